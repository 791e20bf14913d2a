//! The pages as a static site, which plays without a server: the engine, compiled to WebAssembly,
//! answers in a worker what the pages ask.
//!
//! All addresses are relative, so that the site works below any path, and also where its files are
//! opened without a server. Nothing is read or written here.
//!
//! | file | what it is |
//! |---|---|
//! | `index.html`, `game.html` … | the pages, beside each other |
//! | `assets/tsuro.js` | the modules of all pages as one script |
//! | `assets/theme.js`, `assets/*.css`, `assets/icon.svg` | as the server has them |
//! | `assets/worker.js`, `assets/engine.wasm` | the worker and the engine |
//! | `assets/folder.js` | `globalThis.tsuroFolder`, for pages that are opened as files |
//! | `service.js` | keeps the site for times without a network; begins with `VERSION` and `FILES` |
//! | `site.webmanifest` | how the site is installed as a program |
//!
//! A page that is opened as a file can load scripts, but can neither begin a worker from its file
//! nor read the engine. It has both from `tsuroFolder`: `worker` is the text of the worker, and
//! `engine` the engine, compressed with gzip and written in Base64.

mod bundle;
mod error;
mod page;
mod words;

pub use error::{ScriptFault, SiteError};

use crate::files::{ICONS, PAGES, SITE, STATIC};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;

/// The scripts of the server's pages that are not modules: they stay files of their own.
const CLASSIC: &[&str] = &["theme.js"];

const WORKER: &str = "site/worker.js";
const SERVICE: &str = "site/service.js";

/// The path of the service, which is not one of the files that it keeps.
pub const SERVICE_PATH: &str = "service.js";

/// `--ground` and `--wood` of `base.css`: the ground of a page, and its header.
const GROUND: &str = "#e9dcc3";
const WOOD: &str = "#2f1f16";

/// Names the manifest in each page, and the icon for systems that do not read it; but for pages that
/// are opened as files: there, browsers do not load it, and log an error.
const NAME_MANIFEST: &str = "\
if (location.protocol !== \"file:\") {
  for (const link of [
    { rel: \"manifest\", href: \"site.webmanifest\" },
    { rel: \"apple-touch-icon\", href: \"assets/icon-180.png\" },
  ])
    document.head.append(Object.assign(document.createElement(\"link\"), link));
}
";

/// The engine, compiled to WebAssembly.
#[derive(Debug, Clone)]
pub struct Engine {
    /// The bytes of the module.
    pub wasm: Vec<u8>,
    /// The script that wasm-bindgen makes for the target `no-modules`.
    pub glue: String,
}

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// The path below the folder of the site, with `/` between its parts.
    pub path: String,
    /// What is in the file.
    pub bytes: Vec<u8>,
}

/// All files of the site, sorted by their paths. The same engine gives the same bytes each time.
///
/// # Errors
///
/// A page or script has what a site cannot have; tests try those of this package.
pub fn files(engine: &Engine) -> Result<Vec<SiteFile>, SiteError> {
    let modules = modules();
    let is_module = |name: &str| modules.iter().any(|(file, _)| bundle::module_name(file) == name);
    let is_asset = |name: &str| assets().any(|(asset, _)| asset == name);
    let mut files = Vec::new();
    let mut add =
        |path: &str, bytes: Vec<u8>| files.push(SiteFile { path: path.to_owned(), bytes });
    for (path, text) in PAGES {
        let name =
            page::file_name(path).ok_or_else(|| SiteError::NoFileName((*path).to_owned()))?;
        add(name, page::page(path, text, is_asset, is_module)?.into());
    }
    for (name, text) in assets() {
        add(&format!("assets/{name}"), text.into());
    }
    let worker = format!("{}\n{}", engine.glue, script(WORKER)?);
    for (name, icon) in ICONS {
        add(&format!("assets/{name}"), icon.to_vec());
    }
    add("assets/folder.js", folder(&worker, &engine.wasm)?.into());
    add("assets/worker.js", worker.into());
    add("assets/engine.wasm", engine.wasm.clone());
    add("assets/tsuro.js", (bundle::bundle(&modules)? + NAME_MANIFEST).into());
    add("site.webmanifest", manifest("./index.html", "assets").into());
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let service = service(&files, Kept::Whole)?;
    let at = files.partition_point(|file| file.path.as_str() < SERVICE_PATH);
    files.insert(at, SiteFile { path: SERVICE_PATH.to_owned(), bytes: service.into() });
    Ok(files)
}

fn is_script(name: &str) -> bool {
    name.rsplit('.').next() == Some("js")
}

/// The files of the server that the site has as they are.
fn assets() -> impl Iterator<Item = (&'static str, &'static str)> {
    STATIC.iter().copied().filter(|(name, _)| !is_script(name) || CLASSIC.contains(name))
}

/// The modules of the bundle: those of the site, and those of the server that it does not replace.
fn modules() -> Vec<(&'static str, &'static str)> {
    let own = SITE.iter().filter(|(file, _)| ![WORKER, SERVICE].contains(file));
    let is_replaced = |name: &str| own.clone().any(|(file, _)| bundle::module_name(file) == name);
    let others = STATIC
        .iter()
        .filter(|(name, _)| is_script(name) && !CLASSIC.contains(name) && !is_replaced(name));
    own.clone().chain(others).copied().collect()
}

/// A script of the site that is not a module.
fn script(file: &'static str) -> Result<&'static str, SiteError> {
    let (_, text) =
        SITE.iter().find(|(known, _)| *known == file).ok_or(SiteError::NoScript(file))?;
    bundle::check_classic(file, text)?;
    Ok(text)
}

/// A text as a literal of a script.
fn quoted(text: &str) -> String {
    // Before 2019, JSON allowed these two in texts, and scripts did not.
    let quoted = serde_json::Value::from(text).to_string();
    quoted.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The script with the worker and the engine for pages that are opened as files.
fn folder(worker: &str, wasm: &[u8]) -> Result<String, SiteError> {
    // Without the time at which it is made, the same engine gives the same bytes.
    let mut gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    gzip.write_all(wasm)?;
    let wasm = STANDARD.encode(gzip.finish()?);
    Ok(format!("globalThis.tsuroFolder = {{worker: {}, engine: \"{wasm}\"}};\n", quoted(worker)))
}

/// How pages are installed as a program that begins at a page and has its icons in a folder.
pub(crate) fn manifest(start: &str, folder: &str) -> String {
    let icon = |name: &str, sizes: &str, kind: &str| json!({ "src": format!("{folder}/{name}"), "sizes": sizes, "type": kind });
    let pixels =
        |side: u32| icon(&format!("icon-{side}.png"), &format!("{side}x{side}"), "image/png");
    let manifest = json!({
        "name": "Tsuro",
        "start_url": start,
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": WOOD,
        "icons": [icon("icon.svg", "any", "image/svg+xml"), pixels(192), pixels(512)],
    });
    format!("{manifest:#}\n")
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// What a service keeps files for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kept {
    /// All pages come from what is kept.
    Whole,
    /// All pages come from their server, and this one in their place while that cannot be reached.
    OnlyFor(&'static str),
}

/// The service with the names and hashes of the other files, and a version that changes with each
/// of them.
///
/// # Errors
///
/// Its script is not there, or has what such a script cannot have.
pub(crate) fn service(files: &[SiteFile], kept: Kept) -> Result<String, SiteError> {
    let script = script(SERVICE)?;
    let mut hash = Sha256::new();
    let mut list = Vec::new();
    for SiteFile { path, bytes } in files {
        // With their lengths, no two lists of files give the same text.
        for part in [path.as_bytes(), bytes] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        list.push(format!("[{}, \"{}\"]", quoted(path), hex(&Sha256::digest(bytes))));
    }
    let (version, list) = (hex(&hash.finalize()[..8]), list.join(", "));
    let offline = match kept {
        Kept::Whole => "null".to_owned(),
        Kept::OnlyFor(page) => quoted(page),
    };
    Ok(format!(
        "const VERSION = \"{version}\";\nconst FILES = [{list}];\nconst OFFLINE = {offline};\n\
         {script}"
    ))
}

#[cfg(test)]
mod tests;
