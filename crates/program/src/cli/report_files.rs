//! The files to which a command writes what it has found besides what it prints.

use super::experiment::write_file;
use super::{Exit, report_write_error};
use std::path::PathBuf;
use tsuro_lab::DataTable;
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

    /// Writes the files.
    ///
    /// # Errors
    /// One cannot be written.
    pub(super) fn write(
        &self,
        html: impl FnOnce() -> String,
        table: impl FnOnce() -> DataTable,
    ) -> Result<(), Exit> {
        if let Some(path) = &self.html {
            write_file(path, &html(), self.existing())?;
        }
        if let Some(path) = &self.csv {
            write_file(path, &table().csv(), self.existing())?;
        }
        Ok(())
    }

    fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }
}
