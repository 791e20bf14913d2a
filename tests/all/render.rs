//! `tsuro render`: games and positions as pictures in files.

use crate::common::golden::compare;
use crate::common::program::tsuro;
use resvg::tiny_skia::Pixmap;
use std::path::{Path, PathBuf};
use std::process::Output;
use tsuro::Game;

const SEAS: &str = "tests/corpus/golden/seas-8.jsonl";

fn render(arguments: &[&str], to: &Path) -> Output {
    tsuro(&[&["render"], arguments].concat()).arg("--output").arg(to).output().unwrap()
}

/// What is in the file that the command writes.
fn rendered(arguments: &[&str], name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join(name);
    let output = render(arguments, &to);
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::read(to).unwrap()
}

fn refused(arguments: &[&str], name: &str, status: i32, why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = render(arguments, &folder.path().join(name));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
    assert!(error.contains(why), "{arguments:?}: {error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?} wrote a file");
}

/// A position under the classic rules, as a file.
fn position(folder: &Path) -> PathBuf {
    let mut game = Game::new("classic", 3, "a position").unwrap();
    for _ in 0..6 {
        let choice = game.observe(game.decision().unwrap().seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    let file = folder.join("position.json");
    std::fs::write(&file, game.position().to_string()).unwrap();
    file
}

#[test]
fn a_board_is_the_same_in_every_place_and_needs_no_font() {
    let text = String::from_utf8(rendered(&[SEAS, "--turn", "9"], "x.svg")).unwrap();
    assert!(!text.contains("<text") && !text.contains("font"), "{text}");
    compare("tests/corpus/pictures/render-seas.svg", &text);
    let mine = String::from_utf8(rendered(&[SEAS, "--turn", "9", "--view", "2"], "x.svg")).unwrap();
    assert!(mine.len() > text.len(), "the hand of the seat is below the board");
    assert_ne!(text, String::from_utf8(rendered(&[SEAS, "--turn", "3"], "x.svg")).unwrap());
}

#[test]
fn a_png_has_the_size_and_the_colours_of_the_drawing() {
    let png = rendered(&[SEAS, "--width", "400"], "x.png");
    let picture = Pixmap::decode_png(&png).unwrap();
    assert_eq!((picture.width(), picture.height()), (400, 400));
    // The corners are outside of the rounded ground; a margin has the colour of the ground.
    let colour = |x, y| {
        picture
            .pixel(x, y)
            .map(|pixel| (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()))
            .unwrap()
    };
    assert_eq!(colour(0, 0).3, 0);
    assert_eq!(colour(200, 4), (0x0e, 0x20, 0x30, 0xff), "a sea");
    let light = rendered(&[SEAS, "--width", "400", "--ground", "light"], "x.png");
    let light = Pixmap::decode_png(&light).unwrap().pixel(200, 4).unwrap();
    assert_eq!((light.red(), light.green(), light.blue()), (0xbc, 0xd9, 0xe6));
    let drawn = |ground| String::from_utf8(rendered(&[SEAS, "--ground", ground], "x.svg")).unwrap();
    assert!(drawn("viewer").contains("prefers-color-scheme:light"));
    for ground in ["dark", "light"] {
        assert!(!drawn(ground).contains("<style>"), "{ground}");
    }
}

#[test]
fn a_gif_shows_the_whole_game_and_stays_on_its_end() {
    let frames = |bytes: &[u8]| {
        let mut reader = gif::DecodeOptions::new().read_info(bytes).unwrap();
        let mut all = Vec::new();
        while let Some(frame) = reader.next_frame_info().unwrap() {
            all.push(frame.delay);
        }
        all
    };
    let whole = rendered(&[SEAS, "--width", "300"], "x.gif");
    let delays = frames(&whole);
    assert!(delays.len() > 40, "{}", delays.len());
    assert_eq!(delays.last(), delays.iter().max(), "the end stays longest");
    assert!(whole.len() < 1 << 20, "{} bytes", whole.len());
    let begun = frames(&rendered(&[SEAS, "--width", "300", "--turn", "3"], "x.gif"));
    assert!(begun.len() < delays.len(), "{} of {}", begun.len(), delays.len());
}

#[test]
fn a_position_is_drawn_under_the_rules_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = position(folder.path());
    let file = file.to_str().unwrap();
    let text = String::from_utf8(rendered(&[file, "--rules", "classic"], "x.svg")).unwrap();
    assert!(text.starts_with("<svg"));
    assert!(rendered(&[file, "--rules", "classic"], "x.gif").starts_with(b"GIF89a"));
    refused(&[file], "x.svg", 2, "--rules is needed");
    refused(&[file, "--rules", "classic", "--turn", "2"], "x.svg", 2, "--turn is for records");
}

#[test]
fn what_cannot_be_drawn_is_refused_and_leaves_no_file() {
    refused(&[SEAS], "x.jpg", 2, "ends with .svg, .png or .gif");
    refused(&["nowhere.jsonl"], "x.svg", 2, "nowhere.jsonl cannot be read");
    refused(&[SEAS, "--turn", "900"], "x.svg", 2, "--turn 900");
    refused(&[SEAS, "--view", "8"], "x.svg", 2, "there are 8 seats");
    refused(&[SEAS, "--game", "7"], "x.svg", 2, "7");
    refused(&[SEAS, "--rules", "classic"], "x.svg", 2, "a record names its own rule set");
    refused(&[SEAS, "--width", "99"], "x.png", 2, "99");
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.jsonl");
    let record = crate::common::read_checkout(SEAS);
    std::fs::write(&broken, record.replacen("\"tile\":", "\"tiel\":", 3)).unwrap();
    refused(&[broken.to_str().unwrap()], "x.gif", 1, "broken.jsonl");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_replaced_stays() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("nothing/x.svg");
    let output = render(&[SEAS], &to);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let to = folder.path().join("x.svg");
    std::fs::write(&to, "old").unwrap();
    assert_eq!(render(&["nowhere.jsonl"], &to).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "old");
    assert!(render(&[SEAS], &to).status.success());
    assert!(std::fs::read_to_string(&to).unwrap().starts_with("<svg"));
}
