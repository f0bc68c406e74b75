"""The files of the image, in a folder, with its static files collected: that takes ten seconds, and is done once."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def dockerfile() -> list[tuple[str, str]]:
    """Return the Dockerfile as (instruction, arguments), continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "docker" / "Dockerfile").read_text())
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest) for name, rest in lines]


def environment_of(image: Path) -> dict[str, str]:
    """Return what the Dockerfile sets, its /app being our folder, and nothing of the machine's own settings."""
    given = " ".join(rest for name, rest in dockerfile() if name == "ENV")
    return {name: value.replace("/app", str(image)) for name, value in re.findall(r"(\w+)=(\S+)", given)} | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(image),
    }


@pytest.fixture
def instructions() -> list[tuple[str, str]]:
    return dockerfile()


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    Return a folder that holds what the image holds of the project, each in its place, and what it collects.

    What Python compiled comes with it, as the image compiles it too.
    """
    folder = tmp_path_factory.mktemp("image")
    for name, rest in dockerfile():
        if name != "COPY":
            continue
        *sources, target = rest.split()
        for source in sources:
            place = folder / target
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place)
            else:
                place = place / Path(source).name if target.endswith("/") else place
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, place)
    (collect,) = (
        step.strip()
        for name, rest in dockerfile()
        if name == "RUN"
        for step in rest.split("&&")
        if "collectstatic" in step
    )
    subprocess.run(collect, shell=True, check=True, cwd=folder, env=environment_of(folder))
    return folder
