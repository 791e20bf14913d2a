//! Rule sets and games for tests.

use std::cell::RefCell;
use std::convert::Infallible;
use tsuro::game::unchecked::{advance, deal, take};
use tsuro::game::{
    Choice, Deciders, GameSeed, Luck, Phase, RuleSet, RunSeed, Seat, State, Uniform, View, play,
    play_on,
};
use tsuro::record::{Header, RecordReader, Recorder, Script, ScriptFollower};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Problems, Variant, load};
use tsuro::with_rules;

/// The rule set that `reference` names, if it is one.
pub fn try_variant(reference: &str) -> Result<Variant, Problems> {
    let registry = Registry::default();
    Variant::new(load(reference, &BuiltIns, &registry)?, &registry)
}

/// The rule sets of which whole games and counts are kept: the shipped ones, and boards of another
/// shape as house rules make them.
pub fn kept() -> impl Iterator<Item = &'static str> {
    tsuro::ruleset::BUILT_INS.iter().map(|built_in| built_in.name).chain([
        "classic+holes",
        "seas+round",
        "classic+doughnut",
        "seas+uzushio",
        "seas+mystic-portal",
        "seas+two-dice+wave",
    ])
}

/// The rule set that `reference` names.
pub fn variant(reference: &str) -> Variant {
    try_variant(reference).unwrap_or_else(|problems| panic!("{reference}: {problems}"))
}

/// A game played at random.
pub struct Played {
    /// The whole record.
    pub record: String,
}

/// Decides at random, and asserts that the placements are legal.
struct LegalDeciders(Uniform);

impl<R: RuleSet> Deciders<R> for LegalDeciders {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        let choice = self.0.decide(view)?;
        if let Choice::Place(tile) = choice {
            let legal = view.choices().legal();
            assert!(legal.contains(&tile), "{tile:?} was drawn, but only {legal:?} are legal");
        }
        Ok(choice)
    }
}

/// Plays game `index` of the run `seed` at random.
pub fn played(variant: &Variant, seats: u8, seed: &str, index: u64) -> Played {
    let game_seed = RunSeed::new(seed).game(index);
    let mut luck = Luck(game_seed);
    let players = vec!["random".to_owned(); seats.into()];
    let mut deciders = LegalDeciders(Uniform(game_seed));
    let mut recorder = Recorder::new(Vec::new());
    with_rules!(variant.rules(), |rules| {
        let first = if rules.basics().first_at_random() {
            tsuro::game::Chance::first(&mut luck, seats)
        } else {
            Seat::new(0)
        };
        recorder.begin(&Header::new(variant, &players, first, seed, index));
        match play(rules, seats, &mut deciders, &mut luck, &mut recorder) {
            Ok(_) => {}
            Err(never) => match never {},
        }
    });
    let record = String::from_utf8(recorder.finish().unwrap()).unwrap();
    Played { record }
}

/// Breaks the record of a game off after each of its lines, and asserts that the game goes on from
/// there as it was.
pub fn resumes_after_every_line(variant: &Variant, seats: u8, seed: &str) {
    let game_seed = RunSeed::new(seed).game(0);
    let whole = played(variant, seats, seed, 0).record;
    let lines: Vec<&str> = whole.lines().collect();
    for cut in 1..lines.len() {
        let broken = RecordReader::new(format!("{}\n", lines[..cut].join("\n")).as_bytes())
            .game()
            .unwrap()
            .unwrap();
        let script = RefCell::new(Script::new(&broken.lines, 1));
        let mut chance = ScriptFollower::new(&script, Luck(game_seed));
        let mut sink = ScriptFollower::new(&script, Recorder::new(Vec::new()));
        let mut deciders = ScriptFollower::new(&script, Uniform(game_seed));
        with_rules!(variant.rules(), |rules| {
            let mut state = deal(rules, seats, &mut chance, &mut sink);
            assert!(
                play_on(rules, &mut state, &mut deciders, &mut chance, &mut sink).is_ok(),
                "{:?}",
                script.borrow().mismatch()
            );
        });
        let rest = String::from_utf8(sink.then.finish().unwrap()).unwrap();
        assert_eq!(rest.lines().collect::<Vec<_>>(), lines[cut..], "broken off after line {cut}");
    }
}

/// A game played at random up to the first decision of a kind that is `wanted`, from turn `from`
/// on.
///
/// # Panics
/// If the game has none.
pub fn stopped_at<R: RuleSet>(
    rules: &R,
    seats: u8,
    seed: GameSeed,
    from: u32,
    wanted: impl Fn(Phase) -> bool,
) -> State<R> {
    let (mut luck, mut uniform) = (Luck(seed), Uniform(seed));
    let mut state = deal(rules, seats, &mut luck, &mut ());
    loop {
        let phase = advance(rules, &mut state, &mut luck, &mut ());
        if state.core().turn() >= from && wanted(phase) {
            return state;
        }
        decide(rules, &mut state, &mut uniform, &mut luck);
    }
}

/// Takes the decision that is to be made at random.
///
/// # Panics
/// If none is to be made.
pub fn decide<R: RuleSet>(rules: &R, state: &mut State<R>, uniform: &mut Uniform, luck: &mut Luck) {
    let phase = state.core().phase();
    assert!(phase.decision().is_some(), "nothing is to be decided in {phase:?}");
    let Ok(choice) = uniform.decide(View::new(rules, state));
    take(rules, state, &choice, luck, &mut ());
}
