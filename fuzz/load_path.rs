//! The whole way of a rule-set file: bytes, a compiled rule set, ten turns. `cargo fuzz` and the short run of `tests/fuzz_short.rs` share it.

use tsuro::game::{Deciders, Exchange, Luck, RuleSet, RunSeed, Uniform, View, deal, play_on};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, LoadError, Loader, MAX_PROBLEMS, Problems, Resolved, Source, SourceId, Variant};
use tsuro::ui::diagnostics::{Look, json, terminal};
use tsuro::with_rules;

/// What separates several files in one input: this and the name of the next one, on a line of its own. The first is `main.toml`.
const NEXT_FILE: &[u8] = b"\n=== ";

/// Turns that are played.
const TURNS: u32 = 10;

/// The files of one input, which may extend and mix in each other.
struct Files<'a>(Vec<(String, &'a [u8])>);

impl<'a> Files<'a> {
    fn split(mut bytes: &'a [u8]) -> Self {
        let (mut files, mut name) = (Vec::new(), "main.toml".to_owned());
        loop {
            let end = bytes.windows(NEXT_FILE.len()).position(|window| window == NEXT_FILE);
            files.push((name.clone(), &bytes[..end.unwrap_or(bytes.len())]));
            let Some(end) = end else { return Self(files) };
            let rest = &bytes[end + NEXT_FILE.len()..];
            let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            String::from_utf8_lossy(&rest[..line]).trim().clone_into(&mut name);
            bytes = &rest[line..];
        }
    }
}

impl Loader for Files<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let name = reference.trim_start_matches("./");
        match self.0.iter().find(|(known, _)| known == name) {
            Some((name, bytes)) => Source::from_bytes(SourceId::File(name.into()), name, bytes),
            None => BuiltIns.load(reference, from),
        }
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }
}

/// Whether the input came to a game.
pub fn take(bytes: &[u8]) -> bool {
    let (registry, files) = (Registry::default(), Files::split(bytes));
    let variant = match Variant::load("main.toml", &files, &registry) {
        Ok(variant) => variant,
        Err(problems) => {
            assert!(problems.has_errors(), "refused without an error");
            say(&problems);
            return false;
        }
    };
    say(variant.resolved().warnings());
    // What a record carries of it means the same.
    let back = Resolved::from_json(&variant.resolved().to_json(), &registry).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(back.hash(&registry), variant.hash());
    let seed = RunSeed::new("fuzz").game(0);
    let (fewest, most) = variant.players();
    for players in [fewest, most] {
        with_rules!(variant.rules(), |rules| {
            let mut luck = Luck(seed);
            let mut state = deal(rules, players, &mut luck, &mut ());
            let stopped = play_on(rules, &mut state, &mut Few(Uniform(seed)), &mut luck, &mut ());
            assert!(stopped.is_err() || state.core().ending().is_some(), "the game stopped without a reason");
        });
    }
    true
}

fn say(problems: &Problems) {
    assert!(problems.len() <= MAX_PROBLEMS + 1, "{} problems", problems.len());
    let text = terminal(problems, Look { color: true, width: 60 });
    assert!(text.len() < (problems.len() + 1) * 20_000, "{} bytes for {} problems", text.len(), problems.len());
    assert_eq!(json(problems).as_array().map(Vec::len), Some(problems.len()));
}

/// Decides at random, and stops after some turns.
struct Few(Uniform);

/// There were enough turns.
struct Enough;

impl<R: RuleSet> Deciders<R> for Few {
    type Stop = Enough;

    fn start(&mut self, view: View<'_, R>) -> Result<tsuro::board::Place, Enough> {
        self.0.start(view).map_err(|never| match never {})
    }

    fn place(&mut self, view: View<'_, R>) -> Result<tsuro::board::Laid, Enough> {
        if view.core().turn() > TURNS { Err(Enough) } else { self.0.place(view).map_err(|never| match never {}) }
    }

    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, Enough> {
        self.0.exchange(view).map_err(|never| match never {})
    }

    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<tsuro::board::Place>, Enough> {
        self.0.relocate(view, must).map_err(|never| match never {})
    }
}
