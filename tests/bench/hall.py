"""
A hall, as locust plays it: phones that poll the standings, arbiters who enter the donnes of all tables, and tables that
enter their own, each on its phone: those are drawn at random, and it ends once there are as many as asked for.
"""

import json
import random
import re
import sys
import time
import uuid
from collections.abc import Mapping
from itertools import count
from os import environ
from pathlib import Path
from urllib.parse import urlencode

import django
from gevent import spawn_later
from locust import FastHttpUser, between, events, task
from locust.env import Environment

environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
django.setup()

from scoring.marque import Facts  # noqa: E402
from tarot_club.demo.playing import plausible  # noqa: E402
from tests.bench import ARBITER, PAGE, TYPED  # noqa: E402

POLL = 5  # seconds between two polls of a phone
DONNES_A_MINUTE = 1  # of a table: five times what people play
TABLES, ARBITERS = int(environ["BENCH_TABLES"]), int(environ["BENCH_ARBITERS"])
PAUSE = 60 * ARBITERS / TABLES / DONNES_A_MINUTE  # seconds from a donne of an arbiter to his next
TOKENS = json.loads(Path(environ["BENCH_TOKENS"]).read_text()) if "BENCH_TOKENS" in environ else []
DONNES = int(environ.get("BENCH_DONNES", "0"))
SECONDS = float(environ["BENCH_SECONDS"])  # from when a page was read and a donne taken, however late a machine begins
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TO_CONFIRM = re.compile(r'name="confirmed"[^>]*value="([^"]+)"')

entered: list[tuple[float, float]] = []  # of each donne: when it was sent, when it was acknowledged
arbiters, phones = count(), count()
awaited = {"page", "donne"}


@events.request.add_listener
def say_what_failed(name: str, exception: Exception | None, **_request: object) -> None:
    if exception is not None:
        sys.stderr.write(f"{name}: {exception}\n")


@events.init.add_listener
def end_in_time(environment: Environment, **_more: object) -> None:
    @environment.events.request.add_listener
    def answered(name: str, exception: Exception | None, **_request: object) -> None:
        if exception is None and name in awaited:
            awaited.remove(name)
            if not awaited:
                spawn_later(SECONDS, environment.runner.quit)


class Phone(FastHttpUser):
    fixed_count = int(environ["BENCH_PHONES"])
    wait_time = between(POLL * 0.85, POLL * 1.15)  # as `live.js` spreads them
    tag, seen = "", 0.0

    def on_start(self) -> None:
        time.sleep(random.random() * POLL)

    @task
    def polls(self) -> None:
        """Ask with the tag of what was read last; « unchanged » after a donne that he cannot have seen is an error."""
        began, known = time.monotonic(), {"If-None-Match": self.tag} if self.tag else {}
        with self.client.get(f"/{PAGE}?fragment", headers=known, name="page", catch_response=True) as answer:
            if answer.status_code == 304 and any(self.seen < sent and told < began for sent, told in entered):
                answer.failure("older than a donne")
            elif answer.status_code not in (200, 304):
                answer.failure(f"{answer.status_code}")
            else:
                answer.success()
            if answer.status_code == 200:
                self.tag, self.seen = answer.headers["ETag"], time.monotonic()


class Arbiter(FastHttpUser):
    fixed_count = ARBITERS
    # Each on his own: in step, all would write in the same instant, or never, as chance has it for a whole run.
    wait_time = between(PAUSE * 0.5, PAUSE * 1.5)

    def on_start(self) -> None:
        self.places = count(next(arbiters), ARBITERS)
        self.client.get("/comptes/login/", name="login")
        while not self._post("/comptes/login/", {"login": ARBITER, "password": environ["BENCH_PASSWORD"]}, "login"):
            time.sleep(1)  # a password is hashed at a time, and one waits

    @task
    def enters(self) -> None:
        number, table = divmod(next(self.places), TABLES)
        where = f"/arbitrage/1/{environ['BENCH_POSITION']}/tables/{table + 1}/donnes/{number + 1}/"
        sent = time.monotonic()
        self._post(where, TYPED | {"key": str(uuid.uuid4())}, "donne")
        entered.append((sent, time.monotonic()))

    def _post(self, address: str, values: dict[str, str], name: str) -> bool:
        """Return whether this was taken: a server that hashes other passwords says 429."""
        token = next(cookie.value for cookie in self.client.cookiejar if cookie.name == "csrftoken")
        with self.client.post(
            address, values, headers={"X-CSRFToken": token}, name=name, allow_redirects=False, catch_response=True
        ) as answer:
            if answer.status_code in (302, 303, 429):
                answer.success()
            else:
                answer.failure(f"{answer.status_code}")
            return answer.status_code != 429


class Table(FastHttpUser):
    """The phone of a table, which enters one donne after the other as fast as it is answered."""

    fixed_count = len(TOKENS)

    def on_start(self) -> None:
        which = next(phones)
        self.number, self.rng = 0, random.Random(which)
        self.page = f"/t/{TOKENS[which]}/"
        self.client.get(self.page, name="table")

    @task
    def enters(self) -> None:
        self.number += 1
        sent, typed = time.monotonic(), typed_of(plausible(self.rng)) | {"key": str(uuid.uuid4())}
        if to_confirm := self._post(typed, may_ask=True):
            self._post(typed | {"confirmed": to_confirm})
        entered.append((sent, time.monotonic()))
        if len(entered) >= DONNES:
            self.environment.runner.quit()

    def _post(self, typed: Mapping[str, object], *, may_ask: bool = False) -> list[str]:
        """
        Send a donne; return what its writer is asked to look at again, of one that is rare.

        All these phones have one address, of which the site reads a few at a time (`Awaiting`): they send again.
        """
        token = next(cookie.value for cookie in self.client.cookiejar if cookie.name == "csrftoken")
        where, headers = f"{self.page}donnes/{self.number}/", {"X-CSRFToken": token} | FORM
        with self.client.post(
            where,
            urlencode(typed, doseq=True),
            headers=headers,
            name="donne",
            allow_redirects=False,
            catch_response=True,
        ) as answer:
            to_confirm = TO_CONFIRM.findall(answer.text) if may_ask and answer.status_code == 422 else []
            is_turned_away = answer.status_code == 503 and answer.headers["Content-Type"].startswith("text/plain")
            if is_turned_away:
                answer.request_meta["name"] = "sent again"
            if answer.status_code == 303 or to_confirm or is_turned_away:
                answer.success()
            else:
                answer.failure(f"{answer.status_code} {typed}")
        if is_turned_away:
            time.sleep(float(answer.headers["Retry-After"]))
            return self._post(typed, may_ask=may_ask)
        return to_confirm


def typed_of(entry: object) -> dict[str, str]:
    """Return what is typed of a donne."""
    if not isinstance(entry, Facts):
        return {"outcome": str(entry), "replaces": ""}
    poignees = {f"poignee_{poignee.player}": poignee.size for poignee in entry.poignees}
    return poignees | {
        "outcome": "jouee",
        "taker": f"{entry.taker}",
        "contract": entry.contract,
        "bouts": f"{entry.bouts}",
        "points": f"{entry.half_points / 2:g}".replace(".", ","),
        "petit_au_bout": entry.petit_au_bout or "",
        "replaces": "",
    }
