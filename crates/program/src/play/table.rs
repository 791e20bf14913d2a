//! The deciders of a game: persons are asked, bots choose.

use super::dialogue::Dialogue;
use super::journal::SharedLog;
use super::seats::Player;
use super::stop::PlayStop;
use std::cell::RefCell;
use std::rc::Rc;
use tsuro::bots::{Bot, BotTable, Random};
use tsuro::game::{Choice, DeciderNotice, Deciders, GameSeed, RuleSet, Seat, View};
use tsuro_faces::words::TextKey;
use tsuro_world::interrupt;

/// Notes each decision of a person, also one that a record repeats: to stay, and to exchange
/// nothing, are told by no event, and can be taken back all the same.
pub(super) struct NotedDeciders<D> {
    /// Who decides.
    pub then: D,
    /// Where it is noted.
    pub shared: Rc<RefCell<SharedLog>>,
}

impl<R: RuleSet, D: Deciders<R>> Deciders<R> for NotedDeciders<D> {
    type Stop = D::Stop;

    const LISTENS: bool = D::LISTENS;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.then.hear(news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, D::Stop> {
        let seat = view.core().decider();
        let choice = self.then.decide(view)?;
        self.shared.borrow_mut().note_decision_of(seat);
        Ok(choice)
    }
}

/// A table of persons and bots.
pub(super) struct TerminalTable {
    players: Vec<Player>,
    bots: BotTable<'static>,
    dialogue: Dialogue,
}

impl TerminalTable {
    pub(super) fn new(players: &[Player], dialogue: Dialogue, seed: GameSeed) -> Self {
        // The bot at a person's seat is never asked.
        let bot = |player: &Player| match player {
            Player::Bot(bot) => bot.make(),
            Player::Human(_) => Box::new(Random) as Box<dyn Bot>,
        };
        let bots =
            BotTable::new(players.iter().map(bot).collect(), seed).stopped_by(interrupt::flag());
        Self { players: players.to_vec(), bots, dialogue }
    }
}

impl TerminalTable {
    /// Once the one person at the table is out, asks whether to watch on: it is the moment to take
    /// a choice back.
    fn after_loss<R: RuleSet>(&mut self, view: View<'_, R>) -> Result<(), PlayStop> {
        let mut persons = (0..).zip(&self.players).filter(|(_, player)| player.is_human());
        let (Some((person, _)), None) = (persons.next(), persons.next()) else { return Ok(()) };
        let person = Seat::new(person);
        if view.core().alive().contains(person) {
            return Ok(());
        }
        self.dialogue.ask_after_loss(&view.observation(Some(person)))
    }
}

impl<R: RuleSet> Deciders<R> for TerminalTable {
    type Stop = PlayStop;

    const LISTENS: bool = true;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.bots.hear(news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, PlayStop> {
        self.dialogue.check()?;
        let seat = view.core().decider();
        if self.players[seat.index()].is_human() {
            return self.dialogue.decide(
                &view
                    .observation(Some(seat))
                    .remembering(self.bots.memory())
                    .stopped_by(interrupt::flag()),
            );
        }
        self.after_loss(view)?;
        let chosen = self.bots.decide(view).map_err(|why| {
            if interrupt::requested() { PlayStop::Interrupted } else { PlayStop::Bot(why) }
        });
        for fault in self.bots.new_faults(seat) {
            let narrator = self.dialogue.narrator();
            let names = [("who", narrator.name(seat)), ("what", &*narrator.language.fault(&fault))];
            self.dialogue
                .shared
                .borrow_mut()
                .console
                .say(&narrator.language.say(TextKey::BotFault, &names));
        }
        chosen
    }
}
