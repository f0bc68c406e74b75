"""A whole event leaves in a file and comes back beside itself, or elsewhere, its figures counted again."""

import gzip
import json
import re
import uuid
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scoring.imports import event_files, events
from scoring.imports.event_files import MOST_BYTES, _digest, _plain, event_file, read_event_file
from scoring.imports.event_rows import SECTIONS, name_of, rows_of
from scoring.imports.events import LoadedEvent, Said, WhoAreThey, load_event
from scoring.labels import CallAbout, CallOutcome, PenaltyTarget, ProtestAbout
from scoring.models import (
    ArbiterCall,
    ChelemCall,
    ClubBareme,
    Confirmation,
    Conflict,
    Penalty,
    PenaltyKind,
    Phone,
    Protest,
    SheetLine,
    Signature,
    TypedSheet,
)
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.incidents import note_incident
from scoring.services.sheets.cancelled_rounds import cancel_round
from scoring.services.sheets.results import differences
from scoring.views.desk import imports
from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory, arbiter, organiser
from tests.refusals import refusal_of
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.sheets import EST, SUD, a_penalty, chelem_called, garde, played_by, record, seat
from tests.services.calls import World, a_world
from tests.texts import text
from tests.tournaments.rotations import drawn
from tests.tournaments.teams import a_team
from tournaments.labels import EntryState, Group, PaymentMethod, RateCode, WishKind
from tournaments.models import (
    CashCount,
    Clock,
    Club,
    Entry,
    EntryPartner,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    SeatChange,
    Series,
    Table,
    Template,
    Tournament,
    Wish,
    WishPlayer,
)
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.standings.standings import standings
from tournaments.queries.standings.teams import team_standings
from tournaments.refusals import Refusal
from tournaments.services.draws.publishing import publish_draw
from tournaments.views.waiting_lists import LISTS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Make the evening once: what a test changes in it goes when that test ends."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield an_evening()
        transaction.set_rollback(True)


@pytest.fixture
def there(evening: World) -> World:
    return deepcopy(evening)


def an_evening() -> World:
    """Return an evening in which something of everything happened."""
    there = a_world()
    event, by = there.tournament, there.by
    event.rounds_planned = 3
    event.save()
    wish = Wish.objects.create(tournament=event, kind=WishKind.APART, added_at=NOW, added_by=by, added_by_name="aline")
    for entry in there.entries[:2]:
        WishPlayer.objects.create(wish=wish, registration=entry)
    played_by(event, petit_chelem=True)
    publish_draw(draw=drawn(event, by), by=by, at=NOW)
    event.refresh_from_db()
    one, other = Table.objects.filter(round__tournament=event, round__number=1).order_by("number")
    Clock.objects.create(round=one.round, spent=60)
    record(one, 1, by, COMMENTED_LINE)
    attach(one, by)
    record(other, 1, by)
    record(other, 1, by, garde(points="51"))
    phone = Phone.objects.create(key=uuid.uuid4(), table=other, seat=seat(other, EST), first_seen=NOW, last_seen=NOW)
    entered = record(other, 1, phone, garde(points="50"))
    Confirmation.objects.create(line=entered, seat=seat(other, SUD), phone=phone, by_name="Ada", at=NOW)
    Signature.objects.create(seat=seat(other, SUD), sheet="0123", phone=phone, at=NOW)
    ArbiterCall.objects.create(
        table=other, about=CallAbout.CHELEM, number=2, seat=seat(other, EST), key=uuid.uuid4(), phone=phone,
        by_name="Ada", at=NOW,
    )  # fmt: skip
    Protest.objects.create(
        table=other, about=ProtestAbout.DONNE, number=1, seat=seat(other, SUD), reason="trop de points",
        key=uuid.uuid4(), phone=phone, by_name="Ada", at=NOW,
    )  # fmt: skip
    TypedSheet.objects.create(
        table=other, key=uuid.uuid4(), rows={"2": {"outcome": "passee", "facts": []}}, typed_by_name="Ada", typed_at=NOW
    )
    late = Conflict(table=other, number=1, line=entered, key=uuid.uuid4(), phone=phone, by_name="Ada", at=NOW)
    late.keep(entered)
    late.save()
    call = chelem_called(other, by, outcome=CallOutcome.FAILED)
    cancel_chelem_call(
        call=call, reason="erreur", seen=SheetLine.objects.get(table=other, current=True).pk, by=by, at=NOW
    )
    chelem_called(other, by, outcome=CallOutcome.FAILED)
    noise = PenaltyKind.objects.create(club=there.club, code="bruit", name="Bruit", points=-10)
    a_penalty(event, by, kind=noise, target=PenaltyTarget.TABLE, table=one, points=-10, reason="bruit")
    note_incident(tournament=event, text="bruit", table=one, players=there.entries[:1], key=uuid.uuid4(), by=by, at=NOW)
    last = event.rounds.get(number=3)
    two = [seat.registration for seat in last.seats.filter(chair=0).order_by("table__number")]
    SeatChange.objects.create(
        tournament=event, kind="echange", number=3, round=last, one=two[0], other=two[1], reason="voisins",
        key=uuid.uuid4(), made_by=by, made_by_name="aline", made_at=NOW,
    )  # fmt: skip
    cancel_round(tournament=event, number=3, seen=seen_in(last), reason="trop tard", by=by, at=NOW)
    rate = Rate.objects.create(tournament=event, code=RateCode.MEMBER, label="Adhérent", amount=500, place=1)
    event.registrations.update(rate=rate)
    entry = Entry.objects.create(
        tournament=event, number=1, state=EntryState.CONFIRMED, places=2, last_name="NOM1", first_name="Ada",
        email="ada@example.org", phone="06 12", message="SECRET", registration=there.entries[0], key=uuid.uuid4(),
        entered_at=NOW,
    )  # fmt: skip
    EntryPartner.objects.create(entry=entry, place=1, last_name="NOM2", registration=there.entries[1])
    plan = PrizePlan.objects.create(tournament=event, club_adds=500)
    prize = Prize.objects.create(plan=plan, number=1, amount=500)
    PrizeGiven.objects.create(prize=prize, registration=there.entries[0], amount=500, at=NOW)
    Payment.objects.create(
        key=uuid.uuid4(),
        registration=there.entries[0],
        amount=500,
        method=PaymentMethod.CASH,
        paid_on=NOW.date(),
        at=NOW,
        by=by,
    )
    CashCount.objects.create(key=uuid.uuid4(), tournament=event, counted=500, expected=500, at=NOW)
    series = Series.objects.create(club=there.club, name="Le vendredi", starts_on=event.date)
    before = TournamentFactory(club=there.club)
    Template.objects.create(club=there.club, source=event, name="Vendredi")
    Tournament.objects.filter(pk=event.pk).update(
        series=series, copied_from=before, unfinished_rule="minimum", minimum_rounds=2, missed_counts="average"
    )
    event.refresh_from_db()
    Tournament.objects.filter(pk=event.pk).update(team_size=2)
    event.refresh_from_db()
    a_team("Les Bouts", *(event.registrations.get(pk=entry.pk) for entry in there.entries[:2]))
    return there


def load(club: Club, content: bytes, name: str = "", elsewhere: str = "") -> Tournament:
    return load_event(club=club, content=content, name=name, elsewhere=elsewhere, by=None, at=NOW).tournament


def without_ids(rows: dict[str, Any]) -> dict[str, Any]:
    """Return rows as what they say: every id is its place among the ids of its kind, and keys are left out."""
    order = {name: {row["id"]: place for place, row in enumerate(of_kind)} for name, of_kind in rows.items()}

    def plain(model: type, row: dict[str, Any]) -> dict[str, Any]:
        said = {}
        for column in model._meta.concrete_fields:
            if column.name not in row or column.name in {
                "id",
                "key",
                "players",
                "ranking",
                "plan",
                "wishes",
                "seats_digest",
            }:
                continue
            value = row[column.name]
            if column.related_model is not None:
                value = order.get(name_of(column.related_model), {}).get(value)
            said[column.name] = value
        return said

    return {name_of(model): [plain(model, row) for row in rows[name_of(model)]] for model in SECTIONS}


def told(tournament: Tournament) -> list[tuple[int, str, int]]:
    return [(line.place, line.name, line.total) for line in standings(tournament).lines]


def changed(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a file whose event was changed by hand, its digest made anew."""
    head = json.loads(gzip.decompress(content))
    change(head["event"])
    head["digest"] = _digest(_plain(head["event"]))
    return gzip.compress(json.dumps(head).encode())


def test_an_event_comes_back_beside_the_original(there: World) -> None:
    event = there.tournament
    Tournament.objects.filter(pk=event.pk).update(starts_at=time(20, 15), place="Foyer rural")
    before = {name: list(rows) for name, rows in rows_of(event).items()}
    of_duplicate = ("Match", "SealedLineUp", "BoardResult", "FouledBoard", "FouledTable")
    none = [*(f"tournaments.{name}" for name in of_duplicate), "scoring.SheetTotal"]
    assert [name for name, rows in before.items() if not rows] == none
    copy = load(there.club, event_file(event, at=NOW), name="Copie")

    assert rows_of(event) == before
    journal, said = "tournaments.JournalEntry", without_ids(rows_of(copy))
    assert said[journal].pop()["action"] == "tournoi repris d’un fichier"
    assert said == without_ids(before)
    assert {row["id"] for rows in before.values() for row in rows if "key" in row} != set()
    for name, rows in rows_of(copy).items():
        assert {row["id"] for row in rows}.isdisjoint(row["id"] for row in before[name]), name
        assert {row.get("key", 0) for row in rows}.isdisjoint(row.get("key", 1) for row in before[name]), name
    assert told(copy) == told(event)
    assert [(line.name, line.place, line.total) for line in team_standings(standings(copy)).lines] == [
        (line.name, line.place, line.total) for line in team_standings(standings(event)).lines
    ]
    assert str(copy.teams.get().captain) == str(event.teams.get().captain)
    assert Player.objects.count() == 8
    assert (copy.season, copy.name, copy.bareme) == (None, "Copie", event.bareme)
    assert (copy.series, copy.copied_from, copy.templates.count()) == (None, None, 0)  # it is no evening of the series
    assert (copy.starts_at, copy.place) == (time(20, 15), "Foyer rural")
    assert copy.ranking_rule == event.ranking_rule
    draw, was = copy.draws.get(), event.draws.get()
    own = set(copy.registrations.values_list("pk", flat=True))
    assert {player for tables in draw.computed_plan.rounds for table in tables for player in table} == own
    assert set(draw.players) == own
    assert draw.wishes[0]["wish"] == copy.wishes.get().pk
    assert certificate_words(draw) == certificate_words(was)
    assert list(differences(copy)) == []
    call_command("check_results")


def test_a_file_of_the_first_version_is_read_as_an_event_in_libre() -> None:
    """It was written before there was a duplicate, and says nothing of étuis."""
    content = Path("tests/data/event_version_1.evenement.gz").read_bytes()
    copy = load(ClubFactory(), content, elsewhere="memes")
    assert json.loads(gzip.decompress(content))["version"] == 1
    assert (copy.is_duplicate, copy.board_deal, copy.free_rounds, copy.last_shown_round) == (False, None, 0, None)
    assert told(copy)[:2] == [(1, "NOM4 Ada", 132), (1, "NOM5 Ada", 132)]
    assert list(differences(copy)) == []


def test_what_a_call_did_to_its_donne_can_still_be_taken_back(there: World) -> None:
    copy = load(there.club, event_file(there.tournament, at=NOW), name="Copie")
    call = ChelemCall.objects.get(table__round__tournament=copy, cancelled_at=None)
    line = SheetLine.objects.get(table=call.table, current=True)
    assert line.key == call.line_key
    cancel_chelem_call(call=call, reason="erreur", seen=line.pk, by=there.by, at=NOW)
    assert not SheetLine.objects.get(table=call.table, current=True).chelem_announced


def test_an_event_goes_to_another_installation(there: World) -> None:
    """Where nothing of it is, but a player by his licence and one by his name."""
    content, was = event_file(there.tournament, at=NOW), told(there.tournament)
    Player.objects.update(licence="")  # as if they were of another installation
    other = ClubFactory()
    known = PlayerFactory(club=other, last_name="nom1", first_name="ADA", licence="P1", consent=False)
    named = PlayerFactory(club=other, last_name="Nom2", first_name="Ada", licence="")
    loaded = load_event(club=other, content=content, name="", by=None, at=NOW)
    assert (loaded.known, loaded.created) == (2, 6)
    assert other.known.count() == 8
    players = {entry.start_number: entry.player for entry in loaded.tournament.registrations.select_related("player")}
    assert (players[1], players[2]) == (known, named)
    assert not players[1].consent
    assert [total for _place, _name, total in told(loaded.tournament)] == [total for _place, _name, total in was]
    bareme = ClubBareme.objects.get(club=other)
    assert (bareme.edition, bareme.archived_at) == (loaded.tournament.bareme, NOW)
    assert Penalty.objects.get(tournament=loaded.tournament).kind.club == other
    call_command("check_results")


def test_a_birth_year_goes_with_its_event_and_is_kept_only_where_it_serves(there: World) -> None:
    """Elsewhere the category is what the ages of that club make of it, once the event is in a season of it."""
    Player.objects.filter(last_name="NOM1").update(birth_year=1967)
    content = event_file(there.tournament, at=NOW)
    Player.objects.update(licence="")
    without, other = ClubFactory(), ClubFactory()
    season = SeasonFactory(club=other, veteran_from_age=60)
    load(without, content)
    event = load(other, content, elsewhere="autres")

    assert set(without.known.values_list("birth_year", flat=True)) == {None}
    assert other.known.get(last_name="NOM1").birth_year == 1967
    assert standings(event).of_group(Group.VETERANS).lines == ()
    Tournament.objects.filter(pk=event.pk).update(season=season)
    found = standings(Tournament.objects.get(pk=event.pk)).of_group(Group.VETERANS)
    assert [line.start_number for line in found.lines] == [1]


def refused(club: Club, content: bytes, name: str = "") -> Refusal:
    before = Tournament.objects.count(), Player.objects.count()
    caught = refusal_of(load, club, content, name)
    assert (Tournament.objects.count(), Player.objects.count()) == before
    return caught


def test_a_second_club_of_the_site_takes_in_an_event_of_players_with_licences(there: World) -> None:
    """Said to be others, they are players of this club without the licence; said to be the same, they are members."""
    content = event_file(there.tournament, at=NOW)
    licensed = set(Player.objects.exclude(licence="").values_list("licence", flat=True))
    here = ClubFactory(name="Voisins")
    asked = refused(here, content)
    loaded, again = (
        load_event(club=here, content=content, name=name, elsewhere="autres", by=None, at=NOW)
        for name in ("Le leur", "Encore")
    )

    assert licensed
    assert (asked.code, list(asked.fields)) == ("held_elsewhere", ["elsewhere"])
    assert len(loaded.without_licence) == len(licensed)
    assert not any(there.club.name in sentence for sentence in loaded.without_licence)
    assert set(here.known.values_list("licence", flat=True)) == {""}
    assert here.known.count() == loaded.created == again.known
    assert set(Player.objects.exclude(licence="").values_list("licence", flat=True)) == licensed
    assert not list(differences(loaded.tournament))
    third = load_event(club=ClubFactory(), content=content, name="", elsewhere="memes", by=None, at=NOW)
    assert (len(third.joined), third.known) == (len(licensed), len(licensed))
    assert {entry.player for entry in third.tournament.registrations.all()} >= set(there.club.known)


def clashing(there: World) -> tuple[bytes, dict[str, int], Player, Player]:
    """Return a file whose licence P1 is another's here by now and whose NOM3 two have, ids by name there, and both."""
    content = event_file(there.tournament, at=NOW)
    ids = {row["last_name"]: row["id"] for row in read_event_file(content)["players"]}
    holder = Player.objects.get(licence="P1")
    Player.objects.filter(pk=holder.pk).update(last_name="AUTRE", search_text="autre ada")
    Player.objects.filter(licence="P3").update(licence="")
    return content, ids, holder, PlayerFactory(club=there.club, last_name="NOM3", first_name="Ada", licence="")


def test_all_that_is_not_sure_is_asked_at_once_and_nothing_is_written(there: World) -> None:
    content, ids, holder, _other = clashing(there)
    refusal = refused(there.club, content)
    assert refusal.code == "tournament_exists"
    assert isinstance(refusal, WhoAreThey)
    assert [name for name, _question in refusal.questions] == ["NOM1 Ada", "NOM3 Ada"]
    assert [len(question.people) for _name, question in refusal.questions] == [1, 2]
    assert set(refusal.fields) == {"name", f"who-{ids['NOM1']}", f"who-{ids['NOM3']}"}
    assert f"celui de {Player.objects.get(pk=holder.pk)} au club, et de NOM1 Ada" in str(refusal)


def test_who_has_the_licence_under_another_name_is_whom_the_organiser_says(there: World) -> None:
    content, ids, holder, other = clashing(there)

    def loaded(name: str, said: Said) -> tuple[LoadedEvent, dict[int, Player]]:
        event = load_event(club=there.club, content=content, name=name, by=None, at=NOW, said=said)
        entries = event.tournament.registrations.select_related("player").order_by("start_number")
        return event, {entry.start_number: entry.player for entry in entries}

    before = Player.objects.count()
    same, people = loaded("A", Said(same={ids["NOM1"]: holder.pk, ids["NOM3"]: other.pk}))
    assert (people[1], people[3], Player.objects.count()) == (holder, other, before)
    assert people[1].last_name == "AUTRE"  # nothing of him changes
    assert same.without_licence == ()

    # One answer is not enough, nor somebody who was not proposed, nor one player for two of the file.
    for said in (
        Said(same={ids["NOM1"]: holder.pk}),
        Said(same={ids["NOM1"]: other.pk, ids["NOM3"]: other.pk}),
        Said(same={ids["NOM1"]: holder.pk, ids["NOM3"]: PlayerFactory().pk}),
    ):
        with pytest.raises(WhoAreThey):
            loaded("C", said)
    assert not there.club.tournaments.filter(name="C").exists()

    before = Player.objects.count()
    others, people = loaded("B", Said(others={ids["NOM1"], ids["NOM3"]}))
    assert Player.objects.count() == before + 2
    assert (people[1].last_name, people[1].licence, people[3].last_name) == ("NOM1", "", "NOM3")
    assert people[1] != holder
    assert others.without_licence == ("NOM1 Ada",)
    assert Player.objects.get(pk=holder.pk).licence == "P1"


def test_a_name_a_letter_off_somebody_known_is_asked(there: World) -> None:
    def a_slip(event: dict[str, Any]) -> None:
        event["players"][0] |= {"last_name": "DESCHANPS", "licence": ""}

    known = PlayerFactory(club=there.club, last_name="DESCHAMPS", first_name="Ada", licence="")
    PlayerFactory(club=there.club, last_name="LOINTAIN", first_name="Ada")
    content = changed(event_file(there.tournament, at=NOW), a_slip)
    old = read_event_file(content)["players"][0]["id"]
    asked = refused(there.club, content, "Copie")
    assert isinstance(asked, WhoAreThey)
    assert [(name, [*question.people]) for name, question in asked.questions] == [("DESCHANPS Ada", [known])]
    assert "qui est dans le fichier, ressemble à quelqu’un que le club connaît" in str(asked)
    before = Player.objects.count()
    load_event(club=there.club, content=content, name="A", by=None, at=NOW, said=Said(same={old: known.pk}))
    assert Player.objects.count() == before
    assert known.registrations.get().tournament.name == "A"
    load_event(club=there.club, content=content, name="B", by=None, at=NOW, said=Said(others={old}))
    assert Player.objects.count() == before + 1


@pytest.mark.parametrize(("name", "licence"), [("NOM2X", ""), ("DESCHANPS", "Z8")])
def test_who_is_another_of_the_file_or_has_another_licence_is_not_asked_about(
    there: World, name: str, licence: str
) -> None:
    PlayerFactory(club=there.club, last_name="DESCHAMPS", first_name="Ada", licence="Z9")

    def renamed(event: dict[str, Any]) -> None:
        event["players"][0] |= {"last_name": name, "licence": licence}

    content = changed(event_file(there.tournament, at=NOW), renamed)
    assert load_event(club=there.club, content=content, name="Copie", by=None, at=NOW).created == 1


def test_of_many_licences_of_another_club_the_rest_is_counted(there: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_TOLD", 1)
    held = Player.objects.exclude(licence="").count()
    told = refused(ClubFactory(), event_file(there.tournament, at=NOW)).fields["elsewhere"]
    assert [str(told[0]).startswith("Le numéro"), *told[1:]] == [True, f"Et {held - 1} autres."]


def test_two_of_a_file_are_not_one_player_without_a_word(there: World) -> None:
    """A father and a son without licence, of whom the club knows one."""

    def two_of_a_name(event: dict[str, Any]) -> None:
        event["players"][0] |= {"last_name": "NOM2", "licence": ""}
        event["players"][1] |= {"licence": ""}

    content = changed(event_file(there.tournament, at=NOW), two_of_a_name)
    ids = [row["id"] for row in read_event_file(content)["players"]][:2]
    known = Player.objects.get(licence="P2")
    asked = refused(there.club, content, "Copie")
    assert isinstance(asked, WhoAreThey)
    assert [name for name, _question in asked.questions] == ["NOM2 Ada"] * 2
    before = Player.objects.count()
    said = Said(same={ids[1]: known.pk}, others={ids[0]})
    load_event(club=there.club, content=content, name="Copie", by=None, at=NOW, said=said)
    assert Player.objects.count() == before + 1


def test_the_page_asks_who_they_are_and_keeps_what_was_said(there: World, client: Client) -> None:
    content, ids, holder, other = clashing(there)
    one, two = f"who-{ids['NOM1']}", f"who-{ids['NOM3']}"
    client.force_login(organiser(there.club))
    page = reverse("restore_event", kwargs={"club_id": there.club.pk})
    asked = client.post(page, {"file": SimpleUploadedFile("a.evenement.gz", content), "name": "Copie"})
    form = asked.context["form"]
    assert asked.status_code == 422
    assert form[one].field.choices == [
        ("", "dites qui c’est"), (holder.pk, "c’est AUTRE Ada · P1"), ("new", "quelqu’un d’autre, nouveau"),
    ]  # fmt: skip
    assert [value for value, _label in form[two].field.choices][1:-1] == sorted(
        Player.objects.filter(last_name="NOM3").values_list("pk", flat=True)
    )
    again = client.post(page, {"name": "Copie", one: "new"})  # the file waits
    assert (again.status_code, again.context["form"][one].value()) == (422, "new")
    assert list(again.context["form"].errors) == [two]
    assert client.post(page, {"name": "Copie", one: "new", two: other.pk}).status_code == 303
    copy = there.club.tournaments.get(name="Copie")
    assert copy.registrations.get(start_number=3).player == other
    assert copy.registrations.get(start_number=1).player.licence == ""


def test_results_that_the_sheets_do_not_give_are_refused(there: World) -> None:
    def better(event: dict[str, Any]) -> None:
        event["rows"]["tournaments.SeatResult"][0]["points"] += 1000

    assert refused(there.club, changed(event_file(there.tournament, at=NOW), better), "Copie").code == "event_differs"


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["rows"]["tournaments.Seat"][0].update(registration=999_999_999),
        lambda event: event["rows"]["tournaments.Seat"].pop(0),
        lambda event: event["rows"]["tournaments.Rate"][0].update(amount=-5),
        lambda event: event["rows"]["tournaments.Rate"][0].update(label="x" * 90),
        lambda event: event["rows"]["tournaments.Rate"][0].update(tournament=None),
        lambda event: event["rows"]["tournaments.Rate"][0].update(password="x"),
        lambda event: event["rows"]["tournaments.Payment"][0].update(key="1"),
        lambda event: event["rows"]["tournaments.Draw"][0].update(plan={}),
        lambda event: event["rows"]["tournaments.Draw"][0].update(players=None),
        lambda event: event["rows"]["scoring.SheetLine"][0].update(poignees=[{}], outcome="?"),
        lambda event: event["players"][0].update(last_name=""),
        lambda event: event["players"][0].update(birth_year=2099),
        lambda event: event["players"][0].update(last_name="a\x00"),
        lambda event: event["players"][0].update(id="1"),
        lambda event: event.pop("players"),
        lambda event: event["tournament"].update(date="hier"),
        lambda event: event["tournament"].update(tie_breaks="sort,position"),
        lambda event: event["tournament"].update(tie_breaks="position,merite"),
        lambda event: event["bareme"].update(rules={"base": "beaucoup"}),
        lambda event: event["penalty_kinds"].clear(),
    ],
)  # fmt: skip
def test_a_file_that_says_what_no_event_says_is_refused(
    there: World, change: Callable[[dict[str, Any]], object]
) -> None:
    refused(there.club, changed(event_file(there.tournament, at=NOW), change), "Copie")


def test_a_bareme_that_is_not_in_the_file_is_refused(there: World) -> None:
    def without(event: dict[str, Any]) -> None:
        event["bareme"] = None

    assert refused(there.club, changed(event_file(there.tournament, at=NOW), without), "Copie").code == "event_altered"


def test_a_file_that_is_no_event_is_refused() -> None:
    club = ClubFactory()
    content = gzip.compress(b"{}")
    for file, code in (
        (b"", "not_an_event"),
        (b"PK\x03\x04", "not_an_event"),
        (content, "not_an_event"),
        (gzip.compress(b"[" * 100_000), "not_an_event"),
        (gzip.compress(json.dumps({"format": "tarot-club-event", "version": 4}).encode()), "newer_than_us"),
        (gzip.compress(json.dumps({"format": "tarot-club-event", "version": 2}).encode()), "event_altered"),
        (b"\x1f\x8b" + b"x" * MOST_BYTES, "file_too_big"),
    ):
        assert refused(club, file).code == code


def test_names_of_a_file_come_in_without_the_letters_that_nobody_sees(there: World) -> None:
    def turn_round(event: dict[str, Any]) -> None:
        event["tournament"]["name"] = "Noël\u202e 12"
        event["players"][0] |= {"last_name": "RO\u200bY", "licence": ""}

    copy = load(there.club, changed(event_file(there.tournament, at=NOW), turn_round))

    assert copy.name == "Noël 12"
    assert copy.club.known.filter(last_name="ROY").count() == 1


def test_a_file_cut_or_changed_without_its_digest_is_refused(there: World) -> None:
    content = event_file(there.tournament, at=NOW)
    assert read_event_file(content)["tournament"]["name"] == "Concours"
    assert refused(there.club, content[:-40]).code == "event_altered"
    assert (
        refused(there.club, gzip.compress(gzip.decompress(content).replace(b"Concours", b"Contours"))).code
        == "event_altered"
    )


def test_a_small_file_that_unpacks_into_a_huge_one_is_refused() -> None:
    bomb = gzip.compress(b" " * 200_000_000, compresslevel=1)
    assert len(bomb) < MOST_BYTES
    assert refused(ClubFactory(), bomb).code == "file_too_big"


@pytest.mark.parametrize("value", [0, [], {}])
def test_a_file_of_more_values_than_an_event_has_is_refused_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch, value: object
) -> None:
    """Fifty bytes of memory are two letters in the file: neither its size nor what it unpacks to tells them."""
    monkeypatch.setattr(event_files, "MOST_VALUES", 20)
    for count, code in ((19, "not_an_event"), (30, "file_too_big")):
        content = gzip.compress(json.dumps([value] * count).encode())
        assert refused(ClubFactory(), content).code == code


def test_the_pages(there: World, client: Client) -> None:
    event = there.tournament
    client.force_login(arbiter(there.club))
    assert client.get(f"/organisation/tournois/{event.pk}/fichier/").status_code == 403
    client.force_login(organiser(there.club))
    answer = client.get(f"/organisation/tournois/{event.pk}/fichier/")
    assert answer["Content-Disposition"] == 'attachment; filename="tournoi-concours-2026-11-21.evenement.gz"'
    address = f"/organisation/clubs/{there.club.pk}/tournois/reprendre/"

    def sent(name: str) -> Any:
        return client.post(address, {"file": SimpleUploadedFile("t.gz", answer.content), "name": name})

    page = sent("")
    assert page.status_code == 422
    assert "donnez un autre nom" in page.content.decode()
    assert "Laissez vide pour garder « t.gz »" in text(page)
    no_event = client.post(address, {"file": SimpleUploadedFile("list.csv", b"nom"), "name": ""})
    assert "Laissez vide pour garder « t.gz »" in text(no_event)
    loaded = client.post(address, {"name": "Concours repris"})  # the file waits: it is not chosen again
    copy = Tournament.objects.get(name="Concours repris")
    assert (loaded.status_code, loaded["Location"]) == (303, f"/organisation/tournois/{copy.pk}/")
    said = client.get(loaded["Location"]).content.decode()
    assert re.findall(r"est repris\s: \d+ ([^<]*)\.", said) == ["joueurs étaient connus, 0 est ajouté comme invité"]
    assert client.post(address, {"name": "Encore"}).status_code == 422  # nothing waits any more
    assert client.session[LISTS] == {}
    client.force_login(organiser(ClubFactory()))
    assert sent("Ailleurs").status_code == 403


def test_a_large_file_does_not_wait_in_the_session(
    there: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = event_file(there.tournament, at=NOW)
    monkeypatch.setattr(imports, "MOST_KEPT", len(content) - 1)
    client.force_login(organiser(there.club))
    address = f"/organisation/clubs/{there.club.pk}/tournois/reprendre/"
    refused = client.post(address, {"file": SimpleUploadedFile("t.gz", content), "name": ""})

    assert refused.status_code == 422
    assert "pour garder «" not in text(refused)
    assert LISTS not in client.session


def test_an_event_keeps_the_hall_of_its_own_club(there: World) -> None:
    Club.objects.filter(pk=there.club.pk).update(hall="Foyer rural", town="Là-bas")
    there.tournament.club.refresh_from_db()
    elsewhere = ClubFactory(hall="Salle des fêtes", town="Ici")
    content = event_file(there.tournament, at=NOW)
    older = changed(content, lambda event: event.update(club={"name": "Tarot de Là-bas", "town": ""}))
    place = {"place": "Gymnase"}
    own = changed(content, lambda event: event["tournament"].update(place))

    def where(club: Club, content: bytes, name: str) -> str:
        return load(club, content, name, "memes").where

    assert where(elsewhere, content, "") == "Foyer rural, Là-bas"
    assert where(elsewhere, older, "Vieux") == "Tarot de Là-bas"
    assert where(elsewhere, own, "Sien") == "Gymnase"
    assert load_event(club=there.club, content=content, name="Ici", by=None, at=NOW).tournament.place == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1" * 5_000, "not_an_event"),
        ('{"format":"tarot-club-event","version":1,"event":{"rows":' + "[" * 900 + "]" * 900 + "}}", "event_altered"),
        ("[" + "[]," * 6_000_000 + "[]]", "file_too_big"),
    ],
    ids=("a number of 5,000 digits", "lists in lists", "millions of lists"),
)
def test_a_file_that_no_program_reads_well_is_refused(text: str, code: str) -> None:
    assert refused(ClubFactory(), gzip.compress(text.encode(), 1)).code == code


@pytest.mark.parametrize(
    ("section", "column", "value"),
    [
        ("players", "last_name", None),
        ("rows/tournaments.Registration", "start_number", float("inf")),
        ("rows/tournaments.Payment", "key", 5),
        ("rows/tournaments.Draw", "plan", {"certificate": [], "rounds": [], "exempts": []}),
        ("rows/tournaments.JournalEntry", "words", 5),
    ],
)
def test_a_value_that_no_column_holds_is_refused(there: World, section: str, column: str, value: object) -> None:
    def hostile(event: dict[str, Any]) -> None:
        rows = event
        for name in section.split("/"):
            rows = rows[name]
        rows[0][column] = value

    assert refused(there.club, changed(event_file(there.tournament, at=NOW), hostile), "Copie").code == "event_altered"


def test_a_certificate_that_no_page_can_tell_is_refused(there: World) -> None:
    def hostile(event: dict[str, Any]) -> None:
        event["rows"]["tournaments.Draw"][0]["plan"]["certificate"]["repeats"] = "x"

    assert refused(there.club, changed(event_file(there.tournament, at=NOW), hostile), "Copie").code == "event_altered"
