//! CLI: the program's commands, one file each.
//!
//! Every command returns its result as an exit code; only [`run`] prints errors and knows their exit codes. A reader
//! who closes our output early (`| head`) has seen enough: that is no error.

mod accept;
pub mod allocations;
mod answer_time;
mod bench;
mod bench_count;
mod bench_growth;
mod bench_machine;
mod bench_many;
mod bench_measure;
mod called;
mod card_changes;
mod card_words;
mod cards;
mod check;
mod confirm;
mod control_sequences;
mod coverage;
mod decks;
mod doc;
mod explain;
mod faces;
mod file_changes;
mod findings;
mod fmt;
mod fuzz;
mod game_args;
mod generated_files;
mod interrupt;
#[cfg(feature = "studio")]
mod join;
mod language;
mod line_diff;
mod list;
mod lsp;
mod manual;
mod mcp;
mod mutate;
mod named_deck;
mod new;
mod numbers;
mod output;
mod pack;
mod packs;
mod partial_findings;
mod pin_remarks;
mod play;
mod ratings;
mod record_file;
mod replay;
mod rerun_scenarios;
mod review;
mod rules;
mod scenario_runs;
mod schema;
#[cfg(feature = "studio")]
mod serve;
mod serve_stdio;
mod sim;
mod spreadsheet;
mod stray_pictures;
#[cfg(feature = "studio")]
mod studio;
#[cfg(feature = "studio")]
mod studio_tools;
mod test;
mod text;
mod train;
mod translation_draft;
mod tried_cards;
mod watch;
mod worker;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use findings::with_local_paths;
use intermezzo::error::{Error, ErrorKind, harmless, is_one_line, visible_text};
use output::{Output, complain};
use pack::Pack;

/// A rules runtime for card games: check, play and test games that are data
#[derive(Debug, Parser)]
#[command(name = "intermezzo", version, after_help = EXIT_CODES, propagate_version = true)]
struct Cli {
    /// Folder with cards/ and scripts/ that lies over the built-in games, or a pack [default: the current folder, if it is one]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Pack in play: a folder with a pack.yaml, or the id of a built-in one; may be given several times
    #[arg(long = "pack", global = true, value_name = "DIR")]
    packs: Vec<String>,
    /// Language in which games and the program speak with you, as `ja` [default: as LC_ALL, LC_MESSAGES or LANG say]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    locale: Option<String>,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str =
    "Exit codes: 0 fine, 1 something was found, 2 wrong usage or unreadable files, 3 a bug of ours.
Colours are left out where NO_COLOR is set or the output is no terminal.";

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArgs),
    List(list::ListArgs),
    Cards(cards::CardsArgs),
    Decks(decks::DecksArgs),
    Rules(rules::RulesArgs),
    Check(check::CheckArgs),
    Fmt(fmt::FmtArgs),
    Test(test::TestArgs),
    Review(review::ReviewArgs),
    Accept(accept::AcceptArgs),
    Play(play::PlayArgs),
    #[cfg(feature = "studio")]
    Studio(studio::StudioArgs),
    Watch(watch::WatchArgs),
    Coverage(coverage::CoverageArgs),
    Mutate(mutate::MutateArgs),
    Explain(explain::ExplainArgs),
    Schema(schema::SchemaArgs),
    Replay(replay::ReplayArgs),
    Sim(sim::SimArgs),
    Fuzz(fuzz::FuzzArgs),
    Ratings(ratings::RatingsArgs),
    Train(train::TrainArgs),
    #[cfg(feature = "studio")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "studio")]
    Join(join::JoinArgs),
    #[command(name = "serve-stdio")]
    ServeStdio(serve_stdio::ServeStdioArgs),
    Bench(bench::BenchArgs),
    Doc(doc::DocArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
    Lsp(lsp::LspArgs),
    Mcp(mcp::McpArgs),
    #[command(name = "pack")]
    Packs(packs::PacksArgs),
    #[command(hide = true)]
    Worker(worker::WorkerArgs),
}

/// The outcome of a command that ran to its end, as the exit code of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// No problems.
    Fine = 0,
    /// Something was found, failed or is missing.
    Findings = 1,
}

impl Exit {
    fn fine_if(is_fine: bool) -> Exit {
        if is_fine { Exit::Fine } else { Exit::Findings }
    }
}

const USAGE: u8 = 2;
const BUG: u8 = 3;

/// The program's commands as clap knows them. Options take a value that begins with a minus, so that each refuses
/// `--seconds -1` in its own words.
fn command() -> clap::Command {
    fn with_numbers_below_zero(command: clap::Command) -> clap::Command {
        let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
        command
            .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
            .mut_subcommands(with_numbers_below_zero)
    }
    with_numbers_below_zero(Cli::command())
}

/// Runs the program with its arguments, of which the first is the program's name, and returns its exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let is_harmless = args.iter().all(|arg| is_one_line(&arg.to_string_lossy()));
    let cli = match command().try_get_matches_from(args).and_then(|given| Cli::from_arg_matches(&given)) {
        Ok(cli) => cli,
        // An argument may be a stranger's file name that a shell put there: control sequences in it are not printed as
        // such.
        Err(error) if !is_harmless => {
            complain(&error.render().to_string());
            return ExitCode::from(error.exit_code() as u8);
        }
        Err(error) => {
            // clap returns the texts of `--help` and `--version` as errors, too, with exit code 0. If the output is
            // closed, that is no error.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    tell_panics();
    files_may_be_full();
    match catch_unwind(AssertUnwindSafe(|| dispatch(&cli))) {
        Ok(Ok(exit)) => ExitCode::from(exit as u8),
        Ok(Err(error)) if is_closed_output(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => report(&error),
        Err(_) => {
            complain(intermezzo::workers::BUG);
            ExitCode::from(BUG)
        }
    }
}

/// Prints the messages of panics as other errors are printed, without control sequences: a message may hold what
/// strangers wrote.
fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| {
        complain(&panic.to_string());
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            complain(&trace.to_string());
        }
    }));
}

/// Makes it an error of writing if a file reaches the limit that the system sets for its size, as if the disk were
/// full: otherwise a signal would end the program.
#[cfg(unix)]
fn files_may_be_full() {
    let words = std::sync::Arc::default();
    // If the handler cannot be set, the signal ends the program, as it does without a handler.
    drop(signal_hook::flag::register(signal_hook::consts::SIGXFSZ, words));
}

#[cfg(not(unix))]
fn files_may_be_full() {}

fn dispatch(cli: &Cli) -> anyhow::Result<Exit> {
    // A worker reads no games and has the standard output for itself, so it begins before everything else.
    if let Command::Worker(_) = cli.command {
        return worker::run();
    }
    // `packs` needs no games: the folder to which it adds packs may be empty.
    if let Command::Packs(args) = &cli.command {
        let mut output = Output::standard(false);
        let exit = packs::run(args, cli.root.as_deref(), &cli.packs, &mut output)?;
        output.flush()?;
        return Ok(exit);
    }
    // `mcp` loads no game first: each of its tools reads the folder again when it is called.
    if let Command::Mcp(args) = &cli.command {
        let mut output = Output::standard(true);
        return mcp::run(args, cli.root.as_deref(), &cli.packs, &mut output);
    }
    let pack = Pack { locale: cli.locale.clone(), ..Pack::find(cli.root.clone(), &cli.packs)? };
    // `lsp` writes to the standard output from a thread of its own, so it gets no `Output`.
    if let Command::Lsp(args) = &cli.command {
        return lsp::run(args, &pack);
    }
    // The output of `serve-stdio` is read by a program, which expects UTF-8 whatever the terminal can show.
    let mut output = Output::standard(matches!(cli.command, Command::ServeStdio(_)));
    let out = &mut output;
    let exit = match &cli.command {
        Command::New(args) => new::run(args, &pack, out),
        Command::List(args) => list::run(args, &pack, out),
        Command::Doc(args) => doc::run(args, out),
        Command::Completions(args) => manual::completions(args, out),
        Command::Man(args) => manual::man(args, out),
        Command::Cards(args) => cards::run(args, &pack, out),
        Command::Decks(args) => decks::run(args, &pack, out),
        Command::Rules(args) => rules::run(args, &pack, out),
        Command::Check(args) => check::run(args, &pack, out),
        Command::Fmt(args) => fmt::run(args, &pack, out),
        Command::Test(args) => test::run(args, &pack, out),
        Command::Review(args) => review::run(args, &pack, out),
        Command::Accept(args) => accept::run(args, &pack, out),
        Command::Play(args) => play::run(args, &pack, out),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(args, &pack, out),
        Command::Watch(args) => watch::run(args, &pack, out),
        Command::Coverage(args) => coverage::run(args, &pack, out),
        Command::Mutate(args) => mutate::run(args, &pack, out),
        Command::Explain(args) => explain::run(args, &pack, out),
        Command::Schema(args) => schema::run(args, &pack, out),
        Command::Replay(args) => replay::run(args, &pack, out),
        Command::Fuzz(args) => fuzz::run(args, &pack, out),
        Command::Ratings(args) => ratings::run(args, &pack, out),
        Command::Train(args) => train::run(args, &pack, out),
        Command::Sim(args) => sim::run(args, &pack, out),
        #[cfg(feature = "studio")]
        Command::Serve(args) => serve::run(args, &pack, out),
        #[cfg(feature = "studio")]
        Command::Join(args) => join::run(args, out),
        Command::ServeStdio(args) => serve_stdio::run(args, &pack, out),
        Command::Bench(args) => bench::run(args, &pack, out),
        Command::Lsp(args) => lsp::run(args, &pack),
        Command::Packs(args) => packs::run(args, cli.root.as_deref(), &cli.packs, out),
        Command::Mcp(args) => mcp::run(args, cli.root.as_deref(), &cli.packs, out),
        Command::Worker(_) => worker::run(),
    }
    .map_err(|error| with_local_paths(error, &pack))?;
    out.flush()?;
    Ok(exit)
}

/// Runs a command for a tool of `mcp`, and writes its output into `out`. Only commands that write no files are known
/// here.
///
/// # Errors
///
/// The errors of the command, arguments that it does not take, and a command that no tool runs.
fn run_for_tool(args: Vec<String>, out: &mut Vec<u8>) -> anyhow::Result<Exit> {
    let parsed = command().try_get_matches_from(args).and_then(|given| Cli::from_arg_matches(&given));
    let cli = parsed.map_err(|error| Error::usage(harmless(error.to_string().trim())))?;
    let pack = Pack::find(None, &cli.packs)?;
    match &cli.command {
        Command::List(args) => list::run(args, &pack, out),
        Command::Cards(args) => cards::run(args, &pack, out),
        Command::Rules(args) => rules::run(args, &pack, out),
        Command::Check(args) => check::run(args, &pack, out),
        Command::Test(args) => test::run(args, &pack, out),
        Command::Explain(args) => explain::run(args, &pack, out),
        Command::Doc(args) => doc::run(args, out),
        Command::Sim(args) => sim::run(args, &pack, out),
        _ => Err(Error::usage("no tool runs this command").into()),
    }
    .map_err(|error| with_local_paths(error, &pack))
}

fn is_closed_output(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let words = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        // An error of writing JSON hides the kind of the output's error.
        words.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind())
    };
    error.chain().any(|cause| kind(cause) == Some(std::io::ErrorKind::BrokenPipe))
}

fn report(error: &anyhow::Error) -> ExitCode {
    let own = error.downcast_ref::<Error>();
    if let Some(ErrorKind::Load(problems)) = own.map(Error::kind) {
        complain(&problems.render_all());
        return ExitCode::from(Exit::Findings as u8);
    }
    // Messages of other libraries may have several lines, none of which may look like one of this program.
    let words = if own.is_some() { format!("{error:#}") } else { harmless(&format!("{error:#}")) };
    complain(&format!("error: {words}"));
    match own.map(Error::kind) {
        Some(ErrorKind::Internal(_)) => ExitCode::from(BUG),
        Some(ErrorKind::Refused(_) | ErrorKind::Script { .. }) => ExitCode::from(Exit::Findings as u8),
        _ => ExitCode::from(USAGE),
    }
}

/// Prints a value as JSON on one line, for other programs.
fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> std::io::Result<()> {
    writeln!(out, "{}", escaped(&value.to_string()))
}

/// The same JSON value, with escapes in place of characters that steer a terminal or hide their neighbours.
fn escaped(json: &str) -> String {
    let escape = |c: char| match visible_text(c.encode_utf8(&mut [0; 4])) == c.to_string() {
        true => c.to_string(),
        // In JSON, a character of more than 16 bits is two escapes.
        false => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    if json.is_ascii() && !json.contains('\x7f') { json.into() } else { json.chars().map(escape).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_all_commands_are_consistent() {
        command().debug_assert();
    }

    /// An option takes the next argument as its value, even one that starts with a minus.
    #[test]
    fn a_number_below_zero_is_the_value_of_an_option() {
        fn check(command: &clap::Command, path: &str) -> usize {
            let options = command.get_arguments().filter(|arg| !arg.is_positional() && arg.get_action().takes_values());
            let own =
                options.inspect(|arg| assert!(arg.is_allow_negative_numbers_set(), "{path} {}", arg.get_id())).count();
            own + command.get_subcommands().map(|sub| check(sub, &format!("{path} {}", sub.get_name()))).sum::<usize>()
        }
        assert!(check(&command(), "intermezzo") > 50);
    }

    /// The message about a number that an option does not take says which numbers it takes.
    #[test]
    fn what_is_no_number_is_told_what_is() {
        fn check(command: &clap::Command, path: &[&str]) {
            let options = command.get_arguments().filter(|arg| !arg.is_positional() && arg.get_action().takes_values());
            for name in options.filter_map(clap::Arg::get_long) {
                for value in ["-1", "99999999999999999999"] {
                    let option = format!("--{name}={value}");
                    let args = [path, &[&*option]].concat();
                    let words =
                        super::command().try_get_matches_from(args).err().map(|e| e.to_string()).unwrap_or_default();
                    assert!(
                        !words.contains("digit found") && !words.contains("too large"),
                        "{path:?} --{name}: {words}"
                    );
                }
            }
            command.get_subcommands().for_each(|sub| check(sub, &[path, &[sub.get_name()]].concat()));
        }
        check(&command(), &["intermezzo"]);
    }

    #[test]
    fn what_is_escaped_is_the_same_value() {
        let text = "a\u{202e}b\u{e0041}\n\u{9b}竜";
        let json = serde_json::Value::from(text);
        let escaped = escaped(&json.to_string());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), json);
        assert_eq!(escaped, r#""a\u202eb\udb40\udc41\n\u009b竜""#);
    }

    #[test]
    fn a_closed_output_is_told_from_other_errors() {
        let closed = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        assert!(is_closed_output(&anyhow::Error::from(closed).context("printing")));
        assert!(!is_closed_output(&anyhow::anyhow!("broken pipe")));
    }
}
