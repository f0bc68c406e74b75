"""A replacement may be undone as an exchange is: what the one who came was before is kept; of earlier ones, « inscrit »."""

from typing import Any

from django.db import migrations, models


def were_entered(apps: Any, _schema_editor: Any) -> None:
    apps.get_model("tournaments", "SeatChange").objects.filter(kind="remplacement").update(other_was="inscrit")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_consents_that_wait")]
    operations = [
        migrations.RemoveConstraint("seatchange", "only_an_exchange_is_undone"),
        migrations.AddField("seatchange", "other_was", models.CharField(blank=True, default="", max_length=10)),
        migrations.RunPython(were_entered, migrations.RunPython.noop),
    ]
