//! Card types in zones: which types of card may come to lie where, as far as `check` follows what brings them.

use std::sync::Arc;

use intermezzo::catalog::Files;
use intermezzo::lint;
use intermezzo::table::Loader;

/// A game in which beasts come to the den by an event, and charms stay in the hand.
const GAME: &str = "game: dens\ntitle: Dens\nplayers: 2\nlevels: [game]\n\
zones: { deck: {}, hand: {}, den: {}, pit: {} }\ndraw: { from: deck, to: hand }\n\
types: { beast: { live_in: [hand, den] }, charm: { live_in: hand } }\n\
events: { enters: { fields: { card: card, where: any }, does: [{ move: { card: card, to: where } }] }, fed: { fields: { card: card } } }\n\
actions:\n\
\x20 enter: { for: { type: beast }, from: hand, timing: main, do: [{ enters: { card: this.card, where: den } }] }\n\
\x20 feed: { timing: main, cost: [{ fed: { zone: hand, owner: me, type: beast } }], do: [{ draw: 1 }] }\n\
timings: { main: {} }\nwindows: { main: { protocol: free, players: active, offers: [main] } }\n\
flow: { game: [{ window: main }, { result: draw }] }\n";

/// The findings on a charm with an ability, beside a charm with a script.
fn found(ability: &str, script: &str) -> Vec<String> {
    let card = |name: &str, ability: &str| Arc::from(format!("name: {name}\ntype: charm\nabilities:\n  - {ability}\n"));
    let beside = format!("{{ timing: main, script: '{script}' }}");
    let mut files = Files::default();
    files.overlay([
        ("cards/dens/game.yaml".to_string(), Arc::from(GAME)),
        ("cards/dens/own/bear.yaml".to_string(), Arc::from("name: Bear\ntype: beast\n")),
        ("cards/dens/own/bell.yaml".to_string(), card("Bell", ability)),
        ("cards/dens/own/drum.yaml".to_string(), card("Drum", &beside)),
    ]);
    let (game, _) = Loader::default().load("dens", &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
    let found = lint::findings(game.catalog());
    let of_it = found.list().iter().filter(|p| p.span.file.ends_with("bell.yaml"));
    of_it.map(|p| p.message.to_string()).collect()
}

/// Whether an ability about charms in the den is said to be about nothing, beside a script.
#[track_caller]
fn check(script: &str, is_told: bool) {
    let ability = "{ timing: main, if: { exists: { zone: den, type: charm } }, do: [{ draw: 1 }] }";
    let found = found(ability, script);
    assert_eq!(!found.is_empty(), is_told, "{script}: {found:?}");
}

#[test]
fn what_is_paid_with_a_card_happens_to_it() {
    let after = |card: &str| {
        found(&format!("{{ after: fed, match: {{ card: {card} }}, do: [{{ draw: 1 }}] }}"), "act.draw(me)")
    };
    assert_eq!(after("{ type: beast }"), Vec::<String>::new());
    assert_eq!(after("{ type: charm }"), ["this never happens: no `card` of `fed` ever matches"]);
}

#[test]
fn an_event_brings_its_card_to_the_place_that_it_is_given() {
    let from = |zone: &str| found(&format!("{{ timing: main, from: {zone}, do: [{{ draw: 1 }}] }}"), "act.draw(me)");
    assert_eq!(from("hand"), Vec::<String>::new());
    for zone in ["den", "pit"] {
        assert_eq!(from(zone).len(), 1, "{zone}");
    }
}

#[test]
fn the_cards_of_a_script_are_those_that_it_finds() {
    check("act.draw(me)", true);
    // Beasts alone are moved, or charms within the hand.
    check("for _, one in ipairs(cards { zone = \"hand\", type = \"beast\" }) do act.move(one, \"den\") end", true);
    check(
        "local one = ask.card { zone = \"hand\", type = { \"beast\" } } if one then act.move(one, \"den\") end",
        true,
    );
    check("for _, one in ipairs(cards { zone = \"hand\" }) do act.transform(one, \"drum\") end", true);
    check("local two = cards { zone = \"hand\" } act.swap(two[1], two[2])", true);
    // Charms go to the den, or may.
    check("for _, one in ipairs(cards { zone = \"hand\" }) do act.move(one, \"den\") end", false);
    check(
        "local all = cards { zone = \"hand\", type = \"beast\" } table.insert(all, self) act.move(all, \"den\")",
        false,
    );
    check(
        "local one = cards { zone = \"hand\", type = \"beast\" }[1] if me.wins > 0 then one = self end act.move(one, \"den\")",
        false,
    );
    check("local all = cards { zone = \"hand\", type = \"beast\" } all[1] = self act.move(all, \"den\")", false);
    check("local function go(one) act.move(one, \"den\") end go(self)", false);
    check("for _, one in ipairs(cards { zone = \"den\" }) do act.transform(one, \"drum\") end", false);
    check(
        "for _, one in ipairs(cards { zone = \"hand\" }) do act.move(one, \"den\") act.transform(one, \"drum\") end",
        false,
    );
    check("local a = cards { zone = \"hand\" }[1] local b = cards { zone = \"den\" }[1] act.swap(a, b)", false);
}
