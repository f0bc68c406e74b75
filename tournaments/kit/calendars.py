"""
A calendar as telephones and programs read it: RFC 5545, the part needed for dates that do not repeat.

Written here rather than with a library: each date is an event of its own, so there is nothing but escaping, folding and
two ways to write a day. No Django here.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # characters that no text of a calendar may hold
LONGEST_LINE = 75  # bytes of a line, its end not counted
USUAL_LENGTH = "PT4H"  # how long an evening lasts in a reader's calendar: its end is not announced


@dataclass(frozen=True)
class Event:
    """One date: `uid` is the same each time the calendar is read; without `at` it lasts the whole day."""

    uid: str
    day: date
    title: str
    at: time | None = None
    place: str = ""
    note: str = ""


def calendar(name: str, events: Iterable[Event], *, stamp: datetime, zone: ZoneInfo) -> str:
    """Return the calendar of these events, lines ending in CRLF; `stamp` says when it was made."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tarot Club//FR", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_escaped(name)}", f"X-WR-TIMEZONE:{zone.key}", "REFRESH-INTERVAL;VALUE=DURATION:PT12H"]
    for event in events:
        lines += _lines_of(event, stamp, zone)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _lines_of(event: Event, stamp: datetime, zone: ZoneInfo) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{_moment(stamp)}"
    if event.at is None:
        yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
        if event.day < date.max:  # a day without an end lasts a day
            yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART:{_moment(datetime.combine(event.day, event.at, zone))}"
        yield f"DURATION:{USUAL_LENGTH}"
    for name, value in (("SUMMARY", event.title), ("LOCATION", event.place), ("DESCRIPTION", event.note)):
        if value:
            yield f"{name}:{_escaped(value)}"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(plain, written)
    return CONTROL.sub("", "\\n".join(text.splitlines()))


def _folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most so many bytes, no letter cut; each but the first begins with a space."""
    part, size = "", 0
    for letter in line:
        taken = len(letter.encode())
        if size + taken > LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + taken
    yield part
