//! The messages of a table for one reader: all of it, and how it stands.

use super::SeatedGame;
use super::seat::TableSeat;
use crate::evening::EveningGame;
use crate::states::GameState;
use crate::telling::{self, Reader};
use tsuro::board::Square;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro::picture::ink;
use tsuro_faces::Player;
use tsuro_faces::fair_seed::FairSeed;
use tsuro_faces::table::show::{Teller, has_ways, piece_ways};
use tsuro_faces::words::{Language, Narrator, TextKey};

/// As many sentences as a client is sent of what has happened before it came.
const MOST_TOLD: usize = 2000;

/// What has happened, in words.
#[derive(Debug, Clone)]
struct Sentence {
    /// With every port, for people who do not see the board.
    words: String,
    /// As people who see the board are told it.
    short: String,
}

/// A game at a moment: what was told until then, the board, and the number of events.
pub(super) struct TableSnapshot {
    sentences: Vec<Sentence>,
    pub(super) teller: Teller,
    /// What has put pieces out, by seat, as it is told to a page that has not shown it.
    losses: Vec<(Seat, Json)>,
    number: usize,
}

/// Who is there, and how much time is left.
#[derive(Clone, Copy)]
pub struct Presence<'a> {
    /// How many clients are connected for a seat.
    pub connected: &'a dyn Fn(Seat) -> usize,
    /// Seconds left for the decision, if a clock runs: those in reserve among them.
    pub left: Option<u64>,
    /// Seconds that each seat had in reserve before the decision, where there is a clock.
    pub reserves: &'a [u32],
}

impl Presence<'_> {
    /// Where nobody is connected.
    pub const NOBODY: Self = Self { connected: &|_| 0, left: None, reserves: &[] };
}

/// Whom a message is for.
#[derive(Clone, Copy)]
pub struct Addressee<'a> {
    /// As whom they read.
    pub reader: Reader,
    /// The seats that they decide for.
    pub mine: &'a [Seat],
    /// Whether they opened the table.
    pub is_host: bool,
}

impl SeatedGame {
    /// The game before the first choice.
    fn at_start(&self, narrator: &Narrator) -> TableSnapshot {
        let (scene, set_up) = &self.start;
        let sentences = self
            .game
            .events_since(0)
            .take(*set_up)
            .filter_map(|event| narrator.event(&event))
            .map(|words| Sentence { short: words.clone(), words })
            .collect();
        let teller = Teller::new(scene.clone(), *set_up);
        TableSnapshot { sentences, teller, losses: Vec::new(), number: *set_up }
    }

    /// The game now.
    pub(super) fn told_again(&self, seat: Option<Seat>, language: Language) -> TableSnapshot {
        let narrator = self.narrator(Reader { seat, language, pictures: false });
        let TableSnapshot { mut sentences, mut teller, mut losses, number } =
            self.at_start(&narrator);
        for (number, event) in self.game.events_seen_by(seat, number).numbered() {
            let Some(shown) = teller.tell((number, event), &narrator) else { continue };
            let lost = shown.out.map(|(lost, _)| (lost, telling::loss(&event, &shown, &narrator)));
            losses.extend(lost);
            let words =
                telling::in_words(narrator.seen(&event).as_deref(), shown.reason.as_deref());
            sentences.extend((!words.is_empty()).then_some(Sentence { words, short: shown.words }));
        }
        sentences.drain(..sentences.len().saturating_sub(MOST_TOLD));
        TableSnapshot { sentences, teller, losses, number: self.game.mark() }
    }

    /// Everything from the beginning, to be shown again.
    pub fn replay(&self, reader: Reader) -> Json {
        let narrator = self.narrator(reader);
        let mut start = self.at_start(&narrator);
        let to = Addressee { reader, mine: &[], is_host: false };
        let table = self.table_message(to, Presence::NOBODY, &start);
        let happened =
            telling::happened(&self.game, start.number, &mut start.teller, &narrator, reader);
        let mut replay = json!({ "table": table, "happened": Json::List(happened) });
        if self.game.decision().is_none() {
            replay.set("result", telling::result(&self.game, &narrator));
            replay.set("comments", self.comments.told());
        }
        replay
    }

    /// The message with the whole table as it is now.
    pub fn table_now(&self, to: Addressee<'_>, presence: Presence<'_>) -> Json {
        let Reader { seat, language, .. } = to.reader;
        self.table_message(to, presence, &self.told_again(seat, language))
    }

    /// The messages to a client that comes: all of it, or what has happened since it went, where
    /// it knows (`since`: the number of events, and of what was taken back) a moment of this game;
    /// then how the table stands. Also whether it knew one.
    pub fn first_messages(
        &self,
        to: Addressee<'_>,
        presence: Presence<'_>,
        since: Option<(usize, u32)>,
    ) -> (Vec<Json>, bool) {
        let reader = to.reader;
        let known = since.filter(|&(number, undos)| {
            undos == self.game.undos() && (self.start.1..=self.game.mark()).contains(&number)
        });
        let first = match known {
            Some((number, _)) => {
                let mut teller = Teller::new(self.start.0.clone(), self.start.1);
                let narrator = self.narrator(reader);
                let known = self
                    .game
                    .told_until(reader.seat, number)
                    .numbered()
                    .filter(|event| event.0 > self.start.1);
                known.for_each(|event| drop(teller.tell(event, &narrator)));
                let events = telling::happened(&self.game, number, &mut teller, &narrator, reader);
                json!({
                    "type": "happened", "number": self.game.mark(), "events": Json::List(events)
                })
            }
            None => self.table_now(to, presence),
        };
        let mut messages = vec![first];
        messages.extend(self.state_messages(to, presence));
        (messages, known.is_some())
    }

    /// The message with the whole table at a moment.
    fn table_message(
        &self,
        to: Addressee<'_>,
        presence: Presence<'_>,
        moment: &TableSnapshot,
    ) -> Json {
        let Addressee { reader, mine, is_host } = to;
        let mut message = json!({
            "type": "table",
            "id": self.id,
            "title": self.texts.title(reader.language),
            "summary": self.texts.summary(reader.language),
            "rules": self.reference,
            "number": moment.number,
            "undos": self.game.undos(),
            "state": self.state.word(),
            "over": self.decision().is_none(),
            "why": self.why,
            "clock": self.clock.map(|clock| clock.each),
            "luck": self.luck(),
            "evening": self.evening.as_ref().map(EveningGame::told),
            "again": self.again,
            "seats": self.seat_list(reader.language, presence),
            "mine": mine,
            "host": is_host,
            "can_undo": self.check_taking_back().is_ok() && !mine.is_empty(),
            "shared": self.is_shared(),
            "turn": telling::turn(moment.teller.turn),
            "told": Json::list(moment.sentences.iter().map(|told| json!(told.words))),
            "told_short": Json::list(moment.sentences.iter().map(|told| json!(told.short))),
            "help": self.help(reader.language),
            "has_ways": has_ways(&moment.teller.scene),
        });
        if reader.pictures {
            let own = moment.losses.iter().filter(|(seat, _)| mine.contains(seat));
            message.set("losses", Json::list(own.map(|(_, loss)| loss.clone())));
            message.set(
                "board",
                telling::board(
                    &moment.teller.scene,
                    self.texts.title(reader.language),
                    reader.language,
                ),
            );
        }
        message
    }

    /// What the server has promised of the luck of the game; null where it had chosen it, or where
    /// it was known before.
    fn luck(&self) -> Json {
        let is_new = self.beginning().is_none() && self.state != GameState::Uploaded;
        let seed = is_new.then(|| FairSeed::parse(self.game.seed())).flatten();
        seed.map_or(
            Json::NULL,
            |seed| json!({ "commitment": seed.commitment(), "numbers": seed.numbers().len() }),
        )
    }

    /// What the rules add to the help.
    fn help(&self, language: Language) -> Json {
        let code = language.code();
        Json::list(self.game.variant().help().iter().map(|help| {
            let signs = help
                .signs
                .iter()
                .map(|(sign, words)| json!({ "sign": sign, "words": words.in_language(code) }));
            json!({
                "heading": help.heading.in_language(code), "text": help.text.in_language(code),
                "signs": Json::list(signs),
            })
        }))
    }

    /// Who sits where.
    pub fn seat_list(&self, language: Language, presence: Presence<'_>) -> Json {
        let narrator = self.narrator(Reader { seat: None, language, pictures: false });
        let see = self.game.observe(None);
        let seat = |(number, seat): (u8, &TableSeat)| {
            let at = Seat::new(number);
            let team = (see.teams() > 0).then(|| (number % see.teams() + 1).to_string());
            json!({
                "seat": number,
                "name": narrator.name(at),
                "letter": self.start.0.letter(at),
                "color": ink(at).rgb,
                "kind": if seat.player.is_human() { "person" } else { "bot" },
                "named": seat.player.name().is_some(),
                "bot": matches!(seat.player, Player::Bot(_)).then(|| seat.player.kind(language)),
                "connected": (presence.connected)(at),
                "away": seat.is_away,
                "reserve": presence.reserves.get(at.index()).copied(),
                "alive": see.alive().contains(at),
                "team": team.map(|team| language.say(TextKey::PanelTeam, &[("team", &team)])),
            })
        };
        Json::List((0..).zip(&self.seats).map(seat).collect())
    }

    /// How the table stands: which players it waits for, with the question where it is theirs; or
    /// what the game came to.
    pub fn state_messages(&self, to: Addressee<'_>, presence: Presence<'_>) -> Vec<Json> {
        let Addressee { reader, mine: seats, .. } = to;
        if matches!(self.state, GameState::Broken | GameState::Expired) {
            return vec![json!({ "type": "closed", "why": self.state.word() })];
        }
        let narrator = self.narrator(reader);
        let Some(decision) = self.game.decision() else {
            let mut result = telling::result(&self.game, &narrator);
            result.set("number", self.moment().0);
            let asked = self.asked_to_rate();
            result.set("rates", Json::list(seats.iter().filter(|seat| asked.contains(**seat))));
            return vec![result];
        };
        let seat = decision.seat();
        let bot = self.next_bot().is_some();
        let reserve = presence.reserves.get(seat.index()).copied();
        let mut waits = json!({
            "type": "waits", "seat": seat, "name": narrator.name(seat), "bot": bot,
            "left": presence.left, "reserve": reserve, "number": self.moment().0,
        });
        if reader.pictures {
            let ways = piece_ways(&self.teller(reader.seat).scene);
            let way = |(square, dice): &(Square, String)| {
                json!({
                    "square": square.to_string(), "dice": dice
                })
            };
            waits.set("ways", Json::List(ways.iter().map(way).collect()));
        }
        let mut messages = vec![waits];
        if !bot && seats.contains(&seat) {
            // On a device that several persons share, a question is told to the one whose it is.
            let narrator = self.narrator(Reader { seat: Some(seat), ..reader });
            let mut ask = json!({
                "type": "ask", "seat": seat, "number": self.moment().0, "left": presence.left,
                "reserve": reserve,
            });
            if let Json::Object(fields) = telling::ask(&self.game.observe(seat), &narrator) {
                for (name, value) in fields {
                    ask.set(&name, value);
                }
            }
            messages.push(ask);
        }
        if self.is_asked_back() {
            messages.push(self.asked_back_message(reader));
        }
        messages
    }
}
