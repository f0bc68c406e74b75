"""
The Django admin: accounts, clubs, seasons. Nothing about a result is edited or deleted here.

Players, registrations and tournaments are only shown: their pages write the journal, the admin would not.
"""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import models
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    Account,
    Appointment,
    Club,
    Document,
    Draw,
    Job,
    JournalEntry,
    Player,
    Registration,
    Season,
    SeatResult,
    Tournament,
)
from tournaments.queries.people.names import people
from tournaments.services.clubs.clubs import change_club, create_club


class ReadOnlyAdmin(admin.ModelAdmin):
    """An admin page that shows rows and changes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class AppointmentInline(admin.TabularInline):
    model = Appointment
    extra = 0
    autocomplete_fields = ("club", "tournament")


@admin.register(Account)
class AccountAdmin(UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Joueur"), {"fields": ("player",)}))
    autocomplete_fields = ("player",)
    inlines = (AppointmentInline,)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "town")
    search_fields = ("name", "town")

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        return ("name", "slug", "town") if obj else ("name", "town")

    def save_model(self, request: HttpRequest, obj: Club, form: ModelForm, change: bool) -> None:  # noqa: FBT001
        """Call the services that create and change a club: they write the journal and refresh public pages."""
        assert isinstance(request.user, Account)  # the administration is behind its login
        if change:
            change_club(club=obj, name=obj.name, slug=obj.slug, town=obj.town, by=request.user, at=timezone.now())
            return
        made = create_club(name=obj.name, town=obj.town, organiser=request.user, by=request.user, at=timezone.now())
        obj.pk, obj.slug = made.pk, made.slug

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "starts_on", "ends_on")
    list_filter = ("club",)
    list_select_related = ("club",)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("full_name", "licence", "club", "category", "consent")
    list_filter = ("club", "category", "consent")
    list_select_related = ("club",)
    search_fields = ("last_name", "first_name", "licence")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Search players by name as the other pages do."""
        return queryset.filter(people(search_term)), False


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "date", "club", "state", "revision")
    list_filter = ("club", "state")
    list_select_related = ("club",)
    search_fields = ("name",)


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "start_number", "player", "status", "penalty_points")
    list_filter = ("status",)
    list_select_related = ("tournament", "player")
    search_fields = ("player__last_name", "player__first_name", "player__licence")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Registration], search_term: str
    ) -> tuple[QuerySet[Registration], bool]:
        """Search registrations by the player's name, as the other pages do."""
        return queryset.filter(people(search_term, "player__")), False


@admin.register(SeatResult)
class SeatResultAdmin(ReadOnlyAdmin):
    list_display = ("seat", "points", "donnes")
    list_select_related = ("seat__registration__player", "seat__round")


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("kind", "tournament", "season", "state", "percent", "attempts", "asked_at", "ended_at")
    list_filter = ("kind", "state")
    list_select_related = ("tournament", "season")


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "first_round", "round_count", "alone", "mode", "seed", "asked_at", "published_at")
    list_filter = ("mode", "alone")
    list_select_related = ("tournament",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Draw]:
        return super().get_queryset(request).defer("plan")


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "filename", "size", "made_at")
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Document]:
        return super().get_queryset(request).defer("content")


@admin.register(JournalEntry)
class JournalEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "by_name", "action", "subject", "club", "tournament")
    list_filter = ("club", "action")
    list_select_related = ("club", "tournament")
    search_fields = ("by_name", "action", "subject", "reason")
    date_hierarchy = "at"
