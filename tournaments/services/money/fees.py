"""The fees that members pay for a season: noted, and given back. Amounts are in cents."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.kit.days import french_day
from tournaments.labels import Grade
from tournaments.models import Account, Fee, Membership, Season
from tournaments.refusals import Refusal, refuse_without_reason
from tournaments.services.journal import log
from tournaments.services.locks import lock_club
from tournaments.subjects import subject_of


@transaction.atomic
def note_fees(
    *, season: Season, players: Collection[int], amount: int, paid_on: date, by: Account | None, at: datetime
) -> list[Fee]:
    """
    Note that members (ids of players) paid the fee of a season of their club, and return the new fees.

    A member who has paid already stays as he is: the same page sent twice is one payment. Refuses a day in the future.
    """
    lock_club(season.club)
    if paid_on > timezone.localdate(at):
        sentence = _("Le %(day)s n’est pas encore venu : écrivez le jour où la cotisation a été payée.")
        sentence %= {"day": french_day(paid_on)}
        raise Refusal(sentence, code="paid_tomorrow", fields={"paid_on": [sentence]})
    owing = Membership.objects.filter(club=season.club_id, grade=Grade.MEMBER, until=None, player__in=players)
    owing = owing.exclude(fees__season=season).select_related("player")
    made = Fee.objects.bulk_create(
        [Fee(membership=member, season=season, paid_on=paid_on, amount=amount) for member in owing]
    )
    if made:
        names = [fee.membership.player.full_name for fee in made]
        log(
            action=gettext_noop("cotisation payée"),
            subject=names[0] if len(names) == 1 else subject_of("players", count=len(names)),
            by=by,
            at=at,
            club=season.club,
            details={
                "season": season.name,
                "amount": amount,
                "paid_on": paid_on.isoformat(),
                "players": [fee.membership.player_id for fee in made],
            },
        )
    return made


@transaction.atomic
def give_fee_back(*, fee: Fee, reason: str, by: Account | None, at: datetime) -> None:
    """Delete a fee that was given back, or noted by mistake; it is due again. Idempotent. Refuses an empty reason."""
    season = fee.season
    lock_club(season.club)
    reason = refuse_without_reason(reason)
    if not Fee.objects.filter(pk=fee.pk).delete()[0]:
        return
    log(
        action=gettext_noop("cotisation annulée"),
        subject=fee.membership.player.full_name,
        by=by,
        at=at,
        club=season.club,
        reason=reason,
        details={"season": season.name, "amount": fee.amount, "id": fee.membership.player_id},
    )
