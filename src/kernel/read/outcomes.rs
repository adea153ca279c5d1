//! Outcomes: who wins by a rule.

use crate::kernel::model::context::Context;
use crate::kernel::model::flow_items::OutcomeRule;
use crate::kernel::model::lang::Amount;
use crate::kernel::model::objects::Outcome;
use crate::kernel::model::value::{RecKind, Seat, Value};
use crate::kernel::model::viewers::Eyes;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    pub(in crate::kernel) fn outcome_of(self, rule: &OutcomeRule, context: &Context) -> Outcome {
        let env = self.env(context);
        match rule {
            OutcomeRule::Draw => Outcome::Draw,
            OutcomeRule::Over => Outcome::Over,
            OutcomeRule::Rank { by, teams } => self.ranked(by, teams.as_ref()),
            OutcomeRule::Win(who) => Outcome::won_by(env.expr(who).items().iter().filter_map(Value::seat)),
            OutcomeRule::Lose(who) => self.lost_by(env.expr(who).items().iter().filter_map(Value::seat)),
        }
    }

    /// The outcome if these players lose: the players who are left win.
    pub fn lost_by(self, losers: impl IntoIterator<Item = Seat>) -> Outcome {
        let out = losers.into_iter().fold(self.state.lost, |out, seat| out | 1 << seat.0);
        match Outcome::won_by((0..self.rules.schema.seats).map(Seat).filter(|seat| out & 1 << seat.0 == 0)) {
            Outcome::Draw => Outcome::Lost,
            won => won,
        }
    }

    /// The seats that lose if this one gives up: its whole side. `None` if that would end the game for others without a
    /// say: with more than two sides left, or if several persons play the only side.
    pub fn giving_up(self, seat: Seat, person: Eyes) -> Option<Vec<Seat>> {
        let left = || (0..self.rules.schema.seats).map(Seat).filter(|seat| !self.state.is_out(*seat));
        let side = |seat: Seat| self.side_of(seat);
        let mut sides: Vec<i64> = left().map(side).collect();
        sides.sort_unstable();
        sides.dedup();
        let may = match sides.len() {
            1 => left().all(|seat| person.has(seat)),
            n => n == 2,
        };
        may.then(|| left().filter(|other| side(*other) == side(seat)).collect())
    }

    /// The number of a player's side: her team, or her seat if the game has no teams.
    pub(in crate::kernel) fn side_of(self, seat: Seat) -> i64 {
        self.team_of(seat).unwrap_or(i64::from(seat.0))
    }

    /// The number of a player's team, if the game has teams.
    fn team_of(self, seat: Seat) -> Option<i64> {
        self.rules.team.map(|team| self.seat_env(seat).player_attr(seat, team))
    }

    /// The outcome if the players, or the team, with the greatest numbers win; a later number decides only between
    /// equals.
    fn ranked(self, by: &[Amount], teams: Option<&Amount>) -> Outcome {
        let mut sides: Vec<(i64, Vec<i64>, Vec<Seat>)> = Vec::new();
        for seat in (0..self.rules.schema.seats).map(Seat) {
            let env = self.seat_env(seat).at_value(&Value::Seat(seat));
            let numbers: Vec<i64> = by.iter().map(|a| env.amount(a)).collect();
            let team = teams.map_or(seat.0 as i64, |a| env.amount(a));
            match sides.iter_mut().find(|(t, ..)| *t == team) {
                Some((_, sums, seats)) => {
                    sums.iter_mut().zip(numbers).for_each(|(sum, n)| *sum = sum.saturating_add(n));
                    seats.push(seat);
                }
                None => sides.push((team, numbers, vec![seat])),
            }
        }
        // A side that has lost as a whole wins nothing, unless all have.
        let is_in = |seats: &[Seat]| seats.iter().any(|seat| !self.state.is_out(*seat));
        if sides.iter().any(|(.., seats)| is_in(seats)) {
            sides.retain(|(.., seats)| is_in(seats));
        }
        let best = sides.iter().map(|(_, numbers, _)| numbers.clone()).max().unwrap_or_default();
        Outcome::won_by(sides.into_iter().filter(|(_, numbers, _)| *numbers == best).flat_map(|(.., seats)| seats))
    }

    pub(in crate::kernel) fn record_word(self, kind: RecKind) -> Value {
        Value::Word(self.rules.schema.records[kind.index()].name)
    }
}
