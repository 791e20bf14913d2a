//! Rules that ask: whatever a game can do with its other decisions, it can do with the questions of
//! a rule.

#[allow(dead_code, reason = "its `main` is run as a program of its own")]
#[path = "../programs/asking_rules.rs"]
mod asking_rules;

use crate::common::games::{played, resumes_after_every_line};
use crate::common::golden::Messages;
use crate::common::program::{err, example, feed, out};
use asking_rules::registry;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tsuro::Game;
use tsuro::bots::{BOTS, BotSpec};
use tsuro::game::{
    Answer, Choice, DecisionKind, Event, Illegal, Observation, Purpose, RunSeed, Seat, SeenEvent,
    redeal,
};
use tsuro::record::{
    GameRecord, RecordReader, ReplayVerdict, Replayer, answer, view, write_observation,
    write_request,
};
use tsuro::ruleset::{BuiltIns, LoadError, Loader, Source, SourceId, Variant};
use tsuro::with_rules;
use tsuro_suite::{Conformance, conformance};

/// Classic with both rules of `asking_rules`.
const ASKING: &str =
    "schema = 1\nextends = \"classic\"\n[hazard]\nrule = \"herald\"\n[draw]\nrule = \"sealed\"\n";

fn variant() -> Arc<Variant> {
    Arc::new(
        Variant::from_text("asking", ASKING, &registry())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn game(players: u8, seed: &str) -> Game {
    Game::from_variant(variant(), players, seed).unwrap()
}

fn record(text: &str) -> GameRecord {
    RecordReader::new(text.as_bytes()).game().unwrap().unwrap()
}

/// Which question is asked: the rule, and the moment if the rule acts at several.
fn question(game: &Game) -> Option<(String, String)> {
    let question = game.position()["question"].clone();
    Some((
        question["rule"].as_str()?.to_owned(),
        question["when"].as_str().unwrap_or_default().to_owned(),
    ))
}

/// Plays the choice with this number at every decision, counted round, and calls `each` before it.
fn play(mut game: Game, row: &[usize], mut each: impl FnMut(&Game)) -> Game {
    let mut row = row.iter().cycle();
    while let Some(decision) = game.decision() {
        each(&game);
        let choices = game.observe(decision.seat()).choices();
        let choice = choices[row.next().unwrap() % choices.len()].clone();
        game.play(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    }
    game
}

fn lines(game: &Game, from: usize) -> Vec<String> {
    game.events_since(from).map(|event| format!("{event:?}")).collect()
}

const ROW: [usize; 7] = [3, 1, 4, 1, 5, 9, 2];

#[test]
fn every_moment_and_both_seats_of_a_turn_ask() {
    let mut asked = BTreeSet::new();
    for seed in 0..10 {
        play(game(4, &seed.to_string()), &ROW, |game| {
            let Some(decision) =
                game.decision().filter(|decision| decision.kind() == DecisionKind::Rule)
            else {
                return;
            };
            let (rule, when) = question(game).expect("the position has the question");
            let see = game.observe(decision.seat());
            let question = see.question().expect("the asked seat sees the question");
            assert_eq!(question.asks.rule, rule);
            assert!(see.is_to_decide() && see.decider() == decision.seat());
            assert!(
                see.choices().into_iter().eq(question.options.iter().copied().map(Choice::Rule))
            );
            asked.insert((rule, when, decision.seat() == see.active()));
        });
    }
    let asked: Vec<_> =
        asked.iter().map(|(rule, when, own)| (rule.as_str(), when.as_str(), *own)).collect();
    let expected = [
        ("herald", "after-placement", true),
        ("herald", "before-placement", true),
        ("herald", "set-up", false),
        ("herald", "turn-ends", false),
        ("sealed", "", false),
        ("sealed", "", true),
    ];
    assert!(expected.iter().all(|moment| asked.contains(moment)), "{asked:?}");
}

#[test]
fn an_answer_that_is_not_an_option_is_refused_and_changes_nothing() {
    let mut game = game(3, "refused");
    assert_eq!(
        question(&game),
        Some(("herald".to_owned(), "set-up".to_owned())),
        "the game begins with a question"
    );
    let before = game.snapshot();
    let refused = game.play(&Choice::Rule(Answer::word("a1"))).err();
    assert!(matches!(refused, Some(Illegal::Answer { .. })), "{refused:?}");
    let why = refused.map(|why| why.to_string()).unwrap_or_default();
    let options = game.observe(game.decision().unwrap().seat()).question().unwrap().options;
    assert!(
        why.starts_with(&format!("\"a1\" is not one of the answers: \"{}\", ", options[0])),
        "{why}"
    );
    assert!(
        options.len() < 12 || why.ends_with(&format!(" and {} more", options.len() - 12)),
        "{why}"
    );
    let refused = game.play(&Choice::Relocate(None)).err();
    assert!(
        matches!(refused, Some(Illegal::OtherDecision { needed: DecisionKind::Rule, .. })),
        "{refused:?}"
    );
    assert_eq!(game.snapshot(), before);
    let events: Vec<String> = game
        .play(&Choice::Rule(Answer::word("d4")))
        .unwrap()
        .map(|event| event.name().to_owned())
        .collect();
    assert_eq!(events, ["chose"]);
    assert_eq!(game.position()["blocked"], json!(["d4"]));
    let seat = game.decision().unwrap().seat();
    let refused = game.play(&Choice::Rule(Answer::word("d4"))).err();
    assert!(
        matches!(refused, Some(Illegal::OtherDecision { needed: DecisionKind::Start, .. })),
        "{seat}: {refused:?}"
    );
}

#[test]
fn a_game_goes_on_the_same_from_wherever_a_rule_asks() {
    let mut questions = 0;
    for seed in 0..6 {
        let begin = || game(2 + seed % 4, &format!("taken up {seed}"));
        let mut at: Vec<(Game, usize)> = Vec::new();
        let mut number = 0;
        let whole = play(begin(), &ROW, |game| {
            at.push((game.clone(), number));
            number += 1;
        });
        for (game, number) in at.into_iter().filter(|(game, _)| question(game).is_some()).step_by(2)
        {
            questions += 1;
            let rest: Vec<usize> =
                ROW.iter().cycle().skip(number).take(ROW.len()).copied().collect();
            let position = game.position();
            let set_up = Game::at(variant(), &position, game.seed())
                .unwrap_or_else(|why| panic!("{why}: {position}"));
            assert_eq!(set_up.position(), position);
            assert_eq!(
                lines(&play(set_up, &rest, |_| {}), 0),
                lines(&whole, game.mark()),
                "from {position}"
            );
            let restored = Game::restore(
                &serde_json::from_str(&json!(game.snapshot()).to_string()).unwrap(),
                &registry(),
            )
            .unwrap();
            assert_eq!(lines(&play(restored, &rest, |_| {}), 0), lines(&whole, 0));
            let other = game.fork("other luck");
            assert_eq!((other.position(), other.decision()), (game.position(), game.decision()));
            play(other, &rest, |_| {});
            // The answer is taken back like any other choice.
            let mut answered = game.clone();
            let choice = answered.observe(answered.decision().unwrap().seat()).choices()[0].clone();
            answered.play(&choice).unwrap();
            assert_eq!(answered.undo(), Some(choice));
            assert_eq!(answered.snapshot(), game.snapshot());
        }
        let text = whole.record().unwrap();
        assert_eq!(Game::from_record(&text, &registry()).unwrap().record().unwrap(), text);
    }
    assert!(questions > 40, "{questions}");
}

#[test]
fn a_record_replays_and_resumes_after_every_line() {
    let variant = variant();
    for index in 0..20 {
        let played = played(&variant, 2 + (index % 7) as u8, "replayed", index);
        let replayed = Replayer::new(&registry())
            .replay(&record(&played.record))
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
    }
    resumes_after_every_line(&variant, 4, "broken off");
}

#[test]
fn an_edited_answer_is_refused_in_its_line() {
    let whole = played(&variant(), 3, "edited", 0).record;
    let lines: Vec<&str> = whole.lines().collect();
    let chosen: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].contains(r#""event":"chose""#)).collect();
    assert!(chosen.len() > 10 && !whole.contains("shifted"), "{whole}");
    for &at in &chosen {
        let edited = |change: &dyn Fn(&mut Value)| {
            let mut event: Value = serde_json::from_str(lines[at]).unwrap();
            change(&mut event);
            let text = event.to_string();
            let edited: Vec<&str> = lines
                .iter()
                .enumerate()
                .map(|(line, old)| if line == at { &text } else { *old })
                .collect();
            Replayer::new(&registry())
                .replay(&record(&format!("{}\n", edited.join("\n"))))
                .map(|_| ())
        };
        let changes: [&dyn Fn(&mut Value); 5] = [
            &|event| event["choice"] = json!("sideways"),
            &|event| event["choice"] = Value::Null,
            &|event| event["player"] = json!(event["player"].as_u64().unwrap() + 1),
            &|event| event["rule"] = json!("bidding"),
            &|event| event["options"] = json!(event["options"].as_u64().unwrap() + 1),
        ];
        for (number, change) in changes.iter().enumerate() {
            let refused = edited(change).expect_err("the line was edited");
            assert_eq!(refused.line, at + 1, "change {number}: {refused}");
        }
        // Without the line, the next one is not what follows.
        let without: Vec<&str> = lines
            .iter()
            .enumerate()
            .filter(|&(line, _)| line != at)
            .map(|(_, text)| *text)
            .collect();
        let refused =
            Replayer::new(&registry()).replay(&record(&format!("{}\n", without.join("\n"))));
        assert!(refused.is_err_and(|mismatch| mismatch.line == at + 1));
    }
}

/// Whose secret an event is; `None`: it hides nothing.
fn secret(event: &Event<'_>) -> Option<Seat> {
    if let Event::Chose { player, asks, .. } = event {
        asks.secret.then_some(*player)
    } else {
        None
    }
}

#[test]
fn a_secret_answer_is_seen_by_its_seat_alone() {
    let whole = play(game(4, "secret"), &ROW, |_| {});
    for seat in (0..4).map(Seat::new).map(Some).chain([None]) {
        let (mut hidden, mut own) = (0, 0);
        for (event, seen) in whole.events_since(0).zip(whole.observe(seat).events()) {
            let (
                Event::Chose { player, options, choice, .. },
                SeenEvent::Chose { player: who, options: among, choice: shown, .. },
            ) = (event, seen)
            else {
                assert!(event.name() == seen.name() && event.name() != "chose");
                continue;
            };
            let is_hidden = secret(&event).is_some_and(|owner| Some(owner) != seat);
            assert_eq!(
                (player, among, shown),
                (who, (!is_hidden).then_some(options), (!is_hidden).then_some(choice))
            );
            hidden += u32::from(is_hidden);
            own += u32::from(secret(&event).is_some() && !is_hidden);
        }
        assert!(hidden > 3 && (own > 0 || seat.is_none()), "{seat:?}: {hidden} {own}");
    }
    // The view of a record is made from the same.
    let game = record(&whole.record().unwrap());
    let (_, memory) = Replayer::new(&registry()).replay_remembering(&game, &mut |_| {}).unwrap();
    let view = view(&game, &memory, Seat::new(1));
    let sealed = view
        .lines()
        .filter(|line| line.contains(r#""rule":"sealed""#) && line.contains(r#""event":"chose""#));
    let sealed: Vec<Value> = sealed.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        sealed.iter().any(|event| event["player"] == 1)
            && sealed.iter().any(|event| event["player"] != 1)
    );
    for event in sealed {
        assert_eq!(
            (event["choice"].is_null(), event["options"].is_null()),
            (event["player"] != 1, event["player"] != 1),
            "{event}"
        );
    }
}

#[test]
fn what_another_seat_chose_in_secret_changes_nothing_that_a_bot_sees() {
    let mut second = 0;
    for seed in 0..6 {
        play(game(4, &format!("fair {seed}")), &ROW, |game| {
            let Some(decision) =
                game.decision().filter(|decision| decision.kind() == DecisionKind::Rule)
            else {
                return;
            };
            let (seat, position) = (decision.seat(), game.position());
            let earlier = position["rule-state"]["sealed"]["chosen"]
                .as_array()
                .is_some_and(|chosen| !chosen.is_empty());
            second += u32::from(earlier);
            // From a position nothing is remembered, so that only what is hidden now differs.
            let there = Game::at(variant(), &position, "any").unwrap();
            let sent = |see: &Observation<'_>| {
                String::from_utf8(write_request(see, &see.choices(), 0, 7)).unwrap()
            };
            let here = sent(&there.observe(seat));
            with_rules!(there.variant().rules(), |rules| {
                let mut state =
                    tsuro::record::read_position(rules, &position, RunSeed::new("any").game(0))
                        .unwrap();
                for deal in 0..4 {
                    let mut rng =
                        RunSeed::new("dealt anew").game(seed).stream(Purpose::Deck, 0, deal, 0);
                    redeal(rules, &mut state, seat, &there.observe(seat).knowledge(), &mut rng);
                    let other = tsuro::game::View::new(rules, &state);
                    assert_eq!(sent(&other.observation(Some(seat))), here);
                }
                if earlier {
                    assert_ne!(
                        tsuro::record::write_position(rules, &state)["players"],
                        position["players"],
                        "a new deal deals anew"
                    );
                }
            });
        });
    }
    assert!(second > 20, "{second}");
}

#[test]
fn every_bot_answers() {
    let host: Arc<dyn tsuro::bots::Host> = Arc::new(NoHost);
    for bot in BOTS.iter().filter(|bot| bot.name != "exec" && bot.name != "ismcts-ms") {
        let word =
            if bot.argument.is_empty() { bot.name.to_owned() } else { format!("{}:4", bot.name) };
        let spec = BotSpec::parse_on(&word, &host).unwrap_or_else(|why| panic!("{why}"));
        let mut asked = 0;
        for seed in 0..8 {
            let mut game = game(3, &format!("{word} {seed}"));
            let mut bots: Vec<_> = (0..3).map(|_| spec.make()).collect();
            while let Some(decision) = game.decision() {
                let mut stream = game.bot_stream();
                let seat = decision.seat();
                let choice = bots[seat.index()]
                    .choose(&game.observe(seat), &mut stream)
                    .expect("it is this seat's decision");
                asked += u32::from(matches!(choice, Choice::Rule(_)));
                game.play(&choice).unwrap_or_else(|why| panic!("{word}: {why}"));
            }
        }
        assert!(asked > 50, "{word}: {asked}");
    }
}

/// A host that has neither clocks nor programs.
struct NoHost;

impl tsuro::bots::Host for NoHost {
    fn clock(&self, _: u32) -> Box<dyn tsuro::bots::ismcts::Clock> {
        unimplemented!("no bot here has a time limit")
    }
    fn program(&self, _: &str, _: &[String]) -> Box<dyn tsuro::bots::Bot> {
        unimplemented!("no bot here is a program")
    }
}

/// The rule set of [`ASKING`], found under the name `asking`.
struct AskingLoader;

impl Loader for AskingLoader {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if reference == "asking" {
            return Ok(Source::new(SourceId::File("asking.toml".into()), "asking.toml", ASKING));
        }
        BuiltIns.load(reference, from)
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }
}

#[test]
fn rules_that_ask_conform() {
    let how = Conformance { games: 60, ..Conformance::default() };
    let held = conformance("asking", &variant(), &registry(), &AskingLoader, &how);
    let held = held.unwrap_or_else(|broken| {
        panic!("{broken}\n{}{}", broken.record, broken.scenario.as_deref().unwrap_or_default())
    });
    assert_eq!(held.games, 60);
}

#[test]
fn apply_answers_with_what_was_chosen_or_lists_the_options() {
    let variant = variant();
    // At the question about the weather, which the next seat answers.
    let mut asked = None;
    play(game(3, "apply"), &ROW, |game| {
        if asked.is_none() && question(game).is_some_and(|(_, when)| when == "turn-ends") {
            asked = Some(game.position());
        }
    });
    let position = asked.expect("the weather is asked for");
    let ask = |extra: Value| {
        let mut request = json!({ "position": position, "seed": "1" });
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        answer(&variant, &request)
    };
    let options = ask(json!({})).unwrap();
    let is_words = options["options"] == json!(["calm", "gale"]);
    assert!(is_words || options["options"] == json!([0, 10, 20, 30]), "{options}");
    let choice = options["options"][1].clone();
    let answered = ask(json!({ "chose": [choice] })).unwrap();
    assert_eq!(answered["events"][0]["event"], "chose");
    assert_eq!(answered["events"][0]["choice"], choice, "{answered}");
    let refused = ask(json!({ "chose": ["sideways"] })).unwrap_err();
    assert_eq!(refused.code(), "illegal-choice", "{refused}");
    let unreadable = ask(json!({ "chose": [true] })).unwrap_err();
    assert!(unreadable.to_string().contains("chose[0]"), "{unreadable}");
}

/// A folder with the rule set of [`ASKING`], in which the program with these rules is called.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("asking.toml"), ASKING).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(example("asking_rules"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env_remove("TSURO_RULESETS")
            .env("XDG_CONFIG_HOME", "/nonexistent");
        command
            .env("LANG", "en")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .stdin(Stdio::null());
        command
    }

    /// What the command prints, which has to succeed.
    fn printed(&self, args: &[&str]) -> String {
        let output = self.command(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}{}", out(&output), err(&output));
        out(&output)
    }

    /// What a game prints in which a person types `input`.
    fn played(&self, args: &[&str], input: &str) -> String {
        let output = feed(self.command(&[&["play", "asking.toml"], args].concat()), input);
        assert!(
            output.status.success() && err(&output).is_empty(),
            "{args:?}: {}{}",
            out(&output),
            err(&output)
        );
        out(&output)
    }
}

#[test]
fn a_person_answers_by_number_or_in_words() {
    let folder = Folder::new();
    let record = folder.file("game.jsonl");
    let args = [
        "--seats",
        "greedy,human",
        "--seed",
        "asked",
        "--plain",
        "--record",
        record.to_str().unwrap(),
    ];
    // The set-up asks the last seat first; then come start marks and placements.
    let told = folder
        .played(&args, &format!("help\nadvise\nwhere\n4\nsideways\nD4\n{}", "\n1\n".repeat(400)));
    for sentence in [
        "Which square is full of rocks?\n1: b2.\n2: c3.\n3: d4.\n",
        "Type the number of an answer",
        "% of the games won",
        "4 is not in the list. Type a number from 1 to 3.",
        "I do not understand \"sideways\"",
        "Which square is full of rocks? You: d4.",
        "Which tile goes under the pile? Red has answered in secret.",
        "Which tile goes under the pile? You: A",
        "What is the weather?\n1: a calm sea.\n2: a gale.\n",
        "What is the weather? You: a calm sea.",
    ] {
        assert!(told.contains(sentence), "{sentence:?}: {told}");
    }
    let text = fs::read_to_string(&record).unwrap();
    let replayed = Replayer::new(&registry()).replay(&crate::asking::record(&text)).unwrap();
    assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)), "{text}");
    let mut messages = Messages::new("play-questions");
    let beginning = |told: &str| told.lines().take(48).collect::<Vec<_>>().join("\n");
    messages.add("plain", &beginning(&told));
    let french = folder.played(
        &["--seats", "human,random", "--seed", "fr", "--plain", "--language", "fr"],
        &"\n1\n".repeat(400),
    );
    assert!(
        french.contains("Quel temps fait-il ?") && french.contains("a répondu en secret."),
        "{french}"
    );
    messages.add("French", &beginning(&french));
    // Of two persons, none is told what the other chose in secret.
    let both = folder.played(
        &["--seats", "human,human:Ann", "--seed", "drawn"],
        &format!("\n{}", "1\n\n".repeat(800)),
    );
    assert!(
        both.contains("Ann has answered in secret.")
            && both.contains("Red has answered in secret."),
        "{both}"
    );
    messages.compare();
}

#[test]
fn a_game_left_at_a_question_is_resumed_at_it() {
    let folder = Folder::new();
    let path = |name: &str| folder.file(name).to_str().unwrap().to_owned();
    let answers: Vec<&str> = "2 12 1".split(' ').chain(std::iter::repeat_n("1", 400)).collect();
    let whole = path("whole.jsonl");
    let seats = ["--seats", "greedy,human", "--seed", "pieces", "--plain"];
    folder.played(&[&seats[..], &["--record", &whole]].concat(), &(answers.join("\n") + "\n"));
    let text = fs::read_to_string(&whole).unwrap();
    let decisions = text.lines().filter(|line| {
        ["start", "placed", "chose"]
            .iter()
            .any(|name| line.contains(&format!("\"event\":\"{name}\",\"player\":1,")))
    });
    for stop in 0..decisions.count().min(8) {
        let part = path(&format!("part-{stop}.jsonl"));
        folder.played(
            &[&seats[..], &["--record", &part]].concat(),
            &(answers[..stop].join("\n") + "\nquit\n"),
        );
        let rest = feed(
            folder.command(&["play", "--resume", &part, "--plain"]),
            &(answers[stop..].join("\n") + "\n"),
        );
        assert!(rest.status.success(), "{}", err(&rest));
        assert_eq!(fs::read_to_string(&part).unwrap(), text, "left after {stop} decisions");
    }
}

#[test]
fn a_program_is_sent_the_question_and_answers_by_number() {
    let folder = Folder::new();
    let file = folder.file("sent");
    let bots =
        format!("random,exec:'{}' log '{}',greedy", example("odd_bot").display(), file.display());
    let record = folder.file("games.jsonl");
    let record = record.to_str().unwrap();
    folder.printed(&[
        "simulate",
        "asking.toml",
        "--bots",
        &bots,
        "-g",
        "3",
        "-s",
        "sent",
        "-t",
        "1",
        "--record",
        record,
    ]);
    let requests = fs::read_to_string(&file).unwrap();
    let requests: Vec<Value> =
        requests.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked: Vec<&Value> =
        requests.iter().filter(|request| request["decision"] == "rule").collect();
    assert!(asked.len() > 5, "{}", asked.len());
    let mut kinds_asked = BTreeSet::new();
    for request in &asked {
        let question = &request["sees"]["question"];
        assert!(
            ["herald", "sealed"].iter().any(|rule| question["rule"] == *rule)
                && question["text"].is_string(),
            "{request}"
        );
        let choices: Vec<&Value> =
            request["choices"].as_array().unwrap().iter().map(|choice| &choice["choice"]).collect();
        assert!(choices.iter().all(|choice| !choice.is_null()), "{request}");
        let options = question["options"].as_array().unwrap();
        assert!(options.iter().map(|option| &option["choice"]).eq(choices), "{request}");
        assert!(
            options.iter().all(|option| ["en", "fr"]
                .iter()
                .all(|language| option["text"][language].is_string())),
            "{request}"
        );
        let kinds = ["word", "tile", "square", "place", "seat", "number"];
        kinds_asked.insert(
            kinds
                .into_iter()
                .find(|kind| question["kind"] == *kind)
                .expect("a kind of the documented ones"),
        );
    }
    assert!(kinds_asked.len() >= 4, "{kinds_asked:?}");
    // What it answered is what the record says: it takes the first choice each time.
    let text = fs::read_to_string(record).unwrap();
    let chosen = |line: &str| {
        serde_json::from_str::<Value>(line)
            .ok()
            .filter(|event| event["event"] == "chose" && event["player"] == 1)
    };
    let chosen: Vec<Value> =
        text.lines().filter_map(chosen).map(|event| event["choice"].clone()).collect();
    let first: Vec<Value> =
        asked.iter().map(|request| request["choices"][0]["choice"].clone()).collect();
    assert_eq!(chosen, first);
}

#[test]
fn options_are_told_in_both_languages() {
    let mut told = BTreeSet::new();
    for seed in 0..10 {
        play(game(4, &seed.to_string()), &ROW, |game| {
            let Some(decision) = game.decision() else { return };
            let question = &write_observation(&game.observe(decision.seat()))["question"];
            told.extend(
                question["options"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|option| format!("{} {option}", question["kind"])),
            );
        });
    }
    for option in [
        r#""word" {"choice":"gale","text":{"en":"a gale","fr":"un coup de vent"}}"#,
        r#""square" {"choice":"b2","text":{"en":"b2","fr":"b2"}}"#,
        r#""seat" {"choice":0,"text":{"en":"0","fr":"0"}}"#,
        r#""number" {"choice":30,"text":{"en":"30","fr":"30"}}"#,
        r#""tile" {"choice":0,"text":{"en":"AB CD EF GH","fr":"AB CD EF GH"}}"#,
    ] {
        assert!(told.contains(option), "{option} is not among {told:#?}");
    }
}

#[test]
fn advice_is_given_on_answers() {
    let folder = Folder::new();
    let text = play(game(3, "advice"), &ROW, |_| {}).record().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let weather =
        lines.iter().position(|line| line.contains(r#""choice":"gale""#)).expect("a gale");
    let cut = folder.file("cut.jsonl");
    fs::write(&cut, lines[..weather].join("\n") + "\n").unwrap();
    let words = folder.printed(&["advise", "cut.jsonl", "--games", "20"]);
    assert!(
        words.contains("2 answers, 20 simulated games after each")
            && words.contains("What is the weather?"),
        "{words}"
    );
    let advice: Value =
        serde_json::from_str(&folder.printed(&["advise", "cut.jsonl", "--games", "20", "--json"]))
            .unwrap();
    let mut choices: Vec<&str> = advice["advice"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["choice"].as_str().unwrap())
        .collect();
    choices.sort_unstable();
    assert_eq!(choices, ["calm", "gale"]);
    let asked: Value = serde_json::from_str(lines[weather]).unwrap();
    assert_eq!(advice["seat"], asked["player"]);
    // The same from a position; of the turn, advice is on its placement.
    let mut position = None;
    play(game(3, "advice"), &ROW, |game| {
        if position.is_none() && game.record().unwrap().lines().count() == weather {
            position = Some(game.position());
        }
    });
    fs::write(folder.file("position.json"), position.expect("the game stood there").to_string())
        .unwrap();
    assert!(
        folder
            .printed(&["advise", "position.json", "--rules", "asking.toml", "--games", "20"])
            .contains("2 answers")
    );
    assert!(
        folder
            .printed(&["advise", "cut.jsonl", "--at", "1", "--games", "20"])
            .contains("placements, 20 simulated games")
    );
}

/// Scenarios of the herald: of its questions, of answers that are refused, and of one that is not
/// given.
const SUITE: &str = r#"schema = 1
title = "The herald"
rules = "asking.toml"

[rule-ids]
H1 = "The herald asks"

[fixtures.two]
players.A = "a1:H 33 2 3"
players.B = "f6:D 1 5"
pile = [7, 8]
place = 33
rule-state.herald = { wind = 0 }

[[scenario]]
title = "At the end of a turn the next seat says what the weather is"
rule = "H1"
extends = "two"
choose = [2, 1, "gale"]
expect.events = [
    "A moves to b1:H",
    "A draws 7",
    "B draws 8",
    "A chooses 2 (sealed)",
    "B chooses 1 (sealed)",
    "A draws 2",
    "B draws 1",
    "B chooses gale (herald)",
    'rule herald: {"wind":1}',
]
expect.hands.A = [3, 7, 2]

[[scenario]]
title = "In the third turn the ship drifts"
rule = "H1"
extends = "two"
turn = 3
choose = ["b1:A", 2, 1, "calm"]
expect.at.A = "b1:A"
expect.some-events = ["A chooses b1:A (herald)", "A is carried to b1:A (herald)", "* chooses …"]

[[scenario]]
title = "Nobody may choose {answer}"
rule = "H1"
extends = "two"
choose = "{answer}"
expect.refused = "answer"
examples = [{ answer = 8 }, { answer = "gale" }]

[[scenario]]
title = "After its turn A is asked"
rule = "H1"
extends = "two"
expect.asked = "answer"

[[scenario]]
title = "In turn 4 there is an omen, by lot, and a wind"
rule = "H1"
extends = "two"
turn = 4
picks = [1, 900]
choose = [2, 1, 20]
expect.some-events = ['rule herald: {"omen":"kraken"}', 'rule herald: {"picked":900,"below":1000}',
    "B chooses 20 (herald)"]

[[scenario]]
title = "Somebody goes overboard in turn 5"
rule = "H1"
extends = "two"
turn = 5
begin = "turn"
place = []
choose = 1
turns = 1
expect.out = { B = "herald/overboard" }
expect.end = "last-standing: A"

[[scenario]]
title = "The game begins with a question"
rule = "H1"
seats = 2
seed = "any"
choose = "c3"
marks = ["a1:A"]
turns = 0
expect.asked = "mark"
"#;

#[test]
fn suites_say_what_is_chosen() {
    let folder = Folder::new();
    fs::write(folder.file("herald.toml"), SUITE).unwrap();
    let output = folder.command(&["test", "herald.toml"]).output().unwrap();
    assert!(output.status.success(), "{}{}", out(&output), err(&output));
    let run = |from: &str, to: &str| {
        assert!(SUITE.contains(from));
        fs::write(folder.file("herald.toml"), SUITE.replacen(from, to, 1)).unwrap();
        let output = folder.command(&["test", "herald.toml"]).output().unwrap();
        assert!(!output.status.success(), "{from} → {to}");
        out(&output) + err(&output).as_str()
    };
    let mut messages = Messages::new("suite-answers");
    for (from, to) in [
        (r#"choose = [2, 1, "gale"]"#, "choose = [2, 1]"),
        (r#"choose = [2, 1, "gale"]"#, r#"choose = [2, 1, "breeze"]"#),
        (r#"choose = [2, 1, "gale"]"#, r#"choose = [2, 1, "gale", 3]"#),
        (r#"choose = [2, 1, "gale"]"#, "choose = [true]"),
        (r#"choose = [2, 1, "gale"]"#, r#"choose = [2, 1, "a much longer word"]"#),
        ("A chooses 2 (sealed)", "A chose 2 (sealed)"),
        ("A is carried to b1:A (herald)", "A is carried to b1 (herald)"),
    ] {
        let printed = run(from, to);
        // The first problem; how long the run took is not always the same.
        let problem = printed
            .lines()
            .skip_while(|line| !line.starts_with("error["))
            .take(5)
            .collect::<Vec<_>>()
            .join("\n");
        messages.add(&format!("{from} → {to}"), &problem);
    }
    messages.compare();
    let pages = folder.file("pages");
    fs::write(folder.file("herald.toml"), SUITE).unwrap();
    folder.printed(&["test", "herald.toml", "--pages", pages.to_str().unwrap()]);
    let page = fs::read_to_string(pages.join("herald.md")).unwrap();
    assert!(
        page.contains("B chooses gale (herald)") && page.contains("An answer like this is refused"),
        "{page}"
    );
}

#[test]
fn a_turn_of_a_record_with_answers_becomes_a_scenario_that_holds() {
    let folder = Folder::new();
    fs::write(folder.file("game.jsonl"), play(game(3, "cut"), &ROW, |_| {}).record().unwrap())
        .unwrap();
    for turn in 1..=5 {
        let (turn, file) = (turn.to_string(), format!("cut-{turn}.toml"));
        folder.printed(&[
            "scenario",
            "game.jsonl",
            &file,
            "--turn",
            &turn,
            "--rules",
            "asking.toml",
        ]);
        let text = fs::read_to_string(folder.file(&file)).unwrap();
        // What a record has of a lot is the outcome, and not the number.
        assert_eq!(
            (text.contains("choose = ["), text.contains("picks = [")),
            (true, turn == "4"),
            "{text}"
        );
        folder.printed(&["test", &file]);
    }
}
