//! The daikaiju phase of a turn, one act at a time (S2, S5–S12).
#![expect(
    clippy::needless_bitwise_bool,
    reason = "one branch on dice costs less than two: 2 to 3 % of a game of Seas, item 11 of \
        `docs/performance.md`, What helped"
)]
#![expect(
    clippy::inline_always,
    reason = "0.5 to 1.2 % of the instructions of a random game of Seas, by \
        `benches/instructions.sh`"
)]

use super::monsters::{Daikaiju, MAX_TILES, MonsterAct, POSES, Pose, SpawnReason};
use super::pack::{Arrival, Drawn, Pack, Pending, SavedPhase, Stand, ranks};
use super::{DAIKAIJU, events};
use crate::board::{Content, Rotation, Square};
use crate::game::{
    BoardStyle, Cause, Destination, DrawnGuest, Effect, FieldValue, Midst, Own, PieceFace, Plan,
    Progress, Rule, RuleDecl, RuleFacts, RulePiece, SeatSet, Setup, Supply, Table, TableView,
    Timing,
};
use serde::Deserialize;
use serde_json::Value;

impl Rule for Daikaiju {
    fn decl(&self) -> &'static RuleDecl {
        &DAIKAIJU
    }

    fn plan(&self, plan: &mut Plan) {
        plan.cause_of_blocked.get_or_insert(Cause::Rule(&events::TAKEN));
        plan.named_by_dice = Some([self.columns, self.rows]);
        plan.cause_of_facing = Some(Cause::Rule(&events::TAKEN));
        plan.drift = plan.drift.max(self.chance_of_a_step());
        plan.look.get_or_insert(BoardStyle::Sea);
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        self.list_effects(facts)
    }

    /// Positions have fields for the pieces and the supply, and [`Rule::save_pending`] for a phase
    /// that is interrupted.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(self.all_in_supply())
    }

    fn calling_dice(&self) -> Option<u16> {
        Some(self.moves_on)
    }

    /// Nothing begins: straight on.
    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        self.act(table, own, at)
    }

    /// Before the first turn, places the first ones (S1), which destroy no ship. In a turn, lets
    /// the daikaiju act in order, until one destroys a ship (S18) or the phase is over.
    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let pack = own.get_mut::<Pack>();
        if at == Timing::SetUp {
            return self.set_up(table, pack);
        }
        match table.if_plain() {
            Some(mut plain) => self.act_on(&mut plain, pack),
            None => self.act_on(table, pack),
        }
    }

    /// Removes the daikaiju on a square, as one that another one enters (S6).
    fn strike(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let pack = own.get_mut::<Pack>();
        let Some(rank) = pack.at(square) else { return false };
        self.destroy(table, pack, rank, square, false);
        true
    }

    /// Removes the daikaiju on a square, and keeps it under the supply (W2).
    fn sink(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let pack = own.get_mut::<Pack>();
        let Some(rank) = pack.at(square) else { return false };
        self.destroy(table, pack, rank, square, true);
        true
    }

    fn swallow(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        let pack = own.get_mut::<Pack>();
        let Some(rank) = pack.at(square) else { return false };
        self.leave_game(table, pack, rank, square);
        table.unblock(square);
        true
    }

    fn invite(&self, own: &mut Own, guest: u8) {
        let pack = own.get_mut::<Pack>();
        if let (Some(place), true) =
            (guest.checked_sub(self.tiles.len() as u8), usize::from(guest) < MAX_TILES)
        {
            pack.guests |= 1 << (place & 7);
            pack.supply.insert(guest);
        }
    }

    fn drawn_guest(&self, own: &mut Own) -> Option<DrawnGuest> {
        let Drawn { tile, facing, dice, reason } = own.get_mut::<Pack>().drawn.take()?;
        let [gold, blue] = [dice / 6, dice % 6];
        let square = Square::masked(self.columns[usize::from(gold)], self.rows[usize::from(blue)]);
        Some(DrawnGuest::new(
            RulePiece::new(tile, square, facing),
            [gold, blue].map(|die| u32::from(die) + 1),
            reason.word(),
        ))
    }

    /// Whether two dice were rolled in this turn, and the daikaiju did not move (S5).
    fn rests(&self, own: &Own, turn: u32) -> bool {
        let pending = own.get::<Pack>().pending;
        pending == Pending { turn, ..Pending::default() }
    }

    fn faces(&self) -> Vec<PieceFace> {
        self.tiles.iter().map(|tile| tile.face()).collect()
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        let pack = own.get::<Pack>();
        for rank in ranks(pack.on_board) {
            let Stand { square, pose } = pack.stands[rank & (MAX_TILES - 1)];
            each(RulePiece { tile: self.tile(rank), square, facing: pose.facing() });
        }
    }

    fn supply(&self, own: &Own) -> Option<Supply> {
        Some(own.get::<Pack>().supply)
    }

    /// Guests do not count.
    fn pieces_in_play(&self, own: &Own) -> u32 {
        let pack = own.get::<Pack>();
        pack.on_board.count_ones() + self.tiles_in(pack.supply) + pack.under().count() as u32
    }

    fn under_supply(&self, own: &Own) -> Vec<u8> {
        own.get::<Pack>().under().map(|rank| self.tile(rank)).collect()
    }

    fn set_under_supply(&self, own: &mut Own, tiles: &[u8]) -> Result<(), String> {
        self.put_under(own.get_mut::<Pack>(), tiles)
    }

    fn save_pending(&self, own: &Own) -> Option<Value> {
        serde_json::to_value(self.saved_phase(own.get::<Pack>())?).ok()
    }

    fn restore_pending(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        let phase = SavedPhase::deserialize(saved).map_err(|why| why.to_string())?;
        self.restore_phase(own.get_mut::<Pack>(), &phase)
    }

    /// Where a position does not say how one came that stands on a tile, it has moved there, and
    /// the phase ends with it.
    fn arrived(&self, table: TableView<'_>, own: &mut Own, square: Square) -> Option<Midst> {
        let pack = own.get_mut::<Pack>();
        let rank = pack.at(square)?;
        match pack.pending.arriving {
            Some(arrival) if arrival.rank() != rank => return None,
            None if !matches!(table.content(square), Content::Tile(_)) => return None,
            None => {
                pack.pending.die = 1;
                pack.pending.arrives(rank, false);
            }
            Some(_) => {}
        }
        pack.pending.turn = table.turn();
        Some(Midst::within(DAIKAIJU.name, Timing::BeforePlacement))
    }

    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        supply: Option<&[u8]>,
    ) -> Result<(), String> {
        self.place_all(own.get_mut::<Pack>(), pieces, supply)
    }
}

impl Daikaiju {
    /// Plays on until one destroys a ship (S18) or the phase is over.
    #[inline(always)]
    fn act_on(&self, table: &mut Table<'_>, pack: &mut Pack) -> Progress {
        // Not in `begin`, since looking for the state takes time.
        if pack.pending.turn != table.turn() {
            self.begin_phase(table, pack);
        }
        // In most turns they do nothing.
        let goes_on = pack.pending.is_pending()
            && (if table.hears_threats() | (pack.guests != 0) {
                self.continue_shared(&mut table.again(), pack)
            } else {
                self.continue_phase::<false>(table, pack)
            });
        if goes_on { pack.progress() } else { self.at_rest(pack) }
    }

    /// What is left to do when all is done: as long as there are enough, dice say whether they move
    /// (S5).
    #[inline]
    fn at_rest(&self, pack: &Pack) -> Progress {
        if pack.count < self.minimum { Progress::Done } else { Progress::Idle }
    }

    /// The phase where rules hear of each daikaiju that comes to ships, before it takes any, or
    /// where guests may be drawn. Compiled apart: looking whether there are such rules wherever one
    /// comes costs a game without them 2 % of its instructions.
    #[cold]
    #[inline(never)]
    fn continue_shared(&self, table: &mut Table<'_>, pack: &mut Pack) -> bool {
        self.continue_phase::<true>(table, pack)
    }

    /// Begins the phase of a turn: with too few on the board, some are placed (S10); otherwise two
    /// dice decide whether the daikaiju move (S5).
    #[inline(always)]
    fn begin_phase(&self, table: &mut Table<'_>, pack: &mut Pack) {
        pack.pending = Pending { turn: table.turn(), ..Pending::default() };
        if pack.count < self.minimum && self.can_spawn(table, pack) {
            (pack.pending.placing, pack.pending.die) = (true, Pending::PLACED);
            return;
        }
        let [gold, blue] = table.chance(&events::SUM.two_below([6, 6]));
        table.tell(&events::ROLL, ([gold + 1, blue + 1], gold + 1, blue + 1));
        if self.moves_on >> (gold + blue) & 1 != 0 {
            pack.pending.dice = self.movement_dice;
        }
    }

    pub(super) fn all_in_supply(&self) -> Pack {
        Pack::new(Supply::first(self.tiles.len()))
    }

    /// Places daikaiju before the first turn, as many as `setup` says for the number of seats (S1).
    /// A guest is one of them.
    #[cold]
    fn set_up(&self, table: &mut Table<'_>, pack: &mut Pack) -> Progress {
        let seats = table.seats();
        let band =
            self.setup.iter().find(|band| (band.players.0..=band.players.1).contains(&seats));
        let place = band.map_or(0, |band| band.place);
        if pack.guests != 0 {
            return self.set_up_with_guests(table, pack, place.into());
        }
        match table.if_plain() {
            Some(mut plain) => self.place_first(&mut plain, pack, place),
            None => self.place_first(table, pack, place),
        }
        self.at_rest(pack)
    }

    #[inline(always)]
    fn place_first(&self, table: &mut Table<'_>, pack: &mut Pack, place: u8) {
        for _ in 0..place {
            self.spawn_on::<false>(table, pack, SpawnReason::Setup);
        }
    }

    /// The same where guests lie in the supply: once one is handed over, the daikaiju that are
    /// still to be placed go on.
    #[cold]
    fn set_up_with_guests(&self, table: &mut Table<'_>, pack: &mut Pack, place: u32) -> Progress {
        let placed = self.tiles.len() as u32 + pack.guests.count_ones() - pack.supply.len();
        for _ in placed..place {
            if !self.spawn::<true>(table, pack, SpawnReason::Setup) {
                break;
            }
            if pack.drawn.is_some() {
                return Progress::Guest;
            }
        }
        Progress::Done
    }

    /// Plays what is pending, until a daikaiju destroys a ship (`true`) or nothing is left
    /// (`false`). `SHARED`: where rules hear of threats, each waits before it destroys one; and
    /// where guests are in the game, it stops for the guests as well.
    #[inline(always)]
    fn continue_phase<const SHARED: bool>(&self, table: &mut Table<'_>, pack: &mut Pack) -> bool {
        if SHARED && let Some(arrival) = pack.pending.arrived() {
            self.settle(table, pack, arrival);
            if !table.fallen().is_empty() {
                return true;
            }
        }
        while pack.pending.placing {
            pack.pending.placing = pack.count < self.minimum
                && self.spawn::<SHARED>(&mut table.again(), pack, SpawnReason::Minimum);
            if (SHARED && pack.drawn.is_some()) || !table.fallen().is_empty() {
                return true;
            }
        }
        // The daikaiju that had not acted on the last die when a ship was destroyed.
        if pack.pending.to_act != 0 && self.let_all_act::<SHARED>(table, pack) {
            return true;
        }
        while pack.pending.dice > 0 {
            // The game may be over by then.
            if (pack.on_board == 0) & (SHARED || pack.supply.is_empty())
                && !self.has_more(pack)
                && table.counts_pieces()
            {
                break;
            }
            pack.pending.dice -= 1;
            let die = table.chance(&events::ACT.below(6))[0] + 1;
            table.tell(&events::DIE, (die,));
            pack.pending.die = die as u8;
            if die == 6 {
                self.spawn::<SHARED>(&mut table.again(), pack, SpawnReason::Six);
                if (SHARED && pack.drawn.is_some()) || !table.fallen().is_empty() {
                    return true;
                }
            } else {
                pack.pending.to_act = pack.on_board;
                if self.let_all_act::<SHARED>(table, pack) {
                    return true;
                }
            }
        }
        false
    }

    /// Lets all that have not acted on the last die act on it, until one destroys a ship (`true`)
    /// or all have acted (`false`).
    #[inline(always)]
    fn let_all_act<const SHARED: bool>(&self, table: &mut Table<'_>, pack: &mut Pack) -> bool {
        let deadly = Self::deadly_square(table);
        let acts = &self.acts[usize::from(pack.pending.die & 7)];
        let mut left = pack.pending.to_act;
        while left != 0 {
            let rank = left.trailing_zeros() as usize;
            left &= left - 1;
            pack.pending.to_act = left;
            if !self.let_one_act::<SHARED>(table, pack, rank, acts, deadly) {
                if !table.fallen().is_empty() {
                    return true;
                }
                left = pack.pending.to_act;
            }
        }
        false
    }

    /// The square where a daikaiju destroys the active ship: the one that the ship faces, if it has
    /// left its start mark (S11, S12).
    #[inline]
    fn deadly_square(table: &Table<'_>) -> Option<Square> {
        // A third of the daikaiju of a game come before the first turn.
        if table.turn() == 0 {
            return None;
        }
        let active = table.active();
        let under_way = table.alive().without(table.on_start_mark()).contains(active);
        under_way.then_some(table.place(active).square())
    }

    /// Lets one daikaiju act on the last die (S5). `true` if it only turned or stepped onto an
    /// empty square, and destroyed no ship.
    ///
    /// Whether a daikaiju turns or moves, and where to, is as random as the dice. So a turn is
    /// handled as a move to the daikaiju's own square, and the only branch is the one for steps
    /// that do more.
    #[inline(always)]
    fn let_one_act<const SHARED: bool>(
        &self,
        table: &mut Table<'_>,
        pack: &mut Pack,
        rank: usize,
        acts: &[MonsterAct; POSES],
        deadly: Option<Square>,
    ) -> bool {
        let Stand { square: from, pose } = *pack.stand(rank);
        let act = acts[pose.index()];
        let stays = act.step.stays();
        // If the step leads off the board: the daikaiju's own square, which is not empty.
        let to = self.steps[from.index()][act.step.index()];
        // One comparison for "stays, and its square is blocked" or "steps onto an empty square":
        // the compiler would make two branches of two conditions joined by `|`.
        if table.is_empty(to) == stays {
            self.resolve_step::<SHARED>(&mut table.again(), pack, rank, act, to);
            return false;
        }
        if act.pose != pose {
            self.tell_turned(table, rank, to, pose, act.pose);
        } else if !stays {
            self.tell_moved(table, rank, from, Some(to));
        }
        table.move_block(from, to);
        *pack.stand(rank) = Stand { square: to, pose: act.pose };
        let destroys = !stays & (deadly == Some(to));
        if destroys {
            if SHARED && table.threaten(to, SeatSet::only(table.active())) {
                pack.pending.arrives(rank, false);
            } else {
                table.eliminate(table.active(), Cause::Rule(&events::TAKEN));
            }
        }
        !destroys
    }

    /// Carries out a step off the board (then `to` is the daikaiju's own square), onto a tile or
    /// onto another daikaiju.
    // What `#[inline(never)]` buys stands at `Board::cut_paths_that_return`.
    #[inline(never)]
    fn resolve_step<const SHARED: bool>(
        &self,
        table: &mut Table<'_>,
        pack: &mut Pack,
        rank: usize,
        act: MonsterAct,
        to: Square,
    ) {
        let Stand { square: from, pose } = *pack.stand(rank);
        if act.step.stays() {
            // Another rule has freed its square; it turns all the same.
            pack.stand(rank).pose = act.pose;
            if act.pose != pose {
                self.tell_turned(table, rank, from, pose, act.pose);
            }
            return;
        }
        let to = (to != from).then_some(to);
        self.tell_moved(table, rank, from, to);
        table.unblock(from);
        let Some(to) = to else {
            self.leave_board(pack, rank);
            // Ships on start marks of the side where it left the board may relocate (S12).
            if table.on_start_mark().is_empty() {
                return;
            }
            let waiting = table.facing(from).and(table.on_start_mark());
            let across: SeatSet = waiting
                .iter()
                .filter(|&seat| Some(table.place(seat).port().side()) == act.step.side())
                .collect();
            across.iter().for_each(|seat| table.displace(seat));
            return;
        };
        if table.content(to) == Content::Haven {
            return self.carry_on(table, pack, rank, to);
        }
        if table.content(to) == Content::Blocked {
            if let Some(other) = pack.at(to) {
                self.destroy(table, pack, other, to, false);
            } else if table.is_held(to) {
                return self.leave_game(table, pack, rank, to);
            }
        }
        if !(SHARED && Self::warns(table, pack, rank, to, false)) {
            Self::arrive(table, pack, rank, to, self.moved_onto_wake);
        }
    }

    /// Brings a daikaiju that has stepped onto a portal to a square that the dice name, as one that
    /// is placed; if they can name none, it leaves the board (W3).
    #[cold]
    #[inline(never)]
    fn carry_on(&self, table: &mut Table<'_>, pack: &mut Pack, rank: usize, portal: Square) {
        if !self.names_open_square(table.view()) {
            self.tell_moved(table, rank, portal, None);
            return self.leave_board(pack, rank);
        }
        let (dice, square) = loop {
            let [gold, blue] = table.chance(&events::OUT_OF_PORTAL.two_below([6, 6]));
            let square = Square::masked(self.columns[gold as usize], self.rows[blue as usize]);
            if is_open(table.content(square)) {
                break ([gold + 1, blue + 1], square);
            }
        };
        table.tell(&events::CARRIED_ON, (self.tile(rank).into(), portal, square, dice));
        if !Self::warns(table, pack, rank, square, true) {
            Self::arrive(table, pack, rank, square, self.placed_on_wake);
        }
    }

    #[inline]
    fn tell_moved(&self, table: &mut Table<'_>, rank: usize, from: Square, to: Option<Square>) {
        table.tell(&events::MOVED, (self.tile(rank).into(), from, to));
    }

    #[inline]
    fn tell_turned(
        &self,
        table: &mut Table<'_>,
        rank: usize,
        square: Square,
        from: Pose,
        to: Pose,
    ) {
        if !table.is_heard() {
            return;
        }
        let clockwise = to.facing() == from.facing().then(Rotation::new(1));
        let way = if clockwise { events::CLOCKWISE } else { events::ANTICLOCKWISE };
        table.tell(&events::TURNED, (self.tile(rank).into(), square, to.facing(), way));
    }

    /// Destroys the daikaiju on a square: it is removed (S6), or goes under the supply (W2).
    fn destroy(
        &self,
        table: &mut Table<'_>,
        pack: &mut Pack,
        rank: usize,
        square: Square,
        goes_under: bool,
    ) {
        self.leave_board(pack, rank);
        if goes_under {
            pack.supply.remove(self.tile(rank));
            pack.put_under(rank);
        }
        if pack.pending.arriving.is_some_and(|arrival| arrival.rank() == rank) {
            pack.pending.arriving = None;
        }
        table.tell(&events::DESTROYED, (self.tile(rank).into(), square));
        table.unblock(square);
    }

    /// Takes a daikaiju out of the game that was swallowed on a square (W5).
    #[cold]
    fn leave_game(&self, table: &mut Table<'_>, pack: &mut Pack, rank: usize, square: Square) {
        self.leave_board(pack, rank);
        pack.supply.remove(self.tile(rank));
        if pack.pending.arriving.is_some_and(|arrival| arrival.rank() == rank) {
            pack.pending.arriving = None;
        }
        table.tell(&events::SWALLOWED, (self.tile(rank).into(), square));
    }

    /// Takes a daikaiju off the board (S6, S8).
    fn leave_board(&self, pack: &mut Pack, rank: usize) {
        pack.on_board &= !(1 << rank);
        pack.count -= 1;
        if self.returns_to_supply {
            pack.supply.insert(self.tile(rank));
        }
        pack.pending.to_act &= !(1 << rank);
    }

    /// Puts a daikaiju on `square`, where it destroys the wake tile, the ships on the tile, and the
    /// active ship if it faces the square (S7, S9, S11).
    #[inline(always)]
    fn arrive(
        table: &mut Table<'_>,
        pack: &mut Pack,
        rank: usize,
        square: Square,
        wake: Destination,
    ) {
        pack.on_board |= 1 << rank;
        pack.stand(rank).square = square;
        let mut lost = SeatSet::EMPTY;
        if !table.is_empty(square) && table.remove_tile(square, wake).is_some() {
            lost = table.standing_on(square);
        }
        table.block(square);
        let active = table.active();
        if Self::deadly_square(table) == Some(square) {
            lost.insert(active);
        }
        if !lost.is_empty() {
            take_all(&mut table.again(), lost);
        }
    }

    /// Says that a daikaiju comes to `square`, where it will destroy ships. `false` (and nothing
    /// happens): it destroys none, or no rule wants to hear of it.
    #[cold]
    fn warns(
        table: &mut Table<'_>,
        pack: &mut Pack,
        rank: usize,
        square: Square,
        was_placed: bool,
    ) -> bool {
        let mut lost = if matches!(table.content(square), Content::Tile(_)) {
            table.standing_on(square)
        } else {
            SeatSet::EMPTY
        };
        if Self::deadly_square(table) == Some(square) {
            lost.insert(table.active());
        }
        if !table.threaten(square, lost) {
            return false;
        }
        pack.on_board |= 1 << rank;
        pack.stand(rank).square = square;
        table.block(square);
        pack.pending.arrives(rank, was_placed);
        true
    }

    /// Lets one that has come destroy what is on its square, now that rules have heard of it.
    #[cold]
    fn settle(&self, table: &mut Table<'_>, pack: &mut Pack, arrival: Arrival) {
        let (rank, wake) = (
            arrival.rank(),
            if arrival.was_placed() { self.placed_on_wake } else { self.moved_onto_wake },
        );
        let square = pack.stand(rank).square;
        Self::arrive(table, pack, rank, square, wake);
    }

    /// Whether a daikaiju can be placed: the supply is not empty, or one lies under it (W2), and
    /// the dice can name a square that is not blocked (S2, V5, V7).
    #[inline]
    fn can_spawn(&self, table: &Table<'_>, pack: &Pack) -> bool {
        // The first square is nearly always open, and to look further takes ten times as long.
        let first = Square::masked(self.columns[0], self.rows[0]);
        (!pack.supply.is_empty() || pack.has_under())
            && (is_open(table.content(first)) || self.names_open_square(table.view()))
    }

    /// Whether a daikaiju is in the supply or under it; guests do not count.
    fn has_more(&self, pack: &Pack) -> bool {
        pack.has_under() || (self.tiles_in(pack.supply) > 0)
    }

    /// How many daikaiju are in a supply, without guests.
    fn tiles_in(&self, supply: Supply) -> u32 {
        supply.iter().filter(|&tile| usize::from(tile) < self.tiles.len()).count() as u32
    }

    /// Whether the dice can name a square that is not blocked.
    #[cold]
    #[inline(never)]
    fn names_open_square(&self, table: TableView<'_>) -> bool {
        self.columns.iter().any(|&column| {
            self.rows.iter().any(|&row| is_open(table.content(Square::masked(column, row))))
        })
    }

    /// The one that has lain under the supply longest, as a supply of its own (W2).
    #[cold]
    #[inline(never)]
    fn last_resort(&self, pack: &mut Pack) -> Supply {
        pack.take_from_under().map(|rank| self.tile(rank)).into_iter().collect()
    }

    /// Places a random daikaiju on a random square (S2). `false` (and nothing happens) if none can
    /// be placed.
    #[inline(never)]
    fn spawn<const SHARED: bool>(
        &self,
        table: &mut Table<'_>,
        pack: &mut Pack,
        reason: SpawnReason,
    ) -> bool {
        match table.if_plain() {
            Some(mut plain) => self.spawn_on::<SHARED>(&mut plain, pack, reason),
            None => self.spawn_on::<SHARED>(table, pack, reason),
        }
    }

    #[inline(always)]
    fn spawn_on<const SHARED: bool>(
        &self,
        table: &mut Table<'_>,
        pack: &mut Pack,
        reason: SpawnReason,
    ) -> bool {
        if !self.can_spawn(table, pack) {
            return false;
        }
        let supply =
            if pack.supply.is_empty() { self.last_resort(pack) } else { pack.supply }.counted();
        let written = |at, number| {
            FieldValue::Number(if at == 0 { supply.nth(number).into() } else { number })
        };
        let [index, facing] =
            table.chance(&events::WHICH.two_below([supply.count(), 4]).written_as(&written));
        let (tile, facing) = (supply.nth(index), Rotation::new(facing as u8));
        let (dice, square) = loop {
            let [gold, blue] = table.chance(&events::WHERE.two_below([6, 6]));
            let square = Square::masked(self.columns[gold as usize], self.rows[blue as usize]);
            if is_open(table.content(square)) {
                break ([gold + 1, blue + 1], square);
            }
        };
        pack.supply.remove(tile);
        if SHARED && usize::from(tile) >= self.tiles.len() {
            pack.drawn =
                Some(Drawn { tile, facing, dice: ((dice[0] - 1) * 6 + dice[1] - 1) as u8, reason });
            return true;
        }
        let rank = self.rank(tile);
        pack.count += 1;
        pack.stand(rank).pose = Pose::new(rank, facing);
        table.tell(&events::PLACED, (tile.into(), facing, square, dice, reason.word()));
        if !(SHARED && Self::warns(table, pack, rank, square, true)) {
            Self::arrive(table, pack, rank, square, self.placed_on_wake);
        }
        true
    }
}

/// Destroys the ships of these seats, the active one first.
#[inline(never)]
fn take_all(table: &mut Table<'_>, lost: SeatSet) {
    lost.clockwise_from(table.active())
        .for_each(|seat| table.eliminate(seat, Cause::Rule(&events::TAKEN)));
}

/// Whether a daikaiju can be placed on a square with this content.
const fn is_open(content: Content) -> bool {
    matches!(content, Content::Empty | Content::Tile(_))
}
