"""The exchange format: what a constraints file asks for, and what comes back."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.seating.judge import checker, judged
from tournaments.seating import Apart, ImpossibleDemand, Remainder, draw
from tournaments.seating.exchange import UnreadableConstraints, answer, demand_of

ROOT = Path(__file__).parents[3]


def rotation(*arguments, cwd=ROOT):
    """Run the command without any database at hand."""
    command = [sys.executable, str(ROOT / "manage.py"), "rotation", *map(str, arguments)]
    environment = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "PATH": ""}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


def asked(constraints, *, players=40, rounds=6, sizes=(4,)):
    return demand_of(players=players, rounds=rounds, seed=1, sizes=sizes, constraints=constraints)


def test_the_command_writes_one_object():
    done = rotation("--players", 16, "--rounds", 5, "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["players"], len(found["rounds"]), found["byes"], found["sizes"]) == (16, 5, [[]] * 5, [4])
    assert sorted(player for table in found["rounds"][4] for player in table) == list(range(1, 17))
    assert found["certificate"]["proven_optimal"] is True
    assert found["certificate"]["words"][:2] == ["16 joueurs, 5 positions.", "0 répétition, prouvé optimal."]
    assert rotation("--players", 16, "--rounds", 5, "--seed", 3).stdout == done.stdout
    assert "sets" not in found
    assert "set_repeats" not in found["certificate"]


def test_with_boards_each_table_has_a_set_and_whoever_plays_keeps_his_chair(tmp_path):
    checker()
    one_a_table = json.loads(rotation("--players", 44, "--rounds", 11, "--boards").stdout)
    judging = one_a_table | {"boards": one_a_table["sets"], "keep_orientation": True}
    (found,) = judged(tmp_path, [judging])
    assert (found["repeats"], found["max_meet"]) == (0, 1)
    assert one_a_table["certificate"]["set_repeats"] == 0
    assert one_a_table["movement"]["turns"] is False
    shared = json.loads(rotation("--players", 48, "--rounds", 5, "--boards", 6).stdout)
    assert shared["sets"] == [[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]] * 5
    refused = rotation("--players", 22, "--rounds", 5, "--boards", 6, "--sizes", "4,5", "--language", "en")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("Boards are played by four")


def test_a_past_that_does_not_say_which_boards_were_met_is_refused_with_boards():
    past = {"past": [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16], [17, 18, 19, 20]]]}
    asked = {"players": 20, "rounds": 4, "seed": 1, "sizes": [4]}
    assert demand_of(**asked, constraints=past).sets == 0
    with pytest.raises(ImpossibleDemand) as refused:
        demand_of(**asked, constraints=past, sets=5)
    assert refused.value.code == "boards_and_wishes"


@pytest.mark.product
def test_the_command_puts_few_repeats_before_equal_turns_and_tells_both_prices_before():
    asked = ("--players", 26, "--rounds", 3, "--sizes", "4,5")
    told = json.loads(rotation(*asked, "--prices").stdout)
    assert told == {"first": {"least": 4, "found": 4}, "last": {"least": 0, "found": 0}}
    found = [json.loads(rotation(*asked, *turns).stdout)["certificate"] for turns in ((), ("--turns", "last"))]
    assert [one["repeats"] for one in found] == [4, 0]
    assert [one.get("turns") for one in found] == [None, "last"]
    assert "À passages égaux, il y aurait au moins 4 répétitions." in found[1]["words"]


def test_the_command_takes_a_file_and_its_answer_is_valid(tmp_path):
    checker()
    constraints = {
        "clubs": {"1": "a", "2": "a", "3": "a", "5": "b", "6": "b"},
        "fixed": {"10": 2, "20": 0},
        "fixed_seat": {"30": 0, "31": 0},
        "active": {"40": [0, 2], "39": [1, 5]},
        "teams": [[11, 12], [13, 14]],
    }
    file = tmp_path / "souhaits.json"
    file.write_text(json.dumps(constraints))
    done = rotation("--players", 40, "--rounds", 6, "--constraints", file, "--sizes", "3,4")
    assert (done.returncode, done.stderr) == (0, "")
    (found,) = judged(tmp_path, [json.loads(done.stdout)])
    assert (found["repeats"], found["same_club_meetings"]) == (0, 0)


def test_the_command_refuses_in_words():
    done = rotation("--players", 5, "--rounds", 3, "--sizes", "3,4")
    assert done.returncode == 1
    assert done.stderr.strip() == "5 joueurs ne se partagent pas en tables de 4 et de 3 : choisissez 1 table de 5."
    done = rotation("--players", 16, "--rounds", 3, "--sizes", "abc")
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "Les tables demandées (abc) ne vont pas ensemble\N{NO-BREAK SPACE}: "
        "choisissez 4, ou 3 et 4, ou 4 et 5, ou 3, ou 5."
    )
    done = rotation("--players", 16, "--rounds", 3, "--constraints", "nowhere.json", "--language", "en")
    assert done.returncode == 2
    assert done.stderr.startswith("The wishes cannot be read, starting at “nowhere.json”")


def test_the_rounds_asked_for_count_those_of_the_past():
    past = [[[1, 2, 3, 4], [5, 6, 7, 8]]] * 3
    assert asked({"past": past}, players=8, rounds=63).rounds == 60
    with pytest.raises(ImpossibleDemand) as refused:
        asked({"past": past}, players=8, rounds=64)
    assert refused.value.message("en") == "A draw has 1 to 63 rounds, not 64: change their number."
    with pytest.raises(ImpossibleDemand) as refused:
        asked({"past": past}, players=8, rounds=3)
    assert refused.value.message("en") == "The 3 rounds asked for are all played already: ask for 4 at least."


def test_a_file_is_read_as_the_checker_reads_it():
    wishes = asked(
        {
            "clubs": [[1, 2], [3, 4, 5]],
            "apart": [[7, 8]],
            "teams": {"9": "x", "10": "x"},
            "fixed": {"11": 3},
            "fixed_seat": {"12": 1},
            "active": {"13": [0, 5], "14": [2, 5]},
            "lines": [],
        }
    ).wishes
    assert wishes.apart == (Apart((1, 2), name="1"), Apart((3, 4, 5), name="2"), Apart((7, 8), hard=True))
    assert (wishes.teams, wishes.fixed_tables, wishes.fixed_seats) == (((9, 10),), ((11, 3),), ((12, 1),))
    assert wishes.active == ((14, 2, 5),)


def test_the_past_is_the_beginning_of_the_answer(tmp_path):
    checker()
    first = draw(asked({}, players=41, rounds=2))
    past = [[list(table) for table in tables] for tables in first.rounds]
    constraints = {"past": past, "active": {"3": [0, 1], "4": [0, 3]}}
    demand = asked(constraints, players=41, rounds=5, sizes=(3, 4))
    assert (demand.rounds, len(demand.players), demand.remainder) == (3, 40, Remainder.SMALLER)
    assert demand.past_exempts == first.exempts
    assert demand.wishes.active == ((4, 0, 1),)
    plan = draw(demand)
    (found,) = judged(tmp_path, [answer(plan, demand, players=41, sizes=(3, 4), constraints=constraints)])
    assert found["repeats"] == 0


@pytest.mark.parametrize(
    ("constraints", "where"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"clubs": 3}, "clubs"),
        ({"fixed": [1]}, "fixed"),
        ({"active": {"1": [2]}}, "active"),
        ({"past": [[1]]}, "past"),
        ({"fixed": {"1": 1.5}}, "fixed"),
        ({"fixed_seat": {"1": True}}, "fixed_seat"),
        ({"apart": [[1, 2.5]]}, "apart"),
        ({"past": [[[1, 2, 3, 4.0]]]}, "past"),
    ],
)
def test_what_is_not_of_the_format_says_where(constraints, where):
    with pytest.raises(UnreadableConstraints) as refused:
        asked(constraints)
    assert refused.value.where == where
    assert f"« {where} »" in refused.value.message()


@pytest.mark.parametrize(
    ("constraints", "sizes", "code"),
    [
        ({"active": {"99": [0, 1]}}, (4,), "stranger"),
        ({"past": [[[1, 2, 3, 99]]]}, (4,), "stranger"),
        ({"fixed": {"0": 1}}, (4,), "stranger"),
        ({"clubs": [[1, 99]]}, (4,), "unknown_player"),
        ({}, (3, 5), "sizes"),
        ({"past": [[[1, 2, 3, 4]]] * 6}, (4,), "all_played"),
    ],
)
def test_what_cannot_be_is_refused(constraints, sizes, code):
    with pytest.raises(ImpossibleDemand) as refused:
        asked(constraints, sizes=sizes)
    assert refused.value.code == code
    assert "{" not in refused.value.message() + refused.value.message("en")


@pytest.mark.parametrize(("players", "code"), [(3, "too_few"), (-5, "too_few"), (10**12, "too_many")])
def test_a_number_that_no_hall_has_is_refused_before_everybody_is_written_down(players, code):
    with pytest.raises(ImpossibleDemand) as refused:
        asked({}, players=players)
    assert (refused.value.code, refused.value.values["players"]) == (code, players)
