//! The draw for the luck of a game at a table before it begins (`docs/fair-luck.md`): each person
//! is bound to a number before any number is shown, and whoever does not show it in time is left
//! out of a new round.

use std::collections::HashSet;
use std::time::Duration;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro_faces::fair_seed::{FairSeed, commitment, is_commitment, is_number};
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentLot;

/// How long pages have to show their numbers.
pub(crate) const ROUND: Duration = Duration::from_secs(5);

/// The draw of a table.
pub(super) struct Draw {
    /// To which the server has been bound since the table was opened.
    secret: String,
    /// All commitments that were shown here: a copy adds nothing.
    shown: HashSet<String>,
    round: u32,
    lots: Vec<Lot>,
    left_out: Vec<Seat>,
}

/// The number of a person in a round.
struct Lot {
    seat: Seat,
    commitment: String,
    /// Once it is shown.
    number: Option<String>,
    /// To the number for the next round.
    next: Option<String>,
}

/// Why a copy of a commitment is refused.
pub(super) fn used() -> Refused {
    Refused::Bad("commitment: it has been used at this table".to_owned())
}

/// What a round has come to.
pub(super) enum Drawn {
    /// All have shown their numbers.
    Seed(String),
    /// Somebody has not: the others draw again.
    Again,
}

impl Draw {
    /// A draw whose server is bound to a secret.
    pub(super) fn new(secret: String) -> Self {
        Self { secret, shown: HashSet::new(), round: 0, lots: Vec::new(), left_out: Vec::new() }
    }

    /// To which the server is bound: not to be told before the game is over.
    pub(super) fn secret(&self) -> &str {
        &self.secret
    }

    /// Checks that somebody can be bound to a number.
    ///
    /// # Errors
    /// It is no commitment, or a copy of one that was shown.
    pub(super) fn check(&self, commitment: &str) -> Result<(), Refused> {
        if !is_commitment(commitment) {
            return Err(Refused::Bad("commitment: 64 hexadecimal digits".to_owned()));
        }
        if self.shown.contains(commitment) { Err(used()) } else { Ok(()) }
    }

    /// Begins a round with those who are bound; of the persons, `away` have left the table.
    pub(super) fn begin(&mut self, bound: Vec<(Seat, String)>, away: Vec<Seat>) {
        self.round += 1;
        self.left_out = away;
        self.shown.extend(bound.iter().map(|(_, commitment)| commitment.clone()));
        let lot = |(seat, commitment)| Lot { seat, commitment, number: None, next: None };
        self.lots = bound.into_iter().map(lot).collect();
    }

    /// A person shows a number, and is bound to another for the next round.
    ///
    /// # Errors
    /// The person does not take part, or has shown another number; or it is not the number to which
    /// the person was bound.
    pub(super) fn show(&mut self, seat: Seat, sent: &SentLot) -> Result<(), Refused> {
        let number = sent.number.as_deref().unwrap_or_default();
        let at = self.lots.iter().position(|lot| lot.seat == seat && lot.number.is_none());
        let at = at.ok_or(Refused::Stale)?;
        if !is_number(number) || commitment(number) != self.lots[at].commitment {
            return Err(Refused::Bad("number: it does not fit the commitment".to_owned()));
        }
        self.check(&sent.commitment)?;
        self.shown.insert(sent.commitment.clone());
        let lot = &mut self.lots[at];
        (lot.number, lot.next) = (Some(number.to_owned()), Some(sent.commitment.clone()));
        Ok(())
    }

    /// Whether all have shown their numbers.
    pub(super) fn is_complete(&self) -> bool {
        self.lots.iter().all(|lot| lot.number.is_some())
    }

    /// Ends a round: those who have not shown their numbers are left out of the next one, in which
    /// all numbers are new.
    ///
    /// # Errors
    /// There are too many numbers.
    pub(super) fn close(&mut self) -> Result<Drawn, Refused> {
        let is_complete = self.is_complete();
        let lots = std::mem::take(&mut self.lots);
        if is_complete {
            let numbers = lots.iter().filter_map(|lot| lot.number.clone()).collect();
            self.lots = lots;
            let seed = FairSeed::new(self.secret.clone(), numbers);
            let seed = seed.ok_or_else(|| Refused::Bad("luck: too many numbers".to_owned()));
            return Ok(Drawn::Seed(seed?.to_string()));
        }
        self.round += 1;
        for Lot { seat, next, .. } in lots {
            match next {
                Some(commitment) => {
                    self.lots.push(Lot { seat, commitment, number: None, next: None });
                }
                None => self.left_out.push(seat),
            }
        }
        Ok(Drawn::Again)
    }

    /// As all are told of it.
    pub(super) fn told(&self) -> Json {
        let lot = |lot: &Lot| json!({ "seat": lot.seat, "commitment": &lot.commitment });
        json!({
            "commitment": commitment(&self.secret),
            "round": self.round,
            "commitments": Json::list(self.lots.iter().map(lot)),
            "left_out": &self.left_out,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json as value};

    const SECRET: &str = "00112233445566778899aabbccddeeff";

    fn number(digit: u32) -> String {
        format!("{digit:032x}")
    }

    fn lot(shown: u32, next: u32) -> SentLot {
        SentLot { number: Some(number(shown)), commitment: commitment(&number(next)) }
    }

    /// A draw of seats 0 and up, who are bound to these numbers.
    fn draw(numbers: &[u32]) -> Draw {
        let mut draw = Draw::new(SECRET.to_owned());
        let bound = (0..).map(Seat::new).zip(numbers.iter().map(|own| commitment(&number(*own))));
        let bound: Vec<(Seat, String)> = bound.collect();
        draw.begin(bound, Vec::new());
        draw
    }

    fn told(draw: &Draw) -> Value {
        draw.told().into()
    }

    fn seed(draw: &mut Draw) -> FairSeed {
        let Ok(Drawn::Seed(seed)) = draw.close() else { panic!("somebody has shown no number") };
        FairSeed::parse(&seed).unwrap()
    }

    #[test]
    fn the_seed_has_all_numbers_in_the_order_of_the_list_whoever_shows_first() {
        for order in [[0, 1, 2], [2, 0, 1]] {
            let mut draw = draw(&[7, 8, 9]);
            for seat in order {
                assert!(!draw.is_complete());
                draw.show(Seat::new(seat), &lot(7 + u32::from(seat), 20 + u32::from(seat)))
                    .unwrap();
            }
            assert!(draw.is_complete());
            let seed = seed(&mut draw);
            assert_eq!(seed.numbers(), [7, 8, 9].map(number));
            assert_eq!(told(&draw)["commitment"], seed.commitment().as_str());
        }
    }

    #[test]
    fn nobody_shows_another_number_another_seats_or_two() {
        let mut draw = draw(&[7, 8]);
        let [ann, bea, cai] = [0, 1, 2].map(Seat::new);
        for wrong in [lot(8, 20), lot(9, 20)] {
            assert!(matches!(draw.show(ann, &wrong), Err(Refused::Bad(_))));
        }
        assert!(
            matches!(draw.show(cai, &lot(7, 20)), Err(Refused::Stale)),
            "nobody is bound there"
        );
        draw.show(ann, &lot(7, 20)).unwrap();
        assert!(matches!(draw.show(ann, &lot(7, 21)), Err(Refused::Stale)), "it is shown");
        assert!(matches!(draw.show(bea, &lot(8, 20)), Err(Refused::Bad(_))), "another's next one");
        assert!(!draw.is_complete());
        // What fits, but is no number, cannot get into a seed.
        let text = "not a number";
        let mut draw = Draw::new(SECRET.to_owned());
        draw.begin(vec![(ann, commitment(text))], Vec::new());
        let sent = SentLot { number: Some(text.to_owned()), commitment: commitment(&number(1)) };
        assert!(matches!(draw.show(ann, &sent), Err(Refused::Bad(_))));
    }

    #[test]
    fn a_copied_commitment_is_refused_also_in_later_rounds() {
        let mut draw = draw(&[7, 8]);
        for copied in [7, 8] {
            assert!(matches!(draw.check(&commitment(&number(copied))), Err(Refused::Bad(_))));
        }
        draw.show(Seat::new(0), &lot(7, 20)).unwrap();
        assert!(matches!(draw.close(), Ok(Drawn::Again)));
        for copied in [7, 8, 20] {
            assert!(draw.check(&commitment(&number(copied))).is_err(), "{copied}");
        }
        for wrong in [String::new(), number(1), commitment("x").to_uppercase()] {
            assert!(matches!(draw.check(&wrong), Err(Refused::Bad(_))), "{wrong}");
        }
    }

    #[test]
    fn who_withholds_is_left_out_and_named_and_the_others_draw_new_numbers() {
        let mut draw = draw(&[7, 8, 9]);
        for (seat, own) in [(0, 7), (2, 9)] {
            draw.show(Seat::new(seat), &lot(own, 20 + own)).unwrap();
        }
        assert!(matches!(draw.close(), Ok(Drawn::Again)));
        let second = told(&draw);
        assert_eq!((&second["round"], &second["left_out"]), (&value!(2), &value!([1])));
        assert_eq!(second["commitments"].to_string().matches("seat").count(), 2);
        assert!(matches!(draw.show(Seat::new(1), &lot(8, 30)), Err(Refused::Stale)), "too late");
        draw.show(Seat::new(0), &lot(27, 40)).unwrap();
        assert!(matches!(draw.close(), Ok(Drawn::Again)));
        draw.show(Seat::new(0), &lot(40, 41)).unwrap();
        assert_eq!(seed(&mut draw).numbers(), [number(40)], "no number that was known before");
        assert_eq!(told(&draw)["left_out"], value!([1, 2]));
    }

    #[test]
    fn where_all_withhold_the_server_is_bound_alone() {
        let mut draw = draw(&[7]);
        assert!(matches!(draw.close(), Ok(Drawn::Again)));
        assert!(draw.is_complete());
        assert!(seed(&mut draw).numbers().is_empty());
    }
}
