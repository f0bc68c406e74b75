"""List what is installed to run a site, and under which licence: `python -m tests.licences`."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

REQUIREMENTS = Path(__file__).parent.parent / "requirements.txt"
NAME = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==", re.MULTILINE)
# What may be used beside our MIT without asking anything of whoever runs a site or changes our code.
MAY_BE_USED = re.compile(r"\b(MIT(-0|-CMU)?|BSD|Apache|PSF|LGPL|LGPLv2\+|MPL|OFL)\b")


def licences() -> dict[str, str]:
    """Return the licence of each package of the requirements, as it says it, but of those this Python does without."""
    found = {}
    for name in NAME.findall(REQUIREMENTS.read_text()):
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        said = package.metadata
        classifiers = [text.split(" :: ")[-1] for text in said.get_all("Classifier", []) if text.startswith("License")]
        found[name] = said["License-Expression"] or " / ".join(classifiers) or said["License"] or ""
        if not found[name]:  # the title of the text it comes with
            text = package.read_text(f"licenses/{said['License-File']}")
            found[name] = text.splitlines()[0] if text else ""
    return found


if __name__ == "__main__":
    for name, licence in licences().items():
        print(f"{name:<28} {licence}")
