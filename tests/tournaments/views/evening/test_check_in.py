"""The check-in page: found while one types, one tap, figures and next step beside, two doors at once."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory, field
from tests.texts import plain
from tests.tournaments.rotations import published
from tournaments.labels import PaymentMethod, RateCode, Status, Waits
from tournaments.models import Account, Payment, Player, Rate, Registration, Tournament
from tournaments.queries.pages.personal_links import evening_code

HTMX = {"HX-Request": "true"}


def names(client: Client, tournament: Tournament, **asked: str) -> list[str]:
    page = client.get(reverse("check_in", args=[tournament.pk]), asked, headers=HTMX)
    return [one.player.full_name for one in page.context["found"].people]


def taps(client: Client, tournament: Tournament, player: Player, do: str, **more: str) -> str:
    """Return the answer to a tap, its no-break spaces made plain."""
    typed = {"player": player.pk, "do": do, "key": str(uuid.uuid4())} | more
    answer = client.post(reverse("check_in_tap", args=[tournament.pk]), typed, headers=HTMX)
    return answer.content.decode().replace("\u00a0", " ")


@pytest.mark.parametrize("typed", ["etie", "ÉTIENNE", "le l", "lecoq e", "0042", "0042-1", "le  coq", "7"])
def test_somebody_is_found_by_the_first_letters_of_his_names_or_licence(
    as_organiser: Client, tournament: Tournament, typed: str
):
    here = PlayerFactory(club=tournament.club, last_name="LE COQ", first_name="Étienne-Luc", licence="0042-17")
    RegistrationFactory(tournament=tournament, player=here, start_number=7)
    PlayerFactory(club=tournament.club, last_name="LACOQUE", first_name="Vé", licence="1200421")
    PlayerFactory(last_name="LE COQ", first_name="Étienne d’ailleurs", licence="0042")

    assert names(as_organiser, tournament, q=typed) == ["LE COQ Étienne-Luc"]


def test_who_was_erased_is_not_found_by_his_number(as_organiser: Client, tournament: Tournament):
    erased = PlayerFactory(club=tournament.club, erased_at=NOW, consent=False, licence="")
    RegistrationFactory(tournament=tournament, player=erased, start_number=7)

    assert names(as_organiser, tournament, q="7") == []


def test_a_family_name_comes_before_a_first_name(as_organiser: Client, tournament: Tournament):
    for last_name, first_name in (("ABADIE", "Martin"), ("MARTIN", "Zoé"), ("MARTINEZ", "Al")):
        PlayerFactory(club=tournament.club, last_name=last_name, first_name=first_name)

    assert names(as_organiser, tournament, q="mart") == ["MARTIN Zoé", "MARTINEZ Al", "ABADIE Martin"]


def test_a_name_that_is_nearly_the_one_typed_is_proposed(as_organiser: Client, tournament: Tournament):
    PlayerFactory(club=tournament.club, last_name="DUPONT", first_name="Jean")
    PlayerFactory(club=tournament.club, last_name="ROY", first_name="Zoé")

    page = as_organiser.get(reverse("check_in", args=[tournament.pk]), {"q": "dupond jean"}, headers=HTMX)

    assert [one.player.last_name for one in page.context["found"].people] == ["DUPONT"]
    for words in ("Personne du club ne s’appelle", "Est-ce l’un d’eux", 'id="nouveau-champs" hx-swap-oob="true"'):
        assert words in page.content.decode()


def test_a_dozen_are_shown_and_the_page_says_that_there_are_more(as_organiser: Client, tournament: Tournament):
    PlayerFactory.create_batch(14, club=tournament.club, last_name="DURAND")

    page = as_organiser.get(reverse("check_in", args=[tournament.pk]), {"q": "dur"}, headers=HTMX)

    assert (len(page.context["found"].people), page.context["found"].has_more) == (12, True)
    assert "tapez quelques lettres de plus" in page.content.decode()


def test_the_lists_while_nobody_types(as_organiser: Client, tournament: Tournament, rate: Rate):
    for number, status in enumerate(Status.values, 1):
        RegistrationFactory(
            tournament=tournament, player__last_name=status, player__first_name="", start_number=number, status=status
        )
    paid = RegistrationFactory(tournament=tournament, player__last_name="paye", player__first_name="", rate=rate)
    Payment.objects.create(
        key=uuid.uuid4(),
        registration=paid,
        amount=500,
        method=PaymentMethod.CASH,
        paid_on="2026-11-21",
        at="2026-11-21T20:00Z",
    )

    assert names(as_organiser, tournament) == names(as_organiser, tournament, liste="?") == ["inscrit"]
    assert names(as_organiser, tournament, liste="presents") == ["paye", "present"]
    assert names(as_organiser, tournament, liste="a-payer") == ["present"]


@pytest.mark.parametrize(("asked", "queries"), [({"q": "nom"}, 11), ({"q": "nom", "etat": "1"}, 17)])
def test_a_search_asks_the_same_of_the_database_for_one_and_for_twelve(
    as_organiser: Client,
    tournament: Tournament,
    rate: Rate,
    asked: dict[str, str],
    queries: int,
    django_assert_num_queries,
):
    for more in (range(1, 2), range(2, 13)):
        for number in more:
            entry = RegistrationFactory(tournament=tournament, start_number=number, rate=rate)
            Payment.objects.create(
                key=uuid.uuid4(),
                registration=entry,
                amount=100,
                method=PaymentMethod.CASH,
                paid_on="2026-11-21",
                at="2026-11-21T20:00Z",
            )
        with django_assert_num_queries(queries):
            as_organiser.get(reverse("check_in", args=[tournament.pk]), asked, headers=HTMX)


def test_who_came_in_without_a_rate_is_marked(as_organiser: Client, tournament: Tournament, rate: Rate):
    RegistrationFactory(tournament=tournament, start_number=1, status=Status.PRESENT)
    address = reverse("check_in", args=[tournament.pk])
    assert as_organiser.get(address, {"q": "nom"}, headers=HTMX).content.decode().count("sans tarif") == 1
    Registration.objects.update(rate=rate)
    assert "sans tarif" not in as_organiser.get(address, {"q": "nom"}, headers=HTMX).content.decode()
    Registration.objects.update(rate=None)
    rate.delete()
    assert "sans tarif" not in as_organiser.get(address, {"q": "nom"}, headers=HTMX).content.decode()


def test_the_next_step_of_an_evening_like_another_draws_at_once(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
):
    field(tournament, 8)
    at_once = reverse("draw_as_usual", args=[tournament.pk])
    address = reverse("check_in", args=[tournament.pk])
    page = as_organiser.get(address).content.decode()
    assert (at_once in page, "Tirer les tables" in page) == (False, True)
    last = TournamentFactory(club=tournament.club)
    published(last, the_organiser)
    Tournament.objects.filter(pk=tournament.pk).update(copied_from=last)
    page = as_organiser.get(address).content.decode()
    assert (f'action="{at_once}"' in page, "Tirer les tables" in page) == (True, False)


def test_one_tap_and_he_is_there_and_has_paid(as_organiser: Client, tournament: Tournament, rate: Rate):
    player = PlayerFactory(club=tournament.club, last_name="DUPONT", first_name="Jean")

    answer = taps(as_organiser, tournament, player, f"paye-{rate.pk}")

    assert "DUPONT Jean est là, n° 1. 5 € encaissés." in answer
    assert "1 présent" in answer
    assert "payé 5 € sur 5 €" in answer
    assert Payment.objects.get().by_name == str(as_organiser.get(reverse("organisation")).context["user"])


def test_who_is_let_in_finds_the_code_of_his_own_page_on_the_screen(
    as_organiser: Client, tournament: Tournament, settings
):
    settings.PUBLIC_ADDRESS = "https://club.example"
    player = PlayerFactory(club=tournament.club)
    answer = taps(as_organiser, tournament, player, "present")
    assert f"club.example/j/{evening_code(tournament.registrations.get(player=player))}</b>" in answer
    assert "/j/" not in taps(as_organiser, tournament, player, "inscrit")
    entered = newcomer(as_organiser, tournament)
    assert f"/j/{evening_code(tournament.registrations.get(player__last_name='Petit'))}" in (
        as_organiser.get(entered.url).content.decode()
    )
    for odd in ("x", "²", "9" * 40, "0"):
        assert (
            "/j/" not in as_organiser.get(reverse("check_in", args=[tournament.pk]), {"arrive": odd}).content.decode()
        )


def test_his_code_goes_when_the_next_one_is_looked_for_and_stays_while_the_lists_are_asked_again(
    as_organiser: Client, tournament: Tournament
):
    address = reverse("check_in", args=[tournament.pk])
    emptied = re.compile(r'<div id="arrive"\s+class="check-in-arrived"\s+hx-swap-oob="true">\s*</div>')
    assert emptied.search(as_organiser.get(address, {"q": "du"}, headers=HTMX).content.decode())
    polled = as_organiser.get(address, {"q": "du", "etat": "1"}, headers=HTMX).content.decode()
    assert 'id="arrive"' not in polled
    shown = taps(as_organiser, tournament, PlayerFactory(club=tournament.club), "present")
    assert re.search(r'<details class="card">\s*<summary>La page de', shown)  # folded: it covers no line to tick


def test_the_other_door_is_told_that_he_is_there(as_organiser: Client, tournament: Tournament, rate: Rate):
    player = PlayerFactory(club=tournament.club, last_name="DUPONT", first_name="Jean")
    taps(as_organiser, tournament, player, f"paye-{rate.pk}")

    assert "DUPONT Jean était déjà là, n° 1." in taps(as_organiser, tournament, player, f"paye-{rate.pk}")
    assert Payment.objects.count() == 1


def test_the_rate_of_last_time_is_proposed_else_that_of_a_licence(
    as_organiser: Client, tournament: Tournament, rate: Rate
):
    licensed = Rate.objects.create(tournament=tournament, code=RateCode.LICENSED, label="Licencié", amount=600, place=2)
    visitor = Rate.objects.create(tournament=tournament, code=RateCode.VISITOR, label="Visiteur", amount=800, place=4)
    student = Rate.objects.create(tournament=tournament, code=RateCode.STUDENT, label="Étudiant", amount=0, place=3)
    before = Rate.objects.create(
        tournament=RegistrationFactory(tournament__club=tournament.club).tournament, label="Étudiant", amount=1, place=1
    )
    PlayerFactory(club=tournament.club, last_name="DUA", licence="1")
    PlayerFactory(club=tournament.club, last_name="DUB", licence="")
    faithful = PlayerFactory(club=tournament.club, last_name="DUC", licence="2")
    Registration.objects.create(tournament=before.tournament, player=faithful, start_number=99, rate=before)

    PlayerFactory(club=tournament.club, last_name="DUD", licence="3", home_club="Ailleurs")

    page = as_organiser.get(reverse("check_in", args=[tournament.pk]), {"q": "du"}, headers=HTMX)

    assert [one.rate for one in page.context["found"].people] == [licensed, rate, student, visitor]


def test_late_stand_in_absent_and_a_mistake(as_organiser: Client, tournament: Tournament):
    player = PlayerFactory(club=tournament.club)

    seen = []
    for do in ("retard", "remplacant", "absent", "present", "inscrit"):
        taps(as_organiser, tournament, player, do)
        seen.append(Registration.objects.values_list("status", "waits").get())

    assert seen == [
        (Status.REGISTERED, Waits.LATE),
        (Status.REGISTERED, Waits.STAND_IN),
        (Status.ABSENT, ""),
        (Status.PRESENT, ""),
        (Status.REGISTERED, ""),
    ]


def test_a_stand_in_who_would_make_the_tables_whole_is_told(as_organiser: Client, tournament: Tournament):
    RegistrationFactory.create_batch(7, tournament=tournament)
    RegistrationFactory(tournament=tournament, status=Status.REGISTERED, waits=Waits.STAND_IN)

    page = as_organiser.get(reverse("check_in", args=[tournament.pk])).content.decode().replace("\u00a0", " ")

    assert "7 présents, 1 remplaçant" in page
    assert "1 remplaçant ferait des tables toutes complètes." in page
    assert reverse("draw", args=[tournament.pk]) in page


def newcomer(client: Client, tournament: Tournament, **typed: str):
    sent = {"last_name": "Petit", "first_name": "Zoé", "licence": "", "key": str(uuid.uuid4())} | typed
    return client.post(reverse("check_in_newcomer", args=[tournament.pk]), sent)


def test_somebody_unknown_in_three_fields(as_organiser: Client, tournament: Tournament, rate: Rate):
    entered = newcomer(as_organiser, tournament, do=f"paye-{rate.pk}", method="cheque")
    twice = newcomer(as_organiser, tournament)

    assert entered.url == f"{reverse('check_in', args=[tournament.pk])}?arrive={Registration.objects.get().pk}#top"
    assert Registration.objects.get().status == Status.PRESENT
    assert (Payment.objects.get().amount, Payment.objects.get().method) == (500, PaymentMethod.CHEQUE)
    assert twice.status_code == 422
    asked = "Petit Zoé est déjà inscrit sous le n°\u00a01 (présent). Est-ce la même personne ?"
    assert [plain(error) for error in twice.context["form"].errors["who"]] == [plain(asked)]


def test_a_second_one_of_a_name_without_licence_is_asked_about_and_enters(as_organiser: Client, tournament: Tournament):
    """The son while the father is expected: said to be another he enters, said to be the same the father is there."""
    father = RegistrationFactory(
        tournament=tournament,
        player__club=tournament.club,
        player__last_name="Petit",
        player__first_name="Zoé",
        player__licence="",
        status=Status.REGISTERED,
    )
    asked = newcomer(as_organiser, tournament)
    values = [value for value, _label in asked.context["form"].fields["who"].widget.choices]
    assert (asked.status_code, values) == (422, [str(father.player_id), f"autre-{father.player_id}"])
    assert Registration.objects.count() == 1

    assert newcomer(as_organiser, tournament, who=values[1]).status_code == 303
    son = Registration.objects.exclude(pk=father.pk).get()
    assert (son.player.full_name, son.player.licence, son.status) == ("Petit Zoé", "", Status.PRESENT)
    assert newcomer(as_organiser, tournament, who=values[0]).status_code == 303
    father.refresh_from_db()
    assert father.status == Status.PRESENT


def test_who_has_his_licence_is_nobody_else(as_organiser: Client, tournament: Tournament):
    there = RegistrationFactory(tournament=tournament, player__club=tournament.club, player__licence="777").player
    typed = {"last_name": there.last_name, "first_name": there.first_name, "licence": "777"}
    denied = newcomer(as_organiser, tournament, **typed, who=f"autre-{there.pk}")
    assert (denied.status_code, list(denied.context["form"].errors)) == (422, ["licence"])
    assert Registration.objects.count() == 1


def test_what_was_looked_for_stands_in_the_form(as_organiser: Client, tournament: Tournament):
    page = as_organiser.get(reverse("check_in", args=[tournament.pk]), {"q": " dupon  jean luc"}, headers=HTMX)
    assert page.context["newcomer"].initial["last_name"] == "dupon"
    assert page.context["newcomer"].initial["first_name"] == "jean luc"
    assert 'id="nouveau-champs" hx-swap-oob="true"' in page.content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {"do": "paye"},
        {"do": "paye-"},
        {"do": "paye-x"},
        {"do": "paye-²"},
        {"do": "absent-1"},
        {"do": "voler"},
        {"do": ""},
        {"do": "paye-99999999999999999999"},
        {"do": "present", "method": "troc"},
        {"do": "present", "player": "0"},
        {"do": "present", "player": "9" * 30},
        {"do": "present", "key": "x"},
    ],
)
def test_nonsense_is_refused_in_a_sentence(as_organiser: Client, tournament: Tournament, rate: Rate, typed: dict):
    player = PlayerFactory(club=tournament.club)
    sent = {"player": player.pk, "key": str(uuid.uuid4())} | typed

    answer = as_organiser.post(reverse("check_in_tap", args=[tournament.pk]), sent, headers=HTMX)

    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (422, True)
    assert not Registration.objects.exists()


def test_a_player_of_another_club_is_not_let_in_by_his_number(as_organiser: Client, tournament: Tournament):
    stranger = PlayerFactory()

    assert "n’est pas du club" in taps(as_organiser, tournament, stranger, "present")
    assert not Registration.objects.exists()


def test_without_scripts_a_tap_leads_back(as_organiser: Client, tournament: Tournament, rate: Rate):
    player = PlayerFactory(club=tournament.club, last_name="DUPONT", first_name="Jean")
    address = reverse("check_in_tap", args=[tournament.pk])

    page = as_organiser.post(
        address, {"player": player.pk, "do": f"paye-{rate.pk}", "key": str(uuid.uuid4())}, follow=True
    )

    assert page.redirect_chain == [(reverse("check_in", args=[tournament.pk]), 303)]
    assert "DUPONT Jean est là" in page.content.decode()


def test_at_a_finished_tournament_money_alone_is_taken(as_organiser: Client, tournament: Tournament, rate: Rate):
    entry = RegistrationFactory(tournament=tournament, rate=rate)
    Tournament.objects.update(state="termine")

    assert "est terminé" in taps(as_organiser, tournament, PlayerFactory(club=tournament.club), "present")
    assert "5 € encaissés" in taps(as_organiser, tournament, entry.player, f"paye-{rate.pk}")
