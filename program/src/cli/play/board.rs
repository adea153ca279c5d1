//! Board: a zone with rows and columns, drawn as a grid or told in words.

use crate::cli::text::{cut, pad, spoken, width};
use intermezzo::table::view::board::{BoardView, SpaceView};

/// The usual width of a space, where the terminal has room.
const USUAL: usize = 18;

/// The board as a grid, the last row on top; an area's spaces stand in brackets.
pub fn drawn(board: &BoardView, columns: usize) -> Vec<String> {
    // The space grows with its longest text, as far as the terminal has room.
    let texts = board.spaces.iter().flat_map(|s| [framed(s, &top(board, s)), framed(s, &below(s))]);
    let widest = texts.map(|text| width(&text) + 1).max().unwrap_or(0);
    let cell = (columns.saturating_sub(4) / board.columns.max(1) as usize).clamp(5, widest.max(USUAL));
    let mut out = Vec::new();
    for row in board.spaces.chunks(board.columns.max(1) as usize).rev() {
        let line = |text: &dyn Fn(&SpaceView) -> String| -> String {
            row.iter().map(|s| pad(&cut(&text(s), cell - 1), cell)).collect::<String>()
        };
        let number = row.first().map_or(0, |s| s.row);
        out.push(format!(" {number}  {}", line(&|s| framed(s, &top(board, s)))));
        if row.iter().any(|s| !s.counters.is_empty()) {
            out.push(format!(
                "    {}",
                line(&|s| if s.counters.is_empty() { String::new() } else { framed(s, &below(s)) })
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

fn top(board: &BoardView, space: &SpaceView) -> String {
    // Four directions have arrows; a board with more names them.
    let way = |facing: &String| match board.directions.iter().position(|d| d == facing) {
        Some(n) if board.directions.len() == 4 => ["^", ">", "v", "<"][n].to_string(),
        _ => format!(" {}", spoken(facing)),
    };
    let cards = space.cards.iter().map(|(name, facing)| {
        let way = facing.as_ref().map_or(String::new(), way);
        format!("{}{way}", spoken(name))
    });
    let hidden = (0..space.unknown).map(|_| "?".to_string());
    let all: Vec<String> = cards.chain(hidden).collect();
    match (all.is_empty(), space.marks.first()) {
        (true, Some(mark)) => format!("({})", spoken(mark)),
        (true, None) => ".".into(),
        _ => all.join(" "),
    }
}

fn below(space: &SpaceView) -> String {
    // The name comes first, as for counters of players. Names of counters are plurals, and "1 wounds" reads badly.
    space.counters.iter().map(|(name, n)| format!("{} {n}", spoken(name))).collect::<Vec<_>>().join(" ")
}

/// The board in words: the cards on its spaces, and its areas.
pub fn board_words(board: &BoardView) -> Vec<String> {
    let at = |s: &SpaceView| format!("{},{}", s.column, s.row);
    let mut parts = Vec::new();
    for space in &board.spaces {
        for (name, facing) in &space.cards {
            let facing = facing.as_ref().map_or(String::new(), |f| format!(" facing {}", spoken(f)));
            parts.push(format!("{} at {}{facing}", spoken(name), at(space)));
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
    let mut areas: Vec<&String> = board.spaces.iter().flat_map(|s| &s.areas).collect();
    areas.sort();
    areas.dedup();
    for area in areas {
        let spaces: Vec<String> = board.spaces.iter().filter(|s| s.areas.contains(area)).map(at).collect();
        out.push(format!("{}: {}", spoken(area), spaces.join(" ")));
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
            unknown: 0,
            counters: Vec::new(),
            areas: Vec::new(),
        }
    }

    #[test]
    fn a_board_is_drawn_and_told() {
        let mut spaces: Vec<SpaceView> = (0..4).map(|i| space(i % 2, i / 2)).collect();
        spaces[0].cards = vec![("Guard".into(), Some("east".into()))];
        spaces[1].areas = vec!["struck".into()];
        spaces[2].counters = vec![("gold".into(), 3)];
        spaces[3].areas = vec!["struck".into()];
        spaces[3].marks = vec!["gate".into()];
        let directions = ["north", "east", "south", "west"].map(String::from).to_vec();
        let board = BoardView { name: "yard".into(), seat: None, columns: 2, directions, spaces };
        let lines = drawn(&board, 40);
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with(" 1   .") && lines[0].contains("[(gate)]"), "{lines:?}");
        assert!(lines[1].contains("gold 3"), "{lines:?}");
        assert!(lines[2].contains("Guard>") && lines[2].contains("[.]"), "{lines:?}");
        // A space of an area where nothing lies has no brackets in the second line.
        assert!(!lines.join("").contains("[]"), "{lines:?}");
        assert_eq!(board_words(&board), ["yard: Guard at 0,0 facing east, gold 3 at 0,1", "struck: 1,0 1,1"]);
    }

    #[test]
    fn a_name_is_cut_only_where_there_is_no_room() {
        let mut spaces = vec![space(0, 0), space(1, 0)];
        spaces[0].cards = vec![("The Lamplighter of the Old Bridge".into(), None)];
        let board = BoardView { name: "yard".into(), seat: None, columns: 2, directions: Vec::new(), spaces };
        assert!(drawn(&board, 80)[0].contains("The Lamplighter of the Old Bridge "));
        assert!(!drawn(&board, 40)[0].contains("Old Bridge"));
    }
}
