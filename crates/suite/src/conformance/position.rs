//! Checks of a position between two turns.

use super::must_hold::{CheckResult, ILLEGAL, LEAK, LEGAL, POSITION, STUCK, TILES};
use serde_json::{Value, json};
use tsuro::board::{Face, KINDS, Laid, Rotation, Size, Square};
use tsuro::game::{GameSeed, Rng, Rule as _, Seat, State, View};
use tsuro::record::{ApplyError, answer, read_position, write_position};
use tsuro::rules::Rules;
use tsuro::ruleset::Variant;

/// Checks that board, hands, pile and box together hold the deck, face by face.
pub(super) fn count_tiles<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    boxed: &[u32; KINDS],
) -> CheckResult {
    let core = state.core();
    let mut found = *boxed;
    for square in rules.basics.grid().squares() {
        if let Some(tile) = core.board().tile(square) {
            found[tile.face().index()] += 1;
        }
    }
    let hands = if rules.basics.open() { 1 } else { core.seats() };
    for seat in (0..hands).map(Seat::new) {
        core.hand(seat).iter().for_each(|tile| found[tile.index()] += 1);
    }
    core.pile().iter().for_each(|tile| found[tile.index()] += 1);
    for face in Face::all_kinds() {
        let (there, deck) = (found[face.index()], u32::from(rules.basics.copies_of(face)));
        if there != deck {
            let why = format!("there are {there} tiles of face {face}, but {deck} in the deck");
            return Err((TILES, why));
        }
    }
    Ok(())
}

/// Checks a position between two turns: it can be read back, its legal placements are accepted and
/// others refused, and views leak nothing.
pub(super) fn check_position<Z: Size>(
    variant: &Variant,
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    position: &Value,
    seed: GameSeed,
) -> CheckResult {
    check_read_back(rules, position, seed)?;
    check_views(rules, state)?;
    let core = state.core();
    let faced = core.place(core.active()).square();
    // A piece that waits chooses its start mark first (V16).
    if core.board().is_blocked(faced)
        || !core.hand(core.active()).can_place()
        || core.waiting().contains(core.active())
    {
        return Ok(());
    }
    AskedPosition { variant, position }.check_placements(rules, state)
}

/// Checks that a position is read back as it was written.
fn check_read_back<Z: Size>(rules: &Rules<Z>, position: &Value, seed: GameSeed) -> CheckResult {
    let again = read_position(rules, position, seed)
        .map_err(|error| (POSITION, format!("the position is refused: {error}")))?;
    let written = write_position(rules, &again);
    if written == *position {
        return Ok(());
    }
    let differs = position
        .as_object()
        .into_iter()
        .flatten()
        .find(|(field, value)| written.get(field.as_str()) != Some(value));
    let field = differs.map_or("", |(field, _)| field.as_str());
    let why = format!("`{field}` is {} and comes back as {}", position[field], written[field]);
    Err((POSITION, why))
}

/// Checks that what a seat sees does not depend on what it cannot know: after the hidden part is
/// dealt again, every rule shows it the same.
fn check_views<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> CheckResult {
    for seat in (0..state.core().seats()).map(Seat::new) {
        let before = View::new(rules, state).observation(Some(seat)).rule_views();
        let mut rng = Rng::new(u64::from(state.core().turn()), u64::from(seat.number()));
        let mut other = state.clone();
        rules.list.redeal(other.own_mut(), seat, &mut rng);
        let after = View::new(rules, &other).observation(Some(seat)).rule_views();
        if before != after {
            let names = rules.list.parts().iter().map(|rule| rule.decl().name);
            let name = names
                .into_iter()
                .find(|name| before.get(name) != after.get(name))
                .unwrap_or_default();
            let (before, after) = (&before[name], &after[name]);
            let why = format!(
                "the rule {name:?} shows seat {seat} {before} and, after the hidden part is dealt \
                 again, {after}"
            );
            return Err((LEAK, why));
        }
    }
    Ok(())
}

/// A position as programs ask about it, through `tsuro apply`.
struct AskedPosition<'a> {
    variant: &'a Variant,
    position: &'a Value,
}

impl AskedPosition<'_> {
    /// What comes of a placement; without a tile, what can be placed.
    fn ask(&self, tile: Option<Laid>, square: Option<Square>) -> Result<Value, ApplyError> {
        let mut request = json!({ "position": self.position, "seed": "1" });
        if let Some(tile) = tile {
            request["place"] =
                json!({ "tile": tile.face().number(), "rotation": tile.rotation().turns() });
        }
        if let Some(square) = square {
            request["place"]["square"] = json!(square);
        }
        answer(self.variant, &request)
    }

    /// Checks that what is legal is accepted, that all else is refused, and that asking changes
    /// nothing.
    fn check_placements<Z: Size>(&self, rules: &Rules<Z>, state: &State<Rules<Z>>) -> CheckResult {
        let core = state.core();
        let asked = self.ask(None, None).map_err(|error| {
            (LEGAL, format!("the legal placements cannot be asked for: {error}"))
        })?;
        // What a rule asks instead of the placement comes first (W2), and is answered in whole
        // games.
        if asked.get("options").is_some() {
            return Ok(());
        }
        // For its team a seat may place on the square of each of its pieces (W7).
        let mates = core
            .mates(core.active())
            .iter()
            .filter(|&mate| rules.basics.for_team() && core.placed().contains(mate));
        let mut squares: Vec<Option<Square>> =
            mates.map(|mate| Some(core.place(mate).square())).collect();
        if squares.is_empty() {
            squares.push(None);
        }
        let legal: Vec<AnsweredPlacement> =
            asked["legal"].as_array().into_iter().flatten().map(answered_placement).collect();
        if legal.is_empty() {
            return Err((STUCK, format!("seat {} has no legal placement", core.active())));
        }
        let hand = core.hand(core.active());
        for (face, square) in
            hand.distinct().flat_map(|face| squares.iter().map(move |&square| (face, square)))
        {
            self.check_rotations(face, square, &legal)?;
        }
        // A face that is in no hand, and a special tile that is never placed.
        let wrong = [
            Face::all().find(|face| !hand.contains(*face)),
            hand.iter().find(|tile| tile.orientations() == 0),
        ];
        let is_taken = |face: &Face| self.ask(Some(Laid::new(*face, Rotation::NONE)), None).is_ok();
        if let Some(face) = wrong.into_iter().flatten().find(is_taken) {
            return Err((ILLEGAL, format!("tile {face} is not in the hand, and accepted")));
        }
        if self.ask(None, None).as_ref() != Ok(&asked) {
            let why = "the legal placements differ after refused placements".to_owned();
            return Err((ILLEGAL, why));
        }
        Ok(())
    }

    /// Checks that exactly the legal rotations of a face are accepted.
    fn check_rotations(
        &self,
        face: Face,
        square: Option<Square>,
        legal: &[AnsweredPlacement],
    ) -> CheckResult {
        for tile in face.rotations().map(|rotation| Laid::new(face, rotation)) {
            let placement = (
                u64::from(face.number()),
                u64::from(tile.rotation().turns()),
                square.map(|square| json!(square)),
            );
            match (legal.contains(&placement), self.ask(Some(tile), square)) {
                (true, Err(error)) => {
                    return Err((LEGAL, format!("{tile:?} is legal and refused: {error}")));
                }
                (false, Ok(_)) => {
                    return Err((ILLEGAL, format!("{tile:?} is not legal and accepted")));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A legal placement in an answer: tile, rotation, and the square where there are several.
type AnsweredPlacement = (u64, u64, Option<Value>);

fn answered_placement(entry: &Value) -> AnsweredPlacement {
    let number = |field: &str| entry[field].as_u64().unwrap_or(u64::MAX);
    (number("tile"), number("rotation"), entry.get("square").cloned())
}
