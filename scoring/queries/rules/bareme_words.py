"""The figures of a barème in words: the sections that show them, and the differences from the règlement."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.marque import FFT_2012, Bareme, Departure, as_composed, departures
from scoring.queries.rules.baremes import flat

Words = str | Promise


@dataclass(frozen=True)
class FigureSection:
    """
    Figures shown together: the words of each, by dotted key. The pousse may replace these figures [R29], or change the
    words of some, depending on how it is counted: `help_with_pousse`.
    """

    title: Words
    help: Words
    figures: Mapping[str, Words]
    gives_way: bool = False
    help_with_pousse: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True)
class HouseRuleWords:
    """The words of a rule hors règlement, and of its figures, which are hidden while the rule is off."""

    key: str
    title: Words
    help: Words
    figures: Mapping[str, Words]


CONTRACTS: Mapping[str, Words] = {
    "prise": _("Prise"),
    "pousse": _("Pousse"),
    "garde": _("Garde"),
    "garde_sans": _("Garde sans"),
    "garde_contre": _("Garde contre"),
}

POUSSES: Mapping[str, Words] = {
    "add": _("Pousse, points ajoutés à la valeur du contrat"),
    "x": _("Pousse, points multipliés"),
}

SECTIONS = (
    FigureSection(
        _("Points à faire"),
        _("Ce que l’attaque doit atteindre, selon ses bouts."),
        {
            "required.0": _("Sans bout"),
            "required.1": _("Un bout"),
            "required.2": _("Deux bouts"),
            "required.3": _("Trois bouts"),
        },
    ),
    FigureSection(
        _("Contrat"),
        _("Chaque défenseur donne ou reçoit : (points du contrat + écart) × coefficient, plus les primes."),
        {"base": _("Points du contrat")},
        gives_way=True,
    ),
    FigureSection(
        _("Coefficients"),
        _("Ils multiplient les points du contrat, l’écart et le petit au bout."),
        {f"multipliers.{code}": label for code, label in CONTRACTS.items() if code != "pousse"},
        gives_way=True,
    ),
    FigureSection(
        _("Petit au bout et poignées"),
        _("Le petit au bout est multiplié par le coefficient ; les poignées ne le sont pas."),
        {
            "petit_au_bout": _("Petit au bout"),
            "poignees.simple": _("Poignée simple"),
            "poignees.double": _("Poignée double"),
            "poignees.triple": _("Poignée triple"),
        },
        help_with_pousse={
            "add": _("Ils s’ajoutent tels quels : avec la pousse à points ajoutés, rien n’est multiplié."),
            "x": _(
                "Le petit au bout est multiplié autant de fois que le contrat vaut une prise ; "
                "les poignées ne le sont pas."
            ),
        },
    ),
    FigureSection(
        _("Chelem"),
        _("Tous les plis. Ces points ne sont pas multipliés."),
        {
            "chelem_announced_made": _("Annoncé et réussi"),
            "chelem_made": _("Réussi sans annonce"),
            "chelem_announced_failed": _("Annoncé et chuté"),
            "chelem_inflicted": _("Par la défense"),
        },
    ),
)

RULES = (
    HouseRuleWords(
        "house.pousse",
        _("Pousse"),
        _(
            "Un contrat de plus, entre la prise et la garde. Chaque contrat a alors sa propre valeur, "
            "à la place des points du contrat et des coefficients."
        ),
        {f"house.pousse_values.{code}": label for code, label in CONTRACTS.items()},
    ),
    HouseRuleWords(
        "house.petit_chelem",
        _("Petit chelem"),
        _("Tous les plis sauf un, si le preneur l’a annoncé."),
        {
            "house.petit_chelem_made": _("Annoncé et réussi"),
            "house.petit_chelem_failed": _("Annoncé et chuté"),
        },
    ),
    HouseRuleWords(
        "house.miseres",
        _("Misères"),
        _("Qui montre une main sans atout, ou sans figure, reçoit ces points de chacun des autres joueurs."),
        {"house.misere_value": _("Une misère")},
    ),
    HouseRuleWords(
        "house.mouche",
        _("Mouche"),
        _(
            "Un pot tenu à côté de la marque : le donneur mise, chacun paie quand un joueur prend, et le preneur "
            "emporte le pot ou y remet autant. Il ne compte jamais dans le classement."
        ),
        {"house.mouche_ante": _("Mise du donneur")}
        | {f"house.mouche_values.{code}": label for code, label in CONTRACTS.items()},
    ),
    HouseRuleWords(
        "house.flambeuse",
        _("Flambeuse"),
        _("À cinq, le preneur joue seul contre quatre : personne n’est appelé."),
        {},
    ),
)


@dataclass(frozen=True)
class FigureInWords:
    """A figure as it is shown, beside the règlement's figure; that one is None when the règlement has none."""

    label: Words
    value: int
    official: int | None

    @property
    def differs(self) -> bool:
        return self.official is not None and self.value != self.official


@dataclass(frozen=True)
class SectionInWords:
    title: Words
    help: Words
    figures: tuple[FigureInWords, ...]


@dataclass(frozen=True)
class BaremeInWords:
    """A whole barème in words: its sections, its rules hors règlement in force, and its differences."""

    sections: tuple[SectionInWords, ...]
    rules: tuple[SectionInWords, ...]
    departures: tuple[str, ...]


def in_words(bareme: Bareme, *, language: str) -> BaremeInWords:
    """Return a barème in words; `language` is a language of the marque."""
    own, official = flat(as_composed(bareme)), flat(as_composed(FFT_2012))
    return BaremeInWords(
        sections=tuple(
            SectionInWords(
                section.title,
                section.help_with_pousse.get(own["house.pousse"], section.help),
                tuple(FigureInWords(label, own[key], official[key]) for key, label in section.figures.items()),
            )
            for section in SECTIONS
            if not (section.gives_way and own["house.pousse"])
        ),
        rules=tuple(_rule_in_words(rule, own) for rule in RULES if own[rule.key]),
        departures=phrases(departures(bareme), language=language),
    )


def phrases(changes: tuple[Departure, ...], *, language: str) -> tuple[str, ...]:
    """Return each departure as a short phrase with a capital letter."""
    texts = [departure.text(language) for departure in changes]
    return tuple(text[:1].upper() + text[1:] for text in texts)


def _rule_in_words(rule: HouseRuleWords, own: Mapping[str, Any]) -> SectionInWords:
    title = POUSSES[own[rule.key]] if rule.key == "house.pousse" else rule.title
    return SectionInWords(
        title, rule.help, tuple(FigureInWords(label, own[key], None) for key, label in rule.figures.items())
    )
