//! Reload, field by field: what a state holds means the same under a catalog that numbers everything anew.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::{Bots, MAX_DECISIONS, answer_one, files};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::model::declaration::Declare;
use intermezzo::kernel::model::lang::{CardTest, Filter, Head, Ref, Test};
use intermezzo::kernel::model::objects::{Event, Lasts, ModTarget, Role, Use};
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::model::value::{AbilityId, Card, DefId, EventId, UseId};
use intermezzo::kernel::run::renumber::{Numbers, Renumber};
use intermezzo::kernel::{Rules, Seat, State, Value, World};
use intermezzo::table::{Game, Setup, Table};
use intermezzo_program::scenario::table_of;

/// A card of Sword Girls that stands before all others, with a word, an ability and a script of its own.
const BEFORE_ALL: (&str, &str) = (
    "cards/swordgirls/academy/aaa_aardvark.yaml",
    "name: Aaa Aardvark\ntype: spell\nfaction: Academy\nsize: 1\nlimit: 1\npoints: 1\nrarity: Termite\ntext: \"Nothing.\"\nabilities:\n  - timing: activate\n    script: note(\"aardvark\")\n",
);

/// An engine of any game with texts laid over its files.
fn engine_of(game: &str, overlay: &[(&str, &str)]) -> Game {
    let files: Files = files(overlay);
    let (catalog, _) = Catalog::load(game, &files).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
    Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// A game of the first two decks.
fn start(engine: &Game, seed: u64) -> Table {
    start_with(engine, seed, Vec::new())
}

fn start_with(engine: &Game, seed: u64, options: Vec<(String, String)>) -> Table {
    let decks = engine.catalog().decks.values().take(2).cloned().collect();
    engine.set_up(Setup { seed, decks, options, ..Setup::default() }).map(Table::start).expect("the game starts")
}

fn id(rules: &Rules, def: DefId) -> String {
    rules.name(rules.defs[def.index()].id).to_string()
}

fn ability(rules: &Rules, id: AbilityId) -> String {
    let ability = &rules.abilities[id.index()];
    let card = ability.def.map_or(String::new(), |def| self::id(rules, def));
    format!("{card}/{}", rules.name(ability.id))
}

/// The definition of each card, and its printed values.
fn identities(world: &World) -> Vec<(String, String)> {
    world.state().cards.iter().map(|c| (id(&world.rules, c.def), id(&world.rules, c.printed))).collect()
}

#[test]
fn every_card_keeps_what_is_printed_on_it() {
    let mut table = start(&engine_of("swordgirls", &[]), 3);
    let before = identities(table.world());
    assert!(before.len() > 60, "{} cards", before.len());
    let adopted = table.adopt(&engine_of("swordgirls", &[BEFORE_ALL])).expect("a card more is adopted");
    assert!(!adopted.from_start);
    assert_eq!(identities(table.world()), before);
}

/// A state with one of each value that holds numbers of a catalog, wherever such a value may be.
fn full(world: &World) -> State {
    let rules = &world.rules;
    let mut state = world.state().clone();
    let used = rules.abilities.iter().position(|a| a.def.is_some() && a.targets.is_empty()).expect("cards have some");
    let (used, last) = (AbilityId::of(used), DefId::of(rules.defs.len() - 1));
    let word = Value::Word(rules.defs[last.index()].name);
    let name = CardTest::Name(Ref { head: Head::Value(word.clone()), path: vec![] });
    let cards = Test::All(vec![Test::One(CardTest::Def(vec![last])), Test::One(name)]);
    let filter = Arc::new(Filter::Card(cards.clone()));
    let values = vec![Value::Ability(used), Value::Cells(last, 0), Value::Def(last), word, Value::Filter(filter)];
    let mut event = Event::new(EventId(0), vec![Value::from(values)], Role::Effect);
    event.before = Some((last, 1));
    event.replaced_by = vec![(used, None)].into();
    let use_ = Use { id: UseId(1), event: Some(Box::new(event)), ..Use::new(used, None, Seat(0)) };
    state.uses.push(use_.clone());
    state.pending.push(vec![use_.clone()]);
    state.tasks.push(Task::Begin(Box::new(Declare::new(use_.clone()))));
    state.tasks.push(Task::Declare(Box::new(Declare::new(use_))));
    state.modifiers.push(intermezzo::kernel::model::objects::Modifier {
        on: ModTarget::Filter(Arc::new(cards)),
        what: intermezzo::kernel::model::objects::Modification::PrintedOf(
            intermezzo::kernel::model::value::AttrId(0),
            last,
        ),
        lasts: Lasts::Game,
        source: Some(Card(0)),
        eyes: 0,
        by: Seat(0),
        origin: Default::default(),
        called: Default::default(),
    });
    state.spent.push((None, used, intermezzo::kernel::model::value::LevelId(0)));
    state
}

/// A state as a text in which definitions, abilities and words stand by name.
fn by_name(rules: &Rules, state: &State) -> String {
    let text = format!("{state:#?}");
    let mut out = String::new();
    let mut kind = "";
    for line in text.lines() {
        let number: String = line.chars().filter(char::is_ascii_digit).collect();
        match (kind, number.parse::<usize>()) {
            ("DefId(", Ok(n)) => out += &id(rules, DefId::of(n)),
            ("AbilityId(", Ok(n)) => out += &ability(rules, AbilityId::of(n)),
            ("Sym(", Ok(n)) => out += rules.schema.symbols.names().nth(n).expect("a word"),
            _ => out += line,
        }
        out.push('\n');
        kind = ["DefId(", "AbilityId(", "Sym("].into_iter().find(|k| line.ends_with(k)).unwrap_or("");
    }
    out
}

#[test]
fn whatever_a_state_holds_is_found_again_by_name() {
    let (old, new) = (engine_of("swordgirls", &[]), engine_of("swordgirls", &[BEFORE_ALL]));
    // Where players choose a place, they declare something in secret.
    let mut table = start_with(&old, 5, vec![("choose_slot".into(), "true".into())]);
    let mut bots = Bots::new(5);
    let rules = new.catalog().rules.for_seats(2);
    let mut declared = 0;
    for _ in 0..200 {
        let mut state = full(table.world());
        let told = by_name(&table.world().rules, &state);
        let numbers = Numbers::between(&table.world().rules, &rules).expect("a card more changes no layout");
        if state.renumber(&numbers).is_some() {
            assert_eq!(by_name(&rules, &state), told);
            declared += usize::from(told.contains("declare: Some("));
        }
        if answer_one(&mut table, &mut bots).is_none() {
            break;
        }
    }
    assert!(declared > 0, "nobody declared anything in secret");
}

/// A game goes on as if nothing had happened when a card that nobody has is added and taken away.
#[test]
fn a_card_that_nobody_has_changes_nothing() {
    let cfs = engine_of("cfs", &[]);
    let is_character = |(_, text): &(&String, &Arc<str>)| text.contains("\ntype: character\n");
    let character = cfs.catalog().files.texts.iter().find(is_character).expect("a card");
    let mut named: Vec<String> = Vec::new();
    for line in character.1.lines() {
        named.push(match line.split_once(": ") {
            Some(("name", _)) => "name: Aaa Aardvark".into(),
            Some(("number", n)) => format!("number: {}999", &n[..1]),
            _ => line.to_string(),
        });
    }
    let twin = named.join("\n") + "\n";
    let before_all_of_cfs = ("cards/cfs/snk/aaa_aardvark.yaml", twin.as_str());
    for (game, plain, more) in [
        ("cfs", cfs, engine_of("cfs", &[before_all_of_cfs])),
        ("swordgirls", engine_of("swordgirls", &[]), engine_of("swordgirls", &[BEFORE_ALL])),
    ] {
        for seed in 0..3 {
            let (mut left, mut edited) = (start(&plain, seed), start(&plain, seed));
            let (mut bots, mut same_bots) = (Bots::new(seed), Bots::new(seed));
            let mut here = 0;
            for n in 0..MAX_DECISIONS {
                // A game that is played again from its beginning gives the bots nothing else to answer.
                if n % 7 == 0 {
                    let engine = if n % 2 == 0 { &more } else { &plain };
                    here += usize::from(!edited.adopt(engine).expect("it is adopted").from_start);
                }
                let (one, other) = (answer_one(&mut left, &mut bots), answer_one(&mut edited, &mut same_bots));
                assert_eq!(one.is_none(), other.is_none(), "{game} {seed}: one game goes on");
                if one.is_none() {
                    break;
                }
                assert_eq!(identities(left.world()), identities(edited.world()), "{game} {seed}, decision {n}");
                assert_eq!(left.world().state().stored, edited.world().state().stored, "{game} {seed}, decision {n}");
            }
            assert!(here > 3, "{game} {seed}: adopted in place {here} times only");
            assert_eq!(left.outcome(), edited.outcome(), "{game} {seed}");
            let again = edited.record().replay().unwrap_or_else(|e| panic!("{game} {seed}: {e}"));
            assert_eq!(again.log_hash(), edited.log_hash(), "{game} {seed}");
        }
    }
}

/// Stored values of cards by id, in a position in which a Moonlit one of 700 stands damaged.
fn stored_bp(table: &Table) -> BTreeMap<String, Vec<i64>> {
    let world = table.world();
    let rules = &world.rules;
    let mut found: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (i, card) in world.state().cards.iter().enumerate() {
        let (slot, ..) = rules.stored_starts(card.def).next().expect("bp is stored");
        found.entry(id(rules, card.def)).or_default().push(world.state().stored[i * rules.schema.stored + slot]);
    }
    found
}

#[test]
fn stored_numbers_follow_the_text_and_keep_what_play_did() {
    let plain = engine_of("cfs", &[]);
    let printed = |text: &str| text.lines().find_map(|l| l.strip_prefix("bp: ")?.parse::<i64>().ok());
    let (path, text) = plain.catalog().files.texts.iter().find(|(_, text)| printed(text).is_some()).expect("a card");
    let (bp, path) = (printed(text).expect("just found"), path.as_str());
    let card = path.rsplit('/').next().and_then(|f| f.strip_suffix(".yaml")).expect("a card's file");
    let with = |n: i64| engine_of("cfs", &[(path, &text.replace(&format!("bp: {bp}\n"), &format!("bp: {n}\n")))]);
    let position = format!(
        "title: t\ngame: cfs\nsetup:\n  active: amy\n  phase: main\n  amy: {{ hand: [{card}], deck: [{card}], ring: [{{ card: {card}, slot: 1, bp: {} }}] }}\n",
        bp - 200
    );
    let mut table = table_of(&plain, &position).unwrap_or_else(|e| panic!("{e}\n{position}"));
    let of = |table: &Table| {
        let mut all = stored_bp(table).remove(card).expect("the card is in the game");
        all.sort_unstable();
        all
    };
    assert_eq!(of(&table), [bp - 200, bp, bp]);
    let adopted = table.adopt(&with(bp + 100)).expect("another number is adopted");
    assert!(!adopted.from_start);
    assert_eq!(of(&table), [bp - 100, bp + 100, bp + 100]);
    table.adopt(&plain).expect("and the old one");
    assert_eq!(of(&table), [bp - 200, bp, bp]);
}
