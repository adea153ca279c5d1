//! Costs: the parts of a cost, and pips, from data.

use std::collections::BTreeSet;

use super::builder::Builder;
use super::kernel_words::{VERBS, event_of_verb};
use super::limits::slot;
use crate::data::{Data, Key, Node};
use crate::error::Problems;
use crate::kernel::model::lang::{Amount, CardTest, Class, Head, PlayerField, Ref, Source, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::Of;
use crate::kernel::rules::*;

impl Builder {
    /// Reads the parts of a cost. A part with a mistake is reported.
    pub(super) fn costs(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Vec<CostPart> {
        let mut out = Vec::new();
        let mut paid_by_itself = BTreeSet::new();
        for item in node.items() {
            let Some([(key, value)]) = item.as_map() else {
                let help = "each part is an item of its own: `cost: [{ pips: … }, { discard: self }]`";
                problems.error("wrong_kind", &item.span, "a part of a cost is a map of one key").help(help);
                continue;
            };
            if key.name == "pips" {
                out.extend(self.pip_cost(value, scope, problems).map(CostPart::Pips));
                continue;
            }
            // The name of a counter as a key: paying lowers the counter by the amount.
            if let Some((name, _)) = self.counter_of_players(&key.name) {
                let errors = problems.list().len();
                let amount = self.parser(scope.clone(), problems).amount(value);
                let is_amount = problems.list().len() == errors;
                if is_amount && amount.fixed().is_some_and(|n| n <= 0) {
                    problems.error("wrong_kind", &value.span, format!("`{}`: a cost is more than 0", key.name));
                }
                out.push(CostPart::Counter { name, amount });
                continue;
            }
            let is_zone = self.names_a_zone_alone(&key.name);
            if !is_zone && !self.is_event(event_of_verb(&key.name)) {
                self.unknown_cost(key, problems);
                continue;
            }
            // Any event about one card may be a cost: the cards are chosen, the event happens to each.
            let what = self.parser(scope.clone(), problems).selection(value, Class::Card);
            if what.of_cards().is_none() {
                let message = format!("`{}` is paid with cards, and this selects something else", key.name);
                problems.error("wrong_kind", &value.span, message);
                continue;
            }
            if super::ineffective_parts::is_anywhere(&what) {
                problems.warn("wide", &key.span, format!("`{}` may be of any card of the game", key.name));
            }
            let mut fields = vec![(Key::new("card"), Node::new(Data::Text("it".into())))];
            let mut event = key.clone();
            if is_zone {
                fields.push((Key::new("to"), Node::new(Data::Text(format!("owner.{}", key.name)))));
                event.name = "move".into();
            }
            fields.extend(self.payers_in(&event.name));
            let about = Scope { it: Some(Of::Card), ..scope.clone() };
            let does =
                self.proposal(&event, &Node { value: Data::Map(fields), span: value.span.clone() }, &about, problems);
            let itself = value.as_str() == Some("self");
            if let Source::Cards(cards) = &what.source
                && !itself
                && is_self_alone(&cards.filter)
            {
                let message = "a card does not pay for itself as one of several, so nobody can pay this";
                problems.warn("never_open", &value.span, message).help(format!("write `{}: self`", key.name));
            }
            if itself && !paid_by_itself.insert(key.name.clone()) {
                let message = format!("`{}: self` stands here twice: the card pays it once", key.name);
                problems.warn("no_effect", &key.span, message).help("leave the second one out");
            }
            out.push(CostPart::Cards { what: Box::new(what), does: does.into_iter().collect(), itself });
        }
        out
    }

    /// The required player fields of a game's event that is a cost, each filled with `me`: the player who pays.
    fn payers_in(&self, event: &str) -> Vec<(Key, Node)> {
        let named = self.rules.schema.symbols.find(event);
        let of_game = self.rules.events.iter().skip(event::COUNT as usize);
        let Some(def) = of_game.into_iter().find(|def| Some(def.name) == named) else { return Vec::new() };
        let is_payer = |(at, (_, kind)): &(usize, &(Sym, FieldKind))| {
            *kind == FieldKind::Player && def.optional & 1 << at.min(&31) == 0
        };
        let me = || Node::new(Data::Text("me".into()));
        let players = def.fields.iter().enumerate().filter(is_payer);
        players.map(|(_, (name, _))| (Key::new(&**self.rules.name(*name)), me())).collect()
    }

    fn is_event(&self, name: &str) -> bool {
        let sym = self.rules.schema.symbols.find(name);
        sym.is_some_and(|sym| self.rules.events.iter().any(|e| e.name == sym))
    }

    /// Reports an unknown part of a cost, with the known ones.
    fn unknown_cost(&self, key: &Key, problems: &mut Problems) {
        let rules = &self.rules;
        let counters = rules
            .schema
            .names_of_players()
            .into_iter()
            .filter(|name| matches!(rules.schema.player_field(*name), Some(PlayerField::Counter(_))));
        let about_a_card = |e: &&EventDef| matches!(e.fields.first(), Some((_, FieldKind::Card | FieldKind::Cards)));
        let events = rules.events.iter().filter(about_a_card).map(|e| e.name);
        let zones = rules.schema.zones.iter().map(|z| z.name);
        let names: Vec<Sym> = counters.chain(zones).chain(events).collect();
        // Data writes `move` for the event `moved`.
        let verb = |name: &Sym| -> &str {
            let name = rules.name(*name);
            VERBS.iter().find(|(_, event)| *event == &**name).map_or(name, |(verb, _)| verb)
        };
        let known: Vec<&str> = std::iter::once("pips").chain(names.iter().map(verb)).collect();
        let help = crate::data::suggest::help_for(&key.name, known);
        problems.error("unknown_word", &key.span, format!("unknown part of a cost `{}`", key.name)).help(help);
    }

    /// True if a key of a cost names a zone, to which the cards go, and no event.
    fn names_a_zone_alone(&self, name: &str) -> bool {
        let Some(sym) = self.rules.schema.symbols.find(name) else { return false };
        self.rules.schema.zones.iter().any(|z| z.name == sym) && !self.rules.events.iter().any(|e| e.name == sym)
    }

    /// The counter of players with this name.
    pub(super) fn counter_of_players(&self, name: &str) -> Option<(Sym, PlayerField)> {
        let sym = self.rules.schema.symbols.find(name)?;
        let field = self.rules.schema.player_field(sym)?;
        matches!(field, PlayerField::Counter(_)).then_some((sym, field))
    }

    /// Reads the pips of a cost: the name of a cost field of cards, amounts, or numbers.
    fn pip_cost(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Option<PipCost> {
        match node.as_str() {
            Some(text) => {
                let field = text.strip_prefix("card.").unwrap_or(text);
                let slot = self.rules.schema.costs.iter().position(|c| &**self.rules.name(*c) == field);
                if slot.is_none() {
                    problems.error("unknown_word", &node.span, format!("cards have no cost field `{field}`"));
                }
                slot.map(|s| PipCost::Field(super::limits::slot(s)))
            }
            None if node.as_map().is_some_and(is_computed) => {
                Some(PipCost::Amounts(self.computed_pips(node.as_map().unwrap_or_default(), scope, problems)))
            }
            None => {
                let cost = self.cost(node, problems);
                for (_, n) in
                    node.as_map().unwrap_or_default().iter().filter(|(_, n)| n.as_int().is_some_and(|n| n < 0))
                {
                    problems.error("wrong_kind", &n.span, "a cost is never less than 0");
                }
                Some(PipCost::Fixed(cost))
            }
        }
    }

    /// Reads computed numbers of pips: for each kind, by its index, an amount.
    pub(super) fn computed_pips(
        &mut self,
        pips: &[(Key, Node)],
        scope: &Scope,
        problems: &mut Problems,
    ) -> Vec<(u8, Amount)> {
        let mut amounts = Vec::new();
        for (key, n) in pips {
            let amount = self.parser(scope.clone(), problems).amount(n);
            amounts.extend(self.pip(key, problems).map(|kind| (slot(kind), amount)));
        }
        amounts
    }

    /// Reads written numbers of pips, one for each kind.
    pub(super) fn cost(&mut self, node: &Node, problems: &mut Problems) -> Cost {
        let mut cost = Cost::default();
        let Some(map) = node.as_map() else {
            let name = |(name, _): &(Sym, Test<CardTest>)| self.rules.name(*name).to_string();
            let pips: Vec<String> = self.rules.schema.pips.iter().map(name).collect();
            let message = format!("a cost is a map of what is paid to how much, found {}", node.kind_name());
            let n = node.as_int().unwrap_or(1);
            let help = match pips.first() {
                Some(pip) => format!("write `{{ {pip}: {n} }}` (known: {})", pips.join(", ")),
                None => "the game pays with nothing: its manifest names what under `pips`".into(),
            };
            problems.error("wrong_kind", &node.span, message).help(help);
            return cost;
        };
        for (key, n) in map {
            match (self.pip(key, problems), n.as_int()) {
                (Some(i), Some(n)) if (-64..=64).contains(&n) => cost[i] = n as i8,
                (Some(_), found) => {
                    let problem = problems.error("wrong_kind", &n.span, "a number from -64 to 64 expected");
                    if found.is_none() {
                        problem.help("it is written out here: nothing computes it");
                    }
                }
                (None, _) => {}
            }
        }
        cost
    }

    /// Finds the kind of pip that a key names, by its index. Reports an unknown name.
    fn pip(&self, key: &Key, problems: &mut Problems) -> Option<usize> {
        let name = |(name, _): &(Sym, Test<CardTest>)| self.rules.name(*name).to_string();
        let known: Vec<String> = self.rules.schema.pips.iter().map(name).collect();
        let found = known.iter().position(|name| *name == key.name);
        if found.is_none() {
            let help = crate::data::suggest::help_for(&key.name, known.iter().map(String::as_str));
            problems.error("unknown_word", &key.span, format!("unknown kind of pip `{}`", key.name)).help(help);
        }
        found
    }
}

/// True for a filter that asks for nothing but the card of the ability.
fn is_self_alone(filter: &Test<CardTest>) -> bool {
    match filter {
        Test::Is(r) => *r == Ref::head(Head::SelfCard),
        Test::All(parts) => matches!(&parts[..], [one] if is_self_alone(one)),
        _ => false,
    }
}

/// True if a number of pips is computed, not written out: a text or a map.
pub(super) fn is_computed(pips: &[(Key, Node)]) -> bool {
    pips.iter().any(|(_, n)| n.as_str().is_some() || n.as_map().is_some())
}
