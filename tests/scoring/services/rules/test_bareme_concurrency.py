"""Barèmes composed and chosen at the same moment: one version of each, and never a position played by two."""

import pytest

from scoring.models import ClubBareme
from scoring.queries.rules.baremes import bareme_of
from scoring.services.rules.baremes import choose_bareme, compose_bareme
from tests.concurrency import at_once, codes
from tests.factories import NOW, ClubFactory, TournamentFactory, field, organiser
from tests.scoring.baremes import a_bareme
from tests.tournaments.rotations import done
from tournaments.models import JournalEntry, Tournament
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_form_sent_three_times_at_once_is_one_bareme() -> None:
    club = ClubFactory()
    made = at_once(*[lambda: a_bareme(club)] * 3)
    assert len({bareme.pk for bareme in made}) == 1
    assert ClubBareme.objects.count() == 1


def test_two_changes_of_one_bareme_at_once_are_one_version_and_one_refusal() -> None:
    club = ClubFactory()
    first = a_bareme(club)
    change = [
        lambda base=base: compose_bareme(
            club=club, name="Vendredi", figures={"base": base}, replaces=first, by=None, at=NOW
        )
        for base in (30, 35)
    ]
    assert codes(at_once(*change)) == ["bareme_refused"]
    assert [bareme.version for bareme in club.baremes.order_by("version")] == [1, 2]


def test_a_bareme_chosen_while_the_first_position_is_published_is_chosen_before_or_not_at_all() -> None:
    for turn in range(4):
        tournament = TournamentFactory(club=ClubFactory())
        field(tournament, 8)
        by, bareme = organiser(tournament.club), a_bareme(tournament.club)
        draw = ask_draw(tournament=tournament, remainder=Remainder.EXEMPT, seed=turn, by=by, at=NOW)
        done(draw)

        answers = at_once(
            lambda tournament=tournament, bareme=bareme, by=by: choose_bareme(
                tournament=tournament, edition=bareme.edition, by=by, at=NOW
            ),
            lambda draw=draw, by=by: publish_draw(draw=draw, by=by, at=NOW),
        )

        tournament = Tournament.objects.get(pk=tournament.pk)
        refused = codes(answers) == ["bareme_frozen"]
        assert codes(answers) == (["bareme_frozen"] if refused else [])
        assert bareme_of(tournament).edition == ("fft-2012" if refused else bareme.edition)
        assert tournament.rounds.count() > 0
        chosen = JournalEntry.objects.filter(tournament=tournament, action="barème choisi")
        assert chosen.count() == (0 if refused else 1)
