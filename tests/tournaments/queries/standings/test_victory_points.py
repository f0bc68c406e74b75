"""Victory points of matches: in the ranking of teams, on every page, file and answer that tells a match."""

import random
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from scoring.imports.event_files import event_file
from tests.factories import DAY, NOW, rewrite
from tests.scoring.imports.test_events import load
from tests.scoring.test_matches_recounted import a_whole_evening, play_round, ranked_teams
from tests.texts import plain, words
from tests.tournaments.matches import matches_published, of_matches
from tournaments.kit.text import signed
from tournaments.labels import Status
from tournaments.models import Account, Club, Registration, Seat, Tournament
from tournaments.queries.standings.matches import match_scores
from tournaments.queries.standings.team_places import team_place
from tournaments.services.boards import free_boards
from tournaments.services.results import set_penalty_points

pytestmark = pytest.mark.django_db

RESULT = {"victory_by": "result", "victory_win": 3, "victory_draw": 1, "victory_loss": 0}
SCALE = {
    "victory_by": "scale",
    "victory_scale": "0 : 10 – 10\n20 : 14 – 6\n100 : 16 – 4",
    "victory_scale_name": "du comité",
    "victory_scale_on": DAY,
}


def differences_of(evening: Tournament) -> dict[tuple[int, int], Fraction]:
    """Return the difference of each match for each of its teams, by (team id, round)."""
    told = {}
    for score in match_scores(evening):
        if score.bye is None:
            one, other = score.points
            ahead = one - other if evening.compared_by == "matchpoints" else one  # by difference, the other has −one
            for pk, difference in zip(score.match.team_ids, (ahead, -ahead), strict=True):
                told[pk, score.match.round_number] = difference
    return told


def by_result(difference: Fraction) -> int:
    return 3 if difference > 0 else 1 if difference == 0 else 0


def by_scale(difference: Fraction) -> int:
    winner, loser = (10, 10) if abs(difference) < 20 else (14, 6) if abs(difference) < 100 else (16, 4)
    return winner if difference >= 0 else loser


@pytest.mark.parametrize(("settings", "brings", "drawn"), [(RESULT, by_result, 1), (SCALE, by_scale, 10)])
@pytest.mark.parametrize("method", ["mean", "matchpoints"])
def test_teams_are_ranked_by_the_victory_points_of_their_matches(
    club: Club, the_organiser: Account, settings: dict[str, object], brings: object, drawn: int, method: str
) -> None:
    evening = a_whole_evening(club, the_organiser, 5, compared_by=method, **settings)
    assert callable(brings)
    expected = {team.pk: 0 for team in evening.teams.all()}
    for (pk, _round), difference in differences_of(evening).items():
        expected[pk] += brings(difference)
    for score in match_scores(evening):
        if score.bye is not None:
            expected[score.match.one_id] += drawn
    assert {line.team_id: line.total for line in ranked_teams(evening)} == expected
    totals = [line.total for line in ranked_teams(evening)]
    assert totals == sorted(totals, reverse=True)
    assert [line.shared for line in ranked_teams(evening)] == [totals.count(total) > 1 for total in totals]


def test_a_bye_brings_the_victory_points_that_the_settings_say(club: Club, the_organiser: Account) -> None:
    evening = matches_published(of_matches(club, 3, rounds_planned=1, bye_points=12, **SCALE), 1, the_organiser)
    play_round(evening, 1, the_organiser, random.Random(1))
    (bye,) = [score.match.one_id for score in match_scores(evening) if score.match.is_bye]
    assert {line.team_id: line.total for line in ranked_teams(evening)}[bye] == 12


def an_evening(club: Club, by: Account, **settings: object) -> Tournament:
    """Return an evening of one round that everybody may read."""
    evening = matches_published(of_matches(club, 2, rounds_planned=1, **settings), 1, by)
    play_round(evening, 1, by, random.Random(3))
    free_boards(evening)
    return Tournament.objects.get(pk=evening.pk)


def test_every_page_file_and_answer_tells_victory_points(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser, **SCALE)
    (score,) = match_scores(evening)
    one, other = (by_scale(difference) for difference in differences_of(evening).values())
    assert {one, other} == {16, 4}  # so that no page can tell it by chance
    both = f"{one} – {other}"
    assert plain(score.told) == both
    reader = Client(headers={"accept-language": "fr"})
    at = {"tournament_id": evening.pk}
    for page in ("matches", "match"):
        values = at | ({"round_number": 1, "match_number": 1} if page == "match" else {})
        told = words(reader.get(reverse(page, kwargs=values)))
        assert both in told
        assert f"étuis : {plain(score.on_boards)}" in told
    steps = "dès 0 : 10 – 10, dès 20 : 14 – 6, dès 100 : 16 – 4"
    for page in (reverse("matches", kwargs=at), reverse("team_standings", kwargs=at), reverse("standings", kwargs=at)):
        told = words(reader.get(page))
        assert (
            "au gagnant, donne des points aux deux équipes, d’après la table « du comité » (21 novembre 2026)" in told
        )
        assert steps in told
    ranked = ranked_teams(evening)[0]
    team = words(reader.get(reverse("team", kwargs=at | {"team_number": ranked.start_number})))
    assert "16 étuis : +" in team
    why = team_place(evening, ranked.start_number)
    assert why is not None
    assert [(step.amount, step.total, step.place) for step in why.steps] == [(16, 16, 1)]
    assert why.behind is not None
    assert why.behind.gap == 12
    lines = reader.get(reverse("matches", kwargs=at) + "?format=csv").content.decode().splitlines()
    assert lines[0].endswith("Points de victoire;Ses points de victoire")
    assert lines[1].endswith(f"{one};{other}")
    (told,) = reader.get(f"/api/v1/tournaments/{evening.pk}/matches/").json()["matches"]
    assert [team["victory_points"] for team in told["teams"]] == [one, other]
    answer = reader.get(f"/api/v1/tournaments/{evening.pk}/teams/").json()["lines"]
    assert [line["total"] for line in answer] == [16, 4]
    about = reader.get(f"/api/v1/tournaments/{evening.pk}/").json()
    assert (about["victory_by"], about["victory_scale_name"]) == ("scale", "du comité")


def test_without_victory_points_a_match_is_told_as_rankings_tell_it(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser)
    (score,) = match_scores(evening)
    assert score.on_boards == ""
    for line in ranked_teams(evening):
        assert plain(signed(line.total, language="fr")) in plain(score.told)
    rewrite(evening, compared_by="matchpoints")
    (score,) = match_scores(Tournament.objects.get(pk=evening.pk))
    assert plain(score.told) in {"8 – 0", "6 – 2", "4 – 4", "2 – 6", "0 – 8", "7 – 1", "1 – 7", "5 – 3", "3 – 5"}


def test_equal_victory_points_share_a_place_and_it_is_told(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser, **{**SCALE, "victory_scale": "0 : 5"})
    assert [(line.place, line.shared, line.total) for line in ranked_teams(evening)] == [(1, True, 5), (1, True, 5)]
    told = words(Client(headers={"accept-language": "fr"}).get(reverse("team_standings", args=[evening.pk])))
    assert "À total égal, la place est partagée." in told


def test_a_penalty_is_taken_off_the_victory_points(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser, **SCALE)
    first = ranked_teams(evening)[0]
    set_penalty_points({first.members[0].registration_id: -2})
    evening = Tournament.objects.get(pk=evening.pk)
    assert [line.total for line in ranked_teams(evening)] == [14, 4]
    why = team_place(evening, first.start_number)
    assert why is not None
    assert [(step.amount, step.total) for step in why.steps] == [(16, 16), (-2, 14)]


@pytest.mark.parametrize("settings", [RESULT, {"compared_by": "mean"}, {"compared_by": "matchpoints"}])
@pytest.mark.parametrize("status", [Status.PRESENT, Status.EXCLUDED])
def test_a_penalty_of_who_did_not_play_is_told_where_it_counts(
    club: Club, the_organiser: Account, settings: dict[str, object], status: Status
) -> None:
    evening = of_matches(club, 2, members=5, rounds_planned=1, **settings)
    play_round(matches_published(evening, 1, the_organiser), 1, the_organiser, random.Random(1))
    late = Seat.objects.filter(round__tournament=evening, table=None).first().registration
    before = {line.team_id: line.total for line in ranked_teams(evening)}[late.team_id]
    set_penalty_points({late.pk: -2})
    Registration.objects.filter(pk=late.pk).update(status=status)
    line = next(line for line in ranked_teams(evening) if line.has(late.pk))
    assert (line.penalties, line.total < before) == (-2, True)


def test_the_file_of_an_event_brings_its_victory_points_back(club: Club, the_organiser: Account) -> None:
    evening = an_evening(club, the_organiser, **SCALE)
    copy = load(club, event_file(evening, at=NOW), name="Copie")
    assert [(line.name, line.total) for line in ranked_teams(copy)] == [
        (line.name, line.total) for line in ranked_teams(evening)
    ]
