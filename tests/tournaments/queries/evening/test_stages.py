"""Where an evening stands, from nobody registered to the final ranking."""

import pytest

from tests.factories import NOW, AccountFactory, RegistrationFactory, rewrite
from tournaments.labels import Status, TournamentState
from tournaments.models import Draw, Round, Table, Tournament
from tournaments.queries.evening.stages import Stage, counts, evening
from tournaments.services.results import set_aside


def enter(tournament: Tournament, count: int, status: str) -> None:
    for number in range(1, count + 1):
        RegistrationFactory(tournament=tournament, start_number=number, status=status)


def test_the_evening_goes_from_stage_to_stage(tournament: Tournament, django_assert_num_queries):
    stages = [evening(tournament).current]
    enter(tournament, 8, Status.REGISTERED)
    stages.append(evening(tournament).current)
    tournament.registrations.update(status=Status.PRESENT)
    stages.append(evening(tournament).current)
    rewrite(tournament, rounds_planned=1)
    table = Table.objects.create(
        round=Round.objects.create(tournament=tournament, number=1, published_at=NOW), number=1
    )
    stages.append(evening(tournament).current)
    Table.objects.filter(pk=table.pk).update(closed_at=NOW)
    with django_assert_num_queries(4):
        stages.append(evening(tournament).current)

    assert stages == list(Stage)


def test_after_the_last_sheet_the_next_round_is_to_be_drawn(tournament: Tournament):
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    Table.objects.create(round=round_, number=1, closed_at=NOW)

    assert evening(tournament).current == Stage.DRAW


def test_a_cancelled_round_is_not_waited_for(tournament: Tournament):
    rewrite(tournament, rounds_planned=2)
    for number in (1, 2):
        round_ = Round.objects.create(tournament=tournament, number=number, published_at=NOW)
        Table.objects.create(round=round_, number=1, closed_at=NOW)
    set_aside(round_=tournament.rounds.get(number=1), reason="étuis", by=AccountFactory(), at=NOW)

    assert evening(tournament).current == Stage.RANKING


def test_a_finished_tournament_waits_for_nothing_and_calls_nothing_done_that_was_not(tournament: Tournament):
    tournament.state = TournamentState.FINISHED
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    for number, closed_at in ((1, NOW), (2, None)):
        Table.objects.create(round=round_, number=number, closed_at=closed_at)

    now = evening(tournament)

    sheets = next(step for step in now.steps if step.stage == Stage.SHEETS)
    assert (sheets.sentence, sheets.is_done) == ("1 feuille close sur 2", False)
    assert (now.current, now.steps[-1].is_done) == (Stage.RANKING, True)


def a_draw(tournament: Tournament, **said: object) -> Draw:
    return Draw.objects.create(
        tournament=tournament, first_round=1, seed=1, table_size=4, remainder="exempt", asked_at=NOW, **said
    )


def test_a_draw_waits_until_it_is_published(tournament: Tournament):
    draw = a_draw(tournament, plan={})
    waits = [evening(tournament).draw_waits]
    Draw.objects.filter(pk=draw.pk).update(published_at=NOW)
    waits.append(evening(tournament).draw_waits)

    assert waits == [True, False]


def test_the_figures_of_the_check_in_in_words(tournament: Tournament):
    for number, status in enumerate([Status.PRESENT, Status.PRESENT, Status.ABSENT, Status.REGISTERED], 1):
        RegistrationFactory(tournament=tournament, start_number=number, status=status)

    assert counts(tournament).words == "2 présents, 1 attendu, 1 absent"


@pytest.mark.parametrize(("mode", "stage"), [("rotation", Stage.DRAW), ("suisse", Stage.SHEETS)])
def test_positions_added_to_a_rotation_are_to_be_drawn_at_once(tournament: Tournament, mode: str, stage: Stage):
    """By standings the sheets come first; a rotation has nothing to wait for."""
    rewrite(tournament, rounds_planned=1)
    a_draw(tournament, mode=mode, plan={}, published_at=NOW)
    round_ = Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    Table.objects.create(round=round_, number=1)
    assert evening(tournament).current == Stage.SHEETS

    tournament.rounds_planned = 3
    now = evening(tournament)

    assert (now.current, now.to_draw) == (stage, 2)
    draw = next(step for step in now.steps if step.stage == Stage.DRAW)
    assert (draw.sentence, draw.is_done) == ("1 position publiée sur 3", mode != "rotation")


def test_an_imported_tournament_has_no_sheets_to_speak_of(tournament: Tournament):
    Round.objects.create(tournament=tournament, number=1, published_at=NOW)
    tournament.state = TournamentState.FINISHED
    now = evening(tournament)
    assert now.is_imported
    assert [step.sentence for step in now.steps if step.stage == Stage.SHEETS] == ["résultats importés"]


def test_a_trial_put_away_before_it_was_played_has_nothing_behind_it(tournament: Tournament):
    tournament.state, tournament.archived_from = TournamentState.ARCHIVED, TournamentState.DRAFT
    now = evening(tournament)
    assert not any(step.is_done for step in now.steps)
    assert now.steps[-1].sentence == "à venir"
