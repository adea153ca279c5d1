//! Schema: prints the JSON Schema of a kind of file, by which editors complete and check what authors write.

use std::io::Write;

use anyhow::bail;
use serde_json::Value;

use super::pack::Pack;
use super::{Exit, print_json};
use crate::scenario;
use intermezzo::catalog::keys;
use intermezzo::data::suggest;

/// Print the JSON Schema of a kind of file
///
/// Editors that know JSON Schema complete keys, explain them and mark mistakes. Write the schema into a file, and name it
/// in the first line of what you write: # yaml-language-server: $schema=card.schema.json
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {
    /// manifest, card, deck, pack, scenario or bases
    kind: String,
    /// For card and deck: the game whose fields and lists they have
    game: Option<String>,
}

pub fn run(args: &SchemaArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let known: Vec<(&str, Value)> = match &args.game {
        Some(game) => keys::schemas_of(&pack.engine(game)?.0.catalog),
        None => keys::schemas().into_iter().chain(scenario::keys::schemas()).collect(),
    };
    let Some((_, schema)) = known.iter().find(|(kind, _)| *kind == args.kind) else {
        let help = suggest::help_for(&args.kind, known.iter().map(|(kind, _)| *kind));
        match &args.game {
            Some(game) => bail!("`{}` of `{game}` has no schema of its own ({help})", args.kind),
            None => bail!("there is no kind of file `{}` ({help})", args.kind),
        }
    };
    print_json(out, schema)?;
    Ok(Exit::Fine)
}
