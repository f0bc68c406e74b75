"""The bids, what has to be made, the dog and the discard [R4, R6, R20]."""

from scoring.rulebook.articles.call import CALL
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
                (
                    "Ce sont les mêmes quatre enchères à trois et à cinq joueurs.",
                    "The four bids are the same with three and with five players.",
                ),
            ),
            settled=(
                (
                    (
                        "La pousse, la parole et le petit chelem se jouent dans certaines régions et ne sont pas du "
                        "règlement (voir R29, R29a et R30)."
                    ),
                    (
                        "The pousse, the parole and the petit chelem are played in some regions and are not in the "
                        "rules (see R29, R29a and R30)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R6a",
            slug="mots-des-encheres",
            title=("Ce que l'on dit", "What is said"),
            says=(
                (
                    (
                        "Qui ne veut pas prendre dit « passe » ou « je passe ». Les enchères se disent « je prends "
                        "», « je garde », « je garde sans », « je garde contre » ; pour la prise on dit aussi « une "
                        "petite »."
                    ),
                    (
                        "Whoever will not take says “passe” or “je passe”. The bids are said “je prends”, “je "
                        "garde”, “je garde sans”, “je garde contre”; for the prise one also says “une petite”."
                    ),
                ),
                (
                    "Là où l'on joue la pousse (R29), on laisse le « je » : « petite », « pousse », « garde ».",
                    "Where the pousse is played (R29), the “je” is left out: “petite”, “pousse”, “garde”.",
                ),
                (
                    "Le mot « Jeu » vient plus tard : le preneur le dit quand son écart est fait (R20).",
                    "The word “Jeu” comes later: the taker says it when the discard is made (R20).",
                ),
            ),
            settled=(
                (
                    (
                        "Plusieurs documents appellent aussi « annonces » les enchères. Ici une annonce est une "
                        "poignée, un chelem ou une misère (R14, R17, R31)."
                    ),
                    (
                        "Several documents call the bids “annonces” too. Here an announcement is a poignée, a slam "
                        "or a misère (R14, R17, R31)."
                    ),
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.BOOKLET, Source.WIKIPEDIA_PT),
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
            number="R20a",
            slug="chien",
            title=("Ce que devient le chien", "What becomes of the dog"),
            says=(
                (
                    (
                        "À la prise et à la garde, le donneur, et lui seul, tend le chien au preneur, qui en "
                        "retourne les cartes pour que chacun les voie, les prend en main, puis fait son écart "
                        "(R20)."
                    ),
                    (
                        "In a prise and in a garde the dealer, and nobody else, hands the dog to the taker, who "
                        "turns its cards up for everyone to see, takes them in hand, then discards (R20)."
                    ),
                ),
                (
                    (
                        "À la garde sans, le chien reste caché et se pose devant le preneur : il compte avec les "
                        "plis de l'attaque."
                    ),
                    (
                        "In a garde sans the dog stays face down and lies in front of the taker: it counts with the "
                        "tricks of the attack."
                    ),
                ),
                (
                    (
                        "À la garde contre, il est donné, caché, au défenseur assis en face du preneur : il compte "
                        "avec les plis de la défense."
                    ),
                    (
                        "In a garde contre it is given, face down, to the defender who sits opposite the taker: it "
                        "counts with the tricks of the defence."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "À trois et à cinq, personne n'est assis en face : aucun document ne dit quel défenseur "
                        "reçoit alors le chien. La marque n'en dépend pas."
                    ),
                    (
                        "With three and five nobody sits opposite: no document says which defender then gets the "
                        "dog. The marks do not depend on it."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R20",
            slug="ecart",
            title=("L'écart", "The discard"),
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
                        "L'écart fait, le preneur montre aux autres qu'il a bien son nombre de cartes, sans les "
                        "faire voir, et dit « Jeu ». L'écart reste secret toute la donne."
                    ),
                    (
                        "The discard made, the taker shows the others that it has its number of cards, without "
                        "letting them be seen, and says “Jeu”. The discard stays secret for the whole deal."
                    ),
                ),
                (
                    (
                        "Dès lors il ne se regarde plus et ne change plus. S'il n'a pas le bon nombre de cartes, il "
                        "se corrige tant qu'aucune carte n'est jouée, même après « Jeu »."
                    ),
                    (
                        "From then on it is neither looked at nor changed. If it has not the right number of cards, "
                        "it may be put right until a card is played, even after “Jeu”."
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
                (
                    "La même brochure lui fait dire « Jouez ! » : le mot du règlement est « Jeu » (voir C28).",
                    "The same booklet has the taker say “Jouez!”: the word of the rules is “Jeu” (see C28).",
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        CALL,
    ),
)
