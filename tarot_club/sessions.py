"""Sessions in the database that end so long after the login, whatever is done in them."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore as DatabaseSession


class SessionStore(DatabaseSession):
    """
    A session that ends `SESSION_COOKIE_AGE` after it was made.

    Django counts from what was written in it last: whoever stole its cookie would keep it for ever by writing.
    """

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's own
        if not must_create and not isinstance(self.get("_session_expiry"), str):  # seconds count from each write
            self.set_expiry(timedelta(seconds=self.get_session_cookie_age()))
        super().save(must_create)
