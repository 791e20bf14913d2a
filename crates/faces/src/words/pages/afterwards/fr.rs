//! French: the sentences of pages on games that are over, looked at together, rated and
//! measured, and on club evenings.

/// Gives the sentences of the language to a macro, after the sentences in the braces.
macro_rules! afterwards_in_french {
    ($($others:tt)*) => {
        pages_in_french! { translation:
            $($others)*
            WebEvening: "Soirée de club";
            WebEveningGames: "Nombre de parties :";
            WebEveningHint: "Plusieurs parties font une soirée de club : après chaque partie, \
                chacun avance d’une place, et une page compte les points. Après {count} parties, \
                chacun a eu chaque place.";
            WebEveningIn: "Partie {number} sur {games} de la soirée";
            WebEveningNext: "Partie suivante ({number} sur {games})";
            WebAgainBegun: "La partie suivante a commencé";
            WebGatherFreed: "L’hôte a libéré votre place.";
            WebEveningOf: "parties avec résultat : {played} sur {games}";
            WebEveningStandings: "Classement";
            WebEveningCsv: "Résultats en CSV";
            WebEveningPlace: "Rang";
            WebEveningName: "Joueur";
            WebEveningTotal: "Points";
            WebEveningMean: "Rang moyen";
            WebEveningWins: "Gagnées";
            WebEveningRounds: "Parties";
            WebEveningGame: "Partie {number}";
            WebErrorSealed: "Une autre table joue encore la même donne. Jusque-là, seuls les joueurs d’une \
                table voient leur partie, et personne n’en a l’enregistrement.";
            WebErrorLate: "Une partie de cette soirée est finie : aucune autre table ne peut s’y joindre.";
            WebEveningDuplicate: "D’autres peuvent jouer les mêmes donnes à d’autres tables";
            WebEveningBeside: "Ouvrir une autre table avec les mêmes donnes";
            WebEveningSame: "Cette table joue les mêmes donnes que d’autres tables d’une soirée de \
                club.";
            WebEveningTable: "Table";
            WebEveningAt: "Partie {number}, table {table}";
            WebEveningCompared: "Comparaison";
            WebEveningDeals: "Plusieurs tables jouent les mêmes donnes. Un joueur est comparé à ceux \
                qui ont la même place dans la même donne : de combien ses points d’une partie \
                dépassent la moyenne des leurs et des siens. Une partie donne un point pour chaque \
                joueur de la table qui a fait moins bien, et un demi-point pour chacun qui a fait \
                aussi bien.";
            WebEveningRuns: "en cours : {names}";
            WebEveningNone: "sans résultat : {names}";
            WebMineBefore: "Avant la partie";
            WebRatings: "Classement général";
            WebRatingsRating: "Force";
            WebInterval: "Intervalle à 95 %";
            WebRatingsNone: "Personne n’a encore joué assez de parties.";
            WebRatingsOff: "Ce serveur ne classe personne. La personne qui le fait tourner peut \
                l’activer par « tsuro serve --ratings ».";
            WebEveningPoints: "Une partie donne un point pour chaque joueur qui a fait moins bien, \
                et un demi-point pour chacun qui a fait aussi bien. À égalité, les joueurs \
                partagent leurs rangs : deux qui gagnent ensemble ont le rang 1,5.";
            WebRatingsAbout: "D’après {games} parties de personnes venues à des tables de ce \
                serveur. Est classé qui a un nom et au moins {least} parties avec d’autres \
                personnes classées.";
            WebRatingsScale: "La moyenne de toutes les personnes classées est 1500. Avec 400 \
                points de plus, un joueur fait mieux qu’un autre dans dix parties sur onze. \
                L’intervalle contient la vraie force avec une probabilité de 95 % ; là où \
                deux intervalles se recouvrent beaucoup, il faudrait plus de parties pour savoir \
                qui joue mieux.";
            WebRatingsNames: "Un nom est ce que quelqu’un a tapé : ce classement est pour des \
                gens qui se connaissent.";
            WebMeasure: "Mesurer ces parties";
            WebMeasureTitle: "Les parties des gens à côté de celles des robots";
            WebMeasureHint: "Les parties que le filtre affiche comptent, si elles sont terminées. \
                À côté, des robots en jouent jusqu’à 2 000 avec les mêmes règles.";
            WebMeasureStale: "Le filtre a changé depuis. Mesurez de nouveau pour les parties qu’il \
                affiche maintenant.";
            WebMeasureRead: "Parties lues : {count}. Aucun filtre n’est choisi.";
            WebMeasureFiltered: "Parties lues : {count}. Filtre : {filter}.";
            WebMeasureField: "{field} : {value}";
            WebMeasureWaits: "Les parties sont lues, et des robots jouent à côté …";
            WebMeasureGroup: "Règles et joueurs :";
            WebMeasureGames: "{title} ; joueurs : {players} ; parties : {count}";
            WebMeasureBots: "À côté de robots :";
            WebMeasurePlayed: "Parties de robots à côté : {count}";
            WebMeasureNone: "Aucune partie ici ne peut être mesurée.";
            WebMeasureApart: "Ici, les robots ne prédisent pas les gens.";
            WebMeasureAlike: "Ici, les robots prédisent les gens : aucune mesure principale ne \
                s’écarte de façon notable.";
            WebMeasureOpen: "Rien n’est décidé sur la question de savoir si les robots prédisent \
                les gens ici : il faut plus de parties.";
            WebMeasureFew: "Il y a trop peu de parties pour des verdicts.";
            WebMeasureOnlyBots: "Dans ces parties, des robots ont toutes les places : elles ne \
                disent rien des gens.";
            WebMeasureMetric: "Mesure";
            WebMeasureOfBots: "Robots";
            WebMeasurePeople: "Parties d’ici";
            WebMeasureDifference: "Parties d’ici − robots";
            WebMeasureVerdict: "Verdict";
            WebMeasureOthers: "Autres mesures";
            WebMeasureTimes: "Temps pour un choix";
            WebMeasureChoice: "Choix";
            WebMeasureMark: "marque de départ";
            WebMeasureTile: "tuile";
            WebMeasureExchange: "échange";
            WebMeasureAnswer: "réponse à une règle";
            WebMeasureKnown: "Temps connus";
            WebMeasureMedian: "Médiane";
            WebMeasureHigh: "90 % en moins de";
            WebMeasureMean: "Moyenne";
            WebMeasureSeconds: "{seconds} s";
            WebMeasurePace: "À cette allure, ces parties durent {minutes} minutes en moyenne ; à \
                l’allure que les mesures supposent, {assumed}.";
            WebMeasureSaid: "Ce que disent les joueurs";
            WebMeasureFun: "Plaisir : {mean} sur 5 ; réponses : {count}";
            WebMeasureLength: "Trop courte : {short} ; juste bien : {right} ; trop longue : {long}";
            WebMeasureAgain: "Rejoueraient : {yes} ; ne rejoueraient pas : {no}";
            WebMeasureLeftOut: "Parties qui ne sont pas mesurées";
            WebMeasureBrokenOff: "interrompues : {count}";
            WebMeasureDamaged: "endommagées, ou de règles inconnues ici : {count}";
            WebMeasureViews: "vues d’une seule place ou des spectateurs : {count}";
            WebMeasureTwice: "présentes deux fois : {count}";
            WebMeasureMore: "Les {count} dernières parties ont été lues. Pour les mesurer toutes, \
                téléchargez les enregistrements et utilisez « tsuro measure --records ».";
            WebMeasurePage: "Télécharger le rapport";
            WebMeasureMetricsCsv: "Mesures en CSV";
            WebMeasureGamesCsv: "Parties en CSV";
            WebRateTitle: "C’était comment ?";
            WebRateFun: "Vous êtes-vous amusé, de 1 (pas du tout) à 5 (beaucoup) ?";
            WebRateLength: "La durée de la partie ?";
            WebRateShort: "trop courte";
            WebRateRight: "bonne";
            WebRateLong: "trop longue";
            WebRateAgain: "Y rejoueriez-vous ?";
            WebRateYes: "oui";
            WebRateNo: "non";
            WebRateRemark: "Une remarque pour qui lira l’enregistrement";
            WebRateSend: "Répondre sans nom";
            WebRateNothing: "Répondez au moins à une question.";
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
