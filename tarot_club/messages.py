"""Where the messages for the top of the next page wait: in the browser's cookie, not in the database."""

from typing import Any

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpResponse

MOST_WAITING = 10


class NewestInCookie(FallbackStorage):
    """
    Keeps the newest messages that nobody has seen yet, signed, in a cookie.

    Somebody who saves one donne after another and opens no page would otherwise fill the cookie, and then write his
    session with each donne: a second commit. What is longer than a cookie may be still goes to the session.
    """

    def _store(self, messages: list[Message], response: HttpResponse, *args: Any, **kwargs: Any) -> list[Message]:
        return super()._store(messages[-MOST_WAITING:], response, *args, **kwargs)  # type: ignore[misc]
