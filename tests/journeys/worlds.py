"""A served club with one of everything, and the browser windows of the people who run it and play in it."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.tarot_club.serving import Serving

# Sessions are written down rather than logged into: a password costs half a second of hashing.
MADE = """
import json
from importlib import import_module
from django.conf import settings
from tests.test_urls import people, world
here = world()
kinds = people(here)
engine = import_module(settings.SESSION_ENGINE)
sessions = {}
for kind in ("player", "arbiter of the club", "organiser", "superuser"):
    account = kinds[kind].account
    session = engine.SessionStore()
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "allauth.account.auth_backends.AuthenticationBackend"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.create()
    sessions[kind] = session.session_key
print(json.dumps({"values": here.values, "sessions": sessions}))
"""


@dataclass
class ServedWorld:
    """`values`: what the arguments of an address may be; `sessions`: by who they are, the session of each."""

    server: Serving
    values: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def window(self, browser: Browser, who: str | None = None, **options: Any) -> BrowserContext:
        """Open a window of somebody's own, logged in unless it is nobody's."""
        context = browser.new_context(base_url=self.server.address, **options)
        context.set_default_timeout(10_000)
        if who is not None:
            context.add_cookies([{"name": "sessionid", "value": self.sessions[who], "url": self.server.address}])
        return context


def served_world(server: Serving) -> ServedWorld:
    """Build the world of tests/test_urls.py on a server's own data."""
    return ServedWorld(server, **json.loads(server.manage(MADE)))
