//! The package `tsuro`: what building needs, and not much more.

use crate::common::in_checkout;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The files of the package, without the files that cargo makes.
fn packaged() -> BTreeSet<PathBuf> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["package", "--package", "tsuro", "--list", "--offline", "--allow-dirty"])
        .current_dir(crate::common::checkout());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = ["Cargo.toml.orig", ".cargo_vcs_info.json"];
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter(|name| !made.contains(name))
        .map(PathBuf::from)
        .collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::ParentDir => _ = plain.pop(),
            part => plain.push(part),
        }
        plain
    })
}

#[test]
fn the_package_is_small() {
    let files = packaged();
    let bytes: u64 = files.iter().map(|file| fs::metadata(in_checkout(file)).unwrap().len()).sum();
    // There were 1,183 files with 8.8 MB, of which building needs less than half.
    assert!(files.len() < 700 && bytes < 5_500_000, "{} files with {bytes} bytes", files.len());
}

#[test]
fn the_package_has_every_file_that_is_built_in() {
    let files = packaged();
    let mut embedded = BTreeSet::new();
    for source in files
        .iter()
        .filter(|file| file.starts_with("src") && file.extension().is_some_and(|end| end == "rs"))
    {
        let text = fs::read_to_string(in_checkout(source)).unwrap();
        for call in text.split("include_str!(\"").skip(1) {
            embedded.insert(plain(&source.parent().unwrap().join(call.split('"').next().unwrap())));
        }
    }
    assert!(embedded.len() > 3, "{embedded:?}");
    // Lists of names are made into paths by macros.
    for folder in ["rulesets", "rulesets/house", "tests/scenarios"] {
        let entries = fs::read_dir(in_checkout(folder)).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = entries
            .filter(|path| path.is_file())
            .map(|path| Path::new(folder).join(path.file_name().unwrap()))
            .collect();
        assert!(files.len() > 10, "{folder}");
        embedded.extend(files);
    }
    let missing: Vec<_> = embedded.difference(&files).collect();
    assert!(missing.is_empty(), "Cargo.toml does not include {missing:?}");
}
