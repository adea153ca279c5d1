//! Cardland, written by hand: the rules and all cards of its four decks, no kernel, no data, no scripts.
//!
//! Cards are numbers: 45 of each player, 40 of the deck and then five stories. It asks what `cards/cardland` asks, where
//! it asks it and with the same options. What cards do is in
//! `cardland/effects.rs`, and how an action is declared, blocked and ended in `cardland/action.rs`.

mod action;
mod cards;
mod effects;

use super::chance::Chance;
use super::desk::{Copied, Desk, Item, NO_CARD};
use super::pile::Pile;
use cards::*;

/// What may be done, by the names that the game has for it.
pub const ACTIONS: [&str; 6] = ["character", "place_extra", "redraw", "declare", "block", "recover"];
const CHARACTER: u8 = 0;
const PLACE_EXTRA: u8 = 1;
const REDRAW: u8 = 2;
const DECLARE: u8 = 3;
const BLOCK: u8 = 4;
const RECOVER: u8 = 5;

/// What a card itself offers: its first ability; the others follow.
pub const FIRST: u8 = 0x80;

/// Words that are chosen before features are: janken, and who begins.
const ROCK: u8 = 0;
const SCISSORS: u8 = 2;
const GO_FIRST: u8 = 3;
const GO_SECOND: u8 = 4;
const FEATURE: u8 = 5;

/// All words that may be chosen.
pub const WORDS: [&str; 19] = {
    let mut words =
        ["rock", "paper", "scissors", "first", "second", "", "", "", "", "", "", "", "", "", "", "", "", "", ""];
    let mut i = 0;
    while i < FEATURES.len() {
        words[FEATURE as usize + i] = FEATURES[i];
        i += 1;
    }
    words
};

/// How many cards a player has.
const OWN: u8 = 45;
const IN_DECK: u8 = 40;
const CARDS: usize = 90;
const MAX_TURNS: u32 = 100;
const TO_WIN: usize = 5;
const HAND: usize = 6;

/// Zones of each player, and the one where cards wait that are used.
const DECK: usize = 0;
const IN_HAND: usize = 1;
const STAGE: usize = 2;
const EXTRA: usize = 3;
const DISCARD: usize = 4;
const STORY: usize = 5;
const CHAIN: usize = 6;
const ZONES: usize = 7;

/// What happens, as the log tells it.
const MOVED: u8 = 0;
const STATUS: u8 = 1;
const USED: u8 = 2;
const PAID: u8 = 3;
const PASSED: u8 = 4;
const DREW: u8 = 5;
const SHUFFLED: u8 = 6;
const TURN: u8 = 7;
const PHASE: u8 = 8;
const OPENED: u8 = 9;
const CLOSED: u8 = 10;
const NOT_ASKED: u8 = 11;
const MODIFIED: u8 = 12;
const CANCELLED: u8 = 13;
const ACTED: u8 = 14;
const COMPLETED: u8 = 15;
const RETIRED: u8 = 16;
const CHOSE: u8 = 17;
const TRIGGERED: u8 = 18;
const REPLACED: u8 = 19;
const RESULT: u8 = 20;
const FORBIDDEN: u8 = 21;
const ENTERED: u8 = 22;

/// Windows, as the log tells them.
const CUT: u8 = 0;
const MAIN: u8 = 1;
const INTERRUPT: u8 = 2;
const EFFECTS: u8 = 3;
const RECOVERY: u8 = 4;

/// Whose a card is.
fn owner(card: u8) -> usize {
    usize::from(card >= OWN)
}

/// An action that runs.
#[derive(Clone, Copy, Default)]
struct Attempt {
    stories: Pile,
    contested: Pile,
    acting: Pile,
    blocking: Pile,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// A seat won.
    Won(usize),
    /// Nobody did.
    Draw,
}

/// All that a game is between two turns, and more in a turn.
#[derive(Clone, Copy)]
pub struct State {
    chance: Chance,
    def: [u8; CARDS],
    zones: [[Pile; ZONES]; 2],
    at: [u8; CARDS],
    resting: [bool; CARDS],
    complete: [bool; CARDS],
    /// Features that were given to a card for as long as it stays.
    given: [u32; CARDS],
    /// Whose printed numbers it has, for as long as it stays.
    model: [Option<u8>; CARDS],
    /// Prowess for the turn, and for the attempt.
    of_turn: [i32; CARDS],
    of_attempt: [i32; CARDS],
    /// Of a story, for the attempt.
    modifier: [i32; CARDS],
    /// What may be used once in a turn was used.
    spent: [bool; CARDS],
    may_not_block: [bool; CARDS],
    may_not_retire: [bool; CARDS],
    /// No events of the action phase this turn.
    is_silent: bool,
    events_used: [u8; 2],
    draws: [u8; 2],
    attempt: Attempt,
    active: usize,
    /// The turn, from 1; 0: nobody has begun.
    pub turn: u32,
    /// How it ended.
    pub ended: Option<Ended>,
}

impl State {
    /// A game that begins, with two decks by their places.
    pub fn new(seed: u64, decks: [usize; 2]) -> State {
        let mut state = State {
            chance: Chance::new(seed),
            def: [0; CARDS],
            zones: Default::default(),
            at: [0; CARDS],
            resting: [false; CARDS],
            complete: [false; CARDS],
            given: [0; CARDS],
            model: [None; CARDS],
            of_turn: [0; CARDS],
            of_attempt: [0; CARDS],
            modifier: [0; CARDS],
            spent: [false; CARDS],
            may_not_block: [false; CARDS],
            may_not_retire: [false; CARDS],
            is_silent: false,
            events_used: [0; 2],
            draws: [0; 2],
            attempt: Attempt::default(),
            active: 0,
            turn: 0,
            ended: None,
        };
        for (seat, deck) in decks.into_iter().enumerate() {
            let (cards, stories) = &DECKS[deck];
            let all = cards.iter().flat_map(|(def, n)| (0..*n).map(|_| *def)).chain(stories.iter().copied());
            for (i, def) in all.enumerate() {
                let card = seat as u8 * OWN + i as u8;
                let zone = if (i as u8) < IN_DECK { DECK } else { STORY };
                state.def[card as usize] = def;
                state.at[card as usize] = zone as u8;
                state.zones[seat][zone].push(card);
            }
        }
        state
    }

    /// How many cards there are, wherever they lie.
    pub fn cards(&self) -> usize {
        self.zones.iter().flatten().map(|pile| pile.len()).sum()
    }

    fn is(&self, card: u8, def: u8) -> bool {
        self.def[card as usize] == def
    }

    fn printed(&self, card: u8) -> &'static Def {
        &DEFS[self.def[card as usize] as usize]
    }

    fn kind(&self, card: u8) -> Kind {
        self.printed(card).kind
    }

    fn zone(&self, seat: usize, zone: usize) -> &Pile {
        &self.zones[seat][zone]
    }

    /// The card of a definition on a player's stage; there is one at most.
    fn on_stage(&self, seat: usize, def: u8) -> Option<u8> {
        self.zone(seat, STAGE).iter().copied().find(|c| self.is(*c, def))
    }

    fn has_feature(&self, card: u8, feature: u32) -> bool {
        (self.printed(card).features | self.given[card as usize]) & feature != 0
    }

    fn prowess(&self, card: u8) -> i32 {
        let at = card as usize;
        let seat = owner(card);
        let mut n = self.model[at].map_or(self.printed(card), |def| &DEFS[def as usize]).prowess;
        n += self.of_turn[at] + self.of_attempt[at];
        if self.at[at] as usize == STAGE {
            if self.has_feature(card, DANCER) && self.on_stage(seat, VESNA_OF_THE_LANTERNS).is_some_and(|v| v != card) {
                n += 1;
            }
            if self.is(card, SER_VANE_THE_UNSEEN) && self.zone(seat, IN_HAND).is_empty() {
                n += 2;
            }
        }
        n.max(0)
    }

    fn resilience(&self, card: u8) -> i32 {
        let seat = owner(card);
        let mut n = self.model[card as usize].map_or(self.printed(card), |def| &DEFS[def as usize]).resilience;
        if self.at[card as usize] as usize == STAGE {
            n += i32::from(self.on_stage(seat, SISTER_HALCYON).is_some_and(|h| h != card));
            let is_world = |c: &&u8| self.is(**c, ALL_THE_WORLDS_A_STAGE) && self.complete[**c as usize];
            n += i32::from(self.zone(seat, STORY).iter().find(is_world).is_some());
        }
        n.max(0)
    }

    /// What this side's characters in the action come to.
    fn raw(&self, seat: usize) -> i32 {
        let cast = if seat == self.active { &self.attempt.acting } else { &self.attempt.blocking };
        cast.iter().map(|c| self.prowess(*c)).sum()
    }

    fn is_in_action(&self, card: u8) -> bool {
        self.attempt.acting.contains(&card) || self.attempt.blocking.contains(&card)
    }

    fn max_cast(&self, seat: usize) -> usize {
        3 + usize::from(self.on_stage(seat, QUIET_PATRON).is_some())
    }

    /// What using an event costs now.
    fn usage(&self, seat: usize, card: u8) -> Cost {
        let mut cost = self.printed(card).cost;
        let dearer = self.events_used[seat] == 0 && self.on_stage(1 - seat, THE_RINGMASTER).is_some();
        let cheaper = self.on_stage(seat, CLOCKMAKER_UDO).is_some();
        cost[PURPLE] = (cost[PURPLE] + u8::from(dearer)).saturating_sub(u8::from(cheaper));
        cost
    }

    /// What recovering a character costs now.
    fn recovery(&self, seat: usize, card: u8) -> Cost {
        let mut cost = self.printed(card).back;
        cost[PURPLE] = cost[PURPLE].saturating_sub(u8::from(self.on_stage(seat, ABBESS_CORVANE).is_some()));
        cost
    }

    fn extras(&self, seat: usize) -> impl Iterator<Item = u8> {
        self.zone(seat, EXTRA).iter().copied().filter(|c| !self.resting[*c as usize])
    }

    fn pays(&self, cards: impl Iterator<Item = u8>, cost: &Cost) -> bool {
        let (mut have, mut all) = ([0u8; COLOURS], 0u8);
        for card in cards {
            have[self.printed(card).colour] += 1;
            all += 1;
        }
        all >= cost.iter().sum() && (0..PURPLE).all(|colour| have[colour] >= cost[colour])
    }

    fn can_pay(&self, seat: usize, cost: &Cost) -> bool {
        self.pays(self.extras(seat), cost)
    }

    /// Whether a player's card or effect may choose a character.
    fn may_choose(&self, seat: usize, card: u8) -> bool {
        owner(card) == seat || !self.is(card, WREN_OF_THE_BELFRY)
    }

    /// Whether these characters meet the condition of a story.
    fn fits(&self, story: u8, cast: &[u8]) -> bool {
        let count = |feature: u32| cast.iter().filter(|c| self.has_feature(**c, feature)).count();
        let both = |a: u32, b: u32| count(a) > 0 && count(b) > 0 && count(a | b) > 1;
        let names = |def: u8| cast.iter().any(|c| self.is(*c, def));
        match self.def[story as usize] {
            A_SONG_FOR_THE_HARBOR => count(SINGER) > 0,
            THE_CLOCK_STRIKES_NOON => both(CLOCKWORK, STUDENT),
            THE_ABBEY_VIGIL => count(HEALER) > 0 || count(GUARDIAN) > 0,
            LESSONS_BY_CANDLELIGHT => both(SCHOLAR, STUDENT),
            THE_BELLRINGERS_PROMISE => names(OLD_BELLRINGER) || count(CLOCKWORK) > 1,
            THE_MASKED_PROCESSION => both(MAGICIAN, SPIRIT),
            THE_LEADERS_SPEECH => count(LEADER) > 0,
            A_QUIET_REHEARSAL => cast.len() > 1,
            THE_GREAT_ESCAPE => cast.len() > 1 && cast.iter().map(|c| self.resilience(*c)).sum::<i32>() <= 4,
            ALL_THE_WORLDS_A_STAGE => cast.len() == 3 && cast.iter().map(|c| self.prowess(*c)).sum::<i32>() >= 9,
            LANTERN_ROOFTOP_DANCE => count(DANCER) > 1,
            DUEL_ON_THE_QUAY => count(SWORDPLAY) > 0 && cast.iter().map(|c| self.prowess(*c)).sum::<i32>() >= 5,
            TWIN_MOONS_REUNION => count(TWIN) > 1,
            VESNAS_FIRST_SONG => names(VESNA_OF_THE_LANTERNS),
            _ => unreachable!("all stories are listed"),
        }
    }

    /// Whether some of these characters, in addition to those chosen, meet the conditions of all stories.
    fn can_fit(&self, stories: &[u8], cast: &mut Vec<u8>, pool: &[u8], most: usize) -> bool {
        if !cast.is_empty() && stories.iter().all(|story| self.fits(*story, cast)) {
            return true;
        }
        for (i, card) in pool.iter().enumerate() {
            if cast.len() == most {
                return false;
            }
            cast.push(*card);
            let fits = self.can_fit(stories, cast, &pool[i + 1..], most);
            cast.pop();
            if fits {
                return true;
            }
        }
        false
    }
}

/// Something that is used, while others may reply.
struct Use {
    user: usize,
    card: u8,
    kind: UseKind,
    is_interrupt: bool,
    is_cancelled: bool,
    /// It goes back to its owner's hand.
    goes_back: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum UseKind {
    Event,
    Character,
    Text,
}

/// A game at a desk.
pub struct Match<D> {
    /// How it stands.
    pub state: State,
    /// Who asks.
    pub desk: D,
}

fn card_of(item: Item) -> u8 {
    match item {
        Item::Card(card) => card,
        _ => unreachable!("only cards are offered"),
    }
}

fn cards_of(items: &[Item]) -> Pile {
    items.iter().map(|item| card_of(*item)).collect()
}

impl<D: Desk<State>> Match<D> {
    /// A game about to begin.
    pub fn new(seed: u64, decks: [usize; 2], desk: D) -> Match<D> {
        Match { state: State::new(seed, decks), desk }
    }

    /// A game that goes on where it was copied; `desk` is one for copies.
    pub fn copied(copied: Copied<State>, desk: impl FnOnce(Copied<State>) -> D) -> Match<D> {
        Match { state: copied.state, desk: desk(copied) }
    }

    /// Plays it to its end.
    #[inline(never)]
    pub fn play_cardland(&mut self) {
        if self.state.turn == 0 {
            self.desk.begins(&self.state);
            self.set_up();
            self.state.turn = 1;
        }
        while self.state.ended.is_none() {
            self.desk.begins(&self.state);
            self.turn();
        }
    }

    // ---- what happens ----

    fn tell(&mut self, what: u8, a: u8, b: u8) {
        self.desk.tell(what, [a, b, 0]);
    }

    fn moves(&mut self, card: u8, to: usize) {
        let (seat, at) = (owner(card), card as usize);
        let state = &mut self.state;
        let from = state.at[at] as usize;
        state.zones[seat][from].take(card);
        state.zones[seat][to].push(card);
        state.at[at] = to as u8;
        state.resting[at] = to == STAGE;
        if from == STAGE {
            (state.given[at], state.model[at], state.spent[at]) = (0, None, false);
            (state.of_turn[at], state.of_attempt[at]) = (0, 0);
            (state.may_not_block[at], state.may_not_retire[at]) = (false, false);
            state.attempt.acting.take(card);
            state.attempt.blocking.take(card);
        }
        self.desk.tell(MOVED, [card, from as u8, to as u8]);
    }

    fn rests(&mut self, card: u8, rests: bool) {
        if self.state.resting[card as usize] != rests {
            self.state.resting[card as usize] = rests;
            self.tell(STATUS, card, u8::from(rests));
        }
    }

    fn gains(&mut self, card: u8, n: i32) {
        self.state.of_attempt[card as usize] += n;
        self.tell(MODIFIED, card, n as u8);
    }

    fn gains_for_turn(&mut self, card: u8, n: i32) {
        self.state.of_turn[card as usize] += n;
        self.tell(MODIFIED, card, n as u8);
    }

    fn shuffles(&mut self, seat: usize) {
        self.state.chance.shuffle(seat, &mut self.state.zones[seat][DECK]);
        self.tell(SHUFFLED, seat as u8, 0);
    }

    /// Lays these cards of a deck under it, in this order.
    fn under(&mut self, seat: usize, cards: &[u8]) {
        let deck = &mut self.state.zones[seat][DECK];
        for card in cards {
            deck.take(*card);
            deck.push(*card);
        }
        self.tell(CHOSE, seat as u8, cards.len() as u8);
    }

    fn draws(&mut self, seat: usize, n: usize) {
        for _ in 0..n {
            let elder = self.state.on_stage(seat, CARAVAN_ELDER).filter(|elder| !self.state.spent[*elder as usize]);
            match elder {
                Some(elder) if self.state.draws[seat] == 0 => {
                    self.state.spent[elder as usize] = true;
                    self.tell(REPLACED, elder, seat as u8);
                    self.takes_one_of_two(seat);
                }
                _ => {
                    self.state.draws[seat] += 1;
                    self.tell(DREW, seat as u8, 0);
                    if let Some(top) = self.state.zone(seat, DECK).first().copied() {
                        self.moves(top, IN_HAND);
                    }
                }
            }
        }
    }

    // ---- what is asked ----

    /// Which of these cards it is; asks even where there is one.
    fn chooses(&mut self, seat: usize, cards: &[u8]) -> u8 {
        self.desk.ask(seat).extend(cards.iter().map(|c| Item::Card(*c)));
        card_of(self.desk.one())
    }

    /// Which of these cards an effect takes; asks only where there is a choice.
    fn picks(&mut self, seat: usize, cards: &[u8]) -> Option<u8> {
        match cards {
            [] => None,
            [one] => Some(*one),
            _ => Some(self.chooses(seat, cards)),
        }
    }

    /// Which of these cards an effect takes, if any.
    fn may_pick(&mut self, seat: usize, cards: &[u8]) -> Option<u8> {
        if cards.is_empty() {
            return None;
        }
        let options = self.desk.ask(seat);
        options.extend(cards.iter().map(|c| Item::Card(*c)));
        options.push(Item::Pass);
        match self.desk.one() {
            Item::Pass => None,
            item => Some(card_of(item)),
        }
    }

    fn picks_some(&mut self, seat: usize, cards: &[u8], least: usize, most: usize) -> Pile {
        self.desk.ask(seat).extend(cards.iter().map(|c| Item::Card(*c)));
        cards_of(&self.desk.some(least, most.min(cards.len()), &|_| true))
    }

    fn orders(&mut self, seat: usize, cards: &[u8]) -> Pile {
        if cards.len() < 2 {
            return cards.iter().copied().collect();
        }
        self.desk.ask(seat).extend(cards.iter().map(|c| Item::Card(*c)));
        cards_of(&self.desk.order())
    }

    /// The first `n` cards of a deck.
    fn top(&self, seat: usize, n: usize) -> Pile {
        self.state.zone(seat, DECK).iter().copied().take(n).collect()
    }

    fn pays(&mut self, seat: usize, cost: Cost) {
        let n = cost.iter().sum::<u8>() as usize;
        if n == 0 {
            return;
        }
        let state = &self.state;
        let may_pay = |card: u8| cost[PURPLE] > 0 || cost[state.printed(card).colour] > 0;
        self.desk.ask(seat).extend(state.extras(seat).filter(|c| may_pay(*c)).map(Item::Card));
        let paid = self.desk.some(n, n, &|set| state.pays(set.iter().map(|item| card_of(*item)), &cost));
        self.tell(PAID, seat as u8, n as u8);
        for card in cards_of(&paid).iter() {
            self.rests(*card, true);
        }
    }

    /// Asks for one of these things to do, or a pass. `None`: it was a pass.
    fn uses_one(&mut self, seat: usize, options: &[(u8, u8)], window: u8) -> Option<(u8, u8)> {
        let list = self.desk.ask(seat);
        list.extend(options.iter().map(|(what, card)| Item::Use(*what, *card)));
        list.push(Item::Pass);
        match self.desk.one() {
            Item::Use(what, card) => Some((what, card)),
            _ => {
                self.tell(PASSED, seat as u8, window);
                None
            }
        }
    }

    // ---- the course of a game ----

    fn set_up(&mut self) {
        for seat in 0..2 {
            let stories = *self.state.zone(seat, STORY);
            self.state.zones[seat][STORY] = self.orders(seat, &stories);
        }
        (0..2).for_each(|seat| self.shuffles(seat));
        self.tell(OPENED, CUT, 0);
        let cuts = [0, 1].map(|seat| {
            self.desk.ask(seat).extend((0..IN_DECK).map(Item::Number));
            match self.desk.one() {
                Item::Number(n) => n as usize,
                _ => unreachable!("only numbers are offered"),
            }
        });
        self.tell(CLOSED, CUT, 0);
        for (seat, n) in cuts.into_iter().enumerate() {
            let cut = self.top(1 - seat, n);
            self.under(1 - seat, &cut);
        }
        let chooser = self.janken();
        self.desk.ask(chooser).extend([Item::Word(GO_FIRST), Item::Word(GO_SECOND)]);
        let first = if self.desk.one() == Item::Word(GO_FIRST) { chooser } else { 1 - chooser };
        self.state.active = first;
        for seat in [first, 1 - first] {
            self.draws(seat, HAND);
        }
        for seat in [first, 1 - first] {
            if self.uses_one(seat, &[(REDRAW, NO_CARD)], CUT).is_some() {
                let hand = *self.state.zone(seat, IN_HAND);
                for card in self.orders(seat, &hand).iter() {
                    self.moves(*card, DECK);
                }
                self.draws(seat, HAND);
            }
        }
        self.state.draws = [0; 2];
    }

    /// Who wins at rock, paper, scissors.
    fn janken(&mut self) -> usize {
        loop {
            let signs = [0, 1].map(|seat| {
                self.desk.ask(seat).extend((ROCK..=SCISSORS).map(Item::Word));
                match self.desk.one() {
                    Item::Word(sign) => sign,
                    _ => unreachable!("only words are offered"),
                }
            });
            self.tell(CHOSE, signs[0], signs[1]);
            match (signs[0] + 3 - signs[1]) % 3 {
                0 => {}
                1 => return 0,
                _ => return 1,
            }
        }
    }

    fn turn(&mut self) {
        let active = self.state.active;
        self.tell(TURN, active as u8, self.state.turn as u8);
        self.tell(PHASE, 0, 0);
        self.draws(active, 1);
        self.wakes(active);
        let hand: Vec<(u8, u8)> = self.state.zone(active, IN_HAND).iter().map(|c| (PLACE_EXTRA, *c)).collect();
        if let Some((_, card)) = self.uses_one(active, &hand, PLACE_EXTRA) {
            self.moves(card, EXTRA);
        }
        self.tell(PHASE, 1, 0);
        self.alternates(MAIN);
        self.tell(PHASE, 2, 0);
        self.action(active);
        self.tell(PHASE, 3, 0);
        self.recovers(active);
        self.tell(PHASE, 4, 0);
        let state = &mut self.state;
        let completed = state.zone(active, STORY).iter().filter(|c| state.complete[**c as usize]).count();
        if completed >= TO_WIN {
            state.ended = Some(Ended::Won(active));
        } else if state.turn == MAX_TURNS {
            state.ended = Some(Ended::Draw);
        } else {
            state.turn += 1;
            state.active = 1 - active;
            (state.of_turn, state.spent) = ([0; CARDS], [false; CARDS]);
            (state.is_silent, state.events_used, state.draws) = (false, [0; 2], [0; 2]);
        }
        if self.state.ended.is_some() {
            self.tell(RESULT, active as u8, completed as u8);
        }
    }

    /// Everything of the active player becomes active.
    fn wakes(&mut self, active: usize) {
        let state = &self.state;
        let all = state.zone(active, STAGE).iter().chain(&**state.zone(active, EXTRA));
        let resting: Pile = all.copied().filter(|c| state.resting[*c as usize]).collect();
        let bellringer = state.on_stage(active, OLD_BELLRINGER).filter(|c| state.resting[*c as usize]);
        let stays = bellringer.filter(|_| self.says_yes(active));
        for card in resting.iter().filter(|c| Some(**c) != stays) {
            self.rests(*card, false);
        }
        if let Some(card) = stays {
            self.tell(REPLACED, card, active as u8);
            self.draws(active, 1);
        }
    }

    fn says_yes(&mut self, seat: usize) -> bool {
        self.desk.ask(seat).extend([Item::Number(1), Item::Number(0)]);
        self.desk.one() == Item::Number(1)
    }

    /// A window in which both act in turn until both pass.
    fn alternates(&mut self, window: u8) {
        self.tell(OPENED, window, 0);
        let (mut seat, mut passes) = (self.state.active, 0);
        while passes < 2 {
            let options = if window == MAIN { self.main_options(seat) } else { self.effect_options(seat) };
            passes += 1;
            if let Some((what, card)) = self.uses_one(seat, &options, window) {
                passes = 0;
                match self.state.kind(card) {
                    Kind::Event => self.uses_event(seat, card),
                    _ if what == CHARACTER => self.plays(seat, card),
                    _ => self.uses_text(seat, what, card),
                }
            }
            seat = 1 - seat;
        }
        self.tell(CLOSED, window, 0);
    }

    fn plays(&mut self, seat: usize, card: u8) {
        self.pays(seat, self.state.printed(card).cost);
        let mut used = self.begins_use(seat, card, UseKind::Character, false);
        self.replies(&mut used);
        if used.is_cancelled {
            return self.settles(&used);
        }
        self.moves(card, STAGE);
        self.tell(ENTERED, card, seat as u8);
        if self.state.is(card, CORLA_TWO_STEP) && self.state.on_stage(seat, CORIN_TWO_STEP).is_some() {
            self.rests(card, false);
        }
        self.entered(seat, card);
    }

    fn begins_use(&mut self, user: usize, card: u8, kind: UseKind, is_interrupt: bool) -> Use {
        self.desk.tell(USED, [card, user as u8, kind as u8]);
        if kind != UseKind::Text {
            self.moves(card, CHAIN);
        }
        if kind == UseKind::Event {
            self.state.events_used[user] += 1;
            if let Some(ringmaster) = self.state.on_stage(1 - user, THE_RINGMASTER) {
                self.tell(TRIGGERED, ringmaster, 0);
                self.gains_for_turn(ringmaster, 1);
            }
        }
        Use { user, card, kind, is_interrupt, is_cancelled: false, goes_back: false }
    }

    fn settles(&mut self, used: &Use) {
        if used.kind != UseKind::Text {
            self.moves(used.card, if used.goes_back { IN_HAND } else { DISCARD });
        }
    }

    fn uses_event(&mut self, seat: usize, card: u8) {
        let hit = self.targets(seat, FIRST, card);
        self.pays(seat, self.state.usage(seat, card));
        let mut used = self.begins_use(seat, card, UseKind::Event, false);
        self.replies(&mut used);
        if !used.is_cancelled {
            self.event_resolves(seat, card, &hit);
        }
        self.settles(&used);
    }

    fn uses_text(&mut self, seat: usize, what: u8, card: u8) {
        self.state.spent[card as usize] = true;
        let hit = self.targets(seat, what, card);
        self.pays(seat, self.text_cost(card));
        let paid = self.pays_with_character(seat, card);
        let mut used = self.begins_use(seat, card, UseKind::Text, false);
        self.replies(&mut used);
        if !used.is_cancelled {
            self.text_resolves(what, card, &hit, paid);
        }
    }

    /// The opponent may reply to a use, again and again.
    fn replies(&mut self, used: &mut Use) {
        let seat = 1 - used.user;
        self.tell(OPENED, INTERRUPT, 0);
        while !used.is_cancelled {
            let options = self.interrupt_options(seat, used);
            if options.is_empty() {
                self.tell(NOT_ASKED, seat as u8, INTERRUPT);
                break;
            }
            let Some((_, card)) = self.uses_one(seat, &options, INTERRUPT) else { break };
            self.pays(seat, self.state.usage(seat, card));
            let mut reply = self.begins_use(seat, card, UseKind::Event, true);
            self.replies(&mut reply);
            if !reply.is_cancelled {
                self.reply_resolves(seat, card, used);
            }
            self.settles(&reply);
        }
        self.tell(CLOSED, INTERRUPT, 0);
    }

    fn recovers(&mut self, active: usize) {
        self.tell(OPENED, RECOVERY, 0);
        loop {
            let state = &self.state;
            let may_recover =
                |c: &&u8| state.kind(**c) == Kind::Character && state.can_pay(active, &state.recovery(active, **c));
            let options: Vec<(u8, u8)> =
                state.zone(active, DISCARD).iter().filter(may_recover).map(|c| (RECOVER, *c)).collect();
            let Some((_, card)) = self.uses_one(active, &options, RECOVERY) else { break };
            self.pays(active, self.state.recovery(active, card));
            self.desk.tell(USED, [card, active as u8, RECOVER]);
            self.moves(card, IN_HAND);
        }
        self.tell(CLOSED, RECOVERY, 0);
    }
}
