"""Entering from home: what is typed stays, one form is one entry, a link opens one page, the club takes in at a tap."""

import datetime
import re
import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories import PlayerFactory, RegistrationFactory, TournamentFactory, at_the_door, logged_in, rewrite
from tests.texts import HOSTILE, plain, text, words
from tournaments.kit.throttle import addressee_of
from tournaments.labels import EntryState, Status, TournamentState
from tournaments.models import Account, Club, Entry, Player, Rate, Tournament
from tournaments.queries.people.entries import entry_code
from tournaments.services.evening.settings import FROM_HOME
from tournaments.services.people.entries import EntryFacts, enter
from tournaments.views.people.entries import MAILED, SENT, of_event

pytestmark = pytest.mark.django_db

TYPED = {
    "last_name": "ZIMMER",
    "first_name": "Zoé",
    "licence": "ab 12",
    "home_club": "Vichy",
    "email": "zoe@example.org",
    "phone": "06 12 34 56 78",
    "message": "J’arrive à 20 h",
}


@pytest.fixture
def opened(club: Club) -> Tournament:
    return TournamentFactory(
        club=club, name="Coupe", date=timezone.localdate() + datetime.timedelta(days=3), entries_open=True, capacity=2
    )


def form_at(tournament: Tournament) -> str:
    return f"/tournois/{tournament.pk}/inscription/"


def typed(**values: str) -> dict[str, str]:
    return TYPED | {"key": str(uuid.uuid4())} | values


def entered(tournament: Tournament, name: str = "AUBE", *partners: str, **facts: Any) -> Entry:
    people = EntryFacts(last_name=name, first_name="Luc", partners=tuple((one, "Max") for one in partners), **facts)
    return enter(tournament=tournament, facts=people, key=uuid.uuid4(), at=timezone.now())


def page_of(entry: Entry) -> str:
    return f"/i/{entry_code(entry)}/"


def test_the_page_of_the_tournament_says_how_many_places_are_left_and_leads_to_the_form(
    client: Client, opened: Tournament
) -> None:
    page = f"/tournois/{opened.pk}/"
    first = client.get(page)
    assert "2 places libres" in text(first)
    assert form_at(opened) in text(first)
    entered(opened)
    second = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert "1 place libre" in text(second)
    assert "joueur inscrit 1" in words(second)
    entered(opened)
    assert "Complet : la suite s’inscrit sur une liste d’attente." in text(client.get(page))
    entered(opened)
    full = text(client.get(page))
    assert "Complet : 1 inscription en liste d’attente." in full
    assert "S’inscrire sur la liste d’attente" in full


def test_the_hour_of_closing_is_no_304(client: Client, opened: Tournament) -> None:
    """No revision is raised when the hour comes."""
    page = f"/tournois/{opened.pk}/"
    Tournament.objects.update(entries_close_at=timezone.now() + datetime.timedelta(hours=1))
    first = client.get(page)
    Tournament.objects.update(entries_close_at=timezone.now() - datetime.timedelta(seconds=1))
    second = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert "sont closes depuis le" in text(second)
    assert "S’inscrire" not in text(second)


def test_calendars_lead_to_the_form_with_the_places_left_until_it_closes(client: Client, opened: Tournament) -> None:
    closes = timezone.now() + datetime.timedelta(hours=1)
    Tournament.objects.update(entries_close_at=closes)
    entered(opened)
    for page in ("/calendrier/", f"/clubs/{opened.club.slug}/"):
        assert form_at(opened) in text(client.get(page))
    for page in ("/calendrier.ics", f"/clubs/{opened.club.slug}/calendrier.ics"):
        note = plain(client.get(page).content.decode().replace("\r\n ", ""))
        assert "1 place libre\\nInscriptions jusqu’au" in note
    Tournament.objects.update(entries_close_at=timezone.now())
    for page in ("/calendrier/", f"/clubs/{opened.club.slug}/"):
        assert form_at(opened) not in text(client.get(page))
    assert "place libre" not in client.get("/calendrier.ics").content.decode()


def test_whoever_enters_is_led_to_his_own_page(client: Client, opened: Tournament) -> None:
    answer = client.post(form_at(opened), typed(consent="on"))
    entry = Entry.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, page_of(entry))
    assert (entry.licence, entry.email, entry.phone, entry.consent) == ("AB12", TYPED["email"], TYPED["phone"], True)
    page = client.get(page_of(entry))
    assert "Vous êtes inscrit" in text(page)
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")
    assert "no-store" in page["Cache-Control"]
    assert 'class="qr"' in text(page)


def test_nothing_is_ticked_for_him_and_nothing_typed_is_lost(client: Client, opened: Tournament) -> None:
    assert not re.search(r'name="consent"[^>]*checked', text(client.get(form_at(opened))))
    answer = client.post(form_at(opened), typed(last_name="", email="zoe@", phone="demain", consent="on"))
    page = text(answer)
    assert answer.status_code == 422
    for sentence in ("Écrivez votre nom.", "Écrivez une adresse comme", "Écrivez un numéro comme"):
        assert sentence in page
    for value in ("Zoé", "ab 12", "Vichy", "zoe@", "demain", "J’arrive à 20 h"):
        assert f'value="{value}"' in page
    assert re.search(r'name="consent"[^>]*checked', page)
    assert Entry.objects.count() == 0


def test_a_reminder_asks_where_it_is_to_go(client: Client, opened: Tournament, settings: Any) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    rewrite(opened, entries_confirmed=False)
    answer = client.post(form_at(opened), typed(email="", reminder="on"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["email"])


def test_what_closes_meanwhile_gives_back_what_was_typed(client: Client, opened: Tournament) -> None:
    rewrite(opened, entries_open=False)
    answer = client.post(form_at(opened), typed())
    assert answer.status_code == 422
    assert "On ne s’inscrit pas en ligne à « Coupe »" in text(answer)
    assert 'value="ZIMMER"' in text(answer)
    assert 'name="last_name"' not in text(client.get(form_at(opened)))


def test_a_double_click_and_a_second_tab_are_one_entry_and_somebody_else_in_it_is_another(
    client: Client, opened: Tournament
) -> None:
    first, key = typed(), str(uuid.uuid4())
    answers = [client.post(form_at(opened), values) for values in (first, first, typed(key=key))]
    assert {answer["Location"] for answer in answers} == {page_of(Entry.objects.get())}
    assert page_of(Entry.objects.get()) in text(client.get(form_at(opened)))

    # He goes back in his browser and types another name into the form that was sent.
    refused = client.post(form_at(opened), first | {"last_name": "AUTRE"})
    assert (refused.status_code, Entry.objects.count()) == (422, 1)
    new_key = re.search(r'name="key" value="([^"]+)"', text(refused))
    assert new_key is not None
    assert client.post(form_at(opened), first | {"last_name": "AUTRE", "key": new_key[1]}).status_code == 303
    assert Entry.objects.count() == 2


def test_another_browser_learns_nothing_of_who_has_entered(client: Client, opened: Tournament) -> None:
    """A namesake is a second entry, which the organiser sees beside the first."""
    client.post(form_at(opened), typed())
    other = Client()
    assert "ZIMMER" not in text(other.get(form_at(opened)))
    other.cookies["inscriptions"] = "1-000000000000.x"
    assert "ZIMMER" not in text(other.get(form_at(opened)))
    assert other.post(form_at(opened), typed()).status_code == 303
    assert Entry.objects.count() == 2


def test_too_many_from_one_address_wait_and_keep_what_they_typed(client: Client, opened: Tournament) -> None:
    cache.clear()
    for _each in range(SENT.most):
        client.post(form_at(opened), {})
    answer = client.post(form_at(opened), typed())
    cache.clear()
    assert (answer.status_code, Entry.objects.count()) == (429, 0)
    assert "Trop de demandes" in text(answer)
    assert 'value="ZIMMER"' in text(answer)


@pytest.mark.parametrize(("capacity", "enter"), [(2, 4), (16, 8), (None, 40)])
def test_one_address_does_not_take_all_the_places_of_an_event(
    client: Client, opened: Tournament, capacity: int | None, enter: int
) -> None:
    rewrite(opened, capacity=capacity)
    assert of_event(opened).most == enter
    other = TournamentFactory(club=opened.club, date=opened.date, entries_open=True)
    cache.clear()
    of_event(opened).wait("127.0.0.1", enter - 1)
    first = client.post(form_at(opened), values := typed())
    again = client.post(form_at(opened), values)
    refused = Client().post(form_at(opened), typed(last_name="AUTRE"))
    elsewhere = Client().post(form_at(other), typed())
    behind_another = Client(REMOTE_ADDR="192.0.2.7").post(form_at(opened), typed(last_name="AUTRE"))
    cache.clear()
    assert [answer.status_code for answer in (first, again, refused, elsewhere, behind_another)] == [
        303, 303, 429, 303, 303
    ]  # fmt: skip
    assert "Assez d’inscriptions à « Coupe » sont venues d’ici aujourd’hui" in text(refused)
    assert 'value="AUTRE"' in text(refused)


def test_a_pair_counts_as_two_people_of_its_address(client: Client, opened: Tournament) -> None:
    rewrite(opened, people_per_entry=2)
    cache.clear()
    of_event(opened).wait("127.0.0.1", 3)
    pair = {"partner_last_name_1": "AUBE", "partner_first_name_1": "Luc"}
    statuses = [client.post(form_at(opened), typed(**more)).status_code for more in (pair, {})]
    cache.clear()
    assert statuses == [429, 303]


def test_one_e_mail_address_is_not_sent_messages_by_everybody(
    client: Client, opened: Tournament, settings: Any
) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    rewrite(opened, capacity=None, entries_confirmed=False)
    cache.clear()
    for number in range(MAILED.most):
        assert Client().post(form_at(opened), typed(last_name=f"NOM{number}")).status_code == 303
    refused = Client().post(form_at(opened), typed(email="ZOE@example.org"))
    without = Client().post(form_at(opened), typed(email="autre@example.org"))
    settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = "", ["*"]  # nothing is sent, and nobody is refused for it
    nothing_sent = Client().post(form_at(opened), typed())
    cache.clear()
    assert [answer.status_code for answer in (refused, without, nothing_sent)] == [429, 303, 303]
    assert "Cette adresse a déjà reçu assez de messages aujourd’hui" in text(refused)


@pytest.mark.parametrize("site", ["", "https://tarot.example.org"])
def test_a_message_is_promised_where_it_leaves(client: Client, opened: Tournament, settings: Any, site: str) -> None:
    """A server for e-mail is not enough: the link in it must lead here."""
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS, settings.ALLOWED_HOSTS = True, site, ["*"]
    settings.SERVED_AT = ("192.168.1.20", 8000)
    assert ("votre place est tenue quand vous l’avez ouvert" in text(client.get(form_at(opened)))) is bool(site)
    rewrite(opened, entries_confirmed=False)
    assert ("Votre lien y est envoyé" in text(client.get(form_at(opened)))) is bool(site)
    entry = entered(opened, email="zoe@example.org")
    assert entry.mails.exists() is bool(site)
    assert ("Son adresse vous est envoyée" in text(client.get(page_of(entry)))) is bool(site)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_shown_as_text_and_stop_nothing(
    client: Client, as_organiser: Client, opened: Tournament, name: str
) -> None:
    values = typed(last_name=name, first_name=name, home_club=name, message=name, licence=name[:20])
    assert client.post(form_at(opened), values).status_code in (303, 422)
    for entry in Entry.objects.all():
        for page in (client.get(page_of(entry)), as_organiser.get(reverse("entries", args=[opened.pk]))):
            assert page.status_code == 200
            assert "<script>alert" not in text(page)
            assert "<img src=x" not in text(page)


@pytest.mark.parametrize(
    "sent", [{"key": "x"}, {"last_name": "\x00"}, {"email": "a@b.c\nBcc: d@e.f"}, {"phone": "9" * 99}]
)
def test_what_no_form_sends_is_refused_in_words(client: Client, opened: Tournament, sent: dict[str, str]) -> None:
    assert client.post(form_at(opened), typed(**sent)).status_code == 422
    assert Entry.objects.count() == 0


def test_a_draft_and_a_trial_have_no_form_for_strangers(client: Client, opened: Tournament) -> None:
    for columns in ({"state": TournamentState.DRAFT}, {"state": TournamentState.OPEN, "is_trial": True}):
        rewrite(opened, **columns)
        assert client.get(form_at(opened)).status_code == 404
        assert client.post(form_at(opened), typed()).status_code == 404


def test_a_pair_is_entered_by_one_of_them(client: Client, opened: Tournament) -> None:
    rewrite(opened, people_per_entry=2)
    partner = {"partner_last_name_1": "AUBE", "partner_first_name_1": "Luc"}
    refused = client.post(form_at(opened), typed(partner_last_name_1="", partner_first_name_1="Luc"))
    assert "Écrivez le nom de votre partenaire." in text(refused)
    client.post(form_at(opened), typed(**partner))
    assert [entry.names for entry in Entry.objects.all()] == ["ZIMMER Zoé, AUBE Luc"]
    opened.refresh_from_db()
    assert opened.places_taken == 2


def test_by_his_link_he_cancels_once_he_was_asked_and_the_next_moves_up(client: Client, opened: Tournament) -> None:
    one, _two, three, four = (entered(opened, name) for name in ("UN", "DEUX", "TROIS", "QUATRE"))
    assert "Vous êtes 2e sur la liste d’attente" in text(client.get(page_of(four)))
    assert "Annuler l’inscription ?" in text(client.get(f"{page_of(one)}annuler/"))
    assert Entry.objects.get(pk=one.pk).state == EntryState.CONFIRMED
    assert client.post(f"{page_of(one)}annuler/")["Location"] == page_of(one)
    assert client.post(f"{page_of(one)}annuler/").status_code == 303
    assert "Votre inscription est annulée" in text(client.get(page_of(one)))
    assert "Une place s’est libérée le" in text(client.get(page_of(three)))
    assert "Vous êtes 1er sur la liste d’attente" in text(client.get(page_of(four)))


def test_by_his_link_he_changes_his_entry_and_nothing_typed_is_lost(client: Client, opened: Tournament) -> None:
    rewrite(opened, people_per_entry=2)
    entry = entered(opened, "AUBE", email="luc@example.org", phone="06 11 22 33 44", consent=True)
    page = f"{page_of(entry)}changer/"
    assert page in text(client.get(page_of(entry)))
    shown = client.get(page)
    assert "Vous gardez votre place." in text(shown)
    form = shown.context["form"]
    sent = {field.html_name: field.value() or "" for field in form}
    assert (sent["last_name"], sent["email"], sent["consent"]) == ("AUBE", "luc@example.org", True)
    refused = client.post(page, sent | {"partner_first_name_1": "Zoé"})
    assert refused.status_code == 422
    assert "Écrivez le nom de votre partenaire." in text(refused)
    assert 'value="Zoé"' in text(refused)
    answer = client.post(page, sent | {"partner_last_name_1": "ZIMMER", "partner_first_name_1": "Zoé"})
    assert (answer.status_code, answer["Location"]) == (303, page_of(entry))
    changed = Entry.objects.get()
    assert (changed.names, changed.number, changed.phone) == ("AUBE Luc, ZIMMER Zoé", 1, "06 11 22 33 44")
    assert 'value="ZIMMER"' in text(client.get(page))
    client.post(f"{page_of(entry)}annuler/")
    assert client.get(page)["Location"] == page_of(entry)


def test_the_club_that_cancels_an_entry_reads_that_nobody_is_told_and_how_he_is_reached(
    as_organiser: Client, opened: Tournament
) -> None:
    one = entered(opened, "AUBE", email="luc@example.org", phone="06 11 22 33 44")
    page = text(as_organiser.get(reverse("cancel_entry", args=[opened.pk, one.pk])))
    assert "Aucun message ne le dit à qui s’est inscrit : prévenez-le." in page
    assert "AUBE Luc · luc@example.org 06 11 22 33 44" in page


def test_an_address_is_changed_to_somebody_elses_no_oftener_than_it_is_typed(
    client: Client, opened: Tournament, settings: Any
) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ADDRESS = True, "https://tarot.example.org"
    entry = entered(opened, "AUBE", email="luc@example.org")
    page = f"{page_of(entry)}changer/"
    sent = {field.html_name: field.value() or "" for field in client.get(page).context["form"]}
    cache.clear()
    MAILED.wait(addressee_of("zoe@example.org"), MAILED.most - 1)
    answers = [client.post(page, sent | {"email": f"{who}@example.org"}) for who in ("zoe", "luc", "zoe")]
    cache.clear()
    assert [answer.status_code for answer in answers] == [303, 303, 422]
    assert "Cette adresse a déjà reçu assez de messages" in text(answers[2])


def test_several_that_are_ticked_are_accepted_or_cancelled_once_it_was_asked(
    as_organiser: Client, opened: Tournament
) -> None:
    rewrite(opened, capacity=None)
    PlayerFactory(club=opened.club, last_name="DEUXX", first_name="Luc", licence="")
    ticked = [entered(opened, name).pk for name in ("UN", "DEUX", "TROIS")]
    entered(opened, "QUATRE")
    page = text(as_organiser.get(reverse("entries", args=[opened.pk])))
    assert page.count('form="several"') == 4
    told = words(as_organiser.post(reverse("accept_entries", args=[opened.pk]), {"entry": ticked[:2]}, follow=True))
    assert "1 joueur inscrit." in told
    assert "1 reste à accepter à la main." in told
    cancel = reverse("cancel_entries", args=[opened.pk])
    asked = words(as_organiser.post(cancel, {"entry": ticked[1:]}))
    assert "DEUX Luc" in asked
    assert "Annuler les 2 inscriptions" in asked
    assert opened.entries.filter(state=EntryState.CANCELLED).count() == 0
    done = words(as_organiser.post(cancel, {"entry": ticked[1:], "sure": "1"}, follow=True))
    assert "2 inscriptions annulées." in done
    assert opened.entries.filter(state=EntryState.CANCELLED).count() == 2
    for address in (cancel, reverse("accept_entries", args=[opened.pk])):
        assert "Cochez au moins une inscription." in words(as_organiser.post(address, {"entry": "x"}, follow=True))


def test_a_forged_link_and_that_of_a_player_open_no_entry(client: Client, opened: Tournament) -> None:
    entry = entered(opened)
    code = entry_code(entry)
    for forged in (code[:-1], f"{entry.pk + 1}{code[len(str(entry.pk)) :]}", "x", "1-1-1-000000000000"):
        answer = client.get(f"/i/{forged}/")
        assert answer.status_code == 404
        assert "AUBE" not in text(answer)
        assert client.post(f"/i/{forged}/annuler/").status_code == 404


def test_the_list_says_who_has_a_place_who_waits_and_how_they_are_reached(
    as_organiser: Client, opened: Tournament
) -> None:
    entered(opened, "UN", email="un@example.org", phone="06 11", message="en retard")
    entered(opened, "DEUX")
    entered(opened, "UN")
    address = reverse("entries", args=[opened.pk])
    page = words(as_organiser.get(address))
    for said in ("2 places prises sur 2", "un@example.org", "06 11", "« en retard »", "1er en liste d’attente"):
        assert said in page
    assert "même nom ou même licence que l’inscription 3" in page
    rows = as_organiser.get(f"{address}?format=json").json()["rows"]
    assert [(row[0], row[1], row[6]) for row in rows] == [
        (1, "UN", None), (2, "DEUX", None), (3, "UN", 1)
    ]  # fmt: skip


def test_the_list_takes_as_many_statements_however_many_entered(
    as_organiser: Client, opened: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rewrite(opened, capacity=None, people_per_entry=2)
    for number in range(12):
        PlayerFactory(club=opened.club, last_name=f"NOM{number}", first_name="Luc")
        entered(opened, f"NOM{number}", f"AMI{number}")
    with django_assert_max_num_queries(14):
        as_organiser.get(reverse("entries", args=[opened.pk]))


def test_one_press_accepts_whom_the_club_knows_and_another_asks_who_somebody_is(
    as_organiser: Client, opened: Tournament
) -> None:
    PlayerFactory(club=opened.club, last_name="UN", first_name="Luc", licence="")
    alike = PlayerFactory(club=opened.club, last_name="DEUXX", first_name="Luc", licence="")
    entered(opened, "UN")
    two = entered(opened, "DEUX")
    page = as_organiser.get(reverse("entries", args=[opened.pk]))
    assert "Accepter 1 joueur que le club connaît" in words(page)
    as_organiser.post(reverse("accept_known", args=[opened.pk]))
    assert opened.registrations.get().player.last_name == "UN"

    accept = reverse("accept_entry", args=[opened.pk, two.pk, 0])
    asked = as_organiser.post(accept)
    assert asked.status_code == 422
    assert "c’est DEUXX Luc" in text(asked)
    answer = {"last_name": "DEUX", "first_name": "Luc", "licence": "", "home_club": "", "who": str(alike.pk)}
    assert as_organiser.post(accept, answer)["Location"] == reverse("entries", args=[opened.pk])
    assert opened.registrations.filter(player=alike, status=Status.REGISTERED).exists()
    assert Player.objects.filter(club=opened.club).count() == 2
    assert as_organiser.get(reverse("accept_entry", args=[opened.pk, two.pk, 1])).status_code == 404


@pytest.mark.parametrize("consent", [True, False])
def test_one_tap_takes_the_consent_that_was_given_and_no_other(
    as_organiser: Client, opened: Tournament, consent: bool
) -> None:
    entry = entered(opened, consent=consent)
    assert as_organiser.post(reverse("accept_entry", args=[opened.pk, entry.pk, 0])).status_code == 303
    assert opened.registrations.get().player.consent is consent


def test_the_door_finds_who_entered_and_one_tap_has_him_present_before_he_pays(
    as_organiser: Client, opened: Tournament
) -> None:
    Rate.objects.create(tournament=opened, label="Adhérent", amount=500, place=1)
    entered(opened, "UN")
    entered(opened, "DEUX")
    entered(opened, "TROIS")
    door = reverse("check_in", args=[opened.pk])
    awaited = words(as_organiser.get(door))
    assert "Inscrits en ligne DEUX Luc inscription 2 Présent UN Luc inscription 1 Présent" in awaited
    assert "TROIS" not in awaited
    found = text(as_organiser.get(f"{door}?q=tro", headers={"hx-request": "true"}))
    assert "TROIS Luc" in found
    assert "en liste d’attente" in found
    assert "Personne du club" not in found
    tap = re.search(
        r'action="([^"]+/porte/en-ligne/[^"]+)"', text(as_organiser.get(f"{door}?q=un", headers={"hx-request": "true"}))
    )
    assert tap is not None
    shown = as_organiser.post(tap[1], follow=True)
    assert opened.registrations.get().status == Status.PRESENT
    assert "UN Luc est là, n° 1." in text(shown)
    assert "Encaisser 5 €" in text(shown)
    assert "TROIS Luc est en liste d’attente, à la place 1" in text(
        as_organiser.post(reverse("check_in_entry", args=[opened.pk, Entry.objects.get(number=3).pk, 0]))
    )


def test_who_keeps_the_door_takes_in_there_and_nowhere_else(club: Club, opened: Tournament) -> None:
    door, entry = logged_in(at_the_door(club)), entered(opened, "UN", phone="06 SECRET")
    page = text(door.get(reverse("check_in", args=[opened.pk])))
    assert "UN Luc" in page
    assert "SECRET" not in page
    assert door.post(reverse("check_in_entry", args=[opened.pk, entry.pk, 0])).status_code == 303
    assert door.post(reverse("accept_entry", args=[opened.pk, entry.pk, 0])).status_code == 403
    assert opened.registrations.get().status == Status.PRESENT


def test_the_organiser_is_told_who_cancelled_after_he_was_accepted(
    client: Client, as_organiser: Client, opened: Tournament
) -> None:
    entry = entered(opened, "UN")
    as_organiser.post(reverse("accept_entry", args=[opened.pk, entry.pk, 0]))
    client.post(f"{page_of(entry)}annuler/")
    assert opened.registrations.get().status == Status.WITHDRAWN
    assert "UN Luc était accepté, n° 1 : il est pointé « retiré »." in text(
        as_organiser.get(reverse("entries", args=[opened.pk]))
    )
    assert "UN Luc" in text(as_organiser.get(reverse("tournament_desk", args=[opened.pk])))


def test_the_organiser_cancels_for_somebody_once_he_was_asked(as_organiser: Client, opened: Tournament) -> None:
    entry = entered(opened, "UN")
    cancel = reverse("cancel_entry", args=[opened.pk, entry.pk])
    assert "Annuler l’inscription ?" in text(as_organiser.get(cancel))
    assert "L’inscription de UN Luc est annulée." in text(as_organiser.post(cancel, follow=True))
    RegistrationFactory(tournament=opened, player=PlayerFactory(club=opened.club, last_name="DEUX", first_name="Luc"))
    two = entered(opened, "DEUX")
    as_organiser.post(reverse("accept_known", args=[opened.pk]))
    told = text(as_organiser.post(reverse("cancel_entry", args=[opened.pk, two.pk]), follow=True))
    assert "DEUX Luc est pointé présent, ou a sa place à une table" in told


def test_the_settings_open_entries_and_count_places(as_organiser: Client, opened: Tournament) -> None:
    rewrite(opened, entries_open=False, capacity=None)
    address = reverse("tournament_settings", args=[opened.pk])
    fields = {
        name: field.value()
        for form in [as_organiser.get(address).context["form"]]
        for name, field in ((one.name, one) for one in form)
        if field.value() not in (None, False, "")
    }
    asked = {"asked": "entries_open", "entries_open": "on", "entries_close_at": "2026-12-01T20:00", "capacity": "30"}
    answer = as_organiser.post(address, fields | asked | {"people_per_entry": "2"})
    assert answer.status_code == 303
    opened.refresh_from_db()
    assert (opened.entries_open, opened.capacity, opened.people_per_entry) == (True, 30, 2)
    assert timezone.localtime(opened.entries_close_at).isoformat() == "2026-12-01T20:00:00+01:00"
    assert 'value="2026-12-01T20:00"' in text(as_organiser.get(address))
    wrong = {"capacity": "0"}, {"entries_close_at": "demain"}, {"entries_close_at": "9999-12-31T23:59"}
    said = "Écrivez combien de places : de 1 à 5000.", "Écrivez le jour et l’heure", "Choisissez une date de 1900"
    for sent, sentence in zip(wrong, said, strict=True):
        assert sentence in text(as_organiser.post(address, fields | asked | sent))
    # A page that was opened before these settings came keeps them.
    before = {name: value for name, value in fields.items() if name not in FROM_HOME}
    assert as_organiser.post(address, before).status_code == 303
    opened.refresh_from_db()
    assert (opened.entries_open, opened.capacity, opened.people_per_entry) == (True, 30, 2)


def test_nobody_else_reads_who_entered(client: Client, the_arbiter: Account, opened: Tournament) -> None:
    entry = entered(opened, "SECRET", consent=True)
    client.force_login(the_arbiter, backend="allauth.account.auth_backends.AuthenticationBackend")
    for name, values in (("entries", []), ("accept_entry", [entry.pk, 0]), ("cancel_entry", [entry.pk])):
        assert client.get(reverse(name, args=[opened.pk, *values])).status_code == 403
    stranger = Client()
    for page in ("/", "/calendrier/", "/calendrier.ics", f"/tournois/{opened.pk}/", form_at(opened)):
        assert "SECRET" not in stranger.get(page).content.decode()


def test_a_name_of_somebody_suspended_reads_as_any_other_and_the_organiser_is_told(
    as_organiser: Client, opened: Tournament
) -> None:
    """Whoever types a name is told nothing of it: neither by his page, nor by the places that are left."""
    suspended = {"suspended_from": opened.date, "suspension_reason": "triche"}
    PlayerFactory(club=opened.club, last_name="PUNI", first_name="Luc", licence="123", **suspended)
    read = []
    for name in ("PUNI", "LIBRE"):
        event = TournamentFactory(club=opened.club, name="Coupe", date=opened.date, entries_open=True, capacity=2)
        visitor = Client()
        visitor.post(form_at(event), typed(last_name=name, first_name="Luc", licence=""))
        pages = (page_of(event.entries.get()), f"/tournois/{event.pk}/")
        office = words(as_organiser.get(reverse("entries", args=[event.pk])))
        shown = [words(visitor.get(page)).replace(name, "X") for page in pages]
        read.append([re.sub(r"testserver/i/\S+", "", told) for told in shown])  # the link of each
        told = "Annulez l’inscription si c’est lui ; un homonyme la garde. 1. PUNI Luc"
        assert (told in office, "À vérifier" in office) == ((True, True) if name == "PUNI" else (False, False))
    assert read[0] == read[1]
    cancelled = Entry.objects.get(last_name="PUNI")
    as_organiser.post(reverse("cancel_entry", args=[cancelled.tournament_id, cancelled.pk]))
    assert "À vérifier" not in text(as_organiser.get(reverse("entries", args=[cancelled.tournament_id])))
