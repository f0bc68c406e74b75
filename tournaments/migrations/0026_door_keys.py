"""Somebody unknown who comes in by a form that is sent twice is one person."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0025_called_time"),
    ]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="door_key",
            field=models.UUIDField(blank=True, null=True, unique=True),
        ),
    ]
