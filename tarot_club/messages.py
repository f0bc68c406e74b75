"""Where messages for the next page are stored: in the browser's cookie, not in the database."""

from typing import Any

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpResponse

MOST_WAITING = 10


class NewestInCookie(FallbackStorage):
    """
    Stores the newest unread messages in a signed cookie.

    Otherwise a person who saves donne after donne without opening a page would fill the cookie, and then write his
    session with each donne: a second commit. A message too long for a cookie still goes to the session.
    """

    def _store(self, messages: list[Message], response: HttpResponse, *args: Any, **kwargs: Any) -> list[Message]:
        return super()._store(messages[-MOST_WAITING:], response, *args, **kwargs)  # type: ignore[misc]
