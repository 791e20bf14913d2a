//! What a script can see and do: the views and verbs of [`Table`] under the same names, and a few
//! functions beside them. One list registers, checks and documents them.

use super::live::{self, VerbResult, wrong};
use super::steps;
use super::values::{ScriptArgument, ScriptReturn, map, seats};
use crate::board::{Content, Laid, Place, Port, Rotation, Side, Square};
use crate::game::{
    Abilities, Destination, Hand, KeyWords as _, Landing, Seat, SeatSet, Spot, Table, TableView,
    Timing,
};
use rhai::{Array, Dynamic, Engine, INT, ImmutableString, Map};

/// A function that a script can call.
#[derive(Debug)]
#[non_exhaustive]
pub struct Verb {
    /// What it is called.
    pub name: &'static str,
    /// Of what it is a method: `table`, `random`; empty: of nothing.
    pub of: &'static str,
    /// What it takes: names and kinds.
    pub takes: &'static [(&'static str, &'static str)],
    /// What it gives back; empty: nothing.
    pub gives: &'static str,
    /// What it does, a sentence without a full stop.
    pub doc: &'static str,
    /// What a rule can do that calls it.
    pub abilities: Abilities,
}

/// The table that a script is given.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableHandle;

/// The chance that a script is given to deal what a seat cannot know.
#[derive(Debug, Clone, Copy)]
pub(super) struct RandomHandle;

/// How a rule goes on, as functions return it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Going {
    Ask(Seat),
    Again,
    Strike(Square),
    Sink(Square),
    Covered(Square),
}

/// Whether there is such a seat, square or place in this game.
trait Fits {
    fn fits(&self, table: TableView<'_>) -> Result<(), String>;
}

macro_rules! fits_always {
    ($($type:ty)+) => {$(
        impl Fits for $type {
            fn fits(&self, _: TableView<'_>) -> Result<(), String> {
                Ok(())
            }
        }
    )+};
}

fits_always! { bool crate::board::Face Rotation Laid Destination INT u32 usize ImmutableString Map }

impl Fits for Seat {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        let known = self.number() < table.seats();
        if known {
            Ok(())
        } else {
            Err(format!("takes a seat from 0 to {}, and not {}", table.seats() - 1, self.number()))
        }
    }
}

impl Fits for SeatSet {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        self.iter().try_for_each(|seat| seat.fits(table))
    }
}

impl Fits for Square {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        if table.shape().has(*self) {
            Ok(())
        } else {
            Err(format!("takes a square of the board, and {self} is none"))
        }
    }
}

impl Fits for Place {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        self.square().fits(table)
    }
}

impl Fits for Spot {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        match self {
            Self::Hand(seat) => seat.fits(table),
            Self::Board(square) => square.fits(table),
            Self::PileTop | Self::PileBottom | Self::Box => Ok(()),
        }
    }
}

impl<T: Fits> Fits for Option<T> {
    fn fits(&self, table: TableView<'_>) -> Result<(), String> {
        self.as_ref().map_or(Ok(()), |value| value.fits(table))
    }
}

/// Writes the verbs of the table: the verbs that look, and the verbs that act.
macro_rules! table_verbs {
    (
        looks {
            $(
                $look:ident($($seen:ident: $seen_type:ty),*) -> $shown:ty: $look_doc:literal,
                |$view:ident| $looked:expr;
            )+
        }
        acts {
            $(
                $verb:ident($($arg:ident: $type:ty),*) -> $answer:ty: $doc:literal, $abilities:expr,
                |$table:ident, $rule:ident| $acted:expr;
            )+
        }
    ) => {
        /// The verbs of the table.
        const OF_TABLE: &[Verb] = &[
            $(Verb {
                name: stringify!($look),
                of: "table",
                takes: &[$((stringify!($seen), <$seen_type as ScriptArgument>::NAME)),*],
                gives: <$shown as ScriptReturn>::NAME,
                doc: $look_doc,
                abilities: Abilities::NONE,
            },)+
            $(Verb {
                name: stringify!($verb),
                of: "table",
                takes: &[$((stringify!($arg), <$type as ScriptArgument>::NAME)),*],
                gives: <$answer as ScriptReturn>::NAME,
                doc: $doc,
                abilities: $abilities,
            },)+
        ];

        fn register_table(engine: &mut Engine) {
            $(engine.register_fn(stringify!($look), |_: &mut TableHandle $(
                , $seen: <$seen_type as ScriptArgument>::Raw
            )*| -> VerbResult {
                live::look(stringify!($look), |$view| {
                    $(let $seen = <$seen_type as ScriptArgument>::take($seen)?;
                    $seen.fits($view)?;)*
                    Ok(<$shown as ScriptReturn>::give($looked))
                })
            });)+
            $(engine.register_fn(stringify!($verb), |_: &mut TableHandle $(
                , $arg: <$type as ScriptArgument>::Raw
            )*| -> VerbResult {
                live::act(stringify!($verb), |$table, $rule| {
                    $(let $arg = <$type as ScriptArgument>::take($arg)?;
                    $arg.fits($table.view())?;)*
                    Ok(<$answer as ScriptReturn>::give($acted))
                })
            });)+
        }
    };
}

/// The square that two dice name (S2).
fn named_by_dice(table: TableView<'_>, column: u32, row: u32) -> Result<Option<Square>, String> {
    if column.max(row) >= 6 {
        return Err(format!("takes two numbers from 0 to 5, and not {column} and {row}"));
    }
    Ok(table.named_by_dice([column, row]).filter(|&square| table.shape().has(square)))
}

/// Whether a piece could sail from somewhere.
fn can_sail(table: TableView<'_>, seat: Seat, from: Place, tile: Option<Laid>) -> bool {
    let fits = match table.content(from.square()) {
        Content::Tile(_) => tile.is_none(),
        Content::Empty => tile.is_some_and(|tile| !tile.face().is_special()),
        _ => false,
    };
    fits && table.alive().without(table.waiting()).contains(seat)
}

fn landing(table: TableView<'_>, seat: Seat, from: Place, tile: Option<Laid>) -> Option<Landing> {
    // As long as a hundred steps, since the board is copied.
    steps::charge(100);
    can_sail(table, seat, from, tile).then(|| table.landing(seat, from, tile))
}

fn sails_from(
    table: &mut Table<'_>,
    seat: Seat,
    from: Place,
    tile: Option<Laid>,
    of: Option<Spot>,
) -> bool {
    if tile.is_some() != of.is_some() || !can_sail(table.view(), seat, from, tile) {
        return false;
    }
    table.sail_from(seat, from, tile.zip(of))
}

const MOVES: Abilities = Abilities::MOVES_PIECES;
const TILES: Abilities = Abilities::MOVES_TILES;
const NONE: Abilities = Abilities::NONE;
const BLOCKS: Abilities = Abilities::BLOCKS;

table_verbs! {
    looks {
        seats() -> u8: "The number of seats at the start", |table| table.seats();
        columns() -> u8: "The number of columns of the board", |table| table.columns();
        rows() -> u8: "The number of rows of the board", |table| table.rows();
        squares() -> Vec<Square>: "All squares of the board",
            |table| table.shape().squares().collect();
        step(square: Square, side: Side) -> Option<Square>: "The square beside a square, towards \
            \"up\", \"right\", \"down\" or \"left\"; () where there is none",
            |table| table.shape().step(square, side);
        turn_tiles() -> usize: "How many tiles are placed in a turn", |table| table.turn_tiles();
        turn() -> u32: "The number of the turn, from 1; 0 before the first", |table| table.turn();
        active() -> Seat: "The seat whose turn it is, eliminated or not", |table| table.active();
        alive() -> SeatSet: "The seats not eliminated", |table| table.alive();
        waiting() -> SeatSet: "The live seats whose pieces are off the board until they come back \
            in their next turn", |table| table.waiting();
        fallen() -> SeatSet: "The seats eliminated by the move that is being judged, and those \
            about to be", |table| table.fallen();
        ahead() -> SeatSet: "At `ahead`, the seats of the pieces that the tile which lies will put \
            out", |table| table.ahead();
        threatened() -> Option<Dynamic>: "At `threat`, where something is about to put whom out: \
            #{square, players}; () at other moments",
            |table| table.threat().map(
                |(square, seats)| map([("square", square.give()), ("players", seats.give())])
            );
        falling() -> SeatSet: "The seats whose pieces are about to be lost",
            |table| table.falling();
        cause_of_loss(seat: Seat) -> Option<crate::game::Cause>: "Why the piece of a seat is about \
            to be lost; (): it is not",
            |table| table.cause_of_loss(seat);
        met(seat: Seat) -> SeatSet: "The seats whose pieces that of a seat has met, if that is why \
            it is about to be lost", |table| table.met(seat);
        just_drawn() -> Option<Dynamic>: "At `drawn`, who has drawn which tile: #{player, tile}; \
            () at other moments",
            |table| table.just_drawn().map(
                |(seat, tile)| map([("player", seat.give()), ("tile", tile.give())])
            );
        free_marks(seat: Seat) -> Vec<Place>: "The start marks on which the piece of a seat could \
            stand as at the start", |table| table.free_marks(seat);
        met_active() -> SeatSet: "The fallen seats whose pieces met the active piece",
            |table| table.met_active();
        on_start_mark() -> SeatSet: "The live seats whose pieces are still on their start marks",
            |table| table.on_start_mark();
        displaced() -> SeatSet: "The live seats whose pieces may move to another start mark in \
            their next turn", |table| table.displaced();
        place(seat: Seat) -> Place: "Where the piece of a seat stands, or stood last if it is \
            eliminated", |table| table.place(seat);
        facing(square: Square) -> SeatSet: "The live seats whose pieces face a square",
            |table| table.facing(square);
        standing_on(square: Square) -> SeatSet: "The live seats whose pieces stand on the tile of \
            a square", |table| table.standing_on(square);
        content(square: Square) -> Content: "What lies on a square", |table| table.content(square);
        board_is_full() -> bool: "Whether every square has a tile or is blocked",
            |table| table.board_is_full();
        hand_size() -> usize: "The size of a full hand", |table| table.hand_size();
        hand_len(seat: Seat) -> usize: "The number of tiles that a seat holds",
            |table| table.hand_len(seat);
        pile_len() -> usize: "The number of tiles in the pile", |table| table.pile_len();
        hand(seat: Seat) -> Hand: "The tiles that a seat holds, which are hidden from others",
            |table| table.hand(seat);
        pile(depth: usize) -> Option<crate::board::Face>: "The tile so far below the top of the \
            pile, which is hidden from everybody; (): the pile is not that deep",
            |table| table.pile(depth);
        named_by_dice(column: u32, row: u32) -> Option<Square>:
            "The square that two dice name, each from 0 to 5; (): these rules name none by dice, \
             or the board has no such square",
            |table| named_by_dice(table, column, row)?;
        landing(seat: Seat, from: Place, tile: Option<Laid>) -> Option<Landing>:
            "How a piece would fare with `sail_from`: #{at, shared}, where `at` is the place, () \
             if it would be out, and `shared` says whether \
             another would stand there; (): it could not sail",
            |table| landing(table, seat, from, tile);
        mates(seat: Seat) -> SeatSet: "The seats that play for the same team as a seat, itself \
            included", |table| table.mates(seat);
        travelled() -> SeatSet: "The live seats whose pieces travelled in this turn's placement",
            |table| table.travelled();
        last_laid() -> Option<Square>: "The square on which the active seat has laid the last tile \
            of this turn; (): it has laid none",
            |table| table.last_laid();
        holder() -> Option<Seat>: "The seat that holds the token; (): nobody",
            |table| table.holder();
        tiles_are_gone() -> bool: "Whether no live seat has a tile to place and the pile is \
            empty", |table| table.tiles_are_gone();
        short_of_tiles() -> SeatSet: "The live seats with fewer tiles than a full hand",
            |table| table.short_of_tiles();
    }
    acts {
        draw_one(seat: Seat) -> Option<crate::board::Face>: "Lets a seat draw the top tile; () \
            (and nothing happens) if the pile is empty or the hand is full", TILES,
            |table, _rule| table.draw_one(seat);
        draw_beyond(seat: Seat, limit: usize) -> Option<crate::board::Face>: "As `draw_one`, up to \
            a limit of tiles in the hand", TILES,
            |table, _rule| table.draw_beyond(seat, limit);
        put(tile: crate::board::Face, from: Spot, to: Spot, by: SeatSet) -> bool:
            "Moves a tile from a hand, the pile or a square to a hand, into the pile or out of the \
             game; the seats of the list see which", TILES.and(Abilities::TAKES_TILES),
            |table, _rule| table.put(tile, from, to, by);
        lay(square: Square, tile: crate::board::Face, rotation: Rotation, from: Spot) -> bool:
            "Lays a tile of a hand or of the pile on an empty square, where pieces that face it \
             travel", MOVES.and(TILES),
            |table, rule| table.lay(square, Laid::new(tile, rotation), from, rule.name());
        turn_tile(square: Square, by: Rotation) -> bool: "Turns the tile on a square by \
            quarter-turns clockwise", MOVES,
            |table, rule| table.turn_tile(square, by, rule.name());
        carry(seat: Seat, to: Place) -> bool: "Moves a live piece to a place, from where it \
            travels on if it faces a tile", MOVES,
            |table, rule| table.carry(seat, to, rule.name());
        carry_ahead(seat: Seat, to: Place) -> bool: "At `ahead`, takes a piece off the trip that \
            waits for it and puts it at a place, where it meets nobody", MOVES,
            |table, rule| table.carry_ahead(seat, to, rule.name());
        sail_from(seat: Seat, from: Place, tile: Option<Laid>, of: Option<Spot>) -> bool:
            "Puts a piece at a place and lets it sail along the path there: over the tile of the \
             square, or over #{tile, rotation}, which is \
             taken from a hand or the pile and laid on the empty square; others that face it sail \
             after it. No event tells of a tile that \
             is laid, so the rule's own do. false: it could not",
            MOVES.and(TILES), |table, _rule| sails_from(table, seat, from, tile, of);
        set_haven(square: Square, is_haven: bool) -> ():
            "Makes an empty square a haven, at which paths end and on which nothing is laid, or a \
             haven an empty square", BLOCKS,
            |table, _rule| table.set_haven(square, is_haven);
        threaten(square: Square, seats: SeatSet) -> bool:
            "Says that the rule will put pieces out at a square: rules hear of it at `threat` once \
             the act is over, and may strike the square; then \
             the rule acts again. false: none wants to hear of it",
            NONE, |table, _rule| table.threaten(square, seats);
        eliminate(seat: Seat, cause: ImmutableString) -> (): "Eliminates the piece of a seat, for \
            a cause that the rule declares", NONE,
            |table, rule| {
                let cause = rule.cause(&cause)?;
                table.eliminate(seat, cause);
            };
        save(seat: Seat, mark: Place) -> bool: "Saves a piece that is about to be lost: it stands \
            on a free start mark", MOVES,
            |table, rule| table.save(seat, mark, rule.name());
        set_cause(seat: Seat, cause: ImmutableString) -> (): "Gives another cause for which a \
            piece is about to be lost", NONE,
            |table, rule| {
                let cause = rule.cause(&cause)?;
                table.set_cause(seat, cause);
            };
        set_next(seat: Seat) -> (): "Says at `next_seat` whose turn comes next", NONE,
            |table, _rule| table.set_next(seat);
        forgo_placement() -> (): "Says at `due` that the placement falls away: the turn goes on as \
            if it had been made", NONE,
            |table, _rule| table.forgo_placement();
        owe_tile(seat: Seat) -> (): "Says that a seat which played a tile in another player's turn \
            draws for it only at the end of its own turn", NONE,
            |table, _rule| table.owe_tile(seat);
        displace(seat: Seat) -> (): "Lets a piece that is still on its start mark move to another \
            in its next turn", NONE,
            |table, _rule| table.displace(seat);
        give_token(to: Option<Seat>) -> (): "Gives the token to a seat, or sets it aside with \
            ()", NONE, |table, _rule| table.give_token(to);
        remove_tile(square: Square, to: Destination) -> Option<crate::board::Face>:
            "Takes the tile off a square, to the \"pile\" or the \"box\"; () (and nothing happens) \
             if there is none", Abilities::TAKES_TILES,
            |table, _rule| table.remove_tile(square, to);
        block(square: Square) -> (): "Blocks an empty square: paths end before it", BLOCKS,
            |table, _rule| table.block(square);
        unblock(square: Square) -> (): "Frees a blocked square", BLOCKS,
            |table, _rule| table.unblock(square);
        move_block(from: Square, to: Square) -> (): "Frees a blocked square and blocks an empty \
            one instead", BLOCKS,
            |table, _rule| table.move_block(from, to);
        chance(lot: ImmutableString, below: u32) -> u32: "Draws a number that the rule declares, \
            from 0, below a bound", NONE,
            |table, rule| rule.chance(table, &lot, None, below)?;
        chance_for(lot: ImmutableString, seat: Seat, below: u32) -> u32: "As `chance`, for a seat \
            that alone sees it if the rule says so", NONE,
            |table, rule| rule.chance(table, &lot, Some(seat), below)?;
        tell(event: ImmutableString, fields: Map) -> (): "Reports an event that the rule declares, \
            with its fields", NONE,
            |table, rule| rule.tell(table, &event, &fields)?;
    }
}

impl ScriptArgument for Side {
    type Raw = ImmutableString;
    const NAME: &'static str = "side";
    fn take(raw: ImmutableString) -> Result<Self, String> {
        let found = Self::DIRECTIONS.iter().zip(Self::ALL).find(|side| *side.0 == raw.as_str());
        let [up, right, down, left] = Self::DIRECTIONS;
        found.map(|side| side.1).ok_or_else(|| {
            format!("takes {up:?}, {right:?}, {down:?} or {left:?}, and not {raw:?}")
        })
    }
}

fits_always! { Side }

/// Writes functions that are no verbs of the table; of two that have one name, each stands for
/// itself.
macro_rules! functions {
    (
        $(
            $of:literal $name:ident($($arg:ident: $type:ty),*) -> $answer:ty: $doc:literal,
            $abilities:expr, $body:expr;
        )+
    ) => {
        const OTHERS: &[Verb] = &[$(Verb {
            name: stringify!($name),
            of: $of,
            takes: &[$((stringify!($arg), <$type as ScriptArgument>::NAME)),*],
            gives: <$answer as ScriptReturn>::NAME,
            doc: $doc,
            abilities: $abilities,
        },)+];

        fn register_others(engine: &mut Engine) {
            $(engine.register_fn(stringify!($name), |$($arg: <$type as ScriptArgument>::Raw),*| -> VerbResult {
                let run = || -> Result<$answer, String> {
                    $(let $arg = <$type as ScriptArgument>::take($arg)?;)*
                    $body
                };
                run().map(ScriptReturn::give).map_err(
                    |why| wrong(format!("`{}` {why}", stringify!($name)))
                )
            });)+
        }
    };
}

impl ScriptReturn for Going {
    const NAME: &'static str = "how the rule goes on";
    fn give(self) -> Dynamic {
        Dynamic::from(self)
    }
}

functions! {
    "" ask(seat: Seat) -> Going: "Asks a seat: its `question`, and `answer` with what it says; \
     returned by a moment or by `act`", NONE, Ok(Going::Ask(seat));
    "" again() -> Going: "Has `act` called again, once losses are judged; returned by a moment or \
     by `act`", NONE, Ok(Going::Again);
    "" strike(square: Square) -> Going: "Removes what another rule has on a square, and has `act` \
     called again; returned by a moment or by `act`", Abilities::STRIKES,
        Ok(Going::Strike(square));
    "" sink(square: Square) -> Going: "As `strike`, but what is removed goes under the supply of \
     its rule, if that has one", Abilities::STRIKES,
        Ok(Going::Sink(square));
    "" covered(square: Square) -> Going: "Says that the rule has laid a tile on a square, or made \
     it a haven: other rules hear of it, then `act` is called again", NONE,
        Ok(Going::Covered(square));
    "" square(column: INT, row: INT) -> Square: "The square in a column and a row, both from 0",
        NONE, {
        let of = |number: INT| u8::try_from(number).ok();
        let found = of(column).zip(of(row)).and_then(|(column, row)| Square::checked(column, row));
        found.ok_or_else(|| format!("takes a column and a row from 0 to 15, and not {column} and \
            {row}"))
    };
    "square" column(square: Square) -> u8: "The column of a square, from 0", NONE, Ok(
        square.column()
    );
    "square" row(square: Square) -> u8: "The row of a square, from 0", NONE, Ok(square.row());
    "" place(square: Square, port: ImmutableString) -> Place: "The place on a square at one of its \
     ports, A to H", NONE, {
        let mut letters = port.chars();
        let found = letters.next().and_then(Port::from_letter).filter(|_| letters.next().is_none());
        found.map(|port| Place::new(square, port)).ok_or_else(|| format!("takes a port from \"A\" \
            to \"H\", and not {port:?}"))
    };
    "place" square(place: Place) -> Square: "The square of a place", NONE, Ok(place.square());
    "place" port(place: Place) -> Port: "The port of a place", NONE, Ok(place.port());
    "seats" clockwise_from(seats: SeatSet, seat: Seat) -> Vec<Seat>: "The seats of a list, \
     clockwise from one that need not be among them", NONE,
        Ok(seats.clockwise_from(seat).collect());
    "seats" next_after(seats: SeatSet, seat: Seat) -> Option<Seat>: "The next seat of a list, \
     clockwise after one; (): it has no other", NONE,
        Ok(seats.next_after(seat));
    "seats" without(seats: SeatSet, seat: Seat) -> SeatSet: "The seats of a list without one",
        NONE, Ok(seats.without(SeatSet::only(seat)));
    "" mark(look: ImmutableString, square: Square) -> Dynamic: "A mark of the rule's on a square, \
     for `shows`", NONE,
        Ok(map([("mark", look.into()), ("square", square.give())]));
    "" count(name: ImmutableString, number: u32) -> Dynamic: "A number that the rule counts for \
     the table, for `shows`", NONE,
        Ok(map([("count", name.into()), ("number", number.give())]));
    "" count_for(name: ImmutableString, seat: Seat, number: u32) -> Dynamic: "A number that the \
     rule counts for a seat, for `shows`", NONE,
        Ok(map([("count", name.into()), ("player", seat.give()), ("number", number.give())]));
}

/// The functions that need the running script, but no table.
const OF_RULE: &[Verb] = &[
    Verb {
        name: "key",
        of: "",
        takes: &[("name", "text")],
        gives: "value",
        doc: "The value of a key of the rule",
        abilities: NONE,
    },
    Verb {
        name: "below",
        of: "random",
        takes: &[("bound", "number")],
        gives: "number",
        doc: "A random number from 0, below a bound, for `redeal` alone",
        abilities: NONE,
    },
];

fn register_of_rule(engine: &mut Engine) {
    engine.register_fn("key", |name: ImmutableString| -> VerbResult {
        live::with_live("key", |live| {
            live.rule.key(&name).ok_or_else(|| format!("finds no key {name:?}"))
        })
    });
    engine.register_fn("below", |_: &mut RandomHandle, bound: INT| -> VerbResult {
        live::with_live("below", |live| {
            let bound = u32::try_from(bound).ok().filter(|&bound| bound > 0);
            let bound = bound.ok_or("takes a number from 1")?;
            let rng = live.rng.ok_or("is for `redeal` alone")?;
            Ok(INT::from(rng.below(bound)).into())
        })
    });
}

/// All functions, the functions of the table first.
pub fn all() -> impl Iterator<Item = &'static Verb> {
    OF_TABLE.iter().chain(OTHERS).chain(OF_RULE)
}

/// The functions of the language itself that scripts can call, beside its operators.
pub const OF_LANGUAGE: &[&str] = &[
    "abs",
    "all",
    "append",
    "as_string",
    "call",
    "chop",
    "clear",
    "contains",
    "crop",
    "dedup",
    "drain",
    "ends_with",
    "extract",
    "filter",
    "find",
    "find_map",
    "for_each",
    "get",
    "index_of",
    "insert",
    "is_empty",
    "is_even",
    "is_odd",
    "is_zero",
    "keys",
    "len",
    "make_lower",
    "make_upper",
    "map",
    "max",
    "min",
    "pad",
    "parse_int",
    "pop",
    "print",
    "push",
    "range",
    "reduce",
    "reduce_rev",
    "remove",
    "replace",
    "retain",
    "reverse",
    "set",
    "shift",
    "sign",
    "some",
    "sort",
    "sort_by",
    "splice",
    "split",
    "starts_with",
    "sub_string",
    "to_int",
    "to_lower",
    "to_string",
    "to_upper",
    "trim",
    "truncate",
    "type_of",
    "values",
    "zip",
];

/// Registers all functions.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<TableHandle>("table")
        .register_type_with_name::<RandomHandle>("random");
    engine.register_type_with_name::<Going>("how the rule goes on");
    register_table(engine);
    register_others(engine);
    register_of_rule(engine);
    super::lists::register(engine);
    super::print::register(engine);
    // A list that is not empty of seats alone is no list of seats, which the conversions say.
    engine.register_fn("contains", |list: &mut Array, set: Array| {
        seats(list).zip(seats(&set)).is_some_and(|(all, some)| some.without(all).is_empty())
    });
}

/// The name of the function for a moment: the word of files with `_` for `-`.
pub(crate) fn moment_name(timing: Timing) -> String {
    timing.word().replace('-', "_")
}
