"""An arbiter may put a score in place of what a round brings somebody."""

import tournaments.labels
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0021_how_prizes_were_paid"),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='adjusted',
            field=models.CharField(blank=True, choices=tournaments.labels.adjusted_choices, max_length=10),
        ),
        migrations.AddField(
            model_name='seat',
            name='adjusted_points',
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('adjusted', 'attribue'), ('adjusted_points__isnull', False)), models.Q(('adjusted__in', ['', 'epreuve', 'joueur']), ('adjusted_points__isnull', True)), _connector='OR'), name='an_assigned_score_is_a_number'),
        ),
    ]
