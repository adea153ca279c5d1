//! Names: which paths a file of a pack may have. One that is judged here names the same file on every system.

use intermezzo::error::{is_one_line, one_line};
use intermezzo::render::picture::ENDINGS as PICTURES;
use unicode_normalization::UnicodeNormalization;

/// The endings of files that belong to a pack, besides pictures of cards. Others are no part of it.
pub const ENDINGS: [&str; 10] =
    [".yaml", ".lua", ".md", ".txt", ".snap", ".ftl", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "COPYING"];
/// The folders of a pack in which its files lie.
const FOLDERS: [&str; 4] = ["cards", "scripts", "tests", ART];
/// The folder for pictures of cards; nothing else may lie in it.
const ART: &str = "art";
/// Beginnings of the names of files that tell people about the pack, with any ending.
const FOR_PEOPLE: [&str; 4] = ["readme", "license", "copying", "changelog"];
/// The longest path, in bytes.
const LONGEST: usize = 100;
/// The greatest depth of folders around a file.
const DEEPEST: usize = 12;
/// Names that are no files on some systems, whatever their ending.
const DEVICES: [&str; 8] = ["con", "prn", "aux", "nul", "clock$", "conin$", "conout$", "com¹"];

/// Checks that a file of a pack may have this path.
///
/// # Errors
///
/// The reason why the path is refused, in words.
pub fn judge(path: &str) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("`{}`: {why}", one_line(path)));
    if path.len() > LONGEST {
        return wrong(&format!("the path is longer than {LONGEST} bytes"));
    }
    let parts: Vec<&str> = path.split('/').collect();
    if parts.len() > DEEPEST {
        return wrong(&format!("it lies more than {DEEPEST} folders deep"));
    }
    for part in &parts {
        if part.is_empty() || matches!(*part, "." | "..") {
            return wrong("the path leads out of the pack, or nowhere");
        }
        if !is_one_line(part) || part.chars().any(|c| "\\:*?\"<>|".contains(c)) {
            return wrong("the name has characters that a file cannot have on every system");
        }
        if part.starts_with(['.', ' ']) || part.ends_with(['.', ' ']) {
            return wrong(
                "a name that begins or ends with a dot or a space is hidden, or is another one on some systems",
            );
        }
        let stem = part.split('.').next().unwrap_or("").to_lowercase();
        let is_port = (stem.starts_with("com") || stem.starts_with("lpt")) && stem.chars().count() == 4;
        if DEVICES.contains(&stem.as_str()) || is_port {
            return wrong("it is the name of a device on some systems");
        }
    }
    match ENDINGS.iter().any(|ending| path.ends_with(ending)) {
        _ if is_picture(path) => Ok(()),
        _ if parts[0] == ART && parts.len() > 1 => wrong("only pictures lie in `art`: SVG, PNG, JPEG, WebP"),
        true => Ok(()),
        false => wrong("no file of a pack has such an ending"),
    }
}

/// True if a path leads to the picture of a card: in `art/` of a pack, or in `cards/GAME/art/` of a game.
pub fn is_picture(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_art = matches!(parts[..], [ART, _, ..] | ["cards", _, ART, _, ..]);
    is_art && path.rsplit_once('.').is_some_and(|(_, ending)| PICTURES.contains(&ending))
}

/// The endings of all files that a pack may hold.
pub fn all_endings() -> Vec<&'static str> {
    ENDINGS.into_iter().chain(PICTURES).collect()
}

/// True if a built pack contains this file, or files of this folder.
pub fn is_part(path: &str) -> bool {
    match path.split_once('/') {
        Some((top, _)) => FOLDERS.contains(&top),
        None => {
            let name = path.to_lowercase();
            path == "pack.yaml"
                || FOLDERS.contains(&path)
                || [".md", ".txt", ""].iter().any(|ending| {
                    let stem = name.strip_suffix(ending).unwrap_or("");
                    FOR_PEOPLE.iter().any(|known| stem == *known || stem.starts_with(&format!("{known}-")))
                })
        }
    }
}

/// The form in which paths are compared. Paths that differ only in case, or in the composition of accents, are the same
/// file on some systems.
pub fn folded(path: &str) -> String {
    // By way of the large letters: ß is SS, and both small sigmas are one.
    let large: String = path.nfd().collect::<String>().to_uppercase();
    large.chars().flat_map(char::to_lowercase).nfc().collect()
}

/// True if a pack may have this id: it becomes the name of a folder and of archives.
pub fn is_id(id: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    (1..=64).contains(&id.len())
        && id.chars().all(fits)
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && judge(&format!("{id}.yaml")).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_one_elsewhere_are_compared_as_one() {
        for (a, b) in [("ZAP", "zap"), ("\u{e9}", "e\u{301}"), ("stra\u{df}e", "strasse"), ("\u{3c2}", "\u{3c3}")] {
            assert_eq!(folded(a), folded(b), "{a} {b}");
        }
        assert_ne!(folded("e"), folded("\u{e9}"));
    }

    #[test]
    fn a_path_names_the_same_file_everywhere_or_none() {
        for good in ["pack.yaml", "cards/some/set/a_card.yaml", "LICENSE", "tests/scenarios/a.snap", "locale/ja/a.ftl"]
        {
            assert_eq!(judge(good), Ok(()), "{good}");
        }
        for picture in ["art/a.png", "art/a.svg", "cards/some/art/a.png"] {
            assert_eq!(judge(picture), Ok(()), "{picture}");
        }
        for stray in ["art/a.yaml", "art/a.lua", "art/a", "cards/some/set/a.png"] {
            assert!(judge(stray).is_err(), "{stray}");
        }
        let long = format!("{}.yaml", "a".repeat(100));
        let deep = format!("{}a.yaml", "a/".repeat(12));
        for bad in [
            "../pack.yaml",
            "a/../b.yaml",
            "/pack.yaml",
            "a//b.yaml",
            "./a.yaml",
            "",
            "a/",
            "c:/a.yaml",
            "a\\b.yaml",
            "a\0.yaml",
            "a\n.yaml",
            "a\u{202e}.yaml",
            ".git/a.yaml",
            "a /b.yaml",
            "a./b.yaml",
            "con.yaml",
            "cards/NUL.yaml",
            "com1.yaml",
            "lpt9.txt",
            "a.exe",
            "a.yml",
            "a.yaml.",
            &long,
            &deep,
        ] {
            assert!(judge(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_pack_is_its_folders_and_what_tells_people_of_it() {
        for part in ["pack.yaml", "cards/some/a.yaml", "tests", "README.md", "LICENSE", "LICENSE-MIT", "Changelog.txt"]
        {
            assert!(is_part(part), "{part}");
        }
        for stray in ["notes.txt", "todo.md", "mine-1.0.0.json", "old/cards/a.yaml", "readme.yaml", "licensed.md"] {
            assert!(!is_part(stray), "{stray}");
        }
    }

    #[test]
    fn an_id_is_a_name_of_a_folder() {
        assert!(is_id("my_pack") && is_id("a-2"));
        for bad in ["", "Mine", "2a", "a b", "a/b", "..", "con", "ä", &"a".repeat(65)] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
