//! Every sentence in every language, side by side: a name, the sentence in English, and in French.

/// Makes [`TextKey`] and its sentences of the table below.
macro_rules! sentences {
    ($($key:ident: $english:literal, $french:literal;)*) => {
        /// The name of a sentence.
        #[allow(missing_docs, reason = "the table says what each is")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum TextKey {
            $($key,)*
        }

        impl TextKey {
            /// All keys, in the order of the table.
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$key,)*];

            /// The sentence in each language, in the order of [`Language::ALL`](super::Language::ALL), with its names
            /// in braces.
            pub(super) const fn sentences(self) -> [&'static str; 2] {
                match self {
                    $(Self::$key => [$english, $french],)*
                }
            }
        }
    };
}

sentences! {
    // Places: a square and a port.
    Place: "{square}, {port}", "{square}, {port}";
    PortA: "top side, left", "côté haut, à gauche";
    PortB: "top side, right", "côté haut, à droite";
    PortC: "right side, upper", "côté droit, en haut";
    PortD: "right side, lower", "côté droit, en bas";
    PortE: "bottom side, right", "côté bas, à droite";
    PortF: "bottom side, left", "côté bas, à gauche";
    PortG: "left side, lower", "côté gauche, en bas";
    PortH: "left side, upper", "côté gauche, en haut";
    SideTop: "top", "haut";
    SideRight: "right", "droit";
    SideBottom: "bottom", "bas";
    SideLeft: "left", "gauche";
    // Lists and counts.
    And: "{first} and {last}", "{first} et {last}";
    OneTile: "one tile", "une tuile";
    Tiles: "{count} tiles", "{count} tuiles";
    // Players and what they hold.
    Colors: "Red Blue Green Yellow Purple Cyan Orange White", "Rouge Bleu Vert Jaune Mauve Cyan Orange Ivoire";
    PlayerName: "Player {letter}", "Joueur {letter}";
    You: "You", "Vous";
    // What happens in a game.
    Started: "{who} starts at {place}.", "{who} part de {place}.";
    StartedYou: "You start at {place}.", "Vous partez de {place}.";
    TurnBegins: "Turn {number}: {who}.", "Tour {number} : {who}.";
    TurnBeginsYou: "Turn {number}: your turn.", "Tour {number} : à vous de jouer.";
    Rolled: "The dice show {gold} and {blue}.", "Les dés montrent {gold} et {blue}.";
    RolledDie: "The daikaiju act on a {value}.", "Les daïkaijus agissent sur un {value}.";
    WakeToPile: "The tile on {square} is swallowed and goes under the pile.", "La tuile en {square} est avalée et va sous la pioche.";
    WakeToBox: "The tile on {square} is swallowed and leaves the game.", "La tuile en {square} est avalée et quitte la partie.";
    Relocated: "{who} moves to another start mark: {place}.", "{who} change de marque de départ : {place}.";
    RelocatedYou: "You move to another start mark: {place}.", "Vous changez de marque de départ : {place}.";
    Placed: "{who} places {ports} on {square}.", "{who} pose {ports} en {square}.";
    PlacedYou: "You place {ports} on {square}.", "Vous posez {ports} en {square}.";
    Moved: "{who} moves to {place}.", "{who} avance jusqu'à {place}.";
    MovedYou: "You move to {place}.", "Vous avancez jusqu'à {place}.";
    OutEdge: "{who} is out: the path leads off the board.", "{who} est éliminé : le chemin sort du plateau.";
    OutEdgeYou: "You are out: your path leads off the board.", "Vous êtes éliminé : votre chemin sort du plateau.";
    OutCollision: "{who} is out: two pieces met on one path.", "{who} est éliminé : deux pions se rencontrent sur un même chemin.";
    OutCollisionYou: "You are out: you met another piece on your path.", "Vous êtes éliminé : vous rencontrez un autre pion sur votre chemin.";
    OutLoop: "{who} is out: the path is an endless loop.", "{who} est éliminé : le chemin est une boucle sans fin.";
    OutLoopYou: "You are out: your path is an endless loop.", "Vous êtes éliminé : votre chemin est une boucle sans fin.";
    OutOther: "{who} is out: {cause}.", "{who} est éliminé : {cause}.";
    OutOtherYou: "You are out: {cause}.", "Vous êtes éliminé : {cause}.";
    Exchanged: "{who} exchanges {tiles} with the players just eliminated.", "{who} échange {tiles} avec les joueurs qui viennent d'être éliminés.";
    ExchangedYou: "You exchange {tiles} with the players just eliminated.", "Vous échangez {tiles} avec les joueurs qui viennent d'être éliminés.";
    Returned: "The hands of eliminated players go back into the pile: {tiles}.", "Les mains des joueurs éliminés retournent dans la pioche : {tiles}.";
    Drew: "{who} draws a tile.", "{who} pioche une tuile.";
    DrewYou: "You draw {ports}.", "Vous piochez {ports}.";
    DrewOpen: "The table draws {ports}.", "La table pioche {ports}.";
    Passed: "{who} has no tile and passes.", "{who} n'a plus de tuile et passe.";
    PassedYou: "You have no tile and pass.", "Vous n'avez plus de tuile et passez.";
    Answered: "{question} {who}: {choice}.", "{question} {who} : {choice}.";
    AnsweredSecret: "{question} {who} has answered in secret.", "{question} {who} a répondu en secret.";
    Carried: "{who} is carried to {place}.", "{who} est emporté jusqu'à {place}.";
    CarriedYou: "You are carried to {place}.", "Vous êtes emporté jusqu'à {place}.";
    RuleSays: "{rule}: {data}", "{rule} : {data}";
    // How a game ends.
    WonLast: "{who} is the last one on the board and wins.", "{who} reste seul sur le plateau et gagne.";
    WonLastYou: "You are the last one on the board: you win!", "Vous restez seul sur le plateau : vous gagnez !";
    WonTeam: "The last team on the board wins: {who}.", "La dernière équipe sur le plateau gagne : {who}.";
    WonTie:
        "The last players went out at the same time and tie: {who}.",
        "Les derniers joueurs, éliminés en même temps, sont à égalité : {who}.";
    WonShared:
        "Several players are still on the board and share the win: {who}.",
        "Plusieurs joueurs sont encore sur le plateau et partagent la victoire : {who}.";
    WonScore: "Most points: {who}.", "Plus grand nombre de points : {who}.";
    WonLimit: "The turn limit is reached. Still on the board: {who}.", "La limite de tours est atteinte. Encore sur le plateau : {who}.";
    NoPlayer: "nobody", "personne";
    ScoreOf: "{who}: {points}", "{who} : {points}";
    Scores: "Points: {scores}.", "Points : {scores}.";
    // A placement and its consequences.
    Choice: "{number}: tile {tile}{turned}: {consequences}.", "{number} : tuile {tile}{turned} : {consequences}.";
    Turned0: ", not turned", ", non tournée";
    Turned1: ", turned once", ", tournée une fois";
    Turned2: ", turned twice", ", tournée deux fois";
    Turned3: ", turned three times", ", tournée trois fois";
    YouReach: "you reach {place}", "vous atteignez {place}";
    OtherReaches: "{who} goes to {place}", "{who} va jusqu'à {place}";
    YouOut: "you are out, {cause}", "vous êtes éliminé, {cause}";
    OtherOut: "{who} is out, {cause}", "{who} est éliminé, {cause}";
    CauseEdge: "off the board", "hors du plateau";
    CauseCollision: "in a collision", "dans une collision";
    CauseLoop: "in an endless loop", "dans une boucle sans fin";
    // Where everything is.
    HandTile: "Tile {tile}: {ports}.", "Tuile {tile} : {ports}.";
    HandTileTurns: "Tile {tile}: {ports}; {count} ways to turn it.", "Tuile {tile} : {ports} ; {count} orientations.";
    HandEmpty: "No tiles.", "Aucune tuile.";
    WhereFacing: "{who}: facing {place}, on the tile at {tile}.", "{who} : devant {place}, sur la tuile en {tile}.";
    WhereBetween: "{who}: facing {place}, on no tile.", "{who} : devant {place}, sur aucune tuile.";
    WhereStart: "{who}: at a start mark, facing {place}.", "{who} : sur une marque de départ, devant {place}.";
    WhereOut: "{who}: out.", "{who} : éliminé.";
    WhereNot: "{who}: not on the board yet.", "{who} : pas encore sur le plateau.";
    WhereTiles: "{who}: {tiles} in hand.", "{who} : {tiles} en main.";
    WhereDragon: "{who} holds the {dragon}.", "{who} détient la {dragon}.";
    WhereDragonYou: "You hold the {dragon}.", "Vous détenez la {dragon}.";
    WhereScore: "{who} has {points} points.", "{who} a {points} points.";
    WhereScoreYou: "You have {points} points.", "Vous avez {points} points.";
    WhereDisplaced: "{who} may move to another start mark at the next turn.", "{who} pourra changer de marque de départ à son prochain tour.";
    WhereDisplacedYou: "You may move to another start mark at your next turn.", "Vous pourrez changer de marque de départ à votre prochain tour.";
    WhereSupply: "{count} daikaiju are in the supply.", "Daïkaijus en réserve : {count}.";
    WherePile: "{tiles} in the draw pile.", "{tiles} dans la pioche.";
    BoardEmpty:
        "The board has {columns} columns and {rows} rows, and no tile yet.",
        "Le plateau a {columns} colonnes et {rows} lignes, et aucune tuile pour l'instant.";
    ShapeMissingOne: "The square {squares} does not exist.", "La case {squares} n'existe pas.";
    ShapeMissing: "These squares do not exist: {squares}.", "Ces cases n'existent pas : {squares}.";
    ShapeColumns: "Beyond the last column lies the first, and the other way round.", "Derrière la dernière colonne vient la première, et inversement.";
    ShapeRows: "Beyond the last row lies the first, and the other way round.", "Derrière la dernière ligne vient la première, et inversement.";
    ShapePortals:
        "{one} and {other} are portals: a path that leads onto one goes straight on behind the other.",
        "{one} et {other} sont des portails : un chemin qui mène à l'un continue tout droit derrière l'autre.";
    BoardTile: "{square}: {ports}.", "{square} : {ports}.";
    BoardDaikaiju:
        "{square}: a daikaiju; it turns on a {turn}, and moves up on a {up}, right on a {right}, down on a {down}, left on a {left}.",
        "{square} : un daïkaiju ; sur un {turn} il tourne, sur un {up} il monte, sur un {right} il va à droite, sur un {down} il descend, sur un {left} il va à gauche.";
    BoardMonster: "{square}: a daikaiju.", "{square} : un daïkaiju.";
    BoardRest: "All other squares are empty.", "Toutes les autres cases sont vides.";
    // Before the game.
    PickRules: "Which game?", "Quel jeu ?";
    PickRulesMixed:
        "Add a house rule to a game with +, as in {example}. The mark before the + says which games it fits: any of them, or the named one and those that extend it.",
        "Ajoutez une règle maison à un jeu avec un +, comme dans {example}. Le mot devant le + dit à quels jeux elle convient : à tous (any), ou au jeu nommé et à ceux qui en dérivent.";
    PickRulesAsk: "Number or name (Enter: 1)", "Numéro ou nom (Entrée : 1)";
    PickRulesBad:
        "There is no game {answer}. Type a number from 1 to {last}, or a name from the list.",
        "Il n'y a pas de jeu {answer}. Tapez un numéro de 1 à {last}, ou un nom de la liste.";
    PickRulesBroken: "{name} cannot be played: {why}", "{name} ne peut pas être joué : {why}";
    PickPlayers: "How many players, {counts}? (Enter: {default})", "Combien de joueurs, {counts} ? (Entrée : {default})";
    PickPlayersBad: "{answer} is not one of these numbers: {counts}.", "{answer} n'est pas un de ces nombres : {counts}.";
    PickSeats:
        "Who plays? One word for each seat, separated by commas: human, human:Ann, or a bot ({bots}). (Enter: {default})",
        "Qui joue ? Un mot par place, séparés par des virgules : humain, humain:Ann, ou un robot ({bots}). (Entrée : {default})";
    PickSeatsBad: "{why}.", "{why}.";
    WordTo: "to", "à";
    WordOr: "or", "ou";
    PlayersRange: "{name} is for {counts} players", "{name} est pour {counts} joueurs";
    SeatUnknown: "{word} is neither human nor a bot; the bots are {bots}", "{word} n'est ni « humain » ni un robot ; les robots sont {bots}";
    SeatEmpty:
        "a seat is empty; the list has one word for each seat, separated by commas",
        "une place est vide ; la liste compte un mot par place, séparés par des virgules";
    SeatQuote: "a quotation mark is not closed in {list}", "un guillemet n'est pas fermé dans {list}";
    SeatName:
        "{name} cannot be a person's name: a name has 1 to {longest} characters, and must not be that of a bot or a colour",
        "{name} ne peut pas être le nom d'une personne : un nom a de 1 à {longest} caractères, et ne doit être celui ni d'un robot ni d'une couleur";
    SeatTwice: "two players are called {name}; each needs a different name", "deux personnes s'appellent {name} ; il faut un nom différent à chacune";
    SeatCount:
        "number of seats in the list: {found}; allowed: {counts}",
        "nombre de places dans la liste : {found} ; possible : {counts}";
    SeatPlayers: "number of seats in the list: {found}; number of players: {players}", "nombre de places dans la liste : {found} ; nombre de joueurs : {players}";
    // The first lines.
    GameStarts: "{title}, {players} players.", "{title}, {players} joueurs.";
    GameResumes: "{title} continues with {players} players.", "{title} continue avec {players} joueurs.";
    SeatIs: "Seat {seat}: {who}, {kind}.", "Place {seat} : {who}, {kind}.";
    TeamIs: "Team {team}: {who}.", "Équipe {team} : {who}.";
    KindHuman: "human", "humain";
    KindBot: "bot {bot}", "robot {bot}";
    HelpHint: "Type help to see what you can type.", "Tapez aide pour savoir ce que vous pouvez taper.";
    // Questions.
    TitleStart: "{who}: choose a start mark", "{who} : choisissez une marque de départ";
    TitlePlace: "{who}: turn {number}", "{who} : tour {number}";
    TitlePlaceNth: "{who}: turn {number}, tile {nth} of {count}", "{who} : tour {number}, tuile {nth} sur {count}";
    TitleExchange: "{who}: exchange tiles?", "{who} : échanger des tuiles ?";
    TitleRelocate: "{who}: another start mark", "{who} : une autre marque de départ";
    TitleAnswer: "{who}: {question}", "{who} : {question}";
    AskStart:
        "Start mark (a number, or a place like a1 H; Enter: at random)",
        "Marque de départ (un numéro, ou un endroit comme a1 H ; Entrée : au hasard)";
    AskPlace: "Placement (number; help)", "Pose (numéro ; aide)";
    AskGive: "Give which tile? (number; Enter: no more)", "Quelle tuile donner ? (numéro ; Entrée : c'est tout)";
    AskTake: "Take which tile? (number; back)", "Quelle tuile prendre ? (numéro ; retour)";
    AskRelocateMust: "Move to which start mark? (number)", "Vers quelle marque de départ ? (numéro)";
    AskRelocateMay: "Move to which start mark? (number; Enter: stay)", "Vers quelle marque de départ ? (numéro ; Entrée : rester)";
    AskAnswer: "Answer (number or word; help)", "Réponse (numéro ou mot ; aide)";
    // Questions in sentences.
    StartPlain:
        "{who}, choose a start mark. {count} are free; type marks to list them.",
        "{who}, choisissez une marque de départ. {count} sont libres ; tapez marques pour les voir.";
    StartPlainYou:
        "Choose a start mark. {count} are free; type marks to list them.",
        "Choisissez une marque de départ. {count} sont libres ; tapez marques pour les voir.";
    MarkClockwise: "Along the rim they are numbered clockwise from the top left corner.", "Le long du bord, elles sont numérotées dans le sens horaire depuis le coin en haut à gauche.";
    MarkIs: "{number}: {place}.", "{number} : {place}.";
    MarkRangeWithin: "Within the board: {first} to {last}.", "À l'intérieur du plateau : {first} à {last}.";
    MarkRange: "Along the {side}: {first} to {last}.", "Le long du bord {side} : {first} à {last}.";
    PlaceNth: "Tile {nth} of {count} in this turn.", "Tuile {nth} sur {count} de ce tour.";
    PlacePlain: "{who}, turn {number}. You face {place}.", "{who}, tour {number}. Vous êtes devant {place}.";
    PlacePlainYou: "Your turn, number {number}. You face {place}.", "À vous, tour {number}. Vous êtes devant {place}.";
    AnswerIs: "{number}: {answer}.", "{number} : {answer}.";
    ExchangePlain:
        "You may exchange tiles with the players just eliminated.",
        "Vous pouvez échanger des tuiles avec les joueurs qui viennent d'être éliminés.";
    OwnTile: "Yours, {number}: {ports}.", "À vous, {number} : {ports}.";
    TheirTile: "Theirs, {number}: {ports}.", "À eux, {number} : {ports}.";
    SwapNotice: "You give {gave} for {took}.", "Vous donnez {gave} contre {took}.";
    SwapUndone: "The last swap is taken back.", "Le dernier échange est annulé.";
    NothingToUndo: "There is nothing to take back: a placed tile stays.", "Il n'y a rien à annuler : une tuile posée reste posée.";
    RelocateMustPlain:
        "A daikaiju blocks your start mark: you have to move to another one.",
        "Un daïkaiju bloque votre marque de départ : vous devez en changer.";
    RelocateMayPlain: "You may move to another start mark on the same side.", "Vous pouvez changer de marque de départ, du même côté.";
    ForcedNote: "Every placement puts you out, so all of them are allowed.", "Toutes les poses vous éliminent : elles sont donc toutes permises.";
    HandOver:
        "{who}, it is your turn. When nobody else is looking, press Enter.",
        "{who}, à vous de jouer. Quand personne d'autre ne regarde, appuyez sur Entrée.";
    HandOverAsk: "Enter", "Entrée";
    // Answers that do not fit.
    BadNumber: "{answer} is not in the list. Type a number from 1 to {last}.", "{answer} n'est pas dans la liste. Tapez un numéro de 1 à {last}.";
    BadAnswer: "I do not understand {answer}. Type a number, or help.", "Je ne comprends pas {answer}. Tapez un numéro, ou aide.";
    BadMark: "{answer} is not a free start mark.", "{answer} n'est pas une marque de départ libre.";
    BadStay: "You have to move to another start mark.", "Vous devez changer de marque de départ.";
    NotHeld: "You hold no tile {answer}.", "Vous n'avez pas de tuile {answer}.";
    NotLegal:
        "{ports} is not allowed while another placement keeps you on the board: {consequences}.",
        "{ports} n'est pas permis tant qu'une autre pose vous laisse en jeu : {consequences}.";
    NotLegalWake:
        "{ports} is not allowed here: two ships would sail along the same wake.",
        "{ports} n'est pas permis ici : deux navires suivraient le même sillage.";
    NotLegalRule:
        "{ports} is not allowed by the rule {rule} while there is another placement: {consequences}.",
        "{ports} n'est pas permis par la règle {rule} tant qu'une autre pose est possible : {consequences}.";
    // Beside the board.
    Back: "Enter goes back", "Entrée pour revenir";
    PanelPile: "pile {count}", "pioche {count}";
    PanelHolder: "{dragon}: {who}", "{dragon} : {who}";
    PanelMore: "… {count} more: log", "… {count} de plus : journal";
    PanelOffered: "theirs", "à eux";
    PanelOwn: "yours", "à vous";
    LegendOut: "× you are out", "× vous êtes éliminé";
    LegendKills: "! someone else is out", "! un autre est éliminé";
    LegendNot: "- not allowed", "- interdit";
    BriefMoved: "{who} goes to {square}.", "{who} va en {square}.";
    LogEmpty: "Nothing has happened yet.", "Rien ne s'est encore passé.";
    TooSmall:
        "This window is too small for the board (it needs {columns} columns and {rows} rows), so the game is told in words. Type board for a description of the board.",
        "Cette fenêtre est trop petite pour le plateau (il faut {columns} colonnes et {rows} lignes) : la partie est donc racontée en mots. Tapez plateau pour une description du plateau.";
    // The last lines.
    SeedWas: "Seed: {seed}.", "Graine : {seed}.";
    StoppedHere: "The game stops here.", "La partie s'arrête ici.";
    InputEnded: "The input has ended.", "L'entrée est terminée.";
    ResumeWith: "Continue it with: tsuro play --resume {file}", "Pour la reprendre : tsuro play --resume {file}";
    NotRecorded:
        "It was not recorded; to record a game, add --record FILE.",
        "Elle n'a pas été enregistrée ; pour enregistrer une partie, ajoutez --record FICHIER.";
    // Help.
    HelpPlace:
        "Type the number of a placement. Or name the tile by the pairs of ports that it joins once placed, like AC BD EG FH; ports are lettered clockwise from the top left.",
        "Tapez le numéro d'une pose. Ou nommez la tuile par les paires de ports qu'elle relie une fois posée, comme AC BD EG FH ; les ports sont nommés dans le sens horaire depuis le coin en haut à gauche.";
    HelpTry: "?3 tells you what placement 3 would do, without placing the tile.", "?3 dit ce que donnerait la pose 3, sans poser la tuile.";
    HelpAdvise:
        "advise: the share of simulated games that you win after each placement.",
        "conseil : la part des parties simulées que vous gagnez après chaque pose.";
    HelpStart:
        "Type the number of a start mark, or a square and a port, like a1 H. Ports are lettered clockwise from the top left: A B top, C D right, E F bottom, G H left.",
        "Tapez le numéro d'une marque de départ, ou une case et un port, comme a1 H. Les ports sont nommés dans le sens horaire depuis le coin en haut à gauche : A B en haut, C D à droite, E F en bas, G H à gauche.";
    HelpExchange:
        "Give one of your tiles, then take one of theirs, as often as you like. Enter stops; back undoes the last swap.",
        "Donnez une de vos tuiles, puis prenez une des leurs, autant de fois que vous voulez. Entrée termine ; retour annule le dernier échange.";
    HelpAnswer:
        "Type the number of an answer, or the answer itself. A tile can be named by the pairs of ports that it joins, like AC BD EG FH.",
        "Tapez le numéro d'une réponse, ou la réponse elle-même. Une tuile peut être nommée par les paires de ports qu'elle relie, comme AC BD EG FH.";
    HelpAdviseAnswer:
        "advise: the share of simulated games that you win after each answer.",
        "conseil : la part des parties simulées que vous gagnez après chaque réponse.";
    HelpRelocate: "Type the number of the start mark to which you move.", "Tapez le numéro de la marque de départ où vous allez.";
    HelpWords:
        "where: all pieces. hand: your tiles. board: the whole board. log: what happened since your last turn. choices: this question again. quit: stop; a recorded game can be resumed.",
        "où : tous les pions. main : vos tuiles. plateau : tout le plateau. journal : ce qui s'est passé depuis votre dernier tour. choix : revoir la question. quitter : arrêter ; une partie enregistrée peut être reprise.";
    HelpNoBack:
        "A placement cannot be taken back: it may have shown you a new tile.",
        "Une pose ne peut pas être annulée : elle vous a peut-être montré une nouvelle tuile.";
    // Words that can be typed.
    WordHelp: "help", "aide";
    WordWhere: "where", "où";
    WordHand: "hand", "main";
    WordBoard: "board", "plateau";
    WordLog: "log", "journal";
    WordChoices: "choices", "choix";
    WordQuit: "quit", "quitter";
    WordBack: "back", "retour";
    WordMarks: "marks", "marques";
    WordAdvise: "advise", "conseil";
    // Advice.
    AdviceShare:
        "Placement {number}: {share} % of the games won ({low} to {high} %).",
        "Pose {number} : {share} % des parties gagnées ({low} à {high} %).";
    AdviceAnswer:
        "Answer {number}, {answer}: {share} % of the games won ({low} to {high} %).",
        "Réponse {number}, {answer} : {share} % des parties gagnées ({low} à {high} %).";
    // Bots.
    BotFault: "{who} {what}. Another choice was made in its place.", "{who} {what}. Un autre choix a été fait à sa place.";
    LevelEasy: "easy", "facile";
    LevelMedium: "medium", "moyen";
    LevelHard: "hard", "difficile";
    LevelExpert: "expert", "expert";
    // What a bot that is a program did wrong.
    FaultAnswer:
        "answered {answer}, which is not the number of a choice from 0 to {last}",
        "a répondu {answer}, qui n'est pas le numéro d'un choix de 0 à {last}";
    FaultFlood: "wrote more than it was asked for", "a écrit plus qu'on ne lui a demandé";
    FaultLate: "did not answer within {milliseconds} ms", "n'a pas répondu dans les {milliseconds} ms";
    FaultGone: "ended", "s'est terminé";
    FaultGoneHow: "ended ({status})", "s'est terminé ({status})";
    FaultUnasked: "is not asked any more, after {after}", "n'est plus interrogé, après {after}";
    AfterLate: "late answers in a row", "plusieurs réponses tardives à la suite";
    AfterFlood: "a flood of output", "un flot de lignes";
    AfterEnding: "ending again and again", "plusieurs arrêts";
    FaultNotStarted: "cannot be started: {why}", "ne peut pas être lancé : {why}";
    ProgramWrote: "the last lines that {bot} wrote on its standard error:", "les dernières lignes que {bot} a écrites sur sa sortie d'erreur :";
}
