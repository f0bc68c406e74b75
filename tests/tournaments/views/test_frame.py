"""What surrounds every page: the menu, login and lockout, errors, the table of a list."""

import re

import django_tables2 as tables
import pytest
from django.test import Client, RequestFactory
from django_tables2 import RequestConfig

from tests.factories import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def log_in(visitor, **account):
    visitor.force_login(AccountFactory(**account), backend="allauth.account.auth_backends.AuthenticationBackend")


def menu(visitor):
    shown = visitor.get("/").content.decode().partition("<main")[0]  # the foot of a page leads to some of them too
    shown = re.sub(r"<a [^>]*\bhidden>[^<]*</a>", "", shown)  # a phone that knows its player has one shown
    return [
        word for word in ("Accueil", "Organisation", "Ma soirée", "Connexion", "Déconnexion") if f">{word}<" in shown
    ]


def test_the_menu_of_a_visitor(visitor):
    assert menu(visitor) == ["Accueil", "Connexion"]


def test_the_menu_of_a_player(visitor):
    log_in(visitor, player=PlayerFactory())
    assert menu(visitor) == ["Accueil", "Ma soirée", "Déconnexion"]


def test_the_menu_of_an_organiser(as_organiser):
    as_organiser.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    assert menu(as_organiser) == ["Accueil", "Organisation", "Déconnexion"]


def test_only_those_who_are_logged_in_carry_a_token(visitor):
    assert "X-CSRFToken" not in visitor.get("/").content.decode()
    log_in(visitor)
    assert "X-CSRFToken" in visitor.get("/").content.decode()


def test_nothing_inline_and_nothing_from_elsewhere(visitor):
    shown = visitor.get("/").content.decode()
    assert [sign for sign in ("<style", " style=", " onclick=", "//cdn", "<script>") if sign in shown] == []


def test_a_wrong_password_keeps_the_name_typed(visitor):
    response = visitor.post("/comptes/login/", {"login": "claude", "password": "faux"})
    assert response.status_code == 200
    assert 'value="claude"' in response.content.decode()
    assert 'role="alert"' in response.content.decode()


def test_too_many_wrong_passwords_say_when_to_try_again(visitor):
    for _attempt in range(5):
        response = visitor.post("/comptes/login/", {"login": "claude", "password": "faux"})
    assert response.status_code == 429
    assert "Attendez 15 minutes, puis connectez-vous" in response.content.decode()


def test_a_page_of_another_role_says_whom_to_ask(visitor):
    log_in(visitor)
    response = visitor.get("/moi/")
    assert response.status_code == 403
    assert "Demandez à un organisateur du club" in response.content.decode()


class Numbers(tables.Table):
    number = tables.Column()

    class Meta:
        template_name = "tables/table.html"


def listed(query, count):
    request = RequestFactory().get("/", query)
    table = Numbers([{"number": number} for number in range(count)])
    RequestConfig(request, paginate={"per_page": 50}).configure(table)
    return " ".join(table.as_html(request).split())


def test_a_list_says_which_rows_it_shows_and_how_it_is_sorted():
    shown = listed({"sort": "-number", "page": 2}, 112)
    assert "51–100 sur 112" in shown
    assert 'aria-sort="descending"' in shown
    assert "<td >61</td>" in shown
    assert '<span aria-current="page">2</span>' in shown


def test_an_empty_list_says_so():
    assert "Rien à montrer ici" in listed({}, 0)


def guess(name, password, **headers):
    return Client(**headers).post("/comptes/login/", {"login": name, "password": password})


def test_a_locked_name_stays_shut_even_to_the_right_password():
    AccountFactory(username="claude")
    for name in ("claude", "Claude", "CLAUDE", "claudE", "claude"):
        last = guess(name, "faux")
    assert last.status_code == 429
    assert guess("claude", "secret").status_code == 429
    assert guess("claude", "secret", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 429
    admin = Client()
    admin.post("/admin/login/", {"username": "claude", "password": "secret"})
    assert "_auth_user_id" not in admin.session


def test_a_lock_is_one_name_from_one_address():
    AccountFactory(username="claude")
    AccountFactory(username="andrée")
    for _attempt in range(5):
        guess("claude", "faux")
    assert guess("andrée", "secret").status_code == 302
    assert guess("claude", "secret", REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.parametrize(
    "elsewhere", ["//pirate.example", "https://pirate.example", "/\\pirate.example", "javascript:0"]
)
def test_a_login_leads_nowhere_else(elsewhere):
    AccountFactory(username="claude")
    answer = Client().post("/comptes/login/", {"login": "claude", "password": "secret", "next": elsewhere})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_form_without_its_token_is_told_in_french():
    answer = Client(enforce_csrf_checks=True, headers={"accept-language": "fr"}).post("/comptes/login/")
    assert answer.status_code == 403
    assert "Cette page est trop ancienne" in answer.content.decode()
