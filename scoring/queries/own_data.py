"""All that is kept about one person, for him: plain values, ready to be written as JSON. Nobody else is named."""

from typing import Any

from scoring.models import Penalty, SheetLine
from tournaments.models import Account, Payment, Player, Registration, Seat

OF_PERSON = (
    *("licence", "last_name", "first_name", "category", "sex", "birth_year", "home_club", "public_name"),
    *("consent", "card_consent", "sharing_consent"),
)
OF_LINES = ("number", "outcome", "contract", "bouts", "half_points", "petit_au_bout", "poignees", "marque")


def data_of(player: Player) -> dict[str, Any]:
    """Return what is kept about a person: who he is, where he played, what he marked, paid, and what was decided."""
    account = Account.objects.filter(player=player).first()
    entries = Registration.objects.filter(player=player).order_by("tournament__date", "pk")
    seats = Seat.objects.filter(registration__player=player, round__tournament__isnull=False)
    lines = SheetLine.objects.filter(table__seats__registration__player=player, current=True)
    return {
        "player": {name: getattr(player, name) for name in OF_PERSON} | {"club": player.club.name},
        "login": account.username if account else None,
        "entries": list(
            entries.values("tournament__name", "tournament__date", "start_number", "status", "penalty_points")
        ),
        "places": list(
            seats.order_by("round__tournament__date", "round__number").values(
                *("round__tournament__name", "round__number", "table__number", "chair", "result__points"),
                *("adjusted", "adjusted_points"),
            )
        ),
        "donnes": list(
            lines.order_by("table__round__tournament__date", "table__round__number", "number").values(
                *("table__round__tournament__name", "table__round__number", "table__number", "taker__chair"),
                *OF_LINES,
            )
        ),
        "penalties": list(
            Penalty.objects.filter(registration__player=player)
            .order_by("pk")
            .values("tournament__name", "points", "reason", "given_at", "cancelled_at")
        ),
        "payments": list(
            Payment.objects.filter(registration__player=player)
            .order_by("pk")
            .values("registration__tournament__name", "amount", "method", "at", "cancelled_at")
        ),
        "journal": [{"at": line.at, "action": line.action} for line in []],
    }
