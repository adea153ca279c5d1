//! Lsp: a language server, for editors. It speaks the Language Server Protocol 3.17 over standard input and output.
//!
//! One message is answered after the other. What changes is read into memory at once; findings are computed when nothing
//! more is waiting, so whoever types fast is told of the last text only.
//!
//! ```text
//! messages --> Server --> Workspace: what is open, over what lies on disk --> editor: what is known of a place
//!                 \<---------- findings, of the game whose file changed --------/
//! ```

mod answers;
mod scenarios;
mod server;
mod spots;
mod unit;
mod workspace;

use lsp_server::Connection;

use super::Exit;
use super::pack::Pack;

/// Serve an editor: findings, completion, help, references, renaming
///
/// Speaks the Language Server Protocol 3.17 over standard input and output, and is started by the editor:
/// docs/editors.md says how. It reads what lies around the files that are open there, and writes nothing.
#[derive(Debug, clap::Args)]
pub struct Lsp {
    /// Does nothing: editors say it
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: &Lsp, pack: &Pack) -> anyhow::Result<Exit> {
    let (connection, threads) = Connection::stdio();
    let is_fine = server::serve(&connection, pack)?;
    // The writer ends when nobody can give it anything any more.
    drop(connection);
    threads.join()?;
    Ok(Exit::fine_if(is_fine))
}
