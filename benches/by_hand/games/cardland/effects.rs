//! Effects: the offers, choices and effects of the cards of Cardland.

use super::*;

impl<D: Desk<State>> Match<D> {
    // ---- what may be used ----

    pub(super) fn main_options(&self, seat: usize) -> Vec<(u8, u8)> {
        let state = &self.state;
        let is_active = seat == state.active;
        let mut options = Vec::with_capacity(16);
        for card in state.zone(seat, IN_HAND).iter().copied() {
            let def = state.def[card as usize];
            match state.kind(card) {
                Kind::Character => {
                    let is_offered = is_active && state.on_stage(seat, def).is_none();
                    if is_offered && state.can_pay(seat, &state.printed(card).cost) {
                        options.push((CHARACTER, card));
                    }
                }
                Kind::Event => {
                    let is_offered = match def {
                        VOW_OF_SILENCE | CAREFUL_NOTES | MIDNIGHT_BARGAIN => true,
                        SECOND_SPRING | SECOND_CALL | REHEARSAL_FIRE | ARCHIVE_SEARCH | BLACKOUT => is_active,
                        _ => false,
                    };
                    if is_offered && state.can_pay(seat, &state.usage(seat, card)) {
                        options.push((FIRST, card));
                    }
                }
                Kind::Story => {}
            }
        }
        for card in state.zone(seat, STAGE).iter().copied() {
            let is_offered = match state.def[card as usize] {
                ISOLDE_MARROW => true,
                CORIN_TWO_STEP => is_active && !self.candidates(seat, FIRST, card).is_empty(),
                _ => false,
            };
            if is_offered && !state.spent[card as usize] && state.can_pay(seat, &self.text_cost(card)) {
                options.push((FIRST, card));
            }
        }
        options
    }

    pub(super) fn effect_options(&self, seat: usize) -> Vec<(u8, u8)> {
        let state = &self.state;
        let is_active = seat == state.active;
        let mut options = Vec::with_capacity(8);
        for card in state.zone(seat, IN_HAND).iter().copied() {
            let has_target = || !self.candidates(seat, FIRST, card).is_empty();
            let is_offered = match state.def[card as usize] {
                BLAZING_FINALE | IMPROVISE | SANCTUARY | UNDERTOW | TRAPDOOR => has_target(),
                SPARKS_FLY | STOLEN_SCENE => !is_active && has_target(),
                CHORUS_OF_SNOW => !is_active,
                _ => false,
            };
            if is_offered && !state.is_silent && state.can_pay(seat, &state.usage(seat, card)) {
                options.push((FIRST, card));
            }
        }
        for card in state.zone(seat, STAGE).iter().copied().filter(|c| !state.spent[*c as usize]) {
            match state.def[card as usize] {
                LIGHTING_CHIEF_TOLL if state.can_pay(seat, &self.text_cost(card)) => options.push((FIRST, card)),
                MASTER_HESTREL => {
                    options.push((FIRST, card));
                    if !self.candidates(seat, FIRST + 1, card).is_empty() {
                        options.push((FIRST + 1, card));
                    }
                }
                MADAME_ORCHID if is_active && state.zone(seat, STAGE).len() > 1 => options.push((FIRST, card)),
                _ => {}
            }
        }
        options
    }

    pub(super) fn interrupt_options(&self, seat: usize, used: &Use) -> Vec<(u8, u8)> {
        let state = &self.state;
        // Who attempts nothing is in the main phase.
        let is_action = !state.attempt.stories.is_empty();
        let is_offered = |card: u8| match state.def[card as usize] {
            HOLD_THE_CURTAIN => is_action,
            HECKLERS_RETORT | GENTLE_REFUSAL => is_action && used.kind == UseKind::Event,
            STAGE_WHISPER => used.kind != UseKind::Character,
            COUNTER_CURSE => used.kind != UseKind::Text,
            _ => false,
        };
        let hand = state.zone(seat, IN_HAND).iter().copied();
        let payable = hand.filter(|c| is_offered(*c) && state.can_pay(seat, &state.usage(seat, *c)));
        payable.map(|card| (FIRST, card)).collect()
    }

    /// What the text of a character costs in pips.
    pub(super) fn text_cost(&self, card: u8) -> Cost {
        match self.state.def[card as usize] {
            ISOLDE_MARROW => [0, 1, 0, 0, 0],
            CORIN_TWO_STEP => [1, 0, 0, 0, 0],
            LIGHTING_CHIEF_TOLL => [0, 0, 0, 0, 1],
            _ => [0; COLOURS],
        }
    }

    // ---- what is chosen ----

    /// What the ability of a card may be aimed at.
    fn candidates(&self, seat: usize, what: u8, card: u8) -> Vec<u8> {
        let state = &self.state;
        let is_target = |c: u8| match state.def[card as usize] {
            BLAZING_FINALE | SANCTUARY => state.is_in_action(c) && owner(c) == seat,
            SPARKS_FLY | STOLEN_SCENE => state.is_in_action(c) && owner(c) != seat,
            IMPROVISE | UNDERTOW => state.is_in_action(c),
            TRAPDOOR => state.is_in_action(c) && state.resilience(c) <= 3,
            SECOND_CALL => owner(c) == seat,
            LIGHTING_CHIEF_TOLL => true,
            CORIN_TWO_STEP => owner(c) == seat && c != card && state.has_feature(c, TWIN),
            MASTER_HESTREL => what != FIRST && state.is_in_action(c) && owner(c) != seat,
            _ => false,
        };
        let stages = state.zone(seat, STAGE).iter().chain(&**state.zone(1 - seat, STAGE));
        stages.copied().filter(|c| state.may_choose(seat, *c) && is_target(*c)).collect()
    }

    /// Asks what an ability is aimed at.
    pub(super) fn targets(&mut self, seat: usize, what: u8, card: u8) -> Pile {
        match self.state.def[card as usize] {
            SECOND_SPRING => {
                let characters = self.discarded(seat, |_| true);
                self.up_to_two(seat, &characters)
            }
            SECOND_CALL => {
                let own = self.candidates(seat, what, card);
                self.up_to_two(seat, &own)
            }
            _ => {
                let candidates = self.candidates(seat, what, card);
                if candidates.is_empty() {
                    return Pile::default();
                }
                [self.chooses(seat, &candidates)].into_iter().collect()
            }
        }
    }

    fn up_to_two(&mut self, seat: usize, cards: &[u8]) -> Pile {
        if cards.is_empty() { Pile::default() } else { self.picks_some(seat, cards, 0, 2) }
    }

    /// Characters in a player's discard.
    fn discarded(&self, seat: usize, is_meant: impl Fn(u8) -> bool) -> Vec<u8> {
        let state = &self.state;
        let all = state.zone(seat, DISCARD).iter().copied();
        all.filter(|c| state.kind(*c) == Kind::Character && is_meant(*c)).collect()
    }

    /// Characters on a player's stage that another player's effect may choose.
    fn rivals(&self, seat: usize, is_meant: impl Fn(u8) -> bool) -> Vec<u8> {
        let stage = self.state.zone(1 - seat, STAGE).iter().copied();
        stage.filter(|c| self.state.may_choose(seat, *c) && is_meant(*c)).collect()
    }

    /// Madame Orchid retires another character as her cost: which prowess it had.
    pub(super) fn pays_with_character(&mut self, seat: usize, card: u8) -> i32 {
        if !self.state.is(card, MADAME_ORCHID) {
            return 0;
        }
        let others: Vec<u8> = self.state.zone(seat, STAGE).iter().copied().filter(|c| *c != card).collect();
        let paid = self.picks_some(seat, &others, 1, 1);
        let prowess = paid.iter().map(|c| self.state.prowess(*c)).sum();
        self.retire(&paid);
        prowess
    }

    // ---- what happens ----

    pub(super) fn event_resolves(&mut self, seat: usize, card: u8, hit: &[u8]) {
        match self.state.def[card as usize] {
            VOW_OF_SILENCE => {
                self.state.is_silent = true;
                self.tell(FORBIDDEN, card, 0);
            }
            CAREFUL_NOTES => {
                self.draws(seat, 2);
                let hand = *self.state.zone(seat, IN_HAND);
                if let Some(card) = self.picks(seat, &hand) {
                    self.moves(card, DECK);
                }
            }
            MIDNIGHT_BARGAIN => {
                let top = self.top(seat, 3);
                top.iter().for_each(|card| self.moves(*card, DISCARD));
                if top.iter().any(|c| self.state.kind(*c) == Kind::Character) {
                    self.draws(seat, 2);
                }
            }
            SECOND_SPRING => hit.iter().for_each(|card| self.moves(*card, IN_HAND)),
            SECOND_CALL => hit.iter().for_each(|card| self.rests(*card, false)),
            REHEARSAL_FIRE => {
                self.discards(seat, 1);
                let stage = *self.state.zone(seat, STAGE);
                stage.iter().for_each(|card| self.gains_for_turn(*card, 1));
            }
            ARCHIVE_SEARCH => {
                let state = &self.state;
                let deck = state.zone(seat, DECK).iter().copied();
                let characters: Vec<u8> = deck.filter(|c| state.kind(*c) == Kind::Character).collect();
                if let Some(card) = self.picks(seat, &characters) {
                    self.moves(card, IN_HAND);
                }
                self.shuffles(seat);
            }
            BLACKOUT => {
                self.discards(seat, 2);
                self.discards(1 - seat, 2);
                let rivals = self.rivals(seat, |_| true);
                if let Some(rival) = self.picks(seat, &rivals) {
                    self.rests(rival, true);
                }
            }
            BLAZING_FINALE => hit.iter().for_each(|card| self.gains(*card, 3)),
            SPARKS_FLY => hit.iter().for_each(|card| self.gains(*card, -2)),
            IMPROVISE => hit.iter().for_each(|card| self.gains(*card, 2)),
            SANCTUARY => {
                for card in hit {
                    self.state.may_not_retire[*card as usize] = true;
                    self.tell(FORBIDDEN, *card, 1);
                }
            }
            CHORUS_OF_SNOW => {
                let blocking = self.state.attempt.blocking;
                blocking.iter().for_each(|card| self.gains(*card, 1));
            }
            UNDERTOW => hit.iter().for_each(|card| self.moves(*card, IN_HAND)),
            STOLEN_SCENE => {
                for card in hit {
                    self.state.attempt.acting.take(*card);
                    self.rests(*card, true);
                }
            }
            TRAPDOOR => self.retire(hit),
            _ => unreachable!("all events are listed"),
        }
    }

    pub(super) fn text_resolves(&mut self, what: u8, card: u8, hit: &[u8], paid: i32) {
        match self.state.def[card as usize] {
            CORIN_TWO_STEP => hit.iter().for_each(|card| self.rests(*card, false)),
            LIGHTING_CHIEF_TOLL => hit.iter().for_each(|card| self.gains(*card, 1)),
            MASTER_HESTREL if what == FIRST => self.gains(card, 2),
            MASTER_HESTREL => hit.iter().for_each(|card| self.gains(*card, -2)),
            MADAME_ORCHID => self.gains(card, paid),
            // A look at a hand changes nothing.
            _ => {}
        }
    }

    pub(super) fn reply_resolves(&mut self, seat: usize, card: u8, used: &mut Use) {
        let reply = self.state.def[card as usize];
        if reply == STAGE_WHISPER {
            let hand = *self.state.zone(used.user, IN_HAND);
            if let Some(given) = self.may_pick(used.user, &hand) {
                return self.moves(given, DISCARD);
            }
        }
        used.is_cancelled = true;
        used.goes_back = reply == GENTLE_REFUSAL;
        self.tell(CANCELLED, used.card, card);
        if reply == COUNTER_CURSE && used.is_interrupt {
            self.draws(seat, 1);
        }
    }

    /// A player discards cards of the own choice.
    fn discards(&mut self, seat: usize, n: usize) {
        let mut hand = *self.state.zone(seat, IN_HAND);
        if hand.len() > n {
            hand = self.picks_some(seat, &hand, n, n);
        }
        hand.iter().for_each(|card| self.moves(*card, DISCARD));
    }

    fn discards_at_random(&mut self, seat: usize) {
        let hand = *self.state.zone(seat, IN_HAND);
        if !hand.is_empty() {
            let at = self.state.chance.below(hand.len());
            self.moves(hand[at], DISCARD);
        }
    }

    /// The Caravan Elder: one of the top two cards in place of a draw.
    pub(super) fn takes_one_of_two(&mut self, seat: usize) {
        let top = self.top(seat, 2);
        if top.len() < 2 {
            return top.iter().for_each(|card| self.moves(*card, IN_HAND));
        }
        let taken = self.chooses(seat, &top);
        self.moves(taken, IN_HAND);
        let other = self.top(seat, 1);
        self.under(seat, &other);
    }

    /// What a character does that took the stage.
    pub(super) fn entered(&mut self, seat: usize, card: u8) {
        self.tell(TRIGGERED, card, 1);
        match self.state.def[card as usize] {
            JONAS_FERROW => {
                self.draws(seat, 1);
                self.discards(seat, 1);
            }
            PIP_THE_CALL_BOY => {
                let top = self.top(seat, 2);
                if top.len() == 2 {
                    let order = self.orders(seat, &top);
                    self.state.zones[seat][DECK][..2].copy_from_slice(&order);
                }
            }
            BROTHER_ALMOND => {
                let cheap = self.discarded(seat, |c| self.state.printed(c).back.iter().sum::<u8>() == 1);
                if let Some(card) = self.may_pick(seat, &cheap) {
                    self.moves(card, IN_HAND);
                }
            }
            SABLE_TRICKSTER => self.discards_at_random(1 - seat),
            PUPPET_NINE => {
                let state = &self.state;
                let stages = state.zone(seat, STAGE).iter().chain(&**state.zone(1 - seat, STAGE));
                let models: Vec<u8> = stages.copied().filter(|c| *c != card && state.may_choose(seat, *c)).collect();
                if let Some(model) = self.picks(seat, &models) {
                    // What another Puppet Nine lends is what was lent to it.
                    let of = self.state.model[model as usize].unwrap_or(self.state.def[model as usize]);
                    self.state.model[card as usize] = Some(of);
                    self.tell(MODIFIED, card, model);
                }
            }
            UNDERSTUDY_FENN => {
                self.desk.ask(seat).extend((0..FEATURES.len() as u8).map(|i| Item::Word(FEATURE + i)));
                let Item::Word(word) = self.desk.one() else { unreachable!("only words are offered") };
                self.state.given[card as usize] |= 1 << (word - FEATURE);
                self.tell(MODIFIED, card, word);
            }
            PROP_MISTRESS_YARROW => {
                let hand = *self.state.zone(seat, IN_HAND);
                if let Some(extra) = self.may_pick(seat, &hand) {
                    self.moves(extra, EXTRA);
                    self.rests(extra, true);
                }
            }
            _ => {}
        }
    }

    /// What those do who act.
    pub(super) fn acted(&mut self, seat: usize) {
        let stage = *self.state.zone(seat, STAGE);
        let acting = self.state.attempt.acting;
        for card in stage.iter().copied().filter(|c| acting.contains(c)) {
            match self.state.def[card as usize] {
                CAPTAIN_BRISK => {
                    let rivals = self.rivals(seat, |_| true);
                    if let Some(rival) = self.picks(seat, &rivals) {
                        self.state.may_not_block[rival as usize] = true;
                        self.tell(FORBIDDEN, rival, 2);
                    }
                }
                JUGGLER_BIX => {
                    let n = if self.janken() == seat { 3 } else { -1 };
                    self.gains(card, n);
                }
                ORLA_QUICKSTEP => {
                    let is_other = |c: &&u8| **c != card && self.state.has_feature(**c, DANCER);
                    let dancers = acting.iter().filter(is_other).count();
                    self.gains(card, dancers as i32);
                }
                _ => {}
            }
        }
    }

    /// What those do who block.
    pub(super) fn blocked(&mut self, seat: usize) {
        let stage = *self.state.zone(seat, STAGE);
        let Attempt { blocking, stories, .. } = self.state.attempt;
        for card in stage.iter().copied().filter(|c| blocking.contains(c)) {
            match self.state.def[card as usize] {
                BRAM_CINDERHAND => self.gains(card, 2),
                SNOW_CANTOR => {
                    for story in stories.iter() {
                        self.state.modifier[*story as usize] += 1;
                        self.tell(MODIFIED, *story, 1);
                    }
                }
                _ => {}
            }
        }
    }

    /// The bonus of a story.
    pub(super) fn completed(&mut self, seat: usize, story: u8) {
        match self.state.def[story as usize] {
            LESSONS_BY_CANDLELIGHT | LANTERN_ROOFTOP_DANCE => self.draws(seat, 1),
            VESNAS_FIRST_SONG => self.draws(seat, 2),
            THE_CLOCK_STRIKES_NOON => {
                let top = self.top(seat, 3);
                let Some(taken) = self.picks(seat, &top) else { return };
                self.moves(taken, IN_HAND);
                let rest = self.top(seat, top.len() - 1);
                let order = self.orders(seat, &rest);
                self.under(seat, &order);
            }
            THE_ABBEY_VIGIL => {
                let characters = self.discarded(seat, |_| true);
                if let Some(card) = self.picks(seat, &characters) {
                    self.moves(card, IN_HAND);
                }
            }
            THE_BELLRINGERS_PROMISE => {
                let state = &self.state;
                let extras = state.zone(seat, EXTRA).iter().copied();
                let resting: Vec<u8> = extras.filter(|c| state.resting[*c as usize]).collect();
                let extras = self.up_to_two(seat, &resting);
                extras.iter().for_each(|card| self.rests(*card, false));
            }
            DUEL_ON_THE_QUAY => {
                let rivals = self.rivals(seat, |c| !self.state.resting[c as usize]);
                if let Some(rival) = self.picks(seat, &rivals) {
                    self.rests(rival, true);
                }
            }
            TWIN_MOONS_REUNION => {
                let acting = self.state.attempt.acting;
                if let Some(card) = self.picks(seat, &acting) {
                    self.rests(card, false);
                }
            }
            THE_GREAT_ESCAPE => {
                let acting = self.state.attempt.acting;
                if let Some(card) = self.may_pick(seat, &acting) {
                    self.moves(card, IN_HAND);
                }
            }
            THE_MASKED_PROCESSION => self.discards_at_random(1 - seat),
            _ => {}
        }
    }

    /// What a character does that has retired.
    pub(super) fn retired(&mut self, card: u8) {
        let seat = owner(card);
        match self.state.def[card as usize] {
            MARINA_LOCKE => self.draws(seat, 1),
            FERRYMAN_JULE => self.discards(1 - seat, 1),
            _ => {}
        }
    }
}
