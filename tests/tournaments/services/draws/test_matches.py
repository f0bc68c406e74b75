"""Matches of teams: drawn, taken back, their line-ups sealed in secret, and a round published."""

import uuid
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scoring.queries.desk.cancelled_rounds import seen_in
from scoring.services.sheets.cancelled_rounds import cancel_round, restore_round
from tests.factories import DAY, NOW, ClubFactory, organiser, registered, rewrite
from tests.refusals import refusal_of, refused
from tests.texts import plain, words
from tests.tournaments.boards import closed
from tests.tournaments.matches import drawn_matches, matches_published, of_matches, sealed
from tests.tournaments.teams import a_team
from tournaments.labels import Status, TournamentState
from tournaments.models import (
    Account,
    Club,
    Draw,
    JournalEntry,
    Match,
    Player,
    Registration,
    SealedLineUp,
    Seat,
    Table,
    Tournament,
)
from tournaments.queries.draws.matches import captaincy, clubs_of_teams, next_round, rounds_of_matches, to_line_up
from tournaments.seating import Remainder
from tournaments.services.draws.matches import (
    close_line_ups,
    draw_matches,
    publish_matches,
    seal_line_up,
    undo_matches,
)
from tournaments.services.draws.replacements import replace_player
from tournaments.services.draws.requests import ask_draw, ask_smallest_change
from tournaments.services.draws.seat_changes import swap_players
from tournaments.services.evening.settings import Settings
from tournaments.services.evening.tournaments import change_settings, create_tournament
from tournaments.services.people.teams import dissolve_team
from tournaments.services.undo.undoing import delete_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def quadrettes(club: Club) -> Tournament:
    """Return an evening of four teams of five, nothing drawn."""
    return of_matches(club, members=5)


def seal(match: Match, members: list[Registration], **said: Any) -> SealedLineUp:
    asked: dict[str, Any] = {
        "team": match.one,
        "taker": members[0].pk,
        "defence": [member.pk for member in members[1:]],
        "key": uuid.uuid4(),
        "by": None,
        "at": NOW,
    }
    return seal_line_up(match=match, **asked | said)


def of_team(match: Match, which: str = "one") -> list[Registration]:
    return list(getattr(match, which).members.order_by("start_number"))


def at_tables(tournament: Tournament, number: int) -> list[tuple[int, ...]]:
    tables = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    return [tuple(table.seats.order_by("chair").values_list("registration", flat=True)) for table in tables]


def test_all_rounds_are_drawn_at_once_and_drawn_again_they_stay(quadrettes: Tournament) -> None:
    drawn = drawn_matches(quadrettes)
    again = drawn_matches(quadrettes)

    assert [match.pk for match in again] == [match.pk for match in drawn]
    assert [(match.round_number, match.number) for match in drawn] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert len({frozenset(match.team_ids) for match in drawn}) == 6
    assert JournalEntry.objects.filter(action="matchs tirés").count() == 1


def test_an_odd_field_gives_each_team_a_bye_in_turn(club: Club) -> None:
    drawn = drawn_matches(of_matches(club, 3))
    byes = [match for match in drawn if match.is_bye]
    assert [match.round_number for match in byes] == [1, 2, 3]
    assert len({match.one_id for match in byes}) == 3


def test_by_standings_the_next_round_alone_is_drawn_once_all_sheets_are_closed(quadrettes: Tournament) -> None:
    first = drawn_matches(quadrettes, by_standings=True)
    assert {match.round_number for match in first} == {1}
    matches_published(quadrettes, 1)
    code, sentence = refused(drawn_matches, quadrettes, by_standings=True)
    assert (code, "position 1, tables 1, 2, 3 et 4" in sentence) == ("sheets_missing", True)

    closed(quadrettes, 1)
    second = drawn_matches(quadrettes, by_standings=True)
    met = {frozenset(match.team_ids) for match in first}
    assert not met & {frozenset(match.team_ids) for match in second}


def test_what_cannot_be_drawn_is_refused_team_by_team(club: Club) -> None:
    tournament = of_matches(club, 2)
    short = list(tournament.teams.all())
    for team in short:
        Registration.objects.filter(pk=team.members.first().pk).update(status=Status.WITHDRAWN)
    code, sentence = refused(drawn_matches, tournament)
    assert code == "too_few_members"
    assert all(f"Équipe «\u00a0{team.name}\u00a0»".replace("\u00a0", " ") in sentence for team in short)

    Registration.objects.filter(team__in=short).update(status=Status.WITHDRAWN)
    assert refused(drawn_matches, tournament)[0] == "too_few_teams"
    rewrite(tournament, state=TournamentState.FINISHED)
    assert refused(drawn_matches, tournament)[0] == "tournament_finished"


def test_a_team_that_has_left_is_drawn_no_more_and_the_others_meet_whom_they_have_not_met(club: Club) -> None:
    tournament = of_matches(club, 5, rounds_planned=4)
    matches_published(tournament, 1)
    gone = tournament.teams.get(number=5)
    Registration.objects.filter(team=gone).update(status=Status.WITHDRAWN)
    undo_matches(tournament=tournament, number=2, by=None, at=NOW)
    later = drawn_matches(tournament)
    met = {frozenset(match.team_ids) for match in tournament.matches.filter(round_number=1)}

    assert not any(gone.pk in match.team_ids for match in later)
    assert [match.round_number for match in later] == [2, 2, 3, 3, 4, 4]
    assert not met & {frozenset(match.team_ids) for match in later if match.round_number == 2}


def test_a_line_up_is_read_by_nobody_before_both_are_sealed(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    sealed(match, match.one, 2)

    (first, *_others) = rounds_of_matches(quadrettes)
    sides = first.matches[0].sides
    assert [(side.is_sealed, side.line_up) for side in sides] == [(True, None), (False, None)]
    told = JournalEntry.objects.get(action="composition scellée")
    names = [member.player.last_name for member in of_team(match)]
    assert told.details == {"team": match.one.number}
    assert not any(name in told.subject + str(told.words) for name in names)

    sealed(match, match.other)
    sides = rounds_of_matches(quadrettes, 1)[0].matches[0].sides
    assert [side.line_up.taker_id if side.line_up else None for side in sides] == [
        of_team(match)[2].pk,
        of_team(match, "other")[0].pk,
    ]


def test_a_captain_changes_his_line_up_until_the_other_one_is_there(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    members = of_team(match)
    seal(match, members[:4], is_captain=True)
    seal(match, members[1:5], is_captain=True)
    assert SealedLineUp.objects.get().player_ids == tuple(member.pk for member in members[1:5])

    sealed(match, match.other)
    assert refused(seal, match, members[:4], is_captain=True)[0] == "line_ups_open"
    seal(match, members[:4])  # the arbiter may: somebody is ill
    assert SealedLineUp.objects.get(team=match.one).taker_id == members[0].pk


def test_the_same_form_sent_twice_is_one_line_up(quadrettes: Tournament) -> None:
    match, key = drawn_matches(quadrettes)[0], uuid.uuid4()
    members = of_team(match)[:4]
    assert seal(match, members, key=key) == seal(match, members, key=key)
    assert refused(seal, match, members, key=key, team=match.other)[0] == "stale_line_up"
    assert JournalEntry.objects.filter(action="composition scellée").count() == 1


def test_everything_that_is_wrong_with_a_line_up_is_said_at_once(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    own, theirs = of_team(match), of_team(match, "other")
    Registration.objects.filter(pk=own[3].pk).update(status=Status.WITHDRAWN)
    refusal = refusal_of(seal, match, [own[3], own[3], theirs[0]])
    assert refusal.fields == {
        "defence": [
            "Trois joueurs de l’équipe jouent en défense\u00a0: cochez-en trois.",
            "Qui prend ne défend pas\u00a0: il joue à l’autre table au même moment.",
            f"Une composition ne nomme que des joueurs de l’équipe «\u00a0{match.one.name}\u00a0».",
        ],
        "taker": [f"{own[3].player.full_name} est parti\u00a0: choisissez un autre joueur."],
    }
    assert refusal_of(seal, match, own[:3], taker=None).fields["taker"] == ["Dites qui prend pour l’équipe."]
    assert not SealedLineUp.objects.exists()


def test_a_line_up_of_a_match_that_is_not_the_teams_is_refused(quadrettes: Tournament) -> None:
    one, other = drawn_matches(quadrettes)[:2]
    assert refused(seal, one, of_team(other)[:4], team=other.one)[0] == "match_drawn_again"
    undo_matches(tournament=quadrettes, number=1, by=None, at=NOW)
    assert refused(seal, one, of_team(one)[:4])[0] == "match_drawn_again"


def test_a_bye_has_no_line_up_sealed_or_usual(club: Club) -> None:
    evening = of_matches(club, 3)
    bye = next(match for match in drawn_matches(evening) if match.is_bye and match.round_number == 1)
    assert refused(seal, bye, of_team(bye))[0] == "match_drawn_again"
    close_line_ups(tournament=evening, number=1, by=None, at=NOW)
    assert not bye.line_ups.exists()


def test_a_round_that_has_begun_is_not_published_again_with_another_line_up(quadrettes: Tournament) -> None:
    matches_published(quadrettes, 1)
    match = quadrettes.matches.get(round_number=1, number=1)
    seal(match, of_team(match)[1:])
    before = at_tables(quadrettes, 1)
    closed(quadrettes, 1)
    code, _sentence = refused(publish_matches, tournament=quadrettes, number=1, by=None, at=NOW)
    assert (code, at_tables(quadrettes, 1)) == ("round_published", before)


def test_a_round_published_again_leaves_the_next_one_as_it_is(quadrettes: Tournament) -> None:
    matches_published(quadrettes, 1)
    matches_published(quadrettes, 2)
    second = at_tables(quadrettes, 2)
    match = quadrettes.matches.get(round_number=1, number=1)
    seal(match, of_team(match)[1:])
    publish_matches(tournament=quadrettes, number=1, by=None, at=NOW)
    assert at_tables(quadrettes, 2) == second != []


def test_closing_gives_the_usual_line_up_to_who_has_none_and_takers_turn(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    sealed(match, match.one, 3)
    for number in (1, 2, 3):
        matches_published(quadrettes, number)
    assert SealedLineUp.objects.get(match=match, team=match.one).taker == of_team(match)[3]
    for team in quadrettes.teams.all():
        takers = [line_up.taker_id for line_up in team.line_ups.all()]
        assert len(set(takers)) == 3
        played = {pk for line_up in team.line_ups.all() for pk in line_up.player_ids}
        assert played == set(team.members.values_list("pk", flat=True))


def test_a_round_is_published_with_two_tables_a_match_and_the_same_boards(quadrettes: Tournament) -> None:
    drawn_matches(quadrettes)
    missing = refused(publish_matches, tournament=quadrettes, number=1, by=None, at=NOW)
    assert (missing[0], missing[1].count("n’est pas là")) == ("line_up_missing", 4)
    assert refused(publish_matches, tournament=quadrettes, number=2, by=None, at=NOW)[0] == "round_before_is_missing"

    matches_published(quadrettes, 1)
    tables = list(Table.objects.order_by("number"))
    assert [(table.match.number, list(table.boards)) for table in tables] == [
        (1, [1, 2, 3, 4]),
        (1, [1, 2, 3, 4]),
        (2, [1, 2, 3, 4]),
        (2, [1, 2, 3, 4]),
    ]
    assert [list(table.board_order) for table in tables[:2]] == [[1, 2, 3, 4], [3, 4, 1, 2]]
    for match in quadrettes.matches.filter(round_number=1):
        one, other = (match.line_ups.get(team=pk) for pk in match.team_ids)
        at = at_tables(quadrettes, 1)[2 * match.number - 2 : 2 * match.number]
        assert at == [(one.taker_id, *other.defence_ids), (other.taker_id, *one.defence_ids)]
    exempt = Seat.objects.filter(round__tournament=quadrettes, table=None)
    assert exempt.count() == 4
    assert Tournament.objects.get(pk=quadrettes.pk).state == TournamentState.RUNNING
    assert matches_published(quadrettes, 2).rounds.count() == 2
    assert list(Table.objects.filter(round__number=2).first().boards) == [5, 6, 7, 8]


def test_with_an_odd_number_of_boards_the_first_table_begins_with_more(club: Club) -> None:
    matches_published(of_matches(club, 2, donnes_per_round=5), 1)
    tables = list(Table.objects.order_by("number"))
    assert [list(table.board_order) for table in tables] == [[1, 2, 3, 4, 5], [4, 5, 1, 2, 3]]


def test_published_twice_is_once_and_anew_after_a_line_up_has_changed(quadrettes: Tournament) -> None:
    matches_published(quadrettes, 1)
    publish_matches(tournament=quadrettes, number=1, by=None, at=NOW)
    assert Draw.objects.count() == 1

    match = quadrettes.matches.get(round_number=1, number=1)
    four = [member for member in of_team(match) if member.pk != match.line_ups.get(team=match.one).taker_id][:4]
    assert refused(seal, match, four, is_captain=True)[0] == "round_published"
    seal(match, four)
    publish_matches(tournament=quadrettes, number=1, by=None, at=NOW)
    assert at_tables(quadrettes, 1)[0][0] == four[0].pk
    assert list(Table.objects.order_by("number").first().boards) == [1, 2, 3, 4]
    assert Table.objects.filter(match__isnull=False).count() == 4

    closed(quadrettes, 1)
    assert refused(seal, match, four)[0] == "round_published"


def test_somebody_who_has_left_since_his_line_up_was_sealed_is_named(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    gone = of_team(match)[0]
    sealed(match, match.one)
    Registration.objects.filter(pk=gone.pk).update(status=Status.EXCLUDED)
    close_line_ups(tournament=quadrettes, number=1, by=None, at=NOW)
    code, sentence = refused(publish_matches, tournament=quadrettes, number=1, by=None, at=NOW)
    assert code == "line_up_wrong"
    assert gone.player.full_name in sentence


def test_matches_are_taken_back_with_their_line_ups_until_their_tables_are_published(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[2]
    matches_published(quadrettes, 1)
    sealed(match, match.one)
    code, _sentence = refused(undo_matches, tournament=quadrettes, number=1, by=None, at=NOW)
    assert code == "round_published"
    tournament = Tournament.objects.get(pk=quadrettes.pk)
    rewrite(tournament, seed=2)
    assert refused(draw_matches, tournament=quadrettes, by_standings=True, by=None, at=NOW)[0] in (
        "sheets_missing",
        "line_ups_sealed",
    )

    undo_matches(tournament=quadrettes, number=2, by=None, at=NOW)
    undo_matches(tournament=quadrettes, number=2, by=None, at=NOW)
    assert [match.round_number for match in quadrettes.matches.all()] == [1, 1]
    assert not SealedLineUp.objects.filter(match__round_number=2).exists()
    assert JournalEntry.objects.filter(action="tirage des matchs défait").count() == 1


def test_where_teams_meet_nobody_is_drawn_swapped_or_replaced_one_by_one(
    quadrettes: Tournament, the_organiser: Account
) -> None:
    matches_published(quadrettes, 1)
    one, other = quadrettes.registrations.all()[:2]
    by = {"by": the_organiser, "at": NOW, "tournament": quadrettes}
    change = {"key": uuid.uuid4(), "reason": "malade", "number": 1, **by}
    for act, said in [
        (ask_draw, {"remainder": Remainder.EXEMPT, "seed": 1, **by}),
        (ask_smallest_change, by),
        (swap_players, {"one": one.pk, "other": other.pk, "seen": "", **change}),
        (replace_player, {"leaver": one.pk, "comer": other.pk, **change}),
    ]:
        assert refused(act, **said)[0] == "plays_matches"


def test_a_team_with_matches_is_not_dissolved(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    assert refused(dissolve_team, team=match.one, by=None, at=NOW)[0] == "team_has_matches"


def test_a_tournament_with_matches_that_nobody_played_is_deleted(quadrettes: Tournament) -> None:
    matches_published(quadrettes, 1)
    delete_tournament(tournament=quadrettes, by=None, at=NOW)
    assert not Match.objects.exists()
    assert not SealedLineUp.objects.exists()


def test_a_captain_finds_the_matches_of_his_team_that_are_to_come(quadrettes: Tournament) -> None:
    drawn_matches(quadrettes)
    captain = quadrettes.registrations.get(team__number=1, is_captain=True)
    team = captaincy(quadrettes, captain.player)
    assert team is not None
    assert team.number == 1
    assert [match.round_number for match in to_line_up(team)] == [1, 2, 3]
    matches_published(quadrettes, 1)
    assert [match.round_number for match in to_line_up(team)] == [2, 3]
    Registration.objects.filter(pk=captain.pk).update(status=Status.WITHDRAWN)
    assert captaincy(quadrettes, captain.player) is None


def test_a_team_of_matches_has_up_to_six_who_are_there(quadrettes: Tournament) -> None:
    six = registered(quadrettes, range(50, 56))
    assert a_team("Les Six", *six).members.count() == 6


def test_matches_are_asked_for_in_the_settings(club: Club) -> None:
    settings = Settings(name="Quadrettes", date=NOW.date(), compared_by="mean", plays_matches=True, bye_points=10)
    tournament = create_tournament(club=club, settings=settings, by=None, at=NOW)
    assert (tournament.team_size, tournament.plays_matches, tournament.bye_points) == (4, True, 10)

    wrong = Settings(name="Autre", date=NOW.date(), plays_matches=True)
    assert refusal_of(create_tournament, club=club, settings=wrong, by=None, at=NOW).fields.keys() == {"plays_matches"}
    single = Settings(name="Autre", date=NOW.date(), compared_by="mean", plays_matches=True, donnes_per_round=1)
    assert refusal_of(create_tournament, club=club, settings=single, by=None, at=NOW).fields.keys() == {
        "donnes_per_round"
    }

    drawn = of_matches(club, 2)
    drawn_matches(drawn)
    libre = Settings(**{**Settings.of(drawn).__dict__, "plays_matches": False})
    refusal = refusal_of(change_settings, tournament=drawn, settings=libre, by=None, at=NOW)
    assert "plays_matches" in refusal.fields
    assert next_round(drawn) == 1


RESULT = {"victory_by": "result", "victory_win": 2, "victory_draw": 1, "victory_loss": 0}
SCALE = {"victory_by": "scale", "victory_scale": "0 : 10", "victory_scale_name": "du comité", "victory_scale_on": DAY}


@pytest.mark.parametrize(
    ("settings", "field", "sentence"),
    [
        ({"victory_by": "other"}, "victory_by", "Choisissez ce qu’un match rapporte à une équipe."),
        (RESULT | {"victory_win": None}, "victory_win", "Écrivez combien de points : de 0 à 1000."),
        (RESULT | {"victory_win": 1001}, "victory_win", "Écrivez combien de points : de 0 à 1000."),
        (RESULT | {"victory_draw": 3}, "victory_draw", "Un match nul ne rapporte pas plus qu’un match gagné."),
        (RESULT | {"victory_loss": 2}, "victory_loss", "Un match perdu ne rapporte pas plus qu’un match nul."),
        (SCALE | {"victory_scale_name": ""}, "victory_scale_name", "Dites de qui est cette échelle"),
        (SCALE | {"victory_scale_on": None}, "victory_scale_on", "Dites de quel jour est cette échelle."),
        (SCALE | {"victory_scale": ""}, "victory_scale", "Écrivez les paliers"),
        (SCALE | {"victory_scale": "5 : 10"}, "victory_scale", "Ligne 1, « 5 : 10 » : la table commence à l’écart 0"),
        (
            SCALE | {"victory_scale": "0 : 10 – 9"},
            "victory_scale",
            "Ligne 1, « 0 : 10 – 9 » : à l’écart 0 personne n’a gagné, et les deux équipes ont autant de points.",
        ),
        (
            SCALE | {"victory_scale": "0 à 9 : 10\n11 et plus : 12"},
            "victory_scale",
            "Ligne 2, « 11 et plus : 12 » : entre le palier précédent et celui-ci, des écarts n’ont pas de points.",
        ),
        (
            SCALE | {"victory_scale": "0 : 10\n20 : 12\n10 : 14"},
            "victory_scale",
            "Ligne 3, « 10 : 14 » : l’écart n’est pas au-dessus du précédent.",
        ),
        (
            SCALE | {"victory_scale": "0 : 10\n60 : 25"},
            "victory_scale",
            "Ligne 2, « 60 : 25 » : le gagnant a plus de points que les deux équipes ensemble à un match nul",
        ),
    ],
)
def test_what_a_match_cannot_bring_is_said_at_its_field(
    club: Club, settings: dict[str, Any], field: str, sentence: str
) -> None:
    asked = Settings(name="Quadrettes", date=DAY, compared_by="mean", plays_matches=True, **settings)
    refusal = refusal_of(create_tournament, club=club, settings=asked, by=None, at=NOW)
    assert list(refusal.fields) == [field]
    assert plain(str(refusal.fields[field][0])).startswith(sentence)


def test_what_the_choice_does_not_use_is_not_kept(club: Club) -> None:
    both = {**RESULT, **{name: value for name, value in SCALE.items() if name != "victory_by"}}
    kept = {"result": RESULT, "scale": {**SCALE, "victory_scale": "0 : 10"}, "": {}}
    for number, (chosen, values) in enumerate(kept.items()):
        asked = Settings(
            name=f"{number}", date=DAY, compared_by="mean", plays_matches=True, **both | {"victory_by": chosen}
        )
        tournament = create_tournament(club=club, settings=asked, by=None, at=NOW)
        empty = {name: None if name.endswith(("win", "draw", "loss", "on")) else "" for name in both}
        told = {name: getattr(tournament, name) for name in both}
        told["victory_scale"] = plain(told["victory_scale"])
        assert told == empty | values
    libre = create_tournament(club=club, settings=Settings(name="Libre", date=DAY, **RESULT), by=None, at=NOW)
    assert (libre.victory_by, libre.victory_win) == ("", None)


def test_the_database_refuses_victory_points_that_cannot_be(quadrettes: Tournament) -> None:
    for change in (
        RESULT | {"victory_win": None},
        RESULT | {"victory_win": 0},
        RESULT | {"victory_loss": 2},
        {"victory_win": 2},
        SCALE | {"victory_scale": ""},
        SCALE | {"victory_scale_on": None},
        {"victory_scale_name": "du comité"},
        {"victory_by": "other"},
        RESULT | {"plays_matches": False},
    ):
        with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
            rewrite(quadrettes, **change)
    rewrite(quadrettes, **RESULT)
    rewrite(quadrettes, **dict.fromkeys(("victory_win", "victory_draw", "victory_loss")), **SCALE)


def test_the_database_refuses_what_no_match_is(quadrettes: Tournament) -> None:
    match = drawn_matches(quadrettes)[0]
    line_up = sealed(match, match.one)
    for change in (
        lambda: Match.objects.filter(pk=match.pk).update(other=match.one),
        lambda: Match.objects.filter(round_number=1).update(number=1),
        lambda: SealedLineUp.objects.filter(pk=line_up.pk).update(first=line_up.taker),
        lambda: rewrite(quadrettes, team_size=3),
        lambda: rewrite(quadrettes, plays_matches=False, bye_points=10),
    ):
        with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
            change()


def test_two_teams_of_a_club_meet_as_late_as_can_be_and_it_is_said_where_it_cannot(
    club: Club, as_organiser: Client
) -> None:
    tournament = of_matches(club, 4)
    one, other, *others = tournament.teams.all()
    for team in others:  # three of four: more than half
        members = list(team.members.values_list("player", flat=True)[:3])
        Player.objects.filter(pk__in=members).update(club=ClubFactory())
    address = reverse("draw_matches", args=[tournament.pk])
    told = words(as_organiser.post(address, {"way": "toutes", "parts_clubs": "on"}, follow=True))
    numbers = [m.round_number for m in tournament.matches.all() if {m.one_id, m.other_id} == {one.pk, other.pk}]
    assert numbers == [3]
    assert "Un match oppose quand même deux équipes d’un même club" in told
    assert "(position 3)" in told
    entry = JournalEntry.objects.get(action="matchs tirés")
    assert entry.details["parts_clubs"] is True
    undo_matches(tournament=tournament, number=1, by=None, at=NOW)
    told = words(as_organiser.post(address, {"way": "classement", "parts_clubs": "on"}, follow=True))
    assert all({m.one_id, m.other_id} != {one.pk, other.pk} for m in tournament.matches.all())
    assert "quand même" not in told


def test_a_team_of_several_clubs_is_of_none(club: Club) -> None:
    tournament = of_matches(club, 2)
    one, other = tournament.teams.all()
    Player.objects.filter(registrations__team=one, registrations__start_number__in=[1, 2]).update(club=ClubFactory())
    assert clubs_of_teams(tournament) == {other.pk: club.pk}


def cancelled(tournament: Tournament, number: int) -> None:
    round_ = tournament.rounds.get(number=number)
    said: dict[str, Any] = {"reason": "étuis mêlés", "by": organiser(tournament.club), "at": NOW}
    cancel_round(tournament=tournament, number=number, seen=seen_in(round_), **said)


@pytest.mark.parametrize("number", [1, 2])
def test_a_cancelled_round_is_published_again_with_its_matches_and_other_boards(
    quadrettes: Tournament, number: int
) -> None:
    for each in (1, 2):
        matches_published(quadrettes, each)
    cancelled(quadrettes, number)
    publish_matches(tournament=quadrettes, number=number, by=None, at=NOW)
    tables = quadrettes.rounds.get(number=number).tables.order_by("number")
    assert [table.match.round_number for table in tables] == [number] * 4
    assert {tuple(table.boards) for table in tables} == {(9, 10, 11, 12)}
    assert list(quadrettes.rounds.values_list("number", flat=True).order_by("number")) == [1, 2]


def test_matches_of_a_cancelled_round_are_taken_back_whole_and_drawn_again(club: Club) -> None:
    tournament = of_matches(club, 3)
    matches_published(tournament, 1)
    cancelled(tournament, 1)
    assert refused(draw_matches, tournament=rewritten(tournament), by_standings=False, by=None, at=NOW)[0] == (
        "line_ups_sealed"
    )
    undo_matches(tournament=tournament, number=1, by=None, at=NOW)
    assert not tournament.matches.exists()

    round_ = tournament.cancelled_rounds.get()
    said: dict[str, Any] = {"reason": "finalement", "by": organiser(club), "at": NOW}
    assert refused(restore_round, tournament=tournament, round_=round_, **said)[0] == "matches_undone"
    matches_published(tournament, 1)
    assert Table.objects.filter(match__isnull=False).count() == 2


def rewritten(tournament: Tournament) -> Tournament:
    """Return the tournament with another seed: other teams meet."""
    rewrite(tournament, seed=99)
    return tournament


def test_a_round_that_is_planned_no_more_is_not_published(quadrettes: Tournament) -> None:
    for each in (1, 2):
        matches_published(quadrettes, each)
    rewrite(quadrettes, rounds_planned=2)
    assert refused(matches_published, quadrettes, 3)[0] == "round_not_planned"
    undo_matches(tournament=quadrettes, number=3, by=None, at=NOW)
    publish_matches(tournament=quadrettes, number=2, by=None, at=NOW)
    assert quadrettes.rounds.count() == 2
