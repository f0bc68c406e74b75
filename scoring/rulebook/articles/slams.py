"""The slam: announced, made by the attack, made by the defence [R15-R17]."""

from scoring.rulebook.nouns import Article, Example, Source

SLAMS = (
    Article(
        number="R17",
        slug="annoncer-le-chelem",
        title=("Annoncer le chelem", "Announcing a slam"),
        says=(
            (
                (
                    "Seul le preneur annonce le chelem, après son enchère et son écart, avant la première "
                    "carte. Il appelle l'arbitre, et c'est lui qui entame, quel que soit le donneur."
                ),
                (
                    "Only the taker announces a slam, after the bid and the discard, before the first card. "
                    "The taker calls the arbiter, and leads, whoever dealt."
                ),
            ),
        ),
        settled=(
            (
                (
                    "La fédération écrit « un joueur » : comme le chelem se demande après l'annonce d'un "
                    "contrat, ce joueur est le preneur. Celui d'un défenseur est refusé (voir C27 et C15)."
                ),
                (
                    "The federation writes “a player”: since the slam is asked for after announcing a "
                    "contract, that player is the taker. A defender’s is refused (see C27 and C15)."
                ),
            ),
            (
                (
                    "Annoncé par le preneur et réussi par la défense : aucun document n'en parle. Les deux "
                    "règles s'appliquent, le chuté (R15) et le subi (R16), et la feuille demande de faire "
                    "confirmer par l'arbitre."
                ),
                (
                    "Announced by the taker and made by the defence: no document speaks of it. Both rules "
                    "apply, the failed one (R15) and the suffered one (R16), and the sheet asks for the "
                    "arbiter to confirm."
                ),
            ),
        ),
        sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        examples=(
            Example(
                "4 Anne,Bruno,Claire,Denis prise Anne 10/0 chelem=annonce:defense",
                ("Le cas dont personne ne parle.", "The case nobody speaks of."),
            ),
        ),
    ),
    Article(
        number="R15",
        slug="chelem",
        title=("Le chelem de l'attaque", "The slam by the attack"),
        says=(
            (
                (
                    "Faire un chelem, c'est faire tous les plis. Annoncé et réussi, il rapporte "
                    "{chelem_announced_made} points ; réussi sans annonce, {chelem_made} ; annoncé et "
                    "manqué, il en coûte {chelem_announced_failed}."
                ),
                (
                    "To make a slam is to take every trick. Announced and made it brings "
                    "{chelem_announced_made} points; made without announcement, {chelem_made}; announced and "
                    "missed it costs {chelem_announced_failed}."
                ),
            ),
            (
                (
                    "Ces points vont de chaque défenseur à l'attaque, ou l'inverse. L'enchère ne les "
                    "multiplie pas, et le contrat se marque en entier à côté (R7)."
                ),
                (
                    "These points go from each defender to the attack, or back. The bid does not multiply "
                    "them, and the contract is marked in full beside them (R7)."
                ),
            ),
        ),
        settled=(
            (
                (
                    "Les documents déduisent le chelem manqué « du total », « de son total » ou « du score du "
                    "joueur », ce qui pourrait se lire : une seule fois. Comme toute prime, il est par "
                    "défenseur : à quatre joueurs, le preneur perd 3 × {chelem_announced_failed} = "
                    "{chelem_failed_at_four} (voir B5)."
                ),
                (
                    "The documents take a failed slam off “the total”, “his total” or “the player’s score”, "
                    "which could be read as once only. Like every bonus it is for each defender: with four "
                    "players the taker loses 3 × {chelem_announced_failed} = {chelem_failed_at_four} (see B5)."
                ),
            ),
        ),
        sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        examples=(
            Example("4 Anne,Bruno,Claire,Denis garde Anne 87/2 chelem=annonce:attaque"),
            Example(
                "4 Anne,Bruno,Claire,Denis garde Anne 80/3 chelem=annonce",
                (
                    "Le contrat est réussi, le chelem annoncé ne l'est pas.",
                    "The contract is made, the announced slam is not.",
                ),
            ),
        ),
    ),
    Article(
        number="R16",
        slug="chelem-de-la-defense",
        title=("Le chelem de la défense", "The slam by the defence"),
        says=(
            (
                (
                    "Quand l'attaque ne fait aucun pli, chaque défenseur reçoit {chelem_inflicted} points "
                    "en plus de la marque ordinaire. Il n'a pas à être annoncé."
                ),
                (
                    "When the attack takes no trick at all, each defender gets {chelem_inflicted} points on "
                    "top of the ordinary marks. It need not be announced."
                ),
            ),
        ),
        sources=(Source.FFT, Source.GAMES_SITE, Source.BOOKLET),
        examples=(Example("4 Anne,Bruno,Claire,Denis prise Anne 10/0 chelem=defense"),),
    ),
)
