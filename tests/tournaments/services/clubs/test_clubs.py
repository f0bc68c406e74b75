"""Clubs and seasons."""

from datetime import date

import pytest

from tests.factories import NOW, AccountFactory, ClubFactory, SeasonFactory, TournamentFactory, other_league
from tests.refusals import refusal_of
from tests.tournaments.qualifying import leads
from tournaments.models import Club, JournalEntry, League, LeagueGuest, Season, Series
from tournaments.models.seasons import MAIN
from tournaments.permissions import Role, roles_of
from tournaments.refusals import Refusal
from tournaments.services.clubs.clubs import SeasonFacts, change_club, change_season, create_club, create_season
from tournaments.standings import Brings, Cut, LeagueRule, LeagueTie

FACTS = SeasonFacts("2026-2027", date(2026, 9, 1), date(2027, 6, 30))
NEXT = SeasonFacts("2027-2028", date(2027, 9, 1), date(2028, 6, 30))


@pytest.mark.django_db
def test_a_new_club_has_its_organiser_and_an_address_of_its_own():
    ClubFactory(name="Tarot à Carbay", slug="tarot-a-carbay")
    account = AccountFactory()

    club = create_club(name=" Tarot  à Carbay ! ", organiser=account, by=account, at=NOW)

    assert (club.name, club.slug) == ("Tarot à Carbay !", "tarot-a-carbay-2")
    assert Role.ORGANISER in roles_of(account, club=club)
    assert JournalEntry.objects.get().action == "club créé"


def test_two_clubs_never_have_one_name(club: Club):
    assert refusal_of(create_club, name=club.name, organiser=None, by=None, at=NOW).code == "club_exists"


def test_a_season_is_created_then_changed(club: Club):
    season = create_season(club=club, facts=FACTS, by=None, at=NOW)

    changed = SeasonFacts("2026-2027", FACTS.starts_on, date(2027, 7, 14))
    change_season(season=season, facts=changed, by=None, at=NOW)

    season.refresh_from_db()
    assert (season.ends_on, season.main_league.ranking_rule) == (date(2027, 7, 14), LeagueRule())
    assert JournalEntry.objects.first().details == {"ends_on": ["2027-06-30", "2027-07-14"]}


def test_a_season_takes_the_leagues_of_another_over_with_their_rules_and_nothing_else(club: Club):
    rule = LeagueRule(best_of=8, ties=(LeagueTie.WINS, LeagueTie.BEST))
    last = SeasonFactory(club=club, rule=rule, starts_on=date(2025, 9, 1), ends_on=date(2026, 8, 31))
    challenge = other_league(last, LeagueRule(brings=Brings.TABLE, table=(10, 6, 4), bonus=2))
    series = Series.objects.create(club=club, name="Le vendredi", starts_on=FACTS.starts_on)
    last.leagues.filter(pk=challenge.pk).update(series=series, number=7)
    leads(challenge, TournamentFactory(club=club, season=last), first=8, carried=50)
    guest = SeasonFactory(club=ClubFactory())
    LeagueGuest.objects.create(league=challenge, season=guest, agreed_at=NOW)

    season = create_season(club=club, facts=FACTS, leagues_of=last, by=None, at=NOW)

    first, second = season.leagues.all()
    assert (first.number, first.name, first.ranking_rule) == (MAIN, "Championnat", rule)
    assert (second.number, second.name, second.ranking_rule) == (2, challenge.name, challenge.ranking_rule)
    assert (second.series, second.guests.count(), second.publications.count()) == (series, 0, 0)
    assert [(row.final, row.cut) for row in second.qualifyings.all()] == [(None, Cut(first=8, carried=50))]
    assert JournalEntry.objects.first().details["leagues"] == ["Championnat", challenge.name]
    assert (
        refusal_of(create_season, club=club, facts=NEXT, leagues_of=guest, by=None, at=NOW).code == "season_elsewhere"
    )


def test_the_terms_of_a_season_are_those_of_the_next(club: Club):
    """Its single evenings are still to come."""
    last = SeasonFactory(club=club, name="2027-2028", starts_on=date(2027, 9, 1), ends_on=date(2028, 8, 31))
    rule = LeagueRule(starts_on=date(2027, 9, 1), ends_on=date(2028, 2, 29), only_chosen=True, weights=((7, 200),))
    League.objects.update(rule=rule.data)

    facts = SeasonFacts("2028-2029", date(2028, 9, 1), date(2029, 8, 31))
    taken = create_season(club=club, facts=facts, leagues_of=last, by=None, at=NOW).main_league.ranking_rule

    assert taken == LeagueRule(starts_on=date(2028, 9, 1), ends_on=date(2029, 2, 28), only_chosen=True)


def test_a_term_without_a_day_in_the_new_season_goes(club: Club):
    spring = SeasonFactory(club=club, starts_on=date(2025, 1, 6), ends_on=date(2025, 6, 30))
    autumn = SeasonFacts("Automne", date(2025, 9, 1), date(2025, 12, 31))
    after = SeasonFacts("Printemps", date(2026, 1, 5), date(2026, 6, 30))
    spring.leagues.update(rule=LeagueRule(bonus=1, ends_on=date(2025, 3, 31)).data)
    made = create_season(club=club, facts=autumn, leagues_of=spring, by=None, at=NOW)
    assert made.main_league.ranking_rule == LeagueRule(bonus=1)
    made.leagues.update(rule=LeagueRule(bonus=1, starts_on=date(2025, 10, 1)).data)
    made = create_season(club=club, facts=after, leagues_of=Season.objects.get(pk=made.pk), by=None, at=NOW)
    assert made.main_league.ranking_rule == LeagueRule(bonus=1)


def test_days_are_of_one_season(club: Club):
    season = create_season(club=club, facts=FACTS, by=None, at=NOW)
    create_season(club=ClubFactory(), facts=FACTS, by=None, at=NOW)

    facts = SeasonFacts("Hiver", date(2027, 6, 30), date(2027, 9, 1))
    refused = refusal_of(create_season, club=club, facts=facts, by=None, at=NOW)

    assert list(refused.fields) == ["starts_on"]
    assert "« 2026-2027 » du club va du 1er septembre 2026 au 30 juin 2027" in str(refused).replace("\u00a0", " ")
    create_season(club=club, facts=SeasonFacts("Hiver", date(2027, 7, 1), date(2027, 9, 1)), by=None, at=NOW)
    change_season(season=season, facts=SeasonFacts("Autre", FACTS.starts_on, FACTS.ends_on), by=None, at=NOW)


def test_everything_wrong_with_a_season_is_said_at_once(club: Club):
    SeasonFactory(club=club, name="2026-2027")

    facts = SeasonFacts("2026-2027", date(2027, 9, 1), date(2026, 9, 1), 60, 60)
    refused = refusal_of(create_season, club=club, facts=facts, by=None, at=NOW)

    assert sorted(refused.fields) == ["ends_on", "name", "veteran_from_age"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [({"name": " "}, "empty_name"), ({"name": "Les Oudlers"}, "club_exists"), ({"slug": "les-oudlers"}, "slug_taken")],
)
def test_a_club_is_not_given_what_another_has(club: Club, asked: dict[str, str], code: str):
    ClubFactory(name="Les Oudlers", slug="les-oudlers")
    with pytest.raises(Refusal) as refused:
        change_club(club=club, **({"name": "Autre", "slug": "autre", "town": "", "by": None, "at": NOW} | asked))
    assert refused.value.code == code
    assert not JournalEntry.objects.exists()


def test_a_club_saved_as_it_is_writes_nothing(club: Club):
    change_club(club=club, name=club.name, slug=club.slug, town=club.town, by=None, at=NOW)
    assert not JournalEntry.objects.exists()
