//! `tsuro rules book`: the rulebook of a rule set.

use super::super::output::{print, print_json};
use super::super::{Context, Exit, print_problems, problem, refuse, report_write_error, usage};
use super::print::{FileArgs, ends_with};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsuro::json::json;
use tsuro::ruleset::{Problems, Variant, base};
use tsuro_book::{Book, BookError, BookSource, Markdown, book, leaf};
use tsuro_faces::table::choosing::RuleSource;
use tsuro_suite::{RuleBook, Suite, read_with, reference_from, shipped_suites};
use tsuro_world::{files, rule_files};

/// The arguments of `tsuro rules book`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// The file to write; its ending says what it is: x.md, x.html or x.pdf. The pictures of x.md
    /// are in the folder x-pictures beside it
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: PathBuf,
    /// Write only what differs from the rule set that this one extends, or to which it adds
    /// something after a +
    #[arg(long)]
    differences: bool,
    /// A suite whose scenarios are shown as well, each with its title; may be given several times
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    suite: Vec<String>,
    #[command(flatten)]
    file: FileArgs,
}

/// What a file is, by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Markdown,
    Html,
    Pdf,
}

impl Format {
    fn of(path: &Path) -> Result<Self, Exit> {
        let formats = [("md", Self::Markdown), ("html", Self::Html), ("pdf", Self::Pdf)];
        let found = formats.into_iter().find(|(ending, _)| ends_with(path, ending));
        found.map(|(_, format)| format).ok_or_else(|| {
            let path = path.display();
            usage(format_args!("{path}: the name of the file ends with .md, .html or .pdf"))
        })
    }
}

/// Makes the book, and writes its file or files.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let format = Format::of(&args.output)?;
    if format != Format::Pdf && args.file.paper.is_some() {
        return Err(usage(format_args!("--paper: only a PDF has pages of paper")));
    }
    let variant = Arc::new(context.variant(&args.rules)?);
    files::check_writable(&args.output, args.file.existing()).map_err(report_write_error)?;
    let made = make(args, context, &variant)?;
    let broken = |why: BookError| problem(format_args!("{}: {why}", args.rules));
    let mut pages = None;
    let bytes = match format {
        Format::Markdown => {
            let folder = pictures_folder(&args.output);
            let Markdown { text, pictures } = made.markdown(&folder);
            write_pictures(args, &folder, &pictures)?;
            text.into_bytes()
        }
        Format::Html => made.html().into_bytes(),
        Format::Pdf => {
            let (bytes, count) = made
                .pdf(args.file.paper.unwrap_or_default().into())
                .map_err(|why| broken(why.into()))?;
            pages = Some(count);
            bytes
        }
    };
    files::write_whole(&args.output, &bytes, args.file.existing()).map_err(report_write_error)?;
    let (path, pictures) = (args.output.display().to_string(), made.pictures());
    if args.file.json {
        let language = args.file.language(variant.resolved()).code();
        print_json(&json!({
            "file": path, "pages": pages, "pictures": pictures, "language": language,
        }))?;
    } else {
        let on = pages.map_or_else(String::new, |pages| format!(" on {pages} pages"));
        print(&format!("{path} is written, with {pictures} pictures{on}\n"))?;
    }
    Ok(Exit::Fine)
}

fn make(args: &Args, context: &Context, variant: &Arc<Variant>) -> Result<Book, Exit> {
    let mut rules = RuleBook::new(&context.registry, &context.files);
    let mut suites = shipped_suites(&context.registry);
    let own_suites = suites.len();
    suites.extend(own(args, &mut rules)?);
    let source = BookSource {
        reference: &args.rules,
        variant: Arc::clone(variant),
        rules: RuleSource { loader: &context.files, registry: &context.registry },
        suites: &suites,
        own_suites,
        language: args.file.language(variant.resolved()),
    };
    let made = if args.differences {
        let reference = parent(&args.rules, variant)?;
        let plain = rules.variant(&reference, None).map_err(|problems| refuse(&problems))?;
        leaf(&source, (&reference, &plain))
    } else {
        book(&source)
    };
    made.map_err(|why| problem(format_args!("{}: {why}", args.rules)))
}

/// The suites that are named on the command line.
fn own(args: &Args, rules: &mut RuleBook<'_>) -> Result<Vec<Suite>, Exit> {
    let mut problems = Problems::default();
    let mut suites = Vec::new();
    for path in &args.suite {
        let source = rule_files::read(Path::new(path), path, true)
            .map_err(|why| usage(format_args!("{path} cannot be read: {why}")))?;
        suites.push(read_with(source, rules, &mut problems));
    }
    if problems.has_errors() {
        print_problems(&problems);
        return Err(Exit::Problems);
    }
    Ok(suites)
}

/// The rule set from which the named one differs: what it adds something to, otherwise what it
/// extends.
fn parent(reference: &str, variant: &Variant) -> Result<String, Exit> {
    if base(reference) != reference {
        return Ok(base(reference).to_owned());
    }
    let file = variant.resolved().files().last();
    let extends = file.and_then(|file| {
        Some(reference_from(&file.source, file.entry("extends")?.value.as_text()?))
    });
    extends.ok_or_else(|| usage(format_args!("--differences: {reference} extends no rule set")))
}

/// The name of the folder of the pictures of a Markdown file: letters, digits and hyphens, so that
/// it can stand in a link.
fn pictures_folder(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let kept = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("{}-pictures", stem.chars().map(kept).collect::<String>())
}

/// Writes the pictures beside the book; none if one of them cannot be written.
fn write_pictures(args: &Args, folder: &str, pictures: &[(String, String)]) -> Result<(), Exit> {
    let folder = args.output.with_file_name(folder);
    files::make_folder(&folder).map_err(report_write_error)?;
    let existing = args.file.existing();
    for (name, _) in pictures {
        files::check_writable(&folder.join(name), existing).map_err(report_write_error)?;
    }
    for (name, svg) in pictures {
        files::write_whole(&folder.join(name), svg.as_bytes(), existing)
            .map_err(report_write_error)?;
    }
    Ok(())
}
