//! Bots in positions whose right choice is known: positions made by hand, each with a proof
//! (`tests/corpus/positions/`), and endgames that are solved to the end.

use crate::common::games::variant;
use crate::common::golden::is_blessing;
use crate::positions::proof::{Worth, worths};
use crate::positions::puzzle::{Choice, Puzzle, folder, puzzles};
use crate::positions::setup::{choose, laid, state};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use tsuro::board::Laid;
use tsuro::bots::{Bot, BotSpec, Greedy};
use tsuro::game::unchecked::{advance, deal, place, take};
use tsuro::game::{
    Choices, Luck, Phase, Placements, RuleSet, RunSeed, Seat, State, View, bot_stream,
};
use tsuro::picture::{BoardScene, TileScale, board};
use tsuro::with_rules;
use tsuro_lab::advise;

/// The bots that have to find the right choice in all positions of a group.
const GROUPS: &[(&str, &[&str])] = &[
    ("kill-in-one", &["hunter", "greedy", "ismcts:500", "ismcts:500:values=learned"]),
    (
        "this-turn",
        &["safe", "timid", "hunter", "greedy", "ismcts:500", "ismcts:500:values=learned"],
    ),
    ("two-turns", &["safe", "greedy", "ismcts:2000", "ismcts:2000:values=learned"]),
    ("neighbour", &["ismcts:2000", "ismcts:2000:values=learned"]),
    ("third-player", &["ismcts:2000", "ismcts:2000:values=learned"]),
    ("other-choices", &["safe", "greedy", "ismcts:2000", "ismcts:2000:values=learned"]),
    ("points", &["ismcts:2000"]),
    ("luxury", &["ismcts:2000", "ismcts:2000:values=learned"]),
    ("seas", &["ismcts:2000", "ismcts:2000:values=learned"]),
];

/// Rounds to a tenth of a per cent.
fn percent(value: f64) -> f64 {
    (value * 1000.0).round() / 10.0
}

/// The odds line of a file: the least that a right choice achieves, and the most that another does.
fn odds(puzzle: &Puzzle, worths: &[Worth]) -> (f64, f64, f64) {
    let (right, others): (Vec<&Worth>, Vec<&Worth>) =
        worths.iter().partition(|worth| puzzle.right.contains(&worth.choice));
    let least = right.iter().map(|worth| worth.against).fold(1.0, f64::min);
    let most =
        |value: fn(&Worth) -> f64| others.iter().map(|worth| value(worth)).fold(0.0, f64::max);
    (percent(least), percent(most(|worth| worth.against)), percent(most(|worth| worth.helped)))
}

/// The odds of every choice as a table, for the author of a position.
fn table(puzzle: &Puzzle, worths: &[Worth]) -> String {
    let mut text =
        String::from("choice, reached when all play against it, reached when all help (%)\n");
    for worth in worths {
        let right = if puzzle.right.contains(&worth.choice) { "right" } else { "" };
        let _ = writeln!(
            text,
            "{right:>5} {:>5.1} {:>5.1}  {}",
            percent(worth.against),
            percent(worth.helped),
            worth.choice
        );
    }
    text
}

#[test]
fn every_position_is_proven() {
    let mut wrong = String::new();
    for (group, name, puzzle) in puzzles() {
        let worths = worths(&puzzle, &variant(&puzzle.rules).resolved().to_json());
        let (right, others, helped) = odds(&puzzle, &worths);
        let said = (puzzle.odds.right, puzzle.odds.others, puzzle.odds.helped.unwrap_or(helped));
        let missing =
            puzzle.right.iter().find(|choice| worths.iter().all(|worth| worth.choice != **choice));
        let problem = match missing {
            Some(choice) => format!("{choice} cannot be chosen"),
            None if puzzle.right.len() == worths.len() => "there is nothing to choose".to_owned(),
            None if right <= others => format!(
                "{right} % with the right choice, {others} % with \
                another"
            ),
            None if worths
                .iter()
                .any(|worth| worth.peeked && puzzle.right.contains(&worth.choice)) =>
            {
                "a later choice would depend on what is hidden: to the end only with the last \
                 tile, or where nothing is hidden"
                    .to_owned()
            }
            None if said == (right, others, helped) => continue,
            None if is_blessing() => {
                write_odds(
                    &folder().join(&group).join(format!("{name}.toml")),
                    right,
                    others,
                    helped,
                );
                continue;
            }
            None => format!("the odds are {right}, {others} and {helped}, not {said:?}"),
        };
        let _ = writeln!(
            wrong,
            "{group}/{name}, {:?}: {problem}\n{}",
            puzzle.title,
            table(&puzzle, &worths)
        );
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Replaces the odds in a file; the odds with help only if help makes a difference.
fn write_odds(path: &Path, right: f64, others: f64, helped: f64) {
    let help = if helped > others { format!(", helped = {helped}") } else { String::new() };
    let lines = std::fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        if line.starts_with("odds = ") {
            format!("odds = {{ right = {right}, others = {others}{help} }}\n")
        } else {
            format!("{line}\n")
        }
    };
    std::fs::write(path, lines.lines().map(line).collect::<String>()).unwrap();
}

/// The board of a position with its pieces, as the program draws it in black and white.
fn drawing(puzzle: &Puzzle) -> String {
    with_rules!(variant(&puzzle.rules).rules(), |rules| {
        let state = state(rules, puzzle, RunSeed::new("drawing").game(0));
        let view = View::new(rules, &state);
        let see = view.observation(Some(state.core().active()));
        let letters: Vec<char> = (0..see.seats()).map(|seat| char::from(b'0' + seat)).collect();
        let scene = BoardScene::new(&see, &letters);
        let lines = board(&scene, TileScale::new(4), false).lines(false);
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    })
}

#[test]
fn every_file_shows_its_board() {
    for (group, name, puzzle) in puzzles() {
        let drawing = drawing(&puzzle);
        if is_blessing() {
            write_drawing(&folder().join(&group).join(format!("{name}.toml")), &drawing);
        } else {
            assert_eq!(
                puzzle.drawing, drawing,
                "{group}/{name}: TSURO_BLESS=1 draws the board anew"
            );
        }
    }
}

/// Replaces the drawing in a file, or adds one before the position.
fn write_drawing(path: &Path, drawing: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let (head, tail) = match text.split_once("drawing = '''") {
        Some((head, rest)) => (head, rest.split_once("'''\n").unwrap().1.trim_start_matches('\n')),
        None => text.split_once("[position]").map(|(head, _)| (head, &text[head.len()..])).unwrap(),
    };
    std::fs::write(path, format!("{head}drawing = '''\n{drawing}'''\n\n{tail}")).unwrap();
}

#[test]
fn bots_find_the_right_choice() {
    let mut missed = String::new();
    for (group, name, puzzle) in puzzles() {
        let (_, all) = GROUPS
            .iter()
            .find(|known| known.0 == group)
            .unwrap_or_else(|| panic!("{group}: no bots are named for it"));
        let bots: BTreeSet<&str> =
            all.iter().copied().chain(puzzle.bots.iter().map(String::as_str)).collect();
        with_rules!(variant(&puzzle.rules).rules(), |rules| {
            for number in 0..3 {
                let seed = RunSeed::new("positions").game(number);
                let state = state(rules, &puzzle, seed);
                for bot in &bots {
                    let chosen =
                        choose(rules, &state, &mut *BotSpec::parse(bot).unwrap().make(), seed);
                    if !puzzle.right.contains(&chosen) {
                        let _ = writeln!(
                            missed,
                            "{group}/{name}, {:?}: with seed {number} {bot} chose {chosen}",
                            puzzle.title
                        );
                    }
                }
            }
        });
    }
    assert!(missed.is_empty(), "{missed}");
}

#[test]
fn advice_is_reproducible_and_says_how_sure_it_is() {
    let (mut first, mut asked) = (0, 0);
    for (group, name, puzzle) in puzzles() {
        if !matches!(puzzle.right[0], Choice::Place { .. }) {
            continue;
        }
        let seed = RunSeed::new("advice").game(0);
        with_rules!(variant(&puzzle.rules).rules(), |rules| {
            let state = state(rules, &puzzle, seed);
            let core = state.core();
            let view = View::new(rules, &state);
            let see = view.observation(Some(core.active()));
            let advice =
                advise(&see, 200, &mut bot_stream(seed, core.phase(), core.active(), core.turn()));
            assert_eq!(advice.len(), see.legal().len());
            for one in &advice {
                let [low, high] = one.interval;
                assert!(
                    one.games == 200
                        && 0.0 <= low
                        && low <= one.share
                        && one.share <= high
                        && high <= 1.0,
                    "{name}: {one:?}"
                );
            }
            // First, or as good as the first.
            let right: Vec<Laid> = puzzle.right.iter().map(laid).collect();
            let is_right = |choice: &tsuro::game::Choice| {
                matches!(
                    choice, tsuro::game::Choice::Place(tile) if right.contains(tile)
                )
            };
            let best = advice.iter().find(|one| is_right(&one.choice)).unwrap();
            assert!(best.interval[1] >= advice[0].interval[0], "{group}/{name}: {advice:?}");
            first += u32::from(is_right(&advice[0].choice));
            asked += 1;
            assert!(advice.windows(2).all(|two| two[0].share >= two[1].share));
        });
    }
    assert!(first * 10 >= asked * 9, "first in {first} of {asked}");
}

/// The coverage that the whole corpus has to have.
#[test]
fn there_are_positions_of_every_kind_in_every_edition() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 30, "only {} positions", puzzles.len());
    let groups: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.0.as_str()).collect();
    assert_eq!(groups, GROUPS.iter().map(|group| group.0).collect());
    let families =
        ["classic", "luxury", "seas", "longest-path", "most-crossings", "solo", "open-tiles"];
    for family in families {
        let rules = |puzzle: &Puzzle| {
            puzzle.rules.split(['+', '-']).next() == Some(family)
                || puzzle.rules.starts_with(family)
        };
        assert!(puzzles.iter().any(|puzzle| rules(&puzzle.2)), "no position in {family}");
    }
    let players: BTreeSet<usize> = puzzles
        .iter()
        .map(|puzzle| puzzle.2.position["players"].as_array().unwrap().len())
        .collect();
    assert_eq!(players, (2..=8).collect());
    assert!(
        puzzles.iter().all(|puzzle| puzzle.2.why.split_whitespace().count() >= 12),
        "each position says why"
    );
}

/// The share of the win that the seat to place gets with perfect play and open tiles, for two
/// players and an empty pile.
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
    Choices::new(rules, state).legal()
}

/// The share that `seat` gets after a placement of its own.
fn value_after<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    tile: Laid,
    seat: Seat,
    nodes: &mut u32,
) -> f64 {
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

/// A game of two greedy players up to an empty pile: from there on, each knows the other's tiles by
/// counting.
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
        if !matches!(phase, Phase::Start | Phase::Place) {
            return None;
        }
        let choice =
            Greedy.choose(&View::new(rules, &state).observation(Some(core.active())), &mut rng)?;
        take(rules, &mut state, &choice, &mut luck, &mut ());
    }
}

/// What the choices of a solved endgame are worth, where some are better than others.
fn critical<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Vec<f64>> {
    let (seat, mut nodes) = (state.core().active(), 0);
    let worth = |&tile: &Laid| value_after(rules, state, tile, seat, &mut nodes);
    let values: Vec<f64> = legal(rules, state).iter().map(worth).collect();
    values.iter().any(|value| value.to_bits() != values[0].to_bits()).then_some(values)
}

#[test]
fn a_search_that_judges_plays_every_solved_endgame_right() {
    for name in ["classic", "luxury"] {
        let variant = variant(name);
        with_rules!(variant.rules(), |rules| {
            let mut found = 0;
            for number in 0..1000 {
                let Some(state) = endgame(rules, number, 5) else { continue };
                let Some(values) = critical(rules, &state) else { continue };
                found += 1;
                let (seat, legal) = (state.core().active(), legal(rules, &state));
                let view = View::new(rules, &state);
                let mut bot = BotSpec::parse("ismcts:500:values=learned").unwrap().make();
                let seed = RunSeed::new("endgames").game(number);
                let stream = || bot_stream(seed, Phase::Place, seat, state.core().turn());
                let chosen = bot.place(&view.observation(Some(seat)), &mut stream());
                let best = values.iter().copied().fold(0.0, f64::max);
                let index = legal.iter().position(|&tile| tile == chosen).unwrap();
                assert!(values[index] >= best, "{name} {number}: {values:?}, number {index}");
                // It says so as well.
                let (_, weighed) = bot.explain(&view.observation(Some(seat)), &mut stream());
                for (tile, value) in legal.iter().zip(&values) {
                    let said =
                        weighed.iter().find(|one| one.choice == tsuro::game::Choice::Place(*tile));
                    assert!((said.unwrap().wins - value).abs() < 1e-6, "{name} {number}");
                }
            }
            assert!(found >= 60, "{name}: only {found} endgames in which the choice matters");
        });
    }
}

#[test]
fn a_search_finds_every_forced_win_in_solved_endgames() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let mut found = 0;
        let mut nodes = 0;
        for number in 0..400 {
            let Some(state) = endgame(rules, number, 5) else { continue };
            let seat = state.core().active();
            let legal = legal(rules, &state);
            let values: Vec<f64> = legal
                .iter()
                .map(|&tile| value_after(rules, &state, tile, seat, &mut nodes))
                .collect();
            let winning = values.iter().filter(|&&value| value >= 1.0).count();
            // Where everything wins, or nothing, there is nothing to find.
            if winning == 0 || winning == values.len() {
                continue;
            }
            found += 1;
            let view = View::new(rules, &state);
            let seed = RunSeed::new("endgames").game(number);
            let mut rng = bot_stream(seed, Phase::Place, seat, state.core().turn());
            let chosen = BotSpec::parse("ismcts:2000")
                .unwrap()
                .make()
                .place(&view.observation(Some(seat)), &mut rng);
            let index = legal.iter().position(|&tile| tile == chosen).unwrap();
            assert!(
                values[index] >= 1.0,
                "endgame {number}: of {values:?} it chose number {index}"
            );
        }
        assert!(found >= 20, "only {found} endgames with a forced win to find");
        println!("{found} endgames, {nodes} positions solved");
    });
}
