//! Sheet as PDF: all pages in one file, with a standard font of PDF or a given one.
//!
//! Standard fonts cover Western European letters only, and need not be in the file. Other letters are drawn as `?` and
//! reported; of a given font the used glyphs are embedded.

use std::collections::BTreeSet;

use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str, TextStr};

use super::generated_files::Own;
use super::sheet::{PAGE, SheetMark};
use super::sheet_font::Font;

const PLAIN: Name = Name(b"Plain");
const BOLD: Name = Name(b"Bold");

/// The producer named in the file.
const MAKER: &str = "intermezzo cards";

/// The file of all pages.
pub const OWN: Own = Own {
    what: "a PDF that `cards --pdf` made",
    is_one: |old| old.starts_with(b"%PDF-") && old.windows(MAKER.len()).any(|part| part == MAKER.as_bytes()),
    option: "--pdf",
};

/// Pages as one file, and the letters that the fonts do not have.
///
/// # Errors
///
/// A font of which nothing can be taken.
pub fn pdf(pages: &[Vec<SheetMark>], mut own: Option<Font>) -> Result<(Vec<u8>, BTreeSet<char>), String> {
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, plain, bold) = (id(), id(), id(), id());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    let mut pdf = Pdf::new();
    pdf.document_info(id()).producer(TextStr(MAKER));
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(ids.len() as i32);
    if own.is_none() {
        for (font, name) in [(plain, Name(b"Helvetica")), (bold, Name(b"Helvetica-Bold"))] {
            pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
    }
    let mut unknown = BTreeSet::new();
    for (marks, (page_id, content_id)) in pages.iter().zip(ids) {
        let mut page = pdf.page(page_id);
        page.media_box(Rect::new(0.0, 0.0, points(PAGE.0), points(PAGE.1))).parent(tree).contents(content_id);
        page.resources().fonts().pair(PLAIN, plain).pair(BOLD, if own.is_some() { plain } else { bold });
        drop(page);
        pdf.stream(content_id, &content(marks, own.as_mut(), &mut unknown));
    }
    if let Some(font) = own {
        unknown.clone_from(&font.missing);
        font.write(&mut pdf, plain, &mut id)?;
    }
    Ok((pdf.finish(), unknown))
}

/// Tenths of a millimetre as points.
fn points(tenths: usize) -> f32 {
    tenths as f32 * 72.0 / 254.0
}

fn content(marks: &[SheetMark], mut own: Option<&mut Font>, unknown: &mut BTreeSet<char>) -> Vec<u8> {
    let mut out = Content::new();
    for mark in marks {
        match mark {
            SheetMark::Edge { x, y, width, height } => {
                // A page of PDF begins at its lower edge.
                out.set_line_width(points(2));
                out.rect(points(*x), points(PAGE.1 - y - height), points(*width), points(*height)).stroke();
            }
            SheetMark::Words { x, y, size, is_bold, text } => {
                let mut plain = |c| {
                    letter(c).unwrap_or_else(|| {
                        unknown.insert(c);
                        b'?'
                    })
                };
                let bytes: Vec<u8> = match &mut own {
                    Some(font) => font.letters(text),
                    None => text.chars().map(&mut plain).collect(),
                };
                out.begin_text().set_font(if *is_bold { BOLD } else { PLAIN }, points(*size));
                if own.is_some() {
                    // One font serves for both: bold text has outlined letters.
                    let mode = if *is_bold { TextRenderingMode::FillStroke } else { TextRenderingMode::Fill };
                    out.set_text_rendering_mode(mode).set_line_width(points(*size) / 40.0);
                }
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
        let words = |text: &str| vec![SheetMark::Words { x: 10, y: 20, size: 30, is_bold: true, text: text.into() }];
        let (file, unknown) = pdf(&[words("Zoë’s “card”"), words("竜 x")], None).unwrap();
        assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&file).into_owned();
        assert!(text.contains("/Count 2") && text.contains("WinAnsiEncoding"), "{text}");
        assert_eq!(unknown, BTreeSet::from(['竜']));
    }
}
