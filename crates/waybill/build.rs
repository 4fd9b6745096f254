//! The web app is embedded from `web/dist`. On a fresh checkout the folder does not exist before the first web build; an
//! empty one lets Rust tools work meanwhile (the server then says that the web app is not built).

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    if std::fs::create_dir_all(folder).is_err() {
        println!("cargo:warning=web/dist cannot be made; the web app will be missing");
    }
    println!("cargo:rerun-if-changed={folder}");
}
