//! French: the sentences of pages on games that are over, looked at together.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_french {
    ($($others:tt)*) => {
        pages_in_french! { translation:
            $($others)*
            WebCopyTurnLink: "Copier un lien vers ce tour";
        }
    };
}
