"""Somebody is forgotten: his name is nowhere any more, and what he played still counts."""

import re
import uuid
from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from scoring.models import Incident, SheetLine
from tests.factories import NOW, AccountFactory, PlayerFactory, RegistrationFactory, SeasonFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.scoring.sheets import record, seated
from tests.texts import plain
from tournaments.labels import EntryState, ImportKind, JobKind, JobState, TournamentState
from tournaments.models import (
    Account,
    Club,
    Document,
    Entry,
    EntryPartner,
    Import,
    Job,
    JournalEntry,
    Player,
    Tournament,
)
from tournaments.queries.privacy.earlier_names import person_of
from tournaments.queries.privacy.erasing import erasing_player
from tournaments.queries.privacy.named_texts import ERASED
from tournaments.queries.standings.standings import standings
from tournaments.services.people.players import PlayerFacts, change_player
from tournaments.services.privacy.erasing import erase_player

NAMED = {"last_name": "Zzverdier", "first_name": "Odile", "licence": "LIC4242", "public_name": "Odile Z."}


@pytest.fixture
def evening(club: Club, the_organiser: Account) -> Tournament:
    """A finished evening of four, of which the first has a login, a printed ranking and lines in the journal."""
    season = SeasonFactory(club=club)
    tournament = TournamentFactory(club=club, season=season, state=TournamentState.RUNNING)
    player = PlayerFactory(club=club, consent=True, card_consent=True, **NAMED)
    AccountFactory(username="odile.zzverdier", player=player)
    RegistrationFactory(tournament=tournament, player=player, start_number=1)
    (table,) = seated(tournament)
    record(table, 1, player.account)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    facts = PlayerFacts("Zzverdier", "Odile", licence="LIC4242", public_name="Odile Z.", birth_year=1958, consent=True)
    change_player(player=player, facts=facts, by=the_organiser, at=NOW)
    job = Job.objects.create(
        kind=JobKind.RANKING, tournament=tournament, state=JobState.DONE, asked_at=NOW, ended_at=NOW
    )
    Document.objects.create(
        job=job, tournament=tournament, title="Classement", filename="c.pdf", content=b"Zzverdier", size=9, made_at=NOW
    )
    tournament.refresh_from_db()
    return tournament


def of(tournament: Tournament) -> Player:
    return tournament.registrations.get(start_number=1).player


def everything() -> str:
    """Return all that the database says, in one text."""
    rows = (
        value
        for model in apps.get_models()
        if model._meta.app_label in {"tournaments", "scoring"}
        for row in model._default_manager.values_list()
        for value in row
    )
    said = (bytes(value).decode("latin1") if isinstance(value, bytes | memoryview) else str(value) for value in rows)
    return "\n".join(said).casefold()


def test_nothing_says_who_he_was_and_his_result_stays(evening: Tournament, the_organiser: Account):
    before = [(line.start_number, line.place, line.total) for line in standings(evening).lines]
    assert "zzverdier" in everything()

    player = erase_player(player=of(evening), by=the_organiser, at=NOW).player

    said = everything()
    assert [text for text in ("zzverdier", "odile", "lic4242") if text in said] == []
    assert not re.search(r"(?<![\w-])1958(?![\w-])", said)  # his year; a random key may hold these figures
    assert [(line.start_number, line.place, line.total) for line in standings(evening).lines] == before
    assert not standings(evening).line_of(evening.registrations.get(start_number=1).pk).is_named
    assert player.erased_at == NOW
    line = JournalEntry.objects.filter(action="données effacées").get()
    assert (line.subject, line.details["documents"]) == (ERASED, ["Classement"])


def test_while_he_plays_it_is_refused_in_words(evening: Tournament):
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.RUNNING)

    assert evening.name in str(refusal_of(erase_player, player=of(evening), by=None, at=NOW))
    assert "zzverdier" in everything()


def test_who_was_erased_is_not_erased_again_nor_written_about(evening: Tournament):
    player = erase_player(player=of(evening), by=None, at=NOW).player

    assert erasing_player(player).refusals
    assert refusal_of(change_player, player=player, facts=PlayerFacts("Retour"), by=None, at=NOW).code == "erased"


def test_a_namesake_keeps_what_he_wrote(evening: Tournament):
    namesake = PlayerFactory(club=evening.club, last_name="Zzverdier", first_name="Odile", licence="OTHER1")
    account = AccountFactory(first_name="Odile", last_name="Zzverdier", player=namesake)
    table = evening.rounds.get().tables.get()
    table.lines.update(written_by=account, written_by_name=str(account))

    erase_player(player=of(evening), by=None, at=NOW)

    assert table.lines.get().written_by_name == "Odile Zzverdier"
    namesake.refresh_from_db()
    assert namesake.full_name == "Zzverdier Odile"


def test_the_name_that_a_spreadsheet_corrected_is_his_too(evening: Tournament):
    changes = {str(of(evening).pk): {"last_name": ["Zzancien", "Zzverdier"]}}
    Import.objects.create(club=evening.club, kind=ImportKind.PLAYERS, at=NOW, changes=changes)
    evening.rounds.get().tables.get().lines.update(reason="relu par Odile Zzancien")

    erase_player(player=of(evening), by=None, at=NOW)

    assert evening.rounds.get().tables.get().lines.get().reason == f"relu par {ERASED}"
    assert "zzancien" not in everything()


def test_the_papers_of_every_evening_that_names_him_go(evening: Tournament):
    for name in ("Vendredi", "Samedi"):
        elsewhere = TournamentFactory(club=evening.club, name=name, state=TournamentState.RUNNING)
        record(seated(elsewhere)[0], 1, AccountFactory())
        SheetLine.objects.filter(table__round__tournament=elsewhere).update(reason="relu par Odile Zzverdier")
        job = Job.objects.create(
            kind=JobKind.RANKING, tournament=elsewhere, state=JobState.DONE, asked_at=NOW, ended_at=NOW
        )
        said = {"title": name, "filename": "c.pdf", "content": b"", "size": 0, "made_at": NOW}
        Document.objects.create(job=job, tournament=elsewhere, **said)

    erase_player(player=of(evening), by=None, at=NOW)

    assert not Document.objects.exists()


def test_the_names_between_two_changes_are_his_too(evening: Tournament):
    pk, days = str(of(evening).pk), (NOW - timedelta(days=2), NOW - timedelta(days=1))
    changes = ({"last_name": ["Zzancien", "Zzverdier"]}, {"first_name": ["Odette", "Odile"]})
    for at, change in zip(days, changes, strict=True):
        Import.objects.create(club=evening.club, kind=ImportKind.PLAYERS, at=at, changes={pk: change})
    assert {("Zzverdier", "Odette"), ("Zzancien", "Odette")} < person_of(of(evening)).names
    told = " ".join(erasing_player(of(evening)).touches)
    assert "Cherché aussi sous : Odile Z., Zzancien Odette, Zzverdier Odette." in plain(told)


@pytest.mark.parametrize(("chair", "left"), [(0, ERASED), (1, "Zzverdier Odile")])
def test_of_two_of_one_name_at_a_table_who_wrote_is_known_by_his_seat(evening: Tournament, chair: int, left: str):
    table = evening.rounds.get().tables.get()
    other = table.seats.get(chair=1).registration.player
    Player.objects.filter(pk=other.pk).update(last_name="Zzverdier", first_name="Odile")
    table.lines.update(written_by=None, writer=table.seats.get(chair=chair), written_by_name="Zzverdier Odile")

    erase_player(player=of(evening), by=None, at=NOW)

    assert table.lines.get().written_by_name == left


def test_a_login_of_his_name_that_is_nobody_s_does_not_keep_his_name(evening: Tournament):
    AccountFactory(first_name="Odile", last_name="Zzverdier")
    table = evening.rounds.get().tables.get()
    table.lines.update(reason="relu par Odile Zzverdier")

    erase_player(player=of(evening), by=None, at=NOW)

    assert table.lines.get().reason == f"relu par {ERASED}"


def test_it_is_shown_before_it_is_done(as_organiser: Client, evening: Tournament):
    here = reverse("erase_player", args=[evening.club_id, of(evening).pk])
    page = as_organiser.get(here)
    assert "document" in page.content.decode()

    as_organiser.post(here, {"seen": "stale"})
    assert of(evening).erased_at is None
    as_organiser.post(here, {"seen": page.context["consequences"].seen})

    assert of(evening).erased_at is not None


LINE = {"action": "joueur modifié", "subject": "Zzverdier Odile", "at": NOW, "by_name": "Qui organise"}
OF_OTHER: dict[str, object] = {"licence": "OTHER1", "birth_year": [1940, 1941], "last_name": ["Zzdurand", "Zzverdier"]}


@pytest.fixture
def namesake(evening: Tournament) -> Player:
    """Another Odile Zzverdier of the club, who was at another evening."""
    other = PlayerFactory(club=evening.club, last_name="Zzverdier", first_name="Odile", licence="OTHER1")
    elsewhere = TournamentFactory(club=evening.club, state=TournamentState.FINISHED)
    RegistrationFactory(tournament=elsewhere, player=other)
    return other


def line(club: Club, details: dict[str, object], tournament: Tournament | None = None) -> JournalEntry:
    """A line of the journal of before, which does not say by id whom it is about."""
    return JournalEntry.objects.create(club=club, tournament=tournament, details=details, **LINE)


def test_old_lines_of_two_of_one_name_are_told_apart_by_their_licence(evening: Tournament, namesake: Player):
    his = line(evening.club, {"licence": ["LIC4242", "LIC4243"], "birth_year": [1957, 1958]})
    other = line(evening.club, OF_OTHER)
    erase_player(player=of(evening), by=None, at=NOW)
    his.refresh_from_db()
    other.refresh_from_db()
    assert (his.subject, his.details["birth_year"]) == (ERASED, None)
    assert (other.subject, other.details) == ("Zzverdier Odile", OF_OTHER)


def test_where_only_one_of_the_two_was_the_name_is_his(evening: Tournament, namesake: Player):
    elsewhere = namesake.registrations.get().tournament
    his, other = line(evening.club, {}, evening), line(evening.club, {}, elsewhere)
    erase_player(player=of(evening), by=None, at=NOW)
    his.refresh_from_db()
    other.refresh_from_db()
    assert (his.subject, other.subject) == (ERASED, "Zzverdier Odile")


def test_a_line_that_nothing_tells_apart_stays_with_who_is_still_there(evening: Tournament, namesake: Player):
    RegistrationFactory(tournament=evening, player=namesake)
    both, club_line = line(evening.club, {}, evening), line(evening.club, {"last_name": ["Zzdurand", "Zzverdier"]})
    erase_player(player=of(evening), by=None, at=NOW)
    for each in (both, club_line):
        each.refresh_from_db()
        assert each.subject == "Zzverdier Odile"
    assert club_line.details == {"last_name": ["Zzdurand", "Zzverdier"]}


def test_a_note_that_is_only_a_name_stays_his_namesake_s(evening: Tournament, namesake: Player):
    elsewhere = namesake.registrations.get().tournament
    notes = [
        Incident.objects.create(
            key=uuid.uuid4(), tournament=tournament, text="Zzverdier Odile", noted_by_name="Qui arbitre", noted_at=NOW
        )
        for tournament in (evening, elsewhere)
    ]
    erase_player(player=of(evening), by=None, at=NOW)
    for note in notes:
        note.refresh_from_db()
    assert [note.text for note in notes] == [ERASED, "Zzverdier Odile"]
    namesake.refresh_from_db()
    assert (namesake.full_name, namesake.licence) == ("Zzverdier Odile", "OTHER1")


def entry_of(tournament: Tournament, last_name: str, first_name: str = "Odile", **columns: object) -> Entry:
    number = tournament.entries.count() + 1
    return Entry.objects.create(
        **{"tournament": tournament, "number": number, "state": EntryState.CONFIRMED, "last_name": last_name}
        | {"first_name": first_name, "key": uuid.uuid4(), "entered_at": NOW, "phone": "06 12 34 56 78"}
        | columns
    )


def test_what_he_typed_from_home_is_deleted_whoever_he_came_with(evening: Tournament, the_organiser: Account):
    """By his registration under another name, by his licence, by his name; of another's entry his place alone."""
    player = of(evening)
    his = [
        entry_of(evening, "Verdier", registration=evening.registrations.get(start_number=1)),
        entry_of(evening, "Autrement", licence="LIC4242"),
        entry_of(evening, "ZZVERDIER"),
        entry_of(evening, "zzverdier", state=EntryState.CANCELLED, cancelled_at=NOW),
    ]
    other = entry_of(evening, "Dupont", "Luc", message="avec Odile Zzverdier")
    EntryPartner.objects.create(entry=other, place=1, last_name="Zzverdier", first_name="Odile")

    assert "5 inscriptions en ligne sont supprimées" in " ".join(erasing_player(player).touches)
    erase_player(player=player, by=the_organiser, at=NOW)

    assert list(Entry.objects.all()) == [other]
    evening.refresh_from_db()
    assert evening.places_taken == 1
    other.refresh_from_db()
    assert (other.message, other.partners.count(), other.phone) == (f"avec {ERASED}", 0, "06 12 34 56 78")
    assert len(his) == 4


def test_while_he_is_entered_for_a_coming_evening_it_is_refused(evening: Tournament, the_organiser: Account):
    coming = TournamentFactory(club=evening.club, name="Demain", entries_open=True)
    entry = entry_of(coming, "Zzverdier")
    refusal = refusal_of(erase_player, player=of(evening), by=the_organiser, at=NOW)
    assert "Il s’est inscrit en ligne à « Demain »" in plain(str(refusal))
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.CANCELLED, cancelled_at=NOW)
    erase_player(player=of(evening), by=the_organiser, at=NOW)
    assert Entry.objects.count() == 0


def test_an_entry_of_a_name_that_two_have_stays(evening: Tournament, the_organiser: Account):
    """Nothing says which of them typed it, and the other is still there."""
    PlayerFactory(club=evening.club, last_name="Zzverdier", first_name="Odile", licence="")
    entry = entry_of(evening, "Zzverdier")
    erase_player(player=of(evening), by=the_organiser, at=NOW)
    assert Entry.objects.filter(pk=entry.pk).exists()
