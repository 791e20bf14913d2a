//! What a game came to, and its review, in sentences.

use super::answer::{AnswerWord, did_you_mean, guessed, number, says, word};
use super::console::Console;
use super::input::Input;
use super::journal::SharedLog;
use super::stop::PlayStop;
use serde_json::json;
use std::time::{Duration, Instant};
use tsuro::Game;
use tsuro::record::Feedback;
use tsuro_faces::describe;
use tsuro_faces::table::review::{ReviewedTable, sentences};
use tsuro_faces::table::summary::ResultSummary;
use tsuro_faces::words::{TextKey, wrap};
use tsuro_lab::review::{ENOUGH, Review, SEED};
use tsuro_world::context::Context;
use tsuro_world::host::host;
use tsuro_world::interrupt;

/// How long it is searched.
const TIME: Duration = Duration::from_secs(10);

/// Tells the places of the players, and the moments that mattered; if a person played, it offers a
/// review, and to take the last choice back. `title` is that of the game.
pub(super) fn tell_result(
    shared: &mut SharedLog,
    input: &Input,
    (title, humans): (&str, usize),
    context: &Context,
) -> Result<(), PlayStop> {
    let record = shared.transcript();
    let Ok(game) = Game::from_record(&record, &context.registry) else { return Ok(()) };
    let no_undo = if humans > 1 && !game.observe(None).is_open() {
        Some(TextKey::NoUndoTogether)
    } else {
        shared.why_no_undo()
    };
    let (console, undos) = (&mut shared.console, game.undos());
    let words = console.narrator.language;
    let ResultSummary { standings, moments, .. } = ResultSummary::new(&game, &console.narrator);
    let mut lines: Vec<String> = standings.into_iter().map(|standing| standing.1).collect();
    if undos > 0 {
        lines.push(words.say(TextKey::UndosWere, &[("count", &undos.to_string())]));
    }
    lines.extend(moments);
    console.say_all(&lines);
    if humans == 0 {
        return Ok(());
    }
    offer(shared, input, (&game, title), no_undo)
}

/// Asks what a person thinks of the game, and adds it to the record.
fn rate(shared: &mut SharedLog, input: &Input) -> Result<(), PlayStop> {
    let console = &mut shared.console;
    let words = console.narrator.language;
    let mut ask = |key: TextKey, last: usize| loop {
        let text = console.ask(input, words.sentence(key))?;
        if text.is_empty() {
            return Ok(None);
        }
        match number(&text).filter(|number| (1..=last).contains(number)) {
            Some(number) => return Ok::<_, PlayStop>(Some(number)),
            None => console.say(&words.say(TextKey::RateNumber, &[("last", &last.to_string())])),
        }
    };
    let fun = ask(TextKey::RateFun, 5)?;
    let length = ask(TextKey::RateLength, 3)?;
    let again = ask(TextKey::RateAgain, 2)?;
    let remark = console.ask(input, words.sentence(TextKey::RateRemark))?;
    let feedback = Feedback::read(&json!({
        "fun": fun, "length": length.map(|at| ["too-short", "right", "too-long"][at - 1]),
        "again": again.map(|answer| answer == 1), "remark": remark,
    }));
    if !feedback.is_empty() {
        let is_added = shared.add_feedback(feedback);
        let key = if is_added { TextKey::RateKept } else { TextKey::RateNot };
        shared.console.say(words.sentence(key));
    }
    Ok(())
}

/// Offers a review of the game, and tells it. `no_undo`: why nothing can be taken back, if that is
/// so. An answer that is no word leaves, so that a script that has more answers than the game had
/// questions comes to an end.
fn offer(
    shared: &mut SharedLog,
    input: &Input,
    (game, title): (&Game, &str),
    no_undo: Option<TextKey>,
) -> Result<(), PlayStop> {
    let narrator = shared.console.narrator.clone();
    let language = narrator.language;
    let see = game.observe(None);
    loop {
        let console = &mut shared.console;
        let text = match console.ask(input, language.sentence(TextKey::ReviewOffer)) {
            // The game is over, so nothing is broken off.
            Err(PlayStop::EndOfInput | PlayStop::Interrupted) => return Ok(()),
            text => text?.to_lowercase(),
        };
        if says(&text, TextKey::WordReview, language) {
            tell(console, game, title)?;
            continue;
        }
        if says(&text, TextKey::WordRate, language) {
            match rate(shared, input) {
                Err(PlayStop::EndOfInput | PlayStop::Interrupted) => return Ok(()),
                rated => rated?,
            }
            continue;
        }
        match word(&text, language) {
            Some(AnswerWord::Where) => console.say_all(&describe::everyone(&see, &narrator)),
            Some(AnswerWord::Board) => console.say_all(&describe::board(&see, &narrator)),
            Some(AnswerWord::Log) => {
                let lines = console.last_news();
                console.say_all(&lines);
            }
            Some(AnswerWord::Undo) => match no_undo {
                Some(why) => console.say(language.sentence(why)),
                None => return Err(PlayStop::Undo),
            },
            Some(AnswerWord::Quit) => return Ok(()),
            // Help, and the words of questions that are over.
            Some(_) => {
                let (width, _) = Console::size();
                console.say_all(&wrap(language.sentence(TextKey::EndHelp), width));
            }
            None => {
                let own = [TextKey::WordReview, TextKey::WordRate];
                let guess = did_you_mean(&text, own.map(|key| language.sentence(key)), language);
                match guess.or_else(|| guessed(&text, language)) {
                    Some(guess) => console.say(&guess),
                    None => return Ok(()),
                }
            }
        }
    }
}

/// Searches for a while, and tells what that came to.
fn tell(console: &mut Console, game: &Game, title: &str) -> Result<(), PlayStop> {
    let language = console.narrator.language;
    let (host, title) = (host(1).1, title.to_owned());
    let table = ReviewedTable::of_record((title, game.variant()), &game.players(), &host, language);
    let (width, _) = Console::size();
    let mut review = match Review::new(game, table.first_person(), SEED) {
        Ok(review) => review,
        Err(why) => {
            let names = [("why", &*why.to_string())];
            console.say_all(&wrap(&language.say(TextKey::ReviewNot, &names), width));
            return Ok(());
        }
    };
    console.say(language.sentence(TextKey::ReviewFirst));
    let until = Instant::now() + TIME;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let goes_on = |_| !interrupt::requested() && Instant::now() < until;
    while review.games() < ENOUGH && review.pass(u32::MAX, threads, &goes_on) {}
    let Some(findings) = review.findings() else {
        console.say_all(&wrap(language.sentence(TextKey::ReviewTooSlow), width));
        return Ok(());
    };
    for sentence in sentences(&review, &findings, &table) {
        console.say_all(&wrap(&sentence, width));
    }
    Ok(())
}
