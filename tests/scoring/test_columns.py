"""The facts of a donne are said once: what keeps, reads and shows them has the same names, codes and bounds."""

from hypothesis import given

from scoring.api.entry_serializers import EntrySerializer, WrittenLineSerializer
from scoring.forms.facts import FactsForm
from scoring.marque.facts import COLUMNS, NAMES, SEATED, FactKind, columns_of, facts_of
from scoring.models import SheetLine
from tests.scoring.marque.test_facts import by_chair
from tests.strategies import donnes


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


def test_a_program_is_told_and_sends_each_fact() -> None:
    told, sent = WrittenLineSerializer().fields, EntrySerializer().fields
    names = {column.name for column in COLUMNS if not column.of_house}
    assert names - {"half_points"} | {"points"} <= told.keys()  # told as they are sent
    paths = {field.source: field for field in sent.values()} | {
        inner.source: inner for field in sent.values() if field.source == "*" for inner in field.fields.values()
    }
    assert set(NAMES) == paths.keys() - {"*", "outcome", "reason", "confirmed"}
    bouts = next(column for column in COLUMNS if column.name == "bouts")
    assert (sent["bouts"].min_value, sent["bouts"].max_value) == (0, bouts.most)
