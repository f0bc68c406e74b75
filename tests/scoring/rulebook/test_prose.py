"""The files of the rulebook: what is wrong in one is told with its line, and both languages are built alike."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from scoring.apps import rulebook_is_readable
from scoring.marque import Reason
from scoring.rulebook import ImpossibleProse, faults
from scoring.rulebook.markdown import read_page
from scoring.rulebook.nouns import Passage
from scoring.rulebook.reading import FOLDER, prose

LANGUAGES = ("fr", "en")
R5 = "articles/R5-contrat.md"
SUMS = "mistakes/A-calculs-faux.md"
ONE_DONNE = "between back quotes stands one donne, behind ```donne"

# A rulebook of one rule, one word and one mistake; the terms of a marque are explained by articles of a line.
CONTENTS = """\
## Le compte
slug: compte
articles: R5, mots

Des cartes aux points.

## Maison
slug: maison
articles: {reasons}
official: no

Rien d'officiel.
"""
RULE = """\
---
title: Fait ou chuté
sources: fft, booklet
---

Le contrat est réussi quand l'attaque a au moins
les points à faire (A1).

Ensemble elles font {{total}} points.

## {examples}

```donne
4 Anne,Bruno,Claire,Denis prise Anne 41/2
```

Juste fait.

## {settled}

Rien (R5).
"""
MISTAKES = """\
---
title: Des calculs faux
---

Ce que l'on refait.

## les exemples
code: A1
sources: booklet

> Une donne ferait 93 points.

Elle en fait {total} (R5).
"""
SOURCES = """\
## FFT 2012
name: fft

Le règlement.

## la brochure
name: booklet

Des règles.
"""
HEADINGS = {"fr": ("Exemples", "Ce qui restait à trancher"), "en": ("Examples", "What was left to settle")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for language, (examples, settled) in HEADINGS.items():
        files = {
            "contents.md": CONTENTS.format(reasons=", ".join(map(slug, Reason))),
            R5: RULE.format(examples=examples, settled=settled),
            "articles/mots.md": "---\ntitle: Les mots\nsources: fft\n---\n\nAucun.\n",
            SUMS: MISTAKES,
            "sources.md": SOURCES,
            "phrases.md": (FOLDER / language / "phrases.md").read_text("utf-8"),
        }
        for reason in Reason:
            head = f"---\ntitle: {reason}\nsources: fft\nexplains: {reason}\n---\n"
            files[f"articles/{slug(reason)}.md"] = f"{head}\nVoir R5.\n"
        for name, text in files.items():
            path = tmp_path / "prose" / language / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return tmp_path / "prose"


def slug(reason: str) -> str:
    return reason.replace("_", "-")


def change(path: Path, old: str, new: str) -> int:
    """Replace a text of a file where it first stands; return on which line."""
    before, found, after = path.read_text("utf-8").partition(old)
    assert found
    path.write_text(f"{before}{new}{after}", "utf-8")
    return before.count("\n") + 1


def test_nothing_is_wrong_in_the_files(folder: Path) -> None:
    assert faults() == []
    assert faults(folder) == []


def test_an_article_is_a_file_in_each_language() -> None:
    files = {language: {path.name for path in (FOLDER / language / "articles").iterdir()} for language in LANGUAGES}
    articles = {f"{article.number}-{article.slug}.md".removeprefix("-") for article in prose("fr").articles}

    assert files == dict.fromkeys(LANGUAGES, articles)


# ── what is wrong in a file ──


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "says"),
    [
        (R5, "{total}", "{toutal}", 9, "there is no figure “toutal”"),
        (R5, "{total}", "{total", 9, "a brace holds no name of a figure"),
        (R5, "{total}", "{total.real}", 9, "a brace holds no name of a figure"),
        (R5, "(A1)", "(R99)", 7, "there is no place “r99” to lead to"),
        (R5, "(A1)", "([A1](#r99))", 7, "there is no place “r99” to lead to"),
        (R5, "(A1)", "([A1](https://a1))", 7, "there is no place “https://a1” to lead to"),
        (R5, "title: ", "titre: ", 1, "there is no “title: …” here"),
        (R5, "title: ", "titre: ", 2, "“titre” is no key of this place"),
        (R5, "title: ", "title", 1, "there is no “title: …” here"),
        (R5, "title: ", "title", 2, "“titleFait ou chuté” is not “key: value”"),
        (R5, "sources: ", "title: ", 3, "“title” stands there twice"),
        (R5, "sources: fft", "sources: ffft", 3, "“ffft” is no document of sources.md"),
        (R5, "---", "", 1, "there is no “title: …” here"),
        (R5, "---\n\n", "explains: belote\n---\n\n", 4, "“belote” is no reason of a marque, or explained elsewhere"),
        (R5, "```donne", "```", 13, ONE_DONNE),
        (R5, "41/2", "41/2\n41/2", 13, ONE_DONNE),
        (R5, "41/2\n```", "41/2", 13, ONE_DONNE),
        (R5, "## ", "# ", 11, "a heading is written with ##"),
        (R5, "```donne", "> Hm.\n\n```donne", 13, "a quotation has no place here"),
        (R5, "```donne", "Hm.\n\n```donne", 13, "a paragraph has no place here"),
        (R5, "---\n\n", "---\n\n```donne\n4 A,B,C,D prise A 41/2\n```\n\n", 6, "a donne has no place here"),
        (SUMS, "> ", "> Hm.\n>\n> ", 13, "a quotation stands here, and one only"),
        (SUMS, "> ", "> - ", 11, "a quotation stands here, and one only"),
        (SUMS, "> ", "", 7, "a quotation stands here, and one only"),
        (SUMS, "## ", "Hm.\n\n## ", 7, "a paragraph stands here, and one only"),
        (SUMS, "code: A1\n", "", 7, "there is no “code: …” here"),
        (SUMS, "code: A1", "code: R5", 7, "“r5” is the place of something else already"),
        (SUMS, "code: A1", "code: A1\nslug: a1", 9, "“slug” is no key of this place"),
        ("contents.md", "R5, ", "", 1, "the article “R5” is in no part"),
        ("contents.md", "R5, ", "R5, R5, ", 3, "“R5” is listed twice"),
        ("contents.md", "R5, ", "R5, R99, ", 3, "“R99” is no article"),
        ("contents.md", "slug: compte", "slug: mots", 1, "“mots” is the place of something else already"),
        ("contents.md", "slug: compte", "slug: erreurs", 1, "“erreurs” is the place of something else already"),
        ("contents.md", "official: no", "official: non", 10, "“official” is “no” or does not stand there"),
        ("contents.md", "## ", "Hm.\n\n## ", 1, "a paragraph has no place here"),
        ("sources.md", "name: fft\n", "", 1, "there is no “name: …” here"),
        ("phrases.md", "decimal: ", "comma: ", 1, "there is no “decimal: …” here"),
        ("phrases.md", "decimal: ", "comma: ", 2, "“comma” is no key of this place"),
        ("phrases.md", "{gap}", "{written}", 23, "in braces stand here: gap"),
        ("phrases.md", "one_poignee: ", "one_poignee: {pairs} ", 4, "in braces stand here: nothing"),
    ],
)
def test_a_fault_is_told_with_its_file_and_its_line(
    folder: Path, name: str, old: str, new: str, line: int, says: str
) -> None:
    for language in LANGUAGES:
        change(folder / language / name, old, new)
    told = faults(folder)

    for language in LANGUAGES:
        assert told.count(f"prose/{language}/{name}:{line}: {says}") == 1, told


def test_the_headings_of_an_article_are_its_own_in_their_order(folder: Path) -> None:
    change(folder / "fr" / R5, "## Exemples", "## Examples")
    rule, examples, settled = (folder / "en" / R5).read_text().split("## ")
    (folder / "en" / R5).write_text(f"{rule}## {settled}\n## {examples}")

    assert [fault for fault in faults(folder) if "headings" in fault] == [
        f"prose/fr/{R5}:11: the headings of an article are “## Exemples”, then “## Ce qui restait à trancher”",
        f"prose/en/{R5}:11: the headings of an article are “## Examples”, then “## What was left to settle”",
    ]


def test_a_donne_that_cannot_have_been_played_is_no_example(folder: Path) -> None:
    change(folder / "fr" / R5, "41/2", "41/9")
    donne, difference = faults(folder)

    assert donne.startswith(f"prose/fr/{R5}:13: ")
    assert donne.count("l’attaque ne peut pas en avoir 9") == 1
    assert difference.startswith(f"prose/en/{R5}:13: ")


def test_each_term_of_a_marque_has_its_article(folder: Path) -> None:
    for language in LANGUAGES:
        change(folder / language / "articles/misere.md", "explains: misere", "explains: poignee")

    assert faults(folder) == [
        f"prose/{language}/{fault}"
        for language in LANGUAGES
        for fault in (
            "articles/poignee.md:4: “poignee” is no reason of a marque, or explained elsewhere",
            "contents.md:1: no article says “explains: misere”",
        )
    ]


def test_an_article_that_says_nothing_is_none(folder: Path) -> None:
    for language in LANGUAGES:
        change(folder / language / "articles/mots.md", "Aucun.", "")

    assert faults(folder) == [
        f"prose/{language}/articles/mots.md:1: the article says nothing" for language in LANGUAGES
    ]


def test_no_file_is_passed_over(folder: Path) -> None:
    (folder / "fr" / "articles/mots.md").rename(folder / "fr" / "articles/Les mots.md")
    (folder / "fr" / SUMS).rename(folder / "fr" / "mistakes/faux.md")
    (folder / "fr" / "articles/R5-mots.md").write_text((folder / "fr" / R5).read_text())
    (folder / "en" / "articles" / "documents").mkdir()
    (folder / "en" / "sources.md").rename(folder / "en" / "articles" / "documents" / "sources.md")
    (folder / "en" / R5).write_bytes(RULE.encode("latin-1"))

    told = [fault for fault in faults(folder) if ":1: " in fault and "there is no " not in fault.replace("no such", "")]
    assert [fault for fault in told if "” is “" not in fault] == [
        "prose/fr/articles/Les mots.md:1: a file is named R13-prime.md, by number and subject, or by its subject alone",
        "prose/fr/articles/R5-mots.md:1: “r5” is the place of something else already",
        "prose/fr/mistakes/faux.md:1: a file is named A-calculs-faux.md, by the letter of its mistakes and their kind",
        "prose/en/sources.md:1: there is no such file",
        f"prose/en/{R5}:1: the file is not saved as UTF-8",
        f"prose/en/{R5}:1: the article says nothing",
        "prose/en/articles/documents/sources.md:1: no file of this name is read here",
    ]


def test_a_file_may_come_from_any_machine(folder: Path) -> None:
    text = (folder / "en" / R5).read_text("utf-8")
    (folder / "en" / R5).write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))

    assert faults(folder) == []


# ── both languages ──


def test_a_file_that_a_language_lacks_is_told(folder: Path) -> None:
    (folder / "en" / R5).unlink()
    (folder / "fr" / SUMS).unlink()
    told = faults(folder)

    assert told.count(f"prose/fr/{R5}:1: there is no en/{R5}") == 1
    assert told.count(f"prose/en/{SUMS}:1: there is no fr/{SUMS}") == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "here", "there"),
    [
        (", booklet", "", 3, "sources: fft", f"sources: fft, booklet” in fr/{R5}:3"),
        ("Ensemble", "- Ensemble", 9, "ul", f"p” in fr/{R5}:9"),
        ("{total}", "91", 9, "", f"total” in fr/{R5}:9"),
        ("(A1)", "(R5)", 6, "r5", f"a1” in fr/{R5}:6"),
        ("(A1)", "", 6, "", f"a1” in fr/{R5}:6"),
        ("Juste fait.\n\n", "", 17, "heading", f"p” in fr/{R5}:17"),
        ("prise", "garde", 13, "donne 4 0,1,2,3 garde 0 41/2", f"donne 4 0,1,2,3 prise 0 41/2” in fr/{R5}:13"),
        ("\nRien (R5).\n", "", 19, "nothing", f"p” in fr/{R5}:21"),
        ("(R5).\n", "(R5).\n\nRien.\n", 23, "p", f"nothing” in fr/{R5}:21"),
    ],
)
def test_where_a_language_is_built_otherwise_is_told(
    folder: Path, old: str, new: str, line: int, here: str, there: str
) -> None:
    change(folder / "en" / R5, old, new)

    assert faults(folder) == [f"prose/en/{R5}:{line}: “{here}” is “{there}"]


def test_words_and_the_names_of_players_are_translated(folder: Path) -> None:
    change(folder / "en" / R5, "title: Fait ou chuté", "title: Made or failed")
    change(folder / "en" / R5, "Anne,Bruno,Claire,Denis prise Anne", "South,East,North,West prise South")

    assert faults(folder) == []


# ── nothing is shown of files that are wrong ──


def test_files_that_are_wrong_are_not_read(folder: Path) -> None:
    change(folder / "fr" / R5, "{total}", "{toutal}")
    change(folder / "fr" / R5, "(A1)", "(R99)")

    assert prose("en", folder).articles[0].number == "R5"
    with pytest.raises(ImpossibleProse) as refused:
        prose("fr", folder)
    assert str(refused.value).splitlines() == [
        f"prose/fr/{R5}:7: there is no place “r99” to lead to",
        f"prose/fr/{R5}:9: there is no figure “toutal”",
    ]


def test_the_program_does_not_start_with_files_that_are_wrong(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rulebook_is_readable() == []
    change(folder / "fr" / R5, "{total}", "{toutal}")
    monkeypatch.setattr("scoring.apps.faults", lambda: faults(folder))

    with pytest.raises(SystemCheckError, match=rf"prose/fr/{R5}:9: there is no figure “toutal”"):
        call_command("check")


# ── Markdown ──


def passages(tmp_path: Path, text: str, language: str = "fr") -> list[Passage]:
    (tmp_path / "a.md").write_text(text, "utf-8")
    return read_page(tmp_path / "a.md", language).sections[0].passages


@pytest.mark.parametrize(
    ("text", "plain", "html"),
    [
        ("Voir R13, R3b, F2,\nC7.", "Voir R13, R3b, F2, C7.", None),
        ("L'un :  \nl'autre.", "L’un\u00a0: l’autre.", "<p>L’un\u00a0: l’autre.</p>"),
        ("Le *Petit* et le **21**.", "Le Petit et le 21.", "<p>Le <em>Petit</em> et le <strong>21</strong>.</p>"),
        ("- un\n- deux", "un deux", "<ul>\n<li>un</li>\n<li>deux</li>\n</ul>"),
        ("1. un\n2. deux", "un deux", "<ol>\n<li>un</li>\n<li>deux</li>\n</ol>"),
        ("[le R13](#r13)", "le R13", '<p><a href="#r13">le R13</a></p>'),
        ("<b>&amp;</b>\n<script>", None, "<p>&lt;b&gt;&amp;amp;&lt;/b&gt; &lt;script&gt;</p>"),
        ("<script>\nalert(1)\n</script>", None, "<p>&lt;script&gt; alert(1) &lt;/script&gt;</p>"),
        ("![a](#r13)", "!a", '<p>!<a href="#r13">a</a></p>'),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))", None),
    ],
)
def test_markdown_is_shown_and_html_is_text(tmp_path: Path, text: str, plain: str | None, html: str | None) -> None:
    (passage,) = passages(tmp_path, text)

    assert plain is None or passage.text == plain
    assert html is None or passage.html == html


def test_a_number_is_a_link_to_its_place(tmp_path: Path) -> None:
    (passage,) = passages(tmp_path, "Voir R13 & *C7*, pas RR1.", "en")

    assert passage.inline == 'Voir <a href="#r13">R13</a> &amp; <em><a href="#c7">C7</a></em>, pas RR1.'


def test_a_figure_is_text_wherever_it_stands(tmp_path: Path) -> None:
    (passage,) = passages(tmp_path, "Le *{base}* & {trumps}.")
    filled = passage.filled({"base": "<25>", "trumps": "*21*"})

    assert (filled.text, filled.html) == ("Le <25> & *21*.", "<p>Le <em>&lt;25&gt;</em> &amp; *21*.</p>")
