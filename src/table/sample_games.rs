//! Sample: a whole game that agrees with everything one person sees, for bots that search ahead.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{CheckpointInput, Table, View};
use crate::error::Result;
use crate::kernel::Seat;

/// The number of tries in which all hidden cards are dealt anew.
const TRIES_WITH_ALL_DEALT: u32 = 4;
/// The most tries to find a deal that fits: after [`TRIES_WITH_ALL_DEALT`], each try deals half as many cards as the
/// one before.
const TRIES: u32 = 8;

impl Table {
    /// A game that the person who holds this seat could be looking at: what she sees is the same, what she does not see
    /// is dealt anew, and all chance from now on is other chance. The same number gives the same game.
    ///
    /// Hidden cards that one player owns and that began in the same zone are dealt among the places where such cards lie
    /// hidden. So the number of cards in each place is kept, and what the person knows of single cards, too. A card on
    /// which something unfinished may depend (a use that is being declared, an effect that asks somebody else) stays
    /// what it is.
    ///
    /// - What a player brought is not guessed: the cards are the real ones. The deck of an opponent whose list the person
    ///   does not know is dealt anew, but holds what it holds.
    /// - What the rules asked for when a card was laid face down is not asked again.
    /// - Where what is hidden decided what the person sees in the middle of an effect, less of it is dealt anew, down to
    ///   nothing.
    ///
    /// # Errors
    ///
    /// A seat that the game does not have.
    pub fn sample(&self, seat: Seat, number: u64) -> Result<Table> {
        self.sample_seen(seat, number, &View::of_person(self, seat)?)
    }

    /// A sample for a caller that already has the person's view.
    pub(crate) fn sample_seen(&self, seat: Seat, number: u64, view: &View) -> Result<Table> {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let seed = rng.next_u64();
        for attempt in 0..TRIES {
            // A hidden card is dealt anew with a chance of 1 in `one_of`.
            let one_of = 1u32 << attempt.saturating_sub(TRIES_WITH_ALL_DEALT - 1).min(16);
            if let Some(sample) = self.dealt_anew(seat, &mut rng, one_of, seed)
                && View::of_person(&sample, seat)? == *view
            {
                return Ok(sample);
            }
        }
        let mut same = self.fork();
        same.reseed(seed);
        Ok(same)
    }

    /// Deals anew what is hidden from a person, and returns the first difference between her views of both games, as
    /// text; `None`: the views are equal, the game is over, or a script waits for an answer. The other asked seats are
    /// left out: games may ask only players who can answer, and say so.
    pub fn tells_hidden(&self, seat: Seat, number: u64) -> Option<String> {
        if self.in_script() || self.is_over() || self.has_seats(&[seat]).is_err() {
            return None;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let other = self.dealt_anew(seat, &mut rng, 1, number)?;
        let seen = |table: &Table| {
            let mut view = View::of_person(table, seat).ok()?;
            view.asked.clear();
            Some(view)
        };
        let (Some(a), Some(b)) = (seen(self), seen(&other)) else { return None };
        if a == b {
            return None;
        }
        let (a, b) = (serde_json::to_string(&a).ok()?, serde_json::to_string(&b).ok()?);
        let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
        let near = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(60)..(same + 40).min(text.len())]).into_owned()
        };
        Some(format!("seat {} sees ...{}... or ...{}...", seat.0 + 1, near(&a), near(&b)))
    }

    /// A try of dealing anew; `None` if the running effect went another way.
    fn dealt_anew(&self, seat: Seat, rng: &mut ChaCha8Rng, one_of: u32, seed: u64) -> Option<Table> {
        let (eyes, now) = (self.person(seat), self.world());
        let mut table = Table::resting(self.position());
        let mut choice = ChaCha8Rng::seed_from_u64(rng.next_u64());
        let stays = |card| {
            // Cards seen now stay in place, even if an effect showed them only after the checkpoint.
            let is_seen = eyes.see(now.state(), &now.rules, card);
            is_seen || one_of > 1 && choice.next_u32() % one_of != 0
        };
        table.world_mut().deal_anew(eyes, rng, stays);
        if self.in_script() {
            table.again(self.since.clone());
            let asked = |t: &Table| t.decisions.iter().map(|d| (d.seat, d.question())).collect::<Vec<_>>();
            if asked(&table) != asked(self) {
                return None;
            }
        }
        table.reseed(seed);
        if !self.in_script() {
            table.decisions = table.world().game().decisions();
        }
        Some(table)
    }

    /// Gives chance a new seed: results from now on are others.
    pub(crate) fn reseed(&mut self, seed: u64) {
        if !self.frames.is_empty() {
            self.since.push(CheckpointInput::Chance(seed));
        }
        self.world_mut().reseed(seed);
    }
}
