//! Pool: the VM, the rules and the suspended scripts of each game, shared by the tables of one thread.
//!
//! No other thread sees a pool, so nothing in it is locked. Threads do not even share a counter, because updating one
//! at every step would make them wait for each other. A table that moves to another thread finds a VM there, or one is
//! built from the compiled scripts. Its suspended scripts stay behind, are freed by their own thread, and run again
//! from the checkpoint.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use super::game::Shared;
use crate::catalog::Deck;
use crate::kernel::{Rules, Value};
use crate::script::{Frame, ScriptError, Vm};

/// Games with a VM on a thread; the VM unused for longest is dropped, and built again when it is needed.
const MAX_GAMES: usize = 32;
/// Variants kept of a game's rules.
const MAX_VARIANTS: usize = 32;
/// Decks remembered as legal: simulations bring the same ones again and again.
const MAX_LEGAL: usize = 64;
/// The least number of suspended scripts at which the pool searches for those whose tables are gone.
const MIN_SWEPT: usize = 64;

thread_local! {
    /// The VMs of this thread, that of the game that was used last first.
    static POOL: RefCell<Vec<Rc<ThreadGame>>> = const { RefCell::new(Vec::new()) };
    static THREAD: Cell<u64> = const { Cell::new(0) };
    /// The number of scripts that have waited on this thread. With the thread's number it identifies the next one in
    /// the process.
    static FRAMES: Cell<u64> = const { Cell::new(0) };
}

/// The number of this thread: unique, and never used again.
pub(super) fn thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let known = THREAD.get();
    if known != 0 {
        return known;
    }
    let new = NEXT.fetch_add(1, Ordering::Relaxed);
    THREAD.set(new);
    new
}

/// What the tables of one game on one thread share: the VM, copies of the rules, and suspended scripts.
pub(super) struct ThreadGame {
    game: Weak<Shared>,
    /// True on the thread that made the game, which plays by the master rules: the others have copies, so each
    /// counts references for itself, and a save waits for no copy of ten thousand cards.
    is_first: bool,
    /// The VM with the game's scripts.
    pub vm: Vm,
    variants: RefCell<Vec<Variant>>,
    legal: RefCell<Vec<(Arc<Rules>, Deck)>>,
    suspended: RefCell<Vec<Suspended>>,
    /// The number of suspended scripts at which those without a table are searched for.
    sweep_at: Cell<usize>,
}

/// Rules as this thread uses them.
struct Variant {
    /// The number of seats and the options of these rules; `None`: the rules came with a table or a position.
    of: Option<(usize, Vec<(String, Value)>)>,
    /// The rules that all threads share.
    master: Arc<Rules>,
    /// The rules for this thread: a copy, or the master.
    copy: Arc<Rules>,
}

/// A script that waits.
struct Suspended {
    id: FrameId,
    /// The sign of life of the script's table. It is gone if the script has ended, or its table is gone or on another
    /// thread.
    table: Weak<()>,
    /// The suspended script; `None` while it runs.
    frame: Option<Frame>,
}

/// The number of a script that waits, and the thread on which it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FrameId(u64);

impl ThreadGame {
    /// This thread's VM of a game and what belongs to it, built now if the thread has none.
    ///
    /// # Errors
    ///
    /// If the VM cannot be built.
    pub fn of(game: &Arc<Shared>) -> Result<Rc<ThreadGame>, Vec<ScriptError>> {
        match ThreadGame::known(game) {
            Some(local) => Ok(local),
            None => Ok(ThreadGame::keep(game, Vm::again(&game.scripts, &game.catalog)?, false)),
        }
    }

    /// This thread's VM of a game and what belongs to it; `None` if they were not built. The game counts as used last.
    pub fn known(game: &Arc<Shared>) -> Option<Rc<ThreadGame>> {
        let find = |pool: &RefCell<Vec<Rc<ThreadGame>>>| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let at = pool.iter().position(|local| std::ptr::eq(local.game.as_ptr(), Arc::as_ptr(game)))?;
            pool[..=at].rotate_right(1);
            pool.first().cloned()
        };
        // The pool may be gone at the end of a thread.
        POOL.try_with(find).ok().flatten()
    }

    /// Keeps the VM of a game that has none on this thread; `is_first`: the game was made here.
    pub fn keep(game: &Arc<Shared>, vm: Vm, is_first: bool) -> Rc<ThreadGame> {
        let local = Rc::new(ThreadGame {
            game: Arc::downgrade(game),
            is_first,
            vm,
            variants: RefCell::default(),
            legal: RefCell::default(),
            suspended: RefCell::default(),
            sweep_at: Cell::new(MIN_SWEPT),
        });
        let gone = POOL.with_borrow_mut(|pool| {
            let is_gone = |local: &mut Rc<ThreadGame>| local.game.strong_count() == 0;
            let mut gone: Vec<_> = pool.extract_if(.., is_gone).collect();
            gone.extend(pool.drain(pool.len().min(MAX_GAMES - 1)..));
            pool.insert(0, local.clone());
            gone
        });
        // Dropped only here, after the borrow of the pool has ended.
        drop(gone);
        local
    }

    /// Forgets what this thread has of a game: the game is gone, or its VM is in no known state.
    pub fn forget(game: *const Shared) {
        let take = |pool: &RefCell<Vec<Rc<ThreadGame>>>| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let at = pool.iter().position(|local| std::ptr::eq(local.game.as_ptr(), game))?;
            Some(pool.remove(at))
        };
        drop(POOL.try_with(take));
    }

    // ---- rules ----

    /// The copy that this thread has of the rules for a number of seats and some options.
    pub fn variant(&self, seats: usize, options: &[(String, Value)]) -> Option<Arc<Rules>> {
        let variants = self.variants.borrow();
        let is_it = |v: &&Variant| v.of.as_ref().is_some_and(|(n, o)| *n == seats && o == options);
        variants.iter().find(is_it).map(|v| v.copy.clone())
    }

    /// This thread's copy of rules that all threads share, made now if it has none; the thread that made the game uses
    /// the shared rules themselves.
    pub fn copy_of(&self, master: &Arc<Rules>, of: Option<(usize, &[(String, Value)])>) -> Arc<Rules> {
        let mut variants = self.variants.borrow_mut();
        if let Some(known) = variants.iter().find(|v| Arc::ptr_eq(&v.master, master)) {
            return known.copy.clone();
        }
        if variants.len() >= MAX_VARIANTS {
            variants.clear();
        }
        let copy = if self.is_first { master.clone() } else { Arc::new((**master).clone()) };
        let of = of.map(|(seats, options)| (seats, options.to_vec()));
        variants.push(Variant { of, master: master.clone(), copy: copy.clone() });
        copy
    }

    /// The rules that all threads share, of which this thread has this copy; `None`: this thread has no such copy.
    pub fn master_of(&self, copy: &Arc<Rules>) -> Option<Arc<Rules>> {
        self.variants.borrow().iter().find(|v| Arc::ptr_eq(&v.copy, copy)).map(|v| v.master.clone())
    }

    /// True if a deck was found legal under these rules before.
    pub fn is_known_legal(&self, rules: &Arc<Rules>, deck: &Deck) -> bool {
        let known = |(under, legal): &(Arc<Rules>, Deck)| Arc::ptr_eq(under, rules) && legal.lists == deck.lists;
        self.legal.borrow().iter().any(known)
    }

    /// Notes that a deck is legal.
    pub fn note_legal(&self, rules: &Arc<Rules>, deck: &Deck) {
        let mut legal = self.legal.borrow_mut();
        if legal.len() >= MAX_LEGAL {
            legal.clear();
        }
        legal.push((rules.clone(), deck.clone()));
    }

    // ---- scripts that wait ----

    /// Keeps a script that is about to start, as long as its table lives.
    pub fn suspend(&self, frame: Frame, table: &Arc<()>) -> FrameId {
        let id = FrameId(thread() << 40 | FRAMES.replace(FRAMES.get() + 1));
        let mut all = self.suspended.borrow_mut();
        if all.len() >= self.sweep_at.get() {
            all.retain(|s| s.table.strong_count() > 0);
            self.sweep_at.set((all.len() * 2).max(MIN_SWEPT));
        }
        all.push(Suspended { id, table: Arc::downgrade(table), frame: Some(frame) });
        id
    }

    /// True if the script of this number belongs to this thread, also while it is taken out to go on.
    pub fn has(&self, id: FrameId) -> bool {
        place(&self.suspended.borrow(), id).is_some()
    }

    /// Takes a script that waits, to go on with it.
    pub fn take(&self, id: FrameId) -> Option<Frame> {
        let mut all = self.suspended.borrow_mut();
        let at = place(&all, id)?;
        all[at].frame.take()
    }

    /// Puts a script back: it waits again.
    pub fn put(&self, id: FrameId, frame: Frame) {
        let mut all = self.suspended.borrow_mut();
        if let Some(at) = place(&all, id) {
            all[at].frame = Some(frame);
        }
    }

    /// Takes out a script that has ended or is no longer needed.
    pub fn end(&self, id: FrameId) -> Option<Frame> {
        let mut all = self.suspended.borrow_mut();
        let at = place(&all, id)?;
        let frame = all[at].frame.take();
        // The place of an ended script is freed with those of later scripts, or when all are scanned.
        all[at].table = Weak::new();
        while all.last().is_some_and(|s| s.frame.is_none() && s.table.strong_count() == 0) {
            all.pop();
        }
        frame
    }
}

/// The place of a script: scripts are in the order of their numbers.
fn place(all: &[Suspended], id: FrameId) -> Option<usize> {
    // Mostly it is the script that began last.
    match all.last() {
        Some(last) if last.id == id => Some(all.len() - 1),
        _ => all.binary_search_by_key(&id, |s| s.id).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_numbers_of_their_own() {
        let here = thread();
        assert_eq!(here, thread());
        let there = std::thread::spawn(thread).join().expect("a number");
        assert_ne!(here, there);
    }
}
