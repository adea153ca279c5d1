//! Rules: one game as compiled data, shared by all its tables.
//!
//! The catalog fills these tables; the kernel only reads them. Nothing in here changes while a
//! game is played, and nothing names a game.

use crate::kernel::model::ability::{Ability, Cost, CostPart, Layer, Need};
use crate::kernel::model::board::CellSet;
use crate::kernel::model::checks::{AssignAsk, AutoDef, Check, CheckMoment};
use crate::kernel::model::event_set::EventSet;
use crate::kernel::model::flow_items::List;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardTest, Cond, Dest, Expr, Filter, Order, PlayerField, Ref, Selection, SetRules, Test,
};
use crate::kernel::model::permission_verbs::Verbs;
use crate::kernel::model::schema::{AttrBase, AttrDef, Schema, StoredStart};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::touched::RuleReads;
use crate::kernel::model::translated_names::Spoken;
use crate::kernel::model::value::*;
use crate::kernel::model::viewers::Holding;
use intermezzo_derive::Renumber;
use std::sync::Arc;

/// A whole game.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Names, fields and layout.
    pub schema: Schema,
    /// Card definitions, by id.
    pub defs: Vec<CardDef>,
    /// All abilities: those of cards, of kinds of use, actions and the game's own.
    pub abilities: Vec<Ability>,
    /// Abilities of the game itself, in manifest order.
    pub game_abilities: Vec<AbilityId>,
    /// The rules for triggers that wait at the same time.
    pub triggers: TriggerRules,
    /// The rules for several replacements of one event.
    pub replacements: ReplacementRules,
    /// Actions, in manifest order.
    pub actions: Vec<AbilityId>,
    /// Kinds of use.
    pub uses: Vec<UseKind>,
    /// Windows.
    pub windows: Vec<WindowDef>,
    /// For each window the places to search for offers.
    pub offered: Vec<Offered>,
    /// Lists of flow items.
    pub lists: Vec<List>,
    /// The abilities that lists name, each with all its parts.
    pub named_abilities: Vec<Vec<AbilityId>>,
    /// Events.
    pub events: Vec<EventDef>,
    /// State-based rules, in manifest order.
    pub checks: Vec<Check>,
    /// The moments at which the game runs checks, as the bits of [`CheckMoment::bit`].
    pub checked: u8,
    /// For each [`CheckMoment`], the number of checks that run then: those of this moment and of all earlier ones.
    pub checks_at: [u32; CheckMoment::COUNT],
    /// The parts of the state that checks, attributes, offers and layers read, for the caches.
    pub reads: RuleReads,
    /// Tallies.
    pub tallies: Vec<Tally>,
    /// The list of the outermost level.
    pub flow: ListId,
    /// The ability that lists of the flow pay for, which does nothing; `None` if no list asks anybody to pay.
    pub flow_ability: Option<AbilityId>,
    /// Facts about the scripts, by their ids.
    pub scripts: Vec<ScriptInfo>,
    /// Options with their values.
    pub options: Vec<(Sym, Value)>,
    /// The listed values of each option; an empty list permits any value of the default's kind.
    pub option_values: Vec<Vec<Value>>,
    /// The least and the greatest number of every option; all numbers for one without bounds.
    pub option_bounds: Vec<(i64, i64)>,
    /// Names of kinds of use, of windows, of definitions and of options, by number.
    pub names: Names,
    /// For each kind of event, the kinds of zone where cards listen to it about other cards.
    pub listen_zones: Vec<IdSet<ZoneKind>>,
    /// For each kind of event, true if some ability replaces it.
    pub replaced: Vec<bool>,
    /// For each kind of event, true if some ability triggers after it.
    pub watched: Vec<bool>,
    /// For each kind of event, true if some tally counts it.
    pub tallied: Vec<bool>,
    /// The kinds of zone in which static abilities of cards work.
    pub live_zones: IdSet<ZoneKind>,
    /// The kinds of zone from which windows may offer abilities of cards.
    pub timed_zones: IdSet<ZoneKind>,
    /// The kinds of zone in which effects of packs may lay cards that nobody sees, because the game does so, too.
    pub blind_zones: IdSet<ZoneKind>,
    /// The kinds of zone in which effects of packs may lay cards face down that only their controller sees, because the
    /// game does so, too.
    pub down_zones: IdSet<ZoneKind>,
    /// True if cards may lie beneath others.
    pub has_stacks: bool,
    /// By card type, the definition that a face-down card of the type has for everybody; `None`: a face-down card is
    /// only hidden, and keeps its own definition. Empty if the game declares no such definition.
    pub masks: Vec<Option<DefId>>,
    /// True for definitions with static abilities, by number: read for every card in a zone
    /// where such abilities act.
    pub has_statics: Vec<bool>,
    /// The kinds of zone where cards are in play: everybody sees them, and the abilities of some card type work there.
    pub in_play: IdSet<ZoneKind>,
    /// True if some trigger may ask about cards that it names: see [`Ability::asks_of_cards`].
    pub asks_after: bool,
    /// Kinds of zone that show only some fields of their cards.
    pub hiding_zones: IdSet<ZoneKind>,
    /// True if some static ability mutes the abilities of cards.
    pub static_mutes: bool,
    /// The attributes that some static ability changes.
    pub static_attrs: IdSet<AttrId>,
    /// The word fields that some static ability changes: one bit each, by slot.
    pub static_words: u32,
    /// The fields of words that a static ability sets or takes words from: one bit each, by slot.
    pub changed_words: u32,
    /// The layers that some static ability uses.
    pub layered: IdSet<Layer>,
    /// True if some static ability changes costs.
    pub static_costs: bool,
    /// Verbs that some static ability forbids (true) or permits.
    pub static_permissions: Verbs,
    /// The reasons told for a use whose timing is not offered: the timing, a condition, and the words; the first one
    /// whose condition holds is told.
    pub timing_words: Vec<(Sym, Cond, Arc<Words>)>,
    /// The verb that says whether a card may be chosen for a use.
    pub choose: Option<Sym>,
    /// The verb that says whether something may be used.
    pub use_verb: Option<Sym>,
    /// The verb that says whether a use may be cancelled.
    pub cancel: Option<Sym>,
    /// The zone that cards are drawn from, and the zone they go to.
    pub draw: Option<(ZoneKind, ZoneKind)>,
    /// Conditions for beginning a game, and the reasons told where they fail.
    pub requires: Vec<(Cond, Arc<str>)>,
    /// The values that every script must leave unchanged.
    pub protected_numbers: Vec<ProtectedNumber>,
    /// The rules for persons with several seats.
    pub persons: Vec<Holding>,
    /// The attribute that is equal for players of one team, if the game declares it.
    pub team: Option<AttrId>,
    /// Lists of cards each player brings, and the zone they start in.
    pub start_lists: Vec<(Sym, ZoneKind)>,
    /// Piles of cards that the game itself brings.
    pub piles: Vec<Pile>,
    /// The score of a player for bots; the player is `it`.
    pub value: Option<Amount>,
    /// The translation in which the game is told. The play does not depend on it.
    pub tongue: Spoken,
}

/// The places to search for the offers of a window.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    /// The actions that have one of its timings, in manifest order, without those that an option rules out.
    pub actions: Vec<AbilityId>,
    /// The kinds of zone where cards may have abilities with one of its timings.
    pub zones: IdSet<ZoneKind>,
}

/// A number of each player that every script must leave as it was.
#[derive(Clone, Debug)]
pub struct ProtectedNumber {
    /// The number.
    pub field: PlayerField,
    /// The condition under which the value is compared; `None`: always.
    pub when: Option<Cond>,
    /// The message if a script changed the value.
    pub because: Arc<str>,
}

/// Values that every script must leave as they are: for each protected number its value for each seat in order; `None`:
/// not compared now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProtectedValues(pub(in crate::kernel) Arc<[Option<i64>]>);

/// A pile of cards that the game itself brings.
#[derive(Clone, Debug)]
pub struct Pile {
    /// The zone it begins in, every player's where each has one; `None`: it stays in the box.
    pub to: Option<ZoneKind>,
    /// The cards of the pile in order, each repeated for its copies.
    pub cards: Vec<DefId>,
    /// The number of copies of each card, where it depends on options or the number of players.
    pub times: Option<Amount>,
    /// True if each card of the pile begins, with all its copies, on an empty space of its own.
    pub apart: bool,
    /// The condition under which the pile is in the game.
    pub when: Option<Cond>,
}

/// Names by number, for parsing filters while a game runs.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Kinds of use.
    pub uses: Vec<Sym>,
    /// Windows.
    pub windows: Vec<Sym>,
    /// Card definitions.
    pub defs: Vec<Sym>,
    /// Options.
    pub options: Vec<Sym>,
    /// Timings.
    pub timings: Vec<Sym>,
}

/// The rules for triggers that wait at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TriggerRules {
    /// True if the triggers of the active player come last, not first.
    pub active_last: bool,
    /// True if a player puts several of her own in order.
    pub by_player: bool,
    /// True if abilities that trigger each other without end make the game a draw.
    pub loops_are_draws: bool,
    /// True if all waiting triggers are declared before any takes effect.
    pub together: bool,
    /// The kind of use for triggers of cards.
    pub kind: Option<UseKindId>,
}

/// The rules for several replacements of one event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplacementRules {
    /// True if a card that leaves in the same batch may replace other objects' events, too.
    pub of_what_leaves: bool,
    /// True if the affected player, or the affected card's player, chooses among several.
    pub by_affected: bool,
    /// The order of preference; replacements that it does not name come last.
    pub order: Vec<Rank>,
}

/// Replacements that come at one place of the order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rank {
    /// Replacements by the card to which the event happens.
    Own,
    /// Abilities with this flag.
    Flag(Sym),
}

/// A card definition: what YAML declares.
#[derive(Clone, Debug, Renumber)]
pub struct CardDef {
    /// The id: the name of its file.
    pub id: Sym,
    /// The printed name.
    pub name: Sym,
    /// The first of its types.
    #[same]
    pub ty: TypeId,
    /// All its types.
    #[same]
    pub types: IdSet<TypeId>,
    /// Printed numbers, by slot.
    #[same]
    pub ints: Vec<i64>,
    /// Words, by slot.
    pub words: Vec<Vec<Sym>>,
    /// Costs, by slot.
    #[same]
    pub costs: Vec<Cost>,
    /// Rules about sets, by slot.
    pub rules: Vec<Option<Arc<SetRules>>>,
    /// Texts, by slot.
    #[same]
    pub texts: Vec<Arc<str>>,
    /// Cells, by slot.
    #[same]
    pub cells: Vec<Arc<CellSet>>,
    /// Conditions, by slot.
    pub conds: Vec<Option<Arc<Cond>>>,
    /// The text as a person reads it.
    #[same]
    pub text: Arc<str>,
    /// True if a pack brings the card.
    #[same]
    pub is_from_pack: bool,
    /// The abilities of the card definition, in printed order.
    pub abilities: Vec<AbilityId>,
    /// The static abilities.
    pub statics: Vec<AbilityId>,
    /// Abilities that act after an event or replace one.
    pub listeners: Vec<AbilityId>,
    /// The abilities that windows offer.
    pub timed: Vec<AbilityId>,
    /// True if one of the abilities mutes others.
    #[same]
    pub mutes: bool,
    /// Events that its abilities listen to, also those about their own card.
    #[same]
    pub listens: EventSet,
    /// The events about other cards that its abilities listen to.
    #[same]
    pub listens_to_others: EventSet,
    /// The kinds of zone in which the abilities listen to events about other cards.
    #[same]
    pub listens_in: IdSet<ZoneKind>,
}

/// A kind of use.
#[derive(Clone, Debug)]
pub struct UseKind {
    /// The name of the kind of use, or of the action that is a kind of its own.
    pub name: Sym,
    /// The word for such a use in the transcript.
    pub text: Arc<str>,
    /// The zone where the used card waits during the use.
    pub to: Option<Dest>,
    /// The conditions that every use of the kind must meet.
    pub needs: Vec<Need>,
    /// The cost of every use of the kind, paid before that of the ability.
    pub cost: Vec<CostPart>,
    /// The steps of a use of the kind, in order.
    pub steps: Vec<UseStep>,
    /// True if uses of the kind have no line in the transcript.
    pub quiet: bool,
}

/// A step of a use.
#[derive(Clone, Debug, PartialEq)]
pub enum UseStep {
    /// A window opens about the use.
    Window(WindowId),
    /// The effect happens.
    Resolve,
    /// A list that the kind of use declares is done, unless the use was cancelled.
    Do(ListId),
    /// The card goes to its place.
    Settle(Dest),
}

/// A window.
#[derive(Clone, Debug)]
pub struct WindowDef {
    /// The name of the window.
    pub name: Sym,
    /// The question of the window, in words for people.
    pub text: Option<Arc<str>>,
    /// The rules by which seats take turns in the window.
    pub protocol: Protocol,
    /// The players who may act, in order. Where sides alternate, all players act, and the first of the order begins.
    pub players: Order,
    /// The timings whose abilities it offers.
    pub offers: Vec<Sym>,
    /// The most uses in one opening of the window; in a hidden window, of each player.
    pub max: Option<Amount>,
    /// The number of consecutive passes that close it.
    pub passes: Amount,
    /// From whom it goes on after a use; `None`: as its protocol says.
    pub after: Option<GoesOn>,
    /// True if the transcript has no line for a pass in the window.
    pub quiet: bool,
    /// The seats that are asked.
    pub ask: AskPolicy,
    /// True if a player may pass.
    pub may_pass: bool,
    /// The condition on which the window closes.
    pub close_if: Option<Cond>,
    /// The question that replaces its offers.
    pub decision: Option<WindowAsk>,
    /// The step that is given the answers.
    pub then: Option<ScriptId>,
    /// The items done with each answer, in place of a step.
    pub answered: Option<Answered>,
    /// A condition for acting, seen from a seat, asked anew each time.
    pub eligible: Option<Cond>,
    /// A watched value: when it changes the window begins anew.
    pub restart_on: Option<Ref>,
    /// The seconds that players have for their hidden actions or hidden decisions; `None`: no limit.
    pub deadline: Option<Amount>,
    /// True if chance picks the default answer of each hidden decision with a deadline.
    pub random_default: bool,
    /// The uses that happen automatically.
    pub auto: AutoDef,
}

/// From whom a window goes on after a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// The seat that used something.
    Same,
    /// The seat after the one that used something.
    Next,
    /// The first seat of the order.
    First,
}

/// The protocol of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// One seat acts any number of times.
    Free,
    /// Sides in turn until enough pass in a row.
    Alternate,
    /// Replies to a use, to any depth.
    Interrupt,
    /// One seat after the other acts, until all have passed in a row.
    Priority,
    /// Each seat makes one decision, one seat after the other.
    Each,
    /// All seats act or decide at once, hidden from each other.
    Sealed,
    /// The eligible seats in a named order, from the start again when the watched value changes.
    Reaction,
    /// The window uses things by itself, and asks nobody.
    Auto,
}

impl Protocol {
    /// True if a use in a window of this protocol, which opens as a step of another use, replies to that other use.
    pub fn is_about_a_use(self) -> bool {
        matches!(self, Protocol::Interrupt | Protocol::Priority)
    }
}

/// The seats that a window asks.
#[derive(Clone, Debug, PartialEq)]
pub enum AskPolicy {
    /// Everybody whose turn in the window it is.
    Always,
    /// Only seats with a legal use.
    CanAct,
    /// Players who hold a hidden card in a zone from which something is offered, and those with a legal use.
    MightAct,
    /// `MightAct` if the option is true, else `CanAct`.
    Option(Sym),
}

/// The items done with the answers to a window.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The list, done for each answer, or for each pair.
    pub list: ListId,
    /// The list's name for the answer; for pairs, the names of the two.
    pub names: Vec<Sym>,
}

/// What a window asks if it asks a question in place of offering uses.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAsk {
    /// One of these words.
    Words(Vec<Sym>),
    /// A number of a range.
    Number(Amount, Amount),
    /// Objects of a selection.
    Select(Box<Selection>),
    /// An assignment of objects to other objects.
    Assign(Box<AssignAsk>),
}

/// An event to propose.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Proposal {
    /// The kind of the event.
    pub event: EventId,
    /// The fields of the event, in its order. A list for a single card makes an event for each member.
    pub fields: Vec<Expr>,
    /// Places of the fields that are given: most fields of an event are not.
    pub given: Vec<usize>,
    /// The place of the field that says what the event is about.
    pub subject: Option<usize>,
}

impl Proposal {
    /// A proposal of an event. `def`, the definition of its kind, says which of the given fields is its subject.
    pub fn new(event: EventId, fields: Vec<Expr>, def: &EventDef) -> Proposal {
        let says = |i: &usize| !matches!(&fields[*i], Expr::Ref(r) if *r == Ref::value(Value::Nil));
        let given: Vec<usize> = (0..fields.len()).filter(says).collect();
        let subject = def.subject(|i| given.contains(&i));
        Proposal { event, fields, given, subject }
    }
}

/// A kind of event.
#[derive(Clone, Debug)]
pub struct EventDef {
    /// The name of the kind.
    pub name: Sym,
    /// The fields of the kind.
    pub fields: Vec<(Sym, FieldKind)>,
    /// The fields that may be nil: one bit each, by place.
    pub optional: u32,
    /// A test of its card, without which it does not happen.
    pub needs: Option<Test<CardTest>>,
    /// The events that happen as parts of this one if nothing replaces it; empty for built-in events.
    pub does: Vec<Proposal>,
    /// A sentence with `{field}` in it, for the transcript.
    pub text: Option<Arc<str>>,
    /// True for an event of a pack that does not say `reads: hidden`: `needs` and `does` read the cards that both the
    /// causing player and the owner of the source see.
    pub is_bounded: bool,
}

impl EventDef {
    /// The place of the field that an event is about, among those that are given: a list in this field makes one event
    /// for each member.
    pub fn subject(&self, is_given: impl Fn(usize) -> bool) -> Option<usize> {
        let single = (0..self.fields.len()).find(|i| self.fields[*i].1.is_single() && is_given(*i));
        let is_any = self.fields.first().is_some_and(|(_, kind)| *kind == FieldKind::Any);
        single.or((is_any && is_given(0)).then_some(0))
    }
}

/// The type of an event's field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A card.
    Card,
    /// Several cards.
    Cards,
    /// A player.
    Player,
    /// Any object with numbers: a card, a player, a space, the game; a list makes one event each.
    Object,
    /// A zone.
    Zone,
    /// A status.
    Status,
    /// A number.
    Int,
    /// A use.
    Use,
    /// Any value.
    Any,
}

impl FieldKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [FieldKind; 9] = [
        FieldKind::Card,
        FieldKind::Cards,
        FieldKind::Player,
        FieldKind::Object,
        FieldKind::Zone,
        FieldKind::Status,
        FieldKind::Int,
        FieldKind::Use,
        FieldKind::Any,
    ];

    /// The word for the type in manifests and pages.
    pub fn word(self) -> &'static str {
        match self {
            FieldKind::Card => "card",
            FieldKind::Cards => "cards",
            FieldKind::Player => "player",
            FieldKind::Object => "object",
            FieldKind::Zone => "zone",
            FieldKind::Status => "status",
            FieldKind::Int => "int",
            FieldKind::Use => "use",
            FieldKind::Any => "any",
        }
    }

    /// True if an event may be about the object in such a field: a list in the field of the subject makes an event for each
    /// of its members.
    pub fn is_single(self) -> bool {
        matches!(self, FieldKind::Card | FieldKind::Player | FieldKind::Object)
    }
}

/// A count of events that rules may read.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The name of the count.
    pub name: Sym,
    /// The events that it counts.
    pub of: EventId,
    /// Filters of the event's fields; `me` is the player counted for.
    pub matches: Vec<(u8, Filter)>,
    /// The place of the event's field whose number is added to the count; `None`: 1 is added.
    pub add: Option<u8>,
    /// The level at whose end the count begins anew.
    pub per: LevelId,
    /// True if the count begins anew after every use.
    pub per_use: bool,
}

/// The name of a script in messages.
#[derive(Clone, Debug, Renumber)]
pub struct ScriptInfo {
    /// The name in messages: `Card Name/ability`, `the game/ability` or `step name`.
    pub name: Arc<str>,
    /// The card definition it belongs to.
    pub def: Option<DefId>,
    /// True if its text names its own card; otherwise it does the same on every card.
    pub names_its_card: bool,
}

impl Rules {
    /// The definition that a face-down card has for everybody, by its printed definition; `None`: the card is hidden.
    #[inline]
    pub fn mask_of(&self, printed: DefId) -> Option<DefId> {
        if self.masks.is_empty() {
            return None;
        }
        self.masks.get(self.defs[printed.index()].ty.index()).copied().flatten()
    }

    /// The word behind a symbol.
    pub fn name(&self, sym: Sym) -> &Arc<str> {
        self.schema.symbols.name(sym)
    }

    /// True if anything may follow an event of this kind: a replacement, a trigger, a check.
    pub fn is_answered(&self, kind: EventId) -> bool {
        !self.checks.is_empty() || self.is_followed(kind)
    }

    /// True if something follows events of exactly this kind: a replacement, a trigger, a tally.
    pub fn is_followed(&self, kind: EventId) -> bool {
        self.replaced[kind.index()] || self.watched[kind.index()] || self.tallied[kind.index()]
    }

    /// The definition with this id.
    pub fn def_by_id(&self, id: &str) -> Option<DefId> {
        let sym = self.schema.symbols.find(id)?;
        self.defs.iter().position(|d| d.id == sym).map(DefId::of)
    }

    /// The definition with this name; `None` if several have it.
    pub fn only_def_called(&self, name: Sym) -> Option<DefId> {
        let mut found = (0..self.defs.len()).filter(|at| self.defs[*at].name == name);
        found.next().filter(|_| found.next().is_none()).map(DefId::of)
    }

    /// The numbers that are stored on a card of this definition: for each its slot, its attribute and its first value.
    pub fn stored_starts(&self, def: DefId) -> impl Iterator<Item = (usize, &AttrDef, i64)> {
        self.schema.attrs.iter().filter_map(move |attr| match attr.base {
            AttrBase::Stored { slot, start: StoredStart::Printed(from) } => {
                Some((slot as usize, attr, self.defs[def.index()].ints[from as usize]))
            }
            AttrBase::Stored { slot, start: StoredStart::At(n, _) } => Some((slot as usize, attr, n)),
            AttrBase::Printed(_) | AttrBase::Amount(_) => None,
        })
    }

    /// The pile that brings the cards of a definition, if the game itself brings them.
    pub fn pile_of(&self, def: DefId) -> Option<&Pile> {
        self.piles.iter().find(|p| p.cards.contains(&def))
    }

    /// The owner of a card that starts with `seat`; nobody for cards of a shared pile, and in games to which nobody
    /// brings cards.
    pub fn owner_of(&self, def: DefId, seat: Seat) -> Seat {
        let Some(pile) = self.pile_of(def) else { return seat };
        let shared = pile.to.is_none_or(|kind| !self.schema.zones[kind.index()].per_player);
        if shared || self.start_lists.is_empty() { Seat::NOBODY } else { seat }
    }

    /// A copy of the rules for this number of seats, with the spaces of the zones numbered anew.
    pub fn for_seats(&self, seats: u8) -> Rules {
        let mut rules = self.clone();
        rules.schema.seats = seats;
        rules.schema.lay_out();
        rules
    }

    /// The value of an option.
    pub fn option(&self, name: Sym) -> Option<&Value> {
        self.options.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The most cards that a space of a kind of zone holds.
    pub fn capacity(&self, kind: ZoneKind) -> Option<u16> {
        let zone = &self.schema.zones[kind.index()];
        match zone.capacity_option.and_then(|name| self.option(name)) {
            Some(value) => value.int().map(|n| n.clamp(0, u16::MAX as i64) as u16),
            None => zone.capacity,
        }
    }
}
