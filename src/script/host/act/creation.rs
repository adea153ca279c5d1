//! Creation: host functions that create cards, and turn cards into other ones.

use crate::kernel::Value;
use crate::kernel::model::event;
use crate::kernel::model::lang::Class;
use crate::kernel::model::last_known::AsOf;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::schema::AttrBase;
use crate::kernel::model::value::{Card, DefId};
use crate::script::host::act::places::place;
use crate::script::host::act::propose;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::read_permissions;

/// The definition that an argument names, and the card if it is one.
fn def_of(call: &Call, i: usize) -> Result<(DefId, Option<(Card, AsOf)>), String> {
    if let Argument::Text(id) = call.raw(i) {
        let id = id.to_string_lossy();
        let rules = &call.world.rules;
        return rules.def_by_id(&id).map(|def| (def, None)).ok_or_else(|| {
            let known = rules.defs.iter().map(|d| &**rules.name(d.id));
            format!("there is no card `{id}` ({})", crate::data::suggest::help_for(&id, known))
        });
    }
    let card = call.card(i)?;
    let as_of = read_permissions::as_of_argument(call.world, call.raw(i), card);
    read_permissions::card(call.host, call.world, || "copies".into(), card, as_of)?;
    Ok((call.world.game().table_env().def_as_of(card, as_of), Some((card, as_of))))
}

pub(crate) fn create(call: &mut Call) -> Result<HostReply, String> {
    let (def, like) = def_of(call, 0)?;
    let how = call.table(2)?;
    let mut to = place(call, 1, how)?;
    let me = call.world.game().script_context().map_or(call.world.state().active, |c| c.me);
    let mut owner = me;
    let mut values = Vec::new();
    if let Some(how) = &how {
        owner = how.get("owner").value(call.world)?.seat().unwrap_or(me);
        to.belongs_to(owner);
        if let Argument::Table(table) = how.get("values") {
            for (key, value) in table.pairs() {
                let Argument::Text(key) = key else { return Err("`how.values` must have names".into()) };
                let (key, n) = (key.to_string_lossy(), value.value(call.world)?.int());
                let attr = stored_attr(call, &key).ok_or_else(|| format!("cards store no number `{key}`"))?;
                let n = n.ok_or_else(|| format!("`how.values.{key}` must be a whole number, not {}", value.words()))?;
                values.push(Value::from(vec![attr, Value::Int(n)]));
            }
            values.sort_by_key(|v| v.items()[0].word_number());
        }
    }
    let values = Value::from(values);
    let stored_like = |(like, as_of)| call.world.game().stored_like(like, as_of, &values);
    let values = like.map_or_else(|| values.clone(), stored_like);
    let Some(space) = to.space(call, None, &[]) else { return Ok(HostReply::Value(Value::Nil)) };
    let fields = vec![Value::Nil, Value::Def(def), Value::Zone(space), Value::Seat(owner), values];
    propose(call, vec![Event::new(event::CREATED, fields, Role::Effect)], false)
}

fn stored_attr(call: &Call, name: &str) -> Option<Value> {
    let rules = &call.world.rules;
    let attr = &rules.schema.attrs[rules.schema.attr(Class::Card, name)?.index()];
    matches!(attr.base, AttrBase::Stored { .. }).then_some(Value::Word(attr.name))
}

pub(crate) fn transform(call: &mut Call) -> Result<HostReply, String> {
    let card = call.card(0)?;
    let (def, _) = def_of(call, 1)?;
    let fields = vec![Value::Card(card), Value::Def(def)];
    propose(call, vec![Event::new(event::TRANSFORMED, fields, Role::Effect)], false)
}
