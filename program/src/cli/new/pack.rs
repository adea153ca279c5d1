//! Pack: `new pack`: a new pack with a card like one of its game, or a copy of another pack.

use std::io::Write;

use super::editor::schema_line;
use super::game::{bare, with_line};
use super::names::yaml;
use super::{Destination, Exit, FilePlan, NewName, OfPack, Pack, card, deck, editor, next, scenario, short, typed};
use crate::cli::pack::{holds_games, must_exist};
use intermezzo::catalog::Files;
use intermezzo::data::suggest;
use intermezzo::error::Error;

const AGENTS: &str = include_str!("templates/agents_pack.md");

pub fn run(args: &OfPack, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let called = NewName::new(&args.name)?;
    let id = &called.id;
    let mut files = pack.files()?;
    if files.known_packs().contains(id) {
        return Err(Error::usage(format!("there is a pack `{id}` already")).help("choose another name").into());
    }
    let here = pack.root.clone().unwrap_or_else(|| ".".into());
    let base = if holds_games(&here) { here.join("packs").join(id) } else { here.join(id) };
    let below_here = base.strip_prefix(&here).unwrap_or(&base).to_string_lossy().replace('\\', "/");
    let (game, texts) = match (&args.like, &args.extends) {
        (Some(like), _) => copied(&files, like, &called)?,
        (None, game) => {
            let game = game.clone().unwrap_or_default();
            must_exist(&game, &files)?;
            let texts = vec![("pack.yaml".to_string(), header(&called, &game))];
            (game, texts)
        }
    };
    files.packs = vec![id.clone()];
    files.overlay([(format!("packs/{id}/pack.yaml"), texts[0].1.as_str().into())]);
    // A new pack gets its folder first.
    let place = Destination { base, pack: Some(id.clone()), game: game.clone(), files, options: String::new() };
    let mut plan = FilePlan::new(place.base.clone());
    texts.into_iter().for_each(|(below, text)| plan.own(below, text));
    plan.setting("AGENTS.md", AGENTS.replace("{GAME}", &game).replace("{TITLE}", &called.name));
    if args.like.is_none() {
        let first = NewName::new(&format!("First of {}", called.name))?;
        // If the game takes no further card, because its piles and lists have a fixed size, the pack begins without
        // one.
        let made = card::make(&mut plan, &place, &first, id, &card::Model::Type(None));
        let shown = made.is_ok().then_some(first.id.as_str());
        scenario::add(&mut plan, &place, &called, shown, false)?;
    }
    let loaded = place.load(&place.with(&mut plan))?;
    editor::add(&mut plan, &loaded.catalog);
    // The written files are listed with their paths from the current folder.
    let whole = plan.below(&here, &below_here);
    whole.write(out)?;
    let first = format!("first_of_{id}");
    let mut lines = vec![
        (format!("cd {}", typed(&short(&place.base))), "there it needs no name"),
        ("intermezzo check".into(), "finds what is wrong"),
        ("intermezzo test".into(), "runs its scenarios"),
        (format!("intermezzo play {game}"), "plays the game with it"),
    ];
    lines.extend(deck::brings(&loaded.catalog, &place, &first));
    next(out, &lines)?;
    Ok(Exit::Fine)
}

fn header(called: &NewName, game: &str) -> String {
    let name = yaml(&called.name);
    let id = &called.id;
    schema_line("pack.yaml", "pack") + &format!("pack: {id}\ntitle: {name}\nversion: 0.1.0\nextends: {game}\n")
}

/// The id of a game, and the copied files of a pack: the path of each below the pack's folder, and its text.
type ModelGame = (String, Vec<(String, String)>);

/// The game that the pack `like` extends, and the files of that pack under the new name, the header first.
fn copied(files: &Files, like: &str, called: &NewName) -> anyhow::Result<ModelGame> {
    let known = files.known_packs();
    let Some(game) = files.extended_by(like) else {
        let help = suggest::help_for(like, known.iter().map(String::as_str));
        return Err(Error::usage(format!("there is no pack `{like}`")).help(help).into());
    };
    let folder = format!("packs/{like}/");
    let own = files.texts.iter().filter_map(|(path, text)| Some((path.strip_prefix(&folder)?, text)));
    let mut out: Vec<(String, String)> = Vec::new();
    for (below, text) in own {
        if below == "pack.yaml" {
            let text = with_line(&with_line(&bare(text), "pack", &called.id), "title", &called.name);
            out.insert(0, (below.into(), schema_line(below, "pack") + &text));
        } else {
            out.push((below.into(), text.to_string()));
        }
    }
    // Scenarios and ledgers of the old pack are not copied.
    out.retain(|(below, _)| !below.starts_with("tests/"));
    Ok((game, out))
}
