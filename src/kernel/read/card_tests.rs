//! Evaluation of tests of cards, and of tests of printed definitions.

use crate::kernel::model::lang::{CardTest, PrintTest, Test};
use crate::kernel::model::objects::Face;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, DefId};
use crate::kernel::read::evaluation_env::{Env, Obj};

impl Env<'_> {
    /// True if a card matches.
    pub fn card_matches(&self, test: &Test<CardTest>, card: Card) -> bool {
        self.look() && self.test(test, Obj::Card(card), &|one| self.card_is(one, card))
    }

    pub(super) fn card_is(&self, test: &CardTest, card: Card) -> bool {
        let state = &self.state.cards[card.index()];
        let def = || &self.rules.defs[state.def.index()];
        let kind = || self.rules.schema.kind_of(state.zone);
        // A zone may show only some fields of its cards; the other fields count as missing.
        let hides = |field: Option<Sym>| {
            let hiding = self.rules.hiding_zones;
            !hiding.is_empty() && hiding.contains(kind()) && {
                let only = self.rules.schema.zones[kind().index()].only.as_deref().unwrap_or_default();
                field.is_none_or(|f| !only.contains(&f))
            }
        };
        if self.is_blank(card) && !asks_what_all_know(test) {
            return false;
        }
        match test {
            CardTest::Zone(kinds) => kinds.contains(kind()),
            CardTest::Owner(test) => self.seat_is(test, state.owner),
            CardTest::Controller(test) => self.seat_is(test, self.game().controller(card)),
            CardTest::PutBy(test) => state.put_by.is_some_and(|s| self.seat_is(test, s)),
            CardTest::Type(types) => !(*types & self.game().types_of(card)).is_empty() && !hides(None),
            CardTest::Name(r) => self.leads_to_name(r, self.game().name_of(card)) && !hides(None),
            CardTest::Def(defs) => defs.contains(&state.def) && !hides(None),
            CardTest::Words(slot, words) => {
                !hides(Some(self.rules.schema.words[*slot as usize].name))
                    && words.iter().any(|r| self.leads_to_word(r, |word| self.has_word(card, *slot, word)))
            }
            CardTest::Attr(attr, cmp, amount) => {
                !hides(Some(self.rules.schema.attrs[attr.index()].name)) && {
                    cmp.holds(self.card_attr(card, *attr), self.amount(amount))
                }
            }
            CardTest::Printed(attr, cmp, amount) => {
                cmp.holds(self.printed(card, *attr), self.amount(amount)) && !hides(None)
            }
            CardTest::CostTotal(slot, cmp, amount) => {
                let total = def().costs[*slot as usize].iter().map(|n| *n as i64).sum();
                cmp.holds(total, self.amount(amount)) && !hides(None)
            }
            CardTest::Status(any) => any.iter().any(|s| state.statuses[s.group()] == s.value()),
            CardTest::FaceDown(down) => (state.face != Face::Zone) == *down,
            CardTest::Other => self.card != Some(card),
            CardTest::Permitted(verb) => {
                let says = |forbids| self.permission(*verb, forbids, Some(card), None, self.me).is_some();
                says(false) && !says(true)
            }
            CardTest::Slot(cmp, amount) => self.has_slot(state.zone, *cmp, amount),
            CardTest::Host(test) => self.state.host(card).is_some_and(|host| self.card_matches(test, host)),
            CardTest::Opposite(r) => self.is_opposite(state.zone, r),
            CardTest::Fulfils(slot) => self.fulfils(card, *slot),
            CardTest::Space(test) => self.space_matches(test, state.zone),
            CardTest::Position(n) => at_position(self.state.zone(state.zone), *n) == Some(card),
            CardTest::HasAbility(kinds) => self.has_ability_of(card, kinds) && !hides(None),
        }
    }

    /// True if the condition printed in a field of a card holds for its player.
    pub(in crate::kernel) fn fulfils(&self, card: Card, slot: u8) -> bool {
        let printed = &self.rules.defs[self.state.card(card).def.index()].conds[slot as usize];
        let me = self.game().controller(card);
        let Some(env) = Env { me, card: Some(card), this: None, event: None, ..*self }.at(Obj::Card(card)).deeper()
        else {
            return false;
        };
        let eyes = match self.rules.defs[self.state.card(card).def.index()].is_from_pack {
            true => 1 << me.0 | self.game().provider_of(card).map_or(0, |seat| 1 << seat.0),
            false => 0,
        };
        printed.as_ref().is_some_and(|c| Env { eyes, ..env }.holds(c))
    }
}

/// True for a test of public facts, which may be evaluated for unseen cards, too.
pub(super) fn asks_what_all_know(test: &CardTest) -> bool {
    match test {
        CardTest::Zone(_)
        | CardTest::Owner(_)
        | CardTest::Controller(_)
        | CardTest::PutBy(_)
        | CardTest::FaceDown(_)
        | CardTest::Other
        | CardTest::Slot(..)
        | CardTest::Host(_)
        | CardTest::Opposite(_)
        | CardTest::Space(_)
        | CardTest::Position(_) => true,
        CardTest::Type(_)
        | CardTest::Name(_)
        | CardTest::Def(_)
        | CardTest::Words(..)
        | CardTest::Attr(..)
        | CardTest::Printed(..)
        | CardTest::CostTotal(..)
        | CardTest::Status(_)
        | CardTest::Permitted(_)
        | CardTest::Fulfils(_)
        | CardTest::HasAbility(_) => false,
    }
}

/// The card at a place of a pile, counted from 0; negative places count from the end, and -1 is the last.
pub(in crate::kernel) fn at_position(pile: &[Card], n: i32) -> Option<Card> {
    let at = if n < 0 { pile.len().checked_sub(n.unsigned_abs() as usize) } else { Some(n as usize) };
    pile.get(at?).copied()
}

/// The only place in a pile at which a card can match, if the test requires one.
pub(in crate::kernel) fn position_in(test: &Test<CardTest>) -> Option<i32> {
    match test {
        Test::One(CardTest::Position(n)) => Some(*n),
        Test::All(parts) => parts.iter().find_map(position_in),
        _ => None,
    }
}

/// True if the printed values of a card definition match. No reference leads to a definition, and no condition looks at
/// one.
pub fn def_matches(rules: &Rules, test: &Test<PrintTest>, def: DefId) -> bool {
    let card = &rules.defs[def.index()];
    match test {
        Test::True => true,
        Test::All(all) => all.iter().all(|t| def_matches(rules, t, def)),
        Test::Any(any) => any.iter().any(|t| def_matches(rules, t, def)),
        Test::Not(t) => !def_matches(rules, t, def),
        Test::Is(_) | Test::Among(_) | Test::Where(_) => false,
        Test::One(one) => match one {
            PrintTest::Type(types) => !(*types & card.types).is_empty(),
            PrintTest::Def(defs) => defs.contains(&def),
            PrintTest::Name(names) => names.contains(&card.name),
            PrintTest::Printed(attr, cmp, n) => {
                let slot = rules.schema.attrs[attr.index()].base.printed();
                slot.is_some_and(|slot| cmp.holds(card.ints[slot as usize], *n))
            }
            PrintTest::Words(slot, words) => words.iter().any(|w| card.words[*slot as usize].contains(w)),
        },
    }
}
