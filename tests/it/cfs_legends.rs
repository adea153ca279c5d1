//! Card Fighters Special under its Legends pack: what no scenario of the pack can say.

use std::collections::BTreeMap;
use std::path::Path;

use intermezzo_program::scenario::run_paths_with;

/// CFSL-NEW-01: every scenario of the base game goes the same way with Legends in play, but for these, each with the
/// rule that says so.
const DIFFERENT: [(&str, &str, &str); 5] = [
    (
        "CFSL-DECK-01: sixty cards are a deck, three of them Strikers",
        "60 needed",
        "card/all_of_one_rarity deck/characters_only deck/fifty deck/fifty_one deck/forty_nine deck/four_copies
         deck/four_of_c045 deck/no_character deck/one_character deck/three_of_c045 deck/variants",
    ),
    (
        "CFSL-DECK-01: the decks of the base game are none, so these do not begin",
        "with these packs it is not legal: 50 cards found, 60 needed",
        "deck/a_deck_of_legends match/no_other_deck obj/a_seat_without_a_deck obj/two_players_with_decks
         ruling/a_toss_for_each_game ruling/both_show_their_hands ruling/by_turns ruling/the_loser_begins
         setup/cut_and_shuffle setup/cut_at_the_edges setup/cut_of_none setup/hands_are_kept_or_not setup/no_character_in_hand
         setup/the_toss turn/a_game_from_its_beginning turn/nothing_before_its_phase",
    ),
    (
        "CFSL-DECK-04: the Strikers are named first of all",
        "window strikers",
        "cards/phoenix_acolyte_from_the_start match/a_drawn_game_is_replayed match/best_of_three
         match/the_next_game_forgets_this_one match/two_in_a_row",
    ),
    (
        "its text has a second half for Legends: the arena is destroyed",
        "is 600, expected 300",
        "cards/grand_sapper_oll",
    ),
    ("its text has a second half for Legends: a Striker comes back", "is 0, expected 1", "cards/tournament_scout"),
];

#[test]
fn the_base_game_stays_as_it_was() {
    let root = Path::new(env!("REPOSITORY"));
    let folder = root.join("tests/scenarios/cfs");
    let pack = root.join("packs/legends").display().to_string();
    let report =
        run_paths_with(std::slice::from_ref(&folder), Some(root), &[pack], false).expect("the scenarios are there");
    let mut expected: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for (reason, says, names) in DIFFERENT {
        expected.extend(names.split_whitespace().map(|name| (name, (reason, says))));
    }
    let prefix = format!("{}/", folder.display());
    let mut wrong = Vec::new();
    for one in &report.scenarios {
        let name = one.path.strip_prefix(&prefix).and_then(|p| p.strip_suffix(".yaml")).expect("a scenario");
        match expected.remove(name) {
            None if !one.ok => wrong.push(format!("{name} differs: {}", one.message)),
            Some((reason, _)) if one.ok => wrong.push(format!("{name} passes, although {reason}")),
            Some((reason, says)) if !one.message.contains(says) => {
                wrong.push(format!("{name} differs, but not because {reason}: {}", one.message));
            }
            _ => {}
        }
    }
    wrong.extend(expected.keys().map(|name| format!("{name} is not there")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(report.scenarios.len() > 300);
}
