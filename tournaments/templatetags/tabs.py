"""
The tab bar of the organisers' pages: the other pages of this tournament, or of this club.

It has two lines: places of an evening or of a club, few enough for the width of a phone; and the pages of the current
place. A new page of a tournament or a club gets its tab here; an action has a button on the page itself (`.actions`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
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
    """A page, the action that its reader must be allowed, and `behind`: other pages for which the tab is marked too."""

    label: Promise
    page: str
    action: Action
    behind: frozenset[str] = frozenset()
    only_played_here: bool = False  # hidden where the results came from a file
    until_the_end: bool = False  # hidden once the tournament is over: there is nothing left to do there
    only_by_teams: bool = False
    by_matches: bool | None = None  # shown only where teams meet in matches, or only where they do not

    @cached_property
    def pages(self) -> frozenset[str]:
        """Return the names of all pages for which the tab is marked."""
        return self.behind | {self.page}


@dataclass(frozen=True)
class TabGroup:
    """A tab of the first line. It leads to its first page that the reader may open; the second line shows all."""

    label: Promise
    tabs: tuple[Tab, ...]

    @cached_property
    def pages(self) -> frozenset[str]:
        """Return the names of all pages for which the tab is marked."""
        return frozenset[str]().union(*(tab.pages for tab in self.tabs))


def _behind(*pages: str) -> frozenset[str]:
    return frozenset(pages)


def _alone(tab: Tab) -> TabGroup:
    return TabGroup(tab.label, (tab,))


OF_TOURNAMENT = (  # in the order of an evening: who comes, who sits where, what is played, what is paid and printed
    TabGroup(
        _("Soirée"),
        (
            Tab(
                _("Où en est-on"),
                "tournament_desk",
                Action.OPEN_OFFICE,
                _behind(
                    *("finish_tournament", "reopen_tournament", "delete_tournament", "keep_template"),
                    *("whole_ranking", "call_off", "imported_results", "imported_result"),
                ),
            ),
            Tab(_("Réglages"), "tournament_settings", Action.MANAGE_TOURNAMENT, _behind("tournament_bareme")),
            Tab(_("Journal"), "journal", Action.READ_JOURNAL),
        ),
    ),
    TabGroup(
        _("Joueurs"),
        (
            Tab(
                _("Inscriptions"),
                "registrations",
                Action.MANAGE_TOURNAMENT,
                _behind(
                    *("register_players", "entries", "accept_entry", "cancel_entry", "delete_registration"),
                    *("show_link", "withdraw_link", "withdraw_links", "qualifying", "edit_source"),
                ),
            ),
            Tab(
                _("À la porte"),
                "check_in",
                Action.CHECK_IN,
                _behind("check_in_newcomer", "check_in_entry"),
                only_played_here=True,
            ),
            Tab(_("Messages"), "tournament_messages", Action.MANAGE_TOURNAMENT, only_played_here=True),
            Tab(_("Équipes"), "teams", Action.CHECK_IN, _behind("edit_team", "captain_link"), only_by_teams=True),
        ),
    ),
    TabGroup(
        _("Tables"),
        (
            Tab(
                _("Tirage"),
                "draw",
                Action.DRAW,
                _behind("redraw_round"),
                only_played_here=True,
                until_the_end=True,
                by_matches=False,
            ),
            Tab(_("Matchs"), "match_office", Action.RECORD, _behind("line_up"), by_matches=True),
            Tab(_("Souhaits"), "wishes", Action.DRAW, only_played_here=True, by_matches=False),
            Tab(
                _("Places"),
                "seat_changes",
                Action.DRAW,
                _behind("swap_players", "replace_player", "cancel_round", "restore_round"),
                only_played_here=True,
            ),
        ),
    ),
    _alone(
        Tab(
            _("Arbitrage"),
            "desk",
            Action.RECORD,
            _behind(
                *("desk_round", "chelem_calls", "penalties", "give_penalty", "incidents", "balance_grid"),
                "cancelled_round",
            ),
            only_played_here=True,
        )
    ),
    TabGroup(
        _("Caisse"),
        (
            Tab(
                _("Paiements"),
                "cash_desk",
                Action.MANAGE_MONEY,
                _behind("cancel_payment", "give_payment_back"),
                only_played_here=True,
            ),
            Tab(_("Tarifs"), "rates", Action.MANAGE_MONEY, only_played_here=True),
            Tab(_("Prix"), "prizes", Action.MANAGE_MONEY, _behind("prize_plan", "take_prize_back")),
        ),
    ),
    _alone(Tab(_("Papiers"), "documents", Action.PRINT, _behind("job", "board_deal"))),
)
OF_CLUB = (
    TabGroup(
        _("Soirées"),
        (
            Tab(
                _("Toutes"),
                "club_desk",
                Action.MANAGE_CLUB,
                _behind("new_tournament", "copy_tournament"),
            ),
            Tab(
                _("Dates et modèles"),
                "club_dates",
                Action.MANAGE_CLUB,
                _behind("new_series", "edit_series", "delete_series", "skip_date", "drop_template"),
            ),
            Tab(_("Reprendre des résultats"), "import_results", Action.MANAGE_CLUB, _behind("restore_event")),
        ),
    ),
    TabGroup(
        _("Joueurs"),
        (
            Tab(
                _("Liste"),
                "club_players",
                Action.MANAGE_CLUB,
                _behind(
                    *("add_player", "edit_player", "member", "delete_player", "end_membership", "merge_players"),
                    *("club_guests", "erase_player", "link_player", "player_data", "withdraw_player_link"),
                    *("import_players", "apply_import"),
                ),
            ),
            Tab(
                _("Cotisations"),
                "club_fees",
                Action.MANAGE_MONEY,
                _behind(
                    *("member_fee", "season_rates", "season_books", "renew_members"),
                    *("cancel_fee_payment", "give_fee_back"),
                ),
            ),
            Tab(
                _("Accords"),
                "record_consents",
                Action.MANAGE_CLUB,
                _behind("record_card_consents", "record_sharing_consents"),
            ),
            Tab(_("Messages"), "club_messages", Action.MANAGE_CLUB),
            Tab(_("Doublons"), "club_doubles", Action.MANAGE_CLUB),
            Tab(_("Imports"), "club_imports", Action.MANAGE_CLUB, _behind("undo_import")),
        ),
    ),
    TabGroup(
        _("Championnats"),
        (
            Tab(
                _("Saisons"),
                "club_seasons",
                Action.MANAGE_CLUB,
                _behind(
                    *("new_season", "edit_season", "season_end", "delete_season", "whole_league", "job"),
                    *("new_league", "edit_league", "delete_league", "league_final"),
                ),
            ),
            Tab(_("Saisons passées"), "club_past_seasons", Action.MANAGE_CLUB),
        ),
    ),
    TabGroup(
        _("Règles"),
        (
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
        ),
    ),
    TabGroup(
        _("Club"),
        (
            Tab(_("Page publique"), "edit_club_page", Action.MANAGE_CLUB, _behind("edit_rating")),
            Tab(
                _("Nom et ville"),
                "edit_club",
                Action.MANAGE_CLUB,
                _behind("club_lists", "leave_committee", "delete_club"),
            ),
            Tab(_("Rôles"), "club_access", Action.MANAGE_CLUB, _behind("club_webhooks")),
            Tab(_("Documents"), "club_documents", Action.MANAGE_CLUB),
            Tab(_("Journal"), "club_journal", Action.MANAGE_CLUB),
        ),
    ),
)


@register.inclusion_tag("tournaments/actions.html", takes_context=True)
def tabs(context: Context) -> dict[str, Any]:
    """Return the tabs of the page's tournament, or else of its club; empty when the reader may open only one page."""
    owner = context.get("tournament") or context.get("club")
    if owner is None:
        return {}
    groups = _shown(OF_TOURNAMENT if context.get("tournament") else OF_CLUB, _may_open(context))
    page = _page(context)
    here = next((group for group in groups if page in group.pages), None)
    second = here.tabs if here and len(here.tabs) > 1 else ()
    if len(groups) == 1 and not second:
        return {}
    return {
        "tabs": _rows(context, ((group.label, group.tabs[0].page, group.pages) for group in groups)),
        "second": _rows(context, ((tab.label, tab.page, tab.pages) for tab in second)),
        "here": here and here.label,
        "name": owner.name,
    }


def _shown(groups: Iterable[TabGroup], may_open: Callable[[Tab], bool]) -> list[TabGroup]:
    """Return the groups with pages that the reader may open; a group of one page becomes a tab with its name."""
    shown: list[TabGroup] = []
    for group in groups:
        tabs = tuple(filter(may_open, group.tabs))
        if len(tabs) == 1 < len(group.tabs):
            shown.append(_alone(tabs[0]))
        elif tabs:
            shown.append(replace(group, tabs=tabs))
    return shown


def _may_open(context: Context) -> Callable[[Tab], bool]:
    allowed: frozenset[Action] = getattr(context["request"], "actions", frozenset())
    tournament = context.get("tournament")
    is_imported = tournament is not None and _is_imported(tournament)
    is_over = tournament is not None and tournament.is_finished
    has_teams = tournament is not None and tournament.has_teams
    plays_matches = tournament is not None and tournament.plays_matches
    return lambda tab: (
        tab.action in allowed
        and not (is_imported and tab.only_played_here)
        and not (is_over and tab.until_the_end)
        and (has_teams or not tab.only_by_teams)
        and (tab.by_matches in (None, plays_matches) or tab.page == _page(context))
    )


def _rows(context: Context, tabs: Iterable[tuple[Promise, str, frozenset[str]]]) -> list[dict[str, Any]]:
    """Return what a template shows of each tab: its words, its address, its `aria-current`."""
    tournament = context.get("tournament")
    arguments = {"tournament_id": tournament.pk} if tournament else {"club_id": context["club"].pk}
    here = _page(context)
    return [
        {
            "label": label,
            "address": reverse(page, kwargs=arguments),
            "here": "page" if here == page else "true" if here in pages else "",
        }
        for label, page, pages in tabs
    ]


def _page(context: Context) -> str:
    """Return the URL name of the page."""
    return getattr(context["request"].resolver_match, "url_name", None) or ""


def _is_imported(tournament: Tournament) -> bool:
    """Return True when a finished tournament was not played at tables here. One query, of finished ones only."""
    return tournament.is_finished and not Table.objects.filter(round__tournament=tournament).exists()
