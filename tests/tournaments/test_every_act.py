"""
Every act on a person, by what a club is to him, who acts there and by which way; every function that writes his rows,
and every address that leads to one, is told.
"""

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.factories import NOW, ClubFactory, TournamentFactory, arbiter, at_the_door, logged_in, organiser, treasurer
from tests.reach import addresses_to
from tests.services.test_rows import functions
from tests.tournaments.ways import NOT_SUSPENDED, WAYS, Place, hidden_person, told
from tournaments.labels import Grade
from tournaments.models import Account, Club, Fee, Invitation, JournalEntry, Payment, Player, Registration
from tournaments.queries.people.members import grade_of
from tournaments.services.people.players import FIELDS, join_club
from tournaments.services.people.registrations import register

ROLES: dict[str, Callable[[Club], Account]] = {
    "organiser": organiser,
    "arbiter": arbiter,
    "treasurer": treasurer,
    "door": at_the_door,
}
# What the treasurer and the door do too, and what is on the page of a file, which only his clubs open.
AT_THE_CASH_DESK = {"club_fees member_fee cancel_fee_payment give_fee_back renew_members"}
FOR_FEES_ALONE = {"apply_import"}  # by the treasurer: of who is a member, and nothing else of a list
AT_THE_DOOR = {
    *("check_in_newcomer", "check_in_tap", "check_in_entry", "show_link withdraw_links"),
    "api_newcomers api_check_in",
}
ON_HIS_FILE = {
    *("edit_player", "give_player_access", "give_player_access accept_invitation", "renew_player_password"),
    *("answer_consents", "withdraw_player_link", "link_player", "player_data", "delete_player"),
    *("erase_player", "end_membership member", "own_consents own_erasure own_link own_links"),
}
# Who writes a person's rows, and whose word each asks: a function that is not here does not go in.
OF_HIS_WORD = "asks `may_change` or `speaks_for`"
OF_ITS_KEEPER = "only what its club keeps"
OF_THE_CLUB = "the club's own: its guest, its contacts, an end of its membership, its fee"
OF_A_LOGIN = "a login: a role of the club, or his file once its keeper offered it and he says yes"
OF_A_COMITE = "its own word, which holds in its clubs alone"
WRITERS = {
    "change_player": OF_HIS_WORD,
    "_set_asked": OF_HIS_WORD,
    "_ask_consent": "waits for the club that keeps the file",
    "answer_proposal": OF_HIS_WORD,
    "answer_membership": OF_HIS_WORD,
    "join_club": OF_HIS_WORD,
    "withdraw_link": OF_HIS_WORD,
    "record_consents": OF_ITS_KEEPER,
    "give_file": "under `name_keeper`, an answer or an end",
    "add_player": OF_ITS_KEEPER,
    "receive": OF_THE_CLUB,
    "_keep_own": OF_THE_CLUB,
    "_propose": OF_THE_CLUB,
    **dict.fromkeys(("_leave", "end_memberships", "take_end_back", "date_membership"), OF_THE_CLUB),
    "_die": OF_ITS_KEEPER,
    "note_unknown_periods": "a club's file of before there were periods",
    "begin_period": "the first day of what the service that calls says",
    "_take_back": OF_ITS_KEEPER,  # an import, of files that its club keeps still
    "_write": OF_ITS_KEEPER,  # a list: of others it calls `record_facts`, which proposes
    "_new_players": OF_ITS_KEEPER,
    "add_players": OF_ITS_KEEPER,
    "_people": OF_ITS_KEEPER,  # an event's file: somebody new, with his double
    "ask_erasure": "his own",
    "_pass_on": "his own: he asked as one person",
    "empty_file": "under `erase_player`, and for whom a club that leaves knew alone",
    **dict.fromkeys(("offer_link", "link_files", "unlink"), "the keeper of each of the two files"),
    **dict.fromkeys(
        ("merge_players", "join_memberships", "give_rows", "set_double_apart", "_make_double"), "the keeper of both"
    ),
    **dict.fromkeys(
        ("delete_club", "_hand_over", "_leave_without_keeper"), "a club that leaves: `give_file`, or nobody keeps it"
    ),
    **dict.fromkeys(("delete_row", "remove_tournament"), "what a page of the club takes back, asked before"),
    "take_in": "the person of an entry, whose registration it is",
    **dict.fromkeys(("_owe", "_changed"), OF_THE_CLUB),
    **dict.fromkeys(("_new_login", "link_player", "renew_password", "name_or_invite", "offer_file"), OF_A_LOGIN),
    **dict.fromkeys(("accept", "decline", "withdraw", "_close_login", "_forget_logins"), OF_A_LOGIN),
    **dict.fromkeys(("suspend", "change_suspension", "lift_suspension"), OF_A_COMITE),
    "decline_final": "what is said to who hosts the final",
    "_number_in": "what was said of a final moves to the row that leads there now",
    **dict.fromkeys(("announce_final", "change_source", "remove_source"), "a ranking that leads to a final, no person"),
    "_forget_outside": "under `erase_player`",
}
# A new model of what somebody is or owes is named here.
WRITES = re.compile(
    r"\b(?:Player\.(?:objects|rows)|(?:Membership|MembershipPeriod|Proposal|Account|Invitation|Fee|CommitteeSuspension|Declined)\.objects"
    r"|memberships|periods|proposals|declined)\b[^\n]*"
    r"\.(?:update|create|create_user|bulk_create|bulk_update|delete|get_or_create|update_or_create)\("
    r"|\baccount\.player = "
    r"|\b(?:player|membership|waiting|keep|drop|double|person|row|same|account|invitation|suspension|fee)"
    r"\.(?:save|delete)\("
)


def test_every_function_that_writes_a_person_s_rows_has_a_line() -> None:
    writing = {name for (_module, name), node in functions() if WRITES.search(ast.unparse(node))}

    assert WRITERS.keys() <= writing, "a line of the table writes nothing any more"
    assert writing - WRITERS.keys() == set(), "say whose word it asks"


# Addresses that lead to one of these functions and are not tried here, and why.
BESIDE = {
    **dict.fromkeys(
        ("delete_club", "delete_tournament", "delete_registration", "undo_import", "undo_change"),
        ("takes back what is the club's own: `queries/undo/consequences.py`"),
    ),
    **dict.fromkeys(("copy_tournament", "enter_qualified"), "who played at the club, or in a league that it hosts"),
    "prize_plan": "writes the rows of its prizes",
    "own_place": "his own page: tests/tournaments/views/clubs/test_qualifying.py",
    "own_requests": "his own page: tests/tournaments/views/people/test_known_people.py",
    **dict.fromkeys(
        ("club_access", "invite_arbiter", "withdraw_invitation", "decline_invitation", "renew_password"),
        "roles and their logins: tests/tournaments/services/people/test_invitations.py and test_appointments.py",
    ),
    **dict.fromkeys(
        ("committee_suspensions", "committee_suspension"), "tests/tournaments/services/people/test_suspensions.py"
    ),
    **dict.fromkeys(("qualifying", "edit_source"), "as `league_final`: from where a final takes its players"),
    "league_final": "who hosts it notes who does not come: tests/tournaments/views/clubs/test_leagues_over_clubs.py",
}


def test_every_address_that_leads_there_is_tried() -> None:
    """Pages and programs' addresses: a new one that can write a person's rows is in the table, or says why not."""
    tried = set(" ".join(WAYS).split())
    leading = addresses_to({function for function, node in functions() if WRITES.search(ast.unparse(node))})

    assert leading - tried - BESIDE.keys() == set()
    assert BESIDE.keys() <= leading


@pytest.fixture
def player() -> Player:
    return hidden_person(ClubFactory(name="Ailleurs"))


RELATIONS = ("keeper", "second club", "guest club", "stranger club")
# The other roles of clubs that are not his own stand with the product.
KEEPERS_AND_ORGANISERS = [
    pytest.param(relation, role, marks=() if "keeper" in relation or role == "organiser" else pytest.mark.product)
    for relation in RELATIONS
    for role in ROLES
]


def club_of(relation: str, player: Player) -> Club:
    """Return a club that is this to somebody."""
    if relation == "keeper":
        return player.club
    club = ClubFactory(name="Ici")
    if relation == "second club":
        join_club(club=club, player=player, by=None, at=NOW)
    elif relation == "guest club":
        register(tournament=TournamentFactory(club=club, date=NOT_SUSPENDED), players=[player], by=None, at=NOW)
    return club


def written(player: Player) -> object:
    columns = (*FIELDS, "club", "link_version", "erased_at", "double_of", "link_code", "linked_as")
    return Player.rows.filter(pk=player.pk).values(*columns).first()


def all_of(player: Player) -> object:
    """Return his file and what his clubs write beside it: memberships, entries, a login, what is offered or asked."""
    rows = (player.memberships, Registration.objects.filter(player=player), Account.objects.filter(player=player))
    payments = Payment.objects.filter(fee__membership__player=player)
    more = Invitation.objects.filter(player=player), Fee.objects.filter(membership__player=player), payments
    return (
        written(player),
        Player.rows.filter(pk=player.pk).values("asks_consent").first(),
        [list(one.order_by("pk").values()) for one in (*rows, *more)],
    )


@pytest.mark.django_db
@pytest.mark.page
@pytest.mark.parametrize(("relation", "role"), KEEPERS_AND_ORGANISERS)
def test_each_act_is_its_keeper_s_and_tells_nobody_else(player: Player, relation: str, role: str) -> None:
    club = club_of(relation, player)
    by = ROLES[role](club)
    place = Place(club, player, logged_in(by), by)
    before, whole, grade = written(player), all_of(player), grade_of(player, club)
    wrong: dict[str, Any] = {}
    for name, way in WAYS.items():
        cache.clear()  # how often one may ask
        with transaction.atomic():
            answers = list(way(place))
            may = role == "organiser" or name in {"treasurer": AT_THE_CASH_DESK, "door": AT_THE_DOOR}.get(role, ())
            statuses = {answer.status_code for answer in answers}
            said = told(*(text_of(answer) for answer in answers), journal_of(club))
            if relation == "keeper" and may:
                wrong[name] = all_of(player) == whole and not said
            elif role == "treasurer" and name in FOR_FEES_ALONE:
                wrong[name] = said or all_of(player) != whole
            elif not may:
                wrong[name] = statuses - {403, 405} or all_of(player)[0] != before
            else:
                wrong[name] = said or written(player) != before or Account.objects.filter(player=player).exists()
                wrong[name] = wrong[name] or grade_of(player, club) not in (grade, Grade.GUEST, Grade.ASKED, None)
                if relation != "second club":
                    wrong[name] = wrong[name] or Fee.objects.exists()
                if relation != "second club" and name in ON_HIS_FILE:
                    wrong[name] = wrong[name] or statuses - {404, 405}
            transaction.set_rollback(True)

    assert {name: what for name, what in wrong.items() if what} == {}
    lists = [place.get("club_players", format="csv"), place.get("club_guests")]
    assert {one.status_code for one in lists} == {200 if role == "organiser" else 403}
    assert bool(told(*map(text_of, lists))) == (relation == "keeper" and role == "organiser")


def text_of(answer: Any) -> str:
    content = b"".join(answer) if answer.streaming else answer.content
    return str(content, "utf-8", "replace")


def journal_of(club: Club) -> str:
    return " ".join(map(str, JournalEntry.objects.filter(club=club).values_list("subject", "details", "reason")))
