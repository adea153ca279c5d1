//! Eyes: a person's transcript of a game, and the cards that she has not seen.

use intermezzo::kernel::World;
use std::collections::BTreeSet;

use intermezzo::kernel::model::event;
use intermezzo::kernel::model::log_lines::{Fact, Line};
use intermezzo::kernel::model::schema::SeenBy;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::{Card, Seat, Value};
use intermezzo::table::Table;
use intermezzo::table::view::{View, transcript_for};
use serde_json::Value as Json;

/// Everything that the person who plays `seats` is told; nobody in particular only watches.
pub fn told(table: &Table, seats: &[Seat]) -> (Json, Vec<String>) {
    let view = serde_json::to_value(View::new(table, seats).expect("seats of the game")).expect("a view is JSON");
    let lines = if seats.is_empty() { Vec::new() } else { transcript_for(table, seats) };
    (view, lines.into_iter().map(|line| line.text).collect())
}

/// The cards that somebody has seen so far, kept up from decision to decision.
pub struct Seen {
    /// The first of her seats.
    pub seat: Seat,
    pub eyes: Eyes,
    pub cards: BTreeSet<Card>,
    lines: usize,
}

impl Seen {
    pub fn new(seat: Seat) -> Seen {
        Seen::of(seat.into())
    }

    /// Of a person who holds several seats.
    pub fn of(eyes: Eyes) -> Seen {
        let seat = eyes.seats().next().expect("a seat");
        Seen { seat, eyes, cards: BTreeSet::new(), lines: 0 }
    }

    pub fn seats(&self) -> Vec<Seat> {
        self.eyes.seats().collect()
    }

    pub fn look(&mut self, table: &Table) {
        let world = table.world();
        let all = (0..world.state().cards.len()).map(|c| Card(c as u16));
        self.cards.extend(all.filter(|c| self.eyes.seats().any(|s| world.state().sees(&world.rules, s, *c))));
        // Cards seen only between two decisions: they passed an open zone, or were shown.
        for line in world.log.lines.iter().skip(self.lines) {
            let Line::Event(e) = &line.line else { continue };
            let open = |v: &Value| match v {
                Value::Zone(zone) => {
                    match world.rules.schema.zones[world.rules.schema.kind_of(*zone).index()].seen_by {
                        SeenBy::All => true,
                        SeenBy::Owner => world.rules.schema.zone_owner(*zone).is_some_and(|s| self.eyes.has(s)),
                        SeenBy::Nobody => false,
                    }
                }
                _ => false,
            };
            let shown = e.kind == event::REVEALED
                || e.kind == event::LOOKED && matches!(e.fields[0], Value::Seat(s) if self.eyes.has(s));
            // Only its player sees a face-down card, in any zone.
            let face_up = e.kind == event::MOVED && e.fields[5] == Value::Nil;
            if shown || face_up && e.fields.iter().any(open) {
                e.fields.iter().for_each(|v| v.each_card(&mut |c| _ = self.cards.insert(c)));
            }
        }
        self.lines = world.log.lines.len();
    }

    /// Cards of one owner that were never seen, in hands or decks.
    pub fn hidden(&self, table: &Table, owner: Seat) -> Vec<Card> {
        let state = &table.world().state();
        let cards = (0..state.cards.len()).map(|c| Card(c as u16));
        cards.filter(|c| state.card(*c).owner == owner && !self.cards.contains(c)).collect()
    }
}

/// The game with the faces of these cards moved on by one: each has another's.
pub fn with_other_faces(table: &Table, cards: &[Card]) -> Table {
    let mut world = table.world().clone();
    let defs: Vec<_> = cards.iter().map(|c| table.world().state().card(*c).def).collect();
    for (i, card) in cards.iter().enumerate() {
        let def = defs[(i + 1) % defs.len()];
        let mut state = world.state().clone();
        state.cards[card.index()].def = def;
        world = World::at(world.rules.clone(), state, world.log.clone());
        // The log remembers what it named.
        let mut lines: Vec<_> = world.log.lines.iter().collect();
        for fact in lines.iter_mut().flat_map(|l| &mut l.facts) {
            match fact {
                Fact::Card { card: c, def: was, .. } if c == card => *was = def,
                _ => {}
            }
        }
        world.log.lines = lines.iter().collect();
    }
    let mut other = table.fork();
    other.restore(world);
    other
}

pub fn assert_alike(a: &(Json, Vec<String>), b: &(Json, Vec<String>), place: &str) {
    let at = a.1.iter().zip(&b.1).position(|(a, b)| a != b);
    assert!(at.is_none(), "{place}: `{}` or `{}`", a.1[at.unwrap_or(0)], b.1[at.unwrap_or(0)]);
    assert_eq!(a.1.len(), b.1.len(), "{place}");
    assert!(a.0 == b.0, "{place}: {}", first_difference(&a.0, &b.0));
}

/// Where two views differ first.
fn first_difference(a: &Json, b: &Json) -> String {
    match (a, b) {
        (Json::Object(a), Json::Object(b)) => {
            let key = a.keys().find(|k| b.get(*k) != a.get(*k));
            key.map_or("other keys".into(), |k| {
                format!("{k}.{}", first_difference(&a[k], b.get(k).unwrap_or(&Json::Null)))
            })
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(0);
            format!("{at}.{}", first_difference(&a[at], &b[at]))
        }
        _ => format!("{a} and {b}"),
    }
}
