//! Forms: common features of card games work as the scenarios of a fixture state, written as data and as Lua.

use intermezzo::kernel::Seat;
use intermezzo::kernel::model::objects::Face;
use intermezzo::table::view::View;
use intermezzo::table::{Setup, Table};

use crate::support::{Bots, answer_one};

#[test]
fn forms_do_what_their_scenarios_say() {
    crate::support::plays_its_scenarios("forms", 129);
}

#[test]
fn bids_of_the_page_are_those_of_the_fixture() {
    let read = |path: &str| std::fs::read_to_string(std::path::Path::new(env!("REPOSITORY")).join(path));
    let page = read("docs/windows.md").expect("the page is there");
    let game = read("tests/fixtures/forms/cards/forms/game.yaml").expect("the fixture is there");
    let bids = page.split("### Bids\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section");
    let blocks: Vec<&str> = bids.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 5);
    for line in blocks.iter().flat_map(|block| block.lines()) {
        assert!(game.lines().any(|of_game| of_game == line), "no scenario plays this line: {line}");
    }
}

#[test]
fn a_deck_is_for_the_players_of_its_role() {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/forms");
    let files = intermezzo::catalog::Files::with_root(Some(&root)).expect("the fixture is there");
    let game = crate::support::game_of("haunt", &files);
    let begun = |decks: &[&str]| {
        let known = |id: &&str| game.decks().find(|(of, _)| of == id).map(|(_, deck)| deck.clone());
        let decks = decks.iter().map(|id| known(id).expect("the fixture has it")).collect();
        game.set_up(Setup { seed: 1, decks, ..Setup::default() }).map(Table::start).map_err(|e| e.to_string())
    };
    let refused = begun(&["mist", "gate"]).err().expect("the warden brings no fears");
    assert!(refused.contains("this is no deck for the warden"), "{refused}");
    assert!(refused.contains("this is no deck for the ghost"), "{refused}");
    let names: Vec<String> = game.usual_decks(3).into_iter().map(|deck| deck.name).collect();
    assert_eq!(names, ["Gate", "Mist", "Mist"]);
    let table = begun(&["gate", "mist", "mist"]).expect("each has her deck");
    let view = View::of_person(&table, Seat(1)).expect("she may look");
    let zones: Vec<(&str, Option<u8>)> = view.zones.iter().map(|zone| (&*zone.name, zone.seat)).collect();
    assert!(zones.contains(&("veil", Some(1))) && zones.contains(&("veil", Some(2))), "{zones:?}");
    assert!(!zones.contains(&("veil", Some(0))) && !zones.contains(&("keys", Some(1))), "{zones:?}");
    let fields = |seat: usize| view.seats[seat].fields.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!((fields(0), fields(1)), (vec!["lamp", "score"], vec!["chill", "score"]));
    assert_eq!((&*view.seats[0].roles, &*view.seats[2].roles), (&["warden".into()][..], &["ghost".into()][..]));
}

#[test]
fn what_lies_face_down_is_known_to_who_may_look() {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/forms");
    let files = intermezzo::catalog::Files::with_root(Some(&root)).expect("the fixture is there");
    let game = crate::support::game_of("masks", &files);
    let position = "game: masks\nsetup: { phase: main, amy: { field: [{ card: wolf, face: down }], hand: [lamb], deck: [wolf] } }\n";
    let table = intermezzo_program::scenario::table_of(&game, position).expect("a position");
    let told = |seat: Seat| {
        let view = View::of_person(&table, seat).expect("she may look");
        let field = view.zones.iter().find(|zone| zone.name == "field" && zone.seat == Some(0)).expect("a field");
        let card = &field.cards[0];
        (card.id.clone(), card.changes.iter().map(|change| change.what.clone()).collect::<Vec<_>>())
    };
    assert_eq!(told(Seat(0)), ("stranger".into(), vec!["face down: Wolf".to_string()]));
    assert_eq!(told(Seat(1)), ("stranger".into(), vec!["face down".to_string()]));
    let numbers = |seat: Seat| {
        let view = View::of_person(&table, seat).expect("she may look");
        view.seats.iter().map(|seat| seat.fields.keys().cloned().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(numbers(Seat(0)), ["gold score", "score"]);
    assert_eq!(numbers(Seat(1)), ["score", "gold score"]);
    // In what Beth may think of, it is not always the wolf; Amy knows that it is.
    let is = |seat: Seat, number: u64| {
        let sample = table.sample(seat, number).expect("a sample");
        let state = sample.world().state();
        let card = state.cards.iter().find(|card| card.face != Face::Zone).expect("it still lies face down");
        sample.world().rules.name(sample.world().rules.defs[card.printed.index()].id).to_string()
    };
    let thought = |seat: Seat| (0..40).map(|number| is(seat, number)).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(thought(Seat(0)), ["wolf".to_string()].into());
    assert_eq!(thought(Seat(1)), ["lamb".to_string(), "wolf".to_string()].into());
}

#[test]
fn games_with_cards_face_down_are_played_to_the_end() {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/forms");
    let files = intermezzo::catalog::Files::with_root(Some(&root)).expect("the fixture is there");
    let game = crate::support::game_of("masks", &files);
    for seed in 0..20 {
        let decks = game.usual_decks(2);
        let mut table = game.set_up(Setup { seed, decks, ..Setup::default() }).map(Table::start).expect("a game");
        let mut bots = Bots::new(seed);
        let mut decisions = 0;
        while answer_one(&mut table, &mut bots).is_some() {
            decisions += 1;
            for seat in [Seat(0), Seat(1)] {
                assert_eq!(table.tells_hidden(seat, seed + decisions), None, "seed {seed}, decision {decisions}");
            }
        }
        assert_eq!(table.faults(), 0, "{:?}", table.fault_errors());
    }
}

#[test]
fn what_a_use_costs_is_paid_together() {
    crate::support::plays_its_scenarios("costs", 16);
}

#[test]
fn modes_of_play_do_what_their_scenarios_say() {
    crate::support::plays_its_scenarios("modes", 22);
}

#[test]
fn odds_and_ends_do_what_their_scenarios_say() {
    crate::support::plays_its_scenarios("odds", 43);
}

/// The findings of `check` on a fixture with a replaced text in its manifest, or with an added card.
fn said_of(game: &str, from: &str, to: &str, card: Option<&str>) -> String {
    let card = card.map(|abilities| {
        let card = format!("name: Crow\ntype: beast\npower: 1\nabilities: [{abilities}]\n");
        ("cards/forms/beasts/crow.yaml", card)
    });
    said_of_files(game, from, to, card)
}

/// The same with any file more.
fn said_of_files(game: &str, from: &str, to: &str, file: Option<(&str, String)>) -> String {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures").join(game);
    let mut files = intermezzo::catalog::Files::with_root(Some(&root)).expect("the fixture is there").of_game(game);
    let path = format!("cards/{game}/game.yaml");
    let manifest = files.texts[&path].to_string();
    assert!(manifest.contains(from), "the manifest says `{from}`");
    files.texts.insert(path, manifest.replace(from, to).into());
    if let Some((path, text)) = file {
        files.texts.insert(path.into(), text.into());
    }
    match intermezzo::catalog::Catalog::load(game, &files) {
        Ok((_, problems)) | Err(problems) => problems.render_all(),
    }
}

#[test]
fn a_payer_that_pays_nothing_is_told() {
    let said = said_of("costs", "gives: it.yield", "gives: 0", None);
    assert!(said.contains("pays no pip"), "{said}");
    assert_eq!(said_of("costs", "gives: it.yield", "gives: 2", None), "");
}

#[test]
fn whose_things_an_opponent_chooses_is_told_where_it_is_unclear() {
    let choose = |whose: &str| {
        let what = format!("{{ zone: field, controller: {whose} }}");
        let ability = format!(
            "{{ timing: main, do: [{{ choose: {what}, by: opponent, as: one, do: [{{ move: {{ card: one, to: owner.heap }} }}] }}] }}"
        );
        said_of("forms", "game: forms", "game: forms", Some(&ability))
    };
    let said = choose("opponent");
    assert!(said.contains("`me` is who chooses"), "{said}");
    assert_eq!((choose("me"), choose("this.user")), (String::new(), String::new()));
}

#[test]
fn orders_tables_and_names_that_change_nothing_are_warned_of() {
    let said = |rest: &str| {
        said_of("forms", "game: forms", "game: forms", Some(&format!("{{ timing: main, from: field, {rest} }}")))
    };
    let order = |cut: &str| {
        let cond = format!(
            "{{ exists: {{ zone: field, ordered_by: it.power{cut}, needs: {{ if: {{ amount: it.power, is: 2 }}, because: is another }} }} }}"
        );
        said(&format!("needs: {{ if: {cond}, because: none }}, do: [{{ draw: 1 }}]"))
    };
    assert!(order("").contains("`ordered_by` changes nothing here"), "{}", order(""));
    assert_eq!(order(", first: 1"), "");
    let table = |at: &str| said(&format!("do: [{{ draw: {{ n: {{ at: {at}, of: [1, 2] }} }} }}]"));
    assert!(table("1").contains("the place in this table is always 1"), "{}", table("1"));
    assert_eq!(table("me.score"), "");
    let names = |of: &str| said(&format!("do: [{{ let: {{ worth: 1 }} }}, {{ draw: {of} }}]"));
    assert!(names("1").contains("nothing after this in its list reads `worth`"), "{}", names("1"));
    assert_eq!(names("worth"), "");
    let made =
        |of: &str| said(&format!("do: [{{ create: {{ def: wolf, to: me.field, as: pup }} }}, {{ draw: {of} }}]"));
    assert!(made("1").contains("nothing after this in its list reads `pup`"), "{}", made("1"));
    assert_eq!(made("pup.power"), "");
}

#[test]
fn copies_of_a_deck_have_a_limit_for_some_cards() {
    let said = |cards: &str, copies: &str| {
        let list = format!("decks: {{ all: {{ to: deck, holds: [beast, charm], count: 7, copies: {copies} }} }}\n");
        let deck = format!("name: Test\nall: {{ {cards} }}\n");
        said_of_files("forms", "zones:\n", &format!("{list}zones:\n"), Some(("cards/forms/decks/one.yaml", deck)))
    };
    let limits = "[{ cards: { def: wolf } }, { cards: { def: sphinx }, most: 1 }, 2]";
    assert_eq!(said("wolf: 4, sphinx: 1, boar: 2", limits), "");
    let boars = said("wolf: 3, sphinx: 1, boar: 3", limits);
    assert!(boars.contains("3 cards named Boar among the all, at most 2 are allowed"), "{boars}");
    let sphinxes = said("wolf: 4, sphinx: 2, boar: 1", limits);
    assert!(sphinxes.contains("2 cards named Sphinx among the all, at most 1 are allowed"), "{sphinxes}");
    let late = said("wolf: 2, sphinx: 2, boar: 3", "[3, { cards: { def: boar }, most: 1 }]");
    assert!(late.contains("this limit of copies never counts") && !late.contains("error"), "{late}");
    let printed = said("wolf: 2, sphinx: 3, boar: 2", "[{ cards: { type: beast }, most: card.power }]");
    assert_eq!(printed, "");
    let wolves = said("wolf: 3, sphinx: 3, boar: 1", "[{ cards: { type: beast }, most: card.power }]");
    assert!(wolves.contains("3 cards named Wolf among the all, at most 2 are allowed"), "{wolves}");
}

#[test]
fn one_event_alone_does_not_happen_together() {
    let ability = "{ timing: main, do: [{ together: [{ move: { card: self, to: owner.heap } }] }] }";
    let said = said_of("forms", "game: forms", "game: forms", Some(ability));
    assert!(said.contains("there are not several"), "{said}");
}

#[test]
fn a_pool_is_a_counter_of_players_and_pays_pips_of_the_game() {
    let said = said_of("costs", "pools: { ore:", "pools: { or:", None);
    assert!(said.contains("players have no counter `or`"), "{said}");
    let said = said_of("costs", "ore: [iron, any]", "ore: [irn, any]", None);
    assert!(said.contains("unknown kind of pip `irn`"), "{said}");
}

#[test]
fn a_slot_that_a_zone_does_not_have_is_told() {
    let said = |to: &str| said_of("forms", "{ zone: pool, slot: me.score + 3 }", to, None);
    assert_eq!(said("{ zone: pool, slot: 8 }"), "");
    assert!(said("{ zone: pool, slot: 9 }").contains("`pool` has the slots 1 to 8"));
    assert!(said("{ zone: me.heap, slot: 1 }").contains("`me.heap` has no slots"));
    assert!(said("{ zone: pool }").contains("`zone` and `slot`"));
    assert!(said("{ zone: pool, slot: 1, at: top }").contains("unknown key `at`"));
    assert!(said("{ zone: pol, slot: 1 }").contains("did you mean `pool`"));
}

#[test]
fn a_level_that_never_comes_once_more_is_told() {
    let extra = |level: &str| {
        let ability = format!("{{ timing: main, do: [{{ extra: {{ level: {level}, player: me }} }}] }}");
        said_of("forms", "game: forms", "game: forms", Some(&ability))
    };
    let (game, level) = (extra("game"), "no `repeat` plays `game` for one player after the other");
    assert!(game.contains("error: ") && game.contains(level) && game.contains("played so: `turn`"), "{game}");
    assert_eq!(extra("turn"), "");
}

#[test]
fn an_event_is_not_called_as_lists_call_something_else() {
    for name in ["grant", "move", "extra", "create"] {
        let said = said_of("forms", "events:\n", &format!("events:\n  {name}: {{ fields: {{ card: card }} }}\n"), None);
        assert!(said.contains(&format!("`{name}` means something else in a list of things to do")), "{said}");
    }
}

#[test]
fn a_mode_has_one_effect() {
    let modes = |rest: &str| {
        let ability = format!(
            "{{ timing: main, from: field, modes: [{{ id: a, do: [{{ change: {{ object: me, name: score, by: 1 }} }}]{rest}"
        );
        said_of("forms", "game: forms", "game: forms", Some(&ability))
    };
    let (both, never) = (modes(", script: 'act.draw(me)' }] }"), modes("}], do: [{ draw: 1 }] }"));
    assert!(both.contains("a mode has `do` or `script`, not both"), "{both}");
    assert!(never.contains("`do` is never done"), "{never}");
    assert_eq!(modes("}] }"), "");
}

/// The findings on a game whose beasts have the field, and a beast that tests it.
fn said_of_a_field(field: &str, asks: &str) -> String {
    let fields = format!("other_side: text?, {field},");
    let ability = format!("{{ timing: main, targets: {{ v: {{ zone: field, {asks} }} }}, do: [{{ reveal: v }}] }}");
    let rest = format!("name: Crow\ntype: beast\npower: 1\nabilities: [{ability}]\n");
    said_of_files("odds", "other_side: text?,", &fields, Some(("cards/odds/beasts/crow.yaml", rest)))
}

#[test]
fn a_field_that_is_called_like_a_key_of_filters_is_asked_by_its_name() {
    for (field, asks) in [
        ("side: int?", "side: 3"),
        ("side: int?", "side: me, fields: { side: 3 }"),
        ("position: int?", "position: top, fields: { position: '> 2' }"),
        ("status: int?", "status: ready, fields: { status: 3 }"),
        ("status: int?", "status: '>= 3'"),
        ("ability: int?", "ability: '> 1'"),
        ("fulfils: int?", "fields: { fulfils: 1 }"),
        ("other: int?", "other: '<= 2'"),
        ("printed: int?", "printed: { power: 1 }, fields: { printed: 1 }"),
        ("number: int?", "fields: { number: 3 }"),
        ("count: int?", "fields: { count: 3 }"),
        ("all: int?", "fields: { all: 3 }"),
        ("is: int?", "is: '> 3'"),
        ("where: int?", "where: '> 3'"),
        ("fields: int?", "fields: 3"),
        ("fields: int?", "fields: { fields: 3 }"),
    ] {
        assert_eq!(said_of_a_field(field, asks), "", "{field}: {asks}");
    }
}

#[test]
fn what_neither_a_key_nor_its_namesake_can_mean_is_told_with_both() {
    let said = said_of_a_field("side: int?", "side: [me, 3]");
    assert!(said.contains("`fields: { side: ... }` asks for the field `side`"), "{said}");
    let unknown = said_of_a_field("side: int?", "fields: { sied: 3 }");
    assert!(unknown.contains("unknown key `sied`") && unknown.contains("`side`"), "{unknown}");
    let number = said_of_a_field("number: int?", "number: 3");
    assert!(number.contains("`fields: { number: ... }` asks for the field `number`"), "{number}");
    let none = said_of_a_field("other: text?", "side: [me, 3]");
    assert!(!none.contains("fields:"), "{none}");
}
