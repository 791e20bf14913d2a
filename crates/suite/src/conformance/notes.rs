//! What is noted while a game is played: its record, and what rules draw and report without having
//! declared it.

use super::watched::Watch;
use tsuro::board::KINDS;
use tsuro::game::{
    Chance, ChanceDecl, Destination, Event, EventDecl, Lot, Luck, Moment, Seat, Shuffle, Sink, Spot,
};
use tsuro::record::Recorder;
use tsuro::ruleset::Variant;

/// A sink that records the game and counts the tiles that go into the box, or lie on the board as
/// special ones.
pub(super) struct ConformanceSink<'a> {
    pub recorder: Recorder<Vec<u8>>,
    pub boxed: [u32; KINDS],
    pub events: u64,
    /// What the rule that has broken the game off does wrong.
    pub broken: Option<String>,
    /// What the rules have declared.
    declared: &'a [&'static EventDecl],
    /// An event that a rule has reported without having declared it.
    pub undeclared: Option<&'static EventDecl>,
    /// What the rules do, and the rule set to which they belong; `None`: the rules are not watched.
    watch: Option<(&'a Watch, &'a Variant)>,
}

impl<'a> ConformanceSink<'a> {
    pub(super) fn new(variant: &'a Variant, watch: Option<&'a Watch>) -> Self {
        Self {
            recorder: Recorder::new(Vec::new()),
            boxed: [0; KINDS],
            events: 0,
            broken: None,
            declared: variant.events(),
            undeclared: None,
            watch: watch.map(|watch| (watch, variant)),
        }
    }
}

impl Sink for ConformanceSink<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::WakeRemoved { tile, to: Destination::Box, .. }
        | Event::Shifted { tile, to: Spot::Box, .. } = event
        {
            self.boxed[tile.index()] += 1;
        }
        // It stays on the board for good.
        if let Event::Placed { tile, .. } = event
            && tile.face().is_special()
        {
            self.boxed[tile.face().index()] += 1;
        }
        match *event {
            Event::Broken { rule, fault, player, moment, why, .. } => {
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                self.broken = Some(format!(
                    "the rule {rule:?} {}: seat {player}, at the moment {moment:?}{why}",
                    fault.deed()
                ));
            }
            Event::Declared { decl, .. }
                if !self.declared.iter().any(|own| std::ptr::eq(*own, decl)) =>
            {
                self.undeclared = Some(decl);
            }
            _ => {}
        }
        if let Some((watch, variant)) = self.watch {
            watch.hear(event, variant);
        }
        self.events += 1;
        self.recorder.event(event);
    }
}

/// Luck that notes what is drawn without being declared.
pub(super) struct ConformanceChance<'a> {
    pub luck: Luck,
    pub declared: &'a [&'static ChanceDecl],
    pub undeclared: Option<&'static ChanceDecl>,
    /// The seat that is to see no difference: the numbers that it does not see are other ones.
    /// `None`: all are as drawn.
    unseen_by: Option<Seat>,
}

impl<'a> ConformanceChance<'a> {
    pub(super) const fn new(
        luck: Luck,
        declared: &'a [&'static ChanceDecl],
        unseen_by: Option<Seat>,
    ) -> Self {
        Self { luck, declared, undeclared: None, unseen_by }
    }
}

impl Chance for ConformanceChance<'_> {
    fn first(&mut self, seats: u8) -> Seat {
        self.luck.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.luck.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.luck.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        if !self.declared.contains(&lot.decl()) {
            self.undeclared = Some(lot.decl());
        }
        let [one, other] = self.luck.numbers(at, lot);
        let is_other =
            self.unseen_by.is_some_and(|seat| !lot.decl().is_seen_by(lot.seat(), Some(seat)));
        [if is_other { (one + 1) % lot.below()[0] } else { one }, other]
    }
}
