"""
The one tab bar of the pages of those who run an event: the other pages of this tournament, or of this club.

A page that is new in a tournament or a club gets its tab here; what is done on a page stands on the page itself, as
outlined buttons on one line (`.actions`). What an evening needs once or never stands in `MORE`, behind one tab: its
page says what each is for, and on those pages a second line shows them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
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
    purpose: Promise | str = ""  # one sentence, where the page stands inside another tab
    inside: tuple["Tab", ...] = ()

    @property
    def pages(self) -> frozenset[str]:
        """The names of all pages that count as this place."""
        return frozenset({self.page}).union(self.behind, *(tab.pages for tab in self.inside))


def _behind(*pages: str) -> frozenset[str]:
    return frozenset(pages)


MORE = (
    Tab(
        _("Caisse"),
        "cash_desk",
        Action.MANAGE_MONEY,
        _behind("rates", "cancel_payment"),
        only_played_here=True,
        purpose=_("Qui a payé, ce qui reste dû, les tarifs, les reçus et le compte de la caisse."),
    ),
    Tab(
        _("Souhaits"),
        "wishes",
        Action.DRAW,
        only_played_here=True,
        purpose=_("Qui ne se rencontre pas, qui garde une table ou une place, les équipes et les secteurs."),
    ),
    Tab(
        _("Places"),
        "seat_changes",
        Action.DRAW,
        _behind("swap_players", "replace_player", "cancel_round", "restore_round"),
        only_played_here=True,
        purpose=_("Échanger deux joueurs, remplacer qui s’en va, annuler une position ou la rétablir."),
    ),
    Tab(
        _("Prix"),
        "prizes",
        Action.MANAGE_MONEY,
        _behind("prize_plan", "take_prize_back"),
        purpose=_("La liste des prix, qui gagne quoi, ce qui est remis."),
    ),
)
OF_TOURNAMENT = (  # in the order of an evening: who comes, who sits where, what is played
    Tab(
        _("Tournoi"),
        "tournament_desk",
        Action.OPEN_OFFICE,
        _behind("finish_tournament", "reopen_tournament", "delete_tournament", "keep_template", "whole_ranking"),
    ),
    Tab(
        _("Inscriptions"),
        "registrations",
        Action.MANAGE_TOURNAMENT,
        _behind(
            *("register_players", "entries", "accept_entry", "cancel_entry", "delete_registration"),
            *("show_link", "withdraw_link", "withdraw_links"),
        ),
    ),
    Tab(
        _("À la porte"),
        "check_in",
        Action.CHECK_IN,
        _behind("check_in_newcomer", "check_in_entry"),
        only_played_here=True,
    ),
    Tab(_("Tirage"), "draw", Action.DRAW, _behind("redraw_round"), only_played_here=True, until_the_end=True),
    Tab(
        _("Arbitrage"),
        "desk",
        Action.RECORD,
        _behind(
            "desk_round", "chelem_calls", "penalties", "give_penalty", "incidents", "balance_grid", "cancelled_round"
        ),
        only_played_here=True,
    ),
    Tab(_("Documents"), "documents", Action.PRINT),
    Tab(_("Réglages"), "tournament_settings", Action.MANAGE_TOURNAMENT, _behind("tournament_bareme")),
    Tab(_("Journal"), "journal", Action.READ_JOURNAL),
    Tab(_("Plus"), "tournament_more", Action.MANAGE_TOURNAMENT, inside=MORE),
)
OF_CLUB = (
    Tab(
        _("Tournois"),
        "club_desk",
        Action.MANAGE_CLUB,
        _behind(
            "new_tournament",
            "copy_tournament",
            "new_season",
            "edit_season",
            "delete_season",
            "restore_event",
            "whole_league",
        ),
    ),
    Tab(
        _("Joueurs"),
        "club_players",
        Action.MANAGE_CLUB,
        _behind(
            *(
                "add_player",
                "edit_player",
                "member",
                "club_fees",
                "cancel_fee",
                "delete_player",
                "end_membership",
                "merge_players",
                "club_doubles",
                "club_guests",
                "record_consents",
            ),
            *("record_card_consents", "record_sharing_consents", "erase_player", "link_player", "player_data"),
            "withdraw_player_link",
            *("import_players", "apply_import", "club_imports", "undo_import"),
        ),
    ),
    Tab(
        _("Dates et modèles"),
        "club_dates",
        Action.MANAGE_CLUB,
        _behind("new_series", "edit_series", "delete_series", "skip_date", "drop_template"),
    ),
    Tab(
        _("Page du club"),
        "edit_club_page",
        Action.MANAGE_CLUB,
        _behind("edit_club", "edit_rating", "leave_committee", "delete_club"),
    ),
    Tab(_("Rôles"), "club_access", Action.MANAGE_CLUB, _behind("club_webhooks")),
    Tab(_("Documents"), "club_documents", Action.MANAGE_CLUB),
    Tab(_("Importer un concours"), "import_results", Action.MANAGE_CLUB),
    Tab(_("Saisons passées"), "club_past_seasons", Action.MANAGE_CLUB),
    Tab(
        _("Barèmes"),
        "club_baremes",
        Action.MANAGE_CLUB,
        _behind("compose_bareme", "club_bareme", "change_bareme", "withdraw_bareme"),
    ),
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
    owner = context.get("tournament") or context.get("club")
    if owner is None:
        return {}
    rows = _rows(context, _shown(OF_TOURNAMENT if context.get("tournament") else OF_CLUB, _may_open(context)))
    second = next((row for row in rows if row["inside"] and row["here"] == "true"), None)
    return {"tabs": rows, "second": second, "name": owner.name} if len(rows) > 1 else {}


@register.inclusion_tag("tournaments/more.html", takes_context=True)
def more_tabs(context: Context) -> dict[str, Any]:
    """List the pages of a tournament that have no tab of their own, each with what it is for."""
    return {"tabs": _rows(context, filter(_may_open(context), MORE))}


def _shown(tabs: Iterable[Tab], may_open: Callable[[Tab], bool]) -> list[Tab]:
    """Return the tabs that a reader may open; the pages inside one stand in its place where it holds one or is shut."""
    shown: list[Tab] = []
    for tab in tabs:
        inside = tuple(filter(may_open, tab.inside))
        if len(inside) == 1 or not may_open(tab):
            shown += inside
        else:
            shown.append(replace(tab, inside=inside))
    return shown


def _may_open(context: Context) -> Callable[[Tab], bool]:
    allowed: frozenset[Action] = getattr(context["request"], "actions", frozenset())
    tournament = context.get("tournament")
    is_imported = tournament is not None and _is_imported(tournament)
    is_over = tournament is not None and tournament.is_finished
    return lambda tab: (
        tab.action in allowed and not (is_imported and tab.only_played_here) and not (is_over and tab.until_the_end)
    )


def _rows(context: Context, tabs: Iterable[Tab]) -> list[dict[str, Any]]:
    """Return what a template shows of each tab: words, address, whether it is the page's, and what is inside it."""
    current_page = getattr(context["request"].resolver_match, "url_name", "")
    tournament = context.get("tournament")
    arguments = {"tournament_id": tournament.pk} if tournament else {"club_id": context["club"].pk}
    return [
        {
            "label": tab.label,
            "address": reverse(tab.page, kwargs=arguments),
            "here": _aria_current(tab, current_page),
            "purpose": tab.purpose,
            "inside": _rows(context, tab.inside),
        }
        for tab in tabs
    ]


def _aria_current(tab: Tab, current_page: str) -> str:
    """Return the `aria-current` of a tab: "page" for the page itself, "true" for one behind it, else nothing."""
    return "page" if current_page == tab.page else "true" if current_page in tab.pages else ""


def _is_imported(tournament: Tournament) -> bool:
    """Whether a finished tournament was not played at tables here; a query, for finished ones only."""
    return tournament.is_finished and not Table.objects.filter(round__tournament=tournament).exists()
