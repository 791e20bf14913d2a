//! The files to which a command writes what it has found besides what it prints.

use super::experiment::write_file;
use super::output::{print, print_json};
use super::{Exit, report_write_error};
use std::path::PathBuf;
use tsuro_lab::report::ReportForms;
use tsuro_world::files::{self, Existing};

/// The options for these files.
#[derive(Debug, clap::Args)]
pub(super) struct ReportFiles {
    /// Write a page to this file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Write comma-separated values to this file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    csv: Option<PathBuf>,
    /// Overwrite the files of --html and --csv if they exist
    #[arg(long)]
    force: bool,
}

impl ReportFiles {
    /// Checks before long work that the files can be written.
    ///
    /// # Errors
    /// One exists, or its folder cannot be written to.
    pub(super) fn check(&self) -> Result<(), Exit> {
        let mut paths = [&self.html, &self.csv].into_iter().flatten();
        paths
            .try_for_each(|path| files::check_writable(path, self.existing()))
            .map_err(report_write_error)
    }

    /// Prints a report, as text or with `json` as a document, and writes the files.
    ///
    /// # Errors
    /// A file cannot be written, or the report not be printed.
    pub(super) fn give(&self, report: &impl ReportForms, json: bool) -> Result<bool, Exit> {
        let printed = if json { print_json(&report.json()) } else { print(&report.text()) };
        // A file that cannot be written does not cost what was printed.
        if let Some(path) = &self.html {
            write_file(path, &report.html(), self.existing())?;
        }
        if let Some(path) = &self.csv {
            write_file(path, &report.table().csv(), self.existing())?;
        }
        printed
    }

    fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }
}
