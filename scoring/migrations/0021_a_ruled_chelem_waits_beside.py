"""A donne whose chelem an arbiter ruled otherwise waits for him; a call says who changed its ruling."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0020_what_the_arbiter_ruled'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='conflict',
            name='a_conflict_is_with_a_line_or_late',
        ),
        migrations.AddField(
            model_name='chelemcall',
            name='ruled_by_name',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='conflict',
            name='call',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='scoring.chelemcall'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.CheckConstraint(condition=models.Q(('line__isnull', False), ('call__isnull', False), ('late', True), _connector='OR'), name='a_conflict_is_with_a_line_a_call_or_late'),
        ),
    ]
