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
        }
    };
}
