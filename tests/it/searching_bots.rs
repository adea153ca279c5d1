//! Searching bots: they play every game by samples alone, depend on nothing hidden, and are stronger than chance.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use intermezzo::bots::BotKind;
use intermezzo::sim::{Ending, Job, Plan};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table};

use crate::support::lineup::Lineup;
use crate::support::{GAME, files, game_of, number};

fn job(bots: &[&str], lineup: Option<&Lineup>) -> Job {
    Job {
        bots: bots.iter().map(|bot| bot.to_string()).collect(),
        players: lineup.and_then(|l| l.players),
        seed: 3,
        ..Job::default()
    }
}

/// One game of each kind to its end, with bots that look ahead a little.
#[test]
fn bots_that_look_ahead_play_every_game() {
    let mut played: Vec<String> = Vec::new();
    for lineup in Lineup::all().iter().filter(|l| l.options.is_empty()) {
        if played.contains(&lineup.key()) {
            continue;
        }
        let mut files = files(&[]);
        files.packs = lineup.packs.clone();
        let game = game_of(&lineup.game, &files);
        for bot in ["greedy", "ismcts:4:3"] {
            let plan = Plan::new(&game, &job(&[bot], Some(lineup))).expect("a plan");
            let one = plan.play(0).expect("a game");
            assert!(one.ending != Ending::Stalled && one.faults == 0, "{}: {bot}: {one:?}", lineup.name());
            // Budgets are playouts: the same again.
            if bot == "ismcts:4:3" && played.len() < 2 {
                assert_eq!(plan.play(0).expect("a game"), one, "{}: {bot}", lineup.name());
            }
        }
        played.push(lineup.key());
    }
    assert_eq!(played.len(), crate::support::GAMES.len(), "{played:?}");
}

/// What a line-up's choices were compared at.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    choices: usize,
    /// So many states hid other cards.
    others: usize,
}

/// Some moments of a game, each with another one that differs from it only in what the asked seat does not see.
fn same_choices(lineup: &Lineup, game: &Game, seed: u64) -> Compared {
    let kinds: Vec<BotKind> = ["greedy", "ismcts:12:4"].map(|bot| bot.parse().expect("a bot")).to_vec();
    let options = lineup
        .options
        .iter()
        .map(|(name, node)| (name.clone(), node.as_str().map_or_else(|| node.to_json().to_string(), String::from)));
    let job = Job { options: options.collect(), ..job(&["greedy"], Some(lineup)) };
    let plan = Plan::new(game, &job).expect("a plan");
    let mut table = lineup.start(game, seed);
    let (mut bot, mut compared, mut moments) = (Random::new(seed), Compared::default(), 0);
    // Early moments, and a few late ones; not where one answer is all there is.
    let mut next = 3 + seed as usize % 3;
    while let Some(decision) = table.decisions().first().cloned() {
        let has_choice = table.world().game().answers(&decision, 2).len() > 1;
        if moments < 6 && table.answers() >= next && has_choice {
            (next, moments) = (table.answers() + 5 + next / 2, moments + 1);
            let seat = decision.seat;
            let other = table.sample(seat, 77 + table.answers() as u64).expect("a seat of the game");
            let (a, b) = (&table.world().state().cards, &other.world().state().cards);
            compared.others += a.iter().zip(b).any(|(a, b)| a.def != b.def) as usize;
            for kind in &kinds {
                let chosen = |table: &Table| plan.choose(kind, table, seat, 11).expect("a choice");
                let place = format!("{}: {kind} at answer {}", lineup.name(), table.answers());
                assert_eq!(chosen(&table), chosen(&other), "{place}");
                compared.choices += 1;
            }
        }
        if moments == 6 {
            break;
        }
        let answer = bot.legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).expect("it is legal");
    }
    compared
}

/// Two states that differ only in cards that the seat does not see lead to the same choice, in every line-up.
#[test]
fn what_a_bot_chooses_depends_on_nothing_hidden() {
    let lineups = Lineup::all();
    let mut games: Vec<(String, Game)> = Vec::new();
    for lineup in &lineups {
        if games.iter().all(|(key, _)| *key != lineup.key()) {
            let mut files = files(&[]);
            files.packs = lineup.packs.clone();
            games.push((lineup.key(), game_of(&lineup.game, &files)));
        }
    }
    let next = AtomicUsize::new(0);
    let of_games: Mutex<BTreeMap<String, Compared>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(lineup) = lineups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let game = &games.iter().find(|(key, _)| *key == lineup.key()).expect("it was loaded").1;
                    for seed in 0..number("INTERMEZZO_BOTS", 1) {
                        let one = same_choices(lineup, game, seed);
                        assert!(one.choices > 0, "{}: nothing was compared", lineup.name());
                        let mut all = of_games.lock().expect("nobody panics with it");
                        let sum = all.entry(lineup.game.clone()).or_default();
                        (sum.choices, sum.others) = (sum.choices + one.choices, sum.others + one.others);
                    }
                }
            });
        }
    });
    let of_games = of_games.into_inner().expect("nobody panics with it");
    assert_eq!(of_games.len(), crate::support::GAMES.len(), "{of_games:?}");
    for (game, Compared { choices, others }) in of_games {
        println!("{game}: {choices} choices, {others} states that hid other cards");
        assert!(choices >= 8 && others * 4 > choices, "{game}: {choices} were compared, {others} differed");
    }
}

/// A look ahead beats chance where skill matters.
#[test]
fn greedy_beats_chance() {
    let game = game_of("cfs", &files(&[]));
    let plan = Plan::new(&game, &job(&["greedy", "random"], None)).expect("a plan");
    let games = plan.games(0..16, 2).expect("games");
    let points: u32 = games.iter().map(|g| g.points(g.bots.iter().position(|b| *b == 0).unwrap_or(0)) as u32).sum();
    assert!(points > 19, "greedy has {points} of 32 points");
}

#[test]
fn a_bot_that_is_a_program_plays_over_lines() {
    let missing: BotKind = "program:/no/such/program".parse().expect("a bot");
    assert_eq!(missing.to_string(), "program:/no/such/program");
    let game = game_of(GAME, &files(&[]));
    let plan = Plan::new(&game, &job(&["program:/no/such/program"], None)).expect("a plan");
    let error = plan.play(0).expect_err("there is no such program").to_string();
    assert!(error.contains("does not start"), "{error}");
}

/// A search tree is kept where the next question is the same one, and only there: meanwhile
/// others may have answered, and new cards may rule out former offers.
#[test]
fn a_kept_tree_offers_nothing_that_is_not_offered_now() {
    let game = game_of("clash", &files(&[]));
    let plan = Plan::new(&game, &job(&["ismcts:10:3", "random"], None)).expect("a plan");
    for number in 0..8 {
        let one = plan.play(number).expect("every answer of the search is legal");
        assert!(one.ending != Ending::Stalled && one.faults == 0, "{number}: {one:?}");
    }
}

/// The program with bots that are shell scripts: its output, its errors, and its exit code.
#[cfg(unix)]
fn with_bot(name: &str, script: &str, args: &dyn Fn(&str) -> Vec<String>) -> (String, String, Option<i32>) {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("intermezzo-bot-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("bot.sh");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("it may run");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let done = command.args(args(&format!("program:{}", path.display()))).output().expect("it runs");
    drop(std::fs::remove_dir_all(&folder));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[cfg(unix)]
fn sim(bot: &str, seconds: &str) -> Vec<String> {
    ["sim", "cfs", "--games", "2", "--threads", "1", "--answer-seconds", seconds, "--seed", "7", "--bots", bot]
        .map(String::from)
        .to_vec()
}

/// A program that hangs, drips, or leaves its output to another process keeps nobody waiting, and it is told which one
/// it was.
#[test]
#[cfg(unix)]
fn a_program_is_waited_for_so_long_and_no_longer() {
    for (name, script, why) in [
        ("hang", "sleep 1000", "no whole line within 1 s"),
        ("drip", "while :; do printf x; sleep 0.1; done", "no whole line within 1 s"),
        ("held", "sleep 1000 &", "it has ended"),
        ("die", "exit 0", "it has ended"),
    ] {
        let began = std::time::Instant::now();
        let (_, errors, code) = with_bot(name, script, &|bot| sim(bot, "1"));
        assert_eq!(code, Some(2), "{name}: {errors}");
        assert!(errors.contains("game 0 with seed 7, seat 1 (`program:") && errors.contains(why), "{name}: {errors}");
        assert!(began.elapsed().as_secs() < 30, "{name}");
    }
}

/// A program's children end with it, and its endless output is cut.
#[test]
#[cfg(unix)]
fn a_program_ends_with_all_that_it_started_and_says_little() {
    let kept = std::env::temp_dir().join(format!("intermezzo-bot-child-{}", std::process::id()));
    let script = format!(
        "sleep 1000 >/dev/null 2>&1 &\necho $! > {}\nhead -c 2097152 /dev/zero | tr '\\0' x 1>&2",
        kept.display()
    );
    let (_, errors, _) = with_bot("fork", &script, &|bot| sim(bot, "60"));
    assert!(errors.len() < 2 << 20 && errors.contains("the rest is left out"), "{} bytes", errors.len());
    let child = std::fs::read_to_string(&kept).expect("a number");
    let is_alive = || {
        let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", child.trim()]).output().expect("ps");
        let state = String::from_utf8_lossy(&state.stdout).trim().to_string();
        !state.is_empty() && !state.starts_with('Z')
    };
    assert!((0..50).any(|_| !is_alive() || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        false
    }));
    drop(std::fs::remove_file(&kept));
}

/// Two bots of one kind are as strong as each other, and are told apart by a number.
#[test]
fn equal_bots_are_equally_strong() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let done = command.args(["ratings", "cfs", "--bots", "random,random", "--games", "16"]).output().expect("it runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("random (2) against random (1): 50 % of 16 games"), "{text}");
    assert_eq!(done.status.code(), Some(1), "nobody is stronger");
    let none = ["ratings", "cfs", "--bots", "random,random", "--games", "0"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    assert_eq!(command.args(none).output().expect("it runs").status.code(), Some(2));
}
