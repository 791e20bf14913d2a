//! [`BoardScene`]: what is drawn of a position, made from what a seat sees.

use super::palette::{Ground, Palette};
use crate::board::{Content, FACES, Face, Laid, Place, Port, Shape, Square};
use crate::game::{
    BoardStyle, Event, LIVES, Look, LookColor, Observation, PieceFace, RulePiece, SPECIALS, Seat,
    SeatSet, SeenEvent, Shown, SquareMark, Texts, TileDecl,
};

/// How a square looks that the seat does not see.
pub(super) static OUT_OF_SIGHT: Look =
    Look::new('?', LookColor::White, Texts(&[("en", "out of sight"), ("fr", "hors de vue")]));

/// The pieces that face a tile that was just laid, where they stood.
#[derive(Debug, Clone, Default)]
pub(super) struct Travellers {
    /// The seats whose pieces have not travelled yet.
    pub waiting: Vec<Seat>,
    /// Where everybody stood before.
    pub stood: Vec<(Seat, Place)>,
}

/// A position, ready to be drawn.
///
/// ```
/// use tsuro::Game;
/// use tsuro::picture::{BoardScene, svg};
///
/// let game = Game::new("classic", 3, "any text")?;
/// let mut scene = BoardScene::new(&game.observe(None), &['A', 'B', 'C']);
/// // The start marks from which the first player may choose, numbered from 1.
/// let marks =
///     game.observe(game.decision().expect("the game has just begun").seat()).start_marks();
/// scene.marks =
///     marks.into_iter().zip(1..).map(|(mark, number)| (mark, number.to_string())).collect();
/// assert!(svg(&scene, "Where to start").starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BoardScene {
    /// The board.
    pub(super) shape: Shape,
    /// The contents of the squares, row by row.
    contents: Vec<Content>,
    /// The seat whose piece travelled through a port of a square. Each crossing is entered at both
    /// its ports.
    travelled: Vec<Option<Seat>>,
    /// The pieces and their places, in the order of the seats.
    pub pieces: Vec<(Seat, Place)>,
    /// The pieces that are out, each with the square on which it was lost and the port at which its
    /// path ended there. One whose loss was not seen is missing, and one on whose square a tile was
    /// laid since.
    pub fallen: Vec<(Seat, Place)>,
    /// The pieces of rules on the board.
    pub rule_pieces: Vec<RulePiece>,
    /// What is printed on the pieces of rules, by their number.
    pub faces: Vec<PieceFace>,
    /// The special tiles of the rules, by their number from 35.
    pub specials: [Option<&'static TileDecl>; SPECIALS],
    /// The marks of rules on squares.
    pub square_marks: Vec<SquareMark>,
    /// What rules count, for the table and for the seats that are not out.
    pub counts: Vec<Shown>,
    /// The points of each seat, whether it is out or not, if a rule keeps some. No event tells of
    /// them.
    pub scores: Vec<i64>,
    /// The start marks to choose from, with their labels.
    pub marks: Vec<(Place, String)>,
    /// The square that is highlighted.
    pub focus: Option<Square>,
    /// The letters of the pieces, by seat.
    pub letters: Vec<char>,
    /// The square of a tile that is only tried out.
    pub tried: Option<Square>,
    /// The language, by its two letters, in which things of rules are named; English where they
    /// have no other name.
    pub language: &'static str,
    /// What is made of the board.
    pub look: BoardStyle,
    /// Whether it is drawn dark or light. Texts for terminals are dark.
    pub ground: Ground,
    /// The seats that are not out.
    alive: SeatSet,
    /// The seats whose pieces have not left their start marks.
    pub(super) on_start_mark: SeatSet,
    /// The least number of lines of what is counted, for pictures of one size.
    pub(super) count_lines: usize,
    pub(super) travellers: Travellers,
}

impl BoardScene {
    /// The scene that a seat sees. `letters` are the letters of the pieces, by seat.
    pub fn new(see: &Observation<'_>, letters: &[char]) -> Self {
        let shape = see.shape().clone();
        let seats = (0..see.seats()).map(Seat::new);
        let mut scene = Self {
            contents: shape.rectangle_squares().map(|square| see.content(square)).collect(),
            travelled: vec![None; shape.rectangle_squares().count() * Port::COUNT],
            shape,
            pieces: seats.filter_map(|seat| Some((seat, see.place(seat)?))).collect(),
            fallen: Vec::new(),
            rule_pieces: see.rule_pieces(),
            faces: see.piece_faces(),
            specials: *see.specials(),
            square_marks: Vec::new(),
            counts: Vec::new(),
            scores: see.kept_scores().unwrap_or_default(),
            marks: Vec::new(),
            focus: None,
            letters: letters.to_vec(),
            tried: None,
            language: "en",
            look: see.look(),
            ground: Ground::default(),
            alive: see.alive(),
            on_start_mark: see.on_start_mark(),
            count_lines: 0,
            travellers: Travellers::default(),
        };
        let mut shown = Vec::new();
        see.shows(|one| shown.push(one));
        scene.show(&shown);
        scene.recall(see);
        for (seat, place) in scene.pieces.clone() {
            // The way that the piece came, backwards from where it stands; a path may come to an
            // inner start mark from before it.
            let mut came = !see.on_start_mark().contains(seat);
            let start = start_of(see, seat);
            if let Some(behind) = see.shape().across(place) {
                see.walk(behind, |square, enter, leave| {
                    if came {
                        scene.trace(seat, square, enter, leave);
                    }
                    came &= start != Some(Place::new(square, leave));
                });
            }
        }
        if see.is_to_decide() && see.phase() == crate::game::Phase::Place {
            scene.focus = see.placing_square();
        }
        scene
    }

    /// Notes who travelled where, and where the pieces that are out were lost, as far as the seat
    /// was told of it.
    fn recall(&mut self, see: &Observation<'_>) {
        let mut past = self.clone();
        past.clear();
        for event in see.events() {
            past.follow_seen(&event);
        }
        self.travelled = past.travelled;
        self.fallen = past.fallen;
    }

    /// Takes away all that has come onto the board.
    pub(super) fn clear(&mut self) {
        (self.pieces, self.rule_pieces) = (Vec::new(), Vec::new());
        self.contents.iter_mut().filter(|content| is_changing(**content)).for_each(|content| {
            *content = Content::Empty;
        });
    }

    /// The same scene after the active seat has placed `tile`: the tile is marked as tried out, and
    /// the pieces have travelled.
    #[must_use]
    pub fn trying(mut self, see: &Observation<'_>, tile: Laid) -> Self {
        let Some(square) = see.placing_square() else { return self };
        self.tried = Some(square);
        self.focus = None;
        if let Some(look) = self.special(tile.face()) {
            // No piece travels over it.
            self.set_content(square, Content::Haven);
            self.square_marks.push(SquareMark::new(square, look));
            return self;
        }
        self.set_content(square, Content::Tile(tile));
        let travellers: Vec<_> =
            self.pieces.iter().copied().filter(|(_, place)| place.square() == square).collect();
        for (seat, place) in travellers {
            let mut at = place;
            trip(see, place, tile, |square, enter, leave| {
                self.trace(seat, square, enter, leave);
                at = Place::new(square, leave);
            });
            // After its last crossing a piece stands before an empty square, or it is out.
            self.pieces.retain(|piece| piece.0 != seat);
            if let Some(to) = see.shape().across(at).filter(|to| {
                matches!(
                    self.content(to.square()),
                    Content::Empty | Content::Haven | Content::Hidden
                )
            }) {
                self.pieces.push((seat, to));
            }
        }
        self
    }

    /// The same scene with the names of things in a language, by its two letters.
    #[must_use]
    pub fn in_language(mut self, language: &'static str) -> Self {
        self.language = language;
        self
    }

    /// Its colours.
    pub(super) const fn palette(&self) -> Palette {
        Palette::new(self.look, self.ground)
    }

    /// Takes over what rules show besides their pieces.
    pub(super) fn show(&mut self, shown: &[Shown]) {
        self.square_marks = shown
            .iter()
            .filter_map(|shown| if let Shown::Mark(mark) = shown { Some(*mark) } else { None })
            .collect();
        let alive = self.alive;
        let is_count = |shown: &&Shown| match shown {
            Shown::Seat(_, seat, _) => alive.contains(*seat),
            Shown::Table(..) => true,
            Shown::Mark(_) => false,
        };
        self.counts = shown.iter().filter(is_count).copied().collect();
    }

    /// Notes that a seat is out.
    pub(super) fn lose(&mut self, lost: Seat, end: Option<Place>) {
        self.alive.remove(lost);
        self.fall(lost, end);
        self.counts.retain(|shown| !matches!(shown, Shown::Seat(_, seat, _) if *seat == lost));
    }

    /// Notes that a seat's piece is off the board, and has a life less (V16).
    pub(super) fn take_life(&mut self, seat: Seat, end: Option<Place>) {
        self.fall(seat, end);
        for shown in &mut self.counts {
            if let Shown::Seat(decl, of, left) = shown
                && *of == seat
                && std::ptr::eq(*decl, &raw const LIVES)
            {
                *left = left.saturating_sub(1);
            }
        }
    }

    /// Takes a piece off the board, and notes where it was lost.
    fn fall(&mut self, seat: Seat, end: Option<Place>) {
        self.pieces.retain(|piece| piece.0 != seat);
        self.fallen.retain(|fallen| fallen.0 != seat);
        self.fallen.extend(end.map(|end| (seat, end)));
    }

    /// The square on which a piece stands, and its port there: of the tile behind it, or, on its
    /// start mark, of the square that it faces (T5). `None`: it is not on the board.
    pub fn stands_at(&self, seat: Seat) -> Option<Place> {
        let place = self.pieces.iter().find(|piece| piece.0 == seat)?.1;
        if self.on_start_mark.contains(seat) {
            return Some(place);
        }
        Some(self.shape.across(place).unwrap_or(place))
    }

    /// The place on a tile at which a piece is drawn that faces `place`; `None`: it is on its start
    /// mark, or that tile was taken, and it is drawn where it faces.
    pub(super) fn tile_under(&self, seat: Seat, place: Place) -> Option<Place> {
        self.stands_at(seat).filter(|stands| {
            *stands != place && matches!(self.content(stands.square()), Content::Tile(_))
        })
    }

    /// Notes that a seat's piece crossed a square.
    pub(super) fn trace(&mut self, seat: Seat, square: Square, enter: Port, leave: Port) {
        if let Some(index) = self.index(square) {
            self.travelled[index * Port::COUNT + enter.index()] = Some(seat);
            self.travelled[index * Port::COUNT + leave.index()] = Some(seat);
        }
    }

    fn index(&self, square: Square) -> Option<usize> {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let inside = square.column() < columns && square.row() < rows;
        inside.then(|| {
            usize::from(square.row()) * usize::from(columns) + usize::from(square.column())
        })
    }

    /// Changes what lies on a square; outside the board nothing happens.
    pub(super) fn set_content(&mut self, square: Square, content: Content) {
        if let Some(index) = self.index(square) {
            self.contents[index] = content;
            if matches!(content, Content::Tile(_) | Content::Haven) {
                self.fallen.retain(|fallen| fallen.1.square() != square);
            }
        }
    }

    /// Forgets who travelled on a square.
    pub(super) fn forget_trails(&mut self, square: Square) {
        if let Some(index) = self.index(square) {
            self.travelled[index * Port::COUNT..][..Port::COUNT].fill(None);
        }
    }

    /// The content of a square; `Closed` outside the board.
    pub fn content(&self, square: Square) -> Content {
        self.index(square).map_or(Content::Closed, |index| self.contents[index])
    }

    /// The seat whose piece crossed a square through this port.
    pub fn traveller(&self, square: Square, port: Port) -> Option<Seat> {
        self.index(square).and_then(|index| self.travelled[index * Port::COUNT + port.index()])
    }

    /// The squares that look different from the squares of the scene `before`, of the same game,
    /// row by row from the top.
    pub fn changed_since(&self, before: &Self) -> Vec<Square> {
        self.shape
            .rectangle_squares()
            .filter(|&square| self.look(square) != before.look(square))
            .collect()
    }

    /// Whether pieces stand elsewhere than in the scene `before`, are gone or have come.
    pub fn pieces_differ(&self, before: &Self) -> bool {
        (&self.pieces, &self.fallen, &self.letters)
            != (&before.pieces, &before.fallen, &before.letters)
            || self.on_start_mark != before.on_start_mark
            || self.pieces.iter().any(|&(seat, place)| {
                self.tile_under(seat, place) != before.tile_under(seat, place)
            })
    }

    /// All that a drawing of a square depends on, pieces aside.
    fn look(&self, square: Square) -> impl PartialEq + use<> {
        let rule_piece = self.rule_piece_on(square);
        // A piece covers what it has come onto.
        let content = if rule_piece.is_some() { Content::Blocked } else { self.content(square) };
        // Who travelled where there is a tile no more is not drawn.
        let trails = self
            .index(square)
            .filter(|_| matches!(content, Content::Tile(_)))
            .map(|index| index * Port::COUNT);
        let travelled = trails.map(|from| {
            std::array::from_fn::<_, { Port::COUNT }, _>(|port| self.travelled[from + port])
        });
        let over: Vec<RulePiece> = self.over(square).map(|(piece, _)| piece).collect();
        let rule_pieces = (rule_piece, over);
        (
            content,
            travelled,
            rule_pieces,
            self.mark_on(square).map(|look| look.sign),
            self.focus == Some(square),
            self.tried == Some(square),
        )
    }

    /// The piece of a rule that fills a square.
    pub(crate) fn rule_piece_on(&self, square: Square) -> Option<RulePiece> {
        self.rule_pieces
            .iter()
            .find(|piece| piece.square == square && !piece.lies_over(&self.faces))
            .copied()
    }

    /// The pieces of rules that share their squares with whatever is there.
    pub(crate) fn pieces_over(&self) -> impl Iterator<Item = RulePiece> {
        self.rule_pieces.iter().filter(|piece| piece.lies_over(&self.faces)).copied()
    }

    /// The pieces of rules that lie over a square, or over the line in which it is.
    pub(super) fn over(&self, square: Square) -> impl Iterator<Item = (RulePiece, &PieceFace)> {
        let faces = self.pieces_over().filter_map(|piece| Some((piece, self.face(piece)?)));
        faces.filter(move |(piece, face)| {
            piece.square == square || face.sweeps && piece.has_in_line(square)
        })
    }

    /// How a special tile looks; `None`: it is a face, or no tile of these rules.
    pub fn special(&self, tile: Face) -> Option<&'static Look> {
        Some(self.specials[tile.index().checked_sub(FACES)?]?.look)
    }

    /// What is printed on a piece of a rule.
    pub fn face(&self, piece: RulePiece) -> Option<&PieceFace> {
        self.faces.get(usize::from(piece.tile))
    }

    /// The mark of a rule that is seen on a square: none where a piece of a rule stands, and few
    /// where a tile lies.
    pub fn mark_on(&self, square: Square) -> Option<&'static Look> {
        let is_laid = matches!(self.content(square), Content::Tile(_));
        let is_seen =
            |mark: &&SquareMark| mark.square == square && (!is_laid || mark.look.over_tiles);
        let mark = self.square_marks.iter().find(is_seen)?;
        self.rule_piece_on(square).is_none().then_some(mark.look)
    }

    /// The letter of a seat's piece.
    pub fn letter(&self, seat: Seat) -> char {
        self.letters.get(seat.index()).copied().unwrap_or('?')
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Whether what is on a square can have come there in the game.
const fn is_changing(content: Content) -> bool {
    matches!(content, Content::Tile(_) | Content::Haven | Content::Blocked | Content::Hidden)
}

/// The start mark that a piece set out from, if the game has been watched from its beginning.
fn start_of(see: &Observation<'_>, seat: Seat) -> Option<Place> {
    see.events().rev().find_map(|event| match event {
        SeenEvent::Public(Event::Start { player, mark } | Event::Relocated { player, mark })
            if player == seat =>
        {
            Some(mark)
        }
        _ => None,
    })
}

/// Follows the piece at `from` across `tile`, laid on the square that it faces, and as far as its
/// path goes; calls `step` for each crossing. In a loop the trip ends where it began.
fn trip(see: &Observation<'_>, from: Place, tile: Laid, mut step: impl FnMut(Square, Port, Port)) {
    let square = from.square();
    let mut enter = from.port();
    // A path crosses a tile at most four times.
    for _ in 0..4 {
        let leave = tile.exit(enter);
        step(square, enter, leave);
        let Some(mut at) = see.shape().across(Place::new(square, leave)) else { return };
        if matches!(see.content(at.square()), Content::Tile(_)) {
            let mut last = None;
            see.walk(at, |square, enter, leave| {
                step(square, enter, leave);
                last = Some(Place::new(square, leave));
            });
            let Some(next) = last.and_then(|last| see.shape().across(last)) else { return };
            at = next;
        }
        if at.square() != square || at == from {
            return;
        }
        enter = at.port();
    }
}

/// How the pieces that face the active seat's square would cross `tile` if it were placed there:
/// the seat and the two ports of each crossing. The active seat comes last, so that its path is
/// drawn on top.
pub fn crossings(see: &Observation<'_>, tile: Laid) -> Vec<(Seat, Port, Port)> {
    let active = see.active();
    let Some(here) = see.placing_square() else { return Vec::new() };
    let others = (0..see.seats()).map(Seat::new).filter(|&seat| seat != active).chain([active]);
    let mut found = Vec::new();
    for seat in others {
        if let Some(from) = see.place(seat).filter(|place| place.square() == here) {
            trip(see, from, tile, |square, enter, leave| {
                if square == here {
                    found.push((seat, enter, leave));
                }
            });
        }
    }
    found
}

/// The letters by which boards name the seats: the number of the seat from 1, and from ten on a
/// letter.
pub fn seat_letters(seats: u8) -> Vec<char> {
    let letter = |seat: Seat| {
        char::from_digit(seat.ordinal().into(), 36).unwrap_or('?').to_ascii_uppercase()
    };
    (0..seats).map(|seat| letter(Seat::new(seat))).collect()
}
