//! Every metric on games made by hand, and the collectors against what the engine itself counts.

use crate::common::games::variant;
use std::collections::BTreeMap;
use tsuro::board::{Place, Shape};
use tsuro::game::unchecked::deal;
use tsuro::game::{
    Cause, CauseDecl, Event, EventDecl, EventRole, FieldValue, Luck, Outcome, RunSeed, Seat,
    SeatSet, Sink, Texts, Uniform, play_on,
};
use tsuro::with_rules;
use tsuro_lab::metrics::{
    Collector, GameFacts, METRICS, Metric, MetricScope, MetricValue, Pool, SeatPair, Tension, WIN,
};

fn seats(list: &[u8]) -> SeatSet {
    list.iter().map(|&seat| Seat::new(seat)).collect()
}

/// Three players, seat 1 first. Seat 0 is out in turn 4 by its own tile, seat 2 in turn 7 by
/// another's; seat 1 wins in 7 turns.
fn first_game() -> GameFacts {
    let mut facts = GameFacts::new(3);
    facts.first = Seat::new(1);
    facts.winners = seats(&[1]);
    facts.outcome = Outcome::LastStanding;
    facts.alive = seats(&[1]);
    (facts.turns, facts.rounds, facts.placed) = (7, 3, 6);
    (facts.out_turn[0], facts.out_turn[2]) = (4, 7);
    (facts.causes, facts.agents) = ([2, 0, 0, 0, 0], [1, 1, 0]);
    (facts.detailed, facts.decisions, facts.legal, facts.free, facts.forced) = (1, 6, 20, 5, 1);
    (facts.offered, facts.exchanged) = (1, 1);
    (facts.filled, facts.squares, facts.rule_pieces, facts.eaten, facts.pile, facts.dragon) =
        (5, 36, 0, 1, 12, 2);
    (facts.path, facts.crossings) = (9, 3);
    facts.strong = seats(&[0, 2]);
    facts.tension =
        Tension { valued: 6, behind: 3, deficit: 6_000, changes: 2, entropy: 30_000, open: 4 };
    facts
}

/// Three players, seat 1 first. Seats 0 and 2 run into each other in turn 5, after a daikaiju took
/// seat 1 in the same turn: a tie of two.
fn second_game() -> GameFacts {
    let mut facts = GameFacts::new(3);
    facts.first = Seat::new(1);
    facts.winners = seats(&[0, 2]);
    facts.outcome = Outcome::Tie;
    facts.alive = SeatSet::EMPTY;
    (facts.turns, facts.rounds, facts.placed) = (5, 2, 4);
    (facts.out_turn[0], facts.out_turn[1], facts.out_turn[2]) = (5, 5, 5);
    (facts.causes, facts.agents) = ([0, 2, 0, 1, 0], [1, 1, 1]);
    (facts.detailed, facts.decisions, facts.legal, facts.free, facts.forced) = (1, 4, 16, 4, 0);
    (facts.filled, facts.squares, facts.rule_pieces, facts.pile) = (4, 36, 3, 20);
    (facts.path, facts.crossings, facts.rule_turns, facts.kingmade) = (6, 0, 2, 1);
    facts.strong = seats(&[0, 2]);
    facts.tension =
        Tension { valued: 4, behind: 0, deficit: 0, changes: 0, entropy: 10_000, open: 1 };
    facts
}

/// Three players, seat 1 first: tiles gone after 9 turns with seats 1 and 2 alive; seat 0 fell into
/// a loop in turn 3. Not followed in detail.
fn third_game() -> GameFacts {
    let mut facts = GameFacts::new(3);
    facts.first = Seat::new(1);
    facts.winners = seats(&[1, 2]);
    facts.outcome = Outcome::Shared;
    facts.alive = seats(&[1, 2]);
    (facts.turns, facts.rounds, facts.placed) = (9, 4, 9);
    (facts.out_turn[0], facts.together) = (3, true);
    (facts.causes, facts.agents) = ([0, 0, 1, 0, 0], [0, 1, 0]);
    facts.strong = seats(&[0, 2]);
    facts
}

/// A fourth one, broken off after 2 turns; a rule from outside put seat 2 out.
fn fourth_game() -> GameFacts {
    let mut facts = GameFacts::new(3);
    facts.first = Seat::new(1);
    facts.winners = seats(&[0, 1]);
    facts.outcome = Outcome::TurnLimit;
    facts.alive = seats(&[0, 1]);
    (facts.turns, facts.rounds, facts.placed) = (2, 1, 1);
    facts.out_turn[2] = 2;
    (facts.causes, facts.agents) = ([0, 0, 0, 0, 1], [0, 0, 1]);
    facts.strong = seats(&[0, 2]);
    facts
}

/// What the list says of the games together, at the given seats.
fn value(metric: &Metric, games: &[GameFacts], at: SeatPair) -> f64 {
    match metric.value {
        MetricValue::Mean(of, scale) => {
            let sum: i64 = games.iter().map(|facts| of(facts, at)).sum();
            sum as f64 / games.len() as f64 / scale(games[0].seats) as f64
        }
        MetricValue::Ratio(of) => {
            let (over, under) = games
                .iter()
                .map(|facts| of(facts, at))
                .fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            over as f64 / under as f64
        }
        _ => {
            let mut pool = Pool::new(games[0].seats);
            for facts in games {
                pool.add(facts);
            }
            // Of each game the same three were played again: with the deck held seat 0 wins, with
            // the dice the same seats as before, and with the start marks they share it.
            for facts in games {
                let wins = |list: &[u8]| {
                    (0..3)
                        .map(|seat| if list.contains(&seat) { WIN / list.len() as i64 } else { 0 })
                        .collect::<Vec<_>>()
                };
                let own: Vec<u8> = facts.winners.iter().map(Seat::number).collect();
                pool.luck.add(&wins(&own), &[wins(&[0]), wins(&own), wins(&[0, 1, 2])], true);
            }
            metric.value.of_pool(&pool).unwrap()
        }
    }
}

/// Each metric over the four games, worked out by hand.
#[test]
fn every_metric_is_what_it_says() {
    let games = [first_game(), second_game(), third_game(), fourth_game()];
    // Wins: seat 0: 0, ½, 0, ½; seat 1: 1, 0, ½, ½; seat 2: 0, ½, ½, 0. Shares ¼, ½, ¼ of four
    // games.
    let shares = [0.25, 0.5, 0.25];
    let entropy =
        -shares.iter().map(|share: &f64| share * libm::log(*share)).sum::<f64>() / libm::log(3.0);
    // 7, 5, 9, 2 turns: mean 23/4, squares 159, variance (159 − 529/4)/3.
    let turns_sd = ((159.0 - 529.0 / 4.0) / 3.0f64).sqrt();
    // 3, 2, 4, 1 rounds: variance (30 − 25)/3. 6, 4, 9, 1 tiles: variance (134 − 100)/3.
    let (rounds_sd, placed_sd) = ((5.0f64 / 3.0).sqrt(), (34.0f64 / 3.0).sqrt());
    let expected: BTreeMap<&str, f64> = [
        ("win-share", shares[1]),
        ("first-seat-advantage", 0.5 - 1.0 / 3.0),
        // Distances from even: −1/12, 1/6, −1/12.
        ("unfairness", (6.0f64 / 144.0 / 3.0).sqrt()),
        ("seat-balance", 0.75),
        ("seat-entropy", entropy),
        // All but the first have two winners, but the third is one for all together.
        ("ties", 0.5),
        ("ties-same-move", 0.25),
        ("ties-tiles-gone", 0.25),
        // Only the third game is one for all together.
        ("won-together", 1.0),
        ("turn-limit", 0.25),
        // Seat 1 against seat 2: stays to the end where 2 is out; out in the same turn; both to the
        // end; stays where 2 is out.
        ("outlasts", (1.0 + 0.5 + 0.5 + 1.0) / 4.0),
        ("turns", 23.0 / 4.0),
        ("turns-sd", turns_sd),
        // Half of four games lie below the upper rim of 5, that is 5.5; a fifth of the first game
        // is 1.5 + 0.2, its like at the other end 9.3.
        ("turns-median", 5.5),
        ("turns-low", 1.7),
        ("turns-high", 9.3),
        ("rounds", 2.5),
        ("rounds-sd", rounds_sd),
        ("rounds-median", 2.5),
        ("rounds-low", 0.7),
        ("rounds-high", 4.3),
        ("tiles-placed", 5.0),
        ("tiles-placed-sd", placed_sd),
        ("tiles-placed-median", 4.5),
        ("tiles-placed-low", 0.7),
        ("tiles-placed-high", 9.3),
        ("first-elimination", (4.0 + 5.0 + 3.0 + 2.0) / 4.0),
        // Turns sat out: 3 + 0, 0, 6, 0; out of 2 · 7, 3 · 5, 1 · 9, 1 · 2.
        ("sat-out", 9.0 / 40.0),
        // In each game two of three stay to the end.
        ("sat-out-median", 0.0),
        // Turns of all seats on the board, without their own: 7 + 7 + 4 − 7, 3 · 5 − 5, 3 + 2 · 9 − 9,
        // 3 · 2 − 2.
        ("wait", (11.0 + 10.0 + 12.0 + 4.0) / 23.0),
        // In seconds 3 · 20 + 6 · 12 + 10, and 3 · 20 + 4 · 12 + 2 · 4.
        ("minutes", (142.0 + 116.0) / 120.0),
        // Seven eliminations.
        ("out-edge", 2.0 / 7.0),
        ("out-collision", 2.0 / 7.0),
        ("out-loop", 1.0 / 7.0),
        ("out-daikaiju", 1.0 / 7.0),
        ("out-outside-rule", 1.0 / 7.0),
        ("out-by-own", 2.0 / 7.0),
        ("out-by-other", 3.0 / 7.0),
        ("out-by-chance", 2.0 / 7.0),
        ("eliminations", 7.0 / 4.0),
        ("legal-placements", 36.0 / 10.0),
        ("choice", 0.9),
        ("forced-suicides", 0.1),
        // Two games were followed in detail; in the second a loser chose who goes with it.
        ("kingmaking", 0.5),
        ("exchanges-offered", 0.5),
        ("exchanges-taken", 0.5),
        ("squares-filled", 9.0 / 72.0),
        ("path-length", 15.0 / 6.0),
        ("crossings", 3.0 / 6.0),
        ("daikaiju-on-board", 1.5),
        ("wake-tiles-eaten", 0.5),
        ("tiles-left", 16.0),
        ("dragon-turns", 2.0 / 12.0),
        // The strong seats 0 and 2 have 2 of 4 wins, that is 1 a seat; the weak seat 1 has 2.
        ("skill-edge", 1.0 / 3.0),
        // The first wins vary by Σ − Σ²/n = (1 + ½ + ½ + ½) − (1 + 4 + 1)/4 = 1 over the seats.
        // With the deck held seat 0 always wins: products ½ + ½, less 1 · 4/4. With the start marks
        // everyone has a third: products 4/3, less (1 + 2 + 1) · (4/3)/4.
        ("luck-deck", 0.0),
        ("luck-dice", 1.0),
        ("luck-start", 0.0),
        ("behind", 0.3),
        ("drama", 0.2),
        ("lead-changes", 0.5),
        ("uncertainty", 0.4),
        ("decisiveness", 0.5),
    ]
    .into();
    let at = SeatPair { seat: Seat::new(1), other: Seat::new(2) };
    for metric in METRICS.iter() {
        let expected = expected
            .get(metric.name)
            .unwrap_or_else(|| panic!("{} has no answer worked out by hand", metric.name));
        let found = value(metric, &games, at);
        assert!((found - expected).abs() < 1e-12, "{}: {found} is not {expected}", metric.name);
    }
    assert_eq!(expected.len(), METRICS.len(), "an answer for a metric that is not in the list");
}

#[test]
fn the_median_player_and_games_of_all_together_are_counted() {
    let check = |name: &str, games: &[GameFacts], expected: f64| {
        let metric = METRICS.iter().find(|metric| metric.name == name).unwrap();
        let found = value(metric, games, SeatPair { seat: Seat::new(0), other: Seat::new(1) });
        assert!((found - expected).abs() < 1e-12, "{name}: {found} is not {expected}");
    };
    let game = |seats: u8, turns: u32, out: &[u32]| {
        let mut facts = GameFacts::new(seats);
        facts.turns = turns;
        facts.out_turn[..out.len()].copy_from_slice(out);
        facts
    };
    // Sat out 6, 4, 2 and 0 of 8 turns; 9, 6 and 0 of 10.
    check("sat-out-median", &[game(4, 8, &[2, 4, 6, 0])], 0.375);
    check("sat-out-median", &[game(3, 10, &[1, 4, 0])], 0.6);
    let [mut won, mut lost] = [game(2, 1, &[]), game(2, 1, &[])];
    (won.together, won.winners) = (true, seats(&[0, 1]));
    lost.together = true;
    check("ties", &[won.clone(), lost.clone()], 0.0);
    check("won-together", &[won, lost.clone(), lost.clone(), lost, game(2, 1, &[])], 0.25);
    // One person wins with a piece that is left, whichever it is.
    let [mut left, mut none] = [game(2, 1, &[]), game(2, 1, &[])];
    (left.one_hand, left.winners) = (true, seats(&[1]));
    none.one_hand = true;
    check("ties", &[left.clone(), none.clone()], 0.0);
    check("won-together", &[left, none], 0.5);
    // One person with all pieces waits for nobody, and there is nobody to make king.
    let mut alone = game(2, 9, &[4, 0]);
    (alone.one_hand, alone.detailed, alone.kingmade) = (true, 1, 1);
    let mut rivals = game(2, 4, &[]);
    rivals.detailed = 1;
    check("wait", &[alone.clone(), rivals.clone()], 1.0);
    check("kingmaking", &[alone, rivals], 0.0);
}

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

/// Three players, seat 2 first. Turn 1: seat 2. Turn 2: a daikaiju takes seat 0. Turn 3: seat 1
/// puts itself and seat 2 out. (Turn 3 is that of seat 1, so the second round has begun when seat 2
/// would be next.)
static DAIKAIJU: CauseDecl =
    CauseDecl::new("daikaiju", "running into a daikaiju", Texts(&[("en", "taken by a daikaiju")]));
static DROWNED: CauseDecl = CauseDecl::new(
    "sinkholes/fell",
    "falling into a sinkhole",
    Texts(&[("en", "fallen into a sinkhole")]),
);

/// The event in which the Dragon tile changes hands, of the shipped rule.
fn dragon() -> &'static EventDecl {
    variant("classic").events().iter().copied().find(|decl| decl.role == EventRole::Holder).unwrap()
}

#[test]
fn turns_rounds_and_agents_are_read_from_the_events() {
    let mut collector = Collector::<true>::new(3);
    collector.clear(&Shape::rectangle(6, 6));
    let turn = |player, number| Event::Turn { player: Seat::new(player), number };
    let out = |player, cause| Event::Eliminated { player: Seat::new(player), cause };
    let laid = |player| Event::Placed {
        player: Seat::new(player),
        tile: tsuro::board::Laid::new(
            tsuro::board::Face::new(0).unwrap(),
            tsuro::board::Rotation::NONE,
        ),
        square: place("c3:A").square(),
        legal: 0,
    };
    for event in [
        turn(2, 1),
        laid(2),
        Event::Declared { decl: dragon(), values: &[FieldValue::Seat(Seat::new(2))] },
        turn(0, 2),
        Event::Declared { decl: dragon(), values: &[FieldValue::Seat(Seat::new(2))] },
        Event::Declared { decl: dragon(), values: &[FieldValue::Seat(Seat::new(2))] },
        out(0, Cause::Rule(&DAIKAIJU)),
        turn(1, 3),
        laid(1),
        turn(2, 4),
        laid(2),
        Event::Declared { decl: dragon(), values: &[FieldValue::Null] },
        turn(1, 5),
        laid(1),
        out(1, Cause::Edge),
        out(2, Cause::Rule(&DROWNED)),
    ] {
        collector.event(&event);
    }
    let facts = collector.facts();
    assert_eq!((facts.turns, facts.rounds, facts.placed, facts.first), (5, 2, 4, Seat::new(2)));
    assert_eq!(facts.out_turn[..3], [2, 5, 5]);
    assert_eq!(facts.out_round[..3], [1, 2, 2]);
    assert_eq!((facts.causes, facts.agents), ([1, 0, 0, 1, 1], [1, 1, 1]));
    assert_eq!((facts.dragon, facts.first_out(), facts.sat_out()), (3, 2, 3));
    assert_eq!(facts.rule_turns, 1, "turns in which a rule does something before the placement");
}

/// The rules of V1 and V2 count what two metrics count, by other means.
#[test]
fn trails_have_the_length_that_the_score_rules_count() {
    for (rules, crossings) in [
        ("longest-path", false),
        ("most-crossings", true),
        ("longest-path+passing", false),
        ("seas+score.rule=longest-path", false),
        ("seas+score.rule=most-crossings", true),
        ("globe+score.rule=longest-path", false),
        ("portals+score.rule=most-crossings", true),
        ("classic+doughnut+score.rule=longest-path", false),
        ("seas+doughnut+missing=c3+score.rule=most-crossings", true),
        ("double-turn+score.rule=longest-path", false),
    ] {
        let variant = variant(rules);
        for index in 0..60 {
            let seed = RunSeed::new(rules).game(index);
            let players = 2 + (index % 7) as u8;
            with_rules!(variant.rules(), |rules| {
                let mut collector = Collector::<true>::new(players);
                collector.clear(rules.basics.grid().shape());
                let mut scores = 0;
                let mut sink = Scores { collector: &mut collector, scores: &mut scores };
                let mut luck = Luck(seed);
                let mut state = deal(rules, players, &mut luck, &mut sink);
                let ending = play_on(rules, &mut state, &mut Uniform(seed), &mut luck, &mut sink)
                    .unwrap_or_else(|never| match never {});
                let facts = collector.finish(rules, &state, ending);
                let counted = if crossings { facts.crossings } else { facts.path };
                assert_eq!(i64::from(counted), scores, "game {index} with {players} players");
                assert_eq!(facts.filled + facts.eaten, facts.placed);
            });
        }
    }
}

/// Adds up the points of the last event, and hands everything on.
struct Scores<'a> {
    collector: &'a mut Collector<true>,
    scores: &'a mut i64,
}

impl Sink for Scores<'_> {
    fn counts_legal(&self) -> bool {
        false
    }
    fn event(&mut self, event: &Event<'_>) {
        if let Event::End { scores: Some(scores), .. } = event {
            *self.scores = scores.iter().sum();
        }
        self.collector.event(event);
    }
}

/// `docs/metrics.md` has a row for each metric of the list, in its order, and no other.
#[test]
fn the_document_lists_every_metric_as_it_is() {
    let document = include_str!("../../docs/metrics.md");
    let rows = METRICS.iter().map(|metric| {
        let seats = match metric.per {
            MetricScope::Table => "",
            MetricScope::Seat => "-N",
            MetricScope::Pair => "-N-M",
        };
        let bold = if metric.headline { "**" } else { "" };
        format!(
            "| {bold}`{}{seats}`{bold} | {} | {} | {} |",
            metric.name,
            metric.unit.name(),
            metric.range,
            metric.definition
        )
    });
    let section =
        document.split("## What is measured").nth(1).unwrap().split("\n## ").next().unwrap();
    let found = section.lines().filter(|line| line.starts_with("| `") || line.starts_with("| **"));
    assert!(rows.eq(found.map(str::to_owned)), "one of the rows differs");
}
