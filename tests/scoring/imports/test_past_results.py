"""PastConcours results: a finished concours from a spreadsheet, verified against what was published."""

import datetime
import io
import uuid
from dataclasses import replace
from itertools import pairwise

import pytest
from openpyxl import Workbook

from scoring.imports.past_results import PastConcours, import_past_results, preview_of
from scoring.models import SheetTotal
from scoring.services.sheets.results import differences
from scoring.services.undo.imports import undo_import
from tests.factories import NOW, ClubFactory, PlayerFactory
from tests.needs import shared
from tests.refusals import refusal_of
from tests.scoring.imports.files import read_past_results
from tests.texts import plain
from tests.tournaments.imports.lists import xlsx
from tournaments.imports.names import split_name
from tournaments.labels import Grade, Keeps, Pace, TournamentState
from tournaments.models import Account, Club, Import, JournalEntry, Player, Tournament
from tournaments.queries.people.members import grade_of
from tournaments.queries.standings.lines import Mark
from tournaments.queries.standings.standings import standings
from tournaments.refusals import Refusal
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings, reopen

PAST = PastConcours("Concours de Carbay", datetime.date(2019, 3, 9))
KEY = uuid.UUID(int=7)
SMALL = """joueur;numéro;Séquence 1 (45 min);Séquence 2 (45 min);total;place
DUPONT Jean;7;+120;−40;80;1
P2;3;-120;40;-80;2
"""


def apply(club: Club, by: Account, text: str = SMALL, key: uuid.UUID = KEY, past: PastConcours = PAST) -> Tournament:
    file = read_past_results(text.encode())
    return import_past_results(club=club, past=past, file=file, key=key, by=by, at=NOW)


def test_a_line_that_is_somebody_of_the_club_makes_nobody_new(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, licence="", last_name="DUPOND", first_name="Jean")
    file = read_past_results(SMALL.encode())
    (line,) = [row.line for row in file.rows if row.last_name == "DUPONT"]
    assert preview_of(club=club, file=file).alike == {line: [known]}

    refusals = []
    for same in ({line: PlayerFactory(club=ClubFactory()).pk}, {line + 1: known.pk}):
        with pytest.raises(Refusal) as refused:
            import_past_results(club=club, past=PAST, file=file, key=KEY, same=same, by=the_organiser, at=NOW)
        refusals.append(refused.value.code)
    tournament = import_past_results(
        club=club, past=PAST, file=file, key=KEY, same={line: known.pk}, by=the_organiser, at=NOW
    )

    assert refusals == ["import_is_stale"] * 2
    assert tournament.registrations.filter(player=known).count() == 1
    assert sorted(club.known.values_list("last_name", flat=True)) == ["DUPOND", "P2"]


def test_one_player_is_not_two_lines_of_results(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, licence="", last_name="DUPOND", first_name="Jean")
    file = read_past_results(b"joueur;s1;total\nDUPONT Jean;40;40\nDUPONDE Jean;-40;-40\n")
    same = {row.line: known.pk for row in file.rows}
    assert preview_of(club=club, file=file).alike == {line: [known] for line in same}

    with pytest.raises(Refusal, match="toutes les deux") as refused:
        import_past_results(club=club, past=PAST, file=file, key=KEY, same=same, by=the_organiser, at=NOW)

    assert refused.value.code == "player_twice"
    assert not Tournament.objects.exists()


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, plain(problem.sentence)) for problem in read_past_results(text.encode()).problems]


def test_a_published_concours_comes_out_as_it_was_published(club: Club, the_organiser: Account) -> None:
    file = read_past_results(shared("data/carbay_2019_sequences.csv").read_bytes())
    assert (file.problems, file.minutes, len(file.rows)) == ([], 60, 42)
    preview = preview_of(club=club, file=file)
    assert preview.disagreements == []
    assert [plain(sentence) for sentence in preview.shared] == [
        "P52 : publié à la place 37, ici 36 ex æquo (même total)."
    ]
    assert len(preview.created) == 42
    assert not Tournament.objects.exists()

    tournament = import_past_results(club=club, past=PAST, file=file, key=KEY, by=the_organiser, at=NOW)

    lines = standings(tournament).lines
    published = {line.number: (line.published_rank, line.published_total) for line in file.rows}
    ours = {line.start_number: (line.place, line.total) for line in lines}
    assert ours == published | {52: (36, -122)}
    assert [line.start_number for line in lines if line.shared] == [27, 52]
    assert {plain(line.name) for line in lines} == {f"Joueur n° {line.number}" for line in file.rows}
    assert list(differences(tournament)) == []


def test_it_is_a_finished_tournament_that_keeps_balances(club: Club, the_organiser: Account) -> None:
    tournament = apply(club, the_organiser)
    assert (tournament.state, tournament.keeps, tournament.pace, tournament.minutes_per_round) == (
        TournamentState.FINISHED,
        Keeps.TOTALS,
        Pace.MINUTES,
        45,
    )
    assert tournament.rounds.count() == 2
    assert list(SheetTotal.objects.values_list("seat__round__number", "seat__table", "points").order_by("pk")) == [
        (1, None, 120),
        (2, None, -40),
        (1, None, -120),
        (2, None, 40),
    ]
    # Nobody is exempt for want of a table.
    assert [line.marks for line in standings(tournament).lines] == [(Mark(120), Mark(-40)), (Mark(-120), Mark(40))]
    assert JournalEntry.objects.filter(tournament=tournament, action="résultats importés").count() == 1


def test_unknown_players_are_created_without_consent_and_known_ones_found(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, last_name="Dupont", first_name="Jean")
    apply(club, the_organiser)
    assert Player.objects.get(last_name="P2").consent is False
    assert list(known.registrations.values_list("start_number", flat=True)) == [7]
    assert Player.objects.count() == 2


def test_a_player_is_found_by_his_licence(club: Club, the_organiser: Account) -> None:
    known = PlayerFactory(club=club, licence="12345")
    apply(club, the_organiser, "joueur,tour 1\n12345,10\nAutre,-10\n")
    assert known.registrations.count() == 1
    assert Player.objects.count() == 2


def test_without_numbers_in_the_file_they_are_given_by_lot(club: Club, the_organiser: Account) -> None:
    """A list in alphabetical order would say between which two names somebody without consent stands."""
    names = [f"{first}{second}" for first in "ABCDEF" for second in "ABCDEF"]
    lines = "".join(f"{name},{1 if row % 2 else -1}\n" for row, name in enumerate(names))
    tournament = apply(club, the_organiser, f"joueur,tour 1\n{lines}")
    numbered = [
        (name.upper(), number)
        for name, number in tournament.registrations.order_by("start_number").values_list(
            "player__last_name", "start_number"
        )
    ]
    assert [number for _name, number in numbered] == list(range(1, 37))
    assert sorted(name for name, _number in numbered) == names
    in_order = sum(before < after for (before, _), (after, _) in pairwise(numbered))
    assert in_order < 30  # about 18 are expected; in alphabetical order it would be all 35
    assert list(differences(tournament)) == []


def test_the_same_form_sent_twice_makes_one_tournament(club: Club, the_organiser: Account) -> None:
    assert apply(club, the_organiser) == apply(club, the_organiser)
    assert Tournament.objects.count() == 1


def test_the_same_concours_entered_again_is_refused(club: Club, the_organiser: Account) -> None:
    apply(club, the_organiser)
    assert refusal_of(apply, club, the_organiser, key=uuid.UUID(int=8)).code == "tournament_exists"


def test_somebody_who_missed_a_sequence_has_no_seat_there(club: Club, the_organiser: Account) -> None:
    tournament = apply(club, the_organiser, "joueur;manche 1;manche 2\nUn;10;\nDeux;-10;5\n")
    assert [each.seats.count() for each in tournament.rounds.all()] == [2, 1]


def test_totals_and_places_that_disagree_are_listed(club: Club) -> None:
    file = read_past_results(b"joueur;seq 1;total;rang\nUn;10;11;1\nDeux;-10;-10;1\n")
    assert [plain(sentence) for sentence in preview_of(club=club, file=file).disagreements] == [
        "Ligne 2, Un : le total publié est +11, les séquences font +10.",
        "Ligne 3, Deux : la place publiée est 1, le classement dit 2.",
    ]


def test_what_does_not_sum_to_zero_comes_in_with_a_word() -> None:
    file = read_past_results(b"joueur;seq 1\nUn;10\nDeux;-4\n")
    assert file.problems == []
    (notice,) = file.notices
    assert "elle ne l’est pas : « seq 1 » +6." in plain(notice)


def test_every_wrong_line_is_told_at_once() -> None:
    assert problems(
        "joueur;n°;seq 1;seq 2\nUn;1;10;dix\n;2;1;1\nTrois;3;;\nQuatre;;1,5;2\nCinq;1;4;4\nSix;1;4;4\n"
    ) == [
        (2, "Ligne 2, colonne « seq 2 » : « dix » n’est pas un nombre entier de points."),
        (3, "Ligne 3 : il n’y a ni nom ni licence."),
        (4, "Ligne 4 : aucun bilan n’est écrit."),
        (
            5,
            (
                "Ligne 5, colonne « seq 1 » : « 1,5 » n’est pas un nombre entier de points : "
                "multipliez tout par 10, par exemple."
            ),
        ),
        (5, "Ligne 5 : il faut le numéro du joueur, à partir de 1."),
        (7, "Ligne 7 : le numéro 1 est déjà celui d’un autre joueur."),
    ]


def test_a_name_that_is_a_formula_without_its_result_is_told_once() -> None:
    book, content = Workbook(), io.BytesIO()
    for row in (["joueur", "seq 1"], ["=UPPER(D2)", 10], ["DUPONT Jean", "=-B2"]):
        book.active.append(row)
    book.save(content)
    problems = [
        (problem.line, plain(problem.sentence)[:41]) for problem in read_past_results(content.getvalue()).problems
    ]
    assert problems == [
        (2, "Ligne 2, colonne « joueur » : c’est une f"),
        (3, "Ligne 3, colonne « seq 1 » : c’est une fo"),
    ]


def test_a_file_without_sequences_or_players_is_told() -> None:
    assert [line for line, _sentence in problems("licenciement;ville\n1;2\n")] == [0, 0]
    assert problems("joueur;seq 1\n") == [(0, "Ce fichier n’a que sa ligne de titres : il n’y a aucun joueur dessous.")]


def test_the_same_person_twice_is_refused(club: Club, the_organiser: Account) -> None:
    file = read_past_results(b"joueur;seq 1\nRoux Luc;10\nUn;-5\nUN;-5\n")
    preview = preview_of(club=club, file=file)
    assert [problem.line for problem in preview.problems] == [4]
    with pytest.raises(Refusal):
        import_past_results(club=club, past=PAST, file=file, key=KEY, by=the_organiser, at=NOW)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_a_name_that_several_have_is_asked_about(club: Club, the_organiser: Account) -> None:
    """A father and a son without licence, both in the club: once in the file, or twice."""
    father, son = PlayerFactory.create_batch(2, club=club, last_name="Roux", first_name="Luc", licence="")
    file = read_past_results(b"joueur;seq 1\nRoux Luc;10\nROUX luc;-5\nUn;-5\n")
    preview = preview_of(club=club, file=file)
    assert (preview.problems, preview.alike) == ([], {2: [father, son], 3: [father, son]})
    assert {line: (asks.is_held, "plusieurs joueurs" in asks.sentence) for line, asks in preview.asked.items()} == {
        2: (False, True), 3: (False, True),
    }  # fmt: skip

    arguments = {"club": club, "past": PAST, "file": file, "key": KEY, "by": the_organiser, "at": NOW}
    assert refusal_of(import_past_results, **arguments).code == "who_is_it"
    assert refusal_of(import_past_results, **arguments, same={2: son.pk}).code == "who_is_it"
    assert refusal_of(import_past_results, **arguments, same={2: son.pk, 3: son.pk}).code == "player_twice"
    assert not Tournament.objects.exists()

    tournament = import_past_results(**arguments, same={2: son.pk}, others={3})
    played = set(tournament.registrations.values_list("player", flat=True))
    assert played & {father.pk, son.pk} == {son.pk}
    assert Player.objects.filter(last_name__iexact="roux").count() == 3


def test_names_are_split_at_the_capitals() -> None:
    assert split_name("DE LA TOUR Jean-Marc") == ("DE LA TOUR", "Jean-Marc")
    assert split_name("Dupont Jean") == ("Dupont", "Jean")
    assert split_name("P31") == ("P31", "")


@pytest.mark.parametrize(
    ("first", "second", "minutes"),
    [
        ("Séquence 1 (45 min)", "Séquence 2 (45 min)", 45),
        ("Séquence 1", "Séquence 2", None),
        ("Tour 1 (45 min)", "Tour 2 (30 min)", None),
    ],
)
def test_a_length_that_the_file_does_not_say_is_not_invented(
    club: Club, the_organiser: Account, first: str, second: str, minutes: int | None
) -> None:
    tournament = apply(club, the_organiser, f"joueur,{first},{second}\nAnne,10,5\nBob,-10,-5\n")
    assert (tournament.pace, tournament.minutes_per_round, tournament.donnes_per_round) == (Pace.MINUTES, minutes, None)
    again = reopen(tournament=tournament, reason="nom", by=the_organiser, at=NOW)
    named = change_settings(
        tournament=again, settings=replace(Settings.of(again), name="Autre nom"), by=the_organiser, at=NOW
    )
    assert (named.name, named.minutes_per_round) == ("Autre nom", minutes)


def by_licence(club: Club, line: str) -> tuple[list[str], list[str]]:
    """Return who is known and what is wrong when a file of one player by licence is previewed."""
    preview = preview_of(club=club, file=read_past_results(f"licence;joueur;Séquence 1 (45 min)\n{line};0\n".encode()))
    return [one.licence for one in preview.known], [plain(problem.sentence) for problem in preview.problems]


def test_a_licence_says_who_it_is_among_the_players_of_the_club(club: Club) -> None:
    PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="A1")
    assert by_licence(club, "A1;DUPONT Jean") == (["A1"], [])
    assert by_licence(club, "A1;Dupont J.") == (["A1"], [])


def test_a_licence_of_another_club_is_asked_about_and_makes_a_guest(club: Club, the_organiser: Account) -> None:
    there = PlayerFactory(last_name="DUPONT", first_name="Jean", licence="A1")
    file = read_past_results(b"licence;joueur;s1\nA1;Dupond Jean;10\n;Roux;-10\n")
    preview = preview_of(club=club, file=file)
    assert (preview.known, preview.alike, preview.problems) == ([], {2: [there]}, [])

    unsaid = refusal_of(import_past_results, club=club, past=PAST, file=file, key=KEY, by=the_organiser, at=NOW)
    assert unsaid.code == "who_is_it"
    assert plain(str(unsaid)) == (
        "Le numéro A1 est celui de DUPONT Jean, membre d’un autre club. Est-ce la même personne ?"
    )
    assert not there.clubs.contains(club)
    same = {2: there.pk}
    tournament = import_past_results(club=club, past=PAST, file=file, key=KEY, same=same, by=the_organiser, at=NOW)

    assert tournament.registrations.filter(player=there).count() == 1
    assert sorted(club.known.values_list("last_name", flat=True)) == ["DUPONT", "Roux"]
    made = Import.objects.get()
    assert there.memberships.get(club=club).imported_by == made
    assert grade_of(there, club) == Grade.GUEST
    assert not JournalEntry.objects.filter(action__startswith="adhésion").exists()
    undo_import(made=made, by=the_organiser, at=NOW)
    assert grade_of(there, club) is None


def test_a_licence_under_another_name_is_asked_about(club: Club, the_organiser: Account) -> None:
    jean = PlayerFactory(club=club, last_name="MARTIN", first_name="Jean", licence="0123456")
    anne = PlayerFactory(club=club, last_name="MARTIN", first_name="Anne", licence="0123457")
    PlayerFactory(last_name="PETIT", first_name="Luc", licence="A2")
    lines = "0123456;MARTIN Anne;30\nA2;DURAND Max;-20\n0123457;ROUX Léa;-10"
    file = read_past_results(f"licence;joueur;s1\n{lines}\n".encode())

    preview = preview_of(club=club, file=file)

    assert (preview.problems, preview.known, preview.alike) == ([], [], {2: [jean, anne], 4: [anne]})
    assert [plain(holder.sentence) for holder in preview.asked.values()] == [
        "Le numéro 0123456 est celui de MARTIN Jean. Est-ce la même personne ?",
        "Le numéro A2 est celui d’un membre d’un autre club, sous un autre nom. Vérifiez le numéro.",
        "Le numéro 0123457 est celui de MARTIN Anne. Est-ce la même personne ?",
    ]
    arguments = {"club": club, "past": PAST, "file": file, "key": KEY, "by": the_organiser, "at": NOW}
    assert refusal_of(import_past_results, **arguments, same={2: anne.pk}, others={3}).code == "who_is_it"

    tournament = import_past_results(**arguments, same={2: anne.pk}, others={3, 4})

    played = tournament.registrations.values_list("player__last_name", "player__first_name", "player__licence")
    assert set(played) == {("MARTIN", "Anne", "0123457"), ("DURAND", "Max", ""), ("ROUX", "Léa", "")}


def test_a_licence_without_its_zero_is_told_and_matched(club: Club) -> None:
    jean = PlayerFactory(club=club, last_name="MARTIN", first_name="Jean", licence="0123456")
    file = read_past_results("licence;joueur;s1\n123456;Martin J.;10\nnéant;Roux;0\n?;Bon;-10\n".encode())
    preview = preview_of(club=club, file=file)
    assert ([one.licence for one in preview.known], preview.asked) == ([jean.licence], {})
    assert "0123456" in preview.zeros
    assert [one.licence for one in preview.created] == ["", ""]


def test_a_licence_that_nobody_has_is_told(club: Club) -> None:
    PlayerFactory(last_name="PETIT", first_name="Luc", licence="A2")
    nobody = "aucun joueur du club n’a cette licence, et le fichier ne dit pas son nom. Ajoutez son nom."
    for licence in ("A2", "B2"):  # without a name nobody learns that it is somebody's of another club
        assert by_licence(club, f"{licence};") == ([], [f"Ligne 2, {licence} : {nobody}"])


def test_a_merged_name_of_results_is_that_of_each_line() -> None:
    lines = [("nom", "prénom", "séquence 1"), ("MARTIN", "Luc", 10), (None, "Léa", -4), ("ROY", "Max", -6)]

    file = read_past_results(xlsx(lines, decorate=lambda book: book.active.merge_cells("A2:A3")))

    assert [row.name for row in file.rows] == ["MARTIN Luc", "MARTIN Léa", "ROY Max"]
    told = plain(" ".join(file.notices))
    assert "Ligne 3 : son nom est dans une cellule fusionnée avec la ligne au-dessus. Elle est lue quand même." in told


def test_what_a_workbook_of_results_hides_or_has_besides_is_told() -> None:
    lines = [("joueur", "séquence 1"), ("MARTIN Luc", 10), ("ROY Max", -10)]

    def decorate(book: Workbook) -> None:
        book.worksheets[0].row_dimensions[3].hidden = True
        book.worksheets[1].title = "Primes"

    file = read_past_results(xlsx(lines, [("joueur", "prime"), ("MARTIN Luc", 5)], decorate=decorate))

    told = plain(" ".join(file.notices))
    assert [row.name for row in file.rows] == ["MARTIN Luc", "ROY Max"]
    assert "Une autre feuille n’est pas lue : « Primes »." in told
    assert (
        "Ligne 3 : cette ligne est masquée dans le classeur, par un filtre peut-être. Elle est lue quand même." in told
    )
