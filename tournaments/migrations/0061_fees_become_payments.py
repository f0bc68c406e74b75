"""
What a member paid for a season becomes a fee with a rate and a payment; a payment at the door gets its day.

Who had paid must owe nothing afterwards: of a season without a fee, and of an amount below it, the amount that was paid
becomes a rate of its own. How it was paid is unknown.
"""

import datetime
import uuid
from collections import defaultdict
from typing import Any
from zoneinfo import ZoneInfo

from django.db import migrations
from django.db.models.functions import TruncDate

BATCH = 500


def migrate_seasons(apps: Any, _editor: Any) -> None:
    model = {name: apps.get_model("tournaments", name) for name in ("Season", "SeasonRate", "Fee", "Payment")}
    fees = defaultdict(list)
    for fee in model["Fee"].objects.order_by("pk").iterator(chunk_size=BATCH):
        fees[fee.season_id].append(fee)
    for season in model["Season"].objects.filter(fee__isnull=False) | model["Season"].objects.filter(pk__in=fees):
        migrate_season(model, season, fees[season.pk])


def migrate_season(model: dict[str, Any], season: Any, fees: list[Any]) -> None:
    paid = {fee.amount for fee in fees}
    usual = max(paid) if season.fee is None else season.fee
    amounts = [usual, *sorted((amount for amount in paid if amount < usual), reverse=True)]
    rates = {
        amount: model["SeasonRate"].objects.create(
            season=season,
            code="adulte" if place == 1 else "autre",
            label="Cotisation" if place == 1 else f"Cotisation à {amount / 100:.2f}\u00a0€".replace(".", ","),
            amount=amount,
            place=place,
        )
        for place, amount in enumerate(amounts, start=1)
    }
    for fee in fees:
        fee.rate = rates[min(fee.amount, usual)]
    model["Fee"].objects.bulk_update(fees, ["rate"], batch_size=BATCH)
    noon = datetime.time(12, tzinfo=datetime.UTC)
    model["Payment"].objects.bulk_create(
        (
            model["Payment"](
                key=uuid.uuid4(),
                fee=fee,
                amount=fee.amount,
                method="autre",
                paid_on=fee.paid_on,
                at=datetime.datetime.combine(fee.paid_on, noon),
            )
            for fee in fees
            if fee.amount
        ),
        batch_size=BATCH,
    )


def give_days(apps: Any, _editor: Any) -> None:
    """Write the day of each payment at the door, by the clock of its club."""
    club, payment = apps.get_model("tournaments", "Club"), apps.get_model("tournaments", "Payment")
    for pk, zone in club.objects.values_list("pk", "time_zone"):
        paid = payment.objects.filter(registration__tournament__club=pk, paid_on=None)
        payment.objects.filter(pk__in=paid.values("pk")).update(paid_on=TruncDate("at", tzinfo=ZoneInfo(zone)))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0060_what_a_member_owes")]

    operations = [
        migrations.RunPython(migrate_seasons, migrations.RunPython.noop),
        migrations.RunPython(give_days, migrations.RunPython.noop),
    ]
