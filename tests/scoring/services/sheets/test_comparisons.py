"""A line of a sheet beside the record of its donne: what the two do not say alike, and what it would change."""

import random
from dataclasses import replace

import pytest

from scoring.cards.reading import read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.marque import Facts, Variant
from scoring.models import DonneRecord, SheetLine
from scoring.queries.table.lines import line_at
from scoring.queries.table.records import renamed
from scoring.services.sheets.comparisons import Comparison, compared
from tests.factories import TournamentFactory
from tests.scoring.attached import COMMENTED_LINE, attach
from tests.scoring.cards.dealing import random_record
from tests.scoring.sheets import facts, garde, looked_at, record, seated, void
from tests.scoring.written import COMMENTED
from tests.texts import NO_BREAK
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(table, the_arbiter) -> Table:
    record(table, 1, the_arbiter, COMMENTED_LINE)
    return table


def comparison(table: Table, kept: DonneRecord) -> Comparison:
    line = line_at(table, 1)
    seats = list(table.seats.all())
    names = ["Sud", "Est", "Nord", "Ouest", "Cinquième"][: len(seats)]
    return compared(kept, line, tournament=table.round.tournament, seats=seats, names=names)


def differences(table: Table, kept: DonneRecord) -> list[str]:
    return [difference.text.translate(NO_BREAK) for difference in comparison(table, kept).differences]


def test_a_renonce_is_no_difference(table, the_arbiter) -> None:
    # Est's ace of hearts and ace of spades change places: at the fourth trick he does not follow.
    tricks = [dict(trick) for trick in COMMENTED["tricks"]]
    tricks[3]["Est"], tricks[10]["Est"] = "PA", "CA"
    kept = attach(table, the_arbiter, read(COMMENTED | {"tricks": tricks}), anyway=True)
    assert differences(table, kept) == []


def test_a_donne_that_stops_early_is_not_compared(table, the_arbiter) -> None:
    begun = read(COMMENTED | {"tricks": COMMENTED["tricks"][:5]})
    kept = attach(table, the_arbiter, begun, anyway=True)
    record(table, 1, the_arbiter, garde(taker=2, contract="prise", points="40"))
    assert differences(table, kept) == []


def test_cards_that_stop_early_say_who_took_but_no_marks(table, the_arbiter) -> None:
    begun = read(COMMENTED | {"tricks": COMMENTED["tricks"][:5]})
    kept = attach(table, the_arbiter, begun, anyway=True)
    record(table, 1, the_arbiter, garde(taker=0, contract="prise", points="40"))
    assert differences(table, kept) == ["Preneur : la feuille dit Sud, les cartes disent Nord."]
    assert comparison(table, kept).marks is None


def test_a_sheet_that_says_the_same_has_no_differences(table, the_arbiter) -> None:
    assert differences(table, attach(table, the_arbiter)) == []


def test_what_the_sheet_and_the_cards_do_not_say_alike_is_told_and_stops_nothing(table, the_arbiter) -> None:
    wrong = garde(taker=0, bouts=1, points="38", petit_au_bout="attaque", poignees=((1, "simple"),))
    record(table, 1, the_arbiter, wrong)
    kept = attach(table, the_arbiter)
    assert differences(table, kept) == [
        "Preneur : la feuille dit Sud, les cartes disent Nord.",
        "Contrat : la feuille dit garde, les cartes disent prise.",
        "Bouts : la feuille dit 1, les cartes font 2.",
        "Points : la feuille dit 38, les cartes font 37.",
        "Petit au bout : la feuille dit attaque, les cartes disent non.",
        "Poignées : la feuille dit simple (Est), les cartes disent aucune.",
    ]
    assert comparison(table, kept).marks == (29, 29, -87, 29)


def test_a_corrected_line_is_compared_as_it_stands_now(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    record(table, 1, the_arbiter, replace(COMMENTED_LINE, half_points=72))
    assert differences(table, kept) == ["Points : la feuille dit 36, les cartes font 37."]
    record(table, 1, the_arbiter, void("annulee"))
    assert differences(table, kept) == ["La feuille dit « annulée par l’arbitre », et un relevé est rattaché."]


def test_the_half_point_that_a_sheet_gives_to_the_winner_is_no_difference(club, the_arbiter) -> None:
    tournament = TournamentFactory(club=club, table_size=3)
    (table,) = seated(tournament, chairs=3)
    rng = random.Random(5)
    played = next(one for one in iter(lambda: random_record(rng, variant=Variant.THREE), None) if _is_half(one))
    whole = replay(played)
    won = whole.half_points >= {0: 112, 1: 102, 2: 82, 3: 72}[whole.bouts]
    rounded = (whole.half_points + (1 if won else -1)) // 2
    line = _line_of(played, str(rounded))
    record(table, 1, the_arbiter, line, confirmed=looked_at(table, line))
    kept = attach(table, the_arbiter, played)
    assert differences(table, kept) == []
    line = _line_of(played, str(rounded + 2))
    record(table, 1, the_arbiter, line, confirmed=looked_at(table, line))
    exact = f"{whole.half_points // 2},5"
    assert differences(table, kept) == [f"Points : la feuille dit {rounded + 2}, les cartes font {exact}."]


@pytest.mark.parametrize(("size", "chairs", "variant"), [(3, 3, "3"), (4, 4, "4"), (5, 5, "5"), (4, 5, "5_mort")])
def test_at_every_table_a_line_told_from_the_cards_agrees_with_them(club, the_arbiter, size, chairs, variant) -> None:
    tournament = TournamentFactory(club=club, table_size=size)
    (table,) = seated(tournament, chairs=chairs)
    rng = random.Random(11)
    for _ in range(3):
        played = random_record(rng, variant=Variant(variant))
        played = renamed(played, {"Cinquième": "5e joueur"} | {name: name for name in played.players[:4]})
        record(table, 1, the_arbiter, garde(**_fifth(chairs, variant)), confirmed=None)
        kept = attach(table, the_arbiter, played)
        found = compared(
            kept, line_at(table, 1), tournament=tournament, seats=list(table.seats.all()), names=list(played.players)
        )
        line = SheetLine.objects.get(table=table, current=True)
        record(table, 1, the_arbiter, found.facts, confirmed=looked_at(table, found.facts) | {"other_mort"})
        assert SheetLine.objects.get(table=table, current=True).pk != line.pk
        assert differences(table, kept) == []


def _is_half(played: Record) -> bool:
    replayed = replay(played)
    said = played.poignees or played.chelem_announced or replayed.petit_au_bout
    return replayed.half_points % 2 == 1 and not said


def _line_of(played: Record, points: str) -> Facts:
    replayed = replay(played)
    taker = played.players.index(played.taker)
    return facts(taker=taker, contract=played.contract.value, bouts=replayed.bouts, points=points)


def _fifth(chairs: int, variant: str) -> dict[str, int]:
    return {"mort": 4} if variant == "5_mort" else {"partner": 1} if chairs == 5 else {}
