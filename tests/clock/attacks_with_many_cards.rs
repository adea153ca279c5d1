//! Attacks with many cards: conditions, orders and amounts over lists that name the same thousands of cards again and
//! again, in play and after they have died.

use std::time::Duration;

use crate::alone;
use crate::attacks_in_games::cpu;
use crate::support::pit::Pit;

/// Most processor time of an attack with its loading: they took from seven seconds to minutes before, and about one now.
const MOST: Duration = Duration::from_secs(2);
/// The cards on the field.
const CARDS: usize = 2_000;

fn many(reference: &str, times: usize) -> String {
    vec![reference; times].join(", ")
}

/// Plays a game with many cards, in which a spell is cast and the other player votes, in time.
#[track_caller]
fn in_time(pit: Pit, name: &str) {
    let field = format!("foe, {}", many("imp", CARDS));
    let setup = format!("amy: {{ hand: [cast], field: [{field}] }}, beth: {{ hand: [vote] }}");
    let rest = "steps: [{ amy: use cast }, { beth: use vote }]\nexpect: [{ beth.votes: 1 }]";
    let pit = pit.spell("vote", "act.change(me, 'votes', 1)");
    let _alone = alone();
    let began = cpu();
    let outcome = pit.play(&setup, rest);
    let took = cpu() - began;
    assert!(took < MOST, "{name}: it took {took:?}");
    // A card that used up its share is left out, or its ability is given up, and the game goes on.
    let goes_on = ["used up its share", "looks at too much"].iter().any(|words| outcome.message.contains(words));
    assert!(outcome.ok || goes_on, "{name}: {}", outcome.message);
}

/// Amounts that look through many lists of many cards, for each of many cards.
fn amounts() -> [(&'static str, String); 6] {
    let counts = format!("{{ count: {{ among: [{}], power: '> 90' }} }}", many("me.field", 250));
    let sums = vec!["sum(power, me.field)"; 60].join(" + ");
    [
        ("most", format!("{{ most: {counts}, of: {{ zone: field }} }}")),
        ("sum", format!("{{ sum: {counts}, of: {{ zone: field }} }}")),
        ("sums", format!("{{ most: '{sums}', of: {{ zone: field }} }}")),
        ("distance", "{ count: { zone: field, where: { amount: 'count(me.field, it)', is: '> 90' } } }".into()),
        ("is", format!("{{ count: {{ zone: field, any: [{}] }} }}", many("{ is: me.field, power: '> 90' }", 20))),
        ("among", format!("{{ count: {{ zone: field, any: [{}] }} }}", many("{ among: me.field, power: '> 90' }", 20))),
    ]
}

#[test]
fn lists_of_lists_in_conditions() {
    for (name, amount) in amounts() {
        let asks = format!("if: {{ amount: {amount}, is: '> 9' }}");
        for (form, times) in [
            (format!("{{ after: moved, {asks}, do: [{{ hit: {{ player: me, amount: 1 }} }}] }}"), 20),
            (format!("{{ while: {{ amount: {amount}, is: '> 9' }}, forbid: {{ verb: choose }} }}"), 5),
        ] {
            let pit = Pit::new().creature("foe", &many(&form, times)).spell("cast", "act.draw(me)");
            in_time(pit, &format!("{name}, {form:.20}"));
        }
    }
}

/// Lists of a spell, after all cards have been named and most of them have died.
fn after_death() -> [(&'static str, String); 8] {
    let counts = |times: usize| format!("{{ count: {{ among: [{}], power: '> it.power' }} }}", many("gone", times));
    let each = |amount: &str| {
        format!("each: gone, as: one, do: [{{ change: {{ object: game, name: trace, by: {amount} }} }}]")
    };
    [
        ("one order", format!("let: {{ a: {{ among: gone, ordered_by: {} }} }}", counts(1))),
        ("many orders", format!("let: {{ a: {{ among: gone, ordered_by: {} }} }}", counts(250))),
        (
            "most",
            format!("change: {{ object: game, name: trace, by: {{ most: {}, of: {{ among: gone }} }} }}", counts(250)),
        ),
        ("each", each("{ count: { among: gone, power: '> 900' } }")),
        ("each sum", each("{ sum: power, of: { among: gone, power: '> 900' } }")),
        ("each order", each("{ most: power, of: { among: gone, ordered_by: power, first: 1 } }")),
        ("each list", each("{ count: { zone: discard, among: gone, power: '> 900' } }")),
        (
            "lists",
            format!("let: {{ a: {{ among: [{}] }}, b: {{ among: [{}] }} }}", many("gone", 200), many("gone", 200)),
        ),
    ]
}

#[test]
fn after_a_board_has_died() {
    for (name, list) in after_death() {
        let spell = format!(
            "\n  - timing: main\n    do:\n      - let: {{ gone: {{ zone: field, name: imp }} }}\n      \
             - doom: {{ card: gone }}\n      - {{ {list} }}\n"
        );
        in_time(Pit::new().creature("foe", "").ability("cast", &spell), name);
    }
}
