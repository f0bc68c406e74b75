"""The legal page says what the settings say, clearly what they do not, and every page leads to it."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.own_exports import sections
from tests.factories import AccountFactory, RegistrationFactory, TournamentFactory, logged_in, rewrite
from tests.texts import NO_BREAK, text
from tournaments.labels import TournamentState
from tournaments.models import Club, Site
from tournaments.views.phones import KEY, LINK, LOGINS

WHERE = "Qui tient le site l’écrit sous « Organisation », « Le site »."


@pytest.mark.django_db
def test_the_legal_page_says_who_answers_in_either_language(client: Client, settings: Any):
    settings.LEGAL_NAME, settings.LEGAL_CONTACT, settings.LEGAL_HOST = "Tarot <b>", "a@club.example", "Chez nous"
    here = reverse("legal")

    page = client.get(here, headers={"Accept-Language": "fr"}).content.decode()

    assert "Tarot &lt;b&gt;" in page
    assert "mailto:a@club.example" in page
    assert "Chez nous" in page
    assert "Who answers for this site" in client.get(here, headers={"Accept-Language": "en"}).content.decode()
    assert f'href="{here}"' in client.get(reverse("count_pile")).content.decode()


@pytest.mark.django_db
def test_all_that_is_kept_of_somebody_and_in_his_browser_is_named(client: Client, settings: Any):
    page = client.get(reverse("legal")).content.decode().translate(NO_BREAK)
    kinds, browser = (
        page.split("Ce qui est gardé")[1].casefold(),
        page.split("Ce qui est gardé dans votre navigateur")[1],
    )

    assert [kind for kind in sections().values() if kind.casefold() not in kinds] == []
    cookies = {
        settings.LANGUAGE_COOKIE_NAME,
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        KEY,
        LINK,
        LOGINS,
    }
    scripts = "".join(path.read_text() for path in Path("tarot_club/static/tarot_club").glob("*.js"))
    stores = {word for word in ("localStorage", "sessionStorage", "indexedDB", "caches") if f"{word}." in scripts}
    assert len(stores) == 4
    assert [name for name in cookies | stores if name not in browser] == []


@pytest.mark.django_db
def test_what_the_settings_do_not_say_is_said_to_be_unsaid(client: Client, settings: Any):
    settings.LEGAL_NAME, settings.LEGAL_KEPT_YEARS, settings.LEGAL_BACKUP_DAYS = "", 0, 0

    page = client.get(reverse("legal")).content.decode()

    assert "Ce site ne dit pas encore qui en répond" in page
    assert "le club n’a pas dit combien de temps" in page
    assert "qui tient le site n’a pas dit combien de temps" in page


@pytest.mark.django_db
def test_the_times_are_those_of_the_settings_and_of_the_purge(client: Client, settings: Any):
    settings.LEGAL_KEPT_YEARS, settings.LEGAL_BACKUP_DAYS = 3, 30

    page = client.get(reverse("legal")).content.decode().translate(NO_BREAK)

    assert "3 ans après son dernier tournoi" in page
    assert "Les sauvegardes : 30 jours" in page
    assert "Les documents à imprimer : 90 jours" in page


def test_the_organiser_is_told_what_it_leaves_unsaid_and_whose_time_is_over(
    as_organiser: Client, club: Club, settings: Any
):
    settings.LEGAL_NAME, settings.LEGAL_CONTACT = "Tarot Club", "a@club.example"
    settings.LEGAL_KEPT_YEARS, settings.LEGAL_BACKUP_DAYS = 3, 0
    RegistrationFactory(tournament__club=club, tournament__date=date(2015, 1, 1))
    RegistrationFactory(tournament__club=club, tournament__date=timezone.localdate())
    here = reverse("club_desk", args=[club.pk])

    assert [notice.translate(NO_BREAK) for notice in as_organiser.get(here).context["notices"]] == [
        f"Les mentions légales ne disent pas : combien de jours les sauvegardes sont gardées. {WHERE}",
        "1 joueur n’a pas joué depuis plus de 3 ans : effacez ses données depuis sa fiche.",
    ]
    settings.LEGAL_KEPT_YEARS = 0
    (english,) = as_organiser.get(here, headers={"accept-language": "en"}).context["notices"]
    assert "is kept; for how many days" in english
    settings.LEGAL_BACKUP_DAYS, settings.LEGAL_KEPT_YEARS = 30, 20
    assert "mentions légales ne disent pas" not in as_organiser.get(here).content.decode()


def test_at_the_first_public_tournament_periods_are_asked_for_with_proposals(
    as_organiser: Client, client: Client, club: Club, settings: Any
) -> None:
    settings.LEGAL_KEPT_YEARS, settings.LEGAL_BACKUP_DAYS = 0, 0
    event = TournamentFactory(club=club, state=TournamentState.DRAFT)
    pages = [reverse("club_desk", args=[club.pk]), reverse("tournament_desk", args=[event.pk])]
    proposed = "la fiche de qui ne joue plus : 3 ans après son dernier tournoi ; les sauvegardes : 30 jours."

    def asked(by: Client) -> list[bool]:
        return [proposed in text(by.get(page)) for page in pages]

    assert asked(as_organiser) == [False, False]
    rewrite(event, state=TournamentState.OPEN)
    assert asked(as_organiser) == [True, True]
    assert "transmettez-lui ces durées" in text(as_organiser.get(pages[1]))

    runs_it = logged_in(AccountFactory(is_superuser=True))
    assert proposed in text(runs_it.get(reverse("site_health")))
    assert reverse("site") in text(runs_it.get(pages[1]))
    form = runs_it.get(reverse("site")).context["form"]
    assert (form.initial["kept_years"], form.initial["backup_days"], form.proposes) == (3, 30, True)
    assert "le club n’a pas dit combien de temps" in text(client.get(reverse("legal")))  # proposed is not said

    runs_it.post(reverse("site"), {"name": "Nous", "contact": "", "host": "", "kept_years": "5", "backup_days": "30"})
    assert asked(as_organiser) == [False, False]
    assert proposed not in text(runs_it.get(reverse("site_health")))
    assert "5 ans après son dernier tournoi" in text(client.get(reverse("legal")))
    form = runs_it.get(reverse("site")).context["form"]
    assert (form.initial["kept_years"], form.proposes) == (5, False)

    Site.objects.update(backup_days=0)
    assert "proposé : les sauvegardes : 30 jours." in text(as_organiser.get(pages[1]))
