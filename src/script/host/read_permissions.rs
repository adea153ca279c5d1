//! Read permissions: judges every read of a card by a script, and tracks who may see the values read.

use crate::kernel::World;
use crate::kernel::model::lang::Filter;
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::objects::{Event, Face};
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, ZoneKind};
use crate::kernel::read::card_dependencies::{CardReads, ScriptSelection, is_open};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::{Seat, Value};
use crate::script::host::arguments::Argument;
use crate::script::host::call::Call;
use crate::script::host::handle::Handle;
use crate::script::host::queries;
use crate::script::host::running_game::Host;
use crate::script::host::script_sight::ReadRights;

/// True if everybody sees the card, because it lies face up in a zone that all see.
fn lies_open(world: &World, card: Card) -> bool {
    let state = world.state().card(card);
    let schema = &world.rules.schema;
    state.face == Face::Zone && schema.zones[schema.kind_of(state.zone).index()].seen_by == SeenBy::All
}

/// The moment at which the running script reads a card: before it left play, if it left after the script's use referred
/// to it.
pub(crate) fn as_of(world: &World, card: Card) -> AsOf {
    if world.state().last_known.is_empty() {
        return AsOf::NOW;
    }
    let context = world.game().script_context();
    context.map_or(AsOf::NOW, |context| world.game().env(context).own_as_of(Some(card)))
}

/// The moment at which the card of an argument is read: the present if the script gives `card.now`.
pub(crate) fn as_of_argument(world: &World, given: &Argument, card: Card) -> AsOf {
    match given {
        Argument::Object(Handle::Now(_)) => AsOf::NOW,
        _ => as_of(world, card),
    }
}

/// Notes that the script reads a card in its present state; `false`: the script may not.
fn look(host: &Host, world: &World, card: Card) -> bool {
    look_as_of(host, world, card, AsOf::NOW)
}

fn look_as_of(host: &Host, world: &World, card: Card, as_of: AsOf) -> bool {
    let left = if as_of == AsOf::NOW { None } else { world.game().table_env().seen_as_of(card, as_of) };
    if left.is_none() && lies_open(world, card) {
        return true;
    }
    let (sight, seen_by) = (host.sight.get(), left.unwrap_or_else(|| world.game().seen_by(card)));
    host.sight.set(ReadRights { seen_by: sight.seen_by & seen_by, ..sight });
    let Some(context) = world.game().script_context() else { return true };
    // An ability always sees its own card.
    sight.hidden || sight.eyes & !seen_by == 0 || context.card == Some(card)
}

/// True if a player may read the script's texts: she saw everything that it has read.
pub(crate) fn may_tell(host: &Host, seat: Seat) -> bool {
    host.sight.get().seen_by & 1 << seat.0 != 0
}

/// The refusal to read a card that the script's player does not see.
fn refused(host: &Host, world: &World, what: &str, card: Card) -> String {
    let rules = &world.rules;
    let zone = rules.schema.kind_of(world.state().card(card).zone);
    let zone = rules.name(rules.schema.zones[zone.index()].name);
    // The first of the players who must see the card and do not.
    let player = (host.sight.get().eyes & !world.game().seen_by(card)).trailing_zeros() + 1;
    format!("{what} that player {player} does not see: it lies in `{zone}` ({})", host.sight.get().help())
}

/// Checks that a script may read a field of a card.
pub(crate) fn field(host: &Host, world: &World, card: Card, field: Sym, as_of: AsOf) -> Result<(), String> {
    if is_open(&world.rules, field) || look_as_of(host, world, card, as_of) {
        return Ok(());
    }
    Err(refused(host, world, &format!("the script reads `{}` of a card", world.rules.name(field)), card))
}

/// Checks that a script may look at a card as it was at the moment `as_of`. `what` stands between `the script` and `a
/// card` in the words of the refusal: `reads the entry of`.
pub(crate) fn card(
    host: &Host,
    world: &World,
    what: impl FnOnce() -> String,
    card: Card,
    as_of: AsOf,
) -> Result<(), String> {
    match look_as_of(host, world, card, as_of) {
        true => Ok(()),
        false => Err(refused(host, world, &format!("the script {} a card", what()), card)),
    }
}

/// Checks that a script may look at cards in their present state. `what` stands between `the script` and `a card` in
/// the words of the refusal: `reads the entry of`.
pub(crate) fn cards(host: &Host, world: &World, what: impl FnOnce() -> String, value: &Value) -> Result<(), String> {
    let mut hidden = None;
    value.each_card(&mut |card| {
        if hidden.is_none() && !look(host, world, card) {
            hidden = Some(card);
        }
    });
    hidden.map_or(Ok(()), |card| Err(refused(host, world, &format!("the script {} a card", what()), card)))
}

/// Checks that a script may ask the question of a filter: about the cards in `from`, or else about all that the filter
/// may find.
pub(crate) fn selection(call: &Call, env: &Env, sought: &ScriptSelection, from: Option<&Value>) -> Result<(), String> {
    let Some(reads) = &sought.reads else { return Ok(()) };
    let (host, world) = (call.host, &*call.world);
    let sight = host.sight.get();
    if sight.hidden && sight.seen_by == 0 {
        return Ok(());
    }
    let mut hidden = None;
    let mut see_as_of = |card: Card, as_of: AsOf| {
        if hidden.is_none() && !look_as_of(host, world, card, as_of) {
            hidden = Some(card);
        }
    };
    // A question about cards anywhere is limited to cards that its player sees.
    if reads.anywhere {
        let seen_by = if sight.hidden { 0 } else { sight.seen_by & sight.eyes };
        host.sight.set(ReadRights { seen_by, ..sight });
    }
    if let Some(open) = &reads.candidates
        && let Some(cards) = open.of_cards()
    {
        match from {
            Some(list) => list.each_card(&mut |card| {
                if env.card_matches_as_of(cards, card, as_of(world, card)) {
                    see_as_of(card, as_of(world, card));
                }
            }),
            None if open_zones(world, open) => {}
            // A script with `reads: hidden` is not tracked card by card: its values may be shown to nobody.
            None if sight.hidden => {
                host.sight.set(ReadRights { seen_by: 0, ..sight });
                return Ok(());
            }
            None => env.each_candidate(open, &mut |value| {
                value.each_card(&mut |card| see_as_of(card, env.found_as_of(open, card)));
            }),
        }
    }
    let mut see = |card: Card| see_as_of(card, AsOf::NOW);
    let schema = &world.rules.schema;
    let state = world.state();
    for kind in schema.kinds(reads.zones) {
        each_in(world, kind, &mut see);
    }
    for r in &reads.refs {
        env.lookup(r).each_card(&mut see);
    }
    for kind in schema.kinds(reads.own) {
        state.cards_in(&world.rules, kind, env.me).for_each(&mut see);
    }
    if reads.used {
        state.uses.iter().filter_map(|u| u.card).for_each(&mut see);
    }
    if reads.aimed {
        let choices = state.uses.iter().flat_map(|u| env.other_choices(u, None));
        choices.for_each(|value| value.each_card(&mut see));
    }
    if reads.hosts {
        state.attached.iter().for_each(|attached| see(attached.host));
    }
    if reads.held {
        state.records.iter().flat_map(|r| &*r.fields).for_each(|value| value.each_card(&mut see));
    }
    match hidden {
        Some(card) => Err(refused(host, world, "the filter asks about a card", card)),
        None => reads.private.map_or(Ok(()), |name| private(host, world, name, None)),
    }
}

/// Checks that a script may read a number of a player, or of any player, that not everybody sees.
fn private(host: &Host, world: &World, name: Sym, of: Option<Seat>) -> Result<(), String> {
    let schema = &world.rules.schema;
    let Some(field) = schema.player_field(name) else { return Ok(()) };
    let seen_by = match (schema.seen_by(field), of) {
        (SeenBy::All, _) => return Ok(()),
        (SeenBy::Owner, Some(seat)) => 1 << seat.0,
        (SeenBy::Owner | SeenBy::Nobody, _) => 0,
    };
    let sight = host.sight.get();
    host.sight.set(ReadRights { seen_by: sight.seen_by & seen_by, ..sight });
    let is_asked = world.game().script_context().is_some();
    if !is_asked || sight.hidden || sight.eyes & !seen_by == 0 {
        return Ok(());
    }
    let player = (sight.eyes & !seen_by).trailing_zeros() + 1;
    let name = world.rules.name(name);
    Err(format!("the script reads `{name}` of a player, which player {player} does not see ({})", sight.help()))
}

/// Checks that a script may read a field of a player.
pub(crate) fn of_player(host: &Host, world: &World, seat: Seat, field: Sym) -> Result<(), String> {
    private(host, world, field, Some(seat))
}

/// True if a script may read the field `at` of an event, because its player sees what the field tells.
pub(crate) fn may_read_of_event(host: &Host, world: &World, event: &Event, at: usize) -> bool {
    let (sight, seen_by) = (host.sight.get(), world.game().field_seen_by(event, at));
    if seen_by == u8::MAX {
        return true;
    }
    let is_own = || event.card().is_some() && world.game().script_context().and_then(|c| c.card) == event.card();
    let may_read = sight.hidden || sight.eyes & !seen_by == 0 || is_own();
    if may_read {
        host.sight.set(ReadRights { seen_by: sight.seen_by & seen_by, ..sight });
    }
    may_read
}

/// Checks that a script may make a lasting filter. The filter's tests are repeated, and anybody who reads the filter's
/// effect learns their results. So apart from the tested object a lasting filter may read only cards in public zones. A
/// filter that decides which objects may be chosen reveals the tested object, too.
pub(crate) fn lasting(call: &Call, filter: &Filter, decides_choice: bool) -> Result<(), String> {
    let (host, world) = (call.host, &*call.world);
    let (schema, sight) = (&world.rules.schema, host.sight.get());
    let reads = match decides_choice {
        true => CardReads::around_and_of(&world.rules, filter),
        false => CardReads::around(&world.rules, filter),
    };
    if reads == CardReads::default() {
        return Ok(());
    }
    if sight.hidden {
        host.sight.set(ReadRights { seen_by: 0, ..sight });
        return Ok(());
    }
    if let Some(kind) =
        schema.kinds(reads.zones | reads.own).find(|kind| schema.zones[kind.index()].seen_by != SeenBy::All)
    {
        let zone = world.rules.name(schema.zones[kind.index()].name);
        return Err(format!(
            "the filter, which lasts, asks about cards in `{zone}`, which not everybody sees ({})",
            sight.help()
        ));
    }
    let env = queries::env(call);
    let mut hidden = None;
    let mut see = |card: Card| {
        if hidden.is_none() && !look(host, world, card) {
            hidden = Some(card);
        }
    };
    reads.refs.iter().for_each(|r| env.lookup(r).each_card(&mut see));
    match hidden {
        Some(card) => Err(refused(host, world, "the filter asks about a card", card)),
        None => reads.private.map_or(Ok(()), |name| private(host, world, name, None)),
    }
}

/// True if everybody sees all cards of the zones in which a selection looks.
fn open_zones(world: &World, sel: &crate::kernel::model::lang::Selection) -> bool {
    use crate::kernel::model::lang::Source;
    let cards = match &sel.source {
        Source::Cards(cards) => cards,
        Source::Either(all) => return all.iter().all(|one| open_zones(world, one)),
        _ => return true,
    };
    if !cards.lists.is_empty() {
        return false;
    }
    let schema = &world.rules.schema;
    schema.kinds(cards.zones).all(|kind| {
        let mut lie_open = schema.zones[kind.index()].seen_by == SeenBy::All;
        if lie_open {
            each_in(world, kind, &mut |card| lie_open &= world.state().card(card).face == Face::Zone);
        }
        lie_open
    })
}

/// Calls `f` with each card in the zones of a kind.
fn each_in(world: &World, kind: ZoneKind, f: &mut dyn FnMut(Card)) {
    let schema = &world.rules.schema;
    let seats = if schema.zones[kind.index()].per_player { schema.seats } else { 1 };
    for seat in (0..seats).map(crate::kernel::Seat) {
        world.state().cards_in(&world.rules, kind, seat).for_each(&mut *f);
    }
}
