"""A chelem call says what the arbiter saw: who led, where the Excuse was, the Petit before it."""

import scoring.labels
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0015_incidents"),
        ('tournaments', '0023_incidents'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='chelemcall',
            name='excuse',
            field=models.CharField(blank=True, choices=scoring.labels.ExcusePlayed.offered, max_length=10),
        ),
        migrations.AddField(
            model_name='chelemcall',
            name='led',
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name='chelemcall',
            name='petit_before_last',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='chelemcall',
            constraint=models.CheckConstraint(condition=models.Q(('excuse__in', ['', 'derniere', 'avant', 'defense'])), name='where_the_excuse_was_is_known'),
        ),
        migrations.AddConstraint(
            model_name='chelemcall',
            constraint=models.CheckConstraint(condition=models.Q(('petit_before_last', False), ('excuse', 'derniere'), _connector='OR'), name='the_petit_before_last_goes_with_the_excuse_last'),
        ),
    ]
