"""
The donnes of past seasons in a spreadsheet, a row each: bytes → rows, or every problem as a sentence.

This module does not know the database. Each player has a column of points, with his name as its title; an empty cell
means that he did not play the donne. The marque says whether the points of a row can be right (`coherence.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.marque import Contract, MarkedLine, attack_of, contradictions
from tournaments.imports.cells import day
from tournaments.imports.columns import ReadTable
from tournaments.imports.headings import Column
from tournaments.imports.spreadsheets import Line, named
from tournaments.kit.days import french_day
from tournaments.kit.languages import current_language
from tournaments.kit.text import fold, typed_number

MOST_PLAYERS = 60
MOST_POINTS = 10_000
POINTS = "points"  # the kind of column of which a file has several
LONGEST_NAME = 60  # of a season
PLAYING = (3, 4, 5)
CONTRACTS = {fold(word): contract for contract, words in (
    (Contract.PRISE, ("petite", "prise", "p")),
    (Contract.GARDE, ("garde", "g")),
    (Contract.GARDE_SANS, ("garde sans", "garde sans le chien", "sans", "gs")),
    (Contract.GARDE_CONTRE, ("garde contre", "garde contre le chien", "contre", "gc")),
) for word in words}  # fmt: skip
MADE = {"1", "o", "oui", "yes", "vrai", "true", "fait", "faite", "passe", "reussi", "reussie", "gagne", "gagnee", "+"}
FAILED = {"0", "n", "non", "no", "faux", "false", "chute", "chutee", "perdu", "perdue", "-", "−"}
ALONE = {"alone", "seul", "seule", "personne", "aucun", "aucune", "-", "–", "x"}


@dataclass(frozen=True)
class SeasonRow:
    """
    One donne. `points` has a value for each column of points, None for a player who did not play. `taker` and `partner`
    are indexes of these columns, None when no column has their name. An empty `partner_name` means: the taker is alone.
    """

    line: int
    season: str
    day: date
    taker_name: str
    partner_name: str
    contract: Contract
    made: bool
    points: tuple[int | None, ...]
    taker: int | None = None
    partner: int | None = None
    number: str = ""

    @property
    def playing(self) -> list[int]:
        """Return the column indexes of the players. Of five, the only one with 0 points is the mort and is left out."""
        filled = [place for place, points in enumerate(self.points) if points is not None]
        zeros = [place for place in filled if self.points[place] == 0]
        return [place for place in filled if place not in zeros] if (len(filled), len(zeros)) == (5, 1) else filled


@dataclass
class Alias:
    """
    A name in rows that no column has. `lines` are these rows; `means` is the column that their points tell, None when
    they tell none, and `likely` the title of that column.
    """

    name: str
    lines: list[int] = field(default_factory=list)
    means: int | None = None
    likely: str = ""


def _contract(cell: str) -> Contract:
    if fold(cell) not in CONTRACTS:
        sentence = _("« %(text)s » n’est pas un contrat. Écrivez : petite, garde, garde sans ou garde contre.")
        raise ValueError(sentence % {"text": cell[:20]})
    return CONTRACTS[fold(cell)]


def _made(cell: str) -> bool:
    word = cell if cell in "-−" else fold(cell)
    if word not in MADE | FAILED:
        raise ValueError(_("« %(text)s » ne dit ni réussi ni chuté. Écrivez 1 ou 0.") % {"text": cell[:20]})
    return word in MADE


def _points(cell: str) -> int:
    value = typed_number(cell)
    if value is None or abs(value) > MOST_POINTS:
        raise ValueError(_("« %(text)s » n’est pas un nombre entier de points.") % {"text": cell[:20]})
    return value


def _season(cell: str) -> str:
    if len(cell) > LONGEST_NAME:
        raise ValueError(_("« %(text)s… » est trop long pour une saison.") % {"text": cell[:20]})
    return cell


class SeasonFile(ReadTable[SeasonRow]):
    """
    A file of donnes; `players` are the titles of its columns of points.

    A name that no column has gets its column by `resolved(merged)`. Without a column of seasons the whole file is one
    season, named as the file.
    """

    columns = (
        Column("date", ("date", "jour", "soiree", "day", "date de la soiree"), gettext_lazy("date"), day),
        Column("season", ("saison", "season", "championnat", "challenge"), gettext_lazy("saison"), _season),
        Column("taker", ("preneur", "preneuse", "taker", "declarant", "attaquant"), gettext_lazy("preneur")),
        Column("partner", ("appele", "appelee", "partenaire", "partner", "roi appele chez", "avec"),
               gettext_lazy("appelé")),
        Column("contract", ("contrat", "contract", "enchere", "annonce"), gettext_lazy("contrat"), _contract),
        Column("made", ("reussi", "made", "fait", "resultat", "passe", "gagne", "reussite"),
               gettext_lazy("réussi"), _made),
        Column("number", ("donne", "n° donne", "numero", "deal no", "deal", "n°", "no", "numero de donne"),
               gettext_lazy("numéro de la donne")),
        Column("sum", ("somme", "row sum", "total", "controle", "verification", "sum"),
               gettext_lazy("somme de la ligne")),
        Column(POINTS, (), gettext_lazy("points d’un joueur"), _points, several=True),
    )  # fmt: skip
    naming = (POINTS,)
    most_lines = 5_000
    most_problems = 100
    has_too_many_lines = gettext_lazy("Ce fichier a plus de 5 000 donnes : séparez-le en plusieurs.")
    nothing_below = gettext_lazy("Ce fichier n’a que sa ligne de titres : il n’y a aucune donne dessous.")

    def __init__(self) -> None:
        super().__init__()
        self._short_days: dict[tuple[date, ...], list[int]] = {}
        self._repeats: dict[int, int] = {}  # line of a donne → the line before that has it too

    @property
    def players(self) -> list[str]:
        return [heading.title for heading in self.headings if heading.column == POINTS]

    @property
    def is_one(self) -> bool:
        """Return whether the file has the columns that only a list of donnes has."""
        return all(self.has(name) for name in ("date", "taker", "contract"))

    def guess(self, lines: Sequence[Line]) -> dict[int, str]:
        """Return the columns of points: columns side by side, mostly of whole numbers, some of them below zero."""
        numbers: dict[int, list[int | None]] = {}
        for _line, cells in lines:
            for index, cell in enumerate(cells):
                if cell:
                    numbers.setdefault(index, []).append(typed_number(cell))
        runs: list[list[int]] = []
        for index in sorted(index for index, found in numbers.items() if found.count(None) * 2 < len(found)):
            if runs and runs[-1][-1] == index - 1:
                runs[-1].append(index)
            else:
                runs.append([index])
        return {
            index: POINTS
            for run in runs
            if any(number is not None and number < 0 for index in run for number in numbers[index])
            for index in run
        }

    def check_columns(self) -> None:
        missing = [
            str(column.label)
            for column in self.columns
            if column.name in {"date", "taker", "contract", "made"} and not self.has(column.name)
        ]
        if missing:
            sentence = ngettext("Il manque la colonne %(names)s.", "Il manque les colonnes %(names)s.", len(missing))
            self.wrong(0, sentence % {"names": ", ".join(f"« {name} »" for name in missing)})
        if not 3 <= len(self.players) <= MOST_PLAYERS:
            sentence = _(
                "Il faut de 3 à 60 colonnes de points, chacune avec le nom d’un joueur pour titre : ce fichier en a "
                "%(count)d."
            )
            self.wrong(0, sentence % {"count": len(self.players)})
        names = [fold(name) for name in self.players]
        for name in sorted({name for name in self.players if names.count(fold(name)) > 1}):
            self.wrong(0, _("Deux colonnes de points ont pour titre « %(name)s ».") % {"name": name})

    def row(self, line: int, values: dict[str, Any]) -> SeasonRow | None:  # type: ignore[override]
        for name in ("date", "taker", "contract", "made"):
            if name in values and values[name] is None:
                label = next(column.label for column in self.columns if column.name == name)
                self.wrong(line, _("Ligne %(line)d : « %(column)s » est vide.") % {"line": line, "column": label})
        if any(values.get(name) is None for name in ("date", "taker", "contract", "made")):
            return None
        points = tuple(values.get(f"{POINTS} {number}") for number in range(1, len(self.players) + 1))
        playing = sum(mark is not None for mark in points)
        if playing not in PLAYING and all(f"{POINTS} {number}" in values for number in range(1, len(points) + 1)):
            sentence = _("Ligne %(line)d : une donne se joue de 3 à 5, celle-ci a les points de %(count)d joueurs.")
            self.wrong(line, sentence % {"line": line, "count": playing})
        if len(values["date"]) > 1:
            self._short_days.setdefault(values["date"], []).append(line)
        partner = values.get("partner") or ""
        return SeasonRow(
            line=line,
            season=values.get("season") or "",
            day=values["date"][0],
            taker_name=values["taker"],
            partner_name="" if fold(partner) in ALONE or partner in ALONE else partner,
            contract=values["contract"],
            made=values["made"],
            points=points,
            number=values.get("number") or "",
        )

    def check_rows(self) -> None:
        places = {fold(name): place for place, name in enumerate(self.players)}
        short = {line for lines in self._short_days.values() for line in lines}
        certain = [row.day for row in self.rows if row.line not in short]
        days: dict[int, date] = {}
        for readings, lines in self._short_days.items():  # the year may stand first: the other days say it
            read = min(readings, key=lambda one: min((abs(one - other) for other in certain), default=timedelta()))
            days |= dict.fromkeys(lines, read)
            sentence = ngettext(
                "Ligne %(lines)s : l’année de la date est abrégée, elle est lue %(day)s.",
                "Lignes %(lines)s : l’année de la date est abrégée, elle est lue %(day)s.",
                len(lines),
            )
            self.notices.append(sentence % {"lines": named(lines), "day": french_day(read)})
        self.rows = [
            replace(
                row,
                day=days.get(row.line, row.day),
                taker=places.get(fold(row.taker_name)),
                partner=places.get(fold(row.partner_name)) if row.partner_name else None,
            )
            for row in self.rows
        ]
        self._repeats = self._find_repeats()

    def _find_repeats(self) -> dict[int, int]:
        """Return the lines that say a donne again: a number twice for the same people of a day, else a line twice."""
        numbered: dict[tuple[object, ...], int] = {}
        repeats: dict[int, int] = {}
        for row in self.rows:
            people = tuple(place for place, points in enumerate(row.points) if points is not None)
            if row.number:
                first = numbered.setdefault((row.season, row.day, people, row.number), row.line)
                if first != row.line:
                    repeats[row.line] = first
        if not numbered:
            alike = (replace(row, line=0) for row in self.rows)
            for (one, other), (before, row) in zip(pairwise(alike), pairwise(self.rows), strict=True):
                if one == other:
                    repeats[row.line] = before.line
        return repeats

    def aliases(self) -> list[Alias]:
        """Return the names in rows that no column has, each with the column that the points of all its rows tell."""
        found: dict[str, Alias] = {}
        means: dict[str, set[int | None]] = {}
        for row in self.rows:
            told = _attack(row)
            for name, place, seen in (
                (row.taker_name, row.taker, told and told[0]),
                (row.partner_name, row.partner, told and told[1]),
            ):
                if name and place is None:
                    found.setdefault(name, Alias(name)).lines.append(row.line)
                    means.setdefault(name, set()).add(seen)
        for name, alias in found.items():
            (alias.means,) = means[name] if len(means[name]) == 1 else (None,)
            alias.likely = "" if alias.means is None else self.players[alias.means]
        return list(found.values())

    def resolved(self, merged: dict[str, int]) -> list[SeasonRow]:
        """Return the rows with `taker` and `partner` filled in by `merged`: name → index of its column, from 0."""
        return [
            replace(
                row,
                taker=row.taker if row.taker is not None else merged.get(row.taker_name),
                partner=row.partner if row.partner is not None else merged.get(row.partner_name),
            )
            for row in self.rows
        ]

    def wrong_in(self, row: SeasonRow) -> list[str]:
        """Return the sentences that say how a row contradicts itself, or says a donne again."""
        playing = row.playing
        sentences = []
        if row.line in self._repeats:
            sentence = _("C’est la même donne qu’à la ligne %(line)d : laissez l’une des deux de côté.")
            sentences.append(sentence % {"line": self._repeats[row.line]})
        for label, name, place in (
            (_("preneur"), row.taker_name, row.taker),
            (_("appelé"), row.partner_name, row.partner),
        ):
            if name and place not in playing:
                sentence = _("%(who)s « %(name)s » n’a pas de points sur cette ligne : corrigez le nom ou les points.")
                sentences.append(sentence % {"who": label.capitalize(), "name": name})
        if len(playing) not in PLAYING or not {row.taker, row.partner if row.partner_name else row.taker} <= {*playing}:
            return sentences
        assert row.taker is not None  # told above
        marks = tuple(points for place in playing if (points := row.points[place]) is not None)
        partner = None if row.partner is None else playing.index(row.partner)
        line = MarkedLine(marks, playing.index(row.taker), partner, row.contract, row.made)
        names = [self.players[place] for place in playing]
        wrong = [problem.named(names).message(current_language()) for problem in contradictions(line)]
        if not wrong and row.made and (row.points[row.taker] or 0) < 0:
            sentence = _(
                "La ligne dit le contrat réussi, et l’attaque paie : seul un chelem annoncé et manqué l’explique. "
                "Corrigez l’un ou l’autre, ou dites qu’il y en avait un."
            )
            wrong = [sentence]
        return sentences + wrong


def _attack(row: SeasonRow) -> tuple[int, int | None] | None:
    """Return the columns of the taker and of his partner that a row's points tell; None when they tell nothing."""
    playing = row.playing
    told = attack_of(tuple(row.points[place] or 0 for place in playing)) if len(playing) in PLAYING else None
    if told is None:
        return None
    return playing[told.taker], None if told.partner is None else playing[told.partner]
