"""The teams of a tournament: made, changed, dissolved. A team is who its members are; each keeps his own results."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from tournaments.kit.text import fold
from tournaments.labels import HAVE_LEFT, MOST_IN_TEAM, Waits
from tournaments.models import Account, ByLink, Entry, Registration, Seat, Team, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.refusals import Refusal, refuse_if_finished, sent_before, together
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import subject_of

LONGEST_NAME = 60
TEAMS_FINISHED = gettext_lazy("Le tournoi « %(name)s » est terminé : ses équipes ne changent plus. Rouvrez-le d’abord.")


@transaction.atomic
def make_team(
    *,
    tournament: Tournament,
    name: str,
    members: Collection[int],
    captain: int,
    key: uuid.UUID,
    by: Account | ByLink | None,
    at: datetime,
) -> Team:
    """
    Make a team of these registrations (ids), one of which is the captain, and return it.

    Refuses, all at once: a tournament without teams, a name that another team has, fewer than two or more than six
    members, somebody of another team, more who play, or played in one round, than a team of this tournament has, a
    captain who is no member or who left. A team with too few is made: it may be completed. The same form sent twice
    (`key`) is one team.
    """
    tournament = lock_tournament(tournament.pk)
    if earlier := sent_before(Team, key, code="stale_team", tournament_id=tournament.pk):
        return earlier
    refuse_if_finished(tournament, TEAMS_FINISHED)
    name, chosen = " ".join(name.split()), _chosen(tournament, members)
    _refuse_team(tournament, None, name, chosen, members, captain)
    last_number = tournament.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team.objects.create(tournament=tournament, number=last_number + 1, name=name, key=key)
    _write_members(team, chosen, captain)
    _log(gettext_noop("équipe formée"), team, chosen, by=by, at=at)
    raise_revision(tournament)
    return team


@transaction.atomic
def change_team(
    *, team: Team, name: str, members: Collection[int], captain: int, by: Account | None, at: datetime
) -> Team:
    """
    Give a team this name, these members (registration ids) and this captain. Nothing is written when nothing changes.

    Who leaves the team takes what he brought with him; another captain ends the link of the one before. Refuses
    what `make_team` does, and a dissolved team.
    """
    tournament = lock_tournament(team.tournament_id)
    refuse_if_finished(tournament, TEAMS_FINISHED)
    team = _in_force(tournament, team)
    name, chosen = " ".join(name.split()), _chosen(tournament, members)
    before = set(team.members.values_list("pk", "is_captain"))
    has_other_captain = (captain, True) not in before
    if (team.name, before) == (name, {(member.pk, member.pk == captain) for member in chosen}):
        return team
    _refuse_team(tournament, team, name, chosen, members, captain)
    team.name, team.link_version = name, team.link_version + has_other_captain
    team.save(update_fields=["name", "link_version"])
    _write_members(team, chosen, captain)
    _log(gettext_noop("équipe changée"), team, chosen, by=by, at=at)
    raise_revision(tournament)
    return team


@transaction.atomic
def dissolve_team(*, team: Team, by: Account | None, at: datetime) -> None:
    """Dissolve a team: its members play on, each for himself, with their results. Idempotent."""
    tournament = lock_tournament(team.tournament_id)
    refuse_if_finished(tournament, TEAMS_FINISHED)
    dissolved = tournament.teams.filter(pk=team.pk).first()
    if dissolved is None:
        return
    if tournament.matches.filter(Q(one=dissolved) | Q(other=dissolved)).exists():
        raise Refusal(
            _("L’équipe « %(name)s » a des matchs tirés : défaites d’abord leur tirage, ou gardez-la.")
            % {"name": dissolved.name},
            code="team_has_matches",
        )
    members = list(dissolved.members.select_related("player"))
    dissolved.members.update(team=None, is_captain=False, called_at=None)
    _log(gettext_noop("équipe dissoute"), dissolved, members, by=by, at=at)
    dissolved.delete()
    raise_revision(tournament)


def refuse_crowded_teams(tournament: Tournament, players: Collection[int]) -> None:
    """Refuse to seat these registrations (ids) if more of a team are among them than play at once. One query."""
    if not tournament.has_teams:
        return
    here = Count("members", filter=Q(members__in=players))
    for team in tournament.teams.annotate(here=here).filter(here__gt=tournament.team_size):
        sentence = _(
            "%(n)d joueurs de l’équipe « %(team)s » sont présents, et %(size)d y jouent à la fois : pointez les autres "
            "« remplaçants », ou absents, puis tirez."
        )
        said = {"n": team.here, "team": team.name, "size": tournament.team_size}
        raise Refusal(sentence % said, code="team_too_large")


def carry_teams(
    *, source: Tournament, tournament: Tournament, entries: Mapping[int, int], by: Account | None, at: datetime
) -> int:
    """
    Copy the teams of a tournament to a new one, and return how many.

    `entries` maps ids of registrations to those of the new tournament. A team is copied with those of it who come
    again, two at least, at most as many as play at once. Called under the club's lock.
    """
    lock_tournament(tournament.pk)
    count = 0
    for team in source.teams.prefetch_related("members"):
        coming = [member for member in team.members.all() if member.pk in entries and member.status not in HAVE_LEFT]
        coming = sorted(coming, key=lambda member: not member.is_captain)[: tournament.team_size]
        if len(coming) < 2:
            continue
        count += 1
        copied = Team.objects.create(tournament=tournament, number=count, name=team.name, key=uuid.uuid4())
        Registration.objects.filter(pk__in=[entries[member.pk] for member in coming]).update(team=copied)
        Registration.objects.filter(pk=entries[coming[0].pk]).update(is_captain=True)
    if count:
        subject = subject_of("teams", count=count)
        log(action=gettext_noop("équipes reprises"), subject=subject, by=by, at=at, tournament=tournament)
    return count


def form_team_of(tournament: Tournament, entry: Entry, *, by: Account | None, at: datetime) -> None:
    """
    Make the people of an entry from home whom the club has accepted the team that the entry names.

    Its author is the captain; who is accepted later joins. Fewer than two are left, and so are those whom `make_team`
    refuses as one: the list of the teams has them as people of none. Called under the tournament's lock.
    """
    if not (tournament.has_teams and entry.team_name):
        return
    accepted = [person.registration_id for person in entry.people if person.registration_id is not None]
    team = tournament.teams.filter(key=team_key(entry)).prefetch_related("members").first()
    members = {*accepted, *(member.pk for member in team.members.all())} if team else set(accepted)
    with suppress(Refusal), transaction.atomic():
        if len(members) > 1 and team is None:
            make_team(
                tournament=tournament,
                name=entry.team_name,
                members=members,
                captain=accepted[0],
                key=team_key(entry),
                by=by,
                at=at,
            )
        elif team is not None:
            captain = team.captain.pk if team.captain else accepted[0]
            change_team(team=team, name=team.name, members=members, captain=captain, by=by, at=at)


def team_key(entry: Entry) -> uuid.UUID:
    """Return the key of the team that the people of an entry become."""
    return uuid.uuid5(entry.key, "team")


def _in_force(tournament: Tournament, team: Team) -> Team:
    found = tournament.teams.filter(pk=team.pk).first()
    if found is None:
        raise Refusal(
            _("Cette équipe n’existe plus : quelqu’un l’a dissoute. Formez-en une autre."), code="team_dissolved"
        )
    return found


def _chosen(tournament: Tournament, members: Collection[int]) -> list[Registration]:
    entered = tournament.registrations.filter(OF_A_PERSON, pk__in=members)
    return list(entered.select_related("player", "team").order_by("start_number"))


def _write_members(team: Team, chosen: Sequence[Registration], captain: int) -> None:
    """Make these the members of a team: those before leave first, so that there is never a second captain."""
    members = [member.pk for member in chosen]
    team.members.update(is_captain=False)
    team.members.exclude(pk__in=members).update(team=None, called_at=None)
    Registration.objects.filter(pk__in=members).update(team=team)
    Registration.objects.filter(pk=captain).update(is_captain=True)


def _refuse_team(
    tournament: Tournament,
    team: Team | None,
    name: str,
    chosen: Sequence[Registration],
    asked: Collection[int],
    captain: int,
) -> None:
    """Refuse everything that is wrong with a team at once; `team` is the one that changes, None for a new one."""
    if not tournament.has_teams:
        raise Refusal(
            _("« %(name)s » se joue chacun pour soi : dites d’abord dans ses réglages qu’il se joue par équipes.")
            % {"name": tournament.name},
            code="no_teams",
        )
    wrong = [
        *_wrong_name(tournament, team, name),
        *_wrong_members(tournament, team, chosen, asked),
        *_wrong_captain(chosen, captain),
    ]
    if wrong:
        raise together(wrong)


def _wrong_name(tournament: Tournament, team: Team | None, name: str) -> list[Refusal]:
    others = tournament.teams.exclude(pk=team.pk if team else 0).values_list("name", flat=True)
    if not name:
        return [_wrong("name", _("Donnez un nom à l’équipe : c’est lui que le classement montre."))]
    if len(name) > LONGEST_NAME:
        return [_wrong("name", _("Le nom d’une équipe compte au plus %(n)d signes.") % {"n": LONGEST_NAME})]
    if fold(name) in map(fold, others):
        sentence = _("Une autre équipe s’appelle déjà « %(name)s » : donnez un autre nom à celle-ci.")
        return [_wrong("name", sentence % {"name": name}, code="team_name_taken")]
    return []


def _wrong_members(
    tournament: Tournament, team: Team | None, chosen: Sequence[Registration], asked: Collection[int]
) -> list[Refusal]:
    wrong: list[Refusal] = []
    if len(chosen) < len(set(asked)):
        sentence = _("Un de ces joueurs n’est pas inscrit à ce tournoi. Choisissez dans la liste.")
        wrong.append(_wrong("members", sentence, code="not_registered"))
    if not 2 <= len(chosen) <= MOST_IN_TEAM:
        sentence = _("Une équipe compte de 2 à %(most)d joueurs, remplaçants compris : cochez-les tous.")
        wrong.append(_wrong("members", sentence % {"most": MOST_IN_TEAM}))
    for member in chosen:
        if member.team is not None and member.team != team:
            sentence = _("%(player)s est déjà de l’équipe « %(team)s » : sortez-le d’abord de cette équipe.")
            said = {"player": member.player.full_name, "team": member.team.name}
            wrong.append(_wrong("members", sentence % said, code="two_teams"))
    playing = sum(member.waits != Waits.STAND_IN and member.status not in HAVE_LEFT for member in chosen)
    if playing > tournament.most_playing:
        sentence = ngettext(
            "Ici %(size)d joueurs d’une équipe jouent à la fois, et vous en avez coché %(n)d de trop : pointez-le "
            "d’abord « remplaçant » dans les inscriptions, ou décochez-le.",
            "Ici %(size)d joueurs d’une équipe jouent à la fois, et vous en avez coché %(n)d de trop : pointez-les "
            "d’abord « remplaçant » dans les inscriptions, ou décochez-les.",
            playing - tournament.most_playing,
        )
        numbers = {"size": tournament.most_playing, "n": playing - tournament.most_playing}
        wrong.append(_wrong("members", sentence % numbers, code="team_too_large"))
    seats = Seat.objects.filter(registration__in=chosen, round__tournament=tournament)
    if tournament.plays_matches:
        seats = seats.exclude(table=None)  # whoever is in no line-up sits out
    by_round = seats.values("round__number").annotate(there=Count("pk")).order_by("round__number")
    if crowded := by_round.filter(there__gt=tournament.team_size).first():
        sentence = _(
            "À la position %(number)d, %(n)d de ces joueurs ont eu une place, et %(size)d d’une équipe jouent à la "
            "fois : qui a joué ailleurs y garde ses points."
        )
        numbers = {"number": crowded["round__number"], "n": crowded["there"], "size": tournament.team_size}
        wrong.append(_wrong("members", sentence % numbers, code="team_too_large"))
    return wrong


def _wrong_captain(chosen: Sequence[Registration], captain: int) -> list[Refusal]:
    named = next((member for member in chosen if member.pk == captain), None)
    if named is None:
        return [_wrong("captain", _("Le capitaine est un des joueurs de l’équipe : choisissez-le parmi eux."))]
    if named.status in HAVE_LEFT:
        sentence = _("%(player)s est parti : choisissez un autre capitaine.") % {"player": named.player.full_name}
        return [_wrong("captain", sentence, code="captain_left")]
    return []


def _wrong(field: str, sentence: str, *, code: str = "team_incomplete") -> Refusal:
    return Refusal(sentence, code=code, fields={field: [sentence]})


def _log(
    action: str, team: Team, members: Sequence[Registration], *, by: Account | ByLink | None, at: datetime
) -> None:
    details = {"team": team.number, "members": [member.start_number for member in members]}
    log(action=action, subject=team.name, by=by, at=at, tournament=team.tournament, details=details)
