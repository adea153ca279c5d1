//! Program: the command line of Intermezzo.

mod allocator;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::CountingAllocator = allocator::CountingAllocator;

fn main() -> ExitCode {
    intermezzo_program::run(std::env::args_os())
}
