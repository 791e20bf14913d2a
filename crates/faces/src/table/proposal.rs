//! What is proposed to the seat that decides: a choice that looks careful one step ahead, as the
//! easiest bot that looks ahead would take it. A person who only presses Enter takes it, so it
//! ends neither the own game nor another person's if another choice does not.

use std::cmp::Reverse;
use tsuro::board::{Laid, Place, Port};
use tsuro::game::{Choice, Observation, Phase, SeatSet};

/// At this distance from all other pieces a start mark is far enough away.
const FAR: u8 = 3;

/// The number of the placement that is proposed of those that are allowed. In this order: the own
/// piece stays in; nobody else is out; the next turn has a placement that keeps the piece alive;
/// no other piece faces the same square; few pieces of rules are near; there are many such
/// placements.
pub(super) fn placement(see: &Observation<'_>, allowed: &[(usize, Laid)]) -> Option<usize> {
    let own = SeatSet::only(see.active());
    let careful = |&(_, tile): &(usize, Laid)| {
        let outlook = see.outlook(tile);
        let others = outlook.out.without(own);
        // With its last tile a seat cannot see its next placement, but whether any tile would do.
        let last = see.hand().len() == 1;
        let next = if last { outlook.ways(see.active()) } else { outlook.continuations };
        let left = see.in_sight().without(own).without(outlook.out);
        let faces_it =
            |to: Place| left.iter().any(|seat| outlook.place(seat).square() == to.square());
        let alone = outlook.to.is_some_and(|to| !faces_it(to));
        let near = outlook.to.map_or(0, |to| near(see, to));
        Reverse((outlook.to.is_some(), others.is_empty(), next > 0, alone, Reverse(near), next))
    };
    allowed.iter().min_by_key(|placement| careful(placement)).map(|&(number, _)| number)
}

/// The number of the choice of a list that is proposed: a start mark that is far from the others
/// and from pieces of rules and leaves many ways, the freest mark of a relocation, otherwise the
/// first choice.
pub(super) fn choice(see: &Observation<'_>, choices: &[Choice]) -> usize {
    match see.phase() {
        Phase::Start => best(choices, |choice| {
            let Choice::Start(mark) = *choice else { return None };
            let steps = nearest(see, mark);
            Some((steps.min(FAR), Reverse(near(see, mark)), see.ways_at(mark), steps))
        }),
        Phase::Relocate { .. } => best(choices, |choice| {
            let Choice::Relocate(mark) = *choice else { return None };
            let mark = mark.or_else(|| see.place(see.active()))?;
            Some((Reverse(near(see, mark)), see.ways_at(mark)))
        }),
        _ => 0,
    }
}

/// The number of the first choice that is worth most.
fn best<W: Ord>(choices: &[Choice], worth: impl Fn(&Choice) -> W) -> usize {
    let numbered = choices.iter().enumerate();
    numbered.min_by_key(|(_, choice)| Reverse(worth(choice))).map_or(0, |(number, _)| number)
}

/// The steps from a mark to the nearest piece of another seat; the most there are without one.
fn nearest(see: &Observation<'_>, mark: Place) -> u8 {
    let others = see.alive().without(SeatSet::only(see.decider()));
    let steps = others.iter().filter_map(|seat| see.steps(mark, see.place(seat)?));
    steps.min().unwrap_or(u8::MAX)
}

/// The number of pieces of rules that dice may move onto the square that a place faces.
fn near(see: &Observation<'_>, to: Place) -> usize {
    let is_near =
        |square| see.steps(Place::new(square, Port::new(0)), to).is_some_and(|far| far <= 1);
    see.rule_pieces().iter().filter(|piece| is_near(piece.square)).count()
}

#[cfg(test)]
mod tests {
    use super::super::ask::Ask;
    use crate::words::{Language, Narrator};
    use std::sync::Arc;
    use tsuro::bots::BotSpec;
    use tsuro::game::{Event, Seat, SeenEvent};
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant};
    use tsuro::session::Game;

    const GAMES: u64 = 40;
    const EDITIONS: [&str; 3] = ["classic", "luxury", "seas"];
    /// The easiest bot that looks ahead.
    const BOT: &str = "greedy";

    fn game(rules: &str, seats: u8, index: u64) -> Game {
        let variant = Arc::new(Variant::load(rules, &BuiltIns, &Registry::default()).unwrap());
        Game::in_run(variant, seats, "proposed", index).unwrap()
    }

    /// Plays the first turn of every seat. Seats for which `is_person` holds take what is proposed;
    /// the others play as the bot.
    fn play(game: &mut Game, is_person: impl Fn(Seat) -> bool) {
        let seats = game.observe(None).seats();
        let narrator = Narrator::new(Language::English, &vec![None; seats.into()]);
        let mut bot = BotSpec::parse(BOT).unwrap().make();
        while let Some(decision) = game.decision()
            && game.turn() <= u32::from(seats)
        {
            let see = game.observe(decision.seat());
            let choice = if is_person(decision.seat()) {
                Ask::new(&see, &narrator).choice().unwrap()
            } else {
                bot.choose(&see, &mut game.bot_stream()).unwrap()
            };
            game.play(&choice).unwrap();
        }
    }

    #[test]
    fn what_is_proposed_is_as_safe_as_what_the_easiest_bot_that_looks_ahead_takes() {
        for rules in EDITIONS {
            let (mut games, mut lost) = (0, [0; 2]);
            for (seats, index) in
                [2, 4, 8].into_iter().flat_map(|seats| (0..GAMES).map(move |index| (seats, index)))
            {
                games += 1;
                for (lost, is_proposed) in lost.iter_mut().zip([true, false]) {
                    let mut game = game(rules, seats, index);
                    play(&mut game, |seat| is_proposed && seat == Seat::new(0));
                    *lost += u32::from(!game.observe(None).alive().contains(Seat::new(0)));
                }
            }
            let [proposed, bot] = lost;
            println!("{rules}: out in the first turn {proposed} times, the bot {bot} times");
            assert!(
                proposed <= bot && proposed * 8 <= games,
                "{rules}: {proposed} of {games} times, the bot {bot} times"
            );
        }
    }

    #[test]
    fn neighbours_who_take_what_is_proposed_do_not_put_each_other_out_at_once() {
        for (rules, seats) in
            EDITIONS.into_iter().flat_map(|rules| (2..=8).map(move |n| (rules, n)))
        {
            for index in 0..GAMES / 4 {
                let mut game = game(rules, seats, index);
                play(&mut game, |_| true);
                // Dangers that move by dice, before a tile is laid, are nobody's choice.
                let (mut is_laid, mut out) = (false, 0);
                for event in game.observe(None).events() {
                    match event {
                        SeenEvent::Placed { .. } => is_laid = true,
                        SeenEvent::Public(Event::Turn { .. }) => is_laid = false,
                        SeenEvent::Public(Event::Eliminated { .. }) => out += u32::from(is_laid),
                        _ => {}
                    }
                }
                assert_eq!(out, 0, "{rules}, {seats} players, game {index}");
            }
        }
    }
}
