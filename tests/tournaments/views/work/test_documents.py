"""What is printed of a rotation, asked for in the browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from tests.factories import NOW, ClubFactory, field
from tests.tournaments.documents.printing import pages
from tests.tournaments.documents.rotations import turned
from tests.tournaments.rounds import mark, publish
from tournaments.labels import OF_DUPLICATE, JobKind, Sex
from tournaments.models import Document, Job, Player, Tournament
from tournaments.paper_labels import PRINTS
from tournaments.services.work import jobs


def documents_page(client: Client, tournament: Tournament) -> str:
    return client.get(reverse("documents", args=[tournament.pk])).content.decode()


def ask(client: Client, tournament: Tournament, **said: object):
    return client.post(reverse("make_print", args=[tournament.pk]), said)


def test_each_is_made_by_the_worker_and_kept(
    as_arbiter: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    turned(tournament, field(tournament, 8))
    shown = documents_page(as_arbiter, tournament)
    assert {kind for kind in PRINTS if f'value="{kind}"' not in shown} == set(OF_DUPLICATE)
    for kind in PRINTS:
        if kind in OF_DUPLICATE:  # tests/scoring/documents/test_board_papers.py
            continue
        with django_capture_on_commit_callbacks(execute=True):
            papers = ["plan_pdf", "avis_pdf"] if kind == JobKind.PAPERS else []
            answer = ask(as_arbiter, tournament, kind=kind.value, position="", paper="A4", papers=papers)
        document = Document.objects.get(job__kind=kind)
        assert (answer.status_code, answer["Location"]) == (303, reverse("job", args=[document.job_id]))
        assert reverse("document", args=[document.pk]) in as_arbiter.get(answer["Location"]).content.decode()
    assert documents_page(as_arbiter, tournament).count("Plan de toutes les positions") == 1


def test_the_position_being_played_is_offered_first(as_arbiter: Client, tournament: Tournament) -> None:
    people = field(tournament, 4)
    turned(tournament, people, rounds=3)
    first = tournament.rounds.get(number=1)
    first.tables.update(closed_at=NOW)
    shown = documents_page(as_arbiter, tournament)
    assert '<option value="2" selected>2</option>' in shown


def test_what_is_due_now_is_the_action_of_the_papers(as_arbiter: Client, tournament: Tournament) -> None:
    def checked() -> int:
        return len(re.findall(r'name="papers"[^>]*\schecked', documents_page(as_arbiter, tournament)))

    def primary() -> list[str]:
        shown = documents_page(as_arbiter, tournament)
        return [
            part.split(">", 1)[1].split("<", 1)[0].strip()
            for part in shown.split("<button")[1:]
            if "primary" in part.split(">", 1)[0]
        ]

    assert primary() == []
    people = field(tournament, 4)
    turned(tournament, people, rounds=2)
    assert primary() == ["Tout imprimer pour cette position"]
    assert checked() == 5  # the cards too
    mark(tournament.rounds.get(number=1), {people[0]: 10, people[1]: -10})
    assert primary() == ["Tout imprimer pour cette position"]
    assert '<option value="2" selected>2</option>' in documents_page(as_arbiter, tournament)
    assert checked() == 3
    mark(tournament.rounds.get(number=2), {people[0]: 10, people[1]: -10})
    assert primary() == ["Classement en PDF"]


def test_everything_is_printed_by_one_press_on_the_page_of_the_tournament(
    as_organiser: Client, tournament: Tournament
) -> None:
    turned(tournament, field(tournament, 8))
    page = as_organiser.get(reverse("tournament_desk", args=[tournament.pk])).content.decode()
    assert f'action="{reverse("make_print", args=[tournament.pk])}"' in page
    assert '<input type="hidden" name="usual" value="1">' in page
    answer = ask(as_organiser, tournament, kind="papiers_pdf", usual="1")
    job = Job.objects.get()
    assert answer["Location"] == reverse("job", args=[job.pk])
    assert (job.wanted["position"], job.wanted["papers"][:3]) == (1, ["plan_pdf", "affiche_pdf", "vierges_pdf"])


def test_before_the_draw_is_published_the_page_says_where_to_go(
    as_organiser: Client, as_arbiter: Client, tournament: Tournament
) -> None:
    for client, may_draw in ((as_organiser, True), (as_arbiter, False)):
        shown = documents_page(client, tournament)
        assert "s’impriment dès que le tirage est publié" in shown
        assert (reverse("draw", args=[tournament.pk]) in shown) == may_draw
        assert [kind for kind in PRINTS if f'value="{kind}"' in shown] == [JobKind.NOTICE]


def test_the_page_asks_as_many_questions_for_one_position_as_for_many(
    as_arbiter: Client, tournament: Tournament, django_assert_num_queries
) -> None:
    turned(tournament, field(tournament, 8), rounds=1)
    documents_page(as_arbiter, tournament)
    with django_assert_num_queries(11):
        documents_page(as_arbiter, tournament)
    turned_on = Tournament.objects.get(pk=tournament.pk)
    turned_on.rounds.all().delete()
    turned(turned_on, list(turned_on.registrations.all()), rounds=7)
    with django_assert_num_queries(11):
        documents_page(as_arbiter, tournament)


def test_a_poster_on_a3(
    as_arbiter: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    turned(tournament, field(tournament, 12))
    with django_capture_on_commit_callbacks(execute=True):
        ask(as_arbiter, tournament, kind="affiche_pdf", position="2", paper="A3")
    document = Document.objects.get()
    assert document.filename.startswith("affiche-p2-a3-")
    assert len(pages(document)) == 1


def test_a_print_that_failed_is_asked_again_as_it_was(as_arbiter: Client, tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    ask(as_arbiter, tournament, kind="affiche_pdf", position="2", paper="A3")
    asked = Job.objects.get()
    job = jobs.claim(job_id=asked.pk, worker="a", at=asked.asked_at)
    jobs.fail(job=job, message="Il manque pango.", at=job.asked_at)

    shown = as_arbiter.get(reverse("job", args=[job.pk])).content.decode()

    assert f'action="{reverse("make_print", args=[tournament.pk])}"' in shown
    assert '<input type="hidden" name="kind" value="affiche_pdf">' in shown
    assert '<input type="hidden" name="paper" value="A3">' in shown


def test_papers_that_failed_are_asked_again_as_they_were(as_arbiter: Client, tournament: Tournament) -> None:
    turned(tournament, field(tournament, 8))
    said = {"kind": "papiers_pdf", "position": "2", "papers": ["plan_pdf", "avis_pdf"], "message": "Reprise à 21 h"}
    ask(as_arbiter, tournament, **said)
    job = jobs.claim(job_id=Job.objects.get().pk, worker="a", at=NOW)
    assert job is not None
    assert job.wanted["site"] == "http://testserver"
    jobs.fail(job=job, message="Il manque pango.", at=NOW)

    shown = as_arbiter.get(reverse("job", args=[job.pk])).content.decode()

    for name, value in (("papers", "plan_pdf"), ("papers", "avis_pdf"), ("message", "Reprise à 21 h")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in shown


@pytest.mark.parametrize(
    "said",
    [{}, {"kind": "tirage"}, {"kind": "classement_pdf"}, {"kind": "plan_pdf", "position": "9"},
     {"kind": "plan_pdf", "position": "x"}, {"kind": "plan_pdf", "position": "0"},
     {"kind": "plan_pdf", "position": "²"}, {"kind": "plan_pdf", "position": "9" * 5000},
     {"kind": "affiche_pdf", "paper": "A2"}, {"kind": "papiers_pdf", "position": "1"},
     {"kind": "papiers_pdf", "papers": "classement_pdf"}, {"kind": "avis_pdf", "message": "x" * 501},
     {"kind": "avis_pdf", "message": "x\n" * 9}],
)  # fmt: skip
def test_what_cannot_be_printed_is_said_on_the_page_of_documents(
    as_arbiter: Client, tournament: Tournament, said: dict[str, str]
) -> None:
    turned(tournament, field(tournament, 4))
    answer = as_arbiter.post(reverse("make_print", args=[tournament.pk]), said, follow=True)
    assert answer.redirect_chain == [(reverse("documents", args=[tournament.pk]), 303)]
    assert 'role="alert"' in answer.content.decode()
    assert not Job.objects.exists()


def test_nothing_published_is_refused_in_a_sentence(as_arbiter: Client, tournament: Tournament) -> None:
    answer = as_arbiter.post(
        reverse("make_print", args=[tournament.pk]), {"kind": JobKind.PLAYER_CARDS.value}, follow=True
    )
    assert "Rien n’est encore publié : tirez les tables" in answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_a_ranking_is_offered_for_each_group_that_is_not_everybody(
    as_organiser: Client, tournament: Tournament
) -> None:
    players = field(tournament, 4)
    publish(tournament, 1, [players])
    assert 'name="group"' not in documents_page(as_organiser, tournament)
    Player.objects.filter(pk=players[0].player_id).update(sex=Sex.WOMAN)
    select = documents_page(as_organiser, tournament).split('id="id_group_ranking"')[1].split("</select>")[0]
    assert re.findall(r'value="(\w*)"', select) == ["", "dames"]


def test_a_part_of_the_ranking_is_offered_once_two_rounds_are_drawn_and_a_club_where_there_are_two(
    as_organiser: Client, tournament: Tournament
) -> None:
    def offered() -> list[str]:
        return re.findall(r'<select name="(part|club)"', documents_page(as_organiser, tournament))

    players = field(tournament, 4)
    publish(tournament, 1, [players])
    assert offered() == []
    publish(tournament, 2, [players])
    assert offered() == ["part"]
    Player.objects.filter(pk=players[0].player_id).update(club=ClubFactory())
    assert offered() == ["part", "club"]
