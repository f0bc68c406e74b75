import datetime

import pytest
from django.utils import translation

from tournaments.templatetags.marks import french_date, minutes, ordinal, signed


@pytest.mark.parametrize(("points", "written"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "")])
def test_a_score_shows_its_sign(points, written):
    assert signed(points) == written


@pytest.mark.parametrize(("place", "french", "english"), [(1, "1er", "1st"), (2, "2e", "2nd"), (11, "11e", "11th")])
def test_a_place_is_said_in_words(place, french, english):
    with translation.override("fr"):
        assert ordinal(place) == french
    with translation.override("en"):
        assert ordinal(place) == english


@pytest.mark.parametrize(
    ("day", "written"),
    [
        (datetime.date(2026, 11, 21), "samedi 21\u00a0novembre 2026"),
        (datetime.date(2026, 12, 1), "mardi 1er\u00a0décembre 2026"),
        (None, ""),
    ],
)
def test_a_day_is_said_as_people_say_it(day, written):
    with translation.override("fr"):
        assert french_date(day) == written


def test_a_wait_is_rounded_up():
    assert minutes(datetime.timedelta(seconds=61)) == 2
