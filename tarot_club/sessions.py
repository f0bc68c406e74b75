"""Sessions in the database that end at a fixed time after the login, whatever is done in them."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore as DatabaseSession


class SessionStore(DatabaseSession):
    """
    A session that ends `SESSION_COOKIE_AGE` seconds after it was made.

    Django counts from the last write to the session: a stolen cookie would stay valid for ever by writing.
    """

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's own
        if not must_create and not isinstance(self.get("_session_expiry"), str):  # seconds count from each write
            self.set_expiry(timedelta(seconds=self.get_session_cookie_age()))
        super().save(must_create)
