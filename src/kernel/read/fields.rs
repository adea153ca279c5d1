//! Fields of objects: what uses, cards, players, spaces, records and the game say of themselves.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::objects::{Outcome, Use};
use crate::kernel::model::sym::{Sym, field};
use crate::kernel::model::value::{Card, RecId, Scalar, Seat, Value};
use crate::kernel::read::env::Env;

impl<'a> Env<'a> {
    /// A field of any value; nothing if it has none such. Of a list: those of its parts.
    pub fn field(&self, value: &Value, field: Sym) -> Value {
        if let Value::List(list) = value {
            let mut out = Vec::new();
            for v in list {
                match self.field(v, field) {
                    Value::List(more) => out.extend(more),
                    Value::Nil => {}
                    one => out.push(one),
                }
            }
            return Value::List(out);
        }
        let Some(of) = value.scalar() else { return Value::Nil };
        if let Some(one) = self.scalar_field(of, field) {
            return one.into();
        }
        match of {
            Scalar::Card(card) => {
                self.rules.schema.card_field(field).map_or(Value::Nil, |field| self.card_value(card, field))
            }
            Scalar::Use(id) => self.state.use_(id).map_or(Value::Nil, |u| match self.target(u, field) {
                Some(target) => target.clone(),
                None => self.list_of_use(u, field),
            }),
            Scalar::Record(id) => self.record_field(id, field).cloned().unwrap_or_default(),
            Scalar::Zone(space) => Value::List(self.state.zone(space).iter().map(|c| Value::Card(*c)).collect()),
            _ => Value::Nil,
        }
    }

    /// A field of one thing; `None` if it may be something else than one thing.
    pub(in crate::kernel) fn scalar_field(&self, of: Scalar, field: Sym) -> Option<Scalar> {
        let schema = &self.rules.schema;
        match of {
            Scalar::Card(card) => match schema.card_field(field) {
                Some(field) => self.scalar_of_card(card, field),
                None => Some(Scalar::Nil),
            },
            Scalar::Seat(seat) => {
                Some(schema.player_field(field).map_or(Scalar::Nil, |f| Scalar::Int(self.player_value(seat, f))))
            }
            Scalar::Use(id) => match self.state.use_(id) {
                Some(u) => self.scalar_of_use(u, field).or_else(|| self.target(u, field)?.scalar()),
                None => Some(Scalar::Nil),
            },
            Scalar::Record(id) => self.record_field(id, field).map_or(Some(Scalar::Nil), Value::scalar),
            Scalar::Zone(space) => self.scalar_of_space(space, field),
            Scalar::Game => Some(self.game_field(field)),
            _ => Some(Scalar::Nil),
        }
    }

    fn record_field(&self, id: RecId, field: Sym) -> Option<&'a Value> {
        let record = self.state.records.iter().find(|r| r.id == id)?;
        let def = &self.rules.schema.records[record.kind.index()];
        def.fields.iter().position(|(n, _)| *n == field).map(|i| &record.fields[i])
    }

    fn game_field(&self, field: Sym) -> Scalar {
        let (schema, state) = (&self.rules.schema, self.state);
        match field {
            field::ACTIVE => Scalar::Seat(state.active),
            field::FIRST => Scalar::Seat(state.first),
            field::PHASE => state.phase.map_or(Scalar::Nil, Scalar::Word),
            field::BATCH => Scalar::Int(state.next.batches as i64),
            field::PLAYERS => Scalar::Int(schema.seats as i64),
            field::LAST_WINNER => match state.outcome {
                Some(Outcome::Won(seat)) => Scalar::Seat(seat),
                _ => Scalar::Nil,
            },
            _ => match schema.levels.iter().position(|l| *l == field) {
                Some(level) => Scalar::Int(state.level_numbers[level] as i64),
                None => match schema.game_counters.iter().position(|c| c.name == field) {
                    Some(i) => Scalar::Int(state.game_counters[i]),
                    None => Scalar::Nil,
                },
            },
        }
    }

    // ---- uses ----

    /// A field of a use that every use has and that is one thing.
    pub(in crate::kernel) fn scalar_of_use(&self, this: &Use, field: Sym) -> Option<Scalar> {
        let ability = || &self.rules.abilities[this.ability.index()];
        Some(match field {
            field::CARD => this.card.map_or(Scalar::Nil, Scalar::Card),
            field::USER => Scalar::Seat(this.user),
            field::X => Scalar::Int(this.x),
            field::REPLY_TO => this.reply_to.map_or(Scalar::Nil, Scalar::Use),
            field::CANCELLED => Scalar::Bool(this.cancelled),
            field::CANCELLABLE => Scalar::Bool(self.cancellable(this)),
            field::ABILITY => Scalar::Ability(this.ability),
            field::IS_GROUP => Scalar::Bool(ability().targets.iter().any(|t| t.list)),
            field::KIND => this.kind.map_or(Scalar::Nil, |k| Scalar::Word(self.rules.uses[k.index()].name)),
            field::TIMING => self.timing(this).map_or(Scalar::Nil, Scalar::Word),
            field::MODE => ability().mode.map_or(Scalar::Nil, Scalar::Word),
            _ => return None,
        })
    }

    /// A field of a use that every use has and that is a list.
    pub(in crate::kernel) fn list_of_use(&self, this: &Use, field: Sym) -> Value {
        match field {
            field::PAID => Value::List(this.paid.iter().map(|c| Value::Card(*c)).collect()),
            field::TARGETS => Value::List(this.targets.iter().flat_map(|t| t.items()).cloned().collect()),
            field::CHOICES => Value::List(self.other_choices(this, None)),
            _ => Value::Nil,
        }
    }

    /// The timing under which a use was offered.
    pub fn timing(&self, this: &Use) -> Option<Sym> {
        match self.rules.abilities[this.ability.index()].form {
            AbilityForm::Timing(t) => Some(t),
            _ => None,
        }
    }

    // ---- cards and players ----

    /// A field of a card, with all modifiers.
    pub fn card_value(&self, card: Card, field: CardField) -> Value {
        let state = self.state.card(card);
        match field {
            CardField::Words(slot) => Value::List(self.words(card, slot).into_iter().map(Value::Word).collect()),
            CardField::Text(slot) => Value::Text(self.rules.defs[state.def.index()].texts[slot as usize].clone()),
            CardField::Cells(slot) => Value::Cells(state.def, slot),
            other => self.scalar_of_card(card, other).map_or(Value::Nil, Value::from),
        }
    }

    fn scalar_of_card(&self, card: Card, field: CardField) -> Option<Scalar> {
        let schema = &self.rules.schema;
        let state = self.state.card(card);
        let def = || &self.rules.defs[state.def.index()];
        Some(match field {
            CardField::Words(_) | CardField::Text(_) | CardField::Cells(_) => return None,
            CardField::Attr(attr) => Scalar::Int(self.card_attr(card, attr)),
            CardField::Cost(slot) => Scalar::Int(def().costs[slot as usize].iter().map(|n| *n as i64).sum()),
            CardField::Rules(_) => Scalar::Card(card),
            CardField::Cond(slot) => Scalar::Bool(self.fulfils(card, slot)),
            CardField::Status(group) => {
                Scalar::Word(schema.statuses[group as usize].1[state.statuses[group as usize] as usize])
            }
            CardField::Name => Scalar::Word(def().name),
            CardField::Id => Scalar::Word(def().id),
            CardField::Type => Scalar::Word(schema.types[def().ty.index()].name),
            CardField::Zone => Scalar::Word(schema.zones[schema.kind_of(state.zone).index()].name),
            CardField::Slot => Scalar::Int(schema.slot_of(state.zone)),
            CardField::Space => Scalar::Zone(state.zone),
            CardField::Owner if state.owner == Seat::NOBODY => Scalar::Nil,
            CardField::Owner => Scalar::Seat(state.owner),
            CardField::PutBy => state.put_by.map_or(Scalar::Nil, Scalar::Seat),
            CardField::Controller => Scalar::Seat(self.state.controller(self.rules, card)),
        })
    }

    /// A field of a player.
    pub fn player_value(&self, seat: Seat, field: PlayerField) -> i64 {
        let (state, schema) = (self.state, &self.rules.schema);
        match field {
            PlayerField::Attr(attr) => self.player_attr(seat, attr),
            PlayerField::Counter(c) => state.counters[seat.index() * schema.counters.len() + c as usize],
            PlayerField::Tally(t) => state.tallies[seat.index() * self.rules.tallies.len() + t as usize] as i64,
            PlayerField::Wins => state.wins[seat.index()] as i64,
            PlayerField::Lost => (state.lost >> seat.0 & 1) as i64,
            PlayerField::Name | PlayerField::Seat => seat.0 as i64,
        }
    }
}
