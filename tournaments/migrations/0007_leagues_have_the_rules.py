"""The rule of a league is its own: PostgreSQL drops a column only after the rows that point to its table are committed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_leagues")]

    operations = [
        migrations.RemoveConstraint(
            model_name="season",
            name="season_counts_at_least_one_result",
        ),
        migrations.RemoveConstraint(
            model_name="season",
            name="season_asks_at_least_one_evening",
        ),
        migrations.RemoveField(
            model_name="season",
            name="best_of",
        ),
        migrations.RemoveField(
            model_name="season",
            name="minimum_evenings",
        ),
    ]
