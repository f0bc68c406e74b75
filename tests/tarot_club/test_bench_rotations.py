"""The bench of the rotations says what each gives and costs; figures are printed, never judged, here."""

from tarot_club.bench import rotations as bench


def test_a_line_for_each_rotation(monkeypatch):
    monkeypatch.setattr(bench, "PEERS", {(16, 5): ("8", "29", "0")})
    monkeypatch.setattr(bench, "ODD", ((25, 3),))
    monkeypatch.setattr(bench, "STANDINGS", ((40, 3),))
    lines = list(bench.rotation())
    assert [line.split("  ")[1] for line in lines] == [
        "rotation",
        "16 × 5",
        "25 × 3, tables de 3",
        "25 × 3, tables de 5",
        "25 × 3, exempts",
        "40 × 5, quatre clubs de 10",
        "40 × 3, au classement",
    ]
    assert all(line.endswith(" Mo") for line in lines[1:])  # the check found nothing to say
