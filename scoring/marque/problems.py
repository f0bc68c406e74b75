"""What is wrong with a donne or a barème: stored as data, put into a sentence when asked."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

from .words import DEFAULT_LANGUAGE, filled, say

# The keys of values that are people: chairs until they are named.
PEOPLE = frozenset({"player", "players", "taker", "partner"})


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """
    One thing that is wrong, or that an arbiter should look at again.

    `field` is its key in the exchange format, "" for the whole object. `values` are the facts that the sentence quotes,
    counts as `Fraction` points. Problems of `Facts` name people by chairs: `named` replaces these by names.
    """

    code: str
    field: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def named(self, names: Sequence[str]) -> "Problem":
        """Return the same problem with people's names instead of chairs; `names` are by chair."""
        if PEOPLE.isdisjoint(self.values):
            return self
        return Problem(
            self.code, self.field, {key: _with_names(key, value, names) for key, value in self.values.items()}
        )

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a sentence that says what is wrong and what to do."""
        return filled(_sentence(self.code, language), self.values, language)

    def fact(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return what is odd, without what to do. Only for a warning."""
        return say(WARNINGS[self.code][0], self.values, language)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> Mapping[str, object]:
        return {"code": self.code, "field": self.field, "message": self.message(language)}


def _with_names(key: str, value: object, names: Sequence[str]) -> object:
    if key not in PEOPLE:
        return value
    if isinstance(value, tuple):
        return tuple([_with_names(key, who, names) for who in value])
    return names[value] if isinstance(value, int) else value


class Told(Protocol):
    """The interface of every problem, of a donne or of its cards."""

    def message(self, language: str = DEFAULT_LANGUAGE) -> str: ...

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> Mapping[str, object]: ...


class Impossible(ValueError):
    """Raised instead of building something impossible. It has all the problems, never only the first."""

    problems: tuple[Told, ...]

    def __init__(self, problems: Iterable[Told]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(problem.message() for problem in self.problems)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"problems": [problem.as_json(language) for problem in self.problems]}


class ImpossibleDonne(Impossible):
    """A donne that cannot have happened, or that uses a rule that is not in force."""

    problems: tuple[Problem, ...]


class ImpossibleBareme(Impossible):
    """Figures that make no barème."""

    problems: tuple[Problem, ...]


# What is wrong with a line, its names and its house rules.
ASKED: dict[str, str] = {
    # The line and its keys.
    "not_json": _("Cette ligne n’est pas du JSON : écrivez un objet JSON par ligne, en UTF-8."),
    "not_object": _("Une donne s’écrit comme un objet JSON, reçu : {value}. Écrivez un objet par donne."),
    "key_twice": _("La clé « {key} » est écrite deux fois : n’en gardez qu’une."),
    "key_unknown": _("La clé « {key} » n’existe pas dans une donne : corrigez-la ou retirez-la."),
    "key_missing": _("Il manque « {key} » : indiquez-le."),
    "wrong_type": _("« {key} » doit être {expected}, reçu : {value}. Corrigez cette valeur."),
    "code_unknown": _("« {key} » ne peut pas valoir {value} : choisissez parmi {choices}."),
    "pousse_not_in_force": _(
        "La pousse est une règle maison qui n’est pas en vigueur ici : choisissez un contrat du règlement."
    ),
    "petit_chelem_not_in_force": _("Le petit chelem est une règle maison qui n’est pas en vigueur ici : retirez-le."),
    "miseres_not_in_force": _("Les misères sont une règle maison qui n’est pas en vigueur ici : retirez-les."),
    "misere_value": _("Une misère vaut de 1 à {most} points, reçu : {value}. Corrigez cette valeur."),
    "notation": _("Je ne sais pas lire {value} dans cette notation : écrivez par exemple « {example} »."),
    # The people.
    "players_count": _("Il faut {expected} joueurs, il y en a {count} : complétez ou corrigez la liste."),
    "players_twice": _("Un même nom figure plusieurs fois ({players}) : donnez à chaque joueur un nom différent."),
    "player_unnamed": _("Un joueur n’a pas de nom : donnez-lui en un."),
    "player_unknown": _("{player} n’est pas à cette table : choisissez parmi {players}."),
    "player_sits_out": _("{player} ne joue pas cette donne et n’a pas de cartes : choisissez un autre joueur."),
    "partner_missing": _(
        "À cinq joueurs, dites qui est avec le preneur : le détenteur de la carte appelée, ou personne (null) si le "
        "preneur est seul."
    ),
    "partner_forbidden": _("À {playing} joueurs le preneur joue seul : retirez {player} comme partenaire."),
    "team_mate_missing": _("À {playing} joueurs on joue par équipes de deux : indiquez le coéquipier du preneur."),
    "dealer_missing": _("À sept, celui qui distribue ne joue pas : indiquez ce seul joueur au repos (reçu : {count})."),
    "team_missing": _(
        "À huit, l’équipe qui distribue ne joue pas : indiquez ces deux joueurs au repos (reçu : {count})."
    ),
    "mort_missing": _("À cinq avec un mort, indiquez le seul joueur qui ne joue pas cette donne (reçu : {count})."),
    "sits_out_twice": _(
        "{player} est indiqué deux fois au repos : indiquez les deux joueurs de l’équipe qui distribue."
    ),
    "sits_out_forbidden": _("Dans cette variante tout le monde joue : retirez {players} des joueurs au repos."),
}

# What the cards do not allow.
IMPOSSIBLE: dict[str, str] = {
    # Points and bouts.
    "bouts_range": _("Il y a trois bouts dans le jeu, l’attaque ne peut pas en avoir {value} : indiquez de 0 à 3."),
    "points_unreadable": _("« {key} » n’est pas un nombre de points : {value}. Écrivez par exemple 46."),
    "points_fraction": _(
        "Les cartes se comptent au demi-point, {value} ne convient pas pour « {key} » : arrondissez au demi-point."
    ),
    "points_range": _("Il y a 91 points dans le jeu, l’attaque ne peut pas en avoir {points} : recomptez."),
    "points_half": _(
        "L’attaque ne peut pas avoir {points} points à {playing} joueurs : ses cartes font {below} ou {above}. "
        "Recomptez les points."
    ),
    "points_bouts": _(
        "Avec {bouts} en {contract} à {playing} joueurs, l’attaque a {range} points : {points} est impossible. "
        "Vérifiez les points et les bouts."
    ),
    "points_chelem": _(
        "Un chelem réussi par {camp} avec {bouts} en {contract} laisse à l’attaque {range} points : {points} est "
        "impossible. Vérifiez le chelem, les points et les bouts."
    ),
    "defense_points": _(
        "Les deux comptes font {total} points au lieu de 91 ({points} pour l’attaque, {defense_points} pour la "
        "défense) : recomptez les deux tas."
    ),
    # Primes.
    "petit_bouts": _(
        "Le petit au bout ne peut pas aller à {camp} quand l’attaque a {bouts} : corrigez l’un ou l’autre."
    ),
    "petit_chelem": _(
        "Le petit au bout ne peut pas aller à {camp} quand {winner} fait tous les plis : corrigez l’un ou l’autre."
    ),
    "poignee_twice": _("{player} ne montre qu’une poignée par donne : gardez la plus forte."),
    "poignee_trumps": _(
        "Une poignée se montre avec exactement {choices} atouts dans cette variante, reçu : {value}. "
        "Indiquez le nombre d’atouts montrés."
    ),
    "poignee_sizes_differ": _(
        "La poignée est dite {size} et {trumps} atouts n’en font pas une {size} : corrigez l’un ou l’autre."
    ),
    "poignees_trumps": _(
        "À {playing} joueurs ces poignées demandent {shown} atouts et il n’y en a que {trumps}, Excuse comprise : "
        "vérifiez les poignées."
    ),
    "poignee_by_level": _(
        "Aucune source ne dit combien d’atouts fait une poignée dans cette variante : indiquez simple, double ou "
        "triple au lieu d’un nombre."
    ),
    "misere_twice": _("{player} montre deux fois la même {misere} : n’en gardez qu’une."),
    "misere_poignee": _(
        "{player} montre une poignée et une {misere} : la seconde veut une main sans atout, retirez l’une des deux."
    ),
    "miseres_cards": _(
        "À {playing} joueurs, les 78 cartes ne permettent pas toutes ces misères à la fois : vérifiez les misères et "
        "les poignées."
    ),
    "petit_chelem_made": _(
        "Le petit chelem, c’est tous les plis sauf un, et le chelem de {camp} les prend tous : gardez l’un ou l’autre."
    ),
    "petit_chelem_and_chelem": _("Le petit chelem et le chelem de l’attaque s’excluent : gardez l’un ou l’autre."),
    "petit_chelem_bouts": _(
        "Un petit chelem réussi en {contract} ne peut pas laisser {bouts} à l’attaque : vérifiez le petit chelem et "
        "les bouts."
    ),
    "points_petit_chelem": _(
        "Un petit chelem réussi avec {bouts} en {contract} donne à l’attaque {range} points : {points} est impossible. "
        "Vérifiez le petit chelem, les points et les bouts."
    ),
    "chelem_bouts": _(
        "Un chelem réussi par {camp} en {contract} ne peut pas laisser {bouts} à l’attaque : vérifiez le chelem et les "
        "bouts."
    ),
    "chelem_poignees": _(
        "Un chelem réussi par {camp} est impossible contre {shown} atouts montrés : il n’en reste que {left} pour les "
        "prendre. Vérifiez le chelem et les poignées."
    ),
    "petit_chelem_poignees": _(
        "Un petit chelem est impossible contre {shown} atouts montrés : il n’en reste que {left} pour les prendre. "
        "Vérifiez le petit chelem et les poignées."
    ),
    "chelem_unsaid": _(
        "{points} points avec {bouts}, c’est un chelem réussi par {camp} : indiquez le chelem ou recomptez."
    ),
    "chelem_not_announced": _("Le chelem est dit non annoncé, mais annoncé par {player} : corrigez l’un ou l’autre."),
    "chelem_announcer": _("Seul le preneur ({taker}) peut annoncer le chelem : retirez l’annonce de {player}."),
}

# What the marks of a line say against the rest of it, where nobody wrote the card points.
MARKS: dict[str, str] = {
    "line_sum": _("La somme des points fait {row_sum}, elle doit faire 0 : corrigez la marque qui est fausse."),
    "line_share": _(
        "À {amount} par défenseur, {player} doit marquer {right}, la ligne dit {mark} : corrigez cette marque."
    ),
    "line_shares_3": _(
        "Les points ne se partagent pas comme à trois (le preneur deux fois ce que chaque défenseur perd ou gagne) : "
        "corrigez les marques."
    ),
    "line_shares_4": _(
        "Les points ne se partagent pas comme à quatre (le preneur trois fois ce que chaque défenseur perd ou gagne) : "
        "corrigez les marques."
    ),
    "line_shares_5": _(
        "Les points ne se partagent pas comme à cinq (deux parts au preneur et une à l’appelé, ou quatre au preneur "
        "seul) : corrigez les marques."
    ),
    "line_taker": _("La ligne dit preneur {player}, les points disent {taker} : corrigez l’un ou l’autre."),
    "line_partner": _("La ligne dit partenaire {player}, les points disent {partner} : corrigez l’un ou l’autre."),
    "line_not_alone": _(
        "La ligne dit le preneur seul, les points disent partenaire {player} : corrigez l’un ou l’autre."
    ),
    "line_himself": _(
        "La ligne dit {player} son propre partenaire, les points disent {partner} : corrigez l’un ou l’autre."
    ),
    "line_alone": _(
        "La ligne dit partenaire {player}, les points disent {taker} seul contre quatre : corrigez l’un ou l’autre."
    ),
    "line_made": _(
        "La ligne dit le contrat chuté, les points le disent réussi (l’attaque gagne {amount} par défenseur) : "
        "corrigez l’un ou l’autre."
    ),
    "line_failed": _(
        "La ligne dit le contrat réussi, les points le disent chuté (l’attaque perd {amount} par défenseur) : "
        "corrigez l’un ou l’autre."
    ),
    "line_amount": _(
        "{mark} par défenseur ne peut pas venir d’une {contract} ; au plus près ce serait {nearest} : corrigez les "
        "marques."
    ),
    "line_other_contract": _(
        "{mark} par défenseur ne peut pas venir d’une {contract}, mais d’une {contracts} ; au plus près ce serait "
        "{nearest} : corrigez le contrat ou les marques."
    ),
}

# What the cards allow that hardly ever happens: what is odd, then what to look at.
WARNINGS: dict[str, tuple[str, str]] = {
    "chelem_inflicted_on_announcer": (
        _("chelem annoncé par l’attaque et réussi par la défense, les deux primes s’ajoutent"),
        _("faites confirmer par l’arbitre"),
    ),
    "poignee_without_trick": (
        _("{player} a montré une poignée {size} sans que son camp fasse un seul pli"),
        _("vérifiez le chelem et la poignée"),
    ),
    "chelem_rare": (
        _("un chelem réussi par {camp}, cela n’arrive presque jamais"),
        _("faites confirmer tous les plis"),
    ),
    "chelem_on_prise": (
        _("un chelem annoncé sur une prise"),
        _("vérifiez le contrat et l’annonce"),
    ),
    "petit_chelem_rare": (
        _("un petit chelem réussi, cela n’arrive presque jamais"),
        _("faites confirmer les plis"),
    ),
    "petit_chelem_inflicted": (
        _("petit chelem annoncé par l’attaque et chelem réussi par la défense, les deux primes s’ajoutent"),
        _("faites confirmer par l’arbitre"),
    ),
    "made_by_far": (
        _("{points} points {with_bouts}, c’est réussi de {distance}"),
        _("vérifiez les points et les bouts"),
    ),
    "failed_by_far": (
        _("{points} points {with_bouts}, c’est chuté de {distance}"),
        _("vérifiez les points et les bouts"),
    ),
    "bold_without_bout": (
        _("une {contract} sans un seul bout à la fin"),
        _("vérifiez le contrat et les bouts"),
    ),
    "poignee_against_bid": (
        _("{player} défend contre une {contract} avec une poignée {size}"),
        _("vérifiez qui a montré la poignée"),
    ),
    "misere_of_taker": (
        _("{player} a pris avec une {misere}"),
        _("vérifiez qui l’a montrée"),
    ),
}

# What is wrong with the figures of a barème.
FIGURE_PROBLEMS: dict[str, str] = {
    "figures_not_object": _("« {key} » doit être un objet, reçu : {value}. Écrivez ses chiffres entre accolades."),
    "figure_unknown": _("Un barème n’a pas de chiffre « {key} » : choisissez parmi {choices}."),
    "figure_type": _("« {key} » doit être un nombre entier, reçu : {value}. Corrigez ce chiffre."),
    "figure_range": _("« {key} » doit aller de 0 à {most}, reçu : {number}. Corrigez ce chiffre."),
    "required_order": _(
        "Avec {bouts}, il faut moins de points qu’avec un bout de moins : {number} ne va pas après {other}. Corrigez "
        "l’un ou l’autre."
    ),
    "pousse_multiple": _(
        "Quand la pousse se multiplie, chaque contrat vaut un nombre entier de fois la prise ({unit}) : {contract} à "
        "{number} ne convient pas. Corrigez l’un ou l’autre."
    ),
    "pousse_reading": _(
        "« {key} » ne peut pas valoir {value} : choisissez parmi {choices}, ou rien (null) pour jouer sans pousse."
    ),
    "switch_type": _("« {key} » doit être vrai ou faux (true, false), reçu : {value}. Corrigez cette valeur."),
}

_SENTENCES = ASKED | IMPOSSIBLE | MARKS | FIGURE_PROBLEMS
_WARNING = _("{fact} : {look}.")


def _sentence(code: str, language: str) -> str:
    """Return the sentence of a problem, or both sentences of a warning, with the names of the values in braces."""
    if code not in WARNINGS:
        return translated(_SENTENCES[code], language)
    fact, look = (translated(text, language) for text in WARNINGS[code])
    return translated(_WARNING, language).format(fact=fact[0].upper() + fact[1:], look=look)
