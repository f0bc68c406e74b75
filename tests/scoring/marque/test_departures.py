"""What a club's own barème does otherwise than the règlement, in words."""

from scoring.marque import compose, departures


def test_departures_in_the_order_of_the_reglement_in_words():
    own = compose(
        {
            "house": {"miseres": True, "pousse": "add", "pousse_values": {"garde": 50}},
            "poignees": {"double": 40, "triple": 60},
            "required": {"3": 35},
            "petit_au_bout": 20,
        },
        edition="club",
    )
    assert [(departure.key, departure.official, departure.value) for departure in departures(own)] == [
        ("required.3", 36, 35),
        ("petit_au_bout", 10, 20),
        ("poignees.double", 30, 40),
        ("poignees.triple", 40, 60),
        ("house.pousse", None, "add"),
        ("house.pousse_values.garde", 40, 50),
        ("house.miseres", None, True),
    ]
    assert [departure.text() for departure in departures(own)] == [
        "points à faire avec 3 bouts\u00a0: 35 au lieu de 36",
        "petit au bout\u00a0: 20 au lieu de 10",
        "poignée double\u00a0: 40 au lieu de 30",
        "poignée triple\u00a0: 60 au lieu de 40",
        "pousse, points ajoutés\u00a0: hors règlement",
        "pousse, valeur de la garde\u00a0: 50 au lieu de 40",
        "misères\u00a0: hors règlement",
    ]
    assert departures(own)[2].text("en") == "double poignée: 40 instead of 30"


def test_the_figures_of_a_rule_that_is_off_are_no_departure():
    own = compose({"house": {"misere_value": 20, "pousse_values": {"prise": 15}, "mouche_ante": 1}}, edition="club")
    assert departures(own) == ()
    assert not own.house.any


def test_where_the_pousse_is_played_what_it_replaces_is_no_departure():
    figures = {"base": 30, "multipliers": {"garde": 3}, "petit_au_bout": 15}
    assert [departure.key for departure in departures(compose(figures, edition="ours"))] == [
        "base", "multipliers.garde", "petit_au_bout",
    ]  # fmt: skip
    figures["house"] = {"pousse": "add"}
    assert [departure.key for departure in departures(compose(figures, edition="ours"))] == [
        "petit_au_bout", "house.pousse",
    ]  # fmt: skip
