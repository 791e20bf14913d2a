//! HTML reports: one file without scripts, whose plots show the numbers of the report.

use crate::common::games::variant;
use crate::common::in_checkout;
use tsuro::rules::Registry;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{
    Difference, DifferenceVerdict, Experiment, ExperimentPlan, Finding, MetricEstimate, PlanSide,
    Terms,
};
use tsuro_lab::metrics::{Family, find as metric};
use tsuro_lab::report::plot::{Cell, Legend};
use tsuro_lab::report::{FiredShare, Report, RunDescription, csv, html, plot, text};
use tsuro_lab::stats::{Confidence, Wilson};

/// How often `wanted` occurs in `text`.
fn times(text: &str, wanted: &str) -> usize {
    text.matches(wanted).count()
}

/// Whether every element that is opened is closed, in order.
fn assert_balanced(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('!') || tag.ends_with('/') || ["meta", "br", "input"].contains(&name) {
            continue;
        }
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> closes something else");
        } else {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
}

#[test]
fn the_page_is_whole_by_itself_and_says_what_was_found() {
    let (a, b) = (variant("classic"), variant("classic+hand=4"));
    let other = variant("seas");
    let sides = [&a, &b, &other];
    let families: Vec<Family> =
        Family::ALL.into_iter().filter(|family| *family != Family::Tension).collect();
    let names = sides.iter().map(|variant| PlanSide::new(variant)).collect();
    let plan = ExperimentPlan::new(
        names,
        &[3],
        &["random".into(), "greedy".into()],
        "<script>\"seed\"</script>".into(),
        false,
        &families,
    )
    .unwrap();
    let (tally, _) =
        Experiment::new(&plan, sides.to_vec()).unwrap().play(0..80, 2, &GameCounter::default());
    let terms = Terms::new(Confidence::Fixed, 0.01);
    let report = Report::new(&plan, &tally, terms, &sides, &Registry::default());
    let made = RunDescription { command: "tsuro compare a&b".into(), run: "here".into() };
    let page = html(&report, &made);
    let body = &page[page.find("<body>").unwrap()..page.find("<script>").unwrap()];
    assert!(
        !page.replace("http-equiv=", "").contains("http")
            && !page.contains("src=")
            && !page.contains("url(")
            && !page.contains("@import"),
        "the page needs the network"
    );
    assert!(
        !body.contains("seed\"</script")
            && body.contains("&lt;script&gt;")
            && body.contains("a&amp;b"),
        "what users write is text"
    );
    assert_balanced(&format!("{body}</body>"));
    assert_eq!(
        times(body, "<svg role=\"img\""),
        times(body, "<desc>"),
        "every plot says in words what it shows"
    );
    for title in [
        "Length of games",
        "Win share of each seat",
        "Headline differences: 3 random players",
        "Causes of elimination",
        "Players alive by round",
        "What came into play",
    ] {
        assert!(body.contains(&format!("<figcaption>{title}</figcaption>")), "{title} is missing");
    }
    for wanted in [
        "greedy+random",
        "first-seat-advantage",
        "hazard.rule",
        "rule hash",
        "<dt>Share of a game sat out</dt><dd>The share of the turns",
        "<code>sat-out</code>",
        "Share of the wins, seat 1",
        "<article class=\"card\"><h3>Skill</h3>",
        "wrong with a probability of at most 5\u{a0}%",
        "prefers-color-scheme: dark",
        "@media print",
        "80",
    ] {
        assert!(page.contains(wanted), "{wanted} is missing");
    }
    // The same numbers in the terminal and in the table.
    let shown = text(&report, true);
    assert!(shown.contains("daikaiju/moved") || shown.contains("greedy+random"), "{shown}");
    let rows = csv(&report);
    let fields = rows.lines().next().unwrap().split(',').count();
    assert!(rows.lines().all(|row| row.split(',').count() == fields) && rows.lines().count() > 200);
}

fn estimate(value: f64, half: f64) -> MetricEstimate {
    MetricEstimate { value, interval: (value - half, value + half) }
}

#[test]
fn a_histogram_has_a_bar_for_each_length_of_games() {
    // 10, 30 and 60 of 100 games took 3, 4 and 6 turns; a bar for each, the tallest as tall as the
    // plot.
    let drawn = plot::histogram(&["one"], &[&[0, 0, 0, 10, 30, 0, 60]]).into_string();
    assert_eq!(times(&drawn, "fill a see"), 3);
    assert!(
        drawn.contains("height=\"130.0\"") && drawn.contains("most games take about 6 turns"),
        "{drawn}"
    );
    assert!(drawn.contains("height=\"65.0\"") && drawn.contains("height=\"21.7\""));
}

#[test]
fn a_plot_of_seats_has_a_dot_for_each_seat_and_rule_set() {
    let drawn = plot::seats(
        &["A", "B"],
        &[
            vec![estimate(0.6, 0.02), estimate(0.4, 0.02)],
            vec![estimate(0.5, 0.02), estimate(0.5, 0.02)],
        ],
    )
    .into_string();
    assert_eq!(
        (
            times(&drawn, "<circle class=\"fill a\""),
            times(&drawn, "<circle class=\"fill b\""),
            times(&drawn, "class=\"even\"")
        ),
        (2, 2, 1)
    );
    assert!(drawn.contains("seat 1 under A: 60.0 %; seat 1 under B: 50.0 %"));
}

#[test]
fn a_plot_of_survival_goes_down_in_steps() {
    let drawn = plot::survival(&["A"], &[vec![1.0, 0.75, 0.25]]).into_string();
    // From the top down a quarter of the height, then a half: steps.
    assert!(
        drawn.contains("24.0L")
            && drawn.contains(" 56.5L")
            && drawn.contains(" 121.5\"")
            && drawn.contains("half are out by round 2"),
        "{drawn}"
    );
}

#[test]
fn a_plot_of_causes_has_widths_by_their_shares() {
    let drawn =
        plot::causes(&["A", "B"], &[[0.5, 0.5, 0.0, 0.0, 0.0], [0.25, 0.0, 0.0, 0.75, 0.0]])
            .into_string();
    assert!(
        drawn.contains("width=\"309.0\"")
            && drawn.contains("75 % daikaiju under B")
            && drawn.contains("50 % collision under A")
            && drawn.contains("x=\"210.0\" y=\"100.0\">50 %</text>"),
        "{drawn}"
    );
}

#[test]
fn a_plot_of_differences_has_a_dot_a_bar_and_a_line() {
    // The difference 2 with the interval 1 to 4, judged by 0.6 to 4.2, on a scale of ±4.536 around
    // the middle, 210: a dot at 298.2, a bar from 254.1 to 386.4, a line from 236.5 to 395.2.
    let difference = Difference {
        value: 0.02,
        interval: (0.01, 0.04),
        joint_interval: (0.006, 0.042),
        paired: true,
        correlation: Some(0.5),
        saved: 2.0,
        p: 0.01,
        p_report: 0.02,
        verdict: DifferenceVerdict::Higher,
        margin: 0.005,
        detectable: Some(0.01),
        more_games: None,
        error: 0.0075,
        counted_games: 300,
        needed_games: 30,
    };
    let finding = Finding {
        metric: metric("ties").unwrap(),
        name: "ties".into(),
        table: 0,
        side: 1,
        a: estimate(0.1, 0.01),
        b: Some(estimate(0.12, 0.01)),
        difference: Some(difference),
    };
    let drawn = plot::differences("4 random players", &[&finding]).into_string();
    assert!(drawn.contains("<circle class=\"fill higher\" cx=\"293.8\""), "{drawn}");
    assert!(
        drawn.contains("class=\"bar higher\" x1=\"251.9\"") && drawn.contains("x2=\"377.5\""),
        "{drawn}"
    );
    assert!(
        drawn.contains("class=\"joint higher\" x1=\"235.1\"") && drawn.contains("x2=\"385.9\""),
        "{drawn}"
    );
    assert!(drawn.contains("Share of ties: +2.0 points (+1.0 to +4.0), higher"), "{drawn}");
    // The scale in points: 2 of them are 83.8 to each side of the middle.
    for (x, mark) in [("126.2", "−2"), ("210.0", "0"), ("293.8", "+2")] {
        assert!(drawn.contains(&format!("x=\"{x}\" y=\"54.0\">{mark}</text>")), "{drawn}");
    }
}

#[test]
fn a_plot_of_coverage_has_bars_for_what_can_happen() {
    let fired = |name: &str, shares: [Option<f64>; 2]| FiredShare {
        name: name.into(),
        key: None,
        rules: "",
        doc: "",
        shares: shares
            .map(|share| share.map(|share| (share, Wilson::new(share, 100.0, 1.96))))
            .into(),
    };
    // Bars over the whole width of 412: a quarter of it, and half of it; nothing for what cannot
    // happen under B.
    let drawn = plot::coverage(
        &["A", "B"],
        &[
            fired("loop", [Some(0.25), Some(0.5)]),
            fired("edge", [Some(1.0), None]),
            fired("no", [Some(0.0), None]),
        ],
    )
    .into_string();
    assert_eq!(
        (times(&drawn, "class=\"fill a\""), times(&drawn, "class=\"fill b\"")),
        (4, 2),
        "with the names above: {drawn}"
    );
    assert!(
        drawn.contains("width=\"103.0\"")
            && drawn.contains("width=\"206.0\"")
            && drawn.contains("class=\"small never\"")
    );
    assert!(drawn.contains(">50 %</text>") && drawn.contains(">share of the games<"), "{drawn}");
    assert!(drawn.contains("loop: 25 % · 50 %; edge: 100 % · –; no: 0 % · –"), "{drawn}");
}

#[test]
fn a_heat_map_marks_the_front_and_what_was_not_played() {
    let cell =
        |text: &str, near: f64, front: bool| Cell { text: text.into(), near: Some(near), front };
    let none = Cell { text: "–".into(), near: None, front: false };
    let legend = Legend { ends: ["far", "on target"], front: "trade-off" };
    let drawn = plot::heat(
        "turns",
        &legend,
        ("hand", &["2".into(), "3".into()]),
        ("rows", &["5".into()]),
        &[vec![cell("21.0", 1.0, true), none]],
    )
    .into_string();
    assert!(
        drawn.contains("class=\"heat9 front\"")
            && drawn.contains("class=\"heatnone\"")
            && drawn.contains("hand 2 and rows 5: 21.0."),
        "{drawn}"
    );
    // Every shade once, between what the ends of the scale mean, and the frame.
    for text in ["class=\"heat0\"", "class=\"heat5\"", ">far<", ">on target<", ">trade-off<"] {
        assert_eq!(times(&drawn, text), 1, "{text}: {drawn}");
    }
}

#[test]
fn no_text_of_a_heat_map_lies_over_another() {
    let legend = Legend { ends: ["far", "on target"], front: "" };
    let columns: Vec<String> = (0..17).map(|number| format!("house-rule-{number}")).collect();
    let cell = || Cell { text: "30.86".into(), near: Some(0.5), front: false };
    let drawn = |across: &[String], down: &[String]| {
        let cells: Vec<Vec<Cell>> =
            down.iter().map(|_| across.iter().map(|_| cell()).collect()).collect();
        plot::heat("turns", &legend, ("", across), ("house", down), &cells).into_string()
    };
    let one = [String::new()];
    // Side by side there is no room, and below each other there is.
    let (wide, tall) = (drawn(&columns, &one), drawn(&one, &columns));
    assert_eq!((times(&wide, ">30.86</text>"), times(&tall, ">30.86</text>")), (0, 17));
    assert!(!wide.contains(">house-rule-3</text>") && tall.contains(">house-rule-3</text>"));
    assert!(tall.contains("house ↓"), "{tall}");
}

#[test]
fn every_colour_of_a_page_means_one_thing() {
    let style = std::fs::read_to_string(in_checkout("crates/lab/src/report/style.css")).unwrap();
    for theme in style.split(":root {").skip(1).take(2) {
        let theme = theme.split_once('}').unwrap().0;
        let declared = theme.split(';').filter_map(|line| line.trim().strip_prefix("--"));
        // Grey is what is undecided, and also the quieter text; a heat map has its colour in parts.
        let mut colors: Vec<String> = declared
            .filter_map(|line| line.split_once(": "))
            .filter(|(name, _)| !["soft", "paper", "inside"].contains(name))
            .map(|(_, color)| match color.split(", ").collect::<Vec<_>>()[..] {
                [red, green, blue] => {
                    let [red, green, blue] = [red, green, blue].map(|part| part.parse().unwrap());
                    let [red, green, blue]: [u8; 3] = [red, green, blue];
                    format!("#{red:02x}{green:02x}{blue:02x}")
                }
                _ => color.to_owned(),
            })
            .collect();
        assert!(colors.len() > 12, "{colors:?}");
        let all = colors.len();
        colors.sort();
        colors.dedup();
        assert_eq!(colors.len(), all, "{theme}");
    }
}
