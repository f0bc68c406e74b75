"""The entries of a tournament whose results came in from a file, with the total of each round that they played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.models import SheetTotal
from tournaments.labels import Keeps
from tournaments.models import Player, Registration, Tournament

CORRECTED = "résultat importé corrigé"  # its action in the journal


@dataclass(frozen=True)
class ImportedEntry:
    """An entry, and its current totals by number of round."""

    registration: Registration
    totals: Mapping[int, SheetTotal]

    @property
    def points(self) -> int:
        return sum(total.points for total in self.totals.values())


def is_from_file(tournament: Tournament) -> bool:
    """Return whether a file gave the results of a tournament: it keeps totals, and some have no table. One query."""
    return tournament.keeps == Keeps.TOTALS and (
        _totals(tournament).filter(seat__table=None).exists()
        or tournament.registrations.filter(imported_by__isnull=False).exists()
    )


def imported_entries(tournament: Tournament, *pks: int) -> Sequence[ImportedEntry]:
    """Return the entries with a total, the best first, or those with these ids only. Two queries at most."""
    if not is_from_file(tournament):
        return []
    totals = _totals(tournament).select_related("seat__round", "seat__registration__player")
    found: dict[int, dict[int, SheetTotal]] = {}
    entries: dict[int, Registration] = {}
    for total in totals.filter(seat__registration__in=pks) if pks else totals:
        entry = entries.setdefault(total.seat.registration_id, total.seat.registration)
        found.setdefault(entry.pk, {})[total.seat.round.number] = total
    imported = [ImportedEntry(entries[pk], of_rounds) for pk, of_rounds in found.items()]
    return sorted(imported, key=lambda one: (-one.points, one.registration.player.full_name))


def others_known(tournament: Tournament) -> QuerySet[Player]:
    """Return the people whom the club knows and who have no entry in a tournament."""
    return tournament.club.known.exclude(registrations__tournament=tournament)


def _totals(tournament: Tournament) -> QuerySet[SheetTotal]:
    return SheetTotal.objects.filter(seat__round__tournament=tournament, current=True)
