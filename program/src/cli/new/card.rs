//! Card: `new card` and `new set`: cards that are copied from others under new names.

use std::io::Write;
use std::sync::Arc;

use super::editor::{of_game, schema_line};
use super::game::{bare, with_line};
use super::names::{folder_of_set, replaced};
use super::{CardArgs, Destination, Exit, FilePlan, NewName, OfSet, Pack, deck, editor, next};
use intermezzo::catalog::Catalog;
use intermezzo::data::suggest;
use intermezzo::error::{Error, Problems, Span};
use intermezzo::lint;
use intermezzo::table::{Game, Loader};

/// The model of a new card.
pub enum Model {
    /// The card with this id.
    Card(String),
    /// The card with the shortest file, of this type or of any.
    Type(Option<String>),
}

pub fn card(args: &CardArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let place = Destination::find(pack, args.game.as_deref())?;
    let called = NewName::new(&args.name)?;
    let model = match &args.like {
        Some(like) => Model::Card(like.clone()),
        None => Model::Type(args.ty.clone()),
    };
    let set = args.set.as_deref().map(folder_of_set).transpose()?.unwrap_or_else(|| usual_set(&place));
    let mut plan = FilePlan::new(place.base.clone());
    make(&mut plan, &place, &called, &set, &model)?;
    let loaded = finish(plan, &place, out)?;
    let mut lines = vec![(place.command(&format!("check {}", place.game)), "finds what is wrong")];
    lines.extend(deck::brings(&loaded.catalog, &place, &called.id));
    lines.push((place.command(&format!("new scenario \"It works\" --card {}", called.id)), "tests it"));
    next(out, &lines)?;
    if let Some(told) = deck::in_pile(&loaded.catalog, &called.id) {
        writeln!(out, "{told}")?;
    }
    Ok(Exit::Fine)
}

pub fn set(args: &OfSet, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let place = Destination::find(pack, args.game.as_deref())?;
    let called = NewName::new(&args.name)?;
    folder_of_set(&called.id)?;
    let mut plan = FilePlan::new(place.base.clone());
    match &args.like {
        None => {
            let first = NewName::new(&format!("First of {}", called.name))?;
            make(&mut plan, &place, &first, &called.id, &Model::Type(None))?;
        }
        Some(like) => {
            let catalog = place.load(&place.files)?;
            let catalog = &catalog.catalog;
            let folder = format!("/{}/{like}/", place.game);
            let of_set = catalog.places.iter().enumerate().filter(|(_, path)| path.contains(&folder));
            let ids: Vec<_> = of_set.map(|(i, _)| catalog.rules.name(catalog.rules.defs[i].id).to_string()).collect();
            if ids.is_empty() {
                let sets: Vec<String> = sets(&catalog.places);
                let help = suggest::help_for(like, sets.iter().map(String::as_str));
                return Err(Error::usage(format!("`{}` has no set `{like}`", place.game)).help(help).into());
            }
            for id in ids {
                let def = catalog.rules.def_by_id(&id).map(|d| catalog.rules.defs[d.index()].name);
                let old = def.map_or(id.clone(), |name| catalog.rules.name(name).to_string());
                let new = NewName::new(&format!("{} {old}", called.name))?;
                make(&mut plan, &place, &new, &called.id, &Model::Card(id))?;
            }
        }
    }
    let first = plan.owned().find_map(|(below, _)| Some(below.rsplit('/').next()?.strip_suffix(".yaml")?.to_string()));
    let loaded = finish(plan, &place, out)?;
    let mut lines = vec![(place.command(&format!("check {}", place.game)), "finds what is wrong")];
    lines.extend(first.and_then(|card| deck::brings(&loaded.catalog, &place, &card)));
    next(out, &lines)?;
    Ok(Exit::Fine)
}

fn finish(mut plan: FilePlan, place: &Destination, out: &mut dyn Write) -> anyhow::Result<Game> {
    let loaded = place.load(&place.with(&mut plan))?;
    editor::add(&mut plan, &loaded.catalog);
    plan.write(out)?;
    Ok(loaded)
}

/// Adds a card to a plan.
fn add(plan: &mut FilePlan, place: &Destination, called: &NewName, set: &str, text: String) {
    let below = format!("cards/{}/{set}/{}.yaml", place.game, called.id);
    plan.own(below.clone(), schema_line(&below, &of_game(&place.game, "card")) + &text);
}

/// The names of the sets of a game: the folders in which its cards lie, given the paths of the cards.
fn sets(places: &[Arc<str>]) -> Vec<String> {
    let mut sets: Vec<String> = places.iter().filter_map(|p| p.rsplit('/').nth(1)).map(String::from).collect();
    sets.sort();
    sets.dedup();
    sets
}

/// The set for a new card if none is named: the only one on disk, or else one with the name of the pack, or
/// `new_cards`.
pub fn usual_set(place: &Destination) -> String {
    let folder = place.base.join("cards").join(&place.game);
    let found =
        intermezzo::data::disk::Folder::open(&folder).map_or(Vec::new(), |f| f.folders(std::path::Path::new("")));
    let found: Vec<String> = found.into_iter().filter(|set| folder_of_set(set).is_ok()).collect();
    match (found.as_slice(), &place.pack) {
        ([one], _) => one.clone(),
        (_, Some(pack)) => pack.clone(),
        _ => "new_cards".into(),
    }
}

/// The number of attempts to load the game, with further values changed each time, after which a copied card is given
/// up.
const MOST_ROUNDS: u32 = 400;

/// The number of cards that are tried as the model before the command gives up.
const TRIED: usize = 40;

/// Adds a card to the files to be written: a copy of the model under the new name, changed so that the game loads with
/// it.
///
/// # Errors
///
/// A name that another card has, a model that does not exist, or the problems with the first model that was tried.
pub fn make(
    plan: &mut FilePlan,
    place: &Destination,
    called: &NewName,
    set: &str,
    model: &Model,
) -> anyhow::Result<()> {
    let loaded = place.load(&place.files)?;
    let catalog = &loaded.catalog;
    if catalog.rules.def_by_id(&called.id).is_some() {
        let message = format!("`{}` has a card `{}` already", place.game, called.id);
        return Err(Error::usage(message).help("choose another name, or edit that card").into());
    }
    let mut first = None;
    for at in models(place, catalog, model)?.into_iter().take(TRIED) {
        let Some(text) = text(catalog, at, called) else { continue };
        let mut tried = plan.clone();
        add(&mut tried, place, called, set, text);
        // If no player could bring the copy into a game, the next model is tried.
        match settle(&mut tried, place).and_then(|game| is_brought(&game, &called.id)) {
            Ok(()) => {
                *plan = tried;
                return Ok(());
            }
            Err(problems) => first = first.or(Some(problems)),
        }
    }
    match first {
        Some(problems) => Err(Error::load(problems).into()),
        None => {
            let error = Error::usage(format!("`{}` has no card after which one could be made", place.game));
            Err(error.help("write the first one by hand: `intermezzo doc cards`").into())
        }
    }
}

/// The cards that may be the model of a new one, as indices of the definitions, the shortest file first.
fn models(place: &Destination, catalog: &Catalog, model: &Model) -> anyhow::Result<Vec<usize>> {
    let rules = &catalog.rules;
    match model {
        Model::Card(id) => {
            let ids: Vec<&str> = rules.defs.iter().map(|d| &**rules.name(d.id)).collect();
            let help = || suggest::help_for(id, ids.iter().copied());
            let unknown = || Error::usage(format!("`{}` has no card `{id}`", place.game)).help(help());
            Ok(vec![rules.def_by_id(id).ok_or_else(unknown)?.index()])
        }
        Model::Type(ty) => {
            let types: Vec<&str> = rules.schema.types.iter().map(|t| &**rules.name(t.name)).collect();
            if let Some(ty) = ty.as_deref().filter(|ty| !types.contains(ty)) {
                let help = suggest::help_for(ty, types.iter().copied());
                return Err(Error::usage(format!("`{}` has no type `{ty}`", place.game)).help(help).into());
            }
            let fits = |at: &usize| ty.as_deref().is_none_or(|ty| types[rules.defs[*at].ty.index()] == ty);
            let length = |at: &usize| catalog.files.texts.get(&*catalog.places[*at]).map_or(usize::MAX, |t| t.len());
            let mut fitting: Vec<usize> = (0..rules.defs.len()).filter(fits).collect();
            fitting.sort_by_key(length);
            // One card of each type comes first: a game may take no more cards of some types.
            let mut seen = std::collections::BTreeSet::new();
            let (first, rest): (Vec<usize>, Vec<usize>) =
                fitting.into_iter().partition(|at| seen.insert(rules.defs[*at].ty.index()));
            Ok(first.into_iter().chain(rest).collect())
        }
    }
}

/// The text of a new card: that of the model, an index of the definitions, with the new name and id in place of the old
/// ones.
fn text(catalog: &Catalog, at: usize, called: &NewName) -> Option<String> {
    let (rules, def) = (&catalog.rules, &catalog.rules.defs[at]);
    let text = catalog.files.texts.get(&*catalog.places[at])?;
    let (old, old_id) = (rules.name(def.name).to_string(), rules.name(def.id).to_string());
    let mut text = replaced(&with_line(&bare(text), "name", &called.name), &old, &called.name);
    // An id without `_` may be an ordinary word of a text, so it is left there.
    if old_id.contains('_') {
        text = replaced(&text, &old_id, &called.id);
    }
    Some(with_line(&text, "name", &called.name))
}

fn is_brought(game: &Game, id: &str) -> Result<(), Problems> {
    let mut found = lint::findings(&game.catalog);
    let file = format!("/{id}.yaml");
    found.retain(|problem| problem.key == "never_brought" && problem.span.file.ends_with(&file));
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Gives new cards numbers of their own, such as a collector's number, in the form of their models' numbers.
#[derive(Default)]
struct NewNumbers {
    /// The numbers that were given to new cards so far.
    given: Vec<String>,
}

impl NewNumbers {
    /// A number in place of the old one: `A107` becomes `A999`, and if that is taken `A998`. If the old one has no
    /// digits at its end, the card's id takes its place. In a pack the first number depends on the pack's id, so two
    /// packs rarely use the same.
    fn another(&mut self, old: &str, id: &str, pack: Option<&str>) -> String {
        let digits = old.len() - old.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (head, number) = old.split_at(old.len() - digits);
        let most = 10_i64.checked_pow(digits as u32).map_or(0, |n| n - 1);
        let room = (most + 1) / 2;
        let Some(n) = number.parse::<i64>().ok().filter(|_| room > 0) else { return id.into() };
        let next = match self.given.iter().any(|given| given == old) {
            true if n - 1 > most - room => n - 1,
            true => most,
            false => most - pack.map_or(0, |pack| i64::from(hash_of(pack)) % room),
        };
        let new = format!("{head}{next:0digits$}");
        self.given.push(new.clone());
        new
    }
}

/// A hash of a pack's id, from which follows where its numbers begin.
fn hash_of(pack: &str) -> u32 {
    let [a, b, c, d, ..] = *blake3::hash(pack.as_bytes()).as_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Adds `reads: hidden` to abilities of new cards where the findings say that it is missing, as in packs. True:
/// something was added.
fn says_what_it_reads(plan: &mut FilePlan, place: &Destination, problems: &Problems) -> bool {
    let mut places: Vec<&Span> = problems.list().iter().filter(|p| p.key == "hidden").map(|p| &p.span).collect();
    // The last place comes first, so that an insertion does not move the others.
    places.sort_by_key(|span| std::cmp::Reverse((span.line, span.column)));
    places.dedup();
    let mut is_changed = false;
    for (below, text) in plan.owned() {
        let file = place.known_as(below);
        for span in places.iter().filter(|span| *span.file == *file) {
            let (line, column) = (span.line.saturating_sub(1) as usize, span.column.saturating_sub(1) as usize);
            let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            let at = start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>();
            match text[at..].starts_with('{') {
                true => text.insert_str(at + 1, " reads: hidden,"),
                false => text.insert_str(at, &format!("reads: hidden\n{}", " ".repeat(column))),
            }
            is_changed = true;
        }
    }
    is_changed
}

/// Loads the game with the new cards, and changes them until it loads: fields whose values must be unique, such as a
/// number in the set, get new values. Returns the loaded game, or the problems that are left.
fn settle(plan: &mut FilePlan, place: &Destination) -> Result<Game, Problems> {
    let (mut rounds, mut numbers) = (0, NewNumbers::default());
    loop {
        rounds += 1;
        let files = place.with(plan);
        let problems = match Loader::default().load(&place.game, &files) {
            Ok((game, _)) => return Ok(game),
            Err(problems) => problems,
        };
        if says_what_it_reads(plan, place, &problems) {
            continue;
        }
        let taken = problems.list().iter().filter(|p| p.key == "name_taken" && p.span.line > 0);
        // The finding may stand at the old card: its line is found in the new one by its text, which is the same.
        let line_of =
            |span: &intermezzo::error::Span| files.texts.get(&*span.file)?.lines().nth(span.line as usize - 1);
        let lines: Vec<&str> = taken.filter_map(|p| line_of(&p.span)).collect();
        let mut is_changed = false;
        // Two new cards may have the same line: only the first is changed in this round, so that they differ then.
        let mut changed: Vec<&str> = Vec::new();
        for (below, text) in plan.owned() {
            let id = below.rsplit('/').next().unwrap_or("").trim_end_matches(".yaml").to_string();
            let mine: Vec<&str> = lines.iter().copied().filter(|line| !changed.contains(line)).collect();
            changed.extend(mine.iter().filter(|line| text.lines().any(|own| own == **line)));
            let mut own = |line: &str| match line.split_once(": ").filter(|_| mine.contains(&line)) {
                Some((key, old)) if key != "name" => match old.trim().parse::<i64>() {
                    Ok(old) => format!("{key}: {}\n", old + 1),
                    Err(_) => format!("{key}: {}\n", numbers.another(old.trim(), &id, place.pack.as_deref())),
                },
                _ => format!("{line}\n"),
            };
            let new: String = text.lines().map(&mut own).collect();
            is_changed |= new != *text;
            *text = new;
        }
        if !is_changed || rounds > MOST_ROUNDS {
            return Err(problems);
        }
    }
}
