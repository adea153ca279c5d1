//! Blank cards: data of a pack asks about a card that it reaches through an event, a record or a use. Fields that its
//! player or its provider does not see are empty.

use crate::support::pit::Pit;

/// What adds a vote.
const VOTE: &str = "do: [{ change: { object: me, name: votes, by: 1 } }]";

/// The votes of Amy, who has a watching creature of a pack with this ability and uses a spell with this script.
struct Watch<'a> {
    ability: &'a str,
    setup: &'a str,
    script: &'a str,
    votes: i64,
}

impl Watch<'_> {
    #[track_caller]
    fn holds(&self, header: &str, ability: &str, votes: i64) {
        self.plays("{ amy: use do }", header, ability, votes);
    }

    #[track_caller]
    fn plays(&self, step: &str, header: &str, ability: &str, votes: i64) {
        let records = "records: { heap: { of: { cards: hand }, lying: { cards: field } } }";
        let aims = "\n  - timing: main\n    turn: any\n    targets: { hit: { zone: ZONE, owner: opponent, type: creature } }\n    READS    script: note('x')\n";
        let setup = self.setup;
        Pit::new()
            .says(records)
            .creature("watch", ability)
            .spell("do", self.script)
            .spell("spell", "note('x')")
            .ability("aim_hand", &aims.replace("ZONE", "hand").replace("READS    ", "reads: hidden\n    "))
            .ability("aim_field", &aims.replace("ZONE", "field").replace("READS    ", ""))
            .in_a_pack(header)
            .holds(setup, &format!("steps: [{step}]\nexpect: [{{ amy.votes: {votes} }}]"));
    }

    /// Once as it stands, and once declared by the ability and by the pack: then it sees all.
    #[track_caller]
    fn check(&self, declared: i64) {
        self.holds("", &format!("{{ {} }}", self.ability), self.votes);
        self.holds("", &format!("{{ {}, reads: hidden }}", self.ability), declared);
        self.holds("reads: hidden", &format!("{{ {} }}", self.ability), declared);
    }
}

const HOLDS: &str =
    "amy: { hand: [do], deck: [spell, imp], field: [watch] }, beth: { hand: [spell], deck: [spell, imp] }";

#[test]
fn the_card_of_an_event_is_asked_where_it_is_seen() {
    let to = |zone: &str| format!("after: moved, match: {{ card: {{ type: spell }}, to: {{ zone: {zone} }} }}, {VOTE}");
    for (zone, script, votes, declared) in [
        ("hand", "act.move(cards{ zone = 'deck', owner = opponent }, 'hand')", 0, 1),
        ("hand", "act.move(cards{ zone = 'deck', owner = me }, 'hand')", 1, 1),
        ("deck", "act.move(cards{ zone = 'hand', owner = opponent }, 'deck')", 0, 1),
        ("row", "act.move(cards{ zone = 'hand', owner = opponent }, 'row')", 1, 1),
    ] {
        Watch { ability: &to(zone), setup: HOLDS, script, votes }.check(declared);
    }
    // Conditions outside of `match`, and negations.
    for (says, votes, declared) in [
        ("if: { event.card: { type: spell } }", 0, 1),
        ("if: { event.card: { not: { type: spell } } }", 2, 1),
        ("if: { amount: event.card.power, is: 1 }", 0, 1),
        ("if: { amount: { sum: power, of: event.card }, is: 1 }", 0, 1),
    ] {
        let ability = format!("after: moved, match: {{ to: {{ zone: hand }} }}, {says}, {VOTE}");
        let script = "act.move(cards{ zone = 'deck', owner = opponent }, 'hand')";
        Watch { ability: &ability, setup: HOLDS, script, votes }.check(declared);
    }
}

#[test]
fn what_comes_of_such_a_card_comes_of_one_that_is_seen() {
    for (does, votes, declared) in [
        ("created: { def: event.card, to: field }", 0, 2),
        ("attach: { card: event.card, to: self }", 0, 2),
        ("transformed: { card: self, def: event.card }", 0, 2),
    ] {
        let when = "after: moved, match: { to: { zone: hand } }";
        let counts = "after: [created, attached, transformed]";
        let ability = format!("{when}, do: [{{ {does} }}] }}, {{ {counts}, {VOTE}");
        let ability = ability.replace(
            "[created, attached, transformed]",
            match does.split(':').next() {
                Some("attach") => "attached",
                Some(other) => other,
                None => "",
            },
        );
        // A creature that turns into another one watches no more.
        let declared = if does.starts_with("transformed") { 0 } else { declared };
        let script = "act.move(cards{ zone = 'deck', owner = opponent }, 'hand')";
        let watch = Watch { ability: &ability, setup: HOLDS, script, votes };
        watch.holds("", &format!("{{ {ability} }}"), votes);
        watch.holds("reads: hidden", &format!("{{ {ability} }}"), declared);
    }
}

#[test]
fn the_cards_of_a_record_are_asked_where_they_are_seen() {
    // The script shows the cards before it writes them into the record; the record is there when the second spell is
    // used.
    let script = "act.reveal(cards{ zone = 'hand', owner = opponent }) \
                  act.open('heap', { of = cards{ zone = 'hand', owner = opponent }, lying = cards{ zone = 'field' } })";
    let setup =
        "amy: { hand: [do, { card: spell, as: mine }], field: [watch] }, beth: { hand: [spell], deck: [spell, imp] }";
    for (field, votes) in [
        ("lying: { type: creature }", 1),
        ("lying: { zone: field, power: '> 0' }", 1),
        ("of: { type: spell }", 1),
        ("of: { type: creature }", 0),
    ] {
        let ability = format!("after: used, if: {{ exists: {{ record: heap, {field} }} }}, {VOTE}");
        let watch = Watch { ability: &ability, setup, script, votes };
        let steps = "{ amy: use do }, { pass: [beth, cleo] }, { amy: use mine }";
        watch.plays(steps, "", &format!("{{ {ability} }}"), votes);
    }
}

#[test]
fn what_a_use_is_of_everybody_sees_and_at_what_it_could_aim_not() {
    let by_card = format!("after: used, match: {{ use: {{ card: {{ type: spell }} }} }}, {VOTE}");
    Watch { ability: &by_card, setup: HOLDS, script: "note('x')", votes: 1 }.check(1);
    let aims = format!("after: used, match: {{ use: {{ can_aim_elsewhere: true }} }}, {VOTE}");
    let setup = "amy: { hand: [do, aim_hand, aim_field], field: [watch] }, \
                 beth: { hand: [{ card: imp, as: a }, imp], field: [{ card: imp, as: c }, imp] }, cleo: { hand: [] }";
    for (spell, chosen, votes) in [("aim_hand", "a", 0), ("aim_field", "c", 1)] {
        let watch = Watch { ability: &aims, setup, script: "note('x')", votes };
        watch.plays(&format!("{{ amy: use {spell}, choose: [{chosen}] }}"), "", &format!("{{ {aims} }}"), votes);
    }
}

#[test]
fn a_number_that_others_do_not_see_is_nothing() {
    let ability = |whose: &str| format!("after: used, if: {{ amount: {whose}.shadow, is: '> 0' }}, {VOTE}");
    let setup = "amy: { hand: [do, imp], field: [watch] }, beth: { hand: [imp] }";
    for (whose, votes) in [("me", 1), ("opponent", 0)] {
        Watch { ability: &ability(whose), setup, script: "note('x')", votes }.check(1);
    }
}

#[test]
fn what_holds_changes_and_asks_about_seen_cards() {
    // A card that its player does not see is not changed, because what is changed may show.
    let changes = "while: true, affects: { type: creature, controller: me }, modify: { power: 2 }";
    let asks = "while: { exists: { zone: hand, controller: me, type: spell } }, affects: { zone: field }, modify: { power: 2 }";
    let counts = |zone: &str| format!("act.change(me, 'votes', sum('power', cards{{ zone = '{zone}', owner = me }}))");
    let setup = "amy: { hand: [do, imp], field: [watch] }, beth: { hand: [imp] }";
    Watch { ability: changes, setup, script: &counts("hand"), votes: 3 }.check(3);
    let setup = "amy: { hand: [do, spell], field: [watch] }, beth: { hand: [imp] }";
    Watch { ability: asks, setup, script: &counts("field"), votes: 3 }.check(3);
    // On the side of Amy, whose hand Beth does not see.
    let setup = "amy: { hand: [do, spell], field: [{ card: watch, owner: beth }] }, beth: { hand: [imp] }";
    Watch { ability: asks, setup, script: &counts("field").replace(", owner = me", ", controller = me"), votes: 1 }
        .check(3);
}

#[test]
fn what_lasts_asks_about_what_its_bringer_sees() {
    let asks = "where: { exists: { zone: hand, controller: me, type: spell } }";
    let lasts = format!(
        "{{ after: used, do: [{{ modify: {{ affects: {{ zone: field, {asks} }}, field: power, by: 2, lasts: match }} }}] }}"
    );
    for (owner, power) in [("amy", 3), ("beth", 1)] {
        let setup = format!("amy: {{ hand: [do, spell], field: [{{ card: watch, owner: {owner} }}] }}");
        Pit::new()
            .creature("watch", &lasts)
            .spell("do", "note('x')")
            .spell("spell", "note('x')")
            .in_a_pack("")
            .holds(&setup, &format!("steps: [{{ amy: use do }}]\nexpect: [{{ watch.power: {power} }}]"));
    }
}

#[test]
fn one_face_down_card_of_a_pack_concerns_no_other() {
    // A zone of the pack, in which it lays cards face down: an innocent card asks about all that lies there.
    // A line that lays cards face down names no other zone; `used` is one of the game.
    let hides = "{ after: used, match: { use: { card: { type: spell } } },\n  do: [{ move: { card: self, to: me.pool, face: down } }] }";
    let asks = "{ after: used, if: { exists: { zone: [field, pool], type: creature, other: true } }, do: [{ change: { object: me, name: votes, by: 1 } }] }";
    let adds = "patches:\n  - add: zones\n    with: { pool: { per: player, seen_by: all } }\n";
    Pit::new().creature("hides", hides).creature("asks", asks).spell("do", "note('x')").in_a_pack(adds).holds(
        "amy: { hand: [do], field: [hides, asks] }",
        "steps: [{ amy: use do }]\nexpect: [{ zone: { amy.pool: [hides] } }]",
    );
}

#[test]
fn a_number_of_an_event_that_is_called_like_a_field_is_no_look_at_a_card() {
    // Cards have `power`, too; what the event says of itself lies in no zone.
    let adds = "patches:\n  - add: events\n    with: { scored: { fields: { player: player, power: int } } }\n";
    let hears = "{ after: scored, match: { power: '>= 2' }, if: { amount: event.power, is: '< 9' },\n  \
                 do: [{ change: { object: me, name: votes, by: event.power } }] }";
    Pit::new()
        .creature("hears", hears)
        .spell("do", "act.scored(me, 3)")
        .in_a_pack(adds)
        .holds("amy: { hand: [do], field: [hears] }", "steps: [{ amy: use do }]\nexpect: [{ amy.votes: 3 }]");
}
