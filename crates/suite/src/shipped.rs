//! The suites that come with the crate.

use super::model::Suite;
use super::read;
use tsuro::rules::Registry;
use tsuro::rules::hazard::names;
use tsuro::ruleset::{Problems, Source, SourceId};

/// Makes the list of the files in `tests/scenarios`.
macro_rules! suites {
    ($($name:literal)*; $own:expr; $($later:literal)*) => {
        &[
            $(($name, include_str!(concat!("../../../tests/scenarios/", $name))),)*
            $own,
            $(($later, include_str!(concat!("../../../tests/scenarios/", $later)))),*
        ]
    };
}

/// The files, sorted by name, each with its text.
const FILES: &[(&str, &str)] = suites!(
    "classic.toml"
    "core.toml"
    "double-turn.toml"
    "draft.toml"
    "globe.toml"
    "islands.toml"
    "lanterns.toml"
    "luxury.toml"
    "mystic_portal.toml"
    "portals.toml"
    "regressions.toml";
    names::SUITE;
    "seas-ships.toml"
    "second-life.toml"
    "solo-seas.toml"
    "storm.toml"
    "taihou.toml"
    "team-seas.toml"
    "teams.toml"
    "uzushio.toml"
    "variants.toml"
    "wave.toml"
);

/// The folder under whose name the suites are known: `shipped/classic.toml`.
pub const SHIPPED: &str = "shipped";

/// The suites that come with the crate: each file as a text with its name, `shipped/classic.toml`.
pub fn shipped() -> impl Iterator<Item = Source> {
    FILES.iter().map(|(name, text)| {
        Source::new(SourceId::BuiltIn((*name).to_owned()), format!("{SHIPPED}/{name}"), *text)
    })
}

/// All of them, read. They may be about rules that `registry` does not have; these are left out.
pub fn shipped_suites(registry: &Registry) -> Vec<Suite> {
    let mut problems = Problems::default();
    shipped().map(|source| read(source, registry, &mut problems)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_of_the_repository_is_shipped_and_has_no_problem() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), there);
        let mut problems = Problems::default();
        for source in shipped() {
            assert!(!read(source, &Registry::default(), &mut problems).scenarios.is_empty());
        }
        assert!(problems.is_empty(), "{problems}");
    }
}
