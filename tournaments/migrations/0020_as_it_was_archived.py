"""A tournament remembers the state it was archived from; of a trial of before the journal knows it."""

from django.db import migrations, models
from django.db.models import Q

from tournaments.labels import TournamentState

STATES = ["brouillon", "annonce", "ouvert", "en_cours", "termine"]


def read_the_journal(apps, _editor):
    entries = apps.get_model("tournaments", "JournalEntry").objects.filter(
        action="tournoi archivé", tournament__state="archive", tournament__is_trial=True
    )
    for entry in entries.order_by("pk"):  # the last one stays
        before = (entry.details.get("state") or [""])[0]
        if before in STATES:
            apps.get_model("tournaments", "Tournament").objects.filter(pk=entry.tournament_id).update(
                archived_from=before
            )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_entry_at_tables")]
    operations = [
        migrations.AddField(
            model_name="tournament",
            name="archived_from",
            field=models.CharField(blank=True, choices=TournamentState.offered, default="", max_length=12),
        ),
        migrations.RunPython(read_the_journal, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                name="archived_from_a_state_and_while_archived",
                condition=Q(archived_from="")
                | Q(archived_from__in=["brouillon", "annonce", "ouvert", "en_cours", "termine"]) & Q(state="archive"),
            ),
        ),
    ]
