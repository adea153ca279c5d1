//! Sim bots: which bots play a job, as they are written, and what a job knows of those that are programs.

use serde_json::Value;

use crate::cli_new::Stranger;
use crate::sim_failures::{change, zap};

/// A bot of the shell that always passes.
#[cfg(unix)]
const PASSES: &str = r#"#!/bin/sh
while read -r line; do
  case $line in
    *'"asked"'*) s=${line#*\"seat\":}; s=${s%%[,\}]*}
      q=${line#*\"question\":}; q=${q%%[,\}]*}; printf '{"seat":%s,"question":%s,"answer":"pass"}\n' "$s" "$q";;
  esac
done
"#;

#[cfg(unix)]
fn program(here: &Stranger, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    here.write(name, script);
    std::fs::set_permissions(here.0.join(name), PermissionsExt::from_mode(0o755)).expect("it may run");
}

/// An edited program counts as another bot, whose games are not results of the same job.
#[test]
#[cfg(unix)]
fn a_job_knows_the_file_of_a_program() {
    let here = zap("bot-file");
    program(&here, "bot.sh", PASSES);
    let job = |out: &'static str| ["sim", "zap", "--games", "4", "--bots", "random,program:./bot.sh", "--out", out];
    here.well("", &job("out"));
    here.well("", &job("out"));
    program(&here, "bot.sh", &format!("{PASSES}# edited\n"));
    let (told, code) = here.says("", &job("out"));
    assert!(code == 2 && told.contains("another job") && told.contains("a bot's program"), "{told}");
    here.well("", &job("other"));
    let (told, code) = here.says("", &["sim", "diff", "out", "other"]);
    assert!(code == 2 && told.contains("the file of the bot `program:./bot.sh` has changed"), "{told}");
    let told = here.well("", &["sim", "diff", "out", "./out"]);
    assert!(told.contains("out is compared with itself") && told.contains("Nothing differs."), "{told}");
}

/// A program that is edited while it plays played as two: what it played in that part counts for neither.
#[test]
#[cfg(unix)]
fn a_program_that_changes_while_it_plays_counts_for_nobody() {
    let here = zap("bot-changes");
    let bots = "random,program:./bot.sh";
    program(&here, "bot.sh", &PASSES.replace("#!/bin/sh", "#!/bin/sh\nprintf '# more\\n' >> bot.sh"));
    for args in
        [&["sim", "zap", "--games", "4", "--bots", bots, "--out", "out"][..], &["ratings", "zap", "--bots", bots]]
    {
        let (told, code) = here.says("", args);
        assert!(
            code == 2 && told.contains("the file of the bot `program:./bot.sh` has changed while it played"),
            "{told}"
        );
    }
    assert!(!here.0.join("out/games-00000.parquet").exists());
}

/// A line of a program that is no answer is told as far as it helps.
#[test]
#[cfg(unix)]
fn a_long_line_of_a_program_is_told_in_short() {
    let here = zap("bot-line");
    program(&here, "bot.sh", "#!/bin/sh\nyes '{\"é\":' | head -n 50000 | tr -d '\\n'\n");
    let (told, code) = here.says("", &["sim", "zap", "--games", "1", "--bots", "program:./bot.sh,random"]);
    assert!(code == 2 && told.contains("gives no answer: {\"é\":") && told.contains("… ("), "{told}");
    assert!(told.len() < 1000, "{} bytes", told.len());
}

/// The data that bots learnt belongs to the job, because it changes their games.
#[test]
fn a_job_knows_what_its_bots_learnt() {
    let here = zap("bot-learnt");
    let job = |bots: &str, out: &str| -> Value {
        here.well("", &["sim", "zap", "--games", "2", "--bots", bots, "--out", out]);
        serde_json::from_str(&here.read(&format!("{out}/job.json"))).expect("JSON")
    };
    let (one, same, random) = (job("greedy", "one"), job("greedy", "same"), job("random", "random"));
    assert_eq!((&one["learnt"], &one["key"]), (&same["learnt"], &same["key"]));
    assert!(one["learnt"].is_string() && random["learnt"].is_null(), "{one}");
    // The key of a job, and so of its parts, follows from it.
    let other = here.read("one/job.json").replace(one["learnt"].as_str().expect("a hash"), "0123456789abcdef");
    here.write("one/job.json", &other);
    let (told, code) = here.says("", &["sim", "report", "one"]);
    assert!(code == 2 && told.contains("it has changed since it was written"), "{told}");
}

/// A comma too many among decks is a slip, as among bots.
#[test]
fn an_empty_deck_of_a_list_is_refused() {
    let here = zap("deck-empty");
    for decks in ["", ",", "all,"] {
        let (told, code) = here.says("", &["sim", "zap", "--games", "1", "--decks", decks]);
        assert!(code == 2 && told.contains("there is no deck `"), "{decks}: {told}");
    }
}

/// A comma stands between two bots, and in quotes it is part of one.
#[test]
#[cfg(unix)]
fn a_program_may_have_a_comma_in_its_path() {
    let here = zap("bot-comma");
    program(&here, "a,b.sh", PASSES);
    for command in ["sim", "ratings"] {
        let (told, code) = here.says("", &[command, "zap", "--games", "2", "--bots", "random,program:./a,b.sh"]);
        assert!(code == 2 && told.contains("written in quotes: `\"program:./a,b.sh\"`"), "{told}");
    }
    let bots = "random,\"program:./a,b.sh\"";
    let told = here.well("", &["sim", "zap", "--games", "2", "--bots", bots, "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["bots"][1]["bot"], "program:./a,b.sh");
    let (told, _) = here.says("", &["ratings", "zap", "--games", "2", "--bots", bots]);
    assert!(told.contains("program:./a,b.sh against random: 0 % of 2 games"), "{told}");
}

#[test]
fn equal_bots_are_one_bot_of_a_job() {
    let here = zap("bot-equal");
    for (bots, names) in [("random,random", &["random"][..]), ("random,greedy", &["random", "greedy"])] {
        let told = here.well("", &["sim", "zap", "--games", "4", "--bots", bots, "--json"]);
        let told: Value = serde_json::from_str(&told).expect("JSON");
        let of =
            |key: &str| told["bots"].as_array().expect("bots").iter().map(|bot| bot[key].clone()).collect::<Vec<_>>();
        assert_eq!(of("bot"), names, "{told}");
        assert!(of("games").iter().all(|n| n.as_u64() == Some(8 / names.len() as u64)), "{told}");
    }
}

/// At the table a program is waited for so long, too.
#[test]
#[cfg(unix)]
fn a_program_at_the_table_has_its_time() {
    let here = zap("bot-table");
    program(&here, "hang.sh", "#!/bin/sh\nsleep 1000\n");
    for who in [&["--bots", "program:./hang.sh"][..], &["--plain", "--bot", "amy=program:./hang.sh"]] {
        let (told, code) = here.says("", &[&["play", "zap", "--answer-seconds", "1"], who].concat());
        assert!(code == 2 && told.contains("no whole line within 1 s"), "{told}");
    }
}

#[test]
fn an_input_that_ends_before_the_game_is_told() {
    let here = zap("bot-input");
    let told = here.well("", &["play", "zap", "--plain", "--seed", "1"]);
    assert!(told.contains("the game is broken off; one that is played with `--record FILE`"), "{told}");
    let told = here.well("", &["play", "zap", "--plain", "--seed", "1", "--record", "own.jsonl"]);
    assert!(told.contains("the game is broken off; `--from own.jsonl` plays on"), "{told}");
    here.well("", &["play", "zap", "--plain", "--from", "own.jsonl"]);
}

/// The rating of two bots is printed at once, so a user who interrupts has results.
#[test]
#[cfg(unix)]
fn ratings_that_are_stopped_tell_what_they_have() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let here = zap("bot-stopped");
    program(&here, "hang.sh", "#!/bin/sh\nsleep 1000\n");
    let mut run = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
        .args(["ratings", "zap", "--games", "16", "--bots", "random,random,program:./hang.sh"])
        .current_dir(&here.0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut out = BufReader::new(run.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(line.contains("random (2) against random (1): 50 % of 16 games"), "{line}");
    let began = std::time::Instant::now();
    let pid = run.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("it runs").success());
    let (mut rest, mut errors) = (String::new(), String::new());
    out.read_to_string(&mut rest).expect("text");
    run.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert_eq!(run.wait().expect("it ends").code(), Some(1), "{errors}");
    assert!(began.elapsed().as_secs() < 30, "it waits for nobody");
    assert!(rest.contains("against random (2): no game") && rest.contains("random (2)           +0"), "{rest}");
    assert!(errors.contains("note: the games were stopped: these are the results so far"), "{errors}");
}

#[test]
fn ratings_begin_no_game_when_the_time_is_over() {
    let here = zap("bot-minutes");
    let (told, code) = here.says("", &["ratings", "zap", "--bots", "random,greedy", "--minutes", "0"]);
    assert!(
        code == 1 && told.contains("greedy against random: no game") && told.contains("the time is over"),
        "{told}"
    );
}

/// A list of a deck has one size. What is wrong with it is told, and not that decks have another one.
#[test]
fn how_many_cards_a_list_has_is_one_number() {
    let here = zap("bot-count");
    let mut old = "count: 20".to_string();
    for (count, part) in [
        ("{ least: 1, most: 3 }", "one number stands here, and no range: `count: 1`"),
        ("[1, 3]", "one number stands here, and no range: `count: 1`"),
        ("1..3", "one number stands here, and no range"),
        ("-5", "from 0 to 1000"),
        ("5000", "from 0 to 1000"),
    ] {
        let new = format!("count: {count}");
        change(&here, &old, &new);
        let (told, code) = here.says("", &["check", "zap"]);
        assert!(code == 1 && told.contains(part) && told.contains("1 error") && !told.contains("needed"), "{told}");
        old = new;
    }
}
