//! What a script prints, shown where somebody tests it and nowhere else.

use crate::common::program::tsuro;

const RULES: &str = r#"schema = 1
name = "mine"
extends = "classic"
scripts = ['''
const RULE = #{ name: "mine", summary: "a rule of a test" };
fn after_placement(table) {
    print(`it is turn ${table.turn()}`);
}
''']
[[rule]]
rule = "mine"
"#;

fn suite(out: &str) -> String {
    format!(
        "schema = 1\n[[scenario]]\ntitle = \"A turn\"\nrules = \"./mine.toml\"\nplayers.A = \"a4:H 33 1 2\"\nplayers.B = \"f6:D 5 6 7\"\n\
         active = \"A\"\nturn = 5\nbegin = \"placement\"\nplace = 33\nexpect.out = {out}\n"
    )
}

#[test]
fn what_a_script_prints_is_shown_with_a_scenario_that_fails_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("mine.toml", RULES);
    write("wrong.toml", &suite("{ B = \"edge\" }"));
    write("right.toml", &suite("{}"));
    let told = |args: &[&str]| {
        let output = tsuro(args).current_dir(folder.path()).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let wrong = told(&["test", "wrong.toml"]);
    assert!(wrong.contains("printed: mine.toml, script 1:3, turn 5: it is turn 5"), "{wrong}");
    let right = told(&["test", "right.toml"]);
    assert!(right.contains("1 passed") && !right.contains("it is turn"), "{right}");
    let played = told(&["simulate", "mine.toml", "--games", "3"]);
    assert!(!played.contains("it is turn"), "{played}");
}
