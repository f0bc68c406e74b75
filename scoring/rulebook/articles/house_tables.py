"""Tables that the règlement does not know: the flambeuse, two players, teams [R26-R28]."""

from scoring.rulebook.nouns import Article, Example, Source

OTHER_TABLES = (
    Article(
        number="R26",
        slug="flambeuse",
        title=("La flambeuse : un contre quatre", "The flambeuse: one against four"),
        says=(
            (
                (
                    "À cinq joueurs, {hand_flambeuse} cartes chacun et un chien de {dog_flambeuse}. Personne n'est "
                    "appelé : le preneur joue seul, et marque quatre fois ce que chaque défenseur donne."
                ),
                (
                    "With five players, {hand_flambeuse} cards each and a dog of {dog_flambeuse}. Nobody is "
                    "called: the taker plays alone, and marks four times what each defender gives."
                ),
            ),
        ),
        settled=(
            (
                (
                    "Rien n'est dit des poignées : nous gardons les nombres d'atouts de cinq joueurs. Les "
                    "comptes peuvent finir par un demi-point (R8)."
                ),
                (
                    "Nothing is said of the poignées: we keep the numbers of trumps of five players. Counts "
                    "may end with a half point (R8)."
                ),
            ),
        ),
        sources=(Source.BOOKLET,),
        examples=(Example("5_flambeuse Anne,Bruno,Claire,Denis,Élise garde Anne 46/2"),),
    ),
    Article(
        number="R27",
        slug="a-deux",
        title=("À deux joueurs", "Two players"),
        says=(
            (
                (
                    "La tirette : 24 cartes chacun, les autres font un talon. Le preneur échange d'abord autant de "
                    "cartes qu'il veut ; puis, après chaque pli, chacun des deux tire une carte du talon, l'un "
                    "après l'autre, jusqu'à ce qu'il soit épuisé."
                ),
                (
                    "The tirette: 24 cards each, the others make a stock. The taker first exchanges as many cards "
                    "as they like; then, after each trick, both draw a card from the stock, one after the other, "
                    "until it is used up."
                ),
            ),
            (
                (
                    "Avec un mort : trois mains de 24 cartes. Celle du mort n'est découverte qu'après l'écart ; le "
                    "défenseur joue la sienne et celle du mort contre le preneur, qui voit l'une et devine donc "
                    "l'autre."
                ),
                (
                    "With a mort: three hands of 24 cards. The mort’s is uncovered only after the discard; the "
                    "defender plays their own and the mort’s against the taker, who sees the one and so can work "
                    "out the other."
                ),
            ),
            (
                (
                    "La découverte : devant chacun, deux colonnes de 6 cartes cachées, recouvertes de deux colonnes "
                    "de 6 cartes visibles ; puis 12 cartes en main, et un chien de 6. On joue de sa main ou de "
                    "l'étalage ; une carte de l'étalage jouée, on retourne après le pli celle qu'elle couvrait."
                ),
                (
                    "The découverte: in front of each player two columns of 6 cards face down, covered by two "
                    "columns of 6 face up; then 12 cards in hand, and a dog of 6. One plays from the hand or from "
                    "what is laid out; after the trick the card that the one played was covering is turned up."
                ),
            ),
            (
                "Le preneur marque une fois ce que son adversaire donne.",
                "The taker marks once what the opponent gives.",
            ),
        ),
        settled=(
            (
                (
                    "Au talon de la tirette la brochure met 24 cartes, quand il en reste six de plus : nous les "
                    "prenons pour un chien (voir A9). Elle décrit ces jeux sans dire comment on marque. Un seul "
                    "adversaire paie, donc une seule fois, même quand il joue deux mains. Le nombre d'atouts "
                    "des poignées n'étant pas dit, on entre la poignée par son nom."
                ),
                (
                    "In the stock of the tirette the booklet puts 24 cards, when six more are left: we take "
                    "them for a dog (see A9). It describes these games without saying how to mark them. One "
                    "opponent pays, hence once, even playing two hands. The number of trumps in a poignée being "
                    "unsaid, it is entered by its name."
                ),
            ),
        ),
        sources=(Source.BOOKLET,),
        examples=(Example("2_mort Anne,Bruno garde Anne 46/2"),),
    ),
    Article(
        number="R28",
        slug="en-equipes",
        title=("À six, sept ou huit : par équipes de deux", "Six, seven or eight: teams of two"),
        says=(
            (
                (
                    "Les équipes sont tirées au sort. Une équipe attaque les deux autres réunies, et des "
                    "partenaires peuvent s'entendre par des annonces codées."
                ),
                (
                    "The teams are drawn by lot. One team attacks the other two together, and partners may signal "
                    "by coded announcements."
                ),
            ),
            (
                (
                    "À sept, le donneur ne joue pas : les équipes changent donc avec lui, et le donneur change à "
                    "chaque donne. À huit, les équipes restent les mêmes, et celle qui donne ne joue pas."
                ),
                (
                    "With seven, the dealer does not play: so the teams change with the dealer, and the dealer "
                    "changes every deal. With eight, the teams stay the same, and the one that deals does not play."
                ),
            ),
            (
                "Chaque attaquant marque deux fois, chacun des quatre défenseurs une fois ; qui ne joue pas marque 0.",
                "Each attacker marks twice, each of the four defenders once; whoever does not play marks 0.",
            ),
        ),
        settled=(
            (
                (
                    "La brochure ne dit ni le nombre de cartes ni la marque. Nous donnons {hand_teams} cartes à "
                    "chacun des six, et {dog_teams} au chien. Deux lectures donnent le même résultat : une "
                    "donne à trois entre équipes, ou quatre défenseurs qui paient deux attaquants."
                ),
                (
                    "The booklet gives neither the number of cards nor the marks. We deal {hand_teams} cards to "
                    "each of the six, and {dog_teams} to the dog. Two readings give the same result: a "
                    "three-player deal between teams, or four defenders paying two attackers."
                ),
            ),
        ),
        sources=(Source.BOOKLET,),
        examples=(Example("6 Anne,Bruno,Claire,Denis,Élise,Fred garde Anne+Denis 46/2"),),
    ),
)
