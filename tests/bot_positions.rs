//! How well bots choose where the right choice is known: in positions that a person can judge (`tests/corpus/positions/`), and in endgames
//! that are solved to the end.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::games::variant;
use serde::Deserialize;
use std::path::Path;
use tsuro::board::{Face, Laid, Rotation};
use tsuro::bots::{Bot, BotSpec, Greedy};
use tsuro::game::{
    Choices, Luck, Phase, Placements, RuleSet, RunSeed, Seat, State, View, advance, begin_at_placement, bot_stream, choose_start, deal,
    place,
};
use tsuro::lab::advise;
use tsuro::record::{fill_hands, read_position};
use tsuro::with_rules;

/// A position with one clearly right choice.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    /// What it shows, as a sentence.
    title: String,
    /// The rule set.
    rules: String,
    /// Who has to find it.
    bots: Vec<String>,
    /// The choice.
    right: Placement,
    /// As in `docs/formats/positions.md`; a hand may be a number of tiles that nobody else sees.
    position: serde_json::Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placement {
    tile: u8,
    rotation: u8,
}

fn puzzles() -> Vec<(String, Puzzle)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/positions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let puzzle = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"));
        (name, puzzle)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn bots_find_what_is_clearly_right() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 12, "only {} positions", puzzles.len());
    for (file, puzzle) in &puzzles {
        let variant = variant(&puzzle.rules);
        let right = Laid::new(Face::new(puzzle.right.tile).unwrap(), Rotation::new(puzzle.right.rotation));
        for number in 0..3 {
            let seed = RunSeed::new("positions").game(number);
            with_rules!(variant.rules(), |rules| {
                let filled = fill_hands(rules, &puzzle.position).unwrap_or_else(|why| panic!("{file}: {why}"));
                let mut state = read_position(rules, &filled, seed).unwrap_or_else(|why| panic!("{file}: {why}"));
                begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
                let core = state.core();
                let view = View::new(rules, &state);
                let see = view.observation(Some(core.active()));
                assert!(see.legal().contains(&right) && see.legal().len() > 2, "{file}: there is no choice to make");
                for bot in &puzzle.bots {
                    let mut rng = bot_stream(seed, core.phase(), core.active(), core.turn());
                    let chosen = BotSpec::parse(bot).unwrap().make().place(&see, &mut rng);
                    let (face, turned) = (chosen.face(), chosen.rotation());
                    assert_eq!(chosen, right, "{file}: {:?}: {bot} chose tile {face} turned {turned}", puzzle.title);
                }
            });
        }
    }
}

#[test]
fn advice_says_the_same_and_how_sure_it_is() {
    for (file, puzzle) in puzzles() {
        let variant = variant(&puzzle.rules);
        let seed = RunSeed::new("advice").game(0);
        with_rules!(variant.rules(), |rules| {
            let filled = fill_hands(rules, &puzzle.position).unwrap();
            let mut state = read_position(rules, &filled, seed).unwrap();
            begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
            let core = state.core();
            let view = View::new(rules, &state);
            let see = view.observation(Some(core.active()));
            let advice = advise(&see, 400, &mut bot_stream(seed, core.phase(), core.active(), core.turn()));
            assert_eq!(advice.len(), see.legal().len());
            for one in &advice {
                let [low, high] = one.interval;
                assert!(one.games == 400 && 0.0 <= low && low <= one.share && one.share <= high && high <= 1.0, "{file}: {one:?}");
            }
            let best = advice[0].tile;
            assert_eq!((best.face().number(), best.rotation().turns()), (puzzle.right.tile, puzzle.right.rotation), "{file}: {advice:?}");
            assert!(advice.windows(2).all(|two| two[0].share >= two[1].share));
        });
    }
}

/// What the seat to place gets at best if everybody knows every tile and errs nowhere: its share of the win, for two players and an empty pile.
fn solve<R: RuleSet>(rules: &R, state: &State<R>, nodes: &mut u32) -> f64 {
    let seat = state.core().active();
    let best = |seat: Seat, nodes: &mut u32| {
        let mut best = 0.0f64;
        for tile in legal(rules, state) {
            best = best.max(value_after(rules, state, tile, seat, nodes));
            if best >= 1.0 {
                break;
            }
        }
        best
    };
    best(seat, nodes)
}

fn legal<R: RuleSet>(rules: &R, state: &State<R>) -> Placements {
    Choices::new(rules.basics(), state.core()).legal()
}

/// What `seat` gets after a placement of its own.
fn value_after<R: RuleSet>(rules: &R, state: &State<R>, tile: Laid, seat: Seat, nodes: &mut u32) -> f64 {
    *nodes += 1;
    let mut luck = Luck(RunSeed::new("none is left").game(0));
    let mut next = state.clone();
    place(rules, &mut next, tile, &mut luck, &mut ());
    match advance(rules, &mut next, &mut luck, &mut ()) {
        Phase::Place if next.core().active() == seat => solve(rules, &next, nodes),
        Phase::Place => 1.0 - solve(rules, &next, nodes),
        _ => {
            let winners = next.core().ending().unwrap().winners;
            if winners.contains(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 }
        }
    }
}

/// Two greedy players' game up to where the pile is empty: each then knows the other's tiles by counting.
fn endgame<R: RuleSet>(rules: &R, number: u64, tiles: usize) -> Option<State<R>> {
    let seed = RunSeed::new("endgames").game(number);
    let mut luck = Luck(seed);
    let mut state = deal(rules, 2, &mut luck, &mut ());
    loop {
        let phase = advance(rules, &mut state, &mut luck, &mut ());
        let core = state.core();
        let left: usize = (0..2).map(|seat| core.hand(Seat::new(seat)).len()).sum();
        if phase == Phase::Place && core.pile().is_empty() && left <= tiles {
            return Some(state);
        }
        let mut rng = bot_stream(seed, phase, core.active(), core.turn());
        match phase {
            Phase::Start => {
                let mark = Greedy.start(&View::new(rules, &state).observation(Some(core.active())), &mut rng);
                choose_start(rules, &mut state, mark, &mut ());
            }
            Phase::Place => {
                let tile = Greedy.place(&View::new(rules, &state).observation(Some(core.active())), &mut rng);
                place(rules, &mut state, tile, &mut luck, &mut ());
            }
            _ => return None,
        }
    }
}

#[test]
fn a_search_finds_every_forced_win_in_solved_endgames() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let mut found = 0;
        let mut nodes = 0;
        for number in 0..600 {
            let Some(state) = endgame(rules, number, 5) else { continue };
            let seat = state.core().active();
            let legal = legal(rules, &state);
            let values: Vec<f64> = legal.iter().map(|&tile| value_after(rules, &state, tile, seat, &mut nodes)).collect();
            let winning = values.iter().filter(|&&value| value >= 1.0).count();
            // Where everything wins, or nothing, there is nothing to find.
            if winning == 0 || winning == values.len() {
                continue;
            }
            found += 1;
            let view = View::new(rules, &state);
            let seed = RunSeed::new("endgames").game(number);
            let mut rng = bot_stream(seed, Phase::Place, seat, state.core().turn());
            let chosen = BotSpec::parse("ismcts:2000").unwrap().make().place(&view.observation(Some(seat)), &mut rng);
            let index = legal.iter().position(|&tile| tile == chosen).unwrap();
            assert!(values[index] >= 1.0, "endgame {number}: of {values:?} it chose number {index}");
        }
        assert!(found >= 20, "only {found} endgames with a forced win to find");
        println!("{found} endgames, {nodes} positions solved");
    });
}
