//! Line-ups: every way of playing every game that the tests of all games try.

use intermezzo::catalog::Deck;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::Seat;
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::table::{Game, Setup, Table};

/// Seats counted from 1.
fn eyes(node: &Node) -> Eyes {
    let seats = node.items().iter().map(|n| Seat(n.as_int().expect("a seat is a number") as u8 - 1));
    Eyes::from(&seats.collect::<Vec<_>>()[..])
}

/// One way of playing a game.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The game.
    pub game: String,
    /// How many play; `None`: the usual number.
    pub players: Option<u8>,
    /// Packs in play.
    pub packs: Vec<String>,
    /// The seats of each person, where one holds several.
    pub persons: Vec<Eyes>,
    /// Options that differ from the defaults, as written.
    pub options: Vec<(String, Node)>,
}

impl Lineup {
    /// All of them, of all games.
    pub fn all() -> Vec<Lineup> {
        let text = include_str!("../../lineups.yaml");
        let mut problems = Problems::new();
        let node = yaml::parse("tests/lineups.yaml", text, &mut problems).expect("the line-ups are YAML");
        assert!(problems.is_empty(), "{}", problems.render_all());
        node.items().iter().map(Lineup::read).collect()
    }

    fn read(node: &Node) -> Lineup {
        for (key, _) in node.as_map().expect("a line-up is a map") {
            assert!(
                ["game", "packs", "players", "options", "persons"].contains(&key.name.as_str()),
                "unknown key {}",
                key.name
            );
        }
        let options = node.field("options").and_then(Node::as_map).unwrap_or_default();
        Lineup {
            game: node.field("game").and_then(Node::as_str).expect("a line-up names its game").into(),
            packs: node
                .field("packs")
                .map_or(Vec::new(), |n| n.items().iter().filter_map(|n| n.as_str().map(String::from)).collect()),
            players: node.field("players").and_then(Node::as_int).map(|n| n as u8),
            persons: node.field("persons").map_or(Vec::new(), |n| n.items().iter().map(eyes).collect()),
            options: options.iter().map(|(k, v)| (k.name.clone(), v.clone())).collect(),
        }
    }

    /// What its catalog depends on.
    pub fn key(&self) -> String {
        format!("{} {}", self.game, self.packs.join(" "))
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        let players = self.players.map_or(String::new(), |n| format!(", {n} players"));
        let options = self.options.iter().map(|(k, v)| format!(", {k} {}", v.to_json()));
        let persons: String = self.persons.iter().map(|p| format!(", one person with {}", p.text())).collect();
        let packs: String = self.packs.iter().map(|p| format!(" with {p}")).collect();
        format!("{}{packs}{players}{persons}{}", self.game, options.collect::<String>())
    }

    /// A game of it. Which decks meet follows from the seed.
    pub fn start(&self, engine: &Game, seed: u64) -> Table {
        let rules = &engine.catalog().rules;
        let option = |(name, node): &(String, Node)| {
            let word = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            (name.clone(), word)
        };
        let all: Vec<_> = engine.catalog().decks.values().cloned().collect();
        let seats = self.players.unwrap_or(rules.schema.seats) as usize;
        // Any two decks meet, in either order, before the same two meet again.
        let n = all.len();
        let deck_rules = &engine.catalog().deck_rules;
        let of_seat = |seat: usize, at: usize| {
            let may_bring = |deck: &&Deck| deck_rules.seats_for(deck) & 1 << seat != 0;
            let fitting: Vec<&Deck> = all.iter().filter(may_bring).collect();
            fitting[at % fitting.len()].clone()
        };
        let deck = |seat: usize| of_seat(seat, seed as usize / n.pow(seat as u32).max(1) + seat);
        let decks = if n == 0 { Vec::new() } else { (0..seats).map(deck).collect() };
        let options: Vec<_> = self.options.iter().map(option).collect();
        let start = Setup { seed, decks, options, players: self.players };
        // Where two may not bring the same deck, they bring neighbours.
        let other = |seat: usize| of_seat(seat, seed as usize + seat);
        let apart = Setup { decks: (0..if n == 0 { 0 } else { seats }).map(other).collect(), ..start.clone() };
        let started = engine.set_up(start).map(Table::start).or_else(|_| engine.set_up(apart).map(Table::start));
        let mut table = started.unwrap_or_else(|e| panic!("{}: {e}", self.name()));
        table.hold(&self.persons).unwrap_or_else(|e| panic!("{}: {e}", self.name()));
        table
    }
}
