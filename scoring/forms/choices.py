"""What more than one form offers to choose from, in the words of all of them."""

from django.utils.translation import gettext_lazy

from scoring.labels import CampChoice, ContractChoice

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
