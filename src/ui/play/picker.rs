//! What to play, how many, and who, for those who did not say.

use super::console::Console;
use super::frame::wrap;
use super::input::Input;
use super::seats::{self, Player};
use super::stop::PlayStop;
use crate::bots::Host;
use crate::ruleset::{self, BUILT_INS, Loader, Problems, Resolved, Variant, shown};
use crate::ui::context::Context;
use crate::ui::words::{Language, TextKey};
use std::sync::Arc;

/// Asks, and gives the answer.
fn ask(console: &mut Console, input: &Input, prompt: &str) -> Result<String, PlayStop> {
    console.check()?;
    console.prompt(prompt);
    let line = input.line();
    match &line {
        Ok(line) if !input.typed => console.echo(line),
        Ok(_) => {}
        Err(_) => console.end_line(),
    }
    line
}

/// Which rule set.
pub(super) fn rules(console: &mut Console, input: &Input, context: &Context, language: Language) -> Result<Variant, PlayStop> {
    let names = context.files.names();
    let load = |name: &str| ruleset::load(name, &context.files, &context.registry);
    let (width, _) = Console::size();
    console.say(language.sentence(TextKey::PickRules));
    let lines: Vec<_> = names.iter().map(|name| (shown(name), listed(name, load(name), language))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let (column, marks) = (widest(&mut lines.iter().map(|line| &*line.0)), widest(&mut lines.iter().map(|line| &*line.1.0)));
    for (index, (name, (mark, about))) in lines.iter().enumerate() {
        let line = format!("{:>2}  {name:<column$}  {:<marks$}  {}", index + 1, shown(mark), shown(about));
        console.say(&cut(&line, width));
    }
    if let (Some(base), Some(mixin)) = (ruleset::BUILT_INS.first(), ruleset::HOUSE_RULES.first()) {
        let example = format!("{}+{}", base.name, mixin.name);
        console.say_all(&wrap(&language.say(TextKey::PickRulesMixed, &[("example", &example)]), width));
    }
    loop {
        let text = ask(console, input, language.sentence(TextKey::PickRulesAsk))?;
        let name = match super::answer::number(&text) {
            _ if text.is_empty() => names.first(),
            Some(number) => names.get(number.wrapping_sub(1)),
            None => Some(&text),
        };
        let Some(name) = name else {
            console.say(&language.say(TextKey::PickRulesBad, &[("answer", &text), ("last", &names.len().to_string())]));
            continue;
        };
        match load(name).and_then(|resolved| Variant::new(resolved, &context.registry)) {
            Ok(variant) => return Ok(variant),
            Err(problems) => {
                let why = problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default();
                let known = names.iter().any(|known| name.split('+').next() == Some(known));
                console.say(&if known {
                    language.say(TextKey::PickRulesBroken, &[("name", name), ("why", &why)])
                } else {
                    let answer = format!("{:?}", text.chars().take(40).collect::<String>());
                    language.say(TextKey::PickRulesBad, &[("answer", &answer), ("last", &names.len().to_string())])
                });
            }
        }
    }
}

/// After which names a rule set can be mixed in, and what it is about.
fn listed(name: &str, loaded: Result<Resolved, Problems>, language: Language) -> (String, String) {
    match loaded {
        // Editions are games of their own.
        Ok(resolved) if BUILT_INS.iter().any(|edition| edition.name == name) => (String::new(), summary(&resolved, language)),
        Ok(resolved) => (resolved.mixes_into().to_string(), summary(&resolved, language)),
        Err(problems) => {
            (String::new(), format!("({})", problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default()))
        }
    }
}

fn summary(resolved: &Resolved, language: Language) -> String {
    resolved.texts().summary_in(language.code()).to_owned()
}

/// A line that fits.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// How many players, and who.
pub(super) fn seats(
    console: &mut Console,
    input: &Input,
    language: Language,
    (fewest, most): (u8, u8),
    all_human: bool,
    host: &Arc<dyn Host>,
) -> Result<Vec<Player>, PlayStop> {
    let usual = seats::usual_count((fewest, most));
    let names = [("min", &*fewest.to_string()), ("max", &most.to_string()), ("default", &usual.to_string())];
    let players = loop {
        if fewest == most {
            break fewest;
        }
        let text = ask(console, input, &language.say(TextKey::PickPlayers, &names))?;
        let number = if text.is_empty() { Some(usual.into()) } else { super::answer::number(&text) };
        let players = number.and_then(|number| u8::try_from(number).ok());
        if let Some(players) = players.filter(|number| (fewest..=most).contains(number)) {
            break players;
        }
        let answer = format!("{:?}", text.chars().take(40).collect::<String>());
        console.say(&language.say(TextKey::PickPlayersBad, &[("answer", &answer), names[0], names[1]]));
    };
    let default = seats::usual(players, all_human);
    let shown = default.iter().map(|sitter| sitter.typed(language)).collect::<Vec<_>>().join(",");
    let question = language.say(TextKey::PickSeats, &[("bots", &seats::offered_bots(language)), ("default", &shown)]);
    let (width, _) = Console::size();
    loop {
        let mut lines = wrap(&question, width.saturating_sub(2));
        let last = lines.pop().unwrap_or_default();
        console.say_all(&lines);
        let text = ask(console, input, &last)?;
        if text.is_empty() {
            return Ok(default);
        }
        match seats::parse(&text, host, Some(players), (fewest, most)) {
            Ok(sitters) => return Ok(sitters),
            Err(why) => console.say(&language.say(TextKey::PickSeatsBad, &[("why", &why.told(language))])),
        }
    }
}
