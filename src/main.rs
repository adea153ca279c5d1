//! Program: the command line of Intermezzo.

use std::process::ExitCode;

fn main() -> ExitCode {
    intermezzo::cli::run(std::env::args_os())
}
