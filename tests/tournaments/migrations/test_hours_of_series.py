"""What an update makes of the evenings and replacements of before: a series' hour, and a comer who was entered."""

import importlib
import uuid
from datetime import time

import pytest
from django.apps import apps

from tests.factories import DAY, NOW, TournamentFactory, field
from tournaments.labels import SeatChangeKind
from tournaments.models import SeatChange, Series, Tournament

hours = importlib.import_module("tournaments.migrations.0035_an_event_has_an_hour_and_a_place")
replacements = importlib.import_module("tournaments.migrations.0037_a_replacement_is_undone")

pytestmark = pytest.mark.django_db


def test_the_evenings_of_a_series_take_its_hour_and_no_other_does() -> None:
    of_series, alone = TournamentFactory(), TournamentFactory()
    fridays = Series.objects.create(club=of_series.club, name="Le vendredi", starts_on=DAY, starts_at=time(20, 15))
    Tournament.objects.filter(pk=of_series.pk).update(series=fridays)
    hours.take_hours(apps, None)
    told = dict(Tournament.objects.values_list("pk", "starts_at"))
    assert told == {of_series.pk: time(20, 15), alone.pk: None}


def test_whoever_replaced_somebody_before_stays_entered_when_that_is_undone(tournament: Tournament) -> None:
    one, other = field(tournament, 2)
    for kind in SeatChangeKind:
        SeatChange.objects.create(
            tournament=tournament, kind=kind, number=1, one=one, other=other, reason="x", key=uuid.uuid4(), made_at=NOW
        )
    replacements.were_entered(apps, None)
    assert dict(SeatChange.objects.values_list("kind", "other_was")) == {"echange": "", "remplacement": "inscrit"}
