"""Imports: who a line means, what it would do, doing it once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory
from tournaments.imports.player_files import Row, read_player_file
from tournaments.imports.players import Applied, apply_import, examine, pack, unpack
from tournaments.models import Club, JournalEntry, Player
from tournaments.refusals import Refusal


def problems(club: Club, *rows: Row) -> list[str]:
    return [problem.sentence.replace("\u00a0", " ") for problem in examine(club=club, rows=rows).problems]


def test_new_changed_and_unchanged_are_told_apart(club: Club):
    PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul", consent=False)
    PlayerFactory(club=club, licence="2", last_name="Petit", first_name="Zoé")

    preview = examine(
        club=club, rows=[Row(2, "Roy", "Paul", "1", consent=True), Row(3, "Petit", licence="2"), Row(4, "Neuf", "Léa")]
    )

    assert [effect.facts.full_name for effect in preview.created] == ["Neuf Léa"]
    assert [(effect.line, effect.changes) for effect in preview.changed] == [(2, {"consent": [False, True]})]
    assert [effect.line for effect in preview.unchanged] == [3]


def test_without_a_licence_the_name_decides_and_a_new_licence_goes_to_who_has_none(club: Club):
    PlayerFactory(club=club, licence="", last_name="Lefèvre", first_name="Jean-Pierre")
    PlayerFactory(club=club, licence="5", last_name="Roy", first_name="Paul")

    preview = examine(
        club=club, rows=[Row(2, "LEFEVRE", "Jean Pierre", "9"), Row(3, "Roy", "Paul"), Row(4, "Roy", "Paul", "6")]
    )

    assert preview.problems[0].line == 3  # two Roy Paul in the file: the one without a licence could be either
    assert preview.changed[0].changes["licence"] == ["", "9"]
    assert [effect.facts.licence for effect in preview.created] == ["6"]


def test_a_licence_of_another_club_another_club_and_two_namesakes_are_refused(club: Club):
    PlayerFactory(club=ClubFactory(name="Ailleurs"), licence="7")
    PlayerFactory.create_batch(2, club=club, last_name="Roy", first_name="Paul")
    Club.objects.filter(pk=club.pk).update(name="Ici")
    club.refresh_from_db()

    assert problems(
        club,
        Row(2, "Petit", licence="7"),
        Row(3, "Neuf", club="Ailleurs"),
        Row(4, "Roy", "Paul"),
        Row(5, "Bon", club="ICI"),
    ) == [
        "Ligne 2 : la licence 7 appartient à un joueur du club « Ailleurs ».",
        "Ligne 3 : « Ailleurs » n’est pas le club « Ici ». Videz la case, ou retirez la ligne.",
        "Ligne 4 : le club a plusieurs joueurs nommés « Roy Paul ». Écrivez la licence, ici et dans leur fiche.",
    ]


def test_one_player_on_two_lines_is_refused(club: Club):
    PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul")

    assert problems(club, Row(2, "Roi", "Paul", "1"), Row(3, "Roy", "Paul")) == [
        "Ligne 3 : c’est le même joueur qu’à la ligne 2."
    ]


def test_what_was_shown_is_done_once(club: Club):
    registration = RegistrationFactory(tournament__club=club, player__licence="1")
    rows = unpack(pack([Row(2, "Nouveau", "Nom", "1"), Row(3, "Neuf", "Léa", consent=True)]))
    seen = examine(club=club, rows=rows).fingerprint

    first = apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)
    second = apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)

    assert (first, second) == (Applied(1, 1), Applied(0, 0))
    assert list(Player.objects.values_list("last_name", "consent")) == [("Neuf", True), ("Nouveau", True)]
    assert JournalEntry.objects.count() == 1
    registration.tournament.refresh_from_db()
    assert registration.tournament.revision == 2


def test_what_is_no_longer_what_was_shown_is_not_done(club: Club):
    rows = [Row(2, "Roy", "Paul", "1")]
    seen = examine(club=club, rows=rows).fingerprint
    PlayerFactory(club=club, licence="", last_name="Roy", first_name="Paul")

    with pytest.raises(Refusal) as refused:
        apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)

    assert refused.value.code == "import_is_stale"
    assert Player.objects.get().licence == ""


def test_a_licence_given_elsewhere_meanwhile_stops_everything(club: Club):
    rows = [Row(2, "Neuf", "Léa"), Row(3, "Roy", "Paul", "1")]
    seen = examine(club=club, rows=rows).fingerprint
    PlayerFactory(licence="1")

    with pytest.raises(Refusal) as refused:
        apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)

    assert refused.value.code == "import_has_problems"
    assert not club.players.exists()


def test_ten_thousand_lines_are_examined_by_two_queries_and_applied(club: Club):
    lines = "".join(f"{number};Nom{number};Prénom;oui\n" for number in range(10_000))
    rows = read_player_file(f"licence;nom;prénom;consentement\n{lines}".encode()).rows
    with CaptureQueriesContext(
        connection,
    ) as few:
        examine(club=club, rows=rows[:1])
    with CaptureQueriesContext(connection) as many:
        preview = examine(club=club, rows=rows)

    applied = apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, by=None, at=NOW)

    assert (len(few), len(many)) == (2, 2)
    assert applied == Applied(10_000, 0)
    assert club.players.count() == 10_000
