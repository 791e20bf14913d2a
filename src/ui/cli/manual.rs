//! `tsuro man`: the manual pages.

use super::output::print;
use super::{Exit, error};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
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
        Err((path, why)) => {
            error(format_args!("{} cannot be written: {why}", path.display()));
            Exit::Usage
        }
    }
}

/// How many pages were written.
fn write(folder: &Path, command: Command) -> Result<usize, (PathBuf, io::Error)> {
    let made = pages(command).map_err(|why| (folder.to_owned(), why))?;
    std::fs::create_dir_all(folder).map_err(|why| (folder.to_owned(), why))?;
    for (name, page) in &made {
        let path = folder.join(name);
        write_file(&path, page).map_err(|why| (path, why))?;
    }
    Ok(made.len())
}

fn write_file(path: &Path, text: &[u8]) -> io::Result<()> {
    std::fs::write(path, text)
}

/// The pages by their file names.
fn pages(command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut made = Vec::new();
    page(&command, &mut made)?;
    Ok(made)
}

fn page(command: &Command, made: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let man = Man::new(command.clone()).manual("tsuro").source(concat!("tsuro ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    exit_codes().to_writer(&mut text)?;
    made.push((man.get_filename(), text));
    command.get_subcommands().filter(|command| !command.is_hide_set()).try_for_each(|command| page(command, made))
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
