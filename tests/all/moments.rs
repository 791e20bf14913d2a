//! The rules of `examples/moments`: how long they are, that they keep what every rule must keep,
//! and that conformance finds the ones that give a secret away.

#[allow(dead_code, reason = "its `main` is run as a program of its own")]
#[path = "../../examples/moments/main.rs"]
pub mod program;

use crate::common::Texts as Loader;
use crate::common::games::{played, resumes_after_every_line};
use crate::common::program::{err, example, feed, out};
use crate::common::{in_checkout, read_checkout};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Cause, CauseDecl, ChanceDecl, Own, Progress, Question,
    Rng, Rule, RuleDecl, RuleEvent, RulePhase, Seat, Setup, Table, TableView, Telling, Texts,
    Timing,
};
use tsuro::record::{RecordReader, Replayer, view};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Source, SourceId, Variant, resolve};
use tsuro_suite::{Conformance, conformance};

pub(crate) fn variant(path: &str) -> Arc<Variant> {
    let registry = program::registry();
    let source = Source::new(SourceId::File(in_checkout(path)), path, read_checkout(path));
    let resolved =
        resolve(source, &BuiltIns, &registry).unwrap_or_else(|problems| panic!("{problems}"));
    Arc::new(Variant::new(resolved, &registry).unwrap_or_else(|problems| panic!("{problems}")))
}

/// The lines of a rule's file without imports, comments, blank lines and the words that players
/// read.
pub(crate) fn lines_of_a_rule(text: &str) -> usize {
    let mut in_import = false;
    let counts = |line: &&str| {
        let line = line.trim();
        let is_import = in_import || line.starts_with("use ");
        in_import = is_import && !line.ends_with(';');
        let is_word = ["(\"en\",", "(\"fr\","].iter().any(|word| line.contains(word));
        !(line.is_empty() || line.starts_with("//") || is_import || is_word)
    };
    text.lines().filter(counts).count()
}

#[test]
fn each_rule_has_at_most_sixty_lines() {
    for rule in [
        "second_life",
        "bid",
        "ko",
        "bounty",
        "roles",
        "tide",
        "lantern",
        "fog",
        "gust",
        "duel",
        "squall",
        "auction",
    ] {
        let lines = lines_of_a_rule(&read_checkout(format!("examples/moments/{rule}.rs")));
        assert!((25..=60).contains(&lines), "{rule} has {lines} lines");
    }
}

/// The records of some games, which replay, and of which each seat's view follows.
pub(crate) fn records(path: &str) -> String {
    let (variant, registry) = (variant(path), program::registry());
    let mut all = String::new();
    for index in 0..30 {
        let game = played(&variant, 2 + (index % 5) as u8, "moments", index).record;
        let read = RecordReader::new(game.as_bytes()).game().unwrap().unwrap();
        let mut replayer = Replayer::new(&registry);
        let (_, memory) = replayer
            .replay_remembering(&read, &mut |_| {})
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
        for seat in 0..2 + (index % 5) as u8 {
            let seen = view(&read, &memory, Seat::new(seat));
            let seen = RecordReader::new(seen.as_bytes()).game().unwrap().unwrap();
            replayer
                .check_view(&seen)
                .unwrap_or_else(|why| panic!("{path}, seat {seat}: {why}\n{game}"));
        }
        all.push_str(&game);
    }
    all
}

#[test]
fn every_rule_comes_into_play_and_its_games_replay_and_resume() {
    let all = records("examples/moments.toml");
    // A piece that starts again, a turn that is bid for, points for pieces put out, lives that are
    // refused.
    for shown in [
        r#""choice":"rise""#,
        r#""event":"carried""#,
        r#""rule":"bid","data""#,
        r#""choice":"fall""#,
        r#""scores":["#,
    ] {
        assert!(all.contains(shown), "{shown} never happened");
    }
    assert!(
        records("examples/auction.toml").contains(r#""rule":"auction","data":{"player""#),
        "nothing was sold"
    );
    assert!(
        records("examples/squall.toml").contains(r#""rule":"squall","data":{"player""#),
        "no squall struck"
    );
    assert!(
        records("examples/duel.toml").contains(r#""rule":"duel","data":{"loser""#),
        "nobody fought"
    );
    let all = records("examples/roles.toml");
    for shown in [
        r#""rule":"tide","data":{"row""#,
        r#""laid""#,
        r#""rule":"lantern""#,
        "roles/caught",
        r#""rule":"roles""#,
    ] {
        assert!(all.contains(shown), "{shown} never happened");
    }
    resumes_after_every_line(&variant("examples/moments.toml"), 3, "second lives");
    resumes_after_every_line(&variant("examples/roles.toml"), 3, "roles");
}

static SWEPT: CauseDecl = CauseDecl::new(
    "swell/swept",
    "being swept away",
    Texts(&[("en", "swept away"), ("fr", "emporté")]),
);
static SWELL: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "swell", "sweeps away what is lost", &|_| {
        Some(Box::new(Swell))
    })
    .causes(&[&SWEPT])
    .at(&[Timing::Loss])
    .abilities(Abilities::NONE);

/// Gives another cause to each loss.
#[derive(Debug)]
struct Swell;

impl Rule for Swell {
    fn decl(&self) -> &'static RuleDecl {
        &SWELL
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let falling = table.falling();
        for seat in table.alive().iter() {
            assert_eq!(table.cause_of_loss(seat).is_some(), falling.contains(seat));
            table.set_cause(seat, Cause::Rule(&SWEPT)); // nothing happens to other pieces
            assert_eq!(
                table.cause_of_loss(seat),
                falling.contains(seat).then_some(Cause::Rule(&SWEPT))
            );
        }
    }
}

#[test]
fn a_rule_gives_another_cause_and_the_next_one_asks_with_it() {
    let text = "schema = 1\nextends = \"classic\"\nhazard = [{ rule = \"swell\" }]\n\
        rule = [{ rule = \"second-life\" }]\n";
    let variant =
        Arc::new(Variant::from_text("swell", text, &program::registry().with(&SWELL)).unwrap());
    let mut asked = 0;
    for seed in ["a", "b", "c"] {
        let mut game = Game::from_variant(Arc::clone(&variant), 3, seed).unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let losses = see.losses();
            assert_eq!(losses.first().map(|loss| loss.0), see.question().map(|_| decision.seat()));
            assert!(losses.iter().all(|loss| loss.1 == Cause::Rule(&SWEPT)), "{losses:?}");
            asked += losses.len();
            let choice = see.choices().pop().unwrap();
            game.play(&choice).unwrap();
        }
        let record = game.record().unwrap();
        assert!(
            record.contains("swell/swept") && !record.contains(r#""cause":"edge""#),
            "{record}"
        );
    }
    assert!(asked > 3, "{asked}");
}

#[test]
fn a_person_reads_why_the_piece_is_lost_before_being_asked() {
    let played = |more: &[&str]| {
        let mut command = std::process::Command::new(example("moments"));
        command
            .args(["play", "examples/moments.toml", "--seats", "human,random", "--seed", "a"])
            .args(more);
        command
            .current_dir(in_checkout(""))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("LANG", "en")
            .env_remove("LC_ALL");
        let output = feed(command, &"1\n".repeat(400));
        assert!(output.status.success(), "{}{}", out(&output), err(&output));
        out(&output)
    };
    let plain = played(&["--plain"]);
    assert!(
        plain.contains(
            "You are about to be out: off the board. Does your piece start again?\n\
        1: start again.\n"
        ),
        "{plain}"
    );
    let french = played(&["--plain", "--language", "fr"]);
    assert!(
        french.contains("Vous allez être éliminé : hors du plateau. Votre pion repart-il ?\n"),
        "{french}"
    );
    let drawn = played(&[]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        drawn.contains("about to be out: off the board. Does your piece start again?"),
        "{drawn}"
    );
}

/// What does not hold under a rule set.
pub(crate) fn breach(name: &str, text: &str, registry: &Registry) -> Option<String> {
    breach_in(10, name, text, registry)
}

/// Which property a rule set breaks in `games` games; `None`: none.
pub(crate) fn breach_in(games: u32, name: &str, text: &str, registry: &Registry) -> Option<String> {
    let texts = [(name, text)];
    let loader = Loader(&texts);
    let variant = Arc::new(
        Variant::load(name, &loader, registry).unwrap_or_else(|problems| panic!("{problems}")),
    );
    let how = Conformance { games, ..Conformance::default() };
    conformance(name, &variant, registry, &loader, &how)
        .err()
        .map(|breach| format!("{}: {}", breach.what, breach.why))
}

#[test]
fn the_rules_conform() {
    for path in [
        "examples/moments.toml",
        "examples/roles.toml",
        "examples/duel.toml",
        "examples/squall.toml",
        "examples/auction.toml",
    ] {
        assert_eq!(breach(path, &read_checkout(path), &program::registry()), None, "{path}");
    }
}

const GUESS: AskDecl = AskDecl::new(
    "gossip",
    AnswerKind::Number,
    Texts(&[("en", "A number?"), ("fr", "Un nombre ?")]),
)
.in_secret();
static LOT: ChanceDecl =
    ChanceDecl::new("gossip", Texts(&[("en", "a lot"), ("fr", "un sort")])).seen_by_nobody();

macro_rules! gossip {
    ($decl:ident, $how:expr) => {
        static $decl: RuleDecl =
            RuleDecl::new(RulePhase::Rule, "gossip", "keeps no secret", &|_| {
                Some(Box::new(Gossip($how, &$decl)))
            })
            .asks(&[&GUESS])
            .chance(&[&LOT])
            .events(&[HEARD.decl(), OPENED.decl()])
            .at(&[Timing::SetUp, Timing::TurnBegins])
            .abilities(Abilities::NONE);
    };
}

static HEARD: RuleEvent<(u32,)> =
    RuleEvent::new("gossip", &["number"], &[Telling::always(Texts(&[("en", "It is {number}.")]))]);
static OPENED: RuleEvent<(u32, u32)> = RuleEvent::new(
    "gossip",
    &["number", "of"],
    &[Telling::always(Texts(&[("en", "It is {number}.")]))],
)
.revealing();

/// How a rule gives away what it should keep.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Leak {
    View,
    Search,
    SearchOfALot,
    Event,
    LaterEvent,
    EventOfALot,
    Revealed,
    Nothing,
}

gossip!(SHOWS, Leak::View);
gossip!(TELLS_SEARCHES, Leak::Search);
gossip!(TELLS_OF_LOTS, Leak::SearchOfALot);
gossip!(TELLS, Leak::Event);
gossip!(TELLS_LATER, Leak::LaterEvent);
gossip!(TELLS_A_LOT, Leak::EventOfALot);
gossip!(REVEALS, Leak::Revealed);
gossip!(KEEPS_ALL, Leak::Nothing);

/// Asks the active seat for a number in secret, and draws one that no seat sees.
#[derive(Debug)]
struct Gossip(Leak, &'static RuleDecl);

/// By seat what it has answered, whether the active one has in this turn, and the lot.
type Secrets = (Vec<u32>, bool, u32);

impl Rule for Gossip {
    fn decl(&self) -> &'static RuleDecl {
        self.1
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new::<Secrets>((vec![0; setup.seats.into()], false, 0))
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        let secrets = own.get_mut::<Secrets>();
        secrets.1 = false;
        if at == Timing::SetUp {
            secrets.2 = table.chance(&LOT.below(9))[0];
            if self.0 == Leak::EventOfALot {
                table.tell(&HEARD, (secrets.2 / 2,));
            }
        } else if self.0 == Leak::LaterEvent {
            table.tell(&HEARD, (secrets.0.iter().sum(),));
        }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        if at == Timing::SetUp || own.get::<Secrets>().1 {
            Progress::Done
        } else {
            Progress::Ask(table.active())
        }
    }

    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&GUESS, (1..4).map(Answer::number)))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let secrets = own.get_mut::<Secrets>();
        secrets.1 = true;
        let number = answer.as_number().unwrap_or_default();
        secrets.0[seat.index()] = number;
        match self.0 {
            Leak::Event if number == 2 => table.tell(&HEARD, (7,)),
            Leak::Revealed => table.tell(&OPENED, (number, 3)),
            _ => {}
        }
    }

    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        let answers = &own.get::<Secrets>().0;
        if self.0 == Leak::View {
            json!(answers)
        } else {
            seat.map_or(Value::Null, |seat| json!(answers[seat.index()]))
        }
    }

    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        let (answers, _, lot) = own.get_mut::<Secrets>();
        if self.0 != Leak::Search {
            let others = answers.iter_mut().enumerate().filter(|(other, _)| *other != seat.index());
            others.for_each(|(_, answer)| *answer = (*answer).min(1) * (1 + rng.below(3)));
        }
        if self.0 != Leak::SearchOfALot {
            *lot = rng.below(9);
        }
    }
}

#[test]
fn conformance_finds_the_rule_that_gives_a_secret_away() {
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"gossip\" }]\n";
    let found = |decl| breach("gossip", text, &Registry::default().with(decl));
    assert_eq!(found(&KEEPS_ALL), None);
    assert_eq!(found(&REVEALS), None, "an event may say that it reveals a secret");
    for (decl, said) in [
        (&TELLS, "in secret is told to seat "),
        (&TELLS_LATER, "is told to it by an event that is not `revealing`"),
        (&TELLS_A_LOT, "a number that is drawn unseen is told to seat "),
        (&SHOWS, "in secret shows in `view.gossip`"),
        (&TELLS_SEARCHES, "in `rule-state.gossip`: `redeal` has to hide it"),
        (&TELLS_OF_LOTS, "meets a number that is drawn unseen"),
    ] {
        let why = found(decl).unwrap_or_default();
        assert!(why.starts_with("views leak nothing: ") && why.contains(said), "{why}");
    }
}
