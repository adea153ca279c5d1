//! Attacks in games: each script of `tests/attacks` as the script of a card, used in a game by its player.
//!
//! The game either goes on as if the card did nothing, or the card is stopped with a reason; the failure names the
//! card's file and a line of it. Each attack runs in a child process, within a second.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::on_the_budget::ON_THE_BUDGET;
use crate::support::hidden;
use crate::support::probe::{self, PROBE, SCRIPT_LINE};
use crate::support::{self, Bots, asked, catalog, engine_with, files, play};
use intermezzo::kernel::Outcome;
use intermezzo::script::FailureKind;
use intermezzo::script::sandbox::Limits;
use intermezzo::table::{Entry, Game};

pub const SECOND: Duration = Duration::from_secs(1);
const KILLED_AFTER: Duration = Duration::from_secs(5);
/// Most memory of the child, of which the game itself, built for tests, takes about a third.
pub const MEMORY_KIB: u64 = 150 << 10;
const ATTACK: &str = "INTERMEZZO_ATTACK_IN_GAME";

/// Attacks on the game's own functions: how they end, and their scripts. After `ends` the game may have been stopped.
const ON_THE_GAME: &[(&str, &str)] = &[
    ("error", "local it = me it.finished = 5"),
    ("error", "local it = this it.user = opponent"),
    ("error", "cards{ zone = 'hand', owner = me, first = 1 }[1].prowess = 99"),
    ("error", "act.draw = function() end"),
    ("refused", "act = nil"),
    ("error", "table.insert(players, 1)"),
    ("error", "local it = option it.games = 3"),
    ("error", "local it = game it.batch = 1"),
    (
        "ok",
        r#"local all = players()
all[1] = all[2]
assert(players()[1] ~= players()[2])"#,
    ),
    ("error", "stage.janken = nil"),
    ("error", "stage.beats.rock = 'rock'"),
    ("error", "tostring(me).x.y(me)"),
    ("error", "table.sort({ 2, 1 }, function() return ask.yes{ why = 'which' } end)"),
    ("error", "table.sort({ 2, 1 }, function() act.draw(me, 1) return true end)"),
    ("refused", "('ab'):gsub('b', 'c')"),
    ("error", "act.draw(me, ('a1'):find('%d'))"),
    ("ok", "act.draw(me, ('a%d'):find('%d', 1, true) - 1)"),
    ("error", "act.draw()"),
    ("error", "act.draw(nil, nil)"),
    ("error", "act.draw(me, 'x')"),
    ("error", "act.draw(me, 0.5)"),
    ("ok", "act.draw(me, -1)"),
    ("error", "act.draw(me, 1e9)"),
    ("error", "act.draw(me, 1e300)"),
    ("error", "act.draw(me, 0 / 0)"),
    ("error", "act.draw(this, 1)"),
    ("error", "act.move(me, 'hand', 5, 6, 7) act.move(cards{}, 'nowhere')"),
    ("error", "act.move(cards{ zone = 'hand' }, {})"),
    ("error", r#"act.move(cards{ zone = 'hand' }, '\255')"#),
    ("ok", "act.move({ self, self, self }, 'hand')"),
    ("error", "act.move({ self, { self, { self } } }, 'hand')"),
    ("error", "local t = {} t.zone = t cards(t)"),
    ("error", "local t = {} for i = 1, 60 do t = { any = { t } } end cards(t)"),
    ("error", "local t = {} for i = 1, 200 do t = { t } end act.move(t, 'hand')"),
    ("error", "local t = {} for i = 1, 150000 do t = { t } end act.move(t, 'hand')"),
    ("error", "local t = {} t[1] = t act.move(t, 'hand')"),
    ("error", "local t = {} t[1] = t return t"),
    ("error", "local t = {} t[1] = t act.set(t, 'finished', 1)"),
    ("error", "local t = {} t[1] = t agenda.next('win_check', { card = t })"),
    ("error", "local t = {} t[1] = t ask.option{ options = t, why = 'n' }"),
    ("error", "local t = {} t[1] = t contains(t, t)"),
    ("error", "local t = {} t[1] = t roll.pick(t)"),
    ("error", "local t = {} t[1] = t act.open('attempt', { by = me, acting = t })"),
    ("error", "local t = { self } for i = 1, 40 do t = { t, t } end act.move(t, 'discard')"),
    ("error", "local t = { self } for i = 1, 12 do t = { t, t, t, t, t, t, t, t } end act.reveal(t)"),
    ("error", "local t = { 'red' } for i = 1, 12 do t = { t, t, t, t, t, t, t, t } end cards{ colour = t }"),
    ("error", "local t = {} for i = 1, 15 do t = { any = { t, t, t, t, t, t, t, t } } end count(t)"),
    ("error", "local t = {} for i = 1, 60000 do t[i] = self end act.move(t, 'discard')"),
    ("error", "local t = {} for i = 1, 150000 do t[i] = i end ask.option{ options = t, why = 'n' }"),
    (
        "error",
        r#"local players, options = {}, {}
for i = 1, 60000 do players[i] = me options[i] = i end
ask.sealed{ players = players, options = options, why = 'n' }"#,
    ),
    ("error", "local t = {} for i = 1, 80 do t[i] = ('x'):rep(16000) .. i end ask.option{ options = t, why = 'n' }"),
    (
        "ok",
        r#"local players, options = {}, {}
for i = 1, 7000 do players[i] = i % 2 == 0 and me or opponent options[i] = i % 2 == 0 and 'a' or 'b' end
ask.sealed{ players = players, options = options, why = 'n' }"#,
    ),
    ("error", "ask.cards{ zone = 'deck', owner = me, pick = '2..1', why = 'n' }"),
    ("error", "count{ zone = 'deck', first = -9223372036854775808 }"),
    ("error", "count{ zone = 'deck', last = -9223372036854775808 }"),
    ("error", "count{ zone = 'deck', first = 'x' }"),
    ("ok", "count{ zone = 'deck', first = 99999 }"),
    (
        "ok",
        r#"local t = {} for i = 1, 70 do t[i] = self end
ask.cards{ from = t, pick = '1..70', why = 'n' }
ask.card{ from = t, why = 'n' }
ask.cards{ from = t, pick = '70', sum = { prowess = '>= 0' }, why = 'n' }"#,
    ),
    (
        "ok",
        r#"local t = cards{ any = { { zone = 'deck' }, { zone = 'hand' }, { zone = 'discard' } } }
ask.cards{ from = t, pick = '65..all', why = 'n' }
ask.cards{ from = t, pick = '1..all', sum = { prowess = '<= 99' }, why = 'n' }
ask.order{ cards = t, why = 'n' }"#,
    ),
    ("error", "cards{ zone = 'hand', prowess = ('>'):rep(16000) }"),
    ("error", "cards(5)"),
    ("error", "cards{ nothing = 1 }"),
    ("error", "act.status(cards{ zone = 'stage' }, 'upside_down')"),
    ("ok", "act.status(self, 'complete')"),
    ("ok", "act.modify(self, 'prowess', 999999999999999)"),
    ("error", "act.modify(self, 'prowess', 1e15)"),
    (
        "error",
        r#"for i = 1, 10000 do act.modify(self, 'prowess', 999999999999999) end
note(tostring(self.prowess))"#,
    ),
    (
        "ok",
        r#"for i = 1, 10000 do act.change(me, 'finished', 999999999999999) end
act.set(me, 'finished', 0)"#,
    ),
    ("error", "act.modify(self, 'name', 1)"),
    ("error", "act.modify({ zone = 'stage' }, 'prowess', 1, 'for ever')"),
    ("ok", "act.modify({}, 'prowess', 1)"),
    (
        "ok",
        r#"act.arrange(me, 'deck', { self, self })
act.arrange(me, 'hand', cards{ zone = 'deck', owner = opponent })"#,
    ),
    (
        "ok",
        r#"local c = cards{ zone = 'deck', owner = me, first = 1 }[1]
act.arrange(me, 'deck', { c, c, c }, 'bottom')"#,
    ),
    (
        "ok",
        r#"local c = cards{ zone = 'deck', owner = me, first = 1 }[1]
act.arrange(me, 'deck', { c, { c, c } })"#,
    ),
    ("error", "act.arrange(me, 'deck', 5, 6, 7) act.arrange(me, 5)"),
    (
        "ok",
        r#"act.retire(cards{ zone = 'deck', owner = opponent })
act.complete({ self })"#,
    ),
    (
        "ok",
        r#"act.cancel(this)
act.cancel(this)"#,
    ),
    ("error", "act.cancel(self)"),
    ("ok", "act.retarget(this, self)"),
    ("error", "act.retarget(this, 'hit', me)"),
    ("ok", "act.settle(this, 'opponent.deck')"),
    ("error", "act.put('attempt.acting', me) act.put('attempt.nobody', me)"),
    (
        "ok",
        r#"act.open('attempt', { by = me, stories = {} })
act.put('attempt.blocking', {})
act.close('attempt')"#,
    ),
    ("error", "act.open('attempt', { by = 'red' })"),
    ("error", "act.open('attempt', { stories = { 1, true, 'x' } })"),
    ("error", "act.open('attempt', { by = me }) act.put('attempt.blocking', { 1, 2, me })"),
    ("error", "for i = 1, 5000 do act.open('attempt', { by = me }) end"),
    ("error", "act.forbid('breathe', {})"),
    (
        "ok",
        r#"act.forbid('use', { lasts = 'phase' })
act.permit('use', { by = 'me', lasts = 'phase' })"#,
    ),
    ("error", "act.result(5)"),
    ("error", "act.first(self)"),
    ("error", "roll.number(2, 1)"),
    (
        "ok",
        r#"roll.number(-999999999999999, 999999999999999)
assert(roll.pick({}) == nil)
assert(#roll.pick({ 1, 2 }, 99) == 2)
assert(#roll.pick({ 1 }, 0) == 0)"#,
    ),
    ("ok", "for i = 1, 20000 do roll.number(1, 6) end"),
    ("error", "ask.card()"),
    ("error", "ask.card(5)"),
    ("ok", "assert(ask.card{ zone = 'stage', feature = nil, why = 'which' } == nil)"),
    ("error", "ask.card{ from = { 1, 2, 'x', me, true }, why = 'which' }"),
    ("error", "ask.number{ min = 3, max = 2, why = 'n' }"),
    ("error", "ask.number{ why = 'n' }"),
    ("ok", "ask.number{ min = -999999999999999, max = 999999999999999, why = 'n' }"),
    (
        "ok",
        r#"ask.option{ options = {}, why = 'n' }
ask.option{ options = { 1, me, self, 'x', true }, why = 'n' }"#,
    ),
    (
        "ok",
        r#"local t = {} for i = 1, 10000 do t[i] = i end
ask.option{ options = t, why = 'n' }"#,
    ),
    (
        "ok",
        r#"local t = {} for i = 1, 1000 do t[i] = self end
ask.order{ cards = t, why = 'n' }"#,
    ),
    ("error", "ask.order{ cards = { 1, 'x', me, self }, why = 'n' }"),
    ("ok", "ask.sealed{ players = { me, me, opponent }, options = { 'a', 'b' }, why = 'n' }"),
    ("error", "ask.sealed{ players = { me, 5 }, options = { 'a', 'b' }, why = 'n' }"),
    ("ok", "ask.sealed{ players = {}, options = { 'a', 'b' }, why = 'n' }"),
    ("ok", "ask.cards{ zone = 'deck', owner = me, pick = '1..all', sum = { resilience = '<= 0' }, why = 'n' }"),
    ("error", "ask.cards{ zone = 'deck', owner = me, pick = '5..1..2', why = 'n' }"),
    ("ok", "ask.cards{ zone = 'deck', owner = me, pick = '-3..-2', why = 'n' }"),
    ("ok", "ask.cards{ zone = 'deck', owner = me, pick = 99999999999, why = 'n' }"),
    ("ok", "ask.yes{ why = ('long '):rep(3000) }"),
    ("error", "ask.yes{ by = self, why = 'n' }"),
    ("error", "ask.word{ field = 'prowess', why = 'n' }"),
    ("fuel", "while true do note('x') end"),
    ("fuel", "while true do act.shuffle(me, 'deck') end"),
    ("fuel", "while true do cards{ zone = 'deck' } end"),
    ("error", "while true do act.modify(me, 'max_cast', 0) end"),
    ("error", "while true do act.open('attempt', { by = me }) end"),
    ("error", "while true do act.forbid('use', { lasts = 'game' }) end"),
    ("error", "while true do agenda.window('main') end"),
    ("error", "while true do agenda.next('win_check') end"),
    ("fuel", "while true do act.draw(me, 1000) end"),
    ("fuel", "while true do act.move(self, 'hand') act.move(self, 'discard') end"),
    ("ok", "for i = 1, 200 do agenda.next('win_check') end"),
    ("ok", "for i = 1, 20 do agenda.window('main') end"),
    ("fuel", "while true do ask.yes{ why = 'again' } end"),
];

#[test]
fn attacks_in_games_end_as_they_say() {
    let _alone = crate::alone();
    let mut names = names();
    assert!(names.len() >= 100, "only {} attacks", names.len());
    names.extend((0..ON_THE_GAME.len() + ON_THE_BUDGET.len()).map(|i| i.to_string()));
    let mut wrong = Vec::new();
    for pair in names.chunks(2) {
        let wait: Vec<_> = pair.iter().map(|name| (name, spawn(name), Instant::now())).collect();
        for (name, child, started) in wait {
            let outcome = outcome(child, started);
            println!("{:>6.1} ms  {name}: {outcome}", started.elapsed().as_secs_f64() * 1000.0);
            wrong.extend(judge(name, &outcome).err().map(|e| format!("{name}: {e}: {outcome}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that an attack ended as its first line says. Names of the sandbox's own test are missing in a game.
fn judge(name: &str, outcome: &str) -> Result<(), String> {
    let source = source(name);
    let expected = header(&source, "expect").ok_or("no `-- expect:` in the first line")?;
    let kind = expected.split(':').next().unwrap_or(expected);
    let got = outcome.split(':').next().unwrap_or(outcome);
    let foreign = ["host.", "deck", "ask("].iter().any(|word| source.contains(word));
    // Missing names are found before anything runs; the sandbox's own test runs those attacks.
    let unknown = ["there is nothing called `", "` has no `", "is a table of functions"];
    let unknown = unknown.iter().any(|said| outcome.contains(said));
    let past_lint = header(&source, "lint") == Some("off");
    let fits = kind.split(" or ").any(|kind| kind == got)
        || foreign && got == "error"
        || (past_lint || unknown) && got == "refused";
    if !fits {
        return Err(format!("expected {expected}"));
    }
    if ["0x0", "0x5", "0x7"].iter().any(|address| outcome.contains(address)) {
        return Err("an address".into());
    }
    match !["ok", "ends"].contains(&got) && !outcome.contains(&format!("{PROBE}:")) {
        true => Err("it does not name the card".into()),
        false => Ok(()),
    }
}

fn names() -> Vec<String> {
    let folder = Path::new(env!("REPOSITORY")).join("tests/attacks");
    let entries = std::fs::read_dir(folder).expect("tests/attacks").filter_map(Result::ok);
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.path().file_stem()?.to_str().map(str::to_owned)).collect();
    // Sources that are made by the other test are as good as any, and long.
    names.retain(|name| header(&source(name), "generate").is_none());
    names.sort();
    names
}

fn source(name: &str) -> String {
    if let Ok(i) = name.parse::<usize>() {
        let (expected, script) = ON_THE_GAME.iter().chain(ON_THE_BUDGET).nth(i).expect("an attack");
        // The loader would refuse it in plain sight, so it is hidden until run time.
        return format!("-- expect: {expected}\n{}{}", hidden::locals(), hidden::hidden(script));
    }
    let path = Path::new(env!("REPOSITORY")).join("tests/attacks").join(name).with_extension("lua");
    std::fs::read_to_string(path).expect("an attack")
}

fn header<'a>(source: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = source.lines().take_while(|line| line.starts_with("--"));
    lines.find_map(|line| line.strip_prefix("-- ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn spawn(name: &str) -> std::process::Child {
    Command::new(std::env::current_exe().expect("the test binary"))
        .args(["attacks_in_games::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(ATTACK, name)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child process")
}

fn outcome(mut child: std::process::Child, started: Instant) -> String {
    while child.try_wait().expect("a status").is_none() {
        if started.elapsed() > KILLED_AFTER {
            child.kill().expect("killed");
            return "hang".into();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("output");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().find_map(|line| line.strip_prefix("OUTCOME ")) {
        Some(outcome) if output.status.success() => outcome.to_owned(),
        _ => format!("crash ({}): {}", output.status, String::from_utf8_lossy(&output.stderr)),
    }
}

/// The other half: does nothing unless the variable names an attack.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    println!("\nOUTCOME {}", run(&source(&name)).replace('\n', "\\n"));
}

fn run(source: &str) -> String {
    let files = files(&[(PROBE, &probe::reading_event(source))]);
    let catalog = match catalog(&files) {
        Ok(catalog) => catalog,
        Err(problems) => return format!("refused: {problems}"),
    };
    let engine = match Game::with_limits(catalog, Limits::default()) {
        Ok(engine) => engine,
        Err(errors) => {
            let last = SCRIPT_LINE + source.lines().count() as u32;
            let error = &errors[0];
            assert!(error.file == PROBE && (SCRIPT_LINE..=last).contains(&error.line), "{error}");
            return format!("refused: {error}");
        }
    };
    let mut table = probe::table(&engine, 5);
    let before = table.world().state().clone();
    let started = cpu();
    let answers = probe::use_it(&mut table);
    let taken = cpu() - started;
    if taken > SECOND {
        return format!("slow: {taken:?}");
    }
    let memory = peak();
    if memory > MEMORY_KIB {
        return format!("fat: {memory} KiB");
    }
    table.world().game().conserved().expect("no card is lost");
    let Some(fault) = table.fault_errors().first().cloned() else {
        let expected = header(source, "expect").unwrap_or_default();
        if expected == "ends" {
            probe::idle_until(&mut table, |_, _| false);
            return format!("ends: {:?}", probe::notes(&table).last());
        }
        play_on(&mut table);
        return format!("ok: {} answers", answers.len());
    };
    let error = &fault.error;
    let last = SCRIPT_LINE + source.lines().count() as u32;
    assert!(error.file == PROBE && (SCRIPT_LINE..=last).contains(&error.line), "{error:?}");
    assert_eq!(fault.what, "Probe/1");
    if header(source, "expect") == Some("loops") {
        // A queued effect ran until it was stopped, and the game goes on.
        play_on(&mut table);
        return format!("loops: {error}");
    }
    let kind = match error.kind {
        FailureKind::Abort => {
            assert_eq!(table.outcome(), Some(Outcome::Aborted));
            assert!(matches!(table.record().entries().last(), Some(Entry::Abort { .. })));
            let fresh = engine_with(&[(PROBE, &probe::event("act.draw(me, 1)"))]);
            play_on(&mut probe::table(&fresh, 6));
            return format!("abort: {error}");
        }
        FailureKind::Error => "error",
        FailureKind::Fuel => "fuel",
        FailureKind::Crowded => "crowded",
    };
    // The card did nothing but go where used cards go.
    let state = &table.world().state();
    assert_eq!(
        (&state.counters, &state.modifiers, &state.permissions),
        (&before.counters, &before.modifiers, &before.permissions)
    );
    assert_eq!(probe::failed(&table).len(), 1);
    // The state is as if the script had failed at once, whatever it did before.
    let at_once = engine_with(&[(PROBE, &probe::event("error('at once')"))]);
    let mut other = probe::table(&at_once, 5);
    probe::use_it(&mut other);
    assert_eq!(shown(&table), shown(&other));
    let again = table.record().replay().expect("it replays");
    assert_eq!(again.world().state().log_hash, table.world().state().log_hash);
    play_on(&mut table);
    assert!(table.faults() <= 3);
    format!("{kind}: {error}")
}

/// A state without counts and log, which depend on the way to it.
fn shown(table: &intermezzo::table::Table) -> String {
    let mut state = table.world().state().clone();
    (state.log_len, state.log_hash) = (0, 0);
    format!("{state:?}")
}

/// The CPU time of this thread so far, where Linux tells it; else what the clock says.
pub fn cpu() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|n| n.parse().ok()).map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

/// The most memory that this process had, in KiB, where Linux tells it.
pub fn peak() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// The VM is as it should be: the rest of the game, and another one on it, go on to their ends.
fn play_on(table: &mut intermezzo::table::Table) {
    if !table.is_over() {
        asked(table);
        probe::idle_until(table, |_, _| false);
    }
    assert_ne!(table.outcome(), Some(Outcome::Aborted), "{:?}", probe::notes(table).last());
    let mut other = support::start(table.game(), (1, 2), 9);
    play(&mut other, &mut Bots::new(9));
    assert_eq!(other.faults(), 0, "{:?}", other.fault_errors());
}
