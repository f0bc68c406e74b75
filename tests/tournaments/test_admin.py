"""The admin: what it opens, and that nothing about a score is edited or deleted there."""

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.factories import AccountFactory, ClubFactory, RegistrationFactory, logged_in
from tournaments.models import Club, JournalEntry

EDITABLE = {"account", "club"}
OURS = [model for model in admin.site._registry if model._meta.app_label in ("tournaments", "scoring")]


@pytest.fixture
def as_administrator(db: None) -> Client:
    return logged_in(AccountFactory(is_staff=True, is_superuser=True))


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_every_list_opens(as_administrator: Client, model: type):
    RegistrationFactory()

    page = as_administrator.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))

    assert page.status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)
def test_only_accounts_and_clubs_are_edited(as_administrator: Client, model: type):
    request = RequestFactory().get("/")
    request.user = AccountFactory(is_staff=True, is_superuser=True)
    options = admin.site._registry[model]

    may = {options.has_add_permission(request), options.has_change_permission(request)}

    assert may == {model._meta.model_name in EDITABLE}
    assert options.has_delete_permission(request) is (model._meta.model_name == "account")


def test_a_new_club_is_made_by_its_service(as_administrator: Client):
    as_administrator.post(reverse("admin:tournaments_club_add"), {"name": "Tarot d’ici", "town": "Ici"})

    club = Club.objects.get()
    assert (club.slug, club.appointments.get().role) == ("tarot-dici", "organiser")
    assert JournalEntry.objects.get().action == "club créé"


def test_a_club_is_renamed_by_its_service(as_administrator: Client):
    club = ClubFactory(name="Les Bouts", slug="les-bouts")
    address = reverse("admin:tournaments_club_change", args=[club.pk])
    as_administrator.post(address, {"name": "Les Oudlers", "slug": "les-bouts", "town": "Ici"})

    club.refresh_from_db()
    assert (club.name, club.slug, club.town) == ("Les Oudlers", "les-bouts", "Ici")
    entry = JournalEntry.objects.get()
    assert (entry.action, entry.details) == (
        "club modifié",
        {"name": ["Les Bouts", "Les Oudlers"], "town": ["", "Ici"]},
    )


def test_an_account_is_made_and_opened(as_administrator: Client):
    made = as_administrator.post(
        reverse("admin:tournaments_account_add"),
        {
            "username": "nouveau",
            "usable_password": "true",
            "password1": "tarot-tarot-21",
            "password2": "tarot-tarot-21",
            "appointments-TOTAL_FORMS": "0",
            "appointments-INITIAL_FORMS": "0",
        },
    )

    assert made.status_code == 302
    assert as_administrator.get(made.url).status_code == 200
