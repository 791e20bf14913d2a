//! Rule-set files: read, compiled, and played for ten turns.

use super::files::{Few, Files};
use super::{Target, oracle};
use tsuro::game::unchecked::deal;
use tsuro::game::{Luck, RunSeed, Uniform, play_on};
use tsuro::rules::Registry;
use tsuro::ruleset::{Resolved, Variant};
use tsuro::with_rules;

/// Rule sets, with the files that they extend and mix in.
pub const TARGET: Target = Target {
    name: "rule_sets",
    take,
    pieces: &[
        "\"",
        "[",
        "]",
        "{",
        "}",
        "#",
        "=",
        "\n",
        "extends = \"seas\"\n",
        "extends = \"main.toml\"\n",
        "mixins = [\"big-board\", \"crowd\"]\n",
        "copies = 29\n",
        "copies = { 0 = 1024 }\n",
        "rule = \"daikaiju\"\n",
        "rule = \"solo\"\n",
        "[board]\n",
        "[players]\nmax = 32\n",
        "[[hazard.tiles]]\n",
        "\n=== other.toml\n",
        "\n[hazard]\nminimum = 64\nmovement-dice = 3\n",
        "summary = \"\u{1b}]0;a\u{7}\"\n",
    ],
};

fn take(bytes: &[u8]) -> bool {
    let (registry, files) = (Registry::default(), Files::split(bytes));
    let variant = match Variant::load("main.toml", &files, &registry) {
        Ok(variant) => variant,
        Err(problems) => {
            assert!(problems.has_errors(), "refused without an error");
            oracle::problems(&problems);
            return false;
        }
    };
    oracle::problems(variant.resolved().warnings());
    // The rules in a record mean the same.
    let back = Resolved::from_json(&variant.resolved().to_json(), &registry)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(back.hash(&registry), variant.hash());
    let seed = RunSeed::new("fuzz").game(0);
    for players in [variant.players().fewest(), variant.players().most()] {
        with_rules!(variant.rules(), |rules| {
            let mut luck = Luck(seed);
            let mut state = deal(rules, players, &mut luck, &mut ());
            let stopped = play_on(
                rules,
                &mut state,
                &mut Few::from_turn(Uniform(seed), 0),
                &mut luck,
                &mut (),
            );
            assert!(
                stopped.is_err() || state.core().ending().is_some(),
                "the game stopped without a reason"
            );
        });
    }
    true
}
