//! Kinds of ability: the keys that all abilities of a kind share, and abilities of several parts.

use super::builder::Builder;
use super::keys::abilities::AbilityKeys;
use super::keys::manifest::Manifest;
use super::strict_maps::known_keys;
use crate::data::{Data, Node, suggest};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;

/// Keys whose lists are joined, first that of the kind. Any other key of an ability takes the place of the kind's.
const LISTS: [&str; 2] = ["cost", "needs"];

impl Builder {
    /// Binds kinds of ability to the kinds of use they make.
    pub(super) fn kinds(&mut self, manifest: &Manifest, problems: &mut Problems) {
        for (key, node) in manifest.ability_kinds {
            let name = self.sym(&key.name);
            if let Some(used) = node.field("use") {
                let uses = self.use_names.clone();
                let found = self.parser(Default::default(), problems).one_of(used, "kind of use", &uses);
                self.use_of_kind.extend(found.map(|i| (name, UseKindId::of(i))));
            }
        }
    }

    /// An ability merged with its kind; `None`: the ability names no kind, or an unknown one, which is reported.
    pub(super) fn with_kind(&mut self, node: &Node, problems: &mut Problems) -> Option<Node> {
        let kind = AbilityKeys::of(node).kind?;
        let name = kind.as_str().unwrap_or("");
        let Some(template) = self.ability_kinds.get(name) else {
            let help = suggest::help_for(name, self.ability_kinds.keys().map(String::as_str));
            problems.error("unknown_word", &kind.span, format!("unknown kind of ability `{name}`")).help(help);
            return None;
        };
        let mut map = node.as_map().unwrap_or_default().to_vec();
        for (key, value) in template.as_map().unwrap_or_default() {
            if key.name == "use" {
                continue;
            }
            match map.iter_mut().find(|(k, _)| k.name == key.name) {
                None => map.push((key.clone(), value.clone())),
                Some((_, own)) if LISTS.contains(&key.name.as_str()) => {
                    let both = value.items().iter().chain(own.items()).cloned().collect();
                    own.value = Data::List(both);
                }
                Some(_) => {}
            }
        }
        Some(Node { value: Data::Map(map), span: node.span.clone() })
    }

    /// Compiles an ability with `parts`: each part becomes an ability of its own, and they form one group.
    pub(super) fn parts(
        &mut self,
        node: &Node,
        parts: &Node,
        def: Option<DefId>,
        id: Sym,
        live_in: IdSet<ZoneKind>,
        problems: &mut Problems,
    ) -> Vec<AbilityId> {
        known_keys(node, &["id", "text", "kind", "flags", "parts", "from"], "an ability of several parts", problems);
        let mut out: Vec<AbilityId> = Vec::new();
        for (i, part) in parts.items().iter().enumerate() {
            let mut map = part.as_map().unwrap_or_default().to_vec();
            for (key, value) in node.as_map().unwrap_or_default() {
                if key.name != "parts" && key.name != "id" && !map.iter().any(|(k, _)| k.name == key.name) {
                    map.push((key.clone(), value.clone()));
                }
            }
            let whole = Node { value: Data::Map(map), span: part.span.clone() };
            let name = if i == 0 { id } else { self.sym(&format!("{}.{}", self.rules.name(id).clone(), i + 1)) };
            super::ineffective_parts::check(part, problems);
            if let Some(new) = self.one_ability(&whole, &whole, def, name, None, live_in, problems) {
                let first = *out.first().unwrap_or(&new);
                self.rules.abilities[new.index()].group = first;
                out.push(new);
            }
        }
        out
    }
}
