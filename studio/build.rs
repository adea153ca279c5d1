//! Builds the program anew when a file of the page came or went.

fn main() {
    println!("cargo::rerun-if-changed=assets");
}
