//! Rule names: how a scenario names abilities, spaces, fields and statuses, and what is told of a name that is none.

use std::collections::BTreeSet;

use super::names::{SEATS, ScenarioNames, no_card, seat};
use intermezzo::data::suggest;
use intermezzo::kernel::model::lang::PlayerField;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::value::{AbilityId, Status, Zone};
use intermezzo::kernel::{Rules, Seat, Value, World};

/// The scenario's name for an ability: `card/ability`, or the id of one of the manifest's.
pub(super) fn ability_name(rules: &Rules, id: AbilityId) -> String {
    let ability = &rules.abilities[id.index()];
    let own = ability.def.map(|def| format!("{}/", rules.name(rules.defs[def.index()].id)));
    format!("{}{}", own.unwrap_or_default(), rules.name(ability.id))
}

/// The scenario's name for a space: `amy.ring.2`.
pub(super) fn space_name(rules: &Rules, space: Zone) -> String {
    let kind = rules.name(rules.schema.zones[rules.schema.kind_of(space).index()].name);
    let laid = rules.schema.layout[space.index()];
    let slot = match rules.schema.zones[laid.kind.index()].board {
        Some(board) => {
            let (x, y) = rules.schema.boards[board as usize].board.position(laid.place);
            format!("{x}.{y}")
        }
        None => rules.schema.slot_of(space).to_string(),
    };
    match rules.schema.zone_owner(space) {
        Some(seat) => format!("{}.{kind}.{slot}", SEATS[seat.index()]),
        None => format!("{kind}.{slot}"),
    }
}

/// The zone named by `amy.ring.2`, `amy.ring`, `field.3` or `field`: its first space, and the one space that the name
/// says, if it says one.
pub(super) fn space(world: &World, name: &str) -> Result<(Zone, Option<Zone>), String> {
    let schema = &world.rules.schema;
    let (who, rest) = match name.split_once('.') {
        Some((who, rest)) if seat(who).is_some() => (seat(who).unwrap_or_default(), rest),
        _ => (Seat(0), name),
    };
    let (kind, slot) = match rest.split_once('.') {
        Some((kind, slot)) => (kind, Some(slot)),
        None => (rest, None),
    };
    let kind = schema.zone_kind(kind).ok_or_else(|| {
        let known: Vec<&str> = schema.zones.iter().map(|z| &**world.rules.name(z.name)).collect();
        format!("there is no zone `{kind}` ({})", suggest::help_for(kind, known))
    })?;
    if schema.zones[kind.index()].per_player && name.split_once('.').is_none_or(|(who, _)| seat(who).is_none()) {
        return Err(format!("whose is `{name}`? Each player has one: `amy.{name}`"));
    }
    if who.0 >= schema.seats {
        return Err(format!("nobody sits where `{name}` is"));
    }
    if schema.holder(kind, who, true).is_none() {
        return Err(format!("there is no zone `{name}`: its `per` says who has one"));
    }
    let zone = schema.zone(kind, who);
    let Some(slot) = slot else { return Ok((zone, None)) };
    let space = match slot.split_once('.') {
        // On a board a space is its column and its row.
        Some((x, y)) => world.game().table_env().on_board(zone).and_then(|on| {
            let place = on.def.board.at(x.parse().ok()?, y.parse().ok()?)?;
            Some(on.space(place))
        }),
        None => slot.parse::<i64>().ok().and_then(|n| schema.space_at(zone, n.checked_sub(1)?)),
    };
    Ok((zone, Some(space.ok_or_else(|| format!("there is no slot `{name}`"))?)))
}

/// Checks that an ability has this name: `card/ability`, or the id of one of the manifest's. `own` is the card that is
/// asked about.
pub(super) fn known_ability(rules: &Rules, own: &str, word: &str) -> Result<(), String> {
    let all: BTreeSet<String> = (0..rules.abilities.len()).map(|at| ability_name(rules, AbilityId::of(at))).collect();
    let of_itself = format!("{own}/{word}");
    match () {
        () if all.contains(word) => Ok(()),
        () if all.contains(&of_itself) => Err(format!("there is no ability `{word}` (did you mean `{of_itself}`?)")),
        () => {
            let card = word.split('/').next().filter(|card| rules.def_by_id(card).is_some()).unwrap_or(own);
            let of_card = all.iter().map(String::as_str).filter(|name| name.split('/').next() == Some(card));
            let help = match suggest::nearest(word, all.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => suggest::help_for(word, of_card.collect::<Vec<_>>()),
            };
            Err(format!("there is no ability `{word}` ({help})"))
        }
    }
}

/// The reason why the object of a field, as in `imp.power`, is unknown.
pub(super) fn nothing_called(rules: &Rules, names: &ScenarioNames, object: &str) -> String {
    let card = no_card(rules, names, object);
    match card.starts_with("no card") {
        true => card.replacen("no card is called", "nothing is called", 1),
        false => card,
    }
}

/// The symbol of a field that objects of this kind have; an error if they have no field of this name.
pub(super) fn known_field(rules: &Rules, of: &Value, field: &str) -> Result<Sym, String> {
    let schema = &rules.schema;
    let has = |sym: Sym| match of {
        Value::Card(_) => schema.card_field(sym).is_some(),
        Value::Game => schema.game_counters.iter().any(|c| c.name == sym),
        Value::Zone(_) => schema.space_counters.iter().any(|c| c.name == sym),
        _ => schema.player_field(sym).is_some_and(|field| !matches!(field, PlayerField::Zone(_))),
    };
    schema.symbols.find(field).filter(|sym| has(*sym)).ok_or_else(|| {
        let names = schema.symbols.names();
        let known: Vec<&str> = names.map(|n| &**n).filter(|n| schema.symbols.find(n).is_some_and(has)).collect();
        format!("there is no field `{field}` ({})", suggest::help_for(field, known))
    })
}

/// A status by its name.
pub(super) fn known_status(rules: &Rules, word: &str) -> Result<Status, String> {
    let schema = &rules.schema;
    schema.status(word).ok_or_else(|| {
        let words = schema.statuses.iter().flat_map(|(_, words)| words.iter().map(|word| &**rules.name(*word)));
        format!("there is no status `{word}` ({})", suggest::help_for(word, words.collect::<Vec<_>>()))
    })
}
