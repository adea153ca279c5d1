//! Misspellings: a word with one letter wrong is found when the game loads, in YAML and in Lua.
//!
//! Every key, word and field of each game is a candidate; a seeded sample is misspelt, one at a time, and the game
//! loaded. What loads without a finding is silent, and must have a reason. `SAMPLE=2000 cargo test --test it
//! misspellings -- --nocapture` tries more and prints what it did.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;
use intermezzo::table::{Game, Loader};

use crate::support::chance::Chance;

/// A word of a file: the bytes where it stands.
#[derive(Clone, Debug)]
struct Word {
    file: String,
    at: usize,
    text: String,
    /// The keys that lead there, in YAML; what stands before it, in Lua.
    path: String,
    /// True for a key of a table that a script makes for itself: only the script reads that.
    is_own: bool,
}

/// Words for people, and names that are declared by standing there: nothing else could say that they are wrong.
const FREE: [&str; 22] = [
    "text",
    "called",
    "because",
    "why",
    "title",
    "name",
    "flavour",
    "picture",
    "number",
    "episode",
    "hint",
    "hints",
    "origin",
    "help",
    "label",
    "id",
    "art",
    "artist",
    "note",
    "credits",
    "rules_text",
    "table",
];

fn is_word(text: &str) -> bool {
    text.len() >= 4
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// Bytes of each line's beginning.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

/// Words in a scalar: those between signs, so that amounts and references count word by word.
fn words_in(text: &str, from: usize, file: &str, path: &str, out: &mut Vec<Word>) {
    let mut start = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(i),
            (false, Some(at)) => {
                let word = &text[at..i];
                if is_word(word) {
                    out.push(Word {
                        file: file.into(),
                        at: from + at,
                        text: word.into(),
                        path: path.into(),
                        is_own: false,
                    });
                }
                start = None;
            }
            _ => {}
        }
    }
}

fn of_yaml(file: &str, text: &str, node: &Node, path: &str, starts: &[usize], out: &mut Vec<Word>) {
    let place = |line: u32, column: u32| {
        let start = starts[line as usize - 1];
        text[start..].char_indices().nth(column as usize - 1).map_or(start, |(i, _)| start + i)
    };
    match &node.value {
        Data::Text(value) if path.ends_with("script") => of_lua(file, text, value, node.span.line, starts, out),
        Data::Text(value) if node.span.line > 0 && !value.contains('\n') => {
            let at = place(node.span.line, node.span.column);
            // Escaped and folded texts do not stand there as they read.
            if text[at..].starts_with(value.as_str()) {
                words_in(value, at, file, path, out);
            }
        }
        Data::List(list) => list.iter().for_each(|n| of_yaml(file, text, n, path, starts, out)),
        Data::Map(map) => {
            for (key, value) in map {
                let inner = format!("{path}.{}", key.name);
                let at = place(key.span.line, key.span.column);
                if text[at..].starts_with(&key.name) && is_word(&key.name) {
                    let path = format!("{path}#");
                    out.push(Word { file: file.into(), at, text: key.name.clone(), path, is_own: false });
                }
                of_yaml(file, text, value, &inner, starts, out);
            }
        }
        _ => {}
    }
}

/// Texts, keys of tables and fields in Lua: what Lua itself would not miss.
fn of_lua(file: &str, whole: &str, source: &str, line: u32, starts: &[usize], out: &mut Vec<Word>) {
    let begin = starts[line as usize - 1];
    let lines = source.lines().count();
    let end = starts.get(line as usize - 1 + lines).copied().unwrap_or(whole.len());
    let mut at = begin;
    let bytes = whole.as_bytes();
    let mut quoted = None;
    while at < end {
        let rest = &whole[at..];
        if quoted.is_none() && rest.starts_with("--") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let c = bytes[at] as char;
        if c == '"' || c == '\'' {
            quoted = match quoted {
                None => Some((c, at)),
                Some((q, _)) if q == c => None,
                same => same,
            };
            at += 1;
            continue;
        }
        if !(c.is_ascii_alphabetic() || c == '_')
            || at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_')
        {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, after) = (&rest[..len], rest[len..].trim_start());
        let before = whole[..at].trim_end();
        let is_key =
            quoted.is_none() && after.starts_with('=') && !after.starts_with("==") && before.ends_with(['{', ',']);
        let is_field = quoted.is_none() && before.ends_with('.') && !before.ends_with("..");
        if is_word(word) && (is_key || is_field || quoted.is_some()) {
            let from = whole[..at].rfind('\n').map_or(0, |i| i + 1);
            let path = format!("lua:{}", &whole[from..at]);
            let is_own = is_key && is_of_own_table(&whole[begin..at]);
            out.push(Word { file: file.into(), at, text: word.into(), path, is_own });
        }
        at += len;
    }
}

/// All words of a game that somebody could misspell.
fn words(game: &str, files: &Files) -> Vec<Word> {
    let mut out = Vec::new();
    for (file, text) in &files.of_game(game).texts {
        let starts = line_starts(text);
        if file.ends_with(".yaml") {
            if let Some(node) = yaml::parse(file, text, &mut Problems::new()) {
                of_yaml(file, text, &node, "", &starts, &mut out);
            }
        } else if !file.contains("/_meta/") && !file.contains("/lib/") {
            of_lua(file, text, text, 1, &starts, &mut out);
        }
    }
    out
}

/// Why a misspelling may stay silent; `None`: it may not.
fn reason(word: &Word) -> Option<&'static str> {
    if word.is_own {
        return Some("a script's own table");
    }
    let last = word.path.trim_end_matches('#').rsplit('.').next().unwrap_or("");
    if word.path.starts_with("lua:") {
        let before = word.path.trim_end();
        let in_text = ["why = \"", "note(\"", "error(\"", "assert("].iter().any(|t| word.path.contains(t));
        // A text that a script hands to functions of its own, or gives to choose from: they look at it when it runs.
        let is_compared = ["== \"", "~= \""].iter().any(|sign| word.path.ends_with(sign));
        if word.path.matches('"').count() % 2 == 1 && (is_compared || !is_of_host(&word.path)) {
            return Some("a text of the script's own");
        }
        let own = before.ends_with('.') && ["args.", "local "].iter().any(|t| before.ends_with(t));
        return in_text.then_some("words for people").or(own.then_some("a script's own table"));
    }
    if FREE.iter().any(|free| word.path.split('.').any(|part| part.trim_end_matches('#') == *free)) {
        return Some("words for people, or a name that is declared");
    }
    // Nothing else need name these: a verb that a card to come may forbid, a field that may be missing, a pile, what a
    // window offers, a phase in which nothing special happens.
    let declared = [
        ".attributes.player#",
        ".attributes.card#",
        ".as",
        ".verb",
        ".fields#",
        ".piles#",
        ".actions#",
        ".uses#",
        ".targets#",
        ".statuses#",
        ".phase",
        ".one_of",
    ];
    if declared.iter().any(|end| word.path.ends_with(end)) {
        return Some("a name that is declared");
    }
    if word.path.starts_with(".events.") && word.path.ends_with(".fields#") {
        return Some("a field of an event is declared, and given by its place");
    }
    if word.path.contains(".modify.names") {
        return Some("a card may have the name of one that is in no pack here");
    }
    let in_card = !word.file.ends_with("game.yaml");
    if in_card && word.path.matches('.').count() == 1 && !word.path.ends_with('#') && last != "type" {
        return Some("what a card prints is declared by printing it");
    }
    None
}

/// True inside a table that a script makes for itself, and in no brackets of a call.
fn is_of_own_table(before: &str) -> bool {
    let mut depth = 0;
    for (i, c) in before.char_indices().rev() {
        match c {
            ')' | '}' => depth += 1,
            '(' | '{' if depth > 0 => depth -= 1,
            '(' => return false,
            '{' => {
                let line = before[..i].rsplit('\n').next().unwrap_or("").trim();
                if line.starts_with("local ") || line == "return" {
                    return true;
                }
                if line.ends_with(|c: char| c.is_ascii_alphanumeric()) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// True if a text in a script stands in the brackets of a host function, where no other function is called.
fn is_of_host(before: &str) -> bool {
    let (mut depth, mut open) = (0, None);
    for (i, c) in before.char_indices().rev() {
        match c {
            ')' | '}' => depth += 1,
            '(' | '{' if depth > 0 => depth -= 1,
            '(' => {
                open = Some(i);
                break;
            }
            // A table may be the only argument.
            '{' if before[..i].trim_end().ends_with(|c: char| c.is_ascii_alphanumeric()) => {
                open = Some(i);
                break;
            }
            _ => {}
        }
    }
    let Some(open) = open else { return false };
    let name = before[..open].trim_end();
    let name = name.rsplit(|c: char| !(c.is_ascii_alphanumeric() || "._:".contains(c))).next().unwrap_or("");
    let plain = ["cards", "count", "sum", "spaces", "defs", "abilities", "may", "record", "fits", "players", "choices"];
    let is_free = ["ask.option", "ask.sealed", "ask.yes"].contains(&name) || before[open..].contains("..");
    !is_free
        && (plain.contains(&name) || ["act.", "ask.", "agenda.", "board.", "roll."].iter().any(|t| name.starts_with(t)))
}

fn misspell(text: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = 1 + chance.below(letters.len() - 2);
    match chance.below(3) {
        0 if letters[at] != letters[at + 1] => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        _ => letters.insert(at, 'q'),
    }
    letters.into_iter().collect()
}

/// Misspells a sample, and returns what stays silent without a reason.
fn silent(game: &str, files: &Files, sample: usize, seed: u64) -> (usize, Vec<String>) {
    let (mut chance, mut loader) = (Chance(seed), Loader::default());
    let plain = loader.load(game, files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let usual = plain.1.len();
    let all: Vec<Word> = words(game, files).into_iter().filter(|w| reason(w).is_none()).collect();
    let (mut tried, mut out) = (0, Vec::new());
    for _ in 0..sample.min(all.len() * 4) {
        let word = &all[chance.below(all.len())];
        let wrong = misspell(&word.text, &mut chance);
        let text = &files.texts[&word.file];
        let new = format!("{}{wrong}{}", &text[..word.at], &text[word.at + word.text.len()..]);
        let mut changed = files.clone();
        changed.overlay([(word.file.clone(), Arc::from(new))]);
        tried += 1;
        if loader.load(game, &changed).is_ok_and(|(_, found)| found.len() <= usual) {
            let line = text[..word.at].matches('\n').count() + 1;
            let place = text.lines().nth(line - 1).unwrap_or("").trim();
            out.push(format!("{}:{line} {} -> {wrong} ({}) | {place}", word.file, word.text, word.path));
        }
    }
    (tried, out)
}

/// Of a thousand misspelt words this many may go unnoticed: a script may compare with texts that it made itself.
const MOST_SILENT: usize = 10;

#[test]
fn misspelt_words_do_not_load_in_silence() {
    let sample = std::env::var("SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(25);
    let seed = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0x5eed);
    let files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
    let (mut all, mut out) = (0, Vec::new());
    for game in files.games() {
        let (tried, silent) = silent(&game, &files, sample, seed);
        println!("{game}: {tried} misspelt, {} silent", silent.len());
        all += tried;
        out.extend(silent);
    }
    let rate = 100.0 * (all - out.len()) as f64 / all as f64;
    println!("{all} words misspelt, {rate:.2} % found; not found:\n{}", out.join("\n"));
    assert!(out.len() * 1000 <= MOST_SILENT * all, "{rate:.2} % of {all} found; not found:\n{}", out.join("\n"));
}

/// Findings in a card with this text, as `line:column message`.
fn findings(card: &str) -> Vec<String> {
    let mut files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
    files.overlay([("cards/cardland/stagehands/probe.yaml".to_string(), Arc::from(card))]);
    let found = match Loader::default().load("cardland", &files) {
        Ok((_, found)) | Err(found) => found,
    };
    let line = |p: &intermezzo::error::Problem| {
        format!("{}:{} {} ({})", p.span.line, p.span.column, p.message, p.help.clone().unwrap_or_default())
    };
    found.list().iter().map(line).collect()
}

/// Checks that exactly one mistake is found in an ability of a card, and what is said about it.
#[track_caller]
fn check(ability: &str, expected: &str) {
    let head = "name: Probe\ntype: event\ncolour: red\nusage: {}\nabilities:\n";
    let found = findings(&format!("{head}{ability}"));
    assert!(found.len() == 1 && found[0].starts_with(expected), "{ability}\nexpected {expected}\nfound {found:#?}");
}

/// The same in a script.
#[track_caller]
fn check_script(script: &str, expected: &str) {
    check(&format!("  - timing: main\n    turn: any\n    script: |\n      {script}\n"), expected);
}

#[test]
fn what_a_filter_says_is_found_with_what_was_meant() {
    let target = |filter: &str| {
        format!(
            "  - timing: main\n    turn: any\n    targets: {{ one: {filter} }}\n    script: act.status(this.one, \"active\")\n"
        )
    };
    check(
        &target("{ zone: stage, features: Dancr }"),
        "8:46 no card has or gets, in its features, the word `Dancr` (did you mean `Dancer`?",
    );
    check(
        &target("{ zone: stage, name: Tamsin Flnt }"),
        "8:42 no card is called `Tamsin Flnt` (did you mean `Tamsin Flint`?",
    );
    check(&target("{ zone: stage, prowess: \"<= me.rwa\" }"), "8:46 nothing in this game is called `rwa`");
    check(
        &target("{ zone: stage, among: attmpt.acting }"),
        "8:43 nothing is called `attmpt.acting` here (did you mean `attempt`?",
    );
}

#[test]
fn what_nothing_reads_is_found() {
    let head = "  - while: true\n    affects: ";
    let modify = "\n    modify: { max_cast: 1 }\n";
    check(&format!("{head}{{ player: me, zone: stage }}{modify}"), "7:28 unknown key `zone` in affected players");
    let target = "  - timing: main\n    turn: any\n    targets: { one: { zone: stage, needs: ";
    let script = "\n    script: act.status(this.one, \"active\")\n";
    check(&format!("{target}[{{ if: true, because: 5 }}] }} }}{script}"), "8:65 a text expected, found a number");
}

#[test]
fn what_a_script_says_is_found_with_what_was_meant() {
    check_script(
        "act.modify(self, \"prowes\", 1, \"turn\")",
        "9:24 there is no field to modify called `prowes` (did you mean `prowess`?",
    );
    check_script("act.modify(self, \"prowess\", 1, \"trun\")", "9:38 nothing lasts for `trun` (did you mean `turn`?");
    check_script("act.draw(me, \"2\")", "9:20 `n` of `act.draw` is a whole number, found the text `2`");
    check_script("act.draw()", "9:7 `act.draw` takes 1 to 2 arguments, 0 given");
    check_script("act.draw(this, 1)", "9:16 `player` of `act.draw` is a player, found `this`");
    check_script(
        "note(ask.card { zone = \"stage\", whyy = \"x\" }.name)",
        "9:39 unknown key `whyy` in `ask.card` (did you mean `why`?",
    );
    check_script(
        "act.move(cards { zone = \"stagge\" }, \"hand\")",
        "9:31 unknown zone `stagge` (did you mean `stage`?",
    );
    check_script("if self.zone == \"hnd\" then act.draw(me) end", "9:23 there is no zone `hnd` (did you mean `hand`?");
    check_script(
        "act.move(self, \"hand\", { positon = \"top\" })",
        "9:32 unknown key `positon` in `how` of `act.move`",
    );
    check_script("act.forbid(\"blok\", { card = self })", "9:18 nothing asks about the verb `blok`");
    check_script(
        "act.open(\"attempt\", { actng = { self } })",
        "9:29 the record `attempt` has no field `actng` (did you mean `acting`?",
    );
    check_script(
        "if self:has(\"features\", \"Dancr\") then act.draw(me) end",
        "9:31 no card has or gets, in its features, the word `Dancr`",
    );
    check_script(
        "if option.deck_out == \"loose\" then act.draw(me) end",
        "9:29 the option `deck_out` is never `loose`",
    );
}

/// A module whose function says which keys it takes, in each of three ways.
const KNOTS: &str = r#"local knots = { sizes = { "size", "twist" } }
local sizes = { "size", "twist" }
function knots.tie(card, how)
  takes(how, knots.sizes)
  act.draw(me, how and how.size or 1)
end
function knots.bind(card, how)
  takes(how, sizes)
  act.together(function() act.draw(me, how.size) end)
end
function knots.coil(how)
  takes(how, { "size", "twist" })
  act.draw(me, how.size)
end
function knots.loose(card)
  note(card.name)
end
function knots.untie(card, n, who)
  act.draw(who or me, n + 1)
end
function knots.all(...)
  note(#{ ... } .. "")
end
return knots
"#;

/// A card of a pack whose script calls functions of a module of the pack.
fn in_a_pack(script: &str) -> (Vec<String>, Option<Game>) {
    let mut files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
    let head = "pack: odd\nversion: 1.0.0\nextends: cardland\n";
    let card = crate::support::probe::event(script);
    files.overlay([
        ("packs/odd/pack.yaml".to_string(), Arc::from(head)),
        ("packs/odd/scripts/cardland/knots.lua".to_string(), Arc::from(KNOTS)),
        ("packs/odd/cards/cardland/odd/probe.yaml".to_string(), Arc::from(card)),
    ]);
    files.packs = vec!["odd".into()];
    let (game, found) = match Loader::default().load("cardland", &files) {
        Ok((game, found)) => (Some(game), found),
        Err(found) => (None, found),
    };
    let line = |p: &intermezzo::error::Problem| {
        format!(
            "{}:{}:{} {} ({})",
            p.span.file,
            p.span.line,
            p.span.column,
            p.message,
            p.help.clone().unwrap_or_default()
        )
    };
    (found.list().iter().map(line).collect(), game)
}

#[test]
fn a_key_that_a_function_of_a_module_does_not_take_is_found() {
    for call in
        ["knots.tie(self, { sise = 2 })", "knots.bind(self, { sise = 2 })", "knots.coil { sise = 2, twist = 1 }"]
    {
        let (mut found, _) = in_a_pack(call);
        // Functions that this script does not call.
        found.retain(|line| !line.contains("nothing calls the function"));
        let wanted = "unknown key `sise` in `how` of `knots.";
        let is_it = |line: &String| line.contains("/probe.yaml:9:") && line.contains(wanted);
        assert!(found.len() == 1 && is_it(&found[0]) && found[0].contains("did you mean `size`?"), "{call}: {found:?}");
    }
    let (found, game) = in_a_pack(
        "knots.tie(self)\nknots.tie(self, { size = 2, twist = 1 })\nlocal odd = {}\nodd[\"si\" .. \"se\"] = 2\nknots.bind(self, odd)",
    );
    assert!(found.iter().all(|line| line.contains("nothing calls the function")), "{found:?}");
    // Errors of the run are reported at the call of the function.
    let mut table = crate::support::probe::table(&game.expect("it loads"), 3);
    crate::support::probe::use_it(&mut table);
    let failed = crate::support::probe::failed(&table);
    assert_eq!(failed.len(), 1, "{failed:?}");
    let (file, line, message) = &failed[0];
    assert!(file.ends_with("probe.yaml") && *line == 13, "{failed:?}");
    assert_eq!(message, "unknown key `sise` (did you mean `size`? (known: size, twist))");
}

#[test]
fn a_call_of_a_function_of_a_module_with_too_few_or_too_many_arguments_is_found() {
    let found = |call: &str| {
        let (mut found, _) = in_a_pack(call);
        found.retain(|line| !line.contains("nothing calls the function"));
        found
    };
    for (call, wanted) in [
        ("knots.tie(self, { size = 2 }, 3)", "9:7 `knots.tie` takes 2 arguments, 3 given (knots.tie(card, how))"),
        ("knots.loose()", "9:7 `knots.loose` is given nothing for `card`, which it needs"),
        ("knots.untie(self)", "9:7 `knots.untie` is given nothing for `n`, which it needs"),
    ] {
        let found = found(call);
        assert!(found.len() == 1 && found[0].contains(&format!("/probe.yaml:{wanted}")), "{call}: {found:?}");
    }
    for call in
        ["knots.tie()", "knots.loose(self)", "knots.untie(self, 1)", "knots.untie(self, 1, me)", "knots.all(1, 2, 3)"]
    {
        assert_eq!(found(call), [""; 0], "{call}");
    }
}

#[test]
fn a_number_that_no_follower_has_is_found() {
    let mut files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
    let path = "cards/swordgirls/darklore/scardel_shiraz.yaml";
    let text = files.texts[path].replace("{ sta = -2 }", "{ atkk = -2 }");
    files.overlay([(path.to_string(), Arc::from(text))]);
    let found = Loader::default().load("swordgirls", &files).err().expect("a key that nothing reads");
    let told = found.render_all();
    assert!(
        told.contains("unknown key `atkk` in `by` of `field.add`") && told.contains("did you mean `atk`?"),
        "{told}"
    );
    assert!(told.contains("scardel_shiraz.yaml:20:"), "{told}");
}

#[test]
fn what_is_no_part_of_a_cost_is_found() {
    let cost =
        |part: &str| format!("  - timing: main\n    turn: any\n    cost: [{{ {part} }}]\n    script: act.draw(me)\n");
    check(&cost("pip: { red: 1 }"), "8:14 unknown part of a cost `pip` (did you mean `pips`? (known: pips, ");
    check(&cost("dsicard: self"), "8:14 unknown part of a cost `dsicard` (did you mean `discard`?");
    check(&cost("mov: self"), "8:14 unknown part of a cost `mov` (did you mean `move`?");
    check(
        &cost("pips: { red: 1 }, discard: self"),
        "8:12 a part of a cost is a map of one key (each part is an item of its own",
    );
}

#[test]
fn advice_about_decks_that_says_nothing_is_found() {
    let manifest = |hint: &str| {
        let mut files = Files::with_root(Some(std::path::Path::new(env!("REPOSITORY")))).expect("the files");
        let path = "cards/cardland/game.yaml";
        let text = files.texts[path].replace("\nhints:\n", &format!("\nhints:\n  - {hint}\n"));
        files.overlay([(path.to_string(), Arc::from(text))]);
        let Err(found) = Loader::default().load("cardland", &files) else { return Vec::new() };
        found.list().iter().map(|p| p.message.clone()).collect::<Vec<_>>()
    };
    for (hint, expected) in [
        ("{ distinct: work, most: 2, of: crads, says: x }", "decks have no list `crads`"),
        ("{ distinct: wrok, most: 2, of: cards, says: x }", "cards have no words called `wrok`"),
        ("{ distinct: work, of: cards, says: x }", "a hint with `distinct` needs `most`"),
        ("{ distinct: work, most: 2, of: cards }", "a hint with `distinct` needs `says`"),
        ("{ count: event, most: -2, says: x }", "`most` is a number from 0, not -2"),
        ("{ count: event, says: x }", "a hint with `count` needs `least` or `most`: without them it says nothing"),
        ("{ count: evnt, most: 2, says: x }", "there is no type `evnt`"),
        ("{ named_in: conditoins }", "cards have no printed rules called `conditoins`"),
        ("{ named_in: conditions, except: purple }", "unknown key `except` in a hint with `named_in`"),
        ("{ says: x }", "`hints` has one of the keys `distinct`, `count` or `named_in`"),
    ] {
        let found = manifest(hint);
        assert!(found.iter().any(|message| message == expected), "{hint}: expected {expected}, found {found:#?}");
    }
    assert_eq!(manifest("{ count: event, most: 50, says: x }"), Vec::<String>::new());
}

#[test]
fn a_definition_is_asked_only_for_what_is_printed() {
    let printed = "a definition has only what is printed: type, name, def, words, and numbers in `printed`";
    for (pile, is_wrong) in
        [("power: '>= 3'", true), ("owner: me", true), ("name: Ogre", false), ("printed: { power: '>= 3' }", false)]
    {
        let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/toy");
        let mut files = Files::with_root(Some(&root)).expect("the fixture");
        let path = "cards/toy/game.yaml";
        let text = format!("{}\npiles: {{ box: {{ to: used, cards: {{ {pile} }} }} }}\n", files.texts[path]);
        files.overlay([(path.to_string(), Arc::from(text))]);
        let (Ok((_, found)) | Err(found)) = Loader::default().load("toy", &files);
        assert_eq!(found.list().iter().any(|p| p.message == printed), is_wrong, "{pile}: {found:?}");
    }
}
