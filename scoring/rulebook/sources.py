"""The documents the rules come from, in the order they are trusted."""

from .nouns import Source, Texts

CITED: dict[Source, Texts] = {
    Source.FFT: ("FFT 2012", "FFT 2012"),
    Source.FFT_WHOLE: ("FFT 2012 (transcription)", "FFT 2012 (transcription)"),
    Source.FFT_3_5: ("FFT à trois et à cinq", "FFT, three and five players"),
    Source.WIKIPEDIA_FR: ("Wikipédia", "French Wikipedia"),
    Source.GAMES_SITE: ("un site de jeux", "a games site"),
    Source.BOOKLET: ("« Règles du Tarot »", "“Règles du Tarot”"),
    Source.WIKIPEDIA_PT: ("Wikipédia en portugais", "Portuguese Wikipedia"),
    Source.BOUTS: ("une page sur les bouts", "a page on the bouts"),
    Source.SLAM: ("une page sur le chelem", "a page on the slam"),
}

DESCRIBED: dict[Source, Texts] = {
    Source.FFT: (
        (
            "Fédération française de tarot, règlement officiel, version du 1er juillet 2012 : l'extrait qui va des "
            "cartes au chelem. Il l'emporte sur le reste."
        ),
        (
            "French tarot federation, official rules (“règlement”), version of 1 July 2012: the extract that goes "
            "from the cards to the slam. It prevails over the rest."
        ),
    ),
    Source.FFT_WHOLE: (
        (
            "Une transcription publique des douze premières pages du même règlement : cinq exemples de marque, le "
            "jeu à trois et à cinq, et quand on appelle l'arbitre."
        ),
        (
            "A public transcription of the first twelve pages of the same rules: five worked examples, three "
            "and five players, and when the arbiter is called."
        ),
    ),
    Source.FFT_3_5: (
        "Le texte de la fédération à trois et à cinq joueurs, tel qu'un comité régional et un éditeur le reproduisent.",
        "The federation’s text for three and five players, as a regional committee and a publisher reproduce it.",
    ),
    Source.WIKIPEDIA_FR: (
        "Wikipédia en français, article « Tarot français ».",
        "French Wikipedia, article “Tarot français”.",
    ),
    Source.GAMES_SITE: (
        "Les règles d'un site de jeux, avec trois exemples de calcul.",
        "The rules of a games site, with three worked sums.",
    ),
    Source.BOOKLET: (
        "« Règles du Tarot », une brochure sans auteur, numérisée, avec cinq donnes décomptées et une donne commentée.",
        "“Règles du Tarot”, a scanned booklet without author, with five deals counted and one annotated.",
    ),
    Source.WIKIPEDIA_PT: (
        "Wikipédia en portugais, traduction de l'article français.",
        "Portuguese Wikipedia, a translation of the French article.",
    ),
    Source.BOUTS: (
        "Une page sur les bouts et l'Excuse (bric-a-brac.org).",
        "A page on the bouts and the Excuse (bric-a-brac.org).",
    ),
    Source.SLAM: (
        "Une page sur le chelem et les demi-points (shogix.net).",
        "A page on the slam and half points (shogix.net).",
    ),
}
