//! Data: what authors write in YAML, as a tree in which every value knows its place.
//!
//! Loading goes through [`Node`] and not through serde, because a message about a card must point
//! at the word that is wrong, and because one load reports all problems and not only the first.
//!
//! ```text
//! YAML text --yaml::parse--> Node --(catalog, scenario)--> definitions
//!                  \-------------- Problems ---------------/
//! ```

pub mod disk;
pub mod keys;
mod node;
pub mod suggest;
mod unique_map;
pub mod yaml;
mod yaml_errors;

pub use node::{Data, Key, Node, Span, in_yaml, names_word};
pub use unique_map::unique_map;
