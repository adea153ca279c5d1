//! Typed places: places as exactly as the game and the surroundings tell them: a field of an event is a card or a
//! player, a part of a cost is a number or cards, a map is the one that its keys tell. The declarations of keys tell
//! only what is true in every game.

use super::cursor::PathStep;
use super::page;
use super::query::Query;
use super::shapes::{self, FilePlace};
use super::surroundings::Around;
use intermezzo::catalog::event_of_verb;
use intermezzo::catalog::keys::value_kinds as is;
use intermezzo::data::Node;
use intermezzo::data::keys::{KeyDef, NAME, Section, Shape, Stands};
use intermezzo::kernel::model::rules::FieldKind;
use intermezzo::kernel::parse::keys::COMPARISON;

/// A place for names: of the kind that this key of this section takes.
const fn named_as(section: &'static str, key: &'static str) -> FilePlace {
    FilePlace { shape: NAME, section, key }
}

/// The places to which a path from the root of a file may lead.
pub fn at(known: &Query, root: &'static Section, path: &[PathStep], around: &Around) -> Vec<FilePlace> {
    let begin = vec![FilePlace { shape: Shape::Section(root), section: root.what, key: "" }];
    along(known, begin, path, 0, around)
}

/// The places to which a path may lead whose first steps lead to `begin`.
pub fn along(known: &Query, begin: Vec<FilePlace>, path: &[PathStep], steps: usize, around: &Around) -> Vec<FilePlace> {
    path.iter().enumerate().skip(steps).fold(begin, |places, (n, step)| {
        let PathStep::Key(key) = step else { return shapes::further(&places, step) };
        let plain = places.iter().flat_map(FilePlace::plain).collect();
        let next = chosen_by_keys(plain, key, around.node(n)).into_iter().flat_map(|place| {
            match exact(known, &place, key, &path[..n], around) {
                Some(exact) => vec![exact],
                None => shapes::further(&[place], step),
            }
        });
        shapes::without_doubles(next.collect())
    })
}

/// Of several sections, those whose first key is `key` or stands in the map; if none fits, all of them.
fn chosen_by_keys(mut places: Vec<FilePlace>, key: &str, map: Option<&Node>) -> Vec<FilePlace> {
    let is_marked = |place: &FilePlace| match &place.shape {
        Shape::Section(section) => section
            .keys
            .first()
            .is_some_and(|head| head.name == key || map.is_some_and(|map| map.field(head.name).is_some())),
        _ => false,
    };
    let sections = places.iter().filter(|place| matches!(place.shape, Shape::Section(_))).count();
    if sections > 1 && places.iter().any(is_marked) {
        places.retain(|place| !matches!(place.shape, Shape::Section(_)) || is_marked(place));
    }
    places
}

/// The declaration of the value under a key, where it depends on other parts of the file, such as the type of an event.
fn exact(known: &Query, place: &FilePlace, key: &str, path: &[PathStep], around: &Around) -> Option<FilePlace> {
    let with = |shape: Shape| Some(FilePlace { shape, section: place.section, key: "*" });
    match &place.shape {
        Shape::Names(_) if place.key == "match" => {
            Some(of_filter(page::event_field(known, around.event(), key)?, key, place))
        }
        Shape::Syntax(syntax) => match syntax.words {
            EVENT_FIELDS => Some(of_proposal(page::event_field(known, verb(path), key)?, key, place)),
            COST_PART if key == PIPS_KEY.name => with(PIPS_KEY.shape),
            COST_PART if page::counters(known, Some("me")).contains(key) => with(is::AMOUNT),
            COST_PART => with(is::SELECTION),
            _ if syntax.maps.len() > 1 => {
                let map = around.node(path.len())?;
                let is_meant = |head: &str| head.is_empty() || head == key || map.field(head).is_some();
                let (_, section) = syntax.maps.iter().find(|(head, _)| is_meant(head))?;
                shapes::of_section(section, key)
            }
            CONDITION if matches!(key, "me" | "opponent" | "active" | "inactive") => with(is::FILTER_OF_PLAYERS),
            _ => None,
        },
        _ => None,
    }
}

/// The words by which the syntax for the fields of an event is known.
pub const EVENT_FIELDS: &str = "the fields of the event";
/// The words by which the syntax for a part of a cost is known.
pub const COST_PART: &str = "a part of a cost";
/// The words by which the syntax for pips by kind is known.
pub const PIPS: &str = "pips by kind";
/// The key under which pips stand in a part of a cost, beside the names of the game.
pub static PIPS_KEY: KeyDef = KeyDef {
    name: "pips",
    shape: is::PIPS,
    doc: "Pips that must be paid, by their kinds: `{ gold: 1 }`.",
    stands: Stands::Freely,
};
const CONDITION: &str = "a condition";
/// The cards of a proposed event.
const CARDS: Shape = Shape::OneOf(&[is::REFERENCE, is::SELECTION]);

/// The event that a path leads into, by its name in data.
pub fn verb(path: &[PathStep]) -> Option<&str> {
    path.iter().rev().find_map(|step| match step {
        PathStep::Key(key) => Some(event_of_verb(key)),
        PathStep::Item => None,
    })
}

/// The filter of a field of an event.
fn of_filter(kind: FieldKind, field: &str, place: &FilePlace) -> FilePlace {
    let with = |shape: Shape| FilePlace { shape, section: place.section, key: "*" };
    match (kind, field) {
        (FieldKind::Card | FieldKind::Cards | FieldKind::Object, _) => with(is::FILTER_OF_CARDS),
        (FieldKind::Player, _) => with(is::FILTER_OF_PLAYERS),
        (FieldKind::Use, _) => with(is::FILTER_OF_USES),
        (FieldKind::Zone, _) => named_as("a filter of cards", "zone"),
        (FieldKind::Status, _) => named_as("a filter of cards", "status"),
        (FieldKind::Int, _) => with(COMPARISON),
        (FieldKind::Any, _) => of_name(field).unwrap_or(with(is::FILTER)),
    }
}

/// The place of the value of a field, where data propose an event.
fn of_proposal(kind: FieldKind, field: &str, place: &FilePlace) -> FilePlace {
    let with = |shape: Shape| FilePlace { shape, section: place.section, key: "*" };
    match (kind, field) {
        (_, "face") => with(Shape::Choice(&["up", "down", "blind"])),
        (_, "position") => with(Shape::Choice(&["top", "bottom"])),
        (FieldKind::Player, _) => with(is::SEAT),
        (FieldKind::Zone, _) => with(is::PLACE),
        (FieldKind::Status, _) => named_as("a filter of cards", "status"),
        (FieldKind::Int, _) => with(is::AMOUNT),
        (FieldKind::Any, _) => of_name(field).unwrap_or(with(is::REFERENCE)),
        // Cards are named by a reference, or selected by a map.
        (FieldKind::Card | FieldKind::Cards | FieldKind::Object, _) => with(CARDS),
        (FieldKind::Use, _) => with(is::REFERENCE),
    }
}

/// The place of an event's field whose value is a name, told by the field's own name; `None`: it is another field.
fn of_name(field: &str) -> Option<FilePlace> {
    Some(match field {
        "name" => named_as(CHANGED.0, CHANGED.1),
        "def" => named_as("a filter of cards", "def"),
        "phase" => named_as("an ability", "phase"),
        _ => return None,
    })
}

/// The section and the key under which the name of a changed number stands.
pub const CHANGED: (&str, &str) = ("an event", "name");
