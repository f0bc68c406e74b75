"""What is compiled is what Django renders, letter for letter: of any value, any tag, in both languages."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.template import Context, Engine, TemplateSyntaxError, engines
from django.utils.safestring import mark_safe
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.pure


@dataclass(frozen=True)
class Cell:
    points: Any = None
    words: Any = ""


@dataclass(frozen=True)
class Row:
    name: Any
    number: Any = 1
    cells: Any = ()
    more: Any = field(default_factory=dict, hash=False)

    @property
    def called(self) -> str:
        return f"<{self.name}>"

    def method(self) -> str:
        return "called & escaped"


def both(text: str, **values: Any) -> tuple[str, str]:
    """Return what Django makes of a template, and what it is compiled."""
    load = "{% load i18n marks compiled %}"
    templates = (f"{load}{text}", f"{load}{{% compiled %}}{text}{{% endcompiled %}}")
    plain, quick = (engines["django"].from_string(each).render(values) for each in templates)
    return plain, quick


HOSTILE = [
    "",
    "Dupont",
    "<script>alert(1)</script>",
    "L’Été & \"co\" 'x'",
    "%(name)s %s %%",
    "\u202eabc",
    "🂡" * 70,
    None,
]
ROWS = [
    Row(name, number, (Cell(number), Cell(None), Cell("3"), Cell(-number, mark_safe("<b>x</b>"))), {"points": name})
    for number, name in enumerate(HOSTILE, 1234)
]
TEXTS = """
{{ title }}{{ missing }}{{ missing.thing|default:'·' }}{{ rows|length }}

{% for row in rows %}
  {{ row.name }}|{{ row.number }}|{{ row.called }}|{{ row.method }}|{{ row.nothing }};
{% endfor %}

{% for row in rows %}{% for cell in row.cells %}
  <td{% if cell.points < 0 %} class=minus{% endif %}>{{ cell.points|signed|default:'·' }}{{ cell.words }}</td>
{% endfor %}{% endfor %}

{% for row in rows %}{% for cell in row.cells %}{{ row.name }}{{ cell.points|add:row.number }}{% endfor %}{% endfor %}

{% for row in rows %}
  {% if row.name in names and not row.nothing %}a{% elif row.number == limit %}b{% else %}c{% endif %}
{% endfor %}

{% for row in rows %}
  {% if row.name == None or row.number >= 1236 %}{{ row.more.points|upper }}{% endif %}
{% endfor %}

{% for row in rows %}
  {% translate 'Place' %} {% blocktranslate with number=row.number trimmed %} n° {{ number }}{% endblocktranslate %}
  {% blocktranslate with who=row.name %}100 % {{ who }} {{ title }} {{ absent }}{% endblocktranslate %}
{% endfor %}

{% for row in rows %}
  {% blocktranslate count n=row.number %}{{ n }} joueur{% plural %}{{ n }} joueurs{% endblocktranslate %}
{% endfor %}

{% for row in rows %}{{ forloop.counter }}{% if forloop.last %}!{% endif %}{% endfor %}

{% for row in rows %}{% cycle 'odd' 'even' %}{% ifchanged row.name %}*{% endifchanged %}{% endfor %}

{% for row in rows reversed %}{{ row.name|safe }}{% endfor %}
{% for row in nobody %}x{% empty %}nobody{% endfor %}

{% for key, value in pairs %}{{ key }}={{ value }}{% endfor %}{% for row in nothing %}{{ row }}{% endfor %}

{% for row in rows %}{% with who=row.name %}
  {% for row in row.cells %}{{ who }}{{ row.points }}{% endfor %}
{% endwith %}{{ row.number }}{% endfor %}{{ row }}

{% for row in rows %}{% for row in row.cells %}{{ row.points }}{% endfor %}{{ row.name }}{% endfor %}{{ row }}

{% for each in mixed %}{{ each }} {{ each.0 }} {{ each.year }} {{ each.a }};{% endfor %}
{{ moment|date:'H:i' }}{{ moment }}

{% autoescape off %}{% for row in rows %}{{ row.name }}{% endfor %}{% endautoescape %}{# said to nobody #}

{% for row in rows %}{% include 'tournaments/public/state.html' with tournament=row %}{% endfor %}
""".strip().split("\n\n")
VALUES = {
    "rows": ROWS,
    "title": "A < B",
    "names": ["Dupont", ""],
    "limit": 1236,
    "pairs": [("a", "<"), ("b", 2)],
    "nobody": [],
    "row": "of outside",
    "mixed": [12345, 1.5, True, date(2026, 11, 21), {"a": "<a>", "year": 1}, ("<", 2), [7], lambda: "made", "text"],
    "moment": datetime(2026, 11, 21, 20, 30, tzinfo=UTC),
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_compiled_template_gives_the_same_letters(text: str, language: str) -> None:
    with override(language):
        plain, quick = both(text, **VALUES)
        assert quick == plain


values = (
    st.none()
    | st.booleans()
    | st.integers(-9999, 9999)
    | st.text(max_size=8)
    | st.builds(mark_safe, st.text(max_size=3))
)


@given(st.lists(st.builds(Row, values, values, st.lists(st.builds(Cell, values, values), max_size=3)), max_size=4))
def test_so_it_does_of_any_values(rows: list[Row]) -> None:
    text = """
{% for row in rows %}{{ row.name }}{% if row.number > 3 %}{{ row.number }}{% endif %}
  {% for cell in row.cells %}{{ cell.words }}{% if cell.points %}+{{ cell.points|upper }}{% endif %}{% endfor %}
  {% blocktranslate with name=row.name %}n° {{ name }}{% endblocktranslate %}
{% endfor %}"""
    plain, quick = both(text, rows=rows)
    assert quick == plain


def test_the_same_item_is_rendered_once_and_another_of_the_same_letters_apart() -> None:
    asked: list[str] = []

    class Told:
        def __init__(self, name: str) -> None:
            self.name = name

        @property
        def said(self) -> str:
            asked.append(self.name)
            return self.name

    one, two = Told("<1>"), Told("<2>")
    quick = both("{% for each in told %}{{ each.said }}{% endfor %}", told=[one, two, one, one])[1]
    assert quick == "&lt;1&gt;&lt;2&gt;&lt;1&gt;&lt;1&gt;"
    assert asked[4:] == ["<1>", "<2>"]


def test_an_item_of_two_rows_is_rendered_in_each_of_them() -> None:
    shared = (Cell(7),)
    inner = "{% for cell in row.cells %}{{ row.name }} {{ cell.points }}, {% endfor %}"
    plain, quick = both(
        f"{{% for row in rows %}}{inner}{{% endfor %}}", rows=[Row("A", 1, shared), Row("B", 2, shared)]
    )
    assert plain == quick == "A 7, B 7, "


def test_the_next_rendering_begins_anew() -> None:
    made = Engine(libraries={"compiled": "tournaments.templatetags.compiled"}).from_string(
        "{% load compiled %}{% compiled %}{{ title }}{% for row in rows %}{{ row.name }}{{ title }}{% endfor %}"
        "{% endcompiled %}"
    )
    row = Row("x")
    assert [made.render(Context({"title": title, "rows": [row]})) for title in "ab"] == ["axa", "bxb"]


def test_an_error_of_a_property_is_no_empty_text() -> None:
    class Broken:
        @property
        def name(self) -> str:
            raise AttributeError("wrong in here")

    for text in (
        "{% for row in rows %}{{ row.name }}{% endfor %}",
        "{% compiled %}{% for row in rows %}{{ row.name }}{% endfor %}{% endcompiled %}",
    ):
        with pytest.raises(AttributeError, match="wrong in here"):
            engines["django"].from_string("{% load compiled %}" + text).render({"rows": [Broken()]})


def test_it_has_to_be_closed() -> None:
    with pytest.raises(TemplateSyntaxError):
        engines["django"].from_string("{% load compiled %}{% compiled %}")
