"""The journal page of a tournament, fifty entries a page: its filters, its columns, the links to undo."""

from collections.abc import Collection, Mapping
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.labels import CONTRACT_WORDS, CallOutcome, Outcome, PenaltyTarget, Sanction
from scoring.models import Penalty
from scoring.queries.desk.journal import EntryLines, NamedLine, about_player, outcomes_in
from scoring.services.undo.undoing import UNDONE_BY
from scoring.templatetags.donnes import donne_text_with_marks
from tournaments.kit.languages import current_language
from tournaments.kit.text import points_text, signed
from tournaments.models import JournalEntry, Registration, Tournament
from tournaments.queries.evening.round_names import round_word
from tournaments.queries.standings.words import changed_rule_words
from tournaments.tables import JournalFilter, JournalTable

Entries = QuerySet[JournalEntry]


class TournamentJournalFilter(JournalFilter):
    """Filters the journal by words, position, table, player, action, author and day."""

    position = filters.ChoiceFilter(label=_("Position"), empty_label=_("toutes"), method="at_position")
    table = filters.NumberFilter(
        label=_("Table"),
        method="at_table",
        min_value=1,
        max_value=9999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "class": "num", "placeholder": _("Table")}),
    )
    player = filters.ModelChoiceFilter(
        label=_("Joueur"), queryset=Registration.objects.none(), empty_label=_("tous"), method="of_player"
    )
    action = filters.ChoiceFilter(label=_("Quoi"), empty_label=_("tout"))
    by_name = filters.ChoiceFilter(label=_("Qui"), empty_label=_("tous"))
    day = filters.DateFilter(
        label=_("Jour"), field_name="at", lookup_expr="date", widget=forms.DateInput(attrs={"type": "date"})
    )

    class Meta:
        model = JournalEntry
        fields = ("q", "position", "table", "player", "action", "by_name", "day")

    def __init__(self, data: QueryDict, *, tournament: Tournament) -> None:
        super().__init__(data, queryset=tournament.journal.all())
        numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.filters["position"].label = round_word(tournament).capitalize()
        self.filters["position"].extra["choices"] = [(number, str(number)) for number in numbers]
        entered = tournament.registrations.select_related("player").order_by("start_number")
        self.filters["player"].queryset = entered
        written = tournament.journal.order_by().values_list("action", "by_name").distinct()
        pairs = list(written)
        actions = sorted({(action, gettext(action)) for action, _name in pairs}, key=lambda pair: pair[1])
        self.filters["action"].extra["choices"] = actions
        names = sorted({name for _action, name in pairs if name})
        self.filters["by_name"].extra["choices"] = [(name, name) for name in names]

    def at_position(self, queryset: Entries, _name: str, value: str) -> Entries:
        number = int(value)
        return queryset.filter(Q(words__round=number) | Q(words__code="round", words__number=number))

    def at_table(self, queryset: Entries, _name: str, value: Any) -> Entries:
        return queryset.filter(words__table=int(value))

    def of_player(self, queryset: Entries, _name: str, value: Registration) -> Entries:
        return queryset.filter(about_player(value))


class TournamentJournalTable(JournalTable):
    """Shows each entry with the values before and after, side by side, and a link to undo where that is possible."""

    before = tables.Column(
        verbose_name=_("Avant"), empty_values=(), orderable=False, attrs={"td": {"data-label": _("avant")}}
    )
    after = tables.Column(
        verbose_name=_("Après"), empty_values=(), orderable=False, attrs={"td": {"data-label": _("après")}}
    )
    # Below the name on the page, in a column of its own in a file.
    device = tables.Column(verbose_name=_("Appareil"), visible=False)
    undo = tables.Column(verbose_name=_("Défaire"), empty_values=(), orderable=False, exclude_from_export=True)

    class Meta(JournalTable.Meta):
        sequence = ("at", "by_name", "device", "action", "subject", "before", "after", "undo")

    # What the entries of the page are about, by their ids: loaded once the page is known.
    facts: Mapping[int, EntryLines] = {}
    undone: Collection[str] = UNDONE_BY.keys()  # the actions that this reader may undo

    def render_by_name(self, value: str, record: JournalEntry | None = None) -> str:
        name = super().render_by_name(value)
        if record is None:
            return name
        if not record.device or record.device in name:  # the name of a phone at a table has its device already
            return name
        return format_html('{}<span class="under">{}</span>', name, gettext(record.device))

    def value_by_name(self, value: str) -> str:
        return super().render_by_name(value)

    def render_before(self, record: JournalEntry) -> str:
        return self.value_before(record)

    def render_after(self, record: JournalEntry) -> str:
        return self.value_after(record)

    def value_before(self, record: JournalEntry) -> str:
        facts = self.facts.get(record.pk, EntryLines())
        return _line_in_words(facts.old, record.details.get("old")) or _outcome(record, 0) or _setting(record, 0)

    def value_after(self, record: JournalEntry) -> str:
        facts = self.facts.get(record.pk, EntryLines())
        return (
            _line_in_words(facts.new, record.details.get("new"))
            or _outcome(record, 1)
            or _decision(record)
            or _said_by(record)
            or _setting(record, 1)
        )

    def render_undo(self, record: JournalEntry) -> str:
        stands = self.facts.get(record.pk, EntryLines()).stands
        if not (stands and record.action in self.undone):
            return ""
        address = reverse("undo_entry", args=[record.tournament_id, record.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("Défaire…"))


def _line_in_words(named_line: NamedLine | None, figures: Any) -> str:
    """Return a line or balances in words. An old entry has only figures by chair."""
    if named_line is not None:
        return donne_text_with_marks(named_line.line, named_line.names)
    if not isinstance(figures, dict):
        return ""
    if "outcome" not in figures:  # the balances of a table
        return ", ".join(f"{who} {signed(points)}" for who, points in figures.items() if isinstance(points, int))
    marks = " / ".join(signed(points) for points in figures.get("marks", {}).values())
    if figures["outcome"] != Outcome.PLAYED:
        outcome = figures["outcome"]
        return str(Outcome(outcome).label) if outcome in Outcome.values else ""
    words = [
        str(CONTRACT_WORDS.get(str(figures.get("contract")), "")),
        str(figures.get("taker", "")),
        points_text(figures.get("half_points") or 0),
    ]
    return gettext("%(donne)s : %(marks)s") % {"donne": ", ".join(words), "marks": marks}


def _outcome(record: JournalEntry, index: int) -> str:
    """Return in words what became of a called chelem, before the act (`index` 0) or after it (1)."""
    outcome = outcomes_in(record)[index]
    return gettext("issue : « %(outcome)s »") % {"outcome": CallOutcome(outcome).label} if outcome else ""


def _decision(record: JournalEntry) -> str:
    """Return a decision in words: its fault, and its points or its other effect. An old entry names no sanction."""
    details = record.details
    kind, points = details.get("kind"), details.get("points")
    if not isinstance(points, int) or not kind:
        return ""
    several = record.words.get("code") in ("camp", "camp.etui", "table")
    penalty = Penalty(
        target=PenaltyTarget.TABLE if several else PenaltyTarget.PLAYER,
        sanction=details.get("sanction", Sanction.WARNING),
        points=points,
        basis=details.get("basis", ""),
        assigned=details.get("assigned"),
        prime=details.get("prime", ""),
    )
    told = f"{gettext(str(kind))} ({penalty.takes or penalty.does})"
    return gettext("%(decision)s, redonnée") % {"decision": told} if details.get("again") else told


def _said_by(record: JournalEntry) -> str:
    """Return which player signed, confirmed or contested. The entry names only the phone, which several people hold."""
    who = record.details.get("by")
    return gettext("par %(who)s") % {"who": who} if who else ""


def _setting(record: JournalEntry, index: int) -> str:
    """Return the value of a changed setting, before (`index` 0) or after (1); empty where an entry has no pairs."""
    if (rules := record.details.get("rule")) and record.tournament is not None:
        return changed_rule_words(record.tournament, rules, current_language())[index]
    pairs = [pair[index] for pair in record.details.values() if isinstance(pair, list) and len(pair) == 2]
    return ", ".join(str(value) for value in pairs if isinstance(value, int | str) and value != "")
