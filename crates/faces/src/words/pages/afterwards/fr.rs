//! French: the sentences of pages on games that are over, looked at together.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_french {
    ($($others:tt)*) => {
        pages_in_french! { translation:
            $($others)*
            WebCopyTurnLink: "Copier un lien vers ce tour";
            Comments: "Commentaires";
            CommentNone: "Personne n’a rien écrit sur ce tour.";
            CommentDeal: "Les commentaires portent sur des tours : allez-en voir un.";
            CommentText: "Votre commentaire sur le tour {number} :";
            CommentSave: "Enregistrer";
            CommentSaved: "Le commentaire est enregistré.";
            CommentRemove: "Supprimer";
            CommentRemoveOf: "Supprimer le commentaire de {who}";
            CommentRemoved: "Le commentaire est supprimé.";
            CommentAuthor: "De la main de :";
            CommentNote: "Note";
            CommentTurns: "Tours commentés";
        }
    };
}
