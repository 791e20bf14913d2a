//! English: the sentences of pages on games that are over, looked at together.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_english {
    ($($others:tt)*) => {
        pages_in_english! { sentences:
            $($others)*
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
