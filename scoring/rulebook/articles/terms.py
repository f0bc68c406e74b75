"""The words of the game, and what the documents advise: no rules."""

from scoring.rulebook.nouns import Article, Part, Source

_ALL = (Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT)

TERMS = Part(
    slug="mots",
    title=("Les mots du jeu", "The words of the game"),
    intro=(
        "Ce que veulent dire les mots que l'on entend à table ou que les documents emploient.",
        "What the words heard at a table, or used by the documents, mean.",
    ),
    articles=(
        Article(
            number="",
            slug="mots-des-cartes",
            title=("Les noms des cartes", "Names of the cards"),
            says=(
                (
                    (
                        "Lames : les cartes. Figures, ou honneurs : roi, dame, cavalier, valet. Petite carte, basse "
                        "ou simple : toute carte d'un demi-point. Grand mariage : un roi et sa dame."
                    ),
                    (
                        "Lames: the cards. Figures, or honneurs: king, queen, knight, jack. Petite carte, basse or "
                        "simple: any card of half a point. Grand mariage: a king and its queen."
                    ),
                ),
                (
                    (
                        "Bout, ou oudler : le 21, le Petit, l'Excuse. Excuse, ou fou : la carte à l'étoile et au "
                        "joueur de mandoline, une sorte de joker. Imprenable : que l'adversaire ne peut pas "
                        "prendre. Bout septième : un bout avec sept atouts en tout, lui compris."
                    ),
                    (
                        "Bout, or oudler: the 21, the Petit, the Excuse. Excuse, or fou: the card with the star and "
                        "the mandolin player, a kind of joker. Imprenable: that the opponent cannot take. Bout "
                        "septième: a bout among seven trumps in all, itself included."
                    ),
                ),
                (
                    (
                        "Les anciennes couleurs italiennes étaient l'épée, la coupe, le bâton et le denier. Les "
                        "atouts y portent un nom ; du 1 au 21 : le Bateleur, la Papesse, l'Impératrice, l'Empereur, "
                        "le Pape, l'Amoureux, le Chariot, la Justice, l'Ermite, la Roue de Fortune, la Force, la "
                        "Mort, le Pendu, la Tempérance, le Diable, la Foudre ou la Maison-Dieu, l'Étoile, la Lune, "
                        "le Soleil, le Jugement, le Monde."
                    ),
                    (
                        "The old Italian suits were swords, cups, batons and coins (épée, coupe, bâton, "
                        "denier). The trumps have names there; from 1 to 21: the Magician, the Popess, the "
                        "Empress, the Emperor, the Pope, the Lovers, the Chariot, Justice, the Hermit, the "
                        "Wheel of Fortune, Strength, Death, the Hanged Man, Temperance, the Devil, the "
                        "Thunderbolt or the House of God, the Star, the Moon, the Sun, the Judgement, the "
                        "World."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Un document explique les quatre grands mariages par les rois, les dames et les cavaliers : "
                        "c'est ce qu'il faut pour appeler un valet (R24), et non ce que le mot veut dire."
                    ),
                    (
                        "One document explains the four grands mariages by kings, queens and knights: that is what "
                        "it takes to call a jack (R24), not what the word means."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="",
            slug="mots-des-joueurs",
            title=("Les noms des joueurs", "Names of the players"),
            says=(
                (
                    (
                        "Donneur : qui distribue. Preneur, déclarant ou attaquant : qui a fait la plus haute "
                        "enchère. Défense, défenseurs : ceux qui jouent contre lui. Camp : l'attaque ou la défense."
                    ),
                    (
                        "Donneur: the dealer. Preneur, déclarant or attaquant: the taker, who made the highest bid. "
                        "Défense, défenseurs: those who play against the taker. Camp: the attack or the defence."
                    ),
                ),
                (
                    (
                        "Associé, partenaire ou appelé : à cinq, qui a la carte appelée. Mort : qui ne joue pas la "
                        "donne, à cinq à une table de quatre ; à deux joueurs, une main que personne ne tient."
                    ),
                    (
                        "Associé, partenaire or appelé: with five, whoever has the called card. Mort: who sits the "
                        "deal out, five at a table of four; with two players, a hand that nobody holds."
                    ),
                ),
            ),
            sources=_ALL,
        ),
        Article(
            number="",
            slug="mots-du-jeu",
            title=("Du chien au dernier pli", "From the dog to the last trick"),
            says=(
                (
                    (
                        "Donne, ou coup : de la distribution au dernier pli, en cinq à dix minutes dit "
                        "Wikipédia. Chien, ou talon : les cartes mises à part en donnant. Écart : celles que le "
                        "preneur met de côté. Enchère à chien découvert : la prise et la garde ; à chien caché "
                        ": la garde sans et la garde contre."
                    ),
                    (
                        "Donne, or coup: a deal, from the dealing to the last trick, in five to ten minutes "
                        "says Wikipedia. Chien, or talon: the dog, the cards set apart in dealing. Écart: the "
                        "discard, those the taker lays aside. Bid à chien découvert: prise and garde; à chien "
                        "caché: garde sans and garde contre."
                    ),
                ),
                (
                    (
                        "Pli, ou levée : une carte de chacun. Entame : la première carte d'un pli. Fournir : jouer "
                        "la couleur demandée. Couper : jouer atout sur une couleur ; surcouper, plus haut qu'un "
                        "atout déjà là. Monter : mettre un atout plus fort. Pisser, ou sous-couper : mettre un "
                        "atout plus faible, faute de mieux. Se défausser : jeter une carte d'une autre couleur."
                    ),
                    (
                        "Pli, or levée: a trick, one card from each. Entame: the first card of a trick. Fournir: to "
                        "follow suit. Couper: to trump a suit; surcouper, higher than a trump already there. "
                        "Monter: to play a higher trump. Pisser, or sous-couper: to play a lower trump for want of "
                        "better. Se défausser: to throw a card of another suit."
                    ),
                ),
                (
                    (
                        "Chicane, ou coupe : n'avoir aucune carte d'une couleur. Longue : une couleur d'au moins "
                        "cinq cartes. Carte maîtresse : que rien de ce qui reste ne bat. Affranchir : rendre une "
                        "carte maîtresse en faisant tomber celles qui la battent."
                    ),
                    (
                        "Chicane, or coupe: having no card of a suit. Longue: a suit of at least five cards. Carte "
                        "maîtresse: a card that nothing left can beat. Affranchir: to make a card such by drawing "
                        "out those that beat it."
                    ),
                ),
                (
                    (
                        "Chasse au Petit : jouer atout pour prendre le Petit à qui l'a. Mener le Petit au bout : le "
                        "garder pour le dernier pli et le gagner. Grand chelem : le chelem, quand on l'oppose au "
                        "petit (R30)."
                    ),
                    (
                        "Chasse au Petit: playing trumps to take the Petit from whoever has it. Mener le Petit au "
                        "bout: keeping it for the last trick, and winning it. Grand chelem: the slam, as opposed to "
                        "the petit chelem (R30)."
                    ),
                ),
            ),
            sources=_ALL,
        ),
        Article(
            number="",
            slug="mots-de-la-marque",
            title=("Les mots de la marque", "Words of the marks"),
            says=(
                (
                    (
                        "Points de passe, ou de gain : ceux que l'attaque fait de plus qu'il n'en faut ; points de "
                        "chute, ou de perte : ceux qui lui manquent. Juste fait : exactement ce qu'il faut (R5)."
                    ),
                    (
                        "Points de passe, or de gain: those the attack makes beyond what is needed; points de "
                        "chute, or de perte: those it lacks. Juste fait: exactly what is needed (R5)."
                    ),
                ),
                (
                    (
                        "Prime d'enchère : les {base} points que tout contrat met en jeu (R7). Coefficient : ce par "
                        "quoi l'enchère les multiplie. Prime : le Petit au bout, la poignée, le chelem."
                    ),
                    (
                        "Prime d’enchère: the {base} points that every contract puts at stake (R7). Coefficient: "
                        "what the bid multiplies them by. Prime: a bonus, the petit au bout, the poignée, the slam."
                    ),
                ),
            ),
            sources=(Source.FFT, Source.WIKIPEDIA_FR, Source.GAMES_SITE, Source.BOOKLET, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="",
            slug="conseils",
            title=("Ce que les documents conseillent", "What the documents advise"),
            says=(
                (
                    (
                        "Ce ne sont pas des règles. La prise convient à un jeu moyen qui attend quelque chose "
                        "du chien ; la garde, l'enchère la plus courante, à des jeux très divers, quand on est "
                        "assez sûr de soi ; la garde sans, à qui peut se passer d'un écart ; la garde contre, à "
                        "qui gagnerait même sans les points du chien."
                    ),
                    (
                        "These are no rules. A prise suits a middling hand that expects something from the dog; a "
                        "garde, the most common bid, very different hands, when one is confident enough; "
                        "a garde sans, whoever can do without a discard; a garde contre, whoever would win even "
                        "without the dog’s points."
                    ),
                ),
                (
                    (
                        "À l'écart, le preneur se fait une chicane ou met des points à l'abri. Les deux camps "
                        "cherchent à user les atouts de l'autre : le preneur en rejouant sa longue, la défense en "
                        "le faisant couper. La défense chasse le Petit quand l'attaque n'est pas bien forte en "
                        "atout ; le preneur ne le chasse guère qu'avec les quatre plus forts."
                    ),
                    (
                        "In the discard the taker makes a chicane or puts points in safety. Both camps try to wear "
                        "out the other’s trumps: the taker by playing the longue again and again, the defence by "
                        "making the taker trump. The defence hunts the Petit when the attack is not so strong in "
                        "trumps; the taker hardly does so without the four highest."
                    ),
                ),
            ),
            sources=(Source.GAMES_SITE, Source.BOOKLET),
        ),
    ),
)
