"""Addresses and forms with numbers that no page offers: an answer for people, never a broken page."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import Penalty, PenaltyKind
from tests.factories import PlayerFactory, SeasonFactory
from tests.scoring.sheets import seated
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.models import Club, Import, League, Tournament

ENDLESS = "9" * 5000  # Python refuses to read so many digits
BIG = "9999999999"  # PostgreSQL refuses to keep it


@pytest.mark.parametrize("asked", [ENDLESS, BIG, "0", "-1", "²", "\x00"])
def test_a_position_that_nobody_plays(client: Client, tournament: Tournament, asked: str) -> None:
    assert client.get(reverse("seating", args=[tournament.pk]), {"position": asked}).status_code == 200


@pytest.mark.parametrize("name", ["club_players", "club_desk", "club_journal", "club_documents"])
@pytest.mark.parametrize("asked", ["-1", "0", "1000000", ENDLESS, "x"])
def test_fifty_rows_a_page_whatever_the_address_says(as_organiser: Client, club: Club, name: str, asked: str) -> None:
    PlayerFactory.create_batch(51, club=club)
    for parameters in ({"per_page": asked}, {"page": asked}, {"sort": asked}):
        answer = as_organiser.get(reverse(name, args=[club.pk]), parameters)
        assert answer.status_code == 200
        assert len(answer.context["table"].page.object_list) <= 50


def test_a_table_size_out_of_reach(as_organiser: Client, club: Club) -> None:
    path = reverse("new_tournament", args=[club.pk])
    assert as_organiser.get(path, {"table_size": ENDLESS}).status_code == 200
    assert as_organiser.post(path, {"table_size": ENDLESS}).status_code == 422


def test_players_out_of_reach_are_not_registered(as_organiser: Client, tournament: Tournament) -> None:
    path = reverse("register_players", args=[tournament.pk])
    answer = as_organiser.post(path, {"player": [ENDLESS, BIG * 2, "x"]})
    assert (answer.status_code, tournament.registrations.count()) == (303, 0)


def test_more_results_than_a_season_counts(as_organiser: Client, club: Club) -> None:
    season = SeasonFactory(club=club)
    league = season.main_league
    facts = {"name": "Autre", "brings": "scores", "adds": "sum", "best_of": "40000"}
    assert as_organiser.post(reverse("edit_league", args=[league.pk]), facts).status_code == 422
    assert League.objects.get().name == "Championnat"


@pytest.mark.parametrize("wrong", [{"points": BIG}, {"donne": BIG}, {"donne": "61"}, {"table": BIG}, {"player": BIG}])
def test_a_penalty_beyond_every_column(as_arbiter: Client, tournament: Tournament, wrong: dict[str, str]) -> None:
    (table,) = seated(tournament)
    kind = PenaltyKind.objects.create(code="retard-x", name="Retard", points=-10)
    said = {
        "kind": kind.pk,
        "target": "table",
        "position": 1,
        "table": table.number,
        "points": "20",
        "reason": "retard",
    }
    path = reverse("give_penalty", args=[tournament.pk])
    key = "0b8f5d0e-7a58-4c5e-9a3c-0c5a3b6f1d11"
    if "player" in wrong:
        said["target"] = "joueur"
    assert as_arbiter.post(path, said | {"key": key} | wrong).status_code == 422
    assert not Penalty.objects.exists()


def test_a_donne_that_replaces_an_endless_number(as_arbiter: Client, tournament: Tournament) -> None:
    seated(tournament)
    path = reverse("donne", args=[tournament.pk, 1, 1, 1])
    key = "0b8f5d0e-7a58-4c5e-9a3c-0c5a3b6f1d12"
    assert as_arbiter.post(path, {"outcome": "passee", "key": key, "replaces": ENDLESS}).status_code == 422


def test_a_page_may_be_asked_for_by_its_head(as_arbiter: Client, tournament: Tournament) -> None:
    seated(tournament)
    for path in (
        reverse("chelem_calls", args=[tournament.pk]),
        reverse("donne", args=[tournament.pk, 1, 1, 1]),
        reverse("reopen_sheet", args=[tournament.pk, 1, 1]),
    ):
        assert as_arbiter.head(path).status_code == as_arbiter.get(path).status_code


def test_a_name_that_no_workbook_holds_is_taken_away_without_it(as_organiser: Client, club: Club) -> None:
    PlayerFactory(club=club, last_name="Du\x01pont")
    assert as_organiser.get(reverse("club_players", args=[club.pk]) + "?format=xlsx").status_code == 200


KEPT = {  # of the name that a file is sent under
    "../../etc/passwd": "passwd",
    "a\x00b.csv": "ab.csv",
    "x" * 300 + ".csv": "x" * 120,
    "\u202egnp.csv": "gnp.csv",
    "🃏 ligue.csv": "🃏 ligue.csv",
    'a"b;c\r\nX: y.csv': '"a"b',
    "C:\\x\\y.csv": "y.csv",
}


@pytest.mark.parametrize(("name", "kept"), KEPT.items())
def test_a_file_with_a_hostile_name_comes_in_under_what_is_harmless_of_it(
    as_organiser: Client, club: Club, name: str, kept: str
) -> None:
    def sent(content: bytes) -> SimpleUploadedFile:
        file = SimpleUploadedFile("x", content)
        file._name = name
        return file

    players = as_organiser.post(
        reverse("import_players", args=[club.pk]), {"file": sent(b"nom;prenom;licence\nRoy;Luc;1\n")}, follow=True
    )
    as_organiser.post(reverse("apply_import", args=[club.pk]), answered(players))
    facts = {"name": "Concours", "date": "2020-01-01"}
    results = reverse("import_results", args=[club.pk])
    as_organiser.post(results, facts | {"file": sent("joueur;séquence 1\nRoy;0\n".encode())})
    as_organiser.post(results, {"apply": "1"})

    assert list(Import.objects.order_by("pk").values_list("kind", "file_name")) == [
        ("joueurs", kept),
        ("resultats", kept),
    ]
    event = as_organiser.post(reverse("restore_event", args=[club.pk]), {"file": sent(b"{}")})
    logo = as_organiser.post(reverse("edit_club_page", args=[club.pk]), {"logo": sent(b"<svg/>")})
    assert (event.status_code, logo.status_code) == (422, 422)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "\u202egnp.exe", "🃏", "..", 'a"b;c\r\nX: y', "C:\\x", "=1+1", "\u2028", "é" * 100]
)
def test_what_goes_out_is_named_in_plain_letters_whatever_the_event_is_called(
    as_organiser: Client, tournament: Tournament, name: str
) -> None:
    Tournament.objects.update(name=name)
    Club.objects.update(name=name[:80])
    seated(tournament)
    addresses = [reverse("save_event", args=[tournament.pk])]
    addresses += [reverse("registrations", args=[tournament.pk]) + f"?format={kind}" for kind in ("csv", "xlsx", "ods")]
    addresses += [reverse("club_players", args=[tournament.club_id]) + "?format=csv"]
    for address in addresses:
        answer = as_organiser.get(address)
        assert answer.status_code == 200
        assert re.fullmatch(r'attachment; filename="[a-z0-9-]{1,140}(\.[a-z]+)+"', answer["Content-Disposition"]), (
            address
        )


def test_a_hundred_thousand_lines_are_refused_in_words_before_they_are_read(as_organiser: Client, club: Club) -> None:
    lines = ("nom;prénom\n" + "".join(f"Nom{number};Jean\n" for number in range(100_000))).encode()
    facts = {"name": "Concours", "date": "2020-01-01"}
    for page, more in (("import_players", {}), ("import_results", facts)):
        for sent in ({"file": SimpleUploadedFile("liste.csv", lines)}, {"pasted": lines.decode()}):
            answer = as_organiser.post(reverse(page, args=[club.pk]), more | sent)
            assert answer.status_code == 422
            assert len(answer.context["form"].errors) == 1
    assert not club.players.exists()
