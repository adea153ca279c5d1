//! Hidden reads of data: abilities without a script that ask about cards that their player may not see.
//!
//! A script is judged while it runs. Data is evaluated again and again, also to find out which actions are legal, so it
//! is judged when it is compiled, by the zones of the cards that it asks about: cards that its player surely does not
//! see are refused. Packs may reach other cards; to their data a card is blank that its player or its provider does not
//! see.

use std::borrow::Cow;

use super::files::Files;
use super::keys::abilities::ModeKeys;
use super::keys::manifest::Manifest;
use super::manifest::Builder;
use super::pack::PackInfo;
use crate::data::{Node, Span, names_word};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Class, Cond, Expr, Head, Ref, Selection, Source};
use crate::kernel::model::schema::{AttrBase, Schema, SeenBy};
use crate::kernel::model::value::ZoneKind;
use crate::kernel::read::card_dependencies::Looks;
use crate::kernel::rules::{Ability, CostPart, Effect, Target};
use crate::lua::without_comments;

/// The kinds of zone in which cards are hidden from a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct HiddenZones {
    /// The zones where a card is hidden from its player even if she owns it.
    own: IdSet<ZoneKind>,
    /// The zones where a card is hidden from its player if she does not own it.
    others: IdSet<ZoneKind>,
}

impl HiddenZones {
    /// The hidden zones, from their viewers.
    fn of_zones(schema: &Schema) -> HiddenZones {
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
    /// The hidden zones, from their viewers.
    unseen: HiddenZones,
    /// The hidden zones, and those where a card may be put face down.
    perhaps: HiddenZones,
    /// Zones where effects of packs may lay cards face down: those in which the game itself does, and unknown ones.
    allowed: HiddenZones,
    /// The zones that the game's own files name where they lay cards face down.
    laid: IdSet<ZoneKind>,
    /// Lines of packs that may lay a card face down elsewhere, and in which zone.
    wrong: Vec<(Span, String)>,
    /// The packs that declare `reads: hidden` for all their cards.
    readers: Vec<String>,
}

impl Hiding {
    /// The zones in which cards are hidden: by their visibility, and where files of the game lay cards face down. A
    /// pack may do so only where the game does; `manifest` is the game's. `is_said`: the game says what a card face down
    /// is.
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

    /// Says which lines of packs lay cards face down where they may not.
    pub fn check(&self, problems: &mut Problems) {
        for (at, zone) in &self.wrong {
            let message = format!("this may lay a card face down in `{zone}`, where the game itself lays none");
            let help = "cards of others count on seeing what lies there: name a zone that the pack adds";
            problems.error("hidden", at, message).help(help);
        }
    }

    /// Says which hidden zones of packs are `distinct`: whether such a zone takes a card tells the name of the card.
    pub fn check_zones(&self, schema: &Schema, manifest: &Manifest, problems: &mut Problems) {
        for (zone, (key, node)) in schema.zones.iter().zip(manifest.zones) {
            let tells = zone.distinct_names && zone.seen_by != SeenBy::All;
            if !tells || pack_of(&node.span.file).is_none() || self.is_of_reader(&node.span.file) {
                continue;
            }
            let message =
                format!("not everybody sees `{}`, and its `distinct` tells the names of cards there", key.name);
            let help = "say `seen_by: all`, or let the pack.yaml say `reads: hidden`: then players are told";
            problems.error("hidden", &node.span, message).help(help);
        }
    }

    /// The kinds of zone in which effects of packs may lay a card so that nobody sees it, and so that only its player does.
    pub fn zones(&self) -> [IdSet<ZoneKind>; 2] {
        [self.allowed.own, self.allowed.others]
    }
}

/// The pack to which a file belongs.
fn pack_of(path: &str) -> Option<&str> {
    path.strip_prefix("packs/")?.split('/').next()
}

/// The word by which effects say how a card lies.
const FACE: &str = "face";

/// The lines of a file that lay cards face down, with their numbers.
fn face_lines<'p>(path: &'p str, text: &str) -> Vec<(&'p str, u32, String)> {
    // Few files say the word at all.
    if memchr::memmem::find(text.as_bytes(), FACE.as_bytes()).is_none() {
        return Vec::new();
    }
    let text = if path.ends_with(".lua") { Cow::Owned(without_comments(text)) } else { Cow::Borrowed(text) };
    let lines = (1..).zip(text.lines()).filter(|(_, line)| lays_face_down(line));
    lines.map(|(n, line)| (path, n, line.to_string())).collect()
}

/// True if a line of a manifest, a card or a script puts a card face down.
fn lays_face_down(line: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(FACE).filter(|(i, _)| !line[..*i].ends_with(is_word)).any(|(i, _)| {
        let after = line[i + FACE.len()..].trim_start();
        let value = after.strip_prefix([':', '=']).map(str::trim_start);
        value.is_some_and(|value| !value.is_empty() && !value.starts_with(['{', '=']))
    })
}

/// The cards that an ability reads, and the zones in which they would be hidden from its player.
struct AbilityReads<'a> {
    schema: &'a Schema,
    hidden_zones: HiddenZones,
    /// The ability; `None`: a condition that is printed on a card.
    ability: Option<&'a Ability>,
    cards_read: &'a Looks,
}

impl AbilityReads<'_> {
    /// Words for the cards of the first of these zones, for a finding.
    fn cards_of_zone(&self, kinds: IdSet<ZoneKind>) -> Option<String> {
        let kind = self.schema.kinds(kinds).next()?;
        Some(format!("cards in `{}`", self.schema.symbols.name(self.schema.zones[kind.index()].name)))
    }

    /// Words for the first cards read that the player of the ability surely does not see; `None` if there are none.
    fn first_hidden(&self) -> Option<String> {
        let read = self.cards_read;
        self.cards_of_zone(read.zones & self.hidden_zones.others)
            .or_else(|| self.cards_of_zone(read.own & self.hidden_zones.own))
            .or_else(|| read.refs.iter().find_map(|r| self.hidden_by_ref(r)))
    }

    /// Words for the cards that a reference names, if they surely lie in a hidden zone.
    fn hidden_by_ref(&self, r: &Ref) -> Option<String> {
        let name = |sym| self.schema.symbols.name(sym);
        match &r.head {
            Head::This => {
                let field = r.path.first()?;
                match self.ability?.targets.iter().any(|t| t.name == *field) {
                    true => self.hidden_by_ref(&Ref::head(Head::Target(*field))),
                    false if **name(*field) == *"paid" => self.hidden_by_ref(&Ref::head(Head::Paid)),
                    false => None,
                }
            }
            Head::Target(target) => {
                let found = self.ability?.targets.iter().find(|t| t.name == *target);
                found
                    .and_then(|Target { what, .. }| self.hidden_selection(what))
                    .map(|_| format!("the target `{}`", name(*target)))
            }
            Head::Paid => self.ability?.cost.iter().find_map(|part| match part {
                CostPart::Cards { what, .. } => self.hidden_selection(what).map(|_| "what is paid".into()),
                CostPart::Pips(_) | CostPart::Counter { .. } => None,
            }),
            Head::Var(var) => {
                let stands_for = |expr: &Expr| match expr {
                    Expr::Select(sel) => self.hidden_selection(sel),
                    Expr::Ref(r) => self.hidden_by_ref(r),
                    Expr::Amount(_) | Expr::Dest(_) | Expr::Seats(_) | Expr::Numbers(_) => None,
                };
                let mut all = self.cards_read.vars.iter().filter(|(name, _)| name == var);
                all.find_map(|(_, expr)| stands_for(expr)).map(|_| format!("`{}`", name(*var)))
            }
            Head::SelfCard | Head::Value(_) | Head::Option(_) | Head::Game | Head::It | Head::Area(_) => None,
            Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_) => None,
            Head::ReplyTo | Head::Subject | Head::Record(_) | Head::Event => None,
        }
    }

    /// Words for the cards among which a selection chooses, if they lie in a hidden zone. They are hidden even if the
    /// selection tests nothing about them.
    fn hidden_selection(&self, sel: &Selection) -> Option<String> {
        match &sel.source {
            Source::Cards(cards) if !cards.lists.is_empty() => {
                cards.lists.iter().find_map(|list| self.hidden_by_ref(list))
            }
            Source::Cards(cards) => self.cards_of_zone(
                cards.zones & if cards.is_own() { self.hidden_zones.own } else { self.hidden_zones.others },
            ),
            Source::Spaces(spaces) => self.cards_of_zone(spaces.zones & self.hidden_zones.others),
            Source::Either(all) => all.iter().find_map(|one| self.hidden_selection(one)),
            Source::Uses(_) | Source::Records(_) => None,
            Source::Players(_) | Source::Words(_) | Source::Defs(_) | Source::Number(..) => None,
        }
    }
}

/// True if a key stands somewhere in a tree.
fn has_key(node: &Node, wanted: &str) -> bool {
    let entries = node.as_map().unwrap_or_default();
    entries.iter().any(|(key, value)| key.name == wanted || has_key(value, wanted))
        || node.as_list().is_some_and(|items| items.iter().any(|item| has_key(item, wanted)))
}

/// True if something that is looked at may be hidden: the game then decides while it is played.
fn may_be_hidden(looks: &Looks, unseen: HiddenZones) -> bool {
    let Looks { zones, own, refs, used, aimed, held, hosts, anywhere, private, .. } = looks;
    let is_its_own = |r: &Ref| r.path.is_empty() && r.head == Head::SelfCard;
    !((*zones | *own) & unseen.others).is_empty()
        || !refs.iter().all(is_its_own)
        || [used, aimed, held, hosts, anywhere].into_iter().any(|is| *is)
        || private.is_some()
}

impl Builder {
    /// Refuses an ability that reads hidden cards without `reads: hidden`, and a superfluous `reads: hidden`.
    pub(super) fn check_hidden_reads(
        &mut self,
        ability: &mut Ability,
        node: &Node,
        mode: &Node,
        problems: &mut Problems,
    ) {
        let game = &self.rules.schema.game;
        // The author of a game is trusted with its rules.
        if *node.span.file == *format!("cards/{game}/game.yaml") {
            return;
        }
        // A pack may put its own conditions into an ability of somebody else.
        let own = format!("cards/{game}/");
        let parts = [node, mode].into_iter().flat_map(|n| n.as_map().unwrap_or_default());
        let strange = parts.map(|(_, part)| part).chain([node]).filter(|part| !part.span.file.starts_with(&own));
        let strange: Vec<&Node> = strange.collect();
        let is_strange = !strange.is_empty();
        let is_of_reader = is_strange && strange.iter().all(|part| self.hiding.is_of_reader(&part.span.file));
        let looks = Looks::of_ability(&self.rules, ability);
        ability.is_strange = is_strange;
        let Hiding { unseen, perhaps, .. } = self.hiding;
        let asked = AbilityReads {
            schema: &self.rules.schema,
            hidden_zones: unseen,
            ability: Some(ability),
            cards_read: &looks,
        };
        let (what, may_be_hidden) = (asked.first_hidden(), may_be_hidden(&looks, perhaps));
        let reads = node.field("reads").filter(|reads| reads.span.file == node.span.file);
        // The game's own data may ask about face-down cards: they are blank to it.
        let is_laid = |kind: ZoneKind| perhaps.others.contains(kind) && !unseen.others.contains(kind);
        let may_lie_face_down = self.rules.schema.kinds(looks.zones | looks.own).any(is_laid);
        let is_bounded = if is_strange { may_be_hidden } else { may_lie_face_down };
        ability.is_bounded = is_bounded && reads.is_none() && !is_of_reader;
        let has_script = [node, mode].into_iter().any(|n| ModeKeys::of(n).script.is_some());
        match (what, reads) {
            (Some(_), None) if is_of_reader => {}
            (Some(what), None) => {
                let message = format!("the ability asks about {what}, which its player may not see");
                let help = "an ability that does so says `reads: hidden`: players are told which cards look";
                problems.error("hidden", &mode.span, message).help(help);
            }
            (Some(_), Some(_)) => match ability.effect {
                Effect::Script(script) => self.scripts[script.index()].is_asked_by_data = true,
                _ => self.hidden_readers.push((ability.def, ability.id, node.span.clone())),
            },
            // Other texts of a pack are bounded in any case.
            (None, Some(reads)) if !has_script && !is_bounded => {
                let message =
                    "`reads: hidden` is not needed: the ability asks about no card that its player does not see";
                problems.warn("idle", &reads.span, message).help("leave it out: players are told which cards look");
            }
            (None, _) => {}
        }
    }

    /// Warns of computed attributes of players that count hidden cards: everybody who sees such a number learns of cards
    /// that they do not see.
    pub(super) fn check_public_numbers(&self, manifest: &Manifest, problems: &mut Problems) {
        let (schema, unseen) = (&self.rules.schema, HiddenZones::of_zones(&self.rules.schema));
        let of_players = manifest.attributes.iter().filter(|(class, _)| class.name == "player");
        for (key, node) in of_players.flat_map(|(_, node)| node.as_map().unwrap_or_default()) {
            let Some(attr) = schema.attr(Class::Player, &key.name).map(|attr| &schema.attrs[attr.index()]) else {
                continue;
            };
            let AttrBase::Amount(amount) = &attr.base else { continue };
            let (hidden, who) = match attr.seen_by {
                SeenBy::All => (unseen.others, "everybody sees"),
                SeenBy::Owner => (unseen.own, "its player sees"),
                SeenBy::Nobody => continue,
            };
            let looks = Looks::of_amount(&self.rules, amount);
            let asks_for_faces = node.field("amount").is_some_and(|amount| has_key(amount, "face"));
            let laid = if asks_for_faces || attr.seen_by != SeenBy::All { IdSet::EMPTY } else { self.hiding.laid };
            let first = |kinds: IdSet<ZoneKind>| {
                let kind = schema.kinds((looks.zones | looks.own) & kinds).next()?;
                Some(schema.symbols.name(schema.zones[kind.index()].name))
            };
            let which = match (first(hidden).or(first(laid)), looks.private) {
                (Some(zone), _) if first(hidden).is_none() => format!("what lies face down in `{zone}`"),
                (Some(zone), _) => format!("what cards lie in `{zone}`"),
                (None, Some(other)) if attr.seen_by == SeenBy::All => {
                    format!("`{}`, which not everybody sees", schema.symbols.name(other))
                }
                _ => continue,
            };
            let at = node.field("amount").map_or(&key.span, |amount| &amount.span);
            let message = format!("{who} `{}`, and it tells something of {which}", key.name);
            let help = "`seen_by: owner` or `seen_by: nobody` hides it, and `face: up` leaves out what lies face down; how many cards lie in a zone everybody may know, if nothing is asked of them";
            problems.warn("hidden", at, message).help(help);
        }
    }

    /// Refuses a printed condition that reads hidden cards: a field cannot declare `reads: hidden`.
    pub(super) fn check_hidden_reads_of_condition(&self, cond: &Cond, node: &Node, problems: &mut Problems) {
        let looks = Looks::of_cond(&self.rules, cond);
        let (schema, hidden_zones) = (&self.rules.schema, self.hiding.unseen);
        if let Some(what) = (AbilityReads { schema, hidden_zones, ability: None, cards_read: &looks }).first_hidden() {
            let message = format!("the condition asks about {what}, which its player may not see");
            let help = "an ability may do so that says `reads: hidden`; what is printed in a field may not";
            problems.error("hidden", &node.span, message).help(help);
        }
    }
}
