//! Arena: a game of everything that conditions may ask about, in which hostile cards lie beside one that means no harm.
//!
//! Each attack runs in a game of its own. Whatever the hostile cards ask and do, an answer takes less than a second of CPU,
//! the card that means no harm hears every hit, the game goes on, and a fork of it goes the same way. As a scenario it
//! takes no longer, whatever comes out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::{Answer, Kind, Outcome, Seat};
use intermezzo::script::sandbox::Limits;
use intermezzo::table::view::View;
use intermezzo::table::{Game, Table};
use intermezzo_program::scenario::{Runner, table_of};

use crate::attacks_in_games::{SECOND, cpu, peak};
use crate::support::probe;
use crate::support::{asked, ends, submit};

/// The questions of an attack that are answered.
const QUESTIONS: usize = 40;
/// The most memory of one attack, in KiB.
const MOST_MEMORY: u64 = 100 << 10;

const MANIFEST: &str = "\
game: arena
title: Arena
players: 3
levels: [match, turn]
statuses: { way: [north, east, south, west], life: [ready, spent] }
zones:
  deck: { per: player, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  field: { per: player, seen_by: all }
  row: { per: player, seen_by: all, slots: 8 }
  floor: { shared: true, seen_by: all, board: { rows: 8, columns: 16, facing: way } }
  discard: { per: player, seen_by: all }
  used: { shared: true, seen_by: all }
draw: { from: deck, to: hand }
types:
  creature: { live_in: [field, floor], fields: { power: int, traits: words?, steps: cells? } }
  spell: { live_in: hand, fields: { price: cost?, traits: words? } }
words: { traits: [red, blue, green, white, black, gold, wild] }
attributes: { card: { power: { stored: true }, glow: { amount: { count: { zone: field, controller: it.controller } } } } }
timings: { main: {} }
counters: { player: { hp: 20, mana: 0, votes: 0, fire: { min: 0 }, mist: { min: 0 } }, game: { trace: 0 }, space: { coins: 0 } }
tallies: { hits: { of: hit, per: turn } }
records: { heap: { stock: cards, worth: int } }
payments: { cards: { zone: field, type: creature, controller: me, status: ready }, does: [{ status: { card: it, to: spent } }], gives: it.power, kinds: { red: { traits: red }, blue: { traits: blue }, green: { traits: green }, white: { traits: white }, black: { traits: black }, gold: { traits: gold }, any: {} }, pools: { fire: [red, any], mist: [blue, green, any] } }
events:
  hit: { fields: { player: player, amount: int }, does: [{ change: { object: player, name: hp, by: \"0 - event.amount\" } }] }
  ping: { fields: { card: card } }
  pong: { fields: { card: card } }
  doom: { fields: { card: card }, does: [{ move: { card: card, to: owner.discard } }] }
  all_of: { fields: { stock: cards } }
uses:
  spell: { for: spell, text: cast, to: used, steps: [resolve, { settle: owner.discard }] }
windows:
  main: { protocol: alternate, players: active, passes: 3, offers: [main] }
  aside: { protocol: free, players: active, max: 1, offers: [main] }
flow:
  match: [{ repeat: turn, alternate: true, max: 4, after_max: draw }]
  turn: [{ phase: main, do: [{ window: main }] }]
";

/// Hostile cards, and what sets them off.
#[derive(Clone, Default)]
pub struct Attack {
    name: String,
    /// The abilities of the creature `foe`, without their brackets.
    foe: String,
    /// The number of its copies on Amy's field.
    copies: usize,
    /// The abilities of the spell `held`, and the number of its copies in Amy's hand.
    held: (String, usize),
    /// Keys of the manifest besides, each in place of the line of the same key.
    says: String,
    /// The script of the spell that Amy uses.
    does: String,
    /// How often the card that means no harm must hear a hit; `None`: it depends.
    hits: Option<i64>,
    /// A part of what the log says of it; nothing: whatever it says.
    told: &'static str,
    /// True if the clock may end the game.
    may_end: bool,
}

impl Attack {
    /// A creature with these abilities, so many times over, which hears a hit.
    pub fn foe(name: &str, times: usize, abilities: &str) -> Attack {
        let foe = vec![abilities; times].join(", ");
        let does = "act.hit(opponent, 1)".into();
        Attack { name: name.into(), foe, copies: 1, does, hits: Some(1), ..Attack::default() }
    }

    /// Spells in Amy's hand with these abilities, which are judged as long as she is asked.
    pub fn held(name: &str, copies: usize, abilities: &str) -> Attack {
        Attack { held: (abilities.into(), copies), ..Attack::foe(name, 0, "") }
    }

    pub fn copies(self, copies: usize) -> Attack {
        Attack { copies, ..self }
    }

    pub fn says(self, line: &str) -> Attack {
        Attack { says: format!("{}{line}\n", self.says), ..self }
    }

    /// The script of the spell, which hits so often.
    pub fn does(self, script: &str, hits: i64) -> Attack {
        Attack { does: script.into(), hits: Some(hits), ..self }
    }

    /// How often a hit must be heard, if that is known.
    pub fn hears(self, hits: Option<i64>) -> Attack {
        Attack { hits, ..self }
    }

    /// A further ability of the creature.
    pub fn also(self, ability: &str) -> Attack {
        let foe = if self.foe.is_empty() { ability.into() } else { format!("{}, {ability}", self.foe) };
        Attack { foe, ..self }
    }

    /// The clock may end the game.
    pub fn ends(self) -> Attack {
        Attack { may_end: true, ..self }
    }

    pub fn told(self, told: &'static str) -> Attack {
        Attack { told, ..self }
    }

    fn files(&self) -> Files {
        let creature = |name: &str, more: &str, abilities: &str| {
            format!("name: {name}\ntype: creature\npower: 1\n{more}abilities: [{abilities}]\n")
        };
        let spell = |name: &str, abilities: &str| format!("name: {name}\ntype: spell\nabilities: [{abilities}]\n");
        let hears = "{ after: hit, script: \"act.change(me, 'votes', 1)\" }";
        let steps: Vec<String> = (0..60).map(|i| format!("[{}, {}]", i % 8 - 4, i / 8)).collect();
        let steps = format!("steps: [{}]\ntraits: [red, blue]\n", steps.join(", "));
        let mut texts: BTreeMap<String, String> = [
            ("imp", creature("Imp", "traits: [red, wild]\n", "")),
            ("foe", creature("Foe", &steps, &self.foe)),
            ("witness", creature("Witness", "", hears)),
            ("call", spell("Call", &format!("{{ timing: main, turn: any, script: {:?} }}", self.does))),
            ("held", spell("Held", &self.held.0)),
        ]
        .into_iter()
        .map(|(id, text)| (format!("cards/arena/test/{id}.yaml"), text))
        .collect();
        let said = |line: &str| self.says.lines().any(|own| own.split(':').next() == line.split(':').next());
        let own: Vec<&str> = MANIFEST.lines().filter(|line| !said(line)).collect();
        texts.insert("cards/arena/game.yaml".into(), format!("{}\n{}", own.join("\n"), self.says));
        Files { texts: texts.into_iter().map(|(path, text)| (path, Arc::from(text))).collect(), ..Files::default() }
    }

    fn setup(&self) -> String {
        let list = |n: usize, id: &str| vec![id; n].join(", ");
        let hand = [vec!["call"; 2], vec!["held"; self.held.1]].concat().join(", ");
        let field = [list(28, "imp"), list(self.copies, "foe"), "witness".into()];
        let field: Vec<String> = field.into_iter().filter(|part| !part.is_empty()).collect();
        let on_floor = |i: usize| format!("{{ card: imp, at: [{}, {}], owner: amy }}", i % 16, i / 4);
        let floor: Vec<String> = (0..24).map(on_floor).collect();
        format!(
            "setup:\n  phase: main\n  amy: {{ hand: [{hand}], field: [{}], deck: [{}], fire: 2, mist: 2 }}\n  \
             beth: {{ hand: [{}], field: [{}], deck: [{}] }}\n  cleo: {{ field: [imp] }}\n  floor: [{}]\n",
            field.join(", "),
            list(30, "imp"),
            list(10, "imp"),
            list(30, "imp"),
            list(30, "imp"),
            floor.join(", ")
        )
    }

    /// Runs it; how long the longest answer took.
    ///
    /// # Errors
    ///
    /// What is not as it must be.
    fn run(&self) -> Result<Duration, String> {
        let files = self.files();
        let (catalog, _) = Catalog::load("arena", &files).map_err(|problems| problems.render_all())?;
        // How much it takes is measured here, whatever else the machine does.
        let limits = Limits { wall_ms: 60_000, ..Limits::default() };
        let game = Game::with_limits(Arc::new(catalog), limits).map_err(|errors| errors[0].to_string())?;
        let mut table = table_of(&game, &format!("title: Arena\ngame: arena\n{}", self.setup()))?;
        let mut slowest = Duration::ZERO;
        let mut timed = |table: &mut Table, what: &str, does: &mut dyn FnMut(&mut Table)| {
            let began = cpu();
            does(table);
            let taken = cpu() - began;
            slowest = slowest.max(taken);
            if taken > SECOND { Err(format!("{what} took {taken:?}")) } else { Ok(()) }
        };
        timed(&mut table, "the call", &mut |table| use_call(table))?;
        for _ in 0..QUESTIONS {
            if table.is_over() || in_main(&table) {
                break;
            }
            timed(&mut table, "an answer", &mut idle)?;
        }
        timed(&mut table, "a view", &mut |table| drop(View::new(table, &[Seat(0)]).expect("a seat")))?;
        let said = format!("{:?}", (probe::failed(&table), probe::notes(&table)));
        if table.outcome() == Some(Outcome::Aborted) {
            return if self.may_end { Ok(slowest) } else { Err(format!("the game ends: {said:.600}")) };
        }
        let votes = votes(&table);
        // Who is asked and asked has not come to the hit yet.
        let asks_on = !table.is_over() && !in_main(&table);
        if !asks_on && votes != self.hits.unwrap_or(votes) {
            return Err(format!("{votes} hits are heard of {:?}: {said:.600}", self.hits));
        }
        if !said.contains(self.told) {
            return Err(format!("it does not say {:?}: {said:.600}", self.told));
        }
        if ends(&table.fork()) != ends(&table) {
            return Err("a fork goes another way".into());
        }
        let mut other = table.fork();
        for _ in 0..12 {
            if table.is_over() {
                break;
            }
            timed(&mut table, "a later answer", &mut idle)?;
            idle(&mut other);
            if ends(&other) != ends(&table) {
                return Err("a fork goes on another way".into());
            }
        }
        match table.outcome() {
            Some(Outcome::Aborted) if !self.may_end => Err(format!("the game ends: {:?}", probe::notes(&table).last())),
            _ => Ok(slowest),
        }
    }

    /// Runs it as a scenario, as `test` does: how long that took.
    fn run_as_scenario(&self) -> Duration {
        let (setup, hits) = (self.setup(), self.hits.unwrap_or(1));
        let text = format!(
            "title: Arena\ngame: arena\n{setup}steps: [{{ amy: use call }}]\nexpect: [{{ amy.votes: {hits} }}]\n"
        );
        let began = cpu();
        Runner::over(self.files()).run("arena.yaml", &text);
        cpu() - began
    }
}

fn in_main(table: &Table) -> bool {
    matches!(&asked(table).kind, Kind::Act { .. })
}

/// Amy uses her spell.
fn use_call(table: &mut Table) {
    let decision = asked(table);
    let rules = &table.world().rules;
    let Kind::Act { options, .. } = &decision.kind else { panic!("she may act: {decision:?}") };
    let is_call = |choice: &&intermezzo::kernel::Choice| {
        let def = rules.abilities[choice.ability.index()].def;
        def.is_some_and(|def| &**rules.name(rules.defs[def.index()].id) == "call")
    };
    let choice = *options.iter().find(is_call).expect("the spell is offered");
    submit(table, &(decision.seat, Answer::Act(choice)));
}

/// Passes, or gives the first legal answer.
fn idle(table: &mut Table) {
    let decision = asked(table);
    let answers = table.world().game().answers(&decision, 1);
    let answer = if in_main(table) { Answer::Pass } else { answers.first().expect("a legal answer").clone() };
    submit(table, &(decision.seat, answer));
}

/// How often the card that means no harm heard a hit.
fn votes(table: &Table) -> i64 {
    let view = View::new(table, &[Seat(0)]).expect("a seat");
    view.seats[0].fields["votes"].as_i64().expect("a number")
}

/// Runs the attacks of a table, those whose names hold the variable `ATTACK` if there is one; all must be as they must be.
pub fn run_all(attacks: &[Attack]) {
    let only = std::env::var("ATTACK").unwrap_or_default();
    let mut wrong: Vec<String> = Vec::new();
    for attack in attacks.iter().filter(|attack| attack.name.contains(&only)) {
        let before = peak();
        // A panic is harm, too, and the other attacks are tried all the same.
        let tried = std::panic::catch_unwind(|| (attack.run(), attack.run_as_scenario()));
        let (outcome, as_scenario) = tried.unwrap_or_else(|_| (Err("it panics".into()), Duration::ZERO));
        let more = peak().saturating_sub(before);
        println!("{}: {outcome:?}, as a scenario {as_scenario:?}, {} MiB more", attack.name, more >> 10);
        wrong.extend(outcome.err().map(|why| format!("{}: {why}", attack.name)));
        if as_scenario > SECOND {
            wrong.push(format!("{}: as a scenario it took {as_scenario:?}", attack.name));
        }
        if more > MOST_MEMORY {
            wrong.push(format!("{}: it took {more} KiB", attack.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attacks.len(), wrong.join("\n"));
}
