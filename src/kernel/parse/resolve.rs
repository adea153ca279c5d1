//! Resolve: words and fields that can be resolved only when the whole game is known.
//!
//! A filter of a manifest may name a word that some card prints, a target that some ability declares, or a verb that a
//! script forbids. So the parser notes such words, and they are judged when the whole game is known. Of the words of a
//! running script only paths and values of options are judged, at once.

use crate::data::{Span, suggest};
use crate::error::Problems;
use crate::kernel::model::ability::{Layered, Static};
use crate::kernel::model::fields::{GameField, SpaceField, syms};
use crate::kernel::model::fixed_fields::{self, ABILITY_FIELDS, Holds, USE_FIELDS};
use crate::kernel::model::lang::{CardField, Class, PlayerField};
use crate::kernel::model::rules::{FieldKind, Rules};
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, RecKind, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A written word, and the kind of name that it must be.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The kind of thing that it must name.
    pub what: What,
    /// The written text, for the message.
    pub text: Box<str>,
    /// The place of the word.
    pub span: Span,
}

/// What a written word must name, by the place where it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Must be a word that some card prints, or gets from an effect, in this word field.
    Word(u8, Sym),
    /// A word that an effect gives to cards in this word field: some card must print it, or a test must ask for it.
    GivenWord(u8, Sym),
    /// The printed name of a card.
    Name(Sym),
    /// Fields to follow from an object.
    Path(Of, Vec<Sym>),
    /// A verb that is asked about.
    AskedVerb(Sym),
    /// A verb that is forbidden or permitted.
    GivenVerb(Sym),
    /// A flag whose abilities an effect mutes.
    MutedFlag(Sym),
    /// The name of a lasting effect.
    Lasting(Sym),
    /// Must be the name of a lasting effect: an effect ends those of this name before their time.
    Ended(Sym),
    /// A flag that an ability carries.
    Flag(Sym),
    /// A timing of uses.
    Timing(Sym),
    /// A timing that the manifest declares: some window must offer it.
    Offered(Sym),
    /// An argument of a step of the flow: some script must read it.
    Argument,
    /// A value of an option.
    OptionValue(Sym, Value),
    /// A word that is stored, compared or passed on; it must occur somewhere else, too.
    Free,
}

/// The type of the object to which a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of {
    /// A card.
    Card,
    /// A player.
    Player,
    /// A use.
    Use,
    /// A space, or a whole zone.
    Space,
    /// A record, of this kind if it is known.
    Record(Option<RecKind>),
    /// An event, of this kind if it is known.
    Event(Option<EventId>),
    /// An ability.
    Ability,
    /// The game.
    Game,
    /// A number, a word, something without fields.
    Plain,
    /// Any type: it is only known while the game runs.
    Any,
}

/// All kinds of object that have fields.
const OBJECTS: [Of; 8] =
    [Of::Card, Of::Player, Of::Use, Of::Space, Of::Record(None), Of::Event(None), Of::Ability, Of::Game];

impl From<Class> for Of {
    fn from(class: Class) -> Of {
        match class {
            Class::Card => Of::Card,
            Class::Player => Of::Player,
            Class::Use => Of::Use,
            Class::Record => Of::Record(None),
            Class::Zone => Of::Space,
        }
    }
}

impl From<Holds> for Of {
    fn from(holds: Holds) -> Of {
        match holds {
            Holds::Card | Holds::Cards => Of::Card,
            Holds::Player => Of::Player,
            Holds::Use => Of::Use,
            Holds::Space => Of::Space,
            Holds::Ability => Of::Ability,
            Holds::Chosen => Of::Any,
            Holds::Int | Holds::Bool | Holds::Word | Holds::Text | Holds::Zone => Of::Plain,
        }
    }
}

impl Of {
    /// The kind in words: `a card`.
    pub fn words(self, rules: &Rules) -> String {
        match self {
            Of::Card => "a card".into(),
            Of::Player => "a player".into(),
            Of::Use => "a use".into(),
            Of::Space => "a space".into(),
            Of::Record(Some(kind)) => format!("the record `{}`", rules.name(rules.schema.records[kind.index()].name)),
            Of::Record(None) => "a record".into(),
            Of::Event(Some(id)) => format!("the event `{}`", rules.name(rules.events[id.index()].name)),
            Of::Event(None) => "an event".into(),
            Of::Ability => "an ability".into(),
            Of::Game => "the game".into(),
            Of::Plain => "a number or a word".into(),
            Of::Any => "nothing in this game".into(),
        }
    }
}

/// Judges the noted words: reports those that name nothing in the whole game.
pub struct Judge<'r> {
    rules: &'r Rules,
    /// For each word field the words that cards print.
    words: Vec<BTreeSet<Sym>>,
    /// For each word field the words that effects give to cards.
    gained: Vec<BTreeSet<Sym>>,
    /// For each word field the words that tests ask for.
    read: Vec<BTreeSet<Sym>>,
    names: BTreeSet<Sym>,
    targets: BTreeSet<Sym>,
    asked: BTreeSet<Sym>,
    given: BTreeSet<Sym>,
    flags: BTreeSet<Sym>,
    muted: BTreeSet<Sym>,
    /// The names that lasting effects have.
    lasting: BTreeSet<Sym>,
    /// The names by which effects end lasting effects before their time.
    ended: BTreeSet<Sym>,
    /// The number of times that each free word occurs (see [`What::Free`]).
    free: BTreeMap<Box<str>, u32>,
    declared: BTreeSet<Sym>,
    /// Fields that scripts read.
    fields: BTreeSet<Box<str>>,
}

impl<'r> Judge<'r> {
    /// A judge that has noted no word and no name yet.
    pub fn of(rules: &'r Rules) -> Judge<'r> {
        Judge {
            rules,
            words: Vec::new(),
            gained: Vec::new(),
            read: Vec::new(),
            names: BTreeSet::new(),
            targets: BTreeSet::new(),
            asked: BTreeSet::new(),
            given: BTreeSet::new(),
            flags: BTreeSet::new(),
            muted: BTreeSet::new(),
            lasting: BTreeSet::new(),
            ended: BTreeSet::new(),
            free: BTreeMap::new(),
            declared: BTreeSet::new(),
            fields: BTreeSet::new(),
        }
    }

    /// A judge for the words of a running script, which judges paths and values of options only.
    pub fn of_run(rules: &'r Rules) -> Judge<'r> {
        let targets = rules.abilities.iter().flat_map(|a| a.targets.iter().map(|t| t.name)).collect();
        Judge { targets, ..Judge::of(rules) }
    }

    /// A judge that knows all words and names that the rules of a game hold.
    pub fn new(rules: &'r Rules) -> Judge<'r> {
        let schema = &rules.schema;
        let mut words: Vec<BTreeSet<Sym>> = schema.words.iter().map(|w| w.known.iter().copied().collect()).collect();
        let names: BTreeSet<Sym> = rules.defs.iter().map(|d| d.name).collect();
        for (_, words) in schema.words.iter().zip(&mut words).filter(|(field, _)| field.with_name) {
            words.extend(&names);
        }
        for (field, words) in schema.words.iter().zip(&mut words) {
            words.extend(&field.listed);
        }
        let none = vec![BTreeSet::new(); words.len()];
        let verbs = [rules.choose, rules.use_verb, rules.cancel].into_iter().flatten();
        let asked = rules.events.iter().map(|e| e.name).chain(verbs).collect();
        let mut judge = Judge { gained: none.clone(), read: none, words, names, asked, ..Judge::of(rules) };
        for ability in &rules.abilities {
            judge.targets.extend(ability.targets.iter().map(|t| t.name));
            judge.flags.extend(&ability.flags);
            judge.declared.extend([ability.id]);
            judge.declared.extend(ability.mode);
            for one in &ability.statics {
                match one {
                    Static::Word { field, word, .. } => drop(judge.gained[*field as usize].insert(*word)),
                    Static::Permission(p) => drop(judge.given.insert(p.verb)),
                    Static::Mute { flags, .. } => judge.muted.extend(flags),
                    Static::Layered { what: Layered::Lose { flags, .. }, .. } => judge.muted.extend(flags),
                    Static::Layered { what: Layered::Name(name), .. } => drop(judge.names.insert(*name)),
                    _ => {}
                }
            }
        }
        judge.declare();
        judge
    }

    /// Notes every name that a manifest or a card declares.
    fn declare(&mut self) {
        let (rules, schema) = (self.rules, &self.rules.schema);
        let out = &mut self.declared;
        out.extend(rules.defs.iter().flat_map(|d| [d.id, d.name].into_iter().chain(d.words.iter().flatten().copied())));
        out.extend(schema.zones.iter().map(|z| z.name));
        out.extend(schema.statuses.iter().flat_map(|(_, v)| v.iter().copied()));
        out.extend(schema.types.iter().map(|t| t.name));
        out.extend(schema.levels.iter().chain(&schema.phases).chain(&schema.ability_kinds).copied());
        out.extend(schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0).chain([r.name])));
        let counters = schema.counters.iter().chain(&schema.game_counters).chain(&schema.space_counters);
        out.extend(counters.map(|c| c.name));
        out.extend(schema.attrs.iter().map(|a| a.name));
        out.extend(schema.card_fields.iter().map(|f| f.0));
        out.extend(rules.events.iter().map(|e| e.name));
        let names = &rules.names;
        out.extend(names.uses.iter().chain(&names.windows).chain(&names.options).chain(&names.timings).copied());
        let values = rules.options.iter().map(|o| &o.1).chain(rules.option_values.iter().flatten());
        out.extend(values.filter_map(|v| if let Value::Word(w) = v { Some(*w) } else { None }));
        out.extend(rules.schema.pips.iter().map(|p| p.0));
        out.extend(rules.schema.boards.iter().flat_map(|b| b.marks.iter().map(|m| m.0)));
    }

    /// Notes a word that the game uses. A word that effects give to cards counts as known from then on.
    pub fn hear(&mut self, meant: &Meant) {
        match &meant.what {
            What::GivenWord(slot, word) => drop(self.gained[*slot as usize].insert(*word)),
            What::AskedVerb(verb) => drop(self.asked.insert(*verb)),
            What::GivenVerb(verb) => drop(self.given.insert(*verb)),
            What::Flag(flag) => drop(self.flags.insert(*flag)),
            What::Lasting(name) => drop(self.lasting.insert(*name)),
            What::Ended(name) => drop(self.ended.insert(*name)),
            What::MutedFlag(flag) => drop(self.muted.insert(*flag)),
            What::Word(slot, word) => drop(self.read[*slot as usize].insert(*word)),
            What::Free => *self.free.entry(meant.text.clone()).or_default() += 1,
            _ => {}
        }
    }

    /// Notes a field that a script reads.
    pub fn hear_field(&mut self, name: &str) {
        self.fields.insert(name.into());
    }

    /// Notes a word that a script holds: it may be compared with what the game holds.
    pub fn hear_text(&mut self, text: &str) {
        *self.free.entry(text.into()).or_default() += 1;
    }

    /// Reports a word that names nothing in this game.
    pub fn judge(&self, meant: &Meant, problems: &mut Problems) {
        let Meant { what, text, span } = meant;
        let unknown = |kind: &str, known: &mut dyn Iterator<Item = Sym>, problems: &mut Problems| {
            let known: Vec<&str> = known.map(|s| &**self.rules.name(s)).collect();
            let help = suggest::help_for(text, known.iter().copied());
            problems.error("unknown_word", span, format!("{kind} `{text}`")).help(help);
        };
        match what {
            What::Word(slot, word) if !self.has_word(*slot, *word) => {
                let field = self.rules.name(self.rules.schema.words[*slot as usize].name);
                let kind = format!("no card has or gets, in its {field}, the word");
                let slot = *slot as usize;
                unknown(&kind, &mut self.words[slot].iter().chain(&self.gained[slot]).copied(), problems);
            }
            What::GivenWord(slot, word) if self.is_unlisted(*slot, *word) => {
                let field = &self.rules.schema.words[*slot as usize];
                let kind =
                    format!("the manifest lists the words of {}, and none of them is", self.rules.name(field.name));
                unknown(&kind, &mut field.listed.iter().copied(), problems);
            }
            What::GivenWord(slot, word) if !self.is_read(*slot, *word) => {
                let field = self.rules.name(self.rules.schema.words[*slot as usize].name);
                let kind = format!("no card prints, and nothing asks for, in {field}, the word");
                let slot = *slot as usize;
                unknown(&kind, &mut self.words[slot].iter().chain(&self.read[slot]).copied(), problems);
            }
            What::Name(name) if !self.names.contains(name) => {
                unknown("no card is called", &mut self.names.iter().copied(), problems);
            }
            What::AskedVerb(verb)
                if !self.given.contains(verb) && !self.rules.events.iter().any(|e| e.name == *verb) =>
            {
                self.misspelt_verb(meant, problems)
            }
            What::GivenVerb(verb) if !self.asked.contains(verb) => {
                unknown("nothing asks about the verb", &mut self.asked.iter().copied(), problems);
            }
            What::MutedFlag(flag) if !self.flags.contains(flag) => {
                unknown("no ability has the flag", &mut self.flags.iter().copied(), problems);
            }
            What::Flag(flag) if !self.muted.contains(flag) => {
                let known: Vec<&str> = self.muted.iter().map(|s| &**self.rules.name(*s)).collect();
                let help = suggest::help_for(text, known.iter().copied());
                problems.warn("unknown_word", span, format!("nothing mutes by the flag `{text}`")).help(help);
            }
            What::Ended(name) if !self.lasting.contains(name) => {
                unknown("nothing that lasts is `called`", &mut self.lasting.iter().copied(), problems);
            }
            What::Lasting(name) if !self.ended.contains(name) => {
                let known: Vec<&str> = self.ended.iter().map(|s| &**self.rules.name(*s)).collect();
                let help = suggest::help_for(text, known.iter().copied());
                problems.warn("unknown_word", span, format!("no `end` names what is called `{text}`")).help(help);
            }
            What::Timing(timing) if !self.rules.names.timings.contains(timing) => {
                unknown("there is no timing", &mut self.rules.names.timings.iter().copied(), problems);
            }
            What::Offered(timing) if !self.rules.windows.iter().any(|w| w.offers.contains(timing)) => {
                let known: Vec<&str> =
                    self.rules.windows.iter().flat_map(|w| &w.offers).map(|t| &**self.rules.name(*t)).collect();
                let help = suggest::help_for(text, known.iter().copied());
                problems.error("unknown_word", span, format!("no window offers the timing `{text}`")).help(help);
            }
            What::OptionValue(option, value) => self.option_value(*option, value, meant, problems),
            What::Argument if !self.fields.contains(text) => self.unread_argument(meant, problems),
            What::Free if !self.is_said(text) => self.unknown_free_word(meant, problems),
            What::Path(of, path) => self.path(*of, path, meant, problems),
            _ => {}
        }
    }

    /// Reports a free word that appears nowhere else.
    fn unknown_free_word(&self, meant: &Meant, problems: &mut Problems) {
        let Meant { text, span, .. } = meant;
        let known = self.declared.iter().map(|s| &**self.rules.name(*s));
        let known: Vec<&str> = known.chain(self.free.iter().filter(|(_, n)| **n > 1).map(|(w, _)| &**w)).collect();
        // No word is suggested for a number, which resembles every short word.
        let near = suggest::nearest(text, known.iter().copied()).filter(|_| text.parse::<i64>().is_err());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "a word that is compared or handed over must also be declared or set somewhere".into(),
        };
        problems.error("unknown_word", span, format!("the word `{text}` appears nowhere else in this game")).help(help);
    }

    /// Reports an argument of a step that no script reads.
    fn unread_argument(&self, meant: &Meant, problems: &mut Problems) {
        let Meant { text, span, .. } = meant;
        let known: Vec<&str> = self.fields.iter().map(|f| &**f).collect();
        let help = match suggest::nearest(text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the script of a step reads a field of its parameter, such as `args.{text}`"),
        };
        problems.error("unknown_word", span, format!("no script reads `{text}`")).help(help);
    }

    /// Warns of a verb that nothing forbids or permits, if it resembles another one.
    fn misspelt_verb(&self, meant: &Meant, problems: &mut Problems) {
        let Meant { text, span, .. } = meant;
        // A pack may add a rule about this verb later, so an unused verb is no mistake unless it resembles a used one.
        let known = self.given.iter().map(|s| &**self.rules.name(*s));
        if let Some(near) = suggest::nearest(text, known) {
            let message = format!("nothing forbids or permits the verb `{text}`");
            problems.warn("unknown_word", span, message).help(format!("did you mean `{near}`?"));
        }
    }

    fn has_word(&self, slot: u8, word: Sym) -> bool {
        self.words[slot as usize].contains(&word) || self.gained[slot as usize].contains(&word)
    }

    /// True if the manifest lists the words of a field, and not this one.
    fn is_unlisted(&self, slot: u8, word: Sym) -> bool {
        let field = &self.rules.schema.words[slot as usize];
        !field.listed.is_empty() && !field.with_name && !field.listed.contains(&word)
    }

    fn is_read(&self, slot: u8, word: Sym) -> bool {
        let slot = slot as usize;
        // A field with names of cards may hold the name of a card from an absent pack.
        let is_name = self.rules.schema.words[slot].with_name;
        is_name || self.words[slot].contains(&word) || self.read[slot].contains(&word)
    }

    /// True if a free word occurs elsewhere, or is the name of something.
    fn is_said(&self, text: &str) -> bool {
        let is_declared = || self.rules.schema.symbols.find(text).is_some_and(|s| self.declared.contains(&s));
        self.free.get(text).is_some_and(|n| *n > 1) || is_declared()
    }

    fn option_value(&self, option: Sym, value: &Value, meant: &Meant, problems: &mut Problems) {
        let Some(at) = self.rules.options.iter().position(|(n, _)| *n == option) else { return };
        if !self.rules.option_may_be(at, value) {
            let name = self.rules.name(option);
            let message = format!("the option `{name}` is never `{}`", meant.text);
            let listed = self.rules.option_values[at].iter().map(|value| self.rules.value_of_option(value));
            let listed: Vec<String> = listed.collect();
            let help = match suggest::nearest(&meant.text, listed.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it is {}", self.rules.words_of_option(at)),
            };
            problems.error("unknown_word", &meant.span, message).help(help);
        }
    }

    fn path(&self, of: Of, path: &[Sym], meant: &Meant, problems: &mut Problems) {
        let mut of = of;
        for part in path {
            match self.field(of, *part) {
                Some(next) => of = next,
                None => {
                    let known = self.fields(of);
                    let known: Vec<&str> = known.iter().map(|s| &**self.rules.name(*s)).collect();
                    let name = self.rules.name(*part);
                    let help = suggest::help_for(name, known.iter().copied());
                    let has = if of == Of::Any { "has a" } else { "has no" };
                    let message = format!("`{}`: {} {has} field `{name}`", meant.text, of.words(self.rules));
                    problems.error("unknown_word", &meant.span, message).help(help);
                    return;
                }
            }
        }
    }

    /// The type of an object's field; `None` if such objects have no field of this name.
    pub fn field(&self, of: Of, name: Sym) -> Option<Of> {
        let (rules, schema) = (self.rules, &self.rules.schema);
        match of {
            Of::Card => schema.card_field(name).map(|f| match f {
                CardField::Fixed(field) => field.fixed().holds.into(),
                CardField::Rules(_) => Of::Card,
                _ => Of::Plain,
            }),
            Of::Player => schema.player_field(name).map(|f| match f {
                PlayerField::Fixed(field) => field.fixed().holds.into(),
                PlayerField::Zone(_) => Of::Card,
                _ => Of::Plain,
            }),
            Of::Use => match fixed_fields::of_use(name) {
                Some(field) => Some(field.fixed().holds.into()),
                None => self.targets.contains(&name).then_some(Of::Any),
            },
            Of::Ability => fixed_fields::of_ability(name).map(|f| f.fixed().holds.into()),
            Of::Space => schema.space_field(name).map(|f| match f {
                SpaceField::Fixed(field) => field.fixed().holds.into(),
                SpaceField::Counter(_) => Of::Plain,
            }),
            Of::Record(kind) => {
                let of_kind = kind.map(|k| schema.records[k.index()].fields.iter().find(|(n, _)| *n == name));
                match of_kind {
                    Some(found) => found.map(|(_, f)| *f),
                    None => schema.record_field(name),
                }
                .map(|f| match f {
                    RecordField::Player | RecordField::Players => Of::Player,
                    RecordField::Card | RecordField::Cards(_) | RecordField::Stays => Of::Card,
                    RecordField::Spaces => Of::Space,
                    RecordField::Records(kind) => Of::Record(Some(kind)),
                    RecordField::Any => Of::Any,
                    RecordField::Int | RecordField::Word => Of::Plain,
                })
            }
            Of::Event(Some(id)) => {
                rules.events[id.index()].fields.iter().find(|(n, _)| *n == name).map(|(_, k)| match k {
                    FieldKind::Card | FieldKind::Cards => Of::Card,
                    FieldKind::Player => Of::Player,
                    FieldKind::Zone => Of::Space,
                    FieldKind::Use => Of::Use,
                    FieldKind::Status | FieldKind::Int => Of::Plain,
                    _ => Of::Any,
                })
            }
            Of::Event(None) => rules.events.iter().any(|e| e.fields.iter().any(|(n, _)| *n == name)).then_some(Of::Any),
            Of::Game => schema.game_field(name).map(|f| match f {
                GameField::Fixed(field) => field.fixed().holds.into(),
                GameField::Level(_) | GameField::Counter(_) => Of::Plain,
            }),
            Of::Plain => None,
            Of::Any => OBJECTS.into_iter().any(|of| self.field(of, name).is_some()).then_some(Of::Any),
        }
    }

    /// The fields of an object, to suggest the intended one.
    pub fn fields(&self, of: Of) -> Vec<Sym> {
        let (rules, schema) = (self.rules, &self.rules.schema);
        match of {
            Of::Card => schema.names_of_cards(),
            Of::Player => schema.names_of_players(),
            Of::Use => syms(USE_FIELDS).chain(self.targets.iter().copied()).collect(),
            Of::Ability => syms(ABILITY_FIELDS).collect(),
            Of::Space => schema.names_of_spaces(),
            Of::Record(Some(kind)) => schema.records[kind.index()].fields.iter().map(|f| f.0).collect(),
            Of::Record(None) => schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0)).collect(),
            Of::Event(Some(id)) => rules.events[id.index()].fields.iter().map(|f| f.0).collect(),
            Of::Event(None) => rules.events.iter().flat_map(|e| e.fields.iter().map(|f| f.0)).collect(),
            Of::Game => schema.names_of_game(),
            Of::Plain => Vec::new(),
            Of::Any => OBJECTS.into_iter().flat_map(|of| self.fields(of)).collect(),
        }
    }
}
