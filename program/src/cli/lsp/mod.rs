//! Lsp: a language server, for editors. It speaks the Language Server Protocol 3.17 over standard input and output.
//!
//! Messages are answered one after the other. Changes are read into memory at once; findings are computed when no
//! message is waiting, so whoever types fast is told of the last text only.
//!
//! ```text
//! messages --> Server --> Workspace: what is open, over what lies on disk --> editor: what is known of a place
//!                 \<---------- findings, of the game whose file changed --------/
//! ```

mod answers;
mod faces;
mod places;
mod positions;
mod scenarios;
mod server;
mod unit;
mod wire;
mod workspace;

#[cfg(feature = "studio")]
pub(super) use server::serve;

use super::Exit;
use super::pack::Pack;

/// Serve an editor: findings, completion, help, references, renaming
///
/// Speaks the Language Server Protocol 3.17 over standard input and output, and is started by the editor:
/// docs/editors.md says how. It reads what lies around the files that are open there, and writes nothing.
#[derive(Debug, clap::Args)]
pub struct LspArgs {
    /// Does nothing: editors say it
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: &LspArgs, pack: &Pack) -> anyhow::Result<Exit> {
    let wire = wire::stdio();
    let served = server::serve(&wire.connection, pack);
    // An error of the wire comes first: it may be why the server ended.
    wire.end()?;
    Ok(Exit::fine_if(served?))
}
