"""Rules of the documents that contradict the règlement, the first half (C1-C14)."""

from scoring.rulebook.nouns import Mistake, Source

SITE, BOOKLET, FFT, WIKIPEDIA, PORTUGUESE = (
    Source.GAMES_SITE,
    Source.BOOKLET,
    Source.FFT,
    Source.WIKIPEDIA_FR,
    Source.WIKIPEDIA_PT,
)

DEAL_TO_CALL = (
    Mistake(
        "C1",
        (BOOKLET,),
        ("l'écart", "the discard"),
        ("Aucun atout à l'écart, mais un roi en l'annonçant.", "No trump in the discard, but a king if announced."),
        (
            ("Un roi et un bout, jamais ; un atout, seulement si l'on ne peut faire autrement, et montré (R20)."),
            "A king or a bout, never; a trump, only when there is no other way, and shown (R20).",
        ),
    ),
    Mistake(
        "C2",
        (BOOKLET,),
        ("enchères spéciales, chelem", "special bids, slam"),
        ("Un petit chelem vaut 300 points, ou en coûte 150.", "A petit chelem is worth 300 points, or costs 150."),
        (
            ("La brochure dit elle-même que le règlement ne l'admet pas : règle maison, éteinte par défaut (R30)."),
            ("The booklet itself says that the rules do not admit it: a house rule, off by default (R30)."),
        ),
    ),
    Mistake(
        "C3",
        (BOOKLET,),
        ("les poignées", "the poignées"),
        (
            "La poignée se montre du plus faible atout au plus fort.",
            "The poignée is shown from the lowest trump to the highest.",
        ),
        (
            "Du plus fort au plus faible (R14). La marque n'en dépend pas.",
            "From the highest to the lowest (R14). The marks do not depend on it.",
        ),
    ),
    Mistake(
        "C4",
        (SITE,),
        ("questions fréquentes", "frequent questions"),
        ("Une poignée serait une suite d'atouts qui se suivent.", "A poignée is said to be trumps in sequence."),
        ("N'importe quels atouts : seul leur nombre compte (R12).", "Any trumps: only their number counts (R12)."),
    ),
    Mistake(
        "C5",
        (BOOKLET,),
        ("le Petit au bout", "the petit au bout"),
        (
            "Il faudrait gagner le dernier pli avec le Petit, sauf s'il est capturé.",
            "The last trick is said to have to be won with the Petit, unless it is captured.",
        ),
        (
            (
                "Il suffit que le Petit soit dans le dernier pli : qui le fait a la prime (R10). "
                "L'exception de la brochure arrive au même résultat."
            ),
            (
                "It is enough that the Petit is in the last trick: whoever takes it has the bonus (R10). "
                "The booklet’s exception comes to the same."
            ),
        ),
    ),
    Mistake(
        "C6",
        (BOOKLET,),
        ("les bouts", "the bouts"),
        ("Le 21 et l'Excuse seraient imprenables.", "The 21 and the Excuse are said to be safe from capture."),
        (
            "Vrai du 21. L'Excuse jouée au dernier pli change de camp, sauf chelem (R19).",
            "True of the 21. The Excuse played to the last trick changes camps, except in a slam (R19).",
        ),
    ),
    Mistake(
        "C7",
        (WIKIPEDIA, PORTUGUESE),
        ("la donne", "the deal"),
        (
            "Le Petit sec pourrait aussi se produire après l'écart.",
            "A bare Petit is said to happen after the discard too.",
        ),
        (
            (
                "L'annulation précède les enchères et regarde la main reçue ; après l'écart rien ne "
                "s'annule, sinon un preneur pourrait annuler sa propre donne (R3a)."
            ),
            (
                "The cancelling comes before the bidding and looks at the hand dealt; after the discard "
                "nothing is void, or a taker could void their own deal (R3a)."
            ),
        ),
    ),
    Mistake(
        "C8",
        (BOOKLET,),
        ("préliminaires", "preliminaries"),
        (
            "Le Petit sec annule la donne, « encore faut-il » y penser.",
            "A bare Petit voids the deal, if one “thinks of” saying so.",
        ),
        (
            "L'annoncer est obligatoire ; la donne est annulée dans tous les cas (R3a).",
            "Saying so is a duty; the deal is void in any case (R3a).",
        ),
    ),
    Mistake(
        "C9",
        (BOOKLET,),
        ("valeur des cartes et distribution", "the cards and the deal"),
        ("L'attaquant est toujours seul.", "The attacker is always alone."),
        (
            "À trois et à quatre, oui. À cinq, le détenteur de la carte appelée joue avec lui (R24).",
            "With three and four, yes. With five, the holder of the called card plays with the taker (R24).",
        ),
    ),
    Mistake(
        "C10",
        (WIKIPEDIA, PORTUGUESE),
        ("la donne", "the deal"),
        (
            "Ni les trois premières ni les trois dernières cartes au chien.",
            "Neither the first three nor the last three cards to the dog.",
        ),
        (
            (
                "La première et la dernière seulement, selon la fédération, le site et la brochure (R3). La marque "
                "n'en dépend pas."
            ),
            (
                "Only the first and the last, by the federation, the site and the booklet (R3). The marks do not "
                "depend on it."
            ),
        ),
    ),
    Mistake(
        "C11",
        (WIKIPEDIA, PORTUGUESE),
        ("la donne", "the deal"),
        (
            "Une variante pose jusqu'à trois cartes à la fois au chien.",
            "A variant lays up to three cards in the dog at once.",
        ),
        ("Carte par carte, dit la fédération (R3).", "Card by card, says the federation (R3)."),
    ),
    Mistake(
        "C12",
        (BOOKLET,),
        ("la familiale", "five with a call"),
        (
            (
                "Le preneur joue seul si le roi appelé est au chien, « de même s'il fait une garde sans le chien ». "
                "Cela se lit de deux façons : seul dans toute garde sans, ou seul, à la garde sans aussi, quand le "
                "roi y est."
            ),
            (
                "The taker plays alone if the called king is in the dog, “likewise in a garde sans le chien”. It "
                "can be read in two ways: alone in any garde sans, or alone, in a garde sans too, when the king is "
                "there."
            ),
        ),
        (
            (
                "La seconde lecture est la règle : l'appel se fait à toutes les enchères, et l'on n'est seul que si "
                "la carte appelée est à soi ou au chien (R24). La première serait une habitude de table. La marque "
                "suit le partenaire inscrit sur la feuille."
            ),
            (
                "The second reading is the rule: the call is made at every bid, and one is alone only when the "
                "called card is one’s own or in the dog (R24). The first would be a table habit. The marks follow "
                "the partner written on the sheet."
            ),
        ),
    ),
    Mistake(
        "C13",
        (BOOKLET,),
        ("la familiale", "five with a call"),
        (
            "On déciderait « parfois » d'appeler avant de voir le chien.",
            "Calling before the dog is seen is said to be decided “sometimes”.",
        ),
        ("Toujours avant que le chien soit retourné (R24).", "Always before the dog is turned up (R24)."),
    ),
    Mistake(
        "C14",
        (BOOKLET,),
        ("les poignées", "the poignées"),
        (
            "Les nombres d'atouts sont donnés pour quatre joueurs, sans ceux de trois et de cinq.",
            "The numbers of trumps are given for four players, without those for three and five.",
        ),
        (
            (
                "{trumps_3_simple}, {trumps_3_double} et {trumps_3_triple} à trois, {trumps_5_simple}, "
                "{trumps_5_double} et {trumps_5_triple} à cinq (R12)."
            ),
            (
                "{trumps_3_simple}, {trumps_3_double} and {trumps_3_triple} with three, "
                "{trumps_5_simple}, {trumps_5_double} and {trumps_5_triple} with five (R12)."
            ),
        ),
    ),
)
