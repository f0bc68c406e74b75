"""What is known of the place where a donne is written, before it is."""

import uuid

from scoring.labels import Kept, PenaltyTarget
from scoring.models import Conflict
from scoring.queries.table.sheets import place_of_donne
from scoring.services.decisions.calls import cancel_chelem_call
from scoring.services.decisions.penalties import cancel_penalty
from scoring.services.sheets.conflicts import keep_beside
from scoring.services.sheets.donnes import SentDonne
from tests.factories import NOW
from tests.scoring.sheets import a_penalty, chelem_called, garde, phone_of, record, seated
from tournaments.models import Account, Tournament
from tournaments.refusals import Refusal


def test_a_place_is_penalised_by_what_its_camp_was_given_alone(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    a_penalty(tournament, the_arbiter, registration=table.seats.get(chair=0).registration, table=table, donne=1)
    assert not place_of_donne(table, 1).is_penalised

    record(table, 2, the_arbiter)
    of_camp = a_penalty(
        tournament, the_arbiter, target=PenaltyTarget.CAMP, camp="attaque", table=table, donne=2, points=-20
    )
    assert place_of_donne(table, 2).is_penalised
    assert not place_of_donne(table, 3).is_penalised

    cancel_penalty(penalty=of_camp, reason="erreur", by=the_arbiter, at=NOW)
    assert not place_of_donne(table, 2).is_penalised


def test_a_donne_is_in_two_versions_until_an_arbiter_settles_it(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter)
    other = SentDonne(table, 1, garde(points="51"), uuid.uuid4(), phone_of(table), NOW)
    keep_beside(other, refusal=Refusal("déjà saisie", code="stale_line"))
    assert place_of_donne(table, 1).in_two_versions
    assert not place_of_donne(table, 2).in_two_versions

    Conflict.objects.update(settled_at=NOW, kept=Kept.STANDING, settle_reason="vu à la table")
    assert not place_of_donne(table, 1).in_two_versions


def test_a_table_has_calls_while_one_is_in_force(tournament: Tournament, the_arbiter: Account) -> None:
    (table,) = seated(tournament)
    call = chelem_called(table, the_arbiter, number=3)
    place = place_of_donne(table, 1)
    assert place.has_calls is True

    cancel_chelem_call(call=call, reason="mal entendu", by=the_arbiter, at=NOW)
    place = place_of_donne(table, 1)
    assert place.has_calls is False
