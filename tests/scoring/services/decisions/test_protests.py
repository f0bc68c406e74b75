"""What a table contests reaches the arbiter with its reason, for as long as the tournament says, and is answered."""

import datetime
import uuid
from typing import Any

import pytest

from scoring.labels import ProtestAbout
from scoring.models import Protest
from scoring.services.decisions import protests
from scoring.services.decisions.protests import answer_protest, contest
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW, TournamentFactory, arbiter
from tests.refusals import refused
from tests.scoring.sheets import EST, phone_of, record, seat, seated
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return seated(TournamentFactory(state=TournamentState.RUNNING, donnes_per_round=1))[0]


def protest(table: Table, **changes: Any) -> Protest:
    wanted = {
        "about": ProtestAbout.SHEET,
        "number": None,
        "seat": seat(table, EST),
        "reason": " le total est faux ",
        "key": uuid.uuid4(),
        "by": phone_of(table, EST),
        "at": NOW,
    } | changes
    return contest(table=table, **wanted)


def test_a_protest_reaches_the_arbiter_who_answers_it(table: Table) -> None:
    by = arbiter(table.round.of_tournament.club)
    contested = protest(table, about=ProtestAbout.DONNE, number=1)
    assert (contested.reason, contested.number, contested.seat) == ("le total est faux", 1, seat(table, EST))
    answered = answer_protest(protest=contested, answer=" recompté : 49 ", upheld=False, by=by, at=NOW)
    assert (answered.answer, answered.upheld, answered.answered_by) == ("recompté : 49", False, by)
    code, sentence = refused(answer_protest, protest=contested, answer="encore", upheld=True, by=by, at=NOW)
    assert (code, sentence) == ("protest_answered", f"{by} a déjà répondu : « recompté : 49 ».")


def test_the_same_form_is_one_protest(table: Table) -> None:
    key = uuid.uuid4()
    assert protest(table, key=key) == protest(table, key=key)
    assert Protest.objects.count() == 1
    of_a_donne = {"about": ProtestAbout.DONNE, "number": 1, "key": uuid.uuid4()}
    assert protest(table, **of_a_donne) == protest(table, **of_a_donne)
    assert refused(protest, table=table, **of_a_donne | {"number": 2})[0] == "stale_protest"


def test_it_is_told_by_whom(table: Table) -> None:
    phone = phone_of(table)
    of_player, of_table = protest(table, by=phone), protest(table, by=phone, seat=None, reason="autre chose")
    assert (of_player.phone, of_player.by_name) == (phone, seat(table, EST).registration.player.full_name)
    assert (of_table.phone, of_table.by_name) == (phone, str(phone))
    by = arbiter(table.round.of_tournament.club)
    assert protest(table, by=by, reason="vu").phone is None


def test_the_same_words_are_one_protest_until_they_are_answered(table: Table) -> None:
    first = protest(table)
    assert protest(table, seat=None, reason="le total est faux") == first
    of_a_donne = protest(table, about=ProtestAbout.DONNE, number=1)
    assert of_a_donne != first
    assert protest(table, about=ProtestAbout.DONNE, number=1) == of_a_donne
    assert protest(table, about=ProtestAbout.DONNE, number=2) != of_a_donne
    by = arbiter(table.round.of_tournament.club)
    for _time in range(2):  # a double click answers once
        answer_protest(protest=first, answer="recompté", upheld=False, by=by, at=NOW)
    assert JournalEntry.objects.filter(action="contestation jugée").count() == 1
    assert protest(table) != first


def test_a_table_that_contests_and_contests_is_stopped_until_it_is_answered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protests, "MOST_WAITING", 2)
    first = protest(table, reason="un")
    protest(table, reason="deux")
    code, sentence = refused(protest, table=table, reason="trois")
    assert code == "too_many_protests"
    assert sentence == ("2 contestations de cette table attendent déjà l’arbitre : dites-lui le reste quand il est là.")
    answer_protest(protest=first, answer="vu", upheld=True, by=arbiter(table.round.of_tournament.club), at=NOW)
    assert protest(table, reason="trois").reason == "trois"


@pytest.mark.parametrize(("minutes", "is_taken"), [(10, True), (11, False)])
def test_a_closed_sheet_is_contested_for_as_long_as_the_tournament_says(
    table: Table, minutes: int, is_taken: bool
) -> None:
    by = arbiter(table.round.of_tournament.club)
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    later = NOW + datetime.timedelta(minutes=minutes)
    if is_taken:
        assert protest(table, at=later).at == later
    else:
        code, sentence = refused(protest, table=table, at=later)
        assert (code, sentence) == (
            "too_late_to_contest",
            "Cette feuille pouvait être contestée jusqu’à 21 h 10 : ce n’est plus possible ici. Parlez-en à l’arbitre.",
        )


def test_a_sheet_that_closed_just_before_the_end_is_still_contested_and_answered(table: Table) -> None:
    by = arbiter(table.round.of_tournament.club)
    record(table, 1, by)
    close_sheet(table=table, by=by, at=NOW)
    Tournament.objects.update(state=TournamentState.FINISHED)
    within, too_late = (NOW + datetime.timedelta(minutes=minutes) for minutes in (10, 11))
    contested = protest(table, at=within)
    assert refused(protest, table=table, at=too_late, reason="encore")[0] == "too_late_to_contest"
    answered = answer_protest(protest=contested, answer="recompté", upheld=False, by=by, at=too_late)
    assert answered.answer == "recompté"
    assert not JournalEntry.objects.filter(action="corrigé après la fin").exists()


def test_a_sheet_that_was_open_at_the_end_is_contested_no_more(table: Table) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED, name="Coupe")
    code, sentence = refused(protest, table=table)
    assert code == "tournament_finished"
    assert sentence == (
        "Le tournoi « Coupe » est terminé et cette feuille n’a pas été close : elle ne se conteste plus ici. "
        "Parlez-en à l’organisateur, il peut encore corriger."
    )
    assert Protest.objects.count() == 0


def test_a_protest_says_why_and_so_does_its_answer(table: Table) -> None:
    assert refused(protest, table=table, reason="  ")[0] == "protest_without_reason"
    by = arbiter(table.round.of_tournament.club)
    assert (
        refused(answer_protest, protest=protest(table), answer=" ", upheld=True, by=by, at=NOW)[0]
        == "answer_without_reason"
    )
