//! Expressions: values of events and steps, players in order, and places.

use crate::data::{Data, Node};
use crate::kernel::model::lang::{Amount, Class, Dest, Expr, Head, Order, Ref};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::value::{Value, ZoneKind};
use crate::kernel::parse::keys::{PlaceKeys, SPACE_OF_A_ZONE};
use crate::kernel::parse::parser::Parser;

impl Parser<'_> {
    /// Reads the value for a field of an event: what may be written depends on the kind of the field.
    pub fn field_expr(&mut self, node: &Node, kind: FieldKind) -> Expr {
        match kind {
            FieldKind::Card | FieldKind::Cards => match &node.value {
                Data::Map(_) => {
                    let what = self.sought(node, Class::Card);
                    self.must_select(&what, node, &[Class::Card]);
                    Expr::Select(Box::new(what))
                }
                _ => Expr::Ref(self.ref_of(node, Class::Card)),
            },
            FieldKind::Player => {
                let found = self.seats_expr(node);
                if let Expr::Ref(r) = &found {
                    self.must_be(r, node, Class::Player);
                }
                found
            }
            FieldKind::Object => match &node.value {
                Data::Map(_) => Expr::Select(Box::new(self.sought(node, Class::Card))),
                _ => self.seats_expr(node),
            },
            FieldKind::Zone => self.place(node),
            FieldKind::Status => match self.statuses(node).first() {
                Some(status) => Expr::Ref(Ref::value(Value::Status(*status))),
                None => Expr::Ref(Ref::value(Value::Nil)),
            },
            FieldKind::Int => Expr::Amount(self.amount(node)),
            FieldKind::Use => Expr::Ref(self.ref_of(node, Class::Use)),
            FieldKind::Any => Expr::Ref(self.free_ref(node)),
        }
    }

    /// Reads an expression that gives one player or several.
    pub fn seats_expr(&mut self, node: &Node) -> Expr {
        if let Some(order) = self.those(node) {
            return Expr::Seats(order);
        }
        match node.as_str() {
            Some("all" | "turn_order" | "first_then_second") => Expr::Seats(Order::First),
            Some("active_first") => Expr::Seats(Order::Active),
            Some("active_last") => Expr::Seats(Order::ActiveLast),
            Some("inactive") if self.schema.players.most != 2 => Expr::Seats(Order::Others),
            _ => Expr::Ref(self.object_ref(node)),
        }
    }

    /// Reads an order of seats.
    pub fn order(&mut self, node: &Node) -> Order {
        if let Some(order) = self.those(node) {
            return order;
        }
        match node.items().first().and_then(Node::as_str) {
            Some("all" | "turn_order") => Order::First,
            Some("active_first") => Order::Active,
            Some("active_last") => Order::ActiveLast,
            Some("inactive") if self.schema.players.most != 2 => Order::Others,
            Some(text) if self.named_order(text).is_some() => self.named_order(text).unwrap_or(Order::First),
            Some(text) => match self.try_ref(text, &node.span) {
                Some(r) => Order::Only(r),
                None => {
                    self.unknown("order of players", text, &node.span, ["all", "active_first", "active", "inactive"]);
                    Order::First
                }
            },
            None => {
                self.wrong(node, "players");
                Order::First
            }
        }
    }

    /// Reads `{ player: FILTER }`: the players who match. `None`: something else is written.
    fn those(&mut self, node: &Node) -> Option<Order> {
        match node.as_map()? {
            [(key, filter)] if key.name == "player" => Some(Order::Those(Box::new(self.test(filter)))),
            _ => None,
        }
    }

    fn named_order(&self, name: &str) -> Option<Order> {
        let sym = self.sym(name)?;
        self.schema.orders.iter().position(|(n, _)| *n == sym).map(|i| Order::Named(i as u8))
    }

    /// Reads the destination of a card: a zone, such as `hand` (its owner's), `me.hand` or `owner.discard`; or one
    /// space of a zone: `{ zone: me.ring, slot: 2 }`.
    pub fn dest(&mut self, node: &Node) -> Dest {
        if node.as_map().is_some() {
            return self.space_of_a_zone(node);
        }
        let (whose, kind) = self.zone_name(node);
        let kind = kind.unwrap_or_default();
        Dest { kind, whose, slot: None }
    }

    fn space_of_a_zone(&mut self, node: &Node) -> Dest {
        self.known_keys(node, &SPACE_OF_A_ZONE);
        let said = PlaceKeys::of(node);
        let (Some(zone), Some(slot)) = (said.zone, said.slot) else {
            self.wrong(node, "`zone` and `slot`");
            return Dest { kind: ZoneKind::default(), whose: None, slot: None };
        };
        let slot = self.amount(slot);
        let (whose, kind) = self.zone_name(zone);
        let spaces = kind.map(|kind| self.schema.zones[kind.index()].spaces);
        if spaces == Some(1) {
            let message = format!("`{}` has no slots", zone.as_str().unwrap_or_default());
            self.problems.error("wrong_kind", &zone.span, message).help("write the zone alone, without `slot`");
        } else if let (Some(spaces), Amount::Int(n)) = (spaces, &slot)
            && !(1..=i64::from(spaces)).contains(n)
        {
            let message = format!("`{}` has the slots 1 to {spaces}", zone.as_str().unwrap_or_default());
            self.problems.error("wrong_kind", &node.span, message);
        }
        Dest { kind: kind.unwrap_or_default(), whose, slot: Some(Box::new(slot)) }
    }

    /// Reads the destination of a card in an event: as [`dest`](Self::dest), or a reference to a space, such as
    /// `this.where` or `event.card.space`.
    fn place(&mut self, node: &Node) -> Expr {
        if node.as_map().is_some() {
            return Expr::Dest(self.dest(node));
        }
        let text = node.as_str().unwrap_or_default();
        let name = text.rsplit_once('.').map_or(text, |(_, name)| name);
        if self.schema.zone_kind(name).is_none()
            && let Some(r) = self.try_ref(text, &node.span)
        {
            if let Some(found) = self.surely(&r).filter(|found| *found != "a space") {
                let message = format!("`{text}` is {found}, and a card goes to a zone or a space");
                let known = self.names(self.schema.zones.iter().map(|z| z.name));
                let help = format!(
                    "name the zone, and before it whose it is if each player has one (known: {})",
                    known.join(", ")
                );
                self.problems.error("wrong_kind", &node.span, message).help(help);
            }
            return Expr::Ref(r);
        }
        Expr::Dest(self.dest(node))
    }

    fn zone_name(&mut self, node: &Node) -> (Option<Ref>, Option<ZoneKind>) {
        let text = node.as_str().unwrap_or_default();
        let (whose, zone) = match text.rsplit_once('.') {
            Some(("owner", zone)) => (None, zone),
            Some((whose, zone)) => {
                let found = self.try_ref(whose, &node.span);
                if let (Some(Ref { head: Head::Role(seats), path }), Some(kind)) = (&found, self.schema.zone_kind(zone))
                    && path.is_empty()
                    && self.schema.zones[kind.index()].seats & seats == 0
                {
                    let message = format!("the {whose} has no zone `{zone}`: its `per` says who has one");
                    self.problems.error("unknown_word", &node.span, message);
                }
                if found.is_none() {
                    self.unknown("player", whose, &node.span, ["me", "opponent", "active", "inactive", "owner"]);
                }
                (found, zone)
            }
            None => (None, text),
        };
        match self.schema.zone_kind(zone) {
            Some(kind) => (whose, Some(kind)),
            None => {
                let known = self.names(self.schema.zones.iter().map(|z| z.name));
                self.unknown("zone", zone, &node.span, known.iter().map(String::as_str));
                (None, None)
            }
        }
    }
}
