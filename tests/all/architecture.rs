//! The structure of the workspace as `docs/architecture.md` describes it: which module may use
//! which, which modules print, read files or look at the clock, and how long a module may be.

use crate::common::{in_checkout, read_checkout};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Each module with the modules that it may use. Imports run one way: a line may use lines above
/// it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("json", &[]),
    ("panics", &[]),
    ("game", &["board", "panics"]),
    ("rules", &["board", "game"]),
    ("ruleset", &["json", "board", "game", "rules"]),
    ("record", &["json", "board", "game", "rules", "ruleset"]),
    ("tensor", &["json", "board", "game", "rules", "ruleset", "record"]),
    ("picture", &["board", "game", "rules", "ruleset", "record", "tensor"]),
    ("bots", &["board", "game", "rules", "ruleset", "record", "tensor"]),
    ("session", &["json", "board", "game", "rules", "ruleset", "record", "tensor"]),
    ("batch", &["board", "game", "rules", "ruleset", "record", "tensor", "bots", "session"]),
];

/// The folders of `game`, from bottom to top: each may use itself and the ones before it.
const ROOMS: &[&str] =
    &["pieces", "declare", "chance", "event", "basics", "table", "rule", "state", "turn", "sight"];

/// Names at the top of the crate that are not modules, each with the module that it comes from.
const RE_EXPORTS: &[(&str, &str)] =
    &[("with_rules", "rules"), ("key_words", "game"), ("json_document", "json")];

/// What only [`WORLDLY`] packages do: print, read and write files, start processes, look at the
/// clock.
const OUTSIDE_WORLD: &[&str] = &[
    "println!",
    "eprintln!",
    "print!(",
    "eprint!(",
    "std::fs",
    "std::process",
    "env::var",
    "env::args",
    "env::current",
    "env::temp_dir",
    "SystemTime",
    "Instant::now",
];

/// What `tsuro-pages` may do of this: answers that take too long are broken off.
const CLOCK: &[&str] = &["SystemTime", "Instant::now"];

/// What only `files` of `tsuro-world` does: change files, and read them whole. Its functions have
/// limits, take locks and write whole files.
const FILES: &[&str] = &[
    "File::create",
    "File::open",
    "File::options",
    "OpenOptions",
    "fs::write",
    "fs::rename",
    "fs::copy",
    "fs::hard_link",
    "fs::remove_",
    "fs::create_dir",
    "fs::set_permissions",
    "fs::read(",
    "fs::read_to_string",
    ".set_len(",
    "read_to_end",
    "read_to_string",
    "io::copy",
    "tempfile::",
];

/// The longest module, in lines.
const LONGEST: usize = 800;

/// The widest line of a script, in characters.
const WIDEST: usize = 100;

/// What the rule of one edition calls its pieces: only that rule's own folder says it.
const OF_ONE_EDITION: &[&str] = &["daikaiju", "monster"];

/// A source file: where it is, and its lines.
struct File {
    path: PathBuf,
    text: String,
}

impl File {
    /// The module at the top of the engine that the file belongs to; none for `lib.rs` and in other
    /// packages.
    fn module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix(source()).ok()?;
        let first = inside.iter().next().and_then(|part| part.to_str()).unwrap();
        let name = first.strip_suffix(".rs").unwrap_or(first);
        (first != "lib.rs").then_some(name)
    }

    /// The lines of code with their numbers: no comments, no unit tests.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let is_test = self.path.to_string_lossy().ends_with("tests.rs")
            || self.path.parent().is_some_and(|folder| folder.ends_with("tests"));
        lines
            .take_while(move |(_, line)| {
                !is_test && !line.starts_with("#[cfg(test)]") && !line.starts_with("#[cfg(all(test")
            })
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn shown(&self) -> String {
        self.path.strip_prefix(crate::common::checkout()).unwrap().display().to_string()
    }
}

/// The source of the engine.
fn source() -> PathBuf {
    in_checkout("src")
}

/// The packages that may touch the outside world: `tsuro-world`, and what stands on it.
const WORLDLY: &[&str] = &["world", "faces", "screen", "web", "program"];

/// Whether a file belongs to one of these packages.
fn is_in(file: &File, packages: &[&str]) -> bool {
    packages.iter().any(|package| file.path.starts_with(in_checkout("crates").join(package)))
}

/// All source files of the workspace.
fn files() -> Vec<File> {
    files_ending(&["rs"])
}

/// All files of the source whose names end with one of these.
fn files_ending(ends: &[&str]) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![source(), in_checkout("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .and_then(|end| end.to_str())
                .is_some_and(|end| ends.contains(&end))
            {
                files.push(File { text: fs::read_to_string(&path).unwrap(), path });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(files.len() > 50, "only {} source files were found", files.len());
    files
}

/// The names at the top of the crate that a line of code uses: `crate::name…` anywhere, or each
/// name in `crate::{…}`.
fn used(line: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, found) in line.match_indices("crate::") {
        // `$crate::…` in a macro counts where the macro is used.
        let before = line[..at].chars().next_back();
        if before.is_some_and(|before| before == '$' || before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = &line[at + found.len()..];
        let name = |text: &str| {
            text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
        };
        match rest.strip_prefix('{') {
            None => names.push(name(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut start = true;
                for (at, letter) in group.char_indices() {
                    if depth == 0 && start && letter.is_alphabetic() {
                        names.push(name(&group[at..]));
                        start = false;
                    }
                    match letter {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        _ => {}
                    }
                    if depth < 0 {
                        break;
                    }
                }
            }
        }
    }
    names
}

/// The imports of a file that are against the arrows.
fn against_the_arrows(file: &File) -> Vec<String> {
    let Some(module) = file.module() else { return Vec::new() };
    let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
        return vec![format!(
            "{}: the module {module} has no place in the list of modules",
            file.shown()
        )];
    };
    let mut found = Vec::new();
    let (mut group, mut begun) = (String::new(), 0);
    for (number, line) in file.code() {
        // An import over several lines is read as one.
        let (number, line) = if !group.is_empty() {
            group.push_str(line.trim());
            (begun, if group.contains(';') { std::mem::take(&mut group) } else { continue })
        } else if line.trim_start().starts_with("use crate::{") && !line.contains(';') {
            (group, begun) = (line.trim().to_owned(), number);
            continue;
        } else {
            (number, line.to_owned())
        };
        for name in used(&line) {
            let home = RE_EXPORTS
                .iter()
                .find(|(re_export, _)| *re_export == name)
                .map_or(name.as_str(), |(_, home)| home);
            if home != module && !allowed.contains(&home) {
                found.push(format!(
                    "{}:{number}: `{module}` may not use `{name}`: {}",
                    file.shown(),
                    line.trim()
                ));
            }
        }
    }
    found
}

fn complain(what: &str, found: &[String]) {
    let list = found.iter().fold(String::new(), |mut list, line| {
        let _ = write!(list, "\n  {line}");
        list
    });
    assert!(found.is_empty(), "{what}:{list}");
}

#[test]
fn imports_run_one_way() {
    let found: Vec<String> = files().iter().flat_map(against_the_arrows).collect();
    complain("imports against the arrows of docs/architecture.md", &found);
}

/// The module below `src/game` that a file is: `["turn", "legal"]`, `["event"]`, `["rule", "mod"]`.
fn game_module(file: &File) -> Option<Vec<String>> {
    let inside = file.path.strip_prefix(source().join("game")).ok()?.with_extension("");
    let module: Vec<String> = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    (module != ["mod"]).then_some(module)
}

/// The modules of `game` that a file of `game` names: `crate::game::turn::legal` and, beside it,
/// `super::legal`.
fn named_in_game(file: &File, own: &[String]) -> Vec<(usize, Vec<String>)> {
    let word = |text: &str| {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut named = Vec::new();
    for (number, line) in file.code() {
        for (at, found) in line.match_indices("crate::game::") {
            let path: Vec<String> =
                line[at + found.len()..].split("::").take(2).map(word).collect();
            let length = if ["chance", "event"].contains(&path[0].as_str()) { 1 } else { 2 };
            named.push((number, path.into_iter().take(length).collect()));
        }
        if let Some(path) = line.trim_start().strip_prefix("use super::")
            && own.len() == 2
        {
            named.push((number, vec![own[0].clone(), word(path)]));
        }
    }
    named
}

#[test]
fn the_folders_of_game_depend_on_each_other_in_one_direction() {
    let floor = |room: &str| ROOMS.iter().position(|known| *known == room);
    let files = files();
    let (mut found, mut uses) = (Vec::new(), 0);
    for (file, own) in files.iter().filter_map(|file| Some((file, game_module(file)?))) {
        let Some(own_floor) = floor(&own[0]) else {
            panic!("{}: the room has no place in the list of rooms", file.shown())
        };
        for (number, named) in named_in_game(file, &own) {
            match floor(&named[0]) {
                Some(floor) if floor <= own_floor => uses += 1,
                _ => found.push(format!(
                    "{}:{number}: `{}` may not use `{}`",
                    file.shown(),
                    own[0],
                    named.join("::")
                )),
            }
        }
    }
    complain(
        "imports against the order of the rooms (name a module of a room, not what `game` \
         re-exports)",
        &found,
    );
    assert!(uses > 100, "only {uses} imports were found");
}

#[test]
fn no_package_below_the_world_prints_reads_files_starts_processes_or_looks_at_the_clock() {
    let mut found = Vec::new();
    for file in files().iter().filter(|file| !is_in(file, WORLDLY)) {
        for (number, line) in file.code() {
            found.extend(
                OUTSIDE_WORLD
                    .iter()
                    .filter(|word| !(is_in(file, &["pages"]) && CLOCK.contains(word)))
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{}:{number}: {word}", file.shown())),
            );
        }
    }
    complain("this belongs to crates/world", &found);
}

#[test]
fn only_files_of_the_world_changes_files_and_reads_them_whole() {
    let mut found = Vec::new();
    for file in
        files().iter().filter(|file| !file.path.starts_with(in_checkout("crates/world/src/files")))
    {
        for (number, line) in file.code() {
            found.extend(
                FILES
                    .iter()
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{}:{number}: {word}", file.shown())),
            );
        }
    }
    complain("this belongs to crates/world/src/files", &found);
}

#[test]
fn only_the_folder_of_its_rule_names_a_monster() {
    let mut found = Vec::new();
    for file in files_ending(&["rs", "js", "html", "css", "sql"])
        .iter()
        .filter(|file| !file.path.starts_with(source().join("rules")))
    {
        for (line, number) in file.text.lines().zip(1..) {
            if OF_ONE_EDITION.iter().any(|word| line.to_lowercase().contains(word)) {
                found.push(format!("{}:{number}: {}", file.shown(), line.trim()));
            }
        }
    }
    complain("this belongs to the folder of the rule", &found);
}

/// How code would name the rules that a file declares: `TSUNAMI.name`.
fn declared(text: &str) -> impl Iterator<Item = String> {
    let names = text
        .lines()
        .filter(|line| line.contains(": RuleDecl"))
        .filter_map(|line| line.split_once("static "));
    names.filter_map(|(_, rest)| Some(format!("{}.name", rest.split_once(':')?.0)))
}

/// What of a rule decides is declared: other files compare nothing with the name of a rule.
#[test]
fn nothing_is_compared_with_the_name_of_a_rule() {
    let rules = source().join("rules");
    let statics: Vec<String> = files()
        .iter()
        .filter(|file| file.path.starts_with(&rules))
        .flat_map(|file| declared(&file.text))
        .collect();
    assert!(statics.len() > 15, "only {} rules were found", statics.len());
    // In suites, `none` is also what stands where there is nothing.
    let registry = tsuro::rules::Registry::default();
    let names =
        registry.all().map(|rule| format!("\"{}\"", rule.name)).filter(|name| name != "\"none\"");
    let names: Vec<String> = names.chain(statics).collect();
    let is_name = |text: &str| {
        let text = text.trim_start_matches('=').trim_start().trim_start_matches("Some(");
        names.iter().any(|name| text.starts_with(name.as_str()))
    };
    let mut found = Vec::new();
    for file in files_ending(&["rs", "js"]).iter().filter(|file| !file.path.starts_with(&rules)) {
        for (number, line) in file.code() {
            if ["==", "!="].iter().any(|sign| line.split(sign).skip(1).any(is_name)) {
                found.push(format!("{}:{number}: {}", file.shown(), line.trim()));
            }
        }
    }
    complain("the rule should declare this", &found);
}

#[test]
fn no_module_has_more_than_800_lines() {
    let long = |file: &File| {
        let lines = file.text.lines().count();
        (lines > LONGEST)
            .then(|| format!("{}: {lines} lines, where {LONGEST} are allowed", file.shown()))
    };
    complain("modules that should be split", &files().iter().filter_map(long).collect::<Vec<_>>());
}

/// Rust, the pages and Python have tools that look at this.
#[test]
fn no_script_has_a_line_wider_than_100_characters() {
    let mut paths = vec![in_checkout("justfile"), in_checkout("benches/instructions.sh")];
    for folder in [".ci", "release", "release/parts", "rulesets/scripts"] {
        paths.extend(fs::read_dir(in_checkout(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    // Rule sets are prose for the most part.
    paths.retain(|path| path.is_file() && path.extension().is_none_or(|end| end != "toml"));
    assert!(paths.len() > 20, "only {} scripts were found", paths.len());
    let mut found = Vec::new();
    for path in paths {
        for (line, number) in fs::read_to_string(&path).unwrap().lines().zip(1..) {
            if line.chars().count() > WIDEST {
                found.push(format!("{}:{number}", path.display()));
            }
        }
    }
    complain("lines that should be broken", &found);
}

#[test]
fn architecture_md_draws_the_same_arrows() {
    let document = read_checkout("docs/architecture.md");
    assert!(
        document.contains(
            "board ← game ← rules ← ruleset ← record ← tensor ← {picture, bots, session} ← batch"
        ),
        "the arrows are missing"
    );
    for (name, _) in MAY_USE {
        assert!(
            document.contains(&format!("`{name}/`")),
            "docs/architecture.md does not say what `{name}/` is for"
        );
    }
    assert!(document.contains(&ROOMS.join(" ← ")), "the order of the rooms of `game` is missing");
}

#[test]
fn imports_are_read_as_the_compiler_reads_them() {
    assert_eq!(used("use crate::board::{Face, Size};"), ["board"]);
    assert_eq!(
        used("use crate::{board::{Face, Port}, game::Seat, with_rules};"),
        ["board", "game", "with_rules"]
    );
    assert_eq!(used("pub(crate) fn at(&self) -> crate::game::Seat {"), ["game"]);
    assert_eq!(used("$crate::rules::AnyRules::Small($name) => $body,"), [""; 0]);
    let file = File {
        path: source().join("board/x.rs"),
        text: "use crate::{\n    game::Seat,\n};\n".to_owned(),
    };
    assert_eq!(
        against_the_arrows(&file),
        ["src/board/x.rs:1: `board` may not use `game`: use crate::{game::Seat,};"]
    );
}

/// The public type that a line declares. The screen, the web and the program declare types for
/// their own parts only.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let name =
        ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    // In a macro the name is still a `$name`.
    name.split(|letter: char| !letter.is_alphanumeric()).next().filter(|name| !name.is_empty())
}

#[test]
fn no_two_public_types_have_the_same_name() {
    let mut declared = std::collections::BTreeMap::new();
    let mut twice = Vec::new();
    for file in files().iter().filter(|file| !is_in(file, &["screen", "web", "program"])) {
        for (number, line) in file.code() {
            let Some(name) = public_type(line.trim_start()) else { continue };
            let here = format!("{}:{number}", file.shown());
            if let Some(first) = declared.insert(name.to_owned(), here.clone()) {
                twice.push(format!("{here}: `{name}` is also declared at {first}"));
            }
        }
    }
    complain("public types with the name of another", &twice);
}

/// The example of `src/board/paths.rs`: a tile is taken from the middle of three wakes.
#[test]
fn the_example_of_a_tile_that_is_taken_away_holds() {
    use tsuro::board::{
        Board, Face, Grid, Laid, PathExit, Place, PortSet, Rotation, RouteEnd, Shape, Small,
        StartMarks,
    };
    let place = |text: &str| text.parse::<Place>().unwrap();
    let laid = |face: u8| Laid::new(Face::new(face).unwrap(), Rotation::NONE);
    let grid = Grid::<Small>::new(&Shape::rectangle(7, 7), &StartMarks::Rim);
    let mut board = Board::new(&grid);
    for (square, face) in [("b3:A", 31), ("c2:A", 31), ("c3:A", 31), ("d3:A", 0)] {
        board.lay(&grid, place(square).square(), laid(face));
    }
    // Where a path leads that leaves an empty square beside the tiles at one of its ports.
    let leads = |board: &Board<Small>, from: &str| match board.exit(
        &grid,
        place(from).square(),
        place(from).port(),
    ) {
        PathExit::Again(port) => Place::new(place(from).square(), port).to_string(),
        PathExit::At(to) => to.to_string(),
        PathExit::Edge => "edge".to_owned(),
        other => panic!("{other:?}"),
    };
    // Before: b3:G and b3:H seen from a3; c2:B and c2:A from c1; c3:E and c3:F from c4.
    assert_eq!(leads(&board, "a3:D"), "a3:C");
    assert_eq!(leads(&board, "c1:E"), "c4:B");
    assert_eq!(leads(&board, "c1:F"), "c4:A");
    assert_eq!(board.remove(&grid, place("c3:A").square()), Some(laid(31)));
    assert!(board.links_hold(&grid) && board.is_cut());
    let after =
        ["A", "B", "C", "D", "E", "F", "G", "H"].map(|port| leads(&board, &format!("c3:{port}")));
    assert_eq!(after, ["c1:E", "c1:F", "c3:D", "c3:C", "c4:B", "c4:A", "a3:C", "a3:D"]);
    // A tile that joins C with D makes a wake without ends.
    let route =
        board.route(&grid, place("c3:A").square(), laid(0), place("c3:C").port(), PortSet::EMPTY);
    assert_eq!(route.end, RouteEnd::Loop);
}

#[test]
fn a_watched_rule_does_all_that_a_rule_does() {
    let read = |file: &str| std::fs::read_to_string(in_checkout(file)).unwrap();
    let contract = read("src/game/rule/contract.rs");
    let body = contract.split_once("\npub trait Rule:").unwrap().1.split_once("\n}\n").unwrap().0;
    let names = body
        .lines()
        .filter_map(|line| line.strip_prefix("    fn "))
        .filter_map(|line| line.split_once('('))
        .map(|line| line.0);
    let watched = read("crates/suite/src/conformance/watched.rs");
    // These follow from the others.
    let missing = names.filter(|name| {
        !["parts", "forbidden_by"].contains(name) && !watched.contains(&format!("fn {name}("))
    });
    complain(
        "methods of `Rule` that conformance does not pass on:",
        &missing.map(str::to_owned).collect::<Vec<_>>(),
    );
}
