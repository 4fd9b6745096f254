//! Rules of the tree that no compiler knows: sizes, headers, the direction of dependencies, forbidden names, documented settings.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use waybill::config::SETTINGS;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 80);
    found
}

#[test]
fn files_are_small_and_open_with_their_story() {
    for (path, text) in rust_files() {
        let lines = text.lines().count();
        assert!(lines <= 500, "{} has {lines} lines; split it", path.display());
        assert!(text.starts_with("//!"), "{} does not open with what it is for", path.display());
    }
}

#[test]
fn nothing_is_called_utils() {
    for (path, _) in rust_files() {
        for part in &path {
            let name = part.to_string_lossy();
            let name = name.strip_suffix(".rs").unwrap_or(&name);
            assert!(
                !["util", "utils", "helper", "helpers", "common", "service", "services", "manager"].contains(&name),
                "{}",
                path.display()
            );
        }
    }
}

/// The dependencies a crate has in normal builds.
fn dependencies(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
    let table: toml::Table = text.parse().unwrap();
    table["dependencies"].as_table().unwrap().keys().cloned().collect()
}

#[test]
fn dependencies_point_inwards() {
    let ours = ["domain", "labels", "partners", "store", "waybill"];
    let inside = |name: &str| dependencies(name).into_iter().filter(|d| ours.contains(&d.as_str())).collect::<Vec<_>>();
    assert!(inside("domain").is_empty());
    for middle in ["labels", "partners", "store"] {
        assert_eq!(inside(middle), ["domain"], "{middle}");
    }
    for (only, dependency) in [("store", "sqlx"), ("partners", "reqwest"), ("waybill", "axum")] {
        for other in ours.iter().filter(|name| **name != only) {
            assert!(!dependencies(other).contains(dependency), "only {only} may depend on {dependency}, not {other}");
        }
    }
    for banned in ["tokio", "sqlx", "axum", "reqwest", "rand"] {
        assert!(!dependencies("domain").contains(banned), "domain is pure: no {banned}");
    }
}

#[test]
fn slices_do_not_import_each_other() {
    let folder = root().join("crates/waybill/src/features");
    let slices: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "mod")
        .collect();
    for (path, text) in rust_files().into_iter().filter(|(path, _)| path.to_string_lossy().contains("/features/")) {
        let own = path.to_string_lossy().split("/features/").nth(1).unwrap().split(['/', '.']).next().unwrap().to_owned();
        for other in slices.iter().filter(|name| **name != own) {
            assert!(!text.contains(&format!("features::{other}")), "{} imports the slice {other}", path.display());
        }
    }
}

#[test]
fn sql_is_written_in_the_store_only() {
    for (path, text) in rust_files().into_iter().filter(|(path, _)| !path.to_string_lossy().contains("/store/")) {
        for word in ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
            let found =
                text.lines().any(|line| line.contains(word) && !line.trim_start().starts_with("//") && !line.contains("for word in"));
            assert!(!found, "{} contains {word}", path.display());
        }
    }
}

#[test]
fn the_readme_documents_every_setting() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for setting in SETTINGS {
        let row =
            readme.lines().find(|line| line.contains(&format!("`{}`", setting.path)) && line.contains(&format!("`{}`", setting.env())));
        let row = row.unwrap_or_else(|| panic!("the README's table lacks {} ({})", setting.path, setting.env()));
        assert!(
            setting.default.is_empty() || row.contains(&format!("`{}`", setting.default)),
            "the default of {} is {}",
            setting.path,
            setting.default
        );
    }
}

#[test]
fn the_committed_api_document_is_up_to_date() {
    let committed = std::fs::read_to_string(root().join("openapi.json")).unwrap();
    assert_eq!(committed, waybill::http::document().unwrap(), "run: cargo run -p waybill -- openapi > openapi.json");
}
