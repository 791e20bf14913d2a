//! `tsuro rules print`: sheets to print and cut.

use super::super::output::{print, print_json};
use super::super::{Context, Exit, report_write_error, usage};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsuro::json::json;
use tsuro::ruleset::Resolved;
use tsuro_book::{LONGEST_TILE, Paper, SHORTEST_TILE, sheets};
use tsuro_faces::words::Language;
use tsuro_world::files::{self, Existing};

/// The arguments of `tsuro rules print`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// The file to write, which ends with .pdf
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: PathBuf,
    /// Side of a tile in millimetres; everything else has the size that fits
    #[arg(
        long, value_name = "MM", default_value_t = 45,
        value_parser = clap::value_parser!(u8)
            .range(i64::from(SHORTEST_TILE)..=i64::from(LONGEST_TILE))
    )]
    tile: u8,
    #[command(flatten)]
    file: FileArgs,
}

/// What all documents about a rule set are asked for.
#[derive(Debug, clap::Args)]
pub(super) struct FileArgs {
    /// Size of the paper of a PDF [default: a4]
    #[arg(long, value_enum, value_name = "PAPER")]
    pub paper: Option<PaperSize>,
    /// Language [default: that of the rule set, otherwise yours]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub language: Option<Language>,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub force: bool,
    /// Print one JSON document about the file
    #[arg(long)]
    pub json: bool,
}

/// A size of paper.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub(super) enum PaperSize {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl From<PaperSize> for Paper {
    fn from(size: PaperSize) -> Self {
        match size {
            PaperSize::A4 => Self::A4,
            PaperSize::Letter => Self::Letter,
        }
    }
}

impl FileArgs {
    /// The language of a document about this rule set.
    pub fn language(&self, rules: &Resolved) -> Language {
        let of_rules = || Language::from_code(rules.presentation().language.as_deref()?);
        self.language.or_else(of_rules).unwrap_or_else(Language::of_the_user)
    }

    /// What is done with a file that exists.
    pub const fn existing(&self) -> Existing {
        Existing::with_force(self.force)
    }
}

/// Whether a path ends with this, in capital or small letters.
pub(super) fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// Draws the sheets, and writes the file.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let path = args.output.display().to_string();
    if !ends_with(&args.output, "pdf") {
        return Err(usage(format_args!("{path}: the name of the file ends with .pdf")));
    }
    let variant = Arc::new(context.variant(&args.rules)?);
    files::check_writable(&args.output, args.file.existing()).map_err(report_write_error)?;
    let language = args.file.language(variant.resolved());
    let made = sheets(&variant, (args.file.paper.unwrap_or_default().into(), args.tile), language)
        .map_err(|why| super::super::problem(format_args!("{}: {why}", args.rules)))?;
    files::write_whole(&args.output, &made.pdf, args.file.existing())
        .map_err(report_write_error)?;
    if args.file.json {
        print_json(&json!({
            "file": path, "pages": made.pages, "board_pages": made.board_pages,
            "tiles": made.tiles, "pieces": made.pieces, "tile_mm": args.tile,
            "language": language.code(),
        }))?;
    } else {
        print(&format!(
            "{path} is written: {} pages, {} of them the board, with {} tiles and {} pieces; print \
             it at 100 %\n",
            made.pages, made.board_pages, made.tiles, made.pieces
        ))?;
    }
    Ok(Exit::Fine)
}
