"""Calendar files (iCalendar, RFC 5545) of dates that do not repeat. No Django here."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import icalendar

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # characters that no text of a calendar may hold
USUAL_LENGTH = timedelta(hours=4)  # how long an evening lasts in a reader's calendar: its end is not announced


@dataclass(frozen=True)
class Event:
    """
    One date: `uid` is the same in every copy of the calendar; without `at` the date lasts the whole day.

    `at` is in the time zone `zone`; None means the zone of the calendar.
    """

    uid: str
    day: date
    title: str
    at: time | None = None
    place: str = ""
    note: str = ""
    url: str = ""
    zone: ZoneInfo | None = None
    is_called_off: bool = False


def calendar(name: str, events: Iterable[Event], *, stamp: datetime, zone: ZoneInfo) -> bytes:
    """Return the calendar file of these events; `stamp` is the moment when it was made."""
    told = icalendar.Calendar()
    for key, value in (
        ("version", "2.0"),
        ("prodid", "-//Tarot Club//FR"),
        ("method", "PUBLISH"),
        ("x-wr-calname", icalendar.vText(_text(name))),
        ("x-wr-timezone", zone.key),
    ):
        told.add(key, value)
    told.add("refresh-interval", timedelta(hours=12), parameters={"value": "DURATION"})
    for event in events:
        told.add_component(_component(event, stamp, zone))
    content: bytes = told.to_ical(sorted=False)
    return content


def _component(event: Event, stamp: datetime, zone: ZoneInfo) -> icalendar.Event:
    told = icalendar.Event()
    told.add("uid", event.uid)
    told.add("dtstamp", stamp.astimezone(UTC))
    if event.at is None:
        told.add("dtstart", event.day)
        if event.day < date.max:  # a day without an end lasts a day
            told.add("dtend", event.day + timedelta(days=1))
    else:
        told.add("dtstart", datetime.combine(event.day, event.at, event.zone or zone).astimezone(UTC))
        told.add("duration", USUAL_LENGTH)
    for key, value in (("summary", event.title), ("location", event.place), ("description", event.note)):
        if value:
            told.add(key, _text(value))
    if event.url:
        told.add("url", event.url)
    if event.is_called_off:
        told.add("status", "CANCELLED")
    return told


def _text(text: str) -> str:
    return CONTROL.sub("", "\n".join(text.splitlines()))
