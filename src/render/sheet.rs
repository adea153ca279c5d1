//! Sheet: pages of cards in one HTML page, to be printed by a browser at their size.

use super::svg::{classes, escaped, n, style_of_fonts};

/// A paper: its name in style sheets, its width and height in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The name of the paper in CSS.
    pub name: &'static str,
    /// The width of the paper in millimetres.
    pub width: f64,
    /// The height of the paper in millimetres.
    pub height: f64,
}

/// ISO A4.
pub const A4: Paper = Paper { name: "A4", width: 210.0, height: 297.0 };
/// US Letter.
pub const LETTER: Paper = Paper { name: "letter", width: 215.9, height: 279.4 };

/// The cards to be printed, and how.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title of the page.
    pub title: String,
    /// The paper.
    pub paper: Paper,
    /// Width and height of a card in millimetres.
    pub card: (f64, f64),
    /// The bleed: how far each card extends beyond its cut edges, in millimetres.
    pub bleed: f64,
    /// True if marks show where to cut.
    pub marks: bool,
    /// Each face as SVG, drawn with named fonts and this bleed; and the number of its copies.
    pub faces: Vec<(String, usize)>,
    /// The back as SVG: each page of faces is followed by one of backs, mirrored for the long edge.
    pub back: Option<String>,
}

/// The width between the edge of the paper and the cards, in millimetres: printers reach no further.
const MARGIN: f64 = 7.5;
/// The beginning of each file, by which it is recognised as a page of cards.
pub const HEAD: &str = "<!doctype html>\n<!-- cards to print, made by intermezzo -->\n";

impl Sheet {
    /// The number of cards in a row, and of rows on a page; at least one.
    pub fn grid(&self) -> (usize, usize) {
        let fits = |room: f64, side: f64| (((room - 2.0 * MARGIN) / side).floor() as usize).max(1);
        let side = 2.0 * self.bleed;
        (fits(self.paper.width, self.card.0 + side), fits(self.paper.height, self.card.1 + side))
    }

    /// True if a card fits on the paper.
    pub fn fits(&self) -> bool {
        let side = 2.0 * self.bleed;
        self.card.0 + side <= self.paper.width && self.card.1 + side <= self.paper.height
    }

    /// The index of a face for each card to be printed, in order: a face with several copies comes several times.
    fn order(&self) -> Vec<usize> {
        self.faces.iter().enumerate().flat_map(|(i, (_, copies))| std::iter::repeat_n(i, *copies)).collect()
    }

    /// The number of pages.
    pub fn pages(&self) -> usize {
        let (columns, rows) = self.grid();
        let sides = if self.back.is_some() { 2 } else { 1 };
        self.order().len().div_ceil(columns * rows) * sides
    }

    /// The pages as HTML.
    pub fn html(&self) -> String {
        let Paper { name, width, height } = self.paper;
        let mut out = String::from(HEAD);
        out += &format!(
            "<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>\n{}{}\n",
            escaped(&self.title),
            style_of_fonts(),
            classes()
        );
        out += &format!(
            "@page{{size:{name} portrait;margin:0}}\nhtml,body{{margin:0;padding:0}}\n\
             .page{{position:relative;width:{}mm;height:{}mm;overflow:hidden;break-after:page;-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n\
             .page:last-child{{break-after:auto}}\n.page svg{{position:absolute;display:block}}\n\
             @media screen{{body{{background:#777}}.page{{background:#fff;margin:5mm auto}}}}\n</style></head><body>\n",
            n(width),
            // Slightly less than the paper: behind a page of exactly its height a browser may print an empty one.
            n(height - 0.1)
        );
        let faces: Vec<String> =
            self.faces.iter().enumerate().map(|(i, (face, _))| as_symbol(face, &format!("f{i}"))).collect();
        out += "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n";
        faces.iter().for_each(|face| out += face);
        self.back.iter().for_each(|back| out += &as_symbol(back, "back"));
        out += "</svg>\n";
        let (columns, rows) = self.grid();
        for page in self.order().chunks(columns * rows) {
            self.page(page, false, &mut out);
            if self.back.is_some() {
                self.page(page, true, &mut out);
            }
        }
        out += "</body></html>\n";
        out
    }

    fn page(&self, faces: &[usize], is_back: bool, out: &mut String) {
        let (columns, rows) = self.grid();
        let (w, h) = (self.card.0 + 2.0 * self.bleed, self.card.1 + 2.0 * self.bleed);
        let left = (self.paper.width - columns as f64 * w) / 2.0;
        let top = (self.paper.height - rows as f64 * h) / 2.0;
        *out += "<section class=\"page\">\n";
        if self.marks && !is_back {
            self.cut(faces.len(), (left, top, w, h), out);
        }
        for (i, face) in faces.iter().enumerate() {
            let (column, row) = (i % columns, i / columns);
            // The paper is turned over its long edge, so the backs stand in mirrored columns.
            let column = if is_back { columns - 1 - column } else { column };
            let name = if is_back { "back".to_string() } else { format!("f{face}") };
            *out += &format!(
                "<svg style=\"left:{}mm;top:{}mm\" width=\"{}mm\" height=\"{}mm\"><use href=\"#{name}\"/></svg>\n",
                n(left + column as f64 * w),
                n(top + row as f64 * h),
                n(w),
                n(h)
            );
        }
        *out += "</section>\n";
    }

    /// Draws lines outside of the cards that show where to cut.
    fn cut(&self, count: usize, (left, top, w, h): (f64, f64, f64, f64), out: &mut String) {
        let (columns, _) = self.grid();
        let (used_columns, used_rows) = (count.min(columns), count.div_ceil(columns));
        let (right, bottom) = (left + used_columns as f64 * w, top + used_rows as f64 * h);
        let (pw, ph) = (self.paper.width, self.paper.height);
        *out += &format!(
            "<svg style=\"left:0;top:0\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\"><path d=\"",
            n(pw),
            n(ph)
        );
        let edges = |count: usize, first: f64, side: f64| {
            (0..count)
                .flat_map(move |i| [first + i as f64 * side + self.bleed, first + (i + 1) as f64 * side - self.bleed])
        };
        for x in edges(used_columns, left, w) {
            *out += &format!(
                "M{0} {1}V{2}M{0} {3}V{4}",
                n(x),
                n(top - 5.0),
                n(top - 1.0),
                n(bottom + 1.0),
                n(bottom + 5.0)
            );
        }
        for y in edges(used_rows, top, h) {
            *out += &format!(
                "M{1} {0}H{2}M{3} {0}H{4}",
                n(y),
                n(left - 5.0),
                n(left - 1.0),
                n(right + 1.0),
                n(right + 5.0)
            );
        }
        *out += "\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.2\"/></svg>\n";
    }
}

/// A drawing as an SVG `<symbol>` with an id, which the pages show with `<use>`.
fn as_symbol(svg: &str, name: &str) -> String {
    let Some((head, rest)) = svg.split_once('>') else { return String::new() };
    let view = head.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(view, _)| view);
    let inner = rest.trim_end().strip_suffix("</svg>").unwrap_or(rest);
    // Browsers would show a `<title>` as a tooltip over each card.
    let inner = inner.split_once("</title>").map_or(inner, |(_, inner)| inner);
    format!("<symbol id=\"{name}\" viewBox=\"{view}\">{inner}</symbol>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(copies: usize, bleed: f64, paper: Paper) -> Sheet {
        let svg = "<svg viewBox=\"0 0 630 880\"><title>T</title><rect/></svg>\n";
        let faces = vec![(svg.to_string(), copies)];
        Sheet { title: "A <b>".into(), paper, card: (63.0, 88.0), bleed, marks: true, faces, back: Some(svg.into()) }
    }

    #[test]
    fn nine_cards_are_a_page_and_its_backs_another() {
        let nine = sheet(9, 0.0, A4);
        assert_eq!((nine.grid(), nine.pages()), ((3, 3), 2));
        assert_eq!(sheet(10, 0.0, LETTER).pages(), 4);
        assert_eq!(sheet(1, 3.0, A4).grid(), (2, 3));
        let html = nine.html();
        assert!(html.starts_with(HEAD) && html.contains("A &lt;b&gt;") && !html.contains("<title>T"));
        assert_eq!((html.matches("<symbol").count(), html.matches("<use").count()), (2, 18));
    }

    #[test]
    fn backs_are_mirrored() {
        let html = sheet(1, 0.0, A4).html();
        let at = |name: &str| {
            let (before, _) = html.split_once(&format!("<use href=\"#{name}\"")).expect("it is used");
            let (_, style) = before.rsplit_once("left:").expect("it has a place");
            style.split("mm").next().expect("a length").parse::<f64>().expect("a number")
        };
        assert_eq!((at("f0"), at("back")), (10.5, 136.5));
    }
}
