//! English: the sentences of pages on games that are over, looked at together.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_english {
    ($($others:tt)*) => {
        pages_in_english! { sentences:
            $($others)*
            WebCopyTurnLink: "Copy a link to this turn";
        }
    };
}
