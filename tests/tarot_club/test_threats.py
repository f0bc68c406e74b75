"""Each row of THREATS.md names tests that show what stops somebody, which are there; its figures are the code's."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator, get_default_password_validators

from scoring.views.table.tables import GUESSED_CODES, WRONG_CODES
from tarot_club.backups.scheduled import NEWEST_KEPT
from tarot_club.bounds import LONGEST_QUERY, MOST_FROM_ANYBODY, NEXT_NEW_BROWSER, OF_A_KNOWN_DEVICE
from tarot_club.embedded.awaited import MOST_OF_ONE, SECONDS_FOR_A_BODY
from tarot_club.embedded.web import SECONDS_FOR_A_HEAD
from tests.tarot_club.serving import ROOT
from tournaments.imports.spreadsheets import MOST_BYTES, MOST_UNPACKED
from tournaments.kit import sending
from tournaments.queries.pages.personal_links import AFTER_THE_EVENING, AFTER_THE_SEASON, WITHOUT_SEASON
from tournaments.queries.work.clock import LEAP
from tournaments.services.people.linking import CODE_IS_GOOD_FOR
from tournaments.services.work.purges import DAYS_OF_AN_ENTRY
from tournaments.views import phones

pytestmark = [pytest.mark.checks, pytest.mark.pure]

TEXT = (ROOT / "tarot_club" / "THREATS.md").read_text("utf-8")
ROWS = [
    line
    for line in TEXT.partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| who | ", "| ---"))
]


def test_there_are_rows() -> None:
    assert len(ROWS) > 10


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:40])
def test_a_row_names_tests_that_are_there(row: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", row)
    assert named, "what shows it?"
    for path in named:
        assert re.search(r"^def test_", (ROOT / path).read_text("utf-8"), re.MULTILINE), path


@pytest.mark.parametrize(
    ("told", "figures"),
    [
        ("a head has 10 seconds", SECONDS_FOR_A_HEAD == 10),
        ("what is sent has 30 seconds", SECONDS_FOR_A_BODY == 30),
        ("four of an address", MOST_OF_ONE == 4),
        ("after forty wrong codes an address waits, a right one is let in up to four hundred", WRONG_CODES.most == 40),
        ("after four hundred wrong codes", GUESSED_CODES.most == 400),
        ("or waits ten minutes", GUESSED_CODES.seconds == 600),
        ("five wrong passwords lock a name", settings.AXES_FAILURE_LIMIT == 5),
        ("one browser that hardly tried goes in every five seconds", NEXT_NEW_BROWSER.seconds == 5),
        ("720 an hour", NEXT_NEW_BROWSER.most * 3600 // NEXT_NEW_BROWSER.seconds == 720),
        ("five times in a quarter of an hour", (OF_A_KNOWN_DEVICE.most, OF_A_KNOWN_DEVICE.seconds) == (5, 900)),
        ("good until 30 days after the evening", AFTER_THE_EVENING.days == 30),
        ("good until 60 days after the season, or for half a year", AFTER_THE_SEASON.days == 60),
        ("for half a year where there is none", WITHOUT_SEASON.days == 180),
        ("for 30 days, and once", CODE_IS_GOOD_FOR.days == 30),
        ("14 days after his login at the latest", settings.SESSION_COOKIE_AGE == 14 * 24 * 3600),
        ("60 days after the tournament", DAYS_OF_AN_ENTRY == 60),
        ("an address has 8 KiB", LONGEST_QUERY == 8 * 1024),
        ("what a stranger sends 256 KiB", MOST_FROM_ANYBODY == 256 * 1024),
        ("a list 10 MiB, 24 unpacked", (MOST_BYTES, MOST_UNPACKED) == (10 << 20, 24 << 20)),
        ("the ten newest backups stay", NEWEST_KEPT == 10),
        ("rests for 45 days", LEAP.days == 45),
        ("all of a message ends in ten seconds", sending.SECONDS == 10),
    ],
)
def test_its_figures_are_those_of_the_code(told: str, figures: bool) -> None:
    assert told in TEXT
    assert figures


def test_a_password_is_eight_characters_and_none_of_the_most_frequent() -> None:
    validators = get_default_password_validators()
    assert [validator.min_length for validator in validators if hasattr(validator, "min_length")] == [8]
    (common,) = (validator for validator in validators if isinstance(validator, CommonPasswordValidator))
    assert 19_000 < len(common.passwords) < 21_000


# What a browser keeps that opens nothing, whoever reads it: the token of forms and the language, and what a page said.
HARMLESS = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "messages"}
SETS_A_COOKIE = re.compile(r"\.set_(?:signed_)?cookie\((\w+|\"\w+\")(.*)")


def test_each_cookie_that_opens_something_has_its_line() -> None:
    """On plain http it is read: until when it opens what."""
    sources = [path for app in ("tournaments", "scoring", "tarot_club") for path in (ROOT / app).rglob("*.py")]
    set_by_us = {(path.name, *found) for path in sources for found in SETS_A_COOKIE.findall(path.read_text("utf-8"))}
    assert {file for file, _name, _how in set_by_us} == {"phones.py"}
    assert [how for _file, _name, how in set_by_us if "**COOKIE_OPTIONS" not in how] == []
    cookies = {getattr(phones, name) for _file, name, _how in set_by_us} | {settings.SESSION_COOKIE_NAME}
    told = TEXT.partition("## On plain http")[2]
    assert {cookie for cookie in cookies - HARMLESS if f"(`{cookie}`)" not in told} == set()
    assert len(cookies) == 5
