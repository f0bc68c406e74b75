"""The pages of a cancelled round: read by those who run the event, put back by those who draw."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.queries.table.cards import example
from scoring.services.sheets.cancelled_rounds import cancel_round
from scoring.services.sheets.records import attach_record
from tests.factories import NOW, rewrite
from tests.scoring.sheets import garde, record, seated
from tests.tournaments.documents.printing import pages
from tests.tournaments.rotations import redrawn
from tournaments.labels import JobKind, TournamentState
from tournaments.models import Account, Document, Job, Round, Tournament
from tournaments.services.draws.publishing import publish_draw


@pytest.fixture
def gone(tournament: Tournament, the_arbiter: Account) -> Round:
    """Round 2 of two tables, a donne written at each, cancelled."""
    rewrite(tournament, donnes_per_round=1)
    for number in (1, 2):
        for table in seated(tournament, tables=2, round_number=number):
            record(table, 1, the_arbiter)
    round_ = tournament.rounds.get(number=2)
    cancel_round(tournament=tournament, number=2, seen=seen_in(round_), reason="mauvais étuis", by=the_arbiter, at=NOW)
    return tournament.cancelled_rounds.get()


def page(name: str, gone: Round, *more: int) -> str:
    return reverse(name, args=[gone.cancelled_from_id, gone.pk, *more])


def test_its_sheets_are_read_from_the_page_of_the_tournament(
    as_arbiter: Client, tournament: Tournament, gone: Round
) -> None:
    desk = as_arbiter.get(reverse("tournament_desk", args=[tournament.pk])).content.decode()
    assert page("cancelled_round", gone) in desk
    text = as_arbiter.get(page("cancelled_round", gone)).content.decode()
    assert "mauvais étuis" in text
    assert page("restore_round", gone) not in text
    assert page("cancelled_sheet", gone, 2) in text
    assert text.count("+198") == 2
    sheet = as_arbiter.get(page("cancelled_sheet", gone, 2)).content.decode()
    assert "Cette feuille se lit" in sheet
    assert "pourquoi" in sheet
    assert "+198" in sheet
    assert sheet.count("<form", sheet.index("<main"), sheet.index("</main")) == 1  # for the PDF
    assert "corriger" not in sheet


def test_a_sheet_of_it_is_printed_and_says_that_it_counts_no_more(
    as_arbiter: Client,
    tournament: Tournament,
    the_arbiter: Account,
    gone: Round,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    publish_draw(draw=redrawn(tournament, 2, the_arbiter), by=the_arbiter, at=NOW)
    sheet = as_arbiter.get(page("cancelled_sheet", gone, 2)).content.decode()
    assert f'<input type="hidden" name="cancelled" value="{gone.pk}">' in sheet
    make = reverse("make_sheets", args=[tournament.pk])
    with django_capture_on_commit_callbacks(execute=True):
        as_arbiter.post(make, {"position": 2, "table": 2, "cancelled": gone.pk})
        as_arbiter.post(make, {"position": 2, "table": 2})
    again, printed = Document.objects.all()
    assert printed.title == f"Feuille de la table 2, position 2 annulée · {tournament.name}"
    (paper,) = (" ".join(words.split()) for words in pages(printed))
    assert f"Position annulée par {the_arbiter} le" in paper
    assert "« mauvais étuis ». Cette feuille ne compte plus." in paper
    assert "+198" in paper
    (in_force,) = pages(again)
    assert "annulée" not in in_force
    assert "+198" not in in_force
    job = as_arbiter.get(reverse("job", args=[printed.job_id])).content.decode()
    assert reverse("document", args=[printed.pk]) in job


@pytest.mark.parametrize("said", [{"cancelled": "999999"}, {"cancelled": "x"}, {"cancelled": "9" * 40}, {"table": ""}])
def test_a_sheet_that_is_none_of_a_cancelled_round_is_refused_in_words(
    as_arbiter: Client, tournament: Tournament, gone: Round, said: dict[str, str]
) -> None:
    asked = {"position": "2", "table": "2", "cancelled": str(gone.pk)} | said
    answer = as_arbiter.post(reverse("make_sheets", args=[tournament.pk]), asked, follow=True)
    assert 'role="alert"' in answer.content.decode()
    assert not Job.objects.filter(kind=JobKind.SHEETS).exists()
    restored = {"position": "2", "table": "2", "cancelled": str(gone.pk)}
    Round.objects.filter(pk=gone.pk).update(
        cancelled_from=None, tournament=tournament, cancelled_at=None, cancelled_by=None, cancel_reason=""
    )
    as_arbiter.post(reverse("make_sheets", args=[tournament.pk]), restored)
    assert not Job.objects.filter(kind=JobKind.SHEETS).exists()


def test_the_players_read_that_it_was_cancelled(client: Client, tournament: Tournament, gone: Round) -> None:
    tables = reverse("seating", args=[tournament.pk])
    assert "La position 2 a été annulée" in client.get(tables, {"position": 2}).content.decode()
    assert "pas encore tirée" in client.get(tables, {"position": 3}).content.decode()


def test_a_cancelled_round_costs_the_same_queries_whatever_its_tables(
    as_organiser: Client, tournament: Tournament, the_arbiter: Account
) -> None:
    counts = []
    for tables in (1, 6):
        number = tournament.rounds.count() + tournament.cancelled_rounds.count() + 1
        seated(tournament, tables=tables, round_number=number)
        round_ = tournament.rounds.get(number=number)
        cancel_round(tournament=tournament, number=number, seen=seen_in(round_), reason="essai", by=the_arbiter, at=NOW)
        with CaptureQueriesContext(connection) as queries:
            as_organiser.get(page("cancelled_round", tournament.cancelled_rounds.get(number=number)))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_it_is_put_back_with_a_reason_after_the_standings_are_shown(
    as_organiser: Client, tournament: Tournament, gone: Round
) -> None:
    changes = reverse("seat_changes", args=[tournament.pk])
    listed = as_organiser.get(changes).content.decode()
    assert page("cancelled_round", gone) in listed
    assert page("restore_round", gone) in listed
    asked = page("restore_round", gone)
    assert "avant +198" in as_organiser.get(asked).content.decode()
    assert as_organiser.post(asked, {"reason": ""}).status_code == 422
    assert tournament.cancelled_rounds.exists()
    answer = as_organiser.post(asked, {"reason": "c’était la bonne"})
    assert (answer.status_code, answer["Location"]) == (303, changes)
    assert tournament.rounds.filter(number=2).exists()
    again = as_organiser.post(asked, {"reason": "c’était la bonne"})
    assert (again.status_code, again["Location"]) == (303, changes)
    assert as_organiser.get(page("cancelled_round", gone)).status_code == 404


def test_a_round_that_was_replaced_or_is_of_a_finished_tournament_offers_no_way_back(
    as_organiser: Client, tournament: Tournament, the_arbiter: Account, gone: Round
) -> None:
    publish_draw(draw=redrawn(tournament, 2, the_arbiter), by=the_arbiter, at=NOW)
    for name in ("cancelled_round", "restore_round"):
        text = as_organiser.get(page(name, gone)).content.decode()
        assert "annulez d’abord celle qui la remplace" in text
        assert "<form" not in text[text.index("<main") : text.index("</main")]
    assert page("restore_round", gone) not in as_organiser.get(page("cancelled_round", gone)).content.decode()
    tournament.rounds.filter(number=2).delete()
    Tournament.objects.update(state=TournamentState.FINISHED)
    text = as_organiser.get(page("restore_round", gone)).content.decode()
    assert "<form" not in text[text.index("<main") : text.index("</main")]


def test_another_tournament_s_round_is_not_found_here(
    as_organiser: Client, tournament: Tournament, gone: Round
) -> None:
    Round.objects.filter(pk=gone.pk).update(cancelled_from=None, tournament=tournament, cancelled_at=None)
    assert as_organiser.get(reverse("cancelled_round", args=[tournament.pk, gone.pk])).status_code == 404
    assert as_organiser.get(reverse("cancelled_sheet", args=[tournament.pk, gone.pk, 1])).status_code == 404


def test_a_record_of_a_cancelled_donne_is_still_replayed(
    as_arbiter: Client, tournament: Tournament, the_arbiter: Account
) -> None:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, garde(taker=2, contract="prise", points="46"))
    attach_record(
        table=table, number=1, record=example(), first=None, key=uuid.uuid4(), replaces=None, by=the_arbiter, at=NOW
    )
    round_ = tournament.rounds.get()
    cancel_round(tournament=tournament, number=1, seen=seen_in(round_), reason="essai", by=the_arbiter, at=NOW)
    replay = page("cancelled_record", tournament.cancelled_rounds.get(), 1, 1)
    sheet = as_arbiter.get(page("cancelled_sheet", tournament.cancelled_rounds.get(), 1)).content.decode()
    assert replay in sheet
    text = as_arbiter.get(replay).content.decode()
    assert f'href="{replay}?pli=1' in text
    assert f'href="{replay}?pli=18' in as_arbiter.get(f"{replay}?pli=17").content.decode()
    none = as_arbiter.get(page("cancelled_record", tournament.cancelled_rounds.get(), 1, 7)).content.decode()
    assert "Aucun relevé n’est rattaché" in none
