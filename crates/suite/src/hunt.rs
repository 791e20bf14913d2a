//! [`PuzzleHunt`]: finds puzzles in games of bots, and writes them as scenarios.
//!
//! A decision becomes a puzzle if exactly one placement wins by force, in the game as it is dealt
//! and in other deals of what the player cannot see. Each is read back and tested before it counts,
//! so a puzzle that is found holds under `tsuro test`.

use super::cut::situation;
use super::exercise::{Exercise, LessonChoice, check};
use super::model::WinningWay::{self, AtOnce, InTwo, Survive, ToTheEnd, Trap};
use super::plan::RuleBook;
use super::proof::{DealsTried, PuzzleCase};
use super::sentences::sentence;
use super::solve::{MOST_DECISIONS, Refutation, Solver};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tsuro::Game;
use tsuro::board::{Face, Size};
use tsuro::bots::{Bot as _, BotSpec, Greedy};
use tsuro::game::{
    Choice, DecisionKind, KeyWords as _, Luck, Observation, Rng, RunSeed, Seat, State,
};
use tsuro::record::read_position;
use tsuro::rules::{Registry, Rules};
use tsuro::ruleset::{Loader, Problems, Source, SourceId, Variant, toml_inline, toml_string};
use tsuro::session::GameError;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The fewest and most placements among which the answer is looked for.
const CHOICES: std::ops::RangeInclusive<usize> = 4..=16;
/// The fewest wrong placements that leave the piece in the game, so that the answer is not plain.
const FEWEST_TEMPTING: usize = 2;
/// The most other players in the game: more are a crowd, against which hardly anything is certain.
const MOST_OTHERS: usize = 3;

/// The number of deals in which a placement has to hold before it is tried in all.
const FEW_DEALS: u32 = 10;
/// In how many ways chance may go on until one is found in which all but one placement lose.
const TRIES: u32 = 60;

/// Games in which puzzles are looked for.
pub struct PuzzleHunt<'a> {
    /// The rule set.
    pub variant: &'a Arc<Variant>,
    /// How a suite names it.
    pub rules: &'a str,
    /// The rules that suites may speak of.
    pub registry: &'a Registry,
    /// Where the rule set is found by that name.
    pub loader: &'a (dyn Loader + Sync),
    /// The bots, one for each player.
    pub bots: &'a [BotSpec],
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The number of games.
    pub games: u64,
    /// The number of deals in which a win that cannot be shown for all deals has to hold.
    pub deals: u32,
    /// The number of threads, at least 1.
    pub threads: usize,
}

/// How far a hunt is, and the flag that stops it; shared between threads.
#[derive(Debug)]
pub struct HuntProgress<'a> {
    /// Number of games played so far.
    pub games: &'a AtomicU64,
    /// Set to stop early; what was found in the games before counts.
    pub stop: &'a AtomicBool,
}

/// Why no puzzles can be looked for.
#[derive(Debug, thiserror::Error)]
pub enum HuntError {
    /// A game cannot be played.
    #[error("{0}")]
    Game(#[from] GameError),
    /// A bot made a choice that is not allowed.
    #[error("game {game}: {why}")]
    Bot {
        /// The number of the game, from 0.
        game: u64,
        /// What is wrong with the choice.
        why: String,
    },
}

/// A puzzle that was found.
#[derive(Debug, Clone)]
pub struct MinedPuzzle {
    /// The number of its game in the run, from 0.
    pub game: u64,
    /// The turn in that game.
    pub turn: u32,
    /// How the answer wins.
    pub wins: WinningWay,
    /// In how many deals that was tried; `None`: it wins in all.
    pub deals: Option<u32>,
    /// The answer as suites write it.
    pub answer: String,
    /// How many placements there are to choose from.
    pub choices: usize,
    /// How interesting it is: more is better.
    pub interest: i32,
    /// The same for positions that differ in the place or the turn of the board alone.
    fingerprint: String,
    /// The scenario, in TOML.
    pub text: String,
}

/// A decision with one answer, before it is written.
struct Candidate {
    position: Value,
    /// The chance of what follows.
    seed: String,
    turn: u32,
    wins: WinningWay,
    answer: Choice,
    choices: usize,
    interest: i32,
    fingerprint: String,
}

impl PuzzleHunt<'_> {
    /// Plays the games and looks for puzzles, at most one a game, in the order of the games; with
    /// the number of games played. The result depends on the games alone, never on threads or time.
    ///
    /// # Errors
    /// If a game cannot be played.
    pub fn run(&self, progress: &HuntProgress<'_>) -> Result<(Vec<MinedPuzzle>, u64), HuntError> {
        let (mut found, mut games, mut failure) = (Vec::new(), 0, None);
        Jobs::new(self.games, self.threads).stopped_by(progress.stop).in_order(
            || (),
            |(), number| {
                let result = self.game(number, progress.stop);
                progress.games.fetch_add(1, Ordering::Relaxed);
                result
            },
            |result| match result {
                // The game was broken off, so what it has is not known.
                Ok(ControlFlow::Break(())) => ControlFlow::Break(()),
                Ok(ControlFlow::Continue(puzzle)) => {
                    games += 1;
                    found.extend(puzzle);
                    ControlFlow::Continue(())
                }
                Err(why) => {
                    failure = Some(why);
                    ControlFlow::Break(())
                }
            },
        );
        failure.map_or(Ok((found, games)), Err)
    }

    /// Plays a game and looks at its decisions; a break: it was stopped.
    fn game(
        &self,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<(), Option<MinedPuzzle>>, HuntError> {
        let players = self.bots.len() as u8;
        let mut game = Game::in_run(Arc::clone(self.variant), players, self.seed, number)?;
        let mut bots: Vec<_> = self.bots.iter().map(BotSpec::make).collect();
        let mut found: Vec<Candidate> = Vec::new();
        while let Some(decision) = game.decision() {
            if stop.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
            let seat = decision.seat();
            if decision.kind() == DecisionKind::Place {
                found.extend(self.candidate(&game, seat, number));
            }
            let mut stream = game.bot_stream();
            let see = game.observe(seat).stopped_by(stop);
            let choice = bots[seat.index()].choose(&see, &mut stream);
            let Some(choice) = choice else { break };
            let played = game.play(&choice).map(|_| ());
            played.map_err(|why| HuntError::Bot { game: number, why: why.to_string() })?;
        }
        found.sort_by_key(|candidate| -candidate.interest);
        for candidate in &found {
            let puzzle = self.puzzle(candidate, number, stop);
            if stop.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
            if puzzle.is_some() {
                return Ok(ControlFlow::Continue(puzzle));
            }
        }
        Ok(ControlFlow::Continue(None))
    }

    /// The decision of a game, if it has one answer as the game is dealt.
    fn candidate(&self, game: &Game, seat: Seat, number: u64) -> Option<Candidate> {
        let see = game.observe(seat);
        let count = usize::from(see.legal_count());
        let others = see.alive().iter().filter(|other| *other != seat).count();
        let alone = see.plays_alone();
        // With one piece, or with partners alone, there is nobody to win against.
        let survives = see.plays_together() || (alone && others == 0);
        let fits = if survives {
            others <= MOST_OTHERS
        } else if alone {
            // The draws of one person's later placements would have to be known.
            see.pile_len() == 0
        } else {
            (1..=MOST_OTHERS).contains(&others)
        };
        if !CHOICES.contains(&count) || !fits {
            return None;
        }
        let mut position = game.position();
        let fields = position.as_object_mut()?;
        if fields.contains_key("laid") || fields.contains_key("square") {
            return None;
        }
        fields.remove("outcomes");
        let seed = format!("{} {number}", self.seed);
        let ways: Vec<(WinningWay, String)> = if survives {
            (0..TRIES).map(|luck| (Survive, format!("{seed} {luck}"))).collect()
        } else if alone {
            vec![(ToTheEnd, seed)]
        } else {
            [AtOnce, Trap, InTwo].map(|wins| (wins, seed.clone())).into()
        };
        for (wins, seed) in ways {
            let case = PuzzleCase {
                variant: self.variant,
                position: &position,
                seed: &seed,
                wins,
                most: MOST_DECISIONS,
            };
            match &case.winning().ok()?[..] {
                // Nothing is safe, whatever comes.
                [] if wins == Survive => return None,
                [] => {}
                // It may be safe by this chance alone.
                [answer]
                    if wins == Survive
                        && case.try_deals(answer, FEW_DEALS, &|| true) != DealsTried::AllWon => {}
                [answer] => {
                    let tempting = tempting(&see, answer);
                    if tempting < FEWEST_TEMPTING {
                        return None;
                    }
                    let interest = interest(&see, answer, wins, tempting);
                    return Some(Candidate {
                        fingerprint: fingerprint(&see, wins),
                        turn: see.turn(),
                        wins,
                        answer: answer.clone(),
                        choices: count,
                        interest,
                        position,
                        seed,
                    });
                }
                // By another chance one of them may lose.
                _ if wins == Survive => {}
                _ => return None,
            }
        }
        None
    }

    /// Proves a candidate, writes it, and tests what was written; `None`: it is no puzzle.
    fn puzzle(&self, found: &Candidate, number: u64, stop: &AtomicBool) -> Option<MinedPuzzle> {
        let case = PuzzleCase {
            variant: self.variant,
            position: &found.position,
            seed: &found.seed,
            wins: found.wins,
            most: MOST_DECISIONS,
        };
        let deals = if case.is_certain(&found.answer) {
            None
        } else {
            let goes_on = || !stop.load(Ordering::Relaxed);
            let tried = case.try_deals(&found.answer, self.deals, &goes_on);
            (tried == DealsTried::AllWon).then_some(Some(self.deals))?
        };
        let written = with_rules!(self.variant.rules(), |rules| {
            let luck = Luck(RunSeed::new(&found.seed).game(0));
            let state = read_position(rules, &found.position, luck.0).ok()?;
            self.written(rules, &state, found, deals, number)
        });
        let (text, refuted) = written;
        let text = self.tested(&text, &found.answer)?;
        Some(MinedPuzzle {
            game: number,
            turn: found.turn,
            wins: found.wins,
            deals,
            answer: LessonChoice::Game(found.answer.clone()).written(),
            choices: found.choices,
            interest: found.interest + 3 * refuted.min(6),
            fingerprint: found.fingerprint.clone(),
            text,
        })
    }

    /// The scenario in TOML, and how many wrong choices are punished by the others.
    fn written<Z: Size>(
        &self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        found: &Candidate,
        deals: Option<u32>,
        number: u64,
    ) -> (String, i32) {
        let luck = Luck(RunSeed::new(&found.seed).game(0));
        let mut solver = Solver::new(rules, state, found.wins, luck, MOST_DECISIONS);
        // Notes what one person with all pieces can reach.
        solver.winning(state);
        let after = solver.after(state, &found.answer);
        let mut line = vec![found.answer.clone()];
        line.extend(solver.main_line(&after));
        let title = format!("Game {number}, turn {}: {}", found.turn, headline(found.wins));
        let mut text = format!(
            "[[scenario]]\ntitle = {}\n{}seed = {}\n",
            toml_string(&title),
            situation(self.variant, &found.position),
            toml_string(&found.seed),
        );
        // Writing to a string cannot fail.
        for (key, kind) in [
            ("place", DecisionKind::Place),
            ("exchange", DecisionKind::Exchange),
            ("choose", DecisionKind::Rule),
            ("relocate", DecisionKind::Relocate { must: false }),
            ("marks", DecisionKind::Start),
        ] {
            let is_kind = |choice: &&Choice| match choice {
                Choice::Relocate(_) => matches!(kind, DecisionKind::Relocate { .. }),
                choice => choice.kind() == kind,
            };
            let choices: Vec<Value> =
                line.iter().filter(is_kind).map(|choice| written(choice).into()).collect();
            if !choices.is_empty() {
                let _ = writeln!(text, "{key} = {}", toml_inline(&choices.into()));
            }
        }
        if found.wins == Survive {
            let mut last = after;
            for choice in &line[1..] {
                last = solver.after(&last, choice);
            }
            let _ = writeln!(text, "turns = {}", last.core().turn() - state.core().turn() + 1);
        }
        text.push_str("expect.end = \"?\"\n\n[scenario.lesson]\n");
        let _ = writeln!(text, "puzzle.wins = {}", toml_string(found.wins.word()));
        if let Some(deals) = deals {
            let _ = writeln!(text, "puzzle.deals = {deals}");
        }
        let mut refuted = 0;
        let mut because = String::new();
        for choice in solver.choices(state).iter().filter(|choice| **choice != found.answer) {
            let after = solver.after(state, choice);
            let (fate, line) = solver.refutation(&after);
            if line.is_empty() {
                continue;
            }
            refuted += i32::from(fate < Refutation::GoesOn);
            let then: Vec<Value> = line.iter().map(|choice| written(choice).into()).collect();
            let _ = writeln!(
                because,
                "  {{ choice = {}, then = {} }},",
                toml_string(&written(choice)),
                toml_inline(&then.into())
            );
        }
        if !because.is_empty() {
            let _ = writeln!(text, "because = [\n{because}]");
        }
        (text, refuted)
    }

    /// The text with its end filled in, if it is a puzzle with this answer.
    fn tested(&self, text: &str, answer: &Choice) -> Option<String> {
        let read = |text: &str| {
            let whole = format!("rules = {}\n{text}", toml_string(self.rules));
            // Paths are those of the command line, as no file has this text yet.
            let source = Source::new(SourceId::Overrides, "puzzle.toml", whole);
            let mut problems = Problems::default();
            let mut book = RuleBook::new(self.registry, self.loader);
            let suite = super::read_with(source, &mut book, &mut problems);
            let scenario = suite.scenarios.into_iter().next();
            scenario.filter(|_| !problems.has_errors())
        };
        let drafted = read(text)?;
        let exercise = Exercise::new(&drafted, self.variant)?.ok()?;
        let played = exercise.choose(&LessonChoice::Game(answer.clone())).trace;
        let comes = match played.end {
            Some(end) => {
                let json = serde_json::json!({
                    "event": "end", "winners": end.winners.iter().map(Seat::number)
                        .collect::<Vec<u8>>(),
                    "outcome": end.outcome.name(),
                });
                let told = sentence(json.as_object()?)?;
                // "end: A C, tie" is "tie: A C".
                let (winners, outcome) = told.strip_prefix("end: ")?.rsplit_once(", ")?;
                format!("end = {}", toml_string(&format!("{outcome}: {winners}")))
            }
            // Who survives goes on.
            None => "asked = \"placement\"".to_owned(),
        };
        let text = text.replacen("end = \"?\"", &comes, 1);
        let scenario = read(&text)?;
        check(&scenario, self.variant).is_empty().then_some(text)
    }
}

/// What a puzzle asks, for the title of its scenario.
const fn headline(wins: WinningWay) -> &'static str {
    match wins {
        AtOnce => "one placement wins at once",
        Trap => "after one placement all others lose in their next turns",
        InTwo => "one placement wins in the next own turn at the latest",
        ToTheEnd => "one placement saves the most pieces to the end",
        Survive => "one placement is safe until the next own turn",
    }
}

fn written(choice: &Choice) -> String {
    LessonChoice::Game(choice.clone()).written()
}

/// How many other placements leave the piece in the game.
fn tempting(see: &Observation<'_>, answer: &Choice) -> usize {
    let stays = |tile: &tsuro::board::Laid| {
        Choice::Place(*tile) != *answer && see.fate(*tile).cause.is_none()
    };
    see.legal().iter().filter(|tile| stays(tile)).count()
}

/// How interesting a puzzle is: what is far-sighted, tempts to go wrong and is easy to take in.
fn interest(see: &Observation<'_>, answer: &Choice, wins: WinningWay, tempting: usize) -> i32 {
    let far = match wins {
        AtOnce => 10,
        Trap | ToTheEnd | Survive => 40,
        InTwo => 60,
    };
    let mut rng = Rng::new(0, 0);
    let is_hidden_from_greedy = Greedy.choose(see, &mut rng).as_ref() != Some(answer);
    let squares = see.shape().squares();
    let open = squares.filter(|at| see.content(*at) == tsuro::board::Content::Empty).count();
    far + 15 * i32::from(is_hidden_from_greedy) + 2 * tempting.min(8) as i32 - open as i32 / 2
}

/// What stays the same when the board is turned: the tiles that lie on it, the hand, and the number
/// of pieces and choices. Two puzzles that share it are taken to be the same.
fn fingerprint(see: &Observation<'_>, wins: WinningWay) -> String {
    let face = |at| match see.content(at) {
        tsuro::board::Content::Tile(tile) => Some(tile.face().number()),
        _ => None,
    };
    let mut tiles: Vec<u8> = see.shape().squares().filter_map(face).collect();
    let mut hand: Vec<u8> = see.hand().iter().map(Face::number).collect();
    tiles.sort_unstable();
    hand.sort_unstable();
    format!("{} {tiles:?} {hand:?} {} {}", wins.word(), see.alive().len(), see.legal_count())
}

/// The `count` most interesting puzzles, no two of the same position: a quarter that win at once, a
/// quarter that look two turns ahead, and the rest between them, as far as there are as many. The
/// easy ones come first.
pub fn best_puzzles(mut found: Vec<MinedPuzzle>, count: usize) -> Vec<MinedPuzzle> {
    found.sort_by_key(|puzzle| (-puzzle.interest, puzzle.game));
    let mut seen = BTreeSet::new();
    found.retain(|puzzle| seen.insert(puzzle.fingerprint.clone()));
    let rank = |puzzle: &MinedPuzzle| match puzzle.wins {
        AtOnce => 0,
        Trap => 1,
        ToTheEnd | Survive => 2,
        InTwo => 3,
    };
    let mut room = [count.div_ceil(4), count, count, count / 4];
    let (mut chosen, mut left) = (Vec::new(), Vec::new());
    // The middle has what the quarters leave over.
    found.sort_by_key(|puzzle| matches!(puzzle.wins, Trap | ToTheEnd | Survive));
    for puzzle in found {
        let room = &mut room[rank(&puzzle)];
        if *room > 0 && chosen.len() < count {
            *room -= 1;
            chosen.push(puzzle);
        } else {
            left.push(puzzle);
        }
    }
    left.sort_by_key(|puzzle| (-puzzle.interest, puzzle.game));
    let missing = count - chosen.len();
    chosen.extend(left.into_iter().take(missing));
    chosen.sort_by_key(|puzzle| (rank(puzzle), puzzle.interest, puzzle.game));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::ruleset::{BUILT_INS, BuiltIns};

    fn variant(rules: &str) -> Arc<Variant> {
        Arc::new(Variant::load(rules, &BuiltIns, &Registry::default()).unwrap())
    }

    /// The puzzles of some games of greedy bots.
    fn found(rules: &str, games: u64, threads: usize) -> Result<Vec<MinedPuzzle>, HuntError> {
        let (variant, registry) = (variant(rules), Registry::default());
        let players = variant.players().nearest(3);
        let hunt = PuzzleHunt {
            variant: &variant,
            rules,
            registry: &registry,
            loader: &BuiltIns,
            bots: &vec![BotSpec::parse("greedy").unwrap(); players.into()],
            seed: "a test",
            games,
            deals: 20,
            threads,
        };
        let (counter, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let (found, played) = hunt.run(&HuntProgress { games: &counter, stop: &stop })?;
        assert_eq!((played, counter.into_inner()), (games, games));
        Ok(found)
    }

    #[test]
    fn a_hunt_finds_the_same_puzzles_on_any_number_of_threads() {
        let texts = |threads| {
            let found = found("classic", 40, threads).unwrap();
            found.into_iter().map(|puzzle| puzzle.text).collect::<Vec<_>>()
        };
        let one = texts(1);
        assert!(one.len() >= 3, "{}", one.len());
        assert_eq!(one, texts(3));
    }

    #[test]
    fn every_shipped_rule_set_has_puzzles() {
        let mut with_puzzles = Vec::new();
        for edition in BUILT_INS {
            // Each was read back and solved again before it counted.
            let found = found(edition.name, 15, 2).unwrap();
            with_puzzles.extend((!found.is_empty()).then_some(edition.name));
        }
        assert!(with_puzzles.len() >= 10, "{with_puzzles:?}");
    }

    #[test]
    fn a_ship_alone_has_placements_that_are_safe_whatever_is_rolled() {
        let found = found("solo-seas", 30, 2).unwrap();
        assert!(found.len() >= 2, "{}", found.len());
        for puzzle in found {
            assert_eq!((puzzle.wins, puzzle.deals), (Survive, Some(20)), "{}", puzzle.text);
            assert!(puzzle.text.contains("turns = 2\nexpect.asked = \"placement\""));
        }
    }

    /// The first decision in games of greedy bots at which two placements win in this way, as a
    /// puzzle whose answer is one of them.
    fn with_two_answers(variant: &Arc<Variant>, wins: WinningWay) -> String {
        for number in 0..500 {
            let mut game = Game::in_run(Arc::clone(variant), 3, "two", number).unwrap();
            while let Some(decision) = game.decision() {
                let (seat, position) = (decision.seat(), game.position());
                let case = PuzzleCase {
                    variant,
                    position: &position,
                    seed: "",
                    wins,
                    most: MOST_DECISIONS,
                };
                let winning = if decision.kind() == DecisionKind::Place {
                    case.winning().unwrap()
                } else {
                    Vec::new()
                };
                if let [first, _] = &winning[..] {
                    return format!(
                        "[[scenario]]\ntitle = \"Two\"\nrules = \"classic\"\n{}seed = \"\"\n\
                         place = \"{}\"\nexpect.turn = {}\n[scenario.lesson]\npuzzle.wins = \"{}\"\n",
                        situation(variant, &position),
                        written(first),
                        game.turn() + 1,
                        wins.word()
                    );
                }
                let choice = Greedy.choose(&game.observe(seat), &mut game.bot_stream()).unwrap();
                game.play(&choice).unwrap();
            }
        }
        panic!("500 games have no decision with two answers");
    }

    #[test]
    fn two_answers_are_one_too_many() {
        let variant = variant("classic");
        for wins in [Trap, InTwo] {
            let text = with_two_answers(&variant, wins);
            let source = Source::new(SourceId::Overrides, "two.toml", text.as_str());
            let mut problems = Problems::default();
            let suite = crate::read(source, &Registry::default(), &mut problems);
            assert!(problems.is_empty(), "{problems}\n{text}");
            let failures = check(&suite.scenarios[0], &variant);
            let message = &failures.first().expect("a failure").message;
            let other = "wins as well, so it is no puzzle with one answer";
            assert!(message.ends_with(other), "{message}\n{text}");
        }
    }

    #[test]
    fn a_solver_that_gives_up_claims_nothing() {
        let variant = variant("classic");
        let text = with_two_answers(&variant, InTwo);
        let source = Source::new(SourceId::Overrides, "two.toml", text.as_str());
        let mut problems = Problems::default();
        let suite = crate::read(source, &Registry::default(), &mut problems);
        let exercise = Exercise::new(&suite.scenarios[0], &variant).unwrap().unwrap();
        let position = exercise.position().expect("a decision");
        let case = |most| PuzzleCase {
            variant: &variant,
            position: &position,
            seed: "",
            wins: InTwo,
            most,
        };
        let tried = |most, choice: &Choice| case(most).try_deals(choice, 5, &|| true);
        let is_lost = |choice: &Choice| tried(MOST_DECISIONS, choice) == DealsTried::Lost(0);
        let wrong = exercise.choices().iter().find_map(|choice| match choice {
            LessonChoice::Game(choice) if is_lost(choice) => Some(choice),
            _ => None,
        });
        // Nothing was looked at, so the same deal is not called lost.
        let wrong = wrong.expect("some choice does not win");
        assert_eq!(tried(0, wrong), DealsTried::Unknown(0));
        assert!(!case(0).is_certain(wrong) && case(0).winning().is_err());
        // Neither is one that was not tried because the hunt was stopped.
        let stopped = case(MOST_DECISIONS).try_deals(wrong, 5, &|| false);
        assert_eq!(stopped, DealsTried::Unknown(0));
    }

    #[test]
    fn a_hunt_that_is_stopped_keeps_whole_games() {
        let (variant, registry) = (variant("classic"), Registry::default());
        let hunt = PuzzleHunt {
            variant: &variant,
            rules: "classic",
            registry: &registry,
            loader: &BuiltIns,
            bots: &vec![BotSpec::parse("greedy").unwrap(); 3],
            seed: "a test",
            games: 1_000_000,
            deals: 20,
            threads: 1,
        };
        let (counter, stop) = (AtomicU64::new(0), AtomicBool::new(true));
        let (found, played) = hunt.run(&HuntProgress { games: &counter, stop: &stop }).unwrap();
        assert!(found.is_empty() && played == 0);
    }

    #[test]
    fn the_best_puzzles_are_of_all_kinds_and_no_two_the_same() {
        let one = |game: u64, wins, interest, fingerprint: &str| MinedPuzzle {
            game,
            turn: 1,
            wins,
            deals: None,
            answer: String::new(),
            choices: 5,
            interest,
            fingerprint: fingerprint.to_owned(),
            text: String::new(),
        };
        let mut all: Vec<MinedPuzzle> = Vec::new();
        for game in 0..8 {
            all.push(one(game, AtOnce, 10 + game as i32, &format!("at once {game}")));
            all.push(one(10 + game, Trap, 40, &format!("trap {}", game / 2)));
            all.push(one(20 + game, InTwo, 60, &format!("in two {game}")));
        }
        let kinds = |count| {
            let best = best_puzzles(all.clone(), count);
            let of = |wins| best.iter().filter(|puzzle| puzzle.wins == wins).count();
            (best.len(), of(AtOnce), of(Trap), of(InTwo))
        };
        assert_eq!(kinds(8), (8, 2, 4, 2));
        // What a kind lacks, others make up for.
        assert_eq!(kinds(16), (16, 4, 4, 8));
        assert_eq!(kinds(100), (20, 8, 4, 8));
        assert_eq!(kinds(0), (0, 0, 0, 0));
        let best = best_puzzles(all, 8);
        assert!(best.is_sorted_by_key(|puzzle| puzzle.wins as u8), "the easy ones come first");
    }
}
