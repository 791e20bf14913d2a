//! Every bot of the list: what it chooses depends on nothing that its seat cannot see.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::games::variant;
use std::collections::BTreeSet;
use std::mem::discriminant;
use tsuro::board::{Face, Laid, Place};
use tsuro::bots::{BOTS, Bot, BotError, BotInfo, BotSpec};
use tsuro::game::{
    Deciders, Exchange, GameSeed, Heard, Knowledge, Luck, Memory, Phase, Purpose, Rng, RuleSet, RunSeed, Seat, State, Uniform, View,
    Whereabouts, bot_stream, deal, play, redeal,
};
use tsuro::with_rules;

/// One of each kind of bot that needs nothing outside the engine; those that think, with very little time.
fn bots() -> Vec<BotSpec> {
    let written = |bot: &BotInfo| if bot.argument == "N" { format!("{}:4", bot.name) } else { bot.name.to_owned() };
    let read = |bot: &BotInfo| match BotSpec::parse(&written(bot)) {
        Err(BotError::Outside { .. }) => None,
        read => Some(read.unwrap()),
    };
    BOTS.iter().filter_map(read).collect()
}

/// What a bot chose, whatever the kind of decision.
#[derive(Debug, PartialEq)]
enum Choice {
    Start(Place),
    Place(Laid),
    Exchange(Exchange),
    Relocate(Option<Place>),
}

fn choose<R: RuleSet>(rules: &R, state: &State<R>, memory: &Memory, bot: &mut dyn Bot, seed: GameSeed) -> Choice {
    let core = state.core();
    let view = View::new(rules, state);
    let see = view.observation(Some(core.active())).remembering(memory);
    let mut rng: Rng = bot_stream(seed, core.phase(), core.active(), core.turn());
    match core.phase() {
        Phase::Start => Choice::Start(bot.start(&see, &mut rng)),
        Phase::Place => Choice::Place(bot.place(&see, &mut rng)),
        Phase::Exchange => Choice::Exchange(bot.exchange(&see, &mut rng)),
        Phase::Relocate { must } => Choice::Relocate(bot.relocate(&see, must, &mut rng)),
        other => panic!("nobody decides in {other:?}"),
    }
}

/// Games that have everything hidden: hands, a shuffled pile, hands seen in exchanges, tiles under the pile, the Dragon.
const HIDDEN: [(&str, u8); 6] =
    [("classic", 4), ("classic", 2), ("luxury-advanced", 5), ("seas", 6), ("longest-path", 3), ("open-tiles", 3)];

/// A game played at random; `look` is called before every decision.
fn watched<R: RuleSet>(rules: &R, seats: u8, seed: GameSeed, look: &mut dyn FnMut(&View<'_, R>, &Memory)) {
    let mut deciders = Watched { uniform: Uniform(seed), memory: Memory::default(), look };
    play(rules, seats, &mut deciders, &mut Luck(seed), &mut ()).unwrap_or_else(|never| match never {});
}

struct Watched<'l, R: RuleSet> {
    uniform: Uniform,
    memory: Memory,
    look: &'l mut dyn FnMut(&View<'_, R>, &Memory),
}

impl<R: RuleSet> Deciders<R> for Watched<'_, R> {
    type Stop = std::convert::Infallible;
    const LISTENS: bool = true;

    fn hear(&mut self, news: Heard<'_, R>) {
        self.memory.hear(&news);
    }
    fn start(&mut self, view: View<'_, R>) -> Result<Place, Self::Stop> {
        (self.look)(&view, &self.memory);
        self.uniform.start(view)
    }
    fn place(&mut self, view: View<'_, R>) -> Result<Laid, Self::Stop> {
        (self.look)(&view, &self.memory);
        self.uniform.place(view)
    }
    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, Self::Stop> {
        (self.look)(&view, &self.memory);
        self.uniform.exchange(view)
    }
    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, Self::Stop> {
        (self.look)(&view, &self.memory);
        self.uniform.relocate(view, must)
    }
}

#[test]
fn what_a_seat_cannot_see_changes_no_choice() {
    let bots = bots();
    let (mut kinds, mut informed) = (BTreeSet::new(), 0);
    for (name, seats) in HIDDEN {
        let variant = variant(name);
        for game in 0..5 {
            let seed = RunSeed::new("unseen").game(game);
            with_rules!(variant.rules(), |rules| watched(rules, seats, seed, &mut |view, memory| {
                let (state, seat) = (view.state(), view.core().active());
                kinds.insert(format!("{:?}", discriminant(&view.core().phase())));
                let known = memory.knowledge(seat);
                informed += u32::from(!known.is_empty());
                let mut other = state.clone();
                let mut rng = RunSeed::new("otherwise").game(game).stream(Purpose::Deck, 0, view.core().turn(), 0);
                redeal(rules, &mut other, seat, &known, &mut rng);
                for bot in &bots {
                    let choice = choose(rules, state, memory, &mut *bot.make(), seed);
                    assert_eq!(choice, choose(rules, &other, memory, &mut *bot.make(), seed), "{bot} peeks in {name}, game {game}");
                }
            }));
        }
    }
    assert_eq!(kinds.len(), 4, "every kind of decision came");
    assert!(informed > 50, "only {informed} decisions were made by somebody who knew more than the table shows");
}

/// Whether a state is one in which what is known is true.
fn fits<R: RuleSet>(state: &State<R>, known: &Knowledge) -> Result<(), String> {
    let core = state.core();
    let pile: Vec<Face> = core.pile().iter().collect();
    let held = |seat: Seat, face: Face| core.hand(seat).iter().filter(|&held| held == face).count();
    for &(face, at) in known {
        let times = |wanted: &dyn Fn(Whereabouts) -> bool| known.iter().filter(|tile| tile.0 == face && wanted(tile.1)).count();
        let (fits, what) = match at {
            Whereabouts::Pile { below } => (pile.iter().rev().nth(below.into()) == Some(&face), "in its place in the pile"),
            Whereabouts::Hand(seat) => (held(seat, face) >= times(&|at| at == Whereabouts::Hand(seat)), "in that hand"),
            Whereabouts::Loose { drawn } => {
                let elsewhere = (0..core.seats()).map(Seat::new).filter(|seat| drawn[seat.index()] > 0).map(|seat| held(seat, face));
                let there = pile.iter().filter(|&&tile| tile == face).count() + elsewhere.sum::<usize>();
                (there >= times(&|at| matches!(at, Whereabouts::Loose { .. })), "in the pile or with anybody who drew since")
            }
        };
        if !fits {
            return Err(format!("tile {} is not {what}: {at:?}", face.number()));
        }
    }
    Ok(())
}

#[test]
fn what_a_seat_knows_of_hidden_tiles_is_true_and_stays_true_in_every_new_deal() {
    let mut kinds = [0; 3];
    for (name, seats) in [("classic-advanced", 5), ("luxury-advanced", 6), ("seas", 4), ("seas", 8)] {
        let variant = variant(name);
        for game in 0..30 {
            let seed = RunSeed::new("knowledge").game(game);
            with_rules!(variant.rules(), |rules| watched(rules, seats, seed, &mut |view, memory| {
                for seat in view.core().alive().iter() {
                    let known = memory.knowledge(seat);
                    for tile in &known {
                        kinds[match tile.1 {
                            Whereabouts::Pile { .. } => 0,
                            Whereabouts::Hand(_) => 1,
                            Whereabouts::Loose { .. } => 2,
                        }] += 1;
                    }
                    fits(view.state(), &known).unwrap_or_else(|why| panic!("{name}, game {game}: {why}"));
                    let mut other = view.state().clone();
                    redeal(rules, &mut other, seat, &known, &mut Rng::new(game, view.core().turn().into()));
                    fits(&other, &known).unwrap_or_else(|why| panic!("{name}, game {game}, a new deal for {seat}: {why}"));
                    let count = |state: &State<_>| (0..seats).map(|seat| state.core().hand(Seat::new(seat)).len()).collect::<Vec<_>>();
                    assert_eq!((count(&other), other.core().pile().len()), (count(view.state()), view.core().pile().len()));
                }
            }));
        }
    }
    assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
}

/// The test above would see nothing if a new deal were the old one.
#[test]
fn a_new_deal_keeps_what_is_seen_and_changes_the_rest() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let seed = RunSeed::new("deal").game(0);
        let state = deal(rules, 4, &mut Luck(seed), &mut ());
        let seat = Seat::new(2);
        let dealt = |number: u64| {
            let mut other = state.clone();
            redeal(rules, &mut other, seat, &Knowledge::new(), &mut Rng::new(number, 1));
            other
        };
        let other = dealt(1);
        assert_eq!(other.core().hand(seat), state.core().hand(seat));
        assert_eq!(other.core().pile().len(), state.core().pile().len());
        assert_ne!(other.core().hand(Seat::new(0)), state.core().hand(Seat::new(0)));
        // Dealt anew from a new deal: what was hidden leaves no trace.
        let mut again = dealt(2);
        redeal(rules, &mut again, seat, &Knowledge::new(), &mut Rng::new(1, 1));
        assert!(again.core().pile().iter().eq(other.core().pile().iter()));
    });
}
