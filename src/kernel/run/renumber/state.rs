//! State: renumbers the parts of a state besides tasks and filters.

use super::{Numbers, Renumber};
use crate::kernel::model::chance::Picked;
use crate::kernel::model::objects::{Modifier, Use};
use crate::kernel::model::renumber::keep_known;
use crate::kernel::model::state::State;

/// Renumbers each of these parts of a state.
macro_rules! each_renumbered {
    ($numbers:ident: $($part:ident)*) => { $($part.renumber($numbers)?;)* };
}

impl Renumber for State {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let State {
            cards,
            zones,
            counters,
            game_counters,
            space_counters,
            stored,
            tallies,
            modifiers,
            permissions,
            abilities,
            lost_abilities,
            attached,
            controls,
            shown,
            records,
            uses,
            tasks,
            spent,
            pending,
            last_known,
            extra,
            usual,
            agenda,
            chance,
            scripted,
            lane,
            active,
            first,
            level_numbers,
            phase,
            decided,
            outcome,
            lost,
            wins,
            over,
            next,
            failures,
            given_up,
            repeating,
            triggered,
            left_out,
            exempt,
            taken,
            log_len,
            log_hash,
        } = self;
        let slots = numbers.rules().1.schema.stored;
        for (i, card) in cards.iter_mut().enumerate() {
            let was = card.def;
            card.renumber(numbers)?;
            numbers.stored(was, card.def, card.zone, &mut stored[i * slots..(i + 1) * slots]);
        }
        // A modifier is dropped if the word or card that it grants was removed. It stays if only its source was.
        modifiers.retain_mut(|modifier| modifier.what.renumber(numbers).is_some());
        for Modifier { on, what: _, lasts, source, by, eyes: _, origin, called } in modifiers {
            on.renumber(numbers)?;
            lasts.renumber(numbers)?;
            source.renumber(numbers)?;
            by.renumber(numbers)?;
            origin.renumber(numbers)?;
            called.renumber(numbers)?;
        }
        // Abilities that were removed are dropped from these lists, too.
        keep_known(abilities, numbers);
        keep_known(lost_abilities, numbers);
        attached.renumber(numbers)?;
        controls.renumber(numbers)?;
        keep_known(spent, numbers);
        pending.iter_mut().for_each(|group| keep_known(group, numbers));
        pending.retain(|group| !group.is_empty());
        keep_known(last_known, numbers);
        // A script that was mended has not failed yet.
        failures.clear();
        given_up.clear();
        repeating.clear();
        triggered.clear();
        left_out.clear();
        keep_known(exempt, numbers);
        taken.renumber(numbers)?;
        each_renumbered! {
            numbers:
            zones counters game_counters space_counters tallies permissions shown records uses tasks extra
            usual agenda chance scripted lane active first phase level_numbers decided outcome lost wins over
            next log_len log_hash
        }
        Some(())
    }
}

impl Renumber for Picked {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Picked { name, is, made } = self;
        name.renumber(numbers)?;
        // A name may belong to several things; removed ones are dropped.
        keep_known(is, numbers);
        if made.renumber(numbers).is_none() {
            *made = None;
        }
        Some(())
    }
}

impl Renumber for Use {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Use {
            id,
            ability,
            kind,
            card,
            user,
            targets,
            paid,
            x,
            reply_to,
            dest,
            cancelled,
            price,
            provider,
            moment,
            event,
            waits,
            origin,
            since,
            declared,
            replaced_by,
            asked,
        } = self;
        replaced_by.retain_mut(|one| one.renumber(numbers).is_some());
        let was = *ability;
        ability.renumber(numbers)?;
        // Choices for other targets do not carry over.
        if !targets.is_empty() && !numbers.asks_the_same(was, *ability) {
            return None;
        }
        id.renumber(numbers)?;
        kind.renumber(numbers)?;
        card.renumber(numbers)?;
        user.renumber(numbers)?;
        targets.renumber(numbers)?;
        paid.renumber(numbers)?;
        x.renumber(numbers)?;
        origin.renumber(numbers)?;
        reply_to.renumber(numbers)?;
        dest.renumber(numbers)?;
        cancelled.renumber(numbers)?;
        price.renumber(numbers)?;
        provider.renumber(numbers)?;
        moment.renumber(numbers)?;
        event.renumber(numbers)?;
        waits.renumber(numbers)?;
        since.renumber(numbers)?;
        declared.renumber(numbers)?;
        asked.renumber(numbers)?;
        Some(())
    }
}
