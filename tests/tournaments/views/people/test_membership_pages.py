"""Pages of a membership: somebody stops, comes back, never stopped; lists of members on a day, and of former ones."""

import csv
import io
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import DAY, NOW, ClubFactory, PlayerFactory
from tests.texts import words
from tournaments.labels import EndReason, Grade
from tournaments.models import Club, Membership, Player
from tournaments.queries.people.members import grade_of, members_on
from tournaments.services.people.joining import receive
from tournaments.services.people.members import end_membership
from tournaments.services.people.players import PlayerFacts, add_player, join_club

LAST_YEAR = DAY - timedelta(days=365)


@pytest.fixture
def player(club: Club) -> Player:
    facts = PlayerFacts("ROY", "Al", licence="777", email="al@exemple.fr", email_consent=True)
    return add_player(club=club, facts=facts, since=LAST_YEAR, by=None, at=NOW)


@pytest.fixture
def former(club: Club, player: Player) -> Player:
    until = DAY - timedelta(days=60)
    return end_membership(club=club, player=player, until=until, reason=EndReason.RESIGNED, by=None, at=NOW)


def member_page(club: Club, player: Player) -> str:
    return reverse("member", args=[club.pk, player.pk])


def test_somebody_stops_on_a_page_that_says_what_becomes_of_him(as_organiser: Client, club: Club, player: Player):
    assert "membre depuis le 21 novembre 2025" in words(as_organiser.get(member_page(club, player)))
    where = reverse("end_membership", args=[club.pk, player.pk])
    shown = as_organiser.get(where)
    assert "Le club garde sa fiche parmi les anciens membres" in words(shown)
    typed = {"seen": shown.context["consequences"].seen, "until": "2026-10-31", "remark": "déménage"}

    wrong = as_organiser.post(where, typed | {"reason": "x"})
    assert (wrong.status_code, player in club.players) == (422, True)
    assert 'value="2026-10-31"' in wrong.content.decode()
    later = as_organiser.post(where, typed | {"reason": "moved", "until": "2027-10-31"})
    assert (later.status_code, "n’est pas encore venu" in words(later)) == (422, True)
    done = as_organiser.post(where, typed | {"reason": "moved"}, follow=True)

    assert "membre du 21 novembre 2025 au 31 octobre 2026 est parti dans un autre club (déménage)" in words(done)
    assert player not in club.players


def test_a_former_member_comes_back_on_a_day_or_never_stopped(as_organiser: Client, club: Club, former: Player):
    page = member_page(club, former)
    assert "Ancien membre" in words(as_organiser.get(page))
    assert as_organiser.post(page, {"since": (DAY + timedelta(days=400)).isoformat()}).status_code == 422
    assert as_organiser.post(page, {"undo": "1"}).status_code == 303
    assert list(former.memberships.get().periods.values_list("since", "until")) == [(LAST_YEAR, None)]
    assert as_organiser.post(page, {"since": "2020-09-01"}).status_code == 303  # the first day was wrong
    assert former.memberships.get().periods.get().since == date(2020, 9, 1)


def test_a_former_member_is_a_member_again_by_one_button(as_organiser: Client, club: Club, former: Player):
    page = member_page(club, former)
    assert f'value="{timezone.localdate().isoformat()}"' in as_organiser.get(page).content.decode()  # today is proposed
    for _twice in range(2):
        as_organiser.post(page, {"since": DAY.isoformat()})
    assert former in club.players
    assert former.memberships.get().periods.count() == 2


def test_another_club_s_former_member_is_read_as_a_guest_and_asked_for(as_organiser: Client, club: Club):
    player = PlayerFactory(club=ClubFactory(), last_name="ROY", email="al@exemple.fr", email_consent=True)
    join_club(club=club, player=player, by=None, at=NOW)
    Membership.objects.filter(club=club).update(email="al@ici.fr", email_consent=True)
    end_membership(club=club, player=player, until=DAY, by=None, at=NOW)
    page = as_organiser.get(member_page(club, player))
    assert "@" not in words(page)
    assert reverse("edit_player", args=[club.pk, player.pk]) not in page.content.decode()
    as_organiser.post(member_page(club, player), {"since": DAY.isoformat()})
    assert grade_of(player, club) == Grade.ASKED


def test_the_page_of_who_died_has_no_link_of_his(as_organiser: Client, club: Club, player: Player):
    file = reverse("edit_player", args=[club.pk, player.pk])
    assert "/j/" in as_organiser.get(file).content.decode()
    end_membership(club=club, player=player, until=DAY, reason=EndReason.DIED, by=None, at=NOW)
    page = as_organiser.get(file)
    assert (page.status_code, "/j/" in page.content.decode()) == (200, False)
    own = words(as_organiser.get(member_page(club, player)))
    assert "le club ne lui écrit plus" in own
    assert not any(told in own for told in ("Faire membre", "al@exemple.fr", "jouer ici"))


# The lists


def names(client: Client, club: Club, **narrowed: str) -> list[str]:
    """Return the family names of the club's list, from its file, and that its page has the same."""
    address = reverse("club_players", args=[club.pk])
    listed = client.get(address, narrowed | {"format": "csv"}).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(listed, newline=""), delimiter=";"))
    page = client.get(address, narrowed).content.decode()
    assert all(row["nom"] in page for row in rows)
    return [row["nom"] for row in rows]


def test_the_list_has_members_today_on_a_day_or_former_ones(as_organiser: Client, club: Club, former: Player):
    since = date(2026, 11, 1)
    add_player(club=club, facts=PlayerFacts("NEUF", "Éve"), since=since, by=None, at=NOW)
    PlayerFactory(club=club, last_name="TOUJOURS")  # since nobody knows when
    receive(club, [PlayerFactory(last_name="PASSAGE")])
    for narrowed, found in (
        ({}, ["NEUF", "TOUJOURS"]),
        ({"state": "anciens"}, ["ROY"]),
        ({"on": "2026-09-01"}, ["ROY", "TOUJOURS"]),
        ({"on": "2026-09-22"}, ["ROY", "TOUJOURS"]),  # the last day counts
        ({"on": "2026-09-23"}, ["TOUJOURS"]),
        ({"on": "2026-11-01"}, ["NEUF", "TOUJOURS"]),  # the first day too
        ({"on": "2026-10-31"}, ["TOUJOURS"]),
        ({"on": "2026-09-01", "q": "roy"}, ["ROY"]),
    ):
        assert names(as_organiser, club, **narrowed) == found, narrowed
    assert list(members_on(club.pk, since).order_by("last_name").values_list("last_name", flat=True)) == [
        "NEUF",
        "TOUJOURS",
    ]


def test_a_day_that_does_not_exist_lists_who_is_a_member(as_organiser: Client, club: Club, former: Player):
    PlayerFactory(club=club, last_name="ICI")
    answer = as_organiser.get(reverse("club_players", args=[club.pk]), {"on": "2026-02-31"})
    assert (answer.status_code, "ICI" in words(answer), "ROY" in words(answer)) == (200, True, False)


def test_the_file_says_the_days_of_each(as_organiser: Client, club: Club, former: Player):
    address = reverse("club_players", args=[club.pk])
    listed = as_organiser.get(address, {"state": "anciens", "format": "csv"}).content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(listed, newline=""), delimiter=";")
    days = (row["membre depuis"], row["membre jusqu’au"], row["pourquoi"])
    assert days == ("2025-11-21", "2026-09-22", "a démissionné")


@pytest.mark.parametrize("state", ["", "anciens"])
def test_the_list_asks_no_more_for_three_than_for_one(
    as_organiser: Client, club: Club, state: str, django_assert_max_num_queries
):
    def asked() -> int:
        player = PlayerFactory(club=club)
        if state:
            end_membership(club=club, player=player, until=DAY, by=None, at=NOW)
        with django_assert_max_num_queries(30) as count:
            as_organiser.get(reverse("club_players", args=[club.pk]), {"state": state})
        return len(count)

    first = asked()
    PlayerFactory(club=club)
    asked()
    assert asked() == first
