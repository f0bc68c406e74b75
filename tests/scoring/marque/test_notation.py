"""A donne on one line that cannot be read is refused, and nothing in it is read as something else."""

import pytest

from scoring.marque import ImpossibleDonne, parse


def notation_refused(line: str) -> list[str]:
    with pytest.raises(ImpossibleDonne) as impossible:
        parse(line)
    return [problem.code for problem in impossible.value.problems]


@pytest.mark.parametrize(
    "word", ["mort=Est", "poignee=Est:simple", "chelem=annonce", "petit_chelem=annonce", "misere=Est:tete"]
)
@pytest.mark.parametrize("key", ["a", "z"])
def test_what_a_word_says_is_not_read_under_another_key(word, key):
    _, value = word.split("=")
    assert notation_refused(f"4 Nord,Est,Sud,Ouest garde Est 46/2 {key}={value}") == ["notation"]
    assert notation_refused(f"4 Nord,Est,Sud,Ouest garde Est 46/2 {key}=10") == ["notation"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/deux", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est+Sud+Nord 46/2", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit=", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit=attaque petit=defense", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 soleil", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est+Sud 46/2", "partner_forbidden"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 chelem=annonce:", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 chelem=annoncee", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46,5/2", "points_half"),
        ("4 Nord,Est,Sud,Ouest pousse Est 46/2", "pousse_not_in_force"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 pousse=", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 pousse=add pousse=x", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 petit_chelem=attaque", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est:coeur", "code_unknown"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 valeur_misere=dix", "notation"),
        ("6 A,B,C,D,E,F garde A 46/2", "team_mate_missing"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est:simple:double", "notation"),
        ("4 Nord,Est,Sud,Ouest garde Est 46/2 misere=Est:atout:tete", "notation"),
    ],
)
def test_notation_that_cannot_be_read(line, code):
    with pytest.raises(ImpossibleDonne) as impossible:
        parse(line)
    assert [problem.code for problem in impossible.value.problems] == [code]
    assert impossible.value.problems[0].message("fr").endswith(".")
