"""What a barème changes on the examples, and how it is told."""

import pytest

from scoring.marque import FFT_2012, Bareme, compose
from scoring.queries.rules.bareme_examples import ComparedExamples, Worth, compare
from scoring.queries.rules.bareme_words import RULES, SECTIONS, in_words
from scoring.queries.rules.baremes import choices_of, offered
from scoring.services.rules.baremes import choose_bareme, withdraw_bareme
from tests.factories import NOW, ClubFactory
from tests.scoring.baremes import a_bareme
from tests.texts import NO_BREAK
from tournaments.models import Club, Tournament

ALL_RULES = {"pousse": "add", "petit_chelem": True, "miseres": True, "mouche": True, "flambeuse": True}


def composed(**figures: object) -> Bareme:
    return compose(figures, edition="club-1-1-0")


def nested(key: str, value: object) -> dict[str, object]:
    """Return `{"poignees": {"double": 40}}` for `poignees.double`."""
    for part in reversed(key.split(".")):
        value = {part: value}
    return value


def shown(comparison: ComparedExamples) -> list[tuple[Worth | None, Worth | None]]:
    every = (*comparison.printed, *comparison.others, *comparison.house)
    return [(example.official, example.own) for example in every]


def test_the_examples_of_the_reglement_are_worth_what_it_prints() -> None:
    printed = [example.official for example in compare(FFT_2012).printed]
    assert [(worth.won, worth.taker, worth.defender) for worth in printed] == [
        (True, 318, -106),
        (True, 228, -76),
        (False, -126, 42),
        (True, 276, -92),
        (True, 1746, -582),
    ]


def test_the_reglement_changes_nothing_and_knows_no_rule_of_the_house() -> None:
    comparison = compare(FFT_2012)
    assert (comparison.changed, comparison.house, comparison.pot) == (0, (), ())


def test_a_poignee_of_40_shows_where_it_is_paid() -> None:
    comparison = compare(composed(poignees={"simple": 40}))
    assert [example.changes for example in comparison.printed] == [True, False, True, True, True]
    assert comparison.printed[0].own == Worth(won=True, taker=378, defender=-126)


def test_a_contract_that_is_made_by_one_and_failed_by_the_other_is_told_apart() -> None:
    comparison = compare(composed(required={"3": 37}))
    turned = [example for example in (*comparison.printed, *comparison.others) if example.is_turned]
    assert [(example.official.won, example.own.won) for example in turned] == [(True, False)]


@pytest.mark.parametrize("key", [key for section in SECTIONS for key in section.figures])
def test_every_figure_of_the_reglement_shows_on_an_example(key: str) -> None:
    official = next(
        figure.value
        for section, told_section in zip(SECTIONS, in_words(FFT_2012, language="fr").sections, strict=True)
        for name, figure in zip(section.figures, told_section.figures, strict=True)
        if name == key
    )
    assert compare(composed(**nested(key, official - 1))).changed > 0


@pytest.mark.parametrize(
    ("rule", "key"),
    [(rule.key.removeprefix("house."), key.removeprefix("house.")) for rule in RULES for key in rule.figures],
)
def test_every_figure_of_a_rule_shows_on_an_example_once_it_is_in_force(rule: str, key: str) -> None:
    on = {rule: ALL_RULES[rule], "pousse": "add"}
    before = compare(composed(house=on))
    after = compare(composed(house=on | nested(key, 7)))
    assert (shown(before), before.pot) != (shown(after), after.pot)


def test_a_rule_in_force_brings_its_own_examples() -> None:
    house = compare(composed(house=ALL_RULES)).house
    assert [(example.official, example.own.taker) for example in house] == [
        (None, 84),
        (None, -90),
        (None, 1176),
        (None, -228),
        (None, 174),
        (None, 192),
    ]


def test_the_pot_of_the_mouche_is_shown_by_a_donne_of_each_contract_dealt_in_turn_and_won_every_other_time() -> None:
    rows = compare(composed(house={"mouche": True})).pot
    assert [(row.title, row.moves, row.pot) for row in rows] == [
        ("tout le monde passe", (-5, 0, 0, 0), 5),
        ("prise réussie par Est", (-10, 35, -10, -10), 0),
        ("garde chutée par Est", (-40, -125, -45, -40), 250),
        ("garde sans le chien réussie par Est", (-80, 495, -80, -85), 0),
        ("garde contre le chien chutée par Est", (-165, -485, -160, -160), 970),
    ]
    with_pousse = compare(composed(house={"mouche": True, "pousse": "add"})).pot
    assert [row.title for row in with_pousse][1:3] == ["prise réussie par Est", "pousse chutée par Est"]


def test_the_pot_of_the_mouche_and_what_people_put_in_make_nothing() -> None:
    put_in = 0
    for row in compare(composed(house={"mouche": True})).pot:
        put_in += sum(row.moves)
        assert put_in + row.pot == 0


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        ("fr", ("Poignée double : 40 au lieu de 30", "Misères : hors règlement", "Misère : 20 au lieu de 10")),
        ("en", ("Double poignée: 40 instead of 30", "Misères: not in the rules", "Misère: 20 instead of 10")),
    ],
)
def test_a_bareme_is_told_in_both_languages(language: str, phrases: tuple[str, ...]) -> None:
    bareme = composed(poignees={"double": 40}, house={"miseres": True, "misere_value": 20})
    words = in_words(bareme, language=language)
    assert tuple(phrase.translate(NO_BREAK) for phrase in words.departures) == phrases
    assert [rule.figures[0].value for rule in words.rules] == [20]
    differ = [figure.value for section in words.sections for figure in section.figures if figure.differs]
    assert differ == [40]


@pytest.mark.django_db
def test_a_tournament_chooses_among_what_its_club_offers_and_what_it_has(club: Club, tournament: Tournament) -> None:
    first = a_bareme(club)
    choose_bareme(tournament=tournament, edition=first.edition, by=None, at=NOW)
    second = a_bareme(club, figures={"base": 30}, replaces=first)
    withdraw_bareme(bareme=a_bareme(club, "Oublié", {"base": 31}), by=None, at=NOW)
    a_bareme(ClubFactory(), "Ailleurs", {"base": 32})
    tournament.refresh_from_db()

    assert [(choice.edition, choice.label) for choice in choices_of(tournament)] == [
        ("fft-2012", "règlement FFT 2012"),
        (second.edition, "Vendredi, version 2"),
        (first.edition, "Vendredi"),
    ]
    assert list(offered(club)) == [second]


@pytest.mark.parametrize(
    ("pousse", "sections", "multiplied"),
    [
        (None, ["Points à faire", "Contrat", "Coefficients", "Petit au bout et poignées", "Chelem"], True),
        ("x", ["Points à faire", "Petit au bout et poignées", "Chelem"], True),
        ("add", ["Points à faire", "Petit au bout et poignées", "Chelem"], False),
    ],
)
def test_a_bareme_shows_only_the_figures_that_count(pousse: str | None, sections: list[str], multiplied: bool) -> None:
    shown = in_words(composed(house={"pousse": pousse}), language="fr").sections
    assert [str(section.title) for section in shown] == sections
    assert str(shown[-2].help).startswith("Le petit au bout est multiplié") == multiplied
