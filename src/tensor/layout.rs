//! [`Layout`]: what the bytes of an array mean, under one rule set at a table of one size.

use super::fields::{ArrayField, BoardForm, FieldList, JOINS};
use super::near::{Near, NearTraits, neighbours};
use super::space::{ActionSpace, has_relocation};
use crate::board::{CLOSED, Laid, Port};
use crate::game::{CountDecl, PlayerCounts, RuleSet, Shown, View, table};
use crate::json::Json;
use crate::rules::hazard::names::{PIECE_FACING, PIECES};
use crate::ruleset::Variant;
use crate::with_rules;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The version of the action numbers and arrays that [`Layout::new`] makes. A policy that was
/// trained with one cannot read another.
pub const LAYOUT: u32 = 1;

/// The versions of arrays that there are. The action numbers are the same in all.
///
/// Layout 2 has what layout 1 has, and facts about every piece, the board round the own piece turned
/// as that piece travels, how likely what blocks squares comes to each square, and the marks and
/// counts of rules. Its outlook tells where every piece would stand and how much room it would have
/// there.
pub const LAYOUTS: RangeInclusive<u32> = LAYOUT..=2;

/// Code of a portal's square in tokens; the other codes are the codes of
/// [`Observation::codes`](crate::game::Observation::codes).
pub(super) const PORTAL: u8 = CLOSED - 1;
/// The number of rows of the outlook: one for each number of a placement.
pub(super) const OUTLOOK_ROWS: usize = Laid::LIMIT as usize;
/// The entries of a row of the outlook in layout 1 before the entries by seat.
pub(super) const OUTLOOK_OWN: usize = 7;

/// Why there is no layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The rule set is for other numbers of players.
    #[error("{players} players, where {allowed} can play")]
    Players {
        /// How many were asked for.
        players: u8,
        /// How many can play.
        allowed: PlayerCounts,
    },
    /// There is no such version.
    #[error(
        "there is no layout {version}; there are the layouts {} to {}", LAYOUTS.start(),
        LAYOUTS.end()
    )]
    Version {
        /// The version that was asked for.
        version: u32,
    },
    /// A description is that of another layout.
    #[error("the described layout has `{part}` {found}, where this one has {own}")]
    Other {
        /// What differs first: `layout`, `rules_hash`, `players`, `form`, or `len` where the fields
        /// differ.
        part: &'static str,
        /// What the description has.
        found: Value,
        /// What this layout has.
        own: Value,
    },
}

/// What an array holds of what a seat sees: bytes, the board first, then a row of numbers.
///
/// Seats are counted clockwise from the one that looks: 0 is that seat itself, 1 the next one. What
/// a rule set does not have is left out, so the layout depends on the rule set and the number of
/// players. Numbers above 255 are written as 255.
#[derive(Debug, Clone)]
pub struct Layout {
    pub(super) actions: Arc<ActionSpace>,
    version: u32,
    /// What layout 2 adds.
    pub(super) near: Option<Box<Near>>,
    pub(super) form: BoardForm,
    pub(super) seats: u8,
    pub(super) columns: u8,
    pub(super) rows: u8,
    /// The squares on which nothing can lie, by number, and whether they are portals.
    pub(super) closed: Vec<(u8, bool)>,
    /// The number of pieces that the rules have, on the board and in the supply.
    pub(super) rule_pieces: u8,
    /// The number of kinds of tiles: 35 where there are no special ones.
    pub(super) kinds: usize,
    /// Whether rules hide squares.
    pub(super) hides: bool,
    pub(super) fields: Vec<ArrayField>,
    pub(super) at: Offsets,
    pub(super) len: usize,
    rules: String,
    hash: String,
}

/// Where the fields begin; `None`: the layout does not have the field.
#[derive(Debug, Clone, Default)]
pub(super) struct Offsets {
    // Planes: offsets in bytes, as all others.
    pub pieces: usize,
    pub facing: usize,
    pub missing: Option<usize>,
    pub portal: Option<usize>,
    pub blocked: Option<usize>,
    /// Whether something special was laid on the square.
    pub haven: Option<usize>,
    pub hidden: Option<usize>,
    pub piece_facing: usize,
    pub piece_tile: usize,
    // Numbers, in either form.
    pub phase: usize,
    pub question: usize,
    pub alive: usize,
    pub decides: usize,
    pub active: usize,
    pub on_mark: usize,
    pub displaced: Option<usize>,
    pub holder: Option<usize>,
    pub tiles: usize,
    pub points: Option<usize>,
    /// The name of what is counted, and the field.
    pub tallies: Vec<(&'static str, usize)>,
    pub pile: usize,
    pub hand: usize,
    pub unseen: usize,
    /// Tiles offered, given, being given, and taken.
    pub exchange: Option<usize>,
    pub supply: Option<usize>,
    pub outlook: Option<usize>,
    pub known: Option<usize>,
}

/// What a rule set has that arrays tell of.
#[expect(clippy::struct_excessive_bools, reason = "each is a yes or no of its own")]
struct RuleTraits {
    token: bool,
    hazards: bool,
    hides: bool,
    havens: bool,
    points: bool,
    rule_pieces: u8,
    supply: bool,
    tallies: Vec<&'static str>,
    open: bool,
    turn_tiles: u8,
    kinds: usize,
}

impl RuleTraits {
    fn new<R: RuleSet>(rules: &R, seats: u8, hazards: bool) -> Self {
        let state = table(rules, seats);
        let (mut tallies, mut points) = (Vec::new(), false);
        let view = View::new(rules, &state);
        let sees = view.observation(None);
        sees.shows(|shown| match shown {
            Shown::Seat(decl, ..) if !tallies.contains(&decl.name) => tallies.push(decl.name),
            _ => {}
        });
        sees.each_points(|_, _| points = true);
        let supply = sees.supply();
        let supplied = supply.and_then(|supply| supply.iter().last()).map_or(0, |last| last + 1);
        let faces = sees.piece_faces().len().min(u8::MAX.into()) as u8;
        Self {
            token: rules.basics().token().is_some(),
            hazards,
            hides: rules.basics().hides(),
            havens: rules.basics().places_specials(),
            points,
            rule_pieces: supplied.max(faces),
            supply: supply.is_some(),
            tallies,
            open: rules.basics().open(),
            turn_tiles: rules.basics().turn_tiles(),
            kinds: rules.basics().kinds(),
        }
    }
}

impl Layout {
    /// The layout of what a seat sees at a table of `players`, in version [`LAYOUT`].
    ///
    /// # Errors
    /// If the rule set is not for this number of players.
    pub fn new(variant: &Variant, players: u8, form: BoardForm) -> Result<Self, LayoutError> {
        Self::of_version(LAYOUT, variant, players, form)
    }

    /// The layout of what a seat sees at a table of `players`, in one of the [versions](LAYOUTS).
    ///
    /// # Errors
    /// If there is no such version, or the rule set is not for this number of players.
    pub fn of_version(
        version: u32,
        variant: &Variant,
        players: u8,
        form: BoardForm,
    ) -> Result<Self, LayoutError> {
        if !LAYOUTS.contains(&version) {
            return Err(LayoutError::Version { version });
        }
        let allowed = variant.players();
        if !allowed.contains(players) {
            return Err(LayoutError::Players { players, allowed });
        }
        let actions = Arc::new(ActionSpace::new(variant));
        let (rule_traits, shape) = with_rules!(variant.rules(), |rules| {
            (
                RuleTraits::new(rules, players, has_relocation(variant)),
                rules.basics.grid().shape().clone(),
            )
        });
        let (columns, rows) = (shape.columns(), shape.rows());
        let closed: Vec<(u8, bool)> = (0..=u8::MAX)
            .zip(shape.rectangle_squares())
            .filter(|&(_, square)| !shape.takes_tiles(square))
            .map(|(number, square)| (number, shape.twin(square).is_some()))
            .collect();
        let mut list = FieldList::default();
        let mut at = Offsets::default();
        let sizes = [usize::from(rows), usize::from(columns)];
        match form {
            BoardForm::Planes => {
                planes(&mut list, &mut at, sizes, players.into(), &rule_traits, &closed);
            }
            BoardForm::Tokens => tokens(&mut list, sizes, players.into(), &rule_traits, &closed),
        }
        numbers(&mut list, &mut at, &actions, players.into(), &rule_traits);
        let near = (version > 1).then(|| {
            let is_tally = |decl: &&CountDecl| rule_traits.tallies.contains(&decl.name);
            let of_table = variant.counts().iter().copied().filter(|decl| !is_tally(decl));
            let (drifts, neighbours) = with_rules!(variant.rules(), |rules| (
                rules.basics.drift.is_some(),
                neighbours(rules.basics.grid())
            ));
            let has = NearTraits {
                form,
                seats: players.into(),
                rows,
                columns,
                hides: rule_traits.hides,
                drifts,
                marks: variant.marks(),
                counts: of_table.collect(),
                neighbours,
            };
            Box::new(Near::new(&mut list, has))
        });
        Ok(Self {
            actions,
            version,
            near,
            form,
            seats: players,
            columns,
            rows,
            closed,
            rule_pieces: rule_traits.rule_pieces,
            kinds: rule_traits.kinds,
            hides: rule_traits.hides,
            fields: list.fields,
            at,
            len: list.len,
            rules: variant.name().to_owned(),
            hash: variant.hash().to_owned(),
        })
    }

    /// The same layout, and after it the outlook: for each legal placement what it would do, as
    /// bots that are programs get it. It takes more time than all else, and is what makes a bot
    /// like `greedy` strong.
    #[must_use]
    pub fn with_outlook(mut self) -> Self {
        if self.at.outlook.is_none() {
            let mut list = FieldList { fields: std::mem::take(&mut self.fields), len: self.len };
            let own = "a row for each placement by its action number, all 0 unless it is legal \
                       now: 1; 1 if the own piece lives; why not: 1 edge, 2 collision, 3 loop, 4 a \
                       rule; 1 if two pieces would share a wake; placements of the tiles left that \
                       would keep it alive next; square and port to which it goes, 255 if it is out";
            let seats = "by seat, 1 if the piece would be out; by seat, the open ways of the piece, \
                         0-7";
            let meaning = if self.near.is_some() {
                format!(
                    "{own}; the empty squares that it could reach from there; the chance, of 255, \
                     that what blocks squares comes upon it before its next tile; {seats}; by \
                     seat, the square that the piece would face, 255 if it is not on the board; by \
                     seat, its port, likewise; by seat, the empty squares that it could reach"
                )
            } else {
                format!("{own}; {seats}")
            };
            let width = self.outlook_width();
            self.at.outlook = Some(list.add("outlook", &[OUTLOOK_ROWS, width], meaning));
            (self.fields, self.len) = (list.fields, list.len);
        }
        self
    }

    /// The length of a row of the outlook.
    pub(super) fn outlook_width(&self) -> usize {
        let seats = usize::from(self.seats);
        if self.near.is_some() { OUTLOOK_OWN + 2 + 5 * seats } else { OUTLOOK_OWN + 2 * seats }
    }

    /// The same layout, and after it what the seat [knows](crate::game::Observation::knowledge) of
    /// the hands of others because it has followed tiles. It is 0 for observations without a
    /// memory.
    #[must_use]
    pub fn with_knowledge(mut self) -> Self {
        if self.at.known.is_none() {
            let mut list = FieldList { fields: std::mem::take(&mut self.fields), len: self.len };
            let meaning = "tiles of each face that the seat knows to be in the hand of a seat, \
                because it has followed them";
            self.at.known = Some(list.add("known", &[self.seats.into(), self.kinds], meaning));
            (self.fields, self.len) = (list.fields, list.len);
        }
        self
    }

    /// Whether the array has what the seat knows of other hands, for which a game has to be
    /// remembered.
    pub const fn has_knowledge(&self) -> bool {
        self.at.known.is_some()
    }

    /// Checks that a policy that was trained with the layout `described` can be given this one.
    ///
    /// # Errors
    /// The first part of the description that is another.
    pub fn check(&self, described: &Value) -> Result<(), LayoutError> {
        let own = self.describe();
        let mut parts = ["layout", "rules_hash", "players", "form", "fields"].into_iter();
        match parts.find(|&part| described[part] != own[part]) {
            None => Ok(()),
            // The fields are too long to be shown; their sum is in the message.
            Some("fields") => Err(LayoutError::Other {
                part: "len",
                found: described["len"].clone(),
                own: own["len"].clone(),
            }),
            Some(part) => Err(LayoutError::Other {
                part,
                found: described[part].clone(),
                own: own[part].clone(),
            }),
        }
    }

    /// The actions of the rule set.
    pub fn actions(&self) -> &Arc<ActionSpace> {
        &self.actions
    }

    /// Whether the layout was made for rules that mean the same.
    pub fn is_of(&self, variant: &Variant) -> bool {
        self.hash == variant.hash()
    }

    /// Its version.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// How the board is written.
    pub const fn form(&self) -> BoardForm {
        self.form
    }

    /// The number of seats at the table.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The length of the array in bytes.
    #[expect(clippy::len_without_is_empty, reason = "no array is empty")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The fields of the array, in their order.
    pub fn fields(&self) -> &[ArrayField] {
        &self.fields
    }

    /// The field of this name; `None`: the rule set or the form has none.
    pub fn field(&self, name: &str) -> Option<&ArrayField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The number of bytes before the fields that both forms have.
    pub(super) const fn board_len(&self) -> usize {
        self.at.phase
    }

    /// The layout as JSON: its version, the rule set and its hash, the number of players, every
    /// field, and the groups of actions.
    pub fn describe(&self) -> Value {
        self.describe_in_order().into()
    }

    /// As [`Layout::describe`], with the fields in the documented order.
    pub(super) fn describe_in_order(&self) -> Json {
        let mut described = Json::Object(Vec::new());
        described.set("layout", self.version);
        described.set("rules", &self.rules);
        described.set("rules_hash", &self.hash);
        described.set("players", self.seats);
        described.set("form", self.form.name());
        described.set("type", "uint8");
        described.set("len", self.len);
        described.set("fields", Json::list(&self.fields));
        let mut actions = Json::Object(Vec::new());
        actions.set("len", self.actions.len());
        actions.set("groups", Json::list(self.actions.groups()));
        described.set("actions", actions);
        described
    }
}

/// Adds the planes of the board.
fn planes(
    list: &mut FieldList,
    at: &mut Offsets,
    [rows, columns]: [usize; 2],
    seats: usize,
    has: &RuleTraits,
    closed: &[(u8, bool)],
) {
    let ports = Port::COUNT;
    list.add(
        "joins",
        &[JOINS, rows, columns],
        "the tile joins two ports: AB, AC, .. AH, BC, .. GH",
    );
    at.pieces = list.add(
        "pieces",
        &[seats, ports, rows, columns],
        "the piece of a seat faces the square, and stands at its port A-H",
    );
    at.facing = list.add("facing", &[rows, columns], "the own piece faces the square");
    if closed.iter().any(|square| !square.1) {
        at.missing = Some(list.add("missing", &[rows, columns], "the square does not exist"));
    }
    if closed.iter().any(|square| square.1) {
        at.portal = Some(list.add("portal", &[rows, columns], "the square is a portal"));
    }
    if has.hazards {
        at.blocked = Some(list.add("blocked", &[rows, columns], "a rule blocks the square"));
    }
    if has.havens {
        at.haven = Some(list.add(
            "haven",
            &[rows, columns],
            "a special tile lies on the square, and paths end there",
        ));
    }
    if has.hides {
        at.hidden = Some(list.add(
            "hidden",
            &[rows, columns],
            "a rule hides from the seat what lies on the square",
        ));
    }
    if has.rule_pieces > 0 {
        at.piece_facing = list.add(
            PIECE_FACING,
            &[4, rows, columns],
            format!("a {PIECES} is on the square, turned by 0-3 quarter-turns clockwise"),
        );
        at.piece_tile = list.add(
            PIECES,
            &[has.rule_pieces.into(), rows, columns],
            format!("the {PIECES} with this index is on the square"),
        );
    }
}

/// Adds the tokens of the board.
fn tokens(
    list: &mut FieldList,
    [rows, columns]: [usize; 2],
    seats: usize,
    has: &RuleTraits,
    closed: &[(u8, bool)],
) {
    let mut codes = String::from("0-139 a tile: 4 x face + rotation, 255 empty");
    for (there, code) in [
        (closed.iter().any(|square| square.1), "252 a portal"),
        (closed.iter().any(|square| !square.1), "253 does not exist"),
        (has.hazards, "254 blocked by a rule"),
        (has.havens, "250 a special tile, where paths end"),
        (has.hides, "251 hidden from the seat by a rule"),
    ] {
        if there {
            codes.push_str(", ");
            codes.push_str(code);
        }
    }
    list.add("squares", &[rows, columns], codes);
    let away = if has.hides { "not on the board, or hidden" } else { "not on the board" };
    list.add(
        "pieces",
        &[seats, 2],
        format!(
            "the square that the piece of a seat faces (row x columns + column), and its port, \
            0-7; port 255: {away}"
        ),
    );
    if has.rule_pieces > 0 {
        list.add(
            PIECES,
            &[has.rule_pieces.into(), 2],
            format!(
                "the square of the {PIECES} with this index, and its quarter-turns clockwise, \
                0-3; turns 255: {away}"
            ),
        );
    }
}

/// Adds the fields that both forms have.
fn numbers(
    list: &mut FieldList,
    at: &mut Offsets,
    actions: &ActionSpace,
    seats: usize,
    has: &RuleTraits,
) {
    decision_numbers(list, at, actions);
    seat_numbers(list, at, seats, has);
    tile_numbers(list, at, has);
    if actions.exchanges() {
        exchange_numbers(list, at, has.kinds);
    }
    if has.rule_pieces > 0 && has.supply {
        at.supply = Some(list.add(
            "supply",
            &[has.rule_pieces.into()],
            format!("the {PIECES} with this index may still come onto the board"),
        ));
    }
}

/// Adds what is waited for.
fn decision_numbers(list: &mut FieldList, at: &mut Offsets, actions: &ActionSpace) {
    at.phase = list.add(
        "phase",
        &[PHASES],
        "what is waited for: start mark, may relocate, must relocate, placement, exchange, tile to \
         take in the own exchange, answer",
    );
    let asks: Vec<&str> = actions.questions().map(|asks| asks.rule).collect();
    if !asks.is_empty() {
        at.question = list.add(
            "question",
            &[asks.len()],
            format!("what this seat is asked, by the rule: {}", asks.join(", ")),
        );
    }
}

/// Adds what is said of each seat.
fn seat_numbers(list: &mut FieldList, at: &mut Offsets, seats: usize, has: &RuleTraits) {
    at.alive = list.add("alive", &[seats], "the seat is not eliminated");
    at.decides = list.add("decides", &[seats], "the seat decides now");
    at.active = list.add("active", &[seats], "it is the turn of the seat");
    at.on_mark = list.add("on_mark", &[seats], "the piece of the seat is still on its start mark");
    if has.hazards {
        at.displaced = Some(list.add(
            "displaced",
            &[seats],
            "the piece of the seat may move to another start mark in its next turn",
        ));
    }
    if has.token {
        at.holder = Some(list.add("holder", &[seats], "the seat holds the token of the draw rule"));
    }
    at.tiles = list.add(
        "tiles",
        &[seats],
        if has.open {
            "tiles in the open hand, for each seat"
        } else {
            "tiles in the hand of the seat"
        },
    );
    if has.points {
        at.points =
            Some(list.add("points", &[seats], "points of the seat; 0 if they are negative"));
    }
    for name in &has.tallies {
        at.tallies.push((
            name,
            list.add(
                &format!("tally:{name}"),
                &[seats],
                format!("what the rules count for the seat: {name}"),
            ),
        ));
    }
}

/// Adds how far the game is, and where its tiles are.
fn tile_numbers(list: &mut FieldList, at: &mut Offsets, has: &RuleTraits) {
    at.pile = list.add("pile", &[1], "tiles in the pile");
    list.add("turn", &[1], "number of the turn, from 1; 0 before the first");
    list.add("laid", &[1], format!("tiles placed in this turn, which lays {}", has.turn_tiles));
    at.hand = list.add("hand", &[has.kinds], "tiles of each face in the own hand");
    let unseen = if has.hides {
        "in the pile, the hands and on the squares"
    } else {
        "in the pile and the hands"
    };
    at.unseen = list.add(
        "unseen",
        &[has.kinds],
        format!("tiles of each face {unseen} that the seat does not see"),
    );
}

/// Adds the seat's own exchange.
fn exchange_numbers(list: &mut FieldList, at: &mut Offsets, kinds: usize) {
    at.exchange = Some(list.add(
        "offered",
        &[kinds],
        "tiles of each face that the seat may take in its exchange, taken ones included",
    ));
    list.add(
        "gave",
        &[kinds],
        "tiles of each face given so far in the own exchange; they are still in the hand above",
    );
    list.add("giving", &[kinds], "the face for which a tile has to be taken next");
    list.add("took", &[kinds], "tiles of each face taken so far in the own exchange");
}

/// The number of entries of the field `phase`.
pub(super) const PHASES: usize = 7;
