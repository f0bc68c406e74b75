"""Everything that is wrong with a form is said at once, in words that fit the table."""

import uuid

import pytest
from django.urls import reverse

from scoring.models import Penalty, PenaltyKind, SheetLine
from tests.scoring.sheets import record, seated
from tests.scoring.views.typed import at, typed
from tests.texts import NO_BREAK, text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def errors(response):
    assert response.status_code == 422
    return {
        name: [text.translate(NO_BREAK) for text in texts] for name, texts in response.context["form"].errors.items()
    }


def test_an_open_question_does_not_hide_what_is_wrong(table, as_arbiter):
    said = typed(taker="", points="xx", poignee_0="double", poignee_1="triple")

    told = errors(as_arbiter.post(at(table), said))

    assert sorted(told) == ["poignee_0", "points", "taker"]
    assert told["points"] == ["« xx » n’est pas un nombre de points : écrivez des chiffres, par exemple 46."]


def test_what_the_cards_refuse_is_said_beside_a_missing_partner(table, as_arbiter):
    Tournament.objects.update(table_size=5)
    (five,) = seated(Tournament.objects.get(), chairs=5, round_number=2)

    told = errors(as_arbiter.post(at(five), typed(partner="", points="99")))

    assert sorted(told) == ["partner", "points"]


def test_a_correction_without_a_reason_says_what_else_is_wrong(table, the_arbiter, as_arbiter):
    line = record(table, 1, the_arbiter)

    told = errors(as_arbiter.post(at(table), typed(replaces=str(line.pk), points="99", bouts="")))

    assert sorted(told) == ["bouts", "points", "reason"]


@pytest.mark.parametrize(
    ("chairs", "table_size", "example"),
    [(4, 4, "46"), (5, 4, "46"), (3, 3, "46 ou 40,5"), (5, 5, "46 ou 40,5")],
)
def test_the_example_is_a_count_that_this_table_can_have(tournament, as_arbiter, chairs, table_size, example):
    Tournament.objects.update(table_size=table_size)
    (table,) = seated(Tournament.objects.get(), chairs=chairs)

    told = errors(as_arbiter.post(at(table), typed(points="abc", partner="seul", mort="4")))

    assert told["points"] == [f"« abc » n’est pas un nombre de points : écrivez des chiffres, par exemple {example}."]


@pytest.mark.parametrize(
    ("written", "half_points"),
    [("48 points", 96), ("48 pts", 96), ("48\u00a0points", 96), ("+48", 96), (" 48 ", 96)],
)
def test_a_count_is_read_as_people_write_it(table, as_arbiter, written, half_points):
    assert as_arbiter.post(at(table), typed(points=written)).status_code == 303
    assert SheetLine.objects.get().half_points == half_points


@pytest.mark.parametrize("written", ["41½", "41 ½", "41 1/2", "41,5", "41.5", "41½ points"])
def test_a_half_is_read_as_people_write_it(tournament, as_arbiter, written):
    Tournament.objects.update(table_size=3)
    (table,) = seated(Tournament.objects.get(), chairs=3)

    assert as_arbiter.post(at(table), typed(points=written)).status_code == 303
    assert SheetLine.objects.get().half_points == 83


@pytest.mark.parametrize("written", ["41 ½ ½", "48 poires", "4 8", "½"])
def test_what_is_no_count_gets_one_sentence(table, as_arbiter, written):
    told = errors(as_arbiter.post(at(table), typed(points=written)))

    assert [len(texts) for texts in told.values()] == [1]
    assert written in told["points"][0]


def test_a_penalty_says_everything_that_is_wrong(tournament, table, as_arbiter):
    other = PenaltyKind.objects.get_or_create(club=None, code="autre", defaults={"name": "Autre faute"})[0]
    form = {"target": "joueur", "key": str(uuid.uuid4())}

    nothing = errors(as_arbiter.post(reverse("give_penalty", args=[tournament.pk]), form))
    no_words = errors(
        as_arbiter.post(reverse("give_penalty", args=[tournament.pk]), form | {"kind": other.pk, "points": "xx"})
    )

    assert sorted(nothing) == ["kind", "player"]
    assert sorted(no_words) == ["player", "points", "reason"]
    assert Penalty.objects.count() == 0


def test_the_page_shows_one_banner(table, as_arbiter):
    assert text(as_arbiter.post(at(table), typed(taker="", points="xx"))).count("Rien n’") == 1
