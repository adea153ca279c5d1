//! Sim failures: games that break off count in no rate and are told, and so is what the rules give up.

use serde_json::Value;

use crate::cli_new::Stranger;

/// A new game `Zap` whose decks `bombs` bring a card `bomb`, and another deck that does not.
pub fn zap(name: &str) -> Stranger {
    let here = Stranger::new(name);
    here.well("", &["new", "game", "Zap"]);
    here.write("cards/zap/first/bomb.yaml", "name: Bomb\ntype: creature\npower: 6\n");
    let cards = "cards: { old_bear: 4, pack_leader: 4, young_wolf: 4, second_breath: 4, bomb: 4 }\n";
    here.write("cards/zap/decks/bombs.yaml", &format!("game: zap\nname: Bombs\n{cards}"));
    here
}

/// A line of the manifest becomes another one.
pub fn change(here: &Stranger, old: &str, new: &str) {
    let text = here.read("cards/zap/game.yaml");
    assert!(text.contains(old), "{old}: {text}");
    here.write("cards/zap/game.yaml", &text.replacen(old, new, 1));
}

fn json(here: &Stranger, args: &[&str]) -> (Value, i32) {
    let (text, code) = here.says("", &[args, &["--json"]].concat());
    (serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")), code)
}

/// A game in which a step fails as soon as a bomb lies on the field.
fn broken(name: &str) -> Stranger {
    let here = zap(name);
    let fails = "step(\"boom\", function(args)\n  if #cards { zone = \"field\", def = \"bomb\" } > 0 then error(\"boom\") end\nend)\n";
    here.write("scripts/zap/boom.lua", fails);
    change(&here, "do: [{ draw: 1 }]", "do: [{ draw: 1 }, boom]");
    here
}

#[test]
fn a_game_that_breaks_off_counts_in_no_rate_and_is_told() {
    let here = broken("sim-broken");
    let (told, code) = json(&here, &["sim", "zap", "--games", "40", "--threads", "2"]);
    let aborted = told["endings"]["aborted"].as_u64().expect("a number");
    assert!(code == 1 && aborted > 0 && told["endings"]["draw"] == 0, "{told}");
    let matrix: Vec<&Value> =
        told["matrix"].as_array().expect("rows").iter().flat_map(|r| r.as_array().expect("cells")).collect();
    let sum = |of: &str| matrix.iter().map(|cell| cell[of].as_u64().expect("a number")).sum::<u64>();
    // Between two decks each game is in two cells.
    let twice: u64 = [1, 2].iter().map(|at| matrix[*at]["games"].as_u64().expect("a number")).sum::<u64>() / 2;
    assert_eq!((sum("draws"), sum("games") - twice), (0, 40 - aborted), "{told}");
    assert_eq!(told["bots"][0]["games"].as_u64(), Some(2 * (40 - aborted)), "{told}");
    assert_eq!(told["failures"][0]["what"], "step boom: scripts/zap/boom.lua:2: boom", "{told}");
    assert_eq!(told["failures"][0]["games"].as_u64(), Some(aborted));
    let (told, code) = here.says("", &["sim", "zap", "--games", "40", "--threads", "2"]);
    let parts =
        [&format!("broke off         {aborted} games, which no rate counts")[..], "scripts/zap/boom.lua:2: boom"];
    assert!(code == 1 && parts.iter().all(|part| told.contains(part)), "{told}");
}

#[test]
fn a_change_tells_what_fails_with_each_value() {
    let here = broken("sim-change");
    let args = ["sim", "zap", "--games", "40", "--threads", "2", "--change", "bomb:power=6,1"];
    let (told, code) = json(&here, &args);
    let failed = |value: &Value| value["script_errors"].as_u64().expect("a number") > 0;
    let aborted = |value: &Value| value["endings"]["aborted"].as_u64().expect("a number") > 0;
    let values = told["values"].as_array().expect("values");
    assert!(code == 1 && values.iter().all(|v| failed(v) && aborted(v)), "{told}");
    let (told, code) = here.says("", &args);
    assert!(code == 1 && told.contains("aborted") && told.contains("scripts/zap/boom.lua:2: boom"), "{told}");
}

/// A card is suspected of games that broke off, too; what players got of them is not compared.
#[test]
fn a_diff_counts_the_cards_of_games_that_broke_off() {
    let here = broken("sim-diff");
    here.says("", &["sim", "zap", "--games", "64", "--threads", "2", "--change", "bomb:power=6,1", "--out", "sweep"]);
    let (told, code) = json(&here, &["sim", "diff", "sweep/value-6", "sweep/value-1"]);
    let first = &told["cards"][0];
    assert!(code == 0 && told["broke_off"].as_u64() > Some(0) && told["other"].as_u64() > Some(0), "{told}");
    assert_eq!((first["id"].as_str(), first["of_what_differs"].as_f64()), (Some("bomb"), Some(1.0)), "{told}");
    let ended = 64 - told["broke_off"].as_u64().expect("a number");
    assert!(first["games"].as_u64() <= Some(2 * ended), "{told}");
}

/// Every value is checked before anything is played.
#[test]
fn a_change_is_judged_before_it_is_played() {
    let here = zap("sim-judged");
    let refused = |change: &str, part: &str| {
        let (told, code) = here.says("", &["sim", "zap", "--games", "8", "--out", "sweep", "--change", change]);
        assert!(code != 0 && told.contains(part), "{change}: {told}");
        assert!(!here.0.join("sweep").exists(), "{change}");
    };
    refused("bomb:power=6,no_number", "bomb.yaml");
    refused("old_bear:power=6,1", "in no game one player alone brings `old_bear`");
    refused("bomb:power=6,6", "given twice");
    let (told, code) =
        here.says("", &["sim", "zap", "--games", "8", "--out", "sweep", "--change", "bomb:name=a/b,a_b"]);
    assert!(code == 0 && here.0.join("sweep/value-a_b/job.json").exists(), "{told}");
    assert!(here.0.join("sweep/value-a_b-2/job.json").exists(), "{told}");
}

#[test]
fn a_game_without_an_end_stalls_and_what_repeats_is_told() {
    let here = zap("sim-endless");
    here.write(
        "cards/zap/first/bomb.yaml",
        "name: Bomb\ntype: creature\npower: 1\nabilities:\n  - after: struck\n    script: \"act.struck(opponent, 0)\"\n",
    );
    let (told, code) = json(&here, &["sim", "zap", "--decks", "bombs", "--games", "4", "--threads", "2"]);
    assert!(code == 1 && told["given_up"].as_u64() > Some(0) && told["script_errors"] == 0, "{told}");
    assert!(told["failures"][0]["what"].as_str().expect("words").contains("500 triggers"), "{told}");
    here.write("cards/zap/first/bomb.yaml", "name: Bomb\ntype: creature\npower: 1\n");
    change(&here, "max: option.max_turns", "max: 100000");
    change(&here, "n: active.strength", "n: 0");
    change(&here, "tired: [{ lose: me }]", "tired: []");
    let (told, code) = here.says("", &["sim", "zap", "--decks", "bombs", "--games", "1", "--threads", "1"]);
    assert!(code == 1 && told.contains("1 stalled") && told.contains("broke off         1 games"), "{told}");
}

#[test]
fn what_a_job_cannot_have_is_told() {
    let here = zap("sim-asked");
    let (told, code) = here.says("", &["sim", "zap", "--games", "8", "--decks", "bombz"]);
    assert!(code == 2 && told.contains("did you mean `bombs`?"), "{told}");
    let (told, code) = here.says("", &["sim", "zap", "--games", "0"]);
    assert!(code == 2 && told.contains("--games"), "{told}");
    let (told, code) = here.says("", &["sim", "zap", "--games", "8", "--until", "1"]);
    assert!(code == 0 && told.contains("--until 1 was not reached"), "{told}");
    here.well("", &["sim", "zap", "--games", "8", "--decks", "all,all"]);
}
