//! Card paths: what the path of a file says of its card and its pack.

/// The id of the card whose file has this path; `None`: it is the path of no card of this game.
pub(crate) fn card_id<'p>(game: &str, path: &'p str) -> Option<&'p str> {
    let path = in_pack(path);
    let rest = path.strip_prefix("cards/")?.strip_prefix(game)?.strip_prefix('/')?;
    if rest == "game.yaml" || rest.starts_with("decks/") {
        return None;
    }
    rest.rsplit('/').next()?.strip_suffix(".yaml")
}

/// The pack in whose folder a path lies.
pub(super) fn pack_of(path: &str) -> Option<&str> {
    path.strip_prefix("packs/").and_then(|rest| rest.split_once('/')).map(|(pack, _)| pack)
}

/// A path without the folder of its pack.
pub(super) fn in_pack(path: &str) -> &str {
    path.strip_prefix("packs/").and_then(|rest| rest.split_once('/')).map_or(path, |(_, inner)| inner)
}
