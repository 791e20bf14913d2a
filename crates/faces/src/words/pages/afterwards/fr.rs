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
            Together: "Regarder ensemble";
            TogetherNobody: "Personne ne guide. Qui guide montre aux autres ce qu’il voit.";
            TogetherYou: "Vous guidez : tous ceux qui ont ouvert cette partie voient ce que vous \
                montrez.";
            TogetherFollow: "{who} guide, et vous suivez.";
            TogetherWander: "{who} guide, et vous regardez de votre côté.";
            TogetherLead: "Guider";
            TogetherStop: "Ne plus guider";
            TogetherBack: "Rejoindre {who}";
            TogetherCall: "{who} remontre la partie. Ouvrez « Revoir depuis le début » pour la \
                regarder ensemble.";
            WhatIf: "Autres poses";
            WhatIfHint: "Après la fin toutes les mains sont ouvertes : voyez où une autre tuile \
                aurait mené. La partie reste comme elle était.";
            WhatIfBegin: "Essayer la prochaine pose";
            WhatIfEnd: "Revenir à la partie";
            WhatIfWho: "Ce que {who} aurait pu poser en {square}";
            WhatIfLaid: "posée";
            WhatIfRefused: "interdite";
            WebReviewWatch: "Revoir ce tour dans la partie";
        }
    };
}
