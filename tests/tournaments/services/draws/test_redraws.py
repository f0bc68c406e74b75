"""One round drawn by itself: every other round stays, and what was seen meanwhile counts."""

from collections import Counter
from itertools import combinations

import pytest

from tests.factories import NOW, RegistrationFactory, field
from tests.refusals import refusal_of
from tests.scoring.sheets import a_penalty, garde, record
from tests.tournaments.rotations import drawn, published, redrawn, seats_of
from tournaments.labels import DrawMode, Status, TournamentState, WishKind
from tournaments.models import Account, Draw, Registration, Table, Tournament
from tournaments.queries.draws.certificate import certificate_words
from tournaments.queries.draws.drafts import ranking_of
from tournaments.queries.draws.seating import as_tables, places
from tournaments.queries.evening.stages import begun_rounds
from tournaments.seating import Remainder
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.requests import ask_draw
from tournaments.services.draws.wishes import add_wish


@pytest.fixture
def entries(tournament: Tournament, the_organiser: Account) -> list[Registration]:
    return published(tournament, the_organiser, players=20)


def ask(tournament: Tournament, number: int, by: Account) -> Draw:
    return ask_draw(tournament=tournament, number=number, remainder=Remainder.EXEMPT, seed=3, by=by, at=NOW)


def code_of(call: object, *args: object, **kwargs: object) -> str:
    return refusal_of(call, *args, **kwargs).code


def test_only_that_round_changes_and_the_others_count_as_its_past(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = places(tournament)
    RegistrationFactory(tournament=tournament, start_number=21)
    draw = redrawn(tournament, 3, the_organiser)
    assert places(tournament) == before
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    after = places(tournament)
    assert after == before | {3: after[3]}
    assert len(after[3]) == 21
    met = Counter(
        pair for here in after.values() for table in as_tables(here)[0] for pair in combinations(sorted(table), 2)
    )
    assert sum(count - 1 for count in met.values()) == draw.certificate.repeats
    assert tournament.journal.filter(action="position tirée à nouveau").count() == 1


def test_publishing_twice_publishes_once(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    draw = redrawn(tournament, 3, the_organiser)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    after = places(tournament)
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    assert places(tournament) == after
    assert tournament.journal.filter(action="position tirée à nouveau").count() == 1


def test_a_round_before_the_one_begun_is_drawn_too_when_nothing_is_written_in_it(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    """The sheets of round 2 came in before round 1 was played: what counts is the round itself."""
    record(_table(tournament, 2), 1, the_organiser)
    assert begun_rounds(tournament) == 2
    publish_draw(draw=redrawn(tournament, 1, the_organiser), by=the_organiser, at=NOW)
    assert code_of(ask, tournament, 2, the_organiser) == "round_begun"


def test_what_no_longer_fits_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    first, second, third, fourth = (redrawn(tournament, number, the_organiser) for number in (2, 3, 4, 5))
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.WITHDRAWN)
    assert code_of(publish_draw, draw=first, by=the_organiser, at=NOW) == "players_changed_since"
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.PRESENT)
    publish_draw(draw=second, by=the_organiser, at=NOW)
    after = places(tournament)
    assert code_of(publish_draw, draw=third, by=the_organiser, at=NOW) == "seats_changed_since"
    record(_table(tournament, 5), 1, the_organiser)
    assert code_of(publish_draw, draw=fourth, by=the_organiser, at=NOW) == "round_begun"
    assert places(tournament) == after


def test_a_round_in_which_a_penalty_was_given_stays(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    after_all, alone = drawn(tournament, the_organiser), redrawn(tournament, 3, the_organiser)
    a_penalty(tournament, the_organiser, registration=entries[0], table=_table(tournament, 3))
    before = places(tournament)
    for draw, advice in ((alone, "annulez la position"), (after_all, "les positions suivantes")):
        refusal = refusal_of(publish_draw, draw=draw, by=the_organiser, at=NOW)
        assert (refusal.code, advice in str(refusal)) == ("round_has_records", True)
    assert places(tournament) == before


def test_what_cannot_be_drawn_is_refused_with_the_reason(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    assert code_of(ask, tournament, 6, the_organiser) == "no_such_round"
    assert code_of(ask, tournament, 0, the_organiser) == "no_such_round"
    tournament.rounds.filter(number__gte=4).delete()
    assert code_of(ask, tournament, 5, the_organiser) == "round_before_is_missing"
    assert ask(tournament, 4, the_organiser).is_live
    Registration.objects.update(status=Status.ABSENT)
    assert code_of(ask, tournament, 3, the_organiser) == "too_few"
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert code_of(ask, tournament, 3, the_organiser) == "tournament_finished"


def test_a_round_that_is_not_drawn_yet_is_not_published(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    before = seats_of(tournament, 3)
    draw = ask(tournament, 3, the_organiser)
    assert code_of(publish_draw, draw=draw, by=the_organiser, at=NOW) == "draw_not_ready"
    assert seats_of(tournament, 3) == before


def test_another_number_gives_other_tables_and_the_same_the_same(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    def tables(seed: int) -> list[list[int]]:
        return [sorted(table) for table in redrawn(tournament, 3, the_organiser, seed=seed).computed_plan.rounds[0]]

    first = tables(2)
    assert tables(2) == first
    assert sorted(tables(3)) != sorted(first)


def _by_standings(tournament: Tournament, by: Account, mode: DrawMode) -> None:
    """Publish and play round 1 of sixteen, then publish round 2, which nobody has begun."""
    field(tournament, 16)
    for number in (1, 2):
        publish_draw(draw=drawn(tournament, by, mode=mode), by=by, at=NOW)
        if number == 1:
            _play(tournament, 1, by)
    tournament.refresh_from_db()


def _play(tournament: Tournament, number: int, by: Account) -> None:
    """Write and close every sheet of a round, each table with a result of its own."""
    for table in Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number"):
        record(_table(tournament, number, table.number), 1, by, garde(taker=1, points=str(45 + table.number)))
    Table.objects.filter(round__tournament=tournament, round__number=number).update(closed_at=NOW)


def _correct(tournament: Tournament, by: Account) -> None:
    """Open the sheet of table 4 of round 1 and write it otherwise: the standings change."""
    Table.objects.filter(round__tournament=tournament, round__number=1, number=4).update(closed_at=None)
    record(_table(tournament, 1, 4), 1, by, garde(taker=0, points="40"))


def test_a_round_by_standings_is_drawn_again_by_the_standings_as_they_are_now(
    tournament: Tournament, the_organiser: Account
) -> None:
    _by_standings(tournament, the_organiser, DrawMode.DANISH)
    players = sorted(seats_of(tournament, 1))
    before = ranking_of(tournament, players)
    _correct(tournament, the_organiser)
    assert code_of(ask, tournament, 2, the_organiser) == "sheets_missing"
    Table.objects.update(closed_at=NOW)
    Table.objects.filter(round__number=2).update(closed_at=None)
    ranking = ranking_of(tournament, players)
    assert ranking != before
    draw = redrawn(tournament, 2, the_organiser)
    assert sorted(draw.computed_plan.rounds[0][0]) == sorted(ranking[:4])
    assert draw.standings_price.rank_spread == 3
    told = certificate_words(draw)[0].replace("\u00a0", " ")
    assert told == "Position 2 tirée selon le classement, revanches permises (danois)."
    publish_draw(draw=draw, by=the_organiser, at=NOW)
    assert {pk for pk, where in seats_of(tournament, 2).items() if where[0] == 1} == set(ranking[:4])


def test_a_round_by_standings_that_they_have_overtaken_is_not_published(
    tournament: Tournament, the_organiser: Account
) -> None:
    _by_standings(tournament, the_organiser, DrawMode.SWISS)
    draw = redrawn(tournament, 2, the_organiser)
    _correct(tournament, the_organiser)
    assert code_of(publish_draw, draw=draw, by=the_organiser, at=NOW) == "standings_changed_since"


def test_a_round_by_lot_is_drawn_again_by_lot(tournament: Tournament, the_organiser: Account) -> None:
    _by_standings(tournament, the_organiser, DrawMode.RANDOM)
    draw = redrawn(tournament, 2, the_organiser)
    assert certificate_words(draw)[0].replace("\u00a0", " ") == "Position 2 tirée au hasard."
    assert draw.price is None


def test_a_wish_made_since_is_not_overlooked(
    tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    draw = redrawn(tournament, 3, the_organiser)
    players = [entries[0].pk, entries[1].pk]
    add_wish(tournament=tournament, kind=WishKind.APART, players=players, by=the_organiser, at=NOW)
    assert code_of(publish_draw, draw=draw, by=the_organiser, at=NOW) == "wishes_changed_since"


def _table(tournament: Tournament, number: int, table: int = 1) -> Table:
    """Return a table of a round."""
    return Table.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=number, number=table
    )
