//! Turns the events of a game into sentences.

use super::Narrator;
use crate::words::{TextKey, fill};
use tsuro::board::{Content, Face, Laid, Place, Square};
use tsuro::game::{
    Answer, AskDecl, Cause, ChanceDecl, ChanceLook, Destination, Ending, Event, EventDecl,
    FieldValue, Outcome, RuleFault, Seat, SeenEvent, Sight, Subject, Telling,
};

impl Narrator {
    /// An event as a seat saw it, as a sentence or two; `None` for events that are not told (the
    /// deal).
    pub fn seen(&self, event: &SeenEvent<'_>) -> Option<String> {
        let words = self.language;
        Some(match *event {
            SeenEvent::Public(ref event) => return self.event(event),
            SeenEvent::Placed { player, tile, square, .. } => {
                return self.event(&Event::Placed { player, tile, square, legal: 0 });
            }
            SeenEvent::Drew { player, tile: Some(tile) } => {
                return self.event(&Event::Drew { player, tile });
            }
            SeenEvent::Drew { player, tile: None } => {
                words.say(TextKey::Drew, &[("who", self.name(player))])
            }
            SeenEvent::Exchanged { player, swaps, .. } => self.exchanged(player, swaps),
            SeenEvent::Returned { tiles, .. } => {
                words.say(TextKey::Returned, &[("tiles", &words.tiles(tiles))])
            }
            SeenEvent::Picked { decl, picked } => self.picked(decl, picked.map(|picked| picked.0)),
            SeenEvent::Chose { player, asks, about, choice, .. } => {
                self.answered(player, asks, about, choice)
            }
            SeenEvent::Unseen { event: "placed", player, .. } => {
                words.say(TextKey::PlacedUnseen, &[("who", self.name(player))])
            }
            SeenEvent::Unseen { player, .. } => {
                words.say(TextKey::OutUnseen, &[("who", self.name(player))])
            }
            SeenEvent::Sight(sight) => return self.sight(sight),
            // The deal.
            _ => return None,
        })
    }

    /// What has come into sight and gone out of it.
    fn sight(&self, sight: &Sight) -> Option<String> {
        let words = self.language;
        let squares = sight
            .squares
            .iter()
            .filter(|known| known.1 != Content::Hidden)
            .map(|known| known.0.to_string())
            .collect();
        let others = || sight.pieces.iter().filter(|piece| self.you != Some(piece.0));
        let there = |&(seat, place): &(Seat, Option<Place>)| {
            Some(format!("{} ({})", self.name(seat), words.place(place?)))
        };
        let gone = others()
            .filter(|piece| piece.1.is_none())
            .map(|piece| self.name(piece.0).to_owned())
            .collect();
        let say = |key, name, listed: Vec<String>| {
            (!listed.is_empty()).then(|| words.say(key, &[(name, &words.list(&listed))]))
        };
        let said = [
            say(TextKey::SightSquares, "squares", squares),
            say(TextKey::SightPieces, "pieces", others().filter_map(there).collect()),
            say(TextKey::SightGone, "pieces", gone),
        ];
        Some(said.into_iter().flatten().collect::<Vec<_>>().join(" "))
            .filter(|said| !said.is_empty())
    }

    /// An answer to the question of a rule; `None`: in secret.
    fn answered(
        &self,
        player: Seat,
        asks: &AskDecl,
        about: &[Subject],
        choice: Option<Answer>,
    ) -> String {
        let words = self.language;
        if let Some(told) = choice.and_then(|choice| asks.told_of(choice)) {
            return told.filled(words.code(), &|name| match name {
                "who" => Some(self.who(player).to_owned()),
                "answer" => choice.map(|choice| self.answer(asks.kind, choice)),
                _ => None,
            });
        }
        let text = match choice {
            None => asks.text.filled(words.code(), &|_| Some("…".to_owned())),
            Some(_) => {
                asks.text_with(words.code(), about, &|decl, subject| self.subject(decl, subject))
            }
        };
        let (question, who) = (("question", text.as_str()), ("who", self.who(player)));
        match choice {
            None => words.say(TextKey::AnsweredSecret, &[question, who]),
            Some(choice) => words.say(
                TextKey::Answered,
                &[question, who, ("choice", &self.answer(asks.kind, choice))],
            ),
        }
    }

    /// Numbers that a rule drew; `None`: they are hidden.
    fn picked(&self, decl: &ChanceDecl, picked: Option<&[u32]>) -> String {
        let first = u32::from(decl.look == ChanceLook::Dice);
        let text = decl.text.in_language(self.language.code());
        let numbers = picked.map(|picked| {
            picked.iter().map(|number| (number + first).to_string()).collect::<Vec<_>>().join(", ")
        });
        let data = numbers.map_or_else(|| text.to_owned(), |numbers| format!("{text}: {numbers}"));
        self.language.say(TextKey::RuleSays, &[("rule", decl.rule), ("data", &data)])
    }

    /// An event as a sentence or two; `None` for events that are not told (the deal). A tile drawn
    /// into a hidden hand is named only to the player who drew it.
    pub fn event(&self, event: &Event<'_>) -> Option<String> {
        let words = self.language;
        let about_place = |player, you, other, place| {
            self.about(player, you, other, &[("place", &words.place(place))])
        };
        Some(match *event {
            Event::Start { player, mark } => {
                about_place(player, TextKey::StartedYou, TextKey::Started, mark)
            }
            Event::Turn { player, number } => {
                let number = number.to_string();
                let (you, other) = (TextKey::TurnBeginsYou, TextKey::TurnBegins);
                self.about(player, you, other, &[("number", &number)])
            }
            Event::WakeRemoved { square, to, .. } => {
                let key =
                    if to == Destination::Pile { TextKey::WakeToPile } else { TextKey::WakeToBox };
                words.say(key, &[("square", &square.to_string())])
            }
            Event::Relocated { player, mark } => {
                about_place(player, TextKey::RelocatedYou, TextKey::Relocated, mark)
            }
            Event::Placed { player, tile, square, .. } => self.placed(player, tile, square),
            Event::Moved { player, to } => {
                about_place(player, TextKey::MovedYou, TextKey::Moved, to)
            }
            Event::Eliminated { player, cause } => self.eliminated(player, cause),
            Event::LifeLost { player, cause } => {
                let back = self.about(player, TextKey::ComesBackYou, TextKey::ComesBack, &[]);
                format!("{} {back}", self.eliminated(player, cause))
            }
            Event::Exchanged { player, gave, .. } => self.exchanged(player, gave.len()),
            Event::Returned { tiles, .. } => {
                words.say(TextKey::Returned, &[("tiles", &words.tiles(tiles.len()))])
            }
            Event::Declared { decl, values } => return self.declared(decl, values),
            Event::Drew { player, tile } => self.drew(player, tile),
            Event::Passed { player } => {
                self.about(player, TextKey::PassedYou, TextKey::Passed, &[])
            }
            // Being asked would show what the player holds.
            Event::Chose { player, asks, choice, .. }
                if asks.withholds(choice) && self.you != Some(player) =>
            {
                return None;
            }
            Event::Chose { player, asks, about, choice, .. } => {
                let is_told = !asks.secret || self.you == Some(player);
                self.answered(player, asks, about, is_told.then_some(choice))
            }
            Event::Carried { player, to, .. } => {
                about_place(player, TextKey::CarriedYou, TextKey::Carried, to)
            }
            Event::Laid { rule, square, tile } => {
                self.of_rule_and_tile(TextKey::RuleLaid, rule, square, tile)
            }
            Event::Turned { rule, square, tile } => {
                self.of_rule_and_tile(TextKey::RuleTurned, rule, square, tile)
            }
            Event::Broken { rule, fault, player, moment, turn, why } => words.say(
                fault_key(fault),
                &[
                    ("rule", rule),
                    ("who", self.name(player)),
                    ("number", &turn.to_string()),
                    ("moment", moment),
                    ("why", why.unwrap_or_default()),
                ],
            ),
            Event::Picked { decl, seat, picked, .. } => {
                self.picked(decl, Some(picked).filter(|_| decl.is_seen_by(seat, self.you)))
            }
            Event::End { ending, scores } => self.ending(ending, scores),
            _ => return None,
        })
    }

    fn placed(&self, player: Seat, tile: Laid, square: Square) -> String {
        let ports =
            if tile.face().is_special() { self.tile(tile.face()) } else { tile.to_string() };
        let names = [("ports", &*ports), ("square", &square.to_string())];
        self.about(player, TextKey::PlacedYou, TextKey::Placed, &names)
    }

    fn eliminated(&self, player: Seat, cause: Cause) -> String {
        let (you, other) = match cause {
            Cause::Edge => (TextKey::OutEdgeYou, TextKey::OutEdge),
            Cause::Collision => (TextKey::OutCollisionYou, TextKey::OutCollision),
            Cause::Loop => (TextKey::OutLoopYou, TextKey::OutLoop),
            Cause::Rule(_) => {
                let cause = [("cause", self.cause(cause))];
                return self.about(player, TextKey::OutOtherYou, TextKey::OutOther, &cause);
            }
        };
        self.about(player, you, other, &[])
    }

    fn exchanged(&self, player: Seat, swaps: usize) -> String {
        let tiles = self.language.tiles(swaps);
        self.about(player, TextKey::ExchangedYou, TextKey::Exchanged, &[("tiles", &tiles)])
    }

    fn drew(&self, player: Seat, tile: Face) -> String {
        let words = self.language;
        let ports = self.tile(tile);
        if self.open {
            return words.say(TextKey::DrewOpen, &[("ports", &ports)]);
        }
        match self.you {
            Some(you) if you == player => words.say(TextKey::DrewYou, &[("ports", &ports)]),
            _ => words.say(TextKey::Drew, &[("who", self.name(player))]),
        }
    }

    /// A tile that a rule has laid or turned.
    fn of_rule_and_tile(&self, key: TextKey, rule: &str, square: Square, tile: Laid) -> String {
        let (square, ports) = (square.to_string(), tile.to_string());
        self.language.say(key, &[("rule", rule), ("square", &square), ("ports", &ports)])
    }

    /// A declared event as a sentence: the first telling that fits. What a rule reports without a
    /// sentence is told by its fields, if it is written as a `rule` event.
    fn declared(&self, decl: &EventDecl, values: &[FieldValue]) -> Option<String> {
        let field = |name: &str| {
            decl.fields.iter().zip(values).find(|field| *field.0 == name).map(|field| *field.1)
        };
        let fits = |telling: &&Telling| {
            telling.when.is_none_or(|(name, wanted)| field(name) == Some(wanted))
        };
        if let Some(telling) = decl.told.iter().find(fits) {
            let to_you = telling.you.filter(|(name, _)| {
                self.you.is_some_and(|you| field(name) == Some(FieldValue::Seat(you)))
            });
            let text = to_you.map_or(telling.text, |(_, text)| text);
            return Some(text.filled(self.language.code(), &|name| Some(self.value(field(name)?))));
        }
        let field = |(name, &value): (&&str, &FieldValue)| format!("{name} {}", self.value(value));
        let fields: Vec<String> = decl
            .kind
            .map(str::to_owned)
            .into_iter()
            .chain(decl.written().iter().zip(values).map(field))
            .collect();
        decl.is_of_rule().then(|| {
            self.language
                .say(TextKey::RuleSays, &[("rule", decl.name), ("data", &fields.join(", "))])
        })
    }

    /// The value of a field in words.
    fn value(&self, value: FieldValue) -> String {
        match value {
            FieldValue::Seat(seat) => self.name(seat).to_owned(),
            FieldValue::Place(place) => self.language.place(place),
            FieldValue::Square(square) => square.to_string(),
            FieldValue::Number(number) => number.to_string(),
            FieldValue::Face(face) if face.is_special() => self.tile(face),
            FieldValue::Face(face) => face.to_string(),
            FieldValue::Rotation(rotation) => rotation.to_string(),
            FieldValue::Word(word) => word.to_owned(),
            FieldValue::Pair([one, other]) => format!("{one}, {other}"),
            FieldValue::Squares(squares) => self
                .language
                .list(&squares.iter().map(|square| square.to_string()).collect::<Vec<_>>()),
            _ => "–".to_owned(),
        }
    }

    /// How the game ended, and the scores if there are any.
    fn ending(&self, ending: Ending, scores: Option<&[i64]>) -> String {
        let words = self.language;
        let winners: Vec<String> =
            ending.winners.iter().map(|seat| self.who(seat).to_owned()).collect();
        let who =
            if winners.is_empty() { words.plain(TextKey::NoPlayer) } else { words.list(&winners) };
        let who = [("who", who.as_str())];
        let mut text = match ending.outcome {
            Outcome::LastStanding => match (ending.winners.iter().next(), self.you) {
                (Some(winner), Some(you)) if winner == you => words.plain(TextKey::WonLastYou),
                _ => words.say(TextKey::WonLast, &who),
            },
            Outcome::LastTeam => words.say(TextKey::WonTeam, &who),
            Outcome::Tie => words.say(TextKey::WonTie, &who),
            Outcome::Shared => words.say(TextKey::WonShared, &who),
            Outcome::Score if winners.is_empty() => words.plain(TextKey::WonNobody),
            Outcome::Score => words.say(TextKey::WonScore, &who),
            Outcome::TurnLimit => words.say(TextKey::WonLimit, &who),
            Outcome::Rule(outcome) => fill(outcome.text.in_language(words.code()), &who),
        };
        if let Some(scores) = scores {
            let of = |(seat, points): (usize, &i64)| {
                let who = Seat::checked(seat as u64, self.names.len() as u8)
                    .map_or("?", |seat| self.who(seat));
                words.say(TextKey::ScoreOf, &[("who", who), ("points", &points.to_string())])
            };
            let scores: Vec<String> = scores.iter().enumerate().map(of).collect();
            text.push(' ');
            text.push_str(&words.say(TextKey::Scores, &[("scores", &scores.join(", "))]));
        }
        text
    }
}

/// The sentence of what a rule has done by which the game was broken off.
const fn fault_key(fault: RuleFault) -> TextKey {
    match fault {
        RuleFault::AsksNothing => TextKey::RuleAsksNothing,
        RuleFault::NeverEnds => TextKey::RuleNeverEnds,
        RuleFault::AsksOut => TextKey::RuleAsksOut,
        RuleFault::AsksTwice => TextKey::RuleAsksTwice,
        RuleFault::LaysNone => TextKey::RuleLaysNone,
        RuleFault::CarriesOff => TextKey::RuleCarriesOff,
        RuleFault::Panics => TextKey::RulePanics,
        RuleFault::Fails => TextKey::RuleFails,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use tsuro::board::Rotation;
    use tsuro::game::{AnswerKind, Fields, RuleEvent, Texts};

    static FELL: RuleEvent<(Seat,)> = RuleEvent::new(
        "rock",
        &["to"],
        &[Telling::always(Texts(&[
            ("en", "A rock falls on {to}."),
            ("fr", "Un rocher tombe sur {to}."),
        ]))],
    );
    /// With the same fields.
    static ROLLED: RuleEvent<(Seat,)> = RuleEvent::new(
        "rock",
        &["to"],
        &[Telling::always(Texts(&[
            ("en", "A rock rolls towards {to}."),
            ("fr", "Un rocher roule vers {to}."),
        ]))
        .to_you(
            "to",
            Texts(&[("en", "A rock rolls towards you."), ("fr", "Un rocher roule vers vous.")]),
        )],
    );
    /// Told apart by a word.
    static WEATHER: RuleEvent<(&str,)> = RuleEvent::new(
        "rock",
        &["sky"],
        &[
            Telling::when(
                "sky",
                FieldValue::Word("grey"),
                Texts(&[("en", "It is grey."), ("fr", "Il fait gris.")]),
            ),
            Telling::always(Texts(&[("en", "The sky is {sky}."), ("fr", "Le ciel est {sky}.")])),
        ],
    );
    static SETTLES: RuleEvent<(Seat, [u32; 2], Option<Square>)> =
        RuleEvent::new("rock", &["player", "stones", "on"], &[]).of_kind("settles");

    /// What is told of an event of a rule, in both languages.
    fn declared_in_both<F: Fields>(
        event: &'static RuleEvent<F>,
        fields: F,
        you: Option<Seat>,
    ) -> [String; 2] {
        in_both(&Event::Declared { decl: event.decl(), values: fields.to_values().as_ref() }, you)
    }

    fn in_both(event: &Event<'_>, you: Option<Seat>) -> [String; 2] {
        [Language::English, Language::French].map(|language| {
            let mut narrator = Narrator::new(language, &[None, None, None]);
            narrator.you = you;
            narrator.event(event).unwrap()
        })
    }

    #[test]
    fn two_events_of_a_rule_with_the_same_fields_are_told_apart_and_seats_by_name() {
        let blue = Seat::new(1);
        assert_eq!(
            declared_in_both(&FELL, (blue,), None),
            ["A rock falls on Blue.", "Un rocher tombe sur Bleu."]
        );
        assert_eq!(
            declared_in_both(&ROLLED, (blue,), None),
            ["A rock rolls towards Blue.", "Un rocher roule vers Bleu."]
        );
        assert_eq!(declared_in_both(&ROLLED, (blue,), Some(blue))[0], "A rock rolls towards you.");
        assert_eq!(declared_in_both(&WEATHER, ("grey",), None), ["It is grey.", "Il fait gris."]);
        assert_eq!(
            declared_in_both(&WEATHER, ("blue",), None),
            ["The sky is blue.", "Le ciel est blue."]
        );
    }

    #[test]
    fn what_a_rule_has_no_sentence_for_is_told_in_words() {
        let (tile, square) = (Laid::new(Face::new(0).unwrap(), Rotation::NONE), Square::new(2, 2));
        let laid = Event::Laid { rule: "rock", square, tile };
        assert_eq!(
            in_both(&laid, None),
            ["rock lays a tile on c3: AB CD EF GH.", "rock pose une tuile en c3 : AB CD EF GH."]
        );
        let turned = Event::Turned { rule: "rock", square, tile };
        assert_eq!(
            in_both(&turned, None),
            [
                "rock turns the tile on c3: AB CD EF GH.",
                "rock tourne la tuile en c3 : AB CD EF GH."
            ]
        );
        let shown = declared_in_both(&SETTLES, (Seat::new(2), [4, 3], None), None);
        assert_eq!(
            shown,
            [
                "rock: settles, player Green, stones 4, 3, on –.",
                "rock : settles, player Vert, stones 4, 3, on –."
            ]
        );
    }

    #[test]
    fn the_person_who_reads_is_called_you_and_others_by_name() {
        let mut narrator = Narrator::new(Language::English, &[Some("Ann".into()), None]);
        let event = Event::Eliminated { player: Seat::new(0), cause: Cause::Edge };
        assert_eq!(
            narrator.event(&event).unwrap(),
            Language::English.say(TextKey::OutEdge, &[("who", "Ann")])
        );
        narrator.you = Some(Seat::new(0));
        assert_eq!(narrator.event(&event).unwrap(), Language::English.plain(TextKey::OutEdgeYou));
        let ending = Ending::new([0, 1].map(Seat::new).into_iter().collect(), Outcome::Tie);
        let text = narrator.event(&Event::End { ending, scores: Some(&[3, 4]) }).unwrap();
        assert!(
            ["You and Blue", "You: 3", "Blue: 4"].iter().all(|part| text.contains(part)),
            "{text}"
        );
    }

    #[test]
    fn an_answer_is_told_in_the_words_of_its_rule_and_a_secret_one_to_its_seat_alone() {
        const LIFT: AskDecl = AskDecl::new(
            "crane",
            AnswerKind::Words(&[("none", Texts(&[("en", "nothing"), ("fr", "rien")]))]),
            Texts(&[("en", "What is lifted?"), ("fr", "Que soulève-t-on ?")]),
        );
        const HIDE: AskDecl = AskDecl::new("crane", AnswerKind::HandTile, LIFT.text).in_secret();
        let chose = |asks: &'static AskDecl, choice| Event::Chose {
            player: Seat::new(0),
            asks,
            about: &[],
            options: 3,
            choice,
        };
        let mut narrator = Narrator::new(Language::English, &[None, None]);
        assert_eq!(
            narrator.event(&chose(&LIFT, Answer::word("none"))).unwrap(),
            "What is lifted? Red: nothing."
        );
        assert_eq!(
            narrator.event(&chose(&HIDE, Answer::number(0))).unwrap(),
            "What is lifted? Red has answered in secret."
        );
        narrator.you = Some(Seat::new(0));
        assert_eq!(
            narrator.event(&chose(&HIDE, Answer::number(0))).unwrap(),
            "What is lifted? You: AB CD EF GH."
        );
        let french = Narrator::new(Language::French, &[None, None]);
        assert_eq!(
            french.event(&chose(&LIFT, Answer::word("none"))).unwrap(),
            "Que soulève-t-on ? Rouge : rien."
        );
        let kinds = [
            (AnswerKind::Seat, Answer::number(1), "Bleu"),
            (AnswerKind::Place, Answer::word("c3:A"), "c3, côté haut, à gauche"),
            (AnswerKind::Square, Answer::word("c3"), "c3"),
            (AnswerKind::Number, Answer::number(7), "7"),
            (AnswerKind::Words(&[]), Answer::word("up"), "up"),
        ];
        for (kind, answer, words) in kinds {
            assert_eq!(french.answer(kind, answer), words);
        }
    }

    #[test]
    fn a_tile_drawn_into_a_hidden_hand_is_named_to_nobody_else() {
        let mut narrator = Narrator::new(Language::English, &[None, None]);
        let event = Event::Drew { player: Seat::new(0), tile: tsuro::board::Face::new(0).unwrap() };
        assert_eq!(narrator.event(&event).unwrap(), "Red draws a tile.");
        narrator.you = Some(Seat::new(1));
        assert_eq!(narrator.event(&event).unwrap(), "Red draws a tile.");
        narrator.you = Some(Seat::new(0));
        assert_eq!(narrator.event(&event).unwrap(), "You draw AB CD EF GH.");
    }
}
