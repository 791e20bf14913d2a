//! Answers of programs that play: a whole game in which the next line of the input answers each
//! decision. Where a line is not the number of a choice, `safe` chooses, as it does for a faulty
//! program.

use super::{Target, oracle};
use std::io::BufReader;
use tsuro::bots::{Bot, Safe};
use tsuro::game::{
    Choice, DeciderNotice, Deciders, Luck, Memory, Observation, Rng, RuleSet, RunSeed, SeatSet,
    View, deal_and_play, table,
};
use tsuro::record::write_observation;
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro::with_rules;
use tsuro_world::exec_bot::{LONGEST, OutputLine, read_answer, read_line};

/// The target: answers of programs.
pub const TARGET: Target = Target {
    name: "answers",
    take,
    pieces: &[
        "\n",
        "\r\n",
        " ",
        "+1",
        "-0",
        "00",
        "1e0",
        "1.0",
        "2\n2\n2\n2\n",
        "\u{661}",
        "\0",
        "\u{1b}[2J",
        "{\"choice\":1}",
    ],
};

/// The rules that are played: each kind of decision occurs under one of them.
const RULES: [&str; 4] = ["seas", "classic-advanced", "luxury-advanced", "open-tiles"];

fn take(bytes: &[u8]) -> bool {
    let rules = RULES[usize::from(bytes.first().copied().unwrap_or_default()) % RULES.len()];
    let variant = Variant::load(rules, &BuiltIns, &Registry::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let seed = RunSeed::new("fuzz").game(0);
    // Lines do not depend on how the bytes are split up on arrival.
    let mut slow = BufReader::with_capacity(3, bytes);
    let mut fast = bytes;
    while let Some(line) = read_line(&mut fast) {
        assert_eq!(read_line(&mut slow).as_ref(), Some(&line));
        let OutputLine::Answer(answer) = line else { break };
        assert!(answer.len() <= 3 * LONGEST as usize, "{} bytes", answer.len());
    }
    let seats = 3;
    with_rules!(variant.rules(), |rules| {
        let memory = Memory::with_events(SeatSet::first(seats));
        let mut program =
            Program { lines: bytes, memory, rng: Rng::new(1, 1), answered: 0, faults: 0 };
        let mut state = table(rules, seats);
        let ended = deal_and_play(rules, &mut state, &mut program, &mut Luck(seed), &mut ());
        assert!(ended.is_ok() && state.core().ending().is_some());
        program.answered > program.faults
    })
}

/// A program at every seat, whose answers are the lines of a text.
struct Program<'a> {
    lines: &'a [u8],
    memory: Memory,
    rng: Rng,
    answered: u32,
    faults: u32,
}

impl Program<'_> {
    /// The choice that the next line names; `None` where it names none.
    fn ask(&mut self, see: &Observation<'_>) -> Option<Choice> {
        let mut choices = see.choices();
        assert!(!choices.is_empty(), "asked where there is nothing to decide");
        write_observation(see);
        let Some(OutputLine::Answer(answer)) = read_line(&mut self.lines) else {
            self.lines = &[];
            return None;
        };
        match read_answer(&answer, choices.len() - 1) {
            Ok(number) => {
                self.answered += 1;
                Some(choices.swap_remove(number))
            }
            Err(fault) => {
                oracle::sentence(&fault.to_string());
                self.faults += 1;
                None
            }
        }
    }
}

/// A program always decides, so this cannot be made.
enum Never {}

impl<R: RuleSet> Deciders<R> for Program<'_> {
    type Stop = Never;

    const LISTENS: bool = true;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.memory.hear(&news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Never> {
        let memory = self.memory.clone();
        let see = view.observation(Some(view.core().active())).remembering(&memory);
        let choice = self.ask(&see).or_else(|| Safe.choose(&see, &mut self.rng));
        Ok(choice.expect("it is this seat's decision"))
    }
}
