"""Every list is taken away at its own address, as it is narrowed there, and tells a stranger no more than its page."""

import csv
import io
import re
import uuid
from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from scoring.models import Penalty, PenaltyShare
from tests.factories import NOW, SeasonFactory, TournamentFactory, a_season_rate, organiser, rewrite
from tests.one_of_everything import World, world
from tests.scoring.sheets import record, seated
from tests.test_urls import ALL
from tests.texts import plain, words
from tests.tournaments.links import phone_of
from tests.tournaments.tokens import a_token
from tournaments.exports.writing import FORMATS
from tournaments.labels import Category, Pace, PaymentMethod, RateCode, RoleName, Sex, Status, TournamentState
from tournaments.models import Account, Appointment, Club, Entry, JournalEntry, Payment, Player, Rate, Tournament
from tournaments.standings import Unfinished
from tournaments.views.exports import FROM_STRANGERS

pytestmark = pytest.mark.django_db

HTML = "text/html; charset=utf-8"
FOLD = re.compile(r'<details class="exports">.*?</details>', re.DOTALL)
LISTS = {
    "entries",
    "calendar",
    "club",
    "standings",
    "team_standings",
    "teams",
    "seating",
    "season",
    "whole_league",
    "club_rating",
    "club_players",
    "club_desk",
    "club_documents",
    "club_journal",
    "registrations",
    "tournament_messages",
    "register_players",
    "documents",
    "journal",
    "wishes",
    "seat_changes",
    "cash_desk",
    "prizes",
    "desk",
    "desk_round",
    "sheet",
    "own_sheet",
    "penalties",
    "incidents",
    "club_faults",
    "fault_edition",
    "chelem_calls",
    "organisation",
    "committee",
    "committee_calendar",
    "committee_desk",
    "committee_tournaments",
    "committee_members",
    "committee_arbiters",
    "club_access",
    "club_dates",
    "club_imports",
    "club_baremes",
    "home",
    "own",
    "my_tokens",
    "club_doubles",
    "renew_members",
    "record_consents",
    "rates",
    "cancelled_round",
    "cancelled_sheet",
    "own_corrections",
    "club_webhooks",
}
OF_A_PLAYER = {"own", "own_sheet", "own_corrections"}
OF_ONE_LINE = {"home", "club", "entries"}  # in the world of the addresses


def played(state: str = TournamentState.RUNNING) -> Tournament:
    """Return a tournament of four at one table with a donne, one of them not to be named."""
    tournament = TournamentFactory(state=state, donnes_per_round=1, name="Coupe")
    rewrite(tournament, season=SeasonFactory(club=tournament.club))
    (table,) = seated(tournament)
    record(table, 1, organiser(tournament.club))
    Player.objects.filter(registrations__start_number=2).update(consent=False, last_name="SECRET")
    return tournament


def rows_at(client: Client, address: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_the_standings_are_taken_away_with_the_names_people_agreed_to(client: Client) -> None:
    tournament = played()
    answer = client.get(f"/tournois/{tournament.pk}/classement/?format=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="classement-coupe-2026-11-21.csv"'
    rows = rows_at(client, f"/tournois/{tournament.pk}/classement/?format=csv")
    assert rows[0][:6] == ["Place", "Joueur", "N°", "Club", "Total", "Position 1"]
    assert [row[4] for row in rows[1:]] == ["198", "-66", "-66", "-66"]
    text = answer.content.decode()
    assert "SECRET" not in text
    assert ";Joueur n°\xa02;2;;" in text
    league = rows_at(client, f"/saisons/{tournament.season_id}/?format=csv")
    assert [row[3] for row in league[1:]] == ["198", "-66", "-66", ""]
    assert league[-1][1] == "et 1 joueur qui n’est pas nommé"
    assert league[0][4] == "2026-11-21 Coupe"
    tables = rows_at(client, f"/tournois/{tournament.pk}/tables/?format=csv&position=1")
    assert [row[:3] for row in tables[1:]] == [["1", "1", chair] for chair in ("Sud", "Est", "Nord", "Ouest")]


def test_a_format_nobody_knows_is_the_page(client: Client) -> None:
    tournament = played()
    answer = client.get(f"/tournois/{tournament.pk}/classement/?format=exe")
    assert answer["Content-Type"].startswith("text/html")


def test_a_draft_is_taken_away_by_nobody_else(client: Client) -> None:
    tournament = played(TournamentState.DRAFT)
    assert client.get(f"/tournois/{tournament.pk}/classement/?format=csv").status_code == 404


def test_an_unchanged_file_is_not_made_again(client: Client) -> None:
    tournament = played()
    address = f"/tournois/{tournament.pk}/classement/?format=xlsx"
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(address.replace("xlsx", "ods"), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_list_is_taken_away_as_it_is_narrowed_and_sorted_all_its_pages(client: Client) -> None:
    tournament = TournamentFactory()
    for number in range(60):
        Player.objects.create(club=tournament.club, last_name=f"NOM{number:02d}", first_name="Ada")
    client.force_login(organiser(tournament.club))
    address = f"/organisation/clubs/{tournament.club_id}/joueurs/"
    assert len(rows_at(client, f"{address}?format=csv")) == 61
    narrowed = rows_at(client, f"{address}?format=csv&q=nom1&sort=-name")
    assert [row[1] for row in narrowed[1:]] == [f"NOM1{number}" for number in range(9, -1, -1)]
    page = client.get(f"{address}?q=nom1&page=1").content.decode()
    assert "?q=nom1&amp;format=csv" in page


def test_a_list_to_be_ticked_is_taken_away_without_its_boxes(client: Client) -> None:
    tournament = TournamentFactory()
    club = tournament.club
    a_season_rate(SeasonFactory(club=club))
    contacts = {"email": "ada@exemple.fr", "email_consent": True, "phone": "0612345678", "phone_consent": True}
    known = {"licence": "123456", "category": Category.SENIOR}
    Player.objects.create(club=club, last_name="NOM", first_name="Ada", **known, **contacts)
    client.force_login(organiser(club))
    to_register = reverse("register_players", args=[tournament.pk])
    for address in (to_register, reverse("record_consents", args=[club.pk])):
        assert rows_at(client, f"{address}?format=csv") == [
            ["Joueur", "Licence", "Catégorie"],
            ["NOM Ada", "123456", "senior"],
        ]
    owing = rows_at(client, f"{reverse('club_fees', args=[club.pk])}?format=csv")
    assert owing == [
        ["Joueur", "Licence", "Tarif", "Dû", "Payé", "Reste à payer", "Adresse électronique", "Téléphone"],
        ["NOM Ada", "123456", "Cotisation 2000", "20,00", "0,00", "20,00", "ada@exemple.fr", "0612345678"],
    ]
    page = client.get(to_register).content.decode()
    assert "123456" in page
    assert "sort=category" in page
    assert "sort=licence" not in page, "it stands under the name, in no column of its own"


def test_money_is_taken_away_in_euros(client: Client) -> None:
    tournament = played()
    first, second = tournament.registrations.order_by("start_number")[:2]
    rate = Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=750, place=1)
    tournament.registrations.filter(pk__in=[first.pk, second.pk]).update(rate=rate)
    Payment.objects.create(
        key=uuid.uuid4(), registration=first, amount=750, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )
    client.force_login(organiser(tournament.club))
    address = f"/organisation/tournois/{tournament.pk}/caisse/?format=csv"
    assert [row[3] for row in rows_at(client, address)] == ["Montant (€)", "7,50"]
    owing = [row[5] for row in rows_at(client, f"{address}&liste=restes")]
    assert owing == ["Reste (€)", *["7,50"] * 3], "two have no rate yet"


def test_the_list_of_who_is_entered_tells_what_each_still_owes_as_a_number(client: Client) -> None:
    tournament = played()
    client.force_login(organiser(tournament.club))
    address = f"/organisation/tournois/{tournament.pk}/inscriptions/"
    assert rows_at(client, f"{address}?format=csv")[0][-1] == "Tarif (€)"
    rate = Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=750, place=1)
    tournament.registrations.update(rate=rate)
    first, second = tournament.registrations.order_by("start_number")[:2]
    for entry, amount in ((first, 750), (second, 300)):
        Payment.objects.create(
            key=uuid.uuid4(), registration=entry, amount=amount, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
        )
    owed = {row[0]: row[-1] for row in rows_at(client, f"{address}?format=csv")}
    assert owed == {"N°": "Reste à payer (€)", "1": "0,00", "2": "4,50", "3": "7,50", "4": "7,50"}
    told = client.get(f"{address}?format=json").json()["rows"]
    assert sorted(row[-1] for row in told) == [0, 4.5, 7.5, 7.5]


def test_who_owes_is_read_in_as_many_queries_for_three_as_for_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = played()
    rate = Rate.objects.create(tournament=tournament, code=RateCode.MEMBER, label="Adhérent", amount=750, place=1)
    client.force_login(organiser(tournament.club))
    address = f"/organisation/tournois/{tournament.pk}/caisse/?format=csv&liste=restes"
    for number in (1, 3):
        tournament.registrations.filter(start_number__lte=number).update(rate=rate)
        with django_assert_num_queries(10):  # three of them for who has no rate yet
            rows = rows_at(client, address)
        assert sorted(row[2] for row in rows[1:]) == [""] * (4 - number) + ["Adhérent"] * number


def test_a_timed_tournament_takes_its_sequences_away(client: Client) -> None:
    tournament = played()
    Tournament.objects.update(pace=Pace.MINUTES, minutes_per_round=45, donnes_per_round=None)
    client.force_login(organiser(tournament.club))
    penalties, calls = (reverse(page, args=[tournament.pk]) for page in ("penalties", "chelem_calls"))
    assert [rows_at(client, f"{page}?format=csv")[0][:6] for page in (penalties, calls)] == [
        ["Faute", "Référence", "Sanction", "Points", "Sur qui", "Séquence"],
        ["Séquence", "Table", "Donne", "Annoncé par", "Quand", "Résultat"],
    ]
    answer = client.get(f"{reverse('sheet', args=[tournament.pk, 1, 1])}?format=csv")
    assert answer["Content-Disposition"] == (
        f'attachment; filename="sequence-1-table-1-coupe-{tournament.date:%Y-%m-%d}.csv"'
    )


def test_what_a_club_has_is_taken_away(client: Client) -> None:
    there = world()
    boss = boss_of(there)
    client.force_login(boss)
    base = f"/organisation/clubs/{there.club.pk}"
    assert rows_at(client, "/organisation/?format=csv")[0] == ["Club", "Joueurs", "Date", "Tournoi", "État"]
    assert {row[0] for row in rows_at(client, "/organisation/?format=csv")[1:]} == {there.club.name}
    access = rows_at(client, f"{base}/acces/?format=csv")
    assert [row[1:3] for row in access if row[1] == boss.username] == [[boss.username, "organisateur"]]
    assert [row[4] for row in access[1:]].count("sans réponse") == 1
    dates = rows_at(client, f"{base}/dates/?format=csv")
    assert {row[0] for row in dates[1:]} == {"Le vendredi"}
    assert len(dates) == 7
    assert len(rows_at(client, f"{base}/imports/?format=csv")) == 2
    assert rows_at(client, f"{base}/baremes/?format=csv")[0] == ["Barème", "Ce qui change", "Retiré le"]


def of_the_world(there: World) -> list[tuple[str, str]]:
    return [(str(each.pattern.name), each.at(there.values)) for each in ALL if each.pattern.name in LISTS]


def boss_of(there: World) -> Account:
    """Return somebody who organises the club and answers for its comité."""
    boss = organiser(there.club)
    Appointment.objects.create(account=boss, role=RoleName.COMMITTEE, committee_id=there.values["committee_id"])
    return boss


@pytest.mark.parametrize("code", FORMATS)
def test_every_list_is_there_in_every_format(client: Client, code: str) -> None:
    there = world()
    boss = boss_of(there)
    JournalEntry.objects.create(club=there.club, at=NOW, by_name="Aline", action="essai", subject="essai")
    found = set()
    for name, address in of_the_world(there):
        client.force_login(there.player if name in OF_A_PLAYER else boss)
        answer = client.get(f"{address}?format={code}")
        assert answer.status_code == 200, name
        assert answer["Content-Type"] == FORMATS[code].content_type, name
        found.add(name)
    assert found == LISTS


def fill(there: World, boss: Account) -> None:
    """Put a row in the lists that are empty in the world of the addresses, and something in the columns of people."""
    a_token(boss)
    rate = Rate.objects.create(tournament=there.tournament, code=RateCode.MEMBER, label="Adhérent", amount=750, place=1)
    for first_name in ("Ada", "Adà"):
        Player.objects.create(club=there.club, last_name="DOUBLE", first_name=first_name, consent=False)
    kept = {"sex": Sex.WOMAN, "birth_year": 1958, "home_club": "Ailleurs", "licence_until": date(2026, 8, 31)}
    Player.objects.update(**kept)
    there.tournament.registrations.update(rate=rate)
    Entry.objects.update(message="avec plaisir", phone="0612345678")
    Club.objects.update(town="Vannes", hall="Salle du port", hours="le vendredi")
    PenaltyShare.objects.create(
        penalty=Penalty.objects.get(tournament=there.tournament),
        registration=there.tournament.registrations.get(player=there.player.player),
        points=-20,
    )


def test_every_page_that_shows_its_list_offers_it(client: Client) -> None:
    there = world()
    boss = boss_of(there)
    fill(there, boss)
    offered = set()
    for name, address in of_the_world(there):
        client.force_login(there.player if name in OF_A_PLAYER else boss)
        folds = FOLD.findall(client.get(address).content.decode())
        assert all(fold.count(" download>") == len(FORMATS) for fold in folds), name  # nothing stands beside its fold
        if folds:
            offered.add(name)
    # In this world nobody paid, played or waits to be renewed, and nothing was done in the club: these lists are empty.
    empty = {"cash_desk", "season", "club_journal", "journal", "renew_members"}
    assert offered >= LISTS - empty - OF_ONE_LINE


# Columns of a file that its page does not say, or in other words.
NOT_ON_THE_PAGE = {
    "cash_desk": {"Montant (€)"},  # the page sums them up by rate
    "chelem_calls": {"Quand"},
    "club_players": {"tarif", "cotisation", "mode"},  # the page of fees has them
    "desk": {"Joueurs", "Donnes qui manquent"},  # a tile has their numbers, and how many
    "desk_round": {"Joueurs", "Donnes qui manquent"},
    "entries": {"État"},
    "my_tokens": {"Portée"},  # the page says it in short
    "organisation": {"État"},  # of the one evening that is played it says « En direct »
    "own_corrections": {"Motif"},
    "penalties": {"Référence"},
    "rates": {"Montant (€)"},
    "registrations": {"Catégorie", "Sexe", "Club", "Tarif"},  # the page keeps the width of a phone
}
# A day is written otherwise, yes is a mark, and a small number stands somewhere on any page.
NO_WORD = re.compile(r"\d{4}-\d\d-\d\d.*|oui|non|\d{0,2}")


# Headings of a page's tables that its file says in other words, or not at all.
SHORT = {"pl.": "place", "évol.": "évolution"}
NOT_IN_THE_FILE = {
    "cancelled_sheet": {"n°"},  # of the donne
    "cash_desk": {"tarif", "venus", "dû", "payé", "reste"},  # the sums by rate, above the payments
    "club_players": {"joueur", "nom affiché"},  # an import reads a name in two columns, and each consent in one
    "fault_edition": {"changer"},
    "journal": {"défaire"},
    "own": {"n°", "évolution", "cote", "joueur"},  # the ratings and the own team, beside the evenings
    "own_sheet": {"n°"},
    "prizes": {"prix"},
    "record_consents": {"d’accord"},
    "register_players": {"inscrire"},
    "registrations": {"reste à payer"},  # a number of euros
    "season": {"01/10"},  # the file has the year and the name of an evening
    "sheet": {"n°"},
    "tournament_messages": {"message", "partis", "attente", "échecs"},  # what left, under those to call
}
HEAD = re.compile(r"<thead\b.*?</thead>", re.DOTALL)
HEADING = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)


def headings(page: str) -> set[str]:
    """Return the headings of all tables of a page, as a file says them."""
    found = [squeezed(strip_tags(heading)) for head in HEAD.findall(page) for heading in HEADING.findall(head)]
    return {SHORT.get(heading, heading) for heading in found if heading}


def test_a_page_and_its_file_have_the_same_columns(client: Client) -> None:
    """Of each column of a file with something in it: one of its cells at least stands on the page."""
    there = world()
    boss = boss_of(there)
    fill(there, boss)
    JournalEntry.objects.create(club=there.club, at=NOW, by_name="Aline", action="essai", subject="essai")
    unsaid, left_out = [], []
    for name, address in of_the_world(there):
        client.force_login(there.player if name in OF_A_PLAYER else boss)
        answer = client.get(address)
        shown = squeezed(words(answer))
        columns, *rows = rows_at(client, f"{address}?format=csv")
        for heading, *cells in zip(columns, *rows, strict=True):
            said = [cell for cell in cells if not NO_WORD.fullmatch(cell)]
            is_said = not said or any(squeezed(cell) in shown for cell in said)
            if not is_said and heading not in NOT_ON_THE_PAGE.get(name, ()):
                unsaid.append((name, heading))
        taken = tuple(squeezed(column) for column in columns)
        left_out += [
            (name, heading)  # « nom0 prénom sud »: the page says below a name where he sits
            for heading in headings(answer.content.decode()) - NOT_IN_THE_FILE.get(name, set())
            if not heading.startswith(taken)
        ]
    assert (unsaid, left_out) == ([], [])


def squeezed(told: str) -> str:
    """Return what is told as a page and a file agree on: with one blank between words, and a true minus."""
    return " ".join(told.split()).casefold().replace("-", "−")


def test_a_public_card_of_one_line_is_no_list_to_take_away(client: Client) -> None:
    tournament = played()
    pages = ["/", f"/clubs/{tournament.club.slug}/"]
    assert [bool(FOLD.search(client.get(page).content.decode())) for page in pages] == [False, False]
    TournamentFactory(club=tournament.club)
    TournamentFactory()
    assert [bool(FOLD.search(client.get(page).content.decode())) for page in pages] == [True, True]


def test_what_was_taken_away_by_nobody_before_says_what_its_page_says(client: Client) -> None:
    there = world()
    boss = boss_of(there)
    fill(there, boss)
    at = {each.pattern.name: f"{each.at(there.values)}?format=csv" for each in ALL if each.pattern.name in LISTS}
    client.force_login(boss)
    assert rows_at(client, at["rates"]) == [["Tarif", "Pour qui", "Montant (€)"], ["Adhérent", "adhérent", "7,50"]]
    assert [row[0] for row in rows_at(client, at["record_consents"])[1:]] == ["DOUBLE Ada", "DOUBLE Adà"]
    assert [row[0:3:2] for row in rows_at(client, at["club_doubles"])[1:]] == [["DOUBLE Ada", "DOUBLE Adà"]]
    (token,) = rows_at(client, at["my_tokens"])[1:]
    assert token[0] == "Tablette"
    assert token[3] == "partout où j’ai un rôle"
    assert rows_at(client, at["cancelled_round"])[0][:4] == ["Table", "Place", "Joueur", "Points"]
    assert there.club.name in {row[0] for row in rows_at(client, at["home"])}
    client.force_login(there.player)
    assert [row[0] for row in rows_at(client, at["own_corrections"])[1:]] == [
        str(Penalty.objects.get(tournament=there.tournament).kind)
    ]
    assert [row[1:4] for row in rows_at(client, at["own"])[1:]][:1] == [[there.tournament.name, "1", "1"]]


def test_one_address_without_a_login_is_counted(client: Client) -> None:
    cache.clear()
    tournament = played()
    address = f"/tournois/{tournament.pk}/classement/?format=csv"
    for _time in range(FROM_STRANGERS.most):
        assert client.get(address).status_code == 200
    refused = client.get(address)
    assert (refused.status_code, refused.has_header("ETag"), refused["Content-Type"]) == (429, False, HTML)
    told = client.get(address.replace("csv", "json"))
    assert (told.status_code, told.has_header("ETag"), told.json()["code"]) == (429, False, "throttled")
    assert "Attendez 10 minutes" in plain(told.json()["message"])
    assert client.get(address.partition("?")[0]).has_header("ETag")
    own = phone_of(tournament.registrations.get(start_number=1).player)  # behind the same router
    assert own.get("/moi/donnees.json?format=csv").status_code == 200
    assert own.get("/moi/?format=csv").status_code == 200
    client.force_login(organiser(tournament.club))
    assert client.get(address).status_code == 200
    cache.clear()


def test_who_left_is_marked_and_who_is_out_of_the_ranking_has_no_place(client: Client) -> None:
    tournament = played()
    tournament.registrations.filter(start_number=4).update(status=Status.WITHDRAWN)
    seated(tournament, round_number=2)
    Tournament.objects.filter(pk=tournament.pk).update(unfinished_rule=Unfinished.OUT)
    rows = rows_at(client, f"/tournois/{tournament.pk}/classement/?format=csv")
    (out,) = [row for row in rows[1:] if not row[0]]
    assert out[1] == "Nom3 Prénom" or out[2] == "4"
    assert "hors classement" in out[-1]
