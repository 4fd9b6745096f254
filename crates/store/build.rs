//! Cargo does not see new files in a folder that a macro reads: this tells it to look.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
