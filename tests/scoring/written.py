"""A donne card by card as people paste it, and as a table of the club plays it."""

import json
from pathlib import Path

from scoring.cards import codes
from scoring.cards.reading import read
from scoring.cards.record import WITH_ECART, Record

COMMENTED = json.loads((Path(__file__).parent.parent / "data" / "donne_commentee.json").read_text("utf-8"))["record"]
PLAYERS = COMMENTED["players"]


def commented(**changes: object) -> str:
    """Return the donne commentée as JSON."""
    return json.dumps(COMMENTED | changes, ensure_ascii=False)


def columns(record: Record | None = None, *, star: bool = True, heading: bool = True, tricks: int | None = None) -> str:
    """Return a donne as a table: a heading, the names, a trick on each line, a star at the first card."""
    record = record or read(COMMENTED)
    lines = []
    if heading:
        lines += [f"Preneur : {record.taker}", f"Contrat : {record.contract.value.replace('_', ' ')}"]
        if record.contract in WITH_ECART:
            lines.append(f"Chien : {' '.join(codes(record.chien))}")
        if record.called:
            lines.append(f"Roi appelé : {record.called.code}")
        if record.mort:
            lines.append(f"Mort : {record.mort}")
    lines.append("  ".join(record.players))
    for number, trick in enumerate(record.tricks[:tricks]):
        cards = dict(trick)
        leads = trick[0][0]
        shown = [
            (cards[player].code + ("*" if star and not number and player == leads else "")) if player in cards else "-"
            for player in record.players
        ]
        lines.append("  ".join(shown))
    return "\n".join(lines)


def with_fault() -> str:
    """Return the tricks with one renonce: at the fourth Est, who has hearts left, puts a spade on a heart."""
    # Est's ace of hearts and his ace of spades, played at the eleventh trick, change places.
    return columns(heading=False).replace("CA", "??").replace("PA", "CA").replace("??", "PA")
