use super::*;
use crate::board::{FACES, Face, Place, Port, Square};
use crate::game::{
    Answer, AnswerKind, AskDecl, Choice, Exchange, Hand, MAX_EXCHANGES, Observation, Own, Phase,
    Progress, Question, Rng, Rule, RuleDecl, RulePhase, Seat, SeatSet, Setup, Table, TableView,
    Texts, Timing, exchanges,
};
use crate::json::Json;
use crate::rules::Registry;
use crate::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, Variant};
use crate::session::Game;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rule sets that are not shipped but can be made of what is: several of everything at once, and
/// the largest board.
const MIXED: &[&str] = &[
    "seas+four-tiles",
    "seas+round",
    "storm-seas+turn.tiles=2",
    "storm-seas+exchange-for-all+double-deck",
    "draft+exchange-for-all+draw.extra=2",
    "teams+exchange-for-all+truce",
    "portals+passing",
    "islands+four-tiles+turn.tiles=3",
    "kaiju-classic+doughnut",
    "most-crossings+exchange-for-all",
    "solo+double-deck",
    "open-tiles+double-deck",
    "rough-seas+free-suicide",
    "classic+board.columns=16+board.rows=16+tiles.copies=8+players.max=32",
    "seas+board.columns=16+board.rows=9+tiles.copies=4",
];

pub(super) fn variant(name: &str) -> Arc<Variant> {
    Arc::new(
        Variant::load(name, &BuiltIns, &Registry::default())
            .unwrap_or_else(|problems| panic!("{name}: {problems:?}")),
    )
}

/// Rule sets that came later. They stand last, since a seed is the place of its table: the games of
/// the others stay the same.
const LATER: &[&str] = &["uzushio", "wave", "veterans", "mystic-portal"];

/// All rule sets that are shipped, house rules alone, and the mixed ones.
fn names() -> impl Iterator<Item = &'static str> {
    let shipped = BUILT_INS
        .iter()
        .chain(HOUSE_RULES)
        .map(|built_in| built_in.name)
        .filter(|name| !LATER.contains(name));
    shipped.chain(MIXED.iter().copied()).chain(LATER.iter().copied())
}

/// The smallest and the largest table of every rule set.
pub(super) fn tables() -> impl Iterator<Item = (&'static str, Arc<Variant>, u8)> {
    names().flat_map(|name| {
        let variant = variant(name);
        let players = variant.players();
        [players.fewest(), players.most()].map(|count| (name, Arc::clone(&variant), count))
    })
}

fn faces(numbers: &[u8]) -> Vec<Face> {
    numbers.iter().map(|&number| Face::new(number).unwrap()).collect()
}

/// The actions that a seat may take now.
pub(super) fn legal(
    space: &ActionSpace,
    sees: &Observation<'_>,
    partial: &PartialExchange,
) -> BTreeSet<usize> {
    let mut mask = vec![7; space.len()];
    space.write_mask(sees, partial, &mut mask).unwrap();
    assert!(mask.iter().all(|&entry| entry <= 1), "a mask has 0 and 1");
    mask.iter().enumerate().filter(|entry| *entry.1 == 1).map(|entry| entry.0).collect()
}

/// Plays a random game by action numbers; `each` is called before every action.
pub(super) fn play_by_numbers(
    variant: &Arc<Variant>,
    players: u8,
    seed: u64,
    mut each: impl FnMut(&ActionSpace, &Game, Seat, &PartialExchange),
) {
    let space = ActionSpace::new(variant);
    let mut game = Game::from_variant(Arc::clone(variant), players, &seed.to_string()).unwrap();
    let (mut partial, mut rng) = (PartialExchange::default(), Rng::new(seed, 1));
    while let Some(decision) = game.decision() {
        each(&space, &game, decision.seat(), &partial);
        let sees = game.observe(decision.seat());
        let may: Vec<usize> = legal(&space, &sees, &partial).into_iter().collect();
        let action = space.id(may[rng.below(may.len() as u32) as usize]).unwrap();
        if let Some(choice) = space.take(&sees, &mut partial, action).unwrap() {
            game.play(&choice).unwrap();
        }
    }
}

#[test]
fn every_number_stands_for_one_action_and_every_action_has_one_number() {
    for name in names() {
        let space = ActionSpace::new(&variant(name));
        let ids = (0..space.len()).map(|number| space.id(number).unwrap());
        let actions: Vec<Action> = ids
            .filter_map(|id| Some((id, space.action(id)?)))
            .map(|(id, action)| {
                assert_eq!(space.number(action), Some(id), "{name}: {action}");
                action
            })
            .collect();
        // Of the 140 numbers of placements, 35 are rotations that look like a smaller one (T3):
        // among ports with tiles as well, of eight ports each. Special tiles with odd numbers
        // cannot be laid.
        let of = |found: &dyn Fn(&str) -> bool| {
            space.groups().iter().filter(|group| found(&group.name)).count()
        };
        let entries = space.questions().filter(|asks| asks.kind == AnswerKind::Entry).count();
        let unused = 35 + 8 * 35 * entries + of(&|name| name == "lay");
        assert_eq!(actions.len(), space.len() - unused, "{name}");
        assert_eq!(space.id(space.len()), None);
        let groups = space.groups();
        let ends = groups.iter().map(|group| group.first + group.count);
        assert!(
            std::iter::once(0)
                .chain(ends)
                .eq(groups.iter().map(|group| group.first).chain([space.len() as u16])),
            "{name}: {groups:?}"
        );
    }
}

#[test]
fn the_rule_sets_of_the_design_have_their_numbers_of_actions() {
    for (name, len) in [
        ("classic", 188),
        ("luxury", 188),
        ("seas", 267),
        ("classic-advanced", 259),
        ("luxury-advanced", 259),
        ("draft", 223),
    ] {
        assert_eq!(ActionSpace::new(&variant(name)).len(), len, "{name}");
    }
}

#[test]
fn the_mask_is_what_the_game_allows_and_nothing_else() {
    let mut kinds = BTreeSet::new();
    for (index, (name, variant, players)) in tables().enumerate() {
        play_by_numbers(&variant, players, index as u64, |space, game, seat, partial| {
            let sees = game.observe(seat);
            let may = legal(space, &sees, partial);
            kinds.insert(format!("{:?}", sees.phase()));
            if sees.phase() != Phase::Exchange {
                let row = |choice: &Choice| {
                    let row = space.row(&sees, choice).unwrap();
                    assert_eq!(row.len(), 1, "{name}: {choice}");
                    row[0].index()
                };
                assert_eq!(may, sees.choices().iter().map(row).collect(), "{name}");
            }
            if sees.phase() == Phase::Exchange && partial == &PartialExchange::default() {
                let (found, listed) =
                    (reached(sees.hand(), &sees.offered()).1.len(), sees.exchanges().len());
                assert!(
                    found == listed || (listed == MAX_EXCHANGES && found > listed),
                    "{name}: {found} exchanges, {listed} listed"
                );
            }
            for number in 0..space.len() {
                let (mut next, id) = (*partial, space.id(number).unwrap());
                match space.take(&sees, &mut next, id) {
                    Ok(choice) => {
                        assert!(may.contains(&number), "{name}: {number} is not in the mask");
                        assert_eq!(
                            choice.is_none(),
                            next != PartialExchange::default(),
                            "{name}: {choice:?}"
                        );
                        choice.inspect(|choice| assert_eq!(sees.check(choice), Ok(()), "{name}"));
                    }
                    Err(why) => {
                        assert!(!may.contains(&number), "{name}: {why}");
                        assert_eq!(
                            next, *partial,
                            "{name}: an action that is refused changes nothing"
                        );
                    }
                }
            }
            for other in SeatSet::first(players).iter().filter(|&other| other != seat) {
                let sees = game.observe(other);
                assert!(legal(space, &sees, partial).is_empty());
                let id = space.id(*may.first().unwrap()).unwrap();
                assert_eq!(
                    space.take(&sees, &mut PartialExchange::default(), id),
                    Err(ActionError::NotToDecide)
                );
            }
        });
    }
    let expected = [
        "Ask",
        "Exchange",
        "Place",
        "Relocate { must: false }",
        "Relocate { must: true }",
        "Start",
    ];
    assert!(kinds.iter().eq(expected), "{kinds:?}");
}

/// All exchanges to which rows of actions lead, and whether two rows lead to the same one.
fn reached(hand: Hand, offered: &[Face]) -> (BTreeSet<Vec<Face>>, Vec<Exchange>) {
    let (mut found, mut open, mut hands) =
        (Vec::new(), vec![PartialExchange::default()], BTreeSet::new());
    while let Some(partial) = open.pop() {
        assert_eq!(partial.takes(offered).count(), 0, "nothing is taken before something is given");
        found.push(*partial.exchange());
        let mut after: Vec<Face> = partial.exchange().applied(hand).iter().collect();
        after.sort_unstable();
        assert!(hands.insert(after), "two rows lead to the same hand");
        for give in partial.gives(hand, offered) {
            let mut given = partial;
            given.give(give);
            assert_eq!(given.gives(hand, offered).count(), 0);
            let takes: Vec<Face> = given.takes(offered).collect();
            assert!(!takes.is_empty(), "a row ends with {give} given for nothing");
            open.extend(takes.into_iter().map(|take| {
                let mut taken = given;
                taken.take(take);
                taken
            }));
        }
    }
    (hands, found)
}

proptest! {
    #[test]
    fn rows_of_gifts_reach_every_exchange_once(
        own in prop::collection::vec(0u8..9, 1..5), offered in prop::collection::vec(0u8..9, 1..6)
    ) {
        let (hand, offered): (Hand, Vec<Face>) = (
            faces(&own).into_iter().collect(), faces(&offered)
        );
        let (hands, found) = reached(hand, &offered);
        let listed = exchanges(hand, &offered, |_| true);
        prop_assert!(listed.len() < MAX_EXCHANGES);
        prop_assert_eq!(found.len(), listed.len());
        for exchange in &listed {
            let mut after: Vec<Face> = exchange.applied(hand).iter().collect();
            after.sort_unstable();
            prop_assert!(hands.contains(&after));
            // The row that is made of an exchange leads to it.
            let mut partial = PartialExchange::default();
            for (gave, took) in PartialExchange::row(exchange) {
                prop_assert!(partial.gives(hand, &offered).any(|face| face == gave));
                partial.give(gave);
                prop_assert!(partial.takes(&offered).any(|face| face == took));
                partial.take(took);
            }
            prop_assert_eq!(partial.exchange(), exchange);
        }
    }
}

#[test]
fn an_exchange_that_gives_and_takes_the_same_face_is_made_without_it() {
    let exchange = Exchange::new(&faces(&[5, 2, 2]), &faces(&[2, 9, 1])).unwrap();
    assert_eq!(
        PartialExchange::row(&exchange).collect::<Vec<_>>(),
        [(faces(&[2])[0], faces(&[1])[0]), (faces(&[5])[0], faces(&[9])[0])]
    );
}

/// The bytes of a field.
pub(super) fn field<'a>(layout: &Layout, name: &str, array: &'a [u8]) -> &'a [u8] {
    let field = layout.field(name).unwrap_or_else(|| panic!("no field {name}"));
    &array[field.offset..field.offset + field.len()]
}

#[test]
fn a_critic_sees_all_hands_and_the_pile() {
    let variant = variant("classic");
    let whole = StateLayout::new(Layout::new(&variant, 3, BoardForm::Tokens).unwrap());
    let mut array = vec![0; whole.len()];
    let at = |name: &str| whole.fields().iter().find(|field| field.name == name).unwrap().offset;
    play_by_numbers(&variant, 3, 6, |_, game, seat, partial| {
        game.write_state(&whole, seat, partial, &mut array);
        let position = game.position();
        for (away, other) in SeatSet::first(3).clockwise_from(seat).enumerate() {
            let mut hand = vec![0; FACES];
            let written = position["players"][other.index()]["hand"].as_array();
            written
                .into_iter()
                .flatten()
                .for_each(|tile| hand[tile.as_u64().unwrap() as usize] += 1);
            assert_eq!(array[at("hands") + away * FACES..][..FACES], hand);
        }
        let pile: Vec<usize> = position["pile"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tile| tile.as_u64().unwrap() as usize)
            .collect();
        let mut counts = vec![0; FACES];
        for &face in &pile {
            counts[face] += 1;
        }
        assert_eq!(array[at("pile_faces")..][..FACES], counts);
        for row in 0..3 {
            let next =
                array[at("next") + row * FACES..][..FACES].iter().position(|&entry| entry == 1);
            assert_eq!(next, pile.get(row).copied());
        }
    });
}

#[test]
fn a_layout_tells_its_description_from_others() {
    let (classic, seas) = (variant("classic"), variant("seas"));
    let layout = |variant: &Variant, players, form| Layout::new(variant, players, form).unwrap();
    let own = layout(&classic, 3, BoardForm::Planes);
    // What is written and read back is the same.
    let written = own.describe().to_string();
    assert_eq!(own.check(&serde_json::from_str(&written).unwrap()), Ok(()));
    let why = |other: &Layout| own.check(&other.describe()).unwrap_err().to_string();
    assert!(
        why(&layout(&seas, 3, BoardForm::Planes))
            .starts_with("the described layout has `rules_hash` \"")
    );
    assert_eq!(
        why(&layout(&classic, 4, BoardForm::Planes)),
        "the described layout has `players` 4, where this one has 3"
    );
    assert_eq!(
        why(&layout(&classic, 3, BoardForm::Tokens)),
        "the described layout has `form` \"tokens\", where this one has \"planes\""
    );
    let more = own.clone().with_knowledge();
    assert_eq!(
        why(&more),
        format!("the described layout has `len` {}, where this one has {}", more.len(), own.len())
    );
    assert!(
        own.check(&serde_json::json!({ "layout": LAYOUT + 1 }))
            .unwrap_err()
            .to_string()
            .contains("`layout` 2")
    );
}

const ANY: Texts = Texts(&[("en", "Which?")]);
const WHICH_SQUARE: AskDecl = AskDecl::new("quiz", AnswerKind::Square, ANY);
const WHICH_PLACE: AskDecl = AskDecl::new("quiz", AnswerKind::Place, ANY);
const WHICH_SEAT: AskDecl = AskDecl::new("quiz", AnswerKind::Seat, ANY);
const WHICH_NUMBER: AskDecl = AskDecl::new("quiz", AnswerKind::Number, ANY);
const WHICH_SECRET: AskDecl =
    AskDecl::new("quiz", AnswerKind::Number, Texts(&[("en", "Which secret?")]));

/// A rule that asks something of another kind in each turn, in the last of five what it does not
/// declare.
#[derive(Debug)]
struct Quiz;

impl Quiz {
    fn asked(table: TableView<'_>) -> Question {
        match table.turn() % 5 {
            0 => Question::new(&WHICH_SECRET, [Answer::number(1)]),
            1 => Question::new(&WHICH_SQUARE, table.shape().squares().map(Answer::from)),
            2 => Question::new(
                &WHICH_PLACE,
                Port::all().map(|port| Answer::from(Place::new(Square::new(5, 3), port))),
            ),
            3 => Question::new(&WHICH_SEAT, table.alive().iter().map(Answer::from)),
            _ => Question::new(&WHICH_NUMBER, [7, 1_000_000, 0].map(Answer::number)),
        }
    }
}

static QUIZ: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "quiz", "asks something before each placement", &|_| {
        Some(Box::new(Quiz))
    })
    .asks(&[&WHICH_SQUARE, &WHICH_PLACE, &WHICH_SEAT, &WHICH_NUMBER])
    .at(&[Timing::BeforePlacement]);

impl Rule for Quiz {
    fn decl(&self) -> &'static RuleDecl {
        &QUIZ
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(0u32)
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let last = own.get_mut::<u32>();
        if *last == table.turn() { Progress::Done } else { Progress::Ask(table.active()) }
    }

    fn question(&self, table: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Self::asked(table))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, _: Seat, _: Answer) {
        let last = own.get_mut::<u32>();
        *last = table.turn();
    }
}

#[test]
fn answers_of_every_kind_have_numbers_and_what_is_not_declared_is_named() {
    let registry = Registry::default().with(&QUIZ);
    let text = "schema = 1\nextends = \"classic\"\n[hazard]\nrule = \"quiz\"\n";
    let variant = Arc::new(Variant::from_text("quiz", text, &registry).unwrap());
    let space = ActionSpace::new(&variant);
    assert_eq!(space.len(), 140 + 48 + 1 + 36 + 288 + 8 + usize::from(MAX_LISTED));
    for number in 0..space.len() {
        let id = space.id(number).unwrap();
        assert!(space.action(id).is_none_or(|action| space.number(action) == Some(id)), "{number}");
    }
    let mut game = Game::from_variant(Arc::clone(&variant), 4, "any text").unwrap();
    let (mut partial, mut asked) = (PartialExchange::default(), Vec::new());
    while let Some(decision) = game.decision() {
        let sees = game.observe(decision.seat());
        let undeclared = sees.question().is_some_and(|question| question.asks == &WHICH_SECRET);
        let mut mask = vec![0; space.len()];
        if undeclared {
            let refused = space.write_mask(&sees, &partial, &mut mask).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "the rule `quiz` asks something that it does not list in `RuleDecl::asks`, so its \
                 answers have no numbers"
            );
            break;
        }
        space.write_mask(&sees, &partial, &mut mask).unwrap();
        let mut reached: Vec<Choice> = (0..space.len())
            .filter(|&number| mask[number] == 1)
            .map(|number| {
                space.take(&sees, &mut partial, space.id(number).unwrap()).unwrap().unwrap()
            })
            .collect();
        let mut choices = sees.choices();
        reached.sort_by_key(ToString::to_string);
        choices.sort_by_key(ToString::to_string);
        assert_eq!(reached, choices);
        if let Some(question) = sees.question() {
            asked.push(question.asks.kind);
            if question.asks.kind == AnswerKind::Seat {
                // The seat that answers is its own number 0.
                let own =
                    space.row(&sees, &Choice::Rule(Answer::from(decision.seat()))).unwrap()[0];
                assert_eq!(
                    space.action(own),
                    Some(Action::Answer { question: 2, option: AnswerOption::Seat(0) })
                );
            }
        }
        game.play(&choices[choices.len() / 2]).unwrap();
    }
    assert_eq!(
        asked,
        [AnswerKind::Square, AnswerKind::Place, AnswerKind::Seat, AnswerKind::Number]
    );
}

#[test]
fn actions_that_cannot_be_taken_say_why() {
    let game = Game::new("classic-advanced", 3, "any text").unwrap();
    let space = ActionSpace::new(game.variant());
    let sees = game.observe(game.decision().unwrap().seat());
    let why = |number: usize| {
        space
            .take(&sees, &mut PartialExchange::default(), space.id(number).unwrap())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        why(0),
        "action 0 (tile 0 turned 0) is for another decision; a start mark is to be chosen now"
    );
    assert_eq!(why(3), "no action of these rules has the number 3");
    assert_eq!(
        why(188),
        "action 188 (pass) is for another decision; a start mark is to be chosen now"
    );
    let missing = Choice::Start("c3:H".parse().unwrap());
    assert_eq!(
        space.row(&sees, &missing).unwrap_err().to_string(),
        "no action of these rules makes the choice \"start at c3:H\""
    );
    let error = Layout::new(game.variant(), 9, BoardForm::Planes).unwrap_err();
    assert_eq!(error.to_string(), "9 players, where 2 to 8 can play");
}

/// A description, with one line for each field and each group of actions.
fn in_lines(described: &Json) -> String {
    let items = |json: &Json, name: &str| match json {
        Json::Object(fields) => match fields.iter().find(|field| field.0 == name) {
            Some((_, Json::List(items))) => items.clone(),
            _ => panic!("no list {name}"),
        },
        _ => panic!("an object"),
    };
    let Json::Object(parts) = described else { panic!("an object") };
    let actions = &parts.iter().find(|part| part.0 == "actions").unwrap().1;
    let (fields, groups) = (items(described, "fields"), items(actions, "groups"));
    let mut head = described.clone();
    head.set("fields", fields.len());
    head.set("actions", serde_json::Value::from(actions.clone())["len"].as_u64());
    std::iter::once(&head)
        .chain(&fields)
        .chain(&groups)
        .map(|line| line.to_string() + "\n")
        .collect()
}

#[test]
fn the_layout_of_every_shipped_rule_set_is_that_of_its_golden_file() {
    for built_in in BUILT_INS {
        let variant = variant(built_in.name);
        let mut found = String::new();
        for players in [variant.players().fewest(), variant.players().most()] {
            let layout = |form| Layout::new(&variant, players, form).unwrap();
            let whole = StateLayout::new(layout(BoardForm::Planes).with_outlook());
            found += &in_lines(&whole.describe_in_order());
            found += &in_lines(&layout(BoardForm::Tokens).describe_in_order());
            // Layout 2 has the fields of layout 1, and others.
            for form in [BoardForm::Planes, BoardForm::Tokens] {
                let first = layout(form);
                let second = Layout::of_version(2, &variant, players, form).unwrap().with_outlook();
                for field in &second.fields()[first.fields().len()..] {
                    found += &(Json::serialized(field).to_string() + "\n");
                }
            }
        }
        let path =
            format!("{}/tests/corpus/layouts/{}.jsonl", env!("CARGO_MANIFEST_DIR"), built_in.name);
        if std::env::var_os("TSURO_BLESS").is_some() {
            std::fs::write(&path, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&path)
            .unwrap_or_else(|why| panic!("{path}: {why}; TSURO_BLESS=1 writes it"));
        for (number, (expected, found)) in expected.lines().zip(found.lines()).enumerate() {
            assert_eq!(
                found,
                expected,
                "{path}:{}: a change of the layout needs another `LAYOUT`",
                number + 1
            );
        }
        assert_eq!(found.len(), expected.len(), "{path}: TSURO_BLESS=1 writes it anew");
    }
}
