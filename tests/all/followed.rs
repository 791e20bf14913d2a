//! The stream of events is complete: a sink that hears nothing else knows at each decision what
//! lies where, who holds what and what rules show, in every shipped rule set and with rules from
//! outside.

use crate::{examples, fog, invented, moments, verbs};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Face, Place, Square};
use tsuro::game::{
    Choice, Deciders, Event, Luck, RulePiece, RuleSet, RunSeed, Seat, SeatSet, Shown, Sink, Spot,
    Uniform, View, play,
};
use tsuro::picture::{BoardScene, seat_letters};
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Loader as _, Variant};
use tsuro::with_rules;

/// A game as its events tell it.
#[derive(Default)]
struct Followed {
    contents: BTreeMap<Square, Content>,
    places: BTreeMap<Seat, Place>,
    out: SeatSet,
    /// The hand of each seat; a single one where the table has an open hand.
    hands: Vec<Vec<Face>>,
    pile: Vec<Face>,
    holder: Option<Seat>,
    pieces: Vec<RulePiece>,
    shown: Vec<Shown>,
    /// How many changes were told that records do not have.
    unwritten: usize,
}

impl Followed {
    fn hand(&mut self, seat: Seat) -> &mut Vec<Face> {
        let number = if self.hands.len() == 1 { 0 } else { seat.index() };
        &mut self.hands[number]
    }

    fn give_up(&mut self, seat: Seat, tile: Face) {
        let hand = self.hand(seat);
        let at = hand.iter().position(|&held| held == tile).expect("the tile is in the hand");
        hand.remove(at);
    }

    fn hear(&mut self, event: &Event<'_>) {
        self.unwritten += usize::from(!event.is_written());
        if let Some(holder) = event.new_holder() {
            self.holder = holder;
        }
        match *event {
            Event::Deal { hands, pile } => {
                self.hands = hands.iter().map(|hand| hand.iter().collect()).collect();
                self.pile = pile.faces();
            }
            Event::Start { player, mark: at }
            | Event::Relocated { player, mark: at }
            | Event::Moved { player, to: at }
            | Event::Carried { player, to: at, .. } => drop(self.places.insert(player, at)),
            Event::Placed { player, tile, square, .. } => {
                self.give_up(player, tile.face());
                self.contents.insert(
                    square,
                    if tile.face().is_special() { Content::Haven } else { Content::Tile(tile) },
                );
            }
            Event::Laid { square, tile, .. } | Event::Turned { square, tile, .. } => {
                self.contents.insert(square, Content::Tile(tile));
            }
            Event::WakeRemoved { square, tile, to } => {
                self.contents.remove(&square);
                if to == tsuro::game::Destination::Pile {
                    self.pile.push(tile);
                }
            }
            Event::Content { square, content: Content::Empty } => {
                let _ = self.contents.remove(&square);
            }
            Event::Content { square, content } => drop(self.contents.insert(square, content)),
            Event::Shows { pieces, shown } => {
                (self.pieces, self.shown) = (pieces.to_vec(), shown.to_vec());
            }
            Event::Eliminated { player, .. } => self.out.insert(player),
            Event::Drew { player, tile } => {
                assert_eq!(self.pile.remove(0), tile);
                self.hand(player).push(tile);
            }
            Event::Exchanged { player, gave, took } => {
                for &tile in gave {
                    self.give_up(player, tile);
                }
                self.hand(player).extend(took);
            }
            Event::Returned { pile, .. } => self.pile = pile.faces(),
            Event::Shifted { tile, from, to, .. } => {
                match from {
                    Spot::Hand(seat) => self.give_up(seat, tile),
                    Spot::PileTop => drop(
                        self.pile.remove(self.pile.iter().position(|&face| face == tile).unwrap()),
                    ),
                    Spot::PileBottom => drop(
                        self.pile.remove(self.pile.iter().rposition(|&face| face == tile).unwrap()),
                    ),
                    _ => {}
                }
                match to {
                    Spot::Hand(seat) => self.hand(seat).push(tile),
                    Spot::PileTop => self.pile.insert(0, tile),
                    Spot::PileBottom => self.pile.push(tile),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn check<R: RuleSet>(&self, view: &View<'_, R>, name: &str) {
        let (core, see) = (view.core(), view.observation(None));
        let at = format!("{name}, turn {}", core.turn());
        for square in see.shape().squares() {
            let told = self.contents.get(&square).copied().unwrap_or(Content::Empty);
            assert_eq!(told, core.board().content(square), "{at}: {square}");
        }
        assert_eq!(SeatSet::first(core.seats()).without(self.out), core.alive(), "{at}");
        assert_eq!(self.holder, core.holder(), "{at}");
        let sorted = |tiles: &mut dyn Iterator<Item = Face>| {
            let mut tiles: Vec<Face> = tiles.collect();
            tiles.sort_unstable();
            tiles
        };
        for seat in core.alive().iter() {
            if let Some(&place) = self.places.get(&seat) {
                assert_eq!(place, core.place(seat), "{at}: {seat}");
            }
            let told = &self.hands[if self.hands.len() == 1 { 0 } else { seat.index() }];
            assert_eq!(
                sorted(&mut told.iter().copied()),
                sorted(&mut core.hand(seat).iter()),
                "{at}: {seat}"
            );
        }
        let pile: Vec<Face> = (0..core.pile().len()).map(|depth| core.pile().at(depth)).collect();
        assert_eq!(self.pile, pile, "{at}");
        let mut shown = Vec::new();
        see.shows(|one| shown.push(one));
        assert_eq!((&self.pieces, &self.shown), (&see.rule_pieces(), &shown), "{at}");
    }
}

/// Hears every change.
struct Hearing<'a>(&'a RefCell<Followed>);

impl Sink for Hearing<'_> {
    fn counts_legal(&self) -> bool {
        false
    }
    fn follows(&self) -> bool {
        true
    }
    fn event(&mut self, event: &Event<'_>) {
        self.0.borrow_mut().hear(event);
    }
}

/// Decides at random, and compares before.
struct Comparing<'a>(Uniform, &'a RefCell<Followed>, &'a str);

impl<R: RuleSet> Deciders<R> for Comparing<'_> {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        self.1.borrow().check(&view, self.2);
        self.0.decide(view)
    }
}

/// Plays games and follows them, by the engine and as a face does; returns how many changes records
/// do not have.
fn follow(variant: &Arc<Variant>, games: u64) -> usize {
    let name = variant.name();
    let mut unwritten = 0;
    for game in 0..games {
        let seed = RunSeed::new("followed").game(game);
        let players = variant.players().nearest(2 + game as u8 * 2);
        let told = RefCell::new(Followed::default());
        with_rules!(variant.rules(), |rules| {
            let mut deciders = Comparing(Uniform(seed), &told, name);
            let state =
                play(rules, players, &mut deciders, &mut Luck(seed), &mut Hearing(&told)).unwrap();
            told.borrow().check(&View::new(rules, &state), name);
        });
        unwritten += told.into_inner().unwritten;
        shown(
            Game::from_variant(Arc::clone(variant), players, &game.to_string()).unwrap().followed(),
        );
    }
    unwritten
}

/// The scene that follows what a seat, or an onlooker, is told of a game is what that seat sees of
/// the game: step by step, and from its beginning.
fn shown(mut game: Game) {
    let (players, variant) = (game.seats(), Arc::clone(game.variant()));
    let readers: Vec<Option<Seat>> =
        (0..players).map(|seat| Some(Seat::new(seat))).chain([None]).collect();
    let fresh = |game: &Game, seat| BoardScene::new(&game.observe(seat), &seat_letters(players));
    let dealt: Vec<BoardScene> = readers.iter().map(|&seat| fresh(&game, seat)).collect();
    let same = |scene: &BoardScene, game: &Game, seat: Option<Seat>, at: &str| {
        let now = fresh(game, seat);
        for square in scene.shape().squares() {
            assert_eq!(
                scene.content(square),
                now.content(square),
                "{} for {seat:?}, {at}: {square}",
                variant.name()
            );
        }
        assert_eq!(scene.pieces, now.pieces, "{} for {seat:?}, {at}", variant.name());
        assert_eq!(
            (&scene.rule_pieces, &scene.square_marks),
            (&now.rule_pieces, &now.square_marks),
            "{} for {seat:?}, {at}",
            variant.name()
        );
    };
    let (mut scenes, begun) = (dealt.clone(), game.mark());
    while let Some(decision) = game.decision() {
        let mut choices = game.observe(decision.seat()).choices();
        let choice = choices.swap_remove(game.mark() * 7 % choices.len());
        let mark = game.mark();
        game.play(&choice).unwrap();
        for (scene, &seat) in scenes.iter_mut().zip(&readers) {
            game.events_seen_by(seat, mark).for_each(|event| drop(scene.follow_seen(&event)));
            same(scene, &game, seat, &format!("after {choice:?}"));
        }
    }
    for (mut scene, &seat) in dealt.into_iter().zip(&readers) {
        game.events_seen_by(seat, begun).for_each(|event| drop(scene.follow_seen(&event)));
        same(&scene, &game, seat, "from the deal");
    }
}

#[test]
fn every_change_is_told_in_every_shipped_rule_set() {
    for name in BuiltIns.names() {
        let variant = Arc::new(
            Variant::load(&name, &BuiltIns, &Registry::default())
                .unwrap_or_else(|problems| panic!("{problems}")),
        );
        follow(&variant, 3);
    }
}

#[test]
fn every_change_is_told_of_rules_from_outside() {
    for path in ["examples/moments.toml", "examples/roles.toml", "examples/fog.toml"] {
        follow(&moments::variant(path), 6);
    }
    for (text, seed) in fog::FOGGY.iter().flat_map(|text| [(text, "one"), (text, "two")]) {
        let game = Game::from_variant(fog::variant(text), 4, seed).unwrap();
        // Where rules hide squares, seats are told all that they see in games that are not
        // followed, too.
        shown(game.clone());
        shown(game.followed());
    }
    follow(&Arc::new(invented::variant()), 4);
    let registry = Registry::default().with(&examples::sinkholes::SINKHOLES);
    assert!(follow(&Arc::new(examples::sinkholes(&registry)), 4) > 100, "sinkholes open and close");
    for edition in verbs::EDITIONS {
        let variant =
            Variant::from_text("mischief", &verbs::text(edition), &verbs::registry()).unwrap();
        follow(&Arc::new(variant), 6);
    }
}
