//! Clash of the Cards, written by hand for four players: all cards and rules, no kernel, no data, no scripts.
//!
//! It is what somebody would write who needs this one game in a simulation: cards are numbers, zones are lists, a
//! turn is a function. It asks what `cards/clash` asks and where it asks it; the answers are random.

/// How many play.
pub const SEATS: usize = 4;

/// Kinds of card after the ten characters, which are 0 to 9.
const WILD: u8 = 10;
const DEATH: u8 = 11;
const GUARDIAN: u8 = 12;
const CHEST: u8 = 13;
const GRAVEDIGGER: u8 = 14;
const THIEF: u8 = 15;
const SPY: u8 = 16;
const CASTLE: u8 = 17;
const BONUS: u8 = 18;

/// How many kinds a Thief may name: all but Bonus.
const NAMED: usize = 18;

/// How many cards there are of each kind.
const COPIES: [u8; 19] = [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4, 1, 4, 1, 4, 6, 6, 6, 4];

/// What an army of each character is worth.
const ARMY: [i64; 10] = [300, 300, 250, 250, 200, 200, 150, 150, 100, 100];

const TARGET: i64 = 1000;
const MAX_TURNS: usize = 400;
const MAX_HANDS: usize = 100;

/// A card: its kind, and of characters the strength.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    kind: u8,
    strength: u8,
}

impl Card {
    fn is_character(self) -> bool {
        self.kind < WILD
    }

    fn is_army_card(self) -> bool {
        self.kind <= WILD
    }

    /// How it fights; Castles do not.
    fn rank(self) -> u32 {
        match self.kind {
            WILD => 1000,
            DEATH => 0,
            kind => (u32::from(kind) + 1) * 10 + u32::from(self.strength),
        }
    }

    fn is_champion(self, is_attacked: bool) -> bool {
        self.kind <= DEATH || self.kind == CASTLE && is_attacked
    }
}

/// A generator that is good enough for cards.
pub struct Chance(u64);

impl Chance {
    /// One with a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        // SplitMix64; the bias of the product is far below what ten thousand games can show.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ (z >> 31)) as u128 * n as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// What somebody may do as the action of a turn; cards by their place in hand.
#[derive(Clone, Copy)]
enum Action {
    DrawTwo,
    Battle(usize),
    Spy(usize),
    Gravedigger(usize),
    ThiefForBonus(usize),
    ThiefForCard(usize),
    Chest(usize),
}

/// What one player has.
#[derive(Default)]
struct Player {
    hand: Vec<Card>,
    chest: Vec<Card>,
    has_lid: bool,
    bonuses: usize,
    points: i64,
}

impl Player {
    fn count(&self, kind: u8) -> usize {
        self.hand.iter().filter(|c| c.kind == kind).count()
    }

    fn may_lay(&self) -> bool {
        let armies = best(&self.hand, |_| 1) + i64::from(self.has_lid);
        armies >= 2 + self.count(DEATH) as i64
    }

    fn has_champion(&self, is_attacked: bool) -> bool {
        self.hand.iter().any(|c| c.is_champion(is_attacked))
    }

    fn score(&self) -> i64 {
        let all = || self.hand.iter().chain(&self.chest);
        let sixes = (0..WILD).filter(|kind| all().filter(|c| c.kind == *kind).count() == 6).count();
        let worth = |kind: usize| ARMY[kind];
        best(&self.hand, worth) + best(&self.chest, worth) + 50 * (sixes + self.bonuses) as i64
            - 150 * self.count(DEATH) as i64
    }
}

/// The best division of cards into armies of four, Wilds standing in for any.
fn best(cards: &[Card], worth: impl Fn(usize) -> i64) -> i64 {
    let (mut counts, mut wilds) = ([0usize; 10], 0);
    for card in cards {
        match card.kind {
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

/// A match.
pub struct Match {
    chance: Chance,
    bot: Chance,
    players: [Player; SEATS],
    draw_pile: Vec<Card>,
    discard: Vec<Card>,
    /// Cards that are fought for, and whose they were.
    prize: Vec<(Card, usize)>,
    champions: Vec<(Card, usize)>,
    is_dealing: bool,
    /// How many decisions there were.
    pub decisions: u64,
    /// How many hands were played.
    pub hands: usize,
    /// How many turns.
    pub turns: u64,
}

impl Match {
    /// Plays a whole match.
    pub fn play(seed: u64) -> Match {
        let mut game = Match {
            chance: Chance::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)),
            bot: Chance::new(!seed),
            players: Default::default(),
            draw_pile: Vec::with_capacity(96),
            discard: Vec::with_capacity(96),
            prize: Vec::new(),
            champions: Vec::new(),
            is_dealing: false,
            decisions: 0,
            hands: 0,
            turns: 0,
        };
        while game.hands < MAX_HANDS && game.players.iter().all(|p| p.points < TARGET) {
            game.hands += 1;
            game.hand(game.hands % SEATS);
        }
        game
    }

    /// The points of each seat.
    pub fn points(&self) -> [i64; SEATS] {
        [0, 1, 2, 3].map(|seat| self.players[seat].points)
    }

    /// One decision among so many answers.
    fn choose(&mut self, options: usize) -> usize {
        self.decisions += 1;
        self.bot.below(options)
    }

    fn hand(&mut self, first: usize) {
        self.draw_pile.clear();
        self.discard.clear();
        for player in &mut self.players {
            *player = Player { points: player.points, ..Player::default() };
        }
        for (kind, copies) in COPIES.iter().enumerate() {
            self.draw_pile.extend((1..=*copies).map(|strength| Card { kind: kind as u8, strength }));
        }
        self.chance.shuffle(&mut self.draw_pile);
        self.is_dealing = true;
        for i in 0..8 * SEATS {
            self.draw((first + i) % SEATS, 1);
        }
        self.is_dealing = false;
        for i in 0..SEATS {
            let seat = (first + i) % SEATS;
            let dealt = self.players[seat].count(BONUS);
            self.players[seat].hand.retain(|c| c.kind != BONUS);
            self.players[seat].bonuses += dealt;
            self.draw(seat, dealt);
        }
        for turn in 0..MAX_TURNS {
            self.turns += 1;
            if self.turn((first + turn) % SEATS) {
                return;
            }
        }
    }

    fn draw(&mut self, seat: usize, count: usize) {
        let mut left = count;
        while left > 0 {
            if self.draw_pile.is_empty() {
                std::mem::swap(&mut self.draw_pile, &mut self.discard);
                self.chance.shuffle(&mut self.draw_pile);
            }
            let Some(card) = self.draw_pile.pop() else { return };
            if card.kind == BONUS && !self.is_dealing {
                // Laid down at once, and replaced.
                self.players[seat].bonuses += 1;
                continue;
            }
            self.players[seat].hand.push(card);
            left -= 1;
        }
    }

    /// One turn; true: it ended the hand.
    fn turn(&mut self, active: usize) -> bool {
        if self.lays_down(active) {
            return true;
        }
        self.action(active);
        if self.lays_down(active) {
            return true;
        }
        for i in 0..SEATS {
            let seat = (active + i) % SEATS;
            self.draw(seat, 8usize.saturating_sub(self.players[seat].hand.len()));
        }
        self.lays_down(active)
    }

    fn lays_down(&mut self, seat: usize) -> bool {
        if !self.players[seat].may_lay() || self.choose(2) == 1 {
            return false;
        }
        for (i, player) in self.players.iter_mut().enumerate() {
            player.points += player.score() + if i == seat { 50 } else { 0 };
        }
        true
    }

    fn actions(&self, active: usize) -> Vec<Action> {
        let mut actions = vec![Action::DrawTwo];
        let player = &self.players[active];
        let has_found = self.discard.iter().any(|c| c.is_character());
        let has_bonus = self.players.iter().enumerate().any(|(i, p)| i != active && p.bonuses > 0);
        let has_army = best(&player.hand, |_| 1) > 0;
        for (i, card) in player.hand.iter().enumerate() {
            match card.kind {
                kind if kind < WILD => actions.push(Action::Battle(i)),
                SPY => actions.push(Action::Spy(i)),
                GRAVEDIGGER if has_found => actions.push(Action::Gravedigger(i)),
                THIEF => {
                    if has_bonus {
                        actions.push(Action::ThiefForBonus(i));
                    }
                    actions.push(Action::ThiefForCard(i));
                }
                CHEST if has_army => actions.push(Action::Chest(i)),
                _ => {}
            }
        }
        actions
    }

    fn action(&mut self, active: usize) {
        let actions = self.actions(active);
        let chosen = self.choose(actions.len());
        match actions[chosen] {
            Action::DrawTwo => self.draw(active, 2),
            Action::Battle(at) => {
                let card = self.players[active].hand.remove(at);
                self.prize.push((card, active));
                self.battle(active, card.kind);
            }
            Action::Spy(at) => {
                let kind = self.choose(10) as u8;
                self.discard_from(active, at);
                self.battle(active, kind);
            }
            Action::Gravedigger(at) => {
                let found: Vec<usize> = (0..self.discard.len()).filter(|i| self.discard[*i].is_character()).collect();
                let chosen = found[self.choose(found.len())];
                let card = self.discard.remove(chosen);
                self.discard_from(active, at);
                self.players[active].hand.push(card);
            }
            Action::ThiefForBonus(at) => {
                let victims: Vec<usize> = (0..SEATS).filter(|i| *i != active && self.players[*i].bonuses > 0).collect();
                let victim = victims[self.choose(victims.len())];
                self.discard_from(active, at);
                if !self.is_blocked(victim) {
                    self.players[victim].bonuses -= 1;
                    self.players[active].bonuses += 1;
                    self.draw(active, 1);
                }
            }
            Action::ThiefForCard(at) => {
                let victim = (active + 1 + self.choose(SEATS - 1)) % SEATS;
                let named = self.choose(NAMED) as u8;
                self.discard_from(active, at);
                if !self.is_blocked(victim) {
                    self.give(victim, active, named);
                }
            }
            Action::Chest(at) => self.hide(active, at),
        }
    }

    fn discard_from(&mut self, seat: usize, at: usize) {
        let card = self.players[seat].hand.remove(at);
        self.discard.push(card);
    }

    fn places(&self, seat: usize, kind: u8) -> Vec<usize> {
        let hand = &self.players[seat].hand;
        (0..hand.len()).filter(|i| hand[*i].kind == kind).collect()
    }

    /// Plays one of a kind from the hand, or passes; asks nothing if there is none.
    fn plays(&mut self, seat: usize, kind: u8) -> bool {
        let places = self.places(seat, kind);
        if places.is_empty() {
            return false;
        }
        let chosen = self.choose(places.len() + 1);
        let Some(at) = places.get(chosen) else { return false };
        self.discard_from(seat, *at);
        true
    }

    fn is_blocked(&mut self, victim: usize) -> bool {
        self.plays(victim, CASTLE)
    }

    fn give(&mut self, victim: usize, to: usize, named: u8) {
        let places = self.places(victim, named);
        let at = match places.len() {
            0 => return,
            1 => places[0],
            n => places[self.choose(n)],
        };
        let card = self.players[victim].hand.remove(at);
        self.players[to].hand.push(card);
    }

    fn hide(&mut self, active: usize, at: usize) {
        let hand = &self.players[active].hand;
        let options: Vec<usize> = (0..hand.len()).filter(|i| hand[*i].is_army_card()).collect();
        self.decisions += 1;
        let army = self.random_army(active, &options);
        let player = &mut self.players[active];
        player.has_lid = true;
        let is_gone = |i: &usize| *i == at || army.contains(i);
        player.chest.extend(army.iter().map(|i| player.hand[*i]));
        player.hand = (0..player.hand.len()).filter(|i| !is_gone(i)).map(|i| player.hand[i]).collect();
        let held = player.hand.len();
        self.draw(active, 8usize.saturating_sub(held));
    }

    /// Four to six cards of one character, Wilds among them: first tried at random, then listed.
    fn random_army(&mut self, seat: usize, options: &[usize]) -> Vec<usize> {
        let is_army = |hand: &[Card], set: &[usize]| {
            let mut kinds = set.iter().map(|i| hand[*i].kind).filter(|kind| *kind < WILD);
            let first = kinds.next();
            first.is_some_and(|first| kinds.all(|kind| kind == first))
        };
        for _ in 0..6 {
            let size = 4 + self.bot.below(options.len().min(6) - 3);
            let mut left = options.to_vec();
            let set: Vec<usize> = (0..size).map(|_| left.swap_remove(self.bot.below(left.len()))).collect();
            if is_army(&self.players[seat].hand, &set) {
                return set;
            }
        }
        let set_of = |mask: u32| -> Vec<usize> {
            (0..options.len()).filter(|i| mask & (1 << i) != 0).map(|i| options[i]).collect()
        };
        let hand = &self.players[seat].hand;
        let masks: Vec<u32> = (0u32..1 << options.len())
            .filter(|mask| (4..=6).contains(&mask.count_ones()) && is_army(hand, &set_of(*mask)))
            .collect();
        set_of(masks[self.bot.below(masks.len())])
    }

    fn battle(&mut self, active: usize, kind: u8) {
        let mut is_attacked = [false; SEATS];
        for i in 1..SEATS {
            let seat = (active + i) % SEATS;
            let hand = &mut self.players[seat].hand;
            let mut called = hand.iter().filter(|c| c.kind == kind).peekable();
            is_attacked[seat] = called.peek().is_some();
            self.prize.extend(called.map(|c| (*c, seat)));
            hand.retain(|c| c.kind != kind);
        }
        if is_attacked == [false; SEATS] {
            let back = self.prize.drain(..).map(|(card, _)| card);
            self.players[active].hand.extend(back);
            return self.draw(active, 1);
        }
        let mut fighters = Vec::new();
        for i in 1..=SEATS {
            let seat = (active + i) % SEATS;
            let is_called = seat == active || is_attacked[seat];
            // Who has no champion has only one answer, which is asked for all the same.
            if is_called {
                let may_fight = self.players[seat].has_champion(is_attacked[seat]);
                if self.choose(1 + usize::from(may_fight)) == 1 {
                    fighters.push(seat);
                }
            }
        }
        for i in 1..SEATS {
            let seat = (active + i) % SEATS;
            if !is_attacked[seat] && self.players[seat].has_champion(false) && self.plays(seat, SPY) {
                fighters.push(seat);
            }
        }
        let mut contenders = fighters.clone();
        while contenders.len() >= 2 {
            contenders = self.fight(&contenders, &is_attacked);
        }
        self.award(contenders.first().copied());
        for i in 0..SEATS {
            let seat = (active + i) % SEATS;
            if fighters.contains(&seat) {
                self.guard(seat);
            }
        }
        self.discard.extend(self.champions.drain(..).map(|(card, _)| card));
    }

    /// Champions are laid and shown; who still contends.
    fn fight(&mut self, contenders: &[usize], is_attacked: &[bool; SEATS]) -> Vec<usize> {
        let first = self.champions.len();
        for seat in contenders {
            let hand = &self.players[*seat].hand;
            let places: Vec<usize> = (0..hand.len()).filter(|i| hand[*i].is_champion(is_attacked[*seat])).collect();
            let chosen = places[self.choose(places.len())];
            let card = self.players[*seat].hand.remove(chosen);
            self.champions.push((card, *seat));
        }
        let (mut standing, mut most) = (Vec::new(), None);
        for at in first..self.champions.len() {
            let (card, seat) = self.champions[at];
            if card.kind == CASTLE {
                let theirs = self.prize.iter().filter(|(_, by)| *by == seat).map(|(card, _)| *card);
                self.players[seat].hand.extend(theirs);
                self.prize.retain(|(_, by)| *by != seat);
                continue;
            }
            if most.is_none_or(|most| card.rank() > most) {
                standing.clear();
                most = Some(card.rank());
            }
            if Some(card.rank()) == most {
                standing.push(seat);
            }
        }
        if standing.len() > 1 {
            standing.retain(|seat| self.players[*seat].has_champion(is_attacked[*seat]));
        }
        standing
    }

    fn award(&mut self, winner: Option<usize>) {
        if let Some(at) = self.champions.iter().position(|(card, _)| card.kind == DEATH) {
            let (death, owner) = self.champions.remove(at);
            self.players[winner.unwrap_or(owner)].hand.push(death);
        }
        let prize = self.prize.drain(..).map(|(card, _)| card);
        match winner {
            Some(seat) => self.players[seat].hand.extend(prize),
            None => self.discard.extend(prize),
        }
    }

    fn guard(&mut self, seat: usize) {
        let is_theirs = |(card, by): &(Card, usize)| *by == seat && card.is_character();
        if !self.champions.iter().any(is_theirs) || !self.plays(seat, GUARDIAN) {
            return;
        }
        let saved: Vec<usize> = (0..self.champions.len()).filter(|i| is_theirs(&self.champions[*i])).collect();
        let chosen = saved[self.choose(saved.len())];
        let (card, _) = self.champions.remove(chosen);
        self.players[seat].hand.push(card);
    }

    /// How many cards there are, wherever they lie.
    pub fn cards(&self) -> usize {
        let of = |p: &Player| p.hand.len() + p.chest.len() + usize::from(p.has_lid) + p.bonuses;
        self.draw_pile.len() + self.discard.len() + self.players.iter().map(of).sum::<usize>()
    }
}
