//! Program: the command line of Intermezzo.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    intermezzo::cli::run(std::env::args_os())
}
