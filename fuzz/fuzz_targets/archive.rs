//! The target `archive`, for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| intermezzo_fuzz::run("archive", input));
