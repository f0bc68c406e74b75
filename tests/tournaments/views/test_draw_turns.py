"""Equal turns at odd tables or few repeats first: both prices told on the draw page, the choice kept with the draw."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, field
from tests.tournaments.rotations import done
from tests.tournaments.views.drawing import page
from tournaments.models import Account, Job, Tournament
from tournaments.queries.draws import demand_of
from tournaments.seating import Remainder, Turns
from tournaments.services import jobs
from tournaments.services.draws import ask_draw
from tournaments.services.publishing import publish_draw


@pytest.fixture
def crowded(tournament: Tournament) -> Tournament:
    """Return three rounds for 26 players: with two tables of five, four repeats with equal turns and none without."""
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=3)
    tournament.refresh_from_db()
    field(tournament, 26)
    return tournament


def asked(client: Client, tournament: Tournament, **said: str) -> Job:
    told = {"remainder": "larger", "seed": "7", "turns": "last"} | said
    assert client.post(reverse("draw", args=[tournament.pk]), told).status_code == 303
    return Job.objects.latest("pk")


def test_both_prices_are_told_before_the_draw(as_organiser: Client, crowded: Tournament) -> None:
    text = " ".join(page(as_organiser, crowded).split())
    tables = "4 tables de 4, 2 tables de 5 où chacun est mort à son tour"
    assert f"Personne n’y va deux fois avant que tous y soient allés. {tables} : 4 rencontres répétées." in text
    assert f"Certains y vont plus souvent que d’autres. {tables} : aucune rencontre répétée." in text
    assert "checked" in text.split('name="turns" value="first"')[1].split(">")[0]


def test_the_choice_goes_to_the_draw_and_is_proposed_again(as_organiser: Client, crowded: Tournament) -> None:
    job = asked(as_organiser, crowded)
    assert demand_of(job.draw).turns is Turns.LAST
    assert as_organiser.get(reverse("draw", args=[crowded.pk])).context["form"]["turns"].value() == "last"


def test_turns_come_first_unless_it_is_said(as_organiser: Client, crowded: Tournament) -> None:
    job = asked(as_organiser, crowded, turns="")
    assert demand_of(job.draw).turns is Turns.FIRST


def test_rounds_one_by_one_share_turns_first(as_organiser: Client, crowded: Tournament) -> None:
    job = asked(as_organiser, crowded, mode="hasard")
    assert demand_of(job.draw).turns is Turns.FIRST


def test_a_round_drawn_again_keeps_the_order_of_its_rotation(
    as_organiser: Client, the_organiser: Account, crowded: Tournament
) -> None:
    for turns in (Turns.LAST, Turns.FIRST):
        asked_for = {"tournament": crowded, "remainder": Remainder.LARGER, "seed": 1, "by": the_organiser, "at": NOW}
        publish_draw(draw=done(ask_draw(turns=turns, **asked_for)), by=the_organiser, at=NOW)
        again = ask_draw(number=2, **asked_for)
        assert demand_of(again).turns is turns
        jobs.cancel(job=again.job, by=the_organiser, at=NOW)


@pytest.mark.parametrize("players", [24, 25, 47])
def test_nothing_is_offered_where_both_promises_are_kept(
    as_organiser: Client, tournament: Tournament, players: int
) -> None:
    field(tournament, players)
    assert 'name="turns"' not in page(as_organiser, tournament)
