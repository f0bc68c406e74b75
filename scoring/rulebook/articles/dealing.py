"""The pack and the deal [R1-R3a]."""

from scoring.rulebook.nouns import Article, Part, Source

DEALING = Part(
    slug="jeu-et-donne",
    title=("Le jeu et la donne", "The pack and the deal"),
    intro=(
        "Les cartes, ce qu'elles valent, comment on les donne, et quand la donne est annulée.",
        "The cards, what they are worth, how they are dealt, and when a deal is void.",
    ),
    articles=(
        Article(
            number="R1",
            slug="cartes",
            title=("Les cartes", "The cards"),
            says=(
                (
                    (
                        "On joue avec 78 cartes : quatre couleurs de quatorze cartes (roi, dame, cavalier, "
                        "valet, puis du 10 à l'as, la plus faible), vingt et un atouts numérotés de 1 à 21, et "
                        "l'Excuse."
                    ),
                    (
                        "The pack has 78 cards: four suits of fourteen (king, queen, knight, jack, then from the "
                        "10 down to the ace, the lowest), twenty-one trumps numbered 1 to 21, and the Excuse."
                    ),
                ),
                (
                    (
                        "Trois cartes décident de ce qu'il faut faire : le 21, le 1 d'atout, que l'on appelle le "
                        "Petit, et l'Excuse. Ce sont les bouts, ou oudlers."
                    ),
                    (
                        "Three cards decide what has to be made: the 21, the 1 of trumps, called the Petit, and "
                        "the Excuse. They are the bouts, or oudlers."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R2",
            slug="valeur",
            title=("La valeur des cartes", "What the cards are worth"),
            says=(
                (
                    (
                        "Un bout ou un roi vaut 4,5 points, une dame 3,5, un cavalier 2,5, un valet 1,5. Toute "
                        "autre carte, atout compris, vaut un demi-point."
                    ),
                    (
                        "A bout or a king is worth 4.5 points, a queen 3.5, a knight 2.5, a jack 1.5. Every "
                        "other card, trumps included, is worth half a point."
                    ),
                ),
                (
                    (
                        "On compte par deux, une carte forte avec une petite : 5 points avec un bout ou un roi, "
                        "4 avec une dame, 3 avec un cavalier, 2 avec un valet, et 1 point pour deux petites."
                    ),
                    (
                        "Cards are counted in pairs, a high one with a low one: 5 points with a bout or a king, "
                        "4 with a queen, 3 with a knight, 2 with a jack, and 1 point for two low cards."
                    ),
                ),
                (
                    (
                        "Tout le jeu fait {total} points : trois bouts et quatre rois (31,5), quatre dames (14), "
                        "quatre cavaliers (10), quatre valets (6) et cinquante-neuf petites (29,5)."
                    ),
                    (
                        "The whole pack makes {total} points: three bouts and four kings (31.5), four queens "
                        "(14), four knights (10), four jacks (6) and fifty-nine low cards (29.5)."
                    ),
                ),
            ),
            settled=(
                (
                    "Un document compte 93 points dans le jeu : l'addition ci-dessus dit {total} (voir A4).",
                    "One document counts 93 points in the pack: the sum above says {total} (see A4).",
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R3",
            slug="donne",
            title=("La donne", "The deal"),
            says=(
                (
                    (
                        "À quatre joueurs, chacun reçoit {hand_4} cartes et le chien en a {dog_4}. À trois, {hand_3} "
                        "cartes et un chien de {dog_3}. À cinq, {hand_5} cartes et un chien de {dog_5}."
                    ),
                    (
                        "With four players everyone gets {hand_4} cards and the dog has {dog_4}. With three, {hand_3} "
                        "cards and a dog of {dog_3}. With five, {hand_5} cards and a dog of {dog_5}."
                    ),
                ),
                (
                    (
                        "Le premier donneur est celui qui tire la plus petite carte ; ensuite chacun donne à son "
                        "tour, vers la droite. Le joueur d'en face bat le paquet, le voisin de gauche le coupe "
                        "en prenant et en laissant plus de trois cartes."
                    ),
                    (
                        "The first dealer is whoever draws the lowest card; then everyone deals in turn, to the "
                        "right. The player opposite shuffles, the neighbour on the left cuts, taking and leaving "
                        "more than three cards."
                    ),
                ),
                (
                    (
                        "On donne dans le sens inverse des aiguilles d'une montre, trois cartes à la fois "
                        "(quatre à trois joueurs), et le chien carte par carte. Ni la première ni la dernière "
                        "carte du paquet ne va au chien. Personne ne relève son jeu avant la fin."
                    ),
                    (
                        "The deal runs counter-clockwise, three cards at a time (four with three players), and "
                        "the dog is laid card by card. Neither the first nor the last card of the pack goes to "
                        "the dog. Nobody picks up a card before the deal is over."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un article interdit au chien les trois premières et les trois dernières cartes, et "
                        "admet d'y poser plusieurs cartes à la fois. Nous suivons la fédération : la première et "
                        "la dernière, et carte par carte (voir C10 et C11). La marque n'en dépend pas."
                    ),
                    (
                        "One article keeps the first three and the last three cards out of the dog, and allows "
                        "several cards at once. We follow the federation: the first and the last, and card by "
                        "card (see C10 and C11). The marks do not depend on it."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.FFT_3_5, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET),
        ),
        Article(
            number="R3a",
            slug="petit-sec",
            title=("Le Petit sec", "The bare Petit"),
            says=(
                (
                    (
                        "Celui à qui l'on a donné le Petit pour seul atout, sans l'Excuse, a le Petit sec. Il "
                        "doit l'annoncer avant les enchères et étaler son jeu : la donne est annulée, rien n'est "
                        "marqué, et le voisin de droite du donneur donne."
                    ),
                    (
                        "Whoever is dealt the Petit as only trump, without the Excuse, has a bare Petit. They must "
                        "say so before the bidding and lay their hand down: the deal is void, nothing is marked, "
                        "and the neighbour on the dealer’s right deals."
                    ),
                ),
                (
                    "Avec l'Excuse, le Petit n'est pas sec : la donne se joue.",
                    "With the Excuse the Petit is not bare: the deal is played.",
                ),
            ),
            settled=(
                (
                    (
                        "Deux articles disent que le cas peut aussi se produire après l'écart. Il n'annule rien "
                        "alors : la fédération place l'annulation avant les enchères, et elle parle de la main "
                        "reçue. Sans cela, un preneur pourrait annuler une donne qui tourne mal en écartant ses "
                        "atouts (voir C7)."
                    ),
                    (
                        "Two articles say that it may also happen after the discard. It voids nothing then: the "
                        "federation puts the cancelling before the bidding, and means the hand dealt. Otherwise "
                        "a taker could void a deal that turns bad by discarding trumps (see C7)."
                    ),
                ),
                (
                    "Une brochure laisse entendre qu'on peut ne rien dire. Le dire est un devoir (voir C8).",
                    "A booklet hints that one may keep silent. Saying it is a duty (see C8).",
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE),
        ),
        Article(
            number="",
            slug="donnes-annulees",
            title=("Les donnes passées ou annulées", "Deals passed or void"),
            says=(
                (
                    "Quand tout le monde passe, rien n'est marqué et le voisin de droite du donneur donne.",
                    "When everybody passes, nothing is marked and the neighbour on the dealer’s right deals.",
                ),
                (
                    (
                        "Une faute en donnant fait une fausse donne : chacun rend ses cartes sans les regarder, "
                        "le même donneur redonne, et il n'a pas le droit d'enchérir cette fois."
                    ),
                    (
                        "A mistake in dealing makes a misdeal: everyone hands the cards back without looking, "
                        "the same dealer deals again, and may not bid this time."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Une donne passée ou annulée use-t-elle une des donnes de la position ? Aucun document "
                        "lu ne le dit. La feuille garde la donne, avec ce qu'elle est devenue ; l'organisateur "
                        "annonce avant la première carte si on la rejoue."
                    ),
                    (
                        "Does a passed or void deal use up one of the deals of the round? No document we read "
                        "says so. The sheet keeps the deal, with what became of it; the organiser says before "
                        "the first card whether it is played again."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET),
        ),
    ),
)
