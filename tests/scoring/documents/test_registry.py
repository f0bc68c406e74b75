"""The real worker knows the documents that this app declares."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tarot_club.serving import Serving
from tournaments.documents.registry import DOCUMENTS, document
from tournaments.labels import JobKind

ROOT = Path(__file__).parent.parent.parent.parent
# What a worker loads at its start.
LOADED = """
from tarot_club.celery import app
app.loader.import_default_modules()
from tournaments.labels import JobKind
from tournaments.tasks import WORKS
assert set(WORKS) == set(JobKind), set(JobKind) - set(WORKS)
"""
ASK = """
from django.utils import timezone
from scoring.services.sheets.sheets import ask_sheets
from tests.factories import TournamentFactory
from tests.scoring.sheets import seated
tournament = TournamentFactory()
seated(tournament)
print(ask_sheets(
    tournament=tournament, round_number=1, table_number=1, language="fr", by=None, at=timezone.now()
).pk)
"""
STATE = """
from tournaments.models import Job
job = Job.objects.get(pk={job})
print(job.state, hasattr(job, "document") and "Feuille de la table 1, position 1" in job.document.title)
"""


def test_a_worker_has_hands_for_every_kind_of_job() -> None:
    answer = subprocess.run([sys.executable, "-c", LOADED], check=False, cwd=ROOT, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_a_kind_of_document_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        document(JobKind.POSTER, template="documents/another.html")(DOCUMENTS[JobKind.POSTER].compose)


@pytest.mark.services
@pytest.mark.product
@pytest.mark.slow
def test_the_embedded_server_prints_a_sheet(tmp_path: Path, started_once: Path) -> None:
    with Serving(tmp_path / "data", like=started_once) as server:
        assert server.comes_to_print("fait True", STATE.format(job=server.manage(ASK))), server.said()
