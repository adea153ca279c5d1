//! Packs: the keys of `pack.yaml` and of patches.

use super::value_kinds::*;
use crate::data::keys::{NAME, NamedShape, Shape, keys};
use crate::render::keys::LOOK;

keys! {
    /// The header of a pack, `pack.yaml`: what it extends, what it needs, and what it changes.
    PACK "a pack" as PackKeys {
        /// Its id; in a `packs/` it is the name of its folder, too.
        pack [always]: Unread(Shape::Text),
        /// What people call it; left out: its id.
        title: Text,
        /// What people should know of it.
        text: Unread(Shape::Text),
        /// Its version, such as `1.2.0`.
        version [always]: Node(Shape::Text),
        /// The versions of the program with which it works; left out: all.
        engine: Node(VERSIONS),
        /// The game that it extends.
        extends [always]: Text,
        /// Packs that must be in play too, each with a range of versions; they come into play by themselves.
        needs: Names(VERSIONS),
        /// Packs with which it cannot be played.
        conflicts: Items(NAME),
        /// Ids of cards of the game or of other packs; its own cards with these ids take their place.
        replaces: Items(NAME),
        /// `hidden`: its cards and steps read what their player does not see; an ability may say it for itself alone.
        reads: Choice("hidden"),
        /// What it changes, in this order.
        patches: Items(PATCH),
        /// How its own cards are drawn, over the look of the game.
        look: Node(Shape::Section(&LOOK)),
    }

    /// Puts a value in place of another.
    SET "a patch `set`" as SetKeys {
        /// The path of what is changed.
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
        /// The path of what is changed.
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
        /// The item before which they are inserted.
        before: Node(ITEM),
        /// The item after which they are inserted.
        after: Node(ITEM),
        /// What is inserted.
        items [always]: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }

    /// Puts something around what was there.
    WRAP "a patch `wrap`" as WrapKeys {
        /// The path of what is changed.
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
        /// The path of what is changed.
        remove [always]: Unread(PATH),
        /// The expected value before the patch; if the game has changed it, that is an error.
        expect: Node(Shape::Any),
        /// The card that is changed, by its id; left out: the manifest is changed.
        card: Unread(NAME),
    }
}

/// One change that a pack makes.
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
