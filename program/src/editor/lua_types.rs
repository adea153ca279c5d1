//! Lua types: the types that the names in scripts have in a game: of objects, their fields, the results of functions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::lua_names::FUNCTIONS;
use super::lua_scopes::{EACH, LocalType, Scopes, Values, element, read};
use super::query::Query;
use super::surroundings::Around;
use super::{module_text, modules};
use intermezzo::data::Node;
use intermezzo::script::stubs::{LOCALS, METHODS, OBJECTS, StubField, fields_of, fields_of_event, library_members};

/// The class of the use that resolves: its targets are fields, too.
const THIS: &str = "this";
/// The class of the event of an ability.
const EVENT: &str = "event";

/// The types of the values that a script names at a place of a file.
pub struct GameValues<'k> {
    known: &'k Query<'k>,
    around: Option<&'k Around>,
    /// The fields of each class that was asked about.
    classes: RefCell<BTreeMap<String, Rc<Vec<StubField>>>>,
    /// The result types of those functions of modules that were asked about, by their paths.
    results: RefCell<BTreeMap<String, LocalType>>,
}

impl<'k> GameValues<'k> {
    /// The values for a script at a place; `around` is the surroundings of the script in a file of YAML.
    pub fn new(known: &'k Query<'k>, around: Option<&'k Around>) -> GameValues<'k> {
        GameValues { known, around, classes: RefCell::default(), results: RefCell::default() }
    }

    /// Reads a script in which the place `at` is asked about.
    pub fn read(&self, source: &str, at: usize) -> Scopes {
        read(source, at, self)
    }

    /// The fields of a class of objects.
    pub fn fields(&self, class: &str) -> Rc<Vec<StubField>> {
        if let Some(found) = self.classes.borrow().get(class) {
            return found.clone();
        }
        let found = Rc::new(self.look_up(class));
        self.classes.borrow_mut().insert(class.into(), found.clone());
        found
    }

    fn look_up(&self, class: &str) -> Vec<StubField> {
        let Some(game) = self.known.game else { return Vec::new() };
        let rules = &game.catalog.rules;
        match class {
            THIS => self.targets().into_iter().chain(fields_of(rules, "Use")).collect(),
            EVENT => match self.around.and_then(Around::event) {
                Some(event) => fields_of_event(rules, event),
                None => rules.events.iter().flat_map(|event| fields_of_event(rules, rules.name(event.name))).collect(),
            },
            class => fields_of(rules, class),
        }
    }

    /// The targets of the ability around the place, as fields.
    fn targets(&self) -> Vec<StubField> {
        let Some(around) = self.around else { return Vec::new() };
        let field = |(name, target): (&str, &Node)| StubField {
            name: name.into(),
            ty: type_of_target(target),
            doc: "A target of the ability.",
        };
        around.target_nodes().into_iter().map(field).collect()
    }

    /// The type that the remarks above a function of a module name: `---@return Card?`.
    fn result_of(&self, path: &str) -> LocalType {
        let (module, name) = path.split_once('.')?;
        if let Some(found) = self.results.borrow().get(path) {
            return found.clone();
        }
        let functions = modules::functions_of(self.known, module).into_iter();
        let found = functions.filter(|(_, function)| function.name == name).find_map(|(path, function)| {
            let said = module_text::remarks(self.known.index.text(path)?, function.line);
            let ty = said.lines().find_map(|line| line.trim().strip_prefix("@return "))?;
            Some(ty.split_whitespace().next()?.to_string())
        });
        self.results.borrow_mut().insert(path.into(), found.clone());
        found
    }
}

/// Reads the beginning of a script; the place that is asked about is its last word.
pub fn read_of(known: &Query, around: &Around, before: &str) -> Scopes {
    let word = before.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let word = word.map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
    GameValues::new(known, Some(around)).read(before, word)
}

/// The type of a target: a card, a player, a space or a use; a list of them where several may be chosen.
fn type_of_target(target: &Node) -> String {
    let has = |key: &str| target.field(key).is_some();
    let of = match () {
        () if has("spaces") => "Space",
        () if has("player") || has("players") => "Player",
        () if has("uses") || has("use") => "Use",
        () => "Card",
    };
    let pick = target.field("pick");
    let is_many = pick.is_some_and(|pick| pick.as_int().is_none_or(|n| n > 1));
    if is_many { format!("{of}[]") } else { of.into() }
}

impl Values for GameValues<'_> {
    fn global(&self, name: &str) -> LocalType {
        match name {
            "this" => Some(THIS.into()),
            "event" => Some(EVENT.into()),
            "args" => None,
            _ => {
                let all = LOCALS.iter().chain(&OBJECTS);
                let found = all.into_iter().find(|(known, ..)| *known == name).map(|(_, ty, _)| *ty)?;
                Some(found.into())
            }
        }
    }

    fn field(&self, of: &str, name: &str) -> LocalType {
        self.fields(of).iter().find(|field| field.name == name).map(|field| field.ty.clone())
    }

    fn call(&self, path: &str, arguments: &[LocalType], text: Option<&str>) -> LocalType {
        match (path, text, self.known.game) {
            ("ipairs" | "pairs", ..) => {
                let of = arguments.first()?.as_deref().and_then(element)?;
                return Some(format!("{EACH}{of}"));
            }
            ("tostring", ..) => return Some("string".into()),
            ("record", Some(name), Some(game)) => {
                return Some(format!("{}.{name}?", game.catalog.rules.schema.game));
            }
            _ => {}
        }
        if let Some(function) = FUNCTIONS.get(path) {
            return function.typed().1.map(String::from);
        }
        if let Some((library, name)) = path.split_once('.')
            && let Some(member) = library_members().find(|member| (member.library, member.name) == (library, name))
        {
            return member.signature.rsplit_once("): ").map(|(_, ty)| ty.into());
        }
        // The verb of an event of the game returns the first field of the event, as it really happened.
        match path.strip_prefix("act.") {
            Some(event) => {
                let rules = &self.known.game?.catalog.rules;
                fields_of_event(rules, event).into_iter().next().map(|field| field.ty)
            }
            None => self.result_of(path),
        }
    }

    fn method(&self, of: &str, name: &str) -> LocalType {
        let (_, signature, _) = METHODS.iter().find(|(known, ..)| of == "Card" && *known == name)?;
        signature.rsplit_once("): ").map(|(_, ty)| ty.into())
    }
}
