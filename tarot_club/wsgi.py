"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from tarot_club.lifeline import follow_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
follow_parent()
application = get_wsgi_application()
