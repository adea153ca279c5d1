//! Dotted: references in data such as `me.` and `event.card.`: the fields of the objects that they lead to.

use super::complete::{CompletionList, Sort};
use super::cursor::{PathStep, is_word};
use super::kinds::ObjectKind;
use super::lua_scopes::{LocalType, Values as _, object};
use super::lua_types::GameValues;
use super::shapes::FilePlace;
use intermezzo::data::keys::Shape;
use intermezzo::script::stubs::fields_of_event;

impl CompletionList<'_> {
    /// Offers the fields behind the dot of a reference. False: the place is behind none.
    pub fn behind_dot(&mut self, place: &FilePlace) -> bool {
        let Shape::Syntax(syntax) = place.shape else { return false };
        let reads =
            ["amount", "reference", "condition", "comparison", "filter", "selection", "near to", "zone", "option"];
        let Some(chain) = self.chain_before().filter(|_| reads.iter().any(|word| syntax.words.contains(word))) else {
            return false;
        };
        let whose = ["owner", "me", "opponent", "active", "inactive", "controller"];
        let is_role = self.known.game.is_some_and(|game| {
            let schema = &game.catalog.rules.schema;
            schema.symbols.find(&chain).is_some_and(|name| schema.role(name).is_some())
        });
        if syntax.words.contains("zone") && (is_role || whose.contains(&chain.as_str())) {
            self.zones(true, "");
        }
        let values = GameValues::new(self.known, Some(&self.around));
        let mut names = chain.split('.');
        let head = names.next().and_then(|head| self.type_of_head(head, &values));
        let found = names.try_fold(head, |of, name| Some(values.field(object(of.as_deref()?), name)));
        let fields = found.flatten().map(|ty| values.fields(object(&ty)));
        for field in fields.iter().flat_map(|fields| fields.iter()) {
            self.push(&field.name, Sort::Field, &field.ty, field.doc, "");
        }
        if chain == "option" {
            self.names(ObjectKind::Option, "");
        }
        true
    }

    /// The names before a dot that ends the text before the word: `event.card` of `event.card.`.
    fn chain_before(&self) -> Option<String> {
        let before = self.before.strip_suffix('.')?;
        let start = before.rfind(|c: char| !is_word(c) && c != '.');
        let start = start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let chain = before[start..].trim_start_matches('-');
        chain.starts_with(|c: char| c.is_alphabetic()).then(|| chain.into())
    }

    /// The type of the object that the first name of a reference means.
    fn type_of_head(&self, head: &str, values: &GameValues) -> LocalType {
        let key = |n: usize| match self.path().get(n) {
            Some(PathStep::Key(key)) => key.as_str(),
            _ => "",
        };
        match head {
            "it" if matches!(key(0), "attributes" | "counters") && key(1) == "player" => Some("Player".into()),
            "it" => Some("Card".into()),
            "my" => Some("Player".into()),
            "subject" | "reply_to" => Some("Use".into()),
            _ => {
                let of_event = |rules| fields_of_event(rules, key(1)).into_iter().find(|field| field.name == head);
                let field = self.known.game.filter(|_| key(0) == "events").map(|game| &game.catalog.rules);
                let field = field.and_then(|rules| of_event(rules)).map(|field| field.ty);
                field.or_else(|| values.field("this", head)).or_else(|| values.global(head))
            }
        }
    }
}
