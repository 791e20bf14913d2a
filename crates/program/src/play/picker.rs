//! Asks which rule set to play, with how many players, and who they are, if the command line does
//! not say.

use super::answer::{AnswerWord, did_you_mean, number, quote, says, word};
use super::console::Console;
use super::input::Input;
use super::seats::{self, Player};
use super::stop::PlayStop;
use std::sync::Arc;
use tsuro::bots::Host;
use tsuro::game::PlayerCounts;
use tsuro::ruleset::{self, BUILT_INS, Loader, Problems, Resolved, Variant, shown};
use tsuro_faces::lesson::Learner;
use tsuro_faces::words::wrap;
use tsuro_faces::words::{Language, TextKey};
use tsuro_world::context::Context;
use tsuro_world::files::{KeptGames, StateFile};

/// The room that is left for the answer behind the question who plays, in characters.
const ROOM_FOR_SEATS: usize = 20;

/// What was picked.
pub(super) enum Picked {
    /// A rule set, for a game.
    Rules(Box<Variant>),
    /// The lessons, or the course with this name.
    Lessons(Option<String>),
    /// The puzzles, or those of the rule set with this name.
    Puzzles(Option<String>),
}

/// Asks for the rule set, with the lessons and the puzzles as the first entries. Enter takes the
/// lessons for those who have taken none and played no game, and otherwise the first game.
pub(super) fn rules(
    console: &mut Console,
    input: &Input,
    context: &Context,
    language: Language,
) -> Result<Picked, PlayStop> {
    // Where nothing can be remembered, nobody is new.
    let has_learnt = StateFile::<Learner>::from_environment(Learner::FILE)
        .is_none_or(|file| file.read().has_learnt);
    let has_played = || KeptGames::from_environment().is_some_and(|kept| !kept.all().is_empty());
    let is_new = !has_learnt && !has_played();
    let names = context.files.names();
    let load = |name: &str| ruleset::load(name, &context.files, &context.registry);
    let (width, _) = Console::size();
    offer_small_boards(console, language, width, is_new);
    console.say(language.sentence(TextKey::PickRules));
    list(console, &names, &load, (language, width));
    let default = if is_new { language.sentence(TextKey::WordLearn) } else { "1" };
    let prompt = language.say(TextKey::PickRulesAsk, &[("default", default)]);
    loop {
        let text = console.ask(input, &prompt)?;
        let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let is_word = |key: TextKey| says(&first.to_lowercase(), key, language);
        let named = || Some(rest.trim().to_lowercase()).filter(|name| !name.is_empty());
        if is_word(TextKey::WordLearn) || text.is_empty() && is_new {
            return Ok(Picked::Lessons(named()));
        }
        if is_word(TextKey::WordPuzzles) {
            return Ok(Picked::Puzzles(named()));
        }
        if word(first, language) == Some(AnswerWord::Help) {
            console.say_all(&wrap(language.sentence(TextKey::PickHelp), width));
            continue;
        }
        if word(first, language) == Some(AnswerWord::Quit) {
            return Err(PlayStop::Quit);
        }
        let name = match number(&text) {
            _ if text.is_empty() => names.first(),
            Some(number) => names.get(number.wrapping_sub(1)),
            None => Some(&text),
        };
        let Some(name) = name else {
            console.say(&language.say(
                TextKey::PickRulesBad,
                &[("answer", &text), ("last", &names.len().to_string())],
            ));
            continue;
        };
        match load(name).and_then(|resolved| Variant::new(resolved, &context.registry)) {
            Ok(variant) => return Ok(Picked::Rules(Box::new(variant))),
            Err(problems) => {
                let why = first_message(&problems);
                let known = names.iter().any(|known| name.split('+').next() == Some(known));
                let wrong = if known {
                    language.say(TextKey::PickRulesBroken, &[("name", name), ("why", &why)])
                } else {
                    let bad = language.say(
                        TextKey::PickRulesBad,
                        &[("answer", &quote(&text)), ("last", &names.len().to_string())],
                    );
                    let words = [TextKey::WordLearn, TextKey::WordPuzzles, TextKey::WordQuit];
                    let words = words.map(|key| language.sentence(key));
                    let known = names.iter().map(String::as_str).chain(words);
                    let guess = did_you_mean(&text, known.clone(), language)
                        .or_else(|| did_you_mean(first, known, language));
                    [bad].into_iter().chain(guess).collect::<Vec<_>>().join(" ")
                };
                console.say_all(&wrap(&wrong, width));
            }
        }
    }
}

/// Lists the rule sets, each with its number, and how house rules are added.
fn list(
    console: &mut Console,
    names: &[String],
    load: &dyn Fn(&str) -> Result<Resolved, Problems>,
    (language, width): (Language, usize),
) {
    let lines: Vec<_> =
        names.iter().map(|name| (shown(name), listed(name, load(name), language))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let (column, marks) = (
        widest(&mut lines.iter().map(|line| &*line.0)),
        widest(&mut lines.iter().map(|line| &*line.1.0)),
    );
    let before = column + marks + 8;
    for (index, (name, (mark, about))) in lines.iter().enumerate() {
        let number = index + 1;
        let named = format!("{number:>2}  {name:<column$}  {:<marks$}  ", shown(mark));
        // What does not fit beside the name stands below, where that is as wide.
        let about = wrap(shown(about).as_ref(), width.saturating_sub(before).max(20));
        let mut about = about.iter().map(|line| line.trim_start());
        console.say(&format!("{named}{}", about.next().unwrap_or_default()));
        for line in about {
            console.say(&format!("{:before$}{line}", ""));
        }
    }
    if let (Some(base), Some(mixin)) = (ruleset::BUILT_INS.first(), ruleset::HOUSE_RULES.first()) {
        let example = format!("{}+{}", base.name, mixin.name);
        console.say_all(&wrap(
            &language.say(TextKey::PickRulesMixed, &[("example", &example)]),
            width,
        ));
    }
}

/// The lessons and the puzzles, each with the word that takes them.
fn offer_small_boards(console: &mut Console, language: Language, width: usize, is_new: bool) {
    if is_new {
        console.say(language.sentence(TextKey::LearnHeading));
    }
    for [word, title, about] in [
        [TextKey::WordLearn, TextKey::LearnTitle, TextKey::LearnAbout],
        [TextKey::WordPuzzles, TextKey::PuzzlesTitle, TextKey::PuzzlesAbout],
    ] {
        let [word, title, about] = [word, title, about].map(|key| language.sentence(key));
        console.say_all(&wrap(&format!("{word}: {title}. {about}"), width));
    }
}

/// The mark that says to which rule sets this one can be added (none for editions), and its
/// summary.
fn listed(name: &str, loaded: Result<Resolved, Problems>, language: Language) -> (String, String) {
    match loaded {
        Ok(resolved) => {
            let is_edition = BUILT_INS.iter().any(|edition| edition.name == name);
            let mark = if is_edition { String::new() } else { resolved.mixes_into().to_string() };
            (mark, resolved.texts().summary_in(language.code()).to_owned())
        }
        Err(problems) => (String::new(), format!("({})", first_message(&problems))),
    }
}

fn first_message(problems: &Problems) -> String {
    problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default()
}

/// Asks for the number of players, and who they are.
pub(super) fn seats(
    console: &mut Console,
    input: &Input,
    language: Language,
    counts: PlayerCounts,
    all_human: bool,
    host: &Arc<dyn Host>,
) -> Result<Vec<Player>, PlayStop> {
    let usual = counts.nearest(seats::USUAL_PLAYERS);
    let names = [("counts", &*language.counts(counts)), ("default", &usual.to_string())];
    let players = loop {
        if counts.iter().len() == 1 {
            break usual;
        }
        let text = console.ask(input, &language.say(TextKey::PickPlayers, &names))?;
        if word(&text, language) == Some(AnswerWord::Help) {
            console.say_all(&wrap(language.sentence(TextKey::PickHelp), Console::size().0));
            continue;
        }
        if word(&text, language) == Some(AnswerWord::Quit) {
            return Err(PlayStop::Quit);
        }
        let number = if text.is_empty() { Some(usual.into()) } else { number(&text) };
        let players = number.and_then(|number| u8::try_from(number).ok());
        if let Some(players) = players.filter(|&number| counts.contains(number)) {
            break players;
        }
        console.say(&language.say(TextKey::PickPlayersBad, &[("answer", &quote(&text)), names[0]]));
    };
    let default = seats::usual(players, all_human);
    let shown = default.iter().map(|player| player.word(language)).collect::<Vec<_>>().join(",");
    let question = language.say(
        TextKey::PickSeats,
        &[("bots", &seats::offered_levels(language)), ("default", &shown)],
    );
    let (width, _) = Console::size();
    loop {
        let mut lines = wrap(&question, width.saturating_sub(ROOM_FOR_SEATS));
        let last = lines.pop().unwrap_or_default();
        console.say_all(&lines);
        let text = console.ask(input, &last)?;
        if text.is_empty() {
            return Ok(default);
        }
        if word(&text, language) == Some(AnswerWord::Help) {
            for line in seats::told_levels(language) {
                console.say_all(&wrap(&line, width));
            }
            console.say_all(&wrap(language.sentence(TextKey::PickHelp), Console::size().0));
            continue;
        }
        if word(&text, language) == Some(AnswerWord::Quit) {
            return Err(PlayStop::Quit);
        }
        match seats::parse(&text, host, Some(players), counts) {
            Ok(players) => return Ok(players),
            Err(why) => {
                let mut why = why.in_words_of_people(language);
                // A guess at what was meant is a question.
                if !why.ends_with('?') {
                    why.push('.');
                }
                console.say_all(&wrap(&why, width));
            }
        }
    }
}
