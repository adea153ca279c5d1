//! Steer: which decks are brought and which answers are given, so that games do what none did before.

use super::coverage::{FuzzCoverage, Reached};
use super::is_counted;
use intermezzo::bots::Random;
use intermezzo::catalog::Deck;
use intermezzo::error::Result;
use intermezzo::kernel::model::ability::{Ability, CostPart};
use intermezzo::kernel::model::decision::Choice;
use intermezzo::kernel::model::game_statistics::GameStatistics;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::value::{AbilityId, DefId};
use intermezzo::kernel::{Answer, Decision, Kind, Rules, World};
use intermezzo::table::{Game, Setup};

/// The coverage so far, and the answers that lead to more.
pub(super) struct Steer {
    game: Game,
    players: Option<u8>,
    options: Vec<(String, String)>,
    reached: Reached,
    /// Decks of the last games with new coverage, of each game those of all seats.
    kept: Vec<Vec<Deck>>,
    /// The cards that were used in the game that is played.
    now: Vec<DefId>,
    /// The counters that each ability costs.
    costs: Vec<Vec<Sym>>,
    /// The counters that are saved in the game that is played, for abilities that were never used: who spends whenever
    /// she can never has enough for a dear one. `None`: nobody was asked yet, and the cards of the game are not there.
    saved: Option<Vec<Sym>>,
}

/// The most games whose decks are stored.
const KEPT: usize = 64;

impl Steer {
    pub fn new(game: &Game, players: Option<u8>, options: Vec<(String, String)>) -> Steer {
        let reached = Reached::of(&game.catalog.rules);
        let costs = costs(&game.catalog.rules);
        let (kept, now, saved) = (Vec::new(), Vec::new(), None);
        Steer { game: game.clone(), players, options, reached, kept, now, costs, saved }
    }

    /// The setup of a game: ready-made decks, or those of a game with new coverage, with some cards exchanged for cards
    /// that were never used or that met few others.
    pub fn setup(&mut self, seed: u64) -> Result<Setup> {
        self.now.clear();
        // Every other game saves no counters, because expensive uses are only a part of the goal.
        self.saved = if seed.is_multiple_of(2) { None } else { Some(Vec::new()) };
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
            let mut decks: Vec<Deck> = match self.kept.len() {
                n if n > 0 && bot.number(2) == 0 => self.kept[bot.number(n)].clone(),
                _ => (0..seats).map(|seat| self.any_of(&own, seat, &mut bot)).collect(),
            };
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
        Ok(with(self.game.usual_decks(seats)))
    }

    /// A deck that a seat may bring.
    fn any_of(&self, own: &[&Deck], seat: usize, bot: &mut Random) -> Deck {
        let rules = &self.game.catalog.deck_rules;
        let may_bring: Vec<&&Deck> = own.iter().filter(|deck| rules.seats_for(deck) & 1 << seat != 0).collect();
        match may_bring.len() {
            0 => Deck { lists: vec![Vec::new(); rules.lists.len()], ..Deck::default() },
            n => (**may_bring[bot.number(n)]).clone(),
        }
    }

    /// Exchanges all copies of a card for a card of the same type that was never used, or else that met few others.
    fn exchange(&self, deck: &mut Deck, bot: &mut Random) -> bool {
        let rules = &self.game.catalog.rules;
        let is_fresh = |def: &DefId| {
            let abilities = &rules.defs[def.index()].abilities;
            abilities.iter().any(|a| self.reached.used[a.index()] == 0 && is_counted(&rules.abilities[a.index()].form))
        };
        let fresh: Vec<DefId> = (0..rules.defs.len()).map(DefId::of).filter(is_fresh).collect();
        let lists: Vec<usize> = (0..deck.lists.len()).filter(|list| !deck.lists[*list].is_empty()).collect();
        let cards = self.reached.cards();
        if cards.is_empty() || lists.is_empty() {
            return false;
        }
        let new = match fresh.len() {
            n if n > 0 && bot.number(4) > 0 => fresh[bot.number(n)],
            _ => {
                let drawn: Vec<DefId> = (0..3).map(|_| cards[bot.number(cards.len())]).collect();
                drawn.into_iter().min_by_key(|def| self.reached.meetings(*def)).unwrap_or(cards[0])
            }
        };
        let list = &mut deck.lists[lists[bot.number(lists.len())]];
        let old = list[bot.number(list.len())];
        if rules.defs[old.index()].ty != rules.defs[new.index()].ty || list.contains(&new) {
            return false;
        }
        list.iter_mut().filter(|def| **def == old).for_each(|def| *def = new);
        true
    }

    /// The counters that abilities without any use so far cost: abilities of the game itself, or of a card that is in
    /// this game.
    fn to_save(&self, world: &World) -> Vec<Sym> {
        let (rules, state) = (&world.rules, world.state());
        let is_here = |def: DefId| state.cards.iter().any(|card| card.def == def);
        let mut counters: Vec<Sym> = Vec::new();
        for (at, (ability, costs)) in rules.abilities.iter().zip(&self.costs).enumerate() {
            if self.reached.used[at] == 0 && !costs.is_empty() && ability.def.is_none_or(is_here) {
                counters.extend(costs);
            }
        }
        counters.sort();
        counters.dedup();
        counters
    }

    /// True if an ability that was used before costs a counter that is being saved for abilities that were not.
    fn wastes(&self, ability: AbilityId) -> bool {
        let Some(saved) = &self.saved else { return false };
        let is_known = self.reached.used.get(ability.index()).is_some_and(|used| *used > 0);
        is_known && self.costs.get(ability.index()).is_some_and(|costs| costs.iter().any(|one| saved.contains(one)))
    }

    /// An answer: often the least used, or one that brings new pairs of cards together; sometimes the smallest, the
    /// largest, or any. Saved counters are not spent on known uses.
    pub fn answer(&mut self, world: &World, decision: &Decision, bot: &mut Random) -> Answer {
        if self.saved.is_none() {
            self.saved = Some(self.to_save(world));
        }
        if let Kind::Act { options, may_pass } = &decision.kind
            && options.iter().any(|option| self.wastes(option.ability))
        {
            let options: Vec<Choice> = options.iter().filter(|option| !self.wastes(option.ability)).copied().collect();
            if !options.is_empty() || *may_pass {
                let kind = Kind::Act { options, may_pass: *may_pass };
                return self.chosen(world, &Decision { kind, ..decision.clone() }, bot);
            }
        }
        self.chosen(world, decision, bot)
    }

    fn chosen(&mut self, world: &World, decision: &Decision, bot: &mut Random) -> Answer {
        match &decision.kind {
            Kind::Act { options, .. } if !options.is_empty() && bot.number(10) < 8 => {
                let def = |at: usize| world.rules.abilities[options[at].ability.index()].def;
                let key = |at: &usize| {
                    let used = self.reached.used.get(options[*at].ability.index()).copied().unwrap_or(0);
                    let new = def(*at).map_or(0, |def| self.now.iter().filter(|o| !self.reached.met(def, **o)).count());
                    // An ability that was used a few times is known; after that, new combinations of cards count.
                    (used.min(3), std::cmp::Reverse(new), used)
                };
                // The least used among three random options.
                let drawn = (0..3).map(|_| bot.number(options.len())).collect::<Vec<_>>();
                let best = drawn.into_iter().min_by_key(key).unwrap_or(0);
                if let Some(def) = def(best).filter(|def| !self.now.contains(def)) {
                    self.now.push(def);
                }
                Answer::Act(options[best])
            }
            Kind::Number(low, high) if bot.number(3) == 0 => {
                Answer::Values(vec![intermezzo::kernel::Value::Int(if bot.number(2) == 0 { *low } else { *high })])
            }
            Kind::Pick { .. } if bot.number(4) == 0 => {
                let legal = world.game().answers(decision, 64);
                let end = if bot.number(2) == 0 { legal.first() } else { legal.last() };
                end.cloned().unwrap_or_else(|| bot.legal_answer(world, decision))
            }
            _ => bot.legal_answer(world, decision),
        }
    }

    /// Learns from a game. The decks of a game with new coverage are used again.
    pub fn learn(&mut self, statistics: &GameStatistics, setup: &Setup) {
        if self.reached.learn(&self.game, statistics) > 0 && !setup.decks.is_empty() {
            if self.kept.len() == KEPT {
                self.kept.remove(0);
            }
            self.kept.push(setup.decks.clone());
        }
    }

    /// The coverage of all games so far.
    pub fn coverage(&self) -> FuzzCoverage {
        self.reached.coverage(&self.game.catalog.rules)
    }
}

/// The counters that each ability costs, by itself or by the kind of its use.
fn costs(rules: &Rules) -> Vec<Vec<Sym>> {
    let counter = |part: &CostPart| match part {
        CostPart::Counter { name, .. } => Some(*name),
        _ => None,
    };
    let of_kind = |ability: &Ability| {
        let kind = ability.kind.filter(|_| !ability.alternative);
        kind.map_or(&[][..], |kind| &rules.uses[kind.index()].cost)
    };
    let of_ability = |ability: &Ability| ability.cost.iter().chain(of_kind(ability)).filter_map(counter).collect();
    rules.abilities.iter().map(of_ability).collect()
}
