"""Lists of members: today's, of a day, former ones, and those to be renewed."""

import django_filters as filters
import django_tables2 as tables
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.labels import EndReason
from tournaments.queries.people.members import members_on, were_members
from tournaments.tables import OwingTable, PlayerFilter, PlayerTable


class MemberFilter(PlayerFilter):
    """Narrows who is or was a member of a club: to the members of today, or of a day, or to former members."""

    seen = 2  # beside the buttons of the list

    state = filters.ChoiceFilter(
        label=_("Adhésion"), choices=[("anciens", _("anciens membres"))], empty_label=_("membres"), method="as_it_is"
    )
    on = filters.DateFilter(
        label=_("Membres le"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), method="as_it_is"
    )

    class Meta(PlayerFilter.Meta):
        fields = ("q", "state", "category", "licence", "on")

    def as_it_is(self, queryset: QuerySet, _name: str, _value: object) -> QuerySet:
        return queryset

    @property
    def shows_former(self) -> bool:
        """Return True where former members are listed."""
        return self.form.is_valid() and bool(self.form.cleaned_data["state"])

    def filter_queryset(self, queryset: QuerySet) -> QuerySet:
        day = self.form.cleaned_data.get("on")
        if self.shows_former:
            listed = were_members(self.club.pk)
        else:
            listed = members_on(self.club.pk, day) if day else self.club.players
        return super().filter_queryset(queryset.filter(pk__in=listed.values("pk")))


class FormerTable(PlayerTable):
    """Who was a member of a club and is no more: until when, and why he stopped."""

    label = _("Anciens membres")
    name = tables.Column(
        verbose_name=_("Joueur"),
        accessor="full_name",
        order_by=("alphabet",),
        linkify=("member", {"club_id": tables.A("here"), "player_id": tables.A("pk")}),
    )
    until = tables.DateColumn(verbose_name=_("Jusqu’au"), format="d/m/Y")
    reason = tables.Column(verbose_name=_("Pourquoi"))
    licence = tables.Column(
        verbose_name=_("Licence"), attrs={"td": {"class": "wide-only"}, "th": {"class": "wide-only"}}
    )
    category = None
    consent = None

    class Meta(PlayerTable.Meta):
        fields = ("name", "until", "reason", "licence", "since")
        sequence = fields
        empty_text = _("Personne n’a quitté le club.")

    def render_reason(self, value: str) -> str:
        return str(dict(EndReason.choices).get(value, ""))


class RenewTable(OwingTable):
    """Members who owe no fee of a season yet, with the rate proposed to each; `is_ticked` says which are ticked."""

    label = _("Membres à renouveler")

    class Meta(OwingTable.Meta):
        fields = ("tick", "name", "licence", "rate", "due")
        exclude = ("paid_on", "paid", "rest", "email", "phone")
