"""The journal of a tournament: narrowed, with what stood before and since, taken away, and undone from."""

import datetime
import uuid

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.labels import CalledWhen, CallOutcome, PenaltyTarget, Prime, Sanction
from scoring.models import Penalty, SheetLine
from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.agreements import agreement_of
from scoring.queries.table.lines import AGAINST_RULING
from scoring.queries.table.sheets import sheet_of
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.confirmations import confirm_line, sign_sheet
from scoring.services.sheets.moves import empty_donne
from tests.factories import NOW
from tests.scoring.sheets import (
    EST,
    NORD,
    SUD,
    a_penalty,
    balanced,
    chelem_called,
    garde,
    named,
    phone_of,
    record,
    seat,
    seated,
)
from tests.scoring.views.typed import sheet
from tests.texts import plain, text
from tournaments.labels import Keeps, TournamentState
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.services.journal import log

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(tables):
    named(tables[0], ["Abel A"])
    named(tables[1], ["Blum A"])
    return tables


def journal(client, tournament, **asked):
    return client.get(reverse("journal", args=[tournament.pk]), asked)


def rows(response):
    return [(row.record.action, row.record.subject) for row in response.context["table"].paginated_rows]


def cells(response, name):
    return [str(row.get_cell(name)) for row in response.context["table"].paginated_rows]


def penalised(tournament, the_arbiter, number=1, **more):
    entry = tournament.registrations.get(start_number=number)
    return a_penalty(tournament, the_arbiter, **{"registration": entry, "reason": "dix minutes"} | more)


def test_old_and_new_figures_stand_side_by_side(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    empty_donne(line=tables[0].lines.get(current=True), reason="autre table", by=the_arbiter, at=NOW)
    penalised(tournament, the_arbiter)

    page = journal(as_arbiter, tournament)

    plain = "Garde d’Abel A, 2 bouts, 49 points : +198 / −66 / −66 / −66"
    more = "Garde d’Abel A, 2 bouts, 60 points : +264 / −88 / −88 / −88"
    spaces = str.maketrans("\u00a0\u202f", "  ")
    before, after = ([cell.translate(spaces) for cell in cells(page, name)] for name in ("before", "after"))
    told = list(zip(before, after, strict=True))
    assert told == [("", "Retard (−20)"), (more, ""), (plain, more), ("", plain)]


def test_a_decision_that_takes_no_points_is_told_by_what_it_does(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter, garde(poignees=((0, "simple"),)))
    penalised(tournament, the_arbiter, points=0, sanction=Sanction.WARNING)
    cancelled = {"sanction": Sanction.PRIME_CANCELLED, "prime": Prime.ATTACK_POIGNEE}
    about = {"target": PenaltyTarget.DONNE, "table": tables[0], "donne": 1, "points": 0}
    a_penalty(tournament, the_arbiter, **about, **cancelled)

    told = cells(journal(as_arbiter, tournament), "after")

    assert [plain(cell) for cell in told if "Retard" in cell] == [
        "Retard (prime annulée : poignée de l’attaque)",
        "Retard (avertissement)",
    ]


def test_who_signed_and_who_confirmed_is_told_whatever_phone_it_was_on(tournament, tables, as_arbiter):
    phone = phone_of(tables[0], SUD)
    line = record(tables[0], 1, phone)
    confirm_line(line=line, seat=seat(tables[0], EST), by=phone, at=NOW)
    for number in (2, 3, 4):
        record(tables[0], number, phone)
    seen = agreement_of(sheet_of(tables[0])).version
    sign_sheet(table=tables[0], seat=seat(tables[0], NORD), seen=seen, by=phone, at=NOW)
    page = journal(as_arbiter, tournament)
    after = dict(zip([action for action, _subject in rows(page)], cells(page, "after"), strict=True))
    assert after["donne confirmée"] == f"par {seat(tables[0], EST).registration.player.full_name}"
    assert after["feuille signée"] == f"par {seat(tables[0], NORD).registration.player.full_name}"


def test_what_an_entry_of_before_keeps_is_told_by_chairs(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    entry = JournalEntry.objects.get()
    JournalEntry.objects.update(details={"new": entry.details["new"]})
    (told,) = cells(journal(as_arbiter, tournament), "after")
    assert told.replace("\u00a0", " ") == "garde, Sud, 49 : +198 / −66 / −66 / −66"


def test_balances_are_told_by_who_sits_there(tournament, tables, the_arbiter, as_arbiter):
    Tournament.objects.update(keeps=Keeps.TOTALS)
    table = Table.objects.select_related("round__tournament").get(pk=tables[0].pk)
    balanced(table, the_arbiter, 30, -30, 0, 0)
    (told,) = cells(journal(as_arbiter, tournament), "after")
    assert told.split(", ")[0].replace("\u00a0", " ") == "Sud n° 1 Abel A +30"
    assert told.count(",") == 3


@pytest.fixture
def written(tournament, tables, the_arbiter, the_organiser):
    record(tables[0], 1, the_arbiter)
    record(tables[1], 1, the_organiser)
    later = seated(tournament, tables=2, round_number=2)
    record(later[1], 3, the_arbiter)
    penalised(tournament, the_arbiter)
    log(action="essai", subject="rien", by=None, at=NOW - datetime.timedelta(days=3), tournament=tournament)


FIRST, SECOND = ("donne saisie", "position 1, table 1, donne 1"), ("donne saisie", "position 1, table 2, donne 1")
THIRD, PENALTY = ("donne saisie", "position 2, table 2, donne 3"), ("pénalité donnée", "n° 1 Abel A")
OTHER = ("essai", "rien")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [OTHER, PENALTY, THIRD, SECOND, FIRST]),
        ({"position": "1"}, [SECOND, FIRST]),
        ({"table": "2"}, [THIRD, SECOND]),
        ({"position": "2", "table": "2"}, [THIRD]),
        ({"action": "pénalité donnée"}, [PENALTY]),
        ({"day": "2026-11-18"}, [OTHER]),
        ({"q": "dix minutes"}, [PENALTY]),
        ({"table": "zwei"}, [OTHER, PENALTY, THIRD, SECOND, FIRST]),
        ({"day": "demain"}, [OTHER, PENALTY, THIRD, SECOND, FIRST]),
    ],
)
def test_it_is_narrowed(tournament, written, as_arbiter, asked, found):
    told = rows(journal(as_arbiter, tournament, **asked))
    assert [(action, subject.replace("\u00a0", " ")) for action, subject in told] == found


def test_it_is_narrowed_to_a_player_and_to_who_did_it(tournament, written, the_organiser, as_arbiter):
    abel = tournament.registrations.get(start_number=1)
    assert [action for action, _subject in rows(journal(as_arbiter, tournament, player=abel.pk))] == [
        "pénalité donnée",
        "donne saisie",
    ]
    assert rows(journal(as_arbiter, tournament, by_name=str(the_organiser))) == [SECOND]


def test_it_costs_the_same_with_one_and_many(tournament, tables, the_arbiter, as_arbiter, django_assert_num_queries):
    record(tables[0], 1, the_arbiter)
    journal(as_arbiter, tournament)
    for more in (0, 60):
        for _time in range(more):
            record(tables[0], 1, the_arbiter, garde(points=str(40 + _time % 7)))
        with django_assert_num_queries(12):
            page = journal(as_arbiter, tournament)
    assert (len(page.context["table"].paginated_rows), JournalEntry.objects.count()) == (50, 61)


def test_it_is_taken_away_with_both_figures(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    file = journal(as_arbiter, tournament, format="csv", action="donne corrigée").content.decode("utf-8-sig")
    heading, line = file.splitlines()
    assert heading.split(";") == ["Quand", "Qui", "Appareil", "Quoi", "Où", "Avant", "Après"]
    assert [figure in line for figure in ("49 points", "60 points")] == [True, True]


def test_the_device_is_told_with_who_did_it(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    JournalEntry.objects.update(device="Firefox")
    assert cells(journal(as_arbiter, tournament), "by_name") == [f'{the_arbiter}<span class="under">Firefox</span>']
    file = journal(as_arbiter, tournament, format="csv").content.decode("utf-8-sig")
    assert file.splitlines()[1].split(";")[1:4] == [str(the_arbiter), "Firefox", "donne saisie"]
    JournalEntry.objects.update(by_name="ABEL A, téléphone de la table 1", device="téléphone de la table 1")
    assert cells(journal(as_arbiter, tournament), "by_name") == ["ABEL A, téléphone de la table 1"]


def test_what_stands_can_be_undone_and_the_rest_not(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    record(tables[1], 1, the_arbiter)
    empty_donne(line=tables[1].lines.get(current=True), reason="autre table", by=the_arbiter, at=NOW)
    penalised(tournament, the_arbiter)
    page = journal(as_arbiter, tournament)
    offered = {row.record.action: bool(str(row.get_cell("undo"))) for row in page.context["table"].paginated_rows}
    assert offered == {"donne saisie": False, "donne corrigée": True, "donne vidée": True, "pénalité donnée": True}

    Tournament.objects.update(state=TournamentState.FINISHED)
    assert set(cells(journal(as_arbiter, tournament), "undo")) == {""}


def entry_address(action):
    entry = JournalEntry.objects.get(action=action)
    return reverse("undo_entry", args=[entry.tournament_id, entry.pk])


def entries(action):
    return list(JournalEntry.objects.filter(action=action).order_by("pk"))


def to_undo(client, tournament):
    """Which lines of the journal the page offers to undo, oldest first."""
    offered = [
        row.record for row in journal(client, tournament).context["table"].paginated_rows if str(row.get_cell("undo"))
    ]
    return offered[::-1]


def page_of(client, entry):
    return text(client.get(reverse("undo_entry", args=[entry.tournament_id, entry.pk])))


def undo(client, entry):
    form = {"reason": "erreur", "key": uuid.uuid4()}
    return client.post(reverse("undo_entry", args=[entry.tournament_id, entry.pk]), form).status_code


def in_force():
    return Penalty.objects.filter(cancelled_at=None)


def test_a_second_decision_like_the_cancelled_one_is_told_before_it_is_given_again(
    tournament, tables, the_arbiter, as_arbiter
):
    first = penalised(tournament, the_arbiter)
    cancel_penalty(penalty=first, reason="à l’heure", by=the_arbiter, at=NOW)
    (cancelled,) = entries("pénalité annulée")
    assert "La même décision" not in page_of(as_arbiter, cancelled)
    penalised(tournament, the_arbiter, number=2)
    assert "La même décision" not in page_of(as_arbiter, cancelled)

    penalised(tournament, the_arbiter)

    assert cancelled in to_undo(as_arbiter, tournament)
    assert (
        "La même décision est déjà en vigueur (Pénalité « Retard », −20, Abel A : dix minutes ; donnée par "
        f"{the_arbiter} le 21 novembre à 21 h 00) : celle-ci compterait en plus."
    ) in page_of(as_arbiter, cancelled)
    assert undo(as_arbiter, cancelled) == 303
    assert in_force().filter(registration__start_number=1).count() == 2


def test_a_decision_given_again_and_again_stands_once(tournament, tables, the_arbiter, as_arbiter):
    cancel_penalty(penalty=penalised(tournament, the_arbiter), reason="non", by=the_arbiter, at=NOW)
    (first,) = entries("pénalité annulée")
    undo(as_arbiter, first)
    cancel_penalty(penalty=in_force().get(), reason="non", by=the_arbiter, at=NOW)
    _first, second = entries("pénalité annulée")
    assert to_undo(as_arbiter, tournament) == [first, second]
    assert undo(as_arbiter, second) == 303

    assert [entry.details["again"] for entry in entries("pénalité donnée")[1:]] == [
        first.details["penalty"],
        second.details["penalty"],
    ]
    assert to_undo(as_arbiter, tournament) == [entries("pénalité donnée")[-1]]
    for entry in (first, second):
        page = page_of(as_arbiter, entry)
        assert ("Cette pénalité est déjà redonnée." in page, 'name="reason"' in page) == (True, False)
        assert undo(as_arbiter, entry) == 422
    after = journal(as_arbiter, tournament, action="pénalité donnée").context["table"].paginated_rows
    told = [str(row.get_cell("after")) for row in after]
    assert told == ["Retard (−20), redonnée", "Retard (−20), redonnée", "Retard (−20)"]


def test_a_decision_given_again_twice_from_its_first_cancelling_stands_once(
    tournament, tables, the_arbiter, as_arbiter
):
    cancel_penalty(penalty=penalised(tournament, the_arbiter), reason="non", by=the_arbiter, at=NOW)
    (first,) = entries("pénalité annulée")
    undo(as_arbiter, first)
    cancel_penalty(penalty=in_force().get(), reason="non", by=the_arbiter, at=NOW)
    assert undo(as_arbiter, first) == 303
    assert undo(as_arbiter, entries("pénalité annulée")[1]) == 422
    assert in_force().count() == 1


def test_a_decision_that_came_back_with_its_round_is_given_again(tournament, tables, the_arbiter, as_arbiter):
    given = {"target": "table", "registration": None, "table": tables[0]}
    penalised(tournament, the_arbiter, **given)
    round_ = tables[0].round
    cancelling = {"seen": seen_in(round_), "reason": "mauvais étuis", "by": the_arbiter, "at": NOW}
    cancel_round(tournament=tournament, number=1, **cancelling)
    (cancelled,) = entries("pénalité annulée")
    assert "Cela ne se défait pas d’ici" in page_of(as_arbiter, cancelled)

    restore_round(tournament=tournament, round_=round_, reason="par erreur", by=the_arbiter, at=NOW)

    assert cancelled not in to_undo(as_arbiter, tournament)
    assert "Cette pénalité est déjà redonnée." in page_of(as_arbiter, cancelled)
    cancel_penalty(penalty=in_force().get(), reason="non", by=the_arbiter, at=NOW)
    assert cancelled in to_undo(as_arbiter, tournament)
    assert undo(as_arbiter, cancelled) == 303
    assert in_force().get().shares.count() == 4


def test_a_score_that_is_adjusted_again_says_so_before_it_is_offered(tournament, tables, the_arbiter, as_arbiter):
    score = {"target": "table", "registration": None, "table": tables[0], "points": 0, "sanction": "score_ajuste"}
    score |= {"basis": "attribue", "assigned": 40}
    cancel_penalty(penalty=penalised(tournament, the_arbiter, **score), reason="non", by=the_arbiter, at=NOW)
    penalised(tournament, the_arbiter, **score | {"assigned": 50})
    page = page_of(as_arbiter, entries("pénalité annulée")[0])
    assert ("Le score de cette position est déjà ajusté" in page, 'name="reason"' in page) == (True, False)


CHUTE = garde(points="60", chelem_announced=True)


def told_columns(page):
    told = zip(cells(page, "action"), cells(page, "before"), cells(page, "after"), strict=True)
    return [tuple(cell.replace("\u00a0", " ") for cell in row) for row in told][1:]  # without the donne


def test_what_was_ruled_of_a_chelem_is_told_in_the_language_of_its_reader(tournament, tables, the_arbiter, as_arbiter):
    chelem_called(tables[0], the_arbiter, outcome=CallOutcome.MADE)
    chelem_called(tables[1], the_arbiter, announced=CalledWhen.LATE)
    record(tables[0], 1, the_arbiter, CHUTE, confirmed=frozenset({AGAINST_RULING}))

    page = journal(as_arbiter, tournament)
    assert told_columns(page) == [
        ("issue du chelem changée", "issue : « réussi »", "issue : « chuté »"),
        ("appel de chelem", "", ""),
        ("appel de chelem", "", "issue : « réussi »"),
    ]
    with override("en"):
        assert told_columns(page)[0][1:] == ("outcome: “made”", "outcome: “failed”")


def test_an_old_entry_of_a_chelem_reads_as_it_was_written(tournament, tables, as_arbiter):
    details = {"call": str(uuid.uuid4()), "old": {"outcome": "reussi"}, "new": {"outcome": "chute"}}
    asked = {"subject": "donne 1", "by": None, "at": NOW, "tournament": tournament}
    log(action="issue du chelem changée", reason="« réussi » devient « chuté »", details=details, **asked)
    log(action="appel de chelem", reason="issue : « réussi »", details={"outcome": "reussi"} | details, **asked)
    page = journal(as_arbiter, tournament)
    assert [cells(page, "before"), cells(page, "after")] == [["", ""], ["", ""]]
    assert text(page).count("« réussi »") == 2


def test_a_donne_that_overruled_is_undone_with_its_ruling(tournament, tables, the_arbiter, as_arbiter):
    call = chelem_called(tables[0], the_arbiter, outcome=CallOutcome.MADE)
    record(tables[0], 1, the_arbiter, CHUTE, confirmed=frozenset({AGAINST_RULING}))
    (entry,) = entries("donne saisie")
    assert entry in to_undo(as_arbiter, tournament)
    assert (
        f"Issue du chelem : de nouveau « réussi », comme {the_arbiter} l’a enregistrée, au lieu de « chuté »."
    ) in page_of(as_arbiter, entry)
    assert undo(as_arbiter, entry) == 303
    call.refresh_from_db()
    assert (call.outcome, call.ruling, SheetLine.objects.filter(current=True).count()) == ("reussi", "reussi", 0)


def test_a_correction_is_undone_from_the_journal(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[1], 1, the_arbiter, garde(points="55"))
    record(tables[0], 1, the_arbiter, garde(points="60"))
    address = entry_address("donne corrigée")

    page = text(as_arbiter.get(address))
    assert "Maintenant : Garde d’Abel A, 2 bouts, 60 points : +264 / −88 / −88 / −88" in page
    assert "Ensuite : Garde d’Abel A, 2 bouts, 49 points : +198 / −66 / −66 / −66" in page
    assert "Abel A passe derrière Blum A." in page
    refused = as_arbiter.post(address, {"reason": "", "key": uuid.uuid4()})
    assert (refused.status_code, SheetLine.objects.count()) == (422, 3)
    form = {"reason": "c’était juste", "key": uuid.uuid4()}
    for _time in range(2):  # a double click
        assert as_arbiter.post(address, form).url == reverse("journal", args=[tournament.pk])
    assert SheetLine.objects.count() == 4
    assert tables[0].lines.get(current=True).half_points == 98


def test_what_cannot_be_undone_says_why_and_asks_nothing(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    address = entry_address("donne saisie")
    record(tables[0], 1, the_arbiter, garde(points="60"))
    page = text(as_arbiter.get(address))
    assert "La donne 1 de la table 1 a été changée depuis." in page
    assert 'name="reason"' not in page
    assert as_arbiter.post(address, {"reason": "x", "key": uuid.uuid4()}).status_code == 422


def test_a_version_is_restored_from_the_history_of_its_sheet(tournament, tables, the_arbiter, as_arbiter):
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    first = tables[0].lines.get(current=False)
    address = reverse("restore_line", args=[tournament.pk, first.pk])
    assert text(as_arbiter.get(sheet(tables[0]))).count(address) == 1

    page = text(as_arbiter.get(address))
    assert "Ensuite : Garde d’Abel A, 2 bouts, 49 points" in page
    assert as_arbiter.post(address, {"reason": "juste", "key": uuid.uuid4()}).url == sheet(tables[0])
    assert tables[0].lines.get(current=True).half_points == 98
    assert "c’est déjà ce qui est écrit" in text(as_arbiter.get(address))

    close_sheet_without_all(tables[0])
    assert address not in text(as_arbiter.get(sheet(tables[0])))


def close_sheet_without_all(table):
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)


def test_questions_that_a_line_has_no_room_for_are_folded_until_they_narrow_the_list(tournament, as_arbiter):
    for asked, is_open in (
        ({}, False),
        ({"table": "2"}, False),
        ({"day": "2026-11-21"}, True),
        ({"action": "x"}, True),
    ):
        page = journal(as_arbiter, tournament, **asked).content.decode()
        fold, _, rest = page.partition('role="search"')[2].partition("<details")[2].partition("</details>")
        assert (fold.startswith(" open"), fold.count('class="field"')) == (is_open, 4), asked
        assert 'type="submit"' in rest
