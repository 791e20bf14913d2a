//! Every bot of the list: what it chooses is legal, and depends on nothing that its seat cannot see.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::games::{decide, variant};
use std::collections::BTreeSet;
use std::mem::discriminant;
use tsuro::board::{Laid, Place};
use tsuro::bots::{BOTS, Bot, BotError, BotInfo, BotSpec, BotTable};
use tsuro::game::{
    Exchange, GameSeed, Luck, Phase, Purpose, Rng, RuleSet, RunSeed, Seat, State, Uniform, View, advance, bot_stream, deal, play, redeal,
};
use tsuro::ruleset::BUILT_INS;
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

#[test]
fn every_choice_of_every_bot_is_legal_in_every_rule_set() {
    let bots = bots();
    for built_in in BUILT_INS {
        let variant = variant(built_in.name);
        let (fewest, most) = variant.players();
        for game in 0..40u8 {
            let seats = fewest + game % (most - fewest + 1);
            // Every bot comes to every seat, beside others each time.
            let table = (0..seats).map(|seat| bots[usize::from(seat + game) % bots.len()].make()).collect();
            let seed = RunSeed::new("legal").game(game.into());
            with_rules!(variant.rules(), |rules| {
                // The table checks each choice.
                if let Err(choice) = play(rules, seats, &mut BotTable::new(table, seed), &mut Luck(seed), &mut ()) {
                    panic!("{}, game {game}: {choice}", built_in.name);
                }
            });
        }
    }
}

/// What a bot chose, whatever the kind of decision.
#[derive(Debug, PartialEq)]
enum Choice {
    Start(Place),
    Place(Laid),
    Exchange(Exchange),
    Relocate(Option<Place>),
}

fn choose<R: RuleSet>(rules: &R, state: &State<R>, bot: &mut dyn Bot, seed: GameSeed) -> Choice {
    let core = state.core();
    let view = View::new(rules, state);
    let see = view.observation(Some(core.active()));
    let mut rng: Rng = bot_stream(seed, core.phase(), core.active(), core.turn());
    match core.phase() {
        Phase::Start => Choice::Start(bot.start(&see, &mut rng)),
        Phase::Place => Choice::Place(bot.place(&see, &mut rng)),
        Phase::Exchange => Choice::Exchange(bot.exchange(&see, &mut rng)),
        Phase::Relocate { must } => Choice::Relocate(bot.relocate(&see, must, &mut rng)),
        other => panic!("nobody decides in {other:?}"),
    }
}

#[test]
fn what_a_seat_cannot_see_changes_no_choice() {
    let bots = bots();
    let mut kinds = BTreeSet::new();
    for (name, seats) in [("classic", 4), ("classic", 2), ("luxury-advanced", 5), ("seas", 6), ("longest-path", 3), ("open-tiles", 3)] {
        let variant = variant(name);
        for game in 0..5 {
            let seed = RunSeed::new("unseen").game(game);
            with_rules!(variant.rules(), |rules| {
                let (mut luck, mut uniform) = (Luck(seed), Uniform(seed));
                let mut state = deal(rules, seats, &mut luck, &mut ());
                loop {
                    let phase = advance(rules, &mut state, &mut luck, &mut ());
                    if phase == Phase::Over {
                        break;
                    }
                    kinds.insert(format!("{:?}", discriminant(&phase)));
                    let mut other = state.clone();
                    redeal(
                        rules,
                        &mut other,
                        state.core().active(),
                        &mut RunSeed::new("otherwise").game(game).stream(Purpose::Deck, 0, state.core().turn(), 0),
                    );
                    for bot in &bots {
                        let choice = choose(rules, &state, &mut *bot.make(), seed);
                        assert_eq!(choice, choose(rules, &other, &mut *bot.make(), seed), "{bot} peeks in {name}, game {game}");
                    }
                    decide(rules, &mut state, &mut uniform, &mut luck);
                }
            });
        }
    }
    assert_eq!(kinds.len(), 4, "every kind of decision came");
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
            redeal(rules, &mut other, seat, &mut Rng::new(number, 1));
            other
        };
        let other = dealt(1);
        assert_eq!(other.core().hand(seat), state.core().hand(seat));
        assert_eq!(other.core().pile().len(), state.core().pile().len());
        assert_ne!(other.core().hand(Seat::new(0)), state.core().hand(Seat::new(0)));
        // Dealt anew from a new deal: what was hidden leaves no trace.
        let mut again = dealt(2);
        redeal(rules, &mut again, seat, &mut Rng::new(1, 1));
        assert!(again.core().pile().iter().eq(other.core().pile().iter()));
    });
}
