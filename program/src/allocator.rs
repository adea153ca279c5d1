//! Allocator: mimalloc, with a count of its calls for measurements.
//!
//! The allocator is unsafe because the trait is; each call is passed on unchanged. Requests with at most the alignment
//! of a pointer, as almost all have, take mimalloc's shortest path, which the usual crate for the trait does not use.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout};

use intermezzo_program::allocations;
use libmimalloc_sys as mi;

/// Mimalloc as the allocator of the program, which counts its calls while somebody measures.
pub struct CountingAllocator;

/// The alignment of everything that mimalloc returns.
const ALIGNED: usize = align_of::<usize>();

// Safety: mimalloc fulfils the contract of the trait, and aligns to a pointer without another request. The counting
// neither allocates nor panics.
unsafe impl GlobalAlloc for CountingAllocator {
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
