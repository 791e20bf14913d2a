//! [`Rule`]: what a rule is, [`RuleDecl`]: what can be said of it without a game, and [`RuleSet`]:
//! the data of the core together with one rule, which may be a list of rules.
//!
//! Rules look at a game and act on it only through a [`Table`]. Whose turn it is, where a path
//! leads and what a seat sees is the same under all rules.

use super::midst::Midst;
use super::need::Need;
use super::own::Own;
use super::phase::RulePhase;
use super::terms::{Crossing, DrawnGuest, Occasion, PieceCount, Setup, Verdict};
use crate::board::{Face, Laid, Size, Square};
use crate::game::basics::ability::Abilities;
use crate::game::basics::data::{Basics, Plan};
use crate::game::basics::effect::Effect;
use crate::game::basics::key::{Key, RuleFacts};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::basics::values::Values;
use crate::game::chance::Rng;
use crate::game::declare::ask::{Answer, AskDecl, Progress, Question};
use crate::game::declare::chance::ChanceDecl;
use crate::game::declare::event::{CauseDecl, EventDecl};
use crate::game::declare::help::HelpDecl;
use crate::game::declare::look::{CountDecl, Look, PieceFace, PieceFieldFault, RulePiece, Shown};
use crate::game::declare::texts::Texts;
use crate::game::event::{Consequence, Ending};
use crate::game::pieces::seat::Seat;
use crate::game::pieces::supply::Supply;
use crate::game::table::handle::{Table, TableView};
use serde_json::{Map, Value};
use std::fmt::{self, Debug};

/// Makes a rule from the values of its keys: reports contradictions among them, and returns `None`
/// if the rule cannot be made at all.
pub type BuildRule = dyn Fn(&mut Values<'_>) -> Option<Box<dyn Rule>> + Send + Sync;

/// A rule as a file can name it: all that can be said of it without a game. One `static` for each
/// rule, given to a [`Registry`](crate::rules::Registry).
///
/// ```
/// use tsuro::game::{
///     Abilities, Key, Own, Progress, Rule, RuleDecl, Table, Timing, TimingSet, Values,
/// };
/// use tsuro::rules::{Registry, RulePhase};
///
/// static ONE_EACH: RuleDecl = RuleDecl::new(
///     RulePhase::Draw,
///     "one-each",
///     "everybody draws a tile after each placement",
///     &build,
/// )
/// .at(&[Timing::Drawing])
/// .abilities(Abilities::NONE);
///
/// fn build(_: &mut Values<'_>) -> Option<Box<dyn Rule>> {
///     Some(Box::new(OneEach))
/// }
///
/// /// Everybody draws one tile, if there is one.
/// #[derive(Debug)]
/// struct OneEach;
///
/// impl Rule for OneEach {
///     fn decl(&self) -> &'static RuleDecl {
///         &ONE_EACH
///     }
///
///     fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
///         for seat in table.short_of_tiles().clockwise_from(table.active()) {
///             table.draw_one(seat);
///         }
///     }
/// }
///
/// let registry = Registry::default().with(&ONE_EACH);
/// assert!(registry.rules(RulePhase::Draw).iter().any(|rule| rule.name == "one-each"));
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct RuleDecl {
    /// Where files name it.
    pub phase: RulePhase,
    /// The name that selects the rule in a rule-set file.
    pub name: &'static str,
    /// One line on what the rule does, a sentence without a full stop.
    pub summary: &'static str,
    /// What a rulebook says instead of the summary, in the languages that it has here: a sentence
    /// without a full stop.
    pub rulebook: Texts,
    /// Its own keys, without the keys that all rules of the phase share.
    pub keys: &'static [Key],
    /// The events that it reports, for code that reads them.
    pub events: &'static [&'static EventDecl],
    /// The causes for which it puts pieces out. Files can list them in `placement.avoid`, where
    /// only that of [`Plan::cause_of_blocked`](crate::game::Plan::cause_of_blocked) has an effect,
    /// since a placement puts a piece out for no other of them.
    pub causes: &'static [&'static CauseDecl],
    /// What it asks. A question that is not among these cannot be answered by the action numbers of
    /// [`tensor`](crate::tensor), which have to be known before a game begins.
    pub asks: &'static [&'static AskDecl],
    /// The numbers that it draws by lot. It draws no others: `test --conformance` finds rules that
    /// do.
    pub chance: &'static [&'static ChanceDecl],
    /// The marks that it [shows](Rule::shows) on squares. It shows no others: arrays have a place
    /// for each before a game begins.
    pub marks: &'static [&'static Look],
    /// What it [counts](Rule::shows) for seats or for the table. It counts nothing else.
    pub counts: &'static [&'static CountDecl],
    /// Its part of the help that people read while they play.
    pub help: &'static [HelpDecl],
    /// The moments at which it acts: [`Rule::begin`] and [`Rule::act`] are called at no others.
    /// Several rules of a rule set act in the order of their file.
    pub timings: TimingSet,
    /// Where it acts earlier or later than other rules of the same moment: rules with lower numbers
    /// come first, rules with the same number in the order of their file. 0 for a moment that is
    /// not listed.
    pub order: &'static [(Timing, i8)],
    /// What else has to be in a rule set in which it is chosen: everything else is an error of the
    /// file.
    pub needs: &'static [Need],
    /// Whether each player needs a hand: rule sets with one hand for the table are an error of the
    /// file then.
    pub needs_hands: bool,
    /// The field in which positions have its state; `None`: it is in `rule-state`, under the name
    /// of the rule.
    pub in_field: Option<&'static str>,
    /// The fields that positions have beside a piece of the rule, after its number, square and
    /// direction.
    pub piece_fields: &'static [&'static str],
    /// What it can do that others have to know before a game begins. A rule that declares nothing
    /// may do [anything](Abilities::ANY), and end games as well if it is a score rule; a placement
    /// rule forbids placements, and may do nothing else.
    pub abilities: Abilities,
    /// Where its piece lies in the supply of another rule, from which that rule draws it.
    pub guest: Option<GuestDecl>,
    /// Whether it does nothing: the rule of a rule set that has no other in its place.
    pub idle: bool,
    /// Makes the rule from the values of its keys.
    pub build: &'static BuildRule,
}

impl RuleDecl {
    /// A rule that acts at no moment and may do anything, until more is said of it.
    pub const fn new(
        phase: RulePhase,
        name: &'static str,
        summary: &'static str,
        build: &'static BuildRule,
    ) -> Self {
        let (keys, events, causes, asks, chance, help): (&[_], &[_], &[_], &[_], &[_], &[_]) =
            (&[], &[], &[], &[], &[], &[]);
        let (marks, counts): (&[_], &[_]) = (&[], &[]);
        let (timings, abilities) = (TimingSet::new(&[]), phase.abilities());
        let (order, needs, piece_fields): (&[_], &[_], &[_]) = (&[], &[], &[]);
        let (needs_hands, in_field, guest, idle) = (false, None, None, false);
        Self {
            phase,
            name,
            summary,
            rulebook: Texts(&[]),
            keys,
            events,
            causes,
            asks,
            chance,
            marks,
            counts,
            help,
            timings,
            order,
            needs,
            needs_hands,
            in_field,
            piece_fields,
            abilities,
            guest,
            idle,
            build,
        }
    }

    /// Sets what a rulebook says of the rule, for languages in which the summary does not do.
    #[must_use]
    pub const fn rulebook(self, rulebook: Texts) -> Self {
        Self { rulebook, ..self }
    }

    /// What the rule does, for players who read this language: a sentence without a full stop.
    pub fn summary_in(&self, language: &str) -> &'static str {
        self.rulebook.only_in(language).unwrap_or(self.summary)
    }

    /// Sets the rule's keys.
    #[must_use]
    pub const fn keys(self, keys: &'static [Key]) -> Self {
        Self { keys, ..self }
    }

    /// Sets the events that the rule reports.
    #[must_use]
    pub const fn events(self, events: &'static [&'static EventDecl]) -> Self {
        Self { events, ..self }
    }

    /// Sets the causes for which the rule puts pieces out.
    #[must_use]
    pub const fn causes(self, causes: &'static [&'static CauseDecl]) -> Self {
        Self { causes, ..self }
    }

    /// Sets the questions that the rule asks.
    #[must_use]
    pub const fn asks(self, asks: &'static [&'static AskDecl]) -> Self {
        Self { asks, ..self }
    }

    /// Sets the numbers that the rule draws by lot.
    #[must_use]
    pub const fn chance(self, chance: &'static [&'static ChanceDecl]) -> Self {
        Self { chance, ..self }
    }

    /// Sets the marks that the rule shows on squares.
    #[must_use]
    pub const fn marks(self, marks: &'static [&'static Look]) -> Self {
        Self { marks, ..self }
    }

    /// Sets what the rule counts for seats or for the table.
    #[must_use]
    pub const fn counts(self, counts: &'static [&'static CountDecl]) -> Self {
        Self { counts, ..self }
    }

    /// Sets the rule's help.
    #[must_use]
    pub const fn help(self, help: &'static [HelpDecl]) -> Self {
        Self { help, ..self }
    }

    /// Sets the moments at which the rule acts.
    #[must_use]
    pub const fn at(self, timings: &[Timing]) -> Self {
        Self { timings: TimingSet::new(timings), ..self }
    }

    /// Lets the rule act at moments earlier than others (a number below 0) or later (one above 0).
    #[must_use]
    pub const fn order(self, order: &'static [(Timing, i8)]) -> Self {
        Self { order, ..self }
    }

    /// Its order number among the rules that act at a moment.
    pub(crate) fn order_at(&self, at: Timing) -> i8 {
        self.order.iter().find(|order| order.0 == at).map_or(0, |order| order.1)
    }

    /// Sets the other rules that this one needs, perhaps with values of their keys.
    #[must_use]
    pub const fn needs(self, needs: &'static [Need]) -> Self {
        Self { needs, ..self }
    }

    /// Restricts the rule to tables at which each player has a hand.
    #[must_use]
    pub const fn needs_hands(self) -> Self {
        Self { needs_hands: true, ..self }
    }

    /// Keeps the rule's state in this field of positions.
    #[must_use]
    pub(crate) const fn in_field(self, field: &'static str) -> Self {
        Self { in_field: Some(field), ..self }
    }

    /// Adds these fields beside each of the rule's pieces in positions: [`Rule::piece_fields`]
    /// writes them, and [`Rule::set_piece_fields`] reads them.
    #[must_use]
    pub const fn piece_fields(self, piece_fields: &'static [&'static str]) -> Self {
        Self { piece_fields, ..self }
    }

    /// Puts the rule's piece into the supply of another rule, without which the rule cannot be
    /// chosen.
    #[must_use]
    pub const fn guest(self, guest: GuestDecl) -> Self {
        Self { guest: Some(guest), ..self }
    }

    /// Gives the rule these abilities and no others.
    #[must_use]
    pub const fn abilities(self, abilities: Abilities) -> Self {
        Self { abilities, ..self }
    }

    /// Makes it a rule that does nothing.
    #[must_use]
    pub const fn idle(self) -> Self {
        Self { abilities: Abilities::NONE, idle: true, ..self }
    }
}

impl fmt::Debug for RuleDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleDecl")
            .field("phase", &self.phase)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// That a rule's one piece is a guest: it lies in the supply of another rule, its host, until that
/// draws it.
///
/// The host finds its guests in its supply ([`Rule::invite`]). When it draws one it returns
/// [`Progress::Guest`]; the list asks which ([`Rule::drawn_guest`]) and hands it over
/// ([`Rule::come`]). Then the host goes on.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct GuestDecl {
    /// The rule in whose supply it lies.
    pub host: &'static RuleDecl,
    /// The number of the piece, counted from the one after the last of the host's own. Each guest
    /// of a host has another; one that is not in the game leaves its number free.
    pub place: u8,
    /// The moments at which the guest acts only where the host's pieces [rest](Rule::rests).
    pub while_resting: TimingSet,
}

impl GuestDecl {
    /// A guest of `host` with this number, counted from the one after the last of the host's own.
    pub const fn new(host: &'static RuleDecl, place: u8) -> Self {
        Self { host, place, while_resting: TimingSet::new(&[]) }
    }

    /// Lets the guest act at these of its moments only in turns in which the host's pieces rest.
    #[must_use]
    pub const fn while_resting(self, timings: &[Timing]) -> Self {
        Self { while_resting: TimingSet::new(timings), ..self }
    }
}

/// A rule of a game. All methods but [`Rule::decl`] have a default, which does nothing.
///
/// What the rule can do in general stands in its [`RuleDecl`]; what it remembers in a game is its
/// [`Own`], made by [`Rule::start`]. It acts at the moments that it declares: [`Rule::begin`] is
/// called once, then [`Rule::act`] until it is done. When a call has eliminated pieces, the engine
/// first decides whether the game has ended, and returns their hands to the pile (S18).
///
/// ```
/// use tsuro::Game;
/// use tsuro::board::Square;
/// use tsuro::game::{ChanceDecl, Key, Own, Rule, RuleDecl, RuleKey, Table, Texts, Timing};
/// use tsuro::rules::{Registry, RulePhase};
/// use tsuro::ruleset::Variant;
///
/// static STRIKES: ChanceDecl = ChanceDecl::new("storm", Texts(&[
///     ("en", "a storm comes up"),
///     ("fr", "une tempête se lève"),
/// ]));
///
/// static STORM: RuleDecl =
///     RuleDecl::new(RulePhase::Hazard, "storm", "blocks a square now and then", &|values| {
///         Some(Box::new(Storm { every: values.get(&EVERY)? }))
///     })
///     .keys(&[EVERY.decl()])
///     .chance(&[&STRIKES])
///     .at(&[Timing::BeforePlacement]);
///
/// const EVERY: RuleKey<u32> = Key::number("every", 1..=100)
///     .default(8)
///     .means("How many turns there are between two squares")
///     .typed();
///
/// #[derive(Debug)]
/// struct Storm {
///     every: u32,
/// }
///
/// impl Rule for Storm {
///     fn decl(&self) -> &'static RuleDecl {
///         &STORM
///     }
///
///     fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
///         if table.turn() % self.every == 0 {
///             let (columns, rows) = (table.columns().into(), table.rows().into());
///             let [column, row] = table.chance(&STRIKES.two_below([columns, rows]));
///             let square = Square::new(column as u8, row as u8);
///             // Nothing happens to a square that is not empty, or that a piece faces.
///             if table.facing(square).is_empty() {
///                 table.block(square);
///             }
///         }
///     }
/// }
///
/// let registry = Registry::default().with(&STORM);
/// let text = "schema = 1\n[hazard]\nrule = \"storm\"\nevery = 3\n";
/// let stormy = Variant::from_text("stormy", text, &registry)?;
/// let mut game = Game::from_variant(stormy, 2, "any text")?;
/// while let Some(decision) = game.decision() {
///     let choice = game.observe(decision.seat()).choices()[0].clone();
///     game.play(&choice)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(unused_variables, reason = "the names of parameters belong to the documentation")]
pub trait Rule: Debug + Send + Sync + 'static {
    /// What can be said of it without a game.
    fn decl(&self) -> &'static RuleDecl;

    /// The moments at which it acts: the moments that it declares.
    fn timings(&self) -> TimingSet {
        self.decl().timings
    }

    /// What it can do that others have to know before a game begins: what it declares.
    fn abilities(&self) -> Abilities {
        self.decl().abilities
    }

    /// Fills in what the engine itself does for the rule, such as who draws when a turn ends.
    /// Called once, when a rule set is compiled.
    fn plan(&self, plan: &mut Plan) {}

    /// The effects that the rule can have in a game, which `rules check --deep` and other reports
    /// look for. A rule that lists none counts as having come into play with the first event, cause
    /// or outcome of its own.
    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        Vec::new()
    }

    /// Its state at the start of a game.
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::NONE
    }

    /// Called once at each of the rule's moments, before [`Rule::act`].
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {}

    /// Plays moves until one eliminates a piece ([`Progress::Again`], so that the loss is judged
    /// before the next move, S18), a seat has to answer, or nothing is left to do at this moment
    /// ([`Progress::Done`]). It is called again until that is so. There is no program counter:
    /// called again, it looks at its own state, or at the hands and the board, for what is left to
    /// do.
    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        Progress::Done
    }

    /// Lets a moment begin: calls [`Rule::begin`], and then [`Rule::act`] for the first time,
    /// unless a piece is lost by then. The engine calls this; only rules made of rules need another
    /// form of it.
    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        self.begin(table, own, at);
        if table.is_settled(at) { self.act(table, own, at) } else { Progress::Again }
    }

    /// The sums, less 2 and as a set of bits, on which two dice let it do more than tell of them,
    /// if it rolls them first before each placement while it is [idle](Progress::Idle).
    fn calling_dice(&self) -> Option<u16> {
        None
    }

    /// What the rule asks `seat`, after it has returned [`Progress::Ask`] with that seat; `None`:
    /// nothing. It may be called any number of times until the seat answers, and on copies of the
    /// game.
    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        None
    }

    /// Takes the answer of `seat`, one of the options of its question; then [`Rule::act`] is
    /// called.
    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {}

    /// Another rule [strikes](Progress::Strike) this square: removes what this rule has there, and
    /// frees the square. `false` (and no change): it has nothing there.
    fn strike(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        false
    }

    /// As [`Rule::strike`], where the rule has [sunk](Progress::Sink) the square: what is removed
    /// goes under the rule's supply.
    fn sink(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        self.strike(table, own, square)
    }

    /// A piece of another rule [swallows](Progress::Swallow) what this rule has on a square: as
    /// [`Rule::strike`], but for good.
    fn swallow(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        self.strike(table, own, square)
    }

    /// Whether the rule [holds](Table::hold) a square. Asked when a game is set up at a position.
    fn holds(&self, own: &Own, square: Square) -> bool {
        false
    }

    /// Puts a guest into the supply of its host, under this number. Called when a game begins, for
    /// each guest of the rule.
    fn invite(&self, own: &mut Own, guest: u8) {}

    /// Tells a guest the number of its piece among the pieces of its host. Called when a game
    /// begins.
    fn invited(&self, own: &mut Own, number: u8) {}

    /// The guest that the rule has drawn, once, after it has returned [`Progress::Guest`].
    fn drawn_guest(&self, own: &mut Own) -> Option<DrawnGuest> {
        None
    }

    /// The guest comes to the board. Chance is used up by then, and the event that has the numbers
    /// is the guest's to tell, before anything else.
    fn come(&self, table: &mut Table<'_>, own: &mut Own, guest: &DrawnGuest) {}

    /// Whether the dice of this turn have left the rule's own pieces where they are, so that its
    /// guests may act.
    fn rests(&self, own: &Own, turn: u32) -> bool {
        true
    }

    /// A piece travels over a tile. Called if the rule [counts
    /// crossings](crate::game::Abilities::COUNTS_CROSSINGS).
    fn crossed(&self, own: &mut Own, crossing: &Crossing) {}

    /// Another rule has laid a tile on `square`, or made it a haven, and [says
    /// so](Progress::Covered).
    fn covered(&self, table: &mut Table<'_>, own: &mut Own, square: Square) {}

    /// The special tile by which `square` is a haven; `None`: by none of the rule's. Asked when a
    /// game is set up at a position, once the rule has its state.
    fn haven(&self, own: &Own, square: Square) -> Option<Face> {
        None
    }

    /// A special tile was placed on `square`, which is a [haven](crate::board::Content::Haven) from
    /// now on. Called for the rule that has put such tiles into the deck, among others.
    fn placed(&self, own: &mut Own, tile: Face, square: Square) {}

    /// A tile was taken off `square`. Called if the rule [counts
    /// crossings](crate::game::Abilities::COUNTS_CROSSINGS).
    fn removed(&self, own: &mut Own, square: Square) {}

    /// What the rule says of laying `tile`, which has these consequences: for the active piece
    /// first, then clockwise for the others that travel. Pieces that it does not touch are not
    /// among them. Asked of each placement that `placement.never` leaves, if the rule [forbids
    /// placements](crate::game::Abilities::FORBIDS). Asked the same twice, it has to give the same
    /// answer, and may look at nothing that the placing seat does not see.
    fn verdict(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        Verdict::Allowed
    }

    /// Whether `seat` does not see what lies on `square`: a tile or none, what a rule has there,
    /// pieces of others that face it, and what happens there. Asked of all squares, if the rule
    /// [hides](crate::game::Abilities::HIDES) some. A seat always sees the square that its own
    /// piece faces; no square is hidden before all pieces are on the board, nor when the game is
    /// over. The answer may depend on nothing that the seat does not see.
    ///
    /// An event of a rule is withheld from seats that do not see the squares and places among its
    /// fields. What its other fields tell, everybody sees.
    fn hides(&self, table: TableView<'_>, own: &Own, seat: Seat, square: Square) -> bool {
        false
    }

    /// How the game has ended; `None`: it goes on. Asked if the rule [ends
    /// games](crate::game::Abilities::ENDS).
    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        None
    }

    /// The points of each seat; `None` if the rule counts none.
    fn scores(&self, table: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        None
    }

    /// The points of one seat, if the state holds them as they are. Searches ask for them in every
    /// game that they play out.
    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        None
    }

    /// Sets the points for a position, one number for each seat. `false` (and no change) if the
    /// rule has no points to set.
    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        false
    }

    /// What is printed on the rule's pieces, by their number. A piece without a face is drawn as a
    /// blocked square.
    fn faces(&self) -> Vec<PieceFace> {
        Vec::new()
    }

    /// Calls `each` with every piece of the rule's on the board, in any order.
    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {}

    /// The numbers of the pieces that may still come onto the board; `None` if the rule has no
    /// supply.
    fn supply(&self, own: &Own) -> Option<Supply> {
        None
    }

    /// The numbers of the pieces under the supply, which come onto the board when that is empty,
    /// the first one first.
    fn under_supply(&self, own: &Own) -> Vec<u8> {
        Vec::new()
    }

    /// Sets for a position which pieces lie under the supply, in a state that has its pieces and
    /// its supply already.
    ///
    /// # Errors
    /// What is wrong, as a lower-case fragment.
    fn set_under_supply(&self, own: &mut Own, tiles: &[u8]) -> Result<(), String> {
        if tiles.is_empty() { Ok(()) } else { Err("the rule set has none".into()) }
    }

    /// How many of the rule's own pieces are on the board or may still come onto it. Asked if
    /// another rule [counts pieces](crate::game::Abilities::COUNTS_PIECES), and only of rules with
    /// a supply. A rule in whose supply there are pieces of others, or that keeps some elsewhere,
    /// says here how many are its own.
    fn pieces_in_play(&self, own: &Own) -> u32 {
        let mut count =
            self.supply(own).map_or(0, Supply::len) + self.under_supply(own).len() as u32;
        self.each_piece(own, &mut |_| count += 1);
        count
    }

    /// How many pieces the other rules have. Called when a game begins, and after each act that has
    /// changed it, if the rule [counts pieces](crate::game::Abilities::COUNTS_PIECES). `true`: the
    /// game may be over by it, and is judged at once ([`Occasion::Act`]).
    fn count_pieces(&self, own: &mut Own, pieces: PieceCount) -> bool {
        false
    }

    /// Calls `each` with everything else that the rule shows to everybody in turn number `turn`:
    /// marks on squares, and what it counts for a seat or for the table. What is counted for seats
    /// is the same in every call of a game, in the same order.
    fn shows(&self, own: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {}

    /// Sets the state for a position: `pieces` are on the board, `supply` may come; `None`: all
    /// that are not on the board.
    ///
    /// # Errors
    /// What is wrong, as a lower-case fragment.
    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        supply: Option<&[u8]>,
    ) -> Result<(), String> {
        if pieces.is_empty() { Ok(()) } else { Err("the rule set has none".into()) }
    }

    /// What positions say of a piece on the board beside its number, square and direction, all of
    /// which everybody sees: values of [fields that the rule declares](RuleDecl::piece_fields).
    fn piece_fields(&self, own: &Own, tile: u8) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// Reads back what [`Rule::piece_fields`] wrote for a piece that is on the board. Only fields
    /// that the rule declares are among them; each may be left out.
    ///
    /// # Errors
    /// The first field that is wrong.
    fn set_piece_fields(
        &self,
        own: &mut Own,
        tile: u8,
        fields: &Map<String, Value>,
    ) -> Result<(), PieceFieldFault> {
        Ok(())
    }

    /// What `seat` may know of the state; `None`: an onlooker who may know everything.
    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        Value::Null
    }

    /// Replaces what `seat` cannot know of the state by something random, for bots that search.
    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {}

    /// The state as JSON, for a position's `rule-state`; `None` if it has none there.
    fn save(&self, own: &Own) -> Option<Value> {
        own.save()
    }

    /// Reads back what [`Rule::save`] wrote, into a state that has its pieces and points already.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment.
    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        own.restore(saved)
    }

    /// What the rule is in the middle of, for a position's `rule-state`, where all else of its
    /// state is in fields; `None`: nothing.
    fn save_pending(&self, own: &Own) -> Option<Value> {
        None
    }

    /// Reads back what [`Rule::save_pending`] wrote.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment.
    fn restore_pending(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        Err("the rule has no state to be written".into())
    }

    /// What the rule is in the middle of when a piece of it on `square` has just come there, and
    /// others hear of the threat. Its state is what the position says; where that does not say how
    /// the piece came, the rule takes up an act that ends with it. `None`: nothing.
    fn arrived(&self, table: TableView<'_>, own: &mut Own, square: Square) -> Option<Midst> {
        None
    }

    /// The act of the rules that this moment has interrupted; `None`: none that a position says.
    fn midst(&self, own: &Own, at: Timing) -> Option<Midst> {
        None
    }

    /// Puts the rules where they stood when another moment came. `false`: no such rule acts then.
    fn resume_midst(&self, own: &mut Own, midst: &Midst) -> bool {
        false
    }

    /// The rules of which it is made; none unless it is a list.
    fn parts(&self) -> &[Box<dyn Rule>] {
        &[]
    }

    /// The name of the rule that says something against a placement: its own, or that of one of its
    /// parts.
    fn forbidden_by(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Option<&'static str> {
        (self.verdict(table, own, tile, consequences) != Verdict::Allowed).then(|| self.decl().name)
    }

    /// The rule that acts or asks in this state: itself, or one of its parts.
    fn acting(&self, own: &Own) -> &'static str {
        self.decl().name
    }

    /// The first rule that acts at this moment, before it does: itself, or one of its parts.
    fn first_acting(&self, at: Timing) -> &'static RuleDecl {
        self.decl()
    }

    /// Takes up a question of the rule of this name where a position was saved, once its state is
    /// what it was. `false`: there is no such rule.
    fn resume(&self, own: &mut Own, rule: &str, at: Timing) -> bool {
        self.decl().name == rule && self.timings().contains(at)
    }
}

/// A complete set of rules: the data of the core, and one rule, which may be a
/// [list](crate::rules::RuleList) of rules. A rule-set file makes [one](crate::rules::Rules);
/// `docs/rules-in-rust.md` has one without a file.
pub trait RuleSet: Debug + Send + Sync + 'static {
    /// The sizes of the tables.
    type Size: Size;
    /// The type of the rule.
    type Rule: Rule;

    /// The plain data that the engine reads.
    fn basics(&self) -> &Basics<Self::Size>;
    /// The rule.
    fn rule(&self) -> &Self::Rule;
}
