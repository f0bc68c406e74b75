"""What the seating room says to people: every refusal as a whole sentence, French first."""

import re
from collections.abc import Mapping

_FRENCH = {
    "too_few": "Il faut au moins {least} joueurs pour des tables de {size} : il y en a {players}.",
    "too_many": "Le tirage s’arrête à {most} joueurs : il y en a {players}. Partagez le tournoi en plusieurs.",
    "duplicate": "Le joueur {player} figure deux fois dans la liste : retirez-le une fois.",
    "rounds": "Un tirage compte de 1 à {most} positions, et non {rounds} : changez leur nombre.",
    "table_size": "Les tables sont de 3, 4 ou 5 joueurs : {size} n’est pas possible.",
    "no_larger": "À 5 joueurs par table, une table plus grande n’existe pas : choisissez {nearest}.",
    "no_smaller": "À 3 joueurs par table, une table plus petite n’existe pas : choisissez {nearest}.",
    "indivisible": "{players} joueurs ne se partagent pas en tables de {size} et de {odd} : choisissez {nearest}.",
    "past_twice": "À la position {round}, déjà jouée, le joueur {player} figure deux fois : corrigez-la.",
    "past_size": "À la position {round}, déjà jouée, une table compte {size} joueurs : corrigez-la.",
    "past_exempts": "Il y a {exempts} listes d’exempts pour {rounds} positions jouées : il en faut une par position, "
    "ou aucune.",
    "unknown_player": "Le joueur {player} n’est pas parmi les joueurs du tirage : retirez-le des souhaits.",
    "two_lines": "Le joueur {player} est placé dans deux secteurs : gardez-le dans un seul.",
    "lines_and_active": "Des secteurs séparés et des joueurs présents à quelques positions seulement ne se tirent "
    "pas ensemble : tirez chaque secteur à part.",
    "active": "Le joueur {player} serait là de la position {first} à la position {last} : il faut des positions "
    "entre 1 et {rounds}, dans cet ordre.",
    "fixed_twice": "Le joueur {player} a deux tables fixes ou deux places fixes : gardez-en une.",
    "apart_twice": "Le joueur {player} figure deux fois dans un groupe à séparer : retirez-le une fois.",
    "apart_too_many": "À la position {round}, {count} joueurs ne doivent jamais se rencontrer, dont les joueurs "
    "{player} et {other}, pour {most} tables : séparez-en {most} au plus, ou demandez seulement qu’ils se rencontrent "
    "le moins possible.",
    "apart_at_one_table": "À la position {round}, les joueurs {player} et {other} ne doivent jamais se rencontrer, "
    "pour une seule table : mettez-les dans deux secteurs, ou demandez seulement qu’ils se rencontrent le moins "
    "possible.",
    "same_chair": "À la position {round}, {count} joueurs veulent la même place, pour {most} tables : {most} au plus "
    "peuvent l’avoir.",
    "no_such_table": "Le joueur {player} veut la table {table}, mais la position {round} en compte {most} : "
    "choisissez une table de 1 à {most}.",
    "table_full": "À la position {round}, {count} joueurs veulent la table {table}, qui a {most} places : changez la "
    "table de quelques-uns.",
    "apart_together": "Les joueurs {player} et {other} doivent être séparés et veulent tous deux la table {table} : "
    "changez la table de l’un des deux.",
    "table_of_other_line": "Le joueur {player} veut la table {table}, mais son secteur joue aux tables {first} à "
    "{last} : choisissez l’une d’elles.",
    "not_the_table_of_his_line": "Le joueur {player} veut la table {table}, mais son secteur joue à la table {first} : "
    "choisissez celle-là.",
    "no_such_chair": "Le joueur {player} veut une place qui n’existe pas à la position {round} : les tables y ont "
    "{most} places.",
    "not_in_round": "Le joueur {player} n’a pas de place à la position {round} : choisissez quelqu’un qui y joue.",
    "sizes": "Les tables demandées ({sizes}) ne vont pas ensemble : choisissez 4, ou 3 et 4, ou 4 et 5, ou 3, ou 5.",
    "all_played": "Les {rounds} positions demandées sont toutes déjà jouées : demandez-en {least} au moins.",
    "stranger": "Le joueur {player} n’existe pas : les joueurs vont de 1 à {most}.",
    "one_round": "Au classement, on tire une position à la fois et sans secteurs : {rounds} ont été demandées.",
    "ranking": "Le classement et les joueurs du tirage diffèrent, à commencer par le joueur {player} : mettez-les "
    "d’accord.",
    "in_section": "Secteur {line}, celui du joueur {player} : ",
    "in_named_section": "Secteur « {name} » : ",
    "in_the_rest": "Reste de la salle, celui du joueur {player} : ",
    "no_way_apart": "Aucun tirage trouvé ne sépare tous ceux qui doivent l’être : {count} rencontres interdites "
    "restent, la première entre les joueurs {player} et {other}. Demandez plutôt qu’ils se rencontrent le moins "
    "possible.",
}
_ENGLISH = {
    "too_few": "At least {least} players are needed for tables of {size}: there are {players}.",
    "too_many": "A draw stops at {most} players: there are {players}. Split the tournament.",
    "duplicate": "Player {player} is in the list twice: take one out.",
    "rounds": "A draw has 1 to {most} rounds, not {rounds}: change their number.",
    "table_size": "Tables are of 3, 4 or 5 players: {size} is not possible.",
    "no_larger": "With 5 players a table there is no larger table: choose {nearest}.",
    "no_smaller": "With 3 players a table there is no smaller table: choose {nearest}.",
    "indivisible": "{players} players cannot be split into tables of {size} and of {odd}: choose {nearest}.",
    "past_twice": "In round {round}, already played, player {player} appears twice: correct that round.",
    "past_size": "In round {round}, already played, a table has {size} players: correct that round.",
    "past_exempts": "There are {exempts} lists of exempts for {rounds} rounds played: give one a round, or none.",
    "unknown_player": "Player {player} is not among the players of the draw: take him out of the wishes.",
    "two_lines": "Player {player} is in two sections: keep him in one.",
    "lines_and_active": "Separate sections and players present for some rounds only cannot be drawn together: draw "
    "each section by itself.",
    "active": "Player {player} would be here from round {first} to round {last}: rounds lie between 1 and {rounds}, "
    "in that order.",
    "fixed_twice": "Player {player} has two fixed tables or two fixed seats: keep one.",
    "apart_twice": "Player {player} appears twice in a group to keep apart: take one out.",
    "apart_too_many": "In round {round}, {count} players must never meet, players {player} and {other} among them, for "
    "{most} tables: keep {most} apart at most, or ask only that they meet as little as possible.",
    "apart_at_one_table": "In round {round}, players {player} and {other} must never meet, for a single table: put "
    "them into two sections, or ask only that they meet as little as possible.",
    "same_chair": "In round {round}, {count} players want the same seat, for {most} tables: {most} at most can have "
    "it.",
    "no_such_table": "Player {player} wants table {table}, but round {round} has {most}: choose a table from 1 to "
    "{most}.",
    "table_full": "In round {round}, {count} players want table {table}, which has {most} seats: change the table of "
    "some.",
    "apart_together": "Players {player} and {other} must be kept apart and both want table {table}: change the table "
    "of one of them.",
    "table_of_other_line": "Player {player} wants table {table}, but his section plays at tables {first} to {last}: "
    "choose one of them.",
    "not_the_table_of_his_line": "Player {player} wants table {table}, but his section plays at table {first}: choose "
    "that one.",
    "no_such_chair": "Player {player} wants a seat that does not exist in round {round}: its tables have {most} seats.",
    "not_in_round": "Player {player} has no place in round {round}: choose somebody who plays in it.",
    "sizes": "The tables asked for ({sizes}) do not go together: choose 4, or 3 and 4, or 4 and 5, or 3, or 5.",
    "all_played": "The {rounds} rounds asked for are all played already: ask for {least} at least.",
    "stranger": "Player {player} does not exist: players go from 1 to {most}.",
    "one_round": "By standings, rounds are drawn one at a time and without sections: {rounds} were asked for.",
    "ranking": "The ranking and the players of the draw differ, starting with player {player}: make them agree.",
    "in_section": "Section {line}, that of player {player}: ",
    "in_named_section": "Section “{name}”: ",
    "in_the_rest": "The rest of the hall, that of player {player}: ",
    "no_way_apart": "No draw found keeps everybody apart who must be: {count} forbidden meetings remain, the first "
    "between players {player} and {other}. Ask rather that they meet as little as possible.",
}


def typeset(french: str) -> str:
    """Return a French text with its no-break spaces."""
    french = french.replace("« ", "«\u00a0").replace(" »", "\u00a0»").replace(" :", "\u00a0:")
    return re.sub(" ([;!?])", "\u202f\\1", french)


CATALOGUE: Mapping[str, Mapping[str, str]] = {
    "fr": {code: typeset(text) for code, text in _FRENCH.items()},
    "en": _ENGLISH,
}


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


def _which(values: Mapping[str, object]) -> str:
    if not values["line"]:
        return "in_the_rest"
    return "in_named_section" if values.get("name") else "in_section"


class ImpossibleDemand(ValueError):
    """
    A draw nobody could make. `code` names the reason, `values` fill its sentence.

    Where a section of the hall is too small, `line` is its number, 0 for those of no section, `player` one of its
    players, and `name` its name when the caller gives it.
    """

    def __init__(self, code: str, values: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.values = dict(values or {})
        super().__init__(code, self.values)

    def message(self, language: str = "fr") -> str:
        """Return the reason as a sentence that also says the nearest possible thing."""
        sentences = CATALOGUE.get(language, CATALOGUE["fr"])
        values = dict(self.values)
        if "tables" in values:
            tables, exempts = values["tables"], values["exempts"]
            assert isinstance(tables, tuple)
            assert isinstance(exempts, int)
            values["nearest"] = describe(tables, exempts, language)
        sentence = sentences[self.code].format(**values)
        if "line" in values:  # what is impossible is so in one section of the hall: say which
            return sentences[_which(values)].format(**values) + sentence[0].lower() + sentence[1:]
        return sentence

    def __str__(self) -> str:
        return self.message()

    def __reduce__(self) -> tuple[type["ImpossibleDemand"], tuple[str, dict[str, object]]]:
        return type(self), (self.code, self.values)
