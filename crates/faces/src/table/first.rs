//! What happens for the first time in a game, explained: for a first game.

use crate::words::{Narrator, TextKey};
use tsuro::game::{Cause, Destination, Event, EventRole, Seat, SeenEvent};

/// Something that is explained once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstTime {
    Start,
    Travel,
    Pushed,
    /// Two pieces meet and pass each other.
    Crossed,
    Out(Cause),
    Holder,
    /// The pile is empty, and no token waits for its tiles.
    EmptyPile,
    Returned,
    Drawn,
    Passed,
    Swallowed,
    Dice,
    PieceMoves,
    PieceTurns,
    /// What a rule of its own tells.
    OfRule,
}

/// Explains whatever happens for the first time in a game, and nothing twice.
#[derive(Debug, Clone, Default)]
pub struct FirstTimes {
    known: Vec<FirstTime>,
    /// Who laid the last tile.
    layer: Option<Seat>,
    /// The tiles in the draw pile, where that is known.
    pile: Option<usize>,
}

impl FirstTimes {
    /// For a game that is followed from the middle: the draw pile has this many tiles.
    pub fn note_pile(&mut self, tiles: usize) {
        self.pile = Some(tiles);
    }

    /// Follows the draw pile; whether an event empties it.
    fn empties_pile(&mut self, event: &SeenEvent<'_>) -> bool {
        match event {
            SeenEvent::Deal { pile, .. } | SeenEvent::Returned { pile, .. } => {
                self.pile = Some(*pile);
                false
            }
            SeenEvent::Public(Event::WakeRemoved { to: Destination::Pile, .. }) => {
                self.pile = self.pile.map(|pile| pile + 1);
                false
            }
            SeenEvent::Drew { .. } | SeenEvent::Public(Event::Drew { .. }) => {
                let before = self.pile;
                self.pile = before.map(|pile| pile.saturating_sub(1));
                before.is_some_and(|pile| pile > 0) && self.pile == Some(0)
            }
            _ => false,
        }
    }

    /// What an event means, if it is the first of its kind. `crosses` says that a piece travels on
    /// along the path of another one, which it meets.
    pub fn explain(
        &mut self,
        event: &SeenEvent<'_>,
        crosses: bool,
        narrator: &Narrator,
    ) -> Option<String> {
        if let SeenEvent::Placed { player, .. } | SeenEvent::Public(Event::Placed { player, .. }) =
            event
        {
            self.layer = Some(*player);
        }
        // Where a token waits for tiles, taking it is what is explained.
        let is_empty = self.empties_pile(event) && narrator.token().is_empty();
        let first = if is_empty && !self.known.contains(&FirstTime::EmptyPile) {
            FirstTime::EmptyPile
        } else if crosses && !self.known.contains(&FirstTime::Crossed) {
            FirstTime::Crossed
        } else {
            self.kind(event, narrator)?
        };
        if self.known.contains(&first) {
            return None;
        }
        self.known.push(first);
        text(first, narrator)
    }

    fn kind(&self, event: &SeenEvent<'_>, narrator: &Narrator) -> Option<FirstTime> {
        Some(match event {
            SeenEvent::Returned { .. } => FirstTime::Returned,
            // With an open hand everybody sees the tile, but the words say “you”.
            SeenEvent::Drew { player, .. } if narrator.you == Some(*player) => FirstTime::Drawn,
            SeenEvent::Public(event) => match event {
                Event::Start { .. } => FirstTime::Start,
                Event::Moved { player, .. } if self.layer.is_some_and(|by| by != *player) => {
                    FirstTime::Pushed
                }
                Event::Moved { .. } => FirstTime::Travel,
                Event::Eliminated { cause, .. } => FirstTime::Out(*cause),
                Event::Passed { .. } => FirstTime::Passed,
                Event::WakeRemoved { .. } => FirstTime::Swallowed,
                Event::Declared { .. } => match event.role() {
                    EventRole::Holder => FirstTime::Holder,
                    EventRole::Dice => FirstTime::Dice,
                    EventRole::Moves => FirstTime::PieceMoves,
                    EventRole::Turns => FirstTime::PieceTurns,
                    _ => FirstTime::OfRule,
                },
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// The explanation; what a rule tells of itself is that of its help.
fn text(first: FirstTime, narrator: &Narrator) -> Option<String> {
    let words = narrator.language;
    let key = match first {
        FirstTime::Start => TextKey::FirstStart,
        FirstTime::Travel => TextKey::FirstTravel,
        FirstTime::Pushed => TextKey::FirstPushed,
        FirstTime::Out(Cause::Edge) => TextKey::FirstEdge,
        FirstTime::Out(Cause::Collision) => TextKey::FirstMeeting,
        FirstTime::Out(Cause::Loop) => TextKey::FirstLoop,
        FirstTime::Out(cause) => {
            let cause = narrator.cause(cause);
            return Some(words.say(TextKey::FirstOut, &[("cause", cause)]));
        }
        FirstTime::Holder => {
            return Some(words.say(TextKey::FirstHolder, &[("dragon", narrator.token())]));
        }
        FirstTime::EmptyPile => TextKey::FirstEmptyPile,
        FirstTime::Returned => TextKey::FirstReturned,
        FirstTime::Drawn => TextKey::FirstDrawn,
        FirstTime::Passed => TextKey::FirstPassed,
        FirstTime::Crossed => TextKey::FirstCrossed,
        FirstTime::Swallowed => TextKey::FirstSwallowed,
        FirstTime::Dice => TextKey::FirstDice,
        FirstTime::PieceMoves => TextKey::FirstPieceMoves,
        FirstTime::PieceTurns => TextKey::FirstPieceTurns,
        FirstTime::OfRule => {
            let help = narrator.help().collect::<Vec<_>>().join(" ");
            return (!help.is_empty()).then_some(help);
        }
    };
    Some(words.plain(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use tsuro::board::Face;

    #[test]
    fn each_thing_is_explained_once_and_then_no_more() {
        let narrator = Narrator::new(Language::English, &[None, None]);
        let mut first = FirstTimes::default();
        let place = "c3:H".parse().unwrap();
        let moved = |seat| SeenEvent::Public(Event::Moved { player: Seat::new(seat), to: place });
        let out = |cause| SeenEvent::Public(Event::Eliminated { player: Seat::new(1), cause });
        assert!(first.explain(&moved(0), false, &narrator).is_some());
        assert!(first.explain(&moved(1), false, &narrator).is_none());
        assert!(first.explain(&out(Cause::Collision), false, &narrator).unwrap().contains("met"));
        assert!(first.explain(&out(Cause::Collision), false, &narrator).is_none());
        assert!(first.explain(&out(Cause::Edge), false, &narrator).is_some());
    }

    #[test]
    fn the_first_empty_pile_is_explained_where_no_token_waits_for_tiles() {
        let narrator = Narrator::new(Language::English, &[None, None]);
        let drew = || SeenEvent::Drew { player: Seat::new(1), tile: None };
        let mut first = FirstTimes::default();
        first.note_pile(2);
        assert!(first.explain(&drew(), false, &narrator).is_none());
        assert!(first.explain(&drew(), false, &narrator).unwrap().contains("the pile is empty"));
        assert!(first.explain(&drew(), false, &narrator).is_none());
        let returned = SeenEvent::Returned { tiles: 1, pile: 1 };
        assert!(first.explain(&returned, false, &narrator).is_some());
        assert!(first.explain(&drew(), false, &narrator).is_none(), "only the first time");
    }

    #[test]
    fn only_an_own_draw_is_explained_as_that() {
        let mut narrator = Narrator::new(Language::English, &[None, None]);
        narrator.you = Some(Seat::new(0));
        let mut first = FirstTimes::default();
        let drew = |seat| SeenEvent::Drew { player: Seat::new(seat), tile: Face::new(3) };
        assert!(first.explain(&drew(1), false, &narrator).is_none());
        assert!(first.explain(&drew(0), false, &narrator).unwrap().contains("you draw"));
        assert!(first.explain(&drew(0), false, &narrator).is_none());
    }

    #[test]
    fn pieces_that_pass_each_other_are_explained_once() {
        let narrator = Narrator::new(Language::English, &[None, None]);
        let mut first = FirstTimes::default();
        let to = "c3:H".parse().unwrap();
        let moved = SeenEvent::Public(Event::Moved { player: Seat::new(0), to });
        assert!(first.explain(&moved, true, &narrator).unwrap().contains("met"));
        let second = first.explain(&moved, true, &narrator).unwrap();
        assert!(second.contains("followed its line"), "{second}");
    }
}
