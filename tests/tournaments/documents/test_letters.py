"""Nothing on paper is smaller than 7.5 points, whatever the names, the tables and the number of positions."""

import pytest

from tests.factories import NOW, SeasonFactory, TournamentFactory, field, organiser, rewrite
from tests.scoring.remembered import evening_of_her
from tests.tournaments.boards import duplicate
from tests.tournaments.documents.printing import made, played, words_set
from tests.tournaments.documents.rotations import document_of, turned
from tests.tournaments.matches import matches_published, of_matches
from tournaments.documents.composed_pages import SMALLEST
from tournaments.documents.registry import DOCUMENTS
from tournaments.labels import OF_BOARDS, OF_DUPLICATE, OF_FEES, OF_MATCHES, JobKind, Status, TournamentState
from tournaments.models import BoardDeal, Club, Job, Player, Registration, Seat, Tournament
from tournaments.paper_labels import PAPERS, Paper

LONG = ("de La Rochefoucauld-Montbéliard", "N’GUYEN-VAN-THUAN", "BARTHÉLÉMY DE SAINT-CYR", "WOLFENSCHNEIDERMANN")
OF_A_SEASON = (JobKind.LEAGUE, JobKind.LEAGUE_POSTER, JobKind.YEAR_REPORT, *OF_FEES)


@pytest.mark.parametrize(("size", "rounds", "people"), [(4, 5, 9), (5, 7, 6), (5, 1, 60)])
def test_on_the_papers_of_an_evening(tournament: Tournament, size: int, rounds: int, people: int) -> None:
    entries = field(tournament, people)
    for entry in entries:
        Player.objects.filter(pk=entry.player_id).update(
            last_name=LONG[entry.start_number % len(LONG)], first_name="Bernadette", consent=True
        )
    rewrite(tournament, table_size=size)
    turned(tournament, entries, rounds=rounds, size=size)
    found = min(words_set(document_of(tournament, JobKind.PAPERS, papers=list(PAPERS), message="Buvette")))
    assert found.size == SMALLEST, found


@pytest.mark.parametrize("rounds", [1, 10, 30])
def test_on_a_ranking(tournament: Tournament, rounds: int) -> None:
    played(tournament, [[-1140] * rounds, [1140] * rounds, [None] * rounds], [*LONG[:3]])
    tournament.registrations.filter(start_number=1).update(penalty_points=-50)
    found = min(
        words_set(made(Job.objects.create(kind=JobKind.RANKING, tournament=tournament, wanted={}, asked_at=NOW)))
    )
    assert found.size >= SMALLEST, found


@pytest.mark.parametrize(("evenings", "columns"), [(20, 1 + 20 + 1), (21, 1 + 1)])
def test_on_a_league(club: Club, evenings: int, columns: int) -> None:
    """The sign of who left before the end stands beside his mark; of very many evenings each line tells its own."""
    season = SeasonFactory(club=club)
    for _evening in range(evenings):
        played(TournamentFactory(club=club, season=season, state=TournamentState.FINISHED), [[-1140, None], [1140, 5]])
    Seat.objects.filter(round__number=2, registration__start_number=1).delete()
    Registration.objects.filter(start_number=1).update(status=Status.WITHDRAWN)
    found = words_set(made(Job.objects.create(kind=JobKind.LEAGUE, season=season, wanted={}, asked_at=NOW)))
    assert min(found).size >= SMALLEST, min(found)
    assert ("d" in {words.text for words in found}) == (columns > 2)
    heads = [words for words in found if words.top == next(one.top for one in found if one.text == "Total")]
    assert len(heads) == 2 + columns


def with_boards(club: Club) -> Tournament:
    """Return a duplicate whose étuis are dealt and free to read."""
    evening = duplicate(2)
    rewrite(evening, free_rounds=1, club=club, boards_travel=True)
    deal = BoardDeal.objects.create(club=club, seed=7)
    rewrite(evening, board_deal=deal)
    return evening


@pytest.mark.parametrize("kind", [kind for kind in DOCUMENTS if kind not in PAPERS and kind != JobKind.PAPERS])
def test_on_every_other_paper(club: Club, kind: JobKind) -> None:
    if kind in OF_MATCHES:
        evening = matches_published(of_matches(club), 1, organiser(club))
    elif kind in OF_BOARDS or kind in OF_DUPLICATE:
        evening = with_boards(club)
    else:
        evening = evening_of_her(club, organiser(club))
    of = {"season": evening.season} if kind in OF_A_SEASON else {"tournament": evening}
    wanted = {"position": 1, "table": None, "paper": Paper.A4}
    if kind in OF_BOARDS:
        wanted |= {"etuis": evening.board_deal_id, "round": 1}
    found = min(words_set(made(Job.objects.create(kind=kind, wanted=wanted, asked_at=NOW, **of))))
    assert found.size >= SMALLEST, found
