//! Join: a table of a server in the terminal, over the wire of `docs/serve.md`.
//!
//! ```text
//! address.rs     the link of a seat or of a table
//! connection.rs  the WebSocket: it connects again by itself, and sends an answer again that was not acknowledged
//! requests.rs    a seat, hints and reasons, which are asked by requests
//! typed_answers.rs       typed options as an answer
//! known_table.rs       what the server told of the table
//! session.rs     the person and her table
//! ```
//!
//! All that comes from a server is a stranger's: it is checked before it is drawn, and steers no terminal.

mod address;
mod connection;
mod known_table;
mod requests;
mod session;
mod typed_answers;

use super::Exit;
use super::output::Output;
use address::Address;
use intermezzo::error::Result;

/// Play at a table of a server, in the terminal
///
/// The link is that of a seat, as who opened the table got it, or that of the table, which takes a free seat. A lost
/// connection is made again. docs/serve.md tells more.
#[derive(Debug, clap::Args)]
pub struct JoinArgs {
    /// The link of a seat, or of a table: http://HOST/t/CODE#KEY
    #[arg(value_name = "URL")]
    url: String,
    /// Your name, for who takes a free seat
    #[arg(long, value_name = "NAME", default_value = "Guest")]
    name: String,
    /// Watch, and take no seat
    #[arg(long, conflicts_with = "name")]
    watch: bool,
    /// Ask also where only one answer is legal
    #[arg(long)]
    ask_all: bool,
}

pub fn run(args: &JoinArgs, out: &mut Output) -> anyhow::Result<Exit> {
    let address = seat(args, out)?;
    session::play(&address, args.ask_all, out)
}

/// The address of the seat that the person plays: that of her link, or else a free seat, which is taken for her; then
/// its link is printed, because only with it she can come back.
fn seat(args: &JoinArgs, out: &mut Output) -> Result<Address> {
    let mut address = Address::read(&args.url)?;
    if address.key.is_none() && !args.watch {
        address.key = Some(requests::sit(&address, &args.name)?);
        use std::io::Write as _;
        // If the output is closed, the seat is played all the same.
        drop(writeln!(out, "your seat: {}", address.link()));
    }
    Ok(address)
}
