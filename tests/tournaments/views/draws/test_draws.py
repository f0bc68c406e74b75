"""The draw in the browser: told beforehand, followed, looked at, published."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from tests.factories import NOW, RegistrationFactory, TournamentFactory, field
from tests.tournaments.rotations import a_wish, done
from tests.tournaments.views.draws.drawing import drawn, page
from tournaments.labels import JobKind, JobState, Status, WishKind
from tournaments.models import Account, Club, Draw, Job, Tournament
from tournaments.queries.draws.rotation import rotation


def test_too_few_players_are_sent_to_the_check_in(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 3)
    text = page(as_organiser, tournament)
    assert "Il faut au moins 4 joueurs présents" in text
    assert reverse("registrations", args=[tournament.pk]) in text
    assert 'name="seed"' not in text


def test_three_are_told_of_tables_of_three(as_organiser: Client, tournament: Tournament) -> None:
    entries = field(tournament, 3)
    assert "À 3, on peut jouer à des tables de 3 : cela se choisit dans les réglages." in page(as_organiser, tournament)
    tournament.registrations.filter(pk=entries[0].pk).update(status=Status.ABSENT)
    assert "on peut jouer à des tables" not in page(as_organiser, tournament)


def test_on_a_phone_each_player_of_a_draft_has_his_chair_beside_him(
    as_organiser: Client, tournament: Tournament
) -> None:
    field(tournament, 7)
    drawn(as_organiser, tournament, remainder="smaller")
    text = page(as_organiser, tournament)
    first = text[text.index("<summary>Position 1") : text.index("<summary>Position 2")]
    assert re.findall(r'data-chair="(\w*)"', first) == ["Sud", "Est", "Nord", "Ouest", "Sud", "Est", "Nord"]


def test_who_is_late_or_stands_in_is_named_beside_the_draw(as_organiser: Client, tournament: Tournament) -> None:
    people = field(tournament, 11)
    assert "Le tirage n’assoit pas" not in page(as_organiser, tournament)
    for entry, waits, name in ((people[0], "retard", "ABADIE"), (people[1], "remplacant", "ZOLA")):
        entry.player.last_name, entry.player.first_name = name, "Luc"
        entry.player.save()
        entry.status, entry.waits = Status.REGISTERED, waits
        entry.save()
    told = "Le tirage n’assoit pas : en retard : ABADIE Luc ; remplaçants : ZOLA Luc."
    assert told in re.sub("[\u00a0\u202f]", " ", page(as_organiser, tournament))


def test_each_way_to_seat_everybody_says_what_it_means(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    text = page(as_organiser, tournament)
    assert "1 table de 4, 1 table de 5 où chacun est mort à son tour" in text
    assert "2 tables de 4, 1 exempt à chaque position" in text
    assert "Tirer les tables" in text


def test_somebody_who_leaves_or_comes_after_the_draw_is_told_to_the_organiser(
    as_organiser: Client, tournament: Tournament
) -> None:
    people = field(tournament, 9)
    draw = drawn(as_organiser, tournament, remainder="larger")
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    assert "Depuis ce tirage" not in page(as_organiser, tournament)

    tournament.registrations.filter(pk=people[0].pk).update(status=Status.WITHDRAWN)
    late = RegistrationFactory(tournament=tournament, start_number=10)
    text = page(as_organiser, tournament)

    assert f"ne sont pas encore placés : {late.player.full_name}" in text
    assert f"ne sont plus là : {people[0].player.full_name}" in text
    assert "Depuis ce tirage" in as_organiser.get(reverse("registrations", args=[tournament.pk])).content.decode()
    desk = as_organiser.get(reverse("tournament_desk", args=[tournament.pk])).content.decode()
    assert "remplacez-le plutôt" in desk
    assert reverse("replace_player", args=[tournament.pk]) in desk
    tapped = as_organiser.post(
        reverse("set_status", args=[tournament.pk, late.pk]), {"status": "retire"}, HTTP_HX_REQUEST="true"
    )
    assert late.player.full_name not in tapped.content.decode().split('id="pointage"')[1]


def test_of_many_who_come_after_the_draw_a_few_are_named_and_the_others_counted(
    as_organiser: Client, tournament: Tournament
) -> None:
    field(tournament, 8)
    draw = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    late = [RegistrationFactory(tournament=tournament, start_number=number).player.full_name for number in range(9, 18)]
    assert f"placés : {', '.join(late)}." in page(as_organiser, tournament)
    RegistrationFactory(tournament=tournament, start_number=18)
    assert f"placés : {', '.join(late[:8])} et 2 autres." in page(as_organiser, tournament)


def test_the_next_draw_proposes_the_way_of_the_last(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    drawn(as_organiser, tournament, remainder="larger")
    form = as_organiser.get(reverse("draw", args=[tournament.pk])).context["form"]
    assert form["remainder"].value() == "larger"


def test_with_even_tables_there_is_nothing_to_choose(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 8)
    assert '<input type="hidden" name="remainder"' in page(as_organiser, tournament)


def test_a_draw_is_followed_then_looked_at_then_published(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    here = reverse("draw", args=[tournament.pk])
    asked = as_organiser.post(here, {"remainder": "exempt", "seed": "42"})
    assert (asked.status_code, asked["Location"]) == (303, here)
    job = Job.objects.get(kind=JobKind.DRAW)
    assert job.draw.seed == 42
    assert f'hx-get="{reverse("job_progress", args=[job.pk])}"' in page(as_organiser, tournament)

    done(job.draw)
    draft = page(as_organiser, tournament)
    told, proof = draft.split("Deux joueurs ne se rencontrent jamais deux fois.")[1].split("<details", 1)
    assert "<li>" not in told
    assert "prouvé optimal" in proof
    assert "Publier ce tirage" in draft
    assert 'value="43"' in draft
    assert draft.count("<details") == 6
    assert all(f"{one.player.full_name}" in draft for one in tournament.registrations.select_related("player"))
    assert tournament.rounds.count() == 0

    published = as_organiser.post(reverse("publish_draw", args=[job.pk]), follow=True)
    assert published.redirect_chain == [(here, 303)]
    assert "Le tirage est publié" in published.content.decode()
    assert tournament.rounds.count() == 5
    assert reverse("seating", args=[tournament.pk]) in page(as_organiser, tournament)


def test_somebody_came_since_the_draft_is_told(as_organiser: Client, tournament: Tournament) -> None:
    entries = field(tournament, 8)
    draw = drawn(as_organiser, tournament)
    tournament.registrations.filter(pk=entries[0].pk).update(status=Status.ABSENT)
    answer = as_organiser.post(reverse("publish_draw", args=[draw.job_id]), follow=True)
    assert "Des joueurs sont arrivés ou partis depuis ce tirage" in answer.content.decode()
    assert tournament.rounds.count() == 0


def test_nothing_typed_is_lost_when_the_number_is_wrong(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 9)
    answer = as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "larger", "seed": "-3"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'value="-3"' in text
    assert "checked" in text.split('value="larger"')[1].split(">")[0]
    assert not Job.objects.exists()


def test_a_failed_and_a_cancelled_draw_leave_the_form(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 8)
    as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "exempt", "seed": 7})
    Job.objects.update(state=JobState.FAILED, message="Le tirage a échoué.", ended_at=NOW)
    assert "Le tirage a échoué." in page(as_organiser, tournament)
    Job.objects.update(state=JobState.CANCELLED)
    text = page(as_organiser, tournament)
    assert "a été annulé" in text
    assert "Tirer les tables" in text


@pytest.mark.parametrize(("state", "told"), [(JobState.CANCELLED, "a été annulé"), (JobState.FAILED, "trop long")])
def test_a_draft_waits_on_when_the_next_draw_comes_to_nothing(
    as_organiser: Client, tournament: Tournament, state: JobState, told: str
) -> None:
    field(tournament, 8)
    draft = drawn(as_organiser, tournament)
    as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "exempt", "seed": 8})
    Job.objects.exclude(pk=draft.job_id).update(state=state, message="trop long", ended_at=NOW)
    text = page(as_organiser, tournament)
    assert told in text
    assert "Le tirage est prêt" in text
    as_organiser.post(reverse("publish_draw", args=[draft.job_id]))
    assert "Le tirage est prêt" not in page(as_organiser, tournament)


@pytest.mark.parametrize("state", [JobState.FAILED, JobState.CANCELLED, JobState.DONE])
def test_what_is_published_stays_in_sight_whatever_became_of_the_next_draw(
    as_organiser: Client, tournament: Tournament, state: JobState
) -> None:
    field(tournament, 8)
    out = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[out.job_id]))
    draw = drawn(as_organiser, tournament, seed=8)
    if state != JobState.DONE:
        Draw.objects.filter(pk=draw.pk).update(plan=None)
        Job.objects.filter(pk=draw.job_id).update(state=state, message="Le tirage a échoué.")
    text = page(as_organiser, tournament)
    assert "Numéro du tirage : 7." in text
    assert ("<h2>Le tirage est publié</h2>" in text) == (state != JobState.DONE)
    assert ("Le tirage publié, qui vaut en attendant" in text) == (state == JobState.DONE)
    assert ("Numéro du tirage : 8." in text) == (state == JobState.DONE)
    assert ("Publier ce tirage" in text) == (state == JobState.DONE)


def test_what_is_published_is_told_when_its_job_is_deleted(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 8)
    draw = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    before = page(as_organiser, tournament)
    Job.objects.all().delete()
    after = page(as_organiser, tournament)
    for text in (before, after):
        assert "<h2>Le tirage est publié</h2>" in text
        assert "Numéro du tirage : 7." in text
        assert 'value="8"' in text


def test_the_worker_is_woken(
    as_organiser: Client, tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    field(tournament, 8)
    with django_capture_on_commit_callbacks(execute=True):
        as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "exempt", "seed": "1"})
    assert Job.objects.get().state == JobState.DONE


def test_an_arbiter_does_not_draw(as_arbiter: Client, tournament: Tournament) -> None:
    assert as_arbiter.get(reverse("draw", args=[tournament.pk])).status_code == 403


def test_the_draft_costs_the_same_with_few_and_many_players(
    as_organiser: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (4, 32):
        tournament = TournamentFactory(club=club)
        field(tournament, count)
        drawn(as_organiser, tournament)
        with django_assert_num_queries(16):
            page(as_organiser, tournament)


def test_the_draft_says_what_became_of_each_wish(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    people = field(tournament, 16)
    a_wish(tournament, the_organiser, WishKind.APART, *people[:2], reason="mari et femme")
    assert "1 souhait de joueur sera respecté." in page(as_organiser, tournament)
    drawn(as_organiser, tournament)
    draft = page(as_organiser, tournament)
    assert "« mari et femme »" in draft
    assert "respecté" in draft.split("Ne se rencontrent jamais")[1].split("</li>")[0]


def test_a_draw_under_way_is_stopped_with_its_best(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    here = reverse("draw", args=[tournament.pk])
    as_organiser.post(here, {"remainder": "exempt", "seed": "1"})
    job = Job.objects.get()
    text = page(as_organiser, tournament)
    assert "S’arrêter là et garder le meilleur" in text
    assert "Rien ne force deux joueurs à se rencontrer deux fois" in text
    answer = as_organiser.post(reverse("stop_draw_early", args=[job.pk]))
    assert (answer.status_code, answer["Location"]) == (303, here)
    assert Job.objects.get().enough_asked
    assert "le meilleur tirage trouvé est gardé" not in page(as_organiser, tournament)  # it waits: nothing is found
    Job.objects.update(state=JobState.RUNNING, heartbeat_at=NOW)
    assert "le meilleur tirage trouvé est gardé" in page(as_organiser, tournament)


def test_only_a_draw_is_stopped_with_its_best(as_organiser: Client, tournament: Tournament) -> None:
    job = Job.objects.create(kind=JobKind.RANKING, tournament=tournament, asked_at=NOW)
    answer = as_organiser.post(reverse("stop_draw_early", args=[job.pk]))
    assert (answer.status_code, answer["Location"]) == (303, reverse("job", args=[job.pk]))
    assert not Job.objects.get().enough_asked


def test_the_smallest_change_is_offered_first_told_published_and_its_cards_printed(
    as_organiser: Client, tournament: Tournament
) -> None:
    people = field(tournament, 11)
    draw = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    assert "Changer le moins de places possible" not in page(as_organiser, tournament)
    tournament.registrations.filter(pk=people[0].pk).update(status=Status.WITHDRAWN)

    text = page(as_organiser, tournament)
    ask = reverse("smallest_change", args=[tournament.pk])
    assert text.index(ask) < text.index("Tirer plutôt tout à nouveau")
    for name in ("registrations", "check_in", "tournament_desk"):
        assert ask in as_organiser.get(reverse(name, args=[tournament.pk])).content.decode()
    assert as_organiser.post(ask)["Location"] == reverse("draw", args=[tournament.pk])
    small = done(Draw.objects.latest("pk"))
    text = page(as_organiser, tournament)
    assert "Le plus petit changement est prêt" in text
    assert "1 ne joue plus." in text
    assert "Tirer plutôt tout à nouveau" in text
    as_organiser.post(reverse("publish_draw", args=[small.job_id]))
    text = page(as_organiser, tournament)
    assert "fiches déjà imprimées ne valent plus" in text
    answer = as_organiser.post(reverse("make_print", args=[tournament.pk]), {"kind": "fiches_pdf", "moved": "on"})
    assert answer.status_code == 303
    wanted = Job.objects.latest("pk").wanted
    assert wanted["registrations"]
    assert set(wanted["registrations"]) == {pk for pk, _rounds in small.moved}
    paths = {path.registration_id for path in rotation(tournament).paths}
    assert set(wanted["registrations"]) < paths
    refused = as_organiser.post(ask, follow=True).content.decode()
    assert "chacun a sa place" in refused
