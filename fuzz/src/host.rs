//! Host: bytes that are read as calls of host functions, each with whatever a script can make: nested, huge, cyclic and odd.

use std::fmt::Write as _;
use std::sync::LazyLock;

use intermezzo::catalog::Files;
use intermezzo::kernel::{Answer, Kind, Value};
use intermezzo::script::api::TABLE;
use intermezzo::table::{Setup, Table};

use super::play::{Taken, fine, load, nth, seen};

/// A minimal game with a card for the tried script, and with arguments for it.
const MANIFEST: &str = "\
game: probe
title: Probe
players: 2
levels: [match, turn]
zones:
  deck: { per: player, seen_by: nobody }
  hand: { per: player, seen_by: owner }
  field: { per: player, seen_by: all, slots: 5 }
  discard: { per: player, seen_by: all }
  used: { shared: true, seen_by: all }
draw: { from: deck, to: hand }
statuses: { position: [ready, resting] }
types:
  creature: { live_in: field, fields: { power: int, features: words } }
  spell: { live_in: hand, fields: {} }
attributes: { card: { power: { stored: true } } }
timings: { main: {} }
counters: { player: { hp: 20 }, game: { trace: 0 } }
records: { fight: { by: player, cards: cards } }
events:
  hit: { fields: { player: player, amount: int }, does: [{ change: { object: player, name: hp, by: \"0 - event.amount\" } }] }
uses:
  spell: { for: spell, text: cast, to: used, steps: [resolve, { settle: owner.discard }] }
windows:
  main: { protocol: alternate, players: active, passes: 3, offers: [main] }
flow:
  match: [{ draw: { player: active, n: 2 } }, { repeat: turn, alternate: true, max: 3, after_max: draw }]
  turn: [{ phase: main, do: [{ draw: { player: active, n: 2 } }, { window: main }] }]
decks: { cards: { to: deck, holds: [creature, spell], count: 12 } }
";
const CREATURE: &str = "name: Imp\ntype: creature\npower: 2\nfeatures: [imp]\n";
const DECK: &str = "name: All\ncards: { probe: 8, imp: 4 }\n";

/// So many calls are tried of one input.
const MOST: usize = 40;

/// What a script may hold that no literal says.
const BEFORE: &str = "local card = cards { zone = \"hand\", owner = me }[1]\nlocal self_ = {} self_[1] = self_ self_.x = self_\n\
local deep = {} do local t = deep for i = 1, 40 do t[1] = {} t = t[1] end end\n\
local wide = {} for i = 1, 20000 do wide[i] = i end\n\
local long = (\"x\"):rep(16000)\nlocal twice = {} for i = 1, 30 do twice = { twice, twice } end\n";

/// Values by the byte that names them.
const VALUES: [&str; 32] = [
    "nil",
    "true",
    "1",
    "0",
    "-1",
    "1.5",
    "1e300",
    "0/0",
    "9007199254740993",
    "2147483648",
    "\"hand\"",
    "\"field\"",
    "\"power\"",
    "\"imp\"",
    "\"turn\"",
    "\"\"",
    "\"a\\0b\\255\"",
    "card",
    "me",
    "me.opponent",
    "this",
    "game",
    "option",
    "self_",
    "deep",
    "wide",
    "long",
    "twice",
    "function() end",
    "cards { zone = \"field\" }",
    "players()",
    "{}",
];
/// Keys of maps.
const KEYS: [&str; 24] = [
    "zone", "owner", "card", "from", "pick", "options", "min", "max", "type", "of", "to", "lasts", "by", "why",
    "first", "any_of", "where", "among", "name", "default", "deadline", "fields", "status", "power",
];

/// The bytes of an input, one after another; all are 0 behind its end.
struct Bytes<'i>(std::slice::Iter<'i, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0).into()
    }

    /// One of these.
    fn of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.next() % words.len()]
    }

    /// A value as Lua writes it.
    fn value(&mut self, depth: u8) -> String {
        match self.next() {
            0..160 => self.of(&VALUES).into(),
            160..208 if depth < 6 => {
                let items: Vec<String> = (0..self.next() % 4).map(|_| self.value(depth + 1)).collect();
                format!("{{ {} }}", items.join(", "))
            }
            208..248 if depth < 6 => {
                let mut map = String::from("{ ");
                for _ in 0..=self.next() % 4 {
                    let key = self.of(&KEYS);
                    let _ = write!(map, "{key} = {}, ", self.value(depth + 1));
                }
                map + "}"
            }
            n => (n as i64 - 128).to_string(),
        }
    }
}

/// The calls that an input says.
fn calls(input: &[u8]) -> Vec<String> {
    let (mut bytes, mut out) = (Bytes(input.iter()), Vec::new());
    while bytes.0.len() > 0 && out.len() < MOST {
        let host = &TABLE[bytes.next() % TABLE.len()];
        let args: Vec<String> = (0..bytes.next() % 5).map(|_| bytes.value(0)).collect();
        // Through a local, so that the run judges the call and not the loader.
        out.push(format!("f = {} f({})", host.path, args.join(", ")));
    }
    out
}

/// The script that makes the call of a number that it asks for.
fn script(calls: &[String]) -> String {
    let mut out = format!("{BEFORE}local f\nlocal n = ask.number {{ min = 0, max = {} }}\n", calls.len());
    for (i, call) in calls.iter().enumerate() {
        let _ = writeln!(out, "if n == {i} then {call} return end");
    }
    out.lines().map(|line| format!("      {line}\n")).collect()
}

static FILES: LazyLock<Files> = LazyLock::new(|| {
    let mut files = Files::default();
    files.texts.insert("cards/probe/game.yaml".into(), MANIFEST.into());
    files.texts.insert("cards/probe/set/imp.yaml".into(), CREATURE.into());
    files.texts.insert("cards/probe/decks/all.yaml".into(), DECK.into());
    let lib = Files::built_in().texts.into_iter().filter(|(path, _)| path.starts_with("scripts/lib/"));
    files.texts.extend(lib);
    files
});

pub fn seeds() -> Vec<Vec<u8>> {
    (0..TABLE.len() as u8).map(|f| vec![f, 2, 1, 17, 210, 1, 0, 1, 10, 1, 1, 18, f, 1, 215, 2, 3, 2, 40, 11]).collect()
}

pub fn run(input: &[u8]) -> Taken {
    let calls = calls(input);
    let head = "name: Probe\ntype: spell\nabilities:\n  - timing: main\n    turn: any\n    script: |\n";
    let mut files = FILES.clone();
    files.texts.insert("cards/probe/set/probe.yaml".into(), (head.to_string() + &script(&calls)).into());
    let game = load("probe", &files)?;
    let mut table = Table::start(fine(game.set_up(Setup::usual(&game, 0)))?);
    let asked = loop {
        let decision = table.decisions().first().cloned().ok_or("the card was not drawn")?;
        match &decision.kind {
            Kind::Number(..) => break decision.seat,
            Kind::Act { options, .. } if !options.is_empty() => {
                fine(table.submit(decision.seat, Answer::Act(options[0])))?
            }
            _ => {
                let answer = nth(&table, &decision, 0);
                fine(table.submit(decision.seat, answer))?;
            }
        }
    };
    for i in 0..calls.len() {
        let mut fork = table.fork();
        fine(fork.submit(asked, Answer::Values(vec![Value::Int(i as i64)])))?;
        // What a call asks is answered, so that it comes to an end.
        for n in 0..4 {
            let Some(decision) = fork.decisions().first().cloned() else { break };
            let answer = nth(&fork, &decision, n);
            fine(fork.submit(decision.seat, answer))?;
        }
        seen(&fork);
    }
    Ok(())
}
