"""Variants of the sources, no part of the règlement and off unless a club wants them [R26-R32]."""

from scoring.rulebook.articles.house_tables import OTHER_TABLES
from scoring.rulebook.nouns import Article, Example, Part, Source

HOUSE = Part(
    slug="hors-reglement",
    title=("Hors règlement : les règles maison", "Not in the rules: house rules"),
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
        *OTHER_TABLES,
        Article(
            number="R29",
            slug="pousse",
            title=("La pousse", "The pousse"),
            says=(
                (
                    (
                        "Une enchère entre la prise, alors nommée petite, et la garde. On la joue encore dans "
                        "plusieurs régions, et les tournois ne l'admettent pas. Les contrats valent {pousse_prise} "
                        "à la petite, {pousse_pousse} à la pousse, {pousse_garde} à la garde, {pousse_garde_sans} "
                        "sans le chien et {pousse_garde_contre} contre le chien."
                    ),
                    (
                        "A bid between the prise, then called petite, and the garde. It is still played in several "
                        "regions, and tournaments do not admit it. Contracts are worth {pousse_prise} for the "
                        "petite, {pousse_pousse} for the pousse, {pousse_garde} for the garde, {pousse_garde_sans} "
                        "without the dog and {pousse_garde_contre} against it."
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
            number="R29a",
            slug="parole",
            title=("La parole et la surenchère", "The parole, and bidding again"),
            says=(
                (
                    (
                        "Dans des parties entre amis, pour ne pas redonner trop souvent, un joueur peut dire « "
                        "parole » : il ne prend pas et ne passe pas, et donne son avis à un second tour d'enchères. "
                        "Selon les tables, il peut alors choisir n'importe quelle enchère, ou la prise seulement."
                    ),
                    (
                        "In games among friends, so as not to deal again too often, a player may say “parole”: it "
                        "is neither taking nor passing, and they speak in a second round of bidding. Depending on "
                        "the table they may then choose any bid, or only the prise."
                    ),
                ),
                (
                    (
                        "Là où l'on joue ces variantes, celui dont l'enchère est couverte peut surenchérir à son "
                        "tour, ou laisser. Au jeu officiel, chacun ne parle qu'une fois (R6)."
                    ),
                    (
                        "Where these variants are played, whoever has been outbid may bid higher in turn, or leave "
                        "it. In the official game everyone speaks once (R6)."
                    ),
                ),
                (
                    "Les tournois n'admettent pas la parole.",
                    "Tournaments do not admit the parole.",
                ),
            ),
            settled=(
                (
                    (
                        "La feuille ne garde que le contrat : il n'y a rien à régler ici, quelle que soit la "
                        "manière d'y arriver."
                    ),
                    "The sheet keeps only the contract: there is nothing to set here, however it was reached.",
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.WIKIPEDIA_PT),
        ),
        Article(
            number="R30",
            slug="petit-chelem",
            title=("Le petit chelem", "The petit chelem"),
            says=(
                (
                    (
                        "Tous les plis sauf un. Annoncé et réussi, {petit_chelem_made} points ; annoncé et "
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
                        "Celui qui n'a pas d'atout (misère d'atout), ou pas de figure (misère de figure), peut le "
                        "dire avant sa première carte et reçoit un bonus : {misere} points de chacun des autres "
                        "joueurs de la donne, si le club n'en choisit pas d'autre."
                    ),
                    (
                        "Whoever has no trump (misère d’atout), or no court card (misère de figure), may say so "
                        "before their first card and gets a bonus: {misere} points from each of the others playing "
                        "the deal, unless the club chooses another figure."
                    ),
                ),
                (
                    (
                        "Seules comptent les cartes en main : peu importe que le chien ait des atouts ou des "
                        "figures. Les tournois n'admettent pas les misères."
                    ),
                    (
                        "Only the cards in hand count: it does not matter whether the dog has trumps or court "
                        "cards. Tournaments do not admit misères."
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
                        "Le preneur qui gagne ramasse le pot ; celui qui chute y remet autant qu'il contient. "
                        "Si tout le monde passe, le pot attend la donne suivante, où le nouveau donneur ajoute "
                        "sa mise. Les joueurs et le pot font toujours 0."
                    ),
                    (
                        "A taker who wins collects the pot; one who fails puts in as much as it holds. If "
                        "everybody passes, the pot waits for the next deal, to which the new dealer adds an "
                        "ante. Players and pot always sum to 0."
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
                (
                    (
                        "Ce qui reste au pot quand on s'arrête n'est à personne : aucun document ne le partage. La "
                        "feuille le montre, et le club en décide."
                    ),
                    (
                        "What is left in the pot when play stops belongs to nobody: no document shares it out. The "
                        "sheet shows it, and the club decides."
                    ),
                ),
            ),
            sources=(Source.WIKIPEDIA_FR, Source.WIKIPEDIA_PT),
        ),
    ),
)
