"""Boards that travel from table to table: the rounds of a duplicate, with other numbers for their tables."""

from dataclasses import replace

from tournaments.seating.demand import Table
from tournaments.seating.plan import Movement, Plan


def with_travelling_sets(plan: Plan) -> Plan:
    """
    Return the same rounds with the tables numbered so that whoever holds Sud stays at his table: sets come to him.

    Fewer people walk, and who meets whom and which set stays as it was. Where somebody else holds Sud, as those too
    many relieve each other, he takes a table that is left. How often people come to a table is not told any more.
    """
    rounds, sets = [], []
    at: dict[int, int] = {}  # the table, from 0, of whoever held Sud in the round before
    for tables, held in zip(plan.rounds, plan.sets, strict=True):
        numbers = dict[int, tuple[Table, int]]()
        newcomers = []
        for table, of_table in zip(tables, held, strict=True):
            if table[0] in at:
                numbers[at[table[0]]] = table, of_table
            else:
                newcomers.append((table, of_table))
        free = (number for number in range(len(tables)) if number not in numbers)
        numbers |= dict(zip(free, newcomers, strict=True))
        rounds.append(tuple(numbers[number][0] for number in range(len(tables))))
        sets.append(tuple(numbers[number][1] for number in range(len(tables))))
        at = {table[0]: number for number, table in enumerate(rounds[-1])}
    return replace(
        plan,
        rounds=tuple(rounds),
        sets=tuple(sets),
        movement=plan.movement and _seen_from_south(plan.movement),
        certificate=replace(plan.certificate, tables_most=0, tables_bound=0, tables_again=0),
    )


def _seen_from_south(rule: Movement) -> Movement:
    """Return how far the others and the sets move where Sud does not."""
    south = [move[0] for move in rule.moves]
    moves = tuple(
        tuple((step - stays) % rule.tables for step in move) for move, stays in zip(rule.moves, south, strict=True)
    )
    return replace(rule, moves=moves, sets=tuple(-step % rule.tables for step in south))
