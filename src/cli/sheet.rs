//! Sheet: pages of cards to print, cut and try: A4, nine a page, text only.

use super::cards::Printed;
use super::text::wrap;

/// In tenths of a millimetre: a page, and a card on it.
const PAGE: (usize, usize) = (2100, 2970);
const CARD: (usize, usize) = (630, 880);
/// So many letters of the text stand in a line, and so many lines on a card.
const LETTERS: usize = 34;
const LINES: usize = 17;

/// The pages of these cards.
pub fn pages(title: &str, cards: &[Printed]) -> Vec<String> {
    cards.chunks(9).map(|nine| page(title, nine)).collect()
}

fn page(title: &str, cards: &[Printed]) -> String {
    let (width, height) = PAGE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<title>{}</title>\n",
        escaped(title)
    );
    let left = (PAGE.0 - 3 * CARD.0) / 2;
    let top = (PAGE.1 - 3 * CARD.1) / 2;
    for (i, card) in cards.iter().enumerate() {
        out += &one(card, left + i % 3 * CARD.0, top + i / 3 * CARD.1);
    }
    out + "</svg>\n"
}

fn one(card: &Printed, x: usize, y: usize) -> String {
    let (width, height) = CARD;
    let text = |dy: usize, size: usize, weight: &str, words: &str| {
        let (x, y) = (x + 30, y + dy);
        format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\">{}</text>\n", escaped(words))
    };
    let mut out = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"black\" stroke-width=\"2\"/>\n"
    );
    out += &text(70, 44, "bold", &card.name);
    out += &text(115, 30, "normal", &card.ty);
    let numbers: Vec<String> = card.numbers.iter().map(|(name, n)| format!("{name} {n}")).collect();
    for (i, line) in wrap(&numbers.join("  "), LETTERS, 0).iter().take(3).enumerate() {
        out += &text(165 + 38 * i, 32, "bold", line);
    }
    let mut lines = wrap(&card.text, LETTERS, 0);
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines.push("…".into());
    }
    for (i, line) in lines.iter().enumerate() {
        out += &text(300 + 32 * i, 30, "normal", line);
    }
    out + &text(height - 20, 20, "normal", &card.id)
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
        let card = |n: usize| Printed {
            id: format!("card_{n}"),
            name: "A <b> & c".into(),
            ty: "spell".into(),
            set: "s".into(),
            numbers: vec![("power".into(), 3)],
            text: "word ".repeat(200),
            ..Printed::default()
        };
        let cards: Vec<Printed> = (0..10).map(card).collect();
        let pages = pages("T", &cards);
        assert_eq!(pages.len(), 2);
        assert!(pages[0].contains("A &lt;b&gt; &amp; c") && pages[0].matches("<rect").count() == 9);
    }
}
