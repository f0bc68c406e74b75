"""Lists of the organiser's pages, fifty rows a page: filters, columns, order, buttons of a row."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, whole_number, whole_numbers
from tournaments.labels import Category, Status, TournamentState
from tournaments.models import Club, Document, JournalEntry, Player, Registration, Season, Tournament
from tournaments.queries.money.fees import paid_for
from tournaments.queries.people.files import licence_marks, suspended_at
from tournaments.queries.people.names import people, typed_in


class ListFilter(filters.FilterSet):
    """The filters of a list, on one line above it; each question stands inside its own field (« Pointage : tous »)."""

    seen = 3  # questions for which the line has room

    @property
    def in_sight(self) -> list[forms.BoundField]:
        return list(self.form)[: self.seen]

    @property
    def folded(self) -> list[forms.BoundField]:
        """Return the filters for which the line has no room."""
        return list(self.form)[self.seen :]

    @property
    def is_unfolded(self) -> bool:
        """Return True when one of the folded filters narrows the list."""
        return any(field.value() for field in self.folded)

    def get_form_class(self) -> type[forms.Form]:
        for one in self.filters.values():
            if everything := one.extra.get("empty_label"):
                words = {"question": one.label, "everything": everything}
                one.extra["empty_label"] = gettext("%(question)s : %(everything)s") % words
        return super().get_form_class()


class SearchBox(filters.CharFilter):
    """A search box: the typed text is searched in some columns, or by a `method` of its filter."""

    def __init__(self, label: Any, *columns: str, **kwargs: Any) -> None:
        self.columns = columns
        super().__init__(
            label=label, max_length=80, widget=forms.TextInput(attrs={"type": "search", "placeholder": label}), **kwargs
        )

    def filter(self, queryset: QuerySet, value: str) -> QuerySet:
        return queryset.filter(typed_in(value, *self.columns)) if value else queryset


LICENCES = [
    ("aucune", _("sans licence")),
    ("expiree", _("licence expirée")),
    ("suspendue", _("suspendus")),
]


class PlayerFilter(ListFilter):
    q = SearchBox(_("Nom ou licence"), method="search")
    category = filters.ChoiceFilter(label=_("Catégorie"), choices=Category.choices, empty_label=_("toutes"))
    licence = filters.ChoiceFilter(label=_("Licence"), choices=LICENCES, empty_label=_("toutes"), method="by_licence")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("q", "category")

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def by_licence(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        today = timezone.localdate()
        if value == "aucune":
            return queryset.filter(licence="")
        if value == "expiree":
            return queryset.filter(licence_until__lt=today)
        return queryset.filter(pk__in=suspended_at(self.club.pk, today))

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(people(value))


SETTLED = [
    ("avant", _("payée la saison d’avant")),
    ("partie", _("en partie payée")),
    ("rien", _("rien de payé")),
]


class FeeFilter(PlayerFilter):
    """Narrows who owes or paid for a season, as `member_fees`."""

    paid = filters.ChoiceFilter(label=_("Cotisation"), choices=SETTLED, empty_label=_("toutes"), method="by_payment")
    rate = filters.ChoiceFilter(label=_("Tarif"), empty_label=_("tous"), field_name="rate_pk")

    class Meta:
        model = Player
        fields = ("q", "paid", "rate", "category")

    def __init__(self, *args: Any, season: Season, before: Season | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before
        self.filters["rate"].extra["choices"] = [(rate.pk, rate.label) for rate in season.rates.all()]

    def by_payment(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        if value == "avant":
            return queryset.filter(paid_for(self.before)) if self.before else queryset.none()
        return queryset.filter(paid__gt=0) if value == "partie" else queryset.filter(paid=0)


class RegistrationFilter(ListFilter):
    q = SearchBox(_("Nom, licence ou n°"), method="search")
    status = filters.ChoiceFilter(label=_("Pointage"), choices=Status.choices, empty_label=_("tous"))

    class Meta:
        model = Registration
        fields = ("q", "status")

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        matches = people(value, "player__")
        if (number := whole_number(value, digits=6)) is not None:
            matches |= Q(start_number=number)
        return queryset.filter(matches)


class ClubFilter(ListFilter):
    name = SearchBox(_("Club ou ville"), "name", "town")

    class Meta:
        model = Club
        fields = ("name",)


class TournamentFilter(ListFilter):
    name = SearchBox(_("Nom"), "name")
    state = filters.ChoiceFilter(label=_("État"), choices=TournamentState.choices, empty_label=_("tous"))

    class Meta:
        model = Tournament
        fields = ("name", "state")


class DocumentFilter(ListFilter):
    title = SearchBox(_("Titre"), "title")

    class Meta:
        model = Document
        fields = ("title",)


class JournalFilter(ListFilter):
    q = SearchBox(_("Qui, quoi, où"), "by_name", "action", "subject", "reason")

    class Meta:
        model = JournalEntry
        fields = ("q",)


ROWS = 50

Tap = tuple[str, Any, str]  # the status it gives, the word on the button, the button's class

BACK: list[Tap] = [(Status.PRESENT, _("De retour"), "quiet")]
COME: list[Tap] = [(Status.PRESENT, _("Présent"), "")]
GONE: list[Tap] = [(Status.WITHDRAWN, _("Retirer"), "quiet")]
MISTAKEN: list[Tap] = [(Status.ABSENT, _("Absent"), "quiet"), (Status.REGISTERED, _("Attendu"), "quiet")]


def taps(tournament: Tournament) -> dict[str, list[Tap]]:
    """
    Return the statuses that one tap may set, by present status: before the first round a mistake is undone, later
    people leave.
    """
    running = tournament.state == TournamentState.RUNNING
    return {
        Status.REGISTERED: [*COME, (Status.ABSENT, _("Absent"), "quiet")],
        Status.PRESENT: GONE if running else MISTAKEN,
        Status.ABSENT: COME,
        Status.WITHDRAWN: BACK,
        Status.EXCLUDED: [],
    }


def page(request: HttpRequest, table: tables.Table) -> tables.Table:
    """Return the table sorted and paged as the address asks; after the last page comes the last page."""
    tables.RequestConfig(request, paginate=False).configure(table)  # its paging lets the address ask for every row
    table.paginate(per_page=ROWS)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
    return table


def ticked_players(request: HttpRequest) -> list[int]:
    """Return the ids of the players who were ticked in a list of candidates."""
    return whole_numbers(request.POST.getlist("player"))[:1000]


class PlayerTable(tables.Table):
    """
    The players of a club.

    Each row needs the id of the club as `here`, whether it opens the file (`is_filed`), the days of the membership
    (`with_last_period`) and its `alphabet` (`queries.names`) for sorting. `seen` is what the club may read of the
    page's players, by id (`seen_by`).
    """

    label = _("Joueurs du club")
    row_header = "name"
    seen: Mapping[int, Player] = MappingProxyType({})

    name = tables.Column(
        verbose_name=_("Joueur"),
        accessor="full_name",
        order_by=("alphabet",),
        linkify=lambda record: reverse("edit_player" if record.is_filed else "member", args=[record.here, record.pk]),
    )
    licence = tables.Column(verbose_name=_("Licence"))
    category = tables.Column(
        verbose_name=_("Catégorie"), attrs={"td": {"class": "not-phone"}, "th": {"class": "not-phone"}}
    )
    since = tables.DateColumn(
        verbose_name=_("Membre depuis"),
        format="d/m/Y",
        attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}},
    )
    consent = tables.TemplateColumn(
        template_name="tournaments/office/cells/consent.html", verbose_name=_("Nom affiché"), order_by=("consent",)
    )

    def render_licence(self, value: str, record: Player) -> str:
        """Write below a licence why the player cannot be registered, if so."""
        marks = licence_marks(self.seen.get(record.pk, record), timezone.localdate())
        return format_html('{}<span class="under">{}</span>', value, ", ".join(marks)) if marks else value

    def render_category(self, record: Player) -> str:
        """Write « senior, femme, 1958 » (the facts of rankings by category), and below it another home club."""
        seen = self.seen.get(record.pk, record)
        words = ", ".join(
            filter(None, (seen.get_category_display(), seen.get_sex_display(), str(seen.birth_year or "")))
        )
        elsewhere = seen.home_club or (record.club.name if record.club_id != record.here else "")  # type: ignore[attr-defined]
        return format_html('{}<span class="under">{}</span>', words, elsewhere) if elsewhere else words

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("name", "licence", "category", "since", "consent")
        order_by = ("name",)
        empty_text = _("Aucun joueur ne correspond.")
        attrs = {"class": "list"}


class CandidateTable(tables.Table):
    """Players of the club who are not registered yet, to be ticked. The file has the columns that are not `visible`."""

    label = _("Joueurs à inscrire")
    row_header = "name"
    tick = tables.TemplateColumn(
        template_name="tournaments/office/cells/tick.html", verbose_name=_("Inscrire"), orderable=False
    )
    name = tables.TemplateColumn(
        template_name="tournaments/office/cells/tick_name.html",
        verbose_name=_("Joueur"),
        order_by=("alphabet",),
    )
    licence = tables.Column(verbose_name=_("Licence"), visible=False)  # a page has it under the name
    category = tables.Column(verbose_name=_("Catégorie"))

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("tick", "name", "licence", "category")
        order_by = ("name",)
        empty_text = _("Aucun joueur ne correspond.")
        attrs = {"class": "list"}

    def value_name(self, record: Player) -> str:
        return record.full_name


class ConsentTable(CandidateTable):
    """Players whose names are not shown, to be ticked."""

    label = _("Joueurs dont le nom n’est pas montré")
    tick = tables.TemplateColumn(
        template_name="tournaments/office/cells/tick.html", verbose_name=_("D’accord"), orderable=False
    )


class RegistrationTable(tables.Table):
    label = _("Inscrits")
    row_header = "player"
    # The number stands under the name: on a phone the tap must stay within the width.
    player = tables.TemplateColumn(
        template_name="tournaments/office/cells/registered.html",
        verbose_name=_("Joueur"),
        order_by=("alphabet",),
    )
    status = tables.TemplateColumn(
        template_name="tournaments/office/cells/status.html",
        verbose_name=_("Pointage"),
    )
    owed = tables.TemplateColumn(
        template_name="tournaments/office/cells/owed.html",
        verbose_name=_("Reste à payer"),
        orderable=False,
        visible=False,  # where nobody pays
        attrs={"td": {"class": "num wide-only"}, "th": {"class": "num wide-only"}},
    )

    class Meta:
        model = Registration
        fields = ("player", "status", "owed")
        order_by = ("player",)
        empty_text = _("Personne ne correspond.")
        attrs = {"class": "list"}


FEE_PAGE = ("member_fee", {"season_id": tables.A("season_pk"), "player_id": tables.A("pk")})


class EurosColumn(tables.Column):
    """Cents: on a page « 12,50 € », in a file the number of euros."""

    def __init__(self, shown: str = "num", **named: Any) -> None:
        super().__init__(attrs={"td": {"class": shown}, "th": {"class": shown}}, **named)

    def render(self, value: int) -> str:
        return euros(value, current_language())

    def value(self, value: int, **_row: Any) -> Decimal:
        return Decimal(value).scaleb(-2)


class FeeTable(tables.Table):
    """Who paid a season's fee, as `member_fees`. The file has the columns that are not `visible`."""

    label = _("Cotisations payées")
    row_header = "name"
    name = tables.Column(verbose_name=_("Joueur"), accessor="full_name", order_by=("alphabet",), linkify=FEE_PAGE)
    licence = tables.Column(verbose_name=_("Licence"), visible=False)
    rate = tables.Column(
        verbose_name=_("Tarif"),
        accessor="rate_label",
        attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}},
    )
    due = EurosColumn("num wide-only", verbose_name=_("Dû"))
    paid = EurosColumn(verbose_name=_("Payé"))
    paid_on = tables.DateColumn(verbose_name=_("Payée le"), format="d/m/Y")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("name", "licence", "rate", "due", "paid", "paid_on")
        order_by = ("name",)
        empty_text = _("Personne n’a encore payé.")
        attrs = {"class": "list"}


class OwingTable(FeeTable):
    """Who still owes a season's fee, to be ticked."""

    label = _("Qui doit encore sa cotisation")
    tick = tables.TemplateColumn(
        template_name="tournaments/office/cells/tick.html", verbose_name=_("Cocher"), orderable=False
    )
    name = tables.TemplateColumn(
        template_name="tournaments/office/cells/tick_name.html", verbose_name=_("Joueur"), order_by=("alphabet",)
    )
    paid = EurosColumn("num wide-only", verbose_name=_("Payé"))
    rest = EurosColumn(verbose_name=_("Reste à payer"), linkify=FEE_PAGE)
    email = tables.Column(verbose_name=_("Adresse électronique"), accessor="email_here", visible=False)
    phone = tables.Column(verbose_name=_("Téléphone"), accessor="phone_here", visible=False)

    def value_name(self, record: Player) -> str:
        return record.full_name

    class Meta(FeeTable.Meta):
        fields: tuple[str, ...] = ("tick", "name", "licence", "rate", "due", "paid", "rest", "email", "phone")
        exclude: tuple[str, ...] = ("paid_on",)
        empty_text = _("Personne ne correspond.")


class TournamentTable(tables.Table):
    label = _("Tournois")
    row_header = "name"
    name = tables.Column(verbose_name=_("Tournoi"), linkify=("tournament_desk", {"tournament_id": tables.A("pk")}))
    date = tables.DateColumn(verbose_name=_("Date"), format="d/m/Y")
    season = tables.Column(verbose_name=_("Saison"))
    state = tables.TemplateColumn(template_name="tournaments/office/cells/state.html", verbose_name=_("État"))
    entered = tables.Column(verbose_name=_("Inscrits"), attrs={"td": {"class": "num"}, "th": {"class": "num"}})

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ("name", "state", "date", "entered", "season")
        order_by = ("-date",)
        empty_text = _("Aucun tournoi ne correspond.")
        attrs = {"class": "list"}

    def value_state(self, record: Tournament) -> str:
        return record.get_state_display()


class MomentColumn(tables.TemplateColumn):
    """A moment in the club's time zone: in words on a page, and in a file in a form that spreadsheets sort."""

    def __init__(self, **named: Any) -> None:
        super().__init__("{% load marks %}{{ value|moment }}", **named)

    def value(self, value: datetime, **_row: Any) -> datetime:
        return timezone.make_naive(value)


class DocumentTable(tables.Table):
    label = _("Documents")
    row_header = "title"
    title = tables.Column(verbose_name=_("Document"), linkify=("document", {"document_id": tables.A("pk")}))
    made_at = MomentColumn(verbose_name=_("Fait le"))
    size = tables.TemplateColumn(
        "{{ record.size|filesizeformat }}",
        verbose_name=_("Taille"),
        attrs={"td": {"class": "num"}, "th": {"class": "num"}},
    )

    class Meta:
        model = Document
        fields = ("title", "made_at", "size")
        order_by = ("-made_at",)
        empty_text = _("Aucun document ne correspond.")
        attrs = {"class": "list"}

    def value_size(self, value: int) -> int:
        return value


class JournalTable(tables.Table):
    label = _("Journal")
    row_header = "at"
    at = MomentColumn(verbose_name=_("Quand"), order_by=("pk",))
    by_name = tables.Column(verbose_name=_("Qui"))
    action = tables.Column(verbose_name=_("Quoi"))
    subject = tables.TemplateColumn(
        template_name="tournaments/office/cells/subject.html", verbose_name=_("Où"), order_by=("subject",)
    )

    class Meta:
        model = JournalEntry
        fields = ("at", "by_name", "action", "subject")
        order_by = ("-at",)
        empty_text = _("Rien dans le journal ne correspond.")
        attrs = {"class": "list journal"}

    def value_subject(self, record: JournalEntry) -> str:
        return record.sentence

    def render_action(self, value: str) -> str:
        return gettext(value)  # kept in French, whoever did it

    def render_by_name(self, value: str) -> str:
        return value or gettext("le programme")
