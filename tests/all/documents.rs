//! What the documents list is what there is: features, documents, examples, the files that a new
//! metric touches.

use crate::common::{in_checkout, read_checkout};
use std::fs;
use std::path::Path;
use toml::Table;

/// A column, from 1, of the table in a document that begins with this head: what stands there as
/// code.
fn column(document: &str, head: &str, at: usize) -> Vec<String> {
    let text = read_checkout(document);
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with(head))
        .take_while(|line| line.starts_with('|'))
        .skip(2);
    rows.filter_map(|row| row.split('|').nth(at)?.split('`').nth(1).map(str::to_owned)).collect()
}

#[test]
fn every_feature_of_the_crate_stands_in_the_tables_of_features() {
    let mut features = std::collections::BTreeSet::new();
    for manifest in ["Cargo.toml", "crates/program/Cargo.toml"] {
        let manifest: Table = read_checkout(manifest).parse().unwrap();
        features.extend(
            manifest["features"]
                .as_table()
                .unwrap()
                .keys()
                .filter(|name| *name != "default")
                .cloned(),
        );
    }
    for document in ["README.md", "docs/architecture.md"] {
        let told = column(document, "| package | feature | what it adds |", 2);
        let told = told.iter().filter(|name| !name.contains(' ')).collect::<Vec<_>>();
        let missing: Vec<_> = features.iter().filter(|name| !told.contains(name)).collect();
        let unknown: Vec<_> = told.iter().filter(|name| !features.contains(**name)).collect();
        assert!(
            missing.is_empty() && unknown.is_empty(),
            "{document}: without {missing:?}, with {unknown:?}"
        );
    }
}

#[test]
fn the_list_of_documents_has_every_document_and_every_example() {
    let list = read_checkout("docs/README.md");
    for (folder, link) in [("docs", ""), ("docs/formats", "formats/"), ("examples", "../examples/")]
    {
        for entry in fs::read_dir(in_checkout(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_name().unwrap().to_str().unwrap();
            let is_listed =
                folder == "examples" || entry.extension().is_some_and(|end| end == "md");
            assert!(
                !is_listed || name == "README.md" || list.contains(&format!("]({link}{name})")),
                "docs/README.md does not list {folder}/{name}"
            );
        }
    }
}

/// Collects the text files below a folder that hold a word.
fn holding(folder: &Path, word: &str, found: &mut Vec<String>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            holding(&path, word, found);
        } else if fs::read_to_string(&path).is_ok_and(|text| text.contains(word)) {
            found.push(
                path.strip_prefix(crate::common::checkout()).unwrap().to_str().unwrap().to_owned(),
            );
        }
    }
}

#[test]
fn to_add_a_metric_names_every_file_that_has_the_name_of_one() {
    let text = read_checkout("CONTRIBUTING.md");
    let section = text.split("\n## ").find(|section| section.starts_with("Add a metric")).unwrap();
    // Words that mean nothing else.
    for metric in ["\"decisiveness\"", "\"path-length\"", "`decisiveness`", "`path-length`"] {
        let mut files = Vec::new();
        for folder in [
            "src",
            "docs",
            "tests/all",
            "tests/corpus",
            "python/src",
            "python/python",
            "python/tests",
        ] {
            holding(&in_checkout(folder), metric, &mut files);
        }
        assert!(!files.is_empty(), "{metric}");
        for file in files {
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let is_named = section.contains(&file) || section.contains(&format!("`{folder}/`"));
            assert!(
                is_named || file == "tests/all/documents.rs",
                "{file} has {metric}, and CONTRIBUTING.md does not name it"
            );
        }
    }
}
