"""The files of docker/, read as far as they can be without an engine, and the order they must be in."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tarot_club.installing import FOR_PDF

ROOT = Path(__file__).parent.parent.parent
DOCKER = ROOT / "docker"

PROCESSES = {"web", "worker", "migrate", "health", "laptop", "manage"}
# What the entry point itself sets: its first argument and a loop variable.
NOT_OURS = {"1", "name"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load((DOCKER / "compose.yaml").read_text())


def variables_read() -> set[str]:
    """Return every variable that the settings, the compose file or the entry point reads from the environment."""
    settings = re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "tarot_club" / "settings.py").read_text())
    composed = re.findall(r"\$\{(\w+)", (DOCKER / "compose.yaml").read_text())
    entry = re.findall(r"(?<!\\)\$\{(\w+)", (DOCKER / "entrypoint.sh").read_text())
    return {*settings, *composed, *entry} - NOT_OURS


def test_the_example_names_every_variable_and_no_other() -> None:
    example = (DOCKER / "env.example").read_text()
    named = re.findall(r"^#?([A-Z_]+)=", example, flags=re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == variables_read()


def test_every_variable_of_the_example_is_explained_and_holds_no_secret() -> None:
    example = (DOCKER / "env.example").read_text()
    blocks = re.split(r"\n(?=# ──)|(?<=\n)(?=# (?!──))", example)
    for block in blocks:
        if re.search(r"^#?[A-Z_]+=", block, flags=re.MULTILINE):
            assert re.search(r"^# \S", block, flags=re.MULTILINE), block
    assert "\nSECRET_KEY=\n" in example
    assert "\nPOSTGRES_PASSWORD=\n" in example


def test_every_service_has_what_it_needs(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"migrate", "web", "worker", "postgres", "redis"}
    for name, service in services.items():
        assert "image" in service, name
        assert "healthcheck" in service or name == "web"  # the image's own asks a web process
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in {*compose["volumes"], "./sauvegardes"}
        for other in service.get("depends_on", {}):
            assert other in services
    for name in ("migrate", "web", "worker"):
        service = services[name]
        assert service["command"] == [name]
        assert service["env_file"] == ".env"
        assert set(service["environment"]) == {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"}
        assert (
            DOCKER / service["build"]["context"] / service["build"]["dockerfile"]
        ).resolve() == DOCKER / "Dockerfile"


def test_the_database_is_there_before_it_is_migrated_and_migrated_before_it_is_used(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["migrate"]["depends_on"]["postgres"] == {"condition": "service_healthy"}
    for name in ("web", "worker"):
        assert services[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }


def test_the_versions_are_those_we_support(compose: dict[str, Any]) -> None:
    def version(name: str) -> int:
        return int(re.match(r"\d+", compose["services"][name]["image"].partition(":")[2])[0])

    assert version("postgres") >= 15
    assert version("redis") >= 7


def test_every_image_is_of_an_exact_version(compose: dict[str, Any]) -> None:
    """A site that is built again next year is the same; trixie's pg_dump is version 17 and dumps no later server."""
    assert re.fullmatch(r"postgres:17\.\d+-trixie", compose["services"]["postgres"]["image"])
    assert re.fullmatch(r"redis:7\.\d+\.\d+-alpine", compose["services"]["redis"]["image"])


def test_no_service_fills_the_disk_with_its_log_or_the_memory(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name


def test_the_worker_s_health_is_the_age_of_the_file_it_touches(compose: dict[str, Any]) -> None:
    (file,) = re.findall(r"WORKER_ALIVE_FILE=(\S+)", (DOCKER / "entrypoint.sh").read_text())
    _shell, command = compose["services"]["worker"]["healthcheck"]["test"]
    assert command == f"find {file} -newermt '-30 seconds' | grep -q ."


def test_the_proxy_of_the_example_says_what_the_site_believes() -> None:
    proxy = (DOCKER / "nginx.conf.example").read_text()
    assert "server_name tarot.example.org;" in proxy
    assert "ALLOWED_HOSTS=tarot.example.org" in (DOCKER / "env.example").read_text()
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in proxy
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in proxy
    assert "proxy_request_buffering on;" in proxy  # our threads are few
    assert proxy.count("{") == proxy.count("}")


def test_every_folder_of_code_and_nothing_else_is_copied(instructions: list[tuple[str, str]]) -> None:
    copied = {source for name, rest in instructions if name == "COPY" for source in rest.split()[:-1]}
    assert all((ROOT / source).exists() for source in copied), copied
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert copied == {"requirements.txt", "manage.py", "templates", "docker/entrypoint.sh", *folders}
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert let_in == copied
    # Of these folders all but what was compiled: the prose of the rulebook is in .md files.
    assert {line for line in ignored if line[:1] not in "!#"} == {"*", "**/__pycache__", "**/*.pyc"}


def test_the_image_is_built_in_order_and_does_not_run_as_root(instructions: list[tuple[str, str]]) -> None:
    names = [name for name, _rest in instructions]
    assert re.fullmatch(r"python:3\.11\.\d+-slim-trixie", dict(instructions[:1])["FROM"])
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert set(names) <= known
    runs = [rest for name, rest in instructions if name == "RUN"]
    assert "libpango-1.0-0 libpangoft2-1.0-0" in runs[0]
    assert "pip install --no-cache-dir --require-hashes -r requirements.txt" in runs[1]
    assert "collectstatic --noinput" in runs[2]
    assert "compileall -q manage.py tarot_club tournaments scoring " in runs[2]
    assert "postgresql-client" in runs[0]
    assert names.index("USER") > max(index for index, name in enumerate(names) if name in ("RUN", "COPY"))
    assert dict(instructions)["USER"] != "root"
    assert dict(instructions)["CMD"] == '["web"]'


def test_whoever_makes_a_backup_under_his_own_number_can_read_the_image(instructions: list[tuple[str, str]]) -> None:
    """The settings look into the data folder, which is its owner's alone unless the image says otherwise."""
    assert '--user "$(id -u)"' in (DOCKER / "README.md").read_text()
    last = [rest for name, rest in instructions if name == "RUN"][-1]
    folders = {f"/app/{path.parent.name}" for path in ROOT.glob("*/__init__.py")} - {"/app/tests"}
    assert set(re.search(r"chmod --recursive a\+rX (.+?)(?: &&|$)", last)[1].split()) == {"/app/data", *folders}


def test_the_image_needs_of_debian_what_setup_installs(instructions: list[tuple[str, str]]) -> None:
    apt = next(rest for name, rest in instructions if name == "RUN")
    assert re.findall(r"libpango\S*", apt) == FOR_PDF


def test_the_entry_point_is_a_posix_script_that_hands_its_place_over() -> None:
    script = DOCKER / "entrypoint.sh"
    text = script.read_text()
    assert script.stat().st_mode & 0o111 == 0o111
    assert text.startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in text
    assert subprocess.run(["sh", "-n", script], check=False, capture_output=True, text=True).stderr == ""
    branches = re.findall(r"^(\w+)\)\n(.*?)\n    ;;", text, flags=re.MULTILINE | re.DOTALL)
    assert {name for name, _body in branches} == PROCESSES
    for name, body in branches:
        assert re.search(r"^    exec ", body, flags=re.MULTILINE), name


def said_by(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Return what the entry point answers: its status, its output, its complaints."""
    given = {"SECRET_KEY": "k", "DATABASE_URL": "postgres://x/y", "REDIS_URL": "redis://x/0"} | environment
    answer = subprocess.run(
        [DOCKER / "entrypoint.sh", *arguments], check=False, env=given, capture_output=True, text=True
    )
    return answer.returncode, answer.stdout, answer.stderr


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL"])
def test_a_container_without_its_environment_says_what_is_missing(missing: str) -> None:
    complaint = f"{missing} is empty: set it in docker/.env (see docker/env.example).\n"
    assert said_by("manage", "check", **{missing: ""}) == (64, "", complaint)


def test_an_unknown_process_is_refused() -> None:
    complaint = "Unknown process « beat »: web, worker, migrate, health, laptop or manage <command>.\n"
    assert said_by("beat") == (64, "", complaint)
