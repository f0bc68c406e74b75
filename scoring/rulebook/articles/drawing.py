"""Who deals, who shuffles and cuts, and how a hand is held [R3b-R3d]."""

from scoring.rulebook.nouns import Article, Source

SHUFFLING = (
    Article(
        number="R3b",
        slug="tirer-le-donneur",
        title=("Tirer au sort le premier donneur", "Drawing for the first dealer"),
        says=(
            (
                (
                    "Avant la première donne, on étale le jeu face cachée et chacun tire une carte : la plus petite "
                    "désigne le donneur. Ensuite chacun donne à son tour, dans le sens du jeu, vers la droite."
                ),
                (
                    "Before the first deal the pack is spread face down and everyone draws a card: the lowest names "
                    "the dealer. Then everyone deals in turn, in the direction of play, to the right."
                ),
            ),
            (
                (
                    "Si les deux plus petites cartes sont de même rang, la couleur décide, dans cet ordre : pique, "
                    "cœur, carreau, trèfle. Rien n'est donc plus petit que l'as de trèfle."
                ),
                (
                    "If the two lowest cards are of the same rank, the suit decides, in this order: spades, hearts, "
                    "diamonds, clubs. Nothing is lower, therefore, than the ace of clubs."
                ),
            ),
            (
                "Les atouts passent avant les couleurs. L'Excuse ne compte pas : qui la tire en tire une autre.",
                "Trumps go before the suits. The Excuse does not count: whoever draws it draws again.",
            ),
        ),
        settled=(
            (
                (
                    "« Prioritaires », écrit la fédération des atouts : nous lisons qu'ils sont plus forts que "
                    "toute couleur, donc qui tire un atout ne donne que si tous en ont tiré un plus fort. Un site "
                    "dit seulement que l'on décide qui donne."
                ),
                (
                    "“Having priority”, the federation writes of trumps: we read that they are higher than any "
                    "suit, so whoever draws one deals only if everybody drew a higher one. A site says only that "
                    "one decides who deals."
                ),
            ),
        ),
        sources=(Source.FFT, Source.BOOKLET, Source.GAMES_SITE),
    ),
    Article(
        number="R3c",
        slug="battre-et-couper",
        title=("Battre et couper", "Shuffling and cutting"),
        says=(
            (
                (
                    "À chaque donne, le joueur assis en face du donneur bat le jeu, et le voisin de gauche du "
                    "donneur le coupe."
                ),
                "For every deal, the player opposite the dealer shuffles, and the neighbour on the dealer’s left cuts.",
            ),
            (
                "Il coupe en deux tas de plus de trois cartes chacun, et les remet lui-même l'un sur l'autre.",
                "The cut makes two piles of more than three cards each, and whoever cuts puts them together again.",
            ),
        ),
        settled=(
            (
                (
                    "La fédération écrit « en prenant ou en laissant » plus de trois cartes : à la lettre, un seul "
                    "tas y suffirait. Nous lisons les deux."
                ),
                (
                    "The federation writes “taking or leaving” more than three cards: to the letter, one pile would "
                    "be enough. We read both."
                ),
            ),
            (
                "À trois et à cinq, personne n'est assis en face : aucun document lu ne dit qui bat le jeu.",
                "With three and five nobody sits opposite: no document we read says who shuffles.",
            ),
        ),
        sources=(Source.FFT, Source.GAMES_SITE, Source.BOOKLET),
    ),
)

HOLDING = (
    Article(
        number="R3d",
        slug="tenir-ses-cartes",
        title=("Tenir ses cartes", "Holding one’s cards"),
        says=(
            (
                (
                    "La donne finie, chacun prend connaissance de son jeu. Jusqu'à la dernière carte jouée, il le "
                    "tient au-dessus de la table, bien en vue, sans en montrer les faces."
                ),
                (
                    "When the deal is over everyone looks at their hand. Until the last card is played it is held "
                    "above the table, in plain view, its faces unseen."
                ),
            ),
            (
                "Ranger ses cartes aide à voir son jeu ; rien n'y oblige.",
                "Sorting one’s cards helps to see one’s hand; nobody has to.",
            ),
        ),
        settled=(
            (
                (
                    "Un site parle de cartes « visibles sur la table » : c'est la main que l'on voit, pas les "
                    "cartes (voir C16)."
                ),
                "A site speaks of cards “visible on the table”: it is the hand that is seen, not the cards (see C16).",
            ),
        ),
        sources=(Source.FFT, Source.GAMES_SITE),
    ),
)
