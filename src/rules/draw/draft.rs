//! **What it changes.** The active player draws more tiles than it may keep, and puts those that it likes least under
//! the pile (V10). No Dragon.
//!
//! **Keys.** `extra`: how many tiles more it draws.
//!
//! **Example.** `[draw]` `rule = "draft"` `extra = 1`, as in `rulesets/draft.toml`.
//!
//! **Source.** Our own.

use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, DrawRule, Effect, Event, Key, Progress, Question, Rule, RuleContext, RuleFacts, Seat, SeatSet,
    Spot, Texts, Values,
};

/// The active player draws some tiles more than its hand holds, and puts as many under the pile (V10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Draft {
    /// How many tiles more than the hand size are drawn, 1–2.
    extra: u8,
}

/// What it asks.
const UNDER_THE_PILE: AskDecl = AskDecl::new(Draft::NAME, AnswerKind::HandTile, WHICH).in_secret();
const WHICH: Texts = Texts(&[("en", "Which tile goes under the pile?"), ("fr", "Quelle tuile va sous la pioche ?")]);

impl Rule for Draft {
    const NAME: &'static str = "draft";
    const SUMMARY: &'static str = "The active player draws more than it may keep, and puts the rest under the pile";
    const ASKS: &'static [&'static AskDecl] = &[&UNDER_THE_PILE];
    const KEYS: &'static [Key] =
        &[Key::number("extra", 1..=2).default(1).rule("V10").means("How many tiles more than its hand holds a player draws")];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { extra: u8::try_from(values.int("extra")).ok()? })
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        vec![Effect {
            name: "put-under",
            key: "extra",
            rules: "V10",
            doc: "the active player puts a tile under the pile",
            shows: |scene| matches!(scene.event, Event::Chose { asks, .. } if asks.rule == Self::NAME),
        }]
    }
}

impl DrawRule for Draft {
    type State = ();

    fn start(&self, _: u8) {}

    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut ()) -> Progress {
        let active = table.active();
        let most = table.hand_size() + usize::from(self.extra);
        if table.alive().contains(active) {
            while table.draw_beyond(active, most).is_some() {}
        }
        self.go_on(table, &mut ())
    }

    fn go_on<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut ()) -> Progress {
        let active = table.active();
        if table.hand_len(active) > table.hand_size() { Progress::Ask(active) } else { Progress::Done }
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, (): &(), seat: Seat) -> Option<Question> {
        let mut faces: Vec<_> = table.hand(seat).distinct().collect();
        faces.sort_unstable();
        (table.hand_len(seat) > table.hand_size()).then(|| Question::new(&UNDER_THE_PILE, faces.into_iter().map(Answer::from)))
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut (), seat: Seat, answer: Answer) {
        if let Some(face) = answer.face() {
            table.put(face, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat));
        }
    }

    fn extra(&self) -> u8 {
        self.extra
    }
}
