//! The deciders of a game: persons are asked, bots choose.

use super::dialogue::Dialogue;
use super::seats::Player;
use super::stop::PlayStop;
use crate::board::{Laid, Place};
use crate::bots::{BadChoice, Bot, BotTable, Random};
use crate::game::{DeciderNotice, Deciders, Exchange, GameSeed, RuleSet, View};
use crate::ui::interrupt;
use crate::ui::words::TextKey;

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
        let bots = BotTable::new(players.iter().map(bot).collect(), seed).stopped_by(interrupt::flag());
        Self { players: players.to_vec(), bots, dialogue }
    }

    /// Whether a person decides now; an error if the game cannot go on.
    fn is_person<R: RuleSet>(&self, view: &View<'_, R>) -> Result<bool, PlayStop> {
        self.dialogue.check()?;
        Ok(self.players[view.core().active().index()].is_human())
    }

    /// Lets the bot of the active seat decide, and reports the faults of a bot that is a program.
    fn bot<R: RuleSet, T>(
        &mut self,
        view: View<'_, R>,
        decide: impl FnOnce(&mut BotTable<'static>, View<'_, R>) -> Result<T, BadChoice>,
    ) -> Result<T, PlayStop> {
        let seat = view.core().active();
        let chosen =
            decide(&mut self.bots, view).map_err(|why| if interrupt::requested() { PlayStop::Interrupted } else { PlayStop::Bot(why) });
        for fault in self.bots.new_faults(seat) {
            let narrator = self.dialogue.narrator();
            let names = [("who", narrator.name(seat)), ("what", &*narrator.language.fault(&fault))];
            self.dialogue.shared.borrow_mut().console.say(&narrator.language.say(TextKey::BotFault, &names));
        }
        chosen
    }
}

impl<R: RuleSet> Deciders<R> for TerminalTable {
    type Stop = PlayStop;

    const LISTENS: bool = true;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.bots.hear(news);
    }

    fn start(&mut self, view: View<'_, R>) -> Result<Place, PlayStop> {
        if self.is_person(&view)? {
            self.dialogue.start(&view.observation(Some(view.core().active())))
        } else {
            self.bot(view, BotTable::start)
        }
    }

    fn place(&mut self, view: View<'_, R>) -> Result<Laid, PlayStop> {
        if self.is_person(&view)? {
            self.dialogue.place(&view.observation(Some(view.core().active())).remembering(self.bots.memory()).stopped_by(interrupt::flag()))
        } else {
            self.bot(view, BotTable::place)
        }
    }

    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, PlayStop> {
        if self.is_person(&view)? {
            self.dialogue.exchange(&view.observation(Some(view.core().active())))
        } else {
            self.bot(view, BotTable::exchange)
        }
    }

    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, PlayStop> {
        if self.is_person(&view)? {
            self.dialogue.relocate(&view.observation(Some(view.core().active())), must)
        } else {
            self.bot(view, |bots, view| bots.relocate(view, must))
        }
    }
}
