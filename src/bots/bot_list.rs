//! Bot list: several bots as people write them, with commas between them: `random,ismcts:200,"program:./a,b"`.

use super::kind::BotKind;
use crate::error::{Error, Result};

/// The bots of a list. A bot in quotes may contain commas; a doubled quote in it stands for one.
///
/// # Errors
///
/// Text that names no bot.
pub fn listed(text: &str) -> Result<Vec<String>> {
    let mut all: Vec<String> = Vec::new();
    let mut rest = Some(text.trim());
    while let Some(text) = rest {
        let (bot, is_quoted);
        (bot, rest, is_quoted) = match text.strip_prefix('"') {
            Some(quoted) => {
                let (bot, rest) = quoted_end(quoted)?;
                (bot, rest, true)
            }
            None => match text.split_once(',') {
                Some((bot, rest)) => (bot.trim_end().to_string(), Some(rest.trim_start()), false),
                None => (text.to_string(), None, false),
            },
        };
        bot.parse::<BotKind>().map_err(|error| match all.last() {
            Some(before) if before.starts_with("program:") && !is_quoted => {
                let help = format!(
                    "a comma stands between two bots; a program whose path has one is written in quotes: `\"{before},{bot}\"`"
                );
                Error::usage(format!("there is no bot `{bot}`")).help(help)
            }
            _ => error,
        })?;
        all.push(bot);
    }
    Ok(all)
}

/// The text up to the closing quote, and the rest of the list, if it goes on.
fn quoted_end(text: &str) -> Result<(String, Option<&str>)> {
    let mut bot = String::new();
    let mut rest = text;
    loop {
        let (part, behind) = rest.split_once('"').ok_or_else(|| {
            Error::usage(format!("--bots: a quote is open before `{text}`"))
                .help("close it behind the bot: `\"program:a,b\"`")
        })?;
        bot.push_str(part);
        if let Some(more) = behind.strip_prefix('"') {
            bot.push('"');
            rest = more;
            continue;
        }
        return match behind.trim_start() {
            "" => Ok((bot, None)),
            behind => match behind.strip_prefix(',') {
                Some(behind) => Ok((bot, Some(behind.trim_start()))),
                None => Err(Error::usage(format!("--bots: behind the quoted `{bot}` stands `{behind}`"))
                    .help("a comma stands between two bots")),
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_quotes_are_part_of_a_bot() {
        let list = |text: &str| listed(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(list("random"), ["random"]);
        assert_eq!(list(" random , ismcts:200:3,greedy"), ["random", "ismcts:200:3", "greedy"]);
        assert_eq!(list("\"program:./a,b\", random"), ["program:./a,b", "random"]);
        assert_eq!(list("random,\"program:a\"\"b\""), ["random", "program:a\"b"]);
        assert_eq!(list("program:a\"b"), ["program:a\"b"]);
    }

    #[test]
    fn what_is_no_bot_of_a_list_is_told() {
        let check = |text: &str, part: &str| {
            let told = listed(text).map(|_| String::new()).unwrap_or_else(|e| format!("{e:#}"));
            assert!(told.contains(part), "{text}: {told}");
        };
        check("program:./a,b", "written in quotes: `\"program:./a,b\"`");
        check("random,,greedy", "there is no bot ``");
        check("", "there is no bot ``");
        check("random,", "there is no bot ``");
        check("\"program:a,b", "a quote is open");
        check("\"program:a\"b", "behind the quoted `program:a` stands `b`");
        check("random,clever", "a bot is `random`");
    }
}
