//! Translation draft: the texts that a language lacks as a file of Fluent, in which each is a remark until somebody
//! translates it.

use intermezzo::kernel::model::translation::key_of;

/// The lines of the file. `missing` are messages or attributes of messages (`card-old_bear.text`) with the words of the game,
/// sorted by name.
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
            // The name is translated already: its message stands in another line of the language's files.
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

/// A text of the game as Fluent writes it.
fn pattern(message: &str, written: &str) -> String {
    // Only sentences and reasons have places for names. Elsewhere `{` and `}` stand for themselves.
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
    // The sentence of a kind of use names the card that is used.
    if message.starts_with("use-") {
        out += " { $what }";
    }
    // A further line of a text stands below its key, and further in.
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
