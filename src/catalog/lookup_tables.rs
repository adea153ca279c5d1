//! Lookup tables: tables that speed up play, found when all is compiled, and the finished catalog.

use super::builder::Builder;
use super::keys::manifest::Manifest;
use super::*;
use crate::error::Problems;
use crate::kernel::model::ability::{Ability, AbilityForm};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::Cond;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{TypeId, ZoneKind};
use crate::kernel::read::rule_dependencies::rule_reads;
use crate::kernel::read::work_limits::{MOST_LOOKS, looks_of_one};
use crate::kernel::rules::*;

impl Builder {
    /// The timings that the manifest declares, and those of all abilities and actions.
    fn timings(&self) -> Vec<Sym> {
        let mut out: Vec<Sym> = self.timing_needs.iter().map(|(name, _)| *name).collect();
        for ability in &self.rules.abilities {
            if let AbilityForm::Timing(timing) = ability.form
                && !out.contains(&timing)
            {
                out.push(timing);
            }
        }
        out
    }

    /// Computes the tables that speed up play, makes the last checks, and returns the catalog.
    pub fn finish(
        mut self,
        manifest: &Manifest,
        files: Files,
        decks: BTreeMap<String, Deck>,
        deck_rules: DeckRules,
        problems: &mut Problems,
    ) -> Catalog {
        self.find_grants(problems);
        self.find_named(problems);
        self.flow_ability();
        self.check_extra(problems);
        self.index();
        self.lanes(manifest, problems);
        self.never_resolved(manifest, problems);
        self.check_public_numbers(manifest, problems);
        self.rules.names = Names {
            uses: self.use_names.clone(),
            windows: self.window_names.clone(),
            defs: self.def_ids.clone(),
            options: self.option_names.clone(),
            timings: self.timings(),
        };
        let (table, numbers) = super::table_layout::read(&self, manifest, problems);
        let is_lib = |p: &str| p.starts_with("scripts/lib/");
        let mut lua: Vec<(&String, &Arc<str>)> = files.texts.iter().filter(|(p, _)| p.ends_with(".lua")).collect();
        // Order: shared files, the game's own, then the packs in their order.
        let order = |p: &str| match p.strip_prefix("packs/").and_then(|rest| rest.split_once('/')) {
            Some((pack, _)) => 2 + files.packs.iter().position(|id| id == pack).unwrap_or(0),
            None => usize::from(!is_lib(p)),
        };
        lua.sort_by_key(|(p, _)| (order(p), p.to_string()));
        let module = |(p, t): (&String, &Arc<str>)| ScriptSource {
            file: p.as_str().into(),
            line: 1,
            column: 1,
            inside: Default::default(),
            source: t.clone(),
            is_step: false,
            reads_hidden: false,
            is_asked_by_data: false,
        };
        let modules: Vec<ScriptSource> =
            lua.into_iter().filter(|(p, _)| !p.starts_with("scripts/_meta/")).map(module).collect();
        limits::scripts(self.scripts.iter().chain(&modules), problems);
        let hash = files.hash();
        Catalog {
            rules: Arc::new(self.rules),
            scripts: self.scripts,
            modules,
            decks,
            deck_rules,
            table,
            numbers,
            look: Default::default(),
            files,
            hash,
            changed: Default::default(),
            fields: self.fields,
            places: self.places,
            meant: self.meant.into_inner(),
            packs: Vec::new(),
            hidden_readers: self.hidden_readers,
            changes: Vec::new(),
            trees: Default::default(),
            elsewhere: BTreeMap::new(),
        }
    }

    /// Adds the ability for which players pay where no ability is used, if a list asks somebody to pay.
    fn flow_ability(&mut self) {
        let asks = |item: &Item| matches!(item, Item::May(_));
        if self.rules.lists.iter().any(|list| list.items.iter().any(asks)) {
            let name = self.sym("flow");
            let ability = self.blank(None, name, AbilityForm::While);
            self.rules.flow_ability = Some(self.push_ability(ability));
        }
    }

    /// Warns of kinds of use without a `resolve` step, whose abilities have effects that can never happen.
    fn never_resolved(&self, manifest: &Manifest, problems: &mut Problems) {
        let rules = &self.rules;
        let has_effect = |ability: &&Ability| match &ability.effect {
            Effect::None => false,
            Effect::List(list) => !rules.lists[list.index()].items.is_empty(),
            Effect::Script(_) | Effect::Events(_) => true,
        };
        for (at, (key, node)) in manifest.uses.iter().chain(manifest.actions).enumerate() {
            let resolves = |kind: &UseKind| kind.steps.iter().any(|step| matches!(step, UseStep::Resolve));
            let Some(steps) = node.field("steps").filter(|_| rules.uses.get(at).is_some_and(|kind| !resolves(kind)))
            else {
                continue;
            };
            let is_of_kind = |ability: &&Ability| ability.kind.is_some_and(|kind| kind.index() == at);
            let Some(ability) = rules.abilities.iter().filter(is_of_kind).find(has_effect) else { continue };
            let whose = match ability.def {
                Some(def) => format!("an ability of {}", rules.name(rules.defs[def.index()].name)),
                None => "the action itself".into(),
            };
            let message = format!("a use of `{}` never takes effect: none of its steps is `resolve`", key.name);
            let help = format!("at `resolve` happens what {whose} says: put it among the steps");
            problems.warn("no_effect", &steps.span, message).help(help);
        }
    }

    /// Reports abilities that a sealed window offers and that its lanes cannot run. A lane is the part of such a window
    /// in which one seat acts unseen: it runs lists of data, without windows and chance.
    fn lanes(&self, manifest: &Manifest, problems: &mut Problems) {
        let rules = &self.rules;
        for window in rules.windows.iter().filter(|w| w.protocol == Protocol::Sealed && w.decision.is_none()) {
            let offered = |a: &&Ability| matches!(a.form, AbilityForm::Timing(t) if window.offers.contains(&t));
            for ability in rules.abilities.iter().filter(offered) {
                let kind = ability.kind.map_or(&[][..], |k| &rules.uses[k.index()].steps);
                let plain = match &ability.effect {
                    Effect::None => true,
                    Effect::List(list) => fits_a_lane(rules, *list, 0),
                    _ => false,
                };
                if !plain || kind.iter().any(|s| matches!(s, UseStep::Window(_))) {
                    let (name, window) = (rules.name(ability.id), rules.name(window.name));
                    let known = manifest.windows.iter().find(|(key, _)| *key.name == **window);
                    let span = known.map_or(&manifest.node().span, |(key, _)| &key.span);
                    let message = format!("`{name}` cannot be offered in the hidden window `{window}`");
                    problems
                        .error("not_in_a_lane", span, message)
                        .help("in a hidden window an action may only draw, move and change, under `do`");
                }
            }
        }
    }

    pub(super) fn index(&mut self) {
        let rules = &mut self.rules;
        for spec in &self.fields {
            if let crate::kernel::model::lang::CardField::Attr(attr) = spec.field {
                let types = rules.schema.types.iter_mut().enumerate();
                let with_it = types.filter(|(i, _)| spec.types.contains(TypeId::of(*i)));
                with_it.for_each(|(_, ty)| ty.prints.insert(attr));
            }
        }
        let hides = |(_, zone): &(usize, &crate::kernel::model::schema::ZoneDef)| zone.only.is_some();
        rules.has_stacks = rules.schema.zones.iter().any(|zone| zone.beneath);
        rules.hiding_zones =
            rules.schema.zones.iter().enumerate().filter(hides).map(|(i, _)| ZoneKind::of(i)).collect();
        let live_in = rules.schema.types.iter().fold(IdSet::EMPTY, |zones, ty| zones | ty.live_in);
        let is_open = |kind: &ZoneKind| rules.schema.zones[kind.index()].seen_by == SeenBy::All;
        let asks = |ability: &Ability| ability.asks_of_cards && matches!(ability.form, AbilityForm::After(_));
        rules.asks_after = rules.abilities.iter().any(asks);
        rules.in_play = rules.schema.kinds(live_in).filter(is_open).collect();
        rules.schema.index_fields();
        share_looks(&mut rules.abilities, rules.defs.len());
        rules.replaced = vec![false; rules.events.len()];
        rules.watched = vec![false; rules.events.len()];
        rules.tallied = vec![false; rules.events.len()];
        rules.tallies.iter().for_each(|tally| rules.tallied[tally.of.index()] = true);
        for ability in &rules.abilities {
            match ability.form {
                AbilityForm::After(e) => rules.watched[e.index()] = true,
                AbilityForm::Instead(e) => rules.replaced[e.index()] = true,
                AbilityForm::While if ability.def.is_some() => rules.live_zones |= ability.from,
                AbilityForm::Timing(_) if ability.def.is_some() => rules.timed_zones |= ability.from,
                _ => {}
            }
            for one in &ability.statics {
                match one {
                    Static::Attr { attr, .. } => rules.static_attrs.insert(*attr),
                    Static::Word { field, how, .. } => {
                        rules.static_words |= 1 << field;
                        rules.changed_words |= u32::from(*how != HowWord::Add) << field;
                    }
                    Static::Cost { .. } | Static::ComputedCost { .. } | Static::CounterCost { .. } => {
                        rules.static_costs = true
                    }
                    Static::Mute { .. } => {
                        rules.static_mutes = true;
                        // An ability of the manifest has no definition to mark: it is granted to any card, in any zone.
                        if let Some(def) = ability.def {
                            rules.defs[def.index()].mutes = true;
                        }
                    }
                    Static::Layered { what, .. } => rules.layered.insert(what.layer()),
                    Static::Permission(p) => {
                        rules.static_permissions.insert(p.verb, p.forbids);
                    }
                }
            }
        }
        find_offered(rules);
        rules.has_statics = rules.defs.iter().map(|def| !def.statics.is_empty()).collect();
        index_listeners(rules);
        sort_printed_words(rules);
        rules.checked = rules.checks.iter().fold(0, |levels, check| levels | check.run.runs_at());
        rules.checks_at = [0; CheckMoment::COUNT];
        for check in &rules.checks {
            rules.checks_at[check.run as usize..].iter_mut().for_each(|count| *count += 1);
        }
        rules.reads = rule_reads(rules);
    }
}

/// Finds the places to search for the offers of each window. Call it again when options change.
pub(crate) fn find_offered(rules: &mut Rules) {
    rules.offered = rules.windows.iter().map(|window| offered(rules, &window.offers)).collect();
}

/// The zones in which abilities of cards with these timings work, and the actions with these timings, without actions
/// that an option rules out.
fn offered(rules: &Rules, timings: &[Sym]) -> Offered {
    let fits = |ability: &Ability| matches!(ability.form, AbilityForm::Timing(t) if timings.contains(&t));
    let may_be_used = |ability: &Ability| {
        fits(ability) && !ability.needs.iter().any(|(cond, _)| is_under_options(rules, cond) == Some(false))
    };
    let of_cards = rules.abilities.iter().filter(|ability| ability.def.is_some() && fits(ability));
    Offered {
        actions: rules.actions.iter().copied().filter(|id| may_be_used(&rules.abilities[id.index()])).collect(),
        zones: of_cards.fold(IdSet::EMPTY, |zones, ability| zones | ability.from),
    }
}

/// The value of a condition that is constant under these options; `None`: it depends on the state.
fn is_under_options(rules: &Rules, cond: &Cond) -> Option<bool> {
    match cond {
        Cond::Const(holds) => Some(*holds),
        Cond::Option(name, value) => Some(rules.option(*name) == Some(value)),
        Cond::Not(cond) => is_under_options(rules, cond).map(|holds| !holds),
        Cond::All(all) if all.iter().any(|cond| is_under_options(rules, cond) == Some(false)) => Some(false),
        _ => None,
    }
}

fn fits_a_lane(rules: &Rules, list: crate::kernel::model::value::ListId, depth: u8) -> bool {
    let inside = |l: &crate::kernel::model::value::ListId| fits_a_lane(rules, *l, depth + 1);
    depth < 16
        && rules.lists[list.index()].items.iter().all(|item| {
            item.fits_a_lane()
                && match item {
                    Item::Each(_, _, list) | Item::Run(list, _) => inside(list),
                    Item::If(_, then, otherwise) => inside(then) && otherwise.iter().all(inside),
                    _ => true,
                }
        })
}

/// Limits how many objects and conditions each ability may test when its effect is computed (`looks`). The abilities
/// of a card share one allowance; each ability of the game itself has a whole one.
fn share_looks(abilities: &mut [Ability], defs: usize) {
    let mut of_card = vec![0; defs];
    abilities.iter().filter_map(|ability| ability.def).for_each(|def| of_card[def.index()] += 1);
    for ability in abilities {
        ability.looks = ability.def.map_or(MOST_LOOKS, |def| looks_of_one(of_card[def.index()], &ability.form));
    }
}

/// Notes the events that the abilities of each card listen to, and the zones where they do.
fn index_listeners(rules: &mut Rules) {
    rules.listen_zones = vec![IdSet::EMPTY; rules.events.len()];
    for def in &mut rules.defs {
        for id in &def.listeners {
            let ability = &rules.abilities[id.index()];
            if let Some(e) = ability.listens_to() {
                def.listens.insert(e);
                if !ability.is_about_itself(&rules.events) {
                    def.listens_to_others.insert(e);
                    def.listens_in |= ability.from;
                    rules.listen_zones[e.index()] |= ability.from;
                }
            }
        }
    }
}

/// Lists the words that cards print in each field, in alphabetical order.
fn sort_printed_words(rules: &mut Rules) {
    for field in 0..rules.schema.words.len() {
        let symbols = &rules.schema.symbols;
        let mut known: Vec<Sym> = rules.defs.iter().flat_map(|d| d.words[field].iter().copied()).collect();
        // Each word is kept once before the words are compared by name, which takes longer.
        known.sort_unstable();
        known.dedup();
        known.sort_by(|a, b| symbols.name(*a).cmp(symbols.name(*b)));
        rules.schema.words[field].known = known;
    }
}
