//! A game in the terminal: who plays, how it is shown, how it is recorded, and how it ends.
//!
//! Nothing here knows a rule. The engine asks for decisions ([`mod@table`]), persons are asked for them ([`dialogue`], [`person`]), and what
//! happens is recorded and told ([`journal`]). A game that was broken off is played from its record up to there, by the same ways.

mod answer;
mod console;
mod dialogue;
mod frame;
mod input;
mod journal;
mod person;
mod picker;
mod resume;
mod seats;
mod stop;
mod table;
mod told;

pub(super) use self::console::give_back as give_back_screen;
use self::console::{Console, Style};
use self::dialogue::Dialogue;
use self::input::Input;
use self::journal::{Journal, ResumedSink, SharedLog};
use self::resume::UnfinishedGame;
use self::seats::Player;
use self::stop::PlayStop;
use self::table::TerminalTable;
use super::Exit;
use super::context::{Context, complain, error, random_seed};
use super::files::{Existing, Record};
use super::host::host;
use super::programs::report_output;
use super::words::{Language, Narrator, TextKey};
use crate::bots::Host;
use crate::game::{Chance as _, DrawRule as _, Luck, RunSeed, ScoreRule as _, Seat, State, View, deal_and_play, table};
use crate::picture::BoardScene;
use crate::record::{self, Header, RecordHead, Recorder, Script, Scripted};
use crate::rules::Rules;
use crate::ruleset::{Presentation, is_name, load};
use crate::suite::base;
use crate::with_rules;
use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// What is to be played, as it was asked for.
#[derive(Debug, Clone)]
pub(super) struct PlayOptions {
    /// The rule set; without one, a picker.
    pub rules: Option<String>,
    /// Who sits where.
    pub seats: Option<String>,
    /// How many seats.
    pub players: Option<u8>,
    /// The seed; without one, from the operating system.
    pub seed: Option<String>,
    /// Where to record the game.
    pub record: Option<PathBuf>,
    /// Whether an existing file may be overwritten.
    pub force: bool,
    /// The record of a game to go on with.
    pub resume: Option<PathBuf>,
    /// How long a program that plays may take for an answer, in milliseconds.
    pub bot_timeout: u32,
    /// In sentences alone.
    pub plain: bool,
    /// The language, if not that of the rule set.
    pub language: Option<Language>,
}

impl PlayOptions {
    /// The language of a game: as asked for, that of its rule set, or the user's.
    fn language_of(&self, presentation: &Presentation) -> Language {
        let own = presentation.language.as_deref().and_then(Language::from_code);
        self.language.or(own).unwrap_or_else(Language::of_the_user)
    }
}

/// A game about to be played.
struct TerminalGame {
    head: RecordHead,
    /// The lines that were played before; at least the first.
    lines: Vec<String>,
    first_line: usize,
    sitters: Vec<Player>,
    presentation: Presentation,
    title: String,
    resumed: bool,
}

/// Plays a game.
pub(super) fn run(options: &PlayOptions, context: &Context) -> Exit {
    let input = Input::open();
    let (program, host) = host(options.bot_timeout);
    let prepared = match &options.resume {
        Some(path) => resumed(options, path, context, &host).map(|(game, record)| (game, Some(record))),
        None => fresh(options, &input, context, &host),
    };
    let (game, record) = match prepared {
        Ok(prepared) => prepared,
        Err(exit) => return exit,
    };
    let language = options.language_of(&game.presentation);
    let variant = Arc::clone(&game.head.variant);
    let names: Vec<Option<String>> = game.sitters.iter().map(Player::name).collect();
    let mut narrator = with_rules!(variant.rules(), |rules| {
        let clockwise = rules.hazard.daikaiju_tiles().iter().map(|tile| tile.clockwise).collect();
        Narrator::new(language, &names).for_rules(rules.draw.token(), rules.basics.open, clockwise)
    });
    let mut humans = game.sitters.iter().zip(0..).filter(|(sitter, _)| sitter.is_human()).map(|(_, seat)| Seat::new(seat));
    narrator.you = match (humans.next(), humans.next()) {
        (only, None) => only,
        _ => None,
    };
    let style = Style::of_terminal(options.plain || game.presentation.plain, input.typed);
    let path = record.as_ref().map(|record| record.path().to_owned());
    let humans = game.sitters.iter().map(Player::is_human).collect();
    let shared = Rc::new(RefCell::new(SharedLog::new(Console::new(style, narrator), record.map(Recorder::new), humans)));
    let ended = with_rules!(variant.rules(), |rules| play(rules, &game, input, &shared));
    let exit = finish(&shared, ended, &game.head.seed, path.as_deref(), options);
    report_output(&program.error_output(), language);
    exit
}

/// A new game, set up as asked for; errors have been reported.
fn fresh(options: &PlayOptions, input: &Input, context: &Context, host: &Arc<dyn Host>) -> Result<(TerminalGame, Option<Record>), Exit> {
    let language = options.language.unwrap_or_else(Language::of_the_user);
    let mut console = Console::new(Style { plain: true, color: false, screen: false, wipes: false }, Narrator::new(language, &[]));
    let variant = match &options.rules {
        Some(reference) => context.variant(reference)?,
        None => picker::rules(&mut console, input, context, language).map_err(|stop| stopped_early(&stop))?,
    };
    let language = options.language_of(variant.resolved().presentation());
    let (fewest, most) = variant.players();
    // With one hand for everything that one person plays, that person plays every seat.
    let all_human = with_rules!(variant.rules(), |rules| rules.score.one_hand());
    if let Some(players) = options.players.filter(|players| !(fewest..=most).contains(players)) {
        let names = [("name", variant.name()), ("min", &fewest.to_string()), ("max", &most.to_string())];
        error(format_args!("--players {players}: {}", language.say(TextKey::PlayersRange, &names)));
        return Err(Exit::Usage);
    }
    let sitters = match &options.seats {
        Some(list) => seats::parse(list, host, options.players, (fewest, most)).map_err(|why| {
            error(format_args!("--seats: {}", why.told(language)));
            Exit::Usage
        })?,
        None if options.rules.is_some() || options.players.is_some() => {
            seats::usual(options.players.unwrap_or(seats::usual_count((fewest, most))), all_human)
        }
        None => picker::seats(&mut console, input, language, (fewest, most), all_human, host).map_err(|stop| stopped_early(&stop))?,
    };
    let seed = options.seed.clone().unwrap_or_else(random_seed);
    let players: Vec<String> = sitters.iter().map(Player::recorded).collect();
    let at_random = with_rules!(variant.rules(), |rules| rules.basics.first_at_random);
    let first = if at_random { Luck(RunSeed::new(&seed).game(0)).first(players.len() as u8) } else { Seat::new(0) };
    let record = options.record.as_deref().map(|path| Record::begin(path, Existing::with_force(options.force))).transpose();
    let record = record.map_err(|why| {
        error(&why);
        why.exit()
    })?;
    let variant = Arc::new(variant);
    let game = TerminalGame {
        presentation: variant.resolved().presentation().clone(),
        title: variant.resolved().texts().title_in(language.code()).to_owned(),
        head: RecordHead { variant, players, first, seed, index: 0 },
        lines: vec![String::new()],
        first_line: 1,
        sitters,
        resumed: false,
    };
    Ok((game, record))
}

/// A game that was broken off; errors have been reported.
fn resumed(options: &PlayOptions, path: &std::path::Path, context: &Context, host: &Arc<dyn Host>) -> Result<(TerminalGame, Record), Exit> {
    let report = |why: resume::ResumeError| match why {
        resume::ResumeError::Unwritable(why) => {
            error(&why);
            why.exit()
        }
        resume::ResumeError::Unreadable(why) => {
            error(format_args!("{} cannot be read: {why}", path.display()));
            Exit::Usage
        }
        why => {
            error(format_args!("{}: {why}", path.display()));
            Exit::Problems
        }
    };
    let broken_off = UnfinishedGame::read(path, &context.registry).map_err(report)?;
    // Records hold the rules and no more: how the game is shown is looked up by its name.
    let name = broken_off.head.variant.name();
    // A name that somebody wrote into a record does not make the program read files by their paths.
    let named = is_name(base(name)).then(|| load(name, &context.files, &context.registry).ok()).flatten();
    let presentation = named.as_ref().map(|named| named.presentation().clone()).unwrap_or_default();
    let language = options.language_of(&presentation);
    let count = broken_off.head.seats();
    let sitters = if let Some(list) = &options.seats {
        seats::parse(list, host, Some(count), (count, count)).map_err(|why| {
            error(format_args!("--seats: {}", why.told(language)));
            Exit::Usage
        })?
    } else {
        let sitters: Result<Vec<Player>, _> = broken_off.head.players.iter().map(|player| Player::from_record(player, host)).collect();
        sitters.map_err(|why| {
            error(format_args!("{why}; say with --seats who sits where"));
            Exit::Usage
        })?
    };
    if broken_off.game.cut {
        complain(&format!("warning: {}: the last line is cut off and left out", path.display()));
    }
    let (head, game, record) = broken_off.go_on().map_err(report)?;
    let game = TerminalGame {
        presentation,
        title: named.as_ref().map_or(head.variant.name(), |named| named.title()).to_owned(),
        head,
        lines: game.lines,
        first_line: game.first_line,
        sitters,
        resumed: true,
    };
    Ok((game, record))
}

/// How the program ends if it was stopped before a game began.
fn stopped_early(stop: &PlayStop) -> Exit {
    match stop {
        PlayStop::Interrupted => Exit::Interrupted,
        PlayStop::Output(why) => {
            error(format_args!("the output cannot be written: {why}"));
            Exit::Usage
        }
        _ => Exit::Fine,
    }
}

/// Plays to the end, or to where it is stopped. At the end the last board is drawn.
fn play<Z: crate::board::Size>(
    rules: &Rules<Z>,
    game: &TerminalGame,
    input: Input,
    shared: &Rc<RefCell<SharedLog>>,
) -> Result<(), PlayStop> {
    let head = &game.head;
    let seed = RunSeed::new(&head.seed).game(head.index);
    let humans = game.sitters.iter().filter(|sitter| sitter.is_human()).count();
    begin(game, humans, shared);
    let dialogue = Dialogue::new(Rc::clone(shared), input, rules.hazard.daikaiju_tiles().to_vec(), humans, seed);
    let script = RefCell::new(Script::new(&game.lines, game.first_line));
    let mut chance = Scripted::new(&script, head.luck());
    let then = Scripted::new(&script, Journal(Rc::clone(shared)));
    let mut sink = ResumedSink { script: &script, shared: Rc::clone(shared), then };
    let mut deciders = Scripted::new(&script, TerminalTable::new(&game.sitters, dialogue, seed));
    let mut state = table(rules, head.seats());
    let ended = deal_and_play(rules, &mut state, &mut deciders, &mut chance, &mut sink);
    match ended {
        Ok(_) => {
            draw_end(rules, &state, shared);
            Ok(())
        }
        Err(record::ScriptStop::Decider(stop)) => Err(stop),
        // It was checked before, so somebody has changed it in the meantime.
        Err(record::ScriptStop::Mismatch) => Err(PlayStop::Record(io::Error::other("it no longer follows its rules"))),
    }
}

/// The first lines: what is played, and by whom.
fn begin(game: &TerminalGame, humans: usize, shared: &Rc<RefCell<SharedLog>>) {
    let shared = &mut *shared.borrow_mut();
    let head = &game.head;
    if let (Some(recorder), false) = (&mut shared.recorder, game.resumed) {
        recorder.begin(&Header { variant: &head.variant, players: &head.players, first: head.first, seed: &head.seed, index: 0 });
    }
    let console = &mut shared.console;
    if console.style.screen || humans > 1 {
        console.take_screen();
    }
    let words = console.narrator.language;
    let title = ("title", head.variant.resolved().texts().title_in(words.code()));
    let title = if title.1.is_empty() || game.resumed { ("title", game.title.as_str()) } else { title };
    let players = ("players", &*head.players.len().to_string());
    let first =
        if game.resumed { words.say(TextKey::GameResumes, &[title, players]) } else { words.say(TextKey::GameStarts, &[title, players]) };
    console.say(&first);
    for (sitter, seat) in game.sitters.iter().zip((0..).map(Seat::new)) {
        let who = console.narrator.who(seat).to_owned();
        let kind = match sitter {
            Player::Human(_) => words.plain(TextKey::KindHuman),
            Player::Bot(bot) => words.say(TextKey::KindBot, &[("bot", &bot.to_string())]),
        };
        console.say(&words.say(TextKey::SeatIs, &[("seat", &*seat.to_string()), ("who", &who), ("kind", &kind)]));
    }
    if humans > 0 {
        console.say(words.sentence(TextKey::HelpHint));
    }
}

/// The board as it is at the end, where boards are drawn.
fn draw_end<Z: crate::board::Size>(rules: &Rules<Z>, state: &State<Rules<Z>>, shared: &Rc<RefCell<SharedLog>>) {
    let console = &mut shared.borrow_mut().console;
    let screen = console.give_back();
    if !console.style.plain {
        let view = View::new(rules, state);
        let scene = BoardScene::new(&view.observation(None), console.narrator.letters(), rules.hazard.daikaiju_tiles());
        let (width, height) = Console::size();
        if let Some(lines) = frame::compose(&scene, &frame::Panel::default(), (width, height.saturating_sub(6)), true, console.style.color)
        {
            console.say_all(&lines);
        }
    }
    if screen {
        let lines: Vec<String> = console.last_news().iter().map(|news| news.full.clone()).collect();
        console.say_all(&lines);
    }
}

/// What goes behind `--resume` to go on in the same way: the file, quoted where a shell needs it, and how the game was shown.
fn resume_arguments(path: &std::path::Path, options: &PlayOptions) -> String {
    let shown = path.display().to_string();
    let simple = !shown.is_empty() && shown.chars().all(|letter| letter.is_alphanumeric() || "/._-+,:@".contains(letter));
    let mut arguments = if simple { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) };
    if options.plain {
        arguments.push_str(" --plain");
    }
    if let Some(language) = options.language {
        arguments.push_str(" --language ");
        arguments.push_str(language.code());
    }
    arguments
}

/// Says how it ended, and gives the exit code.
fn finish(
    shared: &Rc<RefCell<SharedLog>>,
    ended: Result<(), PlayStop>,
    seed: &str,
    record: Option<&std::path::Path>,
    options: &PlayOptions,
) -> Exit {
    let shared = &mut *shared.borrow_mut();
    shared.console.give_back();
    shared.sync();
    let record_error = shared.record_error();
    let console = &mut shared.console;
    let words = console.narrator.language;
    let ended = match (ended, record_error) {
        // A game may end well and still not be on the disk.
        (Ok(()) | Err(PlayStop::EndOfInput | PlayStop::Quit | PlayStop::Interrupted | PlayStop::NobodyReads), Some(why)) => {
            Err(PlayStop::Record(why))
        }
        (ended, _) => ended,
    };
    let exit = match &ended {
        Ok(()) | Err(PlayStop::EndOfInput | PlayStop::Quit | PlayStop::NobodyReads) => Exit::Fine,
        Err(PlayStop::Interrupted) => Exit::Interrupted,
        Err(PlayStop::Bot(_)) => Exit::Problems,
        Err(PlayStop::Record(_) | PlayStop::Output(_)) => Exit::Usage,
    };
    match ended {
        Ok(()) => console.say(&words.say(TextKey::SeedWas, &[("seed", seed)])),
        Err(PlayStop::NobodyReads) => return exit,
        Err(stop) => {
            if matches!(stop, PlayStop::EndOfInput) {
                console.say(words.sentence(TextKey::InputEnded));
            }
            console.say(words.sentence(TextKey::StoppedHere));
            match record {
                Some(path) => console.say(&words.say(TextKey::ResumeWith, &[("file", &resume_arguments(path, options))])),
                None => console.say(words.sentence(TextKey::NotRecorded)),
            }
            match stop {
                PlayStop::Record(why) => {
                    let path = record.map(|path| path.display().to_string()).unwrap_or_default();
                    error(format_args!("the record cannot be written to {path}: {why}; what is in it is whole up to there"));
                }
                PlayStop::Output(why) => {
                    error(format_args!("the output cannot be written: {why}"));
                    return exit;
                }
                PlayStop::Bot(why) => error(why),
                _ => {}
            }
        }
    }
    match console.check() {
        Err(PlayStop::Output(why)) => {
            error(format_args!("the output cannot be written: {why}"));
            Exit::Usage
        }
        _ => exit,
    }
}
