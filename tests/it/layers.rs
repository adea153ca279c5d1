//! Layers: the effects of static abilities on cards, as the scenarios of a fixture state, and their explanations.

#[test]
fn layers_do_what_their_scenarios_say() {
    crate::support::plays_its_scenarios("layers", 24);
}

/// Findings of `check` in a game with one more card, with these abilities.
fn said_of(abilities: &str) -> String {
    let root = std::path::Path::new(env!("REPOSITORY")).join("tests/fixtures/layers");
    let mut files = intermezzo::catalog::Files::with_root(Some(&root)).expect("the fixture is there").of_game("layers");
    let card = format!("name: Crow\ntype: being\npower: 1\nabilities:\n{abilities}");
    files.texts.insert("cards/layers/beings/crow.yaml".into(), card.into());
    let problems = match intermezzo::catalog::Catalog::load("layers", &files) {
        Ok((_, problems)) | Err(problems) => problems,
    };
    problems.render_all()
}

#[test]
fn what_has_no_effect_in_layers_is_told() {
    let late = said_of("  - { while: true, affects: { is: self }, grant: mask/1 }\n");
    assert!(late.contains("`mask/1` does nothing where it is given"), "{late}");
    let wide = said_of("  - { while: true, lose: all }\n");
    assert!(wide.contains("without `affects` it changes every card"), "{wide}");
    let near = said_of("  - { while: true, affects: { is: self }, grant: sparkk }\n");
    assert!(near.contains("did you mean `spark`?"), "{near}");
    let fine = said_of("  - { while: true, affects: { is: self }, grant: spark }\n");
    assert_eq!(fine, "", "nothing is wrong with it");
}
