//! Message places: the place in a file with which a message of a scenario begins.

use intermezzo::error::Span;

/// The place that a message begins with, `a/b.yaml:3:5: …`, and the rest.
pub(super) fn placed(message: &str) -> Option<(Span, &str)> {
    let end = message.find(".yaml:")? + ".yaml".len();
    let (file, rest) = (&message[..end], &message[end + 1..]);
    let mut parts = rest.splitn(3, ':');
    let (line, column) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((Span::new(file, line, column), parts.next()?.trim()))
}
