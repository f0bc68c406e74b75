"""
The results of a finished concours as a spreadsheet gives them: bytes → rows, or every problem as a sentence.

Nothing here knows the database. One column for each timed sequence, each player's balance in it; what was published
besides (total, place) is read to be verified, never to be trusted.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.imports.columns import Column, Table
from tournaments.refusals import Refusal
from tournaments.services.players import LENGTHS, clean_licence
from tournaments.text import fold, signed

MOST_BYTES = 1024 * 1024
MOST_SEQUENCES = 30
MOST_POINTS = 100_000
SEQUENCE = re.compile(r"(seq|position|manche|tour|round)")
MINUTES = re.compile(r"(\d+)\s*(min|mn)")


@dataclass(frozen=True)
class PastRow:
    """A player's line. `points` has one place for each sequence, None where he did not play."""

    line: int
    last_name: str
    first_name: str
    licence: str
    number: int
    points: tuple[int | None, ...]
    published_total: int | None
    published_rank: int | None

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


def whole_number(text: str) -> int | None:
    """Return a number as people and spreadsheets write it (« −1 044 », « 12.0 »), None when it is not whole."""
    plain = re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")
    if not re.fullmatch(r"[+-]?\d{1,7}([.,]0+)?", plain):
        return None
    value = int(re.split(r"[.,]", plain)[0])
    return value if abs(value) <= MOST_POINTS else None


def split_name(name: str) -> tuple[str, str]:
    """Return (family name, first name): words in capitals are the family name, else the first word is."""
    words = name.split()
    upper = [word for word in words if word == word.upper() and any(letter.isalpha() for letter in word)]
    if upper and len(upper) < len(words):
        return " ".join(upper), " ".join(word for word in words if word not in upper)
    return " ".join(words[:1]), " ".join(words[1:])


def _points(cell: str) -> int:
    value = whole_number(cell)
    if value is None:
        raise ValueError(_("« %(text)s » n’est pas un nombre entier de points.") % {"text": cell[:20]})
    return value


def _rank(cell: str) -> int | None:
    place = re.match(r"\d{1,6}", cell)
    return int(place[0]) if place else None


class PastFile(Table[PastRow]):
    """
    A file of results: its `sequences` are titles, `minutes` how long each lasted if all lasted as long.

    A column that we do not know is left out, and told. Without numbers those of its rows are only their order.
    """

    columns = (
        Column("player", ("joueur", "nom", "player", "name", "nom de famille", "last name")),
        Column("first_name", ("prenom", "first name")),
        Column("licence", ("licence", "n° licence", "numero de licence", "n° de licence", "license"),
               value=clean_licence),
        Column("number", ("numero", "entry number", "n°", "no", "number", "start number", "dossard"),
               gettext_lazy("numéro"), _points),
        Column("rank", ("place", "rang", "rank", "published rank", "classement"), value=_rank),
        Column("total", ("total", "published total", "points"), gettext_lazy("total"), _points),
    )  # fmt: skip
    most_lines = 2_000
    most_problems = 100
    has_too_many_lines = gettext_lazy("Ce fichier a plus de 2 000 lignes : ce ne sont sans doute pas des résultats.")
    has_column_twice = gettext_lazy("La colonne « %(title)s » est là deux fois : gardez-en une.")

    def __init__(self) -> None:
        super().__init__()
        self.sequences: list[str] = []
        self.minutes: int | None = None

    @property
    def has_numbers(self) -> bool:
        return self.has("number")

    def unknown_column(self, index: int, title: str) -> Column | None:
        if SEQUENCE.match(fold(title)):
            self.sequences.append(title)
            return Column(_sequence(len(self.sequences)), label=title, value=_points)
        self.notices.append(_("La colonne « %(title)s » n’est pas lue.") % {"title": title[:40]})
        return None

    def check_columns(self) -> None:
        if not self.has("player") and not self.has("licence"):
            self.wrong(1, _("Il manque la colonne « joueur » : le nom ou la licence de chacun."))
        if not 1 <= len(self.sequences) <= MOST_SEQUENCES:
            self.wrong(
                1,
                _(
                    "Il faut de 1 à 30 colonnes de séquences, dont le titre commence par « séquence », « position », "
                    "« manche » ou « tour » : ce fichier en a %(count)d."
                )
                % {"count": len(self.sequences)},
            )
        minutes = {int(match[1]) for title in self.sequences if (match := MINUTES.search(fold(title)))}
        if len(minutes) == 1 and 1 <= min(minutes) <= 600:
            self.minutes = minutes.pop()
        elif minutes:
            self.notices.append(_("Les séquences n’ont pas toutes la même durée : le tournoi n’en retiendra aucune."))

    def row(self, line: int, values: dict[str, Any]) -> PastRow:
        player, licence = values.get("player") or "", values.get("licence") or ""
        last_name, first_name = split_name(player)
        if "first_name" in values:
            last_name, first_name = player, values["first_name"] or ""
        if not last_name and not licence:
            self.wrong(line, _("Ligne %(line)d : il n’y a ni nom ni licence.") % {"line": line})
        lengths = {"last_name": last_name, "first_name": first_name, "licence": licence}
        if any(len(text) > LENGTHS[name] for name, text in lengths.items()):
            self.wrong(line, _("Ligne %(line)d : le nom ou la licence est trop long.") % {"line": line})
        number = values.get("number", len(self.rows) + 1)
        if number is None or number < 1:
            self.wrong(line, _("Ligne %(line)d : il faut le numéro du joueur, à partir de 1.") % {"line": line})
        sequences = [_sequence(index) for index in range(1, len(self.sequences) + 1)]
        if all(name in values and values[name] is None for name in sequences):
            self.wrong(line, _("Ligne %(line)d : aucun bilan n’est écrit.") % {"line": line})
        points = tuple(values.get(name) for name in sequences)
        return PastRow(
            line, last_name, first_name, licence, number or 0, points, values.get("total"), values.get("rank")
        )

    def check_rows(self) -> None:
        for number, count in Counter(row.number for row in self.rows).items():
            if count > 1:
                last = [row for row in self.rows if row.number == number][-1]
                sentence = _("Ligne %(line)d : le numéro %(number)d est déjà celui d’un autre joueur.")
                self.wrong(last.line, sentence % {"line": last.line, "number": number})
        self._tell_sums()

    def _tell_sums(self) -> None:
        """Say which sequences do not sum to zero: a published list is often cut after the prizes."""
        sums = [(title, sum(row.points[i] or 0 for row in self.rows)) for i, title in enumerate(self.sequences)]
        wrong = [f"« {title} » {signed(total)}" for title, total in sums if total]
        if wrong:
            self.notices.append(
                _(
                    "La somme des bilans d’une séquence devrait être 0, elle ne l’est pas : %(sums)s. La liste publiée "
                    "est sans doute incomplète. Les résultats entrent tels quels."
                )
                % {"sums": ", ".join(wrong)}
            )


def _sequence(number: int) -> str:
    """Return the name of the column of a sequence, the first being 1."""
    return f"sequence {number}"


def read_past_results(content: bytes) -> PastFile:
    """Return what the file holds, its problems collected. Refuses what is no spreadsheet, and a big one."""
    if len(content) > MOST_BYTES:
        raise Refusal(_("Ce fichier dépasse 1 Mo : ce ne sont sans doute pas des résultats."), code="file_too_big")
    return PastFile.read(content)
