//! Serve stdio: plays a game with another program, which reads and writes lines of JSON.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};

use schemars::generate::SchemaSettings;
use serde_json::Value as Json;

use super::game_args::GameArgs;
use super::numbers::whole;
use super::pack::Pack;
use super::{Exit, play};
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::kernel::Seat;
use intermezzo::table::bots::Random;
use intermezzo::table::wire::{Again, Hello, Message, PROTOCOL, Reply, now};
use intermezzo::table::{Setup, Table, Took};

/// Play a game with another program
///
/// The other program plays: it reads what is asked from standard output, one JSON object a line,
/// and writes an answer to standard input for each. It sees what its seats may see, and answers by
/// places among the options that it is shown. docs/wire.md tells more; --schema prints the JSON
/// Schema of the lines in both directions. Exits with 1 if the input ends before the game.
#[derive(Debug, clap::Args)]
pub struct ServeStdioArgs {
    /// The game
    #[arg(required_unless_present = "schema")]
    game: Option<String>,
    /// A seat that the other program plays, from 1; bots play the others; may be repeated [default: all]
    #[arg(long = "seat", value_name = "SEAT", value_parser = whole::<u8>(0, u8::MAX.into()))]
    seats: Vec<u8>,
    /// A deck for each seat in turn: one of the game's by its id, or a file [default: the game's first ones]
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    #[command(flatten)]
    of_game: GameArgs,
    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// Print the JSON Schema of all lines, and play nothing
    #[arg(long)]
    schema: bool,
}

/// The most bytes of an answer.
const MAX_LINE: u64 = 1 << 16;

pub fn run(args: &ServeStdioArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(game) = args.game.clone().filter(|_| !args.schema) else {
        serde_json::to_writer_pretty(&mut *out, &schema())?;
        writeln!(out)?;
        return Ok(Exit::Fine);
    };
    let (engine, _) = pack.engine(&game)?;
    let seats = play::seat_count(&engine, args.of_game.players)?;
    let start = Setup {
        seed: args.seed,
        decks: play::decks(&engine, seats, &args.decks)?,
        options: args.of_game.options_by_name()?,
        players: Some(seats as u8),
    };
    let start = play::with_decks_beside(&engine, start, args.decks.len());
    let own = own_seats(&args.seats, seats)?;
    let mut table = engine.set_up(start).map(Table::start)?;
    play::name_seats(&mut table, &[]);
    let seats = own.iter().map(|s| s.0).collect();
    say(out, &Message::Hello(Hello { protocol: PROTOCOL, game, names: table.names().to_vec(), seats }))?;
    let mut bot = Random::new(args.seed);
    let (mut input, mut sent) = (std::io::stdin().lock(), BTreeMap::new());
    loop {
        bots_answer(&mut table, &mut bot, &own)?;
        let message = now(&table, &own, &mut sent)?;
        say(out, &message)?;
        if matches!(message, Message::Over(_)) {
            return Ok(super::play::result::exit_of(&table));
        }
        // A line that is refused, or repeats an answer, changes nothing: the next line is for the same question.
        loop {
            let took = match line(&mut input)? {
                Some(text) => text.and_then(|text| reply(&own, &text)).and_then(|r| Ok((table.reply(&r)?, r))),
                None => return Ok(Exit::Findings),
            };
            match took {
                Ok((Took::Now, _)) => break,
                Ok((Took::Before, Reply { seat, question, .. })) => {
                    say(out, &Message::Taken(Again { seat, question }))?;
                }
                Err(error) => say(out, &Message::Refused(why(&error)))?,
            }
        }
    }
}

/// The JSON Schemas of the lines that the program writes (`message`) and reads (`reply`).
fn schema() -> serde_json::Value {
    let out = SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<Message>();
    let (message, reply) = (out, schemars::schema_for!(Reply));
    serde_json::json!({ "protocol": PROTOCOL, "message": message, "reply": reply })
}

fn own_seats(given: &[u8], seats: usize) -> Result<Vec<Seat>> {
    let mut own: Vec<Seat> = match given {
        [] => (0..seats as u8).map(Seat).collect(),
        given => {
            if let Some(none) = given.iter().find(|s| **s == 0 || **s as usize > seats) {
                return Err(Error::usage(format!("--seat {none}: the seats are 1 to {seats}")));
            }
            given.iter().map(|s| Seat(s - 1)).collect()
        }
    };
    own.sort_unstable();
    own.dedup();
    Ok(own)
}

/// Lets the bot answer for all seats that the client does not play, until only seats of the client are asked, or the
/// game is over.
fn bots_answer(table: &mut Table, bot: &mut Random, own: &[Seat]) -> Result<()> {
    while let Some(decision) = table.decisions().iter().find(|d| !own.contains(&d.seat)).cloned() {
        let answer = bot.legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).map_err(|e| Error::internal(format!("a bot's answer was refused: {e}")))?;
    }
    Ok(())
}

/// The refusal of a line.
fn why(error: &Error) -> Refusal {
    error.refusal().cloned().unwrap_or_else(|| error.to_string().into())
}

/// Reads the next line; the inner error says that it is too long. `None`: the input has ended.
///
/// # Errors
///
/// An input that cannot be read.
fn line(input: &mut impl BufRead) -> std::io::Result<Option<Result<Vec<u8>>>> {
    let mut text = Vec::new();
    input.by_ref().take(MAX_LINE).read_until(b'\n', &mut text)?;
    if text.len() as u64 == MAX_LINE && text.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(no_answer(format!("the line is longer than {MAX_LINE} bytes")))));
    }
    Ok(Some(text).filter(|t| !t.is_empty()).map(Ok))
}

/// Reads the answer in a line, which must be for one of the client's seats.
///
/// # Errors
///
/// A line that is no answer, or one for another seat.
fn reply(own: &[Seat], text: &[u8]) -> Result<Reply> {
    let text = text.trim_ascii();
    let reply: Reply = match serde_json::from_slice(text) {
        // serde also reads a list of the values in their order as a reply, but the protocol has only objects.
        Ok(reply) if text.starts_with(b"{") => reply,
        other => return Err(what_is_wrong(text, other.err())),
    };
    let seat = Seat(reply.seat);
    if !own.contains(&seat) {
        let words = format!("the seat {}, counted from 0, is not yours", reply.seat);
        return Err(Error::refused(Refusal::new("not_your_seat", words).number("seat", reply.seat.into())));
    }
    Ok(reply)
}

/// The error for a line that is no answer, in words of the protocol: those of the JSON reader would name types of this
/// program.
fn what_is_wrong(text: &[u8], error: Option<serde_json::Error>) -> Error {
    if text.is_empty() {
        return no_answer("the line is empty");
    }
    match serde_json::from_slice(text) {
        Err(error) => no_answer(format!("the line is no JSON: {error}")),
        Ok(json) => match (misplaced(&json), error) {
            (Some(words), _) => no_answer(words),
            (None, Some(error)) => no_answer(error),
            (None, None) => no_answer(LINE),
        },
    }
}

const LINE: &str = "a line is an object with `seat`, `question` and `answer`";
const ANSWER: &str = "`answer` must be \"pass\", \"concede\", { \"choose\": [...] } or { \"number\": n }";

/// The first faulty part of a line.
fn misplaced(json: &Json) -> Option<String> {
    let Json::Object(line) = json else { return Some(LINE.into()) };
    if let Some(key) = line.keys().find(|key| !["seat", "question", "answer"].contains(&key.as_str())) {
        return Some(format!("unknown key `{key}`: {LINE}"));
    }
    if let Some(key) = ["seat", "answer"].into_iter().find(|key| !line.contains_key(*key)) {
        return Some(format!("`{key}` is missing: {LINE}"));
    }
    if line["seat"].as_u64().is_none_or(|seat| seat > u8::MAX.into()) {
        return Some("`seat` must be the number of a seat, counted from 0".into());
    }
    let is_question = |number: &Json| number.as_u64().is_some_and(|number| number <= u32::MAX.into());
    if line.get("question").is_some_and(|number| !is_question(number)) {
        return Some("`question` must be the number of the question that is answered".into());
    }
    let Json::Object(answer) = &line["answer"] else {
        return (!["pass", "concede"].iter().any(|word| line["answer"] == *word)).then(|| ANSWER.into());
    };
    match answer.iter().next() {
        Some((key, places)) if answer.len() == 1 && key == "choose" => {
            let is_list = places.as_array().is_some_and(|list| list.iter().all(Json::is_u64));
            (!is_list).then(|| "`choose` must be a list of places, which are whole numbers counted from 0".into())
        }
        Some((key, number)) if answer.len() == 1 && key == "number" => {
            (!number.is_i64()).then(|| "`number` must be a whole number of at most 64 bits".into())
        }
        _ => Some(ANSWER.into()),
    }
}

fn no_answer(because: impl std::fmt::Display) -> Error {
    Error::refused(Refusal::new("no_answer", format!("this is no answer: {because}")))
}

fn say(out: &mut dyn Write, message: &Message) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
