"""Faults, what the documents say of them, and the arbiter [F1-F3]."""

from scoring.rulebook.nouns import Article, Part, Source

FAULTS = Part(
    slug="fautes",
    title=("Les fautes et l'arbitre", "Faults and the arbiter"),
    intro=(
        (
            "Ce que les documents disent des irrégularités, et ce qu'ils n'en disent pas : aucun ne donne un nombre "
            "de points."
        ),
        "What the documents say of irregularities, and what they do not: none gives a number of points.",
    ),
    articles=(
        Article(
            number="F1",
            slug="fautes-prevues",
            title=("Les fautes dont on connaît la suite", "Faults whose outcome is known"),
            says=(
                (
                    (
                        "Fausse donne : pour toute faute commise en distribuant, chacun rend ses cartes sans les "
                        "regarder, le même donneur redonne, et il n'enchérit pas cette fois."
                    ),
                    (
                        "Misdeal: for any fault committed in dealing, everyone hands the cards back without "
                        "looking, the same dealer deals again, and may not bid this time."
                    ),
                ),
                (
                    (
                        "Cartes touchées ou relevées avant la fin de la donne : l'arbitre peut donner une pénalité "
                        "au joueur. Aucun document n'en dit le montant."
                    ),
                    (
                        "Cards touched or picked up before the end of the deal: the arbiter may penalise the "
                        "player. No document says by how much."
                    ),
                ),
                (
                    (
                        "Petit sec non déclaré : l'annoncer est un devoir, et la donne est annulée (R3a). Aucune "
                        "sanction n'est dite pour qui se tait."
                    ),
                    (
                        "Bare Petit not declared: saying it is a duty, and the deal is void (R3a). No penalty is "
                        "given for keeping silent."
                    ),
                ),
                (
                    (
                        "Écart d'un nombre de cartes faux : le preneur le corrige tant qu'aucune carte n'est jouée, "
                        "même après « Jeu » (R20). Écart consulté ou changé après « Jeu » : c'est interdit, et "
                        "aucune sanction n'est chiffrée."
                    ),
                    (
                        "Discard with a wrong number of cards: the taker puts it right until a card is played, even "
                        "after “Jeu” (R20). Discard looked at or changed after “Jeu”: it is forbidden, and no "
                        "penalty has a figure."
                    ),
                ),
                (
                    (
                        "Poignée : celle qui n'a pas été montrée avant la première carte de son joueur ne rapporte "
                        "rien (R14). Montrée trop tard, ou mal montrée, aucune autre sanction n'est dite."
                    ),
                    (
                        "Poignée: one that was not shown before its player’s first card brings nothing (R14). Shown "
                        "too late, or wrongly, no other penalty is given."
                    ),
                ),
                (
                    (
                        "Excuse jouée au dernier pli : elle change de camp (R19). Excuse d'un chelem annoncé que "
                        "l'on n'a pas gardée pour le dernier pli : elle devait l'être (R18), et rien n'est dit de "
                        "plus ; le relevé carte par carte le signale. Chelem annoncé par un défenseur : il est "
                        "refusé (R17)."
                    ),
                    (
                        "Excuse played to the last trick: it changes camps (R19). Excuse of an announced slam not "
                        "kept for the last trick: it had to be (R18), and nothing more is said; the card-by-card "
                        "record points it out. Slam announced by a defender: it is refused (R17)."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Nous rangeons parmi les fautes de distribution la coupe irrégulière (R3c), une carte de "
                        "trop ou de moins, une carte retournée, et la première ou la dernière carte mise au chien "
                        "(R3)."
                    ),
                    (
                        "Among the faults in dealing we count the irregular cut (R3c), a card too many or too few, "
                        "a card turned up, and the first or the last card laid in the dog (R3)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="F2",
            slug="fautes-sans-bareme",
            title=(
                "Carte exposée, jeu hors tour, faux écart, renonce, retard",
                "Exposed card, play out of turn, false discard, revoke, lateness",
            ),
            says=(
                (
                    (
                        "La transcription du règlement de 2012 nomme parmi les irrégularités pour lesquelles on "
                        "appelle l'arbitre : les faux écarts, les jeux hors tour, les cartes exposées, les "
                        "renonces, un nombre de cartes faux, une hésitation injustifiée, un maniérisme. Ce que nous "
                        "avons lu n'en chiffre aucune."
                    ),
                    (
                        "The transcription of the 2012 rules names among the irregularities for which the "
                        "arbiter is called: false discards, play out of turn, exposed cards, revokes, a wrong "
                        "number of cards, an unjustified hesitation, a mannerism. What we have read puts a figure "
                        "on none."
                    ),
                ),
                (
                    (
                        "Renonce : ne pas fournir, ne pas couper ou ne pas monter à l'atout quand on le pouvait "
                        "(R21) ; la page des cartes le vérifie. Faux écart : un roi ou un bout à l'écart, un "
                        "atout sans nécessité ou sans le montrer (R20). Jeu hors tour : jouer avant que ce soit "
                        "à soi. Carte exposée : une carte vue d'un autre joueur avant d'être jouée."
                    ),
                    (
                        "Revoke (renonce): not following suit, not trumping or not going higher in trumps when "
                        "one could (R21); the page of the cards checks it. False discard: a king or a bout in "
                        "the discard, a trump without need or without showing it (R20). Out of turn: playing "
                        "before it is one’s turn. Exposed card: a card another player saw before it was played."
                    ),
                ),
                (
                    (
                        "Des retards, d'un joueur ou d'une table, aucun document lu ne parle. Des remarques, des "
                        "signes d'approbation, des enchères insensées (propos ou comportement déplacés), la "
                        "transcription dit seulement qu'ils n'ont pas leur place."
                    ),
                    (
                        "Of a player’s or a table’s lateness no document we read speaks. Of remarks, signs of "
                        "approval and reckless bids (improper remarks or conduct), the transcription says only that "
                        "they have no place."
                    ),
                ),
                (
                    (
                        "Il n'y a donc pas de sanction à lire ici : ni points, ni prime perdue, ni donne à refaire. "
                        "L'arbitre décide, et la marque ne change pas d'elle-même."
                    ),
                    (
                        "So there is no penalty to be read here: no points, no bonus lost, no deal to be played "
                        "again. The arbiter decides, and the marks do not change by themselves."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Les définitions de la carte exposée et du jeu hors tour sont les nôtres : nous n'en "
                        "avons lu aucune."
                    ),
                    ("The definitions of an exposed card and of play out of turn are ours: we have read none."),
                ),
            ),
            sources=(Source.FFT_WHOLE,),
        ),
        Article(
            number="F3",
            slug="arbitre",
            title=("L'arbitre et les sanctions", "The arbiter and penalties"),
            says=(
                (
                    (
                        "On appelle l'arbitre dès qu'une irrégularité est vue, même plusieurs plis après ; les "
                        "joueurs ne la règlent pas entre eux. Ne pas l'appeler fait perdre toute réclamation, et "
                        "c'est une faute grave."
                    ),
                    (
                        "The arbiter is called as soon as an irregularity is seen, even several tricks later; the "
                        "players do not settle it among themselves. Not calling loses every claim, and is a serious "
                        "fault."
                    ),
                ),
                (
                    (
                        "On l'appelle toujours pour annoncer un chelem (R17) ; selon la transcription, pour une "
                        "garde sans, ou une garde contre, aussi. Ne pas l'avoir fait est une faute, dont aucun "
                        "document ne dit le prix."
                    ),
                    (
                        "The arbiter is always called for announcing a slam (R17); by the transcription, for a "
                        "garde sans, or a garde contre, too. Not having done so is a fault, whose price no document "
                        "gives."
                    ),
                ),
                (
                    "L'arbitre aide et explique aussi : qu'il vienne à la table ne veut pas dire qu'il sanctionne.",
                    "The arbiter also helps and explains: coming to a table does not mean penalising.",
                ),
            ),
            settled=(
                (
                    (
                        "Faute de montants officiels, chaque club écrit ses pénalités dans son catalogue, et "
                        "l'arbitre garde la main. Une pénalité se compte à part de la donne, dont la somme reste "
                        "nulle (R9)."
                    ),
                    (
                        "For want of official amounts each club writes penalties in a catalogue of its own, and the "
                        "arbiter has the last word. A penalty is counted apart from the deal, whose sum stays zero "
                        "(R9)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.FFT_WHOLE),
        ),
    ),
)
