//! Limits in pages: each number that a page or a message says about a limit is that of its constant in the code.

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
const PARSER: &str = "src/lua/parser/mod.rs";
const EXPRESSIONS: &str = "src/lua/parser/expressions.rs";
const STATEMENTS: &str = "src/lua/parser/statements.rs";
const METER: &str = "src/script/sandbox/meter.rs";
const GIVEN: &str = "src/script/host/arguments.rs";
const ROOM: &str = "src/kernel/read/effect_limits.rs";
const VM: &str = "src/script/vm/mod.rs";
const HOST: &str = "src/script/host/mod.rs";
const LOOPS: &str = "src/kernel/run/trigger_loops.rs";
const STEPS: &str = "src/kernel/run/step_budget.rs";
const TASKS: &str = "src/kernel/run/tasks.rs";
const WORK: &str = "src/kernel/read/work_limits.rs";
const WEIGHT: &str = "src/kernel/model/change_weight.rs";
const BUDGET: &str = "src/table/budget.rs";
const DRIVE: &str = "src/table/drive.rs";
const FILES: &str = "src/catalog/files.rs";
const CATALOG: &str = "src/catalog/limits.rs";
const FILTER: &str = "src/kernel/parse/filter.rs";

/// What a page says, with `{}` for each number.
type Sentence = (&'static str, &'static [Constant]);

/// Pages and messages, and what they say.
const TOLD: &[(&str, &[Sentence])] = &[
    (
        "docs/limits.md",
        &[
            (
                "One run of a script has {} fuel: a loop or a call costs 1, a change of the game {}.",
                &[(LIMITS, "fuel", Digits), (VM, "FUEL_A_WRITE", Digits)],
            ),
            (
                "All runs of one card have 1/{} of the {} fuel that",
                &[(BUDGET, "SHARES", Digits), (LIMITS, "decision_fuel", Digits)],
            ),
            (
                "one ability may look at {} objects and conditions, a `while` ability at 1/{} of that.",
                &[(WORK, "MOST_OF_ABILITY", Digits), (WORK, "PART_OF_STATIC", Digits)],
            ),
            ("stop after {} triggers without an answer.", &[(LOOPS, "MAX_REPEATED", Digits)]),
            (
                "counted for each card: {} changed values, {} permissions, {} abilities given, {} taken.",
                &[
                    (ROOM, "MODIFIERS_OF_CARD", Digits),
                    (ROOM, "PERMISSIONS_OF_CARD", Digits),
                    (ROOM, "ABILITIES_OF_CARD", Digits),
                    (ROOM, "ABILITIES_OF_CARD", Digits),
                ],
            ),
            (
                "the clock ({} seconds) and the memory ({} MiB) can end a game.",
                &[(LIMITS, "wall_ms", Seconds), (LIMITS, "memory_bytes", Mib)],
            ),
            (
                "| fuel of effects | {} | 1/{} of it | the first {} |",
                &[(LIMITS, "decision_fuel", Digits), (BUDGET, "SHARES", Digits), (BUDGET, "LEAST_FUEL", Digits)],
            ),
            (
                "| scripts of effects that start | {} | {} | the first {} |",
                &[
                    (BUDGET, "MAX_EFFECT_STARTS", Digits),
                    (BUDGET, "MAX_STARTS_OF_CARD", Digits),
                    (BUDGET, "LEAST_STARTS", Digits),
                ],
            ),
            (
                "| steps of the rules | {} | {} after the first {} |",
                &[(STEPS, "MAX_STEPS", Digits), (STEPS, "STEPS_OF_CARD", Digits), (STEPS, "FREE_STEPS", Digits)],
            ),
            (
                "| triggers | {} | {} after the first {} | | the card is left out; at {} no",
                &[
                    (LOOPS, "MAX_TRIGGERS", Digits),
                    (LOOPS, "TRIGGERS_OF_CARD", Digits),
                    (LOOPS, "MAX_REPEATED", Digits),
                    (LOOPS, "MAX_TRIGGERS", Digits),
                ],
            ),
            ("| tasks that wait for each other | {} deep |", &[(TASKS, "MAX_CARD_TASKS", Digits)]),
            (
                "| scripts that wait for each other | {} deep | {} deep |",
                &[(DRIVE, "MAX_DEPTH", Digits), (DRIVE, "MAX_DEPTH_OF_CARD", Digits)],
            ),
            ("| objects and conditions that rules look at | {} |", &[(WORK, "MOST_IN_ALL", Digits)]),
            ("| time | {} seconds |", &[(LIMITS, "wall_ms", Seconds)]),
            (
                "No card can use the last {} steps, nor the tasks between {} and {}:",
                &[(STEPS, "STEPS_OF_GAME", Digits), (TASKS, "MAX_CARD_TASKS", Digits), (TASKS, "MAX_TASKS", Digits)],
            ),
            ("| fuel | {} |", &[(LIMITS, "fuel", Digits)]),
            ("| nested calls | {} deep |", &[("src/script/sandbox/stack.rs", "MAX_CALLS", Digits)]),
            (
                "| a string | {} KiB; {} bytes if it is a number |",
                &[("src/lua/mod.rs", "MAX_STRING", Kib), ("src/lua/mod.rs", "MAX_DIGITS", Digits)],
            ),
            ("| values of `unpack` | {} |", &[("src/script/sandbox/lua_library.rs", "MAX_VALUES", Digits)]),
            (
                "| an argument of a host function | {} values, {} tables deep, {} MiB of text |",
                &[(GIVEN, "MAX_VALUES", Digits), (GIVEN, "MAX_DEPTH", Digits), (GIVEN, "MAX_BYTES", Mib)],
            ),
            ("| events proposed at once | {} |", &[("src/script/host/act/mod.rs", "MAX_PROPOSED", Digits)]),
            ("| cards drawn at once | {} |", &[("src/script/host/act/cards.rs", "MAX_DRAWS", Digits)]),
            ("| arguments of a step | {} |", &[("src/script/host/agenda.rs", "MAX_ARGS", Digits)]),
            ("| memory of all scripts | {} MiB |", &[(LIMITS, "memory_bytes", Mib)]),
            ("| each {} bytes of a new string | 1 |", &[(METER, "BYTES_PER_FUEL", Digits)]),
            ("| each new string | 1 for each {} fuel that", &[(METER, "USED_PER_TEXT", Digits)]),
            (
                "| each {} bytes that `string.find` searches | 1 |",
                &[("src/script/sandbox/find_and_format.rs", "BYTES_PER_FUEL", Digits)],
            ),
            (
                "| each {} bytes of tables and functions in the text of a script: a table counts {}, an item of its list {}, a key {}; a function {}, and {} for each local around it that it names | 1 |",
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
                "| each {} names, numbers and operators in a row, where a call counts {}, a write into a table {}, a comparison of two unknown values {}, and an operand of arithmetic that may be a text {} | 1 |",
                &[
                    (PARSER, "MAX_WEIGHT", Digits),
                    (EXPRESSIONS, "CALL_WEIGHT", Digits),
                    (STATEMENTS, "WRITE_WEIGHT", Digits),
                    (EXPRESSIONS, "COMPARISON_WEIGHT", Digits),
                    (EXPRESSIONS, "OPERAND_WEIGHT", Digits),
                ],
            ),
            (
                "| an entry that is removed from a table, also by writing nil | 1 for each {} fuel that",
                &[(METER, "USED_PER_REMOVAL", Digits)],
            ),
            (
                "| each {} objects or conditions that a host function looks at, and values that cross between a script and \
                 the game | 1 |",
                &[(HOST, "LOOKS_A_FUEL", Digits)],
            ),
            (
                "| a change of the game, a line of the log, a step of the rules, while the script runs or waits | {} |",
                &[(VM, "FUEL_A_WRITE", Digits)],
            ),
            (
                "| each {} values beyond the first {} that a change stores, as in a list of a record | {} |",
                &[(WEIGHT, "VALUES_A_WRITE", Digits), (WEIGHT, "VALUES_FREE", Digits), (VM, "FUEL_A_WRITE", Digits)],
            ),
            (
                "| each {} bytes beyond the first {} of a line of the log | {} |",
                &[(WEIGHT, "BYTES_A_WRITE", Digits), (WEIGHT, "BYTES_FREE", Digits), (VM, "FUEL_A_WRITE", Digits)],
            ),
            ("| waiting | {} |", &[(VM, "FUEL_A_WAIT", Digits)]),
            ("| an ability of a card | {} |", &[(WORK, "MOST_OF_ABILITY", Digits)]),
            (
                "| an ability of a card with many | {} divided by their number, and {} at least |",
                &[(WORK, "MOST_OF_CARD", Digits), (WORK, "LEAST_OF_ABILITY", Digits)],
            ),
            ("| a `while` ability | 1/{} of these |", &[(WORK, "PART_OF_STATIC", Digits)]),
            (
                "| a filter of a script in `act.modify`, `act.forbid` or `act.permit` | {} |",
                &[(WORK, "MOST_OF_TEST", Digits)],
            ),
            (
                "| all `after` and `instead` abilities of one card in one step of the rules | {} |",
                &[(WORK, "MOST_HEARD", Digits)],
            ),
            ("| a rule of the manifest | {} |", &[(WORK, "MOST_LOOKS", Digits)]),
            ("counts as steps: {} objects and conditions are one", &[(TASKS, "LOOKS_A_STEP", Digits)]),
            ("After {} triggers without an answer, the game looks", &[(LOOPS, "MAX_REPEATED", Digits)]),
            ("occurs more than {} times among them repeats", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("The consequences of the first {} rounds resolve", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("Each further loop ends after {} rounds.", &[(LOOPS, "MAX_ROUNDS", Word)]),
            ("| changed values | {} |", &[(ROOM, "MODIFIERS_OF_CARD", Digits)]),
            ("| changed values and permissions with a filter | {} of each |", &[(ROOM, "TESTS_OF_CARD", Digits)]),
            ("| values in such a filter | {} |", &[(ROOM, "TEST_VALUES", Digits)]),
            ("| permissions | {} |", &[(ROOM, "PERMISSIONS_OF_CARD", Digits)]),
            ("| abilities given | {} |", &[(ROOM, "ABILITIES_OF_CARD", Digits)]),
            ("| abilities taken | {} |", &[(ROOM, "ABILITIES_OF_CARD", Digits)]),
            ("| cards taken control of | {} |", &[(ROOM, "CONTROLS_OF_CARD", Digits)]),
            ("| open records | {} |", &[(ROOM, "RECORDS_OF_CARD", Digits)]),
            ("| tasks that wait for scripts to end | {} |", &[(ROOM, "QUEUED_OF_CARD", Digits)]),
            ("| extra levels that wait | {} |", &[(ROOM, "EXTRA_OF_CARD", Digits)]),
            ("each other card still has 1/{} of its limit", &[(ROOM, "LEAST", Digits)]),
            (
                "| a file | {} MiB, {} values, {} levels deep |",
                &[
                    (FILES, "MAX_FILE", Mib),
                    ("src/data/yaml.rs", "MOST_VALUES", Digits),
                    ("src/data/yaml.rs", "DEEPEST", Digits),
                ],
            ),
            (
                "| all files of a folder | {} MiB, {} files and folders, {} folders deep |",
                &[
                    (FILES, "MAX_ALL", Mib),
                    ("src/data/disk/list.rs", "MOST_ENTRIES", Digits),
                    ("src/data/disk/list.rs", "MOST_DEPTH", Digits),
                ],
            ),
            ("| values in all files of a game | {} |", &[(CATALOG, "VALUES", Digits)]),
            (
                "| abilities of a game | {}, with {} values in all |",
                &[(CATALOG, "ABILITIES", Digits), (CATALOG, "PARTS", Digits)],
            ),
            ("| abilities of a card | {} |", &[(CATALOG, "ABILITIES_OF_CARD", Digits)]),
            ("| targets of an ability | {} |", &[(CATALOG, "TARGETS", Digits)]),
            ("| a reference | {} fields |", &[("src/kernel/parse/references.rs", "MOST_FIELDS", Digits)]),
            (
                "| an amount | {} numbers, references and brackets |",
                &[("src/kernel/parse/amount.rs", "MOST_PARTS", Digits)],
            ),
            ("| things under one key of a filter | {} |", &[(FILTER, "MOST_ITEMS", Digits)]),
            (
                "| a filter with a name | {} values; {} in all places that name one |",
                &[(CATALOG, "NAMED", Digits), (FILTER, "MOST_NAMED", Digits)],
            ),
            (
                "| a script | {} KiB, {} levels deep |",
                &[(LIMITS, "source_bytes", Kib), ("src/lua/mod.rs", "NESTING", Digits)],
            ),
            (
                "| scripts of a game and its packs | {}, with {} MiB of text, and {} MiB compiled |",
                &[(CATALOG, "SCRIPTS", Digits), (CATALOG, "SCRIPT_BYTES", Mib), (VM, "MOST_COMPILED", Mib)],
            ),
            (
                "| fuel of all script files while they load | {} |",
                &[("src/script/vm/base_vm.rs", "LOADING_FUEL", Digits)],
            ),
        ],
    ),
    (
        "docs/scripts.md",
        &[("| the same script {} times in one game |", &[("src/kernel/read/offers.rs", "MAX_FAILURES", Word)])],
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
    let text = read("docs/limits.md");
    let (_, compared) = TOLD.iter().find(|(page, _)| *page == "docs/limits.md").expect("the page");
    // The number is a price of 1, which no constant has.
    let others = ["| a loop, a call, a return, a field of an object of the game | 1 |"];
    let is_compared = |line: &str| {
        let first = |says: &str| says.split("{}").all(|part| line.contains(part.trim_end_matches(['.', ';'])));
        compared.iter().any(|(says, _)| first(says)) || others.iter().any(|other| line.contains(other))
    };
    // The number before a line of the list is none of a limit.
    let limit_in =
        |line: &str| line.split_once(". ").map_or(line, |(_, rest)| rest).contains(|c: char| c.is_ascii_digit());
    let missing: Vec<&str> = text.lines().filter(|line| limit_in(line) && !is_compared(line)).collect();
    assert!(missing.is_empty(), "this test compares no number of:\n{}", missing.join("\n"));
}
