"""
Who may do what, on one page.

A view is either `@public`, `@at_table` (`scoring/views/table/at_table.py`: for the holder of a table's code),
`@by_link` or `@follows_own` (`views/own_pages.py`: for a player, with a login or his personal link) or
`@requires(Action.…)`. The guard replaces `tournament_id`, `club_id`, `season_id`, `league_id`, `committee_id`, `job_id`
or `document_id` of the address by the object, and reads the roles held there; a test walks every address for every
role.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import activate, override
from django_htmx.middleware import HtmxDetails

from tournaments.labels import ABOUT_MONEY, OF_FEES, OF_PLAY, WITH_HANDS_TO_PLAY, JobKind, RoleName
from tournaments.models import (
    Account,
    Club,
    Committee,
    Document,
    Job,
    League,
    Qualifying,
    Registration,
    Season,
    Seat,
    Tournament,
    language_of,
)
from tournaments.paper_labels import OF_LEAGUES


class Role(StrEnum):
    ADMINISTRATOR = "administrator"
    CLUB_ORGANISER = "club_organiser"  # of a whole club, and so of each of its tournaments
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    TREASURER = "treasurer"
    DOOR = "door"
    COMMITTEE = "committee"  # of a comité, and of none of its clubs
    PLAYER = "player"
    ACCOUNT = "account"  # whoever has logged in
    PUBLIC = "public"
    AT_TABLE = "at_table"  # whoever holds the code of a table, without login
    BY_LINK = "by_link"  # whoever holds a player's personal link, without login


class Action(StrEnum):
    """What people may do. Templates ask for the value: `{% if "draw" in request.actions %}`."""

    FOUND_CLUB = "found_club"
    RUN_SITE = "run_site"  # say who answers for it, take a backup of it away, make comités
    READ_COMMITTEE = "read_committee"  # how many players and evenings its clubs have, and the lists they open to it
    RUN_COMMITTEE = "run_committee"  # open its leagues, name its arbiters
    NAME_KEEPER = "name_keeper"  # of a file for which its club does not answer
    SUSPEND = "suspend"  # somebody, from the tournaments of the clubs of a comité
    OPEN_OFFICE = "open_office"  # see the list of one's clubs and tournaments
    MANAGE_CLUB = "manage_club"  # players, imports, seasons, new tournaments, appointments
    MANAGE_LEAGUE = "manage_league"  # its rule, the clubs it invites: its club's, or its comité's
    MANAGE_TOURNAMENT = "manage_tournament"  # settings, registrations, start and end
    CHECK_IN = "check_in"  # who comes, what he pays on coming, his receipt
    MANAGE_MONEY = "manage_money"  # rates, payments cancelled, the cash box, receipts, prizes
    DRAW = "draw"
    PRINT = "print"  # make and fetch documents
    PRINT_LEAGUE = "print_league"  # of the club, or of the comité whose league it is
    FOLLOW_JOB = "follow_job"  # of what one may ask for: see `may_follow`
    READ_JOURNAL = "read_journal"
    RECORD = "record"  # donnes, balances, chelem calls; close and reopen sheets; the whole ranking, tokens for all this
    PENALISE = "penalise"
    FOLLOW_OWN = "follow_own"  # one's own seats, donnes and rank
    ANSWER = "answer"  # the invitations one was sent


ALLOWED: dict[Action, frozenset[Role]] = {
    Action.FOUND_CLUB: frozenset({Role.ADMINISTRATOR}),
    Action.RUN_SITE: frozenset({Role.ADMINISTRATOR}),
    Action.READ_COMMITTEE: frozenset({Role.ADMINISTRATOR, Role.COMMITTEE}),
    Action.RUN_COMMITTEE: frozenset({Role.ADMINISTRATOR, Role.COMMITTEE}),
    Action.NAME_KEEPER: frozenset({Role.ADMINISTRATOR, Role.COMMITTEE}),
    Action.SUSPEND: frozenset({Role.ADMINISTRATOR, Role.COMMITTEE}),
    Action.OPEN_OFFICE: frozenset({Role.ORGANISER, Role.ARBITER, Role.TREASURER, Role.DOOR, Role.COMMITTEE}),
    Action.MANAGE_CLUB: frozenset({Role.CLUB_ORGANISER}),
    Action.MANAGE_LEAGUE: frozenset({Role.CLUB_ORGANISER, Role.COMMITTEE}),
    Action.MANAGE_TOURNAMENT: frozenset({Role.ORGANISER}),
    Action.CHECK_IN: frozenset({Role.ORGANISER, Role.DOOR}),
    Action.MANAGE_MONEY: frozenset({Role.ORGANISER, Role.TREASURER}),
    Action.DRAW: frozenset({Role.ORGANISER}),
    Action.PRINT: frozenset({Role.ORGANISER, Role.ARBITER}),
    Action.PRINT_LEAGUE: frozenset({Role.ORGANISER, Role.ARBITER, Role.COMMITTEE}),
    Action.FOLLOW_JOB: frozenset({Role.ORGANISER, Role.ARBITER, Role.TREASURER, Role.DOOR, Role.COMMITTEE}),
    Action.READ_JOURNAL: frozenset({Role.ORGANISER, Role.ARBITER}),
    Action.RECORD: frozenset({Role.ORGANISER, Role.ARBITER}),
    Action.PENALISE: frozenset({Role.ORGANISER, Role.ARBITER}),
    Action.FOLLOW_OWN: frozenset({Role.PLAYER}),
    Action.ANSWER: frozenset({Role.ACCOUNT}),
}


class Tells(StrEnum):
    """What a guarded view tells, in a duplicate, of boards that somebody has still to play."""

    NOTHING = "nothing"
    PLACE = "place"  # those of the round or of the table in its address; without one, all
    ALL = "all"


# The views of these actions tell of boards, unless they say otherwise; the views of other actions do not.
OF_BOARDS = frozenset({Action.RECORD, Action.PENALISE, Action.READ_JOURNAL})
LIFTED = "secret des étuis levé"  # in the journal: somebody reads, before he plays them, the boards drawn until then

# What each writes in its user agent; those that also write another's name come first.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
Visitor = Account | AnonymousUser
FindPlace = Callable[[Tournament, dict[str, Any]], dict[str, Any]]  # → round_number and table_number, {} if unknown
LOGIN_WANTED = 401


class HtmxRequest(HttpRequest):
    """The request that every view receives: the middleware says whether htmx sent it. Only a type."""

    htmx: HtmxDetails


class MemberRequest(HtmxRequest):
    """The request that a guarded view receives: with a logged-in account and its actions here. Only a type."""

    user: Account
    actions: frozenset[Action]


def roles_of(
    person: Visitor,
    *,
    club: Club | None = None,
    tournament: Tournament | None = None,
    committee: Committee | None = None,
) -> frozenset[Role]:
    """
    Return the roles of a person in a tournament, in a club, in a comité, or (without any of these) anywhere.

    A role in a club holds in each of its tournaments. A superuser is the administrator, and an organiser everywhere.
    """
    roles = {Role.PUBLIC}
    if isinstance(person, AnonymousUser) or not person.is_active:
        return frozenset(roles)
    roles.add(Role.ACCOUNT)
    if person.is_superuser:
        roles |= {Role.ADMINISTRATOR, Role.CLUB_ORGANISER, Role.ORGANISER}
    if person.player_id:
        roles.add(Role.PLAYER)
    for name, club_id in _appointed(person, club, tournament, committee):
        roles.add(Role(name))
        if name == RoleName.ORGANISER and club_id is not None:
            roles.add(Role.CLUB_ORGANISER)
    return frozenset(roles)


def _roles_at(
    person: Account, club: Club | None, tournament: Tournament | None, arguments: dict[str, Any]
) -> frozenset[Role]:
    """Return the roles of a person at an address, as `scope` returned its club, its tournament and its arguments."""
    league = arguments.get("league")
    if league is not None and league.committee is not None:  # its season's club has no say there
        return roles_of(person, committee=league.committee)
    held = roles_of(person, club=club, tournament=tournament, committee=arguments.get("committee"))
    work = arguments.get("job") or getattr(arguments.get("document"), "job", None)
    printed = None if work is None else work.league
    if printed is not None and printed.committee is not None:
        held |= roles_of(person, committee=printed.committee)
    return held


def _appointed(
    person: Account, club: Club | None, tournament: Tournament | None, committee: Committee | None
) -> Iterable[tuple[str, int | None]]:
    """Return (role, club id or None for one tournament) of each appointment that counts here."""
    appointments = person.appointments.all()
    if tournament is not None:
        appointments = appointments.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    elif club is not None:
        appointments = appointments.filter(club=club)
    elif committee is not None:
        appointments = appointments.filter(committee=committee)
    return appointments.values_list("role", "club_id")


def actions_of(roles: frozenset[Role]) -> frozenset[Action]:
    return frozenset(action for action, allowed in ALLOWED.items() if allowed & roles)


def corrects_after_end(actions: frozenset[Action], tournament: Tournament) -> bool:
    """Return whether a tournament is over and these actions may still correct it, by its settings."""
    corrects = Action.RECORD if tournament.arbiters_correct_after_end else Action.MANAGE_TOURNAMENT
    return tournament.is_finished and corrects in actions


def plays_boards(account: Account | None, tournament: Tournament) -> bool:
    """
    Return whether somebody still has to play étuis of a tournament: there, or in another tournament of the same étuis.

    Whoever is registered counts, whatever his place: he may still come.
    """
    if account is None or account.player is None or tournament.free_rounds >= tournament.rounds_planned:
        return False
    of_etuis = Q(tournament=tournament)
    if tournament.board_deal_id is not None:
        of_etuis |= Q(tournament__board_deal=tournament.board_deal_id)
    return Registration.objects.filter(of_etuis, player__in=account.player.files).exists()


def read_until(person: Visitor, tournament: Tournament) -> int | None:
    """
    Return the last round of which somebody reads all, whatever his role, while he has to play others; None for all.

    He reads the rounds that are free, and those that were drawn when he lifted it. No query in libre, nor for an
    account without a player.
    """
    if not tournament.is_duplicate or not isinstance(person, Account) or not plays_boards(person, tournament):
        return None
    lifted = tournament.journal.filter(action=LIFTED, by=person).values_list("details__until", flat=True)
    last = max([tournament.free_rounds, *lifted])
    return last if last < tournament.rounds_planned else None


def shut_tournaments(person: Visitor, tournaments: QuerySet[Tournament]) -> list[int]:
    """Return the ids of those of these tournaments of which somebody has still to play boards."""
    if not isinstance(person, Account) or person.player is None:
        return []
    open_ones = tournaments.exclude(compared_by="").exclude(free_rounds__gte=F("rounds_planned"))
    return [tournament.pk for tournament in open_ones if read_until(person, tournament) is not None]


def is_shut_to_players(
    person: Visitor,
    tournament: Tournament,
    action: Action,
    tells: Tells | None,
    place: dict[str, Any],
    at: FindPlace | None = None,
) -> bool:
    """
    Return whether a view tells of boards that this person has still to play; `place` are numbers of its address.

    `at` finds the round and table of what the address names by its id. He reads the sheet of his own table. Sets
    `tournament.read_until`, which queries go by.
    """
    tournament.read_until = last = read_until(person, tournament)
    tells = tells or (Tells.PLACE if action in OF_BOARDS else Tells.NOTHING)
    if last is None or tells is Tells.NOTHING:
        return False
    if at is not None:
        place = at(tournament, place)
    if tells is Tells.ALL or "round_number" not in place:
        return True
    number, table = place["round_number"], place.get("table_number")
    if number <= last or table is None:
        return number > last
    assert isinstance(person, Account)
    assert person.player is not None
    own = Seat.objects.filter(round__tournament=tournament, registration__player__in=person.player.files)
    return not own.filter(round__number=number, table__number=table).exists()


def is_hidden_from(person: Visitor, job: Job | None) -> bool:
    """Return whether a job, or the document that it made, tells of boards that this person has still to play."""
    if job is None or job.tournament is None or job.kind not in OF_PLAY:
        return False
    if job.kind in WITH_HANDS_TO_PLAY:
        return isinstance(person, Account) and plays_boards(person, job.tournament)
    return read_until(person, job.tournament) is not None


def may_follow(kind: str, actions: frozenset[Action]) -> bool:
    """Return whether these actions may follow a job of this `kind` (a `JobKind`) and fetch its document."""
    if kind in OF_FEES:
        return Action.MANAGE_MONEY in actions
    return (
        Action.PRINT in actions
        or (Action.PRINT_LEAGUE in actions and kind in OF_LEAGUES)
        or (Action.MANAGE_MONEY in actions and kind in ABOUT_MONEY)
        or (Action.CHECK_IN in actions and kind == JobKind.RECEIPTS)
    )


def browser_of(agent: str) -> str:
    """Return the browser of a user agent, for the journal; "" if it is unknown."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a view to everyone, without login."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # `shown_tournament` and `on_clock_of` take those of its tournament or club instead.
        with override(language_of(None)):
            return view(request, *args, **kwargs)

    opened.audience = Role.PUBLIC  # type: ignore[attr-defined]
    return opened


def requires(
    action: Action, *, tells: Tells | None = None, at: FindPlace | None = None
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """
    Guard a view: strangers are sent to the login page, other roles get a 403, and no cache keeps the page.

    Who has still to play the boards that it `tells` of gets a 403 too, with the way to lift that; `at` as in
    `is_shut_to_players`.

    The view receives `tournament`, `club`, `season`, `league`, `committee`, `job` or `document` instead of the id in
    its address; `request.actions` are all actions of this person here.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: MemberRequest, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                if "HX-Request" in request.headers or not request.accepts("text/html"):
                    # What a script asked for must not become the login page.
                    return HttpResponse(status=LOGIN_WANTED)
                return redirect_to_login(request.get_full_path())
            request.user.device = browser_of(request.headers.get("User-Agent", ""))
            club, tournament, kwargs = scope(kwargs)
            request.actions = actions_of(_roles_at(request.user, club, tournament, kwargs))
            if action not in request.actions:
                raise PermissionDenied
            with override(language_of(tournament)), timezone.override(club.zone if club else None):
                if tournament is not None and is_shut_to_players(request.user, tournament, action, tells, kwargs, at):
                    response = render(request, "tournaments/plays_boards.html", {"tournament": tournament}, status=403)
                else:
                    response = view(request, **kwargs)
            patch_cache_control(response, private=True, no_store=True)
            return response

        guarded.audience = action  # type: ignore[attr-defined]
        return guarded

    return guard


def shown_tournament(request: HttpRequest, tournament_id: int) -> Tournament:
    """
    Return the tournament of a public page, with its club and season, and whether rankings lead to it (`is_stage`).

    If it is not public, only its organisers and arbiters get it; others get a 404. The rest of the answer uses its
    words for a round, and its club's time zone.
    """
    takes_players = Exists(Qualifying.objects.filter(final=OuterRef("pk")))
    found = Tournament.objects.select_related("club", "season").annotate(is_stage=takes_players)
    tournament = get_object_or_404(found, pk=tournament_id)
    staff = {Role.ORGANISER, Role.ARBITER}
    if not tournament.is_public and not staff & roles_of(request.user, tournament=tournament):
        raise Http404
    activate(language_of(tournament))
    on_clock_of(tournament.club)
    return tournament


def on_clock_of(club: Club) -> None:
    """Use this club's time zone for the rest of an answer, for today's date and every hour. `SiteClock` ends it."""
    timezone.activate(club.zone)


def scope(kwargs: dict[str, Any]) -> tuple[Club | None, Tournament | None, dict[str, Any]]:
    """Return (club, tournament) of an address, each or None, and its arguments with the object instead of the id."""
    kwargs = dict(kwargs)
    if "tournament_id" in kwargs:
        tournament = get_object_or_404(Tournament.objects.select_related("club"), pk=kwargs.pop("tournament_id"))
        return tournament.club, tournament, kwargs | {"tournament": tournament}
    if "club_id" in kwargs:
        club = get_object_or_404(Club, pk=kwargs.pop("club_id"))
        return club, None, kwargs | {"club": club}
    seasons, leagues = Season.objects.select_related("club"), League.objects.select_related("season__club", "committee")
    for name, rows in (("season", seasons), ("league", leagues)):
        if f"{name}_id" in kwargs:
            found = get_object_or_404(rows, pk=kwargs.pop(f"{name}_id"))
            assert isinstance(found, Season | League)
            return found.club, None, kwargs | {name: found}
    if "committee_id" in kwargs:
        return None, None, kwargs | {"committee": get_object_or_404(Committee, pk=kwargs.pop("committee_id"))}
    for name, model in (("job", Job), ("document", Document)):
        if f"{name}_id" in kwargs:
            work = get_object_or_404(
                model.objects.select_related("tournament__club", "season__club"), pk=kwargs.pop(f"{name}_id")
            )
            assert isinstance(work, Job | Document)
            return work.club, work.tournament, kwargs | {name: work}
    return None, None, kwargs
