"""Wishes are kept or refused, never forgotten."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seating.laws import laws, quick
from tournaments.seating import (
    Apart,
    Demand,
    ImpossibleDemand,
    Remainder,
    Wishes,
    draw,
    possible_layouts,
    problems,
    verdict,
)


@st.composite
def wished(draw_from):
    """A hall with a club or two, a pair that never meets, fixed tables and seats, and some who come late or leave."""
    count = draw_from(st.integers(12, 44))
    players = tuple(range(1, count + 1))
    rounds = draw_from(st.integers(1, 6))
    remainder = draw_from(st.sampled_from(sorted(possible_layouts(count, 4))))
    order = draw_from(st.permutations(players))
    tables = count // 4 - 3  # whatever the remainder, so many tables of four there are in every round
    fixed = draw_from(st.integers(0, min(3, max(0, tables))))
    active = []
    for player in order[10:12]:
        first = draw_from(st.integers(0, rounds - 1))
        active.append((player, first, draw_from(st.integers(first, rounds - 1))))
    wishes = Wishes(
        apart=(Apart(tuple(order[:4]), name="club"), Apart(tuple(order[4:6]), hard=True)),
        fixed_tables=tuple((player, table) for table, player in enumerate(order[6 : 6 + fixed])),
        fixed_seats=((order[9], draw_from(st.integers(0, 2))),),
        active=tuple(active) if draw_from(st.booleans()) else (),
    )
    return players, rounds, remainder, wishes


@quick
@laws
@given(wished(), st.integers(0, 10**6))
def test_wishes_are_kept(asked, seed):
    players, rounds, remainder, wishes = asked
    try:
        demand = Demand(players, rounds, seed=seed, remainder=remainder, wishes=wishes)
    except ImpossibleDemand:
        return  # a round with fewer players has no such layout
    plan = draw(demand)
    assert problems(plan, demand) == []
    broken = {wish.kind: wish.broken for wish in plan.certificate.wishes if wish.kind != "apart"}
    assert set(broken.values()) <= {0}
    assert draw(replace(demand, players=players[::-1])) == plan


@quick
@laws
@given(wished(), st.integers(0, 10**6))
def test_wishes_count_from_where_the_evening_is(asked, seed):
    players, rounds, remainder, wishes = asked
    first = draw(Demand(players, 2, seed=seed, remainder=remainder))
    try:
        demand = Demand(
            (*players[1:], 901, 902),
            rounds,
            seed=seed,
            remainder=Remainder.SMALLER,
            past=first.rounds,
            past_exempts=first.exempts,
            wishes=replace(wishes, fixed_tables=(), fixed_seats=(), active=(), apart=wishes.apart[1:]),
        )
    except ImpossibleDemand:
        return  # the one who left was among those to keep apart
    assert problems(draw(demand), demand) == []


@quick
def test_lines_play_side_by_side_and_never_meet():
    players = tuple(range(1, 46))
    wishes = Wishes(sectors=(players[:21],), fixed_tables=((45, 6),))
    demand = Demand(players, 4, seed=1, remainder=Remainder.SMALLER, wishes=wishes)
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert [len(table) for table in plan.rounds[0]] == [4, 4, 4, 3, 3, 3, 4, 4, 4, 4, 4, 4]
    for tables in plan.rounds:
        assert {player for table in tables[:6] for player in table} == set(players[:21])
    assert (plan.certificate.repeats, plan.certificate.odd_tables_spread) == (0, 1)
    assert [(wish.kind, wish.broken) for wish in plan.certificate.wishes] == [
        ("fixed_table", 0),
        ("line", 0),
        ("line", 0),
    ]


@pytest.mark.parametrize(
    ("lines", "remainder", "french", "english"),
    [
        (
            ((1, 2), (3, 4, 5, 6)),
            Remainder.EXEMPT,
            "Secteur 1, celui du joueur 1 : il faut au moins 4 joueurs pour des tables de 4 : il y en a 2.",
            "Section 1, that of player 1: at least 4 players are needed for tables of 4: there are 2.",
        ),
        (
            (tuple(range(1, 5)), tuple(range(5, 10))),
            Remainder.SMALLER,
            (
                "Secteur 2, celui du joueur 5 : 5 joueurs ne se partagent pas en tables de 4 et de 3 : "
                "choisissez 1 table de 5."
            ),
            "Section 2, that of player 5: 5 players cannot be split into tables of 4 and of 3: choose 1 table of 5.",
        ),
        (
            (tuple(range(1, 15)),),
            Remainder.EXEMPT,
            "Reste de la salle, celui du joueur 15 : il faut au moins 4 joueurs pour des tables de 4 : il y en a 2.",
            "The rest of the hall, that of player 15: at least 4 players are needed for tables of 4: there are 2.",
        ),
    ],
)
def test_a_section_too_small_is_named(lines, remainder, french, english):
    with pytest.raises(ImpossibleDemand) as refused:
        Demand(tuple(range(1, 17)), 3, seed=1, remainder=remainder, wishes=Wishes(sectors=lines))
    assert (refused.value.message(), refused.value.message("en")) == (french, english)


def test_teams_never_meet():
    teams = tuple((player, player + 1) for player in range(1, 41, 2))
    demand = Demand(tuple(range(1, 41)), 6, seed=1, wishes=Wishes(teams=teams))
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert verdict(plan.certificate) == "0 répétition, prouvé optimal"
    assert {wish.words() for wish in plan.certificate.wishes} >= {"Équipe : 1, 2. Respecté."}


@quick
def test_a_club_too_large_meets_itself_as_little_as_can_be_and_it_is_said():
    demand = Demand(tuple(range(1, 17)), 3, seed=1, wishes=Wishes(apart=(Apart(tuple(range(1, 7)), name="Dijon"),)))
    (wish,) = draw(demand).certificate.wishes
    assert (wish.broken, wish.unavoidable) == (6, 6)
    assert wish.words() == (
        "À séparer : Dijon. 6 rencontres : on ne peut faire moins, ils sont trop nombreux pour le nombre de tables."
    )
    assert (
        wish.words("en")
        == "To keep apart: Dijon. 6 meetings: there cannot be fewer, they are too many for the number of tables."
    )


@quick
def test_two_who_share_a_fixed_table_meet_in_every_round_and_nobody_could_help_it():
    demand = Demand(tuple(range(1, 41)), 6, seed=1, wishes=Wishes(fixed_tables=((1, 0), (2, 0))))
    plan = draw(demand)
    assert problems(plan, demand) == []
    assert verdict(plan.certificate) == "5 répétitions, prouvé optimal avec ces souhaits"


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (
            Wishes(apart=(Apart((1, 2, 3, 4, 5), hard=True),)),
            (
                "À la position 1, 5 joueurs ne doivent jamais se rencontrer, dont les joueurs 1 et 2, pour 4 tables : "
                "séparez-en 4 au plus, ou demandez seulement qu’ils se rencontrent le moins possible."
            ),
        ),
        (
            Wishes(apart=(Apart((2, 3), hard=True),), sectors=((1, 2, 3, 4),)),
            (
                "Secteur 1, celui du joueur 2 : à la position 1, les joueurs 2 et 3 ne doivent jamais se rencontrer, "
                "pour une seule table : mettez-les dans deux secteurs, ou demandez seulement qu’ils se rencontrent le "
                "moins possible."
            ),
        ),
        (
            Wishes(fixed_tables=tuple((player, 2) for player in range(1, 6))),
            "À la position 1, 5 joueurs veulent la table 3, qui a 4 places : changez la table de quelques-uns.",
        ),
        (
            Wishes(fixed_tables=((1, 4),)),
            "Le joueur 1 veut la table 5, mais la position 1 en compte 4 : choisissez une table de 1 à 4.",
        ),
        (
            Wishes(fixed_tables=((1, 2), (2, 2)), teams=((1, 2),)),
            (
                "Les joueurs 1 et 2 doivent être séparés et veulent tous deux la table 3 : changez la table de l’un "
                "des "
                "deux."
            ),
        ),
        (
            Wishes(fixed_seats=tuple((player, 0) for player in range(1, 6))),
            "À la position 1, 5 joueurs veulent la même place, pour 4 tables : 4 au plus peuvent l’avoir.",
        ),
        (
            Wishes(fixed_seats=((1, 4),)),
            "Le joueur 1 veut une place qui n’existe pas à la position 1 : les tables y ont 4 places.",
        ),
        (Wishes(teams=((1, 99),)), "Le joueur 99 n’est pas parmi les joueurs du tirage : retirez-le des souhaits."),
        (
            Wishes(sectors=((1, 2, 3, 4), (4, 5, 6, 7))),
            "Le joueur 4 est placé dans deux secteurs : gardez-le dans un seul.",
        ),
        (
            Wishes(sectors=((1, 2, 3, 4),), fixed_tables=((1, 2),)),
            "Le joueur 1 veut la table 3, mais son secteur joue à la table 1 : choisissez celle-là.",
        ),
        (
            Wishes(sectors=((1, 2, 3, 4, 5, 6, 7, 8),), fixed_tables=((1, 2),)),
            "Le joueur 1 veut la table 3, mais son secteur joue aux tables 1 à 2 : choisissez l’une d’elles.",
        ),
        (
            Wishes(active=((1, 1, 3),)),
            (
                "Le joueur 1 serait là de la position 2 à la position 4 : il faut des positions entre 1 et 3, "
                "dans cet ordre."
            ),
        ),
        (
            Wishes(fixed_tables=((1, 0), (1, 1))),
            "Le joueur 1 a deux tables fixes ou deux places fixes : gardez-en une.",
        ),
        (
            Wishes(apart=(Apart((1, 1)),)),
            "Le joueur 1 figure deux fois dans un groupe à séparer : retirez-le une fois.",
        ),
        (
            Wishes(sectors=((1, 2, 3, 4),), active=((1, 0, 1),)),
            (
                "Des secteurs séparés et des joueurs présents à quelques positions seulement ne se tirent pas "
                "ensemble : tirez chaque secteur à part."
            ),
        ),
    ],
)
def test_wishes_that_cannot_be_are_refused_with_what_could(wishes, sentence):
    with pytest.raises(ImpossibleDemand) as refused:
        Demand(tuple(range(1, 17)), 3, seed=1, wishes=wishes)
    assert refused.value.message() == sentence
    assert "{" not in refused.value.message("en")


@quick
def test_what_no_draw_can_keep_apart_is_refused_rather_than_drawn():
    # Nobody may meet one player of the other half, and they share two tables: pairs alone do not show it.
    everybody = tuple(range(1, 9))
    pairs = tuple(Apart((one, other), hard=True) for one in everybody[:5] for other in everybody[5:])
    with pytest.raises(ImpossibleDemand) as refused:
        draw(Demand(everybody, 1, seed=1, wishes=Wishes(apart=pairs)))
    assert refused.value.code == "no_way_apart"
