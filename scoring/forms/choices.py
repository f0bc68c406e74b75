"""What more than one form offers to choose from, in the words of all of them."""

from django.utils.translation import gettext_lazy

from scoring.labels import CampChoice, ContractChoice, Outcome, PoigneeChoice

CONTRACTS = [
    (ContractChoice.PRISE, gettext_lazy("Prise")),
    (ContractChoice.POUSSE, gettext_lazy("Pousse")),
    (ContractChoice.GARDE, gettext_lazy("Garde")),
    (ContractChoice.GARDE_SANS, gettext_lazy("Garde sans")),
    (ContractChoice.GARDE_CONTRE, gettext_lazy("Garde contre")),
]
BOUTS = [(number, str(number)) for number in range(4)]
PETIT_AU_BOUT = [("", gettext_lazy("non")), *CampChoice.choices]
CHELEM_MADE = [
    ("", gettext_lazy("non")),
    (CampChoice.ATTACK, gettext_lazy("par l’attaque")),
    (CampChoice.DEFENCE, gettext_lazy("par la défense")),
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
    ContractChoice.PRISE: "p",
    ContractChoice.POUSSE: "u",
    ContractChoice.GARDE: "g",
    ContractChoice.GARDE_SANS: "s",
    ContractChoice.GARDE_CONTRE: "c",
}
CAMP_KEYS = {"": "n", CampChoice.ATTACK: "a", CampChoice.DEFENCE: "d"}
POIGNEE_KEYS = {"": "n", PoigneeChoice.SIMPLE: "s", PoigneeChoice.DOUBLE: "d", PoigneeChoice.TRIPLE: "t"}
