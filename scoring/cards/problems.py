"""What is wrong with a donne card by card: stored as data, put into a sentence when asked."""

import dataclasses
from collections.abc import Mapping

from scoring.marque.problems import Impossible
from scoring.marque.words import DEFAULT_LANGUAGE, as_json_text, is_several, joined, shortened, with_elisions
from tournaments.kit.translation import gettext_noop as _
from tournaments.kit.translation import translated

from .deck import Card
from .play import Playable


@dataclasses.dataclass(frozen=True, slots=True)
class RecordPlace:
    """A place in a record: `hand`, `chien`, `ecart`, `poignee`, `trick`, `dealer`…"""

    key: str
    player: str | None = None
    trick: int | None = None

    def text(self, language: str) -> str:
        text = with_elisions(translated(PLACES[self.key], language), {"player": self.player or ""})
        return text.format(player=self.player, trick=self.trick)


@dataclasses.dataclass(frozen=True, slots=True)
class Counted:
    """A number of cards or tricks, to be put into words."""

    number: int
    noun: str = "card"

    def text(self, language: str) -> str:
        singular, plural = COUNTED[self.noun]
        return translated(plural if is_several(self.number, language) else singular, language).format(count=self.number)


@dataclasses.dataclass(frozen=True, slots=True)
class Names:
    """The players who have no card in a trick; with `extra`, the players whose card is one too many."""

    names: tuple[str, ...]
    extra: bool = False

    def text(self, language: str) -> str:
        return translated(_EXTRA if self.extra else _MISSING, language).format(names=joined(self.names, language))


@dataclasses.dataclass(frozen=True, slots=True)
class CardProblem:
    """
    One thing that is wrong with a record.

    `trick` is the number of the trick, from 1, and `player` a name; both are None where the problem is about none.
    `values` are the facts that the sentence quotes: cards, demands, places, texts and numbers.
    """

    code: str
    trick: int | None = None
    player: str | None = None
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a sentence that says what is wrong and what to do."""
        values: dict[str, object] = {"trick": self.trick, "player": self.player, **self.values}
        texts = {key: _text_of(key, value, language) for key, value in values.items()}
        return with_elisions(translated(PROBLEMS[self.code], language), texts).format_map(texts)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, object]:
        return {"code": self.code, "trick": self.trick, "player": self.player, "message": self.message(language)}


class ImpossibleRecord(Impossible):
    """Raised for a record that cannot be read or evaluated."""

    problems: tuple[CardProblem, ...]


def _text_of(key: str, value: object, language: str) -> str:
    if key == "value":
        return shortened(as_json_text(value))
    if isinstance(value, Card):
        return value.with_article(language) if key == "card" else value.name(language)
    if isinstance(value, (Playable, RecordPlace, Counted, Names)):
        return value.text(language)
    if isinstance(value, tuple):
        return joined([_text_of("", item, language) for item in value], language, either=key == "choices")
    if key == "expected" and isinstance(value, str):
        return translated(EXPECTED[value], language)
    return str(value)


PROBLEMS: dict[str, str] = {
    # The line and its keys.
    "not_object": _("Un relevé s’écrit comme un objet JSON, reçu : {value}. Écrivez un objet par donne."),
    "key_unknown": _("La clé « {key} » n’existe pas dans un relevé : corrigez-la ou retirez-la."),
    "key_missing": _("Il manque « {key} » : indiquez-le."),
    "wrong_type": _("« {key} » doit être {expected}, reçu : {value}. Corrigez cette valeur."),
    "too_many": _("« {key} » en compte {count} : une donne en a {most} au plus. Corrigez cette valeur."),
    "code_unknown": _("« {key} » ne peut pas valoir {value} : choisissez parmi {choices}."),
    "card_unreadable": _(
        "Je ne connais pas la carte {value} dans {place} : écrivez 21 à 1 pour un atout, EX pour l’Excuse, "
        "sinon P, C, K ou T et R, D, C, V, 10 à 2 ou A (PR est le roi de pique)."
    ),
    # The people.
    "players_count": _("Il faut {expected} joueurs, il y en a {count} : complétez ou corrigez la liste."),
    "players_twice": _("Un même nom figure plusieurs fois ({players}) : donnez à chaque joueur un nom différent."),
    "player_unnamed": _("Un joueur n’a pas de nom : donnez-lui en un."),
    "player_unknown": _("{player} n’est pas à cette table ({place}) : choisissez parmi {choices}."),
    "player_sits_out": _(
        "{player} est le mort de cette donne et n’a pas de cartes ({place}) : choisissez un autre joueur."
    ),
    "mort_unclear": _(
        "À cinq avec un mort, un seul joueur est sans cartes, ici {count} : indiquez le mort dans « sits_out »."
    ),
    "sits_out_forbidden": _("Dans cette variante tout le monde joue : retirez {players} de « sits_out »."),
    "leader_missing": _(
        "On ne sait pas qui entame : indiquez le donneur (« dealer ») ou le premier à jouer (« leader »)."
    ),
    "leader_conflict": _(
        "Ce n’est pas {player} qui entame, c’est {other} : corrigez le premier à jouer ou le donneur."
    ),
    # The deal.
    "hand_size": _("{player} a {count} au lieu de {expected} : corrigez sa main."),
    "chien_size": _("Le chien a {count} au lieu de {expected} : corrigez-le."),
    "card_twice": _("Carte donnée plusieurs fois : {card} ({places}). Elle n’existe qu’une fois, corrigez."),
    "cards_missing": _("Il manque au jeu de 78 cartes : {cards}. Donnez chaque carte à une main ou au chien."),
    "petit_sec": _(
        "{player} a le Petit sec : la donne est annulée, rien n’est marqué. Corrigez sa main ou annulez la donne."
    ),
    "called_missing": _("À cinq joueurs, indiquez la carte appelée (« called »), par exemple CR."),
    "called_forbidden": _("On n’appelle une carte qu’à cinq joueurs : retirez {card}."),
    "called_not_allowed": _(
        "{player} ne peut pas appeler {card} : un roi ; avec les quatre rois en main, une dame, et ainsi de "
        "suite. Corrigez l’appel."
    ),
    "ecart_forbidden": _("Sans le chien ou contre le chien, {player} n’écarte pas : retirez l’écart."),
    "ecart_size": _("L’écart a {count} au lieu de {expected} : corrigez-le."),
    "ecart_not_held": _("{player} n’avait pas à l’écart : {cards}. Corrigez l’écart, la main ou le chien."),
    "ecart_king": _("On n’écarte pas de roi : {cards}. Corrigez l’écart."),
    "ecart_bout": _("On n’écarte pas de bout : {cards}. Corrigez l’écart."),
    "ecart_trump": _("On n’écarte d’atout que faute d’autre carte : {cards}. Corrigez l’écart."),
    "poignee_twice": _("{player} ne montre qu’une poignée par donne : gardez la plus forte."),
    "poignee_number": _(
        "{player} montre {count} : une poignée en a exactement {choices}. Corrigez les cartes montrées."
    ),
    "poignee_not_trump": _(
        "La poignée de {player} se fait d’atouts, et de l’Excuse à défaut : corrigez les cartes montrées."
    ),
    "poignee_not_held": _(
        "{player} montre en poignée des cartes qui ne sont pas dans sa main : corrigez la poignée ou la main."
    ),
    "poignee_excuse": _("{player} montre l’Excuse en gardant un autre atout : l’atout doit être montré à sa place."),
    # The play.
    "trick_size": _("Le pli {trick} a {count} au lieu de {expected} : corrigez-le ({who})."),
    "trick_stranger": _("Pli {trick} : {player} ne joue pas dans cette donne. Corrigez le nom."),
    "out_of_turn": _("Pli {trick} : {player} a joué hors tour, c’était à {other}. Vérifiez l’ordre des cartes."),
    "card_not_held": _("Pli {trick} : {player} n’a pas {card} en main. Vérifiez la carte jouée."),
    "card_discarded": _("Pli {trick} : {player} joue {card}, qui est à l’écart. Vérifiez l’écart ou la carte jouée."),
    "card_played_twice": _("Pli {trick} : {player} joue {card}, déjà tombée au pli {first}. Vérifiez la carte jouée."),
    "renonce": _("Pli {trick} : {player} a joué {card}, il fallait {duty}. Cartes permises : {cards}."),
    "called_suit": _("Pli {trick} : {player} a joué {card}, il fallait {duty}. Cartes permises : {cards}."),
    "excuse_not_last": _(
        "Pli {trick} : chelem annoncé, et {player} joue l’Excuse avant le dernier pli, son camp ayant fait tous les "
        "plis jusque-là. Elle devait se garder pour la fin, que le chelem soit fait ou manqué : faites juger l’arbitre."
    ),
    "tricks_too_many": _("Il y a {count} au lieu de {expected} : retirez ce qui est en trop."),
    "unfinished": _("La donne n’est pas finie : {count} sur {expected}. Complétez le relevé."),
}

# What a value has to be.
EXPECTED: dict[str, str] = {
    "text": _("un texte"),
    "name": _("un nom"),
    "names": _("une liste de noms"),
    "boolean": _("true ou false"),
    "object": _("un objet"),
    "list": _("une liste"),
    "card": _("une carte"),
    "cards": _("une liste de cartes"),
}

# Where in a record something is.
PLACES: dict[str, str] = {
    "chien": _("le chien"),
    "ecart": _("l’écart"),
    "called": _("la carte appelée"),
    "hand": _("la main de {player}"),
    "poignee": _("la poignée de {player}"),
    "trick": _("le pli {trick}"),
    "taker": _("le preneur"),
    "dealer": _("le donneur"),
    "leader": _("le premier à jouer"),
    "hands": _("les mains"),
    "poignees": _("les poignées"),
    "sits_out": _("le mort"),
}

# Counted things, in the singular and in the plural.
COUNTED: dict[str, tuple[str, str]] = {
    "card": (_("{count} carte"), _("{count} cartes")),
    "trick": (_("{count} pli"), _("{count} plis")),
}

_MISSING, _EXTRA = _("il manque {names}"), _("{names} en trop")
