//! Bots: one that answers anything legal, and quickly.

use super::desk::{Answer, Bot, Form, Item, Question, Rule};

/// A bot with a generator that is good enough for cards.
#[derive(Clone)]
pub struct Quick(u64);

/// So often a set is tried at random before the legal ones are listed.
const TRIES: u32 = 6;

/// So many legal sets are listed at most.
const LISTED: usize = 256;

impl Quick {
    /// One with a seed.
    pub fn new(seed: u64) -> Quick {
        Quick(!seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // SplitMix64; the bias of the product is far below what ten thousand games can show.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ (z >> 31)) as u128 * n as u128) >> 64) as usize
    }

    fn some(&mut self, options: &[Item], least: usize, most: usize, rule: Rule) -> Vec<Item> {
        let most = most.min(options.len());
        let mut left = Vec::with_capacity(options.len());
        for _ in 0..TRIES {
            let size = least + self.below(most - least + 1);
            left.clear();
            left.extend_from_slice(options);
            let set: Vec<Item> = (0..size).map(|_| left.swap_remove(self.below(left.len()))).collect();
            if rule(&set) {
                return set;
            }
        }
        let (mut legal, mut set) = (Vec::new(), Vec::new());
        list(options, least, most, rule, &mut set, &mut legal);
        if legal.is_empty() { Vec::new() } else { legal.swap_remove(self.below(legal.len())) }
    }
}

/// Lists the legal sets that begin with what is in `set`.
fn list(options: &[Item], least: usize, most: usize, rule: Rule, set: &mut Vec<Item>, legal: &mut Vec<Vec<Item>>) {
    if set.len() >= least && rule(set) {
        legal.push(set.clone());
    }
    for (i, item) in options.iter().enumerate() {
        if set.len() == most || legal.len() >= LISTED {
            return;
        }
        set.push(*item);
        list(&options[i + 1..], least, most, rule, set, legal);
        set.pop();
    }
}

impl<S> Bot<S> for Quick {
    fn answer(&mut self, question: &Question, rule: Rule) -> Answer {
        let options = &question.options;
        match question.form {
            Form::One => Answer::One(options[self.below(options.len())]),
            Form::Some(least, most) => Answer::Some(self.some(options, least.into(), most.into(), rule)),
            Form::Order => {
                let mut items = options.clone();
                for i in (1..items.len()).rev() {
                    items.swap(i, self.below(i + 1));
                }
                Answer::Some(items)
            }
        }
    }
}
