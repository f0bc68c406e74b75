"""A ranking of the ladies of whom most are not said to be any is not made without a word."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import RegistrationFactory, TournamentFactory
from tests.texts import plain
from tournaments.labels import Status
from tournaments.models import Club
from tournaments.queries.people.sexes import unsaid_sexes


@pytest.mark.parametrize(
    ("sexes", "is_told"),
    [(["F", "", ""], True), (["F", "M", ""], False), (["F", "M", "", ""], False), (["", "", ""], False), ([], False),
     (["M", "", ""], False)],
)  # fmt: skip
def test_it_is_told_where_most_files_say_neither(club: Club, sexes: list[str], is_told: bool):
    tournament = TournamentFactory(club=club)
    for sex in sexes:
        RegistrationFactory(tournament=tournament, player__club=club, player__sex=sex)
    RegistrationFactory(tournament=tournament, player__club=club, player__sex="", status=Status.WITHDRAWN)
    assert bool(unsaid_sexes(tournament)) == is_told


@pytest.mark.parametrize("page", ["prizes", "prize_plan", "documents"])
def test_prizes_and_documents_say_it(as_organiser: Client, club: Club, page: str):
    tournament = TournamentFactory(club=club)
    for sex in ("F", "", ""):
        RegistrationFactory(tournament=tournament, player__club=club, player__sex=sex)
    content = plain(as_organiser.get(reverse(page, args=[tournament.pk])).content.decode())
    assert "Dames : 2 des 3 fiches ne disent ni femme ni homme." in content
