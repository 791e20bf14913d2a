//! The moment before something puts pieces out: the threatened player may have it struck first.

use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::Square;
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Cause, CauseDecl, Choice, Own, Progress, Question,
    Rule, RuleDecl, RulePhase, Seat, SeatSet, Setup, Table, TableView, Texts, Timing,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// A threatened player may fire, as often as it likes.
#[derive(Debug)]
struct Guns;

static GUNS: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "guns", "Whoever is threatened may fire", &|_| {
        Some(Box::new(Guns))
    })
    .at(&[Timing::Threat])
    .asks(&[&FIRE])
    .abilities(Abilities::STRIKES);

static FIRE: AskDecl = AskDecl::new(
    "guns",
    AnswerKind::Words(&[("fire", Texts(&[("en", "fire")])), ("hold", Texts(&[("en", "hold")]))]),
    Texts(&[("en", "Do you fire?")]),
);

/// Who has held its fire at this threat, and whether a player has not.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Held {
    asked: Vec<u8>,
    fires: bool,
}

impl Guns {
    fn next(table: TableView<'_>, held: &Held) -> Option<Seat> {
        let (_, seats) = table.threat()?;
        seats.clockwise_from(table.active()).find(|seat| !held.asked.contains(&seat.number()))
    }
}

impl Rule for Guns {
    fn decl(&self) -> &'static RuleDecl {
        &GUNS
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(Held::default())
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        *own.get_mut() = Held::default();
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let held = own.get_mut::<Held>();
        if std::mem::take(&mut held.fires) {
            held.asked.extend(0..table.seats());
            return table.threat().map_or(Progress::Done, |threat| Progress::Strike(threat.0));
        }
        Self::next(table.view(), held).map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        (Self::next(table, own.get()) == Some(seat))
            .then(|| Question::new(&FIRE, ["hold", "fire"].map(Answer::word)))
    }

    fn answer(&self, _: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let held = own.get_mut::<Held>();
        held.asked.push(seat.number());
        held.fires = answer.as_word() == Some("fire");
    }
}

fn variant(more: &str) -> Arc<Variant> {
    let registry = Registry::default().with(&GUNS);
    let text = format!(
        "schema = 1\nname = \"guns\"\nextends = \"seas\"\n{more}rule = [{{ rule = \"guns\" }}]\n"
    );
    Arc::new(
        Variant::from_text("guns.toml", &text, &registry)
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn names(game: &Game, from: usize) -> Vec<String> {
    game.events_since(from).map(|event| event.name().to_owned()).collect()
}

/// A game in which A sails from a1:H straight to b1:H with tile 33, before the square with a
/// daikaiju; its answer to that.
fn before_a_daikaiju(answer: &str) -> (Game, Vec<String>) {
    let position = json!({
        "tiles": [],
        "players": [{ "at": "a1:H", "hand": [33] }, { "at": "g7:D", "hand": [1, 2, 3] }],
        "daikaiju": [{ "tile": 0, "square": "b1", "facing": 0 }],
        "active": 0, "phase": "place", "turn": 3,
    });
    let mut game =
        Game::at(variant(""), &position, "threat").unwrap_or_else(|error| panic!("{error}"));
    let mark = game.mark();
    let place = game.observe(Seat::new(0)).choices()[0].clone();
    game.play(&place).unwrap();
    let asked = game.decision().unwrap();
    assert_eq!(
        (asked.seat(), game.observe(asked.seat()).question().unwrap().asks.rule),
        (Seat::new(0), "guns")
    );
    game.play(&Choice::Rule(Answer::word(answer))).unwrap();
    let happened = names(&game, mark);
    (game, happened)
}

#[test]
fn whoever_sails_to_a_daikaiju_may_fire_before_the_ships_sail() {
    let (game, happened) = before_a_daikaiju("fire");
    assert_eq!(happened[..4], ["placed", "chose", "daikaiju_destroyed", "moved"], "{happened:?}");
    assert!(game.position()["players"][0]["at"] == "b1:H");
    let (game, happened) = before_a_daikaiju("hold");
    assert_eq!(happened[..3], ["placed", "chose", "eliminated"], "{happened:?}");
    assert!(
        game.position()["players"][0]["out"] == true
            && !happened.contains(&"daikaiju_destroyed".to_owned())
    );
}

/// What is held cannot be struck, so no player is asked (W5).
#[test]
fn nobody_is_asked_about_an_uzushio() {
    let position = json!({
        "tiles": [],
        "players": [{ "at": "a1:H", "hand": [33] }, { "at": "g7:D", "hand": [1, 2, 3] }],
        "daikaiju": [{ "tile": 11, "square": "b1", "facing": 0 }],
        "active": 0, "phase": "place", "turn": 3,
    });
    let mut game = Game::at(variant("hazard = [{ rule = \"uzushio\" }]\n"), &position, "threat")
        .unwrap_or_else(|error| panic!("{error}"));
    let mark = game.mark();
    let place = game.observe(Seat::new(0)).choices()[0].clone();
    game.play(&place).unwrap();
    assert_eq!(names(&game, mark)[..2], ["placed", "eliminated"]);
}

/// What comes after each answer in random games: that of who fires, and that of who holds its fire.
fn after_answers(more: &str, games: u64) -> [std::collections::BTreeSet<String>; 2] {
    let mut seen = [Vec::new(), Vec::new()]
        .map(|list: Vec<String>| list.into_iter().collect::<std::collections::BTreeSet<_>>());
    for number in 0..games {
        let mut game = Game::from_variant(variant(more), 4, &format!("guns {number}")).unwrap();
        let mut rng = number;
        while let Some(decision) = game.decision() {
            let choices = game.observe(decision.seat()).choices();
            rng =
                rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = choices[(rng >> 33) as usize % choices.len()].clone();
            game.play(&choice).unwrap();
        }
        let record = game.record().unwrap();
        assert_eq!(
            Game::from_record(&record, &Registry::default().with(&GUNS)).unwrap().record().unwrap(),
            record
        );
        let lines: Vec<Value> =
            record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for pair in lines.windows(3) {
            if pair[1]["event"] == "chose" && pair[1]["rule"] == "guns" {
                let is_fired = pair[1]["choice"] == "fire";
                seen[usize::from(!is_fired)]
                    .insert(format!("{} {}", pair[0]["event"], pair[2]["event"]).replace('"', ""));
            }
        }
    }
    seen
}

#[test]
fn a_shot_hits_before_anything_is_lost_and_a_fire_that_is_held_saves_nobody() {
    let [fired, held] = after_answers("", 120);
    // Whatever came before, a shot is followed by what it hit.
    assert!(fired.iter().all(|pair| pair.ends_with(" daikaiju_destroyed")), "{fired:?}");
    assert!(fired.iter().any(|pair| pair.starts_with("placed ")), "{fired:?}");
    // A second owner is asked in between, and who held sees others fall first.
    let after: Vec<&str> =
        held.iter().filter_map(|pair| pair.split_once(' ')).map(|pair| pair.1).collect();
    assert!(after.contains(&"eliminated"), "{held:?}");
    assert!(
        after.iter().all(|event| [
            "eliminated",
            "moved",
            "chose",
            "daikaiju_destroyed",
            "wake_removed"
        ]
        .contains(event)),
        "{held:?}"
    );
}

/// Threatens the active piece in turn 2, and puts it out if no player strikes.
#[derive(Debug)]
struct Reef;

static REEF: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "reef", "Threatens the active piece in turn 2", &|_| {
        Some(Box::new(Reef))
    })
    .at(&[Timing::BeforePlacement])
    .causes(&[&AGROUND]);

static AGROUND: CauseDecl =
    CauseDecl::new("reef/aground", "running aground", Texts(&[("en", "aground")])).of_acts();

/// Whether it has threatened, and was struck.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Waits {
    threatens: bool,
    struck: bool,
}

impl Rule for Reef {
    fn decl(&self) -> &'static RuleDecl {
        &REEF
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(Waits::default())
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        *own.get_mut() = Waits::default();
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let waits = own.get_mut::<Waits>();
        let active = table.active();
        if table.turn() != 2 || waits.struck {
            return Progress::Done;
        }
        if !waits.threatens && table.threaten(table.place(active).square(), SeatSet::only(active)) {
            waits.threatens = true;
            return Progress::Again;
        }
        table.eliminate(active, Cause::Rule(&AGROUND));
        waits.struck = true;
        Progress::Again
    }

    fn strike(&self, _: &mut Table<'_>, own: &mut Own, _: Square) -> bool {
        own.get_mut::<Waits>().struck = true;
        true
    }
}

#[test]
fn a_rule_that_threatens_waits_for_the_answer() {
    for (answer, after) in [("fire", "placed"), ("hold", "eliminated")] {
        let registry = Registry::default().with(&GUNS).with(&REEF);
        let text = "schema = 1\nname = \"reef\"\nextends = \"classic\"\n\
            rule = [{ rule = \"reef\" }, { rule = \"guns\" }]\n";
        let variant = Arc::new(
            Variant::from_text("reef.toml", text, &registry)
                .unwrap_or_else(|problems| panic!("{problems}")),
        );
        let mut game = Game::from_variant(variant, 3, "reef").unwrap();
        let mut answered = None;
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choice = if see.question().is_some() {
                Choice::Rule(Answer::word(answer))
            } else {
                see.choices()[0].clone()
            };
            let mark = game.mark();
            game.play(&choice).unwrap();
            if matches!(choice, Choice::Rule(_)) {
                answered = Some(mark);
            } else if let Some(mark) = answered {
                assert_eq!(names(&game, mark)[..2], ["chose", after], "{answer}");
                break;
            }
        }
        assert!(answered.is_some());
        assert_eq!(
            Game::from_record(&game.record().unwrap(), &registry).unwrap().record().unwrap(),
            game.record().unwrap()
        );
    }
}

#[test]
fn threats_conform_and_resume() {
    for base in ["storm-seas", "uzushio"] {
        let text = format!("schema = 1\nextends = \"{base}\"\nrule = [{{ rule = \"guns\" }}]\n");
        assert_eq!(crate::moments::breach("guns", &text, &Registry::default().with(&GUNS)), None);
    }
}
