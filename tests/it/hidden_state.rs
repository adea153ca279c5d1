//! Hidden state: the information that an effect without a declared look at hidden cards gives to each reader.
//!
//! Each deed is done in two games that differ only in cards that somebody does not see. That player and watchers get
//! the same information in both, at each question and at the end: view, transcript, options, failures and their
//! reasons.

use intermezzo::kernel::{Answer, Card, Kind, Seat};
use intermezzo::table::{Game, Table};
use intermezzo_program::scenario::table_of;

use crate::support::asked;
use crate::support::eyes::{Seen, told};
use crate::support::pit::Pit;

/// The card of Beth's hand that Amy does not see, and another one.
const CARDS: &str = "local c = cards{ zone = 'hand', owner = opponent }[1] local d = cards{ zone = 'hand', owner = opponent }[2] \
                     local top = cards{ zone = 'deck', owner = me, first = 1 }[1] ";

/// Pairs of hidden states: Beth's hand, and the deck of both players.
const HIDDEN: [[&str; 2]; 5] = [
    [
        "hand: [{ card: imp, will: 1 }, imp], deck: [imp, ogre]",
        "hand: [{ card: imp, will: 9 }, imp], deck: [imp, ogre]",
    ],
    ["hand: [imp, imp], deck: [imp, ogre]", "hand: [ogre, imp], deck: [imp, ogre]"],
    ["hand: [imp, imp], deck: [imp, ogre]", "hand: [spare, imp], deck: [imp, ogre]"],
    ["hand: [imp, ogre], deck: [imp, ogre]", "hand: [imp, ogre], deck: [ogre, spare]"],
    ["hand: [imp, imp], deck: []", "hand: [{ card: imp, power: 7 }, { card: imp, will: 3 }], deck: []"],
];

/// Scripts of a spell. `c` and `d` lie in Beth's hand, `top` on Amy's deck.
const SCRIPTS: [&str; 106] = [
    // Events of the pack.
    "note(tostring(#(act.peeks({ c, d }) or {})))",
    "act.weighs({ c, d })",
    "act.judges({ c, d, top })",
    "act.finds(opponent) act.finds(me)",
    "act.opens(opponent)",
    "note(tostring(act.whole(c))) act.whole(d)",
    // Numbers that stop at their bounds.
    "act.change(c, 'power', -99)",
    "act.change({ c, d }, 'will', -2)",
    "act.change(cards{ zone = 'deck', owner = opponent }, 'will', 8)",
    "act.set({ c, d }, 'will', 9) act.change({ c, d }, 'will', 1)",
    "note(tostring(act.change(c, 'will', -99)))",
    "note(tostring(act.set(c, 'will', 9)))",
    "local r = act.set({ c, d }, 'will', 1) note(type(r) .. #(r or {}))",
    "act.together(function() act.set(c, 'will', 9) act.set(d, 'will', 9) end)",
    "for i = 1, 12 do act.change(c, 'will', -1) end",
    "act.change(c, 'will', -1) act.move(c, 'deck') act.change(c, 'will', 1)",
    "act.modify(c, 'power', { at_most = 2 }, 'turn')",
    "act.modify(c, 'power', { set = 2 }, 'turn') note(tostring(c.zone))",
    "act.modify(c, 'power', { printed_of = d })",
    "act.modify({ c, d }, 'power', { times = 2 }, 'turn')",
    // Moves within what is hidden.
    "act.move(c, 'deck')",
    "act.move({ c, d }, 'deck', 'top')",
    "act.move(c, 'deck', 'bottom') act.draw(opponent)",
    "note(tostring(act.move(c, 'deck') == nil))",
    "note(tostring(#act.move({ c, d }, 'deck')))",
    "act.move(c, 'opponent.hand')",
    "act.move(c, 'field', { face = 'blind' })",
    "act.move(c, 'row', { slot = 1, face = 'blind' })",
    "act.move(c, 'row', { slot = 1, face = 'blind' }) act.move(d, 'row', { slot = 1, face = 'blind' })",
    "act.move({ c, d, top }, 'row', { face = 'blind' })",
    "act.swap(c, d)",
    "note(tostring(act.swap(c, d)))",
    "act.swap(c, cards{ zone = 'deck', owner = opponent }[1])",
    "act.arrange(opponent, 'hand', { d, c })",
    "act.arrange(opponent, 'deck', cards{ zone = 'deck', owner = opponent })",
    "act.shuffle(opponent, 'hand')",
    "act.shuffle(opponent, 'deck') act.draw(opponent)",
    "act.draw(opponent, 99)",
    "act.draw(opponent, 2) act.draw(opponent, 1) note(tostring(#cards{ zone = 'hand', owner = opponent }))",
    "act.look(opponent, cards{ zone = 'deck', owner = opponent })",
    "act.look(opponent, { c, top })",
    "local x = roll.pick({ c, d }) act.move(x, 'deck')",
    "note(tostring(roll.pick({ c, d }) == c))",
    // What a card is made to be.
    "act.transform(c, 'imp')",
    "act.transform(c, 'ogre')",
    "act.transform(c, d)",
    "act.create('imp', 'hand', { owner = opponent })",
    "act.create('imp', 'hand', { owner = opponent, values = { will = 4 } })",
    "act.create(c, 'hand', { owner = opponent })",
    "act.attach(c, cards{ zone = 'field', owner = me }[1])",
    "act.attach(c, d)",
    "act.attach(c) act.attach(top)",
    "act.control(c, me)",
    "act.grant(c, 'spare/1')",
    "act.lose_ability(c) act.restore(c)",
    "note(tostring(may('choose', c)))",
    "note(tostring(may('doom', c)))",
    "act.forbid('changed', { card = c }) act.change(c, 'will', 1)",
    "act.forbid('moved', { card = c, lasts = 'turn' }) act.move(c, 'deck')",
    // Looks that are refused, with the same words.
    "note(c.name)",
    "note(tostring(c.will + c.power))",
    "note(tostring(c))",
    "note(c.owner.name .. c.controller.name .. c.zone)",
    "note(tostring(c == d) .. tostring(contains({ c }, d)))",
    "error(tostring(c == top) .. tostring(d))",
    "note(tostring(count{ zone = 'hand', owner = opponent, type = 'creature' }))",
    "note(tostring(sum('power', { c, d })))",
    "note(tostring(#abilities(c)))",
    "note(tostring(#sorted_by_entry({ d, c }, me)))",
    "note(tostring(opponent.shadow))",
    "note(tostring(#cards{ zone = 'field', where = { amount = 'opponent.shadow', is = '> 0' } }))",
    // Questions about what is hidden.
    "ask.card{ from = { c, d, top }, why = 'x' }",
    "ask.cards{ from = { c, d }, pick = '2', why = 'x' }",
    "ask.cards{ from = { c, d }, pick = '0..2', sum = { power = '<= 2' }, why = 'x' }",
    "ask.card{ from = { c, d }, needs = { { ['if'] = { amount = 'it.power', is = '> 1' }, because = 'weak' } }, why = 'x' }",
    "ask.card{ zone = 'hand', owner = opponent, verb = 'doom', why = 'x' }",
    "ask.card{ zone = 'deck', owner = me, optional = true, why = 'x' }",
    "ask.order{ cards = cards{ zone = 'deck', owner = me }, why = 'x' }",
    "ask.number{ min = 0, max = #cards{ zone = 'hand', owner = opponent }, why = 'x' }",
    "ask.player{ shadow = '> 0', optional = true, why = 'x' }",
    "ask.cards{ by = opponent, from = { c, d }, pick = '1', secret = true, why = 'x' }",
    "ask.sealed{ players = { me, opponent }, options = { 1, 2 }, why = 'x' }",
    // Zones that are full, or hold no two of a name, and what may happen only to some.
    "act.move({ c, d }, 'opponent.box') note(tostring(count{ zone = 'box' }))",
    "act.move(cards{ zone = 'deck', owner = opponent }, 'row', { face = 'blind' }) note(tostring(count{ zone = 'row' }))",
    "act.forbid('moved', { card = { zone = 'hand', owner = opponent, type = 'spell' }, lasts = 'turn' }) act.move({ c, d }, 'deck')",
    "act.forbid('changed', { card = { zone = 'hand', power = '> 1' }, lasts = 'turn' }) act.change({ c, d }, 'will', 1)",
    "act.permit('moved', { card = { zone = 'hand', power = '> 1' }, lasts = 'turn' }) act.move({ c, d }, 'deck')",
    "act.modify({ zone = 'hand', owner = opponent, power = '> 1' }, 'will', 1, 'turn')",
    "act.modify({ zone = 'hand', owner = opponent, type = 'spell' }, 'will', { set = 3 }, 'turn')",
    // What others are made to do with it.
    "act.grant({ c, d }, 'spare/1') agenda.use('spare/1', { card = c, by = opponent })",
    "agenda.use(abilities(c)[1])",
    "agenda.use('spare/1', { card = c })",
    "act.attach(cards{ zone = 'field', owner = me }[1], c) note(tostring(#c.carries))",
    "act.attach(c, cards{ zone = 'field', owner = me }[1]) note(tostring(sum('power', cards{ zone = 'field', owner = me }[1].carries)))",
    "act.change(opponent, 'votes', #cards{ zone = 'hand', owner = opponent, type = 'creature' })",
    "act.change(me, 'votes', #sorted_by_entry(cards{ zone = { 'hand', 'deck' } }, opponent))",
    "error('it has ' .. c.power)",
    "act.draw(me, 1) error(tostring(c.name))",
    "if c == roll.pick({ c, d }) then act.move(c, 'deck') else act.move(d, 'deck') end",
    "for i = 1, 9 do act.draw(opponent) end note(tostring(#cards{ zone = 'hand', owner = opponent }))",
    "act.result{ win = c.power > 1 and me or opponent }",
    "act.retarget(this, c)",
    "act.settle(this, c.owner)",
    "ask.option{ options = { c, d }, why = 'x' }",
    "ask.yes{ why = 'is it ' .. tostring(c) .. c.owner.name }",
    "ask.number{ min = 0, max = sum('will', { c, d }), why = 'x' }",
];

/// Abilities of a spell, as data: what stands after `timing: main, turn: any`.
const DATA: [&str; 55] = [
    "do: [{ peeks: { card: { zone: hand, owner: opponent } } }]",
    "do: [{ weighs: { card: { zone: deck, owner: me } } }, { judges: { card: { zone: hand, owner: opponent } } }]",
    "do: [{ each: { zone: hand, owner: opponent }, as: one, do: [{ whole: { card: one } }] }, { finds: { player: opponent } }]",
    "do: [{ if: { exists: { zone: hand, owner: opponent, type: spell } }, do: [VOTE] }]",
    "do: [{ if: { exists: { zone: deck, owner: me, power: '> 1' } }, do: [VOTE] }]",
    "do: [{ if: { count: { zone: hand, type: creature }, is: '> 2' }, do: [VOTE] }]",
    "do: [{ if: { amount: { sum: will, of: { zone: hand, owner: opponent } }, is: '> 4' }, do: [VOTE] }]",
    "do: [{ if: { exists: { zone: hand, owner: opponent, name: ogre } }, do: [VOTE] }]",
    "do: [{ change: { object: me, name: votes, by: { sum: power, of: { zone: hand } } } }]",
    "do: [{ change: { object: me, name: votes, by: { count: { zone: deck, type: creature } } } }]",
    "do: [{ change: { object: me, name: votes, by: { sum: will, of: { zone: [hand, deck] } } } }]",
    "do: [{ change: { object: me, name: votes, by: opponent.shadow } }]",
    "do: [{ change: { object: { zone: hand, owner: opponent }, name: will, by: -3 } }]",
    "do: [{ change: { object: { zone: hand, owner: opponent }, name: will, by: it.power } }]",
    "do: [{ change: { object: { zone: hand, owner: opponent, will: '> 2' }, name: will, by: 1 } }]",
    "do: [{ counter_set: { object: { zone: hand, owner: opponent }, name: will, to: 4 } }]",
    "do: [{ move: { card: { zone: hand, owner: opponent, type: spell }, to: owner.deck } }]",
    "do: [{ move: { card: { zone: hand, owner: opponent, first: 1 }, to: owner.deck } }]",
    "do: [{ each: { zone: hand, owner: opponent }, as: c, do: [{ change: { object: me, name: votes, by: c.power } }] }]",
    "do: [{ each: { zone: hand, owner: opponent }, as: c, do: [{ if: { exists: { zone: field, power: c.power } }, do: [VOTE] }] }]",
    "do: [{ draw: { player: me, n: { count: { zone: hand, owner: opponent, type: creature } } } }]",
    "do: [{ draw: { player: opponent, n: 9 } }]",
    "do: [{ create: { def: imp, to: opponent.hand, owner: opponent } }]",
    "do: [{ transform: { card: { zone: hand, owner: opponent, first: 1 }, def: imp } }]",
    "do: [{ hit: { player: opponent, amount: { sum: power, of: { zone: hand, owner: opponent } } } }]",
    "do: [{ draw: { player: opponent, n: 2 } }, { draw: { player: opponent, n: 1 } }]",
    "if: { exists: { zone: hand, owner: opponent, type: spell } }, do: [VOTE]",
    "needs: [{ if: { exists: { zone: hand, owner: opponent, type: spell } }, because: no }], do: [VOTE]",
    "needs: [{ if: { amount: { sum: will, of: { zone: hand } }, is: '> 4' }, because: no }], do: [VOTE]",
    "if: { amount: opponent.shadow, is: '> 1' }, do: [VOTE]",
    "targets: { t: { zone: hand, owner: opponent, type: creature } }, do: [VOTE]",
    "targets: { t: { zone: hand, owner: opponent, needs: [{ if: { amount: it.power, is: '> 1' }, because: weak }] } }, do: [VOTE]",
    "targets: { t: { zone: hand, owner: opponent, pick: 2, sum: { power: '<= 2' } } }, do: [VOTE]",
    "targets: { t: { zone: hand, owner: opponent, pick: 2, sum: { will: '>= 2' } } }, do: [VOTE]",
    "targets: { t: { zone: field, where: { exists: { zone: hand, owner: opponent, type: spell } } } }, do: [VOTE]",
    "cost: [{ mana: { sum: will, of: { zone: hand, owner: opponent } } }], do: [VOTE]",
    "cost: [{ mana: opponent.shadow }], do: [VOTE]",
    "do: [{ move: { card: { zone: hand, owner: opponent }, to: opponent.box } }]",
    "do: [{ divide: 3, among: { zone: hand, owner: opponent }, as: c, do: [{ change: { object: c, name: will, by: part } }] }]",
    "do: [{ choose: { zone: hand, owner: opponent, random: true }, as: c, do: [{ move: { card: c, to: owner.deck } }] }]",
    "do: [{ choose: { zone: hand, owner: opponent, type: spell, random: true }, as: c, do: [{ move: { card: c, to: owner.deck } }], else: [VOTE] }]",
    "do: [{ change: { object: me, name: votes, by: { most: it.power, of: { zone: hand } } } }]",
    "do: [{ change: { object: me, name: votes, by: { least: it.will, of: { zone: [hand, deck] } } } }]",
    "do: [{ change: { object: me, name: votes, by: { if: { exists: { zone: hand, type: spell } }, then: 1, else: 2 } } }]",
    "do: [{ modify: { affects: { zone: hand, owner: opponent, type: spell }, field: will, by: 1, lasts: turn } }]",
    "do: [{ forbid: { verb: moved, card: { zone: hand, type: spell }, lasts: turn } }, { move: { card: { zone: hand, owner: opponent }, to: owner.deck } }]",
    "do: [{ together: [{ move: { card: { zone: hand, owner: opponent, first: 1 }, to: owner.deck } }, { change: { object: me, name: votes, by: { count: { zone: hand, type: creature } } } }] }]",
    "do: [{ attach: { card: { zone: hand, owner: opponent, first: 1 }, to: { zone: field, owner: me, first: 1 } } }]",
    "do: [{ control: { card: { zone: hand, owner: opponent, type: creature }, player: me } }, { change: { object: me, name: votes, by: { count: { zone: hand, controller: me } } } }]",
    "targets: { t: { either: [{ zone: hand, owner: opponent, type: spell }, { player: {} }] } }, do: [VOTE]",
    "modes: [{ id: a, targets: { t: { zone: hand, owner: opponent, type: spell } }, do: [VOTE] }, { id: b, do: [] }]",
    "x: { sum: power, of: { zone: hand, owner: opponent } }, do: [{ change: { object: me, name: votes, by: this.x } }]",
    "once: turn, if: { exists: { zone: hand, owner: opponent, type: spell } }, do: [VOTE]",
    "do: [{ use: { abilities_of: { zone: hand, owner: opponent } } }]",
    "do: [{ grant: { who: self, abilities_of: { zone: hand, owner: opponent }, lasts: match } }]",
];

/// Abilities of a creature that lies on Amy's field while Beth's cards are changed, moved and drawn.
const LISTENERS: [&str; 45] = [
    // What a static ability changes acts, and is read by others.
    "while: true, affects: { zone: hand, owner: opponent, type: spell }, grant: teller/tell",
    "while: true, affects: { owner: opponent, type: spell }, grant: teller/tell",
    "while: true, affects: { power: '> 1' }, grant: teller/tell",
    "while: true, affects: { owner: opponent, type: creature }, modify: { will: 4 }",
    "while: true, affects: { where: { amount: it.power, is: '> 1' } }, grant: teller/tell",
    "while: { exists: { zone: hand, owner: opponent, type: spell } }, affects: self, modify: { power: 1 }",
    "while: { amount: { sum: will, of: { zone: hand } }, is: '> 4' }, affects: { zone: field }, modify: { power: 1 }",
    "while: true, affects: self, modify: { power: { count: { zone: deck, type: creature } } }",
    "while: true, affects: self, modify: { power: { sum: power, of: { zone: hand } } }",
    "while: true, affects: self, modify: { power: opponent.shadow }",
    "while: true, forbid: { verb: doom, card: { zone: hand, type: creature } }",
    "while: true, forbid: { verb: moved, card: { zone: hand, owner: opponent } }",
    "while: { exists: { zone: hand, owner: opponent, type: spell } }, forbid: { verb: draw }",
    "after: moved, match: { card: { type: spell } }, do: [VOTE]",
    "after: moved, if: { amount: event.card.power, is: '> 1' }, do: [VOTE]",
    "after: moved, match: { card: { owner: opponent } }, do: [{ change: { object: me, name: votes, by: event.card.power } }]",
    "after: moved, match: { card: { will: '> 2' } }, do: [VOTE]",
    "after: draw, if: { exists: { zone: hand, owner: opponent, type: spell } }, do: [VOTE]",
    "after: draw, do: [{ change: { object: me, name: votes, by: { count: { zone: hand, type: creature } } } }]",
    "after: changed, match: { object: { will: '> 2' } }, do: [VOTE]",
    "after: changed, match: { by: '< 0' }, do: [VOTE]",
    "after: changed, if: { amount: event.by, is: '> 2' }, do: [VOTE]",
    "after: counter_set, match: { to: '> 2' }, do: [VOTE]",
    "instead: moved, match: { card: { type: spell, owner: opponent } }, do: [VOTE]",
    "instead: changed, match: { object: { power: '> 1' } }, do: [VOTE]",
    "after: moved, script: \"note(tostring(event.card == nil)) act.change(me, 'votes', 1)\"",
    "after: moved, script: \"for name, value in pairs(event) do note(name .. tostring(value)) end\"",
    "after: draw, script: \"for name, value in pairs(event) do note(name .. tostring(value)) end\"",
    "after: shuffled, script: \"note(tostring(#cards{ zone = 'hand', owner = opponent }))\"",
    "after: moved, optional: true, match: { card: { type: spell } }, do: [VOTE]",
    "after: moved, once: turn, if: { amount: event.card.will, is: '> 2' }, do: [VOTE]",
    "after: moved, targets: { t: { zone: hand, owner: opponent, type: spell } }, do: [VOTE]",
    "after: draw, cost: [{ mana: { count: { zone: hand, type: creature } } }], do: [VOTE]",
    "after: changed, limit: batch, match: { object: { zone: hand } }, do: [VOTE]",
    "after: transformed, match: { def: ogre }, do: [VOTE]",
    "after: attached, match: { card: { type: spell } }, do: [VOTE]",
    "while: true, affects: { zone: hand, type: spell }, modify: { will: 1 }",
    "while: true, affects: { player: opponent }, modify: { shadow: { count: { zone: hand, type: creature } } }",
    "while: true, affects: { zone: hand, owner: opponent, type: spell }, grant: spare/1",
    "while: true, affects: { zone: hand, owner: opponent, type: spell }, lose: all",
    "while: { exists: { zone: hand, owner: opponent, type: spell } }, permit: { verb: dance, card: { zone: field } }",
    "while: true, affects: { use: { card: { zone: hand, type: spell } } }, cost: { mana: 1 }",
    "instead: moved, optional: true, match: { card: { type: spell } }, do: [VOTE]",
    "instead: draw, if: { exists: { zone: deck, owner: opponent, type: spell } }, do: [VOTE]",
    "instead: changed, once: turn, match: { object: { will: '> 2' } }, do: [VOTE]",
];
/// The deeds that they listen to, by their places among the scripts.
const HEARD: [&str; 8] = [
    "act.change({ c, d }, 'will', -99)",
    "act.set(c, 'will', 5) act.change(d, 'power', 2)",
    "act.move({ c, d }, 'deck')",
    "act.draw(opponent, 9)",
    "act.shuffle(opponent, 'hand')",
    "act.together(function() act.move(c, 'deck') act.change(d, 'will', 9) end)",
    "act.transform(c, 'imp') act.transform(c, 'ogre')",
    "act.attach(c, d) act.move(d, 'deck')",
];

/// A zone of the pack that nobody sees, with a single card, and events of the pack that ask about cards.
const PATCHES: &str = "patches:
  - add: zones
    with:
      box: { per: player, seen_by: nobody, capacity: 1 }
  - add: events
    with:
      peeks: { fields: { card: card }, needs: { type: spell } }
      weighs: { fields: { card: card }, does: [{ change: { object: card.owner, name: votes, by: card.will } }] }
      judges: { fields: { card: card }, does: [{ change: { object: card.owner, name: votes, by: { if: { card: { type: spell } }, then: 1 } } }] }
      finds: { fields: { player: player }, does: [{ change: { object: player, name: votes, by: { count: { zone: hand, type: spell } } } }] }
      opens: { fields: { player: player }, does: [{ change: { object: player, name: votes, by: event.player.shadow } }] }
      whole: { fields: { card: card }, does: [{ judges: { card: card } }, { peeks: { card: card } }] }";

const VOTE: &str = "{ change: { object: me, name: votes, by: 1 } }";

/// A game with these spells, named `do0`, `do1` and so on, and a creature with this listener.
fn game(spells: &[String], listener: &str) -> Result<Game, String> {
    let watch = format!("{{ {} }}", listener.replace("VOTE", VOTE));
    let mut pit = Pit::new().creature("ogre", "").creature("watch", if listener.is_empty() { "" } else { &watch });
    pit = pit.spell("spare", "note('spare')");
    pit = pit.creature("teller", &format!("{{ id: tell, after: draw, from: any, do: [{VOTE}] }}"));
    for (i, spell) in spells.iter().enumerate() {
        pit = pit.ability(&format!("do{i}"), spell);
    }
    pit.in_a_pack(PATCHES).game()
}

/// True if a game is refused because it would look at hidden cards, or hide some.
fn is_refused(why: &str) -> bool {
    ["which its player may not see", "may lay a card face down"].iter().any(|words| why.contains(words))
}

/// A script as the ability of a spell.
fn script(script: &str) -> String {
    format!("\n  - timing: main\n    turn: any\n    script: |\n      {CARDS}\n      {script}\n")
}

/// Data as the ability of a spell.
fn data(data: &str) -> String {
    format!("\n  - {{ timing: main, turn: any, {} }}\n", data.replace("VOTE", VOTE))
}

/// The seats that are told: Amy, and Cleo, who does nothing.
const TOLD: [&[Seat]; 3] = [&[Seat(0)], &[Seat(2)], &[]];

/// One of the two games, with the cards that each reader has seen.
struct Side {
    table: Table,
    seen: Vec<Seen>,
}

impl Side {
    fn new(game: &Game, id: usize, hidden: &str) -> Result<Side, String> {
        let decks = hidden.split("deck:").nth(1).unwrap_or("[]");
        let text = format!(
            "title: Hidden\ngame: pit\npacks: [p]\nsetup: {{ phase: main, amy: {{ hand: [do{id}], deck: {decks}, field: [watch] }}, \
             beth: {{ {hidden}, field: [imp] }}, cleo: {{ field: [imp] }} }}\n"
        );
        let table = table_of(game, &text)?;
        let mut side = Side { table, seen: [0, 2].map(|seat| Seen::new(Seat(seat))).into() };
        side.look();
        Ok(side)
    }

    fn look(&mut self) {
        let Side { table, seen } = self;
        seen.iter_mut().for_each(|seen| seen.look(table));
    }

    /// True if a reader has seen one of these cards; watchers see what Cleo sees.
    fn has_seen(&self, told: usize, cards: &[Card]) -> bool {
        cards.iter().any(|card| self.seen[told.min(1)].cards.contains(card))
    }
}

/// The cards that differ.
fn differing(a: &Table, b: &Table) -> Vec<Card> {
    let numbers = a.world().rules.schema.stored;
    let of = |table: &Table, i: usize| {
        let state = table.world().state();
        (state.cards[i].def, state.stored[i * numbers..(i + 1) * numbers].to_vec())
    };
    (0..a.world().state().cards.len()).filter(|i| of(a, *i) != of(b, *i)).map(|i| Card(i as u16)).collect()
}

/// The difference between two games in which the spell of this number is used, if there is one.
fn compare(game: &Game, id: usize, hidden: [&str; 2]) -> Result<(), String> {
    let [a, b] = hidden.map(|hidden| Side::new(game, id, hidden));
    let (mut a, mut b) = (a?, b?);
    let cards = differing(&a.table, &b.table);
    assert!(!cards.is_empty(), "{hidden:?}");
    for _ in 0..8 {
        for (told_at, seats) in TOLD.into_iter().enumerate() {
            if a.has_seen(told_at, &cards) || b.has_seen(told_at, &cards) {
                continue;
            }
            let [one, other] = [&a, &b].map(|side| told(&side.table, seats));
            if one != other {
                let line = one.1.iter().zip(&other.1).find(|(a, b)| a != b);
                return Err(format!("{seats:?}: {line:?} {} {}", one.1.len(), other.1.len()));
            }
        }
        // Beth sees what differs, and may choose by it.
        if a.table.is_over() || b.table.is_over() || asked(&a.table).seat == Seat(1) || asked(&b.table).seat == Seat(1)
        {
            return Ok(());
        }
        for side in [&mut a, &mut b] {
            let decision = asked(&side.table);
            let answers = side.table.world().game().answers(&decision, 64);
            let is_it = |answer: &&Answer| matches!((answer, &decision.kind), (Answer::Act(_), Kind::Act { .. }));
            let answer = answers.iter().find(is_it).or(answers.last()).ok_or("nothing can be answered")?.clone();
            side.table.submit(decision.seat, answer).map_err(|refused| refused.to_string())?;
            // What failed is told to its author; the game goes on without it.
            while side.table.fault().is_some() {
                side.table.let_fizzle();
            }
            side.look();
        }
    }
    Ok(())
}

/// Compares each spell over all that is hidden.
fn judge(game: &Game, spells: &[&str], with: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (id, spell) in spells.iter().enumerate() {
        for hidden in HIDDEN {
            if let Err(why) = compare(game, id, hidden) {
                wrong.push(format!("{spell}\n  {with}\n  {hidden:?}\n  {why}"));
                break;
            }
        }
    }
    wrong
}

/// Everybody counts the cards of a zone, so a zone that takes some and refuses others tells what came to it.
#[test]
fn a_hidden_zone_of_a_pack_refuses_no_card() {
    let loads = |zone: &str, header: &str| {
        let zones = format!("{header}\npatches:\n  - add: zones\n    with:\n      vault: {{ per: player, {zone} }}");
        Pit::new().in_a_pack(&zones).game().map(drop)
    };
    for zone in ["seen_by: nobody, distinct: name", "seen_by: owner, distinct: name"] {
        let told = loads(zone, "").expect_err("it is refused");
        assert!(told.contains("not everybody sees `vault`"), "{told}");
        assert_eq!(loads(zone, "reads: hidden"), Ok(()));
    }
    for zone in ["seen_by: nobody, only: [power]", "seen_by: all, distinct: name"] {
        assert_eq!(loads(zone, ""), Ok(()));
    }
}

/// Everybody sees most numbers of players, so a number that asks about hidden cards tells of them.
#[test]
fn a_public_number_of_a_pack_asks_about_no_hidden_card() {
    let loads = |number: &str, header: &str| {
        let added = format!("{header}\npatches:\n  - add: attributes.player\n    with:\n      spells: {{ {number} }}");
        Pit::new().in_a_pack(&added).game().map(drop)
    };
    let public = "amount: { count: { zone: hand, controller: it, type: spell } }";
    let told = loads(public, "").expect_err("it is refused");
    assert!(told.contains("everybody sees `spells`") && told.contains("`reads: hidden`"), "{told}");
    assert_eq!(loads(public, "reads: hidden"), Ok(()));
    for number in [&format!("{public}, seen_by: owner"), "amount: { count: { zone: hand, controller: it } }"] {
        assert_eq!(loads(number, ""), Ok(()));
    }
}

#[test]
fn no_deed_tells_what_is_hidden() {
    let all = SCRIPTS.iter().map(|s| (*s, script(s))).chain(DATA.iter().map(|d| (*d, data(d))));
    let mut wrong = Vec::new();
    for (deed, spell) in all {
        match game(&[spell], "") {
            Ok(game) => wrong.extend(judge(&game, &[deed], "")),
            Err(why) if is_refused(&why) => {}
            Err(why) => wrong.push(format!("{deed}\n{why}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), SCRIPTS.len() + DATA.len(), wrong.join("\n"));
}

#[test]
fn no_listener_tells_what_is_hidden() {
    let spells: Vec<String> = HEARD.iter().map(|s| script(s)).collect();
    let mut wrong = Vec::new();
    for listener in LISTENERS {
        match game(&spells, listener) {
            Ok(game) => wrong.extend(judge(&game, &HEARD, listener)),
            Err(why) if is_refused(&why) => {}
            Err(why) => wrong.push(format!("{listener}\n{why}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), LISTENERS.len() * HEARD.len(), wrong.join("\n"));
}
