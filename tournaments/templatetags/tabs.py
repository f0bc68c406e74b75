"""
The one tab bar of the organiser's and the arbiter's pages: the other pages of this tournament, or of this club.

A page that is new in a tournament or a club gets its tab here; what is done on a page stands on the page itself, as
outlined buttons on one line (`.actions`).
"""

from dataclasses import dataclass
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Table, Tournament
from tournaments.permissions import Action

register = template.Library()


@dataclass(frozen=True)
class Tab:
    """A page, who may go there, and the pages behind it that count as the same place."""

    label: Promise
    page: str
    action: Action
    behind: frozenset[str] = frozenset()
    only_played_here: bool = False  # hidden where the results came from a file
    until_the_end: bool = False  # hidden once the tournament is over: there is nothing left to do there


def _behind(*pages: str) -> frozenset[str]:
    return frozenset(pages)


OF_TOURNAMENT = (  # in the order of an evening: who comes, what they pay, who sits where, what is played, what is won
    Tab(
        _("Tournoi"),
        "tournament_desk",
        Action.OPEN_OFFICE,
        _behind("finish_tournament", "reopen_tournament", "delete_tournament", "keep_template"),
    ),
    Tab(_("Inscriptions"), "registrations", Action.MANAGE_TOURNAMENT, _behind("register_players")),
    Tab(_("À la porte"), "door", Action.MANAGE_TOURNAMENT, _behind("door_newcomer"), only_played_here=True),
    Tab(_("Caisse"), "cash_desk", Action.MANAGE_TOURNAMENT, _behind("rates", "cancel_payment"), only_played_here=True),
    Tab(_("Souhaits"), "wishes", Action.DRAW, only_played_here=True),
    Tab(_("Tirage"), "draw", Action.DRAW, _behind("redraw_round"), only_played_here=True, until_the_end=True),
    Tab(_("Places"), "seat_changes", Action.DRAW, _behind("swap_players", "replace_player"), only_played_here=True),
    Tab(
        _("Arbitrage"),
        "desk",
        Action.RECORD,
        _behind(
            "desk_round", "chelem_calls", "penalties", "give_penalty", "incidents", "balance_grid", "cancelled_round"
        ),
        only_played_here=True,
    ),
    Tab(_("Prix"), "prizes", Action.MANAGE_TOURNAMENT, _behind("prize_plan", "take_prize_back")),
    Tab(_("Documents"), "documents", Action.PRINT),
    Tab(_("Réglages"), "tournament_settings", Action.MANAGE_TOURNAMENT, _behind("tournament_bareme")),
    Tab(_("Journal"), "journal", Action.READ_JOURNAL),
)
OF_CLUB = (
    Tab(
        _("Tournois"),
        "club_desk",
        Action.MANAGE_CLUB,
        _behind("new_tournament", "copy_tournament", "new_season", "edit_season", "delete_season", "restore_event"),
    ),
    Tab(
        _("Joueurs"),
        "club_players",
        Action.MANAGE_CLUB,
        _behind(
            *("add_player", "edit_player", "delete_player", "merge_players", "club_doubles", "record_consents"),
            *("record_card_consents", "record_sharing_consents", "erase_player", "player_data"),
            *("import_players", "apply_import", "club_imports", "undo_import"),
        ),
    ),
    Tab(
        _("Dates et modèles"),
        "club_dates",
        Action.MANAGE_CLUB,
        _behind("new_series", "edit_series", "delete_series", "skip_date", "drop_template"),
    ),
    Tab(_("Page du club"), "edit_club_page", Action.MANAGE_CLUB, _behind("edit_club")),
    Tab(_("Organisateurs et arbitres"), "club_access", Action.MANAGE_CLUB, _behind("club_webhooks")),
    Tab(_("Documents"), "club_documents", Action.MANAGE_CLUB),
    Tab(_("Importer un concours"), "import_results", Action.MANAGE_CLUB),
    Tab(_("Barèmes"), "club_baremes", Action.MANAGE_CLUB),
    Tab(
        _("Fautes et sanctions"),
        "club_faults",
        Action.MANAGE_CLUB,
        _behind("fault_edition", "new_fault_edition", "add_fault", "change_fault", "import_faults"),
    ),
    Tab(_("Journal"), "club_journal", Action.MANAGE_CLUB),
)


@register.inclusion_tag("tournaments/actions.html", takes_context=True)
def tabs(context: Context) -> dict[str, Any]:
    """Draw the tabs of the page's tournament, or else of its club; nothing where the reader may open only one."""
    request = context["request"]
    allowed: frozenset[Action] = getattr(request, "actions", frozenset())
    current_page = getattr(request.resolver_match, "url_name", "")
    tournament, club = context.get("tournament"), context.get("club")
    all_tabs: tuple[Tab, ...] = OF_TOURNAMENT if tournament else OF_CLUB
    owner = tournament or club
    if owner is None:
        return {}
    arguments = {"tournament_id" if tournament else "club_id": owner.pk}
    is_imported = tournament is not None and _is_imported(tournament)
    is_over = tournament is not None and tournament.is_finished
    rows = [
        {"label": tab.label, "address": reverse(tab.page, kwargs=arguments), "here": _aria_current(tab, current_page)}
        for tab in all_tabs
        if tab.action in allowed and not (is_imported and tab.only_played_here) and not (is_over and tab.until_the_end)
    ]
    return {"tabs": rows, "name": owner.name} if len(rows) > 1 else {}


def _aria_current(tab: Tab, current_page: str) -> str:
    """Return the `aria-current` of a tab: "page" for the page itself, "true" for one behind it, else nothing."""
    return "page" if current_page == tab.page else "true" if current_page in tab.behind else ""


def _is_imported(tournament: Tournament) -> bool:
    """Whether a finished tournament was not played at tables here; a query, for finished ones only."""
    return tournament.is_finished and not Table.objects.filter(round__tournament=tournament).exists()
