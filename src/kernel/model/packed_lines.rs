//! Packed lines: the lines of a log as bytes, unpacked for readers.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::kernel::model::lang::Filter;
use crate::kernel::model::line_encoding::{ByteReader, CARD, Packed, Writer, push_tight};
use crate::kernel::model::log_lines::{Fact, Line, LogLine};
use crate::kernel::model::objects::Event;
use crate::kernel::model::value::{Card, DefId};

/// The most lines that are read back from the move of a card in search of the line of its use. Without the limit, all
/// lines would be read again for each card that a long effect moves.
const AT_ONCE: usize = 100;

/// Lines of a log, in order.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    bytes: Vec<u8>,
    /// The end of each line, as an offset.
    ends: Vec<u32>,
    /// The tests of scripts to which lines refer.
    filters: Vec<Arc<Filter>>,
}

impl Lines {
    /// The number of lines.
    #[allow(clippy::len_without_is_empty)] // nobody asks
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A line by its place, from 0.
    ///
    /// # Panics
    ///
    /// Panics if there is no such line.
    pub fn get(&self, at: usize) -> LogLine {
        LogLine::read(&mut self.reader(at))
    }

    /// All lines, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = LogLine> + ExactSizeIterator {
        (0..self.len()).map(|at| self.get(at))
    }

    /// All lines except events, declared uses and payments. They are few, and only they are unpacked.
    pub fn others(&self) -> impl Iterator<Item = LogLine> {
        let is_other = |at: &usize| matches!(LineHead::read(&mut self.reader(*at)).2, LineHead::Other);
        (0..self.len()).filter(is_other).map(|at| self.get(at))
    }

    /// Appends a line.
    pub fn push(&mut self, line: &LogLine) {
        let LogLine { depth, line, facts, is_quiet } = line;
        let head = match line {
            Line::Event(event) => LineHead::Event(event.batch),
            Line::Used { .. } => LineHead::Used,
            Line::Paid(..) => LineHead::Paid,
            _ => LineHead::Other,
        };
        self.write(head, *depth, *is_quiet, facts, |to| match line {
            Line::Event(event) => event.pack_rest(to),
            other => other.pack(to),
        });
        debug_assert!(self.ends_with(line), "it reads otherwise: {line:?}");
    }

    /// True if the last line equals this one. `Event::since` is left out of the comparison: nobody reads it in a log.
    fn ends_with(&self, line: &Line) -> bool {
        let mut last = self.get(self.len() - 1).line;
        if let (Line::Event(last), Line::Event(event)) = (&mut last, line) {
            last.since = event.since;
        }
        last == *line
    }

    /// Appends an event, with the depth of its line and the facts about the objects it names.
    pub(in crate::kernel) fn push_event(&mut self, event: &Event, depth: u8, is_quiet: bool, facts: &[Fact]) {
        self.write(LineHead::Event(event.batch), depth, is_quiet, facts, |to| event.pack_rest(to));
        // `since` is never read in a log.
        let is_it = |line: LogLine| {
            line.facts == facts
                && matches!(line.line, Line::Event(it) if Event { since: event.since, ..it.clone() } == *event)
        };
        debug_assert!(is_it(self.get(self.len() - 1)), "it reads otherwise: {event:?} {facts:?}");
    }

    fn write(&mut self, head: LineHead, depth: u8, is_quiet: bool, facts: &[Fact], line: impl FnOnce(&mut Writer)) {
        let mut to = Writer { bytes: &mut self.bytes, filters: &mut self.filters };
        let (kind, batch) = match head {
            LineHead::Other => (0, None),
            LineHead::Event(batch) => (1, Some(batch)),
            LineHead::Used => (2, None),
            LineHead::Paid => (3, None),
        };
        to.number(u64::from(depth) << 3 | u64::from(is_quiet) << 2 | kind);
        batch.iter().for_each(|batch| batch.pack(&mut to));
        to.all(facts);
        line(&mut to);
        // The log drops its older half at `MOST_ROOM`, long before its bytes exceed 4 GB.
        let end = u32::try_from(self.bytes.len()).expect("a log has bounds");
        push_tight(&mut self.ends, end);
    }

    /// Keeps the first `len` lines.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        let mut from = self.reader(len);
        while from.at < self.bytes.len() {
            LogLine::read(&mut from);
        }
        let (filters, bytes) = (from.filters_read, self.start(len));
        self.filters.truncate(self.filters.len() - filters);
        self.bytes.truncate(bytes);
        self.ends.truncate(len);
    }

    /// Drops the first `len` lines.
    pub(in crate::kernel) fn drop_first(&mut self, len: usize) {
        let mut left = Lines::default();
        self.iter().skip(len).for_each(|line| left.push(&line));
        *self = left;
    }

    /// Adds the seats that saw a moved card to the earlier lines of its batch, and to the line of its use.
    pub(in crate::kernel) fn show_moved(&mut self, moved: Card, batch: u32, seats: u8) {
        if seats == 0 {
            return;
        }
        for at in (0..self.len().saturating_sub(1)).rev().take(AT_ONCE) {
            let mut from = self.reader(at);
            match LineHead::read(&mut from).2 {
                LineHead::Paid => {}
                LineHead::Event(of) if of != batch => {}
                LineHead::Event(_) => {
                    for (_, at) in cards(&mut from).into_iter().filter(|(card, _)| *card == moved) {
                        self.bytes[at] |= seats;
                    }
                }
                LineHead::Used => {
                    let (starts_with_card, known) = (from.starts_with_card(), cards(&mut from));
                    let is_its = matches!(Line::unpack(&mut from), Line::Used { card, .. } if card == Some(moved));
                    if is_its && starts_with_card {
                        self.bytes[known[0].1] |= seats;
                    }
                    return;
                }
                LineHead::Other => return,
            }
        }
    }

    /// The offset of a line's first byte.
    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    fn reader(&self, at: usize) -> ByteReader<'_> {
        let end = self.ends.last().map_or(0, |end| *end as usize);
        ByteReader { bytes: &self.bytes[..end], filters: &self.filters, at: self.start(at), filters_read: 0 }
    }
}

impl<'a> FromIterator<&'a LogLine> for Lines {
    fn from_iter<I: IntoIterator<Item = &'a LogLine>>(lines: I) -> Lines {
        let mut all = Lines::default();
        lines.into_iter().for_each(|line| all.push(line));
        all
    }
}

/// The kind of a line, read from its first bytes without the rest; of an event also the number of its batch.
enum LineHead {
    Other,
    Event(u32),
    Used,
    Paid,
}

impl LineHead {
    /// Reads the beginning of a line: its depth, true if no transcript tells it, and its head.
    fn read(from: &mut ByteReader) -> (u8, bool, LineHead) {
        let first = from.number();
        let head = match first & 3 {
            0 => LineHead::Other,
            1 => LineHead::Event(Packed::unpack(from)),
            2 => LineHead::Used,
            _ => LineHead::Paid,
        };
        ((first >> 3) as u8, first & 4 != 0, head)
    }
}

/// The cards that the facts of a line name, each with the place of the byte that says who saw it.
fn cards(from: &mut ByteReader) -> SmallVec<[(Card, usize); 4]> {
    let mut cards = SmallVec::new();
    for _ in 0..from.number() {
        if from.bytes[from.at] != CARD {
            Fact::unpack(from);
            continue;
        }
        from.byte();
        let card = Card::unpack(from);
        DefId::unpack(from);
        cards.push((card, from.at));
        from.byte();
    }
    cards
}

impl ByteReader<'_> {
    /// True if the first of the following facts is about a card.
    fn starts_with_card(&self) -> bool {
        let mut from = ByteReader { ..*self };
        from.number() > 0 && from.bytes[from.at] == CARD
    }
}

impl LogLine {
    fn read(from: &mut ByteReader) -> LogLine {
        let (depth, is_quiet, head) = LineHead::read(from);
        let facts = Packed::unpack(from);
        let line = match head {
            LineHead::Event(batch) => Line::Event(Event::unpack_rest(from, batch)),
            _ => Packed::unpack(from),
        };
        LogLine { depth, is_quiet, facts, line }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{AT_ONCE, Lines};
    use crate::kernel::model::event::MOVED;
    use crate::kernel::model::lang::{Filter, Test};
    use crate::kernel::model::last_known::Since;
    use crate::kernel::model::log_lines::{Broken, Fact, Lasting, Line, LogLine, Why};
    use crate::kernel::model::objects::{Event, Lasts, Modification, Outcome, Role};
    use crate::kernel::model::symbols::Sym;
    use crate::kernel::model::value::*;

    fn filter() -> Arc<Filter> {
        Arc::new(Filter::Card(Test::True))
    }

    fn values() -> Vec<Value> {
        let nested = Value::from(vec![Value::Card(Card(7)), vec![Value::Seat(Seat(255))].into(), Value::NONE]);
        let ints = [0, 1, -1, 3, -4, 127, 1 << 40, i64::MAX, i64::MIN].map(Value::Int);
        let words = [Sym(0), Sym(u32::MAX)].map(Value::Word);
        let others = [
            Value::Nil,
            Value::Game,
            Value::Bool(false),
            Value::Bool(true),
            Value::Card(Card(u16::MAX)),
            Value::Seat(Seat(1)),
            Value::Zone(Zone(8)),
            Value::Use(UseId(u32::MAX)),
            Value::Record(RecId(9)),
            Value::Def(DefId(1000)),
            Value::Ability(AbilityId(70_000)),
            Value::Status(Status::new(15, 3)),
            Value::Text("ü, and an end\n".into()),
            Value::Text("".into()),
            Value::Cells(DefId(300), 255),
            Value::Filter(filter()),
            nested,
        ];
        ints.into_iter().chain(words).chain(others).collect()
    }

    fn event() -> Event {
        Event {
            kind: EventId(300),
            fields: values(),
            source: Some(Card(300)),
            by: Some(Seat(7)),
            role: Role::Effect,
            replaced_by: thin_vec::thin_vec![(AbilityId(1), None), (AbilityId(2), Some(Card(3)))],
            batch: 5,
            moment: u32::MAX,
            part_of: Some(EventId(1)),
            before: Some((DefId(2), 255)),
            since: Since::NOW,
        }
    }

    /// Lines of every kind.
    fn lines() -> Vec<Line> {
        let (ability, card) = (AbilityId(70_000), Some(Card(300)));
        let lasts = [
            Lasts::Level(LevelId(1)),
            Lasts::Phase,
            Lasts::Record(RecId(200)),
            Lasts::Use(UseId(2)),
            Lasts::Stay(Card(3), 70_000),
            Lasts::Reset(Card(4)),
            Lasts::Until(LevelId(5), Seat(6)),
            Lasts::Through(LevelId(7), Seat(1)),
            Lasts::Game,
        ];
        let modified = |(what, lasts): (Modification, Lasts)| {
            Line::Lasting(Lasting::Modified { object: Value::Filter(filter()), field: Sym(9), what, lasts })
        };
        let modifications = [
            Modification::Add(AttrId(1), -3),
            Modification::Set(AttrId(1), 3),
            Modification::PrintedOf(AttrId(255), DefId(300)),
            Modification::Word(3, Sym(1000)),
            Modification::Without(3, Sym(1000)),
            Modification::Times(AttrId(1), 2),
            Modification::Least(AttrId(1), i64::MIN),
            Modification::Most(AttrId(1), i64::MAX),
            Modification::Add(AttrId(0), 0),
            Modification::Add(AttrId(0), 1),
        ];
        let about = vec![filter(), filter()];
        let broken = [
            Broken::Tasks,
            Broken::Steps,
            Broken::Scripts,
            Broken::Events(EventId(3)),
            Broken::TooMuch(None),
            Broken::TooMuch(Some(ability)),
            Broken::Check(Sym(4)),
            Broken::Triggers(vec![ability, AbilityId(0)]),
            Broken::TooManyTriggers,
            Broken::NoRoom,
            Broken::Share(DefId(4)),
            Broken::HeldUp(DefId(5)),
            Broken::Script(ScriptId(6)),
            Broken::Stopped("the clock".into()),
        ];
        let ends = [Outcome::Draw, Outcome::Lost, Outcome::Over, Outcome::Aborted];
        let outcomes = [Outcome::Won(Seat(1)), Outcome::Shared(3)].into_iter().chain(ends);
        let whys = [None, Some(Why::Said("why".into())), Some(Why::Window(WindowId(3))), Some(Why::Ability(ability))];
        let chose = |why| Line::Chose { seat: Seat(1), value: Value::Int(2), why, card, secret: true };
        let others = [
            Line::Event(event()),
            Line::Event(Event::new(EventId(0), Vec::new(), Role::Rule)),
            Line::Used { id: UseId(1), ability, card, user: Seat(1), targets: values(), reply_to: Some(Card(0)) },
            Line::Copied { ability, card: None, user: Seat(0), targets: Vec::new() },
            Line::Paid(Seat(1), vec![Card(1), Card(400)]),
            Line::Triggered(ability, card, Seat(3)),
            Line::NoEffect(ability, card),
            Line::Lapsed(ability, None),
            Line::Replaced(ability, card, Box::new(event())),
            Line::Opened(WindowId(1)),
            Line::Closed(WindowId(2)),
            Line::Passed(Seat(1), WindowId(3)),
            Line::NotAsked(Seat(1), WindowId(4)),
            Line::Phase(Sym(70)),
            Line::Level(LevelId(1), 1000, Some(Seat(2))),
            Line::Level(LevelId(1), 0, None),
            Line::Failed { script: ScriptId(1), file: "f".into(), line: 70_000, message: "m".into(), seen_by: 255 },
            Line::Lasting(Lasting::Permitted {
                object: Value::Nil,
                forbids: true,
                verb: Sym(1),
                about,
                lasts: Lasts::Game,
            }),
            Line::Lasting(Lasting::Gained(Value::Card(Card(1)), ability, Lasts::Phase)),
            Line::Lasting(Lasting::Lost(Card(1), None, Lasts::Phase)),
            Line::Lasting(Lasting::Lost(Card(1), Some(ability), Lasts::Phase)),
            Line::Lasting(Lasting::Restored(Card(1))),
            Line::Lasting(Lasting::Ended(Value::Nil, Sym(3))),
            Line::Uncancellable(card),
            Line::Full(WindowId(1), -1),
            Line::Note("a remark of some length, which is longer than a line of the log is otherwise".into(), 3),
            Line::GivenUp(ability),
            Line::Ends(card),
        ];
        others
            .into_iter()
            .chain(modifications.into_iter().zip(lasts).map(modified))
            .chain(broken.map(Line::BrokenOff))
            .chain(outcomes.map(Line::Ended))
            .chain(whys.map(chose))
            .collect()
    }

    fn facts() -> Vec<Fact> {
        vec![
            Fact::Card { card: Card(300), def: DefId(2), seen_by: 0 },
            Fact::Use { id: UseId(1), ability: AbilityId(2), def: None, is_copy: true },
            Fact::Record { id: RecId(1), kind: RecKind(2), cards: vec![Value::Card(Card(1))] },
        ]
    }

    fn log_lines() -> Vec<LogLine> {
        let line = |(i, line)| LogLine {
            depth: [0, 1, 255][i % 3],
            line,
            facts: if i % 2 == 0 { facts() } else { Vec::new() },
            is_quiet: i % 5 == 0,
        };
        lines().into_iter().enumerate().map(line).collect()
    }

    #[test]
    fn every_kind_of_line_reads_as_it_was_written() {
        let all = log_lines();
        let packed: Lines = all.iter().collect();
        assert_eq!(packed.iter().collect::<Vec<_>>(), all);
        for (i, line) in all.iter().enumerate() {
            assert_eq!(&packed.get(i), line);
        }
        // No kind is forgotten above.
        let kinds: std::collections::BTreeSet<String> = all
            .iter()
            .map(|l| format!("{:?}", l.line).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().into())
            .collect();
        assert_eq!(kinds.len(), 24, "{kinds:?}");
    }

    #[test]
    fn what_is_dropped_is_dropped_with_its_filters() {
        let all = log_lines();
        for len in 0..=all.len() {
            let mut packed: Lines = all.iter().collect();
            packed.truncate(len);
            let kept: Lines = all[..len].iter().collect();
            assert_eq!(packed.filters.len(), kept.filters.len(), "{len}");
            all[len..].iter().for_each(|line| packed.push(line));
            assert_eq!(packed.iter().collect::<Vec<_>>(), all, "{len}");
            packed.drop_first(len);
            assert_eq!(packed.iter().collect::<Vec<_>>(), all[len..], "{len}");
        }
    }

    #[test]
    fn room_that_is_left_over_is_a_quarter_at_most() {
        let all = log_lines();
        let mut packed = Lines::default();
        (0..50).for_each(|_| all.iter().for_each(|line| packed.push(line)));
        assert!(packed.bytes.capacity() < packed.bytes.len() * 5 / 4 + 64);
        assert!(packed.ends.capacity() < packed.len() * 5 / 4 + 64);
    }

    #[test]
    fn a_move_shows_its_use_and_its_batch() {
        let fact = |card, seen_by| Fact::Card { card: Card(card), def: DefId(0), seen_by };
        let line = |line, facts: &[Fact]| LogLine { depth: 0, line, facts: facts.to_vec(), is_quiet: false };
        let moved = |batch| Line::Event(Event { batch, ..Event::new(MOVED, Vec::new(), Role::Rule) });
        let used = |card| Line::Used {
            id: UseId(1),
            ability: AbilityId(1),
            card: Some(Card(card)),
            user: Seat(0),
            targets: vec![],
            reply_to: None,
        };
        let seen = |lines: &[LogLine]| {
            let mut packed: Lines = lines.iter().collect();
            packed.show_moved(Card(7), 2, 4);
            let of = |fact: Fact| if let Fact::Card { seen_by, .. } = fact { seen_by } else { 0 };
            packed.iter().map(|l| l.facts.into_iter().map(of).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let before = line(moved(2), &[fact(7, 0)]);
        let with = |first| {
            [
                before.clone(),
                first,
                line(Line::Paid(Seat(0), vec![]), &[fact(7, 0)]),
                line(moved(1), &[fact(7, 0)]),
                line(moved(2), &[fact(1, 0), facts()[1].clone(), fact(7, 1), fact(7, 2)]),
                line(moved(2), &[fact(7, 4)]),
            ]
        };
        let after = [vec![0], vec![0], vec![0, 0, 5, 6], vec![4]];
        assert_eq!(
            seen(&with(line(used(7), &[fact(7, 1), fact(7, 0)]))),
            [&[vec![0], vec![5, 0]], &after[..]].concat()
        );
        // A line that is more than `AT_ONCE` lines back is not searched.
        let far = |n| {
            [
                vec![line(used(7), &[fact(7, 1), fact(7, 0)])],
                vec![line(moved(1), &[]); n],
                vec![line(moved(2), &[fact(7, 4)])],
            ]
            .concat()
        };
        assert_eq!(seen(&far(AT_ONCE - 1))[0], [5, 0]);
        assert_eq!(seen(&far(AT_ONCE))[0], [1, 0]);
        // Going back from the move stops at the use of another card, and at any other line.
        assert_eq!(seen(&with(line(used(8), &[fact(7, 0)]))), [&[vec![0], vec![0]], &after[..]].concat());
        assert_eq!(seen(&with(line(Line::Phase(Sym(1)), &[fact(7, 0)]))), [&[vec![0], vec![0]], &after[..]].concat());
        // The search passes over a move of another card in between, such as that of a paying card.
        assert_eq!(seen(&with(line(moved(2), &[fact(7, 0)]))), [&[vec![4], vec![4]], &after[..]].concat());
    }
}
