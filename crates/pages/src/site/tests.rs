//! Tests of the whole site.

use super::*;
use flate2::read::GzDecoder;
use std::io::Read as _;

/// A stand-in for the engine: only its bytes matter.
fn engine() -> Engine {
    Engine { wasm: b"\0asm\x01\0\0\0".repeat(50), glue: "let wasm_bindgen = \"\u{2028}\";".into() }
}

fn site() -> Vec<SiteFile> {
    files(&engine()).unwrap()
}

/// The text of a file of the site.
fn text(site: &[SiteFile], path: &str) -> String {
    let file = site.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(file.bytes.clone()).unwrap()
}

fn pages(site: &[SiteFile]) -> impl Iterator<Item = &SiteFile> {
    site.iter().filter(|file| file.path.rsplit('.').next() == Some("html"))
}

#[test]
fn the_site_has_a_file_for_each_page() {
    let site = site();
    for (path, _) in PAGES {
        let name = page::file_name(path).unwrap_or_else(|| panic!("{path} has no file"));
        assert!(text(&site, name).starts_with("<!doctype html>"), "{name}");
    }
    assert_eq!(pages(&site).count(), PAGES.len());
}

#[test]
fn pages_and_style_sheets_have_relative_addresses_alone() {
    let site = site();
    for file in &site {
        let forbidden: &[&str] = match file.path.rsplit('.').next() {
            Some("html") => &["=\"/", "='/", "=/", "://", "url("],
            Some("css") => &["@import", "url(/", "url(\"/", "url(\"h", "url('"],
            _ => continue,
        };
        let text = text(&site, &file.path);
        for wrong in forbidden {
            assert!(!text.contains(wrong), "{} has {wrong}", file.path);
        }
    }
}

#[test]
fn what_pages_load_and_lead_to_is_there() {
    let site = site();
    for page in pages(&site) {
        let text = text(&site, &page.path);
        let addresses = text.split(" href=\"").skip(1).chain(text.split(" src=\"").skip(1));
        let mut count = 0;
        for address in addresses.map(|rest| rest.split(['"', '?', '#']).next().unwrap()) {
            let is_there = address.is_empty() || site.iter().any(|file| file.path == address);
            assert!(is_there, "{} leads to {address}", page.path);
            count += 1;
        }
        assert!(count >= 5, "{} has {count} addresses", page.path);
    }
}

#[test]
fn the_bundle_has_each_module_once() {
    let script = text(&site(), "assets/tsuro.js");
    for (file, _) in STATIC.iter().chain(SITE).filter(|(file, _)| is_script(file)) {
        let is_module = !CLASSIC.contains(file) && ![WORKER, SERVICE].contains(file);
        let entry = format!("\n\"{}\": ", bundle::module_name(file));
        let count = script.matches(&entry).count();
        assert_eq!(count, usize::from(is_module), "{file} is there {count} times");
    }
}

#[test]
fn a_module_of_the_site_replaces_the_one_of_the_server() {
    let modules = modules();
    let named = |name: &str| {
        let files = modules.iter().map(|(file, _)| *file);
        files.filter(|file| bundle::module_name(file) == name).collect::<Vec<_>>()
    };
    assert_eq!(named("transport.js"), ["site/transport.js"]);
    assert_eq!(named("common.js"), ["common.js"]);
}

#[test]
fn files_are_sorted_and_the_same_each_time() {
    let site = site();
    assert!(site.is_sorted_by(|one, other| one.path < other.path));
    assert_eq!(site, files(&engine()).unwrap());
}

#[test]
fn a_page_that_is_opened_as_a_file_has_the_worker_and_the_engine_in_a_script() {
    let site = site();
    let folder = text(&site, "assets/folder.js");
    assert!(!folder.contains('\u{2028}'));
    let rest = folder.strip_prefix("globalThis.tsuroFolder = {worker: ").unwrap();
    let (worker, wasm) = rest.strip_suffix("\"};\n").unwrap().split_once(", engine: \"").unwrap();
    let worker: String = serde_json::from_str(worker).unwrap();
    assert_eq!(worker, text(&site, "assets/worker.js"));
    assert!(worker.starts_with(&engine().glue), "{worker}");
    let gzip = STANDARD.decode(wasm).unwrap();
    assert_eq!(gzip[4..8], [0; 4], "the time at which it was compressed");
    let mut wasm = Vec::new();
    GzDecoder::new(&*gzip).read_to_end(&mut wasm).unwrap();
    assert_eq!(wasm, engine().wasm);
}

#[test]
fn the_service_names_all_other_files_and_a_version_that_changes_with_them() {
    let site = site();
    let service = text(&site, SERVICE_PATH);
    let version = |service: &str| {
        let rest = service.strip_prefix("const VERSION = \"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(version(&service).len(), 16);
    let list = service.split_once("const FILES = ").unwrap().1.split_once(";\n").unwrap().0;
    let list: Vec<(String, String)> = serde_json::from_str(list).unwrap();
    let others = site.iter().filter(|file| file.path != SERVICE_PATH);
    let others: Vec<_> =
        others.map(|file| (file.path.clone(), hex(&Sha256::digest(&file.bytes)))).collect();
    assert_eq!(list, others);

    let mut other = engine();
    other.wasm[9] ^= 1;
    let other = files(&other).unwrap();
    assert_ne!(version(&text(&other, SERVICE_PATH)), version(&service));
}

#[test]
fn the_site_is_installed_in_the_colours_of_the_pages() {
    let site = site();
    let manifest: serde_json::Value =
        serde_json::from_str(&text(&site, "site.webmanifest")).unwrap();
    assert_eq!(manifest["start_url"], "./index.html");
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 3);
    for icon in icons {
        assert!(site.iter().any(|file| icon["src"] == *file.path), "{icon}");
    }
    for linked in ["site.webmanifest", "assets/icon-180.png"] {
        assert!(text(&site, "assets/tsuro.js").contains(&format!("href: \"{linked}\"")));
        assert!(site.iter().any(|file| file.path == linked), "{linked}");
    }
    let sheet = text(&site, "assets/base.css");
    for (name, value) in [
        ("--ground: light-dark(", &manifest["background_color"]),
        ("--wood: ", &manifest["theme_color"]),
    ] {
        let value = value.as_str().unwrap();
        assert!(sheet.contains(&format!("{name}{value}")), "base.css has another {name}{value}");
    }
}

#[test]
fn scripts_and_generator_name_the_same_files() {
    let (_, transport) = SITE.iter().find(|(name, _)| *name == "site/transport.js").unwrap();
    for (path, _) in PAGES {
        let name = page::file_name(path).unwrap();
        assert!(transport.contains(&format!("\"{name}\"")), "{path}: {name}");
    }
}
