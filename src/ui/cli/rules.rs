//! `tsuro rules`: rule sets listed, shown, checked, compared and started.

mod deep;

use super::output::{print, print_as, print_json};
use super::{Context, Exit, error, exit_for, print_problems};
use crate::ruleset::{self, BuiltIns, Loader, MixesInto, Problems, Resolved, shown};
use crate::ui::diagnostics;
use crate::ui::door::Form;
use crate::ui::files::{self, Existing};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// What `tsuro rules` is told.
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// List the rule sets, one line each
    ///
    /// List the rule sets, one line each. The mark behind the name of a house rule or of a rule set of your own says after which other name it
    /// can be mixed in: `any+` after any (`luxury+big-board`), `seas+` after seas and what extends it (`seas+rough-seas`).
    List {
        /// List the rule-set files of this folder instead
        dir: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show a rule set as it is written
    Show {
        /// A name, a file, or either with changes behind it (`classic+hand=4`)
        rules: String,
        /// Everything: parents merged, defaults filled in
        #[arg(long)]
        resolved: bool,
        /// Each value with the place that it comes from
        #[arg(long)]
        provenance: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Check rule-set files, and say all that is wrong with them
    Check {
        /// Names or files
        #[arg(required = true)]
        files: Vec<String>,
        /// Play games as well: does every game end, can every seat win, can every number of players start, does each rule come into play
        #[arg(long)]
        deep: bool,
        /// How many of them with each number of players; some more where that is too few to tell whether every seat can win
        #[arg(long, value_name = "G", default_value_t = 2000, value_parser = super::numbers::games(1), requires = "deep")]
        games: u64,
        /// Any text; the same seed gives the same games
        #[arg(long, value_name = "S", default_value = "deep", requires = "deep")]
        seed: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Say in which rules two rule sets differ
    Diff {
        /// One rule set
        a: String,
        /// The other
        b: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Start a rule-set file of your own
    New {
        /// Its name; the file is NAME.toml in this folder
        name: String,
        /// What it starts from
        #[arg(long, default_value = "classic")]
        from: String,
        /// Put it into your own directory, where every command finds it by its name and `play` lists it
        #[arg(long)]
        user: bool,
        /// The JSON Schema that editors check it against, as printed by `tsuro rules schema`; the file's first line will name it
        #[arg(long, value_name = "FILE")]
        schema: Option<String>,
        /// Write over a file that is there already
        #[arg(long)]
        force: bool,
        /// Print one JSON document: its name and its path
        #[arg(long)]
        json: bool,
    },
    /// Explain the keys of rule-set files
    Keys {
        /// One key or table
        key: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Print a JSON Schema of rule-set files, for editors
    Schema,
}

/// Does what was asked for.
pub fn run(args: &Args, context: &Context) -> Exit {
    let done = match args {
        Args::List { dir, json } => list(context, dir.as_deref(), *json),
        Args::Show { rules, resolved, provenance, json } => show(context, rules, *resolved, *provenance, *json),
        Args::Check { files, deep, games, seed, json } => {
            let deep = deep.then_some(deep::DeepPlan { games: *games, seed });
            check(context, files, deep.as_ref(), *json)
        }
        Args::Diff { a, b, json } => diff(context, a, b, *json),
        Args::New { name, from, user, schema, force, json } => {
            new(context, &NewRuleSet { name, from, user: *user, schema: schema.as_deref(), force: *force, json: *json })
        }
        Args::Keys { key, json } => keys(context, key.as_deref(), *json),
        Args::Schema => print_json(&ruleset::schema(&context.registry)).map(|_| Exit::Fine),
    };
    done.unwrap_or_else(|why| {
        error(format_args!("the answer cannot be written: {why}"));
        Exit::Usage
    })
}

fn load(context: &Context, reference: &str) -> Result<Resolved, Problems> {
    ruleset::load(reference, &context.files, &context.registry)
}

/// The rule set, or how the program ends after its problems have been printed.
fn load_or_complain(context: &Context, reference: &str) -> Result<Resolved, Exit> {
    load(context, reference).map_err(|problems| {
        print_problems(&problems);
        exit_for(&problems)
    })
}

fn list(context: &Context, dir: Option<&str>, as_json: bool) -> io::Result<Exit> {
    let names: Vec<(String, &str)> = if let Some(dir) = dir {
        match toml_files(dir) {
            Ok(files) => files.into_iter().map(|file| (file, "file")).collect(),
            Err(why) => {
                error(format_args!("{dir} cannot be read: {why}"));
                return Ok(Exit::Usage);
            }
        }
    } else {
        let kind = |list: &'static [ruleset::BuiltIn], kind: &'static str| list.iter().map(move |one| (one.name.to_owned(), kind));
        let built_in = kind(ruleset::BUILT_INS, "built-in").chain(kind(ruleset::HOUSE_RULES, "house"));
        built_in.chain(context.files.user_names().into_iter().map(|name| (name, "user"))).collect()
    };
    let loaded: Vec<_> = names.iter().map(|(name, _)| load(context, name)).collect();
    // Editions are games of their own: they can be mixed in, too, but that is not what they are for.
    let mark = |kind: &str, rules: &Resolved| if kind == "built-in" { String::new() } else { rules.mixes_into().to_string() };
    let marks: Vec<String> =
        names.iter().zip(&loaded).map(|((_, kind), rules)| rules.as_ref().map_or(String::new(), |rules| mark(kind, rules))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| shown(text).chars().count()).max().unwrap_or(0);
    let (width, mark_width) = (widest(&mut names.iter().map(|(name, _)| &**name)), widest(&mut marks.iter().map(String::as_str)));
    let (mut text, mut documents, mut exit) = (String::new(), Vec::new(), Exit::Fine);
    for (((name, kind), loaded), mark) in names.iter().zip(&loaded).zip(&marks) {
        match loaded {
            Ok(rules) => {
                let what = if rules.summary().is_empty() { rules.title() } else { rules.summary() };
                text.push_str(format!("{:width$}  {:mark_width$}  {}", shown(name), shown(mark), shown(what)).trim_end());
                text.push('\n');
                if !as_json {
                    continue;
                }
                let facts = rules.facts();
                documents.push(json!({
                    "name": name, "kind": kind, "title": rules.title(), "summary": rules.summary(), "source": rules.source(),
                    "players": [facts.min_players, facts.max_players], "rules_hash": rules.hash(&context.registry),
                    "mixes_into": mixes_into(context, name, rules, names.iter().map(|(base, _)| base)),
                }));
            }
            Err(problems) => {
                exit = Exit::Problems;
                let count = if problems.len() == 1 { "one problem".to_owned() } else { format!("{} problems", problems.len()) };
                let _ = writeln!(text, "{:width$}  cannot be played: {count}; see tsuro rules check {}", shown(name), shown(&quoted(name)));
                documents.push(json!({ "name": name, "kind": kind, "problems": diagnostics::json(problems) }));
            }
        }
    }
    if as_json {
        print_json(&Value::Array(documents))?
    } else {
        print(&text)?
    };
    Ok(exit)
}

/// Those of `bases` after which `name` can stand (`seas+rough-seas`), found by trying.
fn mixes_into<'n>(context: &Context, name: &str, rules: &Resolved, bases: impl Iterator<Item = &'n String>) -> Vec<&'n str> {
    if rules.mixes_into() == MixesInto::Nothing {
        return Vec::new();
    }
    bases.map(String::as_str).filter(|base| *base != name && load(context, &format!("{base}+{name}")).is_ok()).collect()
}

fn toml_files(dir: &str) -> io::Result<Vec<String>> {
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

fn show(context: &Context, reference: &str, resolved: bool, provenance: bool, as_json: bool) -> io::Result<Exit> {
    let rules = match load_or_complain(context, reference) {
        Ok(rules) => rules,
        Err(exit) => return Ok(exit),
    };
    match (as_json, provenance, resolved) {
        (true, true, _) => print_json(&rules.provenance_json())?,
        (true, false, _) => print_json(&rules.to_json())?,
        (false, true, _) => print_as(&rules.to_toml(true), Form::Toml)?,
        (false, false, true) => print_as(&rules.to_toml(false), Form::Toml)?,
        (false, false, false) => print_as(&rules.as_written(), Form::Toml)?,
    };
    Ok(Exit::Fine)
}

fn check(context: &Context, files: &[String], deep: Option<&deep::DeepPlan<'_>>, as_json: bool) -> io::Result<Exit> {
    let mut all = Problems::default();
    let mut lines = String::new();
    for file in files {
        match load(context, file) {
            Ok(rules) => {
                all.extend(rules.warnings().iter().cloned());
                let said = match deep.map(|plan| deep::check(plan, context, file, rules)) {
                    None => "fine".to_owned(),
                    Some(Ok(tried)) => {
                        all.extend(tried.findings);
                        tried.said
                    }
                    Some(Err(exit)) => return Ok(exit),
                };
                let _ = writeln!(lines, "{}: {said}", shown(file));
            }
            Err(problems) => all.extend(problems.iter().cloned()),
        }
    }
    if as_json {
        print_json(&diagnostics::json(&all))?;
    } else {
        if !all.is_empty() {
            print_problems(&all);
        }
        print(&lines)?;
    }
    Ok(if all.has_errors() { exit_for(&all) } else { Exit::Fine })
}

fn diff(context: &Context, a: &str, b: &str, as_json: bool) -> io::Result<Exit> {
    match (load_or_complain(context, a), load_or_complain(context, b)) {
        (Ok(a), Ok(b)) if as_json => print_json(&ruleset::diff_json(&a, &b, &context.registry))?,
        (Ok(a), Ok(b)) => print(&ruleset::diff_text(&a, &b, &context.registry))?,
        (Err(exit), _) | (_, Err(exit)) => return Ok(exit),
    };
    Ok(Exit::Fine)
}

/// What `rules new` is told.
struct NewRuleSet<'a> {
    name: &'a str,
    from: &'a str,
    user: bool,
    schema: Option<&'a str>,
    force: bool,
    json: bool,
}

fn new(context: &Context, new: &NewRuleSet<'_>) -> io::Result<Exit> {
    // The name of the file is as good as that of the rule set.
    let name = new.name.strip_suffix(".toml").unwrap_or(new.name);
    if !ruleset::is_name(name) || name.starts_with('.') {
        let would_do: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let would_do = Some(would_do.join("-")).filter(|better| ruleset::is_name(better)).map(|better| format!("; `{better}` would do"));
        let would_do = would_do.unwrap_or_default();
        error(format_args!(
            "`{}` cannot be the name of a rule set: it has up to 64 letters, digits and hyphens{would_do}",
            ruleset::plain(name)
        ));
        return Ok(Exit::Usage);
    }
    if BuiltIns.names().iter().any(|built_in| built_in == name) {
        error(format_args!("{name} is built in; choose another name for your own"));
        return Ok(Exit::Usage);
    }
    let folder = if new.user { context.files.user.clone() } else { Some(PathBuf::new()) };
    let Some(folder) = folder else {
        error("there is no directory of your own: set TSURO_RULESETS to one");
        return Ok(Exit::Usage);
    };
    // From another folder, a relative path would lead elsewhere.
    let base = new.from.split('+').next().unwrap_or_default();
    let is_path = base.contains(['/', std::path::MAIN_SEPARATOR]) || Path::new(base).extension().is_some_and(|end| end == "toml");
    let from = match std::env::current_dir() {
        Ok(here) if new.user && is_path => here.join(new.from).components().collect::<PathBuf>().display().to_string(),
        _ => new.from.to_owned(),
    };
    let parent = match load_or_complain(context, &from) {
        Ok(parent) => parent,
        Err(exit) => return Ok(exit),
    };
    let mut text = ruleset::template(name, &from, &parent, &context.registry);
    if let Some(schema) = new.schema {
        text.insert_str(0, &format!("#:schema {schema}\n"));
    }
    let path = folder.join(format!("{name}.toml"));
    let made = if new.user { files::make_folder(&folder) } else { Ok(()) };
    let shown = path.display();
    let typed = quoted(&shown.to_string());
    match made.and_then(|()| files::write_whole(&path, text.as_bytes(), Existing::with_force(new.force))) {
        Ok(()) if new.json => print_json(&json!({ "name": name, "path": shown.to_string() })).map(|_| Exit::Fine),
        Ok(()) => {
            print(&format!("{shown} is written; change it, and see what `tsuro rules check {typed}` says\n"))?;
            if new.user {
                print(&format!("`tsuro play` lists it from now on, and `tsuro play {name}` plays it\n"))?;
            } else if let Some(own) = context.files.user.as_ref() {
                print(&format!("`tsuro play {typed}` plays it; moved to {}, it is in the list of `tsuro play`\n", own.display()))?;
            }
            Ok(Exit::Fine)
        }
        Err(why) => {
            error(&why);
            Ok(why.exit())
        }
    }
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

fn keys(context: &Context, key: Option<&str>, as_json: bool) -> io::Result<Exit> {
    let answer = if as_json {
        ruleset::keys_json(&context.registry, key).map(|keys| (format!("{keys:#}\n"), Form::Json))
    } else {
        ruleset::keys_text(&context.registry, key).map(|text| (text, Form::Words))
    };
    match answer {
        Ok((text, form)) => {
            print_as(&text, form)?;
            Ok(Exit::Fine)
        }
        Err(problem) => {
            print_problems(&Problems::from(*problem));
            Ok(Exit::Usage)
        }
    }
}
