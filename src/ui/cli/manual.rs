//! `tsuro man`: the manual pages.

use super::output::print;
use super::{Exit, error};
use crate::ui::files::{Existing, WriteError, make_folder, write_whole};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::path::{Path, PathBuf};

/// What `tsuro man` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder into which they are written: tsuro.1, tsuro-play.1 and so on; those of the same names are written over
    dir: PathBuf,
}

/// Writes a page for the program and one for each of its commands.
pub fn run(args: &Args, command: Command) -> Exit {
    match write(&args.dir, command) {
        Ok(count) => match print(&format!("{count} pages written to {}\n", args.dir.display())) {
            Ok(_) => Exit::Fine,
            Err(why) => {
                error(format_args!("the answer cannot be written: {why}"));
                Exit::Usage
            }
        },
        Err(why) => {
            error(&why);
            why.exit()
        }
    }
}

/// How many pages were written.
fn write(folder: &Path, command: Command) -> Result<usize, WriteError> {
    let made = pages(command);
    make_folder(folder)?;
    for (name, page) in &made {
        write_whole(&folder.join(name), page, Existing::Replace)?;
    }
    Ok(made.len())
}

/// The pages by their file names.
fn pages(command: Command) -> Vec<(String, Vec<u8>)> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut made = Vec::new();
    page(&command, &mut made);
    made
}

fn page(command: &Command, made: &mut Vec<(String, Vec<u8>)>) {
    let man = Man::new(command.clone()).manual("tsuro").source(concat!("tsuro ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    let written = man.render(&mut text).and_then(|()| exit_codes().to_writer(&mut text));
    written.unwrap_or_else(|why| unreachable!("a page is written to memory: {why}"));
    made.push((man.get_filename(), text));
    command.get_subcommands().filter(|command| !command.is_hide_set()).for_each(|command| page(command, made));
}

/// The section on exit codes, the same on every page.
fn exit_codes() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXIT STATUS"]);
    for exit in Exit::ALL {
        section.control("TP", []).text([bold(exit.code().to_string())]).text([roman(exit.meaning())]);
    }
    section
}
