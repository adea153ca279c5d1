//! Program: the command line of Intermezzo.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    intermezzo::run_program(std::env::args_os())
}
