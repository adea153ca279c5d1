//! Text contradictions: of two hundred texts that say something else than their card does, seven in ten are found.
//!
//! A seeded sample of the cards of all games is changed, one thing at a time, in the text or in the abilities: a
//! number, a name, a side, a duration, how many. Only what the text and the abilities both say is changed, and not more
//! often said than done, so that they contradict each other afterwards. `SAMPLE=400 SEED=7 cargo test --test it
//! text_contradictions -- --nocapture` tries others and prints what it did.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::lint;
use intermezzo::table::Loader;

use crate::support::chance::Chance;

/// A change of a file.
#[derive(Clone, Debug)]
struct Change {
    game: &'static str,
    kind: &'static str,
    file: String,
    bytes: Range<usize>,
    new: String,
    /// The card whose text and abilities contradict each other afterwards, by its file.
    card: String,
}

/// The games, with the packs in play.
const GAMES: [(&str, &str); 9] = [
    ("cardland", ""),
    ("cfs", ""),
    ("clash", ""),
    ("duel", ""),
    ("hackclad", ""),
    ("market", ""),
    ("swordgirls", ""),
    ("cfs", "legends"),
    ("hackclad", "charms"),
];

const NUMBER_WORDS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A card as it is written.
struct Card<'f> {
    file: &'f str,
    whole: &'f str,
    /// Where its text stands.
    text: Range<usize>,
    /// Where its abilities stand.
    abilities: Range<usize>,
    /// The file with blanks in place of comments and of what only people read.
    bare: String,
    /// Its text in another language: the file, its text, and where it stands.
    other: Option<(&'f str, &'f str, Range<usize>)>,
}

/// The words of a game by kind: a word and how another language says it.
type Names = Vec<Vec<(String, Option<String>)>>;

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The lines of a key at the top of a file.
fn section(whole: &str, key: &str) -> Option<Range<usize>> {
    let head = format!("{key}:");
    let start = if whole.starts_with(&head) { 0 } else { whole.find(&format!("\n{head}"))? + 1 };
    let mut end = start + head.len();
    for line in whole[end..].split_inclusive('\n').skip(1) {
        if line.starts_with(|c: char| !c.is_whitespace()) {
            break;
        }
        end = line.as_ptr() as usize - whole.as_ptr() as usize + line.len();
    }
    end = end.max(whole[start..].find('\n').map_or(whole.len(), |n| start + n));
    Some(start + head.len()..end)
}

/// Blanks in place of comments and of texts for people.
fn bare(whole: &str) -> String {
    let mut out: Vec<u8> = whole.bytes().collect();
    let mut blank = |range: Range<usize>| out[range].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
    for key in ["why", "text", "because", "as", "id"] {
        for (at, _) in whole.match_indices(key) {
            let rest = whole[at + key.len()..].trim_start();
            let is_key = !whole[..at].ends_with(is_letter) && (rest.starts_with(':') || rest.starts_with('='));
            let Some(value) = rest.get(1..).map(str::trim_start).filter(|_| is_key) else { continue };
            let from = value.as_ptr() as usize - whole.as_ptr() as usize;
            let end = match value.chars().next() {
                Some(quote @ ('"' | '\'')) => value[1..].find(quote).map_or(value.len(), |n| n + 2),
                _ => value.find([',', '}', '\n']).unwrap_or(value.len()),
            };
            blank(from..from + end);
        }
    }
    for sign in ["--", "# "] {
        for (at, _) in whole.match_indices(sign) {
            let end = whole[at..].find('\n').map_or(whole.len(), |n| at + n);
            blank(at..end);
        }
    }
    String::from_utf8(out).expect("blanks are text")
}

/// The words of a text, with their bytes.
fn words(text: &str, from: usize) -> Vec<(Range<usize>, &str)> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_letter(c), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                out.push((from + first..from + at, &text[first..at]));
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// The runs of digits in a text, with their bytes.
fn digits(text: &str, from: usize) -> Vec<(Range<usize>, i64)> {
    let mut out: Vec<(Range<usize>, i64)> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|n| at + n) {
        let len = text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - start);
        let is_apart = !text[..start].ends_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !text[start + len..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if let Some(value) = text[start..start + len].parse().ok().filter(|_| is_apart) {
            out.push((from + start..from + start + len, value));
        }
        at = start + len;
    }
    out
}

/// The numbers that a text says, in digits and in words.
fn numbers_said(card: &Card) -> Vec<(Range<usize>, i64)> {
    let text = &card.whole[card.text.clone()];
    let mut out = digits(text, card.text.start);
    for (bytes, word) in words(text, card.text.start) {
        let value = NUMBER_WORDS.iter().position(|known| known.eq_ignore_ascii_case(word)).filter(|value| *value > 1);
        out.extend(value.map(|value| (bytes, value as i64)));
    }
    out
}

/// The numbers of the abilities.
fn numbers_done(card: &Card) -> Vec<(Range<usize>, i64)> {
    digits(&card.bare[card.abilities.clone()], card.abilities.start)
        .into_iter()
        .filter(|(bytes, _)| !card.bare[..bytes.start].ends_with('['))
        .collect()
}

fn another(value: i64, chance: &mut Chance) -> i64 {
    match value {
        0..=12 => value + 1 + chance.below(2) as i64,
        _ => [value + 100, value * 2, value + value / 2][chance.below(3)],
    }
}

/// Where a word stands in a text; in the plural, too.
fn places(text: &str, from: usize, word: &str) -> Vec<Range<usize>> {
    let (low, word) = (text.to_lowercase(), word.to_lowercase());
    if low.len() != text.len() || word.is_empty() {
        return Vec::new();
    }
    let is_spaced = word.is_ascii();
    low.match_indices(&word)
        .filter(|(at, _)| {
            let rest = &low[at + word.len()..];
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            !is_spaced || !low[..*at].ends_with(is_letter) && !rest.starts_with(is_letter)
        })
        .map(|(at, _)| from + at..from + at + word.len())
        .collect()
}

struct Generator<'f> {
    game: &'static str,
    names: &'f Names,
    levels: &'f [String],
    chance: &'f mut Chance,
    out: &'f mut Vec<Change>,
}

impl Generator<'_> {
    fn add(&mut self, kind: &'static str, card: &Card, bytes: Range<usize>, new: impl Into<String>) {
        let (game, file) = (self.game, card.file.to_string());
        self.out.push(Change { game, kind, file: file.clone(), bytes, new: new.into(), card: file });
    }

    fn add_elsewhere(&mut self, card: &Card, file: &str, bytes: Range<usize>, new: impl Into<String>) {
        let (game, kind) = (self.game, "another language");
        self.out.push(Change { game, kind, file: file.into(), bytes, new: new.into(), card: card.file.into() });
    }

    fn numbers(&mut self, card: &Card) {
        let (said, done) = (numbers_said(card), numbers_done(card));
        let count = |of: &[(Range<usize>, i64)], value: i64| of.iter().filter(|(_, other)| *other == value).count();
        for (bytes, value) in &said {
            if count(&done, *value) > 0 {
                let new = another(*value, self.chance);
                let is_word = !card.whole[bytes.clone()].starts_with(|c: char| c.is_ascii_digit());
                let word = NUMBER_WORDS.get(new as usize).filter(|_| is_word);
                self.add("number in text", card, bytes.clone(), word.map_or(new.to_string(), |word| word.to_string()));
            }
        }
        for (bytes, value) in &done {
            if count(&said, *value) >= count(&done, *value) {
                let new = another(*value, self.chance).to_string();
                self.add("number in ability", card, bytes.clone(), new);
            }
        }
        if let Some((file, whole, range)) = &card.other {
            for (bytes, value) in digits(&whole[range.clone()], range.start) {
                if count(&done, value) > 0 {
                    let new = another(value, self.chance).to_string();
                    self.add_elsewhere(card, file, bytes, new);
                }
            }
        }
    }

    fn names(&mut self, card: &Card) {
        let names = self.names;
        let (text, done) = (&card.whole[card.text.clone()], &card.bare[card.abilities.clone()]);
        for (kind, (name, shown)) in names.iter().flat_map(|kind| kind.iter().map(move |one| (kind, one))) {
            let said = places(text, card.text.start, &name.replace('_', " "));
            let is_value = |bytes: &Range<usize>| {
                let rest = card.bare[bytes.end..].trim_start();
                let is_key = rest.starts_with(':') || rest.starts_with('=') && !rest.starts_with("==");
                !is_key && !card.bare[bytes.end..].starts_with(['(', '.', 's'])
            };
            let does: Vec<_> = places(done, card.abilities.start, name).into_iter().filter(is_value).collect();
            if does.is_empty() {
                continue;
            }
            let is_new = |(other, _): &&(String, Option<String>)| {
                places(text, 0, &other.replace('_', " ")).is_empty() && places(done, 0, other).is_empty()
            };
            let others: Vec<&(String, Option<String>)> = kind.iter().filter(is_new).collect();
            if others.is_empty() {
                continue;
            }
            let (other, other_shown) = others[self.chance.below(others.len())];
            for bytes in said.iter().filter(|_| said.len() <= does.len()) {
                self.add("name in text", card, bytes.clone(), other.replace('_', " "));
            }
            for bytes in does.iter().filter(|_| does.len() <= said.len()) {
                self.add("name in ability", card, bytes.clone(), other.clone());
            }
            if let (Some((file, whole, range)), Some(shown), Some(other)) = (&card.other, shown, other_shown) {
                for bytes in places(&whole[range.clone()], range.start, shown) {
                    self.add_elsewhere(card, file, bytes, other.clone());
                }
            }
        }
    }

    fn durations(&mut self, card: &Card) {
        let (text, done) = (card.whole[card.text.clone()].to_lowercase(), &card.bare[card.abilities.clone()]);
        let quoted = |level: &str| {
            let mut out = Vec::new();
            for (form, behind) in [("lasts: {}", 0), ("once: {}", 0), ("\"{}\"", 1)] {
                let form = form.replace("{}", level);
                let ends = done.match_indices(&form).map(|(at, _)| card.abilities.start + at + form.len() - behind);
                out.extend(ends.map(|end| end - level.len()..end));
            }
            out
        };
        let levels = self.levels;
        for level in levels {
            let said: Vec<_> = ["this {}", "end of the {}", "rest of this {}", "rest of the {}", "per {}"]
                .iter()
                .flat_map(|form| {
                    let found = places(&text, card.text.start, &form.replace("{}", level));
                    found.into_iter().map(|bytes| bytes.end - level.len()..bytes.end)
                })
                .collect();
            let does = quoted(level);
            if said.is_empty() || does.is_empty() {
                continue;
            }
            let others: Vec<_> = levels.iter().filter(|other| *other != level && !text.contains(*other)).collect();
            let Some(other) = others.get(self.chance.below(others.len())) else { continue };
            for bytes in &said {
                self.add("duration in text", card, bytes.clone(), other.as_str());
                let clauses = [" until the end of the ", " for the rest of this ", " for the rest of the ", " this "];
                let before = &card.whole[..bytes.start];
                if let Some(clause) = clauses.iter().find(|clause| before.ends_with(*clause)) {
                    self.add("duration in text", card, bytes.start - clause.len()..bytes.end, "");
                }
            }
            for bytes in does.iter().filter(|_| does.len() <= said.len()) {
                self.add("duration in ability", card, bytes.clone(), other.as_str());
                for form in [", lasts: ", ", lasts = \"", ", \""] {
                    let end = if form.ends_with('"') { bytes.end + 1 } else { bytes.end };
                    if card.bare[..bytes.start].ends_with(form) {
                        self.add("duration in ability", card, bytes.start - form.len()..end, "");
                    }
                }
            }
        }
        // What changes for good does not end.
        let is_lasting = ["act.change(", "act.set(", "{ change: "].iter().any(|form| done.contains(form))
            && !levels.iter().any(|level| places(done, 0, level).len() + places(&text, 0, level).len() > 0)
            && !done.contains("grant");
        if let Some(end) = card.whole[card.text.clone()].find('.').filter(|_| is_lasting)
            && let Some(level) = levels.get(self.chance.below(levels.len()))
        {
            let at = card.text.start + end;
            self.add("duration in text", card, at..at, format!(" until the end of the {level}"));
        }
    }

    fn sides(&mut self, card: &Card) {
        let (text, done) = (card.whole[card.text.clone()].to_lowercase(), &card.bare[card.abilities.clone()]);
        let words_done = words(done, card.abilities.start);
        let count = |names: &[&str]| words_done.iter().filter(|(_, word)| names.contains(word)).count();
        let (mine, theirs) = (count(&["me"]), count(&["opponent", "inactive"]));
        let flips = [
            ("the enemy's", "your"),
            ("an opponent's", "your"),
            ("the opponent's", "your"),
            ("an enemy", "one of your own"),
            ("enemy", "your own"),
            ("of the opponent", "of yours"),
            ("of an opponent", "of yours"),
        ];
        let mut is_of_enemy = ["opponent", "enemy"].iter().any(|word| !places(&text, 0, word).is_empty());
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for (from, to) in flips {
            for bytes in places(&text, card.text.start, from) {
                is_of_enemy = true;
                if theirs > 0 && mine == 0 && seen.insert(bytes.end) {
                    self.add("side in text", card, bytes, to);
                }
            }
        }
        let yours = places(&text, 0, "your").len();
        let enemy = if ["cfs", "swordgirls"].contains(&self.game) { "the enemy's" } else { "the opponent's" };
        for bytes in places(&text, card.text.start, "your") {
            let next = card.whole[bytes.end..].trim_start().split(|c: char| !is_letter(c)).next().unwrap_or_default();
            let is_time = ["turn", "turns", "choice", "next", "start", "own"].contains(&next);
            if mine > 0 && !is_time && !is_of_enemy {
                self.add("side in text", card, bytes, enemy);
            }
        }
        let is_side = |bytes: &Range<usize>| {
            let before = card.bare[..bytes.start].trim_end();
            let key = before.trim_end_matches([':', '=']).trim_end();
            before.len() > key.len() && ["owner", "controller", "side"].iter().any(|name| key.ends_with(name))
        };
        for (bytes, word) in words_done.iter().filter(|(bytes, _)| is_side(bytes)) {
            match *word {
                "opponent" if is_of_enemy => self.add("side in ability", card, bytes.clone(), "me"),
                "me" if yours > 0 && mine <= yours && !is_of_enemy => {
                    self.add("side in ability", card, bytes.clone(), "opponent");
                }
                _ => {}
            }
        }
        let Some((file, whole, range)) = &card.other else { return };
        for (from, to) in [("相手", "あなた"), ("敵の", "あなたの"), ("あなたの", "相手の")] {
            let is_done = if to == "相手の" { mine > 0 && !is_of_enemy } else { theirs > 0 && mine == 0 };
            for bytes in places(&whole[range.clone()], range.start, from).into_iter().filter(|_| is_done) {
                if !["ターン", "次"].iter().any(|word| whole[bytes.end..].starts_with(word)) {
                    self.add_elsewhere(card, file, bytes, to);
                }
            }
        }
    }

    fn how_many(&mut self, card: &Card) {
        let (text, done) = (card.whole[card.text.clone()].to_lowercase(), &card.bare[card.abilities.clone()]);
        let optional = ["optional", "pick: \"0..", "ask.yes", "pick: all", "pick = \"0.."];
        let every = ["pick: every", "cards {", "cards{", "each:", "affects:", "pick = \"every"];
        let said = [
            ("may ", "", &optional[..]),
            ("up to ", "exactly ", &optional),
            ("as many as you like", "one", &optional),
            ("all ", "one of the ", &every),
            ("each ", "one ", &every),
            ("every ", "one ", &every),
            ("everybody", "somebody", &every),
            ("random ", "", &["random", "roll."]),
            ("another ", "a ", &["other: true", "other = true"]),
            ("other ", "", &["other: true", "other = true"]),
        ];
        for (from, to, forms) in said {
            let found = || text.match_indices(from).filter(|(at, _)| !text[..*at].ends_with(is_letter));
            let is_done = forms.iter().any(|form| done.contains(form));
            // What is said twice is still said.
            for (at, _) in found().filter(|_| is_done && found().count() == 1) {
                let at = card.text.start + at;
                self.add("how many in text", card, at..at + from.len(), to);
            }
        }
        let done_forms = [
            (", optional: true", &["may", "as many as", "up to"][..]),
            (", optional = true", &["may", "as many as", "up to"]),
            ("    optional: true\n", &["may", "as many as", "up to"]),
            (", pick: every", &["all", "each", "every", "everybody"]),
            (", pick: all", &["as many as you like", "all", "any number"]),
            (", random: true", &["random"]),
            (", other: true", &["other", "others", "another"]),
            (", other = true", &["other", "others", "another"]),
        ];
        for (form, words) in done_forms {
            let is_said = words.iter().any(|word| !places(&text, 0, word).is_empty());
            let is_once = done.matches(form).count() == 1;
            for (at, _) in done.match_indices(form).filter(|_| is_said && is_once) {
                let at = card.abilities.start + at;
                self.add("how many in ability", card, at..at + form.len(), "");
            }
        }
    }
}

/// The names of a game, by kind; with what a file of another language says.
fn names(catalog: &Catalog, other: Option<&str>) -> Names {
    let rules = &catalog.rules;
    let schema = &rules.schema;
    let key = |name: &str| name.to_lowercase().replace([' ', '.'], "_").trim_matches('_').replace("__", "_");
    let said = |prefix: &str, name: &str| {
        let head = format!("{prefix}-{} = ", key(name));
        other?.lines().find_map(|line| line.strip_prefix(&head)).map(String::from)
    };
    let of = |prefix: &str, all: Vec<&str>| {
        let long = all.into_iter().filter(|name| name.len() > 2);
        long.map(|name| (name.to_string(), said(prefix, name))).collect::<Vec<_>>()
    };
    let mut out = vec![
        of("zone", schema.zones.iter().map(|zone| &**rules.name(zone.name)).collect()),
        of("type", schema.types.iter().map(|ty| &**rules.name(ty.name)).collect()),
        of("kind", schema.ability_kinds.iter().map(|kind| &**rules.name(*kind)).collect()),
    ];
    out.extend(
        schema.statuses.iter().map(|(_, words)| of("status", words.iter().map(|w| &**rules.name(*w)).collect())),
    );
    let word_fields = schema.words.iter().filter(|field| field.known.len() < 40);
    out.extend(word_fields.map(|field| of("word", field.known.iter().map(|w| &**rules.name(*w)).collect())));
    out
}

fn files_of(packs: &str) -> Files {
    let mut files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
    files.packs = packs.split_whitespace().map(String::from).collect();
    files
}

/// The cards of a game that are read here; with a pack in play only the pack's.
fn cards<'f>(game: &str, pack: &str, files: &'f Files) -> Vec<Card<'f>> {
    let folder = if pack.is_empty() { format!("cards/{game}/") } else { format!("packs/{pack}/cards/{game}/") };
    let other = files.locales.get_key_value(&format!("{folder}locale/ja.ftl"));
    let mut out = Vec::new();
    for (file, whole) in files.texts.iter().filter(|(path, _)| path.starts_with(&folder)) {
        let (Some(text), Some(abilities)) = (section(whole, "text"), section(whole, "abilities")) else { continue };
        let id = file.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml")).unwrap_or_default();
        let other = other.and_then(|(path, all)| {
            let head = all.find(&format!("\ncard-{id} = "))? + 1;
            let line = head + all[head..].find('\n')? + 1;
            let end = line + all[line..].find('\n')?;
            let text = line + all[line..end].strip_prefix("    .text = ").map(|_| "    .text = ".len())?;
            Some((path.as_str(), &**all, text..end))
        });
        out.push(Card { file, whole, text, abilities, bare: bare(whole), other });
    }
    out
}

/// All changes of the cards of all games.
fn changes(chance: &mut Chance, loader: &mut Loader) -> Vec<Change> {
    let mut out = Vec::new();
    for (game, pack) in GAMES {
        let files = files_of(pack);
        let (loaded, _) = loader.load(game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let locale = files.locales.get(&format!("cards/{game}/locale/ja.ftl"));
        let names = names(loaded.catalog(), locale.map(|text| &**text));
        let rules = &loaded.catalog().rules;
        let levels = rules.schema.levels.iter().map(|level| rules.name(*level).to_string());
        let levels: Vec<String> = levels.filter(|level| level != "match").collect();
        for card in cards(game, pack, &files) {
            let mut all = Generator { game, names: &names, levels: &levels, chance, out: &mut out };
            all.numbers(&card);
            all.names(&card);
            all.durations(&card);
            all.sides(&card);
            all.how_many(&card);
        }
    }
    out
}

/// Findings: the file and the message of each.
type Findings = Vec<(String, String)>;

/// The findings about texts in a game; `None`: the game does not load.
fn told(loader: &mut Loader, game: &str, files: &Files) -> Option<Findings> {
    let (game, _) = loader.load(game, files).ok()?;
    let found = lint::findings(game.catalog());
    let of_texts = found.list().iter().filter(|problem| problem.key == "text_differs");
    let line = |problem: &intermezzo::error::Problem| (problem.span.file.to_string(), problem.message.clone());
    Some(of_texts.map(line).collect())
}

fn changed(files: &Files, change: &Change) -> Files {
    let mut out = files.clone();
    let edit = |text: &str| format!("{}{}{}", &text[..change.bytes.start], change.new, &text[change.bytes.end..]);
    match out.locales.get_mut(&change.file) {
        Some(text) => *text = Arc::from(edit(text)),
        None => {
            let text = edit(&out.texts[&change.file]);
            out.overlay([(change.file.clone(), Arc::from(text))]);
        }
    }
    out
}

fn pack_of(change: &Change) -> &str {
    change.card.strip_prefix("packs/").and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

/// As many changes of each kind, in a seeded order; more than are wanted, as some do not load.
fn sample(changes: Vec<Change>, wanted: usize, chance: &mut Chance) -> (usize, Vec<Change>) {
    let mut by_kind: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    changes.into_iter().for_each(|change| by_kind.entry(change.kind).or_default().push(change));
    let each = wanted.div_ceil(by_kind.len().max(1));
    for all in by_kind.values_mut() {
        for at in (1..all.len()).rev() {
            all.swap(at, chance.below(at + 1));
        }
        all.truncate(each * 2);
    }
    let mut out: Vec<Change> = by_kind.into_values().flatten().collect();
    out.sort_by_key(|change| (change.game, pack_of(change).to_string()));
    (each, out)
}

#[test]
fn most_contradictions_are_found() {
    let number = |name: &str, usual: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (wanted, mut chance) = (number("SAMPLE", 200), Chance(number("SEED", 0x5eed) as u64));
    let mut loader = Loader::default();
    let all = changes(&mut chance, &mut loader);
    let (each, all) = sample(all, wanted, &mut chance);
    let mut tried: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut usual: Option<(String, Files, Findings)> = None;
    let mut missed = Vec::new();
    for change in &all {
        let key = format!("{} {}", change.game, pack_of(change));
        if usual.as_ref().is_none_or(|(known, ..)| *known != key) {
            let files = files_of(pack_of(change));
            let found = told(&mut loader, change.game, &files).expect("the game loads");
            usual = Some((key, files, found));
        }
        let Some((_, files, before)) = &usual else { continue };
        let (count, found) = tried.entry(change.kind).or_default();
        // What does not load is found already, and another takes its place.
        let after = if *count < each { told(&mut loader, change.game, &changed(files, change)) } else { None };
        let Some(after) = after else { continue };
        let new = after.iter().find(|one| !before.contains(one) && [&change.card, &change.file].contains(&&one.0));
        *count += 1;
        *found += usize::from(new.is_some());
        let old = files.locales.get(&change.file).or(files.texts.get(&change.file)).map(|t| &t[change.bytes.clone()]);
        let place = format!("{} | {} | {} -> {}", change.kind, change.file, old.unwrap_or_default(), change.new);
        match new {
            Some((_, message)) => println!("found: {place}: {message}"),
            None => missed.push(place),
        }
    }
    let (all, found) = tried.values().fold((0, 0), |(a, f), (all, found)| (a + all, f + found));
    for (kind, (all, found)) in &tried {
        println!("{kind}: {found} of {all} found");
    }
    println!("{found} of {all} found; not found:\n{}", missed.join("\n"));
    assert!(all * 10 >= wanted.min(200) * 9, "only {all} contradictions were tried");
    assert!(found * 10 >= all * 7, "{found} of {all} found; not found:\n{}", missed.join("\n"));
}

/// A game of three cards, too few to learn what their phrases mean.
const SMALL_GAME: &str = "game: odd_ropes
title: Odd Ropes
levels: [match, turn]
zones: { deck: { seen_by: nobody }, hand: { seen_by: owner }, field: {}, discard: {} }
draw: { from: deck, to: hand }
types: { rope: { live_in: [hand, field], fields: { cost: int, power: int } } }
timings: { main: {} }
uses: { rope: { for: rope, text: pull, to: owner.discard } }
counters: { player: { life: 10 } }
windows: { main: { protocol: free, offers: [main], text: pull } }
flow: { match: [{ repeat: turn, max: 9 }], turn: [{ phase: main, do: [{ window: main }] }] }
";

#[test]
fn one_wrong_number_is_found_in_a_game_of_a_few_cards() {
    let script =
        |text: &str, script: &str| format!("text: \"{text}\"\nabilities: [{{ timing: main, script: '{script}' }}]\n");
    let data = |text: &str, item: &str| format!("text: \"{text}\"\nabilities: [{{ timing: main, do: [{item}] }}]\n");
    let loss = "{ change: { object: opponent, name: life, by: -2 } }";
    let cases = [
        (data("Draw 2 cards. Your opponent loses 3 life.", &format!("{{ draw: 2 }}, {loss}")), Some(("3", "2"))),
        (data("Your opponent loses three life.", loss), Some(("three", "2"))),
        (data("Your opponent loses 2 life.", loss), None),
        (script("Your opponent loses 4 life.", "act.change(opponent, \"life\", -3)"), Some(("4", "3"))),
        (script("Your opponent loses 3 life.", "act.change(opponent, \"life\", -3)"), None),
        // A number that the card prints, and one that is computed, may be meant.
        (data("Your opponent loses 5 life.", loss), None),
        (script("Your opponent loses 4 life.", "act.change(opponent, \"life\", -2 * #cards{ zone = \"hand\" })"), None),
        (data("If you have more than 1 life, your opponent loses it.", loss), None),
    ];
    for (number, (abilities, expected)) in cases.into_iter().enumerate() {
        let card = format!("name: Long Rope\ntype: rope\ncost: 5\npower: 7\n{abilities}");
        let mut files = files_of("");
        let own = [("cards/odd_ropes/game.yaml", SMALL_GAME.into()), ("cards/odd_ropes/first/long_rope.yaml", card)];
        files.overlay(own.map(|(path, text): (&str, String)| (path.to_string(), Arc::from(text))));
        let (game, _) = Loader::default().load("odd_ropes", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let found = lint::findings(game.catalog());
        let told: Vec<&str> =
            found.list().iter().filter(|problem| problem.key == "text_differs").map(|p| &*p.message).collect();
        match expected {
            Some((said, done)) => {
                assert_eq!(told, [format!("the text says {said}, and the card has {done}")], "case {number}")
            }
            None => assert!(told.is_empty(), "case {number}: {told:?}"),
        }
    }
}
