//! Tells events to people who see them on the board: without ports, and with the tile that caused
//! them.

use super::Narrator;
use crate::words::TextKey;
use tsuro::board::{Place, Square};
use tsuro::game::{Cause, Event, Seat, SeenEvent};

/// What the board shows of an event.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::exhaustive_structs, reason = "what the board shows, field by field")]
pub struct OnBoard {
    /// Who laid the tile on which a piece travels, and on which square.
    pub laid: Option<(Seat, Square)>,
    /// The number of tiles over which the piece travels.
    pub tiles: usize,
    /// The square on which the piece is lost.
    pub lost_on: Option<Square>,
    /// The square in front of the piece, if what stands there takes it without a move (S11).
    pub in_front: Option<Square>,
}

impl Narrator {
    /// An event as people who see the board are told it; `None` for events that are not told. With
    /// [coordinates](Self::coordinates) it is told as [`Narrator::seen`] does, except for a loss,
    /// which has no ports and is told with the tile that caused it.
    pub fn watched(&self, event: &SeenEvent<'_>, shown: OnBoard) -> Option<String> {
        let is_loss =
            matches!(event, SeenEvent::Public(Event::Eliminated { .. } | Event::LifeLost { .. }));
        if self.coordinates && !is_loss {
            return self.seen(event);
        }
        let words = self.language;
        let about_square = |player, you, other, square: Square| {
            self.about(player, you, other, &[("square", &square.to_string())])
        };
        let about_place = |player, you, other, place| {
            self.about(player, you, other, &[("place", &self.side_of(place))])
        };
        Some(match *event {
            SeenEvent::Placed { player, square, .. }
            | SeenEvent::Public(Event::Placed { player, square, .. }) => {
                about_square(player, TextKey::LaidOnYou, TextKey::LaidOn, square)
            }
            SeenEvent::Drew { player, .. } if self.you == Some(player) => {
                words.plain(TextKey::DrewOwn)
            }
            SeenEvent::Public(Event::Start { player, mark }) => {
                about_place(player, TextKey::StartedYou, TextKey::Started, mark)
            }
            SeenEvent::Public(Event::Relocated { player, mark }) => {
                about_place(player, TextKey::RelocatedYou, TextKey::Relocated, mark)
            }
            SeenEvent::Public(Event::Carried { player, to, .. }) => {
                about_place(player, TextKey::CarriedYou, TextKey::Carried, to)
            }
            SeenEvent::Public(Event::Moved { player, to }) if shown.tiles == 0 => {
                about_place(player, TextKey::MovedYou, TextKey::Moved, to)
            }
            SeenEvent::Public(Event::Moved { player, .. }) => self.travelled(player, shown),
            SeenEvent::Public(Event::Laid { rule, square, .. }) => {
                words.say(TextKey::RuleLaidOn, &[("rule", rule), ("square", &square.to_string())])
            }
            SeenEvent::Public(Event::Turned { rule, square, .. }) => {
                words.say(TextKey::RuleTurnedOn, &[("rule", rule), ("square", &square.to_string())])
            }
            SeenEvent::Public(Event::Eliminated { player, cause }) => {
                self.lost(player, cause, shown)
            }
            SeenEvent::Public(Event::LifeLost { player, cause }) => {
                let back = self.about(player, TextKey::ComesBackYou, TextKey::ComesBack, &[]);
                format!("{} {back}", self.lost(player, cause, shown))
            }
            _ => return self.seen(event),
        })
    }

    /// A square and the side of it at which a place is: `c4, left side`.
    fn side_of(&self, place: Place) -> String {
        let words = self.language;
        let side = words.side(place.port().side());
        words.say(TextKey::PlaceAtSide, &[("square", &place.square().to_string()), ("side", side)])
    }

    /// A tile, by who laid it and where: `Blue's tile on b4`.
    fn tile_of(&self, (by, square): (Seat, Square)) -> String {
        self.about(by, TextKey::TileOfYou, TextKey::TileOf, &[("square", &square.to_string())])
    }

    fn travelled(&self, player: Seat, shown: OnBoard) -> String {
        let tiles = self.language.tiles(shown.tiles);
        match shown.laid.filter(|&(by, _)| by != player) {
            Some(laid) => self.about(
                player,
                TextKey::TileLeadsYou,
                TextKey::TileLeads,
                &[("tile", &self.tile_of(laid)), ("tiles", &tiles)],
            ),
            None => {
                self.about(player, TextKey::GoesOverYou, TextKey::GoesOver, &[("tiles", &tiles)])
            }
        }
    }

    /// That a player lays a tile and follows the path over it with their own piece, in one sentence.
    pub fn lays_and_goes(&self, player: Seat, square: Square, tiles: usize) -> String {
        let names = [("square", &*square.to_string()), ("tiles", &self.language.tiles(tiles))];
        self.about(player, TextKey::LaysAndGoesYou, TextKey::LaysAndGoes, &names)
    }

    /// Who is out, by which tile, or where.
    fn lost(&self, player: Seat, cause: Cause, shown: OnBoard) -> String {
        let is_by_tile = shown.tiles > 0 || !matches!(cause, Cause::Rule(_));
        if let Some(laid) = shown.laid.filter(|_| is_by_tile) {
            let (you, other) = match cause {
                Cause::Edge => (TextKey::TileToEdgeYou, TextKey::TileToEdge),
                Cause::Collision => (TextKey::TileToMeetingYou, TextKey::TileToMeeting),
                Cause::Loop => (TextKey::TileToLoopYou, TextKey::TileToLoop),
                Cause::Rule(_) => (TextKey::TileToLossYou, TextKey::TileToLoss),
            };
            let names = [("tile", &*self.tile_of(laid)), ("cause", self.cause(cause))];
            return self.about(player, you, other, &names);
        }
        let event = Event::Eliminated { player, cause };
        match (cause, shown.in_front, shown.lost_on) {
            (Cause::Rule(_), Some(square), _) => self.about(
                player,
                TextKey::OutInFrontYou,
                TextKey::OutInFront,
                &[("square", &square.to_string()), ("cause", self.cause(cause))],
            ),
            (Cause::Rule(_), None, Some(square)) => self.about(
                player,
                TextKey::OutOnYou,
                TextKey::OutOn,
                &[("square", &square.to_string()), ("cause", self.cause(cause))],
            ),
            _ => self.event(&event).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use tsuro::game::{CauseDecl, Texts};

    static TAKEN: CauseDecl = CauseDecl::new(
        "crab",
        "meeting a crab",
        Texts(&[("en", "taken by a crab"), ("fr", "pris par un crabe")]),
    );

    fn narrators(you: Option<Seat>) -> [Narrator; 2] {
        [Language::English, Language::French].map(|language| {
            let mut narrator = Narrator::new(language, &[None, None, None]);
            narrator.you = you;
            narrator
        })
    }

    fn lost(cause: Cause, you: Option<Seat>, laid: Option<(u8, &str)>) -> [String; 2] {
        let laid = laid.map(|(by, square)| (Seat::new(by), square.parse().unwrap()));
        let shown = OnBoard { laid, tiles: 1, lost_on: "c2".parse().ok(), in_front: None };
        let event = SeenEvent::Public(Event::Eliminated { player: Seat::new(1), cause });
        narrators(you).map(|narrator| narrator.watched(&event, shown).unwrap())
    }

    #[test]
    fn a_loss_is_told_with_the_tile_that_brought_it() {
        assert_eq!(
            lost(Cause::Edge, None, Some((2, "b4"))),
            [
                "Green's tile on b4 sends Blue to the edge: Blue is out.",
                "La tuile de Vert en b4 envoie Bleu au bord : Bleu est éliminé."
            ]
        );
        assert_eq!(
            lost(Cause::Loop, Some(Seat::new(1)), Some((2, "b4")))[0],
            "Green's tile on b4 sends you into an endless loop: you are out."
        );
        assert_eq!(
            lost(Cause::Collision, Some(Seat::new(1)), Some((1, "b4"))),
            [
                "Your tile on b4 leads you into another piece: you are out.",
                "Votre tuile en b4 vous mène à un autre pion : vous êtes éliminé."
            ]
        );
    }

    #[test]
    fn a_loss_without_a_tile_is_told_with_its_square() {
        let cause = Cause::Rule(&TAKEN);
        let event = SeenEvent::Public(Event::Eliminated { player: Seat::new(1), cause });
        let laid = Some((Seat::new(0), "a1".parse().unwrap()));
        let shown = OnBoard { laid, tiles: 0, lost_on: "c2".parse().ok(), in_front: None };
        let told = narrators(None).map(|narrator| narrator.watched(&event, shown).unwrap());
        assert_eq!(
            told,
            ["Blue is out on c2: taken by a crab.", "Bleu est éliminé en c2 : pris par un crabe."]
        );
    }

    #[test]
    fn a_way_is_told_without_its_ports_unless_one_wants_them() {
        let event =
            SeenEvent::Public(Event::Moved { player: Seat::new(1), to: "c4:G".parse().unwrap() });
        let shown = |by| OnBoard {
            laid: Some((Seat::new(by), "b4".parse().unwrap())),
            tiles: 2,
            lost_on: None,
            in_front: None,
        };
        let [mut english, _] = narrators(None);
        assert_eq!(
            english.watched(&event, shown(0)).unwrap(),
            "Red's tile on b4 leads Blue over 2 tiles."
        );
        assert_eq!(
            english.watched(&event, shown(1)).unwrap(),
            "Blue follows the path over 2 tiles."
        );
        english.coordinates = true;
        assert_eq!(
            english.watched(&event, shown(1)).unwrap(),
            "Blue moves to c4, left side, lower."
        );
        let event =
            SeenEvent::Public(Event::Eliminated { player: Seat::new(1), cause: Cause::Edge });
        assert_eq!(
            english.watched(&event, shown(0)).unwrap(),
            "Red's tile on b4 sends Blue to the edge: Blue is out."
        );
    }
}
