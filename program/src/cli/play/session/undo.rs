//! Undo: steps back and forward in the course of a game that is being played, and the branches that arise from other
//! answers.
//!
//! ```text
//! 1 2 3 4 5            the game; after `back 3` it stands behind 2, and 3 4 5 lie ahead
//! 1 2 3 4 5            `forward 3`: as it was
//! 1 2 6                another answer: a branch, and 3 4 5 are kept as the branch that was left
//! ```
//!
//! The record holds the branch that is played. While undone answers lie ahead, bots wait and no forced answer is given.

use super::Session;
use crate::cli::language::{counted, ui};
use intermezzo::kernel::Seat;
use intermezzo::table::{Entry, Table};

/// The most branches that are stored.
const MOST_BRANCHES: usize = 20;

/// Where a session stands in the course of its game: the undone answers, and the branches that were left.
#[derive(Default)]
pub(super) struct HistoryPosition {
    /// The undone entries of the record, in order: `forward` plays them again.
    pub(super) ahead: Vec<Entry>,
    /// The branches that were left, in the order in which that happened.
    pub(super) branches: Vec<Branch>,
    /// True if bots and forced answers wait until a person says how to go on.
    pub(super) waits: bool,
    /// Set while a person answers in the place of a bot (`instead`).
    pub(super) stand_in: Option<StandIn>,
}

/// A person who answers once in the place of a bot.
pub(super) struct StandIn {
    /// The seat of the bot.
    pub(super) seat: Seat,
    /// The number of answers that the game had when she took the bot's place: one more ends it.
    answers: usize,
    /// The person's own seat, from which she looks at the table again afterwards.
    eyes: Seat,
}

/// A course of the game that is kept although another one is played: all its entries.
pub(super) struct Branch {
    entries: Vec<Entry>,
    /// How many entries, from the beginning, it has in common with the course for which it was left.
    shared: usize,
}

/// True if an entry counts as a step of `back` and `forward`: an answer, or giving up.
fn is_step(entry: &Entry) -> bool {
    matches!(entry, Entry::Answer { .. } | Entry::Concede { .. })
}

fn steps_in(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| is_step(entry)).count()
}

impl Session<'_> {
    /// Takes a person's last choice back, and all that came after it.
    pub(super) fn undo(&mut self) {
        let Some(before) = self.chosen.pop() else {
            return self.warn(ui!("nothing-to-take-back", "there is nothing to take back"));
        };
        let is_answer = |(_, e): &(usize, &Entry)| matches!(e, Entry::Answer { .. });
        let place = self.table.record().entries().iter().enumerate().filter(is_answer).nth(before);
        let Some((at, _)) = place else { return self.warn(ui!("choice-dropped", "that choice was dropped already")) };
        match self.before(at) {
            Some(table) => {
                self.keep_played(at);
                self.stand_at(table);
                self.note(ui!("taken-back", "taken back"));
            }
            None => {
                self.warn(ui!("cannot-take-back", "it cannot be taken back: the game cannot be played again to there"))
            }
        }
    }

    /// Goes back by a number of answers, of people and bots alike.
    pub(super) fn back(&mut self, steps: usize) {
        let entries = self.table.record().entries();
        let places: Vec<usize> = (0..entries.len()).filter(|at| is_step(&entries[*at])).collect();
        match places.len().checked_sub(steps).or(places.len().checked_sub(1).map(|_| 0)) {
            Some(at) if steps > 0 => self.go_to(places[at]),
            _ => self.warn(ui!("nothing-back", "there is nothing to go back over")),
        }
    }

    /// Goes back or forward to the moment after a number of answers, counted from the beginning of the game.
    pub(super) fn go_to_step(&mut self, step: usize) {
        let now = steps_in(self.table.record().entries());
        match step {
            step if step < now => self.back(now - step),
            step if step > now => {
                let last = now + steps_in(&self.course.ahead);
                if step > last {
                    return self.warn(ui!(
                        "only-answers",
                        last => "there is {answers}: at {last} is the last" | "there are {answers}: at {last} is the last",
                        answers = counted(last, "answer"),
                        last = last
                    ));
                }
                self.forward(step - now);
            }
            _ => self.warn(ui!("stands-there", "the game stands there")),
        }
    }

    /// Goes back to the moment before an entry of the record; this and all later entries become the undone ones.
    pub(super) fn go_to(&mut self, at: usize) {
        let entries = self.table.record().entries();
        let cut: Vec<Entry> = entries[at..].iter().filter(|e| !matches!(e, Entry::Reload { .. })).cloned().collect();
        match self.before(at) {
            Some(table) => {
                self.course.ahead.splice(0..0, cut);
                self.course.waits = true;
                self.stand_at(table);
                self.tell_where();
            }
            None => {
                self.warn(ui!("cannot-go-back", "it cannot be gone back: the game cannot be played again to there"))
            }
        }
    }

    /// A table at the moment before an entry of the record, with the newest files; `None`: the game cannot be played
    /// again to there.
    pub(super) fn before(&self, at: usize) -> Option<Table> {
        let mut table = self.table.before(at)?;
        // The record brings back the files of that moment: the newest ones are taken over again.
        if table.game().catalog.hash != self.engine.catalog.hash {
            table.adopt(&self.engine).ok()?;
        }
        Some(table)
    }

    /// Goes on at another table, which stands at another moment of the game, and makes the session fit to it.
    pub(super) fn stand_at(&mut self, table: Table) {
        self.table = table;
        let answers = self.table.answers();
        self.chosen.retain(|before| *before < answers);
        self.record_anew();
        self.cut_seen();
        self.pages = None;
    }

    /// Repeats a number of the undone answers.
    pub(super) fn forward(&mut self, steps: usize) {
        if self.course.ahead.is_empty() {
            return self.warn(ui!("nothing-ahead-end", "nothing lies ahead: this is the end of what was played"));
        }
        // All lines so far count as seen, so that only what the repeated answers bring is news.
        self.has_seen_all();
        let mut left = steps;
        while left > 0 && !self.course.ahead.is_empty() {
            let entry = self.course.ahead[0].clone();
            let (before, seat) = (self.table.answers(), seat_of(&entry));
            if let Err(error) = self.table.follow(&entry) {
                let left = steps_in(&self.course.ahead);
                self.leave_branch();
                return self.warn(ui!(
                    "no-fit",
                    left => "the next answer does not fit any more, and {answers} is left: {why}"
                        | "the next answer does not fit any more, and {answers} are left: {why}",
                    left = left,
                    answers = counted(left, "answer"),
                    why = error
                ));
            }
            self.course.ahead.remove(0);
            left -= usize::from(is_step(&entry));
            if seat.is_some_and(|seat| self.bots.kinds[seat.index()].is_none()) {
                self.chosen.push(before);
            }
        }
        self.course.waits = !self.course.ahead.is_empty();
        self.cut_seen();
        self.tell_where();
    }

    /// Does `go`: plays on from here. The undone answers become a branch, and bots answer again.
    pub(super) fn go_on(&mut self) {
        self.leave_branch();
        self.course.waits = false;
    }

    /// Does `instead`: lets the person answer in the place of the bot that waits, with the view of its seat.
    pub(super) fn answer_instead(&mut self) {
        let waiting = self.table.decisions().first().map(|decision| decision.seat);
        match waiting.filter(|_| self.course.waits && self.decision().is_none()) {
            Some(seat) => {
                let (answers, eyes) = (self.table.answers(), self.eyes);
                self.course.stand_in = Some(StandIn { seat, answers, eyes });
                self.eyes = seat;
            }
            None => self.warn(ui!("no-bot-waits", "no bot waits here: go back to an answer of one first")),
        }
    }

    /// Ends answering in the place of a bot, if an answer was given or taken back since.
    pub(super) fn end_stand_in(&mut self) {
        let now = self.table.answers();
        if let Some(one) = self.course.stand_in.take_if(|one| one.answers != now) {
            self.eyes = one.eyes;
        }
    }

    fn tell_where(&mut self) {
        self.end_stand_in();
        let (given, ahead) = (steps_in(self.table.record().entries()), steps_in(&self.course.ahead));
        let is_bots = self.course.waits && self.decision().is_none() && !self.table.is_over();
        let ahead = match ahead {
            0 => ui!("nothing-ahead", "nothing lies ahead"),
            n if is_bots => ui!(
                "n-ahead-bot",
                "{answers} ahead: forward gives them again, instead answers for the bot and begins a branch",
                answers = counted(n, "answer")
            ),
            n => ui!(
                "n-ahead",
                "{answers} ahead: forward gives them again, another answer is a branch",
                answers = counted(n, "answer")
            ),
        };
        self.note(ui!("after-answers", "after {answers}; {ahead}", answers = counted(given, "answer"), ahead = ahead));
    }

    /// After an answer of a person: if it equals the next undone one, the others stay ahead; otherwise the undone
    /// answers become a branch.
    pub(super) fn answered(&mut self) {
        if self.course.ahead.is_empty() {
            return;
        }
        let given = self.table.record().entries().iter().rev().find(|entry| is_step(entry)).cloned();
        if given.as_ref() == self.course.ahead.first() {
            self.course.ahead.remove(0);
            self.course.waits = !self.course.ahead.is_empty();
            return;
        }
        let at = self.table.record().entries().len() - 1;
        self.leave(at);
    }

    /// Keeps the undone answers as a branch that is left at the present moment.
    fn leave_branch(&mut self) {
        self.leave(self.table.record().entries().len());
    }

    fn leave(&mut self, shared: usize) {
        self.course.waits = false;
        if self.course.ahead.is_empty() {
            return;
        }
        let mut entries = self.table.record().entries()[..shared].to_vec();
        entries.append(&mut self.course.ahead);
        self.keep(entries, shared);
        self.note(ui!("ahead-kept", "what lay ahead is kept: branches lists it"));
    }

    fn keep(&mut self, entries: Vec<Entry>, shared: usize) {
        let branches = &mut self.course.branches;
        branches.push(Branch { entries, shared });
        branches.drain(..branches.len().saturating_sub(MOST_BRANCHES));
    }

    /// Keeps the course up to now, with the undone answers, as a branch that is left before an entry.
    pub(super) fn keep_played(&mut self, at: usize) {
        let mut played = self.table.record().entries().to_vec();
        played.append(&mut self.course.ahead);
        self.course.waits = false;
        self.keep(played, at);
    }

    /// Does `branches`: a line for each branch that was left.
    pub(super) fn branches(&self) -> Vec<String> {
        let line = |(i, branch): (usize, &Branch)| {
            let (shared, all) = (steps_in(&branch.entries[..branch.shared]), steps_in(&branch.entries));
            let answers = counted(shared, "answer");
            ui!(
                "branch-line",
                "{i}. left after {answers}, with {n} more",
                i = i + 1,
                answers = answers,
                n = all - shared
            )
        };
        match self.course.branches.is_empty() {
            true => vec![ui!("no-branch", "no branch was left: go back, and answer otherwise")],
            false => self.course.branches.iter().enumerate().map(line).collect(),
        }
    }

    /// Does `branch N`: plays that branch to its end, and keeps the course that was played as a branch instead.
    pub(super) fn take_branch(&mut self, number: usize) {
        let Some(at) = number.checked_sub(1).filter(|at| *at < self.course.branches.len()) else {
            return self.warn(ui!(
                "no-such-branch",
                "there is no branch {n}: branches lists those there are",
                n = number
            ));
        };
        let wanted = &self.course.branches[at].entries;
        let entries = self.table.record().entries();
        let shared = wanted.iter().zip(entries).take_while(|(a, b)| a == b).count();
        let rest = wanted[shared..].iter().filter(|e| !matches!(e, Entry::Reload { .. })).cloned().collect();
        let mut played = entries.to_vec();
        let Some(table) = self.before(shared) else {
            return self.warn(ui!("branch-unreachable", "it cannot be played again to where that branch was left"));
        };
        played.append(&mut self.course.ahead);
        self.course.branches.remove(at);
        if played.len() > shared {
            self.keep(played, shared);
        }
        self.course.ahead = rest;
        self.stand_at(table);
        match self.course.ahead.is_empty() {
            true => self.tell_where(),
            false => self.forward(usize::MAX),
        }
    }
}

fn seat_of(entry: &Entry) -> Option<Seat> {
    match entry {
        Entry::Answer { seat, .. } => Some(*seat),
        _ => None,
    }
}
