"""Somebody entered twice who sat twice in one position is one person: every sum stays, and he is ranked once."""

import uuid
from dataclasses import dataclass

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.imports.event_files import event_file
from scoring.imports.events import Elsewhere
from scoring.labels import Sanction
from scoring.models import Penalty, SheetLine
from scoring.queries.player.own_data import data_of
from tests.factories import NOW, ClubFactory, PlayerFactory, RegistrationFactory, SeasonFactory, field, rewrite
from tests.scoring.imports.test_events import load
from tests.scoring.sheets import a_penalty, garde, record, totals
from tests.texts import plain, text
from tests.tournaments.links import address_of
from tests.tournaments.rotations import drawn
from tournaments.labels import PaymentMethod, Status, TournamentState, WishKind
from tournaments.models import (
    Account,
    Payment,
    Player,
    Prize,
    PrizeGiven,
    PrizePlan,
    Rate,
    Registration,
    SeatResult,
    Table,
    Tournament,
    Wish,
    WishPlayer,
)
from tournaments.queries.evening.check_in import search
from tournaments.queries.evening.stages import counts
from tournaments.queries.money.takings import takings
from tournaments.queries.people.deleting import deleting_player
from tournaments.queries.people.lookalikes import doubles, lookalikes
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.lines import Span, until
from tournaments.queries.standings.standings import standings
from tournaments.services.draws.publishing import publish_draw
from tournaments.services.people.merging import merge_players
from tournaments.services.people.registrations import set_status, set_waits
from tournaments.services.privacy.erasing import erase_player
from tournaments.services.undo.undoing import delete_tournament

pytestmark = pytest.mark.django_db

REASON = "inscrit deux fois à la porte"


@dataclass
class Evening:
    """An evening of two positions of eight, in which n° 1 DUPONT Jean and n° 8 Dupon Jean are one person."""

    tournament: Tournament
    by: Account
    kept: Registration
    double: Registration

    def merge(self) -> None:
        merge_players(keep=self.kept.player, drop=self.double.player, by=self.by, at=NOW, reason=REASON)
        for entry in (self.kept, self.double):
            entry.refresh_from_db()


@pytest.fixture
def evening(tournament: Tournament, the_organiser: Account) -> Evening:
    rewrite(tournament, rounds_planned=2, season=SeasonFactory(club=tournament.club))
    field(tournament, 7)
    again = PlayerFactory(club=tournament.club, last_name="Dupon", first_name="Jean", licence="L9", birth_year=1950)
    double = RegistrationFactory(tournament=tournament, player=again, start_number=8)
    kept = tournament.registrations.select_related("player").get(start_number=1)
    Player.objects.filter(pk=kept.player_id).update(
        last_name="DUPONT", first_name="Jean", licence="", search_text=" dupont jean"
    )
    publish_draw(draw=drawn(tournament, the_organiser), by=the_organiser, at=NOW)
    tournament.refresh_from_db()
    for count, table in enumerate(Table.objects.filter(round__tournament=tournament)):
        record(table, 1, the_organiser, garde(points=str(49 + 4 * count)))
    kept = Registration.objects.select_related("player", "tournament").get(pk=kept.pk)
    return Evening(tournament, the_organiser, kept, double)


def test_every_total_stays_and_the_double_has_no_place(evening: Evening) -> None:
    tournament, before = evening.tournament, totals(evening.tournament)
    evening.merge()

    assert totals(tournament) == before
    assert sum(before.values()) == 0
    *ranked, last = standings(tournament).lines
    assert [line.start_number for line in ranked].count(1) == 1
    assert max(line.place or 0 for line in ranked) <= 7
    assert (last.start_number, last.place, last.is_named) == (8, None, False)
    assert [plain(remark) for remark in last.remarks] == ["hors classement : double du n° 1"]
    own = SeatResult.objects.filter(seat__registration=evening.kept)
    assert totals(tournament)[1] == sum(own.values_list("points", flat=True))
    call_command("check_results")
    tournament.refresh_from_db()
    assert tournament.revision > evening.tournament.draws.count()


@pytest.mark.parametrize(("under", "told"), [("kept", ["exclu", "absent"]), ("double", ["present", "exclu"])])
def test_a_decision_to_exclude_stays_with_the_number_that_it_is_about(
    evening: Evening, under: str, told: list[str]
) -> None:
    entry = getattr(evening, under)
    a_penalty(evening.tournament, evening.by, registration=entry, points=0, sanction=Sanction.EXCLUSION)
    evening.merge()
    assert [evening.kept.status, evening.double.status] == told
    assert Penalty.objects.get().registration == entry


def test_a_rule_that_counts_everybody_does_not_rank_a_double(evening: Evening) -> None:
    evening.merge()
    for span in (None, until(1), Span(2, 2)):
        lines = standings(evening.tournament, span)
        kept, double = lines.line_of(evening.kept.pk), lines.line_of(evening.double.pk)
        assert kept is not None
        assert double is not None
        assert (kept.sheet.is_out, double.sheet.is_out, double.place) == (False, True, None)


def test_the_journals_tell_both_names_the_positions_and_why(evening: Evening) -> None:
    evening.merge()

    of_club = evening.tournament.club.journal.get(action="joueurs fusionnés")
    of_event = evening.tournament.journal.get(action="double hors classement")
    assert (of_club.subject, of_event.subject) == ("Dupon Jean est DUPONT Jean", "n° 8 Dupon Jean est n° 1 DUPONT Jean")
    assert of_club.reason == of_event.reason == REASON
    (met,) = of_club.details["met"].values()
    assert met == of_event.details["met"]
    assert [place.split(",")[0] for place in met] == ["position 1", "position 2"]


def test_he_paid_won_and_wished_as_one(evening: Evening) -> None:
    tournament, both = evening.tournament, (evening.kept, evening.double)
    rate = Rate.objects.create(tournament=tournament, label="Adhérent", amount=500, place=1)
    tournament.registrations.update(rate=rate)
    Registration.objects.filter(pk=evening.kept.pk).update(rate=None, status=Status.WITHDRAWN)
    Payment.objects.create(
        key=uuid.uuid4(), registration=evening.double, amount=500, method=PaymentMethod.CASH, paid_on=NOW.date(), at=NOW
    )
    prize = Prize.objects.create(plan=PrizePlan.objects.create(tournament=tournament), number=1, amount=500)
    PrizeGiven.objects.create(prize=prize, registration=evening.double, amount=500, at=NOW)
    wish = Wish.objects.create(tournament=tournament, kind=WishKind.APART, added_at=NOW)
    for entry in both:
        WishPlayer.objects.create(wish=wish, registration=entry)
    evening.merge()

    kept, double = evening.kept, evening.double
    assert (kept.payments.count(), kept.prizes.count(), kept.rate, kept.status) == (1, 1, rate, Status.PRESENT)
    assert (double.payments.count(), double.prizes.count(), double.rate, double.status) == (0, 0, None, Status.ABSENT)
    assert (double.seats.count(), kept.seats.count()) == (2, 2)
    wish.refresh_from_db()
    assert wish.cancelled_at is not None
    assert (takings(tournament).people, takings(tournament).due, takings(tournament).without_rate) == (7, 3500, 0)


def test_the_double_is_nobody_of_the_club(evening: Evening, as_organiser: Client) -> None:
    club, double = evening.tournament.club, evening.double.player
    link = address_of(double)
    evening.merge()

    assert club.known.count() == 7
    assert club.players.get(licence="L9").pk == evening.kept.player_id
    assert [person.player.pk for person in search(evening.tournament, "dupon", rates=()).people] == [
        evening.kept.player_id
    ]
    assert [alike.player.pk for alike in lookalikes(club.pk, "Dupon", "Jean")] == [evening.kept.player_id]
    assert doubles(club.pk) == []
    assert Client().get(link, follow=True).status_code == 410
    assert as_organiser.get(reverse("edit_player", args=[club.pk, double.pk])).status_code == 404
    for page in ("club_players", "club_doubles"):
        assert "Dupon Jean" not in text(as_organiser.get(reverse(page, args=[club.pk])))
    assert "Dupon Jean" not in text(as_organiser.get(reverse("registrations", args=[evening.tournament.pk])))
    assert evening.double.player.double_of_id == evening.kept.player_id
    assert (double.files.count(), evening.kept.player.files.count()) == (1, 2)


def test_nobody_comes_as_a_double(evening: Evening) -> None:
    evening.merge()
    asked = {"tournament": evening.tournament, "by": evening.by, "at": NOW}
    set_status(registrations=[evening.double.pk], status=Status.PRESENT, **asked)
    set_waits(registration=evening.double.pk, waits="retard", **asked)

    evening.double.refresh_from_db()
    assert (evening.double.status, evening.double.waits) == (Status.ABSENT, "")
    assert (counts(evening.tournament).present, counts(evening.tournament).absent) == (7, 0)


def test_a_league_counts_him_once(evening: Evening) -> None:
    evening.merge()
    Tournament.objects.filter(pk=evening.tournament.pk).update(state=TournamentState.FINISHED)

    lines = league_standings(evening.tournament.season.main_league).lines
    assert len(lines) == 7
    (his,) = [line for line in lines if line.player_id == evening.kept.player_id]
    assert his.total == totals(evening.tournament)[1]


def test_his_own_data_has_both_seats_and_erasing_him_forgets_both_names(evening: Evening) -> None:
    evening.merge()
    data = data_of(evening.kept.player)
    assert [place["round__number"] for place in data["places"]] == [1, 1, 2, 2]
    keys = [(donne["table__round__number"], donne["table__number"], donne["number"]) for donne in data["donnes"]]
    assert len(keys) == len(set(keys))

    Tournament.objects.filter(pk=evening.tournament.pk).update(state=TournamentState.FINISHED)
    erase_player(player=evening.kept.player, by=evening.by, at=NOW)

    names = " ".join(f"{last} {first}" for last, first in Player.rows.values_list("last_name", "first_name"))
    assert "Dupon" not in names
    assert "DUPONT" not in names
    assert Player.rows.exclude(erased_at=None).count() == 2
    for line in [*evening.tournament.journal.all(), *evening.tournament.club.journal.all()]:
        assert "dupon" not in f"{line.subject}{line.words}{line.details}".casefold()


@pytest.mark.parametrize("elsewhere", [True, False])
def test_the_event_goes_with_its_double(evening: Evening, *, elsewhere: bool) -> None:
    evening.merge()
    club = ClubFactory() if elsewhere else evening.tournament.club
    apart = Elsewhere.OTHERS if elsewhere else ""
    copy = load(club, event_file(evening.tournament, at=NOW), name="Copie", elsewhere=apart)

    assert totals(copy) == totals(evening.tournament)
    kept, double = (copy.registrations.get(start_number=number).player for number in (1, 8))
    assert (double.double_of, double.club) == (kept, club)
    assert (kept.pk == evening.kept.player_id) != elsewhere
    assert club.known.count() == 7
    assert [line.place for line in standings(copy).lines if line.start_number == 8] == [None]


def test_a_later_merge_takes_the_double_along(evening: Evening) -> None:
    evening.merge()
    third = PlayerFactory(club=evening.tournament.club, last_name="DUPONT", first_name="Jeannot", licence="")
    merge_players(keep=third, drop=evening.kept.player, by=evening.by, at=NOW)

    evening.double.player.refresh_from_db()
    assert evening.double.player.double_of == third
    assert any("double du n° 1" in plain(" ".join(line.remarks)) for line in standings(evening.tournament).lines)


def test_nobody_is_his_own_double_and_a_double_agrees_to_nothing(evening: Evening) -> None:
    for change in ({"double_of": evening.kept.player}, {"double_of": evening.double.player, "consent": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.rows.filter(pk=evening.kept.player_id).update(**change)
    evening.merge()
    assert deleting_player(evening.kept.player).refusals


def test_the_public_page_and_his_place_say_why(evening: Evening, client: Client) -> None:
    evening.merge()
    Tournament.objects.filter(pk=evening.tournament.pk).update(state=TournamentState.FINISHED)
    for page in (
        reverse("standings", args=[evening.tournament.pk]),
        reverse("place", args=[evening.tournament.pk, 8]),
    ):
        answer = client.get(page)
        assert "double du n° 1" in text(answer), page
        assert "Dupon" not in text(answer).replace("DUPONT", "")


def test_a_double_goes_with_an_event_that_nobody_played(evening: Evening) -> None:
    SheetLine.objects.all().delete()
    SeatResult.objects.all().delete()
    evening.merge()
    delete_tournament(tournament=evening.tournament, by=evening.by, at=NOW)

    assert not Player.rows.exclude(double_of=None).exists()
    assert not deleting_player(evening.kept.player).refusals
