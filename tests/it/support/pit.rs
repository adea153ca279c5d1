//! Pit: a game for three of nothing but what the kernel does, and scenarios of it in a few lines.
//!
//! A spell is used at once; a creature lies on the field. `trace` keeps an order: [`trace`] appends a digit to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::{Game, Table};
use intermezzo_program::scenario::{Runner, ScenarioResult, table_after};

const MANIFEST: &str = "\
game: pit
title: Pit
players: 3
levels: [match, turn]
zones:
  deck: { per: player, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  field: { per: player, seen_by: all }
  row: { per: player, seen_by: all, slots: 3 }
  discard: { per: player, seen_by: all }
  used: { shared: true, seen_by: all }
draw: { from: deck, to: hand }
types:
  creature: { live_in: field, fields: { power: int } }
  spell: { live_in: hand, fields: {} }
attributes: { card: { power: { stored: true }, will: { stored: true, min: 0, max: 9 } }, player: { shadow: { seen_by: owner, amount: { count: { zone: hand, controller: it, type: creature } } } } }
timings: { main: {} }
counters: { player: { hp: 20, mana: 0, votes: 0, luck: { start: 0, max: 3 } }, game: { trace: 0 } }
events:
  hit: { fields: { player: player, amount: int }, does: [{ change: { object: player, name: hp, by: \"0 - event.amount\" } }] }
  doom: { fields: { card: card }, does: [{ move: { card: card, to: owner.discard } }, { change: { object: game, name: trace, by: 1 } }] }
  trade: { fields: { player: player }, does: [{ change: { object: player, name: votes, by: event.player.mana } }, { change: { object: player, name: mana, by: event.player.votes } }] }
uses:
  spell: { for: spell, text: cast, to: used, steps: [resolve, { settle: owner.discard }] }
windows:
  main: { protocol: alternate, players: active, passes: 3, offers: [main] }
  more: { protocol: each, players: active, decision: { words: [yes_less] }, do: [{ hit: { player: me, amount: 4 } }] }
flow:
  match: [{ repeat: turn, alternate: true, max: 6, after_max: draw }]
  turn: [{ phase: main, do: [{ window: main }] }]
";

/// A game of cards of one's own.
#[derive(Default)]
pub struct Pit {
    cards: BTreeMap<String, String>,
    checks: String,
    /// Lines of the manifest beside those that every pit has.
    manifest: String,
    /// For cards of a pack, further lines of its header.
    pack: Option<String>,
}

impl Pit {
    /// A game with one card: `imp`, a creature without abilities.
    pub fn new() -> Pit {
        Pit::default().creature("imp", "")
    }

    /// A creature with power 1 and these abilities, as a list without its brackets.
    pub fn creature(mut self, id: &str, abilities: &str) -> Pit {
        let text = format!("name: {id}\ntype: creature\npower: 1\nabilities: [{abilities}]\n");
        self.cards.insert(format!("cards/pit/test/{id}.yaml"), text);
        self
    }

    /// A spell with this script.
    pub fn spell(self, id: &str, script: &str) -> Pit {
        let script: String = script.lines().map(|line| format!("      {line}\n")).collect();
        self.ability(id, &format!("\n  - timing: main\n    turn: any\n    script: |\n{script}"))
    }

    /// A spell with these abilities, as they stand after `abilities:`.
    pub fn ability(mut self, id: &str, abilities: &str) -> Pit {
        let text = format!("name: {id}\ntype: spell\nabilities:{abilities}");
        self.cards.insert(format!("cards/pit/test/{id}.yaml"), text);
        self
    }

    /// A check, after those before it.
    pub fn check(mut self, check: &str) -> Pit {
        self.checks += &format!("  - {{ {check} }}\n");
        self
    }

    /// Something that the manifest says besides.
    pub fn says(mut self, line: &str) -> Pit {
        self.manifest += &format!("{line}\n");
        self
    }

    /// All cards are those of a pack, whose header says this besides.
    pub fn in_a_pack(mut self, header: &str) -> Pit {
        self.pack = Some(header.into());
        self
    }

    /// Compiles the game, so that tables can be started from it.
    ///
    /// # Errors
    ///
    /// The findings of a game that does not load, as text.
    pub fn game(&self) -> Result<Game, String> {
        let packs = self.pack.as_ref().map(|_| "p".to_string()).into_iter().collect();
        let files = Files { packs, ..self.files() };
        let (catalog, _) = Catalog::load("pit", &files).map_err(|problems| problems.render_all())?;
        Game::new(Arc::new(catalog)).map_err(|errors| errors[0].to_string())
    }

    fn files(&self) -> Files {
        let folder = if self.pack.is_some() { "packs/p/" } else { "" };
        let mut texts: BTreeMap<String, Arc<str>> =
            self.cards.iter().map(|(path, text)| (format!("{folder}{path}"), Arc::from(text.as_str()))).collect();
        if let Some(header) = &self.pack {
            let header = format!("pack: p\nversion: 1.0.0\nextends: pit\n{header}\n");
            texts.insert("packs/p/pack.yaml".into(), header.into());
        }
        let checks = if self.checks.is_empty() { String::new() } else { format!("checks:\n{}", self.checks) };
        texts.insert("cards/pit/game.yaml".into(), format!("{MANIFEST}{checks}{}", self.manifest).into());
        Files { texts: texts.into_iter().collect(), ..Files::default() }
    }

    /// Plays what follows `title` and `game` in a scenario; it is Amy's main phase.
    pub fn play(&self, setup: &str, rest: &str) -> ScenarioResult {
        let packs = if self.pack.is_some() { "packs: [p]\n" } else { "" };
        let text = format!("title: Pit\ngame: pit\n{packs}setup: {{ phase: main, {setup} }}\n{rest}\n");
        Runner::over(self.files()).run("pit.yaml", &text)
    }

    /// The table after these steps.
    pub fn table(&self, setup: &str, steps: &str) -> Table {
        let text = format!("title: Pit\ngame: pit\nsetup: {{ phase: main, {setup} }}\nsteps: [{steps}]\n");
        table_after(&self.files(), "pit.yaml", &text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same, and it must hold.
    #[track_caller]
    pub fn holds(&self, setup: &str, rest: &str) {
        let outcome = self.play(setup, rest);
        assert!(outcome.ok, "{}\nsetup: {setup}\n{rest}", outcome.message);
    }
}

/// A line of a script that appends a digit to `trace`.
pub fn trace(digit: u8) -> String {
    format!("act.change(game, 'trace', game.trace * 9 + {digit})")
}
