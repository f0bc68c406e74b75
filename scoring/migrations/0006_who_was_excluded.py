"""Who is excluded from an evening that is played now has the status of it; what is over stays as it was ranked."""

from typing import Any

from django.db import migrations


def exclude(apps: Any, _schema_editor: Any) -> None:
    penalties = apps.get_model("scoring", "Penalty").objects.filter(
        sanction="exclusion", cancelled_at=None, tournament__state="en_cours"
    )
    registrations = apps.get_model("tournaments", "Registration").objects
    registrations.filter(pk__in=penalties.values("registration"), status="retire").update(status="exclu")


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0005_a_phone_says_whether_it_is_another"),
        ("tournaments", "0027_a_player_is_excluded"),
    ]
    operations = [migrations.RunPython(exclude, migrations.RunPython.noop)]
