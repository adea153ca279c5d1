//! Timed effects: items of lists that change, give, take, forbid or permit something until something ends.

use super::builder::Builder;
use super::keys::timed_effects::{
    ByKeys, DONE_TO_A_FIELD, EndKeys, ExtraKeys, GrantKeys, LoseAbilityKeys, ModifyKeys, RestoreKeys,
    TimedPermissionKeys,
};
use crate::data::{Data, Key, Node};
use crate::error::Problems;
use crate::kernel::model::duration::Duration;
use crate::kernel::model::flow_items::Together;
use crate::kernel::model::lang::{Amount, CardField, Class, Expr, Head};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::timed_effects::{ChangedObjects, FieldChange, TimedEffect};
use crate::kernel::model::value::Value;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::{Of, What};
use crate::kernel::rules::*;

/// The items that are timed effects, which last or begin later: they may stand among the events of one batch.
pub(super) const TIMED_ITEMS: [&str; 8] =
    ["modify", "grant", "lose_ability", "restore", "forbid", "permit", "extra", "end"];

impl Builder {
    /// Compiles a timed effect; `None`: a mistake, which is reported, or the key of something else.
    pub(super) fn timed_effect(
        &mut self,
        key: &Key,
        node: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<TimedEffect> {
        Some(match key.name.as_str() {
            "modify" => self.modified_for(node, scope, problems)?,
            "grant" => {
                let said = GrantKeys::of(node);
                let uses = said.uses.map(|n| self.parser(scope.clone(), problems).amount(n));
                if let (Some(node), Some(n)) = (said.uses, uses.as_ref().and_then(Amount::fixed))
                    && !(1..=u16::MAX as i64).contains(&n)
                {
                    let message = format!("`uses` is from 1 to {}, not {n}", u16::MAX);
                    problems.error("wrong_kind", &node.span, message);
                }
                let who = self.lasts_on(said.who?, scope, problems);
                let which = self.which((said.ability, said.abilities_of, said.kind), scope, problems)?;
                let called = self.called(said.called);
                TimedEffect::Grant { who, which, lasts: self.duration(said.lasts, problems), called, uses }
            }
            "lose_ability" => {
                let said = LoseAbilityKeys::of(node);
                let cards = self.parser(scope.clone(), problems).field_expr(said.cards?, FieldKind::Cards);
                let ability = said.ability.map(|named| self.named_in_a_list(named));
                let called = self.called(said.called);
                TimedEffect::LoseAbility { cards, ability, lasts: self.duration(said.lasts, problems), called }
            }
            "restore" => {
                let said = RestoreKeys::of(node);
                let cards = self.parser(scope.clone(), problems).field_expr(said.cards?, FieldKind::Cards);
                TimedEffect::Restore { cards, printed_only: said.which.is_some() }
            }
            "forbid" | "permit" => self.permitted_for(key.name == "forbid", node, scope, problems)?,
            "extra" => self.extra(node, scope, problems)?,
            "end" => self.end(node, scope, problems)?,
            _ => return None,
        })
    }

    /// Compiles the items of one batch: events, and timed effects that begin with them.
    pub(super) fn at_once(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Together {
        let mut out = Together::default();
        for item in node.items() {
            match item.as_map() {
                Some([(key, value)]) if TIMED_ITEMS.contains(&key.name.as_str()) => {
                    out.begins.extend(self.timed_effect(key, value, scope, problems));
                }
                _ => out.events.extend(self.proposals(item, scope, problems)),
            }
        }
        out
    }

    /// Reads the name of a timed effect, by which it can be ended.
    fn called(&mut self, said: Option<&Node>) -> Option<Sym> {
        let node = said?;
        let name = self.sym(node.as_str()?);
        self.mean(What::Lasting(name), node);
        Some(name)
    }

    /// Compiles `end`, which ends effects of a name early; `on` and `from` limit it to some objects and some sources.
    fn end(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Option<TimedEffect> {
        let said = EndKeys::of(node);
        let name = if node.as_map().is_some() { said.called? } else { node };
        let called = self.sym(name.as_str()?);
        self.mean(What::Ended(called), name);
        let on = said.on.map(|node| self.lasts_on(node, scope, problems));
        let from = said.from.map(|node| self.parser(scope.clone(), problems).field_expr(node, FieldKind::Cards));
        Some(TimedEffect::End { called, on, from })
    }

    /// Reads the cards or players that an effect is about.
    fn lasts_on(&self, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let mut parser = self.parser(scope.clone(), problems);
        let found = parser.field_expr(node, FieldKind::Object);
        match &found {
            Expr::Select(what) => parser.must_select(what, node, &[Class::Card, Class::Player]),
            Expr::Ref(r) => parser.must_be_card_or_player(r, node),
            _ => {}
        }
        found
    }

    /// Compiles `extra`: a level that a player plays once more.
    fn extra(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Option<TimedEffect> {
        let said = ExtraKeys::of(node);
        let level = self.level(said.level?, problems)?;
        self.extra_levels.push((level, said.level?.span.clone()));
        Some(TimedEffect::Extra(level, self.parser(scope.clone(), problems).seats_expr(said.player?)))
    }

    /// Reports extra levels that would never be played, now that the flow is known.
    pub(super) fn check_extra(&self, problems: &mut Problems) {
        for (level, at) in self.extra_levels.iter().filter(|(level, _)| !self.rules.is_in_turn(*level)) {
            let (message, help) = self.rules.not_in_turn(*level);
            problems.error("unknown_word", at, message).help(help);
        }
    }

    /// Reads the duration of a timed effect; `None` if none is written, or after a mistake, which is reported.
    pub(super) fn duration(&self, node: Option<&Node>, problems: &mut Problems) -> Option<Duration> {
        let node = node?;
        let Some(text) = node.as_str() else {
            let message = format!("`lasts` is a duration, found {}", node.kind_name());
            problems.error("wrong_kind", &node.span, message).help("`lasts: turn`");
            return None;
        };
        match self.rules.duration(text) {
            Ok(duration) => Some(duration),
            Err(why) => {
                problems.error("unknown_word", &node.span, why);
                None
            }
        }
    }

    /// Notes an ability that a list names, and returns its index among those that lists name.
    pub(super) fn named_in_a_list(&mut self, named: &Node) -> usize {
        self.named_in_lists.push(named.clone());
        self.named_in_lists.len() - 1
    }

    fn modified_for(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> Option<TimedEffect> {
        let said = ModifyKeys::of(node);
        let what = match (said.what, said.affects) {
            (Some(_), Some(affects)) => {
                let message = "write `what` or `affects`, not both: `what` changes what matches now, `affects` also what matches later";
                problems.error("unknown_key", &affects.span, message);
                return None;
            }
            (Some(what), None) => ChangedObjects::Of(self.lasts_on(what, scope, problems)),
            (None, Some(affects)) => {
                let scope = Scope { it: Some(Of::Card), ..scope.clone() };
                ChangedObjects::Matching(self.parser(scope, problems).test(affects))
            }
            (None, None) => return None,
        };
        let class = match &what {
            ChangedObjects::Of(Expr::Select(sel)) => sel.source.class(),
            ChangedObjects::Of(Expr::Seats(_)) => Some(Class::Player),
            ChangedObjects::Of(Expr::Ref(r)) if r.path.is_empty() => match r.head {
                Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_) => Some(Class::Player),
                Head::SelfCard => Some(Class::Card),
                _ => None,
            },
            ChangedObjects::Of(_) => None,
            ChangedObjects::Matching(_) => Some(Class::Card),
        };
        let field = Key { name: said.field?.as_str()?.into(), span: said.field?.span.clone() };
        let sym = self.sym(&field.name);
        let classes = class.map_or(vec![Class::Card, Class::Player], |class| vec![class]);
        let is_number = classes.iter().any(|class| self.rules.schema.attr_called(*class, sym).is_some());
        let slot = match self.rules.schema.card_field(sym) {
            Some(CardField::Words(slot)) if classes.contains(&Class::Card) => Some(slot),
            _ => None,
        };
        let by = match (is_number, slot) {
            (true, _) => self.number_by(said.by?, class, scope, problems)?,
            (false, Some(slot)) => self.word_by(&field, slot, said.by?, scope, problems)?,
            (false, None) => {
                self.not_modified(&field, class.unwrap_or(Class::Card), problems);
                return None;
            }
        };
        let lasts = self.duration(said.lasts, problems);
        let called = self.called(said.called);
        Some(TimedEffect::Modify { what, field: sym, by, lasts, called })
    }

    /// Reads the change of a number.
    fn number_by(
        &mut self,
        node: &Node,
        class: Option<Class>,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<FieldChange> {
        let said = ByKeys::of(node);
        let ways =
            [(How::Set, said.set), (How::Times, said.times), (How::Least, said.at_least), (How::Most, said.at_most)];
        let ways: Vec<(How, &Node)> = ways.into_iter().filter_map(|(how, node)| Some((how, node?))).collect();
        let of = class.map_or(Of::Any, Of::from);
        if let Some(word) = said.without {
            problems.error("wrong_kind", &word.span, "`without` takes a word away, and this is a number");
            return None;
        }
        let (how, amount) = match (ways.as_slice(), said.printed_of) {
            ([], None) => (How::Add, node),
            ([one], None) => *one,
            ([], Some(card)) => {
                self.parser(scope.clone(), problems).known_keys(node, &DONE_TO_A_FIELD);
                return Some(FieldChange::PrintedOf(Expr::Ref(self.parser(scope.clone(), problems).object_ref(card))));
            }
            _ => {
                let message = "`by` says one of `set`, `times`, `at_least`, `at_most` and `printed_of`";
                problems.error("unknown_key", &node.span, message).help("modify it twice");
                return None;
            }
        };
        if how != How::Add {
            self.parser(scope.clone(), problems).known_keys(node, &DONE_TO_A_FIELD);
        }
        let before = problems.len();
        let n = self.parser(scope.clone(), problems).with_it(of, |p| p.amount(amount));
        if problems.len() == before && matches!((how, n.fixed()), (How::Add, Some(0)) | (How::Times, Some(1))) {
            problems.warn("no_effect", &amount.span, "this modifies by nothing, which changes nothing");
        }
        Some(FieldChange::Number(how, n))
    }

    /// Reads the word that is added or removed.
    fn word_by(
        &mut self,
        field: &Key,
        slot: u8,
        node: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<FieldChange> {
        let taken = ByKeys::of(node).without;
        if taken.is_some() {
            self.parser(scope.clone(), problems).known_keys(node, &DONE_TO_A_FIELD);
        }
        let node = taken.unwrap_or(node);
        let Data::Text(text) = &node.value else {
            let message = format!(
                "`{}` holds words: `by` is one, or `{{ without: WORD }}`, found {}",
                field.name,
                node.kind_name()
            );
            problems.error("wrong_kind", &node.span, message);
            return None;
        };
        let found = self.parser(scope.clone(), problems).reference(node);
        if let Head::Value(Value::Word(_)) = found.head {
            let word: Sym = self.sym(text);
            let meant = if taken.is_some() { What::Word(slot, word) } else { What::GivenWord(slot, word) };
            self.mean(meant, node);
        }
        let word = Expr::Ref(found);
        Some(if taken.is_some() { FieldChange::Without(word) } else { FieldChange::Word(word) })
    }

    fn permitted_for(
        &mut self,
        forbids: bool,
        node: &Node,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<TimedEffect> {
        let said = TimedPermissionKeys::of(node);
        let verb = self.sym(said.verb?.as_str()?);
        self.mean(What::GivenVerb(verb), said.verb?);
        let is_reference = |node: &&Node| node.as_map().is_none();
        let filters = [said.card.filter(|node| !is_reference(node)), said.r#use, said.to];
        let cards = said.card.filter(is_reference);
        let cards = cards.map(|node| self.parser(scope.clone(), problems).field_expr(node, FieldKind::Cards));
        // A player to whom `by` refers is fixed when the effect begins. The filters are tested each time.
        let by = said.by.map(|node| self.parser(scope.clone(), problems).seat_test(node));
        let about = |of: Option<Of>| Scope { it: of, no_it: false, ..scope.clone() };
        let [card, use_, to] = filters;
        let card = card.map(|node| self.parser(about(Some(Of::Card)), problems).test(node));
        let use_ = use_.map(|node| self.parser(about(Some(Of::Use)), problems).test(node));
        let to = to.map(|node| self.parser(about(None), problems).object_filter(node));
        let what = Box::new(Permission { forbids, verb, card, use_, by, to });
        let called = self.called(said.called);
        Some(TimedEffect::Permit { what, cards, lasts: self.duration(said.lasts, problems), called })
    }
}
