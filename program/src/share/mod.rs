//! Share: packs on their way from one person to another: archives, signatures, shelves, compatible versions.
//!
//! ```text
//! a folder -- contents --> archive (+ hash, signature, list) -- shelf --> a folder that any web server serves
//! archive, folder, git, shelf -- fetch --> contents, judged --> resolve --> lock, and a folder in packs/
//! ```
//!
//! A text from elsewhere is hostile until it was judged: [`Contents`] can only be made of files that may be written
//! below a folder on any system.

pub mod archive;
pub mod changelog;
pub mod contents;
pub mod fetch;
pub mod git;
pub mod install;
pub mod local_changes;
pub mod lock;
pub mod names;
pub mod resolve;
pub mod shelf;
pub mod sign;

pub use contents::Contents;
