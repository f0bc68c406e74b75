"""Rules of the documents against the règlement, from C15 to C27, and a deal hard to read (D)."""

from scoring.rulebook.nouns import Chapter, Example, Mistake, Source

from .contrary import DEAL_TO_CALL
from .words import WORDS

SITE, BOOKLET, FFT, WIKIPEDIA, PORTUGUESE = (
    Source.GAMES_SITE,
    Source.BOOKLET,
    Source.FFT,
    Source.WIKIPEDIA_FR,
    Source.WIKIPEDIA_PT,
)

SLAM_TO_SCORES = (
    Mistake(
        "C15",
        (SITE, FFT, WIKIPEDIA, PORTUGUESE),
        ("le chelem", "the slam"),
        (
            "Le chelem s'annonce après le contrat, disent les deux premiers ; après l'écart, disent les autres.",
            "The slam is announced after the contract, say the first two; after the discard, say the others.",
        ),
        (
            "Après l'un et l'autre, avant la première carte (R17). La marque n'en dépend pas.",
            "After both, before the first card (R17). The marks do not depend on it.",
        ),
    ),
    Mistake(
        "C16",
        (SITE,),
        ("la distribution", "the deal"),
        ("On garderait ses cartes « visibles sur la table ».", "Cards are said to be kept “visible on the table”."),
        (
            "On tient sa main au-dessus de la table, sans en montrer les cartes, jusqu'au dernier pli.",
            "The hand is held above the table, its cards unseen, until the last trick.",
        ),
    ),
    Mistake(
        "C17",
        (SITE,),
        ("questions fréquentes", "frequent questions"),
        ("Le chien aurait trois cartes « en général ».", "The dog is said to have three cards “in general”."),
        (
            "Il en a {dog_5} quand on est cinq ; {dog_4} quand on est trois ou quatre (R3).",
            "It has {dog_5} with five players; {dog_4} with three or four (R3).",
        ),
    ),
    Mistake(
        "C18",
        (SITE,),
        ("questions fréquentes", "frequent questions"),
        (
            ("Les atouts vaudraient plus ou moins selon leur rang, et il y aurait plusieurs sortes de chelem."),
            "Trumps are said to be worth more or less by rank, and slams to be of several kinds.",
        ),
        (
            (
                "Le 1 et le 21 sont des bouts ; tout autre atout vaut un demi-point (R2). Le règlement "
                "ne connaît qu'un chelem (R15)."
            ),
            (
                "The 1 and the 21 are bouts; every other trump is worth half a point (R2). The rules "
                "know one slam only (R15)."
            ),
        ),
    ),
    Mistake(
        "C19",
        (WIKIPEDIA, PORTUGUESE, SITE),
        ("le compte", "the count"),
        (
            (
                "La carte seule va au camp qui gagne, disent les deux premiers ; le demi-point, après l'échange de "
                "l'Excuse, dit le dernier."
            ),
            (
                "The lone card goes to the camp that wins, say the first two; the half point, after the Excuse’s "
                "exchange, says the last."
            ),
        ),
        (
            "C'est la même règle (R8). L'extrait de la fédération et la brochure n'en parlent pas.",
            "It is the same rule (R8). The federation’s extract and the booklet do not speak of it.",
        ),
    ),
    Mistake(
        "C20",
        (WIKIPEDIA, PORTUGUESE, SITE),
        ("cinq joueurs", "five players"),
        (
            (
                "Seul contre quatre, on multiplie par quatre, disent les deux premiers ; il encaisse la totalité, "
                "dit le dernier."
            ),
            "Alone against four, one multiplies by four, say the first two; they collect everything, says the last.",
        ),
        (
            "C'est la même chose : quatre défenseurs donnent chacun la marque (R22).",
            "It is the same: four defenders each give the marks (R22).",
        ),
    ),
    Mistake(
        "C21",
        (WIKIPEDIA, PORTUGUESE),
        ("variante d'enchères", "bidding variant"),
        (
            "Avec la pousse, les contrats valent de 10 à 160, sans dire ce que deviennent les points.",
            "With the pousse, contracts are worth 10 to 160, without a word on the points.",
        ),
        (
            "Règle maison dont on rencontre deux lectures ; le club dit laquelle (R29).",
            "A house rule met with in two readings; the club says which (R29).",
        ),
    ),
    Mistake(
        "C22",
        (WIKIPEDIA, PORTUGUESE),
        ("les misères", "the misères"),
        (
            "Un bonus « variable », retiré « des points de l'équipe gagnante ».",
            "A “variable” bonus, taken “from the points of the winning team”.",
        ),
        (
            (
                "Règle maison ; pour que la somme reste nulle, chaque autre joueur de la donne donne la "
                "même chose à l'annonceur (R31)."
            ),
            (
                "A house rule; for the sum to stay zero, every other player of the deal gives the "
                "announcer the same (R31)."
            ),
        ),
    ),
    Mistake(
        "C23",
        (PORTUGUESE,),
        ("calcul des scores", "working out the scores"),
        (
            "Chaque défenseur marquerait ces points « à moins que » le preneur ait réussi, « et aussi » s'il a chuté.",
            "Each defender is said to mark these points “unless” the taker made it, “and also” if the taker failed.",
        ),
        (
            ("L'original dit « en moins si » : les défenseurs marquent en négatif quand le contrat est réussi (R7)."),
            ("The original says “as a loss if”: the defenders mark below zero when the contract is made (R7)."),
        ),
    ),
    Mistake(
        "C24",
        (PORTUGUESE,),
        ("la mouche", "the mouche"),
        (
            "Celui qui chute doublerait la mouche « en mettant plus d'argent ».",
            "Whoever fails is said to double the pot by “putting in more money”.",
        ),
        ("Il y remet exactement ce qu'elle contient (R32).", "They put in exactly what it holds (R32)."),
    ),
    Mistake(
        "C25",
        (PORTUGUESE,),
        ("enchères, jeu de la carte", "bidding, play"),
        (
            "« Passe » pour la pousse, « attente » pour une enchère, et un verbe tout cru pour « pisser ».",
            "“Pass” for the pousse, “wait” for a bid, and an all too literal verb for “pisser”.",
        ),
        (
            (
                "Des mots mal traduits : la pousse (R29), la prise (R6), et jouer un atout plus faible "
                "quand on ne peut monter (R21)."
            ),
            (
                "Mistranslated words: the pousse (R29), the prise (R6), and playing a lower trump when "
                "one cannot go higher (R21)."
            ),
        ),
    ),
    Mistake(
        "C26",
        (WIKIPEDIA, PORTUGUESE, SITE, FFT),
        ("le chelem", "the slam"),
        (
            (
                "L'Excuse se joue en dernier dans tout chelem du preneur, dit Wikipédia ; dans tout chelem, dit le "
                "site ; quand le chelem est demandé, dit la fédération."
            ),
            (
                "The Excuse is played last in any slam by the taker, says Wikipedia; in any slam, says the site; "
                "when the slam was asked for, says the federation."
            ),
        ),
        (
            (
                "Jouée en dernier, elle fait le pli dès que son camp a tous les autres, annoncé ou non. Ne pas "
                "l'avoir gardée n'est une faute que si le chelem était annoncé (R18)."
            ),
            (
                "Played last it takes the trick as soon as its camp has all the others, announced or not. Not "
                "having kept it is a fault only if the slam was announced (R18)."
            ),
        ),
    ),
    Mistake(
        "C27",
        (FFT,),
        ("le chelem", "the slam"),
        ("« Un joueur » demande le chelem : n'importe lequel ?", "“A player” asks for the slam: any player?"),
        (
            (
                "Le preneur seul, puisque le chelem se demande après l'annonce d'un contrat ; celui d'un "
                "défenseur est refusé (R17)."
            ),
            ("The taker only, since the slam is asked for after announcing a contract; a defender’s is refused (R17)."),
        ),
    ),
)

CONTRARY = Chapter(
    slug="regles-contraires",
    title=("Des règles contraires au règlement", "Rules against the official rules"),
    intro=(
        "Ce que disent les documents, et ce que nous appliquons : la fédération d'abord.",
        "What the documents say, and what we apply: the federation first.",
    ),
    mistakes=DEAL_TO_CALL + SLAM_TO_SCORES + WORDS,
)

READ_AGAIN = Chapter(
    slug="donne-commentee",
    title=("La donne commentée de la brochure", "The booklet’s annotated deal"),
    intro=(
        "Numérisée, elle se lit mal ; les 78 cartes permettent de la retrouver.",
        "Scanned, it reads badly; the 78 cards let it be found again.",
    ),
    mistakes=(
        Mistake(
            "D",
            (BOOKLET,),
            ("une donne commentée", "an annotated deal"),
            (
                (
                    "Des piques pris pour des carreaux, des atouts collés les uns aux autres, des "
                    "astérisques perdus : tels quels, les dix-huit plis ne se rejouent pas."
                ),
                (
                    "Spades taken for diamonds, trumps run together, lost asterisks: as they stand, the "
                    "eighteen tricks cannot be played."
                ),
            ),
            (
                (
                    "Chaque carte existe une seule fois, 18 par joueur et 6 au chien : il reste huit "
                    "lectures, dont six légales, et toutes donnent le même résultat. Nord fait 26 points "
                    "dans ses plis, 4 pour l'Excuse gardée contre une petite, 7 à l'écart : 37, avec deux "
                    "bouts. Le Petit part au douzième pli, il n'y a pas de Petit au bout. Le document "
                    "donne bien 37 et 4 de chute ; la marque, qu'il n'imprime pas, est celle-ci."
                ),
                (
                    "Each card exists once, 18 a player and 6 in the dog: eight readings are left, six of "
                    "them legal, and all give the same result. North has 26 points in the tricks, 4 for the "
                    "Excuse kept against a low card, 7 in the discard: 37, with two bouts. The Petit goes in "
                    "the twelfth trick, there is no petit au bout. The document does give 37 and 4 short; "
                    "the marks, which it does not print, are these."
                ),
            ),
            (Example("4 Nord,Ouest,Sud,Est prise Nord 37/2"),),
        ),
    ),
)
