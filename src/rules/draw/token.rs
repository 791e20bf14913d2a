//! **What it changes.** At most one player holds a token, and draws first.
//!
//! - `dragon`: everyone with too few tiles draws in turn, starting with the holder of the Dragon
//!   tile; the first to find the pile empty takes the Dragon and will draw first next time (C8, C9,
//!   C13).
//! - `statue`: the holder of the Destiny statue draws one tile and hands the statue on to the next
//!   player who is short of tiles, who draws one, and so on; then the active player fills its hand
//!   (L3, L4).
//!
//! With few seats only the active player draws, and there is no token (C7).
//!
//! **Keys.** `min-players`: with fewer seats, C7.
//!
//! **Example.** `[draw]` `rule = "dragon"`, as in `rulesets/classic.toml`; `rule = "statue"`, as in
//! `rulesets/luxury.toml`.
//!
//! **Source.** Calliope rulebook of *Tsuro* (2009); rules summary of the *Luxury Edition* (2022
//! scroll, v1).

use crate::game::{
    Abilities, Drawing, Effect, EffectScene, EventRole, FieldValue, Key, Plan, Rule, RuleDecl,
    RuleEvent, RuleFacts, RuleKey, RulePhase, Seat, Telling, Texts, Token, Values,
};

/// What suites call a token. The first is also its event's name in records, whichever token it is.
pub const TOKEN_WORDS: [&str; 2] = ["dragon", "statue"];

/// The rule with the Dragon tile, as files name it.
pub(crate) static DRAGON: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    TOKEN_WORDS[0],
    "Everyone draws in turn; the first to find the pile empty takes the Dragon tile and draws \
     first next time",
    &|values| build(values, &DRAGON_TILE),
)
.rulebook(Texts(&[(
    "fr",
    "Tous piochent à tour de rôle ; le premier qui trouve la pioche \
     vide prend la tuile Dragon et pioche le premier la fois suivante",
)]))
.keys(&[DRAGON_TILE.min_players.decl()])
.events(&[DRAGON_PASSES.decl()])
.abilities(Abilities::NONE);

static DRAGON_TILE: TokenKind = TokenKind {
    decl: &DRAGON,
    min_players: min_players(
        3,
        "C7, C8, T8",
        "With fewer seats there is no Dragon tile, and only the active player draws",
    ),
    name: Texts(&[("en", "Dragon tile"), ("fr", "tuile Dragon")]),
    passes: &DRAGON_PASSES,
    drawing: Drawing::InTurn,
    effects: [
        ["taken", "C8", "a player who cannot draw takes the Dragon tile"],
        ["put-back", "C8", "the holder of the Dragon tile draws first, and puts it back"],
        ["passed-on", "C9", "the Dragon tile leaves a holder who is out"],
    ],
};

static DRAGON_PASSES: Passes = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[
            ("en", "The Dragon tile is set aside."),
            ("fr", "La tuile Dragon est mise de côté."),
        ]),
    ),
    Telling::always(Texts(&[
        ("en", "{holder} now holds the Dragon tile."),
        ("fr", "{holder} détient maintenant la tuile Dragon."),
    ]))
    .to_you(
        "holder",
        Texts(&[
            ("en", "You now hold the Dragon tile."),
            ("fr", "Vous détenez maintenant la tuile Dragon."),
        ]),
    ),
]);

/// The rule with the Destiny statue, as files name it.
pub(crate) static STATUE: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    TOKEN_WORDS[1],
    "The holder of the statue draws first and hands it on; then the active player fills its hand",
    &|values| build(values, &DESTINY_STATUE),
)
.rulebook(Texts(&[(
    "fr",
    "Qui tient la statue pioche le premier et la transmet ; puis le \
     joueur dont c’est le tour complète sa main",
)]))
.keys(&[DESTINY_STATUE.min_players.decl()])
.events(&[STATUE_PASSES.decl()])
.abilities(Abilities::NONE);

static DESTINY_STATUE: TokenKind = TokenKind {
    decl: &STATUE,
    min_players: min_players(
        2,
        "L3, C7, T8",
        "With fewer seats there is no Destiny statue, and only the active player draws",
    ),
    name: Texts(&[("en", "Destiny statue"), ("fr", "statue du Destin")]),
    passes: &STATUE_PASSES,
    drawing: Drawing::HandedOn,
    effects: [
        ["taken", "L3", "a player who cannot draw takes the statue"],
        ["handed-on", "L3", "the holder of the statue draws first, and hands it on"],
        ["passed-on", "L4", "the statue leaves a holder who is out"],
    ],
};

static STATUE_PASSES: Passes = token_event(&[
    Telling::when(
        "holder",
        FieldValue::Null,
        Texts(&[
            ("en", "The Destiny statue is set aside."),
            ("fr", "La statue du Destin est mise de côté."),
        ]),
    ),
    Telling::always(Texts(&[
        ("en", "{holder} now holds the Destiny statue."),
        ("fr", "{holder} détient maintenant la statue du Destin."),
    ]))
    .to_you(
        "holder",
        Texts(&[
            ("en", "You now hold the Destiny statue."),
            ("fr", "Vous détenez maintenant la statue du Destin."),
        ]),
    ),
]);

/// The event in which a token changes hands: who holds it now, and, not written, who held it
/// before.
type Passes = RuleEvent<(Option<Seat>, Option<Seat>)>;

/// That event, told in these ways: the token is set aside, or a seat takes it.
const fn token_event(told: &'static [Telling]) -> Passes {
    RuleEvent::named(TOKEN_WORDS[0], &["holder", "from"], told)
        .hiding(1)
        .in_suites(&[
            ("{holder:seat} takes the dragon", "A takes the dragon"),
            ("nobody holds the dragon", "nobody holds the dragon"),
        ])
        .in_role(EventRole::Holder)
}

const fn min_players(default: i64, rules: &'static str, doc: &'static str) -> RuleKey<u8> {
    Key::number("min-players", 1..=32).default(default).rule(rules).means(doc).typed()
}

/// What one rule with a token has of its own.
#[derive(Debug)]
struct TokenKind {
    decl: &'static RuleDecl,
    /// With fewer seats, C7.
    min_players: RuleKey<u8>,
    /// What the token is called.
    name: Texts,
    /// The event in which it changes hands.
    passes: &'static Passes,
    /// Who draws.
    drawing: fn(Token) -> Drawing,
    /// The effects: a player takes it, its holder gives it away, it leaves an eliminated holder.
    /// Each with its name, its rule id and what happens.
    effects: [[&'static str; 3]; 3],
}

/// A rule with a token (C7–C9, L3, L4).
#[derive(Debug)]
struct TokenRule {
    kind: &'static TokenKind,
    min_players: u8,
}

fn build(values: &mut Values<'_>, kind: &'static TokenKind) -> Option<Box<dyn Rule>> {
    let (min_players, max) = (values.get(&kind.min_players)?, values.facts().max_players);
    if min_players > max {
        let message = format!(
            "the rule `{}` needs {min_players} players, but at most {max} can play",
            kind.decl.name
        );
        values.warning(&kind.min_players, message).with("players.max");
    }
    Some(Box::new(TokenRule { kind, min_players }))
}

impl Rule for TokenRule {
    fn decl(&self) -> &'static RuleDecl {
        self.kind.decl
    }

    fn plan(&self, plan: &mut Plan) {
        let TokenKind { name, passes, drawing, .. } = *self.kind;
        plan.drawing = drawing(Token { name, passes, min_players: self.min_players });
    }

    fn effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        if facts.max_players < self.min_players {
            return Vec::new();
        }
        let effect = |[name, rules, doc]: [&'static str; 3], shows| Effect {
            name,
            key: "",
            rules,
            doc,
            shows,
        };
        let [taken, given, left] = self.kind.effects;
        vec![
            effect(taken, |scene| matches!(token_move(scene), Some((None, Some(_))))),
            effect(given, |scene| {
                matches!(
                    token_move(scene), Some((Some(from), _)) if scene.alive.contains(from)
                )
            }),
            effect(left, |scene| {
                matches!(
                    token_move(scene), Some((Some(from), _)) if !scene.alive.contains(from)
                )
            }),
        ]
    }
}

/// The seats from which and to which the token goes, if the event is such a move.
fn token_move(scene: &EffectScene<'_>) -> Option<(Option<Seat>, Option<Seat>)> {
    Some((scene.event.field("from")?, scene.event.new_holder()?))
}
