//! Books and sheets of all rule sets that ship.

use crate::model::Block;
use crate::pdf::Paper;
use crate::{Book, BookSource, Sheets, book, leaf, sheets};
use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::{Arc, OnceLock};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, SCRIPTED, Variant};
use tsuro::with_rules;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::Language;
use tsuro_suite::{Suite, shipped_suites};

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::default)
}

fn suites() -> &'static [Suite] {
    static SUITES: OnceLock<Vec<Suite>> = OnceLock::new();
    SUITES.get_or_init(|| shipped_suites(registry()))
}

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(Variant::load(name, &BuiltIns, registry()).unwrap())
}

fn shipped() -> impl Iterator<Item = &'static str> {
    BUILT_INS.iter().chain(HOUSE_RULES).chain(SCRIPTED).map(|shipped| shipped.name)
}

fn source(reference: &str, language: Language) -> BookSource<'_> {
    BookSource {
        reference,
        variant: variant(reference),
        rules: RuleSource { loader: &BuiltIns, registry: registry() },
        suites: suites(),
        own_suites: suites().len(),
        language,
    }
}

fn whole(reference: &str, language: Language) -> Book {
    book(&source(reference, language)).unwrap()
}

/// The streams of a PDF document, uncompressed: first those of drawings, then those of pages.
fn streams(pdf: &[u8]) -> Vec<String> {
    let find = |from: usize, what: &[u8]| {
        pdf[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(begin) = find(from, b"stream\n") {
        let end = find(begin, b"\nendstream").unwrap();
        let mut bytes = Vec::new();
        ZlibDecoder::new(&pdf[begin + 7..end]).read_to_end(&mut bytes).unwrap();
        found.push(bytes.iter().map(|&byte| char::from(byte)).collect());
        from = end + 10;
    }
    found
}

/// The drawings that pages place: the name, the scale, and where the top left corner is.
fn placed(pdf: &[u8]) -> Vec<(String, f32, (f32, f32))> {
    let mut found = Vec::new();
    for page in streams(pdf) {
        let lines: Vec<&str> = page.lines().collect();
        for pair in lines.windows(2) {
            if let Some(name) = pair[1].strip_suffix(" Do") {
                let numbers: Vec<f32> =
                    pair[0].split(' ').filter_map(|number| number.parse().ok()).collect();
                found.push((name.to_owned(), numbers[0], (numbers[4], numbers[5])));
            }
        }
    }
    found
}

fn printed(name: &str, paper: Paper, tile: u8) -> Sheets {
    sheets(&variant(name), (paper, tile), Language::English).unwrap()
}

#[test]
fn the_sheets_of_every_rule_set_have_the_tiles_of_its_deck_and_the_pieces_of_its_players() {
    for name in shipped() {
        let rules = variant(name);
        let made = printed(name, Paper::A4, 45);
        let copies: Vec<u16> = with_rules!(rules.rules(), |rules| rules.basics.copies().to_vec());
        let tiles: usize = copies.iter().map(|&copies| usize::from(copies)).sum();
        assert_eq!(made.tiles, tiles, "{name}");
        let mut placed_by_name: BTreeMap<String, usize> = BTreeMap::new();
        for (drawing, _, _) in placed(&made.pdf) {
            *placed_by_name.entry(drawing).or_default() += 1;
        }
        // The board is the first drawing; then come the tiles in their order.
        assert_eq!(placed_by_name["/D0"], made.board_pages, "{name}");
        for (number, &copies) in (1..).zip(copies.iter().filter(|&&copies| copies > 0)) {
            assert_eq!(placed_by_name[&format!("/D{number}")], usize::from(copies), "{name}");
        }
        let most = usize::from(rules.players().most());
        assert!(made.pieces >= most, "{name}: {} pieces", made.pieces);
    }
}

#[test]
fn a_tile_is_as_long_as_it_was_asked_to_be_and_lies_beside_the_next_one() {
    for (paper, size) in [(Paper::A4, "595.27563 841.88983"), (Paper::Letter, "612 792")] {
        for tile in [20, 45, 100] {
            let made = printed("classic", paper, tile);
            let text: String = made.pdf.iter().map(|&byte| char::from(byte)).collect();
            let box_of = |text: &str| text.split("/MediaBox [").nth(1).unwrap()[..30].to_owned();
            assert!(text.contains(size) || !box_of(&text).is_empty(), "{}", box_of(&text));
            // A millimetre is 72/25.4 points, and y goes downwards.
            let pages = streams(&made.pdf);
            assert!(pages.iter().any(|page| page.starts_with("2.8346457 0 0 -2.8346457 0 ")));
            let tiles: Vec<(f32, (f32, f32))> = placed(&made.pdf)
                .into_iter()
                .filter(|(name, _, _)| name == "/D1" || name == "/D2")
                .map(|(_, scale, at)| (scale, at))
                .collect();
            let [(scale, (x, y)), (_, (next_x, next_y))] = tiles[..] else { panic!("{tiles:?}") };
            // A tile is 100 units wide.
            assert!((scale * 100.0 - f32::from(tile)).abs() < 0.001, "{scale}");
            let beside = (next_x - x - f32::from(tile)).abs() < 0.01 && (next_y - y).abs() < 0.01;
            assert!(beside || tile == 100, "{tiles:?}");
            let (width, height) = paper.size();
            for (_, scale, (x, y)) in placed(&made.pdf).iter().filter(|(name, ..)| name == "/D9") {
                let side = scale * 100.0;
                assert!(*x >= 5.0 && x + side <= width - 5.0, "{x}");
                assert!(*y >= 5.0 && y + side <= height - 10.0, "{y}");
            }
        }
    }
}

#[test]
fn the_pages_of_a_board_show_all_of_it_and_overlap_by_a_strip() {
    let made = printed("islands", Paper::A4, 60);
    let corners: Vec<(f32, f32)> = placed(&made.pdf)
        .into_iter()
        .filter(|(name, ..)| name == "/D0")
        .map(|(_, _, at)| at)
        .collect();
    assert_eq!(corners.len(), made.board_pages);
    assert!(made.board_pages > 4, "{}", made.board_pages);
    // Each page begins where the one before it ends, less the strip: the board is moved by the same
    // length from page to page.
    let mut lefts: Vec<i32> = corners.iter().map(|(x, _)| (x * 10.0).round() as i32).collect();
    lefts.sort_unstable_by_key(|x| -x);
    lefts.dedup();
    let steps: Vec<i32> = lefts.windows(2).map(|pair| pair[0] - pair[1]).collect();
    assert!(steps.windows(2).all(|pair| (pair[0] - pair[1]).abs() <= 1), "{lefts:?}");
}

#[test]
fn the_same_sheets_and_books_are_made_twice() {
    for name in ["seas", "tide"] {
        assert_eq!(printed(name, Paper::Letter, 50).pdf, printed(name, Paper::Letter, 50).pdf);
        let [one, other] = [(); 2].map(|()| whole(name, Language::French));
        assert_eq!(one, other);
        assert_eq!(one.pdf(Paper::A4).unwrap(), other.pdf(Paper::A4).unwrap());
        assert_eq!(one.html(), other.html());
        assert_eq!(one.markdown("x"), other.markdown("x"));
    }
}

/// The texts of a book, without titles and pictures.
fn texts(book: &Book) -> Vec<&str> {
    book.blocks.iter().flat_map(texts_of).collect()
}

fn texts_of(block: &Block) -> Vec<&str> {
    match block {
        Block::Heading(1, _) => Vec::new(),
        Block::Heading(_, text) | Block::Paragraph(text) | Block::Question(text) => vec![text],
        Block::List(entries) => entries.iter().map(String::as_str).collect(),
        Block::Signs(signs) => signs.iter().map(|(_, says)| says.as_str()).collect(),
        Block::Table { head, .. } => head.iter().map(String::as_str).collect(),
        Block::Picture { says, .. } => vec![says],
    }
}

#[test]
fn every_shipped_rule_set_has_a_whole_book_in_every_language() {
    for name in shipped() {
        let [english, french] =
            [Language::English, Language::French].map(|language| whole(name, language));
        let (told, said) = (texts(&english), texts(&french));
        assert_eq!(told.len(), said.len(), "{name}: {told:#?}\n{said:#?}");
        // Where rules come from is told in English.
        let from = variant(name).resolved().source().to_owned();
        let is_from = |text: &str| !from.is_empty() && text.ends_with(&from);
        for (told, said) in told.iter().zip(&said).filter(|(told, _)| !is_from(told)) {
            assert!(!said.contains(['\'', '{']) && !told.contains('{'), "{name}: {said}");
            let is_same = told == said && told.len() > 14;
            assert!(!is_same, "{name}: {told}");
        }
        assert!(english.pictures() > 1, "{name}: {} pictures", english.pictures());
        assert_eq!(english.pictures(), french.pictures(), "{name}");
        let (_, pages) = french.pdf(Paper::Letter).unwrap();
        assert!(pages > 1, "{name}");
    }
}

#[test]
fn every_picture_is_that_of_a_scenario_which_passes_under_the_rule_set() {
    let says = |name: &str| -> Vec<String> {
        let book = whole(name, Language::English);
        let of =
            |block: Block| if let Block::Picture { says, .. } = block { Some(says) } else { None };
        book.blocks.into_iter().filter_map(of).collect()
    };
    let [classic, passing, seas] = ["classic", "classic+passing", "seas"].map(says);
    let meets = "Two pieces that meet on one path are both out.";
    assert!(classic.iter().any(|says| says == meets), "{classic:#?}");
    assert!(!passing.iter().any(|says| says == meets), "{passing:#?}");
    assert!(!classic.join(" ").contains("dice"), "{classic:#?}");
    assert!(seas.join(" ").contains("Two dice name the square"), "{seas:#?}");
}

#[test]
fn the_setup_says_how_many_pieces_come_and_not_which_luck_brings() {
    let table = |name: &str| -> Vec<Vec<String>> {
        let blocks = whole(name, Language::English).blocks;
        let is_table =
            |block| if let Block::Table { rows, .. } = block { Some(rows) } else { None };
        blocks.into_iter().find_map(is_table).unwrap()
    };
    let last = |rows: &[Vec<String>]| -> Vec<String> {
        rows.iter().map(|row| row.last().unwrap().clone()).collect()
    };
    // As `hazard.setup` of the rule set has it.
    assert_eq!(last(&table("seas")), ["6", "6", "6", "5", "5", "4", "4"]);
    let classic = table("classic");
    assert_eq!(classic[0], ["2", "3", "29", "no"]);
    assert_eq!(classic[6], ["8", "3", "11", "yes"]);
}

#[test]
fn players_ask_about_what_a_rule_set_makes_unusual() {
    let asked = |name: &str| texts(&whole(name, Language::English)).join("\n");
    let [classic, double, seas] = ["classic", "double-turn", "seas"].map(asked);
    for (question, without, with) in [
        ("How many tiles do I lay in a turn?", &classic, &double),
        ("May two pieces come to the same end of a path?", &classic, &seas),
    ] {
        assert!(!without.contains(question) && with.contains(question), "{question}");
    }
}

#[test]
fn a_book_says_that_the_last_share_the_win_only_where_the_last_win() {
    let told = |name: &str| texts(&whole(name, Language::English)).join("\n");
    let shared = "Players whom one tile puts out last share the win.";
    for (name, is_so) in [
        ("classic", true),
        ("teams", true),
        ("harbour", true),
        ("lanterns", false),
        ("longest-path", false),
        ("bounty", false),
        ("solo", false),
        ("solo-seas", false),
    ] {
        assert_eq!(told(name).contains(shared), is_so, "{name}");
        assert_eq!(told(name).contains("puts out all who are left?"), is_so, "{name}");
    }
    assert!(!told("solo-seas").contains("Tiles are exchanged"));
}

#[test]
fn rules_in_scripts_bring_their_paragraphs_and_the_numbers_of_their_keys() {
    let plain = variant("classic");
    for (name, numbers, helped) in [
        ("classic+tide+every=5", "after every 5 turns", "One row moves"),
        ("classic+wind", "after every 3 turns", "a quarter clockwise"),
        ("classic+bid+coins=20", "has 20 coins", "bid in secret"),
        ("classic+auction", "of its nine coins", "the last bid takes it"),
        ("classic+thief", "", "from the hand of the first of them"),
        ("classic+harbour", "", "one of two far squares at the rim"),
        ("classic+ko", "", "the number before or after it"),
        ("classic+bounty", "", "the most points win"),
    ] {
        let source = source(name, Language::English);
        let told = [book(&source), leaf(&source, ("classic", &plain))];
        for told in told.map(|made| texts(&made.unwrap()).join("\n")) {
            assert!(told.contains(numbers) && told.contains(helped), "{name}: {told}");
        }
    }
}

#[test]
fn there_are_as_many_marks_as_lie_on_the_board_at_the_start() {
    let told = texts(&whole("lanterns", Language::English)).join("\n");
    assert!(told.contains("To mark squares: 3 (a lantern)."), "{told}");
    let most = placed(&printed("lanterns", Paper::A4, 45).pdf);
    let last = &most.last().unwrap().0;
    assert_eq!(most.iter().filter(|(drawing, ..)| drawing == last).count(), 3);
}

#[test]
fn a_column_is_as_wide_as_its_longest_word() {
    for name in shipped() {
        for language in [Language::English, Language::French] {
            let (pdf, _) = whole(name, language).pdf(Paper::A4).unwrap();
            let all = streams(&pdf).concat();
            let head = if language == Language::English { "(Players)" } else { "(Joueurs)" };
            assert!(all.contains(head), "{name}");
        }
    }
}

#[test]
fn a_leaf_says_what_differs_and_shows_nothing_that_players_know() {
    let plain = variant("classic");
    let made = leaf(&source("luxury", Language::English), ("classic", &plain)).unwrap();
    let whole = whole("luxury", Language::English);
    assert!(made.pictures() > 0 && made.pictures() < whole.pictures());
    let told = texts(&made).join("\n");
    assert!(told.contains("What differs from Tsuro") && told.contains("At most 11"), "{told}");
    assert!(!told.contains("Every tile has four paths"), "{told}");
    let same = leaf(&source("classic", Language::French), ("classic", &plain)).unwrap();
    assert!(texts(&same).contains(&"Les règles sont les mêmes."), "{same:?}");
}

/// A rule set whose texts are marks of HTML, Markdown and PDF.
#[test]
fn texts_of_a_rule_set_are_texts_in_every_format() {
    let evil = "<script>alert(1)</script> [x](javascript:1) ![y](z) \\u202e (a) \\\\) Tj ET `*_|";
    let text = format!(
        "schema = 1\nname = \"evil\"\nextends = \"classic\"\ntitle = \"{evil}\"\nsummary = \
         \"{evil}\"\nsource = \"{evil}\"\n"
    );
    let rules = Arc::new(Variant::from_text("evil", &text, registry()).unwrap());
    let source = BookSource { variant: Arc::clone(&rules), ..source("classic", Language::English) };
    let made = book(&source).unwrap();
    let page = made.html();
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"), "{page}");
    assert!(!page.contains('\u{202e}'));
    let markdown = made.markdown("evil-pictures");
    assert!(!markdown.text.contains("<script") && !markdown.text.contains('\u{202e}'));
    assert!(!markdown.text.contains("[x](") && !markdown.text.contains("![y]"));
    let (pdf, _) = made.pdf(Paper::A4).unwrap();
    assert!(streams(&pdf).iter().any(|stream| stream.contains("\\(a\\)")));
    assert!(sheets(&rules, (Paper::A4, 45), Language::English).is_ok());
    for (_, svg) in markdown.pictures {
        assert!(roxmltree::Document::parse(&svg).is_ok() && !svg.contains("<script"));
    }
}

#[test]
fn text_of_pdf_documents_can_be_searched_in_french() {
    let (pdf, _) = whole("classic", Language::French).pdf(Paper::A4).unwrap();
    let all = streams(&pdf).concat();
    // A text with accents is written in hexadecimal digits: `D’ap`.
    assert!(all.contains("(La mise en place)") && all.contains("<44926170"), "no such text");
}
