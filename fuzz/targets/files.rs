//! Inputs with several files, and games that stop after some turns.

use tsuro::game::{Choice, Deciders, RuleSet, Uniform, View};
use tsuro::ruleset::{BuiltIns, LoadError, Loader, Source, SourceId};

/// What separates several files in one input: this and the name of the next one, on a line of its
/// own. The first is `main.toml`.
const NEXT_FILE: &[u8] = b"\n=== ";

/// How many turns are played.
const TURNS: u32 = 10;

/// The files of one input, which may extend and mix in each other.
pub struct Files<'a>(Vec<(String, &'a [u8])>);

impl<'a> Files<'a> {
    /// Splits an input into its files.
    pub fn split(mut bytes: &'a [u8]) -> Self {
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

/// Decides at random, and stops after some turns.
pub struct Few {
    decides: Uniform,
    until: u32,
}

impl Few {
    /// Starts counting at the turn that `view` shows.
    pub fn from_turn(decides: Uniform, turn: u32) -> Self {
        Self { decides, until: turn.saturating_add(TURNS) }
    }
}

/// Enough turns were played.
pub struct Enough;

impl<R: RuleSet> Deciders<R> for Few {
    type Stop = Enough;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Enough> {
        if view.core().turn() > self.until {
            Err(Enough)
        } else {
            self.decides.decide(view).map_err(|never| match never {})
        }
    }
}
