"""
The clock of a timed round: an arbiter starts, pauses, ends and resets it, and gives a table more minutes.

`seen` is the version that a program read before (`version_of`, or the extra minutes as text): refuses when it has
changed since. None, for a person who sees the clock, is never refused.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.labels import Pace
from tournaments.models import Account, Clock, Round, Table, Tournament
from tournaments.queries.evening.clocks import version_of
from tournaments.queries.evening.round_names import round_name
from tournaments.refusals import Refusal, refuse_if_finished, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament, raise_revision
from tournaments.subjects import subject_of

MOST_EXTRA = 120  # minutes
LONGEST = 86_400  # seconds: a clock left running overnight counts no more


@transaction.atomic
def start_clock(
    *, tournament: Tournament, round_number: int, by: Account, at: datetime, seen: str | None = None
) -> Clock:
    """
    Start the clock of a round, or let it run on after a pause or after its time was called. Idempotent.

    Refuses a round that is not timed, and a clock that has changed since the version `seen`.
    """
    tournament, clock = _locked(tournament, round_number)
    if clock.running_since is None:
        _refuse_changed(clock, seen)
        clock.running_since, clock.called_at = at, None
        _save(clock, tournament, gettext_noop("horloge lancée"), by, at)
    return clock


@transaction.atomic
def pause_clock(
    *, tournament: Tournament, round_number: int, by: Account, at: datetime, seen: str | None = None
) -> Clock:
    """Pause the clock of a round. Idempotent. Refuses a round that is not timed."""
    tournament, clock = _locked(tournament, round_number)
    if clock.running_since is not None:
        _refuse_changed(clock, seen)
        clock.spent, clock.running_since = min(int(clock.spent_at(at).total_seconds()), LONGEST), None
        _save(clock, tournament, gettext_noop("horloge arrêtée"), by, at)
    return clock


@transaction.atomic
def call_time(
    *, tournament: Tournament, round_number: int, by: Account, at: datetime, seen: str | None = None
) -> Clock:
    """
    Announce that the time of a round is over, whatever its clock says, and stop the clock. Idempotent.

    Refuses a round that is not timed.
    """
    tournament, clock = _locked(tournament, round_number)
    if clock.called_at is None:
        _refuse_changed(clock, seen)
        clock.spent = min(int(clock.spent_at(at).total_seconds()), LONGEST)
        clock.running_since, clock.called_at = None, at
        _save(clock, tournament, gettext_noop("temps annoncé"), by, at)
    return clock


@transaction.atomic
def give_extra_minutes(
    *, table: Table, minutes: int, reason: str, by: Account, at: datetime, seen: str | None = None
) -> Table:
    """
    Set how many minutes more than the others a table of a timed round has: 0 to 120, 0 for none. Idempotent.

    Refuses any other number, minutes without a reason, a round that is not timed, and a finished tournament.
    """
    tournament, _clock = _locked(table.round.of_tournament, table.round.number)
    table = Table.objects.select_related("round").get(pk=table.pk)
    if not 0 <= minutes <= MOST_EXTRA:
        sentence = _("Donnez de 1 à %(most)d minutes, ou 0 pour les reprendre.") % {"most": MOST_EXTRA}
        raise Refusal(sentence, code="extra_minutes_wrong", fields={"minutes": [sentence]})
    reason = refuse_without_reason(reason) if minutes else ""
    if (table.extra_minutes, table.extra_reason) == (minutes, reason):
        return table
    before = table.extra_minutes
    if seen not in (None, str(before)):
        raise Refusal(
            _("La table %(table)d a %(minutes)d minutes de plus, données entre-temps. Rien n’est changé.")
            % {"table": table.number, "minutes": before},
            code="stale_minutes",
        )
    table.extra_minutes, table.extra_reason = minutes, reason
    table.save(update_fields=["extra_minutes", "extra_reason"])
    log(
        action=gettext_noop("minutes de plus"),
        subject=subject_of("table", round=table.round.number, table=table.number),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"minutes": minutes, "before": before},
    )
    raise_revision(tournament)
    return table


@transaction.atomic
def reset_clock(
    *, tournament: Tournament, round_number: int, by: Account, at: datetime, seen: str | None = None
) -> Clock:
    """Stop a round's clock and give the round its whole time again. Idempotent. Refuses a round that is not timed."""
    tournament, clock = _locked(tournament, round_number)
    if clock.spent or clock.running_since is not None or clock.called_at is not None:
        _refuse_changed(clock, seen)
        clock.spent, clock.running_since, clock.called_at = 0, None, None
        _save(clock, tournament, gettext_noop("horloge remise au début"), by, at)
    return clock


def _refuse_changed(clock: Clock, seen: str | None) -> None:
    if seen not in (None, version_of(clock)):
        raise Refusal(
            _("L’horloge a été changée depuis que vous l’avez lue. Relisez-la, puis recommencez."), code="stale_clock"
        )


def _locked(tournament: Tournament, round_number: int) -> tuple[Tournament, Clock]:
    """Lock the tournament, and return it with the round's clock, stored or new. Refuses a round that is not timed."""
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


def _save(clock: Clock, tournament: Tournament, action: str, by: Account, at: datetime) -> None:
    clock.save()
    log(
        action=action,
        subject=subject_of("round", number=clock.round.number),
        by=by,
        at=at,
        tournament=tournament,
    )
    raise_revision(tournament)
