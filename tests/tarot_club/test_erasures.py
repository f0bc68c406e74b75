"""Who was erased is told without a name, and forgotten again in a database that a backup brought back."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tarot_club.erasures import BESIDE, PastErasure, as_json_lines, erase_again, known, read, remembered
from tests.factories import NOW, PlayerFactory, RegistrationFactory, TournamentFactory
from tournaments.labels import TournamentState
from tournaments.models import Player
from tournaments.services.privacy.erasing import erase_player

pytestmark = pytest.mark.django_db


def brought_back(player: Player) -> None:
    """Write the file as a backup of before the erasure has it: its id and its key are the same."""
    Player.objects.filter(pk=player.pk).update(last_name="Zzverdier", first_name="Odile", erased_at=None)


def test_the_list_names_nobody_and_erases_again(tmp_path: Path) -> None:
    player = PlayerFactory(last_name="Zzverdier", first_name="Odile")
    erase_player(player=player, by=None, at=NOW)
    out = StringIO()
    call_command("erased", stdout=out)
    file = tmp_path / "effaces.jsonl"
    file.write_text(out.getvalue(), "utf-8")
    assert "Zz" not in out.getvalue()
    assert player.key not in out.getvalue()
    brought_back(player)

    call_command("erased", apply=file, stdout=out)

    assert "Effacés de nouveau : 1." in out.getvalue().replace("\u00a0", " ")
    assert not Player.objects.filter(last_name="Zzverdier").exists()


def test_somebody_else_under_the_same_id_stays() -> None:
    """A database that went on from an older backup gave the id to another."""
    erased = erase_player(player=PlayerFactory(), by=None, at=NOW).player
    listed = read(as_json_lines(known()))
    brought_back(erased)
    Player.objects.filter(pk=erased.pk).update(key="somebodyelse")

    assert erase_again(listed, at=NOW).done == 0
    assert Player.objects.get(pk=erased.pk).last_name == "Zzverdier"


def test_who_plays_in_the_database_of_before_is_told_by_id_and_left_to_a_person(tmp_path: Path) -> None:
    erased = erase_player(player=PlayerFactory(), by=None, at=NOW).player
    file = tmp_path / "effaces.jsonl"
    file.write_text(as_json_lines(known()), "utf-8")
    brought_back(erased)
    evening = TournamentFactory(club=erased.club, state=TournamentState.RUNNING)
    RegistrationFactory(tournament=evening, player=erased)

    with pytest.raises(CommandError, match=f"Le joueur {erased.pk} ") as refused:
        call_command("erased", apply=file, stdout=StringIO())

    assert "Zzverdier" not in str(refused.value)


def test_the_list_beside_knows_what_the_database_of_before_does_not(tmp_path: Path) -> None:
    erased = erase_player(player=PlayerFactory(), by=None, at=NOW).player
    assert [erasure.player for erasure in remembered(tmp_path)] == [erased.pk]
    brought_back(erased)
    later = erase_player(player=PlayerFactory(), by=None, at=NOW).player

    assert [erasure.player for erasure in remembered(tmp_path)] == [erased.pk, later.pk]
    assert [file.name for file in tmp_path.iterdir()] == [BESIDE]
    erase_again(remembered(tmp_path), at=NOW)
    assert [erasure.player for erasure in remembered(tmp_path)] == [erased.pk, later.pk]  # each once


def test_a_file_that_is_no_such_list_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "autre.txt"
    file.write_text("bonjour", "utf-8")

    with pytest.raises(CommandError, match="liste d’effacements"):
        call_command("erased", apply=file)
    assert read("") == []
    assert read(as_json_lines([PastErasure(3, "a", "2026-11-23")])) == [PastErasure(3, "a", "2026-11-23")]
