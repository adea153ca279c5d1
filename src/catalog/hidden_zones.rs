//! Hidden zones: the zones with cards that a player may not see, by their viewers and by what lays cards face down.

use std::borrow::Cow;

use super::card_paths::pack_of;
use super::files::Files;
use super::keys::manifest::Manifest;
use super::pack::PackInfo;
use crate::data::{Span, names_word};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::schema::{Schema, SeenBy};
use crate::kernel::model::value::ZoneKind;
use crate::lua::without_comments;

/// The kinds of zone in which cards are hidden from a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct HiddenZones {
    /// The zones where a card is hidden from its player even if she owns it.
    pub own: IdSet<ZoneKind>,
    /// The zones where a card is hidden from its player if she does not own it.
    pub others: IdSet<ZoneKind>,
}

impl HiddenZones {
    /// The hidden zones, by the `seen_by` of each zone.
    pub fn of_zones(schema: &Schema) -> HiddenZones {
        let mut out = HiddenZones::default();
        for (i, zone) in schema.zones.iter().enumerate() {
            match zone.seen_by {
                SeenBy::All => {}
                SeenBy::Owner => out.others.insert(ZoneKind::of(i)),
                SeenBy::Nobody => {
                    out.own.insert(ZoneKind::of(i));
                    out.others.insert(ZoneKind::of(i));
                }
            }
        }
        out
    }

    /// The zones in which a line of a file puts cards face down: those that it names, or all.
    fn of_line(schema: &Schema, line: &str) -> HiddenZones {
        let kinds = zones_of_line(schema, line);
        let others = if kinds.is_empty() { IdSet::ALL } else { kinds };
        // A player sees her own cards that lie face down, unless they are blind.
        let is_blind = !line.contains("down") || line.contains("blind");
        HiddenZones { own: if is_blind { others } else { IdSet::EMPTY }, others }
    }

    fn and(self, other: HiddenZones) -> HiddenZones {
        HiddenZones { own: self.own | other.own, others: self.others | other.others }
    }
}

/// The zones that a line of a file names.
fn zones_of_line(schema: &Schema, line: &str) -> IdSet<ZoneKind> {
    let named = |kind: &ZoneKind| names_word(line, schema.symbols.name(schema.zones[kind.index()].name));
    let mut kinds = IdSet::EMPTY;
    schema.kinds(IdSet::ALL).filter(named).for_each(|kind| kinds.insert(kind));
    kinds
}

/// Zones with cards that a player may not see, and places where cards may be put face down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hiding {
    /// The hidden zones, by the `seen_by` of each zone.
    pub unseen: HiddenZones,
    /// The hidden zones, and those where a card may be put face down.
    pub perhaps: HiddenZones,
    /// Zones where effects of packs may lay cards face down: those in which the game itself does, and those that its
    /// manifest does not name.
    allowed: HiddenZones,
    /// The zones that the game's own files name where they lay cards face down.
    pub laid: IdSet<ZoneKind>,
    /// The places of lines of packs that may lay a card face down where the game lays none, each with the name of the
    /// zone.
    wrong: Vec<(Span, String)>,
    /// The packs that declare `reads: hidden` for all their cards.
    readers: Vec<String>,
}

impl Hiding {
    /// The zones in which cards are hidden: by their visibility, and where files of the game lay cards face down. A
    /// pack may lay cards face down only where the game does, or in a zone that the game's manifest does not name.
    /// `manifest` is the text of that manifest. `is_said`: the game says what card a face-down card is.
    pub fn of(schema: &Schema, files: &Files, manifest: &str, is_said: bool) -> Hiding {
        let in_play = |path: &str| pack_of(path).is_none_or(|pack| files.packs.iter().any(|id| id == pack));
        // If the game says what card a face-down card is for everybody, a card is not hidden by lying face down.
        let read = |path: &&String| !is_said && in_play(path);
        let all = files.texts.iter().filter(|(path, _)| read(path)).flat_map(|(path, text)| face_lines(path, text));
        let (of_packs, own): (Vec<_>, Vec<_>) = all.partition(|(path, ..): &(&str, _, _)| pack_of(path).is_some());
        let unseen = HiddenZones::of_zones(schema);
        let laid = own.iter().fold(unseen, |all, (.., line)| all.and(HiddenZones::of_line(schema, line)));
        let named = own.iter().fold(IdSet::EMPTY, |all, (.., line)| all | zones_of_line(schema, line));
        let mut out = Hiding { unseen, perhaps: laid, allowed: laid, laid: named, ..Hiding::default() };
        for (i, zone) in schema.zones.iter().enumerate() {
            if !names_word(manifest, schema.symbols.name(zone.name)) {
                out.allowed.own.insert(ZoneKind::of(i));
                out.allowed.others.insert(ZoneKind::of(i));
            }
        }
        for (path, n, line) in of_packs {
            let laid = HiddenZones::of_line(schema, &line);
            let is_wrong = |kind: &ZoneKind| {
                laid.others.contains(*kind) && !out.allowed.others.contains(*kind)
                    || laid.own.contains(*kind) && !out.allowed.own.contains(*kind)
            };
            match schema.kinds(IdSet::ALL).find(is_wrong) {
                None => out.perhaps = out.perhaps.and(laid),
                Some(kind) => {
                    let column = line.find(FACE).map_or(1, |at| line[..at].chars().count() as u32 + 1);
                    let zone = schema.symbols.name(schema.zones[kind.index()].name).to_string();
                    out.wrong.push((Span::new(path, n, column), zone));
                }
            }
        }
        out
    }

    /// Notes the packs whose header declares `reads: hidden`.
    pub fn note_readers(&mut self, files: &Files) {
        let header = |id: &String| files.texts.get(&format!("packs/{id}/pack.yaml"));
        let info = |id: &String| PackInfo::of_text(header(id)?, &mut Problems::new());
        let says = |id: &&String| info(id).is_some_and(|info| info.reads_hidden);
        self.readers = files.packs.iter().filter(says).cloned().collect();
    }

    /// True if a file belongs to a pack that declares `reads: hidden`.
    pub fn is_of_reader(&self, file: &str) -> bool {
        pack_of(file).is_some_and(|pack| self.readers.iter().any(|id| id == pack))
    }

    /// True if a file belongs to a pack that does not declare `reads: hidden`.
    pub fn is_bounded(&self, file: &str) -> bool {
        pack_of(file).is_some() && !self.is_of_reader(file)
    }

    /// Reports lines of packs that lay cards face down where they may not.
    pub fn check(&self, problems: &mut Problems) {
        for (at, zone) in &self.wrong {
            let message = format!("this may lay a card face down in `{zone}`, where the game itself lays none");
            let help = "cards of others count on seeing what lies there: name a zone that the pack adds";
            problems.error("hidden", at, message).help(help);
        }
    }

    /// Reports hidden zones of packs that are `distinct`: whether such a zone takes a card tells the names of cards
    /// there.
    pub fn check_zones(&self, schema: &Schema, manifest: &Manifest, problems: &mut Problems) {
        for (zone, (key, node)) in schema.zones.iter().zip(manifest.zones) {
            let tells = zone.distinct_names && zone.seen_by != SeenBy::All;
            if !tells || !self.is_bounded(&node.span.file) {
                continue;
            }
            let message =
                format!("not everybody sees `{}`, and its `distinct` tells the names of cards there", key.name);
            let help = "say `seen_by: all`, or let the pack.yaml say `reads: hidden`: then players are told";
            problems.error("hidden", &node.span, message).help(help);
        }
    }

    /// The kinds of zone in which effects of packs may lay cards face down: first those for blind cards, which nobody
    /// sees, then those for cards that only their player sees.
    pub fn zones(&self) -> [IdSet<ZoneKind>; 2] {
        [self.allowed.own, self.allowed.others]
    }
}

/// The word by which effects say how a card lies.
const FACE: &str = "face";

/// The lines of a file that may lay cards face down, with their numbers.
fn face_lines<'p>(path: &'p str, text: &str) -> Vec<(&'p str, u32, String)> {
    // Most files do not contain the word, and need not be read line by line.
    if memchr::memmem::find(text.as_bytes(), FACE.as_bytes()).is_none() {
        return Vec::new();
    }
    let text = if path.ends_with(".lua") { Cow::Owned(without_comments(text)) } else { Cow::Borrowed(text) };
    let lines = (1..).zip(text.lines()).filter(|(_, line)| lays_face_down(line));
    lines.map(|(n, line)| (path, n, line.to_string())).collect()
}

/// True if a line of a manifest, a card or a script gives `face` a value that is no filter: it may lay a card face
/// down.
fn lays_face_down(line: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(FACE).filter(|(i, _)| !line[..*i].ends_with(is_word)).any(|(i, _)| {
        let after = line[i + FACE.len()..].trim_start();
        let value = after.strip_prefix([':', '=']).map(str::trim_start);
        value.is_some_and(|value| !value.is_empty() && !value.starts_with(['{', '=']))
    })
}
