//! Static checks: findings in a scenario, a position or a ledger without playing it.
//!
//! ```text
//! its form                        as `keys` and `shape` declare it
//! its beginning                   seats, phase, zones, counters and cards, laid out and not played
//! names in steps and `expect`     seats, commands, cards, zones, fields, phases, windows
//! ```
//!
//! Only `test` finds out whether a scenario passes. Each card of the game may be named, because it may come into play
//! before the step.

use super::base_positions;
use super::expect::compared;
use super::keys::{BASES, SCENARIO, ScenarioKeys};
use super::message_places::placed;
use super::names::{no_card, seat};
use super::position::{ScenarioTable, stated};
use super::rule_names::{known_ability, known_field, known_status, nothing_called, space};
use super::{Runner, Unknown, commands, ledger, shape};
use intermezzo::data::{Data, Node, Span, suggest, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::{Card, Rules, Seat, Value};

impl Runner {
    /// Findings in a scenario, a file of base positions or a ledger, without playing it.
    pub fn judge(&mut self, path: &str, text: &str) -> Problems {
        if ledger::is_one(path) {
            return ledger::judge(path, text);
        }
        let mut problems = Problems::new();
        problems.add_source(path, text);
        let node = yaml::parse(path, text, &mut problems);
        let Some(node) = node.filter(|_| !problems.has_errors()) else { return problems };
        if path.rsplit(['/', '\\']).next() == Some(base_positions::FILE) {
            BASES.check(&node, &mut problems);
            return problems;
        }
        SCENARIO.check(&node, &mut problems);
        if problems.has_errors() {
            return problems;
        }
        if let Err(message) = shape::check_position(&node) {
            add(&mut problems, &node.span, &message);
            return problems;
        }
        match self.bases.lay_under(path, node) {
            Ok(node) => self.judge_names(&node, &mut problems),
            Err(message) => add(&mut problems, &Span::new(path, 1, 1), &message),
        }
        problems
    }

    fn judge_names(&mut self, node: &Node, problems: &mut Problems) {
        let said = ScenarioKeys::of(node);
        let Some(name) = said.game.and_then(Node::as_str) else { return };
        if let Some(Unknown { place, message, help }) = self.unknown(node) {
            problems.error("scenario", &place, message).help(help);
            return;
        }
        // Scenarios about findings of a game, or about a refused beginning, have no names to judge.
        if said.findings.is_some() || said.deck.is_some() || said.refused.is_some() {
            return;
        }
        // If the game has errors, they are reported for its own files.
        let Ok(engine) = self.engine_of(node, name) else { return };
        match stated(&engine, node) {
            Ok(scenario) => StaticCheck { scenario: &scenario, problems }.all(&said),
            Err(message) => add(problems, &node.span, &message),
        }
    }
}

/// Adds a problem at the place with which the message begins, or else at `at`. What stands in brackets at the message's
/// end becomes its help.
pub(crate) fn add(problems: &mut Problems, at: &Span, message: &str) {
    let message = message.trim().trim_start_matches('\u{1}');
    let (at, message) = placed(message).unwrap_or((at.clone(), message));
    match with_help(message) {
        (said, Some(help)) => problems.error("scenario", &at, &said).help(help),
        (said, None) => {
            problems.error("scenario", &at, &said);
        }
    }
}

/// Splits a message from its help, which stands in brackets in it.
pub(crate) fn with_help(message: &str) -> (String, Option<&str>) {
    let Some(at) = [" (did you mean ", " (known: "].iter().find_map(|help| message.find(help)) else {
        return (message.into(), None);
    };
    let mut open = 0;
    let closes = |(_, c): &(usize, char)| {
        open += i32::from(*c == '(') - i32::from(*c == ')');
        open == 0 && *c == ')'
    };
    match message[at..].char_indices().find(closes) {
        Some((end, _)) => (format!("{}{}", &message[..at], &message[at + end + 1..]), Some(&message[at + 2..at + end])),
        None => (message.into(), None),
    }
}

/// Reports unknown names in the steps and expectations of a scenario, without playing it.
struct StaticCheck<'a> {
    scenario: &'a ScenarioTable,
    problems: &'a mut Problems,
}

impl StaticCheck<'_> {
    fn rules(&self) -> &Rules {
        &self.scenario.table.world().rules
    }

    fn all(&mut self, said: &ScenarioKeys) {
        for step in said.steps {
            self.step(step);
        }
        said.expect.iter().flat_map(|list| list.items()).for_each(|item| self.expected(item));
    }

    fn hold(&mut self, at: &Span, checked: Result<(), String>) {
        if let Err(message) = checked {
            add(self.problems, at, &message);
        }
    }

    fn step(&mut self, step: &Node) {
        for (key, value) in step.as_map().unwrap_or_default() {
            match key.name.as_str() {
                "offered" | "choose" => value.items().iter().for_each(|name| self.chosen(name)),
                "pay" => value.items().iter().for_each(|card| self.card(&card.span, &text(card))),
                "expect" => value.items().iter().for_each(|item| self.expected(item)),
                "pass" | "timeout" | "bot" => value.items().iter().for_each(|name| self.seat(&name.span, &text(name))),
                "sealed" => {
                    value.as_map().unwrap_or_default().iter().for_each(|(key, _)| self.seat(&key.span, &key.name))
                }
                "refuse" => self.refused(value),
                _ => {
                    self.seat(&key.span, &key.name);
                    self.command(value, step);
                }
            }
        }
    }

    fn refused(&mut self, node: &Node) {
        for (key, value) in node.as_map().unwrap_or_default() {
            match key.name.as_str() {
                "because" | "choose" => {}
                "pay" => value.items().iter().for_each(|card| self.card(&card.span, &text(card))),
                "sealed" => {
                    value.as_map().unwrap_or_default().iter().for_each(|(key, _)| self.seat(&key.span, &key.name))
                }
                _ => {
                    self.seat(&key.span, &key.name);
                    self.command(value, node);
                }
            }
        }
    }

    fn command(&mut self, value: &Node, beside: &Node) {
        let checked = commands::read(value, beside).and_then(|command| {
            // Each card of the game may come into play before this step.
            let (world, names) = (self.scenario.table.world(), &self.scenario.names);
            let named = command.text.split_once(' ').map_or("", |(_, rest)| rest.trim());
            let named = named.split('/').next().unwrap_or("");
            let comes = names.card(named).is_none() && self.may_be_a_card(named);
            if command.text == "concede" || comes { Ok(()) } else { commands::known(world, names, &command) }
        });
        self.hold(&value.span, checked.map_err(|mistake| mistake.0));
    }

    /// Checks a chosen word. It may be a text of a script, so only a word that is similar to a card of the scenario is
    /// reported.
    fn chosen(&mut self, node: &Node) {
        let word = text(node);
        let is_known = word.parse::<i64>().is_ok()
            || self.may_be_a_card(&word)
            || seat(&word).is_some()
            || self.rules().schema.symbols.find(&word).is_some()
            || space(self.scenario.table.world(), &word).is_ok();
        if !is_known && suggest::slip(&word, self.scenario.names.known()).is_some() {
            let message = no_card(self.rules(), &self.scenario.names, &word);
            add(self.problems, &node.span, &message);
        }
    }

    // ---- what must be true ----

    fn expected(&mut self, item: &Node) {
        for (key, value) in item.as_map().unwrap_or_default() {
            let entries = || value.as_map().unwrap_or_default().iter();
            match key.name.as_str() {
                "zone" | "holds" => entries().for_each(|(key, cards)| {
                    self.zone(&key.span, &key.name);
                    cards.items().iter().for_each(|card| self.card(&card.span, &text(card)));
                }),
                "count" => entries().for_each(|(key, _)| self.zone(&key.span, &key.name)),
                "status" => entries().for_each(|(key, words)| {
                    self.card(&key.span, &key.name);
                    words.items().iter().for_each(|word| {
                        let checked = known_status(self.rules(), &text(word)).map(drop);
                        self.hold(&word.span, checked);
                    });
                }),
                "abilities" => entries().for_each(|(key, abilities)| {
                    self.card(&key.span, &key.name);
                    for ability in abilities.items() {
                        // Abilities are called by the card's id. A card that does not lie in the scenario is itself
                        // called by its id.
                        let card = self.scenario.names.card(&key.name);
                        let world = self.scenario.table.world();
                        let id = card.map(|card| world.rules.defs[world.state().card(card).printed.index()].id);
                        let own = id.map_or(key.name.split('#').next().unwrap_or(""), |id| world.rules.name(id));
                        let checked = known_ability(self.rules(), own, &text(ability));
                        self.hold(&ability.span, checked);
                    }
                }),
                "view" => entries().for_each(|(key, zones)| {
                    self.seat(&key.span, &key.name);
                    for (key, cards) in zones.as_map().unwrap_or_default() {
                        self.zone(&key.span, &key.name);
                        cards.items().iter().for_each(|card| self.chosen(card));
                    }
                }),
                "offers" => entries().for_each(|(key, commands)| {
                    self.seat(&key.span, &key.name);
                    // Commands have a verb before the name; for other answers the name alone is enough.
                    commands.items().iter().for_each(|offer| match text(offer).contains(' ') {
                        true => self.command(offer, offer),
                        false => self.chosen(offer),
                    });
                }),
                "asked" => {
                    value.items().iter().filter(|n| text(n) != "nobody").for_each(|n| self.seat(&n.span, &text(n)))
                }
                "active" => self.seat(&value.span, &text(value)),
                "phase" | "window" => self.moment(&key.name, value),
                "result" => {
                    let winners = value.field("winner").map_or(&[][..], Node::items);
                    winners.iter().for_each(|n| self.seat(&n.span, &text(n)));
                }
                "turn" | "log" | "no_log" => {}
                field => {
                    self.field(&key.span, field);
                    self.hold(&value.span, compared(&text(value)).map_or(Ok(()), |read| read.map(drop)));
                }
            }
        }
    }

    fn seat(&mut self, at: &Span, name: &str) {
        let seats = self.rules().schema.seats;
        let known = &super::names::SEATS[..seats as usize];
        if seat(name).is_none_or(|seat| seat.0 >= seats) {
            let help = suggest::help_for(name, known.iter().copied());
            self.problems.error("scenario", at, format!("nobody sits at `{name}`")).help(help);
        }
    }

    fn zone(&mut self, at: &Span, name: &str) {
        let checked = space(self.scenario.table.world(), name).map(drop);
        let owner = name.split_once('.').filter(|(who, _)| seat(who).is_some()).map_or("", |(who, _)| who);
        self.hold(&behind(at, owner), checked);
    }

    fn card(&mut self, at: &Span, name: &str) {
        if !self.may_be_a_card(name) {
            let message = no_card(self.rules(), &self.scenario.names, name);
            add(self.problems, at, &message);
        }
    }

    fn may_be_a_card(&self, name: &str) -> bool {
        let id = name.split('#').next().unwrap_or(name);
        self.scenario.names.card(name).is_some() || self.rules().def_by_id(id).is_some()
    }

    /// Checks the name of a phase or a window; `none` is allowed.
    fn moment(&mut self, what: &str, node: &Node) {
        let (rules, word) = (self.rules(), text(node));
        let known: Vec<&str> = match what {
            "phase" => rules.schema.phases.iter().map(|phase| &**rules.name(*phase)).collect(),
            _ => rules.windows.iter().map(|window| &**rules.name(window.name)).collect(),
        };
        if word != "none" && !known.contains(&word.as_str()) {
            let help = suggest::help_for(&word, known);
            self.problems.error("scenario", &node.span, format!("there is no {what} `{word}`")).help(help);
        }
    }

    /// Checks the name of a field and of its object: `CARD.FIELD`, `amy.FIELD`, `game.FIELD`, `amy.ring.2.FIELD`.
    fn field(&mut self, at: &Span, key: &str) {
        let Some((object, field)) = key.rsplit_once('.') else { return };
        let world = self.scenario.table.world();
        let (whole, at) = (at, &behind(at, object));
        let of = match seat(object) {
            _ if self.may_be_a_card(object) => Ok(Value::Card(Card::of(0))),
            Some(_) => Ok(Value::Seat(Seat(0))),
            None if object == "game" => Ok(Value::Game),
            None => match space(world, object) {
                Ok((_, Some(space))) => Ok(Value::Zone(space)),
                _ => {
                    let message = nothing_called(self.rules(), &self.scenario.names, object);
                    return add(self.problems, whole, &message);
                }
            },
        };
        let checked = of.and_then(|of| known_field(self.rules(), &of, field).map(drop));
        self.hold(at, checked);
    }
}

/// The place of what follows a name and a dot, if the name stands at `at`.
fn behind(at: &Span, name: &str) -> Span {
    let skipped = if name.is_empty() { 0 } else { name.chars().count() + 1 };
    at.behind(skipped)
}

fn text(node: &Node) -> String {
    match &node.value {
        Data::Text(text) => text.clone(),
        _ => node.to_json().to_string(),
    }
}
