"""Scores, places, days and hours as people write them in French and in English."""

import datetime

import pytest
from django.utils import translation

from tests.texts import plain
from tournaments.templatetags.marks import french_date, grouped, hour, minutes, moment, ordinal, signed


@pytest.mark.parametrize(("points", "written"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "")])
def test_a_score_shows_its_sign(points, written):
    assert signed(points) == written


@pytest.mark.parametrize(
    ("number", "french", "english"),
    [
        (999, "999", "999"),
        (1364, "1\N{NARROW NO-BREAK SPACE}364", "1,364"),
        (1234567, "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567", "1,234,567"),
    ],
)
def test_thousands_are_grouped_as_the_language_does(number, french, english):
    for language, written in (("fr", french), ("en", english)):
        with translation.override(language):
            assert (grouped(number), signed(number), signed(-number)) == (written, f"+{written}", f"−{written}")


@pytest.mark.parametrize(
    ("place", "french", "english"),
    [(1, "1er", "1st"), (2, "2e", "2nd"), (11, "11e", "11th"), (23, "23e", "23rd"), (112, "112e", "112th")],
)
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


def test_an_hour_is_written_as_it_is_said():
    half_past_eight = datetime.time(20, 30)
    assert hour(half_past_eight) == "20\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}30"
    with translation.override("en"):
        assert hour(half_past_eight) == "20:30"


def test_a_moment_is_told_on_the_clock_of_the_club():
    late = datetime.datetime(2026, 11, 30, 23, 5, tzinfo=datetime.UTC)  # in France it is December
    assert plain(moment(late)) == "1er décembre 2026, 0 h 05"
    with translation.override("en"):
        assert plain(moment(late)) == "1 December 2026, 00:05"
