//! Session: a game with people at it, from the first question to the last.

mod clock;
mod game_over;
mod keys;
mod leaving;
mod pages;
mod pin;
mod question;
mod rerun;
mod show;
mod undo;

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::bots::{self, Bots};
use super::input::{InputEvent, TypedCommand, help, listen};
use super::journal::Journal;
use super::labels::{Listed, Named};
use super::screen::{Note, at_depth};
use super::terminal::Terminal;
use super::typing::Typing;
use super::{PlayArgs, card_page, persons, reply, result, rules_page, seats, setup, start_point, table_in_words};
use crate::cli::Exit;
use crate::cli::file_changes::{FileChanges, on_change};
use crate::cli::findings::PathBase;
use crate::cli::language::{counted, ui};
use crate::cli::output::{Output, complain};
use crate::cli::pack::Pack;
use crate::cli::text::{Colours, clean, cut, spoken};
use crate::scenario::step_of;
use clock::AnswerClock;
use intermezzo::catalog::Files;
use intermezzo::error::Error;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::{Answer, Decision, Kind, Seat, Value};
use intermezzo::table::view::{View, transcript_for};
use intermezzo::table::{Entry, Game, Loader, MOST_ANSWERS, OnFault, Table};
use pages::{Page, PageView};
use question::ShownQuestion;
pub(super) use rerun::Rerun;
use undo::HistoryPosition;

/// A game with people who play it.
pub struct Session<'a> {
    pub(super) args: &'a PlayArgs,
    pub(super) pack: &'a Pack,
    pub(super) table: Table,
    /// The last catalog that compiled.
    pub(super) engine: Game,
    /// The game's files at the last reading.
    pub(super) files: Files,
    /// The files that a scenario laid over the files of the game.
    pub(super) over: BTreeMap<String, Arc<str>>,
    /// The loader, which builds the game again after changes.
    pub(super) loader: Loader,
    /// The findings that keep the saved files from being taken over; `None`: the files are in play.
    pub(super) broken: Option<String>,
    /// The findings of `broken` that were told already.
    told_broken: Option<String>,
    /// The seat that looks at the table.
    pub(super) eyes: Seat,
    /// The bots, and the seats that they play.
    bots: Bots,
    /// Before each choice that a person made: how many answers there were.
    chosen: Vec<usize>,
    /// The position in the course of the game, with the undone answers.
    course: HistoryPosition,
    /// The last step as it goes under the files that were saved last, if that is otherwise.
    pub(super) again: Option<Rerun>,
    /// The number of log lines that each seat has seen.
    seen: Vec<usize>,
    /// The number of log lines that each seat was told on a separate page.
    reported: Vec<usize>,
    pub(super) notes: Vec<Note>,
    /// The seats and windows in which people passed without being asked, until they have answered.
    unasked: Vec<(Seat, String)>,
    /// The seat that is to take over the keyboard.
    handing: Option<Seat>,
    /// A line typed while the keyboard changed hands: nobody's answer.
    unheard: String,
    /// Pages shown in place of the table.
    pages: Option<PageView>,
    seed: u64,
    /// The record file, with `--record` or after `record FILE`.
    pub(super) journal: Option<Journal>,
    events: Receiver<InputEvent>,
    _watcher: Option<FileChanges>,
    /// The whole screen, if the program controls it; `None`: the game is printed in lines.
    terminal: Option<Terminal>,
    typing: Typing,
    /// The row that is typed in, from 0.
    typing_row: usize,
    is_plain: bool,
    paint: Colours,
    out: &'a mut Output,
    /// The moment, and the levels, that were last told of in words.
    last_shown: (String, Vec<(String, u32)>),
    clock: Option<AnswerClock>,
    /// True if the last line asked to give up the game.
    is_conceding: bool,
    /// True after `q` was refused once, because the game is not recorded and would be lost: the next `q` leaves.
    is_leaving: bool,
    /// True if a person has chosen anything since she came.
    has_chosen: bool,
    /// The path of the record, if it is kept.
    record: Option<PathBuf>,
    asked: ShownQuestion,
}

/// Begins to listen for lines, or takes the whole terminal.
fn begin_input(is_plain: bool, tell: Sender<InputEvent>) -> anyhow::Result<Option<Terminal>> {
    if is_plain {
        listen(tell);
        return Ok(None);
    }
    Ok(Some(Terminal::take(&tell).map_err(|e| Error::usage(format!("{e}")).help("--plain needs no screen"))?))
}

/// Plays a game with people.
///
/// `ahead` are later answers of an earlier game, and `waits` makes the session ask first how to continue.
pub fn play(
    args: &PlayArgs,
    pack: &Pack,
    (mut table, ahead, waits): (Table, Vec<Entry>, bool),
    seed: u64,
    out: &mut Output,
) -> anyhow::Result<Exit> {
    let persons = persons::read(&args.seats)?;
    table.hold(&persons)?;
    let kinds = bots::of_seats(args, seats(&table).count(), &persons)?;
    let bots = Bots::new(kinds, seed, args.patience.limits());
    let is_bot = bots.seats();
    let Some(first) = is_bot.iter().position(|b| !b) else {
        return Err(Error::usage("bots play every seat").help("--bots random plays to the end without asking").into());
    };
    table.on_fault(OnFault::Stop);
    let journal = Journal::of(args, table.record())?;
    let (tell, events) = channel();
    let mut notes = Vec::new();
    let is_plain = args.plain || !Terminal::is_there();
    let watcher = start_watching(pack, tell.clone(), &mut notes);
    let terminal = begin_input(is_plain, tell)?;
    let files = pack.files_of(&args.game)?;
    let mut session = Session {
        args,
        pack,
        engine: table.game().clone(),
        over: start_point::laid_over(&table, &files),
        files,
        loader: Loader::default(),
        broken: None,
        told_broken: None,
        eyes: Seat::of(first),
        bots,
        chosen: Vec::new(),
        course: HistoryPosition { ahead, waits, ..HistoryPosition::default() },
        again: None,
        seen: vec![0; is_bot.len()],
        reported: vec![0; is_bot.len()],
        notes,
        unasked: Vec::new(),
        handing: None,
        unheard: String::new(),
        pages: None,
        seed,
        journal,
        events,
        _watcher: watcher,
        terminal,
        typing: Typing::default(),
        typing_row: 0,
        is_plain,
        paint: Colours::for_stdout(),
        out,
        last_shown: Default::default(),
        clock: None,
        is_conceding: false,
        is_leaving: false,
        has_chosen: false,
        record: args.record.clone(),
        asked: ShownQuestion::default(),
        table,
    };
    if waits {
        session.has_seen_all();
        session.cut_seen();
    }
    session.run()
}

fn start_watching(pack: &Pack, tell: Sender<InputEvent>, notes: &mut Vec<Note>) -> Option<FileChanges> {
    if pack.folders().is_empty() {
        return None;
    }
    // A closed channel means that the program is about to end.
    match on_change(&pack.folders(), move || drop(tell.send(InputEvent::Changed))) {
        Ok(watcher) => Some(watcher),
        Err(error) => {
            notes.push(Note {
                text: ui!("cannot-watch", "{error}; r reloads", error = format!("{error:#}")),
                is_bad: true,
            });
            None
        }
    }
}

impl Session<'_> {
    fn run(mut self) -> anyhow::Result<Exit> {
        let mut is_broken_off = false;
        // In words, the question is not told again after a reported change that changed nothing.
        let mut is_told = false;
        loop {
            self.advance()?;
            // The result of an answer is shown only once the answer is stored.
            if let Some(journal) = &mut self.journal {
                journal.follow(self.table.record());
                if journal.was_lost() {
                    self.warn(ui!("record-again", "the file of the record was gone: it is written again"));
                }
            }
            if !std::mem::take(&mut is_told) {
                self.draw()?;
            }
            let event = self.wait()?;
            match event {
                InputEvent::Leave => {
                    let was_leaving = std::mem::take(&mut self.is_leaving);
                    self.notes.clear();
                    if self.leaves(was_leaving) {
                        break;
                    }
                }
                InputEvent::End => {
                    if self.is_plain {
                        writeln!(self.out)?;
                    }
                    is_broken_off = !self.table.is_over();
                    break;
                }
                InputEvent::TimeIsUp => self.time_is_up(),
                InputEvent::Changed => {
                    // A reload, or its errors, takes the place of open pages.
                    let open = self.pages.take();
                    if !self.reload() {
                        self.pages = open;
                        is_told = self.is_plain;
                    }
                }
                InputEvent::Stop => self.terminal.as_ref().map_or(Ok(()), Terminal::stop)?,
                InputEvent::Woken => self.terminal.as_ref().map_or(Ok(()), Terminal::take_again)?,
                InputEvent::Resized => self.resized(),
                InputEvent::Redraw | InputEvent::Key(_) | InputEvent::Pasted(_) => {}
                InputEvent::Line(line) => {
                    if !self.typed(&line)? {
                        break;
                    }
                }
            }
        }
        // The last words stay on the ordinary screen.
        self.terminal = None;
        let written = result::write_files(self.args, &self.table, self.journal.take());
        result::print(&self.table, self.args.json, self.out)?;
        self.out.flush()?;
        written?;
        if is_broken_off {
            complain(&result::broken_off(self.record.as_deref()));
        }
        Ok(result::exit_of(&self.table))
    }

    /// Lets bots play and gives answers that are forced, until a person has a choice.
    fn advance(&mut self) -> anyhow::Result<()> {
        let mut left = MOST_ANSWERS;
        while let Some((seat, answer)) = self.answer_without_asking() {
            if left == 0 {
                let answers = counted(MOST_ANSWERS as usize, "answer");
                self.warn(ui!(
                    "stalled",
                    "the game has stalled: {answers} asked nobody for a choice",
                    answers = answers
                ));
                self.course.waits = true;
                break;
            }
            left -= 1;
            if answer == Some(Answer::Pass) {
                let window = self.window_asking(seat);
                self.unasked.push((seat, window));
            }
            // An answer that nobody was asked for may differ from the undone one, so the undone answers become a
            // branch.
            if !self.course.ahead.is_empty() {
                self.go_on();
            }
            let bug = |e| Error::internal(format!("an answer that was found legal is refused: {e}"));
            match answer {
                Some(answer) => self.table.submit(seat, answer).map_err(bug)?,
                None => {
                    let args = self.args;
                    self.show_thinking(seat)?;
                    self.bots.answer(&mut self.table, seat, &|game, seed| setup(args, game, seed))?;
                }
            }
        }
        Ok(())
    }

    /// A seat that answers without being asked: with its forced answer, or `None` if a bot answers.
    fn answer_without_asking(&self) -> Option<(Seat, Option<Answer>)> {
        if self.course.waits {
            return None;
        }
        self.table.decisions().iter().find_map(|decision| match &self.bots.kinds[decision.seat.index()] {
            Some(_) => Some((decision.seat, None)),
            None if self.args.ask_all => None,
            None => reply::forced(self.table.world(), decision).map(|answer| (decision.seat, Some(answer))),
        })
    }

    /// Shows the advice of a bot.
    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(seat) = self.decision().map(|d| d.seat) else {
            self.warn(ui!("nothing-asked", "nothing is asked now"));
            return Ok(());
        };
        let args = self.args;
        let lines = self.bots.hint(&self.table, seat, &|game, seed| setup(args, game, seed))?;
        Ok(self.show(&lines)?)
    }

    /// The decision that a person is asked: a decision of the person who looks at the screen comes first.
    fn decision(&self) -> Option<&Decision> {
        let all = self.table.decisions();
        let person = self.person();
        let own = all.iter().find(|d| d.seat == self.eyes).or_else(|| all.iter().find(|d| person.has(d.seat)));
        own.filter(|d| self.is_of_person(d.seat)).or_else(|| all.iter().find(|d| self.is_of_person(d.seat)))
    }

    /// True for a seat at which a person answers, also in the place of a bot.
    fn is_of_person(&self, seat: Seat) -> bool {
        self.bots.kinds[seat.index()].is_none() || self.course.stand_in.as_ref().is_some_and(|one| one.seat == seat)
    }

    /// The seats of the person who looks at the screen.
    pub(super) fn person(&self) -> Eyes {
        self.table.person(self.eyes)
    }

    /// Index of a person's first seat, under which her part of the log is kept.
    fn own(&self) -> usize {
        self.person().seats().next().unwrap_or(self.eyes).index()
    }

    fn view(&self) -> View {
        View::of_person(&self.table, self.eyes).expect("who plays here has a seat of the game")
    }

    pub(super) fn note(&mut self, text: String) {
        self.notes.push(Note { text, is_bad: false });
    }

    pub(super) fn warn(&mut self, text: String) {
        self.notes.push(Note { text, is_bad: true });
    }

    /// Says that every seat has seen all that happened.
    fn has_seen_all(&mut self) {
        for seat in 0..self.seen.len() {
            self.seen[seat] = transcript_for(&self.table, self.table.person(Seat::of(seat))).len();
        }
    }

    /// Forgets having seen lines of the log that are no more.
    pub(super) fn cut_seen(&mut self) {
        for seat in 0..self.seen.len() {
            let len = transcript_for(&self.table, self.table.person(Seat::of(seat))).len();
            self.seen[seat] = self.seen[seat].min(len);
            self.reported[seat] = len;
        }
    }

    // ---- typed lines ----

    /// Executes a typed line: for the take-over, for a page, or for the table. False: leave.
    fn typed(&mut self, line: &str) -> anyhow::Result<bool> {
        if self.handing.is_some() {
            // A line typed for the previous question answers no later one; without a screen any line would be taken as
            // an answer.
            self.unheard = line.trim().into();
            let was_leaving = std::mem::take(&mut self.is_leaving);
            match TypedCommand::parse(line) {
                TypedCommand::Quit if !self.is_plain => return Ok(!self.leaves(was_leaving)),
                command if self.is_plain || command == TypedCommand::Enter => self.take_over(),
                _ => {}
            }
            return Ok(true);
        }
        if self.turned(line) {
            return Ok(true);
        }
        self.notes.clear();
        let person = self.person();
        self.unasked.retain(|(seat, _)| !person.has(*seat));
        self.line(line)
    }

    /// Does what a line asks for. False: leave.
    fn line(&mut self, line: &str) -> anyhow::Result<bool> {
        let is_sure = std::mem::take(&mut self.is_conceding);
        let was_leaving = std::mem::take(&mut self.is_leaving);
        match TypedCommand::parse(line) {
            TypedCommand::Quit => return Ok(!self.leaves(was_leaving)),
            TypedCommand::Enter => self.enter(),
            TypedCommand::Choose(named) => self.choose(&named),
            TypedCommand::Pass => self.pass(),
            TypedCommand::Truth(is_true) => self.say(is_true),
            TypedCommand::Undo => self.undo(),
            TypedCommand::Back(steps) => self.back(steps),
            TypedCommand::Forward(steps) => self.forward(steps),
            TypedCommand::At(step) => self.go_to_step(step),
            TypedCommand::GoOn => self.go_on(),
            TypedCommand::Instead => self.answer_instead(),
            TypedCommand::Branches => {
                let lines = self.branches();
                self.show(&lines)?;
            }
            TypedCommand::Branch(number) => self.take_branch(number),
            TypedCommand::Again => self.take_again(),
            TypedCommand::Pin(last, title) => self.pin(last, &title),
            TypedCommand::Event(name) => {
                let lines = card_page::happened_last(&self.table, self.person(), &name);
                self.page(&lines, Page::Other)?;
            }
            TypedCommand::Hint => self.hint()?,
            TypedCommand::Reload => self.reload_now(),
            TypedCommand::Concede => self.concede(is_sure),
            TypedCommand::Fizzle if self.table.fault().is_some() => self.table.let_fizzle(),
            TypedCommand::Fizzle => self.warn(ui!("no-script-failed", "no script failed")),
            TypedCommand::Log => {
                let log = transcript_for(&self.table, self.person());
                let log: Vec<String> = log.iter().map(|l| at_depth(&l.text, spoken)).collect();
                self.page(&log, Page::Log)?;
            }
            TypedCommand::Table(zones) => self.show_zones(&zones)?,
            TypedCommand::Options => {
                let listed: Vec<String> = self.options(&self.view()).iter().map(Listed::in_words).collect();
                self.page(&listed, Page::Other)?;
            }
            TypedCommand::Card(card) | TypedCommand::Why(card) if card.is_empty() => self.warn(ui!(
                "which-card",
                "name a card behind it: `c NAME` tells what it says, `w NAME` why it cannot be used now"
            )),
            TypedCommand::Card(card) => {
                let lines = card_page::card(&self.table, &self.view(), &card, &PathBase::of(self.pack, &self.files));
                self.show(&lines)?;
            }
            TypedCommand::Why(card) => {
                let lines = card_page::why_of(&self.table, &self.view(), self.decision(), self.person(), &card);
                self.show(&lines)?;
            }
            TypedCommand::Rules(word) => {
                let lines = rules_page::lines(self.table.game(), self.pack, word.trim());
                self.page(&lines, Page::Other)?;
            }
            TypedCommand::Help => self.page(&help(), Page::Other)?,
            TypedCommand::Record(file) => self.begin_record(&file),
            TypedCommand::New => self.play_again()?,
            TypedCommand::Unknown(line) if self.choose_called(&line) || self.take_step(&line) => {}
            TypedCommand::Unknown(line) => {
                // There must be room for the remark beside the line.
                let line = cut(&clean(&line), 40);
                self.warn(ui!("means-nothing", "`{line}` means nothing here: ? lists what may be typed", line = line))
            }
        }
        Ok(true)
    }

    /// Shows the zones with a name, or the whole table, in words.
    fn show_zones(&mut self, zones: &str) -> anyhow::Result<()> {
        let catalog = self.table.game().catalog.clone();
        let (view, rules) = (self.view(), Some(&*catalog.rules));
        let lines = table_in_words::table(&view, &catalog.table, rules, &zones.to_lowercase());
        let none = vec![ui!("no-such-zone", "no zone is called `{name}`", name = clean(zones))];
        Ok(self.page(if lines.is_empty() { &none } else { &lines }, Page::Other)?)
    }

    /// Passes, or chooses nothing where that is legal; otherwise tells what a choice needs.
    fn pass(&mut self) {
        let (is_act, may_be_none) = self.decision().map_or((true, false), |d| {
            (matches!(d.kind, Kind::Act { .. }), matches!(d.kind, Kind::Pick { min: 0, .. }))
        });
        match () {
            () if is_act => return self.submit(Answer::Pass),
            () if self.choose_called("pass") => return,
            () if may_be_none => return self.submit(Answer::Values(Vec::new())),
            () => {}
        }
        let (_, how) = self.question(&self.view());
        // Commands that work at any time are left out.
        let how = how.split(" · ").next().unwrap_or("").to_string();
        self.warn(ui!("no-passing", "nobody can pass here: {how}", how = how));
    }

    /// Answers a question with yes or no.
    fn say(&mut self, is_true: bool) {
        let answer = Value::Bool(is_true);
        match self.decision().map(|d| &d.kind) {
            Some(Kind::Pick { options, .. }) if options.contains(&answer) => self.submit(Answer::Values(vec![answer])),
            _ => self.warn(ui!("no-question", "no question for yes or no is asked now: ? lists what may be typed")),
        }
    }

    /// Gives up the game. A person at a terminal is asked first: the others win at once.
    fn concede(&mut self, is_sure: bool) {
        if !is_sure && std::io::stdin().is_terminal() && !self.table.is_over() {
            self.is_conceding = true;
            return self.warn(ui!("concede-again", "type concede once more to give up this game"));
        }
        if let Err(error) = self.table.concede(self.eyes) {
            self.warn(ui!("not-possible", "not possible: {why}", why = spoken(&error.to_string())));
        }
    }

    fn enter(&mut self) {
        let default = self.decision().and_then(|d| reply::default(self.table.world(), d));
        match default {
            Some(answer) => self.submit(answer),
            None if self.course.waits && self.decision().is_none() => self.forward(1),
            None if self.decision().is_some() => {
                self.warn(ui!("type-something", "type a number or a letter: ? lists what may be typed"))
            }
            None => {}
        }
    }

    /// Chooses the only option with these words. False: there is none.
    fn choose_called(&mut self, words: &str) -> bool {
        let view = self.view();
        let asked = view.decisions.iter().find(|d| Some(d.seat) == self.decision().map(|d| d.seat.0));
        let options = asked.map_or(&[][..], |d| &d.options);
        let is_it = |at: &usize| spoken(&options[*at].text).to_lowercase() == words.trim().to_lowercase();
        let mut all = (0..options.len()).filter(is_it);
        let (Some(at), None) = (all.next(), all.next()) else { return false };
        self.choose(&[Named::Place(at + 1)]);
        true
    }

    /// Does what a step of a scenario says: `lay harbour`, `use imp`. False: no such step is possible now.
    fn take_step(&mut self, words: &str) -> bool {
        let Some(Kind::Act { options, .. }) = self.decision().map(|decision| &decision.kind) else { return false };
        match step_of(self.table.world(), options, words) {
            Some(choice) => {
                self.submit(Answer::Act(choice));
                true
            }
            None => false,
        }
    }

    fn choose(&mut self, named: &[Named]) {
        let Some(decision) = self.decision() else { return self.warn(ui!("nothing-asked", "nothing is asked now")) };
        match reply::answer(decision, &self.labels(&self.view()), named) {
            Ok(answer) => self.submit(answer),
            Err(why) => self.warn(why),
        }
    }

    fn submit(&mut self, answer: Answer) {
        let Some(seat) = self.decision().map(|d| d.seat) else {
            return self.warn(ui!("nothing-asked", "nothing is asked now"));
        };
        let before = self.table.answers();
        let own = self.own();
        self.seen[own] = transcript_for(&self.table, self.person()).len();
        match self.table.submit(seat, answer) {
            Ok(()) => {
                self.chosen.push(before);
                self.has_chosen = true;
                self.again = None;
                self.answered();
            }
            Err(error) => self.warn(ui!("not-possible", "not possible: {why}", why = spoken(&error.to_string()))),
        }
    }

    /// Writes the record anew after a change before its end.
    pub(super) fn record_anew(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.anew();
        }
    }

    fn undo(&mut self) {
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

    fn reload_now(&mut self) {
        self.told_broken = None;
        match !self.pack.folders().is_empty() {
            false => self.warn(ui!(
                "built-in-stays",
                "the built-in games do not change: run with --root or --pack, or in such a folder"
            )),
            true if self.reload() => {}
            true => self.note(ui!("no-file-changed", "no file changed")),
        }
    }
}
