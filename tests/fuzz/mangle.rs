//! Mangle: inputs made from seeds: the seeds themselves first, then others that follow from a number.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::ops::Range;

/// No input gets longer.
const LONGEST: usize = 64 << 10;

/// Numbers at which something may turn over.
const NUMBERS: [&str; 18] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e300",
];
/// What readers may trip over.
const ODD: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    ":",
    ",",
    "-",
    "\"",
    "'",
    "|",
    ">",
    "#",
    "&a",
    "*a",
    "!x",
    "?",
    "~",
    "null",
    "true",
    "any",
    "self",
    "it",
    "me",
    "none",
    "<",
    ">=",
    "..",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\u{10ffff}",
    "\\",
    "\u{1}0",
    "end",
];

/// Makes inputs of one target.
pub struct Mangler(Vec<Vec<u8>>);

impl Mangler {
    /// Of these seeds.
    pub fn new(seeds: Vec<Vec<u8>>) -> Mangler {
        Mangler(seeds)
    }

    /// How many seeds there are.
    pub fn seeds(&self) -> u64 {
        self.0.len() as u64
    }

    /// The input of a number: it depends on nothing but the seeds, the name and the numbers.
    pub fn input(&self, name: &str, seed: u64, number: u64) -> Vec<u8> {
        if let Some(plain) = usize::try_from(number).ok().and_then(|i| self.0.get(i)) {
            return plain.clone();
        }
        let salt = name.bytes().fold(seed, |salt, b| salt.wrapping_mul(0x100_0193) ^ u64::from(b));
        let mut rng = ChaCha8Rng::seed_from_u64(salt ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut input = self.any(&mut rng).to_vec();
        // Mostly little is wrong: what is quite wrong is refused by the first who reads it.
        loop {
            self.mangle(&mut input, &mut rng);
            input.truncate(LONGEST);
            if below(&mut rng, 2) == 0 {
                return input;
            }
        }
    }

    fn any(&self, rng: &mut ChaCha8Rng) -> &[u8] {
        if self.0.is_empty() { &[] } else { &self.0[below(rng, self.0.len())] }
    }

    /// Another seed, of the same game if one is found.
    fn akin(&self, input: &[u8], rng: &mut ChaCha8Rng) -> &[u8] {
        let tries: Vec<&[u8]> = (0..8).map(|_| self.any(rng)).collect();
        tries.iter().copied().find(|other| other.first() == input.first()).unwrap_or(tries[0])
    }

    fn mangle(&self, input: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
        let lines: Vec<Range<usize>> = lines(input).collect();
        let here: Vec<Range<usize>> = words(input).collect();
        let (at, byte) = (below(rng, input.len() + 1), rng.next_u32() as u8);
        match below(rng, 16) {
            0..4 if !here.is_empty() => {
                let other = self.akin(input, rng);
                let theirs: Vec<Range<usize>> = words(other).collect();
                if !theirs.is_empty() {
                    let with = other[theirs[below(rng, theirs.len())].clone()].iter().copied();
                    input.splice(here[below(rng, here.len())].clone(), with);
                }
            }
            4..6 if !here.is_empty() => {
                let is_number = |at: &&Range<usize>| input[at.start].is_ascii_digit();
                let numbers: Vec<&Range<usize>> = here.iter().filter(is_number).collect();
                let at =
                    if numbers.is_empty() { &here[below(rng, here.len())] } else { numbers[below(rng, numbers.len())] };
                input.splice(at.clone(), NUMBERS[below(rng, NUMBERS.len())].bytes());
            }
            6 if lines.len() > 1 => drop(input.drain(lines[below(rng, lines.len())].clone())),
            7 if lines.len() > 1 => {
                let line = lines[below(rng, lines.len())].clone();
                let again = input[line.clone()].repeat(1 + below(rng, 3));
                input.splice(line.end..line.end, again);
            }
            8 if lines.len() > 1 => {
                let (a, b) = (lines[below(rng, lines.len())].clone(), lines[below(rng, lines.len())].clone());
                let other = input[b].to_vec();
                input.splice(a, other);
            }
            9 if lines.len() > 1 => {
                let other = self.akin(input, rng);
                let theirs: Vec<Range<usize>> = self::lines(other).collect();
                if !theirs.is_empty() {
                    let (to, line) = (lines[below(rng, lines.len())].start, theirs[below(rng, theirs.len())].clone());
                    input.splice(to..to, other[line].iter().copied());
                }
            }
            10 => {
                let other = self.akin(input, rng);
                let from = below(rng, other.len() + 1);
                let rest = other[from..].to_vec();
                input.truncate(at);
                input.extend(rest);
            }
            11 | 12 => {
                let odd = ODD[below(rng, ODD.len())];
                input.splice(at..at, odd.bytes());
            }
            13 => {
                let end = (at + 1 + below(rng, 16)).min(input.len());
                input.drain(at..end);
            }
            14 if below(rng, 8) == 0 => {
                let part = input[at..(at + 1 + below(rng, 40)).min(input.len())].repeat(1 + below(rng, 300));
                input.splice(at..at, part);
            }
            _ => match input.get_mut(at) {
                Some(here) => *here = byte,
                None => input.push(byte),
            },
        }
    }
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n.max(1)
}

/// The lines of a text, each with its end.
fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive(|b| *b == b'\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..*at)
    })
}

/// The words of a text: letters, digits and `_`.
fn words(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    text.chunk_by(move |a, b| is_word(a) == is_word(b))
        .scan(0, |at, part| {
            let start = *at;
            *at += part.len();
            Some(start..*at)
        })
        .filter(move |at| is_word(&text[at.start]))
}
