//! Bots cannot peek: what a bot is sent and what it chooses depends on nothing that its seat cannot
//! see, and a search redeals what it does not know, and nothing else.

use crate::common::games::{played, variant};
use serde_json::Value;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;
use tsuro::board::{Face, Laid, Place};
use tsuro::bots::ismcts::Clock;
use tsuro::bots::{BOTS, Bot, BotSpec, Host};
use tsuro::game::unchecked::deal;
use tsuro::game::{
    Answer, Choice, DeciderNotice, Event, Exchange, GameSeed, Hand, Knowledge, Luck, Memory,
    Observation, Onlooker, Phase, PileView, Purpose, ReturnOrder, Rng, RuleSet, RunSeed, Seat,
    SeatSet, Spot, State, Uniform, View, WatchedDeciders, Whereabouts, bot_stream, play, redeal,
};
use tsuro::record::{RecordReader, Replayer, view, write_request};
use tsuro::rules::Registry;
use tsuro::with_rules;

/// What a host lends to bots: a clock that counts iterations, and a program that records everything
/// it is sent.
struct FakeHost;

struct Ticks(std::cell::Cell<u32>);

impl Clock for Ticks {
    fn start(&mut self) {
        self.0.set(6);
    }
    fn has_time(&self) -> bool {
        self.0.set(self.0.get() - 1);
        self.0.get() > 0
    }
}

impl Host for FakeHost {
    fn clock(&self, _: u32) -> Box<dyn Clock> {
        Box::new(Ticks(std::cell::Cell::new(0)))
    }
    fn program(&self, _: &str, _: &[String]) -> Box<dyn Bot> {
        Box::new(Reader)
    }
}

/// A bot whose choice depends on every byte that a program would be sent, and on all that a bot in
/// Rust can read.
struct Reader;

impl Reader {
    fn choose(see: &Observation<'_>, rng: &mut Rng) -> Choice {
        let mut choices = see.choices();
        let mut hasher = DefaultHasher::new();
        write_request(see, &choices, 0, rng.bits()).hash(&mut hasher);
        format!("{:?} {:?}", see.events().collect::<Vec<_>>(), see.knowledge()).hash(&mut hasher);
        let number = hasher.finish() as usize % choices.len();
        choices.swap_remove(number)
    }
}

impl Bot for Reader {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        let Choice::Start(mark) = Self::choose(see, rng) else { panic!("not a start mark") };
        mark
    }
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let Choice::Place(tile) = Self::choose(see, rng) else { panic!("not a placement") };
        tile
    }
    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        let Choice::Exchange(exchange) = Self::choose(see, rng) else { panic!("not an exchange") };
        exchange
    }
    fn relocate(&mut self, see: &Observation<'_>, _: bool, rng: &mut Rng) -> Option<Place> {
        let Choice::Relocate(mark) = Self::choose(see, rng) else { panic!("not a relocation") };
        mark
    }
    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        let Choice::Rule(answer) = Self::choose(see, rng) else { panic!("not an answer") };
        answer
    }
}

/// One of each kind of bot; searches with very little time.
fn bots() -> Vec<BotSpec> {
    let host: Arc<dyn Host> = Arc::new(FakeHost);
    let word = |name: &str, argument: &str| match argument {
        "" => name.to_owned(),
        "N" | "T" => format!("{name}:5"),
        _ => format!("{name}:program"),
    };
    let bots: Vec<BotSpec> = BOTS
        .iter()
        .map(|bot| {
            BotSpec::parse_on(&word(bot.name, bot.argument), &host)
                .unwrap_or_else(|why| panic!("{why}"))
        })
        .chain(BotSpec::parse("ismcts:5:values=learned"))
        .collect();
    assert!(
        ["ismcts:5", "ismcts-ms:5", "exec:program"]
            .iter()
            .all(|name| bots.iter().any(|bot| bot.to_string() == *name)),
        "{bots:?}"
    );
    bots
}

fn choose(see: &Observation<'_>, bot: &mut dyn Bot, seed: GameSeed) -> Choice {
    let mut rng: Rng = bot_stream(seed, see.phase(), see.active(), see.turn());
    match see.phase() {
        Phase::Start => Choice::Start(bot.start(see, &mut rng)),
        Phase::Place => Choice::Place(bot.place(see, &mut rng)),
        Phase::Exchange => Choice::Exchange(bot.exchange(see, &mut rng)),
        Phase::Relocate { must } => Choice::Relocate(bot.relocate(see, must, &mut rng)),
        Phase::Ask => Choice::Rule(bot.answer(see, &mut rng)),
        other => panic!("nobody decides in {other:?}"),
    }
}

/// Another tile.
fn other(face: Face) -> Face {
    Face::new((face.number() + 1) % 35).unwrap()
}

fn others(tiles: &[Face]) -> Vec<Face> {
    tiles.iter().copied().map(other).collect()
}

/// A pile of other tiles in reverse order.
fn other_pile(pile: &dyn PileView) -> Vec<Face> {
    pile.faces().into_iter().rev().map(other).collect()
}

/// Passes `hear` the same event with every tile replaced that `seat` did not see. `looked`: the
/// seat was shown the hands that are returned. Which tiles are hidden is implemented here a second
/// time, from the document on records.
fn otherwise(
    event: &Event<'_>,
    seat: Seat,
    open: bool,
    looked: bool,
    hear: &mut dyn FnMut(&Event<'_>),
) {
    let own = |player: Seat| player == seat;
    match *event {
        Event::Deal { hands, pile } => {
            let hand = |(index, hand): (usize, &Hand)| {
                if open || index == seat.index() { *hand } else { hand.iter().map(other).collect() }
            };
            let hands: Vec<Hand> = hands.iter().enumerate().map(hand).collect();
            hear(&Event::Deal { hands: &hands, pile: &other_pile(pile) });
        }
        Event::Placed { player, tile, square, legal } if !own(player) => {
            hear(&Event::Placed { player, tile, square, legal: legal + 1 });
        }
        Event::Exchanged { player, gave, took } if !own(player) => {
            hear(&Event::Exchanged { player, gave: &others(gave), took: &others(took) });
        }
        Event::Returned { tiles, pile } => {
            let unknown = others(tiles);
            hear(&Event::Returned {
                tiles: if looked { tiles } else { &unknown },
                pile: &other_pile(pile),
            });
        }
        Event::Drew { player, tile } if !own(player) && !open => {
            hear(&Event::Drew { player, tile: other(tile) });
        }
        Event::Chose { player, asks, about, options, choice } if !own(player) && asks.secret => {
            let choice = choice.face().map_or(choice, |tile| other(tile).into());
            hear(&Event::Chose { player, asks, about, options: options + 1, choice });
        }
        Event::Shifted { tile, from, to, by } if !by.contains(seat) => {
            hear(&Event::Shifted { tile: other(tile), from, to, by });
        }
        ref public => hear(public),
    }
}

/// How many of `seats` are mates of `seat`, whose hands it does not see (V9).
fn mates_in<R: RuleSet>(view: &View<'_, R>, seat: Seat, seats: SeatSet) -> usize {
    let teams = view.observation(None).teams();
    seats
        .iter()
        .filter(|&other| {
            teams > 0 && other != seat && other.number() % teams == seat.number() % teams
        })
        .count()
}

/// The memory of a table, and for each seat the memory that it would have if everything hidden from
/// that seat were different.
struct Memories {
    open: bool,
    true_one: Memory,
    other_ones: Vec<Memory>,
    /// The seat that was shown the hands that will be returned.
    looked: Option<Seat>,
}

impl Memories {
    fn new(seats: u8, open: bool) -> Self {
        let memory = Memory::with_events(SeatSet::first(seats));
        Self {
            open,
            true_one: memory.clone(),
            other_ones: vec![memory; seats.into()],
            looked: None,
        }
    }

    fn hear<R: RuleSet>(&mut self, news: &DeciderNotice<'_, R>) {
        self.true_one.hear(news);
        match *news {
            DeciderNotice::Looks(ref view) => {
                self.looked = Some(view.core().active())
                    .filter(|&seat| mates_in(view, seat, view.core().fallen()) == 0);
            }
            DeciderNotice::Happened(Event::Turn { .. }) => self.looked = None,
            _ => {}
        }
        for (seat, memory) in (0..).map(Seat::new).zip(&mut self.other_ones) {
            match news {
                DeciderNotice::Happened(event) => {
                    let looked = self.looked == Some(seat);
                    otherwise(event, seat, self.open, looked, &mut |event| {
                        memory.hear(&DeciderNotice::<R>::Happened(event));
                    });
                }
                _ => memory.hear(news),
            }
        }
    }
}

/// Games with every kind of hidden information: hands, a shuffled pile, hands seen in exchanges,
/// tiles under the pile, the Dragon, drafted tiles, hands of mates.
const HIDDEN: [(&str, u8); 11] = [
    ("classic", 4),
    ("classic", 2),
    ("classic-advanced", 8),
    ("luxury-advanced", 5),
    ("seas", 6),
    ("longest-path", 3),
    ("open-tiles", 3),
    ("draft", 4),
    ("draft+draw.extra=2+bonus.exchange=true+returned=bottom", 6),
    ("teams+bonus.exchange=true", 8),
    ("teams+draw.rule=draft", 6),
];

/// A game played at random; `look` is called before every decision.
fn watched<R: RuleSet>(
    rules: &R,
    seats: u8,
    seed: GameSeed,
    look: &mut dyn FnMut(&View<'_, R>, &Memories),
) {
    let mut onlooker = MemoriesLook { memories: Memories::new(seats, rules.basics().open()), look };
    let mut uniform = Uniform(seed);
    let mut deciders = WatchedDeciders::new(&mut uniform, &mut onlooker);
    play(rules, seats, &mut deciders, &mut Luck(seed), &mut ())
        .unwrap_or_else(|never| match never {});
}

struct MemoriesLook<'l, R: RuleSet> {
    memories: Memories,
    look: &'l mut dyn FnMut(&View<'_, R>, &Memories),
}

impl<R: RuleSet> Onlooker<R> for MemoriesLook<'_, R> {
    const LISTENS: bool = true;

    fn hear(&mut self, news: &DeciderNotice<'_, R>) {
        self.memories.hear(news);
    }
    fn before_decision(&mut self, view: &View<'_, R>) {
        (self.look)(view, &self.memories);
    }
}

#[test]
fn what_a_seat_cannot_see_changes_no_choice_and_no_byte_that_a_program_is_sent() {
    let bots = bots();
    let (mut kinds, mut seen, mut fields, mut informed) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), 0);
    for (name, seats) in HIDDEN {
        let variant = variant(name);
        for game in 0..12 {
            let seed = RunSeed::new("unseen").game(game);
            with_rules!(variant.rules(), |rules| watched(
                rules,
                seats,
                seed,
                &mut |view, memories| {
                    let (state, seat) = (view.state(), view.core().active());
                    kinds.insert(format!("{:?}", discriminant(&view.core().phase())));
                    let known = memories.true_one.knowledge(seat);
                    informed += u32::from(!known.is_empty());
                    let mut dealt_anew = state.clone();
                    let mut rng = RunSeed::new("otherwise").game(game).stream(
                        Purpose::Deck,
                        0,
                        view.core().turn(),
                        0,
                    );
                    redeal(rules, &mut dealt_anew, seat, &known, &mut rng);
                    let here = view.observation(Some(seat)).remembering(&memories.true_one);
                    let other_view = View::new(rules, &dealt_anew);
                    let there = other_view
                        .observation(Some(seat))
                        .remembering(&memories.other_ones[seat.index()]);
                    let sent = |see: &Observation<'_>| {
                        String::from_utf8(write_request(see, &see.choices(), 0, 7)).unwrap()
                    };
                    assert_eq!(sent(&here), sent(&there), "{name}, game {game}");
                    let line = sent(&here);
                    let known = ["\"below\":", "\"drawn\":", "\"offered\":"]
                        .into_iter()
                        .filter(|field| line.contains(field));
                    fields.extend(
                        known.chain(
                            (0..seats)
                                .any(|owner| line.contains(&format!("\"hand\":{owner}")))
                                .then_some("hand"),
                        ),
                    );
                    seen.extend(here.events().map(|event| event.name()));
                    for bot in &bots {
                        let choice = choose(&here, &mut *bot.make(), seed);
                        assert_eq!(
                            choice,
                            choose(&there, &mut *bot.make(), seed),
                            "{bot} peeks in {name}, game {game}"
                        );
                    }
                }
            ));
        }
    }
    assert_eq!(
        (kinds.len(), fields.len()),
        (5, 4),
        "every kind of decision and of knowledge came: {fields:?}"
    );
    for hidden in ["deal", "placed", "drew", "exchanged", "returned", "chose"] {
        assert!(seen.contains(hidden), "nobody saw {hidden}, where something is hidden: {seen:?}");
    }
    assert!(
        informed > 50,
        "only {informed} decisions were made by somebody who knew more than the table shows"
    );
}

/// Whether everything that a seat knows is true in a state.
fn fits<R: RuleSet>(state: &State<R>, known: &Knowledge) -> Result<(), String> {
    let core = state.core();
    let pile: Vec<Face> = core.pile().iter().collect();
    let held = |seat: Seat, face: Face| core.hand(seat).iter().filter(|&held| held == face).count();
    for &(face, at) in known {
        let times = |wanted: &dyn Fn(Whereabouts) -> bool| {
            known.iter().filter(|tile| tile.0 == face && wanted(tile.1)).count()
        };
        let (fits, what) = match at {
            Whereabouts::Pile { below } => {
                (pile.iter().rev().nth(below.into()) == Some(&face), "in its place in the pile")
            }
            Whereabouts::Hand(seat) => {
                (held(seat, face) >= times(&|at| at == Whereabouts::Hand(seat)), "in that hand")
            }
            Whereabouts::Loose { drawn } => {
                let elsewhere = (0..core.seats())
                    .map(Seat::new)
                    .filter(|seat| drawn[seat.index()] > 0)
                    .map(|seat| held(seat, face));
                let there =
                    pile.iter().filter(|&&tile| tile == face).count() + elsewhere.sum::<usize>();
                (
                    there >= times(&|at| matches!(at, Whereabouts::Loose { .. })),
                    "in the pile or with anybody who drew since",
                )
            }
            _ => (false, "anywhere that this test knows"),
        };
        if !fits {
            return Err(format!("tile {} is not {what}: {at:?}", face.number()));
        }
    }
    Ok(())
}

#[test]
fn what_a_seat_knows_of_hidden_tiles_is_true_and_stays_true_in_every_new_deal() {
    let mut kinds = [0; 3];
    for (name, seats) in [
        ("classic-advanced", 5),
        ("luxury-advanced", 6),
        ("seas", 4),
        ("seas", 8),
        ("draft+bonus.exchange=true", 5),
        ("draft+draw.extra=2+tiles.copies=2", 3),
        ("teams+bonus.exchange=true+draw.rule=draft+returned=bottom", 8),
    ] {
        let variant = variant(name);
        for game in 0..30 {
            let seed = RunSeed::new("knowledge").game(game);
            with_rules!(variant.rules(), |rules| watched(
                rules,
                seats,
                seed,
                &mut |view, memories| {
                    for seat in view.core().alive().iter() {
                        let known = memories.true_one.knowledge(seat);
                        for tile in &known {
                            kinds[match tile.1 {
                                Whereabouts::Pile { .. } => 0,
                                Whereabouts::Hand(_) => 1,
                                Whereabouts::Loose { .. } => 2,
                                other => panic!("{other:?}"),
                            }] += 1;
                        }
                        fits(view.state(), &known)
                            .unwrap_or_else(|why| panic!("{name}, game {game}: {why}"));
                        let mut other = view.state().clone();
                        redeal(
                            rules,
                            &mut other,
                            seat,
                            &known,
                            &mut Rng::new(game, view.core().turn().into()),
                        );
                        fits(&other, &known).unwrap_or_else(|why| {
                            panic!("{name}, game {game}, a new deal for {seat}: {why}")
                        });
                        let count = |state: &State<_>| {
                            (0..seats)
                                .map(|seat| state.core().hand(Seat::new(seat)).len())
                                .collect::<Vec<_>>()
                        };
                        assert_eq!(
                            (count(&other), other.core().pile().len()),
                            (count(view.state()), view.core().pile().len())
                        );
                    }
                }
            ));
        }
    }
    assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
}

/// The test above would show nothing if a new deal were the same as the old one.
#[test]
fn a_new_deal_keeps_what_is_seen_and_changes_the_rest() {
    let variant = variant("classic");
    with_rules!(variant.rules(), |rules| {
        let seed = RunSeed::new("deal").game(0);
        let state = deal(rules, 4, &mut Luck(seed), &mut ());
        let seat = Seat::new(2);
        let dealt = |number: u64| {
            let mut other = state.clone();
            redeal(rules, &mut other, seat, &Knowledge::new(), &mut Rng::new(number, 1));
            other
        };
        let other = dealt(1);
        assert_eq!(other.core().hand(seat), state.core().hand(seat));
        assert_eq!(other.core().pile().len(), state.core().pile().len());
        assert_ne!(other.core().hand(Seat::new(0)), state.core().hand(Seat::new(0)));
        // Dealt anew from a new deal: what was hidden leaves no trace.
        let mut again = dealt(2);
        redeal(rules, &mut again, seat, &Knowledge::new(), &mut Rng::new(1, 1));
        assert!(again.core().pile().iter().eq(other.core().pile().iter()));
    });
}

/// What one seat can know of where hidden tiles are, in the simplest form: the pile as a list, with
/// what is known of each tile. For decks with one tile of each face.
#[derive(Clone)]
struct Followed {
    seat: Seat,
    /// Whether hands are shuffled into the pile, or go under it.
    shuffles: bool,
    /// The pile from the top down.
    pile: Vec<Option<Face>>,
    /// Tiles that others hold.
    held: Vec<(Seat, Face)>,
    /// Tiles that are in the pile, unless a player drew them after it was shuffled.
    loose: Vec<(Face, SeatSet)>,
    /// Whose hands are returned next, and whether the seat was shown them.
    gone: SeatSet,
    looked: bool,
}

impl Followed {
    fn hear<R: RuleSet>(&mut self, news: &DeciderNotice<'_, R>) {
        match *news {
            DeciderNotice::Looks(view) if view.core().active() == self.seat => {
                self.looked = true;
                let fallen = view.core().fallen();
                self.held.retain(|&(owner, _)| !fallen.contains(owner));
                self.loose.retain(|&(face, _)| {
                    !fallen.iter().any(|owner| view.core().hand(owner).contains(face))
                });
            }
            DeciderNotice::Happened(&Event::Deal { pile, .. }) => {
                self.pile = vec![None; pile.len()];
            }
            DeciderNotice::Happened(&Event::Turn { .. }) => self.looked = false,
            DeciderNotice::Happened(&Event::Placed { tile, .. }) => {
                self.held.retain(|&(_, face)| face != tile.face());
                self.loose.retain(|&(face, _)| face != tile.face());
            }
            // Who exchanges may hold others now.
            DeciderNotice::Happened(&Event::Exchanged { player, .. }) if player != self.seat => {
                self.held.retain(|&(owner, _)| owner != player);
                self.loose.retain(|&(_, drew)| drew.and(self.gone).is_empty());
            }
            DeciderNotice::Happened(&Event::Returned { tiles, .. }) => {
                self.pile.extend(tiles.iter().map(|&tile| self.looked.then_some(tile)));
                self.held.retain(|&(owner, _)| !self.gone.contains(owner));
                self.gone = SeatSet::EMPTY;
                if self.shuffles {
                    self.loose.extend(
                        self.pile
                            .iter_mut()
                            .filter_map(Option::take)
                            .map(|face| (face, SeatSet::EMPTY)),
                    );
                }
            }
            DeciderNotice::Happened(&Event::Eliminated { player, .. }) => self.gone.insert(player),
            DeciderNotice::Happened(&Event::Drew { player, tile }) => {
                self.loose.retain(|&(face, _)| player != self.seat || face != tile);
                self.loose.iter_mut().for_each(|(_, drew)| drew.insert(player));
                if let Some(face) = self.pile.remove(0).filter(|_| player != self.seat) {
                    self.held.push((player, face));
                }
            }
            // Drafted: who did not see the tile cannot say any more what that player holds.
            DeciderNotice::Happened(&Event::Shifted {
                tile,
                from: Spot::Hand(player),
                to: Spot::PileBottom,
                ..
            }) => {
                self.pile.push((player == self.seat).then_some(tile));
                if player != self.seat {
                    self.held.retain(|&(owner, _)| owner != player);
                    self.loose.retain(|&(_, drew)| !drew.contains(player));
                }
            }
            _ => {}
        }
    }
}

/// Follows the game as each seat can and as a table's memory does.
struct FollowedLook<'l, R: RuleSet> {
    memory: Memory,
    seats: Vec<Followed>,
    look: &'l mut dyn FnMut(&View<'_, R>, &Memory, &Followed),
}

impl<R: RuleSet> Onlooker<R> for FollowedLook<'_, R> {
    const LISTENS: bool = true;

    fn hear(&mut self, news: &DeciderNotice<'_, R>) {
        self.memory.hear(news);
        self.seats.iter_mut().for_each(|followed| followed.hear(news));
    }
    fn before_decision(&mut self, view: &View<'_, R>) {
        (self.look)(view, &self.memory, &self.seats[view.core().active().index()]);
    }
}

fn following<R: RuleSet>(
    rules: &R,
    seats: u8,
    seed: GameSeed,
    look: &mut dyn FnMut(&View<'_, R>, &Memory, &Followed),
) {
    let followed = |seat| Followed {
        seat: Seat::new(seat),
        shuffles: rules.basics().returned() == ReturnOrder::Shuffle,
        pile: Vec::new(),
        held: Vec::new(),
        loose: Vec::new(),
        gone: SeatSet::EMPTY,
        looked: false,
    };
    let mut onlooker =
        FollowedLook { memory: Memory::default(), seats: (0..seats).map(followed).collect(), look };
    let mut uniform = Uniform(seed);
    let mut deciders = WatchedDeciders::new(&mut uniform, &mut onlooker);
    play(rules, seats, &mut deciders, &mut Luck(seed), &mut ())
        .unwrap_or_else(|never| match never {});
}

/// The different placements that the next player has after `tile`, over `deals` new deals.
fn imagined(see: &Observation<'_>, tile: Laid, deals: u64) -> Vec<(Option<Seat>, Vec<Laid>)> {
    let mut world = see.imagine();
    let world_after = |number: u64| {
        let mut rng = Rng::new(number, 3);
        world.deal(&mut rng);
        world.take(&Choice::Place(tile), &mut rng);
        let places = world.places();
        (places, if places.is_some() { world.legal().to_vec() } else { Vec::new() })
    };
    (0..deals).map(world_after).collect()
}

/// The state after a placement, where another one follows.
fn after_placement<R: RuleSet>(
    rules: &R,
    view: &View<'_, R>,
    tile: Laid,
    seed: GameSeed,
) -> Option<State<R>> {
    let (mut truth, mut luck) = (view.state().clone(), Luck(seed));
    tsuro::game::unchecked::place(rules, &mut truth, tile, &mut luck, &mut ());
    let phase = tsuro::game::unchecked::advance(rules, &mut truth, &mut luck, &mut ());
    (phase == Phase::Place).then_some(truth)
}

/// How often new deals kept what is known from an exchange.
#[derive(Debug, Default)]
struct KeptTiles {
    in_pile: u32,
    in_hands: u32,
    /// In the pile or in a hand.
    loose: u32,
    searched: u32,
}

impl KeptTiles {
    /// A new deal has the tiles where the seat knows them.
    fn check_deal<R: RuleSet>(&mut self, here: &str, dealt: &State<R>, followed: &Followed) {
        let pile: Vec<Face> = dealt.core().pile().iter().collect();
        let in_pile = followed.pile.iter().enumerate();
        for (depth, face) in in_pile.filter_map(|(depth, face)| Some((depth, (*face)?))) {
            assert_eq!(pile[depth], face, "{here}: {depth} below the top");
            self.in_pile += 1;
        }
        for &(owner, face) in &followed.held {
            assert!(dealt.core().hand(owner).contains(face), "{here}: {owner} drew {face}");
            self.in_hands += 1;
        }
        for &(face, drew) in &followed.loose {
            let held = drew
                .iter()
                .any(|owner| owner != followed.seat && dealt.core().hand(owner).contains(face));
            assert!(held || pile.contains(&face), "{here}: {face} is nowhere");
            self.loose += 1;
        }
    }

    /// The next player places a known tile, where that does not kill, in every deal of the search.
    fn check_search<R: RuleSet>(
        &mut self,
        here: &str,
        (rules, view): (&R, &View<'_, R>),
        see: &Observation<'_>,
        seed: GameSeed,
        followed: &Followed,
    ) {
        let is_placed = view.core().phase() == Phase::Place;
        let Some(tile) = see.legal().first().copied().filter(|_| is_placed) else { return };
        let Some(truth) = after_placement(rules, view, tile, seed) else { return };
        let next = truth.core().active();
        let known =
            followed.held.iter().filter(|&&(owner, _)| owner == next).map(|&(_, face)| face);
        let after = View::new(rules, &truth);
        let survived: Vec<Laid> = known
            .flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
            .filter(|&tile| after.choices().fate(tile).cause.is_none())
            .collect();
        if survived.is_empty() {
            return;
        }
        for (places, legal) in imagined(see, tile, 5) {
            assert_eq!(places, Some(next));
            assert!(
                survived.iter().all(|tile| legal.contains(tile)),
                "{here}: {survived:?} are not in {legal:?}"
            );
            self.searched += 1;
        }
    }
}

#[test]
fn every_new_deal_keeps_the_tiles_that_are_known_from_an_exchange() {
    let mut kept = KeptTiles::default();
    for (name, seats) in [
        ("classic-advanced+returned=bottom", 8),
        ("luxury-advanced+returned=bottom", 5),
        ("classic-advanced", 8),
        ("luxury-advanced", 4),
    ] {
        let variant = variant(name);
        for game in 0..60 {
            let seed = RunSeed::new("exchanged").game(game);
            with_rules!(variant.rules(), |rules| following(
                rules,
                seats,
                seed,
                &mut |view, memory, followed| {
                    let here = format!("{name}, game {game}, turn {}", view.core().turn());
                    let see = view.observation(Some(followed.seat)).remembering(memory);
                    for number in 0..3 {
                        let mut dealt = view.state().clone();
                        let mut rng = Rng::new(number, game);
                        redeal(rules, &mut dealt, followed.seat, &see.knowledge(), &mut rng);
                        kept.check_deal(&here, &dealt, followed);
                    }
                    kept.check_search(&here, (rules, view), &see, seed, followed);
                }
            ));
        }
    }
    let counts = [kept.in_pile, kept.in_hands, kept.loose, kept.searched];
    assert!(
        counts.into_iter().zip([1000, 300, 1000, 50]).all(|(count, least)| count > least),
        "{kept:?}"
    );
}

/// What a seat put under the pile it knows, and so does every search of it; the others know nothing
/// of it, not even among how many different tiles it chose.
#[test]
fn what_a_seat_drafted_is_known_to_it_alone() {
    let (mut kept, mut guessed, mut surprised) = (0, 0, 0);
    for (name, seats) in [("draft", 4), ("draft+draw.extra=2", 3), ("teams+draw.rule=draft", 4)] {
        let variant = variant(name);
        for game in 0..30 {
            let seed = RunSeed::new("drafted").game(game);
            with_rules!(variant.rules(), |rules| following(
                rules,
                seats,
                seed,
                &mut |view, memory, own| {
                    let deals: Vec<Vec<Face>> = (0..6)
                        .map(|number| {
                            let mut dealt = view.state().clone();
                            redeal(
                                rules,
                                &mut dealt,
                                own.seat,
                                &memory.knowledge(own.seat),
                                &mut Rng::new(number, game),
                            );
                            dealt.core().pile().iter().collect()
                        })
                        .collect();
                    for (depth, face) in own.pile.iter().enumerate() {
                        if let Some(face) = face {
                            assert!(
                                deals.iter().all(|pile| pile[depth] == *face),
                                "{name}, game {game}: {face} at {depth} of {deals:?}"
                            );
                            kept += 1;
                        } else if own.pile.iter().filter(|face| face.is_none()).count() > 4 {
                            guessed += 1;
                            surprised +=
                                u32::from(deals.iter().any(|pile| pile[depth] != deals[0][depth]));
                        }
                    }
                    let known = memory.knowledge(own.seat);
                    let in_pile = known
                        .iter()
                        .filter(|tile| matches!(tile.1, Whereabouts::Pile { .. }))
                        .count();
                    assert_eq!(
                        in_pile,
                        own.pile.iter().flatten().count(),
                        "{name}, game {game}: {known:?}"
                    );
                }
            ));
        }
    }
    assert!(
        kept > 300 && guessed > 3000 && surprised * 20 > guessed * 19,
        "{kept} kept; {surprised} of {guessed} differ"
    );
}

#[test]
fn an_answer_in_secret_is_in_no_other_seats_events_nor_in_its_record() {
    let variant = variant("draft");
    let record = played(&variant, 4, "secret", 0).record;
    let game = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
    let (_, memory) =
        Replayer::new(&Registry::default()).replay_remembering(&game, &mut |_| {}).unwrap();
    let mut chosen = 0;
    for seat in (0..4).map(Seat::new) {
        let seen = view(&game, &memory, seat);
        for (line, whole) in
            seen.lines().zip(record.lines()).filter(|(line, _)| line.contains(r#""event":"chose""#))
        {
            let (line, whole): (Value, Value) =
                (serde_json::from_str(line).unwrap(), serde_json::from_str(whole).unwrap());
            let own = whole["player"] == seat.number();
            chosen += u32::from(own);
            assert_eq!((&line["player"], &line["rule"]), (&whole["player"], &whole["rule"]));
            assert_eq!(
                line["choice"].is_null() && line["options"].is_null(),
                !own,
                "{seat} sees {line}"
            );
            assert!(!own || line == whole, "{line}, not {whole}");
        }
    }
    assert!(chosen > 8, "{chosen}");
}

/// If several players fell together, the player who put them out is shown the hands of its
/// opponents, and the hands of its mates are dealt anew (V9).
#[test]
fn hands_of_mates_stay_hidden_even_when_those_of_opponents_are_shown() {
    let variant = variant("teams+bonus.exchange=true");
    let (mut exchanges, mut with_mates, mut differ) = (0, 0, 0);
    for game in 0..600 {
        let seed = RunSeed::new("mates").game(game);
        with_rules!(variant.rules(), |rules| watched(rules, 8, seed, &mut |view, memories| {
            let (core, seat) = (view.core(), view.core().active());
            if core.phase() != Phase::Exchange {
                return;
            }
            exchanges += 1;
            let mates: Vec<Seat> = core
                .fallen()
                .iter()
                .filter(|mate| mate.number() % 2 == seat.number() % 2)
                .collect();
            let theirs =
                core.fallen().iter().filter(|other| other.number() % 2 != seat.number() % 2);
            let mut shown: Vec<Face> =
                theirs.flat_map(|other| core.hand(other).iter().collect::<Vec<_>>()).collect();
            let see = view.observation(Some(seat)).remembering(&memories.true_one);
            let mut offered = see.offered();
            shown.sort_unstable();
            offered.sort_unstable();
            assert_eq!(offered, shown, "game {game}");
            for mate in mates.into_iter().filter(|&mate| !core.hand(mate).is_empty()) {
                with_mates += 1;
                let dealt = |number: u64| {
                    let mut dealt = view.state().clone();
                    redeal(rules, &mut dealt, seat, &see.knowledge(), &mut Rng::new(number, game));
                    dealt.core().hand(mate)
                };
                differ += u32::from((1..4).any(|number| dealt(number) != dealt(0)));
            }
        }));
    }
    // Late in a game a mate's tiles may follow from the tiles that the seat sees.
    assert!(
        exchanges > 200 && with_mates > 50 && differ * 20 > with_mates * 19,
        "{exchanges} exchanges, {with_mates} mates, {differ} differ"
    );
}

/// How often the Dragon was held in new deals, and how often all was known.
#[derive(Debug, Default)]
struct DragonDeals {
    held: u32,
    certain: u32,
}

/// Whether everything is known: with the pile gone and one rival left, what is not elsewhere is in
/// that hand.
fn is_all_known<R: RuleSet>(view: &View<'_, R>, seat: Seat) -> bool {
    let core = view.core();
    core.pile().is_empty() && rivals(view, seat).is_single() && core.phase() == Phase::Place
}

fn rivals<R: RuleSet>(view: &View<'_, R>, seat: Seat) -> SeatSet {
    view.core().alive().without(SeatSet::only(seat))
}

impl DragonDeals {
    fn check_deal<R: RuleSet>(
        &mut self,
        here: &str,
        (rules, view): (&R, &View<'_, R>),
        see: &Observation<'_>,
        seat: Seat,
        dealt: &State<R>,
    ) {
        let hand = |state: &State<R>, seat: Seat| {
            let mut tiles: Vec<Face> = state.core().hand(seat).iter().collect();
            tiles.sort_unstable();
            tiles
        };
        let there = View::new(rules, dealt);
        assert_eq!(there.observation(None).holder(), see.holder(), "{here}");
        for owner in (0..see.seats()).map(Seat::new) {
            let (before, after) = (hand(view.state(), owner), hand(dealt, owner));
            assert_eq!(before.len(), after.len(), "{here}: {before:?}, {after:?}");
        }
        assert_eq!(dealt.core().pile().len(), view.core().pile().len());
        self.held += u32::from(see.holder().is_some());
        if is_all_known(view, seat) {
            for rival in rivals(view, seat).iter() {
                assert_eq!(hand(view.state(), rival), hand(dealt, rival), "{here}");
            }
            self.certain += 1;
        }
    }
}

/// Where everything is known, the search sees what really follows.
fn search_sees_what_follows<R: RuleSet>(
    here: &str,
    (rules, view): (&R, &View<'_, R>),
    see: &Observation<'_>,
    seed: GameSeed,
) {
    let tile = see.legal()[0];
    let truth = after_placement(rules, view, tile, seed);
    let follows = truth.map_or((None, Vec::new()), |truth| {
        (Some(truth.core().active()), View::new(rules, &truth).choices().legal().to_vec())
    });
    for imagined in imagined(see, tile, 3) {
        assert_eq!(imagined, follows, "{here}");
    }
}

#[test]
fn a_new_deal_keeps_the_dragon_and_the_tiles_of_its_holder() {
    let mut deals = DragonDeals::default();
    for (name, seats) in [("classic", 4), ("classic", 8), ("luxury", 5), ("pass-the-pile", 6)] {
        let variant = variant(name);
        for game in 0..40 {
            let seed = RunSeed::new("dragon").game(game);
            with_rules!(variant.rules(), |rules| following(
                rules,
                seats,
                seed,
                &mut |view, memory, followed| {
                    let (here, seat) = (
                        format!("{name}, game {game}, turn {}", view.core().turn()),
                        followed.seat,
                    );
                    let see = view.observation(Some(seat)).remembering(memory);
                    for number in 0..3 {
                        let mut dealt = view.state().clone();
                        let mut rng = Rng::new(number, game);
                        redeal(rules, &mut dealt, seat, &see.knowledge(), &mut rng);
                        deals.check_deal(&here, (rules, view), &see, seat, &dealt);
                    }
                    if is_all_known(view, seat) {
                        search_sees_what_follows(&here, (rules, view), &see, seed);
                    }
                }
            ));
        }
    }
    assert!(deals.held > 500 && deals.certain > 30, "{deals:?}");
}
