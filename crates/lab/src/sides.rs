//! [`sides`]: how many play against each other at a table.

use tsuro::game::{Seat, View, table};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// The number of sides that play against each other, all of as many players: as many as there are
/// players, or teams; 1 where all play together.
pub(crate) fn sides(variant: &Variant, players: u8) -> u8 {
    with_rules!(variant.rules(), |rules| {
        let state = table(rules, players);
        let see = View::new(rules, &state).observation(None);
        players / (players - see.opponents(Seat::new(0)).len())
    })
}
