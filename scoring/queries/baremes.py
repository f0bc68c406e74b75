"""Which barème a tournament is played by, and those a club may choose among."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from scoring.marque import EDITIONS, Bareme, compose
from scoring.models import ClubBareme
from tournaments.labels import bareme_label
from tournaments.models import Club, Tournament


@dataclass(frozen=True)
class Choice:
    """One edition a tournament may be played by, under the name people know."""

    edition: str
    label: str
    bareme: Bareme


def bareme_of(tournament: Tournament) -> Bareme:
    """Return the barème that a tournament is played by, official or its club's own."""
    return edition_of(tournament.bareme)


def edition_of(edition: str) -> Bareme:
    """Return a barème by its code. A process asks the database once for each: an edition never changes."""
    return EDITIONS[edition] if edition in EDITIONS else _composed(edition)


def offered(club: Club) -> QuerySet[ClubBareme]:
    """Return the barèmes of a club that a tournament may choose: the last version of each, those withdrawn left out."""
    return club.baremes.filter(archived_at=None)


def choices_of(tournament: Tournament) -> tuple[Choice, ...]:
    """Return what a tournament may be played by: official editions, its club's own, and the one it has already."""
    found = [Choice(edition, bareme_label(edition), bareme) for edition, bareme in EDITIONS.items()]
    found += [Choice(bareme.edition, str(bareme), composed(bareme)) for bareme in offered(tournament.club)]
    if tournament.bareme not in [choice.edition for choice in found]:
        found.append(Choice(tournament.bareme, tournament.bareme_label, bareme_of(tournament)))
    return tuple(found)


def composed(bareme: ClubBareme) -> Bareme:
    """Return the barème that a row holds. Pure: no query."""
    return compose(bareme.rules, edition=bareme.edition)


def played_by(bareme: ClubBareme) -> QuerySet[Tournament]:
    """Return the tournaments that keep this edition, the latest first."""
    return bareme.club.tournaments.filter(bareme=bareme.edition)


def flat(rules: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return the figures of a composed barème by dotted key: `{"poignees.double": 40, …}`."""
    figures: dict[str, Any] = {}
    for key, value in rules.items():
        figures |= flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {before + key: value}
    return figures


@lru_cache(maxsize=256)
def _composed(edition: str) -> Bareme:
    return compose(ClubBareme.objects.values_list("rules", flat=True).get(edition=edition), edition=edition)
