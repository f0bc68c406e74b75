"""
The results of a finished concours as a spreadsheet gives them: bytes → lines, or every problem as a sentence.

Nothing here knows the database. One column for each timed sequence, each player's balance in it; what was published
besides (total, place) is read to be verified, never to be trusted.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.marque.words import signed
from tournaments.queries.names import fold
from tournaments.refusals import Refusal
from tournaments.services.players import clean_licence
from tournaments.services.spreadsheets import Line, open_spreadsheet

MOST_BYTES = 1024 * 1024
MOST_LINES = 2_000
MOST_PROBLEMS = 100  # after that many, the file itself is wrong
MOST_SEQUENCES = 30
MOST_POINTS = 100_000

# Column → the headings that name it, folded. The first one is the one we print.
HEADINGS: dict[str, tuple[str, ...]] = {
    "player": ("joueur", "nom", "player", "name", "nom de famille", "last name"),
    "first_name": ("prenom", "first name"),
    "licence": ("licence", "n° licence", "numero de licence", "n° de licence", "license"),
    "number": ("numero", "entry number", "n°", "no", "number", "start number", "dossard"),
    "rank": ("place", "rang", "rank", "published rank", "classement"),
    "total": ("total", "published total", "points"),
}
SEQUENCE = re.compile(r"(seq|position|manche|tour|round)")
MINUTES = re.compile(r"(\d+)\s*(min|mn)")


@dataclass(frozen=True)
class Problem:
    """What is wrong, where; line 0 is the file as a whole."""

    line: int
    sentence: str


@dataclass(frozen=True)
class PastLine:
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


@dataclass
class PastFile:
    """
    A file as read: its sequences and good lines, what is wrong, and what the reader should know.

    Without `has_numbers` the numbers of its lines are only their order.
    """

    sequences: list[str] = field(default_factory=list)
    minutes: int | None = None
    has_numbers: bool = False
    lines: list[PastLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def wrong(self, line: int, sentence: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(line, sentence))


def read_past_results(content: bytes) -> PastFile:
    """Return what the file holds. Problems of lines and columns are collected; what is no spreadsheet is refused."""
    if len(content) > MOST_BYTES:
        raise Refusal(_("Ce fichier dépasse 1 Mo : ce ne sont sans doute pas des résultats."), code="file_too_big")
    read = PastFile()
    table = open_spreadsheet(content, read.notices)
    first = next(table, None)
    if first is None:
        raise Refusal(_("Ce fichier est vide : ses cellules ne contiennent rien."), code="file_empty")
    columns, sequences = _columns(first[1], read)
    if not read.problems:
        _read_lines(table, columns, sequences, read)
    return read


def split_name(name: str) -> tuple[str, str]:
    """Return (family name, first name): words in capitals are the family name, else the first word is."""
    words = name.split()
    upper = [word for word in words if word == word.upper() and any(letter.isalpha() for letter in word)]
    if upper and len(upper) < len(words):
        return " ".join(upper), " ".join(word for word in words if word not in upper)
    return " ".join(words[:1]), " ".join(words[1:])


def _columns(titles: list[str], read: PastFile) -> tuple[dict[str, int], list[int]]:
    """Return column → index, and the indexes of the sequences. Tells columns that are missing or there twice."""
    names = {heading: column for column, known in HEADINGS.items() for heading in known}
    columns: dict[str, int] = {}
    sequences: list[int] = []
    minutes: set[int] = set()
    for index, title in enumerate(titles):
        folded = fold(title)
        if column := names.get(folded):
            if column in columns:
                read.wrong(1, _("La colonne « %(title)s » est là deux fois : gardez-en une.") % {"title": title})
            columns[column] = index
        elif SEQUENCE.match(folded):
            sequences.append(index)
            if said := MINUTES.search(folded):
                minutes.add(int(said.group(1)))
        elif title:
            read.notices.append(_("La colonne « %(title)s » n’est pas lue.") % {"title": title[:40]})
    _refuse_columns(columns, len(sequences), read)
    read.has_numbers = "number" in columns
    read.sequences = [titles[index] for index in sequences]
    if len(minutes) == 1 and 1 <= min(minutes) <= 600:
        read.minutes = minutes.pop()
    elif minutes:
        read.notices.append(_("Les séquences n’ont pas toutes la même durée : le tournoi n’en retiendra aucune."))
    return columns, sequences


def _refuse_columns(columns: dict[str, int], sequences: int, read: PastFile) -> None:
    if "player" not in columns and "licence" not in columns:
        read.wrong(1, _("Il manque la colonne « joueur » : le nom ou la licence de chacun."))
    if not 1 <= sequences <= MOST_SEQUENCES:
        read.wrong(
            1,
            _(
                "Il faut de 1 à 30 colonnes de séquences, dont le titre commence par « séquence », « position », "
                "« manche » ou « tour » : ce fichier en a %(count)d."
            )
            % {"count": sequences},
        )


def _read_lines(table: Iterable[Line], columns: dict[str, int], sequences: list[int], read: PastFile) -> None:
    for count, (line, cells) in enumerate(table, 1):
        if count > MOST_LINES:
            raise Refusal(
                _("Ce fichier a plus de 2 000 lignes : ce ne sont sans doute pas des résultats."), code="too_many_lines"
            )
        found = _line(line, count, cells, columns, sequences, read)
        if found is not None:
            read.lines.append(found)
    if not read.lines and not read.problems:
        read.wrong(0, _("Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous."))
    for number, count in Counter(one.number for one in read.lines).items():
        if count > 1:
            last = [one for one in read.lines if one.number == number][-1]
            read.wrong(
                last.line,
                _("Ligne %(line)d : le numéro %(number)d est déjà celui d’un autre joueur.")
                % {"line": last.line, "number": number},
            )
    _tell_sums(read)


def _tell_sums(read: PastFile) -> None:
    """Say which sequences do not sum to zero: a published list is often cut after the prizes."""
    sums = [(title, sum(one.points[index] or 0 for one in read.lines)) for index, title in enumerate(read.sequences)]
    told = [f"« {title} » {signed(total)}" for title, total in sums if total]
    if told:
        read.notices.append(
            _(
                "La somme des bilans d’une séquence devrait être 0, elle ne l’est pas : %(sums)s. La liste publiée "
                "est sans doute incomplète. Les résultats entrent tels quels."
            )
            % {"sums": ", ".join(told)}
        )


def _line(
    line: int, count: int, cells: list[str], columns: dict[str, int], sequences: list[int], read: PastFile
) -> PastLine | None:
    """Return the `count`-th player's line, or None with its problems told."""
    before = len(read.problems)

    def cell(column: str) -> str:
        index = columns.get(column)
        return cells[index] if index is not None and index < len(cells) else ""

    last_name, first_name = split_name(cell("player"))
    if "first_name" in columns:
        last_name, first_name = cell("player"), cell("first_name")
    licence = clean_licence(cell("licence"))
    if not last_name and not licence:
        read.wrong(line, _("Ligne %(line)d : il n’y a ni nom ni licence.") % {"line": line})
    if len(last_name) > 80 or len(first_name) > 80 or len(licence) > 20:
        read.wrong(line, _("Ligne %(line)d : le nom ou la licence est trop long.") % {"line": line})
    number = _whole(read, line, cell("number"), _("numéro")) if "number" in columns else count
    if "number" in columns and not (cell("number") and (number is None or number >= 1)):
        read.wrong(line, _("Ligne %(line)d : il faut le numéro du joueur, à partir de 1.") % {"line": line})
    points = tuple(
        _whole(read, line, cells[index] if index < len(cells) else "", title)
        for index, title in zip(sequences, read.sequences, strict=True)
    )
    if not any(index < len(cells) and cells[index] for index in sequences):
        read.wrong(line, _("Ligne %(line)d : aucun bilan n’est écrit.") % {"line": line})
    total, place = _whole(read, line, cell("total"), _("total")), re.match(r"\d{1,6}", cell("rank"))
    if len(read.problems) > before:
        return None
    return PastLine(line, last_name, first_name, licence, number or 0, points, total, int(place[0]) if place else None)


def _whole(read: PastFile, line: int, text: str, title: str) -> int | None:
    """Return a cell's number, None when it is empty or wrong, which is then told."""
    if not text:
        return None
    value = whole_number(text)
    if value is None:
        read.wrong(
            line,
            _("Ligne %(line)d, colonne « %(title)s » : « %(text)s » n’est pas un nombre entier de points.")
            % {"line": line, "title": title, "text": text[:20]},
        )
    return value


def whole_number(text: str) -> int | None:
    """Return a number as people and spreadsheets write it (« −1 044 », « 12.0 »), None when it is not whole."""
    plain = re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")
    if not re.fullmatch(r"[+-]?\d{1,7}([.,]0+)?", plain):
        return None
    value = int(re.split(r"[.,]", plain)[0])
    return value if abs(value) <= MOST_POINTS else None
