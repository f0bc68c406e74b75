"""What is a number on a page is one in every file of its list: a spreadsheet adds it up and sorts by it."""

import io
import json
import re
import uuid
import zipfile

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories import NOW, SeasonFactory, organiser
from tests.one_of_everything import world
from tests.scoring.sheets import record, seated
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tests.tournaments.views.test_exports import OF_A_PLAYER, boss_of, fill, of_the_world, rows_at
from tournaments.models import Club, Player, Season
from tournaments.services.clubs.leagues import publish_league
from tournaments.standings import Adds, LeagueRule

pytestmark = pytest.mark.django_db
# A figure, a « (24) » which a spreadsheet takes for −24, and what a formula would be guarded by.
LIKE_A_NUMBER = re.compile(r"'?\(?[+−-]?\d[\d\s]*([.,]\d+)?\)?")
ADDED_UP_BY_NOBODY = {"Licence", "Téléphone", "Code", "Référence", "Année de naissance"}


@pytest.fixture
def season(club: Club) -> Season:
    """A league of averages: of two decimals, whole, and below nothing; the worst evening of each does not count."""
    season = SeasonFactory(club=club, name="2026-2027", rule=LeagueRule(adds=Adds.AVERAGE, drops=1))
    leads(season.main_league, first=1)
    one, two, three = (Player.objects.create(club=club, last_name=name, first_name="Anne") for name in ("A", "B", "C"))
    Player.objects.update(consent=True)
    evening(season, 1, {one: 25, two: -25, three: 0})
    evening(season, 8, {one: 100, two: -100, three: -3})
    evening(season, 9, {one: -7, two: 20, three: -13})
    return season


def addresses_of(season: Season) -> list[str]:
    league = season.main_league
    publication = publish_league(league=league, key=uuid.uuid4(), by=None, at=NOW)
    return [
        league.get_absolute_url(),
        reverse("whole_league", args=[season.club_id, league.pk]),
        reverse("league_final", args=[league.pk]),
        reverse("published_league", args=[publication.pk]),
    ]


def test_no_list_tells_a_number_as_a_text(client: Client, season: Season) -> None:
    there = world()
    boss = boss_of(there)
    fill(there, boss)
    (table,) = seated(there.tournament, round_number=9)
    record(table, 1, boss)
    client.force_login(boss)
    lists = [("sheet", reverse("sheet", args=[there.tournament.pk, 9, 1])), *of_the_world(there)]
    told = []
    for name, address in lists:
        client.force_login(there.player if name in OF_A_PLAYER else boss)
        told.append((address, client.get(f"{address}?format=json").json()))
    client.force_login(organiser(season.club))
    told += [(address, client.get(f"{address}?format=json").json()) for address in addresses_of(season)]
    texts = [
        (address, heading, cell)
        for address, table in told
        for row in table["rows"]
        for heading, cell in zip(table["columns"], row, strict=True)
        if isinstance(cell, str) and LIKE_A_NUMBER.fullmatch(cell) and heading not in ADDED_UP_BY_NOBODY
    ]
    assert texts == []


def test_an_average_is_a_number_in_each_format_as_its_reader_writes_it(client: Client, season: Season) -> None:
    client.force_login(organiser(season.club))
    for address in addresses_of(season):
        cache.clear()
        english = client.get(f"{address}?format=csv", headers={"accept-language": "en"}).content.decode()
        french = rows_at(client, f"{address}?format=csv")
        column = french[0].index("Total")
        assert [row[column] for row in french[1:]] == ["62,50", "-1,50", "-2,50"]
        assert [row.split(";")[column] for row in english.split("\r\n")[1:4]] == ["62.50", "-1.50", "-2.50"]
        sheet = load_workbook(io.BytesIO(client.get(f"{address}?format=xlsx").content)).active
        cells = [(row[column].data_type, row[column].value) for row in sheet.iter_rows(min_row=2)]
        assert cells == [("n", 62.5), ("n", -1.5), ("n", -2.5)]
        with zipfile.ZipFile(io.BytesIO(client.get(f"{address}?format=ods").content)) as packed:
            content = packed.read("content.xml").decode()
        for value in ("62.50", "-1.50", "-2.50"):
            assert f'office:value-type="float" office:value="{value}"' in content
        told = json.loads(client.get(f"{address}?format=json").content)
        assert [row[column] for row in told["rows"]] == [62.5, -1.5, -2.5]
        assert "Championnat, 2026-2027" in told["title"]
