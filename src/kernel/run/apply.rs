//! Applying: turns an event into changes of the state.

use crate::kernel::model::change::{Change, Edit, NumberOf};
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{
    Attached, CardState, Controlled, Event, Face, GrantedAbility, Holder, Lasts, ModTarget, Outcome, Role,
};
use crate::kernel::model::schema::{RecordField, SeenBy, bounded};
use crate::kernel::model::state::*;
use crate::kernel::model::value::*;
use crate::kernel::run::change::World;

/// The longest chain of hosts above a card: `attach` walks up the chain, and refuses a longer one.
const MOST_ATTACHED: usize = 32;

impl World {
    /// Makes the changes of one event in the state. False: the event is impossible, or would change nothing.
    pub(in crate::kernel) fn apply(&mut self, e: &mut Event) -> bool {
        match e.kind {
            event::MOVED => self.apply_move(e),
            event::STATUS => self.apply_status(e),
            event::CHANGED | event::SET => self.apply_number(e),
            event::SHUFFLED => {
                let Value::Zone(zone) = e.fields[0] else { return false };
                self.shuffle(zone);
                true
            }
            event::CANCELLED => {
                let Value::Use(id) = e.fields[0] else { return false };
                let at = self.state().use_at(id).filter(|at| !self.state().uses[*at].cancelled);
                at.map(|at| self.change(Change::Cancelled(at, true))).is_some()
            }
            event::REVEALED => {
                let Some(card) = e.card() else { return false };
                // Everybody knows the card from now on, and a face-down card is turned up.
                self.change(Change::Known(card, u8::MAX));
                self.lay(card, Face::Zone);
                true
            }
            event::FACED => self.apply_face(e),
            event::COVERED => self.cover(e),
            event::UNCOVERED => self.uncover(e),
            event::LOOKED => self.apply_look(e),
            event::ARRANGED => self.arrange(e),
            event::RETARGETED => self.retarget(e),
            event::TAKEN_OVER => self.apply_takeover(e),
            event::ATTACHED => {
                let Some(card) = e.card() else { return false };
                self.attach(card, e.fields[1].card())
            }
            event::CONTROLLED => self.control(e),
            event::SETTLES => self.apply_destination(e),
            event::CLOSED => match e.fields[0] {
                Value::Record(id) => self.drop_record(id),
                _ => false,
            },
            event::LOST => {
                let Some(seat) = e.fields[0].seat() else { return false };
                let lost = self.state().lost;
                self.change(Change::Lost(lost | 1 << seat.0));
                lost & (1 << seat.0) == 0
            }
            event::CREATED => self.apply_creation(e),
            event::TRANSFORMED => self.apply_transformation(e),
            event::SWAPPED => self.apply_swap(e),
            event::MADE_FIRST | event::MADE_ACTIVE => self.apply_active_player(e),
            event::RESULT => {
                // The first result stands; later ones are ignored.
                self.finish(e.fields[0].seat().map_or(Outcome::Draw, Outcome::Won));
                true
            }
            _ => true,
        }
    }

    /// Gives a card a status. Returns true if it had another one.
    fn apply_status(&mut self, e: &Event) -> bool {
        let (Some(card), Value::Status(to)) = (e.card(), &e.fields[1]) else { return false };
        let changed = self.state().card(card).statuses[to.group()] != to.value();
        if changed {
            self.change(Change::Status(card, *to));
        }
        changed
    }

    /// Shows cards to a player.
    fn apply_look(&mut self, e: &Event) -> bool {
        let Some(seat) = e.fields[0].seat() else { return false };
        let mut cards = Vec::new();
        e.fields[1].each_card(&mut |c| cards.push(c));
        for card in &cards {
            let known = self.state().card(*card).known | 1 << seat.0;
            self.change(Change::Known(*card, known));
        }
        !cards.is_empty()
    }

    /// Gives a use to another player. Returns false if the use is over, cancelled or already hers.
    fn apply_takeover(&mut self, e: &Event) -> bool {
        let (Value::Use(id), Some(seat)) = (&e.fields[0], e.fields[1].seat()) else { return false };
        let uses = &self.state().uses;
        let at = self.state().use_at(*id).filter(|at| !uses[*at].cancelled && uses[*at].user != seat);
        at.map(|at| self.change(Change::User(at, seat))).is_some()
    }

    /// Turns a card into another definition.
    fn apply_transformation(&mut self, e: &Event) -> bool {
        let (Some(card), Value::Def(def)) = (e.card(), &e.fields[1]) else { return false };
        self.change(Change::Def(card, *def));
        self.change(Change::Turned(card, e.moment));
        self.reset_stored(card);
        self.note_maker(card, e);
        true
    }

    /// Sets the zone to which the card of a running use goes at the end, in place of the usual one.
    fn apply_destination(&mut self, e: &Event) -> bool {
        let (Value::Use(id), Value::Zone(zone)) = (&e.fields[0], &e.fields[1]) else { return false };
        let top = e.fields.get(2).and_then(Value::int) == Some(1);
        let at = self.state().use_at(*id);
        at.map(|at| self.change(Change::Dest(at, Some((*zone, top))))).is_some()
    }

    /// Makes a player the active player, and also the first player if the event says so.
    fn apply_active_player(&mut self, e: &Event) -> bool {
        let Some(seat) = e.fields[0].seat() else { return false };
        if e.kind == event::MADE_FIRST {
            self.change(Change::First(seat));
        }
        self.change(Change::Active(seat));
        true
    }

    fn apply_number(&mut self, e: &mut Event) -> bool {
        let (Value::Word(name), Some(n)) = (&e.fields[1], e.fields[2].int()) else { return false };
        let Some((of, old, min, max)) = self.game().number(&e.fields[0], *name) else { return false };
        let new = bounded(if e.kind == event::SET { n } else { old.saturating_add(n) }, min, max);
        self.change(Change::Number(of, new));
        // The log tells the actual change.
        let is_change = e.kind == event::CHANGED;
        e.fields[2] = Value::Int(if is_change { new.saturating_sub(old) } else { new });
        !is_change || new != old || n == 0 || e.card().is_some_and(|card| self.is_hidden(card))
    }

    /// True if a card is hidden from some player. This player must not learn that an event changed nothing: it would
    /// reveal the number.
    fn is_hidden(&self, card: Card) -> bool {
        (0..self.rules.schema.seats).any(|seat| !self.state().sees(&self.rules, Seat(seat), card))
    }

    fn apply_creation(&mut self, e: &mut Event) -> bool {
        let (Value::Def(def), Value::Zone(to), Some(owner)) = (&e.fields[1], &e.fields[2], e.fields[3].seat()) else {
            return false;
        };
        let (def, to) = (*def, *to);
        if self.state().cards.len() >= MAX_CARDS {
            return false;
        }
        let card = self.add_card(def, owner, to);
        self.change(Change::Home(card, None));
        self.note_maker(card, e);
        for pair in e.fields[4].items() {
            let [Value::Word(name), Value::Int(n)] = pair.items() else { continue };
            if let Some((of, _, min, max)) = self.game().number(&Value::Card(card), *name) {
                self.change(Change::Number(of, bounded(*n, min, max)));
            }
        }
        e.fields[0] = Value::Card(card);
        true
    }

    fn retarget(&mut self, e: &Event) -> bool {
        let (Value::Use(id), from, to) = (&e.fields[0], &e.fields[1], &e.fields[2]) else { return false };
        let Some(at) = self.state().use_at(*id) else { return false };
        let mut targets = self.state().uses[at].targets.clone();
        // An event may replace all targets at once.
        match (targets.as_slice(), from, to) {
            ([one @ Value::List(_)], from, to @ Value::List(_)) if one == from => {
                self.change(Change::Targets(at, vec![to.clone()]));
                return true;
            }
            (all, Value::List(from), Value::List(to)) if all.len() > 1 && **from == *all && to.len() == all.len() => {
                self.change(Change::Targets(at, to.to_vec()));
                return true;
            }
            _ => {}
        }
        match targets.iter_mut().find(|t| t.contains(from)) {
            Some(Value::List(list)) if *to == Value::Nil => list.make_mut().retain(|v| v != from),
            Some(Value::List(list)) => list.make_mut().iter_mut().filter(|v| *v == from).for_each(|v| *v = to.clone()),
            Some(one) => *one = to.clone(),
            None => return false,
        }
        self.change(Change::Targets(at, targets));
        true
    }

    /// Attaches a card to another one, or detaches it. Returns false if it is attached so already, if the card carries
    /// its new host, or if the chain of attachments would be too long.
    pub fn attach(&mut self, card: Card, host: Option<Card>) -> bool {
        let may_carry = |host: Card| {
            let mut above = std::iter::successors(Some(host), |at| self.state().host(*at)).take(MOST_ATTACHED + 1);
            above.by_ref().take(MOST_ATTACHED).all(|at| at != card) && above.next().is_none()
        };
        if self.state().host(card) == host || host.is_some_and(|host| !may_carry(host)) {
            return false;
        }
        drop_each!(self, attached, Attached, |a: &Attached| a.card == card);
        if let Some(host) = host {
            self.change(Change::Attached(Edit::push(&self.state().attached, Attached { card, host })));
        }
        true
    }

    /// Puts a card into a zone, at its top or its end. There the card counts as a new object: it gets a new stay
    /// number.
    pub(in crate::kernel) fn put(&mut self, card: Card, to: Zone, top: bool) {
        self.count_on(|next| next.stays += 1);
        let stay = self.state().next.stays;
        self.place(card, to, top, stay);
    }

    fn place(&mut self, card: Card, to: Zone, top: bool, stay: u32) {
        let leaves = usize::from(self.state().card(card).zone == to);
        let at = if top { 0 } else { self.state().zone(to).len() - leaves };
        self.change(Change::Place { card, to, at, stay });
    }

    fn apply_move(&mut self, e: &mut Event) -> bool {
        let (Some(card), Value::Zone(to)) = (e.card(), e.fields[2].clone()) else { return false };
        let old = *self.state().card(card);
        e.fields[1] = Value::Zone(old.zone);
        let schema = &self.rules.schema;
        let (kind, from_kind) = (schema.kind_of(to), schema.kind_of(old.zone));
        let (zone, from) = (&schema.zones[kind.index()], &schema.zones[from_kind.index()]);
        let goes_over = zone.keeps_all && from_kind == kind;
        if self.game().within_zone(old.zone, to) || goes_over && old.zone != to {
            // A card that moves within its zone, or to a zone that keeps all of its state, remains the same object: it
            // keeps its old stay number, and the new one is not used.
            self.count_on(|next| next.stays += 1);
            self.place(card, to, false, old.stay);
            if let Value::Status(status) = e.fields[4] {
                self.change(Change::Status(card, status));
            }
            self.drop_from_records(card, kind);
            return true;
        }
        let put_by = schema.zone_owner(old.zone);
        let face = Face::of(&e.fields[5]);
        // A player who saw a card enter a hidden pile knows that it lies there.
        let hides = zone.seen_by == SeenBy::Nobody && face == Face::Zone;
        let saw = |s: &u8| {
            old.known & (1 << s) != 0
                || match from.seen_by {
                    _ if old.face != Face::Zone => self.state().knows_face(&self.rules, Seat(*s), card),
                    SeenBy::All => true,
                    SeenBy::Owner => put_by.unwrap_or(old.owner) == Seat(*s),
                    SeenBy::Nobody => false,
                }
        };
        let known = if hides { (0..schema.seats).filter(saw).fold(0, |mask, s| mask | 1 << s) } else { 0 };
        // A card that moves between zones of one kind keeps its statuses, if the kind keeps statuses.
        let mut statuses = old.statuses;
        if !(zone.keeps_statuses && from_kind == kind) {
            statuses = zone.entering_statuses();
        }
        if let Value::Status(status) = e.fields[4] {
            statuses[status.group()] = status.value();
        }
        let resets = zone.resets;
        self.put(card, to, e.fields[3].int().map_or(zone.newest_first, |at| at == 1));
        if known != old.known {
            self.change(Change::Known(card, known));
        }
        if put_by != old.put_by {
            self.change(Change::PutBy(card, put_by));
        }
        if face != old.face {
            self.lay(card, face);
        }
        if statuses != old.statuses {
            self.change(Change::Statuses(card, statuses));
        }
        if resets {
            let is_turned_now = old.turned != 0 && old.turned == e.moment;
            let was_masked = old.face != Face::Zone && self.rules.mask_of(old.printed).is_some();
            if old.def != old.printed && !was_masked && !self.game().comes_as_turned(card, old.def, is_turned_now, kind)
            {
                self.change(Change::Def(card, old.printed));
                self.change(Change::MadeBy(card, if old.home.is_some() { Seat::NOBODY } else { old.made_by }));
            }
            self.reset_stored(card);
        }
        self.drop_from_records(card, kind);
        self.lasting_leaves(card, resets);
        true
    }

    /// Stores the player whose effect created or transformed a card (`made_by`). A card that is again what its owner
    /// brought has none.
    fn note_maker(&mut self, card: Card, e: &Event) {
        let CardState { home, def, printed, made_by, .. } = *self.state().card(card);
        let is_as_brought = home.is_some() && def == printed;
        let maker = if is_as_brought { None } else { self.game().provider_of_event(e) }.unwrap_or(Seat::NOBODY);
        if maker != made_by {
            self.change(Change::MadeBy(card, maker));
        }
    }

    /// Ends what a card loses when it leaves its zone: attachments, control of it, and effects that last until it
    /// leaves. If `resets`, effects that last until the card resets end, too.
    pub(in crate::kernel) fn lasting_leaves(&mut self, card: Card, resets: bool) {
        drop_each!(self, attached, Attached, |a: &Attached| a.card == card || a.host == card);
        drop_each!(self, controls, Controls, |c: &Controlled| c.card.0 == card);
        let begins_anew = |lasts: &Lasts| *lasts == Lasts::Reset(card);
        let gone = |lasts: &Lasts| matches!(lasts, Lasts::Stay(c, _) if *c == card) || resets && begins_anew(lasts);
        let stay = self.state().card(card).stay;
        // Goes through one list of effects: removes those that end, and sets the card's new stay number in those that
        // follow it.
        macro_rules! goes_with_it {
            ($list:ident $kind:ident, $on:ident = $now:expr, $is_its:expr) => {
                for at in (0..self.state().$list.len()).rev() {
                    let one = &self.state().$list[at];
                    let is_its = $is_its(&one.$on);
                    let edit = if is_its && begins_anew(&one.lasts) && !resets {
                        let mut one = one.clone();
                        one.$on = $now;
                        Edit::Replace(at, one)
                    } else if is_its || gone(&one.lasts) {
                        Edit::Remove(at)
                    } else {
                        continue;
                    };
                    self.change(Change::$kind(edit.into()));
                }
            };
        }
        let is_it = |of: &(Card, u32)| of.0 == card;
        goes_with_it!(modifiers Modifiers, on = ModTarget::Card(card, stay), |on: &ModTarget| {
            matches!(on, ModTarget::Card(c, _) if *c == card)
        });
        goes_with_it!(permissions Permissions, card = Some((card, stay)), |of: &Option<_>| of.as_ref().is_some_and(is_it));
        goes_with_it!(abilities Abilities, on = Holder::Card(card, stay), |on: &Holder| {
            matches!(on, Holder::Card(c, _) if *c == card)
        });
        goes_with_it!(lost_abilities LostAbilities, card = (card, stay), is_it);
    }

    /// Lets two cards in zones of one kind change places. Both keep their numbers, statuses and effects.
    fn apply_swap(&mut self, e: &Event) -> bool {
        let (Some(a), Some(b)) = (e.card(), e.fields[1].card()) else { return false };
        let (from, to) = (self.state().card(a).zone, self.state().card(b).zone);
        if a == b || self.rules.schema.kind_of(from) != self.rules.schema.kind_of(to) {
            return false;
        }
        self.change(Change::Trade(a, b));
        true
    }

    pub(in crate::kernel) fn drop_from_records(&mut self, card: Card, now_in: ZoneKind) {
        for record in 0..self.state().records.len() {
            let kind = self.state().records[record].kind;
            for field in 0..self.rules.schema.records[kind.index()].fields.len() {
                let drops = match self.rules.schema.records[kind.index()].fields[field].1 {
                    RecordField::Cards(Some(kind)) => kind != now_in,
                    RecordField::Stays => true,
                    _ => false,
                };
                if let (true, Value::List(list)) = (drops, &self.state().records[record].fields[field])
                    && list.contains(&Value::Card(card))
                {
                    let left = list.iter().filter(|v| **v != Value::Card(card)).cloned().collect();
                    self.change(Change::RecordField { record, field, value: Value::List(left) });
                }
            }
        }
    }

    fn arrange(&mut self, e: &Event) -> bool {
        let Value::Zone(zone) = e.fields[0] else { return false };
        let mut cards = Vec::new();
        // A card that is named twice is still one card.
        e.fields[1].each_card(&mut |c| {
            if !cards.contains(&c) {
                cards.push(c);
            }
        });
        let pile = self.state().zone(zone);
        cards.retain(|c| pile.contains(c));
        let rest: Vec<Card> = pile.iter().filter(|c| !cards.contains(c)).copied().collect();
        let order = if e.fields[2].int() != Some(0) { [cards, rest].concat() } else { [rest, cards].concat() };
        self.change(Change::Order(zone, order));
        true
    }

    /// Takes the concession of players.
    pub fn concede(&mut self, seats: &[Seat]) {
        for seat in seats {
            self.apply_now(Event::new(event::LOST, vec![Value::Seat(*seat)], Role::Rule));
        }
        self.judge_losers();
    }

    /// Judges the game after a batch in which players lost: the last side left wins; if none is left, it is a draw. If
    /// there is only one side, the game is lost when nobody is left. A side is a `team`, or a player.
    pub(in crate::kernel) fn judge_losers(&mut self) {
        let lost = self.state().lost;
        if lost == 0 {
            return;
        }
        let seats = || (0..self.rules.schema.seats).map(Seat);
        let side = |seat: Seat| self.game().side_of(seat);
        let mut left = seats().filter(|seat| lost & 1 << seat.0 == 0).map(side);
        let Some(first) = left.next() else {
            let is_one = seats().all(|seat| side(seat) == side(Seat(0)));
            return self.finish(if is_one { Outcome::Lost } else { Outcome::Draw });
        };
        if left.all(|other| other == first) && seats().any(|seat| side(seat) != first) {
            self.finish(Outcome::won_by(seats().filter(|seat| side(*seat) == first).collect::<Vec<_>>()));
        }
    }

    /// Makes a player active, or also the first player, by the rules of the game. Without a change there is no event.
    pub(in crate::kernel) fn make_active(&mut self, seat: Seat, is_first: bool) {
        let kind = if is_first { event::MADE_FIRST } else { event::MADE_ACTIVE };
        if self.state().active != seat || is_first && self.state().first != seat {
            self.apply_now(Event::new(kind, vec![Value::Seat(seat)], Role::Rule));
        }
    }

    /// Applies and logs an event outside a batch. Nothing replaces it, but triggers may follow it.
    pub fn apply_now(&mut self, mut e: Event) {
        let has_room = self.game().without_room(std::slice::from_ref(&e)).is_empty();
        if has_room && self.apply(&mut e) {
            self.announce(e);
        }
    }

    /// Logs an event that happened outside a batch, and collects its triggers.
    pub(in crate::kernel) fn announce(&mut self, e: Event) {
        self.follow(&e);
        self.record(Line::Event(e));
    }

    /// Collects the triggers of an event that happened outside a batch, and counts the event in the tallies.
    pub(in crate::kernel) fn follow(&mut self, e: &Event) {
        if self.rules.watched[e.kind.index()] {
            self.collect_after(e);
        }
        self.count(e);
    }

    /// Counts one use of a granted ability with a limited number of uses. After its last use the ability is removed.
    pub(in crate::kernel) fn use_granted(&mut self, ability: AbilityId, card: Option<Card>, seat: Seat) {
        let Some(at) = self.state().granted_at(ability, card, seat) else { return };
        let given = &self.state().abilities[at];
        match given.uses {
            Some(n) if n > 1 => {
                let given = GrantedAbility { uses: Some(n - 1), ..given.clone() };
                self.change(Change::Abilities(Edit::Replace(at, given)));
            }
            Some(_) => self.change(Change::Abilities(Edit::Remove(at))),
            None => {}
        }
    }

    /// Sets each stored number of a card back to the start that the card's definition gives.
    pub(in crate::kernel) fn reset_stored(&mut self, card: Card) {
        if self.rules.schema.stored == 0 {
            return;
        }
        let rules = self.rules.clone();
        for (slot, _, n) in rules.stored_starts(self.state().card(card).def) {
            if self.state().stored[card.index() * rules.schema.stored + slot] != n {
                self.change(Change::Number(NumberOf::Stored(card, slot), n));
            }
        }
    }
}
