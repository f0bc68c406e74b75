"""
Somebody who was renamed, corrected, imported, merged, punished, contested, paid and invited is forgotten: the whole
database is asked for every value it ever knew of her, and every standing is what it was.
"""

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField, JSONField, Model, TextField
from django.test import Client
from django.urls import reverse

from scoring.labels import PenaltyTarget, ProtestAbout
from scoring.models import Incident, Penalty, PenaltyKind, Protest, SheetLine
from scoring.queries.imports import undoing_import
from scoring.services.imports import undo_import
from scoring.services.incidents import note_incident
from scoring.services.penalties import give_penalty
from scoring.services.protests import answer_protest, contest
from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.scoring.sheets import garde, record, seated
from tests.whole_database import everything, where
from tournaments.imports.player_files import Row
from tournaments.imports.players import apply_import, examine
from tournaments.labels import JobKind, RoleName, TournamentState
from tournaments.models import (
    Account,
    CashCount,
    Club,
    Document,
    Import,
    Invitation,
    JournalEntry,
    Payment,
    Player,
    Season,
    Tournament,
)
from tournaments.money_labels import PaymentMethod
from tournaments.queries.club_texts import NO_TEXT, ways_to_club
from tournaments.queries.erasing import erasing_player
from tournaments.queries.leagues import league
from tournaments.queries.personal_links import Shut, link_code, opened_by
from tournaments.queries.standings import standings
from tournaments.refusals import Refusal
from tournaments.seating import Cancelled
from tournaments.services import jobs
from tournaments.services.appointments import appoint, give_player_access
from tournaments.services.documents import keep_document
from tournaments.services.erasing import erase_player
from tournaments.services.invitations import name_or_invite
from tournaments.services.jobs import JobMonitor
from tournaments.services.merging import merge_players
from tournaments.services.players import PlayerFacts, add_player, change_player
from tournaments.services.registrations import register
from tournaments.services.wishes import add_wish
from tournaments.tasks import WORKS, run_job
from tournaments.text import fold

# Every value that was ever known of her; the years as no figure of an evening is.
KNOWN = (
    *("Zzverdier", "Zzancienne", "Zzvairdier", "Odile", "Odyle", "LIC4242", "OLD4242", "odile.zz", "Odette ZV"),
    *("Club de Zzville", "zz@example.org", "1933", "1932", "1931"),
)
HER = "ODILE Zzverdier"
# The same family name where it is another's, in a text or in two columns.
MARCELS = r"zzverdier[^a-z]*(first name[^a-z]*)?marcel"
OTHER_YEAR = 1977


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    """A finished evening of four tables, where all that people write was written about her."""
    season = SeasonFactory(club=club)
    tournament = TournamentFactory(club=club, season=season, state=TournamentState.RUNNING, name="Grand Prix")
    her = _through_a_life(club, the_organiser)
    account = AccountFactory(username="odile.zz", email="zz@example.org", player=her)
    marcel = add_player(
        club=club,
        facts=PlayerFacts("Zzverdier", "Marcel", licence="MAR1", birth_year=OTHER_YEAR, consent=True),
        by=the_organiser,
        at=NOW,
    )
    for number, player in enumerate((her, marcel), 1):
        RegistrationFactory(tournament=tournament, player=player, start_number=number)
    tables = seated(tournament, tables=4)
    for table in tables:
        record(table, 1, account, garde(taker=table.number - 1))
    _written_about(tournament, the_organiser, account)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    tournament.refresh_from_db()
    return tournament


def _through_a_life(club: Club, by: Account) -> Player:
    """Return her file: added under another name, corrected, imported, merged with a second one."""
    facts = PlayerFacts("Zzanciènne", "Odyle", licence="OLD4242", birth_year=1931, home_club="Club de Zzville", sex="F")
    her = add_player(club=club, facts=facts, by=by, at=NOW)
    now = replace(facts, last_name="Zzverdier", first_name="Odile", licence="LIC4242", birth_year=1932)
    her = change_player(player=her, facts=replace(now, public_name="Odette ZV", consent=True), by=by, at=NOW)
    rows = [Row(2, "Zzverdier", "Odile", "LIC4242", birth_year=1933), Row(3, "Roux", "Lise", "LISE1", birth_year=1980)]
    apply_import(club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=by, at=NOW)
    double = add_player(club=club, facts=PlayerFacts("Zzvairdier", "Odile", birth_year=1933), by=by, at=NOW)
    her = merge_players(keep=her, drop=double, by=by, at=NOW)
    rows = [Row(2, "Zzverdier", "Odile", "LIC4242", birth_year=1932), Row(3, "Roux", "Lise", "LISE1", birth_year=1981)]
    apply_import(club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=by, at=NOW)
    return her


def _written_about(tournament: Tournament, by: Account, account: Account) -> None:
    """Write of her wherever somebody may: by her names of today and of before, in any order and case."""
    her, marcel, third = tournament.registrations.order_by("start_number")[:3]
    table = tournament.rounds.get().tables.get(number=1)
    kind = PenaltyKind.objects.filter(club=tournament.club).first() or PenaltyKind.objects.first()
    reasons = (
        (her, "Zzverdier a vu le chien, née en 1933"),
        (third, f"a parlé à {HER} (licence LIC4242)"),
        (third, "l’ancienne Mme Zzancienne s’en est plainte"),
        (marcel, "Zzverdier Marcel a renoncé devant Zzverdier Odile"),
    )
    for entry, reason in reasons:
        give_penalty(
            tournament=tournament,
            kind=kind,
            target=PenaltyTarget.PLAYER,
            points=-20,
            reason=reason,
            key=uuid.uuid4(),
            by=by,
            at=NOW,
            registration=entry,
        )
    protest = contest(
        table=table,
        about=ProtestAbout.DONNE,
        number=1,
        seat=table.seats.get(chair=0),
        reason="je n’ai pas renoncé. zzverdier odile",
        key=uuid.uuid4(),
        by=account,
        at=NOW,
    )
    answer_protest(protest=protest, answer="odile a raison", upheld=True, by=by, at=NOW)
    note_incident(
        tournament=tournament, text="Odile était debout, Marcel aussi", key=uuid.uuid4(), by=by, at=NOW, players=[her]
    )
    record(table, 1, by, garde(bouts=1), reason="relu avec Odyle Zzanciènne")
    name_or_invite(club=tournament.club, username="odile.zzverdier", role=RoleName.ARBITER, by=by, at=NOW)
    Invitation.objects.create(club=tournament.club, username="odile.zz", role=RoleName.ORGANISER, asked_at=NOW)
    add_wish(tournament=tournament, kind="separer", players=[her.pk, marcel.pk], reason="Odile préfère", by=by, at=NOW)
    Payment.objects.create(
        key=uuid.uuid4(),
        registration=her,
        amount=500,
        method=PaymentMethod.CASH,
        at=NOW,
        by=by,
        by_name=str(by),
        cancelled_at=NOW,
        cancelled_by=by,
        cancelled_by_name=str(by),
        cancel_reason="rendu à odile",
    )
    CashCount.objects.create(
        key=uuid.uuid4(),
        tournament=tournament,
        counted=500,
        expected=500,
        remark="5 € de Odile ZZVERDIER",
        by=by,
        by_name=str(by),
        at=NOW,
    )


def her_file() -> Player:
    return Player.objects.get(licence="LIC4242")


def erase(by: Account | None = None) -> Player:
    return erase_player(player=her_file(), by=by, at=NOW).player


def printed(kind: JobKind, **owner: Any) -> Document:
    """Have a document made, as a worker does."""
    wanted = {"language": "fr", "site": "https://club.example"}
    job = jobs.ask(kind=kind, by=None, at=NOW, about="fr", wanted=wanted, **owner)
    run_job(job.pk)
    return Document.objects.get(job=job)


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
        of_season = [(one.place, one.total) for one in league(Season.objects.get()).lines]
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
    code = link_code(her, evening)
    client.force_login(her.account)
    assert client.get(reverse("own")).status_code == 200

    erase()

    assert client.get(reverse("own")).status_code == 302
    assert opened_by(code, evening.date).shut is Shut.WITHDRAWN


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

    with pytest.raises(Refusal) as refused:
        register(tournament=tomorrow, players=[erased], by=the_organiser, at=NOW)
    entered = register(tournament=tomorrow, players=[erased, newcomer], by=the_organiser, at=NOW)
    with pytest.raises(Refusal):
        give_player_access(player=erased, username="retour", by=the_organiser, at=NOW)

    assert refused.value.code == "erased"
    assert [entry.player for entry in entered] == [newcomer]


def test_every_model_that_holds_a_text_leads_to_a_club() -> None:
    texts = (CharField, TextField, JSONField)
    forgotten = [
        model.__name__
        for model in apps.get_models()
        if model._meta.app_label in ("tournaments", "scoring")
        and any(isinstance(column, texts) and not column.choices for column in model._meta.concrete_fields)
        and not ways_to_club(model)
    ]
    assert forgotten == []


PLANTED = "Vu par Odile Zzverdier"  # her name of today: what tells of the others is written over
# What a constraint keeps empty in this evening.
REFUSED = {"Table.extra_reason", "Tournament.bareme_name", "Wish.cancelled_by_name"}


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
