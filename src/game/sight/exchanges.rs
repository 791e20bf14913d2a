//! The exchanges from which a player can choose, one for each hand that can result (C12).

use crate::board::Face;
use crate::game::pieces::hand::Hand;
use crate::game::state::game_state::Exchange;

/// The most exchanges that are listed.
pub const MAX_EXCHANGES: usize = 1000;

/// The exchanges of `hand` with `offered` that lead to different hands which are allowed, at most
/// [`MAX_EXCHANGES`]. Exchanges with fewer swaps come first, so declining is the first. No face is
/// both given and taken, since a smaller exchange leads to the same hand.
pub(crate) fn exchanges(
    hand: Hand,
    offered: &[Face],
    allows: impl Fn(Hand) -> bool,
) -> Vec<Exchange> {
    let own = sorted(hand.iter());
    let offered = sorted(offered.iter().copied());
    let mut all = vec![Exchange::default()];
    for swaps in 1..=own.len().min(offered.len()) {
        let (gives, takes) = (choices(&own, swaps), choices(&offered, swaps));
        for gave in &gives {
            for took in takes.iter().filter(|took| took.iter().all(|tile| !gave.contains(tile))) {
                if all.len() == MAX_EXCHANGES {
                    return all;
                }
                all.extend(
                    Exchange::new(gave, took)
                        .into_iter()
                        .filter(|exchange| allows(exchange.applied(hand))),
                );
            }
        }
    }
    all
}

fn sorted(tiles: impl Iterator<Item = Face>) -> Vec<Face> {
    let mut tiles: Vec<Face> = tiles.collect();
    tiles.sort_unstable();
    tiles
}

/// The different ways to choose `count` of the sorted `tiles`, in ascending order, at most
/// [`MAX_EXCHANGES`].
fn choices(tiles: &[Face], count: usize) -> Vec<Vec<Face>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &tile) in tiles.iter().enumerate() {
        if index > 0 && tiles[index - 1] == tile {
            continue;
        }
        for mut rest in choices(&tiles[index + 1..], count - 1) {
            rest.insert(0, tile);
            all.push(rest);
            if all.len() == MAX_EXCHANGES {
                return all;
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn faces(numbers: &[u8]) -> Vec<Face> {
        numbers.iter().map(|&number| Face::new(number).unwrap()).collect()
    }

    #[test]
    fn c12_every_hand_that_an_exchange_can_give_is_listed_once() {
        for (own, offered) in [
            (&[1, 2, 3][..], &[4, 5][..]),
            (&[1, 1, 2], &[1, 2, 2, 3]),
            (&[7], &[7]),
            (&[1, 2], &[3, 4, 5, 6, 7, 8]),
        ] {
            let hand: Hand = faces(own).into_iter().collect();
            let listed = exchanges(hand, &faces(offered), |_| true);
            assert!(listed[0].is_empty());
            let hands: Vec<Vec<Face>> =
                listed.iter().map(|exchange| sorted(exchange.applied(hand).iter())).collect();
            let different: BTreeSet<&Vec<Face>> = hands.iter().collect();
            assert_eq!(different.len(), hands.len(), "{own:?} {offered:?}");
            // Every hand of the same size that can be chosen from all tiles can be had.
            let all = sorted(faces(own).into_iter().chain(faces(offered)));
            assert_eq!(hands.len(), choices(&all, own.len()).len(), "{own:?} {offered:?}");
        }
    }

    #[test]
    fn a_list_ends_at_the_most_exchanges() {
        let hand: Hand = faces(&[0, 1, 2, 3, 4]).into_iter().collect();
        assert_eq!(
            exchanges(hand, &faces(&(5..35).collect::<Vec<_>>()), |_| true).len(),
            MAX_EXCHANGES
        );
    }
}
