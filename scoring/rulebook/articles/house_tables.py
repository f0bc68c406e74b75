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
                    "La tirette : 24 cartes chacun et un talon où l'on tire après chaque pli. Avec un mort "
                    ": trois mains de 24 cartes, et le défenseur joue aussi celle du mort. La découverte : "
                    "des cartes étalées devant soi, que l'on découvre en les jouant."
                ),
                (
                    "The tirette: 24 cards each and a stock to draw from after every trick. With a mort: "
                    "three hands of 24 cards, and the defender plays the mort’s too. The découverte: cards "
                    "laid out in front of each player, uncovered as they are played."
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
                    "La brochure décrit ces jeux sans dire comment on marque. Un seul adversaire paie, donc "
                    "une seule fois, même quand il joue deux mains. Le nombre d'atouts des poignées n'étant "
                    "pas dit, on entre la poignée par son nom."
                ),
                (
                    "The booklet describes these games without saying how to mark them. One opponent pays, "
                    "hence once, even playing two hands. The number of trumps in a poignée being unsaid, it "
                    "is entered by its name."
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
                    "Une équipe attaque les deux autres. Chaque attaquant marque deux fois, chacun des "
                    "quatre défenseurs une fois. À sept, le donneur se repose ; à huit, c'est l'équipe qui "
                    "donne : ils marquent 0."
                ),
                (
                    "One team attacks the other two. Each attacker marks twice, each of the four defenders "
                    "once. With seven, the dealer rests; with eight, the dealing team: they mark 0."
                ),
            ),
        ),
        settled=(
            (
                (
                    "La brochure ne dit rien de la marque. Deux lectures donnent le même résultat : une "
                    "donne à trois entre équipes, ou quatre défenseurs qui paient deux attaquants."
                ),
                (
                    "The booklet says nothing of the marks. Two readings give the same result: a "
                    "three-player deal between teams, or four defenders paying two attackers."
                ),
            ),
        ),
        sources=(Source.BOOKLET,),
        examples=(Example("6 Anne,Bruno,Claire,Denis,Élise,Fred garde Anne+Denis 46/2"),),
    ),
)
