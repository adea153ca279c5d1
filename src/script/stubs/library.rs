//! Library: the functions of Lua's own libraries that scripts see, with their signatures.

use crate::lua::LIBRARIES;

/// Functions of the sandbox that Lua 5.1 lacks: library, signature.
pub(super) const LUAU: [(&str, &str); 17] = [
    ("bit32", "arshift(x: integer, n: integer): integer"),
    ("bit32", "band(...: integer): integer"),
    ("bit32", "bnot(x: integer): integer"),
    ("bit32", "bor(...: integer): integer"),
    ("bit32", "btest(...: integer): boolean"),
    ("bit32", "bxor(...: integer): integer"),
    ("bit32", "countlz(x: integer): integer"),
    ("bit32", "countrz(x: integer): integer"),
    ("bit32", "extract(x: integer, field: integer, width?: integer): integer"),
    ("bit32", "lrotate(x: integer, n: integer): integer"),
    ("bit32", "lshift(x: integer, n: integer): integer"),
    ("bit32", "replace(x: integer, value: integer, field: integer, width?: integer): integer"),
    ("bit32", "rrotate(x: integer, n: integer): integer"),
    ("bit32", "rshift(x: integer, n: integer): integer"),
    ("math", "clamp(x: number, low: number, high: number): number"),
    ("math", "round(x: number): integer"),
    ("math", "sign(x: number): integer"),
];

/// The functions and values of libraries that Lua 5.1 has, too: library, signature, meaning.
const OF_LUA: [(&str, &str, &str); 23] = [
    ("math", "abs(x: number): number", "The number without its sign."),
    ("math", "ceil(x: number): integer", "The next whole number up."),
    ("math", "floor(x: number): integer", "The next whole number down."),
    ("math", "fmod(x: number, y: number): number", "The rest of a division."),
    ("math", "huge: number", "A number greater than all others."),
    ("math", "max(x: number, ...: number): number", "The greatest of some numbers."),
    ("math", "min(x: number, ...: number): number", "The least of some numbers."),
    ("math", "modf(x: number): integer, number", "The whole part of a number, and the rest."),
    ("string", "byte(s: string, i?: integer, j?: integer): integer", "The bytes of a text, by number."),
    ("string", "char(...: integer): string", "A text of some bytes."),
    (
        "string",
        "find(s: string, what: string, from?: integer): integer?",
        "Where a text stands in another, as it stands.",
    ),
    ("string", "format(form: string, ...: any): string", "A text with values in it: `%d`, `%s`."),
    ("string", "len(s: string): integer", "The number of bytes of a text."),
    ("string", "lower(s: string): string", "A text in small letters."),
    ("string", "rep(s: string, n: integer): string", "A text several times over."),
    ("string", "reverse(s: string): string", "A text from its end."),
    ("string", "sub(s: string, i: integer, j?: integer): string", "A part of a text."),
    ("string", "upper(s: string): string", "A text in capital letters."),
    ("table", "concat(list: any[], between?: string): string", "The texts of a list as one."),
    ("table", "insert(list: any[], at: any, value?: any)", "Puts a value at the end of a list, or at a place."),
    ("table", "remove(list: any[], at?: integer): any", "Takes the last value of a list, or the one at a place."),
    ("table", "sort(list: any[], before?: fun(a: any, b: any): boolean)", "Sorts a list where it is."),
    ("table", "unpack(list: any[], from?: integer, to?: integer): any", "The values of a list, one by one."),
];

/// A function or value of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryMember {
    /// The library: `math`.
    pub library: &'static str,
    /// The name: `max`.
    pub name: &'static str,
    /// Parameters and results: `(x: number, ...: number): number`; of a value its type: `: number`.
    pub signature: &'static str,
    /// The description of the member; empty where the name says it.
    pub doc: &'static str,
}

/// The libraries by name.
pub fn libraries() -> impl Iterator<Item = &'static str> {
    LIBRARIES.iter().map(|(library, _)| *library)
}

/// All functions and values of the libraries.
pub fn library_members() -> impl Iterator<Item = LibraryMember> {
    let luau = LUAU.iter().map(|(library, signature)| (*library, *signature, ""));
    OF_LUA.into_iter().chain(luau).map(|(library, signature, doc)| {
        let (name, signature) = signature.split_at(signature.find(['(', ':']).unwrap_or(signature.len()));
        LibraryMember { library, name, signature, doc }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_a_library_has_a_signature() {
        for (library, members) in LIBRARIES {
            let mut known: Vec<&str> = library_members().filter(|m| m.library == library).map(|m| m.name).collect();
            known.sort_unstable();
            assert_eq!(known, members, "{library}");
        }
    }
}
