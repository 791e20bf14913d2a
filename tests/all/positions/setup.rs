//! A position on the engine, at the moment of the choice, for bots.

use super::puzzle::{Choice, Puzzle};
use tsuro::board::{Face, Laid, Place, Rotation, Size};
use tsuro::bots::Bot;
use tsuro::game::unchecked::{advance, begin_at_placement, place};
use tsuro::game::{
    Chance, ChanceLook, GameSeed, Lot, Luck, Memory, Moment, Observation, Phase, Seat, Shuffle,
    State, View, bot_stream,
};
use tsuro::record::{fill_hands, read_position};
use tsuro::rules::Rules;

/// Dice that show two ones, so that daikaiju stay where they are.
struct Calm(Luck);

impl Chance for Calm {
    fn first(&mut self, seats: u8) -> Seat {
        self.0.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.0.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.0.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        let two_dice = lot.decl().look == ChanceLook::Dice && lot.below().len() == 2;
        if two_dice { [0, 0] } else { self.0.numbers(at, lot) }
    }
}

/// The game at the moment of the choice.
pub fn state<Z: Size>(rules: &Rules<Z>, puzzle: &Puzzle, seed: GameSeed) -> State<Rules<Z>> {
    let filled = fill_hands(rules, &puzzle.position).unwrap_or_else(|why| panic!("{why}"));
    let mut state = read_position(rules, &filled, seed).unwrap_or_else(|why| panic!("{why}"));
    if let Choice::Relocate { .. } = puzzle.right[0] {
        let phase = advance(rules, &mut state, &mut Calm(Luck(seed)), &mut ());
        assert!(matches!(phase, Phase::Relocate { .. }), "nobody relocates");
        return state;
    }
    begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
    if let Some(after) = &puzzle.after {
        place(rules, &mut state, laid(after), &mut Luck(seed), &mut ());
        assert_eq!(
            advance(rules, &mut state, &mut Luck(seed), &mut ()),
            Phase::Exchange,
            "nobody exchanges"
        );
    }
    state
}

/// The placement that a choice is.
pub fn laid(choice: &Choice) -> Laid {
    let Choice::Place { tile, rotation } = choice else { panic!("{choice} is not a placement") };
    Laid::new(Face::new(*tile).unwrap(), Rotation::new(*rotation))
}

/// What a bot chooses.
pub fn choose<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    bot: &mut dyn Bot,
    seed: GameSeed,
) -> Choice {
    let core = state.core();
    let view = View::new(rules, state);
    let memory = Memory::default();
    let see: Observation<'_> = view.observation(Some(core.active())).remembering(&memory);
    let mut rng = bot_stream(seed, core.phase(), core.active(), core.turn());
    match core.phase() {
        Phase::Place => {
            let tile = bot.place(&see, &mut rng);
            Choice::Place { tile: tile.face().number(), rotation: tile.rotation().turns() }
        }
        Phase::Exchange => {
            let exchange = bot.exchange(&see, &mut rng);
            let numbers = |tiles: &[Face]| {
                let mut numbers: Vec<u8> = tiles.iter().map(|face| face.number()).collect();
                numbers.sort_unstable();
                numbers
            };
            Choice::Exchange { gave: numbers(exchange.gave()), took: numbers(exchange.took()) }
        }
        Phase::Relocate { must } => Choice::Relocate {
            mark: bot
                .relocate(&see, must, &mut rng)
                .map_or("stay".into(), |mark: Place| mark.to_string()),
        },
        other => panic!("nobody decides in {other:?}"),
    }
}
