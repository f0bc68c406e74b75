"""What the seating room says to people: every refusal as a whole sentence, French first."""

from collections.abc import Mapping

_FRENCH = {
    "too_few": "Il faut au moins {least} joueurs pour des tables de {size} : il y en a {players}.",
    "too_many": "Le tirage s’arrête à {most} joueurs : il y en a {players}. Partagez le tournoi en plusieurs.",
    "duplicate": "Le joueur {player} figure deux fois dans la liste : retirez-le une fois.",
    "rounds": "Le nombre de tours doit être compris entre 1 et {most} : {rounds} a été demandé.",
    "table_size": "Les tables sont de 3, 4 ou 5 joueurs : {size} n’est pas possible.",
    "no_larger": "À 5 joueurs par table, une table plus grande n’existe pas : choisissez {nearest}.",
    "no_smaller": "À 3 joueurs par table, une table plus petite n’existe pas : choisissez {nearest}.",
    "indivisible": "{players} joueurs ne se partagent pas en tables de {size} et de {odd} : choisissez {nearest}.",
    "past_twice": "Au tour {round} déjà joué, le joueur {player} figure deux fois : corrigez ce tour.",
    "past_size": "Au tour {round} déjà joué, une table compte {size} joueurs : corrigez ce tour.",
    "past_exempts": "Il y a {exempts} listes d’exempts pour {rounds} tours joués : il en faut une par tour, ou aucune.",
}
_ENGLISH = {
    "too_few": "At least {least} players are needed for tables of {size}: there are {players}.",
    "too_many": "A draw stops at {most} players: there are {players}. Split the tournament.",
    "duplicate": "Player {player} is in the list twice: take one out.",
    "rounds": "The number of rounds must lie between 1 and {most}: {rounds} was asked for.",
    "table_size": "Tables are of 3, 4 or 5 players: {size} is not possible.",
    "no_larger": "With 5 players a table there is no larger table: choose {nearest}.",
    "no_smaller": "With 3 players a table there is no smaller table: choose {nearest}.",
    "indivisible": "{players} players cannot be split into tables of {size} and of {odd}: choose {nearest}.",
    "past_twice": "In round {round}, already played, player {player} appears twice: correct that round.",
    "past_size": "In round {round}, already played, a table has {size} players: correct that round.",
    "past_exempts": "There are {exempts} lists of exempts for {rounds} rounds played: give one a round, or none.",
}
CATALOGUE: Mapping[str, Mapping[str, str]] = {"fr": _FRENCH, "en": _ENGLISH}

_COUNTED = {
    "fr": ("1 table de {size}", "{count} tables de {size}", "1 exempt", "{count} exempts", " et "),
    "en": ("1 table of {size}", "{count} tables of {size}", "1 exempt", "{count} exempts", " and "),
}


def describe(tables: tuple[int, ...], exempts: int, language: str = "fr") -> str:
    """Return a layout in words: « 2 tables de 4, 1 table de 5 et 1 exempt »."""
    one, many, one_out, many_out, last = _COUNTED.get(language, _COUNTED["fr"])
    parts = []
    for size in sorted(set(tables), key=tables.index):
        count = tables.count(size)
        parts.append((one if count == 1 else many).format(count=count, size=size))
    if exempts:
        parts.append((one_out if exempts == 1 else many_out).format(count=exempts))
    return last.join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


class ImpossibleDemand(ValueError):
    """A draw nobody could make. `code` names the reason, `values` fill its sentence."""

    def __init__(self, code: str, values: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.values = dict(values or {})
        super().__init__(code, self.values)

    def message(self, language: str = "fr") -> str:
        """Return the reason as a sentence that also says the nearest possible thing."""
        sentences = CATALOGUE.get(language, _FRENCH)
        values = dict(self.values)
        if "tables" in values:
            tables, exempts = values["tables"], values["exempts"]
            assert isinstance(tables, tuple)
            assert isinstance(exempts, int)
            values["nearest"] = describe(tables, exempts, language)
        return sentences[self.code].format(**values)

    def __str__(self) -> str:
        return self.message()

    def __reduce__(self) -> tuple[type["ImpossibleDemand"], tuple[str, dict[str, object]]]:
        return type(self), (self.code, self.values)


class Cancelled(Exception):
    """The caller's `stop` answered True; nothing was drawn."""
