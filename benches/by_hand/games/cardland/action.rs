//! Action: stories are attempted, the opponent blocks, and those who lose retire.

use super::*;

impl<D: Desk<State>> Match<D> {
    pub(super) fn action(&mut self, active: usize) {
        let state = &self.state;
        let pool: Vec<u8> = state.zone(active, STAGE).iter().copied().filter(|c| !state.resting[*c as usize]).collect();
        let open: Vec<u8> =
            state.zone(active, STORY).iter().copied().filter(|c| !state.complete[*c as usize]).collect();
        let most = state.max_cast(active);
        let may_act = open.iter().any(|story| state.can_fit(&[*story], &mut Vec::with_capacity(4), &pool, most));
        let options: &[(u8, u8)] = if may_act { &[(DECLARE, NO_CARD)] } else { &[] };
        if self.uses_one(active, options, DECLARE).is_none() {
            return;
        }
        let state = &self.state;
        self.desk.ask(active).extend(open.iter().map(|c| Item::Card(*c)));
        let stories = self.desk.some(1, 2, &|set| {
            let stories = cards_of(set);
            !stories.is_empty() && state.can_fit(&stories, &mut Vec::with_capacity(4), &pool, most)
        });
        let stories = cards_of(&stories);
        self.desk.ask(active).extend(pool.iter().map(|c| Item::Card(*c)));
        let cast = self.desk.some(1, most, &|set| {
            let cast = cards_of(set);
            stories.iter().all(|story| state.fits(*story, &cast))
        });
        let cast = cards_of(&cast);
        cast.iter().for_each(|card| self.rests(*card, true));
        self.state.attempt = Attempt { stories, acting: cast, ..Attempt::default() };
        self.tell(ACTED, active as u8, cast.len() as u8);
        self.acted(active);
        self.block(1 - active);
        self.alternates(EFFECTS);
        for story in stories.iter() {
            self.completes(active, *story);
        }
        self.retirement(active);
        let state = &mut self.state;
        state.attempt = Attempt::default();
        (state.of_attempt, state.modifier) = ([0; CARDS], [0; CARDS]);
        (state.may_not_block, state.may_not_retire) = ([false; CARDS], [false; CARDS]);
    }

    fn block(&mut self, seat: usize) {
        let state = &self.state;
        let may_block = |c: &u8| {
            !state.may_not_block[*c as usize] && (!state.resting[*c as usize] || state.is(*c, GATE_WARDEN_MOSS))
        };
        let pool: Pile = state.zone(seat, STAGE).iter().copied().filter(may_block).collect();
        let (stories, most) = (state.attempt.stories, state.max_cast(seat));
        let options: &[(u8, u8)] = if pool.is_empty() { &[] } else { &[(BLOCK, NO_CARD)] };
        if self.uses_one(seat, options, BLOCK).is_none() {
            return;
        }
        let contested = self.picks_some(seat, &stories, 1, 2);
        let cast = self.picks_some(seat, &pool, 1, most);
        cast.iter().for_each(|card| self.rests(*card, true));
        (self.state.attempt.contested, self.state.attempt.blocking) = (contested, cast);
        self.tell(ACTED, seat as u8, cast.len() as u8);
        self.blocked(seat);
    }

    fn completes(&mut self, active: usize, story: u8) {
        let state = &self.state;
        let attempt = &state.attempt;
        if !state.fits(story, &attempt.acting) {
            return;
        }
        let modifier = state.printed(story).modifier + state.modifier[story as usize];
        let lead = state.raw(active) - state.raw(1 - active) - modifier;
        if attempt.contested.contains(&story) && !attempt.blocking.is_empty() && lead < 1 {
            return;
        }
        self.state.complete[story as usize] = true;
        self.tell(COMPLETED, story, active as u8);
        let critic = self.state.on_stage(1 - active, TRAVELLING_CRITIC);
        self.completed(active, story);
        if let Some(critic) = critic {
            self.tell(TRIGGERED, critic, 0);
            self.draws(1 - active, 2);
        }
    }

    fn retirement(&mut self, active: usize) {
        let attempt = self.state.attempt;
        if attempt.acting.is_empty() || attempt.blocking.is_empty() {
            return;
        }
        let limits = [self.state.raw(active), self.state.raw(1 - active)];
        let mut leaving = self.leaves(active, &attempt.blocking, limits[0]);
        self.leaves(1 - active, &attempt.acting, limits[1]).iter().for_each(|card| leaving.push(*card));
        self.retire(&leaving);
    }

    /// Who retires of these characters: one or more, within a limit.
    fn leaves(&mut self, seat: usize, cast: &[u8], limit: i32) -> Pile {
        let state = &self.state;
        let may_leave: Pile = cast.iter().copied().filter(|c| !state.may_not_retire[*c as usize]).collect();
        let fits = |set: &[Item]| set.iter().map(|item| state.resilience(card_of(*item))).sum::<i32>() <= limit;
        let alone: Pile = may_leave.iter().copied().filter(|c| fits(&[Item::Card(*c)])).collect();
        // Who leaves together could each leave alone: with one or none there is nothing to choose.
        if alone.len() < 2 {
            return alone;
        }
        self.desk.ask(seat).extend(may_leave.iter().map(|c| Item::Card(*c)));
        let leaving = self.desk.some(1, may_leave.len(), &fits);
        cards_of(&leaving)
    }

    /// These characters retire at once, unless something stands in the place of it.
    pub(super) fn retire(&mut self, leaving: &[u8]) {
        let active = self.state.active;
        let mut all: Vec<u8> = Vec::with_capacity(leaving.len());
        // Those of the active player first, who has lain longer before others.
        for seat in [active, 1 - active] {
            all.extend(self.state.zone(seat, STAGE).iter().filter(|c| leaving.contains(c)));
        }
        all.retain(|c| !self.state.may_not_retire[*c as usize]);
        let to_hand = self.stand_in(&mut all);
        to_hand.iter().for_each(|card| self.moves(*card, IN_HAND));
        for card in &all {
            self.tell(RETIRED, *card, 0);
            self.moves(*card, DISCARD);
        }
        for seat in [active, 1 - active] {
            for card in all.iter().filter(|c| owner(**c) == seat) {
                self.retired(*card);
            }
        }
    }

    /// Dame Aubrey may retire in the place of others, and Marina Locke go back to the hand: who does.
    fn stand_in(&mut self, leaving: &mut Vec<u8>) -> Pile {
        let (mut to_hand, mut has_stood_in) = (Pile::default(), [false; 2]);
        // Who was asked about whom is not asked again; every answer may open the way for others.
        let mut asked: Vec<(u8, u8)> = Vec::new();
        'again: loop {
            for i in 0..leaving.len() {
                let card = leaving[i];
                let seat = owner(card);
                let state = &self.state;
                let may_ask = |by: &u8| *by != card && !leaving.contains(by) && !asked.contains(&(*by, card));
                let aubrey = state.on_stage(seat, DAME_AUBREY).filter(may_ask).filter(|aubrey| {
                    state.is_in_action(card) && !has_stood_in[seat] && !state.may_not_retire[*aubrey as usize]
                });
                let cassia = state.on_stage(seat, CASSIA_LOCKE).filter(may_ask);
                let cassia = cassia.filter(|_| state.is(card, MARINA_LOCKE));
                let chosen = match (aubrey, cassia) {
                    (None, None) => continue,
                    (Some(aubrey), Some(cassia)) => self.may_pick(seat, &[aubrey, cassia]),
                    (Some(one), None) | (None, Some(one)) => self.says_yes(seat).then_some(one),
                };
                asked.extend(aubrey.iter().chain(&cassia).map(|by| (*by, card)));
                if let Some(chosen) = chosen {
                    self.tell(REPLACED, chosen, card);
                    if Some(chosen) == aubrey {
                        has_stood_in[seat] = true;
                        leaving[i] = chosen;
                    } else {
                        to_hand.push(leaving.remove(i));
                    }
                }
                continue 'again;
            }
            return to_hand;
        }
    }
}
