"""
Whom a second club made a member on its own word, who paid it nothing and never played there as a member, is its guest.

Both clubs read it in their journals. What a change of his file was stands in the journal of the club that keeps it
alone: the others read that it changed.
"""

from django.db import migrations
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

AT_ONCE = 500
GUEST = "adhésion devenue invitation"


def second_memberships(apps, _schema_editor) -> None:
    model = {name: apps.get_model("tournaments", name) for name in ("Membership", "Registration", "Fee", "JournalEntry")}
    fees = model["Fee"].objects.filter(membership=OuterRef("pk"))
    evenings = model["Registration"].objects.filter(player=OuterRef("player"), tournament__club=OuterRef("club"))
    second = model["Membership"].objects.filter(grade="member", until=None).exclude(club=F("player__club"))
    found = second.exclude(Exists(fees)).exclude(Exists(evenings)).select_related("club", "player__club").order_by("pk")
    at, rows = timezone.now(), list(found)
    lines = [
        model["JournalEntry"](
            club=club,
            at=at,
            action=GUEST,
            subject=f"{row.player.last_name} {row.player.first_name}".strip()[:100] + f"\u00a0: {row.club.name}"[:100],
            details={"id": row.player_id},
        )
        for row in rows
        for club in (row.club, row.player.club)
    ]
    model["JournalEntry"].objects.bulk_create(lines, batch_size=AT_ONCE)
    for start in range(0, len(rows), AT_ONCE):
        keys = [row.pk for row in rows[start : start + AT_ONCE]]
        model["Membership"].objects.filter(pk__in=keys).update(grade="guest")


def changes_elsewhere(apps, _schema_editor) -> None:
    player, entry = apps.get_model("tournaments", "Player"), apps.get_model("tournaments", "JournalEntry")
    keepers = dict(player.objects.order_by().values_list("pk", "club"))
    told = entry.objects.filter(action="joueur modifié", tournament=None).only("pk", "club_id", "details").order_by("pk")
    changed = []
    for line in told.iterator(chunk_size=AT_ONCE):
        who = line.details.get("id")
        if who in keepers and keepers[who] != line.club_id and len(line.details) > 1:
            line.details = {"id": who}
            changed.append(line)
    entry.objects.bulk_update(changed, ["details"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_a_file_without_a_club")]

    operations = [
        migrations.RunPython(second_memberships, migrations.RunPython.noop),
        migrations.RunPython(changes_elsewhere, migrations.RunPython.noop),
    ]
