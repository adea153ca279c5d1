//! Card words: the words of a game that a card uses, or that are called so, each with its meaning and the place of its
//! declaration.

use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::model::ability::{Ability, AbilityForm};
use intermezzo::kernel::model::lang::{CardTest, Test};
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::kernel::model::value::DefId;
use intermezzo::table::Game;

use super::cards::has_word;
use super::findings::PathBase;
use crate::editor::index::{At, Index, NamedThing};
use crate::editor::kinds::ObjectKind;
use crate::editor::{FileKind, module_text};
use crate::vocabulary::{WordKind, words};

/// A word of the game that a card uses.
#[derive(Clone, Debug, PartialEq)]
pub struct CardWord {
    /// The word.
    pub word: String,
    /// The kind of the word, as a heading in small letters: `zones`.
    pub kind: String,
    /// The meaning of the word, with the words for people and the place of its declaration.
    pub meaning: String,
}

/// The words of the game that a card uses: those in its file, the actions that take such a card, and the windows that offer
/// either.
pub fn of_card(game: &Game, def: DefId, here: &PathBase) -> Vec<CardWord> {
    let (catalog, rules) = (&game.catalog, &game.catalog.rules);
    let place = &*catalog.places[def.index()];
    let index = index_of(game, place);
    let mut found = FoundWords { game, index: &index, here, out: Vec::new() };
    for mention in index.of_file(place).iter().filter(|mention| !mention.is_declared) {
        found.mentioned(&NamedThing::from(mention));
    }
    let text = catalog.files.texts.get(place).map_or("", |text| text);
    if let Some(file) = yaml::parse(place, text, &mut Problems::new()) {
        file.as_map().unwrap_or_default().iter().for_each(|(_, value)| found.verbs(value));
    }
    found.computed();
    for id in &rules.actions {
        let action = &rules.abilities[id.index()];
        if takes(action, game, def) {
            found.declared(ObjectKind::Use, rules.name(action.id), WordKind::Actions);
            if let AbilityForm::Timing(timing) = action.form {
                found.declared(ObjectKind::Timing, rules.name(timing), WordKind::Timings);
            }
        }
    }
    let timings: Vec<String> = found.of_kind(WordKind::Timings).map(String::from).collect();
    for window in &rules.windows {
        if window.offers.iter().any(|timing| timings.iter().any(|word| **word == **rules.name(*timing))) {
            found.window(rules.name(window.name));
        }
    }
    let order = |word: &CardWord| WordKind::ALL.iter().position(|kind| heading(*kind) == word.kind);
    found.out.sort_by_key(|word| order(word).unwrap_or(WordKind::ALL.len()));
    found.out
}

/// The words of the game that are called so.
pub fn of_name(game: &Game, name: &str, here: &PathBase) -> Vec<CardWord> {
    let index = index_of(game, "");
    let mut found = FoundWords { game, index: &index, here, out: Vec::new() };
    found.mentioned(&NamedThing::new(ObjectKind::Loose, name));
    found.out
}

/// What the files of the game that declare words mention, and the file with this path.
fn index_of(game: &Game, place: &str) -> Index {
    let mut index = Index::default();
    let declares = |path: &str| {
        path == place || matches!(FileKind::of(path), Some(FileKind::Manifest | FileKind::Lua | FileKind::Pack))
    };
    let texts = &game.catalog.files.texts;
    index.update(texts.iter().filter(|(path, _)| declares(path)).map(|(path, text)| (path.as_str(), text)));
    index
}

/// True if an action is one with a card, and may be one with this.
fn takes(action: &Ability, game: &Game, def: DefId) -> bool {
    let types = &game.catalog.rules.defs[def.index()].types;
    fn may_be(test: &Test<CardTest>, is: &dyn Fn(&CardTest) -> bool) -> bool {
        match test {
            Test::All(parts) => parts.iter().all(|part| may_be(part, is)),
            Test::Any(parts) => parts.iter().any(|part| may_be(part, is)),
            Test::One(one) => is(one),
            // What a moment decides may hold.
            _ => true,
        }
    }
    let is = |one: &CardTest| match one {
        CardTest::Type(of) => types.iter().any(|ty| of.contains(ty)),
        CardTest::Def(defs) => defs.contains(&def),
        _ => true,
    };
    !action.from.is_empty() && action.for_.as_ref().is_none_or(|test| may_be(test, &is))
}

fn heading(kind: WordKind) -> String {
    kind.heading().0.to_lowercase()
}

struct FoundWords<'g> {
    game: &'g Game,
    index: &'g Index,
    here: &'g PathBase,
    out: Vec<CardWord>,
}

impl FoundWords<'_> {
    /// The words of a kind that were found.
    fn of_kind(&self, kind: WordKind) -> impl Iterator<Item = &str> {
        let heading = heading(kind);
        self.out.iter().filter(move |word| word.kind == heading).map(|word| &*word.word)
    }

    /// Takes in what a name in the card's file may mean.
    fn mentioned(&mut self, meant: &NamedThing) {
        let declared = self.index.declared(meant);
        for (kind, at) in &declared {
            let word = &meant.name;
            match kind {
                ObjectKind::Window => self.window(word),
                ObjectKind::Function => self.function(meant, at),
                ObjectKind::Pip => self.push(word, "kinds of pip", String::new(), Some(at)),
                _ => kinds_of(*kind).iter().for_each(|of| self.word(word, *of, Some(at))),
            }
        }
        // What every game has is declared nowhere: `draw`.
        if declared.is_empty() && matches!(meant.kind, ObjectKind::Event | ObjectKind::Loose) {
            self.word(&meant.name, WordKind::Events, None);
        }
    }

    /// Takes in the events of every game that are keys: `draw: 2`. No file declares them.
    fn verbs(&mut self, node: &Node) {
        for (key, value) in node.as_map().unwrap_or_default() {
            self.word(&key.name, WordKind::Events, None);
            self.verbs(value);
        }
        node.as_list().unwrap_or_default().iter().for_each(|item| self.verbs(item));
    }

    /// Takes in the numbers that the manifest computes from a field of the card: a score that sums it.
    fn computed(&mut self) {
        let read: Vec<String> =
            self.of_kind(WordKind::Fields).filter_map(|word| word.strip_prefix("card.")).map(String::from).collect();
        let texts = &self.game.catalog.files.texts;
        for (path, text) in texts.iter().filter(|(path, _)| FileKind::of(path) == Some(FileKind::Manifest)) {
            let Some(manifest) = yaml::parse(path, text, &mut Problems::new()) else { continue };
            let of_all = manifest.field("attributes").and_then(Node::as_map).unwrap_or_default();
            for (key, value) in of_all.iter().flat_map(|(_, of)| of.as_map().unwrap_or_default()) {
                let said = value.to_json().to_string();
                if read.iter().any(|field| has_word(&said, field)) {
                    self.declared(ObjectKind::Field, &key.name, WordKind::Fields);
                }
            }
        }
    }

    /// Takes in a word of the manifest.
    fn declared(&mut self, kind: ObjectKind, word: &str, of: WordKind) {
        let declared = self.index.declared(&NamedThing::new(kind, word));
        self.word(word, of, declared.first().map(|(_, at)| at));
    }

    /// Takes in a word that the game has in its vocabulary.
    fn word(&mut self, word: &str, kind: WordKind, at: Option<&At>) {
        for known in words(&self.game.catalog, kind) {
            let is_it = match kind {
                // `card.might`, and not what every card has or says for people only.
                WordKind::Fields => {
                    let is_of_game =
                        known.more["kind"].as_str().is_some_and(|of| !of.starts_with("of every") && of != "text");
                    is_of_game && known.id.split_once('.').is_some_and(|(_, field)| field == word)
                }
                _ => known.id == word,
            };
            if !is_it {
                continue;
            }
            let text = known.more.get("text").and_then(|text| text.as_str()).filter(|text| !text.is_empty());
            let said = text.map(|said| format!("\"{said}\""));
            let meaning = said.into_iter().chain([known.title]).filter(|part| !part.is_empty()).collect::<Vec<_>>();
            self.push(&known.id, &heading(kind), meaning.join("; "), at);
        }
    }

    fn window(&mut self, word: &str) {
        let rules = &self.game.catalog.rules;
        let declared = self.index.declared(&NamedThing::new(ObjectKind::Window, word));
        for window in rules.windows.iter().filter(|window| **rules.name(window.name) == *word) {
            let offers: Vec<&str> = window.offers.iter().map(|timing| &**rules.name(*timing)).collect();
            let offers = if offers.is_empty() { String::new() } else { format!("offers {}", offers.join(", ")) };
            let said = window.text.as_ref().map(|text| format!("\"{text}\""));
            let said: Vec<String> = said.into_iter().chain([offers]).filter(|part| !part.is_empty()).collect();
            self.push(word, "windows", said.join("; "), declared.first().map(|(_, at)| at));
        }
    }

    fn function(&mut self, meant: &NamedThing, at: &At) {
        let said = self.index.text(&at.path).map_or(String::new(), |text| module_text::remarks(text, at.line));
        let word = format!("{}.{}", meant.of.as_deref().unwrap_or(""), meant.name);
        self.push(&word, "functions", said.lines().next().unwrap_or("").trim_end_matches('.').into(), Some(at));
    }

    fn push(&mut self, word: &str, kind: &str, meaning: String, at: Option<&At>) {
        let place = at.map(|at| format!("{}:{}", self.here.path(&at.path), at.line));
        let parts: Vec<String> = [Some(meaning), place].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let word = CardWord { word: word.into(), kind: kind.into(), meaning: parts.join("; ") };
        if !self.out.iter().any(|known| known.word == word.word && known.kind == word.kind) {
            self.out.push(word);
        }
    }
}

/// The kinds of the vocabulary in which words that are declared as this kind stand.
fn kinds_of(declared: ObjectKind) -> &'static [WordKind] {
    match declared {
        ObjectKind::Type => &[WordKind::Types],
        ObjectKind::Field => &[WordKind::Fields],
        ObjectKind::Zone => &[WordKind::Zones],
        ObjectKind::Status => &[WordKind::Statuses],
        ObjectKind::Level | ObjectKind::Phase => &[WordKind::Phases],
        ObjectKind::Timing => &[WordKind::Timings],
        ObjectKind::Use => &[WordKind::Actions, WordKind::Uses],
        ObjectKind::AbilityKind => &[WordKind::Kinds],
        ObjectKind::Event => &[WordKind::Events],
        ObjectKind::Record => &[WordKind::Records],
        _ => &[],
    }
}

/// The name of a card's type and where its file lies, in one line.
pub fn about(game: &Game, def: DefId, here: &PathBase) -> String {
    let rules = &game.catalog.rules;
    let card = &rules.defs[def.index()];
    let ty = rules.said(NameKind::Type, rules.schema.types[card.ty.index()].name);
    format!("{ty}; {}", here.path(&game.catalog.places[def.index()]))
}
