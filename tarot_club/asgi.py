"""The ASGI application, for deployments that want one; the embedded server speaks WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarot_club.settings")
application = get_asgi_application()
