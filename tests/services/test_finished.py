"""A tournament that is over stays as it is: what changes it is refused until it is opened again."""

import pytest

from scoring.services.decisions.after_end import correct_after_end
from scoring.services.decisions.incidents import cancel_incident, note_incident
from scoring.services.decisions.protests import answer_protest
from scoring.services.rules.baremes import choose_bareme
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.paper import withdraw_typing
from scoring.services.sheets.phones import revoke_codes
from scoring.services.sheets.records import attach_record, withdraw_record
from tests.services.calls import Act, Call, a_world
from tests.services.rows import CALLS
from tournaments.labels import TournamentState
from tournaments.models import Tournament
from tournaments.refusals import Refusal
from tournaments.services.boards import lift_secrecy
from tournaments.services.clubs.qualifying import add_source, announce_final, change_source, remove_source
from tournaments.services.clubs.series import keep_template
from tournaments.services.evening.chosen_bareme import set_bareme
from tournaments.services.evening.states import archive, hold_back_ranking, release_ranking, take_out
from tournaments.services.evening.tournaments import change_settings, finish, reopen
from tournaments.services.money.payments import cancel_payment, count_cash, give_all_back, take_payment
from tournaments.services.money.prizes import give_all_prizes, give_prize, set_prizes, take_prize_back
from tournaments.services.money.rates import give_rate, set_rates
from tournaments.services.people.appointments import appoint, revoke
from tournaments.services.people.invitations import accept
from tournaments.services.people.links import withdraw_evening_link, withdraw_evening_links
from tournaments.services.people.merging import merge_players
from tournaments.services.work.documents import keep_document
from tournaments.services.work.jobs import cancel, stop_early

STILL_DONE = {
    *(note_incident, cancel_incident),  # a ruling without points changes nothing
    *(finish, reopen),
    change_settings,  # its name and its date
    revoke_codes,  # nor who found a card of a table
    *(withdraw_evening_link, withdraw_evening_links),  # who has the cards of last week must not read on
    *(answer_protest, withdraw_typing),  # what a table contested in time is answered; neither changes a figure
    *(attach_record, withdraw_record),  # the cards of a donne, beside its figures
    keep_beside,  # what a phone sends too late is not lost
    *(choose_bareme, set_bareme),  # refused from the first position on, without which no tournament ends
    *(appoint, revoke, accept),
    *(cancel, stop_early, keep_document),
    *(archive, take_out, keep_template),
    lift_secrecy,  # changes no figure: another session may still play the étuis
    merge_players,  # that two numbers are one person is mostly found when all is over
    *(release_ranking, hold_back_ranking),  # prizes are given when all is over
    correct_after_end,  # by its organiser, in public
    *(
        set_rates,
        give_rate,
        take_payment,
        cancel_payment,
        give_all_back,
        count_cash,
    ),  # the cash box is counted when all is over
    *(add_source, announce_final, change_source, remove_source),  # what led to a final of the past is said later too
    *(set_prizes, give_prize, give_all_prizes, take_prize_back),  # and prizes are given by the final ranking
}
IN_A_TOURNAMENT = [call for call in CALLS if any(entry.of == "tournament" for entry in call.entries)]


def is_refused(act: Act) -> bool:
    try:
        act()
    except Refusal as refusal:
        return refusal.code == "tournament_finished"
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("call", IN_A_TOURNAMENT, ids=str)
def test_what_is_over_stays_as_it_is(call: Call) -> None:
    act = call.prepare(a_world())
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert is_refused(act) is (call.service not in STILL_DONE)
