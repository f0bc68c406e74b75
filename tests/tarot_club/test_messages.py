"""What is said once waits in a cookie: neither the session nor a page for everybody carries it."""

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpResponse
from django.test import RequestFactory

from tarot_club.messages import MOST_WAITING, NewestInCookie

DONNE = "Donne %d, table 12 enregistrée : DUPONT Jean-Baptiste +318, LEFÈVRE Marie −106, DURAND Max −106, ROY Léa −106."


class Browser:
    """A browser that posts: it keeps its cookies and its session, and looks at no page."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}
        self.session: dict[str, object] = {}

    def asks(self) -> NewestInCookie:
        request = RequestFactory().get("/")
        request.COOKIES, request.session = dict(self.cookies), self.session  # type: ignore[assignment]
        return NewestInCookie(request)

    def posts(self, *texts: str) -> None:
        storage, response = self.asks(), HttpResponse()
        for text in texts:
            storage.add(messages.SUCCESS, text)
        storage.update(response)
        for name, cookie in response.cookies.items():
            self.cookies[name] = cookie.value

    def looks(self) -> list[str]:
        storage, response = self.asks(), HttpResponse()
        seen = [message.message for message in storage if isinstance(message, Message)]
        storage.update(response)
        for name, cookie in response.cookies.items():
            assert cookie["max-age"] == 0
            del self.cookies[name]
        return seen


def test_of_many_that_nobody_sees_the_newest_wait_and_the_session_is_not_written() -> None:
    browser = Browser()
    for number in range(30):
        browser.posts(DONNE % number)

    assert browser.session == {}
    assert len(browser.cookies["messages"]) < 2048
    assert browser.looks() == [DONNE % number for number in range(30 - MOST_WAITING, 30)]
    assert browser.looks() == []


def test_one_that_is_longer_than_a_cookie_is_still_said_once() -> None:
    browser, long = Browser(), " ".join(f"{number:x}" for number in range(20_000, 24_000))
    browser.posts(DONNE % 1, long)

    assert browser.looks() == [DONNE % 1, long]
    assert browser.looks() == []


def test_a_cookie_that_somebody_changed_says_nothing() -> None:
    browser = Browser()
    browser.posts(DONNE % 1)
    browser.cookies["messages"] = "x" + browser.cookies["messages"][1:]

    assert browser.looks() == []
