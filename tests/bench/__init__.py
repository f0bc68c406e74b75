"""What people wait for, measured: `python -m tests.bench`."""

PAGE = "tournois/1/classement/"
ARBITER = "arbitre"
# What he types of a plain donne.
TYPED = {"outcome": "jouee", "taker": "0", "contract": "garde", "bouts": "2", "points": "49", "replaces": ""}
