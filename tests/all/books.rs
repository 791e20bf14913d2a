//! `tsuro rules book` and `tsuro rules print`: the files that they write, and what they refuse.

use crate::common::checkout;
use crate::common::program::{err, example, out, tsuro};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str], folder: &Path) -> Output {
    tsuro(arguments).current_dir(folder).output().unwrap()
}

fn fine(arguments: &[&str], folder: &Path) -> String {
    let output = run(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

fn refused(arguments: &[&str], folder: &Path, status: i32, why: &str) {
    let output = run(arguments, folder);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", err(&output));
    assert!(err(&output).contains(why), "{arguments:?}: {}", err(&output));
}

#[test]
fn a_book_is_written_as_markdown_html_and_pdf_and_sheets_as_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = fine(&["rules", "book", "seas", "--output", "seas.md", "--language", "fr"], folder);
    assert!(said.contains("seas.md is written, with "), "{said}");
    let text = fs::read_to_string(folder.join("seas.md")).unwrap();
    assert!(text.contains("## La mise en place") && text.contains("](seas-pictures/1.svg)"));
    let pictures = fs::read_dir(folder.join("seas-pictures")).unwrap().count();
    assert_eq!(text.matches("](seas-pictures/").count(), pictures);
    fine(&["rules", "book", "seas", "--output", "seas.HTML", "--language", "en"], folder);
    let page = fs::read_to_string(folder.join("seas.HTML")).unwrap();
    assert!(page.contains("<html lang=\"en\">") && page.contains("<figure>"));
    assert!(!page.contains("<script") && !page.contains("href=") && !page.contains("src="));
    for (command, file) in [("book", "book.pdf"), ("print", "sheets.pdf")] {
        let about = fine(&["rules", command, "seas", "--output", file, "--json"], folder);
        let about: serde_json::Value = serde_json::from_str(&about).unwrap();
        assert_eq!(about["file"], file);
        assert!(about["pages"].as_u64().unwrap() > 3, "{about}");
        assert!(fs::read(folder.join(file)).unwrap().starts_with(b"%PDF-"));
    }
}

#[test]
fn no_file_is_overwritten_unasked_and_names_say_what_a_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (command, file) in
        [("book", "x.pdf"), ("book", "x.md"), ("book", "x.html"), ("print", "x.pdf")]
    {
        fs::write(folder.join(file), "old").unwrap();
        let call = ["rules", command, "classic", "--output", file];
        refused(&call, folder, 1, "--force");
        assert_eq!(fs::read(folder.join(file)).unwrap(), b"old");
        fine(&[&call[..], &["--force"]].concat(), folder);
        assert_ne!(fs::read(folder.join(file)).unwrap(), b"old");
        refused(&["rules", command, "classic", "--output", "x.txt"], folder, 2, "ends with .");
        refused(&["rules", command, "nothing", "--output", "y.pdf"], folder, 2, "nothing");
    }
    // A picture of an older book stays as well.
    fs::remove_file(folder.join("x.md")).unwrap();
    refused(&["rules", "book", "seas", "--output", "x.md"], folder, 1, "--force");
    assert!(!folder.join("x.md").exists());
    refused(&["rules", "print", "classic", "--output", "no/x.pdf"], folder, 2, "no/x.pdf");
    refused(&["rules", "print", "classic", "--output", "z.pdf", "--tile", "19"], folder, 2, "20");
    refused(
        &["rules", "book", "seas", "--differences", "--output", "z.md"],
        folder,
        2,
        "extends no rule set",
    );
    refused(
        &["rules", "book", "seas", "--suite", "no.toml", "--output", "z.md"],
        folder,
        2,
        "no.toml",
    );
}

#[test]
fn a_rule_set_with_a_script_and_a_suite_of_its_own_has_a_book_with_both() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fine(&["rules", "new", "mine", "--script"], folder);
    let suite = "schema = 1\ntitle = \"Mine\"\nsummary = \"My rules\"\nrules = \
                 \"mine.toml\"\n\n[[scenario]]\ntitle = \"My own <b>tile</b>\"\nplayers.A = \
                 \"a1:H 33 1 2\"\nplayers.B = \"f6:D 5 6 7\"\nplace = 33\nexpect.at.A = \
                 \"b1:H\"\n";
    fs::write(folder.join("suite.toml"), suite).unwrap();
    let call = ["rules", "book", "mine.toml", "--language", "en", "--output"];
    fine(&[&call[..], &["whole.html"]].concat(), folder);
    let whole = fs::read_to_string(folder.join("whole.html")).unwrap();
    assert!(whole.contains("The rules of this game"), "{whole}");
    fine(&[&call[..], &["leaf.html", "--differences"]].concat(), folder);
    let leaf = fs::read_to_string(folder.join("leaf.html")).unwrap();
    assert!(leaf.contains("What differs from Tsuro") && leaf.len() < whole.len(), "{leaf}");
    fine(&[&call[..], &["own.html", "--suite", "suite.toml"]].concat(), folder);
    let own = fs::read_to_string(folder.join("own.html")).unwrap();
    assert!(own.contains("My own &lt;b&gt;tile"), "{own}");
}

#[test]
fn rules_in_rust_bring_their_paragraphs_and_their_suite_its_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let to = |name: &str| folder.path().join(name);
    let suite = "examples/invented_suite.toml";
    for (program, rules, more) in [
        ("invented", "examples/invented.toml", &["--suite", suite][..]),
        ("moments", "examples/fog.toml", &[]),
        ("moments", "examples/auction.toml", &[]),
        ("moments", "examples/duel.toml", &[]),
        ("sinkholes", "examples/sinkholes.toml", &["--suite", "examples/sinkholes_suite.toml"]),
    ] {
        let run = |command: &str, file: &str, more: &[&str]| {
            let output = Command::new(example(program))
                .args(["rules", command, rules, "--language", "en", "--force", "--output"])
                .arg(to(file))
                .args(more)
                .current_dir(checkout())
                .output()
                .unwrap();
            assert!(output.status.success(), "{rules}: {}", err(&output));
        };
        run("book", "x.html", more);
        run("book", "x.pdf", more);
        run("print", "sheets.pdf", &[]);
        let page = fs::read_to_string(to("x.html")).unwrap();
        assert!(page.contains("The rules of this game"), "{rules}: {page}");
        if rules.ends_with("invented.toml") {
            let said = "all pass a tile to the left";
            assert!(page.to_lowercase().contains(said), "{page}");
            assert!(page.matches("<figure>").count() > 5, "{page}");
        }
    }
}

#[test]
fn json_tells_what_is_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let call = ["rules", "print", "classic", "--output", "x.pdf", "--paper", "letter", "--json"];
    let about: serde_json::Value = serde_json::from_str(&fine(&call, folder.path())).unwrap();
    assert_eq!(about["tiles"], 35);
    assert_eq!(about["pieces"], 8);
    assert_eq!(about["tile_mm"], 45);
}

#[test]
fn only_a_pdf_has_a_size_of_paper() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x.md", "x.html"] {
        let call = ["rules", "book", "classic", "--output", name, "--paper", "letter"];
        refused(&call, folder.path(), 2, "--paper: only a PDF has pages of paper");
        assert!(!folder.path().join(name).exists());
    }
}
