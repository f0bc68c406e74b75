"""
What people write goes only where all names go, for it may name who is not named.

Each text column of each model holds a mark of its own, in an evening of which people wrote all that they may write.
Every address is read by those who do not read everybody's name, and every paper that does not print it: they tell no
mark but of the columns listed here, each with its reason.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import JSONField, Model
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from scoring.labels import Kept
from scoring.models import (
    ClubBareme,
    Confirmation,
    SheetTotal,
    Signature,
    TypedSheet,
)
from tests.factories import NOW, AccountFactory, TournamentFactory, logged_in, organiser, other_league, rewrite
from tests.one_of_everything import world
from tests.scoring.attached import attach
from tests.scoring.remembered import evening_of_her, her_file
from tests.test_urls import ALL
from tests.tournaments.documents.printing import claimed
from tests.tournaments.links import phone_of
from tournaments.documents import registry
from tournaments.documents.registry import DOCUMENTS
from tournaments.labels import OF_BOARDS, OF_DUPLICATE, OF_FEES, JobKind, TournamentState
from tournaments.models import (
    Account,
    ColumnMapping,
    Entry,
    EntryPartner,
    Player,
    Prize,
    PrizePlan,
    Proposal,
    PublishedLine,
    Rate,
    Site,
    Table,
    Team,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.permissions import Role
from tournaments.queries.pages.table_codes import token_of
from tournaments.queries.privacy.club_texts import APPS, text_columns
from tournaments.queries.standings.corrections import AFTER_END, LEAGUE_RULE_CHANGED
from tournaments.seating import Monitor
from tournaments.services.journal import log
from tournaments.standings import LeagueRule

pytestmark = [pytest.mark.django_db, pytest.mark.page]

SUSPENSIONS = "organisation/comites/<int:committee_id>/suspensions/"  # whom a comité suspends: it alone reads why
OF_COMMITTEE = (SUSPENSIONS, "organisation/comites/<int:committee_id>/membres/")  # of clubs that let it
ARBITERS = "organisation/comites/<int:committee_id>/arbitres/"
CHANGES = "i/<str:entered_code>/changer/"  # by the link of the entry alone
LAST_NAME, FIRST_NAME = "Zqrefusx", "Zqprenomx"  # of everybody who is not named
# Where a column may be read by who does not read all names: routes that begin so; "" is everywhere.
TOLD = {
    # What a club, a comité or the site says of itself, for everybody.
    **dict.fromkeys(("Club.name", "Club.town", "Club.hall", "Club.hours", "Club.welcome", "Committee.name"), ("",)),
    **dict.fromkeys(("Site.name", "Site.contact"), ("mentions-legales/",)),
    # What is announced.
    **dict.fromkeys(("Tournament.name", "Tournament.place", "Tournament.bareme_name", "Season.name"), ("",)),
    "Tournament.called_off": ("",),
    **dict.fromkeys(("League.name", "Series.name", "Team.name", "PublishedLine.name"), ("",)),
    **dict.fromkeys(("Tournament.compared_scale_name", "Tournament.victory_scale_name"), ("",)),
    "Prize.lot": (),  # on paper alone, beside who wins it
    # Agreed to.
    "Player.public_name": ("",),
    # Why a result was corrected after the end, or a rule changed: names are hidden in it, see `unnamed_hidden`.
    "JournalEntry.reason": (
        *("tournois/<int:tournament_id>/", "saisons/", "championnats/<int:league_id>/"),
        *("api/v1/tournaments/<int:tournament_id>/standings/", "api/v1/seasons/", "moi/donnees.json"),
    ),
    # His own, on his own pages; whom he entered with, by the link of the entry.
    **dict.fromkeys(("Player.last_name", "Player.first_name"), ("moi/", *OF_COMMITTEE)),
    "Player.licence": OF_COMMITTEE[1:],
    "Proposal.changes": ("moi/demandes/", "moi/donnees.json"),
    "CommitteeSuspension.suspension_reason": (SUSPENSIONS,),
    **dict.fromkeys(
        ("Entry.last_name", "Entry.first_name", "EntryPartner.last_name", "EntryPartner.first_name"), ("i/",)
    ),
    "Entry.team_name": ("i/",),
    # Why he stopped being a member: names are hidden in it.
    "MembershipPeriod.remark": ("moi/donnees.json",),
    # What he typed there, where he changes it.
    **dict.fromkeys(("Entry.licence", "Entry.home_club", "Entry.email", "Entry.phone", "Entry.message"), (CHANGES,)),
    # What he contested and what was answered: names are hidden in it.
    **dict.fromkeys(("Protest.reason", "Protest.answer"), ("moi/",)),
    # Of what he was punished, as the catalogue says it, and by whom: an arbiter who plays is named as he agreed to.
    "PenaltyKind.name": ("moi/feuilles/",),
    # And the arbiters of those clubs that let their comité read them.
    **dict.fromkeys(("Account.last_name", "Account.first_name"), ("moi/feuilles/", ARBITERS)),
    # All that is kept of him: names are hidden in it (`tests/scoring/views/player/test_own_data.py`).
    **dict.fromkeys(("Incident.text", "JournalEntry.details", "JournalEntry.subject"), ("moi/donnees.json",)),
    **dict.fromkeys(("Payment.cancel_reason", "Payment.reason"), ("moi/donnees.json",)),
    **dict.fromkeys(("Penalty.reason", "Penalty.cancel_reason"), ("moi/donnees.json",)),
    **dict.fromkeys(("Player.federal_series", "Player.home_club"), ("moi/donnees.json",)),
    **dict.fromkeys(("SheetLine.written_by_name", "Wish.name", "Wish.reason"), ("moi/donnees.json",)),
}
# What programs write: codes and figures, and what is kept of a name to find it.
WRITTEN_BY_PROGRAMS = {
    *("Account.password", "CashCount.pieces", "ClubBareme.rules", "Conflict.facts", "Conflict.marque", "Draw.missing"),
    *("DonneRecord.record", "Draw.moved", "Draw.plan", "Draw.players", "Draw.price", "Draw.ranking", "Draw.wishes"),
    *("Phone.origin", "Job.result", "Job.wanted", "JournalEntry.words", "League.rule", "LeaguePublication.rule"),
    *(
        "Player.key",
        "Player.search_text",
        "Series.skipped",
        "SheetLine.confirmed",
        "SheetLine.marque",
        "SheetLine.miseres",
        "SheetLine.poignees",
    ),
    *("Token.scopes", "TypedSheet.rows", "Webhook.events", "Site.host", "Tournament.compared_scale"),
    "Tournament.victory_scale",
}
NAMING = ("reason", "answer", "text", "cancel_reason")
OF_A_SEASON = (JobKind.LEAGUE, JobKind.LEAGUE_POSTER, JobKind.YEAR_REPORT, *OF_FEES)
ON_PAPER = {"JournalEntry.reason", "Prize.lot"}
SHUTS = ("open_link", "forget_link")  # the pages of the player, for whoever reads after it
# What must be so beside a text, by the constraints of its table.
BESIDE: dict[str, dict[str, Any]] = {
    "ArbiterCall.coming_by_name": {"coming_at": NOW},
    "ArbiterCall.settled_by_name": {"settled_at": NOW},
    "Conflict.settle_reason": {"settled_at": NOW, "kept": Kept.STANDING},
    "Table.extra_reason": {"extra_minutes": 5},
    "Table.stop_reason": {"stopped_after": 1, "stopped_at": NOW},
    "MembershipPeriod.remark": {"until": NOW.date(), "reason": "moved"},
    "Wish.cancelled_by_name": {"cancelled_at": NOW},
    **{
        f"{model}.{column}": beside
        for model in ("Player", "Membership")
        for column, beside in (
            ("email", {"email_consent": True}),
            ("phone", {"phone_consent": True}),
            ("suspension_reason", {"suspended_from": NOW.date()}),
        )
    },
}


@dataclass
class Written:
    """The marks by the columns that hold them, and what an address takes in the evening."""

    marks: dict[str, str]
    evening: Tournament
    values: dict[str, Any]

    def told(self, text: str) -> set[str]:
        return {column for mark, column in self.marks.items() if mark in text}


@pytest.fixture
def written() -> Written:
    here = world()
    evening = evening_of_her(here.club, organiser(here.club))
    table = evening.rounds.get().tables.get(number=1)
    _written_too(table, here.values)
    marks = dict(_planted())
    Player.objects.filter(registrations__tournament=evening).exclude(pk=her_file().pk).update(
        consent=False, card_consent=False, last_name=LAST_NAME, first_name=FIRST_NAME
    )
    league = evening.season.leagues.last()
    Table.objects.filter(round__tournament=evening).update(closed_at=timezone.now())
    of_evening = {
        "token": token_of(table, evening),
        "tournament_id": evening.pk,
        "season_id": evening.season_id,
        "league_id": league.pk,
        "of_league": league.pk,
        "player_id": her_file().pk,
        "player_key": her_file().key,
        "start_number": 1,
    }
    return Written({mark: column for column, mark in marks.items()}, evening, here.values | of_evening)


def _written_too(table: Table, ids: dict[str, Any]) -> None:
    """Have the evening hold what nobody wrote in it: a row of each other model, and each change that is told."""
    evening, seat, line = table.round.of_tournament, table.seats.get(chair=0), table.lines.filter(current=True).first()
    entry, by = seat.registration, {"written_by_name": "Ada", "written_at": NOW}
    composed = ClubBareme.objects.get(pk=ids["bareme_id"]).edition
    Tournament.objects.filter(pk=evening.pk).update(bareme=composed, bareme_name="Barème du club")
    rewrite(evening, state=TournamentState.RUNNING, team_size=2)
    team = Team.objects.create(tournament=evening, number=1, name="Les Bouts", key=uuid.uuid4())
    evening.registrations.filter(pk__in=evening.registrations.values("pk")[:2]).update(team=team)
    scale = {"compared_scale": "0 : 0", "compared_scale_name": "du comité", "compared_scale_on": NOW.date()}
    scale |= {"victory_scale": "0 : 0", "victory_scale_name": "du comité", "victory_scale_on": NOW.date()}
    scale |= {"plays_matches": True, "team_size": 4, "victory_by": "scale"}
    TournamentFactory(club=evening.club, compared_by="scale", void_donnes_count=True, **scale)
    Site.objects.update_or_create(pk=1)
    Rate.objects.create(tournament=evening, label="Plein", amount=500, place=1)
    Proposal.objects.create(club=evening.club, player=entry.player, changes={}, proposed_on=NOW.date())
    EntryPartner.objects.create(entry=Entry.objects.get(pk=ids["entered_id"]), place=1, last_name="ZIMMER")
    ColumnMapping.objects.create(club=evening.club, kind="joueurs", heading="Nom")
    line_of = {"number": 1, "shared": False, "played": 1, "total": 0}
    PublishedLine.objects.create(publication_id=ids["publication_id"], player=entry.player, name="Les Bouts", **line_of)
    WebhookDelivery.objects.create(webhook=Webhook.objects.first(), event="essai", key=uuid.uuid4(), made_at=NOW)
    Confirmation.objects.create(line=line, seat=seat, by_name="Ada", at=NOW)
    Signature.objects.create(seat=seat, sheet="0123", at=NOW)
    TypedSheet.objects.create(key=uuid.uuid4(), table=table, rows=[], typed_by_name="Ada", typed_at=NOW)
    SheetTotal.objects.create(seat=seat, points=10, current=False, key=uuid.uuid4(), **by)
    SheetTotal.objects.create(seat=seat, points=20, reason="mal recopié", key=uuid.uuid4(), **by)
    for _twice in range(2):
        attach(table, organiser(evening.club), anyway=True)
    Prize.objects.create(plan=PrizePlan.objects.create(tournament=evening), number=1, lot="jambon")
    told = {"by": None, "at": NOW, "tournament": evening, "reason": "essai"}
    log(action=AFTER_END, subject="essai", **told)
    league = other_league(evening.season)
    of_league = {"league": league.pk, "rule": [LeagueRule().data, LeagueRule(bonus=1).data]}
    log(action=LEAGUE_RULE_CHANGED, subject="", by=None, at=NOW, club=evening.club, reason="essai", details=of_league)


def _planted() -> Iterator[tuple[str, str]]:
    """Write a mark into each text column, wherever a row has room for it; yield the column and its mark."""
    numbers = count(1)
    for model in apps.get_models():
        if model._meta.app_label not in APPS:
            continue
        rows = list(model._default_manager.all())
        for name in text_columns(model):
            column = f"{model.__name__}.{name}"
            if column not in WRITTEN_BY_PROGRAMS:
                mark = f"Zq{next(numbers):03}x"
                if sum([_writes(row, name, mark, BESIDE.get(column, {})) for row in rows]):
                    yield column, mark


def _writes(row: Model, name: str, mark: str, beside: dict[str, Any]) -> bool:
    """Write a mark into a column of a row, with what its table wants beside it; whether the database takes it."""
    column = row._meta.get_field(name)
    stored = getattr(row, name)
    is_written = (f"{row.__class__.__name__}.{name}" not in TOLD or name in NAMING) and (column.max_length or 99) > 20
    value: Any = f"{mark} {LAST_NAME}" if is_written else mark
    if isinstance(column, JSONField):
        value = {**stored, "home_club": ["", mark]}  # a value of before and of now, as a proposal and the journal have
    elif getattr(column, "unique", False):
        value = f"{mark}{row.pk}"
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{name: value}, **beside)
    except IntegrityError:
        return False
    return True


def readers(written: Written) -> dict[str, Client]:
    """Return those who read no name that is withheld, by who they are."""
    responsible = Account.objects.get(appointments=written.values["responsible_id"])
    return {
        "visitor": Client(),
        "somebody": logged_in(AccountFactory()),
        "player": phone_of(her_file()),
        "comité": logged_in(responsible),
    }


def read(client: Client, path: str) -> Iterator[str]:
    """Yield what an address answers, with its headers; and the file of a list."""
    answer = client.get(path)
    said = b"".join(answer) if answer.streaming else answer.content
    yield f"{answer.headers} {said.decode(errors='replace')}"
    if b"format=json" in said:
        yield client.get(f"{path}?format=json").content.decode()


def test_every_column_has_its_mark(written: Written) -> None:
    columns = {
        f"{model.__name__}.{name}"
        for model in apps.get_models()
        if model._meta.app_label in APPS
        for name in text_columns(model)
    }
    assert columns - WRITTEN_BY_PROGRAMS == set(written.marks.values())
    assert columns >= WRITTEN_BY_PROGRAMS


@pytest.mark.parametrize(
    "state", [pytest.param(TournamentState.RUNNING, marks=pytest.mark.product), TournamentState.FINISHED]
)
def test_who_does_not_read_all_names_reads_no_other_text(written: Written, state: str) -> None:
    """At the table all names go until the end."""
    rewrite(written.evening, state=state)
    found, names = set[tuple[str, str]](), set[tuple[str, str]]()
    for who, client in readers(written).items():
        for address in ALL:
            is_open = address.audience in (Role.PUBLIC, Role.AT_TABLE)
            if address.pattern.name in SHUTS or (is_open and who != "visitor"):
                continue
            if address.audience == Role.AT_TABLE and state == TournamentState.RUNNING:
                continue
            for text in read(client, address.at(written.values)):
                found |= {(column, address.route) for column in written.told(text)}
                names |= {(who, address.route) for name in (LAST_NAME, FIRST_NAME) if name in text}
    own = {(who, route) for who, route in names if who == "comité" and route.startswith(OF_COMMITTEE)}
    assert {(who, route) for who, route in names - own if route != CHANGES} == set()
    assert {told for told in found if not told[1].startswith(TOLD.get(told[0], ()))} == set()
    if state == TournamentState.FINISHED:
        assert {column for column, _route in found} == {column for column, routes in TOLD.items() if routes}


def test_a_paper_without_all_names_has_no_other_text(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []

    def keep(template: str, parts: Any, _stage: Any) -> bytes:
        pages.extend(render_to_string(part.template or template, dict(part.context)) for part in parts)
        return b"%PDF"

    rewrite(written.evening, state=TournamentState.FINISHED)
    monkeypatch.setattr(registry, "render_parts", keep)
    wanted = {"position": 1, "table": None, "paper": "A4", "papers": [JobKind.SEATING_PLAN, JobKind.NOTICE]}
    with_names, found = set(), set[str]()
    for kind, paper in DOCUMENTS.items():
        if kind in (*OF_BOARDS, *OF_DUPLICATE):  # tests/scoring/documents/test_boards.py and test_board_papers.py
            continue
        season = {"season": written.evening.season} if kind in OF_A_SEASON else {"tournament": written.evening}
        pages.clear()
        paper.make(claimed(kind, **season, **wanted), Monitor())
        text = " ".join(pages)
        if FIRST_NAME in text:
            with_names.add(kind)
            continue
        assert LAST_NAME not in text, kind
        found |= {column for column in written.told(text) if "" not in TOLD.get(column, ())}
    assert found == ON_PAPER
    assert with_names == {JobKind.DECISIONS, JobKind.SHEETS, JobKind.PLAYER_CARDS}
