"""The facts of a donne are said once: what keeps, reads and shows them has the same names, codes and bounds."""

import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from hypothesis import given

from scoring.api.entry_serializers import EntrySerializer, WrittenLineSerializer
from scoring.api.serializers import DonneSerializer
from scoring.exports import _facts_of_line
from scoring.forms.desk.paper import CHELEM, LABELS, PETIT_CHELEM
from scoring.forms.facts import FactsForm
from scoring.forms.rules.calculator_address import query_of
from scoring.labels import Outcome
from scoring.marque import Donne, Facts, HouseRules, Variant, as_mapping, to_line
from scoring.marque.facts import COLUMNS, NAMES, SEATED, FactColumn, FactKind, columns_of, facts_of
from scoring.marque.reading import KEYS
from scoring.models import SheetLine
from scoring.queries.desk.paper import typed_row
from scoring.queries.player.own_data import OF_LINES
from scoring.queries.table.answers import line_as_json
from scoring.services.sheets.lines import figures_of_line
from scoring.templatetags.donnes import told
from tests.factories import NOW
from tests.scoring.marque.test_facts import by_chair
from tests.scoring.sheets import played_by
from tests.scoring.views.typed import at
from tests.strategies import donnes
from tournaments.models import Seat


@given(donnes().filter(lambda donne: len(donne.sits_out) <= 1))
def test_facts_come_back_from_their_columns(donne) -> None:
    facts, _players = by_chair(donne)
    values = columns_of(facts)
    assert tuple(values) == NAMES
    assert facts_of(values, variant=donne.variant) == facts


def test_a_line_has_a_column_for_each_fact_with_its_codes() -> None:
    columns = {field.name: field for field in SheetLine._meta.get_fields()}
    assert set(NAMES) <= columns.keys()
    for column in COLUMNS:
        assert (columns[column.name].related_model is not None) == (column.name in SEATED), column.name
        if column.kind is FactKind.CODE:
            assert column.codes is not None
            assert [code for code, _words in columns[column.name].choices] == [code.value for code in column.codes]


def test_every_form_of_a_donne_asks_each_fact_with_its_codes() -> None:
    for column in COLUMNS:
        if column.kind in {FactKind.CODE, FactKind.FLAG} and not column.of_house:
            choices = getattr(FactsForm.base_fields[column.name], "choices", ())
            assert {code for code, _words in choices if code} == {*(column.codes or ())}


@pytest.mark.django_db
@pytest.mark.parametrize("house", [{}, {"petit_chelem": True, "miseres": True}], ids=["règlement", "house"])
def test_every_page_of_a_donne_draws_the_questions_of_its_form(house, tournament, table, as_arbiter) -> None:
    played_by(tournament, **house)
    asked_beside = {"reason", "replaces", "confirmed"}  # of a correction, and of what is odd
    for address in (at(table), reverse("calculator")):
        page = as_arbiter.get(address)
        drawn = {*re.findall(r'name="(\w+)"', page.content.decode())}
        assert page.context["form"].fields.keys() - asked_beside - drawn == set(), address


@pytest.mark.django_db
@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
def test_the_database_keeps_no_fact_of_a_donne_that_was_not_played(column: FactColumn, table) -> None:
    value = table.seats.first() if column.name in SEATED else another(column)
    values = columns_of(Facts()) | dict.fromkeys(SEATED) | {column.name: value}
    line = SheetLine(table=table, number=1, outcome=Outcome.PASSED, key=uuid.uuid4(), written_at=NOW, **values)
    if column.name in MAY_STAND_BESIDE_A_VOID_DONNE:
        line.save()
    else:
        with pytest.raises(IntegrityError), transaction.atomic():
            line.save()


def test_a_person_reads_each_fact_of_his_donnes() -> None:
    assert {name.removesuffix("__chair") for name in OF_LINES} >= set(NAMES)


def test_a_typed_row_can_say_each_fact() -> None:
    cells = {"half_points" if cell == "points" else "sits_out" if cell == "mort" else cell for cell in LABELS}
    codes = {name for name, _said in (*CHELEM.values(), *PETIT_CHELEM.values())}
    assert cells - {"primes"} | codes | {"poignees", "miseres"} == set(NAMES)


def test_the_schema_of_the_exchange_format_has_each_key() -> None:
    assert DonneSerializer().fields.keys() == KEYS


def test_a_program_is_told_and_sends_each_fact() -> None:
    told, sent = WrittenLineSerializer().fields, EntrySerializer().fields
    assert {*NAMES} - {"half_points"} | {"points"} <= told.keys()  # told as they are sent
    paths = {field.source: field for field in sent.values()} | {
        inner.source: inner for field in sent.values() if field.source == "*" for inner in field.fields.values()
    }
    assert set(NAMES) == paths.keys() - {"*", "outcome", "turn", "reason", "confirmed"}
    bouts = next(column for column in COLUMNS if column.name == "bouts")
    assert (sent["bouts"].min_value, sent["bouts"].max_value) == (0, bouts.most)


# Who had no cards is known of it; of a poignée the services say it alone.
MAY_STAND_BESIDE_A_VOID_DONNE = {"sits_out", "poignees"}
PLAYERS = ("Sud", "Est", "Nord", "Ouest", "Cinquième")
PLAYED = {"taker": 0, "contract": "garde", "bouts": 2, "half_points": 92}


def another(column: FactColumn) -> Any:
    """Return what a column may say, and `PLAYED` does not."""
    if column.codes is not None:
        code = [*column.codes][-1].value
        return [{"position": 1, column.said: code}] if column.said else code
    return True if column.kind is FactKind.FLAG else 1


def written(values: Mapping[str, Any]) -> SheetLine:
    """Return a line with these facts, of a table that nobody stored."""
    facts = facts_of(values, variant=Variant.FIVE_MORT)
    line = SheetLine(outcome=Outcome.PLAYED, facts=facts, marque={"scores": {}})
    for name in SEATED:
        if values.get(name) is not None:
            setattr(line, name, Seat(chair=values[name]))
    return line


def donne(line: SheetLine) -> Donne:
    return Donne.unchecked(line.facts.at(Variant.FIVE_MORT), PLAYERS, HouseRules(petit_chelem=True, miseres=True))


TELLERS: dict[str, Callable[[SheetLine], object]] = {
    "the words of a line": lambda line: told(line, PLAYERS),
    "the file of a sheet": lambda line: _facts_of_line(line, PLAYERS, 10),
    "the answers of the API": line_as_json,
    "a sheet typed twice": typed_row,
    "the donne that the marque counts": donne,
    "the exchange format": lambda line: as_mapping(donne(line)),
    "the journal": figures_of_line,
    "the address of the calculator": lambda line: query_of(donne(line)).urlencode(),
    "the notation on one line": lambda line: to_line(donne(line)),
}


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
@pytest.mark.parametrize("teller", TELLERS)
def test_whatever_tells_a_donne_tells_each_fact(teller: str, column: FactColumn) -> None:
    tell = TELLERS[teller]
    assert tell(written(PLAYED)) != tell(written(PLAYED | {column.name: another(column)}))
