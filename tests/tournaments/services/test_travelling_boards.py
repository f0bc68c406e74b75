"""Duplicate where boards travel: each table plays others, nobody a board twice, and nothing is told before the end."""

import re
import uuid
from dataclasses import replace
from datetime import date
from itertools import permutations, product

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from scoring.services.sheets.sheets import tell_if_round_is_closed
from tests.factories import NOW, RegistrationFactory, TournamentFactory, field
from tests.refusals import refusal_of, refused
from tests.texts import plain
from tests.tournaments.boards import closed
from tests.tournaments.rotations import done, swap
from tests.tournaments.services.drawing import drawn, published
from tournaments.labels import DrawMode, Status
from tournaments.models import Account, Club, Draw, Registration, Seat, SeatChange, Table, Tournament
from tournaments.queries.draws.boards_met import boards_held
from tournaments.queries.draws.drafts import draft_rounds
from tournaments.queries.draws.forecast import forecast
from tournaments.queries.draws.movements import movement_words
from tournaments.queries.draws.seat_changes import places_kept
from tournaments.queries.draws.seating import places
from tournaments.seating import Remainder, tell
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.requests import ask_draw, ask_smallest_change
from tournaments.services.draws.seat_changes import undo_swap
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings, create_tournament, finish
from tournaments.services.people.registrations import set_status

pytestmark = pytest.mark.django_db


def travelling(by: Account, players: int = 20, *, draws: bool = True, **settings: object) -> Tournament:
    chosen = {"compared_by": "matchpoints", "rounds_planned": 5, "donnes_per_round": 2} | settings
    tournament = TournamentFactory(void_donnes_count=True, boards_travel=True, **chosen)
    field(tournament, players)
    if draws:
        published(tournament, by)
    return Tournament.objects.get(pk=tournament.pk)


def boards_of(tournament: Tournament) -> dict[int, list[int]]:
    """Return the first boards of the tables of each round, by table number."""
    found: dict[int, list[int]] = {}
    for round_ in tournament.rounds.order_by("number"):
        found[round_.number] = [table.boards[0] for table in round_.tables.order_by("number")]
    return found


def boards_met(tournament: Tournament) -> dict[int, list[int]]:
    """Return the boards that each start number plays, cancelled rounds too."""
    met: dict[int, list[int]] = {}
    for seat in Seat.objects.filter(registration__tournament=tournament, table__isnull=False).select_related(
        "table", "registration"
    ):
        met.setdefault(seat.registration.start_number, []).extend(seat.seated_at.boards)
    return {number: sorted(boards) for number, boards in met.items()}


def nobody_plays_a_board_twice(tournament: Tournament) -> bool:
    return all(len(boards) == len(set(boards)) for boards in boards_met(tournament).values())


def close(tournament: Tournament, number: int) -> int:
    """Close all sheets of a round, and return how many rounds are free then."""
    closed(tournament, number)
    tournament = Tournament.objects.get(pk=tournament.pk)
    tell_if_round_is_closed(tournament.rounds.get(number=number), tournament=tournament, at=NOW)
    return free(tournament)


def free(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).free_rounds


def cancelled(tournament: Tournament, number: int, by: Account) -> None:
    round_ = tournament.rounds.get(number=number)
    cancel_round(tournament=tournament, number=number, reason="étuis mêlés", seen=seen_in(round_), by=by, at=NOW)


def drawn_again(tournament: Tournament, by: Account) -> None:
    publish_draw(draw=drawn(tournament, by), by=by, at=NOW)


def test_a_table_plays_other_boards_in_each_round_and_nobody_one_twice(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    boards = boards_of(tournament)
    assert all(sorted(of_round) == [1, 3, 5, 7, 9] for of_round in boards.values())
    at_table_1 = [of_round[0] for of_round in boards.values()]
    assert sorted(at_table_1) == [1, 3, 5, 7, 9]
    met = boards_met(tournament)
    assert all(sorted(each) == list(range(1, 11)) for each in met.values())
    assert len(met) == 20


def test_whoever_holds_sud_stays_at_his_table(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    sat = Seat.objects.filter(round__tournament=tournament, chair=0).values_list("registration", "table__number")
    assert len(set(sat)) == 5


def test_three_too_many_take_turns_and_play_no_board_twice(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, players=31, rounds_planned=7)
    assert nobody_plays_a_board_twice(tournament)
    assert {len(of_round) for of_round in boards_of(tournament).values()} == {7}


def test_nothing_is_free_before_every_round_is_played(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    assert [close(tournament, number) for number in (1, 2, 4, 3, 5)] == [0, 0, 0, 0, 5]
    assert Tournament.objects.get(pk=tournament.pk).last_shown_round is None


def test_all_is_free_when_it_ends_before_the_last_round(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    assert close(tournament, 1) == 0
    finish(tournament=tournament, by=the_organiser, at=NOW)
    assert Tournament.objects.get(pk=tournament.pk).is_final


def test_a_cancelled_round_that_may_be_put_back_keeps_its_boards_secret(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    cancelled(tournament, 5, the_organiser)
    assert [close(tournament, number) for number in (1, 2, 3, 4)] == [0, 0, 0, 0]
    round_ = tournament.cancelled_rounds.get()
    restore_round(tournament=tournament, round_=round_, reason="par erreur", by=the_organiser, at=NOW)
    assert close(tournament, 5) == 5


def test_one_open_sheet_keeps_its_last_board_secret_and_with_it_every_round(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, donnes_per_round=1)
    assert [close(tournament, number) for number in (1, 2, 3, 4)] == [0] * 4
    last = Table.objects.get(round__tournament=tournament, round__number=5, first_board=5)
    closed(tournament, 5)
    Table.objects.filter(pk=last.pk).update(closed_at=None)
    tell_if_round_is_closed(tournament.rounds.get(number=4), tournament=tournament, at=NOW)
    assert free(tournament) == 0


def test_a_cancelled_round_with_another_in_its_place_holds_up_nothing(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    cancelled(tournament, 5, the_organiser)
    drawn_again(tournament, the_organiser)
    assert [close(tournament, number) for number in (1, 2, 3, 4, 5)][-1] == 5


def test_what_is_drawn_again_plays_other_boards_than_what_was_begun(the_organiser: Account) -> None:
    """Who comes has met none of them, and what was played is free: nobody has it still to play."""
    tournament = travelling(the_organiser)
    assert [close(tournament, number) for number in (1, 2)] == [0, 0]
    RegistrationFactory(tournament=tournament, start_number=21)
    drawn_again(tournament, the_organiser)
    assert sorted(boards_of(tournament)[3]) == [11, 13, 15, 17, 19]
    assert nobody_plays_a_board_twice(tournament)
    assert [close(tournament, number) for number in (3, 4, 5)] == [2, 2, 5]


def test_a_draw_of_rounds_that_nobody_has_begun_plays_the_same_boards(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    before = sorted(boards_of(tournament)[1])
    RegistrationFactory(tournament=tournament, start_number=21)
    drawn_again(tournament, the_organiser)
    assert sorted(boards_of(tournament)[1]) == before


def test_boards_of_a_cancelled_round_come_back_in_none(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    close(tournament, 1)
    cancelled(tournament, 1, the_organiser)
    drawn_again(tournament, the_organiser)
    assert sorted(boards_of(tournament)[1]) == [11, 13, 15, 17, 19]
    assert nobody_plays_a_board_twice(tournament)


def refused_draw(tournament: Tournament, by: Account, **asked: object) -> str:
    settings = {"remainder": Remainder.EXEMPT, "seed": 1} | asked
    return refused(ask_draw, tournament=tournament, by=by, at=NOW, **settings)[0]


def test_what_the_movement_cannot_do_is_said_before_and_refused(the_organiser: Account) -> None:
    few = travelling(the_organiser, players=19, draws=False)
    assert plain(forecast(few).no_travel).startswith("Les étuis voyagent à partir de cinq tables : avec 4 tables")
    assert refused_draw(few, the_organiser) == "boards_cannot_travel"
    long = travelling(the_organiser, players=20, draws=False, rounds_planned=6)
    assert plain(forecast(long).no_travel).startswith("Avec 5 tables il y a 5 jeux d’étuis")
    assert refused_draw(long, the_organiser) == "boards_cannot_travel"


def test_what_a_draw_will_give_is_said_before(the_organiser: Account) -> None:
    def said(players: int, rounds: int) -> str:
        evening = travelling(the_organiser, players=players, draws=False, rounds_planned=rounds)
        return plain(forecast(evening).travel)

    assert said(28, 5) == ("Les étuis voyagent : 7 jeux d’étuis, 14 étuis en tout, un par table et par donne.")
    assert said(24, 6).endswith("il est prouvé que des joueurs se retrouvent : à 5 positions, aucun.")
    assert said(40, 10).endswith("personne ne connaît de mouvement sans rencontre répétée : à 9, si.")
    assert forecast(TournamentFactory()).travel == ""


def test_six_tables_with_exempts_cannot_play_six_rounds(the_organiser: Account) -> None:
    """Whoever sits out and comes back meets a set again: the draw says so, and is not published."""
    tournament = travelling(the_organiser, players=25, draws=False, rounds_planned=6)
    code, sentence = refused(drawn, tournament, the_organiser)
    assert code == "boards_met_again"
    assert sentence.startswith(
        "Le tirage laisse 1 fois quelqu’un rejouer des étuis qu’il a joués : prévoyez une position"
    )


def test_a_round_is_not_drawn_alone_nor_by_standings(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    assert refused_draw(tournament, the_organiser, number=2) == "boards_travel"
    assert refused_draw(tournament, the_organiser, mode=DrawMode.SWISS) == "boards_travel"


def moved_least(tournament: Tournament, by: Account) -> Draw:
    return done(ask_smallest_change(tournament=tournament, by=by, at=NOW))


def gone(tournament: Tournament, by: Account, *entries: Registration) -> None:
    pks = [entry.pk for entry in entries]
    set_status(tournament=tournament, registrations=pks, status=Status.WITHDRAWN, by=by, at=NOW)


@pytest.mark.parametrize(("newcomers", "played"), [(1, 0), (1, 3), (3, 1)])
def test_who_comes_late_takes_chairs_of_boards_that_he_has_not_met(
    the_organiser: Account, newcomers: int, played: int
) -> None:
    """The tables keep their boards, everybody sits out in turn, and the draft says so before it is published."""
    tournament = travelling(the_organiser)
    for number in range(1, played + 1):
        close(tournament, number)
    before, sat = boards_of(tournament), places(tournament)
    for number in range(newcomers):
        RegistrationFactory(tournament=tournament, start_number=21 + number)
    draft = moved_least(tournament, the_organiser)
    sets = [list(round_.sets.values()) for round_ in draft_rounds(draft)]
    assert sets == [[(first + 1) // 2 for first in held] for number, held in before.items() if number > played]
    words = tell(draft.computed_plan.certificate, "fr")
    assert "Personne ne joue deux fois les mêmes étuis." in words
    assert "Chacun garde sa place." not in words  # who fills in takes another chair each time
    publish_draw(draw=draft, by=the_organiser, at=NOW)
    assert boards_of(tournament) == before
    assert nobody_plays_a_board_twice(tournament)
    after = places(tournament)
    moved = [(number, pk) for number in after for pk in sat[number] if after[number][pk] != sat[number][pk]]
    assert newcomers * (5 - played) - newcomers <= len(moved) < newcomers * (5 - played)  # they sit out in turn too
    assert all(after[number][pk] is None for number, pk in moved)


def test_who_comes_late_meets_no_board_of_a_cancelled_round_again(the_organiser: Account) -> None:
    """He sat in the first round, left, and comes back: its boards were seen, though it was cancelled."""
    tournament = travelling(the_organiser, rounds_planned=4)
    away = seat_at(tournament, 1, 1)
    cancelled(tournament, 1, the_organiser)
    drawn_again(tournament, the_organiser)
    held = boards_held(tournament, [1, 2, 3, 4])
    assert len(held.sets) == 4
    assert {len(sets) for sets in held.sets} == {5}
    assert held.met[away.pk] == {(tournament.cancelled_rounds.get().tables.get(number=1).boards[0] + 1) // 2}
    assert boards_held(tournament, [3, 4]).met[away.pk] > held.met[away.pk]


def test_a_table_less_leaves_its_boards_and_nobody_plays_any_twice(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, rounds_planned=3)
    gone(tournament, the_organiser, seat_at(tournament, 1, 1))
    before = boards_of(tournament)
    publish_draw(draw=moved_least(tournament, the_organiser), by=the_organiser, at=NOW)
    assert boards_of(tournament) == {number: held[:4] for number, held in before.items()}
    assert nobody_plays_a_board_twice(tournament)


def test_a_small_change_that_lets_somebody_play_boards_twice_is_refused_with_who_and_which(
    the_organiser: Account,
) -> None:
    """Of 21 in five rounds each misses one set at most: hardly ever the one that is free."""
    tournament = travelling(the_organiser, players=21)
    before = places(tournament)
    gone(tournament, the_organiser, seat_at(tournament, 1, 1))
    code, sentence = refused(moved_least, tournament, the_organiser)
    assert code == "small_change_meets_boards"
    assert re.search(r"voyagent : \S+ Prénom jouerait deux fois : étuis \d+ à \d+", sentence)
    assert places(tournament) == before


def test_a_table_more_has_no_boards(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, players=23)
    RegistrationFactory(tournament=tournament, start_number=24)
    code, sentence = refused(moved_least, tournament, the_organiser)
    assert code == "no_boards_for_a_table"
    assert sentence.startswith("Il y aurait une table de plus")


def seat_at(tournament: Tournament, number: int, table: int, chair: int = 1) -> Registration:
    return Seat.objects.get(
        round__tournament=tournament, round__number=number, table__number=table, chair=chair
    ).registration


def test_nobody_changes_places_to_play_boards_twice(club: Club, the_organiser: Account, client: Client) -> None:
    """In five rounds of five sets everybody plays all: an exchange makes both play one a second time."""
    tournament = travelling(the_organiser, club=club)
    one, other = seat_at(tournament, 2, 1), seat_at(tournament, 2, 2)
    code, sentence = refused(swap, tournament, 2, one, other, by=the_organiser)
    assert code == "boards_met_again"
    assert sentence.count("choisissez quelqu’un d’autre") == 2
    client.force_login(the_organiser)
    address = reverse("swap_players", args=[tournament.pk, 2])
    page = plain(client.get(f"{address}?one={one.pk}&other={other.pk}").content.decode())
    assert sentence in page
    assert "Échanger quand même" not in page


def test_two_of_a_table_change_chairs(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    one, other = seat_at(tournament, 2, 1), seat_at(tournament, 2, 1, chair=2)
    swap(tournament, 2, one, other, by=the_organiser)
    assert seat_at(tournament, 2, 1) == other


def test_an_exchange_between_sets_that_neither_plays_elsewhere_is_made_and_undone(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, rounds_planned=2)
    met = boards_met(tournament)
    tables = list(tournament.rounds.get(number=2).tables.order_by("number"))
    one, other = next(
        (one, other)
        for at, there in permutations(tables, 2)
        for one, other in product(*(Registration.objects.filter(seats__table=table) for table in (at, there)))
        if there.first_board not in met[one.start_number] and at.first_board not in met[other.start_number]
    )
    change = swap(tournament, 2, one, other, by=the_organiser)
    assert nobody_plays_a_board_twice(tournament)
    undo_swap(change=change, by=the_organiser, at=NOW)
    assert boards_met(tournament) == met


def replaced(tournament: Tournament, by: Account, leaver: Registration, comer: Registration, number: int) -> SeatChange:
    asked = {"key": uuid.uuid4(), "reason": "souffrant", "by": by, "at": NOW}
    return replace_player(tournament=tournament, leaver=leaver.pk, comer=comer.pk, number=number, **asked)


def test_a_newcomer_takes_the_line_of_who_leaves_and_who_has_played_does_not(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    leaver, gone = seat_at(tournament, 2, 1), seat_at(tournament, 2, 2)
    comer = RegistrationFactory(tournament=tournament, start_number=21)
    replaced(tournament, the_organiser, leaver, comer, 2)
    assert len(boards_met(tournament)[21]) == 8
    # Whoever left after the first round has played one set of those that another has still to play.
    assert refused(replaced, tournament, the_organiser, gone, leaver, 2)[0] == "boards_met_again"


def test_the_draft_says_the_set_of_each_table_and_the_tables_their_boards(
    club: Club, the_organiser: Account, client: Client
) -> None:
    tournament = travelling(the_organiser, club=club, draws=False)
    draft = drawn(tournament, the_organiser)
    sets = [list(round_.sets.values()) for round_ in draft_rounds(draft)]
    client.force_login(the_organiser)
    page = plain(client.get(reverse("draw", args=[tournament.pk])).content.decode())
    assert "Personne ne joue deux fois les mêmes étuis." in page
    assert ">Jeu</th>" in page
    publish_draw(draw=draft, by=the_organiser, at=NOW)
    assert [[(first + 1) // 2 for first in of_round] for of_round in boards_of(tournament).values()] == sets
    hall = plain(client.get(f"{reverse('seating', args=[tournament.pk])}?position=2").content.decode())
    told = re.findall(r"Table \d <small>étuis (\d+) à \d+", hall)
    assert told == [str(first) for first in boards_of(tournament)[2]]


def test_a_rule_that_keeps_chairs_is_told_so(the_organiser: Account) -> None:
    tournament = travelling(the_organiser)
    words = [plain(sentence) for sentence in movement_words(tournament.draws.get())]
    assert words[0].startswith("À chaque changement, selon la place de la position 1 : Sud reste à sa table, Est ")
    assert re.match(r"Chacun garde sa place ; les étuis reculent d(’une|e \d) tables?\.", words[1])


@pytest.mark.parametrize("travels_then", [True, False])
def test_a_draft_asked_before_the_boards_travelled_or_stayed_is_not_published(
    the_organiser: Account, travels_then: bool
) -> None:
    tournament = travelling(the_organiser, draws=False)
    Tournament.objects.filter(pk=tournament.pk).update(boards_travel=travels_then)
    draft = drawn(tournament, the_organiser)
    Tournament.objects.filter(pk=tournament.pk).update(boards_travel=not travels_then)
    assert refused(publish_draw, draw=draft, by=the_organiser, at=NOW)[0] == "settings_changed_since"


def test_boards_travel_in_a_duplicate_alone_and_not_otherwise_once_drawn(club: Club, the_organiser: Account) -> None:
    settings = Settings(name="Libre", date=date(2026, 11, 20), boards_travel=True)
    libre = create_tournament(club=club, settings=settings, by=the_organiser, at=NOW)
    assert libre.boards_travel is False
    with pytest.raises(IntegrityError, match="boards_travel_in_a_duplicate_without_matches"), transaction.atomic():
        Tournament.objects.filter(pk=libre.pk).update(boards_travel=True)
    tournament = travelling(the_organiser, club=club)
    stays = replace(Settings.of(tournament), boards_travel=False)
    refusal = refusal_of(change_settings, tournament=tournament, settings=stays, by=the_organiser, at=NOW)
    assert refusal.fields.keys() == {"boards_travel"}


def test_an_exempt_is_offered_the_chair_of_who_left_where_he_has_not_its_boards_elsewhere(
    the_organiser: Account,
) -> None:
    tournament = travelling(the_organiser, players=30, rounds_planned=6)
    close(tournament, 1)
    leaver = seat_at(tournament, 2, 1)
    set_status(tournament=tournament, registrations=[leaver.pk], status=Status.WITHDRAWN, by=the_organiser, at=NOW)
    (kept,) = places_kept(tournament)
    met, offered = boards_met(tournament), 0
    for number in range(2, 7):
        table = Seat.objects.get(round__tournament=tournament, round__number=number, registration=leaver).table
        out = Registration.objects.filter(seats__round__tournament=tournament, seats__round__number=number)
        for free in out.filter(seats__table=None, seats__round__number=number).distinct():
            if table is not None and free != leaver:
                may = table.boards[0] not in met[free.start_number]
                assert ((number, free) in kept.exempts) == may
                offered += may
    assert 0 < offered == len(kept.exempts)


def test_one_board_a_table_is_met_as_well_and_told_in_the_singular(the_organiser: Account) -> None:
    tournament = travelling(the_organiser, donnes_per_round=1)
    one, other = seat_at(tournament, 2, 1), seat_at(tournament, 2, 2)
    code, sentence = refused(swap, tournament, 2, one, other, by=the_organiser)
    assert code == "boards_met_again"
    assert re.search(rf"{one.player} jouerait l’étui \d+, qui est aussi le sien à la position \d :", sentence)


def test_where_all_tables_play_the_same_boards_two_of_them_change_places(the_organiser: Account) -> None:
    """Whoever changes plays the boards of his round once, at another table."""
    tournament = TournamentFactory(
        void_donnes_count=True, compared_by="matchpoints", rounds_planned=2, donnes_per_round=2
    )
    field(tournament, 20)
    published(tournament, the_organiser)
    one, other = seat_at(tournament, 2, 1), seat_at(tournament, 2, 2)
    swap(tournament, 2, one, other, by=the_organiser)
    assert seat_at(tournament, 2, 2) == one
