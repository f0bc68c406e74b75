"""Imports: who a line means, what it would do, doing it once."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory
from tests.refusals import refusal_of
from tests.tournaments.imports.reading import read_player_file
from tournaments.imports import players
from tournaments.imports.mappings import remembered
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import Applied, apply_import, examine
from tournaments.labels import ImportKind
from tournaments.models import Club, Import, JournalEntry, MembershipPeriod, Player
from tournaments.queries.undo.imports import imported_players
from tournaments.services.people.joining import receive
from tournaments.services.people.members import end_membership


def problems(club: Club, *rows: PlayerRow) -> list[str]:
    return [problem.sentence.replace("\u00a0", " ") for problem in examine(club=club, rows=rows).problems]


def test_new_changed_and_unchanged_are_told_apart(club: Club):
    PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul", consent=False)
    PlayerFactory(club=club, licence="2", last_name="Petit", first_name="Zoé")

    preview = examine(
        club=club,
        rows=[
            PlayerRow(2, "Roy", "Paul", "1", consent=True),
            PlayerRow(3, "Petit", licence="2"),
            PlayerRow(4, "Neuf", "Léa"),
        ],
    )

    assert [effect.facts.full_name for effect in preview.created] == ["Neuf Léa"]
    assert [(effect.line, effect.changes) for effect in preview.changed] == [(2, {"consent": [False, True]})]
    assert [effect.line for effect in preview.unchanged] == [3]


LIST = """licence;nom;prénom;fin de licence;série;série au;e-mail;accord e-mail;téléphone;suspendu du;suspendu jusqu'au;motif de suspension
1;Roy;Paul;31/08/2027;2e série;01/09/2026;roy@exemple.fr;oui;0612345678;01/11/2026;30/11/2026;propos injurieux
2;Bon;Zoé;46265;;;faux;oui;;01/11/2026;;
"""  # noqa: E501 - a line of a file


def test_a_federation_s_list_brings_licences_series_and_suspensions(club: Club):
    read = read_player_file(LIST.encode())
    preview = examine(club=club, rows=read.rows)
    apply_import(club=club, rows=read.rows, fingerprint=preview.fingerprint, by=None, at=NOW)
    roy, bon = club.players.order_by("licence")
    assert (roy.licence_until, roy.federal_series) == (date(2027, 8, 31), "2e série")
    assert (roy.suspended_from, roy.suspension_reason) == (date(2026, 11, 1), "propos injurieux")
    assert (roy.email, roy.phone) == ("roy@exemple.fr", "")  # nobody said that the club may keep his number
    assert [notice[:31] for notice in preview.notices] == ["1 adresse ou téléphone est lais"]
    assert (bon.licence_until, bon.email, bon.suspended_from) == (date(2026, 8, 31), "", None)
    told = " ".join(read.notices).replace("\u00a0", " ")
    assert "« faux » n’est pas une adresse" in told
    assert "premier jour, son motif" in told


def test_a_list_says_since_when_its_new_members_are_members(club: Club):
    """Who is new is a member since that day, or else since the list; of a club's first list nobody knows."""

    def taken(text: str) -> dict[str, date | None]:
        read = read_player_file(f"nom;licence;adhérent depuis\n{text}".encode())
        seen = examine(club=club, rows=read.rows).fingerprint
        apply_import(club=club, rows=read.rows, fingerprint=seen, by=None, at=NOW)
        days = MembershipPeriod.objects.filter(membership__club=club, until=None)
        return dict(days.values_list("membership__player__last_name", "since"))

    assert taken("ROY;1;01/09/2019\nBON;2;\nTARD;3;01/09/2099") == {
        "ROY": date(2019, 9, 1),
        "BON": None,
        "TARD": None,
    }
    receive(club, [PlayerFactory(last_name="PASSE", licence="6")])
    now = taken("ROY;1;01/09/2020\nNEUF;4;01/11/2026\nAUSSI;5;")
    assert (now["ROY"], now["NEUF"], now["AUSSI"]) == (date(2019, 9, 1), date(2026, 11, 1), NOW.date())


def test_last_year_s_list_makes_no_member_of_who_stopped_unless_it_is_said(club: Club):
    player = PlayerFactory(club=club, licence="1", last_name="ROY")
    end_membership(club=club, player=player, by=None, at=NOW)
    row = PlayerRow(2, "ROY", licence="1", member_since=date(2026, 11, 21))
    preview = examine(club=club, rows=[row])
    assert [(effect.doubt[:14], effect.joins) for effect in preview.changed] == [("ancien membre\u00a0", True)]
    sent = {"club": club, "rows": [row], "fingerprint": preview.fingerprint, "by": None, "at": NOW}
    assert refusal_of(apply_import, **sent, unticked={2}).code == "nothing_ticked"
    apply_import(**sent)
    assert player in club.players


def test_an_older_table_of_series_does_not_go_over_a_newer_one(club: Club):
    player = PlayerFactory(club=club, licence="1", federal_series="1re série", federal_series_on=date(2026, 9, 1))
    for day, changes in ((date(2025, 9, 1), {}), (date(2026, 9, 2), {"federal_series", "federal_series_on"})):
        row = PlayerRow(2, player.last_name, licence="1", federal_series="2e série", federal_series_on=day)
        preview = examine(club=club, rows=[row])
        assert {name for effect in preview.changed for name in effect.changes} == set(changes)


def test_an_import_undone_gives_a_suspension_back_whole_or_not_at_all(club: Club):
    player = PlayerFactory(club=club, licence="1", last_name="ROY")
    row = PlayerRow(2, "ROY", licence="1", sex="M", suspended_from=date(2026, 11, 1), suspension_reason="triche")
    seen = examine(club=club, rows=[row]).fingerprint
    apply_import(club=club, rows=[row], fingerprint=seen, by=None, at=NOW)
    spreadsheet = Import.objects.get()
    whole = imported_players(spreadsheet).back[player.pk]
    assert whole == {"sex": "", "suspended_from": None, "suspension_reason": ""}
    Player.objects.filter(pk=player.pk).update(suspension_reason="triche avérée")
    assert imported_players(spreadsheet).back[player.pk] == {"sex": ""}


def test_a_list_says_no_and_the_contact_goes(club: Club):
    PlayerFactory(club=club, licence="1", last_name="ROY", email="a@b.fr", email_consent=True)
    preview = examine(club=club, rows=[PlayerRow(2, "ROY", licence="1", email_consent=False)])
    assert preview.changed[0].changes == {"email": ["a@b.fr", ""], "email_consent": [True, False]}


def test_without_a_licence_the_name_decides_and_a_new_licence_goes_to_who_has_none(club: Club):
    PlayerFactory(club=club, licence="", last_name="Lefèvre", first_name="Jean-Pierre")
    PlayerFactory(club=club, licence="5", last_name="Roy", first_name="Paul")

    preview = examine(
        club=club,
        rows=[
            PlayerRow(2, "LEFEVRE", "Jean Pierre", "9"),
            PlayerRow(3, "Roy", "Paul"),
            PlayerRow(4, "Roy", "Paul", "6"),
        ],
    )

    assert preview.changed[0].changes["licence"] == ["", "9"]
    assert [effect.facts.licence for effect in preview.created] == ["", "6"]
    assert preview.doubtful == {3, 4}  # two Roy Paul in the file: one without a licence, one with another


def doubts(club: Club, *rows: PlayerRow) -> list[tuple[int, str, list[str]]]:
    """Return the lines that wait: number, why, who they may be."""
    return [
        (effect.line, effect.doubt.replace("\u00a0", " "), [str(candidate.player) for candidate in effect.alike])
        for effect in examine(club=club, rows=rows).created
        if effect.doubt
    ]


def test_of_namesakes_it_is_asked_and_of_a_licence_of_another_club_under_another_name(club: Club):
    PlayerFactory(club=ClubFactory(name="Ailleurs"), licence="7", last_name="Garnier")
    PlayerFactory.create_batch(2, club=club, last_name="Roy", first_name="Paul")

    rows = [PlayerRow(2, "Petit", licence="7"), PlayerRow(4, "Roy", "Paul")]
    elsewhere = "Le numéro 7 est celui d’un membre d’un autre club, sous un autre nom. Vérifiez le numéro."
    assert doubts(club, *rows) == [
        (2, f"{elsewhere} Cochée, la ligne entre sans lui.", []),
        (4, "le club a plusieurs joueurs nommés « Roy Paul » : dites qui c’est.", ["Roy Paul", "Roy Paul"]),
    ]
    seen = examine(club=club, rows=rows).fingerprint
    apply_import(club=club, rows=rows, fingerprint=seen, unticked={4}, by=None, at=NOW)
    assert club.players.get(last_name="Petit").licence == ""


def test_a_wrong_figure_makes_nobody_of_anybody(club: Club):
    PlayerFactory(club=club, licence="0123456", last_name="MARTIN", first_name="Paul")
    anne = PlayerFactory(club=club, licence="0123457", last_name="MARTIN", first_name="Anne")
    rows = [PlayerRow(2, "Martin", "Anne", "0123456"), PlayerRow(3, "Roux", "Léa", "0123457", consent=True)]
    why = "le numéro %s est celui de %s. Si c’est quelqu’un d’autre, il entre sans numéro."
    assert doubts(club, *rows) == [
        (2, why % ("0123456", "MARTIN Paul"), ["MARTIN Paul", "MARTIN Anne"]),
        (3, why % ("0123457", "MARTIN Anne"), ["MARTIN Anne"]),
    ]
    seen = examine(club=club, rows=rows).fingerprint
    arguments = {"club": club, "rows": rows, "fingerprint": seen, "by": None, "at": NOW}
    assert refusal_of(apply_import, **arguments, unticked={2, 3}).code == "nothing_ticked"
    assert apply_import(**arguments, same={2: anne.pk}) == Applied(1, 0)
    assert list(club.players.order_by("pk").values_list("last_name", "first_name", "licence")) == [
        ("MARTIN", "Paul", "0123456"),
        ("MARTIN", "Anne", "0123457"),
        ("Roux", "Léa", ""),
    ]
    married = examine(club=club, rows=rows).answered({3: anne.pk})  # her new name, once that is said
    assert married.changed[0].changes["last_name"] == ["MARTIN", "Roux"]


@pytest.mark.parametrize(
    ("name", "is_sure"),
    [(("dupont", "jean pierre"), True), (("DUPONT", "J.-P."), True), (("DUPONT", "J"), True), (("Dupont", None), True),
     (("Jean-Pierre", "Dupont"), True), (("DUPOND", "Jean-Pierre"), False), (("DUPONT", "Jean"), False),
     (("DUPONT-ROY", "Jean-Pierre"), False), (("DUPONT", "Jeanne"), False)],
)  # fmt: skip
def test_a_licence_means_who_holds_it_under_his_name_only(club: Club, name: tuple[str, str | None], is_sure: bool):
    PlayerFactory(club=club, licence="1", last_name="DUPONT", first_name="Jean-Pierre")
    preview = examine(club=club, rows=[PlayerRow(2, *name, licence="1")])
    assert ([effect.line for effect in preview.unchanged], preview.doubtful) == (([2], set()) if is_sure else ([], {2}))


def test_one_name_under_another_licence_is_asked_about(club: Club):
    PlayerFactory(club=club, licence="0123456", last_name="DUPONT", first_name="Jean")
    asked = [(2, "Dupont Jean → DUPONT Jean, qui est déjà au club ?", ["DUPONT Jean"])]
    assert doubts(club, PlayerRow(2, "Dupont", "Jean", "0123465")) == asked


def test_a_person_of_another_club_becomes_a_member_once_his_line_is_said_to_be_his(club: Club):
    there = PlayerFactory(licence="7", last_name="Îlot", first_name="Élise")
    rows = [PlayerRow(2, "ILOT", "elise", "7", public_name="Lili"), PlayerRow(3, "Neuf", "Léa", consent=True)]
    preview = examine(club=club, rows=rows)
    arguments = {"club": club, "rows": rows, "fingerprint": preview.fingerprint, "by": None, "at": NOW}

    assert preview.doubtful == {2}
    assert [candidate.player for candidate in preview.created[0].alike] == [there]
    assert refusal_of(apply_import, **arguments).code == "import_is_stale"  # it is he, or the line is left out
    applied = apply_import(**arguments, same={2: there.pk})

    there.refresh_from_db()
    assert (applied.created, applied.changed, applied.joined) == (1, 0, 1)
    assert (there.public_name, there in club.players, club.players.count()) == ("", True, 2)
    assert examine(club=club, rows=rows).changed[0].player == there  # a member like the others from now on


def test_one_player_on_two_lines_is_refused(club: Club):
    PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul")

    assert problems(club, PlayerRow(2, "ROY", "Paul", "1"), PlayerRow(3, "Roy", None, "1")) == [
        "Ligne 3 : c’est le même joueur qu’à la ligne 2."
    ]


def test_what_was_shown_is_done_once(club: Club):
    registration = RegistrationFactory(tournament__club=club, player__licence="1")
    player = registration.player
    rows = [PlayerRow(2, player.last_name, player.first_name, "1", sex="M"), PlayerRow(3, "Neuf", "Léa", consent=True)]
    seen = examine(club=club, rows=rows).fingerprint

    first = apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)
    second = apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)

    assert (first, second) == (Applied(1, 1), Applied(0, 0))
    assert list(Player.objects.order_by("pk").values_list("last_name", "consent")) == [
        (player.last_name, True),
        ("Neuf", True),
    ]
    assert JournalEntry.objects.count() == 1
    registration.tournament.refresh_from_db()
    assert registration.tournament.revision == 2


def test_what_is_no_longer_what_was_shown_is_not_done(club: Club):
    rows = [PlayerRow(2, "Roy", "Paul", "1")]
    seen = examine(club=club, rows=rows).fingerprint
    PlayerFactory(club=club, licence="", last_name="Roy", first_name="Paul")

    assert refusal_of(apply_import, club=club, rows=rows, fingerprint=seen, by=None, at=NOW).code == "import_is_stale"
    assert Player.objects.get().licence == ""


def test_a_licence_given_elsewhere_meanwhile_stops_everything(club: Club):
    rows = [PlayerRow(2, "Neuf", "Léa"), PlayerRow(3, "Roy", "Paul", "1")]
    seen = examine(club=club, rows=rows).fingerprint
    PlayerFactory(licence="1")

    assert refusal_of(apply_import, club=club, rows=rows, fingerprint=seen, by=None, at=NOW).code == "import_is_stale"
    assert not club.players.exists()


@pytest.mark.product
def test_ten_thousand_lines_are_examined_by_five_queries_and_applied(club: Club):
    lines = "".join(f"{number};Nom{number};Prénom;oui\n" for number in range(1, 10_001))
    rows = read_player_file(f"licence;nom;prénom;consentement\n{lines}".encode()).rows
    with CaptureQueriesContext(connection) as few:
        examine(club=club, rows=rows[:1])
    with CaptureQueriesContext(connection) as many:
        preview = examine(club=club, rows=rows)

    applied = apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, by=None, at=NOW)

    assert (len(few), len(many)) == (5, 5)
    assert applied == Applied(10_000, 0)
    assert club.players.count() == 10_000


def test_a_visitor_keeps_his_club_and_our_own_name_is_no_other_club(club: Club):
    Club.objects.filter(pk=club.pk).update(name="Ici")
    club.refresh_from_db()

    preview = examine(
        club=club, rows=[PlayerRow(2, "Neuf", "Léa", home_club="Ailleurs"), PlayerRow(3, "Bon", home_club="ICI")]
    )

    assert [effect.facts.home_club for effect in preview.created] == ["Ailleurs", ""]


def test_an_import_is_a_row_that_knows_whom_it_made_and_what_it_changed(club: Club):
    known = PlayerFactory(club=club, licence="1", last_name="Roy", first_name="Paul")
    rows = [
        PlayerRow(2, "Roy", licence="1", sex="M"),
        PlayerRow(3, "Neuf", "Léa"),
        PlayerRow(4, "Bon", "Max", consent=False),
    ]
    seen = examine(club=club, rows=rows).fingerprint

    apply_import(
        club=club, rows=rows, fingerprint=seen, unticked={4}, consent=True, file_name="liste.xlsx", by=None, at=NOW
    )

    made = Import.objects.get()
    assert (made.kind, made.file_name, made.at, made.undone_at) == ("joueurs", "liste.xlsx", NOW, None)
    assert made.changes == {str(known.pk): {"sex": ["", "M"]}}
    assert list(made.players.values_list("last_name", "consent")) == [("Neuf", True)]
    assert not Player.objects.filter(last_name="Bon").exists()
    assert str(made) == "liste de joueurs · liste.xlsx"
    assert JournalEntry.objects.get().sentence == "1 ajoutés, 1 modifiés · liste.xlsx"


def test_what_was_pasted_says_so_and_when(club: Club):
    rows = [PlayerRow(2, "Neuf", "Léa")]

    apply_import(club=club, rows=rows, fingerprint=examine(club=club, rows=rows).fingerprint, by=None, at=NOW)

    assert str(Import.objects.get()) == "liste de joueurs · copier-coller du 21 novembre 2026"
    assert JournalEntry.objects.get().sentence == "1 ajoutés, 0 modifiés · copier-coller"


def test_what_a_file_says_of_consent_is_not_what_is_said_for_the_others(club: Club):
    rows = [PlayerRow(2, "Roy", consent=False), PlayerRow(3, "Neuf", "Léa")]
    preview = examine(club=club, rows=rows)
    assert not preview.asks_consent

    apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, consent=True, by=None, at=NOW)

    assert list(Player.objects.values_list("last_name", "consent")) == [("Neuf", True), ("Roy", False)]


def test_what_is_neither_yes_nor_no_is_not_answered_for_him(club: Club):
    """Somebody who wrote « sauf la photo » is not shown because the organiser says yes for who wrote nothing."""
    rows = [PlayerRow(2, "Roy", is_unclear=True), PlayerRow(3, "Neuf", "Léa")]
    preview = examine(club=club, rows=rows)

    apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, consent=True, by=None, at=NOW)

    assert list(Player.objects.values_list("last_name", "consent")) == [("Neuf", True), ("Roy", False)]
    assert examine(club=ClubFactory(), rows=rows[1:]).asks_consent


def test_another_file_under_the_same_lines_is_not_what_was_shown(club: Club):
    """Two windows of one browser: what waits is the second file, what was seen the first."""
    seen = examine(club=club, rows=[PlayerRow(2, "Roy", "Paul")]).fingerprint

    refused = refusal_of(
        apply_import, club=club, rows=[PlayerRow(2, "Autre", "Anne")], fingerprint=seen, by=None, at=NOW
    )

    assert refused.code == "import_is_stale"


def test_what_a_heading_means_is_remembered_and_forgotten_with_what_it_says_itself(club: Club):
    def bring(name: str, **meanings: str | None) -> None:
        rows = [PlayerRow(2, name)]
        seen = examine(club=club, rows=rows).fingerprint
        apply_import(club=club, rows=rows, fingerprint=seen, meanings=meanings, by=None, at=NOW)

    bring("Un", tel="", civ="first_name")
    bring("Deux", tel=None, civ="licence")

    assert remembered(club, ImportKind.PLAYERS) == {"civ": "licence"}
    assert remembered(club, ImportKind.RESULTS) == {}


def test_of_two_lines_of_one_new_name_the_first_comes_in_and_the_other_waits(club: Club):
    rows = [PlayerRow(2, "Roy", "Paul", birth_year=1958), PlayerRow(3, "ROY", "paul", birth_year=1990)]
    why = "« ROY paul » est plusieurs fois dans ce fichier : dites qui c’est, ou cochez s’il est nouveau."
    assert doubts(club, *rows) == [(3, why, [])]
    seen = examine(club=club, rows=rows).fingerprint
    apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)
    assert club.players.count() == 2  # father and son
    again = examine(club=club, rows=rows)
    assert (again.doubtful, [len(effect.alike) for effect in again.created]) == ({2, 3}, [2, 2])
    with_a_licence = examine(club=ClubFactory(), rows=[*rows, PlayerRow(4, "Roy", "Paul", "9")])
    assert with_a_licence.doubtful == {2, 3}


@pytest.mark.parametrize("told", [{"birth_year": 1990}, {"sex": "F"}])
def test_a_namesake_of_another_year_or_sex_is_asked_about_and_has_a_way_in(club: Club, told: dict[str, Any]):
    """The son is in no list with his father; what tells them apart is no correction."""
    SeasonFactory(club=club, veteran_from_age=60)
    known = PlayerFactory(club=club, licence="", last_name="ROY", first_name="Paul", birth_year=1958, sex="M")
    row = PlayerRow(2, "Roy", "Paul", **told)
    seen = examine(club=club, rows=[row])
    assert (seen.doubtful, seen.changed) == ({2}, [])
    assert seen.created[0].alike[0].player == known
    assert "autre année de naissance" in seen.created[0].doubt
    with_his_own = PlayerRow(2, "Roy", "Paul", birth_year=1958, sex="M")
    assert not examine(club=club, rows=[with_his_own]).doubtful
    apply_import(club=club, rows=[row], fingerprint=seen.fingerprint, by=None, at=NOW)
    assert club.players.count() == 2
    known.refresh_from_db()
    assert (known.birth_year, known.sex) == (1958, "M")


def test_who_resembles_somebody_of_the_club_waits_for_a_tick_unless_licences_tell_them_apart(club: Club):
    PlayerFactory(club=club, licence="1", last_name="DUPONT", first_name="Jean")

    preview = examine(
        club=club,
        rows=[PlayerRow(2, "Dupon", "Jean"), PlayerRow(3, "Duponte", "Jean", "2"), PlayerRow(4, "Roy", "Paul")],
    )

    assert [(effect.line, bool(effect.doubt)) for effect in preview.created] == [(2, True), (3, False), (4, False)]
    assert preview.created[0].doubt.replace("\u00a0", " ") == "Dupon Jean → DUPONT Jean, qui est déjà au club ?"
    assert (preview.doubtful, preview.new_players, preview.corrected_players) == ({2}, 2, 0)


def test_a_line_that_is_somebody_of_the_club_changes_him_and_keeps_his_name(club: Club):
    known = PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean", consent=False)
    rows = [PlayerRow(2, "Dupon", "Jean", licence="12", consent=True), PlayerRow(3, "Roy", "Paul")]
    preview = examine(club=club, rows=rows)
    (alike,) = preview.created[0].alike
    assert (alike.player, alike.changes) == (known, {"licence": ["", "12"], "consent": [False, True]})

    applied = apply_import(club=club, rows=rows, fingerprint=preview.fingerprint, same={2: known.pk}, by=None, at=NOW)

    assert applied == Applied(created=1, changed=1)
    assert list(club.players.order_by("pk").values_list("last_name", "licence", "consent")) == [
        ("DUPONT", "12", True),
        ("Roy", "", False),
    ]
    assert JournalEntry.objects.get().details["changes"] == {"DUPONT Jean": alike.changes}
    assert Import.objects.get().changes == {str(known.pk): alike.changes}


def test_a_line_that_is_somebody_and_says_nothing_new_does_nothing_however_often(club: Club):
    known = PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean")
    rows = [PlayerRow(2, "Dupon", "Jean")]
    fingerprint = examine(club=club, rows=rows).fingerprint

    for _again in range(2):
        done = apply_import(club=club, rows=rows, fingerprint=fingerprint, same={2: known.pk}, by=None, at=NOW)
        assert done == Applied(0, 0)
    assert (club.players.count(), JournalEntry.objects.count()) == (1, 0)


def test_nobody_is_two_lines_nor_whom_nobody_proposed(club: Club):
    known = PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean")
    stranger = PlayerFactory(club=club, licence="9", last_name="ROY", first_name="Paul")
    rows = [PlayerRow(2, "Dupon", "Jean", "1"), PlayerRow(3, "Duponte", "Jean", "2")]
    fingerprint = examine(club=club, rows=rows).fingerprint

    codes = []
    for same in ({2: known.pk, 3: known.pk}, {2: stranger.pk}):
        refused = refusal_of(apply_import, club=club, rows=rows, fingerprint=fingerprint, same=same, by=None, at=NOW)
        codes.append(refused.code)

    assert codes == ["player_twice", "import_is_stale"]
    assert club.players.count() == 2


def test_who_is_meant_by_a_line_of_his_own_is_not_proposed_for_another(club: Club):
    PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean")

    effect = examine(club=club, rows=[PlayerRow(2, "Dupon", "Jean"), PlayerRow(3, "Dupont", "Jean")]).created[0]

    assert (effect.line, effect.alike) == (2, ())
    assert "il ressemble à DUPONT Jean, qui est à la ligne 3" in effect.doubt


def test_a_list_far_too_long_to_be_looked_through_is_not_compared(club: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(players, "MOST_COMPARED", 1)
    PlayerFactory(club=club, licence="", last_name="DUPONT", first_name="Jean")

    preview = examine(club=club, rows=[PlayerRow(2, "Dupon", "Jean"), PlayerRow(3, "Roy", "Paul")])

    assert preview.doubtful == set()


def test_a_file_says_each_consent_apart_and_a_card_without_the_name_is_none(club: Club):
    lines = "Roy;Paul;oui;oui;non\nNeuf;Léa;non;oui;oui"
    rows = read_player_file(f"nom;prénom;consentement;fiche publique;transmission\n{lines}".encode()).rows
    seen = examine(club=club, rows=rows).fingerprint

    apply_import(club=club, rows=rows, fingerprint=seen, by=None, at=NOW)

    said = club.players.order_by("pk").values_list("last_name", "consent", "card_consent", "sharing_consent")
    assert list(said) == [("Roy", True, True, False), ("Neuf", False, False, False)]
