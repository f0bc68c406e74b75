"""Two people press « comme la dernière fois » at once: one evening is opened."""

from datetime import timedelta

import pytest

from tests.factories import DAY, NOW, TournamentFactory, organiser
from tests.needs import on_postgresql
from tests.tournaments.services.locks import while_waiting
from tournaments.models import Tournament
from tournaments.services.clubs.copies import Copied, copy_tournament

pytestmark = [on_postgresql, pytest.mark.django_db(transaction=True)]


def test_the_second_finds_what_the_first_has_opened() -> None:
    source = TournamentFactory()
    by = organiser(source.club)

    def press() -> Copied:
        return copy_tournament(source=source, date=DAY + timedelta(days=7), by=by, at=NOW)

    _seen, second = while_waiting(press, on=source.club, meanwhile=press)

    assert isinstance(second, Copied)
    assert second.tournament == Tournament.objects.exclude(pk=source.pk).get()
