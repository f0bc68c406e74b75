"""A table of players and evenings, imported as finished evenings: first a preview, then the import, all at once."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.imports.chosen_seasons import ChosenSeason, outside, season_in
from scoring.imports.evening_tables import EveningColumn, EveningTable
from scoring.imports.evening_titles import Days, says_day
from scoring.imports.past_files import SEQUENCE, PastRow
from scoring.imports.past_people import AskedPerson, alike_to, identify, put_zeros_back, said_to_be
from scoring.imports.past_results import PastConcours, add_players, first_key, write_results
from scoring.imports.same_evenings import SameEvening, brought, same_evenings
from scoring.models import SheetTotal
from tournaments.imports.columns import LineProblem
from tournaments.imports.mappings import meanings_of, remember
from tournaments.imports.players import NOBODY
from tournaments.kit.dated_names import LONGEST, evening_name
from tournaments.labels import ImportKind
from tournaments.models import Account, Club, Import, Player, Season
from tournaments.refusals import Refusal, form_used
from tournaments.services.journal import log
from tournaments.services.locks import lock_clubs_of

Asked = Mapping[int, AskedPerson]


@dataclass(frozen=True)
class PastEvening:
    """
    An evening of a table as it would come in. `taken` says that the club has it by this name and day, `same` that
    another has the same people and figures; `outside` that its day is none of the season's.
    """

    column: EveningColumn
    name: str
    taken: str = ""
    same: SameEvening | None = None
    outside: str = ""

    @property
    def index(self) -> int:
        return self.column.index


@dataclass
class TablePreview:
    """What the import of a table would make. With `problems` nothing can be imported."""

    problems: list[LineProblem] = field(default_factory=list)
    evenings: list[PastEvening] = field(default_factory=list)
    created: list[PastRow] = field(default_factory=list)
    alike: dict[int, list[Player]] = field(default_factory=dict)
    asked: dict[int, AskedPerson] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)
    zeros: str = ""

    @property
    def undated(self) -> str:
        """Return a sentence when a title does not give its day, else an empty text."""
        if all(one.column.day for one in self.evenings):
            return ""
        return _("Un titre ne dit pas le jour ou l’année : écrivez les jours, ou envoyez le fichier avec sa saison.")

    @property
    def is_ready(self) -> bool:
        """Return whether the table can be imported without any answer."""
        asks = self.problems or self.alike or self.asked or self.disagreements
        return not asks and all(one.column.day and not (one.taken or one.same) for one in self.evenings)


def preview_of(
    *,
    club: Club,
    table: EveningTable,
    season: ChosenSeason | None,
    within: Days | None,
    days: Mapping[int, date] = NOBODY,  # type: ignore[assignment]
) -> TablePreview:
    """
    Return what the import would make. `within` are the days from which a title without a year takes it; `days` stand in
    place of those that the titles give.
    """
    preview = TablePreview(problems=list(table.problems), disagreements=list(table.disagreements))
    if table.problems:
        return preview
    preview.zeros = put_zeros_back(club, table)
    rows = table.came
    people, preview.asked, preview.problems = identify(club, rows)
    preview.created = [row for row in rows if row.line not in people]
    columns = [replace(one, day=days.get(one.index, one.day)) for one in table.evenings(within)]
    preview.evenings = _evenings(club, table, columns, people, season)
    if not preview.problems:
        preview.alike = alike_to(club, preview.created, people, preview.asked)
    return preview


def _evenings(
    club: Club,
    table: EveningTable,
    columns: Sequence[EveningColumn],
    people: Mapping[int, Player],
    season: ChosenSeason | None,
) -> list[PastEvening]:
    dated = [one for one in columns if one.day is not None]
    taken = set(club.tournaments.filter(date__in=[one.day for one in dated]).values_list("name", "date"))
    same = same_evenings(
        club, [brought(one.day, table.of_evening(one.index).rows, people) for one in dated if one.day is not None]
    )
    same_of = {one.index: each for one, each in zip(dated, same, strict=True)}
    times: Counter[date | None] = Counter()
    evenings = []
    for one in columns:
        times[one.day] += 1
        name = name_of(one, times[one.day])
        is_taken = (name, one.day) in taken
        evenings.append(
            PastEvening(
                one,
                name,
                taken=_("déjà dans le club") if is_taken else "",
                same=None if is_taken else same_of.get(one.index),
                outside=outside(season, one.day) if one.day else "",
            )
        )
    return evenings


def name_of(column: EveningColumn, number: int) -> str:
    """Return the name of an evening: its title if that is one (« Soirée 3 »), else its day; `number` of that day."""
    if column.day is None or not says_day(column.title):
        return column.title[:LONGEST]
    return evening_name(column.day) + (f" ({number})" if number > 1 else "")


@transaction.atomic
def import_past_evenings(
    *,
    club: Club,
    table: EveningTable,
    days: Mapping[int, date],
    season: ChosenSeason | None,
    key: uuid.UUID,
    by: Account,
    at: datetime,
    file_name: str = "",
    same: Mapping[int, int] = NOBODY,
    others: Collection[int] = frozenset(),
    anyway: Collection[int] = frozenset(),
    aside: Mapping[int, date] = NOBODY,  # type: ignore[assignment]
) -> Import:
    """
    Write the evenings of a table as finished tournaments: `days` are those that come in, index of the column → day, and
    `aside` those left out, which number the evenings of a day too.

    `season` holds them all; None means for each the season of its day. `same` and `others` as in
    `import_past_results`. The same form sent twice (`key`) is one import.

    Refuses a table with a problem, no evening, an evening that the club has, one with the same people and figures
    unless it is in `anyway`, and a question without an answer.
    """
    lock_clubs_of(*same.values(), and_club=club)
    if (made := imported_before(club, key)) is not None:
        return made
    preview = preview_of(club=club, table=table, season=season, within=None, days={**aside, **days})
    if preview.problems:
        raise Refusal(" ".join(one.sentence for one in preview.problems[:5]), code="past_evenings_refused")
    entering = [one for one in preview.evenings if one.index in days]
    _refuse_evenings(entering, anyway)
    if unsaid := [asks.sentence for line, asks in preview.asked.items() if line not in same and line not in others]:
        raise Refusal(" ".join(unsaid[:5]), code="who_is_it")
    rows = [row for row in table.came if any(row.points[one.index] is not None for one in entering)]
    people, rows = _who_is_meant(club, rows, same, others)
    import_ = Import.objects.create(club=club, kind=ImportKind.TABLE, at=at, by=by, file_name=file_name)
    said = meanings_of(table)
    remember(club, ImportKind.TABLE, {title: column for title, column in said.items() if column != SEQUENCE})
    into = season_in(import_, season)
    new = [row for row in rows if row.line not in people]
    people |= add_players(import_, new)
    seasons = list(club.seasons.all()) if into is None else []
    for number, one in enumerate(entering):
        past = PastConcours(one.name, days[one.index], into or _of_its_day(seasons, days[one.index]))
        write_results(import_, past, table.of_evening(one.index), people, _key(key, number), new=())
    details = {"evenings": len(entering), "players": len(rows), "created": [row.name for row in new]}
    details |= {"anyway": [one.name for one in entering if one.index in anyway and one.same]}
    log(action=gettext_noop("soirées importées"), subject=file_name, by=by, at=at, club=club, details=details)
    return import_


def _who_is_meant(
    club: Club, rows: Sequence[PastRow], same: Mapping[int, int], others: Collection[int]
) -> tuple[dict[int, Player], list[PastRow]]:
    """Return {line: person known here}, as was said too, and the rows; without a licence that is somebody else's."""
    people, asked, _problems = identify(club, rows)
    people |= said_to_be(alike_to(club, [row for row in rows if row.line in same], people, asked), _of(same, rows))
    unnumbered = {line for line, asks in asked.items() if asks.is_held and line in others and line not in same}
    return people, [replace(row, licence="") if row.line in unnumbered else row for row in rows]


def imported_before(club: Club, key: uuid.UUID) -> Import | None:
    """Return the import that this form made before, None if it is new. Refuses the form of another club."""
    first = SheetTotal.objects.filter(key=first_key(_key(key, 0)))
    sent = first.select_related("seat__registration__imported_by").first()
    if sent is None:
        return None
    made = sent.seat.registration.imported_by
    if made is None or made.club_id != club.pk:
        raise form_used("stale_import")
    return made


def _refuse_evenings(entering: Sequence[PastEvening], anyway: Collection[int]) -> None:
    """Refuse no evening at all, one that the club has, and one that is perhaps another's same."""
    if not entering:
        raise Refusal(_("Aucune soirée n’entre : dites lesquelles."), code="nothing_left")
    wrong: dict[str, list[str]] = {}
    for one in entering:
        if one.taken:
            wrong[f"enter_{one.index}"] = [_("« %(name)s » est déjà dans le club.") % {"name": one.name}]
        elif one.same is not None and one.index not in anyway:
            wrong[f"enter_{one.index}"] = [one.same.sentence]
    if wrong:
        sentences = [sentence for sentences in wrong.values() for sentence in sentences]
        raise Refusal(" ".join(sentences[:5]), code="same_evening", fields=wrong)


def _of(same: Mapping[int, int], rows: Sequence[PastRow]) -> dict[int, int]:
    """Return the answers about these rows: who came to no evening that comes in is not asked about."""
    lines = {row.line for row in rows}
    return {line: player for line, player in same.items() if line in lines}


def _of_its_day(seasons: Sequence[Season], day: date) -> Season | None:
    return next((season for season in seasons if season.starts_on <= day <= season.ends_on), None)


def _key(key: uuid.UUID, number: int) -> uuid.UUID:
    """Return the key of the results of one evening; the first is 0."""
    return uuid.uuid5(key, f"evening/{number}")
