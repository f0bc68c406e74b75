"""The page of one round drawn by itself: asked for, followed, looked at, published."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, field
from tests.scoring.sheets import record
from tests.tournaments.rotations import drawn, redrawn
from tests.tournaments.views.reading import address, text_of
from tournaments.labels import DrawMode, JobKind, JobState, WishKind
from tournaments.models import Account, Draw, Job, Registration, Table, Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.draws.wishes import add_wish


def test_one_round_is_drawn_followed_looked_at_and_published(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    page = address("redraw_round", tournament, 3)
    before = places(tournament)
    asked = as_organiser.post(page, {"remainder": "exempt", "seed": "9"})
    assert (asked.status_code, asked["Location"]) == (303, page)
    job = Job.objects.get(kind=JobKind.REDRAW)
    assert f'hx-get="{reverse("job_progress", args=[job.pk])}"' in text_of(as_organiser, page)
    assert as_organiser.get(reverse("job", args=[job.pk]))["Location"] == page
    Draw.objects.filter(job=job).delete()
    Job.objects.filter(pk=job.pk).delete()
    done = redrawn(tournament, 3, the_organiser)
    progress = as_organiser.get(reverse("job_progress", args=[done.job_id]), {"fini": "1"})
    assert progress["HX-Redirect"] == page
    assert "Ce qui change pour chacun" in text_of(as_organiser, page)
    published_ = as_organiser.post(reverse("publish_redraw", args=[done.job_id]), follow=True)
    assert "La position 3 est publiée" in published_.content.decode()
    after = places(tournament)
    assert after == before | {3: after[3]}


def test_the_next_number_is_proposed_and_shown(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    page = address("redraw_round", tournament, 3)
    tournament.refresh_from_db()
    for drawn_under in (tournament.seed, tournament.seed + 1):
        form = as_organiser.get(page).context["form"]
        assert (form["seed"].value(), form["seed"].is_hidden) == (drawn_under + 1, False)
        redrawn(tournament, 3, the_organiser, seed=drawn_under + 1)
    assert f"Numéro du tirage\u00a0: {tournament.seed + 2}." in text_of(as_organiser, page)


def test_a_round_by_standings_says_so_and_names_the_sheets_it_waits_for(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 8)
    for number in (1, 2):
        publish_draw(draw=drawn(tournament, the_organiser, mode=DrawMode.SWISS), by=the_organiser, at=NOW)
        table = Table.objects.select_related("round__tournament").get(round__number=number, number=1)
        if number == 1:
            record(table, 1, the_organiser)
            Table.objects.filter(pk=table.pk).update(closed_at=NOW)
            Table.objects.filter(round__number=1, number=2).update(closed_at=NOW)
    Table.objects.filter(round__number=1, number=2).update(closed_at=None)
    page = address("redraw_round", tournament, 2)
    text = text_of(as_organiser, page)
    assert "Comme les autres positions du tournoi\u00a0: selon le classement (système suisse)." in text
    assert "Feuilles encore ouvertes\u00a0: position 1, table 2." in text
    asked = {"remainder": "smaller", "seed": 3}
    refused = as_organiser.post(page, asked)
    assert refused.status_code == 422
    assert "Des feuilles ne sont pas closes" in refused.content.decode()
    assert as_organiser.post(page, asked | {"anyway": "on"}).status_code == 303
    assert Draw.objects.get(alone=True).missing == [[1, 2]]


def test_a_round_being_drawn_is_stopped_with_its_best_or_cancelled(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    page = address("redraw_round", tournament, 3)
    as_organiser.post(page, {"remainder": "exempt", "seed": "9"})
    job = Job.objects.get(kind=JobKind.REDRAW)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, heartbeat_at=NOW, percent=40, best=2)
    text = text_of(as_organiser, page)
    assert "meilleur tirage\u00a0: 2 répétitions" in text
    assert "Rien ne force deux joueurs à se rencontrer deux fois" in text
    assert reverse("cancel_job", args=[job.pk]) in text
    assert "Tous les documents" not in text
    settle = reverse("stop_draw_early", args=[job.pk])
    assert settle in text
    answer = as_organiser.post(settle)
    assert (answer.status_code, answer["Location"]) == (303, page)
    assert "le meilleur tirage trouvé est gardé" in text_of(as_organiser, page)
    as_organiser.post(reverse("cancel_job", args=[job.pk]))
    assert Job.objects.get(pk=job.pk).cancel_asked


def test_a_draft_of_a_round_says_the_repeats_before_and_after(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    here = places(tournament)[3]
    one, other = next(iter(here)), next(pk for pk, at in here.items() if at and at[0] == 2)
    swap_players(
        tournament=tournament,
        number=3,
        one=one,
        other=other,
        seen=digest(places(tournament)),
        key=uuid.uuid4(),
        reason="voisins",
        by=the_organiser,
        at=NOW,
    )
    redrawn(tournament, 3, the_organiser)
    text = text_of(as_organiser, address("redraw_round", tournament, 3))
    assert "Rencontres répétées en tout : 6 avec les places d’aujourd’hui, 0 avec ce tirage." in text


def test_a_draft_of_a_round_waits_on_when_the_next_is_cancelled(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    page = address("redraw_round", tournament, 3)
    draft = redrawn(tournament, 3, the_organiser)
    as_organiser.post(page, {"remainder": "exempt", "seed": "9"})
    as_organiser.post(reverse("cancel_job", args=[Job.objects.latest("pk").pk]))
    text = text_of(as_organiser, page)
    assert "Le dernier tirage a été annulé" in text
    assert reverse("publish_redraw", args=[draft.job_id]) in text


@pytest.mark.parametrize(("mode", "is_said"), [(DrawMode.SWISS, True), (DrawMode.DANISH, False)])
def test_a_round_by_standings_says_what_its_search_looks_at(
    as_organiser: Client, tournament: Tournament, the_organiser: Account, mode: DrawMode, is_said: bool
) -> None:
    field(tournament, 16)
    publish_draw(draw=drawn(tournament, the_organiser, mode=mode), by=the_organiser, at=NOW)
    as_organiser.post(address("redraw_round", tournament, 1), {"remainder": "exempt", "seed": "9"})
    text = text_of(as_organiser, address("redraw_round", tournament, 1))
    assert ("les positions qui restent sont cherchées aussi" in text) == is_said
    assert "Rien ne force deux joueurs" not in text
    assert "S’arrêter là et garder le meilleur" in text


@pytest.mark.parametrize("name", ["publish_draw", "publish_redraw"])
def test_another_job_is_no_draw(as_organiser: Client, tournament: Tournament, name: str) -> None:
    job = Job.objects.create(kind=JobKind.RANKING, tournament=tournament, asked_at=NOW)
    answer = as_organiser.post(reverse(name, args=[job.pk]), follow=True)
    assert "Ce travail n’est pas un tirage" in answer.content.decode()


def test_a_round_begun_is_cancelled_before_it_is_drawn_again(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    record(Table.objects.select_related("round__tournament").get(round__number=1, number=1), 1, the_organiser)
    text = text_of(as_organiser, address("redraw_round", tournament, 1))
    assert address("cancel_round", tournament, 1) in text
    assert "Tirer cette position" not in text


def test_the_draft_of_a_round_says_what_became_of_each_wish(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    players = [entries[0].pk, entries[1].pk]
    add_wish(
        tournament=tournament, kind=WishKind.APART, players=players, reason="mari et femme", by=the_organiser, at=NOW
    )
    redrawn(tournament, 3, the_organiser)
    page = address("redraw_round", tournament, 3)
    text = text_of(as_organiser, page)
    assert "Ne se rencontrent jamais" in text
    assert "«\N{NO-BREAK SPACE}mari et femme\N{NO-BREAK SPACE}»" in text
    assert "“mari et femme”" in as_organiser.get(page, headers={"accept-language": "en"}).content.decode()
