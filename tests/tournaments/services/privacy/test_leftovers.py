"""What SQLite still holds of an erased person: nothing, in the database and in its write-ahead log."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tarot_club.tasks import look_after_site
from tests.factories import NOW, PlayerFactory, SeasonFactory, organiser
from tests.needs import on_sqlite
from tests.tournaments.rounds import evening
from tournaments.models import Player
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.privacy.leftovers import empty_write_ahead_log

NAME = b"Zzverdier"


def database() -> Path:
    return Path(connection.settings_dict["NAME"])


def held() -> dict[str, bool]:
    """Return which file of the database holds the name."""
    files = {"database": database(), "log": database().with_name(f"{database().name}-wal")}
    return {name: NAME in file.read_bytes() for name, file in files.items() if file.exists()}


@pytest.fixture
def somebody(transactional_db: None) -> Player:
    player = PlayerFactory(last_name=NAME.decode())
    Player.objects.filter(pk=player.pk).update(home_club=f"{NAME.decode()} ailleurs")
    assert held()["log"]
    return player


def erase(player: Player) -> None:
    erase_player(player=player, by=organiser(player.club), at=NOW)


def test_what_is_freed_is_overwritten_whatever_sqlite_was_built_with() -> None:
    assert "secure_delete=ON" in settings.DATABASES["default"]["OPTIONS"].get("init_command", "secure_delete=ON")


@on_sqlite
def test_nothing_of_him_is_left_in_the_files(somebody: Player) -> None:
    assert empty_write_ahead_log()
    assert held() == {"database": True, "log": False}
    erase(somebody)
    assert held() == {"database": False, "log": False}
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (20_000,)


@on_sqlite
def test_what_a_reader_held_goes_by_the_worker_once_he_is_done(somebody: Player) -> None:
    # A server that is open keeps the log: SQLite deletes it with the last one that closes.
    with closing(sqlite3.connect(database())) as server, closing(sqlite3.connect(database())) as reader:
        server.execute("SELECT count(*) FROM tournaments_player").fetchone()
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tournaments_player").fetchone()
        erase(somebody)
        look_after_site(backs_up=False)
        assert held()["log"]
        reader.rollback()
        look_after_site(backs_up=False)
        assert held() == {"database": False, "log": False}


@pytest.mark.django_db
def test_his_number_and_his_address_are_not_those_of_before(client: Client) -> None:
    season = SeasonFactory()
    player, other = PlayerFactory(club=season.club, card_consent=True), PlayerFactory(club=season.club)
    evening(season, 1, {player: 10, other: -10})
    addresses = [
        reverse("league_place", args=[season.main_league.pk, player.pk]),
        reverse("player_card", args=[player.key]),
    ]
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    erase(player)
    erase(other)
    numbers = [Player.rows.get(pk=each.pk).last_name.removeprefix("Joueur effacé ") for each in (player, other)]
    assert [len(number) for number in numbers] == [6, 6]
    assert len(set(numbers)) == 2
    assert [client.get(address).status_code for address in addresses] == [404, 404]
