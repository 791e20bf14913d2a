//! Games with several hazards: which acts when, what it sees of the others, and what is written of
//! each.

use serde_json::{Value, json};
use std::sync::LazyLock;
use tsuro::Game;
use tsuro::board::{Content, Square};
use tsuro::game::{
    Cause, CauseDecl, Event, FieldValue, KeyWords, Listener, Luck, Own, PieceStep, Progress, Rule,
    RuleDecl, RuleEvent, RulePhase, RunSeed, Setup, Table, Texts, Timing, Uniform, play,
};
use tsuro::record::{read_position, write_position};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// A hazard of this file.
macro_rules! hazard {
    ($decl:ident, $type:ident, $name:literal, [$($timing:ident),*]) => {
        static $decl: RuleDecl = RuleDecl::new(
            RulePhase::Hazard, $name, "A rule of a test", &|_| Some(Box::new($type))
        )
            .at(&[$(Timing::$timing),*]);

        #[derive(Debug)]
        struct $type;
    };
}

/// A hazard that says when it acts.
macro_rules! teller {
    ($decl:ident, $type:ident, $name:literal, [$($timing:ident),*]) => {
        hazard!($decl, $type, $name, [$($timing),*]);

        impl $type {
            const ACTS: &RuleEvent<(&'static str,)> = {
                static ACTS: RuleEvent<(&str,)> = RuleEvent::new($name, &["at"], &[]);
                &ACTS
            };
        }

        impl Rule for $type {
            fn decl(&self) -> &'static RuleDecl {
                &$decl
            }

            fn start(&self, _: &Setup<'_>) -> Own {
                Own::new(0u32)
            }

            fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
                *own.get_mut::<u32>() += 1;
                table.tell(Self::ACTS, (at.word(),));
            }

            fn view(&self, own: &Own, _: Option<tsuro::game::Seat>) -> Value {
                json!(own.get::<u32>())
            }
        }
    };
}

hazard!(STILL, Still, "still", [BeforePlacement, SetUp, TurnBegins]);
teller!(LATE, Late, "late", [Response, SetUp]);
teller!(EARLY, Early, "early", [TurnBegins]);
teller!(AMID, Amid, "amid", [BeforePlacement, TurnBegins]);
hazard!(REAPER, Reaper, "reaper", [TurnBegins]);
hazard!(HARPOON, Harpoon, "harpoon", [Response]);

impl Rule for Still {
    fn decl(&self) -> &'static RuleDecl {
        &STILL
    }
}

static REAPED: CauseDecl =
    CauseDecl::new("reaper/reaped", "being reaped", Texts(&[("en", "reaped")]));

/// Puts the active piece out in the third turn.
impl Rule for Reaper {
    fn decl(&self) -> &'static RuleDecl {
        &REAPER
    }

    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        if table.turn() == 3 {
            table.eliminate(table.active(), Cause::Rule(&REAPED));
        }
        Progress::Done
    }
}

/// Strikes every blocked square.
impl Rule for Harpoon {
    fn decl(&self) -> &'static RuleDecl {
        &HARPOON
    }

    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        let squares = (0..table.rows())
            .flat_map(|row| (0..table.columns()).map(move |column| Square::new(column, row)));
        let mut blocked = squares.filter(|&square| table.content(square) == Content::Blocked);
        blocked.next().map_or(Progress::Done, Progress::Strike)
    }

    fn strike(&self, _: &mut Table<'_>, _: &mut Own, square: Square) -> bool {
        panic!("a hazard strikes what others have on {square}, not what it has itself")
    }
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let registry = Registry::default().with(&STILL).with(&LATE).with(&EARLY);
    registry.with(&AMID).with(&REAPER).with(&HARPOON)
});

/// The variant of a rule set to which hazards are added.
fn with_hazards(parent: &str, hazards: &[&str]) -> Variant {
    let listed = hazards
        .iter()
        .fold(String::new(), |listed, hazard| listed + "[[hazard]]\nrule = \"" + *hazard + "\"\n");
    let text = format!("schema = 1\nextends = \"{parent}\"\n{listed}");
    Variant::from_text("listed", &text, &REGISTRY).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The events of a random game, one to a line.
fn events(variant: &Variant, players: u8, seed: u64) -> Vec<String> {
    let seed = RunSeed::new("several hazards").game(seed);
    let mut events = Vec::new();
    let mut sink = Listener(|event: &Event<'_>| events.push(format!("{event:?}")));
    with_rules!(variant.rules(), |rules| drop(play(
        rules,
        players,
        &mut Uniform(seed),
        &mut Luck(seed),
        &mut sink
    )));
    events
}

#[test]
fn daikaiju_beside_a_hazard_that_does_nothing_play_the_games_of_seas() {
    let seas = Variant::load("seas", &tsuro::ruleset::BuiltIns, &REGISTRY).unwrap();
    let listed = with_hazards("seas", &["still"]);
    let faces = |variant: &Variant| with_rules!(variant.rules(), |rules| rules.list.faces());
    assert!(!faces(&seas).is_empty() && faces(&listed) == faces(&seas));
    let mut relocated = 0;
    for seed in 0..300 {
        let players = 2 + (seed % 7) as u8;
        let game = events(&seas, players, seed);
        assert_eq!(events(&listed, players, seed), game, "game {seed} of {players} players");
        relocated += usize::from(game.iter().any(|event| event.starts_with("Relocated")));
    }
    assert!(relocated > 5, "the daikaiju's end of the phase is played, too: {relocated}");
}

/// Who told what in a turn of a game; turn 0 is what comes before the first.
fn told_in(variant: &Variant, turn: u32) -> Vec<String> {
    let seed = RunSeed::new("told").game(0);
    let (mut at, mut told) = (0, Vec::new());
    let mut sink = Listener(|event: &Event<'_>| match *event {
        Event::Turn { number, .. } => at = number,
        Event::Declared { decl, values: &[FieldValue::Word(moment)] } if at == turn => {
            told.push(format!("{} {moment}", decl.name));
        }
        Event::Eliminated { .. } if at == turn => told.push("eliminated".to_owned()),
        Event::Returned { .. } if at == turn => told.push("returned".to_owned()),
        _ => {}
    });
    with_rules!(variant.rules(), |rules| drop(play(
        rules,
        4,
        &mut Uniform(seed),
        &mut Luck(seed),
        &mut sink
    )));
    told
}

#[test]
fn hazards_act_by_moment_and_then_in_the_order_of_the_file() {
    let turn = ["early turn-begins", "amid turn-begins", "amid before-placement", "late response"];
    let variant = with_hazards("classic", &["late", "early", "amid"]);
    assert_eq!(told_in(&variant, 0), ["late set-up"]);
    assert_eq!(told_in(&variant, 2), turn);
    let turned = with_hazards("classic", &["amid", "late", "early"]);
    assert_eq!(
        told_in(&turned, 2),
        ["amid turn-begins", "early turn-begins", "amid before-placement", "late response"]
    );
}

#[test]
fn once_the_active_piece_is_out_no_other_hazard_acts_before_the_placement() {
    let variant = with_hazards("classic", &["early", "reaper", "amid", "late"]);
    assert_eq!(told_in(&variant, 3), ["early turn-begins", "eliminated", "returned"]);
    assert_eq!(
        told_in(&variant, 4),
        ["early turn-begins", "amid turn-begins", "amid before-placement", "late response"]
    );
}

#[test]
fn a_strike_removes_what_another_hazard_has_there() {
    let variant = with_hazards("seas", &["harpoon"]);
    let mut struck = 0;
    for seed in 0..20 {
        let seed = RunSeed::new("struck").game(seed);
        let (mut left, mut at_once) = (0, 0);
        let mut sink = Listener(|event: &Event<'_>| match event {
            Event::Placed { .. } => {
                assert_eq!(left, 0, "no daikaiju is left before a placement");
                struck += usize::from(at_once > 1);
                at_once = 0;
            }
            _ => match event.piece_step() {
                Some(PieceStep::Put(_)) => left += 1,
                Some(PieceStep::Moves { to: None, .. }) => left -= 1,
                Some(PieceStep::Gone { .. }) => {
                    left -= 1;
                    at_once += 1;
                }
                _ => {}
            },
        });
        with_rules!(variant.rules(), |rules| {
            let state = play(rules, 4, &mut Uniform(seed), &mut Luck(seed), &mut sink).unwrap();
            let blocked = rules
                .basics
                .grid()
                .squares()
                .filter(|&square| state.core().board().is_blocked(square))
                .count();
            let mut pieces = 0;
            rules.list.each_piece(state.own(), &mut |_| pieces += 1);
            assert_eq!(blocked, pieces, "their squares are free again");
        });
    }
    assert!(struck > 60, "{struck} times several were struck in one turn");
}

#[test]
fn positions_and_views_say_the_state_of_each_hazard_by_its_name() {
    let variant = with_hazards("seas", &["late", "amid"]);
    let mut game = Game::from_variant(variant, 3, "named").unwrap();
    for _ in 0..7 {
        let decision = game.decision().unwrap();
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    let position = game.position();
    assert_eq!(
        position["rule-state"],
        json!({
            "late": position["turn"].as_u64().unwrap() + 1,
            "amid": 2 * position["turn"].as_u64().unwrap(),
        })
    );
    assert!(!position["daikaiju"].as_array().unwrap().is_empty());
    let seat = game.decision().unwrap().seat();
    assert_eq!(game.observe(seat).rule_views(), position["rule-state"]);
    with_rules!(game.variant().rules(), |rules| {
        let seed = RunSeed::new("again").game(0);
        let again = read_position(rules, &position, seed).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(write_position(rules, &again), position);
        let mut without = position.clone();
        without["rule-state"].as_object_mut().unwrap().remove("late");
        let missing = read_position(rules, &without, seed).unwrap_err();
        assert_eq!(missing.field, "rule-state.late", "{missing}");
        without["rule-state"] = json!({ "late": 4 });
        read_position(rules, &without, seed)
            .unwrap_or_else(|why| panic!("`amid` sets nothing up: {why}"));
        without["rule-state"] = json!({ "late": "four" });
        assert_eq!(read_position(rules, &without, seed).unwrap_err().field, "rule-state.late");
    });
}

#[test]
fn a_question_is_taken_up_by_the_hazard_that_asked_and_at_its_moment() {
    let variant = with_hazards("seas", &["late", "amid"]);
    with_rules!(variant.rules(), |rules| {
        let mut state = rules.list.start(&Setup::new(4, rules.basics.grid().shape()));
        for (rule, at, there) in [
            ("late", Timing::Response, true),
            ("amid", Timing::TurnBegins, true),
            ("amid", Timing::BeforePlacement, true),
            ("amid", Timing::Response, false),
            ("early", Timing::TurnBegins, false),
        ] {
            assert_eq!(rules.list.resume(&mut state, rule, at), there, "{rule} {}", at.word());
            if there {
                assert_eq!(rules.list.acting(&state), rule, "{}", at.word());
            }
        }
    });
}
