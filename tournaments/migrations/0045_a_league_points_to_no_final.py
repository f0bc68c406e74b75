"""What a league knew of its final is in the rows of the final now."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0044_a_final_takes_from_rankings")]

    operations = [
        migrations.RemoveConstraint(model_name="declined", name="player_declines_a_final_once"),
        migrations.RemoveField(model_name="declined", name="league"),
        migrations.AlterField(
            model_name="declined",
            name="qualifying",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="declined", to="tournaments.qualifying"
            ),
        ),
        migrations.AddConstraint(
            model_name="declined",
            constraint=models.UniqueConstraint(fields=("qualifying", "player"), name="player_declines_a_final_once"),
        ),
        migrations.RemoveField(model_name="league", name="final"),
    ]
