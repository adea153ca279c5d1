//! Sheet as PDF: the same pages in one file, with the fonts that every reader of PDF has.
//!
//! These fonts know the letters of western Europe only, and so nothing of a font has to be in the file or on the machine.
//! Other letters are drawn as `?` and counted: a browser prints them from the SVG.

use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str};

use super::sheet::{Mark, PAGE};

const PLAIN: Name = Name(b"Plain");
const BOLD: Name = Name(b"Bold");

/// Pages as one file, and how many letters the fonts do not have.
pub fn pdf(pages: &[Vec<Mark>]) -> (Vec<u8>, usize) {
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, plain, bold) = (id(), id(), id(), id());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(ids.len() as i32);
    for (font, name) in [(plain, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
        pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let mut unknown = 0;
    for (marks, (page_id, content_id)) in pages.iter().zip(ids) {
        let mut page = pdf.page(page_id);
        page.media_box(Rect::new(0.0, 0.0, points(PAGE.0), points(PAGE.1))).parent(tree).contents(content_id);
        page.resources().fonts().pair(PLAIN, plain).pair(BOLD, bold);
        drop(page);
        pdf.stream(content_id, &content(marks, &mut unknown));
    }
    (pdf.finish(), unknown)
}

/// Tenths of a millimetre as points.
fn points(tenths: usize) -> f32 {
    tenths as f32 * 72.0 / 254.0
}

fn content(marks: &[Mark], unknown: &mut usize) -> Vec<u8> {
    let mut out = Content::new();
    out.set_line_width(points(2));
    for mark in marks {
        match mark {
            Mark::Edge { x, y, width, height } => {
                // A page of PDF begins at its lower edge.
                out.rect(points(*x), points(PAGE.1 - y - height), points(*width), points(*height)).stroke();
            }
            Mark::Words { x, y, size, is_bold, text } => {
                let bytes: Vec<u8> = text
                    .chars()
                    .map(|c| {
                        letter(c).unwrap_or_else(|| {
                            *unknown += 1;
                            b'?'
                        })
                    })
                    .collect();
                out.begin_text().set_font(if *is_bold { BOLD } else { PLAIN }, points(*size));
                out.next_line(points(*x), points(PAGE.1 - y)).show(Str(&bytes)).end_text();
            }
        }
    }
    out.finish().to_vec()
}

/// A letter as `WinAnsiEncoding` has it.
fn letter(c: char) -> Option<u8> {
    let other = [
        ('€', 0x80),
        ('…', 0x85),
        ('†', 0x86),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('•', 0x95),
        ('–', 0x96),
        ('—', 0x97),
        ('™', 0x99),
        ('Œ', 0x8c),
        ('œ', 0x9c),
        ('Š', 0x8a),
        ('š', 0x9a),
        ('Ž', 0x8e),
        ('ž', 0x9e),
    ];
    match c {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(c)).ok(),
        // A minus of mathematics is as good as the one of the keyboard.
        '−' => Some(b'-'),
        _ => other.iter().find(|(known, _)| *known == c).map(|(_, byte)| *byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_pages_and_says_which_letters_it_lacks() {
        let words = |text: &str| vec![Mark::Words { x: 10, y: 20, size: 30, is_bold: true, text: text.into() }];
        let (file, unknown) = pdf(&[words("Zoë’s “card”"), words("竜 x")]);
        assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&file).into_owned();
        assert!(text.contains("/Count 2") && text.contains("WinAnsiEncoding"), "{text}");
        assert_eq!(unknown, 1);
    }
}
