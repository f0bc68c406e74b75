"""Twenty people write on one sheet at once, through the site: whoever was told « enregistrée » finds his line there."""

import random
import re
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.urls import reverse

from scoring.models import SheetLine
from scoring.services.sheets.results import differences
from tests.factories import arbiter, logged_in, rewrite
from tests.scoring.sheets import seated
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = [
    pytest.mark.product,
    pytest.mark.each_database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

WRITERS, DONNES = 20, 3
REPLACES = re.compile(r'name="replaces" value="(\d+)"')


class Writer:
    """One of them: he enters every donne in an order of his own, corrects what he finds, and keeps what he is told."""

    def __init__(self, table: Table, index: int) -> None:
        tournament = table.round.of_tournament
        self.client = logged_in(arbiter(tournament.club))
        self.places = [
            reverse("donne", args=[tournament.pk, table.round.number, table.number, number])
            for number in random.Random(index).sample(range(1, DONNES + 1), DONNES)
        ]
        self.points = 30 + index  # nobody else's: two never agree
        self.answers: list[tuple[int, uuid.UUID]] = []

    def writes(self, together: Barrier) -> None:
        try:
            together.wait()
            for place in self.places:
                page = self._sends(place, "")
                if stands := REPLACES.search(page):
                    self._sends(place, stands[1])
        finally:
            connections.close_all()

    def _sends(self, place: str, replaces: str) -> str:
        key = uuid.uuid4()
        typed = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": str(self.points)}
        answer = self.client.post(place, typed | {"key": str(key), "replaces": replaces, "reason": "mal recopiée"})
        self.answers.append((answer.status_code, key))
        return answer.content.decode()


def test_no_line_is_lost_and_each_donne_has_one(tournament: Tournament) -> None:
    rewrite(tournament, donnes_per_round=DONNES)
    table = seated(tournament)[0]
    writers = [Writer(table, index) for index in range(WRITERS)]
    together = Barrier(WRITERS)

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(lambda writer: writer.writes(together), writers))

    answers = [answer for writer in writers for answer in writer.answers]
    assert {status for status, _key in answers} == {303, 422}
    assert {key for status, key in answers if status == 303} == set(SheetLine.objects.values_list("key", flat=True))
    lines = SheetLine.objects.all()
    current = Counter(lines.filter(current=True).values_list("number", flat=True))
    assert current == Counter(range(1, DONNES + 1))
    # Each that was corrected is the one that its correction replaced: a chain, of which the current line is the end.
    assert lines.filter(supersedes__isnull=True).count() == DONNES
    assert set(lines.filter(current=False)) == {line.supersedes for line in lines if line.supersedes is not None}
    assert list(differences(tournament)) == []
    assert JournalEntry.objects.filter(action__in=["donne saisie", "donne corrigée"]).count() == lines.count()
    assert Tournament.objects.get().revision == tournament.revision + lines.count()
