//! Printed: carries a compiled card over to other numbers of words, cards and earlier compiled parts.
//!
//! A card refers to words and cards by numbers that follow the files of its game. Its own abilities, scripts and
//! lists are numbered after those of earlier cards. All other numbers come from the manifest.

use super::{Numbers, Renumber, parts, same};
use crate::kernel::model::ability::{
    Ability, AbilityForm, Affected, CostPart, Effect, Layered, PipCost, Static, Target,
};
use crate::kernel::model::duration::Duration;
use crate::kernel::model::flow_items::{Choose, Divide, InOrder, Item, List, OfRecord, OutcomeRule, Repeat, Together};
use crate::kernel::model::lang::{Dest, Expr, Order};
use crate::kernel::model::modification_kinds::{How, HowWord};
use crate::kernel::model::rules::{CardDef, Proposal, ScriptInfo};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::timed_effects::{By, ForATime, Which, Whose};
use crate::kernel::model::value::DefId;

/// The offsets of consecutive numbers of compiled parts, from one part on. The numbers before it
/// are the manifest's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moved {
    /// The first number that moved.
    pub from: i64,
    /// The distance of the shift.
    pub by: i64,
}

impl Moved {
    /// Exchanges an old number for the new one.
    pub fn number<N: Copy + Into<i64> + TryFrom<i64>>(self, number: &mut N) -> Option<()> {
        let old: i64 = (*number).into();
        if old >= self.from {
            *number = N::try_from(old + self.by).ok()?;
        }
        Some(())
    }
}

/// The shifts of a card's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Printed {
    /// Words that were added while cards were compiled; they come after the words of all files.
    pub words: Moved,
    /// The shift of the card's abilities.
    pub abilities: Moved,
    /// The shift of the card's scripts.
    pub scripts: Moved,
    /// The shift of the card's lists.
    pub lists: Moved,
    /// The shift of the abilities that the card's lists name.
    pub named: Moved,
}

impl Numbers<'static> {
    /// Numbers for cards: of all words in files, and of definitions.
    pub fn of_cards(symbols: Vec<Option<Sym>>, defs: Vec<Option<DefId>>) -> Numbers<'static> {
        let (abilities, scripts, lists, printed) = (Vec::new(), Vec::new(), Vec::new(), Some(Printed::default()));
        Numbers { defs, abilities, scripts, lists, symbols, printed, rules: None }
    }

    /// Sets the shifts for the card that is carried over next.
    pub fn moved(&mut self, printed: Printed) {
        self.printed = Some(printed);
    }
}

impl Numbers<'_> {
    /// Renumbers the place of an ability among those that lists name.
    fn named(&self, at: &mut usize) -> Option<()> {
        let Some(printed) = self.printed else { return Some(()) };
        let mut number = i64::try_from(*at).ok()?;
        printed.named.number(&mut number)?;
        *at = usize::try_from(number).ok()?;
        Some(())
    }
}

same!(How, HowWord, Duration);

impl Renumber for CardDef {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let CardDef {
            id,
            name,
            ty: _,
            types: _,
            ints: _,
            words,
            costs: _,
            rules,
            texts: _,
            cells: _,
            conds,
            text: _,
            is_strange: _,
            abilities,
            statics,
            listeners,
            timed,
            mutes: _,
            listens: _,
            listens_to_others: _,
            listens_in: _,
        } = self;
        id.renumber(numbers)?;
        name.renumber(numbers)?;
        words.renumber(numbers)?;
        rules.renumber(numbers)?;
        conds.renumber(numbers)?;
        [abilities, statics, listeners, timed].into_iter().try_for_each(|ids| ids.renumber(numbers))
    }
}

parts!(
    struct Ability {
        def,
        id,
        is_strange,
        looks,
        text,
        kind_word,
        flags,
        group,
        form,
        from,
        for_,
        matches,
        turn,
        phases,
        replies_to,
        needs,
        condition,
        once,
        limit_as,
        optional,
        once_per_batch,
        cost,
        x,
        targets,
        alternative,
        mode,
        uncancellable,
        is_bounded,
        asks_of_cards,
        kind,
        effect,
        statics,
    }
);
parts!(
    enum AbilityForm {
        Timing(a),
        After(a),
        Instead(a),
        While,
    }
);
parts!(
    enum Effect {
        None,
        Script(a),
        List(a),
        Events(a),
    }
);
parts!(struct Target { name, what, list, is_named });
parts!(enum CostPart { Pips(a), Cards { what, does, itself }, Counter { name, amount } });
parts!(
    enum PipCost {
        Fixed(a),
        Field(a),
        Amounts(a),
    }
);
parts!(
    enum Static {
        Attr { affects, attr, how, by },
        Word { affects, field, how, word },
        Cost { affects, by },
        CounterCost { affects, name, by },
        Mute { affects, kinds, flags },
        Permission(a),
        Layered { affects, what },
    }
);
parts!(enum Layered { Control(a), Name(a), Type(a, b), Grant(a), Lose { kinds, flags } });
parts!(
    enum Affected {
        Cards(a),
        Players(a),
    }
);
parts!(struct ScriptInfo { name, def, names_its_card });
parts!(struct Proposal { event, fields, given, subject });
parts!(
    enum Expr {
        Ref(a),
        Amount(a),
        Select(a),
        Dest(a),
        Seats(a),
        Numbers(a),
    }
);
parts!(struct Dest { kind, whose, slot });
parts!(
    enum Order {
        First,
        Active,
        ActiveLast,
        Only(a),
        Others,
        Named(a),
        Those(a),
    }
);
parts!(struct Together { events, begins });

impl Renumber for ForATime {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match self {
            ForATime::Modify { what, field, by, lasts: _, called } => {
                what.renumber(numbers)?;
                field.renumber(numbers)?;
                by.renumber(numbers)?;
                called.renumber(numbers)
            }
            ForATime::Grant { who, which, lasts: _, called, uses } => {
                who.renumber(numbers)?;
                which.renumber(numbers)?;
                called.renumber(numbers)?;
                uses.renumber(numbers)
            }
            ForATime::LoseAbility { cards, ability, lasts: _, called } => {
                cards.renumber(numbers)?;
                ability.iter_mut().try_for_each(|at| numbers.named(at))?;
                called.renumber(numbers)
            }
            ForATime::Restore { cards, printed_only: _ } => cards.renumber(numbers),
            ForATime::Permit { what, cards, lasts: _, called } => {
                what.renumber(numbers)?;
                cards.renumber(numbers)?;
                called.renumber(numbers)
            }
            ForATime::Extra(_, seats) => seats.renumber(numbers),
            ForATime::End { called, on, from } => {
                called.renumber(numbers)?;
                on.renumber(numbers)?;
                from.renumber(numbers)
            }
        }
    }
}

impl Renumber for Which {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match self {
            Which::Named(at) => numbers.named(at),
            Which::Of { cards, kind } => {
                cards.renumber(numbers)?;
                kind.renumber(numbers)
            }
        }
    }
}

parts!(
    enum Whose {
        Of(a),
        Matching(a),
    }
);
parts!(
    enum By {
        Number(a, b),
        PrintedOf(a),
        Word(a),
        Without(a),
    }
);

impl Renumber for List {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let List { path, items, is_left: _, asks_of_cards: _ } = self;
        // A path ends with the number of the list, after those of the lists around it.
        if let Some(printed) = numbers.printed.filter(|printed| printed.lists.by != 0) {
            let part = |part: &str| match part.parse::<u32>() {
                Ok(mut number) => printed.lists.number(&mut number).map(|()| number.to_string()),
                Err(_) => Some(part.to_string()),
            };
            *path = path.split('/').map(part).collect::<Option<Vec<_>>>()?.join("/").into();
        }
        items.renumber(numbers)
    }
}

parts!(
    enum Item {
        Propose(a),
        Together(a),
        Draw(a, b),
        Shuffle(a, b),
        Step(a, b),
        Window(a),
        Phase(a, b),
        Each(a, b, c),
        If(a, b, c),
        Run(a, b),
        Let(a),
        Leave,
        Repeat(a),
        Open(a, b),
        Put(a, b),
        Take(a, b),
        Close(a),
        Result(a),
        ForATime(a),
        Copy { what, by, chooses },
        Aim(a, b),
        Choose(a),
        Divide(a),
        Order(a),
        Use(a),
        AfterUse(a, b),
    }
);
parts!(struct Divide { amount, among, before_next, part, by, why, names, list });
parts!(
    enum OfRecord {
        Innermost(a, b),
        Of(a, b),
    }
);
parts!(struct InOrder { what, by, var, why, list });
parts!(struct Choose { what, by, sealed, var, why, secret, list, otherwise });
parts!(struct Repeat { level, list, alternate, first, fresh, until, max, after_max });
parts!(enum OutcomeRule { Draw, Win(a), Lose(a), Over, Rank { by, teams } });
