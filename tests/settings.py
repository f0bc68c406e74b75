"""The product's settings over a throwaway data folder: no test ever touches a real club's data or queue."""

import os
import tempfile

os.environ["TAROT_CLUB_DATA"] = tempfile.mkdtemp(prefix="tarot-club-tests-")

from tarot_club.settings import *  # noqa: E402, F403

CELERY_TASK_ALWAYS_EAGER = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
