//! Ask: the question that a person is asked, in words: its reason, its options, and what may be typed.

use super::labels::Labels;
use crate::cli::language::{named, ui};
use crate::cli::text::{clean, spoken};
use intermezzo::catalog::TableLine;
use intermezzo::kernel::Card;
use intermezzo::kernel::model::rules::Protocol;
use intermezzo::kernel::model::translation::NameKind;
use intermezzo::table::view::{CardView, DecisionKind, DecisionView, OptionView, UseView, View, ZoneView};

/// The reason for a question, in words: the window that is open and what it is about, or the card or rule that asks.
pub fn why(view: &View, decision: &DecisionView) -> String {
    let name = |seat: u8| clean(&view.seats[seat as usize].name);
    let Some(window) = view.window.as_ref().filter(|w| decision.window.as_ref() == Some(&w.name)) else {
        let rule = if decision.rule.is_empty() { String::new() } else { format!(" ({})", decision.rule) };
        return spoken(&(decision.prompt.clone() + &rule));
    };
    let words = window.text.as_ref().map_or_else(|| named(NameKind::Window, &window.name), |text| spoken(text));
    if decision.kind != DecisionKind::Act
        && window.protocol != Protocol::Sealed
        && decision.kind != DecisionKind::Assign
    {
        return words;
    }
    if decision.kind != DecisionKind::Act {
        if decision.kind == DecisionKind::Assign {
            return match decision.rule.is_empty() {
                true => ui!("choose-pairs", "{words}: choose pairs, each thing once", words = words),
                false => ui!("choose-pairs-so", "{words}: choose pairs, {rule}", words = words, rule = &decision.rule),
            };
        }
        return ui!("all-in-secret", "{words}: all who are asked answer in secret, at the same time", words = words);
    }
    match (window.protocol, &window.about) {
        (Protocol::Interrupt, Some(about)) => {
            let (who, what) = (name(about.user), spoken(&about.text));
            ui!(
                "may-reply",
                "{words}: {who} wants to {what}. You may reply before it happens",
                words = words,
                who = who,
                what = what
            )
        }
        (Protocol::Alternate, _) => {
            let others: Vec<String> = (0..view.seats.len() as u8).filter(|s| *s != decision.seat).map(name).collect();
            let others = if others.len() == 1 { others.concat() } else { ui!("the-others", "the others") };
            let passed = match window.passes {
                0 => ui!(
                    "closes-after",
                    n => "it closes after a pass" | "it closes after {n} passes in a row",
                    n = window.closes_after
                ),
                n if n + 1 == window.closes_after => {
                    ui!("your-pass-closes", "{others} passed, so your pass closes it", others = &others)
                }
                n => ui!("n-of-passes", "{n} of {all} passes", n = n, all = window.closes_after),
            };
            ui!(
                "act-in-turn",
                "{words}: you and {others} act in turn; {passed}",
                words = words,
                others = &others,
                passed = passed
            )
        }
        (Protocol::Each | Protocol::Free | Protocol::Reaction | Protocol::Sealed, _) if window.text.is_some() => words,
        (Protocol::Each, _) => ui!("one-answer-each", "{words}: one after the other, one answer each", words = words),
        _ => ui!("may-act", "{words}: you may act, or pass", words = words),
    }
}

/// The help for typing an answer.
pub fn how(decision: &DecisionView, labels: &Labels, default: &str) -> String {
    let (least, most) = (decision.least, decision.most);
    let text = match decision.kind {
        DecisionKind::Act => {
            return match decision.may_pass {
                true => ui!("number-or-pass", "a number, or p to pass"),
                false => ui!("a-number", "a number"),
            };
        }
        DecisionKind::Number => ui!("number-from", "a number from {least} to {most}", least = least, most = most),
        DecisionKind::Order => {
            return ui!("an-order", "numbers in the order you want; the rest follows as listed [Enter: all do]");
        }
        _ if least == most && most == 1 => ui!("choose-one", "choose one"),
        _ if least == most => ui!("choose-n", "choose {n}", n = most),
        // If an option is the number 0, typing `0` chooses it; so `p` is offered for choosing nothing.
        _ if least == 0 && labels.has(0) => ui!("choose-or-pass", "choose up to {n}, or p for none", n = most),
        _ if least == 0 && most == 1 => ui!("choose-one-or-none", "choose one, or 0 for none"),
        _ if least == 0 => ui!("choose-up-to", "choose up to {n}, or 0 for none", n = most),
        _ => ui!("choose-some", "choose {least} to {most}", least = least, most = most),
    };
    if default.is_empty() {
        text
    } else {
        ui!("with-default", "{text} [Enter: {default}]", text = text, default = default)
    }
}

/// A function that writes a card as an option: its name, and the fields that the line of its zone shows.
pub type Label = fn(&CardView, Option<&TableLine>) -> String;

/// The options of a question in words. Of cards also their zones and statuses are told, and of others types and costs,
/// where the options differ in them.
pub fn options(view: &View, decision: &DecisionView, lines: &[TableLine], label: Label) -> Vec<String> {
    if decision.kind == DecisionKind::Assign {
        return pairs(view, decision, lines, label);
    }
    let zone_of = |o: &OptionView| o.card.and_then(|c| view.card(c)).map(|(z, _)| (z.seat, z.name.clone()));
    let statuses_of = |o: &OptionView| o.card.and_then(|c| view.card(c)).map(|(_, c)| c.statuses.clone());
    let all = &decision.options;
    // What is the same for all options is left out, and so are the costs of cards that pay for something.
    let differ = Differ {
        places: all.iter().any(|o| zone_of(o) != zone_of(&all[0])),
        statuses: all.iter().any(|o| statuses_of(o) != statuses_of(&all[0])),
        types: all.iter().any(|o| !o.ty.is_empty() && all.iter().any(|p| !p.ty.is_empty() && p.ty != o.ty)),
        costs: !decision.is_payment && all.iter().any(|o| o.cost != all[0].cost),
    };
    all.iter().map(|o| option(view, decision, o, &differ, lines, label)).collect()
}

/// True for each property in which the options of a question differ.
struct Differ {
    places: bool,
    statuses: bool,
    types: bool,
    costs: bool,
}

fn option(
    view: &View,
    decision: &DecisionView,
    option: &OptionView,
    differ: &Differ,
    lines: &[TableLine],
    label: Label,
) -> String {
    let mut text = spoken(&option.text);
    let mut parts: Vec<String> = Vec::new();
    if differ.types && !option.ty.is_empty() {
        parts.push(spoken(&option.ty));
    }
    let is_act = decision.kind == DecisionKind::Act;
    if !option.cost.is_empty() && (is_act || differ.costs) {
        parts.push(spoken(&option.cost));
    }
    if let Some((zone, card)) = option.card.and_then(|c| view.card(c)).filter(|_| !is_act) {
        text = shown(zone, card, lines, label);
        if differ.places {
            let zone_name = named(NameKind::Zone, &zone.name);
            let place = match zone.seat.filter(|s| *s != decision.seat) {
                Some(seat) => {
                    let who = clean(&view.seats[seat as usize].name);
                    ui!("zone-of", "{who}'s {zone}", who = who, zone = zone_name)
                }
                None => zone_name,
            };
            text += &format!(", {place}");
        }
        if differ.statuses && !card.statuses.is_empty() {
            let statuses: Vec<String> = card.statuses.iter().map(|word| named(NameKind::Status, word)).collect();
            text += &format!(" [{}]", statuses.join(", "));
        }
    }
    if parts.is_empty() { text } else { format!("{text} ({})", parts.join(", ")) }
}

/// A card as the line of its zone shows it; its name is added if the line leaves it out.
fn shown(zone: &ZoneView, card: &CardView, lines: &[TableLine], label: Label) -> String {
    let text = label(card, lines.iter().find(|l| l.zone == zone.name));
    match text.contains(&*clean(&card.name)) {
        true => text,
        false => format!("{text} ({})", clean(&card.name)),
    }
}

/// The options of an assignment in words, `from: to`. Cards and things that look alike are told apart by numbers.
fn pairs(view: &View, decision: &DecisionView, lines: &[TableLine], label: Label) -> Vec<String> {
    let of_card = |card: Option<Card>, text: &str| match card.and_then(|c| view.card(c)) {
        Some((zone, card)) => shown(zone, card, lines, label),
        None => spoken(text),
    };
    // Options without a card are told apart by their texts alone, and get no numbers.
    let to: Vec<(String, Option<Card>)> = decision.options.iter().map(|o| (of_card(o.card, &o.text), o.card)).collect();
    let from: Vec<(String, Option<usize>)> = decision
        .options
        .iter()
        .map(|o| o.given_to.as_ref().map_or((String::new(), None), |g| (of_card(g.card, &g.text), Some(g.place))))
        .collect();
    let (to, from) = (numbered_names(&to), numbered_names(&from));
    from.into_iter().zip(to).map(|(from, to)| format!("{from}: {to}")).collect()
}

/// The names, with ` #1`, ` #2` behind a name that belongs to several different things.
fn numbered_names<T: PartialEq + Copy>(named: &[(String, Option<T>)]) -> Vec<String> {
    let of = |name: &str| {
        let mut things: Vec<T> = Vec::new();
        for (_, thing) in named.iter().filter(|(n, _)| n == name) {
            things.extend(thing.filter(|t| !things.contains(t)));
        }
        things
    };
    let one = |(name, thing): &(String, Option<T>)| {
        let alike = of(name);
        match thing.and_then(|t| alike.iter().position(|other| *other == t)) {
            Some(at) if alike.len() > 1 => format!("{name} #{}", at + 1),
            _ => name.clone(),
        }
    };
    named.iter().map(one).collect()
}

/// A use on the chain, in words.
pub fn use_text(view: &View, one: &UseView) -> String {
    let verb = if one.is_trigger { ui!("use-triggers", "triggers: ") } else { String::new() };
    let cancelled = if one.is_cancelled { ui!("use-cancelled", " (cancelled)") } else { String::new() };
    format!("{}: {verb}{}{cancelled}", clean(&view.seats[one.user as usize].name), spoken(&one.text))
}

/// The moment of the game in words: `turn 5, Amy's turn, main phase`.
pub fn moment(view: &View) -> String {
    let last = view.levels.len().saturating_sub(1);
    let worth = |(i, (_, n)): &(usize, &(String, u32))| *i == last || *n > 1;
    let mut parts: Vec<String> =
        view.levels.iter().enumerate().filter(worth).map(|(_, (name, n))| level(name, *n)).collect();
    if let Some(phase) = &view.phase {
        // In a window in which all answer at once, nobody's turn is told.
        if !view.window.as_ref().is_some_and(|w| w.protocol == Protocol::Sealed) {
            parts.push(ui!("turn-of-who", "{who}'s turn", who = &view.seats[view.active as usize].name));
        }
        parts.push(ui!("phase-named", "{phase} phase", phase = named(NameKind::Phase, phase)));
    }
    spoken(&parts.join(", "))
}

fn level(name: &str, n: u32) -> String {
    ui!("level-n", "{level} {n}", level = named(NameKind::Level, name), n = n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(least: i64, most: i64, rule: &str) -> DecisionView {
        let (seat, window, prompt, may_pass) = (0, None, String::new(), false);
        DecisionView {
            seat,
            window,
            prompt,
            kind: DecisionKind::Pick,
            least,
            most,
            may_pass,
            rule: rule.into(),
            options: Vec::new(),
            sets: Vec::new(),
            is_payment: false,
            trigger: None,
            deadline: None,
        }
    }

    #[test]
    fn ends_of_pairs_that_look_alike_have_numbers() {
        let named = |list: &[(&str, u8)]| list.iter().map(|(n, t)| (n.to_string(), Some(*t))).collect::<Vec<_>>();
        assert_eq!(numbered_names(&named(&[("a", 1), ("a", 2), ("b", 3), ("a", 1)])), ["a #1", "a #2", "b", "a #1"]);
        assert_eq!(numbered_names(&named(&[("a", 1), ("a", 1)])), ["a", "a"]);
        assert_eq!(numbered_names::<u8>(&[("a".into(), None), ("a".into(), None)]), ["a", "a"]);
    }

    #[test]
    fn how_many_to_choose_is_said_exactly() {
        let check =
            |least, most, expected: &str| assert_eq!(how(&pick(least, most, ""), &Labels::default(), ""), expected);
        check(1, 1, "choose one");
        check(2, 2, "choose 2");
        check(0, 1, "choose one, or 0 for none");
        check(0, 3, "choose up to 3, or 0 for none");
        check(1, 3, "choose 1 to 3");
        assert_eq!(how(&pick(2, 2, ""), &Labels::default(), "1 2"), "choose 2 [Enter: 1 2]");
    }
}
