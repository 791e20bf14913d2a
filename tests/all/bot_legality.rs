//! Bots choose legally: hundreds of seeded games in every shipped rule set, with every number of
//! players and every bot in every seat. Choices are checked against the engine's list and not the
//! bot's own view, and for a sample by the slow implementation.

use crate::common::games::variant;
use std::collections::BTreeMap;
use tsuro::board::{Face, Laid, Place, Port, Square};
use tsuro::bots::{Bot, BotSpec, BotTable};
use tsuro::game::unchecked::deal_on;
use tsuro::game::{
    Answer, Chance, Choice, DeciderNotice, Deciders, Exchange, GameSeed, Luck, Memory, Observation,
    Phase, Rng, RuleSet, RunSeed, Seat, View, bot_stream, play, play_on, table,
};
use tsuro::record::{Header, Recorder};
use tsuro::ruleset::{BUILT_INS, HOUSE_RULES, Variant};
use tsuro::with_rules;

/// The bots that look at most one placement ahead.
const QUICK: [&str; 6] = ["random", "safe", "timid", "hunter", "greedy", "learned"];
/// All bots and searches with little time: every kind of playout, of reward and of tree.
const ALL: [&str; 11] = [
    "ismcts:2",
    "random",
    "ismcts:6:playout=random:bias=0",
    "safe",
    "ismcts:4:rank=1:depth=1",
    "timid",
    "ismcts:8:deals=2",
    "hunter",
    "greedy",
    "learned:sharp=2",
    "ismcts:4:values=learned:moves=2:tries=2:judged=8",
];

/// The number of the first game in which a bot chose what is not allowed, and what that was.
type Wrong = (u64, String);
/// How many decisions of each kind were judged, and in how many of them there were several choices.
type Asked = BTreeMap<&'static str, (u64, u64)>;

/// A table of bots whose every choice is judged.
struct Judged<'a> {
    bots: Vec<&'a mut (dyn Bot + 'static)>,
    seed: GameSeed,
    memory: Memory,
    asked: &'a mut Asked,
}

impl Judged<'_> {
    /// Asks the bot of the seat that decides. `allowed` comes from the engine and not from what the
    /// bot was given.
    fn ask<R: RuleSet>(
        &mut self,
        view: &View<'_, R>,
        kind: &'static str,
        choices: usize,
        allowed: impl FnOnce(&Choice) -> bool,
    ) -> Result<Choice, String> {
        let (seat, turn) = (view.core().decider(), view.core().turn());
        let see = view.observation(Some(seat)).remembering(&self.memory);
        let mut rng = bot_stream(self.seed, view.core().phase(), seat, turn);
        let choice = self.bots[seat.index()]
            .choose(&see, &mut rng)
            .ok_or_else(|| format!("turn {turn}, seat {seat}, {kind}: nothing"))?;
        let counts = self.asked.entry(kind).or_default();
        counts.0 += 1;
        counts.1 += u64::from(choices > 1);
        if allowed(&choice) {
            Ok(choice)
        } else {
            Err(format!("turn {turn}, seat {seat}, {kind}: {choice:?}"))
        }
    }
}

/// Whether all of `tiles` are among `held`, each as often.
fn are_among(tiles: &[Face], held: impl Iterator<Item = Face>) -> bool {
    let mut held: Vec<Face> = held.collect();
    tiles.iter().all(|tile| {
        held.iter().position(|other| other == tile).map(|at| held.swap_remove(at)).is_some()
    })
}

impl<R: RuleSet> Deciders<R> for Judged<'_> {
    type Stop = String;
    const LISTENS: bool = true;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.memory.hear(&news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, String> {
        let core = view.core();
        let active = core.active();
        match core.phase() {
            Phase::Start => {
                let marks = view.marks().at_start();
                self.ask(
                    &view,
                    "start mark",
                    marks.len(),
                    |choice| matches!(choice, Choice::Start(mark) if marks.contains(mark)),
                )
            }
            Phase::Exchange => {
                let own = core.hand(active);
                let teams = view.observation(None).teams();
                let is_mate =
                    |other: Seat| teams > 0 && other.number() % teams == active.number() % teams;
                let fallen = core.fallen().iter().filter(|&other| !is_mate(other));
                let fallen: Vec<Face> =
                    fallen.flat_map(|seat| core.hand(seat).iter().collect::<Vec<_>>()).collect();
                let fits = |swaps: &Exchange| {
                    are_among(swaps.gave(), own.iter())
                        && are_among(swaps.took(), fallen.iter().copied())
                };
                self.ask(
                    &view,
                    "exchange",
                    2,
                    |choice| matches!(choice, Choice::Exchange(swaps) if fits(swaps)),
                )
            }
            Phase::Relocate { must } => {
                let marks = view.marks().to_relocate(active);
                let fits = |mark: &Option<Place>| mark.map_or(!must, |mark| marks.contains(&mark));
                self.ask(
                    &view,
                    "relocation",
                    marks.len() + usize::from(!must),
                    |choice| matches!(choice, Choice::Relocate(mark) if fits(mark)),
                )
            }
            Phase::Ask => {
                let answers = view.question().expect("a rule asks").options;
                self.ask(
                    &view,
                    "answer",
                    answers.len(),
                    |choice| matches!(choice, Choice::Rule(answer) if answers.contains(answer)),
                )
            }
            _ => {
                let legal = view.choices().legal();
                self.ask(
                    &view,
                    "placement",
                    legal.len(),
                    |choice| matches!(choice, Choice::Place(tile) if legal.contains(tile)),
                )
            }
        }
    }
}

/// One bot of each kind, so that memory for searches is allocated once.
fn make(names: &[&str]) -> Vec<Box<dyn Bot>> {
    names.iter().map(|name| BotSpec::parse(name).unwrap().make()).collect()
}

/// The bots of a game by seat: over the games, every number of players occurs, and every bot in
/// every seat.
fn seating(variant: &Variant, bots: usize, game: u64) -> Vec<usize> {
    let span = variant.players().iter().len() as u64;
    let seats = usize::from(variant.players().round(game));
    (0..seats).map(|seat| (seat + (game / span) as usize) % bots).collect()
}

/// Plays these games; each seat has its own bot.
fn judge(
    variant: &Variant,
    names: &[&str],
    games: std::ops::Range<u64>,
    asked: &mut Asked,
) -> Result<(), Wrong> {
    let mut bots: Vec<Vec<Box<dyn Bot>>> =
        (0..variant.players().most()).map(|_| make(names)).collect();
    with_rules!(variant.rules(), |rules| {
        for game in games {
            let seating = seating(variant, names.len(), game);
            let seated =
                bots.iter_mut().zip(&seating).map(|(bots, &kind)| &mut *bots[kind]).collect();
            let seed = RunSeed::new("legal").game(game);
            let mut luck = Luck(seed);
            let mut state = table(rules, seating.len() as u8);
            deal_on(rules, &mut state, &mut luck, &mut ());
            let mut judged = Judged { bots: seated, seed, memory: Memory::default(), asked };
            play_on(rules, &mut state, &mut judged, &mut luck, &mut ())
                .map_err(|what| (game, what))?;
        }
        Ok(())
    })
}

fn shipped() -> impl Iterator<Item = &'static str> {
    BUILT_INS.iter().chain(HOUSE_RULES).map(|built_in| built_in.name)
}

/// Rule sets whose rules ask.
const ASKING: [&str; 2] = ["storm-seas", "draft"];

/// Judges `games` games of every rule set, and a fifth of that number of the rule sets that ask.
/// Each kind of decision has to come often enough with several choices.
fn judge_all(names: &[&str], games: u64, least: u64) -> Asked {
    let mut asked = Asked::new();
    for name in shipped() {
        // Answers are judged by games that are played out after them, which takes time.
        let games = if ASKING.contains(&name) { games.div_ceil(5) } else { games };
        judge(&variant(name), names, 0..games, &mut asked)
            .unwrap_or_else(|(game, what)| panic!("{name}, game {game}, {what}"));
    }
    assert!(asked.len() == 5 && asked.values().all(|counts| counts.1 >= least), "{asked:?}");
    asked
}

#[test]
fn bots_without_search_choose_legally_in_many_games_of_most_rule_sets() {
    judge_all(&QUICK, 75, 75);
}

#[test]
fn searching_bots_choose_legally_in_every_rule_set() {
    judge_all(&ALL, 32, 10);
}

#[test]
#[ignore = "ten minutes: two thousand games of every rule set with searches at the table, ten \
    thousand without"]
fn bots_choose_legally_in_very_many_games() {
    println!("without searches: {:?}", judge_all(&QUICK, 10_000, 5000));
    println!("with searches: {:?}", judge_all(&ALL, 2000, 1000));
}

/// Plays and records one game; the slow implementation has to accept every event, and to find every
/// choice itself.
#[test]
fn the_slow_implementation_accepts_what_bots_choose_in_every_rule_set() {
    let mut judged = 0;
    for name in shipped() {
        let variant = variant(name);
        for game in 0..12 {
            let seating = seating(&variant, ALL.len(), game);
            let seed = RunSeed::new("judged").game(game);
            let mut luck = Luck(seed);
            let names: Vec<String> = seating.iter().map(|&kind| ALL[kind].to_owned()).collect();
            let mut recorder = Recorder::new(Vec::new());
            with_rules!(variant.rules(), |rules| {
                let seats = seating.len() as u8;
                let first = if rules.basics().first_at_random() {
                    Chance::first(&mut luck, seats)
                } else {
                    Seat::new(0)
                };
                recorder.begin(&Header::new(&variant, &names, first, "judged", game));
                let bots =
                    seating.iter().map(|&kind| BotSpec::parse(ALL[kind]).unwrap().make()).collect();
                play(rules, seats, &mut BotTable::new(bots, seed), &mut luck, &mut recorder)
                    .unwrap_or_else(|what| panic!("{name}, game {game}: {what}"));
            });
            let record = String::from_utf8(recorder.finish().unwrap()).unwrap();
            crate::slow::check_stream(&record).unwrap_or_else(|(line, why)| {
                panic!("{name}, game {game}, line {line}: {why}\n{record}")
            });
            judged += record.matches("\"placed\"").count();
        }
    }
    assert!(judged > 5000, "only {judged} placements were judged");
}

/// A bot that chooses illegally in one kind of decision, or in none.
struct Cheat(&'static str);

impl Bot for Cheat {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        let taken = (0..see.seats()).find_map(|seat| see.place(Seat::new(seat)));
        taken.filter(|_| self.0 == "start mark").unwrap_or_else(|| see.sample_mark(rng))
    }
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let illegal = see.placements().into_iter().find(|tile| !see.legal().contains(tile));
        illegal.filter(|_| self.0 == "placement").unwrap_or_else(|| see.sample_placement(rng))
    }
    fn exchange(&mut self, see: &Observation<'_>, _: &mut Rng) -> Exchange {
        // As many taken as given, but the same tile each time.
        let (gave, took) = (see.hand().iter().next().unwrap(), see.offered()[0]);
        let times = if self.0 == "exchange" { 1 + see.offered().len() } else { 1 };
        Exchange::new(&vec![gave; times], &vec![took; times]).unwrap()
    }
    fn relocate(&mut self, see: &Observation<'_>, _: bool, _: &mut Rng) -> Option<Place> {
        let mark = see.relocation_marks()[0];
        // The mark on the other side of the board is on another side.
        let (column, row) = (
            see.shape().columns() - 1 - mark.square().column(),
            see.shape().rows() - 1 - mark.square().row(),
        );
        let opposite =
            Place::new(Square::new(column, row), Port::new((mark.port().index() as u8 + 4) % 8));
        Some(if self.0 == "relocation" { opposite } else { mark })
    }
    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        if self.0 == "answer" { Answer::from(Square::new(0, 0)) } else { see.sample_answer(rng) }
    }
}

/// Without this, a judge that accepts everything would pass the tests above.
#[test]
fn a_bot_that_cheats_is_caught_in_every_kind_of_decision() {
    let variant = variant("seas+draw.rule=draft");
    let found = |kind: &'static str| {
        with_rules!(variant.rules(), |rules| {
            (0..400).find_map(|game| {
                let seed = RunSeed::new("cheat").game(game);
                let (mut cheats, mut asked) =
                    ([Cheat(kind), Cheat(kind), Cheat(kind)], Asked::new());
                let bots =
                    cheats.iter_mut().map(|cheat| cheat as &mut (dyn Bot + 'static)).collect();
                let mut judged =
                    Judged { bots, seed, memory: Memory::default(), asked: &mut asked };
                play(rules, 3, &mut judged, &mut Luck(seed), &mut ()).err()
            })
        })
    };
    assert_eq!(found("nothing"), None);
    for kind in ["start mark", "placement", "exchange", "relocation", "answer"] {
        let what =
            found(kind).unwrap_or_else(|| panic!("nobody was caught with a forbidden {kind}"));
        assert!(what.contains(kind), "{what}");
    }
}
