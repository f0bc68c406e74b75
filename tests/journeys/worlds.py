"""A served club with one of everything, and the browser windows of the people who run it and play in it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.journeys.browser import PATIENCE
from tests.tarot_club.serving import Serving, built_once

# Sessions are written down rather than logged into: a password costs half a second of hashing.
MADE = """
import json
import time
import uuid
from importlib import import_module
from django.conf import settings
from django.utils import timezone
from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.sheets import garde, record
from tests.one_of_everything import world
from tests.who_asks import people
from tests.tournaments.services.drawing import asked, play
from tournaments.labels import Grade, JobState, Status, Waits, WishKind
from tournaments.models import Membership, Player, Proposal, Rate, Table
from tournaments.labels import PaymentMethod
from tournaments.services.money.payments import count_cash, take_payment
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.wishes import add_wish
from tournaments.tasks import enqueue

def drawn(tournament):
    draw = asked(tournament, by)
    enqueue(draw.job_id)
    for _ in range(600):
        draw.job.refresh_from_db()
        if draw.job.state == JobState.DONE:
            return draw
        time.sleep(.1)
    raise SystemExit(f"the worker did not draw: {draw.job.state} {draw.job.message}")

here = world()
kinds = people(here)
by = kinds["organiser"].account
Player.objects.update(last_name="Bertrand-Desmoulins", first_name="Jean-Baptiste")  # names are long
table = Table.objects.get(round__tournament=here.tournament, number=1)
record(table, 2, by, garde(points="56"))
record(table, 2, by, COMMENTED_LINE)
attach(table, by, number=2)
season = here.tournament.season
other = TournamentFactory(club=here.club, season=season, rounds_planned=3, name="Concours de la Saint-Sylvestre")
field(other, 9)
publish_draw(draw=drawn(other), by=by, at=timezone.now())
play(other, 1, leave_open=1)
draft = TournamentFactory(club=here.club, rounds_planned=3)
apart = [entry.pk for entry in field(draft, 8)[:2]]
add_wish(tournament=draft, kind=WishKind.APART, players=apart, by=by, at=NOW)
publish_draw(draw=drawn(draft), by=by, at=timezone.now())
RegistrationFactory(tournament=draft, start_number=9)  # so that another draw moves people
drawn(draft)
members = Rate.objects.create(tournament=draft, label="Adhérents de la Saint-Sylvestre", amount=1250, place=1)
Rate.objects.create(tournament=draft, label="Étudiants", amount=0, place=2)
draft.registrations.filter(start_number__lt=4).update(rate=members)
payer = draft.registrations.get(pk=apart[0])
take_payment(owed=payer, method=PaymentMethod.CASH, key=uuid.uuid4(), by=by, at=timezone.now())
count_cash(tournament=draft, opening=0, counted=1000, key=uuid.uuid4(), by=by, at=timezone.now(), remark="erreur")
RegistrationFactory(tournament=draft, start_number=10, status=Status.REGISTERED, waits=Waits.LATE)
elsewhere = ClubFactory(name="Tarot Club de Saint-Germain-des-Prés-sur-Saône")
his, today = kinds["player"].account.player, timezone.localdate()
guest = PlayerFactory(club=elsewhere, last_name="Bertrand-Desmoulins", first_name="Anne-Sophie")
for club, player in ((elsewhere, his), (here.club, guest)):
    Membership.objects.create(club=club, player=player, grade=Grade.ASKED, asked_on=today)
Membership.objects.create(club=here.club, player=PlayerFactory(club=elsewhere), grade=Grade.GUEST)
changes = {"first_name": [his.first_name, "Marie-Christine"]}
Proposal.objects.create(club=elsewhere, player=his, changes=changes, proposed_on=today)
here.values |= {"drawn_id": other.pk, "draft_id": draft.pk}
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

# Its values and sessions, kept beside the database.
TOLD = "world.json"


@dataclass
class ServedWorld:
    """`values`: what the arguments of an address may be; `sessions`: by who they are, the session of each."""

    server: Serving
    values: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def window(self, browser: Browser, who: str | None = None, **options: Any) -> BrowserContext:
        """Open a window of somebody's own, logged in unless it is nobody's."""
        context = browser.new_context(base_url=self.server.address, **options)
        context.set_default_timeout(PATIENCE)
        if who is not None:
            context.add_cookies([{"name": "sessionid", "value": self.sessions[who], "url": self.server.address}])
        return context


@contextmanager
def served_world(folders: pytest.TempPathFactory, migrated: Path) -> Iterator[ServedWorld]:
    """Serve the world of tests/one_of_everything.py: a copy of the one that is built once for all workers of a run."""
    built = built_once(folders, "world", partial(_build, like=migrated))
    with Serving(folders.mktemp("world") / "data", like=built) as server:
        yield ServedWorld(server, **json.loads((built / TOLD).read_text()))


def _build(data: Path, *, like: Path) -> None:
    with Serving(data, like=like) as server:
        told = server.manage(MADE)
    (data / TOLD).write_text(told)
