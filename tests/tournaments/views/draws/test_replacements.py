"""The page of a replacement: what stays whose, what is offered to who comes, what is refused where it was typed."""

import re
import uuid

from django.test import Client
from django.urls import reverse

from tests.factories import RegistrationFactory
from tests.scoring.sheets import record
from tests.tournaments.rotations import a_wish, seats_of
from tests.tournaments.views.reading import address, text_of
from tournaments.labels import Status, WishKind
from tournaments.models import Account, Registration, Seat, SeatChange, Table, Tournament


def test_a_replacement_says_what_stays_then_registers_who_comes_at_the_door(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    for table in Table.objects.filter(round__number=1).select_related("round__tournament"):
        record(table, 1, the_organiser)
    gone = Table.objects.get(round__number=1, number=1).seats.get(chair=0).registration
    page = f"{address('replace_player', tournament)}?leaver={gone.pk}&number=2"
    text = as_organiser.get(page).content.decode()
    assert f"{gone.player} garde sa marque de la position 1\u00a0: +198." in text
    assert "Il commence à zéro, à la position 2." in " ".join(text.split())
    sent = {"comer": "nouveau", "last_name": "Zimmer", "reason": "souffrant", "key": uuid.uuid4()}
    answer = as_organiser.post(page, sent, follow=True)
    assert f"Zimmer prend la place de {gone.player} à partir de la position 2." in answer.content.decode()
    assert Registration.objects.get(player__last_name="Zimmer").pk in seats_of(tournament, 2)


def test_the_wishes_of_who_leaves_are_offered_ticked_to_who_comes(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    gone = entries[0]
    come = RegistrationFactory(tournament=tournament, start_number=17)
    page = f"{address('replace_player', tournament)}?leaver={gone.pk}&number=1"
    assert "avait demandé" not in text_of(as_organiser, page)
    for table in (2, 3):  # of the newcomer and of the leaver
        a_wish(tournament, the_organiser, WishKind.PLACE, gone if table == 2 else come, table=table)
    shown = text_of(as_organiser, page)
    assert f"Ce que {gone.player} avait demandé" in shown
    ticked = re.findall(r'name="wishes"\s+value="(\d+)"[^>]*checked', shown)
    assert len(ticked) == 1
    sent = {"comer": come.pk, "reason": "souffrant", "key": uuid.uuid4(), "wishes": ticked}
    refused = as_organiser.post(page, sent)
    assert refused.status_code == 422
    assert f"ne peut passer à {come.player.full_name}" in refused.content.decode()
    unticked = as_organiser.post(page, {key: sent[key] for key in ("comer", "reason", "key")})
    assert unticked.status_code == 303
    assert Registration.objects.get(pk=come.pk).status == Status.PRESENT


def test_a_replacement_is_undone_on_the_page_of_changes_until_its_table_plays(
    as_organiser: Client, tournament: Tournament, entries: list[Registration], the_organiser: Account
) -> None:
    page = f"{address('replace_player', tournament)}?leaver={entries[0].pk}&number=2"
    sent = {"comer": "nouveau", "last_name": "Zimmer", "first_name": "Zoé", "reason": "x"}
    as_organiser.post(page, sent | {"key": uuid.uuid4()})
    undo = reverse("undo_change", args=[tournament.pk, SeatChange.objects.get().pk])
    assert undo in as_organiser.get(address("seat_changes", tournament)).content.decode()
    undone = as_organiser.post(undo, follow=True).content.decode()
    assert f"{entries[0].player} a retrouvé sa place" in undone
    assert "Rien : chacun est à la place" in undone.replace("\u00a0", " ")
    assert not Registration.objects.filter(player__last_name="Zimmer").exists()
    assert "déjà défait" in as_organiser.post(undo, follow=True).content.decode()  # pressed twice

    as_organiser.post(page, sent | {"key": uuid.uuid4()})
    change = SeatChange.objects.get()
    undo = reverse("undo_change", args=[tournament.pk, change.pk])
    seat = Seat.objects.get(registration=change.other, round__number=2)
    record(Table.objects.select_related("round__tournament").get(pk=seat.table_id), 1, the_organiser)
    assert undo not in as_organiser.get(address("seat_changes", tournament)).content.decode()
    assert "est déjà saisi" in as_organiser.post(undo, follow=True).content.decode()


def test_a_replacement_by_nobody_is_told_at_its_field(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    page = f"{address('replace_player', tournament)}?leaver={entries[0].pk}&number=2"
    for sent, told in (
        ({"comer": "nouveau", "reason": "souffrant"}, "Écrivez le nom de la personne qui arrive."),
        ({"comer": "", "reason": "souffrant"}, "Choisissez qui prend sa place."),
        ({"comer": "nouveau", "last_name": "Zimmer", "reason": ""}, "Dites pourquoi"),
    ):
        answer = as_organiser.post(page, sent | {"key": uuid.uuid4()})
        assert answer.status_code == 422
        assert told in answer.content.decode()
    assert not SeatChange.objects.exists()


def test_a_replacement_sent_after_his_places_were_drawn_away_begins_anew(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    tournament.rounds.all().delete()
    page = f"{address('replace_player', tournament)}?leaver={entries[0].pk}&number=2"
    answer = as_organiser.post(page, {"comer": "nouveau", "last_name": "Zimmer", "reason": "x", "key": uuid.uuid4()})
    assert (answer.status_code, answer["Location"]) == (303, address("replace_player", tournament))


def test_whom_to_replace_is_asked_in_english_too(
    as_organiser: Client, tournament: Tournament, entries: list[Registration]
) -> None:
    answer = as_organiser.get(address("replace_player", tournament), headers={"accept-language": "en"})
    assert f"{entries[0].player} (no.\N{NO-BREAK SPACE}1)" in answer.content.decode()
