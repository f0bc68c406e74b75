"""Stand-ins whom the captain of a team calls himself, and sends back: somebody entered, who is of no team."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import HAVE_LEFT, MOST_IN_TEAM
from tournaments.models import Account, ByLink, Match, Registration, SealedLineUp, Seat, Team
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.names import public_name
from tournaments.queries.people.sessions import played_twice
from tournaments.refusals import Refusal
from tournaments.services.draws.matches import lock_for_line_up
from tournaments.services.journal import log
from tournaments.services.locks import raise_revision


@transaction.atomic
def call_stand_in(
    *, match: Match, team: Team, registration: int | None, by: Account | ByLink, at: datetime
) -> Registration:
    """
    Make somebody who is entered (a registration id) a member of a team, as long as its line-up of a match may change.

    Idempotent. Refuses a match whose line-ups can change no more, somebody who has left, is of another team or plays
    the same étuis in another session, and a seventh member. He is told by the name that everybody may read.
    """
    tournament = lock_for_line_up(match, team, is_captain=True)
    entries = tournament.registrations.filter(OF_A_PERSON).select_related("player", "team")
    comer = entries.filter(pk=registration or 0).first()
    if comer is None:
        raise _refused(_("Choisissez dans la liste quelqu’un qui est inscrit."), "not_registered")
    if comer.team_id == team.pk:
        return comer
    name = public_name(comer)
    if comer.team is not None:
        sentence = _(
            "%(player)s est de l’équipe « %(team)s » : il ne joue pas pour une autre. Choisissez quelqu’un d’autre."
        )
        raise _refused(sentence % {"player": name, "team": comer.team}, "other_team")
    if comer.status in HAVE_LEFT:
        sentence = _("%(player)s est parti : choisissez quelqu’un d’autre.")
        raise _refused(sentence % {"player": name}, "player_left")
    if played_twice(tournament, [comer.player]):
        sentence = _("%(player)s joue déjà ces étuis à une autre séance : choisissez quelqu’un d’autre.")
        raise _refused(sentence % {"player": name}, "boards_met_again")
    if team.members.count() >= MOST_IN_TEAM:
        sentence = _(
            "Votre équipe a déjà ses %(most)d joueurs : l’organisateur peut en sortir un, ou renvoyez un remplaçant."
        )
        raise _refused(sentence % {"most": MOST_IN_TEAM}, "team_full")
    Registration.objects.filter(pk=comer.pk).update(team=team, called_at=at)
    _log(gettext_noop("remplaçant appelé"), team, comer, by=by, at=at)
    raise_revision(tournament)
    return comer


@transaction.atomic
def send_back(*, match: Match, team: Team, start_number: int, by: Account | ByLink, at: datetime) -> None:
    """
    Take a stand-in (by his start number) whom the captain called out of the team. Idempotent.

    Refuses somebody whom the organiser put there, and whoever is in one of its line-ups or has played for it.
    """
    tournament = lock_for_line_up(match, team, is_captain=True)
    member = team.members.select_related("player").filter(start_number=start_number).first()
    if member is None:
        return
    name = {"player": public_name(member)}
    if member.called_at is None or member.is_captain:
        raise Refusal(
            _("%(player)s est de l’équipe depuis sa formation : l’organisateur seul l’en sort.") % name,
            code="not_called",
        )
    is_in = Q(taker=member) | Q(first=member) | Q(second=member) | Q(third=member)
    has_played = Seat.objects.filter(registration=member, round__tournament=tournament, table__isnull=False)
    if SealedLineUp.objects.filter(is_in, team=team).exists() or has_played.exists():
        raise Refusal(
            _("%(player)s est dans une composition de l’équipe : changez-la d’abord, ou gardez-le.") % name,
            code="in_line_up",
        )
    Registration.objects.filter(pk=member.pk).update(team=None, called_at=None)
    _log(gettext_noop("remplaçant renvoyé"), team, member, by=by, at=at)
    raise_revision(tournament)


def _refused(sentence: str, code: str) -> Refusal:
    return Refusal(sentence, code=code, fields={"registration": [sentence]})


def _log(action: str, team: Team, comer: Registration, *, by: Account | ByLink, at: datetime) -> None:
    log(
        action=action,
        subject=str(comer),
        by=by,
        at=at,
        tournament=team.tournament,
        details={"team": team.number},
    )
