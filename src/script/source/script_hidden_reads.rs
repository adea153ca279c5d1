//! Hidden reads of scripts: cards that a script reads and its player may not see, as far as its source shows it.
//!
//! The visibility of a card is only known when the line runs. So this file gives warnings, and
//! `script/host/read_permissions.rs` refuses while the script runs.

use crate::catalog::ScriptSource;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::read::card_dependencies::is_open;
use crate::lua::{HostCall, Literal, LiteralValue, SourceFacts, SourceWord};
use crate::script::source::literals::Literals;

/// Tables of functions none of which reads a card.
const BLIND: [&str; 6] = ["agenda", "bit32", "math", "roll", "string", "table"];

/// Functions that read no card: they propose, say or compute.
const BLIND_FUNCTIONS: [&str; 13] = [
    "act.arrange",
    "act.cancel",
    "act.change",
    "act.draw",
    "act.look",
    "act.move",
    "act.reveal",
    "act.shuffle",
    "act.status",
    "ipairs",
    "takes",
    "note",
    "pairs",
];

impl Literals<'_> {
    /// Warns of `reads: hidden` that a script does not need, and of reads of hidden cards in a script without it. The
    /// script was checked otherwise before.
    pub fn check_hidden_reads(&mut self, source: &ScriptSource, told: &SourceFacts) {
        let calls = &told.sayings.calls;
        let is_of_manifest = *source.file == *format!("cards/{}/game.yaml", self.rules.schema.game);
        if source.reads_hidden && !source.is_asked_by_data && !is_of_manifest && !may_read(told) {
            let place = self.span(source.line, source.column);
            let message = "`reads: hidden` is not needed: this script reads no card";
            self.problems.warn("idle", &place, message).help("leave it out: players are told which cards look");
        }
        // A player sees a card that was shown to that player.
        let shows = |call: &HostCall| matches!(&*call.name.text, "act.look" | "act.reveal");
        if source.reads_hidden || calls.iter().any(shows) {
            return;
        }
        for call in calls {
            let Some((entries, zone)) = self.hidden_zone(call) else { continue };
            let place = self.span(call.name.line, call.name.column);
            let message = match self.read_of(source, told, call) {
                _ if self.asks(entries) || &*call.name.text == "sum" => {
                    format!("this asks about cards in `{zone}`, which the player of the ability does not see")
                }
                Some(field) => format!(
                    "this finds cards in `{zone}`, which the player of the ability does not see, and `{field}` of them is read"
                ),
                None => continue,
            };
            let help = "an ability whose script reads that says `reads: hidden`";
            self.problems.warn("hidden", &place, message).help(help);
        }
    }

    /// The filter of a call on a zone that its player never sees, and the zone.
    fn hidden_zone<'t>(&self, call: &'t HostCall) -> Option<(&'t Entries, &'t str)> {
        let at = match &*call.name.text {
            "cards" | "count" | "ask.card" | "ask.cards" => 0,
            "sum" => 1,
            _ => return None,
        };
        let LiteralValue::Table(entries, true) = &call.arguments.get(at)?.said else { return None };
        let get = |name: &str| {
            let is_it = |(key, _): &&(Option<SourceWord>, Literal)| key.as_ref().is_some_and(|key| *key.text == *name);
            entries.iter().find(is_it).map(|(_, value)| &value.said)
        };
        if get("among").is_some() || get("from").is_some() {
            return None;
        }
        let LiteralValue::Text(zone) = get("zone")? else { return None };
        let schema = &self.rules.schema;
        let kind = schema.zone_kind(zone)?;
        let whose = |key: &str| match get(key) {
            Some(LiteralValue::Name(name) | LiteralValue::Text(name)) => **name == *"opponent",
            _ => false,
        };
        let is_hidden = match schema.zones[kind.index()].seen_by {
            SeenBy::All => false,
            SeenBy::Owner => {
                whose("controller") || whose("side") || whose("owner") && schema.zones[kind.index()].per_player
            }
            SeenBy::Nobody => true,
        };
        is_hidden.then_some((entries.as_slice(), &**zone))
    }

    /// True if a filter tests information that only viewers of the card have.
    fn asks(&self, entries: &Entries) -> bool {
        entries.iter().any(|(key, value)| {
            let Some(key) = key else { return self.asks_in(value) };
            let field = self.rules.schema.symbols.find(&key.text);
            let is_field = field.is_some_and(|f| self.rules.schema.card_field(f).is_some() && !is_open(self.rules, f));
            let is_key = matches!(&*key.text, "type" | "name" | "status" | "permitted" | "printed" | "ability" | "def");
            let holds_filters = matches!(&*key.text, "all" | "any" | "not" | "fields");
            is_field || is_key || holds_filters && self.asks_in(value)
        })
    }

    fn asks_in(&self, value: &Literal) -> bool {
        match &value.said {
            LiteralValue::Table(entries, _) => self.asks(entries),
            _ => false,
        }
    }

    /// A field that a script reads of the cards that a call found, before anything happens to the cards: of a local
    /// that is named like the result of the call, or of each card in a loop.
    fn read_of<'t>(&self, source: &ScriptSource, told: &'t SourceFacts, call: &HostCall) -> Option<&'t str> {
        let line = |n: u32| source.source.lines().nth(n.checked_sub(source.line)? as usize);
        let bound_in = line(call.name.line)?;
        let named = bound_in.match_indices(&*call.name.text).find_map(|(at, _)| bound(&bound_in[..at]))?;
        let place = |word: &SourceWord| (word.line, word.column);
        let first_act = told.sayings.calls.iter().map(|call| &call.name).filter(|name| name.text.starts_with("act."));
        let first_act = first_act.map(place).filter(|at| *at > place(&call.name)).min();
        let fields = told.sayings.fields.iter().filter(|field| place(field) > place(&call.name));
        let before_acts = fields.filter(|field| first_act.is_none_or(|at| place(field) < at));
        let mut of_it = before_acts.filter(|field| {
            let sym = self.rules.schema.symbols.find(&field.text);
            let is_closed = sym.is_some_and(|f| self.rules.schema.card_field(f).is_some() && !is_open(self.rules, f));
            let text = line(field.line).unwrap_or_default();
            is_closed && text.match_indices(&*field.text).any(|(at, _)| object_of(&text[..at]) == Some(named))
        });
        of_it.next().map(|field| &*field.text)
    }
}

/// The entries of a table, with their keys.
type Entries = [(Option<SourceWord>, Literal)];

/// The variable that a line gives to the result of a call, from the text before the call: `local found = cards {…}`,
/// `for _, card in ipairs(cards {…})`.
fn bound(before: &str) -> Option<&str> {
    let before = before.trim_end();
    let names = match before.strip_suffix("ipairs(") {
        Some(before) => before.trim_end().strip_suffix("in")?.trim_end().rsplit_once(',')?.1,
        None => before.strip_suffix('=')?.trim_end().rsplit_once("local ")?.1,
    };
    let name = names.trim();
    name.chars().all(is_of_name).then_some(name)
}

/// The name of the object before a field: the text before the dot, without an index.
fn object_of(before: &str) -> Option<&str> {
    let before = before.trim_end().strip_suffix('.')?;
    let before = match before.strip_suffix(']') {
        Some(indexed) => indexed.rsplit_once('[')?.0,
        None => before,
    };
    Some(&before[before.trim_end_matches(is_of_name).len()..])
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// True if a script may read something of a card.
fn may_read(told: &SourceFacts) -> bool {
    let is_blind = |name: &str| match name.split_once('.') {
        Some((table, _)) => BLIND.contains(&table) || BLIND_FUNCTIONS.contains(&name),
        None => BLIND_FUNCTIONS.contains(&name),
    };
    let of_cards = |name: &str| matches!(name, "self" | "this" | "event" | "args");
    let fields = told.namings.iter().any(|n| n.is_given && n.member.is_some() && of_cards(&n.name.text));
    // `act.draw` is a function of the host, and no field.
    let is_member = |field: &&SourceWord| {
        let is_it = |m: &SourceWord| (m.line, m.column) == (field.line, field.column);
        told.namings.iter().any(|naming| naming.member.as_ref().is_some_and(is_it))
    };
    fields
        || told.sayings.fields.iter().any(|field| !is_member(&field))
        || told.sayings.calls.iter().any(|call| !is_blind(&call.name.text))
}
