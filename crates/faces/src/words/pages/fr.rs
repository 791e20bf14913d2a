//! French: the sentences of the pages that a server shows.

/// Gives the sentences of the language to a macro: the sentences in the braces, and the ones listed
/// here.
macro_rules! pages_in_french {
    ($then:ident: $($others:tt)*) => {
        $then! {
            $($others)*
            // The pages of the server: choosing, history, all pages.
            WebLanguageCode: "fr";
            WebLanguage: "Langue";
            WebPages: "Pages";
            WebNewGame: "Nouvelle partie";
            WebLearn: "Apprendre";
            WebHistory: "Parties jouées";
            WebSkip: "Aller au contenu";
            WebFooter: "Tsuro : suivez le chemin, et restez le plus longtemps sur le plateau.";
            WebTheme: "Couleurs :";
            WebThemeAuto: "auto";
            WebThemeLight: "claires";
            WebThemeDark: "sombres";
            WebOffline: "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.";
            WebFailed: "Le serveur a répondu par l’erreur {status}.";
            WebErrorNotFound: "Cette partie n’existe pas ici.";
            WebErrorForbidden: "C’est réservé à une autre place.";
            WebErrorBusy: "Trop de demandes : réessayez dans un instant.";
            WebErrorTooManyIdle: "Trop de vos parties continuent sans personne : terminez-en une, \
                ou revenez-y.";
            WebErrorGameEnded: "La partie est finie : on ne reprend plus rien.";
            WebErrorNothingBack: "Il n’y a rien à reprendre.";
            WebErrorNotAgreed: "Quelqu’un à la table n’est pas d’accord.";
            WebErrorOtherAsked: "Quelqu’un d’autre a demandé à reprendre : acceptez, ou refusez.";
            WebErrorNobodyAsked: "Plus personne ne demande à reprendre.";
            WebErrorTooLarge: "C’est trop volumineux.";
            WebErrorNoRoom: "Le serveur n’a plus de place.";
            WebErrorUnavailable: "Ce n’est pas possible pour le moment.";
            WebErrorFault: "Une erreur du programme a interrompu cela. Réessayez.";
            WebErrorStale: "Quelque chose a changé entre-temps. Regardez, puis réessayez.";
            WebErrorOtherVersion: "Une autre version du programme a gardé ceci, et celle-ci ne \
                peut pas le lire.";
            WebErrorFull: "Adressez-vous à la personne qui gère le serveur.";
            WebCopied: "Copié.";
            WebNotCopied: "La copie n’a pas fonctionné. Sélectionnez le texte et copiez-le \
                vous-même.";
            WebCopy: "Copier";
            WebCopyNamed: "Copier : {what}";
            WebShare: "Partager";
            WebShareNamed: "Partager : {what}";
            WebLoading: "Chargement …";
            WebGameTurn: "tour {number}";
            WebGameTurns: "{number} tours";
            WebGoOn: "Continuer";
            WebGoOnNamed: "Continuer : {title}";
            WebLinks: "Liens";
            WebLinksNamed: "Liens des places : {title}";
            WebForget: "Oublier";
            WebForgetNamed: "Oublier : {title}";
            WebForgotten: "{title} n’est plus dans la liste de cet appareil.";
            // Choosing a game.
            WebLaunchTitle: "Nouvelle partie";
            WebYourGames: "Vos parties en cours";
            WebChooseEdition: "Quel jeu ?";
            WebRecent: "Joués récemment";
            WebEditions: "Éditions";
            WebServerOwn: "De ce serveur";
            WebOwn: "Vos propres règles";
            WebOwnMark: "à vous";
            WebOwnHint: "Vos propres règles restent dans ce navigateur tant que vous ne jouez pas \
                avec ni ne les partagez.";
            WebPlayers: "{counts} joueurs";
            WebOnePlayer: "1 joueur";
            WebSize: "{columns} × {rows} cases";
            WebTurns: "environ {turns} tours";
            WebRulesTitle: "Quelles règles ?";
            WebBoardOf: "Le plateau de {title}";
            WebHouseRules: "Règles maison";
            WebNoHouseRules: "Aucune règle maison ne convient à ce jeu.";
            WebRefused: "Ne convient pas : {why}";
            WebMoreRules: "Plus : règles une par une";
            WebUsual: "Habituellement {value}.";
            WebPossible: "Possible : {words}.";
            WebTakeBack: "Rétablir";
            WebTakeBackNamed: "Rétablir : {key}";
            WebDiffers: "Ce qui change";
            WebDiffersNot: "Rien : on joue avec les règles d’origine.";
            WebBroken: "Impossible de jouer ainsi : {why}";
            WebReset: "Revenir aux règles d’origine";
            WebOwnNew: "Écrire ou coller des règles …";
            WebOwnEdit: "Modifier";
            WebOwnEditNamed: "Modifier : {name}";
            WebOwnEditorTitle: "Vos propres règles";
            WebOwnText: "Règles, au format TOML";
            WebOwnUpload: "Ouvrir un fichier …";
            WebOwnNameless: "sans nom";
            WebOwnFine: "Les règles sont correctes.";
            WebOwnExample: "schema = 1\nname = \"mine\"\ntitle = \"Mes règles\"\n\
                summary = \"Des mains de quatre tuiles\"\nextends = \"{base}\"\n\n[tiles]\n\
                hand = 4\n";
            WebOwnEmpty: "Collez ici un fichier de règles, ouvrez-en un, ou modifiez l’exemple.";
            WebOwnProblem: "Un problème";
            WebOwnProblems: "{count} problèmes";
            WebOwnAtLine: "Ligne {line} : {message}";
            WebSeverityError: "Erreur";
            WebSeverityWarning: "Avertissement";
            WebOwnKeep: "Garder et choisir";
            WebOwnKept: "{name} est gardé dans ce navigateur.";
            WebOwnNotKept: "Ce navigateur ne le garde pas : le stockage est plein ou désactivé. On \
                peut y jouer tant que la page reste ouverte.";
            WebOwnDelete: "Supprimer";
            WebOwnDeleteAsk: "Supprimer {name} de ce navigateur ?";
            WebOwnTooLarge: "Ce fichier est trop grand pour des règles.";
            WebClose: "Fermer";
            WebSeatsTitle: "Qui joue ?";
            WebCount: "Nombre de joueurs";
            WebSeatWho: "{seat} : qui joue";
            WebSeatName: "{seat} : nom";
            WebSeatHere: "Personne ici";
            WebSeatLink: "Personne par lien";
            WebSeatBot: "Robot : {level}";
            WebNameHint: "Les noms sont facultatifs.";
            WebLinkHint: "Chaque personne par lien reçoit une adresse à ouvrir sur un autre \
                appareil. Vous avez ces adresses aussi : avec elles, vous pourriez voir leurs \
                tuiles et jouer à leur place, et leur page le dit.";
            WebClock: "Temps par décision";
            WebClockNone: "Sans limite";
            WebReserve: "En réserve";
            WebReserveNone: "Rien";
            WebReserveHint: "La réserve vaut pour toute la partie. Elle s’écoule quand le temps \
                d’une décision est épuisé ; ensuite un robot décide une fois.";
            WebLimit: "{time} par décision.";
            WebLimitReserve: "{time} par décision, et {reserve} en réserve.";
            WebTimeLeft: "encore {time}";
            WebReserveLeft: "+ {time}";
            WebMine: "Mes parties";
            WebMineAll: "Toutes mes parties, et les emporter sur un autre appareil";
            WebMineWaiting: "Elles vous attendent";
            WebMineRunning: "Aux autres de jouer";
            WebMineEnded: "Terminées";
            WebMineNone: "Ce navigateur n’a encore de place dans aucune partie.";
            WebMineLook: "Regarder";
            WebMineLookNamed: "Regarder la partie : {title}";
            WebMineWait: "{count} parties vous attendent";
            WebMineOneWaits: "Une partie vous attend";
            WebMineTold: "Quand c’est à vous";
            WebMineNotify: "Notifications du système, quand cette page est ouverte sans être visible";
            WebMineNotifyNot: "Le navigateur n’autorise pas les notifications de cette page.";
            WebMineNotifyNone: "Les notifications du système demandent une adresse en https.";
            WebMineCarry: "Vers un autre appareil";
            WebMineCarryAbout: "Un lien emporte toutes ces parties sur un autre de vos appareils. Ne \
                le donnez à personne : qui l’ouvre joue à votre place.";
            WebMineCarryNow: "Créer un lien";
            WebMineCarryLink: "Lien vers vos parties";
            WebMineCarryOnce: "Le lien sert une fois, dans les dix minutes.";
            WebMineBring: "Parties d’un autre appareil";
            WebMineBringAbout: "Le lien apporte vos parties dans ce navigateur. Ne l’ouvrez que si \
                vous l’avez créé vous-même.";
            WebMineBringNow: "Apporter les parties ici";
            WebMineBrought: "Parties apportées : {count}.";
            WebMineBringGone: "Ce lien a déjà servi, ou il a plus de dix minutes.";
            WebReserveRuns: "réserve : {left}";
            WebPlay: "Jouer";
            WebOpening: "Ouverture de la table …";
            WebTerminal: "La même chose dans un terminal";
            WebSeatOpen: "Personne à la table";
            WebOpenSeatHint: "Vous recevez une adresse, un code et un mot pour tout le monde. Les \
                gens prennent les places libres, puis vous commencez la partie.";
            WebJoinTitle: "Rejoindre une table";
            WebJoinWord: "Mot de la table :";
            WebJoin: "Rejoindre";
            WebJoinNone: "Aucune table n’a ce mot. Demandez à la personne qui l’a ouverte.";
            WebLobby: "Tables qui attendent des joueurs";
            WebLobbyNone: "Aucune pour l’instant.";
            WebLobbyFree: "places libres : {free} sur {seats}";
            WebGatherFree: "libre";
            WebGatherSit: "S’asseoir ici";
            WebGatherLeave: "Quitter la place";
            WebGatherClear: "Libérer la place";
            WebGatherUp: "Monter";
            WebGatherDown: "Descendre";
            WebGatherWaits: "La personne qui a ouvert la table commence la partie. Vous pouvez \
                prendre une place libre, ou rester et regarder.";
            WebGatherFill: "Aux places libres :";
            WebGatherNone: "personne : attendre des gens";
            WebGatherBegin: "Commencer la partie";
            WebGatherInvite: "Inviter d’autres personnes";
            WebGatherLink: "Lien de la table";
            WebGatherWord: "Ou elles tapent ce mot sur la page « Nouvelle partie » de ce serveur :";
            WebGatherQr: "Code avec le lien de la table";
            WebGatherGone: "Cette table n’est plus là.";
            WebOpenTitle: "La table est ouverte";
            WebOpenHint: "Envoyez à chaque personne son propre lien. La personne qui ouvre un lien \
                joue à cette place : ne le donnez à personne d’autre.";
            WebOpenLocal: "Ces liens ne marchent que sur cet ordinateur. Pour jouer depuis \
                d’autres appareils, lancez le serveur avec « tsuro serve --lan », ouvrez cette \
                page à l’adresse qu’il affiche, et ouvrez-y la table.";
            WebLinkOf: "Lien pour {who}";
            WebLinkWatch: "Lien pour regarder, pour tous les autres";
            WebToTable: "Aller à la table";
            // The history.
            WebHistoryTitle: "Parties jouées sur ce serveur";
            WebFilter: "Afficher";
            WebFilterGame: "Jeu";
            WebFilterName: "Nom d’un joueur";
            WebFilterWon: "seulement les parties gagnées";
            WebFilterState: "État";
            WebAll: "Tout";
            WebStateRunning: "en cours";
            WebStateOver: "terminée";
            WebStateBroken: "arrêtée par une panne";
            WebStateExpired: "abandonnée";
            WebStateUploaded: "importée";
            WebListed: "Parties affichées : {count}";
            WebNoGames: "Aucune partie n’est encore gardée.";
            WebNoGamesFound: "Aucune partie ne correspond. Changez les critères ci-dessus.";
            WebMoreGames: "Afficher des parties plus anciennes";
            WebWinner: "gagnant";
            WebWinnerTie: "victoire partagée";
            WebWatch: "Regarder";
            WebWatchNamed: "Regarder : {title}";
            WebReplay: "Revoir";
            WebReplayNamed: "Revoir : {title}";
            WebDownload: "Télécharger la partie";
            WebPicture: "Image";
            WebAnimation: "Image animée";
            WebDownloadNamed: "Télécharger la partie : {title}";
            WebDownloaded: "La partie est téléchargée.";
            WebUpload: "Importer une partie …";
            WebUploading: "Vérification de la partie …";
            WebUploadHint: "L’enregistrement d’une partie, sauvé depuis cette page ou par le \
                programme dans un terminal. Il est vérifié, puis montré.";
            WebUploadTooLarge: "Ce fichier est trop grand : 64 Mio au plus, et 256 Kio pour chaque \
                partie.";
            WebUploaded: "{count} parties sont maintenant ici.";
            WebExport: "Télécharger toutes les parties";
            // The pages of the server: a game.
            WebBoardLabel: "Le plateau. Sa description est plus bas, sous « Le plateau en mots ».";
            WebBoardInWords: "Le plateau en mots";
            WebWordsWait: "Ils suivront quand le plateau aura tout montré.";
            WebBoardTable: "Les {columns} colonnes et {rows} lignes ; une cellule vide est une \
                case vide.";
            WebConnected: "Connecté";
            WebReconnecting: "Connexion …";
            WebDisconnected: "Déconnecté";
            WebNext: "Suite";
            WebHurry: "Tout passer";
            WebLay: "Poser";
            WebTake: "Choisir";
            WebTurnLeft: "Tourner dans le sens antihoraire";
            WebTurnRight: "Tourner dans le sens horaire";
            WebAdvice: "Conseil";
            WebAdviceAbout: "Ce que feraient les robots";
            WebUndo: "Annuler";
            WebUndoAsk: "Demander à annuler";
            WebAgree: "Accepter";
            WebAgreeNot: "Refuser";
            WebAgreeNamed: "{who} accepte";
            WebAgreeNotNamed: "{who} refuse";
            WebYourTurn: "À vous";
            WebTurnNow: "Tour {number}";
            WebHand: "Vos tuiles";
            WebHandOf: "Vos tuiles : {count}";
            WebPlacements: "Toutes les poses en mots";
            WebTileTurned: "Tuile {place}{turned}";
            WebRefusedWhy: "Interdit. {why}";
            WebSecondsLeft: "encore {seconds} s";
            WebWaits: "{who} doit décider …";
            WebPeople: "Joueurs";
            WebOnlooker: "Vous regardez cette partie.";
            WebOpenerKnows: "La personne qui a ouvert cette table a aussi votre lien : avec lui, \
                elle peut voir vos tuiles et jouer à votre place.";
            WebHere: "sur cet appareil";
            WebThere: "connecté";
            WebNotThere: "pas connecté";
            WebAway: "un robot joue";
            WebOnTurn: "décide";
            WebSeatBack: "Reprendre votre place";
            WebBotPlays: "Laisser jouer un robot";
            WebCopyLink: "Copier le lien";
            WebDismiss: "Fermer ce message";
            WebWatchOn: "Continuer à regarder";
            WebToEnd: "Aller à la fin";
            WebHandOver: "Passez l’appareil à {who}";
            WebHandOverWhy: "Les tuiles restent cachées jusqu’à ce que vous appuyiez sur le \
                bouton.";
            WebHandOverReady: "Je suis {who} : montrer mes tuiles";
            WebClosedBroken: "Une erreur du programme a mis fin à cette partie. Ce qui a été joué \
                est gardé ; vous pouvez le télécharger.";
            WebClosedExpired: "Cette partie a été fermée car personne ne l’a continuée. Ce qui a \
                été joué est gardé ; vous pouvez le télécharger.";
            WebClosedBad: "Cette page n’a pas été comprise. Rechargez-la.";
            WebClosedLimit: "Trop de pages sont connectées à ce serveur. Fermez-en une, puis \
                réessayez.";
            WebClosedStopping: "Le serveur s’arrête. La page continuera à son retour.";
            WebClosedOther: "La connexion à cette partie a pris fin.";
            WebNoSeat: "Le lien n’est pas celui d’une place de cette partie. Vous regardez.";
            WebTryAgain: "Réessayer";
            Talk: "Dire quelque chose";
            TalkReactions: "Réactions";
            TalkHello: "Bonjour !";
            TalkLuck: "Bonne chance !";
            TalkWow: "Oh là là !";
            TalkOops: "Oups !";
            TalkWellPlayed: "Bien joué !";
            TalkThinking: "Je réfléchis…";
            TalkThanks: "Merci !";
            TalkGoodGame: "Belle partie !";
            TalkSays: "{who} : {words}";
            TalkWrites: "écrit";
            TalkChat: "Messages";
            TalkText: "Message :";
            TalkSend: "Envoyer";
            TalkMute: "Masquer ce que disent les autres";
            TalkAllowChat: "Les joueurs peuvent s’écrire";
            TalkAllowOnlookers: "Les spectateurs voient réactions et messages";
            OfflineTitle: "Le serveur ne répond pas";
            OfflineCannot: "Sans lui on ne peut ni ouvrir, ni rejoindre, ni jouer une partie, ni \
                lire l’historique : les parties sont sur le serveur, et ses horloges et ses \
                robots continuent.";
            OfflineCan: "Rien n’est perdu. Cette page redemande toutes les dix secondes, et ouvre \
                ce que vous vouliez dès que le serveur répond.";
            OfflineGames: "Vos parties là-bas";
            OfflineAgain: "Essayer maintenant";
            WebLuck: "Le hasard de cette partie";
            WebLuckBound: "Avant que les tuiles ne soient mélangées, le serveur a fixé un nombre \
                secret et a montré ceci, son engagement. Notez-le, ou comparez-le avec ce que \
                voient les autres :";
            WebDrawing: "La chance est tirée : les pages de tous les joueurs montrent les nombres \
                auxquels elles étaient liées.";
            WebLeftOut: "Écarté du tirage, car une page n’a pas montré son nombre à temps : {who}.";
            WebLuckList: "Les nombres sont ceux auxquels toutes les pages étaient liées avant que \
                le premier soit montré.";
            WebLuckListBroken: "Les nombres sont autres que ceux auxquels les pages étaient liées.";
            WebLuckCopy: "Copier l’engagement";
            WebLuckAdded: "Ensuite, le navigateur qui a ouvert la table, ou ceux de tous les \
                joueurs assis avant la partie, ont ajouté des nombres à eux. Le serveur mélange \
                avec tous : il n’a donc pas pu choisir les tuiles.";
            WebLuckAlone: "Personne n’a ajouté de nombre : le serveur aurait pu choisir le hasard \
                avant la partie, mais pas depuis.";
            WebLuckFree: "Rien n’engage le serveur sur le hasard de cette partie : la personne qui \
                le fait tourner aurait pu le choisir.";
            WebLuckOther: "Le serveur montre un autre engagement qu’avant : ne vous fiez pas au \
                hasard de cette partie.";
            WebLuckProves: "À la fin, le serveur doit montrer son secret. S’il correspond, ni \
                l’ordre des tuiles ni les dés n’ont été changés pendant la partie.";
            WebLuckNot: "Cela ne prouve pas que personne n’a vu de tuiles cachées : la personne \
                qui fait tourner le serveur le peut. Cela ne prouve pas non plus qui a ouvert la \
                table. Et cette page vient du serveur : pour être sûr, vérifiez la partie avec un \
                programme à vous.";
            WebLuckCheck: "Vérifier le hasard";
            WebLuckKept: "Le secret correspond à l’engagement montré à ce navigateur.";
            WebLuckBroken: "Le secret ne correspond pas à l’engagement montré à ce navigateur : ne \
                vous fiez pas au hasard de cette partie.";
            WebLuckUnseen: "L’engagement n’a pas été montré à ce navigateur pendant la partie. \
                Comparez-le avec ce que quelqu’un a noté :";
            WebLuckOwn: "Le nombre de ce navigateur a été utilisé.";
            WebLuckOwnLost: "Le nombre de ce navigateur n’a pas été utilisé : le serveur aurait pu \
                choisir le hasard.";
            WebLuckDeal: "Les tuiles étaient dans l’ordre que donnent le secret et les nombres \
                ajoutés.";
            WebLuckDealOther: "Les tuiles n’étaient pas dans l’ordre que donnent le secret et les \
                nombres ajoutés : ne vous fiez pas au hasard de cette partie.";
            WebLuckDealUnknown: "Avec les tuiles spéciales de ces règles, la distribution ne peut \
                pas être vérifiée ici.";
            WebLuckRest: "Les dés et tout le reste, sur votre propre machine, une fois la partie \
                enregistrée :";
            WebNameTitle: "Comment vous appelez-vous ?";
            WebNameWhy: "Vous jouez le pion {letter}. Les autres verront votre nom.";
            WebNameTake: "Prendre ce nom";
            WebNameNot: "Sans nom";
            WebSpeed: "Vitesse";
            WebSpeedSlow: "lente";
            WebSpeedUsual: "normale";
            WebSpeedFast: "rapide";
            WebSpeedNone: "tout d’un coup";
            WebDanger: "‼ Danger";
            WebDangerAt: "Les pièces que les dés déplacent peuvent venir sur ces cases, avec les \
                faces du dé : {squares}.";
            WebDangerNone: "Aucune pièce que les dés déplacent ne peut venir sur une autre case.";
            WebKeys: "Touches";
            WebKeyEnter: "Entrée";
            WebKeyTab: "Tab";
            WebKeyLay: "poser la tuile ; prendre ce qui est choisi ; montrer la suite";
            WebKeyChoose: "aller à une autre tuile";
            WebKeyNumber: "choisir une tuile par sa place";
            WebKeyTurn: "tourner la tuile";
            WebKeyTurnBack: "la tourner dans l’autre sens";
            WebKeyAdvice: "demander ce que feraient les robots";
            WebKeyUndo: "annuler votre dernière décision";
            WebKeyWhere: "le plateau en mots, et où est chacun";
            WebKeyLog: "ce qui s’est passé";
            WebKeyWays: "montrer ou cacher où les pièces que les dés déplacent peuvent venir";
            WebKeyHurry: "passer à votre prochaine décision";
            WebKeyHelp: "cette aide";
            WebLettersAreKeys: "Les lettres et les chiffres sont des touches";
            WebSettings: "Réglages";
            WebSetSounds: "Sons";
            WebSetMotion: "On voit les pions suivre leur chemin";
            WebSetVibration: "Vibrer quand c’est à moi de jouer";
            WebSetCoordinates: "Les phrases nomment chaque côté et chaque point";
            WebSetOnlyChoice: "Répondre tout seul quand il n’y a qu’un choix";
            OnlyChoice: "{question} Il n’y avait qu’un choix, et la page l’a pris : {answer}.";
            OnlyChoiceOf: "{who} n’avait qu’un choix, et la page l’a pris.";
            WebHelpPlace: "Posez une de vos tuiles sur la case éclairée. Votre pion suit le \
                chemin ; restez sur le plateau.";
            WebHelpStart: "Choisissez la marque d’où part votre pion : cliquez sur le plateau ou \
                dans la liste, puis appuyez sur le bouton.";
            WebHelpAnswer: "Choisissez une réponse dans la liste, ou sur le plateau, puis appuyez \
                sur le bouton.";
            WebHelpWatch: "Vous regardez ce que font les autres. « Suite » montre tout de suite ce \
                qui vient.";
            WebHelpOut: "Vous êtes éliminé. Vous pouvez regarder la suite.";
            WebHelpOver: "La partie est finie. Vous pouvez rejouer, ou la revoir depuis le début.";
            WebHelpReplay: "Vous revoyez une partie : pas à pas, tour par tour, ou d’elle-même.";
            WebHelpRules: "Le jeu en bref";
            WebHelpTouch: "Touchez une tuile pour la choisir, puis encore pour la tourner. Le \
                plateau montre ce qui se passerait. Ensuite, appuyez sur le bouton, touchez la \
                case éclairée, ou glissez-y la tuile.";
            WebHelpMouse: "Cliquez sur une tuile pour la choisir, puis encore pour la tourner ; la \
                molette la tourne aussi. Le plateau montre ce qui se passerait. Ensuite, appuyez \
                sur le bouton, cliquez sur la case éclairée, ou glissez-y la tuile.";
            WebSignStay: "vous restez sur le plateau";
            WebSignOut: "vous seriez éliminé ; c’est permis";
            WebSignOthers: "quelqu’un d’autre serait éliminé";
            WebSignNot: "interdit ; vous lisez pourquoi";
            WebReplayWhere: "Moment de la partie";
            WebReplaySteps: "Pas";
            WebRun: "Faire défiler";
            WebPause: "Pause";
            WebTurnBefore: "Le tour d’avant";
            WebTurnNext: "Le tour suivant";
            WebKeyFirst: "Au début";
            WebKeyLast: "À la fin";
            WebKeyStep: "Un pas en avant";
            WebKeyStepBack: "Un pas en arrière";
            WebKeyTurns: "Au tour suivant, au tour d’avant";
            WebKeyOuts: "À l’élimination suivante ; avec Maj, à celle d’avant";
            WebKeyEnds: "Au début, à la fin";
            WebKeyRun: "Faire défiler, et arrêter";
            WebOuts: "Qui est éliminé";
            WebToGame: "À la partie";
            WebResult: "Résultat";
            // The pages of the server: the laboratory.
            WebLab: "Laboratoire";
            WebLabLead: "Que change une règle maison ? Ici, des robots jouent des variantes des \
                règles avec les mêmes tuiles et les mêmes dés. Vous lisez ce qui diffère, de \
                combien, et avec quelle certitude.";
            WebLabCompareWith: "Comparer avec …";
            WebLabVariants: "Quelles variantes ?";
            WebLabAdd: "Ajouter une variante";
            WebLabAdded: "La variante {letter} est là. Elle part des règles de la précédente : \
                cochez ce qu’elle change.";
            WebLabRemove: "Retirer";
            WebLabRemoveNamed: "Retirer la variante {letter}";
            WebLabRemoved: "La variante {letter} est retirée.";
            WebLabChange: "Modifier";
            WebLabChanging: "Ses règles sont plus bas.";
            WebLabChangeNamed: "Modifier la variante {letter}";
            WebLabFirst: "Les autres sont comparées à celle-ci.";
            WebLabOnly: "Cette variante seule est mesurée.";
            WebLabAlone: "Ajoutez une autre variante pour les comparer.";
            WebLabSame: "mêmes règles que {letter} ; modifiez-la ou retirez-la";
            WebLabEditionOf: "Variante {letter} : quel jeu ?";
            WebLabRulesOf: "Variante {letter} : quelles règles ?";
            WebLabGames: "Quelles parties jouer ?";
            WebLabBots: "Qui joue";
            WebLabBotRandom: "au hasard";
            WebLabAboutRandom: "Pose n’importe quelle tuile permise : montre ce que font les \
                règles à elles seules.";
            WebLabCount: "Parties de chaque variante, pour chaque nombre de joueurs et chaque \
                sorte de robots";
            WebLabBuys: "Trouve quatre fois sur cinq une différence d’environ {points} points dans \
                une part des parties, comme celle des égalités. Là où les variantes partagent \
                beaucoup de hasard, trouve aussi de plus petites différences.";
            WebLabBuysAlone: "Donne une part des parties, comme celle des égalités, à environ \
                {points} points près.";
            WebLabEstimate: "À la vitesse du dernier essai avec ces robots, celui-ci durerait \
                environ {time}.";
            WebLabMatters: "Ce qui compte pour vous";
            WebLabMetricsMore: "Autres mesures possibles";
            WebLabSkillHint: "L’habileté ne se mesure qu’entre deux sortes de robots : cochez-en \
                une autre.";
            WebLabMargin: "Ce qui ne compte pas";
            WebLabMarginOf: "Différences de moins de {margin}";
            WebLabMarginHint: "En points pour les parts ; pour les nombres, comme celui des tours, \
                en pour cent de la valeur de A.";
            WebLabNoCount: "aucun nombre de joueurs ne convient à toutes les variantes";
            WebLabTickPlayers: "cochez un nombre de joueurs";
            WebLabTickBots: "cochez qui joue";
            WebLabWhat: "{letters} : {games} parties chacune";
            WebLabWhatAlone: "{letters} : {games} parties";
            WebLabStart: "Lancer";
            WebLabStarting: "Lancement de l’essai …";
            WebLabRuns: "Tous les essais";
            WebLabRunsHint: "Les essais continuent quand personne ne regarde. Tout le monde peut \
                les lire ; ceux que cet appareil a lancés viennent en premier.";
            WebLabNoRuns: "Il n’y a encore aucun essai.";
            WebLabYours: "à vous";
            WebLabGamesOf: "{games} parties sur {planned}";
            WebLabGamesAll: "{planned} parties";
            WebLabStateRunning: "En cours";
            WebLabStateWaiting: "En attente d’autres essais";
            WebLabStatePaused: "En pause";
            WebLabStateStopped: "Arrêté";
            WebLabStateDone: "Terminé";
            WebLabStateFailed: "Échoué";
            WebLabRun: "Un essai du laboratoire";
            WebLabTitleAlone: "{a} : mesures";
            WebLabTitleTwo: "{b} par rapport à {a}";
            WebLabTitleMore: "{count} variantes par rapport à {a}";
            WebLabTable: "{players} joueurs, {bots}";
            WebLabTables: "Parties";
            WebLabStop: "Arrêter …";
            WebLabStopAsk: "Arrêter pour de bon ? Les résultats obtenus restent.";
            WebLabStopYes: "Arrêter pour de bon";
            WebLabStopNo: "Ne pas arrêter";
            WebLabPlayed: "joué pendant {time}";
            WebLabRest: "encore {time} environ";
            WebLabJudgedAny: "Regardez quand vous voulez : les intervalles valent à tout moment. \
                Pour cela, ils sont plus larges qu’à la fin, quand les parties prévues sont jugées \
                une seule fois.";
            WebLabJudgedOne: "Les parties prévues ont été jouées, et sont jugées une seule fois. \
                Les intervalles sont donc aussi étroits que possible.";
            WebLabJudgedLooked: "Les parties jouées ne sont pas exactement celles prévues. Les \
                intervalles sont donc ceux qui valent à tout moment, plus larges.";
            WebLabSection: "{letter} par rapport à {first} : {title}";
            WebLabSectionAlone: "Résultats : {title}";
            WebLabNothingYet: "Rien n’a encore été trouvé.";
            WebLabRulesDiffer: "Ce qui diffère dans les règles";
            WebLabRulesSame: "Rien ne diffère dans les règles.";
            WebLabAlso: "Également mesuré";
            WebLabInterval: "intervalle à 95 % : {interval}";
            WebLabLegendInterval: "où se trouve la différence, à 95 %";
            WebLabLegendValue: "où se trouve la valeur, à 95 %";
            WebLabLegendJoint: "de même pour tous les résultats ensemble : le verdict s’y lit";
            WebLabLegendMargin: "différences qui ne comptent pas";
            WebLabLegendZero: "aucune différence";
            WebLabLegendEarlier: "tel qu’il était après moins de parties";
            WebLabNoBots: "Pas de valeur : l’avantage se mesure entre deux sortes de robots. \
                Cochez-en deux.";
            WebLabNoValue: "Pas de valeur dans ces parties.";
            WebLabKeep: "Certitude, et comment garder les résultats";
            WebLabReport: "Lire le rapport complet";
            WebLabReportJson: "Télécharger le rapport en JSON";
            WebLabPart: "Télécharger les sommes pour « tsuro merge »";
            WebLabAgain: "Modifier et relancer";
            WebLabShareHint: "Toute personne qui a le lien voit cette page. Seul l’appareil qui a \
                lancé l’essai peut le mettre en pause ou l’arrêter.";
            WebLabShareLocal: "Ce lien ne marche que sur cet ordinateur. Pour d’autres appareils, \
                lancez le serveur avec « tsuro serve --lan », et ouvrez cette page à l’adresse \
                qu’il affiche.";
            WebLabRepeat: "La même chose dans un terminal";
            WebLabMergeHint: "Cette commande donne le même rapport des parties jouées ; \
                téléchargez d’abord les sommes. Elles sont jugées comme des résultats que \
                quelqu’un a pu regarder avant.";
            WebLabRepeatHint: "Une fois toutes les parties jouées, cette commande donne le même \
                rapport, chiffre pour chiffre.";
            WebLabFileHint: "Enregistrez ces règles sous le nom {name} dans le dossier où vous \
                lancez la commande.";
            WebLabSave: "Enregistrer le fichier";
            WebLabSaveNamed: "Enregistrer le fichier : {name}";
            WebLabSaved: "{name} est enregistré.";
            // The pages of the server: test suites.
            WebSuites: "Suites de tests";
            WebSuitesLead: "Un scénario est une situation, avec ce qui doit s’y passer. Ici, les \
                scénarios sont joués selon vos règles : ceux dont l’issue change montrent quelles \
                règles votre modification touche.";
            WebSuitesLink: "Quelles règles une règle maison change-t-elle ? Jouer les suites de \
                tests";
            WebSuitesWhichChanged: "Quelles règles change-t-elle ?";
            WebSuitesChoose: "Choisir et modifier les règles";
            WebSuitesChange: "Que changez-vous ?";
            WebSuitesNotHere: "Les règles {name} sont dans un autre navigateur, ou ont été \
                supprimées. Choisissez parmi celles-ci.";
            WebSuitesSource: "Quels scénarios ?";
            WebSuitesShipped: "Ceux qui accompagnent le programme";
            WebSuitesShippedCount: "{scenarios} scénarios en {suites} suites";
            WebSuitesOwn: "Une suite à vous";
            WebSuitesOwnHint: "Elle reste dans ce navigateur tant qu’elle n’est pas jouée. Comment \
                on écrit une suite : docs/test-suites.md.";
            WebSuitesOwnWhich: "Quelle suite ?";
            WebSuitesNew: "Une nouvelle suite";
            WebSuitesText: "Scénarios, au format TOML";
            WebSuitesNameless: "sans titre";
            WebSuitesFine: "La suite peut être jouée.";
            WebSuitesTooLarge: "Ce fichier est trop grand pour une suite.";
            WebSuitesKept: "Ce navigateur garde ce que vous écrivez.";
            WebSuitesNotKept: "Ce navigateur ne la garde pas : le stockage est plein ou désactivé. \
                Téléchargez plutôt le fichier.";
            WebSuitesExample: "schema = 1\ntitle = \"Mes scénarios\"\nrules = \"{rules}\"\n\n\
                [[scenario]]\ntitle = \"On peut jouer de {fewest} à {most}\"\n\
                expect.players = [{fewest}, {most}]\n";
            WebSuitesExampleTile: "\n# A est en haut de la deuxième colonne, et pose la tuile 33 : \
                ses chemins vont tout droit.\n[[scenario]]\n\
                title = \"A suit son chemin jusqu’à la case suivante\"\nplayers.A = \"b1:A 33\"\n\
                players.B = \"{corner}:D 2\"\nplace = 33\nexpect.at.A = \"b2:A\"\n";
            WebSuitesRun: "Jouer les scénarios";
            WebSuitesRunning: "Les scénarios sont en train d’être joués …";
            WebSuitesCompare: "Comparer dans le laboratoire";
            WebSuitesResults: "Les résultats : {title}";
            WebSuitesStale: "Ceci date d’avant votre dernier changement. Rejouez les scénarios.";
            WebSuitesBroken: "La suite contient des fautes et n’a donc pas été jouée. Elles sont \
                indiquées sous son texte.";
            WebSuitesNone: "Aucun scénario ne concerne ces règles, ni celles dont elles partent.";
            WebSuitesHold: "Ses propres scénarios : {played} sur {played} sont respectés.";
            WebSuitesFail: "Ses propres scénarios : {failed} sur {played} échouent.";
            WebSuitesSame: "Scénarios des règles d’origine : {played} sur {played} ont la même \
                issue.";
            WebSuitesDiffer: "Scénarios des règles d’origine : {failed} sur {played} ont une autre \
                issue. Ils montrent quelles règles votre modification touche.";
            WebSuitesSkipped: "Scénarios d’autres règles, qui n’ont pas été joués : {skipped}.";
            WebSuitesTime: "Le temps était écoulé : {played} scénarios sur {planned} ont été \
                joués.";
            WebSuitesFailing: "Ses propres scénarios qui échouent";
            WebSuitesDiffering: "Scénarios qui ont une autre issue";
            WebSuitesHolding: "Scénarios respectés";
            WebSuitesFailed: "échoue";
            WebSuitesDiffers: "autre issue";
            WebSuitesPassed: "respecté";
            WebSuitesFilter: "Chercher un scénario, par son titre ou sa règle";
            WebSuitesShowAll: "Montrer aussi ceux qui sont respectés";
            WebSuitesShown: "Scénarios dans la liste : {shown} sur {all}";
            WebSuitesMore: "Montrer les autres : {count}";
            WebSuitesNoneFound: "Aucun scénario ne convient.";
            WebSuitesExpected: "Attendu";
            WebSuitesFound: "Obtenu";
            WebSuitesWithout: "Selon les règles d’origine";
            WebSuitesWith: "Selon ces règles";
            WebSuitesNothing: "rien";
            WebSuitesWhere: "{suite}, ligne {line}";
            WebSuitesWhereOwn: "ligne {line} de votre suite";
            WebSuitesGiven: "La situation";
            WebSuitesHappens: "Ce qui se passe selon ces règles";
            WebSuitesMust: "Ce que le scénario attend";
            WebSuitesPicture: "Le plateau avant et après : {title}";
            WebSuitesCommand: "Ce scénario dans un terminal";
            WebSuitesChanges: "Qu’est-ce que les scénarios ne verraient pas ?";
            WebSuitesChangesHint: "Modifie les règles d’une clé à la fois, et rejoue les \
                scénarios. Une modification qu’aucun scénario ne voit pourrait se faire par \
                mégarde.";
            WebSuitesOnlyOwn: "Seulement ce que ces règles fixent elles-mêmes";
            WebSuitesTry: "Essayer les modifications";
            WebSuitesStop: "Arrêter";
            WebSuitesTrying: "En cours : {tried} modifications essayées sur {changes}, dont \
                {unnoticed} passées inaperçues.";
            WebSuitesStopped: "Arrêté : {tried} modifications essayées sur {changes}, dont \
                {unnoticed} passées inaperçues.";
            WebSuitesMoved: "Arrêté, car les règles ou les scénarios ont changé.";
            WebSuitesTried: "{noticed} modifications sur {changes} sont vues, soit {share}. \
                Scénarios joués pour chacune : {scenarios}.";
            WebSuitesLeftOut: "Laissés de côté, parce qu’ils se passent autrement avec ces \
                règles : {left_out}. Ils pourraient en voir davantage.";
            WebSuitesNoChanges: "Il n’y a rien à modifier.";
            WebSuitesUnnoticed: "Modifications qu’aucun scénario ne voit";
            WebSuitesNoticed: "Modifications qui sont vues, et par quel scénario";
            // The pages of the server: rules of one’s own.
            WebRules: "Créer des règles";
            WebHow: "Comment jouer";
            WebHowBefore: "avant";
            WebHowAfter: "après";
            WebHowPictures: "Ce qui se passe, en images";
            WebRulesLead: "Vos propres règles : modifiez-les une par une dans le formulaire, ou \
                écrivez le texte. Les deux montrent la même chose.";
            WebRulesAllKeys: "Toutes les clés …";
            WebRulesWhich: "Quelles règles ouvrir ?";
            WebRulesNew: "Nouvelles règles";
            WebRulesNewFrom: "Nouvelles, à partir de {title}";
            WebRulesOpen: "Ouvrir";
            WebRulesPlay: "Jouer maintenant";
            WebRulesCompare: "Comparer avec les règles d’origine";
            WebRulesSave: "Enregistrer";
            WebRulesDownload: "Télécharger";
            WebRulesDiscard: "Abandonner les modifications";
            WebRulesNotSaved: "Pas encore enregistré.";
            WebRulesNotKept: "Ce navigateur ne le garde pas : le stockage est plein ou désactivé. \
                Téléchargez plutôt le fichier.";
            WebRulesReplaceAsk: "Des règles du nom de {name} existent déjà. Les remplacer ?";
            WebRulesTemplate: "schema = 1\nname = \"{name}\"\ntitle = \"Mes règles\"\n\
                extends = \"{base}\"\n";
            WebRulesForm: "Règles une par une";
            WebRulesFormClosed: "Une faute dans le texte empêche de le lire. Une fois qu’elle y \
                est corrigée, le formulaire est de nouveau utilisable.";
            WebRulesText: "En texte";
            WebScripts: "Scripts";
            WebScriptsLead: "Un script est une règle qui agit. Le texte le nomme sous scripts, et \
                choisit sa règle.";
            WebScriptName: "Nom d’un nouveau script";
            WebScriptNew: "Commencer un script";
            WebScriptText: "Texte du script {name}";
            WebScriptFine: "Le script est correct.";
            WebScriptBad: "Le script {name} contient une faute.";
            WebScriptDownload: "Télécharger {name}";
            WebScriptDrop: "Retirer {name}";
            WebScriptDropAsk: "Retirer le script {name} et sa règle ?";
            WebScriptTooLarge: "Ce fichier est trop grand pour un script.";
            WebTrial: "Une partie, événement par événement";
            WebTrialLead: "Des robots jouent avec les règles telles qu’elles sont. Ce qu’un script \
                affiche précède l’événement qui a suivi.";
            WebTrialPlay: "Dérouler une partie";
            WebTrialAgain: "Une autre partie";
            WebTrialStale: "Les règles ont changé depuis cette partie.";
            WebTrialBoard: "Le plateau de cette partie";
            WebTrialAt: "Événement {at} sur {count}";
            WebTrialPrinted: "{script}, ligne {line} : {text}";
            WebTrialMore: "{count} autres lignes ont été affichées.";
            WebTrialLong: "La partie continue, mais elle est trop longue pour être montrée ici.";
            WebTrialSlow: "La partie a été interrompue : elle prenait trop de temps.";
            WebRulesFilter: "Chercher une règle";
            WebRulesOnlyOwn: "Seulement ce que j’ai modifié";
            WebRulesNoneFound: "Aucune règle ne convient.";
            WebRulesOwnCount: "fixées ici : {count}";
            WebRulesBad: "contient une erreur";
            WebRulesDefault: "Par défaut : {value}.";
            WebRulesInherited: "Sans cette ligne : {value}.";
            WebRulesLeaveOut: "Supprimer cette ligne";
            WebRulesLeaveOutNamed: "Supprimer cette ligne : {key}";
            WebRulesStale: "Les règles contiennent maintenant une erreur. Voici comment elles \
                étaient avant.";
            WebRulesDiffers: "Ce qui change par rapport à {parent}";
            WebRulesDiffersNot: "Rien ne change.";
            WebRulesTable: "Nom et origine";
            WebRulesTableBoard: "Le plateau";
            WebRulesTablePlayers: "Les joueurs";
            WebRulesTableTiles: "Les tuiles";
            WebRulesTableStart: "Le départ";
            WebRulesTableTurn: "Un tour";
            WebRulesTablePlacement: "Poses permises";
            WebRulesTableMovement: "Déplacement des pions";
            WebRulesTableDraw: "La pioche";
            WebRulesTableBonus: "Prime d’élimination";
            WebRulesTableHazard: "Les dangers";
            WebRulesTableRule: "Autres règles";
            WebRulesEarlier: "Faire agir {rule} plus tôt";
            WebRulesTableScore: "Qui gagne";
            WebRulesTableEnd: "Fin de la partie";
            WebRulesTablePresentation: "Présentation";
            WebRulesTableText: "Autres langues";
            // Les liens qui contiennent des règles ou une partie.
            WebRulesFromLink: "Ces règles viennent d’un lien. Enregistrez-les pour les garder dans \
                ce navigateur.";
            WebLinkTooLarge: "C’est trop grand pour un lien. Envoyez plutôt le fichier.";
            WebLinkDamaged: "Le lien est abîmé : il en manque peut-être une partie.";
            WebLinkGame: "Ce lien contient une partie. Quand vous l’affichez, ce serveur la garde \
                parmi les parties jouées, où tout le monde peut la regarder.";
            WebLinkGameShow: "Voir la partie";
            // Les pages sans serveur.
            WebSiteForgets: "Ce navigateur ne laisse rien garder à cette page : les parties \
                disparaîtront à la fermeture de cet onglet. Téléchargez ce que vous voulez garder.";
            WebSiteFull: "Il n’y a plus de place dans ce navigateur : ce qui se joue désormais \
                disparaîtra à la fermeture de cet onglet. Téléchargez ce que vous voulez garder, \
                et supprimez ce qui ne sert plus.";
            WebDeleteNamed: "Supprimer : {title}";
            WebDeleteAsk: "Supprimer « {title} » de ce navigateur ? C’est définitif.";
            WebDeleted: "{title} : supprimé.";
            WebSiteInvite: "Jouer avec des personnes sur d’autres appareils demande un serveur : \
                lancez-en un avec « tsuro serve --lan ».";
            WebSiteHistory: "Parties jouées dans ce navigateur";
            WebSiteLinkGame: "Ce lien contient une partie. Quand vous l’affichez, ce navigateur la \
                garde parmi les parties jouées.";
            WebSiteFilm: "Les images animées demandent un serveur : lancez-en un avec « tsuro \
                serve --lan », et importez-y la partie.";
            WebSiteRuns: "Les essais sont dans ce navigateur seul, et ne continuent que tant que \
                leur page est ouverte.";
            WebSiteNoFile: "Ce fichier n’a pas pu être créé.";
            WebSiteNoExport: "Le fichier n’a pas pu être créé : ce navigateur ne peut plus lire la \
                partie de {names}. Supprimez cette partie, puis réessayez.";
            WebSiteOwnHint: "Vos propres règles restent dans ce navigateur tant que vous ne les \
                partagez pas.";
            WebSiteSuitesOwnHint: "Elle reste dans ce navigateur. Comment on écrit une suite : \
                docs/test-suites.md.";
            WebSiteReviewAgain: "La recherche n’a pas abouti : elle est relancée.";
            // L’analyse d’une partie.
            WebReview: "Analyse";
            WebReviewNamed: "Analyse : {title}";
            WebReviewWhose: "Décisions de";
            WebReviewTime: "Chercher pendant";
            WebReviewTimes: "10 secondes,1 minute,5 minutes,jusqu’à l’arrêt";
            WebReviewStop: "Arrêter";
            WebReviewMore: "Chercher encore";
            WebReviewAgain: "Le serveur ne répond pas ou est occupé : la recherche reprend dès que \
                possible.";
            WebReviewCurve: "Les chances de chacun";
            WebReviewNumbers: "En chiffres, tour par tour";
            WebReviewCostliest: "Les décisions les plus coûteuses";
            WebReviewTurn: "Tour {turn}";
            WebReviewStart: "Avant le premier tour";
            WebReviewTry: "Essayer les choix";
            WebReviewBest: "meilleur";
            WebReviewYours: "fait";
            WebReviewGoOn: "Continuer d’ici";
            WebReviewGoOnAbout: "Ouvre une table telle que la partie était avant ce choix : vous \
                décidez pour {who}, des robots pour les autres.";
            WebReviewLuck: "Ce qui était de la chance";
            WebReviewParts: "Joueur,début,ses choix,choix des autres,chance,fin";
        }
    };
}
