//! What layout 2 adds, against what the observation says.

use crate::board::{Content, Laid, Place, Port, Rotation, Square};
use crate::game::{Observation, Seat, SeatSet};
use crate::session::Game;
use crate::tensor::fields::NOWHERE;
use crate::tensor::tests::{field, play_by_numbers, tables, variant};
use crate::tensor::{BoardForm, LAYOUTS, Layout, LayoutError, PartialExchange};
use std::collections::BTreeSet;

fn second(variant: &crate::ruleset::Variant, players: u8, form: BoardForm) -> Layout {
    Layout::of_version(2, variant, players, form).unwrap()
}

/// Boards on which a square's neighbours are those beside it in rows and columns.
const FLAT: [&str; 6] = ["classic", "luxury", "seas", "storm-seas", "veterans", "lanterns"];

/// The square that is `right` and `down` of another, by its column and row.
fn aside(from: Square, right: i8, down: i8, sees: &Observation<'_>) -> Option<Square> {
    let column = u8::try_from(i16::from(from.column()) + i16::from(right)).ok()?;
    let row = u8::try_from(i16::from(from.row()) + i16::from(down)).ok()?;
    let square = Square::checked(column, row)?;
    sees.shape().takes_tiles(square).then_some(square)
}

#[test]
fn the_second_layout_begins_with_the_first_and_tokens_expand_to_planes() {
    let mut fields = BTreeSet::new();
    for (index, (name, variant, players)) in tables().enumerate() {
        for form in [BoardForm::Planes, BoardForm::Tokens] {
            let (old, new) =
                (Layout::new(&variant, players, form).unwrap(), second(&variant, players, form));
            assert_eq!(new.fields()[..old.fields().len()], *old.fields(), "{name}");
            fields.extend(
                new.fields()[old.fields().len()..]
                    .iter()
                    .map(|field| field.name.split(':').next().unwrap_or_default().to_owned()),
            );
        }
        let (planes, tokens) = (
            second(&variant, players, BoardForm::Planes).with_outlook(),
            second(&variant, players, BoardForm::Tokens).with_outlook(),
        );
        let first = Layout::new(&variant, players, BoardForm::Planes).unwrap();
        let (mut array, mut short, mut expanded, mut old) = (
            vec![9; planes.len()],
            vec![9; tokens.len()],
            vec![9; planes.len()],
            vec![9; first.len()],
        );
        play_by_numbers(&variant, players, 700 + index as u64, |_, game, seat, partial| {
            let sees = game.observe(seat);
            planes.write(&sees, partial, &mut array);
            tokens.write(&sees, partial, &mut short);
            first.write(&sees, partial, &mut old);
            assert!(array[..first.len()] == old, "{name}");
            planes.expand(&tokens, &short, &mut expanded);
            assert!(expanded == array, "{name}, turn {}", game.turn());
        });
    }
    let all = ["count", "mark", "piece_facts", "threat", "window", "window_closed", "window_joins"];
    let rest = ["window_pieces", "window_threat"];
    assert!(fields.iter().map(String::as_str).eq(all.into_iter().chain(rest)), "{fields:?}");
}

#[test]
fn the_window_is_the_board_as_the_piece_travels() {
    let mut turns = BTreeSet::new();
    for name in FLAT {
        let variant = variant(name);
        let players = variant.players().nearest(4);
        let layout = second(&variant, players, BoardForm::Tokens);
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 3, |_, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let (codes, pieces) =
                (field(&layout, "window", &array), field(&layout, "window_pieces", &array));
            let Some(own) = sees.place(seat) else {
                assert!(codes.iter().all(|&code| code == 253), "{name}: no piece, no window");
                assert!(pieces.chunks(2).all(|piece| piece[1] == NOWHERE));
                return;
            };
            // Up is where the piece travels: away from the side at which it enters.
            assert!(pieces[0] == 12 && (pieces[1] == 4 || pieces[1] == 5), "{name}: {pieces:?}");
            let turn = (0..4)
                .map(Rotation::new)
                .find(|&turn| own.port().turned(turn).index() as u8 == pieces[1])
                .unwrap();
            turns.insert(turn.turns());
            let mut seen = vec![(NOWHERE, NOWHERE); players.into()];
            for (cell, &code) in codes.iter().enumerate() {
                // Turned back, a quarter at a time.
                let (mut right, mut down) = ((cell % 5) as i8 - 2, (cell / 5) as i8 - 2);
                for _ in 0..turn.turns() {
                    (right, down) = (down, -right);
                }
                let square = aside(own.square(), right, down, &sees);
                match square.map(|square| sees.content(square)) {
                    None => assert_eq!(code, 253, "{name}"),
                    Some(Content::Tile(tile)) => {
                        let turned = Laid::checked(code).unwrap();
                        for port in Port::all() {
                            let joined = tile.exit(port).turned(turn);
                            assert_eq!(turned.exit(port.turned(turn)), joined, "{name}");
                        }
                    }
                    Some(Content::Empty) => assert_eq!(code, 255),
                    Some(Content::Blocked) => assert_eq!(code, 254),
                    Some(Content::Haven) => assert_eq!(code, 250),
                    Some(other) => panic!("{name}: {other:?}"),
                }
                for other in SeatSet::first(players).iter() {
                    let place = sees.place(other).filter(|place| Some(place.square()) == square);
                    if let Some(place) = place {
                        let port = place.port().turned(turn).index() as u8;
                        let slot = (other.number() + players - seat.number()) % players;
                        seen[usize::from(slot)] = (cell as u8, port);
                    }
                }
            }
            let written: Vec<(u8, u8)> =
                pieces.chunks(2).map(|piece| (piece[0], piece[1])).collect();
            assert_eq!(written, seen, "{name}");
        });
    }
    assert!(turns.into_iter().eq(0..4), "a piece came from every side");
}

#[test]
fn the_own_piece_is_in_the_middle_of_the_window_on_every_board() {
    for name in ["kaiju-classic+doughnut", "portals", "globe", "globe+board.columns=3"] {
        let variant = variant(name);
        let players = variant.players().fewest();
        let layout = second(&variant, players, BoardForm::Tokens);
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 8, |_, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let pieces = field(&layout, "window_pieces", &array);
            let own = sees.place(seat).map(|_| 12);
            assert_eq!(own, (pieces[1] != NOWHERE).then_some(pieces[0]), "{name}");
        });
    }
}

#[test]
fn facts_threats_marks_and_counts_are_those_of_the_game() {
    let (mut threats, mut marks, mut counts) = (0, 0, 0);
    for name in ["classic", "seas", "storm-seas", "veterans", "lanterns", "globe", "solo-seas"] {
        let variant = variant(name);
        let players = variant.players().nearest(4);
        let layout = second(&variant, players, BoardForm::Tokens);
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 4, |_, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let features = sees.features();
            let facts = field(&layout, "piece_facts", &array);
            for other in SeatSet::first(players).iter() {
                let slot = usize::from((other.number() + players - seat.number()) % players);
                let known = features.pieces.iter().find(|piece| piece.seat == other);
                let expected = known.map_or([0; 6], |piece| {
                    [piece.ways, piece.room, piece.free, piece.crowd, piece.nearest, piece.danger]
                });
                assert_eq!(facts[6 * slot..6 * slot + 6], expected, "{name}");
            }
            let number = |square: Square| {
                usize::from(square.row() * sees.shape().columns() + square.column())
            };
            if layout.field("threat").is_some() {
                let threat = field(&layout, "threat", &array);
                for square in sees.shape().squares() {
                    let chance = threat[number(square)];
                    if sees.content(square) == Content::Blocked {
                        assert_eq!(chance, 255, "{name}: it is there");
                    }
                    threats += u32::from(chance > 0 && chance < 255);
                }
            }
            let mut shown = BTreeSet::new();
            sees.shows(|what| match what {
                crate::game::Shown::Mark(mark) => {
                    let plane = variant.marks().iter().position(|look| *look == mark.look);
                    shown.insert((plane.unwrap(), number(mark.square)));
                }
                crate::game::Shown::Table(decl, count) => {
                    let written = field(&layout, &format!("count:{}", decl.name), &array)[0];
                    // A seat is counted from the own one.
                    let expected = match count {
                        1.. if decl.is_seat => {
                            let players = u32::from(players);
                            (count - 1 + players - u32::from(seat.number())) % players + 1
                        }
                        _ => count,
                    };
                    assert_eq!(u32::from(written), expected.min(255), "{name}");
                    counts += 1;
                }
                crate::game::Shown::Seat(..) => {}
            });
            for (plane, _) in variant.marks().iter().enumerate() {
                for (square, &is) in
                    field(&layout, &format!("mark:{plane}"), &array).iter().enumerate()
                {
                    assert_eq!(shown.contains(&(plane, square)), is == 1, "{name}");
                    marks += u32::from(is);
                }
            }
        });
    }
    assert!(threats > 100 && marks > 20 && counts > 20, "{threats}, {marks}, {counts}");
}

#[test]
fn the_wide_outlook_tells_where_every_piece_goes_and_its_room() {
    for name in ["classic", "seas", "storm-seas", "portals", "globe", "islands"] {
        let variant = variant(name);
        let players = variant.players().nearest(4);
        let layout = second(&variant, players, BoardForm::Tokens).with_outlook();
        let width = layout.field("outlook").unwrap().shape[1];
        let mut array = vec![1; layout.len()];
        let mut moved = 0;
        let mut look = |game: &Game, seat: Seat, partial: &PartialExchange| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            if sees.legal().is_empty() {
                return;
            }
            let outlook = field(&layout, "outlook", &array);
            let seats = usize::from(players);
            let columns = sees.shape().columns();
            let number = |place: Place| place.square().row() * columns + place.square().column();
            sees.features_after(&sees.legal(), |tile, features| {
                let row = &outlook[usize::from(tile.code()) * width..][..width];
                let ahead = sees.outlook(tile);
                let own = features.pieces.iter().find(|piece| piece.seat == seat);
                assert_eq!(row[7], own.map_or(0, |piece| piece.room), "{name}");
                assert_eq!(row[8], ahead.danger);
                for other in SeatSet::first(players).iter() {
                    let slot = usize::from((other.number() + players - seat.number()) % players);
                    let by_seat = |entry: usize| row[9 + entry * seats + slot];
                    let piece = features.pieces.iter().find(|piece| piece.seat == other);
                    assert_eq!(by_seat(0) == 1, ahead.out.contains(other));
                    assert_eq!(by_seat(1), ahead.ways(other));
                    let Some(piece) = piece else {
                        assert_eq!((by_seat(2), by_seat(3), by_seat(4)), (NOWHERE, NOWHERE, 0));
                        continue;
                    };
                    let to = ahead.place(other);
                    assert_eq!(by_seat(2), number(to), "{name}");
                    assert_eq!(usize::from(by_seat(3)), to.port().index());
                    assert_eq!(by_seat(4), piece.room, "{name}");
                    moved += u32::from(other != seat && Some(to) != sees.place(other));
                }
            });
        };
        for seed in 0..8 {
            play_by_numbers(&variant, players, seed, |_, game, seat, partial| {
                look(game, seat, partial);
            });
        }
        assert!(moved > 0, "{name}: no other piece was moved");
    }
}

#[test]
fn there_is_no_third_layout() {
    let variant = variant("classic");
    let newest = *LAYOUTS.end();
    assert_eq!(
        Layout::of_version(newest + 1, &variant, 2, BoardForm::Tokens).unwrap_err(),
        LayoutError::Version { version: newest + 1 }
    );
    assert_eq!(
        LayoutError::Version { version: 3 }.to_string(),
        "there is no layout 3; there are the layouts 1 to 2"
    );
    let (old, new) = (
        Layout::new(&variant, 2, BoardForm::Tokens).unwrap(),
        second(&variant, 2, BoardForm::Tokens),
    );
    assert_eq!((old.version(), new.version()), (1, 2));
    assert_eq!(
        new.check(&old.describe()).unwrap_err().to_string(),
        "the described layout has `layout` 1, where this one has 2"
    );
}
