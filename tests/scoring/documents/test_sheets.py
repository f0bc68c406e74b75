"""Sheets on paper: what the table wrote, what each donne was worth and why, in the language asked for."""

import re
import uuid

import pytest

from scoring.labels import Outcome
from scoring.models import Penalty, PenaltyKind
from scoring.queries.table.cards import example
from scoring.services.sheets.records import attach_record
from scoring.services.sheets.sheets import ask_sheets, close_sheet
from tests.factories import NOW, rewrite
from tests.scoring.sheets import ODD, balanced, duplicate, garde, looked_at, played_by, record, seat, seated, void
from tests.tournaments.documents.printing import made, pages
from tournaments.labels import JobKind, Keeps, TournamentState
from tournaments.models import Account, Club, Document, JournalEntry, Player, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.work import jobs


@pytest.fixture
def running(tournament: Tournament) -> Tournament:
    rewrite(tournament, state=TournamentState.RUNNING)
    return tournament


def printed(tournament: Tournament, table: int | None = 1, language: str = "fr") -> list[str]:
    """Return the pages of a table's sheet, or of all sheets of the first position, spaces made plain."""
    return [" ".join(page.split()) for page in pages(document_of(tournament, table, language))]


def document_of(tournament: Tournament, table: int | None, language: str) -> Document:
    asked = ask_sheets(tournament=tournament, round_number=1, table_number=table, language=language, by=None, at=NOW)
    return made(asked)


def test_a_sheet_says_who_sat_where_and_each_donne_with_why(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    record(table, 1, the_arbiter, garde(petit_au_bout="attaque", poignees=((1, "simple"),)))
    record(table, 2, the_arbiter, void("petit_sec"))
    names = [seat(table, chair).registration.player.full_name for chair in range(4)]
    last_name = seat(table, 0).registration.player.last_name

    (page,) = printed(running)

    assert f"Sud n° 1 · {names[0]}" in page
    assert "règlement FFT 2012 · feuille en cours" in page
    assert f"Garde de {names[0]}, 2 bouts, 49 points, petit au bout (attaque), poignée simple ({names[1]})" in page
    assert "(25 + 8) × 2 : +66 · petit au bout pour l’attaque, 10 × 2 : +20 · poignée simple : +20" in page
    assert "par défenseur : +106" in page
    assert f"{last_name} a demandé une garde : 49 points avec deux bouts, il en fallait 41" in page
    assert "+318 +318 −106 −106 −106 −106 −106 −106" in page  # each mark with its running total
    assert "Annulée : petit sec 0 +318 0 −106 0 −106 0 −106" in page
    assert "Total (somme des joueurs : 0) +318 −106 −106 −106" in page
    assert "Paraphe de chaque joueur" in page
    assert "Table 1, position 1 · " in page


def test_a_correction_and_a_penalty_are_noted(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    record(table, 1, the_arbiter)
    record(table, 1, the_arbiter, garde(points="46"), reason="points mal recopiés")
    Penalty.objects.create(
        tournament=running,
        kind=PenaltyKind.objects.create(code="retard-x", name="En retard"),
        target="table",
        table=table,
        points=-20,
        reason="dix minutes",
        key=uuid.uuid4(),
        given_at=NOW,
    )
    close_missing(table, the_arbiter)
    name = seat(table, 0).registration.player.full_name

    (page,) = printed(running)

    assert f"Corrigée par {the_arbiter} le 21 novembre à 21 h 00 : « points mal recopiés »." in page
    assert f"Avant : Garde de {name}, 2 bouts, 49 points (+198 / −66 / −66 / −66)." in page
    assert "Pénalité « En retard », −20 chacun, toute la table : dix minutes" in page
    assert "feuille close le 21 novembre à 21 h 00" in page


def close_missing(table: Table, by: Account) -> None:
    """Pass the donnes that nobody played, then close the sheet."""
    tournament = table.round.tournament
    for number in range(2, (tournament.donnes_per_round or 0) + 1):
        record(table, number, by)
    close_sheet(table=table, by=by, at=NOW)


def test_what_was_odd_is_printed_with_who_looked_again(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    record(table, 1, the_arbiter, ODD, confirmed=looked_at(table, ODD))

    (page,) = printed(running)

    odd = "chelem annoncé par l’attaque et réussi par la défense, les deux primes s’ajoutent"
    assert f"Vérifiée par {the_arbiter} : {odd}." in page
    assert "confirmer" not in page  # what was to be done about it has been done


def test_a_donne_with_a_record_says_so(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    for number in (1, 2):
        record(table, number, the_arbiter)
    attach_record(
        table=table, number=2, record=example(), first=None, key=uuid.uuid4(), replaces=None, by=the_arbiter, at=NOW
    )

    (page,) = printed(running)

    assert page.count("49 points · relevé carte par carte rattaché") == 1
    assert page.index("relevé carte par carte") > page.index("+198 +198")


def test_de_is_elided_before_a_name(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    Player.objects.filter(pk=seat(table, 1).registration.player_id).update(first_name="Inès", last_name="Abadie")
    record(table, 1, the_arbiter, garde(taker=1))

    assert "Garde d’Abadie Inès, 2 bouts" in printed(running)[0]
    assert "Garde by Abadie Inès, 2 bouts" in printed(running, language="en")[0]


def test_house_rules_and_the_bareme_of_the_club_are_named(running: Tournament, the_arbiter: Account) -> None:
    played_by(running, miseres=True)
    (table,) = seated(running)
    record(table, 1, the_arbiter, garde(miseres=((2, "atout"),)))
    name = seat(table, 2).registration.player.full_name
    last_name = seat(table, 2).registration.player.last_name

    (page,) = printed(running)

    assert f"{running.bareme_name} · feuille en cours" in page
    assert f"misère d’atout ({name}) · hors règlement" in page
    assert f"par défenseur : +66 · misère d’atout montrée par {last_name}, 10 de chacun : +10" in page


def test_all_the_sheets_of_a_position_each_on_its_page(running: Tournament, the_arbiter: Account) -> None:
    tables = seated(running, tables=3)
    record(tables[1], 1, the_arbiter)

    found = printed(running, None)

    assert [re.search(r"Table \d, position 1", page).group() for page in found] == [
        f"Table {number}, position 1" for number in (1, 2, 3)
    ]
    assert [re.search(r"page \d+/\d+", page).group() for page in found] == ["page 1/3", "page 2/3", "page 3/3"]
    assert ["à saisir" in page for page in found] == [True] * 3
    assert ["+198" in page for page in found] == [False, True, False]
    document = Document.objects.get()
    assert document.filename == f"feuilles-p1-{running.name.lower().replace(' ', '-')}-2026-11-21.pdf"
    assert JournalEntry.objects.filter(tournament=running, action="document fait").count() == 1


def test_pages_are_numbered_right_when_one_of_many_sheets_runs_on(running: Tournament, the_arbiter: Account) -> None:
    tables = seated(running, tables=2)
    kind = PenaltyKind.objects.create(code="retard-x", name="En retard")
    for minutes in range(30):
        Penalty.objects.create(
            tournament=running,
            kind=kind,
            target="table",
            table=tables[0],
            points=-20,
            reason=f"{minutes} minutes",
            key=uuid.uuid4(),
            given_at=NOW,
        )

    found = printed(running, None)

    assert [re.search(r"page \d+/\d+", page).group() for page in found] == ["page 1/3", "page 2/3", "page 3/3"]
    assert "29 minutes" in found[1]
    assert "Table 2, position 1" in found[2]


def test_it_speaks_the_language_asked_for(running: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(running)
    record(table, 1, the_arbiter, garde(poignees=((1, "double"),)))

    (page,) = printed(running, language="en")

    assert "double poignée" in page
    assert "Garde by " in page
    assert "Saturday 21 November 2026" in page


@pytest.mark.parametrize(("size", "chairs"), [(3, 3), (5, 5), (4, 5)])
def test_other_tables_have_as_many_columns_as_players(
    running: Tournament, the_arbiter: Account, size: int, chairs: int
) -> None:
    Tournament.objects.filter(pk=running.pk).update(table_size=size)
    (table,) = seated(Tournament.objects.get(pk=running.pk), chairs=chairs)
    said = {"partner": 2} if size == 5 else {"mort": 4} if chairs == 5 else {}
    line = record(table, 1, the_arbiter, garde(**said), confirmed=None)

    (page,) = printed(Tournament.objects.get(pk=running.pk))

    marks = [line.marque["scores"].get(str(chair), 0) for chair in range(chairs)]
    shown = [f"+{mark}" if mark > 0 else str(mark).replace("-", "−") for mark in marks]
    assert f"Total (somme des joueurs : 0) {' '.join(shown)}" in page


def test_the_pot_of_the_mouche_stands_below_the_marks(running: Tournament, the_arbiter: Account) -> None:
    played_by(running, mouche=True)
    (table,) = seated(running)
    record(table, 1, the_arbiter, garde())
    record(table, 2, the_arbiter, void("passee"))

    (page,) = printed(running)

    assert "Mouche, hors règlement et hors classement (reste 5 au pot) +120 −45 −40 −40" in page
    assert "Mouche : les 5 qui restent au pot ne sont à personne, au club d’en décider." in page


def test_thirty_donnes_and_long_names_lose_nothing(running: Tournament, the_arbiter: Account) -> None:
    Tournament.objects.filter(pk=running.pk).update(donnes_per_round=30)
    (table,) = seated(Tournament.objects.get(pk=running.pk))
    Player.objects.update(last_name="de La Rochefoucauld-Montbéliard de Saint-Symphorien")
    for number in range(1, 31):
        record(table, number, the_arbiter)

    found = printed(Tournament.objects.get(pk=running.pk))

    assert sum(page.count("(25 + 8) × 2") for page in found) == 30
    assert sum("Paraphe de chaque joueur" in page for page in found) == 1
    assert "+5940" in re.sub(r"(?<=\d)\s(?=\d{3})", "", found[-1])
    assert all(f"page {number}/{len(found)}" in page for number, page in enumerate(found, 1))


def test_a_sheet_that_keeps_balances_alone(running: Tournament, the_arbiter: Account) -> None:
    rewrite(running, keeps=Keeps.TOTALS)
    (table,) = seated(running)
    assert "Total (somme des joueurs : 0) Paraphe" in printed(running)[0]  # nothing written: no zero either

    balanced(table, the_arbiter, 100, -40, -60, 0)

    assert "Total (somme des joueurs : 0) +100 −40 −60 0" in printed(running)[0]


@pytest.mark.parametrize(
    ("round_number", "table", "code"), [(2, None, "position_without_tables"), (1, 9, "table_unknown")]
)
def test_what_nobody_sat_at_is_not_printed(
    running: Tournament, round_number: int, table: int | None, code: str
) -> None:
    seated(running)
    with pytest.raises(Refusal) as refusal:
        ask_sheets(tournament=running, round_number=round_number, table_number=table, language="fr", by=None, at=NOW)
    assert refusal.value.code == code


def test_two_tables_are_two_jobs_and_two_clicks_are_one(running: Tournament) -> None:
    seated(running, tables=2)

    def asked(table: int | None, language: str = "fr") -> int:
        return ask_sheets(tournament=running, round_number=1, table_number=table, language=language, by=None, at=NOW).pk

    first = asked(1)

    assert asked(1) == first
    assert len({first, asked(2), asked(None), asked(1, "en")}) == 4
    assert jobs.ask(kind=JobKind.RANKING, tournament=running, by=None, at=NOW).about == ""


def test_a_turned_etui_is_said_and_one_that_lay_straight_is_not(club: Club, the_arbiter: Account) -> None:
    (table,) = duplicate(club, boards=range(5, 7))
    record(table, 5, the_arbiter)
    record(table, 6, the_arbiter, Outcome.PASSED, turn=2)

    (page,) = printed(table.round.of_tournament)

    assert "passée (personne n’a pris), étui tourné de deux places" in page.lower()
    assert page.count("étui tourné") == 1
