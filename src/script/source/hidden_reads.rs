//! Hidden reads: things that a script reads and its player may not see, as far as its source shows it.
//!
//! The visibility of a card is only known when the line runs. So this gives warnings, and the run decides.

use crate::catalog::ScriptSource;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::read::looks::is_open;
use crate::script::sandbox::{HostCall, Literal, Said, Told, Word};
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
    /// Compares what an ability says of its script with the script; its text was read before.
    pub fn hidden(&mut self, source: &ScriptSource, told: &Told) {
        let calls = &told.sayings.calls;
        let is_of_manifest = *source.file == *format!("cards/{}/game.yaml", self.rules.schema.game);
        if source.reads_hidden && !source.is_asked_by_data && !is_of_manifest && !may_read(told) {
            let place = self.span(source.line, source.column);
            let message = "`reads: hidden` is not needed: this script reads no card";
            self.problems.warn("idle", &place, message).help("leave it out: players are told which cards look");
        }
        // Who was shown cards sees them.
        let shows = |call: &HostCall| matches!(&*call.name.text, "act.look" | "act.reveal");
        if source.reads_hidden || calls.iter().any(shows) {
            return;
        }
        for call in calls {
            let Some(zone) = self.hidden_zone(call) else { continue };
            let place = self.span(call.name.line, call.name.column);
            let message = format!("this asks about cards in `{zone}`, which the player of the ability does not see");
            let help = "an ability whose script reads that says `reads: hidden`";
            self.problems.warn("hidden", &place, message).help(help);
        }
    }

    /// The zone that a call asks about and that its player never sees.
    fn hidden_zone(&self, call: &HostCall) -> Option<String> {
        let at = match &*call.name.text {
            "cards" | "count" | "ask.card" | "ask.cards" => 0,
            "sum" => 1,
            _ => return None,
        };
        let Said::Table(entries, true) = &call.arguments.get(at)?.said else { return None };
        let get = |name: &str| {
            let is_it = |(key, _): &&(Option<Word>, Literal)| key.as_ref().is_some_and(|key| *key.text == *name);
            entries.iter().find(is_it).map(|(_, value)| &value.said)
        };
        let asks = |(key, _): &(Option<Word>, Literal)| {
            let Some(key) = key else { return false };
            let field = self.rules.schema.symbols.find(&key.text);
            let is_field = field.is_some_and(|f| self.rules.schema.card_field(f).is_some() && !is_open(self.rules, f));
            is_field || matches!(&*key.text, "type" | "name" | "status" | "permitted")
        };
        if get("among").is_some() || get("from").is_some() || !(at == 1 || entries.iter().any(asks)) {
            return None;
        }
        let Said::Text(zone) = get("zone")? else { return None };
        let schema = &self.rules.schema;
        let kind = schema.zone_kind(zone)?;
        let whose = |key: &str| matches!(get(key), Some(Said::Name(name)) if **name == *"opponent");
        let is_hidden = match schema.zones[kind.index()].seen_by {
            SeenBy::All => false,
            SeenBy::Owner => whose("controller") || whose("owner") && schema.zones[kind.index()].per_player,
            SeenBy::Nobody => true,
        };
        is_hidden.then(|| zone.to_string())
    }
}

/// True if a script may read something of a card.
fn may_read(told: &Told) -> bool {
    let is_blind = |name: &str| match name.split_once('.') {
        Some((table, _)) => BLIND.contains(&table) || BLIND_FUNCTIONS.contains(&name),
        None => BLIND_FUNCTIONS.contains(&name),
    };
    let of_cards = |name: &str| matches!(name, "self" | "this" | "event" | "args");
    let fields = told.namings.iter().any(|n| n.is_given && n.member.is_some() && of_cards(&n.name.text));
    // `act.draw` is a function of the host, and no field.
    let is_member = |field: &&Word| {
        let is_it = |m: &Word| (m.line, m.column) == (field.line, field.column);
        told.namings.iter().any(|naming| naming.member.as_ref().is_some_and(is_it))
    };
    fields
        || told.sayings.fields.iter().any(|field| !is_member(&field))
        || told.sayings.calls.iter().any(|call| !is_blind(&call.name.text))
}
