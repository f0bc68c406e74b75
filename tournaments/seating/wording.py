"""The sentences of a certificate: what each of them claims must be what a count of the seats finds."""

from collections.abc import Mapping, Sequence

from tournaments.seating.messages import typeset

_CHAIRS = {
    "fr": ("Sud", "Est", "Nord", "Ouest", "cinquième place"),
    "en": ("South", "East", "North", "West", "fifth seat"),
}
# Of a pair of sentences, the first is said of one and the second of many.
Sentence = str | tuple[str, str]

_FRENCH: Mapping[str, Sentence] = {
    "players_rounds": ("{players} joueurs, {rounds} position.", "{players} joueurs, {rounds} positions."),
    "past": ("La position déjà jouée compte aussi.", "Les {past} positions déjà jouées comptent aussi."),
    "past_wishes": (
        "La position déjà jouée compte aussi, sauf pour les souhaits.",
        "Les {past} positions déjà jouées comptent aussi, sauf pour les souhaits.",
    ),
    "repeats": ("{repeats} répétition", "{repeats} répétitions"),
    "proved": "{verdict}, prouvé optimal",
    "bounded": ("{verdict}, au moins {lower_bound} inévitable", "{verdict}, au moins {lower_bound} inévitables"),
    "unbounded": "{verdict}, borne non atteinte",
    "most_meetings": "Deux joueurs se rencontrent {times} au plus.",
    "for_turns": (
        (
            "{for_turns} répétition au moins tient au partage des tables d’une autre taille : personne n’y va deux "
            "fois avant que tous y soient allés."
        ),
        (
            "{for_turns} répétitions au moins tiennent au partage des tables d’une autre taille : personne n’y va deux "
            "fois avant que tous y soient allés."
        ),
    ),
    "turns_last": "Les répétitions comptaient avant l’égalité des passages aux tables d’une autre taille : {price}.",
    "turns_kept": "personne n’y va deux fois avant que tous y soient allés{without}",
    "turns_early": (
        "{early_turns} joueur y va une deuxième fois avant que tous y soient allés{without}",
        "{early_turns} joueurs y vont une deuxième fois avant que tous y soient allés{without}",
    ),
    "turns_first_bound": (
        "À passages égaux, il y aurait au moins {turns_first_bound} répétition.",
        "À passages égaux, il y aurait au moins {turns_first_bound} répétitions.",
    ),
    "seats": "Chacun occupe chaque place ({chairs}) le même nombre de fois{within}{without}.",
    "within": ", à {spread} près",
    "tables_once": "Personne ne vient deux fois à une même table{without}.",
    "tables_bound": "Personne ne vient plus de {times} à une même table{without} : on ne peut faire moins.",
    "tables_again": (
        (
            "Personne ne vient plus de {times} à une même table{without} ; en tout, {tables_again} passage de "
            "plus qu’à parts égales."
        ),
        (
            "Personne ne vient plus de {times} à une même table{without} ; en tout, {tables_again} passages de "
            "plus qu’à parts égales."
        ),
    ),
    "neighbours": "On a le même voisin de droite {right} au plus, et le même vis-à-vis {facing} au plus.",
    "right": "On a le même voisin de droite {right} au plus.",
    "exempts": "Les exemptions tournent : {sections}chacun en a le même nombre{within}{without}.",
    "odd_tables": "Les passages aux tables d’une autre taille tournent : {sections}chacun en a le même nombre{within}"
    "{without}.",
    "sections": "dans chaque secteur, ",
    "without": ", sans compter {who}",
    "nor": " ni ",
    "without_fixed_seat": "qui a une place fixe",
    "without_fixed_table": "qui a une table fixe",
    "without_short": "les tables de trois",
    "without_late": "qui est arrivé après le début",
    "without_partial": "qui ne vient pas à toutes les positions",
    "method": "Méthode : {way}. Numéro du tirage : {seed} ; le même numéro redonne le même tirage.",
    "never_twice": "Deux joueurs ne se rencontrent jamais deux fois.",
    "repeated": ("{count} rencontre répétée", "{count} rencontres répétées"),
    "hall_proved": "{verdict} : prouvé optimal, on ne peut faire moins.",
    "hall_bounded": (
        "{verdict}, dont au moins {lower_bound} inévitable.",
        "{verdict}, dont au moins {lower_bound} inévitables.",
    ),
    "hall_unbounded": "{verdict} ; il n’est pas prouvé qu’on ne puisse faire mieux.",
    "way_random": "Position {first} tirée au hasard.",
    "way_no_standings": "Position {first} tirée au hasard : il n’y a pas encore de classement.",
    "way_swiss": "Position {first} tirée selon le classement, sans revanche si possible (système suisse).",
    "way_danish": "Position {first} tirée selon le classement, revanches permises (danois).",
    "not_waited": "Tirée sans attendre : {sheets}.",
    "hall_round": ("Position {first}, {players} joueur.", "Position {first}, {players} joueurs."),
    "hall_rounds": ("Positions {first} à {last}, {players} joueur.", "Positions {first} à {last}, {players} joueurs."),
    "hall_method": "Méthode : {way}.",
    "hall_number": "Numéro du tirage : {seed}. Le même numéro redonne le même tirage.",
    "hall_number_stopped": "Numéro du tirage : {seed}. La recherche a été arrêtée avant sa fin : le même numéro seul "
    "ne redonne pas ce tirage.",
    "ranks_apart": (
        "À une même table, {worst} place d’écart au classement au plus, {mean} en moyenne.",
        "À une même table, {worst} places d’écart au classement au plus, {mean} en moyenne.",
    ),
    "ranks_free": "Avec les revanches, l’écart moyen serait de {free} : c’est le prix de leur absence.",
    "rematches": ("{count} revanche à cette position.", "{count} revanches à cette position."),
    "repeats_ahead": (
        "À si peu de joueurs, compter {count} répétition à la fin du tournoi.",
        "À si peu de joueurs, compter {count} répétitions à la fin du tournoi.",
    ),
    "wishes_all": ("{count} souhait, respecté.", "{count} souhaits, tous respectés."),
    "wishes_some": ("{kept} souhait respecté sur {count}", "{kept} souhaits respectés sur {count}"),
    "wishes_best": ", {count} autant que possible",
    "unreadable": "Les souhaits ne se lisent pas, à partir de « {where} » : un objet JSON est attendu, avec {keys}.",
    "search_from": "recherche à partir d’un plan ({way})",
    "method_search": "recherche",
    "method_class_movement": "mouvement par classes",
    "method_finite_field": "mouvement dans un corps fini",
    "method_starter": "plan tournant",
    "method_jumps": "mouvement par sauts",
    "method_known_rotation": "rotation connue",
    "method_line_by_line": "secteur par secteur",
    "method_standings": "au classement",
    "with_short_tables": ", des places laissées vides",
    "with_exempts": ", avec des exempts",
    "wish_apart": "À séparer : {who}.",
    "wish_team": "Équipe : {who}.",
    "wish_fixed_table": "Table fixe : {who}.",
    "wish_fixed_seat": "Place fixe : {who}.",
    "wish_line": "Secteur {who}.",
    "kept": "respecté",
    "moved": ("non respecté à {broken} position", "non respecté à {broken} positions"),
    "met": ("{broken} rencontre", "{broken} rencontres"),
    "met_forced": "{met} : on ne peut faire moins, ils sont trop nombreux pour le nombre de tables",
    "met_bounded": (
        "{met}, dont au moins {unavoidable} inévitable : le tirage n’a pas trouvé mieux",
        "{met}, dont au moins {unavoidable} inévitables : le tirage n’a pas trouvé mieux",
    ),
    "met_unbounded": "{met} : le tirage n’a pas trouvé mieux",
}
_ENGLISH: Mapping[str, Sentence] = {
    "players_rounds": ("{players} players, {rounds} round.", "{players} players, {rounds} rounds."),
    "past": ("The round already played counts too.", "The {past} rounds already played count too."),
    "past_wishes": (
        "The round already played counts too, except for the wishes.",
        "The {past} rounds already played count too, except for the wishes.",
    ),
    "repeats": ("{repeats} repeat", "{repeats} repeats"),
    "proved": "{verdict}, proved optimal",
    "bounded": "{verdict}, at least {lower_bound} unavoidable",
    "unbounded": "{verdict}, bound not reached",
    "most_meetings": "Two players meet {times} at most.",
    "for_turns": (
        (
            "At least {for_turns} repeat comes from sharing out the tables of another size: nobody goes there twice "
            "before all have been."
        ),
        (
            "At least {for_turns} repeats come from sharing out the tables of another size: nobody goes there twice "
            "before all have been."
        ),
    ),
    "turns_last": "Few repeats came before equal turns at tables of another size: {price}.",
    "turns_kept": "nobody goes there twice before all have been{without}",
    "turns_early": (
        "{early_turns} player goes there a second time before all have been{without}",
        "{early_turns} players go there a second time before all have been{without}",
    ),
    "turns_first_bound": (
        "With equal turns there would be at least {turns_first_bound} repeat.",
        "With equal turns there would be at least {turns_first_bound} repeats.",
    ),
    "seats": "Everybody has each seat ({chairs}) as often{within}{without}.",
    "within": ", within {spread}",
    "tables_once": "Nobody comes to one table twice{without}.",
    "tables_bound": "Nobody comes to one table more than {times}{without}, the least there can be.",
    "tables_again": (
        (
            "Nobody comes to one table more than {times}{without}; in all, {tables_again} visit more than by "
            "equal shares."
        ),
        (
            "Nobody comes to one table more than {times}{without}; in all, {tables_again} visits more than by "
            "equal shares."
        ),
    ),
    "neighbours": "Nobody has the same right-hand neighbour more than {right}, nor faces the same player more than "
    "{facing}.",
    "right": "Nobody has the same right-hand neighbour more than {right}.",
    "exempts": "Exemptions go round: {sections}everybody has as many{within}{without}.",
    "odd_tables": "Turns at tables of another size go round: {sections}everybody has as many{within}{without}.",
    "sections": "in each section, ",
    "without": ", not counting {who}",
    "nor": " or ",
    "without_fixed_seat": "whoever has a fixed seat",
    "without_fixed_table": "whoever has a fixed table",
    "without_short": "tables of three",
    "without_late": "whoever came after the start",
    "without_partial": "whoever is not there in every round",
    "method": "Method: {way}. Number of the draw: {seed}; the same number gives the same draw.",
    "never_twice": "No two players ever meet twice.",
    "repeated": ("{count} repeated meeting", "{count} repeated meetings"),
    "hall_proved": "{verdict}: proved optimal, there cannot be fewer.",
    "hall_bounded": "{verdict}, of which at least {lower_bound} unavoidable.",
    "hall_unbounded": "{verdict}; it is not proved that one cannot do better.",
    "way_random": "Round {first} drawn at random.",
    "way_no_standings": "Round {first} drawn by lot: there are no standings yet.",
    "way_swiss": "Round {first} drawn by standings, with no rematch if possible (Swiss system).",
    "way_danish": "Round {first} drawn by standings, rematches allowed (Danish).",
    "not_waited": "Drawn without waiting: {sheets}.",
    "hall_round": ("Round {first}, {players} player.", "Round {first}, {players} players."),
    "hall_rounds": ("Rounds {first} to {last}, {players} player.", "Rounds {first} to {last}, {players} players."),
    "hall_method": "Method: {way}.",
    "hall_number": "Number of the draw: {seed}. The same number gives the same draw again.",
    "hall_number_stopped": "Number of the draw: {seed}. The search was stopped before its end: the same number alone "
    "does not give this draw again.",
    "ranks_apart": (
        "At one table, {worst} place apart in the standings at most, {mean} on average.",
        "At one table, {worst} places apart in the standings at most, {mean} on average.",
    ),
    "ranks_free": "With rematches, the average would be {free}: that is the price of having none.",
    "rematches": ("{count} rematch in this round.", "{count} rematches in this round."),
    "repeats_ahead": (
        "With so few players, expect {count} repeat by the end of the tournament.",
        "With so few players, expect {count} repeats by the end of the tournament.",
    ),
    "wishes_all": ("{count} wish, kept.", "{count} wishes, all kept."),
    "wishes_some": ("{kept} wish kept out of {count}", "{kept} wishes kept out of {count}"),
    "wishes_best": ", {count} as far as possible",
    "unreadable": "The wishes cannot be read, starting at “{where}”: a JSON object is expected, with {keys}.",
    "search_from": "search from a design ({way})",
    "method_search": "search",
    "method_class_movement": "class movement",
    "method_finite_field": "movement in a finite field",
    "method_starter": "rotational design",
    "method_jumps": "movement by jumps",
    "method_known_rotation": "known rotation",
    "method_line_by_line": "section by section",
    "method_standings": "by standings",
    "with_short_tables": ", some chairs left empty",
    "with_exempts": ", with exempts",
    "wish_apart": "To keep apart: {who}.",
    "wish_team": "Team: {who}.",
    "wish_fixed_table": "Fixed table: {who}.",
    "wish_fixed_seat": "Fixed seat: {who}.",
    "wish_line": "Section {who}.",
    "kept": "kept",
    "moved": ("not kept in {broken} round", "not kept in {broken} rounds"),
    "met": ("{broken} meeting", "{broken} meetings"),
    "met_forced": "{met}: there cannot be fewer, they are too many for the number of tables",
    "met_bounded": "{met}, at least {unavoidable} of them unavoidable: the draw found nothing better",
    "met_unbounded": "{met}: the draw found nothing better",
}
WORDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    language: {
        name: (typeset(one), typeset(many)) if language == "fr" else (one, many)
        for name, sentence in sentences.items()
        for one, many in [(sentence, sentence) if isinstance(sentence, str) else sentence]
    }
    for language, sentences in (("fr", _FRENCH), ("en", _ENGLISH))
}


def say(name: str, language: str, values: Mapping[str, object], count: int = 0) -> str:
    """Return a sentence of the certificate, of `count` things if it counts; a name without one is shown as it is."""
    french = language not in WORDS or language == "fr"
    sentences = WORDS["fr" if french else language]
    if name not in sentences:
        return name
    one, many = sentences[name]
    return (one if count == 1 or (french and count == 0) else many).format(**values)


def chair_names(count: int, language: str) -> tuple[str, ...]:
    """Return the names of so many chairs, in playing order."""
    return _CHAIRS.get(language, _CHAIRS["fr"])[:count]


def times(count: int, language: str) -> str:
    """Return « 2 fois », in English "twice"."""
    if language != "en":
        return f"{count} fois"
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def without(reasons: Sequence[str], language: str) -> str:
    """Return the end of a sentence that leaves some out of its count; nothing when it counts everybody."""
    if not reasons:
        return ""
    who = [say(f"without_{reason}", language, {}) for reason in reasons]
    joined = say("nor", language, {}).join([", ".join(who[:-1]), who[-1]] if len(who) > 1 else who)
    return say("without", language, {"who": joined})
