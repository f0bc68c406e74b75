"""A ranking rule that is changed after the first result: who moves is shown, the reason asked, both rules are told."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, PlayerFactory, SeasonFactory, TournamentFactory, field, rewrite
from tests.texts import plain, words
from tests.tournaments.boards import duplicate
from tests.tournaments.boards import played as scored
from tests.tournaments.documents.test_rankings import printed
from tests.tournaments.rounds import mark, publish
from tournaments.labels import TournamentState
from tournaments.models import Club, JournalEntry, LeagueGuest, Registration, Tournament
from tournaments.queries.standings.corrections import LEAGUE_RULE_CHANGED
from tournaments.queries.standings.place_changes import place_changes
from tournaments.queries.standings.standings import StandingsChange
from tournaments.services.journal import log
from tournaments.standings import LeagueRule

BEFORE = "Avant : Qui arrive en cours ou part avant la fin est classé avec les autres, et marqué."
AFTER = "Après : Est classé qui a pris part à toutes les positions, exempt compris ; les autres sont montrés hors "
AFTER += "classement."
TOLD = f"après les premiers résultats. {BEFORE} {AFTER}"
WHY = "Zzici et Zzailleurs ont triché"
OUT = {"unfinished_rule": "out", "missed_counts": "zero"}


@pytest.fixture
def played(tournament: Tournament) -> Tournament:
    """Two rounds of two planned: 1 leads, and missed the second."""
    rewrite(tournament, rounds_planned=2, state=TournamentState.RUNNING)
    one, *others = field(tournament, 4)
    mark(publish(tournament, 1, [[one, *others]]), dict(zip([one, *others], (90, 10, -40, -60), strict=True)))
    mark(publish(tournament, 2, [others]), dict(zip(others, (30, -10, -20), strict=True)))
    return tournament


def typed(tournament: Tournament, **said: str) -> dict[str, str]:
    return {"name": tournament.name, "date": "2026-11-21", "rounds_planned": "2"} | said


def standings_page(tournament: Tournament) -> str:
    return words(Client(headers={"accept-language": "fr"}).get(reverse("standings", args=[tournament.pk])))


def test_who_moves_is_shown_and_the_reason_asked_before_anything_is_written(
    as_organiser: Client, played: Tournament
) -> None:
    address = reverse("tournament_settings", args=[played.pk])
    asked = as_organiser.post(address, typed(played, name="Autre nom", **OUT))
    told = words(asked)
    first, second = (entry.player.full_name for entry in played.registrations.order_by("start_number")[:2])
    assert (asked.status_code, list(asked.context["form"].errors)) == (422, ["reason"])
    assert BEFORE in told
    assert AFTER in told
    assert f"{first} 1er → non classé" in told
    assert f"{second} 2e → 1er" in told
    assert 'value="Autre nom"' in asked.content.decode()  # nothing typed is lost
    played.refresh_from_db()
    assert (played.unfinished_rule, played.revision) == ("ranked", 1)
    assert not JournalEntry.objects.exists()
    # Another rule than that of which the page showed who moves is shown first, whatever the reason.
    seen = asked.context["form"]["seen"].value()
    another = as_organiser.post(address, typed(played, unfinished_rule="minimum", seen=seen, reason="vote"))
    assert another.status_code == 422
    saved = as_organiser.post(address, typed(played, name="Autre nom", seen=seen, reason=" vote du comité ", **OUT))
    assert saved.status_code == 303
    played.refresh_from_db()
    assert (played.unfinished_rule, played.name, played.revision) == ("out", "Autre nom", 2)


def test_both_rules_and_the_reason_are_read_where_the_standings_are(as_organiser: Client, played: Tournament) -> None:
    assert "Règle du classement changée" not in standings_page(played)
    address = reverse("tournament_settings", args=[played.pk])
    seen = as_organiser.post(address, typed(played, **OUT)).context["form"]["seen"].value()
    as_organiser.post(address, typed(played, seen=seen, reason="vote du comité", **OUT))
    entry = JournalEntry.objects.get()
    assert (entry.action, entry.reason) == ("règle du classement changée", "vote du comité")
    journal = words(as_organiser.get(reverse("journal", args=[played.pk])))
    assert BEFORE.removeprefix("Avant : ") in journal
    assert AFTER.removeprefix("Après : ") in journal
    played.refresh_from_db()
    (paper,) = printed(played)
    for place in (standings_page(played), " ".join(paper.split())):
        assert f"{TOLD} Motif : vote du comité" in place
    (told,) = Client().get(f"/api/v1/tournaments/{played.pk}/standings/").json()["corrections"]
    assert (told["what"], told["reason"]) == ("", "vote du comité")
    assert told["before"].startswith("Qui arrive en cours")
    assert told["after"].startswith("Est classé qui")
    english = words(Client(headers={"accept-language": "en"}).get(reverse("standings", args=[played.pk])))
    assert "after the first results. Before: " in english
    Tournament.objects.filter(pk=played.pk).update(hidden_rounds=1, revision=9)
    assert TOLD in standings_page(played)
    assert "vote du comité" not in standings_page(played)  # it might tell a hidden result


def test_a_rule_that_stays_or_comes_before_the_first_result_asks_nothing(
    as_organiser: Client, tournament: Tournament, played: Tournament
) -> None:
    address = reverse("tournament_settings", args=[played.pk])
    assert as_organiser.post(address, typed(played, name="Autre nom")).status_code == 303
    coming = TournamentFactory(club=played.club, name="À venir")
    publish(coming, 1, [field(coming, 4)])
    at = reverse("tournament_settings", args=[coming.pk])
    assert as_organiser.post(at, typed(coming, rounds_planned="5", **OUT)).status_code == 303
    assert {entry.action for entry in JournalEntry.objects.all()} == {"réglages modifiés"}


@pytest.mark.parametrize(
    ("rule", "totals", "places"),
    [
        ({"missed_counts": "average"}, {1: (90, 180)}, {}),
        ({"missed_counts": "fixed", "missed_points": -60}, {1: (90, 30)}, {1: (1, 2), 2: (2, 1)}),
        ({"unfinished_rule": "minimum", "minimum_rounds": 2}, {}, {1: (1, None), 2: (2, 1), 3: (3, 2), 4: (4, 3)}),
        ({"tie_breaks": "position,sort"}, {}, {}),
    ],
)
def test_who_moves_by_a_rule(
    played: Tournament,
    rule: dict[str, object],
    totals: dict[int, tuple[int, int]],
    places: dict[int, tuple[int | None, int | None]],
) -> None:
    moves = place_changes(played, StandingsChange(rule=rule)).standings
    assert {line.start_number: (line.total_before, line.total_after) for line in moves.lines} == totals
    moved = {line.start_number: (line.place_before, line.place_after) for line in (*moves.lines, *moves.others)}
    assert {number: pair for number, pair in moved.items() if pair[0] != pair[1]} == places


def test_another_rule_of_a_league_is_shown_asked_for_and_told_alike(as_organiser: Client, played: Tournament) -> None:
    season = SeasonFactory(club=played.club)
    second = TournamentFactory(club=played.club, season=season, state=TournamentState.FINISHED, rounds_planned=1)
    Tournament.objects.filter(pk=played.pk).update(season=season)
    one, two = played.registrations.order_by("start_number")[:2]
    again = Registration.objects.create(tournament=second, player=two.player, start_number=1, status="present")
    mark(publish(second, 1, [[again]]), {again: 90})
    address = reverse("edit_league", args=[season.main_league.pk])
    facts = {"name": "Championnat", "brings": "scores", "adds": "sum"}
    before = "Avant : Championnat : tous les résultats s’additionnent."
    after = "Après : Championnat : seul le meilleur résultat de chacun compte."
    asked = as_organiser.post(address, facts | {"best_of": "1"})
    told = words(asked)
    assert (asked.status_code, list(asked.context["form"].errors)) == (422, ["reason"])
    assert f"{before} {after}" in told
    assert f"{two.player.full_name} 1er +130 → +90" in told
    assert f"{one.player.full_name} 2e → 1er" in told
    assert season.leagues.get().ranking_rule == LeagueRule()
    seen = asked.context["form"]["seen"].value()
    assert as_organiser.post(address, facts | {"best_of": "2", "seen": seen, "reason": "vote"}).status_code == 422
    assert as_organiser.post(address, facts | {"best_of": "1", "seen": seen, "reason": "vote"}).status_code == 303
    visitor = Client(headers={"accept-language": "fr"})
    page = reverse("season", args=[season.pk])
    assert f"après les premiers résultats. {before} {after} Motif : vote" in words(visitor.get(page))
    Tournament.objects.filter(pk=played.pk).update(hidden_rounds=1, revision=9)
    assert "Motif : vote" not in words(visitor.get(page))


def test_a_reason_names_nobody_who_is_not_named_of_any_club_of_the_league(played: Tournament) -> None:
    here, away = SeasonFactory(club=played.club), SeasonFactory()
    Tournament.objects.filter(pk=played.pk).update(season=here)
    TournamentFactory(club=away.club, season=away, state=TournamentState.FINISHED)
    LeagueGuest.objects.create(league=here.main_league, season=away, agreed_at=NOW)
    for club, name in ((here.club, "Zzici"), (away.club, "Zzailleurs")):
        PlayerFactory(club=club, last_name=name, consent=False)
    rules = [LeagueRule().data, LeagueRule(bonus=1).data]
    details = {"league": here.main_league.pk, "rule": rules}
    log(action=LEAGUE_RULE_CHANGED, subject="", by=None, at=NOW, club=here.club, reason=WHY, details=details)
    other = "un autre joueur"
    told = words(Client(headers={"accept-language": "fr"}).get(reverse("season", args=[here.pk])))
    assert f"Motif : {other} et {other} ont triché" in told


def test_a_scale_comes_from_a_file_and_who_moves_is_shown_before_it_counts(as_organiser: Client, club: Club) -> None:
    evening = duplicate(3, boards=1, club=club, free_rounds=1)
    board = {1: (90, -30, -30, -30)}
    scored(evening, 1, {1: board, 2: {1: (-90, 30, 30, 30)}, 3: {1: (30, -10, -10, -10)}})
    address = reverse("tournament_settings", args=[evening.pk])
    chosen = {"compared_by": "scale", "compared_scale_name": "du comité", "compared_scale_on": "2026-11-21"}
    chosen |= {"rounds_planned": "1", "asked": "compared_small_fields"}
    wrong = as_organiser.post(address, typed(evening, **chosen, compared_scale="0 : 0\n20 : 1\n10 : 2"))
    assert "Ligne 3, « 10 : 2 » : l’écart n’est pas au-dessus du précédent." in words(wrong)
    file = SimpleUploadedFile("echelle.csv", "\ufeff0;0\r\n25;1\r\n120;2".encode())
    asked = as_organiser.post(address, typed(evening, **chosen) | {"scale_file": file})
    assert asked.status_code == 422
    assert "Au classement" in words(asked)
    assert "25;1" in asked.content.decode()  # what the file said stands where it is typed
    evening.refresh_from_db()
    assert evening.compared_by == "matchpoints"
    sent = typed(evening, **chosen, compared_scale="0;0\n25;1\n120;2", reason="échelle votée")
    assert as_organiser.post(address, sent | {"seen": asked.context["form"]["seen"].value()}).status_code == 303
    evening.refresh_from_db()
    assert plain(evening.compared_scale) == "0 : 0\n25 : 1\n120 : 2"
    assert "l’échelle « du comité » (21 novembre 2026) : 0 : 0, 25 : 1, 120 : 2." in standings_page(evening)


def test_a_file_that_is_far_too_long_is_no_scale(as_organiser: Client, club: Club) -> None:
    evening = duplicate(2, club=club)
    file = SimpleUploadedFile("echelle.csv", b"1;1\n" * 2_000)
    chosen = {"compared_by": "scale", "compared_scale_name": "du comité", "compared_scale_on": "2026-11-21"}
    answer = as_organiser.post(
        reverse("tournament_settings", args=[evening.pk]), typed(evening, **chosen) | {"scale_file": file}
    )
    assert "Ce fichier est trop long pour être une échelle" in words(answer)
