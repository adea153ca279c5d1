//! Abilities: what a card, a rule or an action of the game does, and when.

use super::ScriptSource;
use super::ability_forms;
use super::builder::Builder;
use super::item_names::is_step;
use super::keys::abilities::{AbilityKeys, ModeKeys};
use super::keys::windows::ActionKeys;
use super::limits;
use super::strict_maps::wrong;
use super::timed_effects::TIMED_ITEMS;
use super::{ineffective_parts, unused_targets};
use crate::data::{Key, Node, Span, names_word};
use crate::error::Problems;
use crate::kernel::model::ability::{CostPart, PipCost};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Class, Source};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::{Of, What};
use crate::kernel::rules::*;

/// Reports a value that is no script, where a script is needed.
fn not_lua(script: &Node, problems: &mut Problems) {
    if script.as_map().is_none() {
        return wrong(script, "script", "Lua source", problems);
    }
    let message = "YAML reads this script as a map: `: ` in a line without `|` is a sign of YAML";
    let problem = problems.error("wrong_kind", &script.span, message);
    problem.help("write `script: |` and the script in the lines below: then it stays as it is written");
}

/// Reports that `do` reads a field of a target that is a card definition. A definition is what is printed, and lies in
/// no zone.
fn fields_of_a_definition(ability: &Node, name: &str, problems: &mut Problems) {
    let path = format!("this.{name}.");
    let Some(list) = ability.field("do").filter(|list| list.any_text(&|text: &str| text.contains(&path))) else {
        return;
    };
    let message = format!("`this.{name}` is a card as it is printed, and has no fields here");
    let help = format!("`name: this.{name}` and `def: this.{name}` find the cards of that name");
    problems.error("unknown_word", &list.span, message).help(help);
}

/// The keys of which an ability has exactly one.
const FORMS: [&str; 4] = ["timing", "after", "instead", "while"];

impl Builder {
    /// Compiles the tree of an ability. With `modes` or `parts`, each of these becomes an ability of its own.
    pub(super) fn ability(
        &mut self,
        node: &Node,
        def: Option<DefId>,
        index: usize,
        live_in: IdSet<ZoneKind>,
        problems: &mut Problems,
    ) -> Vec<AbilityId> {
        if node.as_map().is_none() || !self.read.fits() {
            return Vec::new();
        }
        let id = self.own_id(AbilityKeys::of(node).id, index, problems);
        let merged;
        let node = match self.with_kind(node, problems) {
            Some(whole) => {
                merged = whole;
                &merged
            }
            None => node,
        };
        let said = AbilityKeys::of(node);
        if !self.read.count(node, def, said.parts.map_or(said.modes, Node::items), problems) {
            return Vec::new();
        }
        ineffective_parts::check(node, problems);
        if let Some(parts) = said.parts {
            self.only_one(id, &node.span, def, &[], problems);
            return self.parts(node, parts, def, id, live_in, problems);
        }
        if said.modes.is_empty() {
            self.only_one(id, &node.span, def, &[], problems);
            return self.one_ability(node, node, def, id, None, live_in, problems).into_iter().collect();
        }
        let mut out: Vec<AbilityId> = Vec::new();
        let mut names: Vec<Sym> = Vec::new();
        for (i, mode) in said.modes.iter().enumerate() {
            let name = self.own_id(ModeKeys::of(mode).id, i, problems);
            self.only_one(name, &mode.span, def, &names, problems);
            names.push(name);
            if let Some(new) = self.one_ability(node, mode, def, name, Some(name), live_in, problems) {
                let first = *out.first().unwrap_or(&new);
                self.rules.abilities[new.index()].limit_as = first;
                self.rules.abilities[new.index()].group = first;
                out.push(new);
            }
        }
        out
    }

    /// The key of an ability's form in words, for a finding. It names the kind of ability if the key comes from there.
    fn named_form(&self, node: &Node, (form, value): (&str, &Node)) -> String {
        let kind = AbilityKeys::of(node).kind.and_then(Node::as_str).unwrap_or("");
        let brought = self.ability_kinds.get(kind).and_then(|kind| kind.field(form));
        match brought.is_some_and(|brought| brought.span == value.span) {
            true => format!("`{form}`, which `kind: {kind}` brings along,"),
            false => format!("`{form}`"),
        }
    }

    fn form(&mut self, node: &Node, problems: &mut Problems) -> Option<AbilityForm> {
        let said = AbilityKeys::of(node);
        let values = [said.timing, said.after, said.instead, said.r#while];
        let found: Vec<(&str, &Node)> =
            FORMS.into_iter().zip(values).filter_map(|(kind, value)| Some((kind, value?))).collect();
        let [(kind, value)] = found[..] else {
            let mut help = "timing (offered), after (a trigger), instead (a replacement) or while (holds)".to_string();
            // A kind of ability that the game declares may have the missing key.
            let has_form = |kind: &Node| FORMS.iter().any(|form| kind.field(form).is_some());
            let kinds: Vec<&str> =
                self.ability_kinds.iter().filter(|(_, kind)| has_form(kind)).map(|(name, _)| &**name).collect();
            if found.is_empty() && !kinds.is_empty() {
                help += &format!("; or `kind`, which brings one along: {}", kinds.join(", "));
            }
            let message = match found.is_empty() {
                true => "an ability has exactly one form".to_string(),
                false => {
                    let named: Vec<String> = found.iter().map(|form| self.named_form(node, *form)).collect();
                    format!("an ability has exactly one form, and this one has {}", named.join(" and "))
                }
            };
            problems.error("missing", &node.span, message).help(help);
            return None;
        };
        Some(match kind {
            "timing" => {
                let timings: Vec<Sym> = self.timing_needs.iter().map(|(n, _)| *n).collect();
                let found = self.parser(Scope::default(), problems).one_of(value, "timing", &timings)?;
                for need in self.timing_needs[found].1.clone() {
                    if node.field(&need).is_none() {
                        let name = self.rules.name(timings[found]);
                        let message = format!("an ability with the timing `{name}` needs `{need}`");
                        problems.error("missing", &value.span, message);
                    }
                }
                AbilityForm::Timing(timings[found])
            }
            "after" | "instead" => {
                let id = self.event_id(value, problems)?;
                let form = if kind == "after" { AbilityForm::After(id) } else { AbilityForm::Instead(id) };
                ability_forms::check_event(&form, value, value.as_str().unwrap_or(""), problems);
                form
            }
            _ => AbilityForm::While,
        })
    }

    #[allow(clippy::too_many_arguments)] // two call sites; a struct would only rename them
    pub(super) fn one_ability(
        &mut self,
        node: &Node,
        mode: &Node,
        def: Option<DefId>,
        id: Sym,
        mode_name: Option<Sym>,
        live_in: IdSet<ZoneKind>,
        problems: &mut Problems,
    ) -> Option<AbilityId> {
        let (said, of_mode) = (AbilityKeys::of(node), ModeKeys::of(mode));
        // Text, targets and effect: of the mode, or of the ability itself if it has no modes. A mode without `do` has
        // that of the ability.
        let (text, targets, script, list) = match mode_name {
            Some(_) => (of_mode.text, of_mode.targets, of_mode.script, of_mode.r#do.or(said.r#do)),
            None => (said.text, said.targets, said.script, said.r#do),
        };
        if !limits::targets(targets, problems) {
            return None;
        }
        let form = self.form(node, problems)?;
        ability_forms::check(&form, node, problems);
        let of_types = def.and_then(|d| {
            let def = &self.rules.defs[d.index()];
            std::iter::once(def.ty).chain(def.types.iter()).find_map(|ty| *self.kind_of_type.get(ty.index())?)
        });
        let around = self.names_cards.replace(false);
        let mut ability = self.blank(def, id, form.clone());
        ability.mode = mode_name;
        ability.kind_word = said.kind.and_then(Node::as_str).map(|k| self.sym(k));
        let flags = said.flags;
        ability.flags = flags.map_or(Vec::new(), |n| self.parser(Scope::default(), problems).noted_syms(n, What::Flag));
        let own = ability.kind_word.and_then(|k| self.use_of_kind.iter().find(|(n, _)| *n == k)).map(|(_, u)| *u);
        ability.kind = match form {
            AbilityForm::Timing(_) => own.or(of_types),
            AbilityForm::After(_) => own.or(self.rules.triggers.kind.filter(|_| def.is_some())),
            _ => None,
        };
        ability.text = text.and_then(Node::as_str).unwrap_or("").into();
        ability.from = match said.from {
            Some(zones) => self.parser(Scope::default(), problems).zones(zones),
            None if def.is_some() => live_in,
            None => IdSet::EMPTY,
        };
        self.conditions(&mut ability, node, targets, problems);
        let mut scope = self.scope_of(targets, &form, problems);
        self.targets_and_cost(&mut ability, (node, mode_name.map(|_| of_mode)), targets, &mut scope, problems);
        self.effect(&mut ability, node, (script, list), &scope, problems);
        self.statics(&mut ability, node, problems);
        let asks = self.names_cards.replace(around);
        ability.asks_of_cards = asks || !ability.matches.is_empty() || matches!(ability.effect, Effect::Script(_));
        unused_targets::check(node, mode, problems);
        self.check_hidden_reads(&mut ability, node, mode, problems);
        Some(self.push_ability(ability))
    }

    fn scope_of(&mut self, targets: &[(Key, Node)], form: &AbilityForm, problems: &mut Problems) -> Scope {
        let (event, about) = match form {
            AbilityForm::Instead(e) => (Some(*e), Some(*e)),
            AbilityForm::After(e) => (None, Some(*e)),
            _ => (None, None),
        };
        let targets = self.target_names(targets, problems);
        let this = Some(targets.clone()).filter(|_| *form != AbilityForm::While);
        Scope { targets, this, event, about, ..Scope::of_nothing() }
    }

    pub(super) fn push_ability(&mut self, mut ability: Ability) -> AbilityId {
        let id = AbilityId::of(self.rules.abilities.len());
        ability.limit_as = id;
        ability.group = id;
        self.rules.abilities.push(ability);
        id
    }

    pub(super) fn blank(&self, def: Option<DefId>, id: Sym, form: AbilityForm) -> Ability {
        Ability {
            def,
            id,
            is_from_pack: false,
            looks: 0,
            text: "".into(),
            kind_word: None,
            flags: Vec::new(),
            group: AbilityId(0),
            form,
            from: IdSet::EMPTY,
            for_: None,
            matches: Vec::new(),
            turn: None,
            phases: Vec::new(),
            replies_to: None,
            needs: Vec::new(),
            condition: None,
            once: None,
            limit_as: AbilityId(0),
            optional: false,
            once_per_batch: false,
            cost: Vec::new(),
            x: None,
            targets: Vec::new(),
            alternative: false,
            mode: None,
            uncancellable: false,
            is_bounded: false,
            asks_of_cards: false,
            kind: None,
            effect: Effect::None,
            statics: Vec::new(),
        }
    }

    fn conditions(&mut self, ability: &mut Ability, node: &Node, targets: &[(Key, Node)], problems: &mut Problems) {
        let said = AbilityKeys::of(node);
        if let AbilityForm::After(e) | AbilityForm::Instead(e) = ability.form {
            ability.matches = self.matches(said.r#match, e, problems);
        }
        let about = match ability.form {
            AbilityForm::After(e) | AbilityForm::Instead(e) => Some(e),
            _ => None,
        };
        let holds = ability.form == AbilityForm::While;
        let this = (!holds).then(|| targets.iter().map(|(key, _)| self.sym(&key.name)).collect());
        let scope = Scope { holds, this, ..Scope::about(about) };
        for (key, cond) in ["while", "if"].into_iter().filter_map(|key| Some((key, node.field(key)?))) {
            if cond.as_bool() == Some(false) {
                problems.warn("no_effect", &cond.span, format!("with `{key}: false` the ability never does anything"));
            }
        }
        let mut p = self.parser(scope.clone(), problems);
        ability.turn = match said.turn {
            Some(n) if n.as_str() == Some("any") => None,
            Some(n) => Some(p.seat_test_or(n, &["any"])),
            None => None,
        };
        ability.phases = said.phase.map_or(Vec::new(), |n| p.phases(n));
        ability.replies_to = said.replies_to.map(|n| p.test(n));
        ability.condition = said.condition.map(|n| p.cond(n));
        if let Some(cond) = said.r#if {
            ability.needs.push((p.cond(cond), None));
        }
        if let Some(cond) = said.r#while
            && cond.as_bool() != Some(true)
        {
            ability.needs.push((p.cond(cond), None));
        }
        for need in said.needs {
            ability.needs.push(p.need(need));
        }
        ability.optional = said.optional;
        ability.uncancellable = said.uncancellable;
        ability.once_per_batch = said.limit.is_some();
        ability.once = said.once.and_then(|n| self.level(n, problems));
    }

    fn targets_and_cost(
        &mut self,
        ability: &mut Ability,
        (node, mode): (&Node, Option<ModeKeys>),
        targets: &[(Key, Node)],
        scope: &mut Scope,
        problems: &mut Problems,
    ) {
        for (i, (key, what)) in targets.iter().enumerate() {
            let name = self.sym(&key.name);
            // A target with `pick` is chosen one at a time, and the filter may name those chosen so far. A single
            // target cannot be named in its own filter, so a word like its name means the word.
            let own = usize::from(what.field("pick").is_some());
            let targets = scope.targets.iter().take(i + own).copied().collect();
            let later = scope.targets.iter().skip(i + 1).copied().collect();
            let inner = Scope { targets, later, ..scope.clone() };
            let selection = self.parser(inner, problems).selection(what, Class::Card);
            scope.kinds.push((name, selection.source.class().map_or(Of::Any, Of::from)));
            let list = selection.max != Some(Amount::Int(1));
            if matches!(selection.source, Source::Defs(_)) {
                fields_of_a_definition(node, &key.name, problems);
            }
            self.name_in(ability, what);
            if ineffective_parts::is_anywhere(&selection) {
                problems.warn("wide", &key.span, format!("`{}` may be any card of the game", key.name));
            }
            ability.targets.push(Target { name, what: selection, list, is_named: false });
        }
        let said = AbilityKeys::of(node);
        if let Some(cost) = said.cost
            && !matches!(ability.form, AbilityForm::While)
        {
            ability.cost = self.costs(cost, scope, problems);
            self.name_in(ability, cost);
        }
        if let Some(mode) = &mode {
            ability.alternative = mode.alternative;
            if mode.alternative {
                ability.cost.clear();
            }
            if let Some(cost) = mode.cost {
                // The cost of a mode is added to that of the ability. Its pips become amounts, because amounts are
                // added to a printed cost before modifiers change that cost.
                let with_the_rest = |part| match part {
                    CostPart::Pips(PipCost::Fixed(cost)) => {
                        let kinds = cost.into_iter().enumerate().filter(|(_, n)| *n > 0);
                        CostPart::Pips(PipCost::Amounts(
                            kinds.map(|(kind, n)| (kind as u8, Amount::Int(n.into()))).collect(),
                        ))
                    }
                    other => other,
                };
                ability.cost.extend(self.costs(cost, scope, problems).into_iter().map(with_the_rest));
                self.name_in(ability, cost);
            }
        }
        ability.x = said.x.map(|n| self.parser(scope.clone(), problems).amount(n));
    }

    /// Marks each target of an ability that `text` names; `text` is the tree of a later target or of the cost.
    fn name_in(&self, ability: &mut Ability, text: &Node) {
        for target in &mut ability.targets {
            target.is_named |= text.any_text(&|text: &str| names_word(text, self.rules.name(target.name)));
        }
    }

    fn effect(
        &mut self,
        ability: &mut Ability,
        node: &Node,
        (script, list): (Option<&Node>, Option<&Node>),
        scope: &Scope,
        problems: &mut Problems,
    ) {
        if let Some(script) = script {
            match script.as_str() {
                Some(source) => {
                    let id = self.script(source, &script.span, ability.def, ability.id, node.field("reads"));
                    ability.effect = Effect::Script(id);
                }
                None => not_lua(script, problems),
            }
        } else if let Some(list) = list {
            ability.effect = match ability.form {
                AbilityForm::Instead(_) if !self.is_done_afterwards(list) => {
                    Effect::Events(self.at_once(list, scope, problems))
                }
                _ => Effect::List(self.leavable_list(list, "ability", scope, problems)),
            };
        } else if !matches!(ability.form, AbilityForm::While) {
            let message = "the ability does nothing: it has neither `script` nor `do`";
            problems.error("missing", &node.span, message);
        }
    }

    fn script(
        &mut self,
        source: &str,
        span: &Span,
        def: Option<DefId>,
        ability: Sym,
        reads: Option<&Node>,
    ) -> ScriptId {
        let id = ScriptId::of(self.scripts.len());
        self.scripts.push(ScriptSource {
            file: span.file.clone(),
            line: span.line,
            column: span.column,
            inside: span.inside.clone(),
            source: source.into(),
            is_step: false,
            // Scripts of a manifest may read hidden cards without saying so. `reads: hidden` in one file does not hold
            // for a script that the patch of another file puts into its place.
            reads_hidden: reads.is_some_and(|reads| reads.span.file == span.file)
                || self.hiding.is_of_reader(&span.file)
                || *span.file == *format!("cards/{}/game.yaml", self.rules.schema.game),
            is_asked_by_data: false,
        });
        let owner =
            def.map_or("the game".to_string(), |d| self.rules.name(self.rules.defs[d.index()].name).to_string());
        let name = format!("{owner}/{}", self.rules.name(ability));
        let names_its_card = source.contains("self") || source.contains("this");
        self.rules.scripts.push(ScriptInfo { name: name.into(), def, names_its_card });
        id
    }

    /// Compiles an ability under `abilities` of the manifest, which data and scripts grant by its name.
    pub(super) fn grantable(&mut self, id: Sym, node: &Node, problems: &mut Problems) {
        let merged = self.with_kind(node, problems);
        let node = merged.as_ref().unwrap_or(node);
        ineffective_parts::check(node, problems);
        if node.as_map().is_some()
            && let Some(made) = self.one_ability(node, node, None, id, None, IdSet::ALL, problems)
        {
            self.rules.abilities[made.index()].from = IdSet::ALL;
        }
    }

    /// Compiles an action of the manifest, as an ability of the game.
    pub(super) fn action(&mut self, name: Sym, kind: UseKindId, node: &Node, problems: &mut Problems) {
        let said = ActionKeys::of(node);
        let mut timings: Vec<Sym> = self.timing_needs.iter().map(|(n, _)| *n).collect();
        timings.extend(self.rules.windows.iter().flat_map(|w| w.offers.iter().copied()));
        let timing = match said.timing {
            Some(n) => self.parser(Scope::default(), problems).one_of(n, "timing", &timings).map(|i| timings[i]),
            None => None,
        };
        let timing = timing.unwrap_or(name);
        let mut ability = self.blank(None, name, AbilityForm::Timing(timing));
        ability.kind = Some(kind);
        ability.text = self.rules.uses[kind.index()].text.clone();
        ability.from = said.from.map_or(IdSet::EMPTY, |n| self.parser(Scope::default(), problems).zones(n));
        ability.for_ = said.r#for.map(|n| self.parser(Scope::default(), problems).test(n));
        let targets = AbilityKeys::of(node).targets;
        ability.needs.extend(self.need_of_role(said.role, problems));
        self.conditions(&mut ability, node, targets, problems);
        let mut scope = self.scope_of(targets, &ability.form, problems);
        self.targets_and_cost(&mut ability, (node, None), targets, &mut scope, problems);
        // The kind of use has the cost already.
        ability.cost.clear();
        ineffective_parts::check(node, problems);
        if let Some(script) = said.script {
            match script.as_str() {
                Some(source) => {
                    ability.effect = Effect::Script(self.script(source, &script.span, None, name, node.field("reads")))
                }
                None => not_lua(script, problems),
            }
        } else if let Some(list) = said.r#do {
            ability.effect = Effect::List(self.leavable_list(
                list,
                &format!("actions.{}", self.rules.name(name).clone()),
                &scope,
                problems,
            ));
        }
        let id = self.push_ability(ability);
        self.rules.actions.push(id);
    }
}

impl Builder {
    /// True if the `do` of an `instead` ability or of a check contains more than events and timed effects: a choice, a
    /// condition, a loop. Such a list runs after the batch, like a script.
    pub(super) fn is_done_afterwards(&self, list: &Node) -> bool {
        let is_no_event = |name: &str| is_step(name) && !TIMED_ITEMS.contains(&name) && !self.is_own_event(name);
        list.items().iter().filter_map(Node::as_map).flatten().any(|(key, _)| is_no_event(&key.name))
    }
}
