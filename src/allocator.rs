//! Allocator: mimalloc, which counts what is asked of it while somebody measures.
//!
//! Unsafe, because the trait is: each call goes on as it came.

#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout};

use intermezzo::allocations;
use mimalloc::MiMalloc;

/// Mimalloc, counted.
pub struct Counted;

// Safety: mimalloc keeps what the trait demands; what comes between allocates nothing and does not panic.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocations::note();
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocations::note();
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocations::note();
        unsafe { MiMalloc.realloc(at, layout, size) }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { MiMalloc.dealloc(at, layout) }
    }
}
