"""Stages of a championship: sources of several clubs, cuts, reserves that move up, who declines, what is carried."""

import datetime
from collections.abc import Iterable

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    NOW,
    AccountFactory,
    ClubFactory,
    PlayerFactory,
    SeasonFactory,
    TournamentFactory,
    organiser,
    other_league,
)
from tests.refusals import refusal_of
from tests.tournaments.compared import IN_PERCENT
from tests.tournaments.qualifying import leads, told
from tests.tournaments.rounds import evening, publish
from tournaments.labels import Carried, Status, TournamentState
from tournaments.models import ByLink, Club, Declined, JournalEntry, Player, Qualifying, Season, Tournament
from tournaments.queries.clubs.leaving import leaving, rows_of
from tournaments.queries.standings.cached import cached_lines, cached_results
from tournaments.queries.standings.league_events import leagues_of
from tournaments.queries.standings.leagues import league_standings
from tournaments.queries.standings.own_finals import own_place
from tournaments.queries.standings.qualifying import stage_of
from tournaments.queries.standings.qualifying_words import cut_words, warnings_of
from tournaments.queries.standings.shown_stages import shown_stage
from tournaments.queries.undo.consequences import deleting_league, deleting_tournament
from tournaments.services.clubs import qualifying
from tournaments.services.clubs.copies import copy_tournament
from tournaments.services.clubs.qualifying import (
    add_source,
    announce_final,
    change_source,
    decline_final,
    enter_qualified,
    place_source,
    remove_source,
)
from tournaments.services.people.merging import merge_players
from tournaments.services.people.registrations import leave, set_status
from tournaments.services.undo.undoing import delete_tournament
from tournaments.standings import Cut, CutRanking, select

pytestmark = pytest.mark.django_db
ACT = {"by": None, "at": NOW}
SIX = (50, 40, 30, -20, -40, -60)


@pytest.fixture
def people(club: Club) -> list[Player]:
    names = enumerate("ABCDEF")
    return [PlayerFactory(club=club, last_name=name, first_name="Anne", licence=str(n)) for n, name in names]


@pytest.fixture
def season(club: Club) -> Season:
    return SeasonFactory(club=club, name="2026-2027")


@pytest.fixture
def first(season: Season, people: list[Player]) -> Tournament:
    """A qualification: A is first, F last."""
    return evening(season, 1, dict(zip(people, SIX, strict=True)), name="Mardi")


@pytest.fixture
def final(club: Club) -> Tournament:
    return TournamentFactory(club=club, name="Finale", state=TournamentState.OPEN, date=datetime.date(2026, 10, 30))


def test_a_tournament_of_another_club_leads_to_a_final_once_it_is_public(final: Tournament) -> None:
    theirs = TournamentFactory(club=ClubFactory(name="Bollène"), name="Chez eux", state=TournamentState.DRAFT)
    asked = {"final": final, "origin": theirs, "cut": Cut(first=4), **ACT}
    refused = refusal_of(add_source, **asked)
    assert (refused.code, list(refused.fields)) == ("source_not_public", ["source"])
    Tournament.objects.filter(pk=theirs.pk).update(state=TournamentState.ANNOUNCED)
    row = add_source(**asked | {"origin": Tournament.objects.get(pk=theirs.pk)})
    assert add_source(**asked | {"origin": row.source}).pk == row.pk  # sent twice
    assert refusal_of(add_source, **asked | {"origin": row.source, "cut": Cut(share=10)}).code == "source_held"


def test_no_stage_leads_to_itself_by_way_of_another(club: Club, final: Tournament) -> None:
    semi, quarter = (TournamentFactory(club=club, name=name) for name in ("Demi-finale", "Quart"))
    leads(semi, final)
    leads(quarter, semi)
    for origin, to in ((final, final), (final, semi), (final, quarter), (semi, quarter)):
        refused = refusal_of(add_source, final=to, origin=origin, cut=Cut(first=2), **ACT)
        assert refused.code == "circle", (origin, to)
    assert Qualifying.objects.count() == 2


def test_a_championship_has_four_stages_and_no_more(season: Season, final: Tournament) -> None:
    semi, quarter = (TournamentFactory(club=season.club, name=name) for name in ("Demi-finale", "Quart"))
    leads(semi, final)
    leads(quarter, semi)
    add_source(final=quarter, origin=season.main_league, cut=Cut(first=8), **ACT)
    beyond = TournamentFactory(club=season.club, name="Finale des finales")
    assert refusal_of(add_source, final=beyond, origin=final, cut=Cut(first=2), **ACT).code == "too_many_stages"


def test_the_stages_that_a_league_leads_to_count_in_no_evening_of_it(season: Season, people: list[Player]) -> None:
    played = [evening(season, day, dict(zip(people[:2], (10, -10), strict=True))) for day in (1, 8, 15)]
    leads(season.main_league, played[1])
    leads(played[1], played[2])
    assert league_standings(season.main_league).events == (played[0],)
    assert [leagues_of(one) for one in played] == [[season.main_league], [], []]
    assert leagues_of(played[2]) == []
    other = other_league(season)
    assert len(league_standings(other).events) == 3


def test_what_is_carried_has_the_unit_of_the_final(first: Tournament, final: Tournament, season: Season) -> None:
    compared = TournamentFactory(club=season.club, name="Duplicate", **IN_PERCENT)
    for origin, to in ((compared, final), (first, compared), (season.main_league, compared)):
        refused = refusal_of(add_source, final=to, origin=origin, cut=Cut(first=2, carried=50), **ACT)
        assert (refused.code, list(refused.fields)) == ("other_unit", ["carried"])
    add_source(final=compared, origin=first, cut=Cut(first=2), **ACT)
    add_source(final=final, origin=first, cut=Cut(first=2, carried=50), **ACT)


def test_a_reserve_moves_up_when_somebody_declines_and_steps_back_when_he_comes_after_all(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = add_source(final=final, origin=first, cut=Cut(first=2), **ACT)
    assert told(row) == ["AB", "CDEF", "", ""]
    boss = organiser(final.club)
    decline_final(row=row, player=people[0], declines=True, by=boss, at=NOW)
    assert told(row) == ["BC", "DEF", "", "A"]
    noted = Declined.objects.get()
    assert (noted.by, noted.at, noted.is_own_word) == (boss, NOW, False)
    decline_final(row=row, player=people[2], declines=True, by=ByLink(people[2]), at=NOW)
    assert told(row) == ["BD", "EF", "", "AC"]
    assert Declined.objects.get(player=people[2]).is_own_word
    decline_final(row=row, player=people[0], declines=False, by=boss, at=NOW)
    assert told(row) == ["AB", "DEF", "", "C"]


def test_a_place_left_after_the_entry_moves_the_next_one_up(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = leads(first, final)
    entries = {entry.player: entry for entry in enter_qualified(final=final, **ACT)}
    leave(tournament=final, registration=entries[people[1]].pk, **ACT)
    assert told(row) == ["AC", "DEF", "", ""]
    stage = stage_of(final)
    assert [one.name[0] for one in stage.left] == ["B"]
    assert [entry.player for entry in enter_qualified(final=final, **ACT)] == [people[2]]
    set_status(tournament=final, registrations=[entries[people[1]].pk], status=Status.REGISTERED, **ACT)
    assert told(row)[0] == "AB"
    assert [one.name[0] for one in stage_of(final).beyond] == ["C"]  # entered, and no longer qualified


def test_somebody_who_is_in_no_list_declines_nothing(first: Tournament, final: Tournament) -> None:
    row = leads(first, final)
    refused = refusal_of(decline_final, row=row, player=PlayerFactory(club=final.club), declines=True, **ACT)
    assert refused.code == "not_ranked"
    assert "(Mardi)" in str(refused)


def test_a_finalist_who_has_his_place_at_a_table_is_replaced_and_does_not_decline(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = leads(first, final, first=4)
    publish(final, 1, [enter_qualified(final=final, **ACT)])
    refused = refusal_of(decline_final, row=row, player=people[0], declines=True, **ACT)
    assert refused.code == "seated_already"
    assert "Faites jouer un remplaçant à sa place" in str(refused)
    decline_final(row=row, player=people[5], declines=True, **ACT)  # a reserve says it still
    rows = Tournament.objects.filter(pk=final.pk)
    rows.update(state=TournamentState.FINISHED)
    row = Qualifying.objects.select_related("final__club").get(pk=row.pk)
    assert "est terminé" in str(refusal_of(decline_final, row=row, player=people[4], declines=True, **ACT))


def test_a_club_over_its_quota_waits_until_one_of_its_own_declines(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    Player.objects.filter(last_name__in="ABE").update(home_club="Dijon")
    row = leads(first, final, first=3, club_most=1)
    assert told(row) == ["ACD", "F", "BE", ""] or told(row)[0] == "AC"
    Player.objects.filter(last_name__in="CDF").update(home_club="Bollène")
    assert told(row) == ["AC", "", "BDEF", ""]
    assert [one.free for one in stage_of(final).sources] == [1]
    assert "reste libre" in warnings_of(stage_of(final))[0]
    decline_final(row=row, player=people[0], declines=True, **ACT)
    assert told(row) == ["BC", "", "DEF", "A"]


def test_who_is_qualified_by_an_earlier_ranking_leaves_his_place_of_the_next(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    second = evening(season, 8, dict(zip(people, (50, -60, 40, 30, -20, -40), strict=True)), name="Vendredi")
    row = leads(first, final, first=2)
    leads(second, final, first=2)
    assert told(row)[0] == "ABCD"  # A is first in both: his place of the second goes on to D
    decline_final(row=row, player=people[0], declines=True, **ACT)
    assert told(row)[0] == "BCDE"
    stage = stage_of(final)
    assert [one.name[0] for one in stage.seeds] == ["B", "D", "C", "E"]


def test_linked_files_of_two_clubs_are_one_finalist(season: Season, first: Tournament, final: Tournament) -> None:
    elsewhere = SeasonFactory(club=ClubFactory(name="Bollène"))
    again = PlayerFactory(club=elsewhere.club, last_name="A", first_name="Anne", licence="")
    other = PlayerFactory(club=elsewhere.club, last_name="Z", first_name="Zoé")
    theirs = evening(elsewhere, 9, {again: 20, other: -20}, name="Chez eux")
    own = Player.objects.get(last_name="A", club=season.club)
    Player.objects.filter(pk__in=[own.pk, again.pk]).update(linked_as="personne")
    row = leads(first, final, first=1)
    leads(theirs, final, first=1)
    assert told(row)[0] == "AZ"
    decline_final(row=row, player=again, declines=True, **ACT)  # said of either file, he does not come
    assert told(row) == ["BZ", "CDEF", "", "A"]


def test_two_files_that_are_merged_were_one_qualified_player(
    season: Season, first: Tournament, final: Tournament
) -> None:
    double = PlayerFactory(club=season.club, last_name="A", first_name="Anne", licence="")
    second = evening(season, 8, {double: 20, Player.objects.get(last_name="F"): -20}, name="Vendredi")
    row, more = leads(first, final, first=1), leads(second, final, first=1)
    for source, player in ((row, Player.objects.get(licence="0")), (more, double)):
        Declined.objects.create(qualifying=source, player=player)
    Declined.objects.create(qualifying=row, player=double)
    merge_players(keep=Player.objects.get(licence="0"), drop=double, by=organiser(season.club), at=NOW)
    assert told(row) == ["BF", "CDE", "", "A"]
    assert set(Declined.objects.values_list("qualifying", flat=True)) == {row.pk, more.pk}


def test_a_cut_of_a_ranking_that_has_results_changes_with_a_reason(first: Tournament, final: Tournament) -> None:
    row = leads(first, final, first=2)
    refused = refusal_of(change_source, row=row, cut=Cut(share=50), **ACT)
    assert (refused.code, list(refused.fields)) == ("reason_missing", ["reason"])
    change_source(row=row, cut=Cut(share=50, carried=50), reason="vote du bureau", **ACT)
    change_source(row=row, cut=Cut(share=50, carried=50), **ACT)  # the same again: nothing to say
    entry = JournalEntry.objects.get(action="qualification changée")
    assert [cut_words(Cut(**cut)) for cut in entry.details["cut"]] == [
        "les 2 premiers, chacun repart de zéro",
        "50\u00a0% des classés, arrondis au-dessus, chacun garde 50\u00a0% de son total",
    ]
    remove_source(row=row, **ACT)
    assert stage_of(final).sources == ()
    assert refusal_of(change_source, row=row, cut=Cut(first=1), **ACT).code == "gone"


def test_a_final_of_another_club_is_no_league_s(season: Season) -> None:
    elsewhere = TournamentFactory(club=ClubFactory())
    refused = refusal_of(announce_final, league=season.main_league, cut=Cut(first=2), final=elsewhere, **ACT)
    assert (refused.code, list(refused.fields)) == ("final_elsewhere", ["final"])


def test_a_cut_larger_than_the_field_and_a_ranking_that_is_not_over_are_said(
    first: Tournament, final: Tournament
) -> None:
    leads(first, final, first=8)
    (warning,) = warnings_of(stage_of(final))
    assert warning.replace("\u00a0", " ") == (
        "« Mardi » n’a que 6 classés pour 8 places : toutes ne seront pas prises."
    )
    Tournament.objects.filter(pk=first.pk).update(state=TournamentState.RUNNING)
    (warning,) = warnings_of(stage_of(final))
    assert "sa liste est provisoire" in warning


def test_a_semi_final_sends_on_what_was_carried_to_it(
    season: Season, first: Tournament, people: list[Player], final: Tournament
) -> None:
    semi = evening(season, 8, {people[0]: -30, people[1]: 30, people[2]: 0}, name="Demi-finale")
    leads(first, semi, first=3, carried=50)
    ranking = [(one.name[0], one.place, one.total, one.scored) for one in stage_of(semi).finalists]
    assert ranking == [("B", 1, 50, 30), ("C", 2, 15, 0), ("A", 3, -5, -30)]
    row = leads(semi, final, first=2, carried=100)
    assert told(row) == ["BC", "A", "", ""]
    assert [one.total for one in stage_of(final).sources[0].ranked] == [50, 15, -5]


def test_a_guest_of_the_final_is_ranked_with_what_he_scored_there(
    season: Season, first: Tournament, people: list[Player]
) -> None:
    invited = PlayerFactory(club=season.club, last_name="Z", first_name="Zoé")
    played = evening(season, 20, {people[0]: 5, people[1]: -35, invited: 30}, name="Finale")
    leads(first, played, carried=100)
    assert [(one.name[0], one.total, one.source is None) for one in stage_of(played).finalists] == [
        ("A", 55, False),
        ("Z", 30, True),
        ("B", 5, False),
    ]


def test_the_public_reads_no_list_before_its_ranking_is_public(first: Tournament, final: Tournament) -> None:
    row = leads(first, final)

    def shown() -> list[str]:
        return [one.name[0] for one in shown_stage(stage_of(final)).going]

    assert shown() == ["A", "B"]
    Player.objects.filter(last_name="A").update(consent=False)
    Tournament.objects.update(revision=90)
    assert (shown(), shown_stage(stage_of(final)).unnamed) == (["B"], 1)
    for columns in (
        {"state": TournamentState.DRAFT},
        {"is_trial": True},
        {"rounds_planned": 2, "hidden_rounds": 1},
        {"state": TournamentState.RUNNING, "free_rounds": 0, **IN_PERCENT},
    ):
        with transaction.atomic():
            Tournament.objects.filter(pk=first.pk).update(**columns)
            assert (shown(), shown_stage(stage_of(final)).is_withheld) == ([], True), columns
            transaction.set_rollback(True)
    Tournament.objects.filter(pk=final.pk).update(state=TournamentState.DRAFT)
    row.final.refresh_from_db()
    assert shown_stage(stage_of(row.final)).is_withheld


@pytest.mark.parametrize("warm", [False, True])
def test_a_stage_costs_as_many_statements_whatever_its_players_and_sources(club: Club, warm: bool) -> None:
    counted = []
    for size in (1, 3):
        final = TournamentFactory(club=club, name=f"Finale {size}")
        for number in range(size):
            season = SeasonFactory(club=ClubFactory())
            players = [PlayerFactory(club=season.club, consent=True) for _one in range(3 * size)]
            points = dict(zip(players, range(len(players)), strict=True))
            leads(evening(season, number + 1, points), final)
            leads(other_league(season), final, first=None, share=50)
        if warm:
            stage_of(final)
        else:
            cached_lines.clear()
            cached_results.clear()
        with CaptureQueriesContext(connection) as captured:
            stage = stage_of(final)
        assert len(stage.sources) == 2 * size
        counted.append(len(captured))
    assert counted[0] == counted[1] <= (8 if warm else 14)


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ({"first": 1}, "a_final_takes_from_a_league_or_a_tournament"),
        ({"first": None, "share": None, "source": True}, "a_cut_is_a_number_or_a_share"),
        ({"first": 2, "share": 10, "source": True}, "a_cut_is_a_number_or_a_share"),
        ({"first": None, "share": 101, "source": True}, "a_cut_is_a_number_or_a_share"),
        ({"first": 1, "carried": 101, "source": True}, "from_0_to_100_percent_is_carried"),
        ({"first": 1, "club_most": 0, "source": True}, "a_club_sends_from_1_to_1000_players"),
        ({"first": 1, "source": True, "itself": True}, "no_tournament_leads_to_itself"),
    ],
)
def test_the_database_keeps_no_source_that_says_nothing(
    first: Tournament, final: Tournament, columns: dict[str, object], constraint: str
) -> None:
    source = final if columns.pop("itself", False) else first
    columns["source"] = source if columns.pop("source", False) else None
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        Qualifying.objects.create(final=final, **columns)
    assert constraint in str(error.value)


def test_what_is_deleted_says_which_final_it_leads_to_no_more(season: Season, final: Tournament) -> None:
    origin = TournamentFactory(club=season.club, name="Mardi")
    league = other_league(season)
    leads(origin, final)
    leads(league, final)
    assert "« Mardi » ne qualifie plus personne pour « Finale »" in plain(deleting_tournament(origin).touches)
    assert "ne qualifie plus personne pour « Finale »" in plain(deleting_league(league).touches)
    assert "part avec lui" in plain(deleting_tournament(final).touches)
    delete_tournament(tournament=origin, by=None, at=NOW)
    assert [row.league for row in final.sources.all()] == [league]
    delete_tournament(tournament=final, by=None, at=NOW)
    assert not Qualifying.objects.exists()


def test_a_club_that_leaves_takes_its_rankings_out_of_others_finals(first: Tournament, final: Tournament) -> None:
    theirs = TournamentFactory(club=ClubFactory(name="Bollène"), name="Chez eux")
    leads(first, theirs)
    leads(theirs, final)
    told_of = plain(leaving(first.club).touches)
    assert "« Mardi » ne qualifie plus personne pour « Chez eux », de « Bollène »" in told_of
    assert set(dict(rows_of(first.club))[Qualifying]) == set(Qualifying.objects.all())


def plain(sentences: Iterable[str]) -> str:
    return " ".join(sentences).replace("\u00a0", " ")


def test_nobody_counts_the_unnamed_of_a_league_from_the_places_of_its_qualified(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    leads(season.main_league, final, first=4)
    Player.objects.filter(last_name="B").update(consent=False)
    Tournament.objects.update(revision=90)
    assert shown_stage(stage_of(final)).is_withheld
    enter_qualified(final=final, **ACT)
    shown = shown_stage(stage_of(final))
    assert [(one.name[0], one.place) for one in shown.going] == [("A", 1), ("C", 2), ("D", 3)]
    assert (shown.unnamed, shown.is_withheld, shown.everybody) == (1, False, [])


def test_a_palmares_says_nothing_of_who_is_not_named(season: Season, first: Tournament, people: list[Player]) -> None:
    """What he kept is the difference of his two totals: it would show which number he had in the qualification."""
    played = evening(season, 20, {people[0]: 5, people[1]: -35, people[2]: 30}, name="Finale")
    leads(first, played, carried=100)
    Player.objects.filter(last_name="A").update(consent=False)
    Tournament.objects.update(revision=90)
    shown = shown_stage(stage_of(Tournament.objects.get(pk=played.pk)))
    assert [(one.name[0], one.place, one.total) for one in shown.finalists] == [("C", 1, 60), ("B", 2, 5)]
    assert [one.name[0] for one in shown.going] == ["B"]
    assert shown.unnamed == 1


def test_sources_are_put_in_another_order(season: Season, first: Tournament, final: Tournament) -> None:
    second, third = (TournamentFactory(club=season.club, name=name) for name in ("Mercredi", "Jeudi"))
    rows = [leads(origin, final) for origin in (first, second, third)]
    place_source(row=rows[2], before=rows[0], **ACT)
    place_source(row=rows[2], before=rows[0], **ACT)  # sent twice
    assert [row.title for row in final.sources.all()] == ["Jeudi", "Mardi", "Mercredi"]
    place_source(row=rows[2], before=rows[1], **ACT)  # it is before it already
    assert [(row.title, row.number) for row in final.sources.all()] == [("Jeudi", 1), ("Mardi", 2), ("Mercredi", 3)]
    elsewhere = leads(first, TournamentFactory(club=season.club, name="Autre finale"))
    assert refusal_of(place_source, row=rows[1], before=elsewhere, **ACT).code == "gone"
    remove_source(row=rows[0], **ACT)
    assert refusal_of(place_source, row=rows[1], before=rows[0], **ACT).code == "gone"
    assert refusal_of(place_source, row=rows[0], before=rows[1], **ACT).code == "gone"


def test_a_copy_of_a_final_takes_its_sources_and_not_who_stayed_away(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = leads(first, final, first=3, club_most=2, carried=50)
    leads(season.main_league, final)
    decline_final(row=row, player=people[0], declines=True, **ACT)
    Tournament.objects.filter(pk=first.pk).update(is_trial=True)  # « un essai ne qualifie personne »: left out
    copied = copy_tournament(source=final, date=datetime.date(2026, 11, 6), **ACT)
    assert copied.carried[Carried.SOURCES] == 1
    assert [one.title for one in copied.tournament.sources.all()] == ["Championnat, 2026-2027"]
    Tournament.objects.filter(pk=first.pk).update(is_trial=False)
    copied = copy_tournament(source=final, date=datetime.date(2026, 11, 13), **ACT)
    assert [one.cut for one in copied.tournament.sources.all()] == [row.cut, Cut(first=2)]
    assert Declined.objects.count() == 1
    without = copy_tournament(source=final, date=datetime.date(2026, 11, 20), carry=[Carried.PEOPLE], **ACT)
    assert not without.tournament.sources.exists()


def test_the_next_of_a_ranking_play_off_for_the_places_that_are_left(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    play_off = TournamentFactory(club=season.club, name="Barrage", state=TournamentState.OPEN, date=final.date)
    straight = add_source(final=final, origin=first, cut=Cut(first=2), **ACT)
    next_ones = add_source(final=play_off, origin=first, cut=Cut(first=3, start=3), **ACT)
    assert told(straight) == ["AB", "CDEF", "", ""]
    assert told(next_ones) == ["CDE", "F", "", ""]
    assert plain([cut_words(next_ones.cut)]) == "les places 3 à 5, chacun repart de zéro"
    assert plain([cut_words(Cut(share=50, start=3))]) == (
        "50 % des classés, arrondis au-dessus, à partir de la place 3, chacun repart de zéro"
    )
    assert own_place(stage_of(play_off), people[0]) is None  # he goes straight to the final
    refused = refusal_of(decline_final, row=next_ones, player=people[0], declines=True, **ACT)
    assert refused.code == "not_ranked"
    decline_final(row=next_ones, player=people[3], declines=True, **ACT)
    assert told(next_ones) == ["CEF", "", "", "D"]
    assert warnings_of(stage_of(play_off)) == []
    change_source(row=next_ones, cut=Cut(first=3, start=5), reason="vote", **ACT)
    assert told(Qualifying.objects.get(pk=next_ones.pk)) == ["EF", "", "", ""]
    assert "n’a que 2 classés pour 3 places" in plain(warnings_of(stage_of(play_off)))


def test_a_share_is_of_all_who_are_ranked_wherever_it_starts() -> None:
    [chosen] = select([CutRanking(list(range(1, 11)), Cut(share=30, start=4), {})])
    assert (chosen.places, chosen.going, chosen.reserves) == (3, (4, 5, 6), (7, 8, 9, 10))


def test_a_final_takes_so_many_sources_and_no_more(
    club: Club, final: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qualifying, "MOST_SOURCES", 2)
    origins = [TournamentFactory(club=club, name=f"Étape {number}") for number in range(3)]
    for origin in origins[:2]:
        add_source(final=final, origin=origin, cut=Cut(first=2), **ACT)
    refused = refusal_of(add_source, final=final, origin=origins[2], cut=Cut(first=2), **ACT)
    assert refused.code == "too_many_sources"


def test_a_trial_leads_to_a_trial_alone(club: Club, final: Tournament) -> None:
    trial, of_trials = (TournamentFactory(club=club, name=name, is_trial=True) for name in ("Essai", "Finale d’essai"))
    assert refusal_of(add_source, final=final, origin=trial, cut=Cut(first=2), **ACT).code == "source_is_a_trial"
    assert add_source(final=of_trials, origin=trial, cut=Cut(first=2), **ACT).source == trial


def test_who_has_not_declined_and_comes_writes_nothing_and_his_account_is_his_own_word(
    first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = add_source(final=final, origin=first, cut=Cut(first=2), **ACT)
    written = JournalEntry.objects.count()
    decline_final(row=row, player=people[0], declines=False, **ACT)
    assert JournalEntry.objects.count() == written
    account = AccountFactory(player=people[0])
    decline_final(row=row, player=people[0], declines=True, by=account, at=NOW)
    assert Declined.objects.get().is_own_word


def test_the_qualified_are_entered_once_and_a_final_chosen_anew_is_told_to_both(
    season: Season, first: Tournament, final: Tournament, people: list[Player]
) -> None:
    row = add_source(final=final, origin=first, cut=Cut(first=2), **ACT)
    assert {entry.player for entry in enter_qualified(final=final, **ACT)} == set(people[:2])
    assert enter_qualified(final=final, **ACT) == []
    remove_source(row=row, **ACT)
    announce_final(league=season.main_league, cut=Cut(first=2), final=final, **ACT)
    other = TournamentFactory(club=season.club, name="Autre finale", state=TournamentState.OPEN)
    before = {one.pk: Tournament.objects.get(pk=one.pk).revision for one in (final, other)}
    announce_final(league=season.main_league, cut=Cut(first=2), final=other, **ACT)
    assert all(Tournament.objects.get(pk=pk).revision > revision for pk, revision in before.items())
