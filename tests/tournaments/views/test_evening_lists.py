"""A list read into an evening: its people are entered, who is there is ticked, the club's new people come in."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, TournamentFactory
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.imports.reading import read_player_file
from tests.tournaments.views.people.test_player_imports import answered
from tournaments.imports.evening_lists import enter_list
from tournaments.imports.players import examine
from tournaments.imports.previews import Applied
from tournaments.labels import Grade, Status, TournamentState
from tournaments.models import Club, Import, Player, Tournament
from tournaments.queries.people.members import grade_of
from tournaments.services.people.joining import receive
from tournaments.services.people.registrations import register

LIST = """Nom;Prénom;Licence;Présent;Statut;Consentement
ROY;Paul;1;x;;
BEL;Luc;2;;;
BON;Max;3;absent;;
GAY;Zoé;4;oui;Annulé;
NEUF;Léa;;OUI;;oui
FIN;Ève;6;x;;
"""


def statuses(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.registrations.values_list("player__last_name", "status"))


def club_of_five(club: Club) -> Tournament:
    """An evening of five known people, one of whom is expected already."""
    names = [("ROY", "Paul"), ("BEL", "Luc"), ("BON", "Max"), ("GAY", "Zoé"), ("FIN", "Ève")]
    for licence, (last, first) in zip("12346", names, strict=True):
        PlayerFactory(club=club, last_name=last, first_name=first, licence=licence)
    tournament = TournamentFactory(club=club)
    register(tournament=tournament, players=[Player.objects.get(last_name="FIN")], by=None, at=NOW)
    return tournament


def test_people_are_entered_and_who_is_there_is_ticked(as_organiser: Client, club: Club):
    tournament = club_of_five(club)
    desk = as_organiser.get(reverse("registrations", args=[tournament.pk]))
    door = reverse("import_players", args=[club.pk], query={"soiree": tournament.pk})
    assert f'href="{door}"' in desk.content.decode()
    assert tournament.name in as_organiser.get(door).content.decode()

    looked_at = as_organiser.post(door, {"file": SimpleUploadedFile("a.csv", LIST.encode())}, follow=True)
    preview = looked_at.context["preview"]
    assert [effect.line for effect in preview.entering] == [2, 3, 5, 7]
    assert preview.doubtful == {5}  # « Annulé »
    lines = [effect.line for effect in preview.entering if not effect.doubt]
    ticks = answered(looked_at) | {"line": [*answered(looked_at)["line"], *lines]}
    page = as_organiser.post(reverse("apply_import", args=[club.pk]), ticks, follow=True)

    assert page.request["PATH_INFO"] == reverse("registrations", args=[tournament.pk])
    assert statuses(tournament) == {
        "ROY": Status.PRESENT,
        "BEL": Status.REGISTERED,
        "NEUF": Status.PRESENT,
        "FIN": Status.PRESENT,
    }
    assert plain(" ".join(map(str, page.context["messages"]))) == (
        f"{tournament} : 3 joueurs inscrits, 3 pointés présents. "
        "Import fait : 1 joueur ajouté. 1 laissé de côté : 1 à vérifier (GAY Zoé)."
    )
    assert club.players.filter(last_name="NEUF").exists()


def test_the_same_list_twice_enters_nobody_twice_and_a_list_without_marks_ticks_nobody(club: Club):
    tournament = club_of_five(club)
    rows = read_player_file(b"Nom;Prenom\nROY;Paul\nBEL;Luc\nBON;Max").rows
    for _twice in range(2):
        seen = examine(club=club, rows=rows, evening=tournament).fingerprint
        what = {"rows": rows, "fingerprint": seen, "by": None, "at": NOW}
        enter_list(tournament=tournament, **what)
    assert statuses(tournament) == dict.fromkeys(("ROY", "BEL", "BON", "FIN"), Status.REGISTERED)
    assert not Import.objects.exists()  # nothing of the club changed


def test_all_or_nothing_and_none_once_it_is_over(club: Club, as_organiser: Client):
    tournament = club_of_five(club)
    rows = read_player_file("Nom;Prénom;Présent\nNEUF;Léa;x\nROY;Paul;x".encode()).rows
    seen = examine(club=club, rows=rows, evening=tournament).fingerprint
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    what = {"tournament": tournament, "rows": rows, "fingerprint": seen, "by": None, "at": NOW}
    assert refusal_of(enter_list, **what)
    assert not Player.objects.filter(last_name="NEUF").exists()
    page = as_organiser.get(reverse("import_players", args=[club.pk]), {"soiree": tournament.pk})
    assert page.context["evening"] is None


def test_who_a_line_is_said_to_be_is_entered(club: Club):
    tournament = TournamentFactory(club=club)
    known = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="")
    rows = read_player_file("Nom;Prénom;Présent\nDUPOND;Jean;x".encode()).rows
    preview = examine(club=club, rows=rows, evening=tournament)
    assert preview.doubtful == {2}
    what = {"rows": rows, "fingerprint": preview.fingerprint, "same": {2: known.pk}, "by": None, "at": NOW}
    _applied, entered, present = enter_list(tournament=tournament, **what)
    assert (entered, present, statuses(tournament)) == (1, 1, {"DUPONT": Status.PRESENT})


def test_who_is_of_another_club_is_asked_about_and_stays_a_guest(club: Club):
    tournament = TournamentFactory(club=club)
    there = [PlayerFactory(last_name=name, first_name="Paul", licence=name) for name in ("A1", "A2")]
    receive(club, there[:1])  # he played here once
    rows = read_player_file(b"Nom;Prenom;Licence;Present\nA1;Paul;A1;x\nA2;Paul;A2;").rows
    preview = examine(club=club, rows=rows, evening=tournament)
    assert preview.doubtful == {2, 3}
    same = {2: there[0].pk, 3: there[1].pk}
    what = {"rows": rows, "fingerprint": preview.fingerprint, "same": same, "by": None, "at": NOW}
    applied, entered, present = enter_list(tournament=tournament, **what)
    assert (applied, entered, present) == (Applied(0, 0), 2, 1)
    assert statuses(tournament) == {"A1": Status.PRESENT, "A2": Status.REGISTERED}
    assert {grade_of(player, club) for player in there} == {Grade.GUEST}


def test_the_keeper_s_guest_joins_by_a_list_of_his_club_unless_it_is_in_doubt(club: Club):
    guest = PlayerFactory(club=club, grade=Grade.GUEST, last_name="ROY", first_name="Paul", licence="7")
    rows = read_player_file("Nom;Prénom;Licence;Statut\nROY;Paul;7;\n".encode()).rows
    assert [effect.player for effect in examine(club=club, rows=rows).joined] == [guest]
    doubted = examine(club=club, rows=read_player_file("Nom;Prénom;Licence;Statut\nROY;Paul;7;Radié\n".encode()).rows)
    assert (doubted.joined, doubted.doubtful) == ([], {2})


def test_a_list_does_not_bring_back_who_was_excluded_and_says_so(as_organiser: Client, club: Club):
    tournament = club_of_five(club)
    register(tournament=tournament, players=Player.objects.filter(last_name__in=["ROY", "BON"]), by=None, at=NOW)
    tournament.registrations.filter(player__last_name__in=["ROY", "BON"]).update(status=Status.EXCLUDED)
    door = reverse("import_players", args=[club.pk], query={"soiree": tournament.pk})
    looked_at = as_organiser.post(door, {"file": SimpleUploadedFile("a.csv", LIST.encode())}, follow=True)
    shown = looked_at.content.decode()
    assert ("ROY Paul a été exclu" in shown, "BON Max a été exclu" in shown) == (True, False)  # he stays away: absent
    lines = [effect.line for effect in looked_at.context["preview"].entering if not effect.doubt]
    ticks = answered(looked_at) | {"line": [*answered(looked_at)["line"], *lines]}
    as_organiser.post(reverse("apply_import", args=[club.pk]), ticks, follow=True)
    assert statuses(tournament)["FIN"] == Status.PRESENT
    assert statuses(tournament)["ROY"] == Status.EXCLUDED
