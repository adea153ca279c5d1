//! Persons: who plays which seats: people at the keyboard, with one seat or several, and bots.

use super::Play;
use crate::error::{Error, Result};
use crate::kernel::Seat;
use crate::kernel::model::eyes::Eyes;

/// Reads the seats of people: `1,4`.
pub fn read(given: &[String]) -> Result<Vec<Eyes>> {
    let one = |text: &String| {
        let seat = |word: &str| {
            let n = word.trim().parse::<u8>().ok().filter(|n| (1..=8).contains(n));
            let help = "seats are numbers from 1, the seats of one person with commas: --seats 1,4";
            n.map(|n| Seat(n - 1))
                .ok_or_else(|| Error::usage(format!("--seats {text}: `{word}` is no seat")).help(help))
        };
        let seats: Vec<Seat> = text.split(',').map(seat).collect::<Result<_>>()?;
        Ok(Eyes::from(&seats[..]))
    };
    given.iter().map(one).collect()
}

/// Which seats bots play: those given, or all that nobody at the keyboard holds.
pub fn bot_seats(args: &Play, seats: usize, persons: &[Eyes]) -> Result<Vec<bool>> {
    if let Some(seat) = args.bot.iter().find(|s| !(1..=seats).contains(*s)) {
        return Err(Error::usage(format!("--bot {seat}: the game has the seats 1 to {seats}")));
    }
    let held = |i: usize| persons.iter().any(|p| p.has(Seat::of(i)));
    if let Some(seat) = args.bot.iter().find(|s| held(**s - 1)) {
        return Err(Error::usage(format!("--bot {seat}: a person holds this seat, by --seats")));
    }
    let others = args.bot.is_empty() && !args.hot_seat;
    let first = |i: usize| if persons.is_empty() { i == 0 } else { held(i) };
    Ok((0..seats).map(|i| args.bot.contains(&(i + 1)) || others && !first(i)).collect())
}
