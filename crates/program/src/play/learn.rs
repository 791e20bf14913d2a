//! `tsuro learn`: lessons, line by line. On a terminal that can, the screen takes over.

use super::answer::{self, number, quote};
use super::console::Console;
use super::input::Input;
use super::stop::PlayStop;
use super::{Args, exit_before_game, run_with};
use std::path::Path;
use tsuro::board::Laid;
use tsuro::game::Choice;
use tsuro::ruleset::Variant;
use tsuro_faces::lesson::{Learner, LessonProgress, LessonVerdict, LessonView, Lessons};
use tsuro_faces::puzzle_date::PuzzleDate;
use tsuro_faces::seats::{self, Player};
use tsuro_faces::table::ask::{Ask, Card};
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::{Language, Narrator, TextKey, wrap};
use tsuro_world::context::{Context, refuse, usage};
use tsuro_world::files::StateFile;
use tsuro_world::{Exit, rule_files};

/// The arguments of `tsuro learn`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LearnArgs {
    /// A course, `basics` or `seas`, or a file with lessons of your own [default: all courses, one
    /// after the other]
    course: Option<String>,
    /// Ask line by line, and describe the boards in sentences: for screen readers
    #[arg(long)]
    plain: bool,
    /// Language of the lessons [default: yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
}

/// The arguments of `tsuro puzzles`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PuzzleArgs {
    /// The puzzles for one rule set, `classic`, `luxury` or `seas`, or a file with puzzles of your own
    /// [default: all, one after the other]
    puzzles: Option<String>,
    /// The puzzle of today, which is the same everywhere (in universal time)
    #[arg(long, conflicts_with_all = ["puzzles", "date"])]
    daily: bool,
    /// The puzzle of another day, as in 2026-11-27
    #[arg(long, value_name = "DATE", conflicts_with = "puzzles")]
    date: Option<PuzzleDate>,
    /// Ask line by line, and describe the boards in sentences: for screen readers
    #[arg(long)]
    plain: bool,
    /// Language of the puzzles [default: yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
}

/// What learners can type instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LessonWord {
    Help,
    Again,
    Board,
    Hint,
    Skip,
    Back,
    Play,
    More,
    Quit,
}

const WORDS: [(LessonWord, TextKey); 12] = [
    (LessonWord::Help, TextKey::WordHelp),
    (LessonWord::Again, TextKey::WordAgain),
    (LessonWord::Again, TextKey::WordChoices),
    (LessonWord::Board, TextKey::WordBoard),
    (LessonWord::Board, TextKey::WordWhere),
    (LessonWord::Board, TextKey::WordHand),
    (LessonWord::Hint, TextKey::WordHint),
    (LessonWord::Skip, TextKey::WordSkip),
    (LessonWord::Back, TextKey::WordBack),
    (LessonWord::Play, TextKey::WordPlay),
    (LessonWord::More, TextKey::WordMore),
    (LessonWord::Quit, TextKey::WordQuit),
];

/// Reads a word, in the language of the lessons or in English.
fn word(text: &str, language: Language) -> Option<LessonWord> {
    let text = text.to_lowercase();
    match text.as_str() {
        "?" => Some(LessonWord::Help),
        "q" | "exit" => Some(LessonWord::Quit),
        _ => {
            WORDS.iter().find(|(_, key)| answer::says(&text, *key, language)).map(|(word, _)| *word)
        }
    }
}

/// Plays lessons, and the first game after them.
pub(crate) fn run(args: &LearnArgs, context: &Context) -> Result<Exit, Exit> {
    let language = args.language.unwrap_or_else(Language::of_the_user);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    let shipped = Lessons::shipped(rules);
    let courses = courses(args.course.as_deref(), shipped, rules, language)?;
    take(courses, (args.plain, args.language), context)
}

/// Asks puzzles, and plays the game after them.
pub(crate) fn solve(args: &PuzzleArgs, context: &Context) -> Result<Exit, Exit> {
    let language = args.language.unwrap_or_else(Language::of_the_user);
    let rules = RuleSource { loader: &context.files, registry: &context.registry };
    let shipped = Lessons::puzzles(rules);
    let date = args.date.or_else(|| args.daily.then(PuzzleDate::today).flatten());
    let courses = match date {
        Some(date) => Lessons::of_day(&shipped, date).into_iter().collect(),
        None => courses(args.puzzles.as_deref(), shipped, rules, language)?,
    };
    take(courses, (args.plain, args.language), context)
}

/// Shows lessons on the screen.
#[cfg(feature = "tui")]
fn on_screen(
    courses: Vec<Lessons>,
    language: Option<Language>,
    context: &Context,
) -> Result<Exit, Exit> {
    use tsuro_screen::{First, Options, run};
    use tsuro_world::context::problem;
    use tsuro_world::files::KeptGames;
    use tsuro_world::host::host;
    let (_, host) = host(super::BOT_TIMEOUT);
    let options = Options::for_terminal(language, None, KeptGames::from_environment());
    let left = run(context, host, options, First::Learn(courses));
    let left = left.map_err(|why| problem(format_args!("{why}")))?;
    Ok(if left.is_interrupted { Exit::Interrupted } else { Exit::Fine })
}

/// Takes courses on the screen or line by line, and plays the game after them.
#[cfg_attr(
    not(feature = "tui"),
    expect(clippy::needless_pass_by_value, reason = "the screen keeps them")
)]
fn take(
    courses: Vec<Lessons>,
    (plain, asked): (bool, Option<Language>),
    context: &Context,
) -> Result<Exit, Exit> {
    let language = asked.unwrap_or_else(Language::of_the_user);
    #[cfg(feature = "tui")]
    if !plain && super::has_screen() {
        return on_screen(courses, asked, context);
    }
    let input = Input::open();
    match learn(&courses, &input, language, context) {
        Ok(None) => Ok(Exit::Fine),
        Ok(Some(reference)) => {
            let args = first_game(&reference, plain, language, context)?;
            run_with(&args, context, input)
        }
        Err(stop) => Ok(exit_before_game(stop)),
    }
}

/// The shipped courses under this name: lessons with all that follow them, puzzles alone.
///
/// # Errors
/// There are none: what to say, with the name that was most likely meant.
pub(super) fn shipped_under(
    asked: &str,
    mut shipped: Vec<Lessons>,
    language: Language,
) -> Result<Vec<Lessons>, String> {
    let are_puzzles = shipped.iter().any(Lessons::has_puzzles);
    if let Some(at) = shipped.iter().position(|course| course.name == asked) {
        shipped.drain(..at);
        shipped.truncate(if are_puzzles { 1 } else { shipped.len() });
        return Ok(shipped);
    }
    let names: Vec<String> = shipped.iter().map(|course| course.name.clone()).collect();
    let key = if are_puzzles { TextKey::PuzzleUnknown } else { TextKey::LessonUnknown };
    let listed = [("name", &*quote(asked)), ("names", &language.list(&names))];
    let unknown = language.say(key, &listed);
    let guess = answer::did_you_mean(asked, names.iter().map(String::as_str), language);
    Err([unknown].into_iter().chain(guess).collect::<Vec<_>>().join(" "))
}

/// The courses that are asked for: shipped ones, or those of a file.
fn courses(
    asked: Option<&str>,
    shipped: Vec<Lessons>,
    rules: RuleSource<'_>,
    language: Language,
) -> Result<Vec<Lessons>, Exit> {
    let Some(asked) = asked else { return Ok(shipped) };
    let path = Path::new(asked);
    let is_shipped = shipped.iter().any(|course| course.name == asked);
    if is_shipped || !path.exists() {
        return shipped_under(asked, shipped, language).map_err(usage);
    }
    let source = rule_files::read(path, &path.display().to_string(), true)
        .map_err(|why| usage(format_args!("{} cannot be read: {why}", path.display())))?;
    Ok(vec![Lessons::read(asked, source, rules).map_err(|problems| refuse(&problems))?])
}

/// The first game after the lessons: a person and beginners.
pub(super) fn first_game(
    reference: &str,
    plain: bool,
    language: Language,
    context: &Context,
) -> Result<Args, Exit> {
    let variant = context.variant(reference)?;
    let players = seats::first_game(&variant);
    let words: Vec<String> =
        players.iter().map(|player: &Player| player.word(Language::English)).collect();
    Ok(Args {
        rules: Some(reference.to_owned()),
        seats: Some(words.join(",")),
        bot_timeout: super::BOT_TIMEOUT,
        plain,
        language: Some(language),
        explain: true,
        ..Args::default()
    })
}

/// Takes the courses, one after the other; the rule set of the game that is played then, if any.
pub(super) fn learn(
    courses: &[Lessons],
    input: &Input,
    language: Language,
    context: &Context,
) -> Result<Option<String>, PlayStop> {
    let console = Console::new(Narrator::new(language, &[]), false);
    let file = StateFile::from_environment(Learner::FILE);
    let mut class = Class { console, input, language, context, file };
    let Some(first) = courses.first() else { return Ok(None) };
    class.say(&language.plain(first.key(TextKey::LearnTitle)));
    class.say(&language.plain(TextKey::LessonPorts));
    class.help(first, None);
    for (at, course) in courses.iter().enumerate() {
        if !class.take(course)? {
            return Ok(None);
        }
        match class.end(course, courses.get(at + 1))? {
            LessonWord::Play => return Ok(Some(course.first_game().to_owned())),
            LessonWord::More => {}
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// A learner and the lessons.
struct Class<'i> {
    console: Console,
    input: &'i Input,
    language: Language,
    context: &'i Context,
    /// Where it is remembered what was learnt.
    file: Option<StateFile<Learner>>,
}

impl Class<'_> {
    fn say(&mut self, text: &str) {
        let (width, _) = Console::size();
        self.console.say_all(&wrap(text, width));
    }

    /// What can be typed, at a lesson if one is asked.
    fn help(&mut self, course: &Lessons, view: Option<&LessonView>) {
        self.say(self.language.sentence(course.key(TextKey::LessonHelp)));
        if view.is_some_and(|view| matches!(view.ask, Ask::Cards { .. })) {
            self.say(self.language.sentence(TextKey::LessonHelpTry));
        }
    }

    fn say_all(&mut self, lines: &[String]) {
        for line in lines {
            self.say(line);
        }
    }

    /// Takes a course to its end; `false`: the learner leaves.
    fn take(&mut self, course: &Lessons) -> Result<bool, PlayStop> {
        let title = course.title(self.language).to_owned();
        self.say(&format!("{title}. {}", course.about(self.language)));
        let learner = self.file.as_ref().map(StateFile::read).unwrap_or_default();
        if let Some(solved) = course.solved(&learner).filter(|&solved| solved > 0) {
            let names = [("solved", &*solved.to_string()), ("count", &course.count().to_string())];
            self.say(&format!("{}.", self.language.say(TextKey::PuzzleSolved, &names)));
        }
        let mut progress = course.begin(&learner);
        while let Some(view) = course.view(progress.at, self.language, &mut |_| {}) {
            match self.lesson(course, &view, &mut progress)? {
                LessonWord::Quit => return Ok(false),
                LessonWord::Back => progress.go(true),
                LessonWord::Again => {}
                _ => progress.go(false),
            }
        }
        let summary = progress.summary(course, self.language);
        self.say(&summary);
        Ok(true)
    }

    /// What the learner wants after a course.
    fn end(&mut self, course: &Lessons, next: Option<&Lessons>) -> Result<LessonWord, PlayStop> {
        let reference = course.first_game();
        // What is wrong with it is said when it is played.
        let game = Variant::load(reference, &self.context.files, &self.context.registry).ok();
        let game =
            game.map(|game| game.resolved().texts().title_in(self.language.code()).to_owned());
        let names = [
            ("game", game.as_deref().unwrap_or(reference)),
            ("title", next.map_or("", |next| next.title(self.language))),
        ];
        let (help, ask) = if next.is_some() {
            (self.language.say(course.key(TextKey::LessonEndHelp), &names), TextKey::LessonEndAsk)
        } else {
            let help = self.language.say(course.key(TextKey::LessonEndHelpLast), &names[..1]);
            (help, TextKey::LessonEndAskLast)
        };
        self.say(&help);
        loop {
            let line = self.console.ask(self.input, self.language.sentence(ask))?;
            match word(&line, self.language) {
                Some(word @ (LessonWord::Play | LessonWord::Quit)) => return Ok(word),
                Some(LessonWord::More) if next.is_some() => return Ok(LessonWord::More),
                _ => self.say(&help),
            }
        }
    }

    /// Asks a lesson until it is answered right, or left; where the learner goes then.
    fn lesson(
        &mut self,
        course: &Lessons,
        view: &LessonView,
        progress: &mut LessonProgress,
    ) -> Result<LessonWord, PlayStop> {
        let lines = lines_of(view, self.language);
        self.say("");
        self.say_all(&[view.heading.clone(), view.tell.clone()]);
        self.say_all(&view.described);
        self.say(&view.question);
        self.say_all(&lines);
        loop {
            let line = self.console.ask(self.input, self.language.sentence(TextKey::LessonAsk))?;
            match word(&line, self.language) {
                Some(LessonWord::Help) => self.help(course, Some(view)),
                Some(LessonWord::Board) => self.say_all(&view.described),
                Some(LessonWord::Hint) => {
                    let none = || self.language.plain(TextKey::LessonNoHint);
                    self.say(&view.hint.clone().unwrap_or_else(none));
                }
                Some(word @ (LessonWord::Again | LessonWord::Skip | LessonWord::Back)) => {
                    return Ok(word);
                }
                Some(LessonWord::Quit) => return Ok(LessonWord::Quit),
                Some(LessonWord::Play | LessonWord::More) | None => {
                    let tried = answer::trial(&line).and_then(|at| fate(view, at));
                    if let Some(fate) = tried {
                        self.say(&fate);
                        continue;
                    }
                    let verdict = typed(view, &line)
                        .and_then(|choice| course.answer(progress.at, &choice, self.language));
                    let Some(verdict) = verdict else {
                        self.say(&not_understood(&line, view, self.language));
                        continue;
                    };
                    progress.answered(verdict.is_right);
                    if let Some(file) = self.file.as_ref().filter(|_| verdict.is_right) {
                        // Where nothing can be kept, lessons are taken all the same.
                        let _ = file.change(|learner| course.note(progress.at, learner));
                    }
                    self.tell(&verdict);
                    if verdict.is_right {
                        return self.after(course);
                    }
                    self.say(&view.question);
                    self.say_all(&lines);
                }
            }
        }
    }

    /// Tells what came of an answer.
    fn tell(&mut self, verdict: &LessonVerdict) {
        let key = if verdict.is_right { TextKey::LessonRight } else { TextKey::LessonWrong };
        self.say(&self.language.plain(key));
        for event in verdict.events.iter().filter(|event| !event.words.is_empty()) {
            let squares = event.way.iter().flat_map(|(_, way)| way).map(|step| step.square);
            let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
            let names = [("squares", &*squares.join(", "))];
            // Who does not see the board learns where the path went.
            let way = (!squares.is_empty()).then(|| self.language.say(TextKey::LessonWay, &names));
            let told = [Some(event.words.clone()), way];
            self.say(&told.into_iter().flatten().collect::<Vec<_>>().join(" "));
        }
        self.say(&verdict.words);
    }

    /// After a right answer: where the learner goes.
    fn after(&mut self, course: &Lessons) -> Result<LessonWord, PlayStop> {
        loop {
            let ask = self.language.sentence(course.key(TextKey::LessonEnter));
            let line = self.console.ask(self.input, ask)?;
            match word(&line, self.language) {
                Some(word @ (LessonWord::Again | LessonWord::Back | LessonWord::Quit)) => {
                    return Ok(word);
                }
                Some(LessonWord::Help) => self.help(course, None),
                None if !line.is_empty() => self.help(course, None),
                _ => return Ok(LessonWord::Skip),
            }
        }
    }
}

/// The reply to an answer that makes no sense.
fn not_understood(line: &str, view: &LessonView, language: Language) -> String {
    let last = match &view.ask {
        Ask::Cards { cards, .. } => allowed(cards).len(),
        Ask::Items { items, .. } => items.len(),
    };
    let names = [("answer", &*quote(line)), ("last", &last.to_string())];
    let bad = language.say(TextKey::BadNumber, &names);
    let guess = answer::did_you_mean(line, WORDS.map(|(_, key)| language.sentence(key)), language);
    [bad].into_iter().chain(guess).collect::<Vec<_>>().join(" ")
}

/// The placements that may be chosen.
fn allowed(cards: &[Card]) -> Vec<&Card> {
    cards.iter().filter(|card| card.refused.is_none()).collect()
}

/// The choices, a line for each. What a placement does is not told: a tile is named by the ports
/// that it joins, so that its path can be followed.
fn lines_of(view: &LessonView, language: Language) -> Vec<String> {
    match &view.ask {
        Ask::Cards { cards, .. } => {
            let line = |(card, at): (&Card, usize)| {
                let names = [
                    ("number", &*at.to_string()),
                    ("tile", &(card.slot + 1).to_string()),
                    ("turned", view.narrator.turned(card.tile)),
                    ("ports", &card.tile.to_string()),
                ];
                language.say(TextKey::LessonTile, &names)
            };
            allowed(cards).into_iter().zip(1..).map(line).collect()
        }
        Ask::Items { items, .. } => {
            let line = |(item, at): (&tsuro_faces::table::ask::Item, usize)| {
                let words = item.words.trim_end_matches('.');
                language.say(TextKey::AnswerIs, &[("number", &*at.to_string()), ("answer", words)])
            };
            items.iter().zip(1..).map(line).collect()
        }
    }
}

/// What a choice would do to the pieces.
fn fate(view: &LessonView, at: usize) -> Option<String> {
    let Ask::Cards { cards, .. } = &view.ask else { return None };
    allowed(cards).get(at.checked_sub(1)?).map(|card| card.fate.clone())
}

/// The choice that was typed: by its number, by the ports that a tile joins, or in words.
fn typed(view: &LessonView, text: &str) -> Option<Choice> {
    match &view.ask {
        Ask::Cards { cards, .. } => {
            let cards = allowed(cards);
            let tile: Laid = if let Some(number) = number(text) {
                cards.get(number.checked_sub(1)?)?.tile
            } else {
                let pairs = answer::pairs(text)?;
                cards.iter().find(|card| answer::joins(card.tile, pairs))?.tile
            };
            Some(Choice::Place(tile))
        }
        Ask::Items { items, .. } => {
            let text = text.to_lowercase();
            let item = match number(&text) {
                Some(number) => items.get(number.checked_sub(1)?),
                None => items.iter().find(|item| item.words.to_lowercase() == text),
            };
            Some(item?.choice.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_lessons_are_understood_in_both_languages() {
        for (text, expected) in [
            ("HINT", LessonWord::Hint),
            ("indice", LessonWord::Hint),
            ("encore", LessonWord::Again),
            ("passer", LessonWord::Skip),
            ("jouer", LessonWord::Play),
            ("suite", LessonWord::More),
            ("q", LessonWord::Quit),
        ] {
            assert_eq!(word(text, Language::French), Some(expected), "{text}");
        }
        assert_eq!(word("indice", Language::English), None);
    }
}
