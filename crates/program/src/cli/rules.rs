//! `tsuro rules`: lists, shows, checks, compares and creates rule sets.

#[cfg(feature = "book")]
mod book;
mod deep;
#[cfg(feature = "book")]
mod print;

use super::output::{print, print_as, print_json};
use super::{
    Context, Exit, exit_for, print_problems, refuse, report_write_error, shell_line, usage,
};
use std::fmt::Write as _;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use tsuro::json::{Json, json};
use tsuro::ruleset::{self, BuiltIns, Loader, MixesInto, Problems, Resolved, shown};
use tsuro_faces::script_reference as reference;
use tsuro_world::diagnostics;
use tsuro_world::door::Form;
use tsuro_world::files::{self, Existing};

/// The sub-commands of `tsuro rules`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Args {
    /// List the rule sets, one line each
    ///
    /// For house rules and for rule sets of your own, the mark after the name says which rule sets
    /// they can be added to: `any+` to any (`luxury+big-board`), `seas+` to `seas` and the rule
    /// sets that extend it (`seas+rough-seas`).
    List {
        /// List the rule-set files in this folder instead
        #[arg(value_hint = clap::ValueHint::DirPath)]
        dir: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show a rule set as it is written
    Show {
        /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
        rules: String,
        /// Show every value, including defaults and those inherited from parents
        #[arg(long)]
        resolved: bool,
        /// Show every value, each with the file and line that it comes from
        #[arg(long)]
        provenance: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Check rule-set files and report everything that is wrong with them
    Check(CheckArgs),
    /// Show the rules in which two rule sets differ
    Diff {
        /// The first rule set
        a: String,
        /// The second rule set
        b: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Start a rule-set file of your own
    New(NewArgs),
    /// Explain the keys of rule-set files
    Keys {
        /// A key, a table or a rule, or a rule-set file [default: all of them]
        key: Option<String>,
        /// Rule set, by name or file: the keys of the rules in its scripts are among them
        #[arg(long, value_name = "NAME|FILE")]
        rules: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Print what scripts of rules can see and do
    Reference {
        /// The functions of scripts, and what they can call
        #[arg(long, required = true)]
        scripts: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Write the rulebook of a rule set, with pictures
    ///
    /// All of it comes from the rule set, its rules and the scenarios that pass under it: what you
    /// need, the setup for each number of players, how to play, and frequent questions.
    #[cfg(feature = "book")]
    Book(book::Args),
    /// Make sheets to print and cut: tiles, board, pieces, and what dice say
    ///
    /// The file is a PDF at true size: print it at 100 %. A line of 100 mm on each page shows
    /// whether the size is right.
    #[cfg(feature = "book")]
    Print(print::Args),
    /// Print a JSON Schema of rule-set files, for editors
    Schema {
        /// Rule set, by name or file: the rules in its scripts are known
        #[arg(long, value_name = "NAME|FILE")]
        rules: Option<String>,
    },
}

/// The arguments of `tsuro rules check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Rule sets: names or files
    #[arg(required = true)]
    files: Vec<String>,
    /// Play games as well, to check that every game ends, every seat can win, every number of
    /// players can start, and every rule comes into play
    #[arg(long)]
    deep: bool,
    /// With --deep: number of games for each number of players; more are played where that is too
    /// few to tell whether every seat can win
    #[arg(
        long, value_name = "G", default_value_t = 2000, value_parser = super::options::games(1),
        requires = "deep"
    )]
    games: u64,
    /// With --deep: seed, any text. The same seed gives the same games
    #[arg(long, value_name = "S", default_value = "deep", requires = "deep")]
    seed: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The arguments of `tsuro rules new`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub(super) struct NewArgs {
    /// Name of the rule set; the file is NAME.toml in this folder
    name: String,
    /// Rule set that the new one extends
    #[arg(long, default_value = "classic")]
    from: String,
    /// Put the file into your own rule-set folder, where every command finds it by its name and
    /// `play` lists it
    #[arg(long)]
    user: bool,
    /// Write a script beside the file, NAME.rhai, with a small rule to start from
    #[arg(long)]
    script: bool,
    /// JSON Schema for editors, as printed by `tsuro rules schema`; the first line of the new file
    /// names it
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::AnyPath)]
    schema: Option<String>,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Print one JSON document with the name and the path
    #[arg(long)]
    json: bool,
}

/// Runs the sub-command.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    match args {
        Args::List { dir, json } => list(context, dir.as_deref(), *json),
        Args::Show { rules, resolved, provenance, json } => {
            let rules = load_or_refuse(context, rules)?;
            match (json, provenance, resolved) {
                (true, true, _) => print_json(&rules.provenance_in_order())?,
                (true, false, _) => print_json(&rules.to_json_in_order())?,
                (false, true, _) => print_as(&rules.to_toml(true), Form::Toml)?,
                (false, false, true) => print_as(&rules.to_toml(false), Form::Toml)?,
                (false, false, false) => print_as(&rules.as_written(), Form::Toml)?,
            };
            Ok(Exit::Fine)
        }
        Args::Check(args) => check(context, args),
        Args::Diff { a, b, json } => {
            // The problems of both are printed.
            let (a, b) = (load_or_refuse(context, a), load_or_refuse(context, b));
            let (a, b) = (a?, b?);
            if *json {
                print_json(&ruleset::diff_in_order(&a, &b, &context.registry))?;
            } else {
                print(&ruleset::diff_text(&a, &b, &context.registry))?;
            }
            Ok(Exit::Fine)
        }
        Args::New(args) => new(context, args),
        Args::Keys { key, rules, json } => keys(context, key.as_deref(), rules.as_deref(), *json),
        Args::Reference { scripts: _, json: true } => {
            print_json(&reference::in_json()).map(|_| Exit::Fine)
        }
        Args::Reference { scripts: _, json: false } => {
            print(&reference::page()).map(|_| Exit::Fine)
        }
        #[cfg(feature = "book")]
        Args::Book(args) => book::run(args, context),
        #[cfg(feature = "book")]
        Args::Print(args) => print::run(args, context),
        Args::Schema { rules } => {
            let rules = rules.as_deref().map(|rules| load_or_refuse(context, rules)).transpose()?;
            let registry =
                rules.as_ref().map_or(&context.registry, |rules| rules.registry(&context.registry));
            print_json(&ruleset::schema_in_order(registry)).map(|_| Exit::Fine)
        }
    }
}

fn load(context: &Context, reference: &str) -> Result<Resolved, Problems> {
    ruleset::load(reference, &context.files, &context.registry)
}

/// Loads a rule set, or prints its problems.
fn load_or_refuse(context: &Context, reference: &str) -> Result<Resolved, Exit> {
    load(context, reference).map_err(|problems| refuse(&problems))
}

/// A rule set in the list.
struct ListedRuleSet<'k> {
    name: String,
    kind: &'k str,
    loaded: Result<Resolved, Problems>,
    /// After which names it can be added; empty for editions, which can be added but are made to be
    /// played by themselves.
    mark: String,
}

fn list(context: &Context, dir: Option<&str>, as_json: bool) -> Result<Exit, Exit> {
    let names: Vec<(String, &str)> = if let Some(dir) = dir {
        let files =
            toml_files(dir).map_err(|why| usage(format_args!("{dir} cannot be read: {why}")))?;
        files.into_iter().map(|file| (file, "file")).collect()
    } else {
        let kind = |list: &'static [ruleset::BuiltIn], kind: &'static str| {
            list.iter().map(move |one| (one.name.to_owned(), kind))
        };
        let built_in =
            kind(ruleset::BUILT_INS, "built-in").chain(kind(ruleset::HOUSE_RULES, "house"));
        let built_in = built_in.chain(kind(ruleset::SCRIPTED, "script"));
        built_in.chain(context.files.user_names().into_iter().map(|name| (name, "user"))).collect()
    };
    let listed = |(name, kind): (String, &'static str)| {
        let loaded = load(context, &name);
        let mark = loaded
            .as_ref()
            .ok()
            .filter(|_| kind != "built-in")
            .map(|rules| rules.mixes_into().to_string())
            .unwrap_or_default();
        ListedRuleSet { name, kind, loaded, mark }
    };
    let listed: Vec<ListedRuleSet<'_>> = names.into_iter().map(listed).collect();
    if as_json {
        let documents = listed.iter().map(|one| document(context, one, &listed)).collect();
        print_json(&Json::List(documents))?;
    } else {
        print(&as_lines(&listed))?;
    }
    Ok(if listed.iter().all(|one| one.loaded.is_ok()) { Exit::Fine } else { Exit::Problems })
}

fn as_lines(listed: &[ListedRuleSet<'_>]) -> String {
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| shown(text).chars().count()).max().unwrap_or(0)
    };
    let (names, marks) = (
        widest(&mut listed.iter().map(|one| &one.name)),
        widest(&mut listed.iter().map(|one| &one.mark)),
    );
    let mut text = String::new();
    for ListedRuleSet { name, loaded, mark, .. } in listed {
        match loaded {
            Ok(rules) => {
                let what = if rules.summary().is_empty() { rules.title() } else { rules.summary() };
                text.push_str(
                    format!("{:names$}  {:marks$}  {}", shown(name), shown(mark), shown(what))
                        .trim_end(),
                );
            }
            Err(problems) => {
                let count = if problems.len() == 1 {
                    "one problem".to_owned()
                } else {
                    format!("{} problems", problems.len())
                };
                let check = shell_line(["tsuro", "rules", "check", name]);
                let _ = write!(
                    text,
                    "{:names$}  cannot be played: {count}; see {}",
                    shown(name),
                    shown(&check)
                );
            }
        }
        text.push('\n');
    }
    text
}

fn document(
    context: &Context,
    ListedRuleSet { name, kind, loaded, .. }: &ListedRuleSet<'_>,
    all: &[ListedRuleSet<'_>],
) -> Json {
    match loaded {
        Ok(rules) => {
            let facts = rules.facts();
            json!({
                "name": name, "kind": kind, "title": rules.title(), "summary": rules.summary(),
                "source": rules.source(),
                "players": [facts.min_players, facts.max_players], "rules_hash": rules.hash(
                    &context.registry
                ),
                "mixes_into": mixes_into(context, name, rules, all),
            })
        }
        Err(problems) => {
            json!({ "name": name, "kind": kind, "problems": diagnostics::in_order(problems) })
        }
    }
}

/// The rule sets to which this one can be added (`seas+rough-seas`), found by trying.
fn mixes_into<'n>(
    context: &Context,
    name: &str,
    rules: &Resolved,
    all: &'n [ListedRuleSet<'_>],
) -> Vec<&'n str> {
    if rules.mixes_into() == MixesInto::Nothing {
        return Vec::new();
    }
    let bases = all.iter().map(|base| base.name.as_str());
    bases.filter(|base| *base != name && load(context, &format!("{base}+{name}")).is_ok()).collect()
}

fn toml_files(dir: &str) -> std::io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    files.sort();
    Ok(files)
}

fn check(context: &Context, args: &CheckArgs) -> Result<Exit, Exit> {
    let mut all = Problems::default();
    let mut lines = String::new();
    for file in &args.files {
        match load(context, file) {
            Ok(rules) => {
                all.extend(rules.warnings().iter().cloned());
                let mut line = "fine".to_owned();
                if args.deep {
                    let result = deep::check(context, file, rules, args.games, &args.seed)?;
                    all.extend(result.findings);
                    line = result.line;
                }
                let _ = writeln!(lines, "{}: {line}", shown(file));
            }
            Err(problems) => all.extend(problems.iter().cloned()),
        }
    }
    if args.json {
        print_json(&diagnostics::in_order(&all))?;
    } else {
        if !all.is_empty() {
            print_problems(&all);
        }
        print(&lines)?;
    }
    Ok(if all.has_errors() { exit_for(&all) } else { Exit::Fine })
}

fn new(context: &Context, args: &NewArgs) -> Result<Exit, Exit> {
    // The name of the file will do as well.
    let name = args.name.strip_suffix(".toml").unwrap_or(&args.name);
    check_new_name(name)?;
    let folder = if args.user { context.files.user.clone() } else { Some(PathBuf::new()) };
    let folder = folder.ok_or_else(|| {
        usage("you have no rule-set folder of your own: set TSURO_RULESETS to one")
    })?;
    let from = parent_of_new(args);
    let parent = load_or_refuse(context, &from)?;
    let mut text = ruleset::template(name, &from, &parent, &context.registry);
    if args.script {
        add_script(&mut text, name)?;
    }
    if let Some(schema) = &args.schema {
        text.insert_str(0, &format!("#:schema {schema}\n"));
    }
    if args.user {
        files::make_folder(&folder).map_err(report_write_error)?;
    }
    let path = folder.join(format!("{name}.toml"));
    let script = args.script.then(|| folder.join(format!("{name}.rhai")));
    // Neither is overwritten, or both.
    if let Some(script) =
        script.as_deref().filter(|script| !args.force && (path.exists() || script.exists()))
    {
        let found = if path.exists() { &path } else { script };
        return Err(usage(format_args!(
            "{} exists already; --force overwrites it",
            ruleset::plain(&found.display().to_string())
        )));
    }
    let write = |path: &Path, text: &str| {
        files::write_whole(path, text.as_bytes(), Existing::with_force(args.force))
            .map_err(report_write_error)
    };
    if let Some(script) = &script {
        write(script, &reference::template(name))?;
    }
    write(&path, &text)?;
    tell_new(context, args, name, &path, script.as_deref())
}

/// Checks that a new rule set can have this name.
fn check_new_name(name: &str) -> Result<(), Exit> {
    if !ruleset::is_name(name) || name.starts_with('.') {
        let parts: Vec<&str> =
            name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let better = Some(parts.join("-"))
            .filter(|better| ruleset::is_name(better))
            .map(|better| format!("; `{better}` is possible"));
        return Err(usage(format_args!(
            "`{}` cannot be the name of a rule set: a name has up to 64 letters, digits and \
             hyphens{}",
            ruleset::plain(name),
            better.unwrap_or_default()
        )));
    }
    if BuiltIns.names().iter().any(|built_in| built_in == name) {
        return Err(usage(format_args!("{name} is built in; choose another name for your own")));
    }
    Ok(())
}

/// The reference of the rule set that a new one extends: a relative path has to lead to the same
/// file from the folder of the new one.
fn parent_of_new(args: &NewArgs) -> String {
    let base = args.from.split('+').next().unwrap_or_default();
    let is_path = base.contains(['/', MAIN_SEPARATOR])
        || Path::new(base).extension().is_some_and(|end| end == "toml");
    match std::env::current_dir() {
        Ok(here) if args.user && is_path => {
            here.join(&args.from).components().collect::<PathBuf>().display().to_string()
        }
        _ => args.from.clone(),
    }
}

/// Says which files are written, and what comes next.
fn tell_new(
    context: &Context,
    args: &NewArgs,
    name: &str,
    path: &Path,
    script: Option<&Path>,
) -> Result<Exit, Exit> {
    let script = script.map(|script| script.display().to_string());
    let path = path.display().to_string();
    let typed = shell_line([path.as_str()]);
    if args.json {
        match script {
            Some(script) => print_json(&json!({ "name": name, "path": path, "script": script }))?,
            None => print_json(&json!({ "name": name, "path": path }))?,
        };
        return Ok(Exit::Fine);
    }
    if let Some(script) = script {
        print(&format!(
            "{script} is written, a rule in a script; `tsuro rules reference --scripts` lists what \
             scripts can do\n"
        ))?;
    }
    print(&format!(
        "{path} is written; change it, and check it with `tsuro rules check {typed}`\n"
    ))?;
    if args.user {
        print(&format!("`tsuro play {name}` plays it, and `tsuro play` lists it from now on\n"))?;
    } else if let Some(own) = &context.files.user {
        print(&format!(
            "`tsuro play {typed}` plays it; if you move it to {}, `tsuro play` lists it\n",
            own.display()
        ))?;
    }
    Ok(Exit::Fine)
}

/// Has a new file name its script, and choose the rule of it.
fn add_script(text: &mut String, name: &str) -> Result<(), Exit> {
    let is_rule_name = name.len() <= 32
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if !is_rule_name {
        let name = ruleset::plain(name);
        return Err(usage(format_args!(
            "`{name}` cannot be the name of a rule, which has up to 32 small letters, digits and \
             hyphens"
        )));
    }
    // Before the first table.
    let at = text.find("\n[").unwrap_or(text.len());
    let at = text[..at].rfind("\n\n").map_or(at, |end| end + 1);
    text.insert_str(
        at,
        &format!("scripts = [\"{name}.rhai\"] # rules of this file, written beside it\n"),
    );
    let _ = write!(text, "\n# The rule of the script\n[[rule]]\nrule = \"{name}\"\n");
    Ok(())
}

fn keys(
    context: &Context,
    key: Option<&str>,
    rules: Option<&str>,
    as_json: bool,
) -> Result<Exit, Exit> {
    // No key has such a name.
    let is_file = |key: &&str| Path::new(key).extension().is_some_and(|end| end == "toml");
    let (key, rules) = match (key.filter(is_file), rules) {
        (Some(file), None) => (None, Some(file)),
        _ => (key, rules),
    };
    let rules = rules.map(|rules| load_or_refuse(context, rules)).transpose()?;
    let registry =
        rules.as_ref().map_or(&context.registry, |rules| rules.registry(&context.registry));
    let answer = if as_json {
        ruleset::keys_in_order(registry, key).map(|keys| (format!("{keys:#}\n"), Form::Json))
    } else {
        ruleset::keys_text(registry, key).map(|text| (text, Form::Words))
    };
    match answer {
        Ok((text, form)) => print_as(&text, form).map(|_| Exit::Fine),
        Err(problem) => {
            print_problems(&Problems::from(*problem));
            Ok(Exit::Usage)
        }
    }
}
