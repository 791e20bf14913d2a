//! `tsuro render`: draws a recorded game or a position into a file.

use super::moment::GameMoment;
use super::one_game::{find_game, record_name};
use super::{Context, Exit, complain, problem, report_write_error, usage};
use serde_json::Value;
use std::fmt::Display;
use std::io::{BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use tsuro::game::{Observation, RunSeed, Seat, View};
use tsuro::picture::{BoardPicture, FilmError, GameFilm, Ground};
use tsuro::record::{GameRecord, Replayer, fill_hands, is_view, read_position};
use tsuro::with_rules;
use tsuro_faces::words::{Language, Narrator};
use tsuro_world::files::{self, Existing};

/// The arguments of `tsuro render`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A record of games, or a position; `-` is standard input
    #[arg(value_name = "RECORD|POSITION", value_hint = clap::ValueHint::AnyPath)]
    file: String,
    /// The picture; its ending says what it is: x.svg, x.png or x.gif. A file that exists is
    /// replaced
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: PathBuf,
    /// The board as it was in this turn of the recorded game; `4.2` is before the second tile of
    /// turn 4. A GIF shows the game up to there [default: where the record ends]
    #[arg(long, value_name = "TURN[.TILE]")]
    turn: Option<GameMoment>,
    /// What this seat sees: its hand is drawn below the board; seats are counted from 0, as in the
    /// record
    #[arg(long, value_name = "SEAT")]
    view: Option<u8>,
    /// Which game of a record, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// Rule set of a position: a name or a file, with changes after a + (`classic+hand=4`). A
    /// record names its own
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Width of a PNG or GIF in pixels
    #[arg(
        long, short, value_name = "PIXELS", default_value_t = 800,
        value_parser = clap::value_parser!(u16).range(100..=4000)
    )]
    #[cfg_attr(
        not(feature = "raster"),
        allow(dead_code, reason = "an SVG has no width in pixels")
    )]
    width: u16,
    /// On which ground it is drawn. `viewer`: dark, but an SVG is light for viewers who ask programs
    /// for light colours
    #[arg(long, value_enum, value_name = "GROUND", default_value_t)]
    ground: RenderGround,
}

/// On which ground a picture is drawn.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum RenderGround {
    #[default]
    Viewer,
    Dark,
    Light,
}

impl From<RenderGround> for Ground {
    fn from(ground: RenderGround) -> Self {
        match ground {
            RenderGround::Viewer => Self::AsViewed,
            RenderGround::Dark => Self::Dark,
            RenderGround::Light => Self::Light,
        }
    }
}

/// What kind of picture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    #[cfg(feature = "raster")]
    Png,
    #[cfg(feature = "raster")]
    Gif,
}

impl PictureFormat {
    /// The kind that the ending of a file name says.
    fn from_path(path: &Path) -> Result<Self, Exit> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            #[cfg(feature = "raster")]
            Some("png") => Ok(Self::Png),
            #[cfg(feature = "raster")]
            Some("gif") => Ok(Self::Gif),
            #[cfg(not(feature = "raster"))]
            Some("png" | "gif") => {
                let why =
                    "this program was built without the feature `raster`, and draws only .svg";
                Err(usage(format_args!("{}: {why}", path.display())))
            }
            _ => Err(usage(format_args!(
                "{}: the name of a picture ends with .svg, .png or .gif",
                path.display()
            ))),
        }
    }

    /// Whether it shows a whole game.
    const fn is_moving(self) -> bool {
        match self {
            Self::Svg => false,
            #[cfg(feature = "raster")]
            Self::Png => false,
            #[cfg(feature = "raster")]
            Self::Gif => true,
        }
    }
}

/// Reads a record or a position, and writes its picture.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let format = PictureFormat::from_path(&args.output)?;
    let name = record_name(&args.file);
    let unreadable = |why: &dyn Display| usage(format_args!("{name} cannot be read: {why}"));
    let mut from = files::lines(&args.file).map_err(|why| unreadable(&why))?;
    // A whole game takes a while to draw.
    files::check_writable(&args.output, Existing::Replace).map_err(report_write_error)?;
    // One byte more than a position may have; a record is read further, line by line.
    let limit = files::POSITION;
    let beginning = files::take(&mut from, limit.bytes + 1).map_err(|why| unreadable(&why))?;
    let is_all = beginning.len() as u64 <= limit.bytes;
    let film = match serde_json::Deserializer::from_slice(&beginning).into_iter::<Value>().next() {
        Some(Ok(value)) if value.get("event").is_some() => {
            from_record(name, args, format, context, Cursor::new(beginning).chain(from))
        }
        _ if !is_all => Err(unreadable(&files::FileReadError::TooLarge(limit))),
        None => Err(problem(format_args!("{name}: it is empty"))),
        Some(Err(why)) => {
            Err(problem(format_args!("{name}: neither a position nor a record: {why}")))
        }
        Some(Ok(value)) => from_position(name, args, context, &value),
    }?;
    let seats = film.steps().first().map_or(0, |step| step.picture.scene.letters.len());
    // As at the table: the letters of the colours.
    let narrator = Narrator::new(Language::English, &vec![None; seats]);
    let film = film.on_ground(args.ground.into()).lettered(narrator.letters());
    let bytes = drawn(&film, format, args)?;
    files::write_whole(&args.output, &bytes, Existing::Replace).map_err(report_write_error)?;
    Ok(Exit::Fine)
}

/// The seat of `--view`, at a table of `seats` seats.
fn viewer(args: &Args, seats: u8) -> Result<Option<Seat>, Exit> {
    let Some(view) = args.view else { return Ok(None) };
    let seat = Seat::checked(view.into(), seats);
    seat.map(Some).ok_or_else(|| {
        usage(format_args!("--view {view}: there are {seats} seats, counted from 0"))
    })
}

fn from_position(
    name: &str,
    args: &Args,
    context: &Context,
    value: &Value,
) -> Result<GameFilm, Exit> {
    let Some(rules) = &args.rules else {
        return Err(usage("--rules is needed: a position does not name its rule set"));
    };
    if args.turn.is_some() {
        return Err(usage("--turn is for records: a position has one turn"));
    }
    if args.game != 0 {
        return Err(usage("--game is for records: a position is of one game"));
    }
    let variant = context.variant(rules)?;
    let position = value.get("position").unwrap_or(value);
    let wrong = |why: tsuro::game::PositionError| problem(format_args!("{name}: {why}"));
    with_rules!(variant.rules(), |rules| {
        let position = fill_hands(rules, position).map_err(wrong)?;
        // The seed decides only what no reader sees: the order of the pile.
        let state = read_position(rules, &position, RunSeed::new("").game(0)).map_err(wrong)?;
        let view = viewer(args, state.core().seats())?;
        let see =
            View::new(rules, &state).observation(Some(view.unwrap_or(state.core().decider())));
        Ok(GameFilm::still(picture(&see, view)))
    })
}

/// What is drawn of a moment: the hand of the seat that looks, if one was named.
fn picture(see: &Observation<'_>, view: Option<Seat>) -> BoardPicture {
    if view.is_some() { BoardPicture::with_hand(see) } else { BoardPicture::new(see) }
}

fn from_record(
    name: &str,
    args: &Args,
    format: PictureFormat,
    context: &Context,
    from: impl BufRead,
) -> Result<GameFilm, Exit> {
    if args.rules.is_some() {
        return Err(usage("--rules is for positions: a record names its own rule set"));
    }
    let game: GameRecord = find_game(name, from, args.game)?;
    if game.cut {
        complain(&format!("warning: {name}: the last line is incomplete and was ignored"));
    }
    if is_view(&game) {
        return Err(usage(format_args!(
            "{name}: game {} is the view of a seat, and a picture needs the whole record",
            args.game
        )));
    }
    let mut replayer = Replayer::new(&context.registry);
    let mismatch = |why: &dyn Display| problem(format_args!("{name}: {why}"));
    let head = replayer.head(&game).map_err(|why| mismatch(&why))?;
    let view = viewer(args, head.seats())?;
    // The moment that is drawn, or the last of the drawn moments: it may come before the requested
    // one.
    let is_last = |see: &Observation<'_>| args.turn.is_some_and(|turn| turn.is_reached(see));
    let (mut last, mut still) = (None, None);
    let mut look = |see: Observation<'_>| {
        if last.is_some() {
            return;
        }
        last = is_last(&see).then(|| see.turn());
        if last.is_some() || args.turn.is_none() {
            still = Some(picture(&see, view));
        }
    };
    replayer.replay_seen_by(&game, view, &mut look).map_err(|why| mismatch(&why))?;
    if let Some(turn) = args.turn.filter(|turn| last.is_none_or(|last| last < turn.turn)) {
        return Err(usage(format_args!(
            "--turn {turn}: the game has no turn with this number, or no such tile in it"
        )));
    }
    if format.is_moving() {
        return GameFilm::from_record(&mut replayer, &game, view, is_last)
            .map_err(|why: FilmError| mismatch(&why));
    }
    still
        .map(GameFilm::still)
        .ok_or_else(|| problem(format_args!("{name}: the game has nothing to draw")))
}

/// The bytes of a file: of a film the last picture, or all of them as a GIF image.
#[cfg_attr(
    not(feature = "raster"),
    allow(clippy::unnecessary_wraps, unused_variables, reason = "an SVG can always be drawn")
)]
fn drawn(film: &GameFilm, format: PictureFormat, args: &Args) -> Result<Vec<u8>, Exit> {
    let Some(last) = film.steps().last() else { return Err(problem("there is nothing to draw")) };
    match format {
        PictureFormat::Svg => {
            Ok(last.picture.svg(&format!("The board in turn {}", last.picture.turn)).into_bytes())
        }
        #[cfg(feature = "raster")]
        PictureFormat::Png | PictureFormat::Gif => {
            let wrong = |why: tsuro::picture::RasterError| {
                usage(format_args!("{}: {why}", args.output.display()))
            };
            let width = tsuro::picture::PictureWidth::new(args.width).unwrap_or_default();
            if format == PictureFormat::Png { last.picture.png(width) } else { film.gif(width) }
                .map_err(wrong)
        }
    }
}
