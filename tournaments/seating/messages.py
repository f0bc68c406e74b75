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
    "unknown_player": "Le joueur {player} n’est pas parmi les joueurs du tirage : retirez-le des souhaits.",
    "two_lines": "Le joueur {player} est placé dans deux lignes : gardez-le dans une seule.",
    "lines_and_active": "Des lignes séparées et des joueurs présents à quelques tours seulement ne se tirent pas "
    "ensemble : tirez chaque ligne à part.",
    "active": "Le joueur {player} serait là du tour {first} au tour {last} : il faut des tours entre 1 et {rounds}, "
    "dans cet ordre.",
    "fixed_twice": "Le joueur {player} a deux tables fixes ou deux places fixes : gardez-en une.",
    "apart_twice": "Le joueur {player} figure deux fois dans un groupe à séparer : retirez-le une fois.",
    "apart_too_many": "Au tour {round}, {count} joueurs ne doivent jamais se rencontrer, pour {most} tables : "
    "séparez-en {most} au plus, ou demandez seulement qu’ils se rencontrent le moins possible.",
    "same_chair": "Au tour {round}, {count} joueurs veulent la même place, pour {most} tables : {most} au plus peuvent "
    "l’avoir.",
    "no_such_table": "Le joueur {player} veut la table {table}, mais le tour {round} en compte {most} : choisissez "
    "une table de 1 à {most}.",
    "table_full": "Au tour {round}, {count} joueurs veulent la table {table}, qui a {most} places : changez la table "
    "de "
    "quelques-uns.",
    "apart_together": "Les joueurs {player} et {other} doivent être séparés et veulent tous deux la table {table} : "
    "changez la table de l’un des deux.",
    "table_of_other_line": "Le joueur {player} veut la table {table}, mais sa ligne joue aux tables {first} à "
    "{last} : choisissez l’une d’elles.",
    "no_such_chair": "Le joueur {player} veut une place qui n’existe pas au tour {round} : les tables y ont {most} "
    "places.",
    "not_in_round": "Le joueur {player} n’a pas de place au tour {round} : choisissez quelqu’un qui y joue.",
    "sizes": "Les tables demandées ({sizes}) ne vont pas ensemble : choisissez 4, ou 3 et 4, ou 4 et 5, ou 3, ou 5.",
    "stranger": "Le joueur {player} n’existe pas : les joueurs vont de 1 à {most}.",
    "one_round": "Au classement, on tire un tour à la fois et sans lignes : {rounds} tours ont été demandés.",
    "ranking": "Le classement et les joueurs du tirage diffèrent, à commencer par le joueur {player} : mettez-les "
    "d’accord.",
    "no_way_apart": "Aucun tirage trouvé ne sépare tous ceux qui doivent l’être : {count} rencontres interdites "
    "restent, "
    "la première entre les joueurs {player} et {other}. Demandez plutôt qu’ils se rencontrent le moins possible.",
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
    "unknown_player": "Player {player} is not among the players of the draw: take him out of the wishes.",
    "two_lines": "Player {player} is in two lines: keep him in one.",
    "lines_and_active": "Separate lines and players present for some rounds only cannot be drawn together: draw each "
    "line by itself.",
    "active": "Player {player} would be here from round {first} to round {last}: rounds lie between 1 and {rounds}, in "
    "that order.",
    "fixed_twice": "Player {player} has two fixed tables or two fixed seats: keep one.",
    "apart_twice": "Player {player} appears twice in a group to keep apart: take one out.",
    "apart_too_many": "In round {round}, {count} players must never meet, for {most} tables: keep {most} apart at "
    "most, "
    "or ask only that they meet as little as possible.",
    "same_chair": "In round {round}, {count} players want the same seat, for {most} tables: {most} at most can have "
    "it.",
    "no_such_table": "Player {player} wants table {table}, but round {round} has {most}: choose a table from 1 to "
    "{most}.",
    "table_full": "In round {round}, {count} players want table {table}, which has {most} seats: change the table of "
    "some.",
    "apart_together": "Players {player} and {other} must be kept apart and both want table {table}: change the table "
    "of "
    "one of them.",
    "table_of_other_line": "Player {player} wants table {table}, but his line plays at tables {first} to {last}: "
    "choose "
    "one of them.",
    "no_such_chair": "Player {player} wants a seat that does not exist in round {round}: its tables have {most} seats.",
    "not_in_round": "Player {player} has no place in round {round}: choose somebody who plays in it.",
    "sizes": "The tables asked for ({sizes}) do not go together: choose 4, or 3 and 4, or 4 and 5, or 3, or 5.",
    "stranger": "Player {player} does not exist: players go from 1 to {most}.",
    "one_round": "By standings, rounds are drawn one at a time and without lines: {rounds} were asked for.",
    "ranking": "The ranking and the players of the draw differ, starting with player {player}: make them agree.",
    "no_way_apart": "No draw found keeps everybody apart who must be: {count} forbidden meetings remain, the first "
    "between players {player} and {other}. Ask rather that they meet as little as possible.",
}
_WORDS_FRENCH = {
    "players_rounds": "{players} joueurs, {rounds} positions.",
    "most_meetings": "Deux joueurs se rencontrent {most_meetings} fois au plus.",
    "seats_even": "Chacun occupe chaque place (Sud, Est, Nord, Ouest) le même nombre de fois.",
    "seats_spread": "Chacun occupe chaque place (Sud, Est, Nord, Ouest) le même nombre de fois, à {seats_spread} près.",
    "tables_bound": "Chacun revient à une même table {tables_most} fois au plus : on ne peut faire moins.",
    "tables_again": "Chacun revient à une même table {tables_most} fois au plus ; {tables_again} passages de trop en "
    "tout.",
    "neighbours": "On a le même voisin de droite {same_right_most} fois au plus, et le même vis-à-vis "
    "{same_facing_most} fois au plus.",
    "method": "Méthode : {way}. Numéro du tirage : {seed} ; le même numéro redonne le même tirage.",
    "unreadable": "Les souhaits ne se lisent pas, à partir de « {where} » : un objet JSON est attendu, avec {keys}.",
    "search_from": "recherche à partir d’un plan ({way})",
    "method_search": "recherche",
    "method_class_movement": "mouvement par classes",
    "method_finite_field": "mouvement dans un corps fini",
    "method_starter": "plan tournant",
    "method_jumps": "mouvement par sauts",
    "method_known_rotation": "rotation connue",
    "method_line_by_line": "ligne par ligne",
    "method_standings": "au classement",
    "with_short_tables": ", des places laissées vides",
    "with_exempts": ", avec des exempts",
    "wish_apart": "À séparer : {who}.",
    "wish_team": "Équipe : {who}.",
    "wish_fixed_table": "Table fixe : {who}.",
    "wish_fixed_seat": "Place fixe : {who}.",
    "wish_line": "Ligne {who}.",
    "wish_kept": "Respecté.",
    "wish_forced": "{broken} rencontre{s}, autant qu’il en faut : ils sont trop nombreux pour le nombre de tables.",
    "wish_broken": "{broken} rencontre{s}, dont {unavoidable} inévitable{es} ; aucune meilleure solution trouvée.",
}
_WORDS_ENGLISH = {
    "players_rounds": "{players} players, {rounds} rounds.",
    "most_meetings": "Two players meet {most_meetings} times at most.",
    "seats_even": "Everybody has each seat (South, East, North, West) as often.",
    "seats_spread": "Everybody has each seat (South, East, North, West) as often, within {seats_spread}.",
    "tables_bound": "Nobody comes to one table more than {tables_most} times, the least there can be.",
    "tables_again": "Nobody comes to one table more than {tables_most} times; {tables_again} visits too many in all.",
    "neighbours": "Nobody has the same right-hand neighbour more than {same_right_most} times, nor faces the same "
    "player "
    "more than {same_facing_most} times.",
    "method": "Method: {way}. Number of the draw: {seed}; the same number gives the same draw.",
    "unreadable": "The wishes cannot be read, starting at “{where}”: a JSON object is expected, with {keys}.",
    "search_from": "search from a design ({way})",
    "method_search": "search",
    "method_class_movement": "class movement",
    "method_finite_field": "movement in a finite field",
    "method_starter": "rotational design",
    "method_jumps": "movement by jumps",
    "method_known_rotation": "known rotation",
    "method_line_by_line": "line by line",
    "method_standings": "by standings",
    "with_short_tables": ", some chairs left empty",
    "with_exempts": ", with exempts",
    "wish_apart": "To keep apart: {who}.",
    "wish_team": "Team: {who}.",
    "wish_fixed_table": "Fixed table: {who}.",
    "wish_fixed_seat": "Fixed seat: {who}.",
    "wish_line": "Line {who}.",
    "wish_kept": "Kept.",
    "wish_forced": "{broken} meeting{s}, as few as can be: they are too many for the number of tables.",
    "wish_broken": "{broken} meeting{s}, {unavoidable} of them unavoidable; nothing better was found.",
}
CATALOGUE: Mapping[str, Mapping[str, str]] = {"fr": _FRENCH, "en": _ENGLISH}

WORDS: Mapping[str, Mapping[str, str]] = {"fr": _WORDS_FRENCH, "en": _WORDS_ENGLISH}


def say(name: str, language: str, values: Mapping[str, object]) -> str:
    """Return a sentence of the certificate; a name without one is shown as it is."""
    sentences = WORDS.get(language, _WORDS_FRENCH)
    return sentences[name].format(**values) if name in sentences else name


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
