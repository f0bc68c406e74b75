"""Past seasons from a spreadsheet of donnes: told first, wrong lines decided by somebody, then finished evenings."""

import csv
import datetime
import io
import uuid
from collections.abc import Iterable
from dataclasses import replace
from time import process_time

import pytest
from django.utils.translation import override
from openpyxl import Workbook

from scoring.imports.past_seasons import Answers, SeasonPreview, import_past_seasons, preview_of
from scoring.imports.season_files import SeasonFile
from scoring.models import SheetTotal
from scoring.queries.desk.imports import undoing_import
from scoring.services.sheets.results import differences
from scoring.services.undo.imports import undo_import
from tests.factories import NOW, PlayerFactory, SeasonFactory, TournamentFactory
from tests.needs import shared
from tests.refusals import refusal_of
from tests.scoring.imports.files import read_season_file
from tests.texts import NO_BREAK, plain
from tournaments.labels import ImportKind, Keeps, TournamentState
from tournaments.models import Account, Club, Import, JournalEntry, Player, Season, SeatResult, Table, Tournament

KEY = uuid.UUID(int=11)
TITLES = "date;preneur;contrat;réussi;appelé;Anne;Bob;Chloé;Dan;Ève\n"
GOOD = TITLES + (
    "23/01/2022;Anne;garde;1;Bob;112;56;-56;-56;-56\n"
    "23/01/2022;Dan;petite;0;seul;30;30;30;-120;30\n"
    "30/01/2022;Anne;garde sans;oui;;;-400;-400;-400;1200\n"
)
GOOD = GOOD.replace("Anne;garde sans;oui;;;-400;-400;-400;1200", "Ève;garde sans;oui;;;-180;-180;-180;540")
WRONG = GOOD + "30/01/2022;Ève;garde;0;;;-60;-60;-60;180\n"  # line 5: said failed, and it won
ALIAS = GOOD + "30/01/2022;Ev;garde;1;;;-60;-60;-60;180\n"


def file_of(text: str) -> SeasonFile:
    return read_season_file(text.encode())


def preview(club: Club, text: str = GOOD) -> SeasonPreview:
    return preview_of(club=club, file=file_of(text), name="2022")


def apply(club: Club, by: Account, text: str = GOOD, answers: Answers | None = None, key: uuid.UUID = KEY) -> Import:
    return import_past_seasons(
        club=club,
        file=file_of(text),
        name="2022",
        key=key,
        by=by,
        at=NOW,
        file_name="2022.csv",
        answers=answers or Answers(),
    )


def told(problems: Iterable[object]) -> list[str]:
    return [plain(getattr(problem, "sentence", problem)) for problem in problems]


def sunday() -> SeasonFile:
    return read_season_file(shared("data/sunday_league_5p_640_deals.csv").read_bytes())


def totals_of(season: Season) -> dict[str, int]:
    totals: dict[str, int] = {}
    results = SeatResult.objects.filter(seat__round__tournament__season=season)
    for name, points in results.values_list("seat__registration__player__last_name", "points"):
        totals[name] = totals.get(name, 0) + points
    return totals


def test_640_real_donnes_come_in_as_three_seasons_with_the_totals_that_are_known(
    club: Club, the_organiser: Account
) -> None:
    with shared("data/sunday_league_5p_known_anomalies.csv").open() as source:
        known = [int(row["csv_line_in_source"]) for row in csv.DictReader(source)]
    with shared("data/sunday_league_5p_season_totals_computed.csv").open() as source:
        computed = {row["season"].replace("Saison ", "S"): row for row in csv.DictReader(source)}
    begun = process_time()
    file = sunday()
    shown = preview_of(club=club, file=file, name="dimanche")
    assert (shown.problems, len(file.rows)) == ([], 640)
    assert [doubt.line for doubt in shown.doubts] == known
    assert [(alias.name, alias.lines, file.players[alias.means or 0]) for alias in shown.aliases] == [
        ("P3_alias", [622, 627, 631], "P3")
    ]
    assert [(season.name, season.evenings, season.donnes) for season in shown.seasons] == [
        (name, int(computed[name]["sessions"]), int(computed[name]["deals"])) for name in ("S1", "S2", "S3")
    ]
    assert not Import.objects.exists()

    answers = Answers(merged={"P3_alias": 2}, kept=set(known), reason="tel que joué")
    import_past_seasons(club=club, file=file, name="dimanche", key=KEY, by=the_organiser, at=NOW, answers=answers)
    assert process_time() - begun < 5

    assert Tournament.objects.count() == 27
    for season in Season.objects.all():
        row = computed[season.name]
        assert totals_of(season) == {name: int(row[name]) for name in ("P1", "P2", "P3", "P4", "P5")}
    first = Season.objects.get(name="S3")
    assert (first.starts_on, first.ends_on) == (datetime.date(2023, 1, 15), datetime.date(2023, 2, 5))
    kept = JournalEntry.objects.filter(action="ligne prise telle quelle")
    assert sorted(kept.values_list("details__line", flat=True)) == known
    assert set(kept.values_list("reason", flat=True)) == {"tel que joué"}
    assert sum(SheetTotal.objects.values_list("taken", flat=True)) == 640
    assert not Player.objects.filter(consent=True).exists()
    for tournament in Tournament.objects.all():
        assert list(differences(tournament)) == []


def test_what_is_left_out_is_no_part_of_the_totals(club: Club, the_organiser: Account) -> None:
    file = sunday()
    wrong = {doubt.line for doubt in preview_of(club=club, file=file, name="x").doubts}
    answers = Answers(merged={"P3_alias": None}, left=wrong)
    import_past_seasons(club=club, file=file, name="x", key=KEY, by=the_organiser, at=NOW, answers=answers)
    out = {*wrong, 622, 627, 631}
    for season in Season.objects.all():
        accepted = [row for row in file.rows if row.season == season.name and row.line not in out]
        assert totals_of(season) == {
            name: sum(row.points[place] or 0 for row in accepted) for place, name in enumerate(file.players)
        }
        assert sum(totals_of(season).values()) == 0
    assert Import.objects.get().club.journal.latest("pk").details["left_out"] == sorted(out)


def doubted(text: str) -> list[tuple[int, list[str]]]:
    file = file_of(text)
    return [(row.line, told(wrong)) for row in file.rows if (wrong := file.wrong_in(row))]


def test_a_contract_said_made_for_which_the_attack_pays_is_asked_about() -> None:
    """Only a chelem announced and missed explains it."""
    pays = GOOD + "30/01/2022;Ève;garde;1;;;60;60;60;-180\n"
    ((line, (sentence,)),) = doubted(pays)
    assert (line, sentence[:62]) == (5, "La ligne dit le contrat réussi, et l’attaque paie : seul un ch")
    assert doubted(pays.replace("garde;1;;;60", "garde;0;;;60")) == []


def test_the_same_donne_twice_is_asked_about() -> None:
    """A number that comes again for the same people, or without numbers a line like the one before."""
    again = GOOD.splitlines()[-1]
    assert doubted(f"{GOOD}{again}\n") == [
        (5, ["C’est la même donne qu’à la ligne 4 : laissez l’une des deux de côté."])
    ]
    lines = [f"{title};{line}" for title, line in zip(("n°", "1", "2", "1"), GOOD.splitlines(), strict=True)]
    assert doubted("\n".join(lines)) == []
    assert doubted("\n".join([*lines, lines[-1].replace("180", "200").replace("540", "600")])) == [
        (5, ["C’est la même donne qu’à la ligne 4 : laissez l’une des deux de côté."])
    ]
    assert doubted("\n".join([*lines, "2" + lines[-1][1:]])) == []


def test_an_evening_is_a_finished_tournament_of_one_table_that_keeps_balances(
    club: Club, the_organiser: Account
) -> None:
    apply(club, the_organiser)
    first, second = Tournament.objects.order_by("date")
    assert plain(first.name) == "Soirée du 23 janvier 2022"
    assert (first.state, first.keeps, first.table_size, first.donnes_per_round) == (
        TournamentState.FINISHED,
        Keeps.TOTALS,
        5,
        2,
    )
    assert second.table_size == 4  # Anne did not come
    assert [table.closed_at for table in Table.objects.all()] == [NOW, NOW]
    totals = SheetTotal.objects.filter(seat__round__tournament=first)
    by_name = {total.seat.registration.player.last_name: total for total in totals}
    assert {name: (t.points, t.donnes, t.taken, t.contracts) for name, t in by_name.items()} == {
        "Anne": (142, 2, 1, 1),
        "Bob": (86, 2, 0, 0),
        "Chloé": (-26, 2, 0, 0),
        "Dan": (-176, 2, 1, 0),
        "Ève": (-26, 2, 0, 0),
    }
    assert SeatResult.objects.get(seat=by_name["Dan"].seat).contracts == 0
    season = Season.objects.get()
    assert (season.name, season.starts_on, season.ends_on) == ("2022", first.date, second.date)


def test_nothing_wrong_comes_in_without_somebodys_word(club: Club, the_organiser: Account) -> None:
    (doubt,) = preview(club, WRONG).doubts
    assert doubt.line == 5
    assert "les points le disent réussi" in plain(doubt.sentences[0])

    undecided = refusal_of(apply, club, the_organiser, WRONG)
    assert undecided.code == "lines_undecided"
    assert "la ligne 5" in plain(str(undecided))
    assert refusal_of(apply, club, the_organiser, WRONG, Answers(kept={5})).code == "reason_missing"
    assert not Tournament.objects.exists()

    apply(club, the_organiser, WRONG, Answers(kept={5}, reason="la feuille le dit"))
    entry = JournalEntry.objects.get(action="ligne prise telle quelle")
    assert (entry.reason, entry.details["line"]) == ("la feuille le dit", 5)
    assert plain(entry.details["wrong"][0]).startswith("Ligne 5 : La ligne dit le contrat chuté")


def test_a_taker_without_points_took_nothing_that_counts(club: Club, the_organiser: Account) -> None:
    text = GOOD + "30/01/2022;Anne;garde;1;;;-60;-60;-60;180\n23/01/2022;Anne;garde;1;;;-60;-60;-60;180\n" * 2
    assert "Preneur « Anne » n’a pas de points" in plain(preview(club, text).doubts[0].sentences[0])
    lines = {doubt.line for doubt in preview(club, text).doubts}
    apply(club, the_organiser, text, Answers(kept=lines, reason="noté ainsi"))
    anne = SheetTotal.objects.get(seat__registration__player__last_name="Anne")
    assert (anne.donnes, anne.taken, anne.points) == (2, 1, 142)


def test_another_spelling_is_merged_on_request_only(club: Club, the_organiser: Account) -> None:
    shown = preview(club, ALIAS)
    assert [(alias.name, alias.lines, alias.means) for alias in shown.aliases] == [("Ev", [5], 4)]
    assert shown.doubts == []
    assert not shown.is_ready
    refused = refusal_of(apply, club, the_organiser, ALIAS)
    assert plain(str(refused)) == "Dites qui est « Ev » : aucune colonne de points n’a ce nom."
    assert refusal_of(apply, club, the_organiser, ALIAS, Answers(merged={"Ev": 9})).code == "stale_import"
    # Who says that Ev is Bob has a line that contradicts itself, and is asked about it.
    other = refusal_of(apply, club, the_organiser, ALIAS, Answers(merged={"Ev": 1}))
    assert (other.code, "la ligne 5" in plain(str(other))) == ("lines_undecided", True)

    apply(club, the_organiser, ALIAS, Answers(merged={"Ev": 4}))
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["Anne", "Bob", "Chloé", "Dan", "Ève"]
    assert SheetTotal.objects.get(seat__registration__player__last_name="Ève", points=720).taken == 2


def test_a_column_under_a_name_that_several_have_is_asked_about(club: Club, the_organiser: Account) -> None:
    father, son = PlayerFactory.create_batch(2, club=club, last_name="DUPONT", first_name="Jean", licence="")
    text = GOOD.replace(";Dan;", ";DUPONT Jean;", 1).replace("2;Dan;", "2;DUPONT Jean;")
    (line,) = (person.row.line for person in preview(club, text).people if person.asked)
    assert refusal_of(apply, club, the_organiser, text).code == "who_is_it"
    assert not Tournament.objects.exists()
    apply(club, the_organiser, text, Answers(same={line: son.pk}))
    assert (father.registrations.exists(), son.registrations.exists()) == (False, True)
    assert club.known.count() == 6  # four others are new


def test_a_column_that_is_none_of_several_is_somebody_new(club: Club, the_organiser: Account) -> None:
    PlayerFactory.create_batch(2, club=club, last_name="Dan", first_name="", licence="")
    apply(club, the_organiser, GOOD, Answers(others={4}))
    assert Player.objects.filter(last_name="Dan").count() == 3


def test_known_players_are_found_and_those_alike_are_asked_about(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, last_name="Bob", first_name="")
    alike = PlayerFactory(club=club, last_name="DUPOND", first_name="Jean", licence="")
    text = GOOD.replace(";Dan;", ";DUPONT Jean;", 1).replace("2;Dan;", "2;DUPONT Jean;")
    people = {person.row.name: person for person in preview(club, text).people}
    assert people["Bob"].player == known
    assert people["DUPONT Jean"].alike == [alike]

    apply(club, the_organiser, text, Answers(same={4: alike.pk}))
    assert (known.registrations.count(), alike.registrations.count()) == (2, 2)
    assert club.known.count() == 5


def test_the_same_form_sent_twice_is_one_import_and_the_same_file_again_is_refused(
    club: Club, the_organiser: Account
) -> None:
    assert apply(club, the_organiser) == apply(club, the_organiser)
    assert Tournament.objects.count() == 2
    again = refusal_of(apply, club, the_organiser, key=uuid.UUID(int=12))
    assert "la soirée du 23 janvier 2022 est déjà dans le club" in plain(str(again))
    with override("en"):
        assert len(preview(club).problems) == 2  # whatever language it was brought in


def test_seasons_that_overlap_are_told_and_one_that_is_there_is_taken(club: Club, the_organiser: Account) -> None:
    first, last = datetime.date(2021, 9, 1), datetime.date(2022, 6, 30)
    SeasonFactory(club=club, name="2021-2022", starts_on=first, ends_on=last)
    (notice,) = told(preview(club).notices)
    assert notice == (
        "« 2022 » (du 23 janvier 2022 au 30 janvier 2022) et « 2021-2022 » (du 1er septembre 2021 au 30 juin 2022) se "
        "chevauchent."
    )
    season = SeasonFactory(club=club, name="2022", starts_on=first, ends_on=last)
    assert preview(club).seasons[0].is_known
    made = apply(club, the_organiser)
    assert (season.tournaments.count(), made.seasons.count()) == (2, 0)


def test_it_is_taken_back_as_a_whole(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, last_name="Bob", first_name="")
    made = apply(club, the_organiser)
    touches = " ".join(undoing_import(made).touches).translate(NO_BREAK)
    assert "Supprimées : 2 soirées, « Soirée du 23 janvier 2022 »" in touches
    assert "Supprimée : la saison « 2022 »." in touches
    undo_import(made=made, by=the_organiser, at=NOW, seen=undoing_import(made).seen)
    left = (Tournament, Season, SeatResult, SheetTotal)
    assert [model.objects.count() for model in left] == [0, 0, 0, 0]
    assert list(club.known.all()) == [known]


def test_a_season_with_an_evening_of_its_own_stays_and_what_was_written_since_forbids_it(
    club: Club, the_organiser: Account
) -> None:
    made = apply(club, the_organiser)
    first = Tournament.objects.order_by("date")[0]
    TournamentFactory(club=club, season=made.seasons.get())
    touches = plain(" ".join(undoing_import(made).touches))
    assert "la saison" not in touches
    assert "Le championnat « 2022 » est recompté" in touches
    SheetTotal.objects.filter(seat__round__tournament=first).update(written_at=NOW + datetime.timedelta(days=1))
    (refusal,) = undoing_import(made).refusals
    assert "Quelque chose a été écrit dans « Soirée du 23 janvier 2022 »" in plain(refusal)


NO_CONTRACT = (
    "Ligne 3, colonne « contrat » : « capot » n’est pas un contrat. Écrivez : petite, garde, garde sans ou garde "
    "contre."
)


def test_every_wrong_line_is_told_at_once() -> None:
    text = TITLES + (
        "31/02/2022;Anne;garde;1;Bob;112;56;-56;-56;-56\n"
        "23/01/2022;;capot;peut-être;Bob;1,5;56;-56;-56;-56\n"
        "23/01/2022;Anne;garde;1;Bob;112;-112;;;\n"
    )
    assert told(file_of(text).problems) == [
        "Ligne 2, colonne « date » : « 31/02/2022 » n’est pas une date. Écrivez par exemple 23/01/2022.",
        NO_CONTRACT,
        "Ligne 3, colonne « réussi » : « peut-être » ne dit ni réussi ni chuté. Écrivez 1 ou 0.",
        "Ligne 3, colonne « Anne » : « 1,5 » n’est pas un nombre entier de points.",
        "Ligne 3 : « preneur » est vide.",
        "Ligne 4 : une donne se joue de 3 à 5, celle-ci a les points de 2 joueurs.",
    ]


@pytest.mark.parametrize(
    ("titles", "sentence"),
    [
        ("date;preneur;Anne;Bob;Chloé\n23/01/2022;Anne;2;-1;-1\n", "Il manque les colonnes « contrat », « réussi »."),
        (
            "date;preneur;contrat;réussi;Anne;Bob\n23/01/2022;Anne;garde;1;-1;-2\n",
            "Il faut de 3 à 60 colonnes de points, chacune avec le nom d’un joueur pour titre : ce fichier en a 2.",
        ),
        (
            "date;preneur;contrat;réussi;Anne;ANNE;Bob\n23/01/2022;Anne;garde;1;-1;-2;-3\n",
            "Deux colonnes de points ont pour titre « ANNE ».",
        ),
    ],
)
def test_columns_that_are_missing_are_told(titles: str, sentence: str) -> None:
    assert sentence in told(file_of(titles).problems)


def test_a_mort_plays_no_donne_and_more_than_five_of_an_evening_have_no_table(
    club: Club, the_organiser: Account
) -> None:
    text = (
        "date;preneur;contrat;réussi;A;B;C;D;E;F\n"
        "23/01/2022;A;garde;1;150;-50;-50;-50;0;\n"
        "23/01/2022;B;garde;1;;150;-50;-50;-50;0\n"
    )
    assert preview(club, text).doubts == []
    apply(club, the_organiser, text)
    donnes = SheetTotal.objects.values_list("seat__registration__player__last_name", "donnes")
    assert dict(donnes) == {"A": 1, "B": 2, "C": 2, "D": 2, "E": 1, "F": 0}
    assert not Table.objects.exists()
    assert list(differences(Tournament.objects.get())) == []


DAYS = [
    ("23/01/2022", True),
    ("2022-01-23", True),
    ("2022-01-23 00:00:00", True),
    ("23.1.2022", True),
    ("23/01/22", True),
    ("dimanche 23 janvier 2022", True),
    ("44584", True),
    (44584, True),
    (datetime.date(2022, 1, 23), True),
    (datetime.datetime(2022, 1, 23, 20, 30), True),  # noqa: DTZ001 - a spreadsheet knows no zone
    ("23/13/2022", False),
    ("23", False),
    ("hier", False),
]


@pytest.mark.parametrize(("cell", "is_read"), DAYS)
def test_days_are_read_as_spreadsheets_write_them(cell: object, is_read: bool) -> None:
    book, content = Workbook(), io.BytesIO()
    book.active.append(["date", "preneur", "contrat", "réussi", "Anne", "Bob", "Chloé"])
    book.active.append([cell, "Anne", "garde", 1, 100, -50, -50])
    book.save(content)
    file = read_season_file(content.getvalue())
    assert [row.day for row in file.rows] == [datetime.date(2022, 1, 23)] * is_read
    assert bool(file.problems) is not is_read


def test_a_short_year_is_read_by_the_other_days_and_told() -> None:
    line = ";Anne;garde;1;100;-50;-50\n"
    titles = "date;preneur;contrat;réussi;Anne;Bob;Chloé\n"
    years_first = file_of(titles + "2023-01-15" + line + "23-02-05" + line)
    assert years_first.rows[1].day == datetime.date(2023, 2, 5)
    assert told(years_first.notices) == ["Ligne 3 : l’année de la date est abrégée, elle est lue 5 février 2023."]
    days_first = file_of(titles + "15/01/2005" + line + "23-02-05" + line)
    assert days_first.rows[1].day == datetime.date(2005, 2, 23)


def test_a_day_of_two_seasons_is_told(club: Club) -> None:
    text = GOOD.replace("date;", "saison;date;").replace("\n23/01", "\nA;23/01", 1).replace("\n23/01", "\nB;23/01")
    assert told(preview(club, text.replace("\n30/01", "\nB;30/01")).problems) == [
        "Ligne 3 : le 23 janvier 2022 est de deux saisons. Corrigez la date ou la saison."
    ]


def test_a_heading_chosen_once_is_remembered_but_not_whose_column_is_whose(club: Club, the_organiser: Account) -> None:
    from tournaments.imports.headings import Meanings
    from tournaments.imports.mappings import remembered

    text = GOOD.replace("preneur", "qui prend")
    file = read_season_file(text.encode(), Meanings(chosen={1: "taker"}))
    import_past_seasons(club=club, file=file, name="2022", key=KEY, by=the_organiser, at=NOW)
    assert remembered(club, ImportKind.SEASON) == {"qui prend": "taker"}
    assert replace(file.rows[0], line=2) == file.rows[0]
