//! The ids of the rules, as in `docs/rules.md`.

/// The groups of rules: the letter, the number of the last, and what they are.
pub const GROUPS: &[(char, u8, &str)] = &[
    ('T', 9, "What all editions share"),
    ('C', 14, "Classic"),
    ('L', 7, "Luxury Edition"),
    ('S', 19, "Tsuro of the Seas"),
    ('V', 4, "Variants"),
];

/// All of them: `T1` to `V4`.
pub fn all() -> impl Iterator<Item = String> {
    GROUPS.iter().flat_map(|&(letter, last, _)| (1..=last).map(move |number| format!("{letter}{number}")))
}

/// Whether there is a rule with this id.
pub fn is_known(id: &str) -> bool {
    all().any(|known| known == id)
}
