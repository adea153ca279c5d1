//! Attacks on questions: each condition, amount and selection that data knows, as dear as it can be asked.
//!
//! The first table asks by listeners that hear a hit, the second by what is offered, chosen and paid.

use crate::arena::{Attack, run_all};

const ATTACK: &str = "INTERMEZZO_ATTACK_ON_QUESTIONS";

/// What a listener does if its condition holds.
const TRACE: &str = "{ change: { object: game, name: trace, by: 1 } }";

/// A text in itself so many times, at `@`.
fn nested(levels: usize, outer: &str, inner: &str) -> String {
    (0..levels).fold(inner.to_string(), |inner, _| outer.replacen('@', &inner, 1))
}

/// Twenty listeners with a condition.
fn asks(name: &str, condition: &str) -> Attack {
    Attack::foe(name, 20, &format!("{{ after: hit, reads: hidden, if: {{ {condition} }}, do: [{TRACE}] }}"))
}

/// Opens many records before the hit.
const HEAPS: &str =
    "for i = 1, 60 do act.open('heap', { stock = cards{ zone = 'field' }, worth = i }) end act.hit(opponent, 1)";
/// Attaches all of Amy's creatures to the first one before the hit.
const CARRIED: &str = "local t = cards{ zone = 'field', owner = me } for i = 2, 29 do act.attach(t[i], t[1]) end \
                       act.attach(cards{ zone = 'field', name = 'Foe' }, t[1]) act.hit(opponent, 1)";

/// Conditions of cards, sets and amounts.
fn conditions() -> Vec<Attack> {
    let list = |n: usize, one: &str| vec![one; n].join(", ");
    let named = |i: usize| format!(", f{i}: {{ any: [{{ f{j}: true }}, {{ f{j}: true }}] }}", j = i - 1);
    let named: String = (1..=4).map(named).collect();
    let glows = |i: usize| format!(", g{i}: {{ amount: {{ sum: g{j}, of: {{ zone: field }} }} }}", j = i - 1);
    let glows: String = (1..=12).map(glows).collect();
    let huge = "999999999999999 * 999999999999999 * 999999999999999";
    vec![
        asks("counts of counts", &nested(3, "count: { zone: field, where: { @ } }, is: '> 1'", "count: { zone: field }, is: '> 999'")),
        asks("none in none", &nested(4, "none: { zone: field, where: { @ } }", "exists: { zone: field, power: '> 90' }")),
        asks("the most of the most", &format!("amount: {}, is: '> 99'", nested(4, "{ most: @, of: { zone: field } }", "it.power"))),
        asks("the least of the least", &format!("amount: {}, is: '> 99'", nested(4, "{ least: @, of: { zone: field } }", "it.power"))),
        asks("sums of sums", &format!("amount: {}, is: '> 99999999'", nested(4, "{ sum: @, of: { zone: field } }", "it.power"))),
        asks("different words of those that differ", &nested(3, "amount: { distinct: traits, of: { zone: field, where: { @ } } }, is: '> 0'", "amount: 1")),
        asks("groups with jokers and a worth", "amount: { groups: { zone: field }, by: traits, size: 7, joker: { traits: wild }, worth: it.power }, is: '> 9999'"),
        asks("groups for each card", "exists: { zone: field, where: { amount: { groups: { zone: field }, by: traits, size: 2, joker: { traits: wild }, worth: it.power }, is: '> 9999' } }"),
        asks("groups of a size that cards say", "amount: { groups: { zone: field }, by: traits, size: { count: { zone: field, where: { exists: { zone: field, power: '> 9' } } } } }, is: '> 0'"),
        asks("a product beyond all numbers", &format!("amount: '{}', is: '> 0'", vec!["999999999999"; 100].join(" * "))),
        asks("a difference below all numbers", &format!("amount: '0 - {} - abs({})', is: '> 0'", vec!["999999999999999"; 90].join(" * "), vec!["0 - 999999999999999 * 999999999999999"; 20].join(" - "))),
        asks("rest and quotient of the least number", &format!("amount: 'mod(0 - {huge}, 0 - 1) + div(0 - {huge}, 0 - 1) + half_up(0 - {huge})', is: '= 1'")),
        asks("amounts that hang on conditions", &format!("amount: {}, is: '> 5'", nested(9, "{ if: { exists: { zone: field, where: { exists: { zone: field, power: '> 9' } } } }, then: 1, else: @ }", "0"))),
        asks("250 of which none fits", &format!("exists: {{ zone: field, where: {{ exists: {{ zone: field, any: [{}] }} }} }}", list(250, "{ power: '> 90' }"))),
        asks("all of all of all", &format!("exists: {{ zone: field, where: {{ exists: {{ zone: field, {}, power: '> 90' }} }} }}", nested(9, "all: [{ power: '> 0' }, { @ }]", "power: '> 0'"))),
        asks("not, not, not", &format!("exists: {{ zone: field, where: {{ exists: {{ zone: field, {} }} }} }}", nested(11, "not: { @ }", "power: '< 90'"))),
        asks("filters with names that double", "exists: { zone: field, where: { exists: { zone: field, f4: true } } }").says(&format!("filters: {{ f0: {{ power: '> 90' }}{named} }}")),
        asks("attributes of attributes", "amount: { sum: g12, of: { zone: field } }, is: '< 0'").says(&format!(
            "attributes: {{ card: {{ power: {{ stored: true }}, g0: {{ amount: {{ count: {{ zone: field, controller: it.controller }} }} }}{glows} }} }}"
        )),
        asks("needs of what there is", "exists: { zone: field, needs: [{ if: { exists: { zone: field, needs: [{ if: { exists: { zone: field, power: '> 90' } }, because: no }] } }, because: 'has {it.power}' }] }"),
        asks("what a verb is permitted for", "exists: { zone: field, verb: doom, where: { exists: { zone: field, permitted: dance, power: '> 90' } } }"),
        asks("the first of the last", "exists: { zone: field, first: 1, where: { exists: { zone: field, last: 1, where: { exists: { zone: field, last: 1, where: { exists: { zone: field, power: '> 90' } } } } } } }"),
        asks("abilities of all cards", "exists: { zone: field, ability: true, where: { exists: { zone: field, ability: true, where: { exists: { zone: field, ability: false, power: '> 90' } } } } }"),
        asks("what was printed", "exists: { zone: field, printed: { power: '> 0' }, where: { exists: { zone: field, printed: { power: '> 90' } } } }"),
        asks("positions in piles", "exists: { zone: deck, position: 30, where: { exists: { zone: deck, position: 29, where: { exists: { zone: deck, position: 28, power: '> 9' } } } } }"),
    ]
}

/// Conditions of spaces, records, uses, players, numbers, words, and of what hangs on what.
fn objects() -> Vec<Attack> {
    let list = |n: usize, one: &str| vec![one; n].join(", ");
    let up_and_down = format!("self{}", ".host.carries".repeat(7));
    let at_last = "exists: { zone: field, where: { exists: { zone: field, power: '> 90' } } }";
    vec![
        asks("cells that cover", "exists: { spaces: floor, covered: { cells: self.steps, from: { zone: floor } }, where: { exists: { spaces: floor, covered: { cells: self.steps, from: { zone: floor } }, coins: '> 9' } } }"),
        asks("distances of all from all", "exists: { zone: floor, space: { distance: { from: { zone: floor }, is: '> 99' } }, where: { exists: { zone: floor, space: { distance: { from: { zone: floor }, is: '> 99' } } } } }"),
        asks("spaces that hold what lies on spaces", &nested(3, "exists: { spaces: floor, holds: { where: { @ } } }", "exists: { spaces: floor, coins: '> 9' }")),
        asks("what lies next to what lies next", &format!("exists: {{ zone: floor, {} }}", nested(4, "space: { next_to: { zone: floor, @ } }", "power: '> 9'"))),
        asks("records in records", "exists: { record: heap, stock: { where: { exists: { record: heap, stock: { where: { exists: { record: heap, worth: '> 999' } } } } } } }").does(HEAPS, 1),
        asks("uses of cards that ask for uses", &nested(2, "exists: { use: { card: { where: { exists: { zone: field, where: { @ } } } } } }", "exists: { use: { user: opponent } }")),
        asks("players who ask for players", &nested(7, "exists: { player: { where: { @ } } }", "exists: { player: { hp: '> 999' } }")),
        asks("card definitions for each card", "exists: { zone: field, where: { exists: { zone: field, where: { count: { def: { type: creature } }, is: '> 99' } } } }"),
        asks("either of a hundred", &format!("exists: {{ zone: field, where: {{ exists: {{ either: [{}] }} }} }}", list(100, "{ zone: field, power: '> 90' }, { player: { hp: '> 999' } }"))),
        asks("up to the host and down to what it carries", &format!("count: {{ zone: field, among: {up_and_down} }}, is: '> 9999'")).does(CARRIED, 1),
        asks("the sum of what is carried by what carries", &format!("amount: 'sum(power, {up_and_down}) + count({up_and_down})', is: '> 999999999'")).does(CARRIED, 1),
        asks("every one of a long list is asked", &format!("{up_and_down}: {{ where: {{ {at_last} }} }}")).does(CARRIED, 1),
        asks("among sixteen lists", &format!("exists: {{ zone: field, where: {{ exists: {{ zone: field, among: [{}], power: '> 90' }} }} }}", list(16, "self.host.carries"))).does(CARRIED, 1),
        asks("whose host has a host", &format!("exists: {{ zone: field, {} }}", nested(6, "host: { @ }", "power: '> 9'"))).does(CARRIED, 1),
        asks("neighbours of neighbours", &format!("amount: me{}.hp, is: '> 999'", ".left.right".repeat(7))),
        asks("numbers of a range for each card", "exists: { zone: field, where: { count: { number: '0..1000000' }, is: '> 2000' } }"),
        asks("numbers of a range of which an end is computed", "count: { number: '0..me.hp * 99999999' }, is: '< 5'"),
        asks("words for each card", "exists: { zone: field, where: { exists: { zone: field, where: { count: { word: traits }, is: '> 99' } } } }"),
    ]
}

fn offers() -> Vec<Attack> {
    let spell = |rest: &str| format!("{{ timing: main, turn: any, reads: hidden, {rest}, do: [{TRACE}] }}");
    let deep = nested(2, "exists: { zone: field, where: { @ } }", "exists: { zone: field, power: '> 90' }");
    let held = |name: &str, copies: usize, times: usize, rest: &str| {
        Attack::held(name, copies, &vec![spell(rest); times].join(", "))
    };
    let hears = |name: &str, times: usize, rest: &str| {
        Attack::foe(name, times, &format!("{{ after: hit, reads: hidden, {rest}, do: [{TRACE}] }}"))
    };
    let powers = |power: &str| {
        format!(
            "for i, c in ipairs(cards{{ zone = 'field', owner = me }}) do act.set(c, 'power', {power}) end act.hit(opponent, 1)"
        )
    };
    let (strong, strongest) = (powers("i % 9 + 2"), powers("999999999999999"));
    let all_kinds = "cost: [{ pips: { red: 2, blue: 2, green: 2, white: 2, black: 2, gold: 2, any: 9 } }]";
    let colours = "local all = { 'red', 'blue', 'green', 'white', 'black', 'gold' } for i, c in ipairs(cards{ zone = 'field', owner = me }) do \
                   act.modify(c, 'traits', all[i % 6 + 1], 'match') act.modify(c, 'traits', all[i % 5 + 1], 'match') act.set(c, 'power', i % 7 + 2) end act.hit(opponent, 1)";
    let pools = "payments: { pools: { a: [red, blue, any], b: [blue, green, any], c: [green, white], d: [white, black], e: [black, gold], f: [gold, red] }, kinds: { red: { traits: red }, blue: { traits: blue }, green: { traits: green }, white: { traits: white }, black: { traits: black }, gold: { traits: gold }, any: {} }, cards: { zone: field, type: creature, controller: me, status: ready }, gives: it.power }";
    let counters = "counters: { player: { hp: 20, votes: 0, mana: 0, fire: 0, mist: 0, a: 1000000, b: 1000000, c: 1000000, d: 1000000, e: 1000000, f: 1000000 }, game: { trace: 0 }, space: { coins: 0 } }";
    let hang = |i: usize| format!("t{i}: {{ zone: field, not: {{ is: t{j} }}, power: '>= t{j}.power' }}", j = i - 1);
    let hang: Vec<String> = (1..16).map(hang).collect();
    let roles: Vec<String> = (0..30).map(|i| format!("{{ power: '> {}', n: 2 }}", i % 2)).collect();
    let any_of: Vec<String> =
        (0..40).map(|i| format!("{{ sum: {{ power: '= {}' }}, count: '> 3' }}", 500 + i)).collect();
    let mode = |i: usize| format!("{{ id: m{i}, targets: {{ one: {{ zone: field, where: {{ {deep} }} }} }} }}");
    let modes = format!("modes: [{}]", (0..20).map(mode).collect::<Vec<_>>().join(", "));
    let x = format!("x: {{ sum: {{ count: {{ zone: field, where: {{ {deep} }} }} }}, of: {{ zone: field }} }}");
    vec![
        held("what is offered asks much", 12, 30, &format!("if: {{ {deep} }}")),
        held(
            "needs, each with its reason",
            12,
            10,
            &format!("needs: [{}]", vec![format!("{{ if: {{ {deep} }}, because: no }}"); 20].join(", ")),
        ),
        held("targets that ask much", 12, 20, &format!("targets: {{ one: {{ zone: field, where: {{ {deep} }} }} }}")),
        held(
            "sixteen targets that hang together",
            8,
            1,
            &format!("targets: {{ t0: {{ zone: field }}, {} }}", hang.join(", ")),
        ),
        held(
            "a set of all with a sum",
            12,
            10,
            "targets: { all: { zone: field, pick: '1..all', sum: { power: '= 9999' } } }",
        ),
        held(
            "a set of all that must differ",
            12,
            10,
            "targets: { all: { zone: field, pick: '1..all', distinct: { traits: '> 5' }, sum: { power: '= 31' } } }",
        ),
        held(
            "a set of thirty for thirty roles",
            12,
            10,
            &format!("targets: {{ all: {{ zone: field, pick: 30, roles: [{}] }} }}", roles.join(", ")),
        ),
        held(
            "a set that meets one of many rules",
            6,
            5,
            &format!("targets: {{ all: {{ zone: field, pick: '1..all', any_of: [{}] }} }}", any_of.join(", ")),
        ),
        held("pips that many coins pay", 12, 10, all_kinds).does(&strong, 1),
        held("pips of all kinds, each coin of several", 12, 10, all_kinds).does(colours, 1),
        held("coins worth more than all costs", 12, 10, all_kinds).does(&strongest, 1),
        held(
            "pools of all kinds in any order",
            12,
            10,
            "cost: [{ pips: { red: 9, blue: 9, green: 9, white: 9, black: 9, gold: 9, any: 60 } }]",
        )
        .says(pools)
        .says(counters)
        .does(colours, 1),
        held(
            "pips for a number that is chosen",
            8,
            5,
            "targets: { n: { number: '0..1000000' } }, cost: [{ pips: { any: n } }]",
        )
        .does(&strong, 1),
        held(
            "a counter for a number that is chosen",
            8,
            5,
            "targets: { n: { number: '0..1000000' } }, cost: [{ mana: n }]",
        ),
        held(
            "two numbers that must fit",
            4,
            2,
            "targets: { n: { number: '0..1000' }, m: { number: '0..1000' } }, cost: [{ mana: n }, { fire: m }]",
        ),
        held(
            "cards that pay with a sum",
            12,
            10,
            "cost: [{ discard: { zone: field, controller: me, pick: '1..all', sum: { power: '= 9999' } } }]",
        ),
        held(
            "several costs of the same cards",
            12,
            10,
            "cost: [{ discard: { zone: field, controller: me, pick: 9 } }, { doom: { zone: field, controller: me, pick: 9, power: '> 0' } }, { deck: { zone: field, controller: me, pick: 13 } }]",
        ),
        held(
            "a cost of which a part is forbidden",
            12,
            10,
            "cost: [{ doom: { zone: field, controller: me, pick: 3 } }]",
        )
        .also(&format!("{{ while: true, forbid: {{ verb: moved, card: {{ zone: field, where: {{ {deep} }} }} }} }}")),
        held("modes, each with its own targets", 12, 1, &modes),
        held("an amount that is computed when it is declared", 12, 20, &x),
        hears(
            "triggers that choose a set",
            20,
            "targets: { all: { zone: field, pick: '1..all', sum: { power: '= 9999' } } }",
        ),
        hears("triggers that pay", 20, all_kinds).does(&strong, 1),
        hears("triggers with modes", 1, &modes),
        hears("triggers that are wanted or not", 100, &format!("optional: true, if: {{ not: {{ {deep} }} }}")),
        hears("triggers that compute", 20, &x),
    ]
}

fn table(name: &str) -> Vec<Attack> {
    match name {
        "conditions" => conditions(),
        "objects" => objects(),
        _ => offers(),
    }
}

#[test]
fn no_question_costs_others_their_game() {
    let _alone = crate::alone();
    let ran =
        ["conditions", "objects", "offers"].map(|table| crate::in_child("attacks_on_questions::child", ATTACK, table));
    let wrong: Vec<String> = ran.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names a table.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let all = table(&name);
    run_all(&all);
    println!("\nOUTCOME {} attacks", all.len());
}
