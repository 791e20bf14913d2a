//! What the fuzz targets do with an input, and what inputs are made of. The targets of `cargo fuzz`
//! and the short runs in `tests/all/fuzz_short.rs` share it.

pub mod answers;
pub mod files;
#[cfg(feature = "web")]
pub mod messages;
pub mod mutation;
pub mod oracle;
pub mod parts;
pub mod positions;
pub mod records;
pub mod rule_sets;
pub mod suites;

/// One way into the program.
pub struct Target {
    /// The name of its folder in `fuzz/seeds` and of its line in `fuzz/seeds.txt`.
    pub name: &'static str,
    /// Processes an input completely and panics where a check fails; returns whether the input was
    /// valid.
    pub take: fn(&[u8]) -> bool,
    /// Pieces that its inputs are made of, valid and invalid.
    pub pieces: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    rule_sets::TARGET,
    records::TARGET,
    positions::TARGET,
    suites::TARGET,
    parts::TARGET,
    answers::TARGET,
    #[cfg(feature = "web")]
    messages::TARGET,
];
