//! Allocator: mimalloc, which counts what is asked of it while somebody measures.
//!
//! Unsafe, because the trait is: each call goes on as it came. What asks for no more than the alignment of a pointer, as
//! almost everything does, goes to mimalloc's shortest way; the crate that implements the trait has only the long one.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout};

use intermezzo_program::allocations;
use libmimalloc_sys as mi;

/// Mimalloc, counted.
pub struct Counted;

/// All that mimalloc gives is aligned so.
const ALIGNED: usize = align_of::<usize>();

// Safety: mimalloc keeps what the trait demands, and aligns as a pointer is what asks for no other alignment; what comes
// between allocates nothing and does not panic.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocations::note();
        let (size, align) = (layout.size(), layout.align());
        unsafe { if align <= ALIGNED { mi::mi_malloc(size) } else { mi::mi_malloc_aligned(size, align) } }.cast()
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocations::note();
        let (size, align) = (layout.size(), layout.align());
        unsafe { if align <= ALIGNED { mi::mi_zalloc(size) } else { mi::mi_zalloc_aligned(size, align) } }.cast()
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocations::note();
        let (at, align) = (at.cast(), layout.align());
        unsafe { if align <= ALIGNED { mi::mi_realloc(at, size) } else { mi::mi_realloc_aligned(at, size, align) } }
            .cast()
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, _layout: Layout) {
        unsafe { mi::mi_free(at.cast()) }
    }
}
