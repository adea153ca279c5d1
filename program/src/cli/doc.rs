//! Doc: the pages of the book, built into the program.

use std::io::Write;

use include_dir::{Dir, include_dir};

use super::Exit;
use super::text::{Colours, clean};
use intermezzo::data::suggest;
use intermezzo::error::Error;

static PAGES: Dir<'_> = include_dir!("$REPOSITORY/docs");

/// Show a page of the book, without a network
///
/// Without a page it lists them. `intermezzo doc --find WORD` lists the lines that have a word.
#[derive(Debug, clap::Args)]
pub struct DocArgs {
    /// The page, such as `cards` or `scenarios`
    page: Option<String>,
    /// List the lines of all pages, or of one, that have this text
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
}

/// The pages of the book with their texts, by name, in the order of its summary.
fn pages() -> Vec<(String, &'static str)> {
    let text = |path: &str| PAGES.get_file(path).and_then(|file| file.contents_utf8());
    let summary = text("SUMMARY.md").unwrap_or_default();
    let listed = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(".md)"));
    listed.filter_map(|name| Some((name.to_string(), text(&format!("{name}.md"))?))).collect()
}

pub fn run(args: &DocArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let paint = Colours::for_stdout();
    let pages = pages();
    let chosen: Vec<_> = match &args.page {
        Some(page) => {
            let page = page.trim_end_matches(".md");
            let found: Vec<_> = pages.iter().filter(|(name, _)| name == page).collect();
            if found.is_empty() {
                let help = suggest::help_for(page, pages.iter().map(|(name, _)| name.as_str()));
                return Err(Error::usage(format!("there is no page `{page}`")).help(help).into());
            }
            found
        }
        None => pages.iter().collect(),
    };
    if let Some(text) = &args.find {
        let wanted = text.to_lowercase();
        let mut is_found = false;
        for (name, page) in chosen {
            for (i, line) in page.lines().enumerate().filter(|(_, line)| line.to_lowercase().contains(&wanted)) {
                is_found = true;
                writeln!(out, "{} {}", paint.cyan(&format!("{name}:{}", i + 1)), clean(line.trim()))?;
            }
        }
        return Ok(Exit::fine_if(is_found));
    }
    if args.page.is_none() {
        for (name, page) in chosen {
            let title = page.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("");
            writeln!(out, "{name:<16} {}", paint.dim(title))?;
        }
        writeln!(out, "\nintermezzo doc PAGE shows one of them.")?;
        return Ok(Exit::Fine);
    }
    for (_, page) in chosen {
        let mut is_code = false;
        for line in page.lines().filter(|line| !line.starts_with("<!--")) {
            is_code ^= line.starts_with("```");
            let is_title = line.starts_with('#') && !is_code;
            let shown = if is_title { paint.bold(line.trim_start_matches(['#', ' '])) } else { line.to_string() };
            if !line.starts_with("```") {
                writeln!(out, "{}{shown}", if is_code { "    " } else { "" })?;
            }
        }
    }
    Ok(Exit::Fine)
}
