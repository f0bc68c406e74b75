"""
The rows of a club's file that an earlier version wrote, as this version writes them.

They become what the migrations since then made of the same rows on a site that stayed. What a migration only adds needs
nothing: a column that a file lacks has its default.
"""

import json
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.core.serializers.base import DeserializationError
from django.utils.dateparse import parse_datetime

from tournaments.kit.zones import PARIS, zone_called

Row = dict[str, Any]  # "model", "pk" and "fields", as Django's serializers write it

# The last migration of `tournaments` that changes rows which are there; files of version 1 are of before.
CHANGED_IN = "0065_an_entry_has_no_mail_of_its_own"
# The models whose rows are changed, or say how others are.
READ_TOGETHER = (
    *("Entry", "Season", "SeasonRate", "Fee", "Payment"),
    *("Tournament", "Registration", "Membership", "MembershipPeriod", "Club"),
)


def rows_of_today(lines: Iterable[str], migrations: dict[str, str]) -> Iterator[str]:
    """
    Yield the lines of a file, with their rows as they are now; `migrations` are the last ones that its site had.

    Raises DeserializationError for a line that is no row.
    """
    if migrations.get("tournaments", "") >= CHANGED_IN:
        yield from lines
        return
    kept: dict[str, list[Row]] = {f"tournaments.{model.lower()}": [] for model in READ_TOGETHER}
    for line in lines:
        row = _row(line)
        if row["model"] in kept:
            kept[row["model"]].append(row)
        else:
            yield line
    try:
        _change({model.removeprefix("tournaments."): rows for model, rows in kept.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DeserializationError from error
    for rows in kept.values():
        yield from map(json.dumps, rows)


def _row(line: str) -> Row:
    try:
        row = json.loads(line)
        return {"model": row["model"], "pk": row["pk"], "fields": dict(row["fields"])}
    except (KeyError, TypeError, ValueError) as error:
        raise DeserializationError from error


def _change(rows: dict[str, list[Row]]) -> None:
    """Change the rows of each model in place, in the order of the migrations."""
    _begin_memberships(rows)
    _make_fees_payments(rows)
    _give_days(rows)
    for entry in rows["entry"]:  # no site sends what waited at another
        for column in ("mail_at", "mail_tries"):
            entry["fields"].pop(column, None)


def _begin_memberships(rows: dict[str, list[Row]]) -> None:
    """
    Let a member be one since his first evening or fee, as 0057_membership_periods does.

    Of who has neither, and of a day after his last one, `note_unknown_periods` notes that nobody knows.
    """
    days = {row["pk"]: row["fields"]["date"] for row in rows["tournament"]}
    first: dict[tuple[str, int], str] = {}
    came = [("came", row["fields"]["player"], days[row["fields"]["tournament"]]) for row in rows["registration"]]
    paid = [("paid", row["fields"]["membership"], row["fields"].get("paid_on")) for row in rows["fee"]]
    for what, who, day in (*came, *paid):
        if day:
            first[what, who] = min(first.get((what, who), day), day)
    known = {row["fields"]["membership"] for row in rows["membershipperiod"]}
    for membership in rows["membership"]:
        pk, fields = membership["pk"], membership["fields"]
        since = min(filter(None, (first.get(("paid", pk)), first.get(("came", fields["player"])))), default=None)
        until = fields.get("until")
        if pk in known or fields.get("grade", "member") != "member" or since is None or (until and since > until):
            continue
        period = {"membership": pk, "since": since, "until": until, "reason": "other" if until else ""}
        rows["membershipperiod"].append(_new(rows, "membershipperiod", period))


def _make_fees_payments(rows: dict[str, list[Row]]) -> None:
    """Make what members paid for a season rates, fees and payments, as 0061_fees_become_payments does."""
    fees = defaultdict(list)
    for fee in rows["fee"]:
        if "amount" in fee["fields"]:
            fees[fee["fields"]["season"]].append(fee)
    for season in rows["season"]:
        usual, of_season = season["fields"].pop("fee", None), fees.pop(season["pk"], [])
        paid = {fee["fields"]["amount"] for fee in of_season}
        if usual is None and not paid:
            continue
        usual = max(paid) if usual is None else usual
        amounts = [usual, *sorted((amount for amount in paid if amount < usual), reverse=True)]
        rates = {amount: _rate(rows, season["pk"], amount, place) for place, amount in enumerate(amounts, start=1)}
        for fee in of_season:
            amount, day = fee["fields"].pop("amount"), date.fromisoformat(fee["fields"].pop("paid_on"))
            fee["fields"]["rate"] = rates[min(amount, usual)]
            if amount:
                payment = {"key": str(uuid.uuid4()), "fee": fee["pk"], "amount": amount, "method": "autre"}
                payment |= {"paid_on": day.isoformat(), "at": f"{day}T12:00:00Z"}
                rows["payment"].append(_new(rows, "payment", payment))
    if fees:
        raise ValueError("a fee of no season")


def _rate(rows: dict[str, list[Row]], season: int, amount: int, place: int) -> int:
    """Add a rate of a season, and return its id."""
    label = "Cotisation" if place == 1 else f"Cotisation à {amount / 100:.2f}\u00a0€".replace(".", ",")
    code = "adulte" if place == 1 else "autre"
    rate = {"season": season, "code": code, "label": label, "amount": amount, "place": place}
    rows["seasonrate"].append(_new(rows, "seasonrate", rate))
    pk: int = rows["seasonrate"][-1]["pk"]
    return pk


def _give_days(rows: dict[str, list[Row]]) -> None:
    """Write the day of each payment at the door, by the clock of the club."""
    zone = zone_called(rows["club"][0]["fields"].get("time_zone", PARIS)) if rows["club"] else None
    for payment in rows["payment"]:
        if "paid_on" not in payment["fields"]:
            at = parse_datetime(payment["fields"]["at"])
            payment["fields"]["paid_on"] = at and at.astimezone(zone).date().isoformat()


def _new(rows: dict[str, list[Row]], model: str, fields: Row) -> Row:
    """Return a row that the file did not have, under the id after the last one."""
    last = rows[model][-1]["pk"] if rows[model] else 0
    return {"model": f"tournaments.{model}", "pk": last + 1, "fields": fields}
