//! Options: checks of an option's permitted values.

use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::value::Value;

/// Reports `one_of`, `least` and `most` of an option if they permit no value, or not its default.
pub(super) fn check(name: &str, default: &Value, listed: &[Value], node: &Node, problems: &mut Problems) {
    let Some(one_of) = node.field("one_of") else { return check_bounds(name, default, node, problems) };
    if let Some((least, most)) = one_of.as_str().and_then(|text| text.split_once("..")) {
        let message = format!("`one_of` of `{name}` lists values, and `{least}..{most}` is one word");
        let help = format!("a range of numbers is `least: {}` and `most: {}`", least.trim(), most.trim());
        problems.error("wrong_kind", &one_of.span, message).help(help);
        return;
    }
    if let Some(at) = ["least", "most"].into_iter().find_map(|key| node.field(key)) {
        let message = format!("the values of `{name}` are listed, so nothing is left to bound");
        problems.error("wrong_kind", &at.span, message).help("keep the bounds, or `one_of`");
    }
    if listed.is_empty() {
        let message = format!("`one_of` of `{name}` is empty: it lists no value");
        problems.error("missing", &one_of.span, message).help("leave it out for any value, or list the values");
    } else if !listed.contains(default) {
        let at = &node.field("default").unwrap_or(node).span;
        let values: Vec<String> = one_of.items().iter().map(written).collect();
        let message = format!("the default of `{name}` is none of its values");
        problems.error("unknown_word", at, message).help(format!("known: {}", values.join(", ")));
    }
}

/// Reports bounds of an option that is no number, bounds that exclude all numbers, and a default beyond them.
fn check_bounds(name: &str, default: &Value, node: &Node, problems: &mut Problems) {
    let [least, most] = ["least", "most"].map(|key| Some((key, node.field(key)?, node.field(key)?.as_int()?)));
    let Value::Int(usual) = default else {
        if let Some((key, at, _)) = least.or(most) {
            let message = format!("`{key}` bounds a number, and the default of `{name}` is none");
            problems
                .error("wrong_kind", &at.span, message)
                .help(format!("leave `{key}` out, or make the default a number"));
        }
        return;
    };
    if let (Some((_, at, least)), Some((_, _, most))) = (least, most)
        && least > most
    {
        let message = format!("`least` of `{name}` is {least}, which is more than its `most`, {most}");
        problems.error("out_of_bounds", &at.span, message).help("no number is between the two: change one of them");
        return;
    }
    let beyond = [least.filter(|(.., least)| usual < least), most.filter(|(.., most)| usual > most)];
    let Some((key, bound, n)) = beyond.into_iter().flatten().next() else { return };
    let Some(default) = node.field("default") else { return };
    let message = format!("the default of `{name}` is {usual}, which is beyond its bounds: `{key}` is {n}");
    // A pack that bounds an option did not write its default.
    let of_another = bound.span.file != default.span.file;
    let at = if of_another { &bound.span } else { &default.span };
    let problem = problems.error("out_of_bounds", at, message);
    if of_another {
        problem.also(&default.span, "the default stands here");
    }
    problem.help("change the default with the bounds");
}

/// A value as the file writes it, for a message.
fn written(node: &Node) -> String {
    node.as_str().map_or_else(|| node.to_json().to_string(), String::from)
}
