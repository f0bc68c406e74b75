"""With five players: the call, and what the partner may let be seen [R24]."""

from scoring.rulebook.nouns import Article, Source

CALL = Article(
    number="R24",
    slug="appel",
    title=("L'appel à cinq joueurs", "The call with five players"),
    says=(
        (
            (
                "À cinq, le preneur appelle un roi avant que le chien soit retourné. Celui qui a ce roi joue avec "
                "lui, et ne doit pas le dire, ni à lui ni à la défense, avant de l'avoir joué."
            ),
            (
                "With five, the taker calls a king before the dog is turned up. Whoever holds it plays with the "
                "taker, and must not say so, to the taker or to the defence, before the king is played."
            ),
        ),
        (
            "Son jeu peut le laisser deviner : il a le droit de donner au preneur des points, ou son Petit.",
            "Their play may let it be guessed: they may give the taker points, or their Petit.",
        ),
        (
            (
                "Avec les quatre rois, le preneur peut appeler une dame ; avec les quatre rois et les quatre dames, "
                "un cavalier ; avec les rois, les dames et les cavaliers, un valet. Il le peut seulement : un roi "
                "reste permis."
            ),
            (
                "With all four kings the taker may call a queen; with the four kings and the four queens, a knight; "
                "with kings, queens and knights, a jack. They only may: a king stays allowed."
            ),
        ),
        (
            (
                "Il peut appeler une carte de son propre jeu. Si la carte appelée est dans sa main ou dans le "
                "chien, il joue seul contre quatre (R22)."
            ),
            (
                "They may call a card of their own hand. If it is in their hand or in the dog, the taker plays "
                "alone against four (R22)."
            ),
        ),
    ),
    settled=(
        (
            (
                "Une brochure dit qu'on décide « parfois » d'appeler avant de voir le chien : l'appel se fait "
                "toujours avant, et à toutes les enchères. Une de ses phrases peut se lire comme faisant jouer seul "
                "qui garde sans le chien : seule la place de la carte appelée fait jouer seul (voir C12 et C13)."
            ),
            (
                "A booklet says that calling before the dog is seen is decided “sometimes”: the call always comes "
                "before, and at every bid. One of its sentences can be read as having whoever plays a garde sans "
                "play alone: only where the called card lies makes a taker play alone (see C12 and C13)."
            ),
        ),
        (
            (
                "Wikipédia en portugais fait jouer seul le preneur « qui est appelé », et promet aux adversaires « "
                "quelques illusions » : c'est qui s'appelle lui-même, et peu d'illusions (voir C32)."
            ),
            (
                "Portuguese Wikipedia has the taker “who is called” play alone, and promises the opponents “some "
                "illusions”: it is one who calls their own card, and few illusions (see C32)."
            ),
        ),
    ),
    sources=(Source.FFT_3_5, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
)
