//! Session: a game that people play at the terminal: shows the table, handles what they type, and lets bots answer.

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

/// A game that people at one keyboard play, with bots at the other seats.
pub struct Session<'a> {
    pub(super) args: &'a PlayArgs,
    pub(super) pack: &'a Pack,
    pub(super) table: Table,
    /// The game as it loaded last, from the newest files without errors.
    pub(super) engine: Game,
    /// The files of the game as they were read last.
    pub(super) files: Files,
    /// Texts that a scenario put in place of files of the game, when it is played on from a scenario.
    pub(super) over: BTreeMap<String, Arc<str>>,
    /// The loader, which keeps what it compiled, so that a game with a changed file loads fast.
    pub(super) loader: Loader,
    /// The errors in the saved files, with which the game cannot go on; `None`: the saved files are in play.
    pub(super) broken: Option<String>,
    /// The errors of `broken` that the person was shown last, so that they are not shown twice.
    told_broken: Option<String>,
    /// The seat that looks at the table.
    pub(super) eyes: Seat,
    /// The bots of the table, and which seats they play.
    bots: Bots,
    /// For each choice that a person made, the number of answers that the game had before it.
    chosen: Vec<usize>,
    /// Where a step back has led: the undone answers, and the branches that were left.
    course: HistoryPosition,
    /// The last step of a person as it would go under the saved files, if it would go otherwise.
    pub(super) again: Option<Rerun>,
    /// For each seat, how many lines of its log, from the beginning, its player has seen.
    seen: Vec<usize>,
    /// For each seat, the number of log lines up to which news were shown on a page of their own.
    reported: Vec<usize>,
    pub(super) notes: Vec<Note>,
    /// Passes that were made for people who could do nothing else, seat and window of each, until that person has typed
    /// something.
    unasked: Vec<(Seat, String)>,
    /// The seat of the next person at the keyboard, while its change waits for her to take over.
    handing: Option<Seat>,
    /// A line that was typed while the keyboard changed hands, and so is nobody's answer.
    unheard: String,
    /// Pages shown in place of the table.
    pages: Option<PageView>,
    seed: u64,
    /// The file of the record, if the person asked for one by `--record` or `record FILE`.
    pub(super) journal: Option<Journal>,
    events: Receiver<InputEvent>,
    _watcher: Option<FileChanges>,
    /// The terminal, if the game is drawn on a screen of its own; `None`: it is told in lines.
    terminal: Option<Terminal>,
    typing: Typing,
    /// The row of the screen in which the person types, counted from 0.
    typing_row: usize,
    is_plain: bool,
    paint: Colours,
    out: &'a mut Output,
    /// When told in lines: the moment of the game, and the numbers of its levels (as turns), that were told last.
    last_shown: (String, Vec<(String, u32)>),
    clock: Option<AnswerClock>,
    /// True if the last typed line was `concede`: typed once more, it gives the game up.
    is_conceding: bool,
    /// True after `q` was refused once, because the game is not recorded and would be lost: the next `q` leaves.
    is_leaving: bool,
    /// True if a person has made a choice in this session.
    has_chosen: bool,
    /// The path of the record's file; `None`: no record is written.
    record: Option<PathBuf>,
    asked: ShownQuestion,
}

/// Begins to read lines, or takes the whole terminal for a screen of its own, which is returned.
fn begin_input(is_plain: bool, tell: Sender<InputEvent>) -> anyhow::Result<Option<Terminal>> {
    if is_plain {
        listen(tell);
        return Ok(None);
    }
    Ok(Some(Terminal::take(&tell).map_err(|e| Error::usage(format!("{e}")).help("--plain needs no screen"))?))
}

/// Plays a game with people at the terminal until it is over or they leave.
///
/// `ahead` are entries behind the table's moment, as after a step back; with `waits`, bots wait until a person says how
/// to go on.
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
    // If the session has ended, the report is dropped.
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
        // When told in lines, the question is not repeated after a report of changed files that changed nothing.
        let mut is_told = false;
        loop {
            self.advance()?;
            // The record is written before the consequences of an answer are shown.
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
                    // If files were taken over, or have errors, that is shown instead of the pages that were open.
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
        // The game's own screen is left, so that what is printed now stays in the terminal.
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

    /// Answers for bots, and for people who have only one answer, until a person has a choice.
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
            // This answer may differ from the undone one, so the undone answers become a branch.
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

    /// The next seat for which nobody is asked, with the only answer that it has; without an answer, if its bot
    /// answers. `None`: a person is asked.
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

    /// The decision about which a person is asked now: first one at the seats of the person who looks at the screen.
    fn decision(&self) -> Option<&Decision> {
        let all = self.table.decisions();
        let person = self.person();
        let own = all.iter().find(|d| d.seat == self.eyes).or_else(|| all.iter().find(|d| person.has(d.seat)));
        own.filter(|d| self.is_of_person(d.seat)).or_else(|| all.iter().find(|d| self.is_of_person(d.seat)))
    }

    /// True if a person answers at this seat, as its player or for once in the place of its bot.
    fn is_of_person(&self, seat: Seat) -> bool {
        self.bots.kinds[seat.index()].is_none() || self.course.stand_in.as_ref().is_some_and(|one| one.seat == seat)
    }

    /// The seats of the person who looks at the screen.
    pub(super) fn person(&self) -> Eyes {
        self.table.person(self.eyes)
    }

    /// The index of the present person's first seat: `seen` and `reported` are kept under it.
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

    /// Marks all lines of the log as seen, for every seat.
    fn has_seen_all(&mut self) {
        for seat in 0..self.seen.len() {
            self.seen[seat] = transcript_for(&self.table, self.table.person(Seat::of(seat))).len();
        }
    }

    /// After the log has become shorter: no seat has seen more lines than there are, and none is news.
    pub(super) fn cut_seen(&mut self) {
        for seat in 0..self.seen.len() {
            let len = transcript_for(&self.table, self.table.person(Seat::of(seat))).len();
            self.seen[seat] = self.seen[seat].min(len);
            self.reported[seat] = len;
        }
    }

    // ---- typed lines ----

    /// Handles a typed line: as the change of the keyboard's hands, for the open page, or as a command at the table.
    /// False: the person leaves.
    fn typed(&mut self, line: &str) -> anyhow::Result<bool> {
        if self.handing.is_some() {
            // Whatever is typed before the next person takes over was meant for the question before: it is no answer.
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

    /// Carries out the command in a typed line. False: the person leaves.
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
                // The typed text is cut, so that the remark beside it fits on the line.
                let line = cut(&clean(&line), 40);
                self.warn(ui!("means-nothing", "`{line}` means nothing here: ? lists what may be typed", line = line))
            }
        }
        Ok(true)
    }

    /// Shows the table in words; with a name, only the zones of that name.
    fn show_zones(&mut self, zones: &str) -> anyhow::Result<()> {
        let catalog = self.table.game().catalog.clone();
        let (view, rules) = (self.view(), Some(&*catalog.rules));
        let lines = table_in_words::table(&view, &catalog.table, rules, &zones.to_lowercase());
        let none = vec![ui!("no-such-zone", "no zone is called `{name}`", name = clean(zones))];
        Ok(self.page(if lines.is_empty() { &none } else { &lines }, Page::Other)?)
    }

    /// Passes, or chooses nothing, whichever the question allows; otherwise says what must be typed.
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
        // Only the part about this question is told, without the commands that work at any time.
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

    /// Gives up the game, whereupon the others win. A person at a terminal must type it twice.
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

    /// Chooses the option that has exactly these words. False: no option has them, or several.
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

    /// Answers as a step of a scenario would, as in `lay harbour`. False: no such step is possible now.
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

    /// Makes the next writing of the record write all of it, because entries before its end have changed.
    pub(super) fn record_anew(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.anew();
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
