"""Equal turns at odd tables or few repeats first: both prices told on the draw page, the choice kept with the draw."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.factories import NOW, TournamentFactory, field, rewrite
from tests.tournaments.rotations import done
from tests.tournaments.seating.laws import laws
from tests.tournaments.views.draws.drawing import page
from tournaments.forms.draws.draws import DrawForm
from tournaments.labels import WishKind
from tournaments.models import Account, Club, Job, Tournament
from tournaments.queries.draws.drafts import demand_of, turn_prices
from tournaments.queries.draws.forecast import forecast
from tournaments.seating import Remainder, Turns, draw
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.wishes import add_wish
from tournaments.services.work import jobs


@pytest.fixture
def crowded(tournament: Tournament) -> Tournament:
    """Return three rounds for 26 players: with two tables of five, four repeats with equal turns and none without."""
    rewrite(tournament, rounds_planned=3)
    field(tournament, 26)
    return tournament


def asked(client: Client, tournament: Tournament, **said: str) -> Job:
    told = {"remainder": "larger", "seed": "7", "turns": "last"} | said
    assert client.post(reverse("draw", args=[tournament.pk]), told).status_code == 303
    return Job.objects.latest("pk")


def test_both_prices_are_told_before_the_draw(as_organiser: Client, crowded: Tournament) -> None:
    text = " ".join(page(as_organiser, crowded).split())
    tables = "4 tables de 4, 2 tables de 5 où chacun est mort à son tour"
    four = "4 rencontres répétées à un essai rapide, pas moins avec ce choix"
    assert f"Personne n’y va deux fois avant que tous y soient allés. {tables} : {four}." in text
    assert f"Certains y vont plus souvent que d’autres. {tables} : aucune rencontre répétée à un essai rapide." in text
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


@settings(laws, max_examples=8)
@given(
    players=st.integers(9, 33),
    size=st.sampled_from((3, 4, 4, 5)),
    rounds=st.integers(2, 6),
    seed=st.integers(0, 9999),
    fixed=st.booleans(),
)
@example(players=13, size=5, rounds=5, seed=8101, fixed=False)  # it said « de 32 à 39 », and 40 were drawn
@example(players=26, size=4, rounds=3, seed=1, fixed=True)  # a fixed table takes the bound of turns away
@pytest.mark.django_db
def test_no_draw_refutes_what_the_form_says_of_it(
    club: Club, players: int, size: int, rounds: int, seed: int, fixed: bool
) -> None:
    """What is claimed is the least; what a quick trial found is said to be that, and no most is claimed."""
    with transaction.atomic():
        tournament = TournamentFactory(club=club, table_size=size, rounds_planned=rounds)
        entries = field(tournament, players)
        if fixed:
            add_wish(tournament=tournament, kind=WishKind.PLACE, players=[entries[0].pk], table=1, by=None, at=NOW)
        start = forecast(tournament)
        told = DrawForm(
            forecast=start,
            last=None,
            seed=seed,
            alone=False,
            waited_for="",
            prices=turn_prices(tournament, start),
        )
        for meaning in told.fields["turns"].widget.meanings.values() if "turns" in told.fields else ():
            assert not re.search(r"\bde \d+ à \d+|au plus", meaning)
            assert meaning.count("rencontre") == meaning.count("à un essai rapide")
        for way, by_turns in turn_prices(tournament, start).items():
            for turns, price in by_turns.items():
                asked_for = {"remainder": way, "turns": turns, "seed": seed, "by": None, "at": NOW}
                asked_draw = ask_draw(tournament=tournament, **asked_for)
                drawn = draw(demand_of(asked_draw))
                jobs.cancel(job=asked_draw.job, by=None, at=NOW)
                assert price.least == asked_draw.lower_bound <= drawn.certificate.repeats
        transaction.set_rollback(True)
