"""Whole teams that are qualified for a final: entered there with their people, withdrawn, and expected again."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.kit.text import fold
from tournaments.labels import HAVE_LEFT, Status, Waits
from tournaments.models import Account, ByLink, Player, Registration, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.standings.candidates import Candidate, key_in_final
from tournaments.queries.standings.team_people import TeamOfPeople
from tournaments.refusals import Refusal
from tournaments.services.people.registrations import register, set_status
from tournaments.services.people.teams import LONGEST_NAME, make_team


def enter_teams(
    *, final: Tournament, teams: Iterable[Candidate], by: Account | ByLink | None, at: datetime
) -> list[Registration]:
    """
    Register these teams in a final with their name, their members and their captain, and return the members.

    Who left the tournament in which the team qualified, or the final, stays out, and so does who is suspended, or of a
    team of the final already; where the captain does, the first of the others is the captain. Refuses a team of which
    fewer than two are left. Called under the lock of the final.
    """
    entered: list[Registration] = []
    for one in teams:
        assert one.team is not None
        players = [member.player for member in one.team.coming]
        register(tournament=final, players=players, by=by, at=at, is_order_of_arrival=True)
        members = _members(final, one.team, players)
        if len(members) < 2:
            sentence = _(
                "L’équipe « %(team)s » n’a plus deux joueurs pour « %(final)s » : les autres n’y viennent pas, ou "
                "jouent déjà pour une autre équipe. Notez qu’elle ne vient pas, ou formez-la à l’onglet « Équipes »."
            )
            raise Refusal(sentence % {"team": one.name, "final": final.name}, code="team_incomplete")
        _write_stand_ins(final, members)
        make_team(
            tournament=final,
            name=_free_name(final, one),
            members=[member.pk for member in members],
            captain=members[0].pk,
            key=key_in_final(one.team.team, final.pk),
            by=by,
            at=at,
        )
        entered += members
    return entered


def withdraw_team(team: TeamOfPeople, *, by: Account | ByLink | None, at: datetime) -> None:
    """Withdraw a team from a final, under the lock of it. Refuses one that has a place or a match there."""
    final = team.team.tournament
    members = [member.pk for member in team.members]
    matches = final.matches.filter(Q(one=team.team) | Q(other=team.team))
    if matches.exists() or final.rounds.filter(seats__registration__in=members).exists():
        sentence = _(
            "L’équipe « %(team)s » a déjà ses tables ou ses matchs à « %(final)s » : défaites d’abord leur tirage, ou "
            "faites jouer des joueurs de la réserve à sa place (onglet « Places »)."
        )
        raise Refusal(sentence % {"team": team.team.name, "final": final.name}, code="seated_already")
    _write_status(final, members, Status.WITHDRAWN, by=by, at=at)


def expect_again(team: TeamOfPeople, *, by: Account | ByLink | None, at: datetime) -> None:
    """Expect all withdrawn members of a team of a final again. Called under its lock."""
    final = team.team.tournament
    withdrawn = [member for member in team.members if member.status == Status.WITHDRAWN]
    if withdrawn:
        _write_status(final, [member.pk for member in withdrawn], Status.REGISTERED, by=by, at=at)
        _write_stand_ins(final, sorted(team.coming + withdrawn, key=lambda member: not member.is_captain))


def _write_status(
    final: Tournament, members: Sequence[int], status: Status, *, by: Account | ByLink | None, at: datetime
) -> None:
    set_status(tournament=final, registrations=members, status=status, by=by, at=at)


def _members(final: Tournament, team: TeamOfPeople, players: Sequence[Player]) -> list[Registration]:
    """Return the registrations in a final of these players who are there, of no team: the captain, then who played."""
    order = {player.pk: number for number, player in enumerate(players)}
    stands_in = {member.player_id for member in team.members if member.waits == Waits.STAND_IN}
    entries = final.registrations.filter(OF_A_PERSON, player__in=order, team=None).exclude(status__in=HAVE_LEFT)

    def rank(entry: Registration) -> tuple[bool, bool, int]:
        player = entry.player_id
        return player != team.spokesman.player_id, player in stands_in, order[player]

    return sorted(entries, key=rank)


def _write_stand_ins(final: Tournament, members: Sequence[Registration]) -> None:
    """Make stand-ins of those who are more than play at once."""
    over = [member.pk for member in members[final.most_playing :]]
    Registration.objects.filter(pk__in=over).update(waits=Waits.STAND_IN)


def _free_name(final: Tournament, one: Candidate) -> str:
    """Return a team's name; with its club if a team of the final has the same."""
    if fold(one.name) not in {fold(team.name) for team in final.teams.all()}:
        return one.name
    club = f" ({one.club})"
    return one.name[: max(1, LONGEST_NAME - len(club))] + club if len(club) < LONGEST_NAME else one.name
