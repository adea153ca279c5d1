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
/// Without a page it lists them. Where no page is called so, it lists the headings and lines that have the word, as
/// `intermezzo doc --find WORD` lists all of them.
#[derive(Debug, clap::Args)]
pub struct DocArgs {
    /// The page, such as `cards` or `scenarios`; or a word, such as `undo`
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

/// The most lines of a kind that are listed for a word.
const MOST_LINES: usize = 12;

/// Lists what the pages say of a word that is the name of none: headings first.
///
/// # Errors
///
/// A word that no page has.
fn with_word(word: &str, pages: &[(String, &'static str)], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (paint, wanted) = (Colours::for_stdout(), word.to_lowercase());
    // A word begins where it is meant: `undo` is not in `boundary`, and `undone` is.
    let has = |line: &str| {
        let line = line.to_lowercase();
        line.match_indices(&wanted).any(|(at, _)| !line[..at].ends_with(char::is_alphanumeric))
    };
    let lines = || {
        let of_page = |(name, page): &'_ (String, &'static str)| {
            let name = name.clone();
            page.lines().enumerate().map(move |(at, line)| (format!("{name}:{}", at + 1), line)).collect::<Vec<_>>()
        };
        pages.iter().flat_map(of_page).filter(|(_, line)| has(line)).collect::<Vec<_>>()
    };
    let (heads, others): (Vec<_>, Vec<_>) = lines().into_iter().partition(|(_, line)| line.starts_with('#'));
    if wanted.trim().is_empty() || heads.is_empty() && others.is_empty() {
        let help = suggest::help_for(word, pages.iter().map(|(name, _)| name.as_str()));
        return Err(Error::usage(format!("there is no page `{word}`")).help(help).into());
    }
    writeln!(out, "no page is called `{}`; these lines have the word:", clean(word))?;
    for (place, line) in heads.iter().take(MOST_LINES).chain(others.iter().take(MOST_LINES)) {
        writeln!(out, "{} {}", paint.cyan(place), clean(line.trim()))?;
    }
    let more = heads.len().saturating_sub(MOST_LINES) + others.len().saturating_sub(MOST_LINES);
    if more > 0 {
        writeln!(out, "and {more} more: intermezzo doc --find {}", clean(word))?;
    }
    Ok(Exit::Fine)
}

pub fn run(args: &DocArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let paint = Colours::for_stdout();
    let pages = pages();
    let chosen: Vec<_> = match &args.page {
        Some(page) => {
            let page = page.trim_end_matches(".md");
            let found: Vec<_> = pages.iter().filter(|(name, _)| name == page).collect();
            if found.is_empty() {
                return with_word(page, &pages, out);
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
