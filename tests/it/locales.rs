//! Locales: translations have the keys and arguments of the code, and no game depends on them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cli_new::Stranger;

const FOLDER: &str = "src/catalog/locale/interface";

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => sources(&path, out),
            path if path.extension().is_some_and(|e| e == "rs") => out.push(path),
            _ => {}
        }
    }
}

/// A text between quotes at the beginning, and what is behind it.
fn literal(text: &str) -> Option<(String, &str)> {
    let (mut out, mut escaped) = (String::new(), false);
    let inner = text.strip_prefix('"')?;
    for (at, c) in inner.char_indices() {
        match (escaped, c) {
            (true, 'n') => out.push('\n'),
            (true, c) => out.push(c),
            (false, '\\') => {}
            (false, '"') => return Some((out, &inner[at + 1..])),
            (false, c) => out.push(c),
        }
        escaped = !escaped && c == '\\';
    }
    None
}

/// The English beside a key: one sentence, or the number with which it agrees and both its forms, a line each.
fn english(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let Some(forms) = text[name.len()..].trim_start().strip_prefix("=>") else { return Some(literal(text)?.0) };
    let (one, rest) = literal(forms.trim_start())?;
    let (many, _) = literal(rest.trim_start().strip_prefix('|')?.trim_start())?;
    Some(format!("{name}\n{one}\n{many}"))
}

/// The sentences that the code says: their English, by key.
fn said_by_the_code() -> BTreeMap<String, String> {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    sources(&root().join("program/src"), &mut files);
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a source");
        let name = path.display();
        for (at, _) in text.match_indices("say!(").chain(text.match_indices("ui!(")) {
            let inside = text[at..].split_once('(').expect("it was found").1;
            let Some(key_at) = inside.find('"') else { continue };
            // A macro says its own arguments on: it has no key of its own.
            let Some((key, rest)) = literal(&inside[key_at..]) else { continue };
            if inside[..key_at].contains(['$', '{', ';']) {
                continue;
            }
            let english = english(rest.trim_start_matches([',', ' ', '\n']));
            let english = english.unwrap_or_else(|| panic!("{name}: `{key}` has no English beside it"));
            let old = said.insert(format!("ui-{key}"), english.clone());
            assert!(old.is_none_or(|old| old == english), "{name}: `{key}` is another sentence elsewhere");
        }
        let uses = text.lines().any(|line| line.starts_with("use crate::cli::language::") && line.contains("counted"));
        if uses || text.contains("translation::counted(") {
            for (at, _) in text.match_indices("counted(") {
                let arguments = text[at..].split(')').next().unwrap_or_default();
                let Some((_, what)) = arguments.rsplit_once(", \"") else { continue };
                let Some(what) = what.strip_suffix('"') else { continue };
                said.insert(format!("ui-count-{}", what.replace(' ', "-")), format!("COUNT {what}"));
            }
        }
    }
    assert!(said.len() > 200, "the test looks in the wrong place: {}", said.len());
    said
}

/// A sentence of the code as a message of Fluent.
fn message(key: &str, english: &str) -> String {
    if let Some(what) = english.strip_prefix("COUNT ") {
        return format!("{key} = {{ $n ->\n    [one] 1 {what}\n   *[other] {{ $n }} {what}s\n}}\n");
    }
    if let [count, one, many] = english.split('\n').collect::<Vec<_>>()[..] {
        let (one, many) = (pattern(one), pattern(many));
        return format!("{key} = {{ ${count} ->\n    [one] {one}\n   *[other] {many}\n}}\n");
    }
    format!("{key} = {}\n", pattern(english))
}

/// A sentence of the code as Fluent writes it.
fn pattern(english: &str) -> String {
    let mut text = String::new();
    for part in english.split_inclusive('}') {
        match part.split_once('{') {
            Some((before, name)) => {
                let name = name.trim_end_matches('}');
                text += &format!("{before}{{ ${name} }}");
            }
            None => text += part,
        }
    }
    // Blanks at the ends are none unless they are put in.
    let inner = text.trim_matches(' ');
    let begin = "{ \" \" }".repeat(text.len() - text.trim_start_matches(' ').len());
    let end = "{ \" \" }".repeat(text.len() - text.trim_end_matches(' ').len());
    format!("{begin}{inner}{end}")
}

#[test]
fn the_english_of_the_interface_is_what_the_code_says() {
    let head = "# What the interface and the transcript say in English. Made from the code: `UPDATE=1 cargo test --test it locales`.\n\n";
    let made: String = said_by_the_code().iter().map(|(key, english)| message(key, english)).collect();
    let (path, made) = (root().join(FOLDER).join("en.ftl"), format!("{head}{made}"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &made).expect("a file that can be written");
    }
    let old = std::fs::read_to_string(&path).expect("it is there").replace("\r\n", "\n");
    assert!(old == made, "not up to date: {FOLDER}/en.ftl\n`UPDATE=1 cargo test --test it locales` writes it");
}

/// Messages with the variables that they use.
fn messages(file: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join(FOLDER).join(file)).expect("it is there");
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| !id.starts_with([' ', '{', '}'])) {
            last = id.into();
            assert!(out.insert(last.clone(), BTreeSet::new()).is_none(), "{file}: `{id}` is there twice");
        }
        let used = line.split('$').skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        out.entry(last.clone()).or_default().extend(used.flatten().map(String::from));
    }
    out.remove("");
    out
}

#[test]
fn the_interface_says_everything_in_each_of_its_languages() {
    let english = messages("en.ftl");
    for entry in std::fs::read_dir(root().join(FOLDER)).expect("a folder").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let other = messages(&file);
        let lacking: Vec<&String> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        assert!(lacking.is_empty(), "{file} lacks {lacking:#?}");
        let gone: Vec<&String> = other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(gone.is_empty(), "{file} says what nobody asks for: {gone:#?}");
        for (key, used) in &other {
            assert!(used.is_subset(&english[key]), "{file}: {key} uses {used:?}, and there are {:?}", english[key]);
        }
    }
}

/// The program, in a language of the system; what it says.
fn says(locale: Option<&str>, folder: &Path, args: &[&str]) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    command.args(args).current_dir(folder).env_clear().envs(locale.map(|locale| ("LC_ALL", locale)));
    let ran = command.output().expect("it runs");
    String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr)
}

#[test]
fn a_record_and_its_hash_are_the_same_in_every_language() {
    let here = Stranger::new("locale-record");
    for game in ["swordgirls", "cfs", "cardland"] {
        let play = |name: &str, more: &[&str]| {
            let args = ["play", game, "--bots", "random", "--seed", "11", "--json", "--record", name];
            (here.well("", &[&args[..], more].concat()), here.read(name))
        };
        let english = play(&format!("{game}-en.jsonl"), &["--locale", "en"]);
        let japanese = play(&format!("{game}-ja.jsonl"), &["--locale", "ja"]);
        assert!(english == japanese, "{game}: {} and {}", english.0, japanese.0);
        let file = format!("{game}-ja.jsonl");
        assert_eq!(here.well("", &["replay", &file, "--json", "--locale", "ja"]), english.0, "{game}");
    }
}

/// The beginning of a game as it is told in Japanese.
const BEGINS: [&str; 4] = ["== ラウンド1", "-- 回復フェイズ", "-- ドローフェイズ", "-- 配置フェイズ"];

#[test]
fn a_game_is_told_in_japanese() {
    let here = Stranger::new("locale-told");
    let told = |game: &str, file: &str, locale: &str| {
        let args = ["play", game, "--bots", "random", "--seed", "11", "--transcript", file, "--locale", locale];
        here.well("", &args);
        here.read(file)
    };
    let (japanese, english) = (told("swordgirls", "ja.txt", "ja"), told("swordgirls", "en.txt", "en"));
    assert_eq!(japanese.lines().count(), english.lines().count(), "the same lines, in other words");
    let mut from = 0;
    for line in BEGINS {
        let at =
            japanese[from..].find(line).unwrap_or_else(|| panic!("`{line}` is not told in its place: {japanese:.900}"));
        from += at;
    }
    for game in ["swordgirls", "cfs"] {
        // No line has English in it but the names of players.
        let told = told(game, &format!("{game}.txt"), "ja");
        let is_english = |word: &str| word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase());
        let left: BTreeSet<&str> = told
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| is_english(word) && *word != "player")
            .collect();
        assert!(left.is_empty(), "{game}: {left:?}");
    }
}

#[test]
fn the_language_of_the_system_is_spoken_and_a_named_one_goes_before_it() {
    let here = Stranger::new("locale-system");
    let play = ["play", "cfs", "--bots", "random", "--seed", "1"];
    let named = |locale: &'static str| [&play[..], &["--locale", locale]].concat();
    let is_japanese = |text: &str| text.contains("回の選択");
    assert!(is_japanese(&says(Some("ja_JP.UTF-8"), &here.0, &play)));
    assert!(!is_japanese(&says(Some("C"), &here.0, &play)) && !is_japanese(&says(None, &here.0, &play)));
    assert!(!is_japanese(&says(Some("tlh_QO.UTF-8"), &here.0, &play)), "what nobody speaks is English");
    assert!(is_japanese(&says(Some("C"), &here.0, &named("ja"))));
    assert!(!is_japanese(&says(Some("ja_JP.UTF-8"), &here.0, &named("en"))));
    let refused = says(None, &here.0, &named("jaa"));
    assert!(
        refused.contains("--locale jaa: nothing is said in this language") && refused.contains("`ja`"),
        "{refused}"
    );
}

/// A file of a language with a mistake in each line, but for the first.
const WRONG: &str = "card-young_wolf = 若い狼\ncard-yuong_wolf = 若い狼\nzone-hnad = 手札\ntype-wolf =\n    .text = a\n\
    phase-main = { $turn }\nzone-deck = { zone-discard }\nzone-discard = { zone-deck }\nzone-field = { zone-deck }\nzone-hand = { zone-dekc }\nzone-hand = 手札\nlevel-turn = { NUMBER(1) }\nbroken = {\n";

#[test]
fn mistakes_in_a_language_are_found_with_their_places() {
    let here = Stranger::new("locale-check");
    here.well("", &["new", "game", "wolves"]);
    here.write("cards/wolves/locale/de.ftl", WRONG);
    let (told, code) = here.says("", &["check", "wolves"]);
    assert_eq!(code, 1, "{told}");
    for part in [
        "`zone-hnad` names nothing of the game",
        "did you mean `zone-hand`?",
        "no message is called `zone-dekc`",
        "`zone-hand` is said twice",
        "`zone-deck` needs itself",
        "`zone-discard` needs itself",
        "there is no function `NUMBER` here",
        "this is no Fluent",
        "locale/de.ftl:3:1",
    ] {
        assert!(told.contains(part), "`{part}` is not told: {told}");
    }
    assert!(!told.contains("`zone-field` needs itself"), "it only puts in one that does: {told}");
    // It is played all the same.
    here.well("", &["play", "wolves", "--bots", "random", "--locale", "de"]);
    let listed = here.well("", &["list", "untranslated", "wolves", "--locale", "de"]);
    assert!(listed.contains("ui-passes"), "{listed}");
    // The interface is counted separately: none of its texts is German, all are Japanese.
    assert!(
        listed.contains("of the game are said, and 0 of ") && listed.contains("(0 %) of the interface"),
        "{listed}"
    );
    let listed = here.well("", &["list", "untranslated", "wolves", "--locale", "ja"]);
    assert!(listed.contains("ja: 0 of ") && listed.contains("(100 %) of the interface"), "{listed}");
    here.write("cards/wolves/de.ftl", "zone-hand = Hand\n");
    assert!(here.says("", &["check", "wolves"]).0.contains("it belongs in cards/wolves/locale/"));
}

#[test]
fn a_message_that_is_too_long_is_told_with_its_length_and_the_limit() {
    let here = Stranger::new("locale-long");
    here.well("", &["new", "game", "wolves"]);
    here.write("cards/wolves/locale/de.ftl", &format!("zone-deck = Stapel\nzone-hand = {}\n", "x".repeat(5000)));
    let (told, code) = here.says("", &["check", "wolves"]);
    assert_eq!(code, 1, "{told}");
    let says = "`zone-hand` has 5013 bytes, and a message has 4096 at most";
    assert!(told.contains(says) && told.contains("locale/de.ftl:2:1"), "{told}");
    assert!(!told.contains("no Fluent"), "{told}");
}

#[test]
fn a_file_of_a_language_that_nobody_asks_for_is_told() {
    let here = Stranger::new("locale-names");
    here.well("", &["new", "game", "wolves"]);
    for (name, part) in [
        ("EN.ftl", "the language `EN` is called `en`"),
        ("PT-br.ftl", "the language `PT-br` is called `pt-BR`"),
        ("zh-hant.ftl", "the language `zh-hant` is called `zh-Hant`"),
        ("english.ftl", "nobody asks for a language `english`"),
        ("de_AT.ftl", "no language is called `de_AT`"),
        ("de.FTL", "and languages .ftl files"),
        ("de.ftl.txt", "and languages .ftl files"),
        ("pt-BR.ftl", "nothing found"),
        ("zh-Hant-TW.ftl", "nothing found"),
        ("es-419.ftl", "nothing found"),
    ] {
        let file = format!("cards/wolves/locale/{name}");
        here.write(&file, "zone-hand = Hand\n");
        let (told, code) = here.says("", &["check", "wolves"]);
        assert!(told.contains(part) && (code == 0) == (part == "nothing found"), "{name}: {told}");
        std::fs::remove_file(here.0.join(&file)).expect("it is ours");
    }
}

#[test]
fn what_a_pack_brings_is_listed_apart_from_what_its_game_lacks() {
    let here = Stranger::new("locale-own");
    here.well("", &["new", "pack", "Odd Ropes", "--extends", "cardland"]);
    let own = &["list", "untranslated", "cardland", "--locale", "de", "--own"];
    let told = here.well("odd_ropes", own);
    assert!(told.starts_with("card-first_of_odd_ropes "), "{told}");
    assert!(told.contains("de: 0 of ") && told.lines().all(|line| !line.contains("improvise")), "{told}");
    here.write("odd_ropes/cards/cardland/locale/de.ftl", "card-first_of_odd_ropes = Erste\n");
    assert!(!here.well("odd_ropes", own).contains("card-first_of_odd_ropes "));
    let (told, code) = here.says("", own);
    assert!(code == 2 && told.contains("--own asks about the packs in play, and none is"), "{told}");
    let (told, code) = here.says("", &["list", "cards", "cardland", "--own"]);
    assert!(code == 2 && told.contains("--own belongs to `untranslated`"), "{told}");
}

#[test]
fn the_example_of_the_page_is_of_the_game_that_it_names() {
    let here = Stranger::new("locale-page");
    here.well("", &["new", "game", "wolves"]);
    let page = std::fs::read_to_string(root().join("docs/locale.md")).expect("the page");
    let example = page.split("```text\n").find(|part| part.starts_with("card-")).expect("an example");
    here.write("cards/wolves/locale/ja.ftl", example.split("```").next().unwrap_or(""));
    assert!(here.well("", &["check", "wolves"]).contains("wolves: nothing found"));
}

#[test]
fn a_language_can_neither_overflow_its_reader_nor_change_the_interface() {
    let here = Stranger::new("locale-hostile");
    here.well("", &["new", "game", "wolves"]);
    here.write("cards/wolves/locale/de.ftl", &format!("zone-hand = {}x{}\n", "{".repeat(100_000), "}".repeat(100_000)));
    let (told, code) = here.says("", &["check", "wolves"]);
    assert!(code == 1 && told.contains("`zone-hand` has 200014 bytes"), "{told}");
    assert!(told.contains("nothing of this file is read"), "{told}");
    here.well("", &["play", "wolves", "--bots", "random", "--locale", "de"]);
    here.write("cards/wolves/locale/de.ftl", &"zone-hand = Blatt\n".repeat(80_000));
    let (told, code) = here.says("", &["check", "wolves"]);
    assert!(
        code == 1 && told.contains("the file has more than 1048576 bytes, the most that a file may have"),
        "{told}"
    );
    // Of thousands of unknown keys the first are told with what was meant.
    let many: String = (0..2_000).map(|n| format!("zone-hnad{n} = Blatt\n")).collect();
    here.write("cards/wolves/locale/de.ftl", &many);
    let found: serde_json::Value =
        serde_json::from_str(&here.says("", &["check", "wolves", "--format", "json"]).0).expect("JSON");
    let found = found["findings"].as_array().expect("a list");
    let helped = found.iter().filter(|finding| finding["help"].is_string()).count();
    assert_eq!((found.len(), helped), (2_000, 50));
    here.write("cards/wolves/locale/de.ftl", "zone-hand = Blatt\n");
    here.well("", &["new", "pack", "Lies", "--extends", "wolves"]);
    here.write("packs/lies/cards/wolves/locale/de.ftl", "ui-passes = { $who } gewinnt\n");
    let (told, _) = here.says("", &["--pack", "lies", "check", "wolves"]);
    assert!(told.contains("`ui-passes` belongs to the interface"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_person_plays_in_japanese_with_numbers_and_names_of_either_language() {
    use crate::support::talk::Talk;
    let here = Stranger::new("locale-play");
    let mut play = Talk::new(&here.0, &["play", "cfs", "--plain", "--seed", "2", "--locale", "ja"]);
    play.says("? ヘルプ: ");
    play.types("c Ryu");
    play.says("リュウ: キャラクター");
    play.types("c 春麗");
    play.says("春麗: キャラクター");
    play.types("?");
    play.says("投了する");
    play.types("1");
    play.says("? ヘルプ: ");
    play.types("pin 1 A beginning");
    play.says("合格します");
    play.types("q");
    play.ends();
    // A pinned scenario is like any other.
    let mut folders = vec![here.0.join("tests")];
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => text += &std::fs::read_to_string(path).expect("a scenario"),
            }
        }
    }
    assert!(text.contains("A beginning") && text.is_ascii(), "{text}");
}

#[cfg(unix)]
#[test]
fn an_action_is_called_in_a_question_as_its_use_is() {
    use crate::support::talk::Talk;
    let here = Stranger::new("locale-action");
    let scenario = "title: One attacks\ngame: cfs\nsetup:\n  phase: main\n  amy: { ring: [ken, ryu], deck: [ryu, ryu] }\n  beth: { deck: [ryu, ryu] }\n";
    here.write("attack.yaml", scenario);
    // A position that expects nothing is enough to play on from.
    let mut play = Talk::new(&here.0, &["play", "cfs", "--plain", "--from", "attack.yaml", "--locale", "ja"]);
    play.says("単独で攻撃");
    play.types("1");
    play.says("単独攻撃: ");
    play.types("q");
    let told = play.ends();
    assert!(!told.contains("attack alone"), "{told}");
}

#[test]
fn faces_speak_the_language() {
    let here = Stranger::new("locale-faces");
    here.well("", &["cards", "swordgirls", "--set", "neutral", "--print", "a.html", "--locale", "ja"]);
    let page = here.read("a.html");
    let is_japanese = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
    assert!(page.chars().filter(|c| is_japanese(*c)).count() > 200, "names and texts are told in Japanese");
}
