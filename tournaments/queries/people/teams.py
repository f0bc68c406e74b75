"""The teams of a tournament for those who run it: who is in which, and who is in none."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.labels import HAVE_LEFT, Waits
from tournaments.models import Registration, Team, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.names import by_alphabet, names_apart
from tournaments.queries.standings.words import captain_left_words, lacking_words


@dataclass(frozen=True)
class TeamEntry:
    """A team with its members and their names, in the order of their numbers; `warnings` say what it lacks."""

    team: Team
    members: tuple[tuple[Registration, str], ...]
    warnings: tuple[str, ...]

    @property
    def has_captain(self) -> bool:
        return any(member.is_captain for member, _name in self.members)


@dataclass(frozen=True)
class TeamBook:
    """The teams of a tournament, and who is expected and in none, with their names."""

    teams: tuple[TeamEntry, ...]
    alone: tuple[tuple[Registration, str], ...]

    @property
    def alone_names(self) -> list[str]:
        return [name for _entry, name in self.alone]


def team_book(tournament: Tournament) -> TeamBook:
    """Return every team, and who has none. Three queries, in any size."""
    teams = list(tournament.teams.prefetch_related("members__player"))
    alone = by_alphabet(_free(tournament).exclude(waits=Waits.STAND_IN))
    everybody = [member for team in teams for member in team.members.all()] + alone
    names = names_apart(everybody, [entry.player.full_name for entry in everybody])
    told = {entry.pk: (entry, name) for entry, name in zip(everybody, names, strict=True)}
    return TeamBook(
        tuple(
            TeamEntry(
                team,
                tuple(told[member.pk] for member in team.members.all()),
                tuple(_warnings(tournament, team.members.all())),
            )
            for team in teams
        ),
        tuple(told[entry.pk] for entry in alone),
    )


def teamable(tournament: Tournament, team: Team | None = None) -> list[Registration]:
    """Return who may be in a team, in alphabetical order: who has none, and its own members."""
    free = _free(tournament)
    return by_alphabet(free if team is None else free | tournament.registrations.filter(OF_A_PERSON, team=team))


def _free(tournament: Tournament) -> QuerySet[Registration]:
    return tournament.registrations.filter(OF_A_PERSON & Q(team=None)).exclude(status__in=HAVE_LEFT)


def _warnings(tournament: Tournament, members: Iterable[Registration]) -> list[str]:
    """Return words about what a team lacks now: players, its captain."""
    members = list(members)
    there = sum(member.status not in HAVE_LEFT and member.waits != Waits.STAND_IN for member in members)
    lacking = max(0, tournament.team_size - there)
    captain = next((member for member in members if member.is_captain), None)
    return [
        *([lacking_words(lacking)] if lacking else []),
        *([captain_left_words()] if captain is None or captain.status in HAVE_LEFT else []),
    ]
