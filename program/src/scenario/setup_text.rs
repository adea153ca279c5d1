//! Setup text: a position that stands at a table, written as the `setup` of a scenario.

use std::fmt::Write as _;

use super::names::{ScenarioNames, seat_name};
use intermezzo::data::yaml::as_text;
use intermezzo::kernel::model::objects::Face;
use intermezzo::kernel::model::schema::{AttrBase, SeenBy};
use intermezzo::kernel::model::value::{Zone, ZoneKind};
use intermezzo::kernel::{Card, Seat, World};
use intermezzo::table::Table;

/// What a `setup` cannot say about a position, in words: what is half done, waits to happen or lasts there; `None`: it
/// can say everything.
pub(super) fn unsaid(table: &Table) -> Option<&'static str> {
    let state = table.world().state();
    let is_half_done = table.in_script() || !state.uses.is_empty() || state.lane.is_some();
    let waits = !state.pending.is_empty() || !state.agenda.is_empty();
    let unsaid = [
        (table.is_over(), "the game is over"),
        (state.phase.is_none(), "no phase has begun"),
        (is_half_done, "something is half done"),
        (waits, "something waits to happen"),
        (!state.modifiers.is_empty(), "a number or a word of something is changed for a time"),
        (!state.permissions.is_empty(), "something is forbidden or permitted for a time"),
        (!state.abilities.is_empty(), "an ability is given for a time"),
        (!state.lost_abilities.is_empty(), "an ability is lost for a time"),
        (!state.controls.is_empty(), "a card is controlled for a time"),
        (!state.records.is_empty(), "a record is open"),
        (!state.extra.is_empty() || !state.usual.is_empty(), "another turn than the next one comes"),
    ];
    unsaid.into_iter().find(|(is_so, _)| *is_so).map(|(_, why)| why)
}

/// The `setup` of a position, with the names of its cards there; `None`: a part of it has no key in `setup`. With
/// `kept`, only this many cards from the top of each hidden pile are listed.
pub(super) fn setup(table: &Table, kept: Option<usize>) -> Option<(String, ScenarioNames)> {
    let world = table.world();
    let (state, rules) = (world.state(), &world.rules);
    let schema = &rules.schema;
    let usual = World::empty(rules.clone(), 1);
    let usual = usual.state();
    let word = |sym| rules.name(sym).to_string();
    let names = named(world, kept);
    let cut = match kept {
        Some(n) => {
            format!("  # Hidden piles are cut to as few cards as the scenario needs (at most {n}).\n")
        }
        None => String::new(),
    };
    let mut out = format!("setup:\n{cut}  active: {}\n  phase: {}\n", seat_name(state.active), word(state.phase?));
    if let Some(turn) = schema.levels.len().checked_sub(1).map(|level| state.level_numbers[level]) {
        let _ = writeln!(out, "  turn: {}", turn.max(1));
    }
    let counters = schema.game_counters.iter().enumerate();
    let changed = counters.filter(|(at, _)| state.game_counters[*at] != usual.game_counters[*at]);
    let listed: Vec<String> = changed.map(|(at, c)| format!("{}: {}", word(c.name), state.game_counters[at])).collect();
    if !listed.is_empty() {
        let _ = writeln!(out, "  game: {{ {} }}", listed.join(", "));
    }
    let spaces = space_counters(world, usual);
    if !spaces.is_empty() {
        let _ = writeln!(out, "  spaces:\n{spaces}");
    }
    for (at, zone) in schema.zones.iter().enumerate().filter(|(_, zone)| !zone.per_player) {
        let cards = pile(world, ZoneKind::of(at), Seat(0), Seat::NOBODY, &names, kept)?;
        if !cards.is_empty() {
            let _ = writeln!(out, "  {}: [{}]", word(zone.name), cards.join(", "));
        }
    }
    for seat in (0..schema.seats).map(Seat) {
        let mut own = String::new();
        for (at, counter) in schema.counters.iter().enumerate() {
            let place = seat.index() * schema.counters.len() + at;
            if state.counters[place] != usual.counters[place] {
                let _ = writeln!(own, "    {}: {}", word(counter.name), state.counters[place]);
            }
        }
        for (at, tally) in rules.tallies.iter().enumerate() {
            let n = state.tallies[seat.index() * rules.tallies.len() + at];
            if n != 0 {
                let _ = writeln!(own, "    {}: {n}", word(tally.name));
            }
        }
        for (at, zone) in schema.zones.iter().enumerate().filter(|(_, zone)| zone.per_player) {
            let cards = pile(world, ZoneKind::of(at), seat, seat, &names, kept)?;
            if !cards.is_empty() {
                let _ = writeln!(own, "    {}: [{}]", word(zone.name), cards.join(", "));
            }
        }
        if !own.is_empty() {
            let _ = write!(out, "  {}:\n{own}", seat_name(seat));
        }
    }
    Some((out, names))
}

/// The number of cards in the longest hidden pile.
pub(super) fn longest_hidden_pile(table: &Table) -> usize {
    let world = table.world();
    let schema = &world.rules.schema;
    let hidden = (0..schema.layout.len()).map(Zone::of).filter(|space| is_hidden(world, *space));
    hidden.map(|space| world.state().zone(space).len()).max().unwrap_or(0)
}

/// True for a hidden pile: a zone without slots and without a board, whose cards nobody sees.
fn is_hidden(world: &World, space: Zone) -> bool {
    let schema = &world.rules.schema;
    let zone = &schema.zones[schema.kind_of(space).index()];
    zone.seen_by == SeenBy::Nobody && zone.board.is_none() && schema.slot_of(space) == 0
}

/// The cards of a space that a `setup` lists.
fn listed(world: &World, space: Zone, kept: Option<usize>) -> &[Card] {
    let cards = world.state().zone(space);
    let most = kept.filter(|_| is_hidden(world, space)).unwrap_or(usize::MAX);
    &cards[..cards.len().min(most)]
}

/// The names of the listed cards, in the order in which the `setup` lists them.
fn named(world: &World, kept: Option<usize>) -> ScenarioNames {
    let (state, schema) = (world.state(), &world.rules.schema);
    let mut names = ScenarioNames::default();
    let kinds = |per_player: bool| schema.zones.iter().enumerate().filter(move |(_, z)| z.per_player == per_player);
    let shared = kinds(false).map(|(at, _)| (ZoneKind::of(at), Seat(0)));
    let own = (0..schema.seats).map(Seat).flat_map(|seat| kinds(true).map(move |(at, _)| (ZoneKind::of(at), seat)));
    let spaces = shared.chain(own).flat_map(|(kind, seat)| schema.spaces(kind, seat));
    for card in spaces.flat_map(|space| listed(world, space, kept)) {
        names.add(world.rules.name(world.rules.defs[state.card(*card).def.index()].id), *card);
    }
    names.are_all_of(world);
    names
}

/// Counters of spaces that are not as usual, a line for each space.
fn space_counters(world: &World, usual: &intermezzo::kernel::State) -> String {
    let (state, rules) = (world.state(), &world.rules);
    let counters = &rules.schema.space_counters;
    let mut lines = Vec::new();
    for space in (0..if counters.is_empty() { 0 } else { state.space_counters.len() / counters.len() }).map(Zone::of) {
        let at = |counter: usize| space.index() * counters.len() + counter;
        let changed = (0..counters.len()).filter(|c| state.space_counters[at(*c)] != usual.space_counters[at(*c)]);
        let listed: Vec<String> =
            changed.map(|c| format!("{}: {}", rules.name(counters[c].name), state.space_counters[at(c)])).collect();
        if !listed.is_empty() {
            lines.push(format!("    {}: {{ {} }}", super::rule_names::space_name(rules, space), listed.join(", ")));
        }
    }
    lines.join("\n")
}

/// The cards of a zone as `setup` lists them.
fn pile(
    world: &World,
    kind: ZoneKind,
    seat: Seat,
    side: Seat,
    names: &ScenarioNames,
    kept: Option<usize>,
) -> Option<Vec<String>> {
    let spaces = world.rules.schema.spaces(kind, seat);
    let cards = spaces.flat_map(|space| listed(world, space, kept).iter().map(move |card| (*card, space)));
    cards.map(|(card, space)| item(world, card, space, side, names)).collect()
}

/// A card: its id, or a map with its details.
fn item(world: &World, card: Card, space: Zone, side: Seat, names: &ScenarioNames) -> Option<String> {
    let (state, rules) = (world.state(), &world.rules);
    let schema = &rules.schema;
    let here = state.card(card);
    let id = |def: intermezzo::kernel::model::value::DefId| as_text(rules.name(rules.defs[def.index()].id));
    let mut more = Vec::new();
    let statuses = schema.statuses.iter().enumerate().filter(|(group, _)| here.statuses[*group] > 0);
    let statuses: Vec<String> =
        statuses.map(|(group, (_, words))| rules.name(words[here.statuses[group] as usize]).to_string()).collect();
    if !statuses.is_empty() {
        more.push(format!("status: [{}]", statuses.join(", ")));
    }
    let kind = schema.kind_of(space);
    if let Some(board) = schema.zones[kind.index()].board {
        let (x, y) = schema.boards[board as usize].board.position(schema.layout[space.index()].place);
        more.push(format!("at: [{x}, {y}]"));
    } else if schema.slot_of(space) > 0 {
        more.push(format!("slot: {}", schema.slot_of(space)));
    }
    match here.owner {
        owner if owner == rules.owner_of(here.printed, side) && owner != Seat::NOBODY => {}
        Seat::NOBODY if rules.pile_of(here.printed).is_some() => {}
        // The key `owner` names a seat, so no scenario can state a card without an owner.
        Seat::NOBODY => return None,
        owner => more.push(format!("owner: {}", seat_name(owner))),
    }
    match here.face {
        Face::Zone => {}
        Face::Down => more.push("face: down".into()),
        Face::Blind => more.push("face: blind".into()),
    }
    if here.printed != here.def {
        more.push(format!("printed: {}", id(here.printed)));
    }
    if let Some(attached) = state.attached.iter().find(|attached| attached.card == card) {
        more.push(format!("host: {}", as_text(&names.of(attached.host))));
    }
    for attr in &schema.attrs {
        if let AttrBase::Stored { slot, .. } = attr.base {
            let n = state.stored[card.index() * schema.stored + slot as usize];
            if n != 0 {
                more.push(format!("{}: {n}", rules.name(attr.name)));
            }
        }
    }
    let id = id(here.def);
    Some(if more.is_empty() { id } else { format!("{{ card: {id}, {} }}", more.join(", ")) })
}
