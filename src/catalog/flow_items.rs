//! Flow items: the items of the flow lists, from data.

use super::builder::Builder;
use super::keys::flow::{
    AimKeys, ChooseKeys, CopyKeys, DivideKeys, DrawnKeys, EachKeys, IfKeys, LoseKeys, PhaseKeys, RankKeys, RepeatKeys,
    StepKeys, TogetherKeys, WinKeys,
};
use super::keys::manifest::Manifest;
use super::keys::places::ZoneKeys;
use super::strict_maps::known_keys;
use super::timed_effects::TIMED_ITEMS;
use crate::data::{Data, Key, Node};
use crate::error::Problems;
use crate::kernel::model::fixed_fields::{self, USE_FIELDS};
use crate::kernel::model::lang::{Amount, Class, Expr, Head, MOST_NUMBERS, Order, Ref, Selection, Source};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::{Of, What};
use crate::kernel::rules::*;

/// The name by which the list of a division reads how much a thing gets.
const PART: &str = "part";

impl Builder {
    /// Compiles the flow. The names of all lists are declared first, so that lists may run each other.
    pub(super) fn flow(&mut self, manifest: &Manifest, problems: &mut Problems) {
        let lists = manifest.flow;
        for (key, node) in lists {
            let id = ListId::of(self.rules.lists.len());
            self.rules.lists.push(List { path: format!("flow.{}", key.name).into(), ..List::default() });
            self.lists.insert(key.name.clone(), id);
            if super::list_functions::gives_back(node) {
                self.gives_back.insert(id);
            }
            let given = self.given(node, problems);
            if !given.is_empty() {
                self.given_to.insert(id, given);
            }
        }
        for (key, node) in lists {
            let id = self.lists[&key.name];
            // Only the flow runs the list of a level. Abilities of cards may run any other list, so `self` is allowed
            // there.
            let schema = &self.rules.schema;
            let is_level = schema.symbols.find(&key.name).is_some_and(|name| schema.levels.contains(&name));
            let mut scope = if is_level { Scope::of_game() } else { Scope::of_nothing() };
            scope.may_leave = true;
            for (name, kind) in self.given_to.get(&id).into_iter().flatten() {
                scope.bind(*name, kind.class().map(Of::from));
            }
            if is_level {
                self.is_given_nothing(Some(id), node, problems);
            }
            self.leaves = false;
            self.fill(id, super::list_functions::parts_of(node).0, &format!("flow.{}", key.name), &scope, problems);
            self.rules.lists[id.index()].is_left = std::mem::take(&mut self.leaves);
        }
        let outermost = self.rules.schema.levels.first().map(|l| self.rules.name(*l).to_string());
        match outermost.and_then(|name| self.lists.get(&name)) {
            Some(id) => self.rules.flow = *id,
            None => {
                problems.error("missing", &manifest.node().span, "the flow needs a list for the outermost level");
            }
        }
        for (i, (_, node)) in manifest.zones.iter().enumerate() {
            if let Some(list) = ZoneKeys::of(node).on_empty {
                let id = self.run_list(list, problems);
                self.is_given_nothing(id, list, problems);
                self.rules.schema.zones[i].on_empty = id;
            }
        }
    }

    pub(super) fn run_list(&mut self, node: &Node, problems: &mut Problems) -> Option<ListId> {
        let name = node.as_str().unwrap_or("");
        let found = self.lists.get(name).copied();
        if found.is_none() {
            let help = crate::data::suggest::help_for(name, self.lists.keys().map(String::as_str));
            problems.error("unknown_word", &node.span, format!("the flow has no list `{name}`")).help(help);
        }
        found
    }

    /// Compiles a list inside another list or an ability; its path is `path` with the number of the list.
    pub(super) fn list(&mut self, node: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> ListId {
        let id = ListId::of(self.rules.lists.len());
        let path = format!("{path}/{}", id.0);
        self.rules.lists.push(List { path: path.as_str().into(), ..List::default() });
        self.fill(id, node, &path, scope, problems);
        id
    }

    fn fill(&mut self, id: ListId, node: &Node, path: &str, scope: &Scope, problems: &mut Problems) {
        let around = self.names_cards.replace(false);
        let items = self.items(node, path, scope, problems);
        let asks_of_cards = self.names_cards.replace(false) || items.iter().any(|item| matches!(item, Item::Step(..)));
        self.names_cards.set(around || asks_of_cards);
        let list = &mut self.rules.lists[id.index()];
        (list.items, list.asks_of_cards) = (items, asks_of_cards);
    }

    fn items(&mut self, node: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Vec<Item> {
        let mut out: Vec<Item> = Vec::new();
        let mut scope = scope.clone();
        for (at, item) in node.items().iter().enumerate() {
            let compiled = match &item.value {
                Data::Map(map)
                    if map.first().is_some_and(|(key, _)| key.name == "let" && !self.is_own_event("let")) =>
                {
                    self.named_values(item, &node.items()[at + 1..], &mut scope, problems)
                }
                Data::Text(_) => self.step(item, problems).map(|id| Item::Step(id, Vec::new())),
                Data::Map(map) if !map.is_empty() => match self.name_of_result(item) {
                    Some((name, item)) => {
                        let compiled = item.as_map().and_then(|map| self.item(map, &item, path, &scope, problems));
                        let rest = &node.items()[at + 1..];
                        out.extend(compiled.map(|item| self.named_result(item, name, rest, path, scope, problems)));
                        return out;
                    }
                    None => self.item(map, item, path, &scope, problems),
                },
                _ => {
                    problems.error("wrong_kind", &item.span, format!("a step expected, found {}", item.kind_name()));
                    None
                }
            };
            out.extend(compiled);
        }
        out
    }

    fn item(
        &mut self,
        map: &[(Key, Node)],
        item: &Node,
        path: &str,
        scope: &Scope,
        problems: &mut Problems,
    ) -> Option<Item> {
        let (key, value) = &map[0];
        if self.is_own_event(&key.name) {
            return Some(Item::Propose(vec![self.proposal(key, value, scope, problems)?]));
        }
        super::ineffective_parts::lists(item, problems);
        Some(match key.name.as_str() {
            "window" => {
                let windows = self.window_names.clone();
                let found = self.parser(scope.clone(), problems).one_of(value, "window", &windows)?;
                Item::Window(WindowId::of(found))
            }
            "phase" => self.phase(item, path, scope, problems)?,
            "each" => self.each(item, path, scope, problems)?,
            "if" => self.condition(item, path, scope, problems)?,
            "run" => self.run(item, value, scope, problems)?,
            "leave" => self.leave(item, path, scope, problems)?,
            "repeat" => self.repeat(item, scope, problems)?,
            "step" => self.step_with(item, scope, problems)?,
            "draw" => self.draw(value, scope, problems)?,
            "copy" => {
                let said = CopyKeys::of(item);
                let mut p = self.parser(scope.clone(), problems);
                let what = Expr::Ref(p.object_ref(said.copy?));
                let by = said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |n| p.seats_expr(n));
                Item::Copy { what, by, chooses: said.choose }
            }
            "aim" => {
                let said = AimKeys::of(item);
                let mut p = self.parser(scope.clone(), problems);
                let what = Expr::Ref(p.object_ref(said.aim?));
                Item::Aim(what, said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |n| p.seats_expr(n)))
            }
            "choose" => self.choose(item, path, scope, problems)?,
            "may" => self.may(item, path, scope, problems)?,
            "unless" => self.unless(item, path, scope, problems)?,
            "divide" => self.divide(item, path, scope, problems)?,
            "together" => self.together(item, value, scope, problems)?,
            "shuffle" => self.shuffle(value, scope, problems)?,
            "open" => self.open_record(value, scope, problems)?,
            "put" => {
                let (of, what) = self.of_record(key, value, scope, problems)?;
                Item::Put(of, what)
            }
            "take" => {
                let (of, what) = self.of_record(key, value, scope, problems)?;
                Item::Take(of, what)
            }
            "order" => self.in_order(item, path, scope, problems)?,
            "use" => self.used(value, scope, problems)?,
            "after_use" => self.after_use(item, path, scope, problems)?,
            // `close` closes the innermost record of a kind that it names, or the record to which a reference leads.
            "close" => match value.as_str().and_then(|name| self.rules.schema.record(name)) {
                Some(kind) => Item::Close(kind),
                None => Item::Propose(vec![self.proposal(key, value, scope, problems)?]),
            },
            "result" => Item::Result(self.outcome(value, scope, problems)),
            name if TIMED_ITEMS.contains(&name) => {
                Item::TimedEffect(Box::new(self.timed_effect(key, value, scope, problems)?))
            }
            _ => Item::Propose(vec![self.proposal(key, value, scope, problems)?]),
        })
    }

    /// Compiles a phase: its name, and the list done in it.
    fn phase(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = PhaseKeys::of(item);
        let phases = self.rules.schema.phases.clone();
        let name = phases[self.parser(scope.clone(), problems).one_of(said.phase?, "phase", &phases)?];
        let inner_scope = Scope { may_leave: false, ..scope.clone() };
        let inner = self.list(said.r#do?, path, &inner_scope, problems);
        Some(Item::Phase(name, inner))
    }

    /// Compiles a loop over players or selected objects.
    fn each(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = EachKeys::of(item);
        super::taken_names::binding(item.field("as"), scope, &self.rules, problems);
        let var = self.sym(said.r#as.unwrap_or("it"));
        let mut p = self.parser(scope.clone(), problems);
        let over = match said.each? {
            node if node.as_map().is_some() => Expr::Select(Box::new(p.sought(node, Class::Card))),
            node => p.seats_expr(node),
        };
        let of = p.of_expr(&over);
        if let (Expr::Select(what), Some(node)) = (&over, said.each) {
            too_many_numbers(what, node, problems);
        }
        let mut inner_scope = scope.clone();
        inner_scope.bind(var, of);
        let inner = self.list(said.r#do?, path, &inner_scope, problems);
        Some(Item::Each(over, var, inner))
    }

    /// Compiles a condition with one list or two.
    fn condition(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = IfKeys::of(item);
        let cond = self.parser(scope.clone(), problems).cond(said.r#if?);
        let then = self.list(said.r#do?, path, scope, problems);
        let otherwise = said.r#else.map(|n| self.list(n, path, scope, problems));
        Some(Item::If(Box::new(cond), then, otherwise))
    }

    /// Compiles a choice, and the lists for it.
    fn choose(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = ChooseKeys::of(item);
        super::taken_names::binding(item.field("as"), scope, &self.rules, problems);
        let var = self.sym(said.r#as.unwrap_or("it"));
        let mut p = self.parser(scope.clone(), problems);
        let what = p.selection(said.choose?, Class::Card);
        let by = said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |n| p.seats_expr(n));
        Builder::check_chooser(said.choose?, said.by, problems);
        let mut inner_scope = scope.clone();
        inner_scope.bind(var, what.source.class().map(Of::from));
        let list = self.list(said.r#do?, path, &inner_scope, problems);
        let otherwise = said.r#else.map(|n| self.list(n, path, scope, problems));
        let (why, secret, sealed) = (said.why.map(Into::into), said.secret, said.sealed);
        if sealed && what.random {
            let message = "`sealed` does nothing here: chance chooses, and only players choose in secret";
            problems.error("unknown_key", &item.field("sealed").map_or(item, |n| n).span, message);
        }
        if let (Expr::Seats(_), Some(node), false) = (&by, said.by, sealed || what.random) {
            let message = "these are several players, and only the first of them chooses";
            let help = "`sealed: true` lets all choose at once; `each` does a list for one after the other";
            problems.warn("unclear", &node.span, message).help(help);
        }
        Some(Item::Choose(Box::new(Choose { what, by, sealed, var, why, secret, list, otherwise })))
    }

    /// Compiles a division of an amount among objects.
    fn divide(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = DivideKeys::of(item);
        super::taken_names::binding(item.field("as"), scope, &self.rules, problems);
        let names = (self.sym(said.r#as.unwrap_or("it")), self.sym(PART));
        let mut p = self.parser(scope.clone(), problems);
        let amount = p.amount(said.divide?);
        let among = match said.among? {
            node if node.as_map().is_some() => Expr::Select(Box::new(p.sought(node, Class::Card))),
            node => p.seats_expr(node),
        };
        let of = match &among {
            Expr::Select(sel) => sel.source.class().map_or(Of::Any, Of::from),
            _ => Of::Any,
        };
        let before_next = said.before_next.map(|n| p.with_it(of, |p| p.amount(n)));
        let part = said.part.map(|n| p.with_it(of, |p| p.part_of_each(n)));
        let by = said.by.map_or(Expr::Ref(Ref::head(Head::Me)), |n| p.seats_expr(n));
        let mut inner_scope = scope.clone();
        inner_scope.bind(names.0, (of != Of::Any).then_some(of));
        inner_scope.bind(names.1, None);
        let list = self.list(said.r#do?, path, &inner_scope, problems);
        let why = said.why.map(Into::into);
        Some(Item::Divide(Box::new(Divide { amount, among, before_next, part, by, why, names, list })))
    }

    /// Compiles a step of a script, with its arguments.
    fn step_with(&mut self, item: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = StepKeys::of(item);
        let id = self.step(said.step?, problems)?;
        let args = said.with;
        for (key, _) in args {
            self.mean(What::Argument, &Node { value: Data::Text(key.name.clone()), span: key.span.clone() });
        }
        let args = args.iter().map(|(k, v)| (self.rules.schema.symbols.intern(&k.name), v)).collect::<Vec<_>>();
        let mut p = self.parser(scope.clone(), problems);
        Some(Item::Step(id, args.into_iter().map(|(k, v)| (k, Expr::Ref(p.free_ref(v)))).collect()))
    }

    /// Compiles draws of cards: `draw: 2`, or a map with the player.
    fn draw(&mut self, value: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = DrawnKeys::of(value);
        // Any map is taken as player and number, so that other keys in it are reported.
        let says_who_or_how_many = value.as_map().is_some();
        if says_who_or_how_many {
            known_keys(value, &["player", "n"], "a draw", problems);
        }
        let mut p = self.parser(scope.clone(), problems);
        let who = said.player.map_or(Expr::Ref(Ref::head(Head::Me)), |n| p.seats_expr(n));
        let n = match said.n {
            Some(n) => p.amount(n),
            None if says_who_or_how_many => Amount::Int(1),
            None => p.amount(value),
        };
        Some(Item::Draw(who, n))
    }

    /// Compiles several events that happen at once.
    fn together(&mut self, item: &Node, value: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = TogetherKeys::of(item).together?;
        let Together { events, begins } = self.at_once(said, scope, problems);
        if said.items().len() < 2 {
            let message = "`together` lets several events happen at once, and there are not several";
            problems.warn("no_effect", &value.span, message).help("write the event as a step of its own");
        }
        Some(match begins.is_empty() {
            true => Item::Propose(events),
            false => Item::Together(Box::new(Together { events, begins })),
        })
    }

    /// Compiles `shuffle`: the zone of one player, or that zone of every player.
    fn shuffle(&mut self, value: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        // A zone of one player, as `me.deck`, or of all players.
        let (whose, zone) = match value.as_str().and_then(|text| text.rsplit_once('.')) {
            Some((whose, zone)) => (Some(whose), Some(zone)),
            None => (None, value.as_str()),
        };
        let whose = match whose {
            Some(text) => self.parser(scope.clone(), problems).try_ref(text, &value.span).map(Expr::Ref),
            None => Some(Expr::Seats(Order::First)),
        };
        Some(match (whose, zone.and_then(|zone| self.rules.schema.zone_kind(zone))) {
            (Some(whose), Some(kind)) => Item::Shuffle(whose, kind),
            _ => {
                let help = "`shuffle: deck` shuffles that zone of every player, `shuffle: me.deck` one";
                problems.error("unknown_word", &value.span, "shuffle needs the name of a zone").help(help);
                return None;
            }
        })
    }

    /// Compiles a record to open, with its fields.
    fn open_record(&mut self, value: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let Some([(record, fields)]) = value.as_map() else {
            problems.error("wrong_kind", &value.span, "`open` names one record with its fields");
            return None;
        };
        let (kind, def) = self.record_def(record, problems)?;
        let mut out = Vec::new();
        for (name, node) in fields.as_map().unwrap_or_default() {
            let slot = self.record_slot(&def, name, problems)?;
            out.push((slot, self.record_value(&def, slot, node, scope, problems)));
        }
        Some(Item::Open(kind, out))
    }

    /// Warns of an opponent who chooses among an opponent's objects, which may mean her own or those of everybody else.
    fn check_chooser(what: &Node, by: Option<&Node>, problems: &mut Problems) {
        let is_opponent = |node: &Node| node.as_str() == Some("opponent");
        let whose = ["controller", "owner"].iter().filter_map(|key| what.field(key)).find(|node| is_opponent(node));
        if let Some(whose) = whose.filter(|_| by.is_some_and(is_opponent)) {
            let message = "`opponent` is an opponent of who chooses here, and `me` is who chooses";
            let help = "`me` says the cards of who chooses, `this.user` those of the player of the ability";
            problems.warn("unclear", &whose.span, message).help(help);
        }
    }

    /// Refuses, with `None`, an item that begins a level outside a manifest: a turn that begins another turn inside
    /// itself could go on without end.
    pub(super) fn not_of_cards(&self, item: &Node, problems: &mut Problems) -> Option<()> {
        if item.span.file.ends_with("/game.yaml") {
            return Some(());
        }
        let message = "no ability of a card begins a level: the flow of a manifest says which turn or game comes next";
        let help = "`{ extra: { level: turn, player: me } }` gives a player one more turn";
        problems.error("unknown_key", &item.span, message).help(help);
        None
    }

    fn repeat(&mut self, item: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = RepeatKeys::of(item);
        let level = self.level(said.repeat?, problems)?;
        self.not_of_cards(item, problems)?;
        let list = self.run_list(said.repeat?, problems)?;
        let (alternate, fresh) = (said.alternate, said.fresh);
        let mut p = self.parser(scope.clone(), problems);
        let until = said.until.map(|n| p.cond(n));
        let max = said.max.map(|n| p.amount(n));
        let after_max = said.after_max.map(|n| self.outcome(n, scope, problems));
        let first = said.first.map(|n| self.parser(scope.clone(), problems).amount(n));
        Some(Item::Repeat(Box::new(Repeat { level, list, alternate, first, fresh, until, max, after_max })))
    }

    fn outcome(&mut self, node: &Node, scope: &Scope, problems: &mut Problems) -> OutcomeRule {
        let mut p = self.parser(scope.clone(), problems);
        match node.as_str() {
            Some("over") => return OutcomeRule::Over,
            Some("draw") => return OutcomeRule::Draw,
            Some(word) => p.unknown("end of a game", word, &node.span, ["over", "draw"]),
            None => {}
        }
        let rank = RankKeys::of(node);
        if let Some(by) = rank.rank {
            let by = by.items().iter().map(|n| p.with_it(Of::Player, |p| p.amount(n))).collect();
            return OutcomeRule::Rank { by, teams: rank.teams.map(|n| p.with_it(Of::Player, |p| p.amount(n))) };
        }
        match (WinKeys::of(node).win, LoseKeys::of(node).lose) {
            (Some(who), _) => OutcomeRule::Win(p.seats_expr(who)),
            (_, Some(who)) => OutcomeRule::Lose(p.seats_expr(who)),
            _ => OutcomeRule::Draw,
        }
    }

    /// Names that `targets:` bind, for references in the ability.
    pub(super) fn target_names(&mut self, targets: &[(Key, Node)], problems: &mut Problems) -> Vec<Sym> {
        let taken: Vec<&str> = fixed_fields::names(USE_FIELDS).collect();
        super::taken_names::targets(targets, &taken, problems);
        targets.iter().map(|(k, _)| self.rules.schema.symbols.intern(&k.name)).collect()
    }
}

/// Reports a round over more than `MOST_NUMBERS` numbers.
fn too_many_numbers(what: &Selection, node: &Node, problems: &mut Problems) {
    let Source::Number(low, high) = &what.source else { return };
    let (Some(low), Some(high)) = (low.fixed(), high.fixed()) else { return };
    if high.saturating_sub(low) >= MOST_NUMBERS {
        let at = node.field("number").unwrap_or(node);
        let message = format!("a round is done for {MOST_NUMBERS} numbers at most, and these are more");
        problems.error("too_many", &at.span, message).help("`repeat` a level, or a round within a round");
    }
}
