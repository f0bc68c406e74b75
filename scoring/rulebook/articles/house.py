"""Variants of the sources, no part of the règlement and off unless a club wants them [R26-R32]."""

from scoring.rulebook.nouns import Article, Example, Part, Source

HOUSE = Part(
    slug="hors-reglement",
    title=("Hors règlement : les règles maison", "Not in the règlement: house rules"),
    intro=(
        (
            "Ces variantes se jouent en famille ou dans certaines régions. Aucune n'est officielle, "
            "et aucune ne s'applique tant qu'un club ne l'a pas choisie. Là où les "
            "documents se taisent, nous disons comment nous avons choisi."
        ),
        (
            "These variants are played in families or in some regions. None is official, and none "
            "applies unless a club has chosen it. Where the documents are silent, "
            "we say how we chose."
        ),
    ),
    official=False,
    articles=(
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
                        "La tirette : 24 cartes chacun et un talon où l'on tire après chaque levée. Avec un mort "
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
        Article(
            number="R29",
            slug="pousse",
            title=("La pousse", "The pousse"),
            says=(
                (
                    (
                        "Une enchère entre la prise et la garde. Dans cet usage ancien, les contrats valent "
                        "{pousse_prise} à la petite, {pousse_pousse} à la pousse, {pousse_garde} à la garde, "
                        "{pousse_garde_sans} sans le chien et {pousse_garde_contre} contre le chien."
                    ),
                    (
                        "A bid between the prise and the garde. In this old usage contracts are worth "
                        "{pousse_prise} for the petite, {pousse_pousse} for the pousse, {pousse_garde} for the "
                        "garde, {pousse_garde_sans} without the dog and {pousse_garde_contre} against it."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Aucun document ne dit comment cette valeur et les points se combinent. Un club choisit "
                        "l'une des deux lectures que l'on rencontre (voir C21)."
                    ),
                    (
                        "No document says how this value and the points combine. A club picks one of the two "
                        "readings met with (see C21)."
                    ),
                ),
                (
                    (
                        "Points ajoutés : la valeur du contrat et l'écart s'additionnent, et le Petit au bout "
                        "compte {petit_au_bout}, à toutes les enchères."
                    ),
                    (
                        "Points added: the worth of the contract and the gap are added up, and the petit au bout "
                        "counts {petit_au_bout} at every bid."
                    ),
                ),
                (
                    (
                        "Points multipliés : {pousse_prise} prend la place de {base}, et chaque enchère compte "
                        "double de la précédente, Petit au bout compris."
                    ),
                    (
                        "Points multiplied: {pousse_prise} takes the place of {base}, and each bid counts double "
                        "the one below, the petit au bout too."
                    ),
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.BOOKLET, Source.WIKIPEDIA_PT),
            examples=(
                Example(
                    "4 Anne,Bruno,Claire,Denis pousse Anne 46/2 petit=attaque pousse=add",
                    ("Points ajoutés.", "Points added."),
                ),
                Example(
                    "4 Anne,Bruno,Claire,Denis pousse Anne 46/2 petit=attaque pousse=x",
                    ("Points multipliés.", "Points multiplied."),
                ),
            ),
        ),
        Article(
            number="R30",
            slug="petit-chelem",
            title=("Le petit chelem", "The petit chelem"),
            says=(
                (
                    (
                        "Toutes les levées sauf une. Annoncé et réussi, {petit_chelem_made} points ; annoncé et "
                        "manqué, il en coûte {petit_chelem_failed}, par défenseur et sans multiplier. Il exclut "
                        "le chelem."
                    ),
                    (
                        "Every trick but one. Announced and made, {petit_chelem_made} points; announced and "
                        "missed it costs {petit_chelem_failed}, for each defender and not multiplied. It "
                        "excludes the slam."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Réussi sans annonce, rien n'est dit : il ne rapporte rien. La brochure note elle-même "
                        "que les règles officielles ne le connaissent pas (voir C2)."
                    ),
                    (
                        "Made without announcement, nothing is said: it brings nothing. The booklet itself notes "
                        "that the official rules do not know it (see C2)."
                    ),
                ),
            ),
            sources=(Source.BOOKLET,),
            examples=(Example("4 Anne,Bruno,Claire,Denis garde Anne 85/2 petit_chelem=annonce:reussi"),),
        ),
        Article(
            number="R31",
            slug="miseres",
            title=("Les misères", "The misères"),
            says=(
                (
                    (
                        "Celui qui n'a pas d'atout, ou pas de figure, peut le dire avant sa première carte et "
                        "reçoit un bonus : {misere} points de chacun des autres joueurs de la donne, si le club "
                        "n'en choisit pas d'autre."
                    ),
                    (
                        "Whoever has no trump, or no face card, may say so before their first card and gets a "
                        "bonus: {misere} points from each of the others playing the deal, unless the club "
                        "chooses another figure."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "Les articles disent le bonus « variable » et « retiré des points de l'équipe gagnante "
                        "», ce qui ne fait pas toujours une somme nulle. Que chacun paie la même chose à "
                        "l'annonceur en fait une (voir C22)."
                    ),
                    (
                        "The articles call the bonus “variable” and “taken from the points of the winning team”, "
                        "which does not always sum to zero. Everyone paying the announcer the same does (see "
                        "C22)."
                    ),
                ),
                (
                    (
                        "L'Excuse empêche-t-elle une misère d'atout ? Les usages diffèrent : la table le décide "
                        "avant de jouer."
                    ),
                    "Does the Excuse spoil a misère d’atout? Usage differs: the table decides before playing.",
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.WIKIPEDIA_PT),
            examples=(Example("4 Anne,Bruno,Claire,Denis prise Anne 46/2 misere=Bruno:atout"),),
        ),
        Article(
            number="R32",
            slug="mouche",
            title=("La mouche", "The mouche"),
            says=(
                (
                    (
                        "Un pot à côté de la marque. Le donneur y met {mouche_ante} points. Si quelqu'un prend, "
                        "chacun des autres ajoute {mouche_prise} à la prise, {mouche_pousse} à la pousse, "
                        "{mouche_garde} à la garde, {mouche_garde_sans} sans le chien, {mouche_garde_contre} "
                        "contre le chien."
                    ),
                    (
                        "A pot beside the marks. The dealer puts in {mouche_ante} points. If somebody takes, "
                        "each of the others adds {mouche_prise} for a prise, {mouche_pousse} for a pousse, "
                        "{mouche_garde} for a garde, {mouche_garde_sans} without the dog, {mouche_garde_contre} "
                        "against it."
                    ),
                ),
                (
                    (
                        "Le preneur qui gagne ramasse le pot ; celui qui chute y remet autant qu'il contient. Si "
                        "tout le monde passe, le pot attend la donne suivante. Les joueurs et le pot font "
                        "toujours 0."
                    ),
                    (
                        "A taker who wins collects the pot; one who fails puts in as much as it holds. If "
                        "everybody passes, the pot waits for the next deal. Players and pot always sum to 0."
                    ),
                ),
            ),
            settled=(
                (
                    (
                        "À cinq avec un partenaire, rien n'est dit : le preneur seul gagne ou paie le pot (voir "
                        "aussi C24)."
                    ),
                    "With five and a partner, nothing is said: the taker alone wins or pays the pot (see also C24).",
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.WIKIPEDIA_PT),
        ),
    ),
)
