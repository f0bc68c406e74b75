"""What was put away before its end is a trial: one that was said to be none any more would be shown to everybody."""

from django.db import migrations, models


def make_trials(apps, schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.exclude(archived_from__in=["", "termine"]).filter(is_trial=False).update(is_trial=True)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0026_door_keys"),
    ]

    operations = [
        migrations.RunPython(make_trials, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(condition=models.Q(("archived_from__in", ["", "termine"]), ("is_trial", True), _connector="OR"), name="only_a_trial_is_archived_before_its_end"),
        ),
    ]
