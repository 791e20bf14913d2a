//! Rules from outside the crate, beyond what `examples/sinkholes.rs` shows: blocked squares in
//! positions, one hand for the table, a token to hold, and a name of its own.

use serde_json::json;
use tsuro::board::Square;
use tsuro::game::unchecked::deal;
use tsuro::game::{
    CauseDecl, Drawing, Ending, Event, Key, Listener, Luck, Occasion, Outcome, OutcomeDecl, Own,
    PieceStep, Plan, Rule, RuleDecl, RuleEvent, RuleKey, RulePhase, RunSeed, Seat, SeatSet, Setup,
    Table, TableView, Texts, Timing, Token, Uniform, Values, play,
};
use tsuro::record::{read_position, write_position};
use tsuro::rules::Registry;
use tsuro::ruleset::{Code, Variant};
use tsuro::with_rules;

/// A rule without keys and effects.
macro_rules! plain_rule {
    ($decl:ident, $type:ident, $name:literal, $phase:ident $(, $timing:ident)?) => {
        static $decl: RuleDecl = RuleDecl::new(
            RulePhase::$phase, $name, "a rule of a test", &|_| Some(Box::new($type))
        )
            .at(&[$(Timing::$timing)?]);
    };
}

/// A hazard that blocks a square in the first turn and puts no daikaiju there.
#[derive(Debug)]
struct Rocks;
plain_rule!(ROCKS, Rocks, "rocks", Hazard, BeforePlacement);

impl Rule for Rocks {
    fn decl(&self) -> &'static RuleDecl {
        &ROCKS
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(None::<Square>)
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let rock = own.get_mut::<Option<Square>>();
        let square = Square::new(2, 2);
        if rock.is_none() && table.facing(square).is_empty() {
            table.block(square);
            *rock = Some(square);
        }
    }
}

#[test]
fn squares_blocked_without_a_daikaiju_are_in_positions() {
    let registry = Registry::default().with(&ROCKS);
    let variant = Variant::from_text(
        "rocky",
        "schema = 1\n[hazard]\nrule = \"rocks\"\n[end]\nturn-limit = 4\n",
        &registry,
    )
    .unwrap();
    let seed = RunSeed::new("rocks").game(0);
    with_rules!(variant.rules(), |rules| {
        let state = play(rules, 3, &mut Uniform(seed), &mut Luck(seed), &mut ()).unwrap();
        let mut written = write_position(rules, &state);
        assert_eq!(written["blocked"], json!(["c3"]), "{written}");
        assert_eq!(written["rule-state"], json!({ "rocks": "c3" }));
        written["turn"] = json!(4); // after the last turn, nothing goes on
        let again = read_position(rules, &written, seed).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(write_position(rules, &again), written);
        for (blocked, why) in [
            (json!(["z1"]), "blocked[0]: "),
            (json!(["c3", "c3"]), "blocked[1]: c3 "),
            (json!(["p9"]), "blocked[0]: p9 "),
        ] {
            written["blocked"] = blocked;
            let refused = read_position(rules, &written, seed).unwrap_err().to_string();
            assert!(refused.starts_with(why), "{refused}");
        }
    });
    let classic = Variant::from_text("calm", "schema = 1\n", &registry).unwrap();
    with_rules!(classic.rules(), |rules| {
        let position = json!({
            "players": [{ "at": "a1:A" }, { "at": "f6:D" }], "active": 0, "blocked": ["c3"]
        });
        let error = read_position(rules, &position, seed).unwrap_err();
        assert_eq!(error.field, "blocked", "{error}");
    });
}

/// A hazard that asks who stands on a tile before there is any.
#[derive(Debug)]
struct Asks;
plain_rule!(ASKS, Asks, "asks", Hazard, SetUp);

impl Rule for Asks {
    fn decl(&self) -> &'static RuleDecl {
        &ASKS
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let somebody = (0..6)
            .flat_map(|row| (0..6).map(move |column| Square::new(column, row)))
            .find(|&at| !table.standing_on(at).is_empty());
        assert_eq!(somebody, None);
    }
}

#[test]
fn no_piece_has_a_place_before_the_start_marks_are_chosen() {
    let registry = Registry::default().with(&ASKS);
    let variant =
        Variant::from_text("asked", "schema = 1\n[hazard]\nrule = \"asks\"\n", &registry).unwrap();
    let seed = RunSeed::new("asks").game(0);
    with_rules!(variant.rules(), |rules| drop(deal(rules, 3, &mut Luck(seed), &mut ())));
}

/// Frees every blocked square, whichever rule blocked it.
#[derive(Debug)]
struct Frees;
plain_rule!(FREES, Frees, "frees", Draw, Drawing);

impl Rule for Frees {
    fn decl(&self) -> &'static RuleDecl {
        &FREES
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        (0..7)
            .flat_map(|row| (0..7).map(move |column| Square::new(column, row)))
            .for_each(|square| table.unblock(square));
        while table.draw_one(table.active()).is_some() {}
    }
}

#[test]
fn a_daikaiju_whose_square_another_rule_freed_turns_and_moves_as_before() {
    let registry = Registry::default().with(&FREES);
    let variant = Variant::from_text(
        "freed",
        "schema = 1\nextends = \"seas\"\n[draw]\nrule = \"frees\"\n",
        &registry,
    )
    .unwrap();
    let (mut turned, mut left) = (0, 0);
    for game in 0..50 {
        let seed = RunSeed::new("frees").game(game);
        let mut sink = Listener(|event: &Event<'_>| match event.piece_step() {
            Some(PieceStep::Turns(_)) => turned += 1,
            Some(PieceStep::Moves { from, to: None, .. }) => {
                left += 1;
                assert!(
                    [0, 6].contains(&from.column()) || [0, 6].contains(&from.row()),
                    "it left the board from {from}"
                );
            }
            _ => {}
        });
        with_rules!(variant.rules(), |rules| drop(play(
            rules,
            4,
            &mut Uniform(seed),
            &mut Luck(seed),
            &mut sink
        )));
    }
    assert!(turned > 100 && left > 10, "{turned} {left}");
}

static LOST: OutcomeDecl = OutcomeDecl::new("alone/lost", Texts(&[("en", "Nobody is left.")]));
static ONE_SIDE: OutcomeDecl =
    OutcomeDecl::new("sides/alone", Texts(&[("en", "One side is left: {who}.")]));
static LIMIT: OutcomeDecl =
    OutcomeDecl::new("sides/limit", Texts(&[("en", "The larger side wins: {who}.")]));

/// A score rule for one person who plays all seats.
#[derive(Debug)]
struct Alone;
plain_rule!(ALONE, Alone, "alone", Score);

impl Rule for Alone {
    fn decl(&self) -> &'static RuleDecl {
        &ALONE
    }

    fn plan(&self, plan: &mut Plan) {
        plan.one_hand = true;
    }

    fn ending(&self, table: TableView<'_>, _: &Own, _: Occasion) -> Option<Ending> {
        table.alive().is_empty().then_some(Ending::new(table.alive(), Outcome::Rule(&LOST)))
    }
}

#[test]
fn a_score_rule_with_one_hand_needs_tiles_for_one_hand_only() {
    let registry = Registry::default().with(&ALONE);
    let text = |rule: &str| {
        format!(
            "schema = 1\n[players]\nmax = 16\n[bonus]\nexchange = true\n[score]\n\
             rule = \"{rule}\"\n"
        )
    };
    let refused = Variant::from_text("all", &text("last-standing"), &registry).unwrap_err();
    assert_eq!(
        refused.iter().map(|problem| problem.code).collect::<Vec<_>>(),
        [Code::NotEnoughTiles]
    );
    let variant = Variant::from_text("all", &text("alone"), &registry)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let warnings: Vec<_> = variant
        .resolved()
        .warnings()
        .iter()
        .map(|warning| (warning.code, warning.key.as_deref()))
        .collect();
    assert_eq!(warnings, [(Code::NeverApplies, Some("bonus.exchange"))]);
}

/// A score rule whose seats with even numbers play against the others: at the turn limit, the side
/// with more pieces left wins.
#[derive(Debug)]
struct Sides;
plain_rule!(SIDES, Sides, "sides", Score);

impl Rule for Sides {
    fn decl(&self) -> &'static RuleDecl {
        &SIDES
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(0u32)
    }

    fn ending(&self, table: TableView<'_>, _: &Own, occasion: Occasion) -> Option<Ending> {
        let all: SeatSet = (0..table.seats()).map(Seat::new).collect();
        let evens: SeatSet = all.iter().filter(|seat| seat.number() % 2 == 0).collect();
        let odds = all.without(evens);
        let left = |side: SeatSet| table.alive().and(side).len();
        match occasion {
            _ if left(evens) == 0 || left(odds) == 0 => {
                Some(Ending::new(table.alive(), Outcome::Rule(&ONE_SIDE)))
            }
            Occasion::TurnLimit if left(evens) > left(odds) => {
                Some(Ending::new(evens, Outcome::Rule(&LIMIT)))
            }
            Occasion::TurnLimit if left(odds) > left(evens) => {
                Some(Ending::new(odds, Outcome::Rule(&LIMIT)))
            }
            _ => None,
        }
    }

    fn points(&self, _: &Own, seat: Seat) -> Option<i64> {
        Some(i64::from(seat.number()) % 2)
    }
}

#[test]
fn a_score_rule_says_who_wins_at_the_turn_limit_and_without_its_answer_all_who_are_alive_do() {
    let registry = Registry::default().with(&SIDES);
    let variant = Variant::from_text(
        "sides",
        "schema = 1\n[score]\nrule = \"sides\"\n[end]\nturn-limit = 24\n",
        &registry,
    )
    .unwrap();
    let (mut answered, mut left_open) = (0, 0);
    for game in 0..200 {
        let seed = RunSeed::new("sides").game(game);
        with_rules!(variant.rules(), |rules| {
            let state = play(rules, 5, &mut Uniform(seed), &mut Luck(seed), &mut ()).unwrap();
            let ending = state.core().ending().expect("the game is over");
            match ending.outcome {
                Outcome::Rule(outcome) if *outcome == LIMIT => {
                    assert!(ending.winners.iter().all(|seat| seat.number() % 2
                        == ending.winners.iter().next().unwrap().number() % 2));
                    // Mates who are out win with their side.
                    assert!(ending.winners.len() >= 2 && state.core().turn() == 24, "{ending:?}");
                    answered += 1;
                }
                Outcome::TurnLimit => {
                    assert_eq!((ending.winners, state.core().turn()), (state.core().alive(), 24));
                    left_open += 1;
                }
                outcome => assert_eq!(outcome, Outcome::Rule(&ONE_SIDE)),
            }
            let seat = Seat::new(3);
            assert_eq!(
                rules.list.points(state.own(), seat),
                Some(1),
                "searches ask for the points of a rule from outside"
            );
        });
    }
    assert!(answered > 0 && left_open > 0, "{answered} {left_open}");
}

/// A draw rule whose token is a lantern.
#[derive(Debug)]
struct Lantern;
plain_rule!(LANTERN, Lantern, "lantern", Draw, Drawing);

impl Rule for Lantern {
    fn decl(&self) -> &'static RuleDecl {
        &LANTERN
    }

    fn plan(&self, plan: &mut Plan) {
        plan.drawing = Drawing::InTurn(Token {
            name: Texts(&[("en", "lantern")]),
            passes: &HANDED,
            min_players: 2,
        });
    }
}

static HANDED: RuleEvent<(Option<Seat>, Option<Seat>)> =
    RuleEvent::new("lantern", &["holder", "from"], &[]);

#[test]
fn the_draw_rule_names_the_token_that_its_holder_has() {
    let registry = Registry::default().with(&LANTERN);
    let tokens = [
        ("lantern", Some("lantern")),
        ("statue", Some("statue du Destin")),
        ("dragon", Some("tuile Dragon")),
        ("refill", None),
    ];
    for (rule, token) in tokens {
        let variant = Variant::from_text(
            "held",
            &format!("schema = 1\n[draw]\nrule = \"{rule}\"\n"),
            &registry,
        )
        .unwrap();
        let mut plan = Plan::default();
        with_rules!(variant.rules(), |rules| rules.list.plan(&mut plan));
        assert_eq!(plan.drawing.token().map(|token| token.name.in_language("fr")), token);
    }
}

/// A hazard with the name of a score rule of the crate.
#[derive(Debug)]
struct Namesake;
plain_rule!(NAMESAKE, Namesake, "solo", Hazard, BeforePlacement);

impl Rule for Namesake {
    fn decl(&self) -> &'static RuleDecl {
        &NAMESAKE
    }
}

const ROCKS_LEFT: RuleKey<u8> = Key::number("rocks-left", 0..=9).typed();

fn with_rocks_left(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    (values.get(&ROCKS_LEFT)? > 0).then(|| Box::new(Rocks) as Box<dyn Rule>)
}

/// Declares no key.
static FORGETFUL: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "forgetful", "a rule of a test", &with_rocks_left);
/// Declares another key of that name.
static CONFUSED: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "confused", "a rule of a test", &with_rocks_left)
        .keys(&[Key::flag("rocks-left").default_flag(true)]);

#[test]
fn a_rule_that_reads_a_key_that_it_does_not_declare_is_refused_by_name() {
    let registry = Registry::default().with(&FORGETFUL).with(&CONFUSED);
    for (rule, wrong) in
        [("forgetful", "does not declare it"), ("confused", "declares it otherwise")]
    {
        let text = format!("schema = 1\n[hazard]\nrule = \"{rule}\"\n");
        let problems = Variant::from_text("rocky", &text, &registry).unwrap_err();
        let found: Vec<_> = problems
            .iter()
            .map(|problem| (problem.key.as_deref(), problem.message.as_str()))
            .collect();
        let message = format!("the rule `{rule}` reads the key `rocks-left`, but {wrong}");
        assert_eq!(found, [(Some("hazard.rocks-left"), message.as_str())]);
    }
}

#[test]
#[should_panic(expected = "there is already a rule \"solo\"")]
fn no_two_rules_of_any_phase_have_the_same_name() {
    let _ = Registry::default().with(&NAMESAKE);
}

/// A hazard whose cause names another rule.
#[derive(Debug)]
struct Borrower;

static BORROWER: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "borrower", "a rule of a test", &|_| Some(Box::new(Borrower)))
        .causes(&[&CauseDecl::new(
            "lender/lost",
            "running into something",
            Texts(&[("en", "lost")]),
        )])
        .at(&[Timing::BeforePlacement]);

impl Rule for Borrower {
    fn decl(&self) -> &'static RuleDecl {
        &BORROWER
    }
}

#[test]
#[should_panic(expected = "is not named borrower/")]
fn a_cause_of_elimination_has_the_name_of_its_rule() {
    let _ = Registry::default().with(&BORROWER);
}
