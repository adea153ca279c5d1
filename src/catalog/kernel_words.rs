//! Kernel words: the words that the kernel and the scripts know in every game.

use crate::kernel::model::rules::FieldKind;

/// Words that the kernel and the scripts know by name, besides the fields that objects have in every game.
pub(super) const WORDS: [&str; 18] = [
    "subject", "answer", "pay", "cost", "answers", "choose", "use", "cancel", "me", "to", "from", "player", "position",
    "status", "by", "object", "what", "lasts",
];

/// Words by which data proposes an event, each with the name of the event, where the two differ.
pub const VERBS: [(&str, &str); 16] = [
    ("move", "moved"),
    ("status", "status_changed"),
    ("change", "changed"),
    ("reveal", "revealed"),
    ("cancel", "cancelled"),
    ("retarget", "retargeted"),
    ("take_over", "taken_over"),
    ("attach", "attached"),
    ("detach", "attached"),
    ("control", "controlled"),
    ("create", "created"),
    ("transform", "transformed"),
    ("close", "record_closed"),
    ("face", "face_changed"),
    ("cover", "covered"),
    ("uncover", "uncovered"),
];

/// The name of the event that data writes as this verb: `moved` for `move`. Other words are returned as they are.
pub fn event_of_verb(verb: &str) -> &str {
    VERBS.iter().find(|(known, _)| *known == verb).map_or(verb, |(_, event)| event)
}

/// The kernel's events with their fields, in the order of `model::event`.
pub fn kernel_events() -> Vec<(&'static str, Vec<(&'static str, FieldKind)>)> {
    use FieldKind::*;
    vec![
        (
            "moved",
            vec![("card", Card), ("from", Zone), ("to", Zone), ("position", Int), ("status", Status), ("face", Any)],
        ),
        ("draw", vec![("player", Player)]),
        ("status_changed", vec![("card", Card), ("to", Status)]),
        ("changed", vec![("object", Object), ("name", Any), ("by", Int)]),
        ("shuffled", vec![("zone", Zone)]),
        ("used", vec![("use", Use), ("card", Cards), ("player", Player)]),
        ("cancelled", vec![("use", Use)]),
        ("revealed", vec![("card", Card)]),
        ("looked", vec![("player", Player), ("cards", Cards)]),
        ("arranged", vec![("zone", Zone), ("cards", Cards), ("position", Int)]),
        ("modified", vec![("object", Object), ("what", Any), ("by", Any)]),
        ("permission_changed", vec![("what", Any), ("by", Any)]),
        ("retargeted", vec![("use", Use), ("from", Any), ("to", Any)]),
        ("record_opened", vec![("record", Any), ("kind", Any)]),
        ("record_closed", vec![("record", Any), ("kind", Any)]),
        ("joined", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("left", vec![("record", Any), ("field", Any), ("cards", Cards), ("kind", Any)]),
        ("counter_set", vec![("object", Object), ("name", Any), ("to", Int)]),
        ("settles", vec![("use", Use), ("to", Zone), ("position", Int)]),
        ("result", vec![("player", Player)]),
        ("lose", vec![("player", Player)]),
        ("created", vec![("card", Card), ("def", Any), ("to", Zone), ("player", Player), ("values", Any)]),
        ("transformed", vec![("card", Card), ("def", Any)]),
        ("swapped", vec![("card", Card), ("other", Cards)]),
        ("made_first", vec![("player", Player)]),
        ("made_active", vec![("player", Player)]),
        ("copied", vec![("use", Use), ("card", Cards), ("player", Player)]),
        ("taken_over", vec![("use", Use), ("player", Player)]),
        ("phase_began", vec![("phase", Any), ("player", Player)]),
        ("level_began", vec![("kind", Any), ("player", Player)]),
        ("attached", vec![("card", Card), ("to", Card)]),
        ("controlled", vec![("card", Card), ("player", Player), ("lasts", Any)]),
        ("face_changed", vec![("card", Card), ("to", Int), ("def", Any)]),
        ("covered", vec![("card", Card), ("over", Card)]),
        ("uncovered", vec![("card", Card), ("to", Zone)]),
    ]
}
