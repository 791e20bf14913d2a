//! Records: read, each game replayed, its views made, and a scenario cut out of it.

use super::{Target, oracle};
use serde_json::Value;
use tsuro::game::{Observation, Seat};
use tsuro::record::{
    GameRecord, RecordReader, ReplayVerdict, ReplayedGame, Replayer, view, write_observation,
};
use tsuro::rules::Registry;
use tsuro::ruleset::{Problems, Source, SourceId};
use tsuro_suite::{CutError, Onlookers};

/// Records of games.
pub const TARGET: Target = Target {
    name: "records",
    take,
    pieces: &[
        "\n",
        ",",
        "{\"event\":\"game\",\"format\":1}\n",
        "{\"event\":\"end\"}\n",
        "{\"event\":\"turn\",\"player\":0,\"number\":1}\n",
        "{\"event\":\"passed\",\"player\":0}\n",
        "{\"event\":\"roll\",\"dice\":[1,6]}\n",
        "{\"event\":\"exchanged\",\"player\":0,\"gave\":[],\"took\":[]}\n",
        "\"a1:A\"",
        "\"p16:H\"",
        "\"hand\":0",
        "\"columns\":16",
        "\"rule\":\"daikaiju\"",
        "\"turn-limit\":1",
        "\"exchange\":true",
        "\"open\":true",
        "\"most-crossings\"",
        "\"x\\u001b[31m\"",
        "\"x\u{202e}\u{85}\"",
    ],
};

fn take(bytes: &[u8]) -> bool {
    let registry = Registry::default();
    let (mut reader, mut replayer) = (RecordReader::new(bytes), Replayer::new(&registry));
    let mut followed = false;
    loop {
        match reader.game() {
            Ok(Some(game)) => followed |= one(&mut replayer, &game),
            Ok(None) => return followed,
            Err(error) => {
                oracle::sentence(&error.to_string());
                return followed;
            }
        }
    }
}

/// Whether a game replays without a mismatch.
fn one(replayer: &mut Replayer<'_>, game: &GameRecord) -> bool {
    let mut last = 0;
    let mut look = |see: Observation<'_>| {
        assert!(see.turn() >= last, "turn {} after turn {last}", see.turn());
        last = see.turn();
        assert_eq!(see.choices().is_empty(), !see.is_to_decide());
        write_observation(&see);
    };
    let (replayed, memory) = match replayer.replay_remembering(game, &mut look) {
        Ok(found) => found,
        Err(mismatch) => {
            oracle::sentence(&mismatch.to_string());
            let lines = game.first_line..=game.first_line + game.lines.len();
            assert!(lines.contains(&mismatch.line), "line {} of {lines:?}", mismatch.line);
            return false;
        }
    };
    let seats = replayed.head.seats();
    for seat in [0, seats - 1] {
        let seen = view(game, &memory, Seat::new(seat));
        assert!(seen.lines().count() <= game.lines.len(), "seat {seat} sees more than there is");
        seen.lines()
            .for_each(|line| assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}"));
    }
    // A record that is cut off is valid up to the cut.
    if game.lines.len() > 1 {
        let mut shorter = game.clone();
        shorter.lines.truncate(game.lines.len() - 1);
        let verdict = replayer.replay(&shorter).map(|replayed| replayed.verdict);
        assert!(
            matches!(verdict, Ok(ReplayVerdict::BrokenOff)),
            "without its last line: {verdict:?}"
        );
    }
    cut(game, &replayed, last / 2 + 1);
    true
}

/// A scenario that is cut out of a game passes.
fn cut(game: &GameRecord, replayed: &ReplayedGame, turn: u32) {
    let variant = &replayed.head.variant;
    let text = match tsuro_suite::cut(game, &replayed.head, turn, "classic", "A turn") {
        Ok(text) => text,
        Err(error @ (CutError::NoTurn { .. } | CutError::BrokenOff(_))) => {
            return oracle::sentence(&error.to_string());
        }
        Err(error) => panic!("turn {turn}: {error}"),
    };
    let mut problems = Problems::default();
    let suite = tsuro_suite::read(
        Source::new(SourceId::File("cut.toml".into()), "cut.toml", text.as_str()),
        &Registry::default(),
        &mut problems,
    );
    assert!(problems.is_empty(), "{text}\n{problems}");
    for scenario in &suite.scenarios {
        let trace = tsuro_suite::play(
            variant,
            &scenario.given,
            &tsuro_suite::questions(scenario),
            Onlookers::default(),
        );
        let failures = tsuro_suite::judge(scenario, variant, &trace, &|_| None);
        assert!(failures.is_empty(), "{text}\n{failures:?}");
    }
}
