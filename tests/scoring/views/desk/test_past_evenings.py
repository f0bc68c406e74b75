"""A table of players and evenings in the browser: looked at whole, asked once, then let in and undone at once."""

import datetime
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.imports.chosen_seasons import outside
from scoring.imports.past_evenings import import_past_evenings
from scoring.imports.past_results import PastConcours, import_past_results
from scoring.models import SheetTotal
from scoring.queries.desk.imports import undoing_import
from scoring.services.sheets.results import differences
from scoring.services.undo.imports import undo_import
from tests.factories import NOW, PlayerFactory, SeasonFactory, logged_in, organiser
from tests.refusals import refusal_of
from tests.scoring.imports.files import read_evening_table, read_past_results
from tests.scoring.imports.test_archives import zipped
from tests.scoring.imports.test_evening_tables import TABLE, workbook
from tests.scoring.views.desk.test_past_seasons import here
from tests.texts import text
from tournaments.labels import ImportKind, TournamentState
from tournaments.models import Account, Club, Import, JournalEntry, Player, Season, Tournament
from tournaments.queries.standings.leagues import league_standings
from tournaments.services.people.merging import merge_players
from tournaments.services.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db
DATED = TABLE.replace("03/10", "03/10/2025").replace("07/11", "07/11/2025").replace(";35;", ";30;")
FOUR = "Nom;03/10/2025;07/11/2025\nA Ada;10;40\nB Bea;20;-20\nC Cé;-5;-15\nD Dan;-25;-5\n"
FIRST, SECOND = datetime.date(2025, 10, 3), datetime.date(2025, 11, 7)


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2025-2026", starts_on="2025-09-01", ends_on="2026-08-31")


def send(client: Client, club: Club, table: str = DATED, name: str = "soirees.csv", **typed: object) -> HttpResponse:
    sent = {"spreadsheets": [SimpleUploadedFile(name, table.encode())]} | typed
    return client.post(reverse("club_past_seasons", args=[club.pk]), sent, follow=True)


def enter(client: Client, shown: HttpResponse, **changes: str) -> HttpResponse:
    """Send the form of the evenings as it is shown, with these changes."""
    form = shown.context["form"]
    typed = {field.html_name: str(field.value() or "") for field in form}
    return client.post(here(shown), typed | {"apply": "1"} | changes)


def test_the_whole_table_is_shown_and_comes_in_at_once(as_organiser: Client, club: Club, season: Season) -> None:
    """The year is that of the season chosen; who came to no evening stays out; the league counts each evening."""
    shown = send(as_organiser, club, TABLE, season=season.pk)
    said = text(shown)
    assert "Ces soirées entrent dans la saison 2025-2026." in said
    assert "Ligne 5, PETIT Anne : le total écrit est +35, ses soirées font +30." in said
    assert "laissées de côté : N°, Rang" in " ".join(said.split())
    assert "1 personne du tableau n’est venue à aucune soirée" in said
    assert 'value="2025-10-03"' in said
    assert not Tournament.objects.exists()

    done = enter(as_organiser, shown)

    assert (done.status_code, done.url) == (303, reverse("club_desk", args=[club.pk]))
    first, second = Tournament.objects.order_by("date")
    assert (first.date, second.date, first.season, second.season) == (FIRST, SECOND, season, season)
    assert (first.name, first.state) == ("Soirée du 3 octobre 2025", TournamentState.FINISHED)
    assert [line.total for line in league_standings(season.main_league).lines] == [90, 30, -120]
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["DUPONT", "MARTIN", "PETIT"]
    assert not Player.objects.filter(consent=True).exists()
    assert [list(differences(one)) for one in (first, second)] == [[], []]
    assert Import.objects.get().kind == ImportKind.TABLE
    entry = JournalEntry.objects.get(action="soirées importées")
    assert (entry.subject, entry.details["evenings"], entry.details["players"]) == ("soirees.csv", 2, 3)


def test_it_is_undone_at_once_with_its_people_and_its_season(
    as_organiser: Client, club: Club, the_organiser: Account
) -> None:
    new = {"new_name": "2025-2026", "starts_on": "2025-09-01", "ends_on": "2026-08-31"}
    shown = send(as_organiser, club, TABLE, **new)
    assert "Ces soirées entrent dans la saison 2025-2026." in text(shown)
    assert not Season.objects.exists()
    enter(as_organiser, shown)
    assert [str(one.season) for one in Tournament.objects.all()] == ["2025-2026"] * 2
    assert (Season.objects.get().starts_on, Season.objects.get().ends_on) == (
        datetime.date(2025, 9, 1),
        datetime.date(2026, 8, 31),
    )
    made = Import.objects.get()
    assert "Supprimées : 2 soirées" in text(as_organiser.get(reverse("undo_import", args=[club.pk, made.pk])))
    assert undoing_import(made).refusals == ()
    undo_import(made=made, by=the_organiser, at=NOW)
    assert not any(model.objects.exists() for model in (Tournament, Season, Player, SheetTotal))


def test_the_same_form_sent_twice_is_one_import_and_two_tabs_are_told(as_organiser: Client, club: Club) -> None:
    one = send(as_organiser, club)
    lists = as_organiser.session["lists"]
    enter(as_organiser, one)
    assert enter(as_organiser, one).url == reverse("club_desk", args=[club.pk])
    session = as_organiser.session
    session["lists"] = lists  # sent again before the first answer came
    session.save()
    form = {"day_0": "2025-10-03", "enter_0": "in", "day_1": "2025-11-07", "enter_1": "out"}
    assert as_organiser.post(here(one), form | {"apply": "1"}).url == reverse("club_desk", args=[club.pk])
    assert Tournament.objects.count() == 2
    other = send(as_organiser, club)
    assert "Déjà dans le club." in text(other)
    refused = enter(as_organiser, other)
    assert (refused.status_code, "Aucune soirée n’entre" in text(refused)) == (422, True)
    assert Tournament.objects.count() == 2


def test_two_evenings_of_a_day_come_in_one_after_the_other(as_organiser: Client, club: Club, season: Season) -> None:
    twice = FOUR.replace("03/10/2025", "03/10").replace("07/11/2025", "03/10")
    enter(as_organiser, send(as_organiser, club, twice, season=season.pk), enter_1="out")
    enter(as_organiser, send(as_organiser, club, twice, season=season.pk))
    names = Tournament.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Soirée du 3 octobre 2025", "Soirée du 3 octobre 2025 (2)"]


def test_what_another_organiser_let_in_meanwhile_is_told(as_organiser: Client, club: Club) -> None:
    another = logged_in(organiser(club))
    mine, theirs = send(as_organiser, club), send(another, club)
    enter(another, theirs)
    refused = enter(as_organiser, mine, **{f"enter_{index}": "in" for index in (0, 1)})
    assert (refused.status_code, "Elle est entrée depuis" in text(refused)) == (422, True)
    assert Tournament.objects.count() == 2


def test_a_title_without_a_day_asks_for_it(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club, FOUR.replace("03/10/2025", "Soirée 1").replace("07/11/2025", "Soirée 2"))
    assert "Un titre ne dit pas le jour ou l’année" in text(shown)
    refused = enter(as_organiser, shown, day_0="2025-10-03")
    assert (refused.status_code, "Écrivez le jour de cette soirée." in text(refused)) == (422, True)
    assert 'value="2025-10-03"' in text(refused)
    enter(as_organiser, shown, day_0="2025-10-03", day_1="2025-11-07")
    named = Tournament.objects.order_by("date").values_list("name", "date")
    assert list(named) == [("Soirée 1", FIRST), ("Soirée 2", SECOND)]


def test_an_evening_is_left_aside_and_one_outside_the_season_is_told(
    as_organiser: Client, club: Club, season: Season
) -> None:
    shown = send(as_organiser, club, FOUR.replace("07/11/2025", "07/11/2024"), season=season.pk)
    assert "Le 7 novembre 2024 n’est pas dans « 2025-2026 », du 1er septembre 2025 au 31 août 2026" in text(shown)
    enter(as_organiser, shown, enter_1="out")
    assert Tournament.objects.get().date == FIRST


def came_in(club: Club, by: Account, day: datetime.date, name: str = "Carbay") -> Tournament:
    """Let in the first evening of FOUR as a concours of its own, with one name written otherwise."""
    file = read_past_results("joueur;séquence 1\nA Ada;10\nB Béa;20\nC Cé;-5\nDAN;-25\n".encode())
    past = PastConcours(name, day)
    return import_past_results(club=club, past=past, file=file, key=uuid.uuid4(), by=by, at=NOW)


@pytest.mark.parametrize("day", [FIRST, FIRST + datetime.timedelta(days=7)])
def test_an_evening_that_is_in_under_another_name_or_day_waits_for_a_word(
    as_organiser: Client, club: Club, the_organiser: Account, day: datetime.date
) -> None:
    known = came_in(club, the_organiser, day)
    shown = send(as_organiser, club, FOUR)
    said = "ce jour-là" if day == FIRST else "le 10 octobre 2025"
    assert f"« Carbay », {said}, a les mêmes 4 joueurs et les mêmes points." in text(shown)
    assert reverse("tournament_desk", args=[known.pk]) in text(shown)
    refused = enter(as_organiser, shown)
    assert (refused.status_code, "Dites si cette soirée entre quand même." in text(refused)) == (422, True)
    enter(as_organiser, shown, enter_0="out")
    assert Tournament.objects.count() == 2


def test_it_comes_in_anyway_where_somebody_says_so(as_organiser: Client, club: Club, the_organiser: Account) -> None:
    came_in(club, the_organiser, FIRST)
    enter(as_organiser, send(as_organiser, club, FOUR), enter_0="anyway")
    assert Tournament.objects.count() == 3
    assert JournalEntry.objects.get(action="soirées importées").details["anyway"] == ["Soirée du 3 octobre 2025"]


def test_the_import_itself_refuses_an_evening_that_is_in(club: Club, the_organiser: Account) -> None:
    """Whatever the page said: somebody may have let it in since. Nothing of the table is written."""
    came_in(club, the_organiser, FIRST)
    table, days = read_evening_table(FOUR.encode()), {0: FIRST, 1: SECOND}

    def enters(**said: object) -> Callable[[], object]:
        facts: dict[str, Any] = {"season": None, "key": uuid.uuid4(), "by": the_organiser, "at": NOW, "days": days}
        return partial(import_past_evenings, club=club, table=table, **facts | said)

    assert refusal_of(enters()).code == "same_evening"
    assert refusal_of(enters(anyway={1})).code == "same_evening"
    assert refusal_of(enters(days={})).code == "nothing_left"
    assert Tournament.objects.count() == 1
    enters(anyway={0})()
    assert Tournament.objects.count() == 3
    assert refusal_of(enters(anyway={0, 1})).code == "same_evening"  # by their names


def test_a_new_person_does_not_get_a_licence_that_another_has(club: Club, the_organiser: Account) -> None:
    PlayerFactory(club=club, last_name="ROY", licence="777")
    table = read_evening_table("Licence;Nom;03/10/2025;07/11/2025\n777;Z Zoé;10;40\n778;B Bea;-10;-40\n".encode())
    facts: dict[str, Any] = {"season": None, "key": uuid.uuid4(), "by": the_organiser, "at": NOW}
    days = {0: FIRST, 1: SECOND}
    assert refusal_of(import_past_evenings, club=club, table=table, days=days, **facts).code == "who_is_it"
    import_past_evenings(club=club, table=table, days=days, others={2}, **facts)
    assert set(Player.objects.values_list("last_name", "licence")) == {("ROY", "777"), ("Z", ""), ("B", "778")}


def test_half_of_the_people_are_enough_for_the_same_evening(club: Club, the_organiser: Account) -> None:
    file = read_past_results("joueur;séquence 1\nA Ada;10\nB Bea;20\nX Yves;-5\nZ Zoé;-25\n".encode())
    facts: dict[str, Any] = {"club": club, "key": uuid.uuid4(), "by": the_organiser, "at": NOW}
    import_past_results(past=PastConcours("Carbay", FIRST), file=file, **facts)
    evenings: dict[str, Any] = {"table": read_evening_table(FOUR.encode()), "season": None, "key": uuid.uuid4()}
    days = {0: FIRST, 1: SECOND}
    assert refusal_of(import_past_evenings, days=days, **facts | evenings).code == "same_evening"


def test_who_came_to_an_evening_left_aside_alone_is_not_made(club: Club, the_organiser: Account) -> None:
    table = read_evening_table("Nom;03/10/2025;07/11/2025\nA Ada;10;40\nB Bea;-10;\nC Cé;;-40\n".encode())
    facts: dict[str, Any] = {"season": None, "key": uuid.uuid4(), "by": the_organiser, "at": NOW}
    import_past_evenings(club=club, table=table, days={0: FIRST}, aside={1: SECOND}, **facts)
    assert sorted(club.known.values_list("last_name", flat=True)) == ["A", "B"]


def test_an_evening_of_the_last_day_of_a_season_is_one_of_it(club: Club, the_organiser: Account) -> None:
    season = SeasonFactory(club=club, starts_on=FIRST - datetime.timedelta(days=30), ends_on=FIRST)
    facts: dict[str, Any] = {"season": None, "key": uuid.uuid4(), "by": the_organiser, "at": NOW}
    table, days = read_evening_table(FOUR.encode()), {0: FIRST, 1: SECOND}
    assert [bool(outside(season, day)) for day in (FIRST, SECOND)] == [False, True]
    import_past_evenings(club=club, table=table, days=days, **facts)
    assert list(Tournament.objects.order_by("date").values_list("season", flat=True)) == [season.pk, None]


def test_a_name_is_decided_once_for_all_evenings(as_organiser: Client, club: Club) -> None:
    player = PlayerFactory(club=club, last_name="DUPOND", first_name="Jean")
    shown = send(as_organiser, club)
    assert 'name="who-3"' in text(shown)
    enter(as_organiser, shown, **{"who-3": str(player.pk)})
    assert player.registrations.count() == 2


def test_columns_are_read_as_they_are_chosen(as_organiser: Client, club: Club) -> None:
    shown = send(as_organiser, club)
    again = as_organiser.post(here(shown), {"read": "1", "column-3": ""}, follow=True)
    assert [one.column.title for one, _day, _enters in again.context["form"].rows] == ["03/10/2025"]


def test_in_a_zip_it_is_ready_with_the_others_and_a_twin_is_asked_about(as_organiser: Client, club: Club) -> None:
    one = "joueur;séquence 1\nA Ada;10\nB Bea;20\nC Cé;-5\nD Dan;-25\n"
    files = {"challenge.csv": FOUR.encode(), "2025-10-03 Concours.csv": one.encode()}
    shown = send(as_organiser, club, "", "tout.zip", spreadsheets=[SimpleUploadedFile("tout.zip", zipped(files))])
    assert "2 soirées, 4 joueurs" in text(shown)
    assert "La même soirée est dans « challenge.csv »." in text(shown)
    assert "Faire entrer 1 fichier prêt" in text(shown)
    done = as_organiser.post(here(shown), {"all": "1"}, follow=True)
    assert "1 fichier est entré." in text(done)
    assert Tournament.objects.count() == 2
    again = send(as_organiser, club, "", "tout.zip", spreadsheets=[SimpleUploadedFile("tout.zip", zipped(files))])
    assert "Toutes ses soirées sont déjà dans le club." in text(again)


def test_a_workbook_with_a_sheet_for_each_evening_comes_in_at_once(
    as_organiser: Client, club: Club, season: Season
) -> None:
    """In the season that is asked once, each under its day; the sheet of all of them and one that is none are told."""
    titles = ["Nom", "Points"]
    people = ["A Ada", "B Bea", "C Ce", "D Dan"]
    evenings = {"03-10": (10, 20, -5, -25), "07-11": (40, -20, -15, -5)}
    sheets: list[Any] = [
        (name, [titles, *map(list, zip(people, points, strict=True))]) for name, points in evenings.items()
    ]
    table = [["Nom", *evenings], *([name, *points] for name, *points in zip(people, *evenings.values(), strict=True))]
    sheets += [("Général", table), ("Lots", [["jambon"], ["vin"]]), ("Feuil9", [titles, ["A Ada", 3]])]
    book = SimpleUploadedFile("Club.xlsx", workbook(*sheets))
    shown = send(as_organiser, club, "", spreadsheets=[book], season=season.pk)
    said = " ".join(text(shown).split())
    assert "Soirée du 3 octobre 2025, 4 joueurs, 2025-2026" in said
    assert "La même soirée est dans « Club.xlsx · 03-10 », « Club.xlsx · 07-11 »." in said
    assert "Cette feuille n’est pas une soirée que nous savons lire" in said
    assert "Cette feuille ne dit pas son jour entier. Donnez-le-lui pour nom" in said
    assert "Faire entrer les 2 fichiers prêts" in said

    as_organiser.post(here(shown), {"all": "1"})

    named = Tournament.objects.order_by("date").values_list("name", "date", "season")
    assert list(named) == [
        ("Soirée du 3 octobre 2025", FIRST, season.pk),
        ("Soirée du 7 novembre 2025", SECOND, season.pk),
    ]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A Ada;1;2", "c’est le même joueur qu’à la ligne 2"),
        (";1;2", "Ligne 6 : il n’y a ni nom ni licence."),
        ("E Éva / F Fée;1;2", "Ligne 6 : « E Éva / F Fée » nomme deux personnes."),
        ("E Éva;1;=1+", "Ligne 6, colonne « 07/11/2025 »"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_of_the_table_comes_in(
    as_organiser: Client, club: Club, line: str, sentence: str
) -> None:
    shown = send(as_organiser, club, f"{FOUR}{line}\n")
    assert (shown.status_code, sentence in text(shown)) == (422, True)
    answer = as_organiser.post(here(shown), {"apply": "1"})
    assert answer.status_code == 422
    assert not any(model.objects.exists() for model in (Tournament, Player, Import))


def test_people_who_are_merged_or_erased_later_keep_their_evenings(
    as_organiser: Client, club: Club, season: Season, the_organiser: Account
) -> None:
    enter(as_organiser, send(as_organiser, club, FOUR, season=season.pk))
    ada, bea = (Player.objects.get(last_name=name) for name in ("A", "B"))
    known = PlayerFactory(club=club, last_name="AA", first_name="Ada")
    merge_players(keep=known, drop=ada, by=the_organiser, at=NOW)
    erase_player(player=bea, by=the_organiser, at=NOW)
    assert [line.total for line in league_standings(season.main_league).lines] == [50, 0, -20, -30]
    evening = Tournament.objects.get(date=FIRST)
    listed = text(as_organiser.get(reverse("imported_results", args=[evening.pk])))
    assert "AA Ada" in listed
    assert "B Bea" not in listed
    assert Import.objects.get().undone_at is None


def test_pasted_cells_are_read_too(as_organiser: Client, club: Club) -> None:
    page = reverse("club_past_seasons", args=[club.pk])
    shown = as_organiser.post(page, {"pasted": FOUR.replace(";", "\t")}, follow=True)
    enter(as_organiser, shown)
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"new_name": "2025-2026"}, "Une nouvelle saison a un nom, un premier et un dernier jour."),
        (
            {"new_name": "2025-2026", "starts_on": "2025-10-01", "ends_on": "2026-08-31"},
            "Le club a déjà une saison « 2025-2026 ».",
        ),
        (
            {"new_name": "Bis", "starts_on": "2025-10-01", "ends_on": "2026-08-31"},
            "une soirée n’est que d’une saison",
        ),
        ({"pasted": FOUR}, "Choisissez un fichier ou collez la liste, pas les deux."),
    ],
)
def test_what_is_wrong_about_the_season_is_told_before_the_files_wait(
    as_organiser: Client, club: Club, season: Season, typed: dict[str, str], sentence: str
) -> None:
    answer = send(as_organiser, club, **typed)
    assert (answer.status_code, sentence in text(answer)) == (422, True)


@pytest.mark.parametrize("evenings", [2, 9])
def test_the_preview_asks_as_much_for_many(
    as_organiser: Client, club: Club, django_assert_num_queries, evenings: int
) -> None:
    PlayerFactory(club=club, last_name="NOM0", first_name="Adam")
    titles = ";".join(f"{day:02}/10/2025" for day in range(1, evenings + 1))
    lines = "".join(
        f"NOM{number} Ada;{';'.join(str(number * day) for day in range(evenings))}\n" for number in range(evenings)
    )
    shown = send(as_organiser, club, f"Joueur;{titles}\n{lines}")
    with django_assert_num_queries(12):
        as_organiser.get(here(shown))
