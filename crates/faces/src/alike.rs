//! Names of persons that would be taken for the names of bots.

use crate::words::{LEVEL_WORDS, Language, TextKey};
use tsuro::bots::BOTS;

/// Letters that look like others, or are read as such, after the letter for which they are taken.
const ALIKE: &[&str] = &[
    "aàáâãäåāăąǎаαɑᴀ4@",
    "bьвβʙƅ8",
    "cçćĉċčсϲᴄ",
    "dďđԁᴅ",
    "eèéêëēĕėęěеёεҽᴇ3€",
    "fƒϝ",
    "gĝğġģɡԍɢ9",
    "hĥħһнʜ",
    // `l` and `1` are taken for `i`.
    "iìíîïĩīĭįıіїιɪlĺļľłӏʟ1|!",
    "jјʝĵ",
    "kķкκᴋ",
    "mмᴍ",
    "nñńņňпηɴ",
    "oòóôõöøōŏőоοσᴏ0",
    "pрρþᴘ",
    "rŕŗřгʀ",
    "sśŝşšѕꜱ5$",
    "tţťŧтτᴛ7",
    "uùúûüũūŭůűųυцᴜ",
    "vνѵᴠ",
    "wŵωшᴡ",
    "xхχ",
    "yýÿŷуүγʏ",
    "zźżžᴢ2",
];

/// Whether a name is made of nothing but words by which the table names bots: what they are, how
/// well they play, the colours of those without a name, and numbers; or looks as if it were.
pub(crate) fn is_like_a_bot(name: &str) -> bool {
    let bots = Language::ALL
        .iter()
        .map(|language| language.sentence(TextKey::KindBot).replace("{bot}", ""));
    let levels = Language::ALL
        .iter()
        .flat_map(|language| LEVEL_WORDS.map(|(name, _)| language.sentence(name).to_owned()));
    let colors = Language::ALL
        .iter()
        .flat_map(|language| language.sentence(TextKey::Colors).split(' ').map(str::to_owned));
    let names = BOTS.iter().map(|bot| bot.name.to_owned());
    let words: Vec<String> =
        bots.chain(levels).chain(colors).chain(names).map(|word| shape(&word)).collect();
    let without_digits: String = name.chars().filter(|letter| !letter.is_numeric()).collect();
    [shape(name), shape(&without_digits)]
        .iter()
        .any(|shape| !shape.is_empty() && is_made_of(shape, &words))
}

fn is_made_of(text: &str, words: &[String]) -> bool {
    text.is_empty()
        || words.iter().any(|word| {
            text.strip_prefix(word.as_str()).is_some_and(|rest| is_made_of(rest, words))
        })
}

/// What a text looks like, in the letters from a to z alone; what is no letter is left out.
fn shape(text: &str) -> String {
    let letters: String =
        text.chars().map(plain).flat_map(char::to_lowercase).filter_map(letter).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

fn letter(character: char) -> Option<char> {
    let alike =
        ALIKE.iter().find(|alike| alike.contains(character)).and_then(|alike| alike.chars().next());
    alike.or_else(|| character.is_ascii_lowercase().then_some(character))
}

/// A letter in another form (wide, bold, in a circle or a square) as itself.
fn plain(character: char) -> char {
    let code = u32::from(character);
    let number = match code {
        0xff21..=0xff3a => code - 0xff21,
        0xff41..=0xff5a => code - 0xff41,
        0x24b6..=0x24cf => code - 0x24b6,
        0x24d0..=0x24e9 => code - 0x24d0,
        // Many alphabets one after another, each with 26 capitals and 26 small letters.
        0x1d400..=0x1d6a3 => (code - 0x1d400) % 26,
        0x1f130..=0x1f149 => code - 0x1f130,
        0x1f150..=0x1f169 => code - 0x1f150,
        0x1f170..=0x1f189 => code - 0x1f170,
        _ => return character,
    };
    u8::try_from(number).map_or(character, |number| char::from(b'a' + number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_be_taken_for_bots_are_found() {
        for name in [
            "Bot",
            "bot 2",
            "BOT#3",
            "Robot",
            "robot moyen",
            "Easy bot",
            "mediumbot",
            "Medium",
            "mеdium",
            "mediurn",
            "hɑrd",
            "rnedium",
            "M3dium",
            "éasy",
            "ｅａｓｙ",
            "𝐡𝐚𝐫𝐝",
            "ⓔⓐⓢⓨ",
            "b0t",
            "Вот",
            "expert.",
            "Facile 2",
            "diffici1e",
            "DifficiIe",
            "greedy",
            "Master",
            "Maitre",
            "beginner 1",
            "Greedy (bot)",
            "gгeedy",
            "ismcts-ms",
            "Rеd",
            "R€d",
            "Blue bot",
            "Cyan",
            "Ivoire",
            "or4nge",
        ] {
            assert!(is_like_a_bot(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_nobody_elses() {
        for name in [
            "Ann", "Bob", "Élise", "Анна", "小明", "7", "R2-D2", "Bottom", "Abbot", "Reda",
            "Harder", "Rob", "Bea", "Zoë 2", "Ann bot", "…", "Eve",
        ] {
            assert!(!is_like_a_bot(name), "{name}");
        }
    }
}
