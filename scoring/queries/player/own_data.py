"""
All that is kept about one person, for him: plain values, ready to be written as JSON or read as a list.

Nobody else is named: a reason that somebody wrote says « un autre joueur » where it names another, whether his name is
withheld or not.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from scoring.marque.facts import NAMES, SEATED
from scoring.models import ArbiterCall, Confirmation, Incident, Penalty, Protest, SheetLine
from scoring.queries.player.own_sheets import Said, said_by
from tournaments.kit.text import fold
from tournaments.labels import chair_code
from tournaments.models import (
    Account,
    BoardResult,
    Declined,
    Fee,
    JournalEntry,
    Mail,
    Membership,
    Payment,
    Player,
    PrizeGiven,
    Rating,
    Registration,
    Seat,
    SeatChange,
    Wish,
)
from tournaments.queries.people.files import OWN_FIELDS, suspensions_of
from tournaments.queries.people.messages import own_mail
from tournaments.queries.people.roles import clubs_run_by
from tournaments.queries.privacy.erased_rows import ids_in, others_of
from tournaments.queries.privacy.erasing import Erasure, clubs_naming, erasure_of
from tournaments.queries.privacy.named_texts import GONE, SHORTEST_LICENCE, NamedPerson, Others

OF_PERSON = (
    *("licence", "last_name", "first_name", "category", "sex", "birth_year", "home_club", "public_name"),
    *("consent", "card_consent", "sharing_consent", "asks_consent", "asks_card_consent", "asks_sharing_consent"),
    *("licence_until", "federal_series", "federal_series_on", "email", "email_consent", "phone", "phone_consent"),
    *("suspended_from", "suspended_until", "suspension_reason", "erasure_asked_on"),
)
# Left out when a personal link opens the page: anybody may find a printed code.
NOT_BY_LINK = frozenset(
    {
        *("licence", "licence_until", "birth_year", "login", "email", "phone"),
        *("suspended_from", "suspended_until", "suspension_reason", "suspensions"),
    }
)
OF_LINES = ("number", "outcome", *(f"{name}__chair" if name in SEATED else name for name in NAMES), "marque")
Rows = list[dict[str, Any]]


def data_of(player: Player, *, by_link: bool = False) -> dict[str, Any]:
    """
    Return what is kept about a person: who he is, where he played, what he marked, paid, and what was written.

    `by_link` leaves out what identifies him elsewhere, and says so in `left_out`.
    """
    account = Account.objects.filter(player=player).first()
    erasure = erasure_of(player)
    hidden = Others(others_of(player, clubs_naming(player)), erasure.person.names).hidden
    data: dict[str, Any] = {
        "player": {name: getattr(player, name) for name in OF_PERSON}
        | {"club": player.club.name, "clubs": sorted(player.clubs.values_list("name", flat=True))},
        "login": account.username if account else None,
        "email": account.email if account else "",
        "clubs": [
            {"club": row.club.name, "grade": row.grade, "until": row.until}
            | {name: getattr(row, name) for name in OWN_FIELDS}
            | {"periods": _periods(row, hidden)}
            for row in player.memberships.select_related("club").prefetch_related("periods").order_by("club__name")
        ],
        "suspensions": list(
            suspensions_of(player).values("committee__name", "suspended_from", "suspended_until", "suspension_reason")
        ),
        "proposals": list(player.proposals.values("club__name", "proposed_on", "changes")),
        "fees": list(
            Fee.objects.filter(membership__player=player)
            .order_by("pk")
            .values("membership__club__name", "season__name", "rate__label", "rate__amount")
        ),
        "online_entries": _online_entries(erasure, hidden),
        "messages": _messages(player, erasure),
        **_played(player.files, hidden),
        **_decisions(player.files, hidden),
        **_requests(player.files, hidden),
        "journal": _journal(erasure, hidden),
        "texts": _texts(erasure, hidden, without=NOT_BY_LINK if by_link else frozenset()),
    }
    if not by_link:
        return data
    told = [line for line in data["journal"] if "committee" not in line.get("details", ())]  # what a comité decided
    return may_leave_by_link(data | {"journal": told}, erasure.person) | {"left_out": sorted(NOT_BY_LINK)}


def _periods(membership: Membership, hidden: Callable[[str], str]) -> Rows:
    """Return the days on which he was a member of a club, and why he stopped."""
    columns = ("since", "until", "reason")
    return [
        {name: getattr(period, name) for name in columns} | {"remark": hidden(period.remark)}
        for period in membership.periods.all()
    ]


def is_written_of_elsewhere(player: Player, account: Account) -> bool:
    """Whether his data has what an account may not read: of clubs that it does not organise, why a comité suspends."""
    if account.is_superuser:
        return False
    clubs = clubs_naming(player) - set(clubs_run_by(account).values_list("pk", flat=True))
    return bool(clubs) or suspensions_of(player).exists()


def may_leave_by_link(value: Any, person: NamedPerson) -> Any:
    """Return a value without the fields of `NOT_BY_LINK`, and its texts without what these hold, at every depth."""
    words = {word for name in person.names for word in fold(" ".join(name)).split()}
    logins = {login for login in person.logins if fold(login) not in words}  # « odile » may be his name as well
    licences = {licence for licence in person.licences if len(licence) >= SHORTEST_LICENCE}
    spelled = (r"[\s.-]*".join(map(re.escape, text)) for text in (*licences, *logins, *map(str, person.birth_years)))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(spelled) or '(?!)'})(?!\w)", re.IGNORECASE)
    return _without(value, partial(pattern.sub, GONE), {login.casefold() for login in person.logins})


def _without(value: Any, masked: Callable[[str], str], logins: set[str], field: str = "") -> Any:
    if isinstance(value, dict):
        kept = {name: item for name, item in value.items() if name not in NOT_BY_LINK}
        return {name: _without(item, masked, logins, name) for name, item in kept.items()}
    if isinstance(value, list):
        return [_without(item, masked, logins, field) for item in value]
    if not isinstance(value, str):
        return value
    return GONE if value.casefold() in logins and field not in OF_PERSON else masked(value)


def _online_entries(erasure: Erasure, hidden: Callable[[str], str]) -> Rows:
    """Return what he typed to enter from home, as long as it is kept."""
    columns = [*("last_name", "first_name", "licence", "home_club", "email", "phone", "consent")]
    columns += ["reminder", "state", "entered_at"]
    return [
        {"tournament__name": entry.tournament.name, "number": entry.number}
        | {name: getattr(entry, name) for name in columns}
        | {"team_name": hidden(entry.team_name), "message": hidden(entry.message)}
        for entry in erasure.entries
    ]


def _messages(player: Player, erasure: Erasure) -> Rows:
    """Return the e-mails to him as long as they are kept, sent or not, and those that he stopped."""
    of_entries = Q(entry__in=[entry.pk for entry in erasure.entries])
    mails = Mail.objects.filter(of_entries | Q(player__in=player.files)).select_related("mailbox__club", "tournament")
    rows: Rows = [
        {
            "club": mail.mailbox.club.name,
            "tournament__name": mail.tournament and mail.tournament.name,
            "message": mail.get_kind_display(),
            "state": mail.get_state_display(),
            "made_at": mail.made_at,
        }
        for mail in mails
    ]
    stopped = [each for each in own_mail(player) if each.stopped_at]
    words = _("arrêtés par vous : %(what)s")
    return rows + [
        {"club": each.club.name, "message": words % {"what": each.what}, "made_at": each.stopped_at} for each in stopped
    ]


def _played(files: QuerySet[Player], hidden: Callable[[str], str]) -> dict[str, Rows]:
    """
    Return the tournaments he entered, where he sat, the donnes of these tables, his boards, and how clubs rated him.

    In duplicate, what was marked on étuis that somebody has still to play is left out until nobody has.
    """
    entries = Registration.objects.filter(player__in=files).order_by("tournament__date", "pk")
    seats = Seat.objects.filter(registration__player__in=files, round__tournament__isnull=False)
    seats = seats.order_by("round__tournament__date", "round__number")
    lines = SheetLine.objects.filter(table__seats__registration__player__in=files, current=True).distinct()
    lines = lines.filter(_is_free("table__round__"))
    lines = lines.order_by("table__round__tournament__date", "table__round__number", "number")
    boards = BoardResult.objects.filter(_is_free("seat__round__"), seat__registration__player__in=files)
    own = {seat.table_id: seat.chair for seat in seats}
    ratings = Rating.objects.filter(player__in=files).order_by("tournament__date", "pk")
    return {
        "entries": [
            row | {"team__name": hidden(row["team__name"] or "")}
            for row in entries.values(
                *("tournament__name", "tournament__date", "start_number", "status", "waits", "rate__label"),
                *("penalty_points", "team__name", "is_captain"),
            )
        ],
        "places": [
            _place(row)
            for row in seats.annotate(is_free=_is_free("round__")).values(
                *("round__tournament__name", "round__number", "table__number", "chair", "result__points"),
                *("adjusted", "adjusted_points", "donne_adjustment", "is_free"),
            )
        ],
        "ratings": list(ratings.values("tournament__name", "tournament__date", "value", "mu", "sigma", "evenings")),
        "donnes": [
            {name: value for name, value in row.items() if name != "table"} | {"chair": chair_code(own[row["table"]])}
            for row in lines.values(
                *("table", "table__round__tournament__name", "table__round__number", "table__number"),
                *OF_LINES,
            )
        ],
        "boards": [
            row | {"hand": chair_code(row["hand"])}
            for row in boards.order_by("seat__round__tournament__date", "seat__round__number", "board").values(
                *("seat__round__tournament__name", "seat__round__number", "board", "hand", "points", "is_taker"),
            )
        ],
    }


def _place(row: dict[str, Any]) -> dict[str, Any]:
    told = row | {"chair": chair_code(row["chair"])}
    return told if told.pop("is_free") else told | {"result__points": None}


def _is_free(round_: str) -> Q:
    """Return the filter for rows of a round, at this path, of which nobody has still to play a board."""
    tournament = f"{round_}tournament"
    is_in_libre = Q(**{f"{tournament}__isnull": True}) | Q(**{f"{tournament}__compared_by": ""})  # or it is cancelled
    return is_in_libre | Q(**{f"{round_}number__lte": F(f"{tournament}__free_rounds")})


def _decisions(files: QuerySet[Player], hidden: Callable[[str], str]) -> dict[str, Rows]:
    """Return what was decided about him: penalties, rulings, prizes, exchanges of places, his payments."""
    of_entry = {"registration__player__in": files}
    penalties = Penalty.objects.filter(**of_entry) | Penalty.objects.filter(shares__registration__player__in=files)
    incidents = Incident.objects.filter(players__registration__player__in=files)
    changes = SeatChange.objects.filter(one__player__in=files) | SeatChange.objects.filter(other__player__in=files)
    return {
        "penalties": _hiding(
            penalties.distinct()
            .order_by("pk")
            .values(
                *("tournament__name", "points", "sanction", "basis", "assigned"),
                *("reason", "given_at", "cancelled_at", "cancel_reason"),
            ),
            hidden,
        ),
        "incidents": _hiding(incidents.order_by("pk").values("tournament__name", "text", "noted_at"), hidden),
        "seat_changes": _hiding(changes.order_by("pk").values("tournament__name", "kind", "reason", "made_at"), hidden),
        "prizes": _hiding(
            PrizeGiven.objects.filter(**of_entry)
            .order_by("pk")
            .values("registration__tournament__name", "lot", "amount", "method", "at", "cancelled_at", "cancel_reason"),
            hidden,
        ),
        "payments": _hiding(
            Payment.objects.filter(Q(**of_entry) | Q(fee__membership__player__in=files))
            .order_by("pk")
            .values(
                *("registration__tournament__name", "fee__season__name", "amount", "method", "paid_on", "at"),
                *("reason", "cancelled_at", "cancel_reason"),
            ),
            hidden,
        ),
    }


def _requests(files: QuerySet[Player], hidden: Callable[[str], str]) -> dict[str, Rows]:
    """Return what he asked or said himself: wishes, finals declined, protests, arbiter calls, donnes he confirmed."""
    at_table = ("table__round__tournament__name", "table__round__number", "table__number")
    entries = list(Registration.objects.filter(player__in=files))

    def said(rows: QuerySet[Said]) -> Rows:
        there = rows.filter(seat__registration__tournament__in={entry.tournament_id for entry in entries})
        his = rows.filter(pk__in=[row.pk for said in said_by(there, entries).values() for row in said])
        return _hiding(his.order_by("pk").values(*at_table, "about", "reason", "at", "answer"), hidden)

    return {
        "wishes": _hiding(
            Wish.objects.filter(members__registration__player__in=files)
            .distinct()
            .order_by("pk")
            .values("tournament__name", "kind", "name", "reason", "hard"),
            hidden,
        ),
        "finals_declined": [
            {**row}
            for row in Declined.objects.filter(player__in=files)
            .order_by("pk")
            .values("qualifying__final__name", "qualifying__league__name", "at", "is_own_word")
        ],
        "protests": said(Protest.objects.all()),
        "arbiter_calls": said(ArbiterCall.objects.all()),
        "confirmations": list(
            Confirmation.objects.filter(seat__registration__player__in=files)
            .order_by("pk")
            .values(*(f"line__{name}" for name in at_table), "line__number", "at")
        ),
    }


def _journal(erasure: Erasure, hidden: Callable[[str], str]) -> Rows:
    """Return the lines of the journal about him, in words; changes of his file with the values."""
    pks = [row.pk for row in erasure.by_model.get(JournalEntry, ())]
    rows = []
    for line in JournalEntry.objects.filter(pk__in=pks).order_by("pk"):
        row: dict[str, Any] = {"at": line.at, "action": line.action, "subject": hidden(line.sentence)}
        row["reason"] = hidden(line.reason)
        if not ids_in(line.details).isdisjoint(erasure.person.ids):
            row["details"] = line.details
        rows.append(row)
    return rows


def _texts(erasure: Erasure, hidden: Callable[[str], str], *, without: frozenset[str]) -> Rows:
    """Return whatever else names him, but columns `without`: the text, and the kind of row that it stands in."""
    rows = []
    for model, rewritten in erasure.by_model.items():
        if model is JournalEntry:
            continue
        manager = model._default_manager
        columns = {
            row.pk: [name for name, new in row.values.items() if isinstance(new, str) and name not in without]
            for row in rewritten
        }
        for instance in manager.filter(pk__in=[pk for pk, names in columns.items() if names]):
            texts = (str(getattr(instance, name)) for name in columns[instance.pk])
            rows += [{"in": model.__name__, "text": hidden(text)} for text in texts]
    return rows


def _hiding(rows: Any, hidden: Callable[[str], str]) -> Rows:
    """Return rows in whose texts nobody else is named."""
    texts = ("reason", "cancel_reason", "text", "answer", "name", "lot")
    return [
        {name: hidden(value) if name in texts and isinstance(value, str) else value for name, value in row.items()}
        for row in rows
    ]
