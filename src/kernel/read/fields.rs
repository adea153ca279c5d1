//! Fields of objects: what uses, cards, players, spaces, abilities, records and the game say of themselves.
//!
//! Fixed fields are matched without a wildcard: what `model/fixed_fields.rs` declares is read here.

use std::sync::Arc;

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::fields::{GameField, SpaceField};
use crate::kernel::model::fixed_fields::{self, OfAbility, OfCard, OfGame, OfPlayer, OfSpace, OfUse};
use crate::kernel::model::lang::{CardField, PlayerField};
use crate::kernel::model::objects::{Outcome, Price, Use};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Card, RecId, Scalar, Seat, Value, Zone, ZoneKind};
use crate::kernel::read::card_dependencies::is_open;
use crate::kernel::read::evaluation_env::Env;

impl<'a> Env<'a> {
    /// A field of any value; nothing if the value has no such field. The field of a list is the list of its members'
    /// fields.
    pub fn field(&self, value: &Value, field: Sym) -> Value {
        if let Value::List(list) = value {
            return self.of_members(list, |member| self.field(member, field));
        }
        let Some(of) = value.scalar() else { return Value::Nil };
        if let Scalar::Card(card) = of
            && self.is_blank(card)
            && !is_open(self.rules, field)
        {
            return Value::Nil;
        }
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
            Scalar::Seat(seat) => match self.rules.schema.player_field(field) {
                Some(PlayerField::Zone(kind)) => self.lying_in(kind, seat),
                _ => Value::Text(player_name(seat)),
            },
            Scalar::Ability(id) => Value::Text(self.rules.abilities[id.index()].text.clone()),
            _ => Value::Nil,
        }
    }

    /// The values to which `lead` leads from the members of a list, in one list, which is cut off once no looks are
    /// left.
    pub(in crate::kernel) fn of_members(&self, list: &[Value], lead: impl Fn(&Value) -> Value) -> Value {
        let mut out = Vec::new();
        for member in list {
            if self.derived.work.left() == 0 {
                break;
            }
            match lead(member) {
                Value::List(more) => {
                    if !self.pays_for_longer(out.len(), more.len()) {
                        break;
                    }
                    out.extend_from_slice(&more);
                }
                Value::Nil => {}
                one => out.push(one),
            }
        }
        Value::from(out)
    }

    /// A field that holds one scalar; `None` if it may hold a list or a text.
    pub(in crate::kernel) fn scalar_field(&self, of: Scalar, field: Sym) -> Option<Scalar> {
        let schema = &self.rules.schema;
        match of {
            Scalar::Card(card) if self.is_blank(card) && !is_open(self.rules, field) => Some(Scalar::Nil),
            Scalar::Card(card) => match schema.card_field(field) {
                Some(field) => self.scalar_of_card(card, field),
                None => Some(Scalar::Nil),
            },
            Scalar::Seat(seat) => match schema.player_field(field) {
                Some(field) => self.scalar_of_player(seat, field),
                None => Some(Scalar::Nil),
            },
            Scalar::Use(id) => match self.state.use_(id) {
                Some(u) => self.scalar_of_use(u, field).or_else(|| self.target(u, field)?.scalar()),
                None => Some(Scalar::Nil),
            },
            Scalar::Record(id) => self.record_field(id, field).map_or(Some(Scalar::Nil), Value::scalar),
            Scalar::Zone(space) => match schema.space_field(field) {
                Some(field) => self.scalar_of_space(space, field),
                None => Some(Scalar::Nil),
            },
            Scalar::Ability(id) => {
                fixed_fields::of_ability(field).map_or(Some(Scalar::Nil), |f| self.scalar_of_ability(id, f))
            }
            Scalar::Game => Some(schema.game_field(field).map_or(Scalar::Nil, |f| self.game_value(f))),
            _ => Some(Scalar::Nil),
        }
    }

    /// The cards in the zone of a player, space by space.
    fn lying_in(&self, kind: ZoneKind, seat: Seat) -> Value {
        let schema = &self.rules.schema;
        let has_it = schema.zones[kind.index()].seats & 1 << seat.0 != 0;
        let spaces = || has_it.then(|| schema.spaces(kind, seat)).into_iter().flatten();
        let length = spaces().map(|space| self.state.zone(space).len()).sum();
        if !self.pays_for(length) {
            return Value::NONE;
        }
        let spaces = spaces();
        Value::List(spaces.flat_map(|space| self.state.zone(space)).map(|card| Value::Card(*card)).collect())
    }

    fn record_field(&self, id: RecId, field: Sym) -> Option<&'a Value> {
        let record = self.state.records.iter().find(|r| r.id == id)?;
        let def = &self.rules.schema.records[record.kind.index()];
        def.fields.iter().position(|(n, _)| *n == field).map(|i| &record.fields[i])
    }

    fn game_value(&self, field: GameField) -> Scalar {
        let state = self.state;
        match field {
            GameField::Level(level) => Scalar::Int(state.level_numbers[level] as i64),
            GameField::Counter(i) => Scalar::Int(state.game_counters[i]),
            GameField::Fixed(field) => match field {
                OfGame::Active => Scalar::Seat(state.active),
                OfGame::First => Scalar::Seat(state.first),
                OfGame::Phase => state.phase.map_or(Scalar::Nil, Scalar::Word),
                OfGame::Batch => Scalar::Int(state.next.batches as i64),
                OfGame::Players => Scalar::Int(self.rules.schema.seats as i64),
                OfGame::LastWinner => match state.outcome {
                    Some(Outcome::Won(seat)) => Scalar::Seat(seat),
                    _ => Scalar::Nil,
                },
            },
        }
    }

    /// A field of a space; `None` if it is a list of cards.
    fn scalar_of_space(&self, space: Zone, field: SpaceField) -> Option<Scalar> {
        let schema = &self.rules.schema;
        let position = || self.on_board(space).map(|b| b.def.board.position(b.place));
        Some(match field {
            SpaceField::Counter(i) => {
                Scalar::Int(self.state.space_counters[space.index() * schema.space_counters.len() + i])
            }
            SpaceField::Fixed(field) => match field {
                OfSpace::Slot => Scalar::Int(schema.slot_of(space)),
                OfSpace::Column => position().map_or(Scalar::Nil, |p| Scalar::Int(p.0 as i64)),
                OfSpace::Row => position().map_or(Scalar::Nil, |p| Scalar::Int(p.1 as i64)),
                OfSpace::Zone => Scalar::Word(schema.zones[schema.kind_of(space).index()].name),
                OfSpace::Owner => schema.zone_owner(space).map_or(Scalar::Nil, Scalar::Seat),
                OfSpace::Card => self.state.zone(space).first().map_or(Scalar::Nil, |c| Scalar::Card(*c)),
                OfSpace::Cards => return None,
            },
        })
    }

    /// A field of an ability as a scalar; `None` for a text.
    fn scalar_of_ability(&self, id: AbilityId, field: OfAbility) -> Option<Scalar> {
        let ability = &self.rules.abilities[id.index()];
        let word = |w: Option<Sym>| w.map_or(Scalar::Nil, Scalar::Word);
        Some(match field {
            OfAbility::Kind => word(ability.kind_word),
            OfAbility::Id => Scalar::Word(ability.id),
            OfAbility::Card => word(ability.def.map(|d| self.rules.defs[d.index()].name)),
            OfAbility::Name => return None,
        })
    }

    // ---- uses ----

    /// A fixed field of a use (no target) as a scalar; `None` if the field is a list, or no fixed one.
    pub(in crate::kernel) fn scalar_of_use(&self, this: &Use, field: Sym) -> Option<Scalar> {
        let ability = || &self.rules.abilities[this.ability.index()];
        Some(match fixed_fields::of_use(field)? {
            OfUse::Card => this.card.map_or(Scalar::Nil, Scalar::Card),
            OfUse::User => Scalar::Seat(this.user),
            OfUse::X => Scalar::Int(this.x),
            OfUse::ReplyTo => this.reply_to.map_or(Scalar::Nil, Scalar::Use),
            OfUse::Cancelled => Scalar::Bool(this.cancelled),
            OfUse::Cancellable => Scalar::Bool(self.cancellable(this)),
            OfUse::IsCopy => Scalar::Bool(this.price == Price::Nothing),
            OfUse::Ability => Scalar::Ability(this.ability),
            OfUse::IsGroup => Scalar::Bool(ability().targets.iter().any(|t| t.list)),
            OfUse::Kind => this.kind.map_or(Scalar::Nil, |k| Scalar::Word(self.rules.uses[k.index()].name)),
            OfUse::Timing => self.timing(this).map_or(Scalar::Nil, Scalar::Word),
            OfUse::Mode => ability().mode.map_or(Scalar::Nil, Scalar::Word),
            OfUse::Paid | OfUse::Targets | OfUse::Choices => return None,
        })
    }

    /// A fixed field of a use that is a list: the cards that paid, the targets, or what else could be a target.
    pub(in crate::kernel) fn list_of_use(&self, this: &Use, field: Sym) -> Value {
        match fixed_fields::of_use(field) {
            Some(OfUse::Paid) => Value::List(this.paid.iter().map(|c| Value::Card(*c)).collect()),
            Some(OfUse::Targets) => Value::List(this.targets.iter().flat_map(|t| t.items()).cloned().collect()),
            Some(OfUse::Choices) => self.other_choices(this, None).into(),
            _ => Value::Nil,
        }
    }

    /// The timing of the used ability; `None` for a trigger.
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
            CardField::Fixed(OfCard::Carries) => {
                let beneath = if self.rules.has_stacks { self.game().beneath(card) } else { Vec::new() };
                let carried = self.state.carried(card).filter(|one| !beneath.contains(one));
                Value::List(carried.map(Value::Card).collect())
            }
            other => self.scalar_of_card(card, other).map_or(Value::Nil, Value::from),
        }
    }

    fn scalar_of_card(&self, card: Card, field: CardField) -> Option<Scalar> {
        let schema = &self.rules.schema;
        let state = self.state.card(card);
        let def = || &self.rules.defs[state.def.index()];
        Some(match field {
            CardField::Words(_) | CardField::Text(_) | CardField::Cells(_) => return None,
            CardField::Fixed(OfCard::Carries) => return None,
            CardField::Attr(attr) => Scalar::Int(self.card_attr(card, attr)),
            CardField::Cost(slot) => Scalar::Int(def().costs[slot as usize].iter().map(|n| *n as i64).sum()),
            CardField::Rules(_) => Scalar::Card(card),
            CardField::Cond(slot) => Scalar::Bool(self.fulfils(card, slot)),
            CardField::Status(group) => {
                Scalar::Word(schema.statuses[group as usize].1[state.statuses[group as usize] as usize])
            }
            CardField::Fixed(field) => match field {
                OfCard::Name => Scalar::Word(self.game().name_of(card)),
                OfCard::Id => Scalar::Word(def().id),
                OfCard::Type => {
                    self.game().type_of(card).map_or(Scalar::Nil, |ty| Scalar::Word(schema.types[ty.index()].name))
                }
                OfCard::Zone => Scalar::Word(schema.zones[schema.kind_of(state.zone).index()].name),
                OfCard::Slot => Scalar::Int(schema.slot_of(state.zone)),
                OfCard::Space => Scalar::Zone(state.zone),
                OfCard::Owner if state.owner == Seat::NOBODY => Scalar::Nil,
                OfCard::Owner => Scalar::Seat(state.owner),
                OfCard::PutBy => state.put_by.map_or(Scalar::Nil, Scalar::Seat),
                OfCard::Host => self.state.host(card).map_or(Scalar::Nil, Scalar::Card),
                OfCard::Carries => Scalar::Nil,
                OfCard::Now => Scalar::Card(card),
                OfCard::Controller => Scalar::Seat(self.game().controller(card)),
            },
        })
    }

    /// A field of a player as a scalar; `None` for a text or a list of cards.
    fn scalar_of_player(&self, seat: Seat, field: PlayerField) -> Option<Scalar> {
        match field {
            PlayerField::Fixed(OfPlayer::Opponent | OfPlayer::Left) => Some(Scalar::Seat(self.next_seat(seat))),
            PlayerField::Fixed(OfPlayer::Right) => {
                let seats = self.rules.schema.seats;
                Some(Scalar::Seat(Seat((seat.0 + seats - 1) % seats)))
            }
            PlayerField::Fixed(OfPlayer::Partner) => Some(self.partner(seat).map_or(Scalar::Nil, Scalar::Seat)),
            PlayerField::Fixed(OfPlayer::Name) | PlayerField::Zone(_) => None,
            number => Some(Scalar::Int(self.player_value(seat, number))),
        }
    }

    /// A number of a player; 0 for a field that is no number.
    pub fn player_value(&self, seat: Seat, field: PlayerField) -> i64 {
        if self.is_blank_number(field, seat) {
            return 0;
        }
        let (state, schema) = (self.state, &self.rules.schema);
        match field {
            PlayerField::Attr(attr) => self.player_attr(seat, attr),
            PlayerField::Counter(c) => state.counters[seat.index() * schema.counters.len() + c as usize],
            PlayerField::Tally(t) => state.tallies[seat.index() * self.rules.tallies.len() + t as usize] as i64,
            PlayerField::Fixed(OfPlayer::Wins) => state.wins[seat.index()] as i64,
            PlayerField::Fixed(OfPlayer::Lost) => (state.lost >> seat.0 & 1) as i64,
            PlayerField::Fixed(OfPlayer::Seat) => seat.0 as i64,
            PlayerField::Zone(_) => 0,
            PlayerField::Fixed(OfPlayer::Left | OfPlayer::Right | OfPlayer::Partner) => 0,
            PlayerField::Fixed(OfPlayer::Name | OfPlayer::Opponent) => 0,
        }
    }

    /// The next player of the same team.
    fn partner(&self, seat: Seat) -> Option<Seat> {
        let seats = self.rules.schema.seats;
        let team = |seat| Some(self.player_attr(seat, self.rules.team?));
        let mine = team(seat)?;
        (1..seats).map(|n| Seat((seat.0 + n) % seats)).find(|other| team(*other) == Some(mine))
    }
}

/// The name of a player in rules: `player 1` and so on, whoever sits there.
fn player_name(seat: Seat) -> Arc<str> {
    format!("player {}", seat.0 + 1).into()
}
