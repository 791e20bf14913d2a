//! `tsuro site`: the pages as files that play without a server.

use super::output::print;
use super::{Context, Exit, files, report_write_error, usage};
use files::{Existing, Limit, make_folder, write_whole};
use std::path::{Path, PathBuf};
use tsuro_pages::site::{self, Engine, SiteFile};

/// The arguments of `tsuro site`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the site; it is made if it is missing
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
    /// Replace the site that is there
    #[arg(long)]
    force: bool,
    /// The folder with the engine for browsers, as `.ci/wasm site` makes it [default: the engine
    /// that is built into this program, if one is]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    engine: Option<PathBuf>,
}

/// The compiled engine for browsers has a tenth of this.
const ENGINE: Limit = Limit { bytes: 64 << 20, kind: "an engine for browsers" };
/// Its files.
const WASM: &str = "engine_bg.wasm";
const GLUE: &str = "engine.js";

/// The engine that is built into this program.
#[cfg(feature = "engine")]
fn built_in() -> Option<Engine> {
    let wasm = include_bytes!(concat!(env!("TSURO_SITE_ENGINE"), "/engine_bg.wasm"));
    let glue = include_str!(concat!(env!("TSURO_SITE_ENGINE"), "/engine.js"));
    Some(Engine { wasm: wasm.to_vec(), glue: glue.to_owned() })
}

/// The engine that is built into this program.
#[cfg(not(feature = "engine"))]
fn built_in() -> Option<Engine> {
    None
}

/// Runs the sub-command.
pub(super) fn run(args: &Args, _: &Context) -> Result<Exit, Exit> {
    let engine = match &args.engine {
        Some(folder) => read(folder)?,
        None => built_in().ok_or_else(|| {
            usage(
                "this program has no engine for browsers built in: make one with `.ci/wasm site` \
                 in the source, and name its folder with --engine",
            )
        })?,
    };
    let files = site::files(&engine).map_err(usage)?;
    let existing = Existing::with_force(args.force);
    if existing == Existing::Refuse
        && let Some(there) = files.iter().map(|file| path(&args.dir, file)).find(|it| it.exists())
    {
        return Err(usage(format_args!("{}: it exists; --force replaces it", there.display())));
    }
    // The service has a new version only when all its files are there.
    let (service, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.path == site::SERVICE_PATH);
    for file in others.into_iter().chain(service) {
        let path = path(&args.dir, file);
        let folder = path.parent().unwrap_or(&args.dir);
        make_folder(folder).map_err(report_write_error)?;
        write_whole(&path, &file.bytes, existing).map_err(report_write_error)?;
    }
    print(&format!("{}\n", args.dir.join("index.html").display()))?;
    Ok(Exit::Fine)
}

fn path(dir: &Path, file: &SiteFile) -> PathBuf {
    file.path.split('/').fold(dir.to_owned(), |path, part| path.join(part))
}

fn read(folder: &Path) -> Result<Engine, Exit> {
    let bytes = |name: &str| {
        let path = folder.join(name);
        files::read_bytes(&path, ENGINE)
            .map_err(|why| usage(format_args!("--engine: {}: {why}", path.display())))
    };
    let glue = String::from_utf8(bytes(GLUE)?)
        .map_err(|_| usage(format_args!("--engine: {GLUE} is not text")))?;
    let wasm = bytes(WASM)?;
    if !wasm.starts_with(b"\0asm") || !glue.contains("wasm_bindgen") {
        return Err(usage(format_args!(
            "--engine: {}: {WASM} and {GLUE} are not those of an engine for browsers",
            folder.display()
        )));
    }
    Ok(Engine { wasm, glue })
}
