"""What a club says of the headings of its catalogue of faults is remembered as that of its other lists."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0027_only_trials_are_archived_before_their_end"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='columnmapping',
            name='mapping_kind_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='import',
            name='import_kind_is_known',
        ),
        migrations.AddConstraint(
            model_name='columnmapping',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats', 'fautes'])), name='mapping_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['joueurs', 'resultats', 'fautes'])), name='import_kind_is_known'),
        ),
    ]
