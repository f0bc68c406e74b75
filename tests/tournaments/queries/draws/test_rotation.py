"""The whole rotation in two queries: paths, tables, what comes next."""

from tests.factories import NOW, RegistrationFactory, field
from tests.tournaments.documents.rotations import turned
from tests.tournaments.rounds import mark, publish
from tournaments.models import Player, Round, Tournament
from tournaments.queries.draws.rotation import printable, rotation


def test_two_queries_whatever_its_size(tournament: Tournament, django_assert_num_queries) -> None:
    turned(tournament, field(tournament, 8), rounds=1)
    with django_assert_num_queries(2):
        assert len(rotation(tournament).paths) == 8
    tournament.rounds.all().delete()
    turned(tournament, [*tournament.registrations.all(), *more(tournament, 24)], rounds=6)
    with django_assert_num_queries(2):
        assert [len(path.stays) for path in rotation(tournament).paths] == [6] * 32


def more(tournament: Tournament, count: int) -> list:
    """Return further players, numbered after those who are there."""
    first = tournament.registrations.count() + 1
    return [RegistrationFactory(tournament=tournament, start_number=first + index) for index in range(count)]


def test_a_path_and_where_it_goes_next(tournament: Tournament) -> None:
    people = field(tournament, 9)
    turned(tournament, people, rounds=2)
    whole = rotation(tournament)
    (path,) = [path for path in whole.paths if path.registration_id == people[5].pk]
    assert [(stay.round_number, stay.table, stay.letter) for stay in path.stays] == [(1, 2, "E"), (2, 2, "S")]
    assert [one.start_number for one in path.stays[0].others] == [5, 7, 8]
    after = whole.after(people[0].pk, 1)
    assert (after.exempt, after.table) == (True, None)
    assert whole.after(people[0].pk, 2) is None


def test_the_alphabet_forgets_accents(tournament: Tournament) -> None:
    people = field(tournament, 4)
    for entry, name in zip(people, ("Jacob", "Îlot", "Huet", "Œuf"), strict=True):
        Player.objects.filter(pk=entry.player_id).update(last_name=name)
    publish(tournament, 1, [people])
    assert [path.full_name.split()[0] for path in rotation(tournament).paths] == ["Huet", "Îlot", "Jacob", "Œuf"]


def test_what_can_be_printed_leaves_out_positions_without_tables(tournament: Tournament) -> None:
    assert (printable(tournament).round_numbers, printable(tournament).current) == ((), None)
    people = field(tournament, 4)
    publish(tournament, 1, [people])
    Round.objects.create(tournament=tournament, number=2, published_at=NOW)
    publish(tournament, 3, [people])
    assert printable(tournament).round_numbers == (1, 3)
    assert printable(tournament).played is None
    mark(tournament.rounds.get(number=3), {people[0]: 10})
    assert (printable(tournament).current, printable(tournament).played) == (3, 3)
