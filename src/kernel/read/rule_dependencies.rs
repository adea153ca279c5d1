//! Rule dependencies: the parts of a state that decide the result of a compiled rule (its reads). The rule is evaluated
//! again only when one of them was touched.
//!
//! Reading an attribute reads everything that may change it: its base, modifiers, and every static ability of the game
//! that may come into play, with its conditions.

mod amounts;
mod filters;
mod layers;
mod offers;
mod printed;

use crate::kernel::model::ability::{Ability, Affected, Layer, Layered, Need, Static};
use crate::kernel::model::checks::Check;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, CardTest, Class, Cond, Head, Ref, Source, Test};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::rules::{Protocol, Rules, WindowDef};
use crate::kernel::model::schema::{AttrBase, AttrDef, SeenBy};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::{CheckReads, RuleReads, SharedNeed, Touched, ValueReads};
use crate::kernel::model::value::{AttrId, ZoneKind};
use crate::kernel::read::card_dependencies::lies_in;

/// The reads of all compiled rules of a game.
pub fn rule_reads(rules: &Rules) -> RuleReads {
    let statics: Vec<&Ability> = rules.abilities.iter().filter(|a| !a.statics.is_empty()).collect();
    let checks: Vec<CheckReads> = rules.checks.iter().map(|check| check_reads(rules, &statics, check)).collect();
    let attr = |(i, def): (usize, &AttrDef)| {
        let attr = AttrId::of(i);
        let is_plain = !matches!(def.base, AttrBase::Amount(_)) && !rules.static_attrs.contains(attr);
        let mut reads = Reads::new(rules, &statics);
        // Reads of the value's own player or card are noted separately.
        reads.here.is_own = true;
        reads.is_about_cards = def.of == Class::Card;
        reads.attr(attr);
        (!is_plain && !reads.asks).then_some(ValueReads { any: reads.found, own: reads.own })
    };
    let lane = |window: &WindowDef| {
        let has_lanes = window.protocol == Protocol::Sealed && window.decision.is_none();
        has_lanes.then(|| Reads::of_window(rules, &statics, window))
    };
    let mut protected = Reads::new(rules, &statics);
    for number in &rules.protected_numbers {
        number.when.iter().for_each(|cond| protected.cond(cond));
        protected.player_field(number.field);
    }
    // Only static abilities of the game can name the asking card, so those of cards are not followed here.
    let of_game: Vec<&Ability> = statics.iter().copied().filter(|ability| ability.def.is_none()).collect();
    let is_alike = |ability: &Ability| {
        let mut reads = Reads::new(rules, &of_game);
        reads.listens(ability);
        reads.holds(ability, &|_| true);
        !reads.names_card
    };
    let shared = |needs: &[Need]| -> Vec<SharedNeed> {
        needs.iter().map(|(cond, _)| shared_need(rules, &of_game, cond)).collect()
    };
    // What a bounded ability may read depends on who brought its card, so none of its needs is equal for all cards of a
    // player.
    let shared_by = |ability: &Ability| match ability.is_bounded {
        true => vec![SharedNeed::default(); ability.needs.len()],
        false => shared(&ability.needs),
    };
    let names_its_card = |ability: &Ability| {
        let reads = Reads::new(rules, &[]);
        !ability.statics.is_empty() && ability.statics.iter().all(|one| reads.names_its_card(one))
    };
    let (layers, in_layers) = layers::reads(rules, &statics);
    RuleReads {
        purse: Reads::of_purse(rules, &statics),
        layers,
        layering: layers::layering(&statics),
        names_its_card: rules.abilities.iter().map(names_its_card).collect(),
        in_layers,
        conditions: printed::conditions(rules, &statics, &checks),
        checks,
        protected_numbers: protected.found.and(Touched::FLOW),
        attrs: rules.schema.attrs.iter().enumerate().map(attr).collect(),
        lanes: rules.windows.iter().map(lane).collect(),
        alike: rules.abilities.iter().map(is_alike).collect(),
        shared_needs: rules.abilities.iter().map(shared_by).collect(),
        shared_needs_of_uses: rules.uses.iter().map(|kind| shared(&kind.needs)).collect(),
    }
}

fn check_reads(rules: &Rules, statics: &[&Ability], check: &Check) -> CheckReads {
    let mut reads = Reads::new(rules, statics);
    check.if_.iter().for_each(|cond| reads.cond(cond));
    let condition = reads.of_active();
    let printed = printed::asked_by(&check.what);
    match (&printed, &check.what.source) {
        (Some((_, what)), Source::Cards(cards)) => {
            reads.selection(what);
            // A printed condition is judged for the controller of its card, so the controller is read.
            reads.add(Touched::CARDS.within(cards.looked_in()));
        }
        _ => reads.each_selected(&check.what),
    }
    CheckReads { condition, all: ValueReads { any: reads.of_active(), own: reads.own }, printed }
}

/// The part of a need that is equal for all cards of a player.
fn shared_need(rules: &Rules, of_game: &[&Ability], cond: &Cond) -> SharedNeed {
    let is_shared = |read: &dyn Fn(&mut Reads)| {
        let mut reads = Reads::new(rules, of_game);
        read(&mut reads);
        !reads.names_card
    };
    let is_shared_number = |amount: &Amount| is_shared(&|reads| reads.amount(amount));
    let is_shared = |cond: &Cond| is_shared(&|reads| reads.cond(cond));
    let number_of_card = |amount: &Amount| match amount {
        Amount::Ref(r) => offers::number_of_its_card(&rules.schema, r),
        _ => None,
    };
    let adds = || {
        let Cond::Amount(Amount::Add(a, b), _, n) = cond else { return None };
        let adds = |own: &Amount, other: &Amount| number_of_card(own).filter(|_| is_shared_number(other));
        let first = adds(a, b).map(|attr| (attr, true));
        first.or_else(|| adds(b, a).map(|attr| (attr, false))).filter(|_| is_shared_number(n))
    };
    let part = |(i, cond): (usize, &Cond)| u64::from(is_shared(cond)) << i;
    let parts = match cond {
        Cond::Any(any) => any.iter().take(u64::BITS as usize).enumerate().map(part).sum(),
        _ => 0,
    };
    SharedNeed { whole: is_shared(cond), parts, adds: adds() }
}

/// Something that several parts of a rule read, such as an attribute. The reads behind it are collected only once.
#[derive(Clone, Copy, PartialEq)]
enum SharedReads {
    Attr(AttrId),
    Words(u8),
    Verb(Sym),
    Cond(u8),
    Mutes,
}

struct Reads<'a> {
    rules: &'a Rules,
    /// The abilities with static changes whose effects are followed.
    statics: &'a [&'a Ability],
    found: Touched,
    /// Reads within one player (her counters, the cards in her zones), or within one card (the one whose value is
    /// computed, or that a selection tests).
    own: Touched,
    /// True if `own` has reads of a card, false if of a player.
    is_about_cards: bool,
    /// The kinds of zone in which the asking card may lie; `None` unless the reads about the asking player are kept
    /// apart.
    asker: Option<IdSet<ZoneKind>>,
    /// The possible places of the object that is tested or read.
    here: ObjectScope,
    /// The kind of `it` (`None`: unknown), and its possible places.
    it: (Option<Class>, ObjectScope),
    /// True while the text asks as the asking player and card, false inside an ability of another card.
    of_asker: bool,
    /// True if the result depends on the player who asks.
    asks: bool,
    /// True if the result depends on the asking card, or on more than the asking player.
    names_card: bool,
    /// The layers whose results the rule reads.
    layers: IdSet<Layer>,
    seen: Vec<(SharedReads, ObjectScope, bool)>,
}

/// Known facts about a tested or read object.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ObjectScope {
    /// The kinds of zone in which a card may lie.
    zones: IdSet<ZoneKind>,
    /// True for the player or card whose reads are collected apart in `own`, and for cards in this player's zones.
    is_own: bool,
}

impl ObjectScope {
    /// Any owner, and any zone.
    const ANY: ObjectScope = ObjectScope::within(IdSet::ALL);

    const fn within(zones: IdSet<ZoneKind>) -> ObjectScope {
        ObjectScope { zones, is_own: false }
    }
}

impl<'a> Reads<'a> {
    fn new(rules: &'a Rules, statics: &'a [&'a Ability]) -> Reads<'a> {
        Reads {
            rules,
            statics,
            found: Touched::default(),
            own: Touched::default(),
            is_about_cards: false,
            asker: None,
            here: ObjectScope::ANY,
            it: (None, ObjectScope::ANY),
            of_asker: true,
            asks: false,
            names_card: false,
            layers: IdSet::EMPTY,
            seen: Vec::new(),
        }
    }

    fn add(&mut self, touched: Touched) {
        self.found = self.found.and(touched);
    }

    /// Adds the read of a part of the card that is tested or read, within the kinds of zone where the card may lie.
    fn add_here(&mut self, touched: Touched) {
        self.add_own(touched.within(self.here.zones));
    }

    /// Adds a read of the tested object: to `own`, if this is the player or card whose reads are collected there.
    fn add_own(&mut self, touched: Touched) {
        match self.here.is_own {
            true => self.own = self.own.and(touched),
            false => self.add(touched),
        }
    }

    /// The reads, if the active player asks.
    fn of_active(&self) -> Touched {
        if self.asks { self.found.and(Touched::FLOW) } else { self.found }
    }

    /// Notes a read that depends on the asking player, on its use, or on its event.
    fn ask(&mut self) {
        self.asks |= self.of_asker;
    }

    /// Notes a reference to the next player, which depends on who is out of the game.
    fn next_player(&mut self) {
        self.add(Touched::OUT);
    }

    /// Notes a read that depends on the asking card.
    fn ask_card(&mut self) {
        self.ask();
        self.names_card |= self.of_asker;
    }

    /// Walks a part of the rule that tests or reads another object; `here` is what is known about this object.
    fn testing(&mut self, here: ObjectScope, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.here, here);
        f(self);
        self.here = outer;
    }

    /// Walks a part in which `it` is the object tested here.
    fn at(&mut self, class: Option<Class>, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.it, (class, self.here));
        f(self);
        self.it = outer;
    }

    fn once(&mut self, shared: SharedReads, f: impl FnOnce(&mut Self)) {
        let key = (shared, self.here, self.of_asker);
        if !self.seen.contains(&key) {
            self.seen.push(key);
            f(self);
        }
    }

    fn attr(&mut self, attr: AttrId) {
        let def = &self.rules.schema.attrs[attr.index()];
        let zones = if def.of == Class::Card { self.here.zones } else { IdSet::EMPTY };
        self.testing(ObjectScope { zones, ..self.here }, |reads| {
            reads.once(SharedReads::Attr(attr), |reads| {
                reads.add(Touched::LASTING);
                // A modifier ends when its card goes to another zone, so the place of the card is read, too.
                reads.add_here(Touched::CARDS.and(Touched::PLACES).and(Touched::CARD_MODIFIERS));
                match &def.base {
                    AttrBase::Printed(_) => {}
                    AttrBase::Stored { .. } => reads.add_here(Touched::CARD_NUMBERS),
                    AttrBase::Amount(amount) => reads.at(Some(def.of), |reads| reads.amount(amount)),
                }
                reads.statics(&|one| matches!(one, Static::Attr { attr: a, .. } if *a == attr));
            });
        });
    }

    fn words(&mut self, slot: u8) {
        self.once(SharedReads::Words(slot), |reads| {
            reads.add(Touched::LASTING);
            reads.add_here(Touched::CARDS.and(Touched::PLACES).and(Touched::CARD_MODIFIERS));
            if reads.rules.schema.words[slot as usize].with_name {
                reads.layer(Layer::Name);
            }
            reads.statics(&|one| matches!(one, Static::Word { field, .. } if *field == slot));
        });
    }

    fn permission(&mut self, verb: Sym) {
        self.ask();
        self.add(Touched::PERMISSIONS);
        self.once(SharedReads::Verb(verb), |reads| {
            reads.statics(&|one| matches!(one, Static::Permission(p) if p.verb == verb));
        });
    }

    fn printed_cond(&mut self, slot: u8) {
        // A printed condition is judged for the controller of its card, so the controller is read.
        self.layer(Layer::Control);
        self.add_here(Touched::CARDS.and(Touched::PLACES));
        let rules = self.rules;
        self.of_ability(true, |reads| {
            reads.once(SharedReads::Cond(slot), |reads| {
                let conds = rules.defs.iter().flat_map(|def| &def.conds[slot as usize]);
                if rules.defs.iter().any(|def| def.is_from_pack && def.conds[slot as usize].is_some()) {
                    reads.sight();
                }
                reads.at(Some(Class::Card), |reads| conds.for_each(|cond| reads.cond(cond)));
            });
        });
    }

    /// Walks the text of an ability. If the ability stands on a card, its text speaks of its own card and player, no
    /// longer of the asking ones.
    fn of_ability(&mut self, stands_on_a_card: bool, f: impl FnOnce(&mut Self)) {
        let outer = (self.of_asker, self.it);
        self.of_asker &= !stands_on_a_card;
        self.it = (None, ObjectScope::ANY);
        f(self);
        (self.of_asker, self.it) = outer;
    }

    /// Adds the reads that decide which static abilities with a wanted effect are in play and not muted.
    fn statics(&mut self, wanted: &dyn Fn(&Static) -> bool) {
        let holding: Vec<&Ability> =
            self.statics.iter().copied().filter(|ability| ability.statics.iter().any(wanted)).collect();
        // If none can be relevant, it does not matter which are in play.
        if holding.is_empty() {
            return;
        }
        // Layers may change the abilities of cards, and who controls the cards.
        [Layer::Abilities, Layer::Control].into_iter().for_each(|layer| self.layer(layer));
        for ability in holding {
            // If an ability only changes its own card or that card's host, its coming and going touches only these.
            let is_about_its_card = ability.def.is_some()
                && self.is_about_cards
                && ability.statics.iter().filter(|one| wanted(one)).all(|one| self.names_its_card(one));
            let in_play = Touched::of_static(ability.group);
            if is_about_its_card {
                self.add_own(in_play)
            } else {
                self.add(in_play)
            }
            self.of_ability(ability.def.is_some(), |reads| reads.holds(ability, wanted));
        }
        self.once(SharedReads::Mutes, |reads| reads.statics(&|one| matches!(one, Static::Mute { .. })));
    }

    /// True if a static ability only changes its own card, or its host.
    fn names_its_card(&self, one: &Static) -> bool {
        let (Static::Attr { affects: Affected::Cards(test), .. } | Static::Word { affects: test, .. }) = one else {
            return false;
        };
        is_only(test, |r| r.head == Head::SelfCard && (r.path.is_empty() || self.is_host(&r.path)))
    }

    /// If the ability may read only what certain players see, adds the reads of who sees cards and of who brought its
    /// card.
    fn bounds(&mut self, ability: &Ability) {
        if ability.is_bounded {
            self.sight();
            self.ask_card();
        }
    }

    /// Notes the reads of visibility and control.
    fn sight(&mut self) {
        self.add(Touched::SIGHT.and(Touched::PLACES).and(Touched::CARDS).and(Touched::USES));
        self.layer(Layer::Control);
    }

    /// Adds the reads of a static ability's wanted effects, and of its conditions.
    fn holds(&mut self, ability: &Ability, wanted: &dyn Fn(&Static) -> bool) {
        self.bounds(ability);
        ability.needs.iter().for_each(|(cond, _)| self.cond(cond));
        ability.turn.iter().for_each(|test| self.seat(test));
        // In a shared zone the controller depends on the turn.
        let zones = &self.rules.schema.zones;
        let is_shared = |kind: ZoneKind| !zones[kind.index()].per_player;
        let is_anybodys = ability.def.is_some() && self.rules.schema.kinds(ability.from).any(is_shared);
        if is_anybodys || ability.turn.is_some() || !ability.phases.is_empty() {
            self.add(Touched::FLOW);
        }
        ability.statics.iter().filter(|one| wanted(one)).for_each(|one| self.affected(one));
    }

    /// Adds the reads of the condition on a listener's event.
    fn listens(&mut self, ability: &Ability) {
        self.bounds(ability);
        ability.matches.iter().for_each(|(_, filter)| self.filter(filter));
    }

    fn affected(&mut self, one: &Static) {
        match one {
            Static::Attr { affects, by, .. } => {
                match affects {
                    Affected::Cards(test) => self.cards(test),
                    Affected::Players(test) => self.players(test),
                }
                self.at(Some(affects.class()), |reads| reads.amount(by));
            }
            Static::Word { affects, .. } => self.cards(affects),
            Static::Layered { affects, what } => {
                self.testing(ObjectScope::within(lies_in(affects)), |reads| reads.cards(affects));
                if let Layered::Control(to) = what {
                    // Control is taken only of cards that the taker sees, so this reads who sees them, unless the cards
                    // lie in open zones or are only the host of the ability's card.
                    let is_open = |kind: ZoneKind| self.rules.schema.zones[kind.index()].seen_by == SeenBy::All;
                    let is_open = self.rules.schema.kinds(lies_in(affects)).all(is_open);
                    if !is_open && !is_only(affects, |r| self.is_own_host(r)) {
                        self.add(Touched::SIGHT);
                    }
                    self.testing(ObjectScope::ANY, |reads| reads.at(Some(Class::Card), |reads| reads.reference(to)));
                }
            }
            Static::Mute { affects, .. } => self.testing(ObjectScope::ANY, |reads| reads.cards(affects)),
            Static::Cost { affects, .. }
            | Static::ComputedCost { affects, .. }
            | Static::CounterCost { affects, .. } => self.uses(affects),
            Static::Permission(Permission { card, use_, by, to, .. }) => {
                card.iter().for_each(|test| self.cards(test));
                use_.iter().for_each(|test| self.uses(test));
                by.iter().for_each(|test| self.seat(test));
                to.iter().for_each(|filter| self.filter(filter));
            }
        }
    }
}

/// True if a test holds only for a card to which a `wanted` reference leads.
fn is_only(test: &Test<CardTest>, wanted: impl Fn(&Ref) -> bool) -> bool {
    let is_it = |part: &Test<CardTest>| matches!(part, Test::Is(r) if wanted(r));
    match test {
        Test::All(parts) => parts.iter().any(is_it),
        one => is_it(one),
    }
}
