"""The fees of a list of members: told per line, then noted; the same list twice pays nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, a_fee
from tests.refusals import refusal_of
from tests.texts import plain
from tournaments.imports.listed_fees import FeeTold
from tournaments.imports.player_rows import PlayerRow
from tournaments.imports.players import apply_import, examine
from tournaments.imports.previews import Applied
from tournaments.labels import Category, PaymentMethod, RateCode
from tournaments.models import Club, Fee, Payment, Player, Season, SeasonRate
from tournaments.queries.money.fees import member_fees

pytestmark = pytest.mark.django_db
DAY = timezone.localdate() - timedelta(30)
TOLD_DAY = f"{DAY:%d/%m/%Y}"


@pytest.fixture
def club() -> Club:
    return ClubFactory()


@pytest.fixture
def season(club: Club) -> Season:
    today = timezone.localdate()
    season = SeasonFactory(club=club, starts_on=today - timedelta(60), ends_on=today + timedelta(200))
    rates = [("Adulte", 3000, RateCode.ADULT), ("Jeune", 1000, RateCode.YOUTH), ("Offert", 0, RateCode.FREE)]
    for place, (label, amount, code) in enumerate(rates, 1):
        SeasonRate.objects.create(season=season, label=label, amount=amount, code=code, place=place)
    return season


@pytest.fixture
def roy(club: Club) -> Player:
    return PlayerFactory(club=club, last_name="ROY", first_name="Paul")


def line(**said: Any) -> PlayerRow:
    return PlayerRow(2, "ROY", "Paul", **said)


def told(season: Season, *rows: PlayerRow) -> FeeTold:
    (fee,) = examine(club=season.club, rows=rows, season=season).fees
    return fee


def imported(season: Season, *rows: PlayerRow, **said: Any) -> Applied:
    shown = examine(club=season.club, rows=rows, season=season)
    asked = {"fingerprint": shown.fingerprint, "by": None, "at": timezone.now()} | said
    return apply_import(club=season.club, rows=rows, season=season, **asked)


def account(season: Season, player: Player) -> tuple[str, int, int]:
    row: Any = member_fees(season).get(pk=player.pk)
    return row.rate_label, row.paid, row.rest


@pytest.mark.parametrize(
    ("fee", "mode", "method"),
    [
        ("30", "chèque n° 12", PaymentMethod.CHEQUE),
        ("30,00 €", "Espèces", PaymentMethod.CASH),
        ("30.0", "CB", PaymentMethod.CARD),
        ("payée", "virement", PaymentMethod.TRANSFER),
        ("À jour", "Chq", PaymentMethod.CHEQUE),
        ("oui", "autre moyen", PaymentMethod.OTHER),
        ("Adulte", "carte bancaire", PaymentMethod.CARD),
        (None, "liquide", PaymentMethod.CASH),
    ],
)
def test_what_is_paid_is_noted_once_however_often(
    season: Season, roy: Player, fee: str | None, mode: str, method: str
) -> None:
    row = line(fee=fee, fee_paid_on=TOLD_DAY, fee_method=mode)
    one = told(season, row)
    assert (one.rate, one.amount, one.paid_on, one.method, one.remarks) == ("Adulte", 3000, DAY, method, ())
    (payment,) = imported(season, row).fees
    assert (payment.amount, payment.method, payment.paid_on) == (3000, method, DAY)
    again = told(season, row)
    assert (again.listed, plain(again.remarks[0])[:11]) == (None, "déjà payé l")
    assert imported(season, row).fees == ()
    assert Payment.objects.count() == 1


@pytest.mark.parametrize("fee", ["non", "0", "impayée", None])
def test_who_has_not_paid_pays_nothing(season: Season, roy: Player, fee: str | None) -> None:
    row = line(fee=fee, fee_paid_on=None if fee else "non")
    assert examine(club=season.club, rows=[row], season=season).fees == []
    assert imported(season, row) == Applied(0, 0)
    assert not Fee.objects.exists()


def test_an_amount_where_others_have_a_day_is_only_what_is_due(season: Season, roy: Player) -> None:
    other = PlayerRow(3, "PETIT", "Zoé", fee="30", fee_paid_on=TOLD_DAY)
    one, _other = examine(club=season.club, rows=[line(fee="30"), other], season=season).fees
    assert (one.amount, one.listed, plain(one.remarks[0])[:27]) == (0, None, "la case « payé le » est vid")


def test_a_part_is_told_with_its_rest_and_the_whole_later_pays_what_is_missing(season: Season, roy: Player) -> None:
    part = line(fee="12,5", fee_paid_on=TOLD_DAY, fee_method="esp")
    assert [plain(words) for words in told(season, part).remarks] == ["il reste 17,50 € à payer."]
    imported(season, part)
    assert account(season, roy) == ("Adulte", 1250, 1750)
    assert imported(season, part).fees == ()
    (payment,) = imported(season, line(fee="30", fee_paid_on=TOLD_DAY)).fees
    assert (payment.amount, account(season, roy)) == (1750, ("Adulte", 3000, 0))


def test_a_rate_is_known_by_its_name_or_by_its_amount(season: Season, roy: Player) -> None:
    assert told(season, line(fee="10")).rate == "Jeune"
    assert told(season, line(fee="5", fee_rate="jeune")).amount == 500
    owed = told(season, line(fee="Jeune"))
    assert (owed.amount, owed.rate, owed.listed is not None) == (0, "Jeune", True)
    free = told(season, line(fee_rate="Offert", fee="oui"))
    assert (free.rate, plain(free.remarks[0])) == ("Offert", "ce tarif est gratuit.")
    imported(season, line(fee_rate="Jeune"))
    assert account(season, roy) == ("Jeune", 0, 1000)
    assert told(season, line(fee="10", fee_rate="10 €")).rate == "Jeune"


def test_who_has_a_fee_keeps_its_rate_whatever_the_amount(season: Season, roy: Player) -> None:
    adult = season.rates.get(label="Adulte")
    Fee.objects.create(membership=roy.memberships.get(), season=season, rate=adult)
    one = told(season, line(fee="10"))
    assert (one.rate, one.amount, plain(one.remarks[0])) == ("Adulte", 1000, "il reste 20 € à payer.")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"fee": "45"}, "45 €, c’est plus que le tarif « Adulte » (30 €)"),
        ({"fee": "-5"}, "« -5 » n’est ni un montant, ni « payée », ni un tarif (Adulte 30 €, Jeune 10 €, Offert 0 €)."),
        ({"fee": "30", "fee_rate": "Couple"}, "« Couple » n’est pas un tarif de la saison (Adulte 30 €"),
        ({"fee": "30", "fee_paid_on": "bientôt"}, "« bientôt » n’est pas une date."),
        ({"fee": "30", "fee_paid_on": "01/09/2150"}, "n’est pas encore venu"),
        ({"fee": "30", "fee_paid_on": "01/09/2012"}, "est plus d’un an avant la saison"),
    ],
)
def test_what_cannot_be_is_left_aside_and_told(season: Season, roy: Player, said: dict[str, str], why: str) -> None:
    one = told(season, line(**said))
    assert (one.is_left, one.listed) == (True, None)
    assert why in plain(one.remarks[0])
    assert imported(season, line(**said)) == Applied(0, 0)
    assert not Payment.objects.exists()


def test_a_rate_below_what_is_paid_is_left_aside(season: Season, roy: Player) -> None:
    imported(season, line(fee="30"))
    one = told(season, line(fee="10", fee_rate="Jeune"))
    assert (one.is_left, "rendez d’abord la différence" in plain(one.remarks[0])) == (True, True)


def test_a_rate_that_is_just_what_is_paid_is_noted(season: Season, roy: Player) -> None:
    imported(season, line(fee="10", fee_rate="Adulte"))
    imported(season, line(fee="10", fee_rate="Jeune"))
    assert account(season, roy) == ("Jeune", 1000, 0)


def test_more_than_the_rate_that_was_paid_before_is_told_as_paid(season: Season, roy: Player) -> None:
    a_fee(roy.memberships.get(), season, due=3000, paid=4000)  # two files of one person, merged
    one = told(season, line(fee="40"))
    assert (one.is_left, plain(one.remarks[0])) == (False, "déjà payé le 21 novembre 2026 (40 €).")


def test_what_is_not_said_is_told(season: Season, roy: Player) -> None:
    said = [plain(words) for words in told(season, line(fee="30")).remarks]
    assert said == ["le jour n’est pas dit : noté aujourd’hui.", "le moyen n’est pas dit : noté « autre moyen »."]
    said = [plain(words) for words in told(season, line(fee="30", fee_paid_on=TOLD_DAY, fee_method="CESU")).remarks]
    assert said == ["« CESU » n’est pas un moyen connu : noté « autre moyen »."]


def test_on_its_last_day_a_season_takes_fees_still(season: Season, roy: Player) -> None:
    Season.objects.filter(pk=season.pk).update(ends_on=timezone.localdate())
    season.refresh_from_db()
    imported(season, line(fee="30"))
    assert account(season, roy) == ("Adulte", 3000, 0)


def test_a_season_that_is_over_takes_the_rest_and_renews_nobody(season: Season, roy: Player) -> None:
    Season.objects.filter(pk=season.pk).update(ends_on=timezone.localdate() - timedelta(1))
    season.refresh_from_db()
    one = told(season, line(fee="30"))
    assert (one.is_left, "la saison est finie" in plain(one.remarks[0])) == (True, True)
    a_fee(roy.memberships.get(), season, due=3000, paid=1000)
    (payment,) = imported(season, line(fee="30")).fees
    assert payment.amount == 2000


def test_without_rates_nothing_is_told_and_nothing_noted(club: Club, roy: Player) -> None:
    bare = SeasonFactory(club=club)
    assert examine(club=club, rows=[line(fee="30")], season=bare).fees == []
    assert imported(bare, line(fee="30")) == Applied(0, 0)


def test_a_new_member_pays_as_he_comes_in_and_a_visitor_does_not(season: Season) -> None:
    rows = [
        PlayerRow(2, "NEUF", "Ada", fee="oui", category=Category.YOUTH),
        PlayerRow(3, "LOIN", "Bob", fee="oui", home_club="Ailleurs"),
        PlayerRow(4, "DECOCHE", "Eve", fee="oui"),
    ]
    young, visitor, other = examine(club=season.club, rows=rows, season=season).fees
    assert (young.rate, young.amount, visitor.is_left, other.amount) == ("Jeune", 1000, True, 3000)
    applied = imported(season, *rows, unticked=[4])
    assert [(payment.amount, payment.fee.player.last_name) for payment in applied.fees] == [(1000, "NEUF")]
    assert season.club.players.count() == 2


def test_another_payment_meanwhile_makes_the_preview_stale(season: Season, roy: Player) -> None:
    row = line(fee="30", fee_paid_on=TOLD_DAY)
    shown = examine(club=season.club, rows=[row], season=season).fingerprint
    imported(season, line(fee="10", fee_rate="Adulte"))
    assert refusal_of(imported, season, row, fingerprint=shown).code == "import_is_stale"
    assert Payment.objects.count() == 1


def test_a_list_of_three_asks_as_much_as_a_list_of_one(season: Season) -> None:
    rows = [PlayerRow(each, f"NOM{each}", "Ada", fee=str(each), fee_paid_on=TOLD_DAY) for each in range(2, 8)]
    for row in rows:
        PlayerFactory(club=season.club, last_name=row.last_name, first_name="Ada")
    counts = []
    for some in (rows[:1], rows[1:4]):
        with CaptureQueriesContext(connection) as asked:
            imported(season, *some)
        counts.append(len(asked))
    assert counts[0] == counts[1]  # one payment and three
    assert Payment.objects.count() == 4
