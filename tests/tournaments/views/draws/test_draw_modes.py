"""The ways of drawing in the browser, and what everybody reads of a published draw."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import AccountFactory, field, logged_in
from tests.tournaments.rotations import done
from tests.tournaments.views.draws.drawing import drawn, page, played
from tournaments.models import Draw, Registration, Seat, Table, Tournament


def by_standings(client: Client, tournament: Tournament, **said: str) -> Draw:
    return drawn(client, tournament, **{"mode": "suisse"} | said)


def test_each_way_of_drawing_says_what_it_means(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    text = page(as_organiser, tournament)
    assert 'value="rotation"' in text
    assert "les mieux classés ensemble, sans revanche tant que c’est possible" in text
    assert "Déplacements par règle" in text
    assert "Tirer quand même" not in text


def test_a_round_by_standings_from_the_page(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    as_organiser.post(reverse("publish_draw", args=[by_standings(as_organiser, tournament).job_id]))
    played(tournament, 1, close=False)
    refused = as_organiser.post(
        reverse("draw", args=[tournament.pk]), {"mode": "suisse", "remainder": "exempt", "seed": "7"}
    )
    assert refused.status_code == 422
    text = refused.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert "position 1, tables 1, 2, 3 et 4" in text
    assert 'name="anyway"' in text
    assert "Déplacements par règle" not in text  # a movement begins with the first round

    assert "Tirer la suite, à partir de la position 2" in page(as_organiser, tournament)
    draw = by_standings(as_organiser, tournament, anyway="on")
    assert (draw.mode, draw.anyway) == ("suisse", True)
    draft = page(as_organiser, tournament)
    assert "places d’écart au classement au plus" in draft
    assert "Tirée sans attendre : position 1" in draft
    assert "<h2>Les tables de la position 2</h2>" in draft
    assert "checked" in draft.split('value="suisse"')[1].split(">")[0]


def test_a_draft_by_standings_shows_the_rank_of_each_and_who_meets_again(
    as_organiser: Client, tournament: Tournament
) -> None:
    entries = field(tournament, 17)
    as_organiser.post(reverse("publish_draw", args=[by_standings(as_organiser, tournament).job_id]))
    text = page(as_organiser, tournament)
    assert "quand les feuilles de la position 1 seront saisies, la suivante se tire ici." in text
    played(tournament, 1)  # the first numbers lead
    met = {
        frozenset(pair)
        for table in Table.objects.filter(round__tournament=tournament)
        for pair in combinations(table.seats.values_list("registration__start_number", flat=True), 2)
    }
    assert "la suivante se tire ici" not in page(as_organiser, tournament)
    draw = by_standings(as_organiser, tournament, mode="danois")
    draft = " ".join(page(as_organiser, tournament).split())
    ranks = {pk: rank for rank, pk in enumerate(draw.ranking, start=1)}
    for entry in entries:
        rank = "1er" if ranks[entry.pk] == 1 else f"{ranks[entry.pk]}e"
        assert f"n° {entry.start_number} · <b>{rank}</b></small>" in draft
    assert "Exempt :" in draft
    again = [
        pair
        for table in draw.computed_plan.rounds[0]
        for pair in combinations([Registration.objects.get(pk=pk) for pk in table], 2)
        if frozenset(one.start_number for one in pair) in met
    ]
    assert 0 < len(again) == draw.standings_price.rematches
    for one, other in again:
        assert f"{one.player.full_name} et {other.player.full_name} (position 1)" in draft


def test_a_whole_rotation_shows_no_rank(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    drawn(as_organiser, tournament)
    text = page(as_organiser, tournament)
    assert "la place au classement" not in text
    assert "revanche" not in text.split("Le tirage est prêt")[1].split("Façon de tirer")[0]
    assert text.count("<summary>Position") == 5


def test_a_round_that_is_out_and_not_begun_is_said_to_be_replaced(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    draw = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    played(tournament, 1)
    assert "La position 2 est déjà publiée et rien n’y est encore saisi" in page(as_organiser, tournament)
    by_standings(as_organiser, tournament)
    assert "remplace les positions déjà publiées : 2, 3, 4, 5." in page(as_organiser, tournament)


def test_what_is_published_is_no_longer_to_be_drawn(as_organiser: Client, tournament: Tournament) -> None:
    field(tournament, 16)
    assert "5 positions à tirer" in page(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[by_standings(as_organiser, tournament).job_id]))
    text = page(as_organiser, tournament)
    assert "4 positions à tirer" in text
    assert "1 position publiée, pas encore commencée" in text


def test_everybody_reads_the_verdict_and_the_certificate(
    as_organiser: Client, client: Client, tournament: Tournament
) -> None:
    field(tournament, 20)
    certificate = reverse("certificate", args=[tournament.pk])
    assert "Aucune position n’est encore tirée." in client.get(certificate).content.decode()
    as_organiser.post(reverse("draw", args=[tournament.pk]), {"remainder": "exempt", "seed": "7", "by_rule": "on"})
    draw = done(Draw.objects.latest("pk"))
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))

    seating = client.get(reverse("seating", args=[tournament.pk])).content.decode()
    assert certificate in seating
    assert "Deux joueurs ne se rencontrent jamais deux fois." in seating
    assert "Chacun prend aussi la place suivante" in seating
    whole = client.get(certificate).content.decode()
    assert "Le même numéro redonne le même tirage." in whole
    assert "La règle vaut jusqu’à la position 5." in whole


def test_a_player_reads_how_to_go_on(as_organiser: Client, tournament: Tournament) -> None:
    entry, *_rest = field(tournament, 20)
    draw = drawn(as_organiser, tournament)
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    player = logged_in(AccountFactory(player=entry.player))
    assert "et prenez la place suivante" in player.get(reverse("own")).content.decode()
    played(tournament, 1)
    moved = Seat.objects.get(round__tournament=tournament, round__number=3, registration=entry)
    Seat.objects.filter(pk=moved.pk).update(table=None, chair=None)
    Tournament.objects.filter(pk=tournament.pk).update(revision=99)
    assert "et prenez la place suivante" not in player.get(reverse("own")).content.decode()


@pytest.mark.parametrize(("players", "is_open"), [(20, True), (24, False)])
def test_a_rule_that_changes_at_each_position_is_folded_on_the_page_of_the_tables(
    as_organiser: Client, client: Client, tournament: Tournament, players: int, is_open: bool
) -> None:
    field(tournament, players)
    asked = {"remainder": "exempt", "seed": "7", "by_rule": "on"}
    as_organiser.post(reverse("draw", args=[tournament.pk]), asked)
    draw = done(Draw.objects.latest("pk"))
    as_organiser.post(reverse("publish_draw", args=[draw.job_id]))
    folded = client.get(reverse("seating", args=[tournament.pk])).content.decode().split('<details class="card"')[1]
    assert "Pour aller à la table suivante" in folded
    assert folded.split(">")[0].strip() == ("open" if is_open else "")
