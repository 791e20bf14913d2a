//! What arrays say, against what the observation says.

use crate::board::{Content, FACES, Face, Place, Port, Square};
use crate::game::{
    Destination, Event, Knowledge, Luck, Observation, Phase, Rng, RuleSet, RunSeed, Seat, SeatSet,
    State, View, redeal, table, unchecked,
};
use crate::rules::hazard::names::PIECES;
use crate::ruleset::Variant;
use crate::session::Game;
use crate::tensor::fields::NOWHERE;
use crate::tensor::layout::PORTAL;
use crate::tensor::tests::{field, legal, play_by_numbers, tables, variant};
use crate::tensor::{BoardForm, Layout, PartialExchange, StateLayout};
use crate::with_rules;
use std::collections::BTreeSet;

/// The planes as a reader of the layout's description would make them, asking square by square.
fn slow_planes(layout: &Layout, sees: &Observation<'_>) -> Vec<u8> {
    let (columns, rows, seats) =
        (usize::from(sees.shape().columns()), usize::from(sees.shape().rows()), sees.seats());
    let area = columns * rows;
    let mut planes = Vec::new();
    let squares: Vec<Square> = (0..area)
        .map(|number| Square::new((number % columns) as u8, (number / columns) as u8))
        .collect();
    let mut plane = |is: &dyn Fn(Square) -> bool| {
        planes.extend(squares.iter().map(|&square| u8::from(is(square))));
    };
    for one in Port::all() {
        for other in Port::all().filter(|other| other.index() > one.index()) {
            plane(&|square| {
                matches!(
                    sees.content(square), Content::Tile(tile) if tile.exit(one) == other
                )
            });
        }
    }
    let me = sees.seat().unwrap();
    for away in 0..seats {
        let place = sees.place(Seat::new((me.number() + away) % seats));
        for port in Port::all() {
            plane(&|square| place == Some(Place::new(square, port)));
        }
    }
    plane(&|square| sees.place(me).is_some_and(|place| place.square() == square));
    if sees.shape().missing().next().is_some() {
        plane(&|square| sees.shape().missing().any(|missing| missing == square));
    }
    if !sees.shape().portals().is_empty() {
        plane(&|square| sees.shape().portals().iter().flatten().any(|&portal| portal == square));
    }
    if layout.field("blocked").is_some() {
        plane(&|square| sees.content(square) == Content::Blocked);
    }
    if layout.field("haven").is_some() {
        plane(&|square| sees.content(square) == Content::Haven);
    }
    if let Some(tiles) = layout.field(PIECES).map(|field| field.shape[0]) {
        let rule_pieces = sees.rule_pieces();
        for turns in 0..4 {
            plane(&|square| {
                rule_pieces.iter().any(|rule_piece| {
                    rule_piece.square == square && rule_piece.facing.turns() == turns
                })
            });
        }
        for tile in 0..tiles {
            plane(&|square| {
                rule_pieces.iter().any(|rule_piece| {
                    rule_piece.square == square && usize::from(rule_piece.tile) == tile
                })
            });
        }
    }
    planes
}

#[test]
fn planes_and_tokens_show_the_board_and_tokens_expand_to_the_planes() {
    let mut seen = BTreeSet::new();
    for (index, (name, variant, players)) in tables().enumerate() {
        let planes = Layout::new(&variant, players, BoardForm::Planes).unwrap();
        let tokens = Layout::new(&variant, players, BoardForm::Tokens).unwrap();
        let (mut array, mut short, mut expanded) =
            (vec![9; planes.len()], vec![9; tokens.len()], vec![9; planes.len()]);
        play_by_numbers(&variant, players, 100 + index as u64, |_, game, seat, partial| {
            for seat in [seat, Seat::new((seat.number() + 1) % players)] {
                let sees = game.observe(seat);
                planes.write(&sees, partial, &mut array);
                tokens.write(&sees, partial, &mut short);
                assert!(
                    array[..planes.board_len()] == slow_planes(&planes, &sees),
                    "{name}, {players} players, turn {}",
                    game.turn()
                );
                planes.expand(&tokens, &short, &mut expanded);
                assert!(expanded == array, "{name}");
                seen.extend(
                    field(&tokens, "squares", &short)
                        .iter()
                        .filter(|&&code| code >= PORTAL)
                        .copied(),
                );
                let held: usize =
                    field(&tokens, "hand", &short).iter().copied().map(usize::from).sum();
                assert_eq!(held, sees.hand().len());
                let pieces = field(&tokens, "pieces", &short);
                assert_eq!(pieces[1] == NOWHERE, sees.place(seat).is_none(), "{name}");
            }
        });
    }
    assert!(seen.into_iter().eq([PORTAL, 253, 254, 255]), "a code of a square was never written");
}

#[test]
fn what_is_not_seen_is_the_deck_without_board_box_and_seen_hands() {
    let mut boxed_anywhere = 0;
    for (index, (name, variant, players)) in tables().enumerate() {
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap();
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 200 + index as u64, |_, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let mut left: Vec<i32> = sees.copies().iter().map(|&count| count.into()).collect();
            let mut gone = |face: Face| left[face.index()] -= 1;
            for square in sees.shape().squares() {
                if let Content::Tile(tile) = sees.content(square) {
                    gone(tile.face());
                }
            }
            sees.hand().iter().for_each(&mut gone);
            sees.offered().into_iter().for_each(&mut gone);
            // Everybody saw what went into the box.
            for event in game.observe(seat).events() {
                if let crate::game::SeenEvent::Public(Event::WakeRemoved {
                    tile,
                    to: Destination::Box,
                    ..
                }) = event
                {
                    gone(tile);
                    boxed_anywhere += 1;
                }
            }
            let unseen: Vec<i32> =
                field(&layout, "unseen", &array).iter().map(|&count| count.into()).collect();
            assert_eq!(
                unseen[..FACES],
                left[..FACES],
                "{name}, {players} players, turn {}",
                game.turn()
            );
            // Special tiles can be out of the game for all to see: what all have seen is not in the
            // events alone.
            assert!(
                unseen.iter().zip(&left).all(|(unseen, left)| unseen <= left),
                "{name}: {unseen:?} {left:?}"
            );
        });
    }
    assert!(boxed_anywhere > 0, "no tile ever went into the box");
}

/// Plays a random game, and deals anew for every seat before every choice what that seat cannot
/// see. Returns how often the hidden part of the game was another one then.
fn deal_anew<R: RuleSet>(variant: &Variant, rules: &R, players: u8, seed: u64) -> (u32, u32) {
    // The second layout has all of the first one but for its outlook.
    let version = 1 + u32::from(!seed.is_multiple_of(4));
    let layout = Layout::of_version(version, variant, players, BoardForm::Planes).unwrap();
    let layout = layout.with_outlook();
    let whole = StateLayout::new(layout.clone());
    let luck_seed = RunSeed::new("anew").game(seed);
    let (mut luck, mut rng) = (Luck(luck_seed), Rng::new(seed, 2));
    let mut state: State<R> = table(rules, players);
    unchecked::deal_on(rules, &mut state, &mut luck, &mut ());
    let (mut array, mut other) = (vec![1; layout.len()], vec![2; layout.len()]);
    let (mut hidden, mut hidden_other) = (vec![3; whole.len()], vec![4; whole.len()]);
    let (mut changed, mut dealt) = (0, 0);
    let partial = PartialExchange::default();
    while unchecked::advance(rules, &mut state, &mut luck, &mut ()).decision().is_some() {
        for seat in SeatSet::first(players).iter() {
            layout.write(&View::new(rules, &state).observation(Some(seat)), &partial, &mut array);
            let view = View::new(rules, &state);
            whole.write(view, &view.observation(Some(seat)), &partial, &mut hidden);
            assert!(hidden[..layout.len()] == array, "a critic sees what the seat sees first");
            let mut anew = state.clone();
            redeal(rules, &mut anew, seat, &Knowledge::new(), &mut rng);
            let (before, after) = (
                View::new(rules, &state).observation(Some(seat)),
                View::new(rules, &anew).observation(Some(seat)),
            );
            layout.write(&after, &partial, &mut other);
            assert!(
                array == other,
                "{}: something hidden is in the array of seat {seat}",
                variant.name()
            );
            let actions = layout.actions();
            assert_eq!(legal(actions, &before, &partial), legal(actions, &after, &partial));
            whole.write(View::new(rules, &anew), &after, &partial, &mut hidden_other);
            changed += u32::from(hidden != hidden_other);
            dealt += 1;
        }
        let view = View::new(rules, &state);
        let choices = view.observation(Some(view.core().decider())).choices();
        let choice = choices[rng.below(choices.len() as u32) as usize].clone();
        unchecked::take(rules, &mut state, &choice, &mut luck, &mut ());
    }
    (changed, dealt)
}

#[test]
fn a_new_deal_of_everything_hidden_leaves_the_array_unchanged() {
    for (index, (name, variant, players)) in tables().enumerate() {
        // The outlook of the largest board takes long, and shows nothing that others do not.
        if players > 16 {
            continue;
        }
        let (changed, dealt) =
            with_rules!(variant.rules(), |rules| deal_anew(&variant, rules, players, index as u64));
        assert!(2 * changed > dealt, "{name}: of {dealt} deals only {changed} were others");
    }
}

#[test]
fn the_numbers_say_what_the_observation_says() {
    for (index, (name, variant, players)) in tables().enumerate() {
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap();
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 300 + index as u64, |space, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let seats: Vec<Seat> = SeatSet::first(players).clockwise_from(seat).collect();
            let of = |name: &str| field(&layout, name, &array);
            let each = |name: &str, is: &dyn Fn(Seat) -> usize| {
                let expected: Vec<u8> = seats.iter().map(|&seat| is(seat).min(255) as u8).collect();
                assert_eq!(of(name), expected, "{name} of {}", variant.name());
            };
            each("alive", &|seat| sees.alive().contains(seat).into());
            each("decides", &|seat| (sees.decider() == seat).into());
            each("active", &|seat| (sees.active() == seat).into());
            each("on_mark", &|seat| sees.on_start_mark().contains(seat).into());
            each("tiles", &|seat| sees.hand_len(seat));
            if layout.field("displaced").is_some() {
                each("displaced", &|seat| sees.displaced().contains(seat).into());
            }
            assert!(layout.field("displaced").is_some() || sees.displaced().is_empty());
            if layout.field("holder").is_some() {
                each("holder", &|seat| (sees.holder() == Some(seat)).into());
            }
            assert!(layout.field("holder").is_some() || sees.holder().is_none());
            assert_eq!(layout.field("points").is_some(), sees.scores().is_some());
            if let Some(scores) = sees.scores() {
                each("points", &|seat| scores[seat.index()].max(0) as usize);
            }
            if layout.field("tally:shots").is_some() {
                let shots = &sees.rule_views()["cannon"]["left"];
                each("tally:shots", &|seat| shots[seat.index()].as_u64().unwrap() as usize);
            }
            assert_eq!(of("pile")[0], sees.pile_len().min(255) as u8);
            assert_eq!((of("turn")[0], of("laid")[0]), (sees.turn().min(255) as u8, sees.laid()));
            assert_eq!(of("phase").iter().sum::<u8>(), 1);
            if let Some(question) = sees.question() {
                assert_eq!(
                    of("question").iter().position(|&entry| entry == 1),
                    space.question(&question)
                );
            }
            if layout.field("supply").is_some() {
                let supply = (0..)
                    .zip(of("supply"))
                    .filter(|entry| *entry.1 == 1)
                    .map(|entry| entry.0)
                    .collect();
                assert_eq!(Some(supply), sees.supply());
            }
            assert!(layout.field("supply").is_some() || sees.rule_pieces().is_empty(), "{name}");
            if sees.phase() == Phase::Exchange {
                let count = |name: &str| of(name).iter().copied().map(usize::from).sum::<usize>();
                assert_eq!(
                    (count("offered"), count("gave")),
                    (sees.offered().len(), partial.exchange().gave().len())
                );
                assert_eq!(count("took"), partial.exchange().took().len());
                assert_eq!(
                    of("giving").iter().position(|&entry| entry == 1),
                    partial.giving().map(Face::index)
                );
                assert_eq!(of("phase")[5], u8::from(partial.giving().is_some()));
            }
        });
    }
}

#[test]
fn an_onlooker_sees_the_table_as_the_first_seat_without_a_hand() {
    let game = Game::new("classic-advanced", 3, "any text").unwrap();
    let layout = Layout::new(game.variant(), 3, BoardForm::Tokens).unwrap();
    let written = |seat: Option<Seat>| {
        let mut array = vec![0; layout.len()];
        layout.write(&game.observe(seat), &PartialExchange::default(), &mut array);
        array
    };
    let (first, onlooker) = (written(Some(Seat::new(0))), written(None));
    for known in layout.fields() {
        let [seen, by_onlooker] =
            [&first, &onlooker].map(|array| field(&layout, &known.name, array));
        match known.name.as_str() {
            "hand" => assert_eq!((seen.iter().sum::<u8>(), by_onlooker.iter().sum::<u8>()), (3, 0)),
            "unseen" => {
                assert_eq!((seen.iter().sum::<u8>(), by_onlooker.iter().sum::<u8>()), (32, 35));
            }
            name => assert_eq!(seen, by_onlooker, "{name}"),
        }
    }
}

#[test]
fn the_outlook_has_a_row_for_every_legal_placement() {
    for name in ["classic", "seas", "storm-seas", "portals", "teams", "globe"] {
        let variant = variant(name);
        let players = variant.players().nearest(3);
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap().with_outlook();
        let width = layout.field("outlook").unwrap().shape[1];
        let mut array = vec![1; layout.len()];
        let mut rows = 0;
        play_by_numbers(&variant, players, 5, |_, game, seat, partial| {
            let sees = game.observe(seat);
            layout.write(&sees, partial, &mut array);
            let outlook = field(&layout, "outlook", &array);
            let may = sees.legal();
            for (code, row) in outlook.chunks(width).enumerate() {
                let Some(&tile) = may.iter().find(|tile| usize::from(tile.code()) == code) else {
                    assert!(row.iter().all(|&entry| entry == 0), "{name}: {code}");
                    continue;
                };
                rows += 1;
                let (ahead, fate) = (sees.outlook(tile), sees.fate(tile));
                assert_eq!(
                    row[..3],
                    [
                        1,
                        u8::from(fate.cause.is_none()),
                        fate.cause.map_or(0, |cause| cause.slot() as u8 + 1)
                    ]
                );
                assert_eq!((row[3], row[4]), (u8::from(fate.shares_wake), ahead.continuations));
                let (columns, to) = (sees.shape().columns(), ahead.to);
                let square = |to: Place| to.square().row() * columns + to.square().column();
                assert_eq!(
                    row[5..7],
                    [to.map_or(255, square), to.map_or(255, |to| to.port().index() as u8)]
                );
                for (away, seat) in SeatSet::first(players).clockwise_from(seat).enumerate() {
                    assert_eq!(row[7 + away], u8::from(ahead.out.contains(seat)));
                    assert_eq!(row[7 + usize::from(players) + away], ahead.ways(seat));
                }
            }
        });
        assert!(rows > 20, "{name}: {rows} rows");
    }
}

#[test]
fn what_a_seat_knows_of_other_hands_is_so() {
    let mut known = 0;
    // With short piles the tiles that were seen are soon drawn.
    let tables = [
        ("luxury-advanced+draw.returned=bottom", 11),
        ("exchange-for-all+draw.returned=bottom", 8),
        ("seas+four-tiles", 8),
    ];
    for (index, (name, players)) in tables.repeat(8).into_iter().enumerate() {
        let variant = variant(name);
        let layout = Layout::new(&variant, players, BoardForm::Tokens).unwrap().with_knowledge();
        let mut array = vec![0; layout.len()];
        play_by_numbers(&variant, players, 400 + index as u64, |_, game, seat, partial| {
            layout.write(&game.observe(seat), partial, &mut array);
            let position = game.position();
            for (row, other) in field(&layout, "known", &array)
                .chunks(FACES)
                .zip(SeatSet::first(players).clockwise_from(seat))
            {
                let hand = position["players"][other.index()]["hand"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                for (face, &count) in row.iter().enumerate() {
                    let held =
                        hand.iter().filter(|tile| tile.as_u64() == Some(face as u64)).count();
                    assert!(
                        usize::from(count) <= held,
                        "{name}: {other} is known to have {count} tiles {face}, and has {held}"
                    );
                    known += u32::from(count);
                }
            }
        });
    }
    assert!(known > 20, "only {known} tiles were known");
}
