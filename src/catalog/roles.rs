//! Roles: names for some of the players, from `players` of a manifest, and what only the players of a role have.

use super::builder::Builder;
use super::declared_names::{numbers_of_players, range};
use super::taken_names;
use crate::data::{Data, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::ability::Need;
use crate::kernel::model::lang::{Cond, Head, Ref, Test};
use crate::kernel::model::schema::{ALL_SEATS, Players, RoleDef};
use crate::kernel::model::templates::Words;
use crate::kernel::parse::parser::Scope;

/// The most seats of a table.
const MOST: u32 = 8;

/// Words that mean something else where a role is named.
const WORDS: [&str; 8] = ["all", "any", "player", "space", "turn_order", "active_first", "active_last", "owner"];

impl Builder {
    /// The permitted numbers of players, and their roles: `{ warden: 1, ghost: "1..3" }`, or a list with the roles of
    /// each seat.
    pub(super) fn players(&mut self, node: &Node, problems: &mut Problems) -> Players {
        match &node.value {
            Data::List(seats) => self.roles_of_seats(node, seats, problems),
            Data::Map(map) if !["least", "most", "usual"].iter().any(|key| node.field(key).is_some()) => {
                self.roles_by_number(node, map, problems)
            }
            _ => numbers_of_players(node, problems),
        }
    }

    fn roles_of_seats(&mut self, node: &Node, seats: &[Node], problems: &mut Problems) -> Players {
        let n = seats.len();
        if !(1..=MOST as usize).contains(&n) {
            problems.error("wrong_kind", &node.span, format!("a table has from 1 to {MOST} seats, and here are {n}"));
            return Players::default();
        }
        for (at, roles) in seats.iter().enumerate() {
            for role in roles.items() {
                if let Some(name) = role.as_str() {
                    self.add_role(name, 1 << at, &role.span, problems);
                }
            }
        }
        Players { least: n as u8, most: n as u8, usual: n as u8 }
    }

    fn roles_by_number(&mut self, node: &Node, map: &[(crate::data::Key, Node)], problems: &mut Problems) -> Players {
        let (mut least, mut most) = (0u32, 0u32);
        for (at, (key, number)) in map.iter().enumerate() {
            let Some((from, to)) =
                range(number).filter(|(from, to)| 1 <= *from && from <= to && *to <= i64::from(MOST))
            else {
                // Malformed numbers, and numbers out of range, were reported before.
                if !problems.list().iter().any(|p| p.span == number.span) {
                    let message = format!("`{}` is how many players have the role: a number or a range", key.name);
                    problems.error("wrong_kind", &number.span, message).help("`1` or `\"1..4\"`");
                }
                continue;
            };
            if from != to && at + 1 < map.len() {
                let message = format!("only the last role may have a range: the seats after `{}` would move", key.name);
                problems.error("wrong_kind", &number.span, message).help("write it last");
            }
            let seats = (most..most + to as u32).filter(|seat| *seat < MOST).fold(0u8, |seats, seat| seats | 1 << seat);
            self.add_role(&key.name, seats, &key.span, problems);
            least += from as u32;
            most += to as u32;
        }
        if most > MOST {
            let message = format!("a table has at most {MOST} seats, and these roles have up to {most}");
            problems.error("too_many", &node.span, message);
        }
        let (least, most) = (least.clamp(1, MOST) as u8, most.clamp(1, MOST) as u8);
        Players { least, most, usual: least }
    }

    fn add_role(&mut self, name: &str, seats: u8, at: &Span, problems: &mut Problems) {
        taken_names::is_free(name, "a role", at, problems);
        if WORDS.contains(&name) {
            let message = format!("a role cannot be called `{name}`: in every game the word means something else");
            problems.error("name_taken", at, message).help("give it another name");
        }
        let name = self.sym(name);
        match self.rules.schema.roles.iter_mut().find(|role| role.name == name) {
            Some(role) => role.seats |= seats,
            None => self.rules.schema.roles.push(RoleDef { name, seats }),
        }
    }

    /// The need of an action for certain roles, with the refusal of other players; `None`: every player may act.
    pub(super) fn need_of_role(&mut self, roles: &[Node], problems: &mut Problems) -> Option<Need> {
        let span = &roles.first()?.span;
        let seats = roles.iter().fold(0, |seats, role| seats | self.seats_of_role(role, problems));
        let cond = Cond::Matches(Ref::head(Head::Me), Test::Is(Ref::head(Head::Role(seats))));
        let names: Vec<&str> = roles.iter().filter_map(Node::as_str).collect();
        let because = format!("only the {} may do that", names.join(" or the "));
        let because = Node { value: Data::Text(because), span: span.clone() };
        Some((cond, Words::because(&mut self.parser(Scope::default(), problems), Some(&because))))
    }

    /// The seats of the role that a node names; all seats for `player`.
    pub(super) fn seats_of_role(&mut self, node: &Node, problems: &mut Problems) -> u8 {
        let name = node.as_str().unwrap_or("");
        if name == "player" {
            return ALL_SEATS;
        }
        let schema = &self.rules.schema;
        if let Some(role) = schema.symbols.find(name).and_then(|name| schema.role(name)) {
            return role.seats;
        }
        let roles = schema.roles.iter().map(|role| &**schema.symbols.name(role.name));
        let known: Vec<&str> = ["player"].into_iter().chain(roles).collect();
        let help = suggest::help_for(name, known.iter().copied());
        problems.error("unknown_word", &node.span, format!("no player has the role `{name}`")).help(help);
        ALL_SEATS
    }
}
