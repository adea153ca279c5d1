//! Position: the state a scenario begins in.

use std::sync::Arc;

use serde_json::Value as Json;

use super::keys::{PlacedKeys, ScenarioKeys, SetupKeys};
use super::message_places::placed;
use super::names::{SEATS, ScenarioNames, no_card, seat};
use intermezzo::bots::BotKind;
use intermezzo::catalog::DeckRules;
use intermezzo::data::{Node, suggest, yaml};
use intermezzo::error::{Error, Problems};
use intermezzo::kernel::model::change::Change;
use intermezzo::kernel::model::change::NumberOf;
use intermezzo::kernel::model::context::Context;
use intermezzo::kernel::model::flow_items::Item;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::model::objects::Face;
use intermezzo::kernel::model::rules::Rules;
use intermezzo::kernel::model::schema::AttrBase;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::model::value::{DefId, ListId, Zone, ZoneKind};
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::{Card, Seat, World};
use intermezzo::table::{Game, Position, Start, Table};

/// The table of a scenario and the names of its cards.
pub struct ScenarioTable {
    /// The table.
    pub table: Table,
    /// The names.
    pub names: ScenarioNames,
    /// The step, from 1, that used a dictated chance result last; 0 if none did.
    pub last_dictated: usize,
    /// The bot that answers in steps with `bot`.
    pub bot: BotKind,
}

/// Sets up what a scenario states, and goes on until somebody is asked.
pub fn set_up(engine: &Game, node: &Node) -> Result<ScenarioTable, String> {
    let mut scenario = stated(engine, node)?;
    scenario.table.go();
    Ok(scenario)
}

/// Sets up the table of the position that a record holds, before anything is played.
pub(super) fn restated(engine: &Game, beginning: &Json) -> intermezzo::error::Result<Table> {
    let stated = || {
        let mut problems = Problems::new();
        let node =
            yaml::parse("position.yaml", &beginning.to_string(), &mut problems).ok_or_else(|| problems.render_all())?;
        super::shape::check_position(&node)?;
        if *self::beginning(&node) != *beginning {
            return Err("it says more than how the game begins".to_string());
        }
        stated(engine, &node).map(|scenario| scenario.table)
    };
    // The position is a single line, so a place in it helps nobody.
    stated().map_err(|why| Error::usage(placed(&why).map_or(&*why, |(_, words)| words)))
}

/// Sets up the table with which a scenario begins; no step of it is played.
pub(super) fn stated(engine: &Game, node: &Node) -> Result<ScenarioTable, String> {
    let said = ScenarioKeys::of(node);
    let at = said.setup.or(said.start).map_or(&node.span, |part| &part.span);
    began(engine, node).map_err(|why| if placed(&why).is_some() { why } else { format!("{at}: {why}") })
}

fn began(engine: &Game, node: &Node) -> Result<ScenarioTable, String> {
    let seed = ScenarioKeys::of(node).seed.unwrap_or(1) as u64;
    let options = options(engine, node)?;
    if let Some(start) = ScenarioKeys::of(node).start {
        return from_start(engine, start, seed, options, node);
    }
    let (mut world, names) = laid_out(engine, node, seed, &options)?;
    let setup = ScenarioKeys::of(node).setup.unwrap_or(node);
    let seats = world.rules.schema.seats as usize;
    let active = match SetupKeys::of(setup).active {
        Some(name) => {
            let found = name.as_str().and_then(seat).filter(|s| s.index() < seats);
            found.ok_or_else(|| format!("{}: `active` is a seat that plays", name.span))?
        }
        None => Seat(0),
    };
    let turn = match SetupKeys::of(setup).turn {
        Some(turn) => whole(turn, Some(1), Some(u32::MAX as i64))? as u32,
        None => 1,
    };
    let phase = SetupKeys::of(setup).phase.ok_or_else(|| {
        let phases = world.rules.schema.phases.iter().map(|phase| &**world.rules.name(*phase)).collect::<Vec<_>>();
        format!("`setup` names no `phase` to begin in (known: {})", phases.join(", "))
    })?;
    let name = phase.as_str().ok_or_else(|| format!("{}: `phase` is the name of a phase", phase.span))?;
    place(&mut world, active, turn, name).map_err(|e| format!("{}: {e}", phase.span))?;
    super::effects::begin(engine, &mut world, &names, SetupKeys::of(setup).effects)?;
    let dictated = super::dictated_chance::scripted(&world, &names, node)?;
    world.change(Change::Dictated(dictated.map(Box::new)));
    let position = Position::put_together(engine, world, Start { seed, options, ..Start::default() });
    let mut position = position.map_err(|e| e.to_string())?;
    position.states(beginning(node));
    let mut table = Table::resting(position.clone());
    table.begins_at(position, restated);
    table.name_seats(&seat_names(seats)).map_err(|e| e.to_string())?;
    hold(&mut table, node)?;
    Ok(ScenarioTable { table, names, last_dictated: 0, bot: BotKind::Greedy })
}

/// The beginning of a scenario for records: without steps, expectations and keys that are read from files.
fn beginning(node: &Node) -> Arc<Json> {
    const BEGINS: [&str; 9] = ["title", "game", "players", "persons", "setup", "start", "options", "seed", "rng"];
    let entries = node.as_map().unwrap_or_default().iter();
    let begins = entries.filter(|(key, _)| BEGINS.contains(&key.name.as_str()));
    Arc::new(Json::Object(begins.map(|(key, value)| (key.name.clone(), value.to_json())).collect()))
}

/// The cards and counters of a `setup`, and the names of the cards.
pub(super) fn laid_out(
    engine: &Game,
    node: &Node,
    seed: u64,
    options: &[(String, intermezzo::kernel::Value)],
) -> Result<(World, ScenarioNames), String> {
    let setup = ScenarioKeys::of(node).setup.ok_or("a scenario has `setup`, `from` or `start`")?;
    let rules = intermezzo::table::rules_for(engine, players(engine, node)?, options).map_err(|e| e.to_string())?;
    let mut world = World::empty(rules, seed);
    let (mut names, decks) = (ScenarioNames::default(), &engine.catalog.deck_rules);
    let mut hung = Vec::new();
    let seats = world.rules.schema.seats as usize;
    for (key, value) in setup.as_map().ok_or("`setup` is a map")? {
        match key.name.as_str() {
            "active" | "phase" | "turn" | "effects" => {}
            "game" => game_counters(&mut world, value)?,
            "spaces" => space_counters(&mut world, value)?,
            zone if shared_zone(&world, zone).is_some() => {
                let kind = shared_zone(&world, zone).unwrap_or_default();
                for item in value.items() {
                    let space = space_for(&world, kind, Seat(0), item)?;
                    let card = add(&mut world, &mut names, decks, Seat::NOBODY, space, item)?;
                    hung.extend(PlacedKeys::of(item).host.map(|host| (card, host)));
                }
            }
            name => match seat(name).filter(|s| s.index() < seats) {
                Some(seat) => hung.extend(fill(&mut world, &mut names, decks, seat, value)?),
                None => {
                    let schema = &world.rules.schema;
                    let shared = schema.zones.iter().filter(|z| !z.per_player).map(|z| &**world.rules.name(z.name));
                    let known = ["active", "phase", "turn", "game", "spaces", "effects"].into_iter();
                    let known: Vec<&str> = known.chain(SEATS[..seats].iter().copied()).chain(shared).collect();
                    let help = suggest::help_for(name, known);
                    return Err(format!("{}: unknown key `{name}` in setup ({help})", key.span));
                }
            },
        }
    }
    hung.into_iter().try_for_each(|(card, host)| hang(&mut world, &names, card, host))?;
    world.note_taken();
    Ok((world, names))
}

/// Attaches a card to the card that its `host` names.
fn hang(world: &mut World, names: &ScenarioNames, card: Card, node: &Node) -> Result<(), String> {
    let word = node.as_str().unwrap_or("");
    let host = names.card(word).ok_or_else(|| format!("{}: {}", node.span, no_card(&world.rules, names, word)))?;
    match world.attach(card, Some(host)) {
        true => Ok(()),
        false => Err(format!("{}: {word} is attached to this card, or to what it carries", node.span)),
    }
}

/// Seats persons: `persons: [[amy, dora], [beth, cleo]]`.
fn hold(table: &mut Table, node: &Node) -> Result<(), String> {
    let Some(list) = ScenarioKeys::of(node).persons else { return Ok(()) };
    let mut persons = Vec::new();
    if list.as_list().is_none_or(|all| all.iter().any(|person| person.as_list().is_none())) {
        let like = "`[[amy, dora], [beth, cleo]]`";
        return Err(format!("{}: `persons` is a list of persons, each a list of seats: {like}", list.span));
    }
    for person in list.items() {
        let mut seats = Vec::new();
        if person.items().is_empty() {
            return Err(format!("{}: a person holds a seat", person.span));
        }
        for name in person.items() {
            let word = name.as_str().map_or_else(|| name.to_json().to_string(), String::from);
            let unknown = || {
                let help = suggest::help_for(&word, SEATS[..table.world().rules.schema.seats as usize].iter().copied());
                format!("{}: there is no seat `{word}` ({help})", name.span)
            };
            seats.push(seat(&word).ok_or_else(unknown)?);
        }
        persons.push(Eyes::from(&seats[..]));
    }
    table.hold(&persons).map_err(|e| e.to_string())
}

fn seat_names(seats: usize) -> Vec<&'static str> {
    SEATS[..seats].to_vec()
}

/// The number of players: the scenario's, or else the usual one.
fn players(engine: &Game, node: &Node) -> Result<usize, String> {
    let players = engine.catalog.rules.schema.players;
    let Some(given) = ScenarioKeys::of(node).players else { return Ok(players.usual as usize) };
    let n = given.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| players.allow(*n));
    n.ok_or_else(|| format!("{}: the game needs {players}", given.span))
}

pub(super) fn options(engine: &Game, node: &Node) -> Result<Vec<(String, intermezzo::kernel::Value)>, String> {
    let mut out = Vec::new();
    let rules = &engine.catalog.rules;
    for (key, node) in ScenarioKeys::of(node).options {
        let value = node;
        if !rules.options.iter().any(|(n, _)| **rules.name(*n) == *key.name) {
            let help =
                suggest::help_for(&key.name, rules.options.iter().map(|(n, _)| &**rules.name(*n)).collect::<Vec<_>>());
            return Err(format!("{}: the game has no option `{}` ({help})", key.span, key.name));
        }
        let value = match (value.as_int(), value.as_bool(), value.as_str()) {
            (Some(n), ..) => intermezzo::kernel::Value::Int(n),
            (_, Some(b), _) => intermezzo::kernel::Value::Bool(b),
            (_, _, Some(word)) => match engine.catalog.rules.schema.symbols.find(word) {
                Some(sym) => intermezzo::kernel::Value::Word(sym),
                None => return Err(format!("{}: unknown word `{word}`", key.span)),
            },
            _ => return Err(format!("{}: an option is a number, a word, true or false", key.span)),
        };
        let at = rules.options.iter().position(|(name, _)| **rules.name(*name) == *key.name);
        at.map_or(Ok(()), |at| intermezzo::table::may_be(rules, &key.name, at, &value))
            .map_err(|e| format!("{}: {e}", node.span))?;
        out.push((key.name.clone(), value));
    }
    Ok(out)
}

fn from_start(
    engine: &Game,
    start: &Node,
    seed: u64,
    options: Vec<(String, intermezzo::kernel::Value)>,
    node: &Node,
) -> Result<ScenarioTable, String> {
    let seats = players(engine, node)?;
    let mut decks = Vec::new();
    for (key, _) in start.as_map().unwrap_or_default() {
        if seat(&key.name).is_none() {
            let help = suggest::help_for(&key.name, SEATS[..seats].iter().copied());
            return Err(format!("{}: there is no seat `{}` ({help})", key.span, key.name));
        }
    }
    for name in &SEATS[..seats] {
        if engine.catalog.deck_rules.lists.is_empty() {
            break; // a game that has its cards itself
        }
        let deck = start.field(name).ok_or_else(|| format!("{}: `start` names a deck for {name}", start.span))?;
        decks.push(match deck.as_str() {
            Some(id) => {
                let found = engine.catalog.decks.get(id).cloned();
                found.ok_or_else(|| format!("{}: {}", deck.span, engine.catalog.why_no_deck(id)))?
            }
            None => {
                let mut problems = intermezzo::error::Problems::new();
                let catalog = &engine.catalog;
                let found = intermezzo::catalog::read_deck(&catalog.rules, &catalog.deck_rules, deck, &mut problems);
                if problems.has_errors() {
                    return Err(problems.render_all());
                }
                found
            }
        });
    }
    let known = &SEATS[..decks.len()];
    if let Some((key, _)) = start.as_map().unwrap_or_default().iter().find(|(k, _)| !known.contains(&k.name.as_str())) {
        return Err(format!("{}: nobody reads the deck of `{}`: {} bring one", key.span, key.name, known.len()));
    }
    // Small decks show a rule best: the legality of decks is tested elsewhere.
    let start = Start { seed, decks, options, players: Some(seats as u8) };
    let mut position = engine.begin_with_any_decks(start).map_err(|e| e.to_string())?;
    position.states(beginning(node));
    let mut table = Table::resting(position);
    let mut names = ScenarioNames::default();
    names.add_all(table.world());
    table.dictate(super::dictated_chance::scripted(table.world(), &names, node)?);
    table.name_seats(&seat_names(seats)).map_err(|e| e.to_string())?;
    hold(&mut table, node)?;
    Ok(ScenarioTable { table, names, last_dictated: 0, bot: BotKind::Greedy })
}

/// A whole number within bounds.
fn whole(node: &Node, min: Option<i64>, max: Option<i64>) -> Result<i64, String> {
    let n = node
        .as_int()
        .ok_or_else(|| format!("{}: a number is wanted here, and this is {}", node.span, node.kind_name()))?;
    match (min.filter(|min| n < *min), max.filter(|max| n > *max)) {
        (Some(min), _) => Err(format!("{}: it is never less than {min}", node.span)),
        (_, Some(max)) => Err(format!("{}: it is never more than {max}", node.span)),
        _ => Ok(n),
    }
}

/// Sets counters of the game.
fn game_counters(world: &mut World, node: &Node) -> Result<(), String> {
    for (key, n) in node.as_map().ok_or_else(|| format!("{}: `game` is a map of its counters", node.span))? {
        let at = world.rules.schema.game_counters.iter().position(|c| **world.rules.name(c.name) == *key.name);
        let at = at.ok_or_else(|| format!("{}: the game has no counter `{}`", key.span, key.name))?;
        let counter = &world.rules.schema.game_counters[at];
        let n = whole(n, counter.min, counter.max)?;
        world.change(Change::Number(NumberOf::GameCounter(at), n));
    }
    Ok(())
}

/// Sets counters of spaces: `spaces: { field.2.3: { shards: 2 } }`.
fn space_counters(world: &mut World, node: &Node) -> Result<(), String> {
    for (key, counters) in node.as_map().ok_or_else(|| format!("{}: `spaces` is a map of spaces", node.span))? {
        let (_, space) = super::rule_names::space(world, &key.name).map_err(|e| format!("{}: {e}", key.span))?;
        let space = space.ok_or_else(|| format!("{}: `{}` is no single space", key.span, key.name))?;
        for (name, n) in
            counters.as_map().ok_or_else(|| format!("{}: a space is a map of its counters", counters.span))?
        {
            let at = world.rules.schema.space_counters.iter().position(|c| **world.rules.name(c.name) == *name.name);
            let at = at.ok_or_else(|| format!("{}: spaces have no counter `{}`", name.span, name.name))?;
            let counter = &world.rules.schema.space_counters[at];
            let n = whole(n, counter.min, counter.max)?;
            world.change(Change::Number(NumberOf::SpaceCounter(space, at), n));
        }
    }
    Ok(())
}

/// The kind of a zone that all share.
fn shared_zone(world: &World, name: &str) -> Option<ZoneKind> {
    let kind = world.rules.schema.zone_kind(name)?;
    (!world.rules.schema.zones[kind.index()].per_player).then_some(kind)
}

/// Sets a seat's counters and tallies and puts its cards where the scenario says. Returns the attached cards, each with
/// its host.
fn fill<'n>(
    world: &mut World,
    names: &mut ScenarioNames,
    decks: &DeckRules,
    seat: Seat,
    node: &'n Node,
) -> Result<Vec<(Card, &'n Node)>, String> {
    let mut hung = Vec::new();
    for (key, list) in node.as_map().ok_or_else(|| format!("{}: a seat is a map of its zones", node.span))? {
        if let Some(at) = world.rules.schema.counters.iter().position(|c| **world.rules.name(c.name) == *key.name) {
            let counter = &world.rules.schema.counters[at];
            if counter.seats & 1 << seat.0 == 0 {
                return Err(format!("{}: this player has no `{}`: `counters` says who has one", key.span, key.name));
            }
            let n = whole(list, counter.min, counter.max)?;
            world.change(Change::Number(NumberOf::Counter(seat, at), n));
            continue;
        }
        if let Some(at) = world.rules.tallies.iter().position(|t| **world.rules.name(t.name) == *key.name) {
            let n = whole(list, Some(0), Some(i32::MAX.into()))?;
            world.change(Change::Number(NumberOf::Tally(seat, at), n));
            continue;
        }
        let Some(kind) = world.rules.schema.zone_kind(&key.name) else {
            let schema = &world.rules.schema;
            let zones = schema.zones.iter().filter(|z| z.per_player).map(|z| z.name);
            let tallies = world.rules.tallies.iter().map(|t| t.name);
            let known: Vec<&str> = zones
                .chain(schema.counters.iter().map(|c| c.name))
                .chain(tallies)
                .map(|n| &**world.rules.name(n))
                .collect();
            let help = suggest::help_for(&key.name, known);
            return Err(format!("{}: there is no zone or counter `{}` ({help})", key.span, key.name));
        };
        if world.rules.schema.holder(kind, seat, true).is_none() {
            return Err(format!("{}: this player has no `{}`: its `per` says who has one", key.span, key.name));
        }
        for item in list.items() {
            let zone = space_for(world, kind, seat, item)?;
            let card = add(world, names, decks, seat, zone, item)?;
            hung.extend(PlacedKeys::of(item).host.map(|host| (card, host)));
        }
    }
    Ok(hung)
}

/// The space a card is put into: the one its `slot` or `at` names, or the first that is free.
fn space_for(world: &World, kind: ZoneKind, seat: Seat, item: &Node) -> Result<Zone, String> {
    let schema = &world.rules.schema;
    let first = schema.zone(kind, seat);
    if let (Some(_), Some(at)) = (PlacedKeys::of(item).slot, PlacedKeys::of(item).at) {
        return Err(format!("{}: a card has a `slot` or lies `at` a space, not both", at.span));
    }
    let not_full = |space: Zone, node: &Node| match world.state().is_full(&world.rules, space) {
        true => Err(format!("{}: there is no more room", node.span)),
        false => Ok(space),
    };
    if let Some(slot) = PlacedKeys::of(item).slot {
        let space = slot.as_int().and_then(|n| schema.space_at(first, n.checked_sub(1)?));
        return space.ok_or_else(|| format!("{}: there is no such slot", slot.span)).and_then(|s| not_full(s, slot));
    }
    if let Some(at) = PlacedKeys::of(item).at {
        let number = |i: usize| at.items().get(i).and_then(Node::as_int);
        let name = format!(
            "{}.{}.{}",
            world.rules.name(schema.zones[kind.index()].name),
            number(0).unwrap_or(-1),
            number(1).unwrap_or(-1)
        );
        let (_, space) = super::rule_names::space(world, &name).map_err(|e| format!("{}: {e}", at.span))?;
        return space.ok_or_else(|| format!("{}: there is no such space", at.span)).and_then(|s| not_full(s, at));
    }
    let free = schema.spaces(kind, seat).find(|space| !world.state().is_full(&world.rules, *space));
    free.ok_or_else(|| format!("{}: there is no free space", item.span))
}

fn add(
    world: &mut World,
    names: &mut ScenarioNames,
    decks: &DeckRules,
    seat: Seat,
    zone: Zone,
    item: &Node,
) -> Result<Card, String> {
    let word = item.as_str().or_else(|| PlacedKeys::of(item).card.and_then(Node::as_str));
    let word = word.ok_or_else(|| format!("{}: a card is its id, or {{ card, as, status }}", item.span))?;
    let (def, name) = def_for(&world.rules, zone, word)
        .ok_or_else(|| format!("{}: there is no card `{word}`{}", item.span, near(&world.rules, word)))?;
    let printed = match PlacedKeys::of(item).printed {
        Some(node) => {
            let word = node.as_str().unwrap_or("");
            let unknown = || format!("{}: there is no card `{word}`{}", node.span, near(&world.rules, word));
            world.rules.def_by_id(word).ok_or_else(unknown)?
        }
        None => def,
    };
    let owner = owner(world, printed, seat, item)?;
    let home = home(world, decks, printed, owner, zone);
    let card = world.add_card(def, owner, zone);
    names.add(&name, card);
    if let Some(alias) = PlacedKeys::of(item).r#as {
        let word = alias.as_str().unwrap_or("");
        names.alias(&world.rules, word, card).map_err(|e| format!("{}: {e}", alias.span))?;
    }
    let face = face(item)?;
    world.change(Change::Printed(card, printed));
    world.change(Change::Home(card, home));
    world.change(Change::Face(card, face));
    if let Some(mask) = world.rules.mask_of(printed).filter(|_| face != Face::Zone) {
        world.change(Change::Def(card, mask));
    }
    // A card has the first status of each group, unless the position says otherwise.
    world.change(Change::Statuses(card, [0; 8]));
    let mut groups = Vec::new();
    for node in PlacedKeys::of(item).status {
        let name = node.as_str().unwrap_or("");
        let status = super::rule_names::known_status(&world.rules, name).map_err(|e| format!("{}: {e}", node.span))?;
        if groups.contains(&status.group()) {
            return Err(format!("{}: `{name}` and the status before it exclude each other", node.span));
        }
        groups.push(status.group());
        world.change(Change::Status(card, status));
    }
    stored(world, card, item)?;
    Ok(card)
}

/// Sets the stored numbers that a card names.
fn stored(world: &mut World, card: Card, item: &Node) -> Result<(), String> {
    for (key, value) in item.as_map().unwrap_or_default() {
        if ["card", "as", "status", "slot", "at", "owner", "face", "printed", "host"].contains(&key.name.as_str()) {
            continue;
        }
        let attr = world.rules.schema.attr(Class::Card, &key.name);
        match attr.map(|a| &world.rules.schema.attrs[a.index()].base) {
            Some(AttrBase::Stored { slot, .. }) => {
                let slot = *slot as usize;
                world.change(Change::Number(NumberOf::Stored(card, slot), whole(value, None, None)?));
            }
            _ => return Err(format!("{}: unknown key `{}` of a card", key.span, key.name)),
        }
    }
    Ok(())
}

/// The owner of a card: as in a game that was started, unless the scenario names one.
fn owner(world: &World, printed: DefId, seat: Seat, item: &Node) -> Result<Seat, String> {
    let Some(node) = PlacedKeys::of(item).owner else {
        return match world.rules.owner_of(printed, seat) {
            Seat::NOBODY if world.rules.pile_of(printed).is_none() => {
                Err(format!("{}: whose is it? A card that no pile brings has an `owner`", item.span))
            }
            owner => Ok(owner),
        };
    };
    let word = node.as_str().unwrap_or("");
    let found = self::seat(word).filter(|s| s.0 < world.rules.schema.seats);
    found.ok_or_else(|| format!("{}: there is no seat `{word}`", node.span))
}

/// The zone in which a card lies when the next game of a match begins: the same in which it began in this game.
fn home(world: &World, decks: &DeckRules, def: DefId, owner: Seat, zone: Zone) -> Option<Zone> {
    let (rules, schema) = (&world.rules, &world.rules.schema);
    let now = schema.kind_of(zone);
    let seat = if owner == Seat::NOBODY { schema.zone_owner(zone).unwrap_or(Seat(0)) } else { owner };
    let kind = match rules.pile_of(def) {
        Some(pile) => pile.to?,
        None if rules.start_lists.is_empty() && rules.piles.is_empty() => now,
        None => decks.home(rules, def, now)?,
    };
    let here = kind == now && schema.zone_owner(zone).is_none_or(|s| s == seat);
    Some(if here { zone } else { schema.zone(kind, seat) })
}

/// The face of a card.
fn face(item: &Node) -> Result<Face, String> {
    let Some(node) = PlacedKeys::of(item).face else { return Ok(Face::Zone) };
    match node.as_str() {
        Some("up") => Ok(Face::Zone),
        Some("down") => Ok(Face::Down),
        Some("blind") => Ok(Face::Blind),
        _ => Err(format!("{}: `face` is `up`, `down` or `blind`", node.span)),
    }
}

fn near(rules: &Rules, word: &str) -> String {
    let known = rules.defs.iter().map(|d| &**rules.name(d.id));
    intermezzo::data::suggest::nearest(word, known).map_or(String::new(), |n| format!(" (did you mean `{n}`?)"))
}

/// The definition for a word in a zone. The word is an id or, in a zone that shows only some fields of its cards, a
/// value of such a field; then any card with the value serves, under the word as its name.
fn def_for(rules: &Rules, zone: Zone, word: &str) -> Option<(DefId, String)> {
    let only = rules.schema.zones[rules.schema.kind_of(zone).index()].only.as_ref();
    if let (Some(only), Some(sym)) = (only, rules.schema.symbols.find(word)) {
        let has = |def: &intermezzo::kernel::model::rules::CardDef| {
            only.iter().any(|field| match rules.schema.card_field(*field) {
                Some(intermezzo::kernel::model::lang::CardField::Words(slot)) => def.words[slot as usize] == [sym],
                _ => false,
            })
        };
        if let Some(i) = rules.defs.iter().position(has) {
            return Some((DefId::of(i), word.into()));
        }
    }
    rules.def_by_id(word).map(|def| (def, word.to_string()))
}

/// Brings the game to the beginning of a phase: sets the active player and the number of the turn, and stacks the tasks
/// that go on from there.
fn place(world: &mut World, active: Seat, turn: u32, phase: &str) -> Result<(), String> {
    let rules = world.rules.clone();
    let sym = rules.schema.symbols.find(phase).filter(|s| rules.schema.phases.contains(s));
    let Some(sym) = sym else {
        let known: Vec<&str> = rules.schema.phases.iter().map(|p| &**rules.name(*p)).collect();
        return Err(format!("there is no phase `{phase}` ({})", suggest::help_for(phase, known)));
    };
    let path =
        find(&rules, rules.flow, sym, 0).ok_or_else(|| format!("the flow does not lead to the phase `{phase}`"))?;
    world.change(Change::Active(active));
    world.change(Change::First(active));
    let context = || Arc::new(Context { me: active, ..Context::default() });
    for (i, (list, at)) in path.iter().enumerate() {
        let last = i + 1 == path.len();
        world.push(Task::List(*list, if last { *at } else { at + 1 }, context()));
        if let Item::Repeat(repeat) = &rules.lists[list.index()].items[*at as usize] {
            let innermost = !path[i + 1..]
                .iter()
                .any(|(l, a)| matches!(&rules.lists[l.index()].items[*a as usize], Item::Repeat(_)));
            let n = if innermost { turn } else { 1 };
            world.change(Change::Number(NumberOf::Level(repeat.level), n as i64));
            world.push(Task::Repeat(*list, *at, n, context()));
        }
    }
    Ok(())
}

/// The lists and items that lead to a phase, the outermost first.
fn find(rules: &Rules, list: ListId, phase: Sym, depth: u8) -> Option<Vec<(ListId, u16)>> {
    if depth > 16 {
        return None;
    }
    for (i, item) in rules.lists[list.index()].items.iter().enumerate() {
        let inner = match item {
            Item::Phase(name, _) if *name == phase => return Some(vec![(list, i as u16)]),
            Item::Repeat(repeat) => vec![repeat.list],
            Item::Run(inner, _) => vec![*inner],
            Item::Named(inner, _, rest) => match &**inner {
                Item::Run(inner, _) => vec![*inner, *rest],
                _ => vec![*rest],
            },
            Item::If(_, then, otherwise) => std::iter::once(*then).chain(*otherwise).collect(),
            _ => Vec::new(),
        };
        if let Some(mut path) = inner.into_iter().find_map(|l| find(rules, l, phase, depth + 1)) {
            path.insert(0, (list, i as u16));
            return Some(path);
        }
    }
    None
}
