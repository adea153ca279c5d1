//! Fields: compiles the types, fields, attributes, zones and payments of a manifest.

use super::builder::{Builder, FieldSpec};
use super::keys::manifest::{HelpKeys, Manifest, Payments};
use super::keys::places::DrawKeys;
use super::keys::places::ZoneKeys;
use super::keys::types::{AttributeKeys, NamesOfCards, TypeKeys};
use super::limits;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::fixed_fields::{CARD_FIELDS, PLAYER_FIELDS};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, CardField, Class, PlayerField};
use crate::kernel::model::schema::*;
use crate::kernel::model::symbols::{self, Sym};
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::Of;

impl Builder {
    /// Declares printed fields, attributes, counters and tallies, under the names that rules use.
    pub(super) fn fields(&mut self, manifest: &Manifest, problems: &mut Problems) {
        super::duplicate_fields::check(manifest, problems);
        let symbols = &self.rules.schema.symbols;
        let named = |name| symbols.find(symbols::field::text(name)).unwrap_or(name);
        let fixed: Vec<_> = CARD_FIELDS.iter().map(|f| (named(f.name), CardField::Fixed(f.field))).collect();
        self.rules.schema.card_fields.extend(fixed);
        for (i, (group, _)) in self.rules.schema.statuses.clone().into_iter().enumerate() {
            let status = format!("status_{}", self.rules.name(group));
            let status = self.sym(&status);
            self.rules.schema.card_fields.push((status, CardField::Status(limits::slot(i))));
        }
        let all = manifest.types.iter().find(|(key, _)| key.name == "all");
        let of_all = all.map_or(&[][..], |(_, node)| TypeKeys::of(node).fields);
        for (type_key, node) in manifest.types {
            let said = TypeKeys::of(node);
            if let Some(i) = self.type_index(&type_key.name) {
                self.patterns(i, &said, of_all, problems);
            }
            let types = match self.type_index(&type_key.name) {
                Some(i) => IdSet::one(TypeId::of(i)),
                None => IdSet::ALL,
            };
            if said.needs_abilities {
                self.needs_abilities |= types;
            }
            for field in said.unique {
                let known = said.fields.iter().chain(of_all).map(|(k, _)| k.name.as_str());
                let known: Vec<&str> = known.chain(["name"]).collect();
                let name = field.as_str().unwrap_or("");
                if !known.contains(&name) {
                    let help = crate::data::suggest::help_for(name, known.iter().copied());
                    problems.error("unknown_word", &field.span, format!("cards have no field `{name}`")).help(help);
                }
            }
            for (key, kind) in said.fields {
                let spec = kind.as_str().unwrap_or("");
                self.field(&key.name, spec.trim_end_matches('?'), !spec.ends_with('?'), types, kind, problems);
            }
        }
        for (key, node) in manifest.words {
            let words: Vec<Sym> = node.items().iter().map(|n| self.sym(n.as_str().unwrap_or(""))).collect();
            let name = self.sym(&key.name);
            match self.rules.schema.card_field(name) {
                // Names of cards are checked once all cards are known.
                Some(CardField::Words(_)) if NamesOfCards::of(node).names.is_some() => {}
                Some(CardField::Words(slot)) => self.rules.schema.words[slot as usize].listed = words,
                _ => {
                    problems.error("unknown_word", &key.span, format!("no type has a word field `{}`", key.name));
                }
            }
        }
        self.attributes(manifest, problems);
        for i in 0..self.rules.schema.counters.len() {
            let name = self.rules.schema.counters[i].name;
            self.rules.schema.player_fields.push((name, PlayerField::Counter(limits::slot(i))));
        }
        for (i, (key, _)) in manifest.tallies.iter().enumerate() {
            let name = self.sym(&key.name);
            self.rules.schema.player_fields.push((name, PlayerField::Tally(limits::slot(i))));
        }
        let fixed = PLAYER_FIELDS.iter().map(|f| {
            // A game of an earlier language may use the word as a name of its own.
            let name = self.rules.schema.symbols.find(symbols::field::text(f.name)).unwrap_or(f.name);
            (name, PlayerField::Fixed(f.field))
        });
        self.rules.schema.player_fields.extend(fixed);
    }

    pub fn type_index(&self, name: &str) -> Option<usize> {
        let sym = self.rules.schema.symbols.find(name)?;
        self.rules.schema.types.iter().position(|t| t.name == sym)
    }

    pub(super) fn field(
        &mut self,
        name: &str,
        kind: &str,
        required: bool,
        types: IdSet<TypeId>,
        at: &Node,
        problems: &mut Problems,
    ) {
        let sym = self.sym(name);
        if let Some(spec) = self.fields.iter().find(|f| f.name == sym) {
            if spec.kind != kind {
                let message = format!("`{name}` is `{}` for another type and `{kind}` here", spec.kind);
                let help = "a field has the same kind in every type; only whether it may be missing can differ";
                problems.error("wrong_kind", &at.span, message).help(help);
            }
            let (field, single, kind) = (spec.field, spec.single, spec.kind.clone());
            self.fields.push(FieldSpec { name: sym, field, single, kind, types, required });
            return;
        }
        let Some(field) = self.new_slot(sym, kind) else {
            let help =
                "kinds of field: int, word, words, cost, rules, cells, condition, text; `?` at the end: may be missing";
            problems.error("unknown_word", &at.span, format!("unknown kind of field `{kind}`")).help(help);
            return;
        };
        self.rules.schema.card_fields.push((sym, field));
        self.fields.push(FieldSpec { name: sym, field, single: kind == "word", kind: kind.into(), types, required });
    }

    /// Gives a card field of this kind a slot in the schema; `None` for an unknown kind.
    fn new_slot(&mut self, sym: Sym, kind: &str) -> Option<CardField> {
        let schema = &mut self.rules.schema;
        Some(match kind {
            "int" => {
                let slot = limits::slot(schema.int_slots);
                schema.int_slots += 1;
                let base = AttrBase::Printed(slot);
                schema.attrs.push(AttrDef {
                    name: sym,
                    of: Class::Card,
                    base,
                    min: None,
                    max: None,
                    min_in: Vec::new(),
                    seen_by: SeenBy::All,
                    quiet: false,
                });
                CardField::Attr(AttrId::of(schema.attrs.len() - 1))
            }
            "word" | "words" => {
                schema.words.push(WordField { name: sym, with_name: false, known: Vec::new(), listed: Vec::new() });
                CardField::Words(limits::slot(schema.words.len() - 1))
            }
            "cost" => {
                schema.costs.push(sym);
                CardField::Cost(limits::slot(schema.costs.len() - 1))
            }
            "rules" => {
                schema.set_rules.push(sym);
                CardField::Rules(limits::slot(schema.set_rules.len() - 1))
            }
            "cells" => {
                schema.cells.push(sym);
                CardField::Cells(limits::slot(schema.cells.len() - 1))
            }
            "condition" => {
                schema.conds.push(sym);
                CardField::Cond(limits::slot(schema.conds.len() - 1))
            }
            "text" => {
                schema.texts.push(sym);
                CardField::Text(limits::slot(schema.texts.len() - 1))
            }
            _ => return None,
        })
    }

    pub(super) fn attributes(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (class_key, node) in manifest.attributes {
            let class = if class_key.name == "player" { Class::Player } else { Class::Card };
            for (key, def) in node.as_map().unwrap_or_default() {
                let said = AttributeKeys::of(def);
                let name = self.sym(&key.name);
                super::attribute_checks::check(class, key, def, problems);
                let seen_by = super::declared_names::seen_by(said.seen_by);
                let quiet = said.quiet;
                let mut min_in = Vec::new();
                for (zone, n) in said.min_in {
                    let node = Node { value: crate::data::Data::Text(zone.name.clone()), span: zone.span.clone() };
                    let zones = self.parser(Scope::default(), problems).zones(&node);
                    let kinds = self.rules.schema.kinds(zones);
                    min_in.extend(kinds.map(|kind| (kind, n.as_int().unwrap_or(0))));
                }
                let bounds = (said.min, said.max);
                let start = said.start;
                super::declared_names::bounds(&key.name, start, bounds, def, problems);
                if said.words.is_some() {
                    self.rules.schema.words.push(WordField {
                        name,
                        with_name: true,
                        known: Vec::new(),
                        listed: Vec::new(),
                    });
                    let slot = limits::slot(self.rules.schema.words.len() - 1);
                    self.rules.schema.card_fields.push((name, CardField::Words(slot)));
                } else if let Some(attr) = self.rules.schema.attr(class, &key.name) {
                    let is_stored = said.stored;
                    let schema = &mut self.rules.schema;
                    let attr = &mut schema.attrs[attr.index()];
                    (attr.min, attr.max) = bounds;
                    (attr.min_in, attr.quiet) = (min_in, quiet);
                    if let (true, AttrBase::Printed(slot)) = (is_stored, &attr.base) {
                        let start = said.start.map_or(StoredStart::Printed(*slot), |n| StoredStart::At(n, Some(*slot)));
                        attr.base = AttrBase::Stored { slot: limits::slot(schema.stored), start };
                        schema.stored += 1;
                    }
                } else {
                    if said.amount.is_none() && !said.stored {
                        let known = self.rules.schema.attrs.iter().filter(|a| a.of == class);
                        let known: Vec<&str> = known.map(|a| &**self.rules.name(a.name)).collect();
                        let help = crate::data::suggest::help_for(&key.name, known.iter().copied());
                        let message =
                            format!("`{}` is no printed number, and has no `amount` and no `stored`", key.name);
                        problems.error("missing", &key.span, message).help(help);
                    }
                    let schema = &mut self.rules.schema;
                    let base = match class {
                        Class::Card if said.stored => {
                            let start = StoredStart::At(said.start.unwrap_or(0), None);
                            schema.stored += 1;
                            AttrBase::Stored { slot: limits::slot(schema.stored - 1), start }
                        }
                        _ => AttrBase::Amount(Amount::Int(0)),
                    };
                    let (min, max) = bounds;
                    schema.attrs.push(AttrDef { name, of: class, base, min, max, min_in, seen_by, quiet });
                    let id = AttrId::of(schema.attrs.len() - 1);
                    match class {
                        Class::Player => schema.player_fields.push((name, PlayerField::Attr(id))),
                        _ => schema.card_fields.push((name, CardField::Attr(id))),
                    }
                }
            }
        }
    }

    pub(super) fn zones_and_types(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (i, (_, node)) in manifest.zones.iter().enumerate() {
            if let Some(enters) = ZoneKeys::of(node).enters {
                let statuses = self.parser(Scope::default(), problems).statuses(enters);
                self.rules.schema.zones[i].enters = statuses;
            }
        }
        for (key, node) in manifest.types {
            if let (Some(i), Some(zones)) = (self.type_index(&key.name), TypeKeys::of(node).live_in) {
                let zones = self.parser(Scope::default(), problems).zones(zones);
                self.rules.schema.types[i].live_in = zones;
            }
        }
        if let Some(draw) = manifest.draw {
            let said = DrawKeys::of(draw);
            let zone = |name: Option<&str>| name.and_then(|n| self.rules.schema.zone_kind(n));
            match (zone(said.from), zone(said.to)) {
                (Some(from), Some(to)) => self.rules.draw = Some((from, to)),
                _ => {
                    problems.error("unknown_word", &draw.span, "draw needs `from` and `to`, both zones");
                }
            }
        }
    }

    pub(super) fn payments(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let Some(node) = manifest.payments else { return };
        let said = Payments::of(node);
        for (key, filter) in said.kinds {
            let name = self.sym(&key.name);
            let filter = self.parser(Scope::default(), problems).test(filter);
            self.rules.schema.pips.push((name, filter));
        }
        if let Some(cards) = said.cards {
            self.payer((cards, None, said.does, said.gives), problems);
        }
        for (key, kinds) in said.pools {
            if self.counter_of_players(&key.name).is_none() {
                let known: Vec<&str> =
                    self.rules.schema.counters.iter().map(|counter| &**self.rules.name(counter.name)).collect();
                let help = crate::data::suggest::help_for(&key.name, known);
                let message = format!("players have no counter `{}`", key.name);
                problems.error("unknown_word", &key.span, message).help(help);
                continue;
            }
            let name = self.sym(&key.name);
            let known: Vec<Sym> = self.rules.schema.pips.iter().map(|(name, _)| *name).collect();
            let mut p = self.parser(Scope::default(), problems);
            let kinds = kinds.items().iter().filter_map(|kind| p.one_of(kind, "kind of pip", &known));
            let kinds = kinds.map(super::limits::slot).collect();
            self.rules.schema.pools.push((name, kinds));
        }
        for help in said.help {
            let said = HelpKeys::of(help);
            if let Some(cards) = said.cards {
                self.payer((cards, said.r#for, said.does, said.gives), problems);
            }
        }
    }

    /// Reads a payment: the cards that pay, the uses that they pay for, the events that happen to them, and the pips
    /// that each gives.
    fn payer(
        &mut self,
        (cards, uses, does, gives): (&Node, Option<&Node>, Option<&Node>, Option<&Node>),
        problems: &mut Problems,
    ) {
        let mut p = self.parser(Scope::default(), problems);
        let cards = p.sought(cards, Class::Card);
        let uses = uses.map(|n| p.test(n));
        if let Some(n) = gives.filter(|n| n.as_int().is_some_and(|n| n < 1)) {
            let message = "a card that pays no pip pays for nothing: it is never offered";
            p.problems
                .warn("no_effect", &n.span, message)
                .help("leave `gives` out for one pip, or leave out the payer");
        }
        let gives = gives.map(|n| p.with_it(Of::Card, |p| p.amount(n)));
        let does = does.map_or(Vec::new(), |does| self.proposals(does, &Scope::of_it(Class::Card), problems));
        self.rules.schema.payers.push(Payers { cards, uses, does, gives });
    }
}
