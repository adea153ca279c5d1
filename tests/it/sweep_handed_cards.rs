//! Sweep, handed cards: every card with an ability, of every game and pack, belongs to another player than the one who
//! holds it, in each way that the kernel knows, and does for its holder what it does at home.
//!
//! What a card may see and do depends on four facts of the state: who owns it, who made or turned it, whether it is a
//! card that began in a deck, and who gave it an ability. Whatever hands a card over (a theft, a swap, a trade, a copy,
//! a transformation) changes some of these facts and nothing else. So this sweep sets them at moments of random games;
//! the sweep of the other side does the same with what the cards themselves hand over. In a game where no card ever
//! comes to the side of another player its rules may speak of the owner instead, so nothing is stolen there.
//!
//! Each card is tried under the usual options, and a quarter of the cards, as the seed says, under one other option
//! each; with `INTERMEZZO_SWEEP=1` all cards under all options. `INTERMEZZO_ONLY=text` takes the ways of playing with
//! that text in their names.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::chance::Chance;
use crate::support::number;
use crate::support::sweep::{Moment, Way, search, with_abilities};
use crate::sweep_other_side::{Tried, at_home, goes_on};
use intermezzo::kernel::model::decision::Kind;
use intermezzo::kernel::model::id_set::IdSet;
use intermezzo::kernel::model::objects::{Called, GrantedAbility, Holder, Lasts};
use intermezzo::kernel::model::origin::Origin;
use intermezzo::kernel::model::value::{DefId, TypeId, ZoneKind};
use intermezzo::kernel::{Card, Rules, Seat};
use intermezzo::table::Table;

/// A relation in which a card stands to a player who does not hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// The other player owns it: it was stolen, swapped or traded.
    Owned,
    /// The other player made it: it is a copy or a token of hers.
    Made,
    /// The other player turned it into what it is.
    Turned,
    /// The other player gave it the abilities of another card.
    Taught,
}

impl Relation {
    const ALL: [Relation; 4] = [Relation::Owned, Relation::Made, Relation::Turned, Relation::Taught];

    /// The moment with a card of this definition, or with its abilities, that stands so to another player than its
    /// holder.
    fn applied(self, moment: &Moment, card: Card, def: DefId) -> Moment {
        let printed = moment.state.card(card).printed;
        let mut moment = match self {
            Relation::Taught => moment.clone(),
            _ => moment.with_face(card, def),
        };
        let holder = moment.state.controller(&moment.rules, card);
        let other = Seat((holder.0 + 1) % moment.rules.schema.seats);
        let state = &mut moment.state;
        let of = &mut state.cards[card.index()];
        match self {
            Relation::Owned => of.owner = other,
            Relation::Made => (of.made_by, of.home) = (other, None),
            Relation::Turned => (of.made_by, of.printed, of.turned) = (other, printed, 1),
            Relation::Taught => {
                let (on, stays) = (Holder::Card(card, of.stay), state.next.stays);
                let given = moment.rules.defs[def.index()].abilities.iter().map(|ability| GrantedAbility {
                    ability: *ability,
                    on,
                    lasts: Lasts::Game,
                    uses: None,
                    since: 1,
                    stays,
                    provider: other,
                    origin: Origin::default(),
                    called: Called::default(),
                });
                state.abilities.extend(given);
            }
        }
        moment
    }
}

/// Moments of random games with a card each, by the type of the card and the kind of zone in which it lies.
struct Places {
    of: BTreeMap<(TypeId, ZoneKind), Vec<(Moment, Card)>>,
    chance: Chance,
}

impl Places {
    /// The most moments that are kept of a place.
    const KEPT: usize = 6;

    fn note(&mut self, moment: &Moment) {
        let (rules, state) = (&moment.rules, &moment.state);
        let mut here: BTreeMap<_, Vec<Card>> = BTreeMap::new();
        for card in (0..state.cards.len()).map(Card::of) {
            let of = state.card(card);
            if state.controller(rules, card) != Seat::NOBODY {
                here.entry((rules.defs[of.def.index()].ty, rules.schema.kind_of(of.zone))).or_default().push(card);
            }
        }
        for (place, cards) in here {
            let kept = self.of.entry(place).or_default();
            let card = cards[self.chance.below(cards.len())];
            // Later moments take the place of earlier ones: the first of a game are all alike.
            if kept.len() < Self::KEPT {
                kept.push((moment.clone(), card));
            } else if self.chance.below(8) == 0 {
                kept[self.chance.below(Self::KEPT)] = (moment.clone(), card);
            }
        }
    }

    /// Where a card of this definition can act; else, for one that acts as it comes there, where cards of its type wait.
    fn of_def<'a>(&'a self, rules: &'a Rules, def: DefId) -> impl Iterator<Item = &'a (Moment, Card)> {
        let of = &rules.defs[def.index()];
        let none = IdSet::default();
        let zones = of.abilities.iter().fold(none, |zones, id| zones | rules.abilities[id.index()].from);
        let fits = move |zone: &ZoneKind| zones.is_empty() || zones.contains(*zone);
        let of_type = move || self.of.iter().filter(move |((ty, _), _)| *ty == of.ty);
        let can_act = of_type().any(|((_, zone), _)| fits(zone));
        of_type().filter(move |((_, zone), _)| !can_act || fits(zone)).flat_map(|(_, kept)| kept)
    }
}

/// True if an action of this card is offered at a moment.
fn is_offered(table: &Table, card: Card) -> bool {
    let offers =
        |kind: &Kind| matches!(kind, Kind::Act { options, .. } if options.iter().any(|o| o.card == Some(card)));
    table.decisions().iter().any(|decision| offers(&decision.kind))
}

/// How each card is tried: with which chance, at how many moments, in which relations.
#[derive(Clone, Copy)]
struct Tries<'a> {
    seed: u64,
    most: usize,
    relations: &'a [Relation],
}

/// True if a card of one player is seen at the side of another one in some random games.
fn cards_change_sides(way: &Way, seed: u64) -> bool {
    const GAMES: u64 = 12;
    let (engine, mut seen) = (way.engine(), false);
    let is_away = |moment: &Moment, card: Card| {
        let (owner, holder) = (moment.state.card(card).owner, moment.state.controller(&moment.rules, card));
        owner != Seat::NOBODY && holder != Seat::NOBODY && holder != owner
    };
    (0..GAMES).any(|game| {
        search(&engine, way, (seed + game, 1), &mut |_, _, after| {
            seen |= (0..after.state.cards.len()).any(|card| is_away(after, Card::of(card)));
        });
        seen
    })
}

/// The findings of a sweep over one way of playing.
#[derive(Default)]
struct Swept {
    placed: BTreeSet<String>,
    acted: BTreeSet<String>,
    wrong: BTreeMap<String, String>,
}

impl Swept {
    /// Tries a card in every relation, first at moments that offer an action of it, until it acts.
    fn tries(&mut self, like: &Table, places: &Places, def: DefId, Tries { seed, most, relations }: Tries) {
        let rules = &like.world().rules;
        let id = rules.name(rules.defs[def.index()].id).to_string();
        for relation in relations.iter().copied() {
            let of_def = places.of_def(rules, def);
            let mut all: Vec<(Moment, Card)> =
                of_def.map(|(moment, card)| (relation.applied(moment, *card, def).with_means(), *card)).collect();
            all.sort_by_cached_key(|(moment, card)| !is_offered(&moment.table(like), *card));
            for (away, card) in all.into_iter().take(most) {
                self.placed.insert(id.clone());
                let home = at_home(&away, card);
                match goes_on(away.table(like), home.table(like), card, def, seed) {
                    Tried::No | Tried::Same(false) => {}
                    Tried::Same(true) => {
                        self.acted.insert(id.clone());
                        break;
                    }
                    Tried::Wrong(why) => drop(self.wrong.insert(id.clone(), format!("{relation:?}: {why}"))),
                }
            }
        }
    }
}

/// Tries these cards of a game.
fn sweep(way: &Way, games: u64, tries: Tries, is_tried: impl Fn(usize) -> bool) -> Swept {
    let seed = tries.seed;
    let mut swept = Swept::default();
    let engine = way.engine();
    let Some(like) = way.start(&engine, seed) else { return swept };
    let mut places = Places { of: BTreeMap::new(), chance: Chance(seed * 2 + 1) };
    search(&engine, way, (seed, games), &mut |before, _, _| places.note(before));
    for def in with_abilities(&like.world().rules).filter(|def| is_tried(def.index())) {
        swept.tries(&like, &places, def, tries);
    }
    swept
}

#[test]
fn every_card_does_for_who_holds_it_what_it_does_for_its_owner() {
    let all = number("INTERMEZZO_SWEEP", 0) > 0;
    let seed = number("INTERMEZZO_SEED", 1);
    let only = std::env::var("INTERMEZZO_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for game in Way::games().into_iter().filter(|game| game.name().contains(&only)) {
        let ways = game.options(&game.engine());
        let others = ways.len().max(2) - 1;
        let relations: Vec<Relation> = match cards_change_sides(&game, seed) {
            true => Relation::ALL.to_vec(),
            false => Relation::ALL.into_iter().filter(|relation| *relation != Relation::Owned).collect(),
        };
        let (mut placed, mut acted, mut there) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (at, way) in ways.iter().enumerate() {
            let is_tried = |card: usize| all || at == 0 || (card + seed as usize) % (4 * others) == at - 1;
            let games = if at == 0 || all { 3 } else { 1 };
            let swept =
                sweep(way, games, Tries { seed, most: if all { 6 } else { 1 }, relations: &relations }, is_tried);
            placed.extend(swept.placed);
            acted.extend(swept.acted);
            wrong.extend(swept.wrong.iter().map(|(card, why)| format!("{}: {card} {why}", way.name())));
        }
        let engine = game.engine();
        let rules = &engine.catalog().rules;
        there.extend(with_abilities(rules).map(|def| rules.name(rules.defs[def.index()].id).to_string()));
        let never: Vec<_> = there.difference(&placed).collect();
        wrong.extend(never.iter().map(|card| format!("{}: {card} was never tried", game.name())));
        let idle: Vec<_> = there.difference(&acted).collect();
        println!(
            "{}: {relations:?}, {} cards, {} placed, {} acted; not placed {never:?}, did not act {idle:?}",
            game.name(),
            there.len(),
            placed.len(),
            acted.len()
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
