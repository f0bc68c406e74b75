"""Words that say another thing than the rule, most of them translated too far (C28-C34)."""

from scoring.rulebook.nouns import Mistake, Source

SITE, BOOKLET, WIKIPEDIA, PORTUGUESE = (
    Source.GAMES_SITE,
    Source.BOOKLET,
    Source.WIKIPEDIA_FR,
    Source.WIKIPEDIA_PT,
)

WORDS = (
    Mistake(
        "C28",
        (BOOKLET,),
        ("le jeu de la carte", "the play"),
        ("Le preneur annoncerait : « Jouez ! »", "The taker is said to announce: “Jouez!”"),
        (
            (
                "Le mot est « Jeu » (R20), disent la fédération et le site. Il dit que l'écart est fait, et n'est "
                "un ordre pour personne."
            ),
            (
                "The word is “Jeu” (R20), say the federation and the site. It says that the discard is made, and "
                "orders nobody."
            ),
        ),
    ),
    Mistake(
        "C29",
        (SITE,),
        ("les règles du tarot", "the rules of tarot"),
        (
            "Après son écart, « le déclarant commence le jeu ».",
            "After the discard, “the taker begins the play”.",
        ),
        (
            (
                "La phrase d'après, sur le même site, donne l'entame au joueur à droite du donneur : c'est la règle "
                "(R21). Le preneur n'entame qu'après avoir annoncé un chelem (R17)."
            ),
            (
                "The next sentence of the same site gives the lead to the player on the dealer’s right: that is the "
                "rule (R21). The taker leads only after announcing a slam (R17)."
            ),
        ),
    ),
    Mistake(
        "C30",
        (PORTUGUESE,),
        ("calcul des scores", "working out the scores"),
        (
            "Un contrat exactement fait serait « terminé », un contrat manqué « annulé ».",
            "A contract exactly made is said to be “finished”, a missed one “cancelled”.",
        ),
        (
            (
                "L'original dit « juste fait » et « chuté » : le premier est réussi avec un écart de 0, le second "
                "se marque contre l'attaque (R5). Rien n'est annulé."
            ),
            (
                "The original says “juste fait” and “chuté”: the first is made, by 0, the second is marked against "
                "the attack (R5). Nothing is cancelled."
            ),
        ),
    ),
    Mistake(
        "C31",
        (PORTUGUESE,),
        ("partout", "throughout"),
        (
            (
                "Deux noms pour une chose : « cão » et « chien », « Cavalo » et « cavaleiro », « Dama » et « "
                "Rainha », « tomador », « recebedor » et « atacante », « vaza », « mão » et « rodada » pour le "
                "pli. Et un nom pour deux : « mão » est aussi la main, « partida » la donne et la partie, « "
                "passe » la passe et la pousse."
            ),
            (
                "Two names for one thing: “cão” and “chien”, “Cavalo” and “cavaleiro”, “Dama” and “Rainha”, "
                "“tomador”, “recebedor” and “atacante”, “vaza”, “mão” and “rodada” for the trick. And one name for "
                "two: “mão” is the hand too, “partida” the deal and the game, “passe” the pass and the pousse."
            ),
        ),
        (
            (
                "Le chien, le cavalier, la dame, le preneur, le pli (ou la levée) : une chose, un nom. La carte "
                "seule va au camp qui gagne la donne, pas la partie (R8)."
            ),
            (
                "The dog, the knight, the queen, the taker, the trick: one thing, one name. The lone card goes to "
                "the camp that wins the deal, not the game (R8)."
            ),
        ),
    ),
    Mistake(
        "C32",
        (PORTUGUESE,),
        ("cinq joueurs", "five players"),
        (
            (
                "Le preneur jouerait seul « s'il est appelé », et le partenaire pourrait laisser aux adversaires « "
                "quelques illusions »."
            ),
            (
                "The taker is said to play alone “if called”, and the partner to be free to leave the opponents "
                "“some illusions”."
            ),
        ),
        (
            (
                "L'original dit : s'il s'est appelé lui-même, et peu d'illusions. Le partenaire peut se laisser "
                "deviner à son jeu ; il ne doit pas se dire (R24)."
            ),
            (
                "The original says: if they called themselves, and few illusions. The partner may be guessed by "
                "their play; they must not say so (R24)."
            ),
        ),
    ),
    Mistake(
        "C33",
        (PORTUGUESE,),
        ("le nombre de joueurs", "the number of players"),
        (
            "Le tarot aurait été « inventé pour quatre ».",
            "Tarot is said to have been “invented for four”.",
        ),
        (
            "L'original dit qu'il se joue officiellement à quatre, et le même article le dit joué à trois en 1655.",
            (
                "The original says that it is officially played by four, and the same article has it played by "
                "three in 1655."
            ),
        ),
    ),
    Mistake(
        "C34",
        (SITE, WIKIPEDIA, PORTUGUESE),
        ("annonces", "announcements"),
        (
            "La prise, la garde, la pousse sont appelées des « annonces ».",
            "The prise, the garde, the pousse are called “announcements”.",
        ),
        (
            (
                "Ce sont des enchères (R6) ; une annonce est une poignée, un chelem ou une misère (R6a). L'ordre et "
                "le prix n'en changent pas."
            ),
            (
                "They are bids (R6); an announcement is a poignée, a slam or a misère (R6a). Neither order nor "
                "price changes."
            ),
        ),
    ),
)
