//! Snippets: beginnings of abilities, cards, scenarios, patches and scripts, with places to fill in as editors write them.

/// The places where a snippet may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnippetPlace {
    /// An item of `abilities`.
    Ability,
    /// An empty card.
    Card,
    /// An empty scenario.
    Scenario,
    /// An item of `patches`.
    Patch,
    /// A statement of a script.
    Script,
}

/// A text with places to fill in.
#[derive(Clone, Copy, Debug)]
pub struct Snippet {
    /// The place where the snippet may stand.
    pub place: SnippetPlace,
    /// The name of the snippet in the list.
    pub label: &'static str,
    /// The description of the snippet.
    pub doc: &'static str,
    /// The text, in the snippet syntax of the Language Server Protocol.
    pub text: &'static str,
}

const fn snippet(place: SnippetPlace, label: &'static str, doc: &'static str, text: &'static str) -> Snippet {
    Snippet { place, label, doc, text }
}

/// All snippets.
pub const SNIPPETS: [Snippet; 15] = [
    snippet(
        SnippetPlace::Ability,
        "timing …",
        "An ability that its player uses.",
        "timing: ${1:main}\nturn: ${2:me}\nscript: |\n  ${0:act.draw(me, 1)}",
    ),
    snippet(
        SnippetPlace::Ability,
        "targets …",
        "An ability with a target.",
        "timing: ${1:main}\ntargets:\n  ${2:one}: { zone: ${3:field} }\nscript: |\n  ${0:note(this.one.name)}",
    ),
    snippet(
        SnippetPlace::Ability,
        "after …",
        "A trigger: what follows an event.",
        "after: ${1:moved}\nmatch: { card: ${2:self} }\nscript: |\n  ${0:act.draw(me, 1)}",
    ),
    snippet(
        SnippetPlace::Ability,
        "instead …",
        "A replacement: what happens in place of an event.",
        "instead: ${1:moved}\nmatch: { card: ${2:self} }\nscript: |\n  ${0}",
    ),
    snippet(
        SnippetPlace::Ability,
        "while …",
        "A static ability: what is so as long as the card is in play.",
        "while: ${1:true}\naffects: { ${2:zone: field} }\nmodify: { ${0:power: 1} }",
    ),
    snippet(
        SnippetPlace::Card,
        "card …",
        "A card with one ability.",
        "name: ${1:A Card}\ntype: ${2:creature}\ntext: ${3:Draw a card.}\nabilities:\n  - timing: ${4:main}\n    script: ${0:act.draw(me, 1)}",
    ),
    snippet(
        SnippetPlace::Scenario,
        "scenario …",
        "A position, a step, and what must be true then.",
        "title: ${1:What it shows}\ngame: ${2:game}\nsetup:\n  active: amy\n  phase: ${3:main}\n  amy: { ${4:hand: []} }\nsteps:\n  - amy: ${5:pass}\nexpect:\n  - ${0:count: { amy.hand: 0 \\}}",
    ),
    snippet(SnippetPlace::Patch, "set …", "Another value.", "set: ${1:decks.cards.count}\nto: ${0:60}"),
    snippet(SnippetPlace::Patch, "add …", "New names.", "add: ${1:zones}\nwith:\n  ${2:attic}: { ${0:per: player} }"),
    snippet(
        SnippetPlace::Patch,
        "insert …",
        "Items into a list.",
        "insert: ${1:flow.game}\nbefore: ${2:shuffle}\nitems: [${0}]",
    ),
    snippet(
        SnippetPlace::Script,
        "for … in",
        "Each card of a list.",
        "for _, ${1:card} in ipairs(${2:cards { zone = \"${3:field}\" \\}}) do\n  ${0}\nend",
    ),
    snippet(SnippetPlace::Script, "if … then", "A condition.", "if ${1:self} then\n  ${0}\nend"),
    snippet(
        SnippetPlace::Script,
        "local function …",
        "A function of the script.",
        "local function ${1:name}(${2:card})\n  ${0}\nend",
    ),
    snippet(
        SnippetPlace::Script,
        "ask.card …",
        "A choice, and what is done with it.",
        "local ${1:card} = ask.card { zone = \"${2:field}\", why = \"${3:which one?}\" }\nif ${1:card} then\n  ${0}\nend",
    ),
    snippet(SnippetPlace::Script, "step …", "A step of the flow.", "step(\"${1:name}\", function()\n  ${0}\nend)"),
];

/// The snippets that may stand at a place.
pub fn of(place: SnippetPlace) -> impl Iterator<Item = &'static Snippet> {
    SNIPPETS.iter().filter(move |snippet| snippet.place == place)
}
