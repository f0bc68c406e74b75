"""The product's settings over a throwaway data folder: no test ever touches a real club's data or queue."""

import atexit
import os
import shutil
import tempfile

os.environ["TAROT_CLUB_DATA"] = tempfile.mkdtemp(prefix="tarot-club-tests-")
atexit.register(shutil.rmtree, os.environ["TAROT_CLUB_DATA"], ignore_errors=True)

from tarot_club.settings import *  # noqa: E402, F403

CELERY_TASK_ALWAYS_EAGER = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A file, as in the product: several threads of a test meet the real locks.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    DATABASES["default"]["TEST"] = {"NAME": f"{os.environ['TAROT_CLUB_DATA']}/test.sqlite3"}  # noqa: F405
    # No test cuts the power: the locks are the same without waiting for the disk.
    options = DATABASES["default"]["OPTIONS"]  # noqa: F405
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
else:
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"  # noqa: F405
