"""Members renewed at the start of a season: all at once, each at his rate; and who did not renew."""

import re
from datetime import date
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import DAY, NOW, PlayerFactory, SeasonFactory, a_fee, logged_in, treasurer
from tests.texts import words
from tournaments.labels import EndReason, Grade, RateCode
from tournaments.models import Club, Fee, MembershipPeriod, Player, Season
from tournaments.queries.money.fees import member_fees
from tournaments.services.people.members import end_membership
from tournaments.services.people.players import PlayerFacts, add_player

pytestmark = pytest.mark.django_db

EIGHTY = 80


@pytest.fixture
def before(club: Club) -> Season:
    return SeasonFactory(club=club, name="2025-2026", starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))


@pytest.fixture
def season(club: Club, before: Season) -> Season:
    """The season that begins, with the rates of the one before, one of them dearer."""
    season = SeasonFactory(club=club, name="2026-2027", starts_on=date(2026, 9, 1), ends_on=date(2027, 8, 31))
    for each, amount in ((before, 3000), (season, 3500)):
        each.rates.create(label="Adulte", amount=amount, code=RateCode.ADULT, place=1)
        each.rates.create(label="Couple", amount=5000, code=RateCode.OTHER, place=2)
    return season


def ticked(page: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'name="player"\s+value="(\d+)"\s+id="player-\d+"\s+checked', page)]


def listed(page: str) -> list[int]:
    return [int(pk) for pk in re.findall(r'name="player"\s+value="(\d+)"', page)]


def test_eighty_members_are_renewed_in_five_clicks_from_the_page_of_the_club(
    as_organiser: Client, club: Club, season: Season
):
    """Each page has the link to the next; the fourth click is the button, under which all are ticked."""
    PlayerFactory.create_batch(EIGHTY, club=club)
    way = [
        reverse("club_desk", args=[club.pk]),
        reverse("club_players", args=[club.pk]),
        reverse("club_fees", args=[club.pk]),
        reverse("renew_members", args=[season.pk]),
    ]
    for page, following in pairwise(way):
        assert f'href="{following}"' in as_organiser.get(page).content.decode()
    people = ticked(as_organiser.get(way[-1]).content.decode())
    assert len(people) == EIGHTY

    for _twice in range(2):  # two tabs, or the button pressed twice
        assert as_organiser.post(way[-1], {"player": people}).status_code == 303
        assert season.fees.count() == EIGHTY
    assert len(way) <= 5


def test_each_keeps_his_rate_by_its_name_and_who_stopped_is_not_there(
    as_organiser: Client, club: Club, before: Season, season: Season
):
    couple, new, stopped = (PlayerFactory(club=club, last_name=name) for name in ("DEUX", "NEUF", "PARTI"))
    Fee.objects.create(membership=couple.memberships.get(), season=before, rate=before.rates.get(label="Couple"))
    end_membership(club=club, player=stopped, by=None, at=NOW)
    address = reverse("renew_members", args=[season.pk])
    page = as_organiser.get(address)
    assert "DEUX Prénom" in words(page)
    assert "PARTI" not in words(page)

    as_organiser.post(address, {"player": [couple.pk, new.pk, stopped.pk]})

    owed = dict(season.fees.values_list("membership__player__last_name", "rate__label"))
    assert owed == {"DEUX": "Couple", "NEUF": "Adulte"}


def test_who_is_not_ticked_waits_unticked_and_is_then_noted_as_who_did_not_renew(
    as_organiser: Client, club: Club, season: Season
):
    stays, leaves = (PlayerFactory(club=club, last_name=name) for name in ("RESTE", "PART"))
    MembershipPeriod.objects.update(since=date(2020, 9, 1))
    address = reverse("renew_members", args=[season.pk])
    assert "Décochez qui ne revient pas." in words(as_organiser.get(address))
    as_organiser.post(address, {"player": [stays.pk]})
    page = as_organiser.get(address)
    assert "Cochez qui revient." in words(page)
    assert (listed(page.content.decode()), ticked(page.content.decode())) == ([leaves.pk], [])
    assert 'value="2026-08-31"' in page.content.decode()  # the last day of the season before is proposed

    wrong = as_organiser.post(address, {"player": [leaves.pk], "do": "stop", "until": "2019-01-01"})
    assert (wrong.status_code, "PART" in words(wrong)) == (422, True)
    assert as_organiser.post(address, {"do": "stop", "until": "2026-08-31"}).status_code == 303  # nobody is ticked
    assert leaves in club.players
    as_organiser.post(address, {"player": [leaves.pk], "do": "stop", "until": "2026-08-31"})

    period = MembershipPeriod.objects.get(membership__player=leaves)
    assert (period.until, period.reason) == (date(2026, 8, 31), "lapsed")
    assert "Tous les membres ont leur cotisation" in words(as_organiser.get(address))


def test_a_season_that_is_over_renews_nobody_and_says_so(as_organiser: Client, club: Club, season: Season):
    player = PlayerFactory(club=club)
    Season.objects.filter(pk=season.pk).update(starts_on=date(2023, 9, 1), ends_on=date(2024, 8, 31))
    address = reverse("renew_members", args=[season.pk])
    assert "est finie depuis le 31 août 2024" in words(as_organiser.get(address))
    refused = as_organiser.post(address, {"player": [player.pk]})
    assert (refused.status_code, "personne n’y est plus renouvelé" in words(refused)) == (422, True)
    assert not season.fees.exists()


def test_the_page_counts_the_members_of_the_season(as_organiser: Client, club: Club, season: Season):
    PlayerFactory.create_batch(2, club=club)
    end_membership(club=club, player=PlayerFactory(club=club), reason=EndReason.DIED, until=DAY, by=None, at=NOW)
    page = words(as_organiser.get(reverse("renew_members", args=[season.pk])))
    assert "2 membres au" in page
    assert "2 sont restés, de 3 à la veille de la saison 1 a arrêté (est décédé : 1) senior : 2" in page


def test_the_list_is_taken_away_with_the_rate_of_each(as_organiser: Client, club: Club, season: Season):
    PlayerFactory(club=club, last_name="ROY", licence="777")
    file = as_organiser.get(reverse("renew_members", args=[season.pk]), {"format": "csv"})
    assert file.content.decode("utf-8-sig").splitlines() == ["Joueur;Licence;Tarif;Dû", "ROY Prénom;777;Adulte;35,00"]


def test_nobody_ticked_is_told_and_a_season_without_rates_leads_to_them(
    as_organiser: Client, club: Club, season: Season
):
    PlayerFactory(club=club)
    address = reverse("renew_members", args=[season.pk])
    assert "cochez au moins un membre" in words(as_organiser.post(address, {}, follow=True))
    other = SeasonFactory(club=club, name="sans", starts_on=date(2027, 9, 1), ends_on=date(2028, 8, 31))
    page = as_organiser.get(reverse("renew_members", args=[other.pk])).content.decode()
    assert reverse("season_rates", args=[other.pk]) in page


def test_the_treasurer_renews_and_ends_no_membership(club: Club, season: Season):
    player = PlayerFactory(club=club)
    client = logged_in(treasurer(club))
    address = reverse("renew_members", args=[season.pk])
    assert 'value="stop"' not in client.get(address).content.decode()
    client.post(address, {"player": [player.pk], "do": "stop", "until": "2026-08-31"})
    assert player in club.players
    assert season.fees.count() == 1


def test_the_page_asks_no_more_for_three_than_for_one(
    as_organiser: Client, club: Club, season: Season, django_assert_max_num_queries
):
    def asked() -> int:
        PlayerFactory(club=club)
        with django_assert_max_num_queries(30) as count:
            as_organiser.get(reverse("renew_members", args=[season.pk]))
        return len(count)

    first = asked()
    PlayerFactory(club=club)
    assert asked() == first


def test_a_guest_a_stranger_and_a_former_member_owe_nothing(club: Club, season: Season):
    """Whoever came by the door, from home or from a file of results is a guest: he owes nothing."""
    former = PlayerFactory(club=club)
    a_fee(former.memberships.get(), season).payments.all().delete()
    end_membership(club=club, player=former, by=None, at=NOW)
    add_player(club=club, facts=PlayerFacts("VENT", "Éole"), grade=Grade.GUEST, by=None, at=NOW)
    assert list(member_fees(season)) == []
    assert Player.objects.count() == 2
