//! Tasks: the stack, and the lines of hidden lanes that are not in the log yet.

use super::{Numbers, Renumber, keep_known, parts};
use crate::kernel::model::batch::Batch;
use crate::kernel::model::checks::SettleLevel;
use crate::kernel::model::context::{Context, ScriptCall, Var};
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::log_lines::{Broken, Fact, Lasting, Line, LogLine, Why};
use crate::kernel::model::task::{Asking, Chosen, Dividing, Later, Task, Waiting};
use crate::kernel::model::window::{Lane, Window};

parts!(enum Task {
    List(a, b, c), Each { list, var, items, since, at, context }, Repeat(a, b, c, d), LeavePhase, LeftList, OpenWindow(a),
    Draw(a, b, c), Window(a), Declare(a), Begin(a), Use(a, b, c), Batch(a), Triggers(a), Settle(a), Script(a), Ask(a),
    Chosen(a), Divide(a), Later(a),
});

parts!(struct Chosen { list, otherwise, var, sealed, context });

parts!(struct Later { list, context, origin });

parts!(struct Dividing { list, names, things, needs, bounds, parts, left, by, why, context });

parts!(struct Waiting { left, ordered, asked, base });

parts!(struct Var { name, since, value });

parts!(struct ScriptCall { script, context, args, seen_by, provider, origin, started });
parts!(
    enum SettleLevel {
        Batch,
        Draw,
        Step,
        Use,
        WholeUse,
        Window,
    }
);

impl Renumber for Context {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Context { me, card, this, event, vars, eyes: _, since, replaced_by } = self;
        // A removed replacement cannot apply again.
        replaced_by.retain_mut(|one| one.renumber(numbers).is_some());
        me.renumber(numbers)?;
        card.renumber(numbers)?;
        this.renumber(numbers)?;
        event.renumber(numbers)?;
        vars.renumber(numbers)?;
        since.renumber(numbers)
    }
}

impl Renumber for Batch {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        // A batch whose player is choosing among replacements cannot be carried over: its options have changed.
        None
    }
}

impl Renumber for Asking {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        // The question of the task belongs to the old text.
        None
    }
}

impl Renumber for Declare {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Declare { use_, payments, stage, aimed_by, kept } = self;
        let was = use_.ability;
        use_.renumber(numbers)?;
        if !payments.is_empty() && !numbers.asks_the_same(was, use_.ability) {
            return None;
        }
        payments.renumber(numbers)?;
        aimed_by.renumber(numbers)?;
        kept.renumber(numbers)?;
        stage.renumber(numbers)
    }
}

impl Renumber for Window {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Window {
            def,
            subject,
            me,
            turn,
            passes,
            acts,
            asked,
            deciding,
            revealed,
            settled,
            passed,
            current,
            before,
            restarts,
            lanes,
            numbers: running,
            list,
        } = self;
        // A removed ability is no longer used automatically.
        keep_known(list, numbers);
        def.renumber(numbers)?;
        subject.renumber(numbers)?;
        me.renumber(numbers)?;
        turn.renumber(numbers)?;
        passes.renumber(numbers)?;
        acts.renumber(numbers)?;
        asked.renumber(numbers)?;
        deciding.renumber(numbers)?;
        revealed.renumber(numbers)?;
        settled.renumber(numbers)?;
        passed.renumber(numbers)?;
        current.renumber(numbers)?;
        before.renumber(numbers)?;
        restarts.renumber(numbers)?;
        lanes.renumber(numbers)?;
        running.renumber(numbers)?;
        Some(())
    }
}

parts!(struct Lane { seat, done, acts, declare, next, log });
parts!(struct LogLine { depth, line, facts, is_quiet });
parts!(enum Fact { Card { card, def, seen_by }, Use { id, ability, def, is_copy }, Record { id, kind, cards } });
parts!(enum Line {
    Event(a), Used { id, ability, card, user, targets, reply_to },
    Copied { ability, card, user, targets }, Paid(a, b), Triggered(a, b, c), NoEffect(a, b),
    Lapsed(a, b), Replaced(a, b, c), Opened(a), Closed(a), Passed(a, b), NotAsked(a, b),
    Chose { seat, value, why, card, secret }, Phase(a), Level(a, b, c), Ended(a), Failed { script, file, line, message, seen_by },
    Lasting(a), Uncancellable(a), Full(a, b), Note(a, b), BrokenOff(a), GivenUp(a), Ends(a),
});
parts!(
    enum Why {
        Said(a),
        Window(a),
        Ability(a),
    }
);
parts!(enum Lasting {
    Modified { object, field, what, lasts }, Permitted { object, forbids, verb, about, lasts }, Gained(a, b, c),
    Lost(a, b, c), Restored(a), Ended(a, b),
});
parts!(
    enum Broken {
        Tasks,
        Steps,
        Scripts,
        Events(a),
        TooMuch(a),
        Check(a),
        Triggers(a),
        TooManyTriggers,
        NoRoom,
        Share(a),
        HeldUp(a),
        Script(a),
        Stopped(a),
    }
);
