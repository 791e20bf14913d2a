//! What a game came to: places, causes, how long and how far, and the moments that mattered.

use crate::words::{Narrator, TextKey};
use tsuro::game::{Cause, Event, Seat};
use tsuro::picture::BoardScene;
use tsuro::session::Game;

/// A trip of fewer tiles is not worth telling.
const LONG_TRIP: usize = 5;

/// What became of one player.
#[derive(Debug, Clone, Default)]
struct Fate {
    /// Tiles laid, and tiles crossed.
    laid: usize,
    far: usize,
    /// The turn in which the piece was put out, by what, and by whose placement.
    out: Option<(u32, Cause, Option<Seat>)>,
    points: Option<i64>,
}

/// The course of a game, as its events tell it.
struct Course {
    fates: Vec<Fate>,
    /// The longest trip: its tiles, its turn, and whose it was.
    farthest: (usize, u32, Seat),
    /// How the game ended.
    title: String,
}

impl Course {
    fn new(game: &Game, narrator: &Narrator) -> Self {
        let mut fates = vec![Fate::default(); usize::from(game.seats())];
        let (mut turn, mut mover, mut farthest, mut title) =
            (0, None, (LONG_TRIP - 1, 0, Seat::new(0)), String::new());
        // Trips are followed on the board as it was set up.
        let start = game.dealt();
        let mut scene =
            BoardScene::new(&start.as_ref().unwrap_or(game).observe(None), narrator.letters());
        let set_up = start.as_ref().map_or(0, Game::mark);
        for (number, event) in game.events_since(0).enumerate() {
            let way = if number < set_up { 0 } else { scene.follow(&event).len() };
            match event {
                // No player causes what happens before a placement.
                Event::Turn { number, .. } => (turn, mover) = (number, None),
                Event::Placed { player, .. } => {
                    mover = Some(player);
                    fates[player.index()].laid += 1;
                }
                Event::Moved { player, .. } | Event::Eliminated { player, .. } => {
                    fates[player.index()].far += way;
                    if way > farthest.0 {
                        farthest = (way, turn, player);
                    }
                    if let Event::Eliminated { cause, .. } = event {
                        fates[player.index()].out =
                            Some((turn, cause, mover.filter(|&mover| mover != player)));
                    }
                }
                Event::End { scores, .. } => {
                    title = narrator.event(&event).unwrap_or_default();
                    scores
                        .into_iter()
                        .flatten()
                        .zip(&mut fates)
                        .for_each(|(&points, fate)| fate.points = Some(points));
                }
                _ => {}
            }
        }
        Self { fates, farthest, title }
    }
}

/// What a game came to, in words.
#[derive(Debug, Clone)]
pub struct ResultSummary {
    /// How it ended.
    pub title: String,
    /// The seats in the order of their places, each with its line.
    pub standings: Vec<(Seat, String)>,
    /// The moments that mattered, in the order in which they came.
    pub moments: Vec<String>,
}

impl ResultSummary {
    /// Of a game that is over.
    pub fn new(game: &Game, narrator: &Narrator) -> Self {
        let Course { fates, farthest, title } = Course::new(game, narrator);
        let places = places(game);
        let mut order: Vec<Seat> = (0..game.seats()).map(Seat::new).collect();
        order.sort_by_key(|seat| places[seat.index()]);
        let line = |&seat: &Seat| {
            let (place, fate) = (1 + places[seat.index()], &fates[seat.index()]);
            (seat, standing(seat, place, fate, narrator))
        };
        let standings = order.iter().map(line).collect();
        let mut moments: Vec<(u32, String)> =
            order.iter().filter_map(|&seat| moment(seat, &fates[seat.index()], narrator)).collect();
        moments.extend(far_trip(farthest, narrator));
        moments.sort_by_key(|moment| moment.0);
        Self { title, standings, moments: moments.into_iter().map(|moment| moment.1).collect() }
    }
}

/// The number of seats that did better, by seat, in a game that is over. To have won is best, then to
/// have more points, then to have stayed longer.
pub fn places(game: &Game) -> Vec<usize> {
    let winners = game.ending().map(|ending| ending.winners).unwrap_or_default();
    // Better is larger.
    let mut ranks: Vec<(bool, i64, u32)> =
        (0..game.seats()).map(|seat| (winners.contains(Seat::new(seat)), 0, u32::MAX)).collect();
    let mut turn = 0;
    for event in game.events_since(0) {
        match event {
            Event::Turn { number, .. } => turn = number,
            Event::Eliminated { player, .. } => ranks[player.index()].2 = turn,
            Event::End { scores, .. } => {
                let scores = scores.into_iter().flatten();
                scores.zip(&mut ranks).for_each(|(&points, rank)| rank.1 = points);
            }
            _ => {}
        }
    }
    ranks.iter().map(|own| ranks.iter().filter(|other| *other > own).count()).collect()
}

/// The line of a player: the place, the tiles, and how it ended.
fn standing(seat: Seat, place: usize, fate: &Fate, narrator: &Narrator) -> String {
    let words = narrator.language;
    let (place, laid, far) = (place.to_string(), words.tiles(fate.laid), words.tiles(fate.far));
    let who = if narrator.you == Some(seat) {
        format!("{} ({})", narrator.who(seat), narrator.name(seat))
    } else {
        narrator.who(seat).to_owned()
    };
    let names = [("place", &*place), ("who", &who), ("laid", &laid), ("far", &far)];
    let line = match fate.out {
        None => words.say(TextKey::ResultStill, &names),
        Some((turn, cause, _)) => {
            let more = [("cause", narrator.cause(cause)), ("number", &*turn.to_string())];
            words.say(TextKey::ResultOut, &[&names[..], &more].concat())
        }
    };
    match fate.points {
        Some(points) => {
            words.say(TextKey::ResultPoints, &[("line", &line), ("points", &words.points(points))])
        }
        None => line,
    }
}

/// The longest trip, if there was a long one.
fn far_trip((tiles, turn, seat): (usize, u32, Seat), narrator: &Narrator) -> Option<(u32, String)> {
    let words = narrator.language;
    let names = [
        ("number", &*turn.to_string()),
        ("who", narrator.name(seat)),
        ("tiles", &words.tiles(tiles)),
    ];
    (turn > 0).then(|| (turn, words.say(TextKey::MomentFar, &names)))
}

/// How a piece was put out.
fn moment(seat: Seat, fate: &Fate, narrator: &Narrator) -> Option<(u32, String)> {
    let (turn, cause, by) = fate.out?;
    let number = turn.to_string();
    let names =
        [("number", &*number), ("who", narrator.name(seat)), ("cause", narrator.cause(cause))];
    let text = match by {
        Some(by) => narrator
            .language
            .say(TextKey::MomentBy, &[&names[..], &[("by", narrator.name(by))]].concat()),
        None => narrator.language.say(TextKey::MomentOut, &names),
    };
    Some((turn, text))
}
