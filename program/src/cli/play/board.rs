//! Board: writes a board (a zone with rows and columns) as a grid or in words.

use crate::cli::text::{clean, cut, pad, spoken, width};
use intermezzo::table::view::board::{BoardView, SpaceView};

/// The width that a space has if the terminal has room, even if all its texts are shorter.
const USUAL: usize = 18;

/// Draws a board as a grid, with the last row on top; spaces of an area stand in brackets. `names` are those of the
/// players: before a card stands the sign of its player, as in `A:Guard`.
pub fn drawn(board: &BoardView, names: &[String], columns: usize) -> Vec<String> {
    let tags = tags(names);
    let top = |space: &SpaceView| top(board, space, &tags);
    // All spaces have one width: that of the longest text and at least the usual one, or less if the terminal has no
    // room.
    let texts = board.spaces.iter().flat_map(|s| [framed(s, &top(s)), framed(s, &below(s))]);
    let widest = texts.map(|text| width(&text) + 1).max().unwrap_or(0);
    let cell = (columns.saturating_sub(4) / board.columns.max(1) as usize).clamp(5, widest.max(USUAL));
    let mut out = Vec::new();
    for row in board.spaces.chunks(board.columns.max(1) as usize).rev() {
        let line = |text: &dyn Fn(&SpaceView) -> String| -> String {
            row.iter().map(|s| pad(&cut(&text(s), cell - 1), cell)).collect::<String>()
        };
        let number = row.first().map_or(0, |s| s.row);
        out.push(format!(" {number}  {}", line(&|s| framed(s, &top(s)))));
        if row.iter().any(|s| !below(s).is_empty()) {
            out.push(format!(
                "    {}",
                line(&|s| if below(s).is_empty() { String::new() } else { framed(s, &below(s)) })
            ));
        }
    }
    let numbers: String = (0..board.columns).map(|c| pad(&format!(" {c}"), cell)).collect();
    out.push(format!("    {numbers}"));
    out
}

fn framed(space: &SpaceView, text: &str) -> String {
    if space.areas.is_empty() { format!(" {text}") } else { format!("[{text}]") }
}

/// A sign for each player: the first letter of the name, or the number of the seat if two names share that letter.
fn tags(names: &[String]) -> Vec<String> {
    let letters: Vec<String> = names.iter().map(|name| clean(name).chars().take(1).collect()).collect();
    let are_apart = letters.iter().enumerate().all(|(n, letter)| !letter.is_empty() && !letters[..n].contains(letter));
    if are_apart { letters } else { (1..=names.len()).map(|n| n.to_string()).collect() }
}

/// The entry of `names`, which has one for each seat, of the player to whom a card on a space belongs.
fn of_owner<'n>(space: &SpaceView, card: usize, names: &'n [String]) -> Option<&'n String> {
    names.get(usize::from((*space.owners.get(card)?)?))
}

fn top(board: &BoardView, space: &SpaceView, tags: &[String]) -> String {
    // On a board with four directions a card's direction is an arrow; with others it is a name.
    let way = |facing: &String| match board.directions.iter().position(|d| d == facing) {
        Some(n) if board.directions.len() == 4 => ["^", ">", "v", "<"][n].to_string(),
        _ => format!(" {}", spoken(facing)),
    };
    let cards = space.cards.iter().enumerate().map(|(n, (name, facing))| {
        let way = facing.as_ref().map_or(String::new(), way);
        let owner = of_owner(space, n, tags).map_or(String::new(), |tag| format!("{tag}:"));
        format!("{owner}{}{way}", spoken(name))
    });
    let hidden = (0..space.unknown).map(|_| "?".to_string());
    let all: Vec<String> = cards.chain(hidden).collect();
    match (is_free(space), marks(space)) {
        (true, Some(marks)) => marks,
        (true, None) => ".".into(),
        _ => all.join(" "),
    }
}

/// True if no card stands on a space.
fn is_free(space: &SpaceView) -> bool {
    space.cards.is_empty() && space.unknown == 0
}

/// The marks of a space as a text in brackets; `None`: it has none.
fn marks(space: &SpaceView) -> Option<String> {
    let marks: Vec<String> = space.marks.iter().map(|mark| spoken(mark)).collect();
    (!marks.is_empty()).then(|| format!("({})", marks.join(", ")))
}

/// The text of a space's second line: its counters, and its marks if a card on it takes the first line.
fn below(space: &SpaceView) -> String {
    // The name stands before the number: names of counters are plurals, and `1 wounds` reads badly.
    let counters = space.counters.iter().map(|(name, n)| format!("{} {n}", spoken(name)));
    let marks = marks(space).filter(|_| !is_free(space));
    counters.chain(marks).collect::<Vec<_>>().join(" ")
}

/// The board in words, for screen readers: the cards on its spaces, its marks and its areas.
pub fn board_words(board: &BoardView, names: &[String]) -> Vec<String> {
    let at = |s: &SpaceView| format!("{},{}", s.column, s.row);
    let mut parts = Vec::new();
    for space in &board.spaces {
        for (n, (name, facing)) in space.cards.iter().enumerate() {
            let facing = facing.as_ref().map_or(String::new(), |f| format!(" facing {}", spoken(f)));
            let owner = of_owner(space, n, names).map_or(String::new(), |who| format!(" of {}", clean(who)));
            parts.push(format!("{}{owner} at {}{facing}", spoken(name), at(space)));
        }
        if space.unknown > 0 {
            parts.push(format!("{} face down at {}", space.unknown, at(space)));
        }
        for (name, n) in &space.counters {
            parts.push(format!("{} {n} at {}", spoken(name), at(space)));
        }
    }
    let mut out = Vec::new();
    if !parts.is_empty() {
        out.push(format!("{}: {}", spoken(&board.name), parts.join(", ")));
    }
    let names_of: [fn(&SpaceView) -> &Vec<String>; 2] = [|space| &space.marks, |space| &space.areas];
    for of in names_of {
        let mut names: Vec<&String> = board.spaces.iter().flat_map(of).collect();
        names.sort();
        names.dedup();
        for name in names {
            let spaces: Vec<String> = board.spaces.iter().filter(|s| of(s).contains(name)).map(at).collect();
            out.push(format!("{}: {}", spoken(name), spaces.join(" ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(column: u16, row: u16) -> SpaceView {
        SpaceView {
            column,
            row,
            marks: Vec::new(),
            cards: Vec::new(),
            owners: Vec::new(),
            unknown: 0,
            counters: Vec::new(),
            areas: Vec::new(),
        }
    }

    #[test]
    fn a_board_is_drawn_and_told() {
        let mut spaces: Vec<SpaceView> = (0..4).map(|i| space(i % 2, i / 2)).collect();
        spaces[0].cards = vec![("Guard".into(), Some("east".into()))];
        spaces[0].owners = vec![Some(1)];
        spaces[1].areas = vec!["struck".into()];
        spaces[2].counters = vec![("gold".into(), 3)];
        spaces[3].areas = vec!["struck".into()];
        spaces[3].marks = vec!["gate".into(), "bell".into()];
        spaces[0].marks = vec!["gate".into()];
        let directions = ["north", "east", "south", "west"].map(String::from).to_vec();
        let board = BoardView { name: "yard".into(), seat: None, columns: 2, directions, spaces };
        let names = ["Amy".to_string(), "Beth".to_string()];
        let lines = drawn(&board, &names, 40);
        assert_eq!(lines.len(), 5);
        assert!(lines[0].starts_with(" 1   .") && lines[0].contains("[(gate, bell)]"), "{lines:?}");
        assert!(lines[1].contains("gold 3"), "{lines:?}");
        assert!(lines[2].contains("B:Guard>") && lines[2].contains("[.]"), "{lines:?}");
        assert!(lines[3].contains("(gate)"), "a card hides no mark: {lines:?}");
        // A space of an area where nothing lies has no brackets in the second line.
        assert!(!lines.join("").contains("[]"), "{lines:?}");
        let marks = ["bell: 1,1", "gate: 0,0 1,1"];
        let words = ["yard: Guard of Beth at 0,0 facing east, gold 3 at 0,1", marks[0], marks[1], "struck: 1,0 1,1"];
        assert_eq!(board_words(&board, &names), words);
    }

    #[test]
    fn players_with_one_first_letter_are_numbered() {
        let of = |names: &[&str]| tags(&names.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        assert_eq!(of(&["Amy", "Beth"]), ["A", "B"]);
        assert_eq!(of(&["Amy", "Ada"]), ["1", "2"]);
    }

    #[test]
    fn a_name_is_cut_only_where_there_is_no_room() {
        let mut spaces = vec![space(0, 0), space(1, 0)];
        spaces[0].cards = vec![("The Lamplighter of the Old Bridge".into(), None)];
        let board = BoardView { name: "yard".into(), seat: None, columns: 2, directions: Vec::new(), spaces };
        assert!(drawn(&board, &[], 80)[0].contains("The Lamplighter of the Old Bridge "));
        assert!(!drawn(&board, &[], 40)[0].contains("Old Bridge"));
    }
}
