//! Clock: how long the way to the next decision may take, as the last resort behind fuel.

use std::time::{Duration, Instant};

use crate::kernel::read::work_limits::MOST_IN_ALL;
use crate::script::sandbox::{Limits, worked};

/// A record that is played again has this many times the limits, because the machine may be busier now.
const PATIENCE: u32 = 10;
/// A time that no game reaches.
const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

/// The time that there is until the next decision.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    wall: Duration,
    looks: u64,
    /// The moment at which the time is over; set when the decision takes so long that the clock is read.
    until: Option<Instant>,
    /// The processor time of the thread at which the time is over. The wall clock alone may only tell that the machine
    /// is busy. Known once the wall time is over.
    worked: Option<Duration>,
}

impl Clock {
    /// The clock of a game that is played.
    pub fn of(limits: &Limits) -> Clock {
        Clock { wall: Duration::from_millis(limits.wall_ms), looks: MOST_IN_ALL, until: None, worked: None }
    }

    /// The clock of a record that is played again.
    pub fn patient(limits: &Limits) -> Clock {
        let clock = Clock::of(limits);
        let looks = MOST_IN_ALL * u64::from(PATIENCE);
        Clock { wall: clock.wall.saturating_mul(PATIENCE).min(NEVER), looks, ..clock }
    }

    /// A clock without limits, for replays of games whose computing kept within them.
    pub fn stopped() -> Clock {
        Clock { wall: NEVER, looks: u64::MAX, until: None, worked: None }
    }

    /// A clock of the same kind for another table.
    pub fn anew(&self) -> Clock {
        Clock { until: None, worked: None, ..self.clone() }
    }

    /// Starts the time anew, because somebody has answered.
    pub fn restart(&mut self) {
        (self.until, self.worked) = (None, None);
    }

    /// The number of looks at the state that rules may take until the next decision. It is the same limit on every
    /// machine.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// The moment at which the next decision must be there. The first call after an answer starts the time.
    pub fn end(&mut self) -> Instant {
        *self.until.get_or_insert_with(|| Instant::now() + self.wall)
    }

    /// True if the time is over: by the wall clock, and since then by half as much processor time of the thread.
    pub fn is_over(&mut self) -> bool {
        if self.end() > Instant::now() {
            return false;
        }
        let now = worked();
        let over = *self.worked.get_or_insert_with(|| now + self.wall / 2);
        now >= over
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::Clock;
    use crate::catalog::{Catalog, Files};
    use crate::kernel::Answer;
    use crate::script::sandbox::Limits;
    use crate::table::{Game, Setup, Table};

    /// A game of actions that take their time.
    const GAME: &str = "game: slow\ntitle: Slow\nplayers: 2\nlevels: [game]\nzones: { pile: { per: player } }\n\
                        draw: { from: pile, to: pile }\ntypes: { token: { live_in: pile } }\ntimings: { act: {} }\n\
                        actions: { wait: { timing: act, do: [spend_time] } }\n\
                        windows: { open: { protocol: free, players: active, offers: [act] } }\n\
                        flow: { game: [{ window: open }] }\n";
    const SCRIPT: &str = "step(\"spend_time\", function() for i = 1, 20000 do end end)";

    #[test]
    fn what_was_played_in_time_is_played_again_whatever_time_it_takes() {
        let files = [("cards/slow/game.yaml", GAME), ("scripts/slow/slow.lua", SCRIPT)];
        let files = files.map(|(path, text)| (path.to_string(), text.into()));
        let files = Files { texts: BTreeMap::from(files), ..Files::default() };
        let (catalog, _) = Catalog::load("slow", &files).unwrap_or_else(|found| panic!("{}", found.render_all()));
        let catalog = Arc::new(catalog);
        let of = |wall_ms| {
            let limits = Limits { wall_ms, ..Limits::default() };
            Game::with_limits(catalog.clone(), limits).expect("its scripts load")
        };
        let (game, hurried) = (of(60_000), of(0));
        let mut table = game.set_up(Setup::default()).map(Table::start).expect("it starts");
        for _ in 0..10 {
            let decision = table.decisions()[0].clone();
            let answers = table.world().game().answers(&decision, 16);
            let answer = answers.into_iter().find(|answer| matches!(answer, Answer::Act(_))).expect("an action");
            table.submit(decision.seat, answer).expect("it is legal");
        }
        let again = table.record().replay_on(&hurried).expect("it fits");
        assert_eq!((again.log_hash(), again.outcome()), (table.log_hash(), None));
        // The record is replayed against the clock.
        let in_time =
            table.record().replay_against(hurried.limits(), Clock::of(hurried.limits()), crate::table::record::nowhere);
        assert!(in_time.is_err_and(|error| error.to_string().contains("over")));
    }
}
