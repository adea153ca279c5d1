//! Attacks on listeners: what hears events, stands in their place or holds, and sets off as much as it can.

use crate::arena::{Attack, run_all};

const ATTACK: &str = "INTERMEZZO_ATTACK_ON_LISTENERS";

const TRACE: &str = "{ change: { object: game, name: trace, by: 1 } }";
/// A change of all that lie on the field.
const ALL: &str = "{ change: { object: { zone: field }, name: power, by: 1 } }";
/// A condition on cards that looks at all cards for each card.
const DEEP: &str = "where: { exists: { zone: field, where: { exists: { zone: field, power: '> 90' } } } }";
/// A filter for what lasts, and matches nothing.
const LASTS: &str = "{ zone: field, where: { exists: { zone: field, power: '> 90' } } }";

/// A listener to a hit that does something.
fn does(name: &str, times: usize, list: &str) -> Attack {
    Attack::foe(name, times, &format!("{{ after: hit, do: [{list}] }}"))
}

/// The same, a thousand times over, five times.
fn often(name: &str, item: &str) -> Attack {
    does(name, 5, &format!("{{ each: {{ number: '1..1000' }}, as: n, do: [{item}] }}"))
}

/// A listener to something that it does itself, set off by a script, behind which comes a hit.
fn loops(name: &str, times: usize, ability: &str, script: &str) -> Attack {
    Attack::foe(name, times, ability).does(&format!("{script} act.hit(opponent, 1)"), 1)
}

/// Lists in lists, at `@`; `#` is the number of the level.
fn nested(levels: usize, outer: &str, inner: &str) -> String {
    (0..levels).fold(inner.to_string(), |inner, i| outer.replacen('@', &inner, 1).replace('#', &i.to_string()))
}

/// What lists do.
fn doing() -> Vec<Attack> {
    let again = |does: &str| format!("{{ id: again, timing: main, turn: any, do: [{does}] }}");
    let uses = "{ use: { ability: foe/again } }";
    let of_all = "{ use: { abilities_of: { zone: field } } }";
    vec![
        does("each of each of each", 1, &nested(4, "{ each: { zone: field }, as: c#, do: [@] }", TRACE)),
        does("each number of each number", 1, &nested(3, "{ each: { number: '1..1000' }, as: n#, do: [@] }", TRACE)),
        does(
            "each number up to what is computed",
            5,
            &format!("{{ each: {{ number: '0..me.hp * 99999999' }}, as: n, do: [{TRACE}] }}"),
        ),
        does("a round for each player for each player", 1, &nested(12, "{ each: all, as: p#, do: [@] }", TRACE)),
        does(
            "chance that chooses a set for each",
            5,
            &format!(
                "{{ each: {{ zone: field }}, as: c, do: [{{ choose: {{ zone: field, pick: '1..all', random: true, sum: {{ power: '= 9999' }} }}, as: s, do: [{TRACE}] }}] }}"
            ),
        ),
        does(
            "a choice for each that nobody has",
            5,
            &format!(
                "{{ each: {{ zone: field }}, as: c, do: [{{ choose: {{ zone: field, power: '> 90' }}, as: s, do: [], else: [{TRACE}] }}] }}"
            ),
        ),
        does(
            "an amount divided among all",
            5,
            &format!(
                "{{ divide: 999999999, among: {{ either: [{{ zone: field }}, {{ zone: floor }}, {{ zone: deck }}] }}, as: c, do: [{TRACE}] }}"
            ),
        ),
        does(
            "an order of all",
            5,
            &format!("{{ order: {{ zone: field }}, as: all, do: [{{ each: all, as: c, do: [{TRACE}] }}] }}"),
        ),
        does("a batch of as much as there is", 5, &format!("{{ together: [{}] }}", vec![ALL; 100].join(", "))),
        does("batches beyond all bounds", 1, &format!("{{ together: [{}] }}", vec![ALL; 400].join(", ")))
            .told("more than 10,000 events at once"),
        does("an ability that uses itself", 1, uses).also(&again(uses)),
        does("an ability that uses itself twice", 1, uses).also(&again(&format!("{uses}, {uses}"))),
        does("all abilities of all cards are used", 1, of_all).also(&again(of_all)).hears(None),
        does("what is done after what is done", 5, &nested(9, &format!("{{ after_use: [@, {TRACE}] }}"), TRACE)),
        often(
            "a list of a record that grows",
            "{ each: { zone: field }, as: one, do: [{ put: { heap.stock: one } }] }",
        ),
        does(
            "a list of a record that is put into itself",
            5,
            "{ open: { heap: { stock: self, worth: 1 } } }, { each: { number: '1..1000' }, as: n, do: [{ put: { heap.stock: heap.stock } }] }",
        ),
        often("turns without end", "{ extra: { level: turn, player: all } }"),
        often("prohibitions without end", &format!("{{ forbid: {{ verb: choose, card: {LASTS}, lasts: match }} }}")),
        often(
            "changes without end",
            &format!("{{ modify: {{ affects: {LASTS}, field: power, by: 1, lasts: match }} }}"),
        ),
        often(
            "changes of all, without end",
            "{ modify: { what: { zone: field }, field: power, by: { times: 999999 }, lasts: match } }",
        ),
        often("control of all", "{ control: { card: { zone: field, name: Imp }, player: opponent, lasts: match } }"),
        does(
            "cards on cards on cards",
            5,
            "{ each: { zone: field, name: Imp }, as: a, do: [{ each: { zone: field, name: Imp }, as: b, do: [{ attach: { card: a, to: b } }] }] }",
        ),
        does("draws from nothing", 5, "{ draw: { player: all, n: 900 } }"),
        does("windows in windows", 2, "{ window: aside }, { window: aside }, { window: aside }").hears(None),
    ]
}

/// What hears events that it makes happen.
fn hearing() -> Vec<Attack> {
    let create = "{ create: { def: imp, to: field } }";
    let imps = "{ zone: field, name: Imp }";
    let grows = "{ change: { object: self, name: power, by: 1 } }";
    vec![
        loops("copies of copies", 2, "{ after: used, do: [{ copy: event.use }, { copy: event.use }] }", "").hears(None),
        loops("a use that is aimed anew for ever", 2, "{ after: used, do: [{ aim: event.use }, { copy: event.use, choose: true }] }", "").hears(None),
        loops("cards that make cards", 2, &format!("{{ after: created, do: [{create}, {create}] }}"), "act.create('imp', 'field')"),
        loops("cards that make what makes cards", 1, "{ after: created, do: [{ create: { def: foe, to: field } }] }", "act.create('imp', 'field')"),
        loops("each card makes a card for each card", 2, &format!("{{ after: created, limit: batch, do: [{{ each: {{ zone: field }}, as: c, do: [{create}] }}] }}"), "act.create('imp', 'field')"),
        loops("cards that become others for ever", 2, &format!("{{ after: transformed, do: [{{ transform: {{ card: {imps}, def: imp }} }}] }}"), "act.transform(cards{ zone = 'field', name = 'Imp' }[1], 'imp')"),
        loops("all cards come and go", 2, &format!("{{ after: moved, limit: batch, do: [{{ move: {{ card: {imps}, to: owner.discard }} }}, {{ move: {{ card: {{ zone: discard }}, to: owner.field }} }}] }}"), "act.move(cards{ zone = 'field', name = 'Imp' }, 'discard')"),
        loops("each card that goes takes all others along", 2, &format!("{{ after: doom, do: [{{ doom: {{ card: {imps} }} }}] }}"), "act.doom(cards{ zone = 'field', name = 'Imp' })"),
        loops("draws that draw", 2, "{ after: draw, do: [{ draw: { player: all, n: 9 } }] }", "act.draw(me, 1)"),
        loops("shuffles that shuffle", 3, "{ after: shuffled, do: [{ shuffle: deck }, { shuffle: hand }] }", "act.shuffle(me, 'deck')"),
        loops("records that open records", 3, "{ after: record_opened, do: [{ open: { heap: { stock: self, worth: 1 } } }] }", "act.open('heap', { worth = 1 })"),
        loops("records that open and close", 3, "{ after: record_closed, do: [{ open: { heap: { worth: 1 } } }, { close: heap }] }", "act.open('heap', { worth = 1 }) act.close('heap')"),
        loops("an ability that gives itself", 1, "{ id: more, after: hit, do: [{ grant: { who: { zone: field }, ability: foe/more, lasts: match } }, { hit: { player: opponent, amount: 0 } }] }", "").copies(2).hears(None),
        loops("what takes abilities and gives them back", 3, &format!("{{ after: changed, do: [{{ lose_ability: {{ cards: {imps} }} }}, {{ restore: {{ cards: {imps} }} }}, {grows}] }}"), "act.change(cards{ zone = 'field', name = 'Foe' }, 'power', 1)"),
        loops("control that goes round", 3, "{ after: controlled, do: [{ control: { card: event.card, player: event.player.left, lasts: match } }] }", "act.control(cards{ zone = 'field', name = 'Imp' }, opponent, 'match')"),
        loops("cards that turn round", 3, "{ after: status_changed, do: [{ status: { card: event.card, to: south } }, { status: { card: event.card, to: north } }] }", "act.status(cards{ zone = 'field' }, 'east')"),
        loops("values that change what changes values", 3, "{ after: modified, do: [{ modify: { what: { zone: field }, field: power, by: 1, lasts: turn } }] }", "act.modify(cards{ zone = 'field' }, 'power', 1, 'turn')"),
        loops("permissions that change permissions", 3, "{ after: permission_changed, do: [{ forbid: { verb: choose, card: { zone: field }, lasts: turn } }] }", "act.forbid('choose', { lasts = 'turn' })"),
        loops("a match that asks of all cards of a list", 20, &format!("{{ after: all_of, match: {{ stock: {{ {DEEP} }} }}, do: [{TRACE}] }}"), "for i = 1, 20 do act.all_of(cards{ zone = 'field' }) end"),
        Attack::foe("a match that asks of the use", 20, &format!("{{ after: used, match: {{ use: {{ card: {{ {DEEP} }} }} }}, do: [{TRACE}] }}")),
        does("a trigger for each of five hundred", 500, TRACE),
        does("a card of five hundred triggers, thirty times over", 500, TRACE).copies(30),
        does("triggers that a player puts in order", 100, TRACE).also(&format!("{{ after: hit, do: [{TRACE}, {TRACE}] }}")).says("triggers: { chosen_by: player }"),
        does("triggers that are declared together", 200, TRACE).says("triggers: { declared: together }"),
    ]
}

/// What stands in the place of events.
fn replacing() -> Vec<Attack> {
    let many = "for i = 1, 20 do act.change(cards{ zone = 'field' }, 'power', 1) end act.hit(opponent, 1)";
    let once = "act.change(cards{ zone = 'field' }, 'power', 1) act.hit(opponent, 1)";
    let thousands = "local t = {} for i = 1, 2000 do t[i] = me end act.change(t, 'mana', 1) act.hit(opponent, 1)";
    let deep = format!("exists: {{ zone: field, {DEEP} }}");
    let two = "{ change: { object: object, name: mana, by: 2 } }";
    let hit = "{ hit: { player: player, amount: amount } }";
    vec![
        Attack::foe("one stands for the other and back", 20, "{ instead: ping, do: [{ pong: { card: card } }] }, { instead: pong, do: [{ ping: { card: card } }] }")
            .does("act.ping(cards{ zone = 'field' }) act.hit(opponent, 1)", 1),
        Attack::foe("replacements that ask much of each event", 20, &format!("{{ instead: changed, match: {{ name: power }}, if: {{ {deep} }}, do: [{TRACE}] }}")).does(many, 1),
        Attack::foe("each of thousands of events at once is replaced", 1, &format!("{{ instead: changed, match: {{ name: mana, by: 1 }}, do: [{two}] }}")).does(thousands, 1),
        Attack::foe("ten replace each of thousands at once", 1, &format!("{{ instead: changed, match: {{ name: mana }}, do: [{two}] }}")).copies(10).does(thousands, 1).told("Foe used up its share"),
        Attack::foe("ten ask which of them replaces each of thousands", 10, &format!("{{ instead: changed, match: {{ name: mana }}, do: [{two}] }}")).does(thousands, 1),
        Attack::foe("each of thousands asks, and none is replaced", 20, &format!("{{ instead: changed, match: {{ name: mana, by: '> 5' }}, if: {{ {deep} }}, do: [{TRACE}] }}")).does(thousands, 1),
        Attack::foe("replaced by more of the same", 10, &format!("{{ instead: hit, do: [{hit}, {hit}] }}")).hears(None),
        Attack::foe("replaced by thousands at once", 1, &format!("{{ instead: changed, match: {{ name: mana }}, do: [{}] }}", vec![ALL; 400].join(", ")))
            .does("act.change(me, 'mana', 1) act.hit(opponent, 1)", 1).told("more than 10,000 events at once"),
        Attack::foe("replaced by one for each card", 3, &format!("{{ instead: changed, match: {{ name: power }}, do: [{ALL}] }}")).does(once, 1),
        Attack::foe("replaced by a list that begins it again", 3, "{ instead: changed, match: { name: power }, do: [{ each: { zone: field }, as: c, do: [{ change: { object: c, name: power, by: 1 } }] }] }").does(once, 1),
        Attack::foe("replacements that are wanted or not", 40, "{ instead: ping, optional: true, do: [{ pong: { card: card } }] }")
            .does("act.ping(cards{ zone = 'field', name = 'Foe' }) act.hit(opponent, 1)", 1),
        Attack::foe("draws that are replaced by draws", 5, "{ instead: draw, do: [{ draw: { player: player } }, { draw: { player: player } }] }").does("act.draw(me, 1) act.hit(opponent, 1)", 1),
        Attack::foe("moves that are replaced by moves", 20, "{ instead: moved, match: { card: { name: Imp } }, do: [{ move: { card: card, to: owner.discard } }] }")
            .does("act.move(cards{ zone = 'field', name = 'Imp' }, 'deck') act.hit(opponent, 1)", 1),
        Attack::foe("replaced by what lasts", 5, &format!("{{ instead: changed, match: {{ name: power }}, do: [{{ modify: {{ affects: {LASTS}, field: power, by: 1, lasts: match }} }}] }}")).does(many, 1),
    ]
}

/// What holds.
fn holding() -> Vec<Attack> {
    let sums = "for i = 1, 30 do act.change(cards{ zone = 'field', name = 'Imp' }, 'power', 1) sum('power', { zone = 'field' }) end act.hit(opponent, 1)";
    let holds = |name: &str, rest: &str| Attack::foe(name, 20, &format!("{{ while: true, {rest} }}")).does(sums, 1);
    let on_field = |what: &str| format!("affects: {{ zone: field }}, modify: {{ power: {what} }}");
    vec![
        holds("times times times", &on_field("{ times: 999999999 }")),
        holds("the least of the greatest of the least", &format!("reads: hidden, {}", on_field("{ at_least: { sum: power, of: { zone: deck } } }"))),
        holds("each hangs on the power of the next", &on_field("{ count: { zone: field, power: '>= it.power' } }")),
        holds("powers that are set by powers", "affects: { zone: field, name: Imp }, modify: { power: { set: { most: it.power, of: { zone: field, name: Foe } } } }"),
        holds("words for all by words of all", "affects: { zone: field, traits: red }, modify: { traits: blue }"),
        holds("words that are there if they are not", "affects: { zone: field, not: { traits: gold } }, modify: { traits: gold }"),
        holds("types that are there if they are not", "affects: { zone: field, type: creature }, modify: { type: { without: creature } }"),
        holds("names that hang on names", "affects: { zone: field, name: Imp }, modify: { name: { set: Foe } }"),
        holds("whose it is hangs on whose it is", "affects: { zone: field, controller: opponent }, modify: { controller: me }"),
        Attack::foe("abilities for all that give abilities to all", 1, "{ while: true, affects: { zone: field }, grant: foe/1 }").copies(8).does(sums, 1),
        holds("all lose what all were given", "affects: { zone: field, ability: true }, lose: all").copies(4).hears(None),
        holds("uses of all cost more for each", &format!("affects: {{ use: {{ kind: spell, card: {{ {DEEP} }} }} }}, cost: {{ mana: 1 }}")),
        holds("no use is permitted of what much is asked", &format!("forbid: {{ verb: use, card: {{ {DEEP} }} }}")),
        holds("no change happens to what much is asked", &format!("forbid: {{ verb: changed, card: {{ {DEEP} }} }}")).ends(),
        holds("no move happens to what much is asked", &format!("forbid: {{ verb: moved, card: {{ {DEEP} }} }}"))
            .does("act.move(cards{ zone = 'field', name = 'Imp' }, 'discard') act.hit(opponent, 1)", 1).ends(),
        holds("permitted is what much is asked", &format!("permit: {{ verb: dance, card: {{ {DEEP} }} }}"))
            .does("for i = 1, 30 do act.change(cards{ zone = 'field' }, 'power', 1) count{ zone = 'field', permitted = 'dance' } end act.hit(opponent, 1)", 1),
        holds("mute are all of whom much is asked", &format!("affects: {{ zone: field, {DEEP} }}, mute: {{ flag: loud }}")).also("{ after: hit, flags: loud, do: [] }"),
        Attack::foe("what holds if what holds does not", 20, "{ while: { none: { zone: field, where: { amount: it.power, is: '> 5' } } }, affects: { zone: field }, modify: { power: 9 } }").does(sums, 1),
        Attack::foe("what holds as long as it changes", 20, &format!("{{ while: {{ amount: 'mod(game.trace, 2)' }}, affects: {{ zone: field }}, modify: {{ power: 1 }} }}, {{ after: modified, do: [{TRACE}] }}"))
            .does("act.change(game, 'trace', 1) act.hit(opponent, 1)", 1),
        Attack::foe("numbers of players by numbers of cards", 20, "{ while: true, affects: { player: {} }, modify: { reach: { sum: power, of: { zone: field, power: '> it.reach' } } } }")
            .says("attributes: { card: { power: { stored: true } }, player: { reach: { amount: { count: { zone: field } } } } }")
            .does("for i = 1, 30 do act.change(me, 'mana', me.reach) end act.hit(opponent, 1)", 1),
    ]
}

#[test]
fn no_listener_costs_others_their_game() {
    let _alone = crate::alone();
    let tables = ["doing", "hearing", "replacing", "holding"];
    let ran = tables.map(|table| crate::in_child("attacks_on_listeners::child", ATTACK, table));
    let wrong: Vec<String> = ran.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other half: does nothing unless the variable names a table.
#[test]
fn child() {
    let Ok(name) = std::env::var(ATTACK) else { return };
    let all = match &*name {
        "doing" => doing(),
        "hearing" => hearing(),
        "replacing" => replacing(),
        _ => holding(),
    };
    run_all(&all);
    println!("\nOUTCOME {} attacks", all.len());
}
