"""The bids, what has to be made, the discard and the call [R4, R6, R20, R24]."""

from scoring.rulebook.nouns import Article, Part, Source

BIDDING = Part(
    slug="encheres-et-chien",
    title=("Les enchères et le chien", "The bidding and the dog"),
    intro=(
        "Ce que le preneur promet, ce qu'il fait du chien, et qui joue avec lui.",
        "What the taker promises, what becomes of the dog, and who plays with them.",
    ),
    articles=(
        Article(
            number="R6",
            slug="encheres",
            title=("Les quatre enchères", "The four bids"),
            says=(
                (
                    (
                        "Le voisin de droite du donneur parle le premier, puis on tourne. Chacun ne parle qu'une "
                        "fois : il passe, ou il enchérit plus haut que les autres. Le plus offrant est le "
                        "preneur."
                    ),
                    (
                        "The neighbour on the dealer’s right speaks first, then it goes round. Everyone speaks "
                        "once: pass, or bid higher than the others. The highest bidder is the taker."
                    ),
                ),
                (
                    (
                        "Prise (ou petite), coefficient {coef_prise} ; garde, coefficient {coef_garde} : le "
                        "preneur montre le chien à tous, le prend, et fait son écart, qui compte pour l'attaque "
                        "(R20)."
                    ),
                    (
                        "Prise (or petite), multiplier {coef_prise}; garde, multiplier {coef_garde}: the taker "
                        "shows the dog to all, takes it, and discards; the discard counts for the attack (R20)."
                    ),
                ),
                (
                    (
                        "Garde sans le chien, coefficient {coef_garde_sans} : personne ne voit le chien, et il "
                        "compte pour l'attaque."
                    ),
                    (
                        "Garde sans le chien, multiplier {coef_garde_sans}: nobody sees the dog, and it counts "
                        "for the attack."
                    ),
                ),
                (
                    (
                        "Garde contre le chien, coefficient {coef_garde_contre} : personne ne voit le chien, et "
                        "il compte pour la défense."
                    ),
                    (
                        "Garde contre le chien, multiplier {coef_garde_contre}: nobody sees the dog, and it "
                        "counts for the defence."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "La pousse, la parole et le petit chelem se jouent dans certaines régions et ne sont pas "
                        "du règlement (voir R29 et R30)."
                    ),
                    (
                        "The pousse, the check and the petit chelem are played in some regions and are not in "
                        "the rules (see R29 and R30)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET),
        ),
        Article(
            number="R4",
            slug="points-a-faire",
            title=("Les points à faire", "The points to make"),
            says=(
                (
                    (
                        "Ce qu'il faut à l'attaque dépend des bouts qu'elle a dans ses plis à la fin : "
                        "{required_0} points sans bout, {required_1} avec un, {required_2} avec deux, "
                        "{required_3} avec trois."
                    ),
                    (
                        "What the attack needs depends on the bouts in its tricks at the end: {required_0} "
                        "points with none, {required_1} with one, {required_2} with two, {required_3} with all "
                        "three."
                    ),
                ),
                (
                    (
                        "Les cartes de l'écart ou du chien comptent avec celles du camp à qui elles sont (R6), "
                        "bouts compris. L'enchère ne change rien au nombre de points à faire."
                    ),
                    (
                        "The cards of the discard or of the dog count with those of the camp that owns them "
                        "(R6), bouts included. The bid does not change the number of points to make."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un passage relie le nombre de points à l'enchère, un autre porte {required_0} pour "
                        "trois bouts : ce sont des fautes (voir A5 et A8)."
                    ),
                    (
                        "One passage ties the number of points to the bid, another has {required_0} for three "
                        "bouts: both are slips (see A5 and A8)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R20",
            slug="ecart",
            title=("Le chien et l'écart", "The dog and the discard"),
            says=(
                (
                    (
                        "Sur une prise ou une garde, le preneur met de côté, face cachée, autant de cartes qu'il "
                        "y en avait au chien : {dog_4} à trois et à quatre joueurs, {dog_5} à cinq. Il les choisit "
                        "dans sa main et dans le chien."
                    ),
                    (
                        "On a prise or a garde the taker lays aside, face down, as many cards as the dog had: "
                        "{dog_4} with three and four players, {dog_5} with five. They are picked from the hand and "
                        "from the dog."
                    ),
                ),
                (
                    (
                        "On n'écarte jamais un roi ni un bout. On n'écarte un atout que si l'on n'a plus rien "
                        "d'autre à écarter, seulement ce qu'il en manque, et en le montrant à la défense."
                    ),
                    (
                        "A king or a bout is never discarded. A trump is discarded only when nothing else is "
                        "left to discard, only as many as are missing, and shown to the defence."
                    ),
                ),
                (
                    (
                        "Le preneur dit « Jeu ». Dès lors l'écart ne se regarde plus et ne change plus. S'il n'a "
                        "pas le bon nombre de cartes, il se corrige tant qu'aucune carte n'est jouée."
                    ),
                    (
                        "The taker says “Jeu”. From then on the discard is neither looked at nor changed. If it "
                        "has not the right number of cards, it may be put right until a card is played."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Une brochure permet d'écarter un roi en l'annonçant et interdit tout atout. La "
                        "fédération dit l'inverse des deux, et nous la suivons (voir C1)."
                    ),
                    (
                        "A booklet lets a king be discarded if announced, and forbids every trump. The "
                        "federation says the opposite of both, and we follow it (see C1)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R24",
            slug="appel",
            title=("L'appel à cinq joueurs", "The call with five players"),
            says=(
                (
                    (
                        "À cinq, le preneur appelle un roi avant que le chien soit retourné. Celui qui a ce roi "
                        "joue avec lui, et n'a pas à le dire avant de l'avoir joué."
                    ),
                    (
                        "With five, the taker calls a king before the dog is turned up. Whoever holds it plays "
                        "with the taker, and need not say so until the king is played."
                    ),
                ),
                (
                    (
                        "Avec les quatre rois, le preneur appelle une dame ; avec les quatre rois et les quatre "
                        "dames, un cavalier ; ensuite un valet."
                    ),
                    (
                        "With all four kings the taker calls a queen; with the four kings and the four queens, a "
                        "knight; after that a jack."
                    ),
                ),
                (
                    (
                        "Il peut appeler une carte de son propre jeu. Si la carte appelée est dans sa main ou "
                        "dans le chien, il joue seul contre quatre (R22)."
                    ),
                    (
                        "They may call a card of their own hand. If it is in their hand or in the dog, the taker "
                        "plays alone against four (R22)."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Une brochure dit qu'on décide « parfois » d'appeler avant de voir le chien, et fait "
                        "jouer seul qui garde sans le chien. L'appel se fait toujours avant, et à toutes les "
                        "enchères ; seule la place de la carte appelée fait jouer seul (voir C12 et C13)."
                    ),
                    (
                        "A booklet says that calling before the dog is seen is decided “sometimes”, and has "
                        "whoever plays a garde sans play alone. The call always comes before, at every bid; only "
                        "where the called card lies makes a taker play alone (see C12 and C13)."
                    ),
                ),
            ),
            sources=(Source.FFT_3_5, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.WIKIPEDIA_PT),
        ),
    ),
)
