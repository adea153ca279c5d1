//! Hidden reads of data: abilities without a script that ask about cards that their player may not see.
//!
//! A script is judged while it runs. Data is evaluated again and again, also to find out which actions are legal, so it
//! is judged when it is compiled, by the zones of the cards that it asks about: cards that its player surely does not
//! see are refused. Packs may reach other cards; to their data a card is blank that its player or its provider does not
//! see.

use super::builder::Builder;
use super::hidden_zones::{HiddenZones, Hiding};
use super::keys::abilities::ModeKeys;
use super::keys::manifest::Manifest;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Class, Cond, Expr, Head, Ref, Selection, Source};
use crate::kernel::model::schema::{AttrBase, Schema, SeenBy};
use crate::kernel::model::value::ZoneKind;
use crate::kernel::read::card_dependencies::CardReads;
use crate::kernel::rules::{Ability, CostPart, Effect, Target};

/// The cards that an ability reads, and the zones in which they would be hidden from its player.
struct AbilityReads<'a> {
    schema: &'a Schema,
    hidden_zones: HiddenZones,
    /// The ability; `None`: a condition that is printed on a card.
    ability: Option<&'a Ability>,
    cards_read: &'a CardReads,
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

/// True if a card that the ability reads may be hidden, which is decided while the game is played.
fn may_be_hidden(reads: &CardReads, unseen: HiddenZones) -> bool {
    let CardReads { zones, own, refs, used, aimed, held, hosts, anywhere, private, .. } = reads;
    let is_its_own = |r: &Ref| r.path.is_empty() && r.head == Head::SelfCard;
    !((*zones | *own) & unseen.others).is_empty()
        || !refs.iter().all(is_its_own)
        || [used, aimed, held, hosts, anywhere].into_iter().any(|is| *is)
        || private.is_some()
}

impl Builder {
    /// Refuses an ability that reads hidden cards without `reads: hidden`, and warns of a superfluous `reads: hidden`.
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
        let is_from_pack = !strange.is_empty();
        let is_of_reader = is_from_pack && strange.iter().all(|part| self.hiding.is_of_reader(&part.span.file));
        let mut cards_read = CardReads::of_ability(&self.rules, ability);
        ability.is_from_pack = is_from_pack;
        if is_from_pack {
            cards_read.read_affected();
        }
        let Hiding { unseen, perhaps, .. } = self.hiding;
        let asked = AbilityReads {
            schema: &self.rules.schema,
            hidden_zones: unseen,
            ability: Some(ability),
            cards_read: &cards_read,
        };
        let (what, may_be_hidden) = (asked.first_hidden(), may_be_hidden(&cards_read, perhaps));
        let reads = node.field("reads").filter(|reads| reads.span.file == node.span.file);
        // The game's own data may ask about face-down cards: they are blank to it.
        let is_laid = |kind: ZoneKind| perhaps.others.contains(kind) && !unseen.others.contains(kind);
        let may_lie_face_down = self.rules.schema.kinds(cards_read.zones | cards_read.own).any(is_laid);
        let is_bounded = if is_from_pack { may_be_hidden } else { may_lie_face_down };
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
            // `reads: hidden` is superfluous only where the ability would not be bounded without it.
            (None, Some(reads)) if !has_script && !is_bounded => {
                let message =
                    "`reads: hidden` is not needed: the ability asks about no card that its player does not see";
                problems.warn("idle", &reads.span, message).help("leave it out: players are told which cards look");
            }
            (None, _) => {}
        }
    }

    /// Warns of computed attributes of players that count hidden cards: whoever sees such a number learns of cards that
    /// she does not see. A pack must declare that.
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
            let reads = CardReads::of_amount(&self.rules, amount);
            let asks_for_faces = node.field("amount").is_some_and(|amount| has_key(amount, "face"));
            let laid = if asks_for_faces || attr.seen_by != SeenBy::All { IdSet::EMPTY } else { self.hiding.laid };
            let first = |kinds: IdSet<ZoneKind>| {
                let kind = schema.kinds((reads.zones | reads.own) & kinds).next()?;
                Some(schema.symbols.name(schema.zones[kind.index()].name))
            };
            let which = match (first(hidden).or(first(laid)), reads.private) {
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
            match self.hiding.is_bounded(&key.span.file) || self.hiding.is_bounded(&at.file) {
                true => {
                    let help = format!("{help}; a pack whose pack.yaml says `reads: hidden` may tell it");
                    problems.error("hidden", at, message).help(help);
                }
                false => problems.warn("hidden", at, message).help(help),
            }
        }
    }

    /// Refuses a printed condition that reads hidden cards: a field cannot declare `reads: hidden`.
    pub(super) fn check_hidden_reads_of_condition(&self, cond: &Cond, node: &Node, problems: &mut Problems) {
        let reads = CardReads::of_cond(&self.rules, cond);
        let (schema, hidden_zones) = (&self.rules.schema, self.hiding.unseen);
        if let Some(what) = (AbilityReads { schema, hidden_zones, ability: None, cards_read: &reads }).first_hidden() {
            let message = format!("the condition asks about {what}, which its player may not see");
            let help = "an ability may do so that says `reads: hidden`; what is printed in a field may not";
            problems.error("hidden", &node.span, message).help(help);
        }
    }
}

/// True if a key stands somewhere in a tree.
fn has_key(node: &Node, wanted: &str) -> bool {
    let entries = node.as_map().unwrap_or_default();
    entries.iter().any(|(key, value)| key.name == wanted || has_key(value, wanted))
        || node.as_list().is_some_and(|items| items.iter().any(|item| has_key(item, wanted)))
}
