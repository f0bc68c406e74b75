"""A tournament says how its tables write their own sheets, and has the code that opens them; what wrote a line."""

import secrets
from typing import Any

from django.db import migrations, models

import tournaments.models.tournaments

# Written out: a migration says the same for ever.
LETTERS, LENGTH = "ABCDEFGHJKLMNPRSTUVWXYZ", 5
BATCH = 1000
FILL = "UPDATE tournaments_tournament SET entry_code = %s WHERE id = %s"


def fill(apps: Any, schema_editor: Any) -> None:
    """Give each tournament a code of its own."""
    ids = list(apps.get_model("tournaments", "Tournament").objects.order_by("pk").values_list("pk", flat=True))
    codes: set[str] = set()
    while len(codes) < len(ids):
        codes.add("".join(secrets.choice(LETTERS) for _letter in range(LENGTH)))
    rows = list(zip(codes, ids, strict=True))
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, len(rows), BATCH):
            cursor.executemany(FILL, rows[start : start + BATCH])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_prizes'),
    ]

    operations = [
        migrations.AddField(
            model_name='journalentry',
            name='device',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='table',
            name='entry_version',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='tournament',
            name='closes_itself',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='double_entry',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entry_at_tables',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="entry_code",
            field=models.CharField(default="", editable=False, max_length=5),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tournament",
            name="entry_code",
            field=models.CharField(
                default=tournaments.models.tournaments.new_entry_code, editable=False, max_length=5, unique=True
            ),
        ),
        migrations.AddField(
            model_name='tournament',
            name='entry_version',
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='needs_confirmation',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='protest_minutes',
            field=models.PositiveSmallIntegerField(default=10),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('protest_minutes__range', (0, 120))), name='a_protest_is_taken_for_up_to_two_hours'),
        ),
    ]
