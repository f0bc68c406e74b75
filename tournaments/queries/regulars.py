"""Those who come every week: whom a tournament opened like another expects."""

from collections import Counter

from django.db.models import Exists, OuterRef, Q

from tournaments.labels import Status
from tournaments.models import Registration, Seat, Table, Tournament, Wish

EVENINGS = 4  # how many are looked at: a month of Fridays


def last_evenings(source: Tournament) -> list[Tournament]:
    """Return the last evenings that were played up to this one, the latest first: of its series, else of its club."""
    played = Tournament.objects.filter(
        Exists(Table.objects.filter(round__tournament=OuterRef("pk"))), is_trial=False, date__lte=source.date
    )
    played = played.filter(series=source.series_id) if source.series_id else played.filter(club=source.club_id)
    return list(played.order_by("-date", "-pk")[:EVENINGS])


def who_came(evenings: list[Tournament]) -> Counter[int]:
    """Return how many of these evenings each player came to, by the player's id: one query."""
    sat = Exists(Seat.objects.filter(registration=OuterRef("pk"), table__isnull=False))
    came = Registration.objects.filter(tournament__in=evenings).filter(Q(status=Status.PRESENT) | sat)
    return Counter(came.values_list("player_id", flat=True))


def regulars(source: Tournament) -> set[int]:
    """Return the ids of the players who missed at most one of three of the last evenings: three of four, two of two."""
    evenings = last_evenings(source)
    least = len(evenings) - len(evenings) // 3
    return {player for player, times in who_came(evenings).items() if times >= least}


def named_in_wishes(source: Tournament) -> set[int]:
    """Return the ids of the players whom a wish in force names and who came at least once of late."""
    named = Wish.objects.filter(tournament=source, cancelled_at=None).values_list(
        "members__registration__player", flat=True
    )
    of_late = who_came(last_evenings(source))
    return {player for player in named if player in of_late}
