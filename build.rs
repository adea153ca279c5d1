//! Says when to build again: `include_dir` sees files that change, not files that are new or gone.

fn main() {
    for folder in ["cards", "scripts", "packs"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
