"""The answers of every view: where to look next, and a file."""

import pytest

from tournaments.views.answers import file_answer, see_other


def test_after_a_post_the_browser_goes_and_looks() -> None:
    """A 303 is followed by a GET whatever was sent; a 307 would send it again."""
    answer = see_other("standings", tournament_id=3)
    assert (answer.status_code, answer["Location"]) == (303, "/tournois/3/classement/")


@pytest.mark.parametrize(("as_attachment", "how"), [(True, "attachment"), (False, "inline")])
def test_a_file_is_kept_or_shown_under_its_name(as_attachment: bool, how: str) -> None:
    answer = file_answer(b"%PDF", "été.pdf", content_type="application/pdf", as_attachment=as_attachment)
    assert (answer.content, answer["Content-Type"]) == (b"%PDF", "application/pdf")
    assert answer["Content-Disposition"] == f"{how}; filename*=utf-8''%C3%A9t%C3%A9.pdf"
