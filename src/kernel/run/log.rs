//! Log: writes lines, and feeds the running hash.

use crate::kernel::model::event::MOVED;
use crate::kernel::model::log_lines::{Fact, Line, LogLine};
use crate::kernel::model::objects::Event;
use crate::kernel::run::change::World;

/// The greatest size of the kept lines: each line counts 1, and 1 more for each 64 bytes. One answer causes less, and a
/// long game needs a thirtieth of it. Without a limit, a card that logs at every answer would fill the memory.
const MOST_ROOM: usize = 350_000;

impl World {
    /// Writes a line into the log.
    pub fn record(&mut self, line: Line) {
        let depth = self.depth();
        if !self.is_written() {
            self.count_line(&line);
            self.feed_line(depth, &line);
            return;
        }
        // If lines are not kept, a line of a lane needs no facts: it is only hashed when the lane closes.
        let (facts, is_quiet) = match self.log.kept {
            true => (self.game().facts(&line), self.game().is_quiet_line(&line)),
            false => Default::default(),
        };
        if let Some(line) = self.record_in_lane(LogLine { depth, line, facts, is_quiet }) {
            self.write(line);
        }
    }

    /// True if lines are kept, in the log or in the lane of a seat, and not only hashed.
    fn is_written(&self) -> bool {
        self.log.kept || self.state().lane.is_some()
    }

    /// Writes an event into the log.
    pub fn record_event(&mut self, event: &Event) {
        if self.is_written() {
            return self.keep_event(event);
        }
        self.count_event(event);
        let depth = self.depth();
        self.feed_with(depth, |bytes| event.feed(bytes));
    }

    /// Counts a line in the statistics of the game, if they are kept.
    fn count_line(&mut self, line: &Line) {
        if let Some(mut statistics) = self.log.statistics.take() {
            statistics.line(&self.rules, self.state(), line);
            self.log.statistics = Some(statistics);
        }
    }

    /// Writes an event into a log that keeps its lines.
    fn keep_event(&mut self, event: &Event) {
        if self.state().lane.is_some() {
            return self.record(Line::Event(event.clone()));
        }
        let (facts, is_quiet) = (self.game().event_facts(event), self.game().is_quiet(event));
        self.count_event(event);
        let depth = self.depth();
        let bytes = self.feed_with(depth, |bytes| event.feed(bytes));
        self.make_room(bytes, &facts);
        self.log.lines.push_event(event, depth, is_quiet, &facts);
        self.shown_by_its_move(event, &facts);
    }

    /// Counts an event in the statistics of the game, if they are kept.
    fn count_event(&mut self, event: &Event) {
        if let Some(mut statistics) = self.log.statistics.take() {
            statistics.event(&self.rules, self.state(), event);
            self.log.statistics = Some(statistics);
        }
    }

    /// Writes a line together with the facts about its objects.
    pub(in crate::kernel) fn write(&mut self, line: LogLine) {
        self.count_line(&line.line);
        let bytes = self.feed_line(line.depth, &line.line);
        if self.log.kept {
            self.make_room(bytes, &line.facts);
            self.log.lines.push(&line);
            if let Line::Event(event) = &line.line {
                self.shown_by_its_move(event, &line.facts);
            }
        }
    }

    /// Adds the size of a line to the size of the kept lines, and drops lines if they are too many.
    fn make_room(&mut self, bytes: usize, facts: &[Fact]) {
        self.log.room += 1 + (bytes + size_of_val(facts)) / 64;
        if self.log.room > MOST_ROOM {
            self.drop_half();
        }
    }

    /// Lets earlier lines of a use and its event show the card as its move does, instead of `a card` and then its name.
    fn shown_by_its_move(&mut self, event: &Event, facts: &[Fact]) {
        if let (MOVED, Some(Fact::Card { card, seen_by, .. })) = (event.kind, facts.first())
            && !self.state().is_masked(&self.rules, *card)
        {
            self.log.lines.show_moved(*card, event.batch, *seen_by);
        }
    }

    /// Adds a line to the running hash and returns its length in bytes.
    fn feed_line(&mut self, depth: u8, line: &Line) -> usize {
        self.feed_with(depth, |bytes| line.feed(bytes))
    }

    /// Adds a line to the running hash, through one reused buffer, and returns the length of the line in bytes.
    fn feed_with(&mut self, depth: u8, feed: impl FnOnce(&mut Vec<u8>)) -> usize {
        let mut bytes = std::mem::take(&mut self.line);
        bytes.clear();
        bytes.push(depth);
        feed(&mut bytes);
        self.feed_log(&bytes);
        let len = bytes.len();
        self.line = bytes;
        len
    }

    /// Drops the older half of the lines. The hash still covers them, and nobody reads so far back.
    #[cold]
    fn drop_half(&mut self) {
        let half = self.log.lines.len() / 2;
        self.log.lines.drop_first(half);
        self.log.before += half as u32;
        self.log.room /= 2;
    }

    /// Drops the lines after the first `len` of the game.
    pub fn truncate_log(&mut self, len: u32) {
        self.log.replaced.iter_mut().for_each(|(end, _)| *end = len.min(*end));
        self.log.lines.truncate(len.saturating_sub(self.log.before) as usize);
        self.log.dropped.retain(|dropped| dropped.at <= len);
        self.log.checked.retain(|checked| checked.at <= len);
    }
}
