"""How the cards are played, the Excuse and the Petit at the end [R10, R19, R21]."""

from scoring.rulebook.articles.slam_play import EXCUSE_IN_SLAMS, PETIT_IN_SLAMS
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
                        "Le pli va à son plus fort atout et, sans atout, à la plus forte carte de la couleur "
                        "demandée. La donne est finie quand toutes les cartes sont jouées."
                    ),
                    (
                        "The trick goes to its highest trump and, without a trump, to the highest card of the suit "
                        "led. The deal is over when every card is played."
                    ),
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
                (
                    (
                        "Ce qu'une renonce coûte, aucun document ne le chiffre (voir F2). Un site fait d'abord « "
                        "commencer » le preneur : il n'entame qu'après avoir annoncé un chelem (voir C29)."
                    ),
                    (
                        "What a revoke costs, no document puts a figure on (see F2). One site first has the taker "
                        "“begin”: they lead only after announcing a slam (see C29)."
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
        ),
        Article(
            number="R19",
            slug="excuse",
            title=("L'Excuse", "The Excuse"),
            says=(
                (
                    (
                        "L'Excuse ne fait pas de pli et reste au camp qui l'a jouée. En échange, il donne à qui a "
                        "fait le pli une petite carte, de couleur ou d'atout, qu'il choisit dans ses propres plis."
                    ),
                    (
                        "The Excuse takes no trick and stays with the camp that played it. In exchange that camp "
                        "gives whoever took the trick a low card, of a suit or of trumps, which it picks from its "
                        "own tricks."
                    ),
                ),
                (
                    (
                        "Si le camp n'a pas encore de petite carte dans ses plis, elle est due. S'il fait des plis "
                        "sans jamais en avoir une, il donne à la fin sa carte la moins chère ; s'il ne fait aucun "
                        "pli, il ne donne rien."
                    ),
                    (
                        "If the camp has no low card in its tricks yet, one is owed. If it takes tricks and never "
                        "has one, it gives its cheapest card at the end; if it never takes a trick, nothing is "
                        "given."
                    ),
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
                    (
                        "Et si aucun pli du camp n'a de petite carte ? Aucun document ne le dit. La carte la moins "
                        "chère est la lecture la plus proche, et chaque camp garde son nombre de cartes : à quatre "
                        "les comptes restent entiers."
                    ),
                    (
                        "And if no trick of the camp has a low card? No document says. The cheapest card is the "
                        "closest reading, and each camp keeps its number of cards: with four players the counts "
                        "stay whole."
                    ),
                ),
                (
                    "La carte vient des plis, pas de l'écart : c'est la page sur les bouts qui le précise.",
                    (
                        "The card comes out of the tricks, not out of the discard: it is the page on the bouts that "
                        "says so."
                    ),
                ),
                (
                    (
                        "« Ne doit pas être jouée » au dernier pli, dit la fédération, et Wikipédia en excepte ce "
                        "pli. Qui n'a plus qu'elle en main la joue pourtant : ce n'est pas une renonce, et ce qu'il "
                        "en coûte est le changement de camp."
                    ),
                    (
                        "It “must not be played” to the last trick, says the federation, and Wikipedia leaves that "
                        "trick out. Yet whoever has no other card left plays it: it is no revoke, and what it costs "
                        "is the change of camps."
                    ),
                ),
                (
                    "Une brochure dit l'Excuse imprenable : elle ne l'est pas au dernier pli (voir C6).",
                    "A booklet says that the Excuse cannot be lost: in the last trick it can (see C6).",
                ),
            ),
            sources=(
                Source.FFT,
                Source.FFT_WHOLE,
                Source.WIKIPEDIA_FR,
                Source.GAMES_SITE,
                Source.BOOKLET,
                Source.WIKIPEDIA_PT,
                Source.BOUTS,
            ),
        ),
        EXCUSE_IN_SLAMS,
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
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
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
        PETIT_IN_SLAMS,
    ),
)
