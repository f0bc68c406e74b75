"""The count and the marks [R5, R7-R9]."""

from scoring.rulebook.nouns import Article, Example, Part, Source

COUNTING = Part(
    slug="compte-et-marque",
    title=("Le compte et la marque", "The count and the marks"),
    intro=(
        "Des cartes aux points, des points à ce que chacun marque.",
        "From cards to points, from points to what everyone marks.",
    ),
    articles=(
        Article(
            number="R5",
            slug="contrat",
            title=("Fait ou chuté", "Made or failed"),
            says=(
                (
                    (
                        "Le contrat est réussi quand l'attaque a au moins les points à faire (R4). S'il y en a "
                        "juste assez, il est « juste fait » : c'est réussi, avec un écart de 0."
                    ),
                    (
                        "The contract is made when the attack has at least the points to make (R4). With just "
                        "enough it is “juste fait”: made, by 0."
                    ),
                ),
                (
                    (
                        "On compte les cartes de l'attaque d'un côté, celles de la défense de l'autre : ensemble "
                        "elles font {total} points. Seuls les points des cartes comptent, jamais le nombre de plis."
                    ),
                    (
                        "The cards of the attack are counted on one side, those of the defence on the other: "
                        "together they make {total} points. Only the points of the cards count, never the number of "
                        "tricks."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un site fait dépendre la marque du nombre de plis et des bouts : aucun autre document ne "
                        "le fait (voir B3)."
                    ),
                    (
                        "One site makes the marks depend on the number of tricks and on the bouts: no other "
                        "document does (see B3)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
            examples=(Example("4 Anne,Bruno,Claire,Denis prise Anne 41/2", ("Juste fait.", "Just made.")),),
        ),
        Article(
            number="R8",
            slug="demi-points",
            title=("Les demi-points", "Half points"),
            says=(
                (
                    (
                        "À quatre joueurs, les cartes de chaque camp vont par deux et les comptes sont entiers, "
                        "sauf dans un chelem (R18)."
                    ),
                    (
                        "With four players the cards of each camp come in pairs and the counts are whole, except "
                        "in a slam (R18)."
                    ),
                ),
                (
                    (
                        "À trois et à cinq, on compte au demi-point près. Le demi-point qui reste va au camp qui "
                        "gagne le contrat, une fois l'Excuse échangée."
                    ),
                    (
                        "With three and five, counts go to the half point. The half left over goes to the camp "
                        "that wins the contract, once the Excuse has been exchanged."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Regarde-t-on le contrat avant ou après avoir donné le demi-point ? Avant : 40,5 avec deux "
                        "bouts, quand il en faut {required_2}, est chuté de 1, et 41,5 est réussi de 1. Ce sont les "
                        "exemples de la fédération à trois et à cinq. L'arrondi vient ensuite ; il ne change jamais "
                        "un contrat chuté en contrat réussi."
                    ),
                    (
                        "Is the contract judged before or after the half point is given? Before: 40.5 with two "
                        "bouts, when {required_2} are needed, has failed by 1, and 41.5 is made by 1. These are the "
                        "federation’s examples with three and five. Rounding comes after; it never turns a failed "
                        "contract into a made one."
                    ),
                ),
                (
                    (
                        "Multiplier le demi-point, le laisser tomber, ou arrondir à 5 ou à 10 : ce sont des "
                        "habitudes de table, qu'aucun document ne propose."
                    ),
                    (
                        "Multiplying the half point, dropping it, or rounding to 5 or 10: these are table habits "
                        "that no document offers."
                    ),
                ),
                (
                    (
                        "Wikipédia donne « la carte seule », un site donne « le demi-point » au camp qui gagne : "
                        "c'est la même règle (voir C19)."
                    ),
                    (
                        "Wikipedia gives “the lone card”, a site gives “the half point” to the camp that wins: "
                        "it is the same rule (see C19)."
                    ),
                ),
            ),
            sources=(
                Source.FFT_3_5,
                Source.FFT_WHOLE,
                Source.WIKIPEDIA_FR,
                Source.GAMES_SITE,
                Source.WIKIPEDIA_PT,
                Source.SLAM,
            ),
            examples=(
                Example(
                    "3 Anne,Bruno,Claire prise Anne 40.5/2",
                    ("Le demi-point va à la défense.", "The half point goes to the defence."),
                ),
                Example(
                    "5 Anne,Bruno,Claire,Denis,Élise garde Anne+Bruno 41.5/2",
                    ("Le demi-point va à l'attaque.", "The half point goes to the attack."),
                ),
            ),
        ),
        Article(
            number="R7",
            slug="marque",
            title=("La marque", "The marks"),
            says=(
                (
                    "On calcule ce que chaque défenseur donne à l'attaque ; si c'est négatif, il le reçoit.",
                    "One works out what each defender gives the attack; if it is below zero, the defender gets it.",
                ),
                (
                    (
                        "D'abord le contrat : {base} plus l'écart entre les points faits et les points à faire, "
                        "multiplié par le coefficient de l'enchère (R6). C'est donné si le contrat est réussi, "
                        "reçu s'il est chuté."
                    ),
                    (
                        "First the contract: {base} plus the gap between the points made and the points to make, "
                        "times the multiplier of the bid (R6). It is given if the contract is made, received if "
                        "it failed."
                    ),
                ),
                (
                    (
                        "Puis le Petit au bout, multiplié lui aussi (R10). Puis, sans multiplier, les poignées "
                        "(R13) et le chelem (R15, R16)."
                    ),
                    (
                        "Then the petit au bout, multiplied too (R10). Then, not multiplied, the poignées (R13) "
                        "and the slam (R15, R16)."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un site multiplie tout, poignée et chelem compris. La fédération dit que les primes "
                        "gardent la même valeur à toutes les enchères (voir B1)."
                    ),
                    (
                        "One site multiplies everything, poignée and slam included. The federation says that "
                        "bonuses keep the same worth at every bid (see B1)."
                    ),
                ),
                (
                    (
                        "Ajouter le Petit au bout avant de multiplier, ou l'ajouter déjà multiplié : le résultat "
                        "est le même (voir B2)."
                    ),
                    (
                        "Adding the petit au bout before multiplying, or adding it already multiplied: the "
                        "result is the same (see B2)."
                    ),
                ),
            ),
            sources=(
                Source.FFT,
                Source.FFT_WHOLE,
                Source.WIKIPEDIA_FR,
                Source.GAMES_SITE,
                Source.BOOKLET,
                Source.WIKIPEDIA_PT,
            ),
            examples=(
                Example(
                    "4 Anne,Bruno,Claire,Denis garde Anne 49/2 poignee=Anne:simple petit=attaque",
                    (
                        (
                            "Les cinq exemples du règlement de 2012 (transcription). Le premier : poignée et Petit "
                            "au bout pour le preneur."
                        ),
                        (
                            "The five examples of the 2012 rules (transcription). The first: poignée and petit "
                            "au bout for the taker."
                        ),
                    ),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis garde_sans Anne 55/1 petit=defense",
                    (
                        "Le deuxième : le Petit au bout va à la défense.",
                        "The second: the petit au bout goes to the defence.",
                    ),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis prise Anne 44/1 poignee=Anne:simple petit=attaque",
                    (
                        "Le troisième : chuté, avec une poignée du preneur et le Petit au bout.",
                        "The third: failed, with the taker’s poignée and the petit au bout.",
                    ),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis garde Anne 52/2 poignee=Bruno:simple",
                    ("Le quatrième : poignée d'un défenseur.", "The fourth: a defender’s poignée."),
                ),
                Example(
                    (
                        "4 Anne,Bruno,Claire,Denis garde Anne 87/2 poignee=Anne:simple petit=attaque "
                        "chelem=annonce:attaque"
                    ),
                    (
                        "Le cinquième : un chelem annoncé, l'Excuse restée à la défense.",
                        "The fifth: an announced slam, the Excuse having stayed with the defence.",
                    ),
                ),
            ),
        ),
        Article(
            number="R9",
            slug="somme-nulle",
            title=("La somme est toujours nulle", "The sum is always zero"),
            says=(
                (
                    (
                        "Ce que les uns gagnent, les autres le perdent : les marques d'une donne font toujours "
                        "0. Une feuille dont la somme n'est pas 0 contient une erreur."
                    ),
                    (
                        "What some win, the others lose: the marks of a deal always sum to 0. A sheet that does "
                        "not sum to 0 holds a mistake."
                    ),
                ),
                (
                    (
                        "Sur la feuille, le preneur marque la somme de ce que donnent les défenseurs, en plus ou en "
                        "moins (R22)."
                    ),
                    "On the sheet, the taker marks the sum of what the defenders give, above or below zero (R22).",
                ),
            ),
            settled=(
                (
                    (
                        "Un site divise par trois ce que gagne le preneur : sa somme fait bien 0, mais la somme "
                        "marquée n'est pas la bonne (voir A1 et A2)."
                    ),
                    (
                        "One site divides what the taker wins by three: its sum is 0, but what is marked is not "
                        "right (see A1 and A2)."
                    ),
                ),
            ),
            sources=(Source.FFT_WHOLE, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
    ),
)
