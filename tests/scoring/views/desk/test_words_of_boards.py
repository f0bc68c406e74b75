"""In duplicate the desk, the journal and the records say « étui 7 », whatever says « donne 7 » in libre."""

import uuid

import pytest
from django.test import Client

from scoring.labels import CallAbout, ProtestAbout
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.incidents import note_incident
from scoring.services.decisions.protests import contest
from tests.factories import NOW
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.duplicates import an_evening, tables_of
from tests.scoring.sheets import chelem_called, record
from tests.texts import words
from tournaments.models import Account, Club, JournalEntry

pytestmark = pytest.mark.django_db


def test_a_board_is_told_as_an_etui_wherever_an_arbiter_reads_of_it(
    club: Club, the_organiser: Account, client: Client
) -> None:
    evening = an_evening(club, the_organiser)
    table, other, third = tables_of(evening, 1)[:3]
    by = {"by": the_organiser, "at": NOW}
    record(table, 1, the_organiser, COMMENTED_LINE)
    attach(table, the_organiser)
    contest(table=table, about=ProtestAbout.DONNE, number=1, seat=None, reason="faux", key=uuid.uuid4(), **by)
    call_arbiter(
        table=other, about=CallAbout.CHELEM, number=2, seat=other.seats.get(chair=0), reason="", key=uuid.uuid4(), **by
    )
    note_incident(tournament=evening, table=table, donne=1, text="bruit", key=uuid.uuid4(), **by)
    chelem_called(third, the_organiser)
    client.force_login(the_organiser)
    desk = words(client.get(f"/arbitrage/{evening.pk}/1/"))
    assert "Donne de l’étui 1 « faux »" in desk
    assert "étui 2" in desk
    assert "étui 1" in words(client.get(f"/arbitrage/{evening.pk}/incidents/"))
    assert "position 1, table 3, étui 1" in words(client.get(f"/arbitrage/{evening.pk}/chelems/"))
    cards = words(client.get(f"/arbitrage/{evening.pk}/1/tables/1/donnes/1/releve/"))
    assert "Donne de l’étui 1, carte par carte" in cards
    sentences = {entry.sentence for entry in JournalEntry.objects.filter(tournament=evening)}
    assert "position 1, table 1, étui 1" in sentences
    assert not any("donne" in sentence for sentence in sentences)
