//! Pages: what the pages show is tried. Cards in them load, scenarios in them pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use intermezzo::catalog::Catalog;
use intermezzo::scenario::Runner;
use intermezzo::table::inside::*;
use intermezzo::{Files, Game};

const GAME: &str = "cardland";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The blocks of a page in one language, each with its first line, from 1.
fn blocks(text: &str, language: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut inside: Option<bool> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(found), None) => {
                inside = Some(found == language);
                if found == language {
                    out.push((i + 2, String::new()));
                }
            }
            (None, Some(true)) => {
                let block = &mut out.last_mut().expect("a block is open").1;
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    out
}

fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs").filter_map(|e| Some(e.ok()?.path()));
    let mut paths: Vec<PathBuf> = docs.filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    let name = |p: &PathBuf| p.file_name().expect("a page has a name").to_string_lossy().into_owned();
    paths.iter().filter_map(|p| Some((name(p), fs::read_to_string(p).ok()?))).collect()
}

/// Where a card lies, or would: its id is its name in `snake_case`.
fn path_of(files: &Files, card: &str) -> String {
    let name = card.lines().next().and_then(|l| l.strip_prefix("name: ")).expect("a card begins with its name");
    let id: Vec<String> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let file = format!("/{}.yaml", id.join("_"));
    let known = files.texts.keys().find(|p| p.starts_with(&format!("cards/{GAME}/")) && p.ends_with(&file));
    known.cloned().unwrap_or_else(|| format!("cards/{GAME}/pages{file}"))
}

#[test]
fn cards_and_scenarios_in_pages_work() {
    let files = Files::with_root(Some(root())).expect("the repository");
    let (mut cards, mut scenarios, mut wrong) = (0, 0, Vec::new());
    for (page, text) in pages() {
        let yaml = blocks(&text, "yaml");
        let mut shown: BTreeMap<String, String> = BTreeMap::new();
        for (_, block) in yaml.iter().filter(|(_, b)| b.starts_with("name: ")) {
            // A later version of the same card takes the place of the one before.
            shown.insert(path_of(&files, block), block.clone());
        }
        cards += shown.len();
        let mut with = files.clone();
        with.overlay(shown.iter().map(|(p, t)| (p.clone(), Arc::from(t.as_str()))));
        match Catalog::load(GAME, &with) {
            Ok((catalog, _)) => {
                wrong.extend(Game::new(Arc::new(catalog)).err().into_iter().flatten().map(|e| format!("{page}: {e}")))
            }
            Err(problems) => wrong.push(format!("{page}:\n{}", problems.render_all())),
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{page}"));
        for (path, text) in with.texts.iter().filter(|(p, _)| !p.starts_with("scripts/_meta/")) {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
            fs::write(path, &**text).expect("a file");
        }
        let bases: String = yaml.iter().filter(|(_, b)| b.starts_with("# bases.yaml")).map(|(_, b)| &**b).collect();
        fs::write(folder.join("bases.yaml"), bases).expect("a file");
        let mut runner = Runner::new(Some(&folder)).expect("the folder just made");
        for (line, block) in yaml.iter().filter(|(_, b)| b.starts_with("title: ")) {
            scenarios += 1;
            let outcome = runner.run(&folder.join(format!("{page}:{line}")).display().to_string(), block);
            if !outcome.ok {
                wrong.push(format!("{page}:{line}: {}", outcome.message));
            }
        }
        fs::remove_dir_all(&folder).expect("the folder just made");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cards >= 2 && scenarios >= 4, "{cards} cards and {scenarios} scenarios were found: has a page lost them?");
}
