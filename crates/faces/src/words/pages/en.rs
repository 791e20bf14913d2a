//! English: the sentences of the pages that a server shows.

/// Gives the sentences of the language to a macro: the sentences in the braces, and the ones listed
/// here.
macro_rules! pages_in_english {
    ($then:ident: $($others:tt)*) => {
        $then! {
            $($others)*
            // The pages of the server: choosing, history, all pages.
            WebLanguageCode: "en";
            WebLanguage: "Language";
            WebPages: "Pages";
            WebNewGame: "New game";
            WebLearn: "Learn";
            WebHistory: "Games played";
            WebSkip: "Skip to the content";
            WebFooter: "Tsuro: follow the path, and stay on the board longest.";
            WebTheme: "Colours:";
            WebThemeAuto: "auto";
            WebThemeLight: "light";
            WebThemeDark: "dark";
            WebOffline: "The server does not answer. Check the connection, then try again.";
            WebFailed: "The server answered with error {status}.";
            WebErrorNotFound: "There is no such game here.";
            WebErrorForbidden: "That is for another seat.";
            WebErrorBusy: "Too many requests: try again in a moment.";
            WebErrorTooManyIdle: "Too many of your games go on without anybody in them: end one, \
                or come back to it.";
            WebErrorGameEnded: "The game has ended: nothing is taken back any more.";
            WebErrorNothingBack: "There is nothing to take back.";
            WebErrorNotAgreed: "Somebody at the table does not agree.";
            WebErrorOtherAsked: "Somebody else has asked to take back: agree to that, or not.";
            WebErrorNobodyAsked: "Nobody asks to take something back any more.";
            WebErrorTooLarge: "That is too large.";
            WebErrorNoRoom: "The server has no room left.";
            WebErrorUnavailable: "This cannot be done at the moment.";
            WebErrorFault: "A fault of the program ended this. Try it again.";
            WebErrorStale: "Something has changed meanwhile. Look at it, then try again.";
            WebErrorOtherVersion: "Another version of the program has kept this, and this one \
                cannot read it.";
            WebErrorFull: "Ask the person who runs it.";
            WebCopied: "Copied.";
            WebNotCopied: "This could not be copied. Select the text, and copy it yourself.";
            WebCopy: "Copy";
            WebCopyNamed: "Copy: {what}";
            WebShare: "Share";
            WebShareNamed: "Share: {what}";
            WebLoading: "Loading …";
            WebGameTurn: "turn {number}";
            WebGameTurns: "{number} turns";
            WebGoOn: "Go on";
            WebGoOnNamed: "Go on: {title}";
            WebLinks: "Links";
            WebLinksNamed: "Links of the seats: {title}";
            WebForget: "Forget";
            WebForgetNamed: "Forget: {title}";
            WebForgotten: "{title} is no longer listed on this device.";
            // Choosing a game.
            WebLaunchTitle: "New game";
            WebYourGames: "Games you are in";
            WebChooseEdition: "Which game?";
            WebRecent: "Played recently";
            WebEditions: "Editions";
            WebServerOwn: "From this server";
            WebOwn: "Your own rule sets";
            WebOwnMark: "your own";
            WebOwnHint: "Rule sets of your own stay in this browser until you play or share them.";
            WebPlayers: "{counts} players";
            WebOnePlayer: "1 player";
            WebSize: "{columns} × {rows} squares";
            WebTurns: "about {turns} turns";
            WebRulesTitle: "Which rules?";
            WebBoardOf: "The board of {title}";
            WebHouseRules: "House rules";
            WebNoHouseRules: "No house rule fits this game.";
            WebRefused: "Does not fit: {why}";
            WebMoreRules: "More: single rules";
            WebUsual: "Usually {value}.";
            WebPossible: "Possible: {words}.";
            WebTakeBack: "Take back";
            WebTakeBackNamed: "Take back: {key}";
            WebDiffers: "What differs";
            WebDiffersNot: "Nothing: it is played as printed.";
            WebBroken: "This cannot be played: {why}";
            WebReset: "Play as printed";
            WebOwnNew: "Write or paste rules …";
            WebOwnEdit: "Edit";
            WebOwnEditNamed: "Edit: {name}";
            WebOwnEditorTitle: "A rule set of your own";
            WebOwnText: "Rules, as a TOML file";
            WebOwnUpload: "Open a file …";
            WebOwnNameless: "no name";
            WebOwnFine: "The rules are fine.";
            WebOwnExample: "schema = 1\nname = \"mine\"\ntitle = \"My rules\"\n\
                summary = \"Hands of four\"\nextends = \"{base}\"\n\n[tiles]\nhand = 4\n";
            WebOwnEmpty: "Paste a rule-set file here, open one, or change the example.";
            WebOwnProblem: "One problem";
            WebOwnProblems: "{count} problems";
            WebOwnAtLine: "Line {line}: {message}";
            WebSeverityError: "Error";
            WebSeverityWarning: "Warning";
            WebOwnKeep: "Keep and choose";
            WebOwnKept: "{name} is kept in this browser.";
            WebOwnNotKept: "This browser does not keep it: its storage is full or turned off. It \
                can be played until the page is closed.";
            WebOwnDelete: "Delete";
            WebOwnDeleteAsk: "Delete {name} from this browser?";
            WebOwnTooLarge: "This file is too large for a rule set.";
            WebClose: "Close";
            WebSeatsTitle: "Who plays?";
            WebCount: "Number of players";
            WebSeatWho: "{seat}: who plays";
            WebSeatName: "{seat}: name";
            WebSeatHere: "Person here";
            WebSeatLink: "Person by link";
            WebSeatBot: "Bot: {level}";
            WebNameHint: "Names may be left empty.";
            WebLinkHint: "Each person by link gets an address to open on another device. You have \
                these addresses, too: with them you could see their tiles and play for them, and \
                their page says so.";
            WebClock: "Time for each decision";
            WebClockNone: "No limit";
            WebReserve: "In reserve";
            WebReserveNone: "Nothing";
            WebReserveHint: "The time in reserve is for the whole game. It runs when the time for a \
                decision is used up; then a bot decides once.";
            WebLimit: "{time} for each decision.";
            WebLimitReserve: "{time} for each decision, and {reserve} in reserve.";
            WebTimeLeft: "{time} left";
            WebReserveLeft: "+ {time}";
            WebMine: "My games";
            WebMineAll: "All my games, and take them to another device";
            WebMineWaiting: "They wait for you";
            WebMineRunning: "The others are to move";
            WebMineEnded: "Ended";
            WebMineNone: "This browser has no seat in any game yet.";
            WebMineLook: "Look";
            WebMineLookNamed: "Look at the game: {title}";
            WebMineWait: "{count} games wait for you";
            WebMineOneWaits: "One game waits for you";
            WebMineTold: "When it is your turn";
            WebMineNotify: "Notifications of the system, while this page is open but not seen";
            WebMineNotifyNot: "The browser does not allow notifications for this page.";
            WebMineNotifyNone: "Notifications of the system need an address with https.";
            WebMineCarry: "To another device";
            WebMineCarryAbout: "A link takes all these games to another device of yours. Give it to \
                nobody: who opens it plays for you.";
            WebMineCarryNow: "Make a link";
            WebMineCarryLink: "Link to your games";
            WebMineCarryOnce: "The link serves once, within ten minutes.";
            WebMineBring: "Games from another device";
            WebMineBringAbout: "The link brings your games to this browser. Open it only if you have \
                made it yourself.";
            WebMineBringNow: "Bring the games here";
            WebMineBrought: "Games brought: {count}.";
            WebMineBringGone: "This link has been used, or it is older than ten minutes.";
            WebReserveRuns: "reserve: {left}";
            WebPlay: "Play";
            WebOpening: "The table is being opened …";
            WebTerminal: "The same in a terminal";
            WebSeatOpen: "Person at the table";
            WebOpenSeatHint: "You get one address, a code and a word for all. People take the free \
                seats, and then you begin the game.";
            WebJoinTitle: "Join a table";
            WebJoinWord: "Word of the table:";
            WebJoin: "Join";
            WebJoinNone: "No table has this word. Ask the person who opened it.";
            WebLobby: "Tables that wait for players";
            WebLobbyNone: "None at the moment.";
            WebLobbyFree: "free seats: {free} of {seats}";
            WebGatherFree: "free";
            WebGatherSit: "Sit here";
            WebGatherLeave: "Leave the seat";
            WebGatherClear: "Free the seat";
            WebGatherUp: "Move up";
            WebGatherDown: "Move down";
            WebGatherWaits: "The person who opened the table begins the game. You can take a free \
                seat, or stay and look on.";
            WebGatherFill: "At the free seats:";
            WebGatherNone: "nobody: wait for people";
            WebGatherBegin: "Begin the game";
            WebGatherInvite: "Invite others";
            WebGatherLink: "Link of the table";
            WebGatherWord: "Or they type this word on the page “New game” of this server:";
            WebGatherQr: "Code with the link of the table";
            WebGatherGone: "This table is not there any more.";
            WebOpenTitle: "The table is open";
            WebOpenHint: "Send each person their own link. The person who opens a link plays that \
                seat, so give it to nobody else.";
            WebOpenLocal: "These links work only on this computer. For people at other devices, \
                start the server with “tsuro serve --lan”, open this page by the address that it \
                shows, and open the table there.";
            WebLinkOf: "Link for {who}";
            WebLinkWatch: "Link to look on, for everybody else";
            WebToTable: "Go to the table";
            // The history.
            WebHistoryTitle: "Games played on this server";
            WebFilter: "Show";
            WebFilterGame: "Game";
            WebFilterName: "Name of a player";
            WebFilterWon: "only games that they won";
            WebFilterState: "State";
            WebAll: "All";
            WebStateRunning: "going on";
            WebStateOver: "over";
            WebStateBroken: "ended by a fault";
            WebStateExpired: "left unfinished";
            WebStateUploaded: "uploaded";
            WebListed: "Games listed: {count}";
            WebNoGames: "No game has been kept yet.";
            WebNoGamesFound: "No game fits. Show more by changing the choice above.";
            WebMoreGames: "Show earlier games";
            WebWinner: "winner";
            WebWinnerTie: "shared win";
            WebWatch: "Watch";
            WebWatchNamed: "Watch: {title}";
            WebReplay: "Watch again";
            WebReplayNamed: "Watch again: {title}";
            WebDownload: "Download the record";
            WebPicture: "Picture";
            WebAnimation: "Moving picture";
            WebDownloadNamed: "Download the record: {title}";
            WebDownloaded: "The record is downloaded.";
            WebUpload: "Upload a record …";
            WebUploading: "The record is being checked …";
            WebUploadHint: "The record of a game, saved from this page or by the program in a \
                terminal. It is checked, then shown.";
            WebUploadTooLarge: "This file is too large: a file may have at most 64 MiB, and the \
                record of a game 256 KiB.";
            WebUploaded: "{count} games are here now.";
            WebExport: "Download all records";
            // The pages of the server: a game.
            WebBoardLabel: "The board. Its description in words is below, under “The board in \
                words”.";
            WebBoardInWords: "The board in words";
            WebWordsWait: "They follow when the board has shown everything.";
            WebBoardTable: "The {columns} columns and {rows} rows; empty cells are empty squares.";
            WebConnected: "Connected";
            WebReconnecting: "Connecting …";
            WebDisconnected: "Not connected";
            WebNext: "Next";
            WebHurry: "Skip to the end";
            WebLay: "Lay";
            WebTake: "Choose";
            WebTurnLeft: "Turn anticlockwise";
            WebTurnRight: "Turn clockwise";
            WebAdvice: "Advice";
            WebAdviceAbout: "What the bots would do";
            WebUndo: "Take back";
            WebUndoAsk: "Ask to take back";
            WebAgree: "Agree";
            WebAgreeNot: "Do not agree";
            WebAgreeNamed: "{who} agrees";
            WebAgreeNotNamed: "{who} does not agree";
            WebYourTurn: "Your turn";
            WebTurnNow: "Turn {number}";
            WebHand: "Your tiles";
            WebHandOf: "Your tiles: {count}";
            WebPlacements: "All placements in words";
            WebTileTurned: "Tile {place}{turned}";
            WebRefusedWhy: "Not allowed. {why}";
            WebSecondsLeft: "{seconds} s left";
            WebWaits: "Waiting for {who} …";
            WebPeople: "Players";
            WebOnlooker: "You are watching this game.";
            WebOpenerKnows: "The person who opened this table has your link, too: with it they can \
                see your tiles and play for you.";
            WebHere: "at this device";
            WebThere: "connected";
            WebNotThere: "not connected";
            WebAway: "a bot plays";
            WebOnTurn: "decides";
            WebSeatBack: "Take your seat back";
            WebBotPlays: "Let a bot play";
            WebCopyLink: "Copy the link";
            WebDismiss: "Close this message";
            WebWatchOn: "Watch on";
            WebToEnd: "Go to the end";
            WebHandOver: "Give the device to {who}";
            WebHandOverWhy: "The tiles are hidden until you press the button.";
            WebHandOverReady: "I am {who}: show my tiles";
            WebClosedBroken: "This game was ended by a fault of the program. What was played is \
                kept; you can download it.";
            WebClosedExpired: "This game was closed because nobody went on with it. What was \
                played is kept; you can download it.";
            WebClosedBad: "This page was not understood. Reload it.";
            WebClosedLimit: "Too many pages are connected to this server. Close one, then try \
                again.";
            WebClosedStopping: "The server is being stopped. The page goes on when it is back.";
            WebClosedOther: "The connection to this game has been ended.";
            WebNoSeat: "The link is not that of a seat of this game. You are watching.";
            WebTryAgain: "Try again";
            Talk: "Say something";
            TalkReactions: "Reactions";
            TalkHello: "Hello!";
            TalkLuck: "Good luck!";
            TalkWow: "Wow!";
            TalkOops: "Oops!";
            TalkWellPlayed: "Well played!";
            TalkThinking: "I am thinking …";
            TalkThanks: "Thank you!";
            TalkGoodGame: "Good game!";
            TalkSays: "{who}: {words}";
            TalkWrites: "writes";
            TalkChat: "Chat";
            TalkText: "Message:";
            TalkSend: "Send";
            TalkMute: "Hide what others say";
            TalkAllowChat: "Players may write to each other";
            TalkAllowOnlookers: "Onlookers see reactions and messages";
            OfflineTitle: "The server cannot be reached";
            OfflineCannot: "Without it you cannot open, join or play a game, nor read the history: \
                games are at the server, and clocks and bots there go on.";
            OfflineCan: "Nothing is lost. This page asks again every ten seconds, and opens what \
                you wanted as soon as the server answers.";
            OfflineGames: "Your games there";
            OfflineAgain: "Try now";
            WebLuck: "The luck of this game";
            WebLuckBound: "Before the tiles were shuffled, the server fixed a secret number and \
                showed this, its commitment. Write it down, or compare it with what the others see:";
            WebDrawing: "The luck is drawn: the pages of all players show the numbers to which \
                they were bound.";
            WebLeftOut: "Left out of the draw, because a page did not show its number in time: \
                {who}.";
            WebLuckList: "The numbers are those to which all pages were bound before the first was \
                shown.";
            WebLuckListBroken: "The numbers are others than those to which the pages were bound.";
            WebLuckCopy: "Copy the commitment";
            WebLuckAdded: "Then the browser that opened the table, or the browsers of all who sat \
                down before the game, added numbers of their own. The server shuffles with all of \
                them, so it could not choose the tiles.";
            WebLuckAlone: "Nobody added a number: the server could have chosen the luck before the \
                game, but not since.";
            WebLuckFree: "Nothing binds the server to the luck of this game: whoever runs it could \
                have chosen it.";
            WebLuckOther: "The server shows another commitment than before: do not trust the luck \
                of this game.";
            WebLuckProves: "At the end the server has to show its secret. If it fits, neither the \
                order of the tiles nor the dice were changed during the game.";
            WebLuckNot: "This does not prove that nobody saw hidden tiles: whoever runs the server \
                can. It also does not prove who has opened the table. And this page comes from the \
                server: to be sure, check the record with a program of your own.";
            WebLuckCheck: "Check the luck";
            WebLuckKept: "The secret fits the commitment that this browser was shown.";
            WebLuckBroken: "The secret does not fit the commitment that this browser was shown: do \
                not trust the luck of this game.";
            WebLuckUnseen: "This browser was not shown the commitment during the game. Compare it \
                with one that somebody wrote down:";
            WebLuckOwn: "The number of this browser was used.";
            WebLuckOwnLost: "The number of this browser was not used: the server could have chosen \
                the luck.";
            WebLuckDeal: "The tiles lay as the secret and the added numbers say.";
            WebLuckDealOther: "The tiles did not lie as the secret and the added numbers say: do \
                not trust the luck of this game.";
            WebLuckDealUnknown: "With the special tiles of these rules, the deal cannot be checked \
                here.";
            WebLuckRest: "Dice and everything else, on your own machine, after you have saved the \
                record:";
            WebNameTitle: "What is your name?";
            WebNameWhy: "You play piece {letter}. The others will see your name.";
            WebNameTake: "Take this name";
            WebNameNot: "No name";
            WebSpeed: "Speed";
            WebSpeedSlow: "slow";
            WebSpeedUsual: "usual";
            WebSpeedFast: "fast";
            WebSpeedNone: "all at once";
            WebDanger: "‼ Danger";
            WebDangerAt: "Pieces that dice move may come to these squares, with the faces of the \
                die: {squares}.";
            WebDangerNone: "No piece that dice move can come to another square.";
            WebKeys: "Keys";
            WebKeyEnter: "Enter";
            WebKeyTab: "Tab";
            WebKeyLay: "lay the tile; take what is chosen; show the next thing now";
            WebKeyChoose: "go to another tile";
            WebKeyNumber: "choose a tile by its place";
            WebKeyTurn: "turn the tile";
            WebKeyTurnBack: "turn it the other way";
            WebKeyAdvice: "ask what the bots would do";
            WebKeyUndo: "take back your last decision";
            WebKeyWhere: "the board in words, and where everybody is";
            WebKeyLog: "what has happened";
            WebKeyWays: "show or hide where pieces that dice move may come next";
            WebKeyHurry: "skip to your next decision";
            WebKeyHelp: "this help";
            WebLettersAreKeys: "Letters and digits are keys";
            WebSettings: "Settings";
            WebSetSounds: "Sounds";
            WebSetMotion: "Pieces are seen on their way";
            WebSetVibration: "Vibrate when it is my turn";
            WebSetCoordinates: "Sentences name every side and port";
            WebSetOnlyChoice: "Answer by itself when there is one choice";
            OnlyChoice: "{question} There was one choice, and the page took it: {answer}.";
            OnlyChoiceOf: "{who} had one choice, and the page took it.";
            WebHelpPlace: "Lay one of your tiles on the lit square. Your piece follows the path; \
                stay on the board.";
            WebHelpStart: "Choose the mark where your piece starts: click it on the board or in \
                the list, then press the button.";
            WebHelpAnswer: "Choose an answer in the list, or on the board, then press the button.";
            WebHelpWatch: "You watch what the others do. “Next” shows the next thing at once.";
            WebHelpOut: "You are out. You can watch how it goes on.";
            WebHelpOver: "The game is over. You can play again, or watch it from the start.";
            WebHelpReplay: "You watch a game again: step by step, turn by turn, or by itself.";
            WebHelpRules: "The game in short";
            WebHelpTouch: "Tap a tile to choose it, and tap it again to turn it. The board shows \
                what would happen. Then press the button, tap the lit square, or drag the tile \
                there.";
            WebHelpMouse: "Click a tile to choose it, and click it again to turn it; the wheel \
                turns it, too. The board shows what would happen. Then press the button, click the \
                lit square, or drag the tile there.";
            WebSignStay: "you stay on the board";
            WebSignOut: "you would be out; it is allowed";
            WebSignOthers: "somebody else would be out";
            WebSignNot: "not allowed; you read why";
            WebReplayWhere: "Moment of the game";
            WebReplaySteps: "Steps";
            WebRun: "Run by itself";
            WebPause: "Pause";
            WebTurnBefore: "The turn before";
            WebTurnNext: "The next turn";
            WebKeyFirst: "To the beginning";
            WebKeyLast: "To the end";
            WebKeyStep: "A step on";
            WebKeyStepBack: "A step back";
            WebKeyTurns: "To the next turn, to the one before";
            WebKeyOuts: "To the next elimination; with Shift, to the one before";
            WebKeyEnds: "To the beginning, to the end";
            WebKeyRun: "Run by itself, and stop";
            WebOuts: "Who went out";
            WebToGame: "To the game";
            WebResult: "Result";
            // The pages of the server: the laboratory.
            WebLab: "Laboratory";
            WebLabLead: "What does a house rule change? Here bots play variants of the rules on \
                the same tiles and dice. You read what differs, by how much, and how sure that is.";
            WebLabCompareWith: "Compare with …";
            WebLabVariants: "Which variants?";
            WebLabAdd: "Add a variant";
            WebLabAdded: "Variant {letter} is there. It begins with the rules of the one before: \
                tick what it changes.";
            WebLabRemove: "Remove";
            WebLabRemoveNamed: "Remove variant {letter}";
            WebLabRemoved: "Variant {letter} is removed.";
            WebLabChange: "Change";
            WebLabChanging: "Its rules are below.";
            WebLabChangeNamed: "Change variant {letter}";
            WebLabFirst: "The others are compared with this one.";
            WebLabOnly: "This variant alone is measured.";
            WebLabAlone: "Add another variant to compare them.";
            WebLabSame: "the same rules as {letter}; change or remove it";
            WebLabEditionOf: "Variant {letter}: which game?";
            WebLabRulesOf: "Variant {letter}: which rules?";
            WebLabGames: "Which games are played?";
            WebLabBots: "Who plays";
            WebLabBotRandom: "random";
            WebLabAboutRandom: "Places any tile that is allowed: it shows what the rules do by \
                themselves.";
            WebLabCount: "Games of each variant, with each number of players and each kind of bots";
            WebLabBuys: "Finds a difference of about {points} points in a share of games, such as \
                that of ties, four times in five. Where the variants share much of their luck, it \
                finds smaller ones.";
            WebLabBuysAlone: "Tells a share of games, such as that of ties, to within about \
                {points} points.";
            WebLabEstimate: "The last run with these bots was so fast that this one would take \
                about {time}.";
            WebLabMatters: "What matters to you";
            WebLabMetricsMore: "More that can be measured";
            WebLabSkillHint: "Skill can be measured only where two kinds of bots play: tick \
                another one.";
            WebLabMargin: "What does not matter";
            WebLabMarginOf: "Differences below {margin}";
            WebLabMarginHint: "Of shares this is in points; of numbers, such as turns, in per cent \
                of what A has.";
            WebLabNoCount: "there is no number of players that all variants allow";
            WebLabTickPlayers: "tick a number of players";
            WebLabTickBots: "tick who plays";
            WebLabWhat: "{letters}: {games} games each";
            WebLabWhatAlone: "{letters}: {games} games";
            WebLabStart: "Start";
            WebLabStarting: "The run is being started …";
            WebLabRuns: "All runs";
            WebLabRunsHint: "Runs go on while nobody looks. Everybody may read them; those that \
                this device began come first.";
            WebLabNoRuns: "There is no run yet.";
            WebLabYours: "yours";
            WebLabGamesOf: "{games} of {planned} games";
            WebLabGamesAll: "{planned} games";
            WebLabStateRunning: "Playing";
            WebLabStateWaiting: "Waiting for other runs";
            WebLabStatePaused: "Paused";
            WebLabStateStopped: "Stopped";
            WebLabStateDone: "Done";
            WebLabStateFailed: "Failed";
            WebLabRun: "A run of the laboratory";
            WebLabTitleAlone: "{a}, measured";
            WebLabTitleTwo: "{b} compared with {a}";
            WebLabTitleMore: "{count} variants compared with {a}";
            WebLabTable: "{players} players, {bots}";
            WebLabTables: "Games";
            WebLabStop: "Stop …";
            WebLabStopAsk: "Stop for good? What was found so far stays.";
            WebLabStopYes: "Stop for good";
            WebLabStopNo: "Keep playing";
            WebLabPlayed: "played for {time}";
            WebLabRest: "about {time} to go";
            WebLabJudgedAny: "Look whenever you like: the intervals hold at every moment. For that \
                they are wider than at the end, when the planned games are judged once.";
            WebLabJudgedOne: "The games that were planned have been played, and are judged once. \
                So the intervals are as narrow as they can be.";
            WebLabJudgedLooked: "Not exactly the games that were planned were played. So the \
                intervals are those that hold at every moment, which are wider.";
            WebLabSection: "{letter} compared with {first}: {title}";
            WebLabSectionAlone: "What was found: {title}";
            WebLabNothingYet: "Nothing has been found yet.";
            WebLabRulesDiffer: "What differs in the rules";
            WebLabRulesSame: "Nothing differs in the rules.";
            WebLabAlso: "Also measured";
            WebLabInterval: "95 % interval: {interval}";
            WebLabLegendInterval: "where the difference lies at 95 %";
            WebLabLegendValue: "where the value lies at 95 %";
            WebLabLegendJoint: "the same for all findings together: the verdict is read from it";
            WebLabLegendMargin: "differences that do not matter";
            WebLabLegendZero: "no difference";
            WebLabLegendEarlier: "as it was after fewer games";
            WebLabNoBots: "There is no value: the edge is measured between two kinds of bots. Tick \
                two.";
            WebLabNoValue: "There is no value in these games.";
            WebLabKeep: "How sure it is, and how to keep it";
            WebLabReport: "Read the whole report";
            WebLabReportJson: "Download the report as JSON";
            WebLabPart: "Download the sums for “tsuro merge”";
            WebLabAgain: "Change something and run again";
            WebLabShareHint: "Everybody with the link sees this page. Only the device that began \
                the run can pause or stop it.";
            WebLabShareLocal: "The link works only on this computer. For other devices, start the \
                server with “tsuro serve --lan”, and open this page by the address that it shows.";
            WebLabRepeat: "The same in a terminal";
            WebLabMergeHint: "This command makes the same report of the games that were played; \
                download the sums first. They are judged as results at which somebody may have \
                looked before.";
            WebLabRepeatHint: "When all games have been played, this command makes the same \
                report, number by number.";
            WebLabFileHint: "Save these rules as {name} in the folder in which you run the \
                command.";
            WebLabSave: "Save the file";
            WebLabSaveNamed: "Save the file: {name}";
            WebLabSaved: "{name} is saved.";
            // The pages of the server: test suites.
            WebSuites: "Test suites";
            WebSuitesLead: "A scenario is a situation, and what must happen in it. Here the \
                scenarios are played by your rules: those that come out differently show which \
                rules your change touches.";
            WebSuitesLink: "Which rules does a house rule change? Play the test suites";
            WebSuitesWhichChanged: "Which rules does it change?";
            WebSuitesChoose: "Choose and change the rules";
            WebSuitesChange: "What do you change of it?";
            WebSuitesNotHere: "The rule set {name} is kept in another browser, or was deleted. \
                Choose one of these.";
            WebSuitesSource: "Which scenarios?";
            WebSuitesShipped: "Those that come with the program";
            WebSuitesShippedCount: "{scenarios} scenarios in {suites} suites";
            WebSuitesOwn: "A suite of your own";
            WebSuitesOwnHint: "It stays in this browser until it is played. How suites are written \
                is in docs/test-suites.md.";
            WebSuitesOwnWhich: "Which suite?";
            WebSuitesNew: "A new suite";
            WebSuitesText: "Scenarios, as a TOML file";
            WebSuitesNameless: "no title";
            WebSuitesFine: "The suite can be played.";
            WebSuitesTooLarge: "This file is too large for a suite.";
            WebSuitesKept: "This browser keeps what you write.";
            WebSuitesNotKept: "This browser does not keep it: its storage is full or turned off. \
                Download the file instead.";
            WebSuitesExample: "schema = 1\ntitle = \"My scenarios\"\nrules = \"{rules}\"\n\n\
                [[scenario]]\ntitle = \"{fewest} to {most} can play\"\n\
                expect.players = [{fewest}, {most}]\n";
            WebSuitesExampleTile: "\n# A stands at the top of the second column, and places tile \
                33: its paths go straight on.\n[[scenario]]\n\
                title = \"A follows its path to the next square\"\nplayers.A = \"b1:A 33\"\n\
                players.B = \"{corner}:D 2\"\nplace = 33\nexpect.at.A = \"b2:A\"\n";
            WebSuitesRun: "Run the scenarios";
            WebSuitesRunning: "The scenarios are being played …";
            WebSuitesCompare: "Compare in the laboratory";
            WebSuitesResults: "What came out: {title}";
            WebSuitesStale: "This is from before your last change. Run the scenarios again.";
            WebSuitesBroken: "The suite has mistakes, so it was not played. They are listed below \
                its text.";
            WebSuitesNone: "No scenario is about this rule set, nor about what it extends.";
            WebSuitesHold: "Its own scenarios: {played} of {played} hold.";
            WebSuitesFail: "Its own scenarios: {failed} of {played} fail.";
            WebSuitesSame: "Scenarios about what it extends: {played} of {played} come out the \
                same.";
            WebSuitesDiffer: "Scenarios about what it extends: {failed} of {played} come out \
                differently. They show which rules your change touches.";
            WebSuitesSkipped: "Scenarios about other rule sets, which were not played: {skipped}.";
            WebSuitesTime: "The time was up: {played} of {planned} scenarios were played.";
            WebSuitesFailing: "Its own scenarios that fail";
            WebSuitesDiffering: "Scenarios that come out differently";
            WebSuitesHolding: "Scenarios that hold";
            WebSuitesFailed: "fails";
            WebSuitesDiffers: "differently";
            WebSuitesPassed: "holds";
            WebSuitesFilter: "Find a scenario, by its title or rule";
            WebSuitesShowAll: "Show those that hold as well";
            WebSuitesShown: "Scenarios in the list: {shown} of {all}";
            WebSuitesMore: "Show {count} more";
            WebSuitesNoneFound: "No scenario fits.";
            WebSuitesExpected: "Expected";
            WebSuitesFound: "Found";
            WebSuitesWithout: "By the rules it extends";
            WebSuitesWith: "By these rules";
            WebSuitesNothing: "nothing";
            WebSuitesWhere: "{suite}, line {line}";
            WebSuitesWhereOwn: "line {line} of your suite";
            WebSuitesGiven: "Given";
            WebSuitesHappens: "What happens by these rules";
            WebSuitesMust: "What the scenario expects";
            WebSuitesPicture: "The board before and after: {title}";
            WebSuitesCommand: "This scenario in a terminal";
            WebSuitesChanges: "What would the scenarios not notice?";
            WebSuitesChangesHint: "Changes the rule set by one key at a time, and plays the \
                scenarios again. A change that no scenario notices could be made by mistake.";
            WebSuitesOnlyOwn: "Only what this rule set itself sets";
            WebSuitesTry: "Try the changes";
            WebSuitesStop: "Stop";
            WebSuitesTrying: "Trying: {tried} of {changes} changes tried, {unnoticed} not noticed.";
            WebSuitesStopped: "Stopped: {tried} of {changes} changes tried, {unnoticed} not \
                noticed.";
            WebSuitesMoved: "Stopped, since the rules or the scenarios are others now.";
            WebSuitesTried: "{noticed} of {changes} changes are noticed, that is {share}. \
                Scenarios played with each change: {scenarios}.";
            WebSuitesLeftOut: "Left out, since they come out differently under these rules: \
                {left_out}. They could notice more.";
            WebSuitesNoChanges: "There is nothing to change.";
            WebSuitesUnnoticed: "Changes that no scenario notices";
            WebSuitesNoticed: "Changes that are noticed, and by which scenario";
            // The pages of the server: rules of one's own.
            WebRules: "Make rules";
            WebHow: "How to play";
            WebHowBefore: "before";
            WebHowAfter: "after";
            WebHowPictures: "What happens, in pictures";
            WebRulesLead: "A rule set of your own: change single rules in the form, or write the \
                text. Both show the same.";
            WebRulesAllKeys: "All keys …";
            WebRulesWhich: "Which rule set?";
            WebRulesNew: "New rule sets";
            WebRulesNewFrom: "New, from {title}";
            WebRulesOpen: "Open";
            WebRulesPlay: "Play it now";
            WebRulesCompare: "Compare with its parent";
            WebRulesSave: "Save";
            WebRulesDownload: "Download";
            WebRulesDiscard: "Discard changes";
            WebRulesNotSaved: "Not saved yet.";
            WebRulesNotKept: "This browser does not keep it: its storage is full or turned off. \
                Download the file instead.";
            WebRulesReplaceAsk: "There is a rule set {name} already. Replace it?";
            WebRulesTemplate: "schema = 1\nname = \"{name}\"\ntitle = \"My rules\"\n\
                extends = \"{base}\"\n";
            WebRulesForm: "Single rules";
            WebRulesFormClosed: "The text has a mistake that keeps it from being read. When it is \
                corrected there, the form can be used again.";
            WebRulesText: "As text";
            WebScripts: "Scripts";
            WebScriptsLead: "A script is a rule that does something. The text names it under \
                scripts, and chooses its rule.";
            WebScriptName: "Name of a new script";
            WebScriptNew: "Begin a script";
            WebScriptText: "Text of the script {name}";
            WebScriptFine: "The script is fine.";
            WebScriptBad: "The script {name} has an error.";
            WebScriptDownload: "Download {name}";
            WebScriptDrop: "Remove {name}";
            WebScriptDropAsk: "Remove the script {name} and its rule?";
            WebScriptTooLarge: "This file is too large for a script.";
            WebTrial: "A game, event by event";
            WebTrialLead: "Bots play by the rules as they are now. What a script prints stands \
                before the event that followed.";
            WebTrialPlay: "Play through a game";
            WebTrialAgain: "Another game";
            WebTrialStale: "The rules have changed since this game.";
            WebTrialBoard: "The board of this game";
            WebTrialAt: "Event {at} of {count}";
            WebTrialPrinted: "{script}, line {line}: {text}";
            WebTrialMore: "{count} more lines were printed.";
            WebTrialLong: "The game goes on, but is too long to be shown here.";
            WebTrialSlow: "The game was broken off: it took too long.";
            WebRulesFilter: "Find a rule";
            WebRulesOnlyOwn: "Only what I changed";
            WebRulesNoneFound: "No rule fits.";
            WebRulesOwnCount: "{count} set";
            WebRulesBad: "has an error";
            WebRulesDefault: "Default: {value}.";
            WebRulesInherited: "Without this line: {value}.";
            WebRulesLeaveOut: "Delete this line";
            WebRulesLeaveOutNamed: "Delete this line: {key}";
            WebRulesStale: "The rules have an error now. This is how they were before.";
            WebRulesDiffers: "What differs from {parent}";
            WebRulesDiffersNot: "Nothing differs.";
            WebRulesTable: "Name and parent";
            WebRulesTableBoard: "The board";
            WebRulesTablePlayers: "Players";
            WebRulesTableTiles: "Tiles";
            WebRulesTableStart: "Start";
            WebRulesTableTurn: "A turn";
            WebRulesTablePlacement: "Legal placements";
            WebRulesTableMovement: "How pieces move";
            WebRulesTableDraw: "Drawing tiles";
            WebRulesTableBonus: "Bonus for eliminations";
            WebRulesTableHazard: "Hazards";
            WebRulesTableRule: "Other rules";
            WebRulesEarlier: "Let {rule} act earlier";
            WebRulesTableScore: "Who wins";
            WebRulesTableEnd: "End of the game";
            WebRulesTablePresentation: "How it is shown";
            WebRulesTableText: "Other languages";
            // Links with a rule set or a game in them.
            WebRulesFromLink: "These rules came in a link. Save them to keep them in this browser.";
            WebLinkTooLarge: "This is too large for a link. Send the file instead.";
            WebLinkDamaged: "The link is damaged: a part of it may be missing.";
            WebLinkGame: "This link has a game in it. When it is shown, this server keeps it with \
                the games that were played, where everybody may watch it.";
            WebLinkGameShow: "Show the game";
            // The pages without a server.
            WebSiteForgets: "This browser lets the page keep nothing: games are gone when this tab \
                is closed. Download what you want to keep.";
            WebSiteFull: "There is no room left in this browser: what is played from now on is \
                gone when this tab is closed. Download what you want to keep, and delete what you \
                do not need.";
            WebDeleteNamed: "Delete: {title}";
            WebDeleteAsk: "Delete “{title}” from this browser? It cannot be brought back.";
            WebDeleted: "{title}: deleted.";
            WebSiteInvite: "Playing with people at other devices needs a server: start one with \
                “tsuro serve --lan”.";
            WebSiteHistory: "Games played in this browser";
            WebSiteLinkGame: "This link has a game in it. When it is shown, this browser keeps it \
                with the games that were played.";
            WebSiteFilm: "Moving pictures need a server: start one with “tsuro serve --lan”, and \
                upload the record there.";
            WebSiteRuns: "Runs are in this browser alone, and go on only while their page is open.";
            WebSiteNoFile: "This file could not be made.";
            WebSiteNoExport: "The file could not be made: this browser cannot read the game of \
                {names} any more. Delete that game, then try again.";
            WebSiteOwnHint: "Rule sets of your own stay in this browser until you share them.";
            WebSiteSuitesOwnHint: "It stays in this browser. How suites are written is in \
                docs/test-suites.md.";
            WebSiteReviewAgain: "The search did not come to an end: it is tried again.";
            // The review of a game.
            WebReview: "Review";
            WebReviewNamed: "Review: {title}";
            WebReviewWhose: "Whose decisions";
            WebReviewTime: "Search for";
            WebReviewTimes: "10 seconds,1 minute,5 minutes,until stopped";
            WebReviewStop: "Stop";
            WebReviewMore: "Search on";
            WebReviewAgain: "The server does not answer or is busy: the search goes on as soon as \
                it can.";
            WebReviewCurve: "Everybody’s chances";
            WebReviewNumbers: "In numbers, by turn";
            WebReviewCostliest: "The costliest decisions";
            WebReviewTurn: "Turn {turn}";
            WebReviewStart: "Before the first turn";
            WebReviewTry: "Try the choices";
            WebReviewBest: "best";
            WebReviewYours: "made";
            WebReviewGoOn: "Go on from here";
            WebReviewGoOnAbout: "Opens a table as the game stood before this choice: you decide \
                for {who}, bots for the others.";
            WebReviewLuck: "What was luck";
            WebReviewParts: "Player,start,own choices,others’ choices,luck,end";
        }
    };
}
