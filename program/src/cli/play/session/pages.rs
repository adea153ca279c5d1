//! Pages: long texts such as the log, which are shown in place of the table, a screen at a time.

use std::io::Write as _;

use super::Session;
use super::show::size;
use crate::cli::language::ui;
use crate::cli::text::{cut, width, wrap};

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Page {
    /// The log: its end first.
    Log,
    /// What happened since the person's last answer. She did not ask for this page, so the clock of her answer stops.
    News,
    /// Any other page.
    Other,
}

/// The most lines that are shown with the table; more get pages of their own.
const BESIDE: usize = 8;

/// Pages that are open.
pub(super) struct PageView {
    pub kind: Page,
    lines: Vec<String>,
    /// The index of the shown page; `None` until it is first drawn: then the end of the log, or the beginning of
    /// other texts.
    at: Option<usize>,
}

impl PageView {
    /// The lines of the shown page on a screen of this size, and the line that says which keys turn pages.
    fn drawn(&mut self, columns: usize, rows: usize) -> (Vec<String>, String) {
        let lines: Vec<String> = self.lines.iter().flat_map(|l| wrap(l, columns, 4)).collect();
        let each = rows.saturating_sub(2).max(1);
        let pages = lines.len().div_ceil(each).max(1);
        let first = if self.kind == Page::Log { pages - 1 } else { 0 };
        let at = self.at.unwrap_or(first).min(pages - 1);
        self.at = Some(at);
        let mut shown: Vec<String> = lines.into_iter().skip(at * each).take(each).collect();
        shown.resize(each, String::new());
        let what = if self.kind == Page::News { ui!("page-news", "what happened, ") } else { String::new() };
        let next = match at + 1 < pages {
            true => ui!("page-next", "Enter: next page · q: to the table"),
            false => ui!("page-last", "Enter: to the table"),
        };
        let before = if at > 0 { ui!("page-before", " · b: page before") } else { String::new() };
        let n = at + 1;
        let full = ui!(
            "page",
            "{what}page {n} of {all} · {next}{before}",
            what = what,
            n = n,
            all = pages,
            next = next,
            before = before
        );
        let short = ui!("page-short", "page {n} of {all} · Enter: next · q: table", n = n, all = pages);
        let least = ui!("page-least", "{n} of {all} · Enter · q", n = n, all = pages);
        let fits = [full, short].into_iter().find(|help| width(help) <= columns);
        (shown, fits.unwrap_or_else(|| cut(&least, columns)))
    }

    /// Turns to the next page, or to the one before. False: the shown page was the last.
    fn turn(&mut self, forward: bool, columns: usize, rows: usize) -> bool {
        let at = self.at.unwrap_or(0);
        if !forward {
            self.at = Some(at.saturating_sub(1));
            return true;
        }
        self.at = Some(at + 1);
        self.drawn(columns, rows);
        self.at != Some(at)
    }
}

impl Session<'_> {
    /// Shows lines as messages with the table, or on pages in place of it if they are many.
    pub(super) fn show(&mut self, lines: &[String]) -> std::io::Result<()> {
        let columns = size().0;
        let wrapped: Vec<String> = lines.iter().flat_map(|l| wrap(l, columns, 4)).collect();
        if wrapped.len() > BESIDE {
            return self.page(lines, Page::Other);
        }
        wrapped.into_iter().for_each(|line| self.note(line));
        Ok(())
    }

    /// Shows lines on pages in place of the table; without a screen of its own, prints them.
    pub(super) fn page(&mut self, lines: &[String], kind: Page) -> std::io::Result<()> {
        if self.is_plain {
            let columns = size().0;
            return lines.iter().flat_map(|l| wrap(l, columns, 4)).try_for_each(|l| writeln!(self.out, "{l}"));
        }
        self.pages = Some(PageView { kind, lines: lines.to_vec(), at: None });
        Ok(())
    }

    /// After a change of the terminal's size: closes a page of news, so that the news are shown on pages again only if
    /// they still do not fit beside the table.
    pub(super) fn resized(&mut self) {
        if self.pages.as_ref().is_some_and(|p| p.kind == Page::News) {
            self.pages = None;
            let own = self.own();
            self.reported[own] = 0;
        }
    }

    /// Draws the open page. False: no page is open.
    pub(super) fn draw_page(&mut self) -> std::io::Result<bool> {
        let (columns, rows) = size();
        if self.pages.as_ref().is_some_and(|pages| pages.kind == Page::News) {
            self.shows(true);
        }
        let Some(pages) = &mut self.pages else { return Ok(false) };
        let (mut lines, help) = pages.drawn(columns, rows);
        lines.push(self.paint.dim(&help));
        self.put(&lines)?;
        Ok(true)
    }

    /// Turns or closes the open pages, if the typed line says so: then true. Any other line closes them, and is to be
    /// handled as always.
    pub(super) fn turned(&mut self, line: &str) -> bool {
        let (columns, rows) = size();
        let Some(pages) = &mut self.pages else { return false };
        let forward = match line.trim() {
            "" => true,
            "b" => false,
            other => {
                self.pages = None;
                return other == "q";
            }
        };
        if !pages.turn(forward, columns, rows) {
            self.pages = None;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(kind: Page, lines: usize) -> PageView {
        PageView { kind, lines: (0..lines).map(|n| n.to_string()).collect(), at: None }
    }

    #[test]
    fn the_log_is_shown_from_its_end_and_anything_else_from_its_beginning() {
        let first = |kind| pages(kind, 20).drawn(40, 10).0[0].clone();
        assert_eq!(first(Page::Log), "16");
        assert_eq!(first(Page::Other), "0");
    }

    #[test]
    fn pages_end_behind_the_last_one_and_stay_at_the_first() {
        let mut pages = pages(Page::Other, 10);
        assert!(pages.drawn(40, 10).1.contains("page 1 of 2"));
        assert!(pages.turn(false, 40, 10));
        assert!(pages.turn(true, 40, 10));
        assert!(pages.drawn(40, 10).1.contains("page 2 of 2"));
        assert!(!pages.turn(true, 40, 10));
    }

    #[test]
    fn a_smaller_screen_has_more_pages_of_the_same_lines() {
        let mut pages = pages(Page::Other, 10);
        assert!(pages.drawn(40, 20).1.contains("page 1 of 1"));
        let (lines, help) = pages.drawn(40, 6);
        assert_eq!(lines, ["0", "1", "2", "3"]);
        assert!(help.contains("page 1 of 3"), "{help}");
        // The line that names the keys fits even on a narrow screen.
        for columns in [20, 30, 40] {
            let help = pages.drawn(columns, 6).1;
            assert!(help.contains("Enter") && help.contains(" q") && width(&help) <= columns, "{help}");
        }
    }
}
