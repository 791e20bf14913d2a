//! How many steps a second a batch of games does, with full arrays and random actions, beside the
//! turns a second of the bare engine: `cargo bench --bench tensors [-- GAMES ROUNDS]`.
//!
//! A step is one action in one game: the action is drawn, checked and taken, the game plays on to
//! the next decision, and observation, mask, seat, reward and end are written. A turn of the engine
//! is played by `Uniform`, as in `tsuro bench`. Both take turns, on one thread; of each the fastest
//! round counts, since a busy machine only ever makes a round slower.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench that cannot go on has failed, and its figures are for people"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::batch::{BatchBuffers, GameBatch};
use tsuro::game::unchecked::deal_on;
use tsuro::game::{Luck, RunSeed, Uniform, play_on, table};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro::tensor::{BoardForm, Layout};
use tsuro::with_rules;

/// The shortest time of a round.
const ROUND: Duration = Duration::from_millis(100);

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok());
    let games = numbers.next().unwrap_or(1024);
    let rounds = numbers.next().unwrap_or(10);
    println!(
        "{games} games\nrules             form     bytes    turns/s    steps/s  steps/turns  2 \
         threads"
    );
    for (name, players) in [
        ("classic", 2),
        ("classic", 4),
        ("classic", 8),
        ("seas", 4),
        ("classic-advanced", 4),
        ("storm-seas", 4),
    ] {
        let variant = Arc::new(Variant::load(name, &BuiltIns, &Registry::default()).unwrap());
        for form in [BoardForm::Planes, BoardForm::Tokens] {
            let layout = Layout::new(&variant, players, form).unwrap();
            line(&variant, name, &layout, form.name(), games, rounds);
        }
        if name == "classic" && players == 4 {
            line(
                &variant,
                name,
                &Layout::new(&variant, players, BoardForm::Tokens).unwrap().with_outlook(),
                "outlook",
                games,
                rounds,
            );
        }
    }
}

/// Measures and prints one line.
fn line(
    variant: &Arc<Variant>,
    name: &str,
    layout: &Layout,
    form: &str,
    games: usize,
    rounds: usize,
) {
    let (players, len) = (layout.seats(), layout.len());
    let mut batches = [1, 2].map(|threads| {
        let mut batch = GameBatch::new(Arc::clone(variant), layout.clone(), games, "bench")
            .unwrap()
            .threads(threads);
        let mut buffers = BatchBuffers::new(&batch);
        batch.reset(&mut buffers.arrays()).unwrap();
        (batch, buffers, vec![0; games])
    });
    let (mut turns, mut steps, mut first) = (0.0_f64, [0.0_f64; 2], 0);
    for _ in 0..rounds {
        turns = turns.max(paced(|| engine(variant, players, &mut first)));
        for ((batch, buffers, actions), best) in batches.iter_mut().zip(&mut steps) {
            *best = best.max(paced(|| {
                for _ in 0..16 {
                    actions.copy_from_slice(batch.sampled_actions());
                    batch.step(actions, &mut buffers.arrays()).unwrap();
                }
                black_box(&buffers.observations);
                16 * games as u64
            }));
        }
    }
    let [one, two] = steps;
    println!(
        "{:<16}  {form:<7}  {len:>5}  {turns:>9.0}  {one:>9.0}  {:>11.3}  {two:>9.0}",
        format!("{name} {players}"),
        one / turns
    );
}

/// How much `work` does in a second; it returns how much it has done.
fn paced(mut work: impl FnMut() -> u64) -> f64 {
    let (begin, mut done) = (Instant::now(), 0);
    while begin.elapsed() < ROUND {
        done += work();
    }
    done as f64 / begin.elapsed().as_secs_f64()
}

/// Plays some games of the bare engine, and returns their turns.
fn engine(variant: &Variant, players: u8, first: &mut u64) -> u64 {
    with_rules!(variant.rules(), |rules| {
        let fresh = table(rules, players);
        let (mut state, mut turns) = (fresh.clone(), 0);
        for index in *first..*first + 1000 {
            let seed = RunSeed::new("bench").game(index);
            let mut luck = Luck(seed);
            state.clone_from(&fresh);
            deal_on(rules, &mut state, &mut luck, &mut ());
            let Ok(_) = play_on(rules, &mut state, &mut Uniform(seed), &mut luck, &mut ());
            turns += u64::from(state.core().turn());
        }
        *first += 1000;
        turns
    })
}
