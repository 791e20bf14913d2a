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
    use tsuro::game::Seat;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant};
    use tsuro::session::Game;

    const GAMES: u64 = 60;
    const SEATS: u8 = 4;

    fn game(rules: &str, index: u64) -> Game {
        let variant = Arc::new(Variant::load(rules, &BuiltIns, &Registry::default()).unwrap());
        Game::in_run(variant, SEATS, "proposed", index).unwrap()
    }

    /// Plays `turns` turns of every seat that is not out. Seats for which `is_person` holds take what
    /// is proposed; the others play as a medium bot.
    fn play(game: &mut Game, turns: u32, is_person: impl Fn(Seat) -> bool) {
        let narrator = Narrator::new(Language::English, &vec![None; SEATS.into()]);
        let mut bot = BotSpec::parse("medium").unwrap().make();
        while let Some(decision) = game.decision()
            && game.turn() <= turns * u32::from(SEATS)
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

    fn is_out(game: &Game, seat: u8) -> bool {
        !game.observe(None).alive().contains(Seat::new(seat))
    }

    #[test]
    fn who_takes_what_is_proposed_survives_the_first_turn() {
        for (rules, most) in [("classic", 2), ("seas", 8)] {
            let out = (0..GAMES).filter(|&index| {
                let mut game = game(rules, index);
                play(&mut game, 1, |seat| seat == Seat::new(0));
                is_out(&game, 0)
            });
            let out = out.count();
            println!("{rules}: out after the first turn in {out} of {GAMES} games");
            assert!(out <= most, "{rules}: out in {out} of {GAMES} games");
        }
    }

    #[test]
    fn neighbours_who_take_what_is_proposed_do_not_put_each_other_out_at_once() {
        for index in 0..GAMES {
            let mut game = game("classic", index);
            play(&mut game, 1, |_| true);
            let out = (0..SEATS).filter(|&seat| is_out(&game, seat)).count();
            assert_eq!(out, 0, "game {index}");
        }
    }
}
