//! Card page: the answers to `card NAME` and `why NAME`: text and state of a card, and why it cannot be used now.

use super::card_effects::CardQuestion;
use super::labels::{Labels, Named};
use super::why_words;
use crate::cli::called::{called, nearness, nearness_of};
use crate::cli::findings::PathBase;
use crate::cli::text::{clean, spoken};
use intermezzo::data::{suggest, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::model::event;
use intermezzo::kernel::model::lang::CardField;
use intermezzo::kernel::model::refusal::Refusal;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::translation::{NameKind, say};
use intermezzo::kernel::model::value::{AbilityId, DefId, EventId};
use intermezzo::kernel::model::viewers::Eyes;
use intermezzo::kernel::tell::event_explanations::happened;
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::kernel::{Decision, Kind, Rules, Seat, Value, World};
use intermezzo::table::Table;
use intermezzo::table::view::{CardView, View, ZoneView, in_words};

/// The seen cards that a person means by a name, a part of a name, an id, or the number of an option.
pub fn find<'v>(rules: &Rules, view: &'v View, query: &str) -> Vec<(&'v ZoneView, &'v CardView)> {
    if let Some(named) = Named::parse(query) {
        let decision = view.decisions.first();
        let place = decision.and_then(|d| Labels::of(d).place(named, &[]).ok());
        let option = place.and_then(|at| decision?.options.get(at));
        return option.and_then(|o| o.card).and_then(|c| view.card(c)).into_iter().collect();
    }
    let all = || view.zones.iter().flat_map(|z| z.cards.iter().map(move |c| (z, c)));
    let near = |c: &CardView| nearness_of(rules, rules.def_by_id(&c.id), query).or(nearness(&c.name, &c.id, query));
    let best = all().filter_map(|(_, c)| near(c)).min();
    all().filter(|(_, c)| best.is_some() && near(c) == best).collect()
}

/// The page for `card NAME`: what is printed on the card, the path of its file from the current folder, and how each
/// copy stands that the person sees.
pub fn card(table: &Table, view: &View, query: &str, here: &PathBase) -> Vec<String> {
    let catalog = &table.game().catalog;
    let rules = &catalog.rules;
    let found = find(rules, view, query);
    let mut defs: Vec<DefId> = found.iter().map(|(_, c)| table.world().state().card(c.card).def).collect();
    // The person may read any card of the game, whether or not she sees one: the list of cards is public.
    if let Some((best, all)) = called(rules, query).filter(|_| Named::parse(query).is_none()) {
        let is_farther = |def: &DefId| nearness_of(rules, Some(*def), query).is_some_and(|near| near > best);
        if defs.iter().all(is_farther) {
            defs = all;
        }
    }
    defs.sort_unstable();
    defs.dedup();
    if defs.is_empty() {
        return vec![say!(rules, "no-such-card", "no card is called `{name}`", name = clean(query))];
    }
    let mut out = Vec::new();
    for def in defs.into_iter().take(4) {
        out.extend(printed(table, def, here));
        let of_it = found.iter().filter(|(_, c)| table.world().state().card(c.card).def == def);
        out.extend(of_it.map(|(zone, card)| standing(table.world(), view, zone, card)));
    }
    out
}

fn printed(table: &Table, def: DefId, here: &PathBase) -> Vec<String> {
    let catalog = &table.game().catalog;
    let rules = &catalog.rules;
    let card = &rules.defs[def.index()];
    let mut facts = vec![rules.said(NameKind::Type, rules.schema.types[card.ty.index()].name).to_string()];
    // A 0 that the file of the card says is printed on it; one that the file leaves out is not.
    let place = &catalog.places[def.index()];
    let text = catalog.files.texts.get(&**place).map_or("", |text| text);
    let file = yaml::parse(place, text, &mut Problems::new());
    let says = |name: &str| file.as_ref().is_some_and(|file| file.field(name).is_some());
    for (name, field) in &rules.schema.card_fields {
        let text = match field {
            CardField::Attr(attr) => match rules.schema.attrs[attr.index()].base.printed() {
                Some(slot) if card.ints[slot as usize] != 0 || says(rules.name(*name)) => {
                    card.ints[slot as usize].to_string()
                }
                _ => continue,
            },
            CardField::Words(slot) if !card.words[*slot as usize].is_empty() => {
                card.words[*slot as usize].iter().map(|w| rules.said(NameKind::Word, *w)).collect::<Vec<_>>().join(", ")
            }
            CardField::Cost(slot) if card.costs[*slot as usize].iter().any(|n| *n > 0) => {
                cost(rules, &card.costs[*slot as usize])
            }
            CardField::Cells(slot) if !card.cells[*slot as usize].cells.is_empty() => {
                table.world().game().tell(&Value::Cells(def, *slot))
            }
            CardField::Rules(slot) => match &card.rules[*slot as usize] {
                Some(printed) => in_words(&table.world().game().seat_env(Seat(0)), printed),
                None => continue,
            },
            _ => continue,
        };
        facts.push(format!("{} {text}", rules.said(NameKind::Field, *name)));
    }
    let mut out = vec![format!("{}: {}", clean(rules.card_said(def)), spoken(&facts.join("; ")))];
    if !card.text.is_empty() {
        out.push(format!("  {}", clean(rules.text_said(def))));
    }
    let abilities = abilities(rules, card);
    if !abilities.is_empty() {
        let abilities = spoken(&abilities.join(", "));
        out.push(say!(rules, "abilities", "  abilities: {abilities}", abilities = abilities));
    }
    out.push(format!("  ({})", clean(&here.path(catalog.places.get(def.index()).map_or("", |p| p)))));
    out
}

/// The printed abilities of a card that have a name or a kind, in words.
fn abilities(rules: &intermezzo::kernel::Rules, card: &intermezzo::kernel::model::rules::CardDef) -> Vec<String> {
    let own = card.abilities.iter().map(|id| (id, &rules.abilities[id.index()])).filter(|(id, a)| a.group == **id);
    let one = |id: &AbilityId, ability: &intermezzo::kernel::model::ability::Ability| {
        let kind = ability.kind_word.map(|kind| rules.said(NameKind::Kind, kind));
        match (ability.text.is_empty(), kind) {
            (true, None) => None,
            (true, Some(kind)) => Some(kind.to_string()),
            (false, None) => Some(rules.label_said(*id).to_string()),
            (false, Some(kind)) => Some(format!("{} ({kind})", rules.label_said(*id))),
        }
    };
    own.filter_map(|(id, ability)| one(id, ability)).collect()
}

fn cost(rules: &intermezzo::kernel::Rules, cost: &intermezzo::kernel::model::ability::Cost) -> String {
    let pips = cost.iter().zip(&rules.schema.pips).filter(|(n, _)| **n > 0);
    pips.map(|(n, (name, _))| format!("{n} {}", rules.said(NameKind::Field, *name))).collect::<Vec<_>>().join(" + ")
}

/// A zone in words, with its player: `your hand`.
fn place(rules: &Rules, view: &View, zone: &ZoneView) -> String {
    let name = spoken(rules.named(NameKind::Zone, &zone.name));
    match zone.seat.map(|s| &view.seats[s as usize]) {
        None => name,
        Some(seat) if seat.is_own => say!(rules, "your-zone", "your {zone}", zone = name),
        Some(seat) => say!(rules, "zone-of", "{who}'s {zone}", who = clean(&seat.name), zone = name),
    }
}

fn standing(world: &World, view: &View, zone: &ZoneView, card: &CardView) -> String {
    let rules = &world.rules;
    let place = place(rules, view, zone);
    let mut parts: Vec<String> = card.statuses.iter().map(|word| rules.named(NameKind::Status, word).into()).collect();
    for (name, now) in &card.fields {
        let printed = rules.schema.attr(intermezzo::kernel::model::lang::Class::Card, name);
        let printed = printed.map(|a| world.game().seat_env(Seat(0)).printed(card.card, a));
        if let (Some(now), Some(printed)) = (now.as_i64(), printed)
            && now != printed
        {
            let name = rules.named(NameKind::Field, name);
            parts.push(say!(
                rules,
                "not-as-printed",
                "{name} {n} (printed {printed})",
                name = name,
                n = now,
                printed = printed
            ));
        }
    }
    let seat = zone.seat.map_or(Seat(0), Seat);
    parts.extend(CardQuestion { world, view, card: card.card, seat }.effects());
    let how = if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) };
    say!(rules, "stands-in", "  in {place}{how}", place = place, how = spoken(&how))
}

/// The answer to `why NAME`, as lines: for each use of her cards with this name, why the person cannot use it now, or
/// that she can.
pub fn why(table: &Table, view: &View, decision: Option<&Decision>, query: &str) -> Vec<String> {
    let rules = &table.world().rules;
    let Some(decision) = decision else { return vec![say!(rules, "nobody-asked", "nobody is asked now")] };
    if let Some(named) = Named::parse(query) {
        let asked = view.decisions.iter().find(|d| d.seat == decision.seat.0);
        let n = query.trim_start_matches('#');
        return vec![match asked.is_some_and(|d| Labels::of(d).place(named, &[]).is_ok()) {
            true => say!(rules, "option-yours", "option {n} is yours to take", n = n),
            false => {
                say!(rules, "option-none", "there is no option {n}: name a card to learn why you cannot use it", n = n)
            }
        }];
    }
    match &decision.kind {
        Kind::Act { .. } => {}
        Kind::Pick { options, .. } => return why_not_chosen(table, view, decision, options, query),
        _ => return vec![say!(rules, "asked-to-choose", "you are asked to choose now, not to use something")],
    }
    // Cards in zones without a player may be used by whoever is asked.
    let may_use = |zone: &ZoneView| zone.seat.is_none_or(|owner| owner == decision.seat.0);
    let (usable, others): (Vec<_>, Vec<_>) = find(rules, view, query).into_iter().partition(|(zone, _)| may_use(zone));
    let line_of = |zone: &ZoneView, line: &str| {
        let (place, line) = (place(rules, view, zone), spoken(line));
        say!(rules, "in-zone", "in {place}, {line}", place = place, line = line)
    };
    let of_usable = usable.iter().flat_map(|found| {
        table.why_not_used(decision, found.1.card).into_iter().map(|line| line_of(found.0, &line)).collect::<Vec<_>>()
    });
    let of_others = others.iter().map(|(zone, card)| {
        let (card, place) = (spoken(&card.name), place(rules, view, zone));
        say!(rules, "not-yours", "{card} lies in {place}: it is not yours to use", card = card, place = place)
    });
    // Equal lines, as of copies in one zone, are told once. If the person has such a card herself, those of others are
    // left out.
    let mut out: Vec<String> = Vec::new();
    let lines: Vec<String> = if usable.is_empty() { of_others.collect() } else { of_usable.collect() };
    for line in lines {
        if !out.contains(&line) {
            out.push(line);
        }
    }
    match out.is_empty() {
        true => vec![unseen(rules, query)],
        false => out,
    }
}

/// The answer about a name that no seen card has: that the card lies where the person sees no faces, or that there is
/// no such card.
fn unseen(rules: &Rules, query: &str) -> String {
    let near = |def: &DefId| nearness_of(rules, Some(*def), query).filter(|near| *near < 3);
    match (0..rules.defs.len()).map(DefId::of).filter_map(|def| Some((near(&def)?, def))).min() {
        Some((_, def)) => {
            let card = clean(rules.card_said(def));
            say!(
                rules,
                "lies-unseen",
                "you see no {card} now: it lies where you see no faces, or is not in this game",
                card = card
            )
        }
        None => say!(rules, "no-card-of-yours", "you have no card called `{name}`", name = clean(query)),
    }
}

/// True if the answer to `why NAME` depends on the person who asks: if the name is that of a card, or of no event.
pub fn is_about_you(table: &Table, view: &View, query: &str) -> bool {
    let is_card = Named::parse(query).is_some() || !find(&table.world().rules, view, query).is_empty();
    is_card || events_called(table, query).is_empty()
}

/// The answer to `why NAME`, as lines: why the card with this name cannot be used, what the word of the game means now,
/// or why the last event of this name happened.
pub fn why_of(
    table: &Table,
    view: &View,
    decision: Option<&Decision>,
    eyes: impl Into<Eyes>,
    query: &str,
) -> Vec<String> {
    let is_card = Named::parse(query).is_some() || !find(&table.world().rules, view, query).is_empty();
    let words = if is_card { Vec::new() } else { why_words::meaning(table, view, decision, query) };
    if !words.is_empty() {
        // A word of the game may also name an event: if one happened, its causes follow; if none did, nothing is said
        // of it.
        return words.into_iter().chain(last_of(table, eyes, &events_called(table, query))).collect();
    }
    match (is_card, events_called(table, query).is_empty()) {
        (true, _) => why(table, view, decision, query),
        (false, false) => happened_last(table, eyes, query),
        (false, true) => {
            let rules = &table.world().rules;
            let is_card =
                (0..rules.defs.len()).any(|at| nearness_of(rules, Some(DefId::of(at)), query).is_some_and(|n| n < 3));
            let no_event = if is_card { Vec::new() } else { happened_last(table, eyes, query) };
            std::iter::once(unseen(rules, query)).chain(no_event).collect()
        }
    }
}

/// The kinds of events that a word means: those with this name, or else those whose names begin so.
fn events_called(table: &Table, query: &str) -> Vec<EventId> {
    let rules = &table.world().rules;
    let near = |at: usize| {
        let name = rules.events[at].name;
        // A person may type a word as the log has it: `draws` for the event `draw`, `uses` for `used`.
        let stem = query.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or_default();
        let said = |name: &str, query: &str| nearness(name, "", query).filter(|near| *near < 3);
        let near = |name: &str| said(name, query).or_else(|| said(name, stem).map(|near| near + 2));
        near(rules.name(name)).into_iter().chain(near(rules.said(NameKind::Event, name))).min()
    };
    let Some(best) = (0..rules.events.len()).filter_map(near).min() else { return events_of_word(rules, query) };
    (0..rules.events.len()).filter(|at| near(*at) == Some(best)).map(EventId::of).collect()
}

/// The kind of event in whose lines of the log a word of the game stands: a kind of use, a level or a phase.
fn events_of_word(rules: &Rules, word: &str) -> Vec<EventId> {
    let is_it = |name: &str| name.eq_ignore_ascii_case(word);
    let is_called = |part: NameKind, name: Sym| is_it(rules.name(name)) || is_it(rules.said(part, name));
    match () {
        () if rules.uses.iter().any(|kind| is_it(rules.name(kind.name)) || is_it(&kind.text)) => vec![event::USED],
        () if rules.schema.levels.iter().any(|level| is_called(NameKind::Level, *level)) => vec![event::LEVEL_BEGAN],
        () if rules.schema.phases.iter().any(|phase| is_called(NameKind::Phase, *phase)) => vec![event::PHASE_BEGAN],
        () => Vec::new(),
    }
}

/// The last event that a word means, as lines: its causes and consequences, or why it did not happen; if there is none,
/// that is said.
pub fn happened_last(table: &Table, eyes: impl Into<Eyes>, query: &str) -> Vec<String> {
    let (world, kinds) = (table.world(), events_called(table, query));
    if kinds.is_empty() {
        let known: Vec<&str> = world.rules.events.iter().map(|event| &**world.rules.name(event.name)).collect();
        let (name, help) = (clean(query), suggest::help_for(query, known));
        return vec![say!(
            world.rules,
            "no-such-event",
            "there is no event `{name}` ({help})",
            name = name,
            help = help
        )];
    }
    let lines = last_of(table, eyes, &kinds);
    match lines.is_empty() {
        true => vec![say!(
            world.rules,
            "nothing-happened",
            "nothing of the kind happened or was to happen yet: {name}",
            name = clean(query)
        )],
        false => lines,
    }
}

/// The last event of one of these kinds, as lines: its causes and consequences, or why it did not happen; empty if
/// there was none.
fn last_of(table: &Table, eyes: impl Into<Eyes>, kinds: &[EventId]) -> Vec<String> {
    let (world, reader) = (table.world(), Reader { names: table.names(), eyes: Some(eyes.into()) });
    match kinds.is_empty() {
        true => Vec::new(),
        false => happened(world.game(), &world.log, reader, kinds).iter().map(|line| clean(line)).collect(),
    }
}

/// The answer to `why NAME` while cards are chosen: for each seen card of this name, that it can be chosen, or why not.
fn why_not_chosen(table: &Table, view: &View, decision: &Decision, options: &[Value], query: &str) -> Vec<String> {
    let (world, mut out) = (table.world(), Vec::new());
    for (_, card) in find(&world.rules, view, query) {
        let value = Value::Card(card.card);
        let line = match options.contains(&value) {
            true => say!(world.rules, "can-be-chosen", "{card}: you can choose it", card = world.game().tell(&value)),
            false => spoken(&world.game().named(table.names()).refused(decision, &Refusal::NoOption(value))),
        };
        // Copies of a card have one answer.
        if !out.contains(&line) {
            out.push(line);
        }
    }
    if out.is_empty() {
        out.push(say!(world.rules, "no-card-seen", "you see no card called `{name}`", name = clean(query)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use intermezzo::table::Setup;
    use intermezzo::table::bots::Random;

    /// Asks about every card that is seen, all through random games of every game that is built in.
    #[test]
    fn what_stands_changed_is_said_with_its_source() {
        let files = intermezzo::catalog::Files::built_in();
        let mut said = String::new();
        for game in files.games() {
            let (engine, _) = crate::cli::pack::build(&game, &files).unwrap();
            let seats = engine.catalog.rules.schema.seats as usize;
            let decks = engine.usual_decks(seats);
            let mut table = engine.set_up(Setup { seed: 7, decks, ..Setup::default() }).map(Table::start).unwrap();
            let mut bot = Random::new(7);
            for step in 0..240 {
                let Some(decision) = table.decisions().first().cloned() else { break };
                if step % 8 == 0 {
                    let view = View::new(&table, &[decision.seat]).expect("seats of the game");
                    let mut names: Vec<&str> = view.zones.iter().flat_map(|z| z.cards.iter().map(|c| &*c.id)).collect();
                    names.dedup();
                    for name in names {
                        let lines = card(&table, &view, name, &PathBase::default());
                        assert!(lines.len() > 1, "{game}: {lines:?}");
                        said += &lines.join("\n");
                    }
                }
                let answer = bot.legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).unwrap();
            }
        }
        for part in [" from ", "(printed ", "abilities: ", "range (", "strikes (", "drops (", "may not ", " is muted"] {
            assert!(said.contains(part), "`{part}` is never said");
        }
    }

    /// A lost ability is told as lost, and a muted one as muted.
    #[test]
    fn a_lost_ability_is_lost() {
        let manifest = "game: odd\ntitle: Odd\nplayers: 2\nlevels: [game, turn]\ntimings: { main: {} }\n\
            zones: { field: { shared: true, seen_by: all } }\ntypes: { thing: { live_in: field, fields: {} } }\n\
            piles: { things: { to: field, holds: [thing], count: 1 } }\n\
            windows: { main: { protocol: free, players: active, offers: [main] } }\n\
            flow: { game: [take, { repeat: turn, max: 2 }], turn: [{ window: main }] }\n";
        let thing = "name: Thing\ntype: thing\nabilities: [{ timing: main, turn: any, script: note(\"hello\") }]\n";
        let take = "step(\"take\", function() act.lose_ability(cards { zone = \"field\" }) end)\n";
        let mut files = intermezzo::catalog::Files::default();
        for (path, text) in
            [("cards/odd/game.yaml", manifest), ("cards/odd/a/thing.yaml", thing), ("scripts/odd/take.lua", take)]
        {
            files.texts.insert(path.into(), text.into());
        }
        let (engine, _) = crate::cli::pack::build("odd", &files).unwrap();
        let table = engine.set_up(Setup::default()).map(Table::start).unwrap();
        let view = View::new(&table, &[Seat(0)]).expect("a seat of the game");
        let said = card(&table, &view, "thing", &PathBase::default()).join("\n");
        assert!(said.contains("its ability is lost"), "{said}");
    }
}
