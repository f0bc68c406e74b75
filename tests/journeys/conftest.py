"""A browser, a served club, and a server of tests in this process: for journeys that write in the test's database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.journeys.browser import chromium
from tests.journeys.worlds import ServedWorld, served_world


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # The browser's driver runs a loop of its own in this thread, and Django would take the tests for asynchronous code.
    with pytest.MonkeyPatch.context() as patched, chromium() as browser:
        patched.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield browser


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a server of tests; the site gives its own files, which Django's would not know by these names."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application)
        server = LiveServer("localhost")
        yield server.url
        server.stop()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[ServedWorld]:
    """A club of every kind of page, in a server of its own."""
    with served_world(tmp_path_factory, migrated) as world:
        yield world
