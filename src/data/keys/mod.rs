//! Keys: the keys of what authors write, each declared once.
//!
//! A declaration with [`keys!`] has the name of a key, what may stand there, and one sentence that says what it means.
//! All this comes from it, so nothing can disagree:
//!
//! ```text
//!                    +-> check   what is refused when a file is read, with what was probably meant
//!   keys! { ... } ---+-> struct  what the code reads: another name does not compile, an unread key is a warning
//!                    +-> json    JSON Schema for editors
//!                    +-> tables  the tables of keys in docs/
//! ```

mod check;
mod json;
mod tables;
mod words;

use std::marker::PhantomData;

use super::{Key, Node};

pub use check::meant;
pub(crate) use check::{either, help_for_kind};
pub use json::schema;
pub use tables::fill;
pub use words::without_links;

/// A map whose keys are known: a zone, an ability, a pack.
pub struct Section {
    /// The name in messages: "a zone".
    pub what: &'static str,
    /// The description, in a sentence or two.
    pub doc: &'static str,
    /// The keys of the section, in the order in which a page lists them. Where several sections may stand, the first
    /// key tells this section from the others.
    pub keys: &'static [KeyDef],
    /// Sections whose keys may stand in this one as well.
    pub also: &'static [&'static Section],
    /// The kind of value under keys that the author names; `None`: only the declared keys may stand here.
    pub others: Option<Others>,
    /// The keys that decide the sort of the section: the value of a single one, or which one of several is present.
    /// Empty if all keys are for all sorts.
    pub sorts: &'static [&'static str],
}

/// Values under keys that a section does not list.
#[derive(Clone, Copy)]
pub enum Others {
    /// Values of this shape, under any key.
    Any(Shape),
    /// Values of this shape, under these keys.
    Of(&'static [&'static str], Shape),
    /// Values of the first shape under these keys, of the second under all others.
    OfOrAny(&'static [&'static str], Shape, Shape),
    /// Values of this shape, under keys with a dot.
    Dotted(Shape),
}

/// A key of a section.
pub struct KeyDef {
    /// The key as it is written.
    pub name: &'static str,
    /// The permitted values.
    pub shape: Shape,
    /// The description.
    pub doc: &'static str,
    /// Required, optional, or limited to some sorts.
    pub stands: Stands,
}

/// The places where a key may stand in its section.
#[derive(Clone, Copy, PartialEq)]
pub enum Stands {
    /// In every map of the section; the key may be left out.
    Freely,
    /// The key is required.
    Always,
    /// At least one of the section's keys with this mark is required.
    Either,
    /// Only in sections of these sorts.
    For(&'static [&'static str]),
}

/// The permitted values of a key.
#[derive(Clone, Copy)]
pub enum Shape {
    /// Any value.
    Any,
    /// True or false.
    Flag,
    /// A whole number between these, both included.
    Number(i64, i64),
    /// A text.
    Text,
    /// A word: a text of letters, digits, `_` and `-`.
    Word,
    /// A text, a number or a truth value.
    Scalar,
    /// A word of these.
    Choice(&'static [&'static str]),
    /// A list; a single value is a list of one.
    Items(&'static Shape),
    /// A map from names that the author gives.
    Names(&'static Shape),
    /// A map whose keys are some of these names.
    NamesOf(&'static [&'static str], &'static Shape),
    /// A map with exactly one name, which the author gives.
    OneName(&'static Shape),
    /// A map whose keys are known.
    Section(&'static Section),
    /// A shape of these, told from the others by the kind of value and by the first key of a section.
    OneOf(&'static [Shape]),
    /// A named shape, which may be recursive.
    Called(&'static NamedShape),
    /// A value that a parser of its own reads.
    Syntax(&'static Syntax),
}

/// A shape that stands in many places.
pub struct NamedShape {
    /// The name in messages: "a thing to do".
    pub what: &'static str,
    /// The section of `docs/` that explains the shape, if any.
    pub page: Option<&'static str>,
    /// The permitted values.
    pub shape: Shape,
}

/// A value with a syntax of its own: its parser reports mistakes in it.
pub struct Syntax {
    /// In words: "a filter".
    pub words: &'static str,
    /// The place in `docs/` that explains it, if there is one: `filters.md#amounts`.
    pub page: Option<&'static str>,
    /// The kinds of values that it may be, as JSON Schema calls them.
    pub kinds: &'static [&'static str],
    /// Sections that a map may be, each with the key that marks it; the last is meant if none of these keys is present.
    pub maps: &'static [(&'static str, &'static Section)],
    /// True if a list may stand here, of values with this syntax.
    pub nests: bool,
}

impl Syntax {
    /// A syntax of which only the kinds of values are known.
    pub const fn plain(words: &'static str, kinds: &'static [&'static str]) -> Syntax {
        Syntax { words, page: None, kinds, maps: &[], nests: false }
    }
}

/// A name; the parser that looks it up reports the faults.
pub const NAME: Shape = Shape::Syntax(&Syntax::plain("a name", &["string"]));

/// Any whole number.
pub const NUMBER: Shape = Shape::Number(i64::MIN, i64::MAX);

/// The value of a key in the form in which the code wants it; nothing if the key is missing or its value is of another
/// kind.
pub trait Read<'n> {
    /// Reads the value of a key.
    fn read(node: Option<&'n Node>) -> Self;
}

impl Read<'_> for bool {
    fn read(node: Option<&Node>) -> bool {
        node.and_then(Node::as_bool).unwrap_or(false)
    }
}

impl Read<'_> for Option<bool> {
    fn read(node: Option<&Node>) -> Option<bool> {
        node.and_then(Node::as_bool)
    }
}

impl Read<'_> for Option<i64> {
    fn read(node: Option<&Node>) -> Option<i64> {
        node.and_then(Node::as_int)
    }
}

impl<'n> Read<'n> for Option<&'n str> {
    fn read(node: Option<&'n Node>) -> Self {
        node.and_then(Node::as_str)
    }
}

impl<'n> Read<'n> for Option<&'n Node> {
    fn read(node: Option<&'n Node>) -> Self {
        node
    }
}

impl<'n> Read<'n> for &'n [Node] {
    fn read(node: Option<&'n Node>) -> Self {
        node.map_or(&[], Node::items)
    }
}

impl<'n> Read<'n> for &'n [(Key, Node)] {
    fn read(node: Option<&'n Node>) -> Self {
        node.and_then(Node::as_map).unwrap_or_default()
    }
}

/// The keys of a section whose maps are read key by key, in the order in which they are written.
pub trait Each: Copy + 'static {
    /// All keys of the section, each with its spelling in files.
    const ALL: &'static [(&'static str, Self)];

    /// The key with this spelling.
    fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, key)| *key)
    }

    /// The written names.
    fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.iter().map(|(name, _)| *name)
    }
}

/// A key that other code reads, or that is only for people.
impl<'n> Read<'n> for PhantomData<&'n Node> {
    fn read(_: Option<&'n Node>) -> Self {
        PhantomData
    }
}

/// A key without the `r#` that Rust wants before words of its own.
pub const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', rest @ ..] => match std::str::from_utf8(rest) {
            Ok(name) => name,
            Err(_) => name,
        },
        _ => name,
    }
}

/// Declares the keys of a section, and the struct through which they are read.
///
/// ```text
/// keys! {
///     /// A zone.
///     ZONE "a zone" as Zone {
///         /// The meaning of the key.
///         shared: Flag,
///         /// A required key.
///         to [always]: Node(ZONE_NAME),
///         /// A key for some sorts of section only.
///         passes [for "alternate"]: Number(1, 100),
///     }
/// }
/// ```
///
/// The kind of a key decides the type of its field: `Flag` gives `bool`, `Switch` gives `Option<bool>`, `Number` gives
/// `Option<i64>`, `Text` and `Choice` give `Option<&str>`, `Items` gives a slice of nodes, `Names` gives the entries of
/// a map, `Node` gives `Option<&Node>`; `Unread` has no field, for keys that other code or only people read. A section
/// without `as` has no struct: a parser reads it. With `each ZoneKey` the parser goes from key to key, and matches on
/// an enum of all of them; `also OTHER` allows the keys of another section, too.
#[doc(hidden)]
#[macro_export]
macro_rules! keys {
    ($($(#[doc = $about:literal])+ $table:ident $what:literal
        $(as $read:ident)? $(each $each:ident)? $(by $($sort:ident)|+)? $(also $($also:ident)|+)? {
        $($(#[doc = $doc:literal])+ $key:ident $([$($mark:tt)+])?: $kind:ident $(($($arg:tt)*))?,)*
        $(..: $others:expr)?
    })+) => { $(
        $(#[doc = $about])+
        pub static $table: $crate::data::keys::Section = $crate::data::keys::Section {
            what: $what,
            doc: concat!($($about),+),
            keys: &[$($crate::data::keys::KeyDef {
                name: const { $crate::data::keys::plain(stringify!($key)) },
                shape: $crate::data::keys::keys!(@shape $kind $(($($arg)*))?),
                doc: concat!($($doc),+),
                stands: $crate::data::keys::keys!(@stands $($($mark)+)?),
            }),*],
            also: &[$($(&$also),+)?],
            others: $crate::data::keys::keys!(@option $($others)?),
            sorts: &[$($(const { $crate::data::keys::plain(stringify!($sort)) }),+)?],
        };
        $crate::data::keys::keys!(@read [$($read)?] { $($(#[doc = $doc])+ $key: $kind,)* });
        $crate::data::keys::keys!(@each [$($each)?] { $($(#[doc = $doc])+ $key,)* });
    )+ };
    (@each [] { $($rest:tt)* }) => {};
    (@each [$each:ident] { $($(#[doc = $doc:literal])+ $key:ident,)* }) => {
        /// A key of the section.
        #[allow(non_camel_case_types)] // it is called as it is written
        #[derive(Clone, Copy, PartialEq)]
        pub enum $each { $($(#[doc = $doc])+ $key,)* }
        impl $crate::data::keys::Each for $each {
            const ALL: &'static [(&'static str, Self)] =
                &[$(($crate::data::keys::plain(stringify!($key)), Self::$key)),*];
        }
    };
    (@read [] { $($rest:tt)* }) => {};
    (@read [$read:ident] { $($(#[doc = $doc:literal])+ $key:ident: $kind:ident,)* }) => {
        /// The section as it is read.
        pub struct $read<'n> {
            $($(#[doc = $doc])+ pub $key: $crate::data::keys::keys!(@type 'n $kind),)*
            node: &'n $crate::data::Node,
        }
        impl<'n> $read<'n> {
            /// Reads a map. Mistakes in it are reported when the whole file is checked.
            pub fn of(node: &'n $crate::data::Node) -> Self {
                use $crate::data::keys::{Read, plain};
                // The loop passes once over the keys that are present, which are few.
                $(let mut $key = None;)*
                for (key, value) in node.as_map().unwrap_or_default() {
                    let name = key.name.as_str();
                    $(if name == const { plain(stringify!($key)) } {
                        $key = $key.or(Some(value));
                        continue;
                    })*
                }
                Self { $($key: Read::read($key),)* node }
            }

            /// The map itself, with its place.
            #[allow(dead_code)] // not every section needs it
            pub fn node(&self) -> &'n $crate::data::Node {
                self.node
            }
        }
    };
    (@type $n:lifetime Flag) => { bool };
    (@type $n:lifetime Switch) => { Option<bool> };
    (@type $n:lifetime Number) => { Option<i64> };
    (@type $n:lifetime Text) => { Option<&$n str> };
    (@type $n:lifetime Choice) => { Option<&$n str> };
    (@type $n:lifetime Items) => { &$n [$crate::data::Node] };
    (@type $n:lifetime Names) => { &$n [($crate::data::Key, $crate::data::Node)] };
    (@type $n:lifetime Node) => { Option<&$n $crate::data::Node> };
    (@type $n:lifetime Unread) => { std::marker::PhantomData<&$n $crate::data::Node> };
    (@shape Flag) => { $crate::data::keys::Shape::Flag };
    (@shape Switch) => { $crate::data::keys::Shape::Flag };
    (@shape Number) => { $crate::data::keys::NUMBER };
    (@shape Number($least:expr, $most:expr)) => { $crate::data::keys::Shape::Number($least, $most) };
    (@shape Text) => { $crate::data::keys::Shape::Text };
    (@shape Choice($($word:literal),+)) => { $crate::data::keys::Shape::Choice(&[$($word),+]) };
    (@shape Items($shape:expr)) => { $crate::data::keys::Shape::Items(&$shape) };
    (@shape Names($shape:expr)) => { $crate::data::keys::Shape::Names(&$shape) };
    (@shape Unread($shape:expr)) => { $shape };
    (@shape Node($shape:expr)) => { $shape };
    (@stands) => { $crate::data::keys::Stands::Freely };
    (@stands always) => { $crate::data::keys::Stands::Always };
    (@stands either) => { $crate::data::keys::Stands::Either };
    (@stands for $($sort:literal),+) => { $crate::data::keys::Stands::For(&[$($sort),+]) };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
}
pub use keys;
