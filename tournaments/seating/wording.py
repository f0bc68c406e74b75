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
