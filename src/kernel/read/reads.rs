//! What a compiled rule reads: which parts of a state decide what it says, so that it is asked again only when one of
//! them was touched.
//!
//! Reading an attribute reads all that may change it: its base, modifiers, and every static ability of the game that
//! may come into play, with its conditions.

mod layers;
mod offers;
mod printed;

use crate::kernel::model::ability::{Ability, Affected, Layer, Layered, Need, Permission, Static};
use crate::kernel::model::checks::Check;
use crate::kernel::model::fields::{GameField, SpaceField};
use crate::kernel::model::fixed::{Holds, OfCard, OfGame, OfPlayer, OfSpace, OfUse, of_use};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardField, CardSource, CardTest, Class, Cond, Filter, Head, NumberTest, PlayerField, PlayerTest,
    RecordTest, Ref, SeatTest, Selection, Source, SpaceTest, Test, UseTest,
};
use crate::kernel::model::rules::{Protocol, Rules, WindowDef};
use crate::kernel::model::schema::{AttrBase, AttrDef};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::touched::{CheckReads, RuleReads, Touched, ValueReads};
use crate::kernel::model::value::{AttrId, ZoneKind};
use crate::kernel::read::looks::lies_in;

/// What the compiled rules of a game read.
pub fn rule_reads(rules: &Rules) -> RuleReads {
    let statics: Vec<&Ability> = rules.abilities.iter().filter(|a| !a.statics.is_empty()).collect();
    let check = |check: &Check| {
        let mut reads = Reads::new(rules, &statics);
        check.if_.iter().for_each(|cond| reads.cond(cond));
        let condition = reads.found.and(Touched::FLOW);
        let printed = printed::asked_by(&check.what);
        reads.selection(printed.as_ref().map_or(&check.what, |(_, what)| what));
        if let (Some(_), Source::Cards(cards)) = (&printed, &check.what.source) {
            // Whose condition it is.
            reads.add(Touched::CARDS.within(cards.looked_in()));
        }
        CheckReads { condition, all: reads.found.and(Touched::FLOW), printed }
    };
    let checks: Vec<CheckReads> = rules.checks.iter().map(check).collect();
    let attr = |(i, def): (usize, &AttrDef)| {
        let attr = AttrId::of(i);
        let is_plain = !matches!(def.base, AttrBase::Amount(_)) && !rules.static_attrs.contains(attr);
        let mut reads = Reads::new(rules, &statics);
        // Of a player's value it is told apart what it reads of this player.
        reads.here.is_own = def.of == Class::Player;
        reads.attr(attr);
        (!is_plain && !reads.asks).then_some(ValueReads { any: reads.found, own: reads.own })
    };
    let lane = |window: &WindowDef| {
        let has_lanes = window.protocol == Protocol::Sealed && window.decision.is_none();
        has_lanes.then(|| Reads::of_window(rules, &statics, window))
    };
    let mut keeps = Reads::new(rules, &statics);
    for keep in &rules.keeps {
        keep.when.iter().for_each(|cond| keeps.cond(cond));
        keeps.player_field(keep.field);
    }
    // What an ability on another card says never names the card that asks.
    let of_game: Vec<&Ability> = statics.iter().copied().filter(|ability| ability.def.is_none()).collect();
    let is_alike = |ability: &Ability| {
        let mut reads = Reads::new(rules, &of_game);
        reads.listens(ability);
        reads.holds(ability, &|_| true);
        !reads.names_card
    };
    let shared = |needs: &[Need]| {
        needs.iter().take(u64::BITS as usize).enumerate().fold(0, |shared, (i, (cond, _))| {
            let mut reads = Reads::new(rules, &of_game);
            reads.cond(cond);
            shared | u64::from(!reads.names_card) << i
        })
    };
    let (layers, in_layers) = layers::reads(rules, &statics);
    RuleReads {
        layers,
        in_layers,
        conditions: printed::conditions(rules, &statics, &checks),
        checks,
        keeps: keeps.found.and(Touched::FLOW),
        attrs: rules.schema.attrs.iter().enumerate().map(attr).collect(),
        lanes: rules.windows.iter().map(lane).collect(),
        alike: rules.abilities.iter().map(is_alike).collect(),
        shared_needs: rules.abilities.iter().map(|ability| shared(&ability.needs)).collect(),
        shared_needs_of_uses: rules.uses.iter().map(|kind| shared(&kind.needs)).collect(),
    }
}

/// What several things can read, each looked into once.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    Attr(AttrId),
    Words(u8),
    Verb(Sym),
    Cond(u8),
    Mutes,
}

struct Reads<'a> {
    rules: &'a Rules,
    /// The abilities that hold by themselves.
    statics: &'a [&'a Ability],
    found: Touched,
    /// What is read of the player whose value it is, or who is offered something: counters, and cards in zones of this
    /// player.
    own: Touched,
    /// Where the card lies of the player who asks, if that is the one of whom it is told apart what is read.
    asker: Option<IdSet<ZoneKind>>,
    /// Where the card lies that is tested, or read, or whose the player is that is.
    here: Here,
    /// What `it` is: of what kind, `None` being any; and where it lies, or whose it is.
    it: (Option<Class>, Here),
    /// Whether the player and the card are those of whoever asks, not those of an ability that stands on a card.
    of_asker: bool,
    /// Whether something depends on who asks.
    asks: bool,
    /// Whether something depends on the card that asks, or on more than the player who does.
    names_card: bool,
    /// What it reads of what layers change.
    layers: IdSet<Layer>,
    seen: Vec<(Shared, Here, bool)>,
}

/// What is known of an object that is tested or read.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Here {
    /// In which kinds of zone it may lie, if it is a card.
    zones: IdSet<ZoneKind>,
    /// Whether it is the player whose value is looked for, or a card in a zone of this player.
    is_own: bool,
}

impl Here {
    /// It may be anybody's, and lie anywhere.
    const ANY: Here = Here::within(IdSet::ALL);

    const fn within(zones: IdSet<ZoneKind>) -> Here {
        Here { zones, is_own: false }
    }
}

impl<'a> Reads<'a> {
    fn new(rules: &'a Rules, statics: &'a [&'a Ability]) -> Reads<'a> {
        Reads {
            rules,
            statics,
            found: Touched::default(),
            own: Touched::default(),
            asker: None,
            here: Here::ANY,
            it: (None, Here::ANY),
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

    /// Adds a part of the card that is tested or read.
    fn add_here(&mut self, touched: Touched) {
        let touched = touched.within(self.here.zones);
        match self.here.is_own {
            true => self.own = self.own.and(touched),
            false => self.add(touched),
        }
    }

    /// Something is said of the player who asks, or of what all who ask have before them: a use, an event.
    fn ask(&mut self) {
        self.asks |= self.of_asker;
    }

    /// Something is said of the card that asks, or may be.
    fn ask_card(&mut self) {
        self.ask();
        self.names_card |= self.of_asker;
    }

    /// Tests or reads objects of which this is known.
    fn testing(&mut self, here: Here, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.here, here);
        f(self);
        self.here = outer;
    }

    /// Looks at what is tested or read here: it is `it`.
    fn at(&mut self, class: Option<Class>, f: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.it, (class, self.here));
        f(self);
        self.it = outer;
    }

    fn once(&mut self, shared: Shared, f: impl FnOnce(&mut Self)) {
        let key = (shared, self.here, self.of_asker);
        if !self.seen.contains(&key) {
            self.seen.push(key);
            f(self);
        }
    }

    // ---- conditions, amounts, references ----

    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Const(_) | Cond::Option(..) => {}
            Cond::All(conds) | Cond::Any(conds) => conds.iter().for_each(|c| self.cond(c)),
            Cond::Not(cond) => self.cond(cond),
            Cond::Exists(sel) => self.selection(sel),
            Cond::Count(sel, _, n) => {
                self.selection(sel);
                self.amount(n);
            }
            Cond::Amount(a, _, b) => {
                self.amount(a);
                self.amount(b);
            }
            Cond::Phase(_) => self.add(Touched::FLOW),
            Cond::Turn(test) => {
                self.add(Touched::FLOW);
                self.seat(test);
            }
            Cond::Record(_) => self.add(Touched::RECORDS),
            Cond::Window(_) => self.add(Touched::CONTROL),
            Cond::Matches(r, test) => {
                self.reference(r);
                self.testing(Here::ANY, |reads| reads.cards(test));
            }
        }
    }

    fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::Int(_) => {}
            Amount::Ref(r) | Amount::CountOf(r) => self.reference(r),
            Amount::TimesIn(a, b) => {
                self.reference(a);
                self.reference(b);
            }
            Amount::Add(a, b)
            | Amount::Sub(a, b)
            | Amount::Mul(a, b)
            | Amount::Min(a, b)
            | Amount::Max(a, b)
            | Amount::Div(a, b)
            | Amount::Mod(a, b) => {
                self.amount(a);
                self.amount(b);
            }
            Amount::If(cond, a, b) => {
                self.cond(cond);
                self.amount(a);
                self.amount(b);
            }
            Amount::Distinct(slot, sel) => {
                self.selection(sel);
                self.testing(self.looked_at_by(sel), |reads| reads.words(*slot));
            }
            Amount::Extreme(extreme) => {
                self.selection(&extreme.of);
                let class = extreme.of.source.class();
                self.testing(self.looked_at_by(&extreme.of), |reads| {
                    reads.at(class, |reads| reads.amount(&extreme.by))
                });
            }
            Amount::Abs(a) | Amount::HalfUp(a) | Amount::HalfDown(a) => self.amount(a),
            Amount::Count(sel) => self.selection(sel),
            Amount::SumOf(attr, r) => {
                self.reference(r);
                self.testing(Here::ANY, |reads| reads.attr(*attr));
            }
            Amount::Sum(attr, sel) => {
                self.selection(sel);
                if sel.source.has_cards() {
                    self.testing(self.looked_at_by(sel), |reads| reads.attr(*attr));
                }
            }
            Amount::Groups(groups) => {
                self.selection(&groups.what);
                self.amount(&groups.size);
                self.testing(self.looked_at_by(&groups.what), |reads| {
                    reads.words(groups.by);
                    groups.joker.iter().for_each(|joker| reads.cards(joker));
                    reads.at(Some(Class::Card), |reads| groups.worth.iter().for_each(|worth| reads.amount(worth)));
                });
            }
        }
    }

    fn reference(&mut self, r: &Ref) {
        let mut here = if r.head == Head::It { self.it.1 } else { Here::ANY };
        let mut path = r.path.as_slice();
        if let Some((class, of, rest)) = self.of_draft(&r.head, path) {
            return self.follow((class, of), rest);
        }
        let class = match r.head {
            Head::It => self.it.0,
            Head::Value(_) | Head::Option(_) => None,
            Head::Game => {
                if let [first, rest @ ..] = path {
                    self.game_field(*first);
                    path = rest;
                }
                None
            }
            Head::SelfCard => {
                self.ask_card();
                here = self.own_card();
                Some(Class::Card)
            }
            Head::Me => {
                self.ask();
                here = self.own_player();
                Some(Class::Player)
            }
            Head::Opponent => {
                self.ask();
                Some(Class::Player)
            }
            Head::Active | Head::Inactive => {
                self.add(Touched::FLOW);
                Some(Class::Player)
            }
            Head::This | Head::ReplyTo | Head::Subject => {
                self.ask_card();
                self.add(Touched::USES);
                Some(Class::Use)
            }
            Head::Target(_) | Head::Paid | Head::Event | Head::Var(_) => {
                self.ask();
                self.add(Touched::USES.and(Touched::CONTROL));
                None
            }
            Head::Record(_) => {
                self.add(Touched::RECORDS);
                Some(Class::Record)
            }
            // Where an area lies is said by cards, cells and facings of any kind.
            Head::Area(_) => {
                self.ask_card();
                self.add(Touched::ALL);
                None
            }
        };
        self.follow((class, here), path);
    }

    /// Reads the fields that a path follows from an object.
    fn follow(&mut self, mut of: (Option<Class>, Here), path: &[Sym]) {
        for name in path {
            let mut next = None;
            self.testing(of.1, |reads| next = reads.field(of.0, *name));
            of = (next, Here::ANY);
        }
    }

    /// A field of an object of a kind: of every kind that has one of this name, if the kind is not known. Of what kind
    /// the objects are that it holds, as far as that is known.
    fn field(&mut self, of: Option<Class>, name: Sym) -> Option<Class> {
        let schema = &self.rules.schema;
        let may_be = |class: Class| of.is_none_or(|of| of == class);
        let mut holds = None;
        if may_be(Class::Card)
            && let Some(of_card) = schema.card_field(name)
        {
            self.card_field(of_card);
            let holds_player = match of_card {
                CardField::Fixed(fixed) => fixed.fixed().holds == Holds::Player,
                _ => false,
            };
            holds = (holds_player && of.is_some()).then_some(Class::Player);
        }
        if may_be(Class::Player)
            && let Some(of_player) = schema.player_field(name)
        {
            self.player_field(of_player);
        }
        if may_be(Class::Use) {
            self.add(Touched::USES);
            // What else it could aim at, and whether it may be cancelled, depend on anything.
            if matches!(of_use(name), Some(OfUse::Choices | OfUse::Cancellable)) {
                self.ask_card();
                self.add(Touched::ALL);
            }
        }
        if may_be(Class::Record) {
            self.add(Touched::RECORDS);
        }
        if may_be(Class::Zone)
            && let Some(of_space) = schema.space_field(name)
        {
            match of_space {
                SpaceField::Counter(_) => self.add(Touched::NUMBERS),
                SpaceField::Fixed(OfSpace::Card | OfSpace::Cards) => self.add(Touched::PLACES),
                SpaceField::Fixed(_) => {}
            }
        }
        if of.is_none() {
            self.game_field(name);
        }
        holds
    }

    fn game_field(&mut self, name: Sym) {
        match self.rules.schema.game_field(name) {
            // A batch is counted without a change.
            Some(GameField::Fixed(OfGame::Batch)) => self.add(Touched::ALL),
            Some(GameField::Counter(_)) => self.add(Touched::NUMBERS),
            Some(GameField::Level(_) | GameField::Fixed(_)) => self.add(Touched::FLOW),
            None => {}
        }
    }

    fn card_field(&mut self, field: CardField) {
        match field {
            CardField::Attr(attr) => self.attr(attr),
            CardField::Words(slot) => self.words(slot),
            CardField::Cond(slot) => self.printed_cond(slot),
            CardField::Cost(_) | CardField::Rules(_) | CardField::Text(_) | CardField::Cells(_) => {
                self.add_here(Touched::CARDS);
            }
            CardField::Status(_) => self.add_here(Touched::CARDS),
            CardField::Fixed(field) => match field {
                OfCard::Id | OfCard::PutBy => self.add_here(Touched::CARDS),
                OfCard::Name => {
                    self.add_here(Touched::CARDS);
                    self.layer(Layer::Name);
                }
                OfCard::Type => {
                    self.add_here(Touched::CARDS);
                    self.layer(Layer::Type);
                }
                OfCard::Host | OfCard::Carries => self.add(Touched::CARDS),
                OfCard::Zone | OfCard::Slot | OfCard::Space => self.add_here(Touched::PLACES),
                OfCard::Controller => self.controller(),
                // A card stays its owner's.
                OfCard::Owner => {}
            },
        }
    }

    fn player_field(&mut self, field: PlayerField) {
        match field {
            PlayerField::Attr(attr) => self.attr(attr),
            PlayerField::Counter(_) => self.add_here(Touched::COUNTERS),
            PlayerField::Tally(_) => self.add(Touched::NUMBERS),
            PlayerField::Fixed(OfPlayer::Wins | OfPlayer::Lost) => self.add(Touched::FLOW),
            PlayerField::Fixed(OfPlayer::Partner) => {
                // It is looked for among all.
                self.testing(Here::ANY, |reads| reads.rules.team.iter().for_each(|team| reads.attr(*team)));
            }
            PlayerField::Fixed(OfPlayer::Name | OfPlayer::Seat | OfPlayer::Opponent) => {}
            PlayerField::Fixed(OfPlayer::Left | OfPlayer::Right) => {}
        }
    }

    fn seat(&mut self, test: &SeatTest) {
        match test {
            SeatTest::Me | SeatTest::Opponent => self.ask(),
            SeatTest::Active | SeatTest::Inactive => self.add(Touched::FLOW),
            SeatTest::Ref(r) => self.reference(r),
        }
    }

    // ---- selections and tests ----

    fn selection(&mut self, sel: &Selection) {
        match &sel.source {
            Source::Cards(cards) => self.source(cards, sel),
            Source::Players(test) => self.testing(Here::ANY, |reads| reads.players(test)),
            Source::Uses(test) => {
                self.add(Touched::USES);
                self.uses(test);
            }
            Source::Records(test) => {
                self.add(Touched::RECORDS);
                self.records(test);
            }
            Source::Spaces(spaces) => {
                spaces.lists.iter().for_each(|r| self.reference(r));
                self.spaces(&spaces.filter);
            }
            Source::Either(all) => all.iter().for_each(|one| self.selection(one)),
            Source::Words(_) | Source::Defs(_) => {}
            Source::Number(low, high) => {
                self.amount(low);
                self.amount(high);
            }
        }
        if !matches!(sel.source, Source::Cards(_)) {
            self.testing(Here::ANY, |reads| reads.choosing(sel));
        }
        // Which sets are allowed is not asked where candidates are looked for; if it ever is, it may read anything.
        if sel.rules.is_some() {
            self.add(Touched::ALL);
        }
    }

    /// The cards of a selection, where it looks for them.
    fn source(&mut self, cards: &CardSource, sel: &Selection) {
        cards.lists.iter().for_each(|r| self.reference(r));
        cards.whose.iter().chain(&cards.owner).for_each(|test| self.seat(test));
        self.testing(self.looked_at(cards), |reads| {
            reads.add_here(Touched::PLACES);
            if cards.whose.is_some() {
                reads.controller();
            }
            reads.cards(&cards.filter);
            reads.choosing(sel);
        });
    }

    /// What must hold for each object of a selection besides its filter.
    fn choosing(&mut self, sel: &Selection) {
        self.at(sel.source.class(), |reads| sel.needs.iter().for_each(|(cond, _)| reads.cond(cond)));
        if sel.verb.is_some() || !sel.needs.is_empty() {
            sel.verb.iter().chain(&self.rules.choose).for_each(|verb| self.permission(*verb));
        }
    }

    /// What every kind of object can be asked; the rest is for `one`.
    fn test<T>(&mut self, class: Option<Class>, test: &Test<T>, mut one: impl FnMut(&mut Self, &T)) {
        test.walk(&mut |part| match part {
            Test::Is(r) => self.reference(r),
            Test::Among(refs) => refs.iter().for_each(|r| self.reference(r)),
            // Only a card is known to lie where it is tested.
            Test::Where(cond) if class == Some(Class::Card) => self.at(class, |reads| reads.cond(cond)),
            Test::Where(cond) => self.testing(Here::ANY, |reads| reads.at(class, |reads| reads.cond(cond))),
            Test::One(what) => one(self, what),
            Test::True | Test::All(_) | Test::Any(_) | Test::Not(_) => {}
        });
    }

    fn cards(&mut self, test: &Test<CardTest>) {
        self.test(Some(Class::Card), test, |reads, one| match one {
            CardTest::Zone(_) | CardTest::Position(_) => reads.add_here(Touched::PLACES),
            CardTest::Slot(_, amount) => {
                reads.add_here(Touched::PLACES);
                reads.amount(amount);
            }
            CardTest::Host(test) => {
                reads.add(Touched::CARDS);
                reads.testing(Here::ANY, |reads| reads.cards(test));
            }
            CardTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.reference(r);
            }
            CardTest::Space(test) => {
                reads.add_here(Touched::PLACES);
                reads.spaces(test);
            }
            CardTest::Owner(test) => reads.seat(test),
            CardTest::Controller(test) => {
                reads.controller();
                reads.seat(test);
            }
            CardTest::PutBy(test) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.seat(test);
            }
            CardTest::Def(_) | CardTest::Status(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
            }
            CardTest::Type(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.layer(Layer::Type);
            }
            CardTest::Name(r) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.layer(Layer::Name);
                reads.reference(r);
            }
            CardTest::Words(slot, words) => {
                reads.words(*slot);
                words.iter().for_each(|r| reads.reference(r));
            }
            CardTest::Attr(attr, _, amount) | CardTest::Printed(attr, _, amount) => {
                reads.attr(*attr);
                reads.amount(amount);
            }
            CardTest::CostTotal(_, _, amount) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.amount(amount);
            }
            CardTest::Fulfils(slot) => reads.printed_cond(*slot),
            CardTest::Other => reads.ask_card(),
            CardTest::Permitted(verb) => reads.permission(*verb),
            CardTest::HasAbility(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.add(Touched::LASTING);
                reads.layer(Layer::Abilities);
            }
        });
    }

    fn spaces(&mut self, test: &Test<SpaceTest>) {
        self.test(Some(Class::Zone), test, |reads, one| match one {
            SpaceTest::Zone(_) => {}
            SpaceTest::Owner(test) => reads.seat(test),
            SpaceTest::Slot(_, amount) => reads.amount(amount),
            SpaceTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.reference(r);
            }
            SpaceTest::Free => reads.add(Touched::PLACES),
            SpaceTest::Holds(test) => {
                reads.add(Touched::PLACES);
                reads.testing(Here::ANY, |reads| reads.cards(test));
            }
            SpaceTest::SpaceCounter(_, _, amount) => {
                reads.add(Touched::NUMBERS);
                reads.testing(Here::ANY, |reads| reads.at(Some(Class::Zone), |reads| reads.amount(amount)));
            }
            SpaceTest::Board(_) => {
                reads.ask_card();
                reads.add(Touched::ALL);
            }
        });
    }

    fn players(&mut self, test: &Test<PlayerTest>) {
        self.test(Some(Class::Player), test, |reads, one| match one {
            PlayerTest::Player(test) => reads.seat(test),
            PlayerTest::PlayerField(field, _, amount) => {
                reads.player_field(*field);
                reads.amount(amount);
            }
        });
    }

    fn uses(&mut self, test: &Test<UseTest>) {
        self.test(Some(Class::Use), test, |reads, one| match one {
            UseTest::UseKind(_) | UseTest::Timing(_) | UseTest::IsCopy => reads.add(Touched::USES),
            UseTest::User(test) => {
                reads.add(Touched::USES);
                reads.seat(test);
            }
            UseTest::UseCard(test) => {
                reads.add(Touched::USES);
                reads.testing(Here::ANY, |reads| reads.cards(test));
            }
            UseTest::CanAimElsewhere | UseTest::Cancellable => {
                reads.ask_card();
                reads.add(Touched::ALL);
            }
        });
    }

    fn records(&mut self, test: &Test<RecordTest>) {
        self.test(Some(Class::Record), test, |reads, one| match one {
            RecordTest::RecordKind(_) => reads.add(Touched::RECORDS),
            RecordTest::RecordField(_, filter) => reads.filter(filter),
        });
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Card(test) => self.testing(Here::ANY, |reads| reads.cards(test)),
            Filter::Player(test) => self.testing(Here::ANY, |reads| reads.players(test)),
            Filter::Use(test) => self.uses(test),
            Filter::Record(test) => self.records(test),
            Filter::Space(test) => self.spaces(test),
            Filter::Status(test) => self.plain(test, |_, _| {}),
            Filter::Number(test) => self.plain(test, |reads, NumberTest::Int(_, n)| reads.amount(n)),
            Filter::Value(test) => self.plain(test, |_, _| {}),
        }
    }

    /// A test of what is no object of a kind: what it is asked about comes from who asks.
    fn plain<T>(&mut self, test: &Test<T>, one: impl FnMut(&mut Self, &T)) {
        self.ask();
        self.add(Touched::ALL);
        self.test(None, test, one);
    }

    // ---- what is computed from several things ----

    fn attr(&mut self, attr: AttrId) {
        let def = &self.rules.schema.attrs[attr.index()];
        let zones = if def.of == Class::Card { self.here.zones } else { IdSet::EMPTY };
        self.testing(Here { zones, ..self.here }, |reads| {
            reads.once(Shared::Attr(attr), |reads| {
                reads.add(Touched::LASTING);
                // A modifier is for one stay of its card.
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
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
        self.once(Shared::Words(slot), |reads| {
            reads.add(Touched::LASTING);
            reads.add_here(Touched::CARDS.and(Touched::PLACES));
            if reads.rules.schema.words[slot as usize].with_name {
                reads.layer(Layer::Name);
            }
            reads.statics(&|one| matches!(one, Static::Word { field, .. } if *field == slot));
        });
    }

    fn permission(&mut self, verb: Sym) {
        self.ask();
        self.add(Touched::PERMISSIONS);
        self.once(Shared::Verb(verb), |reads| {
            reads.statics(&|one| matches!(one, Static::Permission(p) if p.verb == verb));
        });
    }

    fn printed_cond(&mut self, slot: u8) {
        // Whose condition it is.
        self.layer(Layer::Control);
        self.add_here(Touched::CARDS.and(Touched::PLACES));
        let rules = self.rules;
        self.of_ability(true, |reads| {
            reads.once(Shared::Cond(slot), |reads| {
                let conds = rules.defs.iter().flat_map(|def| &def.conds[slot as usize]);
                reads.at(Some(Class::Card), |reads| conds.for_each(|cond| reads.cond(cond)));
            });
        });
    }

    /// Looks from where something is said: on a card, whose player and card are its own, or from nowhere.
    fn of_ability(&mut self, stands_on_a_card: bool, f: impl FnOnce(&mut Self)) {
        let outer = (self.of_asker, self.it);
        self.of_asker &= !stands_on_a_card;
        self.it = (None, Here::ANY);
        f(self);
        (self.of_asker, self.it) = outer;
    }

    /// The static abilities that hold one that is wanted, and what mutes them.
    fn statics(&mut self, wanted: &dyn Fn(&Static) -> bool) {
        let holding = self.statics.iter().copied().filter(|ability| ability.statics.iter().any(wanted));
        let mut holding = holding.peekable();
        // Which of them are in play says nothing where none holds any that is wanted.
        if holding.peek().is_none() {
            return;
        }
        self.add(Touched::STATICS);
        // Which of them their cards have, and whose those are.
        [Layer::Abilities, Layer::Control].into_iter().for_each(|layer| self.layer(layer));
        for ability in holding {
            self.of_ability(ability.def.is_some(), |reads| reads.holds(ability, wanted));
        }
        self.once(Shared::Mutes, |reads| reads.statics(&|one| matches!(one, Static::Mute { .. })));
    }

    /// What a static ability says of what is wanted, and when.
    fn holds(&mut self, ability: &Ability, wanted: &dyn Fn(&Static) -> bool) {
        ability.needs.iter().for_each(|(cond, _)| self.cond(cond));
        ability.turn.iter().for_each(|test| self.seat(test));
        self.add(Touched::FLOW);
        ability.statics.iter().filter(|one| wanted(one)).for_each(|one| self.affected(one));
    }

    /// What the event must be that an ability listens to.
    fn listens(&mut self, ability: &Ability) {
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
                self.testing(Here::within(lies_in(affects)), |reads| reads.cards(affects));
                if let Layered::Control(to) = what {
                    self.testing(Here::ANY, |reads| reads.at(Some(Class::Card), |reads| reads.reference(to)));
                }
            }
            Static::Mute { affects, .. } => self.testing(Here::ANY, |reads| reads.cards(affects)),
            Static::Cost { affects, .. } | Static::CounterCost { affects, .. } => self.uses(affects),
            Static::Permission(Permission { card, use_, by, to, .. }) => {
                card.iter().for_each(|test| self.cards(test));
                use_.iter().for_each(|test| self.uses(test));
                by.iter().for_each(|test| self.seat(test));
                to.iter().for_each(|filter| self.filter(filter));
            }
        }
    }
}
