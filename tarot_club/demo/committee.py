"""A comité for the demonstration: a second, small club, and a championship that counts the evenings of both."""

from datetime import datetime, time, timedelta

from django.utils import timezone

from tarot_club.demo.cast import cast
from tarot_club.demo.playing import PlayedEvening
from tarot_club.demo.season import play_evening
from tournaments.models import Account, Club, Committee, Season
from tournaments.services.clubs.clubs import SeasonFacts, create_club, create_season
from tournaments.services.clubs.committee_leagues import open_league
from tournaments.services.clubs.committees import (
    Lists,
    appoint_to_committee,
    change_committee,
    create_committee,
    name_arbiter,
    open_lists,
)
from tournaments.services.clubs.leagues import answer_invitation
from tournaments.services.clubs.qualifying import announce_final
from tournaments.services.clubs.series import SeriesFacts, create_series
from tournaments.services.people.players import add_player
from tournaments.standings import Cut

COMMITTEE, OTHER_CLUB, LEAGUE = "Comité des Deux Rives", "Tarot Club du Lac", "Interclubs"
MEMBERS, FINALISTS = 8, 16


def join_a_committee(
    club: Club, season: Season, responsible: Account, evening: PlayedEvening, at: datetime
) -> Committee:
    """
    Put the club and a new one into a comité, with its championship, its arbiter and what each lets it read.

    Nobody logs in for the other club: the demonstration's logins see one club, and the comité's both.
    """
    other = create_club(name=OTHER_CLUB, town="Saint-Jean-du-Lac", organiser=None, by=None, at=at)
    facts = SeasonFacts(season.name, season.starts_on, season.ends_on)
    beside = create_season(club=other, facts=facts, by=None, at=at)
    people = [add_player(club=other, facts=one, by=None, at=at) for one in cast(MEMBERS, evening.rng)]
    skills = {player.pk: evening.rng.gauss(0, 40) for player in people}
    today = timezone.localdate(at)
    played, coming = max(season.starts_on, today - timedelta(days=16)), today + timedelta(days=9)
    play_evening("Soirée du lac", played, beside, people, skills, evening.rng, evening.organiser, at)
    create_series(club=other, facts=SeriesFacts("La soirée du lac", coming, starts_at=time(20)), by=None, at=at)

    committee = create_committee(name=COMMITTEE)
    committee = change_committee(committee=committee, name=COMMITTEE, clubs=(club, other), by=None, at=at)
    appoint_to_committee(committee=committee, username=responsible.username)
    for one in (club, other):
        lists = Lists(lists_members=True, lists_arbiters=True)
        open_lists(club=one, committee_id=committee.pk, lists=lists, by=None, at=at)
    name_arbiter(committee=committee, account=evening.arbiter, by=responsible, at=at)
    league = open_league(committee=committee, season=season, name=LEAGUE, by=responsible, at=at)
    for guest in league.guests.select_related("season__club"):
        answer_invitation(guest=guest, agrees=True, by=None, at=at)
    announce_final(league=league, cut=Cut(first=FINALISTS, club_most=12), final=None, by=responsible, at=at)
    return committee
