//! Log: writes the lines that tell what happened, and feeds the running hash.

use crate::kernel::model::event::MOVED;
use crate::kernel::model::log::{Fact, Line, LogLine};
use crate::kernel::model::objects::Event;
use crate::kernel::run::change::World;

impl World {
    /// Writes a line into the log.
    pub fn record(&mut self, line: Line) {
        let depth = self.state().depth();
        if !self.log.kept && self.state().lane.is_none() {
            self.count_line(&line);
            return self.feed_line(depth, &line);
        }
        let facts = self.game().facts(&line);
        let is_quiet = matches!(&line, Line::Event(e) if self.game().is_quiet(e));
        if let Some(line) = self.record_in_lane(LogLine { depth, line, facts, is_quiet }) {
            self.write(line);
        }
    }

    /// Writes an event into the log.
    pub fn record_event(&mut self, event: &Event) {
        if self.log.kept || self.state().lane.is_some() {
            return self.record(Line::Event(event.clone()));
        }
        if let Some(mut census) = self.log.census.take() {
            census.event(&self.rules, self.state(), event);
            self.log.census = Some(census);
        }
        let depth = self.state().depth();
        let mut bytes = Vec::with_capacity(64);
        bytes.push(depth);
        event.feed(&mut bytes);
        self.feed_log(&bytes);
    }

    /// A line is written: whoever counts sees it.
    fn count_line(&mut self, line: &Line) {
        if let Some(mut census) = self.log.census.take() {
            census.line(&self.rules, self.state(), line);
            self.log.census = Some(census);
        }
    }

    /// Writes a line that knows what it names.
    pub(in crate::kernel) fn write(&mut self, line: LogLine) {
        self.count_line(&line.line);
        self.feed_line(line.depth, &line.line);
        if self.log.kept {
            self.log.lines.push(line);
            self.shown_by_its_move();
        }
    }

    /// A use that moves its card at once shows it as the move does, and so does the event that the move is a part of:
    /// `place a card` and then its name would be odd.
    fn shown_by_its_move(&mut self) {
        let Some((last, before)) = self.log.lines.split_last_mut() else { return };
        let (Line::Event(e), Some(Fact::Card { card: moved, seen_by: seen, .. })) = (&last.line, last.facts.first())
        else {
            return;
        };
        if e.kind != MOVED {
            return;
        }
        for line in before.iter_mut().rev() {
            match &line.line {
                Line::Event(whole) if whole.batch == e.batch => line.facts.iter_mut().for_each(|fact| match fact {
                    Fact::Card { card, seen_by, .. } if card == moved => *seen_by |= seen,
                    _ => {}
                }),
                Line::Event(_) | Line::Paid(..) => {}
                Line::Used { card: Some(used), .. } if used == moved => {
                    if let Some(Fact::Card { seen_by, .. }) = line.facts.first_mut() {
                        *seen_by |= seen;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    fn feed_line(&mut self, depth: u8, line: &Line) {
        let mut bytes = Vec::with_capacity(64);
        bytes.push(depth);
        line.feed(&mut bytes);
        self.feed_log(&bytes);
    }

    /// Drops the lines after the first `len` of the game.
    pub fn truncate_log(&mut self, len: u32) {
        self.log.replaced.iter_mut().for_each(|(end, _)| *end = len.min(*end));
        self.log.lines.truncate(len.saturating_sub(self.log.before) as usize);
    }
}
