"""An event is a draft, announced, open, running, finished, archived; what was « en préparation » takes entries."""

from django.db import migrations, models
from django.db.models import Q

from tournaments.labels import TournamentState

BEFORE = ["preparation", "en_cours", "termine"]
SINCE = ["brouillon", "annonce", "ouvert", "en_cours", "termine", "archive"]


def known(states: list[str]) -> models.CheckConstraint:
    return models.CheckConstraint(name="tournament_state_is_known", condition=Q(state__in=states))


def open_the_prepared(apps, _editor):
    apps.get_model("tournaments", "Tournament").objects.filter(state="preparation").update(state="ouvert")


def as_before(apps, _editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.filter(state__in=["brouillon", "annonce", "ouvert"]).update(state="preparation")
    tournaments.filter(state="archive").update(state="termine")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_rates_payments_and_cash_counts")]
    operations = [
        # The constraint knows the words of one side only: it makes room while the rows change.
        migrations.RemoveConstraint(model_name="tournament", name="tournament_state_is_known"),
        migrations.RunPython(open_the_prepared, as_before),
        migrations.AddConstraint(model_name="tournament", constraint=known(SINCE)),
        migrations.AlterField(
            model_name="tournament",
            name="state",
            field=models.CharField(choices=TournamentState.offered, default="brouillon", max_length=12),
        ),
        migrations.AddField(model_name="tournament", name="is_trial", field=models.BooleanField(default=False)),
    ]
