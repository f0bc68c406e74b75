"""The barème of a tournament or a table, and the barèmes that a club offers."""

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
    What a table plays by. `variant` is None when no variant has this number of players.

    `names` are all different, by chair: the names asked for, or the names of the chairs.
    """

    variant: Variant | None
    bareme: Bareme
    names: Sequence[str]


@dataclass(frozen=True)
class BaremeChoice:
    """One edition that a tournament may choose, with its name."""

    edition: str
    label: str
    bareme: Bareme


def bareme_of(tournament: Tournament) -> Bareme:
    """
    Return the barème of a tournament, official or its club's own.

    A process reads each barème once from the database: an edition never changes.
    """
    return EDITIONS[tournament.bareme] if tournament.bareme in EDITIONS else _composed(tournament.bareme)


def variant_of(tournament: Tournament, chairs: int) -> Variant | None:
    """
    Return the variant of a table with this number of chairs, None when no variant has it.

    Five players in a four-player tournament are four and a mort [R25]. In a tournament of five they call a king, unless
    its barème has one play against four [R26].
    """
    if chairs != 5:
        return VARIANTS.get(chairs)
    if tournament.table_size != 5:
        return Variant.FIVE_MORT
    return Variant.FIVE_FLAMBEUSE if bareme_of(tournament).house.flambeuse else Variant.FIVE


def rules_of(tournament: Tournament, chairs: int, names: Sequence[str] | None = None) -> TableRules:
    """Return what a table with this number of chairs plays by; `names` are its players', when no two are equal."""
    if names is None or len(set(names)) != chairs:
        names = [str(name) for name in SEAT_NAMES[:chairs]]
    return TableRules(variant_of(tournament, chairs), bareme_of(tournament), names)


def offered(club: Club) -> QuerySet[ClubBareme]:
    """Return the barèmes of a club that a tournament may choose: last versions, without those withdrawn."""
    return club.baremes.filter(archived_at=None)


def choices_of(tournament: Tournament) -> tuple[BaremeChoice, ...]:
    """Return what a tournament may choose: official editions, its club's own, and the edition that it has already."""
    choices = [BaremeChoice(edition, bareme_label(edition), bareme) for edition, bareme in EDITIONS.items()]
    choices += [BaremeChoice(bareme.edition, str(bareme), composed(bareme)) for bareme in offered(tournament.club)]
    if tournament.bareme not in [choice.edition for choice in choices]:
        choices.append(BaremeChoice(tournament.bareme, tournament.bareme_label, bareme_of(tournament)))
    return tuple(choices)


def composed(bareme: ClubBareme) -> Bareme:
    """Return the barème stored in a row. Makes no query."""
    return compose(bareme.rules, edition=bareme.edition)


def played_by(bareme: ClubBareme) -> QuerySet[Tournament]:
    """Return the tournaments that play by this edition, the latest first."""
    return bareme.club.tournaments.filter(bareme=bareme.edition)


def flat(rules: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return dotted key → figure of a composed barème: `{"poignees.double": 40, …}`."""
    figures: dict[str, Any] = {}
    for key, value in rules.items():
        figures |= flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {prefix + key: value}
    return figures


@lru_cache(maxsize=256)
def _composed(edition: str) -> Bareme:
    return compose(ClubBareme.objects.values_list("rules", flat=True).get(edition=edition), edition=edition)
