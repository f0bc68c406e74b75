"""What `manage.py releve` answers a line: what a donne card by card comes to. The stream is the marque's."""

from scoring.marque import ImpossibleDonne
from scoring.marque.lines import Reply, decoded

from .evaluation import evaluate
from .problems import ImpossibleRecord
from .reading import read


def reply(line: bytes, language: str) -> Reply:
    """Return the evaluation of the record on a line, or everything that is wrong with it."""
    try:
        return Reply(evaluate(read(decoded(line))).as_json(language))
    except ImpossibleRecord as impossible:
        return Reply(impossible.as_json(language), refused=True)
    except ImpossibleDonne as impossible:  # the line is not JSON, or has a key twice
        problems = [
            {"code": problem.code, "trick": None, "player": None, "message": problem.message(language)}
            for problem in impossible.problems
        ]
        readable = impossible.problems[0].code != "not_json"
        return Reply({"problems": problems}, refused=True, readable=readable)
