"""A list of a club's players as people have it: its columns, and what a line says of a person."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, replace
from statistics import median
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.imports import cells
from tournaments.imports.columns import NOTHING_SAID, ReadTable
from tournaments.imports.dittos import without_dittos
from tournaments.imports.doubts import (
    ADDRESS,
    holds_first_name,
    is_above_others,
    is_address,
    is_foreign,
    is_heading,
    is_mark,
    is_written_small,
    more_than_name,
    name_doubt,
    names_people,
    remark_of,
)
from tournaments.imports.headings import LEFT_ASIDE, Heading, Meanings, heading_key
from tournaments.imports.joining import doubted_by_name, joined
from tournaments.imports.layouts import laid_out
from tournaments.imports.merged import unmerged
from tournaments.imports.names import (
    FIRST_NAME_FIRST_TITLES,
    FIRST_NAMES,
    NAME_TITLES,
    PlainName,
    is_shouted,
    is_whole_name,
    plain_name,
    reads_first_name_first,
    split_name,
)
from tournaments.imports.player_columns import (
    COLUMNS,
    FIRST_THEN_LAST,
    FULL_NAME,
    NAMES,
    TOGETHER,
    headings,
    may_be_licences,
)
from tournaments.imports.player_rows import FACTS, PlayerRow, contradicts, no_first_name
from tournaments.imports.spreadsheets import MOST_LINES, CellSheet, Line, open_sheets
from tournaments.imports.statuses import says_out
from tournaments.kit.licences import clean_licence
from tournaments.kit.text import fold
from tournaments.services.people.players import LENGTHS, suspension_problem

MOST_PROBLEMS = 200
MOST_MERGED_NAMED = 8
MOST_NAMESAKES = 8  # in one list: each further line of that name is compared with these
# What stands where a letter was lost, or an accent was decoded otherwise than it was written.
LOST = re.compile(r"[\ufffd¢£¤¥¦§¨©«¬®±µ¶¸»¼½¾¿×÷√∂€=%<>{}|\\^@#]|[ÃÂ](?=[\W_]|$)|\w\?\w|[a-zß-ÿ][À-Þ]")
TEN_FIGURES = re.compile(r"0?[1-9]\d{8}([.,]0+)?")  # a telephone, among others; its 0 may be lost
# Under « Licence », whether somebody has one, what it cost, when it was: « 1 », « A1 », « 35,00 », « 2026 ».
NO_NUMBER = re.compile(r".{1,3}|(19|20)\d\d([/-]\d{2,4})?|\d+[.,]\d\d")
# A title that may stand over two columns, and what these hold then.
OVER_TWO = {
    FULL_NAME: ("last_name", "first_name"),
    "last_name": ("last_name", "first_name"),
    FIRST_THEN_LAST: ("first_name", "last_name"),
}
COMPANY = re.compile(r"(et|avec|&|\+)\s(?!\d)")  # in brackets: « DUPONT Jean (et ROY Paul) »
CUT = re.compile(r"[^\W\d_]-$")
BESIDE = re.compile(r"\b(partenaires?|coequipi\w+|equipi\w+|binome|accompagn\w+)\b")
TWO = re.compile(r"\bet\b|&|\+")  # « M. et Mme »; « M/Mme » is nobody's answer
GUESSED_ON = 20  # lines
CELLS_OF_A_FULL_LIST = 3  # in most lines: there a name alone is perhaps the title of a group


class PlayerFile(ReadTable[PlayerRow]):
    """
    A list of players, with names in two columns or in one. Columns that a player does not have are left aside.

    A wrong line is left out, and a wrong cell that is not needed is left empty; both are reported with the reason.
    """

    columns = COLUMNS
    naming = ("last_name", "first_name", "usage_name", "birth_name", "licence", *TOGETHER)
    most_lines = MOST_LINES
    most_problems = MOST_PROBLEMS
    has_too_many_lines = gettext_lazy("Ce fichier a plus de 20 000 lignes : partagez-le en plusieurs fichiers.")

    def __init__(self) -> None:
        super().__init__()
        self.turned = False  # whether names in one cell begin with the first name, though their heading does not say so
        self.guests: list[str] = []
        self.no_licences: dict[int, str] = {}  # why what stands where licences are said to stand is none, by its line
        self.boxes: dict[int, bool] = {}  # whether the box beside a name is ticked, by its line

    @classmethod
    def open(cls, content: bytes, meanings: Meanings = NOTHING_SAID) -> CellSheet:
        """Return one list of all sheets with the same columns, one person a line."""
        told = cls.columns, meanings, cls.naming
        sheets = [laid_out(unmerged(sheet, *told), *told) for sheet in open_sheets(content)]
        return joined(doubted_by_name(sheets), cls.columns, meanings, cls.naming, cls.most_lines)

    @property
    def licence_like(self) -> Heading | None:
        """Return the first unread column that looks like licences, when no column is read as licences; else None."""
        if self.has("licence"):
            return None
        return next((heading for heading in self.headings if not heading.column and may_be_licences(heading)), None)

    @property
    def possible_titles(self) -> list[Line]:
        """Return the first lines that may be the headings of a list without known ones: no whole names, no remarks."""
        certain = {row.line for row in self.rows if not row.doubt}
        certain |= {line for line, cells in self.first_lines[:1] if len(cells) > 1}
        return [
            (line, cells)
            for line, cells in self.first_lines
            if line in certain and not is_whole_name(plain_name(" ".join(cells)).name)
        ]

    @property
    def names_together(self) -> Heading | None:
        """Return the column of whole names that begin with the family name, or None."""
        return next((heading for heading in self.headings if heading.column == FULL_NAME and not self.turned), None)

    def infer(
        self, names: dict[int, str], chosen: Collection[int], titles: Sequence[str], lines: Sequence[Line]
    ) -> None:
        """
        « Nom » alone means both names, unless a column of first names without a title follows it; beside « Prénom », a
        column of names means family names.
        """
        for index, known in list(names.items() if titles and "first_name" not in names.values() else ()):
            is_untitled = not any(titles[index + 1 : index + 2]) and index + 1 not in names
            if known in OVER_TWO and index not in chosen and is_untitled and _are_apart(lines, index):
                names[index], names[index + 1] = OVER_TWO[known]
        place = {name: index for index, name in names.items() if name and index not in chosen}
        have = {name for name in names.values() if name}
        for other in ("usage_name", "birth_name"):
            if other in place and not have & {"last_name", *TOGETHER}:
                names[place[other]] = "last_name"
                have.add("last_name")
        if "first_name" not in have and not have & set(TOGETHER) and "last_name" in place:
            names[place["last_name"]] = FULL_NAME
        elif "first_name" in have and "last_name" not in have and FULL_NAME in place:
            names[place[FULL_NAME]] = "last_name"
        elif {"first_name", "last_name"} <= have:
            for together in set(TOGETHER) & set(place):
                names[place[together]] = LEFT_ASIDE
        elif set(TOGETHER) <= have and FIRST_THEN_LAST in place:
            names[place[FIRST_THEN_LAST]] = LEFT_ASIDE

    def guess(self, lines: Sequence[Line]) -> dict[int, str]:
        """Return the probable columns of a list without headings: the names are the first columns of words."""
        first = [texts for _line, texts in lines[:GUESSED_ON]]
        words = [
            index
            for index in range(max((len(texts) for texts in first), default=0))
            if sum(_is_word(texts[index]) for texts in first if index < len(texts)) * 2 > len(first)
            and names_people([texts[index] for texts in first if index < len(texts)])
        ]
        if len(words) < 2 or sum(" " in texts[words[0]] for texts in first if len(texts) > words[0]) * 2 > len(first):
            together = [texts[words[0]] for texts in first if words and len(texts) > words[0]]
            return dict.fromkeys(words[:1], FIRST_THEN_LAST if reads_first_name_first(together) else FULL_NAME)
        shouted = [sum(texts[index].isupper() for texts in first if index < len(texts)) for index in words[:2]]
        names = ("first_name", "last_name") if shouted[1] > shouted[0] else ("last_name", "first_name")
        return dict(zip(words[:2], names, strict=True))

    def _read_lines(self, lines: Iterable[Line], titles: Sequence[str]) -> None:
        lines = list(lines)
        lines, doubts, notices = without_dittos(lines, self.known, {*self.naming} - {"licence"})
        self.doubts |= doubts
        self.notices += notices
        place = next((index for index, column in self.known.items() if column.name == FULL_NAME), None)
        if place is not None and not any("prenom" in heading_key(title) for title in titles[place : place + 1]):
            self.turned = reads_first_name_first(texts[place] for _line, texts in lines if len(texts) > place)
        self._doubt_labelled(lines)
        self._doubt_who_left(lines, titles)
        self._doubt_licences(lines)
        self._doubt_couples(lines)
        self._doubt_cut(lines)
        super()._read_lines(lines, titles)

    def _doubt_labelled(self, lines: Sequence[Line]) -> None:
        """Doubt people after a label, « Le président : », and people below « Excusés » or « Liste d'attente »."""
        sentence = _("c’est sans doute une remarque.")
        above = ""
        for line, texts in lines:
            if is_above_others(texts, answers=self.is_headless):
                above = next(filter(None, texts)).rstrip(":").strip()
                self.doubts.setdefault(line, sentence)
            elif sum(map(bool, texts)) == 1 and (self._is_title(texts) or is_heading("".join(texts))):
                above = ""
            elif above:
                below = _("il est sous « %(title)s » : est-il encore de la liste ?") % {"title": above}
                self.doubts.setdefault(line, below)
            if any(text.endswith(":") and any(map(str.isalpha, text)) for text in texts):
                self.doubts.setdefault(line, sentence)

    def _doubt_couples(self, lines: Sequence[Line]) -> None:
        """Doubt a name after two civilities: « M. et Mme »."""
        place = next((index for index, column in self.known.items() if column.name == "sex"), None)
        for line, texts in lines:
            if place is not None and place < len(texts) and TWO.search(fold(texts[place])):
                self.doubts.setdefault(line, _("ce sont peut-être deux personnes."))

    def _doubt_who_left(self, lines: Sequence[Line], titles: Sequence[str]) -> None:
        """Doubt people who do not come, as an unread column says: « annulé », « parti », « liste d’attente »."""
        for line, texts in lines:
            for index, text in enumerate(texts):
                if text and index not in self.known and says_out(text, titles[index] if index < len(titles) else ""):
                    sentence = _("la liste dit « %(said)s » de cette personne.")
                    self.doubts.setdefault(line, sentence % {"said": text[:40]})

    def _doubt_cut(self, lines: Sequence[Line]) -> None:
        """Doubt a name that ends with a hyphen, and the line below: « MARTIN- », then « DURAND Luc »."""
        places = [index for index, column in self.known.items() if column.name in (*NAMES, *TOGETHER)]
        was_cut = False
        for line, texts in lines:
            is_cut = any(CUT.search(texts[index]) for index in places if index < len(texts))
            if is_cut or was_cut:
                self.doubts.setdefault(line, _("un nom est peut-être coupé par un tiret en fin de ligne."))
            was_cut = is_cut

    def _doubt_licences(self, lines: Sequence[Line]) -> None:
        """
        Doubt a licence that may be a telephone number without its 0.

        When most cells of the column are telephone numbers, or a few values repeat (marks, prices, years), none is a
        licence.
        """
        place = next((index for index, column in self.known.items() if column.name == "licence"), None)
        written = {line: texts[place] for line, texts in lines if place is not None and any(texts[place : place + 1])}
        found = {line: text for line, text in written.items() if cells.may_be_phone(text)}
        if len(found) * 2 > len(written) > 1:
            sentence = _("cette colonne est celle de téléphones.")
            self.no_licences = {line: sentence for line, text in written.items() if TEN_FIGURES.fullmatch(text)}
            return
        said = {line: text for line, text in written.items() if NO_NUMBER.fullmatch(text) and clean_licence(text)}
        if len(said) * 2 > len(written) and len(set(said.values())) * 4 < len(said) * 3:
            self.no_licences = dict.fromkeys(said, _("ce n’est pas un numéro : les mêmes valeurs y reviennent."))
        sentence = _("« %(value)s » est peut-être un téléphone sans son 0, et non une licence.")
        for line, text in found.items():
            if not cells.is_phone(text):
                self.doubts.setdefault(line, sentence % {"value": text})

    def _is_title(self, cells: Sequence[str]) -> bool:
        """Return True when a line names nobody: a lone cell that is no name, a title, or a name without a letter."""
        together = [cells[i] for i, column in self.known.items() if column.name in TOGETHER and i < len(cells)]
        is_empty = any(together) and not any(map(str.isalpha, plain_name(" ".join(together)).name))
        is_title_again = any(heading_key(cell) in (*NAME_TITLES, *FIRST_NAME_FIRST_TITLES) for cell in together)
        return super()._is_title(cells) or is_empty or is_title_again

    def check_columns(self) -> None:
        if not self.has("last_name") and not any(self.has(name) for name in TOGETHER):
            self.wrong(0, _("Aucune colonne ne donne le nom : choisissez-la ci-dessous, puis relisez le fichier."))

    def row(self, line: int, values: dict[str, Any]) -> PlayerRow:
        is_told = any(self.has(name) and name not in values for name in ("last_name", *TOGETHER))
        born, used = values.pop("birth_name", None), values.pop("usage_name", None)
        if names := used or values.get("last_name") or born:
            values["last_name"] = names
        grouped = values.pop("category", None)
        if grouped is not None:
            values |= {"category": grouped.category, "sex": values.get("sex") or grouped.sex}
        doubt = self._tidy_names(line, values)
        for together in TOGETHER:
            if (name := values.pop(together, None)) and not values.get("last_name"):
                plain = plain_name(name)
                is_alone = all(value is None for field, value in values.items() if field not in NAMES)
                remark = _("c’est une adresse, et non un nom.") if is_address(name) else ""
                remark = remark or remark_of(plain.name, is_alone=is_alone)
                doubt = self._said_around(line, plain) or remark or more_than_name(plain.name)
                first = together == FIRST_THEN_LAST or self.turned
                values |= {"last_name": name} if remark else self._split(line, plain, values, first_name_first=first)
        if not is_told and not values.get("last_name"):
            self.wrong_cell(line, headings()["last_name"], _("le nom est vide."))
        values["last_name"] = values.get("last_name") or ""
        self._check_suspension(line, values)
        if line in self.no_licences and values.get("licence"):
            values["licence"] = None
            self._left_empty[headings()["licence"], self.no_licences[line]].append(line)
        doubt = self.doubts.get(line) or doubt or self._doubt(values)
        return PlayerRow(line=line, **values, doubt=doubt, is_unclear=(line, "consent") in self.unclear)

    def _check_suspension(self, line: int, values: dict[str, Any]) -> None:
        """Ignore a suspension that the club's form would refuse."""
        names = ("suspended_from", "suspended_until", "suspension_reason")
        first, last, reason = (values.get(name) for name in names)
        if suspension_problem(first, last, reason or "") is None:
            return
        for name in names:
            values[name] = None
        sentence = _("une suspension se lit avec son premier jour, son motif, et un dernier jour qui vient après.")
        self._left_empty[headings()["suspended_from"], sentence].append(line)

    def _tidy_names(self, line: int, values: dict[str, Any]) -> str:
        """Remove the words around names in separate columns; return why the line is in doubt, or ""."""
        doubt = kin = ""
        for field in ("last_name", "first_name"):
            if values.get(field):
                plain = plain_name(values[field])
                values[field] = plain.name or None
                kin = kin or plain.kin
                doubt = doubt or self._said_around(line, plain)
                if plain.sex and not values.get("sex"):
                    values["sex"] = plain.sex
        is_told = any(value is not None for field, value in values.items() if field not in (*NAMES, "sex"))
        if is_told and not values.get("first_name") and holds_first_name(values.get("last_name") or ""):
            values["last_name"], values["first_name"] = split_name(values["last_name"])
        if kin:
            values["first_name"] = f"{values.get('first_name') or ''} {kin}".strip()
        return doubt

    def _said_around(self, line: int, plain: PlainName) -> str:
        """Return why a person is in doubt because of the words around the name, or ""; note guests and boxes."""
        if plain.guests:
            self.guests.append(f"{plain.name} {plain.guests} ({line})")
        if plain.is_ticked is not None:
            self.boxes[line] = plain.is_ticked
        if (LOST.search(plain.name) and not ADDRESS.search(plain.name)) or plain.name.count('"') % 2:
            return _("une lettre de ce nom s’est perdue.")
        if is_foreign(plain.name):
            return _("un mot de ce nom mêle deux alphabets, dont des lettres se ressemblent.")
        if any(map(COMPANY.match, plain.said)):
            return _("ce sont peut-être deux personnes.")
        is_out = plain.stays or any(says_out(said, "") for said in plain.said)
        return _("la liste dit qu’il ne vient pas.") if is_out else ""

    def check_rows(self) -> None:
        """Merge identical lines, report a licence with two names, and remove the club's own name as home club."""
        self._merge()
        self._doubt_bare_names()
        self._doubt_nameless()
        self._doubt_small()
        self._doubt_turned()
        self._read_boxes()
        lines: dict[str, int] = {}
        good = []
        for row in self.rows:
            first = lines.setdefault(row.licence, row.line) if row.licence else row.line
            if first == row.line:
                good.append(row)
                continue
            sentence = _("%(licence)s est déjà à la ligne %(first)d.") % {"licence": row.licence, "first": first}
            self.wrong_cell(row.line, headings()["licence"], sentence)
        self.rows = good
        if self.guests:
            sentence = _("Quelqu’un vient avec eux sans que la liste dise qui : %(names)s. Ajoutez-les à la main.")
            self.notices.append(sentence % {"names": ", ".join(self.guests[:MOST_MERGED_NAMED])})
        self._tell_beside()
        self._forget_own_club()

    def tell_doubts(self) -> None:
        """Do nothing: each doubtful line waits for a tick in the preview, and shows its own reason."""

    def _split(self, line: int, plain: PlainName, values: dict[str, Any], *, first_name_first: bool) -> dict[str, Any]:
        last_name, first_name = split_name(plain.name, first_name_first=first_name_first)
        first_name, sex = plain.called(first_name), plain.sex
        for field, text in (("last_name", last_name), ("first_name", first_name)):
            if len(text) > LENGTHS[field]:
                self.wrong_cell(line, headings()[field], _("« %(value)s… » est trop long.") % {"value": text[:40]})
        names: dict[str, Any] = {"last_name": last_name, "first_name": values.get("first_name") or first_name or None}
        return names | ({"sex": sex} if sex and not values.get("sex") else {})

    def _doubt(self, values: dict[str, Any]) -> str:
        """Return why a line may not mean a person (a remark below the list, the title of a group), or ""."""
        other_values = [value for field, value in values.items() if field not in (*NAMES, "sex")]
        is_bare = not values.get("first_name") and all(value is None for value in other_values)
        together = self.is_headless or self.is_guessed or any(self.has(together) for together in TOGETHER)
        names = values["last_name"], values.get("first_name") or ""
        doubt = name_doubt(*names, values.get("licence") or "", is_together=together)
        bare = _("il n’y a pas de prénom : c’est sans doute un titre ou une remarque.")
        bare = no_first_name() if values.get("sex") else bare
        return bare if is_bare and not doubt else doubt

    def _doubt_bare_names(self) -> None:
        """Doubt a line with only one filled cell, a name, where most lines have more."""
        if not any(self.has(together) for together in TOGETHER) or not self.filled:
            return
        if median(self.filled.values()) < CELLS_OF_A_FULL_LIST:
            return
        sentence = _("la ligne ne dit rien d’autre : c’est peut-être un titre ou une remarque.")
        self.rows = [
            replace(row, doubt=sentence)
            if not row.doubt and self.filled[row.line] == 1 and all(getattr(row, name) is None for name in FACTS)
            else row
            for row in self.rows
        ]

    def _merge(self) -> None:
        """Merge lines about the same person that do not contradict each other."""
        people: dict[tuple[str, str, str | None], list[int]] = defaultdict(list)
        merged: list[str] = []
        rows: list[PlayerRow] = []
        for row in self.rows:
            same = people[fold(row.last_name), fold(row.first_name or ""), row.licence]
            place = next((place for place in same[:MOST_NAMESAKES] if not contradicts(rows[place], row)), None)
            if place is None:
                same.append(len(rows))
                rows.append(row)
                continue
            into = rows[place]
            more = {name: value for name, value in asdict(row).items() if getattr(into, name) is None}
            rows[place] = replace(into, **more, doubt=row.doubt and into.doubt)  # one that is sure is enough
            merged.append(_("%(name)s (%(first)d et %(second)d)") % {
                "name": f"{row.last_name} {row.first_name or ''}".strip(), "first": into.line, "second": row.line,
            })  # fmt: skip
        self.rows = rows
        if merged:
            names = ", ".join(merged[:MOST_MERGED_NAMED]) + ("…" if len(merged) > MOST_MERGED_NAMED else "")
            self.notices.append(_("Deux lignes identiques n’en font qu’une : %(names)s.") % {"names": names})

    def _doubt_nameless(self) -> None:
        """Doubt a person without a first name; where most lines have none, an unknown heading may hide the column."""
        without = sum(not row.first_name for row in self.rows)
        if without * 2 > len(self.rows):
            self.rows = [
                replace(row, doubt=no_first_name()) if not row.first_name and not row.doubt else row
                for row in self.rows
            ]

    def _doubt_small(self) -> None:
        """Doubt a name with words in small letters, where most names begin with capitals."""
        small = {row.line for row in self.rows if is_written_small(f"{row.last_name} {row.first_name or ''}")}
        if small and len(small) * 2 < len(self.rows):
            sentence = _("c’est sans doute une remarque.")
            self.rows = [
                replace(row, doubt=sentence) if row.line in small and not row.doubt else row for row in self.rows
            ]

    def _doubt_turned(self) -> None:
        """Doubt a name whose first name alone is in capitals, where most have only the family name in capitals."""
        names = [(row.line, is_shouted(row.last_name), is_shouted(row.first_name or "")) for row in self.rows]
        if sum(last and not first for _line, last, first in names) * 2 <= len(names):
            return
        turned = {line for line, last, first in names if first and not last}
        sentence = _("le nom et le prénom sont peut-être échangés.")
        self.rows = [replace(row, doubt=row.doubt or sentence) if row.line in turned else row for row in self.rows]

    def _tell_beside(self) -> None:
        """Add a notice of unread columns that seem to name more players: partners of the players in the list."""
        aside = [heading for heading in self.headings if not heading.column and not all(map(is_mark, heading.samples))]
        titles = [f"« {heading.title} »" for heading in aside if BESIDE.search(heading_key(heading.title))]
        if titles:
            sentence = ngettext(
                "La colonne %(titles)s nomme peut-être d’autres joueurs : elle n’est pas lue. Ajoutez-les.",
                "Les colonnes %(titles)s nomment peut-être d’autres joueurs : elles ne sont pas lues. Ajoutez-les.",
                len(titles),
            )
            self.notices.append(sentence % {"titles": ", ".join(titles)})

    def _read_boxes(self) -> None:
        """Doubt people with an empty box where others have a ticked one. Boxes that are all alike say nothing."""
        if set(self.boxes.values()) != {True, False}:
            return
        sentence = _("sa case n’est pas cochée dans la liste, et d’autres le sont.")
        self.rows = [
            replace(row, presence=True if row.presence is None else row.presence)
            if self.boxes.get(row.line)
            else replace(row, doubt=row.doubt or sentence)
            if row.line in self.boxes
            else row
            for row in self.rows
        ]

    def _forget_own_club(self) -> None:
        """Remove a home club that most lines name: it is this club, in any spelling; its members are no visitors."""
        clubs = Counter(fold(row.home_club) for row in self.rows if row.home_club)
        own, times = clubs.most_common(1)[0] if clubs else ("", 0)
        if times * 2 > len(self.rows) and times > 1:
            name = next(row.home_club for row in self.rows if row.home_club and fold(row.home_club) == own)
            self.rows = [replace(row, home_club=None) if fold(row.home_club or "") == own else row for row in self.rows]
            sentence = _("« %(club)s » est le club de la plupart des lignes : c’est donc le vôtre, et non un autre.")
            self.notices.append(sentence % {"club": name})


def _are_apart(lines: Sequence[Line], index: int) -> bool:
    """Return True when a column and the next one hold the two parts of names, as known first names show."""
    pairs = [texts[index : index + 2] for _line, texts in lines[:GUESSED_ON]]
    known = [pair for pair in pairs if len(pair) > 1 and any(FIRST_NAMES & set(fold(cell).split()) for cell in pair)]
    return len(known) * 2 > len(pairs) and not any(is_whole_name(cell) for pair in known for cell in pair)


def _is_word(cell: str) -> bool:
    """Return True when a cell may be a name: mostly letters, and no address."""
    cell = plain_name(cell).name
    return bool(cell) and "@" not in cell and sum(letter.isalpha() for letter in cell) * 2 > len(cell)
