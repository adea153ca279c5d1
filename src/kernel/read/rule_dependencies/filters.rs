//! Reads of selections, and of tests of all kinds of objects.

use super::{ObjectScope, Reads};
use crate::kernel::model::ability::Layer;
use crate::kernel::model::fixed_fields::OfCard;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    CardField, CardSource, CardTest, Class, Filter, Head, NumberTest, PlayerTest, RecordTest, Ref, Selection, Source,
    SpaceTest, Test, UseTest,
};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::touched::Touched;

impl Reads<'_> {
    pub(super) fn selection(&mut self, sel: &Selection) {
        match &sel.source {
            Source::Cards(cards) => self.source(cards, sel, self.looked_at(cards)),
            Source::Players(test) => self.testing(ObjectScope::ANY, |reads| reads.players(test)),
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
            self.testing(ObjectScope::ANY, |reads| reads.choosing(sel));
        }
        // Rules about sets are not evaluated for candidates; if they ever are, they may read anything.
        if sel.rules.is_some() {
            self.add(Touched::ALL);
        }
    }

    /// Visits a selection, and notes separately what is read of each candidate card.
    pub(super) fn each_selected(&mut self, sel: &Selection) {
        match &sel.source {
            Source::Cards(cards) if cards.lists.is_empty() => {
                self.is_about_cards = true;
                self.source(cards, sel, ObjectScope { zones: cards.looked_in(), is_own: true });
            }
            _ => self.selection(sel),
        }
    }

    /// Adds the reads of a selection of cards; `here` is what is known about the cards.
    pub(super) fn source(&mut self, cards: &CardSource, sel: &Selection, here: ObjectScope) {
        cards.lists.iter().for_each(|r| self.reference(r));
        cards.whose.iter().chain(&cards.owner).for_each(|test| self.seat(test));
        self.testing(here, |reads| {
            reads.add_here(Touched::PLACES);
            if cards.whose.is_some() {
                reads.controller();
            }
            reads.cards(&cards.filter);
            reads.choosing(sel);
        });
    }

    /// Adds the reads of a selection's needs, order and verb.
    pub(super) fn choosing(&mut self, sel: &Selection) {
        self.at(sel.source.class(), |reads| sel.needs.iter().for_each(|(cond, _)| reads.cond(cond)));
        if let Some(cut) = &sel.cut {
            self.at(sel.source.class(), |reads| cut.by.iter().for_each(|n| reads.amount(n)));
            cut.part.iter().for_each(|part| self.amount(part.n()));
        }
        if sel.verb.is_some() || !sel.needs.is_empty() {
            sel.verb.iter().chain(&self.rules.choose).for_each(|verb| self.permission(*verb));
        }
    }

    /// Adds the reads of a test's common parts; `one` adds the reads of each other part.
    pub(super) fn test<T>(&mut self, class: Option<Class>, test: &Test<T>, mut one: impl FnMut(&mut Self, &T)) {
        test.walk(&mut |part| match part {
            // An attachment or detachment touches both the card and its host.
            Test::Is(r) if self.is_about_cards && self.here.is_own && self.is_own_host(r) => {
                self.add_own(Touched::ATTACHED);
            }
            Test::Is(r) => self.reference(r),
            Test::Among(refs) => refs.iter().for_each(|r| self.reference(r)),
            // Only a card is known to lie where the test looks for it.
            Test::Where(cond) if class == Some(Class::Card) => self.at(class, |reads| reads.cond(cond)),
            Test::Where(cond) => self.testing(ObjectScope::ANY, |reads| reads.at(class, |reads| reads.cond(cond))),
            Test::One(what) => one(self, what),
            Test::True | Test::All(_) | Test::Any(_) | Test::Not(_) => {}
        });
    }

    /// True if a reference leads to the host of the ability's own card.
    pub(super) fn is_own_host(&self, r: &Ref) -> bool {
        !self.of_asker && r.head == Head::SelfCard && self.is_host(&r.path)
    }

    /// True if a path leads from a card to its host.
    pub(super) fn is_host(&self, path: &[Sym]) -> bool {
        let field = |name: &Sym| self.rules.schema.card_field(*name);
        matches!(path, [name] if field(name) == Some(CardField::Fixed(OfCard::Host)))
    }

    pub(super) fn cards(&mut self, test: &Test<CardTest>) {
        self.test(Some(Class::Card), test, |reads, one| match one {
            CardTest::Zone(_) => reads.add_here(Touched::PLACES),
            // Arriving and leaving cards change positions in a pile.
            CardTest::Position(_) => {
                reads.add_here(Touched::PLACES);
                reads.add(Touched::PLACES.within(reads.here.zones));
            }
            CardTest::Slot(_, amount) => {
                reads.add_here(Touched::PLACES);
                reads.amount(amount);
            }
            CardTest::Host(test) => reads.host(test),
            CardTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.next_player();
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
            CardTest::Def(_) => reads.add_here(Touched::CARDS.and(Touched::PLACES)),
            CardTest::Status(_) => reads.add_here(Touched::STATUSES.and(Touched::PLACES)),
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
            CardTest::FaceDown(_) => reads.add(Touched::SIGHT.and(Touched::PLACES)),
            CardTest::Other => reads.ask_card(),
            CardTest::Permitted(verb) => reads.permission(*verb),
            CardTest::HasAbility(_) => {
                reads.add_here(Touched::CARDS.and(Touched::PLACES));
                reads.add(Touched::GIVEN);
                reads.layer(Layer::Abilities);
            }
        });
    }

    fn host(&mut self, test: &Test<CardTest>) {
        // Touching a card touches its host, too.
        let host = ObjectScope { zones: IdSet::ALL, is_own: self.here.is_own && self.is_about_cards };
        self.testing(host, |reads| {
            reads.add_own(Touched::ATTACHED);
            reads.cards(test);
        });
    }

    pub(super) fn spaces(&mut self, test: &Test<SpaceTest>) {
        self.test(Some(Class::Zone), test, |reads, one| match one {
            SpaceTest::Zone(_) => {}
            SpaceTest::Owner(test) => reads.seat(test),
            SpaceTest::Slot(_, amount) => reads.amount(amount),
            SpaceTest::Opposite(r) => {
                reads.add(Touched::PLACES);
                reads.next_player();
                reads.reference(r);
            }
            SpaceTest::Free => reads.add(Touched::PLACES),
            SpaceTest::Holds(test) => {
                reads.add(Touched::PLACES);
                reads.testing(ObjectScope::ANY, |reads| reads.cards(test));
            }
            SpaceTest::SpaceCounter(_, _, amount) => {
                reads.add(Touched::NUMBERS);
                reads.testing(ObjectScope::ANY, |reads| reads.at(Some(Class::Zone), |reads| reads.amount(amount)));
            }
            SpaceTest::Board(_) => {
                reads.ask_card();
                reads.add(Touched::ALL);
            }
        });
    }

    pub(super) fn players(&mut self, test: &Test<PlayerTest>) {
        self.test(Some(Class::Player), test, |reads, one| match one {
            PlayerTest::Player(test) => reads.seat(test),
            PlayerTest::PlayerField(field, _, amount) => {
                reads.player_field(*field);
                reads.amount(amount);
            }
        });
    }

    pub(super) fn uses(&mut self, test: &Test<UseTest>) {
        self.test(Some(Class::Use), test, |reads, one| match one {
            UseTest::UseKind(_) | UseTest::Timing(_) | UseTest::IsCopy => reads.add(Touched::USES),
            UseTest::User(test) => {
                reads.add(Touched::USES);
                reads.seat(test);
            }
            UseTest::UseCard(test) => {
                reads.add(Touched::USES);
                reads.testing(ObjectScope::ANY, |reads| reads.cards(test));
            }
            UseTest::CanAimElsewhere | UseTest::Cancellable => {
                reads.ask_card();
                reads.add(Touched::ALL);
            }
        });
    }

    pub(super) fn records(&mut self, test: &Test<RecordTest>) {
        self.test(Some(Class::Record), test, |reads, one| match one {
            RecordTest::RecordKind(_) => reads.add(Touched::RECORDS),
            RecordTest::RecordField(_, filter) => reads.filter(filter),
        });
    }

    pub(super) fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Card(test) => self.testing(ObjectScope::ANY, |reads| reads.cards(test)),
            Filter::Player(test) => self.testing(ObjectScope::ANY, |reads| reads.players(test)),
            Filter::Use(test) => self.uses(test),
            Filter::Record(test) => self.records(test),
            Filter::Space(test) => self.spaces(test),
            Filter::Status(test) => self.plain(test, |_, _| {}),
            Filter::Number(test) => self.plain(test, |reads, NumberTest::Int(_, n)| reads.amount(n)),
            Filter::Value(test) => self.plain(test, |_, _| {}),
        }
    }

    /// Adds the reads of a test of a value that is no object. Where the value comes from is not known, so everything
    /// counts as read.
    pub(super) fn plain<T>(&mut self, test: &Test<T>, one: impl FnMut(&mut Self, &T)) {
        self.ask();
        self.add(Touched::ALL);
        self.test(None, test, one);
    }
}
