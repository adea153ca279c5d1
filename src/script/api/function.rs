//! Host functions: one entry of the table, and how it is called.

use crate::kernel::model::value::EventId;
use crate::script::api::params::{self, Param};
use crate::script::api::takes::Takes;
use crate::script::host::call::{Call, HostReply};

/// A host function.
pub struct HostFn {
    /// The name in Lua, with its table: `act.move`.
    pub path: &'static str,
    /// Parameters and results as an editor's stub writes them.
    pub signature: &'static str,
    /// The types of each argument, in the order of the signature, which says which may be left out.
    pub takes: &'static [&'static [Takes]],
    /// The description, in one or two sentences.
    // stubs and the reference page are made from it
    pub doc: &'static str,
    /// When the function waits for an answer or for other rules, so that the script is suspended.
    pub waits: Waits,
    /// The implementation.
    pub call: fn(&mut Call) -> Result<HostReply, String>,
}

/// The condition under which a host function waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The function returns at once.
    Never,
    /// The function may wait in any game.
    Always,
    /// The function waits in games with reactions to such an event, or with checks.
    IfAnswered(EventId),
}

impl HostFn {
    /// The names of its parameters, and whether each may be left out.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let inner = self.signature.strip_prefix('(').unwrap_or("");
        // Types may have brackets of their own.
        let end = inner.find("): ").or(inner.rfind(')')).unwrap_or(0);
        let inner = &inner[..end];
        let names = inner.split(',').filter_map(|one| one.split_once(':'));
        names.map(|(name, _)| (name.trim().trim_end_matches('?'), name.trim().ends_with('?')))
    }

    /// The parameters of the function, each with its type, and the type of its result.
    pub fn typed(&self) -> (Vec<(String, String)>, Option<&'static str>) {
        params::split(self.signature)
    }

    /// Checks a script's arguments, and runs the function.
    ///
    /// # Errors
    ///
    /// The mistake in the arguments, or the reason why it cannot be done now, with the name of the function.
    pub(crate) fn run(&self, params: &[Param], call: &mut Call) -> Result<HostReply, String> {
        let is_checked = call.site.is_some_and(|site| site.is_checked(call.args));
        let checked = if is_checked { Ok(()) } else { params::check(params, call.args) };
        if let (Some(site), false, Ok(())) = (call.site, is_checked, &checked) {
            site.set_checked(call.args);
        }
        let reply = checked.and_then(|()| (self.call)(call));
        reply.map_err(|message| format!("{}: {message}", self.path))
    }
}
