//! Card reads of an ability: the cards about which its data asks. Which of them are hidden is judged by `catalog`.
//!
//! The reads are found once, when the ability is compiled. The zone and the owner of a card are public; every other
//! question about a card is a read. A card in a zone that its player may not see counts as unseen, because what is
//! actually seen is only known in play.

use crate::kernel::model::ability::{Ability, Affected, CostPart, Effect, Layered, Static};
use crate::kernel::model::event;
use crate::kernel::model::flow_items::{Choose, Divide, Item, OfRecord, OutcomeRule, Together};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, CardTest, Cond, Expr, Head, Order, Ref, Selection, Source, Test};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::rules::{Proposal, Rules};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::timed_effects::{AbilitySource, ChangedObjects, FieldChange, TimedEffect};
use crate::kernel::model::value::ListId;
use crate::kernel::read::card_dependencies::{CardReads, ReadsWalk, any, is_own, lies_in, zones_of};

impl CardReads {
    /// The cards that an ability reads: for its conditions, targets, costs and numbers, its event, and the data of its
    /// effect.
    pub fn of_ability(rules: &Rules, ability: &Ability) -> CardReads {
        let mut walk = ReadsWalk::new(rules);
        walk.ability(ability);
        walk.reads
    }

    /// The cards that a condition printed on a card reads.
    pub fn of_cond(rules: &Rules, cond: &Cond) -> CardReads {
        let mut walk = ReadsWalk::new(rules);
        walk.all(|w| w.cond(cond));
        walk.reads
    }

    /// The cards that an amount reads, apart from their zones and owners.
    pub fn of_amount(rules: &Rules, amount: &Amount) -> CardReads {
        let mut walk = ReadsWalk::new(rules);
        walk.all(|w| w.amount(amount));
        walk.reads
    }
}

impl ReadsWalk<'_> {
    fn ability(&mut self, ability: &Ability) {
        ability
            .needs
            .iter()
            .map(|(cond, _)| cond)
            .chain(&ability.condition)
            .for_each(|cond| self.all(|w| w.cond(cond)));
        let words = ability.needs.iter().filter_map(|(_, words)| words.as_ref());
        words.flat_map(|words| &words.amounts).for_each(|(_, amount)| self.all(|w| w.amount(amount)));
        ability.turn.iter().for_each(|seat| self.all(|w| w.seat(seat)));
        ability.x.iter().for_each(|amount| self.all(|w| w.amount(amount)));
        ability.replies_to.iter().for_each(|test| self.all(|w| w.of_use(test)));
        for (at, filter) in &ability.matches {
            let Some(e) = ability.listens_to() else { continue };
            let field = self.rules.events[e.index()].fields[*at as usize].0;
            self.reads.anywhere |= [event::CHANGED, event::SET].contains(&e) && *at == 2;
            if self.filter(filter) || self.is_made(field) {
                self.at(&Ref { head: Head::Event, path: vec![field] });
            }
        }
        ability.targets.iter().for_each(|target| self.chosen(&target.what));
        self.cost(&ability.cost);
        match &ability.effect {
            Effect::None | Effect::Script(_) => {}
            Effect::List(list) => self.list(*list),
            Effect::Events(together) => self.together(together),
        }
        ability.statics.iter().for_each(|one| self.of_static(one));
    }

    fn cost(&mut self, cost: &[CostPart]) {
        for part in cost {
            match part {
                CostPart::Pips(_) => {}
                CostPart::Cards { what, does, .. } => {
                    self.chosen(what);
                    // If the events read the card that pays, every card that may pay counts as read.
                    if any(does, |proposal| self.proposal(proposal)) {
                        self.all(|w| w.all_of(what));
                    }
                }
                CostPart::Counter { amount, .. } => self.all(|w| w.amount(amount)),
            }
        }
    }

    /// Walks a part of an ability and ignores whether it reads `it`: that read is public, or counted elsewhere.
    fn all(&mut self, f: impl FnOnce(&mut Self) -> bool) {
        f(self);
    }

    /// Notes the reads of a selection, among them its candidates if it tests them.
    fn chosen(&mut self, sel: &Selection) {
        self.all(|w| w.selection(sel));
    }

    fn of_static(&mut self, one: &Static) {
        match one {
            Static::Attr { affects, by, .. } => {
                match affects {
                    Affected::Cards(test) => self.affected(test),
                    Affected::Players(test) => self.all(|w| w.player(test)),
                }
                self.all(|w| w.amount(by));
            }
            Static::Word { affects, .. } | Static::Mute { affects, .. } => self.affected(affects),
            Static::Layered { affects, what } => {
                self.affected(affects);
                if let Layered::Control(to) = what {
                    self.all(|w| w.reference(to));
                }
            }
            Static::Cost { affects, .. }
            | Static::ComputedCost { affects, .. }
            | Static::CounterCost { affects, .. } => self.all(|w| w.of_use(affects)),
            Static::Permission(permission) => self.permission(permission),
        }
    }

    /// Notes the cards that a static ability may change, if its test reads more than their zones and owners: the change
    /// shows which cards match.
    fn affected(&mut self, test: &Test<CardTest>) {
        self.all(|w| w.card(test));
        let (asks, zones) = (ReadsWalk::new(self.rules).card(test), lies_in(test));
        let affected = &mut self.reads.affected;
        match (asks, zones == IdSet::ALL, is_own(test)) {
            (false, ..) => {}
            (true, true, _) => affected.anywhere = true,
            (true, false, true) => affected.own |= zones,
            (true, false, false) => affected.zones |= zones,
        }
    }

    fn permission(&mut self, permission: &Permission) {
        permission.card.iter().for_each(|test| {
            let (asks, verb) = (self.card(test), Some(permission.verb));
            // The options of a choice reveal which cards are protected from being chosen, and everybody sees what
            // happens. Only the player of a card sees if it can be used.
            if asks && self.rules.choose == verb {
                self.reads.zones |= zones_of(test);
            }
            self.reads.anywhere |= asks && self.rules.use_verb != verb;
        });
        permission.use_.iter().for_each(|test| self.all(|w| w.of_use(test)));
        permission.by.iter().for_each(|seat| self.all(|w| w.seat(seat)));
        permission.to.iter().for_each(|filter| self.all(|w| w.filter(filter)));
    }

    fn timed_effect(&mut self, what: &TimedEffect) {
        match what {
            TimedEffect::Modify { what, by, .. } => {
                match what {
                    ChangedObjects::Of(objects) => self.all(|w| w.expr(objects)),
                    ChangedObjects::Matching(cards) => self.all(|w| w.card(cards)),
                }
                match by {
                    // If the amount reads `it`, each of the changed objects counts as read.
                    FieldChange::Number(_, n) => {
                        if self.amount(n)
                            && let ChangedObjects::Of(objects) = what
                        {
                            self.cards_of(objects);
                        }
                    }
                    FieldChange::PrintedOf(card) => self.shown(card),
                    FieldChange::Word(word) | FieldChange::Without(word) => self.all(|w| w.expr(word)),
                }
            }
            TimedEffect::Grant { who, which, uses, .. } => {
                self.shown(who);
                self.which(which);
                uses.iter().for_each(|n| self.all(|w| w.amount(n)));
            }
            TimedEffect::LoseAbility { cards, .. } | TimedEffect::Restore { cards, .. } => self.all(|w| w.expr(cards)),
            TimedEffect::Permit { what, cards, .. } => {
                self.permission(what);
                cards.iter().for_each(|cards| self.all(|w| w.expr(cards)));
            }
            TimedEffect::Extra(_, who) => self.all(|w| w.expr(who)),
            TimedEffect::End { on, from, .. } => {
                on.iter().chain(from).for_each(|of| self.all(|w| w.expr(of)));
            }
        }
    }

    /// Counts as read the cards whose abilities an effect grants or uses: the abilities show what these cards are.
    fn which(&mut self, which: &AbilitySource) {
        match which {
            AbilitySource::Named(_) => {}
            AbilitySource::Of { cards, .. } => self.shown(cards),
        }
    }

    fn together(&mut self, Together { events, begins }: &Together) {
        self.proposals(events);
        begins.iter().for_each(|what| self.timed_effect(what));
    }

    fn list(&mut self, list: ListId) {
        let rules = self.rules;
        for item in &rules.lists[list.index()].items {
            let item = match item {
                // The name for the objects to which the item's events happened adds no read: the events show them
                // already.
                Item::Named(inner, _, rest) => {
                    self.list(*rest);
                    inner
                }
                item => item,
            };
            match item {
                Item::Propose(proposals) => self.proposals(proposals),
                Item::Together(together) => self.together(together),
                Item::Draw(who, amount) => {
                    self.all(|w| w.expr(who));
                    self.all(|w| w.amount(amount));
                }
                Item::Shuffle(expr, _) => self.all(|w| w.expr(expr)),
                Item::Put(of, expr) | Item::Take(of, expr) => {
                    if let OfRecord::Of(r, _) = of {
                        self.all(|w| w.reference(r));
                    }
                    self.shown(expr);
                }
                Item::Order(order) => {
                    // The player who orders cards sees them.
                    self.shown(&order.what);
                    self.all(|w| w.expr(&order.by));
                    self.reads.vars.push((order.var, order.what.clone()));
                    self.list(order.list);
                }
                Item::Use(said) => {
                    let (which, card, by) = &**said;
                    self.which(which);
                    card.iter().for_each(|card| self.shown(card));
                    self.all(|w| w.expr(by));
                }
                Item::AfterUse(with, list) => {
                    self.names(with);
                    self.list(*list);
                }
                Item::Step(_, args) => args.iter().for_each(|(_, expr)| self.all(|w| w.expr(expr))),
                Item::Phase(_, list) => self.list(*list),
                Item::Each(expr, var, list) => self.rounds(expr, *var, *list),
                Item::Divide(divide) => self.division(divide),
                Item::Choose(choose) => self.choice(choose),
                Item::May(may) => {
                    self.all(|w| w.expr(&may.by));
                    self.cost(&may.cost);
                    may.list.iter().chain(&may.otherwise).for_each(|list| self.list(*list));
                }
                Item::If(cond, then, otherwise) => {
                    self.all(|w| w.cond(cond));
                    self.list(*then);
                    otherwise.iter().for_each(|list| self.list(*list));
                }
                Item::Repeat(repeat) => {
                    repeat.first.iter().chain(&repeat.max).for_each(|amount| self.all(|w| w.amount(amount)));
                    repeat.until.iter().for_each(|cond| self.all(|w| w.cond(cond)));
                    repeat.after_max.iter().for_each(|rule| self.outcome(rule));
                    self.list(repeat.list);
                }
                Item::Copy { what, by, .. } | Item::Aim(what, by) => {
                    [what, by].into_iter().for_each(|expr| self.all(|w| w.expr(expr)))
                }
                Item::TimedEffect(what) => self.timed_effect(what),
                Item::Open(_, fields) => fields.iter().for_each(|(_, expr)| self.shown(expr)),
                Item::Result(rule) => self.outcome(rule),
                // The list that is called by its name belongs to the game and may read everything; only the given
                // values are walked.
                Item::Run(_, given) => given.iter().for_each(|(_, expr)| self.all(|w| w.expr(expr))),
                Item::Let(names) => self.names(names),
                Item::Leave(given) => given.iter().for_each(|expr| self.all(|w| w.expr(expr))),
                Item::Window(_) | Item::Close(_) | Item::LeaveFlow(_) | Item::Named(..) => {}
            }
        }
    }

    /// Walks names for values, and notes the values: later items of the list may use the names.
    fn names(&mut self, names: &[(Sym, Expr)]) {
        for (name, what) in names {
            self.all(|w| w.expr(what));
            self.reads.vars.push((*name, what.clone()));
        }
    }

    /// Walks a loop over players or objects.
    fn rounds(&mut self, expr: &Expr, var: Sym, list: ListId) {
        self.all(|w| w.expr(expr));
        self.reads.vars.push((var, expr.clone()));
        let before = std::mem::take(&mut self.reads.own);
        self.list(list);
        // In a loop over players each of them is `me`: what the list reads in zones of `me` it reads in everybody's.
        let is_of_cards = matches!(expr, Expr::Select(sel) if matches!(sel.source, Source::Cards(_)));
        if !is_of_cards {
            self.reads.zones |= std::mem::take(&mut self.reads.own);
        }
        self.reads.own |= before;
    }

    /// Walks a division of an amount.
    fn division(&mut self, divide: &Divide) {
        self.all(|w| w.amount(&divide.amount));
        self.all(|w| w.expr(&divide.among));
        self.all(|w| w.expr(&divide.by));
        let part = divide.part.iter().flat_map(|(least, most)| [least].into_iter().chain(most));
        divide.before_next.iter().chain(part).for_each(|n| {
            self.all(|w| w.amount(n));
        });
        self.reads.vars.push((divide.names.0, divide.among.clone()));
        self.list(divide.list);
    }

    /// Walks a choice, and the lists that are done after it.
    fn choice(&mut self, choose: &Choose) {
        let what = Expr::Select(Box::new(choose.what.clone()));
        self.all(|w| w.expr(&what));
        self.all(|w| w.expr(&choose.by));
        self.reads.vars.push((choose.var, what));
        self.list(choose.list);
        choose.otherwise.iter().for_each(|list| self.list(*list));
    }

    fn outcome(&mut self, rule: &OutcomeRule) {
        match rule {
            OutcomeRule::Draw | OutcomeRule::Over => {}
            OutcomeRule::Win(expr) | OutcomeRule::Lose(expr) => self.all(|w| w.expr(expr)),
            OutcomeRule::Rank { by, teams } => by.iter().chain(teams).for_each(|amount| self.all(|w| w.amount(amount))),
        }
    }

    fn proposals(&mut self, proposals: &[Proposal]) {
        proposals.iter().for_each(|proposal| self.all(|w| w.proposal(proposal)));
    }

    /// Walks a proposal, which makes one event for each card of a listed field. Returns true if its fields read `it`,
    /// which is each of these cards.
    fn proposal(&mut self, proposal: &Proposal) -> bool {
        let asks = any(&proposal.fields, |expr| self.expr(expr));
        // Attachments are public, and public numbers may be computed from them.
        if asks || proposal.event == event::ATTACHED {
            for expr in &proposal.fields {
                self.cards_of(expr);
            }
        }
        // A copy shows the card that was copied.
        if [event::CREATED, event::TRANSFORMED].contains(&proposal.event) {
            self.cards_of(&proposal.fields[1]);
        }
        asks
    }

    /// Walks an expression whose cards count as read, because the effect may show them: it puts them into a record,
    /// from which public numbers may be computed, or uses, copies or orders them.
    fn shown(&mut self, expr: &Expr) {
        self.all(|w| w.expr(expr));
        self.cards_of(expr);
    }

    /// Adds the cards that an expression finds.
    fn cards_of(&mut self, expr: &Expr) {
        match expr {
            Expr::Select(sel) => self.all(|w| w.all_of(sel)),
            Expr::Ref(r) => self.all(|w| w.at(r)),
            Expr::Amount(_) | Expr::Dest(_) | Expr::Seats(_) | Expr::Numbers(_) => {}
        }
    }

    /// Walks an expression. True if it reads `it`.
    fn expr(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Ref(r) => self.reference(r),
            Expr::Amount(amount) => self.amount(amount),
            Expr::Select(sel) => self.selection(sel),
            Expr::Dest(dest) => {
                let whose = dest.whose.as_ref().is_some_and(|r| self.reference(r));
                dest.slot.as_ref().is_some_and(|amount| self.amount(amount)) || whose
            }
            Expr::Seats(Order::Only(r)) => self.reference(r),
            Expr::Seats(Order::Those(test)) => self.player(test),
            Expr::Seats(_) => false,
            Expr::Numbers(all) => any(all, |(_, n)| self.amount(n)),
        }
    }
}
