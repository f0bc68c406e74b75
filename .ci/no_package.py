"""What `pip install .` is told: this is a site, not a package."""  # noqa: INP001

raise SystemExit(
    "Tarot Club is a site that runs from its own folder, not a package: it is installed by the command of README.md "
    "(or by docker/), never by « pip install . »."
)
