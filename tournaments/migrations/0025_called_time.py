"""Time is called, tables have minutes of their own, and a tournament says what the end of time asks."""

import tournaments.labels
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0024_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name='clock',
            name='called_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='extra_minutes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='extra_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='at_time_up',
            field=models.CharField(choices=tournaments.labels.TimeUp.offered, default='finir', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('called_at__isnull', True), ('running_since__isnull', True), _connector='OR'), name='a_clock_does_not_run_once_time_is_called'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('extra_minutes', 0), ('extra_reason', '')), models.Q(models.Q(('extra_reason', ''), _negated=True), ('extra_minutes__range', (1, 120))), _connector='OR'), name='extra_minutes_have_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('at_time_up__in', ['finir', 'encore_une', 'arreter'])), name='what_the_end_of_time_asks_is_known'),
        ),
    ]
