//! Reads a position, and sets a game up at it.

use super::set_up::{
    changed_by_set_up, check_havens, check_under, own_field_of, sets_something_up,
};
use crate::board::{Face, Laid, Size, Square};
use crate::game::{
    self, Abilities, AskedAbout, AskedDraw, ChanceCounts, GameSeed, KeyWords, MAX_SEATS, Midst,
    PlayerPosition, Position, PositionError, PositionPhase, Purpose, Rule, RuleDecl, RulePiece,
    Seat, State, Timing, TimingSet,
};
use crate::record::fields::{
    Object, error, flag, kind, kinds, laid, list, number, object, place, rotation, seat,
    small_numbers, square, text,
};
use crate::rules::Rules;
use crate::rules::hazard::names::PIECES;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The fields of a position, as documented in `docs/formats/positions.md`.
pub const FIELDS: [&str; 23] = [
    "tiles",
    "players",
    "active",
    "pile",
    "dragon",
    "turn",
    "phase",
    "laid",
    "square",
    "must",
    "offered",
    "question",
    "travelled",
    "outcomes",
    PIECES,
    "blocked",
    "havens",
    "supply",
    "under",
    "boxed",
    "hand",
    "scores",
    "rule-state",
];

/// Reads a position and sets a game up at it. `seed` decides the order of a pile that is left out.
///
/// # Errors
/// The first field that is wrong.
pub fn read_position<Z: Size>(
    rules: &Rules<Z>,
    value: &Value,
    seed: GameSeed,
) -> Result<State<Rules<Z>>, PositionError> {
    let in_field = |decl: &RuleDecl| Some((decl.name, decl.in_field?));
    let own_fields: Vec<(&str, &str)> =
        rules.list.parts().iter().filter_map(|rule| in_field(rule.decl())).collect();
    let field_names: Vec<&str> = own_fields.iter().map(|field| field.1).collect();
    let fields = Object::outermost(object("position", value)?)
        .only(&[&FIELDS, &field_names[..]].concat())?;
    let position = read_fields(rules, &fields, seed)?;
    check_board(rules, &position)?;
    let mut state = game::set_up(rules, &position).map_err(in_json)?;
    restore_rules(rules, &mut state, &position, &fields, &own_fields)?;
    let of_haven = |tile: Face, square: Square| {
        own_field_of(rules, tile).map_or_else(|| square.to_string(), str::to_owned)
    };
    game::open_havens(rules, &mut state, fields.optional("pile", kinds)?.is_none(), of_haven)?;
    check_set_up_is_said(rules, &state, value)?;
    game::resume_question(rules, &mut state, &position)?;
    Ok(state)
}

/// The fields that say what the game itself has, with the pile that is left out.
fn read_fields<Z: Size>(
    rules: &Rules<Z>,
    fields: &Object<'_>,
    seed: GameSeed,
) -> Result<Position, PositionError> {
    let mut position = Position {
        phase: read_phase(rules, fields)?,
        outcomes: fields.optional("outcomes", read_outcomes)?.unwrap_or_default(),
        travelled: fields
            .optional("travelled", |field, value| list(field, value, seat))?
            .unwrap_or_default()
            .into_iter()
            .collect(),
        tiles: fields
            .optional("tiles", |field, value| list(field, value, read_tile))?
            .unwrap_or_default(),
        laid: 0,
        aim: fields.optional("square", square)?,
        players: Vec::new(),
        active: fields.needed("active", seat)?,
        open_hand: fields.optional("hand", kinds)?,
        pile: Vec::new(),
        holder: fields.optional("dragon", seat)?,
        turn: fields
            .optional("turn", |field, value| number(field, value, 0..=u32::MAX))?
            .unwrap_or(1),
        rule_pieces: fields
            .optional(PIECES, |field, value| {
                list(field, value, |field, value| read_rule_piece(rules, field, value))
            })?
            .unwrap_or_default(),
        blocked: fields
            .optional("blocked", |field, value| list(field, value, square))?
            .unwrap_or_default(),
        havens: fields
            .optional("havens", |field, value| list(field, value, square))?
            .unwrap_or_default(),
        supply: fields.optional("supply", |field, value| small_numbers(field, value, 0..=63))?,
        under: fields
            .optional("under", |field, value| small_numbers(field, value, 0..=63))?
            .unwrap_or_default(),
        scores: fields.optional("scores", |field, value| list(field, value, read_score))?,
    };
    position.laid = read_laid(fields, &position.phase)?;
    let is_start = position.phase.is_before_first_turn();
    position.players = fields.needed("players", |field, value| {
        list(field, value, |field, value| read_player(field, value, is_start))
    })?;
    if rules.basics.open && position.open_hand.is_none() {
        position.open_hand = Some(Vec::new());
    }
    let boxed = fields.optional("boxed", kinds)?.unwrap_or_default();
    position.pile = match fields.optional("pile", kinds)? {
        Some(pile) => pile,
        None => rest_of_deck(rules, &position, &boxed, seed)?,
    };
    Ok(position)
}

/// Checks that rules can have brought about what lies on the board and under the supply.
fn check_board<Z: Size>(rules: &Rules<Z>, position: &Position) -> Result<(), PositionError> {
    if !position.blocked.is_empty() && !rules.basics.abilities().contains(Abilities::BLOCKS) {
        return Err(error(
            "blocked",
            "only a rule from outside the program blocks squares without standing on them",
        ));
    }
    if !position.havens.is_empty() {
        check_havens(rules)?;
    }
    if !position.under.is_empty() {
        check_under(rules)?;
    }
    Ok(())
}

/// Gives the rules what the position says of their states: by their pieces, by `rule-state`, and in
/// fields of their own.
fn restore_rules<Z: Size>(
    rules: &Rules<Z>,
    state: &mut State<Rules<Z>>,
    position: &Position,
    fields: &Object<'_>,
    own_fields: &[(&str, &str)],
) -> Result<(), PositionError> {
    fields.optional(PIECES, |field, value| {
        let read =
            |field: &str, value: &Value| Ok((field.to_owned(), object(field, value)?.clone()));
        let entries = list(field, value, read)?;
        position
            .rule_pieces
            .iter()
            .zip(entries)
            .try_for_each(|(piece, entry)| set_piece_fields(rules, state, piece.tile, entry))
    })?;
    if let Some(saved) = fields.optional("rule-state", object)? {
        restore(rules, state, saved)?;
    }
    for (name, own_field) in own_fields {
        let restore = |field: &str, value: &Value| {
            let restored = rules.list.restore_one(state.own_mut(), name, value);
            restored.map_err(|why| error(field, why))
        };
        fields.optional(own_field, restore)?;
    }
    Ok(())
}

/// Checks that the position says what became of all that rules set up before the first turn.
fn check_set_up_is_said<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    value: &Value,
) -> Result<(), PositionError> {
    let saved = value.get("rule-state").and_then(Value::as_object);
    let unsaid = |name: &&str| {
        value.get(rules.list.field_of(name).unwrap_or(name)).is_none()
            && saved.is_none_or(|saved| !saved.contains_key(*name))
    };
    if let Some(name) = rules
        .list
        .saved(state.own())
        .map(|saved| saved.0)
        .filter(unsaid)
        .find(|name| sets_something_up(rules, state, name))
    {
        let why = format!(
            "missing: {name} sets something up before the first turn, and the position has to say \
             what became of it"
        );
        let field =
            rules.list.field_of(name).map_or_else(|| format!("rule-state.{name}"), str::to_owned);
        return Err(error(field, why));
    }
    let missing = |field: &&&str| value.get(**field).is_none();
    if let Some(field) = changed_by_set_up(rules, state.core().seats()).iter().find(missing) {
        let why = "missing: a rule blocks squares or lays tiles before the first turn, and the \
            position has to say what became of them";
        return Err(error(*field, why));
    }
    Ok(())
}

/// The same with the field named as in JSON, where the pieces of hazards and the token have their
/// first, oldest field names.
fn in_json(error: PositionError) -> PositionError {
    let names = [("rule_pieces", PIECES), ("token", "dragon")];
    let named = names
        .iter()
        .find_map(|(name, json)| Some(format!("{json}{}", error.field.strip_prefix(name)?)));
    PositionError { field: named.unwrap_or(error.field), ..error }
}

fn read_phase<Z: Size>(
    rules: &Rules<Z>,
    fields: &Object<'_>,
) -> Result<PositionPhase, PositionError> {
    let phase = fields.optional("phase", text)?;
    for (name, owner) in
        [("square", "place"), ("must", "relocate"), ("offered", "exchange"), ("question", "ask")]
    {
        if phase != Some(owner) {
            let why = format!("only a position in the phase \"{owner}\" has it");
            fields.optional(name, |field, _| Err::<(), _>(error(field, why)))?;
        }
    }
    Ok(match phase {
        None => PositionPhase::Turn,
        Some("start") => PositionPhase::Start,
        Some("return") => PositionPhase::Return,
        Some("relocate") => {
            PositionPhase::Relocate { must: fields.optional("must", flag)?.unwrap_or_default() }
        }
        Some("place") => PositionPhase::Place,
        Some("exchange") => {
            PositionPhase::Exchange { offered: fields.needed("offered", read_offered)? }
        }
        Some("ask") => {
            fields.needed("question", |field, value| read_question(rules, field, value))?
        }
        Some(other) => {
            return Err(error(
                "phase",
                format!(
                    "there is no phase {other:?}, only start, return, relocate, place, exchange \
                     and ask"
                ),
            ));
        }
    })
}

/// How many tiles the turn has laid; after a placement at least that one (V8).
fn read_laid(fields: &Object<'_>, phase: &PositionPhase) -> Result<u8, PositionError> {
    let laid = fields.optional("laid", |field, value| {
        if phase.has_laid() {
            return number(field, value, 0..=u8::MAX.into()).map(|laid| laid as u8);
        }
        Err(error(
            field,
            "only a position in the phase \"place\" or \"exchange\", or in a question \
            at or after a placement, has it",
        ))
    })?;
    Ok(laid.unwrap_or_else(|| phase.has_placed().into()))
}

fn read_question<Z: Size>(
    rules: &Rules<Z>,
    field: &str,
    value: &Value,
) -> Result<PositionPhase, PositionError> {
    let entry = Object::new(field, value)?.only(&["rule", "player", "when", "about"])?;
    let rule = entry.needed("rule", text)?;
    let about = entry.optional("about", read_about)?;
    let when = entry.optional("when", moment)?;
    let moments: Vec<Timing> = rules.list.timings_of(rule).iter().collect();
    // The occasion says at which of these moments it can be asked.
    let possible = match about {
        Some(AskedAbout::Piece(_)) => TimingSet::new(&[Timing::Threat]),
        Some(AskedAbout::Placed(..)) => TimingSet::new(&[Timing::Threat, Timing::Ahead]),
        Some(AskedAbout::Drew(_)) => TimingSet::new(&[Timing::Drawn]),
        None => rules
            .list
            .timings_of(rule)
            .without(TimingSet::NESTED.or(TimingSet::new(&[Timing::Ahead, Timing::Travelled]))),
    };
    let fitting: Vec<Timing> =
        moments.iter().copied().filter(|&moment| possible.contains(moment)).collect();
    let at = match (when, &moments[..]) {
        (_, []) => {
            return Err(error(
                format!("{field}.rule"),
                format!("the rule set has no rule {rule:?} that could ask"),
            ));
        }
        (None, &[only]) => only,
        (None, _) if fitting.len() == 1 => fitting[0],
        (Some(when), moments) if moments.contains(&when) => when,
        (_, moments) => {
            let words: Vec<&str> = moments.iter().map(|moment| moment.word()).collect();
            return Err(error(
                format!("{field}.when"),
                format!("the rule {rule:?} acts at {}", words.join(", ")),
            ));
        }
    };
    Ok(PositionPhase::Ask {
        rule: rule.to_owned(),
        player: entry.needed("player", seat)?,
        at,
        about,
    })
}

/// The occasion of a question that interrupts something else.
fn read_about(field: &str, value: &Value) -> Result<AskedAbout, PositionError> {
    const OF_A_DRAW: [&str; 7] = ["drew", "by", "further", "next", "drawn", "token", "midst"];
    let entry = Object::new(field, value)?.only(&[&[PIECES, "placed"], &OF_A_DRAW[..]].concat())?;
    let kinds = [PIECES, "placed", "drew"]
        .map(|kind| value.get(kind).is_some_and(|value| !value.is_null()));
    if kinds.iter().filter(|&&is_there| is_there).count() != 1 {
        return Err(error(field, format!("exactly one of {PIECES}, placed and drew is needed")));
    }
    if kinds[2] {
        return read_draw(&entry).map(AskedAbout::Drew);
    }
    for name in OF_A_DRAW {
        entry.optional(name, |field, _| Err::<(), _>(error(field, "only a drawn tile has it")))?;
    }
    if kinds[1] {
        let (square, tile) = entry.needed("placed", read_tile)?;
        return Ok(AskedAbout::Placed(square, tile));
    }
    entry.needed(PIECES, square).map(AskedAbout::Piece)
}

fn read_draw(entry: &Object<'_>) -> Result<AskedDraw, PositionError> {
    let read_further = |field: &str, value: &Value| {
        let entry = Object::new(field, value)?.only(&["player", "tile"])?;
        Ok((entry.needed("player", seat)?, entry.needed("tile", kind)?))
    };
    let read_midst = |field: &str, value: &Value| {
        let entry = Object::new(field, value)?.only(&["when", "rule", "begun"])?;
        let at = entry.needed("when", moment)?;
        let rule = entry.optional("rule", text)?;
        Ok(match rule {
            Some(rule) if entry.optional("begun", flag)?.unwrap_or_default() => {
                Midst::within(rule, at)
            }
            rule => Midst::before(rule, at),
        })
    };
    let mut draw = AskedDraw::new(entry.needed("drew", kind)?);
    draw.by = entry.optional("by", seat)?;
    draw.further = entry
        .optional("further", |field, value| list(field, value, read_further))?
        .unwrap_or_default();
    draw.next = entry.optional("next", seat)?;
    draw.drawn = entry
        .optional("drawn", |field, value| number(field, value, 0..=u8::MAX.into()))?
        .unwrap_or_default() as u16;
    draw.token_is_due = entry.optional("token", flag)?.unwrap_or_default();
    draw.midst = entry.optional("midst", read_midst)?;
    Ok(draw)
}

fn moment(field: &str, value: &Value) -> Result<Timing, PositionError> {
    let word = text(field, value)?;
    Timing::from_word(word).ok_or_else(|| error(field, format!("there is no moment {word:?}")))
}

fn read_offered(field: &str, value: &Value) -> Result<Vec<(Seat, Vec<Face>)>, PositionError> {
    let mut offered = Vec::new();
    for (seat, hand) in object(field, value)? {
        let path = format!("{field}.{seat}");
        let number =
            seat.parse().ok().and_then(|number: u64| Seat::checked(number, MAX_SEATS as u8));
        let number = number.ok_or_else(|| {
            error(&path, "the name of the field has to be a seat, counted from 0")
        })?;
        offered.push((number, kinds(&path, hand)?));
    }
    offered.sort_by_key(|&(seat, _)| seat);
    Ok(offered)
}

fn read_outcomes(field: &str, value: &Value) -> Result<ChanceCounts, PositionError> {
    ChanceCounts::deserialize(value).map_err(|why| error(field, why.to_string()))
}

fn read_tile(field: &str, value: &Value) -> Result<(Square, Laid), PositionError> {
    let entry = Object::new(field, value)?.only(&["square", "tile", "rotation"])?;
    Ok((entry.needed("square", square)?, laid(&entry)?))
}

fn read_player(
    field: &str,
    value: &Value,
    is_start: bool,
) -> Result<Option<PlayerPosition>, PositionError> {
    let entry = Object::new(field, value)?.only(&[
        "at",
        "started",
        "hand",
        "displaced",
        "waits",
        "lives",
        "owed",
        "out",
    ])?;
    if entry.optional("out", flag)?.unwrap_or_default() {
        for name in ["at", "started", "hand", "displaced", "waits", "lives", "owed"] {
            entry.optional(name, |field, _| {
                Err::<(), _>(error(field, "an eliminated player has none"))
            })?;
        }
        return Ok(None);
    }
    let waits = entry.optional("waits", flag)?.unwrap_or_default();
    if waits {
        for name in ["at", "started", "displaced"] {
            entry.optional(name, |field, _| {
                Err::<(), _>(error(field, "a player whose piece waits has none"))
            })?;
        }
    }
    let at = if is_start || waits {
        entry.optional("at", place)?
    } else {
        Some(entry.needed("at", place)?)
    };
    Ok(Some(PlayerPosition {
        at,
        started: entry.optional("started", flag)?,
        hand: entry.optional("hand", kinds)?.unwrap_or_default(),
        displaced: entry.optional("displaced", flag)?.unwrap_or_default(),
        waits,
        lives: entry
            .optional("lives", |field, value| number(field, value, 1..=9))?
            .map(|lives| lives as u8),
        owed: entry
            .optional("owed", |field, value| number(field, value, 0..=5))?
            .unwrap_or_default() as u8,
    }))
}

fn read_rule_piece<Z: Size>(
    rules: &Rules<Z>,
    field: &str,
    value: &Value,
) -> Result<RulePiece, PositionError> {
    let tile = value.get("tile").and_then(Value::as_u64).and_then(|tile| u8::try_from(tile).ok());
    let more = tile.map_or(&[][..], |tile| rules.list.piece_field_names(tile));
    let entry = Object::new(field, value)?.only(&[&["tile", "square", "facing"], more].concat())?;
    Ok(RulePiece {
        tile: entry.needed("tile", |field, value| number(field, value, 0..=u8::MAX.into()))? as u8,
        square: entry.needed("square", square)?,
        facing: entry.needed("facing", rotation)?,
    })
}

/// Gives a rule what a position says of one of its pieces beside number, square and direction.
fn set_piece_fields<Z: Size>(
    rules: &Rules<Z>,
    state: &mut State<Rules<Z>>,
    tile: u8,
    (field, mut entry): (String, Map<String, Value>),
) -> Result<(), PositionError> {
    let names = rules.list.piece_field_names(tile);
    entry.retain(|name, value| names.contains(&name.as_str()) && !value.is_null());
    let set = rules.list.set_piece_fields(state.own_mut(), tile, &entry);
    set.map_err(|fault| error(format!("{field}.{}", fault.field), fault.why))
}

fn read_score(field: &str, value: &Value) -> Result<i64, PositionError> {
    value.as_i64().ok_or_else(|| error(field, format!("a whole number is needed, not {value}")))
}

/// The pile that a position leaves out: every tile of the deck that is nowhere else, in an order
/// that the seed decides.
fn rest_of_deck<Z: Size>(
    rules: &Rules<Z>,
    position: &Position,
    boxed: &[Face],
    seed: GameSeed,
) -> Result<Vec<Face>, PositionError> {
    let mut left: Vec<Face> =
        rules.basics.deck.iter().filter_map(|&tile| Face::of_tile(tile)).collect();
    let hands = position
        .players
        .iter()
        .flatten()
        .flat_map(|player| &player.hand)
        .chain(position.open_hand.iter().flatten());
    let elsewhere = position.tiles.iter().map(|tile| ("tiles", tile.1.face()));
    let elsewhere = elsewhere.chain(position.offered().map(|face| ("offered", face)));
    let elsewhere = elsewhere.chain(
        position.phase.placed().map(|placed| ("question.about.placed.tile", placed.1.face())),
    );
    let elsewhere = elsewhere
        .chain(hands.map(|&face| ("players", face)))
        .chain(boxed.iter().map(|&face| ("boxed", face)));
    for (field, face) in elsewhere {
        let copies = rules.basics.copies[face.index()];
        let index = left.iter().position(|&tile| tile == face);
        left.remove(index.ok_or_else(|| {
            error(
                field,
                format!("more than {copies} of tile {face}, which is all that the deck has"),
            )
        })?);
    }
    let len = left.len();
    seed.stream(Purpose::Deck, 0, 0, 0).shuffle(len, |one, other| left.swap(one, other));
    Ok(left)
}

/// Restores the states of rules, by the names of the rules.
fn restore<Z: Size>(
    rules: &Rules<Z>,
    state: &mut State<Rules<Z>>,
    saved: &Map<String, Value>,
) -> Result<(), PositionError> {
    saved.iter().try_for_each(|(name, value)| {
        if let Some(own) = rules.list.field_of(name) {
            let restored = rules.list.restore_pending_of(state.own_mut(), name, value);
            return restored.map_err(|why| {
                error(
                    format!("rule-state.{name}"),
                    format!("{why}; the position has a field \"{own}\" for the rest"),
                )
            });
        }
        rules
            .list
            .restore_one(state.own_mut(), name, value)
            .map_err(|why| error(format!("rule-state.{name}"), why))
    })
}
