"""The marque told in sentences, in French and English."""

import pytest

from scoring.marque import compose, parse, score

NB = "\u00a0"


def by(figures: dict[str, object], line: str) -> list[str]:
    """Return what a donne is told like by a club's own barème, in French."""
    scored = score(parse(line), compose(figures, edition="ours"))
    return [sentence.replace(NB, " ") for sentence in scored.why("fr")]


def told(line: str, language: str) -> list[str]:
    return [sentence.replace(NB, " ") for sentence in score(parse(line)).why(language)]


@pytest.mark.parametrize(
    ("line", "french", "english"),
    [
        (
            "4 Nord,Est,Sud,Ouest garde Est 46/2 poignee=Est:simple",
            [
                "Est a demandé une garde : 46 points avec deux bouts, il en fallait 41 : contrat réussi de 5.",
                "25 points de base et 5 d’écart, multipliés par 2 pour une garde : (25 + 5) × 2 = 60 pour l’attaque.",
                "Poignée simple montrée par Est : 20 pour le camp qui gagne le contrat, l’attaque.",
                "Au total pour l’attaque : 60 + 20 = 80.",
                "Chacun des 3 défenseurs donne 80 à Est, soit 240.",
                "On marque : Nord −80, Est +240, Sud −80, Ouest −80.",
            ],
            [
                "Est bid a garde: 46 points with two bouts, 41 were needed: contract made by 5.",
                "25 base points and 5 of margin, multiplied by 2 for a garde: (25 + 5) × 2 = 60 for the attack.",
                "A simple poignée shown by Est: 20 for the camp that wins the contract, the attack.",
                "In all for the attack: 60 + 20 = 80.",
                "Each of the 3 defenders gives Est 80, 240 in all.",
                "The score: Nord −80, Est +240, Sud −80, Ouest −80.",
            ],
        ),
        (
            "5 Anne,Bob,Chloé,Dan,Eve prise Bob+Eve 40.5/2 petit=attaque",
            [
                "Bob a demandé une prise : 40,5 points avec deux bouts, il en fallait 41 : contrat chuté de 1.",
                "Le demi-point va au camp qui gagne le contrat, la défense : 40,5 comptent pour 40.",
                "25 points de base et 1 d’écart, multipliés par 1 pour une prise : (25 + 1) × 1 = 26 pour la défense.",
                "Petit au bout pour l’attaque, quel que soit le résultat du contrat : 10 × 1 = 10.",
                "Au total pour l’attaque : −26 + 10 = −16.",
                "L’attaque donne 16 à chacun des 3 défenseurs, soit 48 : deux tiers par Bob, un tiers par Eve.",
                "On marque : Anne +16, Bob −32, Chloé +16, Dan +16, Eve −16.",
            ],
            [
                "Bob bid a prise: 40.5 points with two bouts, 41 were needed: contract failed by 1.",
                "The half point goes to the camp that wins the contract, the defence: 40.5 counts as 40.",
                "25 base points and 1 of margin, multiplied by 1 for a prise: (25 + 1) × 1 = 26 for the defence.",
                "Petit au bout for the attack, whatever becomes of the contract: 10 × 1 = 10.",
                "In all for the attack: −26 + 10 = −16.",
                "The attack gives each of the 3 defenders 16, 48 in all: two thirds by Bob, one third by Eve.",
                "The score: Anne +16, Bob −32, Chloé +16, Dan +16, Eve −16.",
            ],
        ),
        (
            "8 A,B,C,D,E,F,G,H pousse A+B 51/1 repos=G repos=H pousse=add petit=defense misere=C:tete",
            [
                "A a demandé une pousse : 51 points avec un bout, il en fallait 51 : contrat juste fait.",
                "La pousse vaut 20, et l’on y ajoute l’écart : 20 + 0 = 20 pour l’attaque.",
                "Petit au bout pour la défense, quel que soit le résultat du contrat : 10.",
                "Au total pour l’attaque : 20 − 10 = 10.",
                "Chacun des 4 défenseurs donne 10 à l’attaque, soit 40 : une moitié à A, l’autre à B.",
                "Une misère de figure montrée par C, qui reçoit 10 de chacun des autres.",
                "G et H ne jouent pas cette donne et marquent 0.",
                "On marque : A +10, B +10, C +40, D −20, E −20, F −20, G 0, H 0.",
            ],
            [
                "A bid a pousse: 51 points with one bout, 51 were needed: contract just made.",
                "The pousse is worth 20, and the margin is added: 20 + 0 = 20 for the attack.",
                "Petit au bout for the defence, whatever becomes of the contract: 10.",
                "In all for the attack: 20 − 10 = 10.",
                "Each of the 4 defenders gives the attack 10, 40 in all: half to A, half to B.",
                "A misère de figure shown by C, who gets 10 from each of the others.",
                "G and H sit this deal out and mark 0.",
                "The score: A +10, B +10, C +40, D −20, E −20, F −20, G 0, H 0.",
            ],
        ),
        (
            "2_mort Nord,Est garde Est 56/0 chelem=annonce misere=Nord:atout pousse=x",
            [
                "Est a demandé une garde : 56 points sans bout, il en fallait 56 : contrat juste fait.",
                "10 points de base et 0 d’écart, multipliés par 4 pour une garde : (10 + 0) × 4 = 40 pour l’attaque.",
                "Chelem annoncé et chuté : 200 pour la défense, que le contrat soit réussi ou non.",
                "Au total pour l’attaque : 40 − 200 = −160.",
                "Est donne 160 à Nord.",
                "Une misère d’atout montrée par Nord, qui reçoit 10 de l’autre.",
                "On marque : Nord +170, Est −170.",
            ],
            [
                "Est bid a garde: 56 points without a bout, 56 were needed: contract just made.",
                "10 base points and 0 of margin, multiplied by 4 for a garde: (10 + 0) × 4 = 40 for the attack.",
                "Slam announced and failed: 200 for the defence, whether the contract is made or not.",
                "In all for the attack: 40 − 200 = −160.",
                "Est gives Nord 160.",
                "A misère d'atout shown by Nord, who gets 10 from the other.",
                "The score: Nord +170, Est −170.",
            ],
        ),
    ],
)
def test_a_donne_is_told_from_the_bid_to_the_score(line, french, english):
    assert told(line, "fr") == french
    assert told(line, "en") == english


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("3 A,B,C prise A 36/3", "Chacun des 2 défenseurs donne 25 à A, soit 50."),
        ("3 A,B,C prise A 35/3", "A donne 26 à chacun des 2 défenseurs, soit 52."),
        (
            "5_flambeuse A,B,C,D,E prise A 36/3",
            "Chacun des 4 défenseurs donne 25 à A, soit 100.",
        ),
        (
            "5 A,B,C,D,E prise A+B 36/3",
            "Chacun des 3 défenseurs donne 25 à l’attaque, soit 75 : deux tiers à A, un tiers à B.",
        ),
        (
            "6 A,B,C,D,E,F prise A+B 35/3",
            "L’attaque donne 26 à chacun des 4 défenseurs, soit 104 : une moitié par A, l’autre par B.",
        ),
        ("2_tirette A,B prise A 36/3", "B donne 25 à A."),
        (
            "4 A,B,C,D garde_contre A 42/2 pousse=add petit=defense petit_chelem=annonce",
            "Chacun des 3 défenseurs donne 1 à A, soit 3.",
        ),
        (
            "5 A,B,C,D,E garde_contre A+B 42/2 pousse=add petit=defense petit_chelem=annonce",
            "Chacun des 3 défenseurs donne 1 à l’attaque, soit 3 : deux tiers à A, un tiers à B.",
        ),
        ("4 A,B,C,D garde A 36/3 petit=attaque chelem=annonce", "A donne 130 à chacun des 3 défenseurs, soit 390."),
        ("4 A,B,C,D prise A 15/0 chelem=defense", "La défense a fait tous les plis : 200 pour la défense."),
        ("4 A,B,C,D prise A 91/3 chelem=attaque", "Chelem réussi sans avoir été annoncé : 200 pour l’attaque."),
        ("4 A,B,C,D prise A 91/3 chelem=annonce:attaque", "Chelem annoncé et réussi : 400 pour l’attaque."),
        (
            "4 A,B,C,D prise A 85/2 petit_chelem=annonce:reussi",
            "Petit chelem annoncé et réussi : 300 pour l’attaque.",
        ),
        (
            "4 A,B,C,D prise A 45/2 petit_chelem=annonce",
            "Petit chelem annoncé et chuté : 150 pour la défense, que le contrat soit réussi ou non.",
        ),
        ("7 A,B,C,D,E,F,G prise A+B 36/3 repos=G", "G ne joue pas cette donne et marque 0."),
        (
            "4 A,B,C,D prise A 46/2 poignee=B:simple",
            "Poignée simple montrée par B : 20 pour le camp qui gagne le contrat, l’attaque.",
        ),
    ],
)
def test_who_gives_what_to_whom(line, sentence):
    assert sentence in told(line, "fr")


def test_a_plain_donne_has_nothing_to_add_up():
    assert told("3 A,B,C garde A 41.5/2", "en") == [
        "A bid a garde: 41.5 points with two bouts, 41 were needed: contract made by 1.",
        "The half point goes to the camp that wins the contract, the attack: 41.5 counts as 42.",
        "25 base points and 1 of margin, multiplied by 2 for a garde: (25 + 1) × 2 = 52 for the attack.",
        "Each of the 2 defenders gives A 52, 104 in all.",
        "The score: A +104, B −52, C −52.",
    ]


def test_each_poignee_is_told_with_who_showed_it():
    told_poignees = [
        sentence
        for sentence in told("5 A,B,C,D,E prise A+B 35/3 poignee=C:double poignee=B:simple", "en")
        if "poignée" in sentence
    ]
    assert told_poignees == [
        "A double poignée shown by C: 30 for the camp that wins the contract, the defence.",
        "A simple poignée shown by B: 20 for the camp that wins the contract, the defence.",
    ]


@pytest.mark.parametrize(
    ("prime", "amount", "total"), [(1, "1 × 1 = 1", "30 − 1 = 29"), (0, "0 × 1 = 0", "30 + 0 = 30")]
)
def test_a_petit_au_bout_keeps_its_camp_however_little_a_club_gives_for_it(prime, amount, total):
    bareme = compose({"petit_au_bout": prime}, edition="club")
    sentences = score(parse("4 A,B,C,D prise A 46/2 petit=defense"), bareme=bareme).why("en")
    assert sentences[2:4] == (
        f"Petit au bout for the defence, whatever becomes of the contract: {amount}.",
        f"In all for the attack: {total}.",
    )


def test_a_chelem_that_fails_is_the_defence_s_however_little_a_club_asks_for_it():
    bareme = compose({"chelem_announced_failed": 1}, edition="club")
    sentences = score(parse("4 A,B,C,D prise A 46/2 chelem=annonce"), bareme=bareme).why("en")
    assert sentences[2] == "Slam announced and failed: 1 for the defence, whether the contract is made or not."


def test_when_everything_cancels_out_nobody_gives_anything():
    assert told("4 A,B,C,D garde_sans A 66/1 petit=attaque chelem=annonce", "fr")[-2:] == [
        "Personne ne donne rien à personne.",
        "On marque : A 0, B 0, C 0, D 0.",
    ]


def test_less_than_two_points_are_singular_in_french_and_one_alone_in_english():
    line = "3 A,B,C garde_contre A 1.5/0"
    assert told(line, "fr")[0].startswith("A a demandé une garde contre le chien : 1,5 point sans bout")
    assert told(line, "en")[0].startswith("A bid a garde contre le chien: 1.5 points without a bout")
    one = "2_tirette A,B garde_contre A 1/0"
    assert told(one, "fr")[0].startswith("A a demandé une garde contre le chien : 1 point sans bout")
    assert told(one, "en")[0].startswith("A bid a garde contre le chien: 1 point without a bout")
    two = "4 A,B,C,D garde_contre A 2/0"
    assert told(two, "fr")[0].startswith("A a demandé une garde contre le chien : 2 points sans bout")
    none = "4 A,B,C,D garde_contre A 0/0 chelem=defense"
    assert told(none, "fr")[0].startswith("A a demandé une garde contre le chien : 0 point sans bout")
    assert told(none, "en")[0].startswith("A bid a garde contre le chien: 0 points without a bout")


@pytest.mark.parametrize(
    ("figures", "said", "sentence"),
    [
        ({"chelem_made": 0}, "91/3 chelem=attaque", "Chelem réussi sans avoir été annoncé : 0 pour l’attaque."),
        ({"chelem_inflicted": 0}, "5/0 chelem=defense", "La défense a fait tous les plis : 0 pour l’attaque."),
        (
            {"chelem_announced_failed": 0},
            "80/3 chelem=annonce",
            "Chelem annoncé et chuté : 0 pour l’attaque, que le contrat soit réussi ou non.",
        ),
    ],
)
def test_a_prime_that_a_club_values_at_0_is_told_and_added_to_nobody(figures, said, sentence):
    sentences = by(figures, f"4 Nord,Est,Sud,Ouest prise Est {said}")
    assert sentence in sentences, sentences
    (total,) = [one for one in sentences if one.startswith("Au total")]
    assert " + 0 = " in total
