//! Lasting: host functions that change values and permit things for a time.

use std::sync::Arc;

use crate::kernel::Value;
use crate::kernel::model::ability::Permission;
use crate::kernel::model::duration::Duration;
use crate::kernel::model::lang::{CardField, Class, Filter};
use crate::kernel::model::objects::{Granted, Lasts, ModTarget, Modification, Modifier};
use crate::kernel::model::value::*;
use crate::script::host::act::{cards_of, cards_once, changed};
use crate::script::host::call::{Call, Reply};
use crate::script::host::convert::parse;
use crate::script::host::given::Given;
use crate::script::host::{looking, read, room};

/// How long something lasts that a script begins; without a word as long as `card` stays.
pub(crate) fn lasts(call: &Call, word: &Given, card: Option<Card>) -> Result<Lasts, String> {
    let world = &*call.world;
    let text = match word {
        Given::Nil => "leaves".to_string(),
        Given::Text(s) => s.to_string_lossy(),
        other => return Err(format!("`lasts` must be a word, not {}", other.words())),
    };
    let duration = Duration::of(&world.rules, &text)?;
    let me = read::env(call).me;
    world.game().lasting(duration, me, card).ok_or_else(|| "no use is running".into())
}

enum Field {
    Attr(AttrId),
    Words(u8),
}

fn field_of(call: &Call, class: Class, name: &str) -> Result<Field, String> {
    let schema = &call.world.rules.schema;
    if let Some(attr) = schema.attr(class, name) {
        return Ok(Field::Attr(attr));
    }
    match schema.symbols.find(name).and_then(|s| schema.card_field(s)) {
        Some(CardField::Words(slot)) if class == Class::Card => Ok(Field::Words(slot)),
        _ => Err(format!("nothing called `{name}` can be modified")),
    }
}

fn change_of(call: &Call, class: Class) -> Result<Modification, String> {
    let name = call.text(1, "the name of a field")?;
    let field = field_of(call, class, &name)?;
    match (field, call.raw(2)) {
        (Field::Attr(attr), Given::Table(how)) => {
            let part = |key: &str| how.get(key).value(call.world);
            type Make = fn(AttrId, i64) -> Modification;
            let numbers: [(&str, Make); 4] = [
                ("set", Modification::Set),
                ("times", Modification::Times),
                ("at_least", Modification::Least),
                ("at_most", Modification::Most),
            ];
            let mut said = Vec::new();
            for (key, make) in numbers {
                said.extend(part(key)?.int().map(|n| make(attr, n)));
            }
            match (said.as_slice(), part("printed_of")?.card()) {
                ([one], None) => Ok(one.clone()),
                ([], Some(card)) => {
                    looking::cards(call.host, call.world, || format!("copies `{name}` of"), &Value::Card(card))?;
                    Ok(Modification::PrintedOf(attr, printed_source(call, card, attr)))
                }
                _ => Err(
                    "`by` must say one of `set = n`, `times = n`, `at_least = n`, `at_most = n`, `printed_of = card`"
                        .into(),
                ),
            }
        }
        (Field::Attr(attr), Given::Number(_)) => Ok(Modification::Add(attr, call.int(2)?)),
        (Field::Attr(_), other) => {
            Err(format!("`{name}` is a number: `by` must be a whole number or a table, not {}", other.words()))
        }
        (Field::Words(slot), Given::Text(word)) => {
            let word = word.to_string_lossy();
            match call.world.rules.schema.symbols.find(&word) {
                Some(sym) => Ok(Modification::Word(slot, sym)),
                None => Err(format!("this game has no word `{word}`")),
            }
        }
        (Field::Words(_), other) => Err(format!("`{name}` holds words: `by` must be one, not {}", other.words())),
    }
}

/// The definition whose printed number a card has: its own, or that of the card it copies.
fn printed_source(call: &Call, card: Card, attr: AttrId) -> DefId {
    let state = call.world.state().card(card);
    let copied = call.world.state().modifiers.iter().rev().find_map(|m| match (&m.on, &m.what) {
        (ModTarget::Card(c, stay), Modification::PrintedOf(a, def))
            if *c == card && *stay == state.stay && *a == attr =>
        {
            Some(*def)
        }
        _ => None,
    });
    copied.unwrap_or(state.def)
}

pub(crate) fn modify(call: &mut Call) -> Result<Reply, String> {
    let is_filter = matches!(call.raw(0), Given::Table(t) if t.is_map());
    let until = call.raw(3).clone();
    let (source, by) = call.world.game().script_context().map_or((None, Seat(0)), |c| (c.card, c.me));
    let mut new = Vec::new();
    if is_filter {
        let cards = parse(call.world, call.raw(0), |p, node| p.test(node))?;
        let filter = Filter::Card(cards.clone());
        looking::lasting(call, &filter, false)?;
        let filter = Value::Filter(Arc::new(filter));
        let on = ModTarget::Filter(Arc::new(cards));
        new.push((filter, on, change_of(call, Class::Card)?, lasts(call, &until, source)?));
    } else {
        let what = cards_once(call.value(0)?);
        for v in what.items() {
            match v {
                Value::Card(card) => {
                    let on = ModTarget::Card(*card, call.world.state().card(*card).stay);
                    new.push((v.clone(), on, change_of(call, Class::Card)?, lasts(call, &until, Some(*card))?));
                }
                Value::Seat(seat) => {
                    new.push((
                        v.clone(),
                        ModTarget::Seat(*seat),
                        change_of(call, Class::Player)?,
                        lasts(call, &until, source)?,
                    ));
                }
                _ => return Err(format!("`what` must be cards, players or a filter, not {}", call.raw(0).words())),
            }
        }
    }
    let name = call.text(1, "the name of a field")?;
    let field = call.world.rules.schema.symbols.find(&name).ok_or_else(|| format!("nothing is called `{name}`"))?;
    let origin = call.world.game().origin();
    let held = call.world.state().modifiers.iter().map(|modifier| modifier.origin);
    room::room(held, origin, new.len(), room::MODIFIERS)?;
    if is_filter {
        tests_have_room(call, call.raw(0).values(), 1)?;
    }
    for (object, on, what, lasts) in new {
        call.world.modify(object, field, Modifier { on, what, lasts, source, by, origin });
    }
    Ok(changed(call))
}

/// Whether as many more tests may last, which hold what was given.
fn tests_have_room(call: &Call, values: usize, more: usize) -> Result<(), String> {
    if values > room::TEST_VALUES {
        return Err(format!("there would be more than {} values in a filter that lasts", room::TEST_VALUES));
    }
    let state = call.world.state();
    let of_modifiers = state.modifiers.iter().filter(|m| matches!(m.on, ModTarget::Filter(_))).map(|m| m.origin);
    let tests = |p: &Permission| p.card.is_some() || p.use_.is_some() || p.to.is_some();
    let of_permissions = state.permissions.iter().filter(|granted| tests(&granted.what)).map(|granted| granted.origin);
    room::room(of_modifiers.chain(of_permissions), call.world.game().origin(), more, room::TESTS)
}

// ---- permissions ----

pub(crate) fn forbid(call: &mut Call) -> Result<Reply, String> {
    grant(call, true)
}

pub(crate) fn permit(call: &mut Call) -> Result<Reply, String> {
    grant(call, false)
}

fn grant(call: &mut Call, forbids: bool) -> Result<Reply, String> {
    let verb_text = call.text(0, "a verb")?;
    let verb = read::verb_of(call, &verb_text)?;
    let what = call.table(1)?.ok_or("a table with what it is about is needed")?;
    let (source, me) = call.world.game().script_context().map_or((None, Seat(0)), |c| (c.card, c.me));
    let cards_given = what.get("card");
    let mut cards = vec![None];
    let mut card_filter = None;
    match &cards_given {
        Given::Nil => {}
        Given::Table(t) if t.is_map() => card_filter = Some(parse(call.world, cards_given, |p, n| p.test(n))?),
        _ => cards = cards_of(&cards_given.value(call.world)?).into_iter().map(Some).collect(),
    }
    let use_ = match what.get("use") {
        Given::Nil => None,
        filter => Some(parse(call.world, filter, |p, n| p.test(n))?),
    };
    let by = match what.get("by") {
        Given::Nil => None,
        value => Some(parse(call.world, value, |p, n| p.seat_test(n))?),
    };
    let until = what.get("lasts");
    let to = match what.get("to") {
        Given::Nil => None,
        value => Some(parse(call.world, value, |p, n| p.object_filter(n))?),
    };
    let filters = [card_filter.clone().map(Filter::Card), use_.clone().map(Filter::Use), to.clone()];
    let decides_choice = call.world.rules.choose == Some(verb);
    filters.iter().flatten().try_for_each(|filter| looking::lasting(call, filter, decides_choice))?;
    let origin = call.world.game().origin();
    let held = call.world.state().permissions.iter().map(|granted| granted.origin);
    room::room(held, origin, cards.len(), room::PERMISSIONS)?;
    if card_filter.is_some() || use_.is_some() || to.is_some() {
        let values: usize = [cards_given, what.get("use"), what.get("to")].map(Given::values).iter().sum();
        tests_have_room(call, values, cards.len())?;
    }
    for card in cards {
        let lasts = lasts(call, until, card.or(source))?;
        let stay = card.map(|c| (c, call.world.state().card(c).stay));
        let env = read::env(call);
        let seats = (0..call.world.rules.schema.seats).map(Seat);
        let seats = seats.filter(|s| by.as_ref().is_none_or(|test| env.seat_is(test, *s)));
        let object = card.map_or_else(|| Value::List(seats.map(Value::Seat).collect()), Value::Card);
        let (card_filter, use_, by, to) = (card_filter.clone(), use_.clone(), by.clone(), to.clone());
        let permission = Permission { forbids, verb, card: card_filter, use_, by, to };
        call.world.permit(object, Granted { what: permission, card: stay, lasts, source, by: me, origin });
    }
    Ok(changed(call))
}
