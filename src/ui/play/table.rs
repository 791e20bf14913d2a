//! Who decides: persons are asked, bots think, and everything is checked.

use super::dialogue::Dialogue;
use super::seats::Sitter;
use super::stop::Stop;
use crate::board::{Laid, Place};
use crate::bots::{BadChoice, Bot, BotTable, Random};
use crate::game::{Deciders, Exchange, GameSeed, Heard, RuleSet, View};
use crate::ui::interrupt;
use crate::ui::words::Key;

/// A table of persons and bots.
pub(super) struct Table {
    sitters: Vec<Sitter>,
    bots: BotTable<'static>,
    dialogue: Dialogue,
}

impl Table {
    pub(super) fn new(sitters: &[Sitter], dialogue: Dialogue, seed: GameSeed) -> Self {
        // The bot in a person's place is never asked.
        let bot = |sitter: &Sitter| match sitter {
            Sitter::Bot(bot) => bot.make(),
            Sitter::Human(_) => Box::new(Random) as Box<dyn Bot>,
        };
        let bots = BotTable::new(sitters.iter().map(bot).collect(), seed).stopped_by(interrupt::flag());
        Self { sitters: sitters.to_vec(), bots, dialogue }
    }

    /// Whether a person decides now; an error if the game cannot go on.
    fn person<R: RuleSet>(&self, view: &View<'_, R>) -> Result<bool, Stop> {
        self.dialogue.check()?;
        Ok(self.sitters[view.core().active().index()].is_human())
    }

    /// Lets the bot of the active seat decide, and tells what went wrong with one that is a program.
    fn bot<R: RuleSet, T>(
        &mut self,
        view: View<'_, R>,
        decide: impl FnOnce(&mut BotTable<'static>, View<'_, R>) -> Result<T, BadChoice>,
    ) -> Result<T, Stop> {
        let seat = view.core().active();
        let chosen = decide(&mut self.bots, view).map_err(|why| if interrupt::requested() { Stop::Interrupted } else { Stop::Bot(why) });
        for fault in self.bots.new_faults(seat) {
            let narrator = self.dialogue.narrator();
            let names = [("who", narrator.name(seat)), ("what", &*narrator.language.fault(&fault))];
            self.dialogue.shared.borrow_mut().console.say(&narrator.language.say(Key::BotFault, &names));
        }
        chosen
    }
}

impl<R: RuleSet> Deciders<R> for Table {
    type Stop = Stop;

    const LISTENS: bool = true;

    fn hear(&mut self, news: Heard<'_, R>) {
        self.bots.hear(news);
    }

    fn start(&mut self, view: View<'_, R>) -> Result<Place, Stop> {
        if self.person(&view)? {
            self.dialogue.start(&view.observation(Some(view.core().active())))
        } else {
            self.bot(view, BotTable::start)
        }
    }

    fn place(&mut self, view: View<'_, R>) -> Result<Laid, Stop> {
        if self.person(&view)? {
            self.dialogue.place(&view.observation(Some(view.core().active())).remembering(self.bots.memory()).stopped_by(interrupt::flag()))
        } else {
            self.bot(view, BotTable::place)
        }
    }

    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, Stop> {
        if self.person(&view)? {
            self.dialogue.exchange(&view.observation(Some(view.core().active())))
        } else {
            self.bot(view, BotTable::exchange)
        }
    }

    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, Stop> {
        if self.person(&view)? {
            self.dialogue.relocate(&view.observation(Some(view.core().active())), must)
        } else {
            self.bot(view, |bots, view| bots.relocate(view, must))
        }
    }
}
