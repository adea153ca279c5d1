//! Pages: what the pages show is tried. Cards in them load, scenarios in them pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use intermezzo::catalog::Catalog;
use intermezzo::table::bots::Random;
use intermezzo::table::{Setup, Table};
use intermezzo::{Files, Game};
use intermezzo_program::scenario::Runner;

const GAME: &str = "cardland";

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

/// The blocks of a page in one language, each with its first line, from 1.
pub(crate) fn blocks(text: &str, language: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut inside: Option<bool> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(found), None) => {
                inside = Some(found == language);
                if found == language {
                    out.push((i + 2, String::new()));
                }
            }
            (None, Some(true)) => {
                let block = &mut out.last_mut().expect("a block is open").1;
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    out
}

fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs").filter_map(|e| Some(e.ok()?.path()));
    let mut paths: Vec<PathBuf> = docs.filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    let name = |p: &PathBuf| p.file_name().expect("a page has a name").to_string_lossy().into_owned();
    paths.iter().filter_map(|p| Some((name(p), fs::read_to_string(p).ok()?))).collect()
}

/// Where a card lies, or would: its id is its name in `snake_case`.
fn path_of(files: &Files, card: &str) -> String {
    let name = card.lines().next().and_then(|l| l.strip_prefix("name: ")).expect("a card begins with its name");
    let id: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let file = format!("/{}.yaml", id.join("_"));
    let known = files.texts.keys().find(|p| p.starts_with(&format!("cards/{GAME}/")) && p.ends_with(&file));
    known.cloned().unwrap_or_else(|| format!("cards/{GAME}/pages{file}"))
}

#[test]
fn cards_and_scenarios_in_pages_work() {
    let files = Files::with_root(Some(root())).expect("the repository");
    let (mut cards, mut scenarios, mut wrong) = (0, 0, Vec::new());
    for (page, text) in pages() {
        let yaml = blocks(&text, "yaml");
        let mut shown: BTreeMap<String, String> = BTreeMap::new();
        for (_, block) in yaml.iter().filter(|(_, b)| b.starts_with("name: ")) {
            // A later version of the same card takes the place of the one before.
            shown.insert(path_of(&files, block), block.clone());
        }
        cards += shown.len();
        let mut with = files.clone();
        with.overlay(shown.iter().map(|(p, t)| (p.clone(), Arc::from(t.as_str()))));
        match Catalog::load(GAME, &with) {
            Ok((catalog, _)) => {
                wrong.extend(Game::new(Arc::new(catalog)).err().into_iter().flatten().map(|e| format!("{page}: {e}")))
            }
            Err(problems) => wrong.push(format!("{page}:\n{}", problems.render_all())),
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{page}"));
        for (path, text) in with.texts.iter().filter(|(p, _)| !p.starts_with("scripts/_meta/")) {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
            fs::write(path, &**text).expect("a file");
        }
        let bases: String = yaml.iter().filter(|(_, b)| b.starts_with("# bases.yaml")).map(|(_, b)| &**b).collect();
        fs::write(folder.join("bases.yaml"), bases).expect("a file");
        let mut runner = Runner::new(Some(&folder)).expect("the folder just made");
        for (line, block) in yaml.iter().filter(|(_, b)| b.starts_with("title: ")) {
            let path = folder.join(format!("{page}:{line}")).display().to_string();
            // A position expects nothing: it is played from.
            if !block.contains("\nexpect:") && !block.contains("refuse:") {
                wrong.extend(runner.judge(&path, block).list().iter().map(|p| format!("{page}:{line}: {}", p.message)));
                continue;
            }
            scenarios += 1;
            let outcome = runner.run(&path, block);
            if !outcome.ok {
                wrong.push(format!("{page}:{line}: {}", outcome.message));
            }
        }
        fs::remove_dir_all(&folder).expect("the folder just made");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cards >= 2 && scenarios >= 4, "{cards} cards and {scenarios} scenarios were found: has a page lost them?");
}

/// The game of a page, written into an empty folder: what the page adds to it, and how many lines it has.
fn game_of_page(page: &str, folder: &Path) -> (usize, String) {
    let text = fs::read_to_string(root().join(page)).expect("the page");
    let (mut lines, mut unfinished) = (0, String::new());
    for (_, block) in blocks(&text, "yaml") {
        lines += block.lines().count();
        let (first, rest) = block.split_once('\n').expect("a block has lines");
        let place = first.strip_prefix("# ").expect("a block says which file it is");
        if let Some(place) = place.strip_prefix("a line of ") {
            // It stands below the number that the page names.
            let file = folder.join(place);
            unfinished = fs::read_to_string(&file).expect("a file of the page");
            let at = unfinished.find("    points: ").expect("the line before it");
            let end = at + unfinished[at..].find('\n').expect("a line ends") + 1;
            fs::write(&file, format!("{}{rest}{}", &unfinished[..end], &unfinished[end..])).expect("a file");
            continue;
        }
        let file = folder.join(place);
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(file, &block).expect("a file");
    }
    (lines, unfinished)
}

/// A game of random bots, which must have a result.
fn play_out(table: &mut Table, seed: u64) {
    let mut bot = Random::new(seed);
    while let Some(decision) = table.decisions().first().cloned() {
        let answer = bot.legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).expect("bots answer legally");
    }
    assert!(table.world().state().outcome.is_some(), "seed {seed} has no result");
}

#[test]
fn an_auction_takes_a_hundred_lines() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auction");
    let _ = fs::remove_dir_all(&folder);
    game_of_page("docs/auction.md", &folder);
    let manifest = fs::read_to_string(folder.join("cards/attic/game.yaml")).expect("the game of the page");
    assert!(manifest.lines().count() <= 100, "the page promises a hundred lines");
    let files = Files::with_root(Some(&folder)).expect("the folder just made");
    let (catalog, problems) = Catalog::load("attic", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    assert_eq!(problems.len(), 0, "{}", problems.render_all());
    let mut runner = Runner::new(Some(&folder)).expect("the folder just made");
    for path in ["tests/scenarios/open.yaml", "tests/scenarios/sealed.yaml"] {
        let scenario = fs::read_to_string(folder.join(path)).expect("a scenario of the page");
        let outcome = runner.run(path, &scenario);
        assert!(outcome.ok, "{}", outcome.message);
    }
    let engine = Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]));
    for seed in 0..30 {
        let setup = Setup { seed, players: Some(3 + seed as u8 % 3), ..Setup::default() };
        let mut table = engine.set_up(setup).map(Table::start).expect("it needs no decks");
        play_out(&mut table, seed);
    }
}

#[test]
fn a_game_of_ones_own_is_written_played_and_tested() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-game");
    let _ = fs::remove_dir_all(&folder);
    let (lines, unfinished) = game_of_page("docs/your-own-game.md", &folder);
    assert!(lines < 150, "the page promises fewer than 150 lines, and there are {lines}");
    let files = Files::with_root(Some(&folder)).expect("the folder just made");
    // The errors that the page announces come, and no others.
    let mut before = files.clone();
    before.overlay([("cards/pedlars/game.yaml".to_string(), Arc::from(unfinished.as_str()))]);
    let problems = Catalog::load("pedlars", &before).expect_err("a number is missing");
    let told: Vec<&str> = problems.list().iter().map(|p| p.message.as_str()).collect();
    assert!(told.iter().all(|message| message.contains("held")) && !told.is_empty(), "{told:?}");
    let (catalog, problems) = Catalog::load("pedlars", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    assert_eq!(problems.len(), 0, "{}", problems.render_all());
    let mut runner = Runner::new(Some(&folder)).expect("the folder just made");
    let scenario = fs::read_to_string(folder.join("tests/scenarios/barrow.yaml")).expect("the scenario of the page");
    let outcome = runner.run("tests/scenarios/barrow.yaml", &scenario);
    assert!(outcome.ok, "{}", outcome.message);
    let engine = Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]));
    for seed in 0..30 {
        let players = 2 + seed as u8 % 3;
        let setup = Setup {
            seed,
            players: Some(players),
            decks: vec![Default::default(); players as usize],
            ..Setup::default()
        };
        let mut table = engine.set_up(setup).map(Table::start).expect("it needs no decks");
        play_out(&mut table, seed);
    }
    fs::remove_dir_all(&folder).expect("the folder just made");
}
