//! No circles of files: in no package do two files import each other, also by way of others.
//!
//! A name that a module hands on (`pub use`) counts as one of the file that declares it. What a
//! module and those inside it take from each other does not count. Files that stand in for others
//! (`#[path]`, as `src/rules/no_script.rs`) are read under their own names.

use crate::common::{checkout, in_checkout};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module within its package; empty for `lib.rs`.
type Module = Vec<String>;

/// A file as the test reads it.
struct File {
    path: PathBuf,
    /// The code without comments, texts and unit tests.
    code: String,
    /// The names that it can hand on to others, and what they stand for.
    names: BTreeMap<String, Module>,
    /// The modules of which it hands on everything.
    globs: Vec<Module>,
    /// All that it names in its package.
    named: BTreeSet<Module>,
}

/// Code without comments, the insides of texts, and unit tests at the end.
fn bare(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let raw = rest.strip_prefix('r').map(|after| after.trim_start_matches('#'));
        let len = if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if raw.is_some_and(|raw| raw.starts_with('"')) && !code.ends_with(is_of_word) {
            let hashes = rest.len() - 1 - raw.map_or(0, str::len);
            let end = format!("\"{}", "#".repeat(hashes));
            let begun = hashes + 2;
            rest[begun..].find(&end).map_or(rest.len(), |at| begun + at + end.len())
        } else if next == '"' {
            let mut escaped = true;
            let end = rest.char_indices().find(|&(_, letter)| {
                let ends = letter == '"' && !escaped;
                escaped = letter == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |(at, _)| at + 1)
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[len..];
    }
    code
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The paths of an import, each with the name under which it is known here: `a::{b, c as d}`.
fn leaves(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    if let Some((before, inside)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) {
        let head: Vec<String> =
            before.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let (mut depth, mut begun, mut all) = (0, 0, Vec::new());
        for (at, letter) in inside.char_indices().chain([(inside.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inside[begun..at].trim().is_empty() {
                        for (tail, name) in leaves(&inside[begun..at]) {
                            all.push(([head.clone(), tail].concat(), name));
                        }
                    }
                    begun = at + 1;
                }
                _ => {}
            }
        }
        return all;
    }
    let (path, known) = tree.split_once(" as ").unwrap_or((tree, ""));
    let mut path: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
    if path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = if known.is_empty() {
        path.last().cloned().unwrap_or_default()
    } else {
        known.trim().into()
    };
    vec![(path, name)]
}

/// A path as one from the top of its package; none if it leads elsewhere.
fn from_top(own: &Module, path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([own.clone(), path[1..].to_vec()].concat()),
        "super" => {
            let up = path.iter().take_while(|part| *part == "super").count();
            Some([own[..own.len().checked_sub(up)?].to_vec(), path[up..].to_vec()].concat())
        }
        child => {
            let inside = [own.clone(), vec![child.to_owned()]].concat();
            modules.contains(&inside).then(|| [own.clone(), path.to_vec()].concat())
        }
    }
}

/// The words of code, and `::` between them.
fn paths(code: &str) -> impl Iterator<Item = Vec<String>> {
    let mut rest = code;
    std::iter::from_fn(move || {
        let begun = rest.find(is_of_word)?;
        let mut path = Vec::new();
        rest = &rest[begun..];
        loop {
            let end = rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len());
            path.push(rest[..end].to_owned());
            rest = &rest[end..];
            match rest.strip_prefix("::") {
                Some(after) if after.starts_with(is_of_word) => rest = after,
                _ => return Some(path),
            }
        }
    })
}

/// The files of a package by their modules, without the files of unit tests.
fn package(source: &Path) -> BTreeMap<Module, File> {
    let mut found = BTreeMap::new();
    let top = if source.join("lib.rs").exists() { "lib" } else { "main" };
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let inside = path.strip_prefix(source).unwrap().with_extension("");
                let mut module: Module =
                    inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if module == [top] || module.last().is_some_and(|last| last == "mod") {
                    module.pop();
                }
                if !module.iter().any(|part| part == "tests") {
                    let code = bare(&fs::read_to_string(&path).unwrap());
                    let (names, globs, named) = Default::default();
                    found.insert(module, File { path, code, names, globs, named });
                }
            }
        }
    }
    let modules: BTreeSet<Module> = found.keys().cloned().collect();
    for (own, file) in &mut found {
        note_names(own, file, &modules);
    }
    found
}

/// Notes what a file imports and names.
fn note_names(own: &Module, file: &mut File, modules: &BTreeSet<Module>) {
    let mut others = String::new();
    let mut rest = file.code.as_str();
    while let Some(at) = rest.find("use ") {
        let (before, after) = rest.split_at(at);
        others.push_str(before);
        let begins = before.trim_end_matches(' ').is_empty()
            || before.trim_end_matches(' ').ends_with(['\n', ';', '{', '}', ')'])
            || before.ends_with("pub ");
        let Some((tree, behind)) = after[4..].split_once(';').filter(|_| begins) else {
            rest = &after[4..];
            continue;
        };
        for (path, name) in leaves(tree) {
            let is_glob = path.last().is_some_and(|last| last == "*");
            let path = if is_glob { &path[..path.len() - 1] } else { &path };
            if let Some(path) = from_top(own, path, modules) {
                if is_glob {
                    file.globs.push(path.clone());
                } else {
                    file.names.insert(name, path.clone());
                }
                file.named.insert(path);
            }
        }
        rest = behind;
    }
    others.push_str(rest);
    for path in paths(&others).filter(|path| path.len() > 1) {
        // A path may begin with a module that was imported.
        let imported = || Some([file.names.get(&path[0])?.clone(), path[1..].to_vec()].concat());
        if let Some(path) = from_top(own, &path, modules).or_else(imported) {
            file.named.insert(path);
        }
    }
}

/// Whether a file declares a name itself.
fn declares(file: &File, name: &str) -> bool {
    let kinds =
        ["fn", "struct", "enum", "trait", "type", "const", "static", "macro_rules!", "union"];
    kinds.iter().any(|kind| {
        file.code.match_indices(&format!("{kind} {name}")).any(|(at, found)| {
            !file.code[at + found.len()..].starts_with(is_of_word)
                && !file.code[..at].ends_with(is_of_word)
        })
    })
}

/// The module in which the thing at the end of a path is declared.
fn home(path: &Module, files: &BTreeMap<Module, File>, steps: u8) -> Option<Module> {
    let len = (0..=path.len()).rev().find(|&len| files.contains_key(&path[..len]))?;
    let module = path[..len].to_vec();
    let file = &files[&module];
    let Some(name) = path.get(len).filter(|_| steps > 0) else { return Some(module) };
    if let Some(target) = file.names.get(name).filter(|target| *target != path) {
        return home(&[target.clone(), path[len + 1..].to_vec()].concat(), files, steps - 1);
    }
    if !declares(file, name) {
        for glob in &file.globs {
            let through = home(&[glob.clone(), path[len..].to_vec()].concat(), files, steps - 1);
            if let Some(found) = through.filter(|found| declares(&files[found], name)) {
                return Some(found);
            }
        }
    }
    Some(module)
}

/// Whether imports lead from one file to another.
fn leads_to(uses: &[(&Module, Module)], from: &Module, to: &Module) -> bool {
    let (mut known, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        let from_here = uses.iter().filter(|(own, _)| *own == at).map(|(_, used)| used);
        open.extend(from_here.filter(|used| known.insert(used)));
    }
    known.contains(to)
}

#[test]
fn no_two_files_import_each_other_directly_or_through_others() {
    let mut sources = ["src", "python/src", "wasm/src", "tests/all"].map(in_checkout).to_vec();
    sources.extend(
        fs::read_dir(in_checkout("crates")).unwrap().map(|entry| entry.unwrap().path().join("src")),
    );
    let (mut circles, mut seen, mut handed_on) = (Vec::new(), 0, false);
    for source in sources {
        let files = package(&source);
        let mut uses = Vec::new();
        for (own, file) in &files {
            for used in file.named.iter().filter_map(|path| home(path, &files, 8)) {
                if !own.starts_with(&used) && !used.starts_with(own) {
                    uses.push((own, used));
                }
            }
        }
        seen += uses.len();
        handed_on |= uses.iter().any(|(own, used)| {
            own.join("::") == "batch::lane" && used.join("::") == "tensor::layout"
        });
        uses.sort();
        uses.dedup();
        let shown = |module: &Module| {
            files[module].path.strip_prefix(checkout()).unwrap().display().to_string()
        };
        for (own, used) in uses.iter().filter(|(own, used)| leads_to(&uses, used, own)) {
            circles.push(format!("{} imports from {}", shown(own), shown(used)));
        }
    }
    // There `crate::tensor` names what it hands on.
    assert!(handed_on, "an import by way of `pub use` is not found");
    assert!(seen > 6000, "only {seen} imports were found");
    let circles = circles.join("\n  ");
    assert!(circles.is_empty(), "files that import each other in a circle:\n  {circles}");
}
