//! Manifest: a game's own declarations, compiled into rules.

use super::keys::manifest::{CheckKeys, GameEvent, MANIFEST, Manifest, Requirement};
use super::keys::types::{AttributeKeys, TallyKeys};
use super::keys::windows::{Because, TimingKeys};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Nodes;
use super::builder::Builder;
use super::files::Files;
use super::hidden_zones::Hiding;
use super::kernel_words::{WORDS, kernel_events};
use super::limits;
use super::pack::PackInfo;
use super::vocabulary::WordSets;
use crate::data::{Data, Key, Node};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Class, Cond};
use crate::kernel::model::schema::NamedFilter;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::word_versions;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::{Of, What};
use crate::kernel::rules::*;

pub(super) fn compile(
    game: &str,
    manifest: &Manifest,
    nodes: &Nodes,
    words: &[WordSets],
    steps: &BTreeMap<String, (Arc<str>, u32)>,
    files: &Files,
    problems: &mut Problems,
) -> Builder {
    MANIFEST.check(manifest.node(), problems);
    let mut b = Builder {
        rules: Rules::default(),
        scripts: Vec::new(),
        steps: BTreeMap::new(),
        known_steps: steps.clone(),
        use_names: Vec::new(),
        window_names: Vec::new(),
        def_ids: Vec::new(),
        option_names: Vec::new(),
        lists: BTreeMap::new(),
        given_to: BTreeMap::new(),
        gives_back: BTreeSet::new(),
        leaves: false,
        fields: Vec::new(),
        timing_needs: Vec::new(),
        needs_abilities: IdSet::EMPTY,
        patterns: Vec::new(),
        most_abilities: Vec::new(),
        kind_of_type: Vec::new(),
        use_of_kind: Vec::new(),
        read: limits::ReadSize::default(),
        ability_kinds: BTreeMap::new(),
        places: Vec::new(),
        meant: RefCell::default(),
        named: Cell::default(),
        names_cards: Cell::default(),
        hiding: Hiding::default(),
        hidden_readers: Vec::new(),
        grants: Vec::new(),
        named_in_lists: Vec::new(),
        extra_levels: Vec::new(),
    };
    b.rules.schema.language = oldest_language(manifest, files);
    b.intern_all(words);
    b.names(game, manifest, nodes, problems);
    let own = files.texts.get(&format!("cards/{game}/game.yaml"));
    b.hiding = Hiding::of(&b.rules.schema, files, own.map_or("", |text| text), says_all(manifest.face_down));
    b.hiding.note_readers(files);
    b.hiding.check(problems);
    b.hiding.check_zones(&b.rules.schema, manifest, problems);
    [b.rules.blind_zones, b.rules.down_zones] = b.hiding.zones();
    b.fields(manifest, problems);
    b.second_pass(manifest, problems);
    b
}

/// The name under which something stands for every type of card.
const ALL_TYPES: &str = "all";

/// True if the manifest says what each card is that lies face down, whatever its type.
fn says_all(face_down: &[(Key, Node)]) -> bool {
    face_down.iter().any(|(key, _)| key.name == ALL_TYPES)
}

/// The oldest version of the language in which the game or a pack in play is written.
fn oldest_language(manifest: &Manifest, files: &Files) -> u8 {
    let own = manifest.language.map_or(word_versions::NEWEST, |n| n.clamp(1, word_versions::NEWEST as i64) as u8);
    let header = |id: &String| files.texts.get(&format!("packs/{id}/pack.yaml"));
    let info = |id: &String| PackInfo::of_text(header(id)?, &mut Problems::new());
    files.packs.iter().filter_map(info).map(|info| info.language()).fold(own, u8::min)
}

impl Builder {
    /// Interns every word of every file first: afterwards an unknown word is a mistake.
    fn intern_all(&mut self, words: &[WordSets]) {
        for word in WORDS {
            self.sym(word);
        }
        for (name, fields) in kernel_events().into_iter().take(event::NAMED_BEFORE) {
            self.sym(name);
            for (field, _) in fields {
                self.sym(field);
            }
        }
        for word in words.iter().flat_map(|w| w.iter()) {
            self.rules.schema.symbols.intern_shared(word);
        }
    }

    /// Compiles `face_down`: for each card type, the card as which its face-down cards count.
    fn masks(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let types: Vec<Sym> = self.rules.schema.types.iter().map(|ty| ty.name).collect();
        let mut masks = vec![None; if manifest.face_down.is_empty() { 0 } else { types.len() }];
        for (key, node) in manifest.face_down {
            let Some(card) = super::piles::card_of(self, node, problems) else { continue };
            let of = types.iter().position(|ty| **self.rules.name(*ty) == *key.name);
            match of {
                Some(at) => masks[at] = Some(card),
                None if key.name == ALL_TYPES => {}
                None => {
                    let known = types.iter().map(|ty| &**self.rules.name(*ty)).chain([ALL_TYPES]);
                    let help = crate::data::suggest::help_for(&key.name, known);
                    problems.error("unknown_word", &key.span, format!("there is no type `{}`", key.name)).help(help);
                }
            }
            if key.name == ALL_TYPES && of.is_none() {
                masks.iter_mut().for_each(|mask| *mask = mask.or(Some(card)));
            }
        }
        self.rules.masks = masks;
    }

    /// Compiles everything that refers to names: filters, amounts, events, windows, flow.
    fn second_pass(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, node) in manifest.filters {
            let name = self.sym(&key.name);
            let before = self.named.get();
            let test = self.parser(Scope::default(), problems).test(node);
            let size = node.size() + self.named.get() - before;
            limits::named_filter(size, key, problems);
            self.rules.schema.filters.push(NamedFilter { name, test, size });
        }
        self.zones_and_types(manifest, problems);
        self.masks(manifest, problems);
        for (class_key, node) in manifest.attributes {
            let class = if class_key.name == "player" { Class::Player } else { Class::Card };
            for (key, def) in node.as_map().unwrap_or_default() {
                let said = AttributeKeys::of(def);
                if let (Some(amount), Some(attr)) = (said.amount, self.rules.schema.attr(class, &key.name)) {
                    let amount = self.parser(Scope::of_it(class), problems).amount(amount);
                    self.rules.schema.attrs[attr.index()].base = AttrBase::Amount(amount);
                }
            }
        }
        self.rules.team = self.rules.schema.attr(Class::Player, "team");
        self.cycles(manifest, problems);
        self.payments(manifest, problems);
        self.areas(manifest, problems);
        self.orders(manifest, problems);
        self.events(manifest, problems);
        self.flow(manifest, problems);
        self.windows(manifest, problems);
        self.uses(manifest, problems);
        self.triggers(manifest, problems);
        self.competing(manifest, problems);
        self.kinds(manifest, problems);
        for (key, node) in manifest.tallies {
            let tally = TallyKeys::of(node);
            let name = self.sym(&key.name);
            let of = self.event_id(tally.of.unwrap_or(node), problems).unwrap_or(event::MOVED);
            let matches = self.matches(tally.r#match, of, problems);
            let per_use = tally.per.and_then(Node::as_str) == Some("use");
            let per = tally.per.filter(|_| !per_use).and_then(|n| self.level(n, problems)).unwrap_or(LevelId(0));
            let add = tally.add.and_then(|n| {
                let names: Vec<Sym> = self.rules.events[of.index()].fields.iter().map(|(name, _)| *name).collect();
                self.parser(Scope::default(), problems).one_of(n, "field of the event", &names).map(super::limits::slot)
            });
            self.rules.tallies.push(Tally { name, of, matches, add, per, per_use });
        }
        for (i, node) in manifest.rules.iter().enumerate() {
            let ids = self.ability(node, None, i, IdSet::ALL, problems);
            self.rules.game_abilities.extend(ids);
        }
        for (key, node) in manifest.abilities {
            let id = self.sym(&key.name);
            self.grantable(id, node, problems);
        }
        for node in manifest.checks {
            self.check(node, problems);
        }
        self.other_steps();
        for (key, node) in manifest.timings {
            let timing = TimingKeys::of(node);
            let name = self.sym(&key.name);
            let place = Node { value: Data::Text(key.name.clone()), span: key.span.clone() };
            self.mean(What::Offered(name), &place);
            for node in timing.because {
                let because = Because::of(node);
                let mut parser = self.parser(Scope::of_nothing(), problems);
                let cond = because.r#if.map_or(Cond::Const(true), |n| parser.cond(n));
                let said = because.because.unwrap_or(node);
                let words =
                    crate::kernel::model::templates::Words::read(&mut parser, said.as_str().unwrap_or(""), &said.span);
                self.rules.timing_words.push((name, cond, words.into()));
            }
        }
        for node in manifest.requires {
            let said = Requirement::of(node);
            let cond = self.parser(Scope::of_nothing(), problems).cond(said.r#if.unwrap_or(node));
            let because = said.because.unwrap_or("").into();
            self.rules.requires.push((cond, because));
        }
        self.persons(manifest, problems);
        self.protected_numbers(manifest, problems);
        self.rules.value = manifest.value.map(|n| self.parser(Scope::of_it(Class::Player), problems).amount(n));
        for verb in ["choose", "use", "cancel"] {
            let sym = self.sym(verb);
            match verb {
                "choose" => self.rules.choose = Some(sym),
                "use" => self.rules.use_verb = Some(sym),
                _ => self.rules.cancel = Some(sym),
            }
        }
    }

    fn check(&mut self, node: &Node, problems: &mut Problems) {
        let said = CheckKeys::of(node);
        let name = self.sym(said.id.unwrap_or("check"));
        let again = said.id.filter(|_| self.rules.checks.iter().any(|check| check.name == name));
        if let (Some(id), Some(at)) = (again, node.field("id")) {
            let message = format!("`{id}` is the id of another check already");
            problems
                .error("name_taken", &at.span, message)
                .help("nothing could tell the two apart: give it another id");
        }
        if let Some(list) = said.r#do {
            super::ineffective_parts::list(list, "do", problems);
        }
        let run = match said.run {
            Some("use") => CheckMoment::Use,
            Some("draw") => CheckMoment::Draw,
            Some("step") => CheckMoment::Step,
            Some("whole_use") => CheckMoment::WholeUse,
            Some("window") => CheckMoment::Window,
            _ => CheckMoment::Batch,
        };
        let what = self.parser(Scope::of_game(), problems).sought(said.r#match.unwrap_or(node), Class::Card);
        let of = what.source.class().map_or(Of::Any, Of::from);
        let scope = Scope { no_card: true, ..Scope::default() };
        let does = said.r#do.unwrap_or(node);
        let (does, list) = match said.r#do.filter(|list| self.is_done_afterwards(list)) {
            Some(list) => {
                let (it, mut scope) = (self.sym("it"), scope);
                scope.bind(it, Some(of));
                (Vec::new(), Some((self.leavable_list(list, "check", &scope, problems), it)))
            }
            None => (self.proposals(does, &Scope { it: Some(of), ..scope }, problems), None),
        };
        let one_by_one = said.one_by_one;
        let if_ = said.r#if.map(|n| self.parser(Scope::of_game(), problems).cond(n));
        let mut order = Vec::new();
        for by in said.order {
            match by.as_str() {
                Some("active_first") => order.push(CheckOrder::ActiveFirst),
                Some("slot") => order.push(CheckOrder::Slot),
                Some("slot_descending") => order.push(CheckOrder::SlotDescending),
                _ => {}
            }
        }
        self.rules.checks.push(Check { name, run, what, does, list, one_by_one, if_, order });
    }

    fn events(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, node) in manifest.events {
            let said = GameEvent::of(node);
            let name = self.sym(&key.name);
            let Some(at) = self.rules.events.iter().position(|e| e.name == name) else { continue };
            let event = Some(EventId::of(at));
            let scope = Scope { event, about: event, ..Scope::of_nothing() };
            let texts = [said.needs, said.does];
            self.rules.events[at].is_bounded |=
                texts.iter().flatten().any(|text| self.hiding.is_bounded(&text.span.file));
            if let Some(needs) = said.needs {
                let filter = self.parser(scope.clone(), problems).test(needs);
                self.rules.events[at].needs = Some(filter);
            }
            if let Some(does) = said.does {
                super::ineffective_parts::list(does, "does", problems);
                let does = self.proposals(does, &scope, problems);
                self.rules.events[at].does = does;
            }
        }
    }

    /// Adds the registered steps that no data names, because scripts may queue them.
    fn other_steps(&mut self) {
        for (name, (file, line)) in self.known_steps.clone() {
            if !self.steps.contains_key(&name) {
                self.known_step(&name, file, line);
            }
        }
    }
}
