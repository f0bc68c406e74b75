"""An import undone as a whole: what it made goes, what was done since stays."""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from scoring.models import Penalty, PenaltyKind, SheetTotal
from scoring.queries.desk.imports import undoing_import
from scoring.services.undo.imports import undo_import
from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    TournamentFactory,
    a_fee,
    a_season_rate,
    organiser,
)
from tests.scoring.imports.test_past_results import PAST, apply
from tests.texts import NO_BREAK, words
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.labels import PaymentMethod
from tournaments.models import (
    Account,
    ByLink,
    Club,
    Import,
    Membership,
    Player,
    Registration,
    SeatResult,
    Tournament,
)
from tournaments.queries.people.names import people
from tournaments.refusals import Refusal
from tournaments.services.evening.tournaments import reopen
from tournaments.services.money.fees import take_fees
from tournaments.services.people.consents import record_consents, set_own_consents
from tournaments.services.people.files import facts_now
from tournaments.services.people.joining import answer_membership
from tournaments.services.people.merging import merge_players
from tournaments.services.people.players import change_player, join_club

pytestmark = pytest.mark.django_db

FILE = "joueur;s1;s2\nDUPONT Jean;120;-40\nP2;-120;40\n"
RETAKEN = "résultats entrés à nouveau, après un import défait"
SINCE = NOW + datetime.timedelta(hours=1)


def imported(club: Club, *rows: PlayerRow) -> Import:
    """Apply a list of players and return its row."""
    shown = examine(club=club, rows=list(rows))
    assert shown.problems == []
    apply_import(club=club, rows=list(rows), fingerprint=shown.fingerprint, by=None, at=NOW)
    return Import.objects.latest("pk")


def told(made: Import) -> str:
    return " ".join(undoing_import(made).touches).translate(NO_BREAK)


def names(club: Club) -> list[str]:
    return sorted(player.full_name for player in club.known.all())


def test_a_list_of_players_goes_and_the_files_it_changed_come_back(club: Club):
    known = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="A1", consent=True)
    tournament = RegistrationFactory(tournament=TournamentFactory(club=club), player=known).tournament
    made = imported(
        club,
        PlayerRow(line=2, last_name="DUPONT", first_name="Jean", licence="A1", consent=False),
        PlayerRow(line=3, last_name="Total", first_name="Tom"),
        PlayerRow(line=4, last_name="ZIMMER", first_name="Zoé"),
    )
    assert names(club) == ["DUPONT Jean", "Total Tom", "ZIMMER Zoé"]
    assert "Supprimés : 2 joueurs que ce fichier avait ajoutés, Total Tom, ZIMMER Zoé." in told(made)
    assert "1 joueur retrouve ce que sa fiche disait avant : DUPONT Jean." in told(made)
    assert "Corrigé depuis" not in told(made)
    before = Tournament.objects.get(pk=tournament.pk).revision

    undo_import(made=made, by=None, at=NOW, seen=undoing_import(made).seen)

    assert names(club) == ["DUPONT Jean"]
    assert club.known.filter(people("dupont")).get().consent is True
    assert Tournament.objects.get(pk=tournament.pk).revision == before + 1
    made.refresh_from_db()
    assert made.undone_at == NOW
    assert club.journal.latest("pk").action == "import défait"
    with pytest.raises(Refusal, match="déjà défait"):
        undo_import(made=made, by=None, at=NOW)


def test_who_has_been_entered_since_or_logs_in_stays_and_so_does_what_was_corrected_since(club: Club):
    known = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="A1")
    made = imported(
        club,
        PlayerRow(line=2, last_name="DUPONT", first_name="Jean", licence="A1", home_club="Dijon"),
        PlayerRow(line=3, last_name="ENTRÉ", first_name="Luc"),
        PlayerRow(line=4, last_name="RELIÉ", first_name="Max"),
        PlayerRow(line=5, last_name="ZIMMER", first_name="Zoé"),
    )
    RegistrationFactory(tournament=TournamentFactory(club=club), player=Player.objects.get(last_name="ENTRÉ"))
    AccountFactory(player=Player.objects.get(last_name="RELIÉ"))
    Player.objects.filter(pk=known.pk).update(last_name="DUPONTEL", home_club="Lyon")
    assert "ENTRÉ Luc, RELIÉ Max" in told(made)
    assert "gardé tel quel : DUPONTEL Jean" in told(made)
    assert "retrouve" not in told(made)

    undo_import(made=made, by=None, at=NOW)

    assert names(club) == ["DUPONTEL Jean", "ENTRÉ Luc", "RELIÉ Max"]


def test_a_licence_given_to_somebody_else_since_is_not_taken_back(club: Club):
    known = PlayerFactory(club=club, last_name="DUPONT", first_name="Jean", licence="A2")
    changes = {str(known.pk): {"licence": ["A1", "A2"], "first_name": ["Jan", "Jean"]}}
    made = Import.objects.create(club=club, kind="joueurs", at=NOW, changes=changes)
    PlayerFactory(club=club, licence="A1")

    undo_import(made=made, by=None, at=NOW)

    known.refresh_from_db()
    assert (known.licence, known.first_name) == ("A2", "Jan")


def test_results_go_whole_with_the_players_they_brought(club: Club, the_organiser: Account):
    PlayerFactory(club=club, last_name="DUPONT", first_name="Jean")
    past = PAST.__class__(PAST.name, PAST.date, SeasonFactory(club=club, name="2018-2019"))
    apply(club, the_organiser, past=past)
    made = Import.objects.get()
    assert "« Concours de Carbay », 9 mars 2019, ses 2 inscrits" in told(made)
    assert "« 2018-2019 » est recompté" in told(made)

    undo_import(made=made, by=the_organiser, at=NOW)

    for model in (Tournament, Registration, SeatResult, SheetTotal):
        assert not model._base_manager.exists()
    assert names(club) == ["DUPONT Jean"]
    assert club.journal.get(action="import défait").details["tournament"] == PAST.name


def test_results_taken_in_again_are_told_as_corrected_where_a_figure_is_another(
    club: Club, the_organiser: Account, client: Client
):
    past = PAST.__class__(PAST.name, PAST.date, SeasonFactory(club=club, name="2018-2019"))
    league = past.season.main_league.get_absolute_url()

    def told_after(text: str = FILE) -> int:
        tournament = apply(club, the_organiser, text, past=past)
        counted = {
            words(client.get(page)).count(RETAKEN) for page in (league, f"/tournois/{tournament.pk}/classement/")
        }
        assert len(counted) == 1
        undo_import(made=Import.objects.latest("pk"), by=the_organiser, at=NOW)
        return counted.pop()

    assert told_after() == 0  # the first time
    assert told_after() == 0  # the same figures, whatever start numbers
    other = FILE.replace("120", "130", 1)
    assert other != FILE
    assert told_after(other) == 1
    assert told_after(other) == 1  # of what was read first
    assert told_after() == 0


def test_results_in_which_something_was_written_since_stay(club: Club, the_organiser: Account):
    tournament = apply(club, the_organiser)
    made = Import.objects.get()
    SheetTotal.objects.filter(pk=SheetTotal.objects.first().pk).update(written_at=NOW + datetime.timedelta(hours=1))
    with pytest.raises(Refusal, match="ne se défait plus"):
        undo_import(made=made, by=the_organiser, at=NOW)
    SheetTotal.objects.update(written_at=NOW)
    assert undoing_import(made).refusals == ()

    reopen(tournament=tournament, reason="oubli", by=the_organiser, at=NOW)
    Penalty.objects.create(
        tournament=tournament,
        kind=PenaltyKind.objects.first(),
        target="joueur",
        registration=tournament.registrations.first(),
        points=-20,
        reason="retard",
        key="00000000-0000-0000-0000-000000000001",
        given_at=NOW,
    )

    assert undoing_import(made).refusals
    assert Tournament.objects.exists()


def test_who_joined_by_a_list_is_no_member_any_more_and_keeps_his_file(club: Club):
    there = PlayerFactory(licence="7", last_name="Roy", first_name="Al")
    rows = [PlayerRow(2, "Roy", "Al", "7")]
    seen = examine(club=club, rows=rows).fingerprint
    apply_import(club=club, rows=rows, fingerprint=seen, same={2: there.pk}, by=None, at=NOW)
    made = Import.objects.get()
    assert "1 joueur d’un autre club n’est plus membre de celui-ci : Roy Al." in told(made)

    undo_import(made=made, by=None, at=NOW)

    assert there not in club.known
    assert there in there.club.known


def joined_by_a_list(club: Club, player: Player, by: Account | None) -> Import:
    """Have a list ask for somebody of another club, who knows the club, and return its row."""
    rows = [PlayerRow(2, player.last_name, player.first_name, player.licence)]
    seen = examine(club=club, rows=rows).fingerprint
    apply_import(club=club, rows=rows, fingerprint=seen, same={2: player.pk}, by=by, at=NOW)
    return Import.objects.latest("pk")


def pays(player: Player, at: datetime.datetime) -> None:
    """Note that somebody paid the fee of a season."""
    season = SeasonFactory(club=player.club)
    a_season_rate(season)
    key = uuid.uuid4()
    take_fees(season=season, players=[player.pk], method=PaymentMethod.CASH, key=key, by=None, at=at)


def paid(membership: Membership) -> None:
    season = SeasonFactory(club=membership.club)
    a_fee(membership, season)


@pytest.mark.parametrize(
    "use",
    [
        lambda known: answer_membership(
            club=known.club, player=known.player, accepted=True, by=organiser(known.player.club), at=SINCE
        ),
        lambda known: join_club(club=known.club, player=known.player, by=organiser(known.player.club), at=SINCE),
        paid,
        lambda known: Membership.objects.filter(pk=known.pk).update(phone="02 41 00 00 00", phone_consent=True),
        lambda known: RegistrationFactory(tournament=TournamentFactory(club=known.club), player=known.player),
    ],
    ids=["accepted", "joined by his keeper", "paid", "a telephone", "played"],
)
def test_who_joined_by_a_list_and_agreed_or_used_it_since_stays(
    use: Callable[[Membership], object], club: Club, the_organiser: Account
):
    there = PlayerFactory(licence="7", last_name="Roy", first_name="Al")
    made = joined_by_a_list(club, there, the_organiser)
    use(there.memberships.get(club=club))
    assert "1 joueur d’un autre club reste ici : il a accepté, joué ou payé depuis, Roy Al." in told(made)
    assert "n’est plus membre" not in told(made)

    undo_import(made=made, by=None, at=SINCE)

    assert there in club.known


def test_who_refused_since_goes_with_the_list(club: Club, the_organiser: Account):
    there = PlayerFactory(licence="7", last_name="Roy", first_name="Al")
    made = joined_by_a_list(club, there, the_organiser)
    answer_membership(club=club, player=there, accepted=False, by=organiser(there.club), at=SINCE)

    undo_import(made=made, by=None, at=SINCE)

    assert there not in club.known


@pytest.mark.parametrize(
    "use",
    [
        lambda new: change_player(player=new, facts=replace(facts_now(new), home_club="Dijon"), by=None, at=SINCE),
        lambda new: set_own_consents(
            player=new, consent=True, card_consent=False, sharing_consent=False, by=ByLink(new), at=SINCE
        ),
        lambda new: record_consents(club=new.club, players=[new], by=None, at=SINCE),
        lambda new: Membership.objects.create(club=ClubFactory(), player=new),
        lambda new: Player.objects.filter(pk=new.pk).update(club=ClubFactory()),
        lambda new: pays(new, SINCE),
        lambda new: merge_players(
            keep=new, drop=PlayerFactory(club=new.club, licence=""), reason="le même", by=None, at=SINCE
        ),
        lambda new: imported_later(new, "Dijon"),
    ],
    ids=[
        "corrected",
        "asks to be shown",
        "shown",
        "of another club",
        "kept elsewhere",
        "paid",
        "merged",
        "a later list",
    ],
)
def test_whom_a_list_brought_stays_once_something_was_added_since(use: Callable[[Player], object], club: Club):
    made = imported(
        club,
        PlayerRow(line=2, last_name="NEUF", first_name="Luc"),
        PlayerRow(line=3, last_name="ZIMMER", first_name="Z"),
    )
    new = club.players.get(last_name="NEUF")
    use(new)
    assert "Reste, car sa fiche a changé depuis, ou un autre club le connaît : NEUF Luc." in told(made)
    assert "1 joueur que ce fichier avait ajouté, ZIMMER Z." in told(made)

    undo_import(made=made, by=None, at=SINCE)

    assert Player.objects.filter(pk=new.pk).exists()
    assert not Player.objects.filter(last_name="ZIMMER").exists()


def imported_later(player: Player, home_club: str) -> None:
    rows = [PlayerRow(line=2, last_name=player.last_name, first_name=player.first_name, home_club=home_club)]
    seen = examine(club=player.club, rows=rows).fingerprint
    apply_import(club=player.club, rows=rows, fingerprint=seen, by=None, at=SINCE)
