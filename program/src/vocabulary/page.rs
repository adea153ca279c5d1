//! Page: the words of a game that its cards, scripts and scenarios may use, in Markdown.

use intermezzo::catalog::Catalog;

use super::{WordKind, words};

/// The page of a game's words.
pub fn page(catalog: &Catalog) -> String {
    let schema = &catalog.rules.schema;
    let mut out = format!(
        "# Words of {}\n\nWhat files of `{}` may say: cards, scripts and scenarios.\n\
         `intermezzo list KIND {}` prints one table, with `--json` for programs.\n",
        schema.title, schema.game, schema.game
    );
    for kind in WordKind::ALL {
        let found = words(catalog, kind);
        if found.is_empty() {
            continue;
        }
        let (heading, used) = kind.heading();
        let used = used.replace("WORD", &found[0].id);
        out += &format!("\n## {heading}\n\n{used}\n\n| word | is |\n|---|---|\n");
        for word in found {
            out += &format!("| `{}` | {} |\n", word.id, cell(&word.title));
        }
    }
    out
}

/// A text in a cell of a table: one line, in which no column ends.
fn cell(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}
