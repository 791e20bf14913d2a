//! Squares that a rule hides from a seat: whatever the seat is shown is the same in all games that
//! it cannot tell apart.

use crate::common::program::{err, example, feed, out};
use crate::common::{Texts as Loader, in_checkout, read_checkout};
use crate::moments::{breach_in, program};
use serde_json::Value;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Square};
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Choice, CountDecl, Illegal, Observation, Outlook, Own,
    Progress, Question, Rng, Rule, RuleDecl, RuleEvent, RulePhase, Seat, SeenEvent, Setup, Shown,
    Table, TableView, Telling, Texts, Timing,
};
use tsuro::picture::{BoardScene, svg};
use tsuro::record::{RecordReader, Replayer, write_request};
use tsuro::rules::AnyRules;
use tsuro::ruleset::Variant;
use tsuro::tensor::{BoardForm, Layout, PartialExchange, StateLayout};

/// Rule sets with the fog: where pieces that meet are out, and where they pass each other; with a
/// rule that looks at what placements would do, one that takes tiles off the board, and one that
/// has special tiles in the deck.
pub(crate) const FOGGY: [&str; 5] = [
    "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\" }]\n",
    "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\", sees = 2 }]\n\
     score = { rule = \"longest-path\" }\n",
    "schema = 1\nextends = \"luxury\"\nplacement = { rule = \"truce\" }\n\
     rule = [{ rule = \"fog\" }]\n",
    "schema = 1\nextends = \"seas\"\nrule = [{ rule = \"fog\" }]\n",
    "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\" }, { rule = \"gust\" }]\n",
];

pub(crate) fn variant(text: &str) -> Arc<Variant> {
    let loader = Loader(&[("foggy", text)]);
    Arc::new(
        Variant::load("foggy", &loader, &program::registry())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

/// All that a seat is shown of a game: as a program is told, with what each placement would do, and
/// what bots ask besides.
fn shown(see: &Observation<'_>) -> Vec<String> {
    let choices = see.choices();
    let mut shown = vec![String::from_utf8(write_request(see, &choices, usize::MAX, 7)).unwrap()];
    let mut codes = vec![0; usize::from(see.shape().columns()) * usize::from(see.shape().rows())];
    see.codes(&mut codes);
    shown.push(format!(
        "{codes:?} {:?} {:?} {:?} {}",
        see.unseen(),
        see.rule_pieces(),
        see.square_marks(),
        see.rule_views()
    ));
    for tile in see.placements() {
        shown.push(format!(
            "{tile:?} {:?} {:?} {:?}",
            see.fate(tile),
            see.consequences(tile),
            see.outlook(tile)
        ));
        shown.push(format!(
            "{:?}",
            see.check(&Choice::Place(tile)).map_err(|why: Illegal| why.to_string())
        ));
    }
    if see.is_to_decide() && !see.legal().is_empty() {
        let mut world = see.imagine();
        world.deal(&mut Rng::new(3, 4));
        let mut outlooks = Vec::new();
        world.outlooks(&see.legal(), &mut |tile, outlook: &Outlook| {
            outlooks.push(format!("{tile:?} {outlook:?}"));
        });
        shown.push(format!("{:?} {outlooks:?}", world.legal()));
    }
    shown
}

/// Plays games by random choices of what each seat sees, and calls `look` before each.
fn play(text: &str, mut look: impl FnMut(&Game)) {
    let variant = variant(text);
    for index in 0..12 {
        let mut game =
            Game::in_run(Arc::clone(&variant), 2 + (index % 4) as u8, "fog", index).unwrap();
        while let Some(decision) = game.decision() {
            look(&game);
            let choices = game.observe(decision.seat()).choices();
            let choice = choices[game.bot_stream().below(choices.len() as u32) as usize].clone();
            game.play(&choice).unwrap();
        }
    }
}

fn hidden(see: &Observation<'_>) -> Vec<Square> {
    see.shape().squares().filter(|&square| see.content(square) == Content::Hidden).collect()
}

#[test]
fn a_seat_sees_the_same_in_all_games_that_it_cannot_tell_apart() {
    for text in FOGGY {
        let (mut differ, mut pieces) = (0, 0);
        play(text, |game| {
            for seat in (0..game.seats()).map(Seat::new) {
                let other = game.redealt(seat, "anew");
                let see = game.observe(seat);
                assert_eq!(shown(&see), shown(&other.observe(seat)), "seat {seat} in {text}");
                let tiles = |game: &Game| game.position()["tiles"].clone();
                differ += usize::from(tiles(game) != tiles(&other));
                let is_special = |tile: &Value| tile["tile"].as_u64().unwrap() >= 35;
                assert!(
                    !tiles(&other).as_array().unwrap().iter().any(is_special),
                    "a special tile is laid for seat {seat} in {text}"
                );
                pieces += see.alive().without(see.in_sight()).len() as usize;
                // Nothing of the true game is left for a search.
                assert_eq!(
                    other.redealt(seat, "again").position(),
                    game.redealt(seat, "again").position(),
                    "seat {seat} in {text}"
                );
            }
        });
        assert!(
            differ > 100 && pieces > 100,
            "{differ} boards, {pieces} pieces were hidden in {text}"
        );
    }
}

#[test]
fn what_lies_and_stands_on_a_hidden_square_is_nowhere_to_be_seen() {
    play(FOGGY[0], |game| {
        let position = game.position();
        for seat in (0..game.seats()).map(Seat::new) {
            let see = game.observe(seat);
            let hidden = hidden(&see);
            if let Some(own) = see.place(seat) {
                assert_ne!(
                    see.content(own.square()),
                    Content::Hidden,
                    "a seat sees the square that it faces"
                );
            }
            let sees: Value = tsuro::record::write_observation(&see);
            let lies: Vec<&str> = sees["tiles"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|tile| tile["square"].as_str())
                .collect();
            for square in &hidden {
                assert!(!lies.contains(&square.to_string().as_str()), "a tile on {square}");
            }
            let away = |other: &Seat| {
                let at = position["players"][other.index()]["at"]
                    .as_str()
                    .map(|at| at[..at.len() - 2].to_owned());
                at.is_some_and(|at| hidden.iter().any(|square| square.to_string() == at))
            };
            for other in see.alive().iter().filter(away) {
                assert_eq!(
                    (see.place(other), &sees["players"][other.index()]["at"]),
                    (None, &Value::Null),
                    "the piece of {other}"
                );
            }
            let listed: Vec<String> = sees["hidden"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|square| square.as_str().unwrap().to_owned())
                .collect();
            assert_eq!(listed, hidden.iter().map(Square::to_string).collect::<Vec<_>>());
            // All tiles are somewhere: with the tiles on hidden squares, none is missing from what
            // a seat counts.
            let counted: usize = see.unseen().iter().map(|&count| usize::from(count)).sum();
            let whole = 35 - lies.len() - see.hand().len();
            assert_eq!(counted, whole, "{sees}");
        }
    });
}

/// All squares that are named in what is told.
fn squares(told: &Value) -> Vec<Square> {
    match told {
        Value::String(text) => text.split(':').next().unwrap().parse().into_iter().collect(),
        Value::Array(all) => all.iter().flat_map(squares).collect(),
        Value::Object(fields) => fields.values().flat_map(squares).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_seat_is_told_nothing_of_what_happens_out_of_its_sight() {
    for text in FOGGY {
        let (mut unseen, mut told, mut causes) = (0, 0, 0);
        let variant = variant(text);
        for index in 0..12 {
            let mut game =
                Game::in_run(Arc::clone(&variant), 2 + (index % 4) as u8, "told", index).unwrap();
            let readers: Vec<Option<Seat>> =
                (0..game.seats()).map(|seat| Some(Seat::new(seat))).chain([None]).collect();
            let mut out_of_sight = vec![Vec::new(); readers.len()];
            while let Some(decision) = game.decision() {
                let (mark, choices) = (game.mark(), game.observe(decision.seat()).choices());
                let choice =
                    choices[game.bot_stream().below(choices.len() as u32) as usize].clone();
                game.play(&choice).unwrap();
                for (&seat, out_of_sight) in readers.iter().zip(&mut out_of_sight) {
                    for event in game.events_seen_by(seat, mark) {
                        let line: Value = serde_json::to_value(event).unwrap();
                        if let SeenEvent::Sight(sight) = event {
                            out_of_sight.retain(|&square| {
                                sight
                                    .content(square)
                                    .is_none_or(|content| content == Content::Hidden)
                            });
                            out_of_sight.extend(
                                sight
                                    .squares
                                    .iter()
                                    .filter(|known| known.1 == Content::Hidden)
                                    .map(|known| known.0),
                            );
                            continue;
                        }
                        unseen +=
                            usize::from(line["event"] == "placed" && line["square"].is_null());
                        causes +=
                            usize::from(line["event"] == "eliminated" && line["cause"].is_null());
                        told += usize::from(line["event"] == "placed" && !line["square"].is_null());
                        let own =
                            seat.is_some_and(|seat| line["player"] == u64::from(seat.number()));
                        let names = squares(&line)
                            .into_iter()
                            .find(|square| !own && out_of_sight.contains(square));
                        assert_eq!(names, None, "{seat:?} is told {line} in {text}");
                    }
                    out_of_sight.sort_unstable();
                    out_of_sight.dedup();
                    assert_eq!(*out_of_sight, hidden(&game.observe(seat)), "{seat:?} in {text}");
                }
            }
            let record = game.record().unwrap();
            assert_eq!(
                Game::from_record(&record, &program::registry()).unwrap().record().unwrap(),
                record,
                "a record has all"
            );
            for seat in (0..game.seats()).map(Seat::new) {
                let view = game.record_seen_by(seat).unwrap();
                let read = RecordReader::new(view.as_bytes()).game().unwrap().unwrap();
                Replayer::new(&program::registry())
                    .check_view(&read)
                    .unwrap_or_else(|why| panic!("{why} in {text}: {view}"));
            }
        }
        assert!(
            unseen > 50 && told > 50 && causes > 5,
            "{unseen} placements out of sight, {told} in sight, {causes} losses, in {text}"
        );
    }
}

/// The bytes of a field.
fn field<'a>(layout: &StateLayout, name: &str, array: &'a [u8]) -> &'a [u8] {
    let field = layout
        .fields()
        .iter()
        .find(|field| field.name == name)
        .unwrap_or_else(|| panic!("no field {name}"));
    &array[field.offset..field.offset + field.len()]
}

/// The arrays of a game, in both forms.
struct Arrays<'g> {
    game: &'g Game,
    /// The rule set.
    text: &'g str,
    planes: StateLayout,
    tokens: StateLayout,
}

/// How many squares were hidden, how many tiles lay on them, and how many arrays of critics showed
/// a difference.
#[derive(Debug, Default)]
struct HiddenCounts {
    squares: usize,
    tiles: usize,
    critics: usize,
}

impl<'g> Arrays<'g> {
    fn new(game: &'g Game, text: &'g str) -> Self {
        let [planes, tokens] = [BoardForm::Planes, BoardForm::Tokens].map(|form| {
            StateLayout::new(
                Layout::of_version(2, game.variant(), game.seats(), form)
                    .unwrap()
                    .with_outlook()
                    .with_knowledge(),
            )
        });
        Self { game, text, planes, tokens }
    }

    /// What a seat is shown is the same where it cannot tell games apart; critics see the
    /// difference.
    fn check_against_another_deal(&self, seat: Seat, counts: &mut HiddenCounts) {
        let other = self.game.redealt(seat, "arrays");
        for layout in [&self.planes, &self.tokens] {
            let [here, there] = [self.game, &other].map(|game| written(game, layout, seat));
            let seen = layout.sees().len();
            assert!(
                here[..seen] == there[..seen],
                "the array of seat {seat} shows what is hidden from it in {}",
                self.text
            );
            counts.critics += usize::from(here[seen..] != there[seen..]);
        }
        let actions = self.planes.sees().actions();
        let masks = [self.game, &other].map(|game| {
            let mut mask = vec![9; actions.len()];
            let partial = PartialExchange::default();
            actions.write_mask(&game.observe(seat), &partial, &mut mask).unwrap();
            mask
        });
        assert_eq!(masks[0], masks[1], "the mask of seat {seat} in {}", self.text);
    }

    fn check_expansion(&self, wide: &[u8], narrow: &[u8]) {
        let (planes, tokens) = (self.planes.sees(), self.tokens.sees());
        let mut expanded = vec![9; planes.len()];
        planes.expand(tokens, &narrow[..tokens.len()], &mut expanded);
        assert!(expanded == wide[..expanded.len()], "tokens expand to the planes in {}", self.text);
    }

    /// Hidden squares are told from empty ones, and critics see the tiles on them.
    fn check_squares(&self, seat: Seat, wide: &[u8], narrow: &[u8], counts: &mut HiddenCounts) {
        let (see, whole, text) = (self.game.observe(seat), self.game.position(), self.text);
        let tiles = whole["tiles"].as_array().unwrap();
        for (number, square) in see.shape().rectangle_squares().enumerate() {
            let is_hidden = see.content(square) == Content::Hidden;
            let plane = field(&self.planes, "hidden", wide)[number];
            assert_eq!(plane, u8::from(is_hidden), "{square} in {text}");
            let token = field(&self.tokens, "squares", narrow)[number];
            assert_eq!(token == 251, is_hidden, "{square} in {text}");
            counts.squares += usize::from(is_hidden);
            let lies = tiles.iter().find(|tile| tile["square"] == square.to_string().as_str());
            let code = lies.map(|tile| {
                tile["tile"].as_u64().unwrap() * 4 + tile["rotation"].as_u64().unwrap()
            });
            let read = field(&self.planes, "whole_squares", wide)[number];
            assert_eq!(
                Some(u64::from(read)).filter(|&code| code < 140),
                code,
                "{square} in {text}"
            );
            counts.tiles += usize::from(code.is_some() && is_hidden);
        }
    }

    /// Pieces out of sight are told from pieces that are out, and critics see them.
    fn check_pieces(&self, seat: Seat, narrow: &[u8]) {
        let (see, whole) = (self.game.observe(seat), self.game.position());
        for away in 0..self.game.seats() {
            let other = Seat::new((seat.number() + away) % self.game.seats());
            let [seen, all] = ["pieces", "whole_pieces"]
                .map(|name| field(&self.tokens, name, narrow)[2 * usize::from(away) + 1]);
            let here = format!("the piece of {other} in {}", self.text);
            assert_eq!(seen == 255, see.place(other).is_none(), "{here}");
            assert_eq!(all == 255, whole["players"][other.index()]["at"].is_null(), "{here}");
        }
    }
}

/// The array of a seat, with what critics see.
fn written(game: &Game, layout: &StateLayout, seat: Seat) -> Vec<u8> {
    let mut array = vec![9; layout.len()];
    game.write_state(layout, seat, &PartialExchange::default(), &mut array);
    array
}

#[test]
fn the_arrays_of_a_seat_do_not_depend_on_what_is_hidden_and_tell_it_from_nothing() {
    for text in FOGGY {
        let mut counts = HiddenCounts::default();
        play(text, |game| {
            let arrays = Arrays::new(game, text);
            for seat in (0..game.seats()).map(Seat::new) {
                arrays.check_against_another_deal(seat, &mut counts);
                let [wide, narrow] =
                    [&arrays.planes, &arrays.tokens].map(|layout| written(game, layout, seat));
                arrays.check_expansion(&wide, &narrow);
                arrays.check_squares(seat, &wide, &narrow, &mut counts);
                arrays.check_pieces(seat, &narrow);
            }
        });
        let HiddenCounts { squares, tiles, critics } = counts;
        assert!(squares > 100 && tiles > 100 && critics > 100, "{counts:?} in {text}");
    }
    let plain = variant("schema = 1\nextends = \"classic\"\n");
    let layout = StateLayout::new(Layout::new(&plain, 3, BoardForm::Planes).unwrap());
    assert!(
        !layout.describe().to_string().contains("hidden\"")
            && !layout.fields().iter().any(|field| field.name.starts_with("whole"))
    );
}

#[test]
fn only_rule_sets_that_hide_something_pay_for_it() {
    assert!(matches!(variant(FOGGY[0]).rules(), AnyRules::Large(_)));
    assert!(matches!(variant("schema = 1\nextends = \"classic\"\n").rules(), AnyRules::Small(_)));
    assert_eq!(read_checkout("examples/fog.toml"), FOGGY[0]);
}

#[test]
fn pictures_and_words_say_what_is_hidden() {
    let mut game = Game::from_variant(variant(FOGGY[0]), 2, "pictures").unwrap();
    while game.turn() < 3 {
        let seat = game.decision().unwrap().seat();
        let choice = game.observe(seat).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    let see = game.observe(game.decision().unwrap().seat());
    let scene = BoardScene::new(&see, &['A', 'B']);
    let drawn = svg(&scene, "A foggy day");
    assert!(!hidden(&see).is_empty());
    for square in see.shape().squares() {
        let is_hidden = see.content(square) == Content::Hidden;
        assert_eq!(
            drawn.contains(&format!("<title>{square}: out of sight</title>")),
            is_hidden,
            "{square}"
        );
    }
    assert_eq!(scene.pieces.len(), see.in_sight().len() as usize);
}

#[test]
fn a_person_at_the_terminal_is_told_nothing_of_what_is_hidden() {
    let home = tempfile::tempdir().unwrap();
    let record = home.path().join("record.jsonl");
    let play = |language: &str, record: &std::path::Path| {
        let mut command = std::process::Command::new(example("moments"));
        command
            .args([
                "play",
                "examples/fog.toml",
                "--plain",
                "--seats",
                "human,random,random,random",
                "--seed",
                "fog",
                "--record",
            ])
            .arg(record);
        command
            .current_dir(in_checkout(""))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("LANG", language)
            .env_remove("LC_ALL");
        let output = feed(command, &"board\n1\n\n".repeat(200));
        assert!(output.status.success(), "{}", err(&output));
        out(&output)
    };
    let told = play("en", &record);
    for said in ["Out of sight: a", ": out of sight.", "places a tile out of sight."] {
        assert!(told.contains(said), "{said}:\n{told}");
    }
    let record = std::fs::read_to_string(record).unwrap();
    let view = Game::from_record(&record, &program::registry())
        .unwrap()
        .record_seen_by(Seat::new(0))
        .unwrap();
    let count = |pick: &dyn Fn(&Value) -> bool| {
        view.lines().filter(|line| pick(&serde_json::from_str(line).unwrap())).count()
    };
    let seen = count(&|event| {
        event["event"] == "placed" && event["player"] != 0 && !event["square"].is_null()
    });
    let named = told.lines().filter(|line| line.contains(" lays a tile on ")).count();
    assert_eq!(named, seen, "placements of others that are told:\n{told}");
    let told = play("fr", &home.path().join("another.jsonl"));
    assert!(told.contains("pose une tuile hors de vue"), "{told}");
}

static CRIES: RuleEvent<(Seat, u32)> = RuleEvent::new(
    "crier",
    &["player", "column"],
    &[Telling::always(Texts(&[("en", "{player} placed in column {column}.")]))],
);
static WHISPERS: RuleEvent<(Seat,)> = RuleEvent::new(
    "crier",
    &["player"],
    &[Telling::always(Texts(&[("en", "{player} placed on the left.")]))],
);
static COLUMN: CountDecl = CountDecl::new(
    "column",
    Texts(&[("en", "column")]),
    Texts(&[("en", "{who}: column {count}.")]),
);
const WHERE: AskDecl = AskDecl::new("crier", AnswerKind::Square, Texts(&[("en", "Which tile?")]));

/// How a rule gives away what lies on squares that a seat does not see.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Leak {
    Event,
    NoEvent,
    Count,
    Question,
    Nothing,
}

/// Knows in which column each seat has last placed a tile, and whether the active one was asked.
#[derive(Debug)]
struct Crier(Leak, &'static RuleDecl);

macro_rules! crier {
    ($decl:ident, $how:expr) => {
        static $decl: RuleDecl =
            RuleDecl::new(RulePhase::Rule, "crier", "keeps no secret", &|_| {
                Some(Box::new(Crier($how, &$decl)))
            })
            .events(&[CRIES.decl(), WHISPERS.decl()])
            .asks(&[&WHERE])
            .counts(&[&COLUMN])
            .at(&[Timing::TurnBegins, Timing::AfterPlacement])
            .abilities(Abilities::NONE);
    };
}

crier!(CRIES_OUT, Leak::Event);
crier!(CRIES_ON_THE_LEFT, Leak::NoEvent);
crier!(COUNTS, Leak::Count);
crier!(ASKS, Leak::Question);
crier!(KEEPS_STILL, Leak::Nothing);

impl Rule for Crier {
    fn decl(&self) -> &'static RuleDecl {
        self.1
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new((vec![0_u8; setup.seats.into()], true))
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        let (columns, asked) = own.get_mut::<(Vec<u8>, bool)>();
        *asked = self.0 != Leak::Question || at != Timing::TurnBegins;
        let active = table.active();
        if let (Timing::AfterPlacement, Some(square)) = (at, table.last_laid()) {
            columns[active.index()] = square.column();
            match self.0 {
                Leak::Event => table.tell(&CRIES, (active, square.column().into())),
                Leak::NoEvent if square.column() < 3 => table.tell(&WHISPERS, (active,)),
                _ => {}
            }
        }
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        if own.get::<(Vec<u8>, bool)>().1 { Progress::Done } else { Progress::Ask(table.active()) }
    }
    fn question(&self, table: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        let squares = (0..6).flat_map(|row| (0..6).map(move |column| Square::new(column, row)));
        let there = squares.filter(|&square| matches!(table.content(square), Content::Tile(_)));
        Some(Question::new(&WHERE, there.chain([Square::new(0, 0)]).take(1).map(Answer::from)))
    }
    fn answer(&self, _: &mut Table<'_>, own: &mut Own, _: Seat, _: Answer) {
        own.get_mut::<(Vec<u8>, bool)>().1 = true;
    }
    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        let columns = &own.get::<(Vec<u8>, bool)>().0;
        for (seat, &column) in (0..).zip(columns).filter(|_| self.0 == Leak::Count) {
            each(Shown::Seat(&COLUMN, Seat::new(seat), column));
        }
    }
}

#[test]
fn conformance_finds_the_rule_that_gives_a_hidden_square_away() {
    let text =
        "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"fog\" }, { rule = \"crier\" }]\n";
    let found = |decl| breach_in(3, "crier", text, &program::registry().with(decl));
    assert_eq!(found(&KEEPS_STILL), None);
    for (decl, said) in [
        (&CRIES_OUT, "shows in `data.column` of what it is told by \"crier\""),
        (&CRIES_ON_THE_LEFT, "shows in `event` of what it is told by \"crier\""),
        (&COUNTS, "shows in `shows` of what it sees after the step"),
        (&ASKS, "shows in `choices` of what it sees"),
    ] {
        let why = found(decl).unwrap_or_default();
        assert!(
            why.starts_with("views leak nothing: ")
                && why.contains("from seat ")
                && why.contains(said),
            "{said}: {why}"
        );
    }
}

#[test]
fn foggy_rule_sets_conform() {
    let more = ["luxury-advanced", "rough-seas", "storm-seas", "exchange-for-all"]
        .map(|base| format!("schema = 1\nextends = \"{base}\"\nrule = [{{ rule = \"fog\" }}]\n"));
    for text in FOGGY.into_iter().chain(more.iter().map(String::as_str)) {
        assert_eq!(breach_in(2, "foggy", text, &program::registry()), None, "{text}");
    }
}
