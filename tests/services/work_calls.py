"""The services of jobs and documents, one row for each thing that one of them can do."""

from tests.factories import NOW
from tests.services.calls import Act, Entry, World, call_of
from tournaments.labels import JobKind
from tournaments.services.work import jobs
from tournaments.services.work.documents import keep_document


@call_of(jobs.ask)
def a_ranking_asked_for(world: World) -> Act:
    return lambda: jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)


@call_of(jobs.cancel, Entry("travail annulé", "classement en PDF"))
def a_ranking_cancelled(world: World) -> Act:
    job = jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)
    return lambda: jobs.cancel(job=job, by=world.by, at=NOW)


@call_of(jobs.cancel, Entry("travail annulé", "championnat en PDF", of="club"))
def a_league_cancelled(world: World) -> Act:
    job = jobs.ask(kind=JobKind.LEAGUE, season=world.season, by=world.by, at=NOW)
    return lambda: jobs.cancel(job=job, by=world.by, at=NOW)


@call_of(jobs.stop_early, Entry("recherche arrêtée", "tirage des tables"))
def a_search_stopped(world: World) -> Act:
    job = jobs.ask(kind=JobKind.DRAW, tournament=world.tournament, by=world.by, at=NOW)
    return lambda: jobs.stop_early(job=job, by=world.by, at=NOW)


@call_of(keep_document, Entry("document fait", "Classement · Concours"))
def a_ranking_kept(world: World) -> Act:
    asked = jobs.ask(kind=JobKind.RANKING, tournament=world.tournament, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert job is not None
    return lambda: keep_document(job=job, title="Classement · Concours", filename="a.pdf", content=b"%PDF", at=NOW)


@call_of(keep_document, Entry("document fait", "Championnat", of="club"))
def a_league_kept(world: World) -> Act:
    asked = jobs.ask(kind=JobKind.LEAGUE, season=world.season, by=world.by, at=NOW)
    job = jobs.claim(job_id=asked.pk, worker="one", at=NOW)
    assert job is not None
    return lambda: keep_document(job=job, title="Championnat", filename="a.pdf", content=b"%PDF", at=NOW)
