//! What rules count and mark: below boards in pictures and films, and what suites expect of it.

use std::sync::Arc;
use tsuro::Game;
use tsuro::game::Seat;
use tsuro::picture::{BoardPicture, BoardScene, GameFilm, seat_letters, svg};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Problems, Source, SourceId, Variant};
use tsuro_suite::{RuleBook, RuleSetSelection, RunPlan, pages, read};

/// Plays a game of Storm seas for this number of seats, and takes the first choice each time.
fn played(seats: u8) -> Game {
    let variant = Arc::new(Variant::load("storm-seas", &BuiltIns, &Registry::default()).unwrap());
    let mut game = Game::from_variant(variant, seats, "counted").unwrap();
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    game
}

#[test]
fn a_picture_shows_what_is_counted_each_number_with_a_title_in_a_language() {
    let game = Game::new("storm-seas", 3, "counted").unwrap();
    let scene = BoardScene::new(&game.observe(None), &seat_letters(3));
    assert_eq!(scene.counts.len(), 4, "{:?}", scene.counts);
    let titles = |drawn: &str| -> Vec<String> {
        let parts = drawn.split("<title>").skip(2).filter_map(|part| part.split_once("</title>"));
        parts.map(|part| part.0.to_owned()).collect()
    };
    let english = titles(&svg(&scene, "A storm"));
    let french = titles(&svg(&scene.clone().in_language("fr"), "Une tempête"));
    assert_eq!(
        (english.len(), french.len()),
        (12, 12),
        "six daikaiju, two whirlpools and four numbers: {english:?}"
    );
    for (said, drawn) in [
        ("c3: a whirlpool", &english),
        ("c3: un tourbillon", &french),
        ("1: shots left: 2.", &english),
        ("Turns until the next tsunami: 8.", &english),
    ] {
        assert!(drawn.iter().any(|title| title == said), "{said}: {drawn:?}");
    }
    assert!(english.iter().zip(&french).all(|(english, french)| english != french), "{french:?}");
    // A rule set that counts nothing is drawn as high as its board.
    let plain = Game::new("seas", 3, "counted").unwrap();
    let plain = svg(&BoardScene::new(&plain.observe(None), &seat_letters(3)), "The sea");
    assert!(plain.contains("viewBox=\"0 0 788 788\""));
    assert!(svg(&scene, "A storm").contains("viewBox=\"0 0 788 868\""), "two lines more");
}

#[test]
fn a_picture_shows_the_points_of_all_that_rules_keep() {
    for rules in ["lanterns", "most-crossings", "longest-path"] {
        let mut game = Game::new(rules, 3, "points").unwrap();
        while let Some(decision) = game.decision() {
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).unwrap();
        }
        let scores = game.observe(None).scores().unwrap();
        assert!(
            game.observe(None).alive().len() < 3,
            "{rules}: somebody is out, and keeps its points"
        );
        let drawn = svg(&BoardScene::new(&game.observe(None), &seat_letters(3)), "Points");
        let film =
            GameFilm::of_record(&game.record().unwrap(), &Registry::default(), None).unwrap();
        let last = film.steps().last().unwrap().picture.svg("A film");
        for (seat, points) in scores.iter().enumerate() {
            let title = format!("<title>{}: points: {points}.</title>", seat + 1);
            assert!(drawn.contains(&title) && last.contains(&title), "{rules}: {title}");
        }
    }
    // They follow from who is alive there.
    let solo = Game::new("solo", 3, "points").unwrap();
    assert!(
        !svg(&BoardScene::new(&solo.observe(None), &seat_letters(3)), "Points").contains("points:")
    );
}

#[test]
fn a_film_shows_what_is_counted_in_pictures_of_one_size() {
    let game = played(8);
    let film = GameFilm::of_record(&game.record().unwrap(), &Registry::default(), None).unwrap();
    let height = |picture: &BoardPicture| picture.svg("A film").lines().next().unwrap().to_owned();
    let counts: Vec<_> =
        film.steps().iter().map(|step| step.picture.scene.counts.clone()).collect();
    assert!(counts.windows(2).filter(|pair| pair[0] != pair[1]).count() > 5, "numbers change");
    assert!(
        film.steps().iter().all(|step| height(&step.picture) == height(&film.steps()[0].picture))
    );
    let last = BoardScene::new(&game.observe(None), &seat_letters(8));
    assert_eq!(counts.last(), Some(&last.counts));
    let alive = game.observe(None).alive();
    let gone = (0..8).map(Seat::new).filter(|&seat| !alive.contains(seat)).count();
    assert!(
        gone > 0 && last.counts.len() == 1 + alive.len() as usize,
        "shots of those who are out are not drawn"
    );
}

#[test]
fn a_followed_scene_has_the_counts_of_the_game() {
    let variant = Arc::new(Variant::load("storm-seas", &BuiltIns, &Registry::default()).unwrap());
    let mut game = Game::from_variant(variant, 4, "followed").unwrap().followed();
    let mut scene = BoardScene::new(&game.observe(None), &seat_letters(4));
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        for event in game.play(&choice).unwrap() {
            scene.follow(&event);
        }
        let now = BoardScene::new(&game.observe(None), &seat_letters(4));
        assert_eq!(
            (&scene.counts, &scene.square_marks),
            (&now.counts, &now.square_marks),
            "in turn {}",
            game.turn()
        );
    }
}

/// What is wrong with each run of a suite, and its page.
fn failures(scenario: &str) -> (Vec<String>, Option<String>) {
    let text = format!(
        "schema = 1\ntitle = \"A storm\"\nrules = \"storm-seas+tiles.copies=4+hazard.minimum=0\"\n\
         [[scenario]]\ntitle = \"A ship fires\"\n\
         tiles.c4 = 33\nplayers.A = \"d4:H 33\"\nplayers.B = \"g7:D 1\"\nplayers.C = \"g7:E 2\"\n\
         daikaiju.d2 = 0\ndice = [[1, 1]]\n\
         choose = \"up\"\nexpect.asked = \"placement\"\n{scenario}\n"
    );
    let (registry, mut problems) = (Registry::default(), Problems::default());
    let suites = [read(
        Source::new(SourceId::File("storm.toml".into()), "storm.toml", text.as_str()),
        &registry,
        &mut problems,
    )];
    if problems.has_errors() {
        return (vec![problems.to_string()], None);
    }
    let plan = RunPlan::new(
        &suites,
        &RuleSetSelection::Own,
        &mut RuleBook::new(&registry, &BuiltIns),
        &|_, _| true,
    );
    let failures =
        plan.play_all(&suites, 1).iter().flat_map(|done| done.failures.clone()).collect::<Vec<_>>();
    let said = failures.iter().map(|failure| {
        format!(
            "{}: {:?} {:?} {:?}",
            failure.message, failure.expected, failure.found, failure.toml
        )
    });
    let made = pages(&suites, &mut RuleBook::new(&registry, &BuiltIns)).ok();
    (said.collect(), made.map(|made| made.iter().map(|page| page.text.clone()).collect()))
}

#[test]
fn a_suite_expects_marks_and_numbers() {
    let (found, page) = failures(
        "expect.count.shots = { A = 1, B = 2 }\nexpect.count.tsunami = 7\n\
         expect.mark = { c3 = \"a whirlpool\", d4 = \"none\" }",
    );
    assert_eq!(found, [""; 0]);
    let page = page.unwrap();
    for said in [
        "hots of A: 1; shots of B: 2; tsunami: 7; a whirlpool is marked on c3; no mark is on d4",
        "<title>A: shots left: 1.</title>",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    for (wrong, why) in [
        (
            "expect.count.shots.A = 2",
            "`expect.count.shots.A` is not met: [\"2\"] [\"1\"] Some(\"1\")",
        ),
        ("expect.count.tsunami = 1", "`expect.count.tsunami` is not met: [\"1\"] [\"7\"]"),
        (
            "expect.count.tsunami = \"?\"",
            "`expect.count.tsunami` has a `?`: `--bless` writes the value there: [] [\"7\"] \
             Some(\"7\")",
        ),
        ("expect.count.shots = 2", "`shots` is counted for each seat: use `count.shots.A`"),
        ("expect.count.tsunami.A = 2", "`tsunami` is counted for the table: use `count.tsunami`"),
        ("expect.count.shot.A = 2", "no rule counts `shot`: there is `shots`, `tsunami`"),
        ("expect.count.shots.D = 2", "there is no seat D in this scenario"),
        ("expect.count.shots.A = \"two\"", "`count.shots.A`"),
        ("expect.count = 3", "`count`"),
        (
            "expect.mark.c3 = \"none\"",
            "`expect.mark.c3` is not met: [\"none\"] [\"a whirlpool\"] Some(\"\\\"a \
             whirlpool\\\"\")",
        ),
        (
            "expect.mark.d4 = \"a whirlpool\"",
            "`expect.mark.d4` is not met: [\"a whirlpool\"] [\"none\"]",
        ),
        ("expect.mark.k9 = \"a whirlpool\"", "`expect.mark.k9` has no meaning here"),
    ] {
        let (found, _) = failures(wrong);
        assert!(found.len() == 1 && found[0].contains(why), "{wrong}: {found:?}");
    }
}
