//! Told limits: each number that a page or a message says about a limit is that of its constant in the code.

use std::path::Path;

/// How a page says a number.
#[derive(Clone, Copy)]
enum Told {
    /// In digits.
    Digits,
    /// As a word.
    Word,
    /// Of bytes, in KiB or MiB.
    Kib,
    Mib,
    /// Of milliseconds, in seconds.
    Seconds,
}

use Told::{Digits, Kib, Mib, Seconds, Word};

/// The file and the name of a constant, and how it is told.
type Constant = (&'static str, &'static str, Told);

const LIMITS: &str = "src/script/sandbox/limits.rs";
const PARSER: &str = "src/script/sandbox/parser/mod.rs";
const EXPRESSIONS: &str = "src/script/sandbox/parser/expressions.rs";
const STATEMENTS: &str = "src/script/sandbox/parser/statements.rs";
const METER: &str = "src/script/sandbox/meter.rs";
const GIVEN: &str = "src/script/host/arguments.rs";
const ROOM: &str = "src/kernel/read/effect_limits.rs";
const VM: &str = "src/script/vm/mod.rs";
const HOST: &str = "src/script/host/mod.rs";
const LOOPS: &str = "src/kernel/run/loops.rs";
const STEPS: &str = "src/kernel/run/steps.rs";
const TASKS: &str = "src/kernel/run/tasks.rs";
const WORK: &str = "src/kernel/read/work_limits.rs";
const WEIGHT: &str = "src/kernel/model/change_weight.rs";
const BUDGET: &str = "src/table/budget.rs";
const DRIVE: &str = "src/table/drive.rs";

/// What a page says, with `{}` for each number.
type Sentence = (&'static str, &'static [Constant]);

/// Pages and messages, and what they say.
const TOLD: &[(&str, &[Sentence])] = &[
    (
        "docs/scripts.md",
        &[
            ("| fuel of one run | {};", &[(LIMITS, "fuel", Digits)]),
            (
                "| fuel of all effects between two decisions | {}; all copies of one card have 1/{} of it, and no other card takes their first {} |",
                &[(LIMITS, "decision_fuel", Digits), (BUDGET, "SHARES", Digits), (BUDGET, "LEAST_FUEL", Digits)],
            ),
            ("| time between two decisions | {} seconds |", &[(LIMITS, "wall_ms", Seconds)]),
            ("| memory of all scripts | {} MiB |", &[(LIMITS, "memory_bytes", Mib)]),
            (
                "| one string | {} KiB; {} bytes if it is a number |",
                &[(METER, "MAX_STRING", Kib), (METER, "MAX_DIGITS", Digits)],
            ),
            ("| one source | {} KiB, {} levels deep |", &[(LIMITS, "source_bytes", Kib), (LIMITS, "nesting", Digits)]),
            ("| values of `unpack` | {} |", &[("src/script/sandbox/prelude.rs", "MAX_VALUES", Digits)]),
            (
                "| one argument of a host function | {} values, {} tables deep, {} MiB of text |",
                &[(GIVEN, "MAX_VALUES", Digits), (GIVEN, "MAX_DEPTH", Digits), (GIVEN, "MAX_BYTES", Mib)],
            ),
            ("| events proposed at once | {} |", &[("src/script/host/act/mod.rs", "MAX_PROPOSED", Digits)]),
            (
                "| values that one card changed for a time | {}, of these and of permissions {} by a filter |",
                &[(ROOM, "MODIFIERS_OF_CARD", Digits), (ROOM, "TESTS_OF_CARD", Digits)],
            ),
            ("| values in a filter that lasts | {} |", &[(ROOM, "TEST_VALUES", Digits)]),
            ("| permissions that one card gave | {} |", &[(ROOM, "PERMISSIONS_OF_CARD", Digits)]),
            ("| abilities that one card gave, and that it took | {} |", &[(ROOM, "ABILITIES_OF_CARD", Digits)]),
            ("| records that one card opened and that are open | {} |", &[(ROOM, "RECORDS_OF_CARD", Digits)]),
            ("| what one card lets wait for scripts to end | {} things |", &[(ROOM, "QUEUED_OF_CARD", Digits)]),
            ("| levels that one card adds | {} that wait |", &[(ROOM, "EXTRA_OF_CARD", Digits)]),
            (
                "| triggers between two answers | {} if they repeat, {} in all; behind the first {} one card has {} |",
                &[
                    (LOOPS, "MAX_REPEATED", Digits),
                    (LOOPS, "MAX_TRIGGERS", Digits),
                    (LOOPS, "MAX_REPEATED", Digits),
                    (LOOPS, "TRIGGERS_OF_CARD", Digits),
                ],
            ),
            (
                "| scripts of effects that start between two decisions | {}, and {} of one card, of which no other card takes the first {} |",
                &[
                    (BUDGET, "MAX_EFFECT_STARTS", Digits),
                    (BUDGET, "MAX_STARTS_OF_CARD", Digits),
                    (BUDGET, "LEAST_STARTS", Digits),
                ],
            ),
            (
                "| steps of the rules between two decisions | {}; behind the first {} one card has {}, and the last {} are the game's |",
                &[
                    (STEPS, "MAX_STEPS", Digits),
                    (STEPS, "FREE_STEPS", Digits),
                    (STEPS, "STEPS_OF_CARD", Digits),
                    (STEPS, "STEPS_OF_GAME", Digits),
                ],
            ),
            (
                "| tasks that wait for each other | {}; the game itself has {} |",
                &[(TASKS, "MAX_CARD_TASKS", Digits), (TASKS, "MAX_TASKS", Digits)],
            ),
            (
                "| scripts that wait for each other | {} deep, {} of one card |",
                &[(DRIVE, "MAX_DEPTH", Digits), (DRIVE, "MAX_DEPTH_OF_CARD", Digits)],
            ),
            ("| each string that is made | 1 for each {} that", &[(METER, "USED_PER_TEXT", Digits)]),
            ("| {} bytes of a string that is made | 1 |", &[(METER, "BYTES_PER_FUEL", Digits)]),
            (
                "| {} bytes of a table or a function that is written out: a table has {}, an item of its list {}, a key {}; a function {}, and {} for each local around it that it names | 1 |",
                &[
                    (PARSER, "MAX_WEIGHT", Digits),
                    (EXPRESSIONS, "TABLE_WEIGHT", Digits),
                    (EXPRESSIONS, "ITEM_WEIGHT", Digits),
                    (EXPRESSIONS, "KEY_WEIGHT", Digits),
                    (STATEMENTS, "FUNCTION_WEIGHT", Digits),
                    (STATEMENTS, "HELD_WEIGHT", Digits),
                ],
            ),
            (
                "| {} names, numbers and operators in a row; of these a call counts {}, a write into a table {}, a comparison of two unknown values {}, and so does",
                &[
                    (PARSER, "MAX_WEIGHT", Digits),
                    (EXPRESSIONS, "CALL_WEIGHT", Digits),
                    (STATEMENTS, "WRITE_WEIGHT", Digits),
                    (EXPRESSIONS, "COMPARISON_WEIGHT", Digits),
                ],
            ),
            (
                "| an entry that is taken away from a table, also by writing nil into it | 1 for each {} that",
                &[(METER, "USED_PER_REMOVAL", Digits)],
            ),
            ("| calls inside each other | {} deep |", &[("src/script/sandbox/stack.rs", "MAX_CALLS", Digits)]),
            ("| {} objects or conditions that a host function looks at", &[(HOST, "LOOKS_A_FUEL", Digits)]),
            ("| {} values that cross between a script and the game | 1 |", &[(HOST, "VALUES_A_FUEL", Digits)]),
            (
                "| a change of the game, a line of the log, a step of the rules, while the script runs or waits | {} |",
                &[(VM, "FUEL_A_WRITE", Digits)],
            ),
            (
                "| {} values beyond the first {} that a change keeps, as in a list of a record or in what is queued | {} |",
                &[(WEIGHT, "VALUES_A_WRITE", Digits), (WEIGHT, "VALUES_FREE", Digits), (VM, "FUEL_A_WRITE", Digits)],
            ),
            (
                "| {} bytes beyond the first {} of a line of the log | {} |",
                &[(WEIGHT, "BYTES_A_WRITE", Digits), (WEIGHT, "BYTES_FREE", Digits), (VM, "FUEL_A_WRITE", Digits)],
            ),
            ("| waiting | {} |", &[(VM, "FUEL_A_WAIT", Digits)]),
            ("the game looks at {} objects and conditions at most", &[(WORK, "MOST_OF_ABILITY", Digits)]),
            (
                "All abilities of one card share {}, and each has {} at least.",
                &[(WORK, "MOST_OF_CARD", Digits), (WORK, "LEAST_OF_ABILITY", Digits)],
            ),
            (
                "| objects and conditions that the listening abilities of one card look at in one step of the rules | {} |",
                &[(WORK, "MOST_HEARD", Digits)],
            ),
            ("A `while` ability has 1/{} of that", &[(WORK, "PART_OF_STATIC", Digits)]),
            ("Behind all that stand {} objects and conditions", &[(WORK, "MOST_IN_ALL", Digits)]),
            ("counts as steps: {} objects and conditions are one", &[(TASKS, "LOOKS_A_STEP", Digits)]),
            ("A rule of the manifest may look at {} objects", &[(WORK, "MOST_LOOKS", Digits)]),
            ("that lasts may look at {}.", &[(WORK, "MOST_OF_TEST", Digits)]),
            ("When {} triggers resolved and nobody answered", &[(LOOPS, "MAX_REPEATED", Digits)]),
            ("comes in there more than {} times repeats", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("The consequences of their first {} rounds resolve", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("Further loops may take {} rounds each", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("After {} triggers without an answer", &[(LOOPS, "MAX_TRIGGERS", Digits)]),
            ("| the same script {} times in one game |", &[("src/kernel/read/offers.rs", "MAX_FAILURES", Word)]),
        ],
    ),
    (
        "docs/scenarios.md",
        &[(
            "at {} triggers or {} steps without a decision",
            &[(LOOPS, "MAX_REPEATED", Digits), (STEPS, "MAX_STEPS", Digits)],
        )],
    ),
    (
        "src/script/sandbox/meter.rs",
        &[("\"calls nest more than {} deep", &[("src/script/sandbox/stack.rs", "MAX_CALLS", Digits)])],
    ),
    (
        "src/kernel/tell/stop_reasons.rs",
        &[
            ("\"{} tasks wait for each other", &[(TASKS, "MAX_TASKS", Digits)]),
            ("\"{} steps without a decision", &[(STEPS, "MAX_STEPS", Digits)]),
            ("\"{} scripts ran without a decision", &[(BUDGET, "MAX_SCRIPT_STEPS", Digits)]),
            ("\"more than {} events at once", &[("src/kernel/run/batch.rs", "MAX_EVENTS", Digits)]),
            ("looks at more than {} things", &[(WORK, "MOST_LOOKS", Digits)]),
            ("\"{} checks without a decision", &[(LOOPS, "MAX_REPEATED", Digits)]),
            ("\"{} triggers without a decision: {{", &[(LOOPS, "MAX_REPEATED", Digits)]),
            ("\"{} triggers without a decision: those", &[(LOOPS, "MAX_TRIGGERS", Digits)]),
        ],
    ),
];

fn read(path: &str) -> String {
    let text = std::fs::read_to_string(Path::new(env!("REPOSITORY")).join(path)).unwrap_or_default();
    text.replace("\r\n", "\n")
}

/// The number that a constant, or a field of a default, has in a text.
fn number(text: &str, name: &str) -> Option<u64> {
    let term = |text: &str| text.trim().replace('_', "").parse::<u64>().ok();
    let of_value = |value: &str| match (value.split_once("<<"), value.split_once('*')) {
        (Some((a, b)), _) => Some(term(a)? << term(b)?),
        (_, Some((a, b))) => Some(term(a)? * term(b)?),
        _ => term(value),
    };
    text.lines().find_map(|line| {
        let declared = line.split_once(&format!("const {name}: ")).and_then(|(_, rest)| rest.split_once(" = "));
        let value = match declared {
            Some((_, value)) => value.strip_suffix(';')?,
            None => match line.strip_prefix(&format!("local {name} = ")) {
                Some(value) => value,
                None => line.trim().strip_prefix(&format!("{name}: "))?.strip_suffix(',')?,
            },
        };
        of_value(value)
    })
}

/// A number with commas between thousands.
fn digits(n: u64) -> String {
    match n {
        0..1000 => n.to_string(),
        _ => format!("{},{:03}", digits(n / 1000), n % 1000),
    }
}

fn told(n: u64, how: Told) -> String {
    match how {
        Digits => digits(n),
        Word => match n {
            3 => "three".into(),
            10 => "ten".into(),
            n => digits(n),
        },
        Kib => digits(n >> 10),
        Mib => digits(n >> 20),
        Seconds => format!("{}", n as f64 / 1000.0),
    }
}

#[test]
fn a_number_that_is_told_is_that_of_its_constant() {
    for (page, all) in TOLD {
        let text = read(page);
        for (says, constants) in *all {
            let mut parts = says.split("{}");
            let mut filled = parts.next().unwrap_or_default().to_string();
            for ((file, name, how), part) in constants.iter().zip(parts) {
                let n = number(&read(file), name).unwrap_or_else(|| panic!("{file} has no number `{name}`"));
                filled += &told(n, *how);
                filled += part;
            }
            let filled = filled.replace("{{", "{");
            assert!(text.contains(&filled), "{page} does not say: {filled}");
        }
    }
}

#[test]
fn each_line_of_the_page_that_names_a_limit_is_compared() {
    let text = read("docs/scripts.md");
    let begins = text.find("\n## Limits\n").expect("the section of limits");
    let ends = text[begins + 4..].find("\n## ").expect("a section behind it") + begins + 4;
    let (_, compared) = TOLD.iter().find(|(page, _)| *page == "docs/scripts.md").expect("the page");
    // What is a number, and no limit.
    let others = [
        "| a loop, a call, a return, a field that is read of an object of the game | 1 |",
        "at each of 500 cards for each of 500 cards",
    ];
    let is_compared = |line: &str| {
        let first = |says: &str| says.split("{}").all(|part| line.contains(part.trim_end_matches(['.', ';'])));
        compared.iter().any(|(says, _)| first(says)) || others.iter().any(|other| line.contains(other))
    };
    let lines = text[begins..ends].lines().filter(|line| line.contains(|c: char| c.is_ascii_digit()));
    let missing: Vec<&str> = lines.filter(|line| !is_compared(line)).collect();
    assert!(missing.is_empty(), "this test compares no number of:\n{}", missing.join("\n"));
}
