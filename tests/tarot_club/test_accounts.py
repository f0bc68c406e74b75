"""Passwords tried too often, wherever they are asked for; the pages of accounts that there are."""

import time
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.views.desk.desk import MINE
from tarot_club import bounds
from tarot_club.bounds import (
    MOST_IN_LINE,
    NEXT_BESIDE,
    NEXT_NEW_BROWSER,
    OF_A_KNOWN_DEVICE,
    PASSWORD_TURN,
    PASSWORDS,
    SENT_AWAY,
)
from tests.factories import AccountFactory, PlayerFactory, TournamentFactory, logged_in, organiser
from tests.scoring.sheets import seated
from tournaments.models import Account

pytestmark = pytest.mark.django_db

HALL = 60  # phones behind one address


@pytest.fixture(autouse=True)
def nobody_was_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PASSWORD_TURN, "tickets", {})


def tried(client: Client, name: str, password: str = "faux", **extra: object) -> int:
    return client.post("/comptes/login/", {"login": name, "password": password}, **extra).status_code


def already(times: int) -> None:
    """Count so many tries from the address of a test's client."""
    for _try in range(times):
        for rate in PASSWORDS:
            rate.wait("127.0.0.1")


def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one with each password that is hashed."""
    hashed: list[str] = []
    original = Account.set_password
    monkeypatch.setattr(Account, "set_password", lambda self, raw: hashed.append(raw) or original(self, raw))
    return hashed


def test_a_flood_of_names_from_one_address_ends_before_anything_is_hashed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = hashings(monkeypatch)  # of a name that nobody has, Django hashes the password all the same
    already(85)
    codes = [tried(client, f"name{number}") for number in range(10)]
    assert codes == [200] * 5 + [429] * 5
    assert len(hashed) == 5
    assert AccessAttempt.objects.count() == 5
    assert tried(client, "name", REMOTE_ADDR="192.0.2.7") == 200


class Hashing:
    """Somebody's password is being hashed, until it is `over`; others come into the line, one after the other."""

    def __init__(self) -> None:
        assert PASSWORD_TURN.take("10.0.0.1", 1)
        self.done: list[tuple[str, bool]] = []
        self.threads: list[Thread] = []

    def comes(self, address: str, tries: int) -> None:
        before = PASSWORD_TURN.waiting.get(address)
        thread = Thread(target=self._take, args=(address, tries))
        self.threads.append(thread)
        thread.start()
        while PASSWORD_TURN.waiting.get(address) == before and thread.is_alive():
            time.sleep(0.001)

    def _take(self, address: str, tries: int) -> None:
        took = PASSWORD_TURN.take(address, tries)
        self.done.append((address, took))
        if took:
            PASSWORD_TURN.leave()

    def over(self) -> list[tuple[str, bool]]:
        """Return who had his turn, in that order, and who had none."""
        PASSWORD_TURN.leave()
        for thread in self.threads:
            thread.join()
        assert not PASSWORD_TURN.is_hashing
        assert not PASSWORD_TURN.waiting
        return self.done


def test_who_tried_least_is_the_next_whose_password_is_hashed() -> None:
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 1):
        hashing.comes(f"10.0.0.{number}", 40 - number)
    hashing.comes("10.0.0.99", 1)
    others = [(f"10.0.0.{number}", True) for number in range(MOST_IN_LINE, 1, -1)]
    assert hashing.over() == [("10.0.0.99", True), *others]


@pytest.mark.parametrize("earlier", [0, 1])
def test_an_address_has_one_place_and_who_comes_first_of_equals_is_first(earlier: int) -> None:
    for _time in range(earlier):
        Hashing().over()
    hashing = Hashing()
    hashing.comes("10.0.0.3", 2)
    hashing.comes("10.0.0.2", 2)
    assert not PASSWORD_TURN.take("10.0.0.3", 2)
    assert hashing.over() == [("10.0.0.3", True), ("10.0.0.2", True)]


def test_in_a_full_line_who_tried_most_gives_his_place_to_who_tried_less() -> None:
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 2):
        hashing.comes(f"10.0.0.{number}", number)
    assert not PASSWORD_TURN.take("10.0.0.98", MOST_IN_LINE + 2)
    hashing.comes("10.0.0.99", 1)
    hashing.threads[MOST_IN_LINE - 1].join()
    done = hashing.over()
    assert done[0] == (f"10.0.0.{MOST_IN_LINE + 1}", False)
    assert [address for address, took in done if took] == [
        "10.0.0.99",
        *(f"10.0.0.{number}" for number in range(2, MOST_IN_LINE + 1)),
    ]


def test_of_equals_in_a_full_line_the_last_one_stays_and_is_next_after_the_first() -> None:
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 6):
        hashing.comes(f"10.0.0.{number}", 1)
    done = hashing.over()
    assert {address for address, took in done if not took} == {
        f"10.0.0.{number}" for number in range(MOST_IN_LINE + 1, MOST_IN_LINE + 5)
    }
    assert [address for address, took in done if took][:3] == ["10.0.0.2", f"10.0.0.{MOST_IN_LINE + 5}", "10.0.0.3"]


def test_who_was_sent_away_is_as_early_as_he_was() -> None:
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 3):
        hashing.comes(f"10.0.0.{number}", 1)
    sent_away = f"10.0.0.{MOST_IN_LINE + 1}"
    hashing.threads[MOST_IN_LINE - 1].join()
    hashing.over()
    again = Hashing()
    for address in ("10.0.0.98", "10.0.0.99", sent_away):
        again.comes(address, 1)
    assert again.over()[0] == (sent_away, True)
    once_more = Hashing()  # he has had his turn
    for address in ("10.0.0.98", "10.0.0.99", sent_away):
        once_more.comes(address, 1)
    assert once_more.over()[0] == ("10.0.0.98", True)


def test_so_many_are_kept_as_early_as_they_were_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_TICKETS", MOST_IN_LINE + 2)
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 2):
        hashing.comes(f"10.0.0.{number}", 1)
    for number in range(5):
        assert not PASSWORD_TURN.take(f"10.0.1.{number}", 2)
    assert list(PASSWORD_TURN.tickets)[-3:] == ["10.0.1.2", "10.0.1.3", "10.0.1.4"]
    assert len(PASSWORD_TURN.tickets) == MOST_IN_LINE + 2
    hashing.over()


def sent_away(client: Client, monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Return how many tries are counted each time of who comes while there is no room."""
    tries: list[int] = []
    with monkeypatch.context() as full:
        full.setattr(PASSWORD_TURN, "take", lambda _whose, count: bool(tries.append(count)))
        for _time in range(times):
            answer = client.post("/comptes/login/", {"login": "claude", "password": "secret"})
            assert (answer.status_code, int(answer["Retry-After"])) == (429, SENT_AWAY.seconds)
    return tries


def test_who_is_sent_away_and_comes_back_in_time_has_not_tried(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []
    for _time in range(2):
        tries += sent_away(client, monkeypatch, 1)
        cache.delete(f"rate:{SENT_AWAY.name}:127.0.0.1")  # so many seconds later
    assert tries == [0, 0]
    assert sent_away(client, monkeypatch, 4) == [0, 0, 1, 2]  # who does not wait tries on


def test_while_others_of_an_address_wait_a_new_browser_has_a_place_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory(username="claude")
    hashing = Hashing()
    hashing.comes("127.0.0.1", 0)
    take = PASSWORD_TURN.take
    monkeypatch.setattr(
        PASSWORD_TURN, "take", lambda *place: (Thread(target=PASSWORD_TURN.leave).start(), take(*place))[1]
    )
    assert tried(new_browser(), "claude", "secret") == 302
    for thread in hashing.threads:
        thread.join()


def test_who_waits_for_too_long_is_told_when_to_come_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SECONDS_FOR_A_TURN", 1)
    hashing = Hashing()
    answer = client.post("/comptes/login/", {"login": "claude", "password": "faux"})
    assert answer.status_code == 429
    assert client.get("/comptes/login/").status_code == 200
    hashing.over()
    assert [tried(client, "claude") for _try in range(2)] == [200, 200]


def test_a_name_that_is_locked_takes_nobody_s_turn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for _try in range(5):
        tried(client, "claude")
    hashed = hashings(monkeypatch)
    hashing = Hashing()
    answer = client.post("/comptes/login/", {"login": "claude", "password": "faux"})
    assert (answer.status_code, hashed) == (429, [])
    assert "Connexion suspendue" in answer.content.decode()
    hashing.over()


def test_a_name_is_locked_at_one_address(client: Client) -> None:
    AccountFactory(username="claude")
    for _try in range(5):
        tried(client, "claude")
    assert tried(Client(), "claude", "secret") == 429
    assert tried(Client(), "claude", "secret", REMOTE_ADDR="192.0.2.7") == 302


def browser_of(name: str, **extra: str) -> Client:
    """Return a browser where somebody logged in before, and out again."""
    client = Client(**extra)
    assert tried(client, name, "secret") == 302
    client.post(reverse("account_logout"))
    return client


def test_wrong_passwords_of_an_address_keep_nobody_out_where_he_logged_in_before(client: Client) -> None:
    AccountFactory(username="Claude")
    own = browser_of("claude")
    assert [tried(client, "claude") for _try in range(5)] == [200, 200, 200, 200, 429]
    already(240)  # and whatever the address may still ask
    assert tried(client, "claude", "secret") == 429
    assert tried(own, "CLAUDE", "secret") == 302


def new_browser(number: int = 0) -> Client:
    """Return a browser that opened the page of the login: its cookie tells it from the others of its address."""
    browser = Client()
    browser.cookies[settings.CSRF_COOKIE_NAME] = f"{number:032}"
    return browser


def five_seconds_later() -> None:
    cache.delete(f"rate:{NEXT_NEW_BROWSER.name}:127.0.0.1")


@pytest.mark.parametrize("asked_for", [0, 240])
def test_wrong_passwords_of_an_address_keep_nobody_out_where_he_never_logged_in(asked_for: int) -> None:
    AccountFactory(username="claude")
    joker = new_browser(1)
    assert [tried(joker, "claude") for _try in range(5)] == [200, 200, 200, 200, 429]
    already(asked_for)  # and whatever the address may still ask
    assert tried(joker, "claude", "secret") == 429
    assert tried(new_browser(2), "claude", "secret") == 302


def test_of_browsers_that_look_new_one_goes_in_every_five_seconds() -> None:
    AccountFactory(username="claude")
    assert [tried(new_browser(1), "claude") for _try in range(5)] == [200, 200, 200, 200, 429]
    assert [tried(new_browser(number), "claude", "secret") for number in (2, *[3] * 5)] == [302, *[429] * 5]
    told = new_browser(4).post("/comptes/login/", {"login": "claude", "password": "secret"})
    assert 0 < int(told["Retry-After"]) <= NEXT_NEW_BROWSER.seconds == 5
    five_seconds_later()
    assert tried(new_browser(3), "claude", "secret") == 302  # what was not looked at is no try


def test_a_browser_that_looks_new_has_three_tries_that_prolong_no_lock() -> None:
    AccountFactory(username="claude")
    for _guess in range(5):
        tried(new_browser(1), "claude")
    before, guesser, codes = AccessAttempt.objects.get(), new_browser(2), []
    for _guess in range(4):
        five_seconds_later()
        codes.append(tried(guesser, "claude"))
    assert codes == [200] * 3 + [429]
    assert AccessAttempt.objects.get().failures_since_start == before.failures_since_start


def test_a_browser_that_never_stops_looks_new_no_more_and_one_without_a_turn_is_not_kept() -> None:
    AccountFactory(username="claude")
    for _guess in range(5):
        tried(new_browser(1), "claude")
    guesser, other = (sha256(f"127.0.0.1 {number:032}".encode()).hexdigest() for number in (2, 3))
    assert tried(new_browser(2), "claude") == 200
    for _try in range(PASSWORDS[0].most - 2):
        PASSWORDS[0].wait(guesser)
    assert [tried(new_browser(number), "claude", "secret") for number in (2, 3, 3)] == [429] * 3
    assert [PASSWORDS[0].count(browser) for browser in (guesser, other)] == [PASSWORDS[0].most, 0]
    five_seconds_later()
    told = new_browser(2).post("/comptes/login/", {"login": "claude", "password": "secret"}).content.decode()
    assert "Connexion suspendue" in told
    assert tried(new_browser(3), "claude", "secret") == 302


def test_before_a_lock_a_browser_goes_in_beside_its_address_and_is_counted_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[tuple[str, int]] = []
    take = PASSWORD_TURN.take
    monkeypatch.setattr(PASSWORD_TURN, "take", lambda *place: (taken.append(place), take(*place))[1])
    assert [tried(new_browser(number), f"name{number}") for number in (1, 2, 3)] == [200] * 3
    browser = sha256(f"127.0.0.1 {2:032}".encode()).hexdigest()
    assert taken == [("127.0.0.1", 0), (browser, 1), ("127.0.0.1", 2)]  # one in five seconds
    assert (PASSWORDS[0].count("127.0.0.1"), PASSWORDS[0].count(browser)) == (3, 1)
    cache.delete(f"rate:{NEXT_BESIDE.name}:127.0.0.1")  # five seconds later
    assert tried(new_browser(2), "name2") == 200
    assert taken[-1] == (browser, 2)


def test_who_logged_in_before_is_never_one_of_the_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory(username="claude")
    own = browser_of("claude")
    own.cookies[settings.CSRF_COOKIE_NAME] = f"{7:032}"
    taken: list[int] = []
    monkeypatch.setattr(PASSWORD_TURN, "take", lambda _whose, tries: bool(taken.append(tries)))
    monkeypatch.setattr(PASSWORD_TURN, "waiting", {"127.0.0.1": (0, 0)})  # somebody else of his address
    assert tried(own, "claude", "secret") == 429
    assert [tries < 0 for tries in taken] == [True]


def test_a_browser_that_looks_new_is_after_who_never_tried_and_before_who_did(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, int]] = []
    for _guess in range(5):
        tried(new_browser(1), "claude")
    monkeypatch.setattr(PASSWORD_TURN, "take", lambda whose, tries: bool(taken.append((whose, tries))))
    assert [tried(new_browser(number), "claude") for number in (2, 1)] == [429, 429]
    assert tried(Client(), "dominique", REMOTE_ADDR="192.0.2.7") == 429
    assert [tries for _place, tries in taken] == [1, 0]
    assert taken[0][0] != "127.0.0.1"  # a place of its own, whatever else comes from there


def test_a_browser_is_known_for_those_who_logged_in_there_and_for_nobody_else(client: Client) -> None:
    for name in ("claude", "dominique", "guesser"):
        AccountFactory(username=name)
    shared = browser_of("claude")
    assert tried(shared, "dominique", "secret") == 302
    guesser = browser_of("guesser")
    guesser.cookies["appareil"] = guesser.cookies["appareil"].value[:-1] + "." + "0" * 32
    for _try in range(5):
        tried(guesser, "claude")
        tried(guesser, "dominique")
    assert [tried(guesser, name, "secret") for name in ("claude", "dominique")] == [429, 429]
    shared.post(reverse("account_logout"))
    assert [tried(shared, name, "secret") for name in ("claude", "dominique")] == [302, 302]


def test_wrong_passwords_where_he_logged_in_before_lock_his_name_too(client: Client) -> None:
    AccountFactory(username="claude")
    own = browser_of("claude")
    assert [tried(own, "claude") for _try in range(10)] == [200] * 9 + [429]
    assert [tried(own, "claude", "secret"), tried(client, "claude", "secret")] == [429, 429]
    assert tried(client, "claude", "secret", REMOTE_ADDR="192.0.2.7") == 302


def test_right_passwords_use_up_nothing_of_a_browser_where_he_logged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory(username="claude")
    own = browser_of("claude")
    for _login in range(OF_A_KNOWN_DEVICE.most):
        own.post(reverse("account_logout"))
        assert tried(own, "claude", "secret") == 302
    own.post(reverse("account_logout"))
    taken: list[int] = []
    monkeypatch.setattr(PASSWORD_TURN, "take", lambda _whose, tries: bool(taken.append(tries)))
    tried(own, "claude", "secret")
    assert [tries < 0 for tries in taken] == [True]


def test_a_known_browser_comes_before_as_many_addresses_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory(username="claude")
    own = browser_of("claude")
    hashing = Hashing()
    for number in range(2, MOST_IN_LINE + 2):
        hashing.comes(f"10.0.0.{number}", 1)
    take, taken = PASSWORD_TURN.take, []

    def then_is_over(whose: str, tries: int) -> bool:
        Thread(target=lambda: (time.sleep(0.05), PASSWORD_TURN.leave())).start()
        taken.append(take(whose, tries))
        return taken[-1]

    monkeypatch.setattr(PASSWORD_TURN, "take", then_is_over)
    assert (tried(own, "claude", "secret"), taken) == (302, [True])
    for thread in hashing.threads:
        thread.join()
    assert [took for _address, took in hashing.done].count(False) == 1  # who came last gave it his place


def test_a_turn_is_left_whatever_happens(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axes.backends.AxesStandaloneBackend.authenticate", lambda *_arguments, **_more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tried(client, "claude")
    assert not PASSWORD_TURN.is_hashing


def test_a_hall_of_phones_logs_in_within_a_minute(client: Client) -> None:
    people = [AccountFactory(username=f"joueur{number}") for number in range(HALL)]
    codes = [tried(Client(), person.username, "faux") for person in people[::2]]
    codes += [tried(Client(), person.username, "secret") for person in people]
    assert codes == [200] * (HALL // 2) + [302] * HALL


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("/admin/login/", {"username": "x", "password": "faux"}),
        ("/comptes/reauthenticate/", {"password": "faux"}),
        ("/comptes/password/change/", {"oldpassword": "faux", "password1": "a", "password2": "a"}),
    ],
)
def test_every_page_that_asks_for_a_password_is_counted_with_the_others(
    client: Client, page: str, sent: dict[str, str]
) -> None:
    already(90)
    answer = client.post(page, sent)
    assert (answer.status_code, "Trop de demandes à la fois" in answer.content.decode()) == (429, True)


def test_behind_a_proxy_nobody_is_locked_out_by_another(client: Client, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    AccountFactory(username="claude")
    guesser, honest = {"X-Forwarded-For": "203.0.113.66"}, {"X-Forwarded-For": "203.0.113.66, 198.51.100.7"}
    for _guess in range(5):
        last = tried(client, "claude", headers=guesser)
    assert last == 429
    assert tried(client, "claude", "secret", headers=guesser) == 429
    assert tried(client, "claude", "secret", headers=honest) == 302


def test_a_try_does_not_prolong_the_lock(client: Client) -> None:
    AccountFactory(username="claude")
    for _guess in range(5):
        tried(client, "claude")
    before = AccessAttempt.objects.get()
    for _guess in range(3):
        assert tried(client, "claude") == 429
    after = AccessAttempt.objects.get()
    assert (after.attempt_time, after.failures_since_start) == (before.attempt_time, 5)


def test_a_wrong_old_password_is_a_try_like_any_other(client: Client) -> None:
    person = AccountFactory(username="claude")
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = reverse("account_change_password")
    new = {"password1": "tarot-soixante-dix-huit", "password2": "tarot-soixante-dix-huit"}
    codes = [client.post(page, {"oldpassword": f"faux{number}"} | new).status_code for number in range(5)]
    assert codes == [200, 200, 200, 200, 429]
    assert client.post(page, {"oldpassword": "secret"} | new).status_code == 429
    assert tried(Client(), "claude", "secret") == 429
    person.refresh_from_db()
    assert person.check_password("secret")


def test_the_admin_has_no_page_of_its_own_where_old_passwords_are_tried(client: Client) -> None:
    person = AccountFactory(username="claude", is_staff=True, is_superuser=True)
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = reverse("admin:password_change")
    sent = {"old_password": "secret", "new_password1": "tarot-soixante", "new_password2": "tarot-soixante"}
    answers = [client.get(page), client.post(page, sent)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, reverse("account_change_password"))
    ] * 2
    person.refresh_from_db()
    assert person.check_password("secret")


def test_the_right_old_password_changes_it(client: Client) -> None:
    person = AccountFactory(username="claude")
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    new = "tarot-soixante-dix-huit"
    answer = client.post(
        reverse("account_change_password"), {"oldpassword": "secret", "password1": new, "password2": new}
    )
    assert answer.status_code == 302
    person.refresh_from_db()
    assert person.check_password(new)


def test_a_name_beyond_every_column_is_a_wrong_password(client: Client) -> None:
    assert tried(client, "n" * 5000) == 200
    assert client.post("/admin/login/", {"username": "n" * 300, "password": "faux"}).status_code == 200


@pytest.mark.parametrize(
    "page",
    [
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/1-set-password/",
        "email/",
        "confirm-email/",
        "confirm-email/abc/",
        "login/code/confirm/",
    ],
)
def test_what_would_send_a_mail_is_not_there(client: Client, page: str) -> None:
    assert client.get(f"/comptes/{page}").status_code == 404
    client.force_login(AccountFactory(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(f"/comptes/{page}").status_code == 404
    assert client.post(f"/comptes/{page}", {"email": "a@example.org"}).status_code == 404


@pytest.mark.parametrize("page", ["login", "signup", "inactive"])
def test_the_pages_of_accounts_that_stay(client: Client, page: str) -> None:
    assert client.get(f"/comptes/{page}/").status_code == 200


def test_who_has_no_password_sets_one_where_another_one_changes_his(client: Client) -> None:
    account = AccountFactory()
    account.set_unusable_password()
    account.save()
    client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    page = client.get(reverse("account_change_password"))
    assert (page.status_code, page.url) == (302, reverse("account_set_password"))
    asked = client.get(page.url).content.decode()
    assert 'name="oldpassword"' not in asked
    assert " action=" not in asked.partition('<form class="form card"')[2].partition(">")[0]
    client.post(page.url, {"password1": "trois-atouts-maitres", "password2": "trois-atouts-maitres"})
    account.refresh_from_db()
    assert account.check_password("trois-atouts-maitres")


def test_a_session_is_a_cookie_that_no_script_reads_and_no_other_site_sends() -> None:
    AccountFactory(username="Claude")
    client, strict = Client(), Client(enforce_csrf_checks=True)
    assert tried(client, "claude", "secret") == 302
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert tried(strict, "claude", "secret") == 403
    policy = client.get("/")["Content-Security-Policy"].split("; ")
    assert {"default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert not any(source.startswith("script-src") for source in policy)
    assert {part for source in policy for part in source.split()[1:]} == {"'self'", "'none'", "data:"}


@pytest.mark.parametrize(("page", "name"), [("/comptes/login/", "login"), ("/admin/login/", "username")])
def test_a_session_ends_so_long_after_the_login_whatever_is_done_in_it(
    monkeypatch: pytest.MonkeyPatch, page: str, name: str
) -> None:
    """Whoever stole its cookie does not prolong it by using it."""
    AccountFactory(username="claude", is_staff=True, is_superuser=True)
    client, age = Client(), timedelta(seconds=settings.SESSION_COOKIE_AGE)
    assert client.post(page, {name: "claude", "password": "secret"}).status_code == 302
    end = Session.objects.get().expire_date
    assert timedelta(0) <= timezone.now() + age - end < timedelta(minutes=5)

    later = end - timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    desk = reverse("desk", args=[seated(TournamentFactory())[0].round.tournament_id])
    assert client.get(desk, {"mes": "1"}).status_code == 303
    assert client.session[MINE]
    assert Session.objects.get().expire_date == end
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] <= timedelta(days=1).total_seconds()


NEW = "tarot-soixante-dix-huit"


def logs_out(client: Client) -> int:
    return client.post(reverse("account_logout")).status_code


def changes_password(client: Client) -> int:
    sent = {"oldpassword": "secret", "password1": NEW, "password2": NEW}
    return client.post(reverse("account_change_password"), sent).status_code


def changes_password_elsewhere(_client: Client) -> int:
    other = Client()
    tried(other, "claude", "secret")
    return changes_password(other)


def is_given_another_password(_client: Client) -> int:
    account = Account.objects.get(username="claude")
    assert account.player is not None
    club = account.player.club
    renewed = logged_in(organiser(club)).post(reverse("renew_player_password", args=[club.pk, account.player.pk]))
    return 302 if renewed.status_code == 200 else renewed.status_code


@pytest.mark.parametrize("ends", [logs_out, changes_password, changes_password_elsewhere, is_given_another_password])
def test_who_has_read_the_cookie_of_a_session_is_out_with_it(ends: Callable[[Client], int]) -> None:
    AccountFactory(username="claude", player=PlayerFactory())
    client, thief = Client(), Client()
    assert tried(client, "claude", "secret") == 302
    thief.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert thief.get(reverse("my_invitations")).status_code == 200
    assert ends(client) == 302
    assert thief.get(reverse("my_invitations")).status_code == 302
