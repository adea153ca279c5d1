//! Hidden reads: a script reads what its player sees; other reads must be declared, and notes reveal nothing more.

use crate::support::pit::Pit;
use crate::support::probe::{self, PROBE};
use crate::support::{GAME, engine_with, files, game_of, with_pack};
use intermezzo::catalog::Catalog;
use intermezzo::error::{Problem, Severity};
use intermezzo::kernel::Seat;
use intermezzo::script::Vm;
use intermezzo::script::sandbox::Limits;
use intermezzo::table::Table;
use intermezzo::table::view::transcript_for;

/// A probe with this script, which may declare what it reads.
fn card(reads: bool, script: &str) -> String {
    if reads { probe::reading_event(script) } else { probe::event(script) }
}

/// A table at which the probe was used; whose turn it was.
fn used(reads: bool, script: &str) -> (Table, Seat) {
    let mut table = probe::table(&engine_with(&[(PROBE, &card(reads, script))]), 3);
    let seat = table.world().state().active;
    probe::use_it(&mut table);
    (table, seat)
}

/// Scripts that look at what their player does not see.
const LOOKS: [&str; 22] = [
    "local n = cards{ zone = 'hand', owner = opponent }[1].name",
    "local n = cards{ zone = 'hand', owner = opponent }[1].type",
    "local n = cards{ zone = 'deck', owner = me, first = 1 }[1].id",
    "local n = tostring(cards{ zone = 'deck', owner = me }[1])",
    "local n = cards{ zone = 'deck', owner = me }[1]:is('resting')",
    "local n = #cards{ zone = 'deck', owner = me, type = 'event' }",
    "local n = #cards{ zone = { 'deck', 'stage' }, owner = me, type = 'event' }",
    "local n = #cards{ zone = 'hand', owner = opponent, any = { { name = 'Probe' }, { slot = 1 } } }",
    "local n = #cards{ type = 'event' }",
    "local n = count{ zone = 'hand', controller = opponent, ['not'] = { type = 'character' } }",
    "local n = count{ zone = 'stage', where = { exists = { zone = 'deck', type = 'event' } } }",
    "local n = sum('prowess', cards{ zone = 'hand', owner = opponent })",
    "local n = ask.card{ zone = 'deck', owner = me, type = 'event', optional = true, why = 'x' }",
    "local n = ask.card{ from = cards{ zone = 'hand', owner = opponent }, type = 'event', optional = true, why = 'x' }",
    "local n = #abilities(cards{ zone = 'hand', owner = opponent }[1])",
    "act.create(cards{ zone = 'deck', owner = opponent }[1], 'hand')",
    "act.grant(cards{ zone = 'deck', owner = me }[1], 'probe/1')",
    "local n = #ask.cards{ zone = 'hand', owner = opponent, verb = 'block', pick = 'every', why = 'x' }",
    "local n = sorted_by_entry(cards{ zone = 'deck', owner = me }, me)",
    "local c = cards{ zone = 'hand', owner = opponent }[1] act.open('attempt', { by = me, blocking = { c } }) act.close('attempt')",
    "act.attach(cards{ zone = 'hand', owner = opponent }[1], self)",
    "act.control(cards{ zone = 'hand', owner = opponent }[1], me)",
];

#[test]
fn who_looks_at_what_the_player_does_not_see_declares_it() {
    for script in LOOKS {
        let (table, _) = used(false, &format!("\n{script}"));
        let failed = probe::failed(&table);
        let [(file, line, message)] = failed.as_slice() else { panic!("{script}: {failed:?}") };
        assert_eq!((file.as_str(), *line), (PROBE, probe::SCRIPT_LINE + 1), "{script}: {message}");
        let told = "does not see: it lies in `";
        assert!(message.contains(told) && message.contains("`reads: hidden`"), "{script}: {message}");
        let (table, _) = used(true, script);
        assert_eq!(probe::failed(&table), [], "{script}");
    }
}

/// Filters that last, which tell by what they change whether something hidden is there.
const LASTING: [&str; 5] = [
    "act.modify({ zone = 'stage', where = { exists = { zone = 'hand', owner = opponent, type = 'event' } } }, 'prowess', 1, 'turn')",
    "act.modify({ zone = 'stage', where = { count = { zone = 'deck', type = 'event' }, is = '> 3' } }, 'prowess', 1, 'turn')",
    "act.forbid('retire', { card = { zone = 'stage', where = { exists = { zone = 'deck', type = 'event' } } }, lasts = 'turn' })",
    "act.forbid('choose', { card = { zone = 'hand', owner = opponent, type = 'event' }, lasts = 'turn' })",
    "act.permit('block', { use = { card = { where = { exists = { zone = 'hand', type = 'event' } } } }, lasts = 'turn' })",
];

#[test]
fn a_filter_that_lasts_asks_only_about_zones_that_everybody_sees() {
    for script in LASTING {
        let (table, _) = used(false, script);
        let failed = probe::failed(&table);
        let [(_, _, message)] = failed.as_slice() else { panic!("{script}: {failed:?}") };
        assert!(
            message.contains("which not everybody sees") && message.contains("`reads: hidden`"),
            "{script}: {message}"
        );
        let (table, _) = used(true, script);
        assert_eq!(probe::failed(&table), [], "{script}");
    }
}

#[test]
fn what_the_player_sees_and_what_everybody_knows_is_read_freely() {
    for script in [
        "local n = cards{ zone = 'hand', owner = me }[1].name",
        "local n = count{ zone = 'hand', owner = me, type = 'event' }",
        "local n = #cards{ zone = 'hand', owner = opponent } + count{ zone = 'deck', owner = me }",
        "local c = cards{ zone = 'hand', owner = opponent }[1] local n = c.zone .. c.owner.name .. c.controller.name",
        "act.move(cards{ zone = 'hand', owner = opponent, first = 1 }, 'discard')",
        "local c = cards{ zone = 'deck', owner = me, first = 1 }[1] act.move(c, 'hand') local n = c.name",
        "local n = self.name .. #cards{ zone = 'stage', type = 'character' }",
        "local c = cards{ zone = 'hand', owner = opponent }[1] act.reveal(c) local n = c.name",
        "local n = ask.card{ zone = 'hand', owner = opponent, why = 'x' }",
        "local n = #defs{ type = 'event' }",
    ] {
        let (table, _) = used(false, script);
        assert_eq!(probe::failed(&table), [], "{script}");
    }
}

/// For each of two players, true if she reads the note in her transcript, the script's player first.
fn who_reads(reads: bool, script: &str) -> [bool; 2] {
    let (table, seat) = used(reads, script);
    assert_eq!(probe::failed(&table), [], "{script}");
    assert_eq!(probe::notes(&table).last().map(String::as_str), Some("told"), "{script}");
    let reads = |seat: Seat| transcript_for(&table, seat).iter().any(|line| line.text.contains("told"));
    [reads(seat), reads(Seat(1 - seat.0))]
}

#[test]
fn a_note_is_read_by_those_who_saw_all_that_its_script_read() {
    let own = "local c = cards{ zone = 'hand', owner = me }[1] ";
    let other = "local c = cards{ zone = 'hand', owner = opponent }[1] ";
    for (reads, script, expected) in [
        (false, "note('told')".to_string(), [true, true]),
        (false, format!("{own} note('told')"), [true, true]),
        (false, format!("{own} local n = c.name note('told')"), [true, false]),
        (
            false,
            format!("{own} local n = count{{ zone = 'hand', owner = me, type = 'event' }} note('told')"),
            [true, false],
        ),
        (false, format!("{own} act.reveal(c) local n = c.name note('told')"), [true, true]),
        (true, format!("{other} local n = c.name note('told')"), [false, true]),
        (
            true,
            format!("{own} {other} local n = c.name .. cards{{ zone = 'hand', owner = me }}[1].name note('told')"),
            [false, false],
        ),
        (true, "local n = #cards{ zone = 'deck', owner = me, type = 'event' } note('told')".into(), [false, false]),
        (true, "local n = #cards{ zone = 'stage', type = 'character' } note('told')".into(), [true, true]),
        // Also behind a question.
        (false, format!("{own} local n = c.name ask.yes{{ why = 'x' }} note('told')"), [true, false]),
    ] {
        assert_eq!(who_reads(reads, &script), expected, "{script}");
    }
}

#[test]
fn what_a_step_is_given_tells_nobody_more() {
    let step = ("scripts/cardland/own.lua", "step(\"tell\", function(args) note(\"told \" .. args.name) end)");
    let script = "agenda.next('tell', { name = cards{ zone = 'hand', owner = me }[1].name })";
    let mut table = probe::table(&engine_with(&[step, (PROBE, &card(false, script))]), 3);
    let seat = table.world().state().active;
    probe::use_it(&mut table);
    assert_eq!(probe::notes(&table), ["told Probe"], "{:?}", probe::failed(&table));
    let reads = |seat: Seat| transcript_for(&table, seat).iter().any(|line| line.text.contains("told"));
    assert_eq!([reads(seat), reads(Seat(1 - seat.0))], [true, false]);
}

#[test]
fn a_pack_declares_what_its_steps_read() {
    let looks = "local n = count{ zone = 'deck', owner = active, type = 'event' }";
    let own = "step('own_look', function() LOOK note('own') end)".replace('\'', "\"").replace("LOOK", looks);
    let around = "wrap('own_look', function(old, args) LOOK old(args) note('around') end)".replace('\'', "\"");
    let game_step = ("scripts/cardland/own.lua", own.as_str());
    let probe = (PROBE, card(false, "agenda.next('own_look')"));
    let told = |header: &str, overlay: &[(&str, &str)]| {
        let mut all = vec![(probe.0, probe.1.as_str())];
        all.extend(overlay);
        let mut table = probe::table(&game_of(GAME, &with_pack(header, &all)), 3);
        probe::use_it(&mut table);
        (probe::notes(&table), probe::failed(&table))
    };
    let in_pack = "packs/p/scripts/cardland/p.lua";
    // The game's own steps need not declare it, those of a pack must.
    assert_eq!(told("", &[game_step]), (vec!["own".to_string()], vec![]));
    assert_eq!(told("reads: hidden\n", &[(in_pack, &own)]), (vec!["own".to_string()], vec![]));
    let (notes, failed) = told("", &[(in_pack, &own)]);
    let told_by = "says `reads: hidden` in its pack.yaml";
    assert!(!notes.contains(&"own".into()) && failed[0].2.contains(told_by), "{failed:?}");
    // Around a step of the game a pack may read no more than elsewhere, and that step no less.
    let blind = around.replace("LOOK", "");
    let both = vec!["own".to_string(), "around".to_string()];
    assert_eq!(told("", &[game_step, (in_pack, &blind)]), (both.clone(), vec![]));
    let (before, after) = (around.replace("LOOK", looks), blind.replace("old(args)", &format!("old(args) {looks}")));
    for looking in [&before, &after] {
        let (notes, failed) = told("", &[game_step, (in_pack, looking)]);
        assert!(!notes.contains(&"around".into()) && failed[0].2.contains("in its pack.yaml"), "{notes:?} {failed:?}");
        assert_eq!(told("reads: hidden\n", &[game_step, (in_pack, looking)]), (both.clone(), vec![]));
    }
}

#[test]
fn no_script_of_a_pack_reads_by_what_a_card_of_the_game_declares() {
    let probe = (PROBE, card(true, "note('own')"));
    let looks = "note(cards{ zone = 'deck', owner = me }[1].name)";
    let patch =
        |more: &str| format!("patches:\n  - {{ card: probe, set: abilities.1.script, to: \"{looks}\" }}\n{more}");
    let failed = |header: &str| {
        let mut table = probe::table(&game_of(GAME, &with_pack(header, &[(probe.0, &probe.1)])), 3);
        probe::use_it(&mut table);
        probe::failed(&table)
    };
    assert!(failed(&patch(""))[0].2.contains("`reads: hidden`"));
    let declared = "  - { card: probe, set: abilities.1.reads, to: hidden }\n";
    assert_eq!(failed(&patch(declared)), []);
}

#[test]
fn what_a_pack_reads_is_listed() {
    let looks = card(true, "note(cards{ zone = 'deck', owner = me }[1].name)");
    let reads = |header: &str| {
        let files = with_pack(header, &[("packs/p/cards/cardland/odd/odd.yaml", &looks)]);
        let (catalog, _) = Catalog::load(GAME, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
        let reads = catalog.changes.iter().filter(|c| c.what == "reads");
        reads.map(|c| (c.name.clone(), c.place.to_string())).collect::<Vec<_>>()
    };
    // One that says it for all that it brings is told once.
    let of_all = reads("reads: hidden\n");
    assert_eq!(of_all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["hidden: all its cards and steps"]);
    let reads = reads("");
    let place = |path: &str, line: u32| format!("{path}:{line}");
    assert_eq!(reads.len(), 1, "{reads:?}");
    assert_eq!(reads[0].0, "hidden: Probe/1");
    assert!(reads[0].1.starts_with(&place("packs/p/cards/cardland/odd/odd.yaml", probe::SCRIPT_LINE)), "{reads:?}");
}

/// What is suspicious in a probe.
fn warnings(reads: bool, script: &str) -> Vec<(u32, String)> {
    let files = files(&[(PROBE, &card(reads, script))]);
    let (catalog, _) = Catalog::load(GAME, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let vm = Vm::new(&catalog, Limits::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    vm.scripts().warnings().iter().filter(|w| &*w.file == PROBE).map(|w| (w.line, w.message.clone())).collect()
}

#[test]
fn what_is_not_declared_and_what_is_for_nothing_is_found_before() {
    for script in [
        "act.move(cards{ zone = 'deck', owner = me, type = 'event' }, 'hand')",
        "act.draw(me, count{ zone = 'hand', controller = opponent, name = 'Probe' })",
        "local c = ask.card{ zone = 'deck', owner = me, prowess = '> 1', why = 'x' }",
        "act.draw(me, count{ zone = 'hand', side = 'opponent', name = 'Probe' })",
        "act.draw(me, count{ zone = 'deck', owner = me, any = { { type = 'event' }, { prowess = 1 } } })",
        "act.draw(me, count{ zone = 'deck', owner = me, ['not'] = { type = 'event' } })",
        "act.draw(me, count{ zone = 'deck', owner = me, fields = { colour = 'red' } })",
    ] {
        let found = warnings(false, script);
        assert_eq!(found.len(), 1, "{script}: {found:?}");
        assert!(found[0].1.contains("which the player of the ability does not see"), "{found:?}");
        assert_eq!(warnings(true, script), []);
    }
    for script in [
        "local top = cards{ zone = 'deck', owner = me, first = 1 } if top[1].type == 'event' then act.draw(me, 1) end",
        "for _, c in ipairs(cards{ zone = 'hand', owner = opponent }) do if c.prowess > 2 then act.draw(me, 1) end end",
    ] {
        let found = warnings(false, script);
        assert!(found.len() == 1 && found[0].1.contains("of them is read"), "{script}: {found:?}");
        assert_eq!(warnings(true, script), []);
    }
    for script in [
        "local top = cards{ zone = 'deck', owner = me, first = 1 } act.move(top, 'hand') if top[1].type == 'event' then act.draw(me, 1) end",
        "for _, c in ipairs(cards{ zone = 'hand', owner = opponent }) do if c.owner == me then act.draw(me, 1) end end",
        "for _, c in ipairs(cards{ zone = 'hand', owner = me }) do if c.prowess > 2 then act.draw(me, 1) end end",
        "act.move(cards{ zone = 'deck', owner = me, first = 1 }, 'hand')",
        "act.move(cards{ zone = 'hand', owner = me, type = 'event' }, 'deck')",
        "act.look(me, cards{ zone = 'deck', owner = me }) \
         act.move(cards{ zone = 'deck', owner = me, type = 'event' }, 'hand')",
    ] {
        assert_eq!(warnings(false, script), [], "{script}");
    }
    let found = warnings(true, "act.draw(me, 1)");
    assert!(found.len() == 1 && found[0].1.contains("`reads: hidden` is not needed"), "{found:?}");
}

/// For each of two players, her transcript's lines with a word, the script's player first.
fn told_with(table: &Table, seat: Seat, word: &str) -> [Vec<String>; 2] {
    let lines = |seat: Seat| {
        let told = transcript_for(table, seat).into_iter();
        told.map(|line| line.text.trim().to_string()).filter(|line| line.contains(word)).collect()
    };
    [lines(seat), lines(Seat(1 - seat.0))]
}

#[test]
fn why_a_script_failed_is_told_to_those_who_saw_all_that_it_read() {
    let own = "local c = cards{ zone = 'hand', owner = me }[1] ";
    let other = "local c = cards{ zone = 'hand', owner = opponent }[1] ";
    for (reads, script, expected) in [
        (false, "error('told')".to_string(), [true, true]),
        (false, format!("{own} local n = c.name error('told ' .. n)"), [true, false]),
        // The reveal is undone with all its changes, and so nobody has seen the card.
        (false, format!("{own} act.reveal(c) local n = c.name error('told ' .. n)"), [true, false]),
        (false, format!("{other} act.reveal(c) local n = c.name error('told ' .. n)"), [false, true]),
        (false, format!("{other} act.move(c, 'discard') local n = c.name error('told ' .. n)"), [false, true]),
        (true, format!("{other} error('told ' .. c.name)"), [false, true]),
        // The line at which it fails tells as much as words do.
        (false, format!("{own}\nif c.name == 'Probe' then\nerror('told') end"), [true, false]),
    ] {
        let (table, seat) = used(reads, &script);
        let told = told_with(&table, seat, "Probe/1 failed");
        let reads = [0, 1].map(|i| told[i].iter().any(|line| line.contains("told") && line.contains(PROBE)));
        assert_eq!(reads, expected, "{script}: {told:?}");
        for (lines, reads) in told.iter().zip(reads) {
            assert!(reads || lines.iter().all(|line| line == "the script of Probe/1 failed"), "{script}: {lines:?}");
        }
    }
}

#[test]
fn why_somebody_is_asked_is_told_if_she_saw_all_that_was_read() {
    let own = "local c = cards{ zone = 'hand', owner = me }[1] ";
    for (script, expected) in [
        ("ask.yes{ by = opponent, why = 'told' }".to_string(), Some("told")),
        (format!("{own} ask.yes{{ by = opponent, why = 'told ' .. c.name }}"), None),
        (format!("{own} ask.yes{{ why = 'told ' .. c.name }}"), Some("told Probe")),
        (format!("{own} act.reveal(c) ask.yes{{ by = opponent, why = 'told ' .. c.name }}"), Some("told Probe")),
        (
            format!("{own} local n = c.name ask.sealed{{ players = {{ opponent }}, options = {{ 1, 2 }}, why = n }}"),
            None,
        ),
    ] {
        let mut table = probe::table(&engine_with(&[(PROBE, &card(false, &script))]), 3);
        probe::begin(&mut table);
        assert_eq!(crate::support::asked(&table).why.as_deref(), expected, "{script}");
    }
}

#[test]
fn who_is_made_to_use_an_ability_shows_nothing_by_it() {
    // The probe's second ability looks at the hand of its player, whoever that is.
    let looks = "local n = count{ zone = 'hand', owner = me, type = 'event' } act.change(me, 'finished', n)";
    let second = |reads: bool, what: &str| {
        let reads = if reads { "\n    reads: hidden" } else { "" };
        format!("  - id: look\n    timing: action\n    turn: any{reads}\n    {what}\n")
    };
    let script = format!("script: {looks:?}");
    let data = "do: [{ if: { exists: { zone: hand, controller: me, type: event } }, do: [{ draw: { player: me } }] }]";
    let uses = "agenda.use('probe/look', { by = opponent })";
    let given = "act.grant(opponent, 'probe/look') agenda.use('probe/look', { by = opponent })";
    for (reads, what, use_, refused) in [
        (false, &*script, "agenda.use('probe/look')", None),
        (false, data, "agenda.use('probe/look')", None),
        (false, &*script, uses, Some("does not see")),
        (false, &*script, given, Some("does not see")),
        (true, &*script, uses, None),
        (true, data, uses, None),
    ] {
        let text = format!("{}{}", card(false, use_), second(reads, what));
        let engine = game_of(GAME, &with_pack("", &[("packs/p/cards/cardland/odd/probe.yaml", &text)]));
        let mut table = probe::table(&engine, 3);
        probe::use_it(&mut table);
        let failed = probe::failed(&table);
        match refused {
            None => assert_eq!(failed, [], "{what} {use_}"),
            Some(_) => assert!(failed.len() == 1 && failed[0].2.contains("see"), "{what} {use_}: {failed:?}"),
        }
    }
}

#[test]
fn an_ability_that_a_pack_gives_asks_about_what_both_see() {
    // The second ability asks about the hand of who has it, and draws a card.
    let does = "do: [{ if: { exists: { zone: hand, controller: me, type: event } }, do: [{ draw: { player: me } }] }]";
    for (in_pack, whose, draws) in [(false, "me", 1), (false, "opponent", 1), (true, "me", 1), (true, "opponent", 0)] {
        for script in [
            &format!("act.grant({whose}, 'probe/look') agenda.use('probe/look', {{ by = {whose} }})"),
            &format!("agenda.use('probe/look', {{ by = {whose} }})"),
        ] {
            let text = format!("{}  - id: look\n    timing: action\n    turn: any\n    {does}\n", card(false, script));
            let engine = match in_pack {
                true => game_of(GAME, &with_pack("", &[("packs/p/cards/cardland/odd/probe.yaml", &text)])),
                false => engine_with(&[(PROBE, &text)]),
            };
            let mut table = probe::table(&engine, 3);
            let held =
                |table: &Table| table.world().game().state.cards.iter().filter(|c| in_hand(table, c.zone)).count();
            let before = held(&table);
            probe::use_it(&mut table);
            assert_eq!(probe::failed(&table), [], "{script}");
            // The probe left the hand.
            assert_eq!(held(&table) + 1 - before, draws, "{in_pack} {script}");
        }
    }
}

/// Whether a zone is a hand.
fn in_hand(table: &Table, zone: intermezzo::kernel::model::value::Zone) -> bool {
    let rules = &table.world().rules;
    &**rules.name(rules.schema.zones[rules.schema.kind_of(zone).index()].name) == "hand"
}

/// Findings of an ability of a card, in a folder of the game or in a pack.
fn peeks(in_pack: bool, ability: &str) -> Vec<String> {
    let text = format!("name: Probe\ntype: event\ncolour: red\nusage: {{}}\nabilities:\n  - {ability}\n");
    let files = match in_pack {
        true => with_pack("", &[("packs/p/cards/cardland/odd/odd.yaml", &text)]),
        false => files(&[(PROBE, &text)]),
    };
    let problems = match Catalog::load(GAME, &files) {
        Ok((_, problems)) => problems,
        Err(problems) => problems,
    };
    let is_about = |p: &&Problem| p.key == "hidden" || p.message.contains("reads: hidden");
    let strange = problems.list().iter().filter(|p| p.severity == Severity::Error && !is_about(p)).count();
    assert_eq!(strange, 0, "{}", problems.render_all());
    problems.list().iter().filter(is_about).map(|p| p.message.clone()).collect()
}

#[test]
fn data_that_asks_about_what_its_player_does_not_see_declares_it() {
    let main = |rest: &str| format!("{{ timing: main, turn: any, {rest} }}");
    let draws = "do: [{ draw: { player: me } }]";
    let asks = |in_pack: bool, ability: &str, what: &str| {
        let found = peeks(in_pack, ability);
        assert!(
            found.len() == 1 && found[0].contains(what) && found[0].contains("may not see"),
            "{ability}: {found:?}"
        );
        let declared = format!("{}, reads: hidden }}", &ability[..ability.len() - 2]);
        assert_eq!(peeks(in_pack, &declared), Vec::<String>::new(), "{declared}");
    };
    for (rest, what) in [
        ("if: { exists: { zone: hand, owner: opponent, type: event } }", "cards in `hand`"),
        ("if: { exists: { zone: deck, owner: me, type: event } }", "cards in `deck`"),
        ("if: { exists: { zone: hand, owner: opponent, verb: block } }", "cards in `hand`"),
        ("needs: [{ if: { count: { zone: hand, type: event }, is: '> 1' }, because: so }]", "cards in `hand`"),
        ("condition: { exists: { zone: deck, name: Probe } }", "cards in `deck`"),
        (
            "if: { count: { zone: stage, where: { exists: { zone: deck, type: event } } }, is: '> 0' }",
            "cards in `deck`",
        ),
    ] {
        for in_pack in [false, true] {
            asks(in_pack, &main(&format!("{rest}, {draws}")), what);
        }
    }
    for (rest, what) in [
        (
            "targets: { t: { zone: deck, owner: me, type: event } }, do: [{ move: { card: this.t, to: hand } }]",
            "`deck`",
        ),
        ("do: [{ move: { card: { zone: hand, owner: opponent, type: event }, to: discard } }]", "`hand`"),
        ("do: [{ if: { exists: { zone: deck, type: event } }, do: [{ draw: { player: me } }] }]", "`deck`"),
        ("cost: [{ retire: { zone: deck, owner: me, type: character } }], do: [{ draw: { player: me } }]", "`deck`"),
        ("do: [{ draw: { player: me, n: { count: { zone: deck, type: event } } } }]", "`deck`"),
        (
            "cost: [{ retire: { zone: hand, owner: opponent } }], do: [{ draw: { player: me, n: { sum: prowess, of: paid } } }]",
            "what is paid",
        ),
        ("do: [{ changed: { object: { zone: hand }, name: finished, by: it.prowess } }]", "`hand`"),
        (
            "targets: { t: { zone: deck, owner: me, pick: 1..2 } }, do: [{ each: this.t, as: c, do: [{ draw: { player: me, n: c.prowess } }] }]",
            "`c`",
        ),
        (
            "do: [{ each: turn_order, do: [{ if: { exists: { zone: hand, owner: me, type: event } }, do: [{ draw: { player: me } }] }] }]",
            "`hand`",
        ),
        ("targets: { t: { features: Dancer } }, do: [{ move: { card: this.t, to: hand } }]", "`deck`"),
        ("do: [{ draw: { player: me, n: { sum: prowess, of: { zone: hand } } } }]", "`hand`"),
        (
            "targets: { t: { zone: hand, owner: opponent, needs: [{ if: false, because: 'R {it.prowess}' }] } }, do: [{ move: { card: this.t, to: hand } }]",
            "`hand`",
        ),
    ] {
        asks(false, &main(rest), what);
    }
    let holds = "{ while: { exists: { zone: hand, type: event } }, affects: { zone: stage }, modify: { prowess: 1 } }";
    asks(false, holds, "`hand`");
    let choice = "{ while: true, forbid: { verb: choose, card: { zone: hand, owner: opponent, type: event } } }";
    asks(false, choice, "`hand`");
    let by = "{ while: true, affects: { zone: stage }, modify: { prowess: { count: { zone: deck, type: event } } } }";
    asks(false, by, "`deck`");
    // Cards reached through an event, a use or a record may be seen: `blank_cards` tests them.
    for ability in [
        "{ after: used, match: { use: { can_aim_elsewhere: true } }, do: [{ draw: { player: me } }] }",
        "{ after: used, if: { count: { zone: hand, among: event.use.choices }, is: '> 0' }, do: [{ draw: { player: me } }] }",
        "{ after: moved, match: { card: { type: event } }, do: [{ draw: { player: me } }] }",
        "{ timing: main, turn: any, if: { exists: { record: attempt, acting: { type: character } } }, do: [{ draw: { player: me } }] }",
        "{ after: moved, match: { card: { owner: opponent } }, do: [{ put: { attempt.blocking: event.card } }] }",
        "{ after: moved, match: { card: { owner: opponent } }, do: [{ attach: { card: event.card, to: self } }] }",
        "{ after: created, match: { def: undertow }, do: [{ draw: { player: me } }] }",
    ] {
        for in_pack in [false, true] {
            assert_eq!(peeks(in_pack, ability), Vec::<String>::new(), "{ability}");
        }
    }
    for ability in [
        "{ after: moved, match: { card: { zone: stage, type: event } }, do: [{ draw: { player: me } }] }",
        "{ after: moved, match: { card: { type: event }, to: { zone: discard } }, do: [{ draw: { player: me } }] }",
        "{ after: moved, match: { card: self }, if: { exists: { zone: hand, owner: me, type: event } }, do: [{ draw: { player: me } }] }",
        "{ timing: main, turn: any, targets: { t: { zone: stage, pick: 1..2 } }, do: [{ each: this.t, as: c, do: [{ draw: { player: me, n: c.prowess } }] }] }",
        "{ timing: main, turn: any, if: { count: { zone: hand, owner: opponent }, is: '> 3' }, do: [{ draw: { player: me } }] }",
        "{ timing: main, turn: any, do: [{ move: { card: { zone: deck, owner: me, first: 1 }, to: hand } }] }",
        "{ timing: main, turn: any, targets: { t: { zone: stage, prowess: '> 1' } }, do: [{ move: { card: this.t, to: owner.hand } }] }",
        "{ while: true, affects: { zone: hand, owner: me, type: event }, modify: { prowess: 1 } }",
        "{ while: true, affects: { type: event }, modify: { prowess: 1 } }",
        "{ while: true, forbid: { verb: choose, card: { zone: stage, type: character } } }",
        "{ while: true, forbid: { verb: choose, card: self } }",
        "{ while: true, forbid: { verb: use, card: { type: event } } }",
    ] {
        assert_eq!(peeks(true, ability), Vec::<String>::new(), "{ability}");
    }
    // What a static ability of a pack changes acts, and others read it.
    let changes = "{ while: true, affects: { zone: hand, type: event }, modify: { prowess: 1 } }";
    let told = peeks(true, changes);
    assert!(told.len() == 1 && told[0].contains("asks about cards in `hand`"), "{told:?}");
    assert_eq!(peeks(true, &changes.replace("modify", "reads: hidden, modify")), Vec::<String>::new());
    assert_eq!(peeks(false, changes), Vec::<String>::new());
    let idle = peeks(true, "{ timing: main, turn: any, reads: hidden, do: [{ draw: { player: me } }] }");
    assert!(idle.len() == 1 && idle[0].contains("`reads: hidden` is not needed"), "{idle:?}");
    // With it an ability sees its player's own also on a card that somebody else brought.
    let own = "exists: { zone: hand, owner: me, type: event }";
    let own =
        format!("{{ timing: main, turn: any, reads: hidden, if: {{ {own} }}, do: [{{ draw: {{ player: me }} }}] }}");
    assert_eq!(peeks(true, &own), Vec::<String>::new());
}

#[test]
fn what_has_no_effect_is_named_to_who_sees_it() {
    // The ability is used with a card of the opponent's hand, and its only target is gone by then.
    let script = "act.reveal(self) local c = cards{ zone = 'hand', owner = opponent }[1] \
                  agenda.use('probe/idle', { card = c })";
    let second = "  - { id: idle, timing: action, turn: any, condition: false, do: [{ draw: { player: me } }] }\n";
    let text = format!("{}{second}", card(true, script));
    // To be used with a card is to know it: `self` is that card.
    let engine = engine_with(&[(PROBE, &format!("{}{second}", card(false, script)))]);
    let mut table = probe::table(&engine, 3);
    probe::use_it(&mut table);
    assert!(probe::failed(&table)[0].2.contains("uses an ability with a card that player"));
    let other = text.replace("name: Probe", "name: Decoy").replace("probe/", "decoy/");
    let engine = engine_with(&[(PROBE, &text), ("cards/cardland/stagehands/decoy.yaml", &other)]);
    let mut table = probe::table_with(&engine, ["probe", "decoy"], 3);
    if probe::offered(&table).is_none() {
        probe::idle_turn(&mut table);
    }
    let seat = table.world().state().active;
    probe::use_it(&mut table);
    assert_eq!(probe::failed(&table), []);
    let told = told_with(&table, seat, "has no effect");
    assert_eq!(told, [vec!["a card has no effect".to_string()], vec!["Decoy has no effect".to_string()]]);
}

/// `shadow` is a number of a player that she alone sees.
#[test]
fn a_number_of_a_player_is_read_by_who_sees_it() {
    let hands = "amy: { hand: [spy] }, beth: { hand: [imp] }";
    let used = "steps: [{ amy: use spy }]\nexpect: [{ log: read }]";
    for (script, is_read) in [
        ("local n = me.shadow note('read')", true),
        ("local n = opponent.shadow note('read')", false),
        ("local n = ask.player{ shadow = '> 0', optional = true, why = 'x' } note('read')", false),
        ("local n = count{ zone = 'field', where = { amount = 'opponent.shadow', is = '> 0' } } note('read')", false),
        (
            "act.modify({ zone = 'field', where = { amount = 'opponent.shadow', is = '> 0' } }, 'power', 1, 'turn') note('read')",
            false,
        ),
    ] {
        let outcome = Pit::new().spell("spy", script).play(hands, used);
        assert_eq!(outcome.ok, is_read, "{script}: {}", outcome.message);
        let why = "reads `shadow` of a player, which player 1 does not see";
        assert_eq!(outcome.message.contains(why), !is_read, "{script}: {}", outcome.message);
    }
}

#[test]
fn which_card_an_event_makes_is_read_by_who_sees_that_card() {
    let told = "{ after: created, script: \"act.change(me, 'votes', event.def == nil and 1 or 2)\" }";
    let turned = "{ after: transformed, script: \"act.change(me, 'luck', event.def == nil and 1 or 2)\" }";
    let script = "act.transform(act.create('imp', 'hand', { owner = opponent }), 'watch')";
    Pit::new().creature("watch", &format!("{told}, {turned}")).spell("make", script).holds(
        "amy: { hand: [make], field: [watch] }, beth: { field: [watch] }, cleo: { field: [watch] }",
        "steps: [{ amy: use make }]\nexpect: [{ amy.votes: 1, beth.votes: 2, cleo.votes: 1, amy.luck: 1, beth.luck: 2, cleo.luck: 1 }]",
    );
}
