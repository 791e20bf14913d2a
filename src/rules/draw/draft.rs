//! **What it changes.** The active player draws more tiles than it may keep, and puts the tiles
//! that it likes least under the pile (V10). No Dragon.
//!
//! **Keys.** `extra`: how many tiles more it draws.
//!
//! **Example.** `[draw]` `rule = "draft"` `extra = 1`, as in `rulesets/draft.toml`.
//!
//! **Source.** Our own.

use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, Effect, Event, Key, KeySentence, Own, Plan, Progress,
    Question, Rule, RuleDecl, RuleFacts, RuleKey, RulePhase, Seat, SeatSet, Setup, Spot, Table,
    TableView, Texts, Timing,
};
use serde::Deserialize;
use serde_json::{Value, json};

const NAME: &str = "draft";

/// The rule as files name it.
pub(crate) static DRAFT: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    NAME,
    "The active player draws more than it may keep, and puts the rest under the pile",
    &|values| Some(Box::new(Draft { extra: values.get(&EXTRA)? })),
)
.rulebook(Texts(&[(
    "fr",
    "Le joueur dont c’est le tour pioche plus de tuiles qu’il ne peut \
     en garder, et remet les autres sous la pioche",
)]))
.keys(&[EXTRA.decl()])
.asks(&[&UNDER_THE_PILE])
.at(&[Timing::Drawing])
.abilities(Abilities::NONE);

const EXTRA: RuleKey<u8> = Key::number("extra", 1..=2)
    .default(1)
    .rule("V10")
    .means("How many tiles more than its hand holds a player draws")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "Players draw more than a full hand, and put as many back: {value}."),
        ("fr", "On pioche plus qu’une main complète, et on en remet autant : {value}."),
    ]))])
    .typed();

/// What it asks.
const UNDER_THE_PILE: AskDecl =
    AskDecl::new(NAME, AnswerKind::HandTile, WHICH).in_secret().giving_up();
const WHICH: Texts =
    Texts(&[("en", "Which tile goes under the pile?"), ("fr", "Quelle tuile va sous la pioche ?")]);

/// The active player draws some tiles more than its hand holds, and puts as many under the pile
/// (V10).
#[derive(Debug)]
struct Draft {
    /// How many tiles more than the hand size are drawn, 1–2.
    extra: u8,
}

/// Whether the active player draws still. Where rules hear of a tile that was drawn (W2), positions
/// have it.
#[derive(Debug, Clone, Copy, Default)]
struct IsDrawing(bool);

/// Whether a draw goes on, as positions have it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    drawing: bool,
}

impl Rule for Draft {
    fn decl(&self) -> &'static RuleDecl {
        &DRAFT
    }

    fn plan(&self, plan: &mut Plan) {
        plan.extra_tiles = self.extra;
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        vec![Effect {
            name: "put-under",
            key: EXTRA.name(),
            rules: "V10",
            doc: "the active player puts a tile under the pile",
            shows: |scene| matches!(scene.event, Event::Chose { asks, .. } if asks.rule == NAME),
        }]
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(IsDrawing::default())
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        *own.get_mut() = IsDrawing(table.alive().contains(table.active()));
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let active = table.active();
        let most = table.hand_size() + usize::from(self.extra);
        let is_drawing = own.get_mut::<IsDrawing>();
        is_drawing.0 = is_drawing.0 && table.draw_beyond(active, most).is_some();
        if is_drawing.0 {
            // Rules may hear of the tile before the next one is drawn (W2).
            return Progress::Again;
        }
        if table.hand_len(active) > table.hand_size() {
            Progress::Ask(active)
        } else {
            Progress::Done
        }
    }

    fn save_pending(&self, own: &Own) -> Option<Value> {
        own.get::<IsDrawing>().0.then(|| json!({ "drawing": true }))
    }

    fn restore_pending(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        let Pending { drawing } = Pending::deserialize(saved).map_err(|why| why.to_string())?;
        *own.get_mut() = IsDrawing(drawing);
        Ok(())
    }

    fn question(&self, table: TableView<'_>, _: &Own, seat: Seat) -> Option<Question> {
        // Special tiles too: they are drafted like any other (W1).
        let mut faces: Vec<_> = table.hand(seat).iter().collect();
        faces.sort_unstable();
        faces.dedup();
        (table.hand_len(seat) > table.hand_size())
            .then(|| Question::new(&UNDER_THE_PILE, faces.into_iter().map(Answer::from)))
    }

    fn answer(&self, table: &mut Table<'_>, _: &mut Own, seat: Seat, answer: Answer) {
        if let Some(face) = answer.face() {
            table.put(face, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat));
        }
    }
}
