"""All the papers of a position as one job and one document."""

from io import BytesIO

import pytest
from django.utils import timezone
from pypdf import PdfReader

from tests.factories import NOW, field
from tests.refusals import refusal_of
from tests.tournaments.documents.rotations import document_of, printed, turned
from tournaments.documents.registry import DOCUMENTS
from tournaments.labels import JobKind, Pace
from tournaments.models import Job, Tournament
from tournaments.paper_labels import PAPERS, Paper
from tournaments.queries.draws.rotation import PrintableRounds, usual_papers
from tournaments.services.work.documents import MOST_PLACES, ask_print

SOME = (JobKind.POSTER, JobKind.SEATING_PLAN, JobKind.TABLE_LISTS)


def test_each_is_as_it_is_alone_in_the_order_of_the_list(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)  # a paper says when it was printed, to the minute
    turned(tournament, field(tournament, 12))
    alone = [
        page
        for kind in (JobKind.SEATING_PLAN, JobKind.POSTER, JobKind.TABLE_LISTS)
        for page in printed(tournament, kind, 2 if kind != JobKind.TABLE_LISTS else None)
    ]
    assert printed(tournament, JobKind.PAPERS, 2, papers=SOME) == alone
    assert len(alone) == 5


def test_it_is_one_document_named_after_its_position(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    document = document_of(tournament, JobKind.PAPERS, 2, papers=SOME)
    assert document.title == f"Papiers de la position 2 · {tournament.name}"
    assert document.filename.startswith("papiers-p2-")
    assert Job.objects.count() == 1


def test_all_of_them_of_all_positions(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    document = document_of(tournament, JobKind.PAPERS, papers=list(PAPERS), message="Buvette à 21 h")
    assert document.title == f"Papiers de toutes les positions · {tournament.name}"
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(bytes(document.content))).pages)
    assert "Buvette à 21" in words
    assert [
        name for name in ("Avis", "Plan", "Affiche", "Feuilles à remplir", "Fiches", "Listes") if name not in words
    ] == []


def test_every_paper_that_may_be_ticked_is_declared() -> None:
    assert set(PAPERS) <= set(DOCUMENTS)


def test_none_ticked_is_refused(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    assert refusal_of(document_of, tournament, JobKind.PAPERS, 1).code == "no_paper_named"


def test_papers_ticked_before_anything_is_published_are_refused(tournament: Tournament) -> None:
    assert refusal_of(document_of, tournament, JobKind.PAPERS, papers=SOME).code == "nothing_published"


def test_all_positions_of_very_many_players_are_refused(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_PLACES >= 64 * 30
    monkeypatch.setattr("tournaments.services.work.documents.MOST_PLACES", 8)
    turned(tournament, field(tournament, 8))
    assert refusal_of(document_of, tournament, JobKind.PAPERS, papers=SOME).code == "too_many_places"


def asked(tournament: Tournament, *papers: JobKind, kind: JobKind = JobKind.PAPERS, **said: object) -> Job:
    return ask_print(
        tournament=tournament, kind=kind, round_number=1, papers=papers, language="fr", by=None, at=NOW, **said
    )


def test_two_clicks_are_one_job_and_other_ticks_another(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    assert asked(tournament, *SOME) == asked(tournament, *reversed(SOME))
    assert asked(tournament, *SOME) != asked(tournament, JobKind.POSTER)
    notices = {asked(tournament, kind=JobKind.NOTICE, message=message).pk for message in ("", "un", "deux", "un")}
    assert len(notices) == 3


def test_the_paper_of_the_poster_is_asked_for_where_there_is_one(tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    assert asked(tournament, *SOME, paper=Paper.A3).wanted["paper"] == "A3"
    assert asked(tournament, JobKind.SEATING_PLAN, paper=Paper.A3).wanted["paper"] == "A4"


@pytest.mark.parametrize(
    ("rounds", "current", "ticked"), [((1, 2), 1, 5), ((1, 2), 2, 3), ((1,), 1, 3), ((), None, 3), ((2, 3), 2, 5)]
)
def test_at_the_first_position_what_serves_all_of_them_is_ticked_too(
    rounds: tuple[int, ...], current: int | None, ticked: int
) -> None:
    assert len(usual_papers(PrintableRounds(rounds, current, None))) == ticked


def test_papers_of_a_timed_event_say_sequence(tournament: Tournament) -> None:
    tournament.pace, tournament.donnes_per_round, tournament.minutes_per_round = Pace.MINUTES, None, 60
    tournament.save()
    turned(tournament, field(tournament, 8))
    document = document_of(tournament, JobKind.PAPERS, 1, papers=list(PAPERS))
    assert document.title == f"Papiers de la séquence 1 · {tournament.name}"
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(bytes(document.content))).pages)
    assert "Séquence 1" in words
    assert "osition" not in words
    assert "Pos." not in words
    certificate = " ".join(printed(tournament, JobKind.CERTIFICATE))
    assert "2 séquences" in certificate
    assert "osition" not in certificate
