"""
The states of a tournament outside its play: draft, announced, open to entries; archived, and taken out again.

Also hides the last rounds of a ranking until the prize-giving, and releases it.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import BEFORE_PLAY, Publication, TournamentState
from tournaments.models import Account, Tournament
from tournaments.queries.undo.consequences import untold
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.clubs.webhooks import announce
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision


@transaction.atomic
def set_state(*, tournament: Tournament, state: str, by: Account | None, at: datetime) -> Tournament:
    """
    Make a tournament that is not played yet a draft, announced, or open to entries. Idempotent.

    Refuses any other state (`publish_draw` begins a tournament, `finish` ends it), a tournament that is over, one with
    published tables, because people have seen it, and a draft of one for which people entered from home.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.state == state:
        return tournament
    if state not in BEFORE_PLAY:
        raise Refusal(
            _("Un tournoi commence quand son tirage est publié, et finit quand on le termine."), code="not_by_hand"
        )
    refuse_if_finished(tournament)
    if not tournament.is_coming:
        raise Refusal(
            _("Les tables de « %(name)s » sont publiées : il ne redevient pas un brouillon ou une annonce.")
            % {"name": tournament.name},
            code="already_played",
        )
    if state == TournamentState.DRAFT and (told := untold(tournament)):
        raise Refusal(told[0], code="people_are_untold")
    actions = {
        TournamentState.DRAFT: gettext_noop("tournoi remis en brouillon"),
        TournamentState.ANNOUNCED: gettext_noop("tournoi annoncé"),
        TournamentState.OPEN: gettext_noop("inscriptions ouvertes"),
    }
    state = TournamentState(state)
    return _write_state(tournament, state, action=actions[state], by=by, at=at)


@transaction.atomic
def archive(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """
    Archive a tournament: lists no longer show it, and its public pages stay. Idempotent.

    Refuses a tournament that is not finished, except a trial, which is not public.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.state == TournamentState.ARCHIVED:
        return tournament
    if not tournament.is_finished and not tournament.is_trial:
        raise Refusal(
            _("« %(name)s » n’est pas terminé : terminez-le, puis archivez-le.") % {"name": tournament.name},
            code="not_finished",
        )
    before = tournament.state
    action = gettext_noop("tournoi archivé")
    return _write_state(tournament, TournamentState.ARCHIVED, action=action, archived_from=before, by=by, at=at)


@transaction.atomic
def take_out(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Take a tournament out of the archives and give it the state that it had before. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != TournamentState.ARCHIVED:
        return tournament
    state = TournamentState(tournament.archived_from or TournamentState.FINISHED)
    return _write_state(tournament, state, action=gettext_noop("tournoi sorti des archives"), by=by, at=at)


def _write_state(
    tournament: Tournament,
    state: TournamentState,
    *,
    action: str,
    by: Account | None,
    at: datetime,
    archived_from: str = "",
) -> Tournament:
    """Write a state, its line of the journal and the revision. Called under the tournament's lock."""
    before = tournament.state
    Tournament.objects.filter(pk=tournament.pk).update(state=state, archived_from=archived_from)
    details = {"state": [str(before), state.value]}
    log(action=action, subject=tournament.name, by=by, at=at, tournament=tournament, details=details)
    raise_revision(tournament)
    if before == TournamentState.DRAFT and state in BEFORE_PLAY:
        announce(Publication.ANNOUNCED, tournament=tournament, at=at)
    tournament.state, tournament.archived_from = state, archived_from
    return tournament


@transaction.atomic
def release_ranking(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Let everybody read the whole ranking. Idempotent. Refuses when no round is hidden, or no round is published."""
    tournament = lock_tournament(tournament.pk)
    if tournament.released_at is not None:
        return tournament
    if not tournament.hidden_rounds:
        raise Refusal(
            _("« %(name)s » ne garde aucune position pour la remise des prix : tout le monde lit déjà son classement.")
            % {"name": tournament.name},
            code="nothing_hidden",
        )
    if not tournament.rounds.exists():
        raise Refusal(
            _("Aucune position de « %(name)s » n’est publiée : il n’y a pas encore de classement à publier.")
            % {"name": tournament.name},
            code="nothing_played",
        )
    tournament = _write(tournament, at, action=gettext_noop("classement publié"), by=by, at=at)
    announce(Publication.RELEASED, tournament=tournament, at=at)
    return tournament


@transaction.atomic
def hold_back_ranking(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Hide the last rounds again after a ranking was released too early. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    if tournament.released_at is None:
        return tournament
    return _write(tournament, None, action=gettext_noop("classement gardé de nouveau"), by=by, at=at)


def _write(
    tournament: Tournament, released_at: datetime | None, *, action: str, by: Account | None, at: datetime
) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(released_at=released_at)
    log(action=action, subject=tournament.name, by=by, at=at, tournament=tournament)
    raise_revision(tournament)
    tournament.released_at = released_at
    return tournament
