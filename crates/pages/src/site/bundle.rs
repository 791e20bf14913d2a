//! Modules as one classic script: browsers load no modules from a file that is opened without a
//! server.
//!
//! Each module becomes a function in a table, which runs once, when it is first needed, after those
//! that it imports. It gives an object with a getter for each export. Modules may not import each
//! other in a circle, so what is imported is complete by then; only an exported `let` can change
//! afterwards, and is therefore read anew each time.

use super::error::{ScriptFault, SiteError};
use super::words::{Word, words};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The end of the bundle. A module that is imported while others run is begun after them, as
/// browsers do it. The script that loads the bundle names the module with which its page begins.
const END: &str = "  };
  const made = { __proto__: null };
  const load = (name) => Promise.resolve(name).then(need);
  function need(name) {
    if (!(name in made)) {
      const run = modules[name];
      made[name] = run(need, load);
    }
    return made[name];
  }
  need(document.currentScript.dataset.entry);
})();
";

/// A module as it is written.
struct Module<'t> {
    /// The name of the file, with its folder.
    file: &'t str,
    text: &'t str,
    /// The text without its imports and the word `export`.
    body: String,
    imports: Vec<Import<'t>>,
    /// The modules that it imports while it runs, each with the place in the text.
    loads: Vec<(usize, &'t str)>,
    exports: Vec<Export<'t>>,
    /// The place of the first `await` at the top level.
    awaits: Option<usize>,
}

/// An import at the beginning of a module.
struct Import<'t> {
    /// The place in the text.
    at: usize,
    module: &'t str,
    /// What is imported: its name there and its name here.
    names: Vec<(&'t str, &'t str)>,
}

struct Export<'t> {
    name: &'t str,
    /// Whether the value can change.
    is_let: bool,
}

/// The name by which modules import a file: `site/store.js` is `./store.js`.
pub(super) fn module_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Makes one script of modules, given by the names of their files and their texts.
///
/// # Errors
///
/// A module has an import or export of a form that is not known here, imports what is not there, or
/// is imported though it awaits at its top level; or modules import each other in a circle.
pub(super) fn bundle(files: &[(&str, &str)]) -> Result<String, SiteError> {
    let mut modules = BTreeMap::new();
    for (file, text) in files {
        modules.insert(module_name(file), Module::read(file, text)?);
    }
    for module in modules.values() {
        module.check(&modules)?;
    }
    check_circles(&modules)?;
    let mut script = String::from(
        "// The modules of all pages as one script, which browsers also load from a file.\n\
         (() => {\n  const modules = {\n    __proto__: null,\n",
    );
    for (name, module) in &modules {
        module.write(name, &modules, &mut script);
    }
    script.push_str(END);
    Ok(script)
}

/// Refuses imports and exports in a script that is not a module.
///
/// # Errors
///
/// The script has one, or something in it is not closed.
pub(super) fn check_classic(file: &str, text: &str) -> Result<(), SiteError> {
    let words = words(text).map_err(|at| fault(file, text, at, ScriptFault::Unclosed))?;
    let Some((at, _)) = words.found.first() else { return Ok(()) };
    Err(fault(file, text, *at, form(&text[*at..])))
}

fn fault(file: &str, text: &str, at: usize, fault: ScriptFault) -> SiteError {
    let line = text[..at].matches('\n').count() + 1;
    SiteError::Script { file: file.to_owned(), line, fault }
}

fn form(rest: &str) -> ScriptFault {
    ScriptFault::Form(rest.lines().next().unwrap_or_default().to_owned())
}

/// The name at the beginning of a text, and what is after it.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let len = text.find(|letter| !is_of_name(letter)).unwrap_or(text.len());
    (len > 0).then(|| text.split_at(len))
}

fn is_name(text: &str) -> bool {
    split_name(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// The module that the text of an import names, and what is after the text. Modules of a site lie
/// in a folder beside the others, and a bundle has them side by side.
fn split_address(text: &str) -> Option<(&str, &str)> {
    let (address, rest) = text.strip_prefix('"')?.split_once('"')?;
    let name = address.strip_prefix("./").or_else(|| address.strip_prefix("../"))?;
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    name.chars().all(is_of_name).then_some((name, rest))
}

/// Reads `import { a, b as c } from "./x.js";`. Gives it with its length.
fn read_import(text: &str, at: usize) -> Option<(Import<'_>, usize)> {
    let (inside, rest) = text[at..].strip_prefix("import {")?.split_once('}')?;
    let (module, rest) = split_address(rest.strip_prefix(" from ")?)?;
    let rest = rest.strip_prefix(";\n")?;
    let mut names = Vec::new();
    for name in inside.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let (there, here) = name.split_once(" as ").unwrap_or((name, name));
        if !is_name(there) || !is_name(here) {
            return None;
        }
        names.push((there, here));
    }
    Some((Import { at, module, names }, text.len() - at - rest.len()))
}

/// Reads `import("./x.js")`. Gives the module with the length.
fn read_load(text: &str) -> Option<(&str, usize)> {
    let (module, rest) = split_address(text.strip_prefix("import(")?)?;
    let rest = rest.strip_prefix(')')?;
    Some((module, text.len() - rest.len()))
}

/// Reads the export of a declaration, which begins after the word `export`.
fn read_export(declaration: &str) -> Option<Export<'_>> {
    const KINDS: &[(&str, &[&str])] = &[
        ("async function ", &["("]),
        ("function ", &["("]),
        ("class ", &[" "]),
        ("const ", &[" = ", " =\n"]),
        ("let ", &[" = ", " =\n", ";"]),
    ];
    KINDS.iter().find_map(|(kind, ends)| {
        let (name, rest) = split_name(declaration.strip_prefix(kind)?)?;
        let is_declared = ends.iter().any(|end| rest.starts_with(end));
        is_declared.then_some(Export { name, is_let: *kind == "let " })
    })
}

impl<'t> Module<'t> {
    fn read(file: &'t str, text: &'t str) -> Result<Self, SiteError> {
        let words = words(text).map_err(|at| fault(file, text, at, ScriptFault::Unclosed))?;
        let (body, imports, loads, exports) = Default::default();
        let awaits = words.awaits;
        let mut module = Self { file, text, body, imports, loads, exports, awaits };
        let mut done = 0;
        for (at, word) in words.found {
            let rest = &text[at..];
            let begins_line = at == 0 || text[..at].ends_with('\n');
            module.body.push_str(&text[done..at]);
            let len = if word == Word::Export {
                let declaration = rest.strip_prefix("export ").filter(|_| begins_line);
                declaration.and_then(read_export).map(|export| {
                    module.exports.push(export);
                    "export ".len()
                })
            } else if let Some((name, len)) = read_load(rest) {
                module.loads.push((at, name));
                let _ = write!(module.body, "$load(\"{name}\")");
                Some(len)
            } else {
                read_import(text, at).filter(|_| begins_line).map(|(import, len)| {
                    module.imports.push(import);
                    len
                })
            };
            done = at + len.ok_or_else(|| fault(file, text, at, form(rest)))?;
        }
        module.body.push_str(&text[done..]);
        if !module.body.ends_with('\n') {
            module.body.push('\n');
        }
        Ok(module)
    }

    /// All modules that it imports, with the places in the text.
    fn imported(&self) -> impl Iterator<Item = (usize, &'t str)> {
        let imports = self.imports.iter().map(|import| (import.at, import.module));
        imports.chain(self.loads.iter().copied())
    }

    /// Checks that there is all that it imports.
    fn check(&self, modules: &BTreeMap<&str, Self>) -> Result<(), SiteError> {
        let fault_here = |at, what| fault(self.file, self.text, at, what);
        for (at, name) in self.imported() {
            let Some(module) = modules.get(name) else {
                return Err(fault_here(at, ScriptFault::NoModule(name.to_owned())));
            };
            if let Some(place) = module.awaits {
                let awaits = ScriptFault::Awaits(self.file.to_owned());
                return Err(fault(module.file, module.text, place, awaits));
            }
        }
        for import in &self.imports {
            let exports = &modules[import.module].exports;
            let is_there = |name: &str| exports.iter().any(|export| export.name == name);
            if let Some((name, _)) = import.names.iter().find(|(name, _)| !is_there(name)) {
                let (module, name) = (import.module.to_owned(), (*name).to_owned());
                return Err(fault_here(import.at, ScriptFault::NoExport { module, name }));
            }
        }
        Ok(())
    }

    /// Writes the module as an entry of the table. Its other names begin with a `$`, as those of no
    /// module do.
    fn write(&self, name: &str, modules: &BTreeMap<&str, Self>, script: &mut String) {
        let (mut needed, mut changing) = (String::new(), String::new());
        for Import { module, names, .. } in &self.imports {
            let exports = &modules[module].exports;
            let changes =
                |name: &str| exports.iter().any(|export| export.is_let && export.name == name);
            let (live, fixed): (Vec<_>, Vec<_>) =
                names.iter().partition(|(there, _)| changes(there));
            let fixed: Vec<_> =
                fixed.iter().map(|(there, here)| format!("{there}: {here}")).collect();
            let _ = writeln!(needed, "const {{ {} }} = $need(\"{module}\");", fixed.join(", "));
            for (there, here) in live {
                let _ =
                    write!(changing, "get {here}() {{ return $need(\"{module}\").{there}; }}, ");
            }
        }
        let begin = if self.awaits.is_some() { "async function" } else { "function" };
        // In the body of a `with`, a name is looked for in an object each time. A strict function
        // may be in one, but may not have one.
        let (begin, end) = if changing.is_empty() {
            (format!("{begin} ($need, $load) {{"), "}")
        } else {
            let object = format!("{{ __proto__: null, {changing}}}");
            (format!("function ($need, $load) {{ with ({object}) return ({begin} () {{"), "})(); }")
        };
        let exports =
            self.exports.iter().fold(String::new(), |mut exports, Export { name, .. }| {
                let _ = write!(exports, ", get {name}() {{ return {name}; }}");
                exports
            });
        let _ = write!(
            script,
            "\"{name}\": {begin}\n\"use strict\";\n{needed}{}\
             return {{ __proto__: null{exports} }};\n{end},\n",
            self.body
        );
    }
}

/// Refuses modules that import each other before they run.
fn check_circles(modules: &BTreeMap<&str, Module>) -> Result<(), SiteError> {
    fn visit<'m>(
        name: &'m str,
        modules: &'m BTreeMap<&str, Module>,
        path: &mut Vec<&'m str>,
        done: &mut Vec<&'m str>,
    ) -> Result<(), SiteError> {
        if let Some(begin) = path.iter().position(|before| *before == name) {
            let circle = path[begin..].iter().chain([&name]).map(|name| (*name).to_owned());
            return Err(SiteError::Cycle(circle.collect()));
        }
        if done.contains(&name) {
            return Ok(());
        }
        path.push(name);
        for import in &modules[name].imports {
            visit(import.module, modules, path, done)?;
        }
        path.pop();
        done.push(name);
        Ok(())
    }
    let mut done = Vec::new();
    modules.keys().try_for_each(|name| visit(name, modules, &mut Vec::new(), &mut done))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of modules that cannot be a bundle.
    fn refused(files: &[(&str, &str)]) -> String {
        bundle(files).unwrap_err().to_string()
    }

    #[test]
    fn a_module_is_a_function_that_gives_its_exports() {
        let script = bundle(&[
            ("a.js", "// A.\n\nimport { b, c as d } from \"./b.js\";\n\nb(d);"),
            (
                "site/b.js",
                "export const b =\n  1;\nexport async function c() {}\nexport function e() {}\n\
                 export class F {}\n",
            ),
        ])
        .unwrap();
        let table =
            script.split_once("__proto__: null,\n").unwrap().1.split_once("  };\n").unwrap().0;
        assert_eq!(
            table,
            "\"a.js\": function ($need, $load) {\n\
             \"use strict\";\n\
             const { b: b, c: d } = $need(\"b.js\");\n\
             // A.\n\n\nb(d);\n\
             return { __proto__: null };\n\
             },\n\
             \"b.js\": function ($need, $load) {\n\
             \"use strict\";\n\
             const b =\n  1;\nasync function c() {}\nfunction e() {}\nclass F {}\n\
             return { __proto__: null, get b() { return b; }, get c() { return c; }, \
             get e() { return e; }, get F() { return F; } };\n\
             },\n"
        );
    }

    #[test]
    fn an_import_over_several_lines_is_one() {
        let script = bundle(&[
            ("a.js", "import {\n  b,\n  c as d,\n} from \"../b.js\";\n"),
            ("b.js", "export const b = 1;\nexport const c = 2;\n"),
        ]);
        assert!(script.unwrap().contains("const { b: b, c: d } = $need(\"b.js\");\n\nreturn"));
    }

    #[test]
    fn a_module_that_awaits_is_an_async_function() {
        let script = bundle(&[("a.js", "await b();\n")]).unwrap();
        assert!(script.contains("\"a.js\": async function ($need, $load) {\n"), "{script}");
    }

    #[test]
    fn a_module_is_imported_while_another_runs() {
        let script = bundle(&[
            ("a.js", "const { b } = await import(\"./b.js\");\n"),
            ("b.js", "export const b = () => import(\"./b.js\");\n"),
        ])
        .unwrap();
        assert!(script.contains("const { b } = await $load(\"b.js\");\n"), "{script}");
        assert!(script.contains("const b = () => $load(\"b.js\");\n"), "{script}");
    }

    #[test]
    fn an_exported_let_is_read_anew_each_time() {
        let script = bundle(&[
            ("a.js", "import { b as c, d } from \"./b.js\";\nc(d);\n"),
            ("b.js", "export let b;\nexport const d = () => (b = 1);\n"),
        ])
        .unwrap();
        let module = "\"a.js\": function ($need, $load) { \
            with ({ __proto__: null, get c() { return $need(\"b.js\").b; }, }) \
            return (function () {\n\
            \"use strict\";\n\
            const { d: d } = $need(\"b.js\");\nc(d);\nreturn { __proto__: null };\n})(); },\n";
        assert!(script.contains(module), "{script}");
    }

    #[test]
    fn modules_that_import_each_other_are_refused() {
        assert_eq!(
            refused(&[
                ("a.js", "import { b } from \"./b.js\";\n"),
                ("b.js", "import { c } from \"./c.js\";\nexport const b = c;\n"),
                ("c.js", "import { b } from \"./b.js\";\nexport const c = b;\n"),
            ]),
            "modules import each other: b.js imports c.js imports b.js"
        );
    }

    #[test]
    fn a_module_that_awaits_is_refused_where_others_import_it() {
        let awaits = ("site/b.js", "export const b = 1;\nif (b) {\n  await c;\n}\n");
        for import in ["import { b } from \"./b.js\";\n", "import(\"./b.js\");\n"] {
            assert_eq!(
                refused(&[("a.js", import), awaits]),
                "site/b.js, line 3: the module awaits at its top level, and a.js imports it"
            );
        }
    }

    #[test]
    fn imports_and_exports_of_other_forms_are_refused_with_their_lines() {
        for statement in [
            "import \"./b.js\";",
            "import b from \"./b.js\";",
            "import * as b from \"./b.js\";",
            "import { default as b, } from './b.js';",
            "import { b /* c */ } from \"./b.js\";",
            "import { b } from \"./b/c.js\";",
            "import { b } from \"/b.js\";",
            "  import { b } from \"./b.js\";",
            "a = import.meta.url;",
            "import(b);",
            "export { a };",
            "export { b } from \"./b.js\";",
            "export * from \"./b.js\";",
            "export default 1;",
            "export function* b() {}",
            "export const { b } = c;",
            "export let b, c;",
            "  export const b = 1;",
        ] {
            let text = format!("// A.\nconst a = 1;\n{statement}\n");
            let error = refused(&[("a.js", &text), ("b.js", "export const b = 1;\n")]);
            let begin = "a.js, line 3: no such import or export can be here: ";
            let named = error.strip_prefix(begin).unwrap_or_else(|| panic!("{error}"));
            assert!(statement.ends_with(named), "{error}");
        }
    }

    #[test]
    fn what_is_not_there_cannot_be_imported() {
        let module = ("b.js", "export const b = 1,\n  c = 2;\n");
        assert_eq!(
            refused(&[("a.js", "\nimport { b } from \"./c.js\";\n"), module]),
            "a.js, line 2: there is no module c.js"
        );
        assert_eq!(
            refused(&[("a.js", "\nconst a = import(\"./c.js\");\n"), module]),
            "a.js, line 2: there is no module c.js"
        );
        assert_eq!(
            refused(&[("a.js", "import { b, c } from \"./b.js\";\n"), module]),
            "a.js, line 1: b.js does not export c"
        );
    }

    #[test]
    fn a_script_that_is_not_closed_is_refused() {
        assert_eq!(
            refused(&[("a.js", "a();\nb(`\n")]),
            "a.js, line 2: what begins here is not closed"
        );
    }

    #[test]
    fn a_classic_script_imports_and_exports_nothing() {
        check_classic("site/worker.js", "importScripts(a); // import\n").unwrap();
        assert_eq!(
            check_classic("site/worker.js", "\nexport const a = 1;\n").unwrap_err().to_string(),
            "site/worker.js, line 2: no such import or export can be here: export const a = 1;"
        );
    }
}
