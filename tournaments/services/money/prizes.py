"""The prizes of a tournament: written down, handed over, taken back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.text import euros
from tournaments.labels import PrizeMethod
from tournaments.models import Account, Prize, PrizeGiven, PrizePlan, Tournament
from tournaments.queries.money.prizes import PrizeLine, Winner, plan_of, prize_list
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_tournament
from tournaments.services.money.payments import write_taken_back
from tournaments.services.money.prize_checks import PrizeFacts, prize_facts, refuse_given, refuse_prizes
from tournaments.subjects import subject_of


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
    Make these the prizes of a tournament, in this order. Nothing is written when nothing changes.

    Refuses, all at once (fields are `amount_0`, `percent_0`, … by the index in `prizes`): a prize worth nothing, below
    zero or too large, two prizes for one place, percentages above 100 in all, prizes worth more than players have paid
    and the club adds. Refuses to change a prize that was handed over.
    """
    tournament = lock_tournament(tournament.pk)
    plan = plan_of(tournament)
    before = [] if plan is None else [prize_facts(prize) for prize in plan.prizes.all()]
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
    Store that a player got his prize, with its value now. Idempotent.

    `method` is how money is paid; a prize without money is stored as in kind. Refuses before the tournament is over, a
    player who does not win this prize, a thing that another player of the same place has, a share worth nothing, and a
    prize held by a player who no longer wins it or now wins another share of it.
    """
    tournament = lock_tournament(tournament.pk)
    line, winner = _line_and_winner(tournament, prize, registration)
    if winner.prize_given is not None:
        return winner.prize_given
    if line.strays:
        raise Refusal(
            _("%(player)s a déjà ce prix, et ne le gagne plus : reprenez-le-lui d’abord.")
            % {"player": line.strays[0].registration.player.full_name},
            code="prize_astray",
        )
    if line.uneven:
        raise Refusal(
            _("%(player)s a reçu autre chose que ce qu’il gagne maintenant de ce prix : reprenez-le-lui d’abord.")
            % {"player": line.uneven[0].registration.player.full_name},
            code="prize_uneven",
        )
    if line.is_given:
        raise Refusal(
            _("« %(lot)s » est déjà remis à %(player)s.")
            % {
                "lot": line.prize.lot,
                "player": next(holder.registration.player.full_name for holder in line.winners if holder.prize_given),
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
    Store that all winners got their prizes, except a thing whose place several players share.

    `method` is how all money is paid. Refuses before the tournament is over, and when no such prize is left.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_unfinished(tournament)
    current = prize_list(tournament)
    handed_over = [
        _hand_over(tournament, line, winner, method=method, by=by, at=at)
        for line in (current.to_give if current else ())
        if not line.is_lot_for_one
        for winner in line.winners
        if winner.prize_given is None
    ]
    if not handed_over:
        raise Refusal(_("Il n’y a plus de prix à remettre d’un geste."), code="nothing_to_give")
    return handed_over


@transaction.atomic
def take_prize_back(*, tournament: Tournament, prize_given: int, reason: str, by: Account, at: datetime) -> PrizeGiven:
    """Take back a prize that was given to the wrong player, or by mistake. Idempotent."""
    tournament = lock_tournament(tournament.pk)
    reason = refuse_without_reason(reason)
    row = PrizeGiven.objects.select_related("registration__player", "prize").get(
        pk=prize_given, prize__plan__tournament=tournament
    )
    if row.cancelled_at is not None:
        return row
    write_taken_back(row, reason=reason, by=by, at=at)
    _log_prize(gettext_noop("prix repris"), tournament, row, by=by, at=at, reason=reason)
    return row


def carry_prizes(
    *,
    source: Tournament,
    tournament: Tournament,
    entries: Mapping[int, int],  # noqa: ARG001 - every function of `copies.CARRY` takes it
    by: Account | None,
    at: datetime,
) -> int:
    """
    Copy the prizes of a tournament to a new one, and return how many.

    Nobody has paid for the new one yet: prizes are compared with the money paid only when the list is saved again.
    Called under the club's lock.
    """
    source_plan = plan_of(source)
    if source_plan is None:
        return 0
    lock_tournament(tournament.pk)
    prizes = [prize_facts(prize) for prize in source_plan.prizes.all()]
    plan = PrizePlan.objects.create(
        tournament=tournament, one_each=source_plan.one_each, club_adds=source_plan.club_adds
    )
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
    """Write the prizes; a prize with the same group and place keeps its row, to which prizes handed over point."""
    rows = {(prize.group, prize.place): prize for prize in plan.prizes.all()}
    new_places = {(facts.group, facts.place) for facts in prizes}
    plan.prizes.exclude(pk__in=[prize.pk for place, prize in rows.items() if place in new_places]).delete()
    for number, facts in enumerate(prizes, start=1):
        row = rows.get((facts.group, facts.place)) or Prize(plan=plan, group=facts.group, place=facts.place)
        row.number, row.lot, row.amount, row.percent = number, facts.lot, facts.amount, facts.percent
        row.save()


def _line_and_winner(tournament: Tournament, prize: int, registration: int) -> tuple[PrizeLine, Winner]:
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
    prize_given = PrizeGiven.objects.create(
        prize=line.prize,
        registration=winner.registration,
        amount=amount,
        lot=line.prize.lot,
        method=method if amount else PrizeMethod.KIND,
        at=at,
        by=by,
        by_name=str(by or ""),
    )
    _log_prize(gettext_noop("prix remis"), tournament, prize_given, by=by, at=at)
    return prize_given


def _log_prize(
    action: str, tournament: Tournament, prize_given: PrizeGiven, *, by: Account | None, at: datetime, reason: str = ""
) -> None:
    worth = [
        *([prize_given.lot] if prize_given.lot else []),
        *([euros(prize_given.amount, "fr")] if prize_given.amount else []),
    ]
    log(
        action=action,
        subject=subject_of("money", who=str(prize_given.registration), amount=", ".join(worth)),
        by=by,
        at=at,
        tournament=tournament,
        reason=reason,
        details={
            "given": prize_given.pk,
            "amount": prize_given.amount,
            "lot": prize_given.lot,
            "method": prize_given.method,
        },
    )


def _as_details(facts: PrizeFacts) -> dict[str, object]:
    return {
        "group": str(facts.group),
        "place": facts.place,
        "lot": facts.lot,
        "amount": facts.amount,
        "percent": facts.percent,
    }
