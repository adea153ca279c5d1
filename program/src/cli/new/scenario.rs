//! Scenario: a new scenario that passes, like another one, about a card, or about the beginning of a phase.

use std::io::Write;
use std::path::Path;

use super::editor::schema_line;
use super::game::{bare, with_line};
use super::names::yaml;
use super::{Destination, Exit, FilePlan, NewName, Pack, ScenarioArgs, editor, next};
use crate::cli::findings::short;
use crate::scenario::{MAX_SCENARIO, Runner};
use intermezzo::data::disk::{self, Folder};
use intermezzo::data::suggest;
use intermezzo::error::Error;
use intermezzo::kernel::Rules;

pub fn run(args: &ScenarioArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let place = Destination::find(pack, args.game.as_deref())?;
    let called = NewName::new(&args.name)?;
    let mut plan = FilePlan::new(place.base.clone());
    match &args.like {
        Some(path) => {
            let text = disk::text(path, MAX_SCENARIO)?;
            let below = below(&place, &called);
            plan.own(below.clone(), schema_line(&below, "scenario") + &with_line(&bare(&text), "title", &called.name));
        }
        None => add(&mut plan, &place, &called, args.card.as_deref(), false)?,
    }
    let file = below(&place, &called);
    editor::add(&mut plan, &place.load(&place.files)?.catalog);
    plan.write(out)?;
    next(
        out,
        &[
            (place.command(&format!("test {}", place.typed(&file))), "runs it"),
            ("intermezzo doc scenarios".into(), "says what it can say"),
        ],
    )?;
    Ok(Exit::Fine)
}

/// Writes a scenario that was pinned in a game that was played, beside the game's other scenarios and under a free
/// name. Returns its path from the current folder.
///
/// # Errors
///
/// A title of which no name of a file can be made, or a folder that cannot be written.
pub fn keep(pack: &Pack, game: &str, title: &str, text: &str) -> anyhow::Result<String> {
    let place = Destination::find(pack, Some(game))?;
    let called = NewName::new(title)?;
    let folder = Folder::open(&place.base)?;
    let name = |n: usize| match n {
        1 => format!("tests/scenarios/{game}/{}.yaml", called.id),
        n => format!("tests/scenarios/{game}/{}_{n}.yaml", called.id),
    };
    let free = (1..1000).map(name).find(|below| !place.base.join(below).exists());
    let below = free.ok_or_else(|| Error::usage("a thousand scenarios are called so").help("give it another title"))?;
    let line = match place.base.join(".intermezzo").is_dir() {
        true => schema_line(&below, "scenario"),
        false => String::new(),
    };
    folder.create(Path::new(&below), (line + text).as_bytes())?;
    Ok(short(&place.base.join(below)))
}

fn below(place: &Destination, called: &NewName) -> String {
    format!("tests/scenarios/{}/{}.yaml", place.game, called.id)
}

/// Adds to the files to be written a scenario that passes as it stands: at the beginning of a phase, with `card` in a
/// zone, if there is one. With `is_played`, for a person who plays on from there, each player gets other cards, too.
pub fn add(
    plan: &mut FilePlan,
    place: &Destination,
    called: &NewName,
    card: Option<&str>,
    is_played: bool,
) -> anyhow::Result<()> {
    let files = place.with(plan);
    let loaded = place.load(&files)?;
    let rules = &loaded.catalog.rules;
    if let Some(card) = card.filter(|card| rules.def_by_id(card).is_none()) {
        let ids: Vec<&str> = rules.defs.iter().map(|d| &**rules.name(d.id)).collect();
        let help = suggest::help_for(card, ids.iter().copied());
        return Err(Error::usage(format!("`{}` has no card `{card}`", place.game)).help(help).into());
    }
    let packs = place.pack.as_ref().map_or(String::new(), |id| format!("packs: [{id}]\n"));
    let head = format!("title: {}\ngame: {}\n{packs}", yaml(&called.name), place.game);
    let mut zones: Vec<String> = rules.draw.iter().map(|(_, to)| zone_name(rules, *to)).collect();
    let per_player = rules.schema.zones.iter().filter(|z| z.per_player).map(|z| rules.name(z.name).to_string());
    zones.extend(per_player);
    let mut runner = Runner::over(files);
    let line = schema_line(&below(place, called), "scenario");
    let mut tries = Vec::new();
    for phase in &rules.schema.phases {
        let phase = rules.name(*phase);
        match card {
            Some(card) => tries.extend(zones.iter().map(|zone| {
                format!(
                    "{head}setup:\n  active: amy\n  phase: {phase}\n  amy: {{ {zone}: [{card}] }}\nexpect:\n  - asked: amy\n  - zone: {{ amy.{zone}: [{card}] }}\n"
                )
            })),
            None => tries
                .push(format!("{head}setup:\n  active: amy\n  phase: {phase}\nexpect:\n  - asked: amy\n")),
        }
    }
    // If no phase can be stated, the scenario begins with the beginning of a game with decks.
    let decks: Vec<String> = loaded.catalog.decks.keys().cloned().collect();
    let seats = ["amy", "beth", "cleo", "dora", "emma", "fay", "gwen", "hana"];
    let players = rules.schema.players.usual as usize;
    if card.is_none() && !decks.is_empty() {
        let each = seats.iter().take(players).enumerate();
        let lists: Vec<String> = each.map(|(i, seat)| format!("{seat}: {}", decks[i % decks.len()])).collect();
        tries.push(format!("{head}start: {{ {} }}\nexpect:\n  - result: none\n", lists.join(", ")));
    }
    // A player without cards may lose at once: in these attempts each player gets some.
    let seated: Vec<&str> = seats.iter().take(players).copied().collect();
    let filled: Vec<String> = tries.iter().filter_map(|text| with_cards(text, rules, &seated)).collect();
    match is_played {
        true => tries.splice(..0, filled).for_each(drop),
        false => tries.extend(filled),
    }
    // The scenario expects that amy is asked; if she is not, that the game is not over, or that it is.
    let others = ["  - result: none\n", "  - result: over\n"];
    let more: Vec<String> =
        others.iter().flat_map(|other| tries.iter().map(|text| text.replace("  - asked: amy\n", other))).collect();
    tries.extend(more);
    // The last attempt expects only that the game loads, which every game does here.
    tries.push(format!("{head}# Where does it begin? `setup` or `start` stands here, and `steps` and `expect` below it.\nfindings: []\n"));
    match tries.into_iter().find(|text| runner.run("new.yaml", text).ok) {
        Some(text) => plan.own(below(place, called), line + &text),
        None => {
            let message = format!("no scenario that begins with a phase of `{}` passes as it is", place.game);
            return Err(Error::usage(message).help("write it by hand: docs/scenarios.md").into());
        }
    }
    Ok(())
}

/// The text of the scenario, with cards added for each seat: in the draw pile, and one of each type in the zone where
/// that type lives.
fn with_cards(text: &str, rules: &Rules, seats: &[&str]) -> Option<String> {
    let mut zones: Vec<(String, String)> = Vec::new();
    if let Some((from, _)) = rules.draw {
        let first = rules.defs.first().map(|def| rules.name(def.id).to_string())?;
        zones.push((zone_name(rules, from), [first.as_str(); 3].join(", ")));
    }
    for (at, ty) in rules.schema.types.iter().enumerate() {
        let kind = rules.schema.kinds(ty.live_in).find(|kind| rules.schema.zones[kind.index()].per_player);
        let def = rules.defs.iter().find(|def| def.ty.index() == at);
        let (Some(kind), Some(def)) = (kind, def) else { continue };
        let zone = zone_name(rules, kind);
        if zones.iter().all(|(name, _)| *name != zone) {
            zones.push((zone, rules.name(def.id).to_string()));
        }
    }
    let cards = |own: &str| {
        let other = zones.iter().filter(|(zone, _)| !own.contains(&format!("{zone}: ")));
        let listed: Vec<String> = other.map(|(zone, cards)| format!("{zone}: [{cards}]")).collect();
        listed.join(", ")
    };
    let (head, rest) = text.split_once("expect:\n").filter(|_| text.contains("setup:"))?;
    let own = head.lines().find_map(|line| line.strip_prefix("  amy: { ")?.strip_suffix(" }")).unwrap_or("");
    let head: String = head.lines().filter(|line| !line.starts_with("  amy: {")).map(|l| format!("{l}\n")).collect();
    let each = seats.iter().map(|seat| match (*seat, own) {
        ("amy", own) if !own.is_empty() => format!("  amy: {{ {own}, {} }}\n", cards(own)),
        (seat, _) => format!("  {seat}: {{ {} }}\n", cards("")),
    });
    Some(format!("{head}{}expect:\n{rest}", each.collect::<String>()))
}

fn zone_name(rules: &Rules, kind: intermezzo::kernel::model::value::ZoneKind) -> String {
    rules.name(rules.schema.zones[kind.index()].name).to_string()
}
