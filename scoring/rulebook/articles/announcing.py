"""What is announced: poignées and chelems [R12-R17]."""

from scoring.rulebook.articles.slams import SLAMS
from scoring.rulebook.nouns import Article, Example, Part, Source

ANNOUNCING = Part(
    slug="annonces",
    title=("La poignée et le chelem", "The poignée and the slam"),
    intro=(
        "Ce qui s'annonce avant la première carte, ce que cela vaut et à qui cela va.",
        "What is announced before the first card, what it is worth and to whom it goes.",
    ),
    articles=(
        Article(
            number="R12",
            slug="poignee",
            title=("La poignée : combien d'atouts, combien de points", "The poignée: how many trumps, how many points"),
            says=(
                (
                    (
                        "À quatre joueurs, {trumps_4_simple} atouts font une poignée simple, {trumps_4_double} "
                        "une double, {trumps_4_triple} une triple. À trois joueurs il en faut {trumps_3_simple}, "
                        "{trumps_3_double} et {trumps_3_triple} ; à cinq, {trumps_5_simple}, {trumps_5_double} "
                        "et {trumps_5_triple}."
                    ),
                    (
                        "With four players {trumps_4_simple} trumps make a simple poignée, {trumps_4_double} a "
                        "double one, {trumps_4_triple} a triple one. With three players it takes "
                        "{trumps_3_simple}, {trumps_3_double} and {trumps_3_triple}; with five, "
                        "{trumps_5_simple}, {trumps_5_double} and {trumps_5_triple}."
                    ),
                ),
                (
                    (
                        "La simple vaut {poignee_simple} points, la double {poignee_double}, la triple "
                        "{poignee_triple}, par défenseur. L'enchère ne les multiplie jamais."
                    ),
                    (
                        "The simple one is worth {poignee_simple} points, the double {poignee_double}, the "
                        "triple {poignee_triple}, for each defender. The bid never multiplies them."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "À trois et à cinq seuls les nombres d'atouts changent, pas les points : Wikipédia, en "
                        "français et en portugais, les écrit dans la même phrase pour tous (voir aussi A7 et C14)."
                    ),
                    (
                        "With three and five only the numbers of trumps change, not the points: Wikipedia, in "
                        "French and in Portuguese, writes them in one sentence for all (see also A7 and C14)."
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
                Example(
                    "4 Anne,Bruno,Claire,Denis garde_sans Anne 46/2 poignee=Anne:double",
                    (
                        "Le contrat est multiplié, la poignée ne l'est pas.",
                        "The contract is multiplied, the poignée is not.",
                    ),
                ),
            ),
        ),
        Article(
            number="R14",
            slug="montrer-la-poignee",
            title=("Montrer la poignée", "Showing the poignée"),
            says=(
                (
                    (
                        "Elle se montre juste avant de jouer sa première carte, entière et en une fois, du plus "
                        "fort atout au plus faible, avec exactement le nombre demandé. Qui en a davantage cache un "
                        "ou plusieurs atouts de son choix : rien n'oblige à montrer les bouts ni les atouts "
                        "extrêmes."
                    ),
                    (
                        "It is shown just before one’s first card, whole and at once, from the highest trump to the "
                        "lowest, with exactly the number asked for. Whoever has more hides one or several trumps of "
                        "their choice: nobody has to show the bouts or the highest and lowest trumps."
                    ),
                ),
                (
                    (
                        "L'Excuse peut remplacer un atout manquant : celui qui la montre n'a alors pas d'autre "
                        "atout caché."
                    ),
                    "The Excuse may stand for a missing trump: whoever shows it then has no other trump hidden.",
                ),
                (
                    "Rien n'oblige à montrer une poignée, et celle qu'on n'a pas montrée ne rapporte rien.",
                    "Nobody has to show a poignée, and one that was not shown brings nothing.",
                ),
                (
                    (
                        "À quatre joueurs, le preneur qui a les quatre rois et {trumps_4_triple} atouts a dû écarter "
                        "un atout : il le montre de nouveau avec sa triple poignée, qui compte."
                    ),
                    (
                        "With four players, a taker with the four kings and {trumps_4_triple} trumps had to discard a "
                        "trump: it is shown again with the triple poignée, which counts."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Une brochure range les atouts dans l'autre sens, et un site parle d'atouts qui se "
                        "suivent : seul le nombre compte (voir C3 et C4)."
                    ),
                    (
                        "A booklet orders the trumps the other way, and a site speaks of trumps in sequence: "
                        "only the number counts (see C3 and C4)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R13",
            slug="prime-de-poignee",
            title=("À qui va la poignée", "Who gets the poignée"),
            says=(
                (
                    (
                        "La prime va au camp qui gagne le contrat, quel que soit celui qui a montré la poignée. "
                        "Chaque défenseur la donne ou la reçoit ; à cinq, elle se partage comme le reste (R22)."
                    ),
                    (
                        "The bonus goes to the camp that wins the contract, whoever showed the poignée. Each "
                        "defender gives it or gets it; with five, it is shared like the rest (R22)."
                    ),
                ),
                (
                    "Une poignée montrée par le camp qui perd est donc payée par lui.",
                    "A poignée shown by the losing camp is therefore paid by that camp.",
                ),
            ),
            settled=(
                (
                    (
                        "Peut-il y en avoir plusieurs ? Aucun document ne l'interdit : elles s'ajoutent et vont "
                        "toutes au camp gagnant, chaque joueur n'en montrant qu'une. Les {trumps} atouts (Excuse "
                        "comprise) limitent : à trois joueurs, {together_3} ; à quatre, {together_4} ; à cinq, "
                        "{together_5}."
                    ),
                    (
                        "Can there be several? No document forbids it: they add up and all go to the winning "
                        "camp, each player showing only one. The {trumps} trumps (the Excuse included) set the "
                        "limit: with three players, {together_3}; with four, {together_4}; with five, "
                        "{together_5}."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
            examples=(
                Example(
                    "4 Anne,Bruno,Claire,Denis garde Anne 52/2 poignee=Bruno:simple",
                    (
                        "La défense a montré la poignée et perdu : elle la paie.",
                        "The defence showed the poignée and lost: it pays.",
                    ),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis prise Anne 45/1 poignee=Anne:simple poignee=Claire:simple",
                    (
                        "Une poignée de chaque camp : les deux vont à la défense, qui gagne.",
                        "A poignée from each camp: both go to the defence, which wins.",
                    ),
                ),
            ),
        ),
        *SLAMS,
    ),
)
