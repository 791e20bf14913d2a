use super::*;
use crate::board::Laid;
use crate::bots::{Bot, BotSpec};
use crate::game::{Choice, DecisionKind, Ending, Observation, Rng, Seat, SeatSet};
use crate::rules::Registry;
use crate::ruleset::{BUILT_INS, BuiltIns, Variant};
use crate::session::Game;
use crate::tensor::{BoardForm, Layout, PartialExchange, StateLayout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const SEED: &str = "side by side";

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(
        Variant::load(name, &BuiltIns, &Registry::default())
            .unwrap_or_else(|problems| panic!("{name}: {problems:?}")),
    )
}

/// The largest board and the rule sets that are shipped, each with a number of players.
fn tables() -> impl Iterator<Item = (&'static str, Arc<Variant>, u8)> {
    let names = BUILT_INS.iter().map(|built_in| built_in.name);
    names.chain(["classic+board.columns=16+board.rows=16+tiles.copies=8"]).zip(2..).map(
        |(name, index)| {
            let variant = variant(name);
            let players = variant.players().round(index);
            (name, variant, players)
        },
    )
}

/// A game of a lane, played by the checked game.
struct Shadow {
    game: Game,
    index: u64,
    partial: PartialExchange,
    bots: Vec<Option<Box<dyn Bot>>>,
}

impl Shadow {
    fn new(
        variant: &Arc<Variant>,
        players: u8,
        index: u64,
        learner: Option<Seat>,
        bots: &[BotSpec],
    ) -> Self {
        let game = Game::in_run(Arc::clone(variant), players, SEED, index).unwrap();
        let mut specs = bots.iter();
        let bots = SeatSet::first(players).iter().map(|seat| {
            let is_bot = learner.is_some_and(|learner| learner != seat);
            is_bot.then(|| specs.next().unwrap().make())
        });
        let mut shadow =
            Self { game, index, partial: PartialExchange::default(), bots: bots.collect() };
        shadow.play_to_learner(learner);
        shadow
    }

    /// Lets bots play until the learner decides or is out, or the game is over.
    fn play_to_learner(&mut self, learner: Option<Seat>) {
        while let Some(decision) = self.game.decision() {
            let seat = decision.seat();
            let lost =
                learner.is_some_and(|learner| !self.game.observe(None).alive().contains(learner));
            let Some(bot) = self.bots[seat.index()].as_mut().filter(|_| !lost) else { return };
            let choice = bot.choose(&self.game.observe(seat), &mut self.game.bot_stream()).unwrap();
            self.game.play(&choice).unwrap();
        }
    }

    fn is_over(&self, learner: Option<Seat>) -> bool {
        self.game.decision().is_none()
            || learner.is_some_and(|learner| !self.game.observe(None).alive().contains(learner))
    }
}

/// What a game that has ended gives to each seat.
fn rewards(ending: Ending, seats: u8) -> Vec<f32> {
    let share = 1.0 / f32::from(ending.winners.len());
    let reward = |seat: Seat| {
        let share = if ending.winners.contains(seat) { share } else { 0.0 };
        (f32::from(seats) * share - 1.0) / f32::from(seats - 1)
    };
    SeatSet::first(seats).iter().map(reward).collect()
}

#[test]
fn a_batch_writes_what_the_same_games_show_one_by_one() {
    let mut ended = 0;
    for (name, variant, players) in tables() {
        let mut layout = Layout::new(&variant, players, BoardForm::Planes).unwrap();
        // Games are remembered only if arrays need it.
        if players % 2 == 0 {
            layout = layout.with_knowledge();
        }
        let whole = StateLayout::new(layout.clone());
        let mut batch = GameBatch::new(Arc::clone(&variant), layout.clone(), 3, SEED)
            .unwrap()
            .with_states()
            .with_finals();
        let mut buffers = BatchBuffers::new(&batch);
        batch.reset(&mut buffers.arrays()).unwrap();
        let mut shadows: Vec<Shadow> =
            (0..3).map(|index| Shadow::new(&variant, players, index, None, &[])).collect();
        let mut actions = vec![0; 3];
        let (mut array, mut mask, mut state) =
            (vec![0; layout.len()], vec![0; layout.actions().len()], vec![0; whole.len()]);
        for _ in 0..90 {
            actions.copy_from_slice(batch.sampled_actions());
            let mut deciders = Vec::new();
            for (lane, shadow) in shadows.iter_mut().enumerate() {
                let seat = shadow.game.decision().unwrap().seat();
                deciders.push(seat);
                let sees = shadow.game.observe(seat);
                layout.write(&sees, &shadow.partial, &mut array);
                layout.actions().write_mask(&sees, &shadow.partial, &mut mask).unwrap();
                shadow.game.write_state(&whole, seat, &shadow.partial, &mut state);
                assert_eq!(buffers.seats[lane], seat.number(), "{name}");
                assert!(
                    buffers.observations.chunks(layout.len()).nth(lane).unwrap() == array,
                    "{name}"
                );
                assert!(buffers.masks.chunks(mask.len()).nth(lane).unwrap() == mask, "{name}");
                assert!(buffers.states.chunks(whole.len()).nth(lane).unwrap() == state, "{name}");
                let action = layout.actions().id(actions[lane].into()).unwrap();
                if let Some(choice) =
                    layout.actions().take(&sees, &mut shadow.partial, action).unwrap()
                {
                    shadow.game.play(&choice).unwrap();
                }
            }
            batch.step(&actions, &mut buffers.arrays()).unwrap();
            for (lane, shadow) in shadows.iter_mut().enumerate() {
                let given = buffers.rewards.chunks(players.into()).nth(lane).unwrap();
                let ending = shadow.game.ending();
                assert_eq!(buffers.dones[lane], u8::from(ending.is_some()), "{name}");
                let Some(ending) = ending else {
                    assert!(given.iter().all(|&reward| reward == 0.0), "{name}");
                    continue;
                };
                ended += 1;
                layout.write(&shadow.game.observe(deciders[lane]), &shadow.partial, &mut array);
                assert!(buffers.finals.chunks(layout.len()).nth(lane).unwrap() == array, "{name}");
                if shadow.game.observe(None).plays_alone() {
                    let left =
                        f32::from(shadow.game.observe(None).alive().len()) / f32::from(players);
                    assert!(given.iter().all(|&reward| (reward - left).abs() < 1e-6), "{name}");
                } else if crate::with_rules!(variant.rules(), |rules| rules.basics.together) {
                    let won = if ending.winners.is_empty() { 0.0 } else { 1.0 };
                    assert!(given.iter().all(|&reward| (reward - won).abs() < 1e-6), "{name}");
                } else {
                    let expected = rewards(ending, players);
                    assert!(
                        given.iter().zip(&expected).all(|(one, other)| (one - other).abs() < 1e-6),
                        "{name}: {given:?} {expected:?}"
                    );
                    assert!(
                        given.iter().sum::<f32>().abs() < 1e-5,
                        "{name}: all together win nothing"
                    );
                }
                *shadow = Shadow::new(&variant, players, shadow.index + 3, None, &[]);
            }
        }
    }
    assert!(ended > 60, "only {ended} games ended");
}

/// A table of a batch at which bots play against a learner.
struct LearnerTable {
    name: &'static str,
    variant: Arc<Variant>,
    players: u8,
    bots: Vec<BotSpec>,
    seat: LearnerSeat,
}

impl LearnerTable {
    /// Where the learner sits in the game with this number.
    fn learner(&self, index: u64) -> Seat {
        match self.seat {
            LearnerSeat::InTurn => {
                Seat::new(((index / 2 + index % 2) % u64::from(self.players)) as u8)
            }
            LearnerSeat::At(seat) => seat,
        }
    }

    /// Teams play on when the learner is out: its team may still win.
    fn ends_early(&self) -> bool {
        self.name != "teams"
    }

    /// With whose loss the game ends.
    fn stop(&self, index: u64) -> Option<Seat> {
        Some(self.learner(index)).filter(|_| self.ends_early())
    }

    fn begin(&self, index: u64) -> Shadow {
        let learner = self.learner(index);
        let mut shadow = Shadow::new(&self.variant, self.players, index, Some(learner), &self.bots);
        while !self.ends_early()
            && shadow.game.decision().is_some_and(|decision| decision.seat() != learner)
        {
            shadow.play_to_learner(None);
        }
        shadow
    }

    /// Checks what each seat has won by a game that is over, for the learner.
    fn check_rewards(&self, shadow: &Shadow, given: &[f32]) {
        let own = self.learner(shadow.index).index();
        let expected = match shadow.game.ending() {
            Some(ending) => rewards(ending, self.players)[own],
            None => -1.0 / f32::from(self.players - 1),
        };
        assert!((given[own] - expected).abs() < 1e-6, "{}", self.name);
        assert!(given.iter().sum::<f32>().abs() < 1e-5, "{}", self.name);
    }

    /// Plays games of a batch beside the same games one by one. How many have ended, how many of
    /// them early, and how many exchanges the learner has decided.
    fn play(&self) -> [u32; 3] {
        let (name, variant) = (self.name, &self.variant);
        let layout =
            Layout::new(variant, self.players, BoardForm::Tokens).unwrap().with_knowledge();
        let batch = GameBatch::new(Arc::clone(variant), layout.clone(), 2, SEED).unwrap();
        let mut batch = batch.against(self.bots.clone(), self.seat).unwrap().with_finals();
        let mut buffers = BatchBuffers::new(&batch);
        batch.reset(&mut buffers.arrays()).unwrap();
        let mut shadows: Vec<Shadow> = (0..2).map(|index| self.begin(index)).collect();
        let (mut actions, mut array) = (vec![0; 2], vec![0; layout.len()]);
        let [mut ended, mut lost, mut exchanges] = [0; 3];
        for _ in 0..60 {
            actions.copy_from_slice(batch.sampled_actions());
            for (lane, shadow) in shadows.iter_mut().enumerate() {
                let decision = shadow.game.decision().unwrap();
                assert_eq!(
                    (decision.seat(), buffers.seats[lane]),
                    (self.learner(shadow.index), decision.seat().number()),
                    "{name}"
                );
                exchanges += u32::from(decision.kind() == DecisionKind::Exchange);
                let sees = shadow.game.observe(decision.seat());
                layout.write(&sees, &shadow.partial, &mut array);
                let seen = buffers.observations.chunks(layout.len()).nth(lane).unwrap();
                assert!(seen == array, "{name}");
                let action = layout.actions().id(actions[lane].into()).unwrap();
                if let Some(choice) =
                    layout.actions().take(&sees, &mut shadow.partial, action).unwrap()
                {
                    shadow.game.play(&choice).unwrap();
                    shadow.play_to_learner(self.stop(shadow.index));
                }
            }
            batch.step(&actions, &mut buffers.arrays()).unwrap();
            for (lane, shadow) in shadows.iter_mut().enumerate() {
                let over = shadow.is_over(self.stop(shadow.index));
                assert_eq!(buffers.dones[lane], u8::from(over), "{name}");
                if over {
                    let sees = shadow.game.observe(self.learner(shadow.index));
                    layout.write(&sees, &shadow.partial, &mut array);
                    let last = buffers.finals.chunks(layout.len()).nth(lane).unwrap();
                    assert!(last == array, "{name}");
                    let given = buffers.rewards.chunks(self.players.into()).nth(lane).unwrap();
                    self.check_rewards(shadow, given);
                    ended += 1;
                    lost += u32::from(shadow.game.ending().is_none());
                    *shadow = self.begin(shadow.index + 2);
                }
            }
        }
        [ended, lost, exchanges]
    }
}

#[test]
fn bots_in_a_batch_play_as_bots_at_a_table() {
    let mut counts = [0; 3];
    for (name, players, words) in [
        ("classic", 3, &["greedy", "random"][..]),
        ("luxury-advanced", 4, &["safe", "greedy", "hunter"]),
        ("storm-seas", 3, &["ismcts:8", "greedy"]),
        ("teams", 4, &["greedy", "safe", "random"]),
        ("draft", 2, &["greedy"]),
    ] {
        for seat in [LearnerSeat::InTurn, LearnerSeat::At(Seat::new(1))] {
            let bots = words.iter().map(|word| BotSpec::parse(word).unwrap()).collect();
            let table = LearnerTable { name, variant: variant(name), players, bots, seat };
            counts.iter_mut().zip(table.play()).for_each(|(all, count)| *all += count);
        }
    }
    let [ended, lost, exchanges] = counts;
    assert!(
        ended > 40 && lost > 10 && exchanges > 0,
        "{ended} games ended, {lost} of them early; {exchanges} exchanges"
    );
}

/// Takes the first action of each mask.
struct First(Layout);

impl Bot for First {
    fn place(&mut self, see: &Observation<'_>, _: &mut Rng) -> Laid {
        see.legal()[0]
    }

    fn choose(&mut self, see: &Observation<'_>, _: &mut Rng) -> Option<Choice> {
        let (actions, mut partial) = (self.0.actions(), PartialExchange::default());
        loop {
            let mut mask = vec![0; actions.len()];
            actions.write_mask(see, &partial, &mut mask).ok()?;
            let first = actions.id(mask.iter().position(|&allowed| allowed == 1)?)?;
            if let Some(choice) = actions.take(see, &mut partial, first).ok()? {
                return Some(choice);
            }
        }
    }
}

#[test]
fn opponents_that_are_asked_play_as_bots_that_choose_the_same() {
    for (name, players) in [("classic", 2), ("luxury-advanced", 3), ("seas", 4)] {
        let variant = variant(name);
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap();
        let seen = layout.clone();
        let first = BotSpec::given("first", Arc::new(move || Box::new(First(seen.clone()))));
        let others = usize::from(players) - 1;
        let batch = |threads| {
            GameBatch::new(Arc::clone(&variant), layout.clone(), 7, SEED)
                .unwrap()
                .threads(threads)
                .with_finals()
                .against(vec![first.clone(); others], LearnerSeat::InTurn)
                .unwrap()
        };
        let (mut plain, mut asking) = (batch(1), batch(2).asking(vec![Some(3); others]));
        let (mut wanted, mut found) = (BatchBuffers::new(&plain), BatchBuffers::new(&asking));
        plain.reset(&mut wanted.arrays()).unwrap();
        asking.reset(&mut found.arrays()).unwrap();
        for _ in 0..80 {
            loop {
                let games = asking.waiting(3);
                if games.is_empty() {
                    break;
                }
                let none = asking.step(&[0; 7], &mut found.arrays());
                assert_eq!(none, Err(BatchError::Waiting));
                let mut answers = [None; 7];
                for game in games {
                    let (mut array, mut mask) =
                        (vec![0; layout.len()], vec![0; layout.actions().len()]);
                    asking.show(game, &layout, &mut array, &mut mask).unwrap();
                    answers[game] = mask.iter().position(|&allowed| allowed == 1);
                }
                let answers = answers.map(|answer| answer.map(|action| action as u16));
                asking.answer(&answers, &mut found.arrays()).unwrap();
            }
            assert_eq!(wanted.observations, found.observations, "{name}");
            assert_eq!((&wanted.dones, &wanted.seats), (&found.dones, &found.seats));
            assert_eq!((&wanted.rewards, &wanted.masks), (&found.rewards, &found.masks));
            let actions = plain.sampled_actions().to_vec();
            plain.step(&actions, &mut wanted.arrays()).unwrap();
            asking.step(&actions, &mut found.arrays()).unwrap();
        }
        // A game that waits for nobody takes no answer.
        let wrong = asking.answer(&[Some(u16::MAX); 7], &mut found.arrays()).unwrap_err();
        assert!(matches!(wrong, BatchError::Answer { game: 0, action: u16::MAX, .. }), "{wrong}");
        assert_eq!(asking.step(&[0; 7], &mut found.arrays()), Err(BatchError::NotBegun));
    }
}

#[test]
fn the_same_seed_writes_the_same_bytes_on_any_number_of_threads() {
    for (name, bots) in [("seas", &[][..]), ("classic-advanced", &["greedy", "ismcts:4"])] {
        let variant = variant(name);
        let written = |threads: usize, seed: &str| {
            let layout = Layout::new(&variant, 3, BoardForm::Planes).unwrap();
            let mut batch = GameBatch::new(Arc::clone(&variant), layout, 7, seed)
                .unwrap()
                .with_states()
                .threads(threads);
            if !bots.is_empty() {
                let bots = bots.iter().map(|word| BotSpec::parse(word).unwrap()).collect();
                batch = batch.against(bots, LearnerSeat::InTurn).unwrap();
            }
            let mut buffers = BatchBuffers::new(&batch);
            batch.reset(&mut buffers.arrays()).unwrap();
            let (mut actions, mut all) = (vec![0; 7], Vec::new());
            for _ in 0..80 {
                actions.copy_from_slice(batch.sampled_actions());
                batch.step(&actions, &mut buffers.arrays()).unwrap();
                all.push((actions.clone(), buffers.clone()));
            }
            let bytes = |(actions, buffers): (Vec<u16>, BatchBuffers)| {
                (
                    actions,
                    buffers.observations,
                    buffers.masks,
                    buffers.seats,
                    buffers.rewards,
                    buffers.dones,
                    buffers.states,
                )
            };
            all.into_iter().map(bytes).collect::<Vec<_>>()
        };
        let one = written(1, SEED);
        for threads in [2, 3, 7, 20] {
            assert!(written(threads, SEED) == one, "{name} on {threads} threads");
        }
        assert!(written(1, "another") != one, "{name}: another seed, the same games");
    }
}

#[test]
fn a_batch_that_is_stopped_ends_soon_and_has_to_be_reset() {
    let classic = variant("classic");
    let layout = Layout::new(&classic, 2, BoardForm::Tokens).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let batch = GameBatch::new(Arc::clone(&classic), layout, 4, SEED)
        .unwrap()
        .threads(2)
        .stopped_by(Arc::clone(&stop));
    // A search that would take hours.
    let mut batch = batch
        .against(vec![BotSpec::parse("ismcts:1000000").unwrap()], LearnerSeat::At(Seat::new(0)))
        .unwrap();
    let mut buffers = BatchBuffers::new(&batch);
    batch.reset(&mut buffers.arrays()).unwrap();
    let mut actions = vec![0; 4];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        let ended = (0..1000).find_map(|_| {
            actions.copy_from_slice(batch.sampled_actions());
            batch.step(&actions, &mut buffers.arrays()).err()
        });
        assert_eq!(ended, Some(BatchError::Stopped));
    });
    assert_eq!(batch.step(&actions, &mut buffers.arrays()), Err(BatchError::NotBegun));
    assert_eq!(batch.reset(&mut buffers.arrays()), Err(BatchError::Stopped));
    stop.store(false, Ordering::Relaxed);
    batch.reset(&mut buffers.arrays()).unwrap();
    assert!(
        buffers.masks.chunks(188).all(|mask| mask
            .iter()
            .map(|&allowed| u32::from(allowed))
            .sum::<u32>()
            == 48)
    );
}

#[test]
fn what_a_batch_cannot_do_is_refused_and_changes_nothing() {
    let classic = variant("classic");
    let layout = Layout::new(&classic, 2, BoardForm::Tokens).unwrap();
    let new = |games| GameBatch::new(Arc::clone(&classic), layout.clone(), games, SEED);
    assert_eq!(new(0).unwrap_err(), BatchError::NoGames);
    assert_eq!(
        GameBatch::new(variant("seas"), layout.clone(), 1, SEED).unwrap_err(),
        BatchError::OtherRules
    );
    let greedy = || BotSpec::parse("greedy").unwrap();
    assert_eq!(
        new(2).unwrap().against(vec![], LearnerSeat::InTurn).unwrap_err(),
        BatchError::Bots { given: 0, needed: 1 }
    );
    let seat = LearnerSeat::At(Seat::new(2));
    assert_eq!(
        new(2).unwrap().against(vec![greedy()], seat).unwrap_err(),
        BatchError::NoSeat { seat: 2, seats: 2 }
    );

    let mut batch = new(2).unwrap();
    let mut buffers = BatchBuffers::new(&batch);
    assert_eq!(batch.step(&[140, 140], &mut buffers.arrays()).unwrap_err(), BatchError::NotBegun);
    batch.reset(&mut buffers.arrays()).unwrap();
    let before = buffers.clone();
    assert_eq!(
        batch.step(&[140], &mut buffers.arrays()).unwrap_err(),
        BatchError::Length { name: "actions", given: 1, needed: 2 }
    );
    let illegal = batch.step(&[141, 5], &mut buffers.arrays()).unwrap_err();
    assert_eq!(illegal.to_string(), "game 1: action 5 is not allowed now; see the mask");
    assert_eq!(buffers.observations, before.observations);
    buffers.masks.pop();
    let error = batch.step(&[141, 140], &mut buffers.arrays()).unwrap_err();
    assert_eq!(error.to_string(), "the array `masks` has 375 entries, and 376 are needed");
    buffers.masks.push(0);
    // Mark 141 is still free in the first game, where the refused step would have taken it.
    batch.step(&[141, 140], &mut buffers.arrays()).unwrap();
    assert_eq!((buffers.masks[141], buffers.masks[140], buffers.masks[188 + 140]), (0, 1, 0));
}

#[test]
fn ranks_are_by_win_then_points_then_the_time_out() {
    let mut middle = 0;
    for (name, players) in [("classic", 4), ("seas", 5), ("longest-path", 3), ("teams", 4)] {
        let variant = variant(name);
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap();
        let mut batch = GameBatch::new(Arc::clone(&variant), layout.clone(), 1, SEED)
            .unwrap()
            .rewards(RewardKind::Rank);
        let mut buffers = BatchBuffers::new(&batch);
        batch.reset(&mut buffers.arrays()).unwrap();
        let (mut actions, mut index) = (vec![0], 0);
        let mut shadow = Shadow::new(&variant, players, index, None, &[]);
        // For each seat the number of choices after which it was out.
        let (mut choices, mut out) = (0, vec![usize::MAX; players.into()]);
        for _ in 0..400 {
            actions.copy_from_slice(batch.sampled_actions());
            let sees = shadow.game.observe(shadow.game.decision().unwrap().seat());
            let action = layout.actions().id(actions[0].into()).unwrap();
            if let Some(choice) = layout.actions().take(&sees, &mut shadow.partial, action).unwrap()
            {
                shadow.game.play(&choice).unwrap();
                choices += 1;
                let alive = shadow.game.observe(None).alive();
                let fallen = SeatSet::first(players).without(alive).iter();
                fallen.for_each(|seat| out[seat.index()] = out[seat.index()].min(choices));
            }
            batch.step(&actions, &mut buffers.arrays()).unwrap();
            let Some(ending) = shadow.game.ending() else { continue };
            let scores = shadow.game.observe(None).scores().unwrap_or(vec![0; players.into()]);
            let key = |seat: usize| {
                (ending.winners.contains(Seat::new(seat as u8)), scores[seat], out[seat])
            };
            for seat in 0..usize::from(players) {
                let before = (0..usize::from(players))
                    .filter(|&other| key(other) < key(seat))
                    .count() as f32;
                let behind = (0..usize::from(players))
                    .filter(|&other| key(other) > key(seat))
                    .count() as f32;
                let expected = (before - behind) / f32::from(players - 1);
                assert!(
                    (buffers.rewards[seat] - expected).abs() < 1e-6,
                    "{name}: {:?}",
                    buffers.rewards
                );
                middle += u32::from(expected.abs() < 1.0 && expected != 0.0);
            }
            index += 1;
            shadow = Shadow::new(&variant, players, index, None, &[]);
            (choices, out) = (0, vec![usize::MAX; players.into()]);
        }
    }
    assert!(middle > 10, "only {middle} seats were neither first nor last");
}

#[test]
fn random_starts_are_those_of_the_bot_random() {
    let variant = variant("seas");
    let layout = Layout::new(&variant, 3, BoardForm::Tokens).unwrap();
    let mut batch = GameBatch::new(Arc::clone(&variant), layout.clone(), 20, SEED)
        .unwrap()
        .with_random_starts();
    let mut buffers = BatchBuffers::new(&batch);
    batch.reset(&mut buffers.arrays()).unwrap();
    let mut array = vec![0; layout.len()];
    for lane in 0..20 {
        let mut game = Game::in_run(Arc::clone(&variant), 3, SEED, lane).unwrap();
        while game.decision().is_some_and(|decision| decision.kind() == DecisionKind::Start) {
            let seat = game.decision().unwrap().seat();
            let choice = BotSpec::parse("random")
                .unwrap()
                .make()
                .choose(&game.observe(seat), &mut game.bot_stream())
                .unwrap();
            game.play(&choice).unwrap();
        }
        layout.write(
            &game.observe(game.decision().unwrap().seat()),
            &PartialExchange::default(),
            &mut array,
        );
        assert!(buffers.observations.chunks(layout.len()).nth(lane as usize).unwrap() == array);
    }
    let mut actions = vec![0; 20];
    for _ in 0..100 {
        actions.copy_from_slice(batch.sampled_actions());
        batch.step(&actions, &mut buffers.arrays()).unwrap();
        let start = layout.field("phase").unwrap().offset;
        assert!(
            buffers.observations.chunks(layout.len()).all(|row| row[start] == 0),
            "a start mark is left to the caller"
        );
    }
}

#[test]
fn an_action_that_is_not_allowed_ends_its_game_where_that_is_wanted() {
    for bots in [&[][..], &["greedy", "random"]] {
        let variant = variant("classic");
        let layout = Layout::new(&variant, 3, BoardForm::Planes).unwrap();
        let batch = || {
            let batch = GameBatch::new(Arc::clone(&variant), layout.clone(), 3, SEED).unwrap();
            let batch = batch.with_finals();
            let bots: Vec<BotSpec> =
                bots.iter().map(|word| BotSpec::parse(word).unwrap()).collect();
            if bots.is_empty() { batch } else { batch.against(bots, LearnerSeat::InTurn).unwrap() }
        };
        let (mut strict, mut lenient) = (batch(), batch().with_forfeits(-0.5));
        let (mut plain, mut forfeits) = (BatchBuffers::new(&strict), BatchBuffers::new(&lenient));
        strict.reset(&mut plain.arrays()).unwrap();
        lenient.reset(&mut forfeits.arrays()).unwrap();
        let row =
            |bytes: &[u8], lane: usize| bytes.chunks(layout.len()).nth(lane).unwrap().to_vec();
        let mut wrong = None;
        for step in 0..4 {
            let mut actions = strict.sampled_actions().to_vec();
            if step == 3 {
                let allowed = forfeits.masks.chunks(layout.actions().len()).nth(1).unwrap();
                let forbidden = allowed.iter().position(|&allowed| allowed == 0).unwrap() as u16;
                wrong = Some((row(&forfeits.observations, 1), usize::from(forfeits.seats[1])));
                for action in [forbidden, layout.actions().len() as u16, u16::MAX] {
                    let mut wrong = actions.clone();
                    wrong[1] = action;
                    assert_eq!(
                        strict.step(&wrong, &mut plain.arrays()),
                        Err(BatchError::Illegal { game: 1, action })
                    );
                }
                strict.step(&actions, &mut plain.arrays()).unwrap();
                actions[1] = if bots.is_empty() { u16::MAX } else { forbidden };
                lenient.step(&actions, &mut forfeits.arrays()).unwrap();
            } else {
                strict.step(&actions, &mut plain.arrays()).unwrap();
                lenient.step(&actions, &mut forfeits.arrays()).unwrap();
            }
            for lane in [0, 2] {
                let same = row(&plain.observations, lane) == row(&forfeits.observations, lane);
                assert!(same && plain.dones[lane] == forfeits.dones[lane], "lane {lane}");
            }
        }
        let (last, seat) = wrong.unwrap();
        let mut given = [0.0; 3];
        given[seat] = -0.5;
        assert_eq!((forfeits.dones[1], &forfeits.rewards[3..6]), (1, &given[..]));
        assert!(row(&forfeits.finals, 1) == last);
        // The next game of the lane has begun.
        if bots.is_empty() {
            let next = Game::in_run(Arc::clone(&variant), 3, SEED, 4).unwrap();
            let mut seen = vec![0; layout.len()];
            let see = next.observe(next.decision().unwrap().seat());
            layout.write(&see, &PartialExchange::default(), &mut seen);
            assert!(row(&forfeits.observations, 1) == seen);
        }
        let dealt = lenient.observe(1, None, |see| (see.turn(), see.seats())).unwrap();
        assert!(dealt.0 < 2 && dealt.1 == 3 && lenient.observe(3, None, |_| ()).is_none());
    }
}
