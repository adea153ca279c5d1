//! Translation draft: writes the texts that a language lacks as a file in the format Fluent, each as a comment that the
//! translator completes.

use intermezzo::kernel::model::translation::key_of;

/// The lines of the file. `missing` are keys of messages or of attributes of messages (`card-old_bear.text`), each with
/// the game's own text, sorted by key.
pub fn lines(missing: &[(String, String)]) -> Vec<String> {
    let mut out = vec![
        "# Each text is a remark until it is translated: write it in your language, and take the sign before its lines away."
            .to_string(),
    ];
    let mut last = "";
    for (id, written) in missing {
        let (message, attribute) = id.split_once('.').map_or((&**id, None), |(message, name)| (message, Some(name)));
        let text = pattern(message, written);
        if message != last {
            out.push(String::new());
        }
        match attribute {
            None => out.push(format!("# {message} = {text}")),
            // Only the attribute lacks a translation: its message stands in another file of the language, so a comment
            // says where it belongs.
            Some(name) if message != last => {
                out.push(format!("# Below `{message}` of this language:"));
                out.push(format!("#     .{name} = {text}"));
            }
            Some(name) => out.push(format!("#     .{name} = {text}")),
        }
        last = message;
    }
    out
}

/// A text of the game in the syntax of Fluent, behind the sign of a comment.
fn pattern(message: &str, written: &str) -> String {
    // Only sentences of events and reasons have places for names in braces; in other texts braces are escaped.
    let has_places = message.starts_with("event-") || message.starts_with("say-");
    let mut out = String::new();
    let mut rest = written;
    while let Some(at) = rest.find(['{', '}']) {
        out += &rest[..at];
        let place = rest[at..].strip_prefix('{').and_then(|rest| rest.split_once('}')).filter(|_| has_places);
        match place {
            Some((name, behind)) => {
                out += &format!("{{ ${} }}", key_of(name));
                rest = behind;
            }
            None => {
                out += if rest[at..].starts_with('{') { "{\"{\"}" } else { "{\"}\"}" };
                rest = &rest[at + 1..];
            }
        }
    }
    out += rest;
    // A translated kind of use is a sentence with the used card in it.
    if message.starts_with("use-") {
        out += " { $what }";
    }
    // Further lines of a text are indented below its key.
    out.trim().replace('\n', "\n#         ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_a_remark_with_its_places() {
        let of = |id: &str, text: &str| (id.to_string(), text.to_string());
        let missing = [
            of("card-fog", "Fog"),
            of("card-fog.text", "Pay {T}.\nThen draw."),
            of("card-rain.text", "It rains."),
            of("event-struck", "{player} takes {me.n}"),
            of("use-spell", "cast"),
        ];
        let told = lines(&missing)[1..].join("\n");
        assert_eq!(
            told,
            "\n# card-fog = Fog\n#     .text = Pay {\"{\"}T{\"}\"}.\n#         Then draw.\n\n# Below `card-rain` of this \
             language:\n#     .text = It rains.\n\n# event-struck = { $player } takes { $me_n }\n\n# use-spell = cast { $what }"
        );
    }
}
