"""Barèmes: what a tournament and its tables play by, and those a club may choose among."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from scoring.marque import EDITIONS, Bareme, Variant, compose
from scoring.models import ClubBareme
from tournaments.labels import SEAT_NAMES, bareme_label
from tournaments.models import Club, Tournament

VARIANTS = {3: Variant.THREE, 4: Variant.FOUR}


@dataclass(frozen=True)
class TableRules:
    """
    What a table plays by. `variant` is None where no variant has so many or so few players.

    `names` are all different, by chair: those asked for, or the names of the chairs.
    """

    variant: Variant | None
    bareme: Bareme
    names: Sequence[str]


@dataclass(frozen=True)
class BaremeChoice:
    """One edition a tournament may be played by, under the name people know."""

    edition: str
    label: str
    bareme: Bareme


def bareme_of(tournament: Tournament) -> Bareme:
    """
    Return the barème that a tournament is played by, official or its club's own.

    A process asks the database once for each: an edition never changes.
    """
    return EDITIONS[tournament.bareme] if tournament.bareme in EDITIONS else _composed(tournament.bareme)


def variant_of(tournament: Tournament, chairs: int) -> Variant | None:
    """
    Return the variant played at a table of so many chairs, None where no variant has so many or so few players.

    Five at a four-player tournament are four and a mort [R25]; five at a tournament of five call a king, unless its
    barème has them play one against four [R26].
    """
    if chairs != 5:
        return VARIANTS.get(chairs)
    if tournament.table_size != 5:
        return Variant.FIVE_MORT
    return Variant.FIVE_FLAMBEUSE if bareme_of(tournament).house.flambeuse else Variant.FIVE


def rules_of(tournament: Tournament, chairs: int, names: Sequence[str] | None = None) -> TableRules:
    """Return what a table of so many chairs plays by, with these names of its players when no two are the same."""
    if names is None or len(set(names)) != chairs:
        names = [str(name) for name in SEAT_NAMES[:chairs]]
    return TableRules(variant_of(tournament, chairs), bareme_of(tournament), names)


def offered(club: Club) -> QuerySet[ClubBareme]:
    """Return the barèmes of a club that a tournament may choose: the last version of each, those withdrawn left out."""
    return club.baremes.filter(archived_at=None)


def choices_of(tournament: Tournament) -> tuple[BaremeChoice, ...]:
    """Return what a tournament may be played by: official editions, its club's own, and the one it has already."""
    choices = [BaremeChoice(edition, bareme_label(edition), bareme) for edition, bareme in EDITIONS.items()]
    choices += [BaremeChoice(bareme.edition, str(bareme), composed(bareme)) for bareme in offered(tournament.club)]
    if tournament.bareme not in [choice.edition for choice in choices]:
        choices.append(BaremeChoice(tournament.bareme, tournament.bareme_label, bareme_of(tournament)))
    return tuple(choices)


def composed(bareme: ClubBareme) -> Bareme:
    """Return the barème that a row holds. Pure: no query."""
    return compose(bareme.rules, edition=bareme.edition)


def played_by(bareme: ClubBareme) -> QuerySet[Tournament]:
    """Return the tournaments that keep this edition, the latest first."""
    return bareme.club.tournaments.filter(bareme=bareme.edition)


def flat(rules: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the figures of a composed barème by dotted key: `{"poignees.double": 40, …}`."""
    figures: dict[str, Any] = {}
    for key, value in rules.items():
        figures |= flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {prefix + key: value}
    return figures


@lru_cache(maxsize=256)
def _composed(edition: str) -> Bareme:
    return compose(ClubBareme.objects.values_list("rules", flat=True).get(edition=edition), edition=edition)
