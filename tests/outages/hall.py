"""A hall that plays while something breaks: phones that write, readers who poll, and what each of them was told."""

import http.client
import json
import random
import threading
import time
import urllib.parse
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from tests.docker.containers import AS_THE_PROXY
from tests.scoring.views.tables import typed

PATIENCE = 8  # seconds: `queue.js` waits no longer for an answer
LONGEST = 90  # seconds in which every donne is answered, whatever happened
ACKNOWLEDGED = {"saved", "same"}


@dataclass
class Donne:
    """A donne as a phone sends it, the same however often; `told` is how often it was acknowledged."""

    number: int
    half_points: int  # even: four people play
    key: uuid.UUID
    began: float = 0.0  # when it was first sent
    sent: int = 0
    told: int = 0
    replaces: "Donne | None" = None
    line: int | None = None  # of what was acknowledged


@dataclass(frozen=True)
class Told:
    """An answer: its status and its text; 0 when nobody answered."""

    status: int
    text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class Somebody:
    """A browser: its cookies, its address, and the web processes it may be led to."""

    def __init__(self, ports: Sequence[int], number: int, cookies: Mapping[str, str] | None = None) -> None:
        self.ports, self.cookies = (
            cycle(ports[number % len(ports) :] + ports[: number % len(ports)]),
            dict(cookies or {}),
        )
        self.address = f"10.1.{number // 250}.{number % 250 + 1}"

    def ask(self, method: str, path: str, body: Mapping[str, str] | None = None, **headers: str) -> Told:
        """Ask the next web process, and say what it answered."""
        connection = http.client.HTTPConnection("127.0.0.1", next(self.ports), timeout=PATIENCE)
        sent = AS_THE_PROXY | {"X-Forwarded-For": self.address, "Referer": f"https://{AS_THE_PROXY['Host']}/"} | headers
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urllib.parse.urlencode(body) if body is not None else None, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException):
            return Told(0)
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _equals, rest = value.partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
        return Told(answer.status, text, {name.lower(): value for name, value in answer.getheaders()})


class Phone(Somebody):
    """A phone at a table, as `queue.js` makes it: each donne is sent again, with its key, until it is answered."""

    def __init__(self, hall: "Hall", number: int, token: str, rng: random.Random) -> None:
        super().__init__(hall.ports, number)
        self.hall, self.token, self.rng = hall, token, rng
        self.donnes: list[Donne] = []
        self.csrf = ""

    def play(self) -> None:
        """Enter donnes, correct some of them, and send some five times over; then send all of them in any order."""
        number = 0
        while (
            (number < self.hall.least or not self.hall.is_over.is_set())
            and number < self.hall.most
            and not self.hall.wrong
        ):
            number += 1
            donne = self._enters(number)
            if self.rng.random() < 0.25 and donne.line is not None:
                self._enters(number, replaces=donne)
            self.hall.is_over.wait(self.hall.pause * self.rng.uniform(0.5, 1.5))
        for donne in self.rng.sample(self.donnes, len(self.donnes)):
            if all(other.replaces is not donne for other in self.donnes):
                self.send(donne)

    def _enters(self, number: int, replaces: Donne | None = None) -> Donne:
        donne = Donne(number, self.rng.randrange(60, 120, 2), uuid.uuid4(), replaces=replaces)
        self.donnes.append(donne)
        ends = time.monotonic() + LONGEST
        while not self.send(donne) and time.monotonic() < ends and not self.hall.wrong:
            time.sleep(0.1)
        for _time in range(4 if self.rng.random() < 0.1 else 0):
            self.send(donne)
        return donne

    def send(self, donne: Donne) -> bool:
        """Send a donne once; return whether it was acknowledged."""
        if not self.csrf:
            told = self.ask("GET", "/jeton/", Accept="application/json")
            self.hall.hears(told)
            if told.status != 200:
                return False
            self.csrf = json.loads(told.text)["token"]
        body = typed(key=str(donne.key), points=str(donne.half_points // 2), csrfmiddlewaretoken=self.csrf)
        if donne.replaces:
            body |= {"replaces": str(donne.replaces.line), "reason": "mal recopiée"}
        donne.began, donne.sent = donne.began or time.monotonic(), donne.sent + 1
        told = self.ask("POST", f"/t/{self.token}/donnes/{donne.number}/", body, Accept="application/json")
        self.hall.hears(told)
        if told.status == 200 and (answer := json.loads(told.text))["state"] in ACKNOWLEDGED:
            donne.told, donne.line = donne.told + 1, answer["line"]["id"]
            if donne.told == 1:
                self.hall.entered.append((donne.began, time.monotonic()))
            return True
        return False


class Reader(Somebody):
    """Somebody who polls a page with the tag of what he read last, and who is told of nothing older than he knows."""

    def __init__(self, hall: "Hall", number: int, path: str, cookies: Mapping[str, str]) -> None:
        super().__init__(hall.read_at, number, cookies)
        self.hall, self.path, self.asks_another = hall, path, len(hall.read_at) > 1
        self.tag, self.seen, self.answers = "", 0.0, 0

    def play(self) -> None:
        while not self.hall.has_ended.is_set():
            self.read()
            self.hall.has_ended.wait(self.hall.pause)

    def read(self) -> None:
        began, tags = time.monotonic(), {"If-None-Match": self.tag} if self.tag else {}
        told = self.ask("GET", self.path, **tags)
        if (
            self.asks_another and not 0 < told.status < 500
        ):  # as the proxy: a GET that was not answered goes to the next
            told = self.ask("GET", self.path, **tags)
        self.hall.hears(told, is_reader=True)
        if told.status == 304 and any(self.seen < sent and told_at < began for sent, told_at in self.hall.entered):
            self.hall.wrong.append(f"« unchanged » of {self.path} though a donne was acknowledged since")
        if told.status == 200:
            self.tag, self.seen = told.headers.get("etag", ""), time.monotonic()
        self.answers += told.status in (200, 304)


class Hall:
    """Everybody in the hall; `is_over` ends the playing once each phone has entered `least` donnes."""

    def __init__(
        self, ports: Sequence[int], read_at: Sequence[int], *, least: int = 4, most: int = 60, pause: float = 0.1
    ) -> None:
        self.ports, self.read_at, self.least, self.most, self.pause = list(ports), list(read_at), least, most, pause
        self.is_over, self.has_ended, self.lock = threading.Event(), threading.Event(), threading.Lock()
        self.phones: list[Phone] = []
        self.readers: list[Reader] = []
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []
        self.entered: list[tuple[float, float]] = []  # of each donne: when it was first sent, when it was acknowledged
        self.turned_away = 0  # readers whom no web process answered

    def begin(self) -> None:
        self.threads = [
            [threading.Thread(target=self._playing(each.play), daemon=True) for each in group]
            for group in (self.phones, self.readers)
        ]
        for thread in (*self.threads[0], *self.threads[1]):
            thread.start()

    def end(self) -> None:
        """Wait until everything that was entered is answered."""
        self.is_over.set()
        for thread in self.threads[0]:
            thread.join(3 * LONGEST)
        self.has_ended.set()
        for thread in self.threads[1]:
            thread.join(3 * PATIENCE)

    def hears(self, told: Told, *, is_reader: bool = False) -> None:
        """Note an answer, and what is wrong with it: a failure is told in sentences, and is never ours."""
        with self.lock:
            self.statuses[told.status] += 1
            self.turned_away += is_reader and not 0 < told.status < 500
            if told.status in (503, 507):
                if "rien n’a été enregistré" not in told.text.replace("\u00a0", " "):
                    self.wrong.append(f"{told.status} without a sentence: {told.text[:200]}")
            elif told.status not in ((0, 200, 304, 502, 504) if is_reader else (0, 200, 304)):
                self.wrong.append(f"{told.status}: {told.text[:600]}")

    def _playing(self, play: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                play()
            except Exception as error:  # noqa: BLE001 - a thread of its own: it is told at the end
                self.wrong.append(repr(error))

        return run
