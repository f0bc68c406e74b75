"""The admin of the scoring app: rows can be read there, never changed."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from scoring.models import (
    ChelemCall,
    ClubBareme,
    DonneRecord,
    Incident,
    Penalty,
    PenaltyEdition,
    PenaltyKind,
    PenaltyShare,
    SheetLine,
    SheetTotal,
)
from tournaments.admin import ReadOnlyAdmin


@admin.register(PenaltyKind)
class PenaltyKindAdmin(ReadOnlyAdmin):
    """Shows the faults of every catalogue. A club writes its own faults on its pages."""

    list_display = ("name", "code", "step", "sanction", "points", "club", "edition")
    list_filter = ("club",)
    list_select_related = ("club", "edition")
    search_fields = ("name", "code")


@admin.register(PenaltyEdition)
class PenaltyEditionAdmin(ReadOnlyAdmin):
    list_display = ("club", "valid_from", "created_by_name", "created_at")
    list_filter = ("club",)
    list_select_related = ("club",)


class ShareInline(admin.TabularInline):
    model = PenaltyShare
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "kind", "target", "points", "given_by_name", "given_at", "cancelled_at")
    list_select_related = ("tournament", "kind")
    inlines = (ShareInline,)


@admin.register(Incident)
class IncidentAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "text", "noted_by_name", "noted_at", "cancelled_at")
    list_select_related = ("tournament",)


@admin.register(ChelemCall)
class ChelemCallAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "announced", "outcome", "recorded_by_name", "recorded_at", "cancelled_at")
    list_select_related = ("table",)


@admin.register(SheetLine)
class SheetLineAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "outcome", "contract", "current", "written_by_name", "written_at", "reason")
    list_filter = ("current", "outcome")
    list_select_related = ("table",)


@admin.register(DonneRecord)
class DonneRecordAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "current", "written_by_name", "written_at", "reason", "cancelled_at")
    list_filter = ("current",)
    list_select_related = ("table",)


@admin.register(SheetTotal)
class SheetTotalAdmin(ReadOnlyAdmin):
    list_display = ("seat", "points", "current", "written_by_name", "written_at", "reason")
    list_filter = ("current",)
    list_select_related = ("seat__registration__player",)


@admin.register(ClubBareme)
class ClubBaremeAdmin(ReadOnlyAdmin):
    list_display = ("name", "version", "club", "edition", "created_by_name", "created_at", "archived_at")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name", "edition")
