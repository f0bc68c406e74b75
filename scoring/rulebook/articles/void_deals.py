"""Deals that nobody plays: the bare Petit, a deal that nobody takes, a misdeal [R3a]."""

from scoring.rulebook.nouns import Article, Source

VOID_DEALS = (
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
        sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
    ),
    Article(
        number="",
        slug="donnes-annulees",
        title=("Les donnes passées ou annulées", "Deals passed or void"),
        says=(
            (
                (
                    "Quand tout le monde passe, rien n'est marqué et l'on redistribue : c'est au voisin de droite du "
                    "donneur de donner."
                ),
                (
                    "When everybody passes, nothing is marked and the cards are dealt again: the neighbour on the "
                    "dealer’s right deals."
                ),
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
                    "Qui donne quand tout le monde a passé ? La plupart des documents disent seulement qu'on "
                    "redistribue. La transcription du règlement de 2012 nomme le voisin de droite, et chacun donne à "
                    "son tour (R3b)."
                ),
                (
                    "Who deals when everybody has passed? Most documents say only that the cards are dealt again. The "
                    "transcription of the 2012 rules names the neighbour on the right, and everyone deals in turn "
                    "(R3b)."
                ),
            ),
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
        sources=(
            Source.FFT,
            Source.FFT_WHOLE,
            Source.WIKIPEDIA_FR,
            Source.GAMES_SITE,
            Source.BOOKLET,
            Source.WIKIPEDIA_PT,
        ),
    ),
)
