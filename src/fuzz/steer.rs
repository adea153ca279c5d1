//! Steer: which decks are brought and which answers are given, so that games do what none did before.

use super::is_counted;
use crate::bots::Random;
use crate::catalog::Deck;
use crate::error::Result;
use crate::kernel::model::census::Census;
use crate::kernel::model::value::DefId;
use crate::kernel::{Answer, Decision, Kind, World};
use crate::table::{Game, Setup};

/// What was used so far, and what leads to more.
pub(super) struct Steer {
    game: Game,
    players: Option<u8>,
    options: Vec<(String, String)>,
    /// How often each ability was used, in all games.
    used: Vec<u64>,
    opened: Vec<u64>,
}

impl Steer {
    pub fn new(game: &Game, players: Option<u8>, options: Vec<(String, String)>) -> Steer {
        let rules = &game.catalog.rules;
        let (used, opened) = (vec![0; rules.abilities.len()], vec![0; rules.windows.len()]);
        Steer { game: game.clone(), players, options, used, opened }
    }

    /// A game with its own decks, in which cards take the place of others whose abilities nobody used yet.
    pub fn setup(&self, seed: u64) -> Result<Setup> {
        let players = self.game.catalog.rules.schema.players;
        let seats = self.players.unwrap_or(players.usual) as usize;
        let own: Vec<&Deck> = self.game.catalog.decks.values().collect();
        let mut bot = Random::new(seed ^ 0xf122);
        let with = |decks: Vec<Deck>| Setup { seed, decks, options: self.options.clone(), players: Some(seats as u8) };
        let empty = || Deck { lists: vec![Vec::new(); self.game.catalog.deck_rules.lists.len()], ..Deck::default() };
        if own.is_empty() {
            return Ok(with(vec![empty(); seats]));
        }
        // Decks that the game refuses together are drawn anew.
        for _ in 0..16 {
            let mut decks: Vec<Deck> = (0..seats).map(|_| own[bot.number(own.len())].clone()).collect();
            if self.game.set_up(with(decks.clone())).is_err() {
                continue;
            }
            for seat in 0..seats {
                for _ in 0..3 {
                    let mut changed = decks.clone();
                    if self.exchange(&mut changed[seat], &mut bot) && self.game.set_up(with(changed.clone())).is_ok() {
                        decks = changed;
                    }
                }
            }
            return Ok(with(decks));
        }
        Ok(with((0..seats).map(|seat| own[seat % own.len()].clone()).collect()))
    }

    /// A card of which something was never used takes the place of all copies of another one of its type.
    fn exchange(&self, deck: &mut Deck, bot: &mut Random) -> bool {
        let rules = &self.game.catalog.rules;
        let is_fresh = |def: &DefId| {
            let abilities = &rules.defs[def.index()].abilities;
            abilities.iter().any(|a| self.used[a.index()] == 0 && is_counted(&rules.abilities[a.index()].form))
        };
        let fresh: Vec<DefId> = (0..rules.defs.len()).map(DefId::of).filter(is_fresh).collect();
        let lists: Vec<usize> = (0..deck.lists.len()).filter(|list| !deck.lists[*list].is_empty()).collect();
        if fresh.is_empty() || lists.is_empty() {
            return false;
        }
        let new = fresh[bot.number(fresh.len())];
        let list = &mut deck.lists[lists[bot.number(lists.len())]];
        let old = list[bot.number(list.len())];
        if rules.defs[old.index()].ty != rules.defs[new.index()].ty || list.contains(&new) {
            return false;
        }
        list.iter_mut().filter(|def| **def == old).for_each(|def| *def = new);
        true
    }

    /// An answer: often what was used least, sometimes the smallest or the largest, sometimes anything.
    pub fn answer(&self, world: &World, decision: &Decision, bot: &mut Random) -> Answer {
        match &decision.kind {
            Kind::Act { options, .. } if !options.is_empty() && bot.number(10) < 8 => {
                let uses = |at: usize| self.used.get(options[at].ability.index()).copied().unwrap_or(0);
                // Of three that are drawn the one that was used least.
                let drawn = (0..3).map(|_| bot.number(options.len())).collect::<Vec<_>>();
                let best = drawn.into_iter().min_by_key(|at| uses(*at)).unwrap_or(0);
                Answer::Act(options[best])
            }
            Kind::Number(low, high) if bot.number(3) == 0 => {
                Answer::Values(vec![crate::kernel::Value::Int(if bot.number(2) == 0 { *low } else { *high })])
            }
            Kind::Pick { .. } if bot.number(4) == 0 => {
                let legal = world.game().answers(decision, 64);
                let end = if bot.number(2) == 0 { legal.first() } else { legal.last() };
                end.cloned().unwrap_or_else(|| bot.legal_answer(world, decision))
            }
            _ => bot.legal_answer(world, decision),
        }
    }

    /// Takes what a game used.
    pub fn learn(&mut self, census: &Census) {
        self.used.iter_mut().zip(&census.used).for_each(|(all, n)| *all += *n as u64);
        self.opened.iter_mut().zip(&census.opened).for_each(|(all, n)| *all += *n as u64);
    }

    /// What was never used, and how many there are that could be.
    pub fn never(&self) -> (Vec<String>, usize) {
        let rules = &self.game.catalog.rules;
        let of_ability = |(at, ability): (usize, &crate::kernel::model::ability::Ability)| {
            let of = ability.def.map_or("the game", |def| rules.name(rules.defs[def.index()].id));
            (self.used[at] == 0).then(|| format!("ability {of}: {}", rules.name(ability.id)))
        };
        let counted = || rules.abilities.iter().enumerate().filter(|(_, a)| is_counted(&a.form));
        let windows = rules.windows.iter().enumerate().filter(|(at, _)| self.opened[*at] == 0);
        let windows = windows.map(|(_, window)| format!("window {}", rules.name(window.name)));
        let never = counted().filter_map(of_ability).chain(windows).collect();
        (never, counted().count() + rules.windows.len())
    }
}
