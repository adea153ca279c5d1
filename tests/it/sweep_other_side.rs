//! Sweep, the other side: every card does for a player to whom it was handed what it does at home.
//!
//! Random games find what hands cards over: a card that comes to another player, one that is turned into another one,
//! one that gets an ability of another one. Which cards do that is read off the state, so nothing here names a game.
//! Each such handing is done again with every other card of that type in the place of the one that was handed, and the
//! game goes on at two tables with the same answers: at one as it is, at the other as if the card had been the player's
//! own all along. Both must tell the same.
//!
//! `INTERMEZZO_SWEEP=1` tries all cards with all handings under all options; otherwise a seed draws some of each.
//! `INTERMEZZO_ONLY=text` takes the ways of playing with that text in their names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::support::chance::Chance;
use crate::support::sweep::{Moment, Way, answer_that, follow, may_pass, search, told, with_abilities};
use crate::support::{Step, number};
use intermezzo::kernel::model::log_lines::Line;
use intermezzo::kernel::model::objects::Holder;
use intermezzo::kernel::model::value::{AbilityId, DefId};
use intermezzo::kernel::rules::AbilityForm;
use intermezzo::kernel::{Answer, Card, Choice, Seat};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table};

/// A reason for which a card is unlike its print or its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    /// It is another player's than its owner's.
    Taken,
    /// It was made, or made what it is.
    Turned,
    /// It got an ability of another card.
    Taught,
}

/// A transfer: the card, and the definition that it now is or has an ability of.
type Handed = (How, Card, DefId);

/// A moment, its answer, and the card that the answer handed over.
struct Handing {
    means: String,
    how: How,
    moment: Moment,
    steps: Vec<Step>,
    /// The card that was handed over.
    card: Card,
    /// The card that others replace in the experiment: this card, or the model of the copy.
    model: Card,
}

/// All that is handed over at a moment.
fn handed(moment: &Moment) -> BTreeSet<Handed> {
    let (rules, state) = (&moment.rules, &moment.state);
    let cards = (0..state.cards.len()).map(Card::of);
    let mut all = BTreeSet::new();
    for card in cards {
        let of = state.card(card);
        if of.owner != Seat::NOBODY && state.controller(rules, card) != of.owner {
            all.insert((How::Taken, card, of.def));
        }
        if of.def != of.printed || of.home.is_none() {
            all.insert((How::Turned, card, of.def));
        }
    }
    for given in &state.abilities {
        if let (Holder::Card(card, stay), Some(def)) = (given.on, rules.abilities[given.ability.index()].def)
            && state.stays(card, stay)
            && state.card(card).def != def
        {
            all.insert((How::Taught, card, def));
        }
    }
    all
}

/// The found handings, by the way in which a card is handed over. A few of each are kept.
struct Handings<'a> {
    like: &'a Table,
    found: BTreeMap<(How, String), Vec<Handing>>,
}

const KEPT: usize = 2;

impl Handings<'_> {
    /// Keeps what was handed over between two moments.
    fn note(&mut self, before: &Moment, steps: &[Step], after: &Moment) {
        let old = handed(before);
        let new: Vec<Handed> = handed(after).into_iter().filter(|one| !old.contains(one)).collect();
        if new.is_empty() {
            return;
        }
        let mut table = before.table(self.like);
        if follow(&mut table, steps, &mut Random::new(1)).is_none() {
            return;
        }
        let means = last_used(&table);
        for (how, card, def) in new {
            let state = &before.state;
            let is_one = |one: &Card| state.card(*one).def == def;
            let model = match how {
                How::Taken => state.cards.get(card.index()).map(|_| card),
                _ => (0..state.cards.len()).map(Card::of).find(|one| *one != card && is_one(one)),
            };
            let Some(model) = model else { continue };
            let kept = self.found.entry((how, means.clone())).or_default();
            if kept.len() < KEPT {
                let (moment, steps) = (before.clone(), steps.to_vec());
                kept.push(Handing { means: means.clone(), how, moment, steps, card, model });
            }
        }
    }
}

/// The latest used or triggered ability in the log.
fn last_used(table: &Table) -> String {
    let rules = &table.world().rules;
    let lines = table.world().log.lines.iter().rev();
    let ability = |line: &Line| match line {
        Line::Used { ability, .. } | Line::Triggered(ability, ..) | Line::Replaced(ability, ..) => Some(*ability),
        _ => None,
    };
    let last = lines.filter_map(|line| ability(&line.line)).next();
    last.map_or("the game".into(), |ability| {
        let ability = &rules.abilities[ability.index()];
        ability.def.map_or_else(|| rules.name(ability.id), |def| rules.name(rules.defs[def.index()].id)).to_string()
    })
}

/// The information that a transferred card reads: the correct one, or an error.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sees {
    WhatItsPlayerSees,
    WhatItsOwnerSees,
}

/// The result of an experiment with another card in place of the transferred one.
pub enum Tried {
    /// It cannot be handed over so.
    No,
    /// It did the same; whether it did anything.
    Same(bool),
    /// What differs, or fails.
    Wrong(String),
}

fn attempt(like: &Table, handing: &Handing, def: DefId, (seed, sees): (u64, Sees)) -> Tried {
    let moment = handing.moment.with_face(handing.model, def);
    let mut table = moment.table(like);
    let mut bot = Random::new(seed);
    if follow(&mut table, &handing.steps, &mut bot).is_none() {
        return Tried::No;
    }
    if table.faults() > 0 {
        return Tried::Wrong(format!("fails while it is handed over: {}", table.fault_errors()[0].error));
    }
    let Some(away) = Moment::of(&table) else { return Tried::No };
    if !handed(&away).contains(&(handing.how, handing.card, def)) {
        return Tried::No;
    }
    let mut away = away.with_means();
    if sees == Sees::WhatItsOwnerSees {
        // So it is with cards of a pack.
        let mut rules = (*away.rules).clone();
        rules.abilities.iter_mut().for_each(|ability| ability.is_from_pack = true);
        away.rules = Arc::new(rules);
    }
    let home = at_home(&away, handing.card);
    goes_on(away.table(like), home.table(like), handing.card, def, seed)
}

/// The same moment with a card that always belonged to its player and never changed.
pub fn at_home(away: &Moment, card: Card) -> Moment {
    let mut home = away.clone();
    let player = home.state.controller(&home.rules, card);
    let of = &mut home.state.cards[card.index()];
    (of.owner, of.made_by, of.put_by, of.printed) = (player, Seat::NOBODY, Some(player), of.def);
    for given in home.state.abilities.iter_mut().filter(|g| matches!(g.on, Holder::Card(on, _) if on == card)) {
        given.provider = player;
    }
    home
}

/// The abilities of a card, each with true if it works.
fn abilities(table: &Table, card: Card) -> Vec<(AbilityId, bool)> {
    let game = table.world().game();
    let mut all = Vec::new();
    game.each_ability(card, |id| all.push(id));
    let env = game.seat_env(game.controller(card));
    all.into_iter().map(|id| (id, env.works(card, id))).collect()
}

/// Both tables go on with the same answers, which use the card where they can.
pub fn goes_on(mut away: Table, mut home: Table, card: Card, def: DefId, seed: u64) -> Tried {
    const ANSWERS: usize = 30;
    let (mut bot, mut chance) = (Random::new(seed), Chance(seed | 1));
    let mut acts = false;
    for _ in 0..ANSWERS {
        let holds = |(id, works): &(AbilityId, bool)| {
            let ability = &away.world().rules.abilities[id.index()];
            *works && ability.form == AbilityForm::While && ability.def == Some(def)
        };
        acts |= abilities(&away, card).iter().any(holds);
        if abilities(&away, card) != abilities(&home, card) {
            return Tried::Wrong("has other abilities than at home".into());
        }
        if away.decisions() != home.decisions() {
            return Tried::Wrong(format!(
                "is asked {:?}, at home {:?}\n{}",
                away.decisions(),
                home.decisions(),
                told(&away)
            ));
        }
        let Some(decision) = away.decisions().first().cloned() else { break };
        let is_of_it = |choice: &Choice| choice.card == Some(card);
        let mut answer = answer_that(&away, &decision, (&mut bot, &mut chance), is_of_it);
        match &answer {
            Answer::Act(choice) if is_of_it(choice) => {
                acts |= away.world().rules.abilities[choice.ability.index()].def == Some(def)
            }
            // Outside of its turn a card seldom acts.
            Answer::Act(_) if may_pass(&decision) && chance.below(3) > 0 => answer = Answer::Pass,
            _ => {}
        }
        away.submit(decision.seat, answer.clone()).expect("the answer is legal");
        home.submit(decision.seat, answer).expect("the answer is legal at home");
        for (at, table) in [("", &away), ("at home, too, ", &home)] {
            if table.faults() > 0 {
                return Tried::Wrong(format!("fails {at}: {}\n{}", table.fault_errors()[0].error, told(table)));
            }
        }
        let stands = |table: &Table| {
            let of = table.world().state().card(card);
            (of.zone, of.def, table.world().game().controller(card))
        };
        if stands(&away) != stands(&home) {
            // It went to its owner, or is itself again.
            break;
        }
        if away.log_hash() != home.log_hash() {
            return Tried::Wrong(format!("does otherwise than at home:\n{}\nat home:\n{}", told(&away), told(&home)));
        }
    }
    let is_of_def = |ability: AbilityId| away.world().rules.abilities[ability.index()].def == Some(def);
    // Also where no player chose it: in a window that asks nobody, by an effect, or as a trigger.
    let of_it = |line: &Line| match line {
        Line::Used { ability, card: Some(of), .. } => *of == card && is_of_def(*ability),
        Line::Triggered(_, Some(of), _) | Line::Replaced(_, Some(of), _) => *of == card,
        _ => false,
    };
    acts |= away.world().log.lines.iter().any(|line| of_it(&line.line));
    Tried::Same(acts)
}

/// The findings of a sweep over one way of playing.
#[derive(Default)]
struct Swept {
    means: BTreeSet<(How, String)>,
    tries: usize,
    handed: usize,
    acted: BTreeSet<String>,
    wrong: BTreeMap<String, String>,
}

fn sweep(engine: &Game, way: &Way, all: bool, (seed, sees): (u64, Sees)) -> Swept {
    let mut swept = Swept::default();
    let games = if all { 40 } else { 3 };
    let Some(like) = way.start(engine, seed) else { return swept };
    let rules = like.world().rules.clone();
    let mut handings = Handings { like: &like, found: BTreeMap::new() };
    search(engine, way, (seed, games), &mut |before, steps, after| handings.note(before, steps, after));
    let (found, mut chance) = (handings.found, Chance(seed * 2 + 1));
    for ((how, means), handings) in found {
        swept.means.insert((how, means));
        let ty = |def: DefId| rules.defs[def.index()].ty;
        let is_of_type = |def: &DefId| handings.iter().any(|h| ty(h.moment.state.card(h.model).def) == ty(*def));
        for def in with_abilities(&rules).filter(is_of_type) {
            if !all && sees == Sees::WhatItsPlayerSees && chance.below(6) > 0 {
                continue;
            }
            for handing in &handings {
                if ty(handing.moment.state.card(handing.model).def) != ty(def) {
                    continue;
                }
                swept.tries += 1;
                let id = rules.name(rules.defs[def.index()].id).to_string();
                match attempt(&like, handing, def, (seed + swept.tries as u64, sees)) {
                    Tried::No => {}
                    Tried::Same(acts) => {
                        swept.handed += 1;
                        if acts {
                            swept.acted.insert(id);
                        }
                    }
                    Tried::Wrong(why) => {
                        swept.handed += 1;
                        swept
                            .wrong
                            .entry(id)
                            .or_insert_with(|| format!("{:?} by {}: {why}", handing.how, handing.means));
                    }
                }
            }
        }
    }
    swept
}

#[test]
fn every_card_does_on_the_other_side_what_it_does_at_home() {
    let all = number("INTERMEZZO_SWEEP", 0) > 0;
    let seed = number("INTERMEZZO_SEED", 1);
    let only = std::env::var("INTERMEZZO_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for game in Way::games() {
        let engine = game.engine();
        let ways = game.options(&engine);
        // Under the usual options, and under another one that the seed draws.
        let drawn = 1 + Chance(seed + 7).below(ways.len().max(2) - 1);
        let ways =
            ways.iter().enumerate().filter(|(at, way)| (all || *at == 0 || *at == drawn) && way.name().contains(&only));
        for (_, way) in ways {
            let began = std::time::Instant::now();
            let swept = sweep(&engine, way, all, (seed, Sees::WhatItsPlayerSees));
            println!(
                "{}: {} tries, {} handed, {} cards acted, {} wrong, {:?}; {:?}",
                way.name(),
                swept.tries,
                swept.handed,
                swept.acted.len(),
                swept.wrong.len(),
                swept.means,
                began.elapsed()
            );
            wrong.extend(swept.wrong.iter().map(|(card, why)| format!("{}: {card} {why}", way.name())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_sweep_notices_cards_that_see_only_what_their_owners_see() {
    let notices = |way: &Way| {
        let swept = sweep(&way.engine(), way, false, (1, Sees::WhatItsOwnerSees));
        swept.wrong.values().any(|why| why.contains("does not see"))
    };
    assert!(Way::games().iter().any(notices));
}
