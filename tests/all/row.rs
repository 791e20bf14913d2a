//! Rules beside each other: several that have pieces, and what is known of a rule whatever word it
//! stands under.

use crate::common::games::{played, resumes_after_every_line};
use crate::examples::sinkholes::SINKHOLES;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Laid, Rotation, Square};
use tsuro::game::{
    Abilities, Cause, CauseDecl, Consequence, Own, Plan, Progress, Rule, RuleDecl, RulePhase, Spot,
    Table, TableView, Texts, Timing, Verdict,
};
use tsuro::picture::board_svg;
use tsuro::record::{Coverage, RecordReader, Replayer};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::tensor::{ActionSpace, BoardForm, Layout};

const DAIKAIJU_AND_SINKHOLES: &str = "schema = 1\nextends = \"seas\"\n\
    hazard = [{ rule = \"daikaiju\" }, { rule = \"sinkholes\", count = 3, every = 2 }]\n";

/// Daikaiju and sinkholes beside each other.
fn both() -> (Arc<Variant>, Registry) {
    let registry = Registry::default().with(&SINKHOLES);
    (
        Arc::new(
            Variant::from_text("both", DAIKAIJU_AND_SINKHOLES, &registry)
                .unwrap_or_else(|problems| panic!("{problems}")),
        ),
        registry,
    )
}

#[test]
fn the_pieces_of_a_second_rule_are_seen() {
    let (variant, registry) = both();
    let mut game = Game::from_variant(Arc::clone(&variant), 3, "several").unwrap();
    let (mut drawn, mut most) = (0, 0);
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        let second: Vec<_> =
            see.rule_pieces().into_iter().filter(|piece| piece.tile >= 10).collect();
        let supply = see.supply().unwrap();
        assert!(
            second.iter().all(|piece| piece.tile < 13 && !supply.contains(piece.tile)),
            "{second:?}"
        );
        assert_eq!(supply.iter().filter(|&tile| tile >= 10).count(), 3 - second.len());
        assert_eq!(see.piece_faces().len(), 13);
        let svg = board_svg(&see);
        assert_eq!(svg.matches(": a sinkhole</title>").count(), second.len());
        drawn += usize::from(svg.contains(" daikaiju</title>") && !second.is_empty());
        most = most.max(second.len());
        let position = game.position();
        assert!(position.get("blocked").is_none(), "{position}");
        let again = Game::at(Arc::clone(&variant), &position, game.seed())
            .unwrap_or_else(|why| panic!("{why}: {position}"));
        assert_eq!(again.position(), position);
        let choice = see.choices().swap_remove(0);
        game.play(&choice).unwrap();
    }
    assert!(drawn > 5 && most == 3, "{drawn} boards have both, {most} sinkholes at most");
    for index in 0..5 {
        let record = played(&variant, 4, "several", index).record;
        let read = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
        Replayer::new(&registry).replay(&read).unwrap_or_else(|why| panic!("{why}"));
    }
    let layout = Layout::new(&variant, 3, BoardForm::Tokens).unwrap();
    assert_eq!(
        (&layout.field("daikaiju").unwrap().shape[..], &layout.field("supply").unwrap().shape[..]),
        (&[13, 2][..], &[13][..])
    );
}

#[test]
fn a_game_with_pieces_of_two_rules_resumes() {
    resumes_after_every_line(&both().0, 3, "several");
}

static DROWNED: CauseDecl =
    CauseDecl::new("swamp/drowned", "drowning", Texts(&[("en", "drowned"), ("fr", "noyé")]));
static SWAMP: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "swamp", "faces a block, and forbids", &|_| {
        Some(Box::new(Swamp))
    })
    .causes(&[&DROWNED])
    .abilities(Abilities::FORBIDS.and(Abilities::MOVES_PIECES));

/// What only hazards, placement rules and score rules were asked for, in a `[[rule]]`.
#[derive(Debug)]
struct Swamp;

impl Rule for Swamp {
    fn decl(&self) -> &'static RuleDecl {
        &SWAMP
    }

    fn plan(&self, plan: &mut Plan) {
        plan.cause_of_facing = Some(Cause::Rule(&DROWNED));
        plan.one_hand = true;
    }

    fn verdict(&self, _: TableView<'_>, _: &Own, tile: Laid, _: &[Consequence]) -> Verdict {
        if tile.face().number() < 20 { Verdict::Avoided } else { Verdict::Allowed }
    }
}

#[test]
fn rules_are_known_by_what_they_do_and_not_by_their_word() {
    let registry = Registry::default().with(&SWAMP);
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"swamp\" }]\n[placement]\n\
        avoid = [\"edge\", \"swamp/drowned\"]\n\
                [players]\nmin = 1\nmax = 1\n[tiles]\nhand = 4\n";
    let variant = Variant::from_text("swamp", text, &registry)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let warnings = variant.resolved().warnings().to_string();
    assert!(!warnings.contains("can never happen"), "{warnings}");
    // Where it is missed, it is not among the hazards.
    let without = Variant::from_text(
        "swamp",
        &text.replace("rule = [{ rule = \"swamp\" }]\n", ""),
        &registry,
    )
    .unwrap();
    let warnings = without.resolved().warnings().to_string();
    assert!(
        warnings.contains("`swamp/drowned` can never happen: `swamp` is no rule of `rule` here"),
        "{warnings}"
    );
    let plain =
        Variant::from_text("plain", "schema = 1\nextends = \"classic\"\n", &registry).unwrap();
    let has_pass = |variant: &Variant| {
        ActionSpace::new(variant).groups().iter().any(|group| group.name == "pass")
    };
    assert!(has_pass(&variant) && !has_pass(&plain), "a piece may move to another start mark");
    assert!(Layout::new(&variant, 1, BoardForm::Planes).unwrap().field("displaced").is_some());
    let names = |variant: &Variant| {
        Coverage::new(variant).points().iter().map(|point| point.name.clone()).collect::<Vec<_>>()
    };
    assert!(names(&variant).contains(&"swamp/forbids".to_owned()), "{:?}", names(&variant));
    let covered = names(&crate::moments::variant("examples/moments.toml"));
    for rule in ["bid", "second-life", "ko/forbids"] {
        assert!(covered.iter().any(|name| name == rule), "{rule} is not in {covered:?}");
    }
}

static HAMMER: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "hammer", "strikes for ever", &|_| Some(Box::new(Hammer)))
        .at(&[Timing::TurnBegins])
        .abilities(Abilities::STRIKES);
static ANVIL: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "anvil", "acts as well", &|_| Some(Box::new(Anvil)))
        .at(&[Timing::TurnBegins]);

#[derive(Debug)]
struct Hammer;

impl Rule for Hammer {
    fn decl(&self) -> &'static RuleDecl {
        &HAMMER
    }

    fn act(&self, _: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        Progress::Strike(Square::new(0, 0))
    }
}

#[derive(Debug)]
struct Anvil;

impl Rule for Anvil {
    fn decl(&self) -> &'static RuleDecl {
        &ANVIL
    }
}

#[test]
fn a_rule_that_strikes_for_ever_beside_another_is_stopped() {
    let registry = Registry::default().with(&HAMMER).with(&ANVIL);
    let text = "schema = 1\nextends = \"classic\"\nhazard = [{ rule = \"anvil\" }]\n\
        rule = [{ rule = \"hammer\" }]\n";
    let variant = Variant::from_text("struck", text, &registry)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let record = played(&variant, 2, "struck", 0).record;
    assert!(
        record.contains(r#""event":"rule","rule":"hammer""#) && record.contains(r#""event":"end""#),
        "{record}"
    );
}

/// Blocks c3, and lays a tile of the pile on d4, when a game is set up, and remembers nothing.
static REEF: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "reef", "blocks and fills a square at the start", &|_| {
        Some(Box::new(Reef))
    })
    .at(&[Timing::SetUp])
    .abilities(Abilities::BLOCKS.and(Abilities::MOVES_TILES).and(Abilities::MOVES_PIECES));

#[derive(Debug)]
struct Reef;

impl Rule for Reef {
    fn decl(&self) -> &'static RuleDecl {
        &REEF
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        table.block(Square::new(2, 2));
        if let Some(top) = table.pile(0) {
            table.lay(Square::new(3, 3), Laid::new(top, Rotation::NONE), Spot::PileTop, "reef");
        }
    }
}

#[test]
fn positions_say_what_rules_without_memory_set_up() {
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"reef\" }]\n";
    let variant =
        Arc::new(Variant::from_text("reef", text, &Registry::default().with(&REEF)).unwrap());
    let at = |position: &Value| Game::at(Arc::clone(&variant), position, "any");
    let mut position = json!({
        "players": [{ "at": "a1:A", "hand": [1, 2, 3] }, { "at": "f6:E", "hand": [4, 5, 6] }],
        "active": 0,
    });
    for missing in ["blocked", "tiles"] {
        let why = at(&position).unwrap_err().to_string();
        assert!(why.contains(&format!("{missing}: missing")), "{why}");
        position[missing] = json!([]);
    }
    assert!(at(&position).is_ok(), "a position may say that nothing is left of it");
    let game = at(&position).unwrap();
    assert_eq!(game.position()["blocked"], json!([]));
    assert_eq!(at(&game.position()).unwrap().position(), game.position());
    let begun = Game::from_variant(Arc::clone(&variant), 2, "any").unwrap().position();
    assert_eq!(begun["blocked"], json!(["c3"]));
    assert_eq!(at(&begun).unwrap().position(), begun);
}
