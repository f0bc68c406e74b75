"""A decision says its sanction: what takes no points was a warning."""

import scoring.labels
import tournaments.labels
from django.conf import settings
from django.db import migrations, models


def warn(apps, schema_editor):
    apps.get_model("scoring", "Penalty").objects.filter(points=0).update(sanction="avertissement")


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0011_what_the_reglement_states'),
        ('tournaments', '0018_prizes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='penalty',
            name='a_penalty_falls_on_a_player_a_camp_or_a_table',
        ),
        migrations.AddField(
            model_name='penalty',
            name='sanction',
            field=models.CharField(choices=scoring.labels.Sanction.offered, default='points', max_length=20),
        ),
        migrations.AddField(
            model_name='penalty',
            name='status_before',
            field=models.CharField(blank=True, choices=tournaments.labels.Status.offered, max_length=10),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('sanction__in', ['avertissement', 'redonne', 'donneur_exclu', 'prime_annulee', 'points', 'points_total', 'score_ajuste', 'exclusion', 'federation'])), name='a_sanction_is_known'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('points', 0), ('sanction__in', ['points', 'points_total']), _connector='OR'), name='a_decision_takes_points_by_a_sanction_that_does'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sanction', 'exclusion'), _negated=True), ('target', 'joueur'), _connector='OR'), name='a_player_is_excluded'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('camp', ''), ('registration__isnull', False), ('target', 'joueur')), models.Q(('camp__in', ['attaque', 'defense']), ('donne__isnull', False), ('registration__isnull', True), ('table__isnull', False), ('target', 'camp')), models.Q(('camp', ''), ('registration__isnull', True), ('table__isnull', False), ('target', 'table')), models.Q(('camp', ''), ('donne__isnull', False), ('points', 0), ('registration__isnull', True), ('table__isnull', False), ('target', 'donne')), _connector='OR'), name='a_penalty_falls_on_a_player_a_camp_a_table_or_a_donne'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sanction__in', ['redonne', 'donneur_exclu', 'prime_annulee']), _negated=True), models.Q(('donne__isnull', False), ('table__isnull', False)), _connector='OR'), name='what_is_done_of_a_donne_names_it'),
        ),
        migrations.RunPython(warn, migrations.RunPython.noop),
    ]
