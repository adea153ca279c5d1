//! Compare: a game by hand and the same game of the program, with the same seed and the same answers, question by
//! question: who is asked, what may be answered, and which sets of it are legal.

use intermezzo::kernel::{Answer as TheirAnswer, Choice, Decision, Kind, Seat, Value};
use intermezzo::table::Table;
use intermezzo::table::bots::Random;

use super::bots::Quick;
use super::desk::{Answer, Bot, Form, Item, NO_CARD, Question, Rule};

/// What a game by hand calls things.
#[derive(Clone, Copy)]
pub struct Names {
    /// What may be done, by the names of the game's actions; each is its place.
    pub actions: &'static [&'static str],
    /// What the first ability of a card is; the others follow.
    pub first: u8,
    /// Words that may be chosen; each is its place.
    pub words: &'static [&'static str],
}

/// The number of random sets that are tried for each choice of a set.
const PROBES: usize = 8;

/// A bot that plays the same game at a table of the program, and answers what is answered there.
pub struct Shadow {
    table: Table,
    bot: Random,
    quick: Quick,
    names: Names,
    /// How many answers were the same.
    pub answers: u64,
}

impl Shadow {
    /// A bot with a table about to begin.
    pub fn new(table: Table, seed: u64, names: Names) -> Shadow {
        Shadow { table, bot: Random::new(seed), quick: Quick::new(seed), names, answers: 0 }
    }

    /// Its table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn choice(&self, choice: &Choice) -> Item {
        let rules = &self.table.world().rules;
        let ability = &rules.abilities[choice.ability.index()];
        let card = choice.card.map_or(NO_CARD, |card| card.0 as u8);
        let what = match ability.def {
            Some(_) => {
                let before = &rules.abilities[..choice.ability.index()];
                self.names.first + before.iter().filter(|a| a.def == ability.def).count() as u8
            }
            None => {
                let name = &**rules.name(ability.id);
                let at = self.names.actions.iter().position(|a| *a == name);
                at.unwrap_or_else(|| panic!("the game by hand knows no {name}")) as u8
            }
        };
        Item::Use(what, card)
    }

    fn value(&self, value: &Value) -> Item {
        let rules = &self.table.world().rules;
        let word = |name: &str| {
            let at = self.names.words.iter().position(|w| *w == name);
            Item::Word(at.unwrap_or_else(|| panic!("the game by hand knows no {name}")) as u8)
        };
        match value {
            Value::Card(card) => Item::Card(card.0 as u8),
            Value::Seat(seat) => Item::Seat(seat.0),
            Value::Word(name) => word(rules.name(*name)),
            Value::Text(text) => word(text),
            Value::Bool(yes) => Item::Number(u8::from(*yes)),
            Value::Def(def) => word(rules.name(rules.defs[def.index()].id)),
            other => panic!("the game by hand has no {other:?}"),
        }
    }

    /// What may be chosen, how many at least and at most, and whether in an order.
    fn asked(&self, decision: &Decision) -> (Vec<Item>, usize, usize, bool) {
        match &decision.kind {
            Kind::Act { options, may_pass } => {
                (options.iter().map(|c| self.choice(c)).collect(), usize::from(!may_pass), 1, false)
            }
            Kind::Pick { options, min, max, .. } => {
                (options.iter().map(|v| self.value(v)).collect(), *min as usize, *max as usize, false)
            }
            Kind::Order(items) => (items.iter().map(|v| self.value(v)).collect(), items.len(), items.len(), true),
            Kind::Number(low, high) => ((*low..=*high).map(|n| Item::Number(n as u8)).collect(), 1, 1, false),
            Kind::Assign(_) => panic!("no game by hand assigns"),
        }
    }

    fn same_question(&self, question: &Question, decision: &Decision) {
        let (mut theirs, least, most, is_order) = self.asked(decision);
        let mut ours: Vec<Item> = question.options.iter().copied().filter(|item| *item != Item::Pass).collect();
        let (our_least, our_most) = match question.form {
            Form::One => (usize::from(ours.len() == question.options.len()), 1),
            Form::Some(least, most) => (least.into(), most.into()),
            Form::Order => (ours.len(), ours.len()),
        };
        let says = || {
            format!(
                "answer {}: by hand {question:?}; the program asks {decision:?}, which is {:?}",
                self.answers + 1,
                self.asked(decision)
            )
        };
        assert_eq!(Seat(question.seat), decision.seat, "{}", says());
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", says());
        assert_eq!((our_least, our_most.min(ours.len())), (least, most.min(ours.len())), "{}", says());
        assert_eq!(question.form == Form::Order, is_order, "{}", says());
    }

    /// Random sets are legal in both or in neither.
    fn same_rule(&mut self, question: &Question, decision: &Decision, rule: Rule) {
        let Kind::Pick { options, max, .. } = &decision.kind else { return };
        for _ in 0..PROBES {
            let mut left = options.clone();
            let size = self.quick.below((*max as usize).min(options.len()) + 1);
            let set: Vec<Value> = (0..size).map(|_| left.swap_remove(self.quick.below(left.len()))).collect();
            let ours = Answer::Some(set.iter().map(|v| self.value(v)).collect());
            let theirs = self.table.world().game().check(decision, &TheirAnswer::Values(set));
            assert_eq!(
                ours.is_legal(question, rule),
                theirs.is_ok(),
                "answer {}: {ours:?} to {question:?}; the program: {theirs:?}",
                self.answers + 1
            );
        }
    }
}

impl<S> Bot<S> for Shadow {
    fn answer(&mut self, question: &Question, rule: Rule) -> Answer {
        let decision = self.table.decisions().first().cloned();
        let decision = decision.unwrap_or_else(|| panic!("the program asks nothing, by hand {question:?}"));
        self.same_question(question, &decision);
        if matches!(question.form, Form::Some(..)) {
            self.same_rule(question, &decision, rule);
        }
        let theirs = self.bot.legal_answer(self.table.world(), &decision);
        let mut items: Vec<Item> = match &theirs {
            TheirAnswer::Pass => Vec::new(),
            TheirAnswer::Act(choice) => vec![self.choice(choice)],
            TheirAnswer::Values(values) => match (&decision.kind, values.as_slice()) {
                (Kind::Number(..), [Value::Int(n)]) => vec![Item::Number(*n as u8)],
                _ => values.iter().map(|v| self.value(v)).collect(),
            },
        };
        self.table.submit(decision.seat, theirs).expect("bots answer legally");
        self.answers += 1;
        match question.form {
            Form::One => Answer::One(items.pop().unwrap_or(Item::Pass)),
            _ => Answer::Some(items),
        }
    }
}
