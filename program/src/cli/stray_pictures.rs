//! Stray pictures: findings about pictures that are never drawn: their names are the id of no card, or they are damaged.

use std::path::Path;

use quick_xml::events::Event;

use super::faces::art_of;
use super::findings::short;
use super::pack::Pack;
use intermezzo::data::{Span, disk, suggest};
use intermezzo::error::Problems;
use intermezzo::render::picture::{LONGEST, Picture};
use intermezzo::table::Game;

/// A finding for each picture, in the folders of the game and of the packs in play, that belongs to no card or is damaged.
pub fn findings(pack: &Pack, game: &Game) -> Problems {
    let rules = &game.catalog.rules;
    let ids = || rules.defs.iter().map(|def| &**rules.name(def.id));
    let mut problems = Problems::new();
    for (path, id) in art_of(pack, game).names() {
        if ids().any(|known| known == id) {
            if let Some(why) = damage(&path) {
                let message = format!("the picture of `{id}` cannot be shown: {why}");
                let help = "a picture is an SVG, PNG, JPEG or WebP; save it anew from the program that drew it";
                problems.warn("unreadable", &Span::file(short(&path)), message).help(help);
            }
            continue;
        }
        let help = match suggest::nearest(&id, ids()) {
            Some(near) => format!("did you mean `{near}`? A picture is called by the id of its card"),
            None => "a picture is called by the id of its card".into(),
        };
        let message = format!("no card is called `{id}`, so nobody draws this picture");
        problems.warn("stray_file", &Span::file(short(&path)), message).help(help);
    }
    problems
}

/// The reason why a file cannot be shown as a picture; `None` if it can.
fn damage(path: &Path) -> Option<String> {
    let bytes = match disk::bytes(path, LONGEST) {
        Ok(bytes) => bytes,
        // The error names the file, as its finding does.
        Err(_) if path.metadata().is_ok_and(|about| about.len() > LONGEST) => {
            return Some(format!("it has more than {} MiB", LONGEST >> 20));
        }
        Err(error) => return Some(error.kind().to_string()),
    };
    let picture = match Picture::read(bytes) {
        Ok(picture) => picture,
        Err(why) => return Some(why),
    };
    match picture.media_type() {
        "image/png" => broken_png(picture.bytes()),
        "image/svg+xml" => broken_svg(picture.bytes()),
        // The last bytes of a JPEG may be anything; most programs show one that lacks its end.
        _ => None,
    }
}

/// A PNG is a row of chunks: a length, a name, that many bytes, and a sum of four bytes. The last one is `IEND`.
fn broken_png(bytes: &[u8]) -> Option<String> {
    let mut rest = bytes.get(8..)?;
    loop {
        let Some((head, behind)) = rest.split_at_checked(8) else { return Some("its end is missing".into()) };
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some((_, next)) = behind.split_at_checked(length.saturating_add(4)) else {
            return Some("its end is missing".into());
        };
        match &head[4..] {
            b"IEND" => return None,
            name if rest.len() == bytes.len() - 8 && name != b"IHDR" => return Some("its beginning is damaged".into()),
            _ => rest = next,
        }
    }
}

/// An SVG is XML whose elements are all closed.
fn broken_svg(bytes: &[u8]) -> Option<String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Some("it is not UTF-8".into()) };
    let (mut reader, mut depth) = (quick_xml::Reader::from_str(text), 0_usize);
    loop {
        match reader.read_event() {
            Ok(Event::Start(_)) => depth += 1,
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) if depth > 0 => return Some("an element of it is not closed".into()),
            Ok(Event::Eof) => return None,
            Ok(_) => {}
            Err(why) => return Some(format!("its XML is wrong: {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_breaks_off_is_damaged() {
        let chunk = |name: &[u8], data: &[u8]| {
            let length = u32::try_from(data.len()).expect("a short chunk").to_be_bytes();
            [&length[..], name, data, &[0; 4]].concat()
        };
        let begin = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
        let whole = [&begin[..], &chunk(b"IHDR", &[0; 13]), &chunk(b"IDAT", &[1; 9]), &chunk(b"IEND", &[])].concat();
        assert_eq!(broken_png(&whole), None);
        for end in [8, 20, whole.len() - 12, whole.len() - 1] {
            assert!(broken_png(&whole[..end]).is_some(), "{end}");
        }
        assert!(broken_png(&[&begin[..], &chunk(b"IEND", &[])].concat()).is_none());
        assert!(broken_png(&[&begin[..], &chunk(b"IDAT", &[]), &chunk(b"IEND", &[])].concat()).is_some());
    }

    #[test]
    fn an_svg_closes_its_elements() {
        assert_eq!(broken_svg(b"<svg xmlns=\"x\"><g/><path d=\"M0 0\"></path></svg>"), None);
        assert!(broken_svg(b"<svg xmlns=\"x\"><g></svg>").is_some());
        assert!(broken_svg(b"<svg xmlns=\"x\"><g>").is_some());
    }
}
