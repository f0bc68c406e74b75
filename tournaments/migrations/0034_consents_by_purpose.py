"""
A player agrees to each purpose apart, his card has an address that says nothing, and his data may be erased.

Whoever agreed before agreed to his name in results, and to nothing else: a card and sharing are asked anew.
"""

from typing import Any

import tournaments.models.clubs
from django.db import migrations, models

BATCH = 1000
FILL = "UPDATE tournaments_player SET key = %s WHERE id = %s"


def fill(apps: Any, schema_editor: Any) -> None:
    players = list(apps.get_model("tournaments", "Player").objects.order_by("pk").values_list("pk", flat=True))
    keys: set[str] = set()
    while len(keys) < len(players):
        keys.add(tournaments.models.clubs.new_player_key())
    rows = list(zip(keys, players, strict=True))
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, len(rows), BATCH):
            cursor.executemany(FILL, rows[start : start + BATCH])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_hidden_rounds")]
    operations = [
        migrations.AddField("player", "card_consent", models.BooleanField(default=False)),
        migrations.AddField("player", "sharing_consent", models.BooleanField(default=False)),
        migrations.AddField("player", "erased_at", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddField("player", "key", models.CharField(editable=False, max_length=12, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            "player",
            "key",
            models.CharField(
                default=tournaments.models.clubs.new_player_key, editable=False, max_length=12, unique=True
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(consent=True) | models.Q(card_consent=False, sharing_consent=False),
                name="a_card_and_sharing_stand_on_the_name",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True) | models.Q(consent=False, licence="", public_name=""),
                name="who_is_erased_agrees_to_nothing",
            ),
        ),
    ]
