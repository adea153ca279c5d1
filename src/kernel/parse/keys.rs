//! Keys: filters by the fields of objects, and what is said about a field that there is not.

use crate::data::{Node, Span, suggest};
use crate::kernel::model::lang::{CardField, Class, Filter};
use crate::kernel::model::schema::RecordField;
use crate::kernel::parse::meant::What;
use crate::kernel::parse::parser::Parser;

/// What can be said of a card besides its fields.
const CARD_KEYS: [&str; 13] = [
    "zone",
    "owner",
    "controller",
    "type",
    "name",
    "status",
    "other",
    "permitted",
    "def",
    "printed",
    "slot",
    "space",
    "opposite",
];

/// Keys of filters of spaces.
const SPACE_KEYS: [&str; 12] = [
    "zone", "owner", "slot", "opposite", "free", "holds", "mark", "next_to", "ahead_of", "behind", "distance",
    "covered",
];

impl Parser<'_> {
    pub(in crate::kernel) fn field_filter(
        &mut self,
        key: &str,
        span: &Span,
        value: &Node,
        class: Class,
    ) -> Option<Filter> {
        let sym = self.sym(key);
        if let Some((_, filter)) = sym.and_then(|s| self.schema.filters.iter().find(|(n, _)| *n == s)) {
            let filter = filter.clone();
            return Some(self.yes_or_no(value, filter));
        }
        match class {
            Class::Card => match sym.and_then(|s| self.schema.card_field(s)) {
                Some(CardField::Attr(attr)) => Some(self.compares(value, |cmp, n| Filter::Attr(attr, cmp, n))),
                Some(CardField::Words(slot)) => {
                    let words = value.items().iter().map(|n| self.word_ref(n, |sym| What::Word(slot, sym))).collect();
                    Some(Filter::Words(slot, words))
                }
                Some(CardField::Cost(slot)) => {
                    let (cmp, n) = self.compare(value);
                    Some(Filter::CostTotal(slot, cmp, n))
                }
                Some(CardField::Status(_)) => Some(Filter::Status(self.statuses(value))),
                _ => {
                    self.unknown_field(key, span, class);
                    None
                }
            },
            Class::Player => match sym.and_then(|s| self.schema.player_field(s)) {
                Some(field) => Some(self.compares(value, |cmp, n| Filter::PlayerField(field, cmp, n))),
                None => {
                    self.unknown_field(key, span, class);
                    None
                }
            },
            Class::Zone => match self.schema.space_counters.iter().position(|c| Some(c.name) == sym) {
                Some(i) => {
                    let (cmp, n) = self.with_it(Class::Zone, |p| p.compare(value));
                    Some(Filter::SpaceCounter(i as u8, cmp, n))
                }
                None => {
                    self.unknown_field(key, span, class);
                    None
                }
            },
            Class::Record => {
                let field = sym.and_then(|s| self.schema.record_field(s).map(|f| (s, f)));
                let Some((sym, field)) = field else {
                    self.unknown_field(key, span, class);
                    return None;
                };
                let class = match field {
                    RecordField::Int => Class::Int,
                    RecordField::Player | RecordField::Players => Class::Player,
                    RecordField::Word | RecordField::Any => Class::Any,
                    RecordField::Spaces => Class::Zone,
                    RecordField::Records(_) => Class::Record,
                    RecordField::Card | RecordField::Cards(_) | RecordField::Stays => Class::Card,
                };
                Some(Filter::RecordField(sym, Box::new(self.filter(value, class))))
            }
            _ => {
                self.unknown_field(key, span, class);
                None
            }
        }
    }

    pub(in crate::kernel) fn unknown_field(&mut self, key: &str, span: &Span, class: Class) {
        let mut known: Vec<String> = ["all", "any", "not", "is", "among"].map(String::from).to_vec();
        match class {
            Class::Card => {
                known.extend(CARD_KEYS.map(String::from));
                known.extend(self.names(self.schema.card_fields.iter().map(|(n, _)| *n)));
                known.extend(self.names(self.schema.filters.iter().map(|(n, _)| *n)));
            }
            Class::Zone => {
                known.extend(SPACE_KEYS.map(String::from));
                known.extend(self.names(self.schema.space_counters.iter().map(|c| c.name)));
            }
            Class::Player => known.extend(self.names(self.schema.player_fields.iter().map(|(n, _)| *n))),
            Class::Use => {
                known.extend(["kind", "timing", "user", "card", "can_aim_elsewhere", "cancellable"].map(String::from))
            }
            Class::Record => {
                known.push("record".into());
                known.extend(self.names(self.schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0))));
            }
            _ => {}
        }
        // What is there, and is asked for in another way, was not misspelt.
        if let Some(kind) = self.kind_of_field(key, class) {
            self.problems.error("unknown_key", span, format!("`{key}` {kind}, and cannot be asked for so"));
            return;
        }
        let help = suggest::help_for(key, known.iter().map(String::as_str));
        self.problems.error("unknown_key", span, format!("unknown key `{key}` in a filter")).help(help);
    }

    /// What a field that there is holds, in words.
    fn kind_of_field(&self, key: &str, class: Class) -> Option<&'static str> {
        let field = self.sym(key).filter(|_| class == Class::Card).and_then(|s| self.schema.card_field(s))?;
        Some(match field {
            CardField::Attr(_) => "is a number",
            CardField::Words(_) => "holds words",
            CardField::Cost(_) => "is a cost",
            CardField::Rules(_) => "is a set of rules",
            CardField::Text(_) => "is a text",
            CardField::Cells(_) => "holds cells",
            CardField::Cond(_) => "is a condition",
            CardField::Status(_) => "is a status",
            CardField::Name | CardField::Id | CardField::Type | CardField::Zone => "is a word",
            CardField::Slot => "is a place",
            CardField::Space => "is a space",
            CardField::Owner | CardField::Controller | CardField::PutBy => "is a player",
        })
    }
}
