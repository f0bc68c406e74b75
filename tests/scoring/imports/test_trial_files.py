"""The lists of the trial, brought to the pages that take some: nothing is done unasked, nobody comes from nowhere."""

import html
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import DAY
from tests.needs import SHARED, shared
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.kit.text import fold
from tournaments.models import Club, Import, JournalEntry, Player, Registration

FILES = "trial/files"
NAMES = sorted(path.name for path in (SHARED / FILES).glob("*")) or [""]
NO_LIST = {"04_html_as.xls"}  # a page of the web
TICK = re.compile(r'<input\s+type="checkbox"\s+name="line"\s+value="(\d+)"([^>]*)>')


def words_of(path: Path) -> set[str]:
    """Return all the words in a file, read as simply as can be: as bytes, in the encodings that they may have."""
    content = path.read_bytes()
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            content = b" ".join(parts.read(name) for name in parts.namelist() if name.endswith(".xml"))
    texts = [content.decode(encoding, "ignore") for encoding in ("utf-8", "cp1252", "mac_roman", "cp850")]
    texts += [texts[0].encode(encoding, "ignore").decode(errors="ignore") for encoding in ("latin-1", "cp1252")]
    return {word for text in texts for word in re.findall(r"\w+", fold(html.unescape(re.sub("<[^>]*>", " ", text))))}


def rows() -> dict[str, int]:
    """Return how many rows there are of all that a list may make."""
    return {model.__name__: model._base_manager.count() for model in (Player, Import, Registration, JournalEntry)}


def sent(path: Path, **more: object) -> dict[str, Any]:
    return {"file": SimpleUploadedFile(path.name, path.read_bytes()), **more}


def from_nowhere(path: Path) -> list[Player]:
    """Return the players of whose name a word is not in a file."""
    known = words_of(path)
    return [player for player in Player.objects.all() if not set(re.findall(r"\w+", fold(player.full_name))) <= known]


@pytest.mark.page
@pytest.mark.parametrize("name", NAMES)
def test_a_list_does_what_is_ticked_and_brings_nobody_from_nowhere(name: str, as_organiser: Client, club: Club):
    path = shared(f"{FILES}/{name}")
    before = rows()

    page = as_organiser.post(reverse("import_players", args=[club.pk]), sent(path), follow=True)

    assert rows() == before
    assert page.status_code == (422 if name in NO_LIST else 200)
    if name in NO_LIST:
        return
    preview = page.context["preview"]
    ticks = dict(TICK.findall(page.content.decode()))
    doubted = {str(line) for line in preview.doubtful}
    assert doubted <= ticks.keys() | {str(effect.line) for effect in preview.created if effect.is_held}
    assert [line for line in doubted & ticks.keys() if "checked" in ticks[line]] == []
    ticked = [line for line, attributes in ticks.items() if "checked" in attributes]
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(page, line=ticked), follow=True)
    assert Player.objects.count() == len(ticked)
    assert from_nowhere(path) == []


@pytest.mark.page
@pytest.mark.parametrize("name", NAMES)
def test_no_list_of_people_breaks_the_pages_of_results_and_events(name: str, as_organiser: Client, club: Club):
    path = shared(f"{FILES}/{name}")
    before = rows()

    event = as_organiser.post(reverse("restore_event", args=[club.pk]), sent(path))
    files = {"spreadsheets": sent(path)["file"]}
    seasons = as_organiser.post(reverse("club_past_seasons", args=[club.pk]), files, follow=True)
    page = as_organiser.post(
        reverse("import_results", args=[club.pk]), sent(path, name="Concours", date=DAY.isoformat()), follow=True
    )

    assert (event.status_code, seasons.status_code, page.status_code) == (422, 422, 422)
    assert rows() == before
