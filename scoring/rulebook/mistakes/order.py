"""Orders of operations that mislead (B)."""

from scoring.rulebook.nouns import Chapter, Example, Mistake, Source

SITE, BOOKLET, FFT, WIKIPEDIA, PORTUGUESE = (
    Source.GAMES_SITE,
    Source.BOOKLET,
    Source.FFT,
    Source.WIKIPEDIA_FR,
    Source.WIKIPEDIA_PT,
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
                "On ajouterait ou retirerait des points « en fonction du nombre de plis » et des bouts.",
                "Points are said to be added or taken off “by the number of tricks” and by the bouts.",
            ),
            right=(
                (
                    "Le nombre de plis ne compte jamais, seuls comptent les points des cartes (R5). Les bouts "
                    "disent combien il en faut (R4), rien d'autre."
                ),
                (
                    "The number of tricks never counts, only the points of the cards do (R5). The bouts say how "
                    "many are needed (R4), no more."
                ),
            ),
        ),
        Mistake(
            code="B4",
            sources=(WIKIPEDIA, PORTUGUESE),
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
            sources=(FFT, WIKIPEDIA, PORTUGUESE, SITE),
            where=("le chelem", "the slam"),
            says=(
                (
                    "Un chelem annoncé et manqué coûte 200 points, « du total » selon la fédération, « de son total "
                    "» selon Wikipédia, « du score du joueur » selon le site."
                ),
                (
                    "A slam announced and missed costs 200 points, off “the total” for the federation, “his total” "
                    "for Wikipedia, “the player’s score” for the site."
                ),
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
