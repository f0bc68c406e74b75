"""A hall, as locust plays it: phones that poll the standings, and arbiters who enter the donnes of all tables."""

import random
import time
import uuid
from itertools import count
from os import environ

from locust import FastHttpUser, between, constant_pacing, task

from tests.bench import ARBITER, PAGE, TYPED

POLL = 5  # seconds between two polls of a phone
DONNES_A_MINUTE = 1  # of a table: five times what people play
TABLES, ARBITERS = int(environ["BENCH_TABLES"]), int(environ["BENCH_ARBITERS"])

entered: list[tuple[float, float]] = []  # of each donne: when it was sent, when it was acknowledged
arbiters = count()


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
    wait_time = constant_pacing(60 * ARBITERS / TABLES / DONNES_A_MINUTE)

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
