"""What `python -m tests.fuzz` sends for an hour: a few cases of the forms, and that it sees what it looks for."""

import hypothesis
import pytest
from django.db import transaction
from hypothesis import strategies as st

from tests.fuzz import submissions
from tests.fuzz.page_forms import Form, forms_of
from tests.fuzz.submissions import Site, a_site, chosen_twice, forms_at, play
from tests.who_asks import a_walk

PAGE = """
<form action="/ailleurs/" method="post"><input name="un" value="1"><input name="deux" type="checkbox"></form>
<form id="loin"><select name="trois"><option value="a">A<option value="b" selected>B</select></form>
<input name="quatre" type="hidden" form="loin" value="4"><form action="https://example.org/"><input name="cinq"></form>
"""


def test_forms_are_read_as_a_browser_reads_them() -> None:
    elsewhere, here = forms_of(PAGE, "/ici/")
    assert (elsewhere.path, elsewhere.method, here.path, here.method) == ("/ailleurs/", "post", "/ici/", "get")
    assert [(each.name, each.values, each.is_sent) for each in (*elsewhere.controls, *here.controls)] == [
        ("un", ("1",), True),
        ("deux", ("on",), False),
        ("trois", ("b", "a"), True),
        ("quatre", ("4",), True),
    ]


@pytest.fixture
def site(db: None) -> Site:
    return a_site(a_walk())


@pytest.mark.product
@pytest.mark.slow
def test_a_few_of_the_cases(site: Site) -> None:
    @hypothesis.settings(max_examples=25, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(st.data())
    def some(data: st.DataObject) -> None:
        play(site, data)

    some()
    assert site.statuses.total() > 25
    assert {200, 303} <= {*site.statuses}


@pytest.mark.product
def test_the_same_choice_in_two_boxes(site: Site) -> None:
    """Of every form that has two boxes with the same choices: a value made of them may not exist."""
    office = [path for path in site.paths if path.startswith("/organisation/")]
    forms = dict.fromkeys(form for path in office for form in forms_at(site, "superuser", path))
    sent = [(form, data) for form in forms for data in chosen_twice(form)]
    for form, data in sent:
        site.rows = site.untouched
        with transaction.atomic():
            site.send("superuser", form, data)
            transaction.set_rollback(True)
    assert {"saisons", "championnats", "tournois"} <= {form.path.split("/")[2] for form, _data in sent}


@pytest.mark.product
def test_what_is_refused_and_half_written_is_seen(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone is written down with what it sends first, refused or not: if that counted, it would be half written."""
    at_table = Form(f"/t/{site.walk.here.values['token']}/contester/", "post", ())
    site.rows = site.untouched
    site.send("nobody", at_table, {})
    monkeypatch.setattr(submissions, "OF_VISITORS", submissions.OF_VISITORS - {"scoring_phone"})
    site.rows = submissions.digests(but=submissions.OF_VISITORS)
    with pytest.raises(AssertionError, match="half written"):
        site.send("nobody", at_table, {})


@pytest.mark.product
def test_too_many_statements_are_seen(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_STATEMENTS", 0)
    with pytest.raises(AssertionError):
        site.send("superuser", Form("/", "get", ()), {})
