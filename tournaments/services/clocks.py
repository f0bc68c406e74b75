"""The clock of a timed round, in the hands of the arbiter: started, paused, set back."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Pace
from tournaments.models import Account, Clock, Round, Tournament
from tournaments.queries.round_names import round_name
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.journal import log
from tournaments.services.results import lock_tournament, raise_revision
from tournaments.subjects import subject_of

LONGEST = 86_400  # seconds: a clock forgotten for a night stops there


@transaction.atomic
def start_clock(*, tournament: Tournament, round_number: int, by: Account, at: datetime) -> Clock:
    """Let the time of a round run, from where it was paused. Twice is once. Refuses a round that is not timed."""
    tournament, clock = _locked(tournament, round_number)
    if clock.running_since is None:
        clock.running_since = at
        _keep(clock, tournament, gettext_noop("horloge lancée"), by, at)
    return clock


@transaction.atomic
def pause_clock(*, tournament: Tournament, round_number: int, by: Account, at: datetime) -> Clock:
    """Stop the time of a round where it is. Twice is once. Refuses a round that is not timed."""
    tournament, clock = _locked(tournament, round_number)
    if clock.running_since is not None:
        clock.spent, clock.running_since = min(int(clock.spent_at(at).total_seconds()), LONGEST), None
        _keep(clock, tournament, gettext_noop("horloge arrêtée"), by, at)
    return clock


@transaction.atomic
def reset_clock(*, tournament: Tournament, round_number: int, by: Account, at: datetime) -> Clock:
    """Give a round its whole time again, standing. Twice is once. Refuses a round that is not timed."""
    tournament, clock = _locked(tournament, round_number)
    if clock.spent or clock.running_since is not None:
        clock.spent, clock.running_since = 0, None
        _keep(clock, tournament, gettext_noop("horloge remise au début"), by, at)
    return clock


def _locked(tournament: Tournament, round_number: int) -> tuple[Tournament, Clock]:
    """Lock the tournament and return it with the round's clock, new or known; refuse what has no time to count."""
    tournament = lock_tournament(tournament.pk)
    refuse_if_finished(tournament)
    if tournament.pace != Pace.MINUTES or tournament.minutes_per_round is None:
        raise Refusal(
            _("Ce tournoi ne se joue pas au temps : il n’a pas d’horloge. La durée se choisit dans ses réglages."),
            code="round_is_not_timed",
        )
    round_ = Round.objects.filter(tournament=tournament, number=round_number).first()
    if round_ is None:
        raise Refusal(
            _("La %(round)s n’est plus publiée : son horloge n’a pas été touchée.")
            % {"round": round_name(tournament, round_number)},
            code="round_unknown",
        )
    return tournament, Clock.objects.filter(round=round_).first() or Clock(round=round_)


def _keep(clock: Clock, tournament: Tournament, action: str, by: Account, at: datetime) -> None:
    clock.save()
    log(
        action=action,
        subject=subject_of("round", number=clock.round.number),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)
