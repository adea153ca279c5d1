//! Patch paths: the names in the path of a patch.

use super::kinds::{self, ObjectKind};
use super::shapes::{self, FilePlace};
use intermezzo::data::keys::{Section, Shape};

/// The names in a path: each with its kind and its byte in the path. Keys that every game has name nothing.
pub fn named_in(root: &'static Section, path: &str) -> Vec<(ObjectKind, usize, String)> {
    let mut places = vec![FilePlace { shape: Shape::Section(root), section: root.what, key: "" }];
    let (mut out, mut at, mut depth) = (Vec::new(), 0, 0);
    for name in path.split('.') {
        let plain: Vec<FilePlace> = places.iter().flat_map(FilePlace::plain).collect();
        let is_names =
            |place: &&FilePlace| matches!(place.shape, Shape::Names(_) | Shape::NamesOf(..) | Shape::OneName(_));
        let is_key = plain.iter().any(|place| place.sections().iter().any(|(_, section)| section.key(name).is_some()));
        let names = plain.iter().find(is_names);
        let kind = names.and_then(|place| kinds::of_key(place.section, place.key, depth)).map(|(kind, _)| kind);
        match (kind, names) {
            (Some(kind), _) => out.push((kind, at, name.into())),
            (None, Some(place)) if kinds::is_of_engine(place.section, place.key, depth) => {}
            _ if is_key || name.parse::<usize>().is_ok() => {}
            _ => out.push((ObjectKind::Loose, at, name.into())),
        }
        let key = |places: &[FilePlace]| places.first().map(|place| (place.section, place.key));
        let before = key(&places);
        places = shapes::of_patch_from(places, name);
        depth = if names.is_some() && key(&places) == before { depth + 1 } else { 0 };
        at += name.len() + 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::FileKind;

    #[test]
    fn the_names_in_a_path_have_the_kinds_of_what_they_lead_to() {
        let root = shapes::root(FileKind::Manifest).expect("a section");
        let check = |path: &str, expected: &[(ObjectKind, &str)]| {
            let found = named_in(root, path);
            let described: Vec<(ObjectKind, &str)> =
                found.iter().map(|(kind, _, name)| (*kind, name.as_str())).collect();
            assert_eq!(described, expected, "{path}");
        };
        check("zones.attic", &[(ObjectKind::Zone, "attic")]);
        check("zones.attic.slots", &[(ObjectKind::Zone, "attic")]);
        check("attributes.card.power", &[(ObjectKind::Field, "power")]);
        check("events.fight.fields.card", &[(ObjectKind::Event, "fight"), (ObjectKind::Field, "card")]);
        check("windows.main", &[(ObjectKind::Window, "main")]);
        check("decks.cards.count", &[(ObjectKind::DeckList, "cards")]);
        check("flow.turn", &[(ObjectKind::List, "turn")]);
    }
}
