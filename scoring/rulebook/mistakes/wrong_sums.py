"""Sums of the documents that are wrong, and orders of operations that mislead (A and B)."""

from scoring.rulebook.nouns import Chapter, Example, Mistake, Source

SITE, BOOKLET, FFT, WIKIPEDIA = Source.GAMES_SITE, Source.BOOKLET, Source.FFT, Source.WIKIPEDIA_FR

WRONG_SUMS = Chapter(
    slug="calculs-faux",
    title=("Des calculs faux", "Sums that are wrong"),
    intro=(
        "Le calcul du document, puis le bon, refait par la marque elle-même.",
        "The document’s sum, then the right one, made by the marks themselves.",
    ),
    mistakes=(
        Mistake(
            code="A1",
            sources=(SITE,),
            where=("premier exemple", "first example"),
            says=(
                "Garde, 52 points, deux bouts : le preneur gagne 72, et chaque défenseur en perd 72 / 3 = 24.",
                "Garde, 52 points, two bouts: the taker wins 72, and each defender loses 72 / 3 = 24.",
            ),
            right=(
                (
                    "72 est ce que chaque défenseur donne (R7), et non ce que gagne le preneur, qui reçoit "
                    "trois fois cette somme. Le troisième exemple du même site multiplie bien par trois, et "
                    "son texte dit que les défenseurs marquent le même nombre de points."
                ),
                (
                    "72 is what each defender gives (R7), not what the taker wins, who receives three times "
                    "that. The third example of the same site does multiply by three, and its text says that "
                    "the defenders mark the same number of points."
                ),
            ),
            examples=(Example("4 Anne,Bruno,Claire,Denis garde Anne 52/2"),),
        ),
        Mistake(
            code="A2",
            sources=(SITE,),
            where=("deuxième exemple", "second example"),
            says=(
                (
                    "Garde sans réussie de 6, Petit au bout à la défense : 124 − 40 = 84 pour le preneur, et "
                    "chaque défenseur perd 76 / 3 = 28."
                ),
                (
                    "Garde sans made by 6, petit au bout to the defence: 124 − 40 = 84 for the taker, and "
                    "each defender loses 76 / 3 = 28."
                ),
            ),
            right=(
                (
                    "84 est juste, mais c'est par défenseur. 76 est une étourderie, 76 / 3 ne fait pas 28, "
                    "et diviser par trois refait la faute A1."
                ),
                (
                    "84 is right, but for each defender. 76 is a slip, 76 / 3 is not 28, and dividing by "
                    "three is mistake A1 again."
                ),
            ),
            examples=(Example("4 Anne,Bruno,Claire,Denis garde_sans Anne 57/1 petit=defense"),),
        ),
        Mistake(
            code="A3",
            sources=(BOOKLET,),
            where=("décompte, donne 1", "the count, deal 1"),
            says=(
                "« 5 points de passe + 20 points de prime », ce qui ferait 30.",
                "“5 points over + 20 points of bonus”, said to make 30.",
            ),
            right=(
                (
                    "5 + 20 font 25. C'est la base que l'on ajoute à l'écart : {base} + 5 = {base_and_5}. "
                    "Les 20 de la poignée viennent après, sans être multipliés (R12). Le résultat imprimé "
                    "est juste."
                ),
                (
                    "5 + 20 make 25. It is the base that is added to the gap: {base} + 5 = {base_and_5}. The "
                    "20 of the poignée come after, not multiplied (R12). The printed result is right."
                ),
            ),
            examples=(Example("4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est:simple"),),
        ),
        Mistake(
            code="A4",
            sources=(BOOKLET,),
            where=("valeur des cartes", "what the cards are worth"),
            says=("Les 78 cartes feraient 93 points.", "The 78 cards are said to make 93 points."),
            right=(
                (
                    "3 × 4,5 pour les bouts, 4 × (4,5 + 3,5 + 2,5 + 1,5) pour les figures, 59 × 0,5 pour les "
                    "autres : 13,5 + 48 + 29,5 = {total}. Les quatre autres documents disent {total} (R2)."
                ),
                (
                    "3 × 4.5 for the bouts, 4 × (4.5 + 3.5 + 2.5 + 1.5) for the court cards, 59 × 0.5 for "
                    "the others: 13.5 + 48 + 29.5 = {total}. The four other documents say {total} (R2)."
                ),
            ),
        ),
        Mistake(
            code="A5",
            sources=(FFT,),
            where=("second tableau des points à faire", "second table of points to make"),
            says=("Avec trois bouts, il faudrait 56 points.", "With three bouts, 56 points are said to be needed."),
            right=(
                ("Un chiffre mal lu à la numérisation : le premier tableau du même document dit {required_3} (R4)."),
                "A figure misread in scanning: the first table of the same document says {required_3} (R4).",
            ),
        ),
        Mistake(
            code="A6",
            sources=(SITE,),
            where=("primes", "bonuses"),
            says=(
                "Petit au bout : dix points « par carte », vingt « pour les deux ».",
                "Petit au bout: ten points “a card”, twenty “for both”.",
            ),
            right=(
                (
                    "Il n'y a qu'un Petit. La prime est de {petit_au_bout} fois le coefficient, une seule "
                    "fois, pour un seul camp (R10)."
                ),
                (
                    "There is only one Petit. The bonus is {petit_au_bout} times the multiplier, once, for "
                    "one camp only (R10)."
                ),
            ),
        ),
        Mistake(
            code="A7",
            sources=(SITE,),
            where=("primes", "bonuses"),
            says=(
                "Une poignée vaut 20 points, sans autre taille.",
                "A poignée is worth 20 points, with no other size.",
            ),
            right=(
                (
                    "{poignee_simple}, {poignee_double} ou {poignee_triple} selon le nombre d'atouts (R12) ; "
                    "le même site le dit à un autre endroit."
                ),
                (
                    "{poignee_simple}, {poignee_double} or {poignee_triple} by the number of trumps (R12); "
                    "the same site says so elsewhere."
                ),
            ),
        ),
        Mistake(
            code="A8",
            sources=(SITE,),
            where=("premier exemple", "first example"),
            says=(
                "41 serait le nombre de points nécessaires « pour une garde ».",
                "41 is said to be the number of points needed “for a garde”.",
            ),
            right=(
                "{required_2} est ce qu'il faut avec deux bouts, quelle que soit l'enchère (R4).",
                "{required_2} is what two bouts need, whatever the bid (R4).",
            ),
        ),
    ),
)

ORDER = Chapter(
    slug="ordre-des-operations",
    title=("L'ordre des opérations", "The order of operations"),
    intro=(
        "Ce qui se multiplie, ce qui ne se multiplie pas, et de quel signe.",
        "What is multiplied, what is not, and with which sign.",
    ),
    mistakes=(
        Mistake(
            code="B1",
            sources=(SITE,),
            where=("compter les points", "counting the points"),
            says=(
                "{base}, les points et les primes s'ajoutent, et « le total est ensuite multiplié ».",
                "{base}, the points and the bonuses are added, and “the total is then multiplied”.",
            ),
            right=(
                (
                    "Cela multiplierait la poignée et le chelem. Seuls se multiplient {base} plus l'écart, "
                    "et le Petit au bout (R7) ; la fédération donne aux poignées la même valeur à toutes les "
                    "enchères."
                ),
                (
                    "That would multiply the poignée and the slam. Only {base} plus the gap, and the petit "
                    "au bout, are multiplied (R7); the federation gives poignées the same worth at every bid."
                ),
            ),
            examples=(Example("4 Anne,Bruno,Claire,Denis garde Anne 46/2 poignee=Anne:simple"),),
        ),
        Mistake(
            code="B2",
            sources=(BOOKLET, WIKIPEDIA),
            where=("décompte ; calcul des scores", "the count; working out the scores"),
            says=(
                (
                    "La brochure ajoute le Petit au bout avant de multiplier, Wikipédia ajoute après une "
                    "prime « multipliable »."
                ),
                ("The booklet adds the petit au bout before multiplying, Wikipedia adds a “multipliable” bonus after."),
            ),
            right=(
                (
                    "C'est le même nombre. Mais son signe suit le camp, pas le résultat (R10) : la donne 2 "
                    "de la brochure le montre, contrat chuté et Petit mené au bout."
                ),
                (
                    "It is the same number. But its sign follows the camp, not the result (R10): the "
                    "booklet’s deal 2 shows it, contract failed and Petit brought home."
                ),
            ),
            examples=(Example("4 Nord,Est,Sud,Ouest garde Sud 36/2 petit=attaque"),),
        ),
        Mistake(
            code="B3",
            sources=(SITE,),
            where=("compter les points", "counting the points"),
            says=(
                "On ajouterait ou retirerait des points « en fonction du nombre de plis ».",
                "Points are said to be added or taken off “by the number of tricks”.",
            ),
            right=(
                "Le nombre de plis ne compte jamais, seuls comptent les points des cartes (R5).",
                "The number of tricks never counts, only the points of the cards do (R5).",
            ),
        ),
        Mistake(
            code="B4",
            sources=(WIKIPEDIA,),
            where=("calcul des scores", "working out the scores"),
            says=(
                (
                    "On ajoute {base} au nombre de points de gain ou de perte, puis les primes : de quel "
                    "signe, quand c'est chuté ?"
                ),
                (
                    "{base} is added to the points won or lost, then the bonuses: with which sign, when the "
                    "contract failed?"
                ),
            ),
            right=(
                (
                    "Contrat chuté, l'écart et {base} se retirent ; la poignée va au camp qui gagne (R13) et "
                    "le Petit au bout à celui qui l'a fait (R10). La donne 5 de la brochure : tout est "
                    "contre le preneur."
                ),
                (
                    "When the contract failed, the gap and {base} are taken off; the poignée goes to the "
                    "camp that wins (R13) and the petit au bout to whoever made it (R10). The booklet’s deal "
                    "5: everything is against the taker."
                ),
            ),
            examples=(Example("4 Nord,Est,Sud,Ouest prise Nord 44/1 poignee=Nord:simple petit=defense"),),
        ),
        Mistake(
            code="B5",
            sources=(SITE, WIKIPEDIA),
            where=("le chelem", "the slam"),
            says=(
                "Un chelem annoncé et manqué coûte 200 points « du total », « du score du joueur ».",
                "A slam announced and missed costs 200 points off “the total”, “the player’s score”.",
            ),
            right=(
                (
                    "Par défenseur, comme toute prime : le preneur en perd 3 × {chelem_announced_failed} = "
                    "{chelem_failed_at_four} à quatre joueurs (R15). Retirés une seule fois, il faudrait les "
                    "partager en trois, et 200 ne se divise pas par 3."
                ),
                (
                    "For each defender, like every bonus: the taker loses 3 × {chelem_announced_failed} = "
                    "{chelem_failed_at_four} with four players (R15). Taken off once only, they would have "
                    "to be shared by three, and 200 cannot be divided by 3."
                ),
            ),
        ),
        Mistake(
            code="B6",
            sources=(SITE,),
            where=("compter les points", "counting the points"),
            says=(
                "Les défenseurs marqueraient « le même nombre de points que le preneur ».",
                "The defenders are said to mark “the same number of points as the taker”.",
            ),
            right=(
                (
                    "Le même nombre par tête seulement : le preneur marque autant de fois ce nombre qu'il a "
                    "de défenseurs (R22)."
                ),
                (
                    "The same number a head only: the taker marks that number as many times as there are "
                    "defenders (R22)."
                ),
            ),
        ),
    ),
)
