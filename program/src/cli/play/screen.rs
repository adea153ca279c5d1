//! Screen: the table drawn for one person, fitted to the size of the terminal.
//!
//! ```text
//! title
//! ── opponent · hidden zones as numbers ──
//! her zones, the last line of the manifest's table first
//! ── open records, the chain ──
//! own zones, the first line of the manifest's table first
//! ── own name · hidden zones as numbers ──
//! the last lines of the log, messages
//! why we are asked, the options, what may be typed
//! ```

use super::ask;
use super::card_texts::{self, NameLength};
use super::labels::Listed;
use crate::cli::language::{named, ui};
use crate::cli::text::{Colours, clean, cut, pad, spoken, width, wrap};
use intermezzo::catalog::TableLine;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::model::schema::SeenBy;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::kernel::{Rules, Seat};
use intermezzo::table::view::{CardView, SeatView, TranscriptLine, View, ZoneView};

/// A message to the person, which stands above the question.
pub struct Note {
    /// The text.
    pub text: String,
    /// True if a command did not work.
    pub is_bad: bool,
}

/// All that is drawn on the screen for one person at one moment.
pub struct Screen<'a> {
    /// The view of the person.
    pub view: &'a View,
    /// The seat of the person; its zones are drawn at the bottom.
    pub eyes: Seat,
    /// The seats with bots.
    pub bots: &'a [bool],
    /// The game's names, all public.
    pub rules: &'a Rules,
    /// The manifest's layout of the table.
    pub lines: &'a [TableLine],
    /// The lines of the log that this person may see.
    pub log: &'a [TranscriptLine],
    /// How many lines of `log`, from its beginning, the person has seen already.
    pub seen: usize,
    /// Messages to the person.
    pub notes: &'a [Note],
    /// The reason why the person is asked, or what the program waits for instead.
    pub why: String,
    /// The options of the person.
    pub options: Vec<Listed>,
    /// The help for the person's answer.
    pub how: String,
    /// The text at the right end of the first line, such as the time that is left.
    pub corner: String,
    /// The size of the terminal: columns and rows.
    pub size: (usize, usize),
    /// The colours of the texts.
    pub paint: Colours,
}

impl Screen<'_> {
    /// Draws the lines of the screen, without the last one, in which the person types; also returns how many lines of
    /// the log that she has not seen did not fit.
    pub fn draw(&self) -> (Vec<String>, usize) {
        let (columns, rows) = self.size;
        let paint = |note: &Note, line: &str| {
            let line = cut(line, columns);
            if note.is_bad { self.paint.red(&line) } else { self.paint.cyan(&line) }
        };
        let notes: Vec<String> = self.notes.iter().flat_map(|n| n.text.lines().map(|l| paint(n, l))).collect();
        let (shared, options) = shared_beginning(&self.options);
        let why = if shared.is_empty() { self.why.clone() } else { format!("{}: {shared} …", self.why) };
        let why: Vec<String> = wrap(&format!("> {why}"), columns, 2);
        let below = notes.len() + why.len() + 2; // what may be typed, and the line for typing
        // If the lines are too few, this is given up in order: texts of cards on the board, texts of cards in a hand,
        // some lines of the log, a line for each option, the ends of names.
        let mut best: Option<(Vec<DrawnLine>, Vec<String>)> = None;
        for (names, log) in [
            (NameLength::WithBoardText, 8),
            (NameLength::WithText, 8),
            (NameLength::Full, 4),
            (NameLength::Cut(20), 3),
            (NameLength::Cut(15), 2),
            (NameLength::Cut(11), 0),
            (NameLength::Cut(8), 0),
        ] {
            let are_cut = matches!(names, NameLength::Cut(_));
            let drawn = (self.table(columns, names), columned(&options, columns, are_cut));
            let lines = drawn.0.len() + drawn.1.len();
            if best.as_ref().is_none_or(|(table, options)| lines < table.len() + options.len()) {
                best = Some(drawn);
            }
            if lines + below + log <= rows {
                break;
            }
        }
        let (table, options) = best.unwrap_or_default();
        // The question and up to [`MOST_OPTIONS`] options have their lines for sure; the table gets the rest.
        let table = fitted(table, rows.saturating_sub(below + options.len().min(MOST_OPTIONS)));
        let room = rows.saturating_sub(table.len() + below);
        let options = shortened(options, room.max(1));
        let (log, missing) = self.last_lines(columns, room.saturating_sub(options.len()));
        let mut out = table;
        out.extend(log);
        out.extend(notes);
        out.extend(why.iter().map(|l| self.paint.bold(l)));
        out.extend(options);
        out.push(self.paint.dim(&cut(&self.how, columns)));
        // If messages alone fill the screen, lines below the title are dropped.
        let too_many = (out.len() + 1).saturating_sub(rows).min(out.len() - 1);
        out.drain(1..1 + too_many);
        (out, missing)
    }

    fn table(&self, columns: usize, names: NameLength) -> Vec<DrawnLine> {
        let moment = ask::moment(self.view);
        let colon = if moment.is_empty() { "" } else { ": " };
        let title = format!(" {}{colon}{moment}", super::table_in_words::title(self.view, Some(self.rules)));
        let title = cut(&title, columns.saturating_sub(width(&self.corner) + 2));
        let title = format!("{}{} ", pad(&title, columns.saturating_sub(width(&self.corner) + 1)), self.corner);
        let mut out = vec![(LineWorth::Needed, self.paint.bold(&title))];
        let mut add = |worth: LineWorth, lines: Vec<String>| out.extend(lines.into_iter().map(|l| (worth, l)));
        let seats = self.view.seats.len() as u8;
        // The other players in the order of seats, from the next one: the one before the person's own seat is drawn
        // nearest to her.
        for seat in (1..seats).map(|n| Seat((self.eyes.0 + n) % seats)) {
            let worth = if self.view.seats[seat.index()].is_own { LineWorth::Needed } else { LineWorth::Others };
            add(worth.max(LineWorth::Names), vec![self.rule(Some(seat), columns)]);
            let zones = self.lines.iter().rev();
            add(worth, zones.flat_map(|l| self.zone(seat, l, columns, names)).collect());
        }
        add(LineWorth::Legend, vec![self.rule(None, columns)]);
        let (middle, line_below) = self.middle(columns, names);
        add(LineWorth::Needed, middle);
        add(LineWorth::Line, line_below);
        add(LineWorth::Shared, self.lines.iter().flat_map(|l| self.shared_zone(l, columns, names)).collect());
        add(LineWorth::Needed, self.lines.iter().flat_map(|l| self.zone(self.eyes, l, columns, names)).collect());
        add(LineWorth::Needed, vec![self.rule(Some(self.eyes), columns)]);
        out
    }

    /// The lines of a zone that belongs to no player, in the middle of the table; none if it is empty.
    fn shared_zone(&self, line: &TableLine, columns: usize, names: NameLength) -> Vec<String> {
        let found = self.view.zones.iter().find(|z| z.seat.is_none() && z.name == line.zone);
        match found.filter(|z| self.is_drawn(z) && z.cards.len() + z.unknown > 0) {
            Some(zone) => {
                let lines =
                    card_texts::zone(zone, line, self.rules, (card_texts::head(self.lines, columns), columns), names);
                lines.into_iter().map(|l| self.painted(l, zone)).collect()
            }
            None => Vec::new(),
        }
    }

    fn zone(&self, seat: Seat, line: &TableLine, columns: usize, names: NameLength) -> Vec<String> {
        let found = self.view.zone(seat, &line.zone).filter(|z| z.seat.is_some() && self.is_drawn(z));
        let Some(zone) = found else { return Vec::new() };
        // If the lines are few, empty zones are left out.
        let is_short = matches!(names, NameLength::Cut(_));
        if zone.cards.is_empty() && zone.unknown == 0 && (line.hides_empty || is_short) {
            return Vec::new();
        }
        let size = (card_texts::head(self.lines, columns), columns);
        let is_hand = self.is_hand(zone);
        let has_text = |card: &CardView| is_hand || card_texts::has_something_to_use(card, self.rules);
        // Zones that stack equal cards, or hold cards face down, get no texts of cards.
        let is_board = seat == self.eyes && !line.stack && zone.unknown == 0;
        let is_wanted = match names {
            NameLength::WithBoardText => is_hand || is_board && zone.cards.iter().any(has_text),
            NameLength::WithText => is_hand,
            _ => false,
        };
        let lines = match is_wanted && !zone.cards.is_empty() {
            true => card_texts::zone_with_texts(zone, line, self.rules, size, has_text),
            false => card_texts::zone(zone, line, self.rules, size, names),
        };
        lines.into_iter().map(|l| self.painted(l, zone)).collect()
    }

    /// True if only its player sees the cards of the zone.
    fn is_hand(&self, zone: &ZoneView) -> bool {
        let kind = self.rules.schema.zone_kind(&zone.name);
        kind.is_some_and(|kind| self.rules.schema.zones[kind.index()].seen_by == SeenBy::Owner)
    }

    /// True if the cards of a zone are drawn; of other zones only the number of cards stands beside the player's name.
    fn is_drawn(&self, zone: &ZoneView) -> bool {
        let kind = self.rules.schema.zone_kind(&zone.name).map(|k| self.rules.schema.zones[k.index()].seen_by);
        let is_open = match kind {
            Some(SeenBy::All) => true,
            Some(SeenBy::Owner) => zone.seat.is_none_or(|s| self.view.seats[s as usize].is_own),
            _ => false,
        };
        let is_own = zone.seat.is_none_or(|seat| Seat(seat) == self.eyes);
        is_open && self.lines.iter().any(|l| l.zone == zone.name && (is_own || !l.hides_others))
    }

    /// A line of a zone with colours for the zone's name and for statuses.
    fn painted(&self, line: String, zone: &ZoneView) -> String {
        if !self.paint.is_on {
            return line;
        }
        let mut line = line;
        let name = named(NameKind::Zone, &zone.name);
        if let Some(rest) = line.strip_prefix(&format!(" {name}")) {
            line = format!(" {}{rest}", self.paint.cyan(&name));
        }
        let mut words: Vec<&String> = zone.cards.iter().flat_map(|c| &c.statuses).collect();
        words.sort();
        words.dedup();
        for word in words {
            let marked = format!("{}: ", named(NameKind::Status, word));
            let is_first = self.rules.schema.status(word).is_some_and(|s| s.value() == 0);
            let painted = if is_first { self.paint.green(&marked) } else { self.paint.red(&marked) };
            // The blank before it keeps a status from matching within a longer one, as `complete` in `incomplete`.
            line = line.replacen(&format!(" {marked}"), &format!(" {painted}"), 1);
        }
        line
    }

    /// A line across the screen with a player's name, her numbers, and the sizes of her zones that are not drawn;
    /// without a seat, with the legend.
    fn rule(&self, seat: Option<Seat>, columns: usize) -> String {
        let text = match seat {
            Some(seat) => format!(" {} ", self.name_line(seat, columns)),
            None => self.legend(),
        };
        let text = cut(&text, columns.saturating_sub(4));
        let rest = columns.saturating_sub(width(&text) + 2);
        let active = seat.is_some_and(|s| s.0 == self.view.active && self.view.phase.is_some());
        let name = match seat {
            Some(_) if active => self.paint.bold(&text),
            Some(_) => text,
            None => self.paint.dim(&text),
        };
        format!("{}{name}{}", self.paint.dim("──"), self.paint.dim(&"─".repeat(rest)))
    }

    /// The text of the line in the middle: the numbers of the game, and for each zone the names of the numbers that its
    /// cards show.
    fn legend(&self) -> String {
        let is_number = |f: &&String| self.rules.schema.attr(Class::Card, f).is_some();
        let numbers = |l: &TableLine| {
            let fields: Vec<String> =
                l.show.iter().filter(is_number).map(|field| named(NameKind::Field, field)).collect();
            (!fields.is_empty()).then(|| format!("{}: {}", named(NameKind::Zone, &l.zone), fields.join("/")))
        };
        let game = self.view.numbers.iter().map(|(name, n)| format!("{} {n}", named(NameKind::Field, name)));
        let all: Vec<String> = game.chain(self.lines.iter().filter_map(numbers)).collect();
        if all.is_empty() { String::new() } else { format!(" {} ", spoken(&all.join(" · "))) }
    }

    fn name_line(&self, seat: Seat, columns: usize) -> String {
        let SeatView { name, roles, shown, is_own, .. } = &self.view.seats[seat.index()];
        let who = match (is_own, self.bots[seat.index()]) {
            (true, _) => ui!("is-you", " (you)"),
            (_, true) => ui!("is-bot", " (bot)"),
            _ => String::new(),
        };
        let own = self.view.zones.iter().filter(|z| z.seat == Some(seat.0) && !self.is_drawn(z));
        let counts = own.map(|z| (named(NameKind::Zone, &z.name), (z.cards.len() + z.unknown) as i64));
        let all: Vec<(String, i64)> =
            shown.iter().map(|(name, n)| (named(NameKind::Field, name), *n)).chain(counts).collect();
        let text = |with_nothing: bool| {
            let told = all.iter().filter(|(_, n)| with_nothing || *n != 0);
            let roles: String = roles.iter().map(|role| format!(" · {}", spoken(role))).collect();
            let numbers: String = told.map(|(name, n)| format!(" · {name} {n}")).collect();
            format!("{}{who}{roles}{numbers}", clean(name))
        };
        // The short form leaves zeroes out.
        let full = text(true);
        if width(&full) + 6 > columns { text(false) } else { full }
    }

    /// The middle of the table: boards, open records, and the uses that wait to resolve (if the lines are few, only the
    /// last); and the line drawn below them.
    fn middle(&self, columns: usize, names: NameLength) -> (Vec<String>, Vec<String>) {
        let players: Vec<String> = self.view.seats.iter().map(|seat| seat.name.clone()).collect();
        let drawn = self.view.boards.iter().flat_map(|board| super::board::drawn(board, &players, columns));
        let mut out: Vec<String> = drawn.map(|line| cut(&line, columns)).collect();
        for record in &self.view.records {
            // Empty and zero values are not shown.
            let silent = [String::new(), "0".into(), ui!("nothing", "nothing"), ui!("no", "no")];
            let fields = record.fields.iter().filter(|(_, text)| !silent.contains(text));
            let field = |(name, text): &(String, String)| format!("{} {}", named(NameKind::Field, name), spoken(text));
            let fields: Vec<String> = fields.map(field).collect();
            out.extend(wrap(
                &format!(" {}: {}", super::table_in_words::record_name(&record.name), fields.join("; ")),
                columns,
                3,
            ));
        }
        let hidden = if names.is_tight() { self.view.uses.len().saturating_sub(2) } else { 0 };
        for (depth, one) in self.view.uses.iter().enumerate().skip(hidden) {
            let text = format!(" {}{} {}", "  ".repeat(depth - hidden), depth + 1, ask::use_text(self.view, one));
            out.push(self.paint.cyan(&cut(&text, columns)));
        }
        let has_line = !out.is_empty() && !names.is_tight();
        (out, has_line.then(|| self.paint.dim(&"─".repeat(columns))).into_iter().collect())
    }

    /// The last lines of the log that tell something, as many as fit, those that the person has seen in faint letters;
    /// and the number of new ones that do not fit.
    fn last_lines(&self, columns: usize, room: usize) -> (Vec<String>, usize) {
        let telling = one_line_an_action(telling(self.log), columns.saturating_sub(1));
        let shown = telling.len().min(room);
        let first = telling.len() - shown;
        let missing = telling[..first].iter().filter(|(i, _)| *i >= self.seen).count();
        let line = |(i, text): &(usize, String)| {
            let text = cut(&format!(" {text}"), columns);
            if *i < self.seen { self.paint.dim(&text) } else { text }
        };
        let lines: Vec<String> = telling[first..].iter().map(line).collect();
        // Empty lines fill the rest, so that the line for typing stays where it is.
        (lines.into_iter().chain((shown..room).map(|_| String::new())).collect(), missing)
    }
}

/// A line of the table, with its worth when not all lines fit.
type DrawnLine = (LineWorth, String);

/// The worth of a line of the table. If not all fit, those of the first variant are left out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LineWorth {
    /// A line between parts.
    Line,
    /// The tables of other players, the farthest first.
    Others,
    /// Zones that all share.
    Shared,
    /// The line with the numbers of the game and the names of the numbers that cards show.
    Legend,
    /// The names of other players.
    Names,
    /// A line that stays.
    Needed,
}

/// The number of options for whose sake lines of the table are left out; further ones only get lines that are free.
const MOST_OPTIONS: usize = 8;

/// The `room` lines of a table with the greatest worth; of equal worth the lower ones stay.
fn fitted(mut lines: Vec<DrawnLine>, room: usize) -> Vec<String> {
    for worth in [LineWorth::Line, LineWorth::Others, LineWorth::Shared, LineWorth::Legend, LineWorth::Names] {
        let mut too_many = lines.len().saturating_sub(room);
        lines.retain(|(w, _)| {
            let goes = *w == worth && too_many > 0;
            too_many -= usize::from(goes);
            !goes
        });
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The words with which all options begin, and the options without these words. Empty, with the options as they are, if
/// there are few options or shared words.
fn shared_beginning(options: &[Listed]) -> (String, Vec<Listed>) {
    let words = |one: &Listed| one.text.split(' ').map(String::from).collect::<Vec<_>>();
    let mut shared = options.first().map_or(Vec::new(), words);
    // The last word is not shared, so that something is left of each option.
    shared.pop();
    for option in options {
        let own = words(option);
        let same = shared.iter().zip(&own[..own.len() - 1]).take_while(|(a, b)| a == b).count();
        shared.truncate(same);
    }
    // If a number would come first, the word before it stays: a bare number beside that of the option says nothing.
    let is_number = |o: &Listed| o.text.split(' ').nth(shared.len()).is_some_and(|w| w.parse::<u64>().is_ok());
    if options.iter().any(is_number) {
        shared.pop();
    }
    if options.len() < 3 || shared.len() < 2 {
        return (String::new(), options.to_vec());
    }
    let rest = |o: &Listed| Listed { text: words(o)[shared.len()..].join(" "), ..o.clone() };
    (shared.join(" "), options.iter().map(rest).collect())
}

/// The options with their labels, as lines: in two columns if all fit, or if `cut_them` allows to cut them.
fn columned(options: &[Listed], columns: usize, cut_them: bool) -> Vec<String> {
    let digits = options.iter().map(|o| width(&o.label)).max().unwrap_or(0);
    let one = |o: &Listed| format!(" {:>digits$}  {}", o.label, o.text).trim_end().to_string();
    let texts: Vec<String> = options.iter().map(one).collect();
    let half = columns / 2;
    if texts.len() < 2 || !cut_them && texts.iter().any(|t| width(t) >= half) {
        return texts.iter().map(|t| cut_option(t, columns)).collect();
    }
    let texts: Vec<String> = texts.iter().map(|t| cut_option(t, half - 1)).collect();
    let rows = texts.len().div_ceil(2);
    (0..rows).map(|i| pad(&texts[i], half) + texts.get(i + rows).map_or("", String::as_str)).collect()
}

/// The text of an option, cut to a number of columns; its end in brackets stays if there is room.
fn cut_option(text: &str, columns: usize) -> String {
    match text.rfind(" (") {
        Some(at) if text.ends_with(')') && width(&text[at..]) + LEAST_NAME <= columns => {
            cut(&text[..at], columns - width(&text[at..])) + &text[at..]
        }
        _ => cut(text, columns),
    }
}

/// The least width that an option's number and name keep when its end in brackets is kept.
const LEAST_NAME: usize = 16;

/// The lines of a log that are not minor, each with its place in the log; equal ones in a row become one with their
/// number.
pub fn telling(log: &[TranscriptLine]) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String, usize)> = Vec::new();
    for (i, line) in log.iter().enumerate().filter(|(_, l)| !l.is_minor) {
        let text = at_depth(&line.text, spoken);
        match out.last_mut() {
            Some((at, same, n)) if *same == text => (*at, *n) = (i, *n + 1),
            _ => out.push((i, text, 1)),
        }
    }
    let times = |n: usize| if n > 1 { ui!("n-times", " ({n} times)", n = n) } else { String::new() };
    out.into_iter().map(|(i, text, n)| (i, text + &times(n))).collect()
}

/// Joins the line of an action with the lines of what came of it, if all fit into one line of this width.
pub fn one_line_an_action(lines: Vec<(usize, String)>, columns: usize) -> Vec<(usize, String)> {
    let depth = |text: &str| text.len() - text.trim_start().len();
    // It goes from the last line to the first, so that actions within an action are joined before it.
    let mut behind: Vec<(usize, String)> = Vec::new();
    for (at, text) in lines.into_iter().rev() {
        let follows = |(_, line): &&(usize, String)| depth(line) > depth(&text);
        let parts = behind.iter().rev().take_while(follows).count();
        let of_it = behind.split_off(behind.len() - parts);
        let joined = of_it.iter().rev().map(|(_, line)| line.trim_start()).collect::<Vec<_>>().join("; ");
        let joined = format!("{text} — {joined}");
        let are_alike = of_it.windows(2).all(|pair| depth(&pair[0].1) == depth(&pair[1].1));
        match of_it.first() {
            Some((last, _)) if are_alike && width(&joined) <= columns => behind.push((*last, joined)),
            _ => {
                behind.extend(of_it);
                behind.push((at, text));
            }
        }
    }
    behind.reverse();
    behind
}

/// A line of the log, indented as before, in which control sequences are replaced.
pub fn clean_line(text: &str) -> String {
    at_depth(text, clean)
}

/// A line of the transcript whose words `say` changes; it stays indented as before.
pub fn at_depth(text: &str, say: impl Fn(&str) -> String) -> String {
    let depth = text.len() - text.trim_start().len();
    " ".repeat(depth) + &say(text.trim_start())
}

/// The first lines, as many as fit into `room`; if some are missing, the last line says how many.
fn shortened(mut lines: Vec<String>, room: usize) -> Vec<String> {
    if lines.len() > room {
        let missing = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(ui!("more-options", " … {n} more lines: o shows all", n = missing));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::labels::Labels;
    use intermezzo::table::bots::Random;
    use intermezzo::table::view::transcript_for;
    use intermezzo::table::{Setup, Table};

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|t| t.to_string()).collect()
    }

    fn listed(list: &[&str]) -> Vec<Listed> {
        let one = |(i, text): (usize, &&str)| Listed { label: (i + 1).to_string(), text: text.to_string() };
        list.iter().enumerate().map(one).collect()
    }

    /// Plays random games of every game that is built in, the long ones in part, and looks at each screen.
    #[test]
    fn all_of_the_table_fits_into_80_columns_and_24_rows() {
        let files = intermezzo::catalog::Files::built_in();
        for game in files.games() {
            let (engine, _) = crate::cli::pack::build(&game, &files).unwrap();
            let seats = engine.catalog.rules.schema.seats as usize;
            let decks = engine.usual_decks(seats);
            let start = Setup { seed: 0, decks, ..Setup::default() };
            for seed in 0..3 {
                let mut table = engine.set_up(Setup { seed, ..start.clone() }).map(Table::start).unwrap();
                let mut bot = Random::new(seed);
                for _ in 0..600 {
                    let Some(decision) = table.decisions().first().cloned() else { break };
                    check_fits(&table, decision.seat, seats);
                    let answer = bot.legal_answer(table.world(), &decision);
                    let told = table.submit(decision.seat, answer);
                    told.unwrap_or_else(|e| panic!("{game} {seed}: {e} {decision:?}"));
                }
            }
        }
    }

    #[test]
    fn a_hand_has_texts_where_there_is_room() {
        let files = intermezzo::catalog::Files::built_in();
        let mut with_texts = 0;
        for game in files.games() {
            let (engine, _) = crate::cli::pack::build(&game, &files).unwrap();
            let seats = engine.catalog.rules.schema.seats as usize;
            let decks = engine.usual_decks(seats);
            let table = engine.set_up(Setup { seed: 3, decks, ..Setup::default() }).map(Table::start).unwrap();
            let eyes = table.decisions()[0].seat;
            let rules = &table.game().catalog.rules;
            let view = View::new(&table, &[eyes]).unwrap();
            let is_hand = |zone: &&ZoneView| {
                let kind = rules.schema.zone_kind(&zone.name).unwrap();
                zone.seat == Some(eyes.0) && rules.schema.zones[kind.index()].seen_by == SeenBy::Owner
            };
            let cards = view.zones.iter().filter(is_hand).flat_map(|zone| &zone.cards);
            let text =
                |card: &intermezzo::table::view::CardView| clean(rules.text_said(rules.def_by_id(&card.id).unwrap()));
            let texts: Vec<String> = cards.map(text).filter(|text| text.chars().count() > 20).collect();
            let lines = |rows| screen_of(&table, eyes, seats, (120, rows)).join("\n");
            let begins = |text: &String| text.chars().take(20).collect::<String>();
            if texts.iter().any(|text| lines(60).contains(&begins(text))) {
                with_texts += 1;
                assert!(!texts.iter().any(|text| lines(16).contains(&begins(text))), "{game}:\n{}", lines(16));
            }
        }
        assert!(with_texts >= 3, "{with_texts} games show texts");
    }

    /// The text of a card on the board with something to use stands behind the card, if there is room.
    #[test]
    fn cards_with_something_to_use_have_texts_on_the_board() {
        let files = intermezzo::catalog::Files::built_in();
        let mut with_texts = 0;
        for game in files.games() {
            let (engine, _) = crate::cli::pack::build(&game, &files).unwrap();
            let seats = engine.catalog.rules.schema.seats as usize;
            let decks = engine.usual_decks(seats);
            let mut table = engine.set_up(Setup { seed: 3, decks, ..Setup::default() }).map(Table::start).unwrap();
            let mut bot = Random::new(3);
            for _ in 0..200 {
                let Some(decision) = table.decisions().first().cloned() else { break };
                let (eyes, rules) = (decision.seat, &table.game().catalog.rules);
                let view = View::new(&table, &[eyes]).unwrap();
                let is_board = |zone: &&ZoneView| {
                    let kind = rules.schema.zone_kind(&zone.name).unwrap();
                    zone.seat == Some(eyes.0) && rules.schema.zones[kind.index()].seen_by == SeenBy::All
                };
                let text = |card: &&CardView| {
                    let text = clean(rules.text_said(rules.def_by_id(&card.id)?));
                    (text.chars().count() > 20 && card_texts::has_something_to_use(card, rules))
                        .then(|| text.chars().take(20).collect::<String>())
                };
                let cards = view.zones.iter().filter(is_board).flat_map(|zone| &zone.cards);
                let texts: Vec<String> = cards.filter_map(|card| text(&card)).collect();
                let drawn = screen_of(&table, eyes, seats, (140, 70)).join("\n");
                if texts.iter().any(|text| drawn.contains(text)) {
                    with_texts += 1;
                    break;
                }
                let answer = bot.legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).unwrap();
            }
        }
        assert!(with_texts >= 3, "{with_texts} games show texts");
    }

    #[track_caller]
    fn check_fits(table: &Table, eyes: Seat, seats: usize) {
        let rules = &table.game().catalog.rules;
        let lines = screen_of(table, eyes, seats, (80, 24));
        let text = lines.join("\n");
        assert!(lines.len() < 24 && lines.iter().all(|l| width(l) <= 80), "{text}");
        let parts = lines.iter().filter(|l| l.starts_with("── ")).count();
        // The line in the middle has no words where no card shows a number; beside a board the far side
        // of the table may have no room.
        let has_board = rules.schema.zones.iter().any(|z| z.board.is_some());
        assert!(lines.iter().any(|l| l.starts_with("── ") && l.contains("(you)")), "{text}");
        assert!(has_board || parts == seats || parts == seats + 1, "a part is missing:\n{text}");
    }

    fn screen_of(table: &Table, eyes: Seat, seats: usize, size: (usize, usize)) -> Vec<String> {
        let catalog = &table.game().catalog;
        let view = View::new(table, &[eyes]).unwrap();
        let decision = &view.decisions[0];
        let scene = Screen {
            view: &view,
            eyes,
            bots: &vec![false; seats],
            rules: &catalog.rules,
            lines: &catalog.table,
            log: &transcript_for(table, eyes),
            seen: 0,
            notes: &[],
            why: ask::why(&view, decision),
            options: Labels::of(decision).listed(ask::options(&view, decision, &catalog.table, |card, line| {
                card_texts::label(card, line, NameLength::Full)
            })),
            how: ask::how(decision, &Labels::of(decision), ""),
            corner: "seed 3".into(),
            size,
            paint: Colours { is_on: false },
        };
        scene.draw().0
    }

    #[test]
    fn what_all_options_begin_with_is_said_once() {
        let (shared, rest) = shared_beginning(&listed(&["put down Ember Drake", "put down Ember Owl", "put down Imp"]));
        assert_eq!((shared.as_str(), rest), ("put down", listed(&["Ember Drake", "Ember Owl", "Imp"])));
        let (shared, rest) = shared_beginning(&listed(&["play a", "play b", "play c"]));
        assert_eq!((shared.as_str(), rest.len()), ("", 3));
        assert_eq!(shared_beginning(&[]), (String::new(), vec![]));
        let (shared, rest) = shared_beginning(&listed(&["Amy's own ring 1", "Amy's own ring 2", "Amy's own ring 3"]));
        assert_eq!((shared.as_str(), rest), ("Amy's own", listed(&["ring 1", "ring 2", "ring 3"])));
    }

    #[test]
    fn short_options_stand_in_two_columns() {
        assert_eq!(columned(&listed(&["a", "b", "c"]), 20, false), [" 1  a      3  c", " 2  b     "]);
        let long = listed(&["a rather long one", "b"]);
        assert_eq!(columned(&long, 20, false).len(), 2);
        assert_eq!(columned(&long, 20, true), [" 1  a ra…  2  b"]);
        let priced = listed(&["play the very long name (1 red + 1 white)", "b"]);
        assert_eq!(columned(&priced, 80, true)[0].trim_end(), " 1  play the very lo… (1 red + 1 white)  2  b");
    }

    #[test]
    fn equal_lines_in_a_row_are_one_and_minor_ones_none() {
        let line = |text: &str, is_minor| TranscriptLine { text: text.into(), is_minor };
        let log = [line("  a", false), line("  a", false), line("pass", true), line("b", false)];
        assert_eq!(telling(&log), [(1, "  a (2 times)".to_string()), (3, "b".to_string())]);
    }

    #[test]
    fn an_action_is_one_line_where_it_fits() {
        let lines = |texts: &[&str]| -> Vec<(usize, String)> {
            texts.iter().enumerate().map(|(at, text)| (at, text.to_string())).collect()
        };
        let log = lines(&["a turn", "  Amy plays a card", "    it moves", "    she draws", "  Beth passes"]);
        let whole =
            [(0, "a turn".into()), (3, "  Amy plays a card — it moves; she draws".into()), (4, "  Beth passes".into())];
        assert_eq!(one_line_an_action(log.clone(), 45), whole);
        assert_eq!(one_line_an_action(log.clone(), 30), log);
        // Lines two levels deep stay lines of their own if they do not fit.
        assert_eq!(one_line_an_action(lines(&["a", "  b", "    c"]), 20), [(2, "a — b — c".to_string())]);
    }

    #[test]
    fn lines_that_do_not_fit_are_counted() {
        assert_eq!(shortened(texts(&["a", "b", "c"]), 2), [" a".trim(), " … 2 more lines: o shows all"]);
        assert_eq!(shortened(texts(&["a", "b"]), 2).len(), 2);
    }
}
