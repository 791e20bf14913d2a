//! Placement rules: the truce, and a rule from outside the crate that forbids without any pattern,
//! each against the whole of legality written down a second time; and what records, views,
//! positions, suites and people are told of them.

use crate::common::games::{played, variant};
use crate::common::program::{err, feed, out, tsuro};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Face, Laid, Rotation};
use tsuro::game::{
    Cause, Choice, Consequence, Deciders, Illegal, Key, Luck, Observation, Own, Phase, Rule,
    RuleDecl, RuleKey, RulePhase, RuleSet, RunSeed, Seat, TableView, Uniform, Verdict, View,
    WatchedDeciders, bot_stream, play,
};
use tsuro::record::{Coverage, RecordReader, ReplayVerdict, Replayer, answer, view, write_request};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Code, Problems, Source, SourceId, Variant};
use tsuro::with_rules;
use tsuro_suite::{Conformance, RuleBook, RuleSetSelection, RunPlan, conformance, read};
use tsuro_world::RuleFiles;

/// A rule whose verdict on a placement depends on the turn and the tile alone, without a pattern.
/// It also checks what it is told.
#[derive(Debug)]
struct Moody {
    mood: i64,
}

/// The verdict of [`Moody`].
fn verdict_in_mood(mood: i64, turn: u32, tile: Laid) -> Verdict {
    let mut hasher = DefaultHasher::new();
    (mood, turn, tile.face().number(), tile.rotation().turns()).hash(&mut hasher);
    match hasher.finish() % 5 {
        0 => Verdict::Allowed,
        1 | 2 => Verdict::Avoided,
        _ => Verdict::Never,
    }
}

static MOODY: RuleDecl =
    RuleDecl::new(RulePhase::Placement, "moody", "Forbids whatever it likes", &|values| {
        Some(Box::new(Moody { mood: values.get(&MOOD)? }))
    })
    .keys(&[MOOD.decl()]);

const MOOD: RuleKey<i64> = Key::number("mood", 0..=1000).default(0).means("What it likes").typed();

impl Rule for Moody {
    fn decl(&self) -> &'static RuleDecl {
        &MOODY
    }

    fn verdict(
        &self,
        table: TableView<'_>,
        _: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        let active = table.active();
        let place = table.place(active);
        assert!(table.alive().contains(active) && active.number() < table.seats());
        assert!(matches!(table.content(place.square()), Content::Empty), "{place}");
        assert!(table.hand(active).contains(tile.face()));
        assert_eq!(
            consequences.first().map(|own| own.player),
            Some(active),
            "the active piece comes first"
        );
        for one in consequences {
            assert_eq!(
                table.place(one.player).square(),
                place.square(),
                "only pieces that it touches"
            );
            assert!(one.to.is_some() != one.cause.is_some());
        }
        verdict_in_mood(self.mood, table.turn(), tile)
    }
}

fn registry() -> Registry {
    Registry::default().with(&MOODY)
}

/// A rule set of a few lines.
fn written(text: &str) -> Variant {
    Variant::from_text("test", &format!("schema = 1\n{text}"), &registry())
        .unwrap_or_else(|problems| panic!("{text}: {problems}"))
}

/// What a rule says of a placement.
type Judgement = dyn Fn(&Observation<'_>, Laid) -> Verdict;

/// V14 once more.
fn truce(rounds: u32) -> Box<Judgement> {
    Box::new(move |see, tile| {
        let others_out = see
            .consequences(tile)
            .iter()
            .any(|one| one.cause.is_some() && one.player != see.active());
        let lasts = see.turn() <= rounds * u32::from(see.seats());
        if lasts && others_out { Verdict::Avoided } else { Verdict::Allowed }
    })
}

/// How often each part of a placement rule came to something.
#[derive(Debug, Default)]
struct Counts {
    decisions: u32,
    never: u32,
    avoided: u32,
    /// The rule said `Never`, or `Avoided`, of all that were left.
    fell_away: [u32; 2],
    /// What only the rule says is legal: suicides, because it forbids everything else.
    forced: u32,
    sampled: u32,
}

/// Drops what is `bad` unless that is all.
fn drop_unless_all(tiles: Vec<Laid>, bad: impl Fn(&Laid) -> bool) -> Vec<Laid> {
    let left: Vec<Laid> = tiles.iter().copied().filter(|tile| !bad(tile)).collect();
    if left.is_empty() { tiles } else { left }
}

/// Looks at every placement of a game before each decision, and then decides at random.
struct Judge<'a> {
    variant: &'a Variant,
    verdict: &'a Judgement,
    uniform: Uniform,
    counts: &'a mut Counts,
}

impl Judge<'_> {
    /// C3, L1, S13 and the rule, from the words of the rule set.
    fn legal(&mut self, see: &Observation<'_>) -> Vec<Laid> {
        let (variant, verdict) = (self.variant, self.verdict);
        let word = |key: &str| variant.resolved().value(key).cloned().unwrap_or_default();
        let avoid = word("placement.avoid");
        let avoided =
            |cause: Cause| avoid.as_array().unwrap().iter().any(|word| word == cause.name());
        let is = |wanted: Verdict| move |tile: &Laid| verdict(see, *tile) == wanted;
        let (never, unwanted) = (is(Verdict::Never), is(Verdict::Avoided));
        let unlike = |tile: &Laid| see.fate(*tile).cause.is_some_and(avoided);
        let shared = drop_unless_all(see.placements().to_vec(), |tile| see.fate(*tile).shares_wake);
        let left = drop_unless_all(shared.clone(), never);
        let falls_away = word("placement.unless") == "no-safe-move"
            && left.iter().all(|tile| see.fate(*tile).cause.is_some());
        let wished = if falls_away { left.clone() } else { drop_unless_all(left.clone(), unlike) };
        let mut legal = drop_unless_all(wished.clone(), unwanted);
        let counts = &mut *self.counts;
        counts.decisions += 1;
        counts.never += u32::from(left.len() < shared.len());
        counts.avoided += u32::from(legal.len() < wished.len());
        counts.fell_away[0] += u32::from(shared.iter().all(never));
        counts.fell_away[1] += u32::from(wished.iter().all(unwanted));
        counts.forced += u32::from(legal.iter().all(unlike) && !shared.iter().all(unlike));
        legal.sort_unstable();
        legal
    }

    fn judge<R: RuleSet>(&mut self, view: &View<'_, R>) {
        let see = view.observation(Some(view.core().active()));
        let (choices, legal) = (view.choices(), self.legal(&see));
        assert_eq!(choices.legal().to_vec(), legal);
        assert_eq!(usize::from(choices.count()), legal.len());
        for tile in see.placements() {
            let allowed = legal.contains(&tile);
            assert_eq!(choices.allows(tile), allowed, "{tile:?}, not {legal:?}");
            assert_eq!(view.check(&Choice::Place(tile)).is_ok(), allowed, "{tile:?}");
        }
        let offered: Vec<Choice> = legal.iter().map(|&tile| Choice::Place(tile)).collect();
        assert_eq!(see.choices(), offered, "a bot chooses among what is legal");
        let request: Value =
            serde_json::from_slice(&write_request(&see, &see.choices(), 0, 0)).unwrap();
        let sent = |choice: &Value| (choice["tile"].as_u64(), choice["rotation"].as_u64());
        let wanted =
            |tile: &Laid| (Some(tile.face().number().into()), Some(tile.rotation().turns().into()));
        let sent: Vec<_> = request["choices"].as_array().unwrap().iter().map(sent).collect();
        assert_eq!(sent, legal.iter().map(wanted).collect::<Vec<_>>(), "so does a program");

        // In a few positions, this many draws: enough for each placement to come up about equally
        // often.
        let many =
            legal.len() > 2 && legal.len() < see.placements().len() && self.counts.sampled < 4;
        self.counts.sampled += u32::from(many);
        let draws = if many { 4000 } else { 4 };
        let mut rng =
            bot_stream(RunSeed::new("drawn").game(0), Phase::Place, see.active(), see.turn());
        let mut drawn = vec![0.0; legal.len()];
        for _ in 0..draws {
            let tile = choices.sample(&mut rng);
            drawn[legal
                .iter()
                .position(|other| *other == tile)
                .unwrap_or_else(|| panic!("{tile:?}, not {legal:?}"))] += 1.0;
        }
        let expected = f64::from(draws) / legal.len() as f64;
        assert!(
            !many || drawn.iter().all(|times| (times - expected).abs() < 6.0 * expected.sqrt()),
            "{drawn:?}, each about {expected}"
        );
    }
}

impl<R: RuleSet> Deciders<R> for Judge<'_> {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        if view.core().phase() == Phase::Place {
            self.judge(&view);
        }
        self.uniform.decide(view)
    }
}

/// Judges `games` games of a rule set with every number of players.
fn judged(variant: &Variant, verdict: &Judgement, games: u64, counts: &mut Counts) {
    for game in 0..games {
        let seed = RunSeed::new("judged").game(game);
        let seats = variant.players().round(game);
        let mut judge = Judge { variant, verdict, uniform: Uniform(seed), counts };
        with_rules!(variant.rules(), |rules| drop(play(
            rules,
            seats,
            &mut judge,
            &mut Luck(seed),
            &mut ()
        )));
    }
}

/// What else the rule sets say of placements; Seas says `never` already.
const OTHERS: [&str; 4] =
    ["", "avoid = []", "avoid = [\"edge\"]\nunless = \"no-safe-move\"", "avoid = [\"collision\"]"];

const BASES: [&str; 5] = ["classic", "luxury-advanced", "seas", "seas-calm", "open-tiles"];

#[test]
fn all_ways_to_ask_agree_on_what_a_rule_from_outside_leaves() {
    let mut counts = Counts::default();
    for (number, base) in (0..).zip(BASES) {
        for (mood, others) in (number * 10..).zip(OTHERS) {
            let variant = written(&format!(
                "extends = \"{base}\"\n[placement]\nrule = \"moody\"\nmood = {mood}\n{others}\n"
            ));
            judged(
                &variant,
                &move |see, tile| verdict_in_mood(mood, see.turn(), tile),
                24,
                &mut counts,
            );
        }
    }
    let Counts { decisions, never, avoided, fell_away, forced, sampled } = counts;
    let least = [never, avoided, fell_away[0], fell_away[1], forced].into_iter().min();
    assert!(decisions > 9000 && least > Some(20) && sampled == 4, "{counts:?}");
}

#[test]
fn all_ways_to_ask_agree_on_what_a_truce_leaves() {
    let mut counts = Counts::default();
    for base in BASES.into_iter().chain(["solo", "longest-path"]) {
        for others in OTHERS {
            for rounds in [1, 2, 5] {
                let text = format!(
                    "extends = \"{base}\"\n[placement]\nrule = \"truce\"\nrounds = {rounds}\n\
                     {others}\n"
                );
                judged(&written(&text), &truce(rounds), 28, &mut counts);
            }
        }
    }
    assert!(
        counts.decisions > 20_000 && counts.avoided > 500 && counts.fell_away[1] > 20,
        "{counts:?}"
    );
    assert_eq!((counts.never, counts.sampled), (0, 4), "{counts:?}");
}

/// A rule from outside has the same consequences as a rule of the crate.
#[test]
fn a_rule_set_with_a_rule_from_outside_conforms_and_its_records_and_views_follow() {
    let registry = registry();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moody.toml");
    let path = path.to_str().unwrap();
    let how = Conformance { games: 10, ..Conformance::default() };
    for base in BASES {
        std::fs::write(
            path,
            format!(
                "schema = 1\nname = \"moody\"\nextends = \"{base}\"\n\
            [placement]\nrule = \"moody\"\n"
            ),
        )
        .unwrap();
        let variant = Arc::new(Variant::load(path, &RuleFiles::default(), &registry).unwrap());
        let found = conformance(path, &variant, &registry, &RuleFiles::default(), &how);
        assert!(found.is_ok(), "{base}: {}", found.unwrap_err());
        check_views(&variant, &registry, 6);
    }
}

/// Checks games of a rule set, and the view that each seat has of them.
fn check_views(variant: &Variant, registry: &Registry, games: u64) {
    for game in 0..games {
        let seats = variant.players().round(game);
        let record = played(variant, seats, "views", game).record;
        let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
        let mut replayer = Replayer::new(registry);
        let (replayed, memory) = replayer
            .replay_remembering(&game, &mut |_| {})
            .unwrap_or_else(|why| panic!("{why}\n{record}"));
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
        for seat in 0..seats {
            let seen = view(&game, &memory, Seat::new(seat));
            let seen = RecordReader::new(seen.as_bytes()).game().unwrap().unwrap();
            let checked = replayer.check_view(&seen).unwrap_or_else(|why| {
                panic!("{}, seat {seat}: {why}\n{record}", variant.resolved().name())
            });
            assert_eq!(checked.placements as usize, record.matches("\"placed\"").count());
        }
    }
}

/// In Luxury, a placement that is legal because nothing is safe need not be legal for a hand of
/// that one face, where it is not all that is left.
#[test]
fn views_of_games_with_a_truce_follow() {
    for rules in [
        "classic+truce",
        "luxury-advanced+truce+rounds=5",
        "seas+truce+rounds=5",
        "open-tiles+truce",
        "solo+truce",
    ] {
        check_views(&variant(rules), &Registry::default(), 40);
    }
}

/// Piece 0 can put piece 1 out with tile 34, and need not with tile 33.
fn two_on_a_square() -> Value {
    json!({
        "players": [{ "at": "a1:B", "hand": [34, 33] }, { "at": "a1:H", "hand": [1] }], "active": 0
    })
}

fn laid(face: u8) -> Laid {
    Laid::new(Face::new(face).unwrap(), Rotation::NONE)
}

#[test]
fn who_breaks_a_truce_is_told_the_name_of_the_rule() {
    let sentence =
        "tile 34 turned 0 is forbidden by the rule `truce`, and another placement is not";
    let mut game = Game::at(Arc::new(variant("classic+truce")), &two_on_a_square(), "any").unwrap();
    let refused = game.play(&Choice::Place(laid(34))).err().unwrap();
    assert_eq!(refused, Illegal::Forbidden { tile: laid(34), rule: "truce" });
    assert_eq!(refused.to_string(), sentence);
    assert_eq!(game.preview(&Choice::Place(laid(34))).err(), Some(refused));
    assert!(game.play(&Choice::Place(laid(33))).is_ok());

    let ask = |rules: &str, place: u8| {
        answer(
            &variant(rules),
            &json!({ "position": two_on_a_square(), "place": { "tile": place, "rotation": 0 } }),
        )
    };
    let error = ask("classic+truce", 34).unwrap_err();
    assert_eq!((error.code(), error.to_string()), ("illegal-placement", sentence.to_owned()));
    assert!(ask("classic+truce", 33).is_ok() && ask("classic", 34).is_ok());
}

#[test]
fn a_placement_that_breaks_two_rules_is_refused_for_the_one_that_is_asked_first() {
    // Tile 0 runs off the board with both pieces.
    let mut position = two_on_a_square();
    position["players"][0]["hand"] = json!([0, 33]);
    let mut game = Game::at(Arc::new(variant("classic+truce")), &position, "any").unwrap();
    assert!(matches!(
        game.play(&Choice::Place(laid(0))),
        Err(Illegal::Avoidable { cause: Cause::Edge, .. })
    ));
    // Where running off the board is not avoided, the truce is what is left to break.
    let mut game = Game::at(Arc::new(variant("free-suicide+truce")), &position, "any").unwrap();
    assert!(matches!(
        game.play(&Choice::Place(laid(0))),
        Err(Illegal::Forbidden { rule: "truce", .. })
    ));
}

#[test]
fn suites_say_which_rule_forbids_a_placement() {
    let suite = |expect: &str| {
        let text = format!(
            "[[scenario]]\ntitle = \"one\"\nrules = \"classic+truce\"\nplayers.A = \"a1:B 34 33\"\n\
             players.B = \"a1:H 1\"\n{expect}\n"
        );
        let mut problems = Problems::default();
        let suites = [read(
            Source::new(SourceId::File("one.toml".into()), "one.toml", text),
            &Registry::default(),
            &mut problems,
        )];
        let (registry, files) = (Registry::default(), BuiltIns);
        let plan = RunPlan::new(
            &suites,
            &RuleSetSelection::Own,
            &mut RuleBook::new(&registry, &files),
            &|_, _| true,
        );
        let found = plan.play_all(&suites, 1).into_iter().flat_map(|done| done.failures);
        let found: Vec<String> =
            found.map(|failure| format!("{} {:?}", failure.message, failure.found)).collect();
        (problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), found)
    };
    let fine = (Vec::new(), Vec::new());
    assert_eq!(suite("expect.not-legal = \"34 because truce\""), fine);
    assert_eq!(suite("expect.not-legal = \"34 because free\"").0, [Code::NeverJudged]);
    let (problems, found) = suite("expect.not-legal = \"34 because edge\"");
    assert!(
        problems.is_empty() && found.len() == 1 && found[0].contains("34 because truce"),
        "{found:?}"
    );
    let (_, found) = suite("expect.legal = 34");
    assert!(found.len() == 1 && found[0].contains("34 is not legal because truce"), "{found:?}");
    let (_, found) = suite("place = 34\nexpect.out = \"nobody\"");
    assert!(found.len() == 1 && found[0].contains("34 is not legal here: `truce`"), "{found:?}");
}

/// Decides at random, and counts the placements that are not legal.
struct Refusals {
    uniform: Uniform,
    refused: u64,
}

impl<R: RuleSet> Deciders<R> for Refusals {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        if view.core().phase() == Phase::Place {
            let all = view.observation(Some(view.core().active())).placements().len();
            self.refused += all as u64 - u64::from(view.choices().count());
        }
        self.uniform.decide(view)
    }
}

#[test]
fn coverage_counts_every_placement_that_the_rule_forbids() {
    for rule in ["moody", "truce"] {
        // Nothing else is forbidden.
        let variant = written(&format!("[placement]\navoid = []\nrule = \"{rule}\"\n"));
        let (mut coverage, mut refused) = (Coverage::new(&variant), 0);
        for game in 0..40 {
            let seed = RunSeed::new("covered").game(game);
            let mut deciders = Refusals { uniform: Uniform(seed), refused: 0 };
            with_rules!(variant.rules(), |rules| {
                drop(play(
                    rules,
                    4,
                    &mut WatchedDeciders::new(&mut deciders, &mut coverage),
                    &mut Luck(seed),
                    &mut (),
                ));
            });
            refused += deciders.refused;
        }
        let times = |name: &str| {
            coverage.points().iter().find(|point| point.name == name).map(|point| point.times)
        };
        assert_eq!(times(&format!("{rule}/forbids")), Some(refused));
        assert!(refused > 50, "{rule}: {refused}");
    }
    let coverage = Coverage::new(&variant("classic"));
    assert!(!coverage.points().iter().any(|point| point.name.ends_with("/forbids")));
}

/// A person can name a tile by the ports that it joins, allowed or not.
#[test]
fn a_person_is_told_which_rule_forbids_a_placement() {
    let rules = Arc::new(variant("classic+truce"));
    let place = |text: &str| Choice::Start(text.parse().unwrap());
    let (mut game, tile) = (0..1000)
        .find_map(|seed| {
            let mut game = Game::from_variant(Arc::clone(&rules), 2, &seed.to_string()).unwrap();
            game.play(&place("a1:B")).unwrap();
            game.play(&place("a1:H")).unwrap();
            let forbidden = |tile: &Laid| {
                matches!(game.preview(&Choice::Place(*tile)), Err(Illegal::Forbidden { .. }))
            };
            let tile = game.observe(Seat::new(0)).placements().into_iter().find(forbidden)?;
            Some((game, tile))
        })
        .expect("a hand with a tile that is forbidden");
    game.name_players(&["human", "random"]);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    for (more, told) in [
        (&[][..], "is not allowed by the rule truce while there is another placement: "),
        (
            &["--language", "fr"],
            "n’est pas permis par la règle truce tant qu’une autre pose est possible : ",
        ),
    ] {
        std::fs::write(&record, game.record().unwrap()).unwrap();
        let arguments = [&["play", "--resume", record.to_str().unwrap()], more].concat();
        let output = feed(tsuro(&arguments), &format!("{tile}\n"));
        assert!(out(&output).contains(told), "{}\n{}", out(&output), err(&output));
    }
}
