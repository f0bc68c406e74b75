"""
Somebody who was renamed, corrected, imported, merged, punished, contested, paid and invited is forgotten: the whole
database is asked for every value it ever knew of her, and every standing is what it was.
"""

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField, JSONField, Model, TextField
from django.test import Client
from django.urls import reverse

from scoring.models import Incident, Penalty, PenaltyKind, Protest, SheetLine
from scoring.queries.desk.imports import undoing_import
from scoring.services.undo.imports import undo_import
from tests.factories import NOW, PlayerFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.remembered import KNOWN, MARCELS, OTHER_YEAR, erase, evening_of_her, her_file, printed
from tests.whole_database import everything, number_rows_as_no_year, where
from tournaments.kit.text import fold
from tournaments.labels import JobKind, RoleName
from tournaments.models import (
    Account,
    Club,
    Committee,
    Document,
    Import,
    Invitation,
    JournalEntry,
    Player,
    Season,
    Site,
    Tournament,
)
from tournaments.queries.pages.personal_links import ShutLink, evening_code, opened_by, personal_code
from tournaments.queries.privacy.club_texts import NO_TEXT, ways_to_club
from tournaments.queries.privacy.erasing import erasing_player
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.standings import standings
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled
from tournaments.services.people.appointments import appoint, give_player_access
from tournaments.services.people.merging import merge_players
from tournaments.services.people.registrations import register
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.work import jobs
from tournaments.services.work.documents import keep_document
from tournaments.services.work.jobs import JobMonitor
from tournaments.tasks import WORKS, run_job


@pytest.fixture(autouse=True)
def _no_row_numbered_as_her_years(db: None) -> None:
    number_rows_as_no_year()


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    return evening_of_her(club, the_organiser)


def test_the_whole_database_knows_nothing_of_her(evening: Tournament, the_organiser: Account) -> None:
    ranking = printed(JobKind.RANKING, tournament=evening)
    printed(JobKind.LEAGUE, season=evening.season)
    assert {text for text, _table in where(*KNOWN)} == set(KNOWN)
    assert ("Odette ZV", Document._meta.db_table) in where("Odette ZV")

    for job in erase_player(player=her_file(), by=the_organiser, at=NOW).jobs:
        run_job(job.pk)

    assert where(*(set(KNOWN) - {"Zzverdier"})) == []
    said = fold(" ".join(everything().values()))
    assert re.search("zzverdier", re.sub(MARCELS, "", said)) is None
    assert sorted(Document.objects.values_list("title", flat=True)) == sorted(before_titles(ranking))


def before_titles(ranking: Document) -> list[str]:
    return [ranking.title, Document.objects.exclude(title=ranking.title).get().title]


def test_what_the_others_are_and_did_stays(evening: Tournament, the_organiser: Account) -> None:
    erase(the_organiser)

    marcel = Player.objects.get(licence="MAR1")
    assert (marcel.full_name, marcel.birth_year) == ("Zzverdier Marcel", OTHER_YEAR)
    added = JournalEntry.objects.get(action="joueur ajouté", subject="Zzverdier Marcel")
    assert (added.details["licence"], added.details["birth_year"]) == ("MAR1", OTHER_YEAR)
    _first, second = JournalEntry.objects.filter(action="import de joueurs").order_by("pk")
    assert second.details["changes"]["Roux Lise"] == {"birth_year": [1980, 1981]}
    assert list(Penalty.objects.values_list("reason", flat=True).order_by("pk")) == [
        "Joueur effacé a vu le chien, née en –",
        "a parlé à Joueur effacé (licence –)",
        "l’ancienne Mme Joueur effacé s’en est plainte",
        "Zzverdier Marcel a renoncé devant Joueur effacé",
    ]
    assert Protest.objects.get().answer == "Joueur effacé a raison"
    assert Incident.objects.get().text == "Joueur effacé était debout, Marcel aussi"


def test_every_standing_stays(evening: Tournament, the_organiser: Account) -> None:
    def counted() -> list[Any]:
        evening.refresh_from_db()
        lines = [(one.start_number, one.place, one.marks, one.penalties, one.total) for one in standings(evening).lines]
        of_season = [(one.place, one.total) for one in league_standings(Season.objects.get().main_league).lines]
        sheets = list(SheetLine.objects.order_by("pk").values("half_points", "contract", "taker", "marque", "current"))
        return [lines, of_season, sheets]

    before = counted()

    erase(the_organiser)

    assert counted() == before


def test_an_import_taken_back_brings_nobody_back(evening: Tournament, the_organiser: Account) -> None:
    player = erase(the_organiser)

    for made in Import.objects.order_by("-pk"):
        undo_import(made=made, by=the_organiser, at=NOW, seen=undoing_import(made).seen)

    player.refresh_from_db()
    assert (player.licence, player.birth_year, player.first_name) == ("", None, "")
    assert where("Odile", "1933") == []


def test_her_link_and_her_login_open_nothing(evening: Tournament, client: Client) -> None:
    her = her_file()
    codes = [personal_code(her, evening.date), evening_code(evening.registrations.get(player=her))]
    client.force_login(her.account)
    assert client.get(reverse("own")).status_code == 200

    erase()

    assert client.get(reverse("own")).status_code == 302
    assert [opened_by(code, evening.date).shut for code in codes] == [ShutLink.WITHDRAWN] * 2


def test_no_kept_page_shows_her_any_more(evening: Tournament, client: Client) -> None:
    """Pages are kept by revision, her card by what she agreed to: each is asked for before and after."""
    Player.objects.filter(licence="LIC4242").update(card_consent=True)
    key = her_file().key
    pages = [
        reverse("standings", args=[evening.pk]),
        reverse("season", args=[evening.season_id]),
        reverse("tournament", args=[evening.pk]),
        reverse("player_card", args=[key]),
    ]
    assert [page for page in pages if "Odette ZV" in client.get(page).content.decode()]

    erase()

    assert [page for page in pages if "Odette" in client.get(page).content.decode()] == []
    assert client.get(reverse("player_card", args=[key])).status_code == 404


def test_a_paper_being_made_meanwhile_is_begun_again(evening: Tournament, the_organiser: Account) -> None:
    asked = jobs.ask(kind=JobKind.RANKING, tournament=evening, by=None, at=NOW, about="fr", wanted={"language": "fr"})
    claimed = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert claimed is not None

    again = erase_player(player=her_file(), by=the_organiser, at=NOW).jobs

    assert [job.pk for job in again] == [asked.pk]
    with pytest.raises(Cancelled):
        keep_document(job=claimed, title="Classement", filename="c.pdf", content=b"Odile", at=NOW)
    taken = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    with pytest.raises(Cancelled):
        keep_document(job=claimed, title="Classement", filename="c.pdf", content=b"Odile", at=NOW)
    assert taken is not None
    WORKS[JobKind.RANKING](taken, JobMonitor(taken, now=lambda: NOW))
    assert where("Odile", "Odette") == []


def test_who_runs_something_keeps_a_login_and_the_page_says_it(evening: Tournament, the_organiser: Account) -> None:
    her = her_file()
    appoint(club=evening.club, account=her.account, role=RoleName.ARBITER, by=the_organiser, at=NOW)
    assert any("garde ses fonctions" in sentence for sentence in erasing_player(her).touches)

    erase(the_organiser)

    account = Account.objects.get(username="odile.zz")
    assert (account.is_active, account.player) == (True, None)
    assert where("Zzancienne", "LIC4242", "Odette ZV") == []


def test_nobody_is_merged_with_who_was_erased(evening: Tournament, the_organiser: Account) -> None:
    """That would give the results of somebody without a name back to one with it, or leave two names in one file."""
    erased, newcomer = erase(the_organiser), PlayerFactory(club=evening.club, licence="")

    for keep, drop in ((erased, newcomer), (newcomer, erased)):
        with pytest.raises(Refusal, match="effacées"):
            merge_players(keep=keep, drop=drop, by=the_organiser, at=NOW)


def test_who_was_erased_is_entered_nowhere_and_gets_no_login(evening: Tournament, the_organiser: Account) -> None:
    erased, newcomer = erase(the_organiser), PlayerFactory(club=evening.club)
    tomorrow = TournamentFactory(club=evening.club)

    refused = refusal_of(register, tournament=tomorrow, players=[erased], by=the_organiser, at=NOW)
    entered = register(tournament=tomorrow, players=[erased, newcomer], by=the_organiser, at=NOW)
    with pytest.raises(Refusal):
        give_player_access(club=erased.club, player=erased, username="retour", by=the_organiser, at=NOW)

    assert refused.code == "erased"
    assert [entry.player for entry in entered] == [newcomer]


def test_every_model_that_holds_a_text_leads_to_a_club() -> None:
    texts = (CharField, TextField, JSONField)
    forgotten = [
        model.__name__
        for model in apps.get_models()
        if model._meta.app_label in ("tournaments", "scoring")
        and model not in (Site, Committee)  # what is said of the whole site, or of several clubs, is of no club
        and any(isinstance(column, texts) and not column.choices for column in model._meta.concrete_fields)
        and not ways_to_club(model)
    ]
    assert forgotten == []


PLANTED = "Vu par Odile Zzverdier"  # her name of today: what tells of the others is written over
# What a constraint keeps empty in this evening.
REFUSED = {
    *("Membership.email", "Membership.phone", "Membership.suspension_reason", "MembershipPeriod.remark"),
    *("Table.extra_reason", "Table.stop_reason", "Tournament.bareme_name", "Wish.cancelled_by_name"),
    *("Tournament.compared_scale", "Tournament.compared_scale_name"),
    *("Tournament.victory_scale", "Tournament.victory_scale_name"),
}


def test_whatever_is_written_anywhere_is_found(evening: Tournament, the_organiser: Account) -> None:
    """Her name planted in each text column that has room for it, of each row: in those of a new model too."""
    printed(JobKind.RANKING, tournament=evening)
    planted, refused = 0, set[str]()
    for model in apps.get_models():
        if model._meta.app_label in ("tournaments", "scoring") and model not in (Player, Account, Invitation):
            for column in model._meta.concrete_fields:
                try:
                    with transaction.atomic():
                        planted += _plant(model, column)
                except IntegrityError:
                    refused.add(f"{model.__name__}.{column.name}")
    assert planted > 100
    assert refused == REFUSED

    erase(the_organiser)

    assert where("Odile") == []


def _plant(model: type[Model], column: Any) -> int:
    """Write her name into a column of every row of a club, and return of how many; 0 where codes or addresses stand."""
    if isinstance(column, JSONField):
        value: Any = {PLANTED: {"birth_year": 1933}, "texts": [PLANTED.upper(), {"name": PLANTED}]}
        if column.name == "words":
            value = {"code": "merge", "drop": PLANTED, "keep": PLANTED}
    elif isinstance(column, CharField | TextField) and not column.choices and column.name not in NO_TEXT:
        value = PLANTED if (column.max_length or len(PLANTED)) >= len(PLANTED) else ""
    else:
        return 0
    rows = model._default_manager.exclude(club=None, edition=None) if model is PenaltyKind else model._default_manager
    return rows.update(**{column.name: value}) if value else 0
