"""A file that no club keeps: the one that did left the site, and he was a member of no other."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_a_score_of_a_donne_is_adjusted'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='without_keeper_since',
            field=models.DateField(blank=True, editable=False, null=True),
        ),
    ]
