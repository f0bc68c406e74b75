"""The form of a donne at the desk: what is typed, shown before it is saved, refused, corrected, and where it leads."""

import csv
import re
import uuid

import pytest
from django.urls import reverse

from scoring.labels import CalledWhen, CallOutcome, Outcome
from scoring.models import SheetLine
from scoring.services.decisions.calls import record_chelem_call
from scoring.services.sheets.sheets import close_sheet
from scoring.services.sheets.stops import stop_table
from tests.factories import NOW
from tests.scoring.sheets import duplicate, garde, record, results, seat, seated, void
from tests.scoring.views.typed import TYPED, at, sheet, typed
from tests.texts import text
from tournaments.labels import Keeps
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_donne_is_saved_and_the_next_one_is_asked(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(), follow=True)

    assert response.redirect_chain == [(at(table, 2), 303)]
    assert results(table) == [198, -66, -66, -66]
    names = [seat.registration.player.full_name for seat in table.seats.order_by("chair")]
    assert f"Donne 1, table 1 enregistrée : {names[0]} +198, {names[1]} −66, {names[2]} −66, {names[3]} −66." in text(
        response
    )


def test_the_next_one_is_the_first_that_is_missing(table, the_arbiter, as_arbiter):
    record(table, 2, the_arbiter)

    assert as_arbiter.post(at(table), typed()).url == at(table, 3)


def test_after_the_last_one_comes_the_sheet(table, the_arbiter, as_arbiter):
    for number in range(1, 4):
        record(table, number, the_arbiter)

    assert as_arbiter.post(at(table, 4), typed()).url == sheet(table)


def test_a_double_click_writes_once(table, as_arbiter):
    form = typed()

    assert as_arbiter.post(at(table), form).status_code == 303
    assert as_arbiter.post(at(table), form).status_code == 303

    assert SheetLine.objects.count() == 1


def test_impossible_is_refused_with_everything_still_there(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(points="91,5", bouts="0", petit_au_bout="attaque", poignee_1="double"))

    assert response.status_code == 422
    form = response.context["form"]
    assert sorted(form.errors) == ["petit_au_bout", "points"]
    assert (form["points"].value(), form["bouts"].value(), form["poignee_1"].value()) == ("91,5", "0", "double")
    assert 'value="91,5"' in text(response)
    assert SheetLine.objects.count() == 0


@pytest.mark.parametrize("changes", [{"taker": "7"}, {"contract": "pousse"}, {"key": "abc"}, {"outcome": ""}])
def test_a_form_that_cannot_be_read_is_refused(table, as_arbiter, changes):
    assert as_arbiter.post(at(table), typed(**changes)).status_code == 422
    assert SheetLine.objects.count() == 0


def test_a_void_donne_needs_nothing_else(table, as_arbiter):
    assert as_arbiter.post(at(table), {"outcome": "petit_sec", "key": str(uuid.uuid4())}).status_code == 303
    assert SheetLine.objects.get().outcome == Outcome.PETIT_SEC


def test_a_correction_starts_from_what_is_written(table, the_arbiter, as_arbiter):
    line = record(table, 1, the_arbiter, garde(poignees=((2, "double"),), petit_au_bout="defense"))

    response = as_arbiter.get(at(table))
    form = response.context["form"]

    shown = {name: str(form[name].value()) for name in (*TYPED, "petit_au_bout", "poignee_2", "replaces")}
    assert shown == TYPED | {"petit_au_bout": "defense", "poignee_2": "double", "replaces": str(line.pk)}
    assert form.is_correction
    (bar,) = re.findall(r'<p id="en-bref".*?</p>', text(response), re.DOTALL)  # what a phone shows of the marks
    assert re.findall(r">([+−]\d+)<", bar) == [f"{mark:+}".replace("-", "−") for mark in results(table)[:2]]


def test_a_correction_is_saved_with_its_reason_and_leads_back(table, the_arbiter, as_arbiter):
    line = record(table, 1, the_arbiter)
    change = typed(points="46", replaces=str(line.pk))

    without = as_arbiter.post(at(table), change)
    assert without.status_code == 422
    assert list(without.context["form"].errors) == ["reason"]

    response = as_arbiter.post(at(table), change | {"reason": "mal recopiée"})
    assert response.url == sheet(table)
    assert results(table) == [180, -60, -60, -60]


def test_two_tabs_the_second_is_told_and_keeps_what_it_typed(table, the_organiser, as_arbiter):
    there = record(table, 1, the_organiser)

    response = as_arbiter.post(at(table), typed(points="46"))

    assert response.status_code == 422
    assert f"a déjà été saisie par {the_organiser}" in text(response)
    form = response.context["form"]
    assert form["points"].value() == "46"
    assert form["replaces"].value() == str(there.pk)
    assert f"{sheet(table)}#donne-1" in text(response)
    assert results(table) == [198, -66, -66, -66]

    sent_again = typed(points="46", key=form["key"].value(), replaces=form["replaces"].value())
    assert list(as_arbiter.post(at(table), sent_again).context["form"].errors) == ["reason"]
    assert as_arbiter.post(at(table), sent_again | {"reason": "feuille relue"}).status_code == 303
    assert results(table) == [180, -60, -60, -60]


def test_the_marks_of_everyone_are_shown_before_saving(table, as_arbiter):
    response = as_arbiter.post(at(table, name="donne_preview"), typed(poignee_0="simple", petit_au_bout="attaque"))

    assert [points for _name, points in response.context["preview"]["marks"]] == [318, -106, -106, -106]
    for words in ("(25 + 8) × 2", "petit au bout pour l’attaque, 10 × 2", "poignée simple", "+318", "−106"):
        assert words in text(response)
    assert SheetLine.objects.count() == 0


def test_the_preview_says_all_that_is_impossible_at_its_fields(table, as_arbiter):
    response = as_arbiter.post(at(table, name="donne_preview"), typed(points="95", bouts="3", petit_au_bout="defense"))

    assert response.status_code == 200
    assert sorted(response.context["form"].errors) == ["petit_au_bout", "points"]
    assert '<div id="err-points" hx-swap-oob="true"><ul class="errorlist" id="id_points_error">' in text(response)
    assert '<div id="err-taker" hx-swap-oob="true"></div>' in text(response)


def test_the_preview_waits_for_what_is_still_to_come(table, as_arbiter):
    response = as_arbiter.post(at(table, name="donne_preview"), typed(points="", bouts=""))

    assert response.context["preview"]["state"] == "incomplete"
    assert "errorlist" not in text(response)


def test_without_scripts_a_button_shows_the_marks(table, as_arbiter):
    response = as_arbiter.post(at(table), typed(preview="1"))

    assert response.status_code == 200
    assert "+198" in text(response)
    assert SheetLine.objects.count() == 0


def test_a_called_chelem_is_already_ticked(table, the_arbiter, as_arbiter):
    record_chelem_call(
        table=table,
        number=1,
        caller=seat(table, 2),
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.MADE,
        key=uuid.uuid4(),
        by=the_arbiter,
        at=NOW,
    )

    response = as_arbiter.get(at(table))

    form = response.context["form"]
    assert [form[name].value() for name in ("taker", "chelem_announced", "chelem_made")] == [2, True, "attaque"]
    assert f"Chelem annoncé par {seat(table, 2).registration.player.full_name}" in text(response)


def test_a_called_king_asks_for_the_partner(tournament, as_arbiter):
    Tournament.objects.update(table_size=5)
    table = seated(tournament, chairs=5)[0]

    silent = as_arbiter.post(at(table), typed(points="41"))
    assert (silent.status_code, list(silent.context["form"].errors)) == (422, ["partner"])

    quiet = as_arbiter.post(at(table, name="donne_preview"), typed(points="41"))
    assert "errorlist" not in text(quiet)

    assert as_arbiter.post(at(table), typed(points="41", partner="seul")).status_code == 303
    assert as_arbiter.post(at(table, 2), typed(points="41", partner="3")).status_code == 303
    assert as_arbiter.post(at(table, 3), {"outcome": "passee", "key": str(uuid.uuid4())}).status_code == 303
    assert results(table) == [300, -100, -100, 0, -100]


def test_at_five_with_a_mort_the_turn_is_proposed_and_a_passed_donne_keeps_it(tournament, the_arbiter, as_arbiter):
    table = seated(tournament, chairs=5)[0]
    record(table, 1, the_arbiter, garde(taker=1, mort=0))
    record(table, 2, the_arbiter, void(Outcome.PASSED))

    assert as_arbiter.get(at(table, 3)).context["form"]["mort"].value() == 1
    assert as_arbiter.post(at(table, 3), typed(taker="4", mort="1")).status_code == 303


def test_a_closed_sheet_sends_back_and_keeps_what_was_typed(table, the_arbiter, as_arbiter):
    for number in range(1, 5):
        record(table, number, the_arbiter)
    close_sheet(table=table, by=the_arbiter, at=NOW)

    assert as_arbiter.get(at(table)).url == sheet(table)
    response = as_arbiter.post(at(table), typed(points="46"))
    assert response.status_code == 422
    assert "est close" in text(response)
    assert response.context["form"]["points"].value() == "46"


@pytest.mark.parametrize("number", [0, 5, 99])
def test_a_donne_that_is_not_there_is_not_found(table, as_arbiter, number):
    assert as_arbiter.get(at(table, number)).status_code == 404


def test_where_balances_are_kept_the_form_is_theirs(table, as_arbiter):
    Tournament.objects.update(keeps=Keeps.TOTALS)

    assert as_arbiter.get(at(table)).url == at_balances(table)


def at_balances(table):
    return reverse("balances", args=[table.round.tournament_id, table.round.number, table.number])


def test_what_the_defence_counted_is_taken_as_such_at_the_desk_too(table, as_arbiter):
    page = text(as_arbiter.get(at(table)))
    assert page.count('name="counted_by"') == 2

    as_arbiter.post(at(table), typed(points="42", counted_by="defense"))

    assert table.lines.get(current=True).half_points == 98


def test_a_board_is_named_with_its_dealer_and_asked_how_its_etui_lay(club, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 9))
    page = as_arbiter.get(at(table, 7))
    said = text(page)
    assert "Donne de l’étui 7, table 1" in said
    assert 'donneur <span data-dealer-told="Nord Est Sud Ouest">Sud</span>' in said
    form = page.context["form"]
    assert [value for value, _label in form.fields["outcome"].choices] == ["jouee", "passee", "annulee"]
    assert (form["turn"].value(), "Étui tourné" in said) == (0, True)

    answer = as_arbiter.post(at(table, 7), typed(turn="3"), follow=True)
    assert answer.redirect_chain == [(at(table, 5), 303)]
    assert "Donne de l’étui 7, table 1 enregistrée" in text(answer)
    assert SheetLine.objects.get().turn == 3
    assert as_arbiter.get(at(table, 7)).context["form"]["turn"].value() == 3
    shown = text(as_arbiter.get(sheet(table)))
    assert "49 points, étui tourné de trois places" in shown
    assert "Saisir la donne de l’étui 5" in shown
    assert [f"donneur {name}" in shown for name in ("Nord", "Est", "Sud", "Ouest")] == [True] * 4


def test_a_board_that_is_not_there_is_not_found_and_its_etuis_are_told(club, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 9))
    for number in (1, 4, 9):
        assert as_arbiter.get(at(table, number)).status_code == 404
        answer = as_arbiter.post(at(table, number), typed())
        assert answer.status_code == 422
        assert "elle joue les étuis 5 à 8" in text(answer)


def test_a_board_that_a_stopped_table_left_out_is_not_found(club, the_arbiter, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 9))
    record(table, 8, the_arbiter)
    stop_table(table=table, reason="il est tard", by=the_arbiter, at=NOW)
    assert as_arbiter.get(at(table, 8)).status_code == 200
    assert as_arbiter.get(at(table, 6)).status_code == 404
    refused = as_arbiter.post(at(table, 6), typed())
    assert refused.status_code == 422
    assert "la donne de l’étui 6 n’y est plus attendue" in text(refused)
    assert "Saisir la donne" not in text(as_arbiter.get(sheet(table)))


def test_nobody_is_asked_of_a_turned_etui_in_libre(table, as_arbiter):
    assert "turn" not in as_arbiter.get(at(table)).context["form"].fields
    as_arbiter.post(at(table), typed(turn="3"))
    assert SheetLine.objects.get().turn == 0


def test_what_is_dealt_again_is_refused_with_what_to_do(club, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 9))
    answer = as_arbiter.post(at(table, 5), typed(outcome="petit_sec"))
    assert answer.status_code == 422
    assert "Saisissez la donne qui s’est jouée ensuite." in text(answer)


def test_the_file_of_a_duplicate_sheet_has_a_column_for_what_was_turned(club, the_arbiter, as_arbiter):
    (table,) = duplicate(club, boards=range(5, 7))
    record(table, 5, the_arbiter)
    record(table, 6, the_arbiter, turn=1)
    file = as_arbiter.get(f"{sheet(table)}?format=csv").content.decode("utf-8-sig")
    rows = list(csv.reader(file.splitlines(), delimiter=";"))
    column = rows[0].index("Étui tourné")
    assert [(row[0], row[column]) for row in rows] == [
        ("Étui", "Étui tourné"),
        ("5", ""),
        ("6", "tourné d’une place"),
        ("Total", ""),
    ]
