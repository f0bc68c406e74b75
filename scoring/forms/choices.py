"""What more than one form offers to choose from, in the words of all of them."""

from django.utils.translation import gettext_lazy

from scoring.labels import Outcome, camps
from scoring.marque import Camp, Contract, PoigneeSize

CONTRACTS = [
    (Contract.PRISE, gettext_lazy("Prise")),
    (Contract.POUSSE, gettext_lazy("Pousse")),
    (Contract.GARDE, gettext_lazy("Garde")),
    (Contract.GARDE_SANS, gettext_lazy("Garde sans")),
    (Contract.GARDE_CONTRE, gettext_lazy("Garde contre")),
]
BOUTS = [(number, str(number)) for number in range(4)]
PETIT_AU_BOUT = [("", gettext_lazy("non")), *camps()]
CHELEM_MADE = [
    ("", gettext_lazy("non")),
    (Camp.ATTAQUE, gettext_lazy("par l’attaque")),
    (Camp.DEFENSE, gettext_lazy("par la défense")),
]
# The key that chooses each of them on a keyboard.
OUTCOME_KEYS = {
    Outcome.PLAYED: "j",
    Outcome.PASSED: "p",
    Outcome.PETIT_SEC: "s",
    Outcome.MISDEAL: "f",
    Outcome.ANNULLED: "a",
}
CONTRACT_KEYS = {
    Contract.PRISE: "p",
    Contract.POUSSE: "u",
    Contract.GARDE: "g",
    Contract.GARDE_SANS: "s",
    Contract.GARDE_CONTRE: "c",
}
CAMP_KEYS = {"": "n", Camp.ATTAQUE: "a", Camp.DEFENSE: "d"}
POIGNEE_KEYS = {"": "n", PoigneeSize.SIMPLE: "s", PoigneeSize.DOUBLE: "d", PoigneeSize.TRIPLE: "t"}
