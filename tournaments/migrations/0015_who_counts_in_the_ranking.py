"""A tournament says who counts in its ranking, and a season how many evenings that takes; those there are rank all."""

from django.db import migrations, models

import tournaments.labels


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_states_of_a_tournament")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="minimum_evenings",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="minimum_rounds",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="missed_counts",
            field=models.CharField(choices=tournaments.labels.missed_rules, default="zero", max_length=10),
        ),
        migrations.AddField(
            model_name="tournament",
            name="missed_points",
            field=models.SmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="unfinished_rule",
            field=models.CharField(choices=tournaments.labels.unfinished_rules, default="ranked", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("minimum_evenings__isnull", True), ("minimum_evenings__gte", 1), _connector="OR"),
                name="season_asks_at_least_one_evening",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("unfinished_rule__in", ["ranked", "minimum", "out"])),
                name="unfinished_rule_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("missed_counts__in", ["zero", "average", "fixed"])), name="missed_rule_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("minimum_rounds__isnull", True),
                    models.Q(("minimum_rounds__range", (1, 30)), ("unfinished_rule", "minimum")),
                    _connector="OR",
                ),
                name="a_minimum_of_rounds_is_from_1_to_30_and_asked",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("missed_counts", "fixed"), ("missed_points__range", (-1000, 1000))),
                    models.Q(models.Q(("missed_counts", "fixed"), _negated=True), ("missed_points__isnull", True)),
                    _connector="OR",
                ),
                name="points_of_a_missed_round_are_fixed_or_none",
            ),
        ),
    ]
