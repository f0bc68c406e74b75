"""What the game is, the pack and the deal [R1-R3a]."""

from scoring.rulebook.articles.drawing import HOLDING, SHUFFLING
from scoring.rulebook.articles.void_deals import VOID_DEALS
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
            number="",
            slug="principe",
            title=("Le principe du jeu", "The idea of the game"),
            says=(
                (
                    (
                        "À chaque donne un joueur, le preneur, s'engage à faire un certain nombre de points, et les "
                        "autres, la défense, essaient de l'en empêcher. À cinq, il a le plus souvent un partenaire "
                        "(R24)."
                    ),
                    (
                        "In each deal one player, the taker, undertakes to make so many points, and the others, the "
                        "defence, try to prevent it. With five the taker most often has a partner (R24)."
                    ),
                ),
                (
                    (
                        "L'alliance ne vaut que pour une donne : à la suivante, chacun peut se trouver dans "
                        "l'autre camp. On joue donc à la fois en équipe et pour soi."
                    ),
                    (
                        "The alliance lasts for one deal only: in the next one anybody may be in the other camp. So "
                        "one plays both in a team and for oneself."
                    ),
                ),
                (
                    (
                        "Le jeu officiel est à quatre. À trois et à cinq ce sont des variantes, dont la fédération "
                        "donne aussi la règle ; à deux, six, sept ou huit, des jeux de famille (R27, R28)."
                    ),
                    (
                        "The official game is for four. With three and five there are variants, whose rules the "
                        "federation gives too; with two, six, seven or eight, family games (R27, R28)."
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
                (
                    (
                        "Rien ne bat le 21 : il ne se perd jamais. Le Petit, au contraire, se perd ou se prend à "
                        "l'adversaire. L'Excuse ne change de camp qu'au dernier pli (R19)."
                    ),
                    (
                        "Nothing beats the 21: it is never lost. The Petit can be lost, or taken from the other "
                        "camp. The Excuse changes camps in the last trick only (R19)."
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
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        *SHUFFLING,
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
                        "On donne dans le sens inverse des aiguilles d'une montre, en commençant par le voisin "
                        "de droite du donneur, trois cartes à la fois, faces cachées (quatre à trois joueurs). "
                        "Le donneur pose le chien carte par carte, quand il veut, mais ni la première ni la "
                        "dernière carte du paquet n'y va."
                    ),
                    (
                        "The deal runs counter-clockwise, beginning with the neighbour on the dealer’s right, "
                        "three cards at a time, face down (four with three players). The dealer lays the dog "
                        "card by card, at any moment, but neither the first nor the last card of the pack goes "
                        "there."
                    ),
                ),
                (
                    (
                        "Personne ne touche ni ne regarde ses cartes avant la fin de la donne, sous peine de "
                        "sanction (F1). Alors le donneur montre aux autres que le chien a bien son nombre de "
                        "cartes."
                    ),
                    (
                        "Nobody touches or looks at a card before the deal is over, or may be penalised (F1). The "
                        "dealer then shows the others that the dog has its number of cards."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Wikipédia, en français comme en portugais, interdit au chien les trois premières et les "
                        "trois dernières cartes, et admet d'y poser plusieurs cartes à la fois. Nous suivons la "
                        "fédération : la première et la dernière, et carte par carte (voir C10 et C11). La marque "
                        "n'en dépend pas."
                    ),
                    (
                        "Wikipedia, in French and in Portuguese, keeps the first three and the last three cards out "
                        "of the dog, and allows several cards at once. We follow the federation: the first and the "
                        "last, and card by card (see C10 and C11). The marks do not depend on it."
                    ),
                ),
                (
                    (
                        "Une brochure pose une carte au chien à chaque tour de distribution. Les autres documents "
                        "laissent le donneur choisir ses moments."
                    ),
                    (
                        "A booklet lays one card in the dog in each round of the deal. The other documents let the "
                        "dealer choose the moments."
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
        *HOLDING,
        *VOID_DEALS,
    ),
)
