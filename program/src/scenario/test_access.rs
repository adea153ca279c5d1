//! Test access: functions for this crate's own tests: the beginning of a scenario, and the documentation of its keys.

use std::path::PathBuf;

use super::base_positions::Bases;
use super::keys::SCENARIO;
use super::position::{laid_out, options, set_up};
use intermezzo::data::keys::fill;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::World;
use intermezzo::table::{Game, Table};

/// The position at the beginning of a scenario with `setup`, before anything happens.
pub fn position(engine: &Game, node: &Node) -> Result<World, String> {
    let options = options(engine, node)?;
    laid_out(engine, node, 1, &options).map(|(world, _)| world)
}

/// The scenario in a text, with the base that it names laid under its position.
///
/// # Errors
///
/// Mistakes in the text or in its base.
pub fn with_base(path: &str, text: &str) -> Result<Node, String> {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems).ok_or_else(|| problems.render_all())?;
    Bases::default().lay_under(path, node)
}

/// The table that a scenario begins with, before its steps.
///
/// # Errors
///
/// Mistakes in the text or in the position.
pub fn table_of(engine: &Game, text: &str) -> Result<Table, String> {
    let mut problems = Problems::new();
    let node = yaml::parse("position", text, &mut problems).ok_or_else(|| problems.render_all())?;
    Ok(set_up(engine, &node)?.table)
}

/// The files of scenarios below paths.
///
/// # Errors
///
/// The errors of [`found`](super::found()).
pub fn find(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    Ok(super::found(paths)?.iter().map(super::ScenarioFile::path).collect())
}

/// A page of `docs/` with its tables of the keys of scenarios, and the names of the sections that it shows.
///
/// # Errors
///
/// A mark in the page that names no section, or has no end.
pub fn page(text: &str) -> Result<(String, Vec<String>), String> {
    fill(text, &SCENARIO.with_parts())
}

/// The sections of a scenario, each by the name that a mark in a page gives, with its keys.
pub fn sections() -> Vec<(String, Vec<&'static str>)> {
    SCENARIO.with_parts().iter().map(|section| (section.id(), section.names().collect())).collect()
}
