"""A draw by standings while the last positions are kept until the prize-giving: what its tables tell of them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, TournamentFactory, field
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.services.drawing import asked, drawn, play, published, tables
from tournaments.labels import DrawMode
from tournaments.models import Account, Club, Draw, Seat, Tournament
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.evening.states import release_ranking
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs


def turn_round(tournament: Tournament, number: int) -> None:
    """Give everybody marks by his start number, the last by far the most: the ranking is turned round."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, table__isnull=False)
    set_results([Result(seat, 1000 * seat.registration.start_number, 4) for seat in seats])


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    """Two of four positions played, by lot: everybody reads that 1 leads; in the second, which is kept, 16 does."""
    tournament = TournamentFactory(club=club, rounds_planned=4, hidden_rounds=3)
    field(tournament, 16)
    for number in (1, 2):
        published(tournament, the_organiser, DrawMode.RANDOM)
        play(tournament, number)
    turn_round(tournament, 2)
    return tournament


def numbers(tournament: Tournament, draw: Draw) -> list[int]:
    """Return the start numbers in the order of the ranking that a draw was asked with."""
    number_of = dict(tournament.registrations.values_list("pk", "start_number"))
    return [number_of[pk] for pk in draw.ranking or ()]


def test_it_follows_what_everybody_reads(evening: Tournament, the_organiser: Account) -> None:
    draw = published(evening, the_organiser, DrawMode.DANISH)
    assert numbers(evening, draw) == list(range(1, 17))
    assert tables(evening, 3) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]


def test_two_evenings_that_differ_in_what_is_kept_alone_have_the_same_tables(
    evening: Tournament, the_organiser: Account
) -> None:
    one = drawn(evening, the_organiser, DrawMode.SWISS).computed_plan
    play(evening, 2)
    assert drawn(evening, the_organiser, DrawMode.SWISS).computed_plan == one


def test_the_organiser_may_have_the_whole_ranking(evening: Tournament, the_organiser: Account) -> None:
    draw = published(evening, the_organiser, DrawMode.DANISH, whole=True)
    assert numbers(evening, draw) == list(range(16, 0, -1))
    assert tables(evening, 3)[0] == [13, 14, 15, 16]


def test_sheets_that_are_kept_are_waited_for_by_the_whole_ranking_alone(
    evening: Tournament, the_organiser: Account
) -> None:
    evening.rounds.get(number=2).tables.filter(number=1).update(closed_at=None)
    draw = asked(evening, the_organiser, DrawMode.SWISS)
    assert draw.missing == []
    jobs.cancel(job=draw.job, by=the_organiser, at=NOW)
    assert refusal_of(asked, evening, the_organiser, DrawMode.SWISS, whole=True).code == "sheets_missing"


@pytest.mark.parametrize("whole", [False, True])
def test_a_change_of_the_ranking_it_followed_has_it_drawn_again(
    evening: Tournament, the_organiser: Account, *, whole: bool
) -> None:
    draw = drawn(evening, the_organiser, DrawMode.SWISS, whole=whole)
    turn_round(evening, 1)
    set_results([Result(Seat.objects.get(round__number=1, registration__start_number=8), 99_999, 4)])
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "standings_changed_since"


def test_the_page_tells_it_before_and_offers_the_choice(
    evening: Tournament, as_organiser: Client, the_organiser: Account
) -> None:
    address = reverse("draw", args=[evening.pk])
    told = plain(as_organiser.get(address).content.decode())
    assert "Les résultats après la position 1 sont gardés jusqu’à la remise des prix." in told
    assert "les tables disent à tous qui est en tête" in told
    said = {"mode": "danois", "remainder": "exempt", "seed": "7"}
    for extra, first in (({}, 1), ({"whole": "on"}, 16)):
        assert as_organiser.post(address, said | extra).status_code == 303
        draw = Draw.objects.latest("pk")
        assert numbers(evening, draw)[0] == first
        jobs.cancel(job=draw.job, by=the_organiser, at=NOW)
    release_ranking(tournament=evening, by=None, at=NOW)
    assert 'name="whole"' not in as_organiser.get(address).content.decode()


def test_a_position_drawn_again_alone_is_told_of_too(
    evening: Tournament, as_organiser: Client, the_organiser: Account
) -> None:
    published(evening, the_organiser, DrawMode.SWISS)
    address = reverse("redraw_round", args=[evening.pk, 3])
    assert 'name="whole"' in as_organiser.get(address).content.decode()
    assert as_organiser.post(address, {"remainder": "exempt", "seed": "9"}).status_code == 303
    assert numbers(evening, Draw.objects.latest("pk"))[0] == 1


def test_nothing_is_asked_where_nothing_is_kept_yet(club: Club, as_organiser: Client, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=4, hidden_rounds=2)
    field(tournament, 8)
    published(tournament, the_organiser, DrawMode.SWISS)
    play(tournament, 1)
    assert 'name="whole"' not in as_organiser.get(reverse("draw", args=[tournament.pk])).content.decode()
