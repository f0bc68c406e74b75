"""
What was typed outlives a session that ended: of every form of the site, whichever is added.

`kept.js` keeps any form that a page sends by itself; `tests/journeys/test_kept_forms.py` tries it in a browser.
"""

import re
from pathlib import Path

TEMPLATES = Path("templates")
FORM = re.compile(r"<form\b[^>]*>")
# Sent by htmx, which keeps the page: a tap answers in its place, and nothing longer than a sum is typed there.
TAPS = {"tournaments/office/check_in/person.html", "tournaments/office/cells/status.html"}


def forms() -> dict[str, list[str]]:
    """Return the tags of all forms that write something, by template."""
    found = {str(path.relative_to(TEMPLATES)): FORM.findall(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    return {name: [tag for tag in tags if 'method="post"' in tag] for name, tags in found.items()}


def test_every_form_that_writes_is_sent_by_its_page_and_so_kept() -> None:
    found = forms()
    assert sum(map(len, found.values())) > 150
    assert {name for name, tags in found.items() if any("hx-post" in tag for tag in tags)} == TAPS


def test_a_page_with_a_form_has_the_script_that_keeps_it() -> None:
    """By `base.html`, at its end or at that of what it extends; a part is included by such a page."""
    assert 'src="{% static "tarot_club/kept.js" %}"' in (TEMPLATES / "base.html").read_text()
    alone = set()
    for name, tags in forms().items():
        text = (TEMPLATES / name).read_text()
        if tags and "<html" in text and "kept.js" not in text:
            alone.add(name)
    assert alone == {"failure.html"}  # it holds all that was typed, and sends it again
