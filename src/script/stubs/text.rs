//! Text: how a stub is written.

use std::fmt::Write;

use crate::script::api::params::split;

/// Appends a text.
pub(super) fn put(out: &mut String, text: &str) {
    out.write_str(text).expect("a string takes all");
}

/// The function of an editor's stub: parameters and results as annotations, then an empty body.
pub(super) fn function(path: &str, signature: &str) -> String {
    let (params, returns) = split(signature);
    let mut out = String::new();
    let mut names = Vec::new();
    for (name, ty) in &params {
        put(&mut out, &format!("---@param {name} {ty}\n"));
        names.push(name.trim_end_matches('?'));
    }
    if let Some(ty) = returns {
        put(&mut out, &format!("---@return {ty}\n"));
    }
    put(&mut out, &format!("function {path}({}) end\n\n", names.join(", ")));
    out
}
