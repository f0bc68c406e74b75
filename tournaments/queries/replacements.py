"""Before a replacement: who has places left to give, who may take them, whose marks stay whose, and what was wished."""

from dataclasses import dataclass

from tournaments.labels import Status
from tournaments.models import Registration, Tournament
from tournaments.queries.places import described, places
from tournaments.queries.rounds import begun_rounds
from tournaments.queries.search import in_alphabet
from tournaments.queries.standings import standings
from tournaments.queries.wishes import ShownWish, wishes_about
from tournaments.text import fold


@dataclass(frozen=True)
class Leaving:
    """
    Somebody who leaves before round `number`: what he keeps, and the places another would take.

    `wishes` are those in force that are about him: whoever takes his places may take them over.
    """

    entry: Registration
    number: int
    played: tuple[int, ...]
    points: int
    penalties: int
    path: tuple[tuple[int, str], ...]
    comers: tuple[Registration, ...]
    wishes: tuple[ShownWish, ...]


def rounds_to_leave(tournament: Tournament) -> list[int]:
    """Return the rounds from which somebody may be replaced: the one being played, and those to come."""
    begun = begun_rounds(tournament)
    return list(tournament.rounds.filter(number__gte=max(begun, 1)).values_list("number", flat=True))


def leavers(tournament: Tournament) -> list[Registration]:
    """Return those who have a place in a round being played or to come, in the order of the alphabet."""
    seated = tournament.registrations.filter(
        seats__round__tournament=tournament, seats__round__number__in=rounds_to_leave(tournament)
    )
    found = Registration.objects.filter(pk__in=seated).select_related("player")
    return list(found.annotate(alphabet=in_alphabet("player__")).order_by("alphabet", "start_number"))


def leaving(tournament: Tournament, leaver: int, number: int) -> Leaving | None:
    """Return what a replacement from a round on would mean; None when that player has no place from there on."""
    entry = tournament.registrations.select_related("player").filter(pk=leaver).first()
    rounds = places(tournament)
    path = tuple(
        (at, described(here[leaver])) for at, here in sorted(rounds.items()) if at >= number and leaver in here
    )
    if entry is None or not path:
        return None
    ranking = standings(tournament)
    line = ranking.line_of(leaver)
    marks = dict(zip(ranking.rounds, line.marks, strict=True)) if line else {}
    played = tuple(at for at, mark in marks.items() if at < number and mark.points is not None)
    taken = {registration for at, _place in path for registration in rounds[at]}
    free = tournament.registrations.exclude(pk__in=taken).select_related("player")
    return Leaving(
        entry=entry,
        number=number,
        played=played,
        points=sum(marks[at].points or 0 for at in played),
        penalties=line.penalties if line else 0,
        path=path,
        comers=tuple(
            sorted(free, key=lambda one: (one.status != Status.PRESENT, fold(one.player.full_name), one.start_number))
        ),
        wishes=wishes_about(tournament, leaver),
    )
