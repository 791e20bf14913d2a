//! How the pieces of several rules are numbered together, the pieces of guests after the pieces of
//! their hosts.

use super::contract::Rule;
use super::terms::Setup;
use crate::board::Shape;
use crate::game::basics::timing::TimingSet;
use crate::game::declare::event::EventRole;
use crate::game::pieces::supply::MAX_SUPPLY;

/// A rule that is a guest of another.
#[derive(Debug)]
pub(super) struct Guest {
    /// The index of the rule.
    pub rule: usize,
    /// The index of its host.
    pub host: usize,
    /// The number of its piece among the pieces of its host.
    pub number: u8,
    /// The moments at which it acts only where the rules of its host rest.
    pub while_resting: TimingSet,
}

/// The numbers of a rule's pieces among the pieces of all rules.
#[derive(Debug)]
pub(super) struct PieceNumbers {
    /// The index of the rule.
    pub rule: usize,
    /// The number of its first piece.
    pub first: u8,
    /// The number of its last piece.
    pub last: u8,
    /// The last number that its supply may have: that of its last guest.
    pub last_in_supply: u8,
    /// Whether a supply can have the numbers of all of them.
    pub fits: bool,
}

impl PieceNumbers {
    /// The piece's number within its rule; `None`: it is another rule's piece.
    pub(super) fn of_rule(&self, tile: u8) -> Option<u8> {
        (self.first..=self.last).contains(&tile).then(|| tile - self.first)
    }

    /// The piece's number among the pieces of all rules.
    pub(super) fn of_all(&self, tile: u8) -> Option<u8> {
        self.first.checked_add(tile).filter(|&tile| tile <= self.last)
    }

    /// As [`PieceNumbers::of_all`], for a number in the rule's supply, which also counts its
    /// guests' pieces.
    pub(super) fn of_supply(&self, tile: u8) -> Option<u8> {
        self.first.checked_add(tile).filter(|&tile| tile <= self.last_in_supply)
    }

    /// The number in its supply; `None`: it is another rule's.
    pub(super) fn in_supply(&self, tile: u8) -> Option<u8> {
        (self.first..=self.last_in_supply).contains(&tile).then(|| tile - self.first)
    }
}

/// The rules that are guests of others. One whose host is not there is none.
pub(super) fn guests(rules: &[Box<dyn Rule>]) -> Box<[Guest]> {
    let guest = |index: usize| {
        let decl = rules[index].decl().guest?;
        let host = rules.iter().position(|rule| rule.decl().name == decl.host.name)?;
        let number = u8::try_from(pieces_of(&*rules[host])?).ok()?.checked_add(decl.place)?;
        Some(Guest { rule: index, host, number, while_resting: decl.while_resting })
    };
    let mut guests: Vec<Guest> = (0..rules.len()).filter_map(guest).collect();
    guests.sort_by_key(|guest| guest.number);
    guests.into()
}

/// Numbers the pieces of the rules. The first rule with a supply comes first, so that another rule
/// beside it does not change its numbers. Before it comes a rule whose events have the numbers of
/// its pieces, since these are written as the rule knows them. A guest is numbered after the pieces
/// of its host.
pub(super) fn piece_numbers(rules: &[Box<dyn Rule>], guests: &[Guest]) -> Box<[PieceNumbers]> {
    let numbered =
        |rule: &dyn Rule| rule.decl().events.iter().any(|event| event.role == EventRole::Put);
    let supplied = |rule: &dyn Rule| {
        rule.supply(&rule.start(&Setup::new(2, &Shape::rectangle(3, 3)))).is_some()
    };
    let is_guest = |index: usize| guests.iter().any(|guest| guest.rule == index);
    let counted = rules.iter().enumerate().filter(|rule| !is_guest(rule.0));
    let mut owners: Vec<(usize, usize)> =
        counted.filter_map(|(index, rule)| Some((index, pieces_of(&**rule)?))).collect();
    let first = owners.iter().position(|&(index, _)| numbered(&*rules[index]));
    if let Some(first) =
        first.or_else(|| owners.iter().position(|&(index, _)| supplied(&*rules[index])))
    {
        owners[..=first].rotate_right(1);
    }
    let first = owners.first().map_or(0, |owner| owner.0);
    owners.retain(|owner| owner.1 > 0);
    // A rule that says nothing of the pieces that it may have is all right alone.
    if owners.is_empty() && !rules.is_empty() {
        owners.push((first, 0));
    }
    let (last, mut next, mut numbers) = (owners.len().saturating_sub(1), 0, Vec::new());
    for (at, &(rule, count)) in owners.iter().enumerate() {
        let Ok(first) = u8::try_from(next) else { break };
        let mut own = guests.iter().filter(|guest| guest.host == rule).peekable();
        // One that has no other behind it need not say how many there are.
        let open = at == last && own.peek().is_none();
        let end =
            if open { u8::MAX } else { (next + count).saturating_sub(1).min(u8::MAX.into()) as u8 };
        next += count;
        let host = numbers.len();
        numbers.push(PieceNumbers {
            rule,
            first,
            last: end,
            last_in_supply: end,
            fits: next <= MAX_SUPPLY,
        });
        for guest in own {
            let Some(number) = first.checked_add(guest.number) else { continue };
            next = next.max(usize::from(number) + 1);
            numbers[host].last_in_supply = numbers[host].last_in_supply.max(number);
            numbers.push(PieceNumbers {
                rule: guest.rule,
                first: number,
                last: number,
                last_in_supply: number,
                fits: false,
            });
        }
        numbers[host].fits = next <= MAX_SUPPLY;
    }
    numbers[..].sort_by_key(|numbers| numbers.first);
    numbers.into()
}

/// The number of pieces that a rule says to have before a game begins; `None`: it says nothing.
fn pieces_of(rule: &dyn Rule) -> Option<usize> {
    let supply = rule.supply(&rule.start(&Setup::new(2, &Shape::rectangle(3, 3))));
    let (faces, supplied) = (
        rule.faces().len(),
        supply.and_then(|supply| supply.iter().last()).map_or(0, |last| usize::from(last) + 1),
    );
    (faces > 0 || supply.is_some()).then(|| faces.max(supplied))
}
