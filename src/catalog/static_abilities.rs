//! Static abilities: the changes that an ability makes while it holds.

use super::builder::Builder;
use super::keys::abilities::{AFFECTED_PLAYERS, AFFECTED_USES, AbilityKeys, AffectedPlayers, AffectedUses};
use super::keys::abilities::{MODIFICATION, ModificationKeys, MuteKeys, PermissionKeys};
use crate::data::{Key, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{Class, Filter, Test, UseTest};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::AttrId;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::What;
use crate::kernel::rules::*;

impl Builder {
    pub(super) fn statics(&mut self, ability: &mut Ability, node: &Node, problems: &mut Problems) {
        let said = AbilityKeys::of(node);
        let is_static = ability.form == AbilityForm::While;
        if !is_static {
            return;
        }
        self.permissions_of(ability, [(said.forbid, true), (said.permit, false)], problems);
        let affects = said.affects;
        let (class, affected) = self.affected_by(affects, problems);
        if let Some(mute) = said.mute {
            self.muting(ability, mute, (affects, &affected), problems);
        }
        if let (Some(cost), Filter::Use(uses)) = (said.cost, &affected) {
            self.changed_cost(ability, cost, uses, problems);
        }
        self.gives_and_takes(ability, node, &affected, problems);
        let mut places = Vec::new();
        for (key, value) in said.modify {
            let of = match &affected {
                Filter::Card(cards) => Some(Affected::Cards(cards.clone())),
                Filter::Player(players) => Some(Affected::Players(players.clone())),
                _ => None,
            };
            if let (Some(affects), Some(attr)) = (of, self.rules.schema.attr(class, &key.name)) {
                self.changed_number(ability, (key, value), (affects, attr, class), &mut places, problems);
                continue;
            }
            if let (Filter::Card(cards), "type" | "name" | "controller") = (&affected, &*key.name) {
                ability.statics.extend(self.modified_in_layer(key, value, cards, problems));
                continue;
            }
            let slot = self.parser(Scope::default(), problems).word_slot(&key.name);
            let said = ModificationKeys::of(value);
            let (how, named) = match (said.set, said.without) {
                (Some(word), _) => (HowWord::Set, word),
                (_, Some(word)) => (HowWord::Without, word),
                _ => (HowWord::Add, value),
            };
            match (slot, named.as_str(), &affected) {
                (Some(field), Some(word), Filter::Card(cards)) => {
                    let word = self.sym(word);
                    let meant =
                        if how == HowWord::Without { What::Word(field, word) } else { What::GivenWord(field, word) };
                    self.mean(meant, named);
                    ability.statics.push(Static::Word { affects: cards.clone(), field, how, word });
                }
                (Some(_), None, Filter::Card(_)) => {
                    let message = format!("one word of `{}` is given or taken away at a time", key.name);
                    let help = "write an ability for each word: `- { while: true, modify: { colour: red } }`";
                    problems.error("wrong_kind", &named.span, message).help(help);
                }
                _ => self.not_modified(key, class, problems),
            }
        }
        self.own_cycles(ability, &places, problems);
        self.check_affects(ability, node, problems);
        let says = [said.cost, said.mute, said.lose, said.grant, said.forbid, said.permit];
        if ability.statics.is_empty() && said.modify.is_empty() && says.iter().all(Option::is_none) {
            problems.error(
                "missing",
                &node.span,
                "an ability with `while` needs `modify`, `cost`, `mute`, `lose`, `grant`, `forbid` or `permit`",
            );
        }
    }

    /// Compiles the permissions and prohibitions of an ability.
    fn permissions_of(&mut self, ability: &mut Ability, said: [(Option<&Node>, bool); 2], problems: &mut Problems) {
        for (what, forbids) in said {
            let said = what.map(PermissionKeys::of);
            let verb = said.as_ref().and_then(|said| Some((said.verb?, said.verb?.as_str()?)));
            if let (Some(said), Some((node, verb))) = (said, verb) {
                let verb = self.sym(verb);
                self.mean(What::GivenVerb(verb), node);
                let mut p = self.parser(Scope::default(), problems);
                let card = said.card.map(|n| p.test(n));
                let use_ = said.r#use.map(|n| p.test(n));
                let by = said.by.map(|n| p.seat_test(n));
                let to = said.to.map(|n| p.object_filter(n));
                ability.statics.push(Static::Permission(Permission { forbids, verb, card, use_, by, to }));
            }
        }
    }

    /// Reads the filter of the affected objects, with their class.
    fn affected_by(&self, affects: Option<&Node>, problems: &mut Problems) -> (Class, Filter) {
        let players = affects.map(AffectedPlayers::of).filter(|said| said.player.is_some());
        let uses = affects.map(AffectedUses::of).filter(|said| said.r#use.is_some());
        let (class, inner) = match (players, uses) {
            (Some(players), _) => {
                self.parser(Scope::default(), problems).known_keys(players.node(), &AFFECTED_PLAYERS);
                (Class::Player, players.player)
            }
            (_, Some(uses)) => {
                self.parser(Scope::default(), problems).known_keys(uses.node(), &AFFECTED_USES);
                (Class::Use, uses.r#use)
            }
            _ => (Class::Card, affects),
        };
        let all = Filter::Card(Test::True);
        (class, inner.map_or(all, |n| self.parser(Scope::default(), problems).filter(n, class)))
    }

    /// Compiles `mute`: the abilities that do not work on the affected cards.
    fn muting(
        &mut self,
        ability: &mut Ability,
        mute: &Node,
        (affects, affected): (Option<&Node>, &Filter),
        problems: &mut Problems,
    ) {
        let said = MuteKeys::of(mute);
        let mut p = self.parser(Scope::default(), problems);
        let known = p.schema.ability_kinds.clone();
        let kinds = said.kind.map_or(&[][..], |n| n.items());
        let kinds: Vec<Sym> =
            kinds.iter().filter_map(|n| p.one_of(n, "kind of ability", &known)).map(|i| known[i]).collect();
        let flags = said.flag.map_or(Vec::new(), |n| p.noted_syms(n, What::MutedFlag));
        match affected {
            Filter::Card(cards) => ability.statics.push(Static::Mute { affects: cards.clone(), kinds, flags }),
            _ => {
                let at = affects.map_or(&mute.span, |n| &n.span);
                problems.error("wrong_kind", at, "abilities of cards are muted, and this affects no cards");
            }
        }
    }

    /// Compiles a changed cost of uses: counters by their names, and pips.
    fn changed_cost(&mut self, ability: &mut Ability, cost: &Node, uses: &Test<UseTest>, problems: &mut Problems) {
        let counters = cost.as_map().unwrap_or_default();
        let mut pips = Vec::new();
        for (key, value) in counters {
            match self.counter_of_players(&key.name) {
                Some((name, _)) => {
                    let by = self.parser(Scope::default(), problems).amount(value);
                    ability.statics.push(Static::CounterCost { affects: uses.clone(), name, by });
                }
                None => pips.push((key.clone(), value.clone())),
            }
        }
        if super::costs::is_computed(&pips) {
            let by = self.computed_pips(&pips, &Scope::default(), problems);
            ability.statics.push(Static::ComputedCost { affects: uses.clone(), by });
        } else if !pips.is_empty() || counters.is_empty() {
            let cost = Node { value: crate::data::Data::Map(pips), span: cost.span.clone() };
            let by = self.cost(&cost, problems);
            let is_read = |map: &[(Key, Node)]| map.iter().all(|(_, n)| n.as_int().is_some());
            if by == Cost::default() && cost.as_map().is_some_and(is_read) {
                problems.warn("no_effect", &cost.span, "this changes the cost by nothing");
            }
            ability.statics.push(Static::Cost { affects: uses.clone(), by });
        }
    }

    /// Compiles the changes of a number. Notes in `places` the index and the place of each change.
    fn changed_number(
        &mut self,
        ability: &mut Ability,
        (key, value): (&Key, &Node),
        (affects, attr, class): (Affected, AttrId, Class),
        places: &mut Vec<(usize, Span)>,
        problems: &mut Problems,
    ) {
        for (how, node) in self.changes(value, problems) {
            let before = problems.len();
            let by = self.parser(Scope::of_it(class), problems).amount(node);
            // An amount with a mistake counts as 0, and is not reported as a change by nothing as well.
            let is_read = problems.len() == before;
            if is_read && matches!((how, by.fixed()), (How::Add, Some(0)) | (How::Times, Some(1))) {
                let message = format!("this modifies `{}` by nothing, which changes nothing", key.name);
                problems.warn("no_effect", &node.span, message);
            }
            places.push((ability.statics.len(), node.span.clone()));
            ability.statics.push(Static::Attr { affects: affects.clone(), attr, how, by });
        }
    }

    /// Reads the operations on a number, with their amounts.
    fn changes<'n>(&self, value: &'n Node, problems: &mut Problems) -> Vec<(How, &'n Node)> {
        let said = ModificationKeys::of(value);
        let said_so =
            [(How::Set, said.set), (How::Times, said.times), (How::Least, said.at_least), (How::Most, said.at_most)];
        let changes: Vec<(How, &Node)> = said_so.into_iter().filter_map(|(how, node)| Some((how, node?))).collect();
        if changes.is_empty() && said.without.is_none() {
            return vec![(How::Add, value)];
        }
        self.parser(Scope::default(), problems).known_keys(value, &MODIFICATION);
        if let Some(word) = said.without {
            problems.error("wrong_kind", &word.span, "`without` takes a word away, and this is a number");
        }
        changes
    }

    /// Reports a key that cannot be modified, with those that can.
    pub(super) fn not_modified(&self, key: &Key, class: Class, problems: &mut Problems) {
        let schema = &self.rules.schema;
        let what = match class {
            Class::Player => "players have",
            Class::Use => "uses have",
            _ => "cards have",
        };
        let attrs = schema.attrs.iter().filter(|a| a.of == class).map(|a| a.name);
        let words = schema.words.iter().filter(|_| class == Class::Card).map(|w| w.name);
        let known: Vec<&str> = attrs.chain(words).map(|s| &**self.rules.name(s)).collect();
        let help = suggest::help_for(&key.name, known.iter().copied());
        let counters = schema.counters.iter().chain(&schema.game_counters).map(|c| c.name);
        let counted =
            counters.chain(self.rules.tallies.iter().map(|t| t.name)).any(|n| **self.rules.name(n) == *key.name);
        let message = match counted {
            true => format!("`{}` is counted: `modify` cannot change it", key.name),
            false => format!("{what} no field `{}` that can be modified", key.name),
        };
        problems.error("unknown_key", &key.span, message).help(help);
    }

    /// Reports `affects` beside keys that do not read it, and an ability that affects every card without saying so.
    fn check_affects(&self, ability: &Ability, node: &Node, problems: &mut Problems) {
        let said = AbilityKeys::of(node);
        let says = |key: &str| node.field(key).is_some();
        let reads = ["modify", "mute", "cost", "lose", "grant"].into_iter().any(says);
        match said.affects {
            Some(affects) if !reads && !ability.statics.is_empty() => {
                let message = "`affects` has no meaning beside `forbid` and `permit`";
                let help = "`forbid` and `permit` say themselves whom they affect: `card`, `use`, `by`, `to`";
                problems.error("unknown_key", &affects.span, message).help(help);
            }
            None if ["modify", "lose", "grant"].into_iter().any(says) => {
                let does = if says("modify") { "modifies" } else { "changes" };
                let message = format!("without `affects` it {does} every card of the game");
                problems
                    .warn("wide", &node.span, message)
                    .help("`affects: self` for this card alone, `affects: {}` for all");
            }
            _ => {}
        }
    }
}
