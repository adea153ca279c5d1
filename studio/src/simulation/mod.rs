//! Simulation: tables, clocks, servers, a database and clients under one seed, with everything that may go wrong.
//!
//! `ANSWERS=1000000 SEED=1 cargo test --release -p intermezzo-studio --lib simulation -- --nocapture` simulates more. A seed
//! that fails becomes a line in [`SEEDS`].
//!
//! Messages come late, twice or never; servers die, lose their tables to another one without knowing, and begin again; disks
//! are full, or do not say what they took; clocks jump. Nevertheless:
//!
//! - an acknowledged answer stays, and none is applied twice;
//! - a client is told nothing that its seat may not see;
//! - a game ends as it does where nothing goes wrong, to the hash, and its record ends so, too.

mod client;
mod disk;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use intermezzo::{Files, Record, Texts};

use crate::games::Games;
use crate::hall::TableHolder;
use crate::table::TableRequest;
use crate::{Hall, NewSeat, NewTable, Options};
use client::{Client, EndedGame};
use disk::{Disk, Faults};

/// The servers of one database.
const SERVERS: usize = 2;
/// Tables that are played at the same time.
const TABLES: u64 = 4;
/// A simulation with more rounds is stuck.
const MOST_ROUNDS: usize = 60_000;
/// The seeds that every run simulates, and each seed that failed once.
const SEEDS: &[u64] = &[1, 2, 3];

/// The chance of the simulation.
pub struct SimulationChance(u64);

impl SimulationChance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }

    /// True once in `once_in` calls on average; 0: never.
    fn happens(&mut self, once_in: u64) -> bool {
        once_in > 0 && self.below(once_in) == 0
    }
}

/// The faults outside of the database; each number is the mean of rounds between two faults.
#[derive(Clone, Copy)]
struct Wrong {
    faults: Faults,
    /// A server dies and begins again.
    dies: u64,
    /// The clock jumps by up to a second.
    jumps: u64,
    /// A message is lost, comes twice, or comes late: its connection breaks soon.
    messages: u64,
}

const NOTHING: Wrong = Wrong { faults: Faults { full: 0, unsure: 0, lost: 0 }, dies: 0, jumps: 0, messages: 0 };
const EVERYTHING: Wrong =
    Wrong { faults: Faults { full: 40, unsure: 60, lost: 150 }, dies: 400, jumps: 50, messages: 12 };

/// The servers and what they share.
struct SimulatedServers {
    disk: Disk,
    halls: Vec<Hall>,
    deaths: u64,
}

/// The games, loaded once, with a bot that has learnt its game, so that no other thread has to teach it during a
/// simulation.
static GAMES: LazyLock<Arc<Games>> = LazyLock::new(|| {
    let games = Games::new(Files::built_in(), None, Vec::new());
    games.find("market").expect("a game").brain("random").expect("a bot");
    Arc::new(games)
});

fn hall(disk: &Disk, number: usize) -> Hall {
    hall_with_room(disk, number, 1000)
}

fn hall_with_room(disk: &Disk, number: usize, most_tables: usize) -> Hall {
    let mut options = Options::new(Files::built_in());
    (options.bot_pause, options.most_tables) = (Duration::from_millis(1), most_tables);
    Hall::in_simulation(options, GAMES.clone(), disk.server(number))
}

impl SimulatedServers {
    fn new(seed: u64, wrong: Wrong) -> SimulatedServers {
        let disk = Disk::new(seed, wrong.faults);
        let halls = (0..SERVERS).map(|number| hall(&disk, number)).collect();
        SimulatedServers { disk, halls, deaths: 0 }
    }

    /// A server is killed and begins again.
    fn kill(&mut self, number: usize) {
        self.halls[number].end_all();
        self.disk.dies(number);
        self.halls[number] = hall(&self.disk, number);
        self.deaths += 1;
    }

    /// A table, found by way of any server; `None`: no server plays it.
    fn find(&self, code: &str, at: usize) -> Option<tokio::sync::mpsc::Sender<TableRequest>> {
        match self.halls[at].find(code) {
            Ok(TableHolder::Here(table)) => Some(table),
            Ok(TableHolder::There(holder)) => {
                let number: usize = holder.split('-').next().and_then(|n| n.parse().ok()).expect("a server");
                match self.halls[number].find(code) {
                    Ok(TableHolder::Here(table)) => Some(table),
                    _ => None,
                }
            }
            Err(refused) => {
                assert_eq!(refused.code, "table_moves", "{refused:?}");
                None
            }
        }
    }
}

/// The results of a simulation.
#[derive(Default)]
struct SimulatedGames {
    answers: u64,
    games: u64,
    deaths: u64,
    refusals: BTreeMap<String, u64>,
    faults: BTreeMap<&'static str, u64>,
    /// The log hash with which each game ended, by the seed of the game.
    ends: BTreeMap<u64, String>,
}

/// Plays games until all are over.
fn simulate(seed: u64, wrong: Wrong) -> SimulatedGames {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("one");
    runtime.block_on(play(seed, wrong))
}

async fn play(seed: u64, wrong: Wrong) -> SimulatedGames {
    let mut world = SimulatedServers::new(seed, wrong);
    let mut chance = SimulationChance(seed ^ 0x5eed);
    let mut tables = Vec::new();
    for at in 0..TABLES {
        // At every other table the second seat is a bot's; at the rest two persons play.
        let bot = (at % 2 == 0).then(|| "random".to_string());
        let seats = vec![NewSeat::default(), NewSeat { bot, ..NewSeat::default() }];
        let game = seed.wrapping_mul(TABLES) + at;
        let new = NewTable { game: "market".into(), seats, seed: Some(game), ..NewTable::default() };
        let made = world.halls[at as usize % SERVERS].create(&new).expect("a table");
        let keys = made.keys.iter().enumerate().filter_map(|(seat, key)| Some((seat as u8, key.clone()?)));
        let clients: Vec<Client> = keys.map(|(seat, key)| Client::new(&made.code, seat, key, game)).collect();
        tables.push((game, made.code, clients));
    }
    let mut played = SimulatedGames::default();
    for round in 0.. {
        assert!(round < MOST_ROUNDS, "seed {seed}: a game is stuck: {:?}", stuck(&tables));
        if tables.iter().all(|(.., clients)| clients.iter().all(|client| client.ended.is_some())) {
            break;
        }
        if chance.happens(wrong.dies) {
            world.kill(chance.below(SERVERS as u64) as usize);
        }
        if chance.happens(wrong.jumps) {
            tokio::time::advance(Duration::from_millis(chance.below(1000))).await;
        }
        for (_, code, clients) in &mut tables {
            for client in clients {
                let at = chance.below(SERVERS as u64) as usize;
                client.step(|| world.find(code, at), &mut chance, wrong.messages).await;
            }
        }
        // Tables read their requests, the disk writes some of what waits, and time passes.
        tokio::time::sleep(Duration::from_millis(2)).await;
        world.disk.work(1 + chance.below(6) as usize);
    }
    while world.disk.is_waiting() {
        world.disk.work(1);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    for (game, code, clients) in &tables {
        let EndedGame { hash } = clients[0].ended.clone().expect("it is over");
        let is_same = |client: &Client| client.ended.as_ref().is_some_and(|ended| ended.hash == hash);
        assert!(clients.iter().all(is_same), "seed {seed}: two people saw different ends of game {game}");
        let (record, texts, texts_hash) = world.disk.record(code);
        let find = |wanted: &str| Texts::read(&texts, wanted).map(|texts| (wanted == texts_hash).then_some(texts));
        let table = Record::from_text_with(&record, &find).and_then(|record| record.replay()).expect("a record");
        assert_eq!(table.log_hash(), hash, "seed {seed}: the record of game {game} ends otherwise");
        played.games += 1;
        for client in clients {
            played.answers += client.acknowledged();
            for (code, n) in &client.refusals {
                *played.refusals.entry(code.clone()).or_default() += n;
            }
        }
        played.ends.insert(*game, hash);
    }
    for hall in &world.halls {
        hall.end_all();
    }
    (played.deaths, played.faults) = (world.deaths, world.disk.happened());
    played
}

fn stuck(tables: &[(u64, String, Vec<Client>)]) -> Vec<String> {
    tables.iter().flat_map(|(.., clients)| clients).filter(|client| client.ended.is_none()).map(Client::state).collect()
}

/// Simulates a seed without and with faults, and compares the ends of all games.
fn check(seed: u64) -> SimulatedGames {
    let (steady, played) = (simulate(seed, NOTHING), simulate(seed, EVERYTHING));
    assert_eq!(played.ends, steady.ends, "seed {seed}: a game ends otherwise than where nothing goes wrong");
    played
}

#[test]
fn whatever_goes_wrong_a_game_ends_as_it_would_have() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let answers = number("ANSWERS").unwrap_or(2_000);
    let first = number("SEED");
    let (mut all, mut seeds, mut more) = (SimulatedGames::default(), 0, first.unwrap_or(1000));
    let known = if first.is_some() { &[] } else { SEEDS };
    let mut known = known.iter();
    while all.answers < answers {
        let seed = known.next().copied().unwrap_or_else(|| {
            more += 1;
            more - 1
        });
        let played = check(seed);
        seeds += 1;
        (all.answers, all.games, all.deaths) =
            (all.answers + played.answers, all.games + played.games, all.deaths + played.deaths);
        for (code, n) in played.refusals {
            *all.refusals.entry(code).or_default() += n;
        }
        for (what, n) in played.faults {
            *all.faults.entry(what).or_default() += n;
        }
        if seeds % 50 == 0 {
            println!("{} answers after seed {seed}", all.answers);
        }
    }
    let SimulatedGames { answers, games, deaths, refusals, faults, .. } = all;
    println!("{answers} answers in {games} games of {seeds} seeds; {deaths} deaths; {faults:?}; {refusals:?}");
    assert!(deaths > 0 && faults.values().all(|n| *n > 0), "nothing went wrong");
}

#[test]
fn a_seed_says_all_that_happens() {
    let (one, other) = (simulate(7, EVERYTHING), simulate(7, EVERYTHING));
    assert_eq!((one.deaths, one.faults, one.refusals), (other.deaths, other.faults, other.refusals));
    assert_eq!((one.ends, one.answers), (other.ends, other.answers));
}

#[test]
fn a_table_that_everybody_left_ends_after_a_while() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("one");
    runtime.block_on(async {
        let world = SimulatedServers::new(1, NOTHING);
        let new = NewTable { game: "market".into(), seed: Some(1), ..NewTable::default() };
        let made = world.halls[0].create(&new).expect("a table");
        let mut client = Client::new(&made.code, 0, made.keys[0].clone().expect("a key"), 1);
        let mut chance = SimulationChance(1);
        for _ in 0..20 {
            client.step(|| world.find(&made.code, 0), &mut chance, 0).await;
            tokio::time::sleep(Duration::from_millis(2)).await;
            world.disk.work(9);
        }
        let hour = Duration::from_secs(3600);
        tokio::time::sleep(hour).await;
        assert_eq!(world.halls[0].tables_here(), 1, "somebody is there");
        client.hang_up();
        tokio::time::sleep(hour).await;
        assert_eq!(world.halls[0].tables_here(), 0);
        assert!(world.find(&made.code, 0).is_some(), "the database keeps it");
        world.halls[0].end_all();
    });
}

#[test]
fn a_server_without_room_leaves_a_table_to_another_one() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("one");
    runtime.block_on(async {
        let mut world = SimulatedServers::new(1, NOTHING);
        let new = NewTable { game: "market".into(), seed: Some(1), ..NewTable::default() };
        let free = world.halls[0].create(&new).expect("a table").code;
        world.kill(0);
        world.halls[0] = hall_with_room(&world.disk, 0, 1);
        let made = world.halls[0].create(&new).expect("a table");
        let mut client = Client::new(&made.code, 0, made.keys[0].clone().expect("a key"), 1);
        let mut chance = SimulationChance(1);
        for _ in 0..20 {
            client.step(|| world.find(&made.code, 0), &mut chance, 0).await;
            tokio::time::sleep(Duration::from_millis(2)).await;
            world.disk.work(9);
        }
        assert_eq!(world.halls[0].find(&free).err().map(|why| why.code).as_deref(), Some("too_many_tables"));
        assert!(matches!(world.halls[1].find(&free), Ok(TableHolder::Here(_))), "the other server has room");
        // The server without room finds out that another server plays the table.
        assert!(matches!(world.halls[0].find(&free), Ok(TableHolder::There(_))));
        world.halls.iter().for_each(Hall::end_all);
    });
}
