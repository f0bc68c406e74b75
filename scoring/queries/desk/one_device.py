"""
Finds tables whose phones seem to be one device that took every chair and confirmed its own donnes.

It is a mark for the arbiter and refuses nothing. A hall may share one address (Wi-Fi, a provider), so an address counts
only when other tables have another one; otherwise chairs and confirmations must come faster than four people can act.
One phone that goes round the table is no mark: it is shown as such (`TableView.own_phone`).
"""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db.models import Count, F, Q

from scoring.models import Phone, SheetLine
from tournaments.models import Round

# Within so little four people neither say who they are nor read and confirm what another one wrote.
AT_ONCE = timedelta(seconds=10)
FEW = 3  # chairs, and of two people and two donnes that may happen


def seem_one_device(round_: Round) -> set[int]:
    """
    Return the ids of the round's tables whose confirmations all seem to come from one device. One or two queries.
    """
    lines = SheetLine.objects.filter(table__round=round_, current=True, phone__isnull=False).order_by()
    confirmed = lines.values_list("table_id").annotate(
        donnes=Count("pk"),
        same_phone=Count("pk", filter=Q(confirmation__phone=F("phone"))),
        same_place=Count("pk", filter=Q(confirmation__phone__origin=F("phone__origin"))),
        at_once=Count("pk", filter=Q(confirmation__at__lte=F("written_at") + AT_ONCE)),
    )
    in_question = {
        table: donnes >= FEW and donnes == at_once
        for table, donnes, same_phone, same_place, at_once in confirmed
        if donnes == same_place and same_phone < donnes
    }
    if not in_question:
        return set()
    came: dict[int, list[tuple[str, datetime]]] = defaultdict(list)
    phones = Phone.objects.filter(table__round=round_, seat__isnull=False).exclude(origin="")
    for table, origin, first_seen in phones.values_list("table_id", "origin", "first_seen"):
        came[table].append((origin, first_seen))
    elsewhere = {table: {origin for other in came if other != table for origin, _at in came[other]} for table in came}
    return {
        table
        for table, is_quick in in_question.items()
        if len(places := {origin for origin, _at in came[table]}) == 1
        and ((elsewhere[table] and not places & elsewhere[table]) or (is_quick and _came_at_once(came[table])))
    }


def _came_at_once(phones: list[tuple[str, datetime]]) -> bool:
    times = [first_seen for _origin, first_seen in phones]
    return len(times) >= FEW and max(times) - min(times) <= AT_ONCE
