"""What is done to a sheet while a tournament runs, done after its end: by its organiser, for one reason, in public."""

import uuid

import pytest
from django.urls import reverse

from scoring.labels import Kept
from scoring.models import ChelemCall, Conflict, SheetLine, TypedSheet
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from scoring.services.sheets.results import differences
from tests.factories import NOW, organiser
from tests.scoring.sheets import a_penalty, chelem_called, garde, record, results, seated
from tests.scoring.views.desk.test_after_end import over, standings_page
from tests.scoring.views.desk.test_paper import PLAIN, grid
from tests.scoring.views.desk.test_paper import at as on_paper
from tests.scoring.views.typed import at, sheet
from tests.texts import text
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Table, Tournament
from tournaments.refusals import Refusal
from tournaments.services.journal import log

pytestmark = pytest.mark.django_db

MOVES = 'class="who-moves"'
PUBLIC = "corrigé après la fin"


@pytest.fixture
def tables(tournament, tables, the_arbiter):
    """Two closed sheets of a tournament that is over, with one donne on the first, corrected once."""
    record(tables[0], 1, the_arbiter)
    record(tables[0], 1, the_arbiter, garde(points="60"))
    over(tournament, tables[0])
    return tables


def stays_over(tournament, *, corrections=1):
    """Whether everything is as closed as before, the results are those of the sheets, and the public reads why."""
    assert Tournament.objects.get().state == TournamentState.FINISHED
    assert set(Table.objects.values_list("closed_at", flat=True)) == {NOW}
    assert list(differences(tournament)) == []
    assert tournament.journal.filter(action=PUBLIC).count() == corrections
    return ("mauvaise table" in text(standings_page(tournament))) is (corrections > 0)


def twice(client, address, form):
    for _time in range(2):
        response = client.post(address, form)
    return response


def undoing(tournament, action):
    return reverse("undo_entry", args=[tournament.pk, JournalEntry.objects.filter(action=action).latest("pk").pk])


def test_a_donne_is_moved_from_a_closed_sheet_to_another(tournament, tables, as_organiser, as_arbiter):
    address, line = at(tables[0], name="move_donne"), SheetLine.objects.get(current=True)
    form = {"position": "1", "table": "2", "number": "3", "reason": "mauvaise table", "seen": line.pk}
    form["key"] = str(uuid.uuid4())
    assert address in text(as_organiser.get(at(tables[0])))
    assert as_arbiter.post(address, form).status_code == 422

    shown = as_organiser.post(address, form)
    assert MOVES in text(shown)
    assert "Ce tournoi est terminé et le reste" in text(shown)
    confirmed = form | {"confirmed": shown.context["form"].confirmation.value}
    assert as_organiser.post(address, confirmed | {"reason": ""}).status_code == 422
    assert as_organiser.post(address, confirmed).url == sheet(tables[1])

    assert (results(tables[0]), results(tables[1])) == ([], [264, -88, -88, -88])
    assert stays_over(tournament)
    assert "position 1, table 2, donne 3" in text(standings_page(tournament))


def test_a_donne_is_taken_off_and_put_back(tournament, tables, as_organiser, as_arbiter):
    address = at(tables[0], name="empty_donne")
    form = {"reason": "mauvaise table", "seen": SheetLine.objects.get(current=True).pk}
    assert as_arbiter.post(address, form).status_code == 422
    assert MOVES in text(as_organiser.get(address))
    assert as_organiser.post(address, form).status_code == 303
    assert (results(tables[0]), stays_over(tournament)) == ([], True)

    address = undoing(tournament, "donne vidée")
    assert address in text(as_organiser.get(reverse("journal", args=[tournament.pk])))
    assert address not in text(as_arbiter.get(reverse("journal", args=[tournament.pk])))
    shown = text(as_organiser.get(address))
    assert (MOVES in shown, "Ce tournoi est terminé et le reste" in shown) == (True, True)
    form = {"reason": "non, c’était juste", "key": uuid.uuid4()}
    assert as_arbiter.post(address, form).status_code == 422
    assert twice(as_organiser, address, form).status_code == 303
    assert (results(tables[0]), stays_over(tournament, corrections=2)) == ([264, -88, -88, -88], True)


TOO_LATE = "Ce tournoi est terminé : rien n’y change plus les points. L’organisateur peut encore le corriger"


def test_an_arbiter_is_told_what_can_still_be_done_in_place_of_forms_that_save_nothing(
    tournament, the_arbiter, as_arbiter, as_organiser
):
    (table,) = seated(tournament)
    penalty = a_penalty(tournament, the_arbiter, registration=tournament.registrations.first())
    call = chelem_called(table, the_arbiter)
    over(tournament, table)
    place = f"?position=1&table={table.number}"
    forms = {
        reverse("penalties", args=[tournament.pk]): "Donner la pénalité",
        reverse("penalties", args=[tournament.pk]) + place: "Annuler…",
        reverse("chelem_calls", args=[tournament.pk]): "Continuer",
        reverse("chelem_calls", args=[tournament.pk]) + place: "Enregistrer l’appel",
        reverse("cancel_penalty", args=[tournament.pk, penalty.pk]): "Annuler cette pénalité</button>",
        reverse("cancel_chelem_call", args=[tournament.pk, call.pk]): "Annuler cet appel",
        sheet(table): "Clore la feuille",
    }
    for address, offered in forms.items():
        page = text(as_arbiter.get(address))
        assert (TOO_LATE in page, offered in page, "Annuler…" in page) == (True, False, False), address
        page = text(as_organiser.get(address))
        assert TOO_LATE not in page, address
    penalties = reverse("penalties", args=[tournament.pk])
    assert "Annuler…" in text(as_organiser.get(penalties))
    assert reverse("incidents", args=[tournament.pk]) in text(as_arbiter.get(penalties))


def test_where_the_settings_say_so_an_arbiter_corrects_it_as_its_organiser_does(tournament, tables, as_arbiter):
    assert TOO_LATE in text(as_arbiter.get(reverse("penalties", args=[tournament.pk])))
    Tournament.objects.update(arbiters_correct_after_end=True)
    assert TOO_LATE not in text(as_arbiter.get(reverse("penalties", args=[tournament.pk])))
    address = at(tables[0], name="empty_donne")
    assert "Ce tournoi est terminé et le reste" in text(as_arbiter.get(address))
    form = {"reason": "", "seen": SheetLine.objects.get(current=True).pk}
    assert as_arbiter.post(address, form).status_code == 422
    assert as_arbiter.post(address, form | {"reason": "mauvaise table"}).status_code == 303
    assert (results(tables[0]), stays_over(tournament)) == ([], True)
    assert undoing(tournament, "donne vidée") in text(as_arbiter.get(reverse("journal", args=[tournament.pk])))
    assert as_arbiter.get(reverse("tournament_settings", args=[tournament.pk])).status_code == 403


def test_what_an_arbiter_typed_while_the_tournament_was_ended_stays_before_him(tournament, as_arbiter):
    (table,) = seated(tournament)
    over(tournament, table)
    typed = {"reason": "dix minutes de retard", "key": str(uuid.uuid4()), "target": "joueur"}
    page = as_arbiter.post(reverse("give_penalty", args=[tournament.pk]), typed)
    assert (page.status_code, "dix minutes de retard" in text(page)) == (422, True)


def test_a_correction_is_undone(tournament, tables, as_organiser):
    form = {"reason": "mauvaise table", "key": uuid.uuid4()}
    assert twice(as_organiser, undoing(tournament, "donne corrigée"), form).status_code == 303
    assert (results(tables[0]), stays_over(tournament)) == ([198, -66, -66, -66], True)


def test_a_version_of_before_stands_again(tournament, tables, as_organiser, as_arbiter):
    line = SheetLine.objects.get(current=False)
    address = reverse("restore_line", args=[tournament.pk, line.pk])
    assert address in text(as_organiser.get(sheet(tables[0])))
    assert address not in text(as_arbiter.get(sheet(tables[0])))
    form = {"reason": "mauvaise table", "key": uuid.uuid4()}
    assert as_arbiter.post(address, form).status_code == 422
    assert MOVES in text(as_organiser.get(address))
    assert twice(as_organiser, address, form).status_code == 303
    assert (results(tables[0]), stays_over(tournament)) == ([198, -66, -66, -66], True)


def test_a_chelem_that_nobody_recorded_and_taking_it_back(tournament, tables, as_organiser, as_arbiter):
    address = reverse("chelem_calls", args=[tournament.pk]) + "?position=1&table=1"
    form = {"caller": "0", "number": "1", "announced": "avant_carte", "outcome": "chute", "key": str(uuid.uuid4())}
    form["reason"] = "mauvaise table"
    assert "?position=1&table=1" in text(as_organiser.get(sheet(tables[0]))).replace("&amp;", "&")
    shown = as_organiser.post(address, form)
    assert (MOVES in text(shown), text(shown).count('name="reason"')) == (True, 1)
    confirmed = form | {"confirmed": shown.context["form"].confirmation.value}
    assert as_arbiter.post(address, confirmed).status_code == 422
    assert as_organiser.post(address, confirmed | {"reason": " "}).status_code == 422
    assert as_organiser.post(address, confirmed).status_code == 303
    assert results(tables[0]) == [-336, 112, 112, 112]
    assert stays_over(tournament)

    call = ChelemCall.objects.get()
    cancel = reverse("cancel_chelem_call", args=[tournament.pk, call.pk])
    page = text(as_organiser.get(cancel))
    assert (MOVES in page, "Ce tournoi est terminé et le reste" in page) == (True, True)
    assert as_organiser.post(cancel, {"reason": "mauvaise table"}).status_code == 303
    assert results(tables[0]) == [264, -88, -88, -88]
    assert stays_over(tournament, corrections=2)


def test_a_sheet_is_not_opened_again_after_the_end(tournament, tables, the_organiser, as_organiser):
    subject = {"code": "table", "round": 1, "table": 1}
    log(action="feuille close", subject=subject, by=the_organiser, at=NOW, tournament=tournament)
    address = undoing(tournament, "feuille close")
    assert address not in text(as_organiser.get(reverse("journal", args=[tournament.pk])))
    assert as_organiser.post(address, {"reason": "mauvaise table", "key": uuid.uuid4()}).status_code == 422
    assert stays_over(tournament, corrections=0)


@pytest.fixture
def conflict(tournament, tables, the_arbiter):
    """A donne that came from a device after the end, beside what the sheet says."""
    refusal = Refusal("terminé", code="tournament_finished")
    sent = SentDonne(tables[0], 1, garde(points="49"), uuid.uuid4(), the_arbiter, NOW)
    return keep_beside(sent, refusal=refusal)


def test_the_other_version_of_a_donne_is_written_in_public(tournament, tables, conflict, as_organiser, as_arbiter):
    address = reverse("settle_conflict", args=[tournament.pk, conflict.pk])
    form = {"kept": Kept.OTHER, "seen": SheetLine.objects.get(current=True).pk, "reason": "mauvaise table"}
    shown = text(as_organiser.get(address))
    assert (MOVES in shown, "Ce tournoi est terminé et le reste" in shown) == (True, True)
    assert as_arbiter.post(address, form).status_code == 422
    assert twice(as_organiser, address, form).status_code == 303
    assert results(tables[0]) == [198, -66, -66, -66]
    assert stays_over(tournament)
    assert Conflict.objects.get().kept == Kept.OTHER


def test_keeping_the_line_that_stands_corrects_nothing_in_public(tournament, tables, conflict, as_organiser):
    address = reverse("settle_conflict", args=[tournament.pk, conflict.pk])
    form = {"kept": Kept.STANDING, "seen": SheetLine.objects.get(current=True).pk, "reason": "mauvaise table"}
    assert as_organiser.post(address, form).status_code == 303
    assert (results(tables[0]), Conflict.objects.get().kept) == ([264, -88, -88, -88], Kept.STANDING)
    assert stays_over(tournament, corrections=0)


def test_a_paper_sheet_is_typed_once_who_moves_was_seen(tournament, tables, as_organiser, as_arbiter):
    address, form = on_paper(tables[1]), grid(PLAIN, PLAIN, reason="mauvaise table")
    assert address in text(as_organiser.get(sheet(tables[1])))
    assert as_arbiter.get(address).url == sheet(tables[1])
    assert as_arbiter.post(address, form).status_code == 422

    assert "Ce tournoi est terminé et le reste" in text(as_organiser.get(address))
    shown = as_organiser.post(address, form)
    assert (shown.status_code, MOVES in text(shown), text(shown).count('name="reason"')) == (422, True, 1)
    assert stays_over(tournament, corrections=0)
    confirmed = form | {"confirmed": shown.context["form"].confirmation.value}
    assert as_organiser.post(address, confirmed | {"reason": " "}).status_code == 422
    assert twice(as_organiser, address, confirmed).url == sheet(tables[1])
    assert results(tables[1]) == [396, -132, -132, -132]
    assert stays_over(tournament)


def test_of_a_sheet_typed_twice_only_the_second_is_a_correction(tournament, tables, club, client, as_organiser):
    Tournament.objects.update(double_entry=True)
    address, reason = on_paper(tables[1]), "mauvaise table"
    assert as_organiser.post(address, grid(PLAIN, reason=reason)).status_code == 303
    assert (TypedSheet.objects.count(), results(tables[1])) == (1, [])
    assert stays_over(tournament, corrections=0)

    client.force_login(organiser(club), backend="allauth.account.auth_backends.AuthenticationBackend")
    form = grid(PLAIN, reason=reason)
    shown = client.post(address, form)
    assert (shown.status_code, MOVES in text(shown)) == (422, True)
    confirmed = form | {"confirmed": shown.context["form"].confirmation.value}
    assert client.post(address, confirmed).status_code == 303
    assert (results(tables[1]), stays_over(tournament)) == ([198, -66, -66, -66], True)
