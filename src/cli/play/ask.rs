//! Ask: the words in which a person is asked.

use crate::catalog::TableLine;
use crate::cli::text::clean;
use crate::kernel::rules::Protocol;
use crate::table::view::{CardView, DecisionView, OptionView, UseView, View};

/// Why somebody is asked: the window and who did what, or the card that asks.
pub fn why(view: &View, decision: &DecisionView) -> String {
    let name = |seat: u8| clean(&view.seats[seat as usize].name);
    let Some(window) = view.window.as_ref().filter(|w| decision.window.as_ref() == Some(&w.name)) else {
        let rule = if decision.rule.is_empty() { String::new() } else { format!(" ({})", decision.rule) };
        return clean(&(decision.prompt.clone() + &rule));
    };
    let words = clean(window.text.as_ref().unwrap_or(&window.name));
    if decision.kind != "act" && window.protocol != Protocol::Sealed && decision.kind != "assign" {
        return words;
    }
    if decision.kind != "act" {
        if decision.kind == "assign" {
            return format!("{words}: choose pairs, each thing once");
        }
        return format!("{words}: everybody answers in secret, then all is shown");
    }
    match (window.protocol, &window.about) {
        (Protocol::Interrupt, Some(about)) => {
            format!("{words}: {} wants to {}. You may reply before it happens", name(about.user), clean(&about.text))
        }
        (Protocol::Alternate, _) => {
            let others: Vec<String> = (0..view.seats.len() as u8).filter(|s| *s != decision.seat).map(name).collect();
            let others = if others.len() == 1 { others.concat() } else { "the others".into() };
            let passed = match window.passes {
                0 => format!("it closes after {} passes in a row", window.closes_after),
                n if n + 1 == window.closes_after => format!("{others} passed, so your pass closes it"),
                n => format!("{n} of {} passes", window.closes_after),
            };
            format!("{words}: you and {others} act in turn; {passed}")
        }
        (Protocol::Each | Protocol::Free | Protocol::Reaction | Protocol::Sealed, _) if window.text.is_some() => words,
        (Protocol::Each, _) => format!("{words}: one after the other, one answer each"),
        _ => format!("{words}: you may act, or pass"),
    }
}

/// What is to be typed.
pub fn how(decision: &DecisionView, default: &str) -> String {
    let (least, most) = (decision.least, decision.most);
    let text = match decision.kind {
        "act" => return if decision.may_pass { "a number, or p to pass".into() } else { "a number".into() },
        "number" => format!("a number from {least} to {most}"),
        "order" => return "numbers, the first on top; the rest follows as listed [Enter: all do]".into(),
        _ if least == most && most == 1 => "choose one".into(),
        _ if least == most => format!("choose {most}"),
        _ if least == 0 && most == 1 => "choose one, or 0 for none".into(),
        _ if least == 0 => format!("choose up to {most}, or 0 for none"),
        _ => format!("choose {least} to {most}"),
    };
    if default.is_empty() { text } else { format!("{text} [Enter: {default}]") }
}

/// How a card is called, with the fields that its line of the table shows.
pub type Label = fn(&CardView, Option<&TableLine>) -> String;

/// The options in words, with what they cost and, for cards, how they stand.
pub fn options(view: &View, decision: &DecisionView, lines: &[TableLine], label: Label) -> Vec<String> {
    let zone_of = |o: &OptionView| o.card.and_then(|c| view.card(c)).map(|(z, _)| (z.seat, z.name.clone()));
    let statuses_of = |o: &OptionView| o.card.and_then(|c| view.card(c)).map(|(_, c)| c.statuses.clone());
    // What is the same for all of them is not worth saying.
    let differ = Differ {
        places: decision.options.iter().any(|o| zone_of(o) != zone_of(&decision.options[0])),
        statuses: decision.options.iter().any(|o| statuses_of(o) != statuses_of(&decision.options[0])),
    };
    decision.options.iter().map(|o| option(view, decision, o, &differ, lines, label)).collect()
}

/// In what options differ.
struct Differ {
    places: bool,
    statuses: bool,
}

fn option(
    view: &View,
    decision: &DecisionView,
    option: &OptionView,
    differ: &Differ,
    lines: &[TableLine],
    label: Label,
) -> String {
    let mut text = clean(&option.text);
    if decision.kind == "act" {
        return if option.cost.is_empty() { text } else { format!("{text} ({})", clean(&option.cost)) };
    }
    if let Some((zone, card)) = option.card.and_then(|c| view.card(c)) {
        let line = lines.iter().find(|l| l.zone == zone.name);
        text = label(card, line);
        if !text.contains(&card.name) {
            text = format!("{text} ({})", clean(&card.name));
        }
        if differ.places {
            let whose =
                zone.seat.filter(|s| *s != decision.seat).map(|s| format!("{}'s ", view.seats[s as usize].name));
            text += &format!(", {}{}", whose.unwrap_or_default(), zone.name);
        }
        if differ.statuses && !card.statuses.is_empty() {
            text += &format!(" [{}]", card.statuses.join(", "));
        }
    }
    text
}

/// One use on the chain, in words.
pub fn use_text(view: &View, one: &UseView) -> String {
    let verb = if one.is_trigger { "triggers: " } else { "" };
    let cancelled = if one.is_cancelled { " (cancelled)" } else { "" };
    format!("{}: {verb}{}{cancelled}", clean(&view.seats[one.user as usize].name), clean(&one.text))
}

/// Where the game stands: `turn 5, Amy's turn, main phase`.
pub fn moment(view: &View) -> String {
    let last = view.levels.len().saturating_sub(1);
    let worth = |(i, (_, n)): &(usize, &(String, u32))| *i == last || *n > 1;
    let mut parts: Vec<String> =
        view.levels.iter().enumerate().filter(worth).map(|(_, (name, n))| format!("{name} {n}")).collect();
    if let Some(phase) = &view.phase {
        // Where all act at once it is nobody's turn.
        if !view.window.as_ref().is_some_and(|w| w.protocol == Protocol::Sealed) {
            parts.push(format!("{}'s turn", view.seats[view.active as usize].name));
        }
        parts.push(format!("{phase} phase"));
    }
    clean(&parts.join(", "))
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
            kind: "pick",
            least,
            most,
            may_pass,
            rule: rule.into(),
            options: Vec::new(),
            deadline: None,
        }
    }

    #[test]
    fn how_many_to_choose_is_said_exactly() {
        let check = |least, most, expected: &str| assert_eq!(how(&pick(least, most, ""), ""), expected);
        check(1, 1, "choose one");
        check(2, 2, "choose 2");
        check(0, 1, "choose one, or 0 for none");
        check(0, 3, "choose up to 3, or 0 for none");
        check(1, 3, "choose 1 to 3");
        assert_eq!(how(&pick(2, 2, ""), "1 2"), "choose 2 [Enter: 1 2]");
    }
}
