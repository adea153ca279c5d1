//! Timed effects: host functions that change values and permit things for a time.

use std::sync::Arc;

use crate::kernel::Value;
use crate::kernel::model::duration::Duration;
use crate::kernel::model::lang::{CardField, Class, Filter};
use crate::kernel::model::modification_kinds::How;
use crate::kernel::model::objects::{Lasts, ModTarget, Modification};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::timed_effects::Maker;
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits;
use crate::script::host::act::{cards_of, cards_once, changed};
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::convert::parse;
use crate::script::host::{queries, read_permissions};

/// The duration of an effect by a script; `None` if it states none.
///
/// # Errors
///
/// An unknown duration.
pub(crate) fn duration(call: &Call, word: &Argument) -> Result<Option<Duration>, String> {
    match word {
        Argument::Nil => Ok(None),
        Argument::Text(text) => call.world.rules.duration(&text.to_string_lossy()).map(Some),
        other => Err(format!("`lasts` must be a word, not {}", other.words())),
    }
}

/// The duration that a script names for an effect on a card; without a word, until the card leaves its zone.
///
/// # Errors
///
/// An unknown duration, or that of a use where none is running.
pub(crate) fn lasts(call: &Call, word: &Argument, card: Option<Card>) -> Result<Lasts, String> {
    let until = duration(call, word)?.unwrap_or(Duration::Leaves);
    call.world.game().lasting(until, queries::env(call).me, card).ok_or_else(|| "no use is running".into())
}

/// The running script as the maker of a timed effect.
pub(crate) fn maker(call: &Call) -> Maker {
    let game = call.world.game();
    let (card, me) = game.script_context().map_or((None, Seat(0)), |c| (c.card, c.me));
    let provider = game.provider_at_work().unwrap_or(me);
    let sight = call.host.sight.get();
    let eyes = if sight.hidden || !game.is_strange_at_work() { 0 } else { sight.eyes };
    Maker { card, me, provider, eyes, origin: game.origin(), called: Default::default() }
}

enum ChangedField {
    Attr(AttrId),
    Words(u8),
}

fn field_of(call: &Call, class: Class, name: &str) -> Result<ChangedField, String> {
    let schema = &call.world.rules.schema;
    if let Some(attr) = schema.attr(class, name) {
        return Ok(ChangedField::Attr(attr));
    }
    match schema.symbols.find(name).and_then(|s| schema.card_field(s)) {
        Some(CardField::Words(slot)) if class == Class::Card => Ok(ChangedField::Words(slot)),
        _ => Err(format!("nothing called `{name}` can be modified")),
    }
}

fn change_of(call: &Call, class: Class) -> Result<Modification, String> {
    let name = call.text(1, "the name of a field")?;
    let field = field_of(call, class, &name)?;
    match (field, call.raw(2)) {
        (ChangedField::Attr(attr), Argument::Table(how)) => {
            let part = |key: &str| how.get(key).value(call.world);
            let numbers = [("set", How::Set), ("times", How::Times), ("at_least", How::Least), ("at_most", How::Most)];
            let mut said = Vec::new();
            for (key, how) in numbers {
                said.extend(part(key)?.int().map(|n| Modification::number(how, attr, n)));
            }
            match (said.as_slice(), part("printed_of")?.card()) {
                ([one], None) => Ok(one.clone()),
                ([], Some(card)) => {
                    let as_of = read_permissions::as_of_argument(call.world, how.get("printed_of"), card);
                    read_permissions::card(call.host, call.world, || format!("copies `{name}` of"), card, as_of)?;
                    let source = call.world.game().table_env().printed_source_as_of(card, attr, as_of);
                    Ok(Modification::PrintedOf(attr, source))
                }
                _ => Err(
                    "`by` must say one of `set = n`, `times = n`, `at_least = n`, `at_most = n`, `printed_of = card`"
                        .into(),
                ),
            }
        }
        (ChangedField::Attr(attr), Argument::Number(_)) => Ok(Modification::Add(attr, call.int(2)?)),
        (ChangedField::Attr(_), other) => {
            Err(format!("`{name}` is a number: `by` must be a whole number or a table, not {}", other.words()))
        }
        (ChangedField::Words(slot), Argument::Text(word)) => {
            let word = word.to_string_lossy();
            match call.world.rules.schema.symbols.find(&word) {
                Some(sym) => Ok(Modification::Word(slot, sym)),
                None => Err(format!("this game has no word `{word}`")),
            }
        }
        (ChangedField::Words(slot), Argument::Table(how)) => {
            let Argument::Text(word) = how.get("without") else {
                return Err(format!("`{name}` holds words: `by` must be one or `{{ without = word }}`"));
            };
            let word = word.to_string_lossy();
            let found = call.world.rules.schema.symbols.find(&word);
            found.map(|word| Modification::Without(slot, word)).ok_or_else(|| format!("this game has no word `{word}`"))
        }
        (ChangedField::Words(_), other) => {
            Err(format!("`{name}` holds words: `by` must be one, not {}", other.words()))
        }
    }
}

pub(crate) fn modify(call: &mut Call) -> Result<HostReply, String> {
    let is_filter = matches!(call.raw(0), Argument::Table(t) if t.is_map());
    let mut new = Vec::new();
    if is_filter {
        let cards = parse(call.world, call.raw(0), |p, node| p.test(node))?;
        let filter = Filter::Card(cards.clone());
        read_permissions::lasting(call, &filter, false)?;
        values_have_room(call.raw(0).values())?;
        let on = ModTarget::Filter(Arc::new(cards));
        new.push((Value::Filter(Arc::new(filter)), on, change_of(call, Class::Card)?));
    } else {
        let what = cards_once(call.value(0)?);
        for v in what.items() {
            new.push(match v {
                Value::Card(card) => {
                    let on = ModTarget::Card(*card, call.world.state().card(*card).stay);
                    (v.clone(), on, change_of(call, Class::Card)?)
                }
                Value::Seat(seat) => (v.clone(), ModTarget::Seat(*seat), change_of(call, Class::Player)?),
                _ => return Err(format!("`what` must be cards, players or a filter, not {}", call.raw(0).words())),
            });
        }
    }
    let name = call.text(1, "the name of a field")?;
    let field = call.world.rules.schema.symbols.find(&name).ok_or_else(|| format!("nothing is called `{name}`"))?;
    let until = if new.is_empty() { None } else { duration(call, call.raw(3))? };
    let maker = maker(call);
    call.world.modify_for(maker, field, new, until)?;
    Ok(changed(call))
}

/// Checks the number of values in a filter of a timed effect.
fn values_have_room(values: usize) -> Result<(), String> {
    match values > effect_limits::TEST_VALUES {
        true => Err(format!("there would be more than {} values in a filter that lasts", effect_limits::TEST_VALUES)),
        false => Ok(()),
    }
}

// ---- permissions ----

pub(crate) fn forbid(call: &mut Call) -> Result<HostReply, String> {
    grant(call, true)
}

pub(crate) fn permit(call: &mut Call) -> Result<HostReply, String> {
    grant(call, false)
}

fn grant(call: &mut Call, forbids: bool) -> Result<HostReply, String> {
    let verb_text = call.text(0, "a verb")?;
    let verb = queries::verb_of(call, &verb_text)?;
    let what = call.table(1)?.ok_or("a table with what it is about is needed")?;
    let cards_given = what.get("card");
    let mut cards = vec![None];
    let mut card_filter = None;
    match &cards_given {
        Argument::Nil => {}
        Argument::Table(t) if t.is_map() => card_filter = Some(parse(call.world, cards_given, |p, n| p.test(n))?),
        _ => cards = cards_of(&cards_given.value(call.world)?).into_iter().map(Some).collect(),
    }
    let use_ = match what.get("use") {
        Argument::Nil => None,
        filter => Some(parse(call.world, filter, |p, n| p.test(n))?),
    };
    let by = match what.get("by") {
        Argument::Nil => None,
        value => Some(parse(call.world, value, |p, n| p.seat_test(n))?),
    };
    let until = what.get("lasts");
    let to = match what.get("to") {
        Argument::Nil => None,
        value => Some(parse(call.world, value, |p, n| p.object_filter(n))?),
    };
    let filters = [card_filter.clone().map(Filter::Card), use_.clone().map(Filter::Use), to.clone()];
    let decides_choice = call.world.rules.choose == Some(verb);
    filters.iter().flatten().try_for_each(|filter| read_permissions::lasting(call, filter, decides_choice))?;
    if card_filter.is_some() || use_.is_some() || to.is_some() {
        values_have_room([cards_given, what.get("use"), what.get("to")].map(Argument::values).iter().sum())?;
    }
    let until = if cards.is_empty() { None } else { duration(call, until)? };
    let permission = Permission { forbids, verb, card: card_filter, use_, by, to };
    let maker = maker(call);
    call.world.permit_for(maker, cards, permission, until)?;
    Ok(changed(call))
}
