//! Values: an attribute is printed, then set, then added to, then multiplied, then bounded. Permissions are here, too.
//!
//! [`StateCache`] keeps the values that are not just printed or stored, and the list of static abilities in play.
//!
//! [`StateCache`]: crate::kernel::read::state_cache::StateCache

use crate::kernel::model::ability::{Ability, Affected, Cost, Static};
use crate::kernel::model::lang::{Amount, CardTest, Test};
use crate::kernel::model::modification_kinds::{How, HowWord};
use crate::kernel::model::objects::{ModTarget, Modification, Modifier, Use};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::schema::{AttrBase, bounded};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AttrId, Card, Seat, Value};
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::static_abilities::{InPlay, Says};
use crate::kernel::read::work_limits::TooMuch;
use std::cell::OnceCell;

/// The greatest value of an attribute; the least is its negative.
const MAX_VALUE: i64 = 1_000_000_000_000;

/// The changes of a number.
#[derive(Clone, Copy)]
struct Changes {
    /// The latest `set`: the stay number of the card that sets, and the value.
    set: Option<(u32, i64)>,
    add: i64,
    times: i64,
    least: i64,
    most: i64,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { set: None, add: 0, times: 1, least: i64::MIN, most: i64::MAX }
    }
}

impl Changes {
    fn take(&mut self, how: How, n: i64) {
        match how {
            How::Set => self.set = Some((0, n)),
            How::Add => self.add = self.add.saturating_add(n),
            How::Times => self.times = self.times.saturating_mul(n),
            How::Least => self.least = self.least.max(n),
            How::Most => self.most = self.most.min(n),
        }
    }

    /// Adds the changes by another ability. `since` is the stay number of its card: the `set` of the latest card
    /// counts.
    fn join(&mut self, other: Changes, since: u32) {
        if let Some((_, n)) = other.set
            && self.set.is_none_or(|(at, _)| at <= since)
        {
            self.set = Some((since, n));
        }
        self.add = self.add.saturating_add(other.add);
        self.times = self.times.saturating_mul(other.times);
        self.least = self.least.max(other.least);
        self.most = self.most.min(other.most);
    }

    /// Applies the changes to a number: the set one, additions, factors, then the bounds.
    fn of(&self, value: i64) -> i64 {
        let value = self.set.map_or(value, |(_, n)| n);
        value.saturating_add(self.add).saturating_mul(self.times).max(self.least).min(self.most)
    }
}

impl<'a> Env<'a> {
    /// Calls `f` with every static ability that is not muted: the ability, and the environment of its card.
    pub fn each_static(&self, f: &mut impl FnMut(&'a Ability, &Env<'a>)) {
        self.each_saying(|_| true, &mut |one, env| f(&self.rules.abilities[one.ability.index()], env));
    }

    /// Reports the static abilities whose changes include `wanted` ones, as [`Env::each_static`] does.
    pub(in crate::kernel) fn each_saying(&self, wanted: impl Fn(Says) -> bool, f: &mut impl FnMut(&InPlay, &Env<'a>)) {
        let Some(deeper) = (Env { it: None, event: None, this: None, vars: &[], ..*self }).deeper() else { return };
        let statics = self.statics();
        let mutings = OnceCell::new();
        for one in statics.saying(wanted) {
            let ability = &self.rules.abilities[one.ability.index()];
            let is_muted = |card| self.is_muted_by(mutings.get_or_init(|| self.mutings()), ability, card);
            if !(statics.mute() && one.card.is_some_and(is_muted)) {
                f(one, &deeper.of_static(one));
            }
        }
    }

    pub fn in_force(&self, ability: &Ability) -> bool {
        ability.needs.iter().all(|(cond, _)| self.holds(cond))
            && ability.turn.as_ref().is_none_or(|t| self.seat_is(t, self.state.active))
            && (ability.phases.is_empty() || self.state.phase.is_some_and(|p| ability.phases.contains(&p)))
    }

    /// True if a static ability changes a card. The cards of an ability that also changes
    /// something in layers are already known from there; its test is not asked again.
    fn changes(&self, held: &InPlay, ability: &Ability, test: &Test<CardTest>, card: Card) -> bool {
        let decided = self.statics().decided_by_layers(held, card);
        // The condition comes last, because it may read values of cards that the ability does not affect.
        decided.unwrap_or_else(|| self.card_matches(test, card) && self.in_force(ability))
    }

    /// True if a static ability certainly leaves a card unchanged: it changes only its own card, or that card's host.
    fn is_about_another(&self, held: &InPlay, card: Card) -> bool {
        held.on.is_none()
            && self.rules.reads.names_its_card[held.ability.index()]
            && !held.card.is_some_and(|own| own == card || self.state.host(own) == Some(card))
    }

    /// True if the test of a lasting modifier holds for a card.
    fn lasting_test(&self, of: &Modifier, test: &Test<CardTest>, card: Card) -> bool {
        let blamed = || TooMuch::Modifier(Box::new(of.clone()));
        let env = Env { me: of.by, card: of.source, eyes: of.eyes, ..*self };
        self.derived.work.of_test(blamed, || env.card_matches(test, card))
    }

    /// The number printed on a card, or on the one it copies.
    pub fn printed(&self, card: Card, attr: AttrId) -> i64 {
        let def = self.rules.schema.attrs[attr.index()].base.printed().map(usize::from);
        let Some(slot) = def else { return 0 };
        let state = self.state.card(card);
        let copied = self.state.modifiers.iter().rev().find_map(|m| match (&m.on, &m.what) {
            (ModTarget::Card(c, stay), Modification::PrintedOf(a, def))
                if *c == card && *stay == state.stay && *a == attr =>
            {
                Some(*def)
            }
            _ => None,
        });
        self.rules.defs[copied.unwrap_or(state.def).index()].ints[slot]
    }

    /// A stored number of a card, by slot, without what modifies it.
    pub fn stored(&self, card: Card, slot: u8) -> i64 {
        self.state.stored[card.index() * self.rules.schema.stored + slot as usize]
    }

    /// An attribute of a card.
    pub fn card_attr(&self, card: Card, attr: AttrId) -> i64 {
        self.value(attr, Obj::Card(card))
    }

    /// An attribute of a player.
    pub fn player_attr(&self, seat: Seat, attr: AttrId) -> i64 {
        self.value(attr, Obj::Seat(seat))
    }

    /// An attribute of a card or a player.
    pub(super) fn value(&self, attr: AttrId, obj: Obj) -> i64 {
        match self.rules.reads.attrs[attr.index()] {
            Some(_) => self.derived.value(self, attr, obj),
            None => self.value_anew(attr, obj),
        }
    }

    /// An attribute of a card or a player, computed without its cached value.
    pub(in crate::kernel) fn value_anew(&self, attr: AttrId, obj: Obj) -> i64 {
        let base = match (&self.rules.schema.attrs[attr.index()].base, obj) {
            (AttrBase::Printed(_), Obj::Card(card)) => self.printed(card, attr),
            (AttrBase::Stored { slot, .. }, Obj::Card(card)) => self.stored(card, *slot),
            (AttrBase::Amount(amount), _) => self.deeper().map_or(0, |env| env.at(obj).amount(amount)),
            _ => 0,
        };
        self.modified(base, attr, obj)
    }

    /// A number with all that changes it, within its bounds.
    fn modified(&self, base: i64, attr: AttrId, obj: Obj) -> i64 {
        let def = &self.rules.schema.attrs[attr.index()];
        // Usually nothing can change the attribute.
        let may_change = !self.state.modifiers.is_empty() || self.are_changed(attr);
        let value = if may_change { self.changed(base, attr, obj) } else { base };
        // Within this limit, the sum of many values still fits into a number of 64 bits.
        bounded(value, def.min, def.max).clamp(-MAX_VALUE, MAX_VALUE)
    }

    /// True if a static ability in play changes an attribute.
    #[inline]
    pub(super) fn are_changed(&self, attr: AttrId) -> bool {
        self.rules.static_attrs.contains(attr) && self.statics().says().attr(attr)
    }

    fn changed(&self, base: i64, attr: AttrId, obj: Obj) -> i64 {
        let mut value = base;
        let touches = |m: &Modifier| match (&m.on, obj) {
            (ModTarget::Card(c, stay), Obj::Card(card)) => *c == card && self.state.stays(card, *stay),
            (ModTarget::Seat(s), Obj::Seat(seat)) => *s == seat,
            (ModTarget::Filter(f), Obj::Card(card)) => self.deeper().is_some_and(|env| env.lasting_test(m, f, card)),
            _ => false,
        };
        for m in &self.state.modifiers {
            if let Modification::Set(a, n) = m.what
                && a == attr
                && touches(m)
            {
                value = n;
            }
        }
        let mut changes = Changes::default();
        for m in &self.state.modifiers {
            let (how, a, n) = match m.what {
                Modification::Add(a, n) => (How::Add, a, n),
                Modification::Times(a, n) => (How::Times, a, n),
                Modification::Least(a, n) => (How::Least, a, n),
                Modification::Most(a, n) => (How::Most, a, n),
                Modification::Set(..)
                | Modification::PrintedOf(..)
                | Modification::Word(..)
                | Modification::Without(..) => continue,
            };
            if a == attr && touches(m) {
                changes.take(how, n);
            }
        }
        if self.are_changed(attr) {
            self.each_saying(|says| says.attr(attr), &mut |held, env| {
                if matches!(obj, Obj::Card(card) if self.is_about_another(held, card)) {
                    return;
                }
                let ability = &self.rules.abilities[held.ability.index()];
                let change = |one: &Static| {
                    let Static::Attr { affects, attr: a, how, by } = one else { return None };
                    if *a != attr {
                        return None;
                    }
                    // The object and the test must be of the same kind.
                    let holds = match (affects, obj) {
                        (Affected::Cards(test), Obj::Card(card)) => env.changes(held, ability, test, card),
                        // The condition comes last, because it may read values of players that the ability does not
                        // affect.
                        (Affected::Players(test), Obj::Seat(seat)) => {
                            env.player_matches(test, seat) && env.in_force(ability)
                        }
                        _ => false,
                    };
                    holds.then(|| (*how, env.at(obj).amount(by)))
                };
                let of_ability = self.find_out(held.ability, Changes::default(), || {
                    let mut changes = Changes::default();
                    ability.statics.iter().filter_map(change).for_each(|(how, n)| changes.take(how, n));
                    changes
                });
                changes.join(of_ability, env.card.map_or(0, |card| self.state.card(card).stay));
            });
        }
        changes.of(value)
    }

    /// True if a card has a word in a field, printed or granted.
    pub fn has_word(&self, card: Card, slot: u8, word: Sym) -> bool {
        let state = self.state.card(card);
        let def = &self.rules.defs[state.def.index()];
        let is_printed = || {
            def.words[slot as usize].contains(&word)
                || self.rules.schema.words[slot as usize].with_name && self.game().name_of(card) == word
        };
        // Usually no effect changes words of this field.
        if self.state.modifiers.is_empty() && (self.rules.changed_words | self.rules.static_words) & 1 << slot == 0 {
            return is_printed();
        }
        if self.have_other_words(slot) {
            return self.words(card, slot).contains(&word);
        }
        let mut given = false;
        for m in &self.state.modifiers {
            match (&m.what, &m.on) {
                // With removed words, only the complete set of words tells which are left.
                (Modification::Without(s, _), _) if *s == slot => return self.words(card, slot).contains(&word),
                (Modification::Word(s, w), on) if !given && *s == slot && *w == word => {
                    given = match on {
                        ModTarget::Card(c, stay) => *c == card && *stay == state.stay,
                        ModTarget::Filter(f) => self.lasting_test(m, f, card),
                        ModTarget::Seat(_) => false,
                    };
                }
                _ => {}
            }
        }
        if is_printed() {
            return true;
        }
        if !given {
            self.static_words(card, slot, HowWord::Add, &|w| w == word, &mut |_, _| given = true);
        }
        given
    }

    /// True if some effect may remove or replace words of a field.
    fn takes_words(&self, slot: u8) -> bool {
        let takes = |m: &Modifier| matches!(m.what, Modification::Without(s, _) if s == slot);
        self.have_other_words(slot) || self.state.modifiers.iter().any(takes)
    }

    /// True if a static ability in play sets or removes words of a field.
    #[inline]
    fn have_other_words(&self, slot: u8) -> bool {
        self.rules.changed_words & 1 << slot != 0 && self.statics().says().other_word(slot)
    }

    /// The first word of a card's field.
    pub(super) fn first_word(&self, card: Card, slot: u8) -> Option<Sym> {
        let printed = &self.rules.defs[self.state.card(card).def.index()].words[slot as usize];
        // If no word is taken away, the printed words come first.
        let changes = self.takes_words(slot);
        match printed.first() {
            Some(word) if !changes => Some(*word),
            _ => self.words(card, slot).first().copied(),
        }
    }

    /// All words of a card's field.
    pub fn words(&self, card: Card, slot: u8) -> Vec<Sym> {
        let state = self.state.card(card);
        let def = &self.rules.defs[state.def.index()];
        let changes = self.have_other_words(slot);
        let mut out = def.words[slot as usize].clone();
        let mut set_at = None;
        if changes {
            self.static_words(card, slot, HowWord::Set, &|_| true, &mut |since, w| {
                if set_at.is_none_or(|at| at <= since) {
                    (out, set_at) = (vec![w], Some(since));
                }
            });
        }
        if self.rules.schema.words[slot as usize].with_name {
            out.push(self.game().name_of(card));
        }
        let is_about_it = |m: &Modifier| match &m.on {
            ModTarget::Card(c, stay) => *c == card && *stay == state.stay,
            ModTarget::Filter(f) => self.lasting_test(m, f, card),
            ModTarget::Seat(_) => false,
        };
        for m in &self.state.modifiers {
            if let Modification::Word(s, w) = &m.what
                && *s == slot
                && is_about_it(m)
            {
                out.push(*w);
            }
        }
        self.static_words(card, slot, HowWord::Add, &|_| true, &mut |_, w| out.push(w));
        if changes {
            self.static_words(card, slot, HowWord::Without, &|_| true, &mut |_, w| out.retain(|word| *word != w));
        }
        for m in &self.state.modifiers {
            if let Modification::Without(s, w) = &m.what
                && *s == slot
                && is_about_it(m)
            {
                out.retain(|word| word != w);
            }
        }
        out
    }

    /// Calls `f` with each wanted word that static abilities set in, add to or remove from a field of a card (`how`
    /// says which), and with the stay number of the ability's card (0 for a rule).
    fn static_words(
        &self,
        card: Card,
        slot: u8,
        how: HowWord,
        wanted: &impl Fn(Sym) -> bool,
        f: &mut impl FnMut(u32, Sym),
    ) {
        if self.rules.static_words & (1 << slot) == 0 || !self.statics().says().word(slot) {
            return;
        }
        self.each_saying(|says| says.word(slot), &mut |held, env| {
            if self.is_about_another(held, card) {
                return;
            }
            let ability = &self.rules.abilities[held.ability.index()];
            for one in &ability.statics {
                if let Static::Word { affects, field, how: of_it, word } = one
                    && *field == slot
                    && *of_it == how
                    && wanted(*word)
                    && self.find_out(held.ability, false, || env.changes(held, ability, affects, card))
                {
                    f(env.card.map_or(0, |card| self.state.card(card).stay), *word);
                }
            }
        });
    }

    /// Adds the pips that static abilities add to the cost of a use, by kind.
    pub fn cost_changes(&self, this: &Use, total: &mut Cost) {
        if !self.rules.static_costs || !self.statics().says().costs() {
            return;
        }
        self.each_saying(Says::costs, &mut |held, env| {
            let ability = &self.rules.abilities[held.ability.index()];
            for one in &ability.statics {
                let (Static::Cost { affects, .. } | Static::ComputedCost { affects, .. }) = one else { continue };
                let changes = || env.use_matches(affects, this) && env.in_force(ability);
                if !self.find_out(held.ability, false, changes) {
                    continue;
                }
                match one {
                    Static::Cost { by, .. } => {
                        total.iter_mut().zip(by).for_each(|(n, by)| *n = n.saturating_add(*by));
                    }
                    Static::ComputedCost { by, .. } => {
                        for (kind, amount) in by {
                            let n = self.find_out(held.ability, 0, || env.pips_more(this, amount));
                            let of_kind = &mut total[usize::from(*kind)];
                            *of_kind = of_kind.saturating_add(n);
                        }
                    }
                    _ => {}
                }
            }
        });
    }

    /// The number of pips by which an amount changes the cost of a use; at most 127 more or fewer.
    pub fn pips_more(&self, this: &Use, amount: &Amount) -> i8 {
        let n = Env { this: Some(this), ..*self }.amount(amount);
        n.clamp(-i64::from(i8::MAX), i64::from(i8::MAX)) as i8
    }

    /// The source of a permission in force that forbids (or permits) `verb`: its card, or `Some(None)` for a rule of
    /// the game; `None`: no such permission is in force.
    #[inline]
    pub fn permission(
        &self,
        verb: Sym,
        forbids: bool,
        card: Option<Card>,
        this: Option<&Use>,
        by: Seat,
    ) -> Option<Option<Card>> {
        self.permission_to(verb, forbids, card, None, this, by)
    }

    /// The source of a permission in force that forbids (or permits) `verb` from a card to the object `to`, as
    /// [`Env::permission`] gives it.
    #[inline]
    pub fn permission_to(
        &self,
        verb: Sym,
        forbids: bool,
        card: Option<Card>,
        to: Option<&Value>,
        this: Option<&Use>,
        by: Seat,
    ) -> Option<Option<Card>> {
        // For most verbs there is neither a permission nor a prohibition.
        let may_be = !self.state.permissions.is_empty() || self.rules.static_permissions.contains(verb, forbids);
        if may_be { self.permission_in_force(verb, forbids, card, to, this, by) } else { None }
    }

    /// The source of a prohibition of the verb `use` that holds for a use, if there is one.
    pub(in crate::kernel) fn forbids_use(&self, draft: &Use) -> Option<Option<Card>> {
        let verb = self.rules.use_verb?;
        self.permission(verb, true, draft.card, Some(draft), draft.user)
    }

    fn permission_in_force(
        &self,
        verb: Sym,
        forbids: bool,
        card: Option<Card>,
        to: Option<&Value>,
        this: Option<&Use>,
        by: Seat,
    ) -> Option<Option<Card>> {
        let applies = |env: &Env<'a>, p: &Permission| {
            p.verb == verb
                && p.forbids == forbids
                && p.to.as_ref().is_none_or(|f| to.is_some_and(|v| env.matches(f, v)))
                && p.by.as_ref().is_none_or(|test| env.seat_is(test, by))
                && p.card.as_ref().is_none_or(|f| card.is_some_and(|c| env.concerns(p, f, c)))
                && p.use_.as_ref().is_none_or(|f| this.is_some_and(|u| env.use_matches(f, u)))
        };
        for granted in self.state.permissions.iter().filter(|p| p.what.verb == verb && p.what.forbids == forbids) {
            let env = Env { me: granted.by, card: granted.source, eyes: granted.eyes, ..*self };
            let right_card = granted.card.is_none_or(|(c, stay)| card == Some(c) && self.state.stays(c, stay));
            let blamed = || TooMuch::Permission(Box::new(granted.clone()));
            if right_card && self.derived.work.of_test(blamed, || applies(&env, &granted.what)) {
                return Some(granted.source);
            }
        }
        if !self.rules.static_permissions.contains(verb, forbids) {
            return None;
        }
        let (statics, mutings) = (self.statics(), OnceCell::new());
        let in_play = statics.of_verb(verb, forbids);
        if in_play.is_empty() {
            return None;
        }
        let deeper = self.deeper()?;
        let mut first: Option<(u32, Option<Card>)> = None;
        for group in in_play {
            let ability = &self.rules.abilities[group.ability.index()];
            let holds = |card: Option<Card>| {
                let me = group.me.unwrap_or(self.me);
                let eyes = self.game().eyes(group.ability, card, me);
                let env = Env { me, card, eyes, it: None, event: None, this: None, vars: &[], ..deeper };
                let applies = |one: &'a Static| matches!(one, Static::Permission(p) if applies(&env, p));
                let holds = || ability.statics.iter().any(applies) && env.in_force(ability);
                self.find_out(group.ability, false, holds)
            };
            let is_muted = |card: Option<Card>| {
                let by = || mutings.get_or_init(|| self.mutings());
                statics.mute() && card.is_some_and(|card| self.is_muted_by(by(), ability, card))
            };
            let found = group.where_it(&self.derived.work, holds).find(|(_, card)| !is_muted(*card));
            if let Some(found) = found
                && first.is_none_or(|(place, _)| found.0 < place)
            {
                first = Some(found);
            }
        }
        first.map(|(_, card)| card)
    }
}
