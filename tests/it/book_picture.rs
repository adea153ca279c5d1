//! Book picture: the screen at the top of the book is what the program draws. `UPDATE=1` draws it anew.

#![cfg(unix)]

use std::num::NonZero;
use std::path::Path;

use anstyle_svg::Term;

use crate::cli_new::Stranger;
use crate::terminal::{Running, command};

/// The middle of a game of bots, in 80 columns and 24 rows, as SVG.
fn drawn() -> String {
    let here = Stranger::new("picture");
    here.well("", &["play", "cardland", "--bots", "random", "--seed", "7", "--record", "game.jsonl"]);
    let from = format!("{}@160", here.0.join("game.jsonl").display());
    let mut command = command(&["play", "cardland", "--from", &from]);
    command.env_remove("NO_COLOR").env("TERM", "xterm-256color").env_remove("COLORTERM");
    let mut game = Running::at_terminal(command);
    // Earlier events are told on a page of their own.
    game.says("page 1 of");
    game.types("q\r");
    game.says("? help");
    let screen = game.settled();
    let size = |n: u16| NonZero::new(n).expect("more than nothing");
    let mut terminal = vt100::Parser::new(size(24), size(80), 0);
    terminal.process(screen.as_bytes());
    let rows: Vec<String> = terminal.screen().rows_formatted(0, 80).collect();
    Term::new().render_svg(&rows.join("\u{1b}[m\n"))
}

#[test]
fn the_picture_of_the_book_is_what_the_program_draws() {
    let path = Path::new(env!("REPOSITORY")).join("docs/terminal.svg");
    let drawn = drawn();
    assert!(drawn.starts_with("<svg") && drawn.contains("fg-"), "{drawn}");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &drawn).expect("the picture");
    }
    let kept = std::fs::read_to_string(&path).expect("the picture");
    assert!(kept == drawn, "docs/terminal.svg is not what the program draws: UPDATE=1 draws it anew\n{drawn}");
}
