"""The regulars, who come nearly every week: a copied tournament registers them."""

from collections import Counter

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.labels import Status
from tournaments.models import Registration, Seat, Table, Tournament, Wish
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.members import were_members

EVENINGS = 4  # how many are looked at: a month of Fridays


def played_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that have tables, without trials, the latest first."""
    has_tables = Exists(Table.objects.filter(round__tournament=OuterRef("pk")))
    return Tournament.objects.filter(has_tables, is_trial=False).order_by("-date", "-pk")


def last_evenings(source: Tournament) -> list[Tournament]:
    """Return the last evenings played up to this one, the latest first: of its series, else of its club."""
    played = played_tournaments().filter(date__lte=source.date)
    played = played.filter(series=source.series_id) if source.series_id else played.filter(club=source.club_id)
    return list(played[:EVENINGS])


def who_came(evenings: list[Tournament]) -> Counter[int]:
    """Return, by player id, how many of these evenings a player came to. One query."""
    has_seat = Exists(Seat.objects.filter(registration=OuterRef("pk"), table__isnull=False))
    registrations = Registration.objects.filter(OF_A_PERSON, tournament__in=evenings).filter(
        Q(status=Status.PRESENT) | has_seat
    )
    return Counter(registrations.values_list("player_id", flat=True))


def regulars(source: Tournament) -> set[int]:
    """
    Return the ids of players who came to at least two thirds of the last evenings: to three of four, two of two.

    Who stopped being a member of the club is none: he comes as a guest.
    """
    evenings = last_evenings(source)
    least = len(evenings) - len(evenings) // 3
    came = {player for player, times in who_came(evenings).items() if times >= least}
    return came - set(were_members(source.club_id).filter(pk__in=came).values_list("pk", flat=True))


def named_in_wishes(source: Tournament) -> set[int]:
    """Return the ids of players whom a wish in force names and who came to one of the last evenings."""
    player_ids = Wish.objects.filter(tournament=source, cancelled_at=None).values_list(
        "members__registration__player", flat=True
    )
    of_late = who_came(last_evenings(source))
    return {player for player in player_ids if player in of_late}
