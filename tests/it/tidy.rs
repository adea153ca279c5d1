//! Tidy: house rules that a compiler does not check.
//!
//! Each test lists all that breaks its rule. A rule that is wrong is changed here, never worked around.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file of the repository.
struct File {
    /// Its path from the root, with `/`.
    path: String,
    text: String,
}

/// Folders that are ours; whatever else lies beside them is not looked at.
const FOLDERS: [&str; 14] = [
    "src",
    "derive",
    "program",
    "tests",
    "examples",
    "benches",
    "cards",
    "scripts",
    "docs",
    "packs",
    "fuzz/fuzz_targets",
    "fuzz/src",
    ".ci",
    ".github",
];
const ENDINGS: [&str; 8] = ["rs", "lua", "yaml", "yml", "md", "snap", "toml", "json"];

fn root() -> &'static Path {
    Path::new(env!("REPOSITORY"))
}

/// All text files, in order of their paths.
fn files() -> Vec<File> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        collect(&root().join(folder), &mut paths);
    }
    let top = fs::read_dir(root()).expect("the root").filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_file());
    paths.extend(top.filter(|p| is_text(p) && !p.ends_with("Cargo.lock")));
    paths.sort();
    let file = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("it is below the root").to_string_lossy().replace('\\', "/");
        File { path: name, text: fs::read_to_string(&path).expect("a text in UTF-8") }
    };
    paths.into_iter().map(file).collect()
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        if path.is_dir() {
            collect(&path, out);
        } else if is_text(&path) {
            out.push(path);
        }
    }
}

fn is_text(path: &Path) -> bool {
    match path.extension().and_then(|e| e.to_str()) {
        Some(ending) => ENDINGS.contains(&ending),
        None => path.file_name().is_some_and(|n| n == "run"),
    }
}

impl File {
    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// True in the library and in the program.
    fn is_source(&self) -> bool {
        self.is_in("src/") || self.is_in("program/src/")
    }

    fn ends(&self, ending: &str) -> bool {
        self.path.ends_with(ending)
    }

    /// The part before the first test module.
    fn product(&self) -> &str {
        self.text.split("\n#[cfg(test)]\nmod ").next().unwrap_or("")
    }

    /// Lines with their number from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(i, line)| (i + 1, line))
    }
}

#[track_caller]
fn none(broken: Vec<String>, rule: &str) {
    assert!(broken.is_empty(), "{rule}:\n  {}\n", broken.join("\n  "));
}

/// The words of a text: runs of letters, digits and `_`, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).map(str::to_lowercase)
}

#[test]
fn unsafe_code_stands_in_three_files() {
    const MAY: [&str; 3] = ["program/src/allocator.rs", "src/bots/program.rs", "src/script/sandbox/stack.rs"];
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_string();
    let is_unsafe = |line: &str| words(&code(line)).any(|word| word == "unsafe");
    let all = files();
    let with: Vec<&str> = all
        .iter()
        .filter(|f| f.is_source() && f.ends(".rs") && f.lines().any(|(_, line)| is_unsafe(line)))
        .map(|f| f.path.as_str())
        .collect();
    assert_eq!(with, MAY, "what is unsafe is read as carefully as it is written, so it stands nowhere else");
}

/// The code of a line, without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

#[test]
fn one_file_writes_to_the_terminal() {
    const DOOR: &str = "program/src/cli/output.rs";
    // Its standard output is the pipe to who started it.
    const WORKER: &str = "src/workers/child.rs";
    // The program prints error lines of bots, cleaned.
    const BOT: &str = "src/bots/program.rs";
    // Its standard output is the pipe to an editor; JSON has no signs that steer.
    const EDITOR: &str = "program/src/cli/lsp/wire.rs";
    let ways = ["print!", "println!", "eprint!", "eprintln!", "stdout()", "stderr()", "queue!", "execute!", "dev/tty"];
    let all = files();
    let goes_around = |f: &&File| {
        let mut lines = f.product().lines().map(code);
        lines.any(|line| ways.iter().any(|way| line.match_indices(way).any(|(at, _)| !line[..at].ends_with('_'))))
    };
    let with: Vec<&str> =
        all.iter().filter(|f| f.is_source() && f.ends(".rs")).filter(goes_around).map(|f| f.path.as_str()).collect();
    assert_eq!(
        with,
        [EDITOR, DOOR, BOT, WORKER],
        "texts of strangers are cleaned at one door, and nothing goes around it"
    );
}

#[test]
fn one_folder_reads_and_writes_files() {
    // A handle of the standard output; the machine itself, and a folder of its own that is measured. A temporary folder
    // of its own, which `git` fills and whose size is watched. The attempts of a worker, all in vain.
    const MAY: [&str; 5] = [
        "program/src/cli/bench_machine.rs",
        "program/src/cli/bench_measure.rs",
        "program/src/cli/output.rs",
        "program/src/share/git.rs",
        "src/workers/escape_attempts.rs",
    ];
    let all = files();
    let ways = |line: &str| {
        let is_word = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        ["fs::", "cap_std", "File::open", "File::create", "OpenOptions::", "read_dir("]
            .iter()
            .any(|way| line.match_indices(way).any(|(at, _)| is_word(at)))
    };
    // Looking whether a path exists is allowed, and so is naming the type of an open file.
    let is_look = |line: &str| line.trim_start().starts_with("use std::fs::File;");
    let with: Vec<&str> = all
        .iter()
        .filter(|f| f.is_source() && f.ends(".rs") && !f.is_in("src/data/disk/"))
        .filter(|f| f.product().lines().map(code).any(|line| ways(line) && !is_look(line)))
        .map(|f| f.path.as_str())
        .collect();
    assert_eq!(with, MAY, "files of strangers are opened in one way: below their folder, through no link");
}

#[test]
fn src_names_no_game() {
    let fixed = [
        "cardland",
        "clamp in",
        "hackclad",
        "sword girls",
        "sword_girls",
        "swordgirls",
        "clash",
        "card fighters",
        "card_fighters",
        "cfs",
        "sakura",
        "kinomoto",
        "clow",
        "kijuu",
        "vesna",
        "tamsin",
        "corin",
        "corla",
        "hestrel",
        "cinderhand",
        "quickstep",
        "aubrey",
        "linnet",
        "halcyon",
        "corvane",
        "tidewright",
        "bellringer",
        "isolde",
        "ringmaster",
        "stagehand",
    ];
    let all = files();
    let mut banned: Vec<String> = fixed.map(String::from).to_vec();
    let of_games =
        |f: &&File| (f.is_in("cards/") || f.is_in("packs/") && f.path.contains("/cards/")) && f.ends(".yaml");
    banned.extend(all.iter().filter(|f| f.is_in("packs/")).filter_map(|f| f.path.split('/').nth(1)).map(String::from));
    for file in all.iter().filter(of_games) {
        banned.extend(file.path.split('/').skip_while(|part| *part != "cards").nth(1).map(String::from));
        if let Some(name) = printed_name(file) {
            banned.push(name.to_lowercase());
            banned.push(snake_case(name));
        }
    }
    banned.sort();
    banned.dedup();
    // Some cards are called by ordinary words that belong to everybody.
    let ordinary = [
        "move",
        "restore",
        "all in",
        "all_in",
        "one-two",
        "one_two",
        "balance",
        "conversion",
        "visitor",
        "death",
        "upgrade",
        "shrink",
        "bar",
        "frost",
        "lamplighter",
        "all together",
        "all_together",
        "over the wall",
        "over_the_wall",
        "second breath",
        "second_breath",
        // Symbols that a look may name.
        "bell",
        "bolt",
        "castle",
        "crown",
        "wave",
    ];
    banned.retain(|word| word.contains(char::is_alphanumeric) && !ordinary.contains(&word.as_str()));
    // Every run of words of a line is looked up, as long as the longest name.
    let plain = |word: &str| word.replace(['_', '-'], " ");
    let banned: std::collections::BTreeSet<String> = banned.iter().map(|w| plain(w)).collect();
    let longest = banned.iter().map(|w| w.split(' ').count()).max().unwrap_or(1);
    let mut broken = Vec::new();
    for file in all.iter().filter(|f| f.is_source() && f.ends(".rs")) {
        for (n, line) in file.lines() {
            let line: Vec<String> =
                words(line).flat_map(|w| plain(&w).split(' ').map(String::from).collect::<Vec<_>>()).collect();
            let runs = (0..line.len()).flat_map(|i| (i + 1..=line.len().min(i + longest)).map(move |j| (i, j)));
            if let Some(word) = runs.map(|(i, j)| line[i..j].join(" ")).find(|run| banned.contains(run)) {
                broken.push(format!("{}:{n}: `{word}`", file.path));
            }
        }
    }
    none(broken, "src names no game and nothing that belongs to one");
}

/// The printed name of a card file; `None` for manifests and decks.
fn printed_name(file: &File) -> Option<&str> {
    if file.ends("/game.yaml") || file.path.contains("/decks/") {
        return None;
    }
    let name = file.text.lines().find_map(|l| l.strip_prefix("name: "))?;
    Some(name.trim().trim_matches('"'))
}

fn snake_case(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().filter(|c| !"'\u{2019}\".".contains(*c)).collect();
    plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect::<Vec<_>>().join("_")
}

#[test]
fn card_files_are_called_as_the_card_is() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|f| f.is_in("cards/") && f.ends(".yaml")) {
        let mut path = file.path.rsplit('/');
        let id = path.next().unwrap_or("").trim_end_matches(".yaml");
        let folder = path.next().unwrap_or("");
        // Several cards of one name are told apart by their folder.
        let fits = |name: &str| snake_case(name) == id || format!("{folder}_{}", snake_case(name)) == id;
        match printed_name(file) {
            // A name without a letter says nothing about the id.
            Some(name) if !fits(name) && !snake_case(name).is_empty() => {
                broken.push(format!("{}: its name is {name}", file.path))
            }
            _ => {}
        }
    }
    none(broken, "the id of a card is its printed name in snake_case");
}

#[test]
fn files_open_with_what_they_are() {
    let mut broken = Vec::new();
    for file in files() {
        let first = file.text.lines().next().unwrap_or("");
        let opens = match file.path.rsplit('.').next() {
            Some("rs") => first.starts_with("//! "),
            Some("lua") if file.is_in("scripts/") => first.starts_with("---"),
            _ => true,
        };
        if !opens {
            broken.push(format!("{}: {first}", file.path));
        }
    }
    none(broken, "the first line says what the file is: `//! Noun: ...`, in scripts `--- ...`");
}

#[test]
fn files_stay_readable() {
    let mut broken = Vec::new();
    for file in files() {
        let (lines, limit) = match file.path.rsplit('.').next() {
            Some("rs") => (file.product().lines().count(), 800),
            Some("lua") if file.is_in("scripts/") && !file.is_in("scripts/_meta/") => (file.text.lines().count(), 400),
            _ => continue,
        };
        if lines > limit {
            broken.push(format!("{}: {lines} lines, at most {limit}", file.path));
        }
    }
    none(broken, "a file holds one concept");
}

#[test]
fn every_test_file_is_run() {
    let all = files();
    let mut broken = Vec::new();
    for krate in ["tests/it/", "tests/clock/"] {
        let main = all.iter().find(|f| f.path == format!("{krate}main.rs")).expect("a crate has a main.rs");
        let names = all.iter().filter_map(|f| f.path.strip_prefix(krate)?.strip_suffix(".rs"));
        let lost = names.filter(|n| *n != "main" && !n.contains('/') && !main.text.contains(&format!("mod {n};")));
        broken.extend(lost.map(|name| format!("{krate}{name}.rs")));
    }
    none(broken, "a test file is a module of its crate: no other file is compiled");
}

/// The modules, each importing only those before it.
const ORDER: [&str; 16] = [
    "error", "data", "render", "kernel", "catalog", "script", "table", "bots", "sim", "workers", "scenario", "fuzz",
    "layout", "editor", "share", "cli",
];

#[test]
fn imports_run_one_way() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|f| f.is_source() && f.ends(".rs")) {
        let rest = file.path.trim_start_matches("src/");
        let module = rest.split(['/', '.']).next().unwrap_or("");
        let Some(own) = ORDER.iter().position(|m| *m == module) else { continue };
        for (n, line) in file.lines().take_while(|(_, l)| *l != "#[cfg(test)]") {
            let code = line.split("//").next().unwrap_or("");
            for path in code.split("crate::").skip(1) {
                let name: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if ORDER.iter().position(|m| *m == name).is_some_and(|other| other > own) {
                    broken.push(format!("{}:{n}: {module} uses {name}", file.path));
                }
            }
        }
    }
    none(
        broken,
        "imports run one way: error <- data <- render <- kernel <- catalog <- script <- table <- bots <- sim <- workers <- scenario <- \
         fuzz <- layout <- editor <- share <- cli",
    );
}

#[test]
fn only_the_script_module_names_the_vm() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|f| f.is_source() && !f.is_in("src/script/")) {
        let found = file.lines().filter(|(_, line)| words(line).any(|w| w == "mlua"));
        broken.extend(found.map(|(n, _)| format!("{}:{n}", file.path)));
    }
    none(broken, "only src/script names mlua");
}

#[test]
fn nothing_is_left_over() {
    // Put together, so that this file does not find itself.
    let leftovers =
        [["to", "do!"], ["unimple", "mented!"], ["db", "g!("], ["FIX", "ME"], ["XX", "X"], ["#[ign", "ore"]]
            .map(|p| p.concat());
    let mut broken = Vec::new();
    for file in files().iter().filter(|f| f.ends(".rs") || f.ends(".lua") || f.ends(".yaml") || f.ends(".toml")) {
        for (n, line) in file.lines() {
            broken.extend(leftovers.iter().filter(|l| line.contains(*l)).map(|l| format!("{}:{n}: {l}", file.path)));
        }
    }
    none(broken, "nothing is left over");
}

#[test]
fn panics_say_what_was_broken() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|f| f.is_source() && f.ends(".rs")) {
        for (i, line) in file.product().lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if code.contains(".unwrap()") {
                broken.push(format!("{}:{}: {}", file.path, i + 1, line.trim()));
            }
        }
    }
    none(broken, "no `unwrap` outside tests: `expect` says why it cannot fail");
}

#[test]
fn no_file_knows_a_machine() {
    let paths = [["/wo", "rk/"], ["/tm", "p/"], ["/ro", "ot/"], ["/ho", "me/"], ["/Use", "rs/"]].map(|p| p.concat());
    let mut broken = Vec::new();
    for file in files() {
        for (n, line) in file.lines() {
            // A folder of ours may be called so: `.github/workflows`.
            let found =
                |p: &&String| line.match_indices(p.as_str()).any(|(i, _)| !line[..i].ends_with(char::is_alphanumeric));
            broken.extend(paths.iter().filter(found).map(|p| format!("{}:{n}: {p}", file.path)));
        }
    }
    none(broken, "no file names a place on somebody's machine");
}

// ---- pages ----

/// The lines of a page that are not code, with their number from 1.
fn prose(file: &File) -> Vec<(usize, &str)> {
    let mut code = false;
    let mut out = Vec::new();
    for (n, line) in file.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            out.push((n, line));
        }
    }
    out
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
}

#[test]
fn links_of_pages_lead_somewhere() {
    let all = files();
    let pages: Vec<&File> = all.iter().filter(|f| f.ends(".md")).collect();
    let mut broken = Vec::new();
    for page in &pages {
        let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
        for (n, line) in prose(page) {
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                if link.starts_with("http") || link.starts_with("mailto:") {
                    continue;
                }
                let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
                let path = if target.is_empty() { page.path.clone() } else { normal(&folder.join(target)) };
                if !root().join(&path).exists() {
                    broken.push(format!("{}:{n}: {link}", page.path));
                    continue;
                }
                let Some(other) = pages.iter().find(|p| p.path == path).filter(|_| !fragment.is_empty()) else {
                    continue;
                };
                let heads = prose(other).into_iter().filter_map(|(_, l)| l.strip_prefix('#'));
                if !heads.map(|h| anchor(h.trim_start_matches('#'))).any(|a| a == fragment) {
                    broken.push(format!("{}:{n}: {link}: no such heading", page.path));
                }
            }
        }
    }
    none(broken, "every link of a page leads to a file of the repository");
}

/// `docs/../src/x` as `src/x`.
fn normal(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.to_string_lossy().replace('\\', "/").split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            name => parts.push(name.to_string()),
        }
    }
    parts.join("/")
}

#[test]
fn every_page_is_reached_from_the_readme() {
    let all = files();
    let mut seen = vec!["README.md".to_string()];
    let mut at = 0;
    while at < seen.len() {
        let path = seen[at].clone();
        at += 1;
        let Some(page) = all.iter().find(|f| f.path == path && f.ends(".md")) else { continue };
        let folder = Path::new(&path).parent().unwrap_or(Path::new("")).to_path_buf();
        for (_, line) in prose(page) {
            for link in line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                let target = normal(&folder.join(link));
                if !seen.contains(&target) {
                    seen.push(target);
                }
            }
        }
    }
    let lost = all.iter().filter(|f| f.is_in("docs/") && !seen.contains(&f.path)).map(|f| f.path.clone());
    none(lost.collect(), "every page is reached from the README");
}

#[test]
fn pages_have_one_sentence_a_line() {
    let mut broken = Vec::new();
    for page in files().iter().filter(|f| f.ends(".md")) {
        for (n, line) in prose(page).into_iter().filter(|(_, l)| !l.starts_with(['|', '#'])) {
            let two = line.match_indices(". ").any(|(i, _)| {
                let numbered = line[..i].trim_start().chars().all(|c| c.is_ascii_digit());
                !numbered && line[i + 2..].starts_with(char::is_uppercase)
            });
            if two {
                broken.push(format!("{}:{n}: {line}", page.path));
            }
        }
    }
    none(broken, "one sentence a line");
}

/// SECURITY.md promises what a test holds, and names the test.
#[test]
fn each_promise_names_a_test_that_is_there() {
    let all = files();
    let text = |path: &str| all.iter().find(|f| f.path == path).map(|f| f.text.as_str());
    let page = text("SECURITY.md").expect("the page");
    let promises =
        page.split("## What is promised").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("promises");
    let mut broken = Vec::new();
    for row in promises.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise |")) {
        let tests = row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or("");
        // Between backticks.
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let is_there = |name: &str| match name.contains('/') {
            true => root().join(name).exists(),
            false => all.iter().any(|f| {
                f.is_in("tests/") && f.text.contains(&format!("fn {name}()"))
                    || f.is_in(".github/") && f.text.contains(&format!("\n  {name}:\n"))
            }),
        };
        broken.extend(names.iter().filter(|name| !is_there(name)).map(|name| format!("{name}, in: {row}")));
        broken.extend(names.is_empty().then(|| format!("no test in: {row}")));
    }
    none(broken, "SECURITY.md names tests that are there");
}
