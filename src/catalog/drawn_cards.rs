//! Drawn cards: the facts of each card for its drawing, and findings about texts that do not fit or cannot be read.

use super::Catalog;
use super::builder::FieldSpec;
use crate::data::{Node, Span, yaml};
use crate::error::{Problems, Severity};
use crate::kernel::Rules;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::NameKind;
use crate::kernel::model::value::{AbilityId, DefId, TypeId};
use crate::kernel::rules::{Ability, CardDef};
use crate::render::{Card, Fault, Field, Value, Word, faults};

impl Catalog {
    /// A card as its look reads it; `None`: there is no card with this id.
    pub fn drawn_card(&self, id: &str) -> Option<Card> {
        let rules = &self.rules;
        let at = rules.defs.iter().position(|def| **rules.name(def.id) == *id)?;
        Some(self.drawn(DefId::of(at)))
    }

    /// The data of a card from which its look is drawn, by its definition.
    pub(crate) fn drawn(&self, id: DefId) -> Card {
        let rules = &self.rules;
        let def = &rules.defs[id.index()];
        let name = |sym: Sym| rules.name(sym).to_string();
        let types = rules.schema.types.iter().enumerate();
        let types = types.filter(|(i, _)| def.types.contains(TypeId::of(*i)));
        let types: Vec<String> = types.map(|(_, ty)| rules.said(NameKind::Type, ty.name).replace('_', " ")).collect();
        let place = &self.places[id.index()];
        let pack = place.strip_prefix("packs/").and_then(|rest| rest.split('/').next());
        Card {
            id: name(def.id),
            name: rules.card_said(id).to_string(),
            ty: name(rules.schema.types[def.ty.index()].name),
            types: types.join(", "),
            set: place.rsplit('/').nth(1).unwrap_or_default().to_string(),
            pack: pack.map(String::from),
            text: rules.text_said(id).to_string(),
            fields: self.fields_of(id, def),
        }
    }

    fn fields_of(&self, id: DefId, def: &CardDef) -> Vec<Field> {
        let rules = &self.rules;
        let mut fields = Vec::new();
        for (field, what) in &rules.schema.card_fields {
            if let Some(value) = self.value(def, *field, what) {
                let said = rules.said(NameKind::Field, *field).to_string();
                fields.push(Field { name: rules.name(*field).to_string(), said, value });
            }
        }
        let abilities = abilities(rules, id, def);
        if !abilities.is_empty() {
            fields.push(Field { name: "abilities".into(), said: "abilities".into(), value: Value::Words(abilities) });
        }
        fields
    }

    fn value(&self, def: &CardDef, name: Sym, what: &CardField) -> Option<Value> {
        let rules = &self.rules;
        let schema = &rules.schema;
        let word = |part: NameKind, sym: Sym| Word {
            id: rules.name(sym).to_string(),
            said: rules.said(part, sym).to_string(),
        };
        match what {
            CardField::Attr(attr) if schema.types[def.ty.index()].prints.contains(*attr) => {
                let slot = schema.attrs[attr.index()].base.printed()?;
                let number = *def.ints.get(slot as usize)?;
                // A number that a type may leave out is printed unless it is 0.
                let is_required = |of: &FieldSpec| of.name == name && of.required && of.types.contains(def.ty);
                (number != 0 || self.fields.iter().any(is_required)).then_some(Value::Number(number))
            }
            CardField::Words(slot) => {
                let words = &def.words[*slot as usize];
                let words = || words.iter().map(|sym| word(NameKind::Word, *sym)).collect();
                (!def.words[*slot as usize].is_empty()).then(|| Value::Words(words()))
            }
            CardField::Cost(slot) => {
                let cost = def.costs[*slot as usize].iter().zip(&schema.pips).filter(|(n, _)| **n > 0);
                let parts: Vec<(Word, i64)> =
                    cost.map(|(n, (kind, _))| (word(NameKind::Field, *kind), i64::from(*n))).collect();
                (!parts.is_empty()).then_some(Value::Cost(parts))
            }
            CardField::Text(slot) => {
                let text = &def.texts[*slot as usize];
                (!text.is_empty()).then(|| Value::Text(text.to_string()))
            }
            CardField::Cells(slot) => {
                let cells = &def.cells[*slot as usize].cells;
                (!cells.is_empty()).then(|| Value::Cells(cells.clone()))
            }
            _ => None,
        }
    }
}

/// The printed abilities that have a kind, each as the word of its kind with its label.
fn abilities(rules: &Rules, id: DefId, def: &CardDef) -> Vec<Word> {
    let of_kind = def.abilities.iter().filter_map(|ability| {
        let one = &rules.abilities[ability.index()];
        (one.def == Some(id) && one.group == *ability).then_some((ability, one, one.kind_word?))
    });
    let word = |(ability, one, kind): (&AbilityId, &Ability, Sym)| {
        let said = if one.text.is_empty() { String::new() } else { rules.label_said(*ability).to_string() };
        Word { id: rules.name(kind).to_string(), said }
    };
    of_kind.map(word).collect()
}

/// Finds texts that do not fit on their cards, and texts without contrast to their background. In a game without a
/// `look` they are hints.
pub fn findings(catalog: &Catalog) -> Problems {
    let mut problems = Problems::new();
    let severity = if catalog.look.is_said { Severity::Warning } else { Severity::Hint };
    for (at, place) in catalog.places.iter().enumerate() {
        for fault in faults(&catalog.look, &catalog.drawn(DefId::of(at))) {
            tell(catalog, place, &fault, severity, &mut problems);
        }
    }
    problems
}

fn tell(catalog: &Catalog, place: &str, fault: &Fault, severity: Severity, problems: &mut Problems) {
    let fields = match fault {
        Fault::Overflow { fields, .. } => fields.as_slice(),
        Fault::Faint { .. } => &[],
    };
    let span = place_of(catalog, place, fields, problems);
    let problem = match fault {
        Fault::Overflow { region, fields, lines } => {
            let what = fields.first().map_or("text", String::as_str);
            let lines = if *lines == 1 { "one line".into() } else { format!("{lines} lines") };
            let message = format!("its {what} overflows the region `{region}` of its face by {lines}");
            let help = "shorten it, or give the region more room or a smaller `least` in `look`";
            let problem = problems.warn("text_overflow", &span, message);
            problem.help(help);
            problem
        }
        Fault::Faint { region, contrast } => {
            let message =
                format!("the region `{region}` of its face has a contrast of {contrast:.1}, and 4.5 is the least");
            let help = "choose another `ink` or `fill` in `look`, or leave `ink` out";
            let problem = problems.warn("faint_text", &span, message);
            problem.help(help);
            problem
        }
    };
    problem.severity = severity;
}

/// The place where a card says the first of these fields; else the place of its name, or its file.
fn place_of(catalog: &Catalog, place: &str, fields: &[String], problems: &mut Problems) -> Span {
    let Some(text) = catalog.files.texts.get(place) else { return Span::file(place) };
    problems.add_source(place, text.clone());
    let node = yaml::parse(place, text, &mut Problems::new());
    let said = |node: &Node| {
        let mut names = fields.iter().map(String::as_str).chain(["name"]);
        names.find_map(|name| node.field(name)).map(|node| node.span.clone())
    };
    node.as_ref().and_then(said).unwrap_or_else(|| Span::file(place))
}
