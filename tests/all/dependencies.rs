//! Licences, duplicates and sources of dependencies, by the rules of `deny.toml`.
//! `cargo deny check` checks more, known vulnerabilities included, but has to be installed and
//! needs the network; CI runs it (`.ci/deny`).

use crate::common::{in_checkout, read_checkout};
use serde_json::Value as Json;
use spdx::{Expression, LicenseReq, ParseMode};
use std::collections::BTreeMap;
use std::process::Command;
use toml::{Table, Value};

/// The only allowed source of dependencies.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn toml(path: &str) -> Table {
    read_checkout(path).parse().unwrap()
}

fn list<'t>(table: &'t Table, section: &str, key: &str) -> &'t [Value] {
    table
        .get(section)
        .and_then(|section| section.get(key))
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn text<'t>(value: &'t Value, key: &str) -> &'t str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// All packages of the lock file, for every system and for tests, too: name, version, source.
fn locked() -> Vec<(String, String, String)> {
    let lock = toml("Cargo.lock");
    let packages = lock["package"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            (
                text(package, "name").into(),
                text(package, "version").into(),
                text(package, "source").into(),
            )
        })
        .collect()
}

/// The packages as cargo describes them; `None` where not all of them have been downloaded.
fn metadata(arguments: &[&str]) -> Option<Json> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--offline", "--format-version", "1"]).args(arguments);
    let output = command.current_dir(crate::common::checkout()).output().unwrap();
    output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
}

/// The system on which this runs, as cargo calls it.
fn host() -> String {
    let output = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()))
        .arg("-vV")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Whether a licence expression holds where these licences are allowed.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let is_listed = |wanted: &LicenseReq| allowed.contains(&wanted.to_string().as_str());
    Expression::parse_mode(expression, ParseMode::LAX)
        .is_ok_and(|expression| expression.evaluate(is_listed))
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let deny = toml("deny.toml");
    let allowed: Vec<&str> =
        list(&deny, "licenses", "allow").iter().filter_map(Value::as_str).collect();
    let exceptions = list(&deny, "licenses", "exceptions");
    assert!(!allowed.is_empty());
    // What only other systems need may not have been downloaded; `cargo fetch` does that.
    let packages = metadata(&[]).or_else(|| metadata(&["--filter-platform", &host()])).unwrap();
    let packages = packages["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "{} packages", packages.len());
    let others: Vec<String> = packages
        .iter()
        .filter(|package| {
            let of_crate =
                |exception: &&Value| exception["crate"].as_str() == package["name"].as_str();
            let more = exceptions
                .iter()
                .filter(of_crate)
                .flat_map(|exception| exception["allow"].as_array().unwrap());
            let allowed: Vec<&str> =
                allowed.iter().copied().chain(more.filter_map(Value::as_str)).collect();
            // Without the sign for later versions of a licence.
            !package["license"]
                .as_str()
                .is_some_and(|licence| is_allowed(licence.trim_end_matches('+'), &allowed))
        })
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(others.is_empty(), "deny.toml allows {allowed:?}, and not:\n{}", others.join("\n"));
}

#[test]
fn a_licence_expression_holds_if_what_it_asks_for_is_allowed() {
    let allowed = ["MIT", "Unicode-3.0"];
    for (expression, holds) in [
        ("MIT", true),
        ("MIT OR GPL-3.0-only", true),
        ("Unlicense/MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT AND Apache-2.0", false),
        ("GPL-3.0-only", false),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("a licence of my own", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), holds, "{expression}");
    }
}

#[test]
fn every_dependency_comes_from_the_default_registry() {
    let others: Vec<_> = locked()
        .into_iter()
        .filter(|(name, _, source)| {
            source != REGISTRY && name != "tsuro" && !name.starts_with("tsuro-")
        })
        .collect();
    assert!(others.is_empty(), "{others:?}");
    assert_eq!(list(&toml("deny.toml"), "sources", "allow-git"), []);
    assert_eq!(list(&toml("deny.toml"), "sources", "allow-registry"), []);
}

#[test]
fn no_crate_comes_in_two_versions_but_those_that_have_a_reason() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version, _) in locked() {
        versions.entry(name).or_default().push(version);
    }
    let deny = toml("deny.toml");
    let mut skipped = Vec::new();
    for skip in list(&deny, "bans", "skip") {
        let (name, version) = text(skip, "crate").split_once('@').unwrap();
        assert!(text(skip, "reason").len() > 20, "{name}: why is it there twice?");
        let is_meant =
            |known: &String| known == version || known.starts_with(&format!("{version}."));
        let known =
            versions.get(name).filter(|known| known.len() > 1 && known.iter().any(is_meant));
        assert!(
            known.is_some(),
            "deny.toml: {name} {version} is in `skip`, and no longer there twice"
        );
        skipped.extend(
            known
                .into_iter()
                .flatten()
                .filter(|known| is_meant(known))
                .map(|known| (name, known.as_str())),
        );
    }
    for (name, versions) in &versions {
        let left: Vec<&String> = versions
            .iter()
            .filter(|version| !skipped.contains(&(name.as_str(), version.as_str())))
            .collect();
        assert!(
            left.len() < 2,
            "{name} comes in the versions {left:?}; `cargo tree --duplicates` says why, and \
             deny.toml has a list of exceptions"
        );
    }
}

/// CI has cargo-deny check the dependencies, and fails where it is neither there nor can be
/// installed.
#[test]
#[cfg(unix)]
fn ci_checks_the_dependencies_and_does_not_pass_without_the_tool() {
    use std::os::unix::fs::PermissionsExt;
    assert!(read_checkout(".ci/run").lines().any(|line| line.trim() == "run .ci/deny"));
    let folder = tempfile::tempdir().unwrap();
    let run = |tools: &[(&str, &str)]| {
        for (name, script) in tools {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        }
        let path = format!("{}:/usr/bin:/bin", folder.path().display());
        Command::new("bash").arg(in_checkout(".ci/deny")).env("PATH", path).output().unwrap()
    };
    // A tool that refuses everything stands for one that is missing.
    let missing = run(&[("cargo", "exit 101"), ("python3", "exit 1")]);
    assert!(!missing.status.success());
    let log = folder.path().join("log");
    let there = run(&[("cargo", &format!("echo \"$@\" >> {}", log.display()))]);
    assert!(there.status.success(), "{}", String::from_utf8_lossy(&there.stderr));
    assert_eq!(
        std::fs::read_to_string(&log).unwrap().lines().last(),
        Some("deny --workspace --locked check bans licenses sources")
    );
    let refused = run(&[("cargo", "test \"$2\" = --version")]);
    assert!(!refused.status.success());
}
