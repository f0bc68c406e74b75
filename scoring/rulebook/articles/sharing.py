"""Who marks what, by the number of players [R22, R23, R25]."""

from scoring.rulebook.nouns import Article, Example, Part, Source

SHARING = Part(
    slug="partage",
    title=("Le partage selon le nombre de joueurs", "Sharing by the number of players"),
    intro=(
        "Chaque défenseur donne la même chose ; voici ce que l'attaque en fait.",
        "Each defender gives the same; here is what the attack does with it.",
    ),
    articles=(
        Article(
            number="R22",
            slug="partage-des-points",
            title=("À trois, à quatre, à cinq", "With three, four, five"),
            says=(
                (
                    (
                        "À trois joueurs, le preneur reçoit de deux défenseurs : deux fois la marque. À quatre, "
                        "de trois défenseurs : trois fois."
                    ),
                    (
                        "With three players the taker receives from two defenders: twice the marks. With four, "
                        "from three defenders: three times."
                    ),
                ),
                (
                    (
                        "À cinq avec un partenaire, trois défenseurs paient : le preneur en garde les deux "
                        "tiers, soit deux fois la marque, et le partenaire un tiers, soit une fois. Rien n'est à "
                        "arrondir."
                    ),
                    (
                        "With five and a partner, three defenders pay: the taker keeps two thirds, that is twice "
                        "the marks, and the partner one third, that is once. There is nothing to round."
                    ),
                ),
                (
                    (
                        "À cinq et seul, parce que la carte appelée était dans sa main ou au chien, le preneur "
                        "reçoit de quatre défenseurs : quatre fois la marque."
                    ),
                    (
                        "With five and alone, because the called card was in the hand or in the dog, the taker "
                        "receives from four defenders: four times the marks."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Wikipédia multiplie par quatre, un site écrit que le preneur encaisse tout : c'est la "
                        "même chose, quatre défenseurs qui paient (voir C20)."
                    ),
                    (
                        "Wikipedia multiplies by four, a site writes that the taker collects everything: it is "
                        "the same, four defenders paying (see C20)."
                    ),
                ),
            ),
            sources=(
                Source.FFT,
                Source.FFT_3_5,
                Source.WIKIPEDIA_FR,
                Source.GAMES_SITE,
                Source.BOOKLET,
                Source.WIKIPEDIA_PT,
            ),
            examples=(
                Example("3 Anne,Bruno,Claire garde Anne 46/2", ("À trois.", "With three.")),
                Example("4 Anne,Bruno,Claire,Denis garde Anne 46/2", ("À quatre.", "With four.")),
                Example(
                    "5 Anne,Bruno,Claire,Denis,Élise garde Anne+Bruno 46/2",
                    ("À cinq, avec un partenaire.", "With five, and a partner."),
                ),
                Example(
                    "5 Anne,Bruno,Claire,Denis,Élise garde Anne 46/2",
                    ("À cinq, seule contre quatre.", "With five, alone against four."),
                ),
            ),
        ),
        Article(
            number="R23",
            slug="partenaire",
            title=("Ce que le partenaire partage", "What the partner shares"),
            says=(
                (
                    (
                        "Le partenaire partage tout, avec le même signe : contrat, Petit au bout, poignées, "
                        "chelem. Sa poignée est celle de l'attaque."
                    ),
                    (
                        "The partner shares everything, with the same sign: contract, petit au bout, poignées, "
                        "slam. Their poignée is the attack’s."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.FFT_3_5, Source.BOOKLET),
            examples=(
                Example("5 Anne,Bruno,Claire,Denis,Élise prise Anne+Bruno 36/2 poignee=Bruno:simple petit=attaque"),
            ),
        ),
        Article(
            number="R25",
            slug="mort",
            title=("Cinq à une table de quatre : le mort", "Five at a table of four: the mort"),
            says=(
                (
                    "À trois et à quatre joueurs, le preneur est toujours seul.",
                    "With three and four players the taker is always alone.",
                ),
                (
                    (
                        "À cinq avec un mort, c'est une donne de quatre joueurs : le mort donne, ne joue pas et "
                        "marque 0. Chacun est mort à son tour, et le mort donne de nouveau tant que personne ne "
                        "prend."
                    ),
                    (
                        "With five and a mort, it is a deal of four: the mort deals, does not play and marks 0. "
                        "Everyone is mort in turn, and the mort deals again as long as nobody takes."
                    ),
                ),
            ),
            sources=(Source.FFT_WHOLE, Source.FFT_3_5),
            examples=(Example("5_mort Anne,Bruno,Claire,Denis,Élise prise Anne 51/1 mort=Élise"),),
        ),
    ),
)
