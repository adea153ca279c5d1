//! Pinned scenarios: the expectations of a pinned scenario, and its notices when files were saved after some moves.

use crate::cli_new::Stranger;
use crate::support::talk::Talk;

const SWELL: &str = r#"name: Swell
type: event
colour: red
usage: {}
text: "A character has +2 prowess for the turn, and leaps."
abilities:
  - timing: main
    turn: me
    targets: { who: { zone: stage } }
    script: |
      act.modify(this.who, "prowess", 2, "turn")
      act.grant(this.who, "swell/leap", { lasts = "turn" })
  - id: leap
    after: moved
    match: { card: self }
    script: act.draw(me, 1)
"#;

const TABLE: &str = "title: A stage\ngame: cardland\nsetup:\n  phase: main\n  amy: { hand: [swell, swell], stage: [tamsin_flint], deck: [sakura, sakura, sakura] }\n  beth: { deck: [sakura, sakura] }\n";

const DRAWS: &str = r#"name: Swell
type: event
colour: red
usage: {}
text: "Draw a card."
abilities:
  - timing: main
    turn: me
    script: act.draw(me, 1)
"#;

const CARD: &str = "cards/cardland/own/swell.yaml";

/// A game from a position with a card of one's own, which is used.
fn used(here: &Stranger, card: &str) -> Talk {
    here.write(CARD, card);
    here.write("table.yaml", TABLE);
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--from", "table.yaml", "--bot", "beth=random"]);
    play.says("use Swell");
    play.says("? help: ");
    play.types("1");
    play
}

#[test]
fn what_an_effect_changed_is_expected_and_an_emptied_ability_fails() {
    let here = Stranger::new("pinned-fields");
    let mut play = used(&here, SWELL);
    play.says("? help: ");
    play.types("pin 1 It swells");
    play.says("it passes");
    play.types("q");
    play.ends();
    let pinned = "tests/scenarios/cardland/it_swells.yaml";
    let text = here.read(pinned);
    assert!(text.contains("- tamsin_flint.prowess: 4\n"), "{text}");
    assert!(text.contains("- abilities: { tamsin_flint: [swell/leap] }\n"), "{text}");
    for (emptied, says) in [
        (SWELL.replace("act.modify(this.who, \"prowess\", 2, \"turn\")", ""), "tamsin_flint.prowess is 2, expected 4"),
        (SWELL.replace("act.grant(this.who, \"swell/leap\", { lasts = \"turn\" })", ""), "abilities of tamsin_flint"),
    ] {
        here.write(CARD, &emptied);
        let (told, code) = here.says("", &["test", pinned]);
        assert!(code == 1 && told.contains(says), "{told}");
    }
}

#[test]
fn what_was_played_before_a_save_is_not_told_as_if_it_went_so_now() {
    let here = Stranger::new("pinned-otherwise");
    let mut play = used(&here, DRAWS);
    play.says("? help: ");
    here.write(CARD, &DRAWS.replace("act.draw(me, 1)", "act.draw(me, 2)"));
    play.says("what happened so far stays the same");
    play.types("pin 1 It draws");
    play.says("it passes");
    play.says("went otherwise");
    // The moment itself stands as it stood.
    play.types("pin The moment");
    play.says("it passes");
    play.says("? help: ");
    play.types("q");
    let told = play.ends();
    assert_eq!(told.matches("went otherwise").count(), 1, "{told}");
    let text = here.read("tests/scenarios/cardland/it_draws.yaml");
    assert!(text.contains("- zone: { amy.hand: [swell#2, sakura, sakura#2] }\n"), "{text}");
    assert!(
        text.contains("stood otherwise then:\n") && text.contains("#   zone: { amy.hand: [swell#2, sakura] }\n"),
        "{text}"
    );
    let text = here.read("tests/scenarios/cardland/the_moment.yaml");
    assert!(text.contains("hand: [swell, sakura]") && !text.contains("steps:"), "{text}");
}

#[test]
fn an_answer_that_fits_no_more_is_named_and_nothing_is_written() {
    let here = Stranger::new("pinned-refused");
    let mut play = used(&here, DRAWS);
    play.says("? help: ");
    here.write(CARD, &DRAWS.replace("usage: {}", "usage: { red: 3 }"));
    play.says("as it goes now");
    play.types("pin 1 It draws");
    play.says("is refused");
    play.types("q");
    let told = play.ends();
    assert!(!told.contains("left out") && !here.0.join("tests").exists(), "{told}");
}

#[test]
fn abilities_are_expected_by_their_ids_and_what_is_near_is_told() {
    let here = Stranger::new("abilities");
    here.write(CARD, SWELL);
    let scenario = |abilities: &str| format!("{TABLE}expect: [{{ abilities: {{ swell: [{abilities}] }} }}]\n");
    for (abilities, says) in [
        ("swell/leap, swell/1", "1 passed"),
        ("swell/leap", "abilities of swell is ["),
        ("leap", "did you mean `swell/leap`"),
        ("swell/laep", "did you mean `swell/leap`"),
        ("swell", "known: swell/1, swell/leap"),
        ("tamsin_flint/leap", "there is no ability `tamsin_flint/leap`"),
    ] {
        here.write("abilities.yaml", &scenario(abilities));
        let (told, _) = here.says("", &["test", "abilities.yaml"]);
        assert!(told.contains(says), "{abilities}: {told}");
    }
    let (told, _) = here.says("", &["check", "abilities.yaml"]);
    assert!(told.contains("there is no ability `tamsin_flint/leap`"), "{told}");
}

#[test]
fn a_pinned_scenario_lists_as_much_of_a_deck_as_it_needs() {
    let here = Stranger::new("pinned-decks");
    here.write(CARD, DRAWS);
    let deck = ["sakura"; 30].join(", ");
    here.write("table.yaml", &TABLE.replace("sakura, sakura, sakura", &deck));
    let mut play = Talk::new(&here.0, &["play", "cardland", "--plain", "--from", "table.yaml", "--bot", "beth=random"]);
    play.says("use Swell");
    play.says("? help: ");
    play.types("1");
    play.says("? help: ");
    play.types("pin 1 It draws one");
    play.says("it passes");
    play.types("q");
    play.ends();
    let text = here.read("tests/scenarios/cardland/it_draws_one.yaml");
    let of_deck = text.lines().find(|line| line.trim_start().starts_with("deck:")).expect("amy has a deck");
    assert!((1..=3).contains(&of_deck.matches("sakura").count()), "{text}");
    assert!(
        text.contains("zone: { amy.hand: [swell#2, sakura] }") && text.contains("as few cards as the scenario needs"),
        "{text}"
    );
}

/// A payment within a list is a step of its own: later moments can be told, too.
#[test]
fn moments_after_a_payment_within_a_list_are_told() {
    let here = Stranger::new("pinned-payments");
    for seed in ["11", "13"] {
        let record = format!("{seed}.rec");
        here.well("", &["play", "nightgarden", "--bots", "random", "--seed", seed, "--record", &record]);
        for at in ["40", "60", "90"] {
            let (told, code) =
                here.says("", &["replay", &record, "--to-scenario", "-", "--answers", "9999", "--at", at]);
            assert_eq!(code, 0, "seed {seed}, {at} answers: {told}");
        }
    }
}
