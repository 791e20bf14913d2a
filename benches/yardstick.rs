//! The engine beside a bare kernel, the editions beside each other, and the bot `learned` beside
//! `greedy`, in one run: `cargo bench --bench yardstick [-- GAMES RUNS]`.
//!
//! The kernel plays classic at random and nothing else; the engine plays the same rules loaded from
//! TOML. All take turns at short runs, of which the one with the fastest turns counts: on a busy
//! machine a run of a few milliseconds has a fair chance of not being interrupted. Games a second
//! are computed from this pace for games as long as the mean of all runs: the fastest by games
//! would be one whose games happened to be short.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench that cannot go on has failed, and its figures are for people"
)]

mod kernel;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::Game;
use tsuro::board::Small;
use tsuro::bots::{Bot, BotSpec};
use tsuro::game::{Choice, DecisionKind, Observation, Rng, RuleSet, RunSeed};
use tsuro::rules::{AnyRules, Registry, Rules};
use tsuro::ruleset::{BuiltIns, Variant, load};
use tsuro_lab::BenchTable;

/// A rule that is called once a turn and does little.
const SCRIPT: &str = "
const RULE = #{ name: \"short\", summary: \"counts turns\" };
fn start(setup) { #{ turns: 0 } }
fn turn_begins(table) { if table.turn() % 3 == 0 { this.turns += 1; } }
";

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let extent =
        Extent { games: numbers.next().unwrap_or(1_000), runs: numbers.next().unwrap_or(400) };
    let registry = Registry::default();
    let variant =
        |name| Variant::new(load(name, &BuiltIns, &registry).unwrap(), &registry).unwrap();
    let editions = ["classic", "luxury", "seas"].map(variant);
    beside_the_kernel(small(&editions[0]), extent);
    editions_beside_each_other(&editions, extent);
    editions_foreseen(&editions, extent);
    with_a_script(&editions[0], &registry, extent);
    through_the_game(&Arc::new(variant("classic")), extent);
    let editions = editions.map(Arc::new);
    bots_beside_each_other(&editions, extent);
}

/// How many games each run plays, and how often each run is made.
#[derive(Clone, Copy)]
struct Extent {
    games: u64,
    runs: u64,
}

/// The rules of an edition.
fn small(variant: &Variant) -> &Rules<Small> {
    match variant.rules() {
        AnyRules::Small(rules) => rules,
        AnyRules::Large(_) => unreachable!("the editions are small"),
    }
}

/// The engine beside the bare kernel, at tables of several sizes.
fn beside_the_kernel(classic: &Rules<Small>, Extent { games, runs }: Extent) {
    println!("players  kernel  engine ns/turn     kernel     engine games/s  of the kernel's");
    for players in [2, 4, 8] {
        let mut engine = BenchTable::new(classic, players);
        let paces = fastest(
            runs,
            [
                &mut |run| {
                    let totals = kernel::play(games, players.into(), run);
                    black_box(totals.checksum);
                    (games, totals.turns)
                },
                &mut |run| played(&mut engine, games, run),
            ],
        );
        let [kernel, engine] = paces.map(|pace| pace.ns_per_turn);
        print!("{players:>7}  {kernel:>6.1}  {engine:>6.1}");
        let [kernel, engine] = paces.map(|pace| pace.games_per_second);
        println!("          {kernel:>9.0}  {engine:>9.0}          {:>14.2}", engine / kernel);
    }
}

/// The editions beside classic.
fn editions_beside_each_other(editions: &[Variant; 3], Extent { games, runs }: Extent) {
    println!("\n4 players  ns/turn   games/s  of classic's");
    let [mut classic, mut luxury, mut seas] =
        editions.each_ref().map(|edition| BenchTable::new(small(edition), 4));
    let paces = fastest(
        runs,
        [
            &mut |run| played(&mut classic, games, run),
            &mut |run| played(&mut luxury, games, run),
            &mut |run| played(&mut seas, games, run),
        ],
    );
    let names = editions.each_ref().map(Variant::name);
    print_paces(names, paces, Columns { name: 9, share: 12, digits: 2 });
}

/// The editions once more, each game played so often that the processor foresees all its branches:
/// what is left is the work, without what chance costs.
fn editions_foreseen(editions: &[Variant; 3], Extent { games, .. }: Extent) {
    println!("\nforeseen   ns/turn   games/s  of classic's");
    let (run, seeds) = (RunSeed::new("foreseen"), games.div_ceil(4));
    let paces = editions.each_ref().map(|edition| {
        let mut table = BenchTable::new(small(edition), 4);
        let (mut turns, mut seconds) = (0, 0.0);
        for game in 0..seeds {
            turns += u64::from(table.play(run, game).core().turn());
            let mut play = |times: u32| {
                let start = Instant::now();
                for _ in 0..times {
                    black_box(table.play(run, game));
                }
                start.elapsed().as_secs_f64() / f64::from(times)
            };
            play(200);
            seconds += (0..12).map(|_| play(40)).fold(f64::INFINITY, f64::min);
        }
        Pace { ns_per_turn: seconds * 1e9 / turns as f64, games_per_second: seeds as f64 / seconds }
    });
    let names = editions.each_ref().map(Variant::name);
    print_paces(names, paces, Columns { name: 9, share: 12, digits: 2 });
}

/// Classic with a rule in a script beside classic.
fn with_a_script(classic: &Variant, registry: &Registry, Extent { games, runs }: Extent) {
    let text = format!(
        "schema = 1\nextends = \"classic\"\nscripts = ['''{SCRIPT}''']\n[[rule]]\n\
         rule = \"short\"\n"
    );
    let scripted = Variant::from_text("short", &text, registry).unwrap();
    let (mut classic, mut scripted) =
        (BenchTable::new(small(classic), 4), BenchTable::new(small(&scripted), 4));
    let fewer = games.div_ceil(10);
    let paces = fastest(
        runs.div_ceil(4),
        [&mut |run| played(&mut classic, fewer, run), &mut |run| played(&mut scripted, fewer, run)],
    );
    println!("\nclassic, 4 players             ns/turn   games/s  of classic's");
    let names = ["without a script", "a script of one short call"];
    print_paces(names, paces, Columns { name: 28, share: 12, digits: 3 });
}

/// Classic through [`Game`] beside the engine.
fn through_the_game(classic: &Arc<Variant>, Extent { games, runs }: Extent) {
    println!("\nclassic, 4 players, through      ns/turn   games/s  of the engine's");
    let mut engine = BenchTable::new(small(classic), 4);
    let paces = fastest(
        runs,
        [
            &mut |run| played(&mut engine, games, run),
            &mut |run| played_checked(classic, false, games, run),
            &mut |run| played_checked(classic, true, games, run),
        ],
    );
    let names = ["the engine", "Game", "Game, all choices listed"];
    print_paces(names, paces, Columns { name: 30, share: 15, digits: 2 });
}

/// How long `learned` takes to decide beside `greedy`, each at the same positions of random games.
/// The figures are means: whatever else the machine does meets both.
fn bots_beside_each_other(editions: &[Arc<Variant>; 3], Extent { games, .. }: Extent) {
    println!("\nplayers             greedy  learned ns/decision  of greedy's");
    for players in [2, 4, 8] {
        for edition in editions {
            let mut bots = ["greedy", "learned"].map(|name| BotSpec::parse(name).unwrap().make());
            let [greedy, learned] = decision_times(edition, players, 4 * games, &mut bots);
            println!(
                "{players:>7}  {:<9}  {greedy:>7.0}  {learned:>7.0}              {:>11.2}",
                edition.name(),
                learned / greedy
            );
        }
    }
}

/// The nanoseconds that each of the bots takes to decide, as means of all decisions of random games.
fn decision_times(
    edition: &Arc<Variant>,
    players: u8,
    games: u64,
    bots: &mut [Box<dyn Bot>; 2],
) -> [f64; 2] {
    let (mut times, mut decisions) = ([Duration::ZERO; 2], 0_u64);
    for number in 0..games {
        let mut game = Game::in_run(Arc::clone(edition), players, "decisions", number).unwrap();
        while let Some(decision) = game.decision() {
            let (sees, mut luck) = (game.observe(decision.seat()), game.bot_stream());
            // What the first has brought into the caches, the second finds there.
            let first = (decisions % 2) as usize;
            for at in [first, 1 - first] {
                let mut same_luck = luck.clone();
                let start = Instant::now();
                black_box(bots[at].choose(&sees, &mut same_luck));
                times[at] += start.elapsed();
            }
            decisions += 1;
            let choice = choose(&sees, decision.kind(), false, &mut luck);
            game.play(&choice).unwrap();
        }
    }
    times.map(|time| time.as_secs_f64() * 1e9 / decisions as f64)
}

/// The widths of columns, and the digits of shares.
#[derive(Clone, Copy)]
struct Columns {
    name: usize,
    share: usize,
    digits: usize,
}

/// A line for each pace, with its share of the first.
fn print_paces<const N: usize>(names: [&str; N], paces: [Pace; N], columns: Columns) {
    let Columns { name: wide, share: of_share, digits } = columns;
    for (name, pace) in names.into_iter().zip(&paces) {
        let share = pace.games_per_second / paces[0].games_per_second;
        println!(
            "{name:<wide$}  {:>7.1}  {:>8.0}  {share:>of_share$.digits$}",
            pace.ns_per_turn, pace.games_per_second
        );
    }
}

/// Plays a number of games through [`Game`], every choice checked; `lists`: each is drawn from the
/// list of all choices.
fn played_checked(variant: &Arc<Variant>, lists: bool, games: u64, run: u64) -> (u64, u64) {
    let run = run.to_string();
    let mut turns = 0;
    for number in 0..games {
        let mut game = Game::in_run(Arc::clone(variant), 4, &run, number).unwrap();
        while let Some(decision) = game.decision() {
            let choice = choose(
                &game.observe(decision.seat()),
                decision.kind(),
                lists,
                &mut game.bot_stream(),
            );
            game.play(&choice).unwrap();
        }
        turns += u64::from(black_box(game).turn());
    }
    (games, turns)
}

/// A random choice.
fn choose(sees: &Observation<'_>, kind: DecisionKind, lists: bool, rng: &mut Rng) -> Choice {
    match kind {
        DecisionKind::Place if !lists => Choice::Place(sees.sample_placement(rng)),
        DecisionKind::Start if !lists => Choice::Start(sees.sample_mark(rng)),
        _ => {
            let mut choices = sees.choices();
            choices.swap_remove(rng.below(choices.len() as u32) as usize)
        }
    }
}

/// Plays a number of games; returns how many, and how many turns they had.
fn played<R: RuleSet>(table: &mut BenchTable<'_, R>, games: u64, run: u64) -> (u64, u64) {
    let run = RunSeed::new(&run.to_string());
    (games, (0..games).map(|game| u64::from(black_box(table.play(run, game)).core().turn())).sum())
}

/// How fast something went at its best, and with it games of mean length.
#[derive(Clone, Copy)]
struct Pace {
    ns_per_turn: f64,
    games_per_second: f64,
}

/// The fastest of several runs of each, run alternately.
fn fastest<const N: usize>(
    runs: u64,
    mut plays: [&mut dyn FnMut(u64) -> (u64, u64); N],
) -> [Pace; N] {
    let mut all = [(f64::INFINITY, 0, 0); N];
    for run in 0..runs {
        for (play, (fastest, all_games, all_turns)) in plays.iter_mut().zip(&mut all) {
            let start = Instant::now();
            let (games, turns) = play(run);
            *fastest = fastest.min(start.elapsed().as_secs_f64() * 1e9 / turns as f64);
            *all_games += games;
            *all_turns += turns;
        }
    }
    all.map(|(ns_per_turn, games, turns)| Pace {
        ns_per_turn,
        games_per_second: 1e9 / ns_per_turn * games as f64 / turns as f64,
    })
}
