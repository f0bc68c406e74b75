"""The days, the single evenings and the weights of a league are composed on its page, where their effect is seen."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, ClubFactory, PlayerFactory, SeasonFactory, TournamentFactory
from tests.texts import words
from tests.tournaments.qualifying import leads
from tests.tournaments.rounds import evening
from tournaments.models import Club, JournalEntry, League, LeagueGuest, Player, Season, Tournament
from tournaments.queries.standings import league_events
from tournaments.standings import LeagueRule

pytestmark = pytest.mark.django_db
USUAL = {"name": "Championnat", "brings": "scores", "adds": "sum"}


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, last_name=name, first_name="Anne") for name in ("Alix", "Bob")]


@pytest.fixture
def season(club: Club, people: list[Player]) -> Season:
    season = SeasonFactory(club=club, name="2026-2027")
    for day, points in ((2, 50), (9, -30)):
        evening(season, day, dict(zip(people, (points, -points), strict=True)), name=f"Soirée {day}")
    return season


@pytest.fixture
def evenings(season: Season) -> list[str]:
    return [f"evening_{pk}" for pk in season.tournaments.order_by("date").values_list("pk", flat=True)]


def ids(evenings: list[str]) -> list[int]:
    return [int(name.removeprefix("evening_")) for name in evenings]


def test_what_a_weight_does_is_seen_asked_and_told(as_organiser: Client, season: Season, evenings: list[str]) -> None:
    league = season.main_league
    page, sent = reverse("edit_league", args=[league.pk]), USUAL | {evenings[1]: "200", "starts_on": "2026-10-01"}
    seen = as_organiser.post(reverse("preview_rule", args=[league.pk]), sent)
    assert "Compte double : « Soirée 9 » (9 octobre 2026)." in words(seen)
    assert "Comptent les soirées depuis le 1er octobre 2026." in words(seen)
    assert "1 Bob Anne 2e par la règle en vigueur +10 2 Alix Anne 1er par la règle en vigueur −10" in words(seen)

    asked = as_organiser.post(page, sent)
    assert asked.status_code == 422
    assert "Bob Anne passe devant Alix Anne." in words(asked)
    digest = asked.context["form"]["seen"].value()
    assert as_organiser.post(page, sent | {"seen": digest, "reason": "vote de mai"}).status_code == 303
    assert League.objects.get().ranking_rule.weights == ((ids(evenings)[1], 200),)
    told = words(as_organiser.get(reverse("season", args=[season.pk])))
    assert "vote de mai" in told
    assert told.count("Compte double : « Soirée 9 »") == 2  # the rule, and what it became
    shown = as_organiser.get(page).content.decode()
    assert '<option selected value="200">Compte double<' in shown
    assert "<details open>" in shown


def test_evenings_are_chosen_and_what_changes_nothing_is_not_kept(
    as_organiser: Client, season: Season, evenings: list[str]
) -> None:
    first, second = ids(evenings)
    for said, kept in (
        ({}, LeagueRule()),
        ({evenings[0]: "100"}, LeagueRule()),
        ({evenings[0]: "0"}, LeagueRule(weights=((first, 0),))),
        (
            {evenings[0]: "0", evenings[1]: "100", "only_chosen": "on"},
            LeagueRule(only_chosen=True, weights=((second, 100),)),
        ),
    ):
        name = f"Challenge {League.objects.count()}"
        made = as_organiser.post(reverse("new_league", args=[season.pk]), USUAL | {"name": name} | said)
        assert made.status_code == 303
        assert League.objects.get(name=name).ranking_rule == kept


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"starts_on": "2026-12-31", "ends_on": "2026-10-01"}, "ends_on", "finir avant de commencer"),
        ({"starts_on": "2027-07-01"}, "starts_on", "La saison va du 1er"),
        ({"ends_on": "2026-08-31"}, "ends_on", "La saison va du 1er"),
        ({"starts_on": "31/02"}, "starts_on", "Cette date n’existe pas."),
        ({"0": "1100"}, "0", "1100"),
        ({"0": "double"}, "0", "double"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    as_organiser: Client, season: Season, evenings: list[str], typed: dict[str, str], field: str, said: str
) -> None:
    typed = {evenings[0] if name == "0" else name: value for name, value in typed.items()}
    answer = as_organiser.post(reverse("edit_league", args=[season.main_league.pk]), USUAL | typed | {"name": "Gardé"})
    assert answer.status_code == 422
    (sentence,) = answer.context["form"].errors[evenings[0] if field == "0" else field]
    assert said in sentence.replace("\u00a0", " ")
    assert 'value="Gardé"' in answer.content.decode()


def test_an_evening_that_is_not_offered_keeps_its_weight(
    as_organiser: Client, season: Season, evenings: list[str], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of hundreds of evenings over several clubs the form asks about those of the club alone."""
    guest = SeasonFactory(club=ClubFactory(), name="Ailleurs")
    league = season.main_league
    LeagueGuest.objects.create(league=league, season=guest, agreed_at=NOW)
    there = evening(guest, 12, {people[0]: 7, people[1]: -7})
    page = reverse("edit_league", args=[league.pk])
    assert f"evening_{there.pk}" in as_organiser.get(page).context["form"].fields
    League.objects.update(rule=LeagueRule(weights=((there.pk, 0),)).data)
    monkeypatch.setattr(league_events, "MOST_OFFERED", 2)
    assert f"evening_{there.pk}" not in as_organiser.get(page).context["form"].fields
    assert as_organiser.post(page, USUAL).status_code == 303
    assert League.objects.get(pk=league.pk).ranking_rule.weights == ((there.pk, 0),)
    assert not JournalEntry.objects.filter(action="règle du championnat changée")


def test_an_evening_that_was_moved_to_another_season_goes_from_the_rule(
    as_organiser: Client, season: Season, evenings: list[str]
) -> None:
    """Else everybody reads that it counts double, and no form takes that back. One that was deleted is told nowhere."""
    page, pks = reverse("edit_league", args=[season.main_league.pk]), ids(evenings)
    League.objects.update(rule=LeagueRule(weights=((pks[1], 200), (9999, 0))).data)
    assert as_organiser.post(page, USUAL | {evenings[1]: "200"}).status_code == 303
    for moved in (None, SeasonFactory(club=season.club, name="Après", starts_on="2030-09-01", ends_on="2031-06-30")):
        Tournament.objects.filter(pk=pks[1]).update(season=moved)
        asked = as_organiser.post(page, USUAL)
        assert (asked.status_code, "« Soirée 9 »" in words(asked)) == (422, True)
    seen = asked.context["form"]["seen"].value()
    assert as_organiser.post(page, USUAL | {"seen": seen, "reason": "soirée déplacée"}).status_code == 303
    assert League.objects.get(season=season).ranking_rule.weights == ((9999, 0),)


def test_the_final_of_a_league_is_no_evening_of_it(as_organiser: Client, season: Season, evenings: list[str]) -> None:
    final = TournamentFactory(club=season.club, season=season)
    page = reverse("edit_league", args=[season.main_league.pk])
    assert f"evening_{final.pk}" in as_organiser.get(page).context["form"].fields
    leads(season.main_league, final)
    fields = as_organiser.get(page).context["form"].fields
    assert [name for name in fields if name.startswith("evening_")] == evenings


def test_an_evening_of_another_season_is_refused(as_organiser: Client, season: Season) -> None:
    elsewhere = TournamentFactory(season=SeasonFactory())
    as_organiser.post(reverse("edit_league", args=[season.main_league.pk]), USUAL | {f"evening_{elsewhere.pk}": "0"})
    assert League.objects.get(season=season).ranking_rule == LeagueRule()


def test_the_page_of_a_rule_asks_as_much_whatever_the_evenings(
    as_organiser: Client, season: Season, people: list[Player], django_assert_max_num_queries
) -> None:
    page = reverse("edit_league", args=[season.main_league.pk])
    as_organiser.get(page)
    with django_assert_max_num_queries(40) as few:
        as_organiser.get(page)
    for day in range(10, 20):
        evening(season, day, dict.fromkeys(people, 0))
    as_organiser.get(page)
    with django_assert_max_num_queries(40) as many:
        as_organiser.get(page)
    assert len(few) == len(many)
