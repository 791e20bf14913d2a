//! Tests of how bots are read.

use super::*;
use crate::Game;

#[test]
fn a_list_is_split_at_commas_outside_quotes() {
    assert_eq!(split("random, greedy").unwrap(), ["random", "greedy"]);
    assert_eq!(
        split(r#"exec:"a, b",exec:c\,d,'x,y'"#).unwrap(),
        [r#"exec:"a, b""#, r"exec:c\,d", "'x,y'"]
    );
    assert!(matches!(split("exec:'a,b"), Err(BotError::OpenQuote { .. })));
    assert_eq!(BotSpec::parse(" ").unwrap_err(), BotError::Empty);
}

#[test]
fn the_argument_of_a_search_is_read_and_mistakes_are_named() {
    let search =
        |argument: &str| BotSpec::parse(&format!("ismcts:{argument}")).map(|spec| spec.search);
    assert_eq!(search("200"), Ok((200, Settings::default())));
    let asked = Settings {
        playout: Playout::Random,
        explore: 0.5,
        bias: 0.0,
        depth: 3,
        reward: Reward::Usual { rank: 0.25 },
        even: false,
        deals: 9,
        ..Settings::default()
    };
    assert_eq!(
        search("7:playout=random:explore=0.5:bias=0:depth=3:rank=0.25:deals=9"),
        Ok((7, asked))
    );
    for (argument, why) in [
        ("", "1 to 10000000"),
        ("0", "\"0\""),
        ("many", "\"many\""),
        ("10000001", "\"10000001\""),
        ("4294967295", "\"4294967295\""),
        ("99999999999999999999999999", "1 to 10000000"),
        ("5:fast", "\"fast\""),
        ("5:playout=wild", "playout"),
        ("5:depth=65", "1 to 64"),
        ("5:depth=2.5", "a whole number from 1 to 64"),
        ("5:deals=1.5", "a whole number from 0 to 65535"),
        ("5:trees=2.0", "a whole number from 1 to 16"),
        ("5:trees=0", "1 to 16"),
        ("5:trees=17", "1 to 16"),
        ("5:bias=NaN", "bias"),
        ("5:partner=32", "0 to 31"),
        ("5:speed=1", "\"speed\""),
    ] {
        let refused = search(argument).unwrap_err();
        assert!(
            matches!(&refused, BotError::Search { why: found, .. } if found.contains(why)),
            "{argument}: {refused}"
        );
    }
}

#[test]
fn a_search_with_a_partner_is_read_as_it_is_written() {
    let alone = BotSpec::parse("ismcts:7:values=learned").unwrap();
    let pair = alone.with_partner(2).unwrap();
    assert_eq!(pair.to_string(), "ismcts:7:values=learned:partner=2");
    assert_eq!(BotSpec::parse(&pair.to_string()).unwrap().search, pair.search);
    assert!(BotSpec::parse("greedy").unwrap().with_partner(2).is_none());
}

#[test]
fn bots_stand_in_the_order_of_their_strength() {
    let bots = [
        "random",
        "greedy",
        "learned:sharp=1",
        "learned:sharp=5",
        "learned",
        "ismcts:200",
        "ismcts:200:values=learned",
        "ismcts:1000",
    ];
    let strength = |bot: &&str| BotSpec::parse(bot).unwrap().strength();
    assert!(bots.iter().map(strength).is_sorted_by(|one, other| one < other));
}

#[test]
fn every_bot_is_read_as_it_is_written() {
    for bot in BOTS.iter().filter(|bot| bot.argument.is_empty()) {
        assert_eq!(BotSpec::parse(bot.name).unwrap().to_string(), bot.name);
        let with_argument = BotSpec::parse(&format!("{}:1", bot.name)).unwrap_err();
        let is_read = matches!(bot.make, BotMaker::Learned);
        assert_eq!(
            (matches!(with_argument, BotError::Superfluous { .. }), is_read),
            (!is_read, matches!(with_argument, BotError::Search { .. })),
            "{with_argument}"
        );
    }
    let unknown = BotSpec::parse("gredy").unwrap_err();
    assert_eq!(unknown, BotError::Unknown { name: "gredy".to_owned() });
    assert!(unknown.to_string().contains(&names()), "{unknown}");
}

/// The choices of two searches in a few games of two players, in which the first is followed: in
/// how many decisions there were several, and in how many of these the searches differ.
fn compared(rules: &str, one: &str, other: &str) -> (u32, u32) {
    let bot = |words: &str| {
        BotSpec::parse(&format!("ismcts:40:values=learned{words}")).map(|spec| spec.make())
    };
    let (mut one, mut other) = (bot(one).unwrap(), bot(other).unwrap());
    let (mut several, mut different) = (0, 0);
    for seed in ["1", "2", "3"] {
        let mut game = Game::new(rules, 2, seed).unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choose = |bot: &mut dyn Bot| bot.choose(&see, &mut game.bot_stream()).unwrap();
            let (choice, twin) = (choose(&mut *one), choose(&mut *other));
            several += u32::from(see.choices().len() > 1);
            different += u32::from(choice != twin);
            game.play(&choice).unwrap();
        }
    }
    (several, different)
}

#[test]
fn what_is_laid_before_a_board_is_judged_depends_on_the_rules() {
    for (rules, usual) in [
        ("classic", ":judged=2:tries=6"),
        ("luxury", ":judged=2:tries=6"),
        ("seas", ":judged=0:tries=3:moves=1"),
    ] {
        assert_eq!(compared(rules, "", usual).1, 0, "{rules}: {usual} is what is usual");
        for other in [":judged=0", ":judged=2", ":tries=1", ":moves=0"] {
            let (several, different) = compared(rules, "", other);
            let is_usual = usual.contains(other);
            assert_eq!(different == 0, is_usual, "{rules}, {other}: {different} of {several}");
        }
    }
}
