//! Mcp: the commands of the program as tools of the Model Context Protocol, for coding agents.
//!
//! A client sends one JSON-RPC message a line over the standard input, and each request is answered before the next is
//! read: a tool is a command that runs to its end, and the VM of a game belongs to one thread. So the protocol is spoken
//! here, with serde_json alone; its Rust SDK needs an event loop, which would do nothing.
//!
//! ```text
//! lines --> wire: requests --> tools: which command, with which arguments --> the command itself --> text
//!                                  \--> given: types, bounds, paths below the folder
//! ```

mod tool_arguments;
mod tools;
mod wire;

use std::io::Write;
use std::path::Path;

use super::Exit;
use intermezzo::data::disk::Folder;
use intermezzo::error::Error;

/// Serve a coding agent: check, test, list, docs and more as tools of the Model Context Protocol
///
/// Speaks the protocol over standard input and output, and is started by the agent's program: docs/agents.md says how.
/// Its tools read what lies below the folder, take no path that leads out of it, and write nothing.
#[derive(Debug, clap::Args)]
pub struct McpArgs {
    /// Print the tools with their schemas, and serve nothing
    #[arg(long)]
    tools: bool,
}

pub fn run(args: &McpArgs, root: Option<&Path>, packs: &[String], out: &mut dyn Write) -> anyhow::Result<Exit> {
    if args.tools {
        serde_json::to_writer_pretty(&mut *out, &tools::listed())?;
        writeln!(out)?;
        return Ok(Exit::Fine);
    }
    // Paths of packs are made absolute, because the current folder changes below.
    let packs: Vec<String> = packs
        .iter()
        .map(|pack| Path::new(pack).canonicalize().map_or(pack.clone(), |full| full.display().to_string()))
        .collect();
    // All commands search from the current folder.
    if let Some(root) = root {
        std::env::set_current_dir(root).map_err(|error| Error::io(root, error))?;
    }
    let folder = Folder::open(Path::new("."))?;
    let server = tools::ToolServer { folder, packs };
    wire::serve(&mut std::io::stdin().lock(), out, &mut |name, given| server.call(name, given))?;
    Ok(Exit::Fine)
}
