"""A league of a comité: its responsible opens it and writes its rule, each club says whether its evenings count."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    SeasonFactory,
    TournamentFactory,
    logged_in,
    organiser,
)
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.views.clubs.test_leagues import COMPOSED
from tournaments.labels import TournamentState
from tournaments.models import Account, Committee, League, LeagueGuest, Player, Season
from tournaments.queries.clubs.season_end import season_end
from tournaments.queries.standings import known_leagues, league_events
from tournaments.queries.standings.corrections import league_rule_changes
from tournaments.queries.standings.known_leagues import own_leagues
from tournaments.queries.standings.league_events import events_offered, leagues_of
from tournaments.queries.standings.leagues import public_league
from tournaments.services.clubs.clubs import SeasonFacts, create_season
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.clubs.committees import appoint_to_committee, leave_committee
from tournaments.services.clubs.leagues import LeagueFacts, answer_invitation, change_league, invite_season
from tournaments.services.undo.leaving import delete_club
from tournaments.services.undo.undoing import delete_season
from tournaments.standings import LeagueRule


def responsible(committee: Committee) -> Client:
    account: Account = AccountFactory()
    appoint_to_committee(committee=committee, username=account.username)
    return logged_in(account)


def agree(league: League, *seasons: Season) -> None:
    for guest in league.guests.filter(season__in=seasons):
        answer_invitation(guest=guest, agrees=True, by=None, at=NOW)


def totals(league: League) -> dict[str, int]:
    lines = public_league(League.objects.get(pk=league.pk)).lines
    return {line.name.partition(" ")[0]: int(line.total) for line in lines}


def read(client: Client, address: str) -> str:
    answer = client.get(address, headers={"accept-language": "fr"})
    assert answer.status_code == 200, address
    return " ".join(plain(answer.content.decode()).split())


def test_it_is_opened_by_its_responsible_and_proposed_to_every_club(
    committee: Committee, seasons: tuple[Season, Season]
) -> None:
    client, address = responsible(committee), reverse("committee_leagues", args=[committee.pk])
    SeasonFactory(club=ClubFactory(), name="Ailleurs")
    SeasonFactory(club=seasons[0].club, name="Avant", starts_on=date(2020, 9, 1), ends_on=date(2021, 6, 30))
    page = read(client, address)
    assert [name in page for name in ("Ailleurs", "Avant", f"2026-2027, {seasons[0].club}")] == [False, False, True]
    made = client.post(address, {"name": " Interclubs ", "season": seasons[0].pk})
    league = League.objects.get(committee=committee)
    assert made["Location"] == reverse("edit_league", args=[league.pk])
    assert set(league.guests.values_list("season", "agreed_at")) == {(one.pk, None) for one in seasons}
    again = client.post(address, {"name": "Interclubs", "season": seasons[0].pk})
    assert again.status_code == 422
    assert "Le comité a déjà un championnat « Interclubs » à ces dates." in plain(again.content.decode())
    assert client.post(address, {"name": "", "season": "0"}).status_code == 422
    assert f'href="{made["Location"]}"' in read(client, address)
    assert "clubs d’accord : 0 sur 2" in read(client, address)


def test_no_evening_counts_before_its_club_agreed_the_season_s_own_neither(
    league: League, seasons: tuple[Season, Season]
) -> None:
    assert totals(league) == {}
    assert leagues_of(seasons[0].tournaments.get()) == [seasons[0].main_league]
    agree(league, seasons[1])
    assert totals(league) == {"Bob": 30, "Alix": -30}
    agree(league, seasons[0])
    assert totals(league) == {"Alix": 70, "Bob": -70}
    assert leagues_of(seasons[0].tournaments.get()) == [seasons[0].main_league, league]


def test_the_responsible_alone_writes_its_rule_and_takes_a_club_out(
    committee: Committee, league: League, seasons: tuple[Season, Season]
) -> None:
    agree(league, *seasons)
    client, club = responsible(committee), logged_in(organiser(seasons[0].club))
    rule = COMPOSED | {"name": "Interclubs", "reason": "vote du comité"}
    addresses = [reverse(name, args=[league.pk]) for name in ("edit_league", "preview_rule", "delete_league")]
    elsewhere = responsible(Committee.objects.create(name="Est", slug="est"))
    for stranger in (club, logged_in(organiser(seasons[1].club)), elsewhere):
        assert [stranger.post(address, rule).status_code for address in addresses] == [403] * 3
    page = read(client, addresses[0])
    assert seasons[0].club.name in page
    assert "Soirées comptées" not in page
    assert "make_league" not in page
    assert client.post(addresses[1], rule).status_code == 200
    asked = client.post(addresses[0], rule)
    assert asked.status_code == 422  # with who moves
    seen = asked.context["form"]["seen"].value() if "seen" in asked.context["form"].fields else ""
    assert client.post(addresses[0], rule | {"seen": seen}).status_code == 303
    assert League.objects.get(pk=league.pk).ranking_rule.table == (10, 6, 4)
    assert "vote du comité" in read(Client(), league.get_absolute_url())

    guest = league.guests.get(season=seasons[1])
    out = reverse("withdraw_guest", args=[league.pk, guest.pk])
    assert club.post(out).status_code == 403
    assert client.post(out)["Location"] == addresses[0]
    assert not LeagueGuest.objects.filter(pk=guest.pk).exists()
    seen = client.get(addresses[2]).context["form"]["seen"].value()
    deleted = client.post(addresses[2], {"seen": seen})
    assert deleted["Location"] == reverse("committee_leagues", args=[committee.pk])
    assert not League.objects.filter(committee=committee).exists()


def test_the_responsible_reads_no_name_that_the_public_does_not(
    committee: Committee, league: League, seasons: tuple[Season, Season]
) -> None:
    agree(league, *seasons)
    seasons[0].club.players.update(consent=False)
    seasons[0].tournaments.update(revision=9)
    client = responsible(committee)
    preview = client.post(reverse("preview_rule", args=[league.pk]), COMPOSED).content.decode()
    page = read(client, reverse("edit_league", args=[league.pk]))
    assert [("Alix" in text, "Bob" in text) for text in (preview, page)] == [(False, True)] * 2


def test_a_player_s_leagues_are_those_that_count_his_evenings(
    committee: Committee, league: League, seasons: tuple[Season, Season], monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = Player.objects.get(last_name="Bob")
    agree(league, seasons[1])
    assert league in {own.league for own in own_leagues(bob)}
    monkeypatch.setattr(known_leagues, "MOST_OWN", 3)
    Season.objects.filter(pk=seasons[0].pk).update(starts_on=seasons[0].starts_on + timedelta(days=3))
    for name in ("Coupe", "Challenge"):  # of the days of the season of his evenings, which no club said yes to
        open_league(committee=committee, season=Season.objects.get(pk=seasons[0].pk), name=name, by=None, at=NOW)
    assert {own.league for own in own_leagues(bob)} == {league, *(season.main_league for season in seasons)}


def test_no_draft_of_another_club_is_offered_to_a_rule(league: League, seasons: tuple[Season, Season]) -> None:
    agree(league, *seasons)
    of_club = seasons[0].main_league
    invited = invite_season(league=of_club, season=seasons[1], by=None, at=NOW)
    answer_invitation(guest=invited, agrees=True, by=None, at=NOW)
    here, there = (
        TournamentFactory(club=one.club, season=one, state=TournamentState.DRAFT, name=f"Secret {one.club}")
        for one in seasons
    )
    assert {here, there}.isdisjoint(events_offered(league))
    assert [one in events_offered(of_club) for one in (here, there)] == [True, False]
    page = read(responsible(league.holder), reverse("edit_league", args=[league.pk]))
    assert "Secret" not in page


def test_of_too_many_evenings_the_last_are_offered_to_a_comite_and_its_own_to_a_club(
    league: League, seasons: tuple[Season, Season], monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(league, *seasons)
    of_club = seasons[0].main_league
    LeagueGuest.objects.create(league=of_club, season=seasons[1], agreed_at=NOW)
    here, there = (one.tournaments.get() for one in seasons)
    assert (events_offered(league), events_offered(of_club)) == ([here, there], [here, there])
    monkeypatch.setattr(league_events, "MOST_OFFERED", 1)
    assert (events_offered(league), events_offered(of_club)) == ([there], [here])


def test_every_club_s_page_and_season_leads_there(league: League, seasons: tuple[Season, Season]) -> None:
    visitor, address = Client(), league.get_absolute_url()
    pages = [f"/clubs/{season.club.slug}/" for season in seasons]
    assert all(f'<a href="{address}">Interclubs, 2026-2027</a>' in read(visitor, page) for page in pages)
    assert address not in read(visitor, f"/saisons/{seasons[0].pk}/")
    agree(league, *seasons)
    for page in (*pages, *(f"/saisons/{season.pk}/" for season in seasons)):
        assert f'comptent aussi dans : <a href="{address}">Interclubs</a>' in read(visitor, page)
    assert f'Championnats du comité : <a href="{address}">Interclubs, 2026-2027</a>' in read(
        visitor, "/comites/bourgogne/"
    )
    shown = read(visitor, address)
    assert '<a href="/comites/bourgogne/">Bourgogne</a>' in shown
    assert "Les championnats de la saison" not in shown
    assert "comptent aussi dans" not in shown


def test_a_club_answers_for_its_own_evenings_alone(league: League, seasons: tuple[Season, Season]) -> None:
    client = logged_in(organiser(seasons[0].club))
    desk = reverse("club_seasons", args=[seasons[0].club_id])
    assert "Bourgogne compte vos soirées de la saison 2026-2027 dans « Interclubs, 2026-2027 »" in read(client, desk)
    assert reverse("edit_league", args=[league.pk]) not in read(client, desk)
    own, other = (league.guests.get(season=season) for season in seasons)
    for guest in (own, other):
        client.post(reverse("answer_invitation", args=[seasons[0].club_id, guest.pk]), {"agrees": "1"})
    assert list(league.guests.exclude(agreed_at=None)) == [own]


def test_a_club_that_leaves_hands_it_over_with_its_rule_and_its_clubs(
    committee: Committee, league: League, seasons: tuple[Season, Season]
) -> None:
    agree(league, seasons[1])
    facts = LeagueFacts(league.name, LeagueRule(best_of=1))
    change_league(league=league, facts=facts, reason="vote", by=None, at=NOW)
    league.refresh_from_db()
    before = league.revision
    leave_committee(club=seasons[0].club, reason="pour l’Auvergne", by=None, at=NOW)
    league.refresh_from_db()
    assert league.revision > before  # its page is made again
    assert (league.season, league.committee, league.number) == (seasons[1], committee, 2)
    assert [change.reason for change in league_rule_changes(league)] == ["vote"]
    assert totals(league) == {"Bob": 30, "Alix": -30}
    leave_committee(club=seasons[1].club, reason="aussi", by=None, at=NOW)
    league = League.objects.get(pk=league.pk)
    assert (league.season, league.committee) == (seasons[1], None)  # no other club is left: it is the club's own
    assert totals(league) == {"Bob": 30, "Alix": -30}
    assert not league.guests.exists()  # its own season is none: the other club had not answered


def test_the_end_of_a_season_asks_nothing_of_the_comite_s_league(
    league: League, seasons: tuple[Season, Season]
) -> None:
    assert [each.league for each in season_end(seasons[0]).leagues] == [seasons[0].main_league]


def test_a_club_that_leaves_may_still_answer_another_club(seasons: tuple[Season, Season]) -> None:
    invite_season(league=seasons[0].main_league, season=seasons[1], by=None, at=NOW)
    leave_committee(club=seasons[1].club, reason="pour l’Auvergne", by=None, at=NOW)
    assert seasons[0].main_league.guests.filter(season=seasons[1]).exists()


def test_a_club_that_agreed_takes_it_before_one_that_has_not_answered(
    committee: Committee, seasons: tuple[Season, Season]
) -> None:
    last = SeasonFactory(club=ClubFactory(name="Volnay", committee=committee))
    league = open_league(committee=committee, season=seasons[0], name="Coupe", by=None, at=NOW)
    agree(league, last)
    leave_committee(club=seasons[0].club, reason="pour l’Auvergne", by=None, at=NOW)
    assert League.objects.get(pk=league.pk).season == last


def test_a_club_that_leaves_is_asked_no_more_and_takes_out_what_it_agreed_to(
    committee: Committee, league: League, seasons: tuple[Season, Season]
) -> None:
    other = open_league(committee=committee, season=seasons[0], name="Coupe", by=None, at=NOW)
    agree(other, seasons[1])
    leave_committee(club=seasons[1].club, reason="pour l’Auvergne", by=None, at=NOW)
    assert list(league.guests.values_list("season", flat=True)) == [seasons[0].pk]
    assert totals(other) == {"Bob": 30, "Alix": -30}
    (guest,) = other.guests.filter(season=seasons[1])
    address = reverse("answer_invitation", args=[seasons[1].club_id, guest.pk])
    logged_in(organiser(seasons[1].club)).post(address, {"agrees": "0"})
    assert totals(other) == {}


def test_two_leagues_of_one_name_are_told_apart_where_one_season_gets_both(
    committee: Committee, league: League, seasons: tuple[Season, Season]
) -> None:
    Season.objects.filter(pk=seasons[1].pk).update(starts_on=seasons[1].starts_on - timedelta(days=3))
    there = Season.objects.get(pk=seasons[1].pk)
    open_league(committee=committee, season=there, name="Interclubs", by=None, at=NOW)
    there.leagues.create(number=9, name="Interclubs")
    leave_committee(club=seasons[0].club, reason="pour l’Auvergne", by=None, at=NOW)
    league.refresh_from_db()
    assert (league.season, league.committee, league.name) == (there, committee, "Interclubs (2)")
    leave_committee(club=there.club, reason="aussi", by=None, at=NOW)
    names = sorted(there.leagues.filter(committee=None).values_list("name", flat=True))
    assert names[-3:] == ["Interclubs", "Interclubs (2)", "Interclubs (2) (2)"]


def test_a_club_that_leaves_the_site_hands_it_over_too(league: League, seasons: tuple[Season, Season]) -> None:
    delete_club(club=seasons[0].club, name=seasons[0].club.name, by=None, at=NOW, seen=None)
    league.refresh_from_db()
    assert league.season == seasons[1]


def test_a_new_season_takes_no_league_of_the_comite_and_an_old_one_stays_for_it(
    league: League, seasons: tuple[Season, Season]
) -> None:
    starts, ends = seasons[0].starts_on.replace(year=2030), seasons[0].ends_on.replace(year=2031)
    facts = SeasonFacts("2030-2031", starts, ends)
    made = create_season(club=seasons[0].club, facts=facts, leagues_of=seasons[0], by=None, at=NOW)
    assert [one.name for one in made.leagues.all()] == [one.name for one in seasons[0].leagues.filter(committee=None)]
    seasons[0].tournaments.update(season=None)
    refused = refusal_of(delete_season, season=seasons[0], by=None, at=NOW, seen=None)
    assert "Un championnat du comité a les jours de cette saison : Interclubs." in plain(str(refused))


def test_a_club_outside_is_not_asked(league: League, seasons: tuple[Season, Season]) -> None:
    outside = SeasonFactory(club=ClubFactory(name="Brest"))
    assert refusal_of(invite_season, league=league, season=outside, by=None, at=NOW).code == "not_of_the_committee"
    committee = league.committee
    stale = refusal_of(open_league, committee=committee, season=outside, name="", by=None, at=NOW)
    assert set(stale.fields) == {"name", "season"}


def test_three_leagues_of_a_comite_take_as_many_statements_as_one(
    committee: Committee,
    league: League,
    seasons: tuple[Season, Season],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = responsible(committee), reverse("committee_leagues", args=[committee.pk])
    read(client, address)
    with django_assert_num_queries(8) as one:
        read(client, address)
    for name in ("Coupe", "Challenge"):
        open_league(committee=committee, season=seasons[1], name=name, by=None, at=NOW)
    with django_assert_num_queries(len(one.captured_queries)):
        assert read(client, address).count("clubs d’accord : 0 sur 2") == 3
