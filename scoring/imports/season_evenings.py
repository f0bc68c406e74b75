"""What a file of donnes holds: its people, its evenings and its seasons, as they are told and compared."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from scoring.imports.past_files import PastRow
from scoring.imports.same_evenings import Brought, brought
from scoring.imports.season_files import SeasonFile, SeasonRow
from tournaments.imports.names import split_name, without_civility, without_number
from tournaments.kit.days import french_day
from tournaments.models import Player, Season
from tournaments.services.people.players import LENGTHS


@dataclass(frozen=True)
class SeasonTold:
    """One season of a file; `is_known` when the club has a season of that name already."""

    name: str
    starts_on: date
    ends_on: date
    evenings: int
    donnes: int
    is_known: bool


def people_of(file: SeasonFile) -> list[PastRow]:
    """Return the people of the columns of points, in their order; `line` and `number` count the columns from 1."""
    rows = []
    for number, title in enumerate(file.players, 1):
        name, _sex = without_civility(without_number(title))
        last_name, first_name = split_name(name)
        rows.append(
            PastRow(
                line=number,
                last_name=last_name[: LENGTHS["last_name"]] or title,
                first_name=first_name[: LENGTHS["first_name"]],
                licence="",
                number=number,
                points=(),
                published_total=None,
                published_rank=None,
            )
        )
    return rows


def evenings_of(rows: Sequence[SeasonRow], name: str) -> dict[tuple[str, date], list[SeasonRow]]:
    evenings: dict[tuple[str, date], list[SeasonRow]] = {}
    for row in rows:
        evenings.setdefault((row.season or name, row.day), []).append(row)
    return evenings


def seasons_told(rows: Sequence[SeasonRow], name: str, known: Collection[str]) -> list[SeasonTold]:
    evenings = evenings_of(rows, name)
    days: dict[str, list[date]] = {}
    for season, day in evenings:
        days.setdefault(season, []).append(day)
    return [
        SeasonTold(
            name=season,
            starts_on=min(on),
            ends_on=max(on),
            evenings=len(on),
            donnes=sum(len(lines) for (each, _day), lines in evenings.items() if each == season),
            is_known=season in known,
        )
        for season, on in days.items()
    ]


def overlaps(seasons: Sequence[SeasonTold], known: Sequence[Season]) -> list[str]:
    """Return a sentence for each two seasons whose days overlap."""
    theirs: list[SeasonTold | Season] = [
        *seasons,
        *(season for season in known if season.name not in {told.name for told in seasons}),
    ]
    sentence = _("« %(one)s » (%(days)s) et « %(other)s » (%(others)s) se chevauchent.")
    return [
        sentence % {"one": one.name, "days": _days(one), "other": other.name, "others": _days(other)}
        for index, one in enumerate(seasons)
        for other in theirs[index + 1 :]
        if one.starts_on <= other.ends_on and other.starts_on <= one.ends_on
    ]


def _days(season: SeasonTold | Season) -> str:
    return _("du %(first)s au %(last)s") % {"first": french_day(season.starts_on), "last": french_day(season.ends_on)}


def evenings_brought(
    file: SeasonFile, evenings: Mapping[tuple[str, date], Sequence[SeasonRow]], people: Mapping[int, Player]
) -> list[Brought]:
    """Return the evenings of a file as they are compared: each player's sum of the day."""
    columns = people_of(file)
    found = []
    for (_season, day), rows in evenings.items():
        came = [
            replace(column, points=tuple(row.points[column.number - 1] for row in rows))
            for column in columns
            if any(row.points[column.number - 1] is not None for row in rows)
        ]
        found.append(brought(day, came, people))
    return found
