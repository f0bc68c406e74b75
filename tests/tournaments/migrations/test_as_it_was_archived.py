"""A trial archived before a tournament kept the state that it had: the journal knows it."""

import importlib

import pytest
from django.apps import apps

from tests.factories import NOW, TournamentFactory
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.services.evening.states import archive, take_out

migration = importlib.import_module("tournaments.migrations.0020_as_it_was_archived")


@pytest.mark.django_db
def test_a_trial_has_the_state_of_its_last_line_of_the_journal_and_any_other_one_was_finished():
    trial = TournamentFactory(is_trial=True, state=TournamentState.RUNNING)
    for state in (TournamentState.RUNNING, TournamentState.DRAFT):
        Tournament.objects.filter(pk=trial.pk).update(state=state, archived_from="")
        archive(tournament=trial, by=None, at=NOW)
    real = TournamentFactory(state=TournamentState.FINISHED)
    archive(tournament=real, by=None, at=NOW)
    Tournament.objects.update(archived_from="")

    migration.read_the_journal(apps, None)

    assert list(Tournament.objects.order_by("pk").values_list("pk", "archived_from")) == [
        (trial.pk, "brouillon"),
        (real.pk, ""),
    ]
    assert take_out(tournament=real, by=None, at=NOW).state == TournamentState.FINISHED
