"""A line that a table wrote says from which chair: the other camp confirms it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0016_what_a_chelem_call_saw'),
        ('tournaments', '0019_entry_at_tables'),
    ]

    operations = [
        migrations.AddField(
            model_name='sheetline',
            name='writer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat'),
        ),
    ]
