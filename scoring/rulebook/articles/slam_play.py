"""What a slam changes for the Excuse and for the Petit [R11, R18]."""

from scoring.rulebook.nouns import Article, Example, Source

EXCUSE_IN_SLAMS = Article(
    number="R18",
    slug="excuse-et-chelem",
    title=("L'Excuse dans un chelem", "The Excuse in a slam"),
    says=(
        (
            "Un camp qui a fait tous les autres plis gagne le dernier en y jouant l'Excuse.",
            "A camp that has taken every other trick wins the last one by playing the Excuse to it.",
        ),
        (
            (
                "Si l'Excuse est à la défense et qu'elle l'a jouée avant la fin, elle lui reste. À la prise, à la "
                "garde et à la garde sans, elle y compte 4 points : l'attaque fait le chelem avec 87 points et deux "
                "bouts. Aux mêmes enchères, quand l'Excuse est à l'attaque, ou qu'elle lui vient au dernier pli, "
                "c'est avec {total} points et trois bouts."
            ),
            (
                "If the defence has the Excuse and played it before the end, it keeps it. In a prise, a garde or a "
                "garde sans it counts 4 points there: the attack makes the slam with 87 points and two bouts. At "
                "the same bids, when the attack has the Excuse, or gets it in the last trick, it does so with "
                "{total} points and three bouts."
            ),
        ),
        (
            (
                "À la garde contre, le chien compte pour la défense : à quatre joueurs, l'attaque fait le chelem "
                "avec {slam_against_2} points si elle a deux bouts, {slam_against_3} si elle en a trois, et elle "
                "peut en avoir moins."
            ),
            (
                "In a garde contre the dog counts for the defence: with four players, the attack makes the slam "
                "with {slam_against_2} points if it has two bouts, {slam_against_3} if it has three, and it may "
                "have fewer."
            ),
        ),
        (
            (
                "Dans l'autre sens, quand la défense fait le chelem, l'Excuse que l'attaque a jouée à temps lui "
                "reste, avec un bout : 4 points si elle n'a rien d'autre. L'écart s'y ajoute, ou, à la garde sans, "
                "le chien, qui peut lui donner d'autres bouts."
            ),
            (
                "The other way round, when the defence makes the slam, the attack keeps the Excuse it played in "
                "time, and one bout with it: 4 points if it has nothing else. The discard comes on top, or, in a "
                "garde sans, the dog, which may give it other bouts."
            ),
        ),
        (
            (
                "Qui annonce un chelem et a l'Excuse doit la garder pour le dernier pli. À cinq, le partenaire peut "
                "ramasser le pli où elle est tombée trop tôt : le chelem compte, et l'arbitre juge (F1)."
            ),
            (
                "Whoever announces a slam and has the Excuse must keep it for the last trick. With five, the "
                "partner may take the trick it fell in too early: the slam counts, and the arbiter decides (F1)."
            ),
        ),
    ),
    settled=(
        (
            (
                "Pourquoi 87, quand l'Excuse vaut 4,5 ? La défense n'a alors qu'elle, sans petite carte à compter "
                "avec : l'attaque a 86,5, et le demi-point va au camp qui gagne (R8)."
            ),
            (
                "Why 87, when the Excuse is worth 4.5? The defence then has nothing else, no low card to count it "
                "with: the attack has 86.5, and the half point goes to the camp that wins (R8)."
            ),
        ),
        (
            (
                "Les documents parlent du preneur, ou du seul demandeur. La raison est la même pour tout camp qui "
                "fait tous les plis, annoncés ou non (voir C26)."
            ),
            (
                "The documents speak of the taker, or only of whoever announced. The reason is the same for any "
                "camp that takes every trick, announced or not (see C26)."
            ),
        ),
    ),
    sources=(
        Source.FFT,
        Source.WIKIPEDIA_FR,
        Source.GAMES_SITE,
        Source.BOOKLET,
        Source.WIKIPEDIA_PT,
        Source.SLAM,
    ),
    examples=(Example("4 Anne,Bruno,Claire,Denis prise Anne 87/2 chelem=attaque"),),
)

PETIT_IN_SLAMS = Article(
    number="R11",
    slug="petit-avant-dernier",
    title=("Le Petit à l'avant-dernier pli", "The Petit in the last trick but one"),
    says=(
        (
            (
                "Celui qui fait un chelem avec l'Excuse doit la garder pour le dernier pli : il ne "
                "peut plus y mettre le Petit. Pour lui, le Petit joué à l'avant-dernier pli est au "
                "bout."
            ),
            (
                "Whoever makes a slam with the Excuse must keep it for the last trick, and can no longer "
                "put the Petit there. For them, the Petit played to the last trick but one counts as au "
                "bout."
            ),
        ),
    ),
    settled=(
        (
            (
                "La fédération le dit du chelem demandé. Nous l'appliquons à tout chelem que l'Excuse "
                "achève, annoncé ou non, puisque la raison est la même. Si l'Excuse n'est pas jouée en "
                "dernier, la règle ordinaire vaut (R10)."
            ),
            (
                "The federation says it of an announced slam. We apply it to any slam that the Excuse "
                "completes, announced or not, since the reason is the same. If the Excuse is not played "
                "last, the ordinary rule holds (R10)."
            ),
        ),
    ),
    sources=(Source.FFT,),
    examples=(Example("4 Anne,Bruno,Claire,Denis garde Anne 91/3 petit=attaque chelem=annonce:attaque"),),
)
