"""Rounds drawn one at a time, by standings or by lot, and a search that somebody stops."""

from itertools import combinations

from tests.factories import NOW, TournamentFactory, field
from tests.refusals import refusal_of
from tests.texts import plain
from tests.tournaments.rotations import done
from tests.tournaments.services.drawing import asked, drawn, play, published, tables
from tournaments.labels import DrawMode
from tournaments.models import Account, Club, Seat, Tournament
from tournaments.queries.draws.certificate import certificate_words, verdict
from tournaments.queries.draws.drafts import demand_of
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.evening.stages import begun_rounds
from tournaments.seating import problems
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.results import Result, set_results
from tournaments.services.work import jobs


def test_the_danish_way_puts_the_first_four_together(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.DANISH)
    assert tournament.rounds.count() == 1
    play(tournament, 1)
    draw = published(tournament, the_organiser, DrawMode.DANISH)
    assert tables(tournament, 2) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert (draw.standings_price.rank_spread, draw.standings_price.mean_spread) == (3, 30)
    assert "3 places d’écart au classement au plus, 3,0 en moyenne" in plain(" ".join(certificate_words(draw)))


def test_the_swiss_way_has_no_rematch_and_tells_its_price(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=4)
    field(tournament, 40)
    for number in (1, 2, 3):
        draw = published(tournament, the_organiser, DrawMode.SWISS)
        assert draw.round_count == 1
        play(tournament, number)
    met = [pair for number in (1, 2, 3) for table in tables(tournament, number) for pair in combinations(table, 2)]
    assert len(met) == len(set(met))
    price = draw.standings_price
    assert (price.rematches, price.mean_spread > price.free_spread) == (0, True)
    words = plain(" ".join(certificate_words(draw)))
    assert "Position 3 tirée selon le classement, sans revanche si possible (système suisse)." in words
    assert "Avec les revanches, l’écart moyen serait de 3,0 : c’est le prix de leur absence." in words


def test_the_first_round_by_standings_is_drawn_by_lot_and_says_so(
    tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 16)
    draw = drawn(tournament, the_organiser, DrawMode.SWISS)
    assert draw.price is None
    assert plain(certificate_words(draw)[0]) == "Position 1 tirée au hasard : il n’y a pas encore de classement."


def test_a_random_round_meets_nobody_again(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 32)
    for number in (1, 2):
        published(tournament, the_organiser, DrawMode.RANDOM)
        play(tournament, number)
    met = [pair for number in (1, 2) for table in tables(tournament, number) for pair in combinations(table, 2)]
    assert len(met) == len(set(met))
    assert begun_rounds(tournament) == tournament.rounds.count() == 2


def test_open_sheets_are_waited_for_unless_one_says_anyway(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.SWISS)
    play(tournament, 1, leave_open=3)
    assert plain(forecast(tournament).waited_for) == "position 1, tables 1, 2 et 3"
    refusal = refusal_of(asked, tournament, the_organiser, DrawMode.SWISS)
    assert (refusal.code, list(refusal.fields)) == ("sheets_missing", ["anyway"])
    assert "position 1, tables 1, 2 et 3" in plain(str(refusal))
    draw = published(tournament, the_organiser, DrawMode.SWISS, anyway=True)
    assert draw.missing == [[1, 1], [1, 2], [1, 3]]
    assert "Tirée sans attendre : position 1, tables 1, 2 et 3." in plain(" ".join(certificate_words(draw)))


def test_open_sheets_do_not_matter_to_a_rotation(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser)
    play(tournament, 1, leave_open=3)
    assert asked(tournament, the_organiser).is_live


def test_standings_that_changed_since_are_drawn_again(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    published(tournament, the_organiser, DrawMode.SWISS)
    play(tournament, 1)
    draw = drawn(tournament, the_organiser, DrawMode.SWISS)
    last = Seat.objects.get(round__tournament=tournament, registration__start_number=16)
    set_results([Result(last, 500, 4)])
    assert refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW).code == "standings_changed_since"
    assert tournament.rounds.count() == 1


def test_a_search_that_is_stopped_gives_its_best_and_says_so(club: Club, the_organiser: Account) -> None:
    tournament = TournamentFactory(club=club, rounds_planned=8)
    field(tournament, 22)
    draw = asked(tournament, the_organiser)
    jobs.stop_early(job=draw.job, by=the_organiser, at=NOW)
    jobs.stop_early(job=draw.job, by=the_organiser, at=NOW)
    draw = done(draw)
    assert draw.stopped_early
    assert problems(draw.computed_plan, demand_of(draw)) == []
    assert "le même numéro seul ne redonne pas ce tirage" in certificate_words(draw)[-1]
    assert tournament.journal.filter(action="recherche arrêtée").count() == 1


def test_a_draw_that_was_not_stopped_says_nothing_of_it(tournament: Tournament, the_organiser: Account) -> None:
    field(tournament, 16)
    draw = drawn(tournament, the_organiser)
    assert not draw.stopped_early
    assert certificate_words(draw)[-1].endswith("Le même numéro redonne le même tirage.")
    assert refusal_of(jobs.stop_early, job=draw.job, by=the_organiser, at=NOW).code == "job_has_ended"


def test_repeats_that_nobody_avoids_are_proved(tournament: Tournament, the_organiser: Account) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    field(tournament, 8)
    draw = drawn(tournament, the_organiser)
    assert draw.lower_bound == 4
    assert plain(verdict(draw)) == "4 rencontres répétées : prouvé optimal, on ne peut faire moins."
