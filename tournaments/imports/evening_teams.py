"""The teams that a list names in an evening: told before the list is applied, made or joined by it."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.previews import PlayersPreview, TeamAsked
from tournaments.kit.text import fold
from tournaments.labels import HAVE_LEFT, MOST_IN_TEAM, Waits
from tournaments.models import Account, Player, Registration, Team, Tournament
from tournaments.refusals import Refusal, together
from tournaments.services.people.teams import change_team, make_team


@dataclass(frozen=True)
class Joining:
    """Somebody whom a line puts into a team; `entry` is the registration in the evening, None before there is one."""

    asked: TeamAsked
    who: str
    entry: Registration | None = None


@dataclass
class ListedTeam:
    """A team that a list names: `team` is None when the list makes it; `members` are in it before the list is read."""

    name: str
    team: Team | None = None
    members: list[Registration] = field(default_factory=list)
    joining: list[Joining] = field(default_factory=list)
    captains: list[Joining] = field(default_factory=list)

    @property
    def captain(self) -> Registration | None:
        """Return who is captain before the list is read, if still there."""
        return next((each for each in self.members if each.is_captain and each.status not in HAVE_LEFT), None)

    @property
    def changes(self) -> bool:
        return bool(self.joining) or any(each.entry != self.captain for each in self.captains)

    @property
    def captain_name(self) -> str:
        """Return who is captain once the list is read: as before, else as the list says, else the first who joins."""
        if self.captain is not None:
            return self.captain.player.full_name
        return (self.captains or self.joining)[0].who


def asked_in(rows: Iterable[PlayerRow], evening: Tournament | None) -> dict[int, TeamAsked]:
    """Return {line: team that it names}; nothing in an evening without teams, and for who does not come. One query."""
    if evening is None or not evening.has_teams:
        return {}
    known = {fold(name): pk for pk, name in evening.teams.values_list("pk", "name")}
    return {
        row.line: TeamAsked(row.line, row.team, bool(row.captain), known.get(fold(row.team)))
        for row in rows
        if row.team and row.presence is not False
    }


def teams_of_players(evening: Tournament | None) -> dict[int, tuple[int | None, bool]]:
    """Return {player id: (id of the team, whether captain)} of who is in an evening of teams and has not left it."""
    if evening is None or not evening.has_teams:
        return {}
    entered = evening.registrations.exclude(status__in=HAVE_LEFT)
    return {
        player: (team, is_captain) for player, team, is_captain in entered.values_list("player", "team", "is_captain")
    }


def is_asked_anew(asked: TeamAsked | None, present: tuple[int | None, bool] | None) -> bool:
    """Return True when a line puts somebody of the evening into a team, or makes him captain, who is not so yet."""
    if asked is None or present is None:
        return False
    team, is_captain = present
    return asked.team is None or asked.team != team or (asked.is_captain and not is_captain)


def teams_told(tournament: Tournament, preview: PlayersPreview) -> list[ListedTeam]:
    """Return the teams that the lines of a preview make or change."""
    effects = sorted((*preview.created, *preview.changed, *preview.entering), key=lambda effect: effect.line)
    people = [(effect.line, effect.player, effect.facts.full_name) for effect in effects]
    return _listed(
        tournament, [(preview.teams[line], who, name) for line, who, name in people if line in preview.teams]
    )


def enter_teams(
    *, tournament: Tournament, people: Iterable[tuple[TeamAsked, Player]], by: Account | None, at: datetime
) -> None:
    """
    Put people, who are registered, into the teams that their lines name. Refuses all that is wrong at once, by line.

    Who is left out of the evening, or has left it, is in no team. Called in the transaction that registers them.
    """
    asking = sorted(people, key=lambda each: each[0].line)
    listed = _listed(tournament, [(asked, player, player.full_name) for asked, player in asking], are_entered=True)
    wrong = [Refusal(sentence, code="team_of_a_list") for each in listed for sentence in wrong_with(tournament, each)]
    if wrong:
        raise together(wrong)
    for each in listed:
        joining = [one.entry.pk for one in each.joining if one.entry]
        captain = each.captain or (each.captains or each.joining)[0].entry
        assert captain is not None, "who joins is registered"
        members = {*joining, *(member.pk for member in each.members)}
        if each.team is not None:
            change_team(team=each.team, name=each.team.name, members=members, captain=captain.pk, by=by, at=at)
            continue
        make_team(
            tournament=tournament,
            name=each.name,
            members=members,
            captain=captain.pk,
            key=uuid.uuid4(),
            by=by,
            at=at,
        )


def wrong_with(tournament: Tournament, listed: ListedTeam) -> list[str]:
    """Return a sentence for each line that a team cannot take."""
    return [
        *_in_another(listed),
        *_too_many(tournament, listed),
        *_two_captains(listed),
        *_alone(listed),
    ]


def _in_another(listed: ListedTeam) -> list[str]:
    sentence = _(
        "Ligne %(line)d : %(player)s est déjà de l’équipe « %(other)s », et non de « %(team)s » : sortez-le d’abord de "
        "cette équipe, ou décochez la ligne."
    )
    return [sentence % _words(listed, each) for each in listed.joining if each.entry and each.entry.team]


def _too_many(tournament: Tournament, listed: ListedTeam) -> list[str]:
    sentence = _(
        "Ligne %(line)d : l’équipe « %(team)s » est complète avec %(size)d joueurs, %(player)s n’y entre plus : "
        "décochez une de ses lignes, ou corrigez la liste."
    )
    playing, wrong = sum(map(_plays, listed.members)), []
    for there, each in enumerate(listed.joining, len(listed.members) + 1):
        playing += each.entry is None or _plays(each.entry)
        size = MOST_IN_TEAM if there > MOST_IN_TEAM else tournament.most_playing
        if there > MOST_IN_TEAM or playing > size:
            wrong.append(sentence % (_words(listed, each) | {"size": size}))
    return wrong


def _two_captains(listed: ListedTeam) -> list[str]:
    sentence = _(
        "Ligne %(line)d : l’équipe « %(team)s » a déjà un capitaine, %(captain)s : %(player)s ne peut l’être aussi. "
        "N’en marquez qu’un."
    )
    others = [each for each in listed.captains if each.entry is None or each.entry != listed.captain]
    second = others if listed.captain else others[1:]
    return [sentence % (_words(listed, each) | {"captain": listed.captain_name}) for each in second]


def _alone(listed: ListedTeam) -> list[str]:
    if listed.members or len(listed.joining) > 1:
        return []
    sentence = _(
        "Ligne %(line)d : %(player)s serait seul dans l’équipe « %(team)s », et il y faut deux joueurs au moins : "
        "cochez une autre de ses lignes, ou corrigez la liste."
    )
    return [sentence % _words(listed, listed.joining[0])]


def _words(listed: ListedTeam, each: Joining) -> dict[str, object]:
    other = each.entry.team.name if each.entry and each.entry.team else ""
    return {"line": each.asked.line, "team": listed.name, "player": each.who, "other": other}


def _plays(entry: Registration) -> bool:
    return entry.waits != Waits.STAND_IN and entry.status not in HAVE_LEFT


def _listed(
    tournament: Tournament, people: Sequence[tuple[TeamAsked, Player | None, str]], *, are_entered: bool = False
) -> list[ListedTeam]:
    """Return the teams that change, as the list first names them. `are_entered`: who is not registered stays out."""
    if not people:
        return []
    entries = {entry.player_id: entry for entry in tournament.registrations.select_related("player", "team")}
    teams = {fold(team.name): team for team in tournament.teams.all()}
    listed: dict[str, ListedTeam] = {}
    for asked, player, who in people:
        entry = entries.get(player.pk) if player else None
        if (entry is None and are_entered) or (entry is not None and entry.status in HAVE_LEFT):
            continue
        key = fold(asked.name)
        team = teams.get(key)
        if key not in listed:
            members = [each for each in entries.values() if team is not None and each.team_id == team.pk]
            listed[key] = ListedTeam(team.name if team else asked.name, team, members)
        joining = Joining(asked, who, entry)
        if entry is None or team is None or entry.team_id != team.pk:
            listed[key].joining.append(joining)
        if asked.is_captain:
            listed[key].captains.append(joining)
    return [each for each in listed.values() if each.changes]
