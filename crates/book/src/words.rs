//! The words of rulebooks and of sheets to print, in every language. Sentences about rules come
//! from the rules themselves and from `tsuro_faces::words`.

use tsuro_faces::words::{Language, fill};

/// Makes [`Word`], with its text in each language: one that is missing does not compile.
macro_rules! words {
    ($($key:ident: $english:literal, $french:literal;)*) => {
        /// The name of a text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Word {
            $($key,)*
        }

        impl Word {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$key,)*];

            /// The text, with its names in braces.
            pub const fn text(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$key, Language::English) => $english,
                        (Self::$key, Language::French) => $french,
                    )*
                }
            }
        }
    };
}

words! {
    After: "After: {source}", "D’après : {source}";
    DiffersFrom: "What differs from {title}", "Ce qui diffère de {title}";
    SameRules: "The rules are the same.", "Les règles sont les mêmes.";

    Components: "What you need", "Le matériel";
    Board: "A board of {columns} by {rows} squares.", "Un plateau de {columns} cases sur {rows}.";
    Tiles: "{count} tiles with paths: each of {faces} faces {times}.",
        "{count} tuiles avec des chemins : chacune des {faces} faces {times}.";
    TilesMixed: "{count} tiles with paths, of {faces} different faces.",
        "{count} tuiles avec des chemins, de {faces} faces différentes.";
    Once: "once", "une fois";
    Times: "{count} times", "{count} fois";
    Specials: "Special tiles: {count} ({name}).", "Tuiles spéciales : {count} ({name}).";
    Pieces: "{count} pieces, one for each player.", "{count} pions, un pour chaque joueur.";
    OnePiece: "One piece.", "Un pion.";
    RulePieces: "Pieces of the rules: {count} ({name}).", "Pièces des règles : {count} ({name}).";
    TokenPart: "For drawing: {name}.", "Pour la pioche : {name}.";
    MarkPart: "To mark squares: {name}.", "Pour marquer des cases : {name}.";
    MarksPart: "To mark squares: {count} ({name}).", "Pour marquer des cases : {count} ({name}).";
    CountPart: "To count: {name}.", "Pour compter : {name}.";
    DicePart: "Two dice with six faces.", "Deux dés à six faces.";

    Setup: "Setup", "La mise en place";
    SetupBoard: "The board before the game. Pieces start at the short lines.",
        "Le plateau avant la partie. Les pions partent des traits courts.";
    ColumnPlayers: "Players", "Joueurs";
    ColumnHand: "Tiles each", "Tuiles chacun";
    ColumnOpen: "Open tiles", "Tuiles ouvertes";
    ColumnPile: "Tiles in the pile", "Tuiles dans la pioche";
    ColumnTeams: "Teams", "Équipes";
    Yes: "yes", "oui";
    No: "no", "non";

    Play: "How to play", "Le jeu";
    Core: "Every tile has four paths, which join its eight ends in pairs. In a turn, a player \
        lays a tile in front of a piece, turned any way round. Every piece in front of the new \
        tile follows its path over all tiles, as far as it leads. A piece whose path leads off \
        the board is lost.",
        "Chaque tuile a quatre chemins, qui relient ses huit bouts deux à deux. À son tour, un \
        joueur pose une tuile devant un pion, tournée comme il veut. Tout pion devant la \
        nouvelle tuile suit son chemin sur toutes les tuiles, aussi loin qu’il mène. Un pion \
        dont le chemin mène hors du plateau est perdu.";
    Detail: "In detail", "En détail";
    OwnRules: "The rules of this game", "Les règles de ce jeu";
    End: "The end of the game", "La fin de la partie";

    Questions: "Frequent questions", "Questions fréquentes";
    AskPlayers: "How many can play?", "Combien de joueurs peuvent jouer ?";
    AnswerPlayers: "The game is for {counts} players.", "Le jeu est pour {counts} joueurs.";
    AnswerAlone: "The game is for one person.", "Le jeu est pour une personne.";
    AskFirst: "Who begins?", "Qui commence ?";
    AskShare: "May two pieces start in front of one square?",
        "Deux pions peuvent-ils partir devant une même case ?";
    AskHands: "May I see the tiles of the others?", "Puis-je voir les tuiles des autres ?";
    AskWhere: "Where may I lay a tile?", "Où puis-je poser une tuile ?";
    AskOften: "How many tiles do I lay in a turn?",
        "Combien de tuiles est-ce que je pose par tour ?";
    AskSuicide: "May I put my own piece out?", "Puis-je éliminer mon propre pion ?";
    AskForced: "And if every placement is forbidden?", "Et si tous les placements sont interdits ?";
    AskNever: "May two pieces come to the same end of a path?",
        "Deux pions peuvent-ils arriver au même bout d’un chemin ?";
    AskMeeting: "What happens to pieces that meet?",
        "Qu’arrive-t-il aux pions qui se rencontrent ?";
    AskReturned: "What becomes of the tiles of players who are out?",
        "Que deviennent les tuiles des joueurs éliminés ?";
    AskExchange: "May I take tiles from a player whom I put out?",
        "Puis-je prendre des tuiles à un joueur que j’élimine ?";
    AskLives: "Is a piece that is put out lost at once?",
        "Un pion éliminé est-il aussitôt perdu ?";
    AskTie: "Who wins if one tile puts out all who are left?",
        "Qui gagne si une tuile élimine tous ceux qui restent ?";
    AskLong: "Can a game go on for ever?", "Une partie peut-elle durer sans fin ?";

    Sheets: "sheets to print and cut", "planches à imprimer et à découper";
    TrueSize: "Print at true size (100 %): this line is 100 mm long.",
        "Imprimer à la taille réelle (100 %) : ce trait mesure 100 mm.";
    BoardPage: "Board, row {row} of {rows}, column {column} of {columns}. Cut along the dashed \
        lines on the left and above, and glue on the strips of the other pages.",
        "Plateau, rangée {row} sur {rows}, colonne {column} sur {columns}. Découper le long des \
        tirets à gauche et en haut, et coller sur les bandes des autres pages.";
    BoardWhole: "Board", "Plateau";
    TilePage: "Tiles", "Tuiles";
    PiecePage: "Pieces", "Pions";
    RulePiecePage: "Pieces of the rules", "Pièces des règles";
    Dice: "Dice", "Dés";
    DiceSquares: "Two dice name a square:", "Deux dés désignent une case :";
    DieShows: "A die shows", "Un dé montre";
    DiceColumn: "first die: column", "premier dé : colonne";
    DiceRow: "second die: row", "second dé : ligne";
    DiceSums: "What two dice set in motion happens on these sums: {sums}.",
        "Ce que deux dés mettent en mouvement arrive pour ces sommes : {sums}.";
    DicePieces: "A die moves the pieces of the rules, as long as they are not turned:",
        "Un dé déplace les pièces des règles, tant qu’elles ne sont pas tournées :";
    DicePiece: "Piece", "Pièce";
    DiceUp: "Up", "Haut";
    DiceRight: "Right", "Droite";
    DiceDown: "Down", "Bas";
    DiceLeft: "Left", "Gauche";
    DiceTurn: "Turns", "Tourne";
    Clockwise: "{number}, clockwise", "{number}, sens horaire";
    Counter: "{number}, counter-clockwise", "{number}, sens antihoraire";
    DiceRolled: "When dice are rolled:", "Quand on lance les dés :";
}

/// A text with its names filled in.
pub(crate) fn say(language: Language, word: Word, names: &[(&str, &str)]) -> String {
    fill(word.text(language), names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_say_the_same_with_the_same_names() {
        let names = |text: &str| {
            let mut names: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|part| Some(part.split_once('}')?.0.to_owned()))
                .collect();
            names.sort();
            names
        };
        for &word in Word::ALL {
            let [english, french] =
                [Language::English, Language::French].map(|language| word.text(language));
            assert_eq!(names(english), names(french), "{word:?}");
            assert!(!english.is_empty() && !french.is_empty());
            let lacks_space =
                [" ?", " !", " ;", " :", " %"].iter().any(|sign| french.contains(sign));
            assert!(!french.contains('\'') && !lacks_space, "{word:?}: {french}");
            assert!(word == Word::Questions || english != french || english == "Dice", "{word:?}");
        }
    }
}
