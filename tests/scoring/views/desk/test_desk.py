"""The arbiter's desk: what is missing at which table, found by number, asked again cheaply."""

import datetime
import re
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.labels import CallAbout, CalledWhen, CallOutcome, Outcome, PenaltyTarget, ProtestAbout
from scoring.models import ChelemCall, Protest
from scoring.queries.desk.desk import overview
from scoring.services.decisions.arbiter_calls import call_arbiter
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.sheets import close_sheet
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, chelem_called, record, seat, seated, void
from tests.texts import text
from tournaments.labels import Status, TournamentState
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def desk(tournament, number=None):
    if number is None:
        return reverse("desk", args=[tournament.pk])
    return reverse("desk_round", args=[tournament.pk, number])


@pytest.mark.parametrize("count", [1, 30])
def test_the_desk_runs_a_constant_number_of_queries(
    tournament, the_arbiter, as_arbiter, count, django_assert_num_queries
):
    for table in seated(tournament, tables=count):
        record(table, 1, the_arbiter)
    as_arbiter.get(desk(tournament))

    with django_assert_num_queries(20):
        response = as_arbiter.get(desk(tournament))

    assert response.status_code == 200
    assert len(response.context["view"].tables) == count


def test_it_says_what_is_missing_on_each_table(tournament, the_arbiter, as_arbiter):
    full, half, _empty = seated(tournament, tables=3)
    for number in range(1, 5):
        record(full, number, the_arbiter)
    close_sheet(table=full, by=the_arbiter, at=NOW)
    record(half, 1, the_arbiter)
    record(half, 2, the_arbiter)

    response = as_arbiter.get(desk(tournament, 1))

    assert "1 table sur 3 complète" in text(response)
    assert "manque 3, 4" in text(response)
    assert [(table.entered, table.missing) for table in response.context["view"].tables] == [
        (0, (1, 2, 3, 4)),
        (2, (3, 4)),
        (4, ()),
    ]


def test_what_was_taken_back_is_counted_no_more(tournament, the_arbiter):
    (table,) = seated(tournament)
    call = chelem_called(table, the_arbiter)
    given = [
        a_penalty(tournament, the_arbiter, target=PenaltyTarget.TABLE, table=table, points=points)
        for points in (-10, -20)
    ]

    def counts():
        (shown,) = overview(tournament, table.round).tables
        return shown.calls, shown.penalties

    assert counts() == (1, 2)
    cancel_penalty(penalty=given[0], reason="erreur", by=the_arbiter, at=NOW)
    cancel_chelem_call(call=call, reason="erreur", by=the_arbiter, at=NOW)
    assert counts() == (0, 1)


def test_the_overview_and_the_sheet_agree_on_what_is_missing(tournament, the_arbiter):
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, void(Outcome.PASSED))
    record(table, 3, the_arbiter)

    (seen,) = overview(tournament, table.round).tables

    assert (seen.expected, seen.missing, seen.complete) == (5, (2, 4, 5), False)


def test_only_what_is_missing(tournament, the_arbiter, as_arbiter):
    full, _empty = seated(tournament, tables=2)
    for number in range(1, 5):
        record(full, number, the_arbiter)

    response = as_arbiter.get(desk(tournament, 1), {"manque": "1"})

    assert [table.number for table in response.context["view"].tables] == [2]
    assert response.context["view"].complete == 1


def test_a_table_of_another_position_that_calls_is_seen_at_its_number(tournament, the_arbiter, as_arbiter):
    seated(tournament, tables=1)
    (ahead,) = seated(tournament, tables=1, round_number=2)
    assert "appelle l’arbitre" not in as_arbiter.get(desk(tournament)).content.decode()
    call_arbiter(table=ahead, about=CallAbout.FAULT, key=uuid.uuid4(), by=the_arbiter, at=NOW)
    page = " ".join(as_arbiter.get(desk(tournament)).content.decode().split())
    assert 'aria-label="Position 2, une table appelle l’arbitre">2 · appel</a>' in page
    assert "· appel</a>" not in as_arbiter.get(desk(tournament, 2)).content.decode()


def test_a_chelem_call_is_seen_from_afar(tournament, the_arbiter, as_arbiter):
    (table,) = seated(tournament)
    ChelemCall.objects.create(
        table=table,
        number=2,
        caller=seat(table, 0),
        announced=CalledWhen.BEFORE_CARD,
        outcome=CallOutcome.PENDING,
        key="00000000-0000-4000-8000-000000000001",
        recorded_at=NOW,
    )

    assert as_arbiter.get(desk(tournament)).context["view"].tables[0].calls == 1


def test_it_opens_where_work_is_left(tournament, the_arbiter, as_arbiter):
    (first,) = seated(tournament)
    seated(tournament, round_number=2)
    for number in range(1, 5):
        record(first, number, the_arbiter)
    assert as_arbiter.get(desk(tournament)).context["shown"].number == 1

    close_sheet(table=first, by=the_arbiter, at=NOW)
    assert as_arbiter.get(desk(tournament)).context["shown"].number == 2


def test_an_arbiter_keeps_his_own_tables_and_reaches_the_others(tournament, the_arbiter, as_arbiter):
    """Several share a hall: each says once which tables are his, and goes on finding who calls elsewhere."""
    tables = seated(tournament, tables=6)
    for number in range(1, 5):
        record(tables[0], number, the_arbiter)
        record(tables[5], number, the_arbiter)
    call_arbiter(table=tables[4], about=CallAbout.FAULT, key=uuid.uuid4(), by=the_arbiter, at=NOW)

    said = as_arbiter.get(desk(tournament, 1), {"mes": "3 à 1", "ordre": "numero"})
    assert (said.status_code, said.url) == (303, f"{desk(tournament, 1)}?ordre=numero")

    page = as_arbiter.get(desk(tournament))
    assert {table.number for table in page.context["console"].tables} == {1, 2, 3}
    assert {table.number for table in page.context["console"].elsewhere} == {4, 5, 6}
    assert page.context["view"].to_close == (1,)  # the other one is closed by who looks after it
    assert "Les 3 autres tables" in text(page)
    assert "1 demande quelqu’un" in text(page)
    assert reverse("sheet", args=[tournament.pk, 1, 5]) in text(page)

    wrong = as_arbiter.get(desk(tournament, 1), {"mes": "celles du fond"})
    assert wrong.status_code == 200
    assert "« celles du fond » ne dit pas quelles tables" in text(wrong)
    assert {table.number for table in wrong.context["console"].tables} == {1, 2, 3}
    as_arbiter.get(desk(tournament, 1), {"mes": ""})
    assert len(as_arbiter.get(desk(tournament)).context["console"].tables) == 6


def test_of_a_large_hall_those_who_need_somebody_are_told_whole_and_the_others_in_a_word(
    tournament, the_arbiter, as_arbiter
):
    tables = seated(tournament, tables=25)
    call_arbiter(table=tables[24], about=CallAbout.FAULT, key=uuid.uuid4(), by=the_arbiter, at=NOW)
    shown = as_arbiter.get(desk(tournament)).context["console"]
    assert [table.number for table in shown.whole] == [25]
    assert [table.number for table in shown.brief] == list(range(1, 25))
    by_number = as_arbiter.get(desk(tournament, 1), {"ordre": "numero"}).context["console"]
    assert ([table.number for table in by_number.brief], by_number.whole) == (list(range(1, 26)), ())


def test_what_a_table_wrote_is_read_at_the_desk_with_how_long_it_waits(tournament, as_arbiter):
    (table,) = seated(tournament)
    for about, reason, minutes in ((ProtestAbout.SEATS, "on est à la 12", 4), (ProtestAbout.SHEET, "53, pas 56", 0)):
        at = timezone.now() - datetime.timedelta(minutes=minutes)
        Protest.objects.create(table=table, about=about, reason=reason, key=uuid.uuid4(), by_name="Ada", at=at)
    page = text(as_arbiter.get(desk(tournament)))
    assert re.findall(r"« (on est à la 12|53, pas 56) »\s*·\s*(4 min|à l’instant)", page) == [
        ("on est à la 12", "4 min"),
        ("53, pas 56", "à l’instant"),
    ]
    assert "2 contestations" in page
    for protest in Protest.objects.all():
        assert reverse("answer_protest", args=[tournament.pk, protest.pk]) in page


def test_a_typed_number_opens_its_table(tournament, as_arbiter):
    seated(tournament, tables=2)

    response = as_arbiter.get(desk(tournament, 1), {"table": " 2 "})

    assert response.status_code == 303
    assert response.url == reverse("sheet", args=[tournament.pk, 1, 2])


@pytest.mark.parametrize("typed", ["3", "douze", "", "99999999999999999999", "²"])
def test_a_wrong_number_is_said_and_the_desk_stays(tournament, as_arbiter, typed):
    seated(tournament, tables=2)

    response = as_arbiter.get(desk(tournament, 1), {"table": typed})

    assert response.status_code == 200
    assert "La position 1 n’a pas de table" in text(response)


def test_a_poll_answers_only_what_is_new(tournament, the_arbiter, as_arbiter):
    (table,) = seated(tournament)
    htmx = {"HX-Request": "true"}
    seen = {"vu": as_arbiter.get(desk(tournament, 1)).context["mark"]}
    assert as_arbiter.get(desk(tournament, 1), seen, headers=htmx).status_code == 204

    record(table, 1, the_arbiter)
    response = as_arbiter.get(desk(tournament, 1), seen, headers=htmx)

    assert response.status_code == 200
    assert text(response).lstrip().startswith("<section")
    assert response.context["mark"] != seen["vu"]
    assert f"?vu={response.context['mark']}" in text(response)


def test_before_the_draw_it_says_so(tournament, as_arbiter):
    assert "Aucune table n’est encore publiée" in text(as_arbiter.get(desk(tournament)))
    live = as_arbiter.get(desk(tournament), headers={"HX-Request": "true"})
    assert live.status_code == 200
    assert "Aucune table n’est encore publiée" in text(live)


def test_an_unknown_position_is_not_found(tournament, as_arbiter):
    seated(tournament)
    assert as_arbiter.get(desk(tournament, 7)).status_code == 404


def test_strangers_go_to_the_login_page(tournament, client):
    response = client.get(desk(tournament))

    assert response.status_code == 302
    assert reverse("account_login") in response.url


def test_who_left_is_marked_on_the_tables(tournament):
    (table,) = seated(tournament)
    gone = seat(table, 2).registration
    gone.status = Status.WITHDRAWN
    gone.save()

    (shown,) = overview(tournament, table.round).tables

    assert [name.endswith("(retiré)") for name in shown.names] == [False, False, True, False]


@pytest.mark.parametrize(("chairs", "table_size", "playing"), [(3, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 5)])
def test_a_question_about_a_renonce_starts_from_the_table(tournament, as_arbiter, chairs, table_size, playing):
    Tournament.objects.update(table_size=table_size)
    seated(Tournament.objects.get(), chairs=chairs)

    page = text(as_arbiter.get(reverse("sheet", args=[tournament.pk, 1, 1])))

    assert f"{reverse('renonce')}?joueurs={playing}" in page


def test_a_finished_tournament_asks_nothing_of_its_arbiter(tournament, as_arbiter):
    seated(tournament)
    Tournament.objects.update(state=TournamentState.FINISHED)

    page = text(as_arbiter.get(reverse("tournament_desk", args=[tournament.pk])))

    assert "Saisir les feuilles" not in page
    assert "les feuilles se lisent, elles ne se changent plus" in page


def crumbs(response):
    (line,) = re.findall(r'<p class="crumbs">(.*?)</p>', text(response), re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", line).split())


def test_the_way_down_is_told_alike_on_every_page_of_the_arbiter(tournament, the_arbiter, as_arbiter):
    """From the widest to the narrowest, as in Organisation: it was told backwards at the desk."""
    (table,) = seated(tournament, tables=1)
    record(table, 1, the_arbiter)
    name = f"{tournament.club} › {tournament.name}"
    place = [tournament.pk, 1, 1]
    assert crumbs(as_arbiter.get(reverse("tournament_desk", args=[tournament.pk]))).startswith("Organisation › ")
    assert crumbs(as_arbiter.get(desk(tournament))) == f"Organisation › {name}"
    assert crumbs(as_arbiter.get(reverse("sheet", args=place))) == f"Organisation › {name} › Arbitrage, position 1"
    at_table = f"Organisation › {name} › Arbitrage, position 1 › Table 1"
    assert crumbs(as_arbiter.get(reverse("donne", args=[*place, 2]))) == at_table
    assert crumbs(as_arbiter.get(reverse("move_donne", args=[*place, 1]))) == at_table
    assert crumbs(as_arbiter.get(reverse("empty_donne", args=[*place, 1]))) == at_table
    assert crumbs(as_arbiter.get(reverse("reopen_sheet", args=place))) == at_table
    assert crumbs(as_arbiter.get(reverse("penalties", args=[tournament.pk]))) == f"Organisation › {name} › Arbitrage"
    assert crumbs(as_arbiter.get(reverse("chelem_calls", args=[tournament.pk]))) == f"Organisation › {name} › Arbitrage"
