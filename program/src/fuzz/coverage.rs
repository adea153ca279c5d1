//! Coverage: the coverage of the games so far: abilities, windows, lines of scripts, and pairs of cards in one game.

use std::collections::BTreeMap;

use super::is_counted;
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::ability::Ability;
use intermezzo::kernel::model::game_statistics::GameStatistics;
use intermezzo::kernel::model::value::DefId;
use intermezzo::table::Game;

/// The coverage of all games.
pub(super) struct Reached {
    /// The number of uses of each ability.
    pub used: Vec<u64>,
    opened: Vec<u64>,
    /// By file: each line, with true if it was reached.
    lines: BTreeMap<String, BTreeMap<u32, bool>>,
    /// For each two cards, true if both were used in one game: at the lower number times the number of cards, plus the
    /// higher one.
    pairs: Vec<bool>,
    /// Cards that can be used.
    cards: Vec<DefId>,
}

/// A number of things, and how many of them were reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// The number of things that were reached.
    pub reached: usize,
    /// The number of all things.
    pub of: usize,
}

/// The counts of the parts of a game that were reached, and the names of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct FuzzCoverage {
    /// Abilities that were not used and did not trigger, and windows that did not open.
    pub never_used: Vec<String>,
    /// Lines of scripts that were not reached, a text for each file.
    pub never_run: Vec<String>,
    /// The share of abilities and windows that were used.
    pub used: Share,
    /// The share of lines that were reached.
    pub lines: Share,
    /// The share of pairs of cards that were used in one game.
    pub pairs: Share,
}

fn can_be_used(rules: &Rules, def: DefId) -> bool {
    rules.defs[def.index()].abilities.iter().any(|a| is_counted(&rules.abilities[a.index()].form))
}

impl Reached {
    pub fn of(rules: &Rules) -> Reached {
        Reached {
            used: vec![0; rules.abilities.len()],
            opened: vec![0; rules.windows.len()],
            lines: BTreeMap::new(),
            pairs: vec![false; rules.defs.len() * rules.defs.len()],
            cards: (0..rules.defs.len()).map(DefId::of).filter(|def| can_be_used(rules, *def)).collect(),
        }
    }

    /// Adds the coverage of a game; returns the number of new lines and abilities.
    pub fn learn(&mut self, game: &Game, statistics: &GameStatistics) -> usize {
        let rules = &game.catalog.rules;
        let mut new = 0;
        for (all, n) in self.used.iter_mut().zip(&statistics.used) {
            new += (*all == 0 && *n > 0) as usize;
            *all += *n as u64;
        }
        self.opened.iter_mut().zip(&statistics.opened).for_each(|(all, n)| *all += *n as u64);
        let uses = |def: &&DefId| {
            let abilities = &rules.defs[def.index()].abilities;
            abilities.iter().any(|a| statistics.used.get(a.index()).is_some_and(|n| *n > 0))
        };
        let together: Vec<DefId> = self.cards.iter().filter(uses).copied().collect();
        for (i, a) in together.iter().enumerate() {
            together[i + 1..].iter().for_each(|b| self.pairs[a.index() * rules.defs.len() + b.index()] = true);
        }
        let lines = &mut self.lines;
        game.each_line(&mut |file, line, is_reached| {
            if !lines.contains_key(file) {
                lines.insert(file.into(), BTreeMap::new());
            }
            let Some(of_file) = lines.get_mut(file) else { return };
            let known = of_file.entry(line).or_default();
            new += (is_reached && !*known) as usize;
            *known |= is_reached;
        });
        new
    }

    /// True if two cards were used in one game.
    pub fn met(&self, a: DefId, b: DefId) -> bool {
        let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
        let all = self.pairs.len().isqrt();
        low == high || self.pairs[low * all + high]
    }

    /// The number of cards, with the card itself, beside which a card was used in one game.
    pub fn meetings(&self, card: DefId) -> usize {
        self.cards.iter().filter(|other| self.met(card, **other)).count()
    }

    /// Cards that can be used.
    pub fn cards(&self) -> &[DefId] {
        &self.cards
    }

    /// The coverage of all games so far.
    pub fn coverage(&self, rules: &Rules) -> FuzzCoverage {
        let of_ability = |(at, ability): (usize, &Ability)| {
            let of = ability.def.map_or("the game", |def| rules.name(rules.defs[def.index()].id));
            (self.used[at] == 0).then(|| format!("ability {of}: {}", rules.name(ability.id)))
        };
        let counted = || rules.abilities.iter().enumerate().filter(|(_, a)| is_counted(&a.form));
        let windows = rules.windows.iter().enumerate().filter(|(at, _)| self.opened[*at] == 0);
        let windows = windows.map(|(_, window)| format!("window {}", rules.name(window.name)));
        let never_used: Vec<String> = counted().filter_map(of_ability).chain(windows).collect();
        let all = counted().count() + rules.windows.len();
        let lines = || self.lines.values().flat_map(|lines| lines.values());
        let n = self.cards.len();
        FuzzCoverage {
            used: Share { reached: all - never_used.len(), of: all },
            lines: Share { reached: lines().filter(|is| **is).count(), of: lines().count() },
            pairs: Share { reached: self.pairs.iter().filter(|is| **is).count(), of: n * n.saturating_sub(1) / 2 },
            never_used,
            never_run: self.lines.iter().filter_map(|(file, lines)| missed(file, lines)).collect(),
        }
    }
}

/// The lines of a file that were never reached, in words; `None`: all were.
fn missed(file: &str, lines: &BTreeMap<u32, bool>) -> Option<String> {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    let mut goes_on = false;
    // Lines without code are not in this list, so they do not end a part.
    for (line, is_reached) in lines {
        match (is_reached, goes_on, parts.last_mut()) {
            (false, true, Some(last)) => last.1 = *line,
            (false, ..) => parts.push((*line, *line)),
            (true, ..) => {}
        }
        goes_on = !is_reached;
    }
    let words = |(from, to): &(u32, u32)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    let all: Vec<String> = parts.iter().map(words).collect();
    (!all.is_empty()).then(|| format!("{file}: {}", all.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_follow_each_other_are_one_part() {
        let lines = |all: &[(u32, bool)]| missed("a.lua", &all.iter().copied().collect());
        assert_eq!(lines(&[(1, true), (2, true)]), None);
        let parts = lines(&[(1, true), (2, false), (4, false), (5, true), (9, false)]);
        assert_eq!(parts.as_deref(), Some("a.lua: 2 to 4, 9"));
    }
}
