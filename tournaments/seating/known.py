"""
Whole rotations found once, offline, where neither a design nor a short search reaches the best known.

Each round is written in the letters of `LETTERS`, one a player, its tables one after the other. 32 × 10 was found by
backtracking over orbits under the group (Z/2)³ acting freely on the players, three pairs of rounds exchanged and four
left alone; 24 × 8 likewise under Z/6, twice three rounds and two alone; 32 × 11 pairs the sixteen pairs that 32 × 10
leaves; the others come from long annealings, 26 × 7 with two tables of five among them. `tests` recount them all.
"""

from tournaments.seating.designs import Design, Round
from tournaments.seating.layouts import Layout

SIZE = 4  # the rotations kept are of tables of four, with odd ones when need be
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

KNOWN: dict[tuple[int, int], tuple[str, ...]] = {
    (26, 7): (
        "135A 27KP 4CJM 89BO 0EGHN 6DFIL",
        "08FI 56HK CGLP DENO 17BJM 2349A",
        "12EL 4BFH 67AN 9GIJ 05MOP 38CDK",
        "03BL 2CHO 689P ADGM 1FJKN 457EI",
        "016C 25BD 4INP 9EKM 37FGO 8AHJL",
        "04KL 2FMN 36EJ 578G 19DHP ABCIO",
        "07DJ 148O 3HIM AEFP 26BGK 59CLN",
    ),
    (24, 8): (
        "0FLN 1578 24AB 3CIK 6EGJ 9DHM",
        "0289 1GIM 356B 4DJL 7FHK ACEN",
        "0467 139A 2HJN 5EKM 8CGL BDFI",
        "05CD 16HL 23FG 49EI 7BMN 8AJK",
        "01DE 27CM 34GH 5AFJ 68IN 9BKL",
        "0BGK 12EF 38DN 45CH 6ALM 79IJ",
        "0AHI 1BCJ 26DK 37EL 48FM 59GN",
        "03JM 14KN 25IL 69CF 7ADG 8BEH",
    ),
    (32, 10): (
        "08NU 19MV 2CIT 3DJS 4AKR 5BLQ 6EHO 7FGP",
        "0EGV 1FHU 2ALS 3BKT 4CJQ 5DIR 68MP 79NO",
        "0AIQ 1BJR 28GO 39HP 46LN 57KM CDUV EFST",
        "02HJ 13GI 4EMU 5FNV 6CKS 7DLT 89QR ABOP",
        "0FLR 1EKQ 2DNP 3CMO 49GS 58HT 6BIU 7AJV",
        "0DKO 1CLP 2FMQ 3ENR 4BHV 5AGU 69JT 78IS",
        "0167 2345 8FJK 9EIL ADHM BCGN OQTV PRSU",
        "04PT 15OS 26RV 37QU 8ACE 9BDF GHKL IJMN",
        "059C 148D 27BE 36AF GMRT HNQS IKPV JLOU",
        "0BMS 1ANT 29KU 38LV 4FIO 5EJP 6DGQ 7CHR",
    ),
    (32, 11): (
        "08NU 19MV 2CIT 3DJS 4AKR 5BLQ 6EHO 7FGP",
        "0EGV 1FHU 2ALS 3BKT 4CJQ 5DIR 68MP 79NO",
        "0AIQ 1BJR 28GO 39HP 46LN 57KM CDUV EFST",
        "02HJ 13GI 4EMU 5FNV 6CKS 7DLT 89QR ABOP",
        "0FLR 1EKQ 2DNP 3CMO 49GS 58HT 6BIU 7AJV",
        "0DKO 1CLP 2FMQ 3ENR 4BHV 5AGU 69JT 78IS",
        "0167 2345 8FJK 9EIL ADHM BCGN OQTV PRSU",
        "04PT 15OS 26RV 37QU 8ACE 9BDF GHKL IJMN",
        "059C 148D 27BE 36AF GMRT HNQS IKPV JLOU",
        "0BMS 1ANT 29KU 38LV 4FIO 5EJP 6DGQ 7CHR",
        "0312 4756 8B9A CFDE GJHI KNLM ORPQ SVTU",
    ),
    (12, 11): (
        "049B 1256 378A",
        "0127 369A 458B",
        "0589 147A 236B",
        "025A 139B 4678",
        "02AB 1469 3578",
        "0137 248B 569A",
        "067B 145A 2389",
        "068A 135B 2479",
        "0345 1268 79AB",
        "0346 18AB 2579",
        "0189 234A 567B",
    ),
    (20, 7): (
        "046C 1BIJ 2589 37EF ADGH",
        "02HJ 179A 368D 4FGI 5BCE",
        "03HJ 12CG 48FI 5BDE 679A",
        "08AB 1345 27DI 6EGJ 9CFH",
        "057G 18EH 26BF 3ACI 49DJ",
        "09EI 16CD 238G 47BH 5AFJ",
        "01DF 24AE 39BG 56HI 78CJ",
    ),
    (20, 11): (
        "09FG 148B 27AH 356D CEIJ",
        "0578 12FJ 39AI 46EG BCDH",
        "04AE 127I 368J 5BFG 9CDH",
        "03DG 159E 2BIJ 467H 8ACF",
        "048B 16CG 23EH 5AFI 79DJ",
        "03BI 16DF 245C 7AGJ 89EH",
        "02DE 14CJ 378F 5GHI 69AB",
        "06CI 17BE 289G 34FH 5ADJ",
        "05HJ 18AD 234G 6EFI 79BC",
        "02CF 1359 47DI 68HJ ABEG",
        "01AH 256B 37CE 49FJ 8DGI",
    ),
}


def known_rounds(layout: Layout, size: int, rounds: int) -> Design | None:
    """Return the rotation kept for just those tables in so many rounds, turns at odd tables in order; or None."""
    found = [_read(line) for line in KNOWN.get((sum(layout.tables), rounds), ())]
    if not found or layout.exempts or size != SIZE or tuple(map(len, found[0])) != layout.tables:
        return None
    return Design("known rotation", tuple(found))


def _read(line: str) -> Round:
    return [[LETTERS.index(letter) for letter in table] for table in line.split()]
