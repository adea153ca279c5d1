//! Chance: the same numbers as the program draws, so that the same seed gives the same game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// This many zones, the first ones of a game, may be shuffled.
const ZONES: usize = 2;

/// A generator for shuffles and for what effects draw.
#[derive(Clone, Copy)]
pub struct Chance {
    seed: u64,
    shuffles: [u32; ZONES],
    effects: u32,
}

impl Chance {
    /// One with a seed.
    pub fn new(seed: u64) -> Chance {
        Chance { seed, shuffles: [0; ZONES], effects: 0 }
    }

    fn draw(&self, stream: u64, nth: u32) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[12..16].copy_from_slice(&nth.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        rng
    }

    /// Shuffles the cards of a zone.
    pub fn shuffle(&mut self, zone: usize, cards: &mut [u8]) {
        self.shuffles[zone] += 1;
        let mut rng = self.draw(0x100_0000 | zone as u64, self.shuffles[zone]);
        for i in (1..cards.len()).rev() {
            cards.swap(i, below(&mut rng, i as u64 + 1) as usize);
        }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.effects += 1;
        below(&mut self.draw(0x300_0000, self.effects), n as u64) as usize
    }
}

/// A number below `n` without bias.
fn below(rng: &mut impl Rng, n: u64) -> u64 {
    let threshold = n.wrapping_neg() % n;
    loop {
        let wide = rng.next_u64() as u128 * n as u128;
        if wide as u64 >= threshold {
            return (wide >> 64) as u64;
        }
    }
}
