"""A tournament has an hour and a place; the evenings of a series take its hour, as those opened from now on do."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def take_hours(apps: Any, _schema_editor: Any) -> None:
    hours = apps.get_model("tournaments", "Series").objects.filter(pk=OuterRef("series")).values("starts_at")
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(series__isnull=False)
    tournaments.update(starts_at=Subquery(hours))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_consents_by_purpose")]
    operations = [
        migrations.AddField("tournament", "starts_at", models.TimeField(blank=True, null=True)),
        migrations.AddField("tournament", "place", models.CharField(blank=True, default="", max_length=200)),
        migrations.RunPython(take_hours, migrations.RunPython.noop),
    ]
