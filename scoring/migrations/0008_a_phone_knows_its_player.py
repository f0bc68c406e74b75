"""
A phone at a table knows who said that it is his, and not only where he sat.

Of a phone that is there already it is who sits there, unless somebody was put on that place, or got it back, since the
phone came: then nobody knows, and the phone asks.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q, Subquery


def who_sits_there(apps: Any, _schema_editor: Any) -> None:
    seats = apps.get_model("tournaments", "Seat").objects.filter(pk=OuterRef("seat"))
    changes = apps.get_model("tournaments", "SeatChange").objects.filter(kind="remplacement")
    given = changes.filter(
        Q(other=OuterRef("seat__registration"), made_at__gte=OuterRef("first_seen"))
        | Q(one=OuterRef("seat__registration"), undone_at__gte=OuterRef("first_seen"))
    )
    phones = apps.get_model("scoring", "Phone").objects.filter(seat__isnull=False)
    known = phones.exclude(Exists(given)).values("pk")
    phones.filter(pk__in=known).update(holder=Subquery(seats.values("registration")))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_faults_as_the_rulebook_has_them"),
        ("tournaments", "0029_a_committee_suspends"),
    ]
    operations = [
        migrations.AddField(
            model_name="phone",
            name="holder",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.registration",
            ),
        ),
        migrations.RunPython(who_sits_there, migrations.RunPython.noop),
    ]
