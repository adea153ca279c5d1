//! Sheet: pages of cards to print, cut and try: A4, nine a page, text only; drawn as SVG or as PDF.

use super::cards::PrintedCard;
use super::generated_files::Own;
use super::text::{flow, wrap};

/// In tenths of a millimetre: a page, and a card on it.
pub const PAGE: (usize, usize) = (2100, 2970);
const CARD: (usize, usize) = (630, 880);
/// Letters in a line, and lines on a card.
const LETTERS: usize = 34;
const LINES: usize = 17;

/// Something on a page, its places in tenths of a millimetre from the left and the top.
pub enum SheetMark {
    /// The edge of a card.
    Edge { x: usize, y: usize, width: usize, height: usize },
    /// A line of text; `y` is where its letters stand.
    Words { x: usize, y: usize, size: usize, is_bold: bool, text: String },
}

/// The pages of these cards.
pub fn pages(cards: &[PrintedCard]) -> Vec<Vec<SheetMark>> {
    cards.chunks(9).map(page).collect()
}

fn page(cards: &[PrintedCard]) -> Vec<SheetMark> {
    let left = (PAGE.0 - 3 * CARD.0) / 2;
    let top = (PAGE.1 - 3 * CARD.1) / 2;
    let place = |i: usize| (left + i % 3 * CARD.0, top + i / 3 * CARD.1);
    cards.iter().enumerate().flat_map(|(i, card)| one(card, place(i))).collect()
}

fn one(card: &PrintedCard, (x, y): (usize, usize)) -> Vec<SheetMark> {
    let (width, height) = CARD;
    let line = |dy: usize, size: usize, is_bold: bool, words: &str| {
        let text = words.chars().filter(|c| !c.is_control()).collect();
        SheetMark::Words { x: x + 30, y: y + dy, size, is_bold, text }
    };
    let mut out = vec![SheetMark::Edge { x, y, width, height }];
    out.push(line(70, 44, true, &card.name));
    out.push(line(115, 30, false, &card.ty));
    let numbers = flow(card.numbers.iter().map(|(name, n)| format!("{name} {n}")), "  ", LETTERS, 0);
    out.extend(numbers.iter().take(3).enumerate().map(|(i, words)| line(165 + 38 * i, 32, true, words)));
    let mut lines = wrap(&card.text, LETTERS, 0);
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines.push("…".into());
    }
    out.extend(lines.iter().enumerate().map(|(i, words)| line(300 + 32 * i, 30, false, words)));
    out.push(line(height - 20, 20, false, &card.id));
    out
}

/// The file of a page.
pub const OWN: Own =
    Own { what: "a sheet of cards", is_one: |old| old.starts_with(head().as_bytes()), option: "--sheet" };

/// The head of each page.
fn head() -> String {
    let (width, height) = PAGE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<title>"
    )
}

/// A page as SVG.
pub fn svg(title: &str, page: &[SheetMark]) -> String {
    let mut out = head() + &escaped(title) + "</title>\n";
    for mark in page {
        out += &match mark {
            SheetMark::Edge { x, y, width, height } => format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"black\" stroke-width=\"2\"/>\n"
            ),
            SheetMark::Words { x, y, size, is_bold, text } => {
                let weight = if *is_bold { "bold" } else { "normal" };
                let text = escaped(text);
                format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\">{text}</text>\n")
            }
        };
    }
    out + "</svg>\n"
}

/// A text as XML has it.
fn escaped(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_cards_are_a_page_and_no_text_is_markup() {
        let card = |n: usize| PrintedCard {
            id: format!("card_{n}"),
            name: "A <b> & c".into(),
            ty: "spell".into(),
            set: "s".into(),
            numbers: vec![("power".into(), 3)],
            text: "word ".repeat(200),
            ..PrintedCard::default()
        };
        let cards: Vec<PrintedCard> = (0..10).map(card).collect();
        let pages = pages(&cards);
        assert_eq!(pages.len(), 2);
        let first = svg("T", &pages[0]);
        assert!(first.contains("A &lt;b&gt; &amp; c") && first.matches("<rect").count() == 9);
    }
}
