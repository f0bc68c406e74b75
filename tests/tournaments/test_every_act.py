"""Every act on a person, by what a club is to him and who acts there; every function that writes his rows is told."""

import ast
import re
from collections.abc import Callable

import pytest
from django.urls import reverse

from tests.factories import (
    NOW,
    ClubFactory,
    PlayerFactory,
    TournamentFactory,
    arbiter,
    at_the_door,
    logged_in,
    organiser,
    treasurer,
)
from tests.services.test_rows import functions
from tournaments.models import Account, Club, JournalEntry, Player
from tournaments.services.people.players import FIELDS, join_club
from tournaments.services.people.registrations import register

SECRETS = ("al@exemple.fr", "0612345678", "1950", "propos injurieux")
ROLES: dict[str, Callable[[Club], Account]] = {
    "organiser": organiser,
    "arbiter": arbiter,
    "treasurer": treasurer,
    "door": at_the_door,
}
TYPED = {"last_name": "MOQUÉ", "first_name": "Al", "licence": "6418522", "category": "jeune", "consent": "on"}
# Each page of a person at a club, and what is sent there.
ACTS: dict[str, dict[str, str]] = {
    "edit_player": TYPED | {"birth_year": "1999", "public_name": "Autre"},
    "give_player_access": {"username": "al"},
    "renew_player_password": {},
    "answer_consents": {"answer": "oui"},
    "withdraw_player_link": {"reason": "perdu"},
    "delete_player": {"seen": ""},
    "erase_player": {"seen": "", "name": "Roy Al"},
    "merge_players": {},
    "player_data": {},
    "member": {},
}
# Who writes a person's rows, and whose word each asks: a function that is not here does not go in.
OF_HIS_WORD = "asks `may_change` or `speaks_for`"
OF_ITS_KEEPER = "only what its club keeps"
OF_THE_CLUB = "the club's own: its guest, its contacts, an end of its membership"
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
    "end_membership": OF_THE_CLUB,
    "_take_back": OF_ITS_KEEPER,  # an import, of files that its club keeps still
    "_write": OF_ITS_KEEPER,  # a list: of others it calls `record_facts`, which proposes
    "_new_players": OF_ITS_KEEPER,
    "_people": OF_ITS_KEEPER,  # an event's file: somebody new, with his double
    "ask_erasure": "his own",
    "_pass_on": "his own: he asked as one person",
    "empty_file": "under `erase_player`, and for whom a club that leaves knew alone",
    **dict.fromkeys(("offer_link", "link_files", "unlink"), "the keeper of each of the two files"),
    **dict.fromkeys(
        ("merge_players", "join_memberships", "give_rows", "set_double_apart", "_make_double"), "the keeper of both"
    ),
    **dict.fromkeys(("delete_club", "_hand_over"), "a club that leaves: `give_file`, or nobody keeps it"),
    **dict.fromkeys(("delete_row", "remove_tournament"), "what a page of the club takes back, asked before"),
    "take_in": "the person of an entry, whose registration it is",
}
WRITES = re.compile(
    r"\b(?:Player\.(?:objects|rows)|Membership\.objects|Proposal\.objects|memberships|proposals)\b[^\n]*"
    r"\.(?:update|create|bulk_create|bulk_update|delete|get_or_create|update_or_create)\("
    r"|\b(?:player|membership|waiting|keep|drop|double|person|row|same)\.(?:save|delete)\("
)


def test_every_function_that_writes_a_person_s_rows_has_a_line() -> None:
    writing = {name for (_module, name), node in functions() if WRITES.search(ast.unparse(node))}

    assert WRITERS.keys() <= writing, "a line of the table writes nothing any more"
    assert writing - WRITERS.keys() == set(), "say whose word it asks"


@pytest.fixture
def player() -> Player:
    known = {"licence": "6418522", "last_name": "Roy", "first_name": "Al", "birth_year": 1950, "consent": False}
    secret = {"email": "al@exemple.fr", "email_consent": True, "phone": "0612345678", "phone_consent": True}
    barred = {"suspended_from": NOW.date(), "suspension_reason": "propos injurieux"}
    return PlayerFactory(club=ClubFactory(name="Ailleurs"), **known, **secret, **barred)


def club_of(relation: str, player: Player) -> Club:
    """Return a club that is this to somebody."""
    if relation == "keeper":
        return player.club
    club = ClubFactory(name="Ici")
    if relation == "second club":
        join_club(club=club, player=player, by=None, at=NOW)
    elif relation == "guest club":
        register(tournament=TournamentFactory(club=club), players=[player], by=None, at=NOW)
    return club


def written(player: Player) -> object:
    return Player.objects.filter(pk=player.pk).values(*FIELDS, "club", "link_version", "erased_at").first()


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("relation", ["keeper", "second club", "guest club", "stranger club"])
def test_each_act_is_its_keeper_s_and_tells_nobody_else(player: Player, relation: str, role: str) -> None:
    club, before = club_of(relation, player), written(player)
    client = logged_in(ROLES[role](club))
    answers = []
    for name, typed in ACTS.items():
        where = reverse(name, args=[club.pk, player.pk])
        got, sent = client.get(where), client.post(where, typed)
        for answer in (sent,) if got.status_code in (302, 405) else (got, sent):  # an act alone has no page
            content = b"".join(answer) if answer.streaming else answer.content
            answers.append((name, answer.status_code, content.decode()))
        if relation == "keeper":
            break  # what he may is tried where each act is: here is what others may not
    lists = [client.get(reverse("club_players", args=[club.pk]), {"format": "csv"})]
    lists.append(client.get(reverse("club_guests", args=[club.pk])))

    if role != "organiser":
        assert {(name, status) for name, status, _text in answers if status not in (403, 405)} == set()
        assert {one.status_code for one in lists} == {403}
    elif relation in ("guest club", "stranger club"):
        assert {(name, status) for name, status, _text in answers if status not in (404, 405)} == set()
    if relation == "keeper":
        assert (written(player) != before) == (role == "organiser")
        return
    assert written(player) == before
    assert not Account.objects.exclude(player=None).exists()
    said = " ".join([text for _name, _status, text in answers] + [one.content.decode() for one in lists])
    journal = " ".join(map(str, JournalEntry.objects.filter(club=club).values_list("subject", "details", "reason")))
    assert [secret for secret in SECRETS if secret in said + journal] == []
