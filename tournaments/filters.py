"""What the lists can be narrowed to. A name is found without its accents, whatever the order of its words."""

from typing import Any

import django_filters as filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.labels import Category, Status, TournamentState
from tournaments.models import Document, JournalEntry, Player, Registration, Tournament
from tournaments.queries.search import people, said_in


class Search(filters.CharFilter):
    """A search box."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        super().__init__(label=label, max_length=80, widget=forms.TextInput(attrs={"type": "search"}), **kwargs)


class PlayerFilter(filters.FilterSet):
    q = Search(_("Nom ou licence"), method="search")
    category = filters.ChoiceFilter(label=_("Catégorie"), choices=Category.choices, empty_label=_("toutes"))

    class Meta:
        model = Player
        fields = ("q", "category")

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(people(value))


class RegistrationFilter(filters.FilterSet):
    q = Search(_("Nom, licence ou n°"), method="search")
    status = filters.ChoiceFilter(label=_("Pointage"), choices=Status.choices, empty_label=_("tous"))

    class Meta:
        model = Registration
        fields = ("q", "status")

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        matching = people(value, "player__")
        if value.isdecimal() and len(value) < 7:
            matching |= Q(start_number=int(value))
        return queryset.filter(matching)


class TournamentFilter(filters.FilterSet):
    name = Search(_("Nom"), method="search")
    state = filters.ChoiceFilter(label=_("État"), choices=TournamentState.choices, empty_label=_("tous"))

    class Meta:
        model = Tournament
        fields = ("name", "state")

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(said_in(value, "name"))


class DocumentFilter(filters.FilterSet):
    title = Search(_("Titre"), method="search")

    class Meta:
        model = Document
        fields = ("title",)

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(said_in(value, "title"))


class JournalFilter(filters.FilterSet):
    q = Search(_("Qui, quoi, où"), method="search")

    class Meta:
        model = JournalEntry
        fields = ("q",)

    def search(self, queryset: QuerySet, _name: str, value: str) -> QuerySet:
        return queryset.filter(said_in(value, "by_name", "action", "subject", "reason"))
