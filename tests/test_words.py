"""The words people read: French first, English for whoever asks for it, nothing forgotten and nothing stale."""

import ast
import gettext
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils.translation import gettext as translate
from django.utils.translation import ngettext, override, pgettext
from django.utils.translation.template import templatize

from scoring.templatetags.donnes import halves
from tournaments.templatetags.marks import ordinal

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "tarot_club" / "locale"
APPS = ("tarot_club", "tournaments", "scoring")
# Which arguments of each are words: (context, singular, plural).
MARKS: dict[str, tuple[int | None, int, int | None]] = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
TAG = re.compile(r"<[^>]+>")
# A plain space there may begin a line with « : » or end one with « « ».
BREAKABLE = re.compile(r"\S [:;!?»](?!\w)|« ")
NOT_READ = re.compile(
    r"{#.*?#}|{% comment %}.*?{% endcomment %}|<script.*?</script>|<style.*?</style>|<!--.*?-->", re.DOTALL
)


@dataclass(frozen=True)
class Words:
    """An entry of a catalogue: what is asked for, and what is answered."""

    context: str | None
    singular: str
    plural: str | None
    said: tuple[str, ...] = ()

    @property
    def asked(self) -> tuple[str | None, str]:
        """What gettext looks it up by."""
        return self.context, self.singular

    @property
    def key(self) -> str:
        return self.singular if self.context is None else f"{self.context}\x04{self.singular}"


def catalogue(language: str) -> tuple[dict[str, str], list[Words]]:
    """Return the header and the entries of a .po file. Refuses what a translator has to look at again."""
    header: dict[str, str] = {}
    entries = []
    for paragraph in (LOCALE / language / "LC_MESSAGES" / "django.po").read_text("utf-8").strip().split("\n\n"):
        parts: dict[str, str] = {}
        keyword = ""
        for line in paragraph.splitlines():
            assert not line.startswith(("#~", "#, fuzzy")), line
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                keyword = line.split(" ", 1)[0]
            parts[keyword] = parts.get(keyword, "") + ast.literal_eval(line.removeprefix(keyword).strip())
        said = tuple(text for name, text in parts.items() if name.startswith("msgstr"))
        if parts["msgid"]:
            entries.append(Words(parts.get("msgctxt"), parts["msgid"], parts.get("msgid_plural"), said))
        else:
            header = dict(line.split(": ", 1) for line in said[0].splitlines())
    return header, entries


def compiled(language: str) -> dict[str | tuple[str, int], str]:
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog


def marked() -> Iterator[tuple[Path, Words]]:
    """Yield every word marked in the code and in the templates."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            yield from ((path, words) for words in marked_in(path.read_text("utf-8")))
    for path in sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")):
        # What makemessages reads: calls among rubble.
        calls = re.findall(
            r"\b(?:_|n?p?gettext)\((?:\s*u?(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*,?"
            r"|\s*\w+\s*)*\)",
            templatize(path.read_text("utf-8")),
            re.DOTALL,
        )
        yield from ((path, words) for call in calls for words in marked_in(call))


def marked_in(source: str) -> Iterator[Words]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a format of dates in a template: _("G \\h i")
        tree = ast.parse(source)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in MARKS:
            continue
        found = [
            call.args[place].value
            if place is not None and len(call.args) > place and isinstance(call.args[place], ast.Constant)
            else None
            for place in MARKS[call.func.id]
        ]
        if found[1] is not None:
            yield Words(*found)


def test_everything_marked_can_be_said_in_english():
    known = {words.asked for words in catalogue("en")[1]}
    found = list(marked())

    assert len(found) > 900
    assert [(path.name, words.asked) for path, words in found if words.asked not in known] == []


def test_french_keeps_its_punctuation_with_the_word_before():
    breakable = [
        (path.name, text)
        for path, words in marked()
        for text in (words.singular, words.plural)
        if text and BREAKABLE.search(text)
    ]
    for path in sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")):
        text = re.sub(r"{%.*?%}", "", TAG.sub("", NOT_READ.sub("", path.read_text("utf-8"))))
        breakable += [(path.name, line.strip()) for line in text.splitlines() if BREAKABLE.search(line)]
    assert breakable == []


def test_every_sentence_is_asked_for_by_a_name_that_is_collected() -> None:
    """Under another name of `gettext`, `makemessages` finds no sentence, and nobody reads it in English."""
    called = {
        f"{path.relative_to(ROOT)}: {name.asname}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name in MARKS and name.asname not in (None, *MARKS)
    }
    assert called == set()


def test_nothing_is_translated_that_nobody_says_any_more():
    said = {words.asked for _path, words in marked()}

    assert [words.asked for words in catalogue("en")[1] if words.asked not in said] == []


def test_every_english_sentence_is_there_with_the_same_figures_and_tags():
    for words in catalogue("en")[1]:
        asked = (words.singular,) if words.plural is None else (words.singular, words.plural)
        assert len(words.said) == len(asked), words
        for french, english in zip(asked, words.said, strict=True):
            assert english.strip(), words
            assert set(PLACEHOLDER.findall(english)) == set(PLACEHOLDER.findall(french)), words
            assert TAG.findall(english) == TAG.findall(french), words
            assert not re.search(r"[ \u00a0\u202f][:;!?](?!\w)|[«»]", english), words


def test_what_is_written_in_french_is_said_in_french_as_it_is_written():
    """Django has words of its own, asked for in English: « Close », the feminine of closed, became « Fermer »."""
    with override("fr"):
        said = [
            (words.singular, pgettext(words.context, words.singular) if words.context else translate(words.singular))
            for words in catalogue("en")[1]
        ]
    assert [(asked, told) for asked, told in said if asked != told] == []


def test_french_counts_zero_as_one():
    header, french = catalogue("fr")
    counted = {words.asked: words.plural for words in catalogue("en")[1] if words.plural is not None}

    assert header["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    assert {words.asked: words.plural for words in french} == counted
    assert all(words.said == (words.singular, words.plural) for words in french)


def test_a_timed_tournament_has_its_word_in_every_sentence_about_a_round():
    """Made by make_sequences.sh: each sentence that names a round, and nothing else changed in it."""
    for language, word in (("fr", "position"), ("en", "round")):
        usual = {words.asked: (words.singular, words.plural)[: len(words.said)] for words in catalogue("en")[1]}
        if language == "en":
            usual = {words.asked: words.said for words in catalogue("en")[1]}
        about = {asked for asked in usual if re.search(r"\b[Pp]osition", asked[1])}
        other = "séquence" if language == "fr" else "sequence"
        found = {words.asked: words.said for words in catalogue(f"{language}_Sequences")[1]}
        for said in found.values():
            assert not any(re.search(rf"(?<!%\()(?<!{{)\b{word}", text, re.IGNORECASE) for text in said), said
        back = {
            asked: tuple(text.replace(other, word).replace(other.title(), word.title()) for text in said)
            for asked, said in found.items()
        }
        assert {asked: tuple(map(str.lower, said)) for asked, said in back.items()} == {
            asked: tuple(text.replace(other, word).lower() for text in usual[asked]) for asked in about
        }


@pytest.mark.parametrize("language", ["en", "fr", "en_Sequences", "fr_Sequences"])
def test_what_is_shipped_is_what_is_written(language):
    written = {}
    for words in catalogue(language)[1]:
        if words.plural is None:
            written[words.key] = words.said[0]
        else:
            written |= {(words.key, number): said for number, said in enumerate(words.said)}

    shipped = compiled(language)
    shipped.pop("")

    assert shipped == written


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", ["0 joueur", "1 joueur", "2 joueurs"]), ("en", ["0 players", "1 player", "2 players"])],
)
def test_nobody_one_and_two(language, said):
    with override(language):
        counts = [ngettext("%(count)d joueur", "%(count)d joueurs", count) % {"count": count} for count in range(3)]

    assert counts == said


def test_places_and_half_points_follow_the_language():
    with override("fr"):
        assert (ordinal(1), ordinal(2), halves(81)) == ("1er", "2e", "40,5")
    with override("en"):
        assert (ordinal(1), ordinal(2), ordinal(11), halves(81)) == ("1st", "2nd", "11th", "40.5")


def test_english_has_one_word_for_the_rules() -> None:
    _header, entries = catalogue("en")
    assert [words.said for words in entries if any("èglement" in said for said in words.said)] == []
