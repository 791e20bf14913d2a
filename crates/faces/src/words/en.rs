//! English. The names of all sentences are the names in this file.

afterwards_in_english! {
    // Places: a square and a port.
    Place: "{square}, {port}";
    PlaceAtSide: "{square}, {side} side";
    PortA: "top side, left";
    PortB: "top side, right";
    PortC: "right side, upper";
    PortD: "right side, lower";
    PortE: "bottom side, right";
    PortF: "bottom side, left";
    PortG: "left side, lower";
    PortH: "left side, upper";
    SideTop: "top";
    SideRight: "right";
    SideBottom: "bottom";
    SideLeft: "left";
    // Lists and counts.
    And: "{first} and {last}";
    OneTile: "one tile";
    Tiles: "{count} tiles";
    OnePoint: "one point";
    Points: "{count} points";
    // Players and what they hold.
    Colors: "Red Blue Green Yellow Purple Cyan Orange White";
    PlayerName: "Player {letter}";
    You: "You";
    // What happens in a game.
    Started: "{who} starts at {place}.";
    StartedYou: "You start at {place}.";
    TurnBegins: "Turn {number}: {who}.";
    TurnBeginsYou: "Turn {number}: your turn.";
    WakeToPile: "The tile on {square} is swallowed and goes under the pile.";
    WakeToBox: "The tile on {square} is swallowed and leaves the game.";
    Relocated: "{who} moves to another start mark: {place}.";
    RelocatedYou: "You move to another start mark: {place}.";
    Placed: "{who} places {ports} on {square}.";
    PlacedYou: "You place {ports} on {square}.";
    Moved: "{who} moves to {place}.";
    MovedYou: "You move to {place}.";
    OutEdge: "{who} is out: the path leads off the board.";
    OutEdgeYou: "You are out: your path leads off the board.";
    OutCollision: "{who} is out: two pieces met on one path.";
    OutCollisionYou: "You are out: you met another piece on your path.";
    OutLoop: "{who} is out: the path is an endless loop.";
    OutLoopYou: "You are out: your path is an endless loop.";
    Loses: "{who} is about to be out: {cause}.";
    LosesYou: "You are about to be out: {cause}.";
    ComesBack: "{who} comes back in the next turn.";
    ComesBackYou: "You come back in your next turn.";
    OutOther: "{who} is out: {cause}.";
    OutOtherYou: "You are out: {cause}.";
    Exchanged: "{who} exchanges {tiles} with the players just eliminated.";
    ExchangedYou: "You exchange {tiles} with the players just eliminated.";
    Returned: "The hands of eliminated players go back into the pile: {tiles}.";
    Drew: "{who} draws a tile.";
    DrewYou: "You draw {ports}.";
    DrewOpen: "The table draws {ports}.";
    Passed: "{who} has no tile and passes.";
    PassedYou: "You have no tile and pass.";
    Answered: "{question} {who}: {choice}.";
    AnsweredSecret: "{question} {who} has answered in secret.";
    Carried: "{who} is carried to {place}.";
    CarriedYou: "You are carried to {place}.";
    RuleSays: "{rule}: {data}.";
    RuleLaid: "{rule} lays a tile on {square}: {ports}.";
    RuleTurned: "{rule} turns the tile on {square}: {ports}.";
    RuleAsksOut: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it asks \
        {who}, who is out.";
    RuleNeverEnds: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it acts \
        without end.";
    RuleAsksTwice: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it offers \
        {who} an answer twice.";
    RuleLaysNone: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it lays a \
        tile that nobody has.";
    RuleCarriesOff: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it \
        carries a piece off the board.";
    RulePanics: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it panics.";
    RuleFails: "The rule {rule} is broken: in turn {number}, at the moment {moment}, its script \
        fails: {why}.";
    RuleAsksNothing: "The rule {rule} is broken: in turn {number}, at the moment {moment}, it asks \
        {who} a question without answers.";
    // How a game ends.
    WonLast: "{who} is the last one on the board and wins.";
    WonLastYou: "You are the last one on the board: you win!";
    WonTeam: "The last team on the board wins: {who}.";
    WonTie: "The last players went out at the same time and tie: {who}.";
    WonShared: "Several players are still on the board and share the win: {who}.";
    WonScore: "Most points: {who}.";
    WonNobody: "Nobody wins.";
    WonLimit: "The turn limit is reached. Still on the board: {who}.";
    NoPlayer: "nobody";
    ScoreOf: "{who}: {points}";
    Scores: "Points: {scores}.";
    // A placement and its consequences.
    Choice: "{number}: tile {tile}{turned}: {consequences}.";
    Turned0: ", not turned";
    Turned1: ", turned once";
    Turned2: ", turned twice";
    Turned3: ", turned three times";
    YouReach: "you reach {place}";
    OtherReaches: "{who} goes to {place}";
    YouOut: "you are out, {cause}";
    OtherOut: "{who} is out, {cause}";
    CauseEdge: "off the board";
    CauseCollision: "in a collision";
    CauseLoop: "in an endless loop";
    // Where everything is.
    HandTile: "Tile {tile}: {ports}.";
    HandTileTurns: "Tile {tile}: {ports}; {count} ways to turn it.";
    HandEmpty: "No tiles.";
    WhereFacing: "{who}: on the tile at {tile}, facing {place}.";
    WhereBetween: "{who}: facing {place}, on no tile.";
    WhereStart: "{who}: at a start mark, facing {place}.";
    WhereOut: "{who}: out.";
    WhereHidden: "{who}: out of sight.";
    BoardHidden: "Out of sight: {squares}.";
    PlacedUnseen: "{who} places a tile out of sight.";
    OutUnseen: "{who} is out. It happened out of sight.";
    SightPieces: "In sight: {pieces}.";
    SightSquares: "In sight: {squares}.";
    SightGone: "Out of sight: {pieces}.";
    WhereNot: "{who}: not on the board yet.";
    WhereTiles: "{who}: {tiles} in hand.";
    WhereDragon: "{who} holds the {dragon}.";
    WhereDragonYou: "You hold the {dragon}.";
    WhereScore: "{who} has {points}.";
    WhereScoreYou: "You have {points}.";
    WhereDisplaced: "{who} may move to another start mark at the next turn.";
    WhereDisplacedYou: "You may move to another start mark at your next turn.";
    WhereSupply: "Pieces that may still come onto the board: {count}.";
    WherePile: "{tiles} in the draw pile.";
    BoardEmpty: "The board has {columns} columns and {rows} rows, and no tile yet.";
    ShapeMissingOne: "The square {squares} does not exist.";
    ShapeMissing: "These squares do not exist: {squares}.";
    ShapeColumns: "Beyond the last column lies the first, and the other way round.";
    ShapeRows: "Beyond the last row lies the first, and the other way round.";
    ShapePortals: "{one} and {other} are portals: a path that leads onto one goes straight on \
        behind the other.";
    BoardTile: "{square}: {ports}.";
    BoardMovingPiece: "{square}: {what}; it moves up on a {up}, right on a {right}, down on a \
        {down}, left on a {left}.";
    BoardPiece: "{square}: {what}; it turns on a {turn}, and moves up on a {up}, right on a \
        {right}, down on a {down}, left on a {left}.";
    BoardSweepsRow: "{square}: {what}; it moves towards the {side}, and all of row {line} is in \
        it.";
    BoardSweepsColumn: "{square}: {what}; it moves towards the {side}, and all of column {line} is \
        in it.";
    BoardThing: "{square}: {what}.";
    BoardBlocked: "{square}: blocked, no tile can be laid there.";
    BoardRest: "All other squares are empty.";
    // Before the game.
    PickRules: "Which game?";
    PickRulesMixed: "Add a house rule to a game with +, as in {example}. The mark before the + \
        says which games it fits: any of them, or the named one and those that extend it.";
    PickHelp: "Type a number or a word from the list; Enter takes what stands after it. quit: leave.";
    PickRulesAsk: "Number or name (Enter: {default})";
    PickRulesBad: "There is no game {answer}. Type a number from 1 to {last}, or a name from the \
        list.";
    PickRulesBroken: "{name} cannot be played: {why}";
    PickPlayers: "How many players, {counts}? (Enter: {default})";
    PickPlayersBad: "{answer} is not one of these numbers: {counts}.";
    PickSeats: "Who plays? One word for each seat, separated by commas: human, human:Ann, or a bot \
        ({bots}). (Enter: {default})";
    WordTo: "to";
    WordOr: "or";
    PlayersRange: "{name} is for {counts} players";
    SeatUnknown: "{word} is neither human nor a bot; the bots are {bots}";
    DidYouMean: "Did you mean {name}?";
    SeatMeant: "{why}; did you mean {name}?";
    SeatEmpty: "a seat is empty; the list has one word for each seat, separated by commas";
    SeatQuote: "a quotation mark is not closed in {list}";
    SeatName: "{name} cannot be a person's name: a name has 1 to {longest} characters, and must \
        not be that of a bot or a colour";
    SeatTwice: "two players are called {name}; each needs a different name";
    SeatCount: "number of seats in the list: {found}; allowed: {counts}";
    SeatPlayers: "number of seats in the list: {found}; number of players: {players}";
    // The first lines.
    GameStarts: "{title}, {players} players.";
    GameResumes: "{title} continues with {players} players.";
    SeatIs: "Seat {seat}: {who}, {kind}.";
    TeamIs: "Team {team}: {who}.";
    KindHuman: "human";
    KindBot: "bot {bot}";
    BotRandom: "random";
    BotSafe: "careful";
    BotTimid: "timid";
    BotHunter: "hunting";
    BotGreedy: "greedy";
    BotLearned: "that has learned";
    BotSearch: "of {count} games ahead";
    BotSearchTime: "of {count} ms a turn";
    BotProgram: "a program";
    HelpHint: "Type help to see what you can type.";
    // Questions.
    TitleStart: "{who}: choose a start mark";
    TitlePlace: "{who}: turn {number}";
    TitleAnswer: "{who}: {question}";
    AskStart: "Start mark (a number, or a place like a1 H; Enter: {number})";
    AskPlace: "Placement (number; Enter: {number}; help)";
    AskGive: "Give which tile? (number; Enter: no more)";
    AskTake: "Take which tile? (number; back)";
    AskRelocateMust: "Move to which start mark? (number)";
    AskRelocateMay: "Move to which start mark? (number; Enter: stay)";
    AskAnswer: "Answer (number or word; help)";
    // The game on the whole screen.
    WhereTitle: "Where everybody is";
    PanelTeam: "team {team}";
    LeaveKept: "Press q to leave; the game is kept. Any other key goes on.";
    ThisOne: "This";
    GoesOver: "{who} follows the path over {tiles}.";
    GoesOverYou: "You follow the path over {tiles}.";
    TileOf: "{who}'s tile on {square}";
    TileOfYou: "Your tile on {square}";
    TileLeads: "{tile} leads {who} over {tiles}.";
    TileLeadsYou: "{tile} leads you over {tiles}.";
    TileToEdge: "{tile} sends {who} to the edge: {who} is out.";
    TileToEdgeYou: "{tile} sends you to the edge: you are out.";
    TileToMeeting: "{tile} leads {who} into another piece: {who} is out.";
    TileToMeetingYou: "{tile} leads you into another piece: you are out.";
    TileToLoop: "{tile} sends {who} into an endless loop: {who} is out.";
    TileToLoopYou: "{tile} sends you into an endless loop: you are out.";
    TileToLoss: "{tile} is the end of {who}'s path: {who} is out, {cause}.";
    TileToLossYou: "{tile} is the end of your path: you are out, {cause}.";
    OutOn: "{who} is out on {square}: {cause}.";
    OutOnYou: "You are out on {square}: {cause}.";
    OutInFront: "{who} is out: {cause} on {square}, the square in front.";
    OutInFrontYou: "You are out: {cause} on {square}, the square in front of you in your own turn.";
    RuleLaidOn: "{rule} lays a tile on {square}.";
    RuleTurnedOn: "{rule} turns the tile on {square}.";
    LaidOn: "{who} lays a tile on {square}.";
    LaidOnYou: "You lay a tile on {square}.";
    LaysAndGoes: "{who} lays a tile on {square} and follows the path over {tiles}.";
    LaysAndGoesYou: "You lay a tile on {square} and follow the path over {tiles}.";
    DrewOwn: "You draw a tile.";
    // What the server says at a table.
    WebAskTile: "Which tile do you place?";
    WebSquareEmpty: "{square}: empty.";
    WebSquareMissing: "{square}: there is no such square.";
    WebBotTookOver: "A bot plays for {who} now.";
    WebTakeBackAsked: "{who} asks to take back their last choice. It needs: {others}.";
    WebTakeBackRefused: "{who} does not agree to take it back.";
    WebPlaysAgain: "{who} plays again.";
    WebClockOver: "The time of {who} is over: a bot decides this once.";
    WebFault: "A fault of the program has ended this game. What was played is kept.";
    AskMark: "Where do you start?";
    AskMove: "Where does your ship move?";
    StayHere: "stay";
    NoExchange: "no exchange";
    Thinks: "{who} is thinking …";
    NoAdvice: "There is no advice on this.";
    Advising: "… playing games to the end to find out";
    WorthBest: "wins {share} % of simulated games: the best";
    Worth: "wins {share} % of simulated games; the best {best} %";
    WhyMoves: "Its {die} points to the {side}.";
    WhyTurns: "A {die} turns it.";
    AreOut: "{who} is out.";
    AreOutYou: "You are out.";
    KeysOut: "Enter watch on  p step by step  e to the end  u take back  ? help  q quit";
    OutTitle: "Out";
    LeaveAsk: "This game is not kept anywhere. Press q to leave it, any other key to go on.";
    NotKept: "The game is not kept: {why}";
    NoUndoOnStream: "A record in a pipe or a device cannot take anything back.";
    NoUndoTogether: "With several people nothing is taken back: it would show a hand.";
    NothingBefore: "There is no decision of yours before this.";
    MotionOn: "Moves are shown one by one.";
    MotionOff: "Moves are shown at once.";
    NameEnter: "Enter";
    NameSpace: "Space";
    NameEscape: "Esc";
    KeysShow: "Enter next  s skip  l log  m motion  ? help  q quit";
    KeysWatch: "Enter next  p pause  e end  l log  m motion  ? help  q quit";
    KeysCards: "Enter lay  Tab tile  r turn  ? help  q quit  Space advice  u undo  l log  w where";
    KeysWays: "Enter lay  Tab tile  r turn  ? help  q quit  Space advice  u undo  d danger  l log  \
        w where";
    KeysItems: "Enter take  Tab next  ? help  q quit  u undo  l log";
    KeysBot: "u undo  l log  ? help  q quit";
    KeysOver: "Enter result  u undo  l log  q quit";
    KeysBox: "Enter go on  q quit";
    KeysLog: "↑↓ scroll  c exact places  Enter close";
    KeysScroll: "↑↓ scroll  Enter close";
    KeysEdition: "Enter choose  ↑↓ move  q quit";
    KeysOptions: "Enter go on  Space tick  Esc back  q quit  m more  s save as …";
    KeysValues: "Enter change  x take back  Esc back";
    KeysSeats: "Enter start  ←→ who  + more  - fewer  n name  < up  > down  Esc back";
    KeysField: "Enter take  Esc cancel";
    KeysResult: "Enter take  Tab next  q quit";
    KeysReplay: "→ next  ← back  ] turn  [ back  x out  g go to  v view  p run  l log  r review  q quit";
    HelpTitle: "Help";
    HelpNowCards: "It is your turn: choose a tile and turn it. Its paths are shown on the board. \
        ✓: this is where you would go. †: you would be out. ✗: this is not allowed. Enter lays it.";
    HelpNowStart: "Choose where your piece starts: ● is the mark that is pointed at, · are the \
        others. Enter takes it.";
    HelpNowItems: "You are asked something: choose an answer. Enter takes it.";
    HelpNowWatch: "The others play. Enter shows the next thing that happens.";
    HelpMore: "More:";
    LogTitle: "What happened";
    HelpGoal: "You lay a tile on the square that your piece faces, and follow its path. Whoever is \
        led off the board, or into another piece where the rules say so, is out. Stay on it \
        longest.";
    HelpCards: "Tab or 1 to 5 chooses another tile, r or the wheel turns it. With the mouse: click \
        a tile, click it again to turn it, click the square to lay it.";
    HelpItems: "The arrows or the wheel point at another one; on the board it is marked. With the \
        mouse: click it, and click it again to take it.";
    HelpWatch: "What happens is shown one thing after another. Enter goes on at once, s skips all \
        of it, p stops after each step.";
    HelpKeys: "Space asks what the bots would do: games are played to the end after each choice, \
        and the best one is pointed at. u takes back your last decision, as often as you like. w \
        says where everybody is, and l what has happened. m turns motion off and on. The words in \
        the last line can be clicked. ★ are points.";
    HelpWays: "d shows where pieces that dice move may come next, with the faces of the die.";
    HelpColours: "Each piece has a letter and a colour; its path has the colour. The square on \
        which you lay is lit.";
    WindowSmall: "This window has {columns} columns and {rows} rows. The game needs {wide} and \
        {high}: make it larger.";
    LaunchTitle: "Tsuro: which game?";
    ListResume: "Go on with";
    ListRecent: "Played recently";
    ListEditions: "Editions";
    ListOwn: "Your own";
    ResumeIs: "{title}, turn {number}: {who}";
    FactsIs: "{counts} players · {columns}×{rows} squares";
    LengthIs: "About {turns} turns with {players} players";
    CannotPlay: "This cannot be played: {why}";
    OptionsTitle: "{title}: house rules";
    OptionsNone: "No house rule fits this edition.";
    DiffersHouse: "{rule}: {summary}.";
    DiffersKey: "{what}: {new} instead of {old}.";
    DiffersNew: "{what}: {new}.";
    DiffersGone: "{what}: does not apply.";
    OptionsDiffer: "What differs";
    OptionsSame: "Nothing: played as printed.";
    DiffersNoLonger: "No longer: {rules}.";
    DiffersValues: "{sentence} (instead of {old}).";
    RuleColumns: "The board is {value} squares wide.";
    RuleRows: "The board is {value} squares high.";
    RuleFewest: "It takes at least {value} players.";
    RuleFewestOne: "One person can play alone.";
    RuleMost: "At most {value} can play.";
    RuleFirstSeat: "The first seat begins.";
    RuleFirstRandom: "A random seat begins.";
    RuleHand: "A hand has {value} tiles.";
    RuleHandOne: "A hand has one tile.";
    RuleDeck: "The deck has {value} tiles.";
    RuleOpen: "One open hand serves the whole table.";
    RuleHidden: "All players hold tiles of their own, which the others do not see.";
    RuleShareSquare: "Two pieces may start on the same square.";
    RuleOwnSquare: "Each piece starts on a square of its own.";
    RuleTurnTiles: "A player lays {value} tiles in a turn.";
    RuleCollide: "Pieces that meet are both out.";
    RulePass: "Pieces that meet pass each other.";
    RuleExchange: "Players who put others out may exchange tiles with them.";
    RuleNoExchange: "Nobody exchanges tiles with players who are out.";
    RuleBonusPlayers: "Tiles are exchanged with those who are out in games of at least {value} players.";
    RuleLives: "A piece that a placement puts out comes back in its player’s next turn, on a free \
                start mark, as long as it has lives: {value}.";
    RuleNoPortals: "There are no portals.";
    RulePortals: "Portals join squares, and take no tiles: {value}.";
    RuleMarksRim: "Pieces start at the edge of the board.";
    RuleMarksShore: "Pieces start wherever a square has no neighbour, at holes as well.";
    RuleMarks: "Pieces start on {value} marks of this board’s own.";
    RuleAvoidNothing: "Players may choose any placement, even one that puts their own piece out.";
    RuleAvoid: "A placement that puts one’s own piece out ({value}) may not be chosen without need.";
    RuleUnlessAll: "Where every placement is a forbidden one, any may be chosen.";
    RuleUnlessLost: "A player who cannot stay on the board may choose any placement.";
    RuleNeverNothing: "Two pieces may come to the same end of a path.";
    RuleNeverShare: "Two pieces may not come to the same end of a path, while another placement avoids \
        it.";
    RuleForOwn: "A tile is laid in front of the player's own piece.";
    RuleForTeam: "A tile is laid in front of any piece of the player's team.";
    RuleTieShared: "Players whom one tile puts out last share the win.";
    RuleTieOthers: "If one tile puts out all who are left, the player who laid it counts as out first, \
        and so does whoever collided with that player; if that is everyone, all tie.";
    RuleTurnLimit: "The game ends after {value} turns at the latest.";
    RuleWrapNone: "All sides of the board are edges.";
    RuleWrapColumns: "Beyond the last column lies the first.";
    RuleWrapRows: "Beyond the last row lies the first.";
    RuleWrapBoth: "The board goes round the world both ways and has no edge.";
    RuleMissing: "There are no squares {value}.";
    RuleNoneMissing: "No square is missing.";
    RuleReturnShuffle: "Tiles of players who are out are shuffled into the pile.";
    RuleReturnBottom: "Tiles of players who are out go under the pile.";
    ValuesTitle: "{title}: single rules";
    SaveAsAsk: "Name of your rule set:";
    SavedAs: "Kept as {file}";
    SeatsTitle: "{title}: who plays?";
    SeatPerson: "person";
    NameAsk: "Name:";
    SameCommand: "The same from the command line:";
    BotAbout: "Bots, weakest first: {levels}.";
    BotsSee: "No bot sees hidden tiles.";
    BotLevel: "{level}: {about}";
    ResultStill: "{place}. {who}: on the board to the end; {laid} laid, {far} crossed";
    ResultOut: "{place}. {who}: {cause}, turn {number}; {laid} laid, {far} crossed";
    ResultPoints: "{line}; {points}";
    MomentsTitle: "Moments";
    MomentOut: "Turn {number}: {who} is out, {cause}.";
    MomentBy: "Turn {number}: {by} puts {who} out, {cause}.";
    MomentFar: "Turn {number}: {who} crosses {tiles} at once.";
    UndosWere: "Choices taken back: {count}.";
    DoAgain: "Again";
    DoOther: "Other variant";
    DoWatch: "Watch from the start";
    DoReview: "Review";
    KeysReview: "→ next  ↑↓ tries  b compare  ] turn  g go on  c curve  p player  t time  q back";
    ReviewTitle: "Review: {who}";
    ReviewSearching: "Searching: {games} games for each number so far, and surer with time.";
    ReviewDone: "{games} games were searched for each number.";
    ReviewFirst: "Searching …";
    ReviewTooSlow: "The time was over before the first decision was looked at.";
    ReviewNot: "This game cannot be reviewed: {why}";
    ReviewKnown: "Chances as far as {who} knew";
    ReviewOpen: "Chances with open hands";
    ReviewDecision: "{number} of {count}: turn {turn}";
    ReviewBest: "The best choice wins {share} % ({low}–{high}): {choice}.";
    ReviewYours: "The choice made wins {share} % ({low}–{high}): {choice}.";
    ReviewSure: "It cost {cost} %, and surely {least} %.";
    ReviewUnsure: "It cost {cost} %, but that is not sure: it may have cost nothing.";
    ReviewNoCost: "No decision cost anything that the search could find.";
    ReviewLuck: "From {start} % after the deal to {end} %: own choices {own}, those of the others \
        {others}, luck {luck}.";
    ReviewProgress: "{seen} of {all} decisions have been looked at so far.";
    ReviewChance: "100 % is the chance to win, or the share of a tie.";
    ReviewChanceAlone: "100 % is the share of the pieces that are saved.";
    ReviewChanceTogether: "100 % is the chance to win together, or what the points are worth.";
    ReviewLuckyTurn: "Turn {turn}: {luck} % by luck.";
    ReviewLuckyStart: "Before the first turn: {luck} % by luck.";
    ReviewOf: "{title}, up to turn {turn}: the review of {who}";
    ReviewCut: "Only {seen} of {all} decisions were looked at before the time was over: what follows \
        ends there.";
    ReviewBroken: "The game was broken off: the end is the chance where it stops.";
    ReviewInNumbers: "{title}, in numbers";
    ReviewByTurn: "{title}: {shares}.";
    ReviewAt: "{share} % in turn {turn}";
    ReviewAtStart: "{share} % before the first turn";
    ReviewDecisionAtStart: "{number} of {count}: before the first turn";
    ReviewAtEnd: "{share} % at the end";
    LossAsk: "You are out. Enter: watch on; undo: take your last choice back; help";
    EndHelp: "review: your costliest decisions, and what was luck. undo: take your last choice back, and play on from there. \
        rate: say what you think of this game, without your name. where: how everybody stands. board: the board. \
        log: what happened last. Enter: leave.";
    ReviewOffer: "review (your costliest decisions, and what was luck), rate (four questions about this game), or Enter \
        to leave";
    RateFun: "How much fun was it, from 1 (none) to 5 (a lot)? Enter: no answer";
    RateLength: "How long was it? 1: too short. 2: right. 3: too long. Enter: no answer";
    RateAgain: "Would you play it again? 1: yes. 2: no. Enter: no answer";
    RateRemark: "A remark for whoever reads the record, in one line? Enter: none";
    RateNumber: "A number from 1 to {last}, or Enter.";
    RateKept: "The record has your answers, without your name.";
    RateNot: "The record of this game cannot take answers.";
    WordRate: "rate";
    ReviewGoOn: "Go on from turn {turn}, against bots:";
    ReviewGoOnStart: "Go on from the start, against bots:";
    ReviewHowSure: "Intervals are at 95 %. They cover the chance in the games that the search played, \
        not how well it plays. Choices are judged by what the player could know, luck with open \
        hands.";
    ReviewTried: "{number} of {count} wins {share} % ({low}–{high}): {choice}.";
    ReviewShownBest: "The board after the best choice";
    ReviewShownYours: "The board after the choice made";
    DoRate: "Rate";
    DoSave: "Save";
    DoQuit: "Quit";
    SaveTo: "Save the record to:";
    SavedTo: "The record is in {file}";
    ReplayAt: "Turn {number} of {last}";
    ReplayDeal: "Before the first turn";
    ViewTable: "seen by an onlooker";
    ViewSeat: "seen by {who}";
    GoToAsk: "Turn:";
    KeptGoOn: "The game is kept. `tsuro play` offers it, and this goes on with it: {command}";
    KeptBefore: "A game was broken off: {command} goes on with it.";
    // Questions in sentences.
    StartPlain: "{who}, choose a start mark. {count} are free; type marks to list them.";
    StartPlainYou: "Choose a start mark. {count} are free; type marks to list them.";
    MarkClockwise: "Along the rim they are numbered clockwise from the top left corner.";
    MarkIs: "{number}: {place}.";
    MarkRangeWithin: "Within the board: {first} to {last}.";
    MarkRange: "Along the {side}: {first} to {last}.";
    PlaceOn: "You place a tile on {square}, for your team.";
    PlaceNth: "Tile {nth} of {count} in this turn.";
    PlacePlain: "{who}, turn {number}. You face {place}.";
    PlacePlainYou: "Your turn, number {number}. You face {place}.";
    AnswerIs: "{number}: {answer}.";
    EntryPorts: "{tile}: port {ports}.";
    EntryHow: "Type a port and the pairs of a tile, as in {example}.";
    AmountRange: "From {first} to {last}.";
    ShownTile: "The tile: {ports}.";
    ShownTileTurns: "The tile: {ports}; {count} ways to turn it.";
    ShownThing: "It is about {what}.";
    ExchangePlain: "You may exchange tiles with the players just eliminated.";
    OwnTile: "Yours, {number}: {ports}.";
    TheirTile: "Theirs, {number}: {ports}.";
    SwapNotice: "You give {gave} for {took}.";
    SwapUndone: "The last swap is taken back.";
    NothingToUndo: "There is no swap to take back; undo takes back your last choice.";
    TakenBack: "Your last choice is taken back.";
    RelocateMustPlain: "Your start mark is blocked: you have to move to another one.";
    RelocateMayPlain: "You may move to another start mark on the same side.";
    ForcedNote: "Every placement puts you out, so all of them are allowed.";
    HandOver: "{who}, it is your turn. When nobody else is looking, press Enter.";
    HandOverAsk: "Enter";
    // Answers that do not fit.
    BadNumber: "{answer} is not in the list. Type a number from 1 to {last}.";
    BadAnswer: "I do not understand {answer}. Type a number, or help.";
    NotAtThisQuestion: "There is no {answer} at this question. Type a number, or help.";
    BadMark: "{answer} is not a free start mark.";
    BadAmount: "{answer} is none of the answers.";
    BadStay: "You have to move to another start mark.";
    NotHeld: "You hold no tile {answer}.";
    NotLegal: "{ports} is not allowed while another placement keeps you on the board: \
        {consequences}.";
    NotLegalWake: "{ports} is not allowed here: two ships would sail along the same wake.";
    NotLegalRule: "{ports} is not allowed by the rule {rule} while there is another placement: \
        {consequences}.";
    // Beside the board.
    PanelPile: "pile {count}";
    PanelHolder: "{dragon}: {who}";
    LogEmpty: "Nothing has happened yet.";
    // The last lines.
    SeedWas: "Seed: {seed}.";
    StoppedHere: "The game stops here.";
    InputEnded: "The input has ended.";
    ResumeWith: "Continue it with: tsuro play --resume {file}";
    NotRecorded: "It was not recorded; to record a game, add --record FILE.";
    // Help.
    HelpPlace: "It is your turn: type the number of a placement. Beside each you read where your piece would go. Enter takes the one that is proposed.";
    HelpPorts: "A tile can also be named by the pairs of ports that it joins once placed, like AC BD EG FH; ports are lettered clockwise from the top left.";
    HelpTry: "?3 tells you what placement 3 would do, without placing the tile.";
    HelpAdvise: "advise: the share of simulated games that you win after each placement.";
    HelpStart: "Type the number of a start mark, or a square and a port, like a1 H. Ports are \
        lettered clockwise from the top left: A B top, C D right, E F bottom, G H left. marks: all free \
        start marks.";
    HelpExchange: "Give one of your tiles, then take one of theirs, as often as you like. Enter \
        stops; back undoes the last swap.";
    HelpAnswer: "Type the number of an answer, or the answer itself. A tile can be named by the \
        pairs of ports that it joins, like AC BD EG FH.";
    HelpAdviseAnswer: "advise: the share of simulated games that you win after each answer.";
    HelpRelocate: "Type the number of the start mark to which you move.";
    HelpWords: "where: all pieces. hand: your tiles. board: the whole board. log: what happened \
        since your last turn. choices: this question again. quit: stop; a recorded game can be \
        resumed.";
    HelpExact: "exact: places and tiles are told exactly from now on, or no longer.";
    ExactOn: "Places and tiles are told exactly from now on.";
    ExactOff: "Places and tiles are no longer told exactly.";
    HelpUndo: "undo: takes back your last choice, as often as you like, and the game goes on with \
        the same luck.";
    // A first game: what happens for the first time.
    FirstStart: "For the first time: everybody chooses a mark at the rim, and begins there.";
    FirstTravel: "For the first time: a tile was laid, and the piece in front of it followed its line \
        to the end.";
    FirstPushed: "For the first time: somebody else’s tile moved this piece. A tile moves every piece \
        that faces its square.";
    FirstEdge: "For the first time: a path led off the board, so this piece is out.";
    FirstMeeting: "For the first time: two pieces met on one path, so both are out.";
    FirstLoop: "For the first time: a path led back into itself. Such a loop has no end, so the piece \
        is out.";
    FirstOut: "For the first time: a piece is out, though its path did not put it out: {cause}.";
    FirstHolder: "For the first time: the pile is empty. The first player who cannot draw takes the \
        {dragon}, and draws first when there are tiles again.";
    FirstEmptyPile: "For the first time: the pile is empty. Until tiles come back to it, nobody draws.";
    FirstReturned: "For the first time: the tiles of a player who is out go back to the pile.";
    FirstDrawn: "For the first time: you draw, so that you have as many tiles as before.";
    FirstPassed: "For the first time: a player without tiles passes.";
    FirstCrossed: "For the first time: two pieces met and passed each other. Each goes on along the \
        other’s path.";
    FirstSwallowed: "For the first time: a tile is swallowed. The path ends there now, and whoever \
        stood on the tile is lost.";
    FirstDice: "For the first time: dice are rolled before a tile is laid. They say whether anything moves by itself.";
    FirstPieceMoves: "For the first time: something on the board moves by itself. Each side of it has a number: when a die shows that number, it moves that way.";
    FirstPieceTurns: "For the first time: something on the board turns. Its numbers turn with it.";
    // Lessons.
    LearnHeading: "Never played?";
    LearnTitle: "Learn by playing";
    LearnFew: "small boards, two minutes in all";
    LearnAbout: "Small boards, two minutes in all, in which you try each rule yourself.";
    LessonOf: "Lesson {number} of {count}: {name}";
    LessonRight: "Right!";
    LessonWrong: "Not yet.";
    LessonAgain: "Try again";
    LessonNext: "Next lesson";
    LessonBack: "The lesson before";
    LessonHint: "Hint";
    LessonNoHint: "There is no hint: just try it.";
    LessonsDone: "That was the last lesson: {right} of {count} right at once. Now you know how it is \
        played.";
    LessonFirstGame: "Now a first game";
    LessonFirstGameAbout: "Against beginners; whatever happens for the first time is explained.";
    LessonMore: "More lessons: {title}";
    LessonPorts: "A tile joins eight ports, two at each side, lettered clockwise from the top left: \
        A B top, C D right, E F bottom, G H left. AC means that a line joins A and C.";
    LessonTile: "{number}: tile {tile}{turned}: {ports}.";
    LessonHelp: "Type the number of your answer. again: this lesson once more. hint: some help. \
        skip: the next lesson. back: the one before. board: the board again. quit: leave the lessons.";
    LessonHelpTry: "?3 tells what answer 3 would do to your piece.";
    LessonWay: "The squares on the way: {squares}.";
    LessonAsk: "Your answer (number; help)";
    LessonEnter: "Enter: the next lesson";
    LessonEndAsk: "play, more or quit";
    LessonEndAskLast: "play or quit";
    LessonEndHelp: "play: {game}, a first game against beginners. more: {title}. quit: leave.";
    LessonEndHelpLast: "play: {game}, a first game against beginners. quit: leave.";
    LessonUnknown: "There is no course {name}. The courses are {names}; or name a file.";
    LessonKeys: "Enter answer  Tab tile  r turn  h hint  n next  b back  q quit";
    LessonKeysItems: "Enter answer  Tab next  h hint  n next  b back  q quit";
    LessonKeysRight: "Enter next lesson  b back  q quit";
    LessonKeysWrong: "Enter try again  h hint  n next  q quit";
    LessonKeysDone: "Enter take  Tab next  q quit";
    // Puzzles.
    PuzzlesTitle: "Puzzles";
    PuzzlesAbout: "Boards with one winning choice, and a new one every day.";
    PuzzleCourseAbout: "Positions from games. In each, one choice wins, and only one.";
    PuzzleOf: "Puzzle {number} of {count}: {name}";
    PuzzleOfDay: "Puzzle of {date}";
    PuzzleAtOnce: "win at once";
    PuzzleTrap: "no way out";
    PuzzleInTwo: "win in two turns";
    PuzzleToTheEnd: "to the end";
    PuzzleSurvive: "stay in the game";
    PuzzleTell: "You are {name}, and it is your turn. Still in the game: {others}.";
    PuzzleTellOne: "You are {name}, and it is your turn.";
    PuzzleTellAlone: "It is the turn of {name}. You play all pieces.";
    PuzzleAskAtOnce: "One placement wins at once. Which?";
    PuzzleAskTrap: "After one placement every reply loses, whatever tile comes. Which?";
    PuzzleAskInTwo: "With one placement you win in your next turn at the latest, whatever tile comes \
        before. Which?";
    PuzzleAskToTheEnd: "One placement saves the most pieces to the end. Which?";
    PuzzleAskSurvive: "After one placement you are still in the game at your next turn, whatever is \
        rolled. Which?";
    PuzzleHintAtOnce: "Look for a tile whose lines lead the others off the board, or into each other.";
    PuzzleHintTrap: "Look at where the others will stand: before which square does every line lead to \
        the edge, or to you?";
    PuzzleHintInTwo: "Look for a tile that keeps you safe and leaves the others few ways. What could \
        you lay then?";
    PuzzleHintSurvive: "Look at where each placement leads you, and at what could come there.";
    PuzzleRightAtOnce: "Nobody else is left: you win.";
    PuzzleRightTrap: "There was no way out: you win.";
    PuzzleRightInTwo: "You win, and nothing could stop it.";
    PuzzleRightToTheEnd: "No other choice saves as many.";
    PuzzleRightSurvive: "You are still in the game.";
    PuzzleWrongOut: "You are out, so this was not it.";
    PuzzleWrongOver: "The game is over, and you have not won it.";
    PuzzleWrongGoesOn: "The game goes on: this does not win by force.";
    PuzzleWrongStillIn: "Still in the game: {others}. So you have not won at once.";
    PuzzleProved: "It is proved: there is no other answer, and it wins whatever tiles the others hold.";
    PuzzleTried: "There is no other answer. It wins in all {deals} of {deals} deals of what you cannot \
        see, so in at least {least} % of all deals (at 95 %).";
    PuzzleTriedSurvive: "Every other placement loses here. This one was safe in all {deals} ways to go on that were tried, so it is in at least {least} % of all (at 95 %).";
    PuzzleProvedSurvive: "It is proved: every other placement loses, and this one is safe whatever comes.";
    PuzzleNext: "Next puzzle";
    PuzzleBack: "The puzzle before";
    PuzzleDay: "Today’s puzzle";
    PuzzlesDone: "That was the last puzzle: {right} of {count} solved at once.";
    PuzzleGame: "Now a game";
    PuzzleGameAbout: "Against beginners.";
    PuzzleMore: "More puzzles: {title}";
    PuzzleHelp: "Type the number of your answer. again: this puzzle once more. hint: some help. \
        skip: the next puzzle. back: the one before. board: the board again. quit: leave the puzzles.";
    PuzzleEnter: "Enter: the next puzzle";
    PuzzleEndHelp: "play: {game}, a game against beginners. more: {title}. quit: leave.";
    PuzzleEndHelpLast: "play: {game}, a game against beginners. quit: leave.";
    PuzzleUnknown: "There are no puzzles called {name}. There are puzzles for {names}; or name a file.";
    PuzzleKeysRight: "Enter next puzzle  b back  q quit";
    PuzzleDays: "{count} days in a row";
    PuzzleSolved: "{solved} of {count} solved";
    WordPuzzles: "puzzles";
    WordLearn: "learn";
    WordAgain: "again";
    WordHint: "hint";
    WordSkip: "skip";
    WordPlay: "play";
    WordMore: "more";
    // Words that can be typed.
    WordHelp: "help";
    WordWhere: "where";
    WordHand: "hand";
    WordBoard: "board";
    WordLog: "log";
    WordExact: "exact";
    WordReview: "review";
    WordChoices: "choices";
    WordQuit: "quit";
    WordBack: "back";
    WordUndo: "undo";
    WordMarks: "marks";
    WordAdvise: "advise";
    // Advice.
    AdviceShare: "Placement {number}: {share} % of the games won ({low} to {high} %).";
    AdviceAnswer: "Answer {number}, {answer}: {share} % of the games won ({low} to {high} %).";
    // Bots.
    BotFault: "{who} {what}. Another choice was made in its place.";
    LevelBeginner: "beginner";
    LevelEasy: "easy";
    LevelMedium: "medium";
    LevelHard: "hard";
    LevelExpert: "expert";
    LevelMaster: "master";
    AboutBeginner: "Sees which placements are good, but often takes another.";
    AboutEasy: "Mostly takes a good placement, but not always the best.";
    AboutMedium: "Looks one placement ahead and takes what wins most often.";
    AboutHard: "Tries out up to 200 ways to play on before each decision.";
    AboutExpert: "Tries out up to 1,000 ways to play on before each decision.";
    AboutMaster: "Tries out up to 10,000 ways to play on before each decision.";
    LevelTime: "In classic, it takes about {count} ms for a decision.";
    LevelInNoTime: "In classic, it takes less than 1 ms for a decision.";
    // What a bot that is a program did wrong.
    FaultAnswer: "answered {answer}, which is not the number of a choice from 0 to {last}";
    FaultFlood: "wrote more than it was asked for";
    FaultLate: "did not answer within {milliseconds} ms";
    FaultGone: "ended";
    FaultGoneHow: "ended ({status})";
    FaultUnasked: "is not asked any more, after {after}";
    AfterLate: "late answers in a row";
    AfterFlood: "a flood of output";
    AfterEnding: "ending again and again";
    FaultNotStarted: "cannot be started: {why}";
    ProgramWrote: "the last lines that {bot} wrote on its standard error:";
}
