"""A list read into an evening of teams: it names the team of each and its captain, and what is exported comes back."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, TournamentFactory, rewrite
from tests.texts import plain, words
from tests.tournaments.teams import a_team, by_teams
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.labels import Status, Waits
from tournaments.models import Club, JournalEntry, Player, Registration, Team, Tournament
from tournaments.services.people.registrations import register

LIST = """Nom;Prénom;Licence;Équipe;Capitaine
ROY;Paul;1;Les Rois;
BEL;Luc;2;les rois;x
BON;Max;3;Bouts;
NEUF;Léa;;BOUTS;
FIN;Ève;6;;
"""
NAMES = [("ROY", "Paul"), ("BEL", "Luc"), ("BON", "Max"), ("GAY", "Zoé"), ("FIN", "Ève")]


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Return an evening of pairs without anybody, in a club of five people."""
    for licence, (last, first) in zip("12346", NAMES, strict=True):
        PlayerFactory(club=club, last_name=last, first_name=first, licence=licence)
    return TournamentFactory(club=club, team_size=2)


def teams(tournament: Tournament) -> dict[str, list[str]]:
    """Return the last names of each team, the captain's first."""
    return {
        team.name: [
            member.player.last_name
            for member in team.members.select_related("player").order_by("-is_captain", "player__last_name")
        ]
        for team in tournament.teams.order_by("number")
    }


def looked_at(client: Client, tournament: Tournament, text: str | bytes) -> HttpResponse:
    content = text.encode() if isinstance(text, str) else text
    door = reverse("import_players", args=[tournament.club_id], query={"soiree": tournament.pk})
    return client.post(door, {"file": SimpleUploadedFile("a.csv", content)}, follow=True)


def applied(client: Client, tournament: Tournament, seen: HttpResponse, *without: int) -> HttpResponse:
    lines = [effect.line for effect in seen.context["preview"].entering if not effect.doubt]
    ticked = [line for line in (*answered(seen)["line"], *lines) if line not in without]
    address = reverse("apply_import", args=[tournament.club_id])
    return client.post(address, answered(seen) | {"line": ticked}, follow=True)


def refused(client: Client, tournament: Tournament, text: str) -> str:
    """Return the page that refuses a list, which told of it before; nothing is written."""
    before, entries = teams(tournament), set(tournament.registrations.values_list("pk", "team", "status"))
    people = Player.objects.count()
    seen = looked_at(client, tournament, text)
    page = applied(client, tournament, seen)
    assert page.status_code == 409
    assert (teams(tournament), set(tournament.registrations.values_list("pk", "team", "status"))) == (before, entries)
    assert Player.objects.count() == people
    for sentence in seen.context["wrong_teams"]:
        assert sentence in page.context["said"][0]
    return plain(" ".join(seen.context["wrong_teams"]))


def test_a_list_makes_the_teams_that_it_names_and_says_so_before(as_organiser: Client, evening: Tournament):
    seen = looked_at(as_organiser, evening, LIST)
    told = [(team.name, team.team, team.captain_name, len(team.joining)) for team in seen.context["teams"]]
    assert told == [("Les Rois", None, "BEL Luc", 2), ("Bouts", None, "BON Max", 2)]
    assert "Les Rois nouvelle ROY Paul, BEL Luc BEL Luc" in words(seen)
    assert not evening.teams.exists()

    page = applied(as_organiser, evening, seen)
    assert page.request["PATH_INFO"] == reverse("registrations", args=[evening.pk])
    assert teams(evening) == {"Les Rois": ["BEL", "ROY"], "Bouts": ["BON", "NEUF"]}
    assert evening.registrations.get(player__last_name="FIN").team is None
    assert JournalEntry.objects.filter(action="équipe formée").count() == 2

    again = looked_at(as_organiser, evening, LIST)  # all is so already
    assert (again.context["teams"], again.context["preview"].entering) == ([], [])


def test_a_list_puts_who_is_entered_already_into_a_team_that_is_there(as_organiser: Client, club: Club):
    tournament = TournamentFactory(club=club)
    entries = by_teams(tournament, 4, 3)
    a_team("Les Rois", *entries[:2])
    for entry, licence, (last, first) in zip(entries, "123", NAMES[:3], strict=True):
        entry.player.licence, entry.player.last_name, entry.player.first_name = licence, last, first
        entry.player.save()
    lines = [f"{entry.player.last_name};{entry.player.first_name};{n}" for n, entry in enumerate(entries, 1)]
    seen = looked_at(as_organiser, tournament, f"Nom;Prénom;Licence;Quadrette\n{lines[2]};LES ROIS\nNEUF;Léa;;Les rois")
    (told,) = seen.context["teams"]
    assert (told.name, told.captain_name) == ("Les Rois", entries[0].player.full_name)
    assert [effect.line for effect in seen.context["preview"].entering] == [2]

    applied(as_organiser, tournament, seen)
    assert tournament.teams.get().members.count() == 4
    assert tournament.teams.get().captain == entries[0]
    assert set(tournament.registrations.filter(pk=entries[2].pk).values_list("status", flat=True)) == {Status.PRESENT}


def test_who_is_unticked_or_does_not_come_is_in_no_team(as_organiser: Client, evening: Tournament):
    listed = LIST.replace("Capitaine", "Capitaine;Présent").replace(
        "FIN;Ève;6;;", "FIN;Ève;6;Bouts;;absent\nVIEUX;Ana;;Bouts;;absent"
    )
    seen = looked_at(as_organiser, evening, listed)
    assert [len(team.joining) for team in seen.context["teams"]] == [2, 2]
    page = applied(as_organiser, evening, seen, 5)  # NEUF, without whom BON is alone
    assert "BON Max serait seul dans l’équipe « Bouts »" in plain(page.context["said"][0])
    applied(as_organiser, evening, seen, 4, 5)
    assert teams(evening) == {"Les Rois": ["BEL", "ROY"]}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LIST.replace("FIN;Ève;6;;", "FIN;Ève;6;LES ROIS;"), "Ligne 6 : l’équipe « Les Rois » est complète avec 2"),
        (LIST.replace("Les Rois;", "Les Rois;oui"), "Ligne 3 : l’équipe « Les Rois » a déjà un capitaine, ROY Paul"),
        (LIST.replace("FIN;Ève;6;;", "FIN;Ève;6;Seule;"), "Ligne 6 : FIN Ève serait seul dans l’équipe « Seule »"),
    ],
)
def test_a_team_that_cannot_be_is_refused_by_line(as_organiser: Client, evening: Tournament, text: str, sentence: str):
    assert refused(as_organiser, evening, text).startswith(sentence)


def test_who_is_in_another_team_and_a_second_captain_are_refused(as_organiser: Client, evening: Tournament):
    applied(as_organiser, evening, looked_at(as_organiser, evening, LIST))
    moved = "Nom;Prénom;Licence;Équipe\nROY;Paul;1;Bouts\nFIN;Ève;6;Autres\nGAY;Zoé;4;Autres"
    sentence = refused(as_organiser, evening, moved)
    assert sentence.startswith("Ligne 2 : ROY Paul est déjà de l’équipe « Les Rois », et non de « Bouts » :")
    crowned = "Nom;Prénom;Licence;Équipe;Capitaine\nROY;Paul;1;Les Rois;oui"
    sentence = refused(as_organiser, evening, crowned)
    assert sentence.startswith("Ligne 2 : l’équipe « Les Rois » a déjà un capitaine, BEL Luc : ROY Paul")


def test_a_team_of_six_takes_no_seventh_and_a_stand_in_takes_no_place(as_organiser: Client, club: Club):
    tournament = TournamentFactory(club=club)
    entries = by_teams(tournament, 2, 6)
    tournament.registrations.exclude(pk=entries[0].pk).update(waits=Waits.STAND_IN, status=Status.REGISTERED)
    entries = list(tournament.registrations.order_by("start_number"))
    a_team("Les Rois", *entries[:5])
    seen = looked_at(as_organiser, tournament, "Nom;Prénom;Paire\nNEUF;Léa;Les Rois")
    assert seen.context["wrong_teams"] == []
    sentence = refused(as_organiser, tournament, "Nom;Prénom;Paire\nNEUF;Léa;Les Rois\nAUTRE;Luc;Les Rois")
    assert sentence.startswith("Ligne 3 : l’équipe « Les Rois » est complète avec 6 joueurs, AUTRE Luc")


def test_an_evening_without_teams_tells_that_the_column_is_not_read(as_organiser: Client, evening: Tournament):
    rewrite(evening, team_size=0)
    seen = looked_at(as_organiser, evening, LIST)
    assert seen.context["aside"] == ["Équipe", "Capitaine"]
    assert seen.context["teams"] == []
    applied(as_organiser, evening, seen)
    assert (evening.registrations.count(), Team.objects.count()) == (5, 0)


def test_a_wrong_cell_is_told_and_a_captain_of_nothing_too(as_organiser: Client, evening: Tournament):
    text = f"Nom;Prénom;Licence;Équipe;Capitaine\nROY;Paul;1;{'R' * 61};\nBEL;Luc;2;;oui\nFIN;Ève;6;Rois;peut-être"
    page = words(looked_at(as_organiser, evening, text))
    assert "Ligne 2, colonne « équipe » : « " in page
    assert "Ligne 3 : ce capitaine n’a pas d’équipe dans la liste" in page
    assert "Colonne « capitaine », ligne 4 : « peut-être » n’est ni oui ni non." in page


def test_a_team_that_came_since_the_preview_makes_it_stale(as_organiser: Client, evening: Tournament):
    seen = looked_at(as_organiser, evening, LIST)
    Team.objects.create(tournament=evening, number=1, name="Bouts", key=uuid.uuid4())
    assert applied(as_organiser, evening, seen).status_code == 409
    assert not evening.registrations.exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_what_is_exported_reads_back_into_another_evening(as_organiser: Client, evening: Tournament, kind: str):
    applied(as_organiser, evening, looked_at(as_organiser, evening, LIST))
    other = TournamentFactory(club=evening.club, team_size=2)
    taken = as_organiser.get(reverse("registrations", args=[evening.pk]), {"format": kind})
    content = b"".join(taken) if taken.streaming else taken.content
    applied(as_organiser, other, looked_at(as_organiser, other, content))
    assert teams(other) == teams(evening) == {"Les Rois": ["BEL", "ROY"], "Bouts": ["BON", "NEUF"]}
    assert Registration.objects.filter(tournament=other).count() == 5
    assert looked_at(as_organiser, evening, content).context["teams"] == []


def test_a_team_on_one_line_is_read_with_its_name(as_organiser: Client, evening: Tournament):
    text = "Équipe;Joueur 1;Joueur 2\nLes Rois;ROY Paul;BEL Luc\nBouts;BON Max;GAY Zoé"
    applied(as_organiser, evening, looked_at(as_organiser, evening, text))
    assert teams(evening) == {"Les Rois": ["ROY", "BEL"], "Bouts": ["BON", "GAY"]}


def test_who_has_left_or_may_not_play_is_in_no_team(as_organiser: Client, evening: Tournament):
    day = evening.date
    Player.objects.filter(last_name="FIN").update(suspended_from=day, suspended_until=day, suspension_reason="avis")
    (left,) = register(tournament=evening, players=[Player.objects.get(last_name="GAY")], by=None, at=NOW)
    Registration.objects.filter(pk=left.pk).update(status=Status.WITHDRAWN)
    text = (
        "Nom;Prénom;Licence;Catégorie;Équipe\nGAY;Zoé;4;V;Bouts\nFIN;Ève;6;;Bouts\nROY;Paul;1;;Bouts\nBEL;Luc;2;;Bouts"
    )
    applied(as_organiser, evening, looked_at(as_organiser, evening, text))
    assert teams(evening) == {"Bouts": ["ROY", "BEL"]}


def test_a_captain_who_has_left_gives_way_to_the_one_of_the_list(as_organiser: Client, club: Club):
    tournament = TournamentFactory(club=club)
    entries = by_teams(tournament, 2, 2)
    team = a_team("Les Rois", *entries)
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.WITHDRAWN)
    seen = looked_at(as_organiser, tournament, "Nom;Prénom;Équipe;Capitaine\nNEUF;Léa;Les Rois;x")
    assert [listed.captain_name for listed in seen.context["teams"]] == ["NEUF Léa"]
    applied(as_organiser, tournament, seen)
    assert (team.captain.player.last_name, team.members.count()) == ("NEUF", 3)
