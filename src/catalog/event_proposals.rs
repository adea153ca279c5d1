//! Proposals: events that data makes happen, each a map of its name and its fields.

use super::builder::Builder;
use super::item_names::{is_step, needed, own_cause};
use super::kernel_words::event_of_verb;
use crate::data::{Data, Key, Node};
use crate::error::Problems;
use crate::kernel::model::lang::{Amount, Expr, Head, Ref};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::*;

impl Builder {
    /// Reads the events that a list proposes: each item is a map of one verb.
    pub(super) fn proposals(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Vec<Proposal> {
        let mut out = Vec::new();
        for item in node.items() {
            match item.as_map() {
                Some([(first, _), ..]) if is_step(&first.name) && !self.is_own_event(&first.name) => {
                    no_step(item, first, problems)
                }
                Some([(key, value)]) => out.extend(self.proposal(key, value, scope, problems)),
                Some(_) => {}
                // An item that is no map, such as the name of a step, is no event.
                None => {
                    problems.error("wrong_kind", &item.span, "an event is a map of its name and its fields");
                }
            }
        }
        out
    }

    /// Forgets that a reference named the card to which an event happens, because nothing is asked about that card.
    fn ask_nothing_of_subject(&self, subject: &Expr, around: bool) {
        let names_it = |r: &Ref| r.path.len() <= usize::from(matches!(r.head, Head::This | Head::Event));
        if matches!(subject, Expr::Ref(r) if names_it(r)) {
            self.names_cards.set(around);
        }
    }

    pub(super) fn proposal(
        &mut self,
        key: &Key,
        value: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Proposal> {
        let name = event_of_verb(&key.name);
        let at = Node { value: Data::Text(name.into()), span: key.span.clone() };
        let id = self.event_id(&at, problems)?;
        let def = self.rules.events[id.index()].clone();
        if is_misused(id, &def, key, value, problems) {
            return None;
        }
        let mut slot = None;
        let mut fields: Vec<Expr> = def.fields.iter().map(|_| Expr::Ref(Ref::value(Value::Nil))).collect();
        let is_given = |name: &Sym| {
            value.as_map().is_none_or(|m| m.iter().any(|(k, _)| self.rules.name(*name).as_ref() == k.name))
        };
        let subject = def.subject(|i| is_given(&def.fields[i].0));
        // In the event's other fields, `it` means the event's subject.
        let beside = Scope { no_it: scope.no_it && subject.is_none(), ..scope.clone() };
        match value.as_map() {
            // A value that is no map belongs to the first field of the event: `retire: card`.
            None => match def.fields.first() {
                Some(_) if id == event::CLOSED => {
                    fields[0] = Expr::Ref(self.parser(scope.clone(), problems).object_ref(value));
                }
                Some((_, kind)) => {
                    let around = self.names_cards.get();
                    fields[0] = self.parser(scope.clone(), problems).field_expr(value, *kind);
                    self.ask_nothing_of_subject(&fields[0], around);
                }
                None => return Some(Proposal::new(id, fields, &def)),
            },
            Some(map) => {
                for (k, v) in map {
                    // Data writes `owner` for the field `player` of a created card.
                    let is_owner = key.name == "create" && k.name == "owner";
                    let sym = self.sym(if is_owner { "player" } else { &k.name });
                    let at = def.fields.iter().position(|(n, _)| *n == sym);
                    let scope = if at == subject { scope } else { &beside };
                    match def.fields.iter().position(|(n, _)| *n == sym) {
                        // A draw is a single event; several draws are several items of the flow, or a script.
                        None if id == event::DRAW && k.name == "n" => {
                            if v.as_int() != Some(1) {
                                let help = "repeat `draw`, or draw several in a flow list or a script";
                                problems.error("wrong_kind", &v.span, "one `draw` draws one card").help(help);
                            }
                        }
                        None if id == event::MOVED && k.name == "slot" => {
                            slot = Some(self.parser(scope.clone(), problems).amount(v));
                        }
                        None => {
                            self.unknown_field(&def, key, k, problems);
                        }
                        Some(i) => {
                            if let Some(expr) = self.special_field(id, k, v, scope, problems) {
                                fields[i] = expr;
                                continue;
                            }
                            let around = self.names_cards.get();
                            fields[i] = self.parser(scope.clone(), problems).field_expr(v, def.fields[i].1);
                            if at == subject {
                                self.ask_nothing_of_subject(&fields[i], around);
                            }
                            if at != subject
                                && matches!((def.fields[i].1, &fields[i]), (FieldKind::Player, Expr::Seats(_)))
                            {
                                several_players(&key.name, k, v, problems);
                            }
                        }
                    }
                }
            }
        }
        self.check_number(id, value, &fields, problems);
        self.check_name(id, value, &fields, problems);
        self.check_given(id, key, value, &fields, problems);
        self.check_proposal(id, key, &mut fields, problems);
        if let Some(slot) = slot {
            put_in_slot(&mut fields[2], slot, value, problems);
        }
        Some(Proposal::new(id, fields, &def))
    }

    /// Reports the change of an unknown number, or of a number that no player of the named role has.
    fn check_number(&self, id: EventId, value: &Node, fields: &[Expr], problems: &mut Problems) {
        if let (
            event::CHANGED | event::SET,
            Some(Expr::Ref(Ref { head: Head::Role(seats), path })),
            Some(Expr::Ref(Ref { head: Head::Value(Value::Word(name)), .. })),
        ) = (id, fields.first(), fields.get(1))
            && path.is_empty()
            && self.rules.schema.counters.iter().any(|counter| counter.name == *name && counter.seats & seats == 0)
        {
            let message = format!("none of these players has `{}`", self.rules.name(*name));
            let help = "`counters` of the manifest says which role has one";
            problems.error("unknown_word", &value.span, message).help(help);
        }
        if let (event::CHANGED | event::SET, Some(Expr::Ref(Ref { head: Head::Value(Value::Word(name)), .. }))) =
            (id, fields.get(1))
            && !self.is_number(*name)
        {
            let name = self.rules.name(*name);
            match self.rules.schema.why_unchanged(name) {
                Some((message, help)) => problems.error("unknown_word", &value.span, message).help(help),
                None => {
                    let message = format!("nothing has a counter or a stored number `{name}`");
                    problems.error("unknown_word", &value.span, message);
                }
            }
        }
    }

    /// Reports a field that an event does not have.
    fn unknown_field(&self, def: &EventDef, key: &Key, k: &Key, problems: &mut Problems) {
        let known: Vec<String> = def.fields.iter().map(|(n, _)| self.rules.name(*n).to_string()).collect();
        let help = crate::data::suggest::help_for(&k.name, known.iter().map(String::as_str));
        let message = format!("`{}` has no field `{}`", key.name, k.name);
        problems.error("unknown_key", &k.span, message).help(help);
    }

    /// The value of a field with words or rules of its own, such as the face of a moved card; `None` for other fields.
    fn special_field(
        &mut self,
        id: EventId,
        k: &Key,
        v: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Expr> {
        let absent = Expr::Ref(Ref::value(Value::Nil));
        Some(match k.name.as_str() {
            "face" | "to" if id == event::MOVED && k.name == "face" || id == event::FACED => match v.as_str() {
                Some("down") => Expr::Amount(Amount::Int(1)),
                Some("blind") => Expr::Amount(Amount::Int(2)),
                Some("up") if id == event::FACED => Expr::Amount(Amount::Int(0)),
                Some("up") => absent,
                _ => {
                    let message = format!("`{}` is `up`, `down` or `blind`", k.name);
                    problems.error("unknown_word", &v.span, message);
                    absent
                }
            },
            "lasts" if id == event::CONTROLLED => {
                self.duration(Some(v), problems);
                Expr::Ref(Ref::value(Value::Text(v.as_str().unwrap_or_default().into())))
            }
            // `position` of a move is `top` or `bottom`; an event that only arranges cards takes a number, too.
            "position" if id == event::MOVED || id == event::ARRANGED && v.as_int().is_none() => {
                let top = v.as_str() == Some("top");
                if !top && v.as_str() != Some("bottom") {
                    problems.error("unknown_word", &v.span, "`position` is `top` or `bottom`");
                }
                Expr::Amount(Amount::Int(top as i64))
            }
            "def" if [event::CREATED, event::TRANSFORMED].contains(&id) => self.made(v, scope, problems),
            "values" if id == event::CREATED => self.stored(v, scope, problems),
            _ => return None,
        })
    }

    /// Reports the name of a counter that means something else here: a target, or a field of the event.
    fn check_name(&self, id: EventId, value: &Node, fields: &[Expr], problems: &mut Problems) {
        let (event::CHANGED | event::SET, Some(Expr::Ref(read))) = (id, fields.get(1)) else { return };
        let said = value.field("name").and_then(Node::as_str).unwrap_or_default();
        let is_counter = self.rules.schema.symbols.find(said).is_some_and(|name| self.is_number(name));
        let what = match read.head {
            Head::Target(_) => "a target",
            Head::Event => "a field of the event",
            Head::Var(_) => "a name of the list",
            _ => return,
        };
        if is_counter {
            let message = format!("`{said}` is {what} here, not the counter");
            problems.error("name_taken", &value.span, message).help("give one of the two another name");
        }
    }

    /// Reports required fields of a game's own event that are left out, and warns of a `change` by 0.
    fn check_given(&self, id: EventId, key: &Key, value: &Node, fields: &[Expr], problems: &mut Problems) {
        let def = &self.rules.events[id.index()];
        let by =
            value.field("by").filter(|by| by.as_int() == Some(0) || by.as_str().is_some_and(|by| by.trim() == "0"));
        if let (event::CHANGED, Some(by)) = (id, by) {
            problems.warn("no_effect", &by.span, "this changes a number by 0").help("write the number that is meant");
        }
        if id.index() < event::COUNT as usize {
            return;
        }
        // A field of the kind `any` may be left out.
        let must_be = |(i, kind): (usize, FieldKind)| kind != FieldKind::Any && def.optional & 1 << i.min(31) == 0;
        let all = def.fields.iter().enumerate();
        // Findings about a written field were reported before.
        let is_written = |name: &Sym| value.field(self.rules.name(*name)).is_some();
        let missing =
            all.filter(|(i, (name, kind))| must_be((*i, *kind)) && is_left_out(&fields[*i]) && !is_written(name));
        let missing: Vec<String> = missing.map(|(_, (name, _))| format!("`{}`", self.rules.name(*name))).collect();
        if !missing.is_empty() {
            let names = missing.join(", ");
            let message = format!("`{}` says nothing of {names}", key.name);
            let help = format!("write {names}; what may be nothing is declared with a `?`, as in `card: card?`");
            problems.error("missing", &key.span, message).help(help);
        }
    }

    /// Reports events that data cannot propose, or that would do nothing because fields are left out.
    fn check_proposal(&self, id: EventId, key: &Key, fields: &mut [Expr], problems: &mut Problems) {
        if let Some(help) = own_cause(id) {
            let message = format!("`{}` only tells what was done: proposing it does nothing", key.name);
            problems.error("unknown_word", &key.span, message).help(help);
            return;
        }
        if id == event::COVERED && !self.rules.schema.zones.iter().any(|zone| zone.beneath) {
            let message = "no zone of this game holds what lies beneath a card";
            let help = "`zones` names one: `{ beneath: { beneath: true } }`";
            problems.error("missing", &key.span, message).help(help);
        }
        // Without an owner, a created card belongs to its maker.
        if id == event::CREATED && is_left_out(&fields[3]) {
            fields[3] = Expr::Ref(Ref::head(Head::Me));
        }
        for at in needed(id).iter().filter(|at| is_left_out(&fields[**at])) {
            let name = self.rules.name(self.rules.events[id.index()].fields[*at].0);
            let message = format!("`{}` does nothing without `{name}`", key.name);
            problems.error("missing", &key.span, message);
        }
    }

    /// True if some counter or stored number has this name.
    pub(super) fn is_number(&self, name: Sym) -> bool {
        let schema = &self.rules.schema;
        let counters = schema.counters.iter().chain(&schema.game_counters).chain(&schema.space_counters);
        counters.map(|c| c.name).any(|n| n == name)
            || schema.attrs.iter().any(|a| a.name == name && matches!(a.base, AttrBase::Stored { .. }))
    }
}

/// Reports an item that is no event where only events are allowed. A more general finding about it is replaced.
fn no_step(item: &Node, key: &Key, problems: &mut Problems) {
    let message = format!("`{}` is no event, and only events stand in this list", key.name);
    let help = "a check has an `if` of its own; an ability with `after` may do anything under its `do`";
    let mut is_told = false;
    problems.amend(|problem| {
        if problem.span == item.span && problem.key == "wrong_kind" {
            (problem.message, problem.help) = (message.clone(), Some(help.into()));
            is_told = true;
        }
    });
    if !is_told {
        problems.error("unknown_word", &key.span, message).help(help);
    }
}

/// Reports a value that cannot be the fields of the event: an empty list, a `close` that names nothing, or a `draw`
/// of a number.
fn is_misused(id: EventId, def: &EventDef, key: &Key, value: &Node, problems: &mut Problems) -> bool {
    if matches!(&value.value, Data::List(list) if list.is_empty()) && !def.fields.is_empty() {
        let message = format!("`{}` is empty: nothing says what it is about", key.name);
        problems.error("missing", &value.span, message).help("leave it out, or name its fields");
        return true;
    }
    if key.name == "close" && value.as_str().is_none() {
        let message = format!("`close` names a record, found {}", value.kind_name());
        let help = "`close: NAME` closes the innermost record of that name, `close: it` the one that is meant";
        problems.error("wrong_kind", &value.span, message).help(help);
        return true;
    }
    if id == event::DRAW && value.as_int().is_some() {
        let message = format!("`{}` draws one card for a player here, and {} is no player", key.name, value.to_json());
        let help = "write `draw: me`, once for each card; a list with `if`, `each` or `choose` in it may draw several";
        problems.error("wrong_kind", &value.span, message).help(help);
        return true;
    }
    false
}

/// Adds the slot to the destination of a move.
fn put_in_slot(to: &mut Expr, slot: Amount, value: &Node, problems: &mut Problems) {
    match to {
        Expr::Dest(dest) => dest.slot = Some(Box::new(slot)),
        _ => {
            problems.error("wrong_kind", &value.span, "`slot` is the space of a zone, so `to` must name a zone");
        }
    }
}

/// Reports a field that names several players where an event takes one; only the field of its subject may name several.
fn several_players(event: &str, field: &Key, value: &Node, problems: &mut Problems) {
    let said = value.as_str().unwrap_or_default();
    let message = format!("`{}` of `{event}` is one player, and `{said}` are several", field.name);
    let help =
        format!("a round of them: `{{ each: {said}, as: one, do: [{{ {event}: {{ {}: one, ... }} }}] }}`", field.name);
    problems.error("wrong_kind", &value.span, message).help(help);
}

/// True if a field is left out.
fn is_left_out(field: &Expr) -> bool {
    matches!(field, Expr::Ref(Ref { head: Head::Value(Value::Nil), .. }))
}
