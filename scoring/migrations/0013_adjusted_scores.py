"""An arbiter may put a score in place of what a round brings somebody."""

import tournaments.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0012_what_a_decision_does'),
        ('tournaments', '0022_adjusted_scores'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='penalty',
            name='assigned',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='penalty',
            name='basis',
            field=models.CharField(blank=True, choices=tournaments.labels.adjusted_choices, max_length=10),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('assigned__isnull', True), ('basis', ''), models.Q(('sanction', 'score_ajuste'), _negated=True)), models.Q(('assigned__isnull', True), ('basis__in', ['epreuve', 'joueur']), ('sanction', 'score_ajuste'), ('table__isnull', False), ('target__in', ['joueur', 'table'])), models.Q(('assigned__isnull', False), ('basis', 'attribue'), ('sanction', 'score_ajuste'), ('table__isnull', False), ('target__in', ['joueur', 'table'])), _connector='OR'), name='an_adjusted_score_says_where_it_comes_from'),
        ),
    ]
