"""How the cards are played, the Excuse and the Petit at the end [R10, R11, R18, R19, R21]."""

from scoring.rulebook.nouns import Article, Example, Part, Source

PLAYING = Part(
    slug="jeu-de-la-carte",
    title=("Le jeu de la carte", "The play of the cards"),
    intro=(
        "Ce qu'on a le droit de jouer, à qui va l'Excuse, et le Petit au bout.",
        "What may be played, where the Excuse goes, and the petit au bout.",
    ),
    articles=(
        Article(
            number="R21",
            slug="jouer",
            title=("Fournir, couper, monter", "Following, trumping, overtrumping"),
            says=(
                (
                    (
                        "Le joueur à droite du donneur entame, ou le preneur s'il a annoncé un chelem. On joue "
                        "dans le sens inverse des aiguilles d'une montre, et qui fait le pli (ou la levée) rejoue."
                    ),
                    (
                        "The player on the dealer’s right leads, or the taker after announcing a slam. Play runs "
                        "counter-clockwise, and whoever takes the trick leads the next."
                    ),
                ),
                (
                    (
                        "On fournit la couleur demandée, sans devoir monter. Qui n'en a pas coupe, et doit "
                        "mettre plus fort que le plus fort atout déjà joué dans le pli s'il le peut ; sinon, "
                        "n'importe quel atout. À l'atout, c'est la même règle, même sur son partenaire. Qui n'a "
                        "ni la couleur ni atout se défausse. Jouer autrement quand on peut obéir, c'est une renonce."
                    ),
                    (
                        "One follows the suit led, and need not go higher. Whoever has none trumps, and must "
                        "beat the highest trump already in the trick if possible; otherwise any trump. When "
                        "trumps are led the rule is the same, even over a partner. Whoever has neither the suit "
                        "nor a trump throws any card. To play otherwise when one can obey is a revoke, a renonce."
                    ),
                ),
                (
                    "L'Excuse se joue quand on veut. Si elle est entamée, la carte suivante dit la couleur.",
                    "The Excuse may be played at any time. If it is led, the next card sets the suit.",
                ),
                (
                    (
                        "À cinq joueurs, la première entame ne peut pas être dans la couleur appelée, sauf si "
                        "l'on joue la carte appelée elle-même."
                    ),
                    (
                        "With five players, the first lead may not be in the called suit, unless it is the "
                        "called card itself."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "À cinq, quand la première carte est l'Excuse, celui qui joue ensuite choisit la couleur "
                        ": peut-il prendre la couleur appelée ? Aucun document ne le dit. L'interdiction vise "
                        "l'entame, et l'entame est l'Excuse : la deuxième carte est libre."
                    ),
                    (
                        "With five, when the first card is the Excuse, the next player chooses the suit: may it "
                        "be the called one? No document says. The ban is on the lead, and the lead is the "
                        "Excuse: the second card is free."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.FFT_3_5, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET),
        ),
        Article(
            number="R19",
            slug="excuse",
            title=("L'Excuse", "The Excuse"),
            says=(
                (
                    (
                        "L'Excuse ne fait pas de pli et reste au camp qui l'a jouée. En échange, il donne à "
                        "qui a fait le pli une petite carte prise dans ses propres plis."
                    ),
                    (
                        "The Excuse takes no trick and stays with the camp that played it. In exchange that camp "
                        "gives whoever took the trick a low card out of its own tricks."
                    ),
                ),
                (
                    ("Si le camp n'a pas encore de pli, la carte est due ; s'il n'en fait aucun, il ne donne rien."),
                    "If the camp has no trick yet, the card is owed; if it never takes one, nothing is given.",
                ),
                (
                    "Jouée au dernier pli, l'Excuse change de camp, sauf en cas de chelem (R18).",
                    "Played to the last trick the Excuse changes camps, except in a slam (R18).",
                ),
            ),
            settled=(
                (
                    (
                        "Et si le camp de l'Excuse fait lui-même le dernier pli ? « Change obligatoirement de "
                        "camp », dit Wikipédia ; d'autres pages la donnent à qui fait le pli. Nous suivons « "
                        "obligatoirement » : elle passe à l'autre camp, contre une petite carte comme "
                        "d'habitude, et à quatre les comptes restent ainsi entiers."
                    ),
                    (
                        "And if the Excuse’s own camp takes the last trick? Wikipedia has it change camps "
                        "“without fail”; other pages give it to whoever takes the trick. We follow “without "
                        "fail”: it goes to the other camp, for a low card as usual, and with four players the "
                        "counts stay whole."
                    ),
                ),
                (
                    "La petite carte vient des plis, pas de l'écart.",
                    "The low card comes out of the tricks, not out of the discard.",
                ),
                (
                    "Une brochure dit l'Excuse imprenable : elle ne l'est pas au dernier pli (voir C6).",
                    "A booklet says that the Excuse cannot be lost: in the last trick it can (see C6).",
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.BOUTS),
        ),
        Article(
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
                        "Si l'Excuse est à la défense et qu'elle l'a jouée avant la fin, elle lui reste et "
                        "compte 4 points : l'attaque a fait le chelem avec 87 points et deux bouts. Jouée au "
                        "dernier pli, elle passe à l'attaque : {total} points et trois bouts."
                    ),
                    (
                        "If the defence has the Excuse and played it before the end, it keeps it and counts 4 "
                        "points: the attack made the slam with 87 points and two bouts. Played to the last trick "
                        "it goes to the attack: {total} points and three bouts."
                    ),
                ),
                (
                    (
                        "Dans l'autre sens, quand la défense fait le chelem, l'Excuse de l'attaque vaut 4 points "
                        "et un bout."
                    ),
                    (
                        "The other way round, when the defence makes the slam, the attack’s Excuse is worth 4 "
                        "points and one bout."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Pourquoi 87, quand l'Excuse vaut 4,5 ? La défense n'a pas de petite carte à compter "
                        "avec elle : l'attaque a 86,5, et le demi-point va au camp qui gagne (R8)."
                    ),
                    (
                        "Why 87, when the Excuse is worth 4.5? The defence has no low card to count it with: the "
                        "attack has 86.5, and the half point goes to the camp that wins (R8)."
                    ),
                ),
                (
                    (
                        "Les documents parlent du preneur, ou du seul demandeur. La raison est la même pour tout "
                        "camp qui fait tous les plis, annoncés ou non (voir C26)."
                    ),
                    (
                        "The documents speak of the taker, or only of whoever announced. The reason is the same "
                        "for any camp that takes every trick, announced or not (see C26)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.BOOKLET, Source.SLAM),
            examples=(Example("4 Anne,Bruno,Claire,Denis prise Anne 87/2 chelem=attaque"),),
        ),
        Article(
            number="R10",
            slug="petit-au-bout",
            title=("Le Petit au bout", "The petit au bout"),
            says=(
                (
                    (
                        "Quand le Petit est dans le dernier pli, le camp qui le fait reçoit {petit_au_bout} "
                        "points multipliés par l'enchère : {petit_prise} à la prise, {petit_garde} à la garde, "
                        "{petit_garde_sans} à la garde sans, {petit_garde_contre} à la garde contre."
                    ),
                    (
                        "When the Petit is in the last trick, the camp that takes it gets {petit_au_bout} points "
                        "multiplied by the bid: {petit_prise} in a prise, {petit_garde} in a garde, "
                        "{petit_garde_sans} in a garde sans, {petit_garde_contre} in a garde contre."
                    ),
                ),
                (
                    (
                        "La prime suit ce camp, que le contrat soit réussi ou chuté, et que le Petit soit le "
                        "sien ou pris à l'adversaire. Elle peut donc réduire ce que gagne l'autre camp."
                    ),
                    (
                        "The bonus follows that camp, whether the contract is made or failed, and whether the "
                        "Petit is its own or taken from the other. It may therefore lessen what the other camp "
                        "wins."
                    ),
                ),
                (
                    (
                        "Si l'attaque le gagne, elle a au moins un bout ; si c'est la défense, l'attaque en a "
                        "deux au plus."
                    ),
                    (
                        "If the attack wins it, it has at least one bout; if the defence does, the attack has "
                        "two at most."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un site compte dix points « par carte, vingt pour les deux » : il n'y a qu'un Petit "
                        "(voir A6). Il n'est pas nécessaire de gagner le pli avec lui : il suffit qu'il y soit "
                        "(voir C5)."
                    ),
                    (
                        "A site counts ten points “a card, twenty for both”: there is only one Petit (see A6). "
                        "It need not win the trick: it is enough that it is there (see C5)."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET),
            examples=(
                Example(
                    "4 Anne,Bruno,Claire,Denis garde Anne 36/2 petit=attaque",
                    (
                        "Contrat chuté, Petit au bout gagné : la prime réduit la perte.",
                        "Contract failed, petit au bout won: the bonus lessens the loss.",
                    ),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis garde_sans Anne 55/1 petit=defense",
                    ("Contrat réussi, Petit au bout perdu.", "Contract made, petit au bout lost."),
                ),
            ),
        ),
        Article(
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
        ),
    ),
)
