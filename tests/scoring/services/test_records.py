"""A record attached to a line: who sits where in it, what is refused, what is kept, where it differs from the sheet."""

import dataclasses
import random
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from scoring.cards.dealing import random_record
from scoring.cards.reading import read
from scoring.cards.record import Record
from scoring.cards.replay import replay
from scoring.marque import Variant
from scoring.models import DonneRecord, SheetLine
from scoring.queries.card_example import example
from scoring.queries.records import chairs_of, compared, kept_record, line_at
from scoring.queries.replays import renamed
from scoring.queries.sheets import Entry, sheet_of
from scoring.services.closing import close_sheet
from scoring.services.records import attach_record
from tests.factories import NOW, TournamentFactory
from tests.scoring.sheets import garde, looked_at, record, results, seated, void
from tests.scoring.written import COMMENTED
from tournaments.labels import TournamentState
from tournaments.models import JournalEntry, Player, Table, Tournament
from tournaments.refusals import Refusal

pytestmark = pytest.mark.django_db

# What the sheet should say of the donne commentée: Nord takes, in the chair of Nord.
COMMENTED_LINE = Entry(taker=2, contract="prise", bouts=2, points="37")
NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})


@pytest.fixture(autouse=True)
def _french():
    with override("fr"):
        yield


@pytest.fixture
def table(tournament, the_arbiter) -> Table:
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, COMMENTED_LINE)
    return table


def attach(table: Table, by, what: Record | None = None, **said: object) -> DonneRecord:
    """Attach a record as its form would: a new key, in place of what is there, with a reason if it replaces."""
    current = table.records.filter(number=1, current=True).first()
    asked = {
        "number": 1,
        "record": what or example(),
        "first": None,
        "key": uuid.uuid4(),
        "replaces": current.pk if current else None,
        "reason": "mauvaise donne" if current else "",
        "by": by,
        "at": NOW,
    } | said
    return attach_record(table=table, **asked)


def refused(table: Table, by, what: Record | None = None, **said: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        attach(table, by, what, **said)
    return caught.value


def differences(table: Table, kept: DonneRecord) -> list[str]:
    line = line_at(table, 1)
    names = ["Sud", "Est", "Nord", "Ouest", "Cinquième"][: table.seats.count()]
    found = compared(kept, line, tournament=table.round.tournament, names=names)
    return [difference.text.translate(NO_BREAK) for difference in found.differences]


def test_a_record_is_kept_by_chair_with_who_and_when(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)

    assert (kept.table, kept.number, kept.line, kept.current) == (table, 1, line_at(table, 1), True)
    assert (kept.written_by, kept.written_by_name, kept.written_at) == (the_arbiter, str(the_arbiter), NOW)
    assert chairs_of(DonneRecord.objects.get()).players == ("0", "1", "2", "3")
    names = {"Sud": "0", "Est": "1", "Nord": "2", "Ouest": "3"}
    shown = kept_record(DonneRecord.objects.get(), ["Sud", "Est", "Nord", "Ouest"])
    # The cards of each trick are kept in the order they fell.
    assert [list(trick) for trick in shown.tricks] == [list(trick) for trick in example().tricks]
    assert replay(renamed(shown, names)).half_points == 74


def test_it_changes_no_score_and_enters_the_journal(table, the_arbiter, tournament) -> None:
    before = results(table)
    revision = Tournament.objects.get(pk=tournament.pk).revision
    attach(table, the_arbiter)
    assert results(table) == before
    assert Tournament.objects.get(pk=tournament.pk).revision == revision
    entry = JournalEntry.objects.get(action="relevé rattaché")
    assert (entry.subject, entry.by) == ("position 1, table 1, donne 1", the_arbiter)


def test_a_sheet_knows_which_of_its_lines_have_a_record(table, the_arbiter) -> None:
    record(table, 2, the_arbiter)
    attach(table, the_arbiter)
    rows = sheet_of(table).rows
    assert [row.line.has_record for row in rows if row.line] == [True, False]


def test_the_same_form_sent_twice_keeps_one_record(table, the_arbiter) -> None:
    key = uuid.uuid4()
    first = attach(table, the_arbiter, key=key)
    assert attach(table, the_arbiter, key=key, replaces=None, reason="") == first
    assert DonneRecord.objects.count() == 1


def test_another_record_takes_its_place_and_says_why(table, the_arbiter) -> None:
    first = attach(table, the_arbiter)
    assert refused(table, the_arbiter, reason=" ").code == "correction_without_reason"
    assert refused(table, the_arbiter, replaces=None).code == "stale_record"

    second = attach(table, the_arbiter, reason="relevé de la donne 2")

    first.refresh_from_db()
    assert (first.current, second.current, second.supersedes) == (False, True, first)
    assert JournalEntry.objects.get(action="relevé remplacé").reason == "relevé de la donne 2"


def test_the_database_holds_one_current_record_and_the_reason_of_the_next(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    again = {
        "table": table,
        "number": 1,
        "line": kept.line,
        "record": kept.record,
        "written_by_name": "x",
        "written_at": NOW,
    }
    for wrong in ({}, {"current": False, "supersedes": kept}, {"current": False, "number": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DonneRecord.objects.create(**again | wrong, key=uuid.uuid4())


def test_a_closed_sheet_takes_a_record_and_a_finished_tournament_does_not(tournament, the_arbiter) -> None:
    Tournament.objects.update(donnes_per_round=1)
    tournament.refresh_from_db()
    (table,) = seated(tournament)
    record(table, 1, the_arbiter, COMMENTED_LINE)
    close_sheet(table=table, by=the_arbiter, at=NOW)
    attach(table, the_arbiter)
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert refused(table, the_arbiter).code == "tournament_finished"


@pytest.mark.parametrize("line", [None, void("passee")])
def test_only_a_played_line_takes_a_record(tournament, the_arbiter, line) -> None:
    (table,) = seated(tournament)
    if line is not None:
        record(table, 1, the_arbiter, line)
    assert refused(table, the_arbiter).code == "no_played_line"


def test_names_or_letters_or_a_first_chair_say_who_sits_where(table, the_arbiter) -> None:
    seats = list(table.seats.order_by("position"))
    for turn, seat in enumerate(seats):
        Player.objects.filter(pk=seat.registration.player_id).update(last_name=f"Né{turn}")
    lasts = ["NE0", "né1", "Né2", "Prénom Né3"]
    for people, first in ((lasts, None), (["S", "e", "N", "O"], None), (["a", "b", "c", "d"], 0)):
        names = dict(zip(["Sud", "Est", "Nord", "Ouest"], people, strict=True))
        # The example lists its players from Nord on.
        what = renamed(example(), names)
        if first is not None:
            what = dataclasses.replace(what, players=tuple(people))
        kept = attach(table, the_arbiter, what, first=first)
        assert chairs_of(kept).taker == "2"


def test_people_of_another_table_are_refused_with_their_names(table, the_arbiter) -> None:
    names = dict(zip(COMMENTED["players"], ["Nord", "Paul", "Sud", "Est"], strict=True))
    refusal = refused(table, the_arbiter, renamed(example(), names))
    assert (refusal.code, list(refusal.fields)) == ("record_of_another_table", ["premier"])
    assert "Je ne trouve pas à cette table : Paul." in str(refusal).translate(NO_BREAK)


def test_another_order_of_play_is_refused(table, the_arbiter) -> None:
    names = dict(zip(COMMENTED["players"], ["Nord", "Est", "Sud", "Ouest"], strict=True))
    assert refused(table, the_arbiter, renamed(example(), names)).code == "record_of_another_table"


def test_another_number_of_players_is_refused(table, the_arbiter) -> None:
    three = random_record(random.Random(1), variant=Variant.THREE)
    assert str(refused(table, the_arbiter, three)) == (
        "Cette table joue à 4 ; le relevé est à 3. Vérifiez la table et le relevé.".replace(" ;", "\u202f;")
    )


def test_cards_that_cannot_be_are_refused_with_every_problem(table, the_arbiter) -> None:
    wrong = COMMENTED | {"chien": ["18", "P9", "CC", "K8", "TC", "21"]}
    refusal = refused(table, the_arbiter, read(wrong), anyway=True)
    assert refusal.code == "record_impossible"
    assert len(refusal.fields["record"]) > 1
    assert DonneRecord.objects.count() == 0


def test_a_renonce_is_kept_once_somebody_says_that_it_happened(table, the_arbiter) -> None:
    # Est's ace of hearts and ace of spades change places: at the fourth trick he does not follow.
    tricks = [dict(trick) for trick in COMMENTED["tricks"]]
    tricks[3]["Est"], tricks[10]["Est"] = "PA", "CA"
    wrong = read(COMMENTED | {"tricks": tricks})
    refusal = refused(table, the_arbiter, wrong)
    assert refusal.code == "record_to_confirm"
    assert "Pli 4" in refusal.fields["record"][0]
    kept = attach(table, the_arbiter, wrong, anyway=True)
    assert differences(table, kept) == []


def test_a_donne_that_stops_early_is_kept_and_not_compared(table, the_arbiter) -> None:
    begun = read(COMMENTED | {"tricks": COMMENTED["tricks"][:5]})
    assert refused(table, the_arbiter, begun).code == "record_to_confirm"
    kept = attach(table, the_arbiter, begun, anyway=True)
    record(table, 1, the_arbiter, garde(taker=2, contract="prise", points="40"))
    assert differences(table, kept) == []


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
    found = compared(kept, line_at(table, 1), tournament=table.round.tournament, names=["S", "E", "N", "O"])
    assert found.marks == (29, 29, -87, 29)


def test_a_corrected_line_is_compared_as_it_stands_now(table, the_arbiter) -> None:
    kept = attach(table, the_arbiter)
    record(table, 1, the_arbiter, dataclasses.replace(COMMENTED_LINE, points="36"))
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
        record(table, 1, the_arbiter, garde(**_fifth(chairs, variant)))
        kept = attach(table, the_arbiter, played)
        found = compared(kept, line_at(table, 1), tournament=tournament, names=list(played.players))
        line = SheetLine.objects.get(table=table, current=True)
        record(table, 1, the_arbiter, found.entry, confirmed=looked_at(table, found.entry))
        assert SheetLine.objects.get(table=table, current=True).pk != line.pk
        assert differences(table, kept) == []


def _is_half(played: Record) -> bool:
    replayed = replay(played)
    said = played.poignees or played.chelem_announced or replayed.petit_au_bout
    return replayed.half_points % 2 == 1 and not said


def _line_of(played: Record, points: str) -> Entry:
    replayed = replay(played)
    taker = played.players.index(played.taker)
    return Entry(taker=taker, contract=played.contract.value, bouts=replayed.bouts, points=points)


def _fifth(chairs: int, variant: str) -> dict[str, int]:
    return {"mort": 4} if variant == "5_mort" else {"partner": 1} if chairs == 5 else {}
