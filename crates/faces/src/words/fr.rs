//! French.

afterwards_in_french! {
    // Places: a square and a port.
    Place: "{square}, {port}";
    PlaceAtSide: "{square}, côté {side}";
    PortA: "côté haut, à gauche";
    PortB: "côté haut, à droite";
    PortC: "côté droit, en haut";
    PortD: "côté droit, en bas";
    PortE: "côté bas, à droite";
    PortF: "côté bas, à gauche";
    PortG: "côté gauche, en bas";
    PortH: "côté gauche, en haut";
    SideTop: "haut";
    SideRight: "droit";
    SideBottom: "bas";
    SideLeft: "gauche";
    // Lists and counts.
    And: "{first} et {last}";
    OneTile: "une tuile";
    Tiles: "{count} tuiles";
    OnePoint: "un point";
    Points: "{count} points";
    // Players and what they hold.
    Colors: "Rouge Bleu Vert Jaune Mauve Cyan Orange Ivoire";
    PlayerName: "Joueur {letter}";
    You: "Vous";
    // What happens in a game.
    Started: "{who} part de {place}.";
    StartedYou: "Vous partez de {place}.";
    TurnBegins: "Tour {number} : {who}.";
    TurnBeginsYou: "Tour {number} : à vous de jouer.";
    WakeToPile: "La tuile en {square} est avalée et va sous la pioche.";
    WakeToBox: "La tuile en {square} est avalée et quitte la partie.";
    Relocated: "{who} change de marque de départ : {place}.";
    RelocatedYou: "Vous changez de marque de départ : {place}.";
    Placed: "{who} pose {ports} en {square}.";
    PlacedYou: "Vous posez {ports} en {square}.";
    Moved: "{who} avance jusqu’à {place}.";
    MovedYou: "Vous avancez jusqu’à {place}.";
    OutEdge: "{who} est éliminé : le chemin sort du plateau.";
    OutEdgeYou: "Vous êtes éliminé : votre chemin sort du plateau.";
    OutCollision: "{who} est éliminé : deux pions se rencontrent sur un même chemin.";
    OutCollisionYou: "Vous êtes éliminé : vous rencontrez un autre pion sur votre chemin.";
    OutLoop: "{who} est éliminé : le chemin est une boucle sans fin.";
    OutLoopYou: "Vous êtes éliminé : votre chemin est une boucle sans fin.";
    Loses: "{who} va être éliminé : {cause}.";
    LosesYou: "Vous allez être éliminé : {cause}.";
    ComesBack: "{who} revient à son prochain tour.";
    ComesBackYou: "Vous revenez à votre prochain tour.";
    OutOther: "{who} est éliminé : {cause}.";
    OutOtherYou: "Vous êtes éliminé : {cause}.";
    Exchanged: "{who} échange {tiles} avec les joueurs qui viennent d’être éliminés.";
    ExchangedYou: "Vous échangez {tiles} avec les joueurs qui viennent d’être éliminés.";
    Returned: "Les mains des joueurs éliminés retournent dans la pioche : {tiles}.";
    Drew: "{who} pioche une tuile.";
    DrewYou: "Vous piochez {ports}.";
    DrewOpen: "La table pioche {ports}.";
    Passed: "{who} n’a plus de tuile et passe.";
    PassedYou: "Vous n’avez plus de tuile et passez.";
    Answered: "{question} {who} : {choice}.";
    AnsweredSecret: "{question} {who} a répondu en secret.";
    Carried: "{who} est emporté jusqu’à {place}.";
    CarriedYou: "Vous êtes emporté jusqu’à {place}.";
    RuleSays: "{rule} : {data}.";
    RuleLaid: "{rule} pose une tuile en {square} : {ports}.";
    RuleTurned: "{rule} tourne la tuile en {square} : {ports}.";
    RuleAsksOut: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        interroge {who}, qui est hors jeu.";
    RuleNeverEnds: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        agit sans fin.";
    RuleAsksTwice: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        propose deux fois une réponse à {who}.";
    RuleLaysNone: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        pose une tuile que personne n’a.";
    RuleCarriesOff: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        porte un pion hors du plateau.";
    RulePanics: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        échoue.";
    RuleFails: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, son script \
        échoue : {why}.";
    RuleAsksNothing: "La règle {rule} est défectueuse : au tour {number}, au moment {moment}, elle \
        pose à {who} une question sans réponse possible.";
    // How a game ends.
    WonLast: "{who} reste seul sur le plateau et gagne.";
    WonLastYou: "Vous restez seul sur le plateau : vous gagnez !";
    WonTeam: "La dernière équipe sur le plateau gagne : {who}.";
    WonTie: "Les derniers joueurs, éliminés en même temps, sont à égalité : {who}.";
    WonShared: "Plusieurs joueurs sont encore sur le plateau et partagent la victoire : {who}.";
    WonScore: "Plus grand nombre de points : {who}.";
    WonNobody: "Personne ne gagne.";
    WonLimit: "La limite de tours est atteinte. Encore sur le plateau : {who}.";
    NoPlayer: "personne";
    ScoreOf: "{who} : {points}";
    Scores: "Points : {scores}.";
    // A placement and its consequences.
    Choice: "{number} : tuile {tile}{turned} : {consequences}.";
    Turned0: ", non tournée";
    Turned1: ", tournée une fois";
    Turned2: ", tournée deux fois";
    Turned3: ", tournée trois fois";
    YouReach: "vous atteignez {place}";
    OtherReaches: "{who} va jusqu’à {place}";
    YouOut: "vous êtes éliminé, {cause}";
    OtherOut: "{who} est éliminé, {cause}";
    CauseEdge: "hors du plateau";
    CauseCollision: "dans une collision";
    CauseLoop: "dans une boucle sans fin";
    // Where everything is.
    HandTile: "Tuile {tile} : {ports}.";
    HandTileTurns: "Tuile {tile} : {ports} ; {count} orientations.";
    HandEmpty: "Aucune tuile.";
    WhereFacing: "{who} : sur la tuile en {tile}, devant {place}.";
    WhereBetween: "{who} : devant {place}, sur aucune tuile.";
    WhereStart: "{who} : sur une marque de départ, devant {place}.";
    WhereOut: "{who} : éliminé.";
    WhereHidden: "{who} : hors de vue.";
    BoardHidden: "Hors de vue : {squares}.";
    PlacedUnseen: "{who} pose une tuile hors de vue.";
    OutUnseen: "{who} est éliminé, hors de vue.";
    SightPieces: "En vue : {pieces}.";
    SightSquares: "En vue : {squares}.";
    SightGone: "Hors de vue : {pieces}.";
    WhereNot: "{who} : pas encore sur le plateau.";
    WhereTiles: "{who} : {tiles} en main.";
    WhereDragon: "{who} détient la {dragon}.";
    WhereDragonYou: "Vous détenez la {dragon}.";
    WhereScore: "{who} a {points}.";
    WhereScoreYou: "Vous avez {points}.";
    WhereDisplaced: "{who} pourra changer de marque de départ à son prochain tour.";
    WhereDisplacedYou: "Vous pourrez changer de marque de départ à votre prochain tour.";
    WhereSupply: "Pièces qui peuvent encore arriver sur le plateau : {count}.";
    WherePile: "{tiles} dans la pioche.";
    BoardEmpty: "Le plateau a {columns} colonnes et {rows} lignes, et aucune tuile pour l’instant.";
    ShapeMissingOne: "La case {squares} n’existe pas.";
    ShapeMissing: "Ces cases n’existent pas : {squares}.";
    ShapeColumns: "Derrière la dernière colonne vient la première, et inversement.";
    ShapeRows: "Derrière la dernière ligne vient la première, et inversement.";
    ShapePortals: "{one} et {other} sont des portails : un chemin qui mène à l’un continue tout \
        droit derrière l’autre.";
    BoardTile: "{square} : {ports}.";
    BoardMovingPiece: "{square} : {what} ; sur un {up} il monte, sur un {right} il va à droite, \
        sur un {down} il descend, sur un {left} il va à gauche.";
    BoardPiece: "{square} : {what} ; sur un {turn} il tourne, sur un {up} il monte, sur un {right} \
        il va à droite, sur un {down} il descend, sur un {left} il va à gauche.";
    BoardSweepsRow: "{square} : {what} ; avance du côté {side} et couvre toute la ligne {line}.";
    BoardSweepsColumn: "{square} : {what} ; avance du côté {side} et couvre toute la colonne \
        {line}.";
    BoardThing: "{square} : {what}.";
    BoardBlocked: "{square} : bloquée, on ne peut pas y poser de tuile.";
    BoardRest: "Toutes les autres cases sont vides.";
    // Before the game.
    PickRules: "Quel jeu ?";
    PickRulesMixed: "Ajoutez une règle maison à un jeu avec un +, comme dans {example}. Le mot \
        devant le + dit à quels jeux elle convient : à tous (any), ou au jeu nommé et à ceux qui \
        en dérivent.";
    PickHelp: "Tapez un numéro ou un mot de la liste ; Entrée prend ce qui est proposé. quitter : partir.";
    PickRulesAsk: "Numéro ou nom (Entrée : {default})";
    PickRulesBad: "Il n’y a pas de jeu {answer}. Tapez un numéro de 1 à {last}, ou un nom de la \
        liste.";
    PickRulesBroken: "{name} ne peut pas être joué : {why}";
    PickPlayers: "Combien de joueurs, {counts} ? (Entrée : {default})";
    PickPlayersBad: "{answer} n’est pas un de ces nombres : {counts}.";
    PickSeats: "Qui joue ? Un mot par place, séparés par des virgules : humain, humain:Ann, ou un \
        robot ({bots}). (Entrée : {default})";
    WordTo: "à";
    WordOr: "ou";
    PlayersRange: "{name} est pour {counts} joueurs";
    SeatUnknown: "{word} n’est ni « humain » ni un robot ; les robots sont {bots}";
    DidYouMean: "Vouliez-vous dire {name} ?";
    SeatMeant: "{why} ; vouliez-vous dire {name} ?";
    SeatEmpty: "une place est vide ; la liste compte un mot par place, séparés par des virgules";
    SeatQuote: "un guillemet n’est pas fermé dans {list}";
    SeatName: "{name} ne peut pas être le nom d’une personne : un nom a de 1 à {longest} \
        caractères, et ne doit être celui ni d’un robot ni d’une couleur";
    SeatTwice: "deux personnes s’appellent {name} ; il faut un nom différent à chacune";
    SeatCount: "nombre de places dans la liste : {found} ; possible : {counts}";
    SeatPlayers: "nombre de places dans la liste : {found} ; nombre de joueurs : {players}";
    // The first lines.
    GameStarts: "{title}, {players} joueurs.";
    GameResumes: "{title} continue avec {players} joueurs.";
    SeatIs: "Place {seat} : {who}, {kind}.";
    TeamIs: "Équipe {team} : {who}.";
    KindHuman: "humain";
    KindBot: "robot {bot}";
    BotRandom: "au hasard";
    BotSafe: "prudent";
    BotTimid: "timide";
    BotHunter: "chasseur";
    BotGreedy: "avide";
    BotLearned: "qui a appris";
    BotSearch: "à {count} parties d’avance";
    BotSearchTime: "à {count} ms par tour";
    BotProgram: "un programme";
    HelpHint: "Tapez aide pour savoir ce que vous pouvez taper.";
    // Questions.
    TitleStart: "{who} : choisissez une marque de départ";
    TitlePlace: "{who} : tour {number}";
    TitleAnswer: "{who} : {question}";
    AskStart: "Marque de départ (un numéro, ou un endroit comme a1 H ; Entrée : {number})";
    AskPlace: "Pose (numéro ; Entrée : {number} ; aide)";
    AskGive: "Quelle tuile donner ? (numéro ; Entrée : c’est tout)";
    AskTake: "Quelle tuile prendre ? (numéro ; retour)";
    AskRelocateMust: "Vers quelle marque de départ ? (numéro)";
    AskRelocateMay: "Vers quelle marque de départ ? (numéro ; Entrée : rester)";
    AskAnswer: "Réponse (numéro ou mot ; aide)";
    // The game on the whole screen.
    WhereTitle: "Où est chacun";
    PanelTeam: "équipe {team}";
    LeaveKept: "Appuyez sur q pour quitter ; la partie est gardée. Toute autre touche continue.";
    ThisOne: "Ceci";
    GoesOver: "{who} suit le chemin sur {tiles}.";
    GoesOverYou: "Vous suivez le chemin sur {tiles}.";
    TileOf: "La tuile de {who} en {square}";
    TileOfYou: "Votre tuile en {square}";
    TileLeads: "{tile} mène {who} sur {tiles}.";
    TileLeadsYou: "{tile} vous mène sur {tiles}.";
    TileToEdge: "{tile} envoie {who} au bord : {who} est éliminé.";
    TileToEdgeYou: "{tile} vous envoie au bord : vous êtes éliminé.";
    TileToMeeting: "{tile} mène {who} à un autre pion : {who} est éliminé.";
    TileToMeetingYou: "{tile} vous mène à un autre pion : vous êtes éliminé.";
    TileToLoop: "{tile} envoie {who} dans une boucle sans fin : {who} est éliminé.";
    TileToLoopYou: "{tile} vous envoie dans une boucle sans fin : vous êtes éliminé.";
    TileToLoss: "{tile} finit le chemin de {who} : {who} est éliminé, {cause}.";
    TileToLossYou: "{tile} finit votre chemin : vous êtes éliminé, {cause}.";
    OutOn: "{who} est éliminé en {square} : {cause}.";
    OutOnYou: "Vous êtes éliminé en {square} : {cause}.";
    OutInFront: "{who} est éliminé : {cause} en {square}, la case devant lui.";
    OutInFrontYou: "Vous êtes éliminé : {cause} en {square}, la case devant vous pendant votre tour.";
    RuleLaidOn: "{rule} pose une tuile en {square}.";
    RuleTurnedOn: "{rule} tourne la tuile en {square}.";
    LaidOn: "{who} pose une tuile en {square}.";
    LaidOnYou: "Vous posez une tuile en {square}.";
    LaysAndGoes: "{who} pose une tuile en {square} et suit le chemin sur {tiles}.";
    LaysAndGoesYou: "Vous posez une tuile en {square} et suivez le chemin sur {tiles}.";
    DrewOwn: "Vous piochez une tuile.";
    // What the server says at a table.
    WebAskTile: "Quelle tuile posez-vous ?";
    WebSquareEmpty: "{square} : vide.";
    WebSquareMissing: "{square} : cette case n’existe pas.";
    WebBotTookOver: "Un robot joue maintenant pour {who}.";
    WebTakeBackAsked: "{who} demande à annuler son dernier choix. Il faut l’accord de : {others}.";
    WebTakeBackRefused: "{who} n’est pas d’accord pour annuler.";
    WebPlaysAgain: "{who} joue de nouveau.";
    WebClockOver: "Temps écoulé pour {who} : un robot décide cette fois.";
    WebFault: "Une panne du programme a mis fin à cette partie. Ce qui a été joué est conservé.";
    AskMark: "D’où partez-vous ?";
    AskMove: "Où va votre navire ?";
    StayHere: "rester";
    NoExchange: "pas d’échange";
    Thinks: "{who} réfléchit …";
    NoAdvice: "Il n’y a pas de conseil à ce sujet.";
    Advising: "… parties simulées en cours";
    WorthBest: "gagne {share} % des parties simulées : le meilleur";
    Worth: "gagne {share} % des parties simulées ; le meilleur {best} %";
    WhyMoves: "Son {die} est du côté {side}.";
    WhyTurns: "Un {die} le fait tourner.";
    AreOut: "{who} a perdu.";
    AreOutYou: "Vous avez perdu.";
    KeysOut: "Entrée regarder  p pas à pas  e à la fin  u annuler  ? aide  q quitter";
    OutTitle: "Perdu";
    LeaveAsk: "Cette partie n’est gardée nulle part. Appuyez sur q pour la quitter, sur une autre \
        touche pour continuer.";
    NotKept: "La partie n’est pas gardée : {why}";
    NoUndoOnStream: "Un enregistrement dans un tube ou un appareil ne peut rien annuler.";
    NoUndoTogether: "À plusieurs, rien ne s’annule : cela montrerait une main.";
    NothingBefore: "Il n’y a pas de décision de vous avant celle-ci.";
    MotionOn: "Les coups sont montrés un à un.";
    MotionOff: "Les coups sont montrés d’un coup.";
    NameEnter: "Entrée";
    NameSpace: "Espace";
    NameEscape: "Échap";
    KeysShow: "Entrée suite  s passer  l journal  m animation  ? aide  q quitter";
    KeysWatch: "Entrée suite  p pause  e fin  l journal  m animation  ? aide  q quitter";
    KeysCards: "Entrée poser  Tab tuile  r tourner  ? aide  q quitter  Espace conseil  u annuler  \
        l journal  w où";
    KeysWays: "Entrée poser  Tab tuile  r tourner  ? aide  q quitter  Espace conseil  u annuler  d \
        danger  l journal  w où";
    KeysItems: "Entrée prendre  Tab suivant  ? aide  q quitter  u annuler  l journal";
    KeysBot: "u annuler  l journal  ? aide  q quitter";
    KeysOver: "Entrée résultat  u annuler  l journal  q quitter";
    KeysBox: "Entrée continuer  q quitter";
    KeysLog: "↑↓ défiler  c lieux exacts  Entrée fermer";
    KeysScroll: "↑↓ défiler  Entrée fermer";
    KeysEdition: "Entrée choisir  ↑↓ parcourir  q quitter";
    KeysOptions: "Entrée continuer  Espace cocher  Échap retour  q quitter  m autres  s \
        enregistrer …";
    KeysValues: "Entrée changer  x annuler  Échap retour";
    KeysSeats: "Entrée jouer  ←→ qui  + ajouter  - enlever  n nom  < monter  > descendre  Échap \
        retour";
    KeysField: "Entrée prendre  Échap annuler";
    KeysResult: "Entrée prendre  Tab suivant  q quitter";
    KeysReplay: "→ suite  ← retour  ] tour  [ retour  x éliminé  g aller à  v vue  p défiler  l \
        journal  r analyse  q quitter";
    HelpNowCards: "À vous : choisissez une tuile et tournez-la. Ses chemins sont montrés sur le \
        plateau. ✓ : vous iriez là. † : vous seriez éliminé. ✗ : c’est interdit. Entrée la pose.";
    HelpNowStart: "Choisissez où part votre pion : ● est la marque désignée, · sont les autres. \
        Entrée la prend.";
    HelpNowItems: "On vous demande quelque chose : choisissez une réponse. Entrée la prend.";
    HelpNowWatch: "Les autres jouent. Entrée montre ce qui suit.";
    HelpMore: "Et aussi :";
    HelpTitle: "Aide";
    LogTitle: "Ce qui s’est passé";
    HelpGoal: "Vous posez une tuile sur la case devant votre pion, et suivez son chemin. Qui est \
        mené hors du plateau, ou contre un autre pion si la règle le dit, est éliminé. Restez-y le \
        plus longtemps.";
    HelpCards: "Tab ou 1 à 5 choisit une autre tuile, r ou la molette la tourne. À la souris : \
        cliquez une tuile, cliquez encore pour la tourner, cliquez la case pour la poser.";
    HelpItems: "Les flèches ou la molette en désignent un autre ; il est marqué sur le plateau. À \
        la souris : cliquez dessus, et encore pour le prendre.";
    HelpWatch: "Ce qui se passe est montré pas à pas. Entrée passe à la suite, s saute tout, p \
        s’arrête à chaque pas.";
    HelpKeys: "Espace demande ce que feraient les robots : après chaque choix des parties sont \
        simulées, et le meilleur est désigné. u annule votre dernière décision, autant de fois que \
        vous voulez. w dit où est chacun, l ce qui s’est passé. m coupe ou remet les animations. \
        Les mots de la dernière ligne se cliquent. ★ : les points.";
    HelpWays: "d montre où les pièces que les dés déplacent peuvent venir, avec les faces du dé.";
    HelpColours: "Chaque pion a une lettre et une couleur ; son chemin a sa couleur. La case où \
        vous posez est éclairée.";
    WindowSmall: "Cette fenêtre a {columns} colonnes et {rows} lignes. Il en faut {wide} et {high} : \
        agrandissez-la.";
    LaunchTitle: "Tsuro : quel jeu ?";
    ListResume: "Reprendre";
    ListRecent: "Joués récemment";
    ListEditions: "Éditions";
    ListOwn: "Les vôtres";
    ResumeIs: "{title}, tour {number} : {who}";
    FactsIs: "{counts} joueurs · {columns}×{rows} cases";
    LengthIs: "Environ {turns} tours à {players} joueurs";
    CannotPlay: "Ceci ne peut pas être joué : {why}";
    OptionsTitle: "{title} : règles maison";
    OptionsNone: "Aucune règle maison ne convient à cette édition.";
    DiffersHouse: "{rule} : {summary}.";
    DiffersKey: "{what} : {new} au lieu de {old}.";
    DiffersNew: "{what} : {new}.";
    DiffersGone: "{what} : ne s’applique pas.";
    OptionsDiffer: "Ce qui change";
    OptionsSame: "Rien : la règle du jeu.";
    DiffersNoLonger: "Ne vaut plus : {rules}.";
    DiffersValues: "{sentence} (au lieu de {old}).";
    RuleColumns: "Le plateau fait {value} cases de large.";
    RuleRows: "Le plateau fait {value} cases de haut.";
    RuleFewest: "Il faut au moins {value} joueurs.";
    RuleFewestOne: "On peut jouer seul.";
    RuleMost: "On joue à {value} au plus.";
    RuleFirstSeat: "La première place commence.";
    RuleFirstRandom: "Une place au hasard commence.";
    RuleHand: "Une main a {value} tuiles.";
    RuleHandOne: "Une main a une seule tuile.";
    RuleDeck: "La pioche a {value} tuiles.";
    RuleOpen: "Une seule main ouverte sert à toute la table.";
    RuleHidden: "Chacun a ses tuiles, que les autres ne voient pas.";
    RuleShareSquare: "Deux pions peuvent partir de la même case.";
    RuleOwnSquare: "Chaque pion part d’une case à lui.";
    RuleTurnTiles: "On pose {value} tuiles par tour.";
    RuleCollide: "Les pions qui se rencontrent sont éliminés tous les deux.";
    RulePass: "Les pions qui se rencontrent se croisent.";
    RuleExchange: "Qui en élimine d’autres peut échanger des tuiles avec eux.";
    RuleNoExchange: "Personne n’échange de tuiles avec les joueurs éliminés.";
    RuleBonusPlayers: "On échange des tuiles avec les éliminés dans les parties d’au moins {value} joueurs.";
    RuleLives: "Un pion qu’un placement élimine revient au tour suivant de son joueur, sur une \
                marque de départ libre, tant qu’il a des vies : {value}.";
    RuleNoPortals: "Il n’y a pas de portails.";
    RulePortals: "Des portails relient des cases et ne reçoivent pas de tuile : {value}.";
    RuleMarksRim: "Les pions partent du bord du plateau.";
    RuleMarksShore: "Les pions partent partout où une case n’a pas de voisine, aussi au bord des trous.";
    RuleMarks: "Les pions partent de {value} marques propres à ce plateau.";
    RuleAvoidNothing: "Les joueurs peuvent choisir n’importe quel placement, même s’il élimine leur propre \
        pion.";
    RuleAvoid: "Une pose qui élimine son propre pion ({value}) ne peut être choisie sans nécessité.";
    RuleUnlessAll: "Si tous les placements sont interdits, n’importe lequel peut être choisi.";
    RuleUnlessLost: "Un joueur qui ne peut pas rester sur le plateau peut choisir n’importe quel \
        placement.";
    RuleNeverNothing: "Deux pions peuvent arriver au même bout de chemin.";
    RuleNeverShare: "Deux pions ne peuvent pas arriver au même bout de chemin, tant qu’un autre placement \
        l’évite.";
    RuleForOwn: "On pose sa tuile devant son propre pion.";
    RuleForTeam: "On pose sa tuile devant n’importe quel pion de son équipe.";
    RuleTieShared: "Les joueurs qu’une même tuile élimine en dernier partagent la victoire.";
    RuleTieOthers: "Si une tuile élimine tous ceux qui restent, celui qui l’a posée compte comme sorti \
        le premier, avec ceux qui l’ont percuté ; si cela fait tout le monde, tous sont à \
        égalité.";
    RuleTurnLimit: "La partie s’arrête après {value} tours au plus tard.";
    RuleWrapNone: "Tous les côtés du plateau sont des bords.";
    RuleWrapColumns: "Après la dernière colonne vient la première.";
    RuleWrapRows: "Après la dernière ligne vient la première.";
    RuleWrapBoth: "Le plateau fait le tour du monde dans les deux sens, sans bord.";
    RuleMissing: "Il n’y a pas de cases {value}.";
    RuleNoneMissing: "Aucune case ne manque.";
    RuleReturnShuffle: "Les tuiles des joueurs éliminés sont mélangées à la pioche.";
    RuleReturnBottom: "Les tuiles des joueurs éliminés vont sous la pioche.";
    ValuesTitle: "{title} : règle par règle";
    SaveAsAsk: "Nom de votre règle :";
    SavedAs: "Enregistré : {file}";
    SeatsTitle: "{title} : qui joue ?";
    SeatPerson: "personne";
    NameAsk: "Nom :";
    SameCommand: "La même chose en ligne de commande :";
    BotAbout: "Robots, du plus faible au plus fort : {levels}.";
    BotsSee: "Aucun robot ne voit les tuiles cachées.";
    BotLevel: "{level} : {about}";
    ResultStill: "{place}. {who} : en jeu à la fin ; {laid} posées, {far} parcourues";
    ResultOut: "{place}. {who} : {cause}, tour {number} ; {laid} posées, {far} parcourues";
    ResultPoints: "{line} ; {points}";
    MomentsTitle: "Temps forts";
    MomentOut: "Tour {number} : {who} est éliminé, {cause}.";
    MomentBy: "Tour {number} : {by} élimine {who}, {cause}.";
    MomentFar: "Tour {number} : {who} parcourt {tiles} d’un coup.";
    UndosWere: "Choix annulés : {count}.";
    DoAgain: "Encore";
    DoOther: "Autre variante";
    DoWatch: "Revoir depuis le début";
    DoReview: "Analyse";
    KeysReview: "→ suite  ↑↓ essais  b juger  ] tour  g jouer  c courbe  p joueur  t temps  q retour";
    ReviewTitle: "Analyse : {who}";
    ReviewSearching: "Recherche : {games} parties par nombre jusqu’ici, plus sûr avec le temps.";
    ReviewDone: "{games} parties ont été jouées pour chaque nombre.";
    ReviewFirst: "Recherche …";
    ReviewTooSlow: "Le temps s’est écoulé avant que la première décision soit examinée.";
    ReviewNot: "Cette partie ne peut pas être analysée : {why}";
    ReviewKnown: "Chances selon ce que {who} savait";
    ReviewOpen: "Chances à mains ouvertes";
    ReviewDecision: "{number} sur {count} : tour {turn}";
    ReviewBest: "Le meilleur choix gagne {share} % ({low}–{high}) : {choice}.";
    ReviewYours: "Le choix fait gagne {share} % ({low}–{high}) : {choice}.";
    ReviewSure: "Il a coûté {cost} %, dont {least} % à coup sûr.";
    ReviewUnsure: "Il a coûté {cost} %, mais ce n’est pas sûr : peut-être n’a-t-il rien coûté.";
    ReviewNoCost: "Aucune décision n’a coûté quoi que ce soit que la recherche ait trouvé.";
    ReviewLuck: "De {start} % après la donne à {end} % : ses choix {own}, ceux des autres {others}, \
        la chance {luck}.";
    ReviewProgress: "{seen} décisions sur {all} ont été examinées jusqu’ici.";
    ReviewChance: "100 % : la chance de gagner, ou la part d’une égalité.";
    ReviewChanceAlone: "100 % : la part des pions sauvés.";
    ReviewChanceTogether: "100 % : la chance de gagner ensemble, ou ce que valent les points.";
    ReviewLuckyTurn: "Tour {turn} : {luck} % par chance.";
    ReviewLuckyStart: "Avant le premier tour : {luck} % par chance.";
    ReviewOf: "{title}, jusqu’au tour {turn} : l’analyse de {who}";
    ReviewCut: "Seules {seen} décisions sur {all} ont été examinées avant la fin du temps : la suite \
        s’arrête là.";
    ReviewBroken: "La partie a été interrompue : la fin est la chance au point où elle s’arrête.";
    ReviewInNumbers: "{title}, en chiffres";
    ReviewByTurn: "{title} : {shares}.";
    ReviewAt: "{share} % au tour {turn}";
    ReviewAtStart: "{share} % avant le premier tour";
    ReviewDecisionAtStart: "{number} sur {count} : avant le premier tour";
    ReviewAtEnd: "{share} % à la fin";
    LossAsk: "Vous êtes éliminé. Entrée : regarder la suite ; annuler : reprendre votre dernier choix ; aide";
    EndHelp: "analyse : vos décisions les plus coûteuses, et la part de chance. annuler : reprendre votre dernier choix, et continuer à partir de là. \
        avis : dire ce que vous pensez de cette partie, sans votre nom. où : où en est chacun. plateau : le plateau. journal : ce qui vient d’arriver. Entrée : quitter.";
    ReviewOffer: "analyse (vos décisions les plus coûteuses, et la part de la chance), avis (quatre questions sur cette \
        partie), ou Entrée pour sortir";
    RateFun: "Vous êtes-vous amusé, de 1 (pas du tout) à 5 (beaucoup) ? Entrée : pas de réponse";
    RateLength: "La durée de la partie ? 1 : trop courte. 2 : bonne. 3 : trop longue. Entrée : pas de réponse";
    RateAgain: "Y rejoueriez-vous ? 1 : oui. 2 : non. Entrée : pas de réponse";
    RateRemark: "Une remarque pour qui lira l’enregistrement, en une ligne ? Entrée : aucune";
    RateNumber: "Un nombre de 1 à {last}, ou Entrée.";
    RateKept: "L’enregistrement contient vos réponses, sans votre nom.";
    RateNot: "L’enregistrement de cette partie n’accepte pas de réponses.";
    WordRate: "avis";
    ReviewGoOn: "Continuer à partir du tour {turn}, contre des robots :";
    ReviewGoOnStart: "Continuer à partir du début, contre des robots :";
    ReviewHowSure: "Les intervalles sont à 95 %. Ils portent sur la chance dans les parties que la \
        recherche a jouées, pas sur la qualité de son jeu. Les choix sont jugés selon ce que le \
        joueur pouvait savoir, la chance à mains ouvertes.";
    ReviewTried: "{number} sur {count} gagne {share} % ({low}–{high}) : {choice}.";
    ReviewShownBest: "Le plateau après le meilleur choix";
    ReviewShownYours: "Le plateau après le choix fait";
    DoRate: "Avis";
    DoSave: "Enregistrer";
    DoQuit: "Quitter";
    SaveTo: "Enregistrer la partie dans :";
    SavedTo: "La partie est dans {file}";
    ReplayAt: "Tour {number} sur {last}";
    ReplayDeal: "Avant le premier tour";
    ViewTable: "vu de la table";
    ViewSeat: "vu par {who}";
    GoToAsk: "Tour :";
    KeptGoOn: "La partie est gardée. `tsuro play` la propose, et ceci la reprend : {command}";
    KeptBefore: "Une partie est interrompue : {command} la reprend.";
    // Questions in sentences.
    StartPlain: "{who}, choisissez une marque de départ. {count} sont libres ; tapez marques pour \
        les voir.";
    StartPlainYou: "Choisissez une marque de départ. {count} sont libres ; tapez marques pour les \
        voir.";
    MarkClockwise: "Le long du bord, elles sont numérotées dans le sens horaire depuis le coin en \
        haut à gauche.";
    MarkIs: "{number} : {place}.";
    MarkRangeWithin: "À l’intérieur du plateau : {first} à {last}.";
    MarkRange: "Le long du bord {side} : {first} à {last}.";
    PlaceOn: "Vous posez une tuile en {square}, pour votre équipe.";
    PlaceNth: "Tuile {nth} sur {count} de ce tour.";
    PlacePlain: "{who}, tour {number}. Vous êtes devant {place}.";
    PlacePlainYou: "À vous, tour {number}. Vous êtes devant {place}.";
    AnswerIs: "{number} : {answer}.";
    EntryPorts: "{tile} : port {ports}.";
    EntryHow: "Tapez un port et les paires d’une tuile, comme {example}.";
    AmountRange: "De {first} à {last}.";
    ShownTile: "La tuile : {ports}.";
    ShownTileTurns: "La tuile : {ports} ; {count} orientations.";
    ShownThing: "Il s’agit de : {what}.";
    ExchangePlain: "Vous pouvez échanger des tuiles avec les joueurs qui viennent d’être éliminés.";
    OwnTile: "À vous, {number} : {ports}.";
    TheirTile: "À eux, {number} : {ports}.";
    SwapNotice: "Vous donnez {gave} contre {took}.";
    SwapUndone: "Le dernier échange est annulé.";
    NothingToUndo: "Il n’y a pas d’échange à annuler ; annuler reprend votre dernier choix.";
    TakenBack: "Votre dernier choix est annulé.";
    RelocateMustPlain: "Votre marque de départ est bloquée : vous devez en changer.";
    RelocateMayPlain: "Vous pouvez changer de marque de départ, du même côté.";
    ForcedNote: "Toutes les poses vous éliminent : elles sont donc toutes permises.";
    HandOver: "{who}, à vous de jouer. Quand personne d’autre ne regarde, appuyez sur Entrée.";
    HandOverAsk: "Entrée";
    // Answers that do not fit.
    BadNumber: "{answer} n’est pas dans la liste. Tapez un numéro de 1 à {last}.";
    BadAnswer: "Je ne comprends pas {answer}. Tapez un numéro, ou aide.";
    NotAtThisQuestion: "Pas de {answer} à cette question. Tapez un numéro, ou aide.";
    BadMark: "{answer} n’est pas une marque de départ libre.";
    BadAmount: "{answer} n’est pas parmi les réponses.";
    BadStay: "Vous devez changer de marque de départ.";
    NotHeld: "Vous n’avez pas de tuile {answer}.";
    NotLegal: "{ports} n’est pas permis tant qu’une autre pose vous laisse en jeu : \
        {consequences}.";
    NotLegalWake: "{ports} n’est pas permis ici : deux navires suivraient le même sillage.";
    NotLegalRule: "{ports} n’est pas permis par la règle {rule} tant qu’une autre pose est \
        possible : {consequences}.";
    // Beside the board.
    PanelPile: "pioche {count}";
    PanelHolder: "{dragon} : {who}";
    LogEmpty: "Rien ne s’est encore passé.";
    // The last lines.
    SeedWas: "Graine : {seed}.";
    StoppedHere: "La partie s’arrête ici.";
    InputEnded: "L’entrée est terminée.";
    ResumeWith: "Pour la reprendre : tsuro play --resume {file}";
    NotRecorded: "Elle n’a pas été enregistrée ; pour enregistrer une partie, ajoutez --record \
        FICHIER.";
    // Help.
    HelpPlace: "C’est à vous : tapez le numéro d’une pose. À côté de chacune, vous lisez où irait votre pion. Entrée prend celle qui est proposée.";
    HelpPorts: "Une tuile peut aussi être nommée par les paires de ports qu’elle relie une fois posée, comme AC BD EG FH ; les ports sont désignés par des lettres dans le sens des aiguilles d’une montre depuis le coin en haut à gauche.";
    HelpTry: "?3 dit ce que donnerait la pose 3, sans poser la tuile.";
    HelpAdvise: "conseil : la part des parties simulées que vous gagnez après chaque pose.";
    HelpStart: "Tapez le numéro d’une marque de départ, ou une case et un port, comme a1 H. Les \
        ports sont nommés dans le sens horaire depuis le coin en haut à gauche : A B en haut, C D \
        à droite, E F en bas, G H à gauche. marques : toutes les marques libres.";
    HelpExchange: "Donnez une de vos tuiles, puis prenez une des leurs, autant de fois que vous \
        voulez. Entrée termine ; retour annule le dernier échange.";
    HelpAnswer: "Tapez le numéro d’une réponse, ou la réponse elle-même. Une tuile peut être \
        nommée par les paires de ports qu’elle relie, comme AC BD EG FH.";
    HelpAdviseAnswer: "conseil : la part des parties simulées que vous gagnez après chaque \
        réponse.";
    HelpRelocate: "Tapez le numéro de la marque de départ où vous allez.";
    HelpWords: "où : tous les pions. main : vos tuiles. plateau : tout le plateau. journal : ce \
        qui s’est passé depuis votre dernier tour. choix : revoir la question. quitter : arrêter ; \
        une partie enregistrée peut être reprise.";
    HelpExact: "exact : les places et les tuiles sont dites exactement à partir de maintenant, ou \
        ne le sont plus.";
    ExactOn: "Les places et les tuiles sont maintenant dites exactement.";
    ExactOff: "Les places et les tuiles ne sont plus dites exactement.";
    HelpUndo: "annuler : reprend votre dernier choix, autant de fois que vous voulez ; la partie \
        continue avec la même chance.";
    // A first game: what happens for the first time.
    FirstStart: "Pour la première fois : chacun choisit une marque au bord, et part de là.";
    FirstTravel: "Pour la première fois : une tuile a été posée, et le pion placé devant a suivi son \
        trait jusqu’au bout.";
    FirstPushed: "Pour la première fois : la tuile de quelqu’un d’autre a fait avancer ce pion. Une \
        tuile fait avancer tous les pions qui sont devant sa case.";
    FirstEdge: "Pour la première fois : un chemin est sorti du plateau, et ce pion est éliminé.";
    FirstMeeting: "Pour la première fois : deux pions se sont rencontrés sur un même chemin, et les \
        deux sont éliminés.";
    FirstLoop: "Pour la première fois : un chemin est revenu sur lui-même. Une telle boucle n’a pas de \
        fin, et le pion est éliminé.";
    FirstOut: "Pour la première fois : un pion est éliminé sans que son chemin l’ait mené dehors : {cause}.";
    FirstHolder: "Pour la première fois : la pioche est vide. Le premier joueur qui ne peut pas piocher \
        prend {dragon}, et piochera en premier quand il y aura de nouveau des tuiles.";
    FirstEmptyPile: "Pour la première fois : la pioche est vide. Tant qu’aucune tuile n’y revient, \
        personne ne pioche.";
    FirstReturned: "Pour la première fois : les tuiles d’un joueur éliminé retournent dans la pioche.";
    FirstDrawn: "Pour la première fois : vous piochez, pour avoir autant de tuiles qu’avant.";
    FirstPassed: "Pour la première fois : un joueur sans tuile passe son tour.";
    FirstCrossed: "Pour la première fois : deux pions se sont rencontrés et croisés. Chacun continue \
        sur le chemin de l’autre.";
    FirstSwallowed: "Pour la première fois : une tuile est avalée. Le chemin s’arrête là désormais, et \
        qui se tenait sur la tuile est perdu.";
    FirstDice: "Pour la première fois : on lance des dés avant de poser une tuile. Ils disent si quelque chose bouge tout seul.";
    FirstPieceMoves: "Pour la première fois : quelque chose se déplace tout seul sur le plateau. Chacun de ses côtés porte un chiffre : quand le dé montre ce chiffre, cela va de ce côté.";
    FirstPieceTurns: "Pour la première fois : quelque chose tourne sur le plateau. Ses chiffres tournent avec.";
    // Lessons.
    LearnHeading: "Jamais joué ?";
    LearnTitle: "Apprendre en jouant";
    LearnFew: "de petits plateaux, deux minutes en tout";
    LearnAbout: "De petits plateaux, deux minutes en tout, où vous essayez chaque règle vous-même.";
    LessonOf: "Leçon {number} sur {count} : {name}";
    LessonRight: "Bravo !";
    LessonWrong: "Pas encore.";
    LessonAgain: "Réessayer";
    LessonNext: "Leçon suivante";
    LessonBack: "Leçon précédente";
    LessonHint: "Indice";
    LessonNoHint: "Il n’y a pas d’indice : essayez, tout simplement.";
    LessonsDone: "C’était la dernière leçon : {right} sur {count} justes du premier coup. Vous savez \
        maintenant jouer.";
    LessonFirstGame: "Et maintenant, une première partie";
    LessonFirstGameAbout: "Contre des débutants ; tout ce qui arrive pour la première fois est \
        expliqué.";
    LessonMore: "D’autres leçons : {title}";
    LessonPorts: "Une tuile relie huit ports, deux par côté, désignés par des lettres dans le sens \
        des aiguilles d’une montre depuis le coin en haut à gauche : A B en haut, C D à droite, E F \
        en bas, G H à gauche. AC veut dire qu’un trait relie A et C.";
    LessonTile: "{number} : tuile {tile}{turned} : {ports}.";
    LessonHelp: "Tapez le numéro de votre réponse. encore : la même leçon. indice : un peu d’aide. passer : la leçon suivante. retour : la \
        précédente. plateau : le plateau à nouveau. quitter : arrêter les leçons.";
    LessonHelpTry: "?3 dit ce que la réponse 3 ferait à votre pion.";
    LessonWay: "Les cases du chemin : {squares}.";
    LessonAsk: "Votre réponse (numéro ; aide)";
    LessonEnter: "Entrée : la leçon suivante";
    LessonEndAsk: "jouer, suite ou quitter";
    LessonEndAskLast: "jouer ou quitter";
    LessonEndHelp: "jouer : {game}, une première partie contre des débutants. suite : {title}. \
        quitter : arrêter.";
    LessonEndHelpLast: "jouer : {game}, une première partie contre des débutants. quitter : \
        arrêter.";
    LessonUnknown: "Il n’y a pas de cours {name}. Les cours sont {names} ; ou nommez un fichier.";
    LessonKeys: "Entrée répondre  Tab tuile  r tourner  h indice  n suivante  b retour  q quitter";
    LessonKeysItems: "Entrée répondre  Tab suivant  h indice  n suivante  b retour  q quitter";
    LessonKeysRight: "Entrée leçon suivante  b retour  q quitter";
    LessonKeysWrong: "Entrée réessayer  h indice  n suivante  q quitter";
    LessonKeysDone: "Entrée choisir  Tab suivant  q quitter";
    // Puzzles.
    PuzzlesTitle: "Énigmes";
    PuzzlesAbout: "Des plateaux où un seul choix gagne, et une nouvelle énigme chaque jour.";
    PuzzleCourseAbout: "Des positions de parties. Dans chacune, un choix gagne, et un seul.";
    PuzzleOf: "Énigme {number} sur {count} : {name}";
    PuzzleOfDay: "Énigme du {date}";
    PuzzleAtOnce: "gagner tout de suite";
    PuzzleTrap: "sans issue";
    PuzzleInTwo: "gagner en deux tours";
    PuzzleToTheEnd: "jusqu’au bout";
    PuzzleSurvive: "rester en jeu";
    PuzzleTell: "Vous êtes {name}, et c’est à vous. Encore en jeu : {others}.";
    PuzzleTellOne: "Vous êtes {name}, et c’est à vous.";
    PuzzleTellAlone: "C’est le tour de {name}. Vous jouez tous les pions.";
    PuzzleAskAtOnce: "Une pose gagne tout de suite. Laquelle ?";
    PuzzleAskTrap: "Après une certaine pose, toute réponse perd, quelle que soit la tuile. Laquelle ?";
    PuzzleAskInTwo: "Avec une certaine pose, vous gagnez à votre prochain tour au plus tard, quelle que \
        soit la tuile posée avant. Laquelle ?";
    PuzzleAskToTheEnd: "Une pose sauve le plus de pions jusqu’à la fin. Laquelle ?";
    PuzzleAskSurvive: "Après une certaine pose, vous êtes encore en jeu à votre prochain tour, quels \
        que soient les dés. Laquelle ?";
    PuzzleHintAtOnce: "Cherchez une tuile dont les lignes mènent les autres hors du plateau, ou l’un vers \
        l’autre.";
    PuzzleHintTrap: "Regardez où se trouveront les autres : devant quelle case toute ligne mène-t-elle \
        au bord, ou vers vous ?";
    PuzzleHintInTwo: "Cherchez une tuile qui vous met à l’abri et laisse peu de chemins aux autres. Que \
        pourriez-vous poser ensuite ?";
    PuzzleHintSurvive: "Regardez où chaque pose vous mène, et ce qui pourrait y arriver.";
    PuzzleRightAtOnce: "Il ne reste personne d’autre : vous gagnez.";
    PuzzleRightTrap: "Il n’y avait pas d’issue : vous gagnez.";
    PuzzleRightInTwo: "Vous gagnez, et rien ne pouvait l’empêcher.";
    PuzzleRightToTheEnd: "Aucun autre choix n’en sauve autant.";
    PuzzleRightSurvive: "Vous êtes encore en jeu.";
    PuzzleWrongOut: "Vous êtes éliminé : ce n’était pas cela.";
    PuzzleWrongOver: "La partie est finie, et vous ne l’avez pas gagnée.";
    PuzzleWrongGoesOn: "La partie continue : ce choix ne gagne pas à coup sûr.";
    PuzzleWrongStillIn: "Encore en jeu : {others}. Vous n’avez donc pas gagné tout de suite.";
    PuzzleProved: "C’est prouvé : il n’y a pas d’autre réponse, et elle gagne quelles que soient les \
        tuiles des autres.";
    PuzzleTried: "Il n’y a pas d’autre réponse. Elle gagne dans les {deals} distributions essayées, sur \
        {deals}, de ce que vous ne voyez pas : donc dans au moins {least} % de toutes (à 95 %).";
    PuzzleTriedSurvive: "Toute autre pose perd ici. Celle-ci est sûre dans les {deals} suites de la partie qui ont été essayées, donc dans au moins {least} % de toutes (à 95 %).";
    PuzzleProvedSurvive: "C’est prouvé : toute autre pose perd, et celle-ci est sûre quoi qu’il arrive.";
    PuzzleNext: "Énigme suivante";
    PuzzleBack: "Énigme précédente";
    PuzzleDay: "L’énigme du jour";
    PuzzlesDone: "C’était la dernière énigme : {right} sur {count} résolues du premier coup.";
    PuzzleGame: "Et maintenant, une partie";
    PuzzleGameAbout: "Contre des débutants.";
    PuzzleMore: "D’autres énigmes : {title}";
    PuzzleHelp: "Tapez le numéro de votre réponse. encore : cette énigme une fois de plus. indice : un peu d’aide. passer : l’énigme suivante. \
        retour : la précédente. plateau : le plateau à nouveau. quitter : sortir des énigmes.";
    PuzzleEnter: "Entrée : l’énigme suivante";
    PuzzleEndHelp: "jouer : {game}, une partie contre des débutants. suite : {title}. quitter : \
        sortir.";
    PuzzleEndHelpLast: "jouer : {game}, une partie contre des débutants. quitter : sortir.";
    PuzzleUnknown: "Il n’y a pas d’énigmes {name}. Il y en a pour {names} ; ou nommez un fichier.";
    PuzzleKeysRight: "Entrée énigme suivante  b retour  q quitter";
    PuzzleDays: "{count} jours de suite";
    PuzzleSolved: "{solved} sur {count} résolues";
    WordPuzzles: "énigmes";
    WordLearn: "apprendre";
    WordAgain: "encore";
    WordHint: "indice";
    WordSkip: "passer";
    WordPlay: "jouer";
    WordMore: "suite";
    // Words that can be typed.
    WordHelp: "aide";
    WordWhere: "où";
    WordHand: "main";
    WordBoard: "plateau";
    WordLog: "journal";
    WordExact: "exact";
    WordReview: "analyse";
    WordChoices: "choix";
    WordQuit: "quitter";
    WordBack: "retour";
    WordUndo: "annuler";
    WordMarks: "marques";
    WordAdvise: "conseil";
    // Advice.
    AdviceShare: "Pose {number} : {share} % des parties gagnées ({low} à {high} %).";
    AdviceAnswer: "Réponse {number}, {answer} : {share} % des parties gagnées ({low} à {high} %).";
    // Bots.
    BotFault: "{who} {what}. Un autre choix a été fait à sa place.";
    LevelBeginner: "débutant";
    LevelEasy: "facile";
    LevelMedium: "moyen";
    LevelHard: "difficile";
    LevelExpert: "expert";
    LevelMaster: "maître";
    AboutBeginner: "Voit quelles poses sont bonnes, mais en choisit souvent une autre.";
    AboutEasy: "Choisit presque toujours une bonne pose, mais pas toujours la meilleure.";
    AboutMedium: "Regarde une pose à l’avance et choisit celle qui gagne le plus souvent.";
    AboutHard: "Essaie jusqu’à 200 suites possibles avant chaque décision.";
    AboutExpert: "Essaie jusqu’à 1 000 suites possibles avant chaque décision.";
    AboutMaster: "Essaie jusqu’à 10 000 suites possibles avant chaque décision.";
    LevelTime: "En classique, il prend environ {count} ms par décision.";
    LevelInNoTime: "En classique, il prend moins de 1 ms par décision.";
    // What a bot that is a program did wrong.
    FaultAnswer: "a répondu {answer}, qui n’est pas le numéro d’un choix de 0 à {last}";
    FaultFlood: "a écrit plus qu’on ne lui a demandé";
    FaultLate: "n’a pas répondu dans les {milliseconds} ms";
    FaultGone: "s’est terminé";
    FaultGoneHow: "s’est terminé ({status})";
    FaultUnasked: "n’est plus interrogé, après {after}";
    AfterLate: "plusieurs réponses tardives à la suite";
    AfterFlood: "un flot de lignes";
    AfterEnding: "plusieurs arrêts";
    FaultNotStarted: "ne peut pas être lancé : {why}";
    ProgramWrote: "les dernières lignes que {bot} a écrites sur sa sortie d’erreur :";
}
