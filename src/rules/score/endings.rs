//! How games end that several score rules end in the same way.

use crate::game::{
    Effect, EffectScene, Ending, Event, Occasion, Outcome, Seat, SeatSet, TableView,
};

/// Whether the event ends the game with this outcome.
pub(super) fn ends(scene: &EffectScene<'_>, outcome: Outcome) -> bool {
    matches!(scene.event, Event::End { ending, .. } if ending.outcome == outcome)
}

/// The ways in which a game decided by points can end (V1, V2), as effects of its rule.
pub(super) fn endings_by_points() -> Vec<Effect> {
    /// At an end decided by points: how many players are alive, and whether exactly they win.
    fn alive_and_winning(scene: &EffectScene<'_>) -> Option<(u8, bool)> {
        match scene.event {
            Event::End { ending, .. } if ending.outcome == Outcome::Score => {
                Some((scene.alive.len(), ending.winners == scene.alive))
            }
            _ => None,
        }
    }
    let by = |name, doc, shows| Effect { name, key: "", rules: "V1, V2", doc, shows };
    vec![
        by("nobody-left", "the game ends because nobody is alive", |scene| {
            matches!(alive_and_winning(scene), Some((0, _)))
        }),
        by("survivor-leads", "the game ends because the only survivor leads", |scene| {
            alive_and_winning(scene) == Some((1, true))
        }),
        by(
            "tiles-gone",
            "the game ends because the tiles are gone or the board is full",
            |scene| matches!(alive_and_winning(scene), Some((2.., _) | (1, false))),
        ),
    ]
}

/// Whether no square is empty while several are alive: a single piece waits for a daikaiju to go
/// (T9).
pub(super) fn is_full_for_several(table: TableView<'_>) -> bool {
    table.board_is_full() && table.alive().len() > 1
}

/// The end of a game decided by points, if it has come (V1, V2): no player is alive, the tiles are
/// gone, the board is full, or the only survivor leads.
pub(super) fn ending_by_points(
    table: TableView<'_>,
    points: impl Fn(Seat) -> i64,
    occasion: Occasion,
) -> Option<Ending> {
    if occasion == Occasion::TurnLimit {
        return Some(Ending::at_turn_limit(table.alive()));
    }
    let seats = || (0..table.seats()).map(Seat::new);
    let best = seats().map(&points).max().unwrap_or(0);
    let leaders: SeatSet = seats().filter(|&seat| points(seat) == best).collect();
    let alive = table.alive();
    // A solo player is not a survivor: there were no others.
    let survivor_leads = table.seats() > 1 && alive.len() == 1 && leaders == alive;
    let over = match occasion {
        Occasion::Travelled => false,
        Occasion::Placement | Occasion::Act => alive.is_empty() || survivor_leads,
        Occasion::TurnEnd | Occasion::TurnLimit => {
            alive.is_empty()
                || survivor_leads
                || table.tiles_are_gone()
                || is_full_for_several(table)
        }
    };
    over.then_some(Ending { winners: leaders, outcome: Outcome::Score })
}
