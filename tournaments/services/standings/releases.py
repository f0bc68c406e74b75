"""Publishes the ranking with the rounds hidden until the prize-giving, and hides them again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Publication
from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal
from tournaments.services.clubs.webhooks import announce
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision


@transaction.atomic
def release_ranking(*, tournament: Tournament, by: Account | None, at: datetime) -> Tournament:
    """Let everybody read the whole ranking. Idempotent. Refuses where nothing is hidden, or nothing was played."""
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
    """Hide the last rounds again, when the ranking was released too early. Idempotent."""
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
