"""The league on paper: what counts, what is left out."""

from tests.factories import NOW, SeasonFactory, TournamentFactory
from tests.tournaments.documents.printing import claimed, pages, played
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Club, Document, Registration, Round, Seat
from tournaments.seating import Monitor
from tournaments.services.results import Result, set_results
from tournaments.tasks import WORKS


def test_the_best_results_count_and_the_others_are_in_brackets(club: Club) -> None:
    season = SeasonFactory(club=club, best_of=1, name="2026-2027")
    one, two = (
        TournamentFactory(club=club, season=season, name=name, state=TournamentState.FINISHED)
        for name in ("Soirée 1", "Soirée 2")
    )
    played(one, [[120], [-120]])
    again = Round.objects.create(tournament=two, number=1, published_at=NOW)
    for entry, points in zip(one.registrations.order_by("start_number"), (30, -30), strict=True):
        entered = Registration.objects.create(tournament=two, player=entry.player, start_number=entry.start_number)
        set_results([Result(Seat.objects.create(round=again, registration=entered), points, donnes=4)])
    answer = WORKS[JobKind.LEAGUE](claimed(JobKind.LEAGUE, season=season), Monitor())
    (page,) = pages(Document.objects.get(pk=answer["document"]))
    words = " ".join(page.split())
    assert "1 Nom1 Élodie +120 (+30) 2 +120" in words
    assert "2 Nom2 Élodie (−120) −30 2 −30" in words
    assert "Le meilleur résultat de chacun compte" in words
    assert "T2 : Soirée 2, samedi 21 novembre 2026" in words


def test_an_empty_season_says_so(club: Club) -> None:
    season = SeasonFactory(club=club)
    answer = WORKS[JobKind.LEAGUE](claimed(JobKind.LEAGUE, season=season), Monitor())
    assert "il n’y a pas de championnat" in pages(Document.objects.get(pk=answer["document"]))[0]
