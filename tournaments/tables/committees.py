"""Lists of a comité: the members that its clubs let it read, and its clubs' tournaments."""

from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.kit.days import french_day
from tournaments.models import Club, Membership
from tournaments.queries.people.names import people
from tournaments.tables import LICENCES, ListFilter, SearchBox, TournamentFilter, TournamentTable


class CommitteeMemberFilter(ListFilter):
    q = SearchBox(_("Nom ou licence"), method="search")
    club = filters.ModelChoiceFilter(label=_("Club"), queryset=Club.objects.none(), empty_label=_("tous"))
    licence = filters.ChoiceFilter(
        label=_("Licence"),
        choices=[LICENCES[0], LICENCES[1], ("plusieurs", _("dans plusieurs clubs"))],
        empty_label=_("toutes"),
        method="by_licence",
    )

    class Meta:
        model = Membership
        fields = ("q", "club")

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["club"].queryset = clubs

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(people(value, "player__"))

    def by_licence(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        if value == "plusieurs":
            return queryset.filter(listed__gt=1)
        is_told = {"aucune": Q(player__licence=""), "expiree": Q(player__licence_until__lt=timezone.localdate())}
        return queryset.filter(is_told[value])


class CommitteeTournamentFilter(TournamentFilter):
    name = SearchBox(_("Tournoi ou club"), "name", "club__name")


class CommitteeMemberTable(tables.Table):
    """The members of those clubs of a comité that let it read them, with what is odd about a licence."""

    label = _("Membres des clubs")
    row_header = "name"
    name = tables.Column(verbose_name=_("Joueur"), accessor="player__full_name", order_by=("alphabet",))
    licence = tables.Column(verbose_name=_("Licence"), accessor="player__licence", empty_values=())
    category = tables.Column(
        verbose_name=_("Catégorie"),
        accessor="player__get_category_display",
        orderable=False,
        attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}},
    )
    club = tables.Column(verbose_name=_("Club"), accessor="club__name")
    told = tables.Column(verbose_name=_("À vérifier"), accessor="pk", orderable=False, visible=False)  # under a licence

    class Meta:
        model = Membership
        fields = ("name", "licence", "category", "club", "told")
        order_by = ("name",)
        empty_text = _("Personne ne correspond.")
        attrs = {"class": "list"}

    def render_licence(self, value: str, record: Membership) -> str:
        told = self.value_told(record)
        return format_html('{}<span class="under">{}</span>', value, told) if told else value

    def value_licence(self, value: str) -> str:
        return value

    def value_told(self, record: Membership) -> str:
        """Return what is odd about the member's licence in the comité, in a few words; "" if nothing is."""
        player, listed, today = record.player, record.listed, timezone.localdate()  # type: ignore[attr-defined]
        told = [] if player.licence else [gettext("sans licence")]
        if player.licence_until is not None and player.licence_until < today:
            told.append(gettext("expirée le %(day)s") % {"day": french_day(player.licence_until)})
        if listed > 1:
            told.append(gettext("membre de %(count)d clubs") % {"count": listed})
        return ", ".join(told)


class CommitteeTournamentTable(TournamentTable):
    """The tournaments of several clubs, with links to their public pages."""

    name = tables.Column(verbose_name=_("Tournoi"), linkify=("tournament", {"tournament_id": tables.A("pk")}))
    club = tables.Column(verbose_name=_("Club"))

    class Meta(TournamentTable.Meta):
        fields = ("name", "club", "state", "date", "entered", "season")
