//! Sweep: moments of random games, kept as states, and games that go on from them, for tests that try every card.

use std::path::Path;
use std::sync::Arc;

use intermezzo::catalog::{Deck, Files};
use intermezzo::kernel::model::decision::{Answer, Choice, Decision, Kind};
use intermezzo::kernel::model::game_log::Log;
use intermezzo::kernel::model::state::State;
use intermezzo::kernel::model::value::DefId;
use intermezzo::kernel::rules::CostPart;
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::tell::transcript::transcript;
use intermezzo::kernel::{Card, Rules, Value, World};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Setup, Table};

use super::chance::Chance;
use super::{Step, files, game_of};

/// A state in which a player may act and no script runs, under the rules of its game.
#[derive(Clone)]
pub struct Moment {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The state.
    pub state: State,
}

impl Moment {
    /// The table as it stands, if a game can go on from its state alone.
    pub fn of(table: &Table) -> Option<Moment> {
        let acts = matches!(table.decisions().first()?.kind, Kind::Act { .. });
        let world = table.world();
        (acts && !table.in_script() && world.state().lane.is_none())
            .then(|| Moment { rules: world.rules.clone(), state: world.state().clone() })
    }

    /// A table of the same game that stands at this moment; its log begins there.
    pub fn table(&self, like: &Table) -> Table {
        let mut table = like.fork();
        table.restore(self.world());
        table
    }

    /// The world at this moment, with a log that begins here.
    pub fn world(&self) -> World {
        let log = Log { before: self.state.log_len, kept: true, ..Log::default() };
        World::at(self.rules.clone(), self.state.clone(), log)
    }

    /// The same moment with the face of a card exchanged.
    pub fn with_face(&self, card: Card, def: DefId) -> Moment {
        let mut state = self.state.clone();
        (state.cards[card.index()].def, state.cards[card.index()].printed) = (def, def);
        Moment { rules: self.rules.clone(), state }
    }

    /// The same moment with enough counters for every cost.
    pub fn with_means(&self) -> Moment {
        const ENOUGH: i64 = 10;
        let (rules, mut state) = (&self.rules, self.state.clone());
        let costs = rules.abilities.iter().flat_map(|a| &a.cost).chain(rules.uses.iter().flat_map(|u| &u.cost));
        let paid: Vec<_> = costs
            .filter_map(|part| match part {
                CostPart::Counter { name, .. } => Some(*name),
                _ => None,
            })
            .collect();
        let counters = &rules.schema.counters;
        for (at, n) in state.counters.iter_mut().enumerate() {
            let counter = &counters[at % counters.len()];
            if paid.contains(&counter.name) {
                *n = (*n).max(counter.max.unwrap_or(ENOUGH).min(ENOUGH));
            }
        }
        Moment { rules: rules.clone(), state }
    }
}

/// The log of a table, with all cards visible.
pub fn told(table: &Table) -> String {
    let world = table.world();
    transcript(world.game(), &world.log, Reader { names: table.names(), eyes: None })
}

/// An answer that uses one of these abilities if it can; otherwise any.
pub fn answer_that(
    table: &Table,
    decision: &Decision,
    (bot, chance): (&mut Random, &mut Chance),
    wanted: impl Fn(&Choice) -> bool,
) -> Answer {
    if let Kind::Act { options, .. } = &decision.kind {
        let found: Vec<&Choice> = options.iter().filter(|choice| wanted(choice)).collect();
        if !found.is_empty() {
            return Answer::Act(*found[chance.below(found.len())]);
        }
    }
    bot.legal_answer(table.world(), decision)
}

/// Gives these answers, and then any, until the table stands at a moment again. `None`: one of them does not fit, or too many
/// are asked for.
pub fn follow(table: &mut Table, steps: &[Step], bot: &mut Random) -> Option<Vec<Step>> {
    const MOST: usize = 24;
    let mut given = Vec::new();
    while given.len() < MOST {
        let decision = table.decisions().first()?.clone();
        let planned = steps
            .get(given.len())
            .filter(|(seat, answer)| *seat == decision.seat && table.world().game().check(&decision, answer).is_ok());
        let answer = match planned {
            Some((_, answer)) => answer.clone(),
            None if given.is_empty() => return None,
            None => bot.legal_answer(table.world(), &decision),
        };
        given.push((decision.seat, answer.clone()));
        table.submit(decision.seat, answer).ok()?;
        if given.len() >= steps.len() && Moment::of(table).is_some() {
            return Some(given);
        }
    }
    None
}

/// A way of playing a game: so many players, and an option that differs from its default.
#[derive(Clone, Debug)]
pub struct Way {
    /// The game.
    pub game: String,
    /// Packs in play.
    pub packs: Vec<String>,
    /// What differs.
    pub option: Option<(String, String)>,
}

impl Way {
    /// The games of the repository, and each of its packs in its game.
    pub fn games() -> Vec<Way> {
        let root = Path::new(env!("REPOSITORY"));
        let folders = |of: &str| {
            let all = std::fs::read_dir(root.join(of)).expect("the folder is there");
            let mut all: Vec<_> = all.map(|one| one.expect("it can be read").path()).collect();
            all.sort();
            all
        };
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_string();
        let with = |game: String, packs| Way { game, packs, option: None };
        let mut ways: Vec<Way> = folders("cards").iter().map(|path| with(name(path), Vec::new())).collect();
        for pack in folders("packs") {
            let header = std::fs::read_to_string(pack.join("pack.yaml")).expect("a header");
            let game = header.lines().find_map(|line| line.strip_prefix("extends:")).expect("a game").trim();
            ways.push(with(game.into(), vec![name(&pack)]));
        }
        ways
    }

    /// An engine of its game.
    pub fn engine(&self) -> Game {
        let files = files(&[]);
        game_of(&self.game, &Files { packs: self.packs.clone(), ..files })
    }

    /// The game as it is usually played, and under each other value of each of its options that is a word or a flag.
    pub fn options(&self, engine: &Game) -> Vec<Way> {
        let rules = &engine.catalog().rules;
        let mut ways = vec![self.clone()];
        for ((name, default), words) in rules.options.iter().zip(&rules.option_values) {
            let values = match default {
                Value::Bool(is) => vec![Value::Bool(!is)],
                _ => words.iter().filter(|word| *word != default).cloned().collect(),
            };
            for value in values {
                let word = match value {
                    Value::Bool(is) => is.to_string(),
                    Value::Word(word) => rules.name(word).to_string(),
                    _ => continue,
                };
                ways.push(Way { option: Some((rules.name(*name).to_string(), word)), ..self.clone() });
            }
        }
        ways
    }

    /// A game with the most players that its option permits; `None` if it cannot begin with these decks.
    pub fn start(&self, engine: &Game, seed: u64) -> Option<Table> {
        let players = engine.catalog().rules.schema.players;
        let seats = std::iter::once(players.usual).chain(players.least..=players.most);
        seats.into_iter().find_map(|seats| {
            let all: Vec<_> = engine.catalog().decks.values().cloned().collect();
            let n = all.len().max(1);
            let deck = |seat: usize| all.get((seed as usize / n.pow(seat as u32).max(1) + seat) % n).cloned();
            let apart = |seat: usize| all.get((seed as usize + seat) % n).cloned();
            let decks = |of: &dyn Fn(usize) -> Option<Deck>| (0..seats as usize).filter_map(of).collect::<Vec<_>>();
            let by_role = || {
                let turned = all.iter().cycle().skip(seed as usize % n).take(n);
                engine.catalog().deck_rules.dealt(turned, seats.into())
            };
            let options: Vec<_> = self.option.iter().cloned().collect();
            [decks(&deck), decks(&apart), by_role()].into_iter().find_map(|decks| {
                let setup = Setup { seed, decks, options: options.clone(), players: Some(seats) };
                engine.set_up(setup).ok().map(Table::start)
            })
        })
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        let packs: String = self.packs.iter().map(|pack| format!(" with {pack}")).collect();
        let option = self.option.as_ref().map_or(String::new(), |(name, value)| format!(", {name} {value}"));
        format!("{}{packs}{option}", self.game)
    }
}

/// Whether a player may do nothing.
pub fn may_pass(decision: &Decision) -> bool {
    matches!(decision.kind, Kind::Act { may_pass: true, .. })
}

/// Cards that have abilities.
pub fn with_abilities(rules: &Rules) -> impl Iterator<Item = DefId> {
    (0..rules.defs.len()).map(DefId::of).filter(|def| !rules.defs[def.index()].abilities.is_empty())
}

/// Hears what was answered between two moments.
pub type Note<'n> = &'n mut dyn FnMut(&Moment, &[Step], &Moment);

/// Plays this many games from a seed on, and tries cards that nobody holds at their moments.
pub fn search(engine: &Game, way: &Way, (seed, games): (u64, u64), note: Note) {
    let Some(like) = way.start(engine, seed) else { return };
    let tried = vec![0; like.world().rules.defs.len()];
    let mut search = Search { like: &like, bot: Random::new(seed), chance: Chance(seed * 2 + 1), tried };
    for game in 0..games {
        if let Some(mut table) = way.start(engine, seed * 1000 + game) {
            search.game(&mut table, note);
        }
    }
}

struct Search<'a> {
    like: &'a Table,
    bot: Random,
    chance: Chance,
    /// How often each card was tried.
    tried: Vec<usize>,
}

impl Search<'_> {
    fn game(&mut self, table: &mut Table, note: Note) {
        const LONGEST: usize = 300;
        let mut last: Option<(Moment, Vec<Step>)> = None;
        table.forget_log();
        for _ in 0..LONGEST {
            if let Some(now) = Moment::of(table) {
                if let Some((before, steps)) = last.take() {
                    note(&before, &steps, &now);
                }
                self.attempt(&now, note);
                last = Some((now, Vec::new()));
            }
            let Some(decision) = table.decisions().first().cloned() else { return };
            let answer = self.bot.legal_answer(table.world(), &decision);
            if let Some((_, steps)) = &mut last {
                steps.push((decision.seat, answer.clone()));
            }
            table.submit(decision.seat, answer).expect("the answer is legal");
        }
    }

    /// Uses a card that was tried less than others, which takes the place of one that could be used.
    fn attempt(&mut self, now: &Moment, note: Note) {
        const SEGMENTS: usize = 6;
        let rules = &now.rules;
        let mut table = now.table(self.like);
        let Some(asked) = table.decisions().first().cloned() else { return };
        let Kind::Act { options, .. } = &asked.kind else { return };
        let cards: Vec<Card> = options.iter().filter_map(|choice| choice.card).collect();
        if cards.is_empty() {
            return;
        }
        let card = cards[self.chance.below(cards.len())];
        let ty = rules.defs[now.state.card(card).def.index()].ty;
        let others = with_abilities(rules).filter(|def| rules.defs[def.index()].ty == ty);
        let Some(def) = others.min_by_key(|def| (self.tried[def.index()], self.chance.below(1000))) else { return };
        self.tried[def.index()] += 1;
        let mut now = now.with_means().with_face(card, def);
        table.restore(now.world());
        for _ in 0..SEGMENTS {
            let Some(decision) = table.decisions().first().cloned() else { return };
            let mut answer =
                answer_that(&table, &decision, (&mut self.bot, &mut self.chance), |c| c.card == Some(card));
            // The effect may come later, so other actions are passed until then.
            if !matches!(answer, Answer::Act(choice) if choice.card == Some(card)) && may_pass(&decision) {
                answer = Answer::Pass;
            }
            let Some(steps) = follow(&mut table, &[(decision.seat, answer)], &mut self.bot) else { return };
            let Some(next) = Moment::of(&table) else { return };
            note(&now, &steps, &next);
            now = next;
        }
    }
}
