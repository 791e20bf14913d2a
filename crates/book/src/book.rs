//! What stands in a rulebook: all of it comes from the rule set, from its rules, and from scenarios
//! that pass under it.

use crate::BookError;
use crate::dice;
use crate::model::{Block, Book};
use crate::parts::Parts;
use crate::setup;
use crate::words::{Word, say};
use std::sync::Arc;
use tsuro::game::{RuleDecl, Texts};
use tsuro::picture::Ground;
use tsuro::ruleset::{BUILT_INS, Resolved, RuleCatalog as _, SourceId, Variant, base};
use tsuro_faces::table::choosing::{KeyText, RuleSource, key_texts, lines_for_players};
use tsuro_faces::words::{Language, TextKey, explained_rules};
use tsuro_suite::{
    Child, Onlookers, RuleBook, RuleSetSelection, Run, RunPlan, Scenario, ScenarioView, Suite,
};

/// What a rulebook is made of.
pub struct BookSource<'a> {
    /// The name by which the rule set is loaded.
    pub reference: &'a str,
    /// The rule set.
    pub variant: Arc<Variant>,
    /// Where its rules come from.
    pub rules: RuleSource<'a>,
    /// The suites from whose scenarios pictures are made.
    pub suites: &'a [Suite],
    /// The number of the first of `suites` that is not about shipped rules: each of its scenarios
    /// is shown, with its title.
    pub own_suites: usize,
    /// The language.
    pub language: Language,
}

/// Keys of which a rulebook speaks only if they say something unusual: without portals, nobody asks
/// for them.
const ONLY_UNUSUAL: &[&str] = &[
    "board.wrap",
    "board.missing",
    "board.portals",
    "turn.tiles",
    "placement.never",
    "placement.for",
    "bonus.exchange",
    "bonus.min-players",
    "end.lives",
    "end.turn-limit",
    "tiles.open",
    "start.marks",
];

/// Keys that other parts of a rulebook tell.
const TOLD_ELSEWHERE: &[&str] = &[
    "board.columns",
    "board.rows",
    "board.wrap",
    "board.missing",
    "board.portals",
    "tiles.copies",
    "tiles.hand",
    "players.min",
    "players.max",
];

/// The key that says who wins when one tile puts out all who are left.
const TIE_BREAK: &str = "end.tie-break";

/// Keys of which nobody asks while they say the usual.
const ASKED_ONLY_UNUSUAL: &[&str] =
    &["placement.never", "turn.tiles", "end.lives", "end.turn-limit"];

/// Keys about what happens between players, of which a person who plays alone with one piece needs
/// to know nothing.
const BETWEEN_PLAYERS: &[&str] = &[
    "players.first",
    "start.share-square",
    "placement.never",
    "movement.meeting",
    "draw.returned",
    "bonus.exchange",
    "bonus.min-players",
];

/// The questions of players, each with the key whose sentence is the answer.
const QUESTIONS: &[(Word, &str)] = &[
    (Word::AskFirst, "players.first"),
    (Word::AskShare, "start.share-square"),
    (Word::AskHands, "tiles.open"),
    (Word::AskWhere, "placement.for"),
    (Word::AskOften, "turn.tiles"),
    (Word::AskSuicide, "placement.avoid"),
    (Word::AskForced, "placement.unless"),
    (Word::AskNever, "placement.never"),
    (Word::AskMeeting, "movement.meeting"),
    (Word::AskReturned, "draw.returned"),
    (Word::AskExchange, "bonus.exchange"),
    (Word::AskLives, "end.lives"),
    (Word::AskTie, TIE_BREAK),
    (Word::AskLong, "end.turn-limit"),
];

/// The whole rulebook of a rule set.
///
/// # Errors
/// If no game of it can begin.
pub fn book(source: &BookSource<'_>) -> Result<Book, BookError> {
    let parts = Parts::new(&source.variant, source.language)?;
    let mut writer = Writer::new(source);
    writer.title(writer.own_title().to_owned());
    writer.paragraph(source.own().texts().summary_in(source.language.code()));
    if !source.own().source().is_empty() {
        writer.say(Word::After, &[("source", source.own().source())]);
    }
    writer.heading(Word::Components);
    writer.blocks.push(Block::List(parts.in_words(source.language)));
    writer.setup(&parts)?;
    writer.play();
    writer.own_rules();
    writer.blocks.extend(dice::tables(&parts, source.language));
    writer.end();
    writer.questions(&parts);
    Ok(writer.finish())
}

/// A leaf with what differs from `plain`, a rule set of which players know the rules, with the name
/// by which it is loaded.
///
/// # Errors
/// If no game of either can begin.
pub fn leaf(
    source: &BookSource<'_>,
    (reference, plain): (&str, &Arc<Variant>),
) -> Result<Book, BookError> {
    let language = source.language;
    let [parts, of_plain] = [&source.variant, plain].map(|variant| Parts::new(variant, language));
    let (parts, of_plain) = (parts?, of_plain?);
    let mut writer = Writer::new(source);
    writer.title(writer.own_title().to_owned());
    writer.paragraph(source.own().texts().summary_in(language.code()));
    let title = plain.resolved().texts().title_in(language.code());
    let differs = say(language, Word::DiffersFrom, &[("title", title)]);
    writer.blocks.push(Block::Heading(2, differs));
    let lines = lines_for_players(plain.resolved(), source.own(), source.rules, language);
    if lines.is_empty() {
        writer.say(Word::SameRules, &[]);
    } else {
        writer.blocks.push(Block::List(lines));
    }
    let known = of_plain.in_words(language);
    let new: Vec<String> =
        parts.in_words(language).into_iter().filter(|part| !known.contains(part)).collect();
    if !new.is_empty() {
        writer.heading(Word::Components);
        writer.blocks.push(Block::List(new));
    }
    let other = BookSource { reference, variant: Arc::clone(plain), ..*source };
    let setup = setup::table(&source.variant, &parts, language)?;
    if setup != setup::table(plain, &of_plain, language)? {
        writer.heading(Word::Setup);
        writer.blocks.push(setup);
    }
    // What is shown and said of rules that the other rule set does not have.
    let known = explained(&other);
    let is_told = |picture: &Block| known.iter().any(|told| sentence(told) == sentence(picture));
    let pictures: Vec<Block> =
        explained(source).into_iter().filter(|picture| !is_told(picture)).collect();
    let new: Vec<&RuleDecl> = chosen(source.own(), source.rules)
        .into_iter()
        .filter(|rule| !Writer::new(&other).rules.iter().any(|known| known.name == rule.name))
        .collect();
    if !pictures.is_empty() || new.iter().any(|rule| !rule.help.is_empty()) {
        writer.heading(Word::Play);
        writer.blocks.extend(pictures);
        for rule in new {
            writer.help(rule);
        }
    }
    Ok(writer.finish())
}

/// The sentence of a picture.
fn sentence(block: &Block) -> Option<&str> {
    if let Block::Picture { says, .. } = block { Some(says) } else { None }
}

/// The rules that a rule set chooses, without those that do nothing.
fn chosen(own: &Resolved, rules: RuleSource<'_>) -> Vec<&'static RuleDecl> {
    let registry = own.registry(rules.registry);
    let of_table = |table: &tsuro::ruleset::TableValues| {
        registry.rule(table.table.phase?.phase, table.rule?).filter(|rule| !rule.idle)
    };
    own.tables().iter().filter_map(of_table).collect()
}

impl BookSource<'_> {
    fn own(&self) -> &Resolved {
        self.variant.resolved()
    }
}

/// What happens, in pictures: of each rule that a rulebook explains, and of each scenario of the
/// suites that came with the rule set. Each is the picture of a scenario that passes under these
/// rules, or of one that a rulebook shows for them as well.
fn explained(source: &BookSource<'_>) -> Vec<Block> {
    let mut book = RuleBook::new(source.rules.registry, source.rules.loader);
    let is_own = |suite: &Suite| {
        source.suites[source.own_suites..].iter().any(|own| own.source.shown == suite.source.shown)
    };
    let mut found: Vec<(usize, Block)> = Vec::new();
    if let Ok(child) = Child::new(source.reference, &mut book) {
        let children = [known_child(child, source.own())];
        let under = RuleSetSelection::Instead(&children);
        let wanted =
            |suite: &Suite, scenario: &Scenario| is_own(suite) || explains(scenario).is_some();
        let plan = RunPlan::new(source.suites, &under, &mut book, &wanted);
        let runs = plan.runs.iter().filter(|run| is_plain(run, source));
        // A scenario may have other values of keys. Numbers say how many there are, and not what
        // happens; what happens with other values has to happen without them.
        let own = |run: &Run| {
            let mut run = run.clone();
            if !has_other_numbers_alone(&run, source.reference) {
                run.variant = Ok(Arc::clone(&source.variant));
            }
            run
        };
        for run in runs.map(own) {
            add_picture(&mut found, &plan, source, &run);
        }
    }
    let names: Vec<&str> = source.reference.split('+').chain([source.own().name()]).collect();
    let is_also = |scenario: &Scenario| {
        let also = explains(scenario).map(|rule| &explained_rules()[rule].also);
        also.is_some_and(|also| also.iter().any(|name| names.contains(&&**name)))
    };
    let wanted = |_: &Suite, scenario: &Scenario| is_also(scenario);
    let plan = RunPlan::new(source.suites, &RuleSetSelection::Own, &mut book, &wanted);
    for run in &plan.runs {
        add_picture(&mut found, &plan, source, run);
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, block)| block).collect()
}

/// The number of the rule that a scenario explains.
fn explains(scenario: &Scenario) -> Option<usize> {
    explained_rules().iter().position(|rule| {
        scenario.ids.first() == Some(&rule.id) && scenario.title.starts_with(&rule.shows)
    })
}

/// Adds the picture of a scenario that passes, unless there is one of the rule that it explains.
fn add_picture(
    found: &mut Vec<(usize, Block)>,
    plan: &RunPlan,
    source: &BookSource<'_>,
    run: &Run,
) {
    let scenario = &source.suites[run.suite].scenarios[run.scenario];
    let explained = explains(scenario);
    let place = explained.unwrap_or(usize::MAX);
    let is_told = explained.is_some() && found.iter().any(|(known, _)| *known == place);
    if is_told || !plan.play(source.suites, run, Onlookers::default()).passed() {
        return;
    }
    let sentence = |rule: usize| explained_rules()[rule].sentence(source.language);
    let says = explained.map_or(&*scenario.title, sentence);
    if let Some(svg) = picture(plan, source, run, says) {
        found.push((place, Block::Picture { svg, says: says.to_owned() }));
    }
}

/// The rule set with all names by which scenarios may speak of it.
fn known_child(child: Child, own: &Resolved) -> Child {
    let child = child.known_as(own.name());
    if !has_no_edition(own) {
        return child;
    }
    // The defaults of all keys are the values of the first edition.
    BUILT_INS.iter().take(1).fold(child, |child, first| child.known_as(first.name))
}

/// Whether a rule set is no edition, and extends none.
fn has_no_edition(own: &Resolved) -> bool {
    own.files().iter().all(|file| {
        let is_edition = |name: &str| BUILT_INS.iter().any(|edition| edition.name == name);
        file.entry("extends").is_none()
            && !matches!(&file.source.id, SourceId::BuiltIn(name) if is_edition(name))
    })
}

/// What a scenario adds to the reference of the rule set.
fn added<'r>(run: &'r Run, reference: &str) -> impl Iterator<Item = &'r str> {
    let more = run.rules.strip_prefix(reference).unwrap_or(&run.rules[base(&run.rules).len()..]);
    more.split('+').filter(|part| !part.is_empty())
}

/// Whether a scenario is about the rule set itself, which it may add to another, at most with other
/// values of keys.
fn is_plain(run: &Run, source: &BookSource<'_>) -> bool {
    let is_itself = |part: &str| part == source.own().name() || part == source.reference;
    added(run, source.reference).all(|part| part.contains('=') || is_itself(part))
}

/// Whether a scenario has at most other numbers than the rule set.
fn has_other_numbers_alone(run: &Run, reference: &str) -> bool {
    let is_number =
        |part: &str| part.split_once('=').is_some_and(|(_, value)| value.parse::<u32>().is_ok());
    added(run, reference).all(is_number)
}

fn picture(plan: &RunPlan, source: &BookSource<'_>, run: &Run, says: &str) -> Option<String> {
    let language = source.language;
    let labels = [TextKey::WebHowBefore, TextKey::WebHowAfter].map(|key| language.plain(key));
    ScenarioView::new(plan, source.suites, run)
        .in_language(language.code())
        .on_ground(Ground::Light)
        .labelled_picture(labels.each_ref().map(String::as_str), says)
}

struct Writer<'a> {
    source: &'a BookSource<'a>,
    keys: Vec<KeyText>,
    rules: Vec<&'static RuleDecl>,
    title: String,
    blocks: Vec<Block>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a BookSource<'a>) -> Self {
        let mut keys = key_texts(source.own(), source.rules, source.language);
        if !source.variant.breaks_ties() {
            keys.retain(|key| key.key != TIE_BREAK);
        }
        if source.variant.players().most() == 1 {
            keys.retain(|key| !BETWEEN_PLAYERS.contains(&&*key.key));
        }
        Self {
            source,
            keys,
            rules: chosen(source.own(), source.rules),
            title: String::new(),
            blocks: Vec::new(),
        }
    }

    fn finish(self) -> Book {
        Book { title: self.title, language: self.source.language.code(), blocks: self.blocks }
    }

    fn own_title(&self) -> &'a str {
        let texts = self.source.own().texts();
        let title = texts.title_in(self.source.language.code());
        if title.is_empty() { self.source.own().name() } else { title }
    }

    fn title(&mut self, title: String) {
        self.title.clone_from(&title);
        self.blocks.push(Block::Heading(1, title));
    }

    fn heading(&mut self, word: Word) {
        self.blocks.push(Block::Heading(2, word.text(self.source.language).to_owned()));
    }

    /// A sentence, perhaps without its full stop; nothing of an empty one.
    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.blocks.push(Block::Paragraph(whole_sentence(text)));
        }
    }

    fn say(&mut self, word: Word, names: &[(&str, &str)]) {
        self.blocks.push(Block::Paragraph(say(self.source.language, word, names)));
    }

    /// The sentences of the keys for which `is_wanted` is true, as a list.
    fn list(&mut self, is_wanted: impl Fn(&KeyText) -> bool) {
        let is_said = |key: &&KeyText| {
            is_wanted(key)
                && !TOLD_ELSEWHERE.contains(&&*key.key)
                && !(key.is_default && ONLY_UNUSUAL.contains(&&*key.key))
        };
        let said: Vec<String> =
            self.keys.iter().filter(is_said).map(|key| key.text.clone()).collect();
        if !said.is_empty() {
            self.blocks.push(Block::List(said));
        }
    }

    fn setup(&mut self, parts: &Parts) -> Result<(), BookError> {
        self.heading(Word::Setup);
        self.blocks.push(Block::Picture {
            svg: parts.board.clone(),
            says: Word::SetupBoard.text(self.source.language).to_owned(),
        });
        let table = setup::table(&self.source.variant, parts, self.source.language)?;
        self.blocks.push(table);
        self.list(|key| is_of(key, &["players", "start", "tiles"]));
        Ok(())
    }

    fn play(&mut self) {
        self.heading(Word::Play);
        // What the core does under all rules.
        self.say(Word::Core, &[]);
        self.blocks.extend(explained(self.source));
        self.blocks.push(Block::Heading(3, Word::Detail.text(self.source.language).to_owned()));
        self.list(|key| is_of(key, &["turn", "placement", "movement", "draw", "bonus"]));
    }

    /// What the rules say of themselves: those of the rule set, from Rust and from scripts alike.
    fn own_rules(&mut self) {
        let score = tsuro::ruleset::RulePhase::Score;
        let rules: Vec<&RuleDecl> =
            self.rules.iter().copied().filter(|rule| rule.phase != score).collect();
        if rules.is_empty() {
            return;
        }
        self.heading(Word::OwnRules);
        let code = self.source.language.code();
        let said = |rule: &&RuleDecl| whole_sentence(&rule.summary_in(code).replace('`', ""));
        self.blocks.push(Block::List(rules.iter().map(said).collect()));
        self.list(|key| is_of(key, &["hazard", "rule"]));
        for rule in rules {
            self.help(rule);
        }
    }

    /// The paragraphs that a rule brings.
    fn help(&mut self, rule: &RuleDecl) {
        let code = self.source.language.code();
        for help in rule.help {
            self.blocks.push(Block::Heading(3, help.heading.in_language(code).to_owned()));
            self.paragraph(help.text.in_language(code));
            let sign = |(sign, text): &(&str, Texts)| {
                ((*sign).to_owned(), text.in_language(code).to_owned())
            };
            if !help.signs.is_empty() {
                self.blocks.push(Block::Signs(help.signs.iter().map(sign).collect()));
            }
        }
    }

    fn end(&mut self) {
        self.heading(Word::End);
        let score = tsuro::ruleset::RulePhase::Score;
        let rules: Vec<&RuleDecl> =
            self.rules.iter().copied().filter(|rule| rule.phase == score).collect();
        for rule in rules {
            self.paragraph(&rule.summary_in(self.source.language.code()).replace('`', ""));
            self.help(rule);
        }
        self.list(|key| is_of(key, &["score", "end"]));
    }

    fn questions(&mut self, parts: &Parts) {
        let language = self.source.language;
        self.heading(Word::Questions);
        let mut ask = |question: Word, answer: String| {
            self.blocks.push(Block::Question(question.text(language).to_owned()));
            self.blocks.push(Block::Paragraph(answer));
        };
        let counts = language.counts(parts.players);
        let answer = if parts.players.most() == 1 {
            say(language, Word::AnswerAlone, &[])
        } else {
            say(language, Word::AnswerPlayers, &[("counts", &counts)])
        };
        ask(Word::AskPlayers, answer);
        for (question, key) in QUESTIONS {
            let is_asked = !ASKED_ONLY_UNUSUAL.contains(key);
            let answers = |text: &&KeyText| text.key == *key && (is_asked || !text.is_default);
            if let Some(answer) = self.keys.iter().find(answers) {
                ask(*question, answer.text.clone());
            }
        }
    }
}

/// Whether a key is of one of these tables.
fn is_of(key: &KeyText, tables: &[&str]) -> bool {
    key.key.split('.').next().is_some_and(|table| tables.contains(&table))
}

/// A text that begins with a capital letter, and ends with a full stop or what stands for one.
fn whole_sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let text: String = first.chain(letters).collect();
    if text.is_empty() || text.ends_with(['.', '!', '?', '…', ':']) { text } else { text + "." }
}
