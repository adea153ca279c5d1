//! Deck: `new deck`: a copy of another deck, with cards added or left out.

use std::io::Write;

use super::editor::{of_game, schema_line};
use super::{Destination, Exit, FilePlan, NewName, OfDeck, Pack, editor, next};
use crate::cli::text::clean;
use crate::decks::write;
use intermezzo::catalog::{Catalog, Deck, read_deck};
use intermezzo::data::{suggest, yaml as reader};
use intermezzo::error::{Error, Problems, Severity};
use intermezzo::kernel::model::value::DefId;

/// The most copies of an added card, where the rules for decks allow them.
const COPIES: usize = 4;
/// The most ways to fill the places of a card that is left out which are tried.
const MOST_TRIES: usize = 2_000;

pub fn run(args: &OfDeck, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let place = Destination::find(pack, args.game.as_deref())?;
    let called = NewName::new(&args.name)?;
    let loaded = place.load(&place.files)?;
    let catalog = &loaded.catalog;
    if catalog.deck_rules.lists.is_empty() {
        let message = format!("nobody brings a deck to `{}`: its manifest has no `decks`", place.game);
        return Err(Error::usage(message).help("its cards come from `piles`, or a script makes them").into());
    }
    if catalog.decks.contains_key(&called.id) {
        let message = format!("`{}` has a deck `{}` already", place.game, called.id);
        return Err(Error::usage(message).help("choose another name, or edit that deck").into());
    }
    let mut deck = model(catalog, &place, args.like.as_deref())?;
    for card in &args.without {
        deck = without_card(catalog, &place, &deck, card)?;
    }
    // A card that was added is not replaced by one that is added later.
    let mut kept = Vec::new();
    for card in &args.cards {
        deck = with_card(catalog, &place, deck, card, &kept)?;
        kept.extend(catalog.rules.def_by_id(card));
    }
    let below = format!("cards/{}/decks/{}.yaml", place.game, called.id);
    let text = schema_line(&below, &of_game(&place.game, "deck")) + &write::yaml(catalog, &called.name, &deck);
    let mut plan = FilePlan::new(place.base.clone());
    let advice = judged(catalog, &text);
    plan.own(below, text);
    let loaded = place.load(&place.with(&mut plan))?;
    editor::add(&mut plan, &loaded.catalog);
    plan.write(out)?;
    for problem in advice.list() {
        writeln!(out, "{}: {}", problem.severity.as_str(), clean(&problem.message))?;
    }
    next(
        out,
        &[
            (place.command(&format!("check {}", place.game)), "finds what is wrong"),
            (place.command(&format!("play {} --deck {}", place.game, called.id)), "plays it"),
        ],
    )?;
    Ok(Exit::Fine)
}

/// The command that makes a deck with a new card, and the reason for it; `None`: no deck can hold the card.
pub fn brings(catalog: &Catalog, place: &Destination, card: &str) -> Option<(String, &'static str)> {
    let def = catalog.rules.def_by_id(card)?;
    if !catalog.deck_rules.lists.iter().any(|list| list.may_hold(&catalog.rules, def)) {
        return None;
    }
    // The deck to copy is the first that can hold the card: the first of all may hold other types of cards.
    let takes = |deck: &Deck| with_card(catalog, place, deck.clone(), card, &[]).is_ok();
    let (at, (deck, _)) = catalog.decks.iter().enumerate().find(|(_, (_, deck))| takes(deck))?;
    let like = if at == 0 { String::new() } else { format!(" --like {deck}") };
    let name = catalog.rules.name(catalog.rules.defs[def.index()].name).replace('"', "");
    Some((
        place.command(&format!("new deck \"With {name}\"{like} --card {card}")),
        "brings it into games: no deck has it yet",
    ))
}

/// The remark that a new card needs no deck, because a pile of the game holds it; `None`: no pile does.
pub fn in_pile(catalog: &Catalog, card: &str) -> Option<String> {
    let rules = &catalog.rules;
    let zone = match rules.pile_of(rules.def_by_id(card)?)?.to {
        Some(kind) => format!("that comes into `{}`", rules.name(rules.schema.zones[kind.index()].name)),
        None => "that stays in the box".into(),
    };
    Some(format!("It needs no deck: it lies in a pile of the game {zone}."))
}

/// The deck that is copied.
fn model(catalog: &Catalog, place: &Destination, like: Option<&str>) -> anyhow::Result<Deck> {
    let first = || catalog.decks.keys().next().map(String::as_str);
    let Some(id) = like.or_else(first) else {
        let error = Error::usage(format!("`{}` has no deck after which one could be made", place.game));
        return Err(error.help("write the first one by hand: `intermezzo doc manifest` says what stands in it").into());
    };
    match catalog.decks.get(id) {
        Some(deck) => Ok(deck.clone()),
        None => {
            let help = suggest::help_for(id, catalog.decks.keys().map(String::as_str));
            Err(Error::usage(catalog.why_no_deck(id)).help(help).into())
        }
    }
}

/// The deck without a card: other cards take its places, those of its own type first, and as few different ones as the
/// rules for decks allow.
fn without_card(catalog: &Catalog, place: &Destination, deck: &Deck, card: &str) -> anyhow::Result<Deck> {
    let rules = &catalog.rules;
    let gone = known(catalog, place, card)?;
    if !deck.lists.iter().any(|list| list.contains(&gone)) {
        return Err(Error::usage(format!("this deck has no `{card}`")).help("--like names another deck").into());
    }
    let mut out = deck.clone();
    for (at, rule) in catalog.deck_rules.lists.iter().enumerate() {
        let copies = deck.lists[at].iter().filter(|def| **def == gone).count();
        if copies == 0 {
            continue;
        }
        let may = |def: &DefId| *def != gone && rule.may_hold(rules, *def);
        let mut others: Vec<DefId> = (0..rules.defs.len()).map(DefId::of).filter(may).collect();
        others.sort_by_key(|def| {
            (rules.defs[def.index()].ty != rules.defs[gone.index()].ty, out.lists[at].contains(def), *def)
        });
        // The ways to fill the places: with copies of one other card, then of two, and at last each with another.
        let tried = (1..=copies).flat_map(|kinds| {
            others
                .windows(kinds.min(others.len().max(1)))
                .map(move |of| (0..copies).map(|n| of[n % of.len()]).collect())
        });
        let filled = |fill: Vec<DefId>| {
            let mut tried = out.clone();
            tried.lists[at].retain(|def| *def != gone);
            tried.lists[at].extend(fill);
            wrong(catalog, &write::yaml(catalog, "Tried", &tried)).is_none().then_some(tried)
        };
        let Some(legal) = tried.take(MOST_TRIES).find_map(filled) else {
            let message = format!("no other cards take the places of `{card}` in this deck");
            return Err(Error::usage(message)
                .help("edit a copy of the deck by hand, or name another with --like")
                .into());
        };
        out = legal;
    }
    Ok(out)
}

/// The card of an id.
fn known(catalog: &Catalog, place: &Destination, card: &str) -> anyhow::Result<DefId> {
    let rules = &catalog.rules;
    let Some(def) = rules.def_by_id(card) else {
        let ids = rules.defs.iter().map(|d| &**rules.name(d.id)).collect::<Vec<_>>();
        let help = suggest::help_for(card, ids.iter().copied());
        return Err(Error::usage(format!("`{}` has no card `{card}`", place.game)).help(help).into());
    };
    Ok(def)
}

/// The deck with a card added, in as many copies as the rules allow, up to [`COPIES`]. They replace other cards, but
/// none of `kept`.
fn with_card(catalog: &Catalog, place: &Destination, deck: Deck, card: &str, kept: &[DefId]) -> anyhow::Result<Deck> {
    let rules = &catalog.rules;
    let def = known(catalog, place, card)?;
    let lists = &catalog.deck_rules.lists;
    let may = (0..lists.len()).filter(|at| lists[*at].may_hold(rules, def)).collect::<Vec<_>>();
    let mut why = None;
    for at in &may {
        for copies in (1..=COPIES).rev() {
            for gone in gone(catalog, &deck.lists[*at], def, copies, kept) {
                let mut tried = deck.clone();
                let list = &mut tried.lists[*at];
                let mut seen = 0..list.len();
                list.retain(|_| seen.next().is_none_or(|at| !gone.contains(&at)));
                list.extend(std::iter::repeat_n(def, copies));
                let text = write::yaml(catalog, "Tried", &tried);
                match wrong(catalog, &text) {
                    None => return Ok(tried),
                    Some(message) if copies == 1 => why = why.or(Some(message)),
                    Some(_) => {}
                }
            }
        }
    }
    let message = match why {
        None => format!("no deck of `{}` may hold `{card}`", place.game),
        Some(why) if kept.is_empty() => format!("`{card}` finds no place in this deck: {why}"),
        Some(why) => {
            let names: Vec<&str> = kept.iter().map(|def| &**rules.name(rules.defs[def.index()].id)).collect();
            format!("`{card}` finds no place in this deck beside {}: {why}", names.join(", "))
        }
    };
    Err(Error::usage(message).help("--like names another deck").into())
}

/// The sets of places in a list that `copies` of a card may replace, in the order in which they are tried: cards of its
/// own type from the end, then from the beginning, then any cards; at last none, where the list may grow.
fn gone(catalog: &Catalog, list: &[DefId], def: DefId, copies: usize, kept: &[DefId]) -> Vec<Vec<usize>> {
    let defs = &catalog.rules.defs;
    let others = || (0..list.len()).filter(|at| list[*at] != def && !kept.contains(&list[*at]));
    let of_type: Vec<usize> = others().filter(|at| defs[list[*at].index()].ty == defs[def.index()].ty).collect();
    let any: Vec<usize> = others().collect();
    let mut out = Vec::new();
    for from in [of_type, any] {
        if from.len() >= copies {
            out.push(from[from.len() - copies..].to_vec());
            out.push(from[..copies].to_vec());
        }
    }
    out.push(Vec::new());
    out
}

/// The reason why a deck with this text is illegal; `None`: the deck is legal.
fn wrong(catalog: &Catalog, text: &str) -> Option<String> {
    // Hints and warnings do not make a deck illegal.
    let found = judged(catalog, text);
    let errors = found.list().iter().find(|p| p.severity == Severity::Error);
    errors.map(|problem| problem.message.clone())
}

/// The findings of the rules for decks about the text of a deck's file.
fn judged(catalog: &Catalog, text: &str) -> Problems {
    let mut problems = Problems::new();
    if let Some(node) = reader::parse("deck.yaml", text, &mut problems) {
        let deck = read_deck(&catalog.rules, &catalog.deck_rules, &node, &mut problems);
        catalog.deck_rules.check(&catalog.rules, &deck, &node, &mut problems);
    }
    problems
}
