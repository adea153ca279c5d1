//! Source rules: the rules a source must keep before the compiler sees it.
//!
//! The parser refuses forbidden constructs (hidden state, globals, withdrawn names, depth) and notes the few edits that
//! bound operations which the VM itself leaves unbounded:
//!
//! ```text
//! a .. b                 __cat(a, (b))              strings stay short enough that no single step is slow
//! for k, v in list do    for k, v in __iterate(list) do    no iteration in the table's own order
//! t[a] = 1 t[b] = 2 ...  ... for _=1,1 do end ...   an interrupt can fire inside long straight code
//! ```
//!
//! Values that a file makes while it loads live on in its functions, so they must stay as they are:
//!
//! ```text
//! { a = 1 }              __made({ a = 1 })          the table is read only when all files have loaded
//! n = n + 1              __keeps(__born1); n = ...  where `n` is a local of a function around this one
//! ```
//!
//! A call of a function of the host whose tables are written out is prepared ([`super::call_template`]):
//!
//! ```text
//! cards { zone = "hand", owner = p }    __cards("...", (p))    the table is never made
//! ```
//!
//! All edits stay on their line.

use super::call_template::Prepares;
use super::edits::apply;
use super::lexer::LexError;
use super::parser::{CheckedSource, parse};
use super::source_facts::SourceFacts;

pub(crate) fn too_long(bytes: usize, limit: usize) -> String {
    format!("the source is too long: {bytes} bytes, at most {limit}")
}

/// Checks a source, whose first `given` locals are those of the prelude. Returns the source with the edits made in it,
/// and the facts about it.
pub(crate) fn check(
    source: &str,
    nesting: usize,
    given: usize,
    is_file: bool,
    prepares: Option<Prepares>,
) -> Result<(String, SourceFacts), Vec<LexError>> {
    let CheckedSource { edits, facts } = parse(source, nesting, given, is_file, prepares)?;
    Ok((apply(source, edits), facts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_stay_on_their_line_and_keep_the_meaning() {
        let edited = |source: &str| {
            check(source, 100, 0, false, None)
                .map(|(text, _)| text)
                .map_err(|faults| faults[0].message.clone())
                .unwrap()
        };
        assert_eq!(edited("return a..b .. c()"), "return  __cat(a,b ,( c()))");
        assert_eq!(edited("for x in t do end"), "for x in  __iterate(t) do end");
        assert_eq!(edited("for x in pairs(t) do end"), "for x in pairs(t) do end");
        assert_eq!(edited("for x in pairs(t), 1 do end"), "for x in  __iterate(pairs(t), 1) do end");
        assert_eq!(edited("local t\nt.a=1\nt.b=2\nt.c=3\nt.d=4\nt.e=5").matches("for _=1,1 do end").count(), 2);
    }

    #[test]
    fn what_takes_memory_pays_for_itself() {
        let edited = |source: &str| check(source, 100, 0, false, None).map(|(text, _)| text).map_err(|_| ()).unwrap();
        assert_eq!(edited("return {1, 2}"), "return {1, 2}");
        assert_eq!(edited("return {1, 2, 3, 4}"), "return  __paid(0,{1, 2, 3, 4})");
        assert_eq!(edited("f{a = 1, b = 2}"), "f( __paid(0,{a = 1, b = 2}))");
        let long = format!("return {{{}}}", "1,".repeat(100));
        assert!(edited(&long).starts_with("return  __paid(11,{1,"), "{}", edited(&long));
        // Optional parts do not pay for the code after them.
        assert_eq!(edited("local x = {}, y and {1, 2}, {}").matches("__paid").count(), 2);
        let held = "local a, b, c, d, e, g = 1 return function() return a, b, c, d, e, g end";
        assert!(edited(held).contains("return  __paid(0,function()"), "{}", edited(held));
        let last = "local t for i = 1, 2 do t.a = 1 t.b = 2 end";
        assert!(edited(last).contains("t.b = 2  for _=1,1 do end end"), "{}", edited(last));
    }

    #[test]
    fn a_branch_not_taken_does_not_count_as_a_safepoint() {
        let branch = "t.a=1 t.b=2 t.c=3 if x then t.d=4 t.e=5 end ";
        let (edited, _) = check(&format!("local t {}", branch.repeat(4)), 100, 0, false, None).map_err(|_| ()).unwrap();
        assert!(edited.matches("for _=1,1 do end").count() >= 4, "{edited}");
    }
}
