"""The pages of seat changes: what is shown before it is accepted, and what is refused where it was typed."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, RegistrationFactory, field
from tests.scoring.sheets import record
from tests.tournaments.rotations import drawn, published, seats_of
from tests.tournaments.views.reading import address, text_of
from tournaments.labels import Status
from tournaments.models import Account, Job, Registration, SeatChange, Table, Tournament
from tournaments.queries.draws.seating import digest, places
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.results import set_aside


def test_a_draft_says_what_it_changes_for_each_before_it_is_published(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    Registration.objects.filter(pk=entries[0].pk).update(status=Status.WITHDRAWN)
    late = RegistrationFactory(tournament=tournament, start_number=17)
    drawn(tournament, the_organiser, seed=2)
    text = text_of(as_organiser, address("draw", tournament))
    assert "Ce qui change pour chacun" in text
    assert text.index("changent de place") < text.index(reverse("publish_draw", args=[Job.objects.latest("pk").pk]))
    assert f"{entries[0].player} <small>n° 1</small>" in text
    assert "ne joue plus" in text
    moved = text[text.index('id="moved"') :]
    assert f"{late.player} <small>n° 17</small>" in moved


def test_a_first_draft_changes_nothing_and_says_nothing_of_it(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    RegistrationFactory.create_batch(8, tournament=tournament)
    drawn(tournament, the_organiser)
    assert "Ce qui change pour chacun" not in text_of(as_organiser, address("draw", tournament))


def test_an_exchange_is_chosen_priced_and_done(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    here = seats_of(tournament, 3)
    one, other = next(iter(here)), next(pk for pk, where in here.items() if where[0] == 2)
    page = address("swap_players", tournament, 3)
    assert "Ce que cela change" not in text_of(as_organiser, page).split("</form>")[-1]
    shown = text_of(as_organiser, page, one=one, other=other)
    assert "Rencontres répétées sur tout le tournoi" in shown
    assert "Échanger quand même" in shown
    assert seats_of(tournament, 3) == here
    sent = {"one": one, "other": other, "seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "voisins"}
    answer = as_organiser.post(page, sent)
    assert (answer.status_code, answer["Location"]) == (303, address("seat_changes", tournament))
    assert seats_of(tournament, 3) == here | {one: here[other], other: here[one]}
    told = text_of(as_organiser, address("seat_changes", tournament))
    assert "ont échangé leurs places" in told
    assert "voisins" in told
    undone = as_organiser.post(reverse("undo_change", args=[tournament.pk, SeatChange.objects.get().pk]), follow=True)
    assert "L’échange est défait" in undone.content.decode()
    assert seats_of(tournament, 3) == here


def test_an_exchange_in_a_position_since_cancelled_says_so(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    here = seats_of(tournament, 3)
    one, other = next(iter(here)), next(pk for pk, where in here.items() if where[0] == 2)
    sent = {"one": one, "other": other, "seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "voisins"}
    as_organiser.post(address("swap_players", tournament, 3), sent)
    set_aside(round_=tournament.rounds.get(number=3), reason="mauvais étuis", by=the_organiser, at=NOW)
    told = text_of(as_organiser, address("seat_changes", tournament))
    assert "position annulée depuis" in told
    assert "tiré à nouveau depuis" not in told


def test_an_exchange_that_ends_the_movement_says_so_beforehand(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    field(tournament, 28)
    publish_draw(draw=drawn(tournament, the_organiser, by_rule=True), by=the_organiser, at=NOW)
    here = seats_of(tournament, 3)
    chosen = {"one": next(iter(here)), "other": next(pk for pk, where in here.items() if where[0] == 2)}
    told = "ne vaudront plus à partir de la position"
    assert told in text_of(as_organiser, address("swap_players", tournament, 3), **chosen)
    sent = chosen | {"seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "voisins"}
    as_organiser.post(address("swap_players", tournament, 3), sent)
    assert told in text_of(as_organiser, address("swap_players", tournament, 2), **chosen)
    assert told not in text_of(as_organiser, address("swap_players", tournament, 3), **chosen)
    certificate = text_of(as_organiser, address("certificate", tournament))
    assert certificate.count("1 échange de places fait à la main") == 1


def test_an_exchange_without_a_reason_keeps_what_was_chosen(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    one, other = list(seats_of(tournament, 3))[:2]
    sent = {"one": one, "other": other, "seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": ""}
    answer = as_organiser.post(address("swap_players", tournament, 3), sent)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Dites pourquoi" in text
    assert f'<option value="{one}" selected>' in text
    assert not SeatChange.objects.exists()


def test_a_stale_exchange_shows_the_price_as_it_is_now(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    one, other = list(seats_of(tournament, 3))[:2]
    sent = {"one": one, "other": other, "seen": "long ago", "key": uuid.uuid4(), "reason": "voisins"}
    answer = as_organiser.post(address("swap_players", tournament, 3), sent)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Des places ont changé pendant que vous regardiez" in text
    assert f'name="seen" value="{digest(places(tournament))}"' in text


def test_nobody_exchanges_with_himself(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    one = entries[0].pk
    told = text_of(as_organiser, address("swap_players", tournament, 3), one=one, other=one)
    assert "Choisissez deux joueurs différents." in told


@pytest.mark.parametrize("asked", [{"one": "x"}, {"one": "1", "other": "999999"}, {"one": "-1", "other": "1"}])
def test_garbage_in_the_address_of_an_exchange_is_a_form_to_fill(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], asked: dict[str, str]
) -> None:
    assert "Faire l’échange" not in text_of(as_organiser, address("swap_players", tournament, 3), **asked)


def test_a_round_that_is_not_published_has_nobody_to_exchange(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    assert as_organiser.get(address("swap_players", tournament, 9)).status_code == 404


def test_the_rounds_are_cancelled_from_one_fold_of_the_page(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    rows, _summary, folded = text_of(as_organiser, address("seat_changes", tournament)).partition(
        "Annuler une position"
    )
    cancelling = [address("cancel_round", tournament, number) for number in range(1, tournament.rounds_planned + 1)]

    assert not [page for page in cancelling if page in rows]
    assert [page for page in cancelling if page in folded] == cancelling[: tournament.rounds.count()]


def test_cancelling_shows_the_standings_then_asks_why(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    record(Table.objects.select_related("round__tournament").get(round__number=1, number=1), 1, the_organiser)
    page = address("cancel_round", tournament, 1)
    answer = as_organiser.get(page)
    text = answer.content.decode()
    assert "Le classement deviendrait" in text
    assert "avant +198" in text
    seen = answer.context["form"]["seen"].value()
    refused = as_organiser.post(page, {"seen": seen, "reason": ""})
    assert refused.status_code == 422
    assert tournament.rounds.filter(number=1).exists()
    stale = as_organiser.post(page, {"seen": "long ago", "reason": "étuis"})
    assert "Rien n’est annulé" in stale.content.decode()
    done = as_organiser.post(page, {"seen": stale.context["form"]["seen"].value(), "reason": "étuis"}, follow=True)
    text = done.content.decode()
    assert "La position 1 est annulée." in text
    assert "étuis" in text
    again = as_organiser.get(page, follow=True)
    assert "il n’y a rien à annuler" in again.content.decode()


def test_an_arbiter_changes_no_seats(as_arbiter: Client, tournament: Tournament, entries: list[Registration]) -> None:
    for name, more in (("seat_changes", ()), ("replace_player", ()), ("swap_players", (3,)), ("cancel_round", (3,))):
        assert as_arbiter.get(address(name, tournament, *more)).status_code == 403


def test_the_public_reads_that_seats_were_changed_and_of_nobody(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    one, other = list(seats_of(tournament, 3))[:2]
    sent = {"one": one, "other": other, "seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "voisins"}
    as_organiser.post(address("swap_players", tournament, 3), sent)
    text = text_of(Client(), reverse("certificate", args=[tournament.pk]))
    assert "1 échange de places fait à la main (position 3)" in text
    assert "voisins" not in text


def test_the_page_of_a_new_tournament_has_nothing_to_change(as_organiser: Client, tournament: Tournament) -> None:
    assert "pas encore tirée" in text_of(as_organiser, address("seat_changes", tournament))
    assert "Aucune position n’est publiée" in text_of(as_organiser, address("replace_player", tournament))


def test_publishing_over_an_exchange_is_refused_with_the_reason(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    draw = drawn(tournament, the_organiser, seed=3)
    one, other = list(seats_of(tournament, 3))[:2]
    sent = {"one": one, "other": other, "seen": digest(places(tournament)), "key": uuid.uuid4(), "reason": "voisins"}
    as_organiser.post(address("swap_players", tournament, 3), sent)
    answer = as_organiser.post(reverse("publish_draw", args=[draw.job_id]), follow=True)
    assert "Des places ont été changées depuis ce tirage" in answer.content.decode()
    again = drawn(tournament, the_organiser, seed=4)
    assert publish_draw(draw=again, by=the_organiser, at=NOW) == tournament


def test_the_check_in_of_a_drawn_tournament_leads_on_to_the_draw(
    as_organiser: Client, tournament: Tournament, the_organiser: Account
) -> None:
    check_in, said = address("registrations", tournament), "Quelqu’un part ou arrive"
    assert said not in text_of(as_organiser, check_in)
    published(tournament, the_organiser)
    text = text_of(as_organiser, check_in)
    assert said in text
    assert address("draw", tournament) in text
    changes = text_of(as_organiser, address("seat_changes", tournament))
    assert f'href="{check_in}">Le pointer retiré</a>' in changes
