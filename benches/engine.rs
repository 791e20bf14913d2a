//! What the parts of the engine cost: `cargo bench --bench engine [-- FILTER]`. Figures and what
//! follows from them are in `docs/performance.md`; how the engine stands beside a bare kernel is
//! shown by the bench `yardstick`.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench that cannot go on has failed; criterion's macros make items without words"
)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tsuro::board::{Laid, Square};
use tsuro::bots::BotSpec;
use tsuro::game::unchecked::{advance, deal, place, take};
use tsuro::game::{
    Choice, Choices, Deciders as _, Luck, RuleSet, RunSeed, Seat, State, Uniform, View, bot_stream,
    play, resolve,
};
use tsuro::record::{GameRecord, Header, RecordReader, Recorder, Replayer};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, BuiltIns, Variant, load};
use tsuro::with_rules;
use tsuro_lab::BenchTable;

const RUN: &str = "bench";
/// Games from whose middle the positions are taken.
const POSITIONS: u64 = 256;

fn variant(name: &str) -> Variant {
    let registry = Registry::default();
    Variant::new(load(name, &BuiltIns, &registry).unwrap(), &registry).unwrap()
}

/// Games of four, stopped at the first placement from turn 12 on, and a legal placement for each.
fn positions<R: RuleSet>(rules: &R) -> Vec<(State<R>, Laid, u64)> {
    (0..POSITIONS).filter_map(|index| stopped(rules, index)).collect()
}

fn stopped<R: RuleSet>(rules: &R, index: u64) -> Option<(State<R>, Laid, u64)> {
    let seed = RunSeed::new(RUN).game(index);
    let (mut luck, mut bot) = (Luck(seed), Uniform(seed));
    let mut state = deal(rules, 4, &mut luck, &mut ());
    loop {
        advance(rules, &mut state, &mut luck, &mut ()).decision()?;
        let Ok(choice) = bot.decide(View::new(rules, &state));
        match choice {
            Choice::Place(tile) if state.core().turn() >= 12 => return Some((state, tile, index)),
            choice => take(rules, &mut state, &choice, &mut luck, &mut ()),
        }
    }
}

/// The parts of a turn, in the middle of games of classic and of Seas; each figure is for all
/// positions together.
fn parts(criterion: &mut Criterion) {
    for name in ["classic", "seas"] {
        let variant = variant(name);
        let mut group = criterion.benchmark_group(name);
        with_rules!(variant.rules(), |rules| {
            let basics = rules.basics();
            let positions = positions(rules);
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function("legal set", |bencher| {
                bencher.iter(|| {
                    positions
                        .iter()
                        .map(|(state, _, _)| Choices::new(rules, state).legal().len())
                        .sum::<usize>()
                });
            });
            group.bench_function("travel", |bencher| {
                bencher.iter(|| {
                    for (state, tile, _) in &positions {
                        let core = state.core();
                        black_box(resolve(basics, core, core.place(core.active()).square(), *tile));
                    }
                });
            });
            group.bench_function("placement", |bencher| {
                bencher.iter_batched_ref(
                    || positions.clone(),
                    |positions| {
                        for (state, tile, index) in positions {
                            let mut luck = Luck(RunSeed::new(RUN).game(*index));
                            place(rules, state, *tile, &mut luck, &mut ());
                        }
                    },
                    BatchSize::LargeInput,
                );
            });
            let laid: Vec<Square> =
                positions.iter().map(|(state, _, _)| first_tile(rules, state)).collect();
            group.bench_function("tile removal", |bencher| {
                bencher.iter_batched_ref(
                    || {
                        positions
                            .iter()
                            .map(|(state, _, _)| state.core().board().clone())
                            .collect::<Vec<_>>()
                    },
                    |boards| {
                        for (board, square) in boards.iter_mut().zip(&laid) {
                            black_box(board.remove(basics.grid(), *square));
                        }
                    },
                    BatchSize::LargeInput,
                );
            });
        });
        group.finish();
    }
}

/// A square with a tile.
fn first_tile<R: RuleSet>(rules: &R, state: &State<R>) -> Square {
    let board = state.core().board();
    rules.basics().grid().squares().find(|&square| board.tile(square).is_some()).unwrap()
}

/// Whole games at random, of each edition and variant.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    for built_in in BUILT_INS {
        let variant = variant(built_in.name);
        let players = variant.players().nearest(4);
        with_rules!(variant.rules(), |rules| {
            let mut table = BenchTable::new(rules, players);
            let mut index = 0;
            group.bench_function(BenchmarkId::new(built_in.name, players), |bencher| {
                bencher.iter(|| {
                    index += 1;
                    table.play(RunSeed::new(RUN), index).core().ending()
                });
            });
        });
    }
    group.finish();
}

/// From the text of a rule-set file to rules that can be played.
fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load");
    for name in ["classic", "seas", "luxury+big-board"] {
        group.bench_function(name, |bencher| bencher.iter(|| variant(name)));
    }
    group.finish();
}

/// Plays one game and writes it down.
fn recorded(variant: &Variant, players: &[String], index: u64, to: Vec<u8>) -> Vec<u8> {
    let seed = RunSeed::new(RUN).game(index);
    let mut recorder = Recorder::new(to);
    recorder.begin(&Header::new(variant, players, Seat::new(0), RUN, index));
    with_rules!(variant.rules(), |rules| {
        let Ok(_) =
            play(rules, players.len() as u8, &mut Uniform(seed), &mut Luck(seed), &mut recorder);
    });
    recorder.finish().unwrap()
}

/// Records of whole games, written to memory (playing included), read, and played again.
fn records(criterion: &mut Criterion) {
    let players = vec!["random".to_owned(); 4];
    for name in ["classic", "seas"] {
        let variant = variant(name);
        let bytes = (0..POSITIONS)
            .fold(Vec::new(), |bytes, index| recorded(&variant, &players, index, bytes));
        let mut group = criterion.benchmark_group(format!("record/{name}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("write", |bencher| {
            bencher.iter_batched(
                || Vec::with_capacity(bytes.len()),
                |to| (0..POSITIONS).fold(to, |to, index| recorded(&variant, &players, index, to)),
                BatchSize::LargeInput,
            );
        });
        let read = || {
            let mut reader = RecordReader::new(bytes.as_slice());
            std::iter::from_fn(move || reader.game().unwrap())
        };
        group.bench_function("read", |bencher| {
            bencher.iter(|| read().map(|game| game.lines.len()).sum::<usize>());
        });
        let games: Vec<GameRecord> = read().collect();
        let registry = Registry::default();
        group.throughput(Throughput::Elements(
            games.iter().map(|game| game.lines.len() as u64).sum(),
        ));
        group.bench_function("replay", |bencher| {
            bencher.iter(|| {
                let mut replayer = Replayer::new(&registry);
                for game in &games {
                    black_box(replayer.replay(game).unwrap());
                }
            });
        });
        group.bench_function("read and replay", |bencher| {
            bencher.iter(|| {
                let mut replayer = Replayer::new(&registry);
                for game in read() {
                    black_box(replayer.replay(&game).unwrap());
                }
            });
        });
        group.finish();
    }
}

/// How long bots take to decide in the middle of a game of classic, four players: each figure is
/// for one decision.
fn decisions(criterion: &mut Criterion) {
    let variant = variant("classic");
    let mut group = criterion.benchmark_group("decision");
    with_rules!(variant.rules(), |rules| {
        let positions = positions(rules);
        for name in ["safe", "greedy", "ismcts:200", "ismcts:1000", "ismcts:1000:playout=random"] {
            let mut bot = BotSpec::parse(name).unwrap().make();
            let mut next = positions.iter().cycle();
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let (state, _, index) = next.next().unwrap();
                    let core = state.core();
                    let view = View::new(rules, state);
                    let mut rng = bot_stream(
                        RunSeed::new(RUN).game(*index),
                        core.phase(),
                        core.active(),
                        core.turn(),
                    );
                    bot.place(&view.observation(Some(core.active())), &mut rng)
                });
            });
        }
    });
    group.finish();
}

criterion_group!(benches, parts, games, loading, records, decisions);
criterion_main!(benches);
