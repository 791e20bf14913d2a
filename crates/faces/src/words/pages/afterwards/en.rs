//! English: the sentences of pages on games that are over, looked at together, rated and
//! measured, and on club evenings.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_english {
    ($($others:tt)*) => {
        pages_in_english! { sentences:
            $($others)*
            WebEvening: "Club evening";
            WebEveningGames: "Games in a row:";
            WebEveningHint: "Several games are a club evening: after each game everybody moves on \
                by one seat, and a page counts the points. After {count} games everybody has had \
                every seat.";
            WebEveningIn: "Game {number} of {games} of the evening";
            WebEveningNext: "Next game ({number} of {games})";
            WebAgainBegun: "The next game has begun";
            WebGatherFreed: "The host has freed your seat.";
            WebEveningOf: "games with a result: {played} of {games}";
            WebEveningStandings: "Standings";
            WebEveningCsv: "Results as CSV";
            WebEveningPlace: "Place";
            WebEveningName: "Player";
            WebEveningTotal: "Points";
            WebEveningMean: "Mean place";
            WebEveningWins: "Won";
            WebEveningRounds: "Games";
            WebEveningGame: "Game {number}";
            WebErrorSealed: "Another table still plays the same deal. Until it has played it, only the \
                players of a table see their game, and nobody gets its record.";
            WebErrorLate: "A game of this evening has ended, so no other table can join it.";
            WebEveningDuplicate: "Others may play the same deals at other tables";
            WebEveningBeside: "Open another table with the same deals";
            WebEveningSame: "This table plays the same deals as other tables of a club evening.";
            WebEveningTable: "Table";
            WebEveningAt: "Game {number}, table {table}";
            WebEveningCompared: "Compared";
            WebEveningDeals: "Several tables play the same deals. A player is compared with those \
                who have the same seat in the same deal: by how much the own points of a game are \
                above the mean of theirs and the own ones. A game gives a point for each player of \
                the table who did worse, and half a point for each who did as well.";
            WebEveningRuns: "goes on: {names}";
            WebEveningNone: "no result: {names}";
            WebMineBefore: "Before the game";
            WebRatings: "Ratings";
            WebRatingsRating: "Rating";
            WebInterval: "95 % interval";
            WebRatingsNone: "Nobody has played enough games yet.";
            WebRatingsOff: "This server rates nobody. Whoever runs it can switch that on with \
                “tsuro serve --ratings”.";
            WebEveningPoints: "A game gives a player a point for each player who did worse, and \
                half a point for each who did as well. Players who tie share their places: two \
                who win together have the place 1.5.";
            WebRatingsAbout: "From {games} games of people who came to tables of this server. \
                Rated is who has a name and at least {least} games with others who are rated.";
            WebRatingsScale: "The average of all who are rated is 1500. With 400 points more a \
                player does better than another in ten of eleven games. The interval contains \
                the true strength with a probability of 95 %; where two intervals overlap much, \
                more games would be needed to tell who plays better.";
            WebRatingsNames: "A name is what somebody has typed, so ratings are for people who \
                know each other.";
            WebMeasure: "Measure these games";
            WebMeasureTitle: "People’s games beside bots’";
            WebMeasureHint: "The games that the filter shows count if they are over. Bots play up \
                to 2,000 games beside them, under the same rules.";
            WebMeasureStale: "The filter has changed since. Measure again for the games that it \
                shows now.";
            WebMeasureRead: "Games that were read: {count}. No filter is set.";
            WebMeasureFiltered: "Games that were read: {count}. Filter: {filter}.";
            WebMeasureField: "{field}: {value}";
            WebMeasureWaits: "The games are read, and bots play beside them …";
            WebMeasureGroup: "Rules and players:";
            WebMeasureGames: "{title}; players: {players}; games: {count}";
            WebMeasureBots: "Beside bots:";
            WebMeasurePlayed: "Games of bots beside them: {count}";
            WebMeasureNone: "No game here can be measured.";
            WebMeasureApart: "Bots do not predict people here.";
            WebMeasureAlike: "Bots predict people here: no headline metric differs by an amount \
                that matters.";
            WebMeasureOpen: "It is not decided whether bots predict people here: that needs more \
                games.";
            WebMeasureFew: "There are too few games for verdicts.";
            WebMeasureOnlyBots: "Bots have all seats in these games, so they say nothing about \
                people.";
            WebMeasureMetric: "Metric";
            WebMeasureOfBots: "Bots";
            WebMeasurePeople: "Recorded";
            WebMeasureDifference: "Recorded − bots";
            WebMeasureVerdict: "Verdict";
            WebMeasureOthers: "Other metrics";
            WebMeasureTimes: "Time for a choice";
            WebMeasureChoice: "Choice";
            WebMeasureMark: "start mark";
            WebMeasureTile: "tile";
            WebMeasureExchange: "exchange";
            WebMeasureAnswer: "answer to a rule";
            WebMeasureKnown: "Known times";
            WebMeasureMedian: "Median";
            WebMeasureHigh: "90 % within";
            WebMeasureMean: "Mean";
            WebMeasureSeconds: "{seconds} s";
            WebMeasurePace: "At this pace these games take {minutes} minutes on average; by the \
                pace that measurements assume, {assumed}.";
            WebMeasureSaid: "What players say";
            WebMeasureFun: "Fun: {mean} of 5; answers: {count}";
            WebMeasureLength: "Too short: {short}; right: {right}; too long: {long}";
            WebMeasureAgain: "Would play again: {yes}; would not: {no}";
            WebMeasureLeftOut: "Games that are not measured";
            WebMeasureBrokenOff: "broken off: {count}";
            WebMeasureDamaged: "damaged, or of rules that are not known here: {count}";
            WebMeasureViews: "seen by one seat or by onlookers alone: {count}";
            WebMeasureTwice: "here twice: {count}";
            WebMeasureMore: "The last {count} games were read. To measure all of them, download \
                the records and use “tsuro measure --records”.";
            WebMeasurePage: "Download the report";
            WebMeasureMetricsCsv: "Metrics as CSV";
            WebMeasureGamesCsv: "Games as CSV";
            WebRateTitle: "How was it?";
            WebRateFun: "How much fun was it, from 1 (none) to 5 (a lot)?";
            WebRateLength: "How long was it?";
            WebRateShort: "too short";
            WebRateRight: "right";
            WebRateLong: "too long";
            WebRateAgain: "Would you play it again?";
            WebRateYes: "yes";
            WebRateNo: "no";
            WebRateRemark: "A remark for whoever reads the record";
            WebRateSend: "Answer without a name";
            WebRateNothing: "Answer at least one question.";
            WebCopyTurnLink: "Copy a link to this turn";
            Comments: "Comments";
            CommentNone: "Nobody has written at this turn.";
            CommentDeal: "Comments stand at turns: go to one.";
            CommentText: "Your comment at turn {number}:";
            CommentSave: "Save";
            CommentSaved: "The comment is saved.";
            CommentRemove: "Remove";
            CommentRemoveOf: "Remove the comment of {who}";
            CommentRemoved: "The comment is removed.";
            CommentAuthor: "Written by:";
            CommentNote: "Note";
            CommentTurns: "Turns with comments";
            Together: "Look together";
            TogetherNobody: "Nobody leads. Whoever leads shows the others what they see.";
            TogetherYou: "You lead: all who have this replay open see what you show.";
            TogetherFollow: "{who} leads, and you follow.";
            TogetherWander: "{who} leads, and you look on your own.";
            TogetherLead: "Lead";
            TogetherStop: "Stop leading";
            TogetherBack: "Back to {who}";
            TogetherCall: "{who} shows the game again. Open “Watch from the start” to look at \
                it together.";
            WhatIf: "Other placements";
            WhatIfHint: "After the end all hands are open: see where another tile would have led. \
                The game stays as it was.";
            WhatIfBegin: "Try the next placement";
            WhatIfEnd: "Back to the game";
            WhatIfWho: "What {who} could have laid on {square}";
            WhatIfLaid: "laid";
            WhatIfRefused: "not allowed";
            WebReviewWatch: "See this turn in the replay";
        }
    };
}
