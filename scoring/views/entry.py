"""
The one way to enter donnes on a page: at the desk, or on a phone at the table.

A `DonneEntry` says who enters a donne, with which rights, and where he goes next. The form, the marks before saving and
the answers to scripts (`table/table_answers.py`) are the same everywhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.desk.donnes import DonneAnswers, DonneForm
from scoring.labels import Outcome
from scoring.marque import Donne
from scoring.marque.without_network import figures
from scoring.models import SheetLine, Writer
from scoring.queries.table.boards import number_told
from scoring.queries.table.lines import LineText, line_text, odd_about
from scoring.queries.table.sheets import PlayingTable, Sheet, marks_of, written_at
from scoring.queries.table.table_access import TableAccess
from scoring.queries.table.turns import odd_here
from scoring.services.decisions.effects import with_lines
from scoring.services.sheets.conflicts import BESIDE, keep_beside
from scoring.services.sheets.donnes import MOST_DONNES, Recorded, SentDonne
from scoring.services.sheets.entry import enter_donne
from scoring.services.sheets.lines import LineRefused, score_line
from scoring.views.desk.waiting import LATER, answer_later
from scoring.views.table.table_answers import Answer, wants_json
from tournaments.kit.languages import current_language
from tournaments.kit.text import grouped
from tournaments.labels import Keeps
from tournaments.queries.standings.place_changes import Effect, place_changes
from tournaments.refusals import Refusal
from tournaments.views.answers import SeeOther, form_page, refusals_told

STALE = "stale_line"
TO_CONFIRM = "donne_to_confirm"
# The chelem call, or a decision, contradicts the donne: there is no box that confirms it.
CONTRADICTS = {"chelem_called", "chelem_ruled", "donne_decided"}
NOT_SCORED = {"donne_incomplete", "donne_impossible"}


class DonneEntry(ABC):
    """The entry of donne `number` of a table by `by`; subclasses say with which rights."""

    template: str
    preview_template: str
    names_all = False  # whether its writer may read everybody's name: who changes place is shown to him
    after_end = False  # whether he corrects a tournament that is over
    gives_to_arbiter = False  # whether he asks that the arbiter settles what is refused

    def __init__(self, request: HttpRequest, place: PlayingTable, number: int, *, by: Writer, token: str = "") -> None:
        self.request, self.place, self.number, self.by = request, place, number, by
        self.answer = Answer(TableAccess(token, place.table), number)

    @property
    def told(self) -> str:
        """What follows « la donne » in a sentence about it."""
        return number_told(self.place.table, self.number)

    @abstractmethod
    def back(self) -> SeeOther:
        """Redirect to the sheet."""

    @abstractmethod
    def balances(self) -> SeeOther:
        """Redirect to the page where balances are entered."""

    @abstractmethod
    def begin(self, form: DonneForm) -> None:
        """Refuse to show the form where the donne may not be written; else note that somebody begins to write it."""

    @abstractmethod
    def saved_sentence(self, line: SheetLine, *, is_mine: bool) -> str:
        """Return the sentence for a saved donne: saved by this form, or by somebody else who said the same."""

    @abstractmethod
    def context(self, form: DonneForm) -> dict[str, Any]:
        """Return what the page shows besides the form, as template context."""

    def onwards(self, _recorded: Recorded) -> SeeOther:
        """Redirect to the next page after a donne is saved."""
        return self.back()

    def shown(self, preview: dict[str, Any]) -> dict[str, Any]:
        """Return a preview as this page shows it."""
        return preview

    def page(self) -> HttpResponse:
        """Show the form of the donne, or save it and go on."""
        if self.place.tournament.keeps == Keeps.TOTALS:
            return self.balances()
        if self.request.method == "POST":
            return self._save()
        form = DonneForm(sheet=sheet_with_donne(self.place, self.number), number=self.number)
        with refusals_told(self.request):
            self.begin(form)
            return self._form_page(form)
        return self.back()

    def preview(self) -> HttpResponse:
        """Show the marks of the donne being typed, or everything wrong with it. Saves nothing."""
        form = DonneForm(self.request.POST, sheet=written_at(self.place), number=self.number)
        form, preview = previewed(form, names_all=self.names_all)
        context = {
            "form": form,
            "preview": self.shown(preview),
            "asked": "asked" in self.request.POST,
            "tournament": self.place.tournament,
        }
        return render(self.request, self.preview_template, context)

    def _save(self) -> HttpResponse:
        request, answer = self.request, self.answer
        form = DonneAnswers(request.POST, place=self.place, number=self.number)
        if not form.is_valid():
            shown = self._shown_again()
            shown.what_else()
            return answer.refused(shown) if wants_json(request) else self._form_page(shown, refused=True)
        if "preview" in request.POST:  # the button for browsers without scripts
            shown = self._shown_again()
            return self._form_page(shown, preview=preview_of(shown, ask=True, names_all=self.names_all))
        sent = form.sent(by=self.by, at=timezone.now())
        if self.gives_to_arbiter:
            sent = replace(sent, replaces=None)
        try:
            recorded = enter_donne(sent, after_end=self.after_end)
        except Refusal as refusal:
            return answer_later(request, answer, sent, refusal) if wants_json(request) else self._refused(sent, refusal)
        line, is_mine = recorded.line, recorded.line.key == sent.key
        if LATER in request.POST and not self.gives_to_arbiter:
            return answer.saved(line, is_mine=is_mine)
        messages.success(request, self.saved_sentence(line, is_mine=is_mine))
        onwards = self.onwards(recorded)
        return answer.saved(line, is_mine=is_mine, onwards=onwards.url) if wants_json(request) else onwards

    def _refused(self, sent: SentDonne, refusal: Refusal) -> HttpResponse:
        """Return the form with the refusal and the current sheet; or keep a late donne for the arbiter."""
        if self.gives_to_arbiter and refusal.code in BESIDE:
            try:
                keep_beside(sent, refusal=refusal)
            except Refusal as refused:
                refusal = refused
            else:
                told = _("Donne %(number)s : l’arbitre a les deux versions, il tranche.") % {"number": self.told}
                messages.success(self.request, told)
                return self.back()
        form = self._shown_again()
        preview = shown_refused(form, refusal, names_all=self.names_all)
        return self._form_page(form, preview=preview, stale=refusal.code == STALE, refused=True)

    def _shown_again(self) -> DonneForm:
        """Return the form that was sent, with the current sheet of its table, which may have stopped meanwhile."""
        form = DonneForm(self.request.POST, sheet=written_at(self.place), number=self.number)
        form.is_valid()
        return form

    def _form_page(
        self, form: DonneForm, *, preview: dict[str, Any] | None = None, stale: bool = False, refused: bool = False
    ) -> HttpResponse:
        sheet = form.sheet
        unmarked = {"marks": [(name, 0) for name in form.names]}
        context = self.context(form) | {
            "figures": figures_here(sheet, [name for name, _none in self.shown(unmarked)["marks"]]),
            "tournament": sheet.tournament,
            "sheet": sheet,
            "table": sheet.table,
            "number": self.number,
            "form": form,
            "line": form.line,
            "call": form.call,
            "names": form.names,
            "stale": stale,
            "back": self.back().url,
            "preview": self.shown(preview or first_look(form)),
        }
        return form_page(self.request, self.template, context, refused=refused)


def figures_here(sheet: Sheet, names: list[str]) -> dict[str, Any]:
    """Return what a table's page needs to count donnes without a server (marks.js): figures, names, sentences."""
    language = current_language()
    rules = sheet.rules
    told = (figures(rules.bareme, rules.variant, language) if rules.variant else None) or {}
    return told | {
        "names": names,
        "comma": "." if language == "en" else ",",
        "thousands": grouped(1000, language)[1:-3],
        "unplayed": _("Personne ne marque."),
        "here": " · ".join((_("compté ici, sans réseau"), _("pourquoi"))),
        "won": _("Contrat réussi"),
        "failed": _("Contrat chuté"),
        "owed": _("pour l’attaque, par défenseur"),
        "defenders": _("chaque défenseur"),
        "later": _("La marque se lira avec le réseau."),
    }


def previewed(form: DonneForm, *, names_all: bool = False) -> tuple[DonneForm, dict[str, Any]]:
    """Return the form being typed, and its preview: the marks, or what is wrong."""
    if form.is_valid():
        return form, preview_of(form, ask="asked" in form.data, names_all=names_all)
    if form.only_lacks_a_partner:
        # While people type, a missing partner is no mistake yet.
        preview = {"state": "incomplete", "wanted": form.errors["partner"]}
        return DonneForm(sheet=form.sheet, number=form.number), preview
    return form, {"state": "impossible"}


def shown_refused(form: DonneForm, refusal: Refusal, *, names_all: bool = False) -> dict[str, Any] | None:
    """Add a refusal to a form that has its whole sheet, and return the preview. A stale form becomes a correction."""
    preview = None
    if refusal.code not in NOT_SCORED:
        scored = refusal.line if isinstance(refusal, LineRefused) else None
        preview = preview_of(form, scored, ask=refusal.code not in CONTRADICTS, names_all=names_all)
    if refusal.code != TO_CONFIRM:  # nothing is wrong with it: the box asks for confirmation
        form.refuse(refusal)
    if refusal.code == STALE:
        form.becomes_correction()
    return preview


def sheet_with_donne(place: PlayingTable, number: int) -> Sheet:
    """Return a table's sheet. Raises Http404 when it has no such donne."""
    sheet = written_at(place)
    if number not in {row.number for row in sheet.rows} and not (sheet.takes_another and 1 <= number <= MOST_DONNES):
        raise Http404(
            _("La table %(table)d n’a pas de donne %(number)s.")
            % {
                "table": place.table.number,
                "number": number_told(place.table, number),
            }
        )
    return sheet


def preview_of(form: DonneForm, line: SheetLine | None = None, *, ask: bool, names_all: bool = False) -> dict[str, Any]:
    """
    Return the preview of a valid form: marks by player and parts, or what is missing or impossible.

    `line` is the scored line of the form, None to score it. Odd facts are shown with the marks or, with `ask`, at the
    box that confirms them. Who changes place is shown only with `names_all`: at a table, withheld names are not shown.
    """
    sheet, names = form.sheet, form.names
    try:
        line = line or score_line(form.entry, place=sheet, number=form.number, names=names, turn=form.turn)
    except Refusal as refusal:
        if refusal.code == "donne_incomplete":
            return {"state": "incomplete", "wanted": [text for texts in refusal.fields.values() for text in texts]}
        form.refuse(refusal)
        return {"state": "impossible"}
    line_in_words = line_text(line, tournament=sheet.tournament, names=names)
    at = timezone.now() if form.line is None else None
    odd = (*odd_about(line_in_words, line, form.call), *odd_here(line, sheet, names=names, at=at))
    if ask and odd:
        form.ask(odd)
    return _preview_of_line(line, line_in_words, names) | {
        "warnings": [] if ask else [{"message": oddity.sentence} for oddity in odd],
        "effect": _effect(form, line) if names_all else None,
    }


def _effect(form: DonneForm, line: SheetLine) -> Effect | None:
    """Return who changes place by a correction; None for a new donne, which always changes the standings."""
    if form.line is None:
        return None
    return place_changes(form.sheet.tournament, with_lines((form.sheet.table, form.number, line)))


def _preview_of_line(line: SheetLine, line_in_words: LineText, names: list[str]) -> dict[str, Any]:
    """Return the worth of a line, as template context of the preview."""
    return line_in_words.marque | {
        "state": "void" if line.outcome != Outcome.PLAYED else "possible",
        "marks": list(zip(names, marks_of(line, len(names)), strict=True)),
        "short": in_short(line_in_words.scored.donne, line_in_words.scored.scores) if line_in_words.scored else [],
    }


def first_look(form: DonneForm) -> dict[str, Any]:
    """Return the preview before anything is typed: the current worth of the line to correct."""
    line, names = form.line, form.names
    if form.is_bound or line is None:
        return {"state": "incomplete", "wanted": []}
    line_in_words = line_text(line, tournament=form.sheet.tournament, names=names)
    return _preview_of_line(line, line_in_words, names) | {"checked": line_in_words.confirmed}


def in_short(donne: Donne, scores: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return (name, points): the attack, then the defence, as one entry when all defenders mark the same."""
    attack = [(name, scores[name]) for name in donne.attackers]
    defence = [(name, scores[name]) for name in donne.defenders]
    if len(defence) > 1 and len({points for _name, points in defence}) == 1:
        defence = [(_("chaque défenseur"), defence[0][1])]
    return attack + defence
