"""The incident book on its page, from the list and from a sheet."""

import uuid

import pytest
from django.urls import reverse

from scoring.forms.desk.incidents import MOST_PLAYERS
from scoring.models import Incident
from scoring.services.decisions.incidents import note_incident
from tests.factories import NOW
from tests.scoring.sheets import seat

pytestmark = pytest.mark.django_db


def sent(client, tournament, **changes):
    form = {"text": "Étuis échangés.", "key": str(uuid.uuid4())} | changes
    return client.post(reverse("incidents", args=[tournament.pk]), form)


def test_players_are_written_by_number_or_name(tournament, table, as_arbiter):
    one = seat(table, 2).registration
    one.player.last_name = "Vandenbroucke"
    one.player.save()
    assert sent(as_arbiter, tournament, players="1, vanden", position="1", table="1", donne="2").status_code == 303
    incident = Incident.objects.get()
    assert (incident.table, incident.donne) == (table, 2)
    assert [player.registration.start_number for player in incident.players.all()] == [1, 3]


def test_as_many_players_as_may_be_written_are_read(tournament, table, as_arbiter):
    assert sent(as_arbiter, tournament, players=",".join(["1"] * MOST_PLAYERS)).status_code == 303


def test_from_a_sheet_its_players_are_ticked(tournament, table, as_arbiter):
    address = reverse("incidents", args=[tournament.pk])
    shown = as_arbiter.get(f"{address}?position=1&table=2")
    assert len(shown.context["form"].fields["seated"].choices) == 4
    assert {"position", "table"} < {field.name for field in shown.context["form"].hidden_fields()}
    assert not {"position", "table"} & {field.name for field in as_arbiter.get(address).context["form"].hidden_fields()}
    sheet = {"from_sheet": "1", "position": "1", "table": "2", "seated": ["0", "3"]}
    assert sent(as_arbiter, tournament, **sheet).status_code == 303
    assert [player.registration.start_number for player in Incident.objects.get().players.all()] == [5, 8]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"text": " "}, "text"),
        ({"players": "99"}, "players"),
        ({"players": ",".join(map(str, range(1, 23)))}, "players"),
        ({"position": "1", "table": "9"}, "table"),
        ({"position": "1"}, "table"),
        ({"donne": "3"}, "table"),
    ],
)
def test_what_is_wrong_is_at_its_field_and_stays_typed(tournament, table, as_arbiter, changes, field):
    page = sent(as_arbiter, tournament, **changes)
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])
    for name, value in changes.items():
        assert page.context["form"][name].value() == value
    assert Incident.objects.count() == 0


def test_it_is_struck_out_with_a_reason(tournament, table, as_arbiter, the_arbiter):
    noted = note_incident(tournament=tournament, text="Bruit", key=uuid.uuid4(), by=the_arbiter, at=NOW)
    address = reverse("cancel_incident", args=[tournament.pk, noted.pk])
    assert as_arbiter.post(address, {"reason": ""}).status_code == 422
    as_arbiter.post(address, {"reason": "mauvaise salle"})
    shown = " ".join(as_arbiter.get(reverse("incidents", args=[tournament.pk])).content.decode().split())
    assert "<s><p>" not in shown
    assert "<s>Bruit</s>" in shown
    assert "mauvaise salle" in shown


@pytest.mark.parametrize("many", [1, 12])
def test_the_book_runs_a_constant_number_of_queries(
    tournament, table, as_arbiter, the_arbiter, django_assert_num_queries, many
):
    people = [seat(table, chair).registration for chair in range(4)]
    for _time in range(many):
        note_incident(
            tournament=tournament,
            text="Bruit",
            table=table,
            players=people,
            key=uuid.uuid4(),
            by=the_arbiter,
            at=NOW,
        )
    with django_assert_num_queries(7):
        as_arbiter.get(reverse("incidents", args=[tournament.pk]))
