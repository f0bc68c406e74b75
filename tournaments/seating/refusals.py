"""Refusals: draws that nobody could make, each with a whole sentence."""

from collections.abc import Mapping

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import ngettext, translated

SENTENCES: dict[str, str] = {
    "too_few": _("Il faut au moins {least} joueurs pour des tables de {size} : il y en a {players}."),
    "too_many": _("Le tirage s’arrête à {most} joueurs : il y en a {players}. Partagez le tournoi en plusieurs."),
    "duplicate": _("Le joueur {player} figure deux fois dans la liste : retirez-le une fois."),
    "rounds": _("Un tirage compte de 1 à {most} positions, et non {rounds} : changez leur nombre."),
    "table_size": _("Les tables sont de 3, 4 ou 5 joueurs : {size} n’est pas possible."),
    "no_larger": _("À 5 joueurs par table, une table plus grande n’existe pas : choisissez {nearest}."),
    "no_smaller": _("À 3 joueurs par table, une table plus petite n’existe pas : choisissez {nearest}."),
    "indivisible": _("{players} joueurs ne se partagent pas en tables de {size} et de {odd} : choisissez {nearest}."),
    "past_twice": _("À la position {round}, déjà jouée, le joueur {player} figure deux fois : corrigez-la."),
    "past_size": _("À la position {round}, déjà jouée, une table compte {size} joueurs : corrigez-la."),
    "past_exempts": _(
        "Il y a {exempts} listes d’exempts pour {rounds} positions jouées : il en faut une par position, ou aucune."
    ),
    "unknown_player": _("Le joueur {player} n’est pas parmi les joueurs du tirage : retirez-le des souhaits."),
    "two_lines": _("Le joueur {player} est placé dans deux secteurs : gardez-le dans un seul."),
    "lines_and_active": _(
        "Des secteurs séparés et des joueurs présents à quelques positions seulement ne se tirent pas ensemble : "
        "tirez chaque secteur à part."
    ),
    "active": _(
        "Le joueur {player} serait là de la position {first} à la position {last} : il faut des positions entre 1 et "
        "{rounds}, dans cet ordre."
    ),
    "fixed_twice": _("Le joueur {player} a deux tables fixes ou deux places fixes : gardez-en une."),
    "apart_twice": _("Le joueur {player} figure deux fois dans un groupe à séparer : retirez-le une fois."),
    "apart_too_many": _(
        "À la position {round}, {count} joueurs ne doivent jamais se rencontrer, dont les joueurs {player} et "
        "{other}, pour {most} tables : séparez-en {most} au plus, ou demandez seulement qu’ils se rencontrent le "
        "moins possible."
    ),
    "apart_at_one_table": _(
        "À la position {round}, les joueurs {player} et {other} ne doivent jamais se rencontrer, pour une seule "
        "table : mettez-les dans deux secteurs, ou demandez seulement qu’ils se rencontrent le moins possible."
    ),
    "same_chair": _(
        "À la position {round}, {count} joueurs veulent la même place, pour {most} tables : {most} au plus peuvent "
        "l’avoir."
    ),
    "no_such_table": _(
        "Le joueur {player} veut la table {table}, mais la position {round} en compte {most} : choisissez une table "
        "de 1 à {most}."
    ),
    "table_full": _(
        "À la position {round}, {count} joueurs veulent la table {table}, qui a {most} places : changez la table de "
        "quelques-uns."
    ),
    "apart_together": _(
        "Les joueurs {player} et {other} doivent être séparés et veulent tous deux la table {table} : changez la "
        "table de l’un des deux."
    ),
    "table_of_other_line": _(
        "Le joueur {player} veut la table {table}, mais son secteur joue aux tables {first} à {last} : choisissez "
        "l’une d’elles."
    ),
    "not_the_table_of_his_line": _(
        "Le joueur {player} veut la table {table}, mais son secteur joue à la table {first} : choisissez celle-là."
    ),
    "no_such_chair": _(
        "Le joueur {player} veut une place qui n’existe pas à la position {round} : les tables y ont {most} places."
    ),
    "sector_has_other_tables": _(
        "Un secteur n’a plus autant de tables qu’avant : tirez à nouveau toutes les positions qui ne sont pas "
        "commencées."
    ),
    "no_small_change": _(
        "Aucun petit changement ne respecte tous les souhaits : tirez à nouveau toutes les positions qui ne sont pas "
        "commencées."
    ),
    "no_boards_for_a_table": _(
        "Il y aurait une table de plus, et les étuis qui voyagent n’en ont pas pour elle : tirez à nouveau toutes les "
        "positions qui ne sont pas commencées."
    ),
    "small_change_meets_boards": _(
        "Aucun petit changement ne va, car les étuis voyagent : {who}. Remplacez qui est parti, ou tirez à nouveau "
        "toutes les positions qui ne sont pas commencées."
    ),
    "not_in_round": _("Le joueur {player} n’a pas de place à la position {round} : choisissez quelqu’un qui y joue."),
    "sizes": _("Les tables demandées ({sizes}) ne vont pas ensemble : choisissez 4, ou 3 et 4, ou 4 et 5, ou 3, ou 5."),
    "all_played": _("Les {rounds} positions demandées sont toutes déjà jouées : demandez-en {least} au moins."),
    "stranger": _("Le joueur {player} n’existe pas : les joueurs vont de 1 à {most}."),
    "one_round": _("Au classement, on tire une position à la fois et sans secteurs : {rounds} ont été demandées."),
    "ranking": _(
        "Le classement et les joueurs du tirage diffèrent, à commencer par le joueur {player} : mettez-les d’accord."
    ),
    "sets_of_boards": _("Il faut de 1 à {most} jeux d’étuis, et non {sets} : changez leur nombre."),
    "boards_at_four": _("Les étuis se jouent à quatre : choisissez des tables de 4, et que les exemptions tournent."),
    "boards_and_wishes": _(
        "Avec des étuis, chacun garde sa place et change de table à chaque position : tirez toutes les positions à la "
        "fois, sans autre souhait que les clubs."
    ),
    "too_few_teams": _("Il faut au moins 2 équipes pour des matchs : il y en a {teams}."),
    "too_few_members": _(
        "Une équipe joue un match à {least}, et {members} sont là : ajoutez un remplaçant à l’équipe."
    ),
    "number_of_trios": _(
        "Les triplettes se jouent à 6 équipes, à 8, ou à un autre multiple de quatre : il y en a {teams}. Les nombres "
        "les plus proches sont {fewer} et {more}."
    ),
    "whole_trios": _(
        "Chaque joueur est d’une triplette, et chacune a trois joueurs : il y a {players} joueurs pour "
        "{teams} triplettes. Complétez les équipes, ou faites-en d’autres."
    ),
    "rounds_of_trios": _(
        "À {teams} triplettes le plan a {needed} positions, tirées d’un coup avant la première : prévoyez-en {needed}."
    ),
    "trios_and_wishes": _(
        "Par triplettes le plan dit qui rencontre qui : retirez les autres souhaits, puis tirez les tables."
    ),
    "no_way_apart": _(
        "Aucun tirage trouvé ne sépare tous ceux qui doivent l’être : {count} rencontres interdites restent, la "
        "première entre les joueurs {player} et {other}. Demandez plutôt qu’ils se rencontrent le moins possible."
    ),
}


class ImpossibleDemand(ValueError):
    """
    A draw that nobody could make. `code` names the reason, `values` fill its sentence.

    Where a sector of the hall is too small, `line` is its number (0 for players without a sector), `player` one of its
    players, and `name` its name when the caller gives one.
    """

    def __init__(self, code: str, values: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.values = dict(values or {})
        super().__init__(code, self.values)

    def message(self, language: str = "fr") -> str:
        """Return the reason as a sentence that also says the nearest possible choice."""
        values = dict(self.values)
        if "tables" in values:
            tables, exempts = values["tables"], values["exempts"]
            assert isinstance(tables, tuple)
            assert isinstance(exempts, int)
            values["nearest"] = layout_words(tables, exempts, language)
        sentence = translated(SENTENCES[self.code], language).format(**values)
        if "line" not in values:
            return sentence
        return translated(_section_of(values), language).format(**values) + sentence[0].lower() + sentence[1:]

    def __str__(self) -> str:
        return self.message()

    def __reduce__(self) -> tuple[type["ImpossibleDemand"], tuple[str, dict[str, object]]]:
        return type(self), (self.code, self.values)


def _section_of(values: Mapping[str, object]) -> str:
    """Return the beginning of a sentence about one sector of the hall."""
    if not values["line"]:
        return _("Reste de la salle, celui du joueur {player} : ")
    if values.get("name"):
        return _("Secteur « {name} » : ")
    return _("Secteur {line}, celui du joueur {player} : ")


def layout_words(tables: tuple[int, ...], exempts: int, language: str = "fr") -> str:
    """Return the tables and the exempts of a round in words: « 2 tables de 4, 1 table de 5 et 1 exempt »."""
    parts = []
    for size in sorted(set(tables), key=tables.index):
        count = tables.count(size)
        counted = ngettext("{count} table de {size}", "{count} tables de {size}", count, language)
        parts.append(counted.format(count=count, size=size))
    if exempts:
        parts.append(ngettext("{count} exempt", "{count} exempts", exempts, language).format(count=exempts))
    return translated(_(" et "), language).join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
