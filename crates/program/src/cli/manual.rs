//! `tsuro man`: writes the manual pages.

use super::output::print;
use super::{Exit, report_write_error};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::path::PathBuf;
use tsuro_world::files::{Existing, make_folder, write_whole};

/// The arguments of `tsuro man`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder for the pages: tsuro.1, tsuro-play.1 and so on. Pages that exist are overwritten
    #[arg(value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
}

/// Writes a page for the program and one for each of its commands.
pub(super) fn run(args: &Args, command: Command) -> Result<Exit, Exit> {
    let pages = pages(command);
    make_folder(&args.dir).map_err(report_write_error)?;
    for (name, page) in &pages {
        write_whole(&args.dir.join(name), page, Existing::Replace).map_err(report_write_error)?;
    }
    print(&format!("{} pages written to {}\n", pages.len(), args.dir.display()))?;
    Ok(Exit::Fine)
}

/// The pages with their file names.
fn pages(command: Command) -> Vec<(String, Vec<u8>)> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut made = Vec::new();
    page(&command, &mut made);
    made
}

fn page(command: &Command, made: &mut Vec<(String, Vec<u8>)>) {
    let man = Man::new(command.clone())
        .manual("tsuro")
        .source(concat!("tsuro ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    let written = man.render(&mut text).and_then(|()| exit_codes().to_writer(&mut text));
    written.unwrap_or_else(|why| unreachable!("a page is written to memory: {why}"));
    made.push((man.get_filename(), text));
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .for_each(|command| page(command, made));
}

/// The section on exit codes, which is the same on every page.
fn exit_codes() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        section
            .control("TP", [])
            .text([bold(exit.code().to_string())])
            .text([roman(exit.meaning())]);
    }
    section
}
