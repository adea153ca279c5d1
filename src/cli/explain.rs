//! Explain: what the packs in play add to a game and change in it.

use std::io::Write;

use serde_json::json;

use super::pack::Pack;
use super::text::clean;
use super::{Exit, print_json};

/// Say what the packs in play add and change
///
/// Lists each pack with its version, and every name it sets, adds, inserts at, wraps or removes, with
/// the place that says so. `reads hidden` stands before each script that reads what its player does not
/// see: the hand of an opponent, a deck, a card that lies face down. Without packs the game is as its own files say.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// The game
    game: String,
    /// Print {"game", "packs": [{"id", "title", "version", "changes": [{"what", "name", "place"}]}]}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Explain, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (engine, _) = pack.engine(&args.game)?;
    let catalog = &engine.catalog;
    if args.json {
        let change =
            |c: &crate::catalog::patch::Change| json!({ "what": c.what, "name": c.name, "place": c.place.to_string() });
        let one = |p: &crate::catalog::pack::PackInfo| {
            let changes: Vec<_> = catalog.changes.iter().filter(|c| c.pack == p.id).map(change).collect();
            json!({ "id": p.id, "title": p.title, "version": p.version.to_string(), "changes": changes })
        };
        let packs: Vec<_> = catalog.packs.iter().map(one).collect();
        print_json(out, &json!({ "game": args.game, "packs": packs }))?;
        return Ok(Exit::Fine);
    }
    if catalog.packs.is_empty() {
        writeln!(out, "{}: no packs, the game is as its own files say", args.game)?;
    }
    for pack in &catalog.packs {
        writeln!(out, "{} ({} {})", clean(&pack.title), clean(&pack.id), pack.version)?;
        for c in catalog.changes.iter().filter(|c| c.pack == pack.id) {
            writeln!(out, "  {:<8} {:<48} {}", c.what, clean(&c.name), clean(&c.place.to_string()))?;
        }
    }
    Ok(Exit::Fine)
}
