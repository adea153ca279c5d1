//! Pack effects: what a pack adds to its game, changes in it and reads of it, as a person is shown before she adds it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{SHOWN, WIDEST};
use crate::cli::text::{clean, counted, cut};
use intermezzo::catalog::locale::{self, PackTranslation};
use intermezzo::catalog::pack::PackInfo;
use intermezzo::catalog::{Catalog, Files};

/// The most messages that are named.
const NAMED: usize = 12;

/// What a pack adds to its game, changes in it, reads, and translates.
#[derive(Clone, Debug, Default)]
pub struct PackEffects {
    /// How many cards, decks, scripts and steps the pack adds, by the name of the kind.
    adds: BTreeMap<&'static str, usize>,
    /// What the pack changes in the rules and in cards of others, one text for each place.
    pub changes: Vec<String>,
    /// The places in the pack that read what their player does not see.
    pub reads_hidden: Vec<String>,
    /// By language: how many of its own messages the pack translates, and which messages of the game.
    speaks: BTreeMap<String, PackTranslation>,
}

impl PackEffects {
    /// The effects of a pack on its game, from the catalog that was loaded with it and from the files it was loaded
    /// from.
    pub fn of(catalog: &Catalog, id: &str, files: &Files) -> PackEffects {
        let without = Files { packs: Vec::new(), ..files.clone() };
        // If the game does not load without the pack, all words count as the pack's.
        let game = Catalog::load(&catalog.rules.schema.game, &without).ok();
        let speaks = locale::spoken_by(id, catalog, game.as_ref().map(|(game, _)| game));
        let mut does = PackEffects { speaks, ..PackEffects::default() };
        for change in catalog.changes.iter().filter(|change| change.pack == id) {
            match change.what {
                what @ ("card" | "deck" | "script" | "step") => *does.adds.entry(what).or_default() += 1,
                "reads" => does.reads_hidden.push(change.name.trim_start_matches("hidden: ").into()),
                what => does.changes.push(format!("{what} {}", change.name)),
            }
        }
        does
    }

    /// The effects in lines for people.
    pub fn lines(&self, info: &PackInfo) -> Vec<String> {
        let title =
            format!("{} ({} {}), for {}", clean(&info.title), clean(&info.id), info.version, clean(&info.extends));
        let mut lines = vec![title];
        let adds: Vec<String> = self.adds.iter().map(|(what, n)| counted(*n, what)).collect();
        if !adds.is_empty() {
            lines.push(format!("  adds {}", adds.join(", ")));
        }
        match self.changes.is_empty() {
            true => lines.push("  changes nothing of the game".into()),
            false => lines.push(format!("  changes the game in {}:", counted(self.changes.len(), "place"))),
        }
        lines.extend(first_lines(&self.changes));
        lines.push(match self.reads_hidden.is_empty() {
            true => "  its cards read nothing that their player does not see".into(),
            false => {
                let count = counted(self.reads_hidden.len(), "place");
                format!("  reads what its player does not see, such as hands and decks, in {count}:")
            }
        });
        lines.extend(first_lines(&self.reads_hidden));
        if !self.changes.is_empty() {
            lines.push("  the rules that it changes may ask about every card".into());
        }
        for (locale, spoken) in &self.speaks {
            let own = counted(spoken.own, "message");
            match spoken.of_game.is_empty() {
                true => lines.push(format!("  speaks {locale}: {own} of its own")),
                false => lines.push(format!(
                    "  speaks {locale}: {own} of its own, and {} for the game: {}",
                    spoken.of_game.len(),
                    listed(&spoken.of_game)
                )),
            }
        }
        let needs: Vec<String> = info.needs.iter().map(|(id, range, _)| format!("needs {id} {range}")).collect();
        let wants = info.wants.iter().map(|(id, range, _)| format!("comes after {id} {range}, if that is in play"));
        lines.extend(first_lines(&needs).chain(first_lines(&wants.collect::<Vec<_>>())));
        lines
    }

    /// The effects in JSON for tools.
    pub fn json(&self) -> Value {
        let speaks = |spoken: &PackTranslation| json!({ "own": spoken.own, "of_game": spoken.of_game });
        let speaks: serde_json::Map<String, Value> =
            self.speaks.iter().map(|(locale, spoken)| (locale.clone(), speaks(spoken))).collect();
        json!({ "adds": self.adds, "changes": self.changes, "reads_hidden": self.reads_hidden, "speaks": speaks })
    }
}

/// The first of many lines, each cut if it is long: otherwise a pack with 20,000 changes would move all else out of
/// sight.
fn first_lines(all: &[String]) -> impl Iterator<Item = String> {
    let first = all.iter().take(SHOWN).map(|line| format!("    {}", cut(&clean(line), WIDEST)));
    let more = all.len().saturating_sub(SHOWN);
    let rest = (more > 0).then(|| format!("    and {more} more: `--json` names them all"));
    first.chain(rest).collect::<Vec<_>>().into_iter()
}

/// The first names of a list, and how many more there are.
fn listed(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(NAMED).map(|name| clean(name)).collect();
    let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
    format!("{}{more}", first.join(", "))
}
