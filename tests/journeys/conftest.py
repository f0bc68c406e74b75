"""A browser and a server of tests in this process, for journeys that write in the test's own database."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.journeys.browser import chromium


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
