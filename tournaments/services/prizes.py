"""The prizes of a tournament: written down, handed over, taken back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Account, Prize, PrizeGiven, PrizePlan, Tournament
from tournaments.money_labels import PrizeMethod
from tournaments.queries.prizes import PrizeLine, Winner, plan_of, prize_list
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.money import write_taken_back
from tournaments.services.prize_checks import PrizeFacts, facts_of, refuse_given, refuse_prizes
from tournaments.services.results import lock_tournament
from tournaments.subjects import subject_of
from tournaments.text import euros


@transaction.atomic
def set_prizes(
    *,
    tournament: Tournament,
    prizes: Sequence[PrizeFacts],
    one_each: bool,
    club_adds: int,
    by: Account | None,
    at: datetime,
) -> PrizePlan:
    """
    Make these the prizes of a tournament, in this order. Nothing is noted when nothing changes.

    Refuses, all at once (the fields are `amount_0`, `percent_0`, … by the place in `prizes`): what is worth nothing,
    below zero or above its bounds, a place that has two prizes, percentages above 100, prizes above what was paid and
    the club adds; and any change once one was handed over.
    """
    tournament = lock_tournament(tournament.pk)
    plan = plan_of(tournament)
    before = [] if plan is None else [facts_of(prize) for prize in plan.prizes.all()]
    if plan is not None and (before, plan.one_each, plan.club_adds) == (list(prizes), one_each, club_adds):
        return plan
    refuse_prizes(tournament, prizes, club_adds)
    if plan is not None and PrizeGiven.objects.filter(prize__plan=plan).exists():
        refuse_given(plan, prizes)
    plan = plan or PrizePlan(tournament=tournament)
    plan.one_each, plan.club_adds = one_each, club_adds
    plan.save()
    _write(plan, prizes)
    log(
        action=gettext_noop("prix"),
        subject=subject_of("prizes", count=len(prizes)),
        by=by,
        at=at,
        tournament=tournament,
        details={
            "before": [_as_details(facts) for facts in before],
            "prizes": [_as_details(facts) for facts in prizes],
            "one_each": one_each,
            "club_adds": club_adds,
        },
    )
    return plan


@transaction.atomic
def give_prize(
    *,
    tournament: Tournament,
    prize: int,
    registration: int,
    by: Account | None,
    at: datetime,
    method: str = PrizeMethod.CASH,
) -> PrizeGiven:
    """
    Write down that somebody has his prize, as it is worth now. Handed over twice is handed over once.

    `method` is how its money is paid; a thing alone is in kind.

    Refuses before the tournament is over, somebody who does not win it, a thing that another one of the same place
    has already, what somebody has who does not win it any more, and a share of nothing.
    """
    tournament = lock_tournament(tournament.pk)
    line, winner = _won(tournament, prize, registration)
    if winner.given is not None:
        return winner.given
    if line.strays:
        raise Refusal(
            _("%(player)s a déjà ce prix, et ne le gagne plus : reprenez-le-lui d’abord.")
            % {"player": line.strays[0].registration.player.full_name},
            code="prize_astray",
        )
    if line.is_given:
        raise Refusal(
            _("« %(lot)s » est déjà remis à %(player)s.")
            % {
                "lot": line.prize.lot,
                "player": next(each.registration.player.full_name for each in line.winners if each.given),
            },
            code="prize_given",
        )
    if line.is_worthless:
        raise Refusal(
            _("Ce prix ne vaut rien pour l’instant : c’est une part d’une recette où il n’y a pas assez."),
            code="prize_of_nothing",
        )
    return _hand_over(tournament, line, winner, method=method, by=by, at=at)


@transaction.atomic
def give_all_prizes(
    *, tournament: Tournament, by: Account | None, at: datetime, method: str = PrizeMethod.CASH
) -> list[PrizeGiven]:
    """
    Write down that everybody has his prize; a thing that several may have waits until somebody says whose it is.

    `method` is how all their money is paid.

    Refuses before the tournament is over, and when nothing is left to be handed over.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_unfinished(tournament)
    current = prize_list(tournament)
    given = [
        _hand_over(tournament, line, winner, method=method, by=by, at=at)
        for line in (current.to_give if current else ())
        if not line.is_lot_for_one
        for winner in line.winners
        if winner.given is None
    ]
    if not given:
        raise Refusal(_("Il n’y a plus de prix à remettre d’un geste."), code="nothing_to_give")
    return given


@transaction.atomic
def take_prize_back(*, tournament: Tournament, given: int, reason: str, by: Account, at: datetime) -> PrizeGiven:
    """Take a prize back: given to the wrong person, or by mistake. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason)
    taken = PrizeGiven.objects.select_related("registration__player", "prize").get(
        pk=given, prize__plan__tournament=tournament
    )
    if taken.cancelled_at is not None:
        return taken
    write_taken_back(taken, reason=reason, by=by, at=at)
    _log_prize(gettext_noop("prix repris"), tournament, taken, by=by, at=at, reason=reason)
    return taken


def carry_prizes(
    *,
    source: Tournament,
    tournament: Tournament,
    entries: Mapping[int, int],  # noqa: ARG001 - each noun is carried by the same call
    by: Account | None,
    at: datetime,
) -> int:
    """
    Give a new tournament the prizes of another, and return how many.

    Nobody has paid yet: that they stay within the takings is seen to when the list is saved again. Called under the
    lock of the club.
    """
    old = plan_of(source)
    if old is None:
        return 0
    lock_tournament(tournament.pk)
    prizes = [facts_of(prize) for prize in old.prizes.all()]
    plan = PrizePlan.objects.create(tournament=tournament, one_each=old.one_each, club_adds=old.club_adds)
    _write(plan, prizes)
    log(
        action=gettext_noop("prix"),
        subject=subject_of("prizes", count=len(prizes)),
        by=by,
        at=at,
        tournament=tournament,
        details={"prizes": [_as_details(facts) for facts in prizes], "source": source.pk},
    )
    return len(prizes)


def _write(plan: PrizePlan, prizes: Sequence[PrizeFacts]) -> None:
    """Write the prizes; one that stays keeps its row, by its group and place, for what was handed over points to it."""
    kept = {(prize.group, prize.place): prize for prize in plan.prizes.all()}
    wanted = {(facts.group, facts.place) for facts in prizes}
    plan.prizes.exclude(pk__in=[prize.pk for place, prize in kept.items() if place in wanted]).delete()
    for number, facts in enumerate(prizes, start=1):
        row = kept.get((facts.group, facts.place)) or Prize(plan=plan, group=facts.group, place=facts.place)
        row.number, row.lot, row.amount, row.percent = number, facts.lot, facts.amount, facts.percent
        row.save()


def _won(tournament: Tournament, prize: int, registration: int) -> tuple[PrizeLine, Winner]:
    _refuse_unfinished(tournament)
    current = prize_list(tournament)
    for line in current.lines if current else ():
        for winner in line.winners:
            if (line.prize.pk, winner.registration.pk) == (prize, registration):
                return line, winner
    raise Refusal(
        _("Ce prix n’est pas à ce joueur : le classement ou la liste des prix a changé. Rechargez la page."),
        code="not_the_winner",
    )


def _refuse_unfinished(tournament: Tournament) -> None:
    if not tournament.is_finished:
        raise Refusal(
            _("Le classement peut encore changer : terminez le tournoi, puis remettez les prix."), code="not_finished"
        )


def _hand_over(
    tournament: Tournament, line: PrizeLine, winner: Winner, *, method: str, by: Account | None, at: datetime
) -> PrizeGiven:
    if method not in PrizeMethod.values:
        raise ValueError(f"{method} is no way to pay a prize")
    amount = line.worth if line.is_lot_for_one else line.amount
    given = PrizeGiven.objects.create(
        prize=line.prize,
        registration=winner.registration,
        amount=amount,
        lot=line.prize.lot,
        method=method if amount else PrizeMethod.KIND,
        at=at,
        by=by,
        by_name=str(by or ""),
    )
    _log_prize(gettext_noop("prix remis"), tournament, given, by=by, at=at)
    return given


def _log_prize(
    action: str, tournament: Tournament, given: PrizeGiven, *, by: Account | None, at: datetime, reason: str = ""
) -> None:
    worth = [*([given.lot] if given.lot else []), *([euros(given.amount, "fr")] if given.amount else [])]
    log(
        action=action,
        subject=subject_of("money", who=str(given.registration), amount=", ".join(worth)),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={"given": given.pk, "amount": given.amount, "lot": given.lot, "method": given.method},
    )


def _as_details(facts: PrizeFacts) -> dict[str, object]:
    return {
        "group": str(facts.group),
        "place": facts.place,
        "lot": facts.lot,
        "amount": facts.amount,
        "percent": facts.percent,
    }
