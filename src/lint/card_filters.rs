//! Card filters: whether a filter of cards ever matches one, wherever it lies and whatever happens to it.

use super::contradictions::{ALL, Range};
use super::reachable::{Reach, Viewpoint, meeting};
use crate::data::Node;
use crate::kernel::model::ability::Static;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardTest, Head, Ref, SeatTest, Test};
use crate::kernel::model::layer::Layer;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{DefId, Status, TypeId, Value, ZoneKind};
use crate::kernel::rules::CardDef;

/// The cards that a filter may match.
#[derive(Clone)]
struct CandidateCards<'a> {
    zones: IdSet<ZoneKind>,
    /// The tests of printed fields; one definition must meet them all.
    printed: Vec<(bool, &'a CardTest)>,
    numbers: Vec<(&'a CardTest, Range)>,
    statuses: Vec<Vec<Status>>,
    seats: Vec<(bool, &'a SeatTest)>,
    is_self: bool,
    is_other: bool,
}

impl Reach<'_> {
    /// True if no card ever matches a filter.
    pub(super) fn no_card(&self, test: &Test<CardTest>, from: Viewpoint) -> bool {
        let mut cards = CandidateCards {
            zones: IdSet::ALL,
            printed: Vec::new(),
            numbers: Vec::new(),
            statuses: Vec::new(),
            seats: Vec::new(),
            is_self: false,
            is_other: false,
        };
        !self.narrow(test, true, from, &mut cards) || self.is_none(&cards, from)
    }

    /// Narrows the cards that may match by a test; `false` if none are left.
    fn narrow<'t>(
        &self,
        test: &'t Test<CardTest>,
        holds: bool,
        from: Viewpoint,
        cards: &mut CandidateCards<'t>,
    ) -> bool {
        match (test, holds) {
            (Test::All(parts), true) | (Test::Any(parts), false) => {
                parts.iter().all(|part| self.narrow(part, holds, from, cards))
            }
            (Test::Any(parts), true) => {
                let may = |part| {
                    let mut cards = cards.clone();
                    self.narrow(part, true, from, &mut cards) && !self.is_none(&cards, from)
                };
                parts.is_empty() || parts.iter().any(may)
            }
            (Test::Not(part), _) => self.narrow(part, !holds, from, cards),
            (Test::Where(cond), true) => !self.never(cond, Viewpoint::default()),
            (Test::Is(r), true) => {
                cards.is_self |= r.head == Head::SelfCard && r.path.is_empty();
                true
            }
            (Test::One(one), _) => {
                self.one(one, holds, cards);
                match one {
                    CardTest::Host(host) if holds => !self.no_card(host, Viewpoint::default()),
                    CardTest::Permitted(verb) if holds => self.is_permitted(*verb),
                    _ => true,
                }
            }
            _ => true,
        }
    }

    fn one<'t>(&self, one: &'t CardTest, holds: bool, cards: &mut CandidateCards<'t>) {
        match one {
            CardTest::Zone(zones) if holds => cards.zones = cards.zones & *zones,
            CardTest::Zone(zones) => {
                cards.zones =
                    self.kinds().filter(|kind| cards.zones.contains(*kind) && !zones.contains(*kind)).collect()
            }
            CardTest::Attr(_, cmp, amount) if holds => cards.numbers.push((one, meeting(*cmp, self.range(amount)))),
            CardTest::Slot(cmp, amount) if holds => cards.numbers.push((one, meeting(*cmp, self.range(amount)))),
            CardTest::Status(words) if holds => cards.statuses.push(words.clone()),
            CardTest::Status(words) => cards.statuses.extend(self.others(words)),
            CardTest::Owner(seat) if holds => cards.seats.push((true, seat)),
            CardTest::Controller(seat) if holds => cards.seats.push((false, seat)),
            CardTest::Other if holds => cards.is_other = true,
            CardTest::Type(_) if self.types_stay() => cards.printed.push((holds, one)),
            CardTest::Def(_) | CardTest::Printed(..) | CardTest::CostTotal(..) => cards.printed.push((holds, one)),
            CardTest::Words(slot, _) if self.words_stay(*slot) => cards.printed.push((holds, one)),
            CardTest::Name(_) if holds && self.names_stay() => cards.printed.push((true, one)),
            _ => {}
        }
    }

    /// True if no card that meets these tests can exist in any zone.
    fn is_none(&self, cards: &CandidateCards, from: Viewpoint) -> bool {
        let seats = [SeatTest::Me, SeatTest::Opponent, SeatTest::Active, SeatTest::Inactive];
        let excludes = |a: &SeatTest, b: &SeatTest| {
            let at = |seat: &SeatTest| seats.iter().position(|s| s == seat);
            matches!((at(a), at(b)), (Some(a), Some(b)) if a != b && a / 2 == b / 2)
        };
        let two = cards.seats.iter().any(|(of, a)| cards.seats.iter().any(|(other, b)| of == other && excludes(a, b)));
        if two || cards.is_self && cards.is_other || cards.zones.is_empty() {
            return true;
        }
        // A card has one status of each group, so the tests of a group must have a status in common.
        let is_of = |words: &[Status], group: usize| words.iter().all(|word| word.group() == group);
        let is_apart = |asked: &Vec<Status>| {
            let allows = |word: &Status| {
                cards.statuses.iter().filter(|other| is_of(other, word.group())).all(|other| other.contains(word))
            };
            asked.first().is_some_and(|first| is_of(asked, first.group())) && !asked.iter().any(allows)
        };
        if cards.statuses.iter().any(|asked| asked.is_empty() || is_apart(asked)) {
            return true;
        }
        self.is_beyond(cards) || self.no_definition(cards, from)
    }

    /// True if a number would have to lie beyond its bounds.
    fn is_beyond(&self, cards: &CandidateCards) -> bool {
        let schema = &self.input.catalog.rules.schema;
        cards.numbers.iter().any(|(one, wanted)| {
            let same = |other: &&(&CardTest, Range)| match (one, other.0) {
                (CardTest::Attr(a, ..), CardTest::Attr(b, ..)) => a == b,
                (CardTest::Slot(..), CardTest::Slot(..)) => true,
                _ => false,
            };
            let wanted = cards.numbers.iter().filter(same).fold(*wanted, |all, (_, range)| all.and(*range));
            let bounds = match one {
                CardTest::Attr(attr, ..) => {
                    let attr = &schema.attrs[attr.index()];
                    Range { least: attr.min.unwrap_or(i64::MIN), most: attr.max.unwrap_or(i64::MAX) }
                }
                CardTest::Slot(..) => {
                    let kinds = schema.kinds(cards.zones).map(|kind| schema.zones[kind.index()].spaces);
                    Range { least: 0, most: kinds.max().unwrap_or(0) as i64 }
                }
                _ => ALL,
            };
            wanted.and(bounds).is_empty()
        })
    }

    /// True if no definition meets the tests, among the types that may lie in these zones.
    fn no_definition(&self, cards: &CandidateCards, from: Viewpoint) -> bool {
        let rules = &self.input.catalog.rules;
        let own = from.ability.and_then(|ability| ability.def).filter(|_| cards.is_self);
        let mut zones = cards.zones;
        if let Some(ability) = from.ability.filter(|_| own.is_some() && from.is_in_place) {
            zones = zones & ability.from;
        }
        if zones.is_empty() {
            return true;
        }
        let lies = |ty: TypeId| {
            zones == IdSet::ALL || rules.schema.kinds(zones).any(|kind| self.input.arrivals.may_lie(ty, kind))
        };
        let fits = |(at, def): (usize, &CardDef)| {
            own.is_none_or(|own| own == DefId::of(at))
                && cards
                    .printed
                    .iter()
                    .all(|(holds, one)| self.prints(DefId::of(at), def, one).is_none_or(|is| is == *holds))
                && lies(def.ty)
        };
        // A type of which no card is known has its cards in packs: whatever is asked of one may be printed there.
        let types = (0..rules.schema.types.len()).map(TypeId::of);
        let mut unprinted = types.filter(|ty| own.is_none() && !rules.defs.iter().any(|def| def.types.contains(*ty)));
        let may_be_printed = |ty: TypeId| {
            let allows = |(holds, one): &(bool, &CardTest)| match one {
                CardTest::Type(types) => types.contains(ty) == *holds,
                CardTest::Def(_) => !holds,
                _ => true,
            };
            cards.printed.iter().all(allows) && lies(ty)
        };
        !rules.defs.iter().enumerate().any(fits) && !unprinted.any(may_be_printed)
    }

    /// True if a definition meets a printed test; `None` if that is uncertain.
    fn prints(&self, id: DefId, def: &CardDef, one: &CardTest) -> Option<bool> {
        let schema = &self.input.catalog.rules.schema;
        match one {
            CardTest::Type(types) => Some(!(*types & def.types).is_empty()),
            CardTest::Def(defs) => Some(defs.contains(&id)),
            CardTest::Printed(attr, cmp, amount) => {
                let slot = schema.attrs[attr.index()].base.printed()?;
                Some(cmp.holds(def.ints[slot as usize], amount.fixed()?))
            }
            CardTest::Name(r) => Some(def.name == word(r)?),
            CardTest::Words(slot, words) => {
                let asked: Option<Vec<Sym>> = words.iter().map(word).collect();
                let printed = &def.words[*slot as usize];
                // The field holds the name of the card, too, so what it prints is not all.
                if schema.words[*slot as usize].with_name {
                    return None;
                }
                Some(asked?.iter().any(|word| printed.contains(word)))
            }
            _ => None,
        }
    }

    fn types_stay(&self) -> bool {
        !self.input.catalog.rules.layered.contains(Layer::Type)
    }

    fn names_stay(&self) -> bool {
        !self.input.catalog.rules.layered.contains(Layer::Name)
    }

    /// The statuses of a group other than these; `None` if these are of several groups.
    fn others(&self, words: &[Status]) -> Option<Vec<Status>> {
        let group = words.first()?.group();
        let all = &self.input.catalog.rules.schema.statuses.get(group)?.1;
        let is_one = words.iter().all(|word| word.group() == group);
        let others = (0..all.len() as u8).map(|value| Status::new(group as u8, value));
        is_one.then(|| others.filter(|word| !words.contains(word)).collect())
    }

    fn words_stay(&self, slot: u8) -> bool {
        let rules = &self.input.catalog.rules;
        let name = &**rules.name(rules.schema.words[slot as usize].name);
        let by_scripts = self.input.may_be_called_with("act.modify", 1, name);
        let by_lists = self.input.nodes.values().any(|tree| has_field(tree, "modify", name));
        (rules.static_words | rules.changed_words) & 1 << slot == 0 && !by_scripts && !by_lists
    }

    fn kinds(&self) -> impl Iterator<Item = ZoneKind> + use<> {
        (0..self.input.catalog.rules.schema.zones.len()).map(ZoneKind::of)
    }

    /// True if something permits a verb.
    fn is_permitted(&self, verb: Sym) -> bool {
        let rules = &self.input.catalog.rules;
        let permits = |one: &Static| matches!(one, Static::Permission(p) if !p.forbids && p.verb == verb);
        let name = &**rules.name(verb);
        rules.abilities.iter().any(|ability| ability.statics.iter().any(permits))
            || self.input.is_quoted_in_scripts(name)
            || self.input.nodes.values().any(|tree| asks_for(tree, "permit", name))
    }
}

/// True if a verb is named under a key `wanted`.
fn asks_for(tree: &Node, wanted: &str, verb: &str) -> bool {
    let mut found = false;
    super::walk(tree, "", &mut |key, node| {
        found |= key == wanted && (node.field("verb").unwrap_or(node).any_text(&|text| text == verb));
    });
    found
}

/// True if a map under the key `wanted` has this name as its `field`: an item of a list that changes the field for a
/// time.
fn has_field(tree: &Node, wanted: &str, name: &str) -> bool {
    let mut found = false;
    super::walk(tree, "", &mut |key, node| {
        found |= key == wanted && node.field("field").and_then(Node::as_str) == Some(name);
    });
    found
}

/// A word that is written out.
fn word(r: &Ref) -> Option<Sym> {
    match &r.head {
        Head::Value(Value::Word(word)) if r.path.is_empty() => Some(*word),
        _ => None,
    }
}
