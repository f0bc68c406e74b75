"""
Reads the files of the rulebook, each by its kind: articles, parts, mistakes, documents, phrases.

`prose` returns their texts and refuses files that are wrong; `faults` lists what is wrong in every language.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path

from scoring.marque import FFT_2012, ImpossibleDonne, Reason
from scoring.marque.words import LANGUAGES

from .figures import PHRASES, figures, read_donne
from .markdown import Page, Section, read_page
from .nouns import FIGURE, Article, Chapter, Mistake, Passage, Phrases, Prose, RulebookPart, SourceDocument

FOLDER = Path(__file__).parent / "prose"

# The headings of an article, in the order they stand there.
_HEADINGS = {"fr": ("Exemples", "Ce qui restait à trancher"), "en": ("Examples", "What was left to settle")}
_SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*"
_ARTICLE = re.compile(rf"(?:([RF][0-9]+[a-z]?)-)?({_SLUG})")
_CHAPTER = re.compile(rf"[A-Z]-({_SLUG})")
_ALSO_ON_THE_PAGE = ("comptes-possibles", "erreurs", "sources")
_KINDS = {"quoted": "a quotation", "passages": "a paragraph", "examples": "a donne"}
_NOTHING = Passage("", "", 1)


class ImpossibleProse(ValueError):
    """Raised for files that cannot be shown, with a line for each fault: `prose/fr/articles/R5-contrat.md:12: …`."""


def prose(language: str, folder: Path = FOLDER) -> Prose:
    """Return all texts in a language; the files are read once. Raises `ImpossibleProse`."""
    reading = _reading_of(language, folder)
    if reading.faults:
        raise ImpossibleProse("\n".join(reading.faults))
    return reading.prose


def faults(folder: Path = FOLDER) -> list[str]:
    """Return the faults in the files of all languages, and where a file's structure differs from the French one."""
    french, *others = readings = [_reading_of(language, folder) for language in LANGUAGES]
    wrong = [fault for reading in readings for fault in reading.faults]
    return wrong + [difference for other in others for difference in _differences(other, french)]


class Reading:
    """
    Reads one language. `pages` are its files by name, `places` all targets of links, `faults` what is wrong.

    Each fault has its file and line: `prose/fr/articles/R5-contrat.md:12: …`.
    """

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder / language
        self.language = language
        self.pages: dict[str, Page] = {}
        self.places = set(_ALSO_ON_THE_PAGE)
        self.documents: dict[str, SourceDocument] = {}
        self.articles: dict[str, Article] = {}
        self.faults: list[str] = []
        self.prose = self.read()

    def read(self) -> Prose:
        phrases = self.phrases()
        self.documents = {document.name: document for document in self.read_documents()}
        self.articles = {article.number or article.slug: article for article in self.read_articles()}
        parts, chapters = tuple(self.parts()), tuple(self.chapters())
        for path in sorted(self.folder.rglob("*.md")):
            if path.relative_to(self.folder).as_posix() not in self.pages:
                self.fault(Page(path), 1, "no file of this name is read here")
        return Prose(self.language, parts, chapters, tuple(self.documents.values()), phrases)

    def fault(self, page: Page, line: int, message: str) -> None:
        self.faults.append(self.located(page, line, message))

    def located(self, page: Page, line: int, message: str) -> str:
        """Return a fault with its file and line."""
        return f"{page.path.relative_to(self.folder.parents[1]).as_posix()}:{line}: {message}"

    # ── what each kind of file holds ──

    def phrases(self) -> Phrases:
        page = self.page("phrases.md")
        phrases = self.keys(page, page.sections[0], *PHRASES)
        self.only(page, page.sections[0])
        for section in page.sections[1:]:
            self.fault(page, section.line, "there is no heading in this file")
        for phrase, expected in zip(phrases, PHRASES.values(), strict=True):
            if phrase is not _NOTHING and expected != set(FIGURE.findall(phrase.text)):
                self.fault(page, phrase.line, f"in braces stand here: {', '.join(sorted(expected)) or 'nothing'}")
        return {name: phrase.text for name, phrase in zip(PHRASES, phrases, strict=True)}

    def read_documents(self) -> Iterator[SourceDocument]:
        for page, section in self.sections("sources.md"):
            (name,) = self.keys(page, section, "name")
            yield SourceDocument(name.text, section.heading, self.single(page, section, "passages"))

    def read_articles(self) -> Iterator[Article]:
        for page in self.files("articles"):
            match = _ARTICLE.fullmatch(page.path.stem)
            if not match:
                self.fault(page, 1, "a file is named R13-prime.md, by number and subject, or by its subject alone")
                continue
            number, slug = match[1] or "", match[2]
            self.name_places(page, 1, {slug, number.lower() or slug})
            says = page.sections[0]
            title, sources, explains = self.keys(page, says, "title", "sources", optional=("explains",))
            self.only(page, says, "passages")
            if not says.passages:
                self.fault(page, says.line, "the article says nothing")
            examples, settled = self.headed(page)
            for section, kind in ((examples, "examples"), (settled, "passages")):
                self.keys(page, section)
                self.only(page, section, kind)
            yield Article(
                number=number,
                slug=slug,
                title=title,
                sources=self.sources(page, sources),
                explains=explains.text,
                says=tuple(says.passages),
                examples=tuple(examples.examples),
                settled=tuple(settled.passages),
            )

    def headed(self, page: Page) -> list[Section]:
        """Return two sections of an article: its examples and its decisions; empty ones where it has none."""
        headings = _HEADINGS[self.language]
        by_heading = {section.heading.text: section for section in page.sections[1:]}
        present = [name for name in headings if name in by_heading]
        for section, name in zip_longest(page.sections[1:], present):
            if section.heading.text != name:
                names = ", then ".join(f"“## {heading}”" for heading in headings)
                self.fault(page, section.line, f"the headings of an article are {names}")
                break
        return [by_heading.get(name, Section(_NOTHING)) for name in headings]

    def parts(self) -> Iterator[RulebookPart]:
        listed: set[str] = set()
        for page, section in self.sections("contents.md"):
            slug, names, official = self.keys(page, section, "slug", "articles", optional=("official",))
            self.name_places(page, section.line, {slug.text})
            if official.text not in ("", "no"):
                self.fault(page, official.line, "“official” is “no” or does not stand there")
            articles = names.text.split(", ")
            for name in articles:
                if name not in self.articles or name in listed:
                    self.fault(page, names.line, f"“{name}” is {'listed twice' if name in listed else 'no article'}")
                listed.add(name)
            yield RulebookPart(
                slug=slug.text,
                title=section.heading,
                intro=self.single(page, section, "passages"),
                official=not official.text,
                articles=tuple(self.articles[name] for name in articles if name in self.articles),
            )
        for name in sorted(self.articles.keys() - listed):
            self.fault(self.pages["contents.md"], 1, f"the article “{name}” is in no part")

    def chapters(self) -> Iterator[Chapter]:
        for page in self.files("mistakes"):
            match = _CHAPTER.fullmatch(page.path.stem)
            slug = match[1] if match else ""
            if not match:
                self.fault(page, 1, "a file is named A-calculs-faux.md, by the letter of its mistakes and their kind")
            self.name_places(page, 1, {slug})
            (title,) = self.keys(page, page.sections[0], "title")
            intro = self.single(page, page.sections[0], "passages")
            yield Chapter(slug, title, intro, tuple(self.mistake(page, section) for section in page.sections[1:]))

    def mistake(self, page: Page, section: Section) -> Mistake:
        code, sources = self.keys(page, section, "code", "sources")
        self.name_places(page, section.line, {code.text.lower()})
        return Mistake(
            code=code.text,
            sources=self.sources(page, sources),
            where=section.heading,
            says=self.single(page, section, "quoted", "passages", "examples"),
            right=self.single(page, section, "passages", "quoted", "examples"),
            examples=tuple(section.examples),
        )

    # ── parts of files ──

    def page(self, name: str) -> Page:
        """Return a file by name, an empty page when it is missing."""
        path = self.folder / name
        page = Page(path, [Section(_NOTHING)])
        try:
            page = read_page(path, self.language)
        except FileNotFoundError:
            self.fault(page, 1, "there is no such file")
        except UnicodeDecodeError:
            self.fault(page, 1, "the file is not saved as UTF-8")
        for line, message in page.faults:
            self.fault(page, line, message)
        self.pages[name] = page
        return page

    def files(self, folder: str) -> Iterator[Page]:
        for path in sorted((self.folder / folder).glob("*.md")):
            yield self.page(f"{folder}/{path.name}")

    def sections(self, name: str) -> Iterator[tuple[Page, Section]]:
        """Yield the sections of a file that must have nothing before its first heading."""
        page = self.page(name)
        self.keys(page, page.sections[0])
        self.only(page, page.sections[0])
        for section in page.sections[1:]:
            yield page, section

    def keys(self, page: Page, section: Section, *names: str, optional: tuple[str, ...] = ()) -> list[Passage]:
        """Return the values of these keys of a section, in the order of `names`."""
        for name in names:
            if name not in section.keys:
                self.fault(page, section.line, f"there is no “{name}: …” here")
        for name, value in section.keys.items():
            if name not in (*names, *optional):
                self.fault(page, value.line, f"“{name}” is no key of this place")
        return [section.keys.get(name, _NOTHING) for name in (*names, *optional)]

    def only(self, page: Page, section: Section, *kinds: str) -> None:
        for kind, name in _KINDS.items():
            if kind not in kinds and getattr(section, kind):
                self.fault(page, getattr(section, kind)[0].line, f"{name} has no place here")

    def single(self, page: Page, section: Section, kind: str, *beside: str) -> Passage:
        """Return the only paragraph of a kind in a section."""
        self.only(page, section, kind, *beside)
        passages: list[Passage] = getattr(section, kind)
        if len(passages) == 1 and passages[0].html.startswith("<p>"):
            return passages[0]
        self.fault(page, passages[-1].line if passages else section.line, f"{_KINDS[kind]} stands here, and one only")
        return _NOTHING

    def sources(self, page: Page, passage: Passage) -> tuple[str, ...]:
        sources = tuple(passage.text.split(", ")) if passage.text else ()
        for source in sources:
            if source not in self.documents:
                self.fault(page, passage.line, f"“{source}” is no document of sources.md")
        return sources

    def name_places(self, page: Page, line: int, places: Collection[str]) -> None:
        for place in self.places.intersection(places):
            self.fault(page, line, f"“{place}” is the place of something else already")
        self.places.update(places)


@cache
def _reading_of(language: str, folder: Path) -> Reading:
    reading = Reading(folder, language)
    _check_names(reading)
    return reading


def _check_names(reading: Reading) -> None:
    """Check that places, figures and reasons named in files exist, and that each donne can be counted."""
    names = figures(FFT_2012, dict.fromkeys(PHRASES, ""))
    unexplained = set(Reason)
    for name, page in reading.pages.items():
        for line, place in page.links:
            if place not in reading.places:
                reading.fault(page, line, f"there is no place “{place}” to lead to")
        for line, figure in page.figures:
            if figure not in names and name != "phrases.md":
                reading.fault(page, line, f"there is no figure “{figure}”")
        explains = page.sections[0].keys.get("explains")
        if explains and explains.text not in unexplained:
            reading.fault(page, explains.line, f"“{explains.text}” is no reason of a marque, or explained elsewhere")
        unexplained -= {explains.text} if explains else set()
        for example in (example for section in page.sections for example in section.examples):
            try:
                read_donne(example.donne, FFT_2012)
            except ImpossibleDonne as problem:
                reading.fault(page, example.line, str(problem))
    for reason in sorted(unexplained):
        reading.fault(reading.pages["contents.md"], 1, f"no article says “explains: {reason}”")


def _differences(reading: Reading, french: Reading) -> Iterator[str]:
    """Yield where a file differs from the French one in keys, blocks, figures, links, donnes or their order."""
    for name in sorted(reading.pages.keys() ^ french.pages.keys()):
        holder, lacking = (reading, french) if name in reading.pages else (french, reading)
        yield holder.located(holder.pages[name], 1, f"there is no {lacking.folder.name}/{name}")
    for name in sorted(reading.pages.keys() & french.pages.keys()):
        page, french_page = reading.pages[name], french.pages[name]
        for (line, content), (french_line, in_french) in zip(page.to_its_end, french_page.to_its_end, strict=False):
            if content != in_french:
                place = f"{french.folder.name}/{name}:{french_line}"
                yield reading.located(page, line, f"“{content}” is “{in_french}” in {place}")
                break
