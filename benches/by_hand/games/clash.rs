//! Clash of the Cards, written by hand for four players: all cards and rules, no kernel, no data, no scripts.
//!
//! It is what somebody would write who needs this one game in a simulation: cards are numbers, zones are lists, a turn is
//! a function. It asks what `cards/clash` asks, where it asks it and with the same options.

use super::chance::Chance;
use super::desk::{Copied, Desk, Item, NO_CARD};
use super::pile::Pile;

/// How many play.
pub const SEATS: usize = 4;

/// What may be done with no card or with any of a kind, by the names that the game has for it.
pub const ACTIONS: [&str; 5] = ["lay_down", "draw_two", "battle", "fight", "surrender"];
const LAY_DOWN: u8 = 0;
const DRAW_TWO: u8 = 1;
const BATTLE: u8 = 2;
const FIGHT: u8 = 3;
const SURRENDER: u8 = 4;

/// What a card itself offers: its first ability, and its second.
pub const FIRST: u8 = 0x80;
const SECOND: u8 = 0x81;

/// Kinds of card: the ten characters, and then these.
const WILD: u8 = 10;
const DEATH: u8 = 11;
const GUARDIAN: u8 = 12;
const CHEST: u8 = 13;
const GRAVEDIGGER: u8 = 14;
const THIEF: u8 = 15;
const SPY: u8 = 16;
const CASTLE: u8 = 17;
const BONUS: u8 = 18;

/// The kinds that a Spy (the first ten) or a Thief may name.
pub const KINDS: [&str; 18] = [
    "Peasant",
    "Minstrel",
    "Archer",
    "Viking",
    "Monk",
    "Jouster",
    "Gladiator",
    "Wizard",
    "Giant",
    "Dragon",
    "wild",
    "death",
    "guardian",
    "chest",
    "gravedigger",
    "thief",
    "spy",
    "castle",
];

/// How many cards there are of each kind, and of all.
const COPIES: [u8; 19] = [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4, 1, 4, 1, 4, 6, 6, 6, 4];
const CARDS: usize = 96;

/// The kind of each card.
const KIND: [u8; CARDS] = {
    let (mut kinds, mut card, mut kind) = ([0; CARDS], 0, 0);
    while kind < COPIES.len() {
        let mut copy = 0;
        while copy < COPIES[kind] {
            kinds[card] = kind as u8;
            card += 1;
            copy += 1;
        }
        kind += 1;
    }
    kinds
};

/// What an army of each character is worth.
const ARMY: [i64; 10] = [300, 300, 250, 250, 200, 200, 150, 150, 100, 100];

const TARGET: i64 = 1000;
const MAX_TURNS: u32 = 400;
const MAX_HANDS: u32 = 100;

/// What happens, as the log tells it.
const MOVED: u8 = 0;
const DREW: u8 = 1;
const SHUFFLED: u8 = 2;
const SCORED: u8 = 3;
const HAND: u8 = 4;
const TURN: u8 = 5;
const USED: u8 = 6;
const PASSED: u8 = 7;
const CALLED: u8 = 8;
const PHASE: u8 = 9;
const OPENED: u8 = 10;
const CLOSED: u8 = 11;
const NOT_ASKED: u8 = 12;
const RESULT: u8 = 13;

/// Where cards go, as the log tells it; of who has several, with the seat added.
const DISCARD: u8 = 0;
const PRIZE: u8 = 1;
const DRAW_PILE: u8 = 2;
const IN_HAND: u8 = 16;
const CHAMPION: u8 = 32;
const UNDER_LID: u8 = 48;
const IN_ROW: u8 = 64;

fn kind(card: u8) -> u8 {
    KIND[card as usize]
}

fn is_character(card: u8) -> bool {
    kind(card) < WILD
}

/// How it fights; Castles do not.
fn rank(card: u8) -> u32 {
    match kind(card) {
        WILD => 1000,
        DEATH => 0,
        kind => (u32::from(kind) + 1) * 10 + u32::from(card % 6),
    }
}

fn is_champion(card: u8, is_attacked: bool) -> bool {
    kind(card) <= DEATH || kind(card) == CASTLE && is_attacked
}

/// What one player has.
#[derive(Clone, Copy, Default)]
struct Player {
    hand: Pile,
    chest: Pile,
    has_lid: bool,
    bonuses: usize,
    points: i64,
}

impl Player {
    fn count(&self, of: u8) -> usize {
        self.hand.iter().filter(|c| kind(**c) == of).count()
    }

    fn may_lay(&self) -> bool {
        let armies = best(&self.hand, |_| 1) + i64::from(self.has_lid);
        armies >= 2 + self.count(DEATH) as i64
    }

    fn has_champion(&self, is_attacked: bool) -> bool {
        self.hand.iter().any(|c| is_champion(*c, is_attacked))
    }

    fn score(&self) -> i64 {
        let all = || self.hand.iter().chain(&*self.chest);
        let sixes = (0..WILD).filter(|of| all().filter(|c| kind(**c) == *of).count() == 6).count();
        let worth = |kind: usize| ARMY[kind];
        best(&self.hand, worth) + best(&self.chest, worth) + 50 * (sixes + self.bonuses) as i64
            - 150 * self.count(DEATH) as i64
    }
}

/// The best division of cards into armies of four, Wilds standing in for any.
fn best(cards: &[u8], worth: impl Fn(usize) -> i64) -> i64 {
    let (mut counts, mut wilds) = ([0usize; 10], 0);
    for card in cards {
        match kind(*card) {
            WILD => wilds += 1,
            kind if kind < WILD => counts[kind as usize] += 1,
            _ => {}
        }
    }
    let mut table = [0i64; 5];
    for (kind, n) in counts.into_iter().enumerate().filter(|(_, n)| *n > 0) {
        let before = table;
        for sets in 1..=n {
            let needed = (sets * 4).saturating_sub(n);
            if needed > wilds {
                break;
            }
            for used in needed..=wilds {
                table[used] = table[used].max(before[used - needed] + worth(kind) * sets as i64);
            }
        }
    }
    table[wilds]
}

/// All that a match is between two turns, and more in a turn.
#[derive(Clone, Copy)]
pub struct State {
    chance: Chance,
    players: [Player; SEATS],
    draw_pile: Pile,
    discard: Pile,
    /// Cards that are fought for.
    prize: Pile,
    champions: Pile,
    /// Who put a card where it is fought for or fights.
    put_by: [u8; CARDS],
    is_dealing: bool,
    /// Turns of this hand; `None`: no hand is played.
    turn: Option<u32>,
    /// How many hands were begun.
    pub hands: u32,
}

impl State {
    /// A match that begins.
    pub fn new(seed: u64) -> State {
        State {
            chance: Chance::new(seed),
            players: [Player::default(); SEATS],
            draw_pile: Pile::default(),
            discard: Pile::default(),
            prize: Pile::default(),
            champions: Pile::default(),
            put_by: [0; CARDS],
            is_dealing: false,
            turn: None,
            hands: 0,
        }
    }

    /// Whether a Guardian of this seat may save a champion.
    fn is_saved(&self, seat: usize, champion: u8) -> bool {
        self.put_by[champion as usize] as usize == seat && is_character(champion)
    }

    /// The points of each seat.
    pub fn points(&self) -> [i64; SEATS] {
        [0, 1, 2, 3].map(|seat| self.players[seat].points)
    }

    /// How many cards there are, wherever they lie.
    pub fn cards(&self) -> usize {
        let of = |p: &Player| p.hand.len() + p.chest.len() + usize::from(p.has_lid) + p.bonuses;
        self.draw_pile.len() + self.discard.len() + self.players.iter().map(of).sum::<usize>()
    }
}

/// A match at a desk.
pub struct Match<D> {
    /// How it stands.
    pub state: State,
    /// Who asks.
    pub desk: D,
}

impl<D: Desk<State>> Match<D> {
    /// A match about to begin.
    pub fn new(seed: u64, desk: D) -> Match<D> {
        Match { state: State::new(seed), desk }
    }

    /// A match that goes on where it was copied; `desk` is one for copies.
    pub fn copied(copied: Copied<State>, desk: impl FnOnce(Copied<State>) -> D) -> Match<D> {
        Match { state: copied.state, desk: desk(copied) }
    }

    /// Plays it to its end.
    #[inline(never)]
    pub fn play_clash(&mut self) {
        loop {
            let first = self.state.hands as usize;
            let turn = match self.state.turn {
                Some(turn) => turn,
                None if self.is_over() => return,
                None => {
                    self.deal();
                    continue;
                }
            };
            self.desk.begins(&self.state);
            let active = (first + turn as usize) % SEATS;
            self.desk.tell(TURN, [active as u8, 0, 0]);
            let is_over = self.turn(active) || turn + 1 == MAX_TURNS;
            self.state.turn = (!is_over).then_some(turn + 1);
        }
    }

    fn is_over(&self) -> bool {
        self.state.hands == MAX_HANDS || self.state.players.iter().any(|p| p.points >= TARGET)
    }

    fn deal(&mut self) {
        let state = &mut self.state;
        state.hands += 1;
        state.discard = Pile::default();
        for player in &mut state.players {
            *player = Player { points: player.points, ..Player::default() };
        }
        state.draw_pile = (0..CARDS as u8).collect();
        state.chance.shuffle(0, &mut state.draw_pile);
        state.is_dealing = true;
        let first = state.hands as usize;
        self.desk.tell(HAND, [state.hands as u8, 0, 0]);
        self.desk.tell(SHUFFLED, [DRAW_PILE, 0, 0]);
        for i in 0..8 * SEATS {
            self.draw((first + i) % SEATS, 1);
        }
        self.state.is_dealing = false;
        for i in 0..SEATS {
            let seat = (first + i) % SEATS;
            let player = &mut self.state.players[seat];
            let dealt: Pile = player.hand.iter().copied().filter(|c| kind(*c) == BONUS).collect();
            for card in dealt.iter() {
                player.hand.take(*card);
                self.desk.tell(MOVED, [*card, IN_HAND + seat as u8, IN_ROW + seat as u8]);
            }
            player.bonuses += dealt.len();
            self.draw(seat, dealt.len());
        }
        self.state.turn = Some(0);
    }

    fn draw(&mut self, seat: usize, count: usize) {
        let mut left = count;
        while left > 0 {
            let state = &mut self.state;
            if state.draw_pile.is_empty() {
                state.draw_pile = state.discard.drain();
                if state.draw_pile.is_empty() {
                    return;
                }
                state.chance.shuffle(0, &mut state.draw_pile);
                for card in state.draw_pile.iter() {
                    self.desk.tell(MOVED, [*card, DISCARD, DRAW_PILE]);
                }
                self.desk.tell(SHUFFLED, [DRAW_PILE, 0, 0]);
            }
            let card = state.draw_pile.remove(0);
            self.desk.tell(DREW, [seat as u8, 0, 0]);
            if kind(card) == BONUS && !state.is_dealing {
                // Laid down at once, and replaced.
                state.players[seat].bonuses += 1;
                self.desk.tell(MOVED, [card, DRAW_PILE, IN_ROW + seat as u8]);
                continue;
            }
            state.players[seat].hand.push(card);
            self.desk.tell(MOVED, [card, DRAW_PILE, IN_HAND + seat as u8]);
            left -= 1;
        }
    }

    /// One turn; true: it ended the hand.
    fn turn(&mut self, active: usize) -> bool {
        self.phase(0);
        if self.lays_down(active) {
            return true;
        }
        self.phase(1);
        self.action(active);
        self.phase(2);
        if self.lays_down(active) {
            return true;
        }
        self.phase(3);
        for i in 0..SEATS {
            let seat = (active + i) % SEATS;
            self.draw(seat, 8usize.saturating_sub(self.state.players[seat].hand.len()));
        }
        self.phase(4);
        self.lays_down(active)
    }

    fn phase(&mut self, nth: u8) {
        self.desk.tell(PHASE, [nth, 0, 0]);
    }

    fn opens(&mut self, window: u8) {
        self.desk.tell(OPENED, [window, 0, 0]);
    }

    fn closes(&mut self, window: u8) {
        self.desk.tell(CLOSED, [window, 0, 0]);
    }

    fn not_asked(&mut self, window: u8, seat: usize) {
        self.desk.tell(NOT_ASKED, [window, seat as u8, 0]);
    }

    fn lays_down(&mut self, seat: usize) -> bool {
        self.opens(LAY_DOWN);
        let is_over = self.may_lay_down(seat);
        self.closes(LAY_DOWN);
        if is_over {
            self.desk.tell(RESULT, [seat as u8, 0, 0]);
        }
        is_over
    }

    fn may_lay_down(&mut self, seat: usize) -> bool {
        if !self.state.players[seat].may_lay() {
            self.not_asked(LAY_DOWN, seat);
            return false;
        }
        let options = self.desk.ask(seat);
        options.extend([Item::Use(LAY_DOWN, NO_CARD), Item::Pass]);
        if self.desk.one() == Item::Pass {
            self.desk.tell(PASSED, [seat as u8, LAY_DOWN, 0]);
            return false;
        }
        self.desk.tell(USED, [LAY_DOWN, NO_CARD, seat as u8]);
        for (i, player) in self.state.players.iter_mut().enumerate() {
            let points = player.score() + if i == seat { 50 } else { 0 };
            player.points += points;
            let [low, high, ..] = points.to_le_bytes();
            self.desk.tell(SCORED, [i as u8, low, high]);
        }
        true
    }

    fn action(&mut self, active: usize) {
        let state = &self.state;
        let player = &state.players[active];
        let has_found = state.discard.iter().any(|c| is_character(*c));
        let has_bonus = state.players.iter().enumerate().any(|(i, p)| i != active && p.bonuses > 0);
        let options = self.desk.ask(active);
        options.push(Item::Use(DRAW_TWO, NO_CARD));
        for card in player.hand.iter() {
            match kind(*card) {
                kind if kind < WILD => options.push(Item::Use(BATTLE, *card)),
                SPY => options.push(Item::Use(FIRST, *card)),
                GRAVEDIGGER if has_found => options.push(Item::Use(FIRST, *card)),
                THIEF => {
                    if has_bonus {
                        options.push(Item::Use(FIRST, *card));
                    }
                    options.push(Item::Use(SECOND, *card));
                }
                CHEST if best(&player.hand, |_| 1) > 0 => options.push(Item::Use(FIRST, *card)),
                _ => {}
            }
        }
        self.opens(DRAW_TWO);
        let Item::Use(what, card) = self.desk.one() else { unreachable!("only uses are offered") };
        self.closes(DRAW_TWO);
        if what < FIRST {
            self.desk.tell(USED, [what, card, active as u8]);
        }
        match (what, card) {
            (DRAW_TWO, _) => self.draw(active, 2),
            (BATTLE, _) => {
                self.take_from_hand(active, card);
                self.prize(card, active);
                self.battle(active, kind(card));
            }
            (what, _) => match kind(card) {
                SPY => {
                    self.desk.ask(active).extend((0..10).map(Item::Word));
                    let Item::Word(kind) = self.desk.one() else { unreachable!("only words are offered") };
                    self.uses(active, what, card);
                    self.battle(active, kind);
                }
                GRAVEDIGGER => {
                    let found = self.state.discard.iter().filter(|c| is_character(**c));
                    self.desk.ask(active).extend(found.map(|c| Item::Card(*c)));
                    let found = self.card();
                    self.uses(active, what, card);
                    self.state.discard.take(found);
                    self.gets(active, found, DISCARD);
                }
                THIEF => self.thief(active, what, card),
                _ => self.hide(active, card),
            },
        }
    }

    /// Which card was chosen.
    fn card(&mut self) -> u8 {
        match self.desk.one() {
            Item::Card(card) => card,
            _ => unreachable!("only cards are offered"),
        }
    }

    /// A card is used, which discards it.
    fn uses(&mut self, seat: usize, what: u8, card: u8) {
        self.desk.tell(USED, [what, card, seat as u8]);
        self.take_from_hand(seat, card);
        self.state.discard.push(card);
        self.desk.tell(MOVED, [card, IN_HAND + seat as u8, DISCARD]);
    }

    fn take_from_hand(&mut self, seat: usize, card: u8) {
        self.state.players[seat].hand.take(card);
    }

    fn gets(&mut self, seat: usize, card: u8, from: u8) {
        self.state.players[seat].hand.push(card);
        self.desk.tell(MOVED, [card, from, IN_HAND + seat as u8]);
    }

    fn prize(&mut self, card: u8, by: usize) {
        self.state.prize.push(card);
        self.state.put_by[card as usize] = by as u8;
        self.desk.tell(MOVED, [card, IN_HAND + by as u8, PRIZE]);
    }

    fn thief(&mut self, active: usize, what: u8, card: u8) {
        let is_for_bonus = what == FIRST;
        let players = &self.state.players;
        let others = (1..SEATS).map(|i| (active + i) % SEATS);
        let victims = others.filter(|i| !is_for_bonus || players[*i].bonuses > 0);
        self.desk.ask(active).extend(victims.map(|i| Item::Seat(i as u8)));
        let Item::Seat(victim) = self.desk.one() else { unreachable!("only seats are offered") };
        let victim = victim as usize;
        if is_for_bonus {
            self.uses(active, what, card);
            if !self.blocks(victim) {
                self.state.players[victim].bonuses -= 1;
                self.state.players[active].bonuses += 1;
                self.desk.tell(MOVED, [BONUS, IN_ROW + victim as u8, IN_ROW + active as u8]);
                self.draw(active, 1);
            }
            return;
        }
        self.desk.ask(active).extend((0..KINDS.len() as u8).map(Item::Word));
        let Item::Word(named) = self.desk.one() else { unreachable!("only words are offered") };
        self.uses(active, what, card);
        if !self.blocks(victim) {
            self.give(victim, active, named);
        }
    }

    fn blocks(&mut self, victim: usize) -> bool {
        self.opens(CASTLE);
        let blocks = self.plays(victim, FIRST, CASTLE);
        self.closes(CASTLE);
        blocks
    }

    /// Plays one of a kind from the hand, or passes; asks nothing if there is none.
    fn plays(&mut self, seat: usize, what: u8, of: u8) -> bool {
        let player = &self.state.players[seat];
        if player.count(of) == 0 {
            self.not_asked(of, seat);
            return false;
        }
        let options = self.desk.ask(seat);
        options.extend(player.hand.iter().filter(|c| kind(**c) == of).map(|c| Item::Use(what, *c)));
        options.push(Item::Pass);
        let Item::Use(_, card) = self.desk.one() else {
            self.desk.tell(PASSED, [seat as u8, of, 0]);
            return false;
        };
        if of != GUARDIAN {
            self.uses(seat, what, card);
            return true;
        }
        let saved = self.state.champions.iter().filter(|c| self.state.is_saved(seat, **c));
        self.desk.ask(seat).extend(saved.map(|c| Item::Card(*c)));
        let saved = self.card();
        self.uses(seat, what, card);
        self.state.champions.take(saved);
        self.gets(seat, saved, CHAMPION + seat as u8);
        true
    }

    fn give(&mut self, victim: usize, to: usize, named: u8) {
        let held = self.state.players[victim].hand;
        let mut named = held.iter().copied().filter(|c| kind(*c) == named);
        let card = match named.clone().count() {
            0 => return,
            1 => named.next().expect("there is one"),
            _ => {
                self.desk.ask(victim).extend(named.map(Item::Card));
                self.card()
            }
        };
        self.take_from_hand(victim, card);
        self.gets(to, card, IN_HAND + victim as u8);
    }

    /// Four to six cards of one character, Wilds among them, are laid under the Chest.
    fn hide(&mut self, active: usize, lid: u8) {
        let player = &self.state.players[active];
        let options = self.desk.ask(active);
        options.extend(player.hand.iter().filter(|c| kind(**c) <= WILD).map(|c| Item::Card(*c)));
        let army = self.desk.some(4, 6, &is_army);
        self.desk.tell(USED, [FIRST, lid, active as u8]);
        self.take_from_hand(active, lid);
        self.state.players[active].has_lid = true;
        for item in army {
            let Item::Card(card) = item else { unreachable!("only cards are offered") };
            self.take_from_hand(active, card);
            self.state.players[active].chest.push(card);
            self.desk.tell(MOVED, [card, IN_HAND + active as u8, UNDER_LID + active as u8]);
        }
        let held = self.state.players[active].hand.len();
        self.draw(active, 8usize.saturating_sub(held));
    }

    fn battle(&mut self, active: usize, named: u8) {
        let mut is_attacked = [false; SEATS];
        for i in 1..SEATS {
            let seat = (active + i) % SEATS;
            let hand = self.state.players[seat].hand;
            for card in hand.iter().filter(|c| kind(**c) == named) {
                is_attacked[seat] = true;
                self.take_from_hand(seat, *card);
                self.prize(*card, seat);
            }
        }
        self.desk.tell(CALLED, [active as u8, named, is_attacked.iter().filter(|is| **is).count() as u8]);
        if is_attacked == [false; SEATS] {
            for card in self.state.prize.drain().iter() {
                self.gets(active, *card, PRIZE);
            }
            return self.draw(active, 1);
        }
        let mut fighters = Vec::with_capacity(SEATS);
        self.opens(FIGHT);
        for i in 1..=SEATS {
            let seat = (active + i) % SEATS;
            if seat == active || is_attacked[seat] {
                // Who has no champion has only one answer, which is asked for all the same.
                let may_fight = self.state.players[seat].has_champion(is_attacked[seat]);
                let options = self.desk.ask(seat);
                options.extend(may_fight.then_some(Item::Use(FIGHT, NO_CARD)));
                options.push(Item::Use(SURRENDER, NO_CARD));
                let answer = self.desk.one();
                let fights = answer == Item::Use(FIGHT, NO_CARD);
                self.desk.tell(USED, [if fights { FIGHT } else { SURRENDER }, NO_CARD, seat as u8]);
                if fights {
                    fighters.push(seat);
                }
            }
        }
        self.closes(FIGHT);
        self.opens(SPY);
        for i in 1..SEATS {
            let seat = (active + i) % SEATS;
            if is_attacked[seat] || !self.state.players[seat].has_champion(false) {
                self.not_asked(SPY, seat);
            } else if self.plays(seat, SECOND, SPY) {
                fighters.push(seat);
            }
        }
        self.closes(SPY);
        let mut contenders = fighters.clone();
        while contenders.len() >= 2 {
            contenders = self.fight(&contenders, &is_attacked);
        }
        self.award(contenders.first().copied());
        self.opens(GUARDIAN);
        for i in 0..SEATS {
            let seat = (active + i) % SEATS;
            let has_saved = self.state.champions.iter().any(|c| self.state.is_saved(seat, *c));
            if !fighters.contains(&seat) || !has_saved {
                self.not_asked(GUARDIAN, seat);
            } else {
                self.plays(seat, FIRST, GUARDIAN);
            }
        }
        self.closes(GUARDIAN);
        let champions = self.state.champions.drain();
        for seat in 0..SEATS as u8 {
            for card in champions.iter().filter(|c| self.state.put_by[**c as usize] == seat) {
                self.state.discard.push(*card);
                self.desk.tell(MOVED, [*card, CHAMPION + seat, DISCARD]);
            }
        }
    }

    /// Champions are laid and shown; who still contends.
    fn fight(&mut self, contenders: &[usize], is_attacked: &[bool; SEATS]) -> Vec<usize> {
        let mut laid = Vec::with_capacity(SEATS);
        self.opens(WILD);
        // Sealed answers are taken seat by seat.
        for seat in (0..SEATS).filter(|seat| contenders.contains(seat)) {
            let hand = &self.state.players[seat].hand;
            let champions = hand.iter().filter(|c| is_champion(**c, is_attacked[seat]));
            self.desk.ask(seat).extend(champions.map(|c| Item::Card(*c)));
            laid.push((seat, self.card()));
        }
        self.closes(WILD);
        for (seat, card) in &laid {
            self.take_from_hand(*seat, *card);
            self.state.champions.push(*card);
            self.state.put_by[*card as usize] = *seat as u8;
            self.desk.tell(MOVED, [*card, IN_HAND + *seat as u8, CHAMPION + *seat as u8]);
        }
        let (mut standing, mut most) = (Vec::with_capacity(SEATS), None);
        for (seat, card) in laid {
            if kind(card) == CASTLE {
                let State { prize, put_by, .. } = self.state;
                for card in prize.iter().filter(|c| put_by[**c as usize] as usize == seat) {
                    self.state.prize.take(*card);
                    self.gets(seat, *card, PRIZE);
                }
                continue;
            }
            if most.is_none_or(|most| rank(card) > most) {
                standing.clear();
                most = Some(rank(card));
            }
            if Some(rank(card)) == most {
                standing.push(seat);
            }
        }
        if standing.len() > 1 {
            standing.retain(|seat| self.state.players[*seat].has_champion(is_attacked[*seat]));
        }
        standing
    }

    fn award(&mut self, winner: Option<usize>) {
        if let Some(at) = self.state.champions.iter().position(|c| kind(*c) == DEATH) {
            let death = self.state.champions.remove(at);
            let owner = self.state.put_by[death as usize];
            match winner {
                Some(winner) => self.prize(death, winner),
                None => self.gets(owner.into(), death, CHAMPION + owner),
            }
        }
        for card in self.state.prize.drain().iter() {
            match winner {
                Some(seat) => self.gets(seat, *card, PRIZE),
                None => {
                    self.state.discard.push(*card);
                    self.desk.tell(MOVED, [*card, PRIZE, DISCARD]);
                }
            }
        }
    }
}

/// Whether these cards are of one character, Wilds among them.
fn is_army(items: &[Item]) -> bool {
    let mut kinds = items.iter().filter_map(|item| match item {
        Item::Card(card) if is_character(*card) => Some(kind(*card)),
        _ => None,
    });
    let first = kinds.next();
    first.is_some_and(|first| kinds.all(|kind| kind == first))
}
