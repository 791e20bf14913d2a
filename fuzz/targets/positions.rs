//! Positions: the name of a rule set on the first line, then requests as `tsuro apply` takes them,
//! one a line. Positions in answers are asked for again, advised on, and played from.

use super::files::Few;
use super::{Target, oracle};
use serde_json::{Value, json};
use tsuro::game::unchecked::begin_at_placement;
use tsuro::game::{Luck, Observation, Phase, Rng, RunSeed, Uniform, View, play_on};
use tsuro::record::{answer_line, fill_hands, read_position, write_observation, write_position};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro::with_rules;
use tsuro_lab::advise;

/// Rule sets and requests.
pub const TARGET: Target = Target {
    name: "positions",
    take,
    pieces: &[
        "seas\n",
        "luxury-advanced\n",
        "solo\n",
        "most-crossings\n",
        "\n",
        ",",
        "{\"out\":true}",
        "{\"at\":\"a1:A\",\"hand\":[1]}",
        "{\"square\":\"c3\",\"tile\":33,\"rotation\":1}",
        "{\"tile\":1,\"square\":\"d4\",\"facing\":0}",
        "\"displaced\":true",
        "\"pile\":[],",
        "\"scores\":[9223372036854775807,-9223372036854775808],",
        "\"rule-state\":{},",
        "\"turn\":4294967295,",
        "\"turn\":true,",
        "\"dragon\":0,",
        "\"place\":{\"tile\":27,\"rotation\":0},",
        "\"g7:E\"",
        "\"a1\"",
        "[[6,6]]",
        "[6]",
        "\"\u{9b}\"",
    ],
};

const CODES: [&str; 6] = [
    "not-a-request",
    "bad-request",
    "bad-position",
    "illegal-placement",
    "illegal-choice",
    "impossible-chance",
];

fn take(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let Ok(variant) =
        Variant::load(lines.next().unwrap_or_default(), &BuiltIns, &Registry::default())
    else {
        return false;
    };
    let mut answered = false;
    for line in lines.take(8) {
        let answer = answer_line(&variant, line);
        if let Some(error) = answer.get("error") {
            oracle::sentence(error["message"].as_str().unwrap_or_default());
            assert!(CODES.contains(&error["code"].as_str().unwrap_or_default()), "{error}");
        } else {
            answered = true;
            follow(&variant, line, &answer);
        }
    }
    answered
}

/// Uses the position in an answer.
fn follow(variant: &Variant, line: &str, answer: &Value) {
    let Ok(request) = serde_json::from_str::<Value>(line) else { panic!("an answer to {line:?}") };
    if let (Some(position), Some(Value::Null)) = (answer.get("position"), answer.get("end")) {
        let again =
            answer_line(variant, &json!({ "position": position, "turn": true }).to_string());
        let code = again["error"]["code"].as_str();
        assert!(code.is_none(), "{position} is what an answer said, and then: {again}");
    }
    let seed = RunSeed::new("fuzz").game(0);
    with_rules!(variant.rules(), |rules| {
        let position = fill_hands(rules, &request["position"])
            .unwrap_or_else(|error| panic!("position.{error}"));
        let Ok(mut state) = read_position(rules, &position, seed) else {
            panic!("it was answered, and cannot be read: {line}")
        };
        let written = write_position(rules, &state);
        let back = read_position(rules, &written, seed)
            .unwrap_or_else(|error| panic!("position.{error} in {written}"));
        assert_eq!(write_position(rules, &back), written, "written, read and written again");
        let turn = state.core().turn();
        let faced = state.core().place(state.core().active()).square();
        if !state.core().board().is_blocked(faced) {
            begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
            let see = View::new(rules, &state);
            look(&see.observation(Some(state.core().active())));
        }
        let mut luck = Luck(seed);
        let stopped = play_on(
            rules,
            &mut state,
            &mut Few::from_turn(Uniform(seed), turn),
            &mut luck,
            &mut (),
        );
        assert!(
            stopped.is_err() || state.core().ending().is_some(),
            "the game stopped without a reason"
        );
    });
}

fn look(see: &Observation<'_>) {
    write_observation(see);
    assert_eq!(see.choices().is_empty(), !see.is_to_decide());
    if see.phase() == Phase::Place {
        let legal = see.legal().len();
        let advice = advise(see, 2, &mut Rng::new(1, 1));
        assert_eq!(advice.len(), legal);
        assert!(advice.iter().all(|advice| (0.0..=1.0).contains(&advice.share)), "{advice:?}");
    }
}
