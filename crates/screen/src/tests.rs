//! The program on the screen without a terminal: keys and clicks go in, drawings come out.

use super::app::{App, Beginning, First, Options};
use super::input::{Act, Input, Key, Pointer};
use super::queue::Pace;
use super::theme::{Depth, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tsuro::rules::Registry;
use tsuro_faces::Player;
use tsuro_faces::lesson::{Learner, Lessons};
use tsuro_faces::setup::TableSetup;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::Language;
use tsuro_world::context::Context;
use tsuro_world::files::StateFile;
use tsuro_world::host::host;
use tsuro_world::rule_files::RuleFiles;

/// The sizes in which every screen is looked at.
const SIZES: [(u16, u16); 3] = [(80, 24), (100, 35), (160, 50)];

/// A program on a screen of a certain size.
struct Stage {
    app: App<'static>,
    terminal: Terminal<TestBackend>,
}

fn options(language: Language, speed: f32) -> Options {
    Options {
        asked_language: Some(language),
        theme: Theme { depth: Depth::None, ascii: false, own: None },
        pace: Pace { speed },
        kept: None,
        learner: None,
    }
}

/// A context with the rule sets that ship, and the rule sets in a folder.
fn context(user: Option<PathBuf>) -> &'static Context {
    Box::leak(Box::new(Context { registry: Registry::default(), files: RuleFiles { user } }))
}

impl Stage {
    fn new(options: Options, first: First) -> Self {
        Self::with(context(None), options, first)
    }

    fn with(context: &'static Context, options: Options, first: First) -> Self {
        let app = App::new(context, host(1000).1, options, first).unwrap();
        Self { app, terminal: Terminal::new(TestBackend::new(80, 24)).unwrap() }
    }

    /// A new game with these seats.
    fn game(rules: &str, seats: &str, seed: &str, language: Language) -> Self {
        let variant = Arc::new(context(None).variant(rules).unwrap());
        let players = seats
            .split(',')
            .map(|word| Player::from_record(word, &host(1000).1).unwrap())
            .collect();
        let beginning = Beginning { seed: Some(seed.to_owned()), record: None };
        Self::new(
            options(language, 0.0),
            First::Begin(TableSetup { variant, players, seed: None }, beginning),
        )
    }

    fn launch(language: Language) -> Self {
        let beginning = Beginning { seed: Some("launch".to_owned()), record: None };
        Self::new(options(language, 0.0), First::Launch(Vec::new(), beginning))
    }

    /// Waits until nothing moves and no bot thinks.
    fn settle(&mut self) {
        for _ in 0..20_000 {
            self.app.pass(Duration::from_millis(20)).unwrap();
            if !self.app.is_moving() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("something moves without end:\n{}", self.shown(80, 24));
    }

    fn key(&mut self, key: Key) -> &mut Self {
        self.app.take(Input::Key(key)).unwrap();
        self.settle();
        self
    }

    fn type_text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.key(Key::Char(letter));
        }
        self
    }

    /// The screen as it is drawn in this size, row by row.
    fn shown(&mut self, width: u16, height: u16) -> String {
        self.terminal.backend_mut().resize(width, height);
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let row = |y| {
            (0..width)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect::<String>()
                .trim_end()
                .to_owned()
        };
        (0..height).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Clicks where this text is on a screen of 100 by 35.
    fn click(&mut self, text: &str) -> &mut Self {
        let shown = self.shown(100, 35);
        let found = shown
            .lines()
            .enumerate()
            .find_map(|(row, line)| line.find(text).map(|at| (line[..at].chars().count(), row)));
        let (column, row) = found.unwrap_or_else(|| panic!("no {text:?} in\n{shown}"));
        self.pointer(column as u16, row as u16, Act::Click)
    }

    fn pointer(&mut self, column: u16, row: u16, act: Act) -> &mut Self {
        self.app.take(Input::Pointer(Pointer { column, row, act })).unwrap();
        self.settle();
        self
    }

    /// Compares the screen with the drawing that is kept of it, in every size.
    fn assert_drawn(&mut self, name: &str) {
        for (width, height) in SIZES {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../../tests/corpus/screens/{name}-{width}x{height}.txt"));
            let shown = self.shown(width, height) + "\n";
            if std::env::var_os("TSURO_BLESS").is_some() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &shown).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                shown == kept,
                "{name} is drawn otherwise than in {}:\n{shown}",
                path.display()
            );
        }
    }
}

#[test]
fn every_screen_is_drawn_as_it_was() {
    let mut launch = Stage::launch(Language::English);
    launch.assert_drawn("editions");
    for _ in 0..7 {
        launch.key(Key::Down);
    }
    launch.assert_drawn("editions-seas");
    launch.key(Key::Enter).assert_drawn("options");
    launch
        .key(Key::Char(' '))
        .key(Key::Down)
        .key(Key::Down)
        .key(Key::Char(' '))
        .assert_drawn("options-ticked");
    launch.key(Key::Char('m')).assert_drawn("values");
    launch
        .key(Key::Escape)
        .key(Key::Enter)
        .key(Key::Char('n'))
        .type_text("Ann")
        .key(Key::Enter)
        .assert_drawn("seats");

    let mut seas = Stage::game("seas", "human,greedy,greedy", "shown", Language::English);
    seas.settle();
    seas.assert_drawn("start");
    seas.key(Key::Enter).assert_drawn("turn");
    seas.key(Key::Char('d')).key(Key::Char('r')).assert_drawn("turn-turned");
    seas.key(Key::Char('?')).assert_drawn("help");
    seas.key(Key::Enter).key(Key::Char('l')).assert_drawn("log");
    seas.key(Key::Char('c')).assert_drawn("log-exact");
    seas.key(Key::Char('c')).assert_drawn("log");
    seas.key(Key::Enter).key(Key::Char('R'));
    for _ in 0..200 {
        if seas.shown(80, 24).contains("Out──") {
            break;
        }
        seas.key(Key::Enter);
    }
    seas.assert_drawn("out");
    seas.key(Key::Char('e')).key(Key::Enter).assert_drawn("result");
    seas.key(Key::Tab).key(Key::Tab).key(Key::Enter).assert_drawn("replay-begin");
    for _ in 0..40 {
        seas.key(Key::Right);
    }
    seas.key(Key::Char('v')).assert_drawn("replay-middle");

    let mut two = Stage::game("classic", "Ann,Bob,greedy", "shown", Language::French);
    two.settle();
    two.assert_drawn("hand-over-french");
    two.key(Key::Enter).assert_drawn("start-french");
}

#[test]
fn enter_alone_plays_whole_games_from_the_launch_to_the_result() {
    let mut stage = Stage::launch(Language::English);
    for _ in 0..300 {
        stage.key(Key::Enter);
        if stage.shown(80, 24).contains("Again") {
            // Enter on the result begins again.
            stage.key(Key::Enter);
            assert!(stage.shown(80, 24).contains("Where do you start?"), "{}", stage.shown(80, 24));
            return;
        }
    }
    panic!("the game does not end:\n{}", stage.shown(80, 24));
}

#[test]
fn enter_alone_plays_every_edition_to_its_end_at_every_size() {
    for edition in tsuro::ruleset::BUILT_INS {
        let count = context(None).variant(edition.name).unwrap().players().nearest(3);
        let mut seats = vec!["greedy"; count.into()];
        seats[0] = "human";
        let mut stage = Stage::game(edition.name, &seats.join(","), "enter", Language::French);
        // One that is told in sentences is not for the screen.
        if stage.app.is_over() {
            assert!(stage.app.plain.is_some(), "{}", edition.name);
            continue;
        }
        stage.settle();
        let mut keys = 0;
        while !stage.shown(100, 35).contains("Encore") {
            for (width, height) in [(7, 3), (60, 18), (160, 50), (80, 24)] {
                stage.shown(width, height);
            }
            stage.key(Key::Enter);
            keys += 1;
            assert!(keys < 2000, "{}:\n{}", edition.name, stage.shown(100, 35));
        }
    }
}

#[test]
fn the_mouse_alone_plays_a_whole_game() {
    let mut stage = Stage::launch(Language::English);
    stage
        .click("Tsuro of the Seas")
        .click("› Tsuro of the Seas")
        .click("Double deck")
        .click("Enter go on");
    assert!(
        stage.shown(100, 35).contains("[x]") || stage.shown(100, 35).contains("seas+double-deck"),
        "{}",
        stage.shown(100, 35)
    );
    stage.click("Enter start");
    let mut clicks = 0;
    while !stage.shown(100, 35).contains("Again") {
        let shown = stage.shown(100, 35);
        if shown.contains("turn  Space") {
            // A tile, turned by the wheel; where no way is allowed, another one.
            for column in [75, 62, 88] {
                stage.pointer(column, 30, Act::Click);
                for _ in 0..4 {
                    if stage.shown(100, 35).contains("✗") {
                        stage.pointer(column, 30, Act::WheelDown);
                    }
                }
                if !stage.shown(100, 35).contains("✗") {
                    break;
                }
            }
        }
        for entry in [
            "Enter lay",
            "Enter take",
            "Enter next",
            "Enter go on",
            "Enter watch on",
            "Enter result",
        ] {
            if stage.shown(100, 35).contains(entry) {
                stage.click(entry);
                break;
            }
        }
        clicks += 1;
        assert!(clicks < 1000, "{shown}");
    }
    stage.click("Watch from the start");
    assert!(stage.shown(100, 35).contains("Before the first turn"));
}

#[test]
fn a_choice_is_taken_back_as_often_as_one_likes_and_the_result_says_how_often() {
    let mut stage = Stage::game("classic", "human,greedy", "undo", Language::English);
    stage.settle();
    let start = stage.shown(100, 35);
    stage.key(Key::Enter);
    let first = stage.shown(100, 35);
    for _ in 0..3 {
        stage.key(Key::Enter).key(Key::Enter).key(Key::Char('u')).key(Key::Char('u'));
        assert_eq!(stage.shown(100, 35), first, "the same luck again");
    }
    stage.key(Key::Char('u'));
    assert_eq!(stage.shown(100, 35), start);
    stage.key(Key::Char('u'));
    assert!(
        stage.shown(100, 35).contains("no decision of yours before"),
        "{}",
        stage.shown(100, 35)
    );
    while !stage.shown(100, 35).contains("Again") {
        stage.key(Key::Enter);
    }
    assert!(stage.shown(100, 35).contains("Choices taken back: 7."), "{}", stage.shown(100, 35));
}

#[test]
fn help_opens_at_its_beginning_and_speaks_of_this_moment() {
    let mut stage = Stage::game("seas", "human,greedy", "help", Language::English);
    stage.settle();
    for moment in ["Choose where your piece starts", "It is your turn"] {
        stage.key(Key::Char('?'));
        for (width, height) in SIZES {
            let shown = stage.shown(width, height);
            let box_of = shown.split_once("┌Help").unwrap().1;
            let first = box_of.lines().nth(1).unwrap();
            assert!(first.contains(moment), "{shown}");
        }
        let shown = stage.shown(80, 24);
        assert!(shown.contains("↓") && !shown.contains("is lit."), "{shown}");
        stage.key(Key::PageDown).key(Key::Up).key(Key::End);
        let shown = stage.shown(80, 24);
        assert!(shown.contains("is lit.") && !shown.contains(moment), "{shown}");
        stage.key(Key::Home);
        assert!(stage.shown(80, 24).contains(moment), "{}", stage.shown(80, 24));
        stage.key(Key::Enter).key(Key::Enter);
    }
}

#[test]
fn the_box_that_says_who_is_out_hides_nothing_of_the_board() {
    let mut met = 0;
    for (rules, seed) in [("seas", "shown"), ("classic", "a"), ("luxury", "b"), ("seas", "c")] {
        let mut stage = Stage::game(rules, "human,greedy,greedy", seed, Language::English);
        stage.settle();
        for _ in 0..200 {
            let shown = stage.shown(80, 24);
            if shown.contains("Again") {
                break;
            }
            if !shown.contains("┌Out") {
                stage.key(Key::Enter);
                continue;
            }
            met += 1;
            for (width, height) in SIZES {
                let with = stage.shown(width, height);
                let at = with
                    .lines()
                    .find_map(|line| line.find("┌Out").map(|at| line[..at].chars().count()));
                let is_of_box =
                    |row: &str| row.chars().take(at.unwrap()).any(|letter| letter == '─');
                assert!(!with.lines().any(is_of_box), "{with}");
                assert!(with.contains('†') && with.contains("You are out."), "{with}");
            }
            // The help is about this moment, and what it lies over comes back.
            stage.key(Key::Char('?'));
            let help = stage.shown(80, 24);
            assert!(help.contains("The others play.") && !help.contains("┌Out"), "{help}");
            stage.key(Key::Escape);
            assert!(stage.shown(80, 24).contains("┌Out"), "{}", stage.shown(80, 24));
            stage.key(Key::Enter);
        }
    }
    assert!(met > 0, "nobody was out");
}

#[test]
fn nobody_sees_the_hand_of_another_person() {
    let mut stage = Stage::game("classic", "Ann,Bob", "shared", Language::English);
    stage.settle();
    for name in ["Ann", "Bob"] {
        let shown = stage.shown(100, 35);
        assert!(
            shown.contains(&format!("{name}, it is your turn"))
                && !shown.contains("✓")
                && !shown.contains("Where"),
            "{shown}"
        );
        // Any key but Enter leaves the hand hidden.
        stage.key(Key::Char(' ')).key(Key::Tab).pointer(50, 20, Act::WheelDown);
        assert_eq!(stage.shown(100, 35), shown);
        stage.key(Key::Enter).key(Key::Enter);
    }
    stage.key(Key::Enter).key(Key::Char('u'));
    assert!(stage.shown(100, 35).contains("it would show a hand"), "{}", stage.shown(100, 35));
}

#[test]
fn what_is_ticked_is_kept_under_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let context = context(Some(folder.path().to_owned()));
    let mut stage = Stage::with(
        context,
        options(Language::English, 0.0),
        First::Launch(Vec::new(), Beginning::default()),
    );
    stage.key(Key::Enter).key(Key::Char(' ')).key(Key::Char('m'));
    // A value that cannot be is refused in the checker's words.
    while !stage.shown(160, 50).contains("› tiles.hand") {
        stage.key(Key::Down);
    }
    stage.key(Key::Enter).key(Key::Back).type_text("9").key(Key::Enter);
    assert!(stage.shown(160, 50).contains("is too large"), "{}", stage.shown(160, 50));
    stage.key(Key::Enter).key(Key::Back).type_text("4").key(Key::Enter).key(Key::Escape);
    assert!(
        stage.shown(160, 50).contains("classic+big-board+tiles.hand=4"),
        "{}",
        stage.shown(160, 50)
    );
    stage.key(Key::Char('s')).type_text("classic").key(Key::Enter);
    assert!(stage.shown(160, 50).contains("cannot be the name"));
    stage.key(Key::Char('s')).type_text("friday").key(Key::Enter);
    assert!(folder.path().join("friday.toml").exists(), "{}", stage.shown(160, 50));
    let variant = context.variant("friday").unwrap();
    assert_eq!(variant.hash(), context.variant("classic+big-board+tiles.hand=4").unwrap().hash());
    let mut again = Stage::with(
        context,
        options(Language::English, 0.0),
        First::Launch(Vec::new(), Beginning::default()),
    );
    assert!(
        again.shown(80, 24).contains("Your own") && again.shown(80, 24).contains("friday"),
        "{}",
        again.shown(80, 24)
    );
}

#[test]
fn house_rules_in_scripts_are_ticked_and_played() {
    let mut stage = Stage::launch(Language::English);
    stage.key(Key::Enter).key(Key::End);
    while !stage.shown(160, 50).contains("› [ ] Tide") {
        stage.key(Key::Up);
    }
    stage.key(Key::Char(' '));
    let shown = stage.shown(160, 50);
    assert!(shown.contains("› [×] Tide") && shown.contains("classic+tide"), "{shown}");
    // Its keys can be changed as others can.
    stage.key(Key::Char('m')).key(Key::End);
    while !stage.shown(160, 50).contains("› rule.every") {
        stage.key(Key::Up);
    }
    assert!(stage.shown(160, 50).contains("How many turns there are from one tide to the next"));
    stage
        .key(Key::Enter)
        .key(Key::Back)
        .type_text("4")
        .key(Key::Enter)
        .key(Key::Escape)
        .key(Key::Enter);
    let shown = stage.shown(160, 50);
    assert!(shown.contains("classic+tide+rule.every=4"), "{shown}");
}

#[test]
fn a_rule_set_of_ones_own_with_a_script_is_changed_saved_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let script = "const RULE = #{ name: \"mine\", summary: \"x\", keys: #{ depth: #{ number: [2, \
        9], usual: 3, means: \"How deep\" } } };\n\
                  fn before_placement(table) { }\n";
    std::fs::write(folder.path().join("mine.rhai"), script).unwrap();
    let text = "schema = 1\ntitle = \"Of my own\"\nextends = \"classic\"\n\
        scripts = [\"mine.rhai\"]\n[[rule]]\nrule = \"mine\"\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let context = context(Some(folder.path().to_owned()));
    let launch = || {
        Stage::with(
            context,
            options(Language::English, 0.0),
            First::Launch(Vec::new(), Beginning::default()),
        )
    };
    let mut stage = launch();
    while !stage.shown(160, 50).contains("› Of my own") {
        stage.key(Key::Up);
    }
    stage.key(Key::Enter).key(Key::End);
    while !stage.shown(160, 50).contains("› [ ] Tide") {
        stage.key(Key::Up);
    }
    stage.key(Key::Char(' ')).key(Key::Char('m')).key(Key::End);
    while !stage.shown(160, 50).contains("› rule.depth") {
        stage.key(Key::Up);
    }
    stage.key(Key::Enter).key(Key::Back).type_text("7").key(Key::Enter).key(Key::Escape);
    assert!(stage.shown(160, 50).contains("mine+tide+rule.depth=7"), "{}", stage.shown(160, 50));
    stage.key(Key::Char('s')).type_text("deeper").key(Key::Enter);
    let saved = context.variant("deeper").unwrap();
    assert_eq!(saved.hash(), context.variant("mine+tide+rule.depth=7").unwrap().hash());
    assert_eq!(saved.resolved().scripts().count(), 2);
    stage.key(Key::Enter).key(Key::Enter);
    assert!(stage.shown(160, 50).contains("Where do you start?"), "{}", stage.shown(160, 50));
}

#[test]
fn without_utf_8_everything_is_ascii() {
    let plain = Options {
        theme: Theme { depth: Depth::Sixteen, ascii: true, own: None },
        ..options(Language::French, 0.0)
    };
    let mut stage = Stage::new(
        plain,
        First::Launch(Vec::new(), Beginning { seed: Some("ascii".to_owned()), record: None }),
    );
    for _ in 0..12 {
        let shown = stage.shown(100, 35);
        assert!(shown.is_ascii(), "{shown}");
        stage.key(Key::Enter);
    }
    assert!(stage.shown(100, 35).contains("vous atteignez"), "{}", stage.shown(100, 35));
}

/// A cell of a terminal window, in pixels.
const WIDE: u32 = 9;
const HIGH: u32 = 18;
/// The usual colours of signs and of what is behind them.
const INK: &str = "#d8d8d8";
const GROUND: &str = "#1b1d23";

/// The screen as a picture of a terminal window: Braille patterns are drawn as their dots, so that
/// it looks the same with any font.
fn window(stage: &mut Stage, width: u16, height: u16) -> String {
    stage.shown(width, height);
    let buffer = stage.terminal.backend().buffer();
    let (w, h) = (u32::from(width) * WIDE, u32::from(height) * HIGH);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 {} {}\" \
         font-family=\"monospace\" font-size=\"15\">\n\
         <rect x=\"-10\" y=\"-10\" width=\"{0}\" height=\"{1}\" rx=\"8\" fill=\"{GROUND}\"/>\n",
        w + 20,
        h + 20
    );
    for y in 0..height {
        draw_grounds(&mut svg, buffer, width, y);
        (0..width).for_each(|x| draw_cell(&mut svg, buffer, x, y));
    }
    svg + "</svg>\n"
}

/// The colours of a cell: of its sign, and of what is behind it.
fn colors(cell: &Cell) -> [String; 2] {
    let color = |color: Color, usual: &str| match color {
        Color::Indexed(index) => super::theme::hex(index),
        Color::Red => "#e05a5a".to_owned(),
        _ => usual.to_owned(),
    };
    if cell.modifier.contains(Modifier::REVERSED) {
        [color(cell.bg, GROUND), color(cell.fg, INK)]
    } else {
        [color(cell.fg, INK), color(cell.bg, GROUND)]
    }
}

/// What is behind the signs of a line, where it is of another colour than the window.
fn draw_grounds(svg: &mut String, buffer: &Buffer, width: u16, y: u16) {
    let ground = |x: u16| {
        let [_, ground] = colors(&buffer[(x, y)]);
        ground
    };
    let mut x = 0;
    while x < width {
        let fill = ground(x);
        let end = (x..width).find(|&other| ground(other) != fill).unwrap_or(width);
        if fill != GROUND {
            let (left, top, wide) =
                (u32::from(x) * WIDE, u32::from(y) * HIGH, u32::from(end - x) * WIDE);
            let _ = writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{HIGH}\" \
                 fill=\"{fill}\"/>"
            );
        }
        x = end;
    }
}

/// The sign of a cell.
fn draw_cell(svg: &mut String, buffer: &Buffer, x: u16, y: u16) {
    let cell = &buffer[(x, y)];
    let Some(sign) = cell.symbol().chars().next().filter(|sign| *sign != ' ') else { return };
    let [ink, _] = colors(cell);
    let (left, top) = (u32::from(x) * WIDE, u32::from(y) * HIGH);
    if let bits @ 1..256 = u32::from(sign).wrapping_sub(0x2800) {
        let path = braille(bits, left, top);
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" stroke=\"{ink}\" stroke-width=\"3.4\" stroke-linecap=\"round\"/>"
        );
        return;
    }
    let faint = if cell.modifier.contains(Modifier::DIM) { " opacity=\"0.65\"" } else { "" };
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let sign = match sign {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        sign => sign.to_string(),
    };
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{bold}{faint}>{sign}</text>",
        top + 14
    );
}

/// The dots of a Braille pattern as a path.
fn braille(bits: u32, left: u32, top: u32) -> String {
    const DOTS: [(u32, u32); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
    let mut path = String::new();
    for (_, (column, row)) in DOTS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1) {
        let (x, y) = (left + 2 + column * 4, top + 1 + row * 4 + row / 2);
        let _ = write!(path, "M{x}.25 {y}.75h0");
    }
    path
}

#[test]
fn the_pictures_of_the_manual_show_the_screen_as_it_is() {
    let full = || Options {
        theme: Theme { depth: Depth::Full, ascii: false, own: None },
        ..options(Language::English, 0.0)
    };
    let assert_picture = |stage: &mut Stage, name: &str, (width, height): (u16, u16)| {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/pictures/{name}.svg"));
        let drawn = window(stage, width, height);
        if std::env::var_os("TSURO_BLESS").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        assert!(
            drawn == std::fs::read_to_string(&path).unwrap_or_default(),
            "{} is not what the screen shows",
            path.display()
        );
    };
    // The first seed with which a person who only presses Enter is still there in turn 13.
    let mut stage = (1..100)
        .find_map(|seed: u32| {
            let beginning = Beginning { seed: Some(seed.to_string()), record: None };
            let mut stage = Stage::new(full(), First::Launch(Vec::new(), beginning));
            for _ in 0..7 {
                stage.key(Key::Down);
            }
            if seed == 1 {
                assert_picture(&mut stage, "screen-launch", (90, 26));
            }
            loop {
                stage.key(Key::Enter);
                let shown = stage.shown(100, 35);
                if shown.contains("You: turn 13") || shown.contains("Again") {
                    return shown.contains("You: turn 13").then_some(stage);
                }
            }
        })
        .expect("somebody who survives");
    stage.key(Key::Char(' '));
    assert_picture(&mut stage, "screen-turn", (100, 30));
    while !stage.shown(100, 35).contains("Again") {
        stage.key(Key::Enter);
    }
    assert_picture(&mut stage, "screen-result", (110, 26));
}

/// A rule from outside, as a program that uses the crate has it.
#[path = "../../../tests/programs/auction/rule.rs"]
mod auction;
mod lessons;

#[test]
fn a_question_shows_its_tile_and_its_square_and_a_bid_its_unit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("auction.toml");
    std::fs::write(&file, "schema = 1\nextends = \"classic\"\n[hazard]\nrule = \"auction\"\n")
        .unwrap();
    let files = RuleFiles { user: None };
    let context: &'static Context =
        Box::leak(Box::new(Context { registry: auction::registry(), files }));
    for (language, bids, prize) in [
        (
            Language::English,
            ["more than 1 coin for", "The tile: A", "c3: empty.", "1 coin", "2 coins"],
            "Which tile does",
        ),
        (
            Language::French,
            ["plus de 1 pièce pour", "La tuile : A", "c3 : vide.", "1 pièce", "2 pièces"],
            "Quelle tuile",
        ),
    ] {
        let variant = Arc::new(context.variant(file.to_str().unwrap()).unwrap());
        let players = ["human", "random"]
            .map(|word| Player::from_record(word, &host(1000).1).unwrap())
            .to_vec();
        let beginning = Beginning { seed: Some("lots".to_owned()), record: None };
        let mut stage = Stage::with(
            context,
            options(language, 0.0),
            First::Begin(TableSetup { variant, players, seed: None }, beginning),
        );
        stage.settle();
        stage.key(Key::Enter);
        let shown = stage.shown(100, 35);
        let one_line =
            shown.split([' ', '\n']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        for part in bids {
            assert!(shown.contains(part) || one_line.contains(part), "{part:?}:\n{shown}");
        }
        // The tile is drawn, and the square is marked on the board; a small window has both, too.
        assert_eq!(shown.matches(" ? ").count(), 2, "{shown}");
        let small = stage.shown(80, 24);
        assert!(small.matches(" ? ").count() == 2 && small.contains(bids[3]), "{small}");
        // Who bids last wins with the highest bid, and is asked for a tile. The one that is pointed
        // at is drawn.
        let row = |line: &str, label: &str| {
            line.trim_end().strip_suffix(label).is_some_and(|rest| rest.trim_end().ends_with('?'))
        };
        let drawn = |shown: &str, label: &str| shown.lines().any(|line| row(line, label));
        let mut steps = 0;
        while !stage.shown(100, 35).contains(&format!("{prize} "))
            || !drawn(&stage.shown(100, 35), "1")
        {
            steps += 1;
            assert!(steps < 6, "{}", stage.shown(100, 35));
            if stage.shown(100, 35).contains(bids[4]) {
                stage.key(Key::BackTab);
            }
            stage.key(Key::Enter);
        }
        assert!(!drawn(&stage.shown(100, 35), "2"));
        stage.key(Key::Tab);
        assert!(drawn(&stage.shown(100, 35), "2"), "{}", stage.shown(100, 35));
    }
}

#[test]
fn solved_puzzles_are_remembered_and_the_first_visit_points_at_the_lessons() {
    let folder = tempfile::tempdir().unwrap();
    let learner = StateFile::in_folder(folder.path(), Learner::FILE);
    let options = || Options { learner: Some(learner.clone()), ..options(Language::English, 0.0) };
    let launch = || Stage::new(options(), First::Launch(Vec::new(), Beginning::default()));
    let shown = launch().shown(80, 24);
    assert!(shown.contains("Never played?") && shown.contains("› Learn by playing"), "{shown}");
    assert!(launch().key(Key::Enter).shown(80, 24).contains("Lesson 1 of 7"));
    let context = context(None);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    let courses = Lessons::shipped(rules);
    let puzzles = || vec![Lessons::puzzles(rules).remove(0)];
    for (courses, at) in [(courses, 0), (puzzles(), 0)] {
        let keys = lessons::keys_to_the_answer(&courses[0], at);
        let mut stage = Stage::with(context, options(), First::Learn(courses));
        for key in keys {
            stage.key(key);
        }
        stage.key(Key::Enter);
        assert!(stage.shown(80, 24).contains("✓ Right!"), "{}", stage.shown(80, 24));
    }
    // Now a game is proposed, and the next puzzle is asked.
    let mut stage = launch();
    assert!(stage.shown(80, 24).contains("› Tsuro"), "{}", stage.shown(80, 24));
    stage.key(Key::Up);
    assert!(stage.shown(80, 24).contains("1 of 52 solved"), "{}", stage.shown(80, 24));
    let mut stage = Stage::with(context, options(), First::Learn(puzzles()));
    let shown = stage.shown(80, 24);
    assert!(shown.contains("Puzzle 2 of 18") && shown.contains("1 of 18 solved"), "{shown}");
}
