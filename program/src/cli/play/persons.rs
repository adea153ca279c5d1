//! Persons: reads which seats each person at the keyboard plays.

use intermezzo::error::{Error, Result};
use intermezzo::kernel::Seat;
use intermezzo::kernel::model::viewers::Eyes;

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
