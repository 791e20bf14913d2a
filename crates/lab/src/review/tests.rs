use super::{Findings, Review, in_order};
use std::sync::atomic::{AtomicU32, Ordering};
use tsuro::Game;
use tsuro::bots::{Bot, Random, Safe};
use tsuro::game::{Choice, Observation, Rng, Seat};
use tsuro::rules::Registry;

/// Plays a game with careful bots, until `other` chooses otherwise.
fn play(
    rules: &str,
    players: u8,
    seed: &str,
    mut other: impl FnMut(&Observation<'_>) -> Option<Choice>,
) -> Game {
    let mut game = Game::new(rules, players, seed).unwrap();
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        let choice = other(&see)
            .unwrap_or_else(|| Safe.choose(&see, &mut game.bot_stream()).expect("it decides"));
        game.play(&choice).unwrap();
    }
    game
}

fn reviewed(game: &Game, seat: u8, passes: u32, threads: usize) -> (Review, Findings) {
    let mut review = Review::new(game, Seat::new(seat), "review").unwrap();
    for _ in 0..passes {
        assert!(review.pass(u32::MAX, threads, &|_| true));
    }
    let findings = review.findings().expect("one pass is enough");
    (review, findings)
}

#[test]
fn the_chances_of_all_seats_are_the_whole_prize_and_end_with_the_result() {
    for (rules, players) in [("classic", 3), ("seas", 4), ("teams", 4), ("luxury", 3)] {
        let game = play(rules, players, "whole", |_| None);
        let (_, findings) = reviewed(&game, 1, 1, 2);
        let ending = game.ending().unwrap();
        for point in &findings.curve {
            for shares in [&point.known, &point.open] {
                let sum: f64 = shares.iter().map(|share| share.value).sum();
                assert!((sum - 1.0).abs() < 1e-5 || ending.winners.is_empty(), "{rules}: {sum}");
            }
        }
        for (seat, account) in findings.accounts.iter().enumerate() {
            let won = ending.winners.contains(Seat::new(seat as u8));
            assert_eq!(account.end.value > 0.0, won, "{rules}, seat {seat}");
            let parts = account.own.value + account.others.value + account.luck.value;
            assert!((account.start.value + parts - account.end.value).abs() < 1e-9, "{rules}");
        }
        assert!(findings.ended && findings.games == super::FIRST_PASS);
    }
}

#[test]
fn a_search_about_many_choices_can_be_bounded() {
    let game = play("classic", 2, "bounded", |_| None);
    let longest = |longest: u32| {
        let mut review =
            Review::new(&game, Seat::new(0), super::SEED).unwrap().with_longest_search(longest);
        let most = AtomicU32::new(0);
        let goes_on = |games| most.fetch_max(games, Ordering::Relaxed) < u32::MAX;
        assert!(review.pass(u32::MAX, 2, &goes_on));
        assert!(review.tried(0).iter().all(|tried| tried.share.is_finite()));
        most.into_inner()
    };
    // There are 48 start marks, and 24 games for each in a first pass.
    assert_eq!(longest(u32::MAX), 48 * super::FIRST_PASS - 1);
    assert_eq!(longest(100), 99);
}

#[test]
fn the_findings_are_the_same_with_any_number_of_threads_and_interruptions() {
    let game = play("seas", 3, "threads", |_| None);
    let (_, one) = reviewed(&game, 0, 2, 1);
    assert_eq!(reviewed(&game, 0, 2, 4).1, one);
    let mut review = Review::new(&game, Seat::new(0), "review").unwrap();
    let first = reviewed(&game, 0, 1, 2).1;
    let asked = AtomicU32::new(0);
    // Every search is ended early now and then, and done again.
    while review.passes() < 2 {
        let from = asked.load(Ordering::Relaxed);
        let goes_on = |_| asked.fetch_add(1, Ordering::Relaxed) < from + 9000;
        if !review.pass(u32::MAX, 2, &goes_on)
            && let Some(found) = review.findings()
        {
            // The first pass tells what it has found so far, a later one only when it is complete.
            let is_first = review.passes() == 0;
            let far = found.curve.len();
            assert!(if is_first { found.curve == first.curve[..far] } else { found == first });
            assert_eq!(found.is_whole(), !is_first || far == first.curve.len());
        }
    }
    assert_eq!(review.findings().unwrap(), one);
}

#[test]
fn a_choice_that_loses_at_once_is_the_costliest() {
    let mut fallen = None;
    // Seat 0 walks off the board in its third turn, though it need not.
    let game = play("classic+placement.avoid=[]", 2, "walks off", |see| {
        if see.decider() != Seat::new(0) || see.turn() < 5 || fallen.is_some() {
            return None;
        }
        let out = see.legal().into_iter().find(|&tile| see.fate(tile).cause.is_some())?;
        fallen = Some(see.turn());
        Some(Choice::Place(out))
    });
    let (review, findings) = reviewed(&game, 0, 3, 2);
    let worst = &findings.decisions[findings.costliest[0]];
    assert_eq!(Some(worst.turn), fallen);
    assert!(worst.is_sure() && worst.chosen.share == 0.0 && worst.cost > 0.2, "{worst:?}");
    // What it cost is its own doing, and no luck.
    let turn = findings.turns.iter().find(|turn| Some(turn.turn) == fallen).unwrap();
    assert!(turn.own.value < -0.2 && turn.luck.value.abs() < 1e-9, "{turn:?}");
    assert_eq!(in_order(&review, &findings).to_string().matches("\"sure\"").count(), {
        findings.decisions.len()
    });
}

/// What a game without chance comes to for each seat if everybody plays perfectly.
fn solve(game: &Game) -> Vec<f64> {
    let Some(decision) = game.decision() else {
        let winners = game.ending().unwrap().winners;
        let share = |seat| f64::from(winners.contains(Seat::new(seat))) / f64::from(winners.len());
        return (0..game.seats()).map(share).collect();
    };
    let at = decision.seat().index();
    let after = |choice: &Choice| {
        let mut next = game.clone();
        next.play(choice).unwrap();
        solve(&next)
    };
    let choices = game.observe(decision.seat()).choices();
    choices.iter().map(after).max_by(|one, other| one[at].total_cmp(&other[at])).unwrap()
}

#[test]
fn in_solved_endgames_the_best_choice_is_a_best_one() {
    let mut judged = 0;
    for number in 0..400 {
        let mut game = Game::new("classic", 2, &format!("endgame {number}")).unwrap();
        let late = loop {
            let Some(decision) = game.decision() else { break false };
            let see = game.observe(decision.seat());
            let other = Seat::new(1 - decision.seat().number());
            // With an empty pile both know all tiles.
            if see.pile_len() == 0 && see.hand().len() + see.hand_len(other) <= 5 {
                break true;
            }
            let choice = Safe.choose(&see, &mut game.bot_stream()).unwrap();
            game.play(&choice).unwrap();
        };
        if !late {
            continue;
        }
        let variant = std::sync::Arc::clone(game.variant());
        let mut late = Game::at(variant, &game.position(), "late").unwrap();
        let seat = late.decision().unwrap().seat();
        let worth = |choice: &Choice| {
            let mut next = late.clone();
            next.play(choice).unwrap();
            solve(&next)[seat.index()]
        };
        let mut choices: Vec<(f64, Choice)> =
            late.observe(seat).choices().into_iter().map(|one| (worth(&one), one)).collect();
        choices.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (worst, best) = (choices[0].clone(), choices[choices.len() - 1].0);
        if worst.0.total_cmp(&best).is_eq() {
            continue;
        }
        late.play(&worst.1).unwrap();
        let (_, findings) = reviewed(&late, seat.number(), 4, 2);
        let cost = &findings.decisions[0];
        let found = choices.iter().find(|one| one.1 == cost.best.choice).unwrap();
        assert!(
            cost.is_sure() && found.0.total_cmp(&best).is_eq(),
            "{number}: {cost:?}, {choices:?}"
        );
        judged += 1;
        if judged > 4 {
            return;
        }
    }
    assert!(judged > 0, "some endgame has a costly choice");
}

#[test]
fn games_that_were_broken_off_and_lone_games_are_reviewed() {
    let mut game = Game::new("seas", 3, "broken off").unwrap();
    for _ in 0..8 {
        let decision = game.decision().unwrap();
        let see = game.observe(decision.seat());
        let choice = Random.choose(&see, &mut Rng::new(1, 2)).unwrap();
        game.play(&choice).unwrap();
    }
    let again = Game::from_record(&game.record().unwrap(), &Registry::default()).unwrap();
    let (_, findings) = reviewed(&again, 0, 1, 1);
    assert!(!findings.ended && findings.curve.len() == 9);
    // The same from the game itself.
    assert_eq!(reviewed(&game, 0, 1, 1).1, findings);
}

#[test]
fn a_first_pass_that_is_ended_early_says_how_far_it_came() {
    let game = play("classic", 3, "ended early", |_| None);
    let whole = reviewed(&game, 0, 1, 1).1;
    let mut review = Review::new(&game, Seat::new(0), "review").unwrap();
    assert!(!review.pass(u32::MAX, 1, &|_| false) && review.findings().is_none());
    let searches = AtomicU32::new(0);
    // A search goes on to its end, and no other begins after the twentieth.
    let goes_on = |games| games > 0 || searches.fetch_add(1, Ordering::Relaxed) < 20;
    assert!(!review.pass(u32::MAX, 1, &goes_on));
    let found = review.findings().unwrap();
    let far = found.curve.len();
    assert!(!found.is_whole() && found.ended && found.points == whole.curve.len());
    assert_eq!(found.curve, whole.curve[..far]);
    let account = &found.accounts[0];
    let parts = account.own.value + account.others.value + account.luck.value;
    assert!((account.start.value + parts - account.end.value).abs() < 1e-9);
    let json = in_order(&review, &found).to_string();
    assert!(json.contains(&format!("\"points\":{}", found.points)), "{json}");
}

#[test]
fn games_of_one_person_are_reviewed_as_all_decisions_of_that_person() {
    for (rules, players) in [("solo", 4), ("solo-seas", 1)] {
        let game = play(rules, players, "alone", |_| None);
        let (_, findings) = reviewed(&game, 0, 1, 2);
        let seats: std::collections::BTreeSet<u8> =
            findings.decisions.iter().map(|cost| cost.seat.number()).collect();
        assert_eq!(seats.len() > 1, players > 1, "{rules}: all pieces are the person's");
        assert!(findings.accounts.iter().all(|account| account.others.value.abs() < 1e-9));
        let saved = game.observe(None).alive().len();
        let end = findings.accounts[0].end.value * f64::from(players);
        let is_share = (end - f64::from(saved)).abs() < 1e-5;
        assert!(is_share || rules != "solo", "{rules}: {end} of {saved}");
    }
}
