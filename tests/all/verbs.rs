//! What rules may do with tiles and pieces: a rule that does all of it at random, under every
//! edition.

use crate::common::games::resumes_after_every_line;
use std::collections::BTreeMap;
use tsuro::board::{Content, Face, Laid, Place, Port, Rotation, Square};
use tsuro::game::{
    ChanceDecl, Event, Listener, Luck, MAX_HAND, Own, Rule, RuleDecl, RulePhase, RunSeed, Seat,
    SeatSet, Spot, Table, Texts, Timing, Uniform, play,
};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};
use tsuro::with_rules;
use tsuro_suite::{Conformance, conformance};

/// At each moment of a turn it does something to a tile or a piece, chosen by lot.
#[derive(Debug)]
struct Mischief;

static PICK: ChanceDecl = ChanceDecl::new("mischief", Texts(&[("en", "mischief is made")]));

impl Mischief {
    fn pick(table: &mut Table<'_>, bound: u32) -> u32 {
        table.chance(&PICK.below(bound))[0]
    }

    fn square(table: &mut Table<'_>) -> Square {
        let (columns, rows) = (table.columns(), table.rows());
        let picked = Self::pick(table, u32::from(columns) * u32::from(rows)) as u8;
        Square::new(picked % columns, picked / columns)
    }

    fn seat(table: &mut Table<'_>) -> Seat {
        let alive = table.alive().len();
        let picked = Self::pick(table, alive.into());
        table.alive().iter().nth(picked as usize).unwrap_or(table.active())
    }

    /// A tile that is there, and where: in the hand of a seat, or on top of or under the pile.
    fn tile(table: &mut Table<'_>) -> Option<(Face, Spot)> {
        let seat = Self::seat(table);
        let spot =
            [Spot::Hand(seat), Spot::PileTop, Spot::PileBottom][Self::pick(table, 3) as usize];
        let face = match spot {
            Spot::Hand(seat) => table.hand(seat).iter().next(),
            Spot::PileTop => table.pile(0),
            _ => table.pile_len().checked_sub(1).and_then(|last| table.pile(last)),
        };
        Some((face?, spot))
    }
}

static MISCHIEF: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "mischief", "tiles and pieces are moved at random", &|_| {
        Some(Box::new(Mischief))
    })
    .chance(&[&PICK])
    .at(&[Timing::TurnBegins, Timing::Response, Timing::AfterPlacement, Timing::TurnEnds]);

impl Rule for Mischief {
    fn decl(&self) -> &'static RuleDecl {
        &MISCHIEF
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, at: Timing) {
        if table.alive().is_empty() || Self::pick(table, 3) != 0 {
            return;
        }
        let by = SeatSet::only(Self::seat(table));
        match Self::pick(table, 5) {
            0 => {
                let (seat, square, port) =
                    (Self::seat(table), Self::square(table), Self::pick(table, 8) as u8);
                assert!(table.carry(seat, Place::new(square, Port::new(port)), "mischief"));
                assert!(!table.on_start_mark().contains(seat));
            }
            1 => {
                if let Some((face, from)) = Self::tile(table) {
                    let square = Self::square(table);
                    let free = table.content(square) == Content::Empty;
                    let turns = Rotation::new(Self::pick(table, 4) as u8);
                    assert_eq!(table.lay(square, Laid::new(face, turns), from, "mischief"), free);
                }
            }
            2 => {
                let square = Self::square(table);
                let has_tile = matches!(table.content(square), Content::Tile(_));
                assert_eq!(table.turn_tile(square, Rotation::new(1), "mischief"), has_tile);
            }
            3 => {
                // Before a placement no player may be left without the tile that is to be placed,
                // or with too many.
                if let Some((face, from)) = Self::tile(table) {
                    let to =
                        [Spot::PileTop, Spot::PileBottom, Spot::Box][Self::pick(table, 3) as usize];
                    let moves =
                        from != to && !(matches!(from, Spot::Hand(_)) && at == Timing::Response);
                    if moves {
                        assert!(table.put(face, from, to, by));
                    }
                }
            }
            _ => {
                let seat = Self::seat(table);
                let room = table.hand_len(seat) < table.hand_size();
                if let Some(face) = table.pile(0).filter(|_| room) {
                    assert!(table.put(face, Spot::PileTop, Spot::Hand(seat), by));
                }
                assert!(
                    table.draw_beyond(seat, table.hand_len(seat)).is_none(),
                    "no further than the limit"
                );
                assert!(table.hand_len(seat) <= MAX_HAND);
            }
        }
    }
}

pub(crate) fn registry() -> Registry {
    Registry::default().with(&MISCHIEF)
}

pub(crate) fn text(edition: &str) -> String {
    format!(
        "schema = 1\nname = \"mischief-{edition}\"\nextends = \"{edition}\"\n[[hazard]]\n\
         rule = \"mischief\"\n"
    )
}

pub(crate) const EDITIONS: [&str; 6] =
    ["classic", "classic-advanced", "luxury-advanced", "seas", "most-crossings", "teams"];

#[test]
fn tiles_are_conserved_and_games_go_on_whatever_a_rule_does() {
    let registry = registry();
    for edition in EDITIONS {
        let variant = std::sync::Arc::new(
            Variant::from_text("mischief", &text(edition), &registry)
                .unwrap_or_else(|why| panic!("{why}")),
        );
        let how = Conformance { games: 40, ..Conformance::default() };
        if let Err(breach) =
            conformance("mischief", &variant, &registry, &Files(text(edition)), &how)
        {
            panic!("{edition}: {}: {}\n{}", breach.what, breach.why, breach.record);
        }
    }
}

/// A loader of one text beside the built-in files.
struct Files(String);

impl tsuro::ruleset::Loader for Files {
    fn load(
        &self,
        reference: &str,
        from: Option<&tsuro::ruleset::Source>,
    ) -> Result<tsuro::ruleset::Source, tsuro::ruleset::LoadError> {
        if reference == "mischief" {
            return Ok(tsuro::ruleset::Source::new(
                tsuro::ruleset::SourceId::File("mischief".into()),
                "mischief",
                self.0.as_str(),
            ));
        }
        BuiltIns.load(reference, from)
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }
}

#[test]
fn every_verb_is_used_and_reported() {
    let registry = registry();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for edition in EDITIONS {
        let variant = Variant::from_text("mischief", &text(edition), &registry).unwrap();
        for game in 0..30 {
            let seed = RunSeed::new("verbs").game(game);
            let mut sink = Listener(|event: &Event<'_>| {
                let what = match event {
                    Event::Carried { .. } => "carried",
                    Event::Shifted { to: Spot::Board(_), .. } => "to the board",
                    Event::Shifted { to: Spot::Hand(_), .. } => "to a hand",
                    Event::Shifted { to: Spot::Box, .. } => "to the box",
                    Event::Shifted { .. } => "to the pile",
                    Event::Laid { .. } => "laid",
                    Event::Turned { .. } => "turned",
                    _ => return,
                };
                *seen.entry(what).or_default() += 1;
            });
            with_rules!(variant.rules(), |rules| drop(play(
                rules,
                4,
                &mut Uniform(seed),
                &mut Luck(seed),
                &mut sink
            )));
        }
    }
    assert!(seen.len() == 7 && seen.values().all(|times| *times > 20), "{seen:?}");
}

#[test]
fn a_game_with_moved_tiles_and_pieces_resumes_after_every_line() {
    let registry = registry();
    for edition in ["classic-advanced", "seas"] {
        let variant = Variant::from_text("mischief", &text(edition), &registry).unwrap();
        resumes_after_every_line(&variant, 4, "verbs");
    }
}
