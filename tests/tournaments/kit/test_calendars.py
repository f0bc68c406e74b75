"""A calendar by RFC 5545: what programs choke on is escaped, folded and ended as it says."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar

from tournaments.kit.calendars import Event, calendar

PARIS = ZoneInfo("Europe/Paris")
STAMP = datetime(2026, 11, 22, tzinfo=UTC)
PAGE = "https://tarot.example.org/tournois/7/"


def test_an_evening_and_a_whole_day() -> None:
    events = [
        Event("serie-1-20261127@club-1", date(2026, 11, 27), "Le vendredi", time(20, 30), place="Salle des fêtes, Ici"),
        Event("tournoi-7@club-1", date(2026, 12, 31), "Grand prix; finale", note="une\nautre \\ ligne", url=PAGE),
    ]
    told = calendar("Les Bouts", events, stamp=STAMP, zone=PARIS)
    read = Calendar.from_ical(told)
    assert {key: str(value) for key, value in read.items() if key != "REFRESH-INTERVAL"} == {
        "VERSION": "2.0",
        "PRODID": "-//Tarot Club//FR",
        "METHOD": "PUBLISH",
        "X-WR-CALNAME": "Les Bouts",
        "X-WR-TIMEZONE": "Europe/Paris",
    }
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT12H\r\n" in told
    evening, whole_day = read.walk("VEVENT")
    assert {key: getattr(value, "dt", value) for key, value in evening.items()} == {
        "UID": "serie-1-20261127@club-1",
        "DTSTAMP": STAMP,
        "DTSTART": datetime(2026, 11, 27, 19, 30, tzinfo=UTC),
        "DURATION": timedelta(hours=4),
        "SUMMARY": "Le vendredi",
        "LOCATION": "Salle des fêtes, Ici",
    }
    assert {key: getattr(value, "dt", value) for key, value in whole_day.items()} == {
        "UID": "tournoi-7@club-1",
        "DTSTAMP": STAMP,
        "DTSTART": date(2026, 12, 31),
        "DTEND": date(2027, 1, 1),
        "SUMMARY": "Grand prix; finale",
        "DESCRIPTION": "une\nautre \\ ligne",
        "URL": PAGE,
    }


def test_summer_time_is_counted() -> None:
    told = calendar("C", [Event("u", date(2026, 7, 3), "V", time(20, 30))], stamp=STAMP, zone=PARIS).decode()
    assert "DTSTART:20260703T183000Z" in told


def test_a_long_line_is_folded_between_letters() -> None:
    title = "Soirée d’été " * 12
    told = calendar("C", [Event("u", date(2026, 7, 3), title)], stamp=STAMP, zone=PARIS).decode()
    assert max(len(line.encode()) for line in told.split("\r\n")) == 75
    assert f"SUMMARY:{title}\r\n" in told.replace("\r\n ", "")


def test_nobody_breaks_out_of_his_line() -> None:
    told = calendar(
        "C", [Event("u", date(2026, 7, 3), "x\r\nEND:VCALENDAR\u2028ATTENDEE:y")], stamp=STAMP, zone=PARIS
    ).decode()
    assert told.count("\r\nEND:VCALENDAR") == 1
    assert "\r\nATTENDEE" not in told


def test_the_last_day_there_is_has_no_end() -> None:
    told = calendar("C", [Event("u", date.max, "V\x01\x0bW")], stamp=STAMP, zone=PARIS).decode()
    assert "DTSTART;VALUE=DATE:99991231\r\nSUMMARY:V\\nW\r\n" in told
