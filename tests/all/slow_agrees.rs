//! The fast engine against the slow second implementation: every event, every choice that is
//! offered and every position, over seeds, choices, rule sets, mixtures of rules and player counts.

use crate::common::games::variant;
use crate::slow::position::in_one_spelling;
use crate::slow::random_shape::{in_toml, random_shape};
use crate::slow::{Game, Next};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use tsuro::game::unchecked::{advance, deal, take};
use tsuro::game::{Chance, Deciders, Luck, Phase, RuleSet, RunSeed, Seat, Uniform, View};
use tsuro::record::{Header, Recorder, write_position};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, Variant};
use tsuro::with_rules;

/// Where the engine stands between two turns, or at a decision.
struct Stand {
    /// How many lines its record has.
    lines: usize,
    position: Value,
    choices: Choices,
}

/// The choices that a player has.
#[derive(Debug, PartialEq)]
enum Choices {
    None,
    Marks(Vec<String>),
    Placements(Vec<(String, u8, u8)>),
    Answers(Vec<Value>),
}

/// A game that the engine plays at random: its record, and everywhere it stood.
fn engine_plays(variant: &Variant, seats: u8, seed: &str) -> (String, Vec<Stand>) {
    let game_seed = RunSeed::new(seed).game(0);
    let (mut luck, mut uniform) = (Luck(game_seed), Uniform(game_seed));
    let (mut recorder, mut stands) = (Recorder::new(Vec::new()), Vec::new());
    let (mut lines, mut bytes) = (0, 0);
    with_rules!(variant.rules(), |rules| {
        let first = if rules.basics().first_at_random() {
            Chance::first(&mut luck, seats)
        } else {
            Seat::new(0)
        };
        recorder.begin(&Header::new(
            variant,
            &vec!["random".to_owned(); seats.into()],
            first,
            seed,
            0,
        ));
        let mut state = deal(rules, seats, &mut luck, &mut recorder);
        loop {
            let phase = advance(rules, &mut state, &mut luck, &mut recorder);
            if phase == Phase::Over {
                break;
            }
            recorder.with(|record: &mut Vec<u8>| {
                lines += record[bytes..].split_inclusive(|&byte| byte == b'\n').count();
                bytes = record.len();
                Ok(())
            });
            let view = View::new(rules, &state);
            let choices = match phase {
                Phase::Start => Choices::Marks(
                    view.marks().at_start().iter().map(ToString::to_string).collect(),
                ),
                Phase::Relocate { .. } => Choices::Marks(
                    view.marks()
                        .to_relocate(state.core().active())
                        .iter()
                        .map(ToString::to_string)
                        .collect(),
                ),
                // W7: the square is part of the placement, and chosen first.
                Phase::Ask if view.question().unwrap().asks.rule == "placement" => {
                    placements(&view)
                }
                Phase::Place => placements(&view),
                Phase::Ask => {
                    let options = view.question().unwrap().options;
                    Choices::Answers(
                        options
                            .iter()
                            .map(|answer| serde_json::to_value(answer).unwrap())
                            .collect(),
                    )
                }
                _ => Choices::None,
            };
            let position = write_position(rules, &state);
            if position.get("square").is_none() {
                stands.push(Stand { lines, position, choices });
            }
            if phase.decision().is_some() {
                let Ok(choice) = uniform.decide(view);
                take(rules, &mut state, &choice, &mut luck, &mut recorder);
            }
        }
    });
    (String::from_utf8(recorder.finish().unwrap()).unwrap(), stands)
}

/// The placements that a player has, with their squares.
fn placements<R: RuleSet>(view: &View<'_, R>) -> Choices {
    let legal = view.choices().legal_on_squares();
    let placement = |&(square, tile): &(tsuro::board::Square, tsuro::board::Laid)| {
        (square.to_string(), tile.face().number(), tile.rotation().turns())
    };
    Choices::Placements(legal.iter().map(placement).collect())
}

/// Goes to where the engine stands, and compares what can be chosen there and the position.
fn meet(game: &mut Game, stand: &Stand) -> Result<(), String> {
    // An exchange or a relocation that is declined leaves no event of its own.
    if game.position()["phase"] != stand.position["phase"]
        && matches!(game.next(), Next::Exchange { .. } | Next::Relocate { .. })
    {
        game.decline()?;
    }
    let choices = match game.next() {
        Next::Start { marks } | Next::Relocate { marks, .. } => Choices::Marks(marks),
        Next::Place { on_squares, .. } => Choices::Placements(on_squares),
        Next::Choose { options, .. } => Choices::Answers(options),
        _ => Choices::None,
    };
    if choices != stand.choices {
        return Err(format!("offered is {choices:?}, by the engine {:?}", stand.choices));
    }
    // A position of the slow implementation does not say who has a start mark yet.
    if stand.position["phase"] == "start" {
        return Ok(());
    }
    let (own, engine) = (
        in_one_spelling(game.position()),
        in_one_spelling(without_traces(&stand.position, game.carries())),
    );
    let differs = |key: &&String| own.get(*key) != engine.get(*key);
    let all: BTreeSet<&String> = [&own, &engine]
        .into_iter()
        .flat_map(|position| position.as_object().unwrap().keys())
        .collect();
    let told = |key: &String| {
        format!("{key} {}, for the engine {}", own[key.as_str()], engine[key.as_str()])
    };
    let told: Vec<String> = all.into_iter().filter(differs).map(told).collect();
    if told.is_empty() { Ok(()) } else { Err(format!("it stands elsewhere: {}", told.join("; "))) }
}

/// A position of the engine without what only the engine goes on with: how many outcomes of chance
/// the turn has had, and who travelled, where no whirlpool can carry them any more.
fn without_traces(position: &Value, carries: bool) -> Value {
    let mut position = position.clone();
    let fields = position.as_object_mut().unwrap();
    fields.remove("outcomes");
    // The moment of a question follows from where the game stands, and so does how far the drawing
    // has come.
    fields
        .get_mut("question")
        .and_then(Value::as_object_mut)
        .map(|question| question.remove("when"));
    if let Some(about) = position.pointer_mut("/question/about").and_then(Value::as_object_mut) {
        about.retain(|name, _| ["daikaiju", "placed", "drew"].contains(&name.as_str()));
        // W3: a transport shows its square.
        if about.is_empty() {
            position["question"].as_object_mut().unwrap().remove("about");
        }
    }
    let fields = position.as_object_mut().unwrap();
    if !carries || fields.get("phase").is_none_or(|phase| phase != "exchange") {
        fields.remove("travelled");
    }
    // W4: at an exchange, players that the placement has put out do not roll any more.
    let out: Vec<bool> = fields["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player.get("out").is_some())
        .collect();
    for piece in fields.get_mut("daikaiju").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(rolling) = piece.get_mut("rolling").and_then(Value::as_array_mut) else {
            continue;
        };
        rolling.retain(|seat| !out[seat.as_u64().unwrap() as usize]);
        if rolling.is_empty() {
            piece.as_object_mut().unwrap().remove("rolling");
        }
    }
    position
}

/// Whether a game can begin at a position: not before everybody has a mark.
fn can_be_read(position: &Value) -> bool {
    position["phase"] != "start"
}

/// The slow implementation in a game of the engine: the game from its first event, and two that
/// begin at positions that the engine wrote: one at each third of its stops, up to the next stop,
/// and one in the middle of the game, up to its end.
struct Followers {
    whole: Game,
    from_last: Option<Game>,
    from_middle: Option<Game>,
}

impl Followers {
    fn each(&mut self, act: impl Fn(&mut Game) -> Result<(), String>) -> Result<(), String> {
        act(&mut self.whole)?;
        for (from, game) in [("last", &mut self.from_last), ("middle", &mut self.from_middle)] {
            game.as_mut()
                .map_or(Ok(()), &act)
                .map_err(|why| format!("from the {from} position: {why}"))?;
        }
        Ok(())
    }
}

/// Plays one game on the engine and has the slow implementation judge it; the events of the game.
fn judge(name: &str, variant: &Variant, seats: u8, seed: &str) -> Vec<Value> {
    let (record, stands) = engine_plays(variant, seats, seed);
    let lines: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    if let Err((line, why)) = follow(&lines, &stands) {
        panic!("{name}\n{seats} players, seed {seed:?}, line {}: {why}\n{record}", line + 1);
    }
    lines
}

/// Follows a game of the engine; the number of the first line that cannot be, counted from 0, and
/// why.
fn follow(lines: &[Value], stands: &[Stand]) -> Result<(), (usize, String)> {
    let rules = &lines[0]["rules"];
    let middle = stands.len() / 3;
    let whole = Game::new(&lines[0]).map_err(|why| (0, why))?;
    let mut games = Followers { whole, from_last: None, from_middle: None };
    let mut stands = stands.iter().enumerate().peekable();
    for (number, line) in lines.iter().enumerate().skip(1) {
        let at = |why| (number, why);
        while let Some((index, stand)) = stands.next_if(|(_, stand)| stand.lines == number) {
            games.each(|game| meet(game, stand)).map_err(at)?;
            games.whole.holds_together().map_err(at)?;
            games.from_last = None;
            // Which thirds depends on the length of the game, so that many games have all.
            let is_third = (index + lines.len()).is_multiple_of(3) || index == middle;
            if is_third && can_be_read(&stand.position) {
                let mut read = Game::from_position(rules, &stand.position)
                    .map_err(|why| at(format!("{why}\n{}", stand.position)))?;
                meet(&mut read, stand).map_err(|why| at(format!("just read: {why}")))?;
                games.from_middle =
                    if index == middle { Some(read.clone()) } else { games.from_middle };
                games.from_last = Some(read);
            }
        }
        games.each(|game| game.apply(line)).map_err(at)?;
    }
    let is_over = |game: &mut Game| if game.is_over() { Ok(()) } else { Err("no end".to_owned()) };
    games
        .each(is_over)
        .and_then(|()| games.whole.holds_together())
        .map_err(|why| (lines.len(), why))?;
    assert!(stands.next().is_none(), "a position after the end");
    Ok(())
}

/// Judges a game of a rule set that is named; its outcome.
fn judge_named(rules: &str, seats: u64, seed: &str) -> String {
    let variant = variant(rules);
    let seats = variant.players().round(seats);
    judge(rules, &variant, seats, seed).last().unwrap()["outcome"].as_str().unwrap().to_owned()
}

/// Plays `games` games of every rule set with each number of players.
fn play_every_rule_set(games: u64) {
    for built_in in BUILT_INS {
        for seats in 0..variant(built_in.name).players().iter().len() as u64 {
            for seed in 0..games {
                judge_named(built_in.name, seats, &seed.to_string());
            }
        }
    }
}

#[test]
fn the_implementations_agree_on_every_rule_set_and_number_of_players() {
    play_every_rule_set(2);
}

/// House rules that touch each other.
const HOUSE_RULES: &[&str] = &[
    "classic+board.columns=3+board.rows=3+players.max=4",
    "classic+board.columns=16+board.rows=16+tiles.copies=8",
    "classic+board.columns=4+board.rows=9+tiles.copies=2",
    "classic+tiles.hand=1",
    "classic+tiles.hand=5+players.max=6",
    "classic+tiles.copies=3+players.max=20",
    "classic+placement.avoid=[]",
    "classic+movement.meeting=pass",
    "classic+truce",
    "luxury-advanced+truce+rounds=5",
    "open-tiles+truce",
    "seas+truce+rounds=5",
    "classic+hazard.rule=daikaiju",
    "seas+hazard.moves-on=[2,4,6,8,10,12]",
    "seas+hazard.minimum=5",
    "storm-seas+hazard.every=2",
    "storm-seas+hazard.minimum=9+hazard.shots=9",
    "storm-seas+movement.meeting=collide+hazard.squares=[\"b2\",\"b4\",\"b6\",\"d2\",\"d4\",\
     \"d6\",\"f2\",\"f4\",\"f6\"]",
    "storm-seas+movement.meeting=collide+end.tie-break=active-first+hazard.squares=[\"a1\",\
     \"g3\",\"d4\"]",
    "storm-seas+draw.rule=dragon+hazard.every=3",
    "storm-seas+draw.rule=draft",
    "storm-seas+score.rule=most-crossings+hazard.every=4",
    "storm-seas+truce",
    "lanterns+score.lanterns=9+score.stars=2",
    "seas+score.rule=lanterns+score.lanterns=9+score.stars=20",
    "storm-seas+score.rule=lanterns+score.stars=3",
    "lanterns+turn.tiles=2+bonus.exchange=true",
    "solo-seas+hazard.minimum=0+hazard.movement-dice=3+hazard.moves-on=[2,3,4,5,6,7,8,9,10,\
     11,12]",
    "solo-seas+players.max=8+hazard.setup=[{players=[1,8],place=6}]",
    "storm-seas+score.rule=outlast+hazard.removed=game+hazard.minimum=0+hazard.every=2",
    "solo-seas+end.lives=3+players.max=4+hazard.setup=[{players=[1,4],place=3}]",
    "solo-seas+tiles.open=true+turn.tiles=2",
    "teams+placement.for=team",
    "teams+placement.for=team+turn.tiles=2+teams=4",
    "teams+placement.for=team+placement.unless=no-safe-move+end.lives=2",
    "teams+placement.for=team+tiles.open=true+placement.avoid=[]",
    "teams+placement.for=team+truce+rounds=5",
    "team-seas+truce+rounds=5+teams=4",
    "team-seas+movement.meeting=collide+end.tie-break=active-first+hazard.minimum=0",
    "storm-seas+score.rule=last-team+placement.for=team+hazard.every=3",
    "classic+second-life",
    "luxury-advanced+second-life+end.lives=3",
    "seas+second-life",
    "storm-seas+end.lives=9+movement.meeting=collide",
    "classic+end.lives=2+board.columns=3+board.rows=3+players.max=4+start.share-square=false",
    "double-turn+second-life+bonus.exchange=true",
    "uzushio",
    "uzushio+hazard.moves-on=[]+hazard.minimum=0",
    "uzushio+hazard.movement-dice=2+hazard.removed=game+hazard.arrows=[6,1,5,2]",
    "storm-seas+uzushio+hazard.moves-on=[7]+hazard.minimum=8",
    "seas+uzushio+second-life+turn.tiles=2",
    "uzushio+score.rule=lanterns+score.lanterns=9+score.stars=9",
    "seas+hazard.movement-dice=2",
    "seas+bonus.exchange=false",
    "luxury+draw.rule=dragon",
    "seas+taihou",
    "seas+taihou+hazard.copies=9+hazard.minimum=9",
    "seas+taihou+hazard.copies=9+tiles.copies=1+draw.rule=dragon",
    "seas+taihou+hazard.copies=9+tiles.copies=1+draw.rule=statue+draw.returned=shuffle",
    "seas+taihou+hazard.copies=9+draw.rule=draft+draw.extra=2",
    "seas+taihou+hazard.copies=9+draw.rule=dragon+draw.min-players=9+turn.tiles=2",
    "seas+taihou+hazard.copies=9+turn.tiles=3+hazard.minimum=6",
    "seas+taihou+hazard.copies=9+movement.meeting=collide+second-life",
    "seas+taihou+hazard.copies=9+hazard.removed=game+placement.avoid=[]",
    "seas+taihou+score.rule=lanterns+score.lanterns=9+score.stars=20",
    "seas+taihou+score.rule=most-crossings+placement.avoid=[\"edge\"]",
    "seas+taihou+tiles.hand=5+hazard.copies=9+bonus.min-players=2",
    "seas+taihou+round",
    "storm-seas+taihou+hazard.copies=9",
    "storm-seas+taihou+hazard.copies=9+hazard.every=2+draw.rule=dragon",
    "seas+taihou+uzushio+hazard.copies=9+hazard.minimum=9",
    "storm-seas+taihou+uzushio+hazard.copies=9+hazard.moves-on=[7]+hazard.movement-dice=2",
    "solo-seas+uzushio+hazard.minimum=0+hazard.moves-on=[2,3,4,5,9,10,11,12]",
    "solo-seas+taihou+uzushio+hazard.copies=9+hazard.minimum=0+hazard.movement-dice=2",
    "team-seas+taihou+uzushio+hazard.copies=9",
    "wave",
    "wave+hazard.minimum=9+hazard.strength=[6]",
    "wave+hazard.minimum=9+hazard.strength=[1,6,1,2,3,4,5,6,1]+turn.tiles=3",
    "wave+uzushio+hazard.minimum=8+hazard.moves-on=[7]",
    "wave+uzushio+hazard.minimum=9+movement.meeting=collide+second-life",
    "wave+taihou+hazard.minimum=9+hazard.copies=9+draw.rule=dragon",
    "wave+taihou+uzushio+hazard.minimum=9+hazard.copies=9+draw.rule=statue+\
     draw.returned=shuffle",
    "storm-seas+wave+hazard.minimum=9+hazard.every=3",
    "storm-seas+wave+hazard.minimum=9+movement.meeting=collide+hazard.squares=[\"b2\",\"b4\",\
     \"b6\",\"d2\",\"d4\",\"d6\"]",
    "wave+hazard.minimum=9+score.rule=lanterns+score.lanterns=9+score.stars=9",
    "wave+hazard.minimum=9+score.rule=longest-path",
    "wave+hazard.minimum=9+score.rule=most-crossings+truce",
    "wave+hazard.minimum=9+bonus.min-players=2+end.tie-break=active-first+placement.avoid=[]",
    "wave+hazard.setup=[{players=[2,8],place=9}]",
    "wave+tiles.open=true+hazard.minimum=9",
    "solo-seas+wave+hazard.minimum=0+hazard.movement-dice=2",
    "solo-seas+wave+uzushio+hazard.minimum=9+players.max=8+hazard.setup=[{players=[1,8],\
     place=6}]",
    "team-seas+wave+uzushio+taihou+hazard.minimum=9",
    "mystic-portal",
    "mystic-portal+placement.avoid=[]",
    "mystic-portal+movement.meeting=collide+placement.avoid=[]+tiles.hand=5",
    "mystic-portal+tiles.hand=5+tiles.copies=1+players.max=6+draw.rule=dragon",
    "mystic-portal+tiles.hand=5+draw.rule=statue+draw.returned=shuffle+bonus.min-players=2",
    "mystic-portal+tiles.hand=5+draw.rule=draft+turn.tiles=3",
    "mystic-portal+tiles.hand=4+second-life+placement.avoid=[\"edge\"]",
    "mystic-portal+uzushio+hazard.minimum=8+hazard.moves-on=[7]",
    "mystic-portal+taihou+hazard.minimum=9+hazard.copies=9+movement.meeting=collide",
    "mystic-portal+wave+tiles.hand=5+hazard.strength=[5]+hazard.minimum=9",
    "mystic-portal+truce+tiles.hand=5",
    "mystic-portal+round+tiles.hand=5",
    "mystic-portal+score.rule=lanterns+score.lanterns=9+score.stars=9+tiles.hand=5",
    "mystic-portal+score.rule=longest-path+placement.avoid=[]",
    "mystic-portal+score.rule=most-crossings+tiles.hand=5",
    "mystic-portal+hazard.minimum=9+hazard.removed=game+hazard.moves-on=[2,3,4,5,6,7,8,9,10,\
     11,12]",
    "mystic-portal+hazard.columns=[1,1,2,2,3,3]+hazard.rows=[1,1,2,2,3,3]+tiles.hand=5",
    "storm-seas+mystic-portal+tiles.hand=5+hazard.every=3",
    "storm-seas+mystic-portal+tiles.hand=5+movement.meeting=collide+hazard.squares=[\"b2\",\
     \"b4\",\"b6\",\"d2\",\"d4\",\"d6\",\"f2\"]",
    "solo-seas+mystic-portal+hazard.minimum=0+hazard.movement-dice=2",
    "team-seas+mystic-portal+tiles.hand=5",
    "veterans",
    "veterans+hazard.minimum=9+tiles.hand=5",
    "veterans+movement.meeting=collide+placement.avoid=[]+second-life",
    "veterans+turn.tiles=2+draw.rule=dragon+hazard.minimum=6",
    "veterans+score.rule=lanterns+score.lanterns=9+score.stars=20",
    "team-seas+taihou+mystic-portal+wave+uzushio+hazard.minimum=9",
    "storm-seas+taihou+mystic-portal+wave+uzushio+hazard.minimum=9+hazard.every=4",
];

/// Plays `games` games of the chosen rules with the fewest and with the most players.
fn play_chosen(games: u64) {
    for rules in HOUSE_RULES {
        for seats in [0, variant(rules).players().iter().len() as u64 - 1] {
            for seed in 0..games {
                assert_ne!(judge_named(rules, seats, &seed.to_string()), "turn-limit", "{rules}");
            }
        }
    }
}

#[test]
fn the_implementations_agree_on_chosen_house_rules() {
    play_chosen(2);
}

/// Plays games of the rules with most in them: 500 to 1,000 of each, divided by `share`.
fn play_many(share: u64) {
    let more = [
        ("seas+taihou", 1000),
        ("uzushio", 700),
        ("seas+taihou+uzushio", 700),
        ("wave", 1000),
        ("wave+hazard.minimum=9", 700),
        ("mystic-portal", 1000),
        ("veterans", 1000),
    ];
    for (rules, games) in [("seas", 1000), ("storm-seas", 1000), ("teams", 500), ("draft", 500)]
        .into_iter()
        .chain(more)
    {
        for seed in 0..games / share {
            judge_named(rules, seed, &format!("{rules} {seed}"));
        }
    }
}

#[test]
fn the_implementations_agree_on_hundreds_of_games() {
    play_many(28);
}

#[test]
#[ignore = "six minutes"]
fn the_implementations_agree_on_thousands_of_games() {
    play_many(1);
    play_every_rule_set(30);
    play_chosen(15);
}

/// A guest acts after the roll of its host, wherever the file names it (W5).
#[test]
fn the_implementations_agree_on_an_uzushio_that_is_named_first() {
    let text = "schema = 1\nextends = \"classic\"\n[[hazard]]\nrule = \"uzushio\"\n[[hazard]]\n\
        rule = \"daikaiju\"\nminimum = 1\n";
    let variant = Variant::from_text("whirling", text, &Registry::default()).unwrap();
    let mut moves = 0;
    for seed in 0..40 {
        let events = judge("whirling", &variant, 2 + seed % 7, &seed.to_string());
        moves += events
            .iter()
            .filter(|event| event["event"] == "daikaiju_moved" && event["tile"] == 11)
            .count();
    }
    assert!(moves > 10, "{moves} moves");
}

/// The most daikaiju that are possible, on two sizes of board, moving in every turn: an index of
/// six bits and a facing each.
#[test]
fn the_implementations_agree_with_sixty_four_daikaiju() {
    // Every order of the five faces that are not six, so that each tile is another one.
    let orders = (0..5u32.pow(5))
        .map(|number| [0, 1, 2, 3, 4].map(|digit| number / 5u32.pow(digit) % 5 + 1));
    let orders: Vec<[u32; 5]> =
        orders.filter(|faces| (1..=5).all(|face| faces.contains(&face))).collect();
    let tile = |index: usize| {
        let [turn, arrows @ ..] = orders[index * 37 % orders.len()];
        format!(
            "{{turn={turn},arrows={arrows:?},gold={},clockwise={}}}",
            [true, false][index % 2],
            [true, false, false][index % 3]
        )
    };
    let tiles: Vec<String> = (0..64).map(tile).collect();
    let changes = ["", "+movement.meeting=collide", "+placement.never=[]"];
    for (change, (size, lines, place)) in changes.into_iter().zip([
        (16, "[1,4,7,10,13,16]", 36),
        (8, "[1,2,3,6,7,8]", 20),
        (16, "[1,4,7,10,13,16]", 30),
    ]) {
        let name = format!(
            "seas{change}+board.columns={size}+board.rows={size}+tiles.copies=8\
             +hazard.columns={lines}+hazard.rows={lines}+hazard.tiles=[{}]\
             +hazard.setup=[{{players=[2,8],place={place}}}]+hazard.minimum=12\
             +hazard.movement-dice=2\
             +hazard.moves-on=[2,3,4,5,6,7,8,9,10,11,12]",
            tiles.join(",")
        );
        (0..12).for_each(|seed| drop(judge_named(&name, 2 + seed % 7, &seed.to_string())));
    }
}

/// The rule sets from which mixtures are made.
const BASES: [&str; 14] = [
    "classic",
    "luxury",
    "luxury-advanced",
    "seas",
    "seas-calm",
    "storm-seas",
    "solo-seas",
    "team-seas",
    "longest-path",
    "most-crossings",
    "lanterns",
    "solo",
    "open-tiles",
    "draft",
];

/// The words for columns.
const COLUMNS: [char; 16] =
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/// A random rule set, and one game of it.
#[derive(Debug, Clone)]
struct Mixture {
    text: String,
    seats: u64,
    seed: u64,
}

/// A table of a rule set; empty where nothing is set.
fn table(heading: &str, keys: impl IntoIterator<Item = String>) -> String {
    let keys: Vec<String> = keys.into_iter().filter(|key| !key.is_empty()).collect();
    if keys.is_empty() { String::new() } else { format!("{heading}\n{}\n", keys.join("\n")) }
}

/// One of these lines of a rule set, each as likely.
fn line(lines: &'static [&'static str]) -> BoxedStrategy<String> {
    select(lines).prop_map(str::to_owned).boxed()
}

/// No line, or one of these.
fn maybe(lines: &'static [&'static str]) -> BoxedStrategy<String> {
    prop_oneof![2 => Just(String::new()), 1 => line(lines)].boxed()
}

/// A table with one of each of these lines.
fn lines(heading: &'static str, keys: Vec<BoxedStrategy<String>>) -> BoxedStrategy<String> {
    keys.prop_map(move |keys| table(heading, keys)).boxed()
}

/// A board, with where pieces start and how many tiles a turn lays.
#[derive(Debug, Clone)]
struct Ground {
    /// The tables that say so.
    text: String,
    columns: u8,
    rows: u8,
    /// The squares that take tiles, by name.
    squares: Vec<String>,
    /// How many surely find a start mark.
    seats: u16,
    is_shaped: bool,
}

/// The squares of a rectangle, by name.
fn rectangle(columns: u8, rows: u8) -> impl Iterator<Item = String> {
    (1..=rows).flat_map(move |row| {
        COLUMNS[..usize::from(columns)].iter().map(move |column| format!("{column}{row}"))
    })
}

/// A rectangle. Seas has seven columns and rows, classic six.
fn plain_ground(base: &'static str) -> BoxedStrategy<Ground> {
    let own = if base.contains("seas") { 7 } else { 6 };
    let size = prop_oneof![3 => Just((own, own)), 1 => Just((6, 6)), 1 => (3u8..=8, 3u8..=8)];
    let start = lines("[start]", vec![maybe(&["share-square = false", "share-square = true"])]);
    (size, start)
        .prop_map(move |((columns, rows), start)| {
            let keys = if (columns, rows) == (own, own) {
                vec![]
            } else {
                vec![format!("columns = {columns}"), format!("rows = {rows}")]
            };
            let text = table("[board]", keys) + start.as_str();
            Ground {
                text,
                columns,
                rows,
                squares: rectangle(columns, rows).collect(),
                seats: 8,
                is_shaped: false,
            }
        })
        .boxed()
}

/// A board of any shape, with marks anywhere and up to three tiles a turn.
fn shaped_ground() -> BoxedStrategy<Ground> {
    (any::<u64>(), 2..=8u16, prop::option::of(any::<bool>()))
        .prop_map(|(seed, seats, share)| {
            let mut tables = random_shape(seed, seats.into());
            if let Some(share) = share {
                tables["start"]["share-square"] = share.into();
            }
            let board = &tables["board"];
            let size = |key: &str| board[key].as_u64().unwrap() as u8;
            let gone: String = ["missing", "portals"].map(|key| board[key].to_string()).concat();
            let squares = rectangle(size("columns"), size("rows"))
                .filter(|square| !gone.contains(&format!("\"{square}\"")))
                .collect();
            Ground {
                text: in_toml(&tables),
                columns: size("columns"),
                rows: size("rows"),
                squares,
                seats,
                is_shaped: true,
            }
        })
        .boxed()
}

/// Daikaiju tiles for games with few of them.
const DAIKAIJU: [&str; 5] = [
    "{ turn = 1, arrows = [2, 5, 4, 3], gold = true, clockwise = false }",
    "{ turn = 2, arrows = [3, 1, 5, 4], gold = false, clockwise = false }",
    "{ turn = 3, arrows = [4, 2, 1, 5], gold = true, clockwise = true }",
    "{ turn = 4, arrows = [5, 3, 2, 1], gold = false, clockwise = false }",
    "{ turn = 5, arrows = [1, 4, 3, 2], gold = true, clockwise = true }",
];

/// The daikaiju: as in the rule set below, removed, or with keys of their own and dice that fit the
/// board.
fn daikaiju(base: &'static str, ground: &Ground) -> BoxedStrategy<String> {
    const HEADING: &str = "[[hazard]]\nrule = \"daikaiju\"";
    let (columns, rows, squares) = (ground.columns, ground.rows, ground.squares.clone());
    let has_them = matches!(base, "seas" | "storm-seas" | "solo-seas" | "team-seas");
    // W6: to outlast them they have to be there, and some games have so few that they can be
    // outlasted.
    let outlast = base == "solo-seas";
    let fits = squares.len() == 49;
    let without = if has_them { format!("{HEADING}\nremove = true\n") } else { String::new() };
    let as_it_is = if has_them && fits { String::new() } else { without.clone() };
    let die = |lines: u8| prop::collection::vec(1..=lines, 6);
    let few = if outlast { prop::option::of(0..=4usize).boxed() } else { Just(None).boxed() };
    let keys = vec![
        maybe(&[
            "moves-on = [7]",
            "moves-on = [2, 4, 6, 8, 10, 12]",
            "moves-on = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
        ]),
        maybe(&["movement-dice = 2", "movement-dice = 3"]),
        maybe(&["minimum = 0", "minimum = 1", "minimum = 5"]),
        if outlast {
            Just(String::new()).boxed()
        } else {
            maybe(&["removed = \"game\"", "removed = \"supply\""])
        },
        maybe(&["moved-onto-wake = \"box\"", "moved-onto-wake = \"pile\""]),
        maybe(&["placed-on-wake = \"box\"", "placed-on-wake = \"pile\""]),
    ];
    let own = (keys, die(columns), die(rows), 0..=6usize, few).prop_map(
        move |(mut keys, columns, rows, mut place, few)| {
            if let Some(few) = few {
                place = place.min(2);
                keys[2] = format!(
                    "minimum = {}\ntiles = [{}, {}]",
                    few % 3,
                    DAIKAIJU[few],
                    DAIKAIJU[few / 2]
                );
            }
            let named = |square: &String| {
                let column =
                    1 + COLUMNS.iter().position(|&column| square.starts_with(column)).unwrap();
                columns.contains(&(column as u8)) && rows.contains(&square[1..].parse().unwrap())
            };
            let place = place.min(squares.iter().filter(|square| named(square)).count());
            keys.extend([format!(
                "columns = {columns:?}\nrows = {rows:?}\n\
            setup = [{{ players = [1, 32], place = {place} }}]"
            )]);
            table(HEADING, keys)
        },
    );
    // Wave and uzushio are nothing without them (W4, W5), and there are no waves on round worlds.
    let is_left = as_it_is.is_empty();
    let is_round = ground.text.contains("wrap = \"columns\"")
        || ground.text.contains("wrap = \"rows\"")
        || ground.text.contains("wrap = \"both\"");
    let guests = |with: BoxedStrategy<String>| {
        let wave = if is_round { Just(String::new()).boxed() } else { wave() };
        (with, wave, uzushio())
            .prop_map(|rules| rules.0 + rules.1.as_str() + rules.2.as_str())
            .boxed()
    };
    let as_it_is = if is_left { guests(Just(as_it_is).boxed()) } else { Just(as_it_is).boxed() };
    let own = guests(own.boxed());
    if outlast { own } else { prop_oneof![1 => Just(without), 1 => as_it_is, 2 => own].boxed() }
}

/// The uzushio, or none.
fn uzushio() -> BoxedStrategy<String> {
    let arrows = subsequence((1..=6u8).collect::<Vec<_>>(), 4)
        .prop_shuffle()
        .prop_map(|arrows| format!("arrows = {arrows:?}"));
    let keys = prop_oneof![Just(String::new()), arrows];
    let with = keys.prop_map(|key| table("[[hazard]]", ["rule = \"uzushio\"".to_owned(), key]));
    prop_oneof![1 => Just(String::new()), 1 => with].boxed()
}

/// The wave, or none. It comes and goes; the stronger it is, the more ships capsize.
fn wave() -> BoxedStrategy<String> {
    let strength = prop::collection::vec(1..=6u8, 1..=9)
        .prop_map(|strength| format!("strength = {strength:?}"));
    let keys = prop_oneof![2 => Just(String::new()), 1 => strength];
    let with = keys.prop_map(|key| table("[[hazard]]", ["rule = \"wave\"".to_owned(), key]));
    prop_oneof![1 => Just(String::new()), 2 => with].boxed()
}

/// The other event rules.
fn events(base: &'static str, ground: &Ground) -> BoxedStrategy<String> {
    let of = move |rule: &'static str, keys: BoxedStrategy<String>| {
        let without = if base == "storm-seas" {
            format!("[[hazard]]\nrule = \"{rule}\"\nremove = true\n")
        } else {
            String::new()
        };
        let with =
            keys.prop_map(move |key| table("[[hazard]]", [format!("rule = \"{rule}\""), key]));
        prop_oneof![1 => Just(without), 1 => with]
    };
    let squares = ground.squares.clone();
    let some = prop_oneof![
        2 => 1..=squares.len().min(4), 1 => Just(squares.len() / 2), 1 => Just(squares.len())
    ];
    let squares = some
        .prop_flat_map(move |some| subsequence(squares.clone(), some))
        .prop_map(|squares| format!("squares = {squares:?}"));
    let shots = (1..=9u8).prop_map(|shots| format!("shots = {shots}"));
    let every = (2..=10u8).prop_map(|every| format!("every = {every}"));
    [of("cannon", shots.boxed()), of("tsunami", every.boxed()), of("whirlpool", squares.boxed())]
        .prop_map(|rules| rules.concat())
        .boxed()
}

/// Taihou, or none.
fn taihou() -> BoxedStrategy<String> {
    let with =
        (1..=9u8).prop_map(|copies| format!("[[hazard]]\nrule = \"taihou\"\ncopies = {copies}\n"));
    prop_oneof![1 => Just(String::new()), 2 => with].boxed()
}

/// The portal, or none.
fn mystic_portal() -> BoxedStrategy<String> {
    line(&["", "[[hazard]]\nrule = \"mystic-portal\"\n"])
}

/// The players, their hands and the tiles, so that there are hands for all.
fn players(base: &'static str, ground: &Ground) -> BoxedStrategy<String> {
    let seats = ground.seats;
    let hand = prop_oneof![3 => Just(3u16), 1 => 1..=5u16];
    // The deck: the number of faces, from the first on, and the number of copies of each. A deck
    // that is dealt out at once makes players pass.
    let plenty = (if ground.columns * ground.rows > 49 { 2..=2u16 } else { 1..=2 })
        .prop_map(|copies| (35, copies));
    let few = ground.is_shaped.then_some((12..=24u16).prop_map(|faces| (faces, 1)).boxed());
    let deck = prop_oneof![3 => plenty, 1 => few.unwrap_or(Just((35, 2)).boxed())];
    let keys = (
        hand,
        deck,
        if base == "team-seas" {
            (2..=4u16).prop_map(Some).boxed()
        } else {
            prop::option::weighted(0.3, 2..=4u16).boxed()
        },
        maybe(&["first = \"random\"", "first = \"seat\""]),
        maybe(&["open = true", "open = false"]),
    );
    // W7 needs teams, which there are none of with too few seats: such mixtures are refused.
    let own_score = matches!(
        base,
        "team-seas" | "longest-path" | "most-crossings" | "lanterns" | "solo" | "solo-seas"
    );
    let fewest = if base == "solo-seas" { 1 } else { 2 };
    let score = if own_score {
        maybe(&["rule = \"last-standing\""])
    } else {
        maybe(&[
            "rule = \"longest-path\"",
            "rule = \"most-crossings\"",
            "rule = \"lanterns\"\nlanterns = 9\nstars = 2",
        ])
    };
    (keys, score)
        .prop_map(move |((hand, (faces, copies), teams, first, open), score)| {
            let room = (copies * faces / hand).min(seats);
            let copies: Vec<u16> =
                (0..35).map(|face| if face < faces { copies } else { 0 }).collect();
            let teams = teams.filter(|&teams| teams <= room);
            let (min, max) = teams.map_or((fewest, room), |teams| (teams, room / teams * teams));
            let score =
                teams.map_or(score, |teams| format!("rule = \"last-team\"\nteams = {teams}"));
            [
                table("[players]", [format!("min = {min}\nmax = {max}"), first]),
                table("[tiles]", [format!("hand = {hand}\ncopies = {copies:?}"), open]),
                table("[score]", [score]),
            ]
            .concat()
        })
        .boxed()
}

/// All that is one key, or a few that go together.
fn house_rules() -> BoxedStrategy<String> {
    let tables = vec![
        lines(
            "[placement]",
            vec![
                maybe(&[
                    "rule = \"truce\"",
                    "rule = \"truce\"\nrounds = 1",
                    "rule = \"truce\"\nrounds = 3",
                    "rule = \"truce\"\nrounds = 5",
                ]),
                maybe(&[
                    "avoid = []",
                    "avoid = [\"edge\"]",
                    "avoid = [\"edge\", \"collision\", \
                    \"loop\", \"daikaiju\"]",
                ]),
                maybe(&["unless = \"no-safe-move\"", "unless = \"no-other-move\""]),
                maybe(&["never = [\"shared-wake\"]", "never = []"]),
            ],
        ),
        lines("[movement]", vec![maybe(&["meeting = \"pass\"", "meeting = \"collide\""])]),
        lines(
            "[draw]",
            vec![
                maybe(&[
                    "rule = \"draft\"",
                    "rule = \"draft\"\nextra = 2",
                    "rule = \"refill\"",
                    "rule = \"dragon\"",
                    "rule = \"dragon\"\nmin-players = 2",
                    "rule = \"statue\"",
                    "rule = \"statue\"\nmin-players = 5",
                ]),
                maybe(&["returned = \"bottom\"", "returned = \"shuffle\""]),
            ],
        ),
        lines(
            "[bonus]",
            vec![maybe(&[
                "exchange = true\nmin-players = 2",
                "exchange = true\n\
            min-players = 4",
                "exchange = false",
            ])],
        ),
        lines(
            "[end]",
            vec![
                maybe(&["tie-break = \"active-first\"", "tie-break = \"none\""]),
                maybe(&["lives = 2", "lives = 3"]),
                prop_oneof![4 => Just(String::new()), 1 => line(&["turn-limit = 7", "turn-limit = \
                    20"])]
                .boxed(),
            ],
        ),
    ];
    tables.prop_map(|tables| tables.concat()).boxed()
}

/// Mixtures on rectangles, or on boards of any shape.
fn mixture(shaped: bool) -> impl Strategy<Value = Mixture> {
    let rules = select(&BASES[..]).prop_flat_map(move |base| {
        let ground = if shaped { shaped_ground() } else { plain_ground(base) };
        ground.prop_flat_map(move |ground| {
            let parts = vec![
                players(base, &ground),
                house_rules(),
                daikaiju(base, &ground),
                events(base, &ground),
                (taihou(), mystic_portal()).prop_map(|(one, other)| one + other.as_str()).boxed(),
            ];
            parts.prop_map(move |mut parts| {
                // W2 and W3 need daikaiju, and hands that are not open.
                let has_daikaiju = parts[2].contains("setup")
                    || (parts[2].is_empty() && matches!(base, "seas" | "storm-seas"));
                if !has_daikaiju
                    || matches!(base, "solo" | "open-tiles")
                    || parts[0].contains("open = true")
                {
                    parts.pop();
                }
                format!("schema = 1\nextends = \"{base}\"\n{}{}", ground.text, parts.concat())
            })
        })
    });
    (rules, any::<u64>(), any::<u64>()).prop_map(|(text, seats, seed)| Mixture {
        text,
        seats,
        seed,
    })
}

/// What happened in a game, in words that can be counted: the rules that acted, how pieces were
/// lost, and how it ended.
fn happenings(events: &[Value]) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    let mut carried = false;
    for event in events {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        told.insert(match event["event"].as_str().unwrap() {
            "chose" if event["rule"] == "cannon" => format!("cannon {}", text("choice")),
            "chose" if event["rule"] == "taihou" => format!("taihou {}", text("choice")),
            // The mixtures have ten daikaiju tiles.
            "rule" if event["rule"] == "mystic-portal" => "transport".to_owned(),
            "chose" if event["rule"] == "mystic-portal" && event["choice"].is_object() => {
                "enters".to_owned()
            }
            "chose" if event["rule"] == "mystic-portal" && event["choice"] != "hold" => {
                "portal saves".to_owned()
            }
            "chose" if event["rule"] == "mystic-portal" => "portal hold".to_owned(),
            "placed" if event["tile"] == 36 => "portal laid".to_owned(),
            "daikaiju_moved" if event.get("dice").is_some() => "daikaiju carried on".to_owned(),
            "rule" if event["rule"] == "lanterns" && event["data"].get("from").is_some() => {
                "lantern moves".to_owned()
            }
            "rule" if event["rule"] == "wave" && event["data"].get("roll").is_some() => {
                "wave rolls".to_owned()
            }
            "rule" if event["rule"] == "wave" && event["data"]["square"].is_null() => {
                "wave leaves".to_owned()
            }
            "daikaiju_placed" if event["tile"] == 10 => "wave comes".to_owned(),
            "daikaiju_placed" if event["tile"] == 11 => "uzushio comes".to_owned(),
            "daikaiju_moved" if event["tile"] == 11 => "uzushio moves".to_owned(),
            "chose" | "rule" | "carried" => text("rule"),
            "eliminated" if carried && event["cause"] == "collision" => {
                "carried into another".to_owned()
            }
            "eliminated" if event["waits"] == true => "waits".to_owned(),
            "eliminated" => text("cause"),
            "end" => text("outcome"),
            other => other.to_owned(),
        });
        carried = event["event"] == "carried" || (carried && event["event"] == "eliminated");
    }
    told
}

/// What has to happen in some of the mixtures.
const HAPPENS: [&str; 58] = [
    "portal laid",
    "transport",
    "enters",
    "portal saves",
    "mystic-portal",
    "daikaiju carried on",
    "wave comes",
    "wave",
    "wave rolls",
    "wave leaves",
    "wave/capsized",
    "on a mate's square",
    "outlasted",
    "not outlasted",
    "waits",
    "lanterns",
    "lantern moves",
    "draft",
    "cannon hold",
    "cannon up",
    "cannon right",
    "cannon down",
    "cannon left",
    "taihou keep",
    "taihou show",
    "taihou",
    "taihou fire",
    "taihou hold",
    "taihou up",
    "taihou right",
    "taihou down",
    "taihou left",
    "tsunami",
    "tsunami/swept",
    "whirlpool",
    "carried into another",
    "uzushio comes",
    "uzushio moves",
    "daikaiju_placed",
    "daikaiju_moved",
    "daikaiju_turned",
    "daikaiju_destroyed",
    "wake_removed",
    "relocated",
    "edge",
    "collision",
    "loop",
    "daikaiju",
    "exchanged",
    "returned",
    "dragon",
    "passed",
    "last-standing",
    "last-team",
    "tie",
    "shared",
    "score",
    "turn-limit",
];

/// What has to happen beside that on boards of any shape.
const HAPPENS_ON_SHAPES: [&str; 7] = [
    "round the world",
    "through a portal",
    "met on an inner mark",
    "a second tile",
    "a third tile",
    "portal hold",
    "mystic-portal/lost",
];

/// What happened that only boards of any shape have, or turns of several tiles.
fn told_of_shapes(variant: &Variant, events: &[Value]) -> BTreeSet<String> {
    let shape = &variant.resolved().facts().shape;
    let place = |event: &Value, key: &str| {
        event[key].as_str().and_then(|name| name.parse::<tsuro::board::Place>().ok())
    };
    let (mut told, mut laid) = (BTreeSet::new(), 0);
    // Who waits on an inner mark.
    let mut waiting = BTreeSet::new();
    for event in events {
        let player = event["player"].as_u64();
        match event["event"].as_str().unwrap() {
            "turn" => laid = 0,
            "placed" => {
                laid += 1;
                told.insert(["", "a first tile", "a second tile", "a third tile"][laid].to_owned());
            }
            "start" | "relocated"
                if place(event, "mark").is_some_and(|mark| shape.across(mark).is_some()) =>
            {
                waiting.insert(player);
            }
            "moved" => {
                waiting.remove(&player);
                let to = place(event, "to").unwrap();
                let far = shape.across(to).map(tsuro::board::Place::square).is_some_and(|behind| {
                    behind.column().abs_diff(to.square().column())
                        + behind.row().abs_diff(to.square().row())
                        != 1
                });
                if far {
                    told.insert(
                        if shape.portals().is_empty() {
                            "round the world"
                        } else {
                            "through a portal"
                        }
                        .to_owned(),
                    );
                }
            }
            "eliminated" if waiting.remove(&player) && event["cause"] == "collision" => {
                told.insert("met on an inner mark".to_owned());
            }
            _ => {}
        }
    }
    told
}

/// Whether all daikaiju were outlasted, where that is the aim of the game (W6).
fn told_of_outlasting(variant: &Variant, events: &[Value]) -> Option<String> {
    let end = events.last().filter(|end| {
        end["outcome"] == "score" && variant.resolved().value("score.rule").unwrap() == "outlast"
    })?;
    Some(
        if end["winners"] == Value::Array(Vec::new()) { "not outlasted" } else { "outlasted" }
            .to_owned(),
    )
}

/// Whether a tile was laid where the piece of the player who laid it does not stand (W7).
fn told_of_teams(events: &[Value]) -> Option<String> {
    let mut placed = None;
    let elsewhere = events.windows(2).any(|pair| {
        if pair[0]["event"] == "placed" {
            placed = Some(pair[0]["player"].clone());
        }
        // The piece of the player on turn travels first, if it does.
        pair[0]["event"] == "placed"
            && matches!(pair[1]["event"].as_str(), Some("moved" | "eliminated"))
            && placed.as_ref().is_some_and(|player| pair[1]["player"] != *player)
    });
    elsewhere.then(|| "on a mate's square".to_owned())
}

/// Plays `games` mixtures, on rectangles or on boards of any shape. Values that contradict each
/// other are not a rule set; two thirds have to be one, and play.
fn play_mixtures(shaped: bool, games: u32, from: u8) {
    let (tried, refused, happened) =
        (Cell::new(0), Cell::new(0), RefCell::new(BTreeMap::<String, u32>::new()));
    let registry = Registry::default();
    let config = Config { cases: games, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[from; 32]));
    let outcome = runner.run(&mixture(shaped), |Mixture { text, seats, seed }| {
        tried.set(tried.get() + 1);
        let Ok(variant) = Variant::from_text("mixture", &text, &registry) else {
            refused.set(refused.get() + 1);
            return Ok(());
        };
        let events = judge(&text, &variant, variant.players().round(seats), &seed.to_string());
        let words = happenings(&events).into_iter().chain(told_of_shapes(&variant, &events));
        for word in words.chain(told_of_outlasting(&variant, &events)).chain(told_of_teams(&events))
        {
            *happened.borrow_mut().entry(word).or_default() += 1;
        }
        Ok(())
    });
    if let Err(why) = outcome {
        panic!("{why}");
    }
    assert!(
        refused.get() * 3 <= games,
        "{} of {} mixtures are refused",
        refused.get(),
        tried.get()
    );
    let happened = happened.into_inner();
    let on_shapes = if shaped { &HAPPENS_ON_SHAPES[..] } else { &[] };
    let never: Vec<_> = HAPPENS
        .iter()
        .chain(on_shapes)
        .filter(|word| happened.get(**word).is_none_or(|&games| games < 5))
        .collect();
    assert!(never.is_empty(), "in less than five games: {never:?}, of {happened:?}");
}

#[test]
fn boards_of_any_shape_are_of_every_kind_and_written_in_toml() {
    let mut kinds = BTreeMap::<String, u32>::new();
    for seed in 0..400 {
        let mut tables = random_shape(seed, 4);
        assert_eq!(random_shape(seed, 4), tables, "the same seed, the same board");
        let (board, marks) = (&tables["board"], &tables["start"]["marks"]);
        let length = |key: &str| board[key].as_array().map_or(0, Vec::len);
        for kind in [
            format!("wrap {}", board["wrap"]),
            format!("missing {}", length("missing").min(4)),
            format!("portals {}", length("portals")),
            format!("marks {}", if marks.is_array() { &Value::Null } else { marks }),
            format!("listed {}", marks.is_array()),
            format!("tiles {}", tables["turn"]["tiles"]),
            format!("columns {}", board["columns"]),
            format!("rows {}", board["rows"]),
        ] {
            *kinds.entry(kind).or_default() += 1;
        }
        tables
            .as_object_mut()
            .unwrap()
            .retain(|_, keys| keys.as_object().is_some_and(|keys| !keys.is_empty()));
        assert_eq!(toml::from_str::<Value>(&in_toml(&tables)).unwrap(), tables);
    }
    assert!(kinds.values().all(|&boards| boards >= 10), "{kinds:?}");
    assert_eq!(kinds.len(), 5 + 5 + 4 + 3 + 2 + 4 + 6 + 6, "{kinds:?}");
}

#[test]
fn the_implementations_agree_on_mixtures_of_rules() {
    play_mixtures(false, 1200, 1);
}

#[test]
fn the_implementations_agree_on_boards_of_any_shape_and_several_tiles_a_turn() {
    play_mixtures(true, 1800, 1);
}

#[test]
#[ignore = "half an hour"]
fn the_implementations_agree_on_very_many_mixtures_of_rules() {
    play_mixtures(false, 25_000, 2);
    play_mixtures(true, 25_000, 2);
}
