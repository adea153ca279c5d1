//! Names the folder of the repository, and says when to build again: `include_dir` sees files that change, not files that
//! are new or gone.

use std::path::Path;

fn main() {
    let package = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the package");
    let repository = Path::new(&package).parent().expect("the package lies in the repository");
    println!("cargo:rustc-env=REPOSITORY={}", repository.display());
    for folder in ["../docs", "../tests/rules"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
