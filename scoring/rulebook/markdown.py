"""
One file of the rulebook's texts: a head of `key: value` lines between two lines of dashes, then Markdown.

Allowed Markdown: paragraphs, lists, quotations, `*emphasis*`, headings `##`, links to a place of the page, and a donne
between two lines of back quotes. HTML is not read: `<b>` is shown as typed. The head is not YAML, where a value such as
« Hors règlement : les règles maison » would need quotes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .nouns import FIGURE, DonneExample, Passage

_RULES = ["blockquote", "emphasis", "escape", "fence", "heading", "link", "list", "newline"]
_FENCE = "donne"
_NUMBER = re.compile(r"\b[ABCFR][0-9]+[a-z]?\b")  # of an article or of a mistake, made a link: R13, R3b, F2, C7
_SAME_KEYS = frozenset({"articles", "code", "explains", "name", "official", "slug", "sources"})  # in every language
_KEY = re.compile(r"([a-z][a-z0-9_]*):\s+(\S.*)")
_PLAYER = re.compile(r"\b[A-ZÀ-Ý]\w*")


@dataclass(slots=True)
class Section:
    """The blocks under one heading, or before the first heading."""

    heading: Passage
    keys: dict[str, Passage] = field(default_factory=dict)
    quoted: list[Passage] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    examples: list[DonneExample] = field(default_factory=list)

    @property
    def line(self) -> int:
        return self.heading.line


@dataclass(slots=True)
class Page:
    """
    A file as it is written. The first section has the head and the blocks before any heading.

    `links` and `figures` are the names of places and figures in the file; `faults` are what cannot be read. `outline`
    is what must be the same in every language, in order: keys, kinds of blocks, figures, links, donnes. Each has its
    line.
    """

    path: Path
    sections: list[Section] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    figures: list[tuple[int, str]] = field(default_factory=list)
    outline: list[tuple[int, str]] = field(default_factory=list)

    @property
    def to_its_end(self) -> list[tuple[int, str]]:
        """Return the outline and an end mark, so that a shorter file differs where it ends."""
        end = self.outline[-1][0] if self.outline else 1
        return [*self.outline, (end, "nothing")]


def read_page(path: Path, language: str) -> Page:
    """Return a file of the rulebook, with or without a byte order mark; its faults are noted in it."""
    return _FileReader(Page(path), language).read(path.read_text("utf-8-sig"))


class _FileReader:
    """Reads one file, once."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.section = Section(Passage("", "", 1))

    def read(self, text: str) -> Page:
        self.page.sections.append(self.section)
        lines = text.split("\n")
        if lines[0].rstrip() == "---":
            end = next(
                (line for line, text_line in enumerate(lines) if line and text_line.rstrip() == "---"), len(lines)
            )
            self.keys(lines[1:end], 2)
            lines[: end + 1] = [""] * (end + 1)  # the lines of the body keep their numbers
        blocks = list(_blocks(_markdown().parse("\n".join(lines))))
        while blocks:
            self.block(blocks.pop(0), blocks)
        return self.page

    def block(self, block: list[Token], behind: list[list[Token]]) -> None:
        """Read a block; after a heading also the keys under it, after a donne also the note behind it."""
        first = block[0]
        if first.type == "heading_open":
            self.heading(block)
            if behind and _is_paragraph(behind[0]) and _line(behind[0]) == _line(block) + 1:
                keys = behind.pop(0)
                self.keys(keys[1].content.split("\n"), _line(keys))
        elif first.type == "fence":
            note = behind.pop(0) if behind and _is_paragraph(behind[0]) else None
            self.example(block, note)
        elif first.type == "blockquote_open":
            self.outline(block, "quotation")
            self.section.quoted.extend(map(self.passage, _blocks(block[1:-1])))
        else:
            self.section.passages.append(self.passage(block))

    def heading(self, block: list[Token]) -> None:
        if block[0].tag != "h2":
            self.fault(_line(block), "a heading is written with ##")
        self.outline(block, "heading")
        self.section = Section(self.words(block[1].content, _line(block)))
        self.page.sections.append(self.section)

    def keys(self, lines: Sequence[str], first: int) -> None:
        for line, text in enumerate(lines, first):
            key_and_value = _KEY.fullmatch(text.rstrip())
            if not key_and_value:
                self.fault(line, f"“{text}” is not “key: value”")
            elif key_and_value[1] in self.section.keys:
                self.fault(line, f"“{key_and_value[1]}” stands there twice")
            else:
                key, value = key_and_value.groups()
                same = value if key in _SAME_KEYS else " ".join(sorted(FIGURE.findall(value)))
                self.page.outline.append((line, f"{key}: {same}"))
                self.section.keys[key] = self.words(value, line)

    def example(self, block: list[Token], note: list[Token] | None) -> None:
        donne = block[0].content.strip()
        if block[0].info.strip() != _FENCE or not donne or "\n" in donne:
            self.fault(_line(block), f"between back quotes stands one donne, behind ```{_FENCE}")
        players = list(dict.fromkeys(_PLAYER.findall(donne)))  # their names are translated, such as Est and East
        self.outline(block, f"donne {_PLAYER.sub(lambda player: str(players.index(player[0])), donne)}")
        self.section.examples.append(DonneExample(donne, self.passage(note) if note else None, _line(block)))

    def words(self, text: str, line: int) -> Passage:
        """Return a passage from a text that is not Markdown."""
        self.name_figures(text, line)
        text = self.typeset(text)
        return Passage(text, escape(text), line)

    def passage(self, block: list[Token]) -> Passage:
        texts = []
        for token in block:
            if token.type == "inline":
                texts.append(self.inline(token))
            elif token.nesting == 1 and not token.hidden:
                self.outline([token], token.tag)
        html = _markdown().renderer.render(block, _markdown().options, {}).strip()
        return Passage(" ".join(texts), html, _line(block))

    def inline(self, token: Token) -> str:
        """Set the typography of a paragraph and make its article numbers links; return its plain text."""
        line = _line([token])
        names: list[str] = []
        tokens: list[Token] = []
        for child in token.children or ():
            content = child.content
            if child.type in ("softbreak", "hardbreak"):
                line += 1
                content = " "
            elif child.type == "text":
                names += self.name_figures(content, line)
                names += [self.name_place(number.lower(), line) for number in _NUMBER.findall(content)]
            elif child.type == "link_open":
                names.append(self.name_place(str(child.attrGet("href")).removeprefix("#"), line))
            if not content:
                tokens.append(child)
            elif tokens and tokens[-1].type == "text":
                tokens[-1].content += content
            else:
                tokens.append(_text(content))
        self.outline([token], " ".join(sorted(names)))
        texts = [child for child in tokens if child.type == "text"]
        for text in texts:
            text.content = self.typeset(text.content)
        token.children = list(_linked(tokens))
        return "".join(text.content for text in texts)

    def name_figures(self, text: str, line: int) -> list[str]:
        names = FIGURE.findall(text)
        self.page.figures.extend((line, name) for name in names)
        if set("{}") & set(FIGURE.sub("", text)):
            self.fault(line, "a brace holds no name of a figure")
        return names

    def name_place(self, place: str, line: int) -> str:
        self.page.links.append((line, place))
        return place

    def typeset(self, text: str) -> str:
        return french_typeset(text) if self.language == "fr" else text

    def outline(self, block: list[Token], content: str) -> None:
        """Note the parts of a block that are the same in every language."""
        self.page.outline.append((_line(block), content))

    def fault(self, line: int, message: str) -> None:
        self.page.faults.append((line, message))


def french_typeset(text: str) -> str:
    """Return a French text with typographic apostrophes and no-break spaces."""
    text = text.replace("'", "’").replace("« ", "«\u00a0").replace(" »", "\u00a0»").replace(" :", "\u00a0:")
    return re.sub(" ([;!?])", "\u202f\\1", text)


def _blocks(tokens: list[Token]) -> Iterator[list[Token]]:
    """Yield the outermost blocks, each with the tokens in it."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if depth == 0:
            yield block
            block = []


def _linked(children: list[Token]) -> Iterator[Token]:
    """Yield the tokens of a paragraph; each article number that is not in a link becomes a link."""
    in_link = 0
    for child in children:
        in_link += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type != "text" or in_link:
            yield child
            continue
        end = 0
        for number in _NUMBER.finditer(child.content):
            yield _text(child.content[end : number.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{number[0].lower()}"})
            yield _text(number[0])
            yield Token("link_close", "a", -1)
            end = number.end()
        yield _text(child.content[end:])


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero").enable(_RULES)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _is_paragraph(block: list[Token]) -> bool:
    return block[0].type == "paragraph_open"


def _line(block: list[Token]) -> int:
    """Return the line where a block begins, from 1."""
    return block[0].map[0] + 1 if block[0].map else 0
