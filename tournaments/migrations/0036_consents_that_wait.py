"""What a player asks for by his link waits until an organiser answers: nobody has asked for anything yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_an_event_has_an_hour_and_a_place")]
    operations = [
        migrations.AddField("player", "asks_consent", models.BooleanField(default=False, editable=False)),
        migrations.AddField("player", "asks_card_consent", models.BooleanField(default=False, editable=False)),
        migrations.AddField("player", "asks_sharing_consent", models.BooleanField(default=False, editable=False)),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True)
                | models.Q(asks_consent=False, asks_card_consent=False, asks_sharing_consent=False),
                name="who_is_erased_asks_for_nothing",
            ),
        ),
    ]
