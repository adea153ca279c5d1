//! Call site: a call of a host function that was prepared when its script loaded, and a cache of its results.
//!
//! Constant parts were read once, and each call only reads the values that fill its holes. Filters are found by
//! the values in their holes, and a check holds for all values of the same kinds.

use std::any::Any;
use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use smallvec::SmallVec;

use crate::kernel::model::rules::Rules;
use crate::kernel::{Value, World};
use crate::lua::call_template::{Template, TemplatePart};
use crate::script::host::arguments::{Argument, ArgumentBounds, Arguments, GivenTable, Text};
use crate::script::sandbox::stack::{Seen, Stack};

/// A prepared call, as it stands in a script.
pub(crate) struct Site {
    function: usize,
    text: Box<[u8]>,
    template: Template,
    holes: SmallVec<[Hole; 4]>,
    /// The size of the constant parts.
    constant: ArgumentBounds,
    /// The arguments, filled with the values of the last call.
    args: RefCell<Vec<Argument>>,
    /// True if a table fills one of the holes.
    holds_table: Cell<bool>,
    /// The kinds of values of the last call that passed its checks.
    checked: RefCell<Option<SmallVec<[u16; 4]>>>,
    found: RefCell<Vec<CachedFilter>>,
}

/// The place of a computed value in the constant parts.
struct Hole {
    argument: usize,
    /// The index of an entry in each table that leads to the hole, outermost first.
    path: SmallVec<[u16; 4]>,
    /// The outermost key under which the hole stands in the table that is the argument; `None`: it stands under no
    /// name.
    key: Option<Box<str>>,
}

/// A filter that was parsed.
struct CachedFilter {
    // Keeps the address in use, so that it identifies these rules.
    rules: Weak<Rules>,
    argument: usize,
    kind: u8,
    /// The values in the holes, each with the index of its hole.
    filled: SmallVec<[(usize, Filled); 4]>,
    parsed: Rc<dyn Any>,
}

/// A value that filled a hole; of an object of the game, the value for which it stood then.
#[derive(PartialEq)]
enum Filled {
    Value(Value),
    Given(Argument),
}

/// The most filters that one call keeps; all filters are kept in the cache, too.
const MAX_FOUND: usize = 8;

/// The arguments of a call.
pub(crate) enum Args<'s> {
    /// The arguments of the site, with all holes filled.
    Filled(Ref<'s, Vec<Argument>>),
    /// Arguments built for this call.
    New(Arguments),
}

impl Args<'_> {
    pub fn list(&self) -> &[Argument] {
        match self {
            Args::Filled(list) => list,
            Args::New(list) => list,
        }
    }
}

/// The prepared calls of one VM.
#[derive(Default)]
pub(crate) struct Sites {
    /// Sites by the addresses of their texts, which is only a hint.
    near: RefCell<Vec<Option<Rc<Site>>>>,
    all: RefCell<BTreeMap<SiteKey, Rc<Site>>>,
}

/// The number of a function in the table, and the text of the call's template.
type SiteKey = (usize, Box<[u8]>);

/// The number of sites that are found at once, by the address of their text.
const NEAR: usize = 512;
/// Most sites kept; then the cache begins anew.
const MAX_SITES: usize = 8_192;

impl Sites {
    /// The call site described by the first argument, for a function of the table.
    ///
    /// # Errors
    ///
    /// A description that is not valid.
    pub fn of(&self, function: usize, stack: &Stack) -> Result<Rc<Site>, String> {
        let Seen::Text(text) = stack.seen(1) else { return Err("this call was not prepared".into()) };
        let at = (text.as_ptr() as usize >> 4) ^ (text.as_ptr() as usize >> 13) ^ function;
        let mut near = self.near.borrow_mut();
        near.resize(NEAR, None);
        let near = &mut near[at % NEAR];
        if let Some(site) = near
            && site.function == function
            && *site.text == *text
        {
            return Ok(site.clone());
        }
        let site = self.find(function, text)?;
        *near = Some(site.clone());
        Ok(site)
    }

    fn find(&self, function: usize, text: &[u8]) -> Result<Rc<Site>, String> {
        let mut all = self.all.borrow_mut();
        let key = (function, Box::from(text));
        if let Some(site) = all.get(&key) {
            return Ok(site.clone());
        }
        let template = Template::read(text).ok_or("this call was not prepared")?;
        if all.len() >= MAX_SITES {
            all.clear();
        }
        let site = Rc::new(Site::new(function, text, template));
        all.insert(key, site.clone());
        Ok(site)
    }
}

impl Site {
    fn new(function: usize, text: &[u8], template: Template) -> Site {
        let (mut holes, mut constant) = (SmallVec::new(), ArgumentBounds::none());
        let args = template.parts.iter().enumerate().map(|(argument, part)| {
            let mut hole = Hole { argument, path: SmallVec::new(), key: None };
            constant_of(part, &mut hole, &mut holes, &mut constant)
        });
        let args = RefCell::new(args.collect());
        let (checked, found, holds_table) = Default::default();
        Site { function, text: text.into(), template, holes, constant, args, holds_table, checked, found }
    }

    /// True if the script only uses the first of the found things.
    pub fn first(&self) -> bool {
        self.template.first
    }

    /// The fuel for making the tables, had the script made them itself.
    pub fn fuel(&self) -> i64 {
        self.template.fuel
    }

    /// Reads the computed values, and returns the number of values in all arguments.
    pub fn read(&self, stack: &mut Stack) -> (Args<'_>, usize) {
        let mut texts = 0;
        for (i, hole) in self.holes.iter().enumerate() {
            match stack.seen(i as u32 + 2) {
                Seen::Nil if !hole.path.is_empty() => return self.read_anew(stack),
                Seen::Text(text) => texts += text.len(),
                _ => {}
            }
        }
        let mut left = ArgumentBounds::of_call();
        let mut args = self.args.borrow_mut();
        for (i, hole) in self.holes.iter().enumerate() {
            let (at, depth) = (i as u32 + 2, hole.path.len() as u8);
            *hole.place(&mut args) = match stack.seen(at) {
                Seen::Table => match left.of_argument(|bounds| Argument::read_in(stack, at, depth, bounds)) {
                    Ok(table) => {
                        self.holds_table.set(true);
                        table
                    }
                    // A table beyond the limits is reported by the second reading, as a fault of its argument.
                    Err(_) => {
                        drop(args);
                        return self.read_anew(stack);
                    }
                },
                _ => Argument::read(stack, at),
            };
        }
        drop(args);
        let read = self.constant.and(left.taken_of_call()).and_bytes(texts);
        (Args::Filled(self.args.borrow()), read.as_values())
    }

    /// Forgets tables that filled holes: they may be large, and the next call has others.
    pub fn forget_tables(&self) {
        if self.holds_table.replace(false) {
            let mut args = self.args.borrow_mut();
            for hole in &self.holes {
                let place = hole.place(&mut args);
                if matches!(place, Argument::Table(_)) {
                    *place = Argument::Nil;
                }
            }
        }
    }

    /// Reads all arguments afresh: a value in a table is nil, or a table is beyond the limits.
    fn read_anew(&self, stack: &mut Stack) -> (Args<'_>, usize) {
        let mut at = 1;
        let mut read = |stack: &mut Stack, depth: u8, bounds: &mut ArgumentBounds| {
            at += 1;
            Argument::read_in(stack, at, depth, bounds)
        };
        let mut left = ArgumentBounds::of_call();
        let args = self.template.parts.iter().map(|part| {
            left.of_argument(|bounds| {
                // All values are read, even after a mistake in one.
                let mut wrong = None;
                let given = made(part, 0, bounds, &mut |depth, bounds| {
                    read(stack, depth, bounds).unwrap_or_else(|why| {
                        wrong.get_or_insert(why);
                        Argument::Nil
                    })
                });
                wrong.map_or(given, |why: String| Ok(Argument::Refused(why))).unwrap_or_else(Argument::Refused)
            })
        });
        let args = args.collect();
        (Args::New(args), left.taken_of_call().as_values())
    }

    /// True if a call with arguments of these kinds was right before.
    pub fn is_checked(&self, args: &[Argument]) -> bool {
        let checked = self.checked.borrow();
        let same = |(hole, kind): (&Hole, &u16)| {
            let filled = hole.filled(args);
            filled.kind() == *kind && has_kind(filled)
        };
        checked.as_ref().is_some_and(|kinds| self.holes.iter().zip(kinds).all(same))
    }

    /// Notes that arguments of these kinds passed the check.
    pub fn set_checked(&self, args: &[Argument]) {
        if !self.holes.iter().all(|hole| has_kind(hole.filled(args))) {
            return;
        }
        let kinds = self.holes.iter().map(|hole| hole.filled(args).kind());
        *self.checked.borrow_mut() = Some(kinds.collect());
    }

    /// The index at which `value` itself lies in a list of arguments; `None`: it is no argument of the call but a part
    /// of one.
    pub fn argument(args: &[Argument], value: &Argument) -> Option<usize> {
        args.iter().position(|arg| std::ptr::eq(arg, value))
    }

    /// What an argument was parsed to earlier, if the same values filled its holes then. `kind` says what it was parsed
    /// as: a selection, a zone or an order.
    pub fn found(&self, world: &World, args: &[Argument], (argument, kind): (usize, u8)) -> Option<Rc<dyn Any>> {
        let mut found = self.found.borrow_mut();
        let is_it = |found: &CachedFilter| {
            found.argument == argument
                && found.kind == kind
                && std::ptr::eq(found.rules.as_ptr(), Arc::as_ptr(&world.rules))
                && found.filled.iter().all(|(hole, filled)| filled.is(world, self.holes[*hole].filled(args)))
        };
        let at = found.iter().rposition(is_it)?;
        let parsed = found[at].parsed.clone();
        // The latest match is tried first next time.
        found[at..].rotate_left(1);
        Some(parsed)
    }

    /// Keeps what an argument was parsed to. The values under the keys `leave` are no part of it, and may differ the
    /// next time.
    pub fn keep(
        &self,
        world: &World,
        args: &[Argument],
        (argument, kind): (usize, u8),
        leave: &[&str],
        parsed: Rc<dyn Any>,
    ) {
        let is_in =
            |hole: &Hole| hole.argument == argument && !hole.key.as_deref().is_some_and(|key| leave.contains(&key));
        let holes = self.holes.iter().enumerate().filter(|(_, hole)| is_in(hole));
        // Nothing is kept if a table fills a hole: objects in it may stand for another value the next time.
        if holes.clone().any(|(_, hole)| matches!(hole.filled(args), Argument::Table(_))) {
            return;
        }
        let filled = holes.map(|(i, hole)| (i, Filled::of(world, hole.filled(args)))).collect();
        let mut found = self.found.borrow_mut();
        if found.len() >= MAX_FOUND {
            found.remove(0);
        }
        found.push(CachedFilter { rules: Arc::downgrade(&world.rules), argument, kind, filled, parsed });
    }
}

/// True if the kind of a value alone decides whether it is right. Of a table, the contents matter, too.
fn has_kind(given: &Argument) -> bool {
    given.is_nil() || given.kind() != 0
}

impl Hole {
    fn place<'a>(&self, args: &'a mut [Argument]) -> &'a mut Argument {
        self.path.iter().fold(&mut args[self.argument], |given, at| given.part_mut(*at as usize))
    }

    fn filled<'a>(&self, args: &'a [Argument]) -> &'a Argument {
        self.path.iter().fold(&args[self.argument], |given, at| given.part(*at as usize))
    }
}

impl Filled {
    fn of(world: &World, given: &Argument) -> Filled {
        match given {
            Argument::Object(handle) => Filled::Value(handle.value(world)),
            other => Filled::Given(other.clone()),
        }
    }

    fn is(&self, world: &World, given: &Argument) -> bool {
        match (self, given) {
            (Filled::Value(value), Argument::Object(handle)) => *value == handle.value(world),
            (Filled::Given(is), given) => is == given,
            _ => false,
        }
    }
}

/// The argument that a part of a template stands for, with nil in its holes. Notes the places of the holes, and counts
/// the other values.
fn constant_of(
    part: &TemplatePart,
    hole: &mut Hole,
    holes: &mut SmallVec<[Hole; 4]>,
    count: &mut ArgumentBounds,
) -> Argument {
    match part {
        TemplatePart::Table(entries) => {
            let len = entries.iter().filter(|(name, _)| name.is_none()).count();
            count.add(len.max(1) + entries.len() - len, 0);
            let mut table = GivenTable::of(len);
            for (key, part) in keyed(entries) {
                if let Argument::Text(name) = &key {
                    count.add(0, name.as_bytes().len());
                    if hole.path.is_empty() {
                        hole.key = name.as_str().map(Into::into);
                    }
                }
                hole.path.push(table.pairs().len() as u16);
                table.push(key, constant_of(part, hole, holes, count));
                hole.path.pop();
            }
            if hole.path.is_empty() {
                hole.key = None;
            }
            Argument::Table(Box::new(table))
        }
        TemplatePart::Hole => {
            holes.push(Hole { argument: hole.argument, path: hole.path.clone(), key: hole.key.clone() });
            Argument::Nil
        }
        plain => {
            let given = plain_of(plain);
            count.add(0, if let Argument::Text(text) = &given { text.as_bytes().len() } else { 0 });
            given
        }
    }
}

fn plain_of(part: &TemplatePart) -> Argument {
    match part {
        TemplatePart::Bool(b) => Argument::Bool(*b),
        TemplatePart::Number(n) => Argument::Number(*n),
        TemplatePart::Text(text) => Argument::Text(Text::of(text.as_bytes())),
        TemplatePart::Nil | TemplatePart::Hole | TemplatePart::Table(_) => Argument::Nil,
    }
}

/// The entries with their keys; entries without one are numbered.
fn keyed(entries: &[(Option<Box<str>>, TemplatePart)]) -> impl Iterator<Item = (Argument, &TemplatePart)> {
    let mut n = 0.0;
    entries.iter().map(move |(name, part)| match name {
        Some(name) => (Argument::Text(Text::of(name.as_bytes())), part),
        None => {
            n += 1.0;
            (Argument::Number(n), part)
        }
    })
}

/// The argument that a part of a template stands for, as it would be read from Lua: without entries that are nil.
/// `read` gives the values of the holes, in order.
fn made(
    part: &TemplatePart,
    depth: u8,
    bounds: &mut ArgumentBounds,
    read: &mut dyn FnMut(u8, &mut ArgumentBounds) -> Argument,
) -> Result<Argument, String> {
    let TemplatePart::Table(entries) = part else {
        return match part {
            TemplatePart::Hole => Ok(read(depth, bounds)),
            plain => {
                let given = plain_of(plain);
                if let Argument::Text(text) = &given {
                    bounds.bytes(text.as_bytes().len())?;
                }
                Ok(given)
            }
        };
    };
    let (mut items, mut named, mut failed) = (Vec::new(), Vec::new(), None);
    for (key, part) in keyed(entries) {
        let given = made(part, depth + 1, bounds, read).unwrap_or_else(|why| {
            failed.get_or_insert(why);
            Argument::Nil
        });
        if let Argument::Text(_) = key { named.push((key, given)) } else { items.push((key, given)) }
    }
    if let Some(why) = failed {
        return Err(why);
    }
    // Only a list of one item may have a nil item: a call with a longer list is not prepared if an item may be nil.
    let mut table = GivenTable::of(items.iter().filter(|(_, given)| !given.is_nil()).count());
    let is_there = |(_, given): &(Argument, Argument)| !given.is_nil();
    items.into_iter().chain(named).filter(is_there).for_each(|(key, given)| table.push(key, given));
    bounds.values(table.raw_len().max(1) + table.pairs().len().saturating_sub(table.raw_len()))?;
    for (key, _) in table.pairs() {
        if let Argument::Text(name) = key {
            bounds.bytes(name.as_bytes().len())?;
        }
    }
    Ok(Argument::Table(Box::new(table)))
}
