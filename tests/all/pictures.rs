//! Pictures of positions, compared with the pictures in `tests/corpus/pictures`. `TSURO_BLESS=1`
//! writes them anew.

use crate::common::golden::compare;
use std::fmt::Write as _;
use std::sync::Arc;
use tsuro::board::{Content, Face, Laid, Place, Port, Rotation, Square};
use tsuro::bots::{Bot, BotTable, Greedy};
use tsuro::game::{
    self, BoardStyle, Cause, Choice, Deciders, Event, GameSeed, Luck, Phase, RuleSet, RunSeed,
    Seat, State, Uniform, View,
};
use tsuro::picture::{BoardScene, Canvas, INKS, TileScale, board, crossings, svg, tile, tile_svg};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant, load};
use tsuro::with_rules;

const LETTERS: [char; 8] = ['R', 'B', 'G', 'Y', 'P', 'C', 'O', 'W'];

fn variant(name: &str) -> Variant {
    let registry = Registry::default();
    Variant::new(load(name, &BuiltIns, &registry).unwrap(), &registry).unwrap()
}

/// Stops after a number of decisions.
struct Until<D> {
    deciders: D,
    left: u32,
}

impl<R: RuleSet, D: Deciders<R>> Deciders<R> for Until<D> {
    type Stop = ();
    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, ()> {
        if matches!(view.core().phase(), Phase::Start | Phase::Place) {
            self.left = self.left.checked_sub(1).ok_or(())?;
        }
        self.deciders.decide(view).map_err(|_| ())
    }
}

/// The position before decision number `left` of a random game.
fn position<R: RuleSet>(rules: &R, seats: u8, seed: &str, left: u32) -> State<R> {
    let seed: GameSeed = RunSeed::new(seed).game(0);
    let mut state = game::unchecked::deal(rules, seats, &mut Luck(seed), &mut ());
    let _ = game::play_on(
        rules,
        &mut state,
        &mut Until { deciders: Uniform(seed), left },
        &mut Luck(seed),
        &mut (),
    );
    state
}

fn scene(name: &str, seats: u8, seed: &str, left: u32) -> BoardScene {
    let variant = variant(name);
    with_rules!(variant.rules(), |rules| {
        let state = position(rules, seats, seed, left);
        let view = View::new(rules, &state);
        let see = view.observation(Some(state.core().active()));
        let mut scene = BoardScene::new(&see, &LETTERS);
        if see.phase() == Phase::Start {
            scene.marks = see
                .start_marks()
                .into_iter()
                .enumerate()
                .map(|(index, mark)| (mark, (index + 1).to_string()))
                .collect();
        }
        scene
    })
}

fn text(canvas: &Canvas, color: bool) -> String {
    canvas.lines(color).iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

fn check(name: &str, drawn: &str) {
    compare(&format!("tests/corpus/pictures/{name}"), drawn);
}

#[test]
fn boards_look_as_in_the_golden_pictures() {
    for (name, rules, seats, seed, left) in [
        ("classic-start", "classic", 3, "picture", 1),
        ("classic-middle", "classic", 4, "picture", 4 + 18),
        ("seas-start", "seas", 4, "picture", 2),
        ("seas-middle", "seas", 4, "waves", 4 + 16),
    ] {
        let scene = scene(rules, seats, seed, left);
        for rows in [3, 5] {
            let cut = TileScale::new(rows);
            check(&format!("{name}-{rows}.txt"), &text(&board(&scene, cut, false), false));
            check(&format!("{name}-{rows}.ansi"), &text(&board(&scene, cut, true), true));
        }
        check(&format!("{name}.svg"), &svg(&scene, "A game of Tsuro"));
    }
}

/// The picture at the top of the README: a game of greedy bots of which three are left.
#[test]
fn the_picture_of_the_readme_is_drawn_by_the_program() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let state = (0..400)
            .map(|seed| {
                let seed = RunSeed::new(&format!("readme {seed}")).game(0);
                let mut state = game::unchecked::deal(rules, 4, &mut Luck(seed), &mut ());
                let bots =
                    BotTable::new((0..4).map(|_| Box::new(Greedy) as Box<dyn Bot>).collect(), seed);
                let _ = game::play_on(
                    rules,
                    &mut state,
                    &mut Until { deciders: bots, left: 4 + 23 },
                    &mut Luck(seed),
                    &mut (),
                );
                state
            })
            .find(|state| state.core().alive().len() == 4 && state.core().phase() == Phase::Place)
            .unwrap();
        let view = View::new(rules, &state);
        let scene = BoardScene::new(&view.observation(Some(state.core().active())), &LETTERS);
        check(
            "../../../docs/pictures/board.svg",
            &svg(&scene, "A game of Tsuro with four pieces, drawn by tsuro"),
        );
        check("readme-4.ansi", &text(&board(&scene, TileScale::new(4), true), true));
        check("readme-3.ansi", &text(&board(&scene, TileScale::new(3), true), true));
    });
}

#[test]
fn every_face_looks_as_in_the_golden_pictures() {
    for rows in [3, 4, 6] {
        let mut all = String::new();
        for face in Face::all() {
            let mut row = Canvas::new(4 * (2 * rows + 1), rows);
            for rotation in face.rotations() {
                let drawn = tile(Laid::new(face, rotation), TileScale::new(rows), true, &|_| None);
                row.paste(usize::from(rotation.turns()) * (2 * rows + 1), 0, &drawn);
            }
            let _ = writeln!(all, "{face}: {}", Laid::new(face, Rotation::NONE));
            all.push_str(&text(&row, false));
        }
        check(&format!("faces-{rows}.txt"), &all);
    }
    let face = Face::new(31).unwrap();
    let owner = |port: tsuro::board::Port| {
        (port.letter() == 'A' || port.letter() == 'E').then(|| Seat::new(1))
    };
    check(
        "face-31.svg",
        &tile_svg(Laid::new(face, Rotation::NONE), "A tile", BoardStyle::Stone, &owner),
    );
}

#[test]
fn the_preview_of_a_tile_shows_where_the_piece_would_go() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let state = position(rules, 4, "picture", 4 + 12);
        let view = View::new(rules, &state);
        let see = view.observation(Some(state.core().active()));
        for tile in see.legal() {
            let consequence = see.consequences(tile)[0];
            let scene = BoardScene::new(&see, &LETTERS).trying(&see, tile);
            let drawn =
                scene.pieces.iter().find(|piece| piece.0 == see.active()).map(|piece| piece.1);
            assert_eq!(drawn, consequence.to, "{tile:?}");
            assert!(crossings(&see, tile).iter().any(|crossing| crossing.0 == see.active()));
        }
        let tile = see.legal()[0];
        check(
            "trying.txt",
            &text(
                &board(
                    &BoardScene::new(&see, &LETTERS).trying(&see, tile),
                    TileScale::new(3),
                    true,
                ),
                false,
            ),
        );
    });
}

#[test]
fn the_smallest_drawings_fit_a_terminal_of_eighty_by_twenty_four_with_room_for_a_hand() {
    for (rules, seats) in [("classic", 8), ("seas", 8)] {
        for left in [3, 20] {
            let scene = scene(rules, seats, "fit", left);
            let cut = TileScale::fitting(&scene, 80, 23).unwrap();
            assert!(cut.size(&scene).0 + 2 + 4 * 7 <= 80, "{rules}");
        }
    }
    assert_eq!(TileScale::fitting(&scene("seas", 2, "fit", 9), 30, 24), None);
    assert!(INKS.iter().all(|ink| ink.rgb.len() == 7));
}

/// Follows an event, and checks the way of a piece that moves; the squares on it.
fn follow(scene: &mut BoardScene, event: &tsuro::game::Event<'_>) -> usize {
    let stood = scene.pieces.clone();
    let way = scene.follow(event);
    let (tsuro::game::Event::Moved { player, to }, Some(first), Some(last)) =
        (event, way.first(), way.last())
    else {
        return 0;
    };
    // The way begins where the piece stood, and leads to where it stands.
    let from = stood.iter().find(|piece| piece.0 == *player).unwrap().1;
    assert_eq!(from, tsuro::board::Place::new(first.square, first.enter));
    let end = tsuro::board::Place::new(last.square, last.leave);
    assert_eq!(scene.shape().across(end), Some(*to));
    way.len()
}

/// Checks that a scene shows the same as another one.
fn shows_the_same(scene: &BoardScene, wanted: &BoardScene, here: &str) {
    assert_eq!(scene.pieces, wanted.pieces, "{here}");
    let sorted = |scene: &BoardScene| {
        let mut all = scene.rule_pieces.clone();
        all.sort_by_key(|monster| monster.tile);
        all
    };
    assert_eq!(sorted(scene), sorted(wanted), "{here}");
    for square in scene.shape().rectangle_squares() {
        assert_eq!(scene.content(square), wanted.content(square), "{here}: {square}");
        assert_eq!(scene.mark_on(square), wanted.mark_on(square), "{here}: {square}");
    }
}

/// A scene that follows the events of a game shows what one shows that is made anew.
#[test]
fn a_scene_that_follows_every_event_shows_the_board_as_it_is() {
    for rules in [
        "classic",
        "luxury",
        "seas",
        "storm-seas",
        "islands",
        "seas+round",
        "seas+doughnut",
        "portals",
        "double-turn",
        "classic+passing",
    ] {
        let rules = Arc::new(variant(rules));
        let mut steps = 0;
        for seed in 0..8 {
            let mut game = tsuro::Game::from_variant(
                Arc::clone(&rules),
                rules.players().nearest(4),
                &seed.to_string(),
            )
            .unwrap();
            let letters = tsuro::picture::seat_letters(game.seats());
            let anew = |game: &tsuro::Game| BoardScene::new(&game.observe(None), &letters);
            let mut scene = anew(&game);
            while let Some(decision) = game.decision() {
                let choice = game.observe(decision.seat()).choices().swap_remove(0);
                let mark = game.mark();
                game.play(&choice).unwrap();
                for event in game.events_since(mark) {
                    steps += follow(&mut scene, &event);
                }
                let here = format!("{} {seed}, turn {}", rules.name(), game.turn());
                shows_the_same(&scene, &anew(&game), &here);
            }
        }
        assert!(steps > 20, "{}: {steps}", rules.name());
    }
}

/// A piece of a rule and a mark on a square are drawn wherever there is no tile, and an SVG names
/// each of them.
#[test]
fn what_rules_have_on_squares_is_drawn_and_named() {
    let scene = scene("storm-seas", 3, "looks", 6);
    let drawn = svg(&scene, "A storm");
    let seen =
        scene.square_marks.iter().filter(|mark| scene.mark_on(mark.square).is_some()).count();
    assert!(seen > 0 && !scene.rule_pieces.is_empty());
    for square in scene.square_marks.iter().map(|mark| mark.square) {
        // A tile or a daikaiju on a whirlpool hides it.
        let is_named = drawn.contains(&format!("<title>{square}: a whirlpool</title>"));
        assert_eq!(is_named, scene.mark_on(square).is_some(), "{square}");
    }
    for piece in &scene.rule_pieces {
        let named = ["gold", "white"]
            .map(|color| format!("<title>{}: a {color} daikaiju</title>", piece.square));
        assert!(named.iter().any(|title| drawn.contains(title)), "{}", piece.square);
    }
    let mut without = scene.clone();
    without.square_marks.clear();
    let rows = |scene: &BoardScene| text(&board(scene, TileScale::new(3), true), false);
    assert_ne!(rows(&scene), rows(&without), "a whirlpool is drawn in characters, too");
    assert_eq!(
        svg(&self::scene("classic", 3, "looks", 6), "Calm").matches("<title>").count(),
        1,
        "classic has nothing of that kind"
    );
}

/// Two pieces that meet are on one line, each of which keeps the part that it had travelled before.
#[test]
fn those_who_meet_keep_the_colours_of_their_paths() {
    let mut meetings = 0;
    for seed in 0..60 {
        let mut game = tsuro::Game::new("classic", 4, &format!("meet {seed}")).unwrap();
        let mut scene = BoardScene::new(&game.observe(None), &LETTERS);
        while let Some(decision) = game.decision() {
            let all = game.observe(decision.seat()).choices();
            let choice = all[game.mark() * 7 % all.len()].clone();
            let before = scene.clone();
            for event in game.play(&choice).unwrap() {
                scene.follow(&event);
                let is_meeting = matches!(event, Event::Eliminated { cause: Cause::Collision, .. });
                meetings += u32::from(is_meeting);
            }
            for square in scene.shape().rectangle_squares() {
                for port in Port::all() {
                    let was = before.traveller(square, port);
                    let is = scene.traveller(square, port);
                    assert!(was.is_none() || was == is, "{seed}: {square} {port}");
                }
            }
        }
    }
    assert!(meetings > 10, "{meetings}");
}

#[test]
fn the_paths_and_letters_of_those_who_are_out_stay_on_the_board() {
    for (rules, seats) in [("classic", 4), ("seas", 4)] {
        for seed in 0..8 {
            let mut game = tsuro::Game::new(rules, seats, &format!("out {seed}")).unwrap();
            let mut scene = BoardScene::new(&game.observe(None), &LETTERS);
            while let Some(decision) = game.decision() {
                let all = game.observe(decision.seat()).choices();
                let choice = all[game.mark() * 7 % all.len()].clone();
                for event in game.play(&choice).unwrap() {
                    scene.follow(&event);
                }
            }
            let anew = BoardScene::new(&game.observe(None), &LETTERS);
            assert_eq!(anew.fallen, scene.fallen, "{rules} {seed}");
            assert!(anew.changed_since(&scene).is_empty(), "{rules} {seed}");
            let alive = game.observe(None).alive();
            if rules == "classic" {
                let out: Vec<Seat> =
                    (0..seats).map(Seat::new).filter(|&seat| !alive.contains(seat)).collect();
                assert!(out.iter().all(|&seat| scene.fallen.iter().any(|lost| lost.0 == seat)));
                let drawn = svg(&anew, "The end");
                for seat in out {
                    let color = INKS[seat.index()].rgb;
                    assert!(drawn.contains(&format!("stroke=\"{color}\"")), "{seat} {seed}");
                }
            }
        }
    }
}

#[test]
fn a_piece_stands_on_the_tile_behind_it_and_is_lost_there() {
    let mut game = tsuro::Game::new("seas", 2, "stands").unwrap();
    let mut scene = BoardScene::new(&game.observe(None), &LETTERS);
    let ship = Seat::new(0);
    while !scene.pieces.iter().any(|piece| piece.0 == ship)
        || scene.stands_at(ship) == scene.pieces.first().map(|piece| piece.1)
    {
        let decision = game.decision().unwrap();
        let see = game.observe(decision.seat());
        let safe = see.choices().into_iter().find(|choice| match choice {
            Choice::Place(tile) => see.outlook(*tile).to.is_some(),
            _ => true,
        });
        for event in game.play(&safe.unwrap()).unwrap() {
            scene.follow(&event);
        }
    }
    let place = scene.pieces.iter().find(|piece| piece.0 == ship).unwrap().1;
    let stands = scene.stands_at(ship).unwrap();
    assert_eq!(scene.shape().across(place), Some(stands));
    assert!(matches!(scene.content(stands.square()), tsuro::board::Content::Tile(_)));
    let cause = tsuro::game::Cause::Rule(&tsuro::rules::hazard::TAKEN);
    scene.follow(&tsuro::game::Event::Eliminated { player: ship, cause });
    assert_eq!(scene.fallen, [(ship, stands)]);
}

#[test]
fn pieces_of_rules_beside_each_other_stay_apart_without_colour() {
    let mut scene = scene("seas", 2, "apart", 2);
    let squares = ["c3", "d3", "c4"];
    for (piece, square) in scene.rule_pieces.iter_mut().zip(squares) {
        piece.square = square.parse().unwrap();
    }
    scene.rule_pieces.truncate(squares.len());
    for rows in [3, 5] {
        let scale = TileScale::new(rows);
        let canvas = board(&scene, scale, false);
        for (column, row) in [(3, 2), (2, 3)] {
            let (x, y) = (3 + column * scale.width(), 1 + row * scale.height());
            let bracket: String =
                (0..rows).map(|down| canvas.at(x, y + down).map_or(' ', |cell| cell.0)).collect();
            assert_eq!(bracket, format!("┌{}└", "│".repeat(rows - 2)));
        }
    }
}

/// The column and the row at which a square begins in a drawing without start marks to choose from.
fn corner(square: Square, scale: TileScale) -> (usize, usize) {
    (
        3 + usize::from(square.column()) * scale.width(),
        1 + usize::from(square.row()) * scale.height(),
    )
}

#[test]
fn t5_a_piece_is_drawn_on_the_tile_on_which_it_stands() {
    let (mut on_tiles, scale) = (0, TileScale::new(4));
    for (rules, moves) in [("classic", 0), ("classic", 12), ("seas", 9), ("luxury", 20)] {
        let scene = scene(rules, 3, "stands", moves);
        let drawn = board(&scene, scale, false);
        for &(seat, place) in &scene.pieces {
            let behind = scene.shape().across(place);
            let behind = behind.filter(|at| matches!(scene.content(at.square()), Content::Tile(_)));
            on_tiles += usize::from(behind.is_some());
            let square = behind.map_or(place.square(), Place::square);
            let (x, y) = corner(square, scale);
            let cells = (y..y + scale.height())
                .flat_map(|row| (x..x + scale.width()).map(move |column| (column, row)));
            let letters: Vec<char> =
                cells.filter_map(|(x, y)| drawn.at(x, y)).map(|cell| cell.0).collect();
            assert!(
                letters.contains(&scene.letters[seat.index()]),
                "{rules}: {place} in\n{}",
                text(&drawn, false)
            );
        }
    }
    assert!(on_tiles > 3);
}
