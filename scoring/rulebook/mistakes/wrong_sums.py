"""Sums of the documents that are wrong (A)."""

from scoring.rulebook.nouns import Chapter, Example, Mistake, Source

SITE, BOOKLET, FFT = Source.GAMES_SITE, Source.BOOKLET, Source.FFT

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
        Mistake(
            code="A9",
            sources=(BOOKLET,),
            where=("la tirette", "the tirette"),
            says=(
                "Deux mains de 24 cartes, et « les 24 restantes » au talon.",
                "Two hands of 24 cards, and “the 24 left” in the stock.",
            ),
            right=(
                (
                    "24 + 24 + 24 font 72, et le jeu a 78 cartes : il en reste 30. Les six que la brochure oublie "
                    "font un chien, comme dans ses deux autres jeux à deux (R27)."
                ),
                (
                    "24 + 24 + 24 make 72, and the pack has 78 cards: 30 are left. The six that the booklet forgets "
                    "make a dog, as in its two other games for two (R27)."
                ),
            ),
        ),
    ),
)
