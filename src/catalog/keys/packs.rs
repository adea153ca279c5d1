//! Packs: the keys of `pack.yaml` and of patches.

use super::value_kinds::*;
use crate::data::keys::{NAME, NamedShape, Shape, keys};
use crate::render::keys::LOOK;

keys! {
    /// The header of a pack, `pack.yaml`: the game that the pack extends, the packs that it needs, and its changes.
    PACK "a pack" as PackKeys {
        /// The id of the pack; in a folder `packs/` it is the name of the pack's folder, too.
        pack [always]: Unread(Shape::Text),
        /// The title of the pack for people; left out: its id.
        title: Text,
        /// A description of the pack for people.
        text: Unread(Shape::Text),
        /// The version of the pack, such as `1.2.0`.
        version [always]: Node(Shape::Text),
        /// The version of the language in which the pack is written. A word that a later version added may be a name in this pack. Left out: the newest, 2.
        language: Number(1, 2),
        /// The versions of the program with which it works; left out: all.
        engine: Node(VERSIONS),
        /// The id of the game that the pack extends.
        extends [always]: Text,
        /// Packs that must be in play too, each with a range of versions; they come into play by themselves.
        needs: Names(VERSIONS),
        /// Packs of which this one takes account if they are in play, each with a range of versions: its changes come after theirs. They do not come into play by themselves, and may be missing.
        wants: Names(VERSIONS),
        /// Packs with which this pack cannot be played.
        conflicts: Items(NAME),
        /// Ids of cards of the game or of other packs; its own cards with these ids take their place.
        replaces: Items(NAME),
        /// `hidden`: its cards and steps read what their player does not see; an ability may say it for itself alone.
        reads: Choice("hidden"),
        /// The changes that the pack makes, in this order.
        patches: Items(PATCH),
        /// The look of the pack's own cards, over the look of the game.
        look: Node(Shape::Section(&LOOK)),
    }

    /// Puts a value in place of another.
    SET "a patch `set`" as SetKeys {
        /// The path of the changed value.
        set [always]: Unread(PATH),
        /// The new value.
        to [always]: Node(Shape::Any),
        /// The expected value before the patch; if the game has changed it, that is an error.
        expect: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }

    /// Adds names to a map, or items to the end of a list.
    ADD "a patch `add`" as AddKeys {
        /// The path of the changed value.
        add [always]: Unread(PATH),
        /// The addition: a map to a map, with new names only; a list to a list.
        with [always]: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }

    /// Inserts items into a list; it says `before` or `after` which item.
    INSERT "a patch `insert`" as InsertKeys {
        /// The path of the list.
        insert [always]: Unread(PATH),
        /// The item before which the new items are inserted.
        before: Node(ITEM),
        /// The item after which the new items are inserted.
        after: Node(ITEM),
        /// The items that are inserted.
        items [always]: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }

    /// Puts a new value around the old one.
    WRAP "a patch `wrap`" as WrapKeys {
        /// The path of the changed value.
        wrap [always]: Unread(PATH),
        /// The new value, in which `old` stands for the old one.
        with [always]: Node(Shape::Any),
        /// The expected value before the patch; if the game has changed it, that is an error.
        expect: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }

    /// Removes something.
    REMOVE "a patch `remove`" as RemoveKeys {
        /// The path of the removed value.
        remove [always]: Unread(PATH),
        /// The expected value before the patch; if the game has changed it, that is an error.
        expect: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }
}

/// A change that a pack makes.
const PATCH: Shape = Shape::Called(&NamedShape {
    what: "a patch",
    page: Some("packs.md#patches"),
    shape: Shape::OneOf(&[
        Shape::Section(&SET),
        Shape::Section(&ADD),
        Shape::Section(&INSERT),
        Shape::Section(&WRAP),
        Shape::Section(&REMOVE),
    ]),
});
